"""What an author of a game writes against: one module to import from.

    from workbench.author import Field, Game, Verb, allow, move, rule

Declarations say what a game is; rule functions, which run as plain Python and compiled alike, carry it out.
"""

from __future__ import annotations

from workbench.kernel.actions import (
    PEOPLE_ONLY,
    PICKS,
    TOLD_TO_ACTOR,
    TOLD_TO_EVERYONE,
    Action,
    ActionSpace,
    Argument,
    Verb,
    allow,
    allow_range,
    allow_seats,
)
from workbench.kernel.bots import Bot
from workbench.kernel.cards import (
    allow_cards,
    card_at,
    cards_in,
    clear_table,
    fill,
    lose_track,
    move,
    move_all,
    move_picked,
    move_secretly,
    picked_cards,
    show,
    shuffle,
    stage,
    top_card,
    unstage,
    unstage_all,
)
from workbench.kernel.chance import random_below
from workbench.kernel.defaults import card_kinds, plain_arrays, plain_bars, plain_bonuses
from workbench.kernel.events import EVERYONE_HEARS, EventKind, EventKinds, both, emit, only
from workbench.kernel.frames import (
    ACTOR,
    COUNTER,
    EFFECT,
    STEP,
    TARGET,
    pop_frame,
    push_frame,
    set_top_frame,
    top_frame,
)
from workbench.kernel.game import OPEN_FLOOR, SECRET_TOGETHER, Game, Measures, Reports, Studio, Variant
from workbench.kernel.options import Option
from workbench.kernel.registry import register, unregister
from workbench.kernel.rule import Bound, index, rule
from workbench.kernel.scenes.plain import plain_face, plain_scene, row_face
from workbench.kernel.scoring import (
    MOST_POINTS,
    POINTS,
    Ranking,
    Reason,
    Recount,
    best_of,
    emit_line,
    figure,
    score_round,
)
from workbench.kernel.state import EVERYONE, NOBODY, OWNER, Field, StateSpec, Zone, seat_bit, sees_card
from workbench.kernel.tables import PLAIN_COLUMNS, Bar, Bonus, CardTable, Column
from workbench.storage.errors import DeckError, OptionError

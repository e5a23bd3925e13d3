"""What an author of a game writes against: one module to import from.

    from workbench.author import Field, Game, Verb, allow, move, rule

Declarations say what a game is; rule functions, which run as plain Python and compiled alike, carry it out.
"""

from __future__ import annotations

from workbench.kernel.actions import (
    HEARD_BY_ACTOR,
    HEARD_BY_EVERYONE,
    PEOPLE_ONLY,
    PICKS,
    Action,
    ActionSpace,
    Argument,
    Verb,
    action_with,
    allow,
    allow_each,
    allow_range,
    allow_seats,
    argument_of,
    first_argument,
    second_argument,
    verb_of,
)
from workbench.kernel.asking import (
    OPEN_FLOOR,
    SECRET_TOGETHER,
    all_seats,
    ask,
    ask_everybody,
    ask_seats,
    is_asked,
    next_clockwise,
)
from workbench.kernel.bots import Bot, Bots
from workbench.kernel.cards import (
    allow_cards,
    card_at,
    cards_in,
    clear_table,
    fill,
    find_picks,
    hide_from,
    known_to,
    lose_track,
    move,
    move_all,
    move_picked,
    move_secretly,
    picked_cards,
    picked_in,
    show,
    show_to,
    shuffle,
    stage,
    top_card,
    unstage,
    unstage_all,
)
from workbench.kernel.chance import identity_of, random_below, ranked
from workbench.kernel.defaults import card_kinds, plain_arrays, plain_bars, plain_bonuses
from workbench.kernel.effects import (
    Effect,
    Effects,
    answer_effect,
    can_begin_effect,
    carry_on_effect,
    effect_at_work,
    legal_for_effect,
)
from workbench.kernel.events import EVERYONE_HEARS, EventKind, EventKinds, both, emit, only
from workbench.kernel.exchanges import Exchange, Exchanges
from workbench.kernel.frames import (
    ACTOR,
    COUNTER,
    EFFECT,
    STEP,
    TARGET,
    frame_at,
    frame_below,
    frames,
    pop_frame,
    push_frame,
    set_frame_below,
    set_top_frame,
    top_frame,
)
from workbench.kernel.game import Drawing, Game, Measures, Mechanism, Reports, Studio, Variant
from workbench.kernel.names import Values
from workbench.kernel.options import Option, OptionGroup, Options, Preset, Presets
from workbench.kernel.phases import Phase, Phases, enter
from workbench.kernel.registry import register, unregister
from workbench.kernel.rule import ACTIONS, EFFECTS, EVENTS, OPTIONS, PHASES, RANKING, ZONES, Bound, index, rule
from workbench.kernel.scenes.cover import GOLD, LINEN, Tile, ground, on_cover, shield_on_cover
from workbench.kernel.scenes.plain import emblem_of, plain_face, plain_scene, question_of, row_face
from workbench.kernel.scenes.scene import (
    CardFace,
    Choice,
    Edge,
    Extra,
    Group,
    Reveal,
    Scene,
    SceneZone,
    SeatPanel,
    Selection,
    Sight,
    Symbol,
    Turned,
)
from workbench.kernel.score_sheet import FOR_EACH_CATEGORY, FOR_EACH_ROUND, ScoreSheet, SheetColumn, SheetFigure
from workbench.kernel.scoring import (
    CHAIN,
    CHAIN_SIGNS,
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
from workbench.kernel.state import EVERYONE, HIDDEN, NOBODY, OWNER, Field, StateSpec, Zone, seat_bit, sees_card
from workbench.kernel.tables import COUNT, PLAIN_COLUMNS, Bar, Bonus, CardTable, Column, copies
from workbench.kernel.words import counted, listed
from workbench.storage.errors import DeckError, DeclarationError, OptionError, RuleError, WorkbenchError

"""What an author of a game writes against: one module to import from.

    from workbench.author import Field, Game, Verb, allow, move, rule

Declarations say what a game is; rule functions, which run as plain Python and compiled alike, carry it out.
"""

from __future__ import annotations

from workbench.heraldry.covers import GOLD, LINEN, ground, on_cover, shield_on_cover
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
from workbench.kernel.arrays import ActionList, AnyDeck, InPlay, Numbers
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
    card_of_kind,
    cards_in,
    clear_table,
    deal,
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
from workbench.kernel.events import EVERYONE_HEARS, EventKind, EventKinds, Events, both, emit, only
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
from workbench.kernel.game import Drawing, Game, Measures, Mechanism, Positions, Reports, Studio, Tile, Variant
from workbench.kernel.names import Values
from workbench.kernel.options import Option, OptionGroup, Options, Preset, Presets, check_seat
from workbench.kernel.phases import Phase, Phases, enter
from workbench.kernel.registry import register, unregister
from workbench.kernel.reports import by_seat, report_table, without
from workbench.kernel.rule import ACTIONS, EFFECTS, EVENTS, OPTIONS, PHASES, RANKING, ZONES, Bound, index, rule
from workbench.kernel.scenes.plain import backs, emblem_of, plain_face, plain_scene, question_of, row_face
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
    Lines,
    Ranking,
    Reason,
    Recount,
    best_of,
    emit_line,
    figure,
    score_round,
)
from workbench.kernel.state import (
    EVERYONE,
    HIDDEN,
    NOBODY,
    NONE,
    OWNER,
    Field,
    Record,
    StateSpec,
    Zone,
    Zones,
    seat_bit,
    sees_card,
)
from workbench.kernel.tables import COUNT, PLAIN_COLUMNS, Bar, Bonus, CardTable, Column, copies
from workbench.kernel.words import counted, listed
from workbench.storage.errors import DeckError, DeclarationError, OptionError, RuleError, WorkbenchError

# What it offers is what it imports (a test sees to it): for type checkers, which take an import for one's own use.
# fmt: off
__all__ = [  # noqa: RUF022
    "ACTIONS", "ACTOR", "Action", "ActionList", "ActionSpace", "AnyDeck", "Argument", "Bar", "Bonus", "Bot", "Bots",
    "Bound", "CHAIN", "CHAIN_SIGNS", "COUNT", "COUNTER", "CardFace", "CardTable", "Choice", "Column", "DeckError",
    "DeclarationError", "Drawing", "EFFECT", "EFFECTS", "EVENTS", "EVERYONE", "EVERYONE_HEARS", "Edge", "Effect",
    "Effects", "EventKind", "EventKinds", "Events", "Exchange", "Exchanges", "Extra", "FOR_EACH_CATEGORY",
    "FOR_EACH_ROUND", "Field", "GOLD", "Game", "Group", "HEARD_BY_ACTOR", "HEARD_BY_EVERYONE", "HIDDEN", "InPlay",
    "LINEN", "Lines", "MOST_POINTS", "Measures", "Mechanism", "NOBODY", "NONE", "Numbers", "OPEN_FLOOR", "OPTIONS",
    "OWNER", "Option", "OptionError", "OptionGroup", "Options", "PEOPLE_ONLY", "PHASES", "PICKS", "PLAIN_COLUMNS",
    "POINTS", "Phase", "Phases", "Positions", "Preset", "Presets", "RANKING", "Ranking", "Reason", "Record", "Recount",
    "Reports", "Reveal", "RuleError", "SECRET_TOGETHER", "STEP", "Scene", "SceneZone", "ScoreSheet", "SeatPanel",
    "Selection", "SheetColumn", "SheetFigure", "Sight", "StateSpec", "Studio", "Symbol", "TARGET", "Tile", "Turned",
    "Values", "Variant", "Verb", "WorkbenchError", "ZONES", "Zone", "Zones", "action_with", "all_seats", "allow",
    "allow_cards", "allow_each", "allow_range", "allow_seats", "answer_effect", "argument_of", "ask", "ask_everybody",
    "ask_seats", "backs", "best_of", "both", "by_seat", "can_begin_effect", "card_at", "card_kinds", "card_of_kind",
    "cards_in", "carry_on_effect", "check_seat", "clear_table", "copies", "counted", "deal", "effect_at_work",
    "emblem_of", "emit", "emit_line", "enter", "figure", "fill", "find_picks", "first_argument", "frame_at",
    "frame_below", "frames", "ground", "hide_from", "identity_of", "index", "is_asked", "known_to", "legal_for_effect",
    "listed", "lose_track", "move", "move_all", "move_picked", "move_secretly", "next_clockwise", "on_cover", "only",
    "picked_cards", "picked_in", "plain_arrays", "plain_bars", "plain_bonuses", "plain_face", "plain_scene",
    "pop_frame", "push_frame", "question_of", "random_below", "ranked", "register", "report_table", "row_face", "rule",
    "score_round", "seat_bit", "second_argument", "sees_card", "set_frame_below", "set_top_frame", "shield_on_cover",
    "show", "show_to", "shuffle", "stage", "top_card", "top_frame", "unregister", "unstage", "unstage_all", "verb_of",
    "without",
]
# fmt: on

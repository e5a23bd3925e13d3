"""docs/author.md: every name of `workbench.author` with its signature and what it is, generated from the docstrings.

    python -m tests.author_page

rewrites the list in the page; a test compares the two. The text outside the marks is written by hand.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.table import with_table
from workbench import author
from workbench.kernel.actions import AUDIENCES, USES
from workbench.kernel.state import WHO_SEES
from workbench.kernel.tables import COLUMN_TYPES

PAGE = Path(__file__).resolve().parents[1] / "docs" / "author.md"
BEGIN, END = "<!-- list: written by python -m tests.author_page -->", "<!-- end of list -->"
LARGE = 1_000_000  # a number that stands for "none"
# What an omitted number stands for, by the name of the parameter.
NAMED: dict[str, Mapping[int, str]] = {"seen_by": WHO_SEES, "heard_by": AUDIENCES, "use": USES}

# Title -> what is said about the group's constants, then its names in order.
GROUPS: dict[str, tuple[str, str]] = {
    "A game": (
        "On a cover emblems have the colours `LINEN` and `GOLD`.",
        "Game Variant Tile Drawing Measures Mechanism Positions Exchanges Exchange Studio Reports report_table by_seat "
        "without register unregister ground on_cover shield_on_cover LINEN GOLD",
    ),
    "The record": (
        "`NONE` (-1) stands in an optional field that holds no seat, no card, no kind. "
        "`EVERYONE`, `OWNER`, `NOBODY` say who sees a field or a zone. In a view, a card or a place that the "
        "seat cannot tell reads as `HIDDEN`.",
        "StateSpec Record Field Zones Zone Values seat_bit sees_card EVERYONE OWNER NOBODY NONE HIDDEN",
    ),
    "Options and phases": (
        "Where several seats act at once, a phase is `SECRET_TOGETHER` or on the `OPEN_FLOOR`. `Option.encode` turns a "
        "value into the number that the record holds.",
        "Option Options Preset Presets OptionGroup check_seat Phase Phases enter ask ask_seats ask_everybody "
        "is_asked all_seats next_clockwise SECRET_TOGETHER OPEN_FLOOR",
    ),
    "Rules": (
        "`ACTIONS`, `EVENTS`, `PHASES`, `ZONES`, `OPTIONS`, `RANKING` and `EFFECTS` are those of the variant "
        "at hand, for rules that are in another file than their declaration or serve several variants.",
        "rule Bound index ACTIONS EVENTS PHASES ZONES OPTIONS RANKING EFFECTS AnyDeck InPlay Events Lines ActionList "
        "Numbers",
    ),
    "Decks": (
        "`PLAIN_COLUMNS` are the columns of a first game's cards: id, name, points and count. `COUNT` is the key of "
        "the last one, in which a list says how many cards a row stands for: `row[COUNT]`. The types of columns: "
        f"{', '.join(f'`{kind}`' for kind in COLUMN_TYPES)}; `help(Column)` says what each holds.",
        "CardTable Column copies plain_arrays card_kinds PLAIN_COLUMNS COUNT",
    ),
    "Cards": (
        "",
        "fill shuffle deal clear_table move move_all move_picked move_secretly show show_to known_to hide_from "
        "lose_track card_at card_of_kind cards_in top_card stage unstage unstage_all find_picks picked_cards picked_in",
    ),
    "Actions": (
        "A verb's `heard_by` is `HEARD_BY_EVERYONE` or `HEARD_BY_ACTOR`, nobody if left out. Its `use` is "
        "`PICKS` where it picks a card for a set, `PEOPLE_ONLY` where bots leave it alone.",
        "Verb Argument ActionSpace Action allow allow_range allow_each allow_seats allow_cards verb_of argument_of "
        "first_argument second_argument action_with PICKS PEOPLE_ONLY HEARD_BY_ACTOR HEARD_BY_EVERYONE",
    ),
    "Events": (
        "`EVERYONE_HEARS` is the audience of all. Each of `EventKind.parts` is a name and a kind: `card`, `seat`, "
        "`category`, `number`, `choice`, or what a row of a card table is called (`CardTable.noun`).",
        "EventKind EventKinds emit only both EVERYONE_HEARS",
    ),
    "Chance": (
        "",
        "random_below ranked identity_of",
    ),
    "Effects": (
        "An effect that is carried out is a frame, with these parts: `EFFECT` (its number), `STEP`, `ACTOR`, "
        "`TARGET`, `COUNTER`. Its rules are found by `carry_on_effect(state, deck, events)`, "
        "`legal_for_effect(state, deck, seat, actions)` and `answer_effect(state, deck, events, seat, "
        "action)`; `can_begin_effect(state, deck, seat, effect)` asks the row of any effect.",
        "Effect Effects push_frame top_frame set_top_frame pop_frame frame_below set_frame_below frames frame_at "
        "effect_at_work carry_on_effect legal_for_effect answer_effect can_begin_effect EFFECT STEP ACTOR TARGET "
        "COUNTER",
    ),
    "Scores": (
        "A game that declares no ranking has `MOST_POINTS`, whose one reason is `POINTS`. `CHAIN[i]` is the reason of "
        "the ranking's i-th step and `CHAIN_SIGNS[i]` -1 where fewest wins it, to show tie-breaks. "
        "A `SheetColumn` is one alone, or `per` is `FOR_EACH_CATEGORY` or `FOR_EACH_ROUND`.",
        "Reason Ranking emit_line figure best_of score_round Recount MOST_POINTS POINTS CHAIN CHAIN_SIGNS "
        "ScoreSheet SheetColumn SheetFigure FOR_EACH_CATEGORY FOR_EACH_ROUND",
    ),
    "Bots": (
        "",
        "Bot Bots",
    ),
    "Screens": (
        "Where some cards of a hand, places of a ring or cells of a board can be chosen, each of the others says `why` "
        "not: it is drawn dull, and says so when it is pressed.",
        "Sight plain_scene question_of listed counted plain_face row_face backs emblem_of Scene SceneZone SeatPanel "
        "CardFace Group Edge Choice Selection Extra Symbol Reveal Turned",
    ),
    "The studio": (
        "",
        "Bar Bonus plain_bars plain_bonuses",
    ),
    "Errors": (
        "",
        "WorkbenchError DeclarationError RuleError DeckError OptionError",
    ),
}


def written() -> str:
    """The list as Markdown."""
    return "\n\n".join(_group(title, *told) for title, told in GROUPS.items())


def _group(title: str, constants: str, names: str) -> str:
    parts = [f"## {title}", *([constants] if constants else [])]
    entries = [_entry(name, getattr(author, name)) for name in names.split() if callable_name(name)]
    return "\n\n".join([*parts, *(["\n".join(entries)] if entries else [])])


def callable_name(name: str) -> bool:
    """Whether a name is a class or a function and so has a signature; the group's text describes the others."""
    return inspect.isclass(getattr(author, name)) or inspect.isfunction(getattr(author, name))


def _entry(name: str, thing: Any) -> str:
    return (
        f"- `{name}({_parameters(thing)})`: {first_sentence(thing)}" if not _is_error(thing) else _of_error(name, thing)
    )


def _is_error(thing: Any) -> bool:
    return inspect.isclass(thing) and issubclass(thing, Exception)


def _of_error(name: str, thing: Any) -> str:
    return f"- `{name}`: {first_sentence(thing)}"


def first_sentence(thing: Any) -> str:
    """The first sentence of a docstring, on one line."""
    text = " ".join((inspect.getdoc(thing) or "").partition("\n\n")[0].split())
    return re.match(r".*?[.](?= [A-Z`]|$)|.*", text)[0]  # type: ignore[index]


def _parameters(thing: Any) -> str:
    shown, marked = [], False
    for parameter in inspect.signature(thing).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not marked:
            shown, marked = [*shown, "*"], True
        star = "*" if parameter.kind is parameter.VAR_POSITIONAL else ""
        left_out = "" if parameter.default is parameter.empty else f"={_default(parameter.name, parameter.default)}"
        shown.append(f"{star}{parameter.name}{left_out}")
    return ", ".join(shown)


def _default(name: str, value: Any) -> str:
    """A default as one would write it, or ... where that would be long or is made anew each time."""
    if name in NAMED:
        return NAMED[name][value]
    if inspect.isfunction(value):
        return "..." if value.__name__.startswith("_") else value.__name__
    plain = value in (None, ()) or isinstance(value, str) or (isinstance(value, int) and abs(value) < LARGE)
    return repr(value) if plain else "..."


def main() -> None:
    """Write the list into the page."""
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), written(), BEGIN, END), encoding="utf-8")


if __name__ == "__main__":
    main()

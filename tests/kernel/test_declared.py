"""Declarations that cannot be right are refused when they are made, with the line of the game that makes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.small_game.joust import ACTIONS, GAME, JOUST
from workbench.author import (
    HEARD_BY_EVERYONE,
    NOBODY,
    OWNER,
    PLAIN_COLUMNS,
    ActionSpace,
    Argument,
    Bot,
    Bots,
    CardTable,
    Column,
    Effect,
    Effects,
    EventKind,
    EventKinds,
    Field,
    Measures,
    Option,
    OptionGroup,
    Options,
    Phase,
    Phases,
    Ranking,
    Reason,
    Reports,
    StateSpec,
    Studio,
    Values,
    Verb,
    Zone,
    rule,
)
from workbench.storage.errors import DeclarationError, WorkbenchError, file_of

STOCK = Zone(NOBODY, name="stock")
POINTS = Reason("point", "points", name="points")
LOST = Reason("point", "cards lost", name="lost")
LANCE = Argument("lance", 4, "card")
SIZE = Option("size", 5, "Cards.", most=9)
CRAD = Verb((Argument("x", 4, "crad"),), name="lay")


def spec(**otherwise: Any) -> StateSpec:
    """A small record, declared otherwise."""
    return StateSpec(**{"seats": 2, "cards": 3, "zones": [STOCK], **otherwise})


def plain_step(state, deck, events, seat, action):
    """A step that lacks the mark of a rule."""


@rule
def short_step(state, deck, events, seat):
    """A step that has forgotten the action."""


WRONG: list[tuple[Callable[[], Any], str]] = [
    (lambda: Field("i2", 2, name="pot"), "Field 'pot': shape is 2; expected a tuple of whole numbers, such as (2,)"),  # type: ignore[arg-type]
    (lambda: Field(2, name="pot"), "Field 'pot': dtype is 2; expected a text"),  # type: ignore[arg-type]
    (lambda: Field("i3", name="pot"), "field 'pot': dtype is 'i3'; expected 'i1', "),
    (lambda: Field(name="the pot"), "field 'the pot': a name is made of letters, digits and _"),
    (lambda: Field(shape=(0,), name="pot"), "'pot': a part of its shape is 0; expected a whole number, 1 or more"),
    (lambda: Field(seen_by=7, name="pot"), "field 'pot': seen_by is 7; expected EVERYONE, OWNER, NOBODY"),
    (lambda: Field("u1", optional=True, name="pot"), "field 'pot' is optional, but u1 cannot hold NONE"),
    (lambda: Field(name="from"), "field 'from': the name is a word of Python, so that rules could not read it;"),
    (lambda: Field(name="_pot"), "field '_pot': the name begins with _"),
    (lambda: spec(fields=Field(name="pot")), "expected a list, each Field(...)"),
    (lambda: spec(fields=[Field(name="pot"), Field(name="pot")]), "field 'pot' is declared twice"),
    (lambda: spec(fields=[Field(name="turn")]), "field 'turn' has the name of a part of every record"),
    (lambda: spec(fields=[Field(name="copy")]), "field 'copy' has the name of a part of every record"),
    (lambda: spec(options=[Option("turn", 1, "x", most=2)]), "option 'turn' has the name of a part of every record"),
    (
        lambda: spec(fields=[Field(name="cap")], options=[Option("cap", 1, "x", most=2)]),
        "field 'cap' is an option as well",
    ),
    (lambda: spec(fields=[Field("i2", (3,), OWNER, name="bid")]), "must begin with the 2 seats: (2,)"),
    (lambda: spec(seats="2"), "the seats of a record is '2'; expected a whole number, 1 to 62"),
    (lambda: spec(zones=["stock"]), "zones: number 1 is 'stock'; expected Zone(...)"),
    (lambda: Zone(OWNER, name="hand"), "zone 'hand' is seen by its owner, but has none; declare it per_seat=True"),
    (lambda: Zone(9, name="hand"), "zone 'hand': seen_by is 9; expected EVERYONE, OWNER, NOBODY"),
    (lambda: Argument("lance", 0), "argument 'lance': size is 0"),
    (lambda: Argument("way", 3, "choice", ("up",)), "argument 'way': it has 3 values and 1 names"),
    (lambda: Verb(LANCE, name="lay"), "Verb 'lay': arguments is Argument("),  # type: ignore[arg-type]
    (lambda: Verb((LANCE,), "Lay {lanse}", name="lay"), "nothing here is called {lanse}. It can hold {lance}."),
    (lambda: Verb((LANCE,), "Lay {lance", name="lay"), "a { or } has no partner"),
    (lambda: Verb((), "Lay", HEARD_BY_EVERYONE, "{who} lays.", name="lay"), "{who}. It can hold {seat}."),
    (lambda: Verb(heard_by=5, name="lay"), "verb 'lay': heard_by is 5; expected HEARD_BY_NOBODY, "),
    (lambda: Verb(use=5, name="lay"), "verb 'lay': use is 5; expected ORDINARY, "),
    (lambda: ActionSpace([Verb(name="lay"), Verb(name="lay")]), "verb 'lay' is declared twice"),
    (lambda: ActionSpace([Verb(name="lay it")]), "verb 'lay it': a name is made of letters"),
    (lambda: ActionSpace([Verb((Argument("x", 200), Argument("y", 300)), name="a")]), "they come to 60,000 actions"),
    (lambda: EventKind("{seat} draws {card}.", (("seat", "seat"),), name="drew"), "{card}. It can hold {seat}."),
    (lambda: EventKind("Draws.", ("seat", "seat"), name="drew"), "such as ((\"text\", \"text\"),)"),  # type: ignore[arg-type]
    (lambda: EventKind("", tuple((name, "seat") for name in "abcde"), name="e"), "event 'e' has 5 parts; 4 have room"),
    (lambda: EventKinds(["drew"]), "kinds of events: number 1 is 'drew'; expected EventKind(...)"),  # type: ignore[list-item]
    (lambda: Reason("points", "x", name="points"), "level is 'points'; expected 'point', 'use', 'derived'"),
    (lambda: Reason("point", "{card}", name="points"), "nothing here is called {card}"),
    (lambda: Ranking([POINTS], "points"), "the chain: 'points' given; expected a list, each a text"),
    (lambda: Ranking([POINTS], ()), "the chain of a ranking is empty"),
    (lambda: Ranking([POINTS, LOST], ("points",), fewest=("lost",)), "There is no reason of the chain 'lost'."),
    (lambda: Ranking([POINTS], ("point",)), "There is no reason 'point'. Choose one of: points."),
    (lambda: Column("how heavy", "number", "x", most=2), "column 'how heavy': a name is made of letters"),
    (lambda: Column("class", "text", "x"), "column 'class': the name is a word of Python"),
    (lambda: Column("weight", "numbers", "x"), "column 'weight': type is 'numbers'; expected 'key', 'name'"),
    (lambda: Column("colour", "choice", "x"), "give choices where the type is 'choice' or 'condition', and only there"),
    (lambda: Column("weight", "number", "x", least=3, most=2), "column 'weight': most is 2"),
    (lambda: CardTable("cards.csv", (), 1, 2), "cards.csv has 0 columns of the type 'key'"),
    (lambda: CardTable("cards.csv", PLAIN_COLUMNS, 3, 2), "cards.csv: most is 2; expected a whole number, 3 or more"),
    (lambda: CardTable("cards.csv", (*PLAIN_COLUMNS, PLAIN_COLUMNS[2]), 1, 2), "column 'points' is declared twice"),
    (lambda: Option("tilts", 9, "x", most=3), "option 'tilts': its default does not fit it."),
    (lambda: Option("class", 1, "x", most=3), "option 'class': the name is a word of Python"),
    (lambda: Option("gold", 9, "x", most=40_000), "'gold': most is 40000; expected a whole number, -32768 to 32767"),
    (lambda: Option("mode", "x", "x", choices="xyz"), "choices is 'xyz'; expected a tuple of texts"),  # type: ignore[arg-type]
    (lambda: Phases(["play"]), "phases: number 1 is 'play'; expected Phase(...)"),  # type: ignore[list-item]
    (lambda: Phases([Phase("Play", "all", key="play")]), "together is 'all'; expected SECRET_TOGETHER, OPEN_FLOOR"),
    (lambda: Bots(["random"]), "bots: number 1 is 'random'; expected Bot(...)"),  # type: ignore[list-item]
    (lambda: Bot(3, name="random"), "Bot 'random': about is 3; expected a text"),  # type: ignore[arg-type]
    (lambda: Effects([Effect(answer=plain_step, name="spy")]), "answer is no rule function; write @rule above it"),
    (lambda: Effect(answer=short_step, name="spy"), "'spy': answer takes (state, deck, events, seat); expected ("),
    (lambda: Values("pass", "pass_"), "value 'pass_' is declared twice"),
    (lambda: Values("a", "a"), "value 'a' is declared twice"),
    (lambda: replace(JOUST, step=plain_step), "Base game: step is no rule function; write @rule above it"),
    (lambda: replace(JOUST, step=short_step), "step takes (state, deck, events, seat); expected (state, deck, "),
    (lambda: replace(JOUST, measures=Measures(outcome=plain_step)), "Base game: outcome is no rule function"),
    (lambda: replace(JOUST, measures=Measures(outcome=short_step)), "expected (state, deck, lines)"),
    (lambda: replace(JOUST, max_decisions=0), "Base game: max_decisions is 0"),
    (lambda: replace(GAME, played_alike_since=2), "'joust': played_alike_since is 2; expected a whole number, 0 to 1"),
    (lambda: replace(JOUST, seats=range(2, 9)), "Base game: seats are range(2, 9); its record has 6"),
    (lambda: replace(JOUST, default_seats=7), "Base game: default_seats is 7; its seats are range(2, 7)"),
    (lambda: replace(JOUST, pass_verbs=(3,)), "Base game: pass_verbs has 3; give verbs, such as ACTIONS.done"),
    (lambda: Measures(counters="spent"), "Measures: counters are 'spent' and count is not given"),  # type: ignore[arg-type]
    (lambda: Measures(counters=("spent",)), "and count is not given; expected a list of names, and the rule"),
    (lambda: Studio(most_categories="8"), "Studio: most_categories is '8'; expected a whole number"),  # type: ignore[arg-type]
    (lambda: Reports(tables=len), "Reports: tables is "),  # type: ignore[arg-type]
    (lambda: replace(JOUST, seats=4), "seats is 4; expected a range, such as range(2, 5)"),
    (lambda: replace(GAME, variants=JOUST), "Game 'joust': variants is Variant("),
    (lambda: replace(GAME, id="my joust"), "game 'my joust': a name is made of letters"),
    (
        lambda: replace(GAME, variants=(replace(JOUST, actions=ActionSpace([CRAD])),)),
        "verb 'lay': type of 'x' is 'crad'; expected 'card', 'seat', 'category', 'number', 'choice'",
    ),
    (
        lambda: replace(GAME, tables=(CardTable("c.csv", (*PLAIN_COLUMNS, Column("kind", "flag", "x")), 1, 9),)),
        "c.csv: every deck has an array 'kind'",
    ),
    (lambda: Argument("two lances", 4), "argument 'two lances': a name is made of letters"),
    (lambda: OptionGroup(3, ()), "OptionGroup 3: title is 3; expected a text"),  # type: ignore[arg-type]
    (lambda: OptionGroup("Cards", ["size"]), "OptionGroup 'Cards': options is ['size']; expected a tuple"),  # type: ignore[arg-type]
    (lambda: Options(["size"]), "options: number 1 is 'size'; expected Option(...) or OptionGroup(...)"),  # type: ignore[list-item]
    (lambda: Options([OptionGroup("A", (SIZE,)), SIZE]), "option 'size' is declared twice"),
    (lambda: Options([SIZE]).kept("sise", "colour"), "there is no option 'sise'; declared are size"),
    (lambda: replace(SIZE, said="{many} cards"), "said is '{many} cards': nothing here is called {many}"),
    (lambda: replace(SIZE, said={"none": "No cards."}), "option 'size': no sentence says what 9 means"),
]  # fmt: skip


@pytest.mark.parametrize(("declare", "says"), WRONG, ids=[says[:40] for _, says in WRONG])
def test_a_wrong_declaration_is_refused_in_one_message_that_names_its_line(declare: Callable, says: str):
    with pytest.raises(DeclarationError) as refusal:
        declare()
    lines = {line for function in (declare, spec) for *_, line in function.__code__.co_lines()}
    assert any(str(refusal.value).startswith(f"tests/kernel/test_declared.py line {line}: ") for line in lines)
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_declaration_error_is_of_the_family_and_a_value_error():
    assert issubclass(DeclarationError, WorkbenchError)
    assert issubclass(DeclarationError, ValueError)


def test_what_is_right_is_left_alone():
    assert Verb((LANCE,), "Lay {lance} {{so}}", HEARD_BY_EVERYONE, "{seat} lays {lance}.", name="lay").name == "lay"
    assert Field("f8", (2, 3), optional=True, name="pot").shape == (2, 3)
    assert ACTIONS.size == 40


def test_a_file_is_named_from_the_working_folder_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert file_of(str(tmp_path / "game" / "rules.py")) == "game/rules.py"
    assert file_of("/somewhere/else/rules.py") == "/somewhere/else/rules.py"
    assert file_of("/tmp/ipykernel_9/3.py") == "a cell of the notebook,"

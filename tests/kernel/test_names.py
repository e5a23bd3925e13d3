from __future__ import annotations

from dataclasses import replace

import pytest

from tests.example_game import GAME
from tests.kernel.tables import Table
from workbench.author import (
    ActionSpace,
    Argument,
    Bot,
    Bots,
    Effect,
    Effects,
    EventKind,
    EventKinds,
    Option,
    Options,
    Phase,
    Phases,
    Ranking,
    Reason,
    StateSpec,
    Values,
    Verb,
    Zone,
    answer_effect,
    can_begin_effect,
    push_frame,
    rule,
)
from workbench.kernel.engine.speeds import compiled_engine, plain_engine
from workbench.kernel.names import Names, in_order
from workbench.kernel.state import EVERYONE, NOBODY, OWNER


def declared() -> list[tuple[Names, dict[str, int]]]:
    """One declaration of each kind, and the numbers of its names."""
    zones = (Zone("stock", NOBODY), Zone("hand", OWNER, per_seat=True, sorted=True), Zone("row", EVERYONE))
    return [
        (ActionSpace([Verb("lay", (Argument("card", 5),)), Verb("pass")]), {"lay": 0, "pass_": 5}),
        (EventKinds([EventKind("laid", "Laid."), EventKind("won", "Won.")]), {"laid": 1, "won": 2}),
        (Ranking([Reason("tricks", "point", "tricks")], ("tricks",)), {"tricks": 0}),
        (Phases([Phase("deal", "Deal"), Phase("play", "Play")]), {"deal": 0, "play": 1}),
        (Bots([Bot("random", "Any."), Bot("greedy", "Best.")]), {"random": 0, "greedy": 1}),
        (Effects([Effect("thief"), Effect("spy")]), {"thief": 0, "spy": 1}),
        (Values("offering", "answering"), {"offering": 0, "answering": 1}),
        (StateSpec(seats=3, cards=4, zones=zones).zones, {"hand": 0, "stock": 3, "row": 4}),
    ]


@pytest.mark.parametrize(("names", "numbers"), declared(), ids=lambda part: type(part).__name__)
def test_every_declaration_is_read_by_name_and_the_compiler_reads_the_same(names: Names, numbers: dict[str, int]):
    assert {name: getattr(names, name) for name in numbers} == numbers
    assert {name: getattr(names.constants, name) for name in numbers} == numbers


def test_the_choices_of_an_option_are_read_by_name_with_the_word_for_no_limit():
    mode = Option("mode", "slow", "How fast.", choices=("slow", "fast", "2x"))
    options = Options([mode, Option("cap", "none", "How many.", most=9, none="none")])
    assert (options.mode.slow, options.mode.fast, options.cap.none) == (0, 1, -1)
    assert (options.constants.mode.fast, options.constants.cap.none) == (1, -1)
    assert [option.key for option in options] == ["mode", "cap"]


@pytest.mark.parametrize(("names", "numbers"), declared(), ids=lambda part: type(part).__name__)
def test_a_misspelt_name_is_refused_with_those_there_are(names: Names, numbers: dict[str, int]):
    first = next(iter(numbers))
    with pytest.raises(AttributeError, match=f"There is no .* '{first}x'. Choose one of: .*Did you mean '{first}'?"):
        getattr(names, f"{first}x")


@pytest.mark.parametrize(
    ("declare", "told"),
    [
        (lambda: Values("one", "one"), "value 'one' is declared twice"),
        (lambda: Values("two words"), "a name is made of letters, digits and _"),
        (lambda: Values("constants"), "Values has an attribute of that name; take another"),
        (lambda: ActionSpace([Verb("decode")]), "ActionSpace has an attribute of that name; take another"),
        (lambda: Ranking([Reason("chain", "point", "")], ("chain",)), "Ranking has an attribute of that name"),
    ],
)
def test_a_name_that_rules_could_not_read_is_refused(declare, told: str):
    with pytest.raises(ValueError, match=told):
        declare()


def test_names_in_order_are_numbered_from_0():
    assert in_order(["b", "a"], "name") == {"b": 0, "a": 1}


TRADES = Values("thief", "spy")
TRIED = 4  # actions below it are effects to be tried


@rule
def double_of(number):
    """A rule that an effect calls."""
    return 2 * number


@rule
def thief(state, deck, events, seat, action):
    """The answer of one effect."""
    state.turn = double_of(action) + TRADES.spy


@rule
def spy(state, deck, events, seat, action):
    """The answer of another."""
    state.turn = -action


@rule
def only_before(state, deck, seat, effect):
    """Whether some effects can begin: those whose number is less than the seat's."""
    return effect < seat


@rule
def trying_or_answering(state, deck, events, seat, action):
    """A step that notes whether an effect could begin, and hands any other action to the effect on top."""
    if action < TRIED:
        state.turn = int(can_begin_effect(state, deck, seat, action))
    else:
        answer_effect(state, deck, events, seat, action)


@pytest.fixture(scope="module")
def tables_with_effects() -> list[Table]:
    """Tables at both speeds whose effects `a` and `c` share their functions, and whose effect `idle` has none."""
    rows = Effects(
        [
            Effect("a", answer=thief, can_begin=only_before),
            Effect("b", answer=spy),
            Effect("idle"),
            Effect("c", answer=thief, can_begin=only_before),
        ]
    )
    variant = replace(GAME.variants[0], effects=rows, step=trying_or_answering)
    return [Table(plain_engine(variant)), Table(compiled_engine(variant))]


def test_the_row_of_an_effect_is_found_at_both_speeds_and_rows_may_share_a_function(
    tables_with_effects: list[Table],
) -> None:
    for table in tables_with_effects:
        turns = []
        for effect in range(4):
            table.state.turn, table.state.frame_count = 0, 0
            push_frame(table.state, effect, 0, 0, 0)
            table.engine.step(table.state, table.deck, table.events, 0, 5)
            turns.append(int(table.state.turn))
        assert turns == [11, -5, 0, 11]


def test_the_row_of_an_effect_says_whether_it_can_begin_at_both_speeds_and_by_default_it_can(
    tables_with_effects: list[Table],
) -> None:
    for table in tables_with_effects:
        found = []
        for effect in range(4):
            table.engine.step(table.state, table.deck, table.events, 1, effect)
            found.append(int(table.state.turn))
        assert found == [1, 1, 1, 0]

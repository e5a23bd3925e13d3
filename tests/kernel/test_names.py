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
    Field,
    Option,
    Options,
    Phase,
    Phases,
    Ranking,
    Reason,
    Record,
    StateSpec,
    Values,
    Verb,
    Zone,
    Zones,
    answer_effect,
    can_begin_effect,
    push_frame,
    rule,
)
from workbench.kernel.engine.speeds import compiled_engine, plain_engine
from workbench.kernel.names import Names, in_order
from workbench.kernel.state import EVERYONE, NOBODY, OWNER
from workbench.storage.errors import DeclarationError


def declared() -> list[tuple[Names, dict[str, int]]]:
    """One declaration of each kind, and the numbers of its names."""
    zones = (
        Zone(NOBODY, name="stock"),
        Zone(OWNER, per_seat=True, sorted=True, name="hand"),
        Zone(EVERYONE, name="row"),
    )
    return [
        (ActionSpace([Verb((Argument("card", 5),), name="lay"), Verb(name="pass")]), {"lay": 0, "pass_": 5}),
        (EventKinds([EventKind("Laid.", name="laid"), EventKind("Won.", name="won")]), {"laid": 1, "won": 2}),
        (Ranking([Reason("point", "tricks", name="tricks")], ("tricks",)), {"tricks": 0}),
        (Phases([Phase("Deal", key="deal"), Phase("Play", key="play")]), {"deal": 0, "play": 1}),
        (Bots([Bot("Any.", name="random"), Bot("Best.", name="greedy")]), {"random": 0, "greedy": 1}),
        (Effects([Effect(name="thief"), Effect(name="spy")]), {"thief": 0, "spy": 1}),
        (Values("offering", "answering"), {"offering": 0, "answering": 1}),
        (StateSpec(seats=3, cards=4, zones=zones).zones, {"hand": 0, "stock": 3, "row": 4}),
    ]


@pytest.mark.parametrize(("names", "numbers"), declared(), ids=lambda part: type(part).__name__)
def test_every_declaration_is_read_by_name_and_the_compiler_reads_the_same(names: Names, numbers: dict[str, int]):
    assert {name: getattr(names, name) for name in numbers} == numbers
    assert {name: getattr(names.constants, name) for name in numbers} == numbers


def test_what_is_called_like_other_names_is_found_in_whatever_order_it_stands():
    events = EventKinds([EventKind("Lost.", name="told_lost"), EventKind("Won.", name="told_won")])
    assert events.numbers_of(Values("won", "drawn", "lost"), "told_{}") == (events.told_won, -1, events.told_lost)


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
        (lambda: ActionSpace([Verb(name="decode")]), "ActionSpace has an attribute of that name; take another"),
        (lambda: Ranking([Reason("point", "", name="chain")], ("chain",)), "Ranking has an attribute of that name"),
    ],
)
def test_a_name_that_rules_could_not_read_is_refused(declare, told: str):
    with pytest.raises(ValueError, match=told):
        declare()


class Lances(ActionSpace):
    """Verbs of a game."""

    lay = Verb((Argument("lance", 3, "card"),), "Lay {lance}")
    pass_ = Verb((), "Pass")


class LancesAndRides(Lances):
    """Those and more, some of which are made by a loop."""

    rides = tuple(Verb((), f"Ride {way}", name=f"ride_{way}") for way in ("north", "south"))
    done = Verb((), "Done")


def test_what_a_class_declares_has_its_attributes_as_names_and_its_bases_go_first():
    assert [verb.name for verb in Lances().verbs] == ["lay", "pass"]
    assert (Lances().lay, Lances().pass_) == (0, 3)
    more = LancesAndRides()
    assert [verb.name for verb in more.verbs] == ["lay", "pass", "ride_north", "ride_south", "done"]
    assert (more.ride_south, more.done, more.constants.done) == (5, 6, 6)
    assert LancesAndRides.done.label == "Done", "the class itself holds what is declared"


def test_a_class_of_two_classes_declares_what_both_do():
    class Thieves(Effects):
        thief = Effect()

    class Spies(Effects):
        spy = Effect()

    class All(Thieves, Spies):
        """Both."""

    assert [effect.name for effect in All()] == ["thief", "spy"]
    assert All().spy == 1


def test_a_class_may_keep_some_of_what_its_base_declares_and_declare_one_of_it_anew():
    class Few(LancesAndRides, only=["lay", "done"]):
        done = Verb((), "No more")

    few = Few()
    assert [(verb.name, verb.label) for verb in few.verbs] == [("lay", "Lay {lance}"), ("done", "No more")]
    assert (few.lay, few.done) == (0, 3)
    with pytest.raises(AttributeError, match=r"There is no verb 'pass_'. Choose one of: lay, done"):
        _ = few.pass_


def test_a_record_is_declared_like_its_fields_in_a_list():
    class Bids(Record):
        bid = Field("i2", (2,), OWNER, optional=True)
        dealer = Field()

    class Places(Zones):
        hand = Zone(OWNER, per_seat=True, sorted=True)
        stage = Zone(NOBODY, many=2)

    by_class = StateSpec(seats=2, cards=3, zones=Places(2), fields=Bids)
    in_lists = StateSpec(
        seats=2,
        cards=3,
        zones=[Zone(OWNER, per_seat=True, sorted=True, name="hand"), Zone(NOBODY, many=2, name="stage")],
        fields=[Field("i2", (2,), OWNER, optional=True, name="bid"), Field(name="dealer")],
    )
    assert by_class.dtype == in_lists.dtype
    assert (by_class.hidden == in_lists.hidden).all()
    assert (Places(2).hand, Places(2).stage) == (0, (2, 3))
    assert set(Record.__annotations__) == {field.name for field in StateSpec(seats=2, cards=3, zones=Places(2)).fields}


@pytest.mark.parametrize("name", ["decode", "verbs", "_declared"])
def test_a_class_declares_nothing_in_the_place_of_what_all_have(name: str):
    if name == "verbs":
        declared = type("Acts", (ActionSpace,), {name: Verb()})
        with pytest.raises(DeclarationError, match="has an attribute of that name"):
            declared()
    else:
        with pytest.raises(DeclarationError, match="ActionSpace has an attribute of that name; take another"):
            type("Acts", (ActionSpace,), {name: Verb()})


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
            Effect(answer=thief, can_begin=only_before, name="a"),
            Effect(answer=spy, name="b"),
            Effect(name="idle"),
            Effect(answer=thief, can_begin=only_before, name="c"),
        ]
    )
    variant = replace(GAME.variants[0], effects=rows, step=trying_or_answering)
    return [Table(plain_engine(variant)), Table(compiled_engine(variant))]


@pytest.mark.slow
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


@pytest.mark.slow  # it compiles a table of its own
def test_the_row_of_an_effect_says_whether_it_can_begin_at_both_speeds_and_by_default_it_can(
    tables_with_effects: list[Table],
) -> None:
    for table in tables_with_effects:
        found = []
        for effect in range(4):
            table.engine.step(table.state, table.deck, table.events, 1, effect)
            found.append(int(table.state.turn))
        assert found == [1, 1, 1, 0]

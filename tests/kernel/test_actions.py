from __future__ import annotations

from itertools import pairwise
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.example_game import GAME
from tests.kernel.tables import DECK
from workbench.kernel.actions import (
    HEARD_BY_EVERYONE,
    PEOPLE_ONLY,
    PICKS,
    ActionSpace,
    Argument,
    Verb,
    action_with,
    allow,
    allow_each,
    allow_range,
    allow_seats,
    argument_of,
    clear_actions,
    first_argument,
    second_argument,
    verb_of,
)
from workbench.kernel.engine.linking import link
from workbench.kernel.names import attribute
from workbench.kernel.rule import rule
from workbench.kernel.state import plain_record_class
from workbench.storage.errors import WorkbenchError

SPACES = [variant.actions for variant in GAME.variants]


@st.composite
def action_spaces(draw):
    """Action spaces of up to six verbs with up to three arguments each."""
    sizes = draw(st.lists(st.lists(st.integers(1, 7), max_size=3), min_size=1, max_size=6))
    return ActionSpace(
        [
            Verb(tuple(Argument(f"part_{i}", size) for i, size in enumerate(arguments)), name=f"verb_{number}")
            for number, arguments in enumerate(sizes)
        ]
    )


def named(kind: str, number: int) -> str:
    """Names as a match gives them."""
    return DECK.rows[number]["name"] if kind == "card" else f"Seat {number + 1}" if kind == "seat" else str(number)


@given(action_spaces())
def test_every_number_is_one_verb_with_arguments_and_back(space):
    decoded = [space.decode(action) for action in range(space.size)]
    assert decoded == list(space)
    assert [space.encode(verb, *args) for verb, args in decoded] == list(range(space.size))


@given(action_spaces())
def test_a_verbs_numbers_lie_together_from_its_first(space):
    for number, verb in enumerate(space.verbs):
        own = [action for action in range(space.size) if space.verb_numbers[action] == number]
        assert own[0] == space.first(verb.name) == space.encode(verb.name, *(0 for _ in verb.arguments))
        assert own == list(range(own[0], own[0] + len(own)))
        assert space.verb_number(verb.name) == number
        assert space.verb(verb.name) is verb


@given(action_spaces())
def test_a_verb_is_read_by_name_as_its_first_action(space):
    for verb in space.verbs:
        assert getattr(space, attribute(verb.name)) == space.first(verb.name)


@given(action_spaces())
def test_rules_ask_an_action_for_its_verb_and_its_arguments(space):
    verb, argument, first, second, back = linked(
        space, verb_of, argument_of, first_argument, second_argument, action_with
    )
    for action in range(space.size):
        name, args = space.decode(action)
        assert verb(action) == space.first(name)
        assert argument(action) == action - space.first(name)
        if len(args) == 2:
            assert (first(action), second(action)) == args
            assert back(space.first(name), *args) == action
        elif len(args) == 1:
            assert (argument(action),) == args


@pytest.mark.parametrize("space", SPACES)
def test_no_two_actions_have_the_same_label(space):
    labels = []
    for action in range(space.size):
        verb, args = space.decode(action)
        kinds = [argument.type for argument in space.verb(verb).arguments]
        if any(kind == "card" and value >= len(DECK.rows) for kind, value in zip(kinds, args, strict=True)):
            continue  # a kind that this deck does not use
        labels.append(space.describe(action, named).label)
    assert len(labels) > 40
    assert len(set(labels)) == len(labels)


def test_an_action_is_described_by_its_verb_arguments_and_label():
    space = SPACES[0]
    action = space.describe(space.encode("pick", 2), named)
    assert (action.id, action.verb, action.args, action.label) == (
        space.first("pick") + 2,
        "pick",
        (2,),
        "Pick Broken Sword",
    )


def test_the_log_names_the_seat_and_the_arguments():
    space = SPACES[0]
    assert space.tell(space.encode("peek_at", 3), 0, named) == "Seat 1 peeks at Seat 4."
    assert space.tell(space.encode("done"), 0, named) == ""


def test_named_choices_stand_in_labels():
    space = ActionSpace([Verb((Argument("side", 2, "choice", ("heads", "tails")),), "Call {side}", name="flip")])
    assert [space.describe(action, named).label for action in range(2)] == ["Call heads", "Call tails"]


@pytest.mark.parametrize("value", [-1, 6])
def test_an_argument_out_of_range_is_refused(value):
    space = ActionSpace([Verb((Argument("count", 6),), name="draw")])
    with pytest.raises(WorkbenchError, match=rf"draw: count is {value}; expected 0 to 5"):
        space.encode("draw", value)


def test_a_missing_argument_is_refused():
    space = ActionSpace([Verb((Argument("seat", 3), Argument("count", 6)), name="give")])
    with pytest.raises(ValueError, match="shorter"):
        space.encode("give", 1)


def test_use_and_audience_are_listed_by_verb():
    space = ActionSpace(
        [Verb((Argument("card", 3),), use=PICKS, name="pick"), Verb((), heard_by=HEARD_BY_EVERYONE, name="pass")]
    )
    assert space.use.tolist() == [PICKS, 0]
    assert space.heard_by.tolist() == [0, HEARD_BY_EVERYONE]


# Listing what is legal


def linked(space: ActionSpace, *functions):
    """Kernel functions linked to an action space."""
    bindings = {
        "VERB_OF": space.verb_numbers.tolist(),
        "VERB_START": space.verb_starts.tolist(),
        "SHARING": space.sharing.tolist(),
        "FIRST_ARGUMENT": space.first_arguments.tolist(),
        "SECOND_ARGUMENT": space.second_arguments.tolist(),
        "USE": space.use.tolist(),
    }
    return [link({"it": function}, bindings, rule)["it"] for function in functions]


def listed(space: ActionSpace, people: int, last_pick: int, ranges: list[tuple[str, int]]):
    """The action list of a legal function that allows `number` actions of each verb."""
    clear, allow_one, allow_many = linked(space, clear_actions, allow, allow_range)
    actions = plain_record_class(space.list_dtype, "Actions")()
    clear(actions, people, 1, last_pick, 0)
    for verb, number in ranges:
        if space.verb(verb).use == PICKS:
            for i in range(number):
                allow_one(actions, space.first(verb) + i)
        else:
            allow_many(actions, space.first(verb), number)
    groups = [*actions.verb_start[: actions.verbs], actions.count]
    return [list(actions.list[start:stop]) for start, stop in pairwise(groups)]


SETS = ActionSpace(
    [
        Verb((Argument("count", 3),), name="draw"),
        Verb((Argument("card", 5),), use=PICKS, name="pick"),
        Verb((Argument("card", 5),), use=PEOPLE_ONLY, name="put_back"),
        Verb(name="done"),
    ]
)


def test_people_are_offered_everything_verb_by_verb():
    everything = [("draw", 3), ("pick", 5), ("put_back", 5), ("done", 1)]
    assert listed(SETS, 1, 4, everything) == [[0, 1, 2], [3, 4, 5, 6, 7], [8, 9, 10, 11, 12], [13]]


def test_bots_are_offered_no_pick_below_their_last_and_nothing_for_people_only():
    everything = [("draw", 1), ("pick", 5), ("put_back", 5), ("done", 1)]
    assert listed(SETS, 0, -1, everything) == [[0], [3, 4, 5, 6, 7], [13]]
    assert listed(SETS, 0, 3, everything) == [[0], [6, 7], [13]], "the same kind again may be picked"


def test_nothing_allowed_lists_nothing():
    assert listed(SETS, 1, -1, [("draw", 0), ("pick", -1)]) == []


@given(action_spaces(), st.data())
def test_a_list_holds_what_was_allowed_grouped_by_verb(space, data):
    sizes = {verb.name: prod(argument.size for argument in verb.arguments) for verb in space.verbs}
    ranges = [(name, data.draw(st.integers(0, size))) for name, size in sizes.items()]
    expected = [list(range(space.first(name), space.first(name) + number)) for name, number in ranges if number]
    assert listed(space, 1, -1, ranges) == listed(space, 0, -1, ranges) == expected


@pytest.mark.parametrize("allow_mask", [allow_each, allow_seats])
@pytest.mark.parametrize("people", [0, 1])
@given(seats=st.integers(0, 255))
def test_each_number_of_a_mask_is_listed_in_order(allow_mask, people, seats):
    ask = Verb((Argument("seat", 8, "seat"),), name="ask")
    point = Verb((Argument("seat", 8, "seat"),), use=PEOPLE_ONLY, name="point")
    space = ActionSpace([Verb(name="pass"), ask, point])
    clear, allow_these = linked(space, clear_actions, allow_mask)
    actions = plain_record_class(space.list_dtype, "Actions")()
    clear(actions, people, 1, -1, 0)
    for verb in ("ask", "point"):
        allow_these(actions, space.first(verb), seats)
    wanted = [seat for seat in range(8) if seats >> seat & 1]
    expected = [space.encode(verb, seat) for verb in ("ask", "point")[: 1 + people] for seat in wanted]
    assert list(actions.list[: actions.count]) == expected
    assert actions.verbs == (1 + people if wanted else 0)

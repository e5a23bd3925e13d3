"""A match: acting, sets as one act, undo and redo, and refusals that change nothing."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import workbench as wb
from tests.play.matches import everything, finished, new_match, pick_labels
from workbench.kernel.actions import Action
from workbench.play import Match
from workbench.storage.errors import DeckError, IllegalAction, OptionError, WorkbenchError

ANSWERING_SEAT = 1


# What it is made of


def test_a_match_knows_what_it_was_made_of() -> None:
    match = new_match(seats=5, seed=99, options={"deal_size": 3}, bots={4: "greedy"})
    assert (match.game, match.seats, match.seed, match.bots) == (wb.game("guild_master"), 5, 99, {4: "greedy"})
    assert match.options["deal_size"] == 3
    assert match.options["trade_offer_cap"] == "none"
    assert list(match.options) == [option.key for option in match.game.options]
    assert match.deck == wb.load_deck("guild_master", "medieval")
    assert match.variant is match.game.variants[0]
    assert repr(match) == "<Match guild_master/base_game: 5 seats, turn 1, draw_1>"


def test_what_is_not_given_is_the_default() -> None:
    match = Match("guild_master")
    assert match.seats == match.variant.default_seats
    assert 0 <= match.seed < 2**63
    assert Match("guild_master").seed != match.seed
    assert match.options == {option.key: option.default for option in match.game.options}


def test_a_match_takes_a_game_a_deck_a_name_or_a_path(tmp_path: Path) -> None:
    deck = wb.load_deck("guild_master")
    decks: list[Any] = [deck, "medieval", deck.save(tmp_path / "copy"), str(tmp_path / "copy")]
    records = {Match(wb.game("guild_master"), seats=3, seed=1, deck=one).state.tobytes() for one in decks}
    assert len(records) == 1


def test_numpy_numbers_are_numbers(match: Match) -> None:
    other = Match("guild_master", seats=np.int64(3), seed=np.int32(7), options={"first_seat": 0})
    assert other.state.tobytes() == match.state.tobytes()
    other.play(np.int8(0), np.int64(other.legal(np.int16(0))[0].id))
    assert json.dumps(other.to_dict())


def test_options_of_the_deck_are_defaults_of_the_match() -> None:
    deck = wb.load_deck("guild_master").edit(meta={"options": {"deal_size": 4}})
    assert new_match(deck=deck).options["deal_size"] == 4
    assert new_match(deck=deck, options={"deal_size": 2}).options["deal_size"] == 2


BAD_SETUPS: list[tuple[dict[str, Any], type[WorkbenchError], tuple[str, ...]]] = [
    ({"game": "guilds"}, OptionError, ("guilds", "guild_master")),
    ({"game": 5}, OptionError, ("5", "guild_master")),
    ({"game": None}, OptionError, ("None", "guild_master")),
    ({"seats": 1}, OptionError, ("1", "2 to 8")),
    ({"seats": 9}, OptionError, ("9", "2 to 8")),
    ({"seats": -2}, OptionError, ("-2", "2 to 8")),
    ({"seats": "4"}, OptionError, ("'4'", "2 to 8")),
    ({"seats": 4.0}, OptionError, ("4.0", "2 to 8")),
    ({"seats": True}, OptionError, ("True", "2 to 8")),
    ({"seats": [4]}, OptionError, ("[4]", "2 to 8")),
    ({"seats": 10**5000}, OptionError, ("type int", "2 to 8")),
    ({"seed": -1}, OptionError, ("-1", str(2**63 - 1))),
    ({"seed": 2**63}, OptionError, (str(2**63), str(2**63 - 1))),
    ({"seed": 1.5}, OptionError, ("1.5", "whole number")),
    ({"seed": "7"}, OptionError, ("'7'", "whole number")),
    ({"seed": False}, OptionError, ("False", "whole number")),
    ({"options": {"deal_sise": 5}}, OptionError, ("deal_sise", "Did you mean 'deal_size'")),
    ({"options": {3: 5}}, OptionError, ("3", "deal_size")),
    ({"options": {"deal_size": 11}}, OptionError, ("deal_size", "11", "1 to 10")),
    ({"options": {"deal_size": "many"}}, OptionError, ("deal_size", "many", "1 to 10")),
    ({"options": {"deal_size": None}}, OptionError, ("deal_size", "None", "1 to 10")),
    ({"options": {"deal_size": 10**5000}}, OptionError, ("deal_size", "type int")),
    ({"options": {"equal_turns": 1}}, OptionError, ("equal_turns", "1", "true or false")),
    ({"options": {"draw_mode": "cuont"}}, OptionError, ("cuont", "Did you mean 'count'")),
    ({"options": {"first_seat": 3}}, OptionError, ("first_seat", "3", "0 to 2")),
    ({"options": {"game_variant": "labyrinth"}}, OptionError, ("labyrinth", "base_game")),
    ({"options": ["deal_size"]}, OptionError, ("['deal_size']", "mapping")),
    ({"options": 5}, OptionError, ("5", "mapping")),
    ({"bots": {0: "gredy"}}, OptionError, ("gredy", "Did you mean 'greedy'")),
    ({"bots": {0: None, 3: "greedy"}}, OptionError, ("3", "0 to 2")),
    ({"bots": {"0": "greedy"}}, OptionError, ("'0'", "0 to 2")),
    ({"bots": {0: ["greedy"]}}, OptionError, ("greedy", "random")),
    ({"bots": "greedy"}, OptionError, ("'greedy'", "mapping from seat")),
    ({"bots": ["greedy"]}, OptionError, ("['greedy']", "mapping from seat")),
    ({"deck": "medievil"}, DeckError, ("medievil", "medieval")),
    ({"deck": 5}, DeckError, ("5", "medieval")),
    ({"deck": "/no/such/folder"}, DeckError, ("/no/such/folder",)),
    ({"seats": 8, "options": {"deal_size": 10}, "deck": "small"}, DeckError, ("80", "deal_size")),
]


@pytest.mark.parametrize(("given", "error", "words"), BAD_SETUPS, ids=[" ".join(case[0]) for case in BAD_SETUPS])
def test_a_wrong_setup_is_refused_with_the_value_and_the_fix(
    given: dict[str, Any], error: type[WorkbenchError], words: tuple[str, ...]
) -> None:
    if given.get("deck") == "small":
        whole = wb.load_deck("guild_master")
        given = {**given, "deck": whole.edit(remove=[row["card_id"] for row in whole.rows[60:] if not referred(row)])}
    with pytest.raises(error) as refusal:
        Match(given.get("game", "guild_master"), **{"seats": 3, **{k: v for k, v in given.items() if k != "game"}})
    for word in words:
        assert word in str(refusal.value)


def referred(row: dict[str, Any]) -> bool:
    """Whether another card's bonus comes from this one, so that it cannot be removed alone."""
    rows = wb.load_deck("guild_master").rows
    return any(other["bonus_source"] == row["name"] for other in rows)


# Acting


def test_legal_actions_are_in_ascending_order_with_distinct_labels(offering: Match) -> None:
    legal = offering.legal(0)
    assert [action.id for action in legal] == sorted({action.id for action in legal})
    assert len({action.label for action in legal}) == len(legal)
    assert offering.legal(1) == offering.legal(2) == []


def test_every_legal_action_can_be_played_and_taken_back() -> None:
    chooser = random.Random(4)
    match = new_match()
    for _ in range(60):
        seat = chooser.choice(match.to_act)
        before = everything(match)
        for action in match.legal(seat):
            match.play(seat, action)
            assert match.undo()
            assert everything(match)[0:4] == before[0:4]
        match.play(seat, chooser.choice(match.legal(seat)))


def test_a_set_is_one_act(offering: Match) -> None:
    chosen = [*pick_labels(offering, 0)[:2], "Wish for 2 in return", "Done"]
    before = everything(offering)
    offering.play(0, chosen)
    assert [action.label for _, action in offering.log[-4:]] == chosen
    assert len(offering.acts) == 2
    assert offering.to_act == (ANSWERING_SEAT,)
    assert offering.undo()
    assert everything(offering)[:4] == before[:4]


@pytest.mark.parametrize("order", [1, -1])
def test_a_set_may_be_picked_in_any_order(offering: Match, order: int) -> None:
    picks = pick_labels(offering, 0)[:3]
    offering.play(0, [*picks[::order], "Done"])
    names = [row["name"] for row in offering.deck.rows]
    in_card_order = sorted((pick.removeprefix("Pick ") for pick in picks), key=names.index)
    assert offering.view(1)["zones"]["offered"][0]["cards"] == in_card_order


def test_cards_picked_one_by_one_and_as_a_set_end_alike(offering: Match) -> None:
    picks = pick_labels(offering, 0)[:2]
    for label in [*picks, "Done"]:
        offering.play(0, label)
    other = new_match()
    other.play(0, "Offer cards to Seat 2")
    other.play(0, [*picks, "Done"])
    assert other.state.tobytes() == offering.state.tobytes()
    assert [other.seat_log(viewer) for viewer in (None, 0, 1, 2)] == [offering.seat_log(v) for v in (None, 0, 1, 2)]


@pytest.mark.parametrize(
    "last", ["Pick nothing of the kind", 10**9, -1, None, "Confirm the trade", "", 3.0, True, b"Done", {"id": 1}]
)
def test_a_set_whose_last_action_is_not_legal_changes_nothing_at_all(offering: Match, last: Any) -> None:
    before = everything(offering)
    with pytest.raises(IllegalAction):
        offering.play(0, [*pick_labels(offering, 0)[:3], "Wish for 1 in return", last])
    assert everything(offering) == before


def test_an_empty_act_is_refused(match: Match) -> None:
    for nothing in ([], ()):
        with pytest.raises(IllegalAction, match="submitted nothing"):
            match.play(0, nothing)


class Hostile:
    """A value that cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no")

    __str__ = __repr__


WRONG_SEATS = [-1, 3, 8, 64, 10**30, 10**5000, "0", 0.0, True, [], [0], {}, b"0", Hostile()]


@pytest.mark.parametrize(
    "seat",
    WRONG_SEATS,
    ids=lambda seat: (
        f"{type(seat).__name__} {str(seat)[:8]}" if not isinstance(seat, (Hostile, int)) else type(seat).__name__
    ),
)
def test_a_wrong_seat_is_refused_everywhere(match: Match, seat: Any) -> None:
    before = everything(match)
    calls: list[Callable] = [
        match.legal, match.view, match.scene, match.export, match.seat_log, match.play_bot, match.play_default,
        lambda seat: match.play(seat, "End trading"), lambda seat: match.seat_bot(seat, "greedy"),
        lambda seat: match.seat_bot(seat, None),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(OptionError, match=r"There is no seat .* seats 0 to 2"):
            call(seat)
    assert everything(match) == before


def test_a_spectator_is_no_seat_that_acts(match: Match) -> None:
    for call in (match.legal, match.export, match.play_bot, match.play_default):
        with pytest.raises(OptionError, match="There is no seat None"):
            call(None)  # type: ignore[arg-type]


json_like = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-5, 700),
        st.integers(),
        st.floats(),
        st.text(max_size=9),
        st.binary(max_size=4),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.tuples(inner), st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=6,
)
actions = st.one_of(
    json_like,
    st.just(Hostile()),
    st.builds(Action, json_like, st.text(max_size=4), st.just(()), st.text(max_size=4)),
    st.lists(
        st.one_of(st.integers(-2, 500), st.sampled_from(["Done", "Pick Moat", "End trading"]), json_like), max_size=5
    ),
)


@settings(max_examples=60)
@given(seat=st.one_of(st.integers(-1, 3), json_like), action=actions, start=st.integers(0, 40))
def test_junk_as_seat_or_action_is_played_if_legal_or_changes_nothing(seat: Any, action: Any, start: int) -> None:
    match = STARTS[start] = STARTS.get(start) or played(start)
    before = everything(match)
    try:
        match.play(seat, action)
    except WorkbenchError:
        assert everything(match) == before
    else:
        assert match.undo()
        assert everything(match)[:4] == before[:4]
        STARTS[start] = played(start)


def played(acts: int) -> Match:
    """A match after this many acts of random bots."""
    match = new_match(seed=acts, bots=dict.fromkeys(range(3), "random"))
    for _ in range(acts):
        match.play_bot(match.to_act[0])
    return match


STARTS: dict[int, Match] = {}  # matches to try junk on, by number of acts; a refused act leaves them as they are


def test_a_fault_in_the_middle_of_an_act_leaves_the_match_as_it_was(
    offering: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = everything(offering)
    take = offering._take
    done = next(action for action in offering.legal(0) if action.verb == "done")

    def break_off(seat: int, action: int) -> None:
        take(seat, action)
        if action == done.id:
            raise KeyboardInterrupt

    monkeypatch.setattr(offering, "_take", break_off)
    with pytest.raises(KeyboardInterrupt):
        offering.play(0, [*pick_labels(offering, 0)[:2], "Done"])
    monkeypatch.undo()
    assert everything(offering) == before


# Undo and redo


def test_a_new_match_has_nothing_to_undo_or_redo(match: Match) -> None:
    assert (match.can_undo, match.can_redo) == (False, False)
    assert (match.undo(), match.redo()) == (False, False)


def test_undo_and_redo_walk_the_whole_match_back_and_forth() -> None:
    match = new_match(bots=dict.fromkeys(range(3), "random"))
    stations = [everything(match)[:3]]
    while not match.over and len(match.acts) < 150:
        match.play_bot(match.to_act[0])
        stations.append(everything(match)[:3])
    for station in reversed(stations[:-1]):
        assert match.undo()
        assert everything(match)[:3] == station
    assert not match.undo()
    for station in stations[1:]:
        assert match.can_redo
        assert match.redo()
        assert everything(match)[:3] == station
    assert not match.redo()


def test_a_new_act_drops_what_was_undone(match: Match) -> None:
    match.play(0, "Offer cards to Seat 2")
    match.play(0, "Done")
    match.undo()
    match.undo()
    assert match.can_redo
    match.play(0, "End trading")
    assert not match.can_redo
    assert not match.redo()
    assert [action.label for _, action in match.log] == ["End trading"]


def test_a_refused_act_does_not_drop_what_was_undone(match: Match) -> None:
    match.play(0, "End trading")
    match.undo()
    with pytest.raises(IllegalAction):
        match.play(0, "Confirm the trade")
    assert match.redo()
    assert match.phase != "trade_1"


def test_the_end_of_a_match_can_be_undone() -> None:
    match = finished()
    assert match.undo()
    assert not match.over
    assert match.winners == ()
    assert match.redo()
    assert match.over


# The end


def test_nobody_has_won_before_the_end(match: Match) -> None:
    assert not match.over
    assert match.winners == ()


def test_when_it_is_over_no_seat_may_act() -> None:
    match = finished()
    before = everything(match)
    for seat in range(3):
        assert match.legal(seat) == []
        with pytest.raises(IllegalAction, match="The match is over"):
            match.play(seat, "End trading")
        with pytest.raises(IllegalAction, match="The match is over"):
            match.play_bot(seat)
        with pytest.raises(IllegalAction, match="The match is over"):
            match.play_default(seat)
    match.play_bots()
    assert everything(match) == before


# What the host holds and what it gives away


def test_the_state_is_a_copy(match: Match) -> None:
    before = match.state.tobytes()
    state = match.state
    state["current"] = 2
    state["place"][:] = 7
    assert match.state.tobytes() == before


def test_views_logs_and_dicts_are_copies(match: Match) -> None:
    before = everything(match)
    match.view(0)["zones"]["hand"].clear()
    match.view(0)["log"].clear()
    match.view(0)["options"].clear()
    match.seat_log(0).clear()
    match.log.clear()
    data = match.to_dict()
    data["acts"].append("x")
    data["options"].clear()
    data["deck"]["tables"].clear()
    match.export(0)["options"].clear()
    assert everything(match) == before


def test_the_log_lists_every_action_with_its_seat(offering: Match) -> None:
    offering.play(0, [*pick_labels(offering, 0)[:2], "Done"])
    seats, verbs = zip(*[(seat, action.verb) for seat, action in offering.log], strict=True)
    assert seats == (0, 0, 0, 0)
    assert verbs == ("offer_to", "pick", "pick", "done")


def test_the_match_is_its_deck_options_seats_seed_and_acts() -> None:
    match = finished(5, bot="random")
    again = Match("guild_master", seats=3, seed=5, options={"first_seat": 0}, deck=match.deck, bots=match.bots)
    for seat, action in match.log:
        again.play(seat, action)
    assert again.state.tobytes() == match.state.tobytes()
    assert again.winners == match.winners
    assert [again.seat_log(viewer) for viewer in (None, 0, 1, 2)] == [match.seat_log(v) for v in (None, 0, 1, 2)]


def test_a_copy_has_scenes_of_its_own() -> None:
    match = new_match()
    scenes = [match.scene(seat) for seat in range(3)]
    copy = match.fork()
    copy.play(0, copy.legal(0)[0])
    assert copy.scene(0) == Match.from_dict(copy.to_dict()).scene(0) != scenes[0]
    assert match.redealt(0, 5).scene(1) != scenes[1], "the seat holds other cards there"
    assert all(match.scene(seat) is scene for seat, scene in enumerate(scenes))

"""Undo is fair: what has shown somebody something stays played among several people; else undo makes it practice."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.play.players import some_act
from workbench.kernel.state import HIDDEN
from workbench.play.history import WENT_BACK
from workbench.play.host import TableHost
from workbench.play.match import Match
from workbench.play.replay import checksum
from workbench.play.revealing import SEEN_SINCE, reveals
from workbench.play.store import MatchStore
from workbench.storage.errors import ReplayError, RoomError

GAMES = ("guild_master", "guile", "excalibur")


def table(game: str, free_undo: bool = False, **wanted: Any) -> TableHost:
    """A table that has begun, with two people unless bots are wanted."""
    host = TableHost(Match(game, **{"seats": 2, "seed": 4, **wanted}), free_undo=free_undo)
    host.start()
    return host


def play(host: TableHost, seat: int, verb: str, *arguments: int) -> None:
    """A person plays a verb with its arguments."""
    host.act(seat, (host.match.variant.actions.encode(verb, *arguments),))


def play_until(host: TableHost, phase: str) -> TableHost:
    """People pass until a phase begins."""
    for _ in range(100):
        if host.match.phase == phase:
            return host
        host.match.play_default(host.due[0])
    raise AssertionError(f"no phase {phase}")


def peek(host: TableHost) -> None:
    """The person whose turn it is looks at a card of Guile."""
    play(play_until(host, "act"), host.due[0], "peek")


def draw(host: TableHost) -> None:
    """A person draws as many cards of Guild Master as allowed."""
    play_until(host, "draw_1")
    host.act(host.due[0], (host.match.legal(host.due[0])[-1].id,))


def take_chips(host: TableHost) -> None:
    """All name a slot of Excalibur, and get its chip."""
    for seat in host.match.to_act:
        play(host, seat, "slot_0", seat)


SHOWING = {
    "guile": (peek, {}),
    "guild_master": (draw, {"options": {"deal_size": 3, "first_seat": 0}}),
    "excalibur": (take_chips, {"options": {"chat": False}}),
}


@pytest.mark.parametrize("game", GAMES)
def test_two_people_cannot_take_back_what_has_been_seen(game: str) -> None:
    act, wanted = SHOWING[game]
    host = table(game, **wanted)
    act(host)
    before = host.match.state.tobytes()
    assert (host.can_undo, host.undo_refusal) == (False, SEEN_SINCE)
    with pytest.raises(RoomError, match="seen since"):
        host.undo()
    assert host.match.state.tobytes() == before
    assert not host.match.practice


@pytest.mark.parametrize("game", GAMES)
def test_with_free_undo_two_people_take_it_back_and_the_match_is_practice(game: str) -> None:
    act, wanted = SHOWING[game]
    host = table(game, free_undo=True, **wanted)
    act(host)
    assert host.can_undo
    acts = len(host.match.acts)
    host.undo()
    assert len(host.match.acts) == acts - 1
    assert host.match.practice
    host.redo()
    assert host.match.practice, "what was seen stays seen"


def test_alone_with_bots_what_was_drawn_is_taken_back_and_the_match_is_practice() -> None:
    host = table("guild_master", bots={1: "random"}, options={"deal_size": 3, "first_seat": 0})
    draw(host)
    host.undo()
    assert not host.match.acts
    assert host.match.practice


def test_public_acts_of_two_people_are_taken_back() -> None:
    host = table("guild_master", options={"first_seat": 0})
    play_until(host, "build")
    play(host, 0, "build_category", 0)
    host.undo()
    assert host.match.phase == "build"
    guile = table("guile")
    play(guile, guile.due[0], "choose_faction", 0)
    guile.undo()
    assert not guile.match.acts
    exchanged = play_until(table("guile"), "act")
    seat = exchanged.due[0]
    exchange = next(action for action in exchanged.match.legal(seat) if action.verb == "exchange")
    before = exchanged.match.state.tobytes()
    exchanged.act(seat, (exchange.id,))
    exchanged.undo()
    assert exchanged.match.state.tobytes() == before
    assert [one.match.practice for one in (host, guile, exchanged)] == [False] * 3


def test_a_secret_choice_is_taken_back_until_the_last_is_in() -> None:
    host = table("excalibur", seats=3, options={"chat": False})
    play(host, 0, "slot_0", 0)
    play(host, 1, "slot_0", 1)
    assert host.can_undo
    host.undo()
    assert host.match.to_act == (1, 2)
    play(host, 1, "slot_0", 2)
    play(host, 2, "slot_0", 3)
    assert not host.can_undo


def test_the_last_choice_in_secret_stays_made_even_if_no_card_is_seen_by_it() -> None:
    """All have placed their cards in Guile: whoever was last cannot place others now that the other one is done."""
    host = play_until(table("guile"), "act")
    assert not host.can_undo


def test_chance_is_not_drawn_twice_even_if_no_card_is_seen_by_it() -> None:
    drawn = 0
    for seed in range(25):
        match, chance = Match("excalibur", seats=3, seed=seed, options={"chat": False}), random.Random(seed)
        while not match.over:
            before = match.state.random_state.tolist()
            seat = match.to_act[0]
            match.play(seat, chance.choice(match.legal(seat)))
            if match.state.random_state.tolist() != before:
                drawn += 1
                assert match.revealed()
    assert drawn


def test_an_offer_that_its_partner_has_seen_stays_made() -> None:
    host = play_until(table("guild_master", options={"first_seat": 0}), "trade_1")
    play(host, 0, "offer_to", 1)
    card = next(action for action in host.match.legal(0) if action.verb == "pick")
    play(host, 0, "pick", *card.args)
    assert host.may_undo(0)
    play(host, 0, "done")
    assert not host.may_undo(0)
    play(host, 1, "decline")
    host.undo()
    assert not host.may_undo(0), "the answer goes back, and the offer does not"


def test_nobody_learns_by_what_may_be_taken_back_that_an_offer_is_prepared() -> None:
    """GM-406: before it is made, nobody else can tell; whoever prepares it steps back alone."""
    host = play_until(table("guild_master", options={"first_seat": 0}), "trade_1")
    others = [(host.may_undo(viewer), host.undo_refusal_for(viewer), host.can_redo) for viewer in (None, 1)]
    play(host, 0, "offer_to", 1)
    assert [(host.may_undo(viewer), host.undo_refusal_for(viewer), host.can_redo) for viewer in (None, 1)] == others
    host.undo_for(0)
    assert "offer_to" in {action.verb for action in host.match.legal(0)}
    assert [(host.may_undo(viewer), host.undo_refusal_for(viewer), host.can_redo) for viewer in (None, 1)] == others


def test_a_look_that_is_over_does_not_come_back() -> None:
    """In Guile: peek, put the card back, an exchange of each seat; only the exchanges are taken back."""
    host = play_until(table("guile"), "act")
    play(host, host.due[0], "peek")
    play(host, host.due[0], "lay_back")
    for _ in range(2):
        exchange = next(action for action in host.match.legal(host.due[0]) if action.verb == "exchange")
        host.act(host.due[0], (exchange.id,))
    for _ in range(2):
        host.undo()
    assert (host.match.phase, host.can_undo) == ("act", False)
    with pytest.raises(RoomError, match="seen since"):
        host.undo()


def test_what_one_takes_back_unnoticed_leaves_what_others_do_unnoticed() -> None:
    host = play_until(table("guile"), "place")
    laid = [next(action for action in host.match.legal(seat) if action.verb == "lay") for seat in (0, 1)]
    for seat in (0, 1):
        host.act(seat, (laid[seat].id,))
    view, asked = host.match.view(1), host.question(1)
    host.undo_for(0)
    assert laid[0] in host.match.legal(0)
    assert (host.match.view(1), host.question(1)) == (view, asked)


def test_a_copy_that_goes_back_and_on_leaves_the_match_it_was_made_of() -> None:
    match = Match("guile", seats=2, seed=4)
    for _ in range(6):
        match.play_default(match.to_act[0])
    copy, before = match.fork(), [moment.record.buffer.tobytes() for moment in match.positions()]
    for _ in range(3):
        copy.undo()
    while copy.redo():
        pass
    assert [moment.record.buffer.tobytes() for moment in match.positions()] == before


def test_a_seat_that_says_that_it_has_no_sword_has_shown_something() -> None:
    """No card moves and none is shown; all the same, one could name seat after seat."""
    said = 0
    for seed in (0, 3, 8, 10):
        match, chance = Match("excalibur", seats=3, seed=seed, options={"chat": False}), random.Random(seed)
        while not match.over:
            lines = len(match.seat_log(None))
            seat = match.to_act[0]
            match.play(seat, chance.choice(match.legal(seat)))
            if any("has no sword" in line for line in match.seat_log(None)[lines:]):
                said += 1
                assert match.revealed()
    assert said


def test_what_an_act_shows_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[Any] = []

    def counted(match: Match, act: Any, before: Any, after: Any) -> bool:
        judged.append(act)
        return reveals(match, act, before, after)

    monkeypatch.setattr("workbench.play.revealing.reveals", counted)
    match = Match("guild_master", seats=2, seed=4)
    for _ in range(6):
        match.play_default(match.to_act[0])
    first = [match.revealed(acts) for acts in range(1, 7)]
    assert [match.revealed(acts) for acts in range(1, 7)] == first
    assert len(judged) == len({id(act) for act in judged}) > 1
    match.undo()
    match.play_default(match.to_act[0])
    before = len(judged)
    assert [match.revealed(acts) for acts in range(1, 7)] == first, "the same act in its place"
    assert len(judged) == before + 1


def test_a_practice_match_says_so_everywhere() -> None:
    host = table("guild_master", free_undo=True, options={"deal_size": 3, "first_seat": 0, "max_turns": 1})
    draw(host)
    assert "practice" not in host.match.to_dict()
    host.undo()
    assert "practice" in repr(host.match)
    while not host.match.over:
        host.match.play_default(host.match.to_act[0])
    assert host.scene(None)["message"].endswith("This was a practice match.")
    assert host.match.fork().practice


def test_the_mark_is_saved_and_brought_back_and_old_files_have_none() -> None:
    match = Match("guile", seed=1)
    assert not Match.from_dict(json.loads(json.dumps(match.to_dict()))).practice
    match.practice = True
    saved = json.loads(json.dumps(match.to_dict()))
    assert Match.from_dict(saved).practice
    saved["practice"] = "yes"
    saved["checksum"] = checksum(saved)
    with pytest.raises(ReplayError, match="practice mark"):
        Match.from_dict(saved)


def known_cards(match: Match, viewer: int | None) -> dict[int, int]:
    """Where the cards lie that a viewer can identify."""
    places = match.observed(viewer).place
    return {card: places[card] for card in range(match.state.card_count) if places[card] != HIDDEN}


@pytest.mark.slow
@settings(max_examples=15)
@given(data=st.data())
def test_after_an_allowed_undo_everybody_still_knows_every_card_that_was_shown(data: st.DataObject) -> None:
    """Cards that anybody has come to know stay known where the match goes on; chance falls anew for nobody."""
    game = data.draw(st.sampled_from(GAMES))
    host = table(game, seed=data.draw(st.integers(0, 99)), options={"chat": False} if game == "excalibur" else {})
    chance = data.draw(st.randoms(use_true_random=False))
    viewers = (None, *range(host.match.seats))
    for _ in range(data.draw(st.integers(1, 40))):
        if host.match.over:
            break
        seat = chance.choice(host.match.to_act)
        host.act(seat, tuple(some_act(host.scene(seat), chance)["actions"]))
        seen = [known_cards(host.match, viewer).keys() for viewer in viewers]
        generators = host.match.state.random_state.tolist(), host.match.state.shuffle_state.tolist()
        while chance.random() < 0.4 and host.can_undo:
            host.undo()
            for viewer, shown in zip(viewers, seen, strict=True):
                assert shown <= known_cards(host.match, viewer).keys()
            assert generators == (host.match.state.random_state.tolist(), host.match.state.shuffle_state.tolist())


def saved(host: TableHost) -> str:
    """The text of the file that a table saves."""
    return json.dumps(host.match.to_dict())


def test_save_a_look_and_load_is_no_free_look_among_several_people() -> None:
    host = table("guile")
    text = saved(play_until(host, "act"))
    play(host, host.due[0], "peek")
    host.load(text, "match.json")
    assert host.match.practice
    assert all(host.match.seat_log(viewer)[-1] == WENT_BACK for viewer in (None, 0, 1))
    *_, before, went_back = host.match.scene(None).notes
    assert went_back.round == before.round == 1
    again = Match.from_dict(json.loads(saved(host)))
    assert (again.seat_log(None), again.practice) == (host.match.seat_log(None), True)


def test_it_is_none_by_way_of_another_match_or_another_window(tmp_path: Path) -> None:
    store = MatchStore(tmp_path)
    host = TableHost(Match("guile", seats=2, seed=4), store=store)
    host.start()
    text = saved(play_until(host, "act"))
    play(host, host.due[0], "peek")
    host.replace(Match("guile", seats=2, seed=5), host.screen)
    host.load(text, "match.json")
    assert host.match.practice
    other = TableHost(Match("guile", seats=2, seed=6), store=MatchStore(tmp_path))
    other.load(text, "match.json")
    assert other.match.seat_log(1)[-1] == WENT_BACK


def test_that_a_match_went_back_cannot_be_taken_back() -> None:
    host = table("guile", free_undo=True)
    text = saved(play_until(host, "act"))
    play(host, host.due[0], "peek")
    host.load(text, "match.json")
    for _ in range(3):
        host.undo()
    assert host.match.seat_log(None)[-1] == WENT_BACK
    host.match.name_seats(["Anna", "Ben"])
    assert host.match.seat_log(None)[-1] == WENT_BACK


def test_who_goes_on_where_the_file_ends_has_not_gone_back(tmp_path: Path) -> None:
    host = TableHost(Match("guile", seats=2, seed=4), store=MatchStore(tmp_path))
    host.start()
    play_until(host, "act")
    peek(host)
    text = saved(host)
    for _ in range(2):
        host.load(text, "match.json")
    host.resume(host.kept.id)
    assert not host.match.practice
    assert not host.match.returns


def test_both_courses_of_a_match_say_so_once_when_they_are_brought_back(tmp_path: Path) -> None:
    host = TableHost(Match("guile", seats=2, seed=4), store=MatchStore(tmp_path))
    host.start()
    text, first = saved(play_until(host, "act")), host.kept.id
    play(host, host.due[0], "peek")
    host.load(text, "match.json")
    exchange = next(action for action in host.match.legal(host.due[0]) if action.verb == "exchange")
    host.act(host.due[0], (exchange.id,))
    for match_id in (host.kept.id, first, host.kept.id, first):
        host.resume(match_id)
        assert len(host.match.returns) == 1
        assert host.match.practice


def test_somebody_alone_with_bots_loads_what_they_like() -> None:
    host = table("guile", bots={1: "random"})
    text = saved(host)
    host.match.play_default(host.match.to_act[0])
    host.load(text, "match.json")
    assert not host.match.returns

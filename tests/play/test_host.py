"""One machine's table: who may act, what counts as the same table, and games it does not know."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.example_game import PLAIN_DECK, known
from tests.play.players import some_act
from workbench.play.device import ONE_DEVICE, PUBLIC_SCREEN
from workbench.play.host import TableHost
from workbench.play.match import Match
from workbench.play.store import MatchStore
from workbench.storage.errors import IllegalAction, ReplayError, RoomError


@pytest.fixture(autouse=True)
def state_below_the_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches are kept below the test's own folder, never in the account's."""
    monkeypatch.setenv("WORKBENCH_STATE", str(tmp_path / "state"))


@pytest.fixture
def pledges() -> Iterator[Match]:
    """A match of the example game, which the workbench knows during the test."""
    with known():
        yield Match("pledges", seats=3, seed=4, deck=PLAIN_DECK)


def table(**wanted: object) -> TableHost:
    """A table of Guild Master that has begun."""
    match = Match("guild_master", seats=3, seed=7, options={"first_seat": 0}, **wanted)
    host = TableHost(match, store=MatchStore())
    host.bots.started = True
    return host


def test_a_person_cannot_act_for_a_bot() -> None:
    host = table(bots={0: "greedy"})
    with pytest.raises(RoomError, match="Aldith is played by a bot"):
        host.act(0, (host.match.legal(0)[0].id,))
    assert not host.match.acts


def test_a_seat_that_is_not_asked_cannot_act() -> None:
    host = table()
    with pytest.raises(IllegalAction, match="Seat 2 may not act now"):
        host.act(1, (host.match.legal(0)[0].id,))
    assert not host.match.acts


def test_a_question_stays_the_same_while_others_answer_theirs() -> None:
    """All name a chip at the same time: nobody's press is refused because another one was quicker."""
    host = TableHost(Match("excalibur", seats=4, seed=5, options={"chat": False}))
    host.bots.started = True
    assert host.match.to_act == (0, 1, 2, 3)
    asked = {seat: host.question(seat) for seat in range(4)}
    for seat in (2, 0, 3):
        host.act(seat, (host.match.legal(seat)[seat].id,), asked[seat])
        assert host.question(seat) == 0
        assert host.question(1) == asked[1]
        assert host.scene(1)["seats"][seat]["to_act"] is False, "who has answered is seen all the same"
    host.act(1, (host.match.legal(1)[1].id,), asked[1])
    assert host.question(1) != asked[1]
    with pytest.raises(IllegalAction, match="moved on"):
        host.act(1, (host.match.legal(1)[0].id,), asked[1])


def all_choose_together(phase: str, **options: object) -> TableHost:
    """A table of Excalibur at which four people are all to act in a phase."""
    host = TableHost(Match("excalibur", seats=4, seed=5, options=options))
    while host.match.phase != phase:
        host.match.play_default(host.match.to_act[0])
    assert host.match.to_act == (0, 1, 2, 3)
    return host


def test_nobody_is_asked_again_when_all_see_that_another_has_chosen() -> None:
    """A fist closes, which every scene shows; the chip that is pressed meanwhile is played all the same."""
    host = all_choose_together("play", chat=False)
    before, asked = host.scene(1)["zones"], host.question(1)
    host.act(2, (host.match.legal(2)[0].id,), host.question(2))
    assert host.scene(1)["zones"] != before
    host.act(1, (host.match.legal(1)[0].id,), asked)
    assert host.match.to_act == (0, 3)


def test_nobody_is_asked_again_when_another_says_something() -> None:
    host = all_choose_together("draw", chat=True)
    asked = {seat: host.question(seat) for seat in (1, 2)}
    phrase = next(action for action in host.match.legal(2) if action.verb == "say")
    host.act(2, (phrase.id,), asked[2])
    assert host.question(1) == asked[1]
    assert host.question(2) != asked[2]


def test_those_who_still_choose_are_not_asked_again_when_another_takes_its_choice_back() -> None:
    host = all_choose_together("draw", chat=False)
    asked = {seat: host.question(seat) for seat in (1, 2)}
    host.act(2, (host.match.legal(2)[0].id,), asked[2])
    host.undo()
    assert host.question(1) == asked[1]
    with pytest.raises(IllegalAction, match="moved on"):
        host.act(2, (host.match.legal(2)[0].id,), asked[2])


def test_on_the_open_floor_who_can_still_do_all_that_it_could_is_not_asked_again(pledges: Match) -> None:
    host, chance = TableHost(pledges), random.Random(1)
    while pledges.phase != "market":
        seat = pledges.to_act[0]
        host.act(seat, (chance.choice(pledges.legal(seat)).id,))
    asked, could = host.question(1), pledges.legal(1)
    host.act(0, (pledges.legal(0)[0].id,))
    assert pledges.to_act == (0, 1, 2)
    assert pledges.legal(1) == could
    assert host.question(1) == asked
    host.act(1, (pledges.legal(1)[0].id,), asked)


def test_on_the_open_floor_who_has_lost_a_choice_is_asked_again() -> None:
    host = TableHost(Match("guild_master", seats=3, seed=7, options={"game_variant": "player_interaction"}))
    match = host.match
    while match.phase != "trade_1":
        seat = match.to_act[0]
        match.play_default(seat)

    def act(seat: int, label: str, asked: int | None = None) -> None:
        host.act(seat, (next(action.id for action in match.legal(seat) if action.label.startswith(label)),), asked)

    for label in (f"Offer cards to {match.naming('seat', 1)}", "Pick", "Done"):
        act(0, label)
    asked, decline = host.question(1), match.legal(1)[-1].id
    act(2, "Offer cards to")
    assert host.question(1) == asked
    act(0, "Withdraw")
    with pytest.raises(IllegalAction, match="moved on"):
        host.act(1, (decline,), asked)


def test_a_press_on_a_match_is_refused_by_the_one_that_takes_its_place() -> None:
    for seat in range(3):
        first, second = (Match("guild_master", seats=3, seed=7, options={"first_seat": seat}) for _ in range(2))
        host = TableHost(first, store=MatchStore())
        asked = host.question(seat)
        host.replace(second, ONE_DEVICE)
        assert host.match.to_act == (seat,)
        with pytest.raises(IllegalAction, match="moved on"):
            host.act(seat, (host.match.legal(seat)[0].id,), asked)


@settings(max_examples=25)
@given(data=st.data())
def test_a_number_of_a_question_never_comes_again_for_another_one(data: st.DataObject) -> None:
    """Whatever is done, taken back or begun: the same number means the same scene, except for who is still to act."""
    game = data.draw(st.sampled_from(["guild_master", "guile", "excalibur"]))
    fresh = {"seats": 2, "seed": 3, "options": {"chat": False} if game == "excalibur" else {}}
    host, asked = TableHost(Match(game, **fresh), free_undo=True), {}
    for _ in range(data.draw(st.integers(1, 40))):
        for seat in host.match.to_act:
            scene = host.scene(seat)
            question = {part: scene[part] for part in ("choices", "selection", "message", "log")}
            assert asked.setdefault((seat, scene["asked"]), question) == question
        step = data.draw(st.sampled_from(["act", "act", "act", "act", "undo", "redo", "new"]))
        if step == "new" or host.match.over:
            host.replace(Match(game, **fresh), ONE_DEVICE)
        elif step == "act":
            seat, chance = data.draw(st.sampled_from(host.match.to_act)), data.draw(st.randoms(use_true_random=False))
            host.act(seat, tuple(some_act(host.scene(seat), chance)["actions"]))
        else:
            getattr(host, step)()


def two_people_at_the_round_table(screen: str = ONE_DEVICE) -> TableHost:
    """A table of Guile that two people share."""
    return TableHost(Match("guile", seats=2, seed=4), screen)


def play_to_the_end_of_a_round(host: TableHost) -> None:
    """Let whoever holds the device act until the next round is scored."""
    before, chance = host.match.scene(None).reveal, random.Random(2)
    while host.match.scene(None).reveal == before:
        if host.cover is not None:
            host.ready(host.cover)
        seat = host.due[0] if host.viewer is None else host.viewer
        host.act(seat, tuple(some_act(host.scene(seat), chance)["actions"]))


def test_when_all_look_at_a_reveal_no_hand_lies_behind_it() -> None:
    host = two_people_at_the_round_table()
    play_to_the_end_of_a_round(host)
    assert set(host.match.to_act) == {0, 1}, "whoever acted last is asked again, and has a hand"
    assert host.viewer is None
    assert host.cover == 0
    host.ready(0)
    host.act(0, (host.match.legal(0)[0].id,))
    assert host.cover == 1, "and then the device is passed on as ever"


def test_somebody_who_plays_alone_sees_a_reveal_without_a_cover() -> None:
    host = two_people_at_the_round_table()
    host.match.seat_bot(1, "random")
    host.bots.started = True
    host.bots.wake()
    play_to_the_end_of_a_round(host)
    assert (host.viewer, host.cover) == (0, None)


def test_a_public_screen_covers_nothing_at_a_reveal() -> None:
    host = two_people_at_the_round_table(PUBLIC_SCREEN)
    play_to_the_end_of_a_round(host)
    assert (host.viewer, host.cover) == (None, None)


def test_hands_that_come_to_lie_on_a_public_screen_are_covered_until_their_seat_is_ready() -> None:
    host = two_people_at_the_round_table(PUBLIC_SCREEN)
    assert (host.cover, host.viewer) == (None, None)
    host.lay_hands_on_screen()
    assert host.screen == ONE_DEVICE
    assert host.cover in host.due


def test_a_question_keeps_its_number_until_something_else_is_asked() -> None:
    host = table()
    first = host.question(0)
    assert host.question(0) == first
    assert host.question(1) == host.question(None) == 0
    host.act(0, (host.match.legal(0)[-1].id,), first)
    assert host.question(0) > first


def test_an_answer_to_an_offer_that_was_changed_meanwhile_is_refused() -> None:
    """The seat is asked after the same number of acts, and may do the same, but it has seen another offer."""
    host = table()
    host.free_undo = True
    match = host.match
    while match.phase != "trade_1":
        host.act(0, (match.legal(0)[0].id,))
    host.act(0, (match.variant.actions.encode("offer_to", 1),))
    picks = [action.id for action in match.legal(0) if action.verb == "pick"]
    done = match.variant.actions.encode("done")
    host.act(0, (picks[0], done))
    first = host.scene(1)["asked"]
    host.undo()
    host.scene(1)
    host.act(0, (picks[1], done))
    with pytest.raises(IllegalAction, match="moved on"):
        host.act(1, (match.variant.actions.encode("decline"),), first)


def test_the_number_of_a_question_tells_nothing_of_what_another_seat_does_in_secret(pledges: Match) -> None:
    numbers = []
    for busy in (0, 3):
        match = Match(pledges.game, seats=3, seed=4, deck=PLAIN_DECK)
        host = TableHost(match)
        while len(match.to_act) == 1 or not any(action.verb == "pick" for action in match.legal(match.to_act[0])):
            host.act(match.to_act[0], (match.legal(match.to_act[0])[0].id,))
        one, other = match.to_act[:2]
        before = host.scene(other)["asked"]
        for _ in range(busy):
            pick = next(action for action in match.legal(one) if action.verb == "pick")
            host.act(one, (pick.id,))
            back = next(action for action in match.legal(one) if action.verb == "put_back")
            host.act(one, (back.id,))
        numbers.append(host.scene(other)["asked"] - before)
    assert numbers == [0, 0]


def test_a_match_of_another_game_is_neither_loaded_nor_brought_back(pledges: Match) -> None:
    host = table()
    other = TableHost(pledges, store=MatchStore())
    other.bots.started = True
    other.replace(pledges, other.screen)
    before = host.match
    with pytest.raises(ReplayError, match="this table plays Guild Master"):
        host.load(json.dumps(pledges.to_dict()), "pledges.json")
    with pytest.raises(ReplayError, match="this table plays Guild Master"):
        host.resume(other.kept.id)
    assert host.match is before
    assert other.kept.store.holds(other.kept.id), "a refused match stays whose it was"


def new_lines(host: TableHost, seat: int | None) -> list[str]:
    """What the scene of a seat says happened since its last act."""
    scene = host.scene(seat)
    return list(scene["log"])[len(scene["log"]) - scene["since"] :]


def first_new_line(host: TableHost, seat: int) -> int:
    """Where the log of a seat begins to be new to it."""
    return len(host.scene(seat)["log"]) - host.scene(seat)["since"]


@pytest.mark.parametrize("game_id", ["guild_master", "guile", "excalibur"])
def test_what_happens_is_new_to_a_seat_until_it_acts_again(game_id: str) -> None:
    match = Match(game_id, seats=2, seed=5, bots={0: "random", 1: "random"})
    host, begin = TableHost(match), 0
    assert first_new_line(host, 0) == 0, "before its first act everything is"
    for _ in range(60):
        seat, before = match.to_act[0], len(host.scene(0)["log"])
        match.play_bot(seat)
        if seat == 0:
            begin = first_new_line(host, 0)
            assert begin == before, "its own act comes first"
        assert first_new_line(host, 0) == begin, "what others do is added"


def test_an_act_that_is_taken_back_makes_old_news_new_again() -> None:
    match = Match("guild_master", seats=2, seed=5, bots={0: "greedy", 1: "greedy"})
    host = TableHost(match)
    while match.to_act != (0,) or not match.acts or match.acts[-1].seat == 0:
        match.play_bot(match.to_act[0])
    news = new_lines(host, 0)
    assert any(line.startswith("Bors") for line in news)
    match.play_bot(0)
    assert not any(line.startswith("Bors") for line in new_lines(host, 0))
    match.undo()
    assert new_lines(host, 0) == news


def test_what_the_own_act_has_brought_about_is_news() -> None:
    """Seat 1 chooses last, so that its act reveals the chips of all."""
    host = all_choose_together("play", chat=False)
    while host.match.to_act != (0,):
        seat = host.match.to_act[-1]
        host.match.play(seat, host.match.legal(seat)[0])
    host.match.play(0, host.match.legal(0)[0])
    said = " ".join(new_lines(host, 0))
    assert all(f"Seat {number}" in said for number in (2, 3)), said


def test_a_spectator_has_no_last_act() -> None:
    host = table()
    host.match.play(0, host.match.legal(0)[0])
    assert host.scene(None)["since"] == 0

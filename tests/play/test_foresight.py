"""What an act that somebody only considers would lead to: from forks, without anything that the seat cannot know."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.kernel.registry import list_games
from workbench.play import Match
from workbench.play.foresight import Answer, foresee
from workbench.play.host import TableHost
from workbench.storage.errors import IllegalAction


def to_build(seed: int = 3) -> tuple[Match, int, list[int]]:
    """A match of Guild Master whose current seat may build, and the act that builds all it may."""
    match = Match("guild_master", seats=3, seed=seed, bots=dict.fromkeys(range(3), "greedy"))
    while not (match.phase == "build" and any(action.verb == "done" for action in match.legal(match.to_act[0]))):
        match.play_bot(match.to_act[0])
    seat = match.to_act[0]
    picks = [action.id for action in match.legal(seat) if action.verb == "pick"]
    done = next(action.id for action in match.legal(seat) if action.verb == "done")
    return match, seat, [*picks, done]


def everything(match: Match) -> Any:
    """All that a match is, and what every screen of it shows."""
    seen = [match.scene(seat).as_dict() for seat in (None, *range(match.seats))]
    return match.state.tobytes(), list(match.acts), match.seat_log(None), match.revision, match.questions, seen


def test_a_build_says_what_it_would_make_and_nothing_enters_the_match() -> None:
    match, seat, act = to_build()
    before = everything(match)
    answer = foresee(match, seat, act)
    assert everything(match) == before
    match.play(seat, act)
    guilds = next(zone for zone in match.scene(seat).zones if zone.id == "guilds")
    then = {f"group:guilds/{group.key}": f"{dict(group.standing)[seat]} then" for group in guilds.groups
            if dict(group.standing).get(seat)}  # fmt: skip
    assert answer.numbers
    assert answer.numbers.items() <= then.items()
    assert answer.sentence.startswith("That makes ")
    assert "guilds led: " in answer.sentence


@pytest.mark.parametrize("seed", range(4))
def test_all_numbers_that_a_build_changes_are_told_and_no_other(seed: int) -> None:
    match, seat, act = to_build(seed)

    def numbers() -> dict[str, int]:
        guilds = next(zone for zone in match.scene(seat).zones if zone.id == "guilds")
        return {f"group:guilds/{group.key}": dict(group.standing).get(seat, 0) for group in guilds.groups}

    before, answer = numbers(), foresee(match, seat, act)
    match.play(seat, act)
    assert answer.numbers == {thing: f"{now} then" for thing, now in numbers().items() if now != before[thing]}


def test_what_hangs_on_hidden_cards_is_not_answered() -> None:
    match = Match("guild_master", seats=2, seed=7, bots={0: "greedy", 1: "greedy"})
    while not any(action.verb == "draw" for action in match.legal(match.to_act[0])):
        match.play_bot(match.to_act[0])
    seat = match.to_act[0]
    assert foresee(match, seat, [match.legal(seat)[-1].id]) == Answer()


@pytest.mark.parametrize("game", sorted(list_games()))
def test_answers_are_the_same_in_worlds_that_a_seat_cannot_tell_apart(game: str) -> None:
    match = Match(game, seats=2, seed=5, bots=dict.fromkeys(range(2), "random"))
    for _ in range(12):
        if match.over:
            break
        seat = match.to_act[0]
        ordinary = [action.id for action in match.legal(seat) if action.verb not in ("pick", "put_back")]
        other = match.redealt(seat, seed=99)
        for action in ordinary[:3]:
            assert foresee(match, seat, [action]) == foresee(other, seat, [action])
        match.play_bot(seat)


def test_an_act_that_is_not_legal_is_refused() -> None:
    match, seat, act = to_build()
    with pytest.raises(IllegalAction):
        foresee(match, seat, [act[0], act[0], act[0], act[-1]])


def test_a_host_answers_only_the_question_that_is_put_to_a_person() -> None:
    match, seat, act = to_build()
    match.seat_bot(seat, None)
    host = TableHost(match)
    asked = host.question(seat)
    answer = host.weigh(seat, tuple(act), asked)
    assert (answer["asked"], answer["actions"]) == (asked, act)
    assert answer["sentence"]
    for wrong in (host.weigh(seat, tuple(act), asked + 1), host.weigh(None, tuple(act), asked),
                  host.weigh((seat + 1) % 3, tuple(act), asked), host.weigh(seat, (act[0],) * 3, asked)):  # fmt: skip
        assert "sentence" not in wrong

"""Legality: somebody may act until the end, every legal action applies, anything else is refused with no change.

The rest of a seat's choice after taking cards back is legal as well; see taking_back.py.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, cast

from workbench.checks.taking_back import TakingBack
from workbench.checks.trial import STRANGE, Broken, Trial, require
from workbench.kernel.actions import nth_action
from workbench.kernel.state import Record
from workbench.play.match import Match
from workbench.storage.errors import IllegalAction


def keeps_to_the_legal(trial: Trial) -> None:
    """Somebody may act until the end; lists are sorted, unique and correct; only what they hold is accepted."""
    taking_back = TakingBack(trial)
    for match in trial.walk(trial.match()):
        if bool(match.to_act) == match.over:
            waiting = "Seats may act, but the match is over." if match.over else "Nobody may act, but it is not over."
            raise Broken(waiting, match)
        taking_back.look(match)
        for seat in range(match.seats):
            actions = match.legal(seat)
            if seat not in match.to_act:
                require(not actions, f"Seat {seat + 1} is not asked, but has legal actions.", match)
                continue
            _check_list([action.id for action in actions], seat, match)
            _check_bots_list(seat, match)
            _check_each_applies(seat, match, trial)
            _check_the_rest_is_refused(seat, match, trial)


def _check_list(numbers: list[int], seat: int, match: Match) -> None:
    name = f"The legal actions of seat {seat + 1} in the phase {match.phase!r}"
    require(numbers == sorted(set(numbers)), f"{name} are not ascending and unique: {numbers[:20]}.", match)
    inside = numbers[0] >= 0 and numbers[-1] < match.variant.actions.size
    require(inside, f"{name} leave the action space: {numbers}.", match)


def listed(match: Match, seat: int, people: int, listing: int) -> list[int]:
    """A seat's legal actions as the engine lists them, as a written list or straight from their sources."""
    engine, record = match.referee.engine, cast("Record", match.record)
    actions = engine.new_actions()[0]
    engine.list_actions(record, match.referee.arrays, seat, actions, people, listing)
    return [
        nth_action(record, actions, verb, i)
        for verb in range(actions.verbs)
        for i in range(actions.verb_start[verb + 1] - actions.verb_start[verb])
    ]


def _check_bots_list(seat: int, match: Match) -> None:
    """Bots use part of what people may do, and find the same actions with and without a written list."""
    people, bots = listed(match, seat, 1, 1), listed(match, seat, 0, 1)
    require(bool(bots), f"Bots have nothing to do in seat {seat + 1}, though it is asked.", match)
    require(set(bots) <= set(people), f"Bots may do what people may not: {sorted(set(bots) - set(people))}.", match)
    text = f"The unwritten list of seat {seat + 1} differs from the written."
    require(listed(match, seat, 0, 0) == bots, text, match)


def _check_each_applies(seat: int, match: Match, trial: Trial) -> None:
    before = match.record.buffer.tobytes()
    for action in match.legal(seat):
        other = match.fork()
        try:
            other.play(seat, action)
        except Exception as fault:
            text = f"{action.label!r} is legal for seat {seat + 1}, but playing it fails: {fault!r}."
            raise Broken(text, match) from None
        trial.tally["legal actions played"] += 1
    require(match.record.buffer.tobytes() == before, "Playing on a copy has changed the match itself.", match)


def _check_the_rest_is_refused(seat: int, match: Match, trial: Trial) -> None:
    legal, size = {action.id for action in match.legal(seat)}, match.variant.actions.size
    verbs = pairwise([*match.variant.actions.first_of_verb.tolist(), size])
    one_of_each = [trial.chooser.randrange(*ends) for ends in verbs]
    others = [number for number in one_of_each if number not in legal]
    for number in (*others, *STRANGE, size, [min(legal), size]):
        _check_refusal(match, seat, number, trial)
    for other in range(match.seats):
        if other not in match.to_act:
            _check_refusal(match, other, min(legal), trial)


def _check_refusal(match: Match, seat: int, tried: Any, trial: Trial) -> None:
    before = _whole(match)
    try:
        match.play(seat, tried)
    except IllegalAction:
        trial.tally["illegal actions refused"] += 1
        require(_whole(match) == before, f"The refusal of {tried!r} has changed the match.", match)
    except Exception as fault:
        text = f"Seat {seat + 1} may not play {tried!r}, but instead of a refusal it gets {fault!r}."
        raise Broken(text, match) from None
    else:
        match.undo()
        raise Broken(f"Seat {seat + 1} may play {tried!r}, which is not in its list.", match)


def _whole(match: Match) -> tuple[Any, ...]:
    return match.record.buffer.tobytes(), list(match.acts), list(match.told.lines)

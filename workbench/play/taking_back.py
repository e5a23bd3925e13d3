"""What several people at one table may take back: a page says so by what its viewer may know, and by nothing else.

A step that everybody notices is taken back as long as everybody can tell that it has shown nobody anything: it is a
choice in secret while others still choose, or of a verb that its game declares `plain`. Whether anybody prepares
something unnoticed makes no difference: what has been prepared since goes back as well. On a page of its own a
seat takes back, first of all, what nobody else has noticed yet; what others do unnoticed stays.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from workbench.kernel.asking import SECRET_TOGETHER
from workbench.play.match import Match
from workbench.play.revealing import ends_secret_choice

NO_REDO = "Among several people nothing is played again by itself. Act once more."
SEEN_SINCE = "Something may have been seen since: this cannot be taken back."


@dataclass(frozen=True)
class Step:
    """An act that would be taken back, by its number: `alone`, or with all that came after it; why it may not be."""

    act: int
    alone: bool
    refusal: str = ""


def next_step(match: Match, people: Collection[int], viewer: int | None) -> Step | None:
    """What a viewer (None: all who look at a shared page) would take back now; None if there is nothing."""
    unnoticed = _unnoticed(match)
    own = [number for number in unnoticed if match.acts[number].seat == viewer]
    if own:
        return Step(own[-1], True, SEEN_SINCE if match.has_revealed(own[-1]) else "")
    end = len(match.acts) - len(unnoticed)
    number = match.history.last_of(people, end)
    noticed = [] if number is None else [one for one in range(number, end) if match.has_been_noticed(one)]
    if number is None or not noticed:
        return None
    plain = all(_is_plain(match, one) for one in noticed) and not any(match.has_revealed(one) for one in noticed)
    return Step(number, False, "" if plain else SEEN_SINCE)


def take_back(match: Match, step: Step) -> None:
    """Take back a step that may be taken back."""
    if step.alone:
        match.take_out(step.act)
    while not step.alone and len(match.acts) > step.act:
        match.undo()


def _unnoticed(match: Match) -> list[int]:
    """The last acts, which nobody else has noticed, by their numbers."""
    number = len(match.acts)
    while number and not match.has_been_noticed(number - 1):
        number -= 1
    return list(range(number, len(match.acts)))


def _is_plain(match: Match, number: int) -> bool:
    """Whether everybody can tell what an act has shown."""
    before, after, _ = match.around(number)
    if match.variant.together(before) == SECRET_TOGETHER:
        return not ends_secret_choice(match, before, after)
    actions = match.variant.actions
    return all(actions.verb(actions.decode(action)[0]).plain for action in match.acts[number].actions)

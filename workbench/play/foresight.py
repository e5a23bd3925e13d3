"""What would follow from an act that somebody only considers: a sentence and numbers, from forks of the match.

Each fork is another world that the seat cannot tell apart; what is not the same in all of them is not known to the
seat, and is not answered. Nothing enters the match, its log or another screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from workbench.kernel.scenes.scene import Group, Scene
from workbench.play.match import Match

WORLDS = 3
COUNTED = ("tally", "board")  # layouts whose groups say how seats stand


@dataclass(frozen=True)
class Answer:
    """A sentence, and for things of the scene, named as in `Choice.on`, what they would come to."""

    sentence: str = ""
    numbers: dict[str, str] = field(default_factory=dict)


def foresee(match: Match, seat: int, actions: Sequence[int]) -> Answer:
    """What an act of a seat would change in what is counted; empty if that depends on what the seat cannot know.

    Raises IllegalAction if the seat may not act so.
    """
    *picks, _ = actions
    if picks and (worth := _after(match.fork(), seat, picks).worth):  # nobody else sees any of that
        return Answer(worth)
    before = match.scene(seat)
    answers = [_answer(seat, before, _after(match.redealt(seat, world), seat, actions)) for world in range(WORLDS)]
    return answers[0] if answers.count(answers[0]) == WORLDS else Answer()


def _after(thought: Match, seat: int, actions: Sequence[int]) -> Scene:
    """The seat's scene once it has acted in a match that is only thought of."""
    thought.play(seat, list(actions))
    return thought.scene(seat)


def _answer(seat: int, before: Scene, after: Scene) -> Answer:
    changes = list(_changes(seat, before, after))
    words = [words for _, words, _ in changes]
    sentence = f"That makes {'; '.join(words)}." if words else ""
    return Answer(sentence, {thing: f"{number} then" for thing, _, number in changes if thing})


def _changes(seat: int, before: Scene, after: Scene) -> Iterator[tuple[str, str, str]]:
    """What a seat would have more or less of: the thing that says so, in words, and the number."""
    for thing, (title, number, leads) in _standings(seat, after).items():
        _, then, led = _standings(seat, before).get(thing, (title, 0, False))
        if number != then:
            takes = ", and you lead" if leads and not led else ", and you lead no more" if led and not leads else ""
            yield thing, f"{number} in {title}{takes}", str(number)
    for (label, now), (_, was) in zip(_first_fact(seat, after), _first_fact(seat, before), strict=False):
        if now != was:
            yield "", f"{label}: {now} instead of {was}", now


def _standings(seat: int, scene: Scene) -> dict[str, tuple[str, int, bool]]:
    """Thing -> its title, the seat's number there, and whether the seat has the most alone."""
    return {
        f"group:{zone.id}/{group.key}": (group.title, dict(group.standing).get(seat, 0), _leads(seat, group))
        for zone in scene.zones
        if zone.layout in COUNTED
        for group in zone.groups
    }


def _leads(seat: int, group: Group) -> bool:
    best = max((number for _, number in group.standing), default=0)
    return [other for other, number in group.standing if number == best] == [seat]


def _first_fact(seat: int, scene: Scene) -> list[tuple[str, str]]:
    """The number that counts most for a seat."""
    panel = next(panel for panel in scene.seats if panel.seat == seat)
    return [(label, number) for label, number in panel.facts[:1] if number.lstrip("-−").isdigit()]

"""What has happened, as a screen tells it: whom a line of the log concerns, and what is new to a seat in a few words.

A sentence joins what one seat did: "Dinadan discards Port and builds Farmland and Orchard." It is made of the lines
that the seat may hear, and tells nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from workbench.kernel.scenes.scene import Scene
from workbench.kernel.words import listed
from workbench.play.seating import with_one_stop
from workbench.play.setup import check_seat

if TYPE_CHECKING:
    from workbench.play.log import LogLine
    from workbench.play.match import Match

MOST_SENTENCES = 3
MOST_DEEDS = 3  # in one sentence
MOST_THINGS = 4  # of one deed, by name
ONLY_A_NUMBER = re.compile(r"^\S+ (\d+|(\d+|no) (card|point)s?)$")  # "builds 2 cards", where the names follow


@dataclass(frozen=True)
class News:
    """A sentence about what a seat did, and the emblem of what came of it, if it is known by one."""

    actor: int
    sentence: str
    emblem: str = ""
    colour: str = ""


def lines_since_act(match: Match, seat: int | None) -> int:
    """How many lines at the end of `screen_log` are new since the last act of a seat.

    The first of them say what that act did, and what came of it, such as a reveal if the seat was the last to
    choose. All lines for a seat that has not acted yet; none for a spectator.
    """
    if seat is None:
        return 0
    last = match.history.last_of([check_seat(seat, match.seats)])
    return len(match.told.shown_to(seat, match.history.lines_since(last)))


def news(match: Match, seat: int) -> list[News]:
    """What others have done since the last act of a seat, in at most three sentences; none before its first act."""
    last = match.history.last_of([check_seat(seat, match.seats)])
    if last is None:
        return []
    then = match.fork()
    _, then.record, _ = match.around(last)
    lines = match.told.shown_to(seat, match.history.lines_since(last))
    return news_of(lines, seat, match.seat_names, (then.scene(seat), match.scene(seat)))


class _Deed(NamedTuple):
    """What one line tells of its actor: the words after the name."""

    place: int
    words: str
    concerns_me: bool


def news_of(lines: Sequence[LogLine], viewer: int, names: Sequence[str], scenes: tuple[Scene, Scene]) -> list[News]:
    """At most three sentences about what others did, oldest first; `scenes` are the viewer's, before it and now.

    Whoever did something to the viewer comes before others, and whoever acted later before those who acted earlier.
    """
    small = scenes[1].small
    deeds: dict[int, list[_Deed]] = {}
    for place, line in enumerate(lines):
        actor = line.seats[0] if line.seats else None
        begins = f"{names[actor]} " if actor is not None else ""
        if actor in (None, viewer) or not line.text.startswith(begins) or any(word in line.text for word in small):
            continue
        words = line.text.removeprefix(begins).removesuffix(".").split(";")[0]
        concerns_me = viewer in line.seats or "your " in words or " you" in words
        deeds.setdefault(actor, []).append(_Deed(place, words, concerns_me))
    ranked = sorted(deeds, key=lambda seat: (any(deed.concerns_me for deed in deeds[seat]), deeds[seat][-1].place))
    told = sorted(ranked[-MOST_SENTENCES:], key=lambda seat: deeds[seat][-1].place)
    return [_sentence(seat, names, viewer, deeds[seat], scenes) for seat in told]


def _sentence(seat: int, names: Sequence[str], viewer: int, deeds: list[_Deed], scenes: tuple[Scene, Scene]) -> News:
    merged = _merged(deeds)
    first = [deed for deed in merged if deed.concerns_me]
    kept = sorted((first + [deed for deed in reversed(merged) if not deed.concerns_me])[:MOST_DEEDS])
    words = [deed.words for deed in kept]
    led = _newly_led(seat, scenes)
    lost = [title for title, _, _, before in led if before == (viewer,)]
    if lost:
        words.append(f"takes {listed(lost)} from you")
    emblem, colour = led[0][1:3] if led else ("", "")
    me = rf"(?<!\w){re.escape(names[viewer])}(?!\w)"
    said = re.sub(rf"\b(?:the|an?) (\w+) of {me}", r"your \1", listed(words))
    said = re.sub(me, "you", said)
    return News(seat, with_one_stop(f"{names[seat]} {said}."), emblem, colour)


def _merged(deeds: list[_Deed]) -> list[_Deed]:
    """Deeds of one kind together: "builds Farmland" and "builds Orchard"; a number goes where the names are told."""
    by_verb: dict[str, list[_Deed]] = {}
    for deed in deeds:
        by_verb.setdefault(deed.words.split(" ", 1)[0], []).append(deed)
    merged = []
    for verb, alike in by_verb.items():
        named = [deed for deed in alike if not ONLY_A_NUMBER.match(deed.words)] or alike[-1:]
        things = list(dict.fromkeys(deed.words.removeprefix(verb).strip() for deed in named))
        shown = things if len(things) <= MOST_THINGS else [*things[: MOST_THINGS - 1], "more"]
        words = f"{verb} {listed(shown)}".strip()
        merged.append(_Deed(named[-1].place, words, any(deed.concerns_me for deed in alike)))
    return sorted(merged)


def _newly_led(seat: int, scenes: tuple[Scene, Scene]) -> list[tuple[str, str, str, tuple[int, ...]]]:
    """The groups of a tally that a seat leads alone and did not before: title, emblem, colour, and who led before."""
    before = {group.key: _leaders(group.standing) for zone in scenes[0].zones for group in zone.groups}
    return [
        (group.title, group.emblem, group.symbol.colour if group.symbol else "", before.get(group.key, ()))
        for zone in scenes[1].zones
        if zone.layout == "tally"
        for group in zone.groups
        if _leaders(group.standing) == (seat,) != before.get(group.key, ())
    ]


def _leaders(standing: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(seat for seat, number in standing if number == standing[0][1])

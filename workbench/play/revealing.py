"""What an act showed to anybody, and so what may be taken back: found in what viewers see, and declared by no game.

An act reveals something if a viewer knows where a card is and did not before, or did before it and no longer does, so
that taking it back would bring back a look that is over; if chance was drawn; if somebody looks
once at what they may not look at again; if it was the last of a choice in secret, so that all choices take effect; or
if its seat or the public would see or hear something else if hidden cards were dealt differently: a seat that is asked
for a sword and has none shows no card, and says something all the same. That last is looked for in only WORLDS worlds,
so it is missed if hardly any of them differ.

What several people at one table may take back follows from it: a page says so by what its viewer may know, and by
nothing else. A step that everybody notices is taken back as long as everybody can tell that it has shown nobody
anything: it is a choice in secret while others still choose, or of a verb that its game declares `plain`. Whether
anybody prepares something unnoticed makes no difference: what has been prepared since goes back as well. On a page of
its own a seat takes back, first of all, what nobody else has noticed yet; what others do unnoticed stays.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.kernel.asking import SECRET_TOGETHER
from workbench.kernel.events import EVERYONE_HEARS, MOST_PARTS, TAKEN
from workbench.kernel.state import HIDDEN, SPECTATOR, seat_bit
from workbench.play.history import Act
from workbench.play.log import LogLine
from workbench.play.standing import Standing

WORLDS = 24  # dealt differently, in which an act must look the same
FLEETING = "something that may be looked at only once"
CHANCE = ("random_state", "shuffle_state")
NO_REDO = "Among several people nothing is played again by itself. Act once more."
SEEN_SINCE = "Something may have been seen since: this cannot be taken back."


def revealed(match: Standing, acts: int = 1) -> bool:
    """Whether one of the last acts showed anybody what they could not see, or drew by chance."""
    return any(has_revealed(match, number) for number in range(len(match.acts) - acts, len(match.acts)))


def has_revealed(match: Standing, number: int) -> bool:
    """Whether an act, by its number, revealed something; looked for once, since it takes 48 other worlds."""
    moment = match.history.moments[number]
    if moment.revealing is None:
        before, after, _ = match.around(number)
        moment.revealing = _ends_look(match, number) or reveals(match, match.acts[number], before, after)
    return moment.revealing


def has_been_noticed(match: Standing, number: int) -> bool:
    """Whether anybody but its seat has noticed an act, by its number; looked for once, since all viewers look."""
    moment = match.history.moments[number]
    if moment.noticed is None:
        moment.noticed = is_noticed(match, match.acts[number].seat, *match.around(number))
    return moment.noticed


def _ends_look(match: Standing, number: int) -> bool:
    """Whether a seat acted that had been shown something once since its last act: the look is over then."""
    history, seat = match.history, match.acts[number].seat
    begin, end = history.lines_since(history.last_of([seat], number)), history.lines_since(number)
    return any(line.fleeting and line.audience >> seat & 1 for line in match.told.lines[begin:end])


def reveals(match: Standing, act: Act, before: Any, after: Any) -> bool:
    """Whether an act, by which one record became another, showed anybody something hidden or drew by chance."""
    viewers = (SPECTATOR, *range(match.seats))
    return (
        chance_of(before) != chance_of(after)
        or ends_secret_choice(match, before, after)
        or any(_shows_or_hides_card(match, before, after, viewer) for viewer in viewers)
        or any(_depends_on_hidden(match, act, before, viewer) for viewer in (act.seat, SPECTATOR))
    )


def chance_of(record: Any) -> list[list[int]]:
    """Where the generators of a record are: another place once chance was drawn."""
    return [getattr(record, name).tolist() for name in CHANCE]


def ends_secret_choice(match: Standing, before: Any, after: Any) -> bool:
    """Whether choices made in secret took effect: the phase ends, or a seat that had chosen is asked again."""
    if match.variant.together(before) != SECRET_TOGETHER:
        return False
    ended = (after.phase, after.frame_count) != (before.phase, before.frame_count)
    return ended or after.to_act & ~before.to_act != 0


def _shows_or_hides_card(match: Standing, before: Any, after: Any, viewer: int) -> bool:
    """Whether a viewer can tell where a card is on one side of an act, and cannot on the other."""
    known, then = (match.referee.observe(record, viewer).place for record in (before, after))
    return any((known[card] == HIDDEN) != (then[card] == HIDDEN) for card in range(before.card_count))


def _depends_on_hidden(match: Standing, act: Act, before: Any, viewer: int) -> bool:
    """Whether an act tells a viewer something: it sees or hears something else in a world it could not tell apart.

    A world in which the seat could not act so, since it holds other cards there, tells nothing.
    """
    here = _seen_and_heard(match, act, before.copy(), viewer)
    worlds = (_world(match, viewer, before, number) for number in range(WORLDS))
    return here is FLEETING or any(_seen_and_heard(match, act, world, viewer) not in (None, here) for world in worlds)


def _world(match: Standing, seat: int, before: Any, number: int) -> Any:
    """Cards dealt differently where a seat cannot tell, with the same chance to come."""
    world = match.referee.redeal(before, seat, number, before.turn)
    for name in CHANCE:
        getattr(world, name)[0], getattr(world, name)[1] = getattr(before, name)
    return world


def _seen_and_heard(match: Standing, act: Act, record: Any, viewer: int) -> Any:
    """What a viewer sees after an act and hears of it; None if it is not legal, FLEETING if somebody looks once."""
    events, ear = match.referee.engine.new_events()[0], seat_bit(viewer)
    heard: list[tuple[int, ...]] = []
    for action in act.actions:
        if action not in match.referee.legal(act.seat, record):
            return None
        match.referee.take(record, act.seat, action, events)
        for i in range(events.count):
            kind, audience = events.kind[i], events.audience[i]
            if kind != TAKEN and match.variant.events.is_fleeting(kind):
                return FLEETING
            if audience == EVERYONE_HEARS or audience & ear:
                heard.append((kind, *(events.values[i, part] for part in range(MOST_PARTS))))
    return match.referee.observe(record, viewer).buffer.tobytes(), heard


def is_noticed(match: Standing, seat: int, before: Any, after: Any, lines: Sequence[LogLine]) -> bool:
    """Whether anybody but the seat that acted has heard of its act, or sees something else because of it."""
    if any(line.audience == EVERYONE_HEARS or line.audience & ~seat_bit(seat) for line in lines):
        return True
    for viewer in (SPECTATOR, *(other for other in range(match.seats) if other != seat)):
        then, now = (match.referee.observe(record, viewer).buffer.tobytes() for record in (before, after))
        if then != now:
            return True
    return False


# What several people may take back


@dataclass(frozen=True)
class Step:
    """An act that would be taken back, by its number: `alone`, or with all that came after it; why it may not be."""

    act: int
    alone: bool
    refusal: str = ""


def next_step(match: Standing, people: Collection[int], viewer: int | None) -> Step | None:
    """What a viewer (None: all who look at a shared page) would take back now; None if there is nothing."""
    unnoticed = _unnoticed(match)
    own = [number for number in unnoticed if match.acts[number].seat == viewer]
    if own:
        return Step(own[-1], True, SEEN_SINCE if has_revealed(match, own[-1]) else "")
    end = len(match.acts) - len(unnoticed)
    number = match.history.last_of(people, end)
    noticed = [] if number is None else [one for one in range(number, end) if has_been_noticed(match, one)]
    if number is None or not noticed:
        return None
    plain = all(_is_plain(match, one) for one in noticed) and not any(has_revealed(match, one) for one in noticed)
    return Step(number, False, "" if plain else SEEN_SINCE)


def _unnoticed(match: Standing) -> list[int]:
    """The last acts, which nobody else has noticed, by their numbers."""
    number = len(match.acts)
    while number and not has_been_noticed(match, number - 1):
        number -= 1
    return list(range(number, len(match.acts)))


def _is_plain(match: Standing, number: int) -> bool:
    """Whether everybody can tell what an act has shown."""
    before, after, _ = match.around(number)
    if match.variant.together(before) == SECRET_TOGETHER:
        return not ends_secret_choice(match, before, after)
    actions = match.variant.actions
    return all(actions.verb(actions.decode(action)[0]).plain for action in match.acts[number].actions)

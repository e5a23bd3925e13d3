"""Whole pages: a seat's page is told the same about two positions that the seat cannot tell apart, however they arose.

Positions are made alike in three ways: cards that the viewer cannot know are dealt anew (`Match.redealt`); two
copies of a card change places; or another seat does in one of them what the viewer does not notice. Both are played on
at tables of several people, by hosts that know nothing of each other. As long as the viewer's view stays the same
in both, so must everything else that its page is told: scene, log, news, hints, export, what may be taken back, how
often it was asked, and what it finds when the last step is taken back or the match is put on another table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.checks.secrecy import two_worlds, viewer_name
from workbench.checks.trial import Broken, Trial, any_action, require_equal
from workbench.kernel.state import OUT_OF_GAME
from workbench.play.device import ONE_DEVICE, PUBLIC_SCREEN
from workbench.play.foresight import foresee
from workbench.play.history import History
from workbench.play.host import TableHost
from workbench.play.match import Match
from workbench.play.revealing import chance_of
from workbench.play.seating import seat_name
from workbench.storage.errors import IllegalAction, RoomError

ACTS_AHEAD = 5
LOOKED_AT = 0.12  # share of the positions of a walk: a page is expensive
ALONE = 0.25  # share of other seats' acts, unnoticed by the viewer, that are made at one table only
SAME = 0.75  # share of identical acts among those that need only look alike
MOST_SWAPS = 2  # pairs of copies at a position


def page_of(host: TableHost, viewer: int | None) -> dict[str, Any]:
    """Everything that a table of `workbench.play` hands to a viewer's page (None: the page that everybody sees).

    Widgets add the traits of their pages, and compare them in the same way.
    """
    match = host.match
    page: dict[str, Any] = {
        "view": match.view(viewer),
        "scene": host.scene(viewer),
        "log": match.screen_log(viewer),
        "score lines": match.score_lines(),
        "winners": match.winners,
        "asked": host.question(viewer),
        "due": host.due,
        "cover": host.cover,
        "undo": (host.may_undo(viewer), host.undo_refusal_for(viewer), host.can_redo),
        "practice": match.practice,
        "kept": (host.kept_words, host.fault),
    }
    if viewer is not None:
        export = match.export(viewer)
        page |= {"news": match.news(viewer), "legal": match.legal(viewer)}
        page["export"] = {part: value for part, value in export.items() if part != "deck"}  # its digest is still there
    return page


def tell_nothing_apart(trial: Trial) -> None:
    """Make pairs of like positions along a walk, play on in both, and compare what one viewer's page is told."""
    match = trial.match()
    for _ in trial.walk(match):
        if match.seats > 1 and not match.over and trial.chooser.random() < LOOKED_AT:
            for tables in _pairs(match, trial):
                tables.play_on()


def _pairs(match: Match, trial: Trial) -> Iterator[_Tables]:
    """Tables with positions that a viewer cannot tell apart."""
    viewer = trial.chooser.choice([None, *range(match.seats)])
    yield _Tables(trial, *two_worlds(match, viewer, trial), viewer)
    for swapped in _copies_exchanged(match, trial):
        trial.tally["copies exchanged"] += 1
        viewer = trial.chooser.choice([None, *match.to_act, *range(match.seats)])
        yield _Tables(trial, match.fork(), swapped, viewer, always=True)


# Copies of one card


def _copies_exchanged(match: Match, trial: Trial) -> Iterator[Match]:
    """The match with two copies of one card exchanged, in which everybody sees the same."""
    by_kind: dict[int, list[int]] = {}
    for card in range(match.record.card_count):
        if match.record.place[card] != OUT_OF_GAME:
            by_kind.setdefault(int(match.referee.arrays.kind[card]), []).append(card)
    several = [cards for cards in by_kind.values() if len(cards) > 1]
    for _ in range(MOST_SWAPS if several else 0):
        one, other = trial.chooser.sample(trial.chooser.choice(several), 2)
        yield exchanged(match, one, other)


def exchanged(match: Match, one: int, other: int) -> Match:
    """The match with two copies of one card exchanged, along with what is known of each."""
    world = match.fork()
    record = world.record.buffer.view(match.variant.state.dtype)[0]
    places = {one: int(record["place"][one]), other: int(record["place"][other])}
    rows = {card: record["rows"][place, : record["counts"][place]].tolist() for card, place in places.items()}
    found = {card: row.index(card) for card, row in rows.items()}
    for name in ("place", "known", "staged"):
        record[name][one], record[name][other] = record[name][other], record[name][one]
    record["rows"][places[one], found[one]], record["rows"][places[other], found[other]] = other, one
    for name in (field.name for field in match.variant.state.fields if field.cards):
        ones, others = record[name] == one, record[name] == other
        record[name][ones], record[name][others] = other, one
    for place in places.values():
        if match.variant.state.place_zone[place].sorted:
            record["rows"][place, : record["counts"][place]].sort()
    return world


# Two tables


def _begun_here(match: Match) -> Match:
    """The match without the acts that led to it, which did not happen in another world."""
    begun = match.fork()
    begun.history = History()
    return begun


class _Tables:
    """Two tables at which a viewer's page must be told the same, as long as it sees the same, or `always`."""

    def __init__(self, trial: Trial, here: Match, there: Match, viewer: int | None, always: bool = False) -> None:
        self.trial, self.viewer, self.always = trial, viewer, always
        screen = trial.chooser.choice((ONE_DEVICE, PUBLIC_SCREEN))
        self.here, self.there = (TableHost(_begun_here(match), screen) for match in (here, there))
        self.said, self.begin = "", len(here.log_lines)

    def play_on(self) -> None:
        """Play the same acts at both tables, or acts that the viewer cannot tell apart."""
        self.trial.tally["pages"] += 2
        self._compare(self.here, self.there)
        for _ in range(ACTS_AHEAD):
            if self.here.match.over or not self._act() or not self._looks_alike():
                return
            self._refuse()
            self.trial.tally["pages"] += 2
            self._compare(self.here, self.there)
            self._take_back()
            self._put_on_another_table()

    def _act(self) -> bool:
        """Let a seat act at both tables, or now and then at one alone if the viewer does not notice."""
        match, chooser = self.here.match, self.trial.chooser
        seat = chooser.choice(match.to_act)
        action = any_action(match.legal(seat), chooser)
        before = chance_of(match.record)
        self.here.act(seat, (action,))
        verb = match.variant.actions.decode(action)[0]
        self.said += f"; {seat_name(seat)} plays {match.wording.describe(action).label!r}"
        if self.always:  # until cards are shuffled, which ends differently with another copy among them
            self.there.act(seat, (action,))
            return chance_of(self.here.match.record) == before
        if chooser.random() < ALONE and seat != self.viewer and self._looks_alike():
            self.said += " here alone"
            return True
        same = [one.id for one in self.there.match.legal(seat) if one.verb == verb]
        if not same:
            return False
        other = action if action in same and chooser.random() < SAME else chooser.choice(same)
        if other != action:
            self.said += f", or {match.wording.describe(other).label!r}"
        self.there.act(seat, (other,))
        return True

    def _looks_alike(self) -> bool:
        if self.always:
            return True
        here, there = self.here.match, self.there.match
        if here.to_act != there.to_act or _carried_out(here) != _carried_out(there):
            return False
        return here.view(self.viewer) == there.view(self.viewer)

    def _compare(self, here: TableHost, there: TableHost, how: str = "") -> None:
        """Compare the viewer's page at two tables, after what was played and, in words, was done since."""
        after, viewer = f"{self.said}{how} ".lstrip("; "), self.viewer
        text = f"{after}the page of {viewer_name(viewer)} tells two positions apart that it cannot know"
        require_equal(page_of(here, viewer), page_of(there, viewer), text, here.match)
        if viewer is None:
            return
        for action in here.match.legal(viewer)[-1:]:
            hints = [_hint(table, viewer, action.id) for table in (here, there)]
            require_equal(hints[0], hints[1], f"{text}, by what is foreseen", here.match)

    def _refuse(self) -> None:
        """A late repeat of an act, and an illegal act, are refused in the same words at both tables."""
        match, viewer = self.here.match, self.viewer
        action = self.trial.chooser.randrange(match.variant.actions.size)
        legal = viewer is not None and action in {one.id for one in match.legal(viewer)}
        for late in (True, False) if not legal else (True,):
            words = [_refusal(table, viewer, action, late) for table in (self.here, self.there)]
            self.trial.tally["acts refused"] += 1
            told = f"{viewer_name(viewer)} is refused the action {action} in other words"
            require_equal(words[0], words[1], f"{self.said.lstrip('; ')} {told}".strip(), match)

    def _take_back(self) -> None:
        """What may be taken back is the same at both tables, and shows nobody again what was over."""
        if not self.here.may_undo(self.viewer):
            return
        self.trial.tally["steps taken back"] += 1
        tables = [TableHost(table.match.fork(), table.screen) for table in (self.here, self.there)]
        looks = _looks(self.here.match, self.begin)
        for table in tables:
            table.undo_for(self.viewer)
        for seat, look in enumerate(_looks(tables[0].match, self.begin)):
            if look not in (0, looks[seat]):
                text = f"Once the last step is taken back, {seat_name(seat)} sees again what it had looked at"
                raise Broken(f"{text}{self.said}.", self.here.match)
        self._compare(tables[0], tables[1], "; taken back")

    def _put_on_another_table(self) -> None:
        """A viewer who comes back finds the same at both tables."""
        tables = [TableHost(table.match.fork(), table.screen) for table in (self.here, self.there)]
        for table in tables:
            table.replace(table.match, table.screen)
        self._compare(tables[0], tables[1], "; put on another table")


def _carried_out(match: Match) -> Any:
    """The effects being carried out, with what was chosen for them: everybody sees them, though no view names them."""
    return match.state["frames"].tolist()


def _looks(match: Match, begin: int) -> list[int]:
    """For each seat, the last log line (counted from 1) that has let it look since its last act; 0 if none has."""
    since = dict.fromkeys(range(match.seats), begin)
    for act, moment in zip(match.acts, match.history.moments, strict=True):
        since[act.seat] = moment.log_lines
    looks = dict.fromkeys(since, 0)
    for number, line in enumerate(match.told.lines):
        for seat, begin in since.items():
            if number >= begin and line.fleeting and line.audience >> seat & 1:
                looks[seat] = number + 1
    return list(looks.values())


def _refusal(table: TableHost, viewer: int | None, action: int, late: bool) -> str:
    """Why an act is refused, which it must be; if `late`, it answers an earlier question."""
    try:
        table.act(viewer, (action,), table.question(viewer) - 1 if late else None)
    except (IllegalAction, RoomError) as refusal:
        return str(refusal)
    raise Broken(f"{viewer_name(viewer)} acts out of turn.", table.match)


def _hint(table: TableHost, seat: int, action: int) -> Any:
    try:
        return foresee(table.match, seat, [action])
    except IllegalAction as refusal:
        return str(refusal)

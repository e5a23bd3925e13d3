"""Positions that are put together: what lies where and how far the match is, by the names that the game declares.

For authors' tests, teachers' exercises and reports of what went wrong. Nothing here is written for one game: zones,
fields, options and phases are read off its declaration; what only a game knows it declares as `Positions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.kernel.conservation import fault_of_cards
from workbench.kernel.names import attribute
from workbench.kernel.phases import go_on
from workbench.play.history import History
from workbench.play.laying import Laying
from workbench.play.log import Log
from workbench.play.position_words import REST, Card, PositionWords
from workbench.storage.errors import PositionError, WorkbenchError, one_of, shown

if TYPE_CHECKING:
    from workbench.play.match import Match

Cards = Mapping[int, tuple[Card, ...]]  # by number of a place
MOST_SETS = 255
CLEARED, ONLY_NAMED = "cleared", "only_named"  # where cards lie that nothing is said of, if not as they were dealt


@dataclass(frozen=True)
class Position:
    """A position of a game, put together word by word; see `workbench.position`, which begins one.

    Nothing in it changes: each word gives another position, so that several can begin with one. `match` plays on.
    What is not said is as it is in `start`: mostly a match that has just begun. Words raise PositionError.
    """

    start: Match
    cards: Mapping[str, Cards] = field(default_factory=dict)  # by zone
    fields: Mapping[str, Any] = field(default_factory=dict)
    known: Mapping[int, Mapping[str, Cards]] = field(default_factory=dict)  # by seat and zone
    picked: Mapping[int, Mapping[int, Mapping[str, Cards]]] = field(default_factory=dict)  # by seat, set and zone
    others: str = ""
    key: str = ""  # of the phase that begins
    asked: tuple[int, ...] | None = None

    # Words

    def table(self, /, **said: Any) -> Position:
        """Say what lies in zones and what fields hold.

        A zone holds exactly the cards that are named, the last one on top: by name or id, `"Sword, Horse"` or
        `["Sword", "Horse"]`; a number stands for any so many, `...` for all that are named nowhere. A zone with several
        places, and a field with several numbers, takes a list or some by number, `stage={0: "Boar"}`. A set of seats
        stands for their bits.
        """
        position = self
        for name, given in said.items():
            self.words.check_known(name, of_seat=False)
            position = position._with(name, given)
        return position

    def seat(self, seat: int, /, **said: Any) -> Position:
        """Say the same of one seat: its zones, and its number in fields that have one for each seat.

        >>> import workbench as wb
        >>> held = wb.position("quests", seed=7).seat(0, hand="Sword, Horse", shields=3).match()
        >>> held.view(0)["zones"]["hand"][0], held.view(0)["fields"]["shields"][0]
        ({'count': 2, 'cards': ['Sword', 'Horse']}, 3)
        """
        number, position = self.words.seat(seat), self
        for name, given in said.items():
            self.words.check_known(name, of_seat=True)
            position = position._with(name, {number: given})
        return position

    def _with(self, name: str, given: Any) -> Position:
        if name in self.words.zones:
            laid = {**self.cards.get(name, {}), **self.words.places(name, given)}
            return replace(self, cards={**self.cards, name: laid})
        before = self.fields.get(name, np.asarray(getattr(self.start.record, name)).tolist())
        return replace(self, fields={**self.fields, name: self.words.numbers(name, given, before)})

    def cleared(self) -> Position:
        """Say that all cards that nothing is said of lie on their piles: nothing is dealt.

        The pile of a card is the hidden place in which most cards of its list lie when the match begins. A pile is
        shuffled.
        """
        return replace(self, others=CLEARED)

    def only_named(self) -> Position:
        """Say that all cards that nothing is said of are out of the game, as if the deck did not have them."""
        return replace(self, others=ONLY_NAMED)

    def knows(self, seat: int, /, **said: Any) -> Position:
        """Say which cards a seat knows where it does not see them: `knows(0, hand={1: "Thief"})`.

        The cards must lie there. A seat that is not mentioned knows nothing but what it sees.
        """
        number = self.words.seat(seat)
        known = dict(self.known.get(number, {}))
        for name, given in said.items():
            if name not in self.words.zones:
                raise PositionError(one_of(name, self.words.zones, f"zone of {self.start.variant.title}"))
            known[name] = {**known.get(name, {}), **self.words.places(name, given)}
            _refuse_unnamed(known[name])
        return replace(self, known={**self.known, number: known})

    def picks(self, seat: int, number: int = 1, /, **said: Any) -> Position:
        """Say which of its own cards a seat has picked, `picks(0, hand="Sword, Boar")`.

        number: the set they are picked for, from 1 on, where a seat chooses several at a time.
        """
        who = self.words.seat(seat)
        if type(number) is not int or not 1 <= number <= MOST_SETS:
            raise PositionError(f"The set is {shown(number)}. Sets are numbered from 1 to {MOST_SETS}.")
        picked = dict(self.picked.get(who, {}))
        for name, given in said.items():
            self.words.check_known(name, of_seat=True)
            cards = self.words.places(name, {who: given})
            _refuse_unnamed(cards)
            picked[number] = {**picked.get(number, {}), name: cards}
        return replace(self, picked={**self.picked, who: picked})

    def phase(self, key: str, asked: Iterable[int] | None = None) -> Position:
        """Say which phase begins; then the game goes on until somebody is asked.

        asked: the seats that are asked in the middle of it, if it has already begun.
        """
        phases = self.start.variant.phases
        known = [phase.key for phase in phases]
        if key not in known:
            raise PositionError(one_of(key, known, f"phase of {self.start.variant.title}"))
        seats = None if asked is None else tuple(sorted({self.words.seat(seat) for seat in asked}))
        return replace(self, key=key, asked=seats)

    # What it comes to

    def match(self) -> Match:
        """A match that begins in this position, to be looked at and played on.

        Its log and its history begin here; saved, it holds what was said of the position. Raises PositionError for
        a position that no play can lead to: cards that lie elsewhere or are named too often, nobody who is asked or
        who may do anything, and what the game itself declares impossible.
        """
        match = self.start.fork()
        match.told, match.history, match.returns = Log(), History(), []
        match.position, match.practice, match.origin = self.said(), False, ""
        match.record = self._laid(match)
        self._check_laid(match)
        self._begin(match)
        if fault := self._ask_rules(match, self._fault_by_rules, match):
            raise _impossible(fault)
        match.questions = (0,) * match.seats
        match.ask(still=())
        return match

    @cached_property
    def words(self) -> PositionWords:
        """What things are called here."""
        return PositionWords(self.start.variant, self.start.deck, self.start.seats)

    def _laid(self, match: Match) -> Any:
        """The record with its cards and fields as they were said."""
        record: Any = match.record.copy()
        fresh = not self.start.acts and self.start.position is None
        begun = record.copy() if fresh else match.referee.fork().begin(match.options)
        laying = Laying(record, begun, match.referee, self.words)
        if self.key:
            laying.end_what_goes_on()
        laying.lay(self._by_place(self.cards), bool(self.others), self.others == ONLY_NAMED)
        self._write(record)
        for seat, sets in self.picked.items():
            for number, zones in sets.items():
                for place, cards in self._by_place(zones).items():
                    laying.pick(seat, place, number, cards)
        for seat, zones in self.known.items():
            for place, cards in self._by_place(zones).items():
                laying.show(seat, place, cards)
        if (complete := match.variant.positions.complete) is not None:
            self._ask_rules(match, match.referee.engine.linked(complete), record, match.referee.arrays)
            self._write(record)  # what is said holds, whatever follows from the rest
        return record

    def _by_place(self, zones: Mapping[str, Cards]) -> dict[int, tuple[Card, ...]]:
        first = self.start.variant.state.place
        return {first(zone) + number: cards for zone, places in zones.items() for number, cards in places.items()}

    def _write(self, record: Any) -> None:
        """Write the fields that are said."""
        for name, value in self.fields.items():
            if isinstance(value, list):
                array, numbers = getattr(record, name), np.array(value)
                for index in np.ndindex(numbers.shape):
                    array[index if len(index) > 1 else index[0]] = numbers[index].item()
            else:
                setattr(record, name, value)

    def _check_laid(self, match: Match) -> None:
        """Raise PositionError for cards or fields that no play leads to."""
        variant = match.variant
        record: Any = match.record
        if self.key:
            record.phase = getattr(variant.phases, attribute(self.key))
        fault = variant.positions.impossible(record, match.deck) or fault_of_cards(match.state, variant.state)
        if fault:
            raise _impossible(fault)

    def _begin(self, match: Match) -> None:
        """Let the phase begin that was named, and the game go on until somebody is asked."""
        record: Any = match.record
        events, variant = match.referee.events, match.variant
        if not self.key:
            return
        record.entered = record.over = record.to_act = 0
        if self.asked is not None:
            record.to_act = sum(1 << seat for seat in self.asked)
            return
        begin = variant.positions.begin or (go_on if variant.phases.have_courses else None)
        if begin is None:
            begins = f"Name the seats that are asked: phase({self.key!r}, asked=[0])."
            raise PositionError(f"{variant.title} does not say how a phase begins. {begins}")
        record.entered = int(begin is go_on)
        self._ask_rules(match, match.referee.engine.linked(begin), record, match.referee.arrays, events)
        match.told.hear(match.referee, record, match.wording)

    @staticmethod
    def _ask_rules(match: Match, ask_them: Callable[..., Any], *arguments: Any) -> Any:
        """What rules answer; raises PositionError where they cannot."""
        try:
            return ask_them(*arguments)
        except Exception as raised:
            failure = raised if isinstance(raised, WorkbenchError) else match.referee.engine.failure(raised)
        raise _impossible(f"the rules cannot go on from it: {failure}")

    @staticmethod
    def _fault_by_rules(match: Match) -> str:
        """Ask the rules everything that a table asks them; why no play leads there, empty if one may."""
        referee, possible = match.referee, match.variant.possible
        if not match.over and not match.to_act:
            return f"nobody is asked in the phase {match.phase!r}. Begin another, or give asked=[...]"
        for seat in match.to_act:
            referee.legal_for_bots(seat, match.record)
        for viewer in (None, *range(match.seats)):
            match.view(viewer)
        for viewer in (None, *match.to_act[:1]):
            match.scene(viewer)
        match.score_lines()
        for seat in range(match.seats):
            if possible is not None and not referee.engine.linked(possible)(match.record, referee.arrays, seat):
                return f"what seat {seat} was shown does not fit it. Change what it knows, or what lies where"
        return ""

    # As data

    def said(self) -> dict[str, Any]:
        """All that was said, as JSON-ready data, which a saved match holds."""
        acts = [[act.seat, list(act.actions)] for act in self.start.acts]
        before = {"position": self.start.position, "acts": acts}
        parts = {
            "after": {name: part for name, part in before.items() if part},
            "others": self.others,
            "table": {**self.fields, **_plain(self.cards)},
            "knows": _plain(self.known),
            "picks": _plain(self.picked),
            "phase": self.key,
            "asked": None if self.asked is None else list(self.asked),
        }
        return {name: part for name, part in parts.items() if part or part == []}


def in_position(match: Match, said: Any) -> Match:
    """A match that begins as `said` of a Position says, from one that has just begun; raises PositionError."""
    try:
        before = said.get("after", {})
        if "position" in before:
            match = in_position(match, before["position"])
        for seat, actions in before.get("acts", []):
            match.play(seat, actions)
        position = Position(match)
        if said.get("others"):
            position = {CLEARED: position.cleared, ONLY_NAMED: position.only_named}[said["others"]]()
        position = position.table(**said.get("table", {}))
        for seat, known in said.get("knows", {}).items():
            position = position.knows(int(seat), **known)
        for seat, sets in said.get("picks", {}).items():
            for number, picked in sets.items():
                own = {name: cards[seat] for name, cards in picked.items()}
                position = position.picks(int(seat), int(number), **own)
        if "phase" in said:
            position = position.phase(said["phase"], said.get("asked"))
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        raise PositionError(f"The position is {shown(said)}. Give what said() of a position answers.") from None
    return position.match()


def _plain(said: Any) -> Any:
    """Mappings with texts for keys and lists for tuples."""
    if isinstance(said, Mapping):
        return {str(key): _plain(value) for key, value in said.items()}
    return list(said)


def _refuse_unnamed(several: Cards) -> None:
    """Raise PositionError if cards that have no name are to be known or picked."""
    for cards in several.values():
        for card in cards:
            if card == REST or isinstance(card, int):
                raise PositionError(f"A seat knows and picks single cards, not {shown(card)}. Give their names.")


def _impossible(fault: str) -> PositionError:
    return PositionError(f"No play leads to this position: {fault.rstrip('.')}.")

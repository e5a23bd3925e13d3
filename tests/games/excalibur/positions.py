"""A table that tests of Excalibur's rules put into a position and drive by labels and names of chips.

Chips are written as a list of names, `"Excalibur, Thief, Thief"`; a seat that is not named holds nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from workbench.games.excalibur import GAME, movements, rules
from workbench.kernel import cards
from workbench.kernel.engine.speeds import linked_plain
from workbench.play import Match

SWORDS = ["Excalibur", "Cursed Blade", "Squire Sword"]
USUAL = {"crown_start": "seat_0", "chat": False}
Hands = Sequence[str] | Mapping[int, str]

# The functions that build a position are the rules' own, linked to Excalibur as plain Python.
PLACING = linked_plain(
    GAME.variant(),
    {
        "clear_table": cards.clear_table,
        "fill": cards.fill,
        "move": cards.move,
        "number_slots": movements.number_slots,
        "show": cards.show,
        "go_on": rules.go_on,
        "begin_round": rules.begin_round,
        "ask_to_play": rules.ask_to_play,
        "end_game": rules.end_game,
    },
)


def names(written: str) -> list[str]:
    """The names of a written list."""
    return [name.strip() for name in written.split(",") if name.strip()]


class Table:
    """A match driven by label: `table.put(["Spy"], played={1: "Thief"}).act("Steal from Seat 1")`."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.names = [str(row["name"]) for row in match.deck.rows]
        self.chips = [self.names[kind] for kind in match.deck.arrays.kind[: match.deck.arrays.card_count]]

    # Positions

    def put(
        self,
        hands: Hands = (),
        *,
        regions: Sequence[str | int] = (6, 6, 6),
        played: Mapping[int, str] | None = None,
        permanents: Mapping[int, str] | None = None,
        crown: int = 0,
        phase: str = "",
    ) -> Table:
        """Lay the chips out anew; what is not named lies in the box. Then the game goes on until somebody is asked.

        `regions` name the chips of Avalon from slot 1 on, or say how many (no swords). With `played`, these chips
        have just been shown, and the seats without one play nothing; else the round begins with its draw step, or with
        the step that `phase` names.
        """
        record = self.match.record  # there is no public way to cheat
        self.match.revise()
        self._clear(record)
        for place, written in self._laid_out(hands, played or {}, permanents or {}):
            for name in names(written):
                self._move(record, name, place)
        self._fill_regions(record, regions)
        record.crown, record.turn = crown, 0
        self._begin(record, phase or ("reveal" if played is not None else "draw"))
        return self

    def _laid_out(self, hands: Hands, played: Mapping[int, str], permanents: Mapping[int, str]) -> Iterator:
        held = hands if isinstance(hands, Mapping) else dict(enumerate(hands))
        for first, of_seats in (
            (rules.ZONES.hand, held),
            (rules.ZONES.played, played),
            (rules.ZONES.permanent, permanents),
        ):
            yield from ((first + seat, written) for seat, written in of_seats.items())

    def _clear(self, record: Any) -> None:
        PLACING["clear_table"](record)
        PLACING["fill"](record, rules.ZONES.trash, len(self.chips))
        record.final, record.final_region, record.final_seat, record.final_effect = 0, -1, -1, 0
        record.over = record.to_act = 0
        record.protected = record.cursor = record.huzzah = 0
        for seat in range(rules.MAX_SEATS):
            record.named[seat] = record.chosen[seat] = record.swords_out[seat] = 0
        self.match.referee.events.count = 0
        self.match.told.lines.clear()

    def _move(self, record: Any, name: str, place: int) -> int:
        spare = [
            card for card, called in enumerate(self.chips) if called == name and record.place[card] == rules.ZONES.trash
        ]
        assert spare, f"{name} lies elsewhere already, or is not in this deck"
        PLACING["move"](record, spare[0], place)
        return spare[0]

    def _fill_regions(self, record: Any, regions: Sequence[str | int]) -> None:
        for region, wanted in enumerate(regions):
            for name in names(wanted) if isinstance(wanted, str) else []:
                self._move(record, name, rules.ZONES.region_0 + region)
        spare = [
            name
            for card, name in enumerate(self.chips)
            if record.place[card] == rules.ZONES.trash and name not in SWORDS
        ]
        for region, wanted in enumerate(regions):
            for _ in range(wanted if isinstance(wanted, int) else 0):
                self._move(record, spare.pop(), rules.ZONES.region_0 + region)
            PLACING["number_slots"](record, region)

    def _begin(self, record: Any, phase: str) -> None:
        record.phase = getattr(rules.PHASES, phase)
        events = self.match.referee.events
        if phase == "draw":
            PLACING["begin_round"](record, events)
        elif phase == "play":
            PLACING["ask_to_play"](record)
        while record.to_act == 0 and record.over == 0:
            PLACING["go_on"](record, self.match.referee.arrays, events)
        self.match.told.hear(self.match)

    def end(self, hands: Hands) -> Table:
        """Let the game be over with these hands; the swords that are in none of them lie in Avalon."""
        record, held = self.match.record, ", ".join(hands.values() if isinstance(hands, Mapping) else hands)
        in_avalon = [sword for sword in SWORDS if sword not in names(held)]
        self.put(hands, phase="play", regions=(", ".join(in_avalon), 6, 6))
        record.to_act = 0
        PLACING["end_game"](record, self.match.referee.arrays, self.match.referee.events)
        return self

    def let_see(self, seat: int, name: str, place: int) -> Table:
        """Let a seat know of a chip where it lies."""
        record = self.match.record
        unknown = [
            card for card in self._cards(place) if self.chips[card] == name and not record.known[card] >> seat & 1
        ]
        PLACING["show"](record, unknown[0], seat)
        self.match.revise()
        return self

    # What lies where

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def phase(self) -> str:
        return self.match.phase

    def _cards(self, place: int) -> list[int]:
        state = self.state
        return [int(state["rows"][place, i]) for i in range(int(state["counts"][place]))]

    def at(self, place: int) -> list[str]:
        """The names of the chips of a place."""
        return [self.chips[card] for card in self._cards(place)]

    def hand(self, seat: int) -> list[str]:
        """A seat's hand, which lies open at the end."""
        return self.at((rules.ZONES.open_hand if self.match.over else rules.ZONES.hand) + seat)

    @property
    def hands(self) -> list[list[str]]:
        return [self.hand(seat) for seat in range(self.match.seats)]

    @property
    def hand_sizes(self) -> list[int]:
        return [len(hand) for hand in self.hands]

    def fist(self, seat: int) -> list[str]:
        return self.at(rules.ZONES.fist + seat)

    def played(self, seat: int) -> list[str]:
        return self.at(rules.ZONES.played + seat)

    def permanents(self, seat: int) -> list[str]:
        return self.at(rules.ZONES.permanent + seat)

    def region(self, region: int) -> list[str]:
        return self.at(rules.ZONES.region_0 + region)

    @property
    def regions(self) -> list[int]:
        """How many chips each region holds."""
        return [len(self.region(region)) for region in range(3)]

    @property
    def trashed(self) -> list[str]:
        """Whose chips were trashed, and which, since the position was put: `Thief of Seat 1`."""
        found = (re.fullmatch(r"(Seat \d+)'s (.+) is trashed\.", line) for line in self.told())
        return [f"{chip} of {seat}" for seat, chip in (one.groups() for one in found if one)]

    def view_without_box(self, viewer: int | None) -> dict[str, Any]:
        """What a viewer sees, but for the box: a position lays all chips there that it does not name."""
        view = self.match.view(viewer)
        del view["zones"]["trash"]
        return view

    def seen(self, viewer: int | None, place: int) -> list[str]:
        """The chips of a place that a viewer can tell, by name, sorted."""
        view = self.match.observed(viewer)
        cards_there = (card for card in range(len(self.chips)) if view.place[card] == place)
        return sorted(self.chips[card] for card in cards_there)

    def seen_in_hand(self, viewer: int | None, seat: int) -> list[str]:
        return self.seen(viewer, rules.ZONES.hand + seat)

    def seen_in_slots(self, viewer: int, region: int) -> list[str | None]:
        """A region as a viewer knows it, slot by slot."""
        view, place = self.match.observed(viewer), rules.ZONES.region_0 + region
        row = [int(view.rows[place, i]) for i in range(int(view.counts[place]))]
        return [self.chips[card] if card < len(self.chips) else None for card in row]

    def told(self, viewer: int | None = None) -> list[str]:
        """What a viewer (None: everybody) has heard since the position was put."""
        return self.match.seat_log(viewer)

    def heard(self, line: str, viewer: int | None = None) -> bool:
        return line in self.told(viewer)

    @property
    def final(self) -> bool:
        return bool(self.state.final)

    # What may be done

    @property
    def asked(self) -> list[int]:
        return list(self.match.to_act)

    @property
    def acting(self) -> int:
        (seat,) = self.match.to_act
        return seat

    def may(self, seat: int | None = None) -> list[str]:
        """The labels of what a seat (the one that is asked) may do."""
        return [action.label for action in self.match.legal(self.acting if seat is None else seat)]

    # Acting

    def act(self, *labels: str) -> Table:
        """Let whoever is asked do these things, one after the other."""
        for label in labels:
            self.match.play(self.acting, label)
        return self

    def by(self, seat: int, label: str) -> Table:
        """Let one of several seats do something."""
        self.match.play(seat, label)
        return self

    def draw(self, *slots: tuple[int, int]) -> Table:
        """Let whoever is asked draw these (region, chip): the first, second and so on of those that lie there then."""
        for region, number in slots:
            self.act(self.label_of(region, number))
        return self

    def label_of(self, region: int, number: int) -> str:
        """What is said of the first, second and so on of the chips that lie in a region now."""
        filled = [slot for slot in range(movements.SLOTS) if self.state.slots[region - 1, slot] == movements.FILLED]
        return f"Chip {filled[number - 1] + 1} of region {region}"

    def name(self, slots: Mapping[int, tuple[int, int]]) -> Table:
        """One pass of the draw step: each seat names (region, chip), of those that lie there then."""
        for seat, (region, number) in slots.items():
            self.by(seat, self.label_of(region, number))
        return self

    def play(self, *chips: str) -> Table:
        """Let all seats that are asked play these chips, in order of seats; "" plays nothing."""
        for seat, chip in zip(self.asked, chips, strict=True):
            self.by(seat, f"Play {chip}" if chip else "Play nothing")
        return self

    def seat_bots(self, bot: str = "random") -> Table:
        for seat in range(self.match.seats):
            self.match.seat_bot(seat, bot)
        return self

    def play_on(self, most: int = 20_000) -> Iterator[int]:
        """Let bots play to the end, act by act; the seat that is about to act each time."""
        self.seat_bots()
        for _ in range(most):
            if self.match.over:
                return
            yield self.match.to_act[-1]
            self.match.play_bot(self.match.to_act[-1])
        raise AssertionError(f"the match goes on after {most} acts")

    # What it came to

    @property
    def outcomes(self) -> list[int]:
        """2 win, 1 tainted win, 0 loss, -1 ultimate loss, by seat."""
        lines = [line for line in self.match.score_lines() if line["reason"] == "outcome"]
        return [line["points"] for line in sorted(lines, key=lambda line: line["seat"])]


NewTable = Callable[..., Table]


def flips(table: Table) -> str:
    """How the chips that were flipped landed, in order: `up down`."""
    landed = [line for line in table.told() if " lands face " in line]
    return " ".join(line.rsplit(" ", 1)[1].rstrip(".") for line in landed)


def with_flips(wanted: str, build: Callable[[int], Table]) -> Table:
    """The first of many tables, built from seeds, on which the chips land as wanted."""
    tables = (build(seed) for seed in range(2_000))
    return next(table for table in tables if flips(table) == wanted)

"""Whether a report's first verdicts hold with the strongest bot there is: `python -m benchmarks.verdicts`.

The strongest bot is the search of `benchmarks.strength`. It is too slow to play the ten thousand games of a report;
here it has every seat, with PLAYOUTS playouts a decision. Its matches are asked who wins by turn order, and what is
decided by the cards that decide most in the usual bot's report: each match is counted again without what such a card is
worth, as a study does (see `workbench.kernel.engine.study`). Where cards count before the end, a match without one
would go another way, so the wins of the card's owners are compared with an even share instead.

A run may be done in parts: each adds its matches to one file (`--keep`), one line of JSON per match.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

import workbench as wb
from benchmarks.strength import SEED, WANTED, WORLDS, play_searching, usual_seats
from benchmarks.table import machine_facts, with_table
from workbench.lab.intervals import ratio_interval, share_interval
from workbench.lab.study import worths_of

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reports.md"
BEGIN, END = "<!-- verdicts: written by python -m benchmarks.verdicts -->", "<!-- end of verdicts -->"
GAMES = 10_000  # of the usual bot's report
PLAYOUTS = 120  # per decision, over all its actions and worlds
MATCHES = 200
CARDS = 5
HEAD = ("game", "what", "usual bot", "95%", "search", "95%", "does it hold?")


class Wins(NamedTuple):
    """The share of the wins above an even share, with its interval."""

    value: float
    low: float
    high: float

    @classmethod
    def more_than(cls, even: float, interval: tuple[float, float, float]) -> Wins:
        """The excess over an even share, from the interval of a share."""
        return cls(*(number - even for number in interval))

    @property
    def sign(self) -> int:
        """1 or -1 if the whole interval is above or below 0, else 0."""
        return (self.low > 0) - (self.high < 0)

    @property
    def cells(self) -> tuple[str, str]:
        """The excess and its interval, in wins per hundred games."""
        return f"{100 * self.value:+.1f}", f"{100 * self.low:+.1f} to {100 * self.high:+.1f}"


@dataclass(frozen=True)
class Asked:
    """Something that a report says, with the usual bot and with the search."""

    game: str
    what: str
    usual: Wins
    search: Wins

    @property
    def holds(self) -> str:
        """Whether it holds with the search."""
        if not self.usual.sign:
            return "nothing was said"
        if self.search.sign:
            return "yes" if self.search.sign == self.usual.sign else "no, the other way"
        within = self.search.low <= self.usual.value <= self.search.high
        return "not settled" if within else "no, not as much"

    @property
    def row(self) -> str:
        """A line of the table."""
        return f"| {' | '.join((self.game, self.what, *self.usual.cells, *self.search.cells, self.holds))} |"


@dataclass(frozen=True)
class Searched:
    """A match in which every seat searched: who began, who won, who scored with each card, who would win without it."""

    game: str
    number: int
    began: int
    winners: list[int]
    scored: dict[str, list[int]]  # the seats that scored with a card
    without: dict[str, list[int]]  # who would have won without its worth, where that can be counted again

    @property
    def seats(self) -> int:
        """The number of seats."""
        return usual_seats(self.game)

    def share(self, seat: int) -> float:
        """A seat's share of the win."""
        return share_of(seat, self.winners)


def share_of(seat: int, winners: Sequence[int]) -> float:
    """A seat's share of a win."""
    return (seat in winners) / max(len(winners), 1)


def top_cards(report: wb.Report) -> list[tuple[str, str, Wins]]:
    """The cards that decide most by their own worth: key, name, and how much, or how much more their owners win."""
    names = {kind.key: kind.name for kind in report.plan.deck.kinds}
    if not report.plan.variant.measures.scored_at_end:
        even = 1 / report.plan.seats
        owners = [Wins.more_than(even, (row.win_share, row.low, row.high)) for row in report.cards.itertuples()]
        rows = [(key, name, wins) for (key, name), wins in zip(names.items(), owners, strict=True) if wins.sign]
    else:
        keys = list(names)
        rows = [
            (keys[worth.kind], names[keys[worth.kind]], Wins(*ratio_interval(sums)))
            for worth, sums in zip(report.study.worths, report.study.impacts, strict=True)
            if worth.name == next(iter(report.plan.game.reports.worth))
        ]
    return sorted(rows, key=lambda row: -row[2].low)[:CARDS]


def play(game_id: str, keys: Sequence[str], number: int) -> Searched:
    """Play a match in which every seat searches, and note what becomes of some cards."""
    match, _, _ = play_searching(game_id, number, range(usual_seats(game_id)), PLAYOUTS)
    return asked_of_match(match, keys, number)


def asked_of_match(match: wb.Match, keys: Sequence[str], number: int) -> Searched:
    """What is kept of a finished match, which is counted again without each of some cards."""
    kinds = {kind.key: at for at, kind in enumerate(match.deck.kinds)}
    first = next(iter(match.game.reports.worth))
    arrays = {worth.kind: without for worth, without in worths_of(match.deck) if worth.name == first}
    lines = match.score_lines()
    scored, without = dict[str, list[int]](), dict[str, list[int]]()
    for key in keys:
        name = match.naming("card", kinds[key])
        scored[key] = sorted({line["seat"] for line in lines if line["source"] == name and line["level"] != "derived"})
        if match.variant.measures.scored_at_end:
            without[key] = list(match.winners_with(arrays[kinds[key]]))
    return Searched(match.game.id, number, match.after(0).to_act[0], list(match.winners), scored, without)


def play_matches(
    game_id: str, keys: Sequence[str], numbers: Sequence[int], until: float, keep: Path | None
) -> Iterator[Searched]:
    """Play matches on all cores in the order of their numbers, until a deadline."""
    cores = os.cpu_count() or 1
    with ProcessPoolExecutor(cores) as pool:
        for start in range(0, len(numbers), cores):
            if time.monotonic() > until:
                return
            for one in pool.map(partial(play, game_id, keys), numbers[start : start + cores]):
                print(time.strftime("%H:%M:%S"), one.game, one.number, file=sys.stderr, flush=True)
                if keep is not None:
                    with keep.open("a", encoding="utf-8") as file:
                        file.write(f"{json.dumps(asdict(one))}\n")
                yield one


def kept_matches(keep: Path | None) -> list[Searched]:
    """The matches that earlier parts kept."""
    lines = keep.read_text(encoding="utf-8").splitlines() if keep is not None and keep.exists() else []
    return [Searched(**json.loads(line)) for line in lines]


def owners_win(matches: Sequence[Searched], key: str) -> Wins:
    """How much more than an even share the seats that score with a card win."""
    owners = [(match, seat) for match in matches for seat in match.scored[key]]
    won = sum(match.share(seat) for match, seat in owners)
    return Wins.more_than(1 / matches[0].seats, share_interval(won, len(owners)))


def impact(matches: Sequence[Searched], key: str) -> Wins:
    """What a copy of a card decides, as `Report.impact` defines it."""
    sums = np.zeros(6)
    for match in matches:
        seats = match.seats
        held = np.array([float(seat in match.scored[key]) for seat in range(seats)])
        apart = float(((held - held.mean()) ** 2).sum()) * seats / (seats - 1)
        if not apart:
            continue
        change = [match.share(seat) - share_of(seat, match.without[key]) for seat in range(seats)]
        gained = float(held @ change)
        sums += (1, apart, gained, apart**2, apart * gained, gained**2)
    return Wins(*ratio_interval(sums))


def asked_of(report: wb.Report, matches: Sequence[Searched]) -> Iterator[Asked]:
    """What the report says about turn order and its cards, compared with matches of the search."""
    game, even = report.plan.game.id, 1 / report.plan.seats
    won = defaultdict[int, float](float)
    for match in matches:
        for seat in match.winners:
            won[(seat - match.began) % match.seats] += match.share(seat)
    for row in report.order.itertuples():
        usual = Wins.more_than(even, (row.win_share, row.low, row.high))
        search = Wins.more_than(even, share_interval(won[row.place - 1], len(matches)))
        yield Asked(game, f"wins of place {row.place} in turn order, more than {even:.0%}", usual, search)
    by_count = report.plan.variant.measures.scored_at_end
    what = "impact" if by_count else f"wins of owners, more than {even:.0%}"
    for key, name, usual in top_cards(report):
        yield Asked(game, f"{name}: {what}", usual, (impact if by_count else owners_win)(matches, key))


def main(given: list[str] | None = None) -> int:
    """Play, ask and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.verdicts", description="Do verdicts hold?")
    parser.add_argument("--games", nargs="*", default=list(WANTED), help="ids of games (default: those searched)")
    parser.add_argument("--matches", type=int, default=MATCHES, help=f"of each game (default {MATCHES})")
    parser.add_argument("--minutes", type=float, default=1e6, help="of matches, each game")
    parser.add_argument("--keep", type=Path, default=None, metavar="FILE", help="add to what other parts have played")
    parser.add_argument("--check", action="store_true", help="print only; else the table goes into docs/reports.md")
    asked = parser.parse_args(given)
    load, matches, lines = os.getloadavg()[0], kept_matches(asked.keep), list[str]()
    played = []
    for game_id in asked.games:
        report = wb.simulate(game_id, games=GAMES, seed=SEED)
        keys = [key for key, _, _ in top_cards(report)]
        known = {one.number for one in matches if one.game == game_id}
        numbers = [number for number in range(asked.matches) if number not in known]
        matches += play_matches(game_id, keys, numbers, time.monotonic() + 60 * asked.minutes, asked.keep)
        of = [one for one in matches if one.game == game_id]
        played.append(f"{len(of)} of {game_id}")
        lines += [one.row for one in asked_of(report, of)]
    about = (
        f"Matches of the search in every seat: {', '.join(played)}, {PLAYOUTS} playouts in {WORLDS} worlds a decision"
    )
    facts = [f"- {fact}" for fact in (f"{about}; reports of {GAMES:,} games", *machine_facts(load)[:2])]
    text = "\n".join([f"| {' | '.join(HEAD)} |", f"|{'---|' * len(HEAD)}", *lines, "", *facts])
    print(text)
    if not asked.check:
        PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), text, BEGIN, END), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Whether suggestions mend what was planted: `python -m benchmarks.suggestions`.

A fresh seed draws PLANTED imbalances of all games, kind by kind (`benchmarks.planted_targets`): changed points, counts,
bonuses and options. A deck's figure is measured before anything is planted, and the window of the target is laid around
it; the planted deck must then miss the window clearly, or it is drawn again. The search is given only the spoilt deck
and the target. It has mended the deck if, with the edits that it suggests, the figure lies in the window in other
games, on a seed of their own, and there is at least one edit, but at most one more than was planted.

The table goes into docs/suggestions.md. What was tried is kept in a file (`--keep`), one line of JSON each, and the
same command continues from there. The exit code is 1 if fewer than MENDED of PLANTED are mended.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import ceil, floor, isnan
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.imbalances import cells, tell
from benchmarks.planted_targets import BOTS, PLANTS, Missed, TargetPlant, reaching
from benchmarks.table import machine_facts, with_table
from workbench.decks import Deck
from workbench.kernel.registry import game as find_game
from workbench.lab.simulation import How
from workbench.lab.suggest import suggest
from workbench.lab.targets import FIRST_SEAT, IMPACT, LENGTH, WIN_RATE, Figure, Target, targets_of
from workbench.lab.trials import Trials

PAGE = Path(__file__).resolve().parents[1] / "docs" / "suggestions.md"
BEGIN, END = "<!-- suggestions: written by python -m benchmarks.suggestions -->", "<!-- end of suggestions -->"
PLANTED, MENDED = 20, 14
GAMES = 6_000  # of a search
MEASURED = 12_000  # to measure a figure before and after
STUDIED = 10_000  # the same for impacts, where a fifth is studied
WITHIN = 0.01  # of the seat that begins
AROUND = {IMPACT: 0.03, LENGTH: 0.03, WIN_RATE: 0.03}  # room on each side of the figure; for a length, a fraction of it
MISSED = {FIRST_SEAT: 0.01, IMPACT: 0.03, LENGTH: 0.03, WIN_RATE: 0.02}  # how far outside the window a plant must lie
DRAWS = 6  # of one kind, before the next is drawn
HEAD = ("game", "planted", "target", "before", "spoilt", "mended", "figure then", "edits")


@dataclass(frozen=True)
class Tried:
    """What was planted and what came of it: figures with intervals before, spoilt and after, and the edits."""

    seed: int
    number: int
    game: str
    group: str
    kind: str
    about: str
    target: str
    before: tuple[float, float, float]
    spoilt: tuple[float, float, float]
    after: tuple[float, float, float]
    mended: bool
    reached: bool
    most: int
    edits: tuple[str, ...]
    seconds: float

    @property
    def row(self) -> str:
        """A line of the table."""
        said = " ".join(self.edits) or "none"
        figures = [_told(self.kind, figure) for figure in (self.before, self.spoilt)]
        verdict = "yes" if self.mended else "**no**"
        return cells(self.game, self.about, self.target, *figures, verdict, _told(self.kind, self.after), said)


def _told(kind: str, figure: Sequence[float]) -> str:
    value, low, high = figure if kind == LENGTH else (100 * part for part in figure)
    return f"{value:.1f} (in every game)" if isnan(low) else f"{value:.1f} ({low:.1f} to {high:.1f})"


# Measuring


def trials_of(game: str, target: Target) -> Trials:
    """Trials of a game for a single target."""
    return Trials(find_game(game), [target], None, {}, How(compiled=True))


def figure_of(deck: Deck, target: Target, seed: int, cards: Sequence[str] | None = None) -> Figure:
    """A deck's figure for a target; for impacts, perhaps only that of some cards."""
    games = STUDIED if target.kind == IMPACT else MEASURED
    trials = trials_of(deck.game_id, target)
    return trials.samples(deck, trials.game.usual_bot, seed, games, cards=cards)[target].figure


def asked_for(game: str, kind: str, seed: int) -> tuple[dict[str, Any], Target, Figure]:
    """The target around a deck's figure before anything is planted, also as `suggest` takes it, and that figure."""
    bots = BOTS.get(game, ("greedy", "random"))
    wide: dict[str, Any] = {
        FIRST_SEAT: WITHIN, IMPACT: 0.99, LENGTH: (1, 1e6), WIN_RATE: {bots: (0.0, 1.0)},
    }  # fmt: skip
    (target,) = targets_of(find_game(game), **{kind: wide[kind]})
    figure = figure_of(reaching(game), target, seed)
    around = AROUND.get(kind, 0.0) * (figure.value if kind == LENGTH else 1.0)
    parts = 10 if kind == LENGTH else 100
    least, most = floor(parts * (figure.value - around)) / parts, ceil(parts * (figure.value + around)) / parts
    given = {
        FIRST_SEAT: WITHIN, IMPACT: most, LENGTH: (least, most), WIN_RATE: {bots: (max(least, 0.0), min(most, 1.0))},
    }[kind]  # fmt: skip
    (target,) = targets_of(find_game(game), **{kind: given})
    return {kind: given}, target, figure


def misses(target: Target, figure: Figure) -> bool:
    """Whether a figure lies clearly outside a window, with its whole interval."""
    value, more = figure.value - figure.even, MISSED[target.kind]
    more *= target.most if target.kind == LENGTH else 1.0
    return not target.least - more <= value <= target.most + more and not target.may_hold(figure)


# Trying


def drawn(plants: Sequence[TargetPlant], random: Random, seed: int) -> tuple[TargetPlant, Missed, Any]:
    """An imbalance of the first kind with a draw that clearly misses its target, and what is asked for."""
    for plant in plants:
        asked = asked_for(plant.game, plant.target, seed)
        if not asked[1].holds(asked[2]):
            tell(f"{plant.game}: {asked[1].words}: {asked[2]} before, which is no deck to spoil")
            continue
        for _ in range(DRAWS):
            planted = plant.make(reaching(plant.game), random)
            spoilt = figure_of(planted.deck, asked[1], seed)
            if misses(asked[1], spoilt):
                return plant, planted, (*asked, spoilt)
            tell(f"{plant.game}, {planted.about}: {spoilt}, drawn again")
    raise ValueError(f"No draw of {len(plants)} kinds misses its target. Draw with another seed.")


def try_one(seed: int, number: int, plants: Sequence[TargetPlant]) -> Tried:
    """Plant something, search, and measure the deck with the suggested edits in other games."""
    random = Random(f"{seed} {number}")
    measuring, searching, fresh = (random.randrange(10**9) for _ in range(3))
    plant, planted, (given, target, before, spoilt) = drawn(plants, random, measuring)
    began = time.monotonic()
    most = planted.edits + 1
    found = suggest(plant.game, planted.deck, **given, most_edits=most, games=GAMES, seed=searching, compiled=True)
    took = time.monotonic() - began
    after = figure_of(found.deck, target, fresh)
    return Tried(
        seed, number, plant.game, plant.group, target.kind, planted.about, target.words,
        before[:3], spoilt[:3], after[:3], target.holds(after) and 0 < len(found.edits) <= most, found.reached, most,
        tuple(edit.words for edit in found.edits), took,
    )  # fmt: skip


def in_turn(seed: int) -> Iterator[list[TargetPlant]]:
    """All kinds of plants, beginning with each in turn, in an order that the seed draws."""
    plants = Random(seed).sample(PLANTS, len(PLANTS))
    for number in range(PLANTED):
        start = number % len(plants)
        yield [*plants[start:], *plants[:start]]


# Reporting


def kept_in(path: Path | None) -> list[Tried]:
    """What was tried before."""
    lines = path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else []
    return [
        Tried(**{name: tuple(of) if isinstance(of, list) else of for name, of in json.loads(line).items()})
        for line in lines
    ]


def table(tried: Sequence[Tried]) -> str:
    """What was planted and mended, as Markdown."""
    lines = [cells(*HEAD), f"|{'---|' * len(HEAD)}"]
    lines += [one.row for one in sorted(tried, key=lambda one: (one.game, one.group, one.kind))]
    mended = [one for one in tried if one.mended]
    others = [one for one in tried if not one.mended]
    unmoved = sum(one.reached and not one.edits for one in others)
    wrong = sum(one.reached for one in others) - unmoved
    few = sum(len(one.edits) < one.most for one in mended)
    seeds = ", ".join(map(str, dict.fromkeys(one.seed for one in tried)))
    minutes = sum(one.seconds for one in tried) / 60
    lines += [
        "",
        f"{len(mended)} of {len(tried)} are mended, {few} of them with no more edits than were planted. Of the others "
        f"{len(others) - unmoved - wrong} are said to be not reached, {unmoved} to need no edit, and {wrong} to be "
        "reached, which these other games do not show.",
        "",
        f"- Searches of {GAMES:,} games took {minutes:.0f} minutes together. Figures of {MEASURED:,} games, where "
        f"impacts are asked for of {STUDIED:,}, a fifth of them studied; drawn by {seeds}",
    ]
    return "\n".join(lines)


def main(given: list[str] | None = None) -> int:
    """Plant, search, measure and count."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.suggestions", description="Do suggestions mend?")
    parser.add_argument("--seed", type=int, default=None, help="what draws the imbalances (default: a fresh one)")
    parser.add_argument("--check", action="store_true", help="print only; else the table goes into docs/suggestions.md")
    parser.add_argument("--number", type=int, default=PLANTED, help=f"imbalances (default and most: {PLANTED})")
    parser.add_argument("--keep", type=Path, default=None, metavar="FILE", help="go on from what is kept there")
    asked = parser.parse_args(given)
    load, tried = os.getloadavg()[0], kept_in(asked.keep)
    fresh = tried[0].seed if tried else int.from_bytes(os.urandom(4))
    seed = fresh if asked.seed is None else asked.seed
    for number, plants in enumerate(in_turn(seed)):
        if len(tried) <= number < asked.number:
            tried.append(try_one(seed, number, plants))
            tell(tried[-1].row)
            if asked.keep is not None:
                with asked.keep.open("a", encoding="utf-8") as file:
                    file.write(f"{json.dumps(asdict(tried[-1]))}\n")
    text = "\n".join([table(tried), *(f"- {fact}" for fact in machine_facts(load)[:2])])
    print(text)
    if len(tried) >= PLANTED and not asked.check:
        PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), text, BEGIN, END), encoding="utf-8")
    return int(sum(one.mended for one in tried) * PLANTED < MENDED * len(tried))


if __name__ == "__main__":
    sys.exit(main())

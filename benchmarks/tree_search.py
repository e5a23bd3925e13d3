"""How strong and how fast the searching bot is; `python -m benchmarks.tree_search`.

Each pair is one deal played twice: once with the game's usual bot on all seats, and once with the tree search with
ITERATIONS iterations on one seat, a different one in each pair. The interval of the search's share of the win must lie
above the fair share, in some games only not below it; the difference within pairs says how much of that is the deal. A
run may be done in parts: each adds its pairs to one file (`--keep`), one line of JSON per pair, and begins with the
first pair missing there. With `--sizes` one game is played with searches of several sizes, and a picture shows how
strong each is.

Speed is the number of iterations a second, beside play-outs alone from the same positions of the same run.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np

import workbench as wb
from benchmarks.table import README, machine_facts, with_table
from workbench.kernel.engine.speeds import Engine, compiled_engine
from workbench.kernel.game import Game
from workbench.lab.drawings import Dot, Line, Row, rows_drawing
from workbench.lab.intervals import share_interval
from workbench.lab.positions import SEED as PLAYED_ON_WITH
from workbench.pen import Picture
from workbench.play.tree_search import ITERATIONS, TreeSearch

BEGIN, END = "<!-- tree search: written by python -m benchmarks.tree_search -->", "<!-- end of tree search -->"
PAIRS, SEED = 200, 2027
SIZES_PICTURE = README.with_name("tree-search-sizes.svg")
ABOVE = ("guild_master", "quests", "cadwallon")  # where the interval must lie above the fair share; else not below it
SPEED = 0.4  # of bare play-outs, at least
SPEED_POSITIONS, SPEED_ITERATIONS = 6, 300
HEAD = ("game", "seats", "pairs", "it wins", "95%", "fair", "the bot there", "gain in pairs", "95%", "reached")


@dataclass(frozen=True)
class Pair:
    """One deal: the share of the win of a seat that searched, and the usual bot's share on the same seat."""

    game: str
    number: int
    won: float
    usual: float
    decisions: int
    left: int
    iterations: int = ITERATIONS  # per decision


def share_of(match: wb.Match, seat: int) -> float:
    """A seat's share of the win."""
    return (seat in match.winners) / max(len(match.winners), 1)


def new_match(game: Game, number: int) -> wb.Match:
    """The match of a pair before its first act: the usual bot on every seat."""
    seats = game.variants[0].default_seats
    return wb.Match(game, seats=seats, seed=SEED + number, bots=dict.fromkeys(range(seats), game.usual_bot))


def play_pair(game_id: str, iterations: int, number: int) -> Pair:
    """Play a deal twice."""
    game = wb.game(game_id)
    usual, match = new_match(game, number), new_match(game, number)
    seat, decisions, left = number % match.seats, 0, 0
    usual.play_bots()
    while not match.over:
        asked = match.next_bot
        assert asked is not None
        if asked != seat:
            match.play_bot(asked)
            continue
        of_bot = match.choice_of_bot(seat, game.usual_bot)
        act = match.act_by_search(seat, iterations, compiled=True)
        decisions, left = decisions + 1, left + (act != of_bot)
        match.play(seat, act)
    return Pair(game_id, number, share_of(match, seat), share_of(usual, seat), decisions, left, iterations)


def play_pairs(
    game_id: str, numbers: Sequence[int], iterations: int, until: float, keep: Path | None, threads: int
) -> Iterator[Pair]:
    """Play pairs in the order of their numbers, until a deadline; the search lets other threads run."""
    with ThreadPoolExecutor(threads) as pool:
        for start in range(0, len(numbers), threads):
            if time.monotonic() > until:
                return
            for one in pool.map(partial(play_pair, game_id, iterations), numbers[start : start + threads]):
                if keep is not None:
                    with keep.open("a", encoding="utf-8") as file:
                        file.write(f"{json.dumps(asdict(one))}\n")
                yield one


def kept_pairs(keep: Path | None) -> list[Pair]:
    """The pairs that earlier parts kept."""
    if keep is None or not keep.exists():
        return []
    return [Pair(**json.loads(line)) for line in keep.read_text(encoding="utf-8").splitlines()]


def picture_of_sizes(game_id: str, pairs: Sequence[Pair]) -> Picture:
    """What searches of several sizes win of the same deals, with intervals, beside the fair share."""
    rows = []
    for size in sorted({one.iterations for one in pairs}):
        of_size = [one for one in pairs if one.iterations == size]
        share, low, high = share_interval(sum(one.won for one in of_size), len(of_size))
        number = f"{share:.1%} ({low:.1%} to {high:.1%}), {len(of_size)} pairs"
        rows.append(Row(f"{size} iterations", number, (Dot(100 * share, 100 * low, 100 * high),)))
    fair = 100 / wb.game(game_id).variants[0].default_seats
    usual = 100 * float(np.mean(list({one.number: one.usual for one in pairs}.values())))  # each deal counted once
    lines = [Line(fair, f"the fair share, {fair:.1f}%"), Line(usual, f"the usual bot on these seats, {usual:.1f}%")]
    return rows_drawing("Share of the win by iterations", rows, axis="percent of the win", lines=lines)


def play_sizes(game_id: str, asked: argparse.Namespace) -> None:
    """Play the pairs of each size that are not kept yet, and draw what all of them have won."""
    pairs, until = kept_pairs(asked.keep), time.monotonic() + 60 * asked.minutes
    known = [one for one in pairs if one.game == game_id and one.iterations in asked.sizes]
    for size in asked.sizes:
        done = {one.number for one in known if one.iterations == size}
        left = [number for number in range(asked.pairs) if number not in done]
        known += play_pairs(game_id, left, size, until, asked.keep, asked.threads)
    picture = picture_of_sizes(game_id, known)
    if not asked.check:
        SIZES_PICTURE.write_text(f"{picture}\n", encoding="utf-8")


def is_reached(game_id: str, low: float, high: float, fair: float) -> bool:
    """Whether the search is as strong as wanted: better for certain, or not for certain worse."""
    return low > fair if game_id in ABOVE else high >= fair


def row_of(game_id: str, pairs: Sequence[Pair]) -> str:
    """A line of the table of strength."""
    seats = wb.game(game_id).variants[0].default_seats
    share, low, high = share_interval(sum(one.won for one in pairs), len(pairs))
    gains = np.array([one.won - one.usual for one in pairs])
    error = 1.96 * float(gains.std(ddof=1)) / len(gains) ** 0.5 if len(gains) > 1 else float("nan")
    usual, gain = float(np.mean([one.usual for one in pairs])), float(gains.mean())
    reached = "yes" if is_reached(game_id, low, high, 1 / seats) else "no"
    texts = [game_id, seats, len(pairs), f"{share:.1%}", f"{low:.1%} to {high:.1%}", f"{1 / seats:.1%}", f"{usual:.1%}"]
    texts += [f"{gain:+.1%}", f"{gain - error:+.1%} to {gain + error:+.1%}", reached]
    return f"| {' | '.join(map(str, texts))} |"


def speed_of(game_id: str, engine: Engine | None = None, iterations: int = SPEED_ITERATIONS) -> tuple[float, float]:
    """Iterations and bare play-outs a second, from some positions of one match; compiled unless an engine is given."""
    game = wb.game(game_id)
    match, engine = new_match(game, 0), engine or compiled_engine(game.variants[0])
    variant, bench = match.variant, engine.new_bench(match.deck.arrays)
    bots, won = np.full(match.seats, game.bot_number(game.usual_bot), np.int64), np.zeros((1, match.seats))
    searching = playing = 0.0
    measured = 0
    while not match.over and measured < SPEED_POSITIONS:
        asked = match.next_bot
        assert asked is not None
        record = match.for_bots(match.positions()[-1].record)
        if len(match.referee.legal_for_bots(asked, record)) > 1:
            search = TreeSearch(match, asked, record, engine, 1, iterations)
            begun = time.perf_counter()
            search.run(iterations)
            between = time.perf_counter()
            engine.play_out(
                search.raws, 1, bench, variant.state.empty, bots, asked, iterations, PLAYED_ON_WITH,
                variant.max_decisions, won,
            )  # fmt: skip
            if measured:  # the first one is a warm-up
                searching, playing = searching + between - begun, playing + time.perf_counter() - between
            measured += 1
        match.play_bot(asked)
    done = (measured - 1) * iterations
    return done / searching, done / playing


def main(given: list[str] | None = None) -> int:
    """Play, count and print; the exit code is 1 if anything wanted is not reached."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tree_search", description="How strong is the search?")
    parser.add_argument("--games", nargs="*", default=list(wb.list_games()), help="ids of games (default: all)")
    parser.add_argument("--pairs", type=int, default=PAIRS, help=f"of each game (default {PAIRS})")
    parser.add_argument("--iterations", type=int, default=ITERATIONS, help=f"of a decision (default {ITERATIONS})")
    parser.add_argument("--minutes", type=float, default=1e6, help="for each game")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="matches at a time (default: cores)")
    parser.add_argument("--keep", type=Path, default=None, metavar="FILE", help="add to what other parts have played")
    parser.add_argument("--check", action="store_true", help="print only; else the table goes into README.md")
    parser.add_argument("--sizes", nargs="+", type=int, default=[], help="iterations; draws the first game's strength")
    asked = parser.parse_args(given)
    if asked.sizes:
        play_sizes(asked.games[0], asked)
        return 0
    load, pairs, ok = os.getloadavg()[0], kept_pairs(asked.keep), True
    lines, speeds = [f"| {' | '.join(HEAD)} |", f"|{'---|' * len(HEAD)}"], []
    for game_id in asked.games:
        searched, played = speed_of(game_id)
        ok &= searched >= SPEED * played
        speeds.append(f"- {game_id}: {searched:,.0f} iterations a second, {searched / played:.2f} of bare play-outs")
        print(speeds[-1], flush=True)
        known = [one for one in pairs if one.game == game_id and one.iterations == asked.iterations]
        left = [number for number in range(asked.pairs) if number not in {one.number for one in known}]
        until = time.monotonic() + 60 * asked.minutes
        known += play_pairs(game_id, left, asked.iterations, until, asked.keep, asked.threads)
        if known:
            lines.append(row_of(game_id, known))
            ok &= lines[-1].endswith("yes |")
            decisions, other = (sum(getattr(one, name) for one in known) / len(known) for name in ("decisions", "left"))
            speeds.append(f"- {game_id}: {decisions:.1f} decisions a match, in {other:.1f} not as the usual bot")
            print(lines[-1], speeds[-1], sep="\n", flush=True)
    text = "\n".join([*lines, "", *speeds, *(f"- {fact}" for fact in machine_facts(load)[:2])])
    print(text)
    if not asked.check:
        README.write_text(with_table(README.read_text(encoding="utf-8"), text, BEGIN, END), encoding="utf-8")
    return int(not ok)


if __name__ == "__main__":
    sys.exit(main())

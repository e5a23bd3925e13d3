"""How strong the bots are: against each other, and against a search; `python -m benchmarks.strength`.

The search is a measuring stick that anybody could build, since it uses only what the workbench offers to everybody.
Before each decision it deals what its seat cannot know in WORLDS worlds, carries out every action in each, and lets the
usual bots play on to the end. It departs from the usual bot's action only if another one wins more often by more than
ERRORS standard errors of their difference, world by world. How often it wins shows what the bot misses.

Where several seats decide at once, the search plays as the usual bot does. A run may be done in parts: each adds its
matches to one file (`--keep`), one line of JSON per match, and begins with the first match missing there.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Container, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from itertools import permutations
from pathlib import Path

import numpy as np

import workbench as wb
from benchmarks.table import README, machine_facts, with_table
from workbench.lab.intervals import share_interval

BEGIN, END = "<!-- strength: written by python -m benchmarks.strength -->", "<!-- end of strength -->"
GAMES, SEED = 2_000, 2026
PLAYOUTS = 300  # per decision, over all its actions and worlds
WORLDS = 12
ERRORS = 1.5
MATCHES = 400
SEARCH = "search"
WANTED = {"guild_master": 0.475, "guile": 0.615}  # the largest share that the search may win
HEAD = ("game", "seats", "one seat", "the others", "games", "it wins", "95%", "fair", "wanted", "reached")


@dataclass(frozen=True)
class Strength:
    """The wins of the one seat that was played differently from all others; a shared win counts as a share."""

    game: str
    seats: int
    one: str
    others: str
    games: int
    won: float

    @property
    def row(self) -> str:
        """A line of the table."""
        share, low, high = share_interval(self.won, self.games)
        wanted = reached = ""
        if self.one == SEARCH:
            most = WANTED[self.game]
            wanted, reached = f"<= {most:.1%}", "yes" if share <= most else "no"
        texts = (self.game, self.seats, self.one, self.others, f"{self.games:,}", f"{share:.1%}")
        texts += (f"{low:.1%} to {high:.1%}", f"{1 / self.seats:.1%}", wanted, reached)
        return f"| {' | '.join(map(str, texts))} |"


@dataclass(frozen=True)
class Searched:
    """A match in which one seat searched: its share of the win, its searches, and how often it overruled the bot."""

    game: str
    number: int
    won: float
    searched: int
    left: int


def usual_seats(game_id: str) -> int:
    """The default number of seats."""
    return wb.game(game_id).variants[0].default_seats


def among_bots(game_id: str, games: int = GAMES) -> Iterator[Strength]:
    """One seat of each bot against seats of each other bot, at every seat in turn."""
    seats = usual_seats(game_id)
    for one, others in permutations([bot.name for bot in wb.game(game_id).bots], 2):
        won, played = 0.0, 0
        for seat in range(seats):
            bots = [one if number == seat else others for number in range(seats)]
            report = wb.simulate(game_id, games=games // seats, seats=seats, bots=bots, seed=SEED + seat)
            won += float(report.seats.wins.iloc[seat])
            played += report.games
        yield Strength(game_id, seats, one, others, played, won)


def values_by_world(match: wb.Match, seat: int, playouts: int) -> dict[int, np.ndarray]:
    """The value of each action for its seat, world by world; empty if another seat decides first."""
    playouts = max(1, playouts // (WORLDS * len(match.legal(seat))))
    graph = wb.position_graph(match, depth=1, seat=seat, worlds=WORLDS, playouts=playouts, compiled=True)
    values: dict[int, list[float]] = {}
    for _, world, weight in graph.out_edges(graph.start, data="probability"):
        for _, to, facts in graph.out_edges(world, data=True):
            if facts["seat"] == seat:
                alike = round(weight * WORLDS)  # equal worlds are one node
                values.setdefault(facts["action"], []).extend([graph.nodes[to]["value"][seat]] * alike)
    return {action: np.array(of) for action, of in values.items() if len(of) == WORLDS}


def better_action(values: dict[int, np.ndarray], usual: int) -> int:
    """The action that is better than the usual one beyond doubt, and most clearly so; else the usual one."""
    clearest, action = ERRORS, usual
    for other, of in values.items() if usual in values else ():
        gain = of - values[usual]
        error = float(gain.std(ddof=1)) / WORLDS**0.5
        if gain.mean() > 0 and gain.mean() > clearest * error:
            clearest, action = (float(gain.mean()) / error if error else np.inf), other
    return action


def play_with_search(game_id: str, number: int) -> Searched:
    """Play a match in which one seat searches, a different one in each match."""
    searcher = number % usual_seats(game_id)
    match, searched, left = play_searching(game_id, number, [searcher])
    return Searched(game_id, number, (searcher in match.winners) / max(len(match.winners), 1), searched, left)


def play_searching(
    game_id: str, number: int, searchers: Container[int], playouts: int = PLAYOUTS
) -> tuple[wb.Match, int, int]:
    """Play a match in which some seats search; returns it, its searches, and how often they overruled the usual bot."""
    seats, bot = usual_seats(game_id), wb.game(game_id).usual_bot
    match = wb.Match(game_id, seats=seats, seed=SEED + number, bots=dict.fromkeys(range(seats), bot))
    searched, left = 0, 0
    while not match.over:
        seat = match.next_bot
        assert seat is not None
        if seat not in searchers:
            match.play_bot(seat)
            continue
        before, fork = len(match.log), match.fork()
        fork.play_bot(seat)
        usual = fork.log[before][1].id
        if len(match.legal(seat)) < 2 or len(match.to_act) > 1:
            match.play(seat, usual)
            continue
        action = better_action(values_by_world(match, seat, playouts), usual)
        searched, left = searched + 1, left + (action != usual)
        match.play(seat, action)
    return match, searched, left


def play_matches(game_id: str, numbers: Sequence[int], until: float, keep: Path | None) -> Iterator[Searched]:
    """Play matches on all cores in the order of their numbers, until a deadline."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        cores = os.cpu_count() or 1
        for start in range(0, len(numbers), cores):
            if time.monotonic() > until:
                return
            for one in pool.map(partial(play_with_search, game_id), numbers[start : start + cores]):
                print(time.strftime("%H:%M:%S"), one, file=sys.stderr, flush=True)
                if keep is not None:
                    with keep.open("a", encoding="utf-8") as file:
                        file.write(as_line(one))
                yield one


def as_line(one: Searched) -> str:
    """A match as a line of a file."""
    return f"{json.dumps(asdict(one))}\n"


def kept_matches(keep: Path | None) -> list[Searched]:
    """The matches that earlier parts kept."""
    if keep is None or not keep.exists():
        return []
    return [Searched(**json.loads(line)) for line in keep.read_text(encoding="utf-8").splitlines()]


def of_search(game_id: str, matches: Sequence[Searched]) -> Strength:
    """How often the search won."""
    won = sum(one.won for one in matches)
    return Strength(game_id, usual_seats(game_id), SEARCH, wb.game(game_id).usual_bot, len(matches), won)


def main(given: list[str] | None = None) -> int:
    """Play, count and print; the exit code is 1 if the search wins more than is wanted."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description="How strong are the bots?")
    parser.add_argument("--games", nargs="*", default=list(wb.list_games()), help="ids of games (default: all)")
    parser.add_argument("--matches", type=int, default=MATCHES, help=f"with the search, each game (default {MATCHES})")
    parser.add_argument("--minutes", type=float, default=1e6, help="of matches with the search, each game")
    parser.add_argument("--keep", type=Path, default=None, metavar="FILE", help="add to what other parts have played")
    parser.add_argument("--check", action="store_true", help="print only; else the table goes into README.md")
    asked = parser.parse_args(given)
    load, matches, lines = os.getloadavg()[0], kept_matches(asked.keep), []
    searching = [game_id for game_id in WANTED if game_id in asked.games]
    for game_id in searching:
        known = {one.number for one in matches if one.game == game_id}
        numbers = [number for number in range(asked.matches) if number not in known]
        matches += play_matches(game_id, numbers, time.monotonic() + 60 * asked.minutes, asked.keep)
    found = [of_search(game_id, [one for one in matches if one.game == game_id]) for game_id in searching]
    bots = [one for game_id in asked.games for one in among_bots(game_id)]
    lines = [f"| {' | '.join(HEAD)} |", f"|{'---|' * len(HEAD)}", *(one.row for one in [*found, *bots]), ""]
    for game_id in searching:
        of = [one for one in matches if one.game == game_id]
        decisions, left = (sum(getattr(one, name) for one in of) / max(len(of), 1) for name in ("searched", "left"))
        lines.append(f"- {game_id}: the search looks at {decisions:.1f} decisions a match and changes {left:.1f}")
    text = "\n".join([*lines, *(f"- {fact}" for fact in machine_facts(load)[:2])])
    print(text)
    if not asked.check:
        README.write_text(with_table(README.read_text(encoding="utf-8"), text, BEGIN, END), encoding="utf-8")
    return int(any(one.won > WANTED[one.game] * one.games for one in found))


if __name__ == "__main__":
    sys.exit(main())

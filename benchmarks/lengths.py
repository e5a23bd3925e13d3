"""How many decisions a match has, by its length and its seats: `python -m benchmarks.lengths`.

The usual bot plays each set of options that states a playing time, with the game's own deck, at every number of seats.
The medians go into the file that its `Presets` name, from which lobbies and reports derive minutes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping

from workbench.kernel.game import Game, Variant
from workbench.kernel.options import Preset
from workbench.kernel.registry import game, list_games
from workbench.lab.report import simulate
from workbench.storage.errors import OptionError

GAMES, SEED = 400, 1


def measured(of: Game, variant: Variant, preset: Preset) -> dict[int, int]:
    """Number of seats -> the median decisions of a match, rounded down."""
    options, found = {**preset.values, "game_variant": variant.key}, {}
    for seats in variant.seats:
        report = simulate(of, games=GAMES, seats=seats, seed=SEED, options=options)
        found[seats] = int(report.lengths.set_index("measure").loc["decisions", "median"])
    return found


def text_of(of: Game, decisions: Mapping[str, Mapping[int, int]]) -> str:
    """The text of the file: what wrote it, and for each set of options a table of number of seats = decisions."""
    lines = [
        f"# Written by `python -m benchmarks.lengths {of.id}`: number of seats = median decisions of {GAMES} matches "
        f"by {of.usual_bot}, deck {of.default_deck}, seed {SEED}."
    ]
    for preset, row in decisions.items():
        lines += ["", f"[{preset}]", *(f"{seats} = {number}" for seats, number in row.items())]
    return "\n".join(lines) + "\n"


def main(given: list[str] | None = None) -> int:
    """Measure the lengths of games, and write their files."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lengths", description="How long is a match?")
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games (default: all)")
    try:
        wanted = [game(name) for name in parser.parse_args(given).games] or [*list_games().values()]
    except OptionError as problem:
        parser.error(str(problem))
    for of in wanted:
        for variant in of.variants:
            for group in variant.presets:
                if group.measured is not None:
                    decisions = {preset.key: measured(of, variant, preset) for preset in group.presets}
                    group.measured.write_text(text_of(of, decisions), encoding="utf-8")
                    print(group.measured)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""How balanced each deck that comes with the workbench is: `python -m benchmarks.flavours`.

The usual bot of each game plays every deck at the usual number of seats. The results are written into the table
`measured` of the deck's deck.toml and into README.md. No card of a flavour may decide more games than `MOST_IMPACT`,
and no finding of the flavour's report may stand against it except turn order, which no card list can mend.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from benchmarks.table import README, machine_facts, with_table
from workbench.decks import Deck, list_decks, load_deck
from workbench.decks.balance import balance
from workbench.decks.folders import decks_folder
from workbench.decks.reading import TOML_FILE
from workbench.kernel.registry import list_games
from workbench.lab.report import Report, simulate
from workbench.lab.suspects import TURN_ORDER
from workbench.widgets.gallery.measured import NOTHING_FOUND

BEGIN, END = "<!-- flavours: written by python -m benchmarks.flavours -->", "<!-- end of flavours -->"
TABLE = "\n[measured]\n"
GAMES, SEED = 10_000, 2026
AS_PRINTED = ("guild_master", "medieval")  # the one deck that no bound applies to
MOST_IMPACT = {"guild_master": 0.12}  # of the games in which only one seat has a card, by its points or its bonus
ENOUGH = 100  # games that must say something about a card before its impact counts
HEAD = (
    "deck", "cards", "lint", "points by category", "turns", "wins by seat", "led alone", "highest impact", "bound",
    "findings", "held",
)  # fmt: skip


@dataclass(frozen=True)
class Measured:
    """A deck and the report of its games."""

    deck: Deck
    report: Report

    @classmethod
    def of(cls, deck: Deck, games: int = GAMES, *, compiled: bool | None = None) -> Measured:
        """Play a deck; with `compiled` False in plain Python."""
        return cls(deck, simulate(deck.game_id, games=games, seed=SEED, deck=deck, compiled=compiled))

    @cached_property
    def points(self) -> str:
        """The lowest and highest value that a deck is judged by, over its categories, and which are thin or fat."""
        part = next((part for part in balance(self.deck) if part.by_category), None)
        if part is None:
            return "-"
        values = [bar.value for bar in part.bars]
        marked = [f"{bar.letter} {bar.mark}" for bar in part.bars if bar.mark]
        text = f"{min(values):g} to {max(values):g}, even {part.even_share:.1f}"
        return f"{text}; {', '.join(marked)}" if marked else text

    @cached_property
    def against(self) -> tuple[str, ...]:
        """What the report finds against the deck, turn order aside."""
        return tuple(finding.text for finding in self.report.findings if finding.kind != TURN_ORDER)

    @cached_property
    def lint(self) -> str:
        """The number of lint findings at each level."""
        found = [finding.level for finding in self.deck.lint()]
        return ", ".join(f"{found.count(level)} {level}s" for level in ("error", "warning", "note") if level in found)

    @cached_property
    def highest(self) -> tuple[float, float, float, str] | None:
        """The highest impact with its interval, and its worth and card; None if no impact counts."""
        told = self.report.impact[self.report.impact.games >= ENOUGH]
        if told.empty:
            return None
        row = told.loc[told.impact.idxmax()]
        return float(row.impact), float(row.low), float(row.high), f"{row.worth} of {row.card}"

    @cached_property
    def bound(self) -> float | None:
        """The highest impact allowed; None for the deck as printed and for games without a bound."""
        if (self.deck.game_id, self.deck.name) == AS_PRINTED:
            return None
        return MOST_IMPACT.get(self.deck.game_id)

    @property
    def held(self) -> bool:
        """Whether there is no bound, or no finding and the whole interval of the highest impact is within the bound."""
        if self.bound is None:
            return True
        return not self.against and (self.highest is None or self.highest[2] <= self.bound)

    @cached_property
    def figures(self) -> dict[str, str | int]:
        """The figures that deck.toml gives for the deck, by their names there."""
        report = self.report
        turns = report.lengths.set_index("measure").loc["turns"]
        led = report.category_leads.led_share
        told: dict[str, str | int] = {
            "digest": self.deck.digest[:12],
            "games": f"{report.games} by {report.bots[0]} at {len(report.bots)} seats, seed {report.seed}",
            "points_by_category": self.points,
            "turns": f"{turns['mean']:.1f}, {turns['p05']:.0f} to {turns['p95']:.0f} in nine games of ten",
            "wins_by_seat": " ".join(f"{share:.3f}" for share in report.seats.win_share),
            "led_alone": f"{led.min():.2f} to {led.max():.2f}" if len(led) else "-",
            "dead_cards": int(report.cards.dead.sum()),
            "findings": " ".join(self.against) or NOTHING_FOUND,
        }
        if self.highest is not None:
            impact, low, high, what = self.highest
            told["highest_impact"] = f"{impact:.3f} ({low:.3f} to {high:.3f}), {what}"
        if self.bound is not None:
            told["impact_bound"] = f"{self.bound:g}"
        return told

    @property
    def row(self) -> tuple[str, ...]:
        """One line of the table."""
        told = self.figures
        cells = (told.get(key, "-") for key in ("points_by_category", "turns", "wins_by_seat", "led_alone"))
        name, cards = f"{self.deck.game_id}/{self.deck.name}", len(self.deck.rows)
        held = "yes" if self.held else "no"
        impact = str(told.get("highest_impact", "-"))
        bound = str(told.get("impact_bound", ""))
        found = str(told["findings"])
        return (name, str(cards), self.lint or "nothing", *map(str, cells), impact, bound, found, held if bound else "")


def with_figures(text: str, figures: dict[str, str | int]) -> str:
    """The text of a deck.toml with its last table, the figures, added or replaced."""
    import tomli_w

    return f"{text.partition(TABLE)[0].rstrip()}\n{TABLE}{tomli_w.dumps(figures)}"


def table(measured: Sequence[Measured]) -> str:
    """Decks and their figures as Markdown."""
    lines = [f"| {' | '.join(HEAD)} |", f"|{'---|' * len(HEAD)}"]
    return "\n".join([*lines, *(f"| {' | '.join(one.row)} |" for one in measured)])


def toml_of(deck: Deck) -> Path:
    """The deck.toml of a deck that comes with the workbench."""
    return decks_folder(deck.game) / deck.name / TOML_FILE


def main(given: list[str] | None = None) -> int:
    """Measure decks; the exit code is 1 if a bound is broken or, with --check, a deck.toml states other figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.flavours", description="Measure our decks.")
    parser.add_argument("decks", nargs="*", metavar="GAME[/DECK]", help="which decks (default: all)")
    parser.add_argument("--check", action="store_true", help="write nothing, and compare with what each deck.toml says")
    asked = parser.parse_args(given)
    wanted = [
        (game, deck)
        for game in list_games()
        for deck in list_decks(game)
        if not asked.decks or game in asked.decks or f"{game}/{deck}" in asked.decks
    ]
    if not wanted:
        parser.error(f"there is no deck {asked.decks[0]!r}; write it as guild_master/roman")
    load, measured, good = os.getloadavg()[0], [], True
    for game, name in wanted:
        one = Measured.of(load_deck(game, name))
        measured.append(one)
        print(" | ".join(one.row), file=sys.stderr, flush=True)
        good &= one.held
        if asked.check:
            good &= dict(one.deck.meta.measured) == one.figures
        else:
            file = toml_of(one.deck)
            file.write_text(with_figures(file.read_text(encoding="utf-8"), one.figures), encoding="utf-8")
    text = "\n".join([table(measured), "", f"- seed {SEED}", *(f"- {fact}" for fact in machine_facts(load)[:2])])
    print(text)
    if not asked.check and not asked.decks:
        README.write_text(with_table(README.read_text(encoding="utf-8"), text, BEGIN, END), encoding="utf-8")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

"""Builds the C program `guild_master.c`, hands it a deck and reads its results back."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from workbench.decks import Deck

SOURCE = Path(__file__).with_name("guild_master.c")
FLAGS = ("-std=c11", "-O3", "-march=native")
MAX_SEATS, MAX_CATEGORIES = 8, 16

RESULT = np.dtype(
    [
        ("winning", "i4"),
        ("decisions", "i4"),
        ("turns", "i4"),
        ("leads", "i4", (MAX_SEATS,)),
        ("points", "i4", (MAX_SEATS, MAX_CATEGORIES)),
    ]
)


def compiler() -> str | None:
    """The path of this machine's C compiler, or None if there is none."""
    return shutil.which("cc")


def deck_text(deck: Deck) -> str:
    """A Guild Master deck as the C program reads it; see the top of guild_master.c."""
    arrays = deck.arrays
    copies = np.bincount(arrays.kind[: arrays.card_count], minlength=arrays.kind_count)
    lines = [f"{arrays.category_count} {arrays.kind_count}"]
    for kind in range(arrays.kind_count):
        one, other = np.repeat(np.arange(MAX_CATEGORIES), arrays.points[kind])
        bonus = f"{arrays.bonus_category[kind]} {arrays.bonus_source[0, kind]}"
        identities = " ".join(map(str, arrays.identity[arrays.kind == kind]))
        lines.append(f"{one} {other} {bonus} {copies[kind]} {identities}")
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class CProgram:
    """The compiled program in a folder, with a deck file beside it."""

    program: Path
    deck: Path

    @classmethod
    def build(cls, folder: Path, deck: Deck) -> CProgram:
        """Compile the program and write the deck; raises CalledProcessError if the compiler fails."""
        program, cards = folder / "guild_master", folder / "deck.txt"
        subprocess.run([str(compiler()), *FLAGS, "-o", str(program), str(SOURCE)], check=True)
        cards.write_text(deck_text(deck), encoding="ascii")
        return cls(program, cards)

    def play(self, *, seed: int, first: int, games: int, seats: int, offers: int) -> tuple[np.ndarray, float]:
        """Play random games; returns a RESULT per game and the seconds of processor time that playing took."""
        numbers = [str(number) for number in (seed, first, games, seats, offers)]
        done = subprocess.run([str(self.program), str(self.deck), *numbers], capture_output=True, check=True)
        return np.frombuffer(done.stdout, RESULT), int(done.stderr) / 1e9


def differences(theirs: np.ndarray, ours: object) -> list[str]:
    """The names of the results that differ, in any game, between a run of the C program and an Outcome of ours."""
    seats = ours.scores.shape[1]  # type: ignore[attr-defined]
    categories = ours.points.shape[2]  # type: ignore[attr-defined]
    pairs = {
        "winners": (theirs["winning"], ours.winning),  # type: ignore[attr-defined]
        "decisions": (theirs["decisions"], ours.decisions),  # type: ignore[attr-defined]
        "turns": (theirs["turns"], ours.turns),  # type: ignore[attr-defined]
        "scores": (theirs["leads"][:, :seats], ours.scores),  # type: ignore[attr-defined]
        "points": (theirs["points"][:, :seats, :categories], ours.points),  # type: ignore[attr-defined]
    }
    return [name for name, (one, other) in pairs.items() if not np.array_equal(one, other)]

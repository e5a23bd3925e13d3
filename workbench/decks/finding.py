"""A finding: something wrong or odd about a deck, where it is, and how to mend it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from workbench.kernel.words import listed
from workbench.storage.errors import LONGEST_SHOWN, DeckError

LEVELS = ("error", "warning", "note")
SHOWN_PROBLEMS = 20


class Finding(NamedTuple):
    """One finding. An error keeps the deck from loading; a warning is a likely slip; a note is legal but odd.

    `place` says where it is in words; `file`, `row` (as a spreadsheet numbers it, the header is row 1),
    `column` and `key` (the card's id) say the same for programs and are empty where they do not apply. `instead` is
    the correct content if only one is possible; otherwise it is empty, and people decide. `together` continues the
    sentence that reports several such findings at once, after their number: "names are too long".
    """

    level: str
    place: str
    text: str
    fix: str
    file: str = ""
    row: int = 0
    column: str = ""
    key: str = ""
    instead: str | int = ""
    together: str = ""

    def __str__(self) -> str:
        return f"{self.place}: {self.text} Fix: {self.fix}"


def place(file: str, row: int = 0, name: str = "", column: str = "") -> str:
    """Where something is, in words.

    >>> place("cards.csv", 48, "Tavern", "bonus_source")
    'cards.csv row 48 (Tavern), bonus_source'
    """
    words = f"{file} row {row}" if row else file
    if name:
        words += f" ({name[:LONGEST_SHOWN]})"
    return f"{words}, {column[:LONGEST_SHOWN]}" if column else words


def problem(
    text: str, fix: str, file: str = "", row: int = 0, column: str = "", name: str = "", key: str = ""
) -> Finding:
    """A finding of level `error`."""
    return Finding("error", place(file, row, name, column), text, fix, file, row, column, key)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Errors first, then warnings, then notes; each in the order found."""
    return tuple(sorted(findings, key=lambda finding: LEVELS.index(finding.level)))


def few(words: Sequence[str]) -> str:
    """Words in a sentence: all of up to four, otherwise three and how many more there are."""
    return listed(words if len(words) <= 4 else [*words[:3], f"{len(words) - 3} more"])


def refusal(what: str, problems: Sequence[Finding]) -> DeckError:
    """The error that says what failed and lists every problem found."""
    number = "a problem" if len(problems) == 1 else f"{len(problems)} problems"
    lines = [f"{what}; it has {number}:"]
    lines += [f"  {index}. {finding}" for index, finding in enumerate(problems[:SHOWN_PROBLEMS], start=1)]
    if len(problems) > SHOWN_PROBLEMS:
        lines.append(f"  ... and {len(problems) - SHOWN_PROBLEMS} more (all of them in the error's `problems`).")
    return DeckError("\n".join(lines), tuple(problems))

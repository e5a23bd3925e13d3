"""Deck: an immutable card list with its metadata and its operations, identified by the digest of its content.

Its content is in data.py. The work is done by the functions of lint.py, diff.py, edit.py and
writing.py; the methods here call them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from workbench.decks.data import FORMAT, DeckData
from workbench.decks.diff import DeckDiff, diff
from workbench.decks.edit import edit as edited
from workbench.decks.finding import Finding
from workbench.decks.lint import lint
from workbench.decks.reading import read_dict
from workbench.decks.school_words import as_printed, in_school_words
from workbench.decks.validation import validate
from workbench.decks.writing import save
from workbench.kernel.registry import game as find_game
from workbench.storage.errors import LONGEST_PATH, DeckError, WorkbenchError, shown


@dataclass(frozen=True, eq=False, repr=False)
class Deck(DeckData):
    """A valid deck of a game. Make one with `load_deck`, `Deck.from_dict` or another deck's `edit`."""

    def lint(self) -> tuple[Finding, ...]:
        """What is odd about this deck although it can be played: warnings, then notes."""
        return lint(self)

    def diff(self, other: Deck) -> DeckDiff:
        """What changes from this deck to `other`."""
        return diff(self, other)

    edit = edited

    def in_school_words(self) -> Deck:
        """This deck with the names that its cards have in a classroom; nothing else changes.

        >>> from workbench.decks import load_deck
        >>> school = load_deck("guild_master").in_school_words()
        >>> school.meta.school_words["brothel"] in school.names["card"]
        True
        """
        return self._in_school_words

    def as_printed(self) -> Deck:
        """This deck with the names that its list prints; the reverse of `in_school_words`."""
        return self._as_printed

    @cached_property
    def _in_school_words(self) -> Deck:
        return in_school_words(self)

    @cached_property
    def _as_printed(self) -> Deck:
        return as_printed(self)

    def save(self, path: str | Path) -> Path:
        """Write deck.toml and the tables into the folder `path` and return that folder; raises DeckError."""
        return save(self, path)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Deck:
        """The deck that `to_dict` wrote; raises DeckError if anything in it does not fit."""
        if not isinstance(values, Mapping):
            raise DeckError(f"A deck is a mapping, not {type(values).__name__}. Give what Deck.to_dict returned.")
        if values.get("format") != FORMAT:
            raise DeckError(
                f"The deck's format is {shown(values.get('format'), 40)}; this version reads format {FORMAT}. "
                "Give what Deck.to_dict returned, or update the workbench."
            )
        game_id = values.get("game")
        if not isinstance(game_id, str):
            raise DeckError(f"The deck's game is of type {type(game_id).__name__}. Give the id of a game as text.")
        try:
            game = find_game(game_id)
        except WorkbenchError as error:
            raise DeckError(f"The deck's game is unknown. {error}") from None
        name = values.get("name")
        name = name[:LONGEST_PATH] if isinstance(name, str) else "unnamed"  # the name of a folder
        deck = validate(read_dict(game, name, values.get("meta"), values.get("tables")), cls)
        if values.get("digest", deck.digest) != deck.digest:
            raise DeckError(
                f"The deck {shown(deck.name)} was changed after it was saved: its digest does not fit its content. "
                "Use an unchanged copy, or leave the digest out."
            )
        return deck

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_dict, (self.to_dict(),)

"""Decks: card lists with their metadata, kept as data that a designer edits.

    deck = load_deck("guild_master", "medieval")

finding.py      what is wrong or odd, where it is, and how to mend it
reading.py      files and dicts -> a draft: text cells, not validated yet
model.py        what a cell, a category and a deck.toml may hold (pydantic)
data.py         DeckData: what a deck holds, in rows that never change
validation.py   a draft -> a deck, or every problem at once
lint.py         what is legal but odd
bonuses.py      rings and chains of cards that give each other bonuses
balance.py      the bars that a game declares, their even share, and what an edit changed
diff.py         how two decks differ
edit.py         a deck and a list of changes -> a new deck
deck_edit.py    one edit as plain data, which can be applied and undone
cells.py        the text of all cells of a deck being edited
editor.py       DeckEditor: those cells, the last good deck, undo and redo
writing.py      a deck -> files
deck.py         Deck: a card list and the operations on it
drafts.py       decks being edited, kept in case the kernel restarts
versions.py     versions of a deck that a designer chose to keep, with notes
exchange/       decks to and from CSV, TOML and XLSX files that people send each other
folders.py      which decks there are, and where

Nothing here imports pydantic or pandas before a deck is loaded.
"""

from __future__ import annotations

from workbench.decks.deck import Deck
from workbench.decks.deck_edit import DeckEdit
from workbench.decks.diff import CardChange, DeckDiff
from workbench.decks.finding import Finding
from workbench.decks.folders import list_decks, load_deck, packaged_decks_folder
from workbench.decks.versions import Version, Versions

__all__ = [
    "CardChange", "Deck", "DeckDiff", "DeckEdit", "Finding", "Version", "Versions", "list_decks", "load_deck",
    "packaged_decks_folder",
]  # fmt: skip

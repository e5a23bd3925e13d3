"""What Python tells about cards in piles: their emblems, and the chains of their bonuses.

Everything else that piles show, their page takes from the list itself (piles_of.js).
"""

from __future__ import annotations

from typing import Any

from workbench.decks import Deck
from workbench.decks.bonuses import bonus_sources, chains_to, linked
from workbench.decks.editor import DeckEditor
from workbench.decks.reading import tidy
from workbench.kernel.scenes.plain import row_face
from workbench.kernel.scenes.scene import CardFace
from workbench.kernel.tables import CardTable


def piles_told(editor: DeckEditor) -> dict[str, Any]:
    """The emblems by file and row id, and the chains of the last good deck.

    A chain is a list of (file, row id, how many cards lead to this one), as `decks.bonuses.linked` orders it.

    >>> from workbench.decks import load_deck
    >>> [chain[0][2] for chain in piles_told(DeckEditor(load_deck("guild_master")))["chains"][:3]]
    [0, 0, 0]
    """
    ids = {  # by file and key of each row
        (table.file, tidy(row.cells[table.key_column])): row.id
        for table in editor.game.tables
        for row in editor.rows(table.file)
    }
    return {"emblems": _emblems(editor.deck, ids), "chains": _chains(editor.deck, ids)}


def face_of(deck: Deck, table: CardTable, number: int) -> CardFace:
    """A row of a deck as a card; a game does not say how rows that are not cards look."""
    if table.are_cards:
        return deck.game.studio.face(deck, deck.kind_of(table, number))
    return row_face(deck, table, number)


def _emblems(deck: Deck, ids: dict[tuple[str, str], int]) -> dict[str, dict[str, str]]:
    emblems: dict[str, dict[str, str]] = {table.file: {} for table in deck.game.tables}
    for table in deck.game.tables:
        for number, row in enumerate(deck.tables[table.file]):
            row_id = ids.get((table.file, str(row[table.key_column])))
            if row_id is not None:
                emblems[table.file][str(row_id)] = face_of(deck, table, number).emblem
    return emblems


def _chains(deck: Deck, ids: dict[tuple[str, str], int]) -> list[list[tuple[str, int, int]]]:
    sources = bonus_sources(deck)
    leading = chains_to(sources)
    places = [(kind.table.file, kind.key) for kind in deck.kinds]
    return [
        [(places[kind][0], ids[places[kind]], len(leading[kind]) - 1) for kind in group if places[kind] in ids]
        for group in linked(sources)
    ]

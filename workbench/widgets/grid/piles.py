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


def piles_told(editor: DeckEditor) -> dict[str, Any]:
    """The emblems by file and row id, and the chains of the last good deck.

    A chain is a list of (file, row id, how many cards lead to this one), as `decks.bonuses.linked` orders it.

    >>> from workbench.decks import load_deck
    >>> [chain[0][2] for chain in piles_told(DeckEditor(load_deck("guild_master")))["chains"][:3]]
    [0, 0, 0]
    """
    deck, ids = editor.deck, _ids(editor)
    return {"emblems": _emblems(deck, ids), "chains": _chains(deck, ids)}


def _ids(editor: DeckEditor) -> dict[tuple[str, str], int]:
    """File and key of each row -> its id."""
    return {
        (table.file, tidy(row.cells[table.key_column])): row.id
        for table in editor.game.tables
        for row in editor.rows(table.file)
    }


def _emblems(deck: Deck, ids: dict[tuple[str, str], int]) -> dict[str, dict[str, str]]:
    emblems: dict[str, dict[str, str]] = {table.file: {} for table in deck.game.tables}
    for table in deck.game.tables:
        for number, row in enumerate(deck.tables[table.file]):
            row_id = ids.get((table.file, str(row[table.key_column])))
            if row_id is None:
                continue
            if table.are_cards:
                face = deck.game.studio.face(deck, deck.kind_of(table, number))
            else:
                face = row_face(deck, table, number)
            emblems[table.file][str(row_id)] = face.emblem
    return emblems


def _chains(deck: Deck, ids: dict[tuple[str, str], int]) -> list[list[tuple[str, int, int]]]:
    sources = bonus_sources(deck)
    leading = chains_to(sources)
    places = {number: (kind.table.file, kind.key) for number, kind in enumerate(deck.kinds)}
    return [
        [(places[kind][0], ids[places[kind]], len(leading[kind]) - 1) for kind in group if places[kind] in ids]
        for group in linked(sources)
    ]

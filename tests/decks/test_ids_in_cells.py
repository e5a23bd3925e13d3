"""Cells that name other cards by their ids, in lists and in conditions, and other spellings of names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.small_game.joust import GAME
from workbench.decks import Deck
from workbench.decks.diff import diff
from workbench.decks.editor import DeckEditor
from workbench.decks.exchange.mending import Known, mend
from workbench.kernel.defaults import plain_bonuses
from workbench.kernel.game import Game
from workbench.kernel.registry import registered
from workbench.kernel.scenes.plain import plain_face
from workbench.kernel.tables import CardTable, Column
from workbench.storage.errors import DeckError

COLUMNS = (
    Column("card_id", "key", "a short id", required=True),
    Column("name", "name", "the name", required=True, aliases=(("Queen's Favour", "Queen's Favor"),)),
    Column("named", "keys", "the foes that it names"),
    Column("when", "condition", "when it counts", choices=("named", "in_play:")),
)
CARDS = [
    {"card_id": "boar", "name": "Boar", "when": "named"},
    {"card_id": "tristan", "name": "Sir Tristan", "when": "in_play:iseult"},
    {"card_id": "iseult", "name": "Queen Iseult"},
    {"card_id": "hunt", "name": "Hunt", "named": "boar|tristan"},
]


@pytest.fixture(autouse=True)
def game() -> Iterator[Game]:
    """A game whose cards name each other by their ids."""
    with registered(replace(GAME, tables=(CardTable("cards.csv", COLUMNS, 1, 9),))) as found:
        yield found


def deck_of(*changed: dict[str, Any]) -> Deck:
    """The deck above with some rows changed, or added."""
    rows = {row["card_id"]: dict(row) for row in [*CARDS, *({"name": "New", **row} for row in changed)]}
    for row in changed:
        original = next((one for one in CARDS if one["card_id"] == row["card_id"]), {})
        rows[row["card_id"]] = {"name": "New", **original, **row}
    meta = {"title": "Made", "game": "joust"}
    tables = {"cards.csv": list(rows.values())}
    return Deck.from_dict({"format": 1, "game": "joust", "name": "made", "meta": meta, "tables": tables})


def test_lists_of_ids_and_conditions_become_arrays_by_kind():
    arrays = deck_of({"card_id": "hunt", "named": "all"}).arrays
    assert arrays.named[3].tolist() == [1, 1, 1, 1, 0, 0, 0, 0, 0]
    assert deck_of().arrays.named[3].tolist() == [1, 1, 0, 0, 0, 0, 0, 0, 0]
    assert arrays.named[0].sum() == 0
    assert arrays.when[0].tolist() == [0, 1, -1, -1, -1, -1, -1, -1, -1]
    assert arrays.when[1].tolist() == [-1, 2, -1, -1, -1, -1, -1, -1, -1]


def test_a_cell_is_kept_without_needless_spaces():
    deck = deck_of({"card_id": "hunt", "named": " boar |  tristan|"}, {"card_id": "tristan", "when": "in_play: iseult"})
    assert deck.rows[3]["named"] == "boar|tristan"
    assert deck.rows[1]["when"] == "in_play:iseult"
    assert deck == deck_of()


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ({"named": "boar|sir_tristan"}, "'sir_tristan' is not the id of a card of this deck"),
        ({"named": "boor"}, "'boor' is not the id of a card of this deck. Did you mean 'boar'"),
        ({"named": "boar|boar"}, "names 'boar' twice"),
        ({"named": "boar|all"}, "is neither 'all' nor a list of ids"),
        ({"named": "hunt"}, "The card names itself, 'hunt'"),
        ({"when": "in_play:"}, "names no card. Fix: Write the id of a card behind in_play:"),
        ({"when": "in_play"}, "is no condition of this column.*Use named, in_play:<id of a card>"),
        ({"when": "in_play:boor"}, "'boor' is not the id of a card of this deck"),
        ({"when": "named:boar"}, "is no condition of this column"),
    ],
)
def test_what_names_no_card_is_refused(cells: dict[str, str], words: str):
    with pytest.raises(DeckError, match=words):
        deck_of({"card_id": "hunt", **cells})


def test_another_spelling_of_a_name_is_read_as_the_name():
    deck = deck_of({"card_id": "favor", "name": "Queen's Favour"})
    assert deck.rows[4]["name"] == "Queen's Favor"
    with pytest.raises(DeckError, match=r"\"Queen's Favor\" is in row 6 already"):
        deck_of({"card_id": "favor", "name": "Queen's Favour"}, {"card_id": "other", "name": "Queen's Favor"})


def test_the_order_of_a_list_means_nothing_to_the_rules():
    other = deck_of({"card_id": "hunt", "named": "tristan|boar"})
    (change,) = diff(deck_of(), other).changed
    assert change.text_only
    (change,) = diff(deck_of(), deck_of({"card_id": "hunt", "named": "tristan"})).changed
    assert not change.text_only


def test_a_renamed_card_is_named_by_its_id_as_before():
    renamed = deck_of().edit(change=[{"card_id": "iseult", "name": "La Belle Iseult"}])
    assert renamed.rows[1]["when"] == "in_play:iseult"
    assert renamed.arrays.when[1][1] == 2
    assert plain_face(renamed, 1).text == "when in play La Belle Iseult"


def test_a_card_says_whom_it_names_by_their_names():
    deck = deck_of({"card_id": "quest", "named": "all"})
    assert [plain_face(deck, kind).text for kind in (0, 1, 3, 4)] == [
        *("when named", "when in play Queen Iseult", "named Boar and Sir Tristan", "named all")
    ]


def test_a_condition_that_another_card_fulfils_is_a_bonus():
    assert [tuple(bonus) for bonus in plain_bonuses(deck_of())] == [(1, 2, "Queen Iseult", "")]


def test_an_editor_says_at_the_cell_what_is_wrong():
    editor = DeckEditor(deck_of())
    row = editor.rows("cards.csv")[3].id
    editor.set_cells("cards.csv", [(row, "named", "boar|bear")])
    assert [(one.row, one.column) for one in editor.findings if one.level == "error"] == [(5, "named")]
    editor.set_cells("cards.csv", [(row, "named", "boar")])
    assert editor.deck.rows[3]["named"] == "boar"


@pytest.mark.parametrize(
    ("text", "read"),
    [("boar, tristan", "boar|tristan"), ("boar;tristan", "boar|tristan"), ("boar|x", "boar|x"), ("-", "")],
)
def test_a_list_typed_with_other_signs_between_ids_is_mended(text: str, read: str):
    assert mend(COLUMNS[2], text, Known()).text == read

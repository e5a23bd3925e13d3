"""The column `art` of a card list: which emblem a card shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.decks.conftest import SMALL_CSV, WriteDeck
from workbench.decks import Deck, load_deck
from workbench.decks.diff import diff
from workbench.decks.editor import DeckEditor
from workbench.decks.exchange import deck_csv, read_upload
from workbench.storage.errors import DeckError

CARDS = "cards.csv"


def with_art(art: str) -> str:
    """The small deck's list with a column `art`, in which the mill has this one."""
    head, _, rest = SMALL_CSV.partition("\n")
    mill, *others = rest.splitlines()
    return "\n".join([f"{head},art", f"{mill},{art}", *(f"{line}," for line in others)]) + "\n"


@pytest.fixture
def plain(write_deck: WriteDeck) -> Deck:
    """The small deck, whose list names no emblems."""
    return load_deck("guild_master", write_deck())


def drawn(write_deck: WriteDeck, art: str) -> Deck:
    """The small deck with an emblem on the mill."""
    return load_deck("guild_master", write_deck(cards=with_art(art)))


def listed(deck: Deck) -> bytes:
    """The list of a deck as a spreadsheet gets it."""
    return deck_csv(deck, deck.game.tables[0])


def test_a_list_names_the_emblem_of_a_card(write_deck: WriteDeck) -> None:
    assert [row["art"] for row in drawn(write_deck, "windmill").rows] == ["windmill", "", ""]


@pytest.mark.parametrize("art", ["windmil", "Windmill", "wind mill"])
def test_an_emblem_that_there_is_not_is_a_problem_that_names_what_is_near(write_deck: WriteDeck, art: str) -> None:
    with pytest.raises(DeckError) as caught:
        drawn(write_deck, art)
    (found,) = caught.value.problems
    assert (found.file, found.row, found.column) == (CARDS, 2, "art")
    assert f"'{art}' is not the name of an emblem" in found.text
    assert "Did you mean 'windmill'?" in found.text
    assert "such as windmill" in found.fix


def test_an_empty_column_is_the_same_deck_and_a_filled_one_another(plain: Deck, write_deck: WriteDeck) -> None:
    assert drawn(write_deck, "").digest == plain.digest
    assert drawn(write_deck, "windmill").digest != plain.digest


def test_an_emblem_changes_no_rule(plain: Deck, write_deck: WriteDeck) -> None:
    (change,) = diff(plain, drawn(write_deck, "windmill")).changed
    assert change.columns == {"art": ("", "windmill")}
    assert change.text_only


def test_a_deck_keeps_its_emblems_when_it_is_saved_and_sent(write_deck: WriteDeck, tmp_path: Path) -> None:
    deck = drawn(write_deck, "windmill")
    assert load_deck("guild_master", deck.save(tmp_path / "kept")) == deck.edit()
    assert Deck.from_dict(deck.to_dict()) == deck
    assert read_upload(deck.game, "list.csv", listed(deck), deck).deck == deck


def test_capitals_of_an_upload_are_put_right(write_deck: WriteDeck) -> None:
    deck = drawn(write_deck, "windmill")
    spoilt = listed(deck).replace(b"windmill", b"Windmill")
    taken = read_upload(deck.game, "list.csv", spoilt, deck)
    assert taken.deck == deck
    assert any("'Windmill' was read as 'windmill'" in finding.text for finding in taken.findings)


def test_an_editor_says_so_at_the_cell(plain: Deck) -> None:
    editor = DeckEditor(plain)
    mill = editor.rows(CARDS)[0].id
    editor.set_cells(CARDS, [(mill, "art", "lyon")])
    (found,) = editor.problems
    assert (found.row, found.column) == (2, "art")
    editor.set_cells(CARDS, [(mill, "art", "lion")])
    assert editor.deck.rows[0]["art"] == "lion"

"""What is exported reads back as the same deck, and no spreadsheet calculates it."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from collections.abc import Iterator
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from tests.decks.test_properties import BASE, quick, remarks, words
from tests.example_game import PLAIN_DECK, known
from workbench.decks import Deck, load_deck
from workbench.decks.exchange import deck_csv, export, read_upload
from workbench.storage.errors import DeckError

WHOLE = ("toml", "xlsx")  # the kinds that hold every table and the deck.toml


@pytest.fixture(params=["guild_master", "guile", "pledges"])
def deck(request: pytest.FixtureRequest) -> Iterator[Deck]:
    """The default deck of each game."""
    with known():
        yield load_deck(request.param, PLAIN_DECK if request.param == "pledges" else None)


@pytest.mark.parametrize("kind", WHOLE)
def test_a_whole_deck_reads_back_as_it_was(deck: Deck, kind: str) -> None:
    name, data = export(deck, kind)
    taken = read_upload(deck.game, name, data, deck)
    assert taken.findings == ()
    assert taken.deck is not None
    assert taken.deck.digest == deck.digest
    assert taken.deck.meta == deck.meta


@pytest.mark.parametrize("kind", WHOLE)
@pytest.mark.parametrize(
    "options", [{"deal_size": 4}, {"deal_size": "4"}, {"lead_ties": "nobody"}, {"equal_turns": True}]
)
def test_options_keep_their_types(kind: str, options: dict[str, object], hamlet: Deck) -> None:
    deck = hamlet.edit(meta={"options": options, "notes": "two\nlines", "authors": [], "declared_count": 0})
    taken = read_upload(deck.game, *export(deck, kind), hamlet)
    assert taken.deck is not None, taken.findings
    assert taken.deck.digest == deck.digest
    assert taken.deck.meta == deck.meta


def test_every_table_reads_back_from_its_csv_without_a_word(deck: Deck) -> None:
    for table in deck.game.tables:
        name, data = export(deck, "csv", table.file)
        taken = read_upload(deck.game, name, data, deck)
        assert taken.findings == ()
        assert taken.deck == deck


def test_a_file_is_named_after_its_deck_and_table(medieval: Deck) -> None:
    assert export(medieval, "csv")[0] == "medieval_cards.csv"
    assert export(load_deck("guile"), "csv", "knights.csv")[0] == "classic_knights.csv"
    assert export(medieval, "toml")[0] == "medieval.toml"


@pytest.mark.parametrize(("kind", "table"), [("ods", None), ("csv", "kards.csv")])
def test_an_unknown_kind_or_table_is_refused_with_the_known_ones(medieval: Deck, kind: str, table: str | None) -> None:
    with pytest.raises(DeckError, match="Choose one of"):
        export(medieval, kind, table)


CALCULATED = [
    "=1+1", "+1", "-1", "@SUM(A1)", "'=1", "''-1", "＝1+1", "＋1", "－1", "＠SUM(A1)", "'＝1", "''－1",
    '=HYPERLINK("http://x")',
]  # fmt: skip


@pytest.mark.parametrize("name", CALCULATED)
def test_no_cell_of_a_csv_begins_as_a_formula_does(hamlet: Deck, name: str) -> None:
    deck = hamlet.edit(change=[{"card_id": "mill", "name": name, "note": name}])
    data = deck_csv(deck, deck.game.tables[0])
    cells = [cell for row in csv.reader(io.StringIO(data.decode("utf-8-sig"))) for cell in row]
    assert not [cell for cell in cells if normalize("NFKC", cell).startswith(("=", "+", "-", "@"))]
    assert read_upload(deck.game, "list.csv", data, hamlet).draft.tables["cards.csv"].rows[0].cells["name"] == name
    assert read_upload(deck.game, "list.csv", data, deck).deck == deck


def test_a_workbook_holds_text_as_text_and_numbers_as_numbers(hamlet: Deck) -> None:
    deck = hamlet.edit(
        change=[{"card_id": "mill", "name": name, "note": "007", "count": 2} for name in CALCULATED[-1:]]
    )
    book = load_workbook(io.BytesIO(export(deck, "xlsx")[1]))
    assert book.sheetnames == ["Cards", "Categories", "Deck"]
    cells = [cell for sheet in book.worksheets for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert {cell.data_type for cell in cells} == {"s", "n"}
    assert {cell.number_format for cell in cells if cell.data_type == "s"} == {"@"}
    assert [cell.value for cell in book["Cards"]["B"]][:2] == ["name", CALCULATED[-1]]
    count = next(column for column in book["Cards"].iter_cols(values_only=True) if column[0] == "count")
    assert count[:3] == ("count", 2, 1)


rows = st.fixed_dictionaries(
    {
        "name": st.one_of(words, words.map(lambda word: f"={word}"), st.sampled_from(CALCULATED)),
        "resources": st.text("FT", min_size=2, max_size=2),
        "note": st.one_of(remarks, st.sampled_from([*CALCULATED, "#REF!", "3-Jan", "a\u00a0b", "‘a’", "_x0041_"])),
        "count": st.integers(1, 3),
    }
)


@pytest.mark.parametrize("kind", ["csv", *WHOLE])
@quick
@given(
    added=st.lists(rows, max_size=6, unique_by=lambda row: normalize("NFC", row["name"]).strip()),
    title=words,
    notes=remarks,
)
def test_any_deck_reads_back_as_it_was(kind: str, added: list[dict], title: str, notes: str) -> None:
    base = Deck.from_dict(BASE)
    deck = base.edit(add=added, meta={"title": title, "notes": notes})
    taken = read_upload(deck.game, *export(deck, kind), deck if kind == "csv" else base)
    assert taken.deck is not None, taken.findings
    assert taken.deck.digest == deck.digest
    assert taken.deck.meta == deck.meta


def test_openpyxl_and_pydantic_wait_until_they_are_needed() -> None:
    program = """
import sys
import workbench.decks.exchange as exchange
assert not {"openpyxl", "pydantic", "pandas", "numba"} & set(sys.modules), "import"
from workbench.decks import load_deck
deck = load_deck("guild_master")
assert exchange.read_upload(deck.game, *exchange.export(deck, "csv"), deck).deck == deck
assert not {"openpyxl", "pandas", "numba"} & set(sys.modules), "csv"
assert exchange.read_upload(deck.game, *exchange.export(deck, "xlsx"), deck).deck == deck
assert "openpyxl" in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)

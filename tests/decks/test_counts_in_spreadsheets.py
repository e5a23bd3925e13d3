"""How many copies there are, as people write it in their lists: read by its meaning, or reported as left out."""

from __future__ import annotations

import csv
import io

import pytest

from tests.decks.spreadsheets import workbook
from workbench.decks import Deck, load_deck
from workbench.decks.exchange import Import, read_upload

KINDS = (
    "mill,Mill,FF wheat_field,Wheat_field,FF road,Road,TT inn,Inn,TF quarry,Quarry,CC mason,Mason,CT chapel,Chapel,RR "
    "abbey,Abbey,RF court,Court,GG wall,Wall,MM gate,Gate,MT healer,Healer,PP minstrel,Minstrel,AA"
).split()
COUNTS = [3, 2, 1, 3, 2, 1, 3, 2, 1, 3, 2, 1, 3]
PLAIN = [["card_id", "name", "resources"], *(kind.split(",") for kind in KINDS)]
NAMES = """
qty; Qty.; QTY; Quantity; quantities; Number; number of copies; No. of cards; #; # of copies; #copies; Copies; Amount
How many?; Pcs; Count (in deck); num_copies; Anzahl; Anz.; Anzahl Karten; Stück; Stückzahl; Menge; Exemplare; Quantité
Qté; Nb; Nombre; Nombre d'exemplaires; nb de cartes; Cantidad; Número de copias; Ejemplares; Quantidade; Qtd
Quantità; Numero; Copie; Aantal; Antal; Antall; Määrä; Ilość; Liczba; Szt.; Počet; Množství; Darab; Cantitate; Adet
Sayı; Количество; Кол-во; Штук; Кількість; Брой; Ποσότητα; כמות; العدد; تعداد; 数量; 數量; 枚数; 张数; 수량; संख्या
จำนวน; Số lượng; Jumlah; Količina; x; ×; №; Nº; numCopies; QtyInDeck; Copies needed; Quantity to print; Kartenanzahl
Kartenzahl; 卡牌数量; カード枚数; จำนวนใบ; عدد النسخ; Αριθμός αντιτύπων; प्रतियाँ
"""


@pytest.fixture
def town() -> Deck:
    """The deck that is open."""
    return load_deck("guild_master")


def beside(label: str, cells: list[object], rows: list[list[str]] = PLAIN) -> list[list[object]]:
    """A list with one more column."""
    return [[*row, cell] for row, cell in zip(rows, [label, *cells], strict=True)]


def as_csv(rows: list[list[object]]) -> bytes:
    stream = io.StringIO()
    csv.writer(stream).writerows(rows)
    return stream.getvalue().encode()


def read(rows: list[list[object]], town: Deck, kind: str = "csv") -> Import:
    data = as_csv(rows) if kind == "csv" else workbook({"Sheet1": rows})
    return read_upload(town.game, f"list.{kind}", data, town)


def cards(taken: Import) -> int:
    assert taken.deck is not None, taken.findings
    return len(taken.deck.cards)


def copies(taken: Import) -> list[int]:
    assert taken.deck is not None, taken.findings
    return [row["count"] for row in taken.deck.rows]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_column_of_copies_is_found_by_the_sense_of_its_name(kind: str, town: Deck) -> None:
    for name in NAMES.replace("\n", ";").split(";"):
        if name.strip():
            taken = read(beside(name.strip(), COUNTS), town, kind)
            assert copies(taken) == COUNTS, name
            (finding,) = taken.findings
            assert (finding.level, "read by their sense" in finding.text) == ("warning", True), name
            assert " as count." in finding.text, name


@pytest.mark.parametrize("name", ["#", "No.", "Nr.", "Number", "Card number", "№"])
def test_a_number_that_each_card_has_is_no_number_of_copies(name: str, town: Deck) -> None:
    for numbers in (range(1, 14), range(101, 114), [f"C-{number}" for number in range(13)]):
        taken = read(beside(name, list(numbers)), town)
        assert copies(taken) == [1] * 13
        assert f"were left out: D {name!r}." in taken.findings[0].text


def test_of_a_number_for_each_card_and_a_number_of_copies_the_second_is_taken(town: Deck) -> None:
    numbered = beside("#", list(range(1, 14)))
    assert copies(read(beside("x", COUNTS, numbered), town)) == COUNTS
    assert copies(read(beside("Anzahl", COUNTS, numbered), town)) == COUNTS


def test_two_columns_of_copies_that_differ_are_an_error(town: Deck) -> None:
    taken = read(beside("Copies", [1] * 13, beside("qty", COUNTS)), town)
    assert taken.deck is None
    assert "D and E are both called count and differ" in taken.findings[0].text
    taken = read(beside("Copies", COUNTS, beside("count", COUNTS)), town)
    assert copies(taken) == COUNTS


WRITTEN = [
    "{}x",
    "x{}",
    "×{}",
    "{} x",
    "x {}",
    "{}×",
    "*{}",
    "{} Stück",
    "{} pcs.",
    "{} copies",
    "{}枚",
    "{} шт.",
    "{} ×",
    "{} ex.",
    "{} ea",
    "{}.0",
]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_numbers_beside_a_sign_or_a_word_for_times_are_numbers_with_one_warning(kind: str, town: Deck) -> None:
    for written in WRITTEN:
        cells = [written.format(number) if number > 1 else "1" for number in COUNTS]
        taken = read(beside("count", cells), town, kind)
        assert copies(taken) == COUNTS, written
        (finding,) = taken.findings
        assert f"{cells[0]!r} was read as '3', and rows" in finding.text
    mixed = [form.format(number) for form, number in zip(WRITTEN, COUNTS, strict=False)]
    taken = read(beside("count", mixed), town, kind)
    assert copies(taken) == COUNTS
    assert len(taken.findings) == 1


def test_digits_of_other_scripts_are_numbers(town: Deck) -> None:
    cells = [str(number).translate(str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")) for number in COUNTS]
    assert copies(read(beside("تعداد", cells), town)) == COUNTS


@pytest.mark.parametrize("cell", ["3-4", "3 or 4", "x", "3 Mills", "3 x 2", "~3", "3x2", "2.5x", "3 %"])
def test_a_number_of_copies_in_doubt_is_an_error(cell: str, town: Deck) -> None:
    taken = read(beside("count", [cell, *COUNTS[1:]]), town)
    assert taken.deck is None
    assert [(one.row, one.column) for one in taken.findings if one.level == "error"] == [(2, "count")]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("name", ["In the box", "Sum", "ATK", ""])
def test_small_whole_numbers_beside_an_absent_count_are_a_finding_of_their_own(
    kind: str, name: str, town: Deck
) -> None:
    rows = beside("note", [""] * 13, beside(name, COUNTS))
    taken = read(rows, town, kind)
    said = [finding for finding in taken.findings if "Small whole numbers were left out" in finding.text]
    assert len(said) == 1
    assert said[0].level == "warning"
    assert f"D{f' {name!r}' if name else ''} (3, 2, 1 ...)" in said[0].text
    assert "Call the column count" in said[0].fix


def test_other_columns_are_no_finding_of_copies(town: Deck) -> None:
    for cells in ([1] * 13, list(range(1, 14)), ["x"] * 13, [1500, 1200] * 6 + [900]):
        taken = read(beside("Weight", cells), town)
        assert len(taken.findings) == 1, taken.findings
    taken = read(beside("Weight", COUNTS, beside("count", COUNTS)), town)
    assert len(taken.findings) == 1, taken.findings


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("last", [["", "Total", ""], ["", "", ""], ["27 cards", "", ""], ["Summe:", "", ""]])
def test_a_row_that_adds_up_the_copies_is_no_card(last: list[str], kind: str, town: Deck) -> None:
    rows = beside("qty", COUNTS)
    for between in ([], [["", "", "", ""]]):
        taken = read([*rows, *between, [*last, sum(COUNTS)]], town, kind)
        assert copies(taken) == COUNTS
        said = [one.text for one in taken.findings if "add up the copies" in one.text]
        assert said == [f"Rows that add up the copies were left out: row {len(rows) + len(between) + 1}."]


def test_sums_of_parts_are_no_cards_either_and_two_sheets_may_have_theirs(town: Deck) -> None:
    rows = beside("qty", COUNTS)
    total, first, second = ["", "Total", "", 27], ["", "Subtotal", "", 9], ["", "Subtotal", "", 18]
    assert copies(read([*rows[:5], first, *rows[5:], second, total], town)) == COUNTS
    sheets = {"Town": [*rows[:5], ["", "Total", "", 9]], "Land": [rows[0], *rows[5:], ["", "Total", "", 18]]}
    taken = read_upload(town.game, "list.xlsx", workbook(sheets), town)
    assert copies(taken) == COUNTS


@pytest.mark.parametrize("last", [["", "Total", "", 26], ["total", "Total", "", 27], ["", "Total", "FF", 27]])
def test_a_row_that_may_be_a_card_is_no_total(last: list[object], town: Deck) -> None:
    taken = read([*beside("qty", COUNTS), last], town)
    assert len(taken.draft.tables["cards.csv"].rows) == 14


@pytest.mark.parametrize("form", ["{}x {}", "{} x {}", "x{} {}", "{1} x{0}", "{1} (x{0})", "{1} ({0}x)"])
def test_numbers_of_copies_in_names_are_said_once(form: str, town: Deck) -> None:
    rows = [row.copy() for row in PLAIN]
    for row, number in zip(rows[1:], COUNTS, strict=True):
        row[1] = form.format(number, row[1])
    taken = read(rows, town)
    (finding,) = taken.findings
    assert (finding.level, finding.column) == ("warning", "name")
    assert "Write the numbers into a column called count" in finding.fix
    assert read(beside("count", COUNTS, rows), town).findings == ()
    assert read([*PLAIN, ["twice", "2x Strike", "FF"]], town).findings == ()

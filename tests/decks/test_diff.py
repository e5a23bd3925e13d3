"""A difference tells all that differs, and never says that only words differ where a rule looks at them."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from html.parser import HTMLParser
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from workbench.decks import Deck, load_deck
from workbench.decks.diff import DiffLine, _longest_rising
from workbench.storage.errors import DeckError

DECKS = {game: load_deck(game) for game in ("guild_master", "guile")}
Values = dict[str, Any]


# What people do to a list: each takes the plain values of a deck and two numbers, and changes them.


def rename(values: Values, file: str, one: int, other: int) -> None:
    """A card gets another card's name, or a new one; what points to it is left alone."""
    rows = values["tables"][file]
    rows[one % len(rows)]["name"] = rows[other % len(rows)]["name"] if other % 3 == 0 else f"Card {other}"


def rename_with_followers(values: Values, file: str, one: int, other: int) -> None:
    """A card gets a new name, and what points to it with it."""
    rows = values["tables"][file]
    name = rows[one % len(rows)]["name"]
    for row in rows:
        row.update({key: f"Card {other}" for key, value in row.items() if value == name and key != "note"})


def copy_cell(values: Values, file: str, one: int, other: int) -> None:
    """A cell of one card is copied to another card."""
    rows = values["tables"][file]
    keys = [key for key in rows[0] if key not in ("card_id", "name")]
    key = keys[(one + other) % len(keys)]
    rows[one % len(rows)][key] = rows[other % len(rows)][key]


def remark(values: Values, file: str, one: int, other: int) -> None:
    """A remark, sometimes one that happens to be a card's name."""
    rows = values["tables"][file]
    rows[one % len(rows)]["note"] = rows[other % len(rows)]["name"] if other % 2 else f"remark {other}"


def turn_letters(values: Values, file: str, one: int, _other: int) -> None:
    """Two letters change places."""
    rows = values["tables"][file]
    row = rows[one % len(rows)]
    if "resources" in row:
        row["resources"] = row["resources"][::-1]


def carry(values: Values, file: str, one: int, other: int) -> None:
    """A card is taken up and put down elsewhere."""
    rows = values["tables"][file]
    rows.insert(other % len(rows), rows.pop(one % len(rows)))


def copies(values: Values, file: str, one: int, other: int) -> None:
    """A different number of copies."""
    rows = values["tables"][file]
    if "count" in rows[0]:
        rows[one % len(rows)]["count"] = 1 + other % 3


def drop(values: Values, file: str, one: int, _other: int) -> None:
    """One card fewer."""
    rows = values["tables"][file]
    del rows[one % len(rows)]


def double(values: Values, file: str, one: int, other: int) -> None:
    """One card more."""
    rows = values["tables"][file]
    row = rows[one % len(rows)]
    rows.insert(other % len(rows), row | {"card_id": f"new_{other}", "name": f"New {other}"})


def paint(values: Values, _file: str, one: int, other: int) -> None:
    """A category's name or colour."""
    categories = values["meta"]["categories"]
    category = categories[one % len(categories)]
    category.update({"name": f"Category {other}"} if other % 2 else {"colour": f"#{other:06x}"})


def carry_category(values: Values, _file: str, one: int, other: int) -> None:
    """A category stands elsewhere in the list."""
    categories = values["meta"]["categories"]
    categories.insert(other % len(categories), categories.pop(one % len(categories)))


def title(values: Values, _file: str, one: int, other: int) -> None:
    """What a deck.toml says of the deck."""
    key = ("title", "licence", "notes")[one % 3]
    values["meta"][key] = f"words {other}"


def choose(values: Values, _file: str, one: int, other: int) -> None:
    """An option of the game."""
    options = {"guild_master": {"deal_size": 1 + other % 5}, "guile": {"extended_cast": other % 2 == 0}}
    values["meta"]["options"] = options[values["game"]] if one % 2 else {}


Edit = Callable[[Values, str, int, int], None]
EDITS: list[Edit] = [
    rename, rename_with_followers, copy_cell, remark, turn_letters, carry, copies, drop, double, paint, carry_category,
    title, choose,
]  # fmt: skip


number = st.integers(0, 200)
steps = st.lists(st.tuples(st.sampled_from(EDITS), number, number, number), max_size=5)
Steps = list[tuple[Edit, int, int, int]]


def before_and_after(game: str, edits: Steps) -> tuple[Deck, Deck]:
    """A deck of a game and what becomes of it; edits that lead to no deck are left to other tests."""
    deck = DECKS[game]
    values = deck.to_dict()
    del values["digest"]
    files = sorted(values["tables"])
    for edit, table, one, other in edits:
        edit(values, files[table % len(files)], one, other)
    try:
        return deck, Deck.from_dict(values)
    except DeckError:
        assume(False)
        raise


slow = settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


@slow
@given(game=st.sampled_from(sorted(DECKS)), edits=steps)
def test_no_difference_is_reported_exactly_where_there_is_none(game: str, edits: Steps) -> None:
    old, new = before_and_after(game, edits)
    same = old.digest == new.digest and old.meta == new.meta
    assert bool(old.diff(new)) is not same
    assert bool(old.diff(new).lines) is not same


def played_with(deck: Deck) -> list[list]:
    """The arrays of a deck; the order of a card's two letters has no meaning (GM-302)."""
    arrays = deck.arrays._asdict()
    if "resource" in arrays:
        arrays["resource"] = np.sort(arrays["resource"], axis=0)
    return [np.asarray(array).tolist() for array in arrays.values()]


@slow
@given(game=st.sampled_from(sorted(DECKS)), edits=steps)
def test_where_only_words_differ_the_rules_play_with_the_same_arrays(game: str, edits: Steps) -> None:
    old, new = before_and_after(game, edits)
    if old.diff(new).text_only:
        assert dict(old.meta.options) == dict(new.meta.options)
        assert played_with(old) == played_with(new)


@slow
@given(game=st.sampled_from(sorted(DECKS)), edits=steps)
def test_a_difference_read_backwards_is_the_difference_backwards(game: str, edits: Steps) -> None:
    old, new = before_and_after(game, edits)
    there, back = old.diff(new), new.diff(old)
    assert {card.key for card in there.added} == {card.key for card in back.removed}
    assert {card.key for card in there.removed} == {card.key for card in back.added}
    assert len(there.moved) == len(back.moved)
    assert there.text_only == back.text_only
    turned = {(card.file, card.key): {key: pair[::-1] for key, pair in card.columns.items()} for card in back.changed}
    assert {(card.file, card.key): dict(card.columns) for card in there.changed} == turned
    assert dict(there.meta) == {key: pair[::-1] for key, pair in back.meta.items()}


def test_a_card_between_two_that_change_places_has_not_moved() -> None:
    old, new = before_and_after("guild_master", [(carry, 0, 0, 2), (carry, 0, 0, 1)])
    assert [card.key for card in old.diff(new).moved] == ["cross_roads", "farmland"]


@slow
@given(game=st.sampled_from(sorted(DECKS)), edits=steps)
def test_every_line_shows_a_difference_and_can_be_sent_as_json(game: str, edits: Steps) -> None:
    old, new = before_and_after(game, edits)
    diff = old.diff(new)
    # A card that others are carried past, half of them down and half up, has moved though its row is the same.
    assert all(line.before != line.after or line.mark == "moved" for line in diff.lines)
    plain = json.loads(json.dumps(diff.to_dict()))
    assert plain["text_only"] is diff.text_only
    assert [DiffLine(**line) for line in plain["lines"]] == list(diff.lines)


@slow
@given(game=st.sampled_from(sorted(DECKS)), edits=steps)
def test_without_the_moved_cards_both_decks_stand_in_one_order(game: str, edits: Steps) -> None:
    old, new = before_and_after(game, edits)
    diff = old.diff(new)
    for file in old.tables:
        moved = {card.key for card in diff.moved if card.file == file}
        orders = [[row["card_id"] for row in deck.tables[file]] for deck in (old, new)]
        both = set(orders[0]) & set(orders[1]) - moved
        assert [card for card in orders[0] if card in both] == [card for card in orders[1] if card in both]


@pytest.mark.parametrize("size", range(6))
def test_as_few_cards_as_possible_are_called_moved(size: int) -> None:
    for order in permutations(range(size)):
        kept = _longest_rising(list(enumerate(order)))
        assert [number for number in order if number in kept] == sorted(kept)
        longest = max(runs(order), key=lambda run: (len(run), in_their_rows(run, order)))
        assert (len(kept), in_their_rows(kept, order)) == (len(longest), in_their_rows(longest, order))


def in_their_rows(run: Collection[int], order: tuple[int, ...]) -> int:
    """How many cards of a run are in the row that they had."""
    return sum(order[number] == number for number in run)


def runs(order: tuple[int, ...]) -> list[list[int]]:
    """Every rising run that can be picked from an order."""
    found: list[list[int]] = [[]]
    for number in order:
        found += [[*run, number] for run in found if not run or run[-1] < number]
    return found


def with_rows(deck: Deck, file: str, rows: list[dict]) -> Deck:
    """The deck with other rows in one of its tables."""
    values = deck.to_dict()
    del values["digest"]
    return Deck.from_dict(values | {"tables": values["tables"] | {file: rows}})


def test_one_card_carried_away_is_one_move_with_the_rows_of_the_spreadsheet(medieval: Deck) -> None:
    rows = list(medieval.rows)
    carried = rows.pop(100)
    rows.insert(2, carried)
    diff = medieval.diff(with_rows(medieval, "cards.csv", rows))
    assert diff.lines == (DiffLine("moved", "cards.csv", carried["name"], "row", "102", "4", False),)
    assert [card.key for card in diff.moved] == [carried["card_id"]]
    assert not diff.text_only
    assert str(diff) == f"^ {carried['name']} ({carried['card_id']}): row: 102 -> 4"


def test_a_card_put_between_moves_none_of_the_others(hamlet: Deck) -> None:
    rows = list(hamlet.rows)
    rows.insert(1, rows[0] | {"card_id": "inn", "name": "Inn"})
    diff = hamlet.diff(with_rows(hamlet, "cards.csv", rows))
    assert [card.key for card in diff.added] == ["inn"]
    assert not diff.moved
    assert not diff.text_only


def test_both_tables_of_guile_are_told_apart() -> None:
    classic = DECKS["guile"]
    knights = [dict(row) for row in classic.tables["knights.csv"]]
    knights[0]["faction"], knights[7]["faction"] = knights[7]["faction"], knights[0]["faction"]
    knights[1]["note"] = "a remark"
    knights.insert(0, knights.pop(3))
    changed = with_rows(classic, "knights.csv", knights).edit(change=[{"card_id": "influence_1", "value": 4}])
    diff = classic.diff(changed)
    told = [(line.mark, line.file, line.column, line.before, line.after, line.text_only) for line in diff.lines]
    assert told == [
        ("changed", "cards.csv", "value", "1", "4", False),
        ("changed", "knights.csv", "faction", "A", "M", False),
        ("changed", "knights.csv", "note", classic.tables["knights.csv"][1]["note"], "a remark", True),
        ("changed", "knights.csv", "faction", "M", "A", False),
        ("moved", "knights.csv", "row", "5", "2", False),
    ]


def test_a_rename_that_leaves_a_printed_source_without_its_card_is_more_than_words(hamlet: Deck) -> None:
    dangling = hamlet.edit(change=[{"card_id": "bakery", "bonus_source": ""}])
    rows = [dict(row) for row in dangling.rows]
    rows[0]["name"] = "Windmill"
    renamed = with_rows(dangling, "cards.csv", rows)
    assert not np.array_equal(dangling.arrays.bonus_source, renamed.arrays.bonus_source)
    diff = dangling.diff(renamed)
    assert [(card.key, card.text_only) for card in diff.changed] == [("mill", False)]
    assert not diff.text_only


def test_a_rename_beside_another_change_of_the_card_that_follows_it_stays_words(hamlet: Deck) -> None:
    diff = hamlet.diff(
        hamlet.edit(change=[{"card_id": "mill", "name": "Windmill"}, {"card_id": "bakery", "resources": "FF"}])
    )
    assert {card.key: card.text_only for card in diff.changed} == {"mill": True, "bakery": False}


def test_the_name_and_the_looks_of_a_category_are_words_and_its_place_is_not(hamlet: Deck) -> None:
    food, trade = (category.model_dump() for category in hamlet.meta.categories)
    art = {"letter": "A", "name": "Art", "sign": "*", "colour": "#333333"}
    diff = hamlet.diff(hamlet.edit(categories=[food | {"name": "Meals", "colour": "#000000"}, trade]))
    assert diff.text_only
    assert [line[2:] for line in diff.lines] == [
        ("category F", "name", "Food", "Meals", True),
        ("category F", "colour", "#3f6b1f", "#000000", True),
    ]
    diff = hamlet.diff(hamlet.edit(categories=[trade, art, food | {"sign": "f"}]))
    assert not diff.text_only
    assert [(line.mark, *line[2:]) for line in diff.lines] == [
        ("changed", "category F", "sign", "✿", "f", True),
        ("added", "category A", "letter", "", "A", False),
        ("added", "category A", "name", "", "Art", False),
        ("added", "category A", "sign", "", "*", False),
        ("added", "category A", "colour", "", "#333333", False),
        ("changed", "category", "order", "FT", "TAF", False),
    ]
    assert "deck.toml category F sign: '✿' -> 'f'" in str(diff)


def test_options_and_words_of_deck_toml_are_reported_as_they_are_written(hamlet: Deck) -> None:
    there = hamlet.edit(meta={"authors": ["Ada", "Bo"], "notes": "n", "options": {"deal_size": 4}})
    assert [line[:6] for line in hamlet.diff(there).lines] == [
        ("changed", "deck.toml", "deck", "authors", "Ada", "Ada, Bo"),
        ("added", "deck.toml", "deck", "notes", "", "n"),
        ("added", "deck.toml", "options", "deal_size", "", "4"),
    ]
    assert [line.mark for line in there.diff(hamlet).lines] == ["changed", "removed", "removed"]
    classic = DECKS["guile"]
    off, on = (classic.edit(meta={"options": {"extended_cast": cast}}) for cast in (False, True))
    assert [line[4:] for line in off.diff(on).lines] == [("false", "true", False)]


class Cells(HTMLParser):
    """The texts of a table's cells, row by row, and every tag that was opened."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list) -> None:
        """Begin a row or a cell."""
        self.tags.add(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("th", "td"):
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        """Text of the cell that was begun last."""
        self.rows[-1][-1] += data


def test_a_difference_is_shown_as_a_table_of_text_and_nothing_in_it_is_taken_for_markup(hamlet: Deck) -> None:
    nasty = "<img src=x onerror=alert(1)>&amp;\"'"
    diff = hamlet.diff(
        hamlet.edit(
            change=[{"card_id": "mill", "name": nasty, "note": nasty * 2}],
            add=[{"card_id": "inn", "name": "Inn & Co", "resources": "TT"}],
            meta={"title": nasty},
        )
    )
    cells = Cells()
    cells.feed(diff._repr_html_())
    assert cells.tags == {"table", "thead", "tbody", "tr", "th", "td"}
    assert cells.rows[:3] == [
        ["Card", "Column", "Before", "After", "What"],
        ["deck.toml"],
        ["deck", "title", "Hamlet", nasty, "changed, text only"],
    ]
    assert ["Inn & Co", "resources", "", "TT", "added"] in cells.rows
    assert [nasty, "note", "", nasty * 2, "changed, text only"] in cells.rows
    assert ["Bakery", "bonus_source", "Mill", nasty, "changed, text only"] in cells.rows
    assert len([row for row in cells.rows if len(row) == 5]) == 1 + len(diff.lines)
    assert hamlet.diff(hamlet)._repr_html_() == "<p>No difference.</p>"

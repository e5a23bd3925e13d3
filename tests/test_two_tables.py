"""A deck whose cards are in two tables, beside one of rows that are not cards, through everything that reads it."""

from __future__ import annotations

import importlib
import pickle
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.two_tables import ACTIONS, ADVENTURES, ERRANDS, GAME, LANDS, deck_arrays
from workbench.checks import check_game, golden
from workbench.decks import Deck, load_deck
from workbench.decks.balance import balance
from workbench.decks.bonuses import bonus_sources
from workbench.decks.editor import DeckEditor
from workbench.decks.exchange import export, read_upload
from workbench.decks.versions import Versions
from workbench.graphs.bonuses import BonusGraph
from workbench.interop.observation import Layout
from workbench.kernel.game import Game
from workbench.kernel.registry import game as find_game
from workbench.kernel.registry import registered
from workbench.kernel.scenes.scene import CardFace
from workbench.kernel.tables import Column
from workbench.lab import simulate
from workbench.lab.comparison import Comparison
from workbench.lab.pictures import bonus_cards
from workbench.lab.simulation import plan_run
from workbench.play import Match
from workbench.storage.errors import DeckError
from workbench.widgets import DeckStudio
from workbench.widgets.grid.card_grid import CardGrid
from workbench.widgets.studio.layout import BONUSES

NAMES = [
    "Saxon", "Thief", "Giant", "Dragon", "Page", "Slay the dragon", "Carry a letter", "Hold the bridge",
    "Call to the feast",
]  # fmt: skip
DRAGON, SLAY, BRIDGE = 3, 5, 7
A, E, P = ADVENTURES.file, ERRANDS.file, LANDS.file


@pytest.fixture(autouse=True)
def errands() -> Iterator[Game]:
    """The game, known while a test runs."""
    with registered(GAME) as game:
        yield game


@pytest.fixture
def deck() -> Deck:
    """Its deck."""
    return load_deck("errands")


def told(error: DeckError) -> list[str]:
    """What is wrong, problem by problem."""
    return [str(problem) for problem in error.problems]


# Kinds


def test_kinds_are_numbered_through_both_card_tables(deck: Deck) -> None:
    assert [kind.name for kind in deck.kinds] == NAMES
    assert [(kind.table.file, kind.number) for kind in deck.kinds] == [(A, i) for i in range(5)] + [
        (E, i) for i in range(4)
    ]
    assert deck.rows == deck.tables[A] + deck.tables[E]
    assert [deck.kind_of(kind.table, kind.number) for kind in deck.kinds] == list(range(len(NAMES)))


def test_cards_are_numbered_kind_after_kind_copies_side_by_side(deck: Deck) -> None:
    copies = [4, 3, 2, 1, 4, 1, 1, 1, 1]
    kinds = [kind for kind, count in enumerate(copies) for _ in range(count)]
    assert kinds == [kind for kind in deck.arrays.kind.tolist() if kind >= 0]


def test_things_are_called_by_what_they_are(deck: Deck) -> None:
    assert deck.names == {
        "card": tuple(NAMES),
        "adventure": tuple(NAMES),
        "errand": tuple(NAMES),
        "place": ("Camelot", "The Ford"),
    }


def test_the_cards_of_both_tables_are_one_frame(deck: Deck) -> None:
    cards = deck.cards
    assert list(cards.columns) == [
        "table", "card_id", "name", "points", "count", "suit", "errand_id", "title", "favours", "foe",
    ]  # fmt: skip
    assert list(cards.table) == [A] * 5 + [E] * 4
    assert list(cards["count"]) == [4, 3, 2, 1, 4, 1, 1, 1, 1]
    assert (cards.loc[SLAY, "title"], cards.loc[SLAY, "name"], cards.loc[DRAGON, "foe"]) == ("Slay the dragon", "", "")


def test_a_deck_says_how_many_cards_it_has_in_all(deck: Deck) -> None:
    assert "18 cards" in repr(deck)
    assert "18 cards" in deck._repr_html_()
    assert deck.lint() == ()
    odd = deck.edit(meta={"declared_count": 14})
    assert [finding.text for finding in odd.lint()] == ["The deck announces 14 cards and lists 18."]


def test_the_default_arrays_join_both_tables(deck: Deck) -> None:
    arrays, padding = deck.arrays, [0] * 17
    assert (arrays.card_count, arrays.kind_count) == (18, 9)
    assert arrays.kind.tolist() == [0] * 4 + [1] * 3 + [2] * 2 + [3] + [4] * 4 + [5, 6, 7, 8] + [-1] * 8
    assert arrays.table.tolist() == [0] * 5 + [1] * 4 + [-1] * 17
    assert arrays.points.tolist() == [2, 1, 5, 7, 3, 6, 3, 4, 2, *padding]
    assert arrays.suit.tolist() == [1, 0, 1, 1, 0] + [-1] * 21
    assert arrays.favours.tolist() == [-1] * 5 + [1, 0, 1, -1] + [-1] * 17
    assert arrays.foe.tolist() == [-1] * 5 + [DRAGON, -1, 2, -1] + [-1] * 17
    assert arrays.toll.tolist() == [0, 1]


def tables_with(adventure: Column, errand: Column) -> tuple[Any, ...]:
    """The tables of the game with one more column in each of those with cards."""
    first, second = (
        replace(table, columns=(*table.columns, column))
        for table, column in ((ADVENTURES, adventure), (ERRANDS, errand))
    )
    return first, second, LANDS


def deck_of(tables: tuple[Any, ...], adventure: dict[str, Any], errand: dict[str, Any]) -> Deck:
    """The deck with cells in the columns that `tables_with` adds; call it while the game is known with them."""
    values = load_deck("errands").to_dict()
    for file, cells in ((A, adventure), (E, errand)):
        values["tables"][file] = [{**row, **cells} for row in values["tables"][file]]
    return Deck.from_dict({key: value for key, value in values.items() if key != "digest"})


def test_letters_of_two_tables_have_room_for_the_most_of_them() -> None:
    tables = tables_with(Column("arms", "letters", "arms", length=1), Column("arms", "letters", "arms", length=2))
    with registered(replace(GAME, tables=tables)):
        arms = deck_of(tables, {"arms": "S"}, {"arms": "WS"}).arrays.arms
    assert arms.shape == (2, 26)
    assert arms[:, :9].tolist() == [[1] * 5 + [0] * 4, [-1] * 5 + [1] * 4]


@pytest.mark.parametrize(
    "other", [Column("arms", "number", "arms"), Column("arms", "choice", "arms", choices=("bow", "sword"))]
)
def test_columns_of_one_key_that_differ_make_no_array(other: Column) -> None:
    tables = tables_with(Column("arms", "choice", "arms", choices=("sword", "bow")), other)
    with registered(replace(GAME, tables=tables)):
        deck = deck_of(tables, {}, {})
        with pytest.raises(ValueError, match=r"errands\.csv: the column 'arms' is not of the same kind and choices"):
            deck_arrays(deck)


def test_a_column_may_not_be_called_table_where_there_are_several() -> None:
    column = Column("table", "number", "a number")
    tables = tables_with(column, column)
    with registered(replace(GAME, tables=tables)), pytest.raises(ValueError, match="every deck has an array 'table'"):
        _ = deck_of(tables, {}, {}).arrays


def test_both_tables_together_must_find_room_in_a_record() -> None:
    with pytest.raises(
        ValueError,
        match=r"adventures\.csv and errands\.csv may list 27 cards together, but a record of Errands holds 26",
    ):
        replace(GAME, tables=(ADVENTURES, replace(ERRANDS, most=7), LANDS))
    assert replace(GAME, tables=(ADVENTURES, ERRANDS, replace(LANDS, most=300)))


def test_no_deck_has_more_cards_than_a_record_ever_holds() -> None:
    big = replace(ERRANDS, most=235)
    with pytest.raises(ValueError, match="may list 255 cards together, but a record of Errands holds 254"):
        replace(GAME, variants=(), tables=(ADVENTURES, big, LANDS))


def test_rows_that_are_no_cards_must_be_called_something_else() -> None:
    with pytest.raises(ValueError, match=r"places\.csv: its rows are no cards; say what they are"):
        replace(LANDS, noun="card")


# Reading and editing


@pytest.mark.parametrize(
    ("added", "problem"),
    [
        ({"errand_id": "dragon"}, "row 6 (Joust), errand_id: 'dragon' is in adventures.csv row 5 already"),
        ({"title": "Thief"}, "row 6 (Thief), title: 'Thief' is in adventures.csv row 3 already"),
    ],
)
def test_ids_and_names_are_unique_in_both_tables_together(deck: Deck, added: dict[str, str], problem: str) -> None:
    with pytest.raises(DeckError) as caught:
        deck.edit(table=E, add=[{"title": "Joust", **added}])
    assert len(told(caught.value)) == 1
    assert told(caught.value)[0].startswith(f"errands.csv {problem}")


def test_rows_that_are_no_cards_have_ids_and_names_of_their_own(deck: Deck) -> None:
    named = deck.edit(table=P, change=[{"place_id": "ford", "name": "Dragon"}])
    assert named.names["place"] == ("Camelot", "Dragon")
    assert named.tables[E] == deck.tables[E]


def test_a_card_of_the_other_table_may_be_meant_and_a_missing_one_is_reported(deck: Deck) -> None:
    assert deck.edit(change=[{"errand_id": "feast", "foe": "Page"}]).arrays.foe[8] == 4
    with pytest.raises(DeckError) as caught:
        deck.edit(change=[{"errand_id": "feast", "foe": "Dragoon"}])
    assert told(caught.value) == [
        "errands.csv row 5 (Call to the feast), foe: 'Dragoon' is not the name of a card of this deck. "
        "Did you mean 'Dragon'? Fix: Write the name as that card's row does, or empty the cell."
    ]


def test_cards_are_found_by_their_ids_in_whichever_table_they_are(deck: Deck) -> None:
    edited = deck.edit(
        change=[{"card_id": "page", "points": 4, "count": 7}, {"errand_id": "feast", "points": 9}],
        remove=["letter", "thief"],
    )
    assert [row["points"] for row in edited.rows] == [2, 5, 7, 4, 6, 4, 9]
    with pytest.raises(DeckError, match="no adventure or errand with the card_id or errand_id 'feats'"):
        deck.edit(remove=["feats"])
    with pytest.raises(DeckError, match=r"'feast' \(errand\) is in errands.csv; this edit is of adventures.csv"):
        deck.edit(table=A, remove=["feast"])


def test_a_new_card_needs_to_be_told_its_table(deck: Deck) -> None:
    with pytest.raises(DeckError, match=r"Cards of this game are in adventures\.csv and errands\.csv\. .*table='adv"):
        deck.edit(add=[{"title": "Saxon raid"}])
    assert deck.edit(table=E, add=[{"title": "Sàxon"}]).rows[-1]["errand_id"] == "saxon_2"


def test_a_renamed_card_keeps_its_name_in_the_other_table(deck: Deck) -> None:
    renames = [{"card_id": "dragon", "name": "Worm"}, {"card_id": "giant", "name": "Ogre"}]
    renamed = deck.edit(change=[*renames, {"errand_id": "bridge", "foe": ""}])
    assert [row["foe"] for row in renamed.tables[E]] == ["Worm", "", "", ""]
    lines = [(line.file, line.column, line.text_only) for line in deck.edit(change=renames).diff(deck).lines]
    assert lines == [(A, "name", True), (A, "name", True), (E, "foe", True), (E, "foe", True)]


def test_a_rename_that_makes_the_other_table_mean_another_card_is_more_than_words(deck: Deck) -> None:
    values = deck.to_dict()
    del values["digest"]
    rows = values["tables"][A]
    rows[2]["name"], rows[3]["name"] = rows[3]["name"], rows[2]["name"]
    diff = deck.diff(Deck.from_dict(values))
    assert [(card.key, card.text_only) for card in diff.changed] == [("giant", False), ("dragon", False)]


def test_a_deck_is_the_same_when_it_comes_back(deck: Deck, tmp_path: Path) -> None:
    for again in (load_deck("errands", deck.save(tmp_path / "kept")), pickle.loads(pickle.dumps(deck))):
        assert again == deck
        assert again.tables == deck.tables
    versions = Versions("errands", "first", tmp_path / "state")
    versions.save(deck, "as printed")
    assert versions.load(1) == deck


def test_names_alike_are_found_across_the_tables(deck: Deck) -> None:
    found = deck.edit(table=E, add=[{"title": "DRAGON", "points": 1}], meta={"declared_count": 19}).lint()
    assert [(finding.file, finding.row, finding.text) for finding in found] == [
        (E, 6, "The name differs from 'Dragon' in case or spaces only.")
    ]


def test_a_finding_is_about_a_kind_or_about_a_row_of_a_table(deck: Deck) -> None:
    assert deck.finding("note", "Odd.", "Mend.", BRIDGE).place == "errands.csv row 4 (Hold the bridge)"
    assert deck.finding("note", "Odd.", "Mend.", 1, "toll", LANDS).place == "places.csv row 3 (The Ford), toll"
    assert deck.finding("note", "Odd.", "Mend.", None, "points").place == "adventures.csv, points"


def test_bonuses_and_bars_are_of_both_tables(deck: Deck) -> None:
    assert bonus_sources(deck) == {kind: {SLAY: [DRAGON], BRIDGE: [2]}.get(kind, []) for kind in range(9)}
    graph = BonusGraph.of(deck)
    assert set(graph.edges) == {("dragon", "slay"), ("giant", "bridge")}
    assert graph.nodes["slay"] == {
        "name": "Slay the dragon",
        "letters": "S",
        "row": SLAY,
        "copies": 1,
        "missing": False,
    }
    assert [(part.title, [bar.value for bar in part.bars]) for part in balance(deck)] == [
        ("suit", [7, 7]),
        ("favours", [1, 2]),
    ]


def test_letters_of_rows_that_are_no_cards_are_weighed_apart() -> None:
    suit = Column("suit", "letter", "the category it is of")
    tables = (
        ADVENTURES,
        replace(ERRANDS, columns=(*ERRANDS.columns, suit)),
        replace(LANDS, columns=(*LANDS.columns, suit)),
    )
    with registered(replace(GAME, tables=tables)):
        deck = deck_of(tables, {}, {"suit": "W"}).edit(table=P, change=[{"place_id": "ford", "suit": "S"}])
        bars = [(bar.part, bar.letter, bar.value) for bar in GAME.studio.bars(deck)]
    assert [bar for bar in bars if "suit" in bar[0]] == [
        ("suit", "W", 11), ("suit", "S", 7), ("suit of places", "W", 0), ("suit of places", "S", 1),
    ]  # fmt: skip


# Exchange


@pytest.mark.parametrize(("kind", "table"), [("csv", A), ("csv", E), ("csv", P), ("toml", None), ("xlsx", None)])
def test_a_deck_comes_back_from_each_kind_of_file(deck: Deck, kind: str, table: str | None) -> None:
    name, data = export(deck, kind, table)
    taken = read_upload(GAME, name, data, deck)
    assert (taken.deck, taken.findings) == (deck, ())


def test_what_is_read_is_mended_by_the_names_and_the_ids_of_the_other_table(deck: Deck) -> None:
    data = b"title,points,foe\nSlay the dragon,6,DRAGON\nGiant hunt,5,Giant\nThe page,1,\nPage!,2,\n"
    taken = read_upload(GAME, "errands.csv", data, deck)
    assert taken.deck is not None
    assert [row["errand_id"] for row in taken.deck.tables[E]] == ["slay", "giant_hunt", "the_page", "page_2"]
    assert [row["foe"] for row in taken.deck.tables[E]] == ["Dragon", "Giant", "", ""]


def test_a_list_that_may_be_of_either_table_is_said_to_be_in_doubt() -> None:
    tables = (ADVENTURES, replace(ADVENTURES, file="foes.csv", least=0, most=6, noun="foe"), LANDS)
    with registered(replace(GAME, tables=tables, deck_arrays=lambda deck: None)):
        values = load_deck_values()
        deck = Deck.from_dict({**values, "tables": {A: values["tables"][A], "foes.csv": [], P: values["tables"][P]}})
        data = b"card_id,name,points\nwolf,Wolf,2\nbear,Bear,3\n"
        named = read_upload(deck.game, "my foes.csv", data, deck)
        assert [row["name"] for row in named.draft.tables["foes.csv"].rows and named.deck.tables["foes.csv"]] == [
            "Wolf", "Bear",
        ]  # fmt: skip
        assert named.findings == ()
        unnamed = read_upload(deck.game, "list.csv", data, deck)
        assert "The columns are those of adventures.csv and foes.csv; the list was read as adventures.csv." in [
            finding.text for finding in unnamed.findings
        ]


def load_deck_values() -> dict[str, Any]:
    """The game's deck as it is read, whatever tables the game is registered with now."""
    with registered(GAME):
        values = load_deck("errands").to_dict()
    return {key: value for key, value in values.items() if key != "digest"}


# The studio


def tell(grid: CardGrid, file: str, name: str, column: str, text: str) -> None:
    """Write a cell as the page does."""
    row = next(row for row in grid.editor.rows(file) if name in row.cells.values())
    grid.hear(
        {"type": "set", "id": "1", "revision": grid.editor.revision, "file": file, "cells": [[row.id, column, text]]}
    )
    assert not grid.grid["refused"], grid.grid["status"]


def face(grid: CardGrid, file: str, name: str) -> dict[str, Any]:
    """The card that the page shows of a row."""
    row = next(row for row in grid.editor.rows(file) if name in row.cells.values())
    grid.hear({"type": "look", "file": file, "row": row.id})
    return grid.face["card"]


def test_the_grid_shows_the_card_of_a_row_of_any_table(deck: Deck) -> None:
    grid = CardGrid(DeckEditor(deck))
    assert [(table["file"], table["cards"]) for table in grid.grid["tables"]] == [(A, True), (E, True), (P, False)]
    assert [
        face(grid, file, name)["title"] for file, name in ((A, "Dragon"), (E, "Feast"[:0] + "Call to the feast"))
    ] == [
        "Dragon",
        "Call to the feast",
    ]
    assert face(grid, E, "Slay the dragon")["text"] == "points 6, foe Dragon"
    assert face(grid, P, "The Ford")["text"] == "toll 1"


def test_a_game_draws_the_cards_of_every_card_table_by_their_kinds(deck: Deck) -> None:
    asked: list[int] = []

    def draw(deck: Deck, kind: int) -> CardFace:
        asked.append(kind)
        return CardFace(f"card-{kind}", str(kind))

    with registered(replace(GAME, studio=replace(GAME.studio, face=draw))):
        grid = CardGrid(DeckEditor(load_deck("errands")))
        assert face(grid, E, "Hold the bridge")["title"] == "7"
        assert face(grid, P, "The Ford")["title"] == "The Ford"
    assert asked == [BRIDGE]


def test_a_rename_in_the_grid_is_followed_in_the_other_table_and_undone_in_one_step(deck: Deck) -> None:
    editor = DeckEditor(deck)
    grid = CardGrid(editor)
    tell(grid, A, "Dragon", "name", "Worm")
    assert [row.cells["foe"] for row in editor.rows(E)] == ["Worm", "", "Giant", ""]
    assert editor.whole
    editor.undo()
    assert editor.deck == deck


def test_copies_and_new_names_in_the_grid_take_no_id_of_the_other_table(deck: Deck) -> None:
    editor = DeckEditor(deck)
    (row,) = editor.add_rows(E)
    editor.set_cells(E, [(row, "title", "Saxon"), (row, "points", "2")])
    assert editor.rows(E)[-1].cells["errand_id"] == "saxon_2"
    assert [finding.text for finding in editor.problems] == ["'Saxon' is in adventures.csv row 2 already."]
    editor.set_cells(E, [(row, "title", "Dragon 2")])
    dragon = next(row.id for row in editor.rows(A) if row.cells["name"] == "Dragon")
    editor.duplicate_rows(A, [dragon])
    assert [row.cells["name"] for row in editor.rows(A)][3:5] == ["Dragon", "Dragon 3"]
    assert editor.undo_label == "Duplicate Dragon"
    assert editor.whole


def test_rows_are_called_what_their_table_says(deck: Deck) -> None:
    editor = DeckEditor(deck)
    editor.add_rows(E)
    assert editor.undo_label == "Add an errand"
    editor.delete_rows(A, [row.id for row in editor.rows(A)[:2]])
    assert editor.undo_label == "Delete 2 adventures"
    assert [finding.text for finding in editor.problems] == ["The deck has 7 adventures."]


def test_a_studio_is_worked_on_in_the_second_table(deck: Deck) -> None:
    studio = DeckStudio("errands", games=20)
    try:
        tell(studio.grid, E, "Call to the feast", "points", "9")
        assert studio.editor.deck == deck.edit(change=[{"errand_id": "feast", "points": 9}])
        assert all(title in studio.judgement.bars.html for title in ("Suit", "Favours"))
        studio.layout.tabs.selected_index = BONUSES
        assert "Slay the dragon" in studio.bonuses.words.html
    finally:
        studio.report.measuring.close()
        studio.versions.measuring.close()


# Play


def played(seed: int) -> Match:
    """A match between bots, played to its end."""
    match = Match("errands", seats=3, seed=seed, bots=dict.fromkeys(range(3), "random"))
    while not match.over:
        match.play_bot(match.to_act[0])
    return match


def test_a_match_names_cards_of_both_tables_and_places() -> None:
    match = Match("errands", seats=2, seed=1)
    assert sorted(match.view(0)["zones"]["errands"]["cards"]) == sorted(NAMES[SLAY:])
    assert {action.label.removeprefix("Lay ") for action in match.legal(0)} <= set(NAMES[:SLAY])
    for seat in range(2):
        match.play(seat, match.legal(seat)[0])
    (winner,) = match.to_act
    assert [action.label for action in match.legal(winner)] == ["Ride to Camelot", "Ride to The Ford"]
    match.play(winner, ACTIONS.ride + 1)
    assert match.view(None)["log"][-1] == f"Seat {winner + 1}: The Ford."
    texts = {line["text"] for line in match.score_lines()}
    assert "toll at The Ford" in texts
    assert texts & set(NAMES[SLAY:])


def test_the_default_screen_draws_the_cards_of_both_tables() -> None:
    match = Match("errands", seats=2, seed=1)
    zones = {zone.title: zone for zone in match.scene(0).zones}
    drawn = {card.title: card for zone in zones.values() for card in zone.cards}
    assert set(drawn) & set(NAMES[:SLAY])
    top = next(title for title in NAMES[SLAY:] if title in drawn)
    assert "points" in drawn[top].description
    match.play(0, match.legal(0)[0])
    match.play(1, match.legal(1)[0])
    assert [choice.label for choice in match.scene(match.to_act[0]).choices] == ["Ride to Camelot", "Ride to The Ford"]


def test_a_saved_match_opens_as_it_was(tmp_path: Path) -> None:
    match = played(seed=4)
    match.save(tmp_path / "match.json")
    again = Match.load(tmp_path / "match.json")
    assert again.score_lines() == match.score_lines()
    assert np.array_equal(again.state, match.state)


def test_golden_matches_are_recorded_and_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "errands_again"
    shutil.copytree(GAME.folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "golden").mkdir()
    (folder / "golden" / golden.DECLARATIONS).write_text(
        '[[match]]\ntitle = "bots"\nvariant = "base_game"\nseats = 3\nseed = 1\n'
    )
    monkeypatch.syspath_prepend(tmp_path)
    game = importlib.import_module("errands_again").GAME
    with registered(game):
        (file,) = golden.record(game)
        assert golden.check(file) == []
        assert "Slay the dragon" in file.read_text(encoding="utf-8")


def test_observations_know_the_kinds_of_both_tables(deck: Deck) -> None:
    assert Layout(plan_run("errands", games=1, seats=2)).kinds == NAMES


@pytest.mark.slow
def test_the_game_passes_the_kit() -> None:
    assert check_game(GAME).passed


# The lab


def run(deck: Deck) -> Any:
    """A report of a few games."""
    return simulate("errands", games=120, seats=3, bots="random", seed=2, deck=deck, compiled=False)


def test_a_report_counts_the_cards_of_both_tables(deck: Deck) -> None:
    report = run(deck)
    cards = report.cards.set_index("card")
    assert list(cards.index) == NAMES
    assert not cards.scored[:"Page"].any()
    assert (cards.scored["Slay the dragon":] > 0).all()
    assert cards.points["Slay the dragon"] == 6
    assert set(report.impact.card) == set(NAMES)
    assert list(bonus_cards(report).card) in (
        ["Slay the dragon", "Hold the bridge"],
        ["Hold the bridge", "Slay the dragon"],
    )


def test_a_comparison_tells_the_edited_card_of_the_second_table(deck: Deck) -> None:
    dearer = deck.edit(change=[{"errand_id": "feast", "points": 9}, {"card_id": "page", "points": 4}])
    comparison = Comparison.of(run(deck), run(dearer), studied=False)
    cards = comparison.cards.set_index(["card_id", "figure"])
    assert cards.loc[("feast", "points"), "difference"] == 7
    changes = comparison.cards.groupby("card_id").change.first()
    assert {card: change for card, change in changes.items() if change} == {"feast": "changed", "page": "changed"}


@pytest.mark.parametrize("game", ["errands", "quests", "cadwallon"])
def test_in_another_world_no_card_lies_where_only_cards_of_another_table_may(game: str) -> None:
    """Backs tell the tables apart, so that each hidden place holds cards of the same table as before."""
    seats = find_game(game).variants[0].default_seats
    options = {"contract_cards": True} if game == "cadwallon" else {}
    match = Match(game, seats=seats, seed=3, options=options)
    table, changed = match.deck.arrays.table_of_card, 0
    for seed in range(10):
        there = match.redealt(0, seed).state["rows"]
        here = match.state["rows"]
        changed += not np.array_equal(here, there)
        for place, count in enumerate(match.state["counts"]):
            lying = [sorted(table[rows[place, :count]]) for rows in (here, there)]
            assert lying[0] == lying[1]
    assert changed > 5

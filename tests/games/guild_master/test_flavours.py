"""Changing the game: cards, categories and flavours (GM-062, GM-065, GM-260 to GM-264, GM-273)."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import workbench.games.guild_master as package
from workbench.decks import Deck, load_deck
from workbench.play.match import Match
from workbench.storage.errors import DeckError

from .table import NewTable

SPACE = [
    {"letter": "X", "name": "Oxygen", "sign": "○", "colour": "#224466"},
    {"letter": "Y", "name": "Yield", "sign": "△", "colour": "#664422"},
    {"letter": "Z", "name": "Zero gravity", "sign": "□", "colour": "#446622"},
]


@pytest.fixture
def medieval() -> Deck:
    return load_deck("guild_master", "medieval")


def row(name: str, resources: str, letter: str = "", source: str = "") -> dict[str, object]:
    return {
        "name": name,
        "resources": resources,
        "bonus_resource": letter,
        "bonus_source_printed": source,
        "bonus_source": source,
    }


def space_colony(medieval: Deck) -> Deck:
    """A flavour that shares no card and no letter with the medieval town: 24 cards in three categories."""
    cards = [row("Dome", "XX"), row("Airlock", "XY", "X", "Dome"), row("Reactor", "ZZ", "Y", "Airlock")]
    cards += [row(f"Module {number}", ("XX", "YY", "ZZ", "XZ", "YX")[number % 5]) for number in range(21)]
    return medieval.edit(
        remove=[str(card["card_id"]) for card in medieval.rows],
        add=cards,
        categories=SPACE,
        meta={"title": "Space colony", "declared_count": None},
        name="space_colony",
    )


@pytest.mark.rule("GM-062", "GM-273")
def test_cards_that_were_taken_out_are_not_played(new_table: NewTable, medieval: Deck) -> None:
    tidy = medieval.edit(remove=["brothel", "wizards_tower"], name="tidy")
    table = new_table(4, deck=tidy)
    everything = [*table.stock, *(name for seat in range(4) for name in table.hand(seat))]
    assert len(everything) == 111
    assert {"Brothel", "Wizards Tower"}.isdisjoint(everything)
    assert len(medieval.rows) == 113


@pytest.mark.rule("GM-062")
def test_added_and_changed_cards_are_played_as_they_are(new_table: NewTable, medieval: Deck) -> None:
    roman = medieval.edit(
        change=[{"card_id": "moat", "name": "Limes", "resources": "MG"}],
        add=[row("Forum", "GG", "G", "Limes")],
        name="roman",
    )
    table = new_table(2, deck=roman).put(built={0: ["Limes", "Forum"]}, stock=[]).pass_to("game_over")
    assert table.totals(0) == {"M": 1, "G": 4}


@pytest.mark.rule("GM-065", "GM-261")
def test_categories_may_be_renamed(new_table: NewTable, medieval: Deck) -> None:
    categories = [dict(category.model_dump()) for category in medieval.meta.categories]
    categories[0]["name"] = "Dates and figs"
    table = new_table(2, deck=medieval.edit(categories=categories, name="arabia"))
    table.put(hands={0: ["Orchard"]}, phase="build").build(0, "F", ["Orchard"])
    assert any("Dates and figs" in line for line in table.match.seat_log(None))
    assert table.totals(0) == {"F": 2}


@pytest.mark.rule("GM-261", "GM-260", "GM-065")
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_flavour_with_other_cards_and_categories_is_played(new_table: NewTable, medieval: Deck, bot: str) -> None:
    table = new_table(3, deck=space_colony(medieval))
    assert len(table.stock) == 24 - 15
    assert list(table.seat_bots(bot).bot_acts())
    assert table.letters == ["X", "Y", "Z"]
    table.put(built={0: ["Dome", "Airlock", "Reactor"]}, stock=[]).pass_to("game_over")
    assert table.totals(0) == {"X": 4, "Y": 2, "Z": 2}
    assert table.may(0, "build_category") == []


@pytest.mark.rule("GM-261", "GM-045")
def test_the_categories_of_the_deck_are_the_ones_to_choose_from(new_table: NewTable, medieval: Deck) -> None:
    table = new_table(3, deck=space_colony(medieval)).put(hands={0: ["Dome", "Airlock"]}, phase="build")
    assert table.may(0, "build_category") == ["X", "Y", "Z"]
    assert table.play(0, "build_category", "Y").may(0, "pick") == ["Airlock"]


@pytest.mark.rule("GM-260")
def test_the_program_names_no_card_and_no_letter_of_the_medieval_deck(medieval: Deck) -> None:
    names = {str(card["name"]).lower() for card in medieval.rows} | {str(card["card_id"]) for card in medieval.rows}
    letters = {category.letter for category in medieval.meta.categories}
    for file in Path(package.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value.lower() not in names, (file.name, node.lineno)
                assert node.value not in letters, (file.name, node.lineno)


@pytest.mark.rule("GM-262")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"add": [row("Moat", "MM")]}, ["Moat"]),
        ({"add": [{**row("Ditch", "MM"), "card_id": "moat"}]}, ["moat"]),
        ({"add": [row("Ditch", "MX")]}, ["Ditch", "MX"]),
        ({"add": [row("Ditch", "MM", "X", "Moat")]}, ["Ditch", "X"]),
        ({"add": [row("Ditch", "MM", "M", "Swamp")]}, ["Ditch", "Swamp"]),
        ({"add": [row("Ditch", "MM", "M", "Ditch")]}, ["Ditch"]),
    ],
    ids=["same name", "same id", "unknown resource", "unknown bonus letter", "no such source", "own source"],
)
def test_a_flavour_that_is_not_valid_is_refused(medieval: Deck, change: dict[str, Any], words: list[str]) -> None:
    before = medieval.digest
    with pytest.raises(DeckError) as refusal:
        medieval.edit(**change)
    assert all(word in str(refusal.value) for word in words)
    assert medieval.digest == before


@pytest.mark.rule("GM-262", "GM-059")
def test_a_bonus_source_marked_as_missing_is_valid_and_never_pays(new_table: NewTable, medieval: Deck) -> None:
    lonely = {**row("Ditch", "MM", "M"), "bonus_source_printed": "Swamp", "bonus_source": ""}
    table = new_table(2, deck=medieval.edit(add=[lonely], name="lonely"))
    assert table.put(built={0: table.names}, stock=[]).totals(0)["M"] == 22 + 2
    assert not any(line["source"] == "Ditch" for line in table.lines("bonus"))


@pytest.mark.rule("GM-263")
def test_a_flavour_is_a_deck_in_a_folder_of_its_own(tmp_path: Path, new_table: NewTable, medieval: Deck) -> None:
    colony = space_colony(medieval)
    before = medieval.digest
    folder = colony.save(tmp_path / "space_colony")
    assert load_deck("guild_master", folder) == colony
    assert load_deck("guild_master", "medieval").digest == before
    assert new_table(3, deck=folder).match.deck.meta.title == "Space colony"


@pytest.mark.rule("GM-264")
def test_a_card_with_another_name_keeps_its_id_and_its_part_in_the_game(new_table: NewTable, medieval: Deck) -> None:
    school = medieval.edit(
        change=[{"card_id": "brothel", "name": "Dance Hall"}, {"card_id": "port", "name": "Harbour"}], name="school"
    )
    (card,) = [card for card in school.rows if card["card_id"] == "brothel"]
    assert (card["name"], card["resources"], card["bonus_source"]) == ("Dance Hall", "AA", "Harbour")
    scores = []
    for deck, names in ((medieval, ["Brothel", "Port", "Docks"]), (school, ["Dance Hall", "Harbour", "Docks"])):
        table = new_table(2, deck=deck).put(built={0: names}, stock=[])
        scores.append(table.totals(0))
        assert {"Brothel", "Dance Hall"} & set(table.names) == {names[0]}
    assert scores == [{"A": 3, "T": 5}] * 2


@pytest.mark.rule("GM-264")
def test_in_a_schools_words_nothing_but_the_name_of_a_card_is_another(medieval: Deck) -> None:
    school = medieval.in_school_words()
    before, after = medieval.rows, school.rows
    renamed = [(old["name"], new["name"]) for old, new in zip(before, after, strict=True) if old["name"] != new["name"]]
    assert renamed == [("Brothel", "Dance Hall")]
    assert [row["card_id"] for row in before] == [row["card_id"] for row in after]
    for printed, told in zip(medieval.arrays, school.arrays, strict=True):
        assert np.array_equal(printed, told)
    assert school.as_printed() == medieval
    assert school.in_school_words() == school != medieval == medieval.as_printed()


@pytest.mark.rule("GM-264")
def test_a_match_in_a_schools_words_goes_as_the_printed_one_and_comes_back_from_its_file(medieval: Deck) -> None:
    bots = dict.fromkeys(range(3), "greedy")
    decks = medieval, medieval.in_school_words()
    printed, school = (Match("guild_master", seats=3, seed=4, deck=deck, bots=bots) for deck in decks)
    for match in (printed, school):
        match.play_bots()
    assert [act.actions for act in printed.acts] == [act.actions for act in school.acts]
    assert Match.from_dict(school.to_dict()).deck.as_printed() == medieval
    assert not any("Brothel" in line for line in school.seat_log(None))

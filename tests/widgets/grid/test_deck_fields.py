"""The fields of a deck: what a page is told of its metadata, categories and options, and what it may change."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pages.spoken import distorted
from workbench.decks import load_deck
from workbench.decks.editor import DeckEditor
from workbench.kernel.registry import list_games
from workbench.widgets.grid.deck_fields import META, PARTS, DeckFields


@pytest.fixture
def fields() -> DeckFields:
    """The fields of the medieval deck."""
    return DeckFields(DeckEditor(load_deck("guild_master")))


def tell(fields: DeckFields, kind: str, **parts: Any) -> None:
    """Say something as a page does that shows what the fields show now."""
    fields.hear({"type": kind, "id": "page-1", "revision": fields.fields["revision"], **parts})


def field(fields: DeckFields, part: str, key: str) -> dict[str, Any]:
    """What the page is told of one field."""
    return next(one for one in fields.fields[part] if one["key"] == key)


def test_every_line_every_category_and_every_option_has_a_field(fields: DeckFields) -> None:
    deck = fields.editor.deck
    assert [one["key"] for one in fields.fields["meta"]] == list(META)
    assert [one["key"] for one in fields.fields["options"]] == [option.key for option in deck.game.options]
    assert [{part: one[part] for part in PARTS} for one in fields.fields["categories"]] == [
        {part: category.model_dump().get(part, "") for part in PARTS} for category in deck.meta.categories
    ]


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("title", " Small town ", "Small town"),
        ("version", "2", 2),
        ("authors", "Ann\n\n Ben ", ["Ann", "Ben"]),
        ("licence", "CC0", "CC0"),
        ("notes", "two\nlines", "two\nlines"),
        ("declared_count", "113", 113),
    ],
)
def test_a_line_of_the_deck_is_set(fields: DeckFields, key: str, text: str, value: object) -> None:
    tell(fields, "meta", key=key, text=text)
    assert fields.editor.meta[key] == value
    assert fields.editor.whole
    assert fields.editor.deck.meta.to_dict()[key] == value


def test_an_empty_count_is_none(fields: DeckFields) -> None:
    tell(fields, "meta", key="declared_count", text="")
    assert fields.editor.deck.meta.declared_count is None
    assert field(fields, "meta", "declared_count")["text"] == ""


def test_what_is_wrong_stays_in_its_field_and_is_said_there(fields: DeckFields) -> None:
    tell(fields, "meta", key="version", text="second")
    told = field(fields, "meta", "version")
    assert told["text"] == "second"
    assert [finding["level"] for finding in told["findings"]] == ["error"]
    assert field(fields, "meta", "title")["findings"] == []
    categories = fields.editor.meta["categories"]
    fields.editor.set_categories([*categories[:2], categories[2] | {"colour": "red"}, *categories[3:]])
    fields.show()
    assert fields.fields["categories"][2]["findings"][0]["part"] == "categories number 3 colour"


def test_a_new_letter_of_a_category_takes_its_cards_along(fields: DeckFields) -> None:
    tell(fields, "category", number=0, key="letter", text="X")
    assert fields.editor.whole
    assert {row["resources"] for row in fields.editor.deck.rows if row["name"] == "Farmland"} == {"XX"}


def test_a_category_is_whole_from_the_start(fields: DeckFields) -> None:
    tell(fields, "add_category")
    assert fields.editor.whole
    new = fields.editor.deck.meta.categories[-1]
    assert (new.letter, new.name) == ("B", "Category B")
    others = fields.editor.deck.meta.categories[:-1]
    assert new.letter not in [category.letter for category in others]


def test_the_colours_of_new_categories_differ_while_there_are_any_left(fields: DeckFields) -> None:
    fields.editor.set_categories(fields.editor.meta["categories"][:4])
    fields.show()
    for _ in range(6):
        tell(fields, "add_category")
    colours = [category["colour"] for category in fields.fields["categories"]]
    assert len(set(colours)) == len(colours) == 10


def test_categories_are_moved_and_deleted(fields: DeckFields) -> None:
    tell(fields, "move_category", number=0, by=2)
    assert [category["letter"] for category in fields.fields["categories"]][:4] == ["T", "C", "F", "R"]
    tell(fields, "move_category", number=0, by=-5)
    assert fields.fields["categories"][0]["letter"] == "T", "they stop at the ends"
    tell(fields, "add_category")
    tell(fields, "delete_category", number=10)
    assert len(fields.fields["categories"]) == 10
    assert fields.fields["status"] == "Remove category B. Undo brings it back."
    fields.editor.undo()
    fields.show()
    assert fields.fields["categories"][-1]["letter"] == "B"


def test_a_chip_shows_its_emblem_and_how_many_cards_have_its_letter(fields: DeckFields) -> None:
    food, trade = fields.fields["categories"][:2]
    assert (food["emblem"], food["usual"], trade["usual"]) == ("", "wheat", "ship")
    assert (food["short"], food["usual_short"]) == ("", "Food")
    rows = fields.editor.rows("cards.csv")
    assert food["cards"] == sum("F" in row.cells["resources"] + row.cells["bonus_resource"] for row in rows)


def test_an_emblem_is_chosen_for_a_category_and_left_to_its_name_again_each_in_one_step(fields: DeckFields) -> None:
    tell(fields, "category", number=0, key="emblem", text="owl")
    assert fields.fields["categories"][0]["emblem"] == "owl"
    assert fields.editor.deck.meta.categories[0].emblem == "owl"
    assert fields.editor.undo_label == "Category F, emblem: (empty) → owl"
    tell(fields, "category", number=0, key="emblem", text="")
    assert "emblem" not in fields.editor.meta["categories"][0]
    assert fields.editor.undo() == "Category F, emblem: owl → (empty)"
    assert fields.editor.undo() == "Category F, emblem: (empty) → owl"
    assert fields.editor.undo_label == ""


@pytest.mark.parametrize(
    ("key", "text", "reason"),
    [
        ("emblem", "dragn", "'dragn' is not the name of an emblem. Did you mean 'dragon'?"),
        ("colour", "red", "'red' is not a colour. Write it as #rrggbb"),
        ("letter", "T", "The letter 'T' is used by 2 categories. Give each category its own letter."),
        ("letter", "food", "'food' is not a category letter. Give one capital letter."),
        ("name", "", "It is empty. Fill it in."),
        ("name", "Public health", "The name 'Public health' is used by 2 categories."),
        ("short", "x" * 15, "has 15 letters. Keep it within 14"),
        ("sign", "", "It is empty."),
    ],
)
def test_a_change_of_a_category_that_does_not_fit_is_refused_in_words_and_changes_nothing(
    fields: DeckFields, key: str, text: str, reason: str
) -> None:
    before = fields.editor.to_dict()
    tell(fields, "category", number=0, key=key, text=text)
    assert (fields.editor.to_dict(), fields.editor.undo_label) == (before, "")
    assert fields.fields["refused"] is True
    assert reason in fields.fields["status"]


def test_a_category_that_cards_have_is_not_removed(fields: DeckFields) -> None:
    before = fields.editor.to_dict()
    tell(fields, "delete_category", number=0)
    assert fields.editor.to_dict() == before
    words = "Farmland, Irrigation, Grainmill and 16 more have the letter F. Give them another one first."
    assert fields.fields["status"] == words


def test_no_more_categories_are_added_than_a_game_has_room_for() -> None:
    fields = DeckFields(DeckEditor(load_deck("guile")))
    tell(fields, "add_category")
    assert fields.fields["status"] == "There are 3 categories; Guile has room for 2. Keep at most 2."
    assert len(fields.fields["categories"]) == 2


def test_categories_matter_where_cards_have_letters() -> None:
    lettered = {game: DeckFields(DeckEditor(load_deck(game))).fields["lettered"] for game in list_games()}
    assert sorted(game for game, has in lettered.items() if has) == ["cadwallon", "guild_master", "guile"]


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("deal_size", "7", 7),
        ("trade_offer_cap", "none", "none"),
        ("equal_turns", "true", True),
        ("draw_mode", "", None),
    ],
)
def test_an_option_is_set_or_left_to_the_game(fields: DeckFields, key: str, text: str, value: object) -> None:
    tell(fields, "option", key=key, text="" if value is None else text)
    assert fields.editor.deck.meta.options.get(key) == value
    assert field(fields, "options", key)["text"] == text


def test_every_choice_of_an_option_can_be_made(fields: DeckFields) -> None:
    for told in fields.fields["options"]:
        for value, _label in told["choices"]:
            tell(fields, "option", key=told["key"], text=value)
            assert fields.editor.whole, (told["key"], value)


def test_a_wrong_option_stays_and_is_said(fields: DeckFields) -> None:
    tell(fields, "option", key="deal_size", text="99")
    told = field(fields, "options", "deal_size")
    assert told["text"] == "99"
    assert "1 to 10" in told["findings"][0]["text"]
    tell(fields, "option", key="draw_mode", text="quickly")
    assert ["quickly", "quickly"] in field(fields, "options", "draw_mode")["choices"]


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ({"kind": "meta", "key": "game", "text": "guile"}, "game"),
        ({"kind": "meta", "key": "title", "text": "x" * 5000}, "4000"),
        ({"kind": "option", "key": "speed", "text": "1"}, "speed"),
        ({"kind": "category", "number": 12, "key": "name", "text": "x"}, "no category number 13"),
        ({"kind": "category", "number": 0, "key": "weight", "text": "x"}, "no 'weight'"),
        ({"kind": "delete_category", "number": 10}, "no category number 11"),
        ({"kind": "delete_category", "number": -1}, "from 0 up"),
        ({"kind": "sudo"}, "no message type"),
    ],
)
def test_an_edit_that_cannot_be_done_changes_nothing_and_is_answered(
    fields: DeckFields, message: dict[str, Any], reason: str
) -> None:
    before = fields.editor.to_dict()
    tell(fields, **message)
    assert fields.editor.to_dict() == before
    assert fields.fields["refused"] is True
    assert reason in fields.fields["status"]
    assert fields.fields["answered"] == "page-1"


def test_a_stale_edit_changes_nothing_and_is_answered(fields: DeckFields) -> None:
    stale = {"type": "delete_category", "id": "a", "revision": fields.editor.revision, "number": 0}
    fields.editor.set_categories([*fields.editor.meta["categories"]][1:])
    fields.hear(stale)
    assert len(fields.editor.meta["categories"]) == 9
    assert fields.fields["status"].startswith("The deck was changed elsewhere meanwhile.")


SAID = st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.lists(st.integers(), max_size=2)


@settings(max_examples=150)
@given(SAID | distorted(DeckFields, SAID))
def test_nothing_that_a_page_says_raises(said: object) -> None:
    fields = DeckFields(DeckEditor(load_deck("guile")))
    fields.hear({"id": "x", "revision": 0, **said} if isinstance(said, dict) else said)
    assert fields.editor.deck.digest


@settings(max_examples=100)
@given(st.sampled_from([*META, "categories", "options"]), st.recursive(SAID, lambda parts: st.lists(parts, max_size=3)))
def test_whatever_stands_in_a_deck_can_be_shown(key: str, value: object) -> None:
    fields = DeckFields(DeckEditor(load_deck("guile")))
    fields.editor._set_meta("anything", key, value)
    fields.show()
    assert fields.fields["meta"]

"""One edit of a deck: what it says, that it can be made alone and taken back, and that bad ones change nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.example_game import PLAIN_DECK, known
from workbench.decks import Deck, load_deck
from workbench.decks.deck_edit import DeckEdit, card_edit, option_edit
from workbench.decks.editor import DeckEditor
from workbench.kernel.registry import game
from workbench.storage.errors import DeckError


@pytest.fixture(autouse=True)
def pledges() -> Iterator[None]:
    """The example game, known while these tests run."""
    with known():
        yield


@pytest.fixture
def deck() -> Deck:
    """The plain deck of the example game."""
    return load_deck("pledges", PLAIN_DECK)


def rule(deck: Deck, key: str, holds: object, value: object) -> DeckEdit:
    option = next(option for option in game(deck.game_id).variant().options if option.key == key)
    return option_edit(deck, option, holds, value)  # type: ignore[arg-type]


def test_cells_of_a_card_are_said_as_one_gives_them(deck: Deck) -> None:
    assert card_edit(deck, "chalice", {"points": 2}).words == "Give Chalice 2 points instead of 4."
    assert card_edit(deck, "sword", {"count": 4}).words == "Put in 4 copies of Broken Sword instead of 8."
    assert card_edit(deck, "sword", {"count": 1}).words == "Put in 1 copy of Broken Sword instead of 8."
    knight = load_deck("guile")
    assert card_edit(knight, "influence_4", {"value": 5}).words == 'Give "Influence 4" the value 5 instead of 4.'


def test_a_bonus_is_taken_moved_and_given() -> None:
    town = load_deck("guild_master")
    cells = ("bonus_resource", "bonus_source_printed", "bonus_source")
    gone = card_edit(town, "farmland", dict.fromkeys(cells, ""))
    assert gone.words == "Take its bonus beside Irrigation from Farmland."
    moved = card_edit(town, "farmland", {"bonus_source": "Moat", "bonus_source_printed": "Moat"})
    assert moved.words == "Give Farmland its bonus beside Moat instead of Irrigation."
    without = gone.applied(town)
    given = card_edit(without, "farmland", dict(zip(cells, ("F", "Moat", "Moat"), strict=True)))
    assert given.words == "Give Farmland a bonus beside Moat."
    assert len(without.bonuses) == len(town.bonuses) - 1
    assert gone.taken_back(without).digest == town.digest


def test_an_option_is_said_by_its_sentences(deck: Deck) -> None:
    edit = rule(deck, "rounds", 3, 2)
    assert edit.words == "New rule: Rounds: 2. Before: Rounds: 3."
    assert (edit.option, edit.card, edit.place) == ("rounds", "", ("", "", "rounds"))
    assert edit.applied(deck).meta.options["rounds"] == 2
    assert "rounds" not in edit.taken_back(edit.applied(deck)).meta.options


def test_edits_are_made_alone_and_after_each_other_and_taken_back(deck: Deck) -> None:
    one, other = card_edit(deck, "chalice", {"points": 2}), rule(deck, "rounds", 3, 1)
    both = other.applied(one.applied(deck))
    assert both.digest == one.applied(other.applied(deck)).digest
    assert one.taken_back(both).digest == other.applied(deck).digest
    assert other.taken_back(one.taken_back(both)).digest == deck.digest


def test_a_deck_that_is_being_edited_takes_an_edit_as_one_step(deck: Deck) -> None:
    editor, edit = DeckEditor(deck), card_edit(deck, "chalice", {"points": 2})
    editor.replace(edit.applied(editor.deck), edit.words)
    assert editor.deck.digest == edit.applied(deck).digest
    assert editor.undo() == edit.words
    assert editor.deck.digest == deck.digest


def test_an_edit_of_a_card_that_is_gone_is_refused_and_changes_nothing(deck: Deck) -> None:
    edit, fewer = card_edit(deck, "chalice", {"points": 2}), deck.edit(remove=["chalice"])
    digest = fewer.digest
    with pytest.raises(DeckError, match="chalice"):
        edit.applied(fewer)
    assert fewer.digest == digest


def test_an_edit_is_plain_data_that_json_holds(deck: Deck) -> None:
    told = json.loads(json.dumps(card_edit(deck, "chalice", {"points": 2}).to_dict()))
    assert (told["card"], told["before"], told["after"]) == ("chalice", {"points": 4}, {"points": 2})
    assert DeckEdit(**{key: value for key, value in told.items() if key != "option"}).applied(deck).digest

"""A school's words: names for a classroom, declared by a deck, that change nothing but names."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.decks import Deck, load_deck


@pytest.fixture
def deck() -> Deck:
    """The printed list with words for two cards."""
    words = {"brothel": "Dance Hall", "dungeon": "Cellar"}
    return load_deck("guild_master").edit(meta={"school_words": words})


def test_there_and_back_leads_to_the_same_deck(deck: Deck) -> None:
    school = deck.in_school_words()
    assert {"Dance Hall", "Cellar"} <= set(school.names["card"])
    assert school.meta.printed_words == {"brothel": "Brothel", "dungeon": "Dungeon"}
    assert school.as_printed() == deck
    assert school.as_printed().meta == deck.meta
    assert school.name == deck.name


def test_words_are_kept_in_files_and_change_no_digest(deck: Deck, tmp_path: Path) -> None:
    assert deck == load_deck("guild_master")
    again = load_deck("guild_master", deck.save(tmp_path / "list"))
    assert again.meta.school_words == deck.meta.school_words
    assert Deck.from_dict(again.in_school_words().to_dict()).as_printed() == deck


def test_a_deck_without_words_is_itself_in_a_classroom() -> None:
    guile = load_deck("guile")
    assert guile.in_school_words() is guile
    assert guile.as_printed() is guile
    assert "school_words" not in guile.meta.to_dict()


def test_words_of_which_nothing_comes_are_found_and_left_out(deck: Deck) -> None:
    odd = deck.edit(meta={"school_words": {"nobody": "Somebody", "moat": "Castle", "brothel": "Dance Hall"}})
    places = [finding.place for finding in odd.lint() if "school_words" in finding.place]
    assert places == ["deck.toml, school_words nobody", "deck.toml, school_words moat"]
    assert odd.in_school_words().meta.printed_words == {"brothel": "Brothel"}
    assert not [finding for finding in deck.in_school_words().lint() if "school_words" in finding.place]


def test_a_card_that_was_taken_out_does_not_break_the_list(deck: Deck) -> None:
    shorter = deck.edit(remove=["brothel"])
    assert shorter.in_school_words().meta.printed_words == {"dungeon": "Dungeon"}


def test_the_printed_name_comes_back_although_its_card_has_gone(deck: Deck) -> None:
    assert deck.in_school_words().edit(remove=["brothel"]).as_printed().meta.printed_words == {}

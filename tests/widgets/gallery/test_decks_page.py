"""The page of decks shows every deck with its balance and figures, two side by side, and leads where it should."""

from __future__ import annotations

import re

import pytest

from tests.gallery.injections import PATHS, SHOWN
from tests.widgets.gallery.reading import Read, addresses_of
from workbench.decks import load_deck
from workbench.decks.balance import balance
from workbench.graphs import bonus_graph
from workbench.kernel.registry import list_games
from workbench.play.store import MatchStore
from workbench.widgets.gallery.decks_page import DecksPage
from workbench.widgets.gallery.measured import balance_strip, figures_in_words, judged_part
from workbench.widgets.gallery.shown import all_decks
from workbench.widgets.home.reader import Reader

ALL = list(all_decks())
PAGE = DecksPage()
ROMAN = load_deck("guild_master", "roman")


def drawn(**asked: str) -> Read:
    """The page as the server draws it."""
    return Read(str(PAGE.drawn(Reader(MatchStore(), "/voila/render/", asked, "main", "/"))))


def test_every_deck_can_be_played_leafed_through_changed_and_held_against_another() -> None:
    ways = addresses_of(drawn())
    for game_id, name in ALL:
        address = f"{game_id}.{name}"
        assert f"/voila/render/variant.ipynb?variant={address}" in ways
        assert f"/v/{address}" in ways
        assert f"/voila/render/deck_studio.ipynb?variant={address}" in ways
        (beside,) = [way.rpartition("=")[2] for way in ways if f"?deck={address}&" in way]
        assert beside.startswith(f"{game_id}.")
        assert beside != address


def test_a_tile_names_the_deck_its_size_and_its_categories() -> None:
    text = drawn().text
    for game_id, name in ALL:
        deck = load_deck(game_id, name)
        assert deck.meta.title in text
        assert all((category.short or category.name) in text for category in deck.meta.categories)
    assert "124 cards9 categories: Fields, Trade, Building" in text
    assert "62 cards of 27 kinds" in text


def test_two_decks_stand_side_by_side_card_by_card() -> None:
    page = drawn(deck="guild_master.historical", beside="guild_master.medieval")
    historical, medieval = load_deck("guild_master", "historical"), load_deck("guild_master")
    cards = sum("wb-printed" in value for name, value in page.values if name == "class")
    assert cards == len(historical.kinds) + len(medieval.kinds)
    both = {kind.name for kind in historical.kinds} & {kind.name for kind in medieval.kinds}
    assert f"{len(both)} cards have the same name in both." in page.text
    ids = [value for name, value in page.values if name == "id"]
    assert len(ids) == len(set(ids))


def test_beside_the_cards_of_each_deck_stand_its_bonuses() -> None:
    page = drawn(deck="guild_master.historical", beside="guild_master.medieval")
    for deck in (load_deck("guild_master", "historical"), load_deck("guild_master")):
        assert bonus_graph(deck).in_words()[0] in page.text
    assert page.text.count("Which card gives which a bonus") == 2
    assert "gives which a bonus" not in drawn(deck="guile.classic", beside="guile.classic").text


@pytest.mark.slow
def test_what_names_no_deck_shows_all_of_them() -> None:
    every, one = drawn().shape, drawn(deck="guile.classic").shape
    for text in (*PATHS, *SHOWN):
        assert drawn(deck=text).shape == every, text
        assert drawn(deck="guile.classic", beside=text).shape == one, text


def test_in_a_notebook_it_says_what_to_write_and_leads_to_no_server() -> None:
    page = Read(PAGE._repr_html_())
    assert 'VariantScreen("guild_master.roman")' in page.text
    assert [way for way in addresses_of(page) if way.startswith("/")] == []
    two = Read(DecksPage(deck="guild_master.roman", beside="guild_master.space")._repr_html_())
    assert "Roman town beside Space colony" in two.text


@pytest.mark.parametrize(("game_id", "name"), ALL)
def test_what_was_measured_is_said_in_words_of_100(game_id: str, name: str) -> None:
    told = figures_in_words(load_deck(game_id, name))
    assert [sentence.split()[0] for sentence in told[:1]] == ["In"]
    assert len(told) >= 4
    assert re.search(r"\b0\.\d", " ".join(told)) is None


def test_a_changed_deck_says_nothing_that_was_measured_before() -> None:
    assert figures_in_words(ROMAN.edit(change=[{"card_id": ROMAN.kinds[0].key, "resources": "LL"}])) == []


@pytest.mark.parametrize("key", ["games", "turns", "wins_by_seat", "highest_impact"])
@pytest.mark.parametrize("text", ["", "x y z w", "1.2.3 inf nan 1e9", "1.2.3, 4 to 5 in nine games of ten", "9" * 90])
def test_figures_that_are_no_figures_are_left_out(key: str, text: str) -> None:
    measured = {"games": "10000 by greedy at 4 seats, seed 1", key: text}
    told = figures_in_words(ROMAN.edit(meta={"measured": measured}))
    assert len(told) <= 1
    assert "<" not in "".join(told)


def test_the_strip_has_a_bar_for_each_category_and_says_the_same() -> None:
    part = judged_part(ROMAN)
    assert part is not None
    assert part == balance(ROMAN)[0]
    strip = Read(str(balance_strip(ROMAN)))
    assert sum(tag == "rect" for tag, _names in strip.shape) == len(ROMAN.meta.categories)
    assert "Fields and table 31" in strip.text
    assert f"Even would be {part.even_share:.1f}." in strip.text
    assert "Religion" in str(balance_strip(load_deck("guild_master")))
    assert ", thin" in str(balance_strip(load_deck("guild_master")))


@pytest.mark.parametrize("game_id", list(list_games()))
def test_every_game_has_a_strip(game_id: str) -> None:
    assert "<rect" in balance_strip(load_deck(game_id))

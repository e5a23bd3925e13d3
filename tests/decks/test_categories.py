"""What a category is called for short, and its emblem: what a deck gives, else what follows from its name."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from workbench.decks import Deck, load_deck
from workbench.decks.exchange import export, read_upload
from workbench.decks.lint import lint
from workbench.decks.model import LONGEST_SHORT, short_of
from workbench.kernel.scenes.plain import emblem_of
from workbench.play.match import Match
from workbench.storage.errors import DeckError

TOWN = "Food Trade Building Religion Nobility Military Health Arts Learning Industry".split()


def with_short(deck: Deck, short: object) -> Deck:
    """The deck, with this short name for its first category."""
    first, *others = (category.model_dump() for category in deck.meta.categories)
    return deck.edit(categories=[first | {"short": short}, *others])


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Food and agriculture", "Food"), ("Bread, wine", "Bread"), ("Sea (far away)", "Sea"),
        ("Public health", "Public health"),
        ("The Guild of the Glassblowers", "The Guild of"), ("Donaudampfschifffahrt", "Donaudampfsch…"), ("and", "and"),
    ],
)  # fmt: skip
def test_a_long_name_is_cut_to_what_comes_first_in_whole_words(name: str, short: str) -> None:
    assert short_of(name) == short
    assert 0 < len(short) <= LONGEST_SHORT


def test_our_decks_have_short_names_that_fit_below_a_sign() -> None:
    assert [category.short for category in load_deck("guild_master").meta.categories] == TOWN
    assert [category.short for category in load_deck("guile").meta.categories] == ["Arthur", "Mordred"]


def test_a_short_name_that_a_deck_gives_wins_and_is_kept(tmp_path: Path) -> None:
    deck = with_short(load_deck("guild_master"), "Meals")
    deck.save(tmp_path / "meals")
    again = load_deck("guild_master", tmp_path / "meals")
    for one in (deck, again, Deck.from_dict(deck.to_dict())):
        assert one.meta.categories[0].short == "Meals"
        assert one.meta.categories[0].name == "Food and agriculture"


def test_a_short_name_that_is_cut_is_written_nowhere_and_follows_the_name() -> None:
    deck = load_deck("guild_master")
    first, *others = (category.model_dump() for category in deck.meta.categories)
    assert "short" not in first
    renamed = deck.edit(categories=[first | {"name": "Victuals and drink"}, *others])
    assert renamed.meta.categories[0].short == "Victuals"
    assert with_short(deck, "").meta.categories[0].short == "Food"


def test_what_a_category_is_called_for_short_makes_no_other_deck() -> None:
    deck = load_deck("guild_master")
    assert with_short(deck, "Meals") == deck
    assert with_short(deck, "Meals").digest == deck.digest


@pytest.mark.parametrize("short", ["A" * (LONGEST_SHORT + 1), "Two\nlines", "\x00", 7])
def test_what_is_no_short_name_is_refused_at_its_place(short: object) -> None:
    with pytest.raises(DeckError) as refused:
        with_short(load_deck("guild_master"), short)
    assert [found.column for found in refused.value.problems] == ["categories number 1 short"]


def test_two_categories_of_one_short_name_are_found() -> None:
    findings = lint(with_short(load_deck("guild_master"), "trade"))
    assert any("F and T have the same short name 'trade'" in found.text for found in findings)


@pytest.mark.parametrize("kind", ["xlsx", "toml"])
def test_a_file_for_exchange_carries_short_names(kind: str) -> None:
    deck, current = with_short(load_deck("guild_master"), "Meals"), load_deck("guild_master")
    taken = read_upload(deck.game, *export(deck, kind), current)
    assert taken.deck is not None, taken.findings
    assert [category.short for category in taken.deck.meta.categories] == ["Meals", *TOWN[1:]]


# Its emblem


def with_emblem(deck: Deck, emblem: object) -> Deck:
    """The deck, with this emblem for its first category."""
    first, *others = (category.model_dump() for category in deck.meta.categories)
    return deck.edit(categories=[first | {"emblem": emblem}, *others])


def test_a_category_shows_the_emblem_that_its_name_speaks_for_until_the_deck_chooses_one(tmp_path: Path) -> None:
    deck = load_deck("guild_master")
    assert [category.emblem for category in deck.meta.categories[:2]] == ["wheat", "ship"]
    chosen = with_emblem(deck, "owl")
    chosen.save(tmp_path / "owls")
    for one in (chosen, load_deck("guild_master", tmp_path / "owls"), Deck.from_dict(chosen.to_dict())):
        assert (one.meta.categories[0].emblem, one.meta.categories[0].own_emblem) == ("owl", "owl")
    assert chosen != deck, "its cards look another way"


def test_the_usual_emblem_is_written_nowhere_and_follows_the_name() -> None:
    deck = load_deck("guild_master")
    for usual in ("", "wheat"):
        same = with_emblem(deck, usual)
        assert same.digest == deck.digest
        assert "emblem" not in same.meta.categories[0].model_dump()
    first, *others = (category.model_dump() for category in deck.meta.categories)
    assert deck.edit(categories=[first | {"name": "Horses"}, *others]).meta.categories[0].emblem == "horse"


@pytest.mark.parametrize("emblem", ["whaet", "Two\nlines", 7])
def test_what_is_no_emblem_is_refused_at_its_place(emblem: object) -> None:
    with pytest.raises(DeckError) as refused:
        with_emblem(load_deck("guild_master"), emblem)
    assert [found.column for found in refused.value.problems] == ["categories number 1 emblem"]


@pytest.mark.parametrize("game", ["guild_master", "guile", "cadwallon"])
def test_an_emblem_that_is_chosen_for_a_category_is_seen_at_the_table(game: str) -> None:
    deck = with_emblem(load_deck(game), "griffin")
    scene = json.dumps(asdict(Match(game, deck=deck, seed=1).scene(0)))
    assert '"griffin"' in scene


def test_a_card_that_says_nothing_of_itself_shows_the_emblem_of_its_category() -> None:
    deck = with_emblem(load_deck("guild_master").edit(change=[{"card_id": "farmland", "name": "Zzz"}]), "griffin")
    shown = {kind.name: emblem_of(deck, number) for number, kind in enumerate(deck.kinds)}
    assert (shown["Zzz"], shown["Irrigation"]) == ("griffin", "fountain")


@pytest.mark.parametrize("kind", ["xlsx", "toml"])
def test_a_file_for_exchange_carries_emblems_of_categories(kind: str) -> None:
    deck, current = with_emblem(load_deck("guild_master"), "owl"), load_deck("guild_master")
    taken = read_upload(deck.game, *export(deck, kind), current)
    assert taken.deck is not None, taken.findings
    assert [category.own_emblem for category in taken.deck.meta.categories[:2]] == ["owl", ""]

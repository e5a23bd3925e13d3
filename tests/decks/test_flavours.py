"""The flavours of Guild Master and the further decks of other games: each is a deck of its own that can be played."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from workbench.decks import Deck, list_decks, load_deck
from workbench.decks.bonuses import bonus_sources
from workbench.heraldry import emblem_for_category, emblems
from workbench.heraldry.bearers import SEAT_EMBLEMS
from workbench.heraldry.emblems import SIGNS
from workbench.kernel.registry import list_games
from workbench.lab.report import simulate

GAME = "guild_master"
PRINTED = "medieval"
TOWNS = ("medieval", "medieval_116", "historical")  # one town as printed, completed and cleaned up
FURTHER = (
    "arabian", "industrial", "military", "modern", "renaissance", "roman", "silk_road", "space", "western",
)  # fmt: skip
FLAVOURS = (*TOWNS[1:], *FURTHER)
OTHERS = (
    ("cadwallon", "unequal_guilds"), ("excalibur", "class_of_eight"), ("guile", "great_hall"), ("quests", "short"),
)  # fmt: skip
EVERY = [*((GAME, name) for name in (PRINTED, *FLAVOURS)), *OTHERS]
MOST_SHARED_NAMES = 0.08  # of the cards of the smaller deck
MOST_SHARED_STRUCTURE = 0.65
MOST_SHARED_KINDS = 0.7  # of the kinds of cards of another game's smaller deck
WORDS = ("key", "name", "text", "emblem")  # types of columns that say what a card is called and how it looks
MOST_ALIKE = 5  # cards with one emblem

deck_of = cache(load_deck)


def test_these_are_all_flavours_and_every_game_has_a_further_deck() -> None:
    assert set(list_decks(GAME)) == {PRINTED, *FLAVOURS}
    for game, name in OTHERS:
        assert name in list_decks(game)
        assert len(list_decks(game)) > 1
    assert {game for game, _ in OTHERS} | {GAME} <= set(list_games())


@pytest.mark.rule("GM-260", "GM-261", "GM-262", "GM-263")
@pytest.mark.parametrize("name", FLAVOURS)
def test_a_flavour_has_100_to_128_cards_and_nothing_that_lint_finds(name: str) -> None:
    deck = deck_of(GAME, name)
    assert 100 <= len(deck.rows) <= 128
    assert [str(finding) for finding in deck.lint()] == []


@pytest.mark.parametrize(("game", "name"), OTHERS)
def test_a_further_deck_has_no_error_and_no_warning(game: str, name: str) -> None:
    assert [str(finding) for finding in deck_of(game, name).lint() if finding.level != "note"] == []


@pytest.mark.parametrize("name", FLAVOURS)
def test_a_flavour_says_where_its_balance_was_measured_and_keeps_its_bound(name: str) -> None:
    measured = deck_of(GAME, name).meta.measured
    assert measured, "measured is of another list: python -m benchmarks.flavours"
    highest = str(measured["highest_impact"]).partition(" to ")[2].partition(")")[0]
    assert float(highest) <= float(measured["impact_bound"])
    assert measured["dead_cards"] == 0


# ---------------------------------------------------------------- categories and emblems


@pytest.mark.rule("GM-065", "GM-261")
def test_at_least_five_flavours_have_their_own_categories() -> None:
    letters = {name: "".join(one.letter for one in deck_of(GAME, name).meta.categories) for name in (PRINTED, *FURTHER)}
    assert len(set(letters.values())) == len(letters)
    assert len({len(word) for word in letters.values()}) >= 3
    for one, other in combinations(FURTHER, 2):
        names = [{category.name for category in deck_of(GAME, name).meta.categories} for name in (one, other)]
        assert len(names[0] & names[1]) <= 2, f"{one} and {other} have the same categories"


@pytest.mark.parametrize("name", FLAVOURS)
def test_an_emblem_stands_for_one_category_or_for_cards_of_it_and_for_no_person(name: str) -> None:
    deck = deck_of(GAME, name)
    own = {emblem_for_category(category.name): category.letter for category in deck.meta.categories}
    assert len(own) == len(deck.meta.categories)
    persons = set(SEAT_EMBLEMS[:8])
    assert not persons & set(own)
    for row in deck.rows:
        art = str(row["art"])
        assert art in emblems()
        assert art not in persons
        assert emblems()[art].family != SIGNS
        assert own.get(art, str(row["resources"])[0]) in str(row["resources"]), f"{row['name']} shows another category"


@pytest.mark.parametrize("name", FLAVOURS)
def test_few_cards_share_an_emblem(name: str) -> None:
    arts = Counter(str(row["art"]) for row in deck_of(GAME, name).rows)
    assert max(arts.values()) <= MOST_ALIKE
    assert len(arts) >= 65


# ---------------------------------------------------------------- no two are alike


def shared_names(one: Deck, other: Deck) -> float:
    """The share of the smaller deck's cards whose names the other deck has too."""
    names = [{str(row["name"]).casefold() for row in deck.rows} for deck in (one, other)]
    return len(names[0] & names[1]) / min(map(len, names))


def structure(deck: Deck) -> Counter[object]:
    """What each card is, whatever it is called and whatever its letters: its place in the graph of bonuses.

    Its points, one or two categories, and which of them has the bonus; then twice what is known of its neighbours
    in the graph (Weisfeiler and Lehman 1968).
    """
    sources = bonus_sources(deck)
    given: dict[int, list[int]] = {kind: [] for kind in sources}
    for kind, froms in sources.items():
        for source in froms:
            given[source].append(kind)
    letters = [str(row["resources"]) for row in deck.rows]
    known: list[object] = [(len(set(pair)), bool(sources[kind])) for kind, pair in enumerate(letters)]
    for _ in range(2):
        known = [
            (
                known[kind],
                tuple((known[source], bool(set(letters[source]) & set(letters[kind]))) for source in sources[kind]),
                tuple(sorted(repr(known[card]) for card in given[kind])),
            )
            for kind in range(len(known))
        ]
    return Counter(map(repr, known))


def shared_structure(one: Deck, other: Deck) -> float:
    """The share of the smaller deck's cards that could be a card of the other one by another name."""
    kinds = structure(one), structure(other)
    return (kinds[0] & kinds[1]).total() / min(kind.total() for kind in kinds)


def shared_kinds(one: Deck, other: Deck) -> float:
    """The share of the smaller deck's kinds of cards that are in the other one by another name, as often."""
    kinds = []
    for deck in (one, other):
        tables = [table for table in deck.game.tables if table.are_cards]
        told = {table.file: [column.key for column in table.columns if column.type not in WORDS] for table in tables}
        kinds.append(Counter((file, *(str(row.get(key) or "") for key in keys))
                             for file, keys in told.items() for row in deck.tables[file]))  # fmt: skip
    return (kinds[0] & kinds[1]).total() / min(kind.total() for kind in kinds)


@pytest.mark.parametrize(("game", "name"), OTHERS)
def test_a_further_deck_of_another_game_is_no_other_words_for_its_usual_one(game: str, name: str) -> None:
    usual = deck_of(game)
    assert shared_kinds(usual, deck_of(game, name)) <= MOST_SHARED_KINDS
    table = next(table for table in usual.game.tables if table.are_cards)
    renamed = usual.edit(
        change=[{table.key_column: row[table.key_column], table.name_column: f"Card {number}"}
                for number, row in enumerate(usual.tables[table.file])],
        table=table.file,
    )  # fmt: skip
    assert shared_kinds(usual, renamed) == 1


def test_a_search_and_replace_shares_its_whole_structure_and_none_of_its_names() -> None:
    deck = deck_of(GAME, "roman")
    names = {row["name"]: f"Place {number}" for number, row in enumerate(deck.rows)}
    swapped = str.maketrans("FT", "TF")
    replaced = deck.edit(
        change=[
            {
                "card_id": row["card_id"],
                "name": names[row["name"]],
                "resources": str(row["resources"]).translate(swapped),
                "bonus_resource": str(row["bonus_resource"]).translate(swapped),
            }
            for row in deck.rows
        ]
    )
    assert shared_structure(deck, replaced) == 1
    assert shared_names(deck, replaced) == 0


@pytest.mark.parametrize(("one", "other"), [*combinations((PRINTED, *FURTHER), 2)])
def test_no_flavour_is_another_one_by_other_names(one: str, other: str) -> None:
    assert shared_structure(deck_of(GAME, one), deck_of(GAME, other)) <= MOST_SHARED_STRUCTURE
    assert shared_names(deck_of(GAME, one), deck_of(GAME, other)) <= MOST_SHARED_NAMES


# ---------------------------------------------------------------- the town as printed, mended


@pytest.mark.rule("GM-003", "GM-301")
def test_the_completed_town_has_the_cards_that_were_announced_and_named() -> None:
    printed, completed = deck_of(GAME, PRINTED), deck_of(GAME, "medieval_116")
    assert len(completed.rows) == printed.meta.declared_count == 116
    ids = {str(row["card_id"]) for row in printed.rows}
    assert {row["card_id"] for row in completed.rows} - ids == {"brewery", "cattle_ranch", "bishops_palace"}
    assert all(row["bonus_source"] == row["bonus_source_printed"] for row in completed.rows)


@pytest.mark.rule("GM-066")
def test_the_historical_town_says_of_each_card_that_it_changed_what_it_was() -> None:
    printed = {str(row["card_id"]): row for row in deck_of(GAME, PRINTED).rows}
    for row in deck_of(GAME, "historical").rows:
        before = printed.get(str(row["card_id"]))
        if before is None:
            assert str(row["note"]).startswith(("new", "Cross Roads before")), row["name"]
        elif (before["name"], before["resources"]) != (row["name"], row["resources"]):
            assert "before" in str(row["note"]), row["name"]


# ---------------------------------------------------------------- play


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_bots_play_a_deck_to_its_end(game: str, name: str) -> None:
    report = simulate(game, games=2, deck=deck_of(game, name), seed=3, compiled=False)
    assert report.games == 2
    assert (report.outcome.decisions > 0).all()
    assert (report.wins.sum(axis=1) > 0).all()

"""Who would have won with other points: as if the whole match were counted again, and each question answered once."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.kernel.registry import list_games
from workbench.lab.stories import Story
from workbench.lab.story_told import Change, OtherPoints
from workbench.lab.study import worths_of
from workbench.play import Match

# Every variant whose points decide the outcome, with few seats.
TABLES = [
    (game.id, variant.key, seats)
    for game in list_games().values()
    for variant in game.variants
    for seats in {variant.seats[0], variant.default_seats if variant.default_seats < 8 else variant.seats[0]}
    if variant.measures.outcome is not None
]


@cache
def finished(game: str, variant: str, seats: int, seed: int) -> OtherPoints:
    """A match between greedy bots, played to its end."""
    bots = dict.fromkeys(range(seats), "greedy")
    match = Match(game, seats=seats, seed=seed, options={"game_variant": variant}, bots=bots)
    match.play_bots()
    return OtherPoints(match)


def without(match: Match, kinds: Any) -> Any:
    """The deck's arrays without all that some cards are worth."""
    arrays = match.deck.arrays
    for worth, _ in worths_of(match.deck):
        if worth.kind in kinds:
            arrays = match.game.reports.worth[worth.name](arrays, worth.kind)
    return arrays


def test_there_are_variants_whose_points_make_the_outcome() -> None:
    assert {variant for _, variant, _ in TABLES} >= {variant.key for variant in list_games()["guild_master"].variants}


@pytest.mark.slow
@settings(max_examples=60)
@given(data=st.data())
def test_who_wins_by_points_is_who_wins_if_all_cards_are_counted_again(data: st.DataObject) -> None:
    other = finished(*data.draw(st.sampled_from(TABLES)), data.draw(st.integers(1, 3)))
    match = other.match
    kinds = data.draw(st.sets(st.integers(0, len(match.deck.kinds) - 1), max_size=len(match.deck.kinds)))
    arrays = without(match, kinds)
    won = match.winners_with(arrays)
    assert match.winners_by(match.points(arrays)) == won
    assert other.winners(other.changes(arrays)) == won


@settings(max_examples=30)
@given(data=st.data())
def test_what_several_worths_change_is_what_each_of_them_changes(data: st.DataObject) -> None:
    other = finished(*data.draw(st.sampled_from(TABLES)), data.draw(st.integers(1, 3)))
    reports, deck = other.match.game.reports, other.match.deck
    removed = data.draw(st.lists(st.sampled_from([worth for worth, _ in worths_of(deck)]), max_size=4, unique=True))
    arrays, added = deck.arrays, list[Change]()
    for worth in removed:
        arrays = reports.worth[worth.name](arrays, worth.kind)
        added += other.changes(reports.worth[worth.name](deck.arrays, worth.kind))
    assert other.winners(added) == other.match.winners_with(arrays)


@settings(max_examples=60)
@given(data=st.data())
def test_the_first_category_that_wins_is_found_as_if_each_were_tried(data: st.DataObject) -> None:
    other = finished(*data.draw(st.sampled_from(TABLES)), data.draw(st.integers(1, 3)))
    seat = data.draw(st.integers(0, other.match.seats - 1))
    more = data.draw(st.integers(1, 9))
    categories = data.draw(st.permutations(range(len(other.match.deck.meta.categories))))
    tried = (category for category in categories if other.wins_with(seat, more, [category]))
    assert other.first_that_wins(seat, more, categories) == next(tried, None)


@settings(max_examples=60)
@given(data=st.data())
def test_more_points_never_do_a_winner_harm(data: st.DataObject) -> None:
    other = finished(*data.draw(st.sampled_from(TABLES)), data.draw(st.integers(1, 3)))
    seat = data.draw(st.sampled_from(other.match.winners))
    numbers = data.draw(st.lists(st.integers(0, 9), min_size=1, max_size=len(other.match.deck.meta.categories)))
    assert seat in other.winners((seat, category, more) for category, more in enumerate(numbers))


@pytest.mark.parametrize(("game", "variant", "seats"), TABLES)
def test_the_smallest_sets_that_decided_it_are_those_of_a_search_that_counts_all_cards(
    game: str, variant: str, seats: int
) -> None:
    """Pairs at most: larger sets take the plain search minutes."""
    match = finished(game, variant, seats, 2).match
    story = Story(match)
    own = {line["source"] for line in match.score_lines() if line["seat"] in match.winners and line["points"]}
    worths = [worth for worth, _ in worths_of(match.deck) if match.naming("card", worth.kind) in own]
    size = len(story.decisive[0][0]) if story.decisive else 1
    expected = {}
    for removed in combinations(worths[::-1], min(size, 2)):
        arrays = match.deck.arrays
        for worth in removed:
            arrays = match.game.reports.worth[worth.name](arrays, worth.kind)
        if (won := match.winners_with(arrays)) != match.winners:
            expected[removed] = won
    assert dict(story.decisive) == expected if size <= 2 else not expected


def test_a_question_is_answered_once() -> None:
    other = OtherPoints(finished("guild_master", "base_game", 2, 1).match)
    other.winners([(0, 0, 1), (0, 0, 1)])
    counted = other._winners.cache_info().misses
    other.winners([(0, 0, 2)])
    assert other._winners.cache_info().misses == counted == 1


def test_nothing_is_changed_by_the_decks_own_arrays() -> None:
    other = finished("guild_master", "base_game", 2, 1)
    assert other.changes(other.match.deck.arrays) == ()
    assert other.changes(other.match.deck.arrays._replace(points=np.zeros_like(other.match.deck.arrays.points)))

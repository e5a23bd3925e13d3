"""Who plays whom where a room has several tables."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from workbench.rooms.rounds import Pairing, Played, Standing, standings
from workbench.rooms.setting import Setting
from workbench.storage.errors import OptionError


def match_of(table: list[int], winner: int, round: int = 1, counted: str = "victory cards") -> Played:
    """A match at a table, which the seat of one person wins by two to none."""
    seats = {person: seat for seat, person in enumerate(table)}
    all_seats = range(max(len(table), 2))  # a bot sits with whoever is alone
    own = [2 if seat == seats[winner] else 0 for seat in all_seats]
    places = {seat: 1 if seat == seats[winner] else 2 for seat in all_seats}
    return Played(round, 0, seats, {}, [], [seats[winner]], places, [own], counted)


def rounds_of(people: list[int], tables: int, many: int, chance: Random) -> list[list[list[int]]]:
    """So many rounds, each with a random winner at every table."""
    played: list[Played] = []
    rounds = []
    for number in range(many):
        rounds.append(Pairing(people, played, chance).at(tables))
        counted = "victory cards" if max(map(len, rounds[-1])) <= 2 else ""
        played += [match_of(table, chance.choice(table), number, counted) for table in rounds[-1]]
    return rounds


@settings(max_examples=40)
@given(some.integers(2, 31), some.integers(1, 9), some.integers(0, 10**6))
def test_everybody_sits_at_one_table_and_no_table_has_two_more_than_another(many: int, tables: int, seed: int) -> None:
    people = list(range(1, many + 1))
    for groups in rounds_of(people, min(tables, many), 3, Random(seed)):
        assert sorted(person for group in groups for person in group) == people
        assert len(groups) == min(tables, many)
        assert max(map(len, groups)) - min(map(len, groups)) <= 1


@settings(max_examples=40)
@given(some.integers(8, 31), some.integers(0, 10**6))
def test_in_five_rounds_of_pairs_nobody_meets_the_same_person_twice_or_sits_alone_twice(many: int, seed: int) -> None:
    people = list(range(1, many + 1))
    met = [frozenset(table) for groups in rounds_of(people, -(-many // 2), 5, Random(seed)) for table in groups]
    assert len(met) == len(set(met))


@pytest.mark.parametrize("many", [3, 5, 7])
def test_even_of_few_nobody_sits_alone_twice_before_all_others(many: int) -> None:
    people = list(range(1, many + 1))
    for seed in range(100):
        rounds = rounds_of(people, many // 2 + 1, many, Random(seed))
        alone = [table[0] for groups in rounds for table in groups if len(table) == 1]
        assert sorted(alone) == people, seed


def test_winners_meet_winners() -> None:
    people = list(range(1, 31))
    first = Pairing(people, [], Random(5)).at(15)
    winners = {table[0] for table in first}
    second = Pairing(people, [match_of(table, table[0]) for table in first], Random(6)).at(15)
    mixed = [table for table in second if len(winners & set(table)) == 1]
    assert len(mixed) == 1  # fifteen have won: one of them meets somebody who has not


def test_tables_of_four_bring_those_together_who_have_won_as_often_and_not_met() -> None:
    people = list(range(1, 17))
    first = Pairing(people, [], Random(5)).at(4)
    played = [match_of(table, table[0], counted="") for table in first]
    second = Pairing(people, played, Random(6)).at(4)
    assert {table[0] for table in first} == set(second[0])
    again = set(map(frozenset, (two for table in first for two in combinations(table, 2))))
    assert sum(frozenset(two) in again for table in second for two in combinations(table, 2)) <= 6


def test_people_stand_by_matches_won_then_by_what_they_have_over_others() -> None:
    played = [match_of([1, 2], 1), match_of([3, 4], 3), match_of([1, 3], 1, 2), match_of([2, 4], 4, 2)]
    assert standings(played, [1, 2, 3, 4]) == [
        Standing(1, 2, 4, 0),
        Standing(3, 1, 2, 2),
        Standing(4, 1, 2, 2),
        Standing(2, 0, 0, 4),
    ]


def test_where_figures_say_nothing_seats_behind_and_ahead_are_counted() -> None:
    seats = {7: 0, 8: 1, 9: 2}
    played = Played(1, 0, seats, {}, [], [1], {1: 1, 0: 2, 2: 2}, [[0, 1, 0]], "")
    assert standings([played], [7, 8, 9]) == [Standing(8, 1, 2, 0), Standing(7, 0, 0, 1), Standing(9, 0, 0, 1)]


def test_there_are_as_few_tables_as_give_everybody_a_seat_or_as_many_as_are_asked_for() -> None:
    assert [Setting.of("guile", many).tables for many in (2, 3, 30)] == [1, 2, 15]
    assert [Setting.of("guild_master", many).tables for many in (4, 8, 9, 30)] == [1, 1, 2, 4]
    five = Setting.of("guild_master", 30, tables=5)
    assert [five.tables_for(people) for people in (30, 24, 7, 1)] == [5, 4, 2, 1]
    assert Setting.from_dict(five.as_dict()) == five
    with pytest.raises(OptionError, match="30 people sit at 1 to 30 tables, not at 31"):
        Setting.of("guile", 30, tables=31)

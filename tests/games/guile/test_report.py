"""The report tables of Guile, against a count of the same matches by another way: their score lines and their acts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import pandas
import pytest

from workbench import load_deck, simulate
from workbench.games.guile.scoring import RANKING
from workbench.games.guile.table import ACTIONS
from workbench.lab import Report
from workbench.lab.intervals import share_interval

from ..speeds import Played, play_out

SEED = 21
DECK = load_deck("guile")
FACTIONS = ("King Arthur's allies", "Sir Mordred's pawns")
MANY_DRAWS = {"extended_cast": True, "drawn_round": "count_for_both"}
DRAWN_MATCHES = {"extended_cast": True, "drawn_round": "count_for_none_move_on", "rounds_to_win": 1}
RUNS: dict[str, tuple[int, tuple[str, str], dict[str, Any]]] = {
    "random": (60, ("random", "random"), {}),
    "random with drawn rounds": (150, ("random", "random"), MANY_DRAWS),
    "random with replayed rounds": (40, ("random", "random"), {"extended_cast": True}),
    "random with drawn matches": (300, ("random", "random"), DRAWN_MATCHES),
    "greedy and random": (12, ("greedy", "random"), {}),
    "bold and greedy": (8, ("bold", "greedy"), {"code_of_chivalry": True, "rounds_to_win": 3}),
}


@dataclass
class Round:
    """A round as its score lines and the acts of its match tell it."""

    starter: int  # seat
    faction: int  # of the starter
    winner: int | None  # seat; None if nobody won
    step: str
    peeks: tuple[int, int]  # by seat


def rounds_of(played: Played) -> list[Round]:
    """The rounds of a match."""
    acts = [(seat, ACTIONS.decode(action)[0]) for seat, action in played.log]
    actions = [(seat, verb) for seat, verb in acts if verb in ("peek", "exchange")]
    lines = [(line[0], line[1], line[2], line[5], RANKING.reasons[line[6]].name) for line in played.lines]
    rounds = []
    for number in range(1, max(line[0] for line in lines) + 1):
        own = [line for line in lines if line[0] == number]
        outcome = [line for line in own if line[4].startswith("victory_by") or line[4] == "drawn_round"]
        step = outcome[0][4].removeprefix("victory_by_").removesuffix("_round").replace("_", " ")
        peeks = Counter(seat for seat, verb in actions[16 * (number - 1) : 16 * number] if verb == "peek")
        winner = None if step == "drawn" else outcome[0][1]
        rounds.append(Round(own[0][1], own[0][2], winner, step, (peeks[0], peeks[1])))
    assert len(actions) == 16 * len(rounds)
    return rounds


@dataclass
class Run:
    """A run's report, and its matches played one by one in plain Python."""

    report: Report
    matches: list[list[Round]]
    winners: list[int]

    @property
    def rounds(self) -> list[Round]:
        return [each for rounds in self.matches for each in rounds]


@pytest.fixture(scope="module", params=list(RUNS))
def run(request: pytest.FixtureRequest) -> Run:
    games, names, options = RUNS[request.param]
    report = simulate("guile", games=games, bots=list(names), seed=SEED, options=options)
    played = [play_out(DECK, 2, options, names, SEED, index, compiled=False) for index in range(games)]
    return Run(report, [rounds_of(each) for each in played], [each.winners for each in played])


def row(table: pandas.DataFrame, **where: Any) -> Any:
    """The one row of a table with these values."""
    for column, value in where.items():
        table = table[table[column] == value]
    assert len(table) == 1
    return table.iloc[0]


def assert_share(found: Any, decided: int, won: int) -> None:
    assert (found.decided, found.won) == (decided, won)
    if decided:
        assert (found.share, found.low, found.high) == pytest.approx(share_interval(won, decided))


def won_by_starter(rounds: list[Round]) -> tuple[int, int]:
    """How many of some rounds were decided, and how many of those the starting side won."""
    decided = [each for each in rounds if each.winner is not None]
    return len(decided), sum(each.winner == each.starter for each in decided)


@pytest.mark.rule("GL-315")
def test_who_starts_counts_the_rounds_that_were_played(run: Run) -> None:
    table = run.report.tables["Who starts"]
    assert_share(row(table, case="rounds"), *won_by_starter(run.rounds))
    for faction, name in enumerate(FACTIONS):
        own = [each for each in run.rounds if each.faction == faction]
        assert_share(row(table, case=f"rounds, {name} start"), *won_by_starter(own))
    assert_share(row(table, case="first rounds"), *won_by_starter([rounds[0] for rounds in run.matches]))


def test_who_starts_counts_the_matches_that_were_won(run: Run) -> None:
    matches = [(rounds[0], winners) for rounds, winners in zip(run.matches, run.winners, strict=True) if winners != 3]
    for case, factions in (
        ("matches", (0, 1)),
        *((f"matches, {name} start", (number,)) for number, name in enumerate(FACTIONS)),
    ):
        won = [winners == 1 << first.starter for first, winners in matches if first.faction in factions]
        assert_share(row(run.report.tables["Who starts"], case=case), len(won), sum(won))


def test_the_wins_of_a_faction_are_those_of_the_seats_that_had_it(run: Run) -> None:
    roles = run.report.roles.set_index("name")
    for faction, name in enumerate(FACTIONS):
        won = 0.0
        for rounds, winners in zip(run.matches, run.winners, strict=True):
            seat = rounds[0].starter if rounds[0].faction == faction else 1 - rounds[0].starter
            won += ((winners >> seat) & 1) / winners.bit_count()
        assert roles.loc[name].tolist()[1] == len(run.matches)
        assert roles.loc[name, ["win_share", "low", "high"]].tolist() == pytest.approx(
            share_interval(won, len(run.matches))
        )


def test_peeks_are_counted_by_bot_and_round(run: Run) -> None:
    table, decided, won = run.report.tables["Peeks and wins"], Counter(), Counter()
    for each in run.rounds:
        for seat in (0, 1):
            if each.winner is not None:
                decided[run.report.bots[seat], each.peeks[seat]] += 1
                won[run.report.bots[seat], each.peeks[seat]] += each.winner == seat
    assert len(table) == len(decided)
    for (bot, peeks), rounds in decided.items():
        assert_share(row(table, bot=bot, peeks=peeks), rounds, won[bot, peeks])


@pytest.mark.rule("GL-602")
def test_the_steps_that_decided_are_counted(run: Run) -> None:
    table = run.report.tables["How rounds are decided"]
    steps = Counter(each.step for each in run.rounds)
    steps["any but total"] = len(run.rounds) - steps["total"]
    assert list(table.step) == ["total", "highest card", "dagger", "drawn", "any but total"]
    for found in table.itertuples():
        rounds = steps[found.step]
        assert found.rounds == rounds
        expected = share_interval(rounds, len(run.rounds))
        assert (found.share, found.low, found.high) == pytest.approx(expected)


def test_the_runs_hold_what_is_easily_counted_wrongly() -> None:
    rounds, winners = [], []
    for games, names, options in RUNS.values():
        if names == ("random", "random"):
            played = [play_out(DECK, 2, options, names, SEED, index, compiled=False) for index in range(games)]
            rounds += [each for match in played for each in rounds_of(match)]
            winners += [match.winners for match in played]
    assert sum(each.winner is None for each in rounds) >= 5
    assert set(winners) == {0b01, 0b10, 0b11}
    assert {each.faction for each in rounds} == {0, 1}


# What the tables say


@pytest.mark.rule("GL-717")
def test_random_bots_tie_as_often_as_all_deals_do() -> None:
    options = {"code_of_chivalry": True}  # a random draft would choose between kinds, not cards
    table = simulate("guile", games=4000, bots="random", seed=1, options=options).tables["How rounds are decided"]
    of_3150 = {"total": 2748, "highest card": 186, "dagger": 216, "drawn": 0, "any but total": 402}
    for found in table.itertuples():
        assert found.share == pytest.approx(of_3150[found.step] / 3150, abs=0.02)


@pytest.mark.parametrize("bot", ["random", "greedy", "bold"])
def test_the_factions_are_alike_for_bots(bot: str) -> None:
    table = simulate("guile", games=4000, bots=bot, seed=1).tables["Who starts"]
    first, second = (row(table, case=f"rounds, {name} start").share for name in FACTIONS)
    assert first == pytest.approx(second, abs=0.04)


def test_to_start_is_worth_nothing_for_random_bots_and_costs_greedy_ones() -> None:
    chance = simulate("guile", games=4000, bots="random", seed=1).tables["Who starts"]
    assert row(chance, case="rounds").share == pytest.approx(0.5, abs=0.03)
    skill = simulate("guile", games=1000, bots="greedy", seed=1).tables["Who starts"]
    assert row(skill, case="rounds").high < 0.45


@pytest.mark.parametrize("extended", [False, True])
def test_the_extended_cast_takes_part_where_it_is_shuffled_in_and_is_dead_in_neither_case(extended: bool) -> None:
    report = simulate("guile", games=100, seed=1, options={"extended_cast": extended})
    taking_part = report.outcome.cards[: len(DECK.rows), 5].tolist()
    assert taking_part == [100 if extended or not row["character"] else 0 for row in DECK.rows]
    assert not report.cards.dead.any()

"""The report tables of Cadwallon, against a count of the same matches by another way: their log and their scores."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pandas
import pytest

from workbench import simulate
from workbench.games.cadwallon.deck import ACTION
from workbench.lab import Report
from workbench.lab.intervals import share_interval
from workbench.play import Match

SEATS = 4
ALL = {"rules": "all"}
RUNS = {
    "all optional rules": (24, "random", ALL),
    "ties go to a seat": (24, "random", {"condition_cards": True, "condition": "ducal_arbiter"}),
    "a series": (8, "random", {"series_games": 3}),
    "greedy": (4, "greedy", ALL),
}
# How a cell is judged, as the table calls it, and what the log says then.
JUDGED = {
    "most support": r" wins .* with \d+ support\.",
    "nobody there": r" stays: nobody",
    "Backroom Vote": r" wins .* by Backroom Vote\.",
    "Ducal Arbiter": r" wins the tie about ",
    "tie, stays": r" stays: a tie",
}


@cache
def report_of(run: str) -> Report:
    """A report of one of the runs."""
    games, bots, options = RUNS[run]
    return simulate("cadwallon", games=games, seats=SEATS, bots=bots, seed=9, options=options, compiled=False)


@cache
def matches_of(run: str) -> list[Match]:
    """The matches that a report counted, played again one by one."""
    report = report_of(run)
    return [report.match(number) for number in range(report.games)]


def names_in(match: Match) -> list[str]:
    """What the seats are called."""
    return [panel["name"] for panel in match.scene(None).as_dict()["seats"]]


def lines_in_log(run: str, pattern: str) -> int:
    """How many lines of all logs say something."""
    return sum(bool(re.search(pattern, line)) for match in matches_of(run) for line in match.view(None)["log"])


@pytest.mark.parametrize("run", RUNS)
def test_cells_are_judged_as_often_as_the_logs_say(run: str) -> None:
    table = report_of(run).tables["How cells are judged"].set_index("judged")
    rounds = lines_in_log(run, r"^Round \d+ begins\.")
    for how, pattern in JUDGED.items():
        assert table.loc[how, "cells_a_round"] == pytest.approx(lines_in_log(run, pattern) / rounds), how
    assert table.cells_a_round.sum() == pytest.approx(9), "each of the nine cells once a round"
    assert table.share.sum() == pytest.approx(1)


@pytest.mark.rule("CA-123")
@pytest.mark.rule("CA-172")
def test_ties_go_to_a_seat_by_a_vote_and_under_the_ducal_arbiter() -> None:
    judged = report_of("ties go to a seat").tables["How cells are judged"].set_index("judged")
    assert judged.loc["Ducal Arbiter", "share"] > 0
    assert judged.loc["tie, stays", "share"] == 0
    votes = report_of("all optional rules").tables["How cells are judged"].set_index("judged")
    assert votes.loc["Backroom Vote", "share"] > 0


@pytest.mark.parametrize("run", RUNS)
def test_what_guild_sets_bring_is_what_the_score_sheets_say(run: str) -> None:
    table = report_of(run).tables["Guild values"].set_index("guild")
    lines = pandas.concat([match.scores() for match in matches_of(run)])
    for category in report_of(run).plan.deck.meta.categories:
        own = lines[lines.category == category.letter]
        points, cards = own[own.reason == "guild_set"].points.sum(), (own.reason == "guild_points").sum()
        sets = len(matches_of(run)) * SEATS
        assert table.loc[category.name, "points"] == pytest.approx(points / sets)
        assert table.loc[category.name, "cards"] == pytest.approx(cards / sets)
        assert table.loc[category.name, "points_a_card"] == pytest.approx(points / cards)


@pytest.mark.parametrize("run", RUNS)
def test_who_begins_is_counted_by_place_in_the_order_of_the_first_round(run: str) -> None:
    table = report_of(run).tables["Who begins"]
    won = np.zeros(SEATS)
    for match in matches_of(run):
        line = next(line for line in match.view(None)["log"] if line.endswith(" has the First Player card."))
        first = [f"{name} has the First Player card." for name in names_in(match)].index(line)
        for seat in match.winners:
            won[(seat - first) % SEATS] += 1 / len(match.winners)
    assert table.place.tolist() == [1, 2, 3, 4]
    assert table.share.tolist() == pytest.approx((won / len(matches_of(run))).tolist())
    assert table.fair.tolist() == [1 / SEATS] * SEATS


@pytest.mark.parametrize("run", ["all optional rules", "greedy"])
def test_action_cards_count_for_the_seats_that_played_them_and_that_kept_them(run: str) -> None:
    table = report_of(run).tables["Action cards and wins"].set_index(["action", "card"])
    sources = {"played": "played_points", "kept in hand": "in_hand_points"}
    titles = {action: action.replace("_", " ") for action in ACTION}
    for title in titles.values():
        for label, reason in sources.items():
            holders, winners = 0, 0
            for match in matches_of(run):
                lines = match.scores()
                seats = set(lines[(lines.reason == reason) & (lines.source.str.lower() == title)].seat)
                holders, winners = holders + len(seats), winners + len(seats & set(match.winners))
            if not holders:
                assert (title, label) not in table.index
                continue
            row = table.loc[(title, label)]
            assert (row.games, row.won) == (holders, winners), (title, label)
            assert (row.share, row.low, row.high) == pytest.approx(share_interval(winners, holders))

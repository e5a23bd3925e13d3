"""What the log tells of a game: every act, and everything that follows from it."""

from __future__ import annotations

from collections import Counter

import pytest

from workbench.games.cadwallon.table import EVENTS
from workbench.play import Match

from .conftest import NewTable
from .table import AGENTS, BLUE, BOARD, RED

OPTIONS = {"series_games": 2, "condition_cards": True, "contract_cards": True, "special_action_cards": True}


@pytest.fixture(scope="module")
def series() -> list[Match]:
    """Series of games with every optional card, played by bots that do anything."""
    matches = [
        Match("cadwallon", seats=3, seed=seed, options=OPTIONS, bots=dict.fromkeys(range(3), "random"))
        for seed in range(8)
    ]
    for match in matches:
        match.play_bots()
    return matches


def test_each_kind_of_line_is_told_in_some_game(series: list[Match]):
    told = {line.event for match in series for line in match.log_lines}
    kinds = {kind.name for kind in EVENTS.kinds} - {"stalled", "wins_by_arbiter"}  # which hardly any game sees
    assert {kind for kind in kinds if getattr(EVENTS, kind) not in told} == set()


@pytest.mark.rule("CA-044", "CA-055")
def test_every_agent_and_every_action_card_is_told(series: list[Match]):
    for match in series:
        done = Counter(act.verb for _, act in match.log)
        told = [line.text for line in match.log_lines]
        assert sum(" sends an agent between " in text for text in told) >= done["place"] > 0  # some cards send one too
        assert sum(" plays " in text for text in told) == done["play"]


@pytest.mark.rule("CA-183")
def test_each_game_of_a_series_is_told_by_its_number(series: list[Match]):
    told = [line.text for line in series[0].log_lines if line.text.endswith(" begins.") and "Game" in line.text]
    assert told == ["Game 1 begins.", "Game 2 begins."]


@pytest.mark.rule("CA-044")
def test_an_agent_is_told_by_the_cards_that_it_stands_between(new_table: NewTable):
    table = new_table().city(BOARD).turn(RED).play("place", 0)
    line = table.match.log_lines[-1]
    assert (line.seats, [table.short_of_kind(kind) for kind in line.values[1:3]]) == ((RED,), ["US4", "BL1"])


@pytest.mark.rule("CA-116")
def test_a_vote_is_told_to_all(new_table: NewTable):
    table = (
        new_table().city(BOARD).agents(AGENTS).holds(BLUE, "A14").action(BLUE).play_card("A14").play("choose_card", 1)
    )
    assert any("will win a tie about Blades member 1" in line.text for line in table.match.log_lines)

"""The computer players of Cadwallon: legal, the same in worlds they cannot tell apart, and sensible."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.checks.trial import option_values
from workbench.decks import Deck
from workbench.games.cadwallon import GAME, bots
from workbench.games.cadwallon.bots import BOTS
from workbench.games.cadwallon.options import OPTIONS
from workbench.kernel.engine.speeds import linked_plain
from workbench.play import Match

from ..speeds import play_out
from .conftest import NewTable
from .table import BLUE, BOARD, RED, YELLOW, ZONES, Table

ALL = {"condition_cards": True, "special_action_cards": True, "contract_cards": True}
ASKED_OF_BOTS = linked_plain(GAME.variant(), {"plan": bots.plan, "note_seats": bots.note_seats})
EVERY_VALUE = [(option.key, value) for option in OPTIONS for value in option_values(option) if value != option.default]


@pytest.mark.parametrize(("key", "value"), EVERY_VALUE, ids=str)
def test_bots_play_every_value_of_every_option(reconstruction: Deck, key: str, value: Any):
    players = {0: "greedy", 1: "random", 2: "greedy", 3: "random"}
    match = Match("cadwallon", seats=4, seed=3, deck=reconstruction, bots=players, options={**ALL, key: value})
    match.play_bots()
    assert match.over
    assert match.options[key] == value


@pytest.mark.parametrize("bot", [bot.name for bot in BOTS])
def test_the_same_match_is_played_again_by_the_same_bots(reconstruction: Deck, bot: str):
    played = []
    for seed in (9, 9, 10):
        players = dict.fromkeys(range(3), bot)
        match = Match("cadwallon", seats=3, seed=seed, deck=reconstruction, bots=players, options=ALL)
        match.play_bots()
        played.append(match.acts)
    assert played[0] == played[1] != played[2]


def test_greedy_beats_random(reconstruction: Deck):
    won = 0.0
    for seed in range(30):
        players = {seat: "greedy" if seat == seed % 3 else "random" for seat in range(3)}
        match = Match("cadwallon", seats=3, seed=seed, deck=reconstruction, bots=players)
        match.play_bots()
        won += (seed % 3 in match.winners) / len(match.winners)
    assert won > 15


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {**ALL, "series_games": 2, "won_actions": "count_only"}], ids=["base", "all"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bots_choose_alike_at_both_speeds(reconstruction: Deck, seats: int, options: dict[str, Any]):
    for index, players in enumerate((["greedy"] * seats, ["random"] * seats)):
        plain, compiled = (
            play_out(reconstruction, seats, options, players, 4, index, compiled=fast) for fast in (False, True)
        )
        assert plain == compiled
        assert plain.over


# What greedy does with a position


def greedy(table: Table, seat: int) -> list[str]:
    """The labels of what greedy does in a seat that is asked, until another seat is asked."""
    table.match.seat_bot(seat, "greedy")
    done = []
    while table.match.to_act == (seat,) and not table.match.over:
        table.match.play_bot(seat)
        done += [table.match.wording.describe(action).label for action in table.match.acts[-1].actions]
        if table.match.phase == "place" and table.match.to_act == (seat,):
            break
    table.match.seat_bot(seat, None)
    return done


def test_it_leaves_the_view_as_it_was(new_table: NewTable):
    cards = "A01 A03 A04 A05 A06 A07 A08 A09 A10 A11 A12 A14"
    table = new_table().city(BOARD.replace("A02", "A13")).agents("Y R B R - - R B Y").holds(RED, cards).action(RED)
    view, notes = table.match.observed(RED), [0] * 256
    before = view.buffer.copy()
    ASKED_OF_BOTS["note_seats"](view, table.arrays, notes)
    gains = [ASKED_OF_BOTS["plan"](view, table.arrays, RED, effect, notes) for effect in range(14)]
    assert (view.buffer == before).all()
    assert sum(gain > 0 for gain in gains) > 6


def test_it_goes_for_the_card_that_is_worth_most(new_table: NewTable):
    table = new_table().city("M1 M2 M3 M4 A04 A05 A06 A07 US4").owns(RED, "US1 US2 US3").turn(RED)
    assert greedy(table, RED)[0] in (
        "Send an agent between right and bottom right",
        "Send an agent between bottom and bottom right",
    )


def test_it_evicts_who_would_win_what_it_wants(new_table: NewTable):
    table = new_table().city("M1 P1 P2 P3 A04 A05 P4 A07 US4").owns(BLUE, "US1 US2 US3")
    table.agents("- - - - - B - - - - - -").holds(RED, "A06").action(RED)
    assert greedy(table, RED)[0] == "Play Eviction"
    assert table.standing(5) == ""


def test_it_keeps_a_card_that_gains_nothing(new_table: NewTable):
    table = new_table().city(BOARD.replace("A02", "A04")).holds(RED, "A12").action(RED)
    assert greedy(table, RED) == ["Play no card"]


def test_it_pardons_the_worst_militia(new_table: NewTable):
    table = new_table().city(BOARD).owns(RED, "M1 M5").holds(RED, "A13").action(RED)
    assert greedy(table, RED) == ["Play Amnesty", "Remove Militia 5"]


def test_it_assigns_personalities_for_the_best(new_table: NewTable):
    table = new_table(personality_assignment="manual", contract_cards=True).keeps(YELLOW, "K02").stock(0)
    table.owns(YELLOW, "US1 US4 BL1 BL3 P1")
    for seat in (RED, BLUE):
        table.keeps(seat, f"K0{seat + 5}")
    table.begin("assign")
    assert greedy(table, YELLOW) == ["Assign a personality to Blades"]
    assert table.at(ZONES.tableau + YELLOW)

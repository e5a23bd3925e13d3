"""The second scorer of Guild Master agrees with the first, and shares nothing with it."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.games.guild_master.recount import recount
from workbench.kernel.scoring import Recount
from workbench.play import Match

from .decks import tables
from .table import NewTable, Table

COUNTED = {"base_double", "base_split", "bonus", "category_total", "lead", "shared_lead", "lead_count"}


def counted_again(match: Match) -> Recount:
    """The recount of a match that is over; fails if the score lines say anything else."""
    found = recount(match.view(None), match.deck)
    assert set(found.figures) == COUNTED
    sums = {reason: [0] * match.seats for reason in COUNTED}
    for line in match.score_lines():
        if line["reason"] in COUNTED:
            sums[line["reason"]][line["seat"]] += line["points"]
    assert {reason: list(figures) for reason, figures in found.figures.items()} == sums
    assert found.winners == match.winners
    return found


@settings(max_examples=25)
@given(tables(), st.integers(0, 2**32), st.sampled_from(["random", "greedy"]))
def test_finished_matches_of_any_deck_seats_and_options_are_counted_alike(
    table: tuple[Any, int, dict[str, Any]], seed: int, bot: str
) -> None:
    deck, seats, options = table
    match = Match("guild_master", deck=deck, seats=seats, seed=seed, options={"max_turns": 120, **options})
    assert list(Table(match).seat_bots(bot).bot_acts())
    counted_again(match)


@pytest.mark.rule("GM-275", "GM-285", "GM-610")
@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("lead_ties", ["all_tied", "nobody"])
@pytest.mark.parametrize("bonus_sources", ["resolved", "printed"])
def test_every_reading_of_leads_and_bonuses_is_counted_alike_at_any_table(
    new_table: NewTable, seats: int, lead_ties: str, bonus_sources: str
) -> None:
    table = new_table(seats, seed=seats, lead_ties=lead_ties, bonus_sources=bonus_sources).seat_bots("greedy")
    assert list(table.bot_acts())
    found = counted_again(table.match)
    assert sum(found.figures["bonus"]) > 0
    assert lead_ties == "all_tied" or sum(found.figures["shared_lead"]) == 0


@pytest.mark.rule("GM-327")
@pytest.mark.parametrize(
    ("built", "winners"),
    [
        ([["Vineyard", "Temple"], ["Cross Roads"]], (0,)),
        ([["Temple"], ["Moat", "Stone Walls"]], (1,)),
        ([["Temple"], ["Vineyard", "Orchard"], ["Ranch", "Shepherd"]], (0,)),
        ([["Temple", "Moat"], ["Shrine", "Vineyard"], ["Monastery", "Weaver", "Glassblower"]], (2,)),
        ([["Vineyard", "Orchard", "Shepherd", "Salt Mine"], ["Caravan", "Trade route", "Cross Roads"]], (1,)),
        ([["Vineyard"], [], ["Cross Roads"]], (0, 2)),
        ([[], []], (0, 1)),
    ],
)
def test_every_step_of_the_tie_break_chain_is_counted_alike(
    new_table: NewTable, built: list[list[str]], winners: tuple[int, ...]
) -> None:
    table = new_table(max(2, len(built))).put(built=dict(enumerate(built)), stock=[]).pass_to("game_over")
    assert counted_again(table.match).winners == winners


def test_it_is_written_apart_from_the_rules_and_the_first_scorer() -> None:
    tree = ast.parse(Path(inspect.getfile(recount)).read_text(encoding="utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {str(module) for module in modules if str(module).startswith("workbench")} == {
        "workbench.decks",
        "workbench.author",
    }

"""The second scorer agrees with the score sheet, whatever is in the deck."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.games.guile.recount import recount
from workbench.play import Match

from .decks import deals
from .examples import EXAMPLES
from .table import NewTable, Table


def figures(match: Match, reason: str) -> tuple[int, ...]:
    """What each seat has on the score sheet for a reason."""
    return tuple(
        sum(line["points"] for line in match.score_lines() if (line["reason"], line["seat"]) == (reason, seat))
        for seat in range(match.seats)
    )


def agree(match: Match) -> None:
    found = recount(match.view(None), match.deck)
    assert {reason: figures(match, reason) for reason in found.figures} == dict(found.figures)
    if match.over:
        assert found.winners == match.winners


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_second_scorer_knows_the_examples_by_itself(new_table: NewTable, example: str) -> None:
    laid, _worth, totals, winner, step = EXAMPLES[example]
    table = new_table(extended_cast=True).last_action(laid).peek()
    found = recount(table.match.view(None), table.match.deck).figures
    assert found["faction_total"] == tuple(totals)
    assert found["victory_cards"] == (int(winner == 0), int(winner == 1))
    if winner >= 0:
        assert found[f"victory_by_{step}"][winner] == 1


@settings(max_examples=25)
@given(deal=deals(), seed=st.integers(0, 2**62))
def test_both_scorers_agree_on_matches_of_any_deck_and_options(deal: tuple, seed: int) -> None:
    deck, options = deal
    match = Match("guile", seed=seed, deck=deck, options=options, bots={0: "random", 1: "random"})
    match.play_bots()
    assert match.over
    agree(match)


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_both_scorers_agree_wherever_the_thirteen_cards_lie(new_table: NewTable, data: st.DataObject) -> None:
    cards = "1 1 1 2 2 2 3 3 4 4d Is Mo Me".split()
    laid = data.draw(st.permutations(cards))[:8]
    source = data.draw(st.sampled_from(["resolved", "printed"]))
    table = new_table(extended_cast=True, isolde_source=source, drawn_round="count_for_both")
    agree(table.last_action(" ".join(laid)).peek().match)


def test_a_sheet_that_is_wrong_by_a_point_does_not_agree(new_table: NewTable) -> None:
    table: Any = new_table().last_action("4 1 1 3 2 2 3 1").peek()
    table.match.record.influence[0, 3] += 1
    with pytest.raises(AssertionError):
        agree(Table(table.match).match)

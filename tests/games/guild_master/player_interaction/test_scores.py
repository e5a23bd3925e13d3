"""Worst category and leads (GM-217 to GM-221, GM-336, GM-337) and the five builders of the original (GM-223)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.games.guild_master.player_interaction.rules import OPTIONS
from workbench.games.guild_master.recount import recount_interaction
from workbench.play import Match

from ..decks import MEDIEVAL, values
from ..test_examples import EXAMPLE, NAMES
from .table import NewRound, Round


def five_builders(new_round: NewRound) -> Round:
    built = {seat: EXAMPLE["built"][name] for seat, name in enumerate(NAMES)}
    table = new_round(5).lay({}, "build", built=built, stock=[])
    table.play(0, "build_category", "T")
    assert table.match.over
    return table


def figures(table: Round, reason: str) -> list[int]:
    return [sum(line["points"] for line in table.lines(reason, seat)) for seat in range(table.match.seats)]


@pytest.mark.rule("GM-223", "GM-700", "GM-218", "GM-219", "GM-220", "GM-606", "GM-607")
def test_the_five_builders_have_the_scores_of_the_original(new_round: NewRound) -> None:
    table = five_builders(new_round)
    assert figures(table, "worst_category") == [0, 2, 0, 1, 1]
    assert figures(table, "variant_score") == [5, 5, 3, 2, 2]
    leads = [figures(table, "lead")[seat] + figures(table, "shared_lead")[seat] for seat in range(5)]
    assert leads == [5, 3, 3, 1, 1]
    names = {category.letter: category.name for category in table.match.deck.meta.categories}
    worst = [table.lines("worst_category", seat)[0]["text"] for seat in range(5)]
    assert worst == [
        f"worst: {', '.join(names[letter] for letter in letters)}" for letters in ("GL", "CRG", "R", "C", "RP")
    ]


@pytest.mark.rule("GM-701", "GM-221", "GM-337", "GM-327")
def test_sue_and_tom_share_the_win_after_all_tie_breaks(new_round: NewRound) -> None:
    table = five_builders(new_round)
    assert figures(table, "tie_unshared_leads") == [2, 2, 0, 0, 0]
    assert figures(table, "tie_total_points") == [46, 46, 0, 0, 0]
    assert figures(table, "tie_fewer_cards") == [23, 23, 0, 0, 0]
    assert [line["seat"] for line in table.lines("shared_win")] == [0, 1]
    assert table.match.winners == (0, 1)


@pytest.mark.rule("GM-217", "GM-336")
def test_bonuses_count_and_a_category_without_points_is_led_by_nobody(new_round: NewRound) -> None:
    table = new_round(2).lay({}, "build", built={0: ["Trade route", "Cross Roads"], 1: ["Mason"]}, stock=[])
    table.play(0, "build_category", "T")
    assert table.totals(0) == {"T": 5}
    assert figures(table, "worst_category") == [0, 0]
    assert figures(table, "variant_score") == [1, 1]
    assert {line["category"] for line in table.lines("lead")} == {"T", "C"}


@pytest.mark.rule("GM-221", "GM-218")
def test_a_balanced_city_beats_one_with_more_leads(new_round: NewRound) -> None:
    one_of_each = one_card_of_each(new_round(2))
    rest = [name for name in new_round(2).names if name not in one_of_each]
    table = new_round(2).lay({}, "build", built={0: one_of_each, 1: rest[:3]}, stock=[])
    table.play(0, "build_category", "T")
    assert figures(table, "worst_category")[0] > 0
    assert table.match.winners == (0,)


def one_card_of_each(table: Round) -> list[str]:
    """A card of each category, the first in the list."""
    points = table.match.deck.arrays.points
    return sorted({next(name for kind, name in enumerate(table.names) if points[kind, category])
                   for category in range(len(table.letters))})  # fmt: skip


@settings(max_examples=12)
@given(
    seats=st.integers(2, 8),
    seed=st.integers(0, 2**32),
    bots=st.lists(st.sampled_from(["random", "greedy"]), min_size=8, max_size=8),
    options=st.fixed_dictionaries({}, optional={option.key: values(option) for option in OPTIONS}),
)
def test_whatever_bots_do_no_card_is_lost_and_the_sheet_is_counted_alike(
    seats: int, seed: int, bots: list[str], options: dict[str, object]
) -> None:
    chosen = {**options, "max_turns": 40, "deal_size": min(int(str(options.get("deal_size", 5))), 9)}
    match = Match(
        "guild_master", seats=seats, seed=seed, deck=MEDIEVAL, bots=dict(enumerate(bots[:seats])),
        options={"game_variant": "player_interaction", **chosen},
    )  # fmt: skip
    while (seat := match.next_bot) is not None:
        match.play_bot(seat)
        state = match.state
        assert int(state.counts.sum()) == match.deck.arrays.card_count
        for giver in range(seats):
            partner = int(state.partner[giver])
            assert partner != giver
            assert partner >= 0 or int(state.counts[match.variant.state.zones.offered + giver]) == 0
    assert match.over
    found = recount_interaction(match.view(None), match.deck)
    assert found.winners == match.winners
    for reason, by_seat in found.figures.items():
        lines = [line for line in match.score_lines() if line["reason"] == reason]
        assert [sum(one["points"] for one in lines if one["seat"] == seat) for seat in range(seats)] == list(by_seat)

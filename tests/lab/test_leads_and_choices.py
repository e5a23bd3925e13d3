"""When games are decided and what they let one choose, for games in which this can be counted by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.lab.test_row_order import CITY, SHORT, turned_round
from tests.small_game.joust import GAME as JOUST
from tests.small_game.joust import TILTS
from tests.small_game.kuhn import GAME as KUHN
from workbench.decks import Deck, load_deck
from workbench.kernel.engine.study import DECISIONS
from workbench.kernel.registry import registered
from workbench.lab import Report, simulate
from workbench.lab.comparison import Comparison
from workbench.lab.pages import part_html

GAMES = 20
EARLY, LATE = "decided by half-time", "open until the last turn"
WITHOUT, TO_CHOOSE = "decisions without a choice", "actions to choose from"


@pytest.fixture(autouse=True, scope="module")
def known() -> Iterator[None]:
    """The small games, known by their ids."""
    with registered(KUHN), registered(JOUST):
        yield


def lances(each: int, kinds: int = 18) -> Deck:
    """Lances that all differ, each so many times."""
    deck = load_deck("joust", "tourney")
    lances = [{"card_id": f"lance_{n}", "name": f"Lance {n}", "points": n, "count": each} for n in range(1, kinds + 1)]
    return deck.edit(remove=[row["card_id"] for row in deck.rows], add=lances)


def joust(deck: Deck, seats: int = 2) -> Report:
    return simulate("joust", games=GAMES, seats=seats, deck=deck, bots="random", compiled=False)


def test_kuhn_poker_always_leaves_two_actions_and_nobody_is_ahead_before_its_end() -> None:
    report = simulate("kuhn", games=GAMES, compiled=False)
    assert report.leads.empty
    whole, play, *seats = report.choices.itertuples(index=False)
    assert (whole.name, play.name, [seat.name for seat in seats]) == ("Kuhn Poker", "Play", ["seat 0", "seat 1"])
    assert whole.decisions == report.outcome.decisions.mean()
    for row in (whole, play, *seats):
        assert (row.forced_share, row.choices) == (0, 2)
    said = part_html("leads", report)
    assert report.leads_words == "Nobody is ahead before the end of this game: its outcome falls there."
    assert report.leads_words in said
    assert "When games are decided" not in said
    assert report.choices_words == "0.0 of 100 decisions leave no choice; the others let one choose among 2.0 actions."
    assert report.choices_words in part_html("choices", report)


@pytest.mark.parametrize("seats", [2, 3])
def test_each_knight_chooses_among_three_lances_then_two_and_lays_the_last_one(seats: int) -> None:
    rows = list(joust(lances(each=1), seats).choices.itertuples(index=False))
    assert [row.of for row in rows] == ["game", "phase", *["seat"] * seats]
    for row in rows:
        assert row.decisions == TILTS * (1 if row.of == "seat" else seats)
        assert row.forced_share == pytest.approx(1 / 3)
        assert row.choices == 2.5


def test_the_phase_is_named_in_which_most_decisions_leave_no_choice() -> None:
    report = simulate("guile", games=5, compiled=False)
    whole, peek = (report.choices[report.choices.name == name].iloc[0] for name in ("Guile", "Peek"))
    assert peek.forced_share == 1, "who peeks has seen it, and goes on"
    assert report.choices_words == (
        f"{100 * whole.forced_share:.1f} of 100 decisions leave no choice; the others let one choose among "
        f"{whole.choices:.1f} actions. Most without a choice come in Peek: {peek.decisions:.1f} a game."
    )


def test_a_joust_is_decided_by_the_tilt_after_which_nobody_passes_its_winner() -> None:
    deck = lances(each=1)
    report = joust(deck)
    worth = {row["name"]: row["points"] for row in deck.rows}
    decided, seen = [], set()
    for number in range(GAMES):
        lanes = [zone["cards"] for zone in report.match(number).view(None)["zones"]["lane"]]
        first, second, third = (worth[one] > worth[other] for one, other in zip(*lanes, strict=True))
        # Whoever wins the first tilt leads from then on, unless the other one wins both that follow.
        decided.append(1 if first in (second, third) else TILTS)
        seen.add((first == second, first == third))
    assert len(seen) == 4, "every course comes up"
    assert report.study.decided.tolist() == decided
    assert report.study.lead_changes.tolist() == [int(turn == TILTS) for turn in decided]
    share = float(np.mean(np.array(decided) == 1))
    expected = {EARLY: share, LATE: 1 - share, "turns until it is decided": (share + (1 - share) * TILTS) / TILTS}
    assert report.leads.value[[*expected]].to_dict() == pytest.approx(expected)
    early, late, after = 100 * share, 100 * (1 - share), 100 * expected["turns until it is decided"]
    assert report.leads_words == (
        f"The lead changes {1 - share:.1f} times a game. Games are decided after {after:.1f} of 100 turns: "
        f"{early:.1f} of 100 games by half-time, and {late:.1f} stay open until the last turn."
    )


def test_a_comparison_says_what_there_is_to_choose_from_before_and_after() -> None:
    before, after = joust(lances(each=1)), joust(lances(each=2))  # two of a kind are one choice
    comparison = Comparison.of(before, after)
    figures = comparison.figures.set_index("figure")
    for name, column in ((WITHOUT, "forced_share"), (TO_CHOOSE, "choices")):
        row, sides = figures.loc[name], [report.choices.iloc[0][column] for report in (before, after)]
        assert (row.before, row.after, row.games) == (*sides, GAMES)
        assert row.low < row.difference < row.high
        assert row.difference == pytest.approx(sides[1] - sides[0])
    page = part_html("change", after, comparison)
    assert f">{WITHOUT.capitalize()}</th>" in page
    assert f">{TO_CHOOSE.capitalize()}</th>" in page
    assert not {WITHOUT, TO_CHOOSE} & set(Comparison.of(before, after, studied=False).figures.figure)


def test_where_nobody_ever_has_a_choice_a_comparison_does_not_say_how_large_it_is() -> None:
    alike = joust(lances(each=18, kinds=1))
    assert alike.choices.forced_share.tolist() == [1] * len(alike.choices)
    figures = Comparison.of(alike, joust(lances(each=1))).figures.set_index("figure")
    assert figures.loc[WITHOUT].before == 1
    assert np.isnan(figures.loc[TO_CHOOSE].before)
    assert np.isnan(figures.loc[TO_CHOOSE].difference)
    assert figures.loc[TO_CHOOSE].after == 2.5


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("guild_master", CITY),  # in which favours are promised amid the cards
        ("quests", SHORT),  # in which the stages of a quest are set up together
    ],
)
def test_decisions_are_all_acts_but_those_that_go_on_with_a_set(game: str, options: dict[str, Any]) -> None:
    report = simulate(game, games=1, bots="random", seed=3, options=options, compiled=False)
    decisions, goes_on = [0] * report.plan.seats, set[int]()
    for seat, action in report.match(0).log:
        decisions[seat] += seat not in goes_on
        if action.verb in ("pick", "place"):
            goes_on.add(seat)
        elif action.verb != "promise":
            goes_on.discard(seat)
    assert report.study.by_seat[0, :, DECISIONS].tolist() == decisions
    assert sum(decisions) < report.outcome.decisions[0]


def test_the_order_of_a_list_does_not_change_what_there_is_to_choose_from() -> None:
    """In Guild Master bots play the same games whatever the order; other games: tests/lab/test_row_order.py."""
    one, other = (
        simulate("guild_master", games=1, seats=2, deck=deck, bots="greedy", compiled=False)
        for deck in (load_deck("guild_master"), turned_round("guild_master"))
    )
    assert one.plan.deck.digest != other.plan.deck.digest
    assert one.study.by_phase.tolist() == other.study.by_phase.tolist()
    assert one.study.by_seat.tolist() == other.study.by_seat.tolist()

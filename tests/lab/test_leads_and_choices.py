"""When games are decided and what they let one choose, of small games in which it can be counted by hand."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from tests.small_game.joust import GAME as JOUST
from tests.small_game.joust import TILTS
from tests.small_game.kuhn import GAME as KUHN
from workbench.decks import Deck, load_deck
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


def lances(each: int) -> Deck:
    """Lances that all differ, each so many times."""
    deck = load_deck("joust", "tourney")
    lances = [{"card_id": f"lance_{n}", "name": f"Lance {n}", "points": n, "count": each} for n in range(1, 19)]
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
        # Who wins the first tilt leads from then on, unless the other one wins both that follow.
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


def test_a_comparison_leaves_out_what_there_is_to_choose_from() -> None:
    """The order of a list alone shifts it where sets are chosen card by card (see test_row_order.py)."""
    before, after = joust(lances(each=1)), joust(lances(each=2))  # two of a kind are one choice
    assert before.choices.choices.iloc[0] > after.choices.choices.iloc[0]
    assert not {WITHOUT, TO_CHOOSE} & set(Comparison.of(before, after).figures.figure)

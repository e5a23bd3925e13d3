"""Suggestions: the shortest list is found and measured anew, and what is not reached is said."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import workbench as wb
from tests.example_game import PLAIN_DECK, known
from workbench.decks import Deck, load_deck
from workbench.kernel.registry import game
from workbench.lab.simulation import How
from workbench.lab.suggest import Search, Suggestion
from workbench.lab.targets import FIRST_SEAT, LENGTH, ByGame, Samples, Target
from workbench.lab.trials import Trials
from workbench.storage.errors import DeckError, OptionError


@pytest.fixture(scope="module", autouse=True)
def pledges() -> Iterator[None]:
    """The example game, known while these tests run."""
    with known():
        yield


Turns = Callable[[Deck, str], float]


class MadeUp(Trials):
    """Trials in which a game has as many turns as a function of the deck and the bot says, and luck that all share."""

    def __init__(self, turns: Turns, least: float, most: float, how: How) -> None:
        super().__init__(game("pledges"), [Target(LENGTH, least, most)], 3, {}, how)
        self.turns, self.asked = turns, list[tuple[int, str, int]]()

    def samples(
        self, deck: Deck, bots: str, seed: int, games: int, targets: Sequence[Target] = (), cards: Any = None
    ) -> Samples:
        luck = np.random.default_rng(seed).normal(0, 2, games)
        self.asked.append((seed, bots, len(self.asked)))
        self._counted(None, False, games)
        return {target: ByGame(LENGTH, self.turns(deck, bots) + luck) for target in targets or self.targets}


def searched(
    turns: Turns, least: float, most: float, edits: int = 2, seed: int = 1, how: How | None = None
) -> tuple[Suggestion, MadeUp]:
    trials = MadeUp(turns, least, most, how or How(compiled=False))
    deck = load_deck("pledges", PLAIN_DECK)
    return Search(trials, deck, "random", "eager", 100, seed, {"rounds"}).run(edits), trials


class Seats(MadeUp):
    """Trials in which whoever begins wins as large a share of the games as a function of the deck says."""

    def __init__(self, wins: Turns, turns: Turns = lambda deck, bots: 3.0) -> None:
        super().__init__(turns, 1, 2, How(compiled=False))
        self.wins, self.targets = wins, (Target(FIRST_SEAT, -0.02, 0.02),)

    def samples(
        self, deck: Deck, bots: str, seed: int, games: int, targets: Sequence[Target] = (), cards: Any = None
    ) -> Samples:
        wanted = targets or self.targets
        told = super().samples(deck, bots, seed, games, wanted)
        won = np.arange(games) < games * self.wins(deck, bots)
        first = ByGame(FIRST_SEAT, won, np.full(games, 0.25))
        return {target: told[target] if target.kind == LENGTH else first for target in wanted}


def seated(trials: Seats) -> Suggestion:
    return Search(trials, load_deck("pledges", PLAIN_DECK), "random", "eager", 100, 1, {"rounds"}).run(1)


def cell(deck: Deck, card: str, column: str) -> int:
    """A number that a deck has."""
    return int(next(row[column] for row in deck.rows if row["card_id"] == card))


def dear_chalice(deck: Deck, bots: str) -> float:
    """A game lasts longer the more the Chalice is worth, which is 4."""
    return 50 + 5 * cell(deck, "chalice", "points")


def two_cards(deck: Deck, bots: str) -> float:
    """A game is longer by a Chalice of four points or more, and by eight Banners or more."""
    return 45 + 5 * (cell(deck, "chalice", "points") >= 4) + 5 * (cell(deck, "banner", "count") >= 8)


# What is found


def test_the_one_edit_that_is_needed_is_found_and_no_other() -> None:
    found, _ = searched(dear_chalice, 63, 67)
    assert [edit.words for edit in found.edits] == ["Give Chalice 3 points instead of 4."]
    assert found.reached
    assert found.with_both
    assert cell(found.deck, "chalice", "points") == 3
    assert found.decks[-1].digest == found.deck.digest


def test_two_edits_are_found_where_one_is_not_enough() -> None:
    found, _ = searched(two_cards, 43, 47)
    assert {edit.card for edit in found.edits} == {"chalice", "banner"}
    assert found.reached
    steps = [[round(of.after.value - found.measured[0].before.value) for of in step] for step in found.steps]
    assert steps == [[-5], [-10]], "what each edit does on top of the one before it, in the same games"
    assert f"{found.edits[0].words} A game takes 50" in found.text


def test_where_nothing_is_wrong_no_edit_is_suggested() -> None:
    found, _ = searched(dear_chalice, 68, 72)
    assert found.edits == ()
    assert found.deck.digest == load_deck("pledges", PLAIN_DECK).digest
    assert found.text.startswith("No edit is needed: a game takes 68 to 72 turns.")
    assert found.tried == 0


def test_what_cannot_be_reached_is_said_with_the_closest_list() -> None:
    found, _ = searched(dear_chalice, 10, 20, edits=1)
    assert not found.reached
    assert [(edit.card, edit.after) for edit in found.edits] == [("chalice", {"points": 0})]
    assert found.text.startswith("Not reached: a game takes 10 to 20 turns. The closest that was found: Give Chalice 0")
    assert found.measured[0].after.value == pytest.approx(50, abs=1)


def test_where_nothing_helps_the_closest_list_is_none() -> None:
    found, _ = searched(lambda deck, bots: 70.0, 10, 20, edits=1)
    assert found.edits == ()
    assert "Nothing that was tried comes closer." in found.text


def test_an_edit_that_makes_another_game_of_it_is_no_answer() -> None:
    """Both cards give whoever begins an even share; with fewer Chalices a game is over at once."""

    def turns(deck: Deck, bots: str) -> float:
        return 3.0 if cell(deck, "chalice", "count") == 4 else 1.0

    def wins(deck: Deck, bots: str) -> float:
        return 0.25 if cell(deck, "chalice", "count") < 4 or cell(deck, "sword", "count") < 6 else 0.4

    found = seated(Seats(wins, turns))
    assert found.reached
    assert [edit.card for edit in found.edits] == ["sword"]
    assert "A game takes " in found.text, "that it lasts as long as before is said too"
    assert found.about["targets"] == ["who begins wins an even share, within 2.0 of 100 games"]


def test_edits_after_which_a_figure_is_not_there_are_left_out() -> None:
    def turns(deck: Deck, bots: str) -> float:
        if cell(deck, "sword", "count") != 8:
            raise OptionError("nobody begins alone")
        return dear_chalice(deck, bots)

    found, _ = searched(turns, 63, 67)
    assert [edit.card for edit in found.edits] == ["chalice"]


def test_of_edits_that_all_reach_it_the_one_that_changes_least_is_taken() -> None:
    found, _ = searched(lambda deck, bots: 70.0 - 8 * (cell(deck, "sword", "count") < 8), 60, 64)
    assert [edit.after for edit in found.edits] == [{"count": 7}]


# How it is measured


def test_figures_come_from_games_that_the_search_has_not_seen() -> None:
    found, trials = searched(dear_chalice, 63, 67)
    last = {one.seed for one in found.measured}
    assert len(last) == 1
    times = [number for seed, _, number in trials.asked if seed in last]
    assert len(times) == 4, "the deck before and after, by two bots"
    assert times == list(range(times[0], times[0] + 4))


def test_before_and_after_play_the_same_games() -> None:
    found, _ = searched(dear_chalice, 63, 67)
    for one in found.measured:
        assert one.after.value - one.before.value == pytest.approx(-5)
        assert one.after.low < one.after.value < one.after.high


def with_fewer_swords(share: float) -> Turns:
    """Whoever begins wins two of five games; with fewer swords an even share, or, with the other bot, this share."""

    def wins(deck: Deck, bots: str) -> float:
        fewer = cell(deck, "sword", "count") < 8
        return 0.4 if not fewer else 0.25 if bots == "random" else share

    return wins


def test_an_edit_that_takes_the_second_bot_further_off_is_no_answer() -> None:
    assert seated(Seats(with_fewer_swords(0.25))).with_both
    assert not seated(Seats(with_fewer_swords(0.7))).reached


def test_where_the_second_bot_does_not_reach_it_that_is_said() -> None:
    found = seated(Seats(with_fewer_swords(0.4)))
    assert found.reached
    assert not found.with_both
    assert "With eager it is not reached: Who begins wins 40.0 of 100 games" in found.text


def test_how_long_the_second_bot_plays_is_its_own() -> None:
    found, _ = searched(lambda deck, bots: 150 - dear_chalice(deck, bots) * (bots == "random"), 83, 87)
    assert found.with_both
    assert "With eager: A game takes 150" in found.text


def test_a_search_is_the_same_by_its_seed() -> None:
    one, same, other = (searched(dear_chalice, 63, 67, seed=seed)[0] for seed in (3, 3, 4))
    assert one.figures.equals(same.figures)
    assert one.changes.equals(same.changes)
    assert not one.figures.equals(other.figures)


def test_a_search_that_is_cancelled_has_the_best_that_was_measured() -> None:
    cancel = threading.Event()

    def turns(deck: Deck, bots: str) -> float:
        if cell(deck, "chalice", "points") != 4:
            cancel.set()
        return dear_chalice(deck, bots)

    found, _ = searched(turns, 63, 67, how=How(compiled=False, cancel=cancel))
    assert found.cancelled
    assert not found.reached
    assert found.text.startswith("Ended early. Not reached")


# The whole with real games


def few_cards() -> Deck:
    """The deck with two kinds of card, of which little can be edited."""
    deck = load_deck("pledges", PLAIN_DECK)
    return deck.edit(remove=[str(row["card_id"]) for row in deck.rows[2:]])


def suggested(**given: Any) -> Suggestion:
    given = {
        "deck": few_cards(),
        "bots": "random",
        "seats": 3,
        "games": 20,
        "compiled": False,
        "most_edits": 1,
        **given,
    }
    return wb.suggest("pledges", **given)


def test_a_rule_that_makes_games_long_is_found_in_real_games() -> None:
    told: list[tuple[int, int]] = []
    found = suggested(length=(1.5, 2.2), on_progress=lambda *said: told.append(said), threads=1)
    assert found.reached
    assert [edit.option for edit in found.edits] == ["rounds"]
    assert "New rule: Rounds: 2. Before: Rounds: 3. A game takes 2.0 (in every game) turns" in found.text
    assert all(done <= total for done, total in told)
    assert found.about["targets"] == ["a game takes 1.5 to 2.2 turns"]
    assert wb.simulate(
        "pledges", deck=found.deck, bots="random", seats=3, games=5, compiled=False
    ).lengths.loc[0, "mean"] == 2  # fmt: skip


def test_a_suggestion_draws_itself_with_all_texts_escaped() -> None:
    deck = few_cards()
    html = suggested(deck=deck.edit(change=[{"card_id": "chalice", "name": "<b>"}]), length=(9, 10))._repr_html_()
    assert "Not reached: a game takes 9 to 10 turns." in html
    assert "<b>" not in html
    assert html.count("<tr>") == 3, "a head, and a row for each bot"


def test_an_option_that_is_given_stays_as_it_is() -> None:
    found = suggested(length=(1.5, 2.2), options={"rounds": 3}, games=20)
    assert not found.reached
    assert "rounds" not in {edit.option for edit in found.edits}


def test_a_search_that_is_cancelled_at_once_says_so() -> None:
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(OptionError, match="cancelled before anything was measured"):
        suggested(length=(1, 2), cancel=cancel)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "Nothing is to be reached. Give a target"),
        ({"first_seat": 1}, "0.01 is one in 100"),
        ({"first_seat": 0.01}, "has no first_seat, since no seat alone begins"),
        ({"impact": 0.1}, "has no impact, since its cards are worth nothing by themselves. Give one of: first_seat"),
        ({"impact": True}, "impact is True"),
        ({"length": 20}, "Give the least and the most turns"),
        ({"length": (26, 20)}, "length is (26, 20)"),
        ({"win_rates": {}}, "Give the least and the most share for two bots"),
        ({"win_rates": {("eager",): (0, 1)}}, "Name two bots, the better one first"),
        ({"win_rates": {("eager", "randon"): (0, 1)}}, "Did you mean 'random'?"),
        ({"win_rates": {("eager", "random"): (60, 90)}}, "such as (0.6, 0.9)"),
        ({"length": (1, 2), "most_edits": 0}, "most_edits is 0"),
        ({"length": (1, 2), "games": 10**9}, "games is 1000000000"),
        ({"length": (1, 2), "bots": ["random"] * 3}, "Give the name of one bot"),
        ({"length": (1, 2), "second_bot": "eagre"}, "Did you mean 'eager'?"),
        ({"length": (1, 2), "seats": 99}, "99 seats do not fit"),
    ],
    ids=str,
)
def test_bad_input_is_refused_in_one_message(given: dict[str, Any], told: str) -> None:
    with pytest.raises(OptionError) as refused:
        suggested(**given)
    assert told in str(refused.value)


def test_a_deck_that_is_not_there_is_refused() -> None:
    with pytest.raises(DeckError):
        suggested(length=(1, 2), deck="plane")

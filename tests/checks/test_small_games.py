"""Small games: the kit plays every course of them, so that a fault of one course in many is found in seconds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from tests.example_game import GAME as PLEDGES
from tests.example_game import PLAIN_DECK
from tests.small_game.joust import GAME as JOUST
from tests.small_game.kuhn import ACTIONS, GAME, KUHN, STATE, ZONES, Pot
from workbench.author import (
    EVERYONE_HEARS,
    POINTS,
    EventKind,
    EventKinds,
    Field,
    Game,
    Recount,
    StateSpec,
    allow,
    card_at,
    emit,
    emit_line,
    fill,
    move,
    rule,
    seat_bit,
    show,
    shuffle,
    top_card,
)
from workbench.checks import CHECKS, check_game
from workbench.checks.small_games import finished_matches
from workbench.checks.trial import EFFORTS, Setup, Trial, legal_for_bots
from workbench.decks import load_deck
from workbench.kernel.registry import registered
from workbench.lab import simulate
from workbench.play import Match


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    """The small games and the example game, known by their ids."""
    with registered(GAME), registered(JOUST), registered(PLEDGES):
        yield


# Faults planted in Kuhn poker


@rule
def score_by_the_lower_card(state, deck, lines):
    """At a showdown the lower card wins."""
    if state.over == 1:
        ahead = state.paid[0] - state.paid[1]
        if ahead == 0:
            ours, theirs = card_at(state, ZONES.shown, 0), card_at(state, ZONES.shown + 1, 0)
            ahead = deck.points[deck.kind[theirs]] - deck.points[deck.kind[ours]]
        write_lines(state, lines, 0 if ahead > 0 else 1)


@rule
def score_by_who_called(state, deck, lines):
    """Of a King and a Queen whose bet was called, the Queen wins: one showdown in 30 courses of six deals, twice."""
    if state.over == 1:
        ahead = state.paid[0] - state.paid[1]
        if ahead == 0:
            ours, theirs = card_at(state, ZONES.shown, 0), card_at(state, ZONES.shown + 1, 0)
            ahead = deck.points[deck.kind[ours]] - deck.points[deck.kind[theirs]]
            if state.turn == 3 and ahead == 1 and deck.points[deck.kind[ours]] == 3:
                ahead = -1
        write_lines(state, lines, 0 if ahead > 0 else 1)


@rule
def score_for_who_folds(state, deck, lines):
    """Whoever has paid less wins."""
    if state.over == 1:
        ahead = state.paid[1] - state.paid[0]
        if ahead == 0:
            ours, theirs = card_at(state, ZONES.shown, 0), card_at(state, ZONES.shown + 1, 0)
            ahead = deck.points[deck.kind[ours]] - deck.points[deck.kind[theirs]]
        write_lines(state, lines, 0 if ahead > 0 else 1)


@rule
def write_lines(state, lines, winner):
    """The winner gains what the other seat has paid."""
    lost = state.paid[1 - winner]
    emit_line(lines, winner, -1, -1, -1, lost, POINTS)
    emit_line(lines, 1 - winner, -1, -1, -1, -lost, POINTS)


@rule
def legal_with_an_open_hand(state, deck, seat, actions):
    """Only a seat whose card is lower than the other's may fold."""
    if state.to_act & seat_bit(seat) != 0:
        if state.paid[seat] == state.paid[1 - seat]:
            allow(actions, ACTIONS.check)
            allow(actions, ACTIONS.bet)
        else:
            allow(actions, ACTIONS.call)
            if card_at(state, ZONES.hand + seat, 0) < card_at(state, ZONES.hand + 1 - seat, 0):
                allow(actions, ACTIONS.fold)


@rule
def setup_with_a_favourite(state, deck, events):
    """A Seat 1 that would get the Jack is dealt anew."""
    fill(state, ZONES.stock, deck.card_count)
    shuffle(state, deck, ZONES.stock)
    if top_card(state, ZONES.stock) == 0:
        shuffle(state, deck, ZONES.stock)
    for seat in range(2):
        state.paid[seat] = 1
        move(state, top_card(state, ZONES.stock), ZONES.hand + seat)
    state.to_act = seat_bit(0)


@rule
def step_without_an_end(state, deck, events, seat, action):
    """When both have checked, they may check again."""
    state.turn += 1
    state.to_act = seat_bit(1 - seat)
    if action == ACTIONS.bet or action == ACTIONS.call:
        state.paid[seat] += 1
    if action == ACTIONS.call or action == ACTIONS.fold:
        state.to_act = 0
        state.over = 1
        if action != ACTIONS.fold:
            for other in range(2):
                move(state, card_at(state, ZONES.hand + other, 0), ZONES.shown + other)


def recount_by_the_jack(view: dict[str, Any], deck: Any) -> Recount:
    """The second scorer takes a Jack for the highest card."""
    found = KUHN.recount(view, deck)
    shown = [zone["cards"] for zone in view["zones"]["shown"]]
    return replace(found, winners=(shown.index(["Jack"]),)) if ["Jack"] in shown else found


@dataclass(frozen=True)
class KuhnFault:
    """One way to break Kuhn poker, the check that must find it and part of what it says."""

    name: str
    check: str
    says: str
    declared: dict[str, Any]

    def __str__(self) -> str:
        return self.name

    @property
    def game(self) -> Game:
        """The broken game."""
        return replace(GAME, variants=(replace(KUHN, **self.declared),))


DIFFERS = "the score lines and the second scorer differ"
FAULTS = [
    KuhnFault("the lower card wins", "scores", DIFFERS, {"score": score_by_the_lower_card}),
    KuhnFault("one showdown is wrong", "scores", DIFFERS, {"score": score_by_who_called}),
    KuhnFault("who folds wins", "scores", DIFFERS, {"score": score_for_who_folds}),
    KuhnFault("second scorer astray", "scores", "The winners and those", {"recount": recount_by_the_jack}),
    KuhnFault("one decision too few", "termination", "the declared maximum of 2", {"max_decisions": 2}),
    KuhnFault("checking for ever", "termination", "the declared maximum of 3", {"step": step_without_an_end}),
    KuhnFault("fold by the other hand", "secrecy", "legal", {"legal": legal_with_an_open_hand}),
    KuhnFault("a favourite", "fair shuffle", "The deal is not fair", {"setup": setup_with_a_favourite}),
]


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_fault_planted_in_kuhn_poker_is_caught_by_the_check_named_for_it(fault: KuhnFault) -> None:
    failure = check_game(fault.game, deck=GAME.folder / "decks" / "three", checks=[fault.check])[fault.check].failure
    assert failure is not None
    assert fault.says in failure.text
    assert failure.match is None or len(failure.match.acts) <= 3


COMPILED = "two speeds"


def test_kuhn_poker_passes_every_check_of_what_plain_python_plays() -> None:
    report = check_game(GAME, checks=[check.name for check in CHECKS if check.name != COMPILED])
    assert report.failures == {}
    assert report["scores"].tried["deals played in every way"] >= 100


@pytest.mark.slow
def test_kuhn_poker_is_the_same_at_both_speeds() -> None:
    """In the quick tests the kit compiles Joust: tests/test_small_game.py."""
    assert check_game(GAME, checks=[COMPILED]).failures == {}


@pytest.mark.parametrize("most", [1, 2])
def test_a_declared_maximum_that_is_too_low_is_found_in_joust_as_well(most: int) -> None:
    variant = replace(JOUST.variants[0], max_decisions=JOUST.variants[0].max_decisions - most)
    report = check_game(replace(JOUST, variants=(variant,)), checks=["termination"], seats=6)
    assert not report.passed


# What is played


def trial(game: Game, deck: Any = None, effort: int = 0) -> Trial:
    """A trial of the game's base variant at its usual table."""
    variant = game.variants[0]
    return Trial(Setup(game, load_deck(game.id, deck), variant, variant.default_seats), 1, EFFORTS[effort])


def test_every_course_of_every_deal_of_kuhn_poker_is_played() -> None:
    """Six deals, each with the five courses that the theory knows: pp, pbf, pbc, bf, bc."""
    of_kuhn = trial(GAME)
    courses: Counter[tuple[str, ...]] = Counter()
    deals = set()
    for match in finished_matches(of_kuhn):
        courses["".join(action.verb[0] for _, action in match.log)] += 1
        deals.add(tuple(card_of(match, seat) for seat in range(2)))
    assert set(courses) == {"cc", "cbf", "cbc", "bf", "bc"}
    assert len(set(courses.values())) == 1, "all courses of a deal are played, each once"
    assert len(deals) == 6
    assert of_kuhn.tally["deals played in every way"] == courses["cc"]


def card_of(match: Match, seat: int) -> int:
    """The card that a seat was dealt, by its state at the beginning."""
    begun = match.fork()
    while begun.undo():
        pass
    return int(begun.state.rows[STATE.zones.hand + seat, 0])


def test_of_a_game_with_many_courses_none_is_played_and_little_is_tried() -> None:
    for big in (trial(PLEDGES, PLAIN_DECK), trial(JOUST)):
        seats = big.setup.seats
        matches = list(finished_matches(Trial(replace(big.setup, seats=max(seats, 5)), 1, big.effort)))
        assert matches == []


def test_what_is_for_people_only_is_no_course() -> None:
    match = Match("pledges", seats=2, seed=1, deck=PLAIN_DECK)
    while match.phase != "pledge":
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    seat = match.to_act[0]
    match.play(seat, next(action for action in match.legal(seat) if action.verb == "pick"))
    people = {action.verb for action in match.legal(seat)}
    assert "put_back" in people
    assert "put_back" not in {match.wording.describe(number).verb for number in legal_for_bots(match, seat)}


# Known mathematics


def value(match: Match, chance_of: Callable[[Match, Any], Fraction]) -> Fraction:
    """What Seat 1 gains from here on average when each action has this chance."""
    if match.over:
        return Fraction(sum(line["points"] for line in match.score_lines() if line["seat"] == 0))
    total = Fraction(0)
    for action in match.legal(match.to_act[0]):
        chance = chance_of(match, action)
        following = match.fork()
        following.play(match.to_act[0], action)
        total += chance * value(following, chance_of) if chance else 0
    return total


def mean_over_deals(chance_of: Callable[[Match, Any], Fraction]) -> Fraction:
    """The mean over the six deals."""
    deals: dict[tuple[int, ...], Match] = {}
    for seed in range(200):
        match = Match("kuhn", seed=seed)
        deals.setdefault(tuple(card_of(match, seat) for seat in range(2)), match)
    assert len(deals) == 6
    return sum((value(match, chance_of) for match in deals.values()), Fraction(0)) / 6


def by_lot(match: Match, action: Any) -> Fraction:
    """The random bot: each of two actions equally often."""
    return Fraction(1, 2)


def in_equilibrium(match: Match, action: Any) -> Fraction:
    """Kuhn's solution with his parameter at 1/3: Seat 1 bluffs with a Jack in a third and always bets a King."""
    seat = match.to_act[0]
    card = card_of(match, seat)  # 0 is the Jack, 2 the King
    played = "".join(act.verb[0] for _, act in match.log)
    boldly = {
        "": (Fraction(1, 3), Fraction(0), Fraction(1)),  # bet
        "c": (Fraction(1, 3), Fraction(0), Fraction(1)),  # bet
        "b": (Fraction(0), Fraction(1, 3), Fraction(1)),  # call
        "cb": (Fraction(0), Fraction(2, 3), Fraction(1)),  # call
    }[played][card]
    return boldly if action.verb in ("bet", "call") else 1 - boldly


def test_the_value_of_the_game_is_the_one_that_kuhn_has_proved() -> None:
    assert mean_over_deals(in_equilibrium) == Fraction(-1, 18)


def test_random_play_brings_seat_1_an_eighth_of_a_chip_and_the_lab_measures_it() -> None:
    expected = mean_over_deals(by_lot)
    assert expected == Fraction(1, 8)
    report = simulate("kuhn", games=3_000, bots="random", seed=5, compiled=False)
    score = report.summary().loc["score, seat 0 (random)"]
    assert score["low"] <= expected <= score["high"]
    assert score["high"] - score["low"] < 0.15


# Cards that are shown and swept up within one step


SWEPT = EventKinds([EventKind("{seat} shows {card}.", (("seat", "seat"), ("card", "card")), name="showed")])
TWO_HANDS = StateSpec(seats=2, cards=3, zones=tuple(STATE.zones), fields=(Pot.paid, Field(name="hands")))


@rule
def sweep(state, deck, events):
    """Both cards go back into the stock, which is dealt anew; after two hands the game is over."""
    for seat in range(2):
        move(state, card_at(state, ZONES.shown + seat, 0), ZONES.stock)
    deal_again(state, deck)


@rule
def deal_again(state, deck):
    """The next hand, or the end."""
    state.hands += 1
    state.turn = 0
    state.over = 1 if state.hands == 2 else 0
    state.to_act = 0 if state.over == 1 else seat_bit(0)
    shuffle(state, deck, ZONES.stock)
    for seat in range(2):
        if state.over == 0:
            move(state, top_card(state, ZONES.stock), ZONES.hand + seat)


@rule
def hand_that_is_shown(state, deck, events, seat, action):
    """Both act, whatever they do; then both cards are laid open, told, and swept up within the step."""
    state.turn += 1
    state.to_act = seat_bit(1 - seat)
    if state.turn == 2:
        for other in range(2):
            card = card_at(state, ZONES.hand + other, 0)
            move(state, card, ZONES.shown + other)
            emit(events, EVENTS.showed, EVERYONE_HEARS, other, deck.kind[card])
        sweep(state, deck, events)


@rule
def hand_that_is_told(state, deck, events, seat, action):
    """The same, but the cards are told without being laid open."""
    state.turn += 1
    state.to_act = seat_bit(1 - seat)
    if state.turn == 2:
        for other in range(2):
            card = card_at(state, ZONES.hand + other, 0)
            emit(events, EVENTS.showed, EVERYONE_HEARS, other, deck.kind[card])
            move(state, card, ZONES.stock)
        deal_again(state, deck)


@rule
def hand_that_is_known(state, deck, events, seat, action):
    """The same, but each card is shown to both seats before it is swept up, and told to them alone."""
    state.turn += 1
    state.to_act = seat_bit(1 - seat)
    if state.turn == 2:
        for other in range(2):
            card = card_at(state, ZONES.hand + other, 0)
            for witness in range(2):
                show(state, card, witness)
            emit(events, EVENTS.showed, 3, other, deck.kind[card])
            move(state, card, ZONES.stock)
        deal_again(state, deck)


EVENTS = SWEPT


@rule
def no_score(state, deck, lines):
    """Nobody wins anything."""


def swept(step: Callable) -> Game:
    """Two hands of cards that are shown in one way."""
    variant = replace(KUHN, state=TWO_HANDS, events=SWEPT, step=step, score=no_score, max_decisions=4)
    return replace(GAME, variants=(variant,))


@pytest.mark.parametrize("step", [hand_that_is_shown, hand_that_is_known], ids=lambda step: step.__name__)
def test_a_card_that_is_shown_and_swept_up_within_one_step_may_be_told_without_more_fields(step: Callable) -> None:
    report = check_game(swept(step), checks=["secrecy"])
    assert report.failures == {}
    assert report["secrecy"].tried["acts in two worlds"] > 20


def test_a_card_in_the_log_that_is_not_shown_is_found_and_the_kit_says_what_to_do() -> None:
    failure = check_game(swept(hand_that_is_told), checks=["secrecy"])["secrecy"].failure
    assert failure is not None
    assert "shows" in failure.text
    assert "lay them into a zone that is seen, or show(...) them, before they go" in failure.text

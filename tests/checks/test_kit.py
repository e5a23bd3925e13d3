"""The kit itself: what it is asked, what it answers, how it looks for a small example, and what it compares with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from tests.checks.planted import FAULTS, Fault, broken
from tests.example_game import GAME, PLAIN_DECK, known, rules
from workbench.checks import CheckFailed, CheckReport, Failure, check_game, kit, shuffling
from workbench.checks.difference import first_difference
from workbench.checks.shuffling import deviation
from workbench.checks.trial import (
    EFFORTS,
    Broken,
    Check,
    Setup,
    Trial,
    Tried,
    every_option_value,
    first_setups,
    option_values,
    play_somehow,
    random_game,
    usual_setups,
)
from workbench.decks import Deck, load_deck
from workbench.kernel.options import Option
from workbench.kernel.phases import Phase, Phases
from workbench.kernel.registry import game as find_game
from workbench.kernel.registry import registered
from workbench.kernel.state import Field, StateSpec
from workbench.play import Match
from workbench.storage.errors import OptionError, RuleError

BASE = GAME.variants[0]
OPTION = BASE.options[0]


@pytest.fixture(autouse=True)
def example_game() -> Iterator[None]:
    """The example game, known by its id."""
    with known():
        yield


@pytest.fixture
def deck() -> Deck:
    return load_deck(GAME, PLAIN_DECK)


def fault(name: str) -> Fault:
    return next(fault for fault in FAULTS if fault.name == name)


def report_on(name: str, **settings: Any) -> CheckReport:
    """What the kit says about a planted fault."""
    with fault(name).planted() as game:
        return check_game(game, deck=PLAIN_DECK, checks=[fault(name).check], **settings)


# What it is asked


@pytest.mark.parametrize("effort", [-1, 3, True, 1.0, "1", None])
def test_an_effort_that_there_is_not_is_refused_in_words(effort: Any) -> None:
    with pytest.raises(OptionError, match="whole number from 0 to 2"):
        check_game(GAME, effort, deck=PLAIN_DECK)


def test_a_check_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(OptionError, match=r"no check 'secrets'.*secrecy, whole pages, conservation"):
        check_game(GAME, deck=PLAIN_DECK, checks=["secrets"])


def test_one_check_may_be_named_without_a_list() -> None:
    report = check_game(GAME, deck=PLAIN_DECK, checks="conservation")  # type: ignore[arg-type]
    assert [result.name for result in report.results] == ["conservation"]


def test_checks_are_made_in_their_own_order() -> None:
    report = check_game(GAME, deck=PLAIN_DECK, checks=["fair shuffle", "conservation"])
    assert [result.name for result in report.results] == ["conservation", "fair shuffle"]


def test_a_game_is_found_by_its_id() -> None:
    assert check_game("pledges", deck=PLAIN_DECK, checks=["conservation"]).game is GAME


def test_the_game_at_hand_is_checked_even_if_another_is_known_by_its_id() -> None:
    newer = replace(GAME, version=2)
    assert check_game(newer, deck=PLAIN_DECK, checks=["history"]).passed
    assert find_game("pledges") is GAME


def test_progress_is_reported_before_each_trial_and_at_the_end() -> None:
    told: list[tuple[str, int, int]] = []
    check_game(GAME, deck=PLAIN_DECK, checks=["scores"], on_progress=lambda *what: told.append(what))
    tables = EFFORTS[0].setups * len(GAME.variants)
    assert told == [("scores", done, tables) for done in range(tables + 1)]


def test_the_same_call_gives_the_same_report() -> None:
    checks = ["conservation", "scores"]
    first, second = (check_game(GAME, deck=PLAIN_DECK, checks=checks) for _ in range(2))
    assert first == second
    assert str(report_on("told to all")) == str(report_on("told to all"))


# What it answers


def test_a_report_draws_itself_as_text() -> None:
    text = str(report_on("told to all"))
    assert text.startswith("Round Table Pledges (pledges, version 1), effort 0\n  FAILED  secrecy  ")
    assert "new log line" in text
    assert text.endswith("0 of 1 checks passed.")
    assert "passed  conservation" in str(check_game(GAME, deck=PLAIN_DECK, checks=["conservation"]))


def test_a_report_draws_itself_in_a_notebook() -> None:
    html = report_on("told to all")._repr_html_()
    assert html.count("<tr>") == 2
    assert "✗ failed" in html
    assert "new log line" in html
    assert "✓ passed" in check_game(GAME, deck=PLAIN_DECK, checks=["conservation"])._repr_html_()


def test_what_a_game_calls_itself_is_no_markup() -> None:
    report = replace(report_on("told to all"), game=replace(GAME, title="<b>Pledges</b>"))
    assert "<b>" not in report._repr_html_()


def test_strict_raises_what_was_found() -> None:
    with pytest.raises(CheckFailed, match=r"did not pass 1 of 1 checks:\n- secrecy: What Seat"):
        report_on("told to all", strict=True)


def test_strict_lets_a_sound_game_pass() -> None:
    assert check_game(GAME, deck=PLAIN_DECK, checks=["conservation"], strict=True).passed


@pytest.mark.parametrize("name", ["told to all", "vanished card", "no way out", "order counts", "endless passing"])
def test_a_counter_example_can_be_played_again_from_its_seed_and_acts(name: str) -> None:
    match = report_on(name)[fault(name).check].failure.match
    with fault(name).planted() as game:
        again = Match(game, seats=match.seats, seed=match.seed, deck=match.deck, options=match.options)
        for act in match.acts:
            again.play(act.seat, list(act.actions))
        assert again.state.tobytes() == match.state.tobytes()


def test_a_counter_example_can_be_saved_loaded_and_looked_at(tmp_path) -> None:
    report = report_on("told to all")
    (file,) = report.save(tmp_path / "found")
    assert file.name == "pledges-secrecy.json"
    with registered(report.game):
        loaded = Match.load(file)
    assert loaded.acts == report["secrecy"].failure.match.acts
    assert loaded.scene(None).title == "Round Table Pledges"


def test_a_failure_tells_its_table_its_seed_and_how_many_acts() -> None:
    failure = report_on("told to all")["secrecy"].failure
    assert failure.seed == failure.match.seed
    told = f"({failure.table}, seed {failure.seed}, after {len(failure.match.acts)} acts)"
    assert str(failure).endswith(told)
    assert str(Failure("It is odd.", "round_table, 4 seats", None)) == "It is odd. (round_table, 4 seats)"
    assert str(Failure("It is odd.", "", None)) == "It is odd."


def test_a_second_scorer_that_is_missing_is_reported() -> None:
    failure = check_game(broken(recount=None), deck=PLAIN_DECK, checks=["scores"])["scores"].failure
    assert "has no second scorer" in failure.text
    assert "Variant(recount=...)" in failure.text


# How it looks


def run_with(monkeypatch: pytest.MonkeyPatch, run: Any, **more: Any) -> CheckReport:
    """A report of a check made for the purpose."""
    monkeypatch.setattr(kit, "CHECKS", (Check("odd", "Something odd.", run, usual_setups, **more),))
    return check_game(GAME, 1, deck=PLAIN_DECK)


def test_each_match_has_a_seed_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []
    run_with(monkeypatch, lambda trial: seeds.append(trial.seed))
    assert len(seeds) == EFFORTS[1].setups * EFFORTS[1].matches * len(GAME.variants)
    assert len(set(seeds)) == len(seeds)


def test_the_smallest_of_some_counter_examples_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths = iter([5, 9, 3, 4, *[7] * 100])
    tried: list[int] = []

    def fail(trial: Trial) -> None:
        match = trial.match()
        tried.append(next(lengths))
        for _ in range(tried[-1]):
            play_somehow(match, trial.chooser)
        raise Broken("It is odd.", match)

    failure = run_with(monkeypatch, fail)["odd"].failure
    assert len(failure.match.acts) == 3
    assert len(tried) == kit.MORE_EXAMPLES


def test_nothing_smaller_is_looked_for_than_a_match_without_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def fail(trial: Trial) -> None:
        tried.append(trial.seed)
        raise Broken("It is odd.", trial.match())

    run_with(monkeypatch, fail)
    assert tried == [1]


def test_what_never_ends_is_waited_for_once() -> None:
    told: list[int] = []
    report = report_on("endless step", on_progress=lambda name, done, total: told.append(done))
    failure = report["termination"].failure
    assert told == [0, EFFORTS[0].setups]
    assert failure.match is not None
    assert failure.text.startswith("A step did not end within 1 second in ")


def test_an_error_in_a_rule_is_a_finding_with_its_line_and_its_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(trial: Trial) -> None:
        trial.match()
        raise ZeroDivisionError("by nothing")

    failure = run_with(monkeypatch, fail)["odd"].failure
    assert failure.text.startswith("Playing it fails in fail, test_kit.py line ")
    assert failure.text.endswith("ZeroDivisionError: by nothing")
    assert failure.match is not None


def test_all_trials_together_may_be_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(tried: Any, tally: Any) -> None:
        if tally["rain"] == 0:
            raise Broken("It has never rained.")

    failure = run_with(monkeypatch, lambda trial: trial.match(), conclude=judge)["odd"].failure
    assert (failure.text, failure.table, failure.match) == ("It has never rained.", "", None)


def test_where_there_are_few_tables_each_is_played_more_often(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until as many positions have been looked at as for several tables, within bounds."""
    one_table = replace(GAME, variants=(replace(BASE, seats=range(4, 5), state=without_options()),))
    for positions, matches in ((0, 4 * EFFORTS[0].setups), (10**6, EFFORTS[0].setups)):

        def run(trial: Trial, positions: int = positions) -> None:
            trial.match()
            trial.tally["positions"] += positions

        monkeypatch.setattr(kit, "CHECKS", (Check("odd", "Something odd.", run, usual_setups),))
        assert check_game(one_table, deck=PLAIN_DECK)["odd"].tried["matches"] == matches


def without_options() -> StateSpec:
    """The example game's record with its options as fields, so that there is nothing to choose."""
    state = BASE.state
    own = [field for field in state.fields if field.name in ("omen", "omen_shown", "oath", "drawn", "without_grail")]
    own += [Field(name=option.key) for option in state.options]
    return StateSpec(seats=5, cards=state.max_cards, zones=tuple(state.zones), fields=own, frames=26)


# The tables and the walks


def test_every_variant_is_tried_with_few_usual_and_many_seats_and_with_other_options(deck: Deck) -> None:
    setups = list(usual_setups(Tried(GAME, deck, EFFORTS[0])))
    for variant in GAME.variants:
        plain = [setup.seats for setup in setups if setup.variant is variant and not setup.options]
        assert plain == [variant.seats[0], variant.default_seats, variant.seats[-1]]
    assert {setup.variant.key for setup in setups if setup.options} == {variant.key for variant in GAME.variants}


def test_every_value_of_every_option_is_tried(deck: Deck) -> None:
    setups = every_option_value(Tried(GAME, deck, EFFORTS[0]))
    assert {(setup.variant.key, *setup.options[0]) for setup in setups if setup.options} == {
        (variant.key, option.key, value)
        for variant in GAME.variants
        for option in variant.options
        for value in option_values(option)
    }


def test_values_of_a_number_are_its_ends_its_default_and_its_word() -> None:
    assert option_values(Option("cap", 3, "", least=1, most=9, none="none")) == [1, 9, 3, "none"]
    assert option_values(Option("cap", 1, "", least=1, most=9)) == [1, 9]
    assert option_values(Option("open", False, "")) == [False, True]
    assert option_values(Option("way", "a", "", choices=("a", "b"))) == ["a", "b"]


def test_a_table_that_the_game_refuses_is_not_tried(deck: Deck) -> None:
    def no_pairs(deck: Deck, seats: int, options: Any) -> None:
        if seats == 2:
            raise OptionError("Two seats are too few.")

    game = replace(GAME, variants=(replace(BASE, check=no_pairs),))
    assert all(setup.seats > 2 for setup in usual_setups(Tried(game, deck, EFFORTS[1])))


def test_one_number_of_seats_is_tried_alone_with_what_it_allows(deck: Deck) -> None:
    def no_pairs(deck: Deck, seats: int, options: Any) -> None:
        if seats == 2 and options[OPTION.key] == option_values(OPTION)[0]:
            raise OptionError("Two seats are too few for that.")

    game = replace(GAME, variants=(replace(BASE, check=no_pairs),))
    everything = {(option.key, value) for option in BASE.options for value in option_values(option)}
    for seats in (2, 3):
        tried = Tried(game, deck, EFFORTS[1], seats)
        assert {setup.seats for setup in [*usual_setups(tried), *first_setups(tried)]} == {seats}
        values = [setup for setup in every_option_value(tried) if setup.options]
        assert {setup.seats for setup in values} == {seats}
        left_out = everything - {setup.options[0] for setup in values}
        assert left_out == ({(OPTION.key, option_values(OPTION)[0])} if seats == 2 else set())


def test_a_check_of_one_number_of_seats_passes_where_all_do() -> None:
    report = check_game(GAME, deck=PLAIN_DECK, seats=3, checks=["declarations", "scores"])
    assert report.passed


def test_a_phase_that_few_seats_never_reach_is_missed_only_where_any_seats_are_tried() -> None:
    council = replace(BASE, phases=Phases([*rules.PHASES, Phase("Council", key="council")]))
    game = replace(GAME, variants=(council,))
    assert not check_game(game, deck=PLAIN_DECK, checks=["declarations"]).passed
    assert check_game(game, deck=PLAIN_DECK, checks=["declarations"], seats=3).passed


@pytest.mark.parametrize("seats", [0, 99, "3", True])
def test_a_number_of_seats_that_no_variant_has_is_refused_in_words(seats: Any) -> None:
    with pytest.raises(OptionError, match=r"whole number from \d to \d+, or leave it out"):
        check_game(GAME, deck=PLAIN_DECK, seats=seats)


def trial_of(deck: Deck, seed: int) -> Trial:
    return Trial(Setup(GAME, deck, BASE, 3), seed, EFFORTS[0])


def test_walks_begin_at_the_beginning_and_on_the_way_and_reach_the_end(deck: Deck) -> None:
    lengths = []
    for seed in range(12):
        trial = trial_of(deck, seed)
        positions = [(len(match.acts), match.over) for match in trial.walk(trial.match(), 1000)]
        lengths.append(positions[0][0])
        assert positions[-1][1]
        assert trial.tally["positions"] == len(positions)
    assert min(lengths) == 0
    assert max(lengths) > 5


def test_a_random_game_ends_where_a_rule_fails(deck: Deck) -> None:
    with fault("option value that breaks").planted() as game:
        match = Match(game, seats=2, seed=1, deck=deck, options={"draw_cap": 0})
        log = random_game(match, 1)
        assert log
        for seat, action in log:
            match.play(seat, action)
        assert match.phase == "market"
        with pytest.raises(RuleError, match="ZeroDivisionError"):
            match.legal(0)


# Differences


@dataclass(frozen=True)
class Pair:
    one: Any
    other: Any


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        (1, 1, ""),
        ([1, {"a": (2, 3)}], [1, {"a": (2, 3)}], ""),
        (1, 2, "it: 1 and 2"),
        ({"hand": ["Inn"]}, {"hand": ["Mill"]}, "hand[0]: 'Inn' and 'Mill'"),
        ({"a": 1, "b": {"c": 2}}, {"a": 1, "b": {"c": 3}}, "b.c: 2 and 3"),
        ([1, 2], [1, 2, 3], "it: [1, 2] and [1, 2, 3]"),
        ({"a": 1}, {"b": 1}, "it: {'a': 1} and {'b': 1}"),
        (Pair(1, [2]), Pair(1, [3]), "other[0]: 2 and 3"),
        ("Inn", "Inns", "it: 'Inn' and 'Inns'"),
        (40 * "a" + "b", 40 * "a" + "cd", f"it: '…{20 * 'a'}b' and '…{20 * 'a'}cd'"),
    ],
)
def test_the_first_difference_is_reported_with_its_place(one: Any, other: Any, told: str) -> None:
    assert first_difference(one, other) == told


# Chi-square


@pytest.mark.parametrize(
    ("degrees", "quantile", "normal"),
    # From tables: the chi-square quantile and the normal one of the same probability.
    [
        (1, 3.841, 1.645),
        (5, 11.070, 1.645),
        (10, 23.209, 2.326),
        (30, 13.787, -2.576),
        (100, 149.449, 3.090),
    ],
)
def test_a_deviation_is_that_of_the_normal_quantile(degrees: int, quantile: float, normal: float) -> None:
    assert deviation(quantile, degrees) == pytest.approx(normal, abs=0.06)


def test_fair_deals_deviate_as_chance_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """The statistic that is compared with chi-square is distributed like it: mean 0, one standard deviation."""
    found: list[float] = []
    monkeypatch.setattr(shuffling, "deviation", lambda *what: found.append(deviation(*what)) or 0.0)
    generator, cards = np.random.default_rng(1), list(range(20))
    for _ in range(300):
        deals = [[generator.permutation(20).tolist()] for _ in range(60)]
        shuffling._compare_slots(cards, [(0, i) for i in cards], deals, 0)
    assert np.mean(found) == pytest.approx(0, abs=0.2)
    assert np.std(found) == pytest.approx(1, abs=0.15)


@pytest.mark.parametrize("options", [{"rounds": 1}, {"rounds": 5, "warding": "sure"}])
def test_options_hold_in_every_match_and_the_others_are_drawn(options: dict[str, Any]) -> None:
    deck = load_deck(GAME.id, PLAIN_DECK)
    tried = Tried(GAME, deck, EFFORTS[1], options=tuple(options.items()))
    setups = [*usual_setups(tried), *every_option_value(tried)]
    assert all({**dict(setup.options), **options} == dict(setup.options) for setup in setups)
    assert {key for setup in setups for key, _ in setup.options} > options.keys()
    assert not {option.key for option in tried.free_options(GAME.variants[0])} & options.keys()


def test_an_option_that_there_is_not_is_refused_before_anything_is_played() -> None:
    with pytest.raises(OptionError, match=r"option of .* 'round'"):
        check_game(GAME, deck=PLAIN_DECK, options={"round": 1})

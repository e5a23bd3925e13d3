"""OpenSpiel games: the chance node, names and saved states, and the errors."""

from __future__ import annotations

import gc
import multiprocessing
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyspiel
import pytest

import workbench as wb
from tests.example_game import PLAIN_DECK
from tests.interop.conftest import Setting
from workbench.interop.openspiel import load
from workbench.kernel.actions import PEOPLE_ONLY


def begun(game: Any, seed: int = 3) -> Any:
    """The state after the seed is picked."""
    state = game.new_initial_state()
    state.apply_action(seed)
    return state


def play_out(state: Any, chooser: random.Random) -> Any:
    """A state played at random to its end."""
    while not state.is_terminal():
        state.apply_action(chooser.choice(state.legal_actions()))
    return state


# The tree


def test_the_root_picks_one_of_so_many_seeds() -> None:
    root = load("guild_master", seats=2, seeds=7).new_initial_state()
    assert root.is_chance_node()
    assert root.chance_outcomes() == [(seed, 1 / 7) for seed in range(7)]
    assert root.action_to_string(5) == "seed 5"
    assert not begun(load("guild_master", seats=2, seeds=7)).is_chance_node()


def test_a_chance_outcome_deals_what_a_match_of_that_seed_deals() -> None:
    match = wb.Match("guild_master", seats=4, seed=21)
    state = begun(load("guild_master", seats=4), 21)
    for seat in range(4):
        held = {
            word.removeprefix(f"lying hand {seat} ").removesuffix(" 1")
            for word in state.observation_string(seat).split(", ")
            if word.startswith(f"lying hand {seat} ")
        }
        assert held == set(match.view(seat)["zones"]["hand"][seat]["cards"])


def test_an_observation_in_words_leaves_out_what_is_as_in_an_empty_record() -> None:
    state = begun(load("cadwallon", seats=2, options={"series_games": 3}), 4)
    words = state.observation_string(0)
    assert "current 1" in words
    assert not {"held", "contract_of", "condition_of", "judged_kind"} & {word.split()[0] for word in words.split(", ")}


def test_players_are_offered_what_bots_are_offered(setting: Setting) -> None:
    table = setting.table()
    game = load(setting.game, seats=setting.seats, deck=setting.deck, options=setting.options)
    state, chooser = begun(game, 6), random.Random(6)
    while not state.is_terminal() and state.move_number() < 300:
        legal = state.legal_actions()
        assert legal == table.legal(state.position) == sorted(set(legal))
        verbs = {table.variant.actions.decode(action)[0] for action in legal}
        assert all(table.variant.actions.verb(verb).use != PEOPLE_ONLY for verb in verbs)
        state.apply_action(chooser.choice(legal))


def test_returns_are_zero_sum_and_winners_share() -> None:
    game = load("pledges", seats=3, deck=PLAIN_DECK, seeds=60, options={"rounds": 1})
    assert (game.utility_sum(), game.min_utility(), game.max_utility()) == (0, -1, 2)
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    seen = set()
    for seed in range(60):
        state = begun(game, seed)
        assert state.returns() == [0, 0, 0]
        returns = play_out(state, random.Random(seed)).returns()
        assert sum(returns) == pytest.approx(0)
        seen.add(tuple(sorted(returns)))
    assert {(-1, -1, 2), (-1, 0.5, 0.5)} <= seen <= {(-1, -1, 2), (-1, 0.5, 0.5), (0, 0, 0)}


def test_a_clone_goes_on_by_itself_and_alike() -> None:
    state = begun(load("guild_master", seats=3, options={"max_turns": 6}))
    clone = state.clone()
    before = str(state)
    play_out(clone, random.Random(1))
    assert str(state) == before != str(clone)
    play_out(state, random.Random(1))
    assert (str(state), state.information_state_string(0)) == (str(clone), clone.information_state_string(0))


def test_other_kinds_of_observation_are_not_there() -> None:
    game = load("guild_master")
    for public, private in (
        (True, pyspiel.PrivateInfoType.NONE),
        (False, pyspiel.PrivateInfoType.SINGLE_PLAYER),
        (True, pyspiel.PrivateInfoType.ALL_PLAYERS),
    ):
        kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=False, private_info=private)
        assert game.make_py_observer(kind, {}) is None


# Names and saved states


def test_a_game_is_found_by_its_name_and_parameters() -> None:
    game = pyspiel.load_game("workbench_guild_master(players=3,seeds=9,options=max_turns:4;draw_mode:one_by_one)")
    assert (game.num_players(), game.max_chance_outcomes()) == (3, 9)
    same = load("guild_master", seats=3, seeds=9, options={"max_turns": 4, "draw_mode": "one_by_one"})
    assert str(begun(game)) == str(begun(same))
    assert str(begun(game)) != str(begun(load("guild_master", seats=3)))
    assert pyspiel.load_game("workbench_guild_master").num_players() == 4


def test_the_name_of_a_game_makes_the_game_again(setting: Setting) -> None:
    game = load(setting.game, seats=setting.seats, deck=setting.deck, options=setting.options, seeds=5)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert again.num_players() == setting.seats
    assert str(begun(again)) == str(begun(game))


def test_the_name_of_a_game_holds_an_edited_deck() -> None:
    deck = wb.load_deck("guild_master").edit(remove=["moat"], name="no moat, (much) fun")
    game = load("guild_master", seats=2, deck=deck)
    again = pyspiel.load_game(str(game))
    assert again.table.plan.deck == deck
    assert again.table.plan.deck != load("guild_master").table.plan.deck
    packed = str(game).partition("deck=")[2].partition(",")[0]
    for damaged in (packed[:40], packed[:30] + "A" * 20, f"{packed[:60]}-{packed[60:]}"):
        with pytest.raises(wb.DeckError, match="damaged deck"):
            pyspiel.load_game(f"workbench_guild_master(deck={damaged})")


READ_BACK = """
import pickle, sys
from workbench.interop import openspiel
state = pickle.load(sys.stdin.buffer)
print(state.information_state_string(1))
print(state.legal_actions())
print(state)
"""


@pytest.mark.parametrize("own", [False, True])
def test_a_saved_state_is_read_back_in_another_process(own: bool, tmp_path: Path) -> None:
    deck = wb.load_deck("guild_master").edit(remove=["moat"], name="mine").save(tmp_path / "of my own") if own else None
    state = begun(load("guild_master", seats=3, deck=deck, options={"max_turns": 9}))
    chooser = random.Random(2)
    for _ in range(25):
        state.apply_action(chooser.choice(state.legal_actions()))
    done = subprocess.run([sys.executable, "-c", READ_BACK], input=pickle.dumps(state), capture_output=True, check=True)
    expected = f"{state.information_state_string(1)}\n{state.legal_actions()}\n{state}\n"
    assert done.stdout.decode() == expected
    if own:
        assert (
            pickle.loads(pickle.dumps(state.get_game())).table.plan.deck.digest
            == wb.load_deck("guild_master", deck).digest
        )


@pytest.mark.slow
def test_a_worker_that_is_spawned_has_a_deck_of_ones_own(tmp_path: Path) -> None:
    deck = wb.load_deck("guild_master").edit(remove=["moat"], name="mine").save(tmp_path / "mine")
    state = begun(load("guild_master", seats=2, deck=deck))
    with multiprocessing.get_context("spawn").Pool(1) as workers:
        assert workers.apply(str, (state,)) == str(state)
        assert workers.apply(str, (state.get_game(),)) == str(state.get_game())


def test_a_state_outlives_the_variable_of_its_game() -> None:
    state = begun(load("pledges", deck=PLAIN_DECK))
    gc.collect()
    assert play_out(state, random.Random(3)).is_terminal()


def test_the_end_of_a_program_is_quiet() -> None:
    code = "from workbench.interop.openspiel import load\nload('guild_master').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


# Errors


def test_an_action_that_may_not_be_taken_changes_nothing() -> None:
    state = begun(load("guild_master", seats=2))
    before = (str(state), state.history())
    with pytest.raises(wb.IllegalAction, match="may not be taken now"):
        state.apply_action(10**6)
    assert (str(state), state.history()) == before


@pytest.mark.parametrize("wrong", [0, -1, 10**7, 2.5, True, "many"], ids=repr)
def test_a_wrong_number_of_seeds_is_refused(wrong: Any) -> None:
    with pytest.raises(wb.OptionError, match="The number of seeds is"):
        load("guild_master", seeds=wrong)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("players=9", "9 seats do not fit"),
        ("seeds=0", "The number of seeds is 0"),
        ("options=max_turns", "Option 'max_turns' is ''"),
        ("options=max_turn:4", "Did you mean 'max_turns'"),
        ("options=game_variant:chess", "There is no variant of Guild Master 'chess'"),
    ],
)
def test_a_name_with_wrong_parameters_is_refused_in_words(parameters: str, message: str) -> None:
    with pytest.raises(wb.OptionError, match=message):
        pyspiel.load_game(f"workbench_guild_master({parameters})")


def test_a_deck_of_another_process_is_refused_in_words() -> None:
    with pytest.raises(wb.DeckError, match="There is no deck of Guild Master 'deck_0123'"):
        pyspiel.load_game("workbench_guild_master(deck=deck_0123)")


@pytest.mark.parametrize("seats", [0, 9, True, "two"], ids=repr)
def test_seats_that_do_not_fit_are_refused(seats: Any) -> None:
    with pytest.raises(wb.OptionError, match="Choose 2 to 8"):
        load("guild_master", seats=seats)

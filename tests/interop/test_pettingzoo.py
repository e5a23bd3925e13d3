"""PettingZoo environments: the games of `simulate`, its errors, and what agents are told."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

import workbench as wb
from tests.example_game import PLAIN_DECK
from tests.interop.conftest import Setting
from workbench.interop.pettingzoo import TableEnv, env
from workbench.kernel.engine.playout import seed_bots
from workbench.kernel.engine.speeds import plain_engine
from workbench.lab.simulation import Plan, plan_run


def pledges(**given: object) -> TableEnv:
    """An environment of the example game, dealt with seed 1."""
    world = env("pledges", seats=3, deck=PLAIN_DECK, **given)  # type: ignore[arg-type]
    world.reset(seed=1)
    return world


def played_by_bots(plan: Plan, number: int) -> list[tuple[int, int]]:
    """Seat and action of every decision in a game of a run between random bots."""
    engine, spec = plain_engine(plan.variant), plan.variant.state
    state, view, actions = spec.record(), spec.record(), engine.new_actions()[0]
    numbers = [option.encode(plan.options[option.key]) for option in plan.variant.options]
    deck, events = engine.deck(plan.deck.arrays)[0], engine.new_events()[0]
    engine.begin(state, state.buffer, deck, events, plan.seats, numbers, plan.seed, number)
    seed_bots(actions, plan.seed, number)
    log = np.zeros((20_000, 2), np.int32)
    made = engine.play_game(
        state,
        state.buffer,
        view,
        view.buffer,
        spec.hidden,
        deck,
        deck,
        events,
        [0] * plan.seats,
        actions,
        log,
        len(log),
    )
    return [(int(seat), int(action)) for seat, action in log[:made]]


def play_out(world: TableEnv, chooser: np.random.Generator) -> dict[str, float]:
    """Play an environment at random to its end; every agent's reward."""
    rewards = {}
    for agent in world.agent_iter():
        seen, reward, terminated, truncated, _ = world.last()
        assert not truncated
        if terminated:
            rewards[agent] = reward
        legal = np.flatnonzero(seen["action_mask"])
        world.step(None if terminated else int(chooser.choice(legal)))
    return rewards


# Games


def test_resets_deal_the_games_of_a_run_one_after_the_other(setting: Setting) -> None:
    plan = plan_run(
        setting.game, games=2, seats=setting.seats, bots="random", seed=9, deck=setting.deck, options=setting.options
    )
    if plan.variant.phases.are_open.any():
        pytest.skip("on the open floor bots act in an order of their own; an environment asks the lowest seat")
    report = wb.simulate(
        setting.game, games=2, seats=setting.seats, bots="random", seed=9, deck=setting.deck, options=setting.options,
        compiled=False,
    )  # fmt: skip
    world = env(setting.game, seats=setting.seats, deck=setting.deck, options=setting.options)
    for number in range(2):
        world.reset(seed=9 if number == 0 else None)
        for seat, action in played_by_bots(plan, number):
            assert world.agent_selection == f"seat_{seat}"
            world.step(action)
        assert all(world.terminations.values())
        won = [int(report.outcome.winning[number]) >> seat & 1 for seat in range(setting.seats)]
        if any(won):
            share = (setting.seats - sum(won)) / sum(won)
            assert list(world.rewards.values()) == [share if winner else -1 for winner in won]
        else:
            assert set(world.rewards.values()) == {0}


def test_a_seed_deals_what_a_match_of_that_seed_deals() -> None:
    world, match = env("guild_master", seats=4), wb.Match("guild_master", seats=4, seed=21)
    world.reset(seed=21)
    hands = world.layout.slices["lying"]
    for seat, entry in enumerate(match.view(2)["zones"]["hand"]):
        numbers = world.observe("seat_2")["observation"][hands].reshape(-1, len(world.layout.kinds))[seat]
        held = [world.layout.kinds[kind] for kind in np.flatnonzero(numbers)]
        assert sorted(held) == sorted(card for card in entry["cards"] if card)


def test_without_a_seed_a_run_begins_at_random_and_a_seed_begins_it_again() -> None:
    first, second = env("guild_master"), env("guild_master")
    first.reset()
    second.reset()
    assert first._position != second._position
    first.reset(seed=5)
    dealt = [first._position]
    first.reset()
    dealt.append(first._position)
    first.reset(seed=5)
    assert first._position == dealt[0] != dealt[1]


def test_rewards_sum_to_zero_and_come_at_the_end_only() -> None:
    world, chooser = pledges(), np.random.default_rng(1)
    shared = 0
    for seed in range(40):
        world.reset(seed=seed)
        assert set(world.rewards.values()) == {0}
        rewards = play_out(world, chooser)
        assert sum(rewards.values()) == pytest.approx(0)
        assert len(rewards) == 3
        shared += sorted(rewards.values()) == [-1, 0.5, 0.5]
    assert shared > 0, "no win was shared"


def test_where_nobody_wins_nobody_pays() -> None:
    report = wb.simulate("excalibur", games=40, seats=2, bots="random", seed=9, compiled=False)
    number = int(np.flatnonzero(report.outcome.winning == 0)[0])
    world, plan = env("excalibur", seats=2), plan_run("excalibur", games=1, seats=2, bots="random", seed=9)
    world.reset(seed=9)
    for _ in range(number):
        world.reset()
    for _, action in played_by_bots(plan, number):
        world.step(action)
    assert all(world.terminations.values())
    assert world.rewards == {"seat_0": 0, "seat_1": 0}


def test_agents_are_asked_in_order_of_seats_and_only_the_asked_one_has_a_mask() -> None:
    world = pledges()
    for expected in ("seat_0", "seat_1", "seat_2"):
        assert world.agent_selection == expected
        masks = {agent: int(world.observe(agent)["action_mask"].sum()) for agent in world.agents}
        assert {agent for agent, count in masks.items() if count} == {expected}
        world.step(int(np.flatnonzero(world.last()[0]["action_mask"])[0]))


def test_bots_values_of_options_are_used_and_can_be_chosen() -> None:
    def most_drawn(**options: object) -> int:
        world, chooser, most = pledges(options=options), np.random.default_rng(2), 0
        for seed in range(20):
            world.reset(seed=seed)
            for _ in world.agent_iter():
                seen, _, terminated, _, _ = world.last()
                most = max(most, int(seen["observation"][world.layout.slices["drawn"]].max()))
                world.step(None if terminated else int(chooser.choice(np.flatnonzero(seen["action_mask"]))))
        return most

    assert most_drawn() == 2
    assert most_drawn(draw_cap=1) == 1


# What agents are told


def test_an_agent_hears_what_was_told_since_it_acted_and_nothing_else() -> None:
    world = pledges()
    for _ in range(3):
        world.step(int(np.flatnonzero(world.last()[0]["action_mask"])[0]))
    sworn = [[event for event in world.infos[agent]["heard"] if event[0] == "taken"] for agent in world.agents]
    assert [len(events) for events in sworn] == [1, 1, 1], "a seat hears only what it swore itself"
    assert [events[0][1] for events in sworn] == [0, 1, 2]
    heard = len(world.infos["seat_1"]["heard"])
    world.step(int(np.flatnonzero(world.last()[0]["action_mask"])[0]))
    assert world.infos["seat_0"]["heard"] == []
    assert len(world.infos["seat_1"]["heard"]) == heard


def test_a_spectator_s_view_can_be_rendered() -> None:
    assert pledges().render() is None
    text = pledges(render_mode="ansi").render()
    assert text is not None
    lines = text.splitlines()
    assert lines[0] == "Round Table Pledges, turn 0, Swear. Seat 1 is asked."
    assert "hand of Seat 2: 4" in lines


# Errors


@pytest.mark.parametrize("wrong", [-1, 10**9, 3.0, True, "draw", None], ids=repr)
def test_an_action_that_may_not_be_taken_changes_nothing(wrong: object) -> None:
    world = pledges()
    before = world._position
    with pytest.raises(wb.IllegalAction, match="may not be taken now"):
        world.step(wrong)
    assert world._position == before
    assert world.agent_selection == "seat_0"


def test_no_step_without_a_reset() -> None:
    with pytest.raises(wb.IllegalAction, match=r"Call reset\(\) first"):
        env("guild_master").step(0)


def test_what_does_not_fit_is_refused_in_words() -> None:
    with pytest.raises(wb.OptionError, match=r"There is no render mode 'human'\. Choose one of: ansi"):
        env("guild_master", render_mode="human")
    with pytest.raises(wb.OptionError, match="Choose 2 to 8"):
        env("guild_master", seats=9)
    with pytest.raises(wb.OptionError, match="There is no game"):
        env("chess")
    with pytest.raises(wb.OptionError, match="The seed is -3"):
        env("guild_master").reset(seed=-3)
    with pytest.raises(wb.DeckError, match="There is no deck"):
        env("guild_master", deck="nowhere")


@pytest.mark.parametrize(
    ("module", "title", "package"), [("pettingzoo", "PettingZoo", "pettingzoo"), ("openspiel", "OpenSpiel", "pyspiel")]
)
def test_a_missing_package_is_named_with_what_installs_it(module: str, title: str, package: str) -> None:
    code = f"""
import sys
sys.modules[{package!r}] = None
import workbench as wb
try:
    import workbench.interop.{module}
except wb.WorkbenchError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"{title} is not installed: there is no package '{package}'.")
    assert "pip install 'roundtable-workbench[interop]'" in done.stdout


def test_nothing_else_of_the_workbench_loads_the_other_engines() -> None:
    code = """
import sys
import workbench as wb
import workbench.cli, workbench.widgets, workbench.serving.server, workbench.interop.table
for name in wb.__all__:
    getattr(wb, name)
print([name for name in ("pettingzoo", "gymnasium", "pyspiel", "open_spiel") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# Copies


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda world: pickle.loads(pickle.dumps(world))])
def test_a_copy_goes_on_by_itself(copied: object) -> None:
    world = env("guild_master", seats=3, options={"max_turns": 5})
    world.reset(seed=8)
    for _ in range(20):
        world.step(int(np.flatnonzero(world.last()[0]["action_mask"])[0]))
    other = copied(world)  # type: ignore[operator]
    before = world._position
    rewards = play_out(other, np.random.default_rng(3))
    assert world._position == before
    assert play_out(world, np.random.default_rng(3)) == rewards

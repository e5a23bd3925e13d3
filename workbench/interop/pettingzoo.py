"""A game as a PettingZoo environment, in which agents act one after the other (AEC).

    from workbench.interop.pettingzoo import env
    world = env("guild_master", seats=3)
    world.reset(seed=7)
    for agent in world.agent_iter():
        seen, reward, terminated, truncated, info = world.last()
        action = None if terminated else world.action_space(agent).sample(seen["action_mask"])
        world.step(action)

- `seat_0` is the seat that screens call Seat 1. If several seats may act at once, they are asked in order of
  seats; what one has chosen is not part of what the next one sees.
- `seen["observation"]` is what the seat sees (see `Layout`; `world.layout` says what each number means) and
  `seen["action_mask"]` has a 1 for each action it may take, and no 1 while another seat is asked. Actions have the
  numbers of the workbench; sets are picked one by one in ascending order, as bots pick them.
- `info["heard"]` lists what the seat has heard since it last acted, as (event, values ...), including what it was shown
  only once, which an observation forgets just as a screen does.
- At the end every loser pays 1 and the winners share it, so that rewards always sum to 0.
  If nobody wins, nobody pays.
- `reset(seed=s)` deals what `Match(seed=s)` deals, and each later `reset()` deals the next game of that run, the same
  games as in `simulate(seed=s)`. Without a seed, a run begins with a random one.
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.interop import MissingPackage
from workbench.interop.observation import Layout
from workbench.interop.table import Happened, Table
from workbench.play.setup import check_seed
from workbench.storage.errors import IllegalAction, OptionError, one_of

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ModuleNotFoundError as missing:
    raise MissingPackage(missing, "PettingZoo") from None

if TYPE_CHECKING:
    from workbench.decks import Deck
    from workbench.kernel.game import Game

RENDER_MODES = ("ansi",)


def env(
    game: str | Game,
    *,
    seats: int | None = None,
    deck: Deck | str | PathLike[str] | None = None,
    options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
) -> TableEnv:
    """A PettingZoo environment of a game; `options` may hold `game_variant`, as for a Match.

    With `render_mode="ansi"`, `render()` returns what a spectator sees. Raises OptionError or DeckError.

    >>> world = env("guild_master", seats=2)
    >>> world.reset(seed=7)
    >>> world.agents, world.last()[0]["observation"].shape
    (['seat_0', 'seat_1'], (1756,))
    """
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise OptionError(one_of(render_mode, RENDER_MODES, "render mode"))
    return TableEnv(Table(game, seats=seats, deck=deck, options=options), render_mode)


class TableEnv(AECEnv):
    """The environment that `env` makes."""

    def __init__(self, table: Table, render_mode: str | None) -> None:
        super().__init__()
        self.metadata = {
            "name": f"{table.game.id}_v{table.game.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(table.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: _observation_space(table) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(table.variant.actions.size) for agent in self.possible_agents}
        self._table, self._position = table, b""
        self._seed: int | None = None
        self._number = 0

    @property
    def layout(self) -> Layout:
        """What each number of an observation means."""
        return self._table.layout

    def observation_space(self, agent: str) -> Any:
        """What an agent may observe."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All actions of the game."""
        return self.action_spaces[agent]

    # Playing

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal the game of a seed, or the next game of the run; `options` is there for PettingZoo and ignored."""
        if seed is not None or self._seed is None:
            self._seed, self._number = check_seed(seed), 0
        else:
            self._number += 1
        self._position, happened = self._table.begin(self._seed, self._number)
        self.agents = self.possible_agents[:]
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.infos: dict[str, dict[str, Any]] = {agent: {"heard": []} for agent in self.agents}
        self._go_on(happened)

    def step(self, action: Any) -> None:
        """Take an action for the agent that is asked; raises IllegalAction, in which case nothing has changed."""
        if not self.agents:
            raise IllegalAction("No game is being played. Call reset() first.")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._position, happened = self._table.take(self._position, action)
        self.infos[agent] = {"heard": []}
        self._cumulative_rewards[agent] = 0.0
        self._go_on(happened)

    def _go_on(self, happened: list[Happened]) -> None:
        """Record what happened and turn to the agent that is asked next, or end the game."""
        for seat, agent in enumerate(self.agents):
            self.infos[agent]["heard"] += [one.event for one in happened if one.heard_by(seat)]
        asked = self._table.asked(self._position)
        self.terminations = dict.fromkeys(self.agents, asked is None)
        self.truncations = dict.fromkeys(self.agents, False)
        self.rewards = dict(zip(self.agents, self._table.rewards(self._position), strict=True))
        self._accumulate_rewards()
        self.agent_selection = self.agents[asked or 0]

    # Seeing

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent sees, and a mask of what it may do: no 1 in it unless the agent is asked."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self._table.variant.actions.size, np.int8)
        if seat == self._table.asked(self._position):
            mask[self._table.legal(self._position)] = 1
        return {"observation": self._table.observation(self._position, seat).astype(np.float32), "action_mask": mask}

    def render(self) -> str | None:
        """What a spectator sees, in words, for the render mode `ansi`."""
        return None if self.render_mode is None else self._table.text(self._position)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def _observation_space(table: Table) -> Any:
    layout, actions = table.layout, table.variant.actions.size
    return spaces.Dict(
        {
            "observation": spaces.Box(layout.low, layout.high, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )

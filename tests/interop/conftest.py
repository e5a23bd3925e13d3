"""Every table that the interop rooms are tried at: each game and variant, with the fewest and the most seats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from benchmarks.suites import tables
from tests.example_game import GAME as EXAMPLE
from tests.example_game import PLAIN_DECK, known
from workbench.interop.table import Table
from workbench.kernel.game import Game
from workbench.kernel.registry import list_games


class Setting(NamedTuple):
    """What an environment or an OpenSpiel game is made from."""

    game: Game
    variant: str
    seats: int
    deck: Any

    @property
    def options(self) -> dict[str, str]:
        """The options that choose the variant."""
        return {"game_variant": self.variant}

    @property
    def shortest(self) -> dict[str, Any]:
        """The options of the shortest length that the variant declares for this many seats, if it declares any."""
        lengths = [one for group in self.game.variant(self.variant).presets for one in group.presets if one.decisions]
        return dict(min(lengths, key=lambda one: one.decisions[self.seats]).values) if lengths else {}

    @property
    def full(self) -> bool:
        """Whether nobody else could sit down."""
        return self.seats > self.game.variant(self.variant).seats[0]

    def table(self) -> Table:
        """A table of its own."""
        return Table(self.game, seats=self.seats, deck=self.deck, options=self.options)

    def __str__(self) -> str:
        return f"{self.game.id}-{self.variant}-{self.seats}"


SETTINGS = [
    Setting(game, variant, seats, deck)
    for game, deck in [*((game, None) for game in list_games().values()), (EXAMPLE, PLAIN_DECK)]
    for variant, seats in tables(game)
]


@pytest.fixture(autouse=True)
def example_game() -> Iterator[Game]:
    """The example game, known by its id."""
    with known() as game:
        yield game


def _with_marks(setting: Setting) -> Any:
    """Full tables and further variants take longest and show the least that is new: they are slow."""
    further = setting.game is not EXAMPLE and setting.variant != setting.game.variants[0].key
    return pytest.param(setting, marks=[pytest.mark.slow] if setting.full or further else [], id=str(setting))


@pytest.fixture(params=[_with_marks(setting) for setting in SETTINGS])
def setting(request: pytest.FixtureRequest) -> Setting:
    """Each of the tables in turn."""
    return request.param


@pytest.fixture
def pledges() -> Table:
    """A table of the example game, small and with every mechanism."""
    return Table(EXAMPLE, seats=3, deck=PLAIN_DECK)

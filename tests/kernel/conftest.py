"""A table of the example game at either speed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.example_game import GAME, known
from tests.kernel.tables import Table
from workbench.kernel.engine.speeds import compiled_engine, plain_engine
from workbench.kernel.game import Game


@pytest.fixture(autouse=True, scope="package")
def example_game() -> Iterator[Game]:
    """The example game, known to the workbench while these tests run."""
    with known() as game:
        yield game


VARIANTS = [variant.key for variant in GAME.variants]


@pytest.fixture(params=VARIANTS)
def table(request: pytest.FixtureRequest) -> Table:
    """An empty table of each variant in plain Python."""
    return Table(plain_engine(GAME.variant(request.param)))


@pytest.fixture(
    scope="package", params=[VARIANTS[0], *(pytest.param(key, marks=pytest.mark.slow) for key in VARIANTS[1:])]
)
def both_speeds(request: pytest.FixtureRequest, example_game: Game) -> tuple[Table, Table]:
    """A table of each variant in plain Python, and the same compiled; all but the first are slow."""
    variant = GAME.variant(request.param)
    return Table(plain_engine(variant)), Table(compiled_engine(variant))

"""Compiling ahead of time: with progress, and out of anybody's way."""

from __future__ import annotations

import threading

import pytest

import workbench as wb
from workbench.games.guild_master import GAME
from workbench.kernel.engine.speeds import compiled_engine
from workbench.lab import warm
from workbench.storage.errors import OptionError

PROGRESS = [
    ("Guild Master, base game", 0, 3),
    ("Increased Player Interaction", 1, 3),
    ("Labyrinth City", 2, 3),
    ("Guild Master", 3, 3),
]


def test_warm_compiles_every_variant_and_tells_how_far_it_is() -> None:
    told: list[tuple[str, int, int]] = []
    warm("guild_master", lambda title, done, total: told.append((title, done, total)), search=False)
    assert told == PROGRESS
    for variant in GAME.variants:
        assert compiled_engine(variant).run_games.entries


def test_warm_goes_on_in_the_background() -> None:
    told: list[tuple[str, int, int]] = []
    go_on, begun = threading.Event(), threading.Event()

    def progress(title: str, done: int, total: int) -> None:
        told.append((title, done, total))
        begun.set()
        assert go_on.wait(60)

    worker = warm(GAME, progress, background=True, search=False)
    assert begun.wait(60)
    assert worker.is_alive()
    assert worker.daemon, "it must not keep the program alive"
    plain = wb.simulate("guild_master", games=2, seats=2, compiled=False)
    assert plain.games == 2, "plain Python answers meanwhile"
    go_on.set()
    worker.join(300)
    assert not worker.is_alive()
    assert told == PROGRESS


def test_two_that_warm_at_once_do_not_disturb_each_other() -> None:
    workers = [warm("guild_master", background=True, search=False) for _ in range(3)]
    report = wb.simulate("guild_master", games=5, seats=2, seed=3)
    for worker in workers:
        worker.join(300)
        assert not worker.is_alive()
    assert (report.outcome.points == wb.simulate("guild_master", games=5, seats=2, seed=3).outcome.points).all()


@pytest.mark.parametrize("background", [False, True])
def test_an_unknown_game_cannot_be_warmed(background: bool) -> None:
    with pytest.raises(OptionError, match=r"'guilds'.*guild_master"):
        warm("guilds", background=background)

"""Scenes are made when they are looked at, and kept until something changes."""

from __future__ import annotations

import gc
import random
import weakref
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import workbench as wb
from tests.play.players import with_counted_scenes
from workbench.kernel.scenes.scene import Scene, Sight
from workbench.play import Match
from workbench.storage.errors import IllegalAction, OptionError


def take_step(match: Match, step: str, chance: random.Random) -> bool:
    """Whether the step has changed anything that a screen shows."""
    if step in ("undo", "redo"):
        return getattr(match, step)()
    if step == "another player":
        match.seat_bot(chance.randrange(match.seats), chance.choice([None, "random", "greedy"]))
    elif match.over:
        return False
    elif step == "refused":
        with pytest.raises(IllegalAction):
            match.play(match.to_act[0], "no such action")
        return False
    elif bots := [seat for seat in match.to_act if seat in match.bots]:
        match.play_bot(bots[0])
    else:
        seat = chance.choice(match.to_act)
        match.play(seat, chance.choice(match.legal(seat)))
    return True


@settings(max_examples=30)
@given(
    game=st.sampled_from(["guild_master", "guile", "excalibur"]),
    steps=st.lists(st.sampled_from(["act", "act", "act", "undo", "redo", "another player", "refused"]), max_size=25),
    chance=st.randoms(use_true_random=False),
)
def test_a_scene_is_kept_until_something_changes_and_never_longer(
    game: str, steps: list[str], chance: random.Random
) -> None:
    match = Match(game, seats=2, seed=7)
    for step in steps:
        scenes, revision = [match.scene(viewer) for viewer in (None, 0, 1)], match.revision
        changed = take_step(match, step, chance)
        assert match.revision > revision if changed else match.revision == revision
        fresh = Match.from_dict(match.to_dict())
        for viewer, before in zip((None, 0, 1), scenes, strict=True):
            assert match.scene(viewer) == fresh.scene(viewer)
            assert (match.scene(viewer) is before) != changed


def test_each_scene_is_built_when_it_is_looked_at_first() -> None:
    game, built = with_counted_scenes("guile")
    match = Match(game, seats=2, seed=7)
    assert built == []
    for viewer in (0, None, 0, np.int64(1), None):
        match.scene(viewer)
    assert built == [0, None, 1]
    with pytest.raises(OptionError, match="There is no seat True"):
        match.scene(True)


def test_what_is_alike_on_all_screens_is_made_once_an_act_from_what_everybody_sees() -> None:
    game, made = wb.game("guile"), []

    def rounds(sight: Sight, more: int) -> str:
        made.append(sight.seat)
        return f"{int(sight.view.turn) + more} rounds"

    def scene(sight: Sight) -> Scene:
        return replace(game.scene(sight), hint=sight.shared(rounds, 1), worth=sight.shared(rounds, 2))

    match = Match(replace(game, scene=scene), seats=2, seed=7)
    hints = {match.scene(viewer).hint for viewer in (0, 1, None)}
    assert made == [None, None], "once for each argument, and never from a seat's view"
    assert len(hints) == 1
    match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    match.scene(1)
    assert made == [None] * 4


def test_plain_scenes_hold_what_they_share_once() -> None:
    match = Match("guild_master", seats=6, seed=7, options={"game_variant": "labyrinth_city"})
    mine, theirs = match.scene(0).as_dict(), match.scene(1).as_dict()
    assert mine["seats"][5] is theirs["seats"][5], "the banner of a third seat"
    assert mine["seats"][0] != theirs["seats"][0], "whose hand it shows is a seat's own"


@pytest.mark.parametrize("game", sorted(wb.list_games()))
def test_a_match_that_nobody_holds_is_gone_at_once_though_it_was_looked_at(game: str) -> None:
    match = Match(game, seed=7)
    for _ in range(3):
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[0])
        assert [match.scene(viewer).title and match.view(viewer) for viewer in (None, 0, 1)]
        assert len(match.news(seat)) <= 1
    left = weakref.ref(match)
    gc.disable()
    try:
        del match
        assert left() is None
    finally:
        gc.enable()

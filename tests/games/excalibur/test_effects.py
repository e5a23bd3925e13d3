"""The sorts of effects that chips.py lists, against the rules that stand below it and name them again."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from workbench.author import effect_at_work
from workbench.games.excalibur import GAME, chips, movements
from workbench.games.excalibur.chips import EFFECTS
from workbench.games.excalibur.report import COUNTERS, HOLDERS
from workbench.kernel.engine.speeds import linked_plain
from workbench.kernel.frames import EFFECT

ASKED = linked_plain(GAME.variant(), {"is_sword": movements.is_sword_effect, "effect_at_work": effect_at_work})


def named(effects: tuple) -> set[str]:
    """The names of the rows of one sort."""
    return {effect.name for effect in effects}


def at_work(*effects: str) -> int:
    """The frame of the chip that is being resolved, where these effects lie one on the other."""
    frames = {(i, EFFECT): getattr(EFFECTS, effect) for i, effect in enumerate(effects)}
    return ASKED["effect_at_work"](SimpleNamespace(frame_count=len(effects), frames=frames))


@pytest.mark.rule("EX-044")
def test_the_rules_know_the_swords_that_are_listed_and_no_others() -> None:
    swords = {effect.name for number, effect in enumerate(EFFECTS) if ASKED["is_sword"](number)}
    assert swords == named(chips.SWORDS)


@pytest.mark.rule("EX-057")
def test_what_acts_on_reveal_is_what_is_listed_so() -> None:
    assert named(tuple(EFFECTS[number] for number in chips.ACTING_ON_REVEAL)) == named(chips.ON_REVEAL)


def test_a_chip_is_at_work_below_whatever_has_a_frame_besides_the_chips() -> None:
    assert {effect.name for effect in EFFECTS if at_work(effect.name) < 0} == named(chips.PARTS)
    assert at_work() == -1
    assert at_work("morgana", "thief", "stealing", "flip_offered") == 1


@pytest.mark.rule("EX-608")
def test_each_sword_is_counted_under_its_own_name() -> None:
    counted = {list(COUNTERS)[counter]: EFFECTS[sword].name for counter, sword in HOLDERS}
    assert counted == {f"holder_of_{sword}": sword for sword in named(chips.SWORDS)}

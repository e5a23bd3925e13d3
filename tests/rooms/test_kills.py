"""Whatever kills the process of a room, no act that anybody was told is lost, and none is there twice."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.rooms.killing import acts_until_a_kill, frames_until_a_kill

KILLS = 20
SERVERS = 2


@pytest.mark.slow
def test_no_acknowledged_act_is_lost_or_doubled_by_a_kill(tmp_path: Path) -> None:
    chance = random.Random(7)
    assert sum(acts_until_a_kill(tmp_path, chance.random() * 0.3) for _ in range(KILLS)) > 10 * KILLS


@pytest.mark.slow
def test_after_a_kill_of_the_whole_server_phones_go_on_from_what_they_have_seen(tmp_path: Path) -> None:
    chance = random.Random(7)
    assert sum(frames_until_a_kill(tmp_path, 1 + chance.random()) for _ in range(SERVERS)) > 10 * SERVERS

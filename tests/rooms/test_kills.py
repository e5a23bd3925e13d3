"""Whatever kills the process of a room, no act that anybody was told is lost, and none is there twice."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.rooms.dealer import room_in
from tests.servers import CHECKOUT
from workbench.rooms.table import acts_of

KILLS = 20


def told_until_killed(folder: Path, seconds: float) -> list[dict]:
    """What the process says until it is killed, some time after its first words."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.rooms.dealer", str(folder)], cwd=CHECKOUT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    time.sleep(seconds)
    process.kill()
    rest = process.stdout.read()
    process.wait()
    return [json.loads(line) for line in (first + rest).splitlines(keepends=True) if line.endswith("\n")]


@pytest.mark.slow
def test_no_acknowledged_act_is_lost_or_doubled_by_a_kill(tmp_path: Path) -> None:
    chance, many = random.Random(7), 0
    for kill in range(KILLS):
        said = told_until_killed(tmp_path, chance.random() * 0.3)
        room = room_in(tmp_path)
        written = room.store.happenings(room.id)[said[0]["number"] :]
        acts = [act for happening in written if happening.kind == "acts" for act in happening.content["acts"]]
        played = [act for one in said[1:] for act in one["acts"]]
        assert acts[: len(played)] == played, kill
        assert len(acts) <= len(played) + 1, kill  # what was written when it was killed had not been said yet
        assert acts_of(room.tables[0].match) == room.tables[0].written
        many += len(played)
        room.store.close()
    assert many > 10 * KILLS

"""What a page may say."""

from __future__ import annotations

import pytest

from workbench.play.messages import MOST_ACTIONS, read_message
from workbench.play.replay import MOST_BYTES
from workbench.storage.errors import RoomError


@pytest.mark.parametrize(
    "said",
    [
        {"type": "act", "actions": [1, 2, 3], "asked": 4},
        {"type": "act", "actions": [1]},
        {"type": "ready", "seat": 1},
        {"type": "hello", "id": ""},
        {"type": "load", "name": "a.json", "text": "{}"},
        {"type": "window", "seat": 0},
        {"type": "ping"},
        {"type": "undo"},
        {"type": "redo"},
        {"type": "save"},
    ],
)
def test_a_message_in_order_is_read(said: dict) -> None:
    assert read_message(said).type == said["type"]


@pytest.mark.parametrize(
    "said",
    [
        None,
        [],
        "act",
        {},
        {"type": None},
        {"type": ["act"]},
        {"type": "hear"},
        {"type": "_hear_act"},
        {"type": "ping", "extra": 1},
        {"type": "act"},
        {"type": "act", "actions": []},
        {"type": "act", "actions": "12"},
        {"type": "act", "actions": [True]},
        {"type": "act", "actions": [1.0]},
        {"type": "act", "actions": [-1]},
        {"type": "act", "actions": [10**9]},
        {"type": "act", "actions": [0] * (MOST_ACTIONS + 1)},
        {"type": "act", "actions": [1], "asked": "now"},
        {"type": "act", "actions": [1], "seat": 2},
        {"type": "ready"},
        {"type": "ready", "seat": True},
        {"type": "ready", "seat": -1},
        {"type": "hello", "id": None},
        {"type": "hello", "id": "x" * 1000},
        {"type": "load", "name": "a", "text": "x" * (MOST_BYTES + 1)},
        {"type": "load", "name": 7, "text": "{}"},
    ],
)
def test_a_message_out_of_order_is_refused(said: object) -> None:
    with pytest.raises(RoomError):
        read_message(said)

"""What a page may say: what the page of a match says is read, and whatever else is refused in one sentence."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from tests.pages.spoken import check_refusal, classes_of, malformed
from workbench.pages.messages import LONGEST_WORD, MOST_ACTIONS, Act, read
from workbench.play.replay import MOST_BYTES
from workbench.storage.errors import RoomError
from workbench.widgets import PlayApp

SAMPLES: dict[str, dict[str, Any]] = {
    "act": {"actions": [1, 2, 3], "asked": 4},
    "weigh": {"actions": [1, 2], "asked": 4},
    "ready": {"seat": 1},
    "whole": {},
    "hello": {"id": "", "host": "127.0.0.1", "names": ["Anna", ""]},
    "load": {"name": "a.json", "text": "{}"},
    "window": {"seat": 0},
    "rule": {"rule": "GM-021"},
    "ping": {},
    "undo": {},
    "redo": {},
    "turn": {"to": "score"},
    "save": {},
    "series": {"number": 0, "asked": 1},
    "way": {"to": "turn"},
    "pace": {"number": 2},
    "draw": {"kind": ".svg"},
    "play_again": {},
    "new_game": {},
    "sheet": {"kind": "csv"},
}


@pytest.mark.parametrize("kind", classes_of(PlayApp))
def test_a_message_in_order_is_read_as_its_class(kind: str) -> None:
    message = read(PlayApp.heard, {"type": kind, **SAMPLES[kind]})
    assert type(message) is classes_of(PlayApp)[kind]
    assert message.model_dump(mode="json") == SAMPLES[kind]


def test_an_act_need_not_say_which_question_it_answers() -> None:
    assert read(PlayApp.heard, {"type": "act", "actions": [1]}) == Act(actions=(1,), asked=None)


def test_a_message_never_changes() -> None:
    message = read(PlayApp.heard, {"type": "hello", "id": "x"})
    with pytest.raises(ValidationError):
        message.id = "y"  # type: ignore[misc]
    assert isinstance(read(PlayApp.heard, {"type": "act", "actions": [1]}).actions, tuple)


@pytest.mark.parametrize(("kind", "part", "said"), malformed(PlayApp, SAMPLES))
def test_a_malformed_part_is_refused_in_words_that_name_it(kind: str, part: str, said: dict) -> None:
    check_refusal(PlayApp, kind, part, said)


@pytest.mark.parametrize(
    "said",
    [
        None,
        [],
        "act",
        7,
        {},
        {"kind": "act"},
        {"type": None},
        {"type": ["act"]},
        {"type": {"type": "act"}},
        {"type": "\ud800"},
        {"type": "x" * 10**6},
        {"type": "hear"},
        {"type": "_act"},
        {"type": "Act"},
        {"type": "ping", 7: 1},
        {"type": "ping", "\ud800": 1},
        {"type": "act", "actions": [1], "seat": 2},
        {"type": "act", "actions": [10**9]},
        {"type": "act", "actions": [0] * (MOST_ACTIONS + 1)},
        {"type": "hello", "id": "x" * (LONGEST_WORD + 1)},
        {"type": "load", "name": "a", "text": "x" * (MOST_BYTES + 1)},
    ],
)
def test_a_message_out_of_order_is_refused(said: object) -> None:
    with pytest.raises(RoomError) as refusal:
        read(PlayApp.heard, said)
    assert len(str(refusal.value)) < 260


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (None, "A message is an object with a type, not None."),
        ({"type": "ping", "extra": 1}, "A message 'ping' has no part 'extra'."),
        ({"type": "ready"}, "A message 'ready' lacks its part 'seat'."),
        ({"type": "ready", "seat": 64}, "In a message 'ready' the part 'seat' is 64. Give a number up to 63."),
        (
            {"type": "act", "actions": [1, True]},
            "In a message 'act' the part 'actions', entry 2 is True. Give a whole number.",
        ),
    ],
)
def test_a_refusal_says_what_was_given_and_what_belongs_there(said: object, words: str) -> None:
    with pytest.raises(RoomError) as refusal:
        read(PlayApp.heard, said)
    assert str(refusal.value) == words


def test_an_unknown_type_is_named_beside_those_that_exist() -> None:
    with pytest.raises(
        RoomError, match=r"no message type 'sudo'\. The types are: 'ping', 'act', 'series', 'weigh', 'ready'"
    ):
        read(PlayApp.heard, {"type": "sudo"})

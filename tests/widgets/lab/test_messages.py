"""What the page of the lab may say: everything malformed is refused in words that name it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.pages.spoken import check_refusal, classes_of, malformed
from workbench.pages.messages import read
from workbench.widgets import LabPage

SAMPLES: dict[str, dict[str, Any]] = {
    "choose": {"part": "game", "value": "guile"},
    "run": {},
    "stop": {},
    "open": {"text": "{}"},
    "save": {},
    "export": {},
    "deck": {},
    "answer": {"number": 0},
    "against": {"number": 0},
    "numbers": {},
}


@pytest.mark.parametrize("kind", classes_of(LabPage))
def test_a_message_in_order_is_read_as_its_class(kind: str) -> None:
    message = read(LabPage.heard, {"type": kind, **SAMPLES[kind]})
    assert type(message) is classes_of(LabPage)[kind]


def test_malformed_parts_are_refused() -> None:
    for kind, part, said in malformed(LabPage, SAMPLES):
        check_refusal(LabPage, kind, part, said)

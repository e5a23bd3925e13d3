"""What the page of a studio may say: everything malformed is refused in words that name it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.pages.spoken import check_refusal, classes_of, malformed
from workbench.pages.messages import MOST_SEATS, read
from workbench.storage.errors import RoomError
from workbench.widgets import DeckStudio
from workbench.widgets.studio.messages import LONGEST_NOTE, MOST_GAMES, MOST_ROW

SAMPLES: dict[str, dict[str, Any]] = {
    "hello": {"id": "", "host": "127.0.0.1", "names": ["Anna", ""]},
    "ping": {},
    "undo": {},
    "redo": {},
    "open": {"game": "guild_master", "deck": "medieval"},
    "import": {"name": "list.csv", "data": "eA=="},
    "export": {"kind": "csv:cards.csv"},
    "take": {},
    "play": {},
    "go": {"file": "cards.csv", "row": 2, "column": "name"},
    "suggest": {"aim": "first_seat"},
    "stop": {},
    "edit": {"number": 0},
    "mend": {"places": [["cards.csv", 48, "bonus_source_printed"]]},
    "baseline": {"id": "opened"},
    "measure": {"seats": 3, "bots": ["random", "greedy"], "games": 60, "seed": "2"},
    "again": {},
    "save": {"note": "two\nlines"},
    "share": {},
    "publish": {
        "title": "Town",
        "line": "",
        "author": "Ann",
        "notes": "two\nlines",
        "licence": "CC0",
        "language": "en",
        "emblem": "shell",
        "of": "",
        "unlisted": False,
    },
    "preview": {
        "title": "Town",
        "line": "",
        "author": "",
        "licence": "CC0",
        "emblem": "shell",
        "of": "",
        "unlisted": True,
    },
    "take_back": {"slug": "town"},
    "restore": {"number": 1},
    "compare": {"id": "opened", "other": "now"},
}


@pytest.mark.parametrize("kind", classes_of(DeckStudio))
def test_a_message_in_order_is_read_as_its_class(kind: str) -> None:
    message = read(DeckStudio.heard, {"type": kind, **SAMPLES[kind]})
    assert type(message) is classes_of(DeckStudio)[kind]
    assert message.model_dump(mode="json") == SAMPLES[kind]


@pytest.mark.parametrize(("kind", "part", "said"), malformed(DeckStudio, SAMPLES))
def test_a_malformed_part_is_refused(kind: str, part: str, said: dict) -> None:
    check_refusal(DeckStudio, kind, part, said)


@pytest.mark.parametrize(
    ("kind", "part", "value"),
    [
        ("measure", "seats", 0),
        ("measure", "seats", MOST_SEATS + 1),
        ("measure", "bots", ["random"] * (MOST_SEATS + 1)),
        ("measure", "games", 0),
        ("measure", "games", MOST_GAMES + 1),
        ("go", "row", MOST_ROW + 1),
        ("mend", "places", []),
        ("mend", "places", [["cards.csv", MOST_ROW + 1, "name"]]),
        ("restore", "number", -1),
        ("save", "note", "x" * (LONGEST_NOTE + 1)),
    ],
)
def test_bounds_hold(kind: str, part: str, value: object) -> None:
    check_refusal(DeckStudio, kind, part, {"type": kind, **SAMPLES[kind], part: value})


@pytest.mark.parametrize("seed", ["", "seven", "-1", "1.5", "7" * 41, "٣"])
def test_a_seed_that_is_no_whole_number_is_refused_in_words(seed: str) -> None:
    with pytest.raises(RoomError, match=r"The seed is '.*'\. Give a whole number of"):
        read(DeckStudio.heard, {"type": "measure", **SAMPLES["measure"], "seed": seed})


def test_spaces_around_a_seed_do_not_count() -> None:
    assert read(DeckStudio.heard, {"type": "measure", **SAMPLES["measure"], "seed": " 7 "}).seed == "7"

"""What the page of a studio may say: about the deck, its report, its versions, and where to go."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from workbench.play.messages import LONGEST_WORD, MOST_SEATS, Vocabulary, text_part, whole_part
from workbench.storage.errors import RoomError

MOST_UPLOAD = 4 * 1024 * 1024  # bytes of a file; a socket drops messages of about ten million without a word
LONGEST_UPLOAD = 4 * MOST_UPLOAD // 3 + 4  # the same in base64
MOST_GAMES = 100_000  # that one report plays
MOST_ROW = 100_000
LONGEST_NOTE = 2_000


@dataclass(frozen=True)
class StudioMessage:
    """A checked message of a studio; parts that its type does not have keep their defaults."""

    type: str
    id: str = ""
    game: str = ""
    deck: str = ""
    name: str = ""
    data: str = ""
    kind: str = ""
    seats: int = 0
    bots: tuple[str, ...] = ()
    games: int = 0
    seed: str = ""
    file: str = ""
    row: int = 0
    column: str = ""
    note: str = ""
    number: int = 0
    other: str = ""


def _word(what: str) -> Callable[[object], str]:
    return lambda value: text_part(value, LONGEST_WORD, what)


def _bots(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_SEATS:
        raise RoomError(f"The bots of a message are a list of 1 to {MOST_SEATS} names.")
    return tuple(text_part(name, LONGEST_WORD, "bot") for name in value)


def _seed(value: object) -> str:
    text = text_part(value, LONGEST_WORD, "seed").strip()
    if not re.fullmatch("[0-9]{1,40}", text):
        raise RoomError(f"The seed is {text[:40]!r}. Give a whole number.")
    return text


STUDIO = Vocabulary(
    {
        "hello": ("id",),
        "ping": (),
        "undo": (),
        "redo": (),
        "open": ("game", "deck"),
        "import": ("name", "data"),
        "export": ("kind",),
        "take": (),
        "play": (),
        "go": ("file", "row", "column"),
        "baseline": ("id",),
        "measure": ("seats", "bots", "games", "seed"),
        "again": (),
        "save": ("note",),
        "restore": ("number",),
        "compare": ("id", "other"),
    },
    {
        **{part: _word(part) for part in ("id", "other", "game", "deck", "kind", "file", "column")},
        "name": lambda value: text_part(value, LONGEST_WORD, "file name"),
        "data": lambda value: text_part(value, LONGEST_UPLOAD, "file"),
        "row": lambda value: whole_part(value, 0, MOST_ROW, "row"),
        "seats": lambda value: whole_part(value, 1, MOST_SEATS, "number of seats"),
        "bots": _bots,
        "games": lambda value: whole_part(value, 1, MOST_GAMES, "number of games"),
        "seed": _seed,
        "note": lambda value: text_part(value, LONGEST_NOTE, "note"),
        "number": lambda value: whole_part(value, 0, MOST_ROW, "version"),
    },
    StudioMessage,
)

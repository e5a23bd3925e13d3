"""The family of errors: each says what was given, where, what was expected and how to fix it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from traceback import walk_stack, walk_tb
from types import FrameType
from typing import Any

MACHINERY = ("workbench", "numpy", "numba", "llvmlite", "dataclasses", "contextlib", "functools", "importlib", "typing")
GAMES = "workbench.games."  # our own games count as written by authors, like any other
LONGEST_SHOWN, LONGEST_PATH = 80, 200  # characters of a value, and of a path, that an error quotes
EXPECTED = {  # what pydantic calls a fault -> what belongs there instead
    "string_type": "text",
    "string_unicode": "text of whole characters",
    "string_too_long": "text of at most {max_length} characters",
    "int_type": "a whole number",
    "greater_than_equal": "a number from {ge} up",
    "less_than_equal": "a number up to {le}",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "too_short": "a list of at least {min_length}",
    "too_long": "a list of at most {max_length}",
    "mapping_type": "a table",
    "dict_type": "a table",
    "model_type": "a table",
}


class WorkbenchError(Exception):
    """Anything the workbench refuses; nothing has changed when it is raised."""


class DeclarationError(WorkbenchError, ValueError):
    """A part of a game's declaration that cannot be right; it names the line of the game that declares it."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.place = place_in(walk_stack(sys._getframe(1)))

    def __str__(self) -> str:
        return f"{self.place}: {self.args[0]}" if self.place else self.args[0]


class RuleError(WorkbenchError):
    """A rule that cannot be carried out or compiled; it names the line of the game, the rule and what is wrong."""


class DeckError(WorkbenchError):
    """A deck that cannot be used; `problems` lists every finding that makes it so."""

    def __init__(self, message: str, problems: tuple[Any, ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems


class IllegalAction(WorkbenchError):
    """An action that the seat may not take now."""


class OptionError(WorkbenchError):
    """A seat count, a seed, an option, a bot or a name that does not exist or does not fit."""


class PositionError(WorkbenchError):
    """A position that cannot be built: its description does not fit the game, or no play leads to it."""


class ReplayError(WorkbenchError):
    """A saved match that cannot be read back."""


class RoomError(WorkbenchError):
    """A room, a seat in it or a message to it that is refused."""


class GalleryError(WorkbenchError):
    """A variant, an address or a file of the gallery that is refused."""


def place_in(frames: Iterable[tuple[FrameType, int]]) -> str:
    """The first of some frames, each with its line, that is in a game and not in the code that runs games.

    Returns its file as seen from the working folder, and the line; empty if there is none.
    """
    for frame, line in frames:
        module = frame.f_globals.get("__name__", "")
        if module.startswith(GAMES) or module.partition(".")[0] not in MACHINERY:
            return f"{file_of(frame.f_code.co_filename)} line {line}"
    return ""


def frames_of(fault: BaseException) -> Iterator[tuple[FrameType, int]]:
    """The frames that an error has passed through, each with its line, innermost first."""
    return reversed(list(walk_tb(fault.__traceback__)))


def file_of(name: str) -> str:
    """A source file as an error text names it: relative to the working folder if it is there, or as a notebook's cell.

    >>> file_of("/tmp/ipykernel_7/1234.py")
    'a cell of the notebook,'
    """
    file = Path(name)
    if file.parent.name.startswith("ipykernel_"):
        return "a cell of the notebook,"
    return str(file.relative_to(Path.cwd())) if file.is_relative_to(Path.cwd()) else name


def shown(value: Any, longest: int = LONGEST_SHOWN) -> str:
    """A value as an error text quotes it: always short.

    >>> shown("4"), shown(10**5000)
    ("'4'", 'a value of type int')
    """
    try:
        return repr(value)[:longest]
    except Exception:  # a number too long to be written out, or an object that cannot describe itself
        return f"a value of type {type(value).__name__}"


def shown_path(path: object) -> str:
    """A path as an error text quotes it."""
    return shown(str(path), LONGEST_PATH)


def reason_of(fault: Exception) -> str:
    """Why the system refused, as an error text says it: in the system's words, without number and path.

    >>> reason_of(FileNotFoundError(2, "No such file or directory", "deck.toml"))
    'No such file or directory'
    """
    return str(getattr(fault, "strerror", None) or fault)[:LONGEST_PATH]


def belongs(fault: Mapping[str, Any]) -> str:
    """In words, what belongs in place of a value in which pydantic found a fault.

    >>> belongs({"type": "less_than_equal", "ctx": {"le": 63}})
    'a number up to 63'
    """
    return EXPECTED.get(fault["type"], "a value that fits").format(**fault.get("ctx", {}))


def one_of(given: object, allowed: object, what: str) -> str:
    """A sentence that names a wrong value and lists the allowed ones.

    >>> one_of("giuld", ["guild", "guile"], "game")
    "There is no game 'giuld'. Choose one of: guild, guile. Did you mean 'guild'?"
    """
    import difflib

    names = [str(name) for name in allowed]  # type: ignore[attr-defined]
    sentence = f"There is no {what} {shown(given)}. Choose one of: {', '.join(names) or '(none)'}."
    near = difflib.get_close_matches(shown(given).strip("'"), names, n=1)
    return f"{sentence} Did you mean {near[0]!r}?" if near else sentence

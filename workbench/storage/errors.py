"""The family of errors: each says what was given, where, what was expected and how to fix it."""

from __future__ import annotations

from typing import Any


class WorkbenchError(Exception):
    """Anything the workbench refuses; nothing has changed when it is raised."""


class DeckError(WorkbenchError):
    """A deck that cannot be used; `problems` lists every finding that makes it so."""

    def __init__(self, message: str, problems: tuple = ()) -> None:
        super().__init__(message)
        self.problems = problems


class IllegalAction(WorkbenchError):
    """An action that the seat may not take now."""


class OptionError(WorkbenchError):
    """A seat count, a seed, an option, a bot or a name that does not exist or does not fit."""


class ReplayError(WorkbenchError):
    """A saved match that cannot be read back."""


class RoomError(WorkbenchError):
    """A room, a seat of it or a message to it that is refused."""


def shown(value: Any, longest: int = 80) -> str:
    """A value as an error text quotes it: short, whatever it is.

    >>> shown("4"), shown(10**5000)
    ("'4'", 'a value of type int')
    """
    try:
        return repr(value)[:longest]
    except Exception:  # a number too long to be written out, or an object that cannot describe itself
        return f"a value of type {type(value).__name__}"


def reason_of(fault: Exception) -> str:
    """Why the system refused, as an error text says it: in its words, without a number and a path.

    >>> reason_of(FileNotFoundError(2, "No such file or directory", "deck.toml"))
    'No such file or directory'
    """
    return str(getattr(fault, "strerror", None) or fault)


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

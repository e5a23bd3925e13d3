"""The kit of a page: it hears messages, does what they ask for under its guard, notes it, and refuses what cannot be.

The words of the kit, each for one notion:

- a **page** is what Python knows of one page in a browser. What carries its messages (a widget, a socket, a request)
  calls `hear` with plain data, and is not part of the kit;
- a **message** is what a page says: a frozen class that checks its parts (`messages.py`);
- a **handler** is the method of a page that does what the messages of a class ask for. A page hears exactly the
  messages that it has handlers for, and leaves aside those that it `ignores`;
- a **note** is the line that says what the last step has done: what its handler returns;
- to **refuse** is to say in a line why a message changes nothing, beside the part of the page that it came from;
- a **fault** is what nobody foresaw: the page's **guard** makes one notice of it (`guard.py`);
- to **keep** the work on a page is to write it where a new kernel finds it, to **hold** it is to be the one window that
  may write it, to **bring back** is to lay it on a page again, which **takes it over** from the window that held it
  (`keeping.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, get_type_hints

from workbench.pages.guard import Guard
from workbench.pages.messages import Message, class_of, read
from workbench.storage.errors import WorkbenchError

HEARING = "hearing this page"
Does = TypeVar("Does", bound=Callable[..., object])


def handles(handler: Does) -> Does:
    """Mark a method as the handler of the messages of one class, that of its parameter, or of all those below it."""
    handler.handles_messages = True  # type: ignore[attr-defined]
    return handler


def _classes_that(handler: Callable[..., object]) -> tuple[type[Message], ...]:
    """The classes that stand at the parameter of a handler."""
    return _with_types(next(iter(get_type_hints(handler).values())))


def _with_types(message: type[Message]) -> tuple[type[Message], ...]:
    """A class of messages, or all those below it where it has no type itself."""
    if message.type:
        return (message,)
    return tuple(one for below in message.__subclasses__() for one in _with_types(below))


@dataclass
class Lines:
    """What a page says of the last step: what was done, or why it was refused, and `at` which part of the page."""

    note: str = ""
    error: str = ""
    at: str = ""

    def clear(self) -> None:
        """Say nothing."""
        self.note = self.error = self.at = ""

    def refuse(self, words: str, at: str = "") -> None:
        """Say why nothing was done."""
        self.note, self.error, self.at = "", words, at

    def error_at(self, place: str) -> str:
        """Why something that a part of the page asked for was refused."""
        return self.error if self.at == place else ""


class Page:
    """Hears messages and does what they ask for; each kind of page is a subclass with a handler for each message.

    `hear` takes what came from a browser, whatever brought it here, and raises nothing. `lines` is what the page says
    of the last step; `show_lines` brings that to the browser.
    """

    ignores: ClassVar[tuple[type[Message], ...]] = ()
    heard: ClassVar[Mapping[str, type[Message]]] = {}  # by the types that pages send
    handlers: ClassVar[Mapping[type[Message], str]] = {}  # the names of methods

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        own = [name for name, one in vars(cls).items() if getattr(one, "handles_messages", False)]
        cls.handlers = {**cls.handlers, **{one: name for name in own for one in _classes_that(vars(cls)[name])}}
        cls.heard = {one.type: one for one in (*cls.handlers, *cls.ignores)}

    def __init__(self, guard: Guard) -> None:
        self.lines = Lines()
        self.hear = guard(self._hear, self._doing)

    @property
    def guard(self) -> Guard:
        """The guard of this page, through which all else that a browser sets off is registered."""
        return self.hear.guard

    def hear_text(self, text: str | bytes) -> None:
        """Hear a message as JSON, such as a socket brings; anything else is refused like any other nonsense."""
        try:
            raw = json.loads(text)
        except (ValueError, RecursionError):
            raw = None
        self.hear(raw)

    def _doing(self, raw: object) -> str:
        """What the handler of a message does, in words."""
        message = class_of(self.heard, raw)
        return message.doing if message else HEARING

    def _hear(self, raw: object) -> None:
        """Do what a message asks for; a refused one changes nothing but the line that says why."""
        message: Message | type[Message] | None = class_of(self.heard, raw)
        try:
            message = said = read(self.heard, raw)
            if type(said) not in self.ignores:
                self.begin(said)
                self.done(said, self.do(said) or "")
        except WorkbenchError as refusal:
            self.refuse(str(refusal), message)

    def begin(self, message: Message) -> None:
        """A message is about to be done: what the page said of the step before is no longer said."""
        if not message.quiet:
            self.lines.clear()

    def do(self, message: Message) -> str | None:
        """Do what a message asks for; the note that is shown then."""
        return getattr(self, self.handlers[type(message)])(message)

    def done(self, message: Message, note: str) -> None:
        """A message has been done: say so."""
        if note:
            self.note(note)

    def note(self, words: str) -> None:
        """Say what was done."""
        self.lines.note = words
        self.show_lines()

    def refuse(self, words: str, message: Message | type[Message] | None) -> None:
        """Say why a message changes nothing; of a malformed one the class is known, of anything else nothing."""
        self.lines.refuse(words, message.at if message else "")
        self.show_lines()

    def show_lines(self) -> None:
        """Bring what is said of the last step to the browser; a page without lines of its own tells only refusals."""
        self.guard.tell(self.lines.error)

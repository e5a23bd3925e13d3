"""What becomes of a fault that nobody foresaw in something a page has set off: one notice there, and a line in the log.

Every function that a page's messages, presses and choices call, and all that is done later because of them, is
registered through the page's Guard. A kernel would show such an exception nowhere, and the page would wait for ever.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping
from typing import Any

from workbench.storage.errors import WorkbenchError

DECK_STAYS = "Nothing is lost: every step that was made is kept. Try again, or undo the last step."
MATCH_STAYS = "Nothing is lost: the match is as it was. Try again, or undo."
RELOAD = " If that does not help, reload this page."  # where what is on it is kept on disk
NOT_KEPT = "The last steps stand on this page alone: save them as a file before you reload it."


ASKED = "doing what this page asked for"


class Guard:
    """Makes the handlers of one page: whatever they raise ends in one notice, which `tell` puts on that page.

    `tell` must need next to nothing, since much may be broken when it is called; `stays` says what the fault has left
    as it was, and what to do: a sentence, or a function that is asked when it happens, where that depends on what is
    kept by then.
    """

    def __init__(self, tell: Callable[[str], None], stays: str | Callable[[], str]) -> None:
        self.tell = tell
        self._stays = stays

    @property
    def stays(self) -> str:
        """What a fault now would leave as it was, and what to do."""
        return self._stays if isinstance(self._stays, str) else self._stays()

    def each(self, works: Mapping[str, Callable[[], object]]) -> None:
        """Do several things, each whatever becomes of the others; their keys say what they do."""
        for doing, work in works.items():
            self(work, doing)()

    def __call__(self, handler: Callable[..., object], doing: str | Callable[..., str] = ASKED) -> Handler:
        """The handler to register for `handler`; `doing` says what it does, or is asked with what it was given."""
        return Handler(handler, doing, self)


class Handler:
    """A function that a page may set off: it raises nothing, and takes what `handler` takes."""

    def __init__(self, handler: Callable[..., object], doing: str | Callable[..., str], guard: Guard) -> None:
        self.handler = handler
        self.doing = doing
        self.guard = guard

    def __call__(self, *given: Any) -> None:
        """Do it; an error of ours is shown in its own words, any other exception as a fault."""
        try:
            self.handler(*given)
        except WorkbenchError as refusal:
            self._tell(str(refusal))
        except Exception:
            doing = self.doing if isinstance(self.doing, str) else self.doing(*given)
            _log().exception("A fault while %s.", doing)
            self._tell(fault_notice(doing, self.guard.stays))

    def from_threads(self) -> Callable[..., None]:
        """The same for threads: it is done where the page is worked on, on the event loop if one runs now."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return self

        def later(*given: Any) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended: nobody looks at the page any more
                loop.call_soon_threadsafe(self, *given)

        return later

    def of_widget(self, _widget: object, message: object, _buffers: object) -> None:
        """The same for what a widget hears from its page."""
        self(message)

    def _tell(self, notice: str) -> None:
        try:
            self.guard.tell(notice)
        except Exception:
            _log().exception("A page could not show: %s", notice)


def fault_notice(doing: str, stays: str) -> str:
    """What a page says of a fault.

    >>> fault_notice("undoing a step", "Nothing is lost.")
    'Something went wrong in the workbench while undoing a step; the log of the kernel says what. Nothing is lost.'
    """
    return f"Something went wrong in the workbench while {doing}; the log of the kernel says what. {stays}"


def _log() -> logging.Logger:
    return logging.getLogger(__name__)

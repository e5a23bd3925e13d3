"""A page whose work is kept, so that a page that is opened again, or a restarted kernel, goes on with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.pages.guard import NOT_KEPT, RELOAD, Guard
from workbench.pages.messages import Ping
from workbench.pages.page import Page, handles
from workbench.storage.store import KeptWork


class BrowserMemory:
    """What the browser of a page remembers: the id under which its work is kept, in a slot of its own.

    `stays` are the words for what a fault leaves as it was, where everything is kept.
    """

    def __init__(self, kept: KeptWork, slot: str, send: Callable[[dict[str, Any]], object], stays: str) -> None:
        self.kept, self.slot, self.send = kept, slot, send
        self._stays = stays
        self._told_id = ""

    @property
    def behind(self) -> bool:
        """Whether there is something to bring back that the browser does not know of."""
        return self.kept.written and self.kept.id != self._told_id

    def tell(self) -> None:
        """Let the browser remember the work as soon as there is something to bring back."""
        if self.behind:
            self.send({"type": "keep", "slot": self.slot, "id": self.kept.id})
            self._told_id = self.kept.id

    def stays(self) -> str:
        """What a fault now would leave as it was, and what to do."""
        return NOT_KEPT if self.kept.behind or self.behind else self._stays + (RELOAD if self.kept.store else "")


class KeepingPage(Page):
    """A page whose work is kept: it answers signs of life, and learns from them if another window takes it over."""

    def __init__(self, memory: BrowserMemory, tell: Callable[[str], None]) -> None:
        super().__init__(Guard(tell, memory.stays))
        self.memory = memory

    @handles
    def _ping(self, _message: Ping) -> None:
        self.memory.send({"type": "pong"})
        if self.memory.kept.check_holder():
            self.show_lines()

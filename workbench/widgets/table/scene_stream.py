"""What one browser is sent about a table over a socket: the whole scene at first, then only changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.play.differences import differences
from workbench.widgets.table.emblems import emblems_of

if TYPE_CHECKING:
    from workbench.play.host import TableHost


class SceneStream:
    """Remembers what a browser has: its scene, and the emblems it has learnt."""

    def __init__(self) -> None:
        self.shown: dict[str, Any] = {}
        self.emblems: dict[str, str] = {}

    def next(self, host: TableHost, viewer: int | None) -> dict[str, Any]:
        """What takes the browser from its scene to the present one; `changes` is empty if it has that already."""
        before, self.shown = self.shown, host.scene(viewer)
        seen: dict[str, Any] = {"changes": differences(before, self.shown)} if before else {"scene": self.shown}
        named = emblems_of(host.match.deck, seen)
        fresh = {name: path for name, path in named.items() if name not in self.emblems}
        self.emblems |= fresh
        return {**seen, "emblems": fresh}

    def forget(self) -> None:
        """Send the whole scene next, as the browser has lost its own."""
        self.shown = {}

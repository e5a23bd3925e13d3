"""The work on a page as it is saved: written at every step, held by one window, restored by its id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from workbench.storage.errors import RoomError
from workbench.storage.store import Store, is_kept_id

Made = TypeVar("Made")


class KeptWork:
    """The saved copy of the work on a page; without a `store` nothing is saved, but `kind` still supplies the words.

    `written` says whether it is on disk, `behind` whether the last steps could not be written, `taken_over` whether
    another window holds it now.
    """

    def __init__(self, kind: type[Store], store: Store | None) -> None:
        self.kind, self.store = kind, store
        self.begin()

    def begin(self) -> None:
        """Begin a new work, of which nothing is written yet."""
        self._lies_here(self.store.new_id() if self.store else "", written=False)

    def _lies_here(self, kept_id: str, written: bool) -> None:
        self.id, self.written, self.behind, self.taken_over = kept_id, written, False, False

    def write(self, content: Callable[[], dict[str, Any]]) -> None:
        """Save the work if there is a store; if that raises, the last steps count as not written."""
        if self.store is None:
            return
        self.behind = True
        try:
            self.store.write(self.id, content())
        except self.kind.refusal:
            self.check_holder()
            raise
        self.written, self.behind = True, False

    def check_holder(self) -> bool:
        """Check whether the work was restored elsewhere; returns whether that has changed."""
        before, self.taken_over = self.taken_over, self.store is not None and not self.store.holds(self.id)
        return self.taken_over != before

    def refuse_if_taken_over(self) -> None:
        """Raise RoomError if the work was restored elsewhere: nothing more is done to it here."""
        self.check_holder()
        if self.taken_over:
            raise RoomError(self.kind.elsewhere)

    def bring_back(self, kept_id: str, take: Callable[[dict[str, Any]], Made]) -> Made:
        """What `take` makes of the work saved under an id, which this window then holds; a refusal changes nothing."""
        if self.store is None:
            raise self.kind.refusal(f"No {self.kind.kind} is kept here (autosave is off). {self.kind.otherwise}.")
        if not is_kept_id(kept_id):
            raise self.kind.refusal(self.kind.no_id)
        made = take(self.store.read(kept_id))
        self.store.claim(kept_id)
        self._lies_here(kept_id, written=True)
        return made

    def words(self, begun: bool) -> str:
        """What is saved so far, for a user cut off from this kernel; `begun`: whether there is anything to save."""
        if self.written:
            return f"{self.kind.yours} kept{', but for the last steps' if self.behind else ''}."
        return f"{self.kind.this} is kept nowhere else than here." if begun else self.kind.not_begun

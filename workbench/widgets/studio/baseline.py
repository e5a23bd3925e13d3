"""The deck to compare the one on the desk with: the deck as opened, the step before, or a version."""

from __future__ import annotations

from workbench.decks import Deck, Finding
from workbench.storage.errors import DeckError, RoomError
from workbench.widgets.studio.versions import OPENED, VersionsPanel
from workbench.widgets.studio.work import Work

STEP, SAVED = "step", "saved"


class Baseline:
    """The deck to compare with, its `title` in words, and all `choices`, as (id, words).

    `id` is the present choice; if that deck is gone or damaged, the deck as it was opened takes its place.
    """

    def __init__(self, work: Work) -> None:
        self.id, self.deck = OPENED, work.opened
        self.choices: list[tuple[str, str]] = []
        self._odd: tuple[Deck, tuple[Finding, ...]] | None = None

    @property
    def title(self) -> str:
        """The baseline's name in words."""
        return dict(self.choices).get(self.id, "")

    def choose(self, choice: str) -> None:
        """Compare with another deck from now on; RoomError if there is none with that id."""
        if choice not in dict(self.choices):
            raise RoomError("There is no such deck to compare with. Choose one of the list.")
        self.id = choice

    def find(self, work: Work, versions: VersionsPanel) -> str:
        """Look up the chosen deck; return in words what is wrong with it, or nothing."""
        saved = [(SAVED, "the version saved last")] if versions.kept else []
        opened = (OPENED, f"{work.opened.meta.title} as opened")
        self.choices = [opened, (STEP, "the deck before the last edit"), *saved, *versions.choices]
        if self.id not in dict(self.choices):
            self.id = OPENED
        try:
            self.deck = self._found(work, versions)
        except DeckError as damaged:
            self.id, self.deck = OPENED, work.opened
            return str(damaged)
        return ""

    def _found(self, work: Work, versions: VersionsPanel) -> Deck:
        if self.id == OPENED:
            return work.opened
        if self.id == STEP:
            return work.before
        return versions.deck(versions.choices[0][0] if self.id == SAVED else self.id)

    @property
    def odd(self) -> tuple[Finding, ...]:
        """What is odd about the baseline; looked up once for all edits."""
        if self._odd is None or self._odd[0] is not self.deck:
            self._odd = self.deck, self.deck.lint()
        return self._odd[1]

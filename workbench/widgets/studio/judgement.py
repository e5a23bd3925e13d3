"""What is wrong or odd about the deck on the desk, and how its categories are balanced, beside another deck.

That other deck is the deck as opened, the step before, or a version.
"""

from __future__ import annotations

from workbench.decks import Deck, Finding
from workbench.decks.editor import DeckEditor
from workbench.pages.guard import Handler
from workbench.storage.errors import DeckError, RoomError
from workbench.widgets.studio.deck_pictures import bars_html, findings_html
from workbench.widgets.studio.desks import Work
from workbench.widgets.studio.versions import OPENED, VersionsPanel
from workbench.widgets.studio.widgets import LAST_WHOLE, Part

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


class Judgement:
    """The findings of a deck, each with its fix, and its bars; both also show the state before the edit."""

    def __init__(self, hear: Handler) -> None:
        self.findings = Part(hear, title="What is wrong or odd", scrolls=True)
        self.bars = Part(hear, title="Balance")

    def show(self, editor: DeckEditor, baseline: Baseline) -> None:
        """Bring both up to date with the cells, compared with the baseline."""
        other = baseline.deck if baseline.deck != editor.deck else None
        known, since = (baseline.odd, baseline.title) if other is not None and baseline.title else ((), "")
        self.findings.show(findings_html(editor.findings, buttons=True, before=known, since=since))
        self.bars.show(bars_html(editor.deck, other), age(editor))


def age(editor: DeckEditor) -> str:
    """Why what is shown does not match the present list; empty if it does."""
    return "" if editor.whole else LAST_WHOLE

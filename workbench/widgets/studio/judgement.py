"""What is wrong or odd about the deck on the desk, and how its categories are balanced."""

from __future__ import annotations

from workbench.decks.editor import DeckEditor
from workbench.pages.guard import Handler
from workbench.widgets.studio.baseline import Baseline
from workbench.widgets.studio.deck_pictures import bars_html, findings_html
from workbench.widgets.studio.widgets import LAST_WHOLE, Part


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

"""Edits found by games for the deck on the desk: each is taken alone, as one step that can be undone."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from workbench.decks import Deck
from workbench.decks.deck_edit import DeckEdit
from workbench.lab.compiling import RUNS_AND_STUDIES, CompiledApart
from workbench.lab.simulation import Plan
from workbench.lab.targets import AIMS, Aim
from workbench.pages.guard import Guard, Handler
from workbench.storage.errors import RoomError, WorkbenchError
from workbench.widgets.studio.widgets import SuggestPanel

if TYPE_CHECKING:
    from workbench.lab.suggest import Suggestion

GAMES = 2_000  # for measuring anew what was found
COMPILING = "The rules are being compiled; that takes a minute or so."
SEARCHING = "Lists of edits race on the same games."


class Suggesting:
    """The search for edits and its latest findings; `panel` shows both."""

    def __init__(self, hear: Handler, guard: Guard) -> None:
        self.panel = SuggestPanel(hear)
        self.found: Suggestion | None = None
        self._deck: Deck | None = None  # the one on the desk
        self._aim: Aim = next(iter(AIMS))
        self._cancel: threading.Event | None = None
        self._words = ""  # what the search is doing, or why it ended
        self._compiled = CompiledApart()
        self._settled = threading.Event()
        self._news = guard(self._hear_of, "showing edits that were found")

    def begin(self, aim: Aim, plan: Plan) -> None:
        """Look for edits of a plan's deck, in a thread; any earlier search is given up."""
        self.stop()
        self._aim, self.found, self._words = aim, None, SEARCHING
        cancel = self._cancel = threading.Event()
        self._settled.clear()
        work = (aim, plan, cancel, self._news.from_threads())
        threading.Thread(target=self._search, args=work, name="a search for edits", daemon=True).start()
        self._show()

    def stop(self) -> None:
        """Stop the search, and forget what is being looked for."""
        if self._cancel is not None:
            self._cancel.set()
            self._cancel, self._words = None, ""
            self._show()

    def clear(self) -> None:
        """Forget everything, as the deck of another game lies on the desk."""
        self.stop()
        self.found, self._words = None, ""

    def wait(self, seconds: float) -> bool:
        """Wait until no search is running; return whether that is so."""
        return self._settled.wait(seconds)

    def edit(self, number: int) -> DeckEdit:
        """One of the edits that were found; raises RoomError."""
        edits = self.found.edits if self.found is not None else ()
        if number >= len(edits):
            raise RoomError(f"There is no edit {number + 1} to take. Choose one of the {len(edits)} on the page.")
        return edits[number]

    def show(self, deck: Deck) -> None:
        """Show which of the edits are in the deck now on the desk."""
        self._deck = deck
        self._show()

    # ------------------------------------------------------------ in a thread

    def _search(self, aim: Aim, plan: Plan, cancel: threading.Event, news: Callable[..., None]) -> None:
        from workbench.lab.suggest import suggest

        try:
            waits = partial(news, cancel, COMPILING)
            self._compiled.see_to(plan.game, plan.variant, RUNS_AND_STUDIES, cancel, waits)
            if cancel.is_set():
                return
            news(cancel, SEARCHING)
            target: dict[str, Any] = {aim: AIMS[aim][1]}
            found = suggest(
                plan.game, plan.deck, games=GAMES, seats=plan.seats, bots=plan.bots[0], options=plan.options,
                cancel=cancel, **target,
            )  # fmt: skip
            news(cancel, found)
        except WorkbenchError as problem:
            news(cancel, problem)
        finally:
            self._settled.set()

    def _hear_of(self, cancel: threading.Event, news: Suggestion | WorkbenchError | str) -> None:
        """Show what a search is doing, unless it was given up."""
        if cancel is not self._cancel:
            return
        if isinstance(news, str):
            self._words = news
        else:
            self._cancel = None
            self.found, self._words = (None, str(news)) if isinstance(news, WorkbenchError) else (news, "")
        self._show()

    # ------------------------------------------------------------ the page

    def _show(self) -> None:
        self.panel.state = {
            "aims": [[aim, words] for aim, (words, _) in AIMS.items()],
            "aim": self._aim,
            "working": self._cancel is not None,
            "words": self._words or (self.found.verdict if self.found is not None else ""),
            "edits": self._edits_told(),
            "sure": " ".join(self.found.sentences[-1:]) if self.found is not None else "",
        }

    def _edits_told(self) -> list[dict[str, Any]]:
        if self.found is None:
            return []
        steps = self.found.steps or ((),) * len(self.found.edits)
        return [
            {
                "words": edit.words,
                "brings": " ".join(one.then for one in step if not one.target.kept),
                "taken": self._deck is not None and _is_in(edit, self._deck),
            }
            for edit, step in zip(self.found.edits, steps, strict=True)
        ]


def _is_in(edit: DeckEdit, deck: Deck) -> bool:
    """Whether a deck has the values of an edit."""
    try:
        return edit.applied(deck).digest == deck.digest
    except WorkbenchError:  # its card is gone
        return False

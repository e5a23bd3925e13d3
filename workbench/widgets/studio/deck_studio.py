"""The designer's studio: a deck's cards, their faults, what they do in play, and a game with them."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from workbench.decks import Deck, list_decks, load_deck
from workbench.decks.drafts import DraftStore
from workbench.decks.editor import DeckEditor
from workbench.decks.finding import Finding
from workbench.decks.reading import TOML_FILE
from workbench.kernel.game import Game
from workbench.kernel.registry import game as find_game
from workbench.kernel.registry import list_games
from workbench.pages.guard import DECK_STAYS, Handler
from workbench.pages.keeping import BrowserMemory, KeepingPage
from workbench.pages.messages import Hello, Message, Redo, Undo
from workbench.pages.page import handles
from workbench.storage.errors import DeckError, RoomError
from workbench.storage.store import KeptWork
from workbench.widgets.grid.card_grid import CardGrid, readable
from workbench.widgets.grid.deck_fields import DeckFields
from workbench.widgets.grid.editor_widget import redo, undo
from workbench.widgets.studio import messages
from workbench.widgets.studio.bonuses import BonusPart
from workbench.widgets.studio.desks import Desks, Work
from workbench.widgets.studio.files import DeckFiles, kinds_of_files
from workbench.widgets.studio.judgement import Baseline, Judgement, age
from workbench.widgets.studio.layout import BONUSES, CARDS, DECK, PLAY, PUBLISH, StudioLayout
from workbench.widgets.studio.opening import opening
from workbench.widgets.studio.playing import PlayedDeck
from workbench.widgets.studio.publishing import PublishPanel
from workbench.widgets.studio.report import ReportPanel, ReportRequest
from workbench.widgets.studio.suggesting import Suggesting
from workbench.widgets.studio.versions import NOW, OPENED, VersionsPanel
from workbench.widgets.studio.widgets import StudioBar

if TYPE_CHECKING:
    from distributed import Client


class DeckStudio(KeepingPage):
    """A deck on the screen, to edit, judge, measure and play.

    >>> studio = DeckStudio("guild_master", autosave=False)  # doctest: +SKIP
    >>> studio.editor.set_cells("cards.csv", [(4, "resources", "FC")])  # doctest: +SKIP
    >>> studio.show()  # doctest: +SKIP

    The game is by default that of the page's address (`deck_studio.ipynb?game=guile`), or the usual one; if the
    address names an unknown game, the page says so. `deck` is a Deck, or the name or path of one. `seats`, `bots`,
    `options` and `games` say how the report's games are played, by default as is usual for the game; `options` override
    those of the deck. `autosave=False` keeps nothing on disk. With a `client` (a dask.distributed.Client) a cluster
    plays the report's games. With `whole` the studio fills a dashboard's window.
    """

    def __init__(
        self,
        game_id: str | Game | None = None,
        deck: Deck | str | None = None,
        *,
        seats: int | None = None,
        bots: str | Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        games: int = 10_000,
        autosave: bool = True,
        client: Client | None = None,
        whole: bool = False,
    ) -> None:
        opened, parent, astray = opening(game_id, deck)
        seated = bots if bots is None or isinstance(bots, str) else tuple(bots)
        request = ReportRequest(seats, seated, games, options=options)
        request.plan(opened)
        self.desks = Desks(opened, parent, options)
        self.baseline = Baseline(self.work)
        self._said_kept = False  # whether the page says that everything is kept
        self._later: asyncio.Handle | None = None
        self.kept = KeptWork(DraftStore, DraftStore() if autosave else None)  # of all desks
        slot = f"studio-{zlib.crc32(json.dumps([opened.game_id, opened.name, opened.digest]).encode()):08x}"
        super().__init__(BrowserMemory(self.kept, slot, lambda told: self.bar.send(told), DECK_STAYS), self._tell)
        self.lines.error = self._astray = astray
        self.bar = StudioBar(self.hear)
        self.report = ReportPanel(request, self.hear, self.guard, self._show_measured, client)
        self.files = DeckFiles(self.hear)
        self.judgement = Judgement(self.hear)
        self.suggesting = Suggesting(self.hear, self.guard)
        self.bonuses = BonusPart(self.hear, self.guard, "Bonuses", ask_card=lambda key: self.grid.select(key))
        self.versions = VersionsPanel(self.hear, self.guard)
        self.publishing = PublishPanel(self.hear)
        self.played = PlayedDeck(self.hear)
        self.layout = StudioLayout(self, whole)
        self.layout.tabs.observe(self.guard(lambda _change: self._turned(), "turning to a tab"), "selected_index")
        self._set_out(*self._tables_of(self.editor))
        self.show()
        self.report.watched = True  # from the page's first message on

    @property
    def game(self) -> Game:
        """The game whose deck is on the desk."""
        return self.desks.game

    @property
    def work(self) -> Work:
        """The work on the desk."""
        return self.desks.work

    @property
    def editor(self) -> DeckEditor:
        """The deck that is being edited."""
        return self.work.editor

    @property
    def deck(self) -> Deck:
        """The last good deck, which is measured and played."""
        return self.editor.deck

    # ------------------------------------------------------------ showing

    def _tables_of(self, editor: DeckEditor) -> tuple[CardGrid, DeckFields]:
        """The tables for editing a deck, made before anything turns to it, so that a fault leaves the page as it is."""
        given = editor, self.guard(self._after_edit, "showing what an edit has changed"), self.guard.tell
        return CardGrid(*given), DeckFields(*given)

    def _set_out(self, grid: CardGrid, fields: DeckFields) -> None:
        """Put the tables of the deck on the desk into the page, and remove another deck's figures."""
        self.report.measuring.clear()
        self.grid, self.fields = grid, fields
        self.grid.show_measured({}, True)  # the columns come before their figures, so nothing moves under the hand
        self.layout.set_out(grid, fields)

    def show(self) -> None:
        """Bring every part of the screen up to date, and measure the deck if it has changed.

        The judgement comes first, as what was typed is already on the page. The page says that the deck is kept only
        once it is.
        """
        if self._said_kept:
            self._said_kept = False
            self.show_lines()
        self.guard.each(
            {
                "comparing with the step before": self.work.turn_to_the_deck_as_it_is,
                "looking for versions": lambda: self.versions.open(self.deck),
                "finding what to compare with": self._find_baseline,
                "judging the deck": lambda: self.judgement.show(self.editor, self.baseline),
                "showing the cards": self.grid.show,
                "showing edits that were found": lambda: self.suggesting.show(self.deck),
                "showing what the deck says of itself": self.fields.show,
                "measuring the deck": self._measure,
                "showing which deck is open": self._show_bar,
            }
        )
        self._do_later(self.guard(self._finish, "showing what a step has changed"))

    def _measure(self) -> None:
        self.report.measure(self.deck, self.baseline.deck, self.baseline.title, len(self.editor.problems))
        self.report.show_request(self.baseline.choices, self.baseline.id)

    def _show_measured(self) -> None:
        """Show beside each card what was measured of it."""
        self.grid.show_measured(*self.report.of_cards)

    def _finish(self) -> None:
        """Do what may follow a moment after the findings: the graph, and the file that keeps the deck."""
        self.guard.each(
            {
                "drawing the bonuses": self._show_bonuses,
                "showing the game that is played": lambda: self.played.show(self.deck),
                "showing the versions": self._show_versions,
                "showing what would be published": self._show_publishing,
                "keeping the deck": self._keep,
                "saying whether the deck is kept": self.show_lines,
            }
        )

    def _show_bonuses(self) -> None:
        """Draw the bonuses, only while somebody looks at them: their graph would be most of an edit's work."""
        if self.layout.tab != BONUSES:
            return
        changes = self.baseline.deck.diff(self.deck)
        changed = [change.key for change in (*changes.added, *changes.changed) if not change.text_only]
        self.bonuses.show(self.deck, changed, age(self.editor))
        self.bonuses.view.chosen = self.grid.selected

    def _show_versions(self) -> None:
        self.versions.show({NOW: "the list as it is now", OPENED: f"{self.work.opened.meta.title} as opened"})

    def _turned(self) -> None:
        """Bring up to date the parts that are shown only while somebody looks at them."""
        self.grid.in_sight = self.layout.tab == CARDS
        if self.grid.in_sight:
            self.grid.show_selected()
        self._show_bonuses()
        self._show_publishing()

    def _show_publishing(self) -> None:
        """Show what would be published, while somebody looks at it."""
        self.layout.give_room()
        if self.layout.tab == PUBLISH:
            self.publishing.show(self.deck, self.editor.whole, self.work.parent, self.editor.findings)

    def _do_later(self, work: Handler) -> None:
        """Do something once what was shown is on its way to the page."""
        if self._later is not None:
            self._later.cancel()
        try:
            self._later = asyncio.get_running_loop().call_soon(work)
        except RuntimeError:
            work()

    def _tell(self, notice: str) -> None:
        """Show a notice on the page, even if other parts can no longer be shown, and let people undo."""
        self.lines.refuse(notice)
        self.bar.state = {**self.bar.state, **self._lines()}

    def _show_bar(self) -> None:
        name = self.deck.name
        decks = list_decks(self.game)
        self.bar.state = {
            "slot": self.memory.slot,
            "games": [[game_id, game.title] for game_id, game in list_games().items()],
            "game": self.game.id,
            "decks": [[name, readable(name)] for name in dict.fromkeys([*decks, name])],
            "deck": name,
            "files": kinds_of_files(self.game),
            "largest_file": messages.MOST_UPLOAD,
            "offer": self.files.offer,
            **self._lines(),
        }
        self.layout.show_or_hide(not self.kept.taken_over)

    def _lines(self) -> dict[str, Any]:
        """What the bar says about the last step, whether the deck is kept, and what can be undone."""
        return {
            "undo": self.editor.undo_label,
            "redo": self.editor.redo_label,
            "note": self.lines.note,
            "error": DraftStore.elsewhere if self.kept.taken_over else self.lines.error,
            "kept": "kept" if self._said_kept else "",
            "kept_words": self.kept.words(self.desks.touched),
            "taken_over": self.kept.taken_over,
        }

    def show_lines(self) -> None:
        """Bring the lines of the bar up to date."""
        self.bar.state = {**self.bar.state, **self._lines()}
        self.layout.show_or_hide(not self.kept.taken_over)

    def _find_baseline(self) -> None:
        self.lines.error = self.baseline.find(self.work, self.versions) or self.lines.error

    # ------------------------------------------------------------ hearing

    def begin(self, message: Message) -> None:
        """Prepare for a step; RoomError if another window has taken over."""
        super().begin(message)
        if isinstance(message, Hello):
            self.lines.error = self._astray
        elif not message.quiet:
            self.kept.refuse_if_taken_over()

    def done(self, message: Message, note: str) -> None:
        """Show what a step has changed."""
        if not message.quiet:
            self.lines.note = note
            self.show()

    def refuse(self, words: str, _message: Message | type[Message] | None) -> None:
        """Say why nothing was done."""
        self.lines.refuse(words)
        self._show_bar()
        self._measure()  # it may be the first message of the page

    def _after_edit(self) -> None:
        """Take up a change of the deck by the grid or a field."""
        self.lines.clear()
        self.desks.touched = True
        self.files.forget()
        self.show()

    @handles
    def _undo(self, _message: Undo) -> str:
        return self._taken(undo(self.editor))

    @handles
    def _redo(self, _message: Redo) -> str:
        return self._taken(redo(self.editor))

    @handles
    def _open_deck(self, message: messages.OpenDeck) -> str:
        game = find_game(message.game)
        self.files.forget()
        if game.id != self.game.id:
            return self._open_game(game)
        if message.deck not in list_decks(game):  # a page may name decks, never paths
            raise RoomError(f"There is no deck {message.deck[:40]!r}. Choose one of the list.")
        deck = load_deck(game, message.deck)
        self.editor.replace(deck, f"Open {deck.meta.title}")
        self.work.open(deck)
        return self._taken(f"{deck.meta.title} is open. Undo brings back what was here.")

    def _open_game(self, game: Game) -> str:
        """Go to the desk of another game; the deck of the present one stays as it is."""
        work, before = self.desks.of(game), self.report.request
        request = ReportRequest(games=before.games, seed=before.seed, options=self.desks.options_of(game))
        request.plan(work.editor.deck)
        tables = self._tables_of(work.editor)
        self.desks.turn_to(game, {**self.desks.works, game.id: work})
        self.report.request, self.baseline.id = request, OPENED
        self._set_out(*tables)
        self.suggesting.clear()
        return f"{game.title} is open. Your deck of the other game stays as it is."

    @handles
    def _find_edits(self, message: messages.FindEdits) -> None:
        self.suggesting.begin(message.aim, self.report.request.plan(self.deck))

    @handles
    def _stop_looking(self, _message: messages.StopLooking) -> None:
        self.suggesting.stop()

    @handles
    def _take_edit(self, message: messages.TakeEdit) -> str:
        edit = self.suggesting.edit(message.number)
        self.editor.replace(edit.applied(self.deck), edit.words)
        return self._taken(f"{edit.words} Undo takes it back.")

    @handles
    def _import_file(self, message: messages.ImportFile) -> str:
        return self._taken(self.files.open(message, self.editor))

    @handles
    def _take_file(self, _message: messages.TakeFile) -> str:
        return self._taken(self.files.take(self.editor))

    def _taken(self, note: str) -> str:
        """Note that somebody has changed what lies on the desk."""
        self.desks.touched = True
        return note

    @handles
    def _export_file(self, message: messages.ExportFile) -> str:
        file, note = self.files.save(message, self.editor)
        self.bar.send(file)
        return note

    @handles
    def _choose_baseline(self, message: messages.ChooseBaseline) -> None:
        self.baseline.choose(message.id)

    @handles
    def _measure_otherwise(self, message: messages.Measure) -> None:
        self.report.change(message)

    @handles
    def _measure_again(self, _message: messages.MeasureAgain) -> None:
        self.report.request = replace(self.report.request, seed=self.report.request.seed + 1)

    @handles
    def _save_version(self, message: messages.SaveVersion) -> str:
        if not self.editor.whole:
            raise DeckError("The cells are no whole list now, so no version was saved. Mend what is listed first.")
        return self.versions.save(self.deck, message.note, self.report.wins)

    @handles
    def _restore(self, message: messages.Restore) -> str:
        deck = self.versions.deck(f"version:{message.number}")
        self.editor.replace(deck, f"Bring back version {message.number}")
        return self._taken(f"Version {message.number} is back. Undo brings back what was here.")

    @handles
    def _share(self, _message: messages.Share) -> None:
        self.layout.turn_to(PUBLISH)

    @handles
    def _publish(self, message: messages.Publish) -> None:
        if not self.editor.whole:
            raise DeckError("The cells are no whole list now, so nothing was published. Mend what is listed first.")
        self.publishing.publish(message, self.deck, self.work.parent, self.report)

    @handles
    def _preview(self, message: messages.Preview) -> None:
        self.publishing.preview(message, self.deck, self.work.parent)

    @handles
    def _take_back(self, message: messages.TakeBack) -> None:
        self.publishing.take_back(message.slug)

    @handles
    def _compare(self, message: messages.Compare) -> None:
        decks = {NOW: self.deck, OPENED: self.work.opened}
        self.versions.compare(message.id, message.other, decks, self.report.request)

    @handles
    def _go(self, message: messages.Go) -> None:
        """Let the page go to the place of a finding."""
        finding = Finding("", "", "", "", message.file, message.row)
        if message.file == TOML_FILE:
            self.layout.turn_to(DECK)
            return
        self.layout.turn_to(CARDS)
        self.grid.show_cell(message.file, self.editor.row_id(finding), message.column)

    @handles
    def _mend(self, message: messages.Mend) -> str:
        """Write what should stand in the places of findings."""
        of = {(one.file, one.row, one.column): one for one in self.editor.findings if one.instead != ""}
        found = [of[place] for place in message.places if place in of]
        if len(found) < len(message.places):
            raise DeckError("The list has changed since. Look at what is odd again, and mend what is left.")
        self.editor.mend(found)
        return self._taken(f"{self.editor.undo_label}. Undo brings it back.")

    # ------------------------------------------------------------ playing

    @handles
    def _play_deck(self, _message: messages.PlayDeck) -> str:
        note = self.played.begin(self.deck, self.report.request)
        self.layout.turn_to(PLAY)
        return note

    # ------------------------------------------------------------ keeping and bringing back

    def _keep(self) -> None:
        """Write the deck where a new kernel finds it; a fault is shown, and work goes on."""
        if self.kept.store is None or not self.desks.touched or self.kept.taken_over:
            return
        try:
            self.kept.write(self.to_dict)
            self.memory.tell()
            self._said_kept = True
        except DeckError as fault:
            self.lines.error = str(fault)

    def to_dict(self) -> dict[str, Any]:
        """What is kept of a studio: every desk, and what its report is compared with."""
        return {**self.desks.to_dict(), "baseline": self.baseline.id, "request": self.report.request.to_dict()}

    @handles
    def _hello(self, message: Hello) -> str | None:
        """Bring back the deck that the browser of a new page edited, unless it is on the desk already."""
        if self.desks.touched or not message.id or self.kept.store is None:
            return None
        kept, works, game, tables = self.kept.bring_back(message.id, self._kept_desks)
        self.desks.turn_to(game, works)
        self.baseline.id = str(kept.get("baseline"))
        usual = replace(self.report.request, options=self.desks.options_of(game))
        self.report.request = usual.kept(kept.get("request"), self.deck)
        self._set_out(*tables)
        return "Your deck was brought back as you left it. Undo starts from here."

    def _kept_desks(self, kept: dict[str, Any]) -> tuple[Any, dict[str, Work], Game, tuple[CardGrid, DeckFields]]:
        """The kept work, its desks, the game whose desk is in use, and the tables of its deck; DeckError if damaged."""
        works, game = Desks.kept(kept)
        return kept, works, game, self._tables_of(works[game.id].editor)

    # ------------------------------------------------------------ notebooks

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Any:
        return self.layout.view._repr_mimebundle_(include=include, exclude=exclude) | {"text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<DeckStudio {self.game.id}/{self.deck.name}>"

"""The designer's studio: a deck's cards, what is wrong with them, what they do in play, and a game with them."""

from __future__ import annotations

import asyncio
import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import ipywidgets

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
from workbench.storage.kept import KeptWork
from workbench.widgets.grid.card_grid import CardGrid, readable
from workbench.widgets.grid.deck_fields import DeckFields
from workbench.widgets.grid.editor_widget import redo, undo
from workbench.widgets.studio import messages
from workbench.widgets.studio.bonuses import BonusPart
from workbench.widgets.studio.deck_pictures import bars_html, findings_counted, findings_html
from workbench.widgets.studio.figures import CHANGE, GLANCE, OVERVIEW
from workbench.widgets.studio.opening import opening
from workbench.widgets.studio.publishing import PublishPanel
from workbench.widgets.studio.report import ReportPanel, ReportRequest
from workbench.widgets.studio.versions import NOW, OPENED, VersionsPanel
from workbench.widgets.studio.widgets import LAST_WHOLE, Part, StudioBar
from workbench.widgets.studio.work import Work, kept_works

if TYPE_CHECKING:
    from distributed import Client

    from workbench.decks.exchange import Import
    from workbench.widgets.table.play_app import PlayApp

CARDS, DECK, BONUSES, VERSIONS, PLAY, PUBLISH = range(6)
TAB_TITLES = ("Cards", "Deck", "Bonuses", "Versions", "Play", "Publish")
PROOF_TITLES = ("Odd or wrong", "What moved", "Who wins", "All numbers")
ALONE = (PLAY, PUBLISH)  # what has the width of the page
WITHOUT_PROOF = "rt-without-proof"  # the look of the page meanwhile
STEP, SAVED = "step", "saved"
MEDIA_TYPES = {
    "csv": "text/csv",
    "toml": "application/toml",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
NO_GAME = "<p>Press <strong>Play this deck</strong>: a game begins here with the list as it is, saved or not.</p>"


class Baseline(NamedTuple):
    """The deck that the one on the desk is compared with, in what words, and all that could be chosen."""

    deck: Deck
    title: str
    choices: list[tuple[str, str]]


class DeckStudio(KeepingPage):
    """A deck on the screen, to be changed, judged, measured and played.

    >>> studio = DeckStudio("guild_master", autosave=False)  # doctest: +SKIP
    >>> studio.editor.set_cells("cards.csv", [(4, "resources", "FC")])  # doctest: +SKIP
    >>> studio.show()  # doctest: +SKIP

    Without a game it is that of the page's address (`deck_studio.ipynb?game=guile`), else the usual one; if the address
    names an unknown one, the page says so. `deck` is a Deck, or the name or path of one. `seats`, `bots`, `options` and
    `games` say how the report's games are played, with the game's usual ones by default; `options` override those of
    the deck. `autosave=False` keeps nothing on disk. With a `client` (a dask.distributed.Client) a cluster plays
    the report's games. With `whole` a dashboard has nothing but the studio in its window.
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
        opened, parent, self._astray = opening(game_id, deck)
        game = opened.game
        seated = bots if bots is None or isinstance(bots, str) else tuple(bots)
        request = ReportRequest(seats, seated, games, options=options)
        request.plan(opened)
        self.works = {game.id: Work.on(DeckEditor(opened), opened, parent)}
        self.game = game
        self._options = {game.id: options}
        self.baseline_id, self.baseline = OPENED, Baseline(opened, "", [])
        kept = KeptWork(DraftStore, DraftStore() if autosave else None)
        slot = f"studio-{zlib.crc32(json.dumps([game.id, opened.name, opened.digest]).encode()):08x}"
        super().__init__(BrowserMemory(kept, slot, lambda told: self.bar.send(told), DECK_STAYS), self._tell)
        self.lines.error = self._astray
        self._said_kept = False  # whether the page says that everything is kept
        self.app: PlayApp | None = None
        self._offered: Import | None = None
        self._odd: tuple[Deck, tuple[Finding, ...]] | None = None  # of the deck that is compared with
        self._touched = False  # whether there is anything to bring back
        self._later: asyncio.Handle | None = None
        self._edited = self.guard(self._after_edit, "showing what an edit has changed")
        self.bar = StudioBar(self.hear)
        self.report = ReportPanel(request, self.hear, self.guard, self._show_measured, client)
        self.file_part = Part(self.hear, title="What came of the file")
        self.file_part.show("")
        self.findings = Part(self.hear, title="What is wrong or odd", scrolls=True)
        self.bars = Part(self.hear, title="Balance")
        self.bonuses = BonusPart(self.hear, self.guard, "Bonuses", ask_card=lambda key: self.grid.select(key))
        self.versions = VersionsPanel(self.hear, self.guard)
        self.publishing = PublishPanel(self.hear)
        self.played = Part(self.hear, title="A game with this deck", html=NO_GAME)
        self.cards_tab, self.deck_tab = ipywidgets.VBox(), ipywidgets.VBox()
        self.play_tab = ipywidgets.VBox([self.played])
        kept = group("rt-versions-tab", self.versions.list, self.versions.differences, self.versions.sides)
        panel = self.publishing
        public = group("rt-publish-tab", panel.form, group("rt-versions-tab", panel.public, panel.odd))
        left = [self.cards_tab, self.deck_tab, self.bonuses.box, kept, self.play_tab, public]
        self.tabs = ipywidgets.Tab(left, titles=TAB_TITLES)
        self.proof = self._laid_as_proof()
        self.view = self._laid_out(whole)
        self.tabs.observe(self.guard(lambda _change: self._turned(), "turning to a tab"), "selected_index")
        self._set_out(*self._tables_of(self.editor))
        self.show()
        self.report.watched = True  # from the page's first message on

    def _laid_as_proof(self) -> ipywidgets.Tab:
        """What stands beside the cards: what is odd about them, and what they do in play."""
        parts = dict(self.report.parts)
        moved, wins, glance = (parts.pop(name) for name in (CHANGE, OVERVIEW, GLANCE))
        shown = [group("rt-judged", self.findings, self.bars), group("rt-measured", moved), group("rt-measured", wins)]
        numbers = group("rt-measured", glance, *parts.values())
        return ipywidgets.Tab([*shown, numbers], titles=PROOF_TITLES)

    def _laid_out(self, whole: bool) -> ipywidgets.VBox:
        """One bar, the verdict, and below it two panes: what is edited, and the proof."""
        self.tabs.add_class("rt-tabs")
        self.proof.add_class("rt-tabs")
        self.proof.add_class("rt-proof")
        self.cards_tab.add_class("rt-cards-tab")
        self.laid = group("rt-studio-parts", self.tabs, self.proof)
        view = group("rt-studio", self.bar, self.file_part, self.report.head, self.laid)
        if whole:
            view.add_class("rt-studio-whole")
        return view

    @property
    def kept(self) -> KeptWork:
        """What is kept of all desks."""
        return self.memory.kept

    @property
    def work(self) -> Work:
        """What is on the desk."""
        return self.works[self.game.id]

    @property
    def editor(self) -> DeckEditor:
        """The deck that is being edited."""
        return self.work.editor

    @property
    def deck(self) -> Deck:
        """The last good deck: it is what is measured and played."""
        return self.editor.deck

    # ------------------------------------------------------------ showing

    def _tables_of(self, editor: DeckEditor) -> tuple[CardGrid, DeckFields]:
        """What a deck is edited in; made before anything is turned to it, so that a fault leaves the page as it is."""
        given = editor, self._edited, self.guard.tell
        return CardGrid(*given), DeckFields(*given)

    def _set_out(self, grid: CardGrid, fields: DeckFields) -> None:
        """Put the tables of the deck on the desk into the page; the figures of another one leave it."""
        self.report.measuring.clear()
        left = (*self.cards_tab.children, *self.deck_tab.children)
        self.grid, self.fields = grid, fields
        self.grid.show_measured({}, True)  # the columns are there before their figures: nothing moves under a hand
        self.cards_tab.children, self.deck_tab.children = [self.grid], [self.fields]
        for widget in left:
            widget.close()

    def show(self) -> None:
        """Bring every part of the screen up to date, and measure the deck if it is another one.

        The judgement goes first: what was typed is on the page already. That it is kept is not said before it is.
        """
        if self._said_kept:
            self._said_kept = False
            self.show_lines()
        self.guard.each(
            {
                "comparing with the step before": self.work.turn_to_the_deck_as_it_is,
                "looking for versions": lambda: self.versions.open(self.deck),
                "finding what to compare with": self._find_baseline,
                "judging the deck": self._show_judgement,
                "showing the cards": self.grid.show,
                "showing what the deck says of itself": self.fields.show,
                "measuring the deck": self._measure,
                "showing which deck is open": self._show_bar,
            }
        )
        self._do_later(self.guard(self._finish, "showing what a step has changed"))

    def _show_judgement(self) -> None:
        deck, baseline = self.deck, self.baseline.deck
        since = self.baseline.title if baseline != deck else ""
        known = self._odd_before(baseline) if since else ()
        self.findings.show(findings_html(self.editor.findings, buttons=True, before=known, since=since))
        self.bars.show(bars_html(deck, baseline if baseline != deck else None), self._age())

    def _odd_before(self, baseline: Deck) -> tuple[Finding, ...]:
        """What is odd about the deck that is compared with; looked up once for all edits."""
        if self._odd is None or self._odd[0] is not baseline:
            self._odd = baseline, baseline.lint()
        return self._odd[1]

    def _age(self) -> str:
        return "" if self.editor.whole else LAST_WHOLE

    def _measure(self) -> None:
        self.report.measure(self.deck, self.baseline.deck, self.baseline.title, len(self.editor.problems))
        self.report.show_request(self.baseline.choices, self.baseline_id)

    def _show_measured(self) -> None:
        """Put beside each card what was measured of it."""
        self.grid.show_measured(*self.report.of_cards)

    def _finish(self) -> None:
        """What may come a moment after the findings: the graph, and the file that keeps the deck."""
        self.guard.each(
            {
                "drawing the bonuses": self._show_bonuses,
                "showing the game that is played": self._show_played,
                "showing the versions": self._show_versions,
                "showing what would be published": self._show_publishing,
                "keeping the deck": self._keep,
                "saying whether the deck is kept": self.show_lines,
            }
        )

    def _show_bonuses(self) -> None:
        """Draw the bonuses while somebody looks at them: most of an edit's work would be this graph."""
        if self.tabs.selected_index != BONUSES:
            return
        changes = self.baseline.deck.diff(self.deck)
        changed = [change.key for change in (*changes.added, *changes.changed) if not change.text_only]
        self.bonuses.show(self.deck, changed, self._age())
        self.bonuses.view.chosen = self.grid.selected

    def _show_versions(self) -> None:
        self.versions.show({NOW: "the list as it is now", OPENED: f"{self.work.opened.meta.title} as opened"})

    def _turned(self) -> None:
        """Bring up to date what is shown only while somebody looks at it."""
        self.grid.in_sight = self.tabs.selected_index == CARDS
        if self.grid.in_sight:
            self.grid.show_selected()
        self._show_bonuses()
        self._show_publishing()

    def _show_publishing(self) -> None:
        """What would be published, while somebody looks at it; it then has the width of the page."""
        self.laid.remove_class(WITHOUT_PROOF)
        if self.tabs.selected_index in ALONE:
            self.laid.add_class(WITHOUT_PROOF)
        if self.tabs.selected_index == PUBLISH:
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
        """Put a notice on the page, whatever else of it can no longer be shown, and let people undo."""
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
            "files": self._files(),
            "largest_file": messages.MOST_UPLOAD,
            "offer": "" if self._offered is None else "Take it as it is, and mend it in the grid",
            **self._lines(),
        }
        self._show_or_hide()

    def _lines(self) -> dict[str, Any]:
        """What the bar says of the last step, whether the deck is kept, and what can be undone."""
        return {
            "undo": self.editor.undo_label,
            "redo": self.editor.redo_label,
            "note": self.lines.note,
            "error": DraftStore.elsewhere if self.kept.taken_over else self.lines.error,
            "kept": "kept" if self._said_kept else "",
            "kept_words": self.kept.words(self._touched),
            "taken_over": self.kept.taken_over,
        }

    def show_lines(self) -> None:
        """Bring the lines of the bar up to date."""
        self.bar.state = {**self.bar.state, **self._lines()}
        self._show_or_hide()

    def _show_or_hide(self) -> None:
        """A window that holds the deck no longer shows none of it."""
        display = "none" if self.kept.taken_over else None
        for part in (self.report.head, self.tabs, self.proof):
            if part.layout.display != display:
                part.layout.display = display

    def _files(self) -> list[list[str]]:
        from workbench.decks.exchange import KINDS

        tables = [[f"csv:{table.file}", f"CSV: {table.file.removesuffix('.csv')}"] for table in self.game.tables]
        return [*tables, *([kind, f"{kind.upper()}: the whole deck"] for kind in KINDS if kind != "csv")]

    # ------------------------------------------------------------ what it is compared with

    def _find_baseline(self) -> None:
        """Look up the deck to compare with; a choice that is gone or damaged becomes the deck as it was opened."""
        choices = self._baseline_choices()
        if self.baseline_id not in dict(choices):
            self.baseline_id = OPENED
        try:
            deck = self._baseline_deck()
        except DeckError as damaged:
            self.baseline_id, self.lines.error, deck = OPENED, str(damaged), self.work.opened
        self.baseline = Baseline(deck, dict(choices)[self.baseline_id], choices)

    def _baseline_choices(self) -> list[tuple[str, str]]:
        saved = [(SAVED, "the version saved last")] if self.versions.kept else []
        opened = (OPENED, f"{self.work.opened.meta.title} as opened")
        return [opened, (STEP, "the deck before the last edit"), *saved, *self.versions.choices]

    def _baseline_deck(self) -> Deck:
        if self.baseline_id == OPENED:
            return self.work.opened
        if self.baseline_id == STEP:
            return self.work.before
        return self.versions.deck(self.versions.choices[0][0] if self.baseline_id == SAVED else self.baseline_id)

    # ------------------------------------------------------------ hearing

    def begin(self, message: Message) -> None:
        """A step is about to be made; RoomError if another window makes them now."""
        super().begin(message)
        if isinstance(message, Hello):
            self.lines.error = self._astray
        elif not message.quiet:
            self.kept.refuse_if_taken_over()

    def done(self, message: Message, note: str) -> None:
        """A step has been made: show what it has changed."""
        if not message.quiet:
            self.lines.note = note
            self.show()

    def refuse(self, words: str, _message: Message | type[Message] | None) -> None:
        """Say why nothing was done."""
        self.lines.refuse(words)
        self._show_bar()
        self._measure()  # it may be the first message of the page

    def _after_edit(self) -> None:
        """The grid or a field has changed the deck."""
        self.lines.clear()
        self._touched = True
        self._forget_file()
        self.show()

    def _forget_file(self) -> None:
        self._offered = None
        self.file_part.show("")

    @handles
    def _undo(self, _message: Undo) -> str:
        self._touched = True
        return undo(self.editor)

    @handles
    def _redo(self, _message: Redo) -> str:
        self._touched = True
        return redo(self.editor)

    @handles
    def _open_deck(self, message: messages.OpenDeck) -> str:
        game = find_game(message.game)
        self._forget_file()
        if game.id != self.game.id:
            return self._open_game(game)
        if message.deck not in list_decks(game):  # a page may name decks, never paths
            raise RoomError(f"There is no deck {message.deck[:40]!r}. Choose one of the list.")
        deck = load_deck(game, message.deck)
        self.editor.replace(deck, f"Open {deck.meta.title}")
        self.work.open(deck)
        self._touched = True
        return f"{deck.meta.title} is open. Undo brings back what was here."

    def _open_game(self, game: Game) -> str:
        """Go to the desk of another game; the deck of this one stays as it is."""
        work = self.works.get(game.id)
        if work is None:
            deck = load_deck(game)
            work = Work.on(DeckEditor(deck), deck)
        request = replace(self.report.request, seats=None, bots=None, options=self._options.get(game.id))
        request.plan(work.editor.deck)
        tables = self._tables_of(work.editor)
        self.works[game.id], self.game, self.report.request = work, game, request
        self.baseline_id, self._touched = OPENED, True
        self._set_out(*tables)
        return f"{game.title} is open. Your deck of the other game stays as it is."

    @handles
    def _import_file(self, message: messages.ImportFile) -> str:
        from workbench.decks.exchange import read_upload

        self._forget_file()
        try:
            data = b64decode(message.data, validate=True)
        except ValueError:  # no base64, or not even ASCII
            raise RoomError("The file arrived damaged. Choose it again.") from None
        try:
            imported = read_upload(self.game, message.name, data, self.deck)
        except DeckError as refusal:
            self._show_file(refusal.problems)
            raise DeckError(
                f"{message.name} was not opened; the deck stays as it was. {_first_line(refusal)}"
            ) from None
        self._show_file(imported.findings)
        if imported.deck is None:
            self._offered = imported
            raise DeckError(f"{message.name} was not opened; the deck stays as it was. What is wrong is listed below.")
        return self._take(imported, f"Open {message.name}")

    @handles
    def _take_file(self, _message: messages.TakeFile) -> str:
        if self._offered is None:
            raise RoomError("There is no file to take over. Open one first.")
        note, self._offered = self._take(self._offered, "Open a file to mend it here"), None
        return note

    def _take(self, imported: Import, label: str) -> str:
        self.editor.replace(imported.draft, label)
        self._touched = True
        return f"{label}: done. {findings_counted(imported.findings)} Undo brings back what was here."

    def _show_file(self, found: Sequence[Finding]) -> None:
        self.file_part.show(findings_html(found) if found else "")

    @handles
    def _export_file(self, message: messages.ExportFile) -> str:
        from workbench.decks.exchange import export

        kind, _, table = message.kind.partition(":")
        name, data = export(self.deck, kind, table or None)
        media = MEDIA_TYPES.get(kind, "")
        self.bar.send({"type": "file", "name": name, "data": b64encode(data).decode(), "kind": media})
        of = "" if self.editor.whole else " It holds the last whole list: something in the cells is wrong now."
        return f"Saved as {name}.{of}"

    @handles
    def _choose_baseline(self, message: messages.ChooseBaseline) -> None:
        if message.id not in dict(self._baseline_choices()):
            raise RoomError("There is no such deck to compare with. Choose one of the list.")
        self.baseline_id = message.id

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
        self._touched = True
        return f"Version {message.number} is back. Undo brings back what was here."

    @handles
    def _share(self, _message: messages.Share) -> None:
        self.tabs.selected_index = PUBLISH

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
        """Let the grid go to the place of a finding."""
        finding = Finding("", "", "", "", message.file, message.row)
        if message.file == TOML_FILE:
            self.tabs.selected_index = DECK
            return
        self.tabs.selected_index = CARDS
        self.grid.show_cell(message.file, self.editor.row_id(finding), message.column)

    @handles
    def _mend(self, message: messages.Mend) -> str:
        """Write what should stand in the places of findings."""
        of = {(one.file, one.row, one.column): one for one in self.editor.findings if one.instead != ""}
        found = [of[place] for place in message.places if place in of]
        if len(found) < len(message.places):
            raise DeckError("The list has changed since. Look at what is odd again, and mend what is left.")
        self.editor.mend(found)
        self._touched = True
        return f"{self.editor.undo_label}. Undo brings it back."

    # ------------------------------------------------------------ playing

    @handles
    def _play_deck(self, _message: messages.PlayDeck) -> str:
        from workbench.widgets.table.play_app import PlayApp

        plan = self.report.request.plan(self.deck)
        deck = self.deck.in_school_words()
        app = PlayApp(self.game.id, plan.seats, deck=deck, options=self.report.request.options, autosave=False)
        if self.app is not None:
            self.app.close()
        self.app = app
        self.play_tab.children = [self.played, app.view]
        self.tabs.selected_index = PLAY
        return f"A game with {self.deck.meta.title} as it is now has begun."

    def _show_played(self) -> None:
        if self.app is None:
            return
        deck = self.app.match.deck.as_printed()
        if deck == self.deck.as_printed():
            self.played.show("<p>This game is played with the list as it is now.</p>")
        else:
            words = "The list has been changed since this game began. Play this deck starts one with the new list."
            self.played.show(f"<p><strong>{words}</strong></p>")

    # ------------------------------------------------------------ keeping and bringing back

    def _keep(self) -> None:
        """Write the deck where a new kernel finds it; a fault is shown and work goes on."""
        if self.kept.store is None or not self._touched or self.kept.taken_over:
            return
        try:
            self.kept.write(self.to_dict)
            self.memory.tell()
            self._said_kept = True
        except DeckError as fault:
            self.lines.error = str(fault)

    def to_dict(self) -> dict[str, Any]:
        """What is kept of a studio: every desk, and what its report is compared with."""
        return {
            "game": self.game.id,
            "baseline": self.baseline_id,
            "request": self.report.request.to_dict(),
            "works": {game_id: work.to_dict() for game_id, work in self.works.items()},
        }

    @handles
    def _hello(self, message: Hello) -> str | None:
        """A page has come: bring back the deck that its browser edited, unless it is on the desk already."""
        if self._touched or not message.id or self.kept.store is None:
            return None
        kept, works, game, tables = self.kept.bring_back(message.id, self._kept_desks)
        self.works, self.game, self._touched = works, game, True
        self.baseline_id = str(kept.get("baseline"))
        usual = replace(self.report.request, options=self._options.get(game.id))
        self.report.request = usual.kept(kept.get("request"), self.deck)
        self._set_out(*tables)
        return "Your deck was brought back as you left it. Undo starts from here."

    def _kept_desks(self, kept: dict[str, Any]) -> tuple[Any, dict[str, Work], Game, tuple[CardGrid, DeckFields]]:
        """What was kept, its desks, the game whose desk is in use, and the tables of its deck; DeckError if damaged."""
        works = kept_works(kept.get("works"))
        game = find_game(str(kept.get("game")))
        if game.id not in works:
            raise DeckError("The draft holds no deck of its game. The deck is open as it was saved.")
        return kept, works, game, self._tables_of(works[game.id].editor)

    # ------------------------------------------------------------ notebooks

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Any:
        bundle = self.view._repr_mimebundle_(include=include, exclude=exclude)
        content = bundle[0] if isinstance(bundle, tuple) else bundle
        return content | {"text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<DeckStudio {self.game.id}/{self.deck.name}>"


def group(name: str, *parts: ipywidgets.Widget) -> ipywidgets.VBox:
    """Parts of the page that the style sheet puts in their places under a name."""
    box = ipywidgets.VBox(parts)
    box.add_class(name)
    return box


def _first_line(refusal: DeckError) -> str:
    return str(refusal).partition("\n")[0]

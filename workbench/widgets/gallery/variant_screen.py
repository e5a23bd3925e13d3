"""A published variant to play, or to measure, compare and leaf through, with a kernel of its own.

It is played like any match: through the lobby of its game, with the variant selected among the card lists. Its results
in ten thousand games and its graphs are on another page of the same address, `?look=report`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import ipywidgets

from workbench.decks import Deck, list_decks, load_deck
from workbench.gallery import Gallery
from workbench.kernel.registry import game as find_game
from workbench.pages.guard import Guard
from workbench.pages.messages import Hello, Message, Ping
from workbench.pages.page import Page, handles
from workbench.pen import element, joined, style_sheet
from workbench.storage.errors import RoomError
from workbench.widgets.address import USUAL_GAME, asked_for, in_dashboard
from workbench.widgets.gallery.bonuses import TITLE
from workbench.widgets.gallery.family import family_section
from workbench.widgets.gallery.shown import Shown, asked_variant, find, of_deck
from workbench.widgets.gallery.variant_page import LOOK, STYLES, Place, by_line, content_of
from workbench.widgets.graph.state_graphs import StateGraphs
from workbench.widgets.parts import parts_style
from workbench.widgets.script import style
from workbench.widgets.studio.bonuses import BonusPart
from workbench.widgets.studio.figures import FIRST
from workbench.widgets.studio.messages import ChooseBaseline, Go, Measure, MeasureAgain
from workbench.widgets.studio.publishing import keep_measured
from workbench.widgets.studio.report import ReportPanel, ReportRequest
from workbench.widgets.table.play_app import PlayApp

REPORT, CARDS, BONUSES, GRAPHS = range(4)
TAB_TITLES = ("Report", "Cards", "Bonuses", "Graphs")
PARENT = "parent"
STAYS = "Nothing is lost: the variant stays as it was published."
MOST_OTHERS = 50  # variants of the same game to compare with


class VariantScreen(Page):
    """A variant on the screen: `play` is its table, `report` what it does in ten thousand games.

    looks: whether it is studied rather than played; by default, as the page's address says.

    By default the variant is that of the page's address (`variant.ipynb?variant=pilgrim-town`), or the usual game's
    own deck.

    >>> VariantScreen("guile.classic", games=100)  # doctest: +SKIP
    """

    ignores = (Hello, Ping, Go)  # a variant is neither edited nor kept

    def __init__(
        self, address: str = "", number: int | None = None, *, games: int = 10_000, looks: bool | None = None
    ) -> None:
        super().__init__(Guard(self._tell, STAYS))
        self.gallery = Gallery()
        self.kept_measured = False
        self.shown = self._found(address, number)
        self.looks = bool(asked_for(LOOK)) if looks is None else looks
        self.play = PlayApp(self.shown.deck.game_id, deck=self.shown.deck, lobby=in_dashboard()).lay_in_lobby()
        self.play.lobby.take(self.play.lobby.plan.with_words(school=True))
        self.report = ReportPanel(ReportRequest(games=games), self.hear, self.guard, self._keep_measured)
        self.baseline = PARENT if self.shown.before is not None else ""
        self.notice = ipywidgets.HTML()
        self.cards = ipywidgets.HTML(self._cards_html())
        self.bonuses = BonusPart(self.hear, self.guard, TITLE)
        self.graphs: StateGraphs | None = None  # made when somebody opens them
        self.graphs_box = ipywidgets.VBox()
        parts = self.report.parts
        ordered = [*(parts[name] for name in FIRST), *(part for name, part in parts.items() if name not in FIRST)]
        measured = ipywidgets.VBox([self.report.head, *ordered])
        measured.add_class("rt-measured")
        self.tabs = ipywidgets.Tab([measured, self.cards, self.bonuses.box, self.graphs_box], titles=TAB_TITLES)
        self.tabs.add_class("rt-tabs")
        self.tabs.observe(self.guard(lambda _change: self._show_tab(), "turning to a tab"), "selected_index")
        look = ipywidgets.HTML(style_sheet(style("tool_bar.css", "studio/studio.css")))
        self.view = ipywidgets.VBox([look, self._head(), self.notice, self.tabs])
        self.view.add_class("rt-studio")
        self.show_lines()
        if self.looks:
            self._show_tab()
        elif self.lines.error:
            self.play.lines.error = self.lines.error
            self.play.show_lines()

    def _found(self, address: str, number: int | None) -> Shown:
        """The variant named, the one in the page's address, or a deck that is always there."""
        if address:
            return find(self.gallery, address, number)
        asked, self.lines.error = asked_variant()
        return asked or of_deck(USUAL_GAME, find_game(USUAL_GAME).default_deck)

    # ------------------------------------------------------------ showing

    def _cards_html(self) -> str:
        top = "../../" if in_dashboard() else ""
        place = Place(top=top, plays=False)
        family = family_section(self.gallery, self.shown, top)
        inside = element("div", *content_of(self.shown, place), family, class_="wb-variant")
        return joined(parts_style(*STYLES), element("div", inside, class_="wb wb-page"))

    def _head(self) -> ipywidgets.HTML:
        """What is played here, who made it, and a way to its page with the link for others."""
        shown = self.shown
        words = [element("h2", shown.about.title), element("p", by_line(shown))]
        if in_dashboard():
            page = element("a", "Its page, with the link and the code for others", href=f"../../{shown.path}")
            words.append(element("p", page))
        inside = element("div", element("div", *words, class_="wb-here"), class_="wb")
        return ipywidgets.HTML(f"{parts_style(*STYLES)}{inside}")

    def _show_tab(self) -> None:
        if self.tabs.selected_index == REPORT:
            self.report.watched = True
            self._measure()
        elif self.tabs.selected_index == GRAPHS and self.graphs is None:
            self.graphs = StateGraphs(deck=self.shown.deck)
            self.graphs_box.children = [self.graphs.box]
        elif self.tabs.selected_index == BONUSES and not self.bonuses.words.html:
            changes = self.shown.difference
            changed = [one.key for one in (*changes.added, *changes.changed) if not one.text_only] if changes else []
            self.bonuses.show(self.shown.deck, changed)

    def _measure(self) -> None:
        choices = self._baselines()
        before = self._baseline(self.baseline)
        self.report.measure(self.shown.deck, before, dict(choices).get(self.baseline, "nothing"), 0)
        self.report.show_request(choices, self.baseline)

    def _keep_measured(self) -> None:
        """Keep the report's comparison with the parent for the variant's page, once it is complete."""
        shown = self.shown
        if self.kept_measured or shown.published is None or shown.before is None:
            return
        self.kept_measured = keep_measured(self.gallery, shown.before, shown.deck, self.report)
        if self.kept_measured:
            self.shown = replace(shown, measured=self.gallery.measured(shown.before, shown.deck))
            self.cards.value = self._cards_html()

    def _tell(self, notice: str) -> None:
        """Put a notice above the tabs."""
        self.lines.refuse(notice)
        self.show_lines()

    def show_lines(self) -> None:
        """Say above the tabs why something was not done."""
        error = self.lines.error
        self.notice.value = element("p", element("strong", error), role="alert") if error else ""

    # ------------------------------------------------------------ what it is compared with

    def _baselines(self) -> list[tuple[str, str]]:
        """The parent, the decks that come with the game, and other variants of it."""
        shown = self.shown
        own = [(PARENT, shown.parent.title)] if shown.parent and shown.before is not None else []
        decks = [(f"deck:{name}", f"{name}, as it comes") for name in list_decks(shown.deck.game)]
        others = self.gallery.variants(game_id=shown.deck.game_id, most=MOST_OTHERS)
        named = [(f"variant:{one.slug}", one.title) for one in others if one.slug != shown.address]
        return [("", "nothing"), *own, *decks, *named]

    def _baseline(self, choice: str) -> Deck | None:
        kind, _, name = choice.partition(":")
        if kind == "variant":
            return self.gallery.publication(name).deck
        if kind == "deck":
            return load_deck(self.shown.deck.game, name)
        return self.shown.before if choice == PARENT else None

    # ------------------------------------------------------------ hearing

    def begin(self, message: Message) -> None:
        """Hear a choice in the report; an earlier refusal disappears from above the tabs."""
        super().begin(message)
        self.show_lines()

    @handles
    def _choose_baseline(self, message: ChooseBaseline) -> None:
        if message.id not in dict(self._baselines()):
            raise RoomError("There is no such deck to compare with. Choose one of the list.")
        self._baseline(message.id)  # refused where it cannot be read
        self.baseline = message.id
        self._measure()

    @handles
    def _measure_otherwise(self, message: Measure) -> None:
        self.report.change(message)
        self._measure()

    @handles
    def _measure_again(self, _message: MeasureAgain) -> None:
        self.report.request = replace(self.report.request, seed=self.report.request.seed + 1)
        self._measure()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Any:
        view = self.view if self.looks else self.play.view
        return view._repr_mimebundle_(include=include, exclude=exclude) | {"text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<VariantScreen {self.shown.address}>"

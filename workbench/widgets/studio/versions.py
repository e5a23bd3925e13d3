"""The versions of the deck being edited: kept with a note, restored, and compared in pairs."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import asdict

from workbench.decks import Deck
from workbench.decks.versions import Version, Versions
from workbench.lab.live import LiveState
from workbench.lab.pages import STYLE, about_html, part_html
from workbench.pages.guard import Guard, Handler
from workbench.pen import Drawn, element, joined
from workbench.storage.errors import RoomError
from workbench.widgets.studio.figures import Games
from workbench.widgets.studio.measuring import Measuring
from workbench.widgets.studio.report import ReportRequest
from workbench.widgets.studio.widgets import Part, VersionList

NOW, OPENED = "now", "opened"
VERSION = "version:"
CHOOSE = element("p", "Choose two above: what differs in their cards, and their reports side by side, stand here then.")
ALIKE = element("p", "These two are the same deck.")
PLAYED = element("p", "The same games are played with both decks.")
SIDES = "sides"


class VersionsPanel:
    """The versions of a deck, found by its name, and the two that are compared."""

    def __init__(self, hear: Handler, guard: Guard) -> None:
        self.note, self.error = "", ""
        self.list = VersionList(hear)
        self.differences = Part(hear, title="What differs", html=CHOOSE)
        self.sides = Part(hear, title="Their reports side by side")
        self.measuring = Measuring(guard(self.show, "showing two decks side by side"), sides_to_draw, draw_sides)
        self.kept: tuple[Version, ...] = ()
        self.choices: list[tuple[str, str]] = []  # the versions as decks to compare with, the newest first
        self._of = ("", "")  # the game and the name of the deck whose versions are shown
        self._loaded: dict[int, Deck] = {}
        self._pair = (OPENED, NOW)
        self._compared = False
        self.sides.show("")

    def open(self, deck: Deck) -> None:
        """Turn to the versions of a deck; do nothing if they are already shown."""
        if self._of != (deck.game_id, deck.name):
            self._of, self._versions = (deck.game_id, deck.name), Versions(deck.game, deck.name)
            self._loaded, self._compared = {}, False
            self.differences.show(CHOOSE)
            self.sides.show("")
            self._look()

    def _look(self) -> None:
        self.kept = self._versions.list()
        self.choices = [(f"{VERSION}{version.number}", _called(version)) for version in reversed(self.kept)]
        self.error = " ".join(self._versions.damaged())

    def deck(self, choice: str) -> Deck:
        """The deck of a version, by its choice; raises DeckError or RoomError."""
        if choice not in dict(self.choices):
            raise RoomError("There is no such version. Choose one of the list.")
        number = int(choice.removeprefix(VERSION))
        if number not in self._loaded:
            self._loaded[number] = self._versions.load(number)
        return self._loaded[number]

    def save(self, deck: Deck, note: str, wins: str) -> str:
        """Keep a deck as a new version, with what was measured of it; return in words what was done."""
        version = self._versions.save(deck, note, wins)
        self._look()
        return f"Saved as {_called(version)}."

    # ------------------------------------------------------------ two of them

    def compare(self, first: str, second: str, decks: dict[str, Deck], request: ReportRequest) -> None:
        """Show what differs between two decks, and play with both; `decks` are those that are not versions."""
        before, after = (decks[choice] if choice in decks else self.deck(choice) for choice in (first, second))
        self._pair, self._compared = (first, second), True
        self.differences.show(ALIKE if before == after and not before.diff(after) else before.diff(after)._repr_html_())
        self.sides.show("" if before == after else PLAYED)
        if before != after:
            self.measuring.want(request.plan(after), request.plan(before))

    def show(self, decks: dict[str, str] | None = None) -> None:
        """Bring the panel up to date; `decks` are the titles of the decks that are not versions."""
        if decks is not None:
            choices = [*decks.items(), *self.choices]
            first, second = (choice if choice in dict(choices) else NOW for choice in self._pair)
            self.list.state = {
                "versions": [asdict(version) for version in self.kept],
                "error": self.error,
                "choices": [list(choice) for choice in choices],
                "first": first,
                "second": second,
            }
        state = self.measuring.state
        if self._compared and state is not None and self.sides.html:
            error = state.error or self.measuring.fault
            instead = element("p", error) if error else PLAYED
            html = self.measuring.parts.get(SIDES, "") if self.measuring.fresh([SIDES]) else instead
            self.sides.show(html)


def sides_to_draw(state: LiveState) -> Iterator[tuple[str, Hashable]]:
    """The only part of a comparison of two decks."""
    if state.comparison is not None:
        yield SIDES, (Games.shown(state), state.whole, state.stand_in)


def draw_sides(_part: str, state: LiveState) -> Drawn:
    """What shifts from one deck to the other, and both reports side by side; what differs is above it already."""
    comparison = state.comparison
    assert comparison is not None
    both = [
        element(
            "div",
            element("h3", f"{word}: {report.plan.deck.meta.title}"),
            about_html(report, comparison.studied),
            part_html("overview", report),
        )
        for word, report in (("Before", comparison.before), ("After", comparison.after))
    ]
    change = part_html("change", comparison.after, comparison, comparison.studied)
    return joined(STYLE, element("div", change, element("div", *both, class_="rt-both"), class_="rt-report"))


def _called(version: Version) -> str:
    note = version.note.splitlines()[0][:60] if version.note else ""
    return f"version {version.number}{f': {note}' if note else ''}"

"""The decks that come with the workbench, as pictures: all as tiles, or two side by side. Drawn without a kernel."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from itertools import groupby
from pathlib import Path

from workbench.gallery import Gallery
from workbench.kernel.registry import list_games
from workbench.kernel.words import in_words
from workbench.pen import Drawn, element
from workbench.storage.errors import WorkbenchError
from workbench.widgets.gallery.bonuses import bonus_fold
from workbench.widgets.gallery.cards import faces_of, leafing
from workbench.widgets.gallery.measured import balance_strip, figures_in_words
from workbench.widgets.gallery.shown import Shown, find_any, readable_decks
from workbench.widgets.home.reader import DrawnPage, Reader
from workbench.widgets.parts import DECKS, GALLERY, STUDIO, VARIANT, fan, link, three_of

BESIDE = (336, 562)  # widths in pixels of a picture of one of two decks
LONGEST_LINE = 150  # characters that a tile says about a deck


class DecksPage(DrawnPage):
    """Every deck as a tile with its balance; or `deck` and `beside` card by card, if the address asks for both.

    >>> DecksPage("nowhere")
    <DecksPage>
    """

    title = "Decks · The Round Table Workbench"
    styles = ("gallery/variant.css", "gallery/decks.css")
    place, joins = "gallery", False

    def __init__(self, folder: str | Path = ".", *, deck: str = "", beside: str = "") -> None:
        super().__init__(folder)
        self.deck, self.beside = deck, beside

    def drawn(self, reader: Reader) -> Drawn:
        """The page as its reader meets it."""
        deck = self._found(reader, reader.asked.get("deck", "") or self.deck)
        content = self._all(reader) if deck is None else self._two(reader, deck)
        return self.framed(reader, *content, look="wb-decks")

    @cached_property
    def _decks(self) -> dict[str, Shown]:
        """The decks by address, in the order of the games' tiles, each game's usual deck first."""
        games = list_games()

        def order(one: Shown) -> tuple[int, str, bool]:
            game = games[one.deck.game_id]
            return game.tile.place, game.id, one.deck.name != game.default_deck

        return {one.address: one for one in sorted(readable_decks(), key=order)}

    def _found(self, reader: Reader, address: str) -> Shown | None:
        """The deck, or the variant, at an address; None if there is none."""
        if not address or address in self._decks:
            return self._decks.get(address)
        with suppress(WorkbenchError):
            return find_any(reader.gallery or Gallery(), address)
        return None

    # ------------------------------------------------------------ all of them

    def _all(self, reader: Reader) -> list[Drawn]:
        number = len(self._decks)
        gallery = link("the gallery", f"{reader.prefix}{GALLERY}")
        lead = (
            f"{number} decks come with the workbench. Bars say what each category gives, the line where all would be "
            "alike. What others have made of them is in "
        )
        parts = [element("h1", "Which cards?"), element("p", lead, gallery, ".", class_="wb-soft")]
        for title, decks in groupby(self._decks.values(), lambda one: one.deck.game.title):
            tiles = [self._tile(one, reader) for one in decks]
            parts.append(element("section", element("h2", title), element("ul", *tiles, class_="wb-deck-tiles")))
        return parts

    def _tile(self, shown: Shown, reader: Reader) -> Drawn:
        head = element("div", element("h3", shown.about.title), _line(shown), _facts(shown), class_="wb-deck-told")
        three, strip = self._pictures[shown.address]
        parts = [three, head, strip, *_ways(shown, reader, self._usual(shown))]
        return element("li", *parts, class_="wb-deck", aria_label=shown.about.title)

    @cached_property
    def _pictures(self) -> dict[str, tuple[Drawn, Drawn]]:
        """Three cards of each deck, and its balance."""
        return {address: (_fan(one), balance_strip(one.deck)) for address, one in self._decks.items()}

    def _usual(self, shown: Shown) -> str:
        """The address of the deck that a deck is compared with at first: another deck of its game."""
        of_game = [one.address for one in self._decks.values() if one.deck.game_id == shown.deck.game_id]
        return next((address for address in of_game if address != shown.address), "")

    # ------------------------------------------------------------ two of them

    def _two(self, reader: Reader, deck: Shown) -> list[Drawn]:
        asked = self._found(reader, reader.asked.get("beside", "") or self.beside)
        beside = asked or self._decks.get(self._usual(deck), deck)
        back = element("p", link("All decks", f"{reader.prefix}{DECKS}"))
        parts = [back, element("h1", deck.about.title, element("span", " beside "), beside.about.title)]
        if reader.top:
            parts.append(self._form(deck, beside))
        sides = [self._side(one, reader, key) for key, one in (("wb-one", deck), ("wb-other", beside))]
        both = element("p", _in_both(deck, beside), class_="wb-soft")
        return [*parts, both, element("div", *sides, class_="wb-two")]

    def _side(self, shown: Shown, reader: Reader, key: str) -> Drawn:
        verdict = [shown.measured.verdict] if shown.measured is not None else []
        sentences = figures_in_words(shown.deck) if shown.published is None else verdict
        measured = element("div", *[element("p", words) for words in sentences], class_="wb-measured")
        told = element("div", _line(shown), _facts(shown), class_="wb-deck-told")
        parts = [_fan(shown), told, balance_strip(shown.deck), *_ways(shown, reader), measured]
        head = element("div", *parts, class_="wb-deck")
        cards = leafing(shown.deck, shown.about.title, key)
        return element("div", head, bonus_fold(shown, BESIDE), cards, class_="wb-side")

    def _form(self, deck: Shown, beside: Shown) -> Drawn:
        fields = [
            element("label", words, element("select", *self._options(chosen), name=name))
            for name, words, chosen in (("deck", "Deck", deck), ("beside", "Beside", beside))
        ]
        send = element("button", "Show", type="submit", class_="wb-button")
        return element("form", *fields, send, class_="wb-search", method="get")

    def _options(self, chosen: Shown) -> list[Drawn]:
        def option(one: Shown) -> Drawn:
            marked = "" if one == chosen else None
            return element("option", one.about.title, value=_numbered(one), selected=marked)

        grouped = groupby(self._decks.values(), lambda one: one.deck.game.title)
        own = [element("optgroup", *map(option, decks), label=title) for title, decks in grouped]
        return own if chosen.published is None else [option(chosen), *own]


def _fan(shown: Shown) -> Drawn:
    """Three cards of a deck."""
    return fan(three_of(faces_of(shown.deck)))


def _numbered(shown: Shown) -> str:
    """The address of a deck with its version number."""
    return f"{shown.address}/{shown.number}" if shown.number else shown.address


def _line(shown: Shown) -> Drawn:
    """A deck in one line, or the first sentence of its notes."""
    words = " ".join((shown.about.line or shown.about.notes).split())
    first = words.partition(". ")[0].rstrip(".")
    if not first:
        return Drawn("")
    return element("p", f"{first}." if len(first) < LONGEST_LINE else f"{first[: LONGEST_LINE - 1]}…")


def _facts(shown: Shown) -> Drawn:
    """How many cards of how many kinds a deck has, and its categories."""
    deck = shown.deck
    cards, kinds = deck.card_count, len(deck.kinds)
    size = f"{cards} cards" if cards == kinds else f"{cards} cards of {kinds} kinds"
    names = [category.short or category.name for category in deck.meta.categories]
    told = [size, *([f"{len(names)} categories: {', '.join(names)}"] if names else [])]
    return element("p", *[element("span", fact) for fact in told], class_="wb-facts")


def _ways(shown: Shown, reader: Reader, beside: str = "") -> list[Drawn]:
    """What to do with a deck; in a notebook, where there is no address to ask for it, the code to write."""
    if not reader.top:
        return [element("p", element("code", f'VariantScreen("{shown.address}")'), class_="wb-ways")]
    prefix, asked = reader.prefix, f"variant={shown.address}" + (f"&version={shown.number}" if shown.number else "")
    ways = [
        ("Play now", f"{prefix}{VARIANT}?{asked}"),
        ("Its cards", f"{reader.top}{shown.path}"),
        ("In the studio", f"{prefix}{STUDIO}?{asked}"),
    ]
    if beside:
        ways.append(("Side by side", f"{prefix}{DECKS}?deck={shown.address}&beside={beside}"))
    links = [link(words, way, None if number else "wb-button") for number, (words, way) in enumerate(ways)]
    return [element("p", *links, class_="wb-ways")]


def _in_both(one: Shown, other: Shown) -> str:
    """How many cards have the same name in both."""
    names, others = ({kind.name for kind in shown.deck.kinds} for shown in (one, other))
    count = len(names & others)
    if one == other:
        return "This is the same deck twice. Choose another one."
    return f"{in_words(count).capitalize()} {'card has' if count < 2 else 'cards have'} the same name in both."

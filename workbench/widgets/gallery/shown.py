"""What a page shows: a published variant or a deck that comes with the workbench, described in the same way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from workbench.decks import Deck, list_decks, load_deck
from workbench.decks.diff import DeckDiff
from workbench.gallery import About, Gallery, Measured, Parent, Publication
from workbench.gallery.cover import usual_emblem
from workbench.kernel.registry import list_games
from workbench.storage.errors import GalleryError, WorkbenchError, shown
from workbench.widgets.address import asked_for

PUBLIC = "v"  # the first part of every address of a variant
DECK_ADDRESS = re.compile(r"([a-z0-9_]{1,40})\.([A-Za-z0-9][A-Za-z0-9_-]{0,60})")
LONGEST_NUMBER = 6  # digits of a version
OLDEST = ""  # when a deck of the workbench was published


@dataclass(frozen=True)
class Shown:
    """A deck with what is said about it.

    address: what follows /v/, without the number. before: the deck that it was made from, None if that is not here;
    parent_address: empty if there is no page to link to. number: the version, 0 for a deck of the workbench.
    measured: what games say about it compared with that deck, once somebody has measured it.
    """

    address: str
    deck: Deck
    about: About
    number: int = 0
    numbers: tuple[int, ...] = ()
    published_at: str = OLDEST
    parent: Parent | None = None
    parent_address: str = ""
    before: Deck | None = None
    unlisted: bool = False
    published: Publication | None = field(default=None, compare=False)
    measured: Measured | None = None

    @property
    def difference(self) -> DeckDiff | None:
        """The differences from the deck that it was made from."""
        return self.before.diff(self.deck) if self.before is not None else None

    @property
    def path(self) -> str:
        """The address of exactly this version, after the first slash."""
        return f"{PUBLIC}/{self.address}/{self.number}" if self.number else f"{PUBLIC}/{self.address}"

    @property
    def as_parent(self) -> Parent:
        """How it is recorded as the parent of something made from it."""
        return Parent.of_deck(self.deck) if self.published is None else Parent.of_publication(self.published)


def find(gallery: Gallery, address: str, number: int | None = None) -> Shown:
    """What is at an address; raises WorkbenchError if nothing is there, or no longer."""
    deck = DECK_ADDRESS.fullmatch(address)
    if deck is not None and number is None:
        return of_deck(deck[1], deck[2])
    published = gallery.publication(address, number)
    variant = gallery.variant(address)
    parent, parent_address = published.parent, ""
    if parent is not None and parent.publication:
        found = gallery.by_id(parent.publication)
        if found is not None and (not found[0].unlisted):
            parent_address = f"{found[0].slug}/{found[1].number}"
    elif parent is not None and parent.deck in _decks(published.game_id):
        parent_address = deck_address(published.game_id, parent.deck)
    before = gallery.parent_deck(published)
    return Shown(
        address,
        published.deck,
        published.about,
        published.number,
        gallery.versions(address),
        published.published_at,
        parent,
        parent_address,
        before,
        variant is not None and variant.unlisted,
        published,
        gallery.measured(before, published.deck) if before is not None else None,
    )


def find_any(gallery: Gallery, address: str) -> Shown:
    """What is at an address that may end with a version number: `pilgrim-town/3`."""
    slug, _, number = address.partition("/")
    return find(gallery, slug, int(number) if number.isdecimal() and len(number) <= LONGEST_NUMBER else None)


def asked_variant() -> tuple[Shown | None, str]:
    """The variant that the page's address names, such as `variant.ipynb?variant=pilgrim-town&version=3`, if any.

    If it is missing, also why.
    """
    address, version = asked_for("variant"), asked_for("version")
    if not address:
        return None, ""
    try:
        return find_any(Gallery(), f"{address}/{version}"), ""
    except WorkbenchError as refusal:
        return None, str(refusal)


def of_deck(game_id: str, name: str) -> Shown:
    """A deck that comes with the workbench or with a package; raises GalleryError if there is none."""
    if name not in _decks(game_id):
        raise GalleryError(f"There is no deck {shown(name, 40)} of {shown(game_id, 40)}. Look into the gallery.")
    deck = load_deck(game_id, name)
    return Shown(deck_address(game_id, name), deck, about_deck(deck))


def of_any_deck(deck: Deck) -> Shown:
    """A deck from anywhere, beside the game's own."""
    own = load_deck(deck.game)
    if own == deck:
        return Shown(deck_address(deck.game_id, own.name), deck, about_deck(deck))
    return Shown("", deck, about_deck(deck), parent=Parent.of_deck(own), before=own)


def about_deck(deck: Deck) -> About:
    """What a deck says about itself, as a page shows it."""
    meta = deck.meta
    author = ", ".join(meta.authors)
    return About(
        title=meta.title,
        author=author if len(author) <= 80 else f"{author[:79]}…",
        notes=meta.notes[:2000],
        licence=meta.licence.split("\n")[0][:80].strip(),
        emblem=usual_emblem(deck),
    )


def all_decks() -> Iterator[tuple[str, str]]:
    """The games and names of all decks that come with the workbench and with packages."""
    for game_id in list_games():
        for name in _decks(game_id):
            yield game_id, name


def readable_decks() -> list[Shown]:
    """The decks that can be read; `workbench lint` says what is wrong with the others."""
    found = []
    for game_id, name in all_decks():
        with suppress(WorkbenchError):
            found.append(of_deck(game_id, name))
    return found


def deck_address(game_id: str, name: str) -> str:
    """The address of a deck that comes with the workbench; no variant has one like it."""
    return f"{game_id}.{name}"


def _decks(game_id: str) -> tuple[str, ...]:
    try:
        return list_decks(game_id)
    except WorkbenchError:
        return ()

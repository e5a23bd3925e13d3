"""Which variant was made from which: the ancestors and descendants of a variant, with the differences at each step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from workbench.decks.diff import DeckDiff
from workbench.gallery.publication import Publication
from workbench.gallery.store import Gallery
from workbench.storage.errors import WorkbenchError

MOST_ANCESTORS, MOST_DESCENDANTS, DEEPEST = 20, 60, 6


@dataclass(frozen=True)
class Relative:
    """A variant in the tree of another one, or the deck with which the tree begins.

    depth: how many steps below the root. slug: its address, empty if there is none to show; number: the version
    from which the next step was made. deck: the name of a deck that comes with the game. difference: what differs
    from the one above it, None if one of the two is not here. own: whether the tree is that of this variant.
    """

    depth: int
    title: str
    author: str = ""
    slug: str = ""
    number: int = 0
    deck: str = ""
    difference: DeckDiff | None = None
    own: bool = False


def tree(gallery: Gallery, publication: Publication) -> tuple[Relative, ...]:
    """The ancestors of a publication, oldest first, then itself, then what was made from its variant, in order."""
    line = [publication]
    while len(line) <= MOST_ANCESTORS and (parent := line[0].parent) and parent.publication:
        found = gallery.by_id(parent.publication)
        if found is None:
            break
        line.insert(0, found[1])
    relatives: list[Relative] = []
    if (first := line[0].parent) is not None:
        relatives.append(Relative(0, first.title, deck=first.deck))
    for one in line:
        relatives.append(_relative(gallery, one, len(relatives), one is publication))
    relatives += _descendants(gallery, publication.slug, len(relatives))
    return tuple(relatives[: MOST_ANCESTORS + MOST_DESCENDANTS])


def _descendants(gallery: Gallery, slug: str, depth: int) -> Iterator[Relative]:
    if depth > MOST_ANCESTORS + DEEPEST:
        return
    for variant, publication in gallery.children(slug):
        if not variant.unlisted:
            yield _relative(gallery, publication, depth, own=False)
            yield from _descendants(gallery, variant.slug, depth + 1)


def _relative(gallery: Gallery, publication: Publication, depth: int, own: bool) -> Relative:
    variant = gallery.variant(publication.slug)  # the address of an unlisted one is passed on only by its author
    linked = own or (variant is not None and variant.open and not variant.unlisted)
    slug = publication.slug if linked else ""
    difference = difference_of(gallery, publication)
    about = publication.about
    return Relative(depth, about.title, about.author, slug, publication.number, "", difference, own)


def difference_of(gallery: Gallery, publication: Publication) -> DeckDiff | None:
    """What differs between a publication and what it was made from; None if one of the two is not here."""
    try:
        before = gallery.parent_deck(publication)
        return None if before is None else before.diff(publication.deck)
    except WorkbenchError:
        return None

"""Which card leads to which by their bonuses: rings and chains of cards, however cards are identified.

`sources` maps every card to the cards its bonuses come from; cards may be row numbers, ids or names.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from graphlib import TopologicalSorter
from typing import Any, TypeVar

from workbench.decks.data import DeckData

Card = TypeVar("Card", bound=Hashable)
Sources = Mapping[Card, Iterable[Card]]
Frozen = tuple[tuple[Any, tuple[Any, ...]], ...]  # the same, hashable, as the key under which results are cached
KEPT = 64  # most changes of a deck leave its bonuses alone


def bonus_sources(deck: DeckData) -> dict[int, list[int]]:
    """The kinds that give each kind of card its bonuses; missing sources are left out."""
    sources: dict[int, list[int]] = {kind: [] for kind in range(len(deck.kinds))}
    for bonus in deck.bonuses:
        if bonus.source is not None:
            sources[bonus.card].append(bonus.source)
    return sources


def frozen(sources: Sources[Card]) -> Frozen:
    """An immutable copy of the sources."""
    return tuple(zip(sources, map(tuple, sources.values()), strict=True))


def rings(sources: Sources[Card]) -> list[tuple[Card, ...]]:
    """Cards whose bonuses come from each other in a ring: each gets one from the next, the last from the first.

    If rings share cards, enough of them are listed that no ring is left once the last card of each listed ring
    loses its bonus from the first.

    >>> rings({"Mill": ["Road"], "Road": ["Mill"], "Inn": ["Mill"]})
    [('Mill', 'Road')]
    """
    return list(_rings(frozen(sources)))


@lru_cache(maxsize=KEPT)
def _rings(known: Frozen) -> tuple[tuple[Any, ...], ...]:
    sources = dict(known)
    found = []
    done: set[Any] = set()
    for start in sources:
        walk: dict[Any, Iterator[Any]] = {} if start in done else {start: iter(sources[start])}
        while walk:
            card, ahead = next(reversed(walk.items()))
            for source in ahead:
                if source in walk:
                    members = list(walk)
                    found.append(tuple(members[members.index(source) :]))
                elif source not in done:
                    walk[source] = iter(sources.get(source, ()))
                    break
            else:
                done.add(card)
                del walk[card]
    return tuple(found)


def chains_to(sources: Sources[Card]) -> dict[Card, tuple[Card, ...]]:
    """The longest chain of bonuses that leads to each card: the first gives one to the second, and so on to the card.

    A ring is cut where its first card gives its last one a bonus.

    >>> chains_to({"Bakery": ["Mill"], "Inn": ["Bakery"]})["Inn"]
    ('Mill', 'Bakery', 'Inn')
    """
    return dict(_chains_to(frozen(sources)))


@lru_cache(maxsize=KEPT)
def _chains_to(known: Frozen) -> Mapping[Any, tuple[Any, ...]]:
    sources = dict(known)
    cuts = {(ring[-1], ring[0]) for ring in _rings(known)}
    forward = {card: [source for source in given if (card, source) not in cuts] for card, given in sources.items()}
    chains: dict[Any, tuple[Any, ...]] = {}
    for card in TopologicalSorter(forward).static_order():
        before: tuple[Any, ...] = max((chains[source] for source in forward.get(card, ())), key=len, default=())
        chains[card] = (*before, card)
    return chains


def chains(sources: Sources[Card]) -> list[tuple[Card, ...]]:
    """The longest chain of bonuses to each card that leads no further; the longest chain first."""
    return list(_chains(frozen(sources)))


@lru_cache(maxsize=KEPT)
def _chains(known: Frozen) -> tuple[tuple[Any, ...], ...]:
    leading = _chains_to(known)
    inside = {card for chain in leading.values() for card in chain[:-1]}
    ends = [chain for card, chain in leading.items() if len(chain) > 1 and card not in inside]
    return tuple(sorted(ends, key=len, reverse=True))


def linked(sources: Sources[Card]) -> list[tuple[Card, ...]]:
    """The cards that bonuses connect, each once, in the order of the chains; the largest group first.

    A card is followed by the cards that it leads to on their longest chains. Cards without any bonus are in no group.

    >>> linked({"Bakery": ["Mill"], "Mill": [], "Moat": [], "Inn": ["Bakery"], "Shop": ["Mill"]})
    [('Mill', 'Bakery', 'Inn', 'Shop')]
    """
    known, chains = list(sources), chains_to(sources)
    place = {card: number for number, card in enumerate(dict.fromkeys([*known, *chains]))}
    groups: dict[Card, list[Card]] = {card: [card] for card in place}
    for card, given in sources.items():
        for source in given:
            one, other = sorted((groups[card], groups[source]), key=len)
            if one is not other:
                other.extend(one)
                groups.update(dict.fromkeys(one, other))
    found = {id(group): group for group in groups.values() if len(group) > 1}
    ordered = [tuple(sorted(group, key=lambda card: [place[one] for one in chains[card]])) for group in found.values()]
    return sorted(ordered, key=len, reverse=True)

"""What one browser is sent about a table over a socket: the whole scene at first, then only changes.

With them come the emblems that its page has to learn, since its script does not contain them. They follow from the deck
and from the scene shown on the page, so they reveal nothing new.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from workbench.decks import Deck
from workbench.play.differences import differences
from workbench.play.host import TableHost
from workbench.widgets.emblem_script import emblem_paths, few_emblems

NAME = re.compile(r'"([a-z][a-z-]+)"')


class SceneStream:
    """Remembers what a browser has: its scene, and the emblems it has learnt."""

    def __init__(self) -> None:
        self.shown: dict[str, Any] = {}
        self.emblems: dict[str, str] = {}

    def next(self, host: TableHost, viewer: int | None) -> dict[str, Any]:
        """What takes the browser from its scene to the present one; `changes` is empty if it has that already."""
        before, self.shown = self.shown, host.scene(viewer)
        seen: dict[str, Any] = {"changes": differences(before, self.shown)} if before else {"scene": self.shown}
        named = emblems_of(host.match.deck, seen)
        fresh = {name: path for name, path in named.items() if name not in self.emblems}
        self.emblems |= fresh
        return {**seen, "emblems": fresh}

    def forget(self) -> None:
        """Send the whole scene next, as the browser has lost its own."""
        self.shown = {}


def emblems_of(deck: Deck, scene: dict[str, Any]) -> dict[str, str]:
    """The paths, by name, of the emblems of a deck and of others that a scene, or the changes of one, names."""
    # Everything drawn as an emblem is among the words that occur anywhere in a scene.
    names = _of_deck(deck) | set(NAME.findall(json.dumps(scene)))
    return {name: path for name, path in emblem_paths().items() if name in names and name not in few_emblems()}


@lru_cache(maxsize=64)
def _of_deck(deck: Deck) -> frozenset[str]:
    cards = (deck.game.studio.face(deck, kind).emblem for kind in range(len(deck.kinds)))
    return frozenset([*cards, *(category.emblem for category in deck.meta.categories)])

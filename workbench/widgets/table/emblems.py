"""The emblems that a table's page has to learn: those that its script does not contain.

They follow from the deck and from the scene shown on the page, so they reveal nothing new.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from workbench.decks import Deck
from workbench.widgets.emblem_script import emblem_paths, few_emblems

NAME = re.compile(r'"([a-z][a-z-]+)"')


def emblems_of(deck: Deck, scene: dict[str, Any]) -> dict[str, str]:
    """The paths, by name, of the emblems of a deck and of others that a scene, or the changes of one, names."""
    names = _of_deck(deck) | _named_in(scene)
    return {name: path for name, path in emblem_paths().items() if name in names and name not in few_emblems()}


@lru_cache(maxsize=64)
def _of_deck(deck: Deck) -> frozenset[str]:
    cards = (deck.game.studio.face(deck, kind).emblem for kind in range(len(deck.kinds)))
    return frozenset([*cards, *(category.emblem for category in deck.meta.categories)])


def _named_in(scene: dict[str, Any]) -> frozenset[str]:
    """All names of emblems that occur anywhere in a scene; everything drawn as an emblem is among them."""
    return frozenset(NAME.findall(json.dumps(scene)))

"""Which emblem a card has: the one that its list names, or else a good guess from its title and its category."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256

from workbench.heraldry.emblems import emblem

# Emblem -> the beginnings of words that speak for it, beside its own name.
TITLES = {
    "anvil": "blacksmith smith smelt iron forge foundry",
    "axe": "lumber logging log wood carpent timber woodcarver forest",
    "barrel": "brew cooper cellar warehouse dye spice salt", "bell": "school belfry monk abbey",
    "book": "library print philosoph law", "candle": "chandler shrine priest vigil catacomb",
    "grapes": "vine wine vintner grape", "hammer": "builder toymak sculpt workshop artisan",
    "harp": "theatre music bard minstrel", "horseshoe": "stable cobbler ranch farrier",
    "key": "dungeon jail gaol gatekeeper", "mask": "circus thief robber robyn thieves actor fool jester",
    "mortar": "herb apothec alchem hospital physic healer glass", "mug": "tavern inn pub alehouse",
    "pickaxe": "quarry mine miner gold", "purse": "toll gambl bank almshouse tax moneylender bazaar coin",
    "quill": "scribe papermill clerk writer influence", "scales": "market trade shop merchant judge",
    "scissors": "tailor weav tanner barber surgeon rug laundry cloth",
    "wheat": "farm bak granar grain field mill peasant harvest",
    "wheel": "wheelwright caravan clock inventor cart road", "anchor": "dock port harbour", "bridge": "aqueduct",
    "castle": "arena fort citadel stone", "church": "temple monaster cathedral chapel abbot",
    "fleur-de-lis": "baroness highway noble court lady", "moon": "night", "mountain": "hill",
    "rose": "garden greenhouse brothel guinevere isolde flower", "shell": "pearl bath pilgrim",
    "ship": "fleet shipyard sail", "star": "fortune wizard merlin", "tent": "pavilion fairground",
    "tower": "gatehouse wall guard moat mason architect", "tree": "oak orchard", "windmill": "grainmill",
    "bee": "honey", "dragon": "uther pendragon", "eagle": "falcon", "two-headed-eagle": "gawain emperor",
    "fish": "fishing sewers irrigation fisher", "horse": "joust knight rider", "lion": "tristan menagerie",
    "owl": "sage university", "ram": "shepherd butcher sheep", "snake": "morgana mordred agravaine caelia",
    "stag": "hunt deer", "banner": "square herald muster", "bow": "bowyer fletch archer archery accolon",
    "chalice": "percival perceval grail", "cross": "galahad crusade",
    "crown": "palace kings queen arthur jewel townhall", "eye": "spy seer", "ghost": "spirit",
    "glove": "meleagant glover", "helm": "armor armour barracks palamedes", "scroll": "letter herald",
    "skull": "graveyard catacombs crypt", "sword": "excalibur blade lancelot",
}  # fmt: skip
CATEGORIES = {
    "wheat": "food agriculture farm", "ship": "trade transport travel", "hammer": "construction material build",
    "church": "religion church faith", "crown": "government nobility king arthur", "castle": "military fort war",
    "mortar": "health medicine", "harp": "art entertainment music", "book": "learning education science",
    "anvil": "industry craft", "snake": "mordred pawn",
}  # fmt: skip
NEUTRAL = ("star", "fleur-de-lis", "moon", "rose", "shell", "tree")
WORD = re.compile(r"[a-z]+")


@lru_cache(maxsize=4096)
def emblem_for(title: str, category: str = "", art: str = "") -> str:
    """The name of a card's emblem: `art` if it names one, else what title or category speak for, else a neutral one.

    Raises DeckError for an `art` that is no emblem; it says what names are near.
    """
    if art:
        return emblem(art).name
    return _spoken_for(title, TITLES) or _spoken_for(category, CATEGORIES) or _neutral(title)


def _spoken_for(words: str, table: dict[str, str]) -> str:
    """The emblem that the latest known word speaks for; of several, the one that knows most letters of it."""
    found = [
        (position, len(start), name)
        for position, word in enumerate(WORD.findall(words.lower()))
        for name, starts in table.items() for start in (*starts.split(), name) if word.startswith(start)
    ]  # fmt: skip
    return max(found)[2] if found else ""


def _neutral(title: str) -> str:
    """One of a few emblems that say little, the same for a title on every machine."""
    return NEUTRAL[sha256(title.encode()).digest()[0] % len(NEUTRAL)]

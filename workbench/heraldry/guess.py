"""Which emblem a card has: the one that its list names, or else a good guess from its title and its category."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from hashlib import sha256

from workbench.heraldry.emblems import SIGNS, emblem, emblems

# Emblem -> the beginnings of words that speak for it, beside its own name. The emblems on the cloth of the first eight
# seats mean people at every table: their own names alone speak for them.
TITLES = {
    "anvil": "blacksmith smith smelt iron forge foundry", "apple": "orchard fruit", "axe": "ax wood forester",
    "barrel": "brew cooper cellar warehouse dye", "boot": "cobbl tann shoe evict",
    "book": "library print philosoph law school register", "bottle": "glass isolde iseult",
    "candle": "chandler shrine priest vigil backroom", "cart": "caravan road route highway",
    "cauldron": "merlin cook witch",
    "cow": "butcher ranch cattle dairy", "flask": "apothec alchem potion", "grapes": "vine wine vintner grape",
    "hammer": "builder workshop artisan", "harp": "music bard minstrel tristan salon",
    "hook": "fishing fisher fishmonger angler", "horseshoe": "stable farrier", "hourglass": "clock session",
    "loaf": "bak bread", "manacles": "dungeon jail gaol prison amnest",
    "mask": "theatre actor fool jester stage personalit",
    "mortar": "hospital physic healer pox", "mug": "tavern inn pub alehouse deal", "pickaxe": "quarry mine miner gold",
    "purse": "gambl bank almshouse tax moneylender bazaar coin robber usur",
    "quill": "scribe clerk writer influence scandal",
    "saw": "lumber logging log carpent timber woodcarver",
    "scales": "market trade shop merchant judge spice salt arbiter",
    "scissors": "barber surgeon", "shuttle": "weav tailor cloth",
    "wheat": "farm granar grain field mill peasant harvest prosper season", "wheel": "wheelwright inventor",
    "bridge": "crossing", "castle": "fort citadel moat camelot", "chapel-door": "test",
    "church": "temple monaster cathedral chapel abbot abbey monk belfry york",
    "fleur-de-lis": "baroness noble court palace", "figure": "sculpt statue crowd",
    "fountain": "aqueduct sewer bath laundry irrigation well", "gate": "toll", "leaf": "garden greenhouse herb",
    "moon": "night morgan curfew", "mountain": "hill tintagel", "pine": "forest",
    "rose": "brothel guinevere queen flower",
    "shell": "pearl pilgrim lake", "ship": "fleet shipyard sail dock port harbour orkney world",
    "star": "fortune wizard chivalr mage", "tent": "circus pavilion fairground festiv", "tower": "architect",
    "unicorn": "maiden caelia", "wall": "mason stone barricad", "windmill": "grainmill",
    "bee": "honey", "dragon": "uther pendragon", "two-headed-eagle": "gawain emperor",
    "horse": "knight rider toy errand", "ram": "shepherd sheep scapegoat", "owl": "sage university",
    "snake": "mordred agravaine", "stag": "hunting deer", "banner": "square herald muster",
    "bow": "bowyer fletch archer accolon robyn", "chalice": "percival perceval grail goldsmith",
    "cross": "galahad crusade",
    "crossed-swords": "enem battle war", "crown": "king arthur", "dagger": "curse", "eye": "spy seer schem",
    "ghost": "spirit", "glove": "meleagant glover honor honour", "gonfanon": "lancelot procession",
    "helm": "armor armour barracks palamedes militia", "hood": "thief thieves mistaken identit",
    "horn": "pellinore hunter",
    "mace": "guildmaster townhall evil boss", "ring": "jewel amour", "round-shield": "saxon",
    "scroll": "letter papermill recogni charter", "skull": "graveyard catacomb crypt plague", "sword": "blade",
    "sword-in-stone": "excalibur", "target": "archery arena",
}  # fmt: skip
# Several words that say together what none of them says alone; they speak before single words.
PHRASES = {
    "chapel-door": ("test of",), "castle": ("guard tower", "great houses"), "dagger": ("cursed blade",),
    "fleur-de-lis": ("queen's favor", "queens favor"), "helm": ("black knight",),
    "hook": ("fisher king", "fishing fleet"),
    "horn": ("king pellinore",), "leaf": ("green knight",), "mace": ("evil knight",),
    "banner": ("king's call", "kings call"),
    "crossed-swords": ("arthur's enemies", "arthurs enemies", "martial law"), "purse": ("robber knight",),
    "round-shield": ("saxon knight",),
    "scroll": ("king's recognition", "kings recognition"), "shuttle": ("rug merchant",), "star": ("wizards tower",),
    "tower": ("court called",), "cart": ("kings highway",),
    "quill": ("paper war",), "glove": ("clean hands",),
}  # fmt: skip
CATEGORIES = {
    "wheat": "food agriculture farm field", "ship": "trade transport travel dock harbour",
    "hammer": "construction material build",
    "church": "religion church faith", "glove": "government nobility", "crown": "king arthur court",
    "castle": "military fort war",
    "mortar": "health medicine", "harp": "art entertainment music", "book": "learning education science",
    "anvil": "industry craft", "snake": "mordred pawn",
    "amphora": "porcelain", "atom": "energy", "ball": "leisure", "bulb": "light", "camel": "caravan",
    "cannon": "mercenar", "car": "traffic", "column": "gods", "cow": "cattle", "crane": "engineer",
    "first-aid": "medical", "dividers": "invention", "dome": "habitat", "drop": "water", "eye": "security",
    "figure": "crew", "flame": "safety", "fountain": "bath", "gear": "engine", "grapes": "vineyard",
    "leaf": "greenhouse", "locomotive": "rail", "mask": "game", "mosque": "mosque", "mug": "drink saloon",
    "pagoda": "pilgrim", "palette": "painting", "palm": "orchard", "parachute": "supply", "pickaxe": "mine mining coal",
    "plane": "aircraft", "purse": "bank money", "quill": "press", "radio": "signal", "robot": "robot",
    "rocket": "flight", "saw": "timber", "scales": "law", "screen": "media", "scroll": "scholar",
    "shuttle": "cloth silk textile", "star": "order", "sword": "legion", "tank": "tank", "target": "training",
    "teapot": "teahouse", "telescope": "research", "tower": "garrison",
}  # fmt: skip
# Emblems of other times and places whose names begin other words, as in Carpenter: they speak for no title.
BEGIN_OTHERS = (
    "ball", "car", "column", "crane", "dish", "dome", "drop", "flame", "hat", "lamp", "palm", "plane", "tank", "tram",
)  # fmt: skip
NEUTRAL = ("star", "fleur-de-lis", "moon", "rose", "shell", "pine")
WORD = re.compile(r"[a-z]+")


@lru_cache(maxsize=4096)
def emblem_for(title: str, category: str = "", art: str = "", of_category: str = "") -> str:
    """The name of a card's emblem: `art` if it names one, or what title or category speak for, or else a neutral one.

    A category that has chosen an emblem, `of_category`, speaks with that one whatever it is called. Raises DeckError
    for an `art` that is not an emblem; it says which names are near.
    """
    if art:
        return emblem(art).name
    spoken = of_category or _spoken_for(category, CATEGORIES)
    return _phrased(title) or _spoken_for(title, _speaking()) or spoken or _neutral(title)


def _spoken_for(words: str, table: dict[str, str]) -> str:
    """The emblem that the latest known word speaks for; of several, the one that knows the most letters of it."""
    found = [
        (position, len(start), name)
        for position, word in enumerate(WORD.findall(words.lower()))
        for name, starts in table.items() for start in starts.split() if word.startswith(start)
    ]  # fmt: skip
    return max(found)[2] if found else ""


@lru_cache(maxsize=1024)
def emblem_for_category(name: str) -> str:
    """The name of the emblem that stands for a whole category, by the category's name.

    >>> emblem_for_category("Government and nobility"), emblem_for_category("Goldsmiths")
    ('glove', 'chalice')
    """
    return _spoken_for(name, CATEGORIES) or _spoken_for(name, _speaking()) or _neutral(name)


@cache
def _speaking() -> dict[str, str]:
    """Emblem -> all beginnings of words that speak for it, its own name among them."""
    borne = [name for name, one in emblems().items() if one.family != SIGNS and name not in BEGIN_OTHERS]
    return {name: f"{TITLES.get(name, '')} {name}" for name in borne}


def _phrased(title: str) -> str:
    """The emblem that the latest known phrase speaks for."""
    words = title.lower()
    found = [(words.rfind(phrase), name) for name, phrases in PHRASES.items() for phrase in phrases if phrase in words]
    return max(found)[1] if found else ""


def _neutral(title: str) -> str:
    """One of a few emblems that say little, the same for a title on every machine."""
    return NEUTRAL[sha256(title.encode()).digest()[0] % len(NEUTRAL)]

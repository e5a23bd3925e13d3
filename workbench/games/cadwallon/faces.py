"""How the cards of Cadwallon look, and what each says in words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from workbench.author import CardFace, Sight, Symbol, counted, emblem_of
from workbench.decks import Deck
from workbench.games.cadwallon.deck import BACKGROUND, COUNTED, GUILDS, TYPE
from workbench.games.cadwallon.scoring import count_for_contract, count_guilds
from workbench.games.cadwallon.table import ZONES, CadwallonState

MINUS = "−"
# What is said about a card, and its colour, by type; a guild card has those of its guild.
TITLES = ("Guild", "Militia", "Personality", "Action", "Condition", "Contract")
COLOURS = ("#5b4a38", "#1d1d1f", "#6a2a7b", "#1d6b3a", "#5b4a38", "#5b4a38")
EMBLEMS = {TYPE.militia: "helm", TYPE.personality: "mask"}
PRINTED, RECONSTRUCTED = "printed", "reconstructed"  # a card whose printed values are known, and one whose are unknown


def type_of(sight: Sight[CadwallonState], card: int) -> int:
    """The type of a card."""
    type_: int = sight.arrays.type[sight.kind(card)]
    return type_


def guild_symbol(deck: Deck, guild: int) -> Symbol:
    """A guild as a symbol without a letter: its emblem stands for it."""
    declared = deck.meta.categories[guild]
    return Symbol("", "", declared.colour, declared.name)


def symbol_of(deck: Deck, kind: int) -> Symbol:
    """The guild of a card as a symbol, or what it is if it belongs to none."""
    type_, guild = int(deck.arrays.type[kind]), int(deck.arrays.guild[kind])
    return guild_symbol(deck, guild) if guild >= 0 else Symbol("", "", COLOURS[type_], TITLES[type_])


def emblem_on(deck: Deck, kind: int) -> str:
    """The emblem of a kind of card: militia and personalities have one each, a guild may have chosen one."""
    if (type_ := int(deck.arrays.type[kind])) in EMBLEMS:
        return EMBLEMS[type_]
    guild = int(deck.arrays.guild[kind])
    chosen = deck.meta.categories[guild].own_emblem if guild >= 0 else ""
    return str(deck.kinds[kind].row["art"] or chosen or emblem_of(deck, kind))


def short_title(deck: Deck, kind: int) -> str:
    """What a district card is called where there is little room: "Goldsmiths", "Militia", "New Markets"."""
    type_ = int(deck.arrays.type[kind])
    if type_ == TYPE.guild:
        return str(deck.meta.categories[int(deck.arrays.guild[kind])].name)
    return deck.kinds[kind].name if type_ == TYPE.action else TITLES[type_]


def background_of(deck: Deck, kind: int) -> str:
    """The district type of a card; empty for any other card."""
    background = int(deck.arrays.background[kind])
    return tuple(BACKGROUND)[background] if background >= 0 else ""


def signed(points: int) -> str:
    """A number that is added or taken away: "+3", "−2"."""
    return f"{MINUS}{-points}" if points < 0 else f"+{points}"


def sentence(text: str) -> str:
    """A text of the lists as a sentence."""
    return f"{text[:1].upper()}{text[1:]}"


def card_face(deck: Deck, kind: int) -> CardFace:
    """A card as it is printed, or as it is reconstructed."""
    type_, row = int(deck.arrays.type[kind]), deck.kinds[kind].row
    value, worth = _worth(deck, kind)
    symbol, background, text = symbol_of(deck, kind), background_of(deck, kind), str(row["text"])
    status = "" if row["status"] == PRINTED else RECONSTRUCTED
    belongs = symbol.name if type_ == TYPE.guild else TITLES[type_]
    words = (deck.kinds[kind].name, belongs, worth, background, text, status)
    return CardFace(
        id=f"card-{kind}",
        title=deck.kinds[kind].name,
        symbols=(symbol,),
        worth=sentence(worth),
        text=". ".join(map(sentence, filter(None, (text or background, status)))),
        value=value,
        emblem=emblem_on(deck, kind),
        description=", ".join(filter(None, words)),
    )


def _worth(deck: Deck, kind: int) -> tuple[str, str]:
    """The number on a card's corner, and what it is worth in words."""
    arrays, type_ = deck.arrays, int(deck.arrays.type[kind])
    if type_ == TYPE.condition:
        return "", ""
    if type_ == TYPE.contract:
        return signed(int(arrays.points[kind])), f"{int(arrays.points[kind])} points at the end"
    support = f"support {arrays.support[kind]}"
    if type_ == TYPE.militia:
        number = int(arrays.penalty[kind])
        return f"{MINUS}{number}", f"{number} penalty, {support}"
    if type_ == TYPE.personality:
        return "", f"joins any guild, {support}"
    number = int(arrays.points[kind])
    return str(number), f"{counted(number, 'point')}, {support}"


# Before people


def whole_face(sight: Sight[CadwallonState], card: int, *, badge: str = "", why: str = "", here: str = "") -> CardFace:
    """A card of the table with all its words, what it counts here and now, and its rules."""
    face = sight.printed(card_face, sight.kind(card))
    words = ", ".join(filter(None, (face.description, badge)))
    rules = sight.rules_of(face.title)
    return replace(face, id=sight.face_id(card), badge=badge, why=why, here=here, rules=rules, description=words)


def held_face(sight: Sight[CadwallonState], card: int, *, badge: str = "", why: str = "", here: str = "") -> CardFace:
    """A card of a hand: of its words only what it does, since there is little room."""
    text = sentence(str(sight.deck.kinds[sight.kind(card)].row["text"]))
    return replace(whole_face(sight, card, badge=badge, why=why, here=here), worth="", text=text)


def contract_so_far(sight: Sight[CadwallonState], kind: int, seat: int) -> str:
    """What a contract counts of a seat now, without assigned personalities, next to what it asks for."""
    arrays, view, game = sight.arrays, sight.view, sight.view.games
    sums, cards, assigned = np.zeros((3, GUILDS), np.int64)
    personalities = sight.ask(count_guilds, view, arrays, game, seat, sums, cards)
    counted = sight.ask(count_for_contract, view, arrays, game, seat, kind, cards, assigned)
    least, most = arrays.at_least[kind], arrays.at_most[kind]
    asked = f"{least} needed" if least else f"at most {most} allowed"
    if arrays.counted[kind] == COUNTED.guild_set and personalities:
        return f"{counted} so far, and {personalities} of your personalities may join; {asked}"
    return f"{counted} so far; {asked}"


# What lies open before a seat, counted by sort


def won_faces(sight: Sight[CadwallonState], seat: int) -> tuple[CardFace, ...]:
    """A token for each guild, then militia and personalities; action cards in others' hands and played, if any."""
    own = sight.cards(ZONES.tableau + seat)
    faces = [_guild(sight, seat, guild, own) for guild in range(GUILDS)]
    for type_, title in ((TYPE.militia, "Militia"), (TYPE.personality, "Personalities")):
        cards = [card for card in own if type_of(sight, card) == type_]
        faces.append(_counted(sight, f"won-{seat}-{title.lower()}", title, EMBLEMS[type_], COLOURS[type_], cards))
    held = (ZONES.won, "held", "Action cards in hand", "scroll")
    played = (ZONES.played, "played", "Action cards played", "tick")
    for place, key, title, emblem in (played,) if seat == sight.seat else (held, played):
        if cards := sight.cards(place + seat):
            faces.append(_counted(sight, f"won-{seat}-{key}", title, emblem, COLOURS[TYPE.action], cards))
    return tuple(faces)


def guild_token(seat: int, guild: int) -> str:
    """The id of the token of a guild before a seat."""
    return f"won-{seat}-guild-{guild}"


def _guild(sight: Sight[CadwallonState], seat: int, guild: int, own: list[int]) -> CardFace:
    """The cards of a guild; its set with the personalities that would join it if counted now at their best."""
    symbol, arrays = guild_symbol(sight.deck, guild), sight.arrays
    cards = [card for card in own if arrays.guild[sight.kind(card)] == guild]
    declared, game = sight.deck.meta.categories[guild], sight.view.games + 1
    of = (seat, declared.letter, game)
    lines = [line for line in sight.lines if (line["seat"], line["category"], line["round"]) == of]
    points = sum(line["points"] for line in lines if line["reason"] == "guild_set")
    joined = sum(line["reason"] == "personality" for line in lines)
    with_them = f", with personalities: {joined}" if joined else ""
    face = _counted(sight, guild_token(seat, guild), symbol.name, declared.emblem, symbol.colour, cards)
    return replace(face, here=f"the set counts {points} points{with_them}." if cards or joined else "")


def _counted(
    sight: Sight[CadwallonState], key: str, title: str, emblem: str, colour: str, cards: list[int]
) -> CardFace:
    """How many cards of one sort somebody has, as one token that names them."""
    names = [sight.naming("card", sight.kind(card)) for card in cards]
    return CardFace(
        key,
        title,
        (Symbol("", "", colour, title),),
        text=", ".join(names) or "none",
        value=str(len(cards)) if cards else "",
        emblem=emblem,
        mark="" if cards else "none",
        description=f"{title}: {len(cards)}" + (f" ({', '.join(names)})" if names else ""),
    )

"""How the cards of Quests look, and what each says in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workbench.author import CardFace, Numbers, Sight, Symbol, counted, emblem_of
from workbench.decks import Deck
from workbench.games.quests.battle import battle_points, card_bids, minimum_in_force, quest_in_play
from workbench.games.quests.deck import ABILITY, TYPE, WHEN
from workbench.games.quests.table import QuestsState

TYPE_TITLES = ("Weapon", "Foe", "Test", "Ally", "Amour", "Quest", "Tournament", "Event")
COLOURS = ("#3f4d5c", "#7e231a", "#5b2d82", "#1e6e3b", "#a3226b", "#1f5c36", "#1f5c36", "#1f5c36")
COUNTS = (TYPE.weapon, TYPE.foe, TYPE.ally, TYPE.amour)  # types of cards with battle points

# What each event does, in the order of EVENT.
EVENT_WORDS = (
    "Nothing happens.",
    "Of the lowest rank, those with fewest shields get 3.",
    "Everybody else loses a shield.",
    "The drawer loses 2 shields.",
    "2 more shields for each who completes the next quest.",
    "Each of the lowest rank is given 2 cards.",
    "All allies in play leave.",
    "Each of the highest rank discards a weapon, or 2 foes.",
    "Everybody is given 2 cards.",
)


def card_face(deck: Deck, kind: int) -> CardFace:
    """A card as it is printed."""
    type_, arrays = int(deck.arrays.type[kind]), deck.arrays
    title = deck.kinds[kind].name
    value = str(arrays.bp[kind]) if type_ in COUNTS else ""
    worth, text = _words(deck, kind)
    points = f"{value} battle points" if value else ""
    return CardFace(
        id=f"card-{kind}",
        title=title,
        symbols=(Symbol("", "", COLOURS[type_], TYPE_TITLES[type_]),),
        worth=worth,
        text=text,
        value=value,
        emblem=emblem_of(deck, kind),
        description=", ".join(
            filter(None, (title, TYPE_TITLES[type_], points, text, "" if worth == text else worth, _where(deck, kind)))
        ),
    )


def _words(deck: Deck, kind: int) -> tuple[str, str]:
    """The first line of a card's text, and the rest."""
    arrays, type_ = deck.arrays, int(deck.arrays.type[kind])
    if type_ == TYPE.quest:
        return _quest_words(deck, kind)
    if type_ == TYPE.tournament:
        bonus = int(arrays.bonus_shields[kind])
        return "A shield for each who enters", f"and {bonus} more" if bonus else ""
    if type_ == TYPE.event:
        return "", EVENT_WORDS[int(arrays.event[kind])]
    if type_ == TYPE.test:
        least = int(arrays.min_bid[kind])
        return (f"{least} or more" if least else ""), "Test"
    return "", ". ".join(filter(None, (TYPE_TITLES[type_], *_abilities(deck, kind))))


def _where(deck: Deck, kind: int) -> str:
    """The only quest on which a test asks for its least bid."""
    named = int(deck.arrays.min_bid_with[kind])
    return f"on {deck.kinds[named].name}" if named >= 0 and deck.arrays.min_bid[kind] else ""


def _quest_words(deck: Deck, kind: int) -> tuple[str, str]:
    number = int(deck.arrays.stages[kind])
    foes = [foe for foe in range(len(deck.kinds)) if deck.arrays.type[foe] == TYPE.foe]
    named = [foe for foe in foes if deck.arrays.names_foe[kind, foe]]
    stages = f"{counted(number, 'stage')}, {counted(number, 'shield')}"
    if len(named) == len(foes):
        return stages, "Every foe is at its strongest"
    names = " and ".join(deck.kinds[foe].name for foe in named)
    return stages, f"Stronger here: {names}" if names else "No foe is stronger"


def _abilities(deck: Deck, kind: int) -> Iterator[str]:
    """What a card does besides its battle points."""
    arrays = deck.arrays
    if arrays.bp_high_when[kind] != WHEN.never:
        yield f"{arrays.bp_high[kind]} {_when(deck, arrays.bp_high_when, arrays.bp_high_with, kind)}"
    if arrays.bids[kind]:
        yield counted(int(arrays.bids[kind]), "free bid")
    if arrays.bids_high_when[kind] != WHEN.never:
        where = _when(deck, arrays.bids_high_when, arrays.bids_high_with, kind)
        yield f"{counted(int(arrays.bids_high[kind]), 'free bid')} {where}"
    if arrays.ability[kind] == ABILITY.remove_ally:
        yield "Given up, it removes an ally"
    if arrays.ability[kind] == ABILITY.preview_stage:
        yield "May look at a stage"


def _when(deck: Deck, whens: Numbers, named: Numbers, kind: int) -> str:
    when, other = int(whens[kind]), int(named[kind])
    if when == WHEN.named_by_quest:
        return "if the quest names it"
    name = deck.kinds[other].name if other >= 0 else "a card of another list"
    return f"on {name}" if when == WHEN.quest else f"with {name}"


# On the table


def type_of(sight: Sight[QuestsState], card: int) -> int:
    """The type of a card."""
    type_: int = sight.arrays.type[sight.kind(card)]
    return type_


def in_quest(sight: Sight[QuestsState]) -> bool:
    """Whether a quest is in play."""
    return bool(sight.ask(quest_in_play, sight.view, sight.arrays) >= 0)


def points_of(sight: Sight[QuestsState], kind: int, owner: int | None) -> int:
    """What a kind of card counts here and now, before an owner or in a stage, given what lies open."""
    return int(sight.shared(_points, kind, -1 if owner is None else owner))


def _points(sight: Sight[QuestsState], kind: int, owner: int) -> int:
    return sight.ask(battle_points, sight.view, sight.arrays, kind, owner)


def table_face(
    sight: Sight[QuestsState], card: int, owner: int | None = None, *,
    group: str = "", action: int | None = None, why: str = "",
) -> CardFace:  # fmt: skip
    """A card on the table, with what it counts now."""
    kind = sight.kind(card)
    face, type_ = sight.printed(card_face, kind), sight.arrays.type[kind]
    value = str(points_of(sight, kind, owner)) if type_ in COUNTS else ""
    words = [face.title, TYPE_TITLES[type_], f"{value} battle points" if value else ""]
    worth, text, here = face.worth, face.text, ""
    if value:
        printed = "" if value == face.value else f"; printed is {face.value}"
        here = f"{value} battle points{printed}."
    if type_ == TYPE.tournament and sight.view.entrants:
        entrants, bonus = sight.view.entrants, sight.arrays.bonus_shields[kind]
        worth, text = f"{entrants} entered, {bonus} more", f"The winner takes {entrants + bonus} shields"
    if type_ == TYPE.ally and owner is not None:
        bids = sight.ask(card_bids, sight.view, sight.arrays, kind, owner)
        words.append(counted(bids, "free bid") if bids else "")
    elif type_ not in COUNTS:
        words += [worth, text if text != TYPE_TITLES[type_] else "", _where(sight.deck, kind)]
    if type_ == TYPE.test and in_quest(sight):
        least = sight.ask(minimum_in_force, sight.view, sight.arrays, kind)
        worth, text = (f"{least} or more" if least else "any bid"), ""
        here = f"the first bid is at least {least}." if least else "any bid will do."
    return replace(
        face,
        id=sight.face_id(card),
        value=value,
        worth=worth,
        text=text,
        group=group,
        action=action,
        why=why,
        selected=bool(sight.view.staged[card] == 1),
        description=", ".join(filter(None, words)),
        here=here,
        rules=sight.rules_of(face.title),
    )

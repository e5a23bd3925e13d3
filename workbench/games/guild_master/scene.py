"""The table of Guild Master as a screen shows it: one scene from one seat's sight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from workbench.author import (
    Action,
    CardFace,
    Choice,
    Extra,
    Group,
    Scene,
    SceneZone,
    SeatPanel,
    Selection,
    Sight,
    Symbol,
    emblem_of,
)
from workbench.decks import Deck
from workbench.games.guild_master.deck import counts_printed_names
from workbench.games.guild_master.rules import ACTIONS, OPTIONS, PHASES, TRADE_STEPS, ZONES, matching_cards
from workbench.games.guild_master.scoring import RANKING, owns
from workbench.heraldry import emblem_for

# In lines of the log that are no news by themselves.
SMALL = (
    "Turn ",
    "You draw ",
    "left in the stock",
    " for building",
    " puts in ",
    " offers ",
    " answers with ",
    " withdraws ",
)


def scene(sight: Sight) -> Scene:
    """The scene of a seat, or of everybody for `seat=None`."""
    return Scene(
        title=sight.title,
        seat=sight.seat,
        phase=PHASES[sight.view.phase].key,
        phases=PHASES.titles[:-1],
        message=_message(sight),
        hint=_hint(sight),
        over=sight.view.over == 1,
        seats=tuple(_panel(sight, seat) for seat in range(sight.view.seats)),
        zones=tuple(_zones(sight)),
        choices=tuple(_choices(sight)),
        selection=_selection(sight),
        log=sight.log,
        small=SMALL,
    )


# Cards


def card_face(deck: Deck, kind: int, printed_names: bool | None = None) -> CardFace:
    """How a card looks; its bonus as printed names count it, or as the deck's own options say (GM-275)."""
    if printed_names is None:
        printed_names = counts_printed_names(deck)
    arrays, title = deck.arrays, str(deck.rows[kind]["name"])
    categories = [c for c in range(arrays.category_count) for _ in range(int(arrays.points[kind, c]))]
    bonus = _bonus_text(deck, kind, printed_names)
    points = " and ".join(f"{categories.count(c)} {deck.meta.categories[c].name}" for c in dict.fromkeys(categories))
    return CardFace(
        id=f"card-{kind}",
        title=title,
        symbols=tuple(_symbol(deck, category) for category in categories),
        text=bonus,
        group=deck.meta.categories[categories[0]].letter,
        description=f"{title}: {points}{'; ' + bonus if bonus else ''}",
        emblem=emblem_of(deck, kind),
    )


def _symbol(deck: Deck, category: int) -> Symbol:
    declared = deck.meta.categories[category]
    return Symbol(declared.letter, declared.sign, declared.colour, declared.name)


def _bonus_text(deck: Deck, kind: int, printed_names: bool) -> str:
    arrays = deck.arrays
    if arrays.bonus_category[kind] < 0:
        return ""
    letter = deck.meta.categories[int(arrays.bonus_category[kind])].letter
    return f"+{letter} with {_bonus_source(deck, kind, printed_names)}"


def _bonus_source(deck: Deck, kind: int, printed_names: bool) -> str:
    source = int(deck.arrays.bonus_source[int(printed_names), kind])
    return str(deck.rows[source]["name"] if source >= 0 else deck.rows[kind]["bonus_source_printed"])


def _face(sight: Sight, card: int, *, pickable: bool = False, shape: str = "", in_hand: bool = False) -> CardFace:
    """A card on the table, which says in words what it counts."""
    deck, kind = sight.deck, int(sight.deck.arrays.kind[card])
    printed_names = bool(sight.view.bonus_sources)
    return replace(
        card_face(deck, kind, printed_names),
        id=f"card-{card}",
        worth=_worth(deck, kind),
        text=_bonus_words(deck, kind, printed_names),
        action=ACTIONS.pick + kind if pickable else None,
        selected=sight.view.staged[card] == 1,
        shape=shape,
        here=_here(sight, kind) if in_hand else "",
        rules=_rules(deck, kind, printed_names),
    )


def _rules(deck: Deck, kind: int, printed_names: bool) -> tuple[str, ...]:
    """The rules that a card counts by: its points, its bonus, and where its printed bonus names no card."""
    arrays = deck.arrays
    points = "GM-056" if max(arrays.points[kind]) == 2 else "GM-057"
    if arrays.bonus_category[kind] < 0:
        return (points,)
    odd = _bonus_source(deck, kind, printed_names) != deck.rows[kind]["bonus_source_printed"]
    return (points, "GM-059", "GM-301") if odd else (points, "GM-059")


def _here(sight: Sight, kind: int) -> str:
    """What a card of the hand would count if it were built now, and how its categories would stand."""
    gains = _gains(sight, kind)
    categories = range(sight.deck.arrays.category_count)
    stands = [_would_stand(sight, c, gains[c]) for c in categories if gains[c]]
    return " ".join(filter(None, (f"{sum(gains)}.", _bonus_here(sight, kind), *stands)))


def _gains(sight: Sight, kind: int) -> list[int]:
    """What building a card now adds to each category: its points, its bonus, and the bonuses that ask for it."""
    view, arrays, seat = sight.view, sight.deck.arrays, sight.seat
    gains = [int(points) for points in arrays.points[kind]]
    sources = arrays.bonus_source[int(view.bonus_sources)]
    if sources[kind] >= 0 and sight.ask(owns, view, arrays, seat, int(sources[kind])):
        gains[arrays.bonus_category[kind]] += 1
    for card in sight.cards(ZONES.built + seat):
        if sources[built := arrays.kind[card]] == kind:
            gains[arrays.bonus_category[built]] += 1
    return gains


def _bonus_here(sight: Sight, kind: int) -> str:
    """Who has built the card that a bonus asks for."""
    view, arrays, seat = sight.view, sight.deck.arrays, sight.seat
    if arrays.bonus_category[kind] < 0:
        return ""
    printed_names = bool(view.bonus_sources)
    source, name = int(arrays.bonus_source[int(printed_names), kind]), _bonus_source(sight.deck, kind, printed_names)
    if source < 0:
        return f"No card is called {name}, so that its bonus never counts."
    builders = [other for other in range(view.seats) if sight.ask(owns, view, arrays, other, source)]
    if seat in builders:
        return f"You have built {name}."
    if builders:
        return f"{sight.naming('seat', builders[0])} has built {name}, you have not."
    return f"Nobody has built {name}."


def _would_stand(sight: Sight, category: int, gain: int) -> str:
    """What a category would come to, and who leads it."""
    declared = sight.deck.meta.categories[category]
    totals = {line["seat"]: line["points"] for line in _totals(sight) if line["category"] == declared.letter}
    own = totals.get(sight.seat, 0) + gain
    best = max((points for seat, points in totals.items() if seat != sight.seat), default=0)
    leaders = [sight.naming("seat", seat) for seat, points in totals.items() if seat != sight.seat and points == best]
    would = f"In {declared.short} you would come to {own}"
    if own > best:
        return f"{would} and lead."
    if own == best:
        return f"{would}, as much as {' and '.join(leaders)}."
    return f"{would}; {' and '.join(leaders)} {'leads' if len(leaders) == 1 else 'lead'} with {best}."


def _worth(deck: Deck, kind: int) -> str:
    points = deck.arrays.points[kind]
    categories = range(deck.arrays.category_count)
    return ", ".join(f"{points[c]} {deck.meta.categories[c].short}" for c in categories if points[c])


def _bonus_words(deck: Deck, kind: int, printed_names: bool) -> str:
    """The bonus without its letter, where it goes to a category that the card names anyway."""
    category = int(deck.arrays.bonus_category[kind])
    if category < 0:
        return ""
    named = "" if deck.arrays.points[kind, category] else f" {deck.meta.categories[category].short}"
    return f"+1{named} with {_bonus_source(deck, kind, printed_names)}"


def _face_down(place: int, count: int) -> tuple[CardFace, ...]:
    return tuple(CardFace(id=f"back-{place}-{i}", face_down=True, description="a face-down card") for i in range(count))


# Zones


def _zones(sight: Sight) -> Iterator[SceneZone]:
    view = sight.view
    if sight.seat is not None:
        yield _hand(sight, sight.seat)
    if _in_trade(sight):
        yield _mat(sight)
    yield _guilds(sight)
    for seat in range(view.seats):
        yield _houses(sight, seat)
    stock = view.counts[ZONES.stock]
    yield SceneZone("stock", "Stock", "pile", count=stock, cards=_face_down(ZONES.stock, min(1, stock)))
    top = tuple(_face(sight, card) for card in sight.cards(ZONES.discard)[-1:])
    yield SceneZone("discard", "Discard pile", "pile", count=view.counts[ZONES.discard], cards=top)
    if count := view.counts[ZONES.face_down_discard]:
        cards = _face_down(ZONES.face_down_discard, 1)
        yield SceneZone("face_down_discard", "Face-down discards", "pile", None, count, cards)


def _hand(sight: Sight, seat: int) -> SceneZone:
    cards, pickable = sight.cards(ZONES.hand + seat), _pickable(sight, seat)
    faces = tuple(_face(sight, card, pickable=card in pickable, in_hand=True) for card in cards)
    return SceneZone("hand", "Your hand", "hand", seat, len(cards), faces)


def _pickable(sight: Sight, seat: int) -> set[int]:
    """The cards of a hand that the seat may pick now."""
    kinds = {action.args[0] for action in sight.actions_of(ACTIONS.pick)}
    return {card for card in sight.cards(ZONES.hand + seat) if sight.deck.arrays.kind[card] in kinds}


def _in_trade(sight: Sight) -> bool:
    """Whether an offer lies on the table."""
    return sight.view.trade_step in (TRADE_STEPS.answering, TRADE_STEPS.confirming) and sight.view.partner >= 0


def _sees_trade(sight: Sight) -> bool:
    """Whether this screen shows the cards of the offer: those of the two, and of everybody where all see them."""
    if not _in_trade(sight):
        return False
    view = sight.view
    return sight.seat in (view.current, view.partner) or view.trade_reveal == OPTIONS.trade_reveal.public


def _mat(sight: Sight) -> SceneZone:
    """Who gives what: the other side first."""
    sides = [sight.view.current, sight.view.partner]
    if sight.seat == sides[0]:
        sides.reverse()
    groups = tuple(Group(str(seat), _gives(sight, seat), seat=seat) for seat in sides)
    cards = tuple(replace(face, group=str(seat)) for seat in sides for face in _offered(sight, seat))
    region = "centre" if _sees_trade(sight) else "prompt"
    return SceneZone("offered", "The trade", "mat", None, len(cards), cards, groups, region=region)


def _gives(sight: Sight, seat: int) -> str:
    return "You give" if seat == sight.seat else f"{sight.naming('seat', seat)} gives"


def _offered(sight: Sight, seat: int) -> tuple[CardFace, ...]:
    """The cards that a seat has laid on the mat, those that this screen cannot tell face down."""
    place = ZONES.offered + seat
    known = [_face(sight, card) for card in sight.cards(place) if card < sight.view.card_count]
    return (*known, *_face_down(place, sight.view.counts[place] - len(known)))


def _guilds(sight: Sight) -> SceneZone:
    """Who leads which category; in a trade only the categories that are in question."""
    categories: Iterable[int] = range(sight.deck.arrays.category_count)
    if _sees_trade(sight):
        categories = _in_question(sight)
    groups = tuple(_guild(sight, category) for category in categories)
    return SceneZone("guilds", "The guilds", "tally", groups=groups, listing=True)


def _in_question(sight: Sight) -> list[int]:
    """The categories that the cards on the mat count in, and the one that is wished for."""
    view, arrays = sight.view, sight.deck.arrays
    cards = [card for seat in (view.current, view.partner) for card in sight.cards(ZONES.offered + seat)]
    kinds = [int(arrays.kind[card]) for card in cards if card < view.card_count]
    wished = view.wish_category
    return [c for c in range(arrays.category_count) if c == wished or any(arrays.points[kind, c] for kind in kinds)]


def _guild(sight: Sight, category: int) -> Group:
    declared = sight.deck.meta.categories[category]
    totals = {line["seat"]: line["points"] for line in _totals(sight) if line["category"] == declared.letter}
    leading = sorted(totals, key=lambda seat: (-totals[seat], seat))
    wished = _sees_trade(sight) and category == sight.view.wish_category
    return Group(
        declared.letter,
        declared.short,
        _symbol(sight.deck, category),
        total=_if_built(sight, category, totals),
        badge=f"{sight.naming('seat', sight.view.current)} asks for" if wished else "",
        standing=tuple((seat, totals[seat]) for seat in leading if totals[seat]),
        emblem=emblem_for("", declared.name),
    )


def _totals(sight: Sight) -> tuple[dict, ...]:
    return sight.lines_of(RANKING.category_total)


def _if_built(sight: Sight, category: int, totals: dict[int, int]) -> str:
    """What the cards that this seat is offered would make of its total, once they are built."""
    view, arrays, seat = sight.view, sight.deck.arrays, sight.seat
    if seat is None or not _sees_trade(sight) or seat not in (view.current, view.partner):
        return ""
    other = view.partner if seat == view.current else view.current
    kinds = [int(arrays.kind[card]) for card in sight.cards(ZONES.offered + other) if card < view.card_count]
    more = sum(int(arrays.points[kind, category]) for kind in kinds)
    return f"{totals.get(seat, 0) + more} if built" if more else ""


def _houses(sight: Sight, seat: int) -> SceneZone:
    """What a seat has built, category by category."""
    cards = sorted(sight.cards(ZONES.built + seat), key=lambda card: (_first_category(sight, card), card))
    title = "Your city" if seat == sight.seat else f"City of {sight.naming('seat', seat)}"
    faces = tuple(_face(sight, card, shape="house") for card in cards)
    return SceneZone(f"built-{seat}", title, "tokens", seat, len(cards), faces)


def _first_category(sight: Sight, card: int) -> int:
    return int(sight.deck.arrays.points[sight.deck.arrays.kind[card]].argmax())


# Seats and messages


def _panel(sight: Sight, seat: int) -> SeatPanel:
    view = sight.view
    points = sum(line["points"] for line in sight.lines if line["seat"] == seat and line["level"] == "point")
    cards = view.counts[ZONES.hand + seat] + view.counts[ZONES.offered + seat]
    leads = sum(line["points"] for line in sight.lines_of(RANKING.lead_count) if line["seat"] == seat)
    return SeatPanel(
        seat=seat,
        name=sight.naming("seat", seat),
        player=sight.bots.get(seat, "human"),
        to_act=(view.to_act >> seat) & 1 == 1,
        current=view.over == 0 and view.current == seat,
        facts=(
            ("guilds led", str(leads)),
            ("cards", str(cards)),
            ("built", str(view.counts[ZONES.built + seat])),
            ("points", str(points)),
        ),
        held=None if seat == sight.seat else view.counts[ZONES.hand + seat],
        state=_state(sight, seat),
    )


def _state(sight: Sight, seat: int) -> str:
    """What a seat is doing in a trade, in few words."""
    view = sight.view
    if not _in_trade(sight) or view.over == 1:
        return ""
    answering = view.trade_step == TRADE_STEPS.answering
    if seat == (view.partner if answering else view.current):
        return "to answer" if answering else "to decide"
    if seat in (view.current, view.partner):
        return "waits for you" if sight.actions else "waits"
    return ""


def _message(sight: Sight) -> str:
    view = sight.view
    if view.over == 1:
        names = " and ".join(sight.naming("seat", seat) for seat in sight.winners)
        return f"{names} {'share the title' if len(sight.winners) > 1 else 'wins the title'} of Guild Master."
    return _prompt(sight) if sight.actions else _waiting(sight)


def _waiting(sight: Sight) -> str:
    """Whom the others wait for, and what an offer is about."""
    view = sight.view
    asked = " and ".join(sight.naming("seat", seat) for seat in range(view.seats) if (view.to_act >> seat) & 1)
    if not _in_trade(sight):
        return f"{PHASES[view.phase].title}: waiting for {asked}."
    offer = f"{sight.naming('seat', view.current)} offers {sight.naming('seat', view.partner)} {_offer(sight)}"
    return f"{offer}: waiting for {asked}."


def _offer(sight: Sight) -> str:
    """How many cards are offered, and what is wished for."""
    return f"{_cards(sight.view.counts[ZONES.offered + sight.view.current])}{_wish(sight)}"


def _wish(sight: Sight) -> str:
    view, wishes = sight.view, []
    if view.wish_number > 0:
        wishes.append(_cards(view.wish_number))
    if view.wish_category >= 0:
        wishes.append(sight.deck.meta.categories[view.wish_category].short)
    return f" and asks for {' of '.join(wishes)}" if wishes else ""


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _prompt(sight: Sight) -> str:
    view, verbs = sight.view, sight.verbs
    if ACTIONS.draw in verbs:
        return f"Draw up to {_cards(len(sight.actions) - 1)}."
    if ACTIONS.confirm in verbs:
        return f"{sight.naming('seat', view.partner)} gives you {_given(sight, view.partner)}. Do you agree?"
    if ACTIONS.decline in verbs:
        return f"{sight.naming('seat', view.current)} gives you {_given(sight, view.current)}{_wish(sight)}."
    if ACTIONS.offer_to in verbs:
        return "Whom do you offer a trade?"
    if view.phase in (PHASES.trade_1, PHASES.trade_2):
        return f"What do you offer {sight.naming('seat', view.own_partner[sight.seat])}?"
    if view.phase == PHASES.discard:
        return f"Discard up to {_cards(view.discard_max)}."
    if ACTIONS.build_category in verbs:
        return "For which guild do you build?"
    return f"Build any cards of {sight.deck.meta.categories[view.category].short}."


def _given(sight: Sight, seat: int) -> str:
    """The cards on one side of the mat: by name where this screen can tell them all."""
    place = ZONES.offered + seat
    names = [face.title for face in _offered(sight, seat) if not face.face_down]
    if not names or len(names) < sight.view.counts[place]:
        return "nothing" if not sight.view.counts[place] else _cards(sight.view.counts[place])
    return ", ".join([*names[:-2], " and ".join(names[-2:])])


def _hint(sight: Sight) -> str:
    """What follows from the choice, in one small line."""
    view, verbs = sight.view, sight.verbs
    if ACTIONS.draw in verbs:
        left = view.counts[ZONES.stock]
        return f"{_cards(left)} {'is' if left == 1 else 'are'} left to draw; the game ends when there is none."
    if ACTIONS.confirm in verbs:
        return "If you withdraw, every card goes back to its hand."
    if ACTIONS.decline in verbs:
        other = sight.naming("seat", view.current)
        return f"You may give any cards of your hand, or none. {other} then agrees or calls it off."
    if ACTIONS.offer_to in verbs:
        return "Press somebody's banner to make an offer, or end your trading."
    if ACTIONS.build_category in verbs:
        return "You then choose which of its cards you build."
    if view.phase in (PHASES.trade_1, PHASES.trade_2) and sight.actions:
        return "Pick cards of your hand. Press a guild to say what you would like."
    return ""


# What can be done


# verb -> the heading above its buttons
_BUTTONS = {
    ACTIONS.draw: "Draw",
    ACTIONS.offer_to: "Offer to",
    ACTIONS.build_category: "Build a category",
    ACTIONS.decline: "Answer",
    ACTIONS.confirm: "Decide",
    ACTIONS.withdraw: "Decide",
    ACTIONS.call_off: "Offer",
    ACTIONS.end_trade: "Trade",
}


def _choices(sight: Sight) -> Iterator[Choice]:
    for action in sight.actions:
        verb = sight.verb_of(action)
        if verb == ACTIONS.build_category:
            yield _build_choice(sight, action)
        elif verb == ACTIONS.offer_to:
            yield Choice(action.id, action.label, _BUTTONS[verb], on=f"seat:{action.args[0]}", tab="offer")
        elif verb == ACTIONS.draw:
            label = action.label if action.args[0] else "Draw none"
            yield Choice(action.id, label, _BUTTONS[verb], main=action.id == sight.actions[-1].id)
        elif verb in _BUTTONS:
            yield Choice(action.id, action.label, _BUTTONS[verb], main=verb == ACTIONS.confirm)


def _build_choice(sight: Sight, action: Action) -> Choice:
    """A category to build, which may be one without a card in hand (GM-318)."""
    category = sight.deck.meta.categories[action.args[0]]
    held = matching_cards(sight.view, sight.deck.arrays, sight.seat, action.args[0])
    return Choice(
        action.id,
        action.label,
        _BUTTONS[ACTIONS.build_category],
        _symbol(sight.deck, action.args[0]),
        f"{_cards(held)} in hand",
        on=f"group:guilds/{category.letter}",
        tab=_cards(held) if held else "no card",
    )


def _selection(sight: Sight) -> Selection | None:
    view, verbs = sight.view, sight.verbs
    if not verbs & {ACTIONS.pick, ACTIONS.put_back, ACTIONS.done} or sight.seat is None:
        return None
    staged = {card for card in sight.cards(ZONES.hand + sight.seat) if view.staged[card] == 1}
    hand = len(_pickable(sight, sight.seat) | staged)
    least = 0 if ACTIONS.done in verbs else 1
    if view.phase == PHASES.discard:
        most = min(hand, view.discard_max)
        submit = (Choice(ACTIONS.done, "Discard", main=True),)
        prompt = f"Choose up to {most} to discard"
        return Selection(prompt, least, most, submit, sentence="You discard {picked}", none="Discard nothing")
    if view.phase == PHASES.build:
        submit = (Choice(ACTIONS.done, "Build", main=True),)
        sentence = "You build {picked}"
        return Selection("Choose what to build", least, hand, submit, sentence=sentence, none="Build nothing")
    if view.trade_step == TRADE_STEPS.answering:
        submit = (Choice(ACTIONS.done, "Answer", main=True),)
        sentence = f"You would give {sight.naming('seat', view.current)} {{picked}} for {_given(sight, view.current)}"
        prompt, none = "Choose what to give in return", "Give nothing for it"
        return Selection(prompt, least, hand, submit, sentence=sentence, none=none)
    return _offer_selection(sight, least, hand)


def _offer_selection(sight: Sight, least: int, most: int) -> Selection:
    """What to offer, and what to wish for; asking for a gift is allowed (GM-311)."""
    partner = sight.naming("seat", sight.view.own_partner[sight.seat])
    numbers = (Choice(action.id, _cards(action.args[0])) for action in sight.actions_of(ACTIONS.wish_number))
    categories = (_wished_category(sight, action) for action in sight.actions_of(ACTIONS.wish_category))
    wishes = (
        Extra("wish_category", "Ask for", tuple(categories), ", and ask for {chosen}"),
        Extra("wish_number", "Wish for a number", tuple(numbers), ", {chosen} in return"),
    )
    submit = (Choice(ACTIONS.done, "Make the offer", main=True),)
    sentence = f"You offer {partner} {{picked}}"
    return Selection("Choose what to give", least, most, submit, wishes, sentence, "Ask for a gift")


def _wished_category(sight: Sight, action: Action) -> Choice:
    category = sight.deck.meta.categories[action.args[0]]
    return Choice(action.id, category.short, on=f"group:guilds/{category.letter}")

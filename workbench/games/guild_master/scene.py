"""The table of Guild Master as a screen shows it: one scene from one seat's sight."""

from __future__ import annotations

from dataclasses import replace

from workbench.author import (
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
from workbench.games.guild_master.rules import ACTIONS, PHASES, TRADE_STEPS, ZONES, matching_cards
from workbench.games.guild_master.scoring import RANKING


def scene(sight: Sight) -> Scene:
    """The scene of a seat, or of everybody for `seat=None`."""
    return Scene(
        title=f"{sight.game.title}: {sight.deck.meta.title}",
        seat=sight.seat,
        phase=PHASES[sight.view.phase].key,
        phases=PHASES.titles[:-1],
        message=_message(sight),
        over=sight.view.over == 1,
        seats=tuple(_panel(sight, seat) for seat in range(sight.view.seats)),
        zones=tuple(_zones(sight)),
        choices=tuple(_choices(sight)),
        selection=_selection(sight),
        log=sight.log,
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
    source = int(arrays.bonus_source[int(printed_names), kind])
    rows = deck.rows
    return f"+{letter} with {rows[source]['name'] if source >= 0 else rows[kind]['bonus_source_printed']}"


def _face(sight: Sight, card: int, *, pickable: bool = False) -> CardFace:
    kind = int(sight.deck.arrays.kind[card])
    return replace(
        card_face(sight.deck, kind, bool(sight.view.bonus_sources)),
        id=f"card-{card}",
        action=ACTIONS.pick + kind if pickable else None,
        selected=sight.view.staged[card] == 1,
    )


def _face_down(place: int, count: int) -> tuple[CardFace, ...]:
    return tuple(CardFace(id=f"back-{place}-{i}", face_down=True, description="a face-down card") for i in range(count))


# Zones


def _zones(sight: Sight):
    view = sight.view
    if sight.seat is not None:
        yield _hand(sight, sight.seat)
    if view.trade_step in (TRADE_STEPS.answering, TRADE_STEPS.confirming) and view.partner >= 0:
        for seat in (view.current, view.partner):
            yield _trade_side(sight, seat)
    order = list(range(view.seats))
    if sight.seat is not None:
        order = [sight.seat, *(seat for seat in order if seat != sight.seat)]
    for seat in order:
        yield _city(sight, seat)
    yield SceneZone(
        "stock",
        "Stock",
        "pile",
        count=view.counts[ZONES.stock],
        cards=_face_down(ZONES.stock, min(1, view.counts[ZONES.stock])),
    )
    top = tuple(_face(sight, card) for card in sight.cards(ZONES.discard)[-1:])
    yield SceneZone("discard", "Discard pile", "pile", count=view.counts[ZONES.discard], cards=top)
    if view.counts[ZONES.face_down_discard]:
        count = view.counts[ZONES.face_down_discard]
        yield SceneZone(
            "face_down_discard", "Face-down discards", "pile", None, count, _face_down(ZONES.face_down_discard, 1)
        )


def _hand(sight: Sight, seat: int) -> SceneZone:
    cards, pickable = sight.cards(ZONES.hand + seat), _pickable(sight, seat)
    faces = tuple(_face(sight, card, pickable=card in pickable) for card in cards)
    return SceneZone("hand", "Your hand", "hand", seat, len(cards), faces)


def _pickable(sight: Sight, seat: int) -> set[int]:
    """The cards of a hand that the seat may pick now."""
    kinds = {action.args[0] for action in sight.actions_of(ACTIONS.pick)}
    return {card for card in sight.cards(ZONES.hand + seat) if sight.deck.arrays.kind[card] in kinds}


def _trade_side(sight: Sight, seat: int) -> SceneZone:
    place = ZONES.offered + seat
    count = sight.view.counts[place]
    known = [_face(sight, card) for card in sight.cards(place) if card < sight.view.card_count]
    verb = "offers" if seat == sight.view.current else "answers with"
    title = f"{sight.naming('seat', seat)} {verb}{_wish(sight) if seat == sight.view.current else ''}"
    return SceneZone(f"offered-{seat}", title, "row", seat, count, (*known, *_face_down(place, count - len(known))))


def _wish(sight: Sight) -> str:
    wishes = []
    if sight.view.wish_number > 0:
        wishes.append(_cards(sight.view.wish_number))
    if sight.view.wish_category >= 0:
        wishes.append(sight.naming("category", sight.view.wish_category))
    return f" (wishes for {' of '.join(wishes)})" if wishes else ""


def _city(sight: Sight, seat: int) -> SceneZone:
    cards = sight.cards(ZONES.built + seat)
    title = "Your city" if seat == sight.seat else f"City of {sight.naming('seat', seat)}"
    figures = [
        _by_category(sight, seat, reason) for reason in (RANKING.category_total, RANKING.lead, RANKING.shared_lead)
    ]
    groups = tuple(_group(sight, category, *figures) for category in range(sight.deck.arrays.category_count))
    return SceneZone(f"built-{seat}", title, "groups", seat, len(cards), tuple(_face(sight, c) for c in cards), groups)


def _by_category(sight: Sight, seat: int, reason: int) -> dict[str, int]:
    """What a seat's lines with a reason, of which a category has one, come to."""
    return {line["category"]: line["points"] for line in sight.lines_of(reason) if line["seat"] == seat}


def _group(sight: Sight, category: int, totals: dict[str, int], leads: dict[str, int], shared: dict[str, int]) -> Group:
    declared = sight.deck.meta.categories[category]
    badge = "leads" if leads.get(declared.letter) else "shares the lead" if shared.get(declared.letter) else ""
    total = str(totals.get(declared.letter, 0))
    return Group(declared.letter, declared.name, _symbol(sight.deck, category), total, badge)


# Seats and messages


def _panel(sight: Sight, seat: int) -> SeatPanel:
    view = sight.view
    points = sum(line["points"] for line in sight.lines if line["seat"] == seat and line["level"] == "point")
    leads = sum(line["points"] for line in sight.lines_of(RANKING.lead_count) if line["seat"] == seat)
    return SeatPanel(
        seat=seat,
        name=sight.naming("seat", seat),
        player=sight.bots.get(seat, "human"),
        to_act=(view.to_act >> seat) & 1 == 1,
        current=view.over == 0 and view.current == seat,
        facts=(
            ("Hand", str(view.counts[ZONES.hand + seat] + view.counts[ZONES.offered + seat])),
            ("Built", str(view.counts[ZONES.built + seat])),
            ("Points", str(points)),
            ("Leads", str(leads)),
        ),
        held=None if seat == sight.seat else view.counts[ZONES.hand + seat],
    )


def _message(sight: Sight) -> str:
    view = sight.view
    if view.over == 1:
        names = " and ".join(sight.naming("seat", seat) for seat in sight.winners)
        return f"{names} {'share the title' if len(sight.winners) > 1 else 'wins the title'} of Guild Master."
    if not sight.actions:
        asked = " and ".join(sight.naming("seat", seat) for seat in range(view.seats) if (view.to_act >> seat) & 1)
        return f"{PHASES[view.phase].title}: waiting for {asked}."
    return _prompt(sight)


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _prompt(sight: Sight) -> str:
    view, verbs = sight.view, sight.verbs
    if ACTIONS.draw in verbs:
        return f"Draw up to {_cards(len(sight.actions) - 1)}."
    if ACTIONS.confirm in verbs:
        return f"{sight.naming('seat', view.partner)} has answered: confirm the trade or withdraw."
    if ACTIONS.decline in verbs:
        return f"{sight.naming('seat', view.current)} offers you a trade: answer with any of your cards, or decline."
    if ACTIONS.offer_to in verbs:
        return "Trade: choose a partner, or end trading."
    if view.phase in (PHASES.trade_1, PHASES.trade_2):
        return f"Choose what to offer {sight.naming('seat', view.own_partner[sight.seat])}."
    if view.phase == PHASES.discard:
        return f"Discard up to {_cards(view.discard_max)}."
    if ACTIONS.build_category in verbs:
        return "Pick the category to build."
    return f"Build any cards of {sight.naming('category', view.category)}."


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


def _choices(sight: Sight):
    for action in sight.actions:
        verb = sight.verb_of(action)
        if verb == ACTIONS.build_category:
            yield Choice(
                action.id,
                action.label,
                _BUTTONS[verb],
                _symbol(sight.deck, action.args[0]),
                f"{_cards(matching_cards(sight.view, sight.deck.arrays, sight.seat, action.args[0]))} in hand",
            )
        elif verb in _BUTTONS:
            yield Choice(action.id, action.label, _BUTTONS[verb])


def _selection(sight: Sight) -> Selection | None:
    view, verbs = sight.view, sight.verbs
    if not verbs & {ACTIONS.pick, ACTIONS.put_back, ACTIONS.done} or sight.seat is None:
        return None
    staged = {card for card in sight.cards(ZONES.hand + sight.seat) if view.staged[card] == 1}
    hand = len(_pickable(sight, sight.seat) | staged)
    least = 0 if ACTIONS.done in verbs else 1
    if view.phase == PHASES.discard:
        most = min(hand, view.discard_max)
        return Selection(f"Choose up to {most} to discard", least, most, (Choice(ACTIONS.done, "Discard"),))
    if view.phase == PHASES.build:
        return Selection("Choose what to build", least, hand, (Choice(ACTIONS.done, "Build"),))
    if view.trade_step == TRADE_STEPS.answering:
        return Selection("Choose what to give in return", least, hand, (Choice(ACTIONS.done, "Answer"),))
    wishes = (
        Extra("wish_number", "Wish for a number", _wishes(sight, ACTIONS.wish_number)),
        Extra("wish_category", "Wish for a category", _wishes(sight, ACTIONS.wish_category)),
    )
    return Selection("Choose what to give", least, hand, (Choice(ACTIONS.done, "Make the offer"),), wishes)


def _wishes(sight: Sight, verb: int) -> tuple[Choice, ...]:
    return tuple(Choice(action.id, action.label) for action in sight.actions_of(verb))

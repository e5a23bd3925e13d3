"""The table of Guild Master as a screen shows it: one scene from one seat's sight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from workbench.author import (
    NONE,
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
    backs,
    counted,
    emblem_of,
    listed,
)
from workbench.decks import Deck
from workbench.games.guild_master.deck import counts_printed_names, edges_of
from workbench.games.guild_master.names import OPTIONS
from workbench.games.guild_master.rules import PHASES, carries, matching_cards
from workbench.games.guild_master.scoring import RANKING, owns
from workbench.games.guild_master.table import TRADE_STEPS, GuildMasterState

# Found in lines of the log that are not news by themselves.
SMALL = (
    "Turn ",
    "You draw ",
    "left in the stock",
    " for building",
    " into the trade",
    " offers ",
    " takes the offer back",
)


def scene(sight: Sight[GuildMasterState]) -> Scene:
    """The scene of a seat, or of everybody for `seat=None`."""
    message, follows = _message(sight)
    return replace(
        sight.scene,
        phases=PHASES.titles[:-1],
        message=message,
        hint=follows,
        seats=_panels(sight),
        zones=tuple(_zones(sight)),
        choices=tuple(choice_of(sight, action) for action in sight.actions if action.verb in BUTTONS),
        selection=_selection(sight),
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


def studio_face(deck: Deck, kind: int) -> CardFace:
    """How a card looks to a designer: with the roads that only Labyrinth City shows."""
    return replace(card_face(deck, kind), roads=edges_of(deck.rows[kind]))


def _symbol(deck: Deck, category: int) -> Symbol:
    declared = deck.meta.categories[category]
    return Symbol(declared.letter, declared.sign, declared.colour, declared.name, declared.emblem)


def _bonus_text(deck: Deck, kind: int, printed_names: bool) -> str:
    arrays = deck.arrays
    if arrays.bonus_category[kind] < 0:
        return ""
    letter = deck.meta.categories[int(arrays.bonus_category[kind])].letter
    return f"+{letter} with {_bonus_source(deck, kind, printed_names)}"


def _bonus_source(deck: Deck, kind: int, printed_names: bool) -> str:
    source = int(deck.arrays.bonus_source[int(printed_names), kind])
    return str(deck.rows[source]["name"] if source >= 0 else deck.rows[kind]["bonus_source_printed"])


def table_face(sight: Sight[GuildMasterState], card: int) -> CardFace:
    """A card on the table, which says in words what it counts."""
    deck, kind = sight.deck, sight.kind(card)
    printed_names = bool(sight.view.bonus_sources)
    return replace(
        sight.printed(card_face, kind, printed_names),
        id=sight.face_id(card),
        worth=_worth(deck, kind),
        text=_bonus_words(deck, kind, printed_names),
        selected=sight.view.staged[card] == 1,
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


def _here(sight: Sight[GuildMasterState], kind: int) -> str:
    """What a card of the hand would count if it were built now, and how its categories would stand."""
    gains = _gains(sight, kind)
    categories = range(sight.arrays.category_count)
    stands = [_would_stand(sight, c, gains[c]) for c in categories if gains[c]]
    return " ".join(filter(None, (f"{sum(gains)}.", _bonus_here(sight, kind), *stands)))


def _gains(sight: Sight[GuildMasterState], kind: int) -> list[int]:
    """What building a card now adds to each category: its points, its bonus, and the bonuses that ask for it."""
    view, arrays, seat = sight.view, sight.arrays, sight.asked_seat
    gains, source = _points(sight, kind), arrays.bonus_source[view.bonus_sources, kind]
    if source >= 0 and sight.ask(owns, view, arrays, seat, source):
        gains[arrays.bonus_category[kind]] += 1
    for card in sight.cards(sight.zones.built + seat):
        if arrays.bonus_source[view.bonus_sources, built := sight.kind(card)] == kind:
            gains[arrays.bonus_category[built]] += 1
    return gains


def _bonus_here(sight: Sight[GuildMasterState], kind: int) -> str:
    """Who has built the card that a bonus asks for."""
    view, arrays, seat = sight.view, sight.arrays, sight.seat
    if arrays.bonus_category[kind] < 0:
        return ""
    printed_names = bool(view.bonus_sources)
    source, name = arrays.bonus_source[int(printed_names), kind], _bonus_source(sight.deck, kind, printed_names)
    if source < 0:
        return f"No card is called {name}, so that its bonus never counts."
    builders = [other for other in range(view.seats) if sight.ask(owns, view, arrays, other, source)]
    if seat in builders:
        return f"You have built {name}."
    if builders:
        return f"{sight.naming('seat', builders[0])} has built {name}, you have not."
    return f"Nobody has built {name}."


def _would_stand(sight: Sight[GuildMasterState], category: int, gain: int) -> str:
    """What a category would come to, and who leads it."""
    declared = sight.deck.meta.categories[category]
    totals = sight.shared(_totals).get(declared.letter, {})
    own = (0 if sight.seat is None else totals.get(sight.seat, 0)) + gain
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
    return ", ".join(f"{points[c]} {entry.short}" for c, entry in enumerate(deck.meta.categories) if points[c])


def _bonus_words(deck: Deck, kind: int, printed_names: bool) -> str:
    """The bonus, without its letter if it goes to a category that the card names anyway."""
    category = int(deck.arrays.bonus_category[kind])
    if category == NONE:
        return ""
    named = "" if deck.arrays.points[kind, category] else f" {deck.meta.categories[category].short}"
    return f"+1{named} with {_bonus_source(deck, kind, printed_names)}"


# Zones


def _zones(sight: Sight[GuildMasterState]) -> Iterator[SceneZone]:
    if sight.seat is not None:
        yield hand(sight, sight.seat, building=sight.view.phase == PHASES.build)
    if _in_trade(sight):
        yield _mat(sight)
    yield _guilds(sight)
    yield from open_things(sight)


def open_things(sight: Sight[GuildMasterState]) -> Iterator[SceneZone]:
    """What lies open before the seats, and the piles."""
    for seat in range(sight.view.seats):
        yield _houses(sight, seat) if seat == sight.seat else sight.shared(_houses, seat)
    yield from sight.shared(_piles)


def _piles(sight: Sight[GuildMasterState]) -> list[SceneZone]:
    counts, zones = sight.view.counts, sight.zones
    stock, discarded, face_down = counts[zones.stock], counts[zones.discard], counts[zones.face_down_discard]
    top = tuple(table_face(sight, card) for card in sight.cards(zones.discard)[-1:])
    piles = [
        SceneZone("stock", "Stock", "pile", None, stock, backs(zones.stock, min(1, stock))),
        SceneZone("discard", "Discard pile", "pile", None, discarded, top),
    ]
    if face_down:
        cards = backs(zones.face_down_discard, 1)
        piles.append(SceneZone("face_down_discard", "Face-down discards", "pile", None, face_down, cards))
    return piles


def hand(sight: Sight[GuildMasterState], seat: int, *, building: bool = False) -> SceneZone:
    """The cards that a seat holds; while it builds, each says why it cannot be among what is built."""
    cards, pickable = sight.cards(sight.zones.hand + seat), _pickable(sight)
    faces = tuple(
        replace(
            table_face(sight, card),
            action=sight.space.pick + sight.kind(card) if card in pickable else None,
            here=_here(sight, sight.kind(card)),
            why=_why_not(sight, card) if building else "",
        )
        for card in cards
    )
    return SceneZone("hand", "Your hand", "hand", seat, len(cards), faces)


def _why_not(sight: Sight[GuildMasterState], card: int) -> str:
    """Why a card of the hand cannot be built: it has nothing in the category that was chosen (GM-046)."""
    category = sight.view.category
    if not sight.actions or category == NONE or carries(sight.arrays, sight.kind(card), category):
        return ""
    return f"It has no points in {sight.deck.meta.categories[category].short}."


def _pickable(sight: Sight[GuildMasterState]) -> set[int]:
    """The cards of its hand that the seat of this screen may pick now."""
    kinds = {action.args[0] for action in sight.actions_of(sight.space.pick)}
    held = sight.cards(sight.zones.hand + sight.seat) if kinds and sight.seat is not None else []
    return {card for card in held if sight.kind(card) in kinds}


def _in_trade(sight: Sight[GuildMasterState]) -> bool:
    """Whether an offer lies on the table."""
    return sight.view.trade_step in (TRADE_STEPS.answering, TRADE_STEPS.confirming) and sight.view.partner != NONE


def _sees_trade(sight: Sight[GuildMasterState]) -> bool:
    """Whether this screen shows the cards of the offer: those of the two, and of everybody if all see them."""
    if not _in_trade(sight):
        return False
    view = sight.view
    return sight.seat in (view.current, view.partner) or view.trade_reveal == OPTIONS.trade_reveal.public


def _mat(sight: Sight[GuildMasterState]) -> SceneZone:
    """Who gives what: the other side first."""
    sides = [sight.view.current, sight.view.partner]
    if sight.seat == sides[0]:
        sides.reverse()
    return mat(sight, sides, sides, "centre" if _sees_trade(sight) else "prompt")


def mat(sight: Sight[GuildMasterState], sides: Iterable[int], shown: Iterable[int], region: str = "") -> SceneZone:
    """The sides of a trade, with what those that are shown have put in."""
    titles = {seat: "You give" if seat == sight.seat else f"{sight.naming('seat', seat)} gives" for seat in sides}
    groups = tuple(Group(str(seat), title, seat=seat) for seat, title in titles.items())
    faces = ((str(seat), face) for seat in shown for face in lying(sight, sight.zones.offered + seat))
    cards = tuple(replace(face, group=key) for key, face in faces)
    return SceneZone("offered", "The trade", "mat", None, len(cards), cards, groups, region=region)


def lying(sight: Sight[GuildMasterState], place: int) -> tuple[CardFace, ...]:
    """The cards on one side of a trade, those that this screen cannot tell face down."""
    known = [table_face(sight, card) for card in sight.cards(place) if card < sight.view.card_count]
    return (*known, *backs(place, sight.view.counts[place] - len(known)))


def _guilds(sight: Sight[GuildMasterState]) -> SceneZone:
    """Who leads which category; in a trade only the categories in question."""
    if not _sees_trade(sight):
        return sight.shared(guilds)
    view = sight.view
    sides = (view.current, view.partner)
    put_in = [card for seat in sides for card in sight.cards(sight.zones.offered + seat)]
    came = [card for seat in sides if seat != sight.seat for card in sight.cards(sight.zones.offered + seat)]
    asks = (view.current, view.wish_category)
    return guilds(sight, in_question(sight, put_in, view.wish_category), asks, came if sight.seat in sides else ())


def guilds(
    sight: Sight[GuildMasterState],
    categories: Iterable[int] | None = None,
    asks: tuple[int, int] = (-1, -1),
    came: Iterable[int] = (),
) -> SceneZone:
    """Who leads which category; `asks` is who asks for which, `came` what this seat is offered."""
    shown = range(sight.arrays.category_count) if categories is None else categories
    groups = tuple(_guild(sight, category, asks, tuple(came)) for category in shown)
    return SceneZone("guilds", "The guilds", "tally", groups=groups, listing=True)


def in_question(sight: Sight[GuildMasterState], cards: Iterable[int], wished: int) -> list[int]:
    """The categories that the cards of a trade count in, and the one that is wished for."""
    arrays = sight.arrays
    kinds = [arrays.kind[card] for card in cards if card < sight.view.card_count]
    return [c for c in range(arrays.category_count) if c == wished or any(arrays.points[kind, c] for kind in kinds)]


def _guild(sight: Sight[GuildMasterState], category: int, asks: tuple[int, int], came: tuple[int, ...]) -> Group:
    declared = sight.deck.meta.categories[category]
    totals = sight.shared(_totals).get(declared.letter, {})
    leading = sorted(totals, key=lambda seat: (-totals[seat], seat))
    return Group(
        declared.letter,
        declared.short,
        _symbol(sight.deck, category),
        total=_if_built(sight, category, totals, came),
        badge=f"{sight.naming('seat', asks[0])} asks for" if category == asks[1] else "",
        standing=tuple((seat, totals[seat]) for seat in leading if totals[seat]),
        emblem=declared.emblem,
    )


def _totals(sight: Sight[GuildMasterState]) -> dict[str, dict[int, int]]:
    """The points of each seat in each category, by the category's letter."""
    totals: dict[str, dict[int, int]] = {}
    for line in sight.lines_of(RANKING.category_total):
        totals.setdefault(line["category"], {})[line["seat"]] = line["points"]
    return totals


def _if_built(sight: Sight[GuildMasterState], category: int, totals: dict[int, int], came: tuple[int, ...]) -> str:
    """What the cards that this seat is offered would make of its total, once they are built."""
    arrays = sight.arrays
    more = sum(arrays.points[arrays.kind[card], category] for card in came if card < sight.view.card_count)
    return f"{(0 if sight.seat is None else totals.get(sight.seat, 0)) + more} if built" if more else ""


def _houses(sight: Sight[GuildMasterState], seat: int) -> SceneZone:
    """What a seat has built, category by category."""
    cards = sorted(sight.cards(sight.zones.built + seat), key=lambda card: (_first_category(sight, card), card))
    title = "Your city" if seat == sight.seat else f"City of {sight.naming('seat', seat)}"
    faces = tuple(replace(table_face(sight, card), shape="house") for card in cards)
    return SceneZone(f"built-{seat}", title, "tokens", seat, len(cards), faces)


def _first_category(sight: Sight[GuildMasterState], card: int) -> int:
    points = _points(sight, sight.kind(card))
    return points.index(max(points))


def _points(sight: Sight[GuildMasterState], kind: int) -> list[int]:
    return [sight.arrays.points[kind, category] for category in range(sight.arrays.category_count)]


# Seats and messages


def _panels(sight: Sight[GuildMasterState]) -> tuple[SeatPanel, ...]:
    """The seats as everybody sees them, and what this screen's own seat reads instead."""
    panels = (sight.shared(_panel, seat) for seat in range(sight.view.seats))
    states = {seat: _state(sight, seat) for seat in range(sight.view.seats)} if sight.actions else {}
    return tuple(own_panel(sight, panel, states.get(panel.seat, panel.state)) for panel in panels)


def own_panel(sight: Sight[GuildMasterState], public: SeatPanel, state: str) -> SeatPanel:
    """A panel on this screen: its own seat's cards lie in its hand."""
    held = None if public.seat == sight.seat else public.held
    return public if (held, state) == (public.held, public.state) else replace(public, held=held, state=state)


def _panel(sight: Sight[GuildMasterState], seat: int) -> SeatPanel:
    view = sight.view
    cards = view.counts[sight.zones.hand + seat] + view.counts[sight.zones.offered + seat]
    on_turn = view.over == 0 and view.current == seat
    return replace(panel(sight, seat, cards), current=on_turn, state=_state(sight, seat))


def panel(sight: Sight[GuildMasterState], seat: int, cards: int) -> SeatPanel:
    """A seat with a number of cards, including those that it has put into a trade."""
    view = sight.view
    points = sum(line["points"] for line in sight.lines if line["seat"] == seat and line["level"] == "point")
    leads = sum(1 for line in sight.lines if line["seat"] == seat and line["reason"] in ("lead", "shared_lead"))
    return replace(
        sight.panel(seat),
        facts=(
            ("guilds led", str(leads)),
            ("cards", str(cards)),
            ("built", str(view.counts[sight.zones.built + seat])),
            ("points", str(points)),
        ),
        held=view.counts[sight.zones.hand + seat],
    )


def _state(sight: Sight[GuildMasterState], seat: int) -> str:
    """What a seat is doing in a trade, in a few words."""
    view = sight.view
    if not _in_trade(sight) or view.over == 1:
        return ""
    answering = view.trade_step == TRADE_STEPS.answering
    if seat == (view.partner if answering else view.current):
        return "to answer" if answering else "to decide"
    if seat in (view.current, view.partner):
        return "waits for you" if sight.actions else "waits"
    return ""


def _message(sight: Sight[GuildMasterState]) -> tuple[str, str]:
    """What is to be done or awaited, or how the match has ended; and, in a small line, what follows then."""
    if sight.view.over == 1:
        return who_won(sight), ""
    return _prompt(sight) if sight.actions else (_waiting(sight), "")


def who_won(sight: Sight[GuildMasterState]) -> str:
    """How the match has ended."""
    names = " and ".join(sight.naming("seat", seat) for seat in sight.winners)
    return f"{names} {'share the title' if len(sight.winners) > 1 else 'wins the title'} of Guild Master."


def _waiting(sight: Sight[GuildMasterState]) -> str:
    """Who the others are waiting for, and what an offer is about."""
    view = sight.view
    asked = sight.names(sight.asked)
    if not _in_trade(sight):
        return f"{PHASES[view.phase].title}: waiting for {asked}."
    offered = in_cards(view.counts[sight.zones.offered + view.current])
    offer = f"{sight.naming('seat', view.current)} offers {sight.naming('seat', view.partner)} {offered}"
    return f"{offer}{_wish(sight)}: waiting for {asked}."


def _wish(sight: Sight[GuildMasterState]) -> str:
    wished = in_wish(sight, sight.view.wish_number, sight.view.wish_category)
    return f" and asks for {wished}" if wished else ""


def in_wish(sight: Sight[GuildMasterState], number: int, category: int) -> str:
    """What an offer asks for, in words; empty if nothing."""
    wishes = [in_cards(number)] if number > 0 else []
    if category != NONE:
        wishes.append(sight.deck.meta.categories[category].short)
    return " of ".join(wishes)


def in_cards(number: int) -> str:
    """A number of cards, in words."""
    return counted(number, "card")


def _prompt(sight: Sight[GuildMasterState]) -> tuple[str, str]:
    """What is to be done, and what follows from the choice."""
    view, verbs = sight.view, sight.verbs
    if sight.space.draw in verbs:
        left = view.counts[sight.zones.stock]
        follows = f"{in_cards(left)} {'is' if left == 1 else 'are'} left to draw; the game ends when there is none."
        return f"Draw up to {in_cards(len(sight.actions) - 1)}.", follows
    if sight.space.confirm in verbs:
        given = put_in(sight, sight.zones.offered + view.partner)
        message = f"{sight.naming('seat', view.partner)} gives you {given}. Do you agree?"
        return message, "If you withdraw, every card goes back to its hand."
    if sight.space.decline in verbs:
        other, given = sight.naming("seat", view.current), put_in(sight, sight.zones.offered + view.current)
        follows = f"You may give any cards of your hand, or none. {other} then agrees or calls it off."
        return f"{other} gives you {given}{_wish(sight)}.", follows
    if sight.space.offer_to in verbs:
        return "Whom do you offer a trade?", "Press somebody's banner to make an offer, or end your trading."
    if view.phase in (PHASES.trade_1, PHASES.trade_2):
        message = f"What do you offer {sight.naming('seat', view.own_partner[sight.asked_seat])}?"
        return message, "Pick cards of your hand. Press a guild to say what you would like."
    if view.phase == PHASES.discard:
        return f"Discard up to {in_cards(view.discard_max)}.", ""
    if sight.space.build_category in verbs:
        return "For which guild do you build?", "You then choose which of its cards you build."
    return f"Build any cards of {sight.deck.meta.categories[view.category].short}.", ""


def put_in(sight: Sight[GuildMasterState], place: int) -> str:
    """The cards on one side of a trade: by name if this screen can tell them all."""
    names = [face.title for face in lying(sight, place) if not face.face_down]
    if not names or len(names) < sight.view.counts[place]:
        return "nothing" if not sight.view.counts[place] else in_cards(sight.view.counts[place])
    return listed(names)


# What can be done


# The name of a verb, of the base game or a variant -> the heading above its buttons.
BUTTONS = {
    "draw": "Draw",
    "offer_to": "Offer to",
    "build_category": "Build a category",
    "decline": "Answer",
    "confirm": "Decide",
    "withdraw": "Decide",
    "call_off": "Offer",
    "end_trade": "Trade",
    "answer_to": "Answer",
    "leave": "Answer",
    "bid": "Bid",
    "vote_for": "Vote for",
    "take_card": "Build",
    "lay_beside": "Place",
    "turn": "Turn",
    "take_back": "Build",
    "stop": "Build",
}


def choice_of(sight: Sight[GuildMasterState], action: Action) -> Choice:
    """One of what may be chosen, on the thing that it concerns or as a button."""
    verb = action.verb
    if verb == "build_category":
        return _build_choice(sight, action)
    if verb == "offer_to":
        return Choice(action.id, action.label, BUTTONS[verb], on=f"seat:{action.args[0]}", tab="offer")
    if verb == "draw":
        label = action.label if action.args[0] else "Draw none"
        return Choice(action.id, label, BUTTONS[verb], main=action.id == sight.actions[-1].id)
    return Choice(action.id, action.label, BUTTONS[verb], main=verb == "confirm")


def _build_choice(sight: Sight[GuildMasterState], action: Action) -> Choice:
    """A category to build, which may be one without a card in hand (GM-318)."""
    category = sight.deck.meta.categories[action.args[0]]
    held = sight.ask(matching_cards, sight.view, sight.arrays, sight.asked_seat, action.args[0])
    return Choice(
        action.id,
        action.label,
        BUTTONS["build_category"],
        _symbol(sight.deck, action.args[0]),
        f"{in_cards(held)} in hand",
        on=f"group:guilds/{category.letter}",
        tab=in_cards(held) if held else "no card",
    )


def _selection(sight: Sight[GuildMasterState]) -> Selection | None:
    if not chooses_cards(sight):
        return None
    view = sight.view
    if view.phase == PHASES.discard:
        return discard_selection(sight)
    if view.phase == PHASES.build:
        return build_selection(sight)
    if view.trade_step == TRADE_STEPS.answering:
        return answer_selection(sight, view.current)
    return offer_selection(sight)


def chooses_cards(sight: Sight[GuildMasterState]) -> bool:
    """Whether the seat of this screen is choosing cards of its hand."""
    return bool(sight.verbs & {sight.space.pick, sight.space.put_back, sight.space.done})


def _room(sight: Sight[GuildMasterState]) -> tuple[int, int]:
    """The fewest and the most cards that may be chosen."""
    staged = [card for card in range(sight.view.card_count) if sight.view.staged[card] == 1]
    return 0 if sight.space.done in sight.verbs else 1, len({*_pickable(sight), *staged})


def discard_selection(sight: Sight[GuildMasterState]) -> Selection:
    """Cards to give up, for new ones."""
    least, most = _room(sight)
    most = min(most, sight.view.discard_max)
    submit = (Choice(sight.space.done, "Discard", main=True),)
    prompt = f"Choose up to {most} to discard"
    return Selection(prompt, least, most, submit, sentence="You discard {picked}", none="Discard nothing")


def build_selection(sight: Sight[GuildMasterState]) -> Selection:
    """Cards to build."""
    submit = (Choice(sight.space.done, "Build", main=True),)
    sentence = "You build {picked}"
    return Selection("Choose what to build", *_room(sight), submit, sentence=sentence, none="Build nothing")


def answer_selection(sight: Sight[GuildMasterState], giver: int) -> Selection:
    """Cards to give in return for what a seat has offered."""
    submit = (Choice(sight.space.done, "Answer", main=True),)
    given = put_in(sight, sight.zones.offered + giver)
    sentence = f"You would give {sight.naming('seat', giver)} {{picked}} for {given}"
    prompt, none = "Choose what to give in return", "Give nothing for it"
    return Selection(prompt, *_room(sight), submit, sentence=sentence, none=none)


def offer_selection(sight: Sight[GuildMasterState]) -> Selection:
    """What to offer, and what to wish for; asking for a gift is allowed (GM-311)."""
    partner = sight.naming("seat", sight.view.own_partner[sight.asked_seat])
    numbers = (Choice(action.id, in_cards(action.args[0])) for action in sight.actions_of(sight.space.wish_number))
    wished = ((one.id, sight.deck.meta.categories[one.args[0]]) for one in sight.actions_of(sight.space.wish_category))
    categories = (Choice(number, one.short, on=f"group:guilds/{one.letter}") for number, one in wished)
    wishes = (
        Extra("wish_category", "Ask for", tuple(categories), ", and ask for {chosen}"),
        Extra("wish_number", "Wish for a number", tuple(numbers), ", {chosen} in return"),
    )
    submit = (Choice(sight.space.done, "Make the offer", main=True),)
    sentence = f"You offer {partner} {{picked}}"
    return Selection("Choose what to give", *_room(sight), submit, wishes, sentence, "Ask for a gift")

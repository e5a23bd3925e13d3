"""Labyrinth City: Guild Master for a whole class, which builds one city whose roads must meet.

A teacher reported in the original document how his class had played: three cards each, two rounds, roads on the cards
that had to be matched on the board. The rules here (GM-236 to GM-252) are made from that report. The deal, trading and
scoring share the base game's functions; the floor is that of all variants, `guild_master/floor.py`. What is new is the
city: a list of cards in the order in which they were laid, and the spots around it where the next one could lie.

Legend of the city, entry i of the list:

    city[i]                            the card that was laid as number i, counted from 0
    column[i], row[i], turns[i]        where it lies, east and south of the first card, and its quarter turns clockwise
    spot_column[j], spot_row[j]        an empty cell that touches the city; spots stand in the order of their names
    spot_beside[j]                     its name: 4 times the number of the first card that touched it, plus the side
    spot_roads[j], spot_blanks[j]      the sides of that cell where a road comes out of the city, or a blank edge lies
    reached[i]                         the first card of the list to which a road leads from card i over cards of its
                                       owner alone; the card itself where none does

Sides, also as bits of a mask: 0 north, 1 east, 2 south, 3 west; bits 1, 2, 4, 8.
"""

from __future__ import annotations

from dataclasses import replace

from workbench.author import (
    EVERYONE_HEARS,
    NOBODY,
    OPEN_FLOOR,
    OWNER,
    PEOPLE_ONLY,
    ActionSpace,
    Argument,
    DeckError,
    EventKind,
    EventKinds,
    Field,
    Phase,
    Phases,
    StateSpec,
    Verb,
    Zone,
    allow,
    allow_range,
    argument_of,
    ask,
    card_at,
    cards_in,
    clear_table,
    emit,
    enter,
    fill,
    known_to,
    move,
    random_below,
    rule,
    seat_bit,
    shuffle,
    top_card,
    verb_of,
)
from workbench.games.guild_master.deck import MAX_CARDS
from workbench.games.guild_master.floor import (
    ask_next_to_offer,
    forget_offer,
    forget_own,
    legal_trades,
    open_the_floor,
    trade,
)
from workbench.games.guild_master.labyrinth_city.options import MAX_SEATS, MOST_ROUNDS, OPTIONS
from workbench.games.guild_master.player_interaction import rules as interaction
from workbench.games.guild_master.rules import (
    OFFER_STOP,
    carries,
    check_first_seat,
    draw_card,
)

# Constants

FEWEST_SEATS = 6
ONE_MORE, TWO_MORE = 6, 12  # of so many seats one gets a fourth card, and one of these a fifth (GM-237)
MAX_SPOTS = 2 * MAX_CARDS + 2  # a city touches no more empty cells than when its cards lie in one line
SIDES = ("north", "east", "south", "west")


# The table

NEEDED = "hand offered built stock".split()
ON_THE_FLOOR = (
    "current own_partner own_wish_number own_wish_category category base_points active "
    "passed partner step offers_by wish_number wish_category own_answer own_favour favour answer_favour owes"
).split()


def _for_a_class(field: Field) -> Field:
    """A field of the smaller variants with room for every seat of this one."""
    seats = interaction.MAX_SEATS
    return replace(field, shape=tuple(MAX_SEATS if size == seats else size for size in field.shape))


STATE = StateSpec(
    seats=MAX_SEATS,
    cards=MAX_CARDS,
    zones=(
        *(zone for zone in interaction.STATE.zones if zone.name in NEEDED),
        Zone("left_out", NOBODY, about="cards that are not in this game"),
        # A seat that answers an offer sees what it has put in there, because it knows these cards.
        Zone("answered", NOBODY, many=MAX_SEATS, about="cards put in against the offer of each seat"),
    ),
    fields=(
        *(_for_a_class(field) for field in interaction.STATE.fields if field.name in ON_THE_FLOOR),
        Field("first", about="the seat that builds first in every round"),
        Field("stopped", "i8", about="the seats that are done trading, as bits"),
        Field("own_card", "i2", (MAX_SEATS,), OWNER, "the card that a seat is about to lay, -1 before", -1, cards=True),
        Field("own_spot", "i2", (MAX_SEATS,), OWNER, "the spot it has chosen for it, -1 before", unknown=-1),
        Field("laid", about="how many cards the city has"),
        Field("city", "i2", (MAX_CARDS,), about="its cards in the order in which they were laid", cards=True),
        Field("column", "i2", (MAX_CARDS,), about="how far east of the first card each lies"),
        Field("row", "i2", (MAX_CARDS,), about="how far south of the first card each lies"),
        Field("turns", "i1", (MAX_CARDS,), about="how many quarter turns clockwise each has made"),
        Field("reached", "i2", (MAX_CARDS,), about="the first card that roads reach from each over its owner's cards"),
        Field("open_ends", about="how many of its roads lead out of it"),
        Field("spots", about="how many empty cells touch the city"),
        Field("spot_column", "i2", (MAX_SPOTS,), about="how far east of the first card each of them is"),
        Field("spot_row", "i2", (MAX_SPOTS,), about="how far south of the first card each of them is"),
        Field("spot_beside", "i2", (MAX_SPOTS,), about="the card and the side by which each is named"),
        Field("spot_roads", "i1", (MAX_SPOTS,), about="the sides of each by which a road comes in, as bits"),
        Field("spot_blanks", "i1", (MAX_SPOTS,), about="the sides of each where a blank edge lies, as bits"),
    ),
    options=OPTIONS,
    frames=1,
)
ZONES = STATE.zones

# What a seat can do

UNUSED_VERBS = ("draw", "bid", "vote_for")


def _with_all_seats(verb: Verb) -> Verb:
    """A verb of the smaller variants that can name every seat of this one."""
    return replace(
        verb,
        arguments=tuple(
            replace(argument, size=MAX_SEATS) if argument.type == "seat" else argument for argument in verb.arguments
        ),
    )


BESIDE = Argument("beside", MAX_CARDS, "choice", names=tuple(f"card {number + 1}" for number in range(MAX_CARDS)))
SIDE = Argument("side", len(SIDES), "choice", names=SIDES)
QUARTERS = Argument("quarters", 4, "choice", names=("as printed", "turned once", "turned twice", "turned three times"))
ACTIONS = ActionSpace(
    (
        *(_with_all_seats(verb) for verb in interaction.ACTIONS.verbs if verb.name not in UNUSED_VERBS),
        Verb("take_card", (Argument("card", MAX_CARDS, "card"),), "Build {card}"),
        Verb("lay_beside", (BESIDE, SIDE), "Lay it {side} of {beside}"),
        Verb("turn", (QUARTERS,), "Lay it {quarters}"),
        Verb("take_back", (), "Choose again", use=PEOPLE_ONLY),
        Verb("stop", (), "Stop building", plain=True),
    )
)
# Each round: what the floor allows a seat, for each seat, a category, and three steps for each card that is laid;
# take_back aside, which people may repeat.
MOST_DECISIONS = MOST_ROUNDS * (
    MAX_SEATS * (OFFER_STOP * (4 * MAX_CARDS + 14) + MAX_SEATS * OFFER_STOP + 2) + 3 * MAX_CARDS
)

# Events

SEAT, PARTNER = ("seat", "seat"), ("partner", "seat")
A_CARD, BESIDE_A_CARD = ("card", "card"), ("beside", "card")
ON_THE_FLOOR_TOLD = (
    "drew_card offer wish_number wish_category shown_card trade received_card round_begins floor_opens is_done answers "
    "declines would_owe owes_favour"
).split()
EVENTS = EventKinds(
    (
        *(kind for kind in interaction.EVENTS.kinds if kind.name in ON_THE_FLOOR_TOLD),
        EventKind("founds", "{seat} founds the city with {card}.", (SEAT, A_CARD)),
        *(
            EventKind(
                f"lays_{side}", f"{{seat}} lays {{card}} {side} of {{beside}}.", (SEAT, A_CARD, ("beside", "card"))
            )
            for side in SIDES
        ),
        EventKind("stops", "{seat} is done building.", (SEAT,)),
    )
)

# Setup


def check_city(deck, seats: int, options: dict) -> None:
    """Refuse a table that cannot be dealt, or where somebody begins who is not there; DeckError or OptionError."""
    dealt = seats * options["deal_size"] + seats // ONE_MORE + seats // TWO_MORE
    cards = int(deck.arrays.card_count)
    if dealt > cards:
        raise DeckError(
            f"{seats} seats are dealt {dealt} cards in all, but the deck {deck.name!r} has {cards}. "
            "Add cards, or lower the seats or deal_size."
        )
    check_first_seat(seats, options)


@rule
def setup(state, deck, events):
    """Shuffle, deal, choose who builds first (GM-236 to GM-239)."""
    prepare_cards(state, deck)
    deal(state, deck, events)
    if state.first_seat < 0:
        state.first = random_below(state.random_state, int(state.seats))
    else:
        state.first = state.first_seat
    state.current = state.first
    state.category = -1
    for seat in range(MAX_SEATS):
        forget_own(state, seat)
        forget_offer(state, seat)
        forget_building(state, seat)
    begin_round(state, events)


@rule
def prepare_cards(state, deck):
    """The cards of this game are a random part of the deck (GM-238); the others stay out of it."""
    clear_table(state)
    fill(state, ZONES.stock, deck.card_count)
    shuffle(state, deck, ZONES.stock)
    for _ in range(deck.card_count - cards_in_game(state, deck)):
        move(state, top_card(state, ZONES.stock), ZONES.left_out)


@rule
def cards_in_game(state, deck):
    """The declared share of the deck, or all that are dealt where these are more (GM-238)."""
    seats = int(state.seats)
    dealt = seats * int(state.deal_size) + seats // ONE_MORE + seats // TWO_MORE
    share = (int(deck.card_count) * int(state.city_card_share) + 50) // 100
    return max(share, dealt)


@rule
def deal(state, deck, events):
    """Some cards each; seats drawn at random get a fourth one, and a few of these a fifth (GM-237)."""
    for seat in range(state.seats):
        for _ in range(state.deal_size):
            draw_card(state, deck, events, seat)
    drawn = 0
    for number in range(int(state.seats) // ONE_MORE):
        seat = seat_by_lot(state, drawn)
        drawn |= seat_bit(seat)
        draw_card(state, deck, events, seat)
        if number < int(state.seats) // TWO_MORE:
            draw_card(state, deck, events, seat)


@rule
def seat_by_lot(state, drawn):
    """A random seat that has not been drawn yet; `drawn` are bits."""
    seat = random_below(state.random_state, int(state.seats))
    while drawn & seat_bit(seat) != 0:
        seat = random_below(state.random_state, int(state.seats))
    return seat


@rule
def first_in_turn_order(state):
    """The seat that builds first (GM-339)."""
    return int(state.first)


# Round


@rule
def begin_round(state, events):
    """Open trade, then building in seat order (GM-240)."""
    state.turn = state.turn + 1
    emit(events, EVENTS.round_begins, EVERYONE_HEARS, int(state.turn))
    enter(state, PHASES.open_trade)


# Open trade


@rule(inlined=False)
def begin_trade(state, deck, events):
    """All trade with all (GM-241), or offer in order from the first seat on (GM-338)."""
    open_the_floor(state, events, int(state.first))


@rule(inlined=False)
def end_trade(state, deck, events):
    """The floor closes, and the first seat builds, the same one in every round (GM-339)."""
    ask_next_to_offer(state)
    if state.to_act == 0:
        state.current = state.first
        enter(state, PHASES.build)


# Building


@rule
def begin_build(state, deck, events):
    """The seat in turn names a category (GM-243); a seat without cards builds nothing."""
    state.category = -1
    if cards_in(state, ZONES.hand + int(state.current)) > 0:
        ask(state, int(state.current))


@rule
def legal_categories(state, deck, seat, actions):
    """Any of the categories, also one without a card that could be laid (GM-341)."""
    allow_range(actions, ACTIONS.build_category, deck.category_count)


@rule
def name_category(state, deck, events, seat, action):
    """The category of what this seat builds in this round."""
    state.category = argument_of(action)


@rule
def begin_placement(state, deck, events):
    """The seat lays cards one after another (GM-243); it is asked also where none fits, which tells nothing."""
    if state.category >= 0:
        ask(state, int(state.current))


@rule
def legal_placement(state, deck, seat, actions):
    """A card of the category that fits somewhere, then a spot, then a turn; or stop (GM-243, GM-247 to GM-250)."""
    least = least_open_ends(state)
    if state.own_card[seat] < 0:
        legal_cards(state, deck, seat, actions, least)
        allow(actions, ACTIONS.stop)
        return
    roads = int(deck.roads[int(deck.kind[int(state.own_card[seat])])])
    if state.laid > 0 and state.own_spot[seat] < 0:
        for spot in range(state.spots):
            if fits_in_spot(state, spot, roads, least):
                allow(actions, ACTIONS.lay_beside + int(state.spot_beside[spot]))
    else:
        for quarters in range(4):
            if is_new_turn(roads, quarters) and fits(state, int(state.own_spot[seat]), turned(roads, quarters), least):
                allow(actions, ACTIONS.turn + quarters)
    allow(actions, ACTIONS.take_back)


@rule
def legal_cards(state, deck, seat, actions, least):
    """Hand cards of the named category that fit somewhere; the others stay in the hand (GM-243, GM-250)."""
    last = -1
    for i in range(cards_in(state, ZONES.hand + seat)):
        kind = int(deck.kind[card_at(state, ZONES.hand + seat, i)])
        if kind != last and carries(deck, kind, int(state.category)):
            if fits_somewhere(state, int(deck.roads[kind]), least):
                allow(actions, ACTIONS.take_card + kind)
            last = kind


@rule
def place(state, deck, events, seat, action):
    """One step of laying a card: which, where, how turned (GM-412)."""
    if action == ACTIONS.stop:
        emit(events, EVENTS.stops, EVERYONE_HEARS, seat)
        return
    if verb_of(action) == ACTIONS.take_card:
        state.own_card[seat] = hand_card(state, deck, seat, argument_of(action))
    elif verb_of(action) == ACTIONS.lay_beside:
        state.own_spot[seat] = spot_called(state, action - ACTIONS.lay_beside)
    elif action == ACTIONS.take_back:
        forget_building(state, seat)
    else:
        lay(state, deck, events, seat, argument_of(action))
    if cards_in(state, ZONES.hand + seat) > 0:
        ask(state, seat)


@rule
def hand_card(state, deck, seat, kind):
    """The first card of a kind in a hand."""
    i = 0
    while int(deck.kind[card_at(state, ZONES.hand + seat, i)]) != kind:
        i += 1
    return card_at(state, ZONES.hand + seat, i)


@rule
def spot_called(state, beside):
    """The spot with a name: the card and the side beside which it lies."""
    spot = 0
    while state.spot_beside[spot] != beside:
        spot += 1
    return spot


@rule
def forget_building(state, seat):
    """A seat is about to lay nothing."""
    state.own_card[seat] = -1
    state.own_spot[seat] = -1


@rule(inlined=False)
def lay(state, deck, events, seat, quarters):
    """The card lies in the city and stays its owner's (GM-244, GM-246)."""
    card, spot = int(state.own_card[seat]), int(state.own_spot[seat])
    kind = int(deck.kind[card])
    tell_laid(state, deck, events, seat, kind, spot)
    known_to(state, card, EVERYONE_HEARS)
    move(state, card, ZONES.built + seat)
    for letter in range(2):
        category = int(deck.resource[letter, kind])
        state.base_points[seat, category] = state.base_points[seat, category] + 1
    settle(state, card, spot, turned(int(deck.roads[kind]), quarters), quarters)
    forget_building(state, seat)


@rule(inlined=False)
def tell_laid(state, deck, events, seat, kind, spot):
    """Say where a card is laid: beside which one, on which side."""
    if spot < 0:
        emit(events, EVENTS.founds, EVERYONE_HEARS, seat, kind)
    else:
        beside = int(state.spot_beside[spot])
        neighbour = int(deck.kind[int(state.city[beside // 4])])
        emit(events, EVENTS.lays_north + beside % 4, EVERYONE_HEARS, seat, kind, neighbour)


@rule
def end_building(state, deck, events):
    """The next seat builds; after the last one the round is over, and with the last round the game (GM-251)."""
    following = (int(state.current) + 1) % int(state.seats)
    if following != state.first:
        state.current = following
        enter(state, PHASES.build)
    elif state.turn < state.city_rounds:
        begin_round(state, events)
    else:
        state.category = -1
        state.over = 1
        state.phase = PHASES.game_over


# The city


@rule
def turned(roads, quarters):
    """The edges of a card after so many quarter turns clockwise; one moves the north edge to the east (GM-246)."""
    return ((roads << quarters) | (roads >> (4 - quarters))) & 15


@rule
def is_new_turn(roads, quarters):
    """Whether no smaller turn gives the same edges, so that equal ones count once."""
    for fewer in range(quarters):
        if turned(roads, fewer) == turned(roads, quarters):
            return False
    return True


@rule
def roads_among(edges):
    """How many of the edges of a mask are roads."""
    return (edges & 1) + ((edges >> 1) & 1) + ((edges >> 2) & 1) + ((edges >> 3) & 1)


@rule
def least_open_ends(state):
    """The open ends that must remain: one while any seat holds a card after this placement (GM-249)."""
    held = 0
    for seat in range(state.seats):
        held += cards_in(state, ZONES.hand + seat)
    return int(held > 1)


@rule
def open_ends_after(state, spot, roads):
    """How many open ends the city has once a card with these edges lies in a spot; spot -1 is a city's first."""
    if spot < 0:
        return roads_among(roads)
    return int(state.open_ends) + roads_among(roads) - 2 * roads_among(int(state.spot_roads[spot]))


@rule
def fits(state, spot, roads, least):
    """Whether a card with these edges may lie in a spot (GM-247 to GM-249); the first card may lie anywhere.

    Roads must meet roads on all the sides of the spot by which some come in, at least one, and blank edges blank ones.
    """
    if spot >= 0:
        wanted, blank = int(state.spot_roads[spot]), int(state.spot_blanks[spot])
        if wanted == 0 or roads & (wanted | blank) != wanted:
            return False
    return open_ends_after(state, spot, roads) >= least


@rule
def fits_in_spot(state, spot, roads, least):
    """Whether a card may lie in a spot, however turned."""
    for quarters in range(4):
        if fits(state, spot, turned(roads, quarters), least):
            return True
    return False


@rule
def fits_somewhere(state, roads, least):
    """Whether a card may be laid at all."""
    if state.laid == 0:
        return fits(state, -1, roads, least)
    for spot in range(state.spots):
        if fits_in_spot(state, spot, roads, least):
            return True
    return False


@rule
def settle(state, card, spot, roads, quarters):
    """A card takes its place in the city's list, and the empty cells around it become spots."""
    number = int(state.laid)
    column, row = 0, 0
    if spot >= 0:
        column, row = int(state.spot_column[spot]), int(state.spot_row[spot])
    state.open_ends = open_ends_after(state, spot, roads)
    if spot >= 0:
        remove_spot(state, spot)
    state.city[number] = card
    state.column[number] = column
    state.row[number] = row
    state.turns[number] = quarters
    state.reached[number] = number
    state.laid = number + 1
    touch(state, column, row - 1, 4 * number, roads & 1, 4)
    touch(state, column + 1, row, 4 * number + 1, roads & 2, 8)
    touch(state, column, row + 1, 4 * number + 2, roads & 4, 1)
    touch(state, column - 1, row, 4 * number + 3, roads & 8, 2)


@rule
def remove_spot(state, spot):
    """A cell is empty no more; the spots behind it move up, so that they stay in the order of their names."""
    last = int(state.spots) - 1
    for j in range(spot, last):
        state.spot_column[j] = state.spot_column[j + 1]
        state.spot_row[j] = state.spot_row[j + 1]
        state.spot_beside[j] = state.spot_beside[j + 1]
        state.spot_roads[j] = state.spot_roads[j + 1]
        state.spot_blanks[j] = state.spot_blanks[j + 1]
    state.spot_column[last] = 0
    state.spot_row[last] = 0
    state.spot_beside[last] = 0
    state.spot_roads[last] = 0
    state.spot_blanks[last] = 0
    state.spots = last


@rule(inlined=False)
def touch(state, column, row, beside, road, side):
    """An edge of the city lies along a side of a cell, with a road or without; a cell with a card is no spot."""
    for i in range(state.laid):
        if state.column[i] == column and state.row[i] == row:
            if road != 0:
                join(state, i, beside // 4)
            return
    spot = 0
    while spot < state.spots and not (state.spot_column[spot] == column and state.spot_row[spot] == row):
        spot += 1
    if spot == state.spots:
        state.spot_column[spot] = column
        state.spot_row[spot] = row
        state.spot_beside[spot] = beside
        state.spots = spot + 1
    if road != 0:
        state.spot_roads[spot] = int(state.spot_roads[spot]) | side
    else:
        state.spot_blanks[spot] = int(state.spot_blanks[spot]) | side


@rule
def join(state, one, other):
    """A road runs between two cards that touch; where one seat owns both, all that each reaches it reaches (GM-295)."""
    if state.place[int(state.city[one])] != state.place[int(state.city[other])]:
        return
    first = min(int(state.reached[one]), int(state.reached[other]))
    last = max(int(state.reached[one]), int(state.reached[other]))
    for i in range(state.laid):
        if state.reached[i] == last:
            state.reached[i] = first


# The course of a match

PHASES = Phases(
    (
        Phase("open_trade", "Open trade", OPEN_FLOOR, begin_trade, legal_trades, trade, end_trade),
        Phase("build", "Category", "", begin_build, legal_categories, name_category, then="placement"),
        Phase("placement", "Building", "", begin_placement, legal_placement, place, end_building),
        Phase("game_over", "Game over"),
    )
)

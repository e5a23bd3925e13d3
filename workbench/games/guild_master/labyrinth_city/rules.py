"""Labyrinth City: Guild Master for a whole class, which builds one city whose roads must meet.

A teacher reported in the original document how his class had played: three cards each, two rounds, roads on the cards
that had to be matched on the board. The rules here (GM-236 to GM-252) come from that report. The deal, trading and
scoring share the base game's functions; the floor is `player_interaction/floor.py`. What is new is the city: a
list of cards in the order in which they were laid, and the spots around it where the next one could lie.

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

from typing import Any

from workbench.author import (
    EVERYONE_HEARS,
    NONE,
    OPEN_FLOOR,
    ActionList,
    DeckError,
    Events,
    Phase,
    Phases,
    allow,
    argument_of,
    ask,
    card_at,
    card_of_kind,
    cards_in,
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
from workbench.decks.deck import Deck
from workbench.games.guild_master.deck import GuildMasterDeck
from workbench.games.guild_master.labyrinth_city.table import (
    ACTIONS,
    EVENTS,
    ONE_MORE,
    TOLD_OF_SIDE,
    TWO_MORE,
    ZONES,
    CityState,
)
from workbench.games.guild_master.player_interaction.floor import (
    ask_next_to_offer,
    legal_trades,
    open_the_floor,
    trade,
)
from workbench.games.guild_master.rules import (
    carries,
    check_first_seat,
    draw_card,
    legal_categories,
)

# Setup


def check_city(deck: Deck, seats: int, options: dict[str, Any]) -> None:
    """Refuse a table that cannot be dealt, or a first seat that does not exist; raises DeckError or OptionError."""
    dealt = seats * options["deal_size"] + seats // ONE_MORE + seats // TWO_MORE
    cards = int(deck.arrays.card_count)
    if dealt > cards:
        raise DeckError(
            f"{seats} seats are dealt {dealt} cards in all, but the deck {deck.name!r} has {cards}. "
            "Add cards, or lower the seats or deal_size."
        )
    check_first_seat(seats, options)


@rule(inlined=True)
def setup(state: CityState, deck: GuildMasterDeck, events: Events) -> None:
    """Shuffle, deal, choose who builds first (GM-236 to GM-239)."""
    prepare_cards(state, deck)
    deal(state, deck, events)
    state.first = state.first_seat
    if state.first < 0:
        state.first = random_below(state.random_state, state.seats)
    state.current = state.first
    begin_round(state, events)


@rule(inlined=True)
def prepare_cards(state: CityState, deck: GuildMasterDeck) -> None:
    """The cards of this game are a random part of the deck (GM-238); the others stay out of it."""
    fill(state, ZONES.stock, deck.card_count)
    shuffle(state, deck, ZONES.stock)
    for _ in range(deck.card_count - cards_in_game(state, deck)):
        move(state, top_card(state, ZONES.stock), ZONES.left_out)


@rule(inlined=True)
def cards_in_game(state: CityState, deck: GuildMasterDeck) -> int:
    """The declared share of the deck, or all cards that are dealt if they are more (GM-238)."""
    seats = state.seats
    dealt = seats * state.deal_size + seats // ONE_MORE + seats // TWO_MORE
    share = (deck.card_count * state.city_card_share + 50) // 100
    return max(share, dealt)


@rule(inlined=True)
def deal(state: CityState, deck: GuildMasterDeck, events: Events) -> None:
    """Some cards each; seats drawn at random get a fourth one, and a few of these a fifth (GM-237)."""
    for seat in range(state.seats):
        for _ in range(state.deal_size):
            draw_card(state, deck, events, seat)
    drawn = 0
    for number in range(state.seats // ONE_MORE):
        seat = seat_by_lot(state, drawn)
        drawn |= seat_bit(seat)
        draw_card(state, deck, events, seat)
        if number < state.seats // TWO_MORE:
            draw_card(state, deck, events, seat)


@rule(inlined=True)
def seat_by_lot(state: CityState, drawn: int) -> int:
    """A random seat that has not been drawn yet; `drawn` are bits."""
    seat = random_below(state.random_state, state.seats)
    while drawn & seat_bit(seat) != 0:
        seat = random_below(state.random_state, state.seats)
    return seat


@rule(inlined=True)
def first_in_turn_order(state: CityState) -> int:
    """The seat that builds first (GM-339)."""
    return state.first


# Round


@rule(inlined=True)
def begin_round(state: CityState, events: Events) -> None:
    """Open trade, then building in seat order (GM-240)."""
    state.turn += 1
    emit(events, EVENTS.round_begins, EVERYONE_HEARS, state.turn)
    enter(state, PHASES.open_trade)


# Open trade


@rule
def begin_trade(state: CityState, deck: GuildMasterDeck, events: Events) -> None:
    """All trade with all (GM-241), or offer in order from the first seat on (GM-338)."""
    open_the_floor(state, events, state.first)


@rule
def end_trade(state: CityState, deck: GuildMasterDeck, events: Events) -> None:
    """The floor closes, and the first seat builds, the same one in every round (GM-339)."""
    ask_next_to_offer(state)
    if state.to_act == 0:
        state.current = state.first
        enter(state, PHASES.build)


# Building


@rule(inlined=True)
def begin_build(state: CityState, deck: GuildMasterDeck, events: Events) -> None:
    """The seat in turn names a category (GM-243); a seat without cards builds nothing."""
    state.category = NONE
    if cards_in(state, ZONES.hand + state.current) > 0:
        ask(state, state.current)


@rule(inlined=True)
def name_category(state: CityState, deck: GuildMasterDeck, events: Events, seat: int, action: int) -> None:
    """The category of what this seat builds in this round."""
    state.category = argument_of(action)


@rule(inlined=True)
def begin_placement(state: CityState, deck: GuildMasterDeck, events: Events) -> None:
    """The seat lays cards one after another (GM-243); it is asked even if none fits, so that asking tells nothing."""
    if state.category != NONE:
        ask(state, state.current)


@rule(inlined=True)
def legal_placement(state: CityState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> None:
    """A card of the category that fits somewhere, then a spot, then a turn; or stop (GM-243, GM-247 to GM-250)."""
    least = least_open_ends(state)
    if state.own_card[seat] == NONE:
        legal_cards(state, deck, seat, actions, least)
        allow(actions, ACTIONS.stop)
        return
    roads = deck.roads[deck.kind[state.own_card[seat]]]
    if state.laid > 0 and state.own_spot[seat] == NONE:
        for spot in range(state.spots):
            if fits_in_spot(state, spot, roads, least):
                allow(actions, ACTIONS.lay_beside + state.spot_beside[spot])
    else:
        for quarters in range(4):
            if is_new_turn(roads, quarters) and fits(state, state.own_spot[seat], turned(roads, quarters), least):
                allow(actions, ACTIONS.turn + quarters)
    allow(actions, ACTIONS.take_back)


@rule(inlined=True)
def legal_cards(state: CityState, deck: GuildMasterDeck, seat: int, actions: ActionList, least: int) -> None:
    """Hand cards of the named category that fit somewhere; the others stay in the hand (GM-243, GM-250)."""
    last = -1
    for i in range(cards_in(state, ZONES.hand + seat)):
        kind = deck.kind[card_at(state, ZONES.hand + seat, i)]
        if kind != last and carries(deck, kind, state.category):
            if fits_somewhere(state, deck.roads[kind], least):
                allow(actions, ACTIONS.take_card + kind)
            last = kind


@rule(inlined=True)
def place(state: CityState, deck: GuildMasterDeck, events: Events, seat: int, action: int) -> None:
    """One step of laying a card: which, where, how turned (GM-412)."""
    if action == ACTIONS.stop:
        emit(events, EVENTS.stops, EVERYONE_HEARS, seat)
        return
    if verb_of(action) == ACTIONS.take_card:
        state.own_card[seat] = card_of_kind(state, deck, ZONES.hand + seat, argument_of(action))
    elif verb_of(action) == ACTIONS.lay_beside:
        state.own_spot[seat] = spot_called(state, action - ACTIONS.lay_beside)
    elif action == ACTIONS.take_back:
        forget_building(state, seat)
    else:
        lay(state, deck, events, seat, argument_of(action))
    if cards_in(state, ZONES.hand + seat) > 0:
        ask(state, seat)


@rule(inlined=True)
def spot_called(state: CityState, beside: int) -> int:
    """The spot with a name, which is the card and the side that it lies beside."""
    spot = 0
    while state.spot_beside[spot] != beside:
        spot += 1
    return spot


@rule(inlined=True)
def forget_building(state: CityState, seat: int) -> None:
    """A seat is about to lay nothing."""
    state.own_card[seat] = NONE
    state.own_spot[seat] = NONE


@rule
def lay(state: CityState, deck: GuildMasterDeck, events: Events, seat: int, quarters: int) -> None:
    """The card lies in the city and stays its owner's (GM-244, GM-246)."""
    card, spot = state.own_card[seat], state.own_spot[seat]
    kind = deck.kind[card]
    tell_laid(state, deck, events, seat, kind, spot)
    known_to(state, card, EVERYONE_HEARS)
    move(state, card, ZONES.built + seat)
    for letter in range(2):
        category = deck.resource[letter, kind]
        state.base_points[seat, category] += 1
    settle(state, card, spot, turned(deck.roads[kind], quarters), quarters)
    forget_building(state, seat)


@rule
def tell_laid(state: CityState, deck: GuildMasterDeck, events: Events, seat: int, kind: int, spot: int) -> None:
    """Say where a card is laid: beside which one, on which side."""
    if spot < 0:
        emit(events, EVENTS.founds, EVERYONE_HEARS, seat, kind)
    else:
        beside = state.spot_beside[spot]
        neighbour = deck.kind[state.city[beside // 4]]
        emit(events, TOLD_OF_SIDE[beside % 4], EVERYONE_HEARS, seat, kind, neighbour)


@rule(inlined=True)
def end_building(state: CityState, deck: GuildMasterDeck, events: Events) -> None:
    """The next seat builds; after the last one the round is over, and with the last round the game (GM-251)."""
    following = (state.current + 1) % state.seats
    if following != state.first:
        state.current = following
        enter(state, PHASES.build)
    elif state.turn < state.city_rounds:
        begin_round(state, events)
    else:
        state.category = NONE
        state.over = 1
        state.phase = PHASES.game_over


# The city


@rule(inlined=True)
def turned(roads: int, quarters: int) -> int:
    """The edges of a card after some quarter turns clockwise; one moves the north edge to the east (GM-246)."""
    return ((roads << quarters) | (roads >> (4 - quarters))) & 15


@rule(inlined=True)
def is_new_turn(roads: int, quarters: int) -> bool:
    """Whether no smaller turn gives the same edges, so that equal ones count once."""
    for fewer in range(quarters):
        if turned(roads, fewer) == turned(roads, quarters):
            return False
    return True


@rule(inlined=True)
def roads_among(edges: int) -> int:
    """How many edges of a mask have roads."""
    return (edges & 1) + ((edges >> 1) & 1) + ((edges >> 2) & 1) + ((edges >> 3) & 1)


@rule(inlined=True)
def least_open_ends(state: CityState) -> int:
    """The open ends that must remain: one while any seat holds a card after this placement (GM-249)."""
    held = 0
    for seat in range(state.seats):
        held += cards_in(state, ZONES.hand + seat)
    return int(held > 1)


@rule(inlined=True)
def open_ends_after(state: CityState, spot: int, roads: int) -> int:
    """How many open ends the city has once a card with these edges lies in a spot; spot -1 is a city's first."""
    if spot < 0:
        return roads_among(roads)
    return state.open_ends + roads_among(roads) - 2 * roads_among(state.spot_roads[spot])


@rule(inlined=True)
def fits(state: CityState, spot: int, roads: int, least: int) -> bool:
    """Whether a card with these edges may lie in a spot (GM-247 to GM-249); the first card may lie anywhere.

    Roads must meet roads on all the sides of the spot by which some come in, at least one, and blank edges blank ones.
    """
    if spot >= 0:
        wanted, blank = state.spot_roads[spot], state.spot_blanks[spot]
        if wanted == 0 or roads & (wanted | blank) != wanted:
            return False
    return open_ends_after(state, spot, roads) >= least


@rule(inlined=True)
def fits_in_spot(state: CityState, spot: int, roads: int, least: int) -> bool:
    """Whether a card may lie in a spot, however turned."""
    for quarters in range(4):
        if fits(state, spot, turned(roads, quarters), least):
            return True
    return False


@rule(inlined=True)
def fits_somewhere(state: CityState, roads: int, least: int) -> bool:
    """Whether a card may be laid at all."""
    if state.laid == 0:
        return fits(state, -1, roads, least)
    for spot in range(state.spots):
        if fits_in_spot(state, spot, roads, least):
            return True
    return False


@rule(inlined=True)
def settle(state: CityState, card: int, spot: int, roads: int, quarters: int) -> None:
    """A card takes its place in the city's list, and the empty cells around it become spots."""
    number = state.laid
    column, row = 0, 0
    state.open_ends = open_ends_after(state, spot, roads)
    if spot >= 0:
        column, row = state.spot_column[spot], state.spot_row[spot]
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


@rule(inlined=True)
def remove_spot(state: CityState, spot: int) -> None:
    """A cell is no longer empty; the spots behind it move up, so that they stay in the order of their names."""
    for j in range(spot, state.spots):  # nothing stands behind the last spot, so that its entry becomes empty
        state.spot_column[j] = state.spot_column[j + 1]
        state.spot_row[j] = state.spot_row[j + 1]
        state.spot_beside[j] = state.spot_beside[j + 1]
        state.spot_roads[j] = state.spot_roads[j + 1]
        state.spot_blanks[j] = state.spot_blanks[j + 1]
    state.spots -= 1


@rule
def touch(state: CityState, column: int, row: int, beside: int, road: int, side: int) -> None:
    """An edge of the city lies along a side of a cell, with a road or without; a cell with a card is not a spot."""
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
        state.spot_roads[spot] |= side
    else:
        state.spot_blanks[spot] |= side


@rule(inlined=True)
def join(state: CityState, one: int, other: int) -> None:
    """A road runs between two cards that touch; if one seat owns both, each reaches what the other does (GM-295)."""
    if state.place[state.city[one]] != state.place[state.city[other]]:
        return
    first = min(state.reached[one], state.reached[other])
    last = max(state.reached[one], state.reached[other])
    for i in range(state.laid):
        if state.reached[i] == last:
            state.reached[i] = first


# The course of a match


class CityPhases(Phases):
    """The course of a game."""

    open_trade = Phase("Open trade", OPEN_FLOOR, begin_trade, legal_trades, trade, end_trade)
    build = Phase("Category", "", begin_build, legal_categories, name_category, then="placement")
    placement = Phase("Building", "", begin_placement, legal_placement, place, end_building)
    game_over = Phase("Game over")


PHASES = CityPhases()

"""Quests of the Round Table: sponsor quests, fight and bid in them, win tournaments, and rise by shields.

The game is published by Gamewright; the use cases of a class and its rulebook are the sources. The rule ids (QU-...)
are those of RULES.md in this folder. This file is the set-up and the course of a turn; the rows at its end list the
contents of the whole game. The table and what a seat can do are in table.py, a quest is in quest.py, a tournament in
tournament.py, events in events.py, what cards are worth in battle.py, shields and ranks in shields.py, hands in
hands.py, Mordred in mordred.py, cards that are played face down in playing.py.

Seats are numbered clockwise from 0; the left of seat s is s + 1. A kind is a row of the card lists. Stages are counted
from 0 in the record and from 1 in events and labels.
"""

from __future__ import annotations

from typing import Any

from workbench.author import (
    EVERYONE_HEARS,
    NONE,
    OPEN_FLOOR,
    SECRET_TOGETHER,
    Effect,
    Effects,
    Events,
    OptionError,
    Phase,
    Phases,
    card_at,
    clear_table,
    emit,
    enter,
    fill,
    move,
    move_all,
    only,
    push_frame,
    random_below,
    rule,
    shuffle,
    top_card,
)
from workbench.author import cards_in as cards_in_place
from workbench.decks.deck import Deck
from workbench.games.quests import events as story_events
from workbench.games.quests import quest, tournament
from workbench.games.quests.deck import (
    EVENT,
    TYPE,
    QuestsDeck,
)
from workbench.games.quests.hands import ask_to_trim, cover_discards, legal_trims, trim, trim_one
from workbench.games.quests.mordred import ask_in_window, legal_in_window, open_window, use_mordred
from workbench.games.quests.names import OPTIONS
from workbench.games.quests.options import MOST_TURNS
from workbench.games.quests.playing import choose_card
from workbench.games.quests.table import EVENTS, ZONES, QuestsState

# Set-up (QU-001 to QU-009)


def check_table(deck: Deck, seats: int, options: dict[str, Any]) -> None:
    """Refuse too few cards to deal from, and a dealer who does not play; raises OptionError."""
    dealt = min(int(options["starting_hand"]), int(options["hand_limit"]))
    if dealt * seats >= deck.arrays.adventure_count:
        raise OptionError(
            f"{seats} seats are dealt {dealt} cards each, but the deck {deck.name!r} has "
            f"{deck.arrays.adventure_count} adventure cards. Lower 'starting_hand'."
        )
    dealer = options["dealer_seat"]
    if dealer != "last" and int(dealer.removeprefix("seat_")) >= seats:
        raise OptionError(
            f"Option 'dealer_seat' is {dealer!r}, but seats 0 to {seats - 1} play. Choose one of them, or 'last'."
        )


@rule
def setup(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """Shuffle the story deck, give Squire cards, shuffle the adventure deck, deal, first turn (QU-009)."""
    clear_table(state)
    fill(state, ZONES.stock, deck.card_count)
    for card in range(deck.adventure_count, deck.card_count):
        move(state, card, ZONES.story_stock)
    shuffle(state, deck, ZONES.story_stock)  # QU-004; every rank is 0, a Squire's (QU-005), with no shields (QU-006)
    shuffle(state, deck, ZONES.stock)  # QU-007
    for _ in range(min(state.starting_hand, state.hand_limit)):
        for seat in range(state.seats):
            move(state, top_card(state, ZONES.stock), ZONES.hand + seat)  # QU-008
    for seat in range(state.seats):
        for i in range(cards_in_place(state, ZONES.hand + seat)):
            emit(events, EVENTS.you_drew, only(seat), deck.kind[card_at(state, ZONES.hand + seat, i)])
    state.current = first_seat(state)
    enter(state, PHASES.turn_start)


@rule
def first_seat(state: QuestsState) -> int:
    """A random player begins (QU-026), or the one to the left of the dealer (QU-027)."""
    if state.first_player == OPTIONS.first_player.random:
        return random_below(state.random_state, state.seats)
    dealer = state.seats - 1
    if state.dealer_seat != OPTIONS.dealer_seat.last:
        dealer = state.dealer_seat - OPTIONS.dealer_seat.seat_0
    return (dealer + 1) % state.seats


# A turn (QU-028 to QU-041)


@rule
def begin_turn(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The drawer may give up Mordred before the story card is drawn (QU-267); a limit of turns may end the game."""
    limit = MOST_TURNS if state.turn_limit < 0 else state.turn_limit
    if state.turn == limit:
        emit(events, EVENTS.time_is_up, EVERYONE_HEARS)  # QU-223
        state.phase = PHASES.game_over
        state.over = 1
        return
    state.turn += 1
    state.risen = 0
    open_window(state, 0)


@rule
def draw_story(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The top story card is drawn and played at once; an empty deck is rebuilt (QU-028, QU-029, QU-040, QU-211)."""
    if cards_in_place(state, ZONES.story_stock) == 0:
        move_all(state, ZONES.story_covered, ZONES.story_stock)
        move_all(state, ZONES.story_discard, ZONES.story_stock)
        shuffle(state, deck, ZONES.story_stock)
    card = top_card(state, ZONES.story_stock)
    move(state, card, ZONES.story_card)
    emit(events, EVENTS.story, EVERYONE_HEARS, state.current, deck.kind[card])


@rule
def play_story(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """A quest, a tournament or an event is played (QU-030 to QU-032)."""
    kind = deck.type[deck.kind[top_card(state, ZONES.story_card)]]
    if kind == TYPE.event:
        enter(state, PHASES.event)
    elif kind == TYPE.tournament:
        enter(state, PHASES.entry_offer)
    elif state.sponsor_order == OPTIONS.sponsor_order.drawer_first:
        enter(state, PHASES.sponsor_offer)
    else:
        enter(state, PHASES.sponsor_vote)


@rule
def begin_event(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The event of the card is carried out (QU-138, QU-139)."""
    event = deck.event[deck.kind[top_card(state, ZONES.story_card)]]
    if event != EVENT.none:
        push_frame(state, EFFECT_OF_EVENT[event], state.current, -1, 0)


@rule
def end_story(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The story card goes to its discard pile (QU-033); by option hands are trimmed only now (QU-012)."""
    move_all(state, ZONES.story_card, ZONES.story_discard)
    cover_discards(state, ZONES.story_discard, ZONES.story_covered)
    trim(state)


@rule
def end_turn(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """If somebody has won, the game ends; otherwise another turn follows (QU-034 to QU-036, QU-205, QU-206, QU-259)."""
    risen = state.risen
    if risen == 0:
        state.current = next_seat(state)
        state.sponsor = NONE
        enter(state, PHASES.turn_start)
    elif risen & (risen - 1) == 0 or state.simultaneous_winners == OPTIONS.simultaneous_winners.shared:
        state.won = risen
        enter(state, PHASES.game_over)
    else:
        emit(events, EVENTS.final_tournament, EVERYONE_HEARS)
        enter(state, PHASES.final_tournament)


@rule
def next_seat(state: QuestsState) -> int:
    """To the left of the drawer, or of the sponsor after a sponsored quest, or at random (QU-037 to QU-039, QU-210)."""
    if state.next_player == OPTIONS.next_player.random:
        return random_below(state.random_state, state.seats)
    before = state.current
    if state.sponsor != NONE and state.after_quest == OPTIONS.after_quest.left_of_sponsor:
        before = state.sponsor
    return (before + 1) % state.seats


@rule
def end_game(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The winners are named (QU-035, QU-205)."""
    for seat in range(state.seats):
        if (state.won >> seat) & 1 == 1:
            emit(events, EVENTS.wins, EVERYONE_HEARS, seat)
    state.over = 1


# What interrupts: windows, trimming, and the eight events


class QuestsEffects(Effects):
    """What cards do."""

    mordred_window = Effect(ask_in_window, legal_in_window, use_mordred)
    trim = Effect(ask_to_trim, legal_trims, trim_one, OPEN_FLOOR)
    chivalrous_deed = Effect(story_events.chivalrous_deed)
    pox = Effect(story_events.pox)
    plague = Effect(story_events.plague)
    kings_recognition = Effect(story_events.kings_recognition)
    queens_favor = Effect(story_events.queens_favor)
    court_called_to_camelot = Effect(story_events.court_called_to_camelot)
    kings_call_to_arms = Effect(story_events.call_to_arms, story_events.legal_arms, choose_card, SECRET_TOGETHER)
    prosperity = Effect(story_events.prosperity, story_events.legal_prosperity, story_events.take_cards)


EFFECTS = QuestsEffects()
EFFECT_OF_EVENT = EFFECTS.numbers_of(EVENT)

# The course of a game


class QuestsPhases(Phases):
    """The course of a game."""

    turn_start = Phase("A turn begins", begin=begin_turn, then="story_draw")
    story_draw = Phase("Story card", begin=draw_story, end=play_story)
    # A quest
    sponsor_offer = Phase(
            "Who sponsors?",
            begin=quest.offer_quest, legal=quest.legal_sponsor, answer=quest.answer_offer, end=quest.end_offer,
        )  # fmt: skip
    sponsor_vote = Phase(
            "Who sponsors?", SECRET_TOGETHER,
            quest.ask_all_to_sponsor, quest.legal_sponsor, quest.answer_together, quest.end_vote,
        )  # fmt: skip
    quest_setup = Phase(
            "Setting the quest up",
            begin=quest.ask_sponsor, legal=quest.legal_setup, answer=quest.set_up, end=quest.end_setup,
        )  # fmt: skip
    join_offer = Phase(
            "Who joins?",
            begin=quest.offer_joining, legal=quest.legal_join, answer=quest.answer_join, end=quest.end_joining,
        )  # fmt: skip
    join_vote = Phase(
            "Who joins?", SECRET_TOGETHER,
            quest.ask_all_to_join, quest.legal_join, quest.answer_together, quest.end_join_vote,
        )  # fmt: skip
    quest_deal = Phase("A card for each", begin=quest.deal_to_participants, then="stage_start")
    stage_start = Phase("A stage begins", begin=quest.begin_stage, then="stage_merlin")
    stage_merlin = Phase(
            "Merlin looks ahead",
            begin=quest.wait_for_merlin, legal=quest.legal_looks, answer=quest.look, end=quest.ask_merlin,
        )  # fmt: skip
    stage_play = Phase(
            "Cards for the stage", SECRET_TOGETHER,
            quest.ask_participants, quest.legal_stage_plays, choose_card, quest.show_stage_plays,
        )  # fmt: skip
    stage_window = Phase("Before the fight", begin=quest.open_stage_window, then="stage_evaluate")
    stage_evaluate = Phase("The fight", begin=quest.fight, end=quest.next_stage)
    bid_window = Phase("Before a bid", begin=quest.begin_bid, end=quest.ask_for_bid)
    bidding = Phase(
            "Bids",
            begin=quest.ask_bidder, legal=quest.legal_bids, answer=quest.answer_bid, end=quest.end_bid,
        )  # fmt: skip
    lone_bid = Phase(
            "Alone in the test",
            begin=quest.ask_participants, legal=quest.legal_lone, answer=quest.answer_bid, end=quest.end_lone,
        )  # fmt: skip
    bid_payment = Phase(
            "Paying the bid",
            begin=quest.ask_payment, legal=quest.legal_payment, answer=choose_card, end=quest.pay,
        )  # fmt: skip
    test_end = Phase("The test is over", begin=quest.end_test, end=quest.next_stage)
    quest_end = Phase("The quest is over", begin=quest.end_quest, then="turn_end")
    # A tournament
    entry_offer = Phase(
            "Who enters?",
            begin=tournament.offer_entry, legal=tournament.legal_entry, answer=tournament.answer_entry,
            end=tournament.end_entry,
        )  # fmt: skip
    tournament_deal = Phase("A card for each", begin=tournament.deal_to_entrants, then="tournament_start")
    tournament_start = Phase("A round begins", begin=tournament.begin_round, then="tournament_play")
    tournament_play = Phase(
            "Cards for the tournament", SECRET_TOGETHER,
            tournament.ask_contenders, tournament.legal_tournament_plays, choose_card, tournament.show_tournament_plays,
        )  # fmt: skip
    tournament_window = Phase(
            "Before the comparison",
            begin=tournament.open_tournament_window, then="tournament_evaluate",
        )  # fmt: skip
    tournament_evaluate = Phase("The comparison", begin=tournament.compare)
    tournament_award = Phase("The award", begin=tournament.award_tournament, end=tournament.end_award)
    # An event, and the end of a turn
    event = Phase("An event", begin=begin_event, then="turn_end")
    turn_end = Phase("The turn ends", begin=end_story, end=end_turn)
    final_tournament = Phase("Final tournament", begin=tournament.begin_final)
    game_over = Phase("Game over", begin=end_game)


PHASES = QuestsPhases()

"""Quests of the Round Table: sponsor quests, fight and bid in them, win tournaments, and rise by shields.

The game is published by Gamewright; the use cases of a class and its rulebook are the sources. The rule ids (QU-...)
are those of RULES.md in this folder. This file is the set-up, the course of a turn, tournaments and events; the rows at
its end list the contents of the whole game. The table and what a seat can do are in table.py, a quest is in quest.py,
what cards are worth in battle.py, shields and ranks in shields.py, hands and Mordred in hands.py, cards that are played
face down in playing.py.

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
    TARGET,
    ActionList,
    Effect,
    Effects,
    Events,
    OptionError,
    Phase,
    Phases,
    all_seats,
    allow,
    allow_cards,
    ask,
    ask_seats,
    card_at,
    cards_in,
    check_seat,
    deal,
    emit,
    enter,
    fill,
    move,
    move_all,
    only,
    picked_cards,
    pop_frame,
    push_frame,
    random_below,
    rule,
    seat_bit,
    set_top_frame,
    shuffle,
    top_card,
)
from workbench.decks.deck import Deck
from workbench.games.quests import quest
from workbench.games.quests.battle import card_of_kind, of_type, player_total, story_kind
from workbench.games.quests.deck import EVENT, MAX_ADVENTURE_KINDS, TYPE, QuestsDeck
from workbench.games.quests.hands import (
    ask_in_window,
    ask_to_trim,
    cover_discards,
    discard_type,
    give,
    give_each,
    legal_in_window,
    legal_trims,
    open_further_window,
    open_window,
    trim,
    trim_at_once,
    trim_one,
    use_mordred,
)
from workbench.games.quests.names import OPTIONS
from workbench.games.quests.options import MOST_TURNS
from workbench.games.quests.playing import choose_card, clear_all, legal_plays, note_battle, show_plays
from workbench.games.quests.quest import ask_next, discard_picked
from workbench.games.quests.scoring import RANKING
from workbench.games.quests.shields import HIGHEST, LOWEST, gain, lose, seats_of_rank
from workbench.games.quests.table import ACTIONS, EVENTS, ZONES, QuestsState

# Set-up (QU-001 to QU-009)


def check_table(deck: Deck, seats: int, options: dict[str, Any]) -> None:
    """Refuse too few cards to deal from, and a dealer who does not play; raises OptionError."""
    dealt = min(int(options["starting_hand"]), int(options["hand_limit"]))
    if dealt * seats >= deck.arrays.adventure_count:
        raise OptionError(
            f"{seats} seats are dealt {dealt} cards each, but the deck {deck.name!r} has "
            f"{deck.arrays.adventure_count} adventure cards. Lower 'starting_hand'."
        )
    check_seat(options, "dealer_seat", "last", seats)


@rule
def setup(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """Shuffle the story deck, give Squire cards, shuffle the adventure deck, deal, first turn (QU-009)."""
    fill(state, ZONES.stock, deck.card_count)
    for card in range(deck.adventure_count, deck.card_count):
        move(state, card, ZONES.story_stock)
    shuffle(state, deck, ZONES.story_stock)  # QU-004; every rank is 0, a Squire's (QU-005), with no shields (QU-006)
    shuffle(state, deck, ZONES.stock)  # QU-007
    deal(state, ZONES.stock, ZONES.hand, min(state.starting_hand, state.hand_limit))  # QU-008
    for seat in range(state.seats):
        for i in range(cards_in(state, ZONES.hand + seat)):
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
    if cards_in(state, ZONES.story_stock) == 0:
        move_all(state, ZONES.story_covered, ZONES.story_stock)
        move_all(state, ZONES.story_discard, ZONES.story_stock)
        shuffle(state, deck, ZONES.story_stock)
    card = top_card(state, ZONES.story_stock)
    move(state, card, ZONES.story_card)
    emit(events, EVENTS.story, EVERYONE_HEARS, state.current, deck.kind[card])


@rule
def play_story(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """A quest, a tournament or an event is played (QU-030 to QU-032)."""
    kind = deck.type[story_kind(state, deck)]
    if kind == TYPE.event:
        enter(state, PHASES.event)
    elif kind == TYPE.tournament:
        enter(state, PHASES.entry_offer)
    else:
        in_turn = state.sponsor_order == OPTIONS.sponsor_order.drawer_first
        enter(state, PHASES.sponsor_offer if in_turn else PHASES.sponsor_vote)


@rule
def begin_event(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The event of the card is carried out (QU-138, QU-139)."""
    event = deck.event[story_kind(state, deck)]
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


# A tournament: entry (QU-116 to QU-119)


@rule
def offer_entry(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """Every player is asked, the drawer first (QU-116, QU-117)."""
    state.contenders = 0
    state.entrants = 0
    state.waiting = all_seats(state)


@rule
def legal_entry(state: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> None:
    """Enter or stay out."""
    allow(actions, ACTIONS.enter)
    allow(actions, ACTIONS.stay_out)


@rule
def answer_entry(state: QuestsState, deck: QuestsDeck, events: Events, seat: int, action: int) -> None:
    """Each answer is heard at once."""
    if action == ACTIONS.enter:
        state.contenders |= seat_bit(seat)
        state.entrants += 1
        emit(events, EVENTS.enters, EVERYONE_HEARS, seat)
    else:
        emit(events, EVENTS.stays_out, EVERYONE_HEARS, seat)


@rule
def end_entry(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """Ask the next; a tournament needs two entrants (QU-118, QU-256), or by option a lone one wins (QU-255)."""
    if ask_next(state, state.current):
        return
    if state.entrants >= 2:
        enter(state, PHASES.tournament_deal)
    elif state.entrants == 1 and state.lone_entrant == OPTIONS.lone_entrant.walkover:
        give_each(state, deck, events, state.current, state.contenders, 1)
        enter(state, PHASES.tournament_award)
    else:
        emit(events, EVENTS.not_held, EVERYONE_HEARS)
        state.contenders = 0
        enter(state, PHASES.turn_end)


@rule
def deal_to_entrants(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """Each entrant is given a card before selecting (QU-119, QU-213)."""
    state.tie_round = 0
    give_each(state, deck, events, state.current, state.contenders, 1)


# A tournament: play (QU-120 to QU-127)


@rule
def begin_round(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """Mordred may be given up before cards are selected (QU-267, QU-268)."""
    open_window(state, state.contenders)


@rule
def ask_contenders(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """All who fight in this round select at the same time (QU-120, QU-121)."""
    ask_seats(state, state.contenders)


@rule
def legal_tournament_plays(state: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> None:
    """Allies, amours and weapons, no two weapons alike in play (QU-122 to QU-124)."""
    legal_plays(state, deck, seat, actions, 1)


@rule
def show_tournament_plays(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The selections are revealed together (QU-121)."""
    state.played_now = show_plays(state, deck, events, state.contenders)
    enter(state, PHASES.tournament_window)


@rule
def open_tournament_window(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """By option Mordred may be given up between reveal and evaluation (QU-271)."""
    note_battle(state, deck, state.contenders, -1)
    open_further_window(state, state.contenders)


# A tournament: evaluation (QU-127 to QU-132)


@rule
def highest_of(state: QuestsState, deck: QuestsDeck, events: Events) -> int:
    """Those of the contenders whose total is highest, as bits (QU-128)."""
    best, found = -1, 0
    for seat in range(state.seats):
        if (state.contenders >> seat) & 1 == 1:
            total = player_total(state, deck, seat)
            emit(events, EVENTS.totals, EVERYONE_HEARS, seat, total)
            if total > best:
                best, found = total, seat_bit(seat)
            elif total == best:
                found |= seat_bit(seat)
    return found


@rule
def compare(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The highest total wins; those who share it fight again, or share the win (QU-128 to QU-132, QU-253)."""
    note_battle(state, deck, state.contenders, -1)
    highest = highest_of(state, deck, events)
    tied = highest & (highest - 1) != 0
    nobody_played = state.played_now & highest == 0
    state.contenders = highest
    over = state.tournament_tie_rounds == OPTIONS.tournament_tie_rounds.one or nobody_played
    if not tied or (state.tie_round > 0 and over):
        enter(state, PHASES.tournament_award)
    else:
        fight_again(state, deck, events)
        enter(state, PHASES.tournament_start)


@rule
def fight_again(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The tied seats discard their weapons; allies and amours stay and count (QU-129, QU-130, QU-254)."""
    state.tie_round += 1
    for seat in range(state.seats):
        if (state.contenders >> seat) & 1 == 1:
            discard_type(state, deck, ZONES.played + seat, TYPE.weapon)
            emit(events, EVENTS.ties, EVERYONE_HEARS, seat)
    if state.tie_round_draw == 1:
        give_each(state, deck, events, state.current, state.contenders, 1)


# A tournament: award (QU-133 to QU-137), and the final one among several winners


@rule
def award_tournament(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """As many shields as there were entrants, and the bonus of the card (QU-133 to QU-136); then the discards."""
    winners = state.contenders
    if state.final == 1:
        state.won = winners  # QU-206, QU-207
    else:
        bonus = 0
        if winners & (winners - 1) == 0 or state.shared_win_bonus == 1:
            bonus = deck.bonus_shields[story_kind(state, deck)]
        for seat in range(state.seats):
            if (winners >> seat) & 1 == 1:
                emit(events, EVENTS.wins_tournament, EVERYONE_HEARS, seat)
                gain(state, deck, events, seat, state.entrants, RANKING.tournament)
                gain(state, deck, events, seat, bonus, RANKING.tournament_bonus)
    clear_all(state, deck)
    state.contenders = 0
    state.played_now = 0
    trim_at_once(state)


@rule
def end_award(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The turn ends with it; the final tournament ends the game (QU-257)."""
    enter(state, PHASES.game_over if state.final == 1 else PHASES.turn_end)


@rule
def begin_final(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """Those who reached the top rank on the same story card, and only they, fight for the win (QU-206, QU-257)."""
    state.final = 1
    state.contenders = state.risen
    state.entrants = 0
    enter(state, PHASES.tournament_deal)


# The eight events (QU-138 to QU-151)

DEED_SHIELDS, POX_SHIELDS, PLAGUE_SHIELDS = 3, 1, 2
GIVEN = 2  # cards of Queen's Favor and of Prosperity
FOES_INSTEAD = 2  # discarded by a seat without a weapon (QU-149)


@rule
def chivalrous_deed(state: QuestsState, deck: QuestsDeck, events: Events, actor: int, step: int) -> None:
    """Those of the lowest rank present with the fewest shields receive three, all at once (QU-140, QU-221)."""
    pop_frame(state)
    lowest, fewest, chosen = seats_of_rank(state, LOWEST), -1, 0
    for seat in range(state.seats):
        if (lowest >> seat) & 1 == 1:
            if chosen == 0 or state.shields[seat] < fewest:
                fewest, chosen = state.shields[seat], seat_bit(seat)
            elif state.shields[seat] == fewest:
                chosen |= seat_bit(seat)
    for seat in range(state.seats):
        if (chosen >> seat) & 1 == 1:
            gain(state, deck, events, seat, DEED_SHIELDS, RANKING.chivalrous_deed)


@rule
def pox(state: QuestsState, deck: QuestsDeck, events: Events, actor: int, step: int) -> None:
    """Everybody but the drawer loses a shield (QU-141)."""
    pop_frame(state)
    for seat in range(state.seats):
        if seat != actor:
            lose(state, deck, events, seat, POX_SHIELDS, RANKING.pox)


@rule
def plague(state: QuestsState, deck: QuestsDeck, events: Events, actor: int, step: int) -> None:
    """The drawer loses two shields (QU-142)."""
    pop_frame(state)
    lose(state, deck, events, actor, PLAGUE_SHIELDS, RANKING.plague)


@rule
def kings_recognition(state: QuestsState, deck: QuestsDeck, events: Events, actor: int, step: int) -> None:
    """Two bonus shields wait for the next completed quest (QU-143, QU-262)."""
    pop_frame(state)
    state.pending_recognition += 1
    emit(events, EVENTS.recognition_waits, EVERYONE_HEARS, state.pending_recognition)


@rule
def queens_favor(state: QuestsState, deck: QuestsDeck, events: Events, actor: int, step: int) -> None:
    """Everybody of the lowest rank present is given two cards (QU-145, QU-146)."""
    pop_frame(state)
    give_each(state, deck, events, actor, seats_of_rank(state, LOWEST), GIVEN)


@rule
def court_called_to_camelot(state: QuestsState, deck: QuestsDeck, events: Events, actor: int, step: int) -> None:
    """All allies in play are discarded (QU-147)."""
    pop_frame(state)
    for seat in range(state.seats):
        discard_type(state, deck, ZONES.tableau + seat, TYPE.ally)
    emit(events, EVENTS.court_called, EVERYONE_HEARS)


# King's Call to Arms (QU-148, QU-149, QU-263 to QU-265)


@rule
def held_of_type(state: QuestsState, deck: QuestsDeck, seat: int, type_: int) -> int:
    """How many cards of a type a hand holds, including picked ones (QU-264)."""
    return of_type(state, deck, ZONES.hand + seat, 0, type_) + of_type(state, deck, ZONES.hand + seat, 1, type_)


@rule
def arms_due(state: QuestsState, deck: QuestsDeck, seat: int) -> int:
    """How many cards a seat must discard: a weapon; without one, two foes, or as many as it has (QU-149, QU-263)."""
    if held_of_type(state, deck, seat, TYPE.weapon) > 0:
        return 1
    return min(FOES_INSTEAD, held_of_type(state, deck, seat, TYPE.foe))


@rule
def call_to_arms(state: QuestsState, deck: QuestsDeck, events: Events, actor: int, step: int) -> None:
    """Everybody of the highest rank chooses at the same time, and the discards are shown together (QU-265).

    TARGET has the seats that were hit. All of them are asked, whatever they hold.
    """
    if step == 0:
        seats = seats_of_rank(state, HIGHEST)
        set_top_frame(state, TARGET, seats)
        ask_seats(state, seats)
    else:
        pop_frame(state)
        for seat in range(state.seats):
            if picked_cards(state, seat) > 0:
                discard_picked(state, deck, events, seat)


@rule
def legal_arms(state: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> None:
    """A weapon of one's choice; without one, foes (QU-148, QU-149)."""
    hand, due = ZONES.hand + seat, arms_due(state, deck, seat)
    wanted = TYPE.weapon if held_of_type(state, deck, seat, TYPE.weapon) > 0 else TYPE.foe
    if picked_cards(state, seat) < due:
        for kind in range(MAX_ADVENTURE_KINDS):
            if deck.type[kind] == wanted and card_of_kind(state, deck, hand, 0, kind) >= 0:
                allow(actions, ACTIONS.pick + kind)
    allow_cards(state, deck, actions, hand, 1, ACTIONS.put_back)
    if picked_cards(state, seat) == due:
        allow(actions, ACTIONS.done)


# Prosperity Throughout the Realm (QU-150, QU-151, QU-266)


@rule
def prosperity(state: QuestsState, deck: QuestsDeck, events: Events, actor: int, step: int) -> None:
    """Everybody is given two cards; by option each may leave them, clockwise from the drawer."""
    if state.prosperity == OPTIONS.prosperity.must_draw:
        pop_frame(state)
        give_each(state, deck, events, actor, all_seats(state), GIVEN)
    elif step < state.seats:
        ask(state, (actor + step) % state.seats)
    else:
        pop_frame(state)


@rule
def legal_prosperity(state: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> None:
    """Both cards or none (QU-266)."""
    allow(actions, ACTIONS.take_cards)
    allow(actions, ACTIONS.leave_cards)


@rule
def take_cards(state: QuestsState, deck: QuestsDeck, events: Events, seat: int, action: int) -> None:
    """The cards are drawn at once, or left."""
    if action == ACTIONS.take_cards:
        give(state, deck, events, seat, GIVEN)
        trim_at_once(state)
    else:
        emit(events, EVENTS.leaves_cards, EVERYONE_HEARS, seat)


# What interrupts: windows, trimming, and the eight events


class QuestsEffects(Effects):
    """What cards do."""

    mordred_window = Effect(ask_in_window, legal_in_window, use_mordred)
    trim = Effect(ask_to_trim, legal_trims, trim_one, OPEN_FLOOR)
    chivalrous_deed = Effect(chivalrous_deed)
    pox = Effect(pox)
    plague = Effect(plague)
    kings_recognition = Effect(kings_recognition)
    queens_favor = Effect(queens_favor)
    court_called_to_camelot = Effect(court_called_to_camelot)
    kings_call_to_arms = Effect(call_to_arms, legal_arms, choose_card, SECRET_TOGETHER)
    prosperity = Effect(prosperity, legal_prosperity, take_cards)


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
            begin=offer_entry, legal=legal_entry, answer=answer_entry,
            end=end_entry,
        )  # fmt: skip
    tournament_deal = Phase("A card for each", begin=deal_to_entrants, then="tournament_start")
    tournament_start = Phase("A round begins", begin=begin_round, then="tournament_play")
    tournament_play = Phase(
            "Cards for the tournament", SECRET_TOGETHER,
            ask_contenders, legal_tournament_plays, choose_card, show_tournament_plays,
        )  # fmt: skip
    tournament_window = Phase(
            "Before the comparison",
            begin=open_tournament_window, then="tournament_evaluate",
        )  # fmt: skip
    tournament_evaluate = Phase("The comparison", begin=compare)
    tournament_award = Phase("The award", begin=award_tournament, end=end_award)
    # An event, and the end of a turn
    event = Phase("An event", begin=begin_event, then="turn_end")
    turn_end = Phase("The turn ends", begin=end_story, end=end_turn)
    final_tournament = Phase("Final tournament", begin=begin_final)
    game_over = Phase("Game over", begin=end_game)


PHASES = QuestsPhases()

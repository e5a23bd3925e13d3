"""Quests of the Round Table: sponsor quests, fight and bid in them, win tournaments, and rise by shields.

The game is published by Gamewright; the use cases of a class and its rulebook are the sources. The rule ids (QU-...)
are those of RULES.md in this folder. This file is the table, what a seat can do, the set-up and the course of a turn;
the rows at its end are the contents of the whole game. A quest is in quest.py, a tournament in tournament.py, events in
events.py, what cards are worth in battle.py, shields and ranks in shields.py, hands in hands.py, Mordred in mordred.py,
cards that are played face down in playing.py.

Seats are numbered clockwise from 0; the left of seat s is s + 1. A kind is a row of the card lists. Stages are counted
from 0 in the record and from 1 in events and labels.
"""

from __future__ import annotations

from workbench.author import (
    EVERYONE,
    EVERYONE_HEARS,
    NOBODY,
    OPEN_FLOOR,
    OWNER,
    PEOPLE_ONLY,
    PICKS,
    SECRET_TOGETHER,
    ActionSpace,
    Argument,
    Effect,
    Effects,
    EventKind,
    EventKinds,
    Field,
    OptionError,
    Phase,
    Phases,
    StateSpec,
    Verb,
    Zone,
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
from workbench.games.quests import events as story_events
from workbench.games.quests import quest, tournament
from workbench.games.quests.deck import (
    EVENT,
    MAX_ADVENTURE_KINDS,
    MAX_CARDS,
    MOST_STAGES,
    TYPE,
)
from workbench.games.quests.hands import ask_to_trim, cover_discards, legal_trims, trim, trim_one
from workbench.games.quests.mordred import ask_in_window, legal_in_window, open_window, use_mordred
from workbench.games.quests.options import MOST_SEATS, MOST_TURNS, OPTIONS
from workbench.games.quests.playing import MOST_IN_BATTLE, choose_card
from workbench.games.quests.scoring import REASONS
from workbench.games.quests.shields import MOST_CHANGES

# Constants

MOST_BID = 64  # a capacity never comes near it

# The table

STATE = StateSpec(
    seats=MOST_SEATS,
    cards=MAX_CARDS,
    zones=(
        Zone("hand", OWNER, per_seat=True, sorted=True, about="adventure cards in hand"),
        Zone("tableau", EVERYONE, per_seat=True, about="allies and amours in play"),
        Zone("played", EVERYONE, per_seat=True, about="cards shown in this stage or tournament"),
        Zone("stage", NOBODY, about="the groups of a quest, face down", many=MOST_STAGES),
        Zone("sealed", OWNER, per_seat=True, sorted=True, about="the groups of a quest, face down together by option"),
        Zone("turned", EVERYONE, about="the groups of a quest, turned up", many=MOST_STAGES),
        Zone("stock", NOBODY, about="adventure cards not drawn yet"),
        Zone("discard", EVERYONE, about="adventure discard pile"),
        Zone("covered", NOBODY, about="adventure discards under the top one, where only that is seen"),
        Zone("story_stock", NOBODY, about="story cards not drawn yet"),
        Zone("story_card", EVERYONE, about="the story card in play"),
        Zone("story_discard", EVERYONE, about="story discard pile"),
        Zone("story_covered", NOBODY, about="story discards under the top one, where only that is seen"),
    ),
    fields=(
        # Seats
        Field("rank", "i1", (MOST_SEATS,), about="promotions: 0 Squire to 3 Knight of the Round Table"),
        Field("shields", "i2", (MOST_SEATS,), about="shields held"),
        Field("current", "i1", (), about="the seat that draws the story card"),
        # Asking
        Field("waiting", "i1", (), about="by bits: the seats that are still to be asked in this phase"),
        Field("answer", "i1", (MOST_SEATS,), OWNER, "an answer that is heard with the others: YES or NO; 0 before"),
        # A quest
        Field("willing", "i1", (), about="by bits: the seats that would sponsor the quest, where all answer together"),
        Field("sponsor", "i1", (), about="the seat that sponsors the quest, -1 if none"),
        Field("participants", "i1", (), about="by bits: the seats that are in the quest"),
        Field("stage_now", "i1", (), about="the stage being played, from 0"),
        Field("test_now", "i1", (), about="1 if the stage being played is a test, which is always told"),
        Field("cards_set", "i2", (), about="cards that the sponsor has used"),
        Field("looked", "i1", (), about="by bits: the seats that have looked at a stage in this quest"),
        Field(
            "looked_at", "i1", (MOST_SEATS,), about="the stage a seat has looked at in this quest, from 1; 0 if none"
        ),
        Field("bid", "i2", (), about="the bid that stands"),
        Field("bidder", "i1", (), about="the seat whose bid stands, -1 if none"),
        Field("speaker", "i1", (), about="the seat that was asked last for a bid, -1 before the first"),
        Field("to_pay", "i2", (), about="cards that the highest bidder discards"),
        Field(
            "amours_gone", "i1", (MOST_SEATS,), about="amours played in this quest or tournament and discarded again"
        ),
        # A tournament
        Field("contenders", "i1", (), about="by bits: the seats that fight in this round"),
        Field("entrants", "i1", (), about="how many have entered the tournament"),
        Field("tie_round", "i1", (), about="how often a tie has been fought out in it"),
        Field("played_now", "i1", (), about="by bits: the seats that played a card in this round"),
        Field("final", "i1", (), about="1 in the final tournament among several winners"),
        # Waiting and winning
        Field("pending_recognition", "i1", (), about="King's Recognition cards that wait for a completed quest"),
        Field("risen", "i1", (), about="by bits: the seats that reached the top rank on this story card"),
        Field("won", "i1", (), about="by bits: the seats that have won"),
        # The last battle (see playing.py)
        Field("battle", "i2"),
        Field("battle_seats", "i1"),
        Field("battle_kind", "u1", (MOST_SEATS + 1, MOST_IN_BATTLE)),
        Field("battle_points", "i2", (MOST_SEATS + 1, MOST_IN_BATTLE)),
        Field("battle_total", "i2", (MOST_SEATS + 1,)),
        # What the score and the reports are made of (see shields.py)
        Field("changes", "i2"),
        Field("change_turn", "i2", (MOST_CHANGES,)),
        Field("change_seat", "i1", (MOST_CHANGES,)),
        Field("change_amount", "i1", (MOST_CHANGES,)),
        Field("change_reason", "i1", (MOST_CHANGES,)),
        Field("change_source", "i2", (MOST_CHANGES,)),
        Field("more", "i2", (MOST_SEATS, REASONS)),
        Field("used", "u1", (MAX_ADVENTURE_KINDS, MOST_SEATS)),
        Field("times_sponsored", "i2", (MOST_SEATS,)),
        Field("cards_used", "i2", (MOST_SEATS,)),
        Field("cards_received", "i2", (MOST_SEATS,)),
        Field("shields_given", "i2", (MOST_SEATS,)),
        Field("trimmed", "i2", (MOST_SEATS,)),
    ),
    options=OPTIONS,
    frames=3,  # an event, the window or the trimming that interrupts it
)
ZONES = STATE.zones

# What a seat can do

CARD, OTHER = Argument("card", MAX_ADVENTURE_KINDS, "card"), Argument("other", MOST_SEATS, "seat")
STAGE = Argument("stage", MOST_STAGES, "choice", tuple(str(n + 1) for n in range(MOST_STAGES)))
ACTIONS = ActionSpace(
    (
        Verb("sponsor", (), "Sponsor the quest", plain=True),
        Verb("decline", (), "Decline", plain=True),
        Verb("place", (STAGE, CARD), "Put {card} into stage {stage}"),
        Verb("take_back", (STAGE, CARD), "Take {card} back from stage {stage}", use=PEOPLE_ONLY),
        Verb("start_over", (), "Take all cards back"),
        Verb("confirm", (), "Set the quest"),
        Verb("set_for_me", (), "Set the quest for me", use=PEOPLE_ONLY),
        Verb("join", (), "Join the quest", plain=True),
        Verb("enter", (), "Enter the tournament", plain=True),
        Verb("stay_out", (), "Stay out", plain=True),
        Verb("use_mordred", (OTHER, CARD), "Give up Mordred against {card} of {other}"),
        Verb("look", (STAGE,), "Look at stage {stage}"),
        Verb("keep_look", (), "Do not look yet"),
        Verb("pick", (CARD,), "Take {card}", use=PICKS),
        Verb("put_back", (CARD,), "Put {card} back", use=PEOPLE_ONLY),
        Verb("done", (), "Done"),
        Verb("bid", (Argument("bid", MOST_BID),), "Bid {bid}", plain=True),
        Verb("pass", (), "Pass", plain=True),
        Verb("drop_out", (), "Drop out", plain=True),
        Verb("put_into_play", (CARD,), "Put {card} into play"),
        Verb("discard", (CARD,), "Discard {card}"),
        Verb("take_cards", (), "Take two cards"),
        Verb("leave_cards", (), "Leave them", plain=True),
    )
)
PASS_VERBS = (
    ACTIONS.done, ACTIONS.pass_, ACTIONS.confirm, ACTIONS.set_for_me, ACTIONS.decline, ACTIONS.stay_out,
    ACTIONS.keep_look, ACTIONS.drop_out, ACTIONS.leave_cards, ACTIONS.discard, ACTIONS.pick, ACTIONS.place,
    ACTIONS.start_over,
)  # fmt: skip
# A story card asks each seat twice, has a set-up of the whole deck at most, and for each stage a window before each of
# its bids, in which every card may be given up; a bid is higher than the one before.
MOST_DECISIONS = MOST_TURNS * (4 * MOST_SEATS + 3 * MAX_CARDS + MOST_STAGES * (MOST_BID + 8) * 4 * MOST_SEATS)

# Events

SEAT, WHO_ELSE, A_CARD, COUNT = ("seat", "seat"), ("other", "seat"), ("card", "card"), ("count", "number")
STAGE_NUMBER, AGAINST = ("stage", "number"), ("against", "number")
EVENTS = EventKinds(
    (
        EventKind("story", "{seat} draws {card}.", (SEAT, A_CARD)),
        EventKind("declines", "{seat} does not sponsor the quest.", (SEAT,)),
        EventKind("willing", "{seat} would sponsor the quest.", (SEAT,)),
        EventKind("sponsors", "{seat} sponsors the quest of {count:stage}.", (SEAT, COUNT)),
        EventKind("nobody_sponsors", "Nobody sponsors the quest."),
        EventKind("set_up", "{seat} lays {count:card} for stage {stage}.", (SEAT, STAGE_NUMBER, COUNT)),
        EventKind("sets_quest", "{seat} sets the quest.", (SEAT,)),
        EventKind("joins", "{seat} joins the quest.", (SEAT,)),
        EventKind("stays_out", "{seat} stays out.", (SEAT,)),
        EventKind("drew", "{seat} is given {count:card}.", (SEAT, COUNT)),
        EventKind("you_drew", "You are given {card}.", (A_CARD,)),
        EventKind("reshuffled", "The discarded adventure cards are shuffled into a new stock."),
        EventKind("group_card", "Stage {stage}: {card}.", (A_CARD, STAGE_NUMBER)),
        EventKind("foe_ahead", "A foe waits in stage {stage}.", (STAGE_NUMBER,)),
        EventKind("looks", "{seat} looks at stage {stage} with Merlin.", (SEAT, STAGE_NUMBER)),
        EventKind("saw", "You see {card} in stage {stage}.", (A_CARD, STAGE_NUMBER)),
        EventKind("plays", "{seat} plays {card}.", (SEAT, A_CARD)),
        EventKind("plays_nothing", "{seat} plays nothing.", (SEAT,)),
        EventKind("passes", "{seat} passes the stage, {count:point} to {against}.", (SEAT, COUNT, AGAINST)),
        EventKind("falls", "{seat} is out of the quest, {count:point} to {against}.", (SEAT, COUNT, AGAINST)),
        EventKind("bids", "{seat} bids {count}.", (SEAT, COUNT)),
        EventKind("passes_bid", "{seat} bids no more and is out of the quest.", (SEAT,)),
        EventKind("passes_test", "{seat} passes the test and discards {count:card}.", (SEAT, COUNT)),
        EventKind("discards", "{seat} discards {card}.", (SEAT, A_CARD)),
        EventKind("puts_into_play", "{seat} puts {card} into play.", (SEAT, A_CARD)),
        EventKind("gives_up", "{seat} gives up {card}, and {victim} of {other} must leave.",
                  (SEAT, A_CARD, ("victim", "card"), WHO_ELSE)),
        EventKind("completes", "{seat} completes the quest.", (SEAT,)),
        EventKind("nobody_completes", "Nobody completes the quest."),
        EventKind("enters", "{seat} enters the tournament.", (SEAT,)),
        EventKind("not_held", "There is no tournament: too few enter."),
        EventKind("totals", "{seat} has {count:point}.", (SEAT, COUNT)),
        EventKind("ties", "{seat} is level and fights again.", (SEAT,)),
        EventKind("wins_tournament", "{seat} wins the tournament.", (SEAT,)),
        EventKind("court_called", "All allies leave for Camelot."),
        EventKind("recognition_waits", "Extra shields wait for the next completed quest ({count:card}).", (COUNT,)),
        EventKind("leaves_cards", "{seat} takes no cards.", (SEAT,)),
        EventKind("gains", "{seat} receives {count:shield}.", (SEAT, COUNT)),
        EventKind("loses", "{seat} loses {count:shield}.", (SEAT, COUNT)),
        EventKind("becomes_knight", "{seat} becomes a Knight.", (SEAT,)),
        EventKind("becomes_champion_knight", "{seat} becomes a Champion Knight.", (SEAT,)),
        EventKind("becomes_knight_of_the_round_table", "{seat} becomes a Knight of the Round Table.", (SEAT,)),
        EventKind("final_tournament", "A final tournament decides among those who rose together."),
        EventKind("wins", "{seat} wins the game.", (SEAT,)),
        EventKind("time_is_up", "The last turn has been played."),
    )
)  # fmt: skip


# Set-up (QU-001 to QU-009)


def check_table(deck, seats: int, options: dict) -> None:
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


@rule(inlined=False)
def setup(state, deck, events):
    """Shuffle the story deck, give Squire cards, shuffle the adventure deck, deal, first turn (QU-009)."""
    clear_table(state)
    fill(state, ZONES.stock, deck.card_count)
    for card in range(int(deck.adventure_count), int(deck.card_count)):
        move(state, card, ZONES.story_stock)
    shuffle(state, deck, ZONES.story_stock)  # QU-004; every rank is 0, a Squire's (QU-005), with no shields (QU-006)
    shuffle(state, deck, ZONES.stock)  # QU-007
    for _ in range(min(int(state.starting_hand), int(state.hand_limit))):
        for seat in range(int(state.seats)):
            move(state, top_card(state, ZONES.stock), ZONES.hand + seat)  # QU-008
    for seat in range(int(state.seats)):
        for i in range(cards_in_place(state, ZONES.hand + seat)):
            emit(events, EVENTS.you_drew, only(seat), int(deck.kind[card_at(state, ZONES.hand + seat, i)]))
    state.sponsor, state.bidder, state.speaker = -1, -1, -1
    state.current = first_seat(state)
    enter(state, PHASES.turn_start)


@rule(inlined=False)
def first_seat(state):
    """A random player begins (QU-026), or the one to the left of the dealer (QU-027)."""
    if state.first_player == OPTIONS.first_player.random:
        return random_below(state.random_state, int(state.seats))
    dealer = int(state.seats) - 1
    if state.dealer_seat != OPTIONS.dealer_seat.last:
        dealer = int(state.dealer_seat) - OPTIONS.dealer_seat.seat_0
    return (dealer + 1) % int(state.seats)


# A turn (QU-028 to QU-041)


@rule(inlined=False)
def begin_turn(state, deck, events):
    """The drawer may give up Mordred before the story card is drawn (QU-267); a limit of turns may end the game."""
    limit = MOST_TURNS if state.turn_limit < 0 else int(state.turn_limit)
    if state.turn == limit:
        emit(events, EVENTS.time_is_up, EVERYONE_HEARS)  # QU-223
        state.phase = PHASES.game_over
        state.over = 1
        return
    state.turn = state.turn + 1
    state.risen = 0
    open_window(state, 0)


@rule(inlined=False)
def draw_story(state, deck, events):
    """The top story card is drawn and played at once; an empty deck is rebuilt (QU-028, QU-029, QU-040, QU-211)."""
    if cards_in_place(state, ZONES.story_stock) == 0:
        move_all(state, ZONES.story_covered, ZONES.story_stock)
        move_all(state, ZONES.story_discard, ZONES.story_stock)
        shuffle(state, deck, ZONES.story_stock)
    card = top_card(state, ZONES.story_stock)
    move(state, card, ZONES.story_card)
    emit(events, EVENTS.story, EVERYONE_HEARS, int(state.current), int(deck.kind[card]))


@rule(inlined=False)
def play_story(state, deck, events):
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


@rule(inlined=False)
def begin_event(state, deck, events):
    """The event of the card is carried out (QU-138, QU-139)."""
    event = int(deck.event[deck.kind[top_card(state, ZONES.story_card)]])
    if event != EVENT.none:
        push_frame(state, EFFECTS.chivalrous_deed + event - EVENT.chivalrous_deed, int(state.current), -1, 0)


@rule(inlined=False)
def end_story(state, deck, events):
    """The story card goes to its discard pile (QU-033); by option hands are trimmed only now (QU-012)."""
    move_all(state, ZONES.story_card, ZONES.story_discard)
    cover_discards(state, ZONES.story_discard, ZONES.story_covered)
    trim(state)


@rule(inlined=False)
def end_turn(state, deck, events):
    """Is there a winner, the game ends, else another turn follows (QU-034 to QU-036, QU-205, QU-206, QU-259)."""
    risen = int(state.risen)
    if risen == 0:
        state.current = next_seat(state)
        state.sponsor = -1
        enter(state, PHASES.turn_start)
    elif risen & (risen - 1) == 0 or state.simultaneous_winners == OPTIONS.simultaneous_winners.shared:
        state.won = risen
        enter(state, PHASES.game_over)
    else:
        emit(events, EVENTS.final_tournament, EVERYONE_HEARS)
        enter(state, PHASES.final_tournament)


@rule(inlined=False)
def next_seat(state):
    """To the left of the drawer, after a sponsored quest of the sponsor, or at random (QU-037 to QU-039, QU-210)."""
    if state.next_player == OPTIONS.next_player.random:
        return random_below(state.random_state, int(state.seats))
    before = int(state.current)
    if state.sponsor >= 0 and state.after_quest == OPTIONS.after_quest.left_of_sponsor:
        before = int(state.sponsor)
    return (before + 1) % int(state.seats)


@rule(inlined=False)
def end_game(state, deck, events):
    """The winners are named (QU-035, QU-205)."""
    for seat in range(int(state.seats)):
        if (int(state.won) >> seat) & 1 == 1:
            emit(events, EVENTS.wins, EVERYONE_HEARS, seat)
    state.over = 1


# What interrupts: windows, trimming, and the eight events in the order of EVENT

EFFECTS = Effects(
    (
        Effect("mordred_window", ask_in_window, legal_in_window, use_mordred),
        Effect("trim", ask_to_trim, legal_trims, trim_one, OPEN_FLOOR),
        Effect("chivalrous_deed", story_events.chivalrous_deed),
        Effect("pox", story_events.pox),
        Effect("plague", story_events.plague),
        Effect("kings_recognition", story_events.kings_recognition),
        Effect("queens_favor", story_events.queens_favor),
        Effect("court_called_to_camelot", story_events.court_called_to_camelot),
        Effect("kings_call_to_arms", story_events.call_to_arms, story_events.legal_arms, choose_card, SECRET_TOGETHER),
        Effect("prosperity", story_events.prosperity, story_events.legal_prosperity, story_events.take_cards),
    )
)

# The course of a game

PHASES = Phases(
    (
        Phase("turn_start", "A turn begins", begin=begin_turn, then="story_draw"),
        Phase("story_draw", "Story card", begin=draw_story, end=play_story),
        # A quest
        Phase(
            "sponsor_offer", "Who sponsors?",
            begin=quest.offer_quest, legal=quest.legal_sponsor, answer=quest.answer_offer, end=quest.end_offer,
        ),
        Phase(
            "sponsor_vote", "Who sponsors?", SECRET_TOGETHER,
            quest.ask_all_to_sponsor, quest.legal_sponsor, quest.answer_together, quest.end_vote,
        ),
        Phase(
            "quest_setup", "Setting the quest up",
            begin=quest.ask_sponsor, legal=quest.legal_setup, answer=quest.set_up, end=quest.end_setup,
        ),
        Phase(
            "join_offer", "Who joins?",
            begin=quest.offer_joining, legal=quest.legal_join, answer=quest.answer_join, end=quest.end_joining,
        ),
        Phase(
            "join_vote", "Who joins?", SECRET_TOGETHER,
            quest.ask_all_to_join, quest.legal_join, quest.answer_together, quest.end_join_vote,
        ),
        Phase("quest_deal", "A card for each", begin=quest.deal_to_participants, then="stage_start"),
        Phase("stage_start", "A stage begins", begin=quest.begin_stage, then="stage_merlin"),
        Phase(
            "stage_merlin", "Merlin looks ahead",
            begin=quest.wait_for_merlin, legal=quest.legal_looks, answer=quest.look, end=quest.ask_merlin,
        ),
        Phase(
            "stage_play", "Cards for the stage", SECRET_TOGETHER,
            quest.ask_participants, quest.legal_stage_plays, choose_card, quest.show_stage_plays,
        ),
        Phase("stage_window", "Before the fight", begin=quest.open_stage_window, then="stage_evaluate"),
        Phase("stage_evaluate", "The fight", begin=quest.fight, end=quest.next_stage),
        Phase("bid_window", "Before a bid", begin=quest.begin_bid, end=quest.ask_for_bid),
        Phase(
            "bidding", "Bids",
            begin=quest.ask_bidder, legal=quest.legal_bids, answer=quest.answer_bid, end=quest.end_bid,
        ),
        Phase(
            "lone_bid", "Alone in the test",
            begin=quest.ask_lone, legal=quest.legal_lone, answer=quest.answer_bid, end=quest.end_lone,
        ),
        Phase(
            "bid_payment", "Paying the bid",
            begin=quest.ask_payment, legal=quest.legal_payment, answer=choose_card, end=quest.pay,
        ),
        Phase("test_end", "The test is over", begin=quest.end_test, end=quest.next_stage),
        Phase("quest_end", "The quest is over", begin=quest.end_quest, then="turn_end"),
        # A tournament
        Phase(
            "entry_offer", "Who enters?",
            begin=tournament.offer_entry, legal=tournament.legal_entry, answer=tournament.answer_entry,
            end=tournament.end_entry,
        ),
        Phase("tournament_deal", "A card for each", begin=tournament.deal_to_entrants, then="tournament_start"),
        Phase("tournament_start", "A round begins", begin=tournament.begin_round, then="tournament_play"),
        Phase(
            "tournament_play", "Cards for the tournament", SECRET_TOGETHER,
            tournament.ask_contenders, tournament.legal_tournament_plays, choose_card, tournament.show_tournament_plays,
        ),
        Phase(
            "tournament_window", "Before the comparison",
            begin=tournament.open_tournament_window, then="tournament_evaluate",
        ),
        Phase("tournament_evaluate", "The comparison", begin=tournament.compare),
        Phase("tournament_award", "The award", begin=tournament.award_tournament, end=tournament.end_award),
        # An event, and the end of a turn
        Phase("event", "An event", begin=begin_event, then="turn_end"),
        Phase("turn_end", "The turn ends", begin=end_story, end=end_turn),
        Phase("final_tournament", "Final tournament", begin=tournament.begin_final),
        Phase("game_over", "Game over", begin=end_game),
    )
)  # fmt: skip

"""A tournament: entry, play, tie rounds and the award; also the final one among several winners (QU-116 to QU-137)."""

from __future__ import annotations

from workbench.author import (
    EVERYONE_HEARS,
    ActionList,
    Events,
    all_seats,
    allow,
    ask_seats,
    emit,
    enter,
    rule,
    seat_bit,
)
from workbench.games.quests.battle import player_total
from workbench.games.quests.deck import TYPE, QuestsDeck
from workbench.games.quests.hands import discard_type, give_each, trim_at_once
from workbench.games.quests.mordred import open_further_window, open_window
from workbench.games.quests.names import OPTIONS, PHASES
from workbench.games.quests.playing import (
    clear_amours,
    clear_played,
    legal_plays,
    note_battle,
    show_plays,
)
from workbench.games.quests.quest import ask_next
from workbench.games.quests.scoring import RANKING
from workbench.games.quests.shields import gain, story_kind
from workbench.games.quests.table import ACTIONS, EVENTS, ZONES, QuestsState

# Entry (QU-116 to QU-119)


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


# Play (QU-120 to QU-127)


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
    note_battle(state, deck, state.contenders)
    open_further_window(state, state.contenders)


# Evaluation (QU-127 to QU-132)


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
    note_battle(state, deck, state.contenders)
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


# Award (QU-133 to QU-137)


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
    for seat in range(state.seats):
        clear_played(state, deck, seat)
        clear_amours(state, deck, seat)
    state.contenders = 0
    state.played_now = 0
    trim_at_once(state)


@rule
def end_award(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The turn ends with it; the final tournament ends the game (QU-257)."""
    if state.final == 1:
        enter(state, PHASES.game_over)
    else:
        enter(state, PHASES.turn_end)


@rule
def begin_final(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """Those who reached the top rank on the same story card, and only they, fight for the win (QU-206, QU-257)."""
    state.final = 1
    state.contenders = state.risen
    state.entrants = 0
    enter(state, PHASES.tournament_deal)

"""A tournament: entry, play, tie rounds and the award; also the final one among several winners (QU-116 to QU-137)."""

from __future__ import annotations

from workbench.author import (
    ACTIONS,
    EVENTS,
    EVERYONE_HEARS,
    OPTIONS,
    PHASES,
    RANKING,
    all_seats,
    allow,
    ask_seats,
    emit,
    enter,
    rule,
    seat_bit,
)
from workbench.games.quests.battle import player_total
from workbench.games.quests.hands import give_each, trim_at_once
from workbench.games.quests.mordred import open_further_window, open_window
from workbench.games.quests.playing import (
    clear_amours,
    clear_played,
    clear_weapons,
    legal_plays,
    note_battle,
    show_plays,
)
from workbench.games.quests.quest import ask_next
from workbench.games.quests.shields import gain, story_kind

# Entry (QU-116 to QU-119)


@rule(inlined=False)
def offer_entry(state, deck, events):
    """Every player is asked, the drawer first (QU-116, QU-117)."""
    state.contenders = 0
    state.entrants = 0
    state.waiting = all_seats(state)


@rule(inlined=False)
def legal_entry(state, deck, seat, actions):
    """Enter or stay out."""
    allow(actions, ACTIONS.enter)
    allow(actions, ACTIONS.stay_out)


@rule(inlined=False)
def answer_entry(state, deck, events, seat, action):
    """Each answer is heard at once."""
    if action == ACTIONS.enter:
        state.contenders = int(state.contenders) | seat_bit(seat)
        state.entrants = state.entrants + 1
        emit(events, EVENTS.enters, EVERYONE_HEARS, seat)
    else:
        emit(events, EVENTS.stays_out, EVERYONE_HEARS, seat)


@rule(inlined=False)
def end_entry(state, deck, events):
    """Ask the next; a tournament needs two entrants (QU-118, QU-256), or a lone one walks over by option (QU-255)."""
    if ask_next(state, int(state.current)):
        return
    if state.entrants >= 2:
        enter(state, PHASES.tournament_deal)
    elif state.entrants == 1 and state.lone_entrant == OPTIONS.lone_entrant.walkover:
        give_each(state, deck, events, int(state.current), int(state.contenders), 1)
        enter(state, PHASES.tournament_award)
    else:
        emit(events, EVENTS.not_held, EVERYONE_HEARS)
        state.contenders = 0
        enter(state, PHASES.turn_end)


@rule(inlined=False)
def deal_to_entrants(state, deck, events):
    """Each entrant is given a card before selecting (QU-119, QU-213)."""
    state.tie_round = 0
    give_each(state, deck, events, int(state.current), int(state.contenders), 1)


# Play (QU-120 to QU-127)


@rule(inlined=False)
def begin_round(state, deck, events):
    """Mordred may be given up before cards are selected (QU-267, QU-268)."""
    open_window(state, int(state.contenders))


@rule(inlined=False)
def ask_contenders(state, deck, events):
    """All who fight in this round select at the same time (QU-120, QU-121)."""
    ask_seats(state, int(state.contenders))


@rule(inlined=False)
def legal_tournament_plays(state, deck, seat, actions):
    """Allies, amours and weapons, no two weapons alike in play (QU-122 to QU-124)."""
    legal_plays(state, deck, seat, actions, 1)


@rule(inlined=False)
def show_tournament_plays(state, deck, events):
    """The selections are revealed together (QU-121)."""
    state.played_now = show_plays(state, deck, events, int(state.contenders))
    enter(state, PHASES.tournament_window)


@rule(inlined=False)
def open_tournament_window(state, deck, events):
    """By option Mordred may be given up between reveal and evaluation (QU-271)."""
    note_battle(state, deck, int(state.contenders))
    open_further_window(state, int(state.contenders))


# Evaluation (QU-127 to QU-132)


@rule(inlined=False)
def highest_of(state, deck, events):
    """Those of the contenders whose total is highest, as bits (QU-128)."""
    best, found = -1, 0
    for seat in range(int(state.seats)):
        if (int(state.contenders) >> seat) & 1 == 1:
            total = player_total(state, deck, seat)
            emit(events, EVENTS.totals, EVERYONE_HEARS, seat, total)
            if total > best:
                best, found = total, seat_bit(seat)
            elif total == best:
                found |= seat_bit(seat)
    return found


@rule(inlined=False)
def compare(state, deck, events):
    """The highest total wins; those who share it fight again, or share the win (QU-128 to QU-132, QU-253)."""
    note_battle(state, deck, int(state.contenders))
    highest = highest_of(state, deck, events)
    tied = highest & (highest - 1) != 0
    nobody_played = int(state.played_now) & highest == 0
    state.contenders = highest
    over = state.tournament_tie_rounds == OPTIONS.tournament_tie_rounds.one or nobody_played
    if not tied or (state.tie_round > 0 and over):
        enter(state, PHASES.tournament_award)
    else:
        fight_again(state, deck, events)
        enter(state, PHASES.tournament_start)


@rule(inlined=False)
def fight_again(state, deck, events):
    """The tied discard their weapons; allies and amours stay and count (QU-129, QU-130, QU-254)."""
    state.tie_round = state.tie_round + 1
    for seat in range(int(state.seats)):
        if (int(state.contenders) >> seat) & 1 == 1:
            clear_weapons(state, deck, seat)
            emit(events, EVENTS.ties, EVERYONE_HEARS, seat)
    if state.tie_round_draw == 1:
        give_each(state, deck, events, int(state.current), int(state.contenders), 1)


# Award (QU-133 to QU-137)


@rule(inlined=False)
def award_tournament(state, deck, events):
    """As many shields as there were entrants, and the bonus of the card (QU-133 to QU-136); then the discards."""
    winners = int(state.contenders)
    if state.final == 1:
        state.won = winners  # QU-206, QU-207
    else:
        bonus = 0
        if winners & (winners - 1) == 0 or state.shared_win_bonus == 1:
            bonus = int(deck.bonus_shields[story_kind(state, deck)])
        for seat in range(int(state.seats)):
            if (winners >> seat) & 1 == 1:
                emit(events, EVENTS.wins_tournament, EVERYONE_HEARS, seat)
                gain(state, deck, events, seat, int(state.entrants), RANKING.tournament)
                gain(state, deck, events, seat, bonus, RANKING.tournament_bonus)
    for seat in range(int(state.seats)):
        clear_played(state, deck, seat)
        clear_amours(state, deck, seat)
    state.contenders = 0
    state.played_now = 0
    trim_at_once(state)


@rule(inlined=False)
def end_award(state, deck, events):
    """A turn ends with it; the final tournament ends the game (QU-257)."""
    if state.final == 1:
        enter(state, PHASES.game_over)
    else:
        enter(state, PHASES.turn_end)


@rule(inlined=False)
def begin_final(state, deck, events):
    """Those who reached the top rank on the same story card, and only they, fight for the win (QU-206, QU-257)."""
    state.final = 1
    state.contenders = state.risen
    state.entrants = 0
    enter(state, PHASES.tournament_deal)

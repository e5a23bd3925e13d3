"""Rules of the example game gone wrong, in the ways in which designers break rules.

`planted.py` tells what is wrong with each and which rule it takes the place of. A broken rule that only adds something
calls the sound one, which stands here as a copy: under its own name it would find itself.
"""

from __future__ import annotations

import random
from types import FunctionType
from typing import Any

from tests.example_game import rules
from tests.example_game.rules import (
    ACTIONS,
    CATEGORIES,
    GRAIL,
    MARKET_STOP,
    MOST_PLEDGED,
    PHASES,
    RANKING,
    ZONES,
    answer,
    ask_everybody,
    holds_grail,
)
from workbench.kernel import cards, scoring
from workbench.kernel.actions import ActionSpace, Argument, Verb, allow, argument_of, verb_of
from workbench.kernel.cards import allow_cards, card_at, cards_in, lose_track, move, put, top_card
from workbench.kernel.chance import random_below, random_word
from workbench.kernel.copying import copy_words
from workbench.kernel.engine.playout import choose as chosen_by_the_game
from workbench.kernel.engine.playout import list_actions, seed_bots
from workbench.kernel.events import EVERYONE_HEARS
from workbench.kernel.rule import rule
from workbench.kernel.scoring import emit_line
from workbench.kernel.state import HIDDEN, OUT_OF_GAME, seat_bit


def copy(function: Any) -> Any:
    """A copy of a rule, which stays when another takes the rule's place."""
    return rule(FunctionType(function.__code__, function.__globals__, function.__name__))


sound_setup, sound_legal, sound_advance, sound_score = map(copy, (rules.setup, rules.legal, rules.advance, rules.score))
sound_swear, sound_pledge, sound_trade, sound_end_round = map(
    copy, (rules.swear, rules.pledge, rules.trade, rules.end_round)
)
sound_market, sound_choose = copy(rules.legal_market), copy(rules.choose)
sound_move, sound_unstage, sound_emit_line = copy(cards.move), copy(cards.unstage), copy(scoring.emit_line)


# Secrecy


@rule
def everybody(seat, other):
    """Who hears what was drawn."""
    return EVERYONE_HEARS


@rule
def pledge_list_by_the_next_hand(state, deck, seat, actions):
    """Pledging nothing is offered only where the next seat could pledge a Grail card."""
    if state.staged_count[seat] < MOST_PLEDGED:
        allow_cards(state, deck, actions, ZONES.hand + seat, 0, ACTIONS.pick)
    allow_cards(state, deck, actions, ZONES.hand + seat, 1, ACTIONS.put_back)
    if state.staged_count[seat] > 0 or holds_grail(state, deck, (seat + 1) % state.seats):
        allow(actions, ACTIONS.done)


@rule
def market_list_by_the_stock(state, deck, seat, actions):
    """Drawing is offered only while there is something good to draw."""
    if cards_in(state, ZONES.stock) > 0 and state.drawn[seat] < MARKET_STOP:
        if deck.points[deck.kind[top_card(state, ZONES.stock)]] > 1:
            allow(actions, ACTIONS.draw)
        allow_cards(state, deck, actions, ZONES.hand + seat, 0, ACTIONS.bury)
    allow(actions, ACTIONS.pass_)


TELLING_ACTIONS = ActionSpace((*ACTIONS.verbs, Verb((Argument("card", 12, "card"),), "Take {card}", name="take")))
TAKE = TELLING_ACTIONS.first("take")


@rule
def market_list_that_names_the_top(state, deck, seat, actions):
    sound_market(state, deck, seat, actions)
    if cards_in(state, ZONES.stock) > 0 and state.drawn[seat] == 0:
        allow(actions, TAKE + deck.kind[top_card(state, ZONES.stock)])


@rule
def trade_that_takes_the_top(state, deck, events, seat, action):
    sound_trade(state, deck, events, seat, ACTIONS.draw if verb_of(action) == TAKE else action)


@rule
def bot_action_from_the_record(bot, state, raw, view, raw_view, hidden, deck, seat, actions):
    """The bot is handed the record instead of what its seat sees."""
    list_actions(state, deck, seat, actions, 0, 1)
    if actions.count == 1:
        return actions.list[0]
    return actions.list[chosen_by_the_game(bot, state, deck, seat, actions)]


@rule
def choose_what_comes_first(bot, view, deck, seat, actions):
    return 0 if view.phase == PHASES.pledge else sound_choose(bot, view, deck, seat, actions)


@rule
def choose_by_the_stock(bot, view, deck, seat, actions):
    if view.phase == PHASES.market and cards_in(view, ZONES.stock) > 0:
        top = top_card(view, ZONES.stock)
        if 0 <= top < deck.card_count:  # whoever hands it what the seat sees hides the card
            return 0 if deck.points[deck.kind[top]] > 2 else actions.count - 1
    return sound_choose(bot, view, deck, seat, actions)


@rule
def deal_the_true_world(raws, bench, unknown, seat, seed, number):
    """The search plays on from the record as it is."""
    copy_words(bench.raws[0], raws[0])
    seed_bots(bench.lists[0], seed, number)


@rule
def trade_that_proves_too_much(state, deck, events, seat, action):
    """What is publicly proven is updated from the hand, not from what the others saw."""
    sound_trade(state, deck, events, seat, action)
    state.without_grail[seat] = 0 if holds_grail(state, deck, seat) else 1


@rule
def advance_past_those_without_a_choice(state, deck, events):
    """Seats that hold no Grail card are not asked what they pledge."""
    sound_advance(state, deck, events)
    if state.phase == PHASES.pledge:
        for seat in range(state.seats):
            if not holds_grail(state, deck, seat):
                state.to_act &= ~seat_bit(seat)


# Conservation


@rule
def trade_that_burns_a_card(state, deck, events, seat, action):
    last = cards_in(state, ZONES.stock) - 1
    if action != ACTIONS.pass_ and last > 0:
        state.place[top_card(state, ZONES.stock)] = OUT_OF_GAME
        state.rows[ZONES.stock, last] = 0
        state.counts[ZONES.stock] = last
    sound_trade(state, deck, events, seat, action)


@rule
def guest_at_two_tables(state, seat, pledges):
    """The card given to the hall stays with its seat as well."""
    if pledges == MOST_PLEDGED:
        put(state, card_at(state, ZONES.pledged + seat, 0), ZONES.hall)


@rule
def move_that_leaves_something_behind(state, card, place):
    here = state.place[card]
    last = cards_in(state, here) - 1
    sound_move(state, card, place)
    state.rows[here, last] = card


@rule
def put_on_top(state, card, place):
    """In a sorted zone too."""
    state.rows[place, cards_in(state, place)] = card
    state.counts[place] = cards_in(state, place) + 1
    state.place[card] = place


@rule
def picks_stay(state, seat, place):
    """The picks of a seat are not cleared after the reveal."""


@rule
def trade_that_spends_points(state, deck, events, seat, action):
    """A card bought in the market is worth a point less from then on."""
    if action == ACTIONS.draw and deck.points[deck.kind[top_card(state, ZONES.stock)]] > 0:
        kind = deck.kind[top_card(state, ZONES.stock)]
        deck.points[kind] = deck.points[kind] - 1
    sound_trade(state, deck, events, seat, action)


@rule
def end_round_with_one_more(state, deck, events):
    """An empty hand earns everybody a round more, written into the option."""
    sound_end_round(state, deck, events)
    if state.turn == 1:
        state.rounds += 1


# Legality


@rule
def market_list_out_of_order(state, deck, seat, actions):
    allow(actions, ACTIONS.pass_)
    if cards_in(state, ZONES.stock) > 0 and state.drawn[seat] < MARKET_STOP:
        allow(actions, ACTIONS.draw)


@rule
def market_list_with_two_passes(state, deck, seat, actions):
    sound_market(state, deck, seat, actions)
    if cards_in(state, ZONES.hand + seat) == 0 or state.drawn[seat] > 0:
        allow(actions, ACTIONS.pass_)


@rule
def market_list_without_a_way_out(state, deck, seat, actions):
    """The pass has slipped into the block of those who may still draw."""
    if cards_in(state, ZONES.stock) > 0 and state.drawn[seat] < 1:
        allow(actions, ACTIONS.draw)
        allow_cards(state, deck, actions, ZONES.hand + seat, 0, ACTIONS.bury)
        allow(actions, ACTIONS.pass_)


@rule
def pledge_list_with_what_is_picked(state, deck, seat, actions):
    """A card that is picked already can be picked again."""
    last = -1
    for i in range(cards_in(state, ZONES.hand + seat)):
        kind = deck.kind[card_at(state, ZONES.hand + seat, i)]
        if kind != last and state.staged_count[seat] < MOST_PLEDGED:
            allow(actions, ACTIONS.pick + kind)
        last = kind
    allow_cards(state, deck, actions, ZONES.hand + seat, 1, ACTIONS.put_back)
    allow(actions, ACTIONS.done)


@rule
def pledge_list_led_by_a_grail(state, deck, seat, actions):
    """The first card is a Grail card, which may be put back from under the second."""
    last = -1
    for i in range(cards_in(state, ZONES.hand + seat)):
        card = card_at(state, ZONES.hand + seat, i)
        kind = deck.kind[card]
        may_lead = state.staged_count[seat] > 0 or deck.category[kind] == GRAIL
        if kind != last and state.staged[card] == 0 and may_lead and state.staged_count[seat] < MOST_PLEDGED:
            allow(actions, ACTIONS.pick + kind)
            last = kind
    allow_cards(state, deck, actions, ZONES.hand + seat, 1, ACTIONS.put_back)
    allow(actions, ACTIONS.done)


@rule
def pledge_list_without_the_last(state, deck, seat, actions):
    """The kind that was picked last, as the record has it, is not picked again."""
    if state.staged_count[seat] < MOST_PLEDGED:
        last = -1
        for i in range(cards_in(state, ZONES.hand + seat)):
            card = card_at(state, ZONES.hand + seat, i)
            kind = deck.kind[card]
            if kind != last and state.staged[card] == 0 and kind != state.staged_last[seat]:
                allow(actions, ACTIONS.pick + kind)
                last = kind
    allow_cards(state, deck, actions, ZONES.hand + seat, 1, ACTIONS.put_back)
    allow(actions, ACTIONS.done)


@rule
def unstage_and_remember(state, deck, seat, place, kind, number=1):
    """What was picked last stays in the record when it is put back."""
    last, end = state.staged_last[seat], state.staged_end[seat]
    sound_unstage(state, deck, seat, place, kind, number)
    state.staged_last[seat] = last
    state.staged_end[seat] = end


@rule
def legal_for_all(state, deck, seat, actions):
    """The market is open to those who have passed as well."""
    if state.phase == PHASES.market:
        sound_market(state, deck, seat, actions)
    else:
        sound_legal(state, deck, seat, actions)


@rule
def step_without_going_on(state, deck, events, seat, action):
    if state.phase == PHASES.swear:
        sound_swear(state, deck, seat, argument_of(action))
    elif state.phase == PHASES.pledge:
        sound_pledge(state, deck, seat, action)
    elif state.phase == PHASES.peek:
        answer(state, seat, action)
    else:
        sound_trade(state, deck, events, seat, action)


# Determinism and history

GAMES_SET_UP, TRADES = [0], [0]  # kept beside the record


@rule
def random_word_without_a_seed(generator):
    return random.getrandbits(32)


@rule
def setup_with_the_next_omen(state, deck, events):
    """The omens come in turn, game after game."""
    sound_setup(state, deck, events)
    GAMES_SET_UP[0] += 1
    state.omen = GAMES_SET_UP[0] % CATEGORIES


@rule
def trade_counted_beside_the_record(state, deck, events, seat, action):
    """Every third trade closes the market for its seat."""
    sound_trade(state, deck, events, seat, action)
    TRADES[0] += 1
    if TRADES[0] % 3 == 0:
        state.drawn[seat] = MARKET_STOP


# Two speeds


@rule
def setup_with_a_large_product(state, deck, events):
    """The omen comes from a generator of the rule's own, whose products need more than 64 bits."""
    sound_setup(state, deck, events)
    state.omen = (random_word(state.random_state) * 6364136223846793005 + 1442695040888963407) % CATEGORIES


# Scores


@rule
def omen_line_twice(lines, seat, category, source, other, points, reason):
    sound_emit_line(lines, seat, category, source, other, points, reason)
    if reason == RANKING.omen:
        sound_emit_line(lines, seat, category, source, other, points, reason)


@rule
def score_that_turns_the_omen_up(state, deck, lines):
    state.omen_shown = state.omen
    sound_score(state, deck, lines)


@rule
def score_of_hands(state, deck, lines):
    """A Grail card that was never pledged costs a point, but nobody can see it."""
    for seat in range(state.seats):
        for i in range(cards_in(state, ZONES.hand + seat)):
            card = card_at(state, ZONES.hand + seat, i)
            if card != HIDDEN and deck.category[deck.kind[card]] == GRAIL:
                emit_line(lines, seat, GRAIL, deck.kind[card], -1, -1, RANKING.card)
    sound_score(state, deck, lines)


# Termination


@rule
def advance_within_the_peek(state, deck, events):
    """When all have peeked, nothing leads on to the market."""
    if state.phase != PHASES.peek or state.frame_count > 0:
        sound_advance(state, deck, events)


@rule
def end_round_when_the_stock_is_empty(state, deck, events):
    """Until then the market begins again."""
    if cards_in(state, ZONES.stock) == 0:
        sound_end_round(state, deck, events)
        return
    for seat in range(state.seats):
        state.drawn[seat] = 0
    ask_everybody(state, PHASES.market)


# Simultaneity


@rule
def swear_and_draw(state, deck, seat, kind):
    """Whoever swears draws a card at once, the first the top one."""
    sound_swear(state, deck, seat, kind)
    move(state, top_card(state, ZONES.stock), ZONES.hand + seat)


@rule
def pledge_that_proves_at_once(state, deck, seat, action):
    """Who pledges nothing is known to hold no Grail card before the others have chosen."""
    sound_pledge(state, deck, seat, action)
    if action == ACTIONS.done and state.staged_count[seat] == 0:
        state.without_grail[seat] = 1


@rule
def pledge_until_the_first_is_done(state, deck, seat, action):
    sound_pledge(state, deck, seat, action)
    if action == ACTIONS.done:
        state.to_act = 0


# Declarations


@rule
def market_list_by_shares(state, deck, seat, actions):
    """Drawing is offered while the stock holds a share for everybody; nobody thought of a cap of 0."""
    cap = MARKET_STOP if state.draw_cap < 0 else state.draw_cap
    if cards_in(state, ZONES.stock) // cap >= state.seats and state.drawn[seat] < cap:
        allow(actions, ACTIONS.draw)
    allow(actions, ACTIONS.pass_)


# Fair shuffle


@rule
def shuffle_with_any(state, deck, place):
    """Each card is swapped with any other, so that some orders come more often."""
    count = cards_in(state, place)
    for i in range(count):
        j = random_below(state.random_state, count)
        other = state.rows[place, i]
        state.rows[place, i] = state.rows[place, j]
        state.rows[place, j] = other
    lose_track(state, place, 0)


@rule
def shuffle_all_but_the_last(state, deck, place):
    for i in range(cards_in(state, place) - 2, 0, -1):
        j = random_below(state.random_state, i + 1)
        other = state.rows[place, i]
        state.rows[place, i] = state.rows[place, j]
        state.rows[place, j] = other
    lose_track(state, place, 0)


@rule
def shuffle_that_moves_every_card(state, deck, place):
    """No card may stay where it was: as many as 59 in 60 orders are never dealt, but each card is hardly biased."""
    for i in range(cards_in(state, place) - 1, 0, -1):
        j = random_below(state.random_state, i)
        other = state.rows[place, i]
        state.rows[place, i] = state.rows[place, j]
        state.rows[place, j] = other
    lose_track(state, place, 0)


@rule
def cut(state, deck, place):
    """Some cards from the bottom come to lie on top, in their order."""
    count = cards_in(state, place)
    for _ in range(random_below(state.random_state, count)):
        bottom = state.rows[place, 0]
        for i in range(count - 1):
            state.rows[place, i] = state.rows[place, i + 1]
        state.rows[place, count - 1] = bottom
    lose_track(state, place, 0)


@rule
def shuffle_pairs(state, deck, place):
    """Cards that lie in pairs are shuffled pair by pair."""
    for pair in range(cards_in(state, place) // 2 - 1, 0, -1):
        j = random_below(state.random_state, pair + 1)
        for half in range(2):
            other = state.rows[place, 2 * pair + half]
            state.rows[place, 2 * pair + half] = state.rows[place, 2 * j + half]
            state.rows[place, 2 * j + half] = other
    lose_track(state, place, 0)

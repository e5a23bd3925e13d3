"""General rule functions over any game: take an action, let bots play a game to its end, play many games.

The names in capitals and `setup`, `legal`, `step`, `score`, `choose` are bound to the game at hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from workbench.kernel.actions import HEARD_BY_EVERYONE, HEARD_BY_NOBODY, VERB_OF, clear_actions, nth_action
from workbench.kernel.arrays import ActionList, AnyDeck, Numbers, RawWords, Words
from workbench.kernel.asking import is_asked
from workbench.kernel.chance import (
    BOT_STREAM,
    GAME_STREAM,
    SHUFFLE_STREAM,
    WORD,
    go_on_to,
    random_below,
    seed_generator,
    seed_ties,
    what_follows,
)
from workbench.kernel.copying import copy_words
from workbench.kernel.events import EVERYONE_HEARS, TAKEN, Events, emit, forget_events, only
from workbench.kernel.rule import Bound, index, rule
from workbench.kernel.scoring import CHAIN, Lines, clear_lines, figure, winners
from workbench.kernel.state import Record, observe, redeal

setup = Bound("setup")
after_setup = Bound("after_setup")  # the loop of phases.py, where the variant's phases have courses
legal = Bound("legal")
step = Bound("step")
score = Bound("score")
count_for_report = Bound("count_for_report")
first_seat = Bound("first_seat")
choose = Bound("choose")
possible = Bound("possible")
next_seat = Bound("next_seat")  # next_on_the_floor where a phase is on the open floor, otherwise lowest_seat
IS_OPEN = Bound("IS_OPEN")  # phase number -> 1 if it is on the open floor
HEARD_BY = Bound("HEARD_BY")  # verb number -> audience
EMPTY: Any = Bound("EMPTY")  # the words of an empty record
OPTION_FIELDS = Bound("OPTION_FIELDS")  # writes the options into the record
IS_OF_CARD = Bound("IS_OF_CARD")  # reason number -> 1 if it belongs to a card
IS_BONUS = Bound("IS_BONUS")  # reason number -> 1 if a point that a card gives beside another one

NOTHING_TO_DO = "a seat is asked, but may do nothing: list an action for it in legal, or do not ask it"
RANDOM_BOT = 0
LOWEST_BIT = np.array([0, *((number & -number).bit_length() - 1 for number in range(1, 256))])  # of a byte
MOST_DEALS = 64
SQUARES = 6  # where the sums of squares and products begin, see `tally`
CARD_SUMS = SQUARES + 5  # see `tally` and `note_taking_part`


@rule
def prepare(
    state: Record, raw: RawWords, deck: AnyDeck, events: Events, seats: int, options: Numbers, seed: int, number: int
) -> None:
    """Set up game `number` of a run: an empty record, the options, the generators, then the game's own setup."""
    copy_words(raw, EMPTY)
    state.seats = seats
    OPTION_FIELDS(state, options)
    seed_generator(state.random_state, seed, number, GAME_STREAM)
    seed_generator(state.shuffle_state, seed, number, SHUFFLE_STREAM)
    forget_events(events)
    setup(state, deck, events)


@rule
def begin(
    state: Record, raw: RawWords, deck: AnyDeck, events: Events, seats: int, options: Numbers, seed: int, number: int
) -> None:
    """Set up a game and let it go on until a seat is asked."""
    prepare(state, raw, deck, events, seats, options, seed, number)
    after_setup(state, deck, events)


@rule(inlined=True)
def take(state: Record, deck: AnyDeck, events: Events, seat: int, action: int) -> None:
    """Carry out a legal action, with an event for those who may hear of it."""
    forget_events(events)
    heard_by = HEARD_BY[VERB_OF[index(action)]]
    if heard_by != HEARD_BY_NOBODY:
        audience = EVERYONE_HEARS if heard_by == HEARD_BY_EVERYONE else only(seat)
        emit(events, TAKEN, audience, seat, action)
    carry_out(state, deck, events, seat, action)


@rule(inlined=True)
def carry_out(state: Record, deck: AnyDeck, events: Events, seat: int, action: int) -> None:
    """Carry out a legal action."""
    state.decisions += 1
    step(state, deck, events, seat, action)


@rule(inlined=True)
def list_actions(state: Record, deck: AnyDeck, seat: int, actions: ActionList, people: int, listing: int) -> None:
    """List what a seat may do: for people everything, for bots what they use; see ActionSpace for `listing`.

    Bots pick sets in ascending order and never put back; see `list_any_pick` for where that leaves nothing.
    """
    clear_actions(actions, people, listing, state.staged_last[index(seat)], state.staged_end[index(seat)])
    legal(state, deck, seat, actions)
    if actions.count == 0 and people == 0:
        list_any_pick(state, deck, seat, actions)


@rule
def list_any_pick(state: Record, deck: AnyDeck, seat: int, actions: ActionList) -> None:
    """List what a bot may do where any pick will do: for a set of a fixed size whose rest lies below."""
    clear_actions(actions, 0, 1, -1, 0)
    legal(state, deck, seat, actions)
    if actions.count == 0 and is_asked(state, seat):
        raise RuntimeError(NOTHING_TO_DO)


@rule(inlined=True)
def random_action(state: Record, actions: ActionList, following: int) -> int:
    """A random action of a list: uniform over the verbs listed, then over the verb's actions.

    `following` is what follows in the bots' generator. One random word serves both: its product with the number of
    verbs has the verb above 32 bits, and below them a fresh fraction for the action. Where there is one action, no
    word is drawn.
    """
    if actions.count == 1:
        return nth_action(state, actions, 0, 0)
    product = go_on_to(actions.random_state, following) * actions.verbs
    verb = product >> 32
    choices = actions.verb_start[index(verb + 1)] - actions.verb_start[index(verb)]
    return nth_action(state, actions, verb, ((product & WORD) * choices) >> 32)


@rule(inlined=True)
def next_seat_to_act(state: Record) -> int:
    """The lowest seat that may act; some seat may."""
    waiting = state.to_act
    if waiting & 255 != 0:
        return int(LOWEST_BIT[waiting & 255])
    seat = 8
    while (waiting >> seat) & 1 == 0:
        seat += 1
    return seat


@rule(inlined=True)
def next_on_the_floor(state: Record, actions: ActionList) -> int:
    """The seat that acts next: on the open floor once each, in an order drawn anew each round; otherwise the lowest.

    This way no seat gains by its place. A seat that is choosing a set goes on with it.
    """
    if IS_OPEN[index(state.phase)] == 0:
        return next_seat_to_act(state)
    last = actions.last_seat
    if is_asked(state, last) and state.staged_count[index(last)] > 0:
        return last
    waiting = state.to_act & ~actions.served
    if waiting == 0:
        actions.served = 0
        waiting = state.to_act
    seat = nth_seat(waiting, random_below(actions.random_state, number_of_seats(waiting)))
    actions.served |= 1 << seat
    actions.last_seat = seat
    return seat


@rule(inlined=True)
def seed_bots(actions: ActionList, seed: int, number: int) -> None:
    """The bots' own chances of game `number` of a seed; no seat has acted on the open floor yet."""
    seed_generator(actions.random_state, seed, number, BOT_STREAM)
    seed_ties(actions, seed, number)
    actions.served = 0
    actions.last_seat = 0


@rule(inlined=True)
def number_of_seats(seats: int) -> int:
    """How many seats a bit mask has."""
    count = 0
    while seats != 0:
        seats &= seats - 1
        count += 1
    return count


@rule(inlined=True)
def nth_seat(seats: int, number: int) -> int:
    """A seat of a bit mask, counted from 0."""
    seat = 0
    while (seats >> seat) & 1 == 0 or number > 0:
        number -= (seats >> seat) & 1
        seat += 1
    return seat


@rule(inlined=True)
def lowest_seat(state: Record, actions: ActionList) -> int:
    """The seat that acts next in a game without an open floor: the lowest that may."""
    return next_seat_to_act(state)


@rule(inlined=True)
def random_bot(state: Record, deck: AnyDeck, seat: int, actions: ActionList) -> int:
    """The action that the random bot takes; it looks at nothing but what is legal."""
    following = what_follows(actions.random_state)  # before the actions are listed, so that nothing waits for it then
    list_actions(state, deck, seat, actions, 0, 0)
    return random_action(state, actions, following)


@rule
def bot_action(
    bot: int,
    state: Record,
    raw: RawWords,
    view: Record,
    raw_view: RawWords,
    hidden: RawWords,
    deck: AnyDeck,
    seat: int,
    actions: ActionList,
) -> int:
    """The action that any bot but the random one takes; it is handed what the seat sees, no more."""
    list_actions(state, deck, seat, actions, 0, 1)
    if actions.count == 1:
        return actions.list[0]
    observe(state, raw, view, raw_view, hidden, seat)
    return actions.list[choose(bot, view, deck, seat, actions)]


@rule
def play_game(
    state: Record,
    raw: RawWords,
    view: Record,
    raw_view: RawWords,
    hidden: RawWords,
    deck: AnyDeck,
    believed: AnyDeck,
    events: Events,
    bots: Numbers,
    actions: ActionList,
    log: Numbers,
    most: int,
) -> int:
    """Let bots play from here to the end, at most `most` decisions; returns how many were made.

    `believed` is the deck that bots think they play with: `deck` itself, except where a study takes away what a
    card is worth. `log` (int32 (n, 2)) receives seat and action of the first n decisions.
    """
    made = 0
    while state.over == 0 and made < most:
        seat = next_seat(state, actions)
        if bots[index(seat)] == RANDOM_BOT:
            action = random_bot(state, deck, seat, actions)
        else:
            action = bot_action(bots[seat], state, raw, view, raw_view, hidden, believed, seat, actions)
        if made < len(log):
            log[made, 0] = seat
            log[made, 1] = action
        # Nobody listens, so no event is made of the action.
        forget_events(events)
        carry_out(state, deck, events, seat, action)
        made += 1
    return made


@rule
def tally(lines: Lines, winning: int, points: Numbers, cards: Numbers) -> None:
    """Add up the point lines of one game.

    points[seat, category] is filled; cards[kind] gains (seats that scored with it, points, points of winners, winning
    seats that scored with it, bonuses). Where a game has `scored` seats that scored with a kind, `won` of them winning,
    and `winners` seats that won, cards[kind, SQUARES:] gains scored * scored, scored * won, won * won,
    scored * winners, won * winners: what tells how much games differ.
    """
    won_by = number_of_seats(winning)
    for i in range(lines.count):
        if IS_OF_CARD[lines.reason[i]] == 0:
            continue
        seat = lines.seat[i]
        source = lines.source[i]
        gained = lines.points[i]
        won = (winning >> seat) & 1
        if lines.category[i] >= 0:
            points[seat, lines.category[i]] += gained
        if source >= 0:
            cards[source, 1] += gained
            cards[source, 2] += gained * won
            cards[source, 4] += IS_BONUS[lines.reason[i]]
            before = scored_before(lines, i)
            if (before >> seat) & 1 == 0:
                others, winners_before = number_of_seats(before), number_of_seats(before & winning)
                cards[source, 0] += 1
                cards[source, 3] += won
                cards[source, SQUARES] += 2 * others + 1
                cards[source, SQUARES + 1] += winners_before + won * (others + 1)
                cards[source, SQUARES + 2] += won * (2 * winners_before + 1)
                cards[source, SQUARES + 3] += won_by
                cards[source, SQUARES + 4] += won_by * won


@rule
def note_taking_part(deck: AnyDeck, cards: Numbers, taking_part: int, games: int) -> None:
    """Add games to the kinds of their cards: cards[kind, 5]. The first `taking_part` cards of the deck were in them."""
    for kind in range(deck.kind_count):
        if deck.first_card[kind] < taking_part:
            cards[kind, 5] += games


@rule(inlined=True)
def scored_before(lines: Lines, i: int) -> int:
    """The seats that have a point line with the source of line i before it, as a bit mask."""
    seats = 0
    for j in range(i):
        if lines.source[j] == lines.source[i] and IS_OF_CARD[lines.reason[j]] == 1:
            seats |= 1 << lines.seat[j]
    return seats


@rule
def run_games(run: Any, bench: Any, outcome: Any) -> None:
    """Play the games of a Run on a Bench and score them, each from its own seed; the results go into an Outcome."""
    state, raw, view, raw_view = bench.states[0], bench.raws[0], bench.views[0], bench.raw_views[0]
    deck, happened, lines, actions = bench.decks[0], bench.events[0], bench.lines[0], bench.lists[0]
    happened.unheard = 1
    with_all_cards = 0
    for i in range(run.games):
        begin(state, raw, deck, happened, run.seats, run.options, run.seed, run.first + i)
        seed_bots(actions, run.seed, run.first + i)
        outcome.began[i] = first_seat(state)
        outcome.decisions[i] = play_game(
            state, raw, view, raw_view, bench.hidden, deck, deck, happened, run.bots, actions, bench.log, run.most
        )
        clear_lines(lines)
        score(state, deck, lines)
        outcome.winning[i] = winners(lines, run.seats)
        outcome.turns[i] = state.turn
        for seat in range(run.seats):
            outcome.scores[i, seat] = figure(lines, seat, CHAIN[0])
        tally(lines, outcome.winning[i], outcome.points[i], outcome.cards)
        if state.card_count == deck.card_count:
            with_all_cards += 1
        else:
            note_taking_part(deck, outcome.cards, state.card_count, 1)
        count_for_report(state, deck, lines, outcome.counted[i])
    note_taking_part(deck, outcome.cards, deck.card_count, with_all_cards)


@rule(inlined=True)
def deal_world(
    state: Record,
    raw: RawWords,
    world: Record,
    raw_world: RawWords,
    hidden: RawWords,
    unknown: RawWords,
    deck: AnyDeck,
    seat: int,
    generator: Words,
) -> int:
    """A determinization that also respects what is publicly proven, if a bounded number of deals finds one."""
    for _ in range(MOST_DEALS):
        redeal(state, raw, world, raw_world, hidden, unknown, deck, seat, generator)
        if possible(world, deck, seat):
            return True
    return False


@rule(inlined=True)
def count_nothing(state: Record, deck: AnyDeck, lines: Lines, counted: int) -> None:
    """What a game without report tables of its own counts."""


@rule(inlined=True)
def first_asked(state: Record) -> int:
    """The seat that begins in a game that declares none: the one that is asked first; -1 if several are."""
    waiting = state.to_act
    if waiting == 0 or waiting & (waiting - 1) != 0:
        return -1
    return next_seat_to_act(state)


@rule(inlined=True)
def any_world(state: Record, deck: AnyDeck, seat: int) -> int:
    """The answer of a game in which nothing is publicly proven: every determinization is possible."""
    return True

"""General rule functions that look closer at games between bots: who was ahead when, and what a card's worth decides.

A study plays the same games as `run_games` does, each from its own seed. It notes which verbs are used, how many
actions each decision had to choose from, and after every turn who would win if the game ended now; at the end, whether
a seat that scored alone with a card has most points in the card's category. And it asks of each card's worth (its
points, its bonus) what the result would be without it, the bots playing as if the card had it:

- where scores are counted only at the end (`Measures.scored_at_end`), the game is counted again;
- elsewhere it is played again from its seed, by bots that know nothing of the change.

What a copy of a card is worth shows where one seat has more of them than the others. With the copies h[s] that seat s
scored with and the change c[s] of its share of the win, a game tells

    apart = sum((h - mean(h))**2) * seats / (seats - 1)        gained = sum(h * c)

and the impact is sum(gained) / sum(apart): the share of the win that one more copy brings. Where one seat alone has one
copy, apart is 1 and gained is what that seat owes to it.

Legend of `impacts[worth]`, sums over the games that tell something (float64):

    0  games        1  apart        2  gained        3, 4, 5  apart**2, apart * gained, gained**2, for the interval

A set that a seat chooses card by card (`stage`) is one decision, from its first card to the act that closes it. It has
as many actions to choose from as the first of its acts that leaves a choice; where none does, one. That act lists what
may be picked before anything is, so that the count does not depend on the order of the list, in which bots pick.

Legend of `sets[seat]`, what each seat is in the middle of (int64):

    LISTED_SO_FAR  how many actions its decision had until now, if its next act goes on with it; otherwise 0
    PICKED         how many cards it has picked
"""

from __future__ import annotations

from typing import Any

from workbench.kernel.actions import VERB_OF
from workbench.kernel.arrays import ActionList, AnyDeck, Numbers, RawWords
from workbench.kernel.asking import is_asked
from workbench.kernel.engine.playout import IS_BONUS, IS_OF_CARD, begin, play_game, score, seed_bots
from workbench.kernel.events import Events
from workbench.kernel.rule import Bound, index, rule
from workbench.kernel.scoring import CHAIN, CHAIN_SIGNS, LEAST, Lines, clear_lines, figure, winners
from workbench.kernel.state import Record

SCORED_AT_END: Any = Bound("SCORED_AT_END")  # 1 if what cards are worth is counted only at the end
TURNS_NOTED = 128
IMPACT_SUMS = 6
COPIES, CATEGORY = range(2)  # held[kind, seat, ...]
ALLOWED, TAKEN = 1, 2  # used[verb]
SCORED_ALONE, LEADING = range(2)  # leading[kind, category, ...]
DECISIONS, FORCED, LISTED, CHOICE_COUNTS = range(4)  # by_phase[phase, ...], by_seat[seat, ...]
LISTED_SO_FAR, PICKED, SET_PARTS = range(3)  # sets[seat, ...]


@rule
def study_games(run: Any, bench: Any, without: Any, studied: Any) -> None:
    """Study the games of a Run on a Bench, with and Without what cards are worth; the results go into StudiedGames."""
    state, raw, view, raw_view = bench.states[0], bench.raws[0], bench.views[0], bench.raw_views[0]
    deck, happened, lines, actions = bench.decks[0], bench.events[0], bench.lines[0], bench.lists[0]
    recount = without.lines[0]
    happened.unheard = 1
    for i in range(run.games):
        begin(state, raw, deck, happened, run.seats, run.options, run.seed, run.first + i)
        seed_bots(actions, run.seed, run.first + i)
        watch_game(
            state, raw, view, raw_view, bench.hidden, deck, happened, run.bots, actions, bench.log, run.most, lines,
            without.sets, studied.leaders[i], studied.behind[i], studied.used[i], studied.by_phase[i],
            studied.by_seat[i],
        )  # fmt: skip
        clear_lines(lines)
        score(state, deck, lines)
        studied.winning[i] = winners(lines, run.seats)
        count_held(lines, without.held)
        note_leading(lines, without.held, without.points, run.seats, studied.leading)
        for worth in range(len(without.kinds)):
            copies = without.held[without.kinds[worth]]
            if apart(copies, run.seats) == 0:
                continue
            poorer = without.decks[worth]
            if SCORED_AT_END == 0:
                begin(state, raw, poorer, happened, run.seats, run.options, run.seed, run.first + i)
                seed_bots(actions, run.seed, run.first + i)
                play_game(
                    state,
                    raw,
                    view,
                    raw_view,
                    bench.hidden,
                    poorer,
                    deck,
                    happened,
                    run.bots,
                    actions,
                    bench.log,
                    run.most,
                )
            clear_lines(recount)
            score(state, poorer, recount)
            note_impact(studied.impacts[worth], copies, int(studied.winning[i]), winners(recount, run.seats), run.seats)


@rule(inlined=True)
def watch_game(
    state: Record, raw: RawWords, view: Record, raw_view: RawWords, hidden: RawWords, deck: AnyDeck, events: Events,
    bots: Numbers, actions: ActionList, log: Any, most: int, lines: Lines, sets: Numbers, leaders: Numbers,
    behind: Numbers, used: Numbers, by_phase: Numbers, by_seat: Numbers,
) -> None:  # fmt: skip
    """Let bots play to the end; note what they may do and which verbs they use, who is ahead after every turn."""
    made = 0
    noted = 0
    turn = state.turn
    clear_sets(sets)
    while state.over == 0 and made < most:
        phase = state.phase
        made += play_game(state, raw, view, raw_view, hidden, deck, deck, events, bots, actions, log, 1)
        note_verbs(actions, int(log[0, 1]), used)
        note_decision(state, int(log[0, 0]), phase, actions.count, sets, by_phase, by_seat)
        if state.turn != turn or state.over == 1:
            turn = state.turn
            clear_lines(lines)
            score(state, deck, lines)
            note_lead(lines, state.seats, leaders, min(noted, TURNS_NOTED - 1), behind)
            noted += 1


@rule
def note_verbs(actions: ActionList, action: int, used: Numbers) -> None:
    """Note the verbs that a decision allowed, and the one it took."""
    for listed in range(actions.verbs):
        verb = VERB_OF[index(actions.first[listed])]
        used[verb] = max(int(used[verb]), ALLOWED)
    used[VERB_OF[index(action)]] = TAKEN


@rule(inlined=True)
def clear_sets(sets: Numbers) -> None:
    """Nobody is in the middle of a set."""
    for seat in range(len(sets)):
        sets[seat, LISTED_SO_FAR] = 0
        sets[seat, PICKED] = 0


@rule
def note_decision(
    state: Record, seat: int, phase: int, listed: int, sets: Numbers, by_phase: Numbers, by_seat: Numbers
) -> None:
    """Count an act of a seat, one of so many in a phase, as a decision, or as part of the one it is in the middle of.

    It is in the middle of one once it has picked a card, as long as it is asked, has picked any, and the phase goes on.
    """
    before = int(sets[index(seat), LISTED_SO_FAR])
    listed = before if before > 1 else listed
    note_choices(before, listed, by_phase, phase)
    note_choices(before, listed, by_seat, seat)
    picks = before > 0 or state.staged_count[index(seat)] > sets[index(seat), PICKED]
    sets[index(seat), LISTED_SO_FAR] = listed if picks and is_asked(state, seat) else 0
    for one in range(len(sets)):
        sets[one, PICKED] = state.staged_count[one]
        if sets[one, PICKED] == 0 or state.phase != phase:
            sets[one, LISTED_SO_FAR] = 0


@rule
def note_choices(before: int, listed: int, counts: Numbers, place: int) -> None:
    """Count a decision in counts[place] that had `before` actions until now, 0 if it is new, and has `listed` now."""
    counts[index(place), DECISIONS] += int(before == 0)
    counts[index(place), FORCED] += int(listed == 1) - int(before == 1)
    counts[index(place), LISTED] += listed - before


@rule
def note_lead(lines: Lines, seats: int, leaders: Numbers, turn: int, behind: Numbers) -> None:
    """Note who would win if the game ended now, all seats if nobody, and how far each is from the best first figure."""
    best = CHAIN_SIGNS[0] * figure(lines, 0, CHAIN[0])
    for seat in range(1, seats):
        best = max(best, CHAIN_SIGNS[0] * figure(lines, seat, CHAIN[0]))
    ahead = 0
    for seat in range(seats):
        distance = best - CHAIN_SIGNS[0] * figure(lines, seat, CHAIN[0])
        behind[seat] = max(int(behind[seat]), distance)
        if distance == 0:
            ahead |= 1 << seat
    if ahead & (ahead - 1) != 0 or best < LEAST:  # otherwise nothing more is to be counted
        ahead = winners(lines, seats)
    leaders[turn] = ahead if ahead != 0 else (1 << seats) - 1


@rule
def count_held(lines: Lines, held: Numbers) -> None:
    """With how many copies of each kind each seat scored: held[kind, seat, COPIES].

    A copy that scores in several categories counts once, in the category of the seat's first line about its kind.
    """
    clear_held(held)
    for i in range(lines.count):
        if IS_OF_CARD[lines.reason[i]] == 0 or IS_BONUS[lines.reason[i]] == 1 or lines.source[i] < 0:
            continue
        kind = lines.source[i]
        seat = lines.seat[i]
        if held[kind, seat, COPIES] == 0:
            held[kind, seat, CATEGORY] = lines.category[i]
        if held[kind, seat, CATEGORY] == lines.category[i]:
            held[kind, seat, COPIES] += 1


@rule(inlined=True)
def clear_held(held: Numbers) -> None:
    """Nobody has scored with any card yet."""
    for kind in range(len(held)):
        for seat in range(held.shape[1]):
            held[kind, seat, COPIES] = 0
            held[kind, seat, CATEGORY] = 0


@rule(inlined=True)
def clear_points(points: Numbers) -> None:
    """Nobody has points yet."""
    for seat in range(len(points)):
        for category in range(points.shape[1]):
            points[seat, category] = 0


@rule
def note_leading(lines: Lines, held: Any, points: Numbers, seats: int, leading: Numbers) -> None:
    """For each kind that one seat alone scored with, whether it alone has most points in the category it scored in."""
    clear_points(points)
    for i in range(lines.count):
        if IS_OF_CARD[lines.reason[i]] == 1 and lines.category[i] >= 0:
            points[lines.seat[i], lines.category[i]] += lines.points[i]
    for kind in range(len(held)):
        seat = who_alone(held[kind], seats)
        if seat >= 0 and held[kind, seat, CATEGORY] >= 0:
            category = int(held[kind, seat, CATEGORY])
            leading[kind, category, SCORED_ALONE] += 1
            leading[kind, category, LEADING] += int(leads_alone(points, seat, category, seats))


@rule(inlined=True)
def who_alone(copies: Numbers, seats: int) -> int:
    """The only seat that scored with a kind; -1 if none or several did."""
    found = -1
    for seat in range(seats):
        if copies[seat, COPIES] > 0:
            if found >= 0:
                return -1
            found = seat
    return found


@rule(inlined=True)
def leads_alone(points: Numbers, seat: int, category: int, seats: int) -> bool:
    """Whether a seat has more points in a category than every other one."""
    for other in range(seats):
        if other != seat and points[other, category] >= points[seat, category]:
            return False
    return True


@rule(inlined=True)
def apart(copies: Numbers, seats: int) -> float:
    """How unequally the copies of a kind are held; 1 if one seat alone has one, 0 if all have the same."""
    total = 0
    squares = 0
    for seat in range(seats):
        total += int(copies[seat, COPIES])
        squares += int(copies[seat, COPIES]) ** 2
    return (squares * seats - total * total) / max(seats - 1, 1)


@rule
def note_impact(sums: Any, copies: Numbers, won: int, won_without: int, seats: int) -> None:
    """Add one game: how far the copies are apart, and what the seats with more of them owe to their worth."""
    gained = 0.0
    for seat in range(seats):
        gained += int(copies[seat, COPIES]) * (win_share(won, seat) - win_share(won_without, seat))
    unequal = apart(copies, seats)
    sums[0] += 1
    sums[1] += unequal
    sums[2] += gained
    sums[3] += unequal * unequal
    sums[4] += unequal * gained
    sums[5] += gained * gained


@rule(inlined=True)
def win_share(winning: int, seat: int) -> float:
    """A seat's share of the win among the winners of a bit mask."""
    if (winning >> seat) & 1 == 0:
        return 0.0
    shared = 0
    while winning != 0:
        winning &= winning - 1
        shared += 1
    return 1.0 / shared

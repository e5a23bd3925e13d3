"""General rule functions that look closer at games between bots: who was ahead when, and what a card's worth decides.

A study plays the same games as `run_games` does, each from its own seed. It notes which verbs are used, how many
actions each decision had to choose from, and after every turn who would win if the game ended now; at the end, whether
a seat that scored alone with a card has most points in the card's category. And it asks of each card's worth (its
points, its bonus) what the result would be without it, the bots playing as if the card had it:

- where scores are counted at the end alone (`Measures.scored_at_end`), the game is counted again;
- elsewhere it is played again from its seed, by bots that know nothing of the change.

What a copy of a card is worth shows where one seat has more of them than the others. With the copies h[s] that seat s
scored with and the change c[s] of its share of the win, a game tells

    apart = sum((h - mean(h))**2) * seats / (seats - 1)        gained = sum(h * c)

and the impact is sum(gained) / sum(apart): the share of the win that one copy more brings. Where one seat alone has one
copy, apart is 1 and gained is what that seat owes to it.

Legend of `impacts[worth]`, sums over the games that tell something (float64):

    0  games        1  apart        2  gained        3, 4, 5  apart**2, apart * gained, gained**2, for the interval
"""

from __future__ import annotations

from workbench.kernel.actions import VERB_OF
from workbench.kernel.engine.playout import IS_BONUS, IS_OF_CARD, begin, play_game, score, seed_bots
from workbench.kernel.rule import Bound, index, rule
from workbench.kernel.scoring import CHAIN, CHAIN_SIGNS, LEAST, clear_lines, figure, winners

SCORED_AT_END = Bound("SCORED_AT_END")  # 1 if what cards are worth is counted at the end alone
TURNS_NOTED = 128
IMPACT_SUMS = 6
COPIES, CATEGORY = range(2)  # held[kind, seat, ...]
ALLOWED, TAKEN = 1, 2  # used[verb]
SCORED_ALONE, LEADING = range(2)  # leading[kind, category, ...]
DECISIONS, FORCED, LISTED, CHOICE_COUNTS = range(4)  # by_phase[phase, ...], by_seat[seat, ...]


@rule(inlined=False)
def study_games(run, bench, without, studied):
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
            studied.leaders[i], studied.behind[i], studied.used[i], studied.by_phase[i], studied.by_seat[i],
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


@rule
def watch_game(
    state, raw, view, raw_view, hidden, deck, events, bots, actions, log, most, lines, leaders, behind, used,
    by_phase, by_seat
):  # fmt: skip
    """Let bots play to the end; note what they may do and which verbs they use, who is ahead after every turn."""
    made = 0
    noted = 0
    turn = int(state.turn)
    while state.over == 0 and made < most:
        phase = int(state.phase)
        made += play_game(state, raw, view, raw_view, hidden, deck, deck, events, bots, actions, log, 1)
        note_verbs(actions, int(log[0, 1]), used)
        note_choices(int(actions.count), by_phase, phase)
        note_choices(int(actions.count), by_seat, int(log[0, 0]))
        if state.turn != turn or state.over == 1:
            turn = int(state.turn)
            clear_lines(lines)
            score(state, deck, lines)
            note_lead(lines, int(state.seats), leaders, min(noted, TURNS_NOTED - 1), behind)
            noted += 1


@rule(inlined=False)
def note_verbs(actions, action, used):
    """Note the verbs that a decision allowed, and the one it took."""
    for listed in range(actions.verbs):
        verb = VERB_OF[index(int(actions.first[listed]))]
        used[verb] = max(int(used[verb]), ALLOWED)
    used[VERB_OF[index(action)]] = TAKEN


@rule(inlined=False)
def note_choices(listed, counts, place):
    """Count a decision in which so many actions were legal, in counts[place]."""
    counts[index(place), DECISIONS] += 1
    counts[index(place), FORCED] += int(listed == 1)
    counts[index(place), LISTED] += listed


@rule(inlined=False)
def note_lead(lines, seats, leaders, turn, behind):
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
    if ahead & (ahead - 1) != 0 or best < LEAST:  # else nothing more is to be counted
        ahead = winners(lines, seats)
    leaders[turn] = ahead if ahead != 0 else (1 << seats) - 1


@rule(inlined=False)
def count_held(lines, held):
    """With how many copies of each kind each seat scored: held[kind, seat, COPIES].

    A copy that scores in several categories counts once, in the category of the seat's first line about its kind.
    """
    clear_held(held)
    for i in range(lines.count):
        if IS_OF_CARD[lines.reason[i]] == 0 or IS_BONUS[lines.reason[i]] == 1 or lines.source[i] < 0:
            continue
        kind = int(lines.source[i])
        seat = int(lines.seat[i])
        if held[kind, seat, COPIES] == 0:
            held[kind, seat, CATEGORY] = lines.category[i]
        if held[kind, seat, CATEGORY] == lines.category[i]:
            held[kind, seat, COPIES] += 1


@rule
def clear_held(held):
    """Nobody has scored with any card yet."""
    for kind in range(len(held)):
        for seat in range(held.shape[1]):
            held[kind, seat, COPIES] = 0
            held[kind, seat, CATEGORY] = 0


@rule
def clear_points(points):
    """Nobody has points yet."""
    for seat in range(len(points)):
        for category in range(points.shape[1]):
            points[seat, category] = 0


@rule(inlined=False)
def note_leading(lines, held, points, seats, leading):
    """Of each kind that one seat alone scored with, whether it has most points, alone, in the category it scored in."""
    clear_points(points)
    for i in range(lines.count):
        if IS_OF_CARD[lines.reason[i]] == 1 and lines.category[i] >= 0:
            points[int(lines.seat[i]), int(lines.category[i])] += lines.points[i]
    for kind in range(len(held)):
        seat = who_alone(held[kind], seats)
        if seat >= 0 and held[kind, seat, CATEGORY] >= 0:
            category = int(held[kind, seat, CATEGORY])
            leading[kind, category, SCORED_ALONE] += 1
            leading[kind, category, LEADING] += int(leads_alone(points, seat, category, seats))


@rule
def who_alone(copies, seats):
    """The only seat that scored with a kind; -1 if none or several did."""
    found = -1
    for seat in range(seats):
        if copies[seat, COPIES] > 0:
            if found >= 0:
                return -1
            found = seat
    return found


@rule
def leads_alone(points, seat, category, seats):
    """Whether a seat has more points in a category than each other one."""
    for other in range(seats):
        if other != seat and points[other, category] >= points[seat, category]:
            return False
    return True


@rule
def apart(copies, seats):
    """How unequally the copies of a kind are held; 1 if one seat alone has one, 0 if all have the same."""
    total = 0
    squares = 0
    for seat in range(seats):
        total += int(copies[seat, COPIES])
        squares += int(copies[seat, COPIES]) ** 2
    return (squares * seats - total * total) / max(seats - 1, 1)


@rule(inlined=False)
def note_impact(sums, copies, won, won_without, seats):
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


@rule
def win_share(winning, seat):
    """A seat's share of the win among the winners of a bit mask."""
    if (winning >> seat) & 1 == 0:
        return 0.0
    shared = 0
    while winning != 0:
        winning &= winning - 1
        shared += 1
    return 1.0 / shared

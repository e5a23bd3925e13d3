"""Who has won Excalibur: outcomes instead of points, from the swords in the open hands (EX-600 to EX-608).

Outcomes are ranked 2 (win), 1 (tainted win), 0 (loss), -1 (ultimate loss); a seat with less than 1 has not won. What
each is worth to ratings is another matter (EX-227): that is what the points of a line say.
"""

from __future__ import annotations

from workbench.author import EFFECTS, ZONES, Ranking, Reason, card_at, cards_in, emit_line, rule
from workbench.games.excalibur.movements import is_sword_effect

WIN, TAINTED_WIN, LOSS, ULTIMATE_LOSS = 2, 1, 0, -1
NOBODY = -1
RANKING = Ranking(
    reasons=(
        Reason("holds_excalibur", "derived", "win: holds Excalibur", "EX-600"),
        Reason("holds_cursed_blade", "derived", "ultimate loss: holds the Cursed Blade", "EX-601"),
        Reason("holds_both", "derived", "ultimate loss: holds Excalibur and the Cursed Blade", "EX-602"),
        Reason("tainted", "derived", "tainted win: {shared} holds Excalibur and the Cursed Blade", "EX-602"),
        Reason("squire_of_winner", "derived", "win: squire of {shared}, who wins", "EX-603"),
        Reason("no_excalibur", "derived", "loss: nobody holds Excalibur", "EX-604"),
        Reason("loss", "derived", "loss: {shared} holds Excalibur", "EX-605"),
        Reason("sword", "use", "holds {source} at the end", "EX-608"),
        Reason("resolved", "use", "resolves {source}", "EX-609"),
        Reason("outcome", "derived", "the outcome: 2 win, 1 tainted win, 0 loss, -1 ultimate loss", "EX-607"),
    ),
    chain=("outcome",),
    least=TAINTED_WIN,
)
SMALL_TABLE = 3  # seats up to which the Squire Sword wins nothing (EX-170)


@rule(inlined=False)
def score(state, deck, lines):
    """Write the outcome of every seat, once the hands lie open (EX-011 to EX-014, EX-607)."""
    if state.over == 0:
        return
    king, cursed = holder(state, deck, EFFECTS.excalibur), holder(state, deck, EFFECTS.cursed_blade)
    for seat in range(state.seats):
        reason = what_happened(state, deck, seat, king, cursed)
        outcome = outcome_of(reason)
        of_whom = 1 << king if names_the_king(reason) else -1
        emit_line(lines, seat, -1, -1, of_whom, value_of(state, outcome), reason)
        emit_line(lines, seat, -1, -1, -1, outcome, RANKING.outcome)
        name_swords(state, deck, lines, seat)
        name_resolved(state, deck, lines, seat)


@rule(inlined=False)
def name_swords(state, deck, lines, seat):
    """A line of no points for each sword in a hand; a sword without a line lies in Avalon (EX-608)."""
    for i in range(cards_in(state, ZONES.open_hand + seat)):
        kind = int(deck.kind[card_at(state, ZONES.open_hand + seat, i)])
        if is_sword_effect(int(deck.effect[kind])):
            emit_line(lines, seat, -1, kind, -1, 0, RANKING.sword)


@rule(inlined=False)
def name_resolved(state, deck, lines, seat):
    """A line of no points for each chip that took effect, so that the lab can tell what it does to the outcome."""
    for kind in range(deck.kind_count):
        for _ in range(int(state.resolved[kind, seat])):
            emit_line(lines, seat, -1, kind, -1, 0, RANKING.resolved)


@rule(inlined=False)
def holder(state, deck, effect):
    """The seat that holds a sword, NOBODY if it lies in Avalon (EX-309)."""
    for seat in range(state.seats):
        for i in range(cards_in(state, ZONES.open_hand + seat)):
            if deck.effect[deck.kind[card_at(state, ZONES.open_hand + seat, i)]] == effect:
                return seat
    return NOBODY


@rule(inlined=False)
def what_happened(state, deck, seat, king, cursed):
    """Why a seat has won or lost: the reason of its line (EX-600 to EX-605)."""
    if king != NOBODY and king == cursed:
        return RANKING.holds_both if seat == king else RANKING.tainted
    if seat == king:
        return RANKING.holds_excalibur
    if is_squire_of(state, deck, seat, king) and (seat != cursed or state.cursed_squire_wins == 1):
        return RANKING.squire_of_winner
    if seat == cursed:
        return RANKING.holds_cursed_blade
    return RANKING.no_excalibur if king == NOBODY else RANKING.loss


@rule(inlined=False)
def outcome_of(reason):
    """The outcome that follows from what happened to a seat (EX-607)."""
    if reason in (RANKING.holds_excalibur, RANKING.squire_of_winner):
        return WIN
    if reason == RANKING.tainted:
        return TAINTED_WIN
    if reason in (RANKING.holds_both, RANKING.holds_cursed_blade):
        return ULTIMATE_LOSS
    return LOSS


@rule(inlined=False)
def value_of(state, outcome):
    """What an outcome is worth to bots, ratings and series, in percent of a win (EX-227)."""
    if outcome == WIN:
        return int(state.win_value)
    if outcome == TAINTED_WIN:
        return int(state.tainted_win_value)
    if outcome == LOSS:
        return int(state.loss_value)
    return int(state.ultimate_loss_value)


@rule(inlined=False)
def names_the_king(reason):
    """Whether a reason tells who holds Excalibur."""
    return reason in (RANKING.tainted, RANKING.squire_of_winner, RANKING.loss)


@rule(inlined=False)
def is_squire_of(state, deck, seat, king):
    """Whether a seat holds the Squire Sword and its left neighbour wins (EX-169, EX-170, EX-311, EX-312)."""
    if king == NOBODY or state.seats <= SMALL_TABLE:
        return False
    return holder(state, deck, EFFECTS.squire_sword) == seat and (seat + 1) % int(state.seats) == king

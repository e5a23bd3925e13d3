"""Who has won Excalibur: outcomes instead of points, from the swords in the open hands (EX-600 to EX-608).

Outcomes are ranked 2 (win), 1 (tainted win), 0 (loss), -1 (ultimate loss); whoever has less than 1 has not won. What
each is worth to ratings is another matter (EX-227): that is what the points of a line say.
"""

from __future__ import annotations

from workbench.games.excalibur.table import CURSED_BLADE, EXCALIBUR, LAST_SWORD, OPEN_HAND, SQUIRE_SWORD
from workbench.kernel.cards import card_at, cards_in
from workbench.kernel.rule import rule
from workbench.kernel.scoring import Ranking, Reason, emit_line

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
HOLDS_EXCALIBUR, HOLDS_CURSED_BLADE, HOLDS_BOTH, TAINTED = RANKING.numbers(
    "holds_excalibur", "holds_cursed_blade", "holds_both", "tainted"
)
SQUIRE_OF_WINNER, NO_EXCALIBUR, LOST, SWORD, RESOLVED, OUTCOME = RANKING.numbers(
    "squire_of_winner", "no_excalibur", "loss", "sword", "resolved", "outcome"
)
SMALL_TABLE = 3  # seats up to which the Squire Sword wins nothing (EX-170)


@rule
def score(state, deck, lines):
    """Write the outcome of every seat, once the hands lie open (EX-011 to EX-014, EX-607)."""
    if state.over == 0:
        return
    king, cursed = holder(state, deck, EXCALIBUR), holder(state, deck, CURSED_BLADE)
    for seat in range(state.seats):
        reason = what_happened(state, deck, seat, king, cursed)
        outcome = outcome_of(reason)
        of_whom = 1 << king if names_the_king(reason) else -1
        emit_line(lines, seat, -1, -1, of_whom, value_of(state, outcome), reason)
        emit_line(lines, seat, -1, -1, -1, outcome, OUTCOME)
        name_swords(state, deck, lines, seat)
        name_resolved(state, deck, lines, seat)


@rule
def name_swords(state, deck, lines, seat):
    """A line of no points for each sword in a hand; a sword without a line lies in Avalon (EX-608)."""
    for i in range(cards_in(state, OPEN_HAND + seat)):
        kind = int(deck.kind[card_at(state, OPEN_HAND + seat, i)])
        if deck.effect[kind] <= LAST_SWORD:
            emit_line(lines, seat, -1, kind, -1, 0, SWORD)


@rule
def name_resolved(state, deck, lines, seat):
    """A line of no points for each chip that took effect, so that the lab can tell what it does to the outcome."""
    for kind in range(deck.kind_count):
        for _ in range(int(state.resolved[kind, seat])):
            emit_line(lines, seat, -1, kind, -1, 0, RESOLVED)


@rule
def holder(state, deck, effect):
    """The seat that holds a sword, NOBODY if it lies in Avalon (EX-309)."""
    for seat in range(state.seats):
        for i in range(cards_in(state, OPEN_HAND + seat)):
            if deck.effect[deck.kind[card_at(state, OPEN_HAND + seat, i)]] == effect:
                return seat
    return NOBODY


@rule
def what_happened(state, deck, seat, king, cursed):
    """Why a seat has won or lost: the reason of its line (EX-600 to EX-605)."""
    if king != NOBODY and king == cursed:
        return HOLDS_BOTH if seat == king else TAINTED
    if seat == king:
        return HOLDS_EXCALIBUR
    if is_squire_of(state, deck, seat, king) and (seat != cursed or state.cursed_squire_wins == 1):
        return SQUIRE_OF_WINNER
    if seat == cursed:
        return HOLDS_CURSED_BLADE
    return NO_EXCALIBUR if king == NOBODY else LOST


@rule
def outcome_of(reason):
    """The outcome that follows from what happened to a seat (EX-607)."""
    if reason in (HOLDS_EXCALIBUR, SQUIRE_OF_WINNER):
        return WIN
    if reason == TAINTED:
        return TAINTED_WIN
    if reason in (HOLDS_BOTH, HOLDS_CURSED_BLADE):
        return ULTIMATE_LOSS
    return LOSS


@rule
def value_of(state, outcome):
    """What an outcome is worth to bots, ratings and series, in percent of a win (EX-227)."""
    if outcome == WIN:
        return int(state.win_value)
    if outcome == TAINTED_WIN:
        return int(state.tainted_win_value)
    if outcome == LOSS:
        return int(state.loss_value)
    return int(state.ultimate_loss_value)


@rule
def names_the_king(reason):
    """Whether a reason tells who holds Excalibur."""
    return reason in (TAINTED, SQUIRE_OF_WINNER, LOST)


@rule
def is_squire_of(state, deck, seat, king):
    """Whether a seat holds the Squire Sword and its left neighbour wins (EX-169, EX-170, EX-311, EX-312)."""
    if king == NOBODY or state.seats <= SMALL_TABLE:
        return False
    return holder(state, deck, SQUIRE_SWORD) == seat and (seat + 1) % int(state.seats) == king

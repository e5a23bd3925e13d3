"""Who has won Excalibur: outcomes instead of points, from the swords in the open hands (EX-600 to EX-608).

Outcomes are ranked 2 (win), 1 (tainted win), 0 (loss), -1 (ultimate loss); a seat with less than 1 has not won. What
each is worth to ratings is another matter (EX-227): the points of a line say that.
"""

from __future__ import annotations

from workbench.author import Lines, Ranking, Reason, card_at, cards_in, emit_line, rule
from workbench.games.excalibur.chips import EFFECTS
from workbench.games.excalibur.movements import is_sword_effect
from workbench.games.excalibur.table import ZONES, ExcaliburDeck, ExcaliburState

WIN, TAINTED_WIN, LOSS, ULTIMATE_LOSS = 2, 1, 0, -1
NOBODY = -1


class ExcaliburRanking(Ranking):
    """Why lines give points."""

    holds_excalibur = Reason("derived", "win: holds Excalibur", "EX-600")
    holds_cursed_blade = Reason("derived", "ultimate loss: holds the Cursed Blade", "EX-601")
    holds_both = Reason("derived", "ultimate loss: holds Excalibur and the Cursed Blade", "EX-602")
    tainted = Reason("derived", "tainted win: {shared} holds Excalibur and the Cursed Blade", "EX-602")
    squire_of_winner = Reason("derived", "win: squire of {shared}, who wins", "EX-603")
    no_excalibur = Reason("derived", "loss: nobody holds Excalibur", "EX-604")
    loss = Reason("derived", "loss: {shared} holds Excalibur", "EX-605")
    sword = Reason("use", "holds {source} at the end", "EX-608")
    resolved = Reason("use", "resolves {source}", "EX-609")
    outcome = Reason("derived", "the outcome: 2 win, 1 tainted win, 0 loss, -1 ultimate loss", "EX-607")


RANKING = ExcaliburRanking(chain=("outcome",), least=TAINTED_WIN)
SMALL_TABLE = 3  # seats up to which the Squire Sword wins nothing (EX-170)


@rule
def score(state: ExcaliburState, deck: ExcaliburDeck, lines: Lines) -> None:
    """Write the outcome of every seat, once the hands lie open (EX-011 to EX-014, EX-607)."""
    if state.over == 0:
        return
    king, cursed = holder(state, deck, EFFECTS.excalibur), holder(state, deck, EFFECTS.cursed_blade)
    for seat in range(state.seats):
        reason = what_happened(state, deck, seat, king, cursed)
        outcome = outcome_of(reason)
        names_the_king = reason in (RANKING.tainted, RANKING.squire_of_winner, RANKING.loss)
        of_whom = 1 << king if names_the_king else -1
        emit_line(lines, seat, -1, -1, of_whom, value_of(state, outcome), reason)
        emit_line(lines, seat, -1, -1, -1, outcome, RANKING.outcome)
        name_chips(state, deck, lines, seat)


@rule
def name_chips(state: ExcaliburState, deck: ExcaliburDeck, lines: Lines, seat: int) -> None:
    """A line without points for each sword in a hand; a sword without a line lies in Avalon (EX-608).

    And one for each chip that took effect, so that the lab can tell what it does to the outcome.
    """
    for i in range(cards_in(state, ZONES.open_hand + seat)):
        kind = deck.kind[card_at(state, ZONES.open_hand + seat, i)]
        if is_sword_effect(deck.effect[kind]):
            emit_line(lines, seat, -1, kind, -1, 0, RANKING.sword)
    for kind in range(deck.kind_count):
        for _ in range(state.resolved[kind, seat]):
            emit_line(lines, seat, -1, kind, -1, 0, RANKING.resolved)


@rule
def holder(state: ExcaliburState, deck: ExcaliburDeck, effect: int) -> int:
    """The seat that holds a sword, NOBODY if it lies in Avalon (EX-309)."""
    for seat in range(state.seats):
        for i in range(cards_in(state, ZONES.open_hand + seat)):
            if deck.effect[deck.kind[card_at(state, ZONES.open_hand + seat, i)]] == effect:
                return seat
    return NOBODY


@rule
def what_happened(state: ExcaliburState, deck: ExcaliburDeck, seat: int, king: int, cursed: int) -> int:
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


@rule
def outcome_of(reason: int) -> int:
    """The outcome that follows from what happened to a seat (EX-607)."""
    if reason in (RANKING.holds_excalibur, RANKING.squire_of_winner):
        return WIN
    if reason == RANKING.tainted:
        return TAINTED_WIN
    if reason in (RANKING.holds_both, RANKING.holds_cursed_blade):
        return ULTIMATE_LOSS
    return LOSS


@rule
def value_of(state: ExcaliburState, outcome: int) -> int:
    """What an outcome is worth to bots, ratings and series, in percent of a win (EX-227)."""
    if outcome == WIN:
        return state.win_value
    if outcome == TAINTED_WIN:
        return state.tainted_win_value
    if outcome == LOSS:
        return state.loss_value
    return state.ultimate_loss_value


@rule
def is_squire_of(state: ExcaliburState, deck: ExcaliburDeck, seat: int, king: int) -> bool:
    """Whether a seat holds the Squire Sword and its left neighbour wins (EX-169, EX-170, EX-311, EX-312)."""
    if king == NOBODY or state.seats <= SMALL_TABLE:
        return False
    return holder(state, deck, EFFECTS.squire_sword) == seat and (seat + 1) % state.seats == king

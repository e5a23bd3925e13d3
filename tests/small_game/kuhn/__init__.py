"""Kuhn poker: two seats, three cards, one bet.

Each seat pays a chip into the pot and is dealt a card that it alone sees. Seat 1 checks or bets a chip. Against a bet
the other seat calls it or folds; after a check it may bet itself, and then Seat 1 calls or folds. A fold loses
the pot; otherwise both cards are shown, and the higher one wins it.
"""

from workbench.author import (
    EVERYONE,
    HEARD_BY_EVERYONE,
    NOBODY,
    OWNER,
    PLAIN_COLUMNS,
    POINTS,
    ActionSpace,
    CardTable,
    Field,
    Game,
    Record,
    Recount,
    StateSpec,
    Variant,
    Verb,
    Zone,
    Zones,
    allow,
    card_at,
    emit_line,
    fill,
    move,
    rule,
    seat_bit,
    shuffle,
    top_card,
)


class Places(Zones):
    hand = Zone(OWNER, per_seat=True)
    shown = Zone(EVERYONE, per_seat=True)
    stock = Zone(NOBODY)


class Pot(Record):
    paid = Field("i2", (2,), about="chips in the pot")


class Acts(ActionSpace):
    check = Verb((), "Check", HEARD_BY_EVERYONE, "{seat} checks.")
    bet = Verb((), "Bet a chip", HEARD_BY_EVERYONE, "{seat} bets a chip.")
    call = Verb((), "Call", HEARD_BY_EVERYONE, "{seat} calls.")
    fold = Verb((), "Fold", HEARD_BY_EVERYONE, "{seat} folds.")


ZONES, ACTIONS = Places(2), Acts()
STATE = StateSpec(seats=2, cards=3, zones=ZONES, fields=Pot)
CARDS = CardTable("cards.csv", PLAIN_COLUMNS, least=3, most=3)


@rule
def setup(state, deck, events):
    """Each seat pays a chip and is dealt a card; Seat 1 begins."""
    fill(state, ZONES.stock, deck.card_count)
    shuffle(state, deck, ZONES.stock)
    for seat in range(2):
        state.paid[seat] = 1
        move(state, top_card(state, ZONES.stock), ZONES.hand + seat)
    state.to_act = seat_bit(0)


@rule
def legal(state, deck, seat, actions):
    """Check or bet; against a bet, call or fold."""
    if state.to_act & seat_bit(seat) != 0:
        if state.paid[seat] == state.paid[1 - seat]:
            allow(actions, ACTIONS.check)
            allow(actions, ACTIONS.bet)
        else:
            allow(actions, ACTIONS.call)
            allow(actions, ACTIONS.fold)


@rule
def step(state, deck, events, seat, action):
    """Pay, and ask the other seat; a call, a fold or a second check ends it, and all but a fold shows the cards."""
    state.turn += 1
    state.to_act = seat_bit(1 - seat)
    if action == ACTIONS.bet or action == ACTIONS.call:
        state.paid[seat] += 1
    if action == ACTIONS.call or action == ACTIONS.fold or (action == ACTIONS.check and state.turn == 2):
        state.to_act = 0
        state.over = 1
        if action != ACTIONS.fold:
            for other in range(2):
                move(state, card_at(state, ZONES.hand + other, 0), ZONES.shown + other)


@rule
def score(state, deck, lines):
    """The winner gains what the loser has paid: against a fold, the seat that has paid more; else the higher card."""
    if state.over == 1:
        ahead = state.paid[0] - state.paid[1]
        if ahead == 0:
            ours, theirs = card_at(state, ZONES.shown, 0), card_at(state, ZONES.shown + 1, 0)
            ahead = deck.points[deck.kind[ours]] - deck.points[deck.kind[theirs]]
        winner = 0 if ahead > 0 else 1
        lost = state.paid[1 - winner]
        emit_line(lines, winner, -1, -1, -1, lost, POINTS)
        emit_line(lines, 1 - winner, -1, -1, -1, -lost, POINTS)


def recount(view, deck):
    """Find the winner again: the seat that has paid more, else by the names of the cards shown."""
    order = [row["name"] for row in sorted(deck.rows, key=lambda row: row["points"])]
    paid = view["fields"]["paid"]
    strength = [(paid[seat], *map(order.index, view["zones"]["shown"][seat]["cards"])) for seat in range(2)]
    winner = strength.index(max(strength))
    lost = min(paid)
    return Recount((winner,), {"points": tuple(lost if seat == winner else -lost for seat in range(2))})


KUHN = Variant(STATE, ACTIONS, setup, legal, step, score, max_decisions=3, recount=recount)
GAME = Game(id="kuhn", title="Kuhn Poker", version=1, variants=(KUHN,), tables=(CARDS,), default_deck="three")

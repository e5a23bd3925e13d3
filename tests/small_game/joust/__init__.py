"""Joust: three tilts; in each every knight lays a lance in secret, and the highest lances win the tilt."""

from workbench.author import (
    EVERYONE,
    NOBODY,
    OWNER,
    PLAIN_COLUMNS,
    POINTS,
    SECRET_TOGETHER,
    ActionSpace,
    Argument,
    CardTable,
    Game,
    Phase,
    Phases,
    Recount,
    StateSpec,
    Variant,
    Verb,
    Zone,
    Zones,
    allow_cards,
    argument_of,
    card_at,
    clear_table,
    emit_line,
    fill,
    move,
    move_picked,
    rule,
    seat_bit,
    shuffle,
    stage,
    top_card,
)

TILTS, KNIGHTS, LANCES = 3, 6, 40  # of a match, at most at a table, at most in a deck


class Places(Zones):
    hand = Zone(OWNER, per_seat=True, sorted=True)
    lane = Zone(EVERYONE, per_seat=True)
    stock = Zone(NOBODY)


class Acts(ActionSpace):
    lay = Verb((Argument("lance", LANCES, "card"),), "Lay {lance}")


class Course(Phases):
    tilt = Phase("Tilt", SECRET_TOGETHER)


ZONES, ACTIONS, PHASES = Places(KNIGHTS), Acts(), Course()
STATE = StateSpec(seats=KNIGHTS, cards=LANCES, zones=ZONES)
CARDS = CardTable("cards.csv", PLAIN_COLUMNS, least=TILTS * KNIGHTS, most=LANCES)


@rule
def setup(state, deck, events):
    """Shuffle the lances, deal three to each knight, and ask all knights at once."""
    clear_table(state)
    fill(state, ZONES.stock, deck.card_count)
    shuffle(state, deck, ZONES.stock)
    for dealt in range(TILTS * state.seats):
        move(state, top_card(state, ZONES.stock), ZONES.hand + dealt % state.seats)
    state.to_act = (1 << state.seats) - 1


@rule
def legal(state, deck, seat, actions):
    """Any lance in hand, once in each tilt."""
    if state.to_act & seat_bit(seat) != 0:
        allow_cards(state, deck, actions, ZONES.hand + seat, 0, ACTIONS.lay)


@rule
def step(state, deck, events, seat, action):
    """Pick a lance in secret; when all knights have, lay them open."""
    stage(state, deck, seat, ZONES.hand + seat, argument_of(action))
    state.to_act &= ~seat_bit(seat)
    if state.to_act == 0:
        for knight in range(state.seats):
            move_picked(state, knight, ZONES.hand + knight, ZONES.lane + knight)
        state.turn += 1
        state.over = 1 if state.turn == TILTS else 0
        state.to_act = 0 if state.turn == TILTS else (1 << state.seats) - 1


@rule
def score(state, deck, lines):
    """A point for each tilt in which no knight has laid a higher lance."""
    for tilt in range(state.turn):
        highest = 0
        for seat in range(state.seats):
            highest = max(highest, deck.points[deck.kind[card_at(state, ZONES.lane + seat, tilt)]])
        for seat in range(state.seats):
            if deck.points[deck.kind[card_at(state, ZONES.lane + seat, tilt)]] == highest:
                emit_line(lines, seat, -1, -1, -1, 1, POINTS)


def recount(view, deck):
    """Count the tilts again, by the names of the lances that lie open."""
    points = {row["name"]: row["points"] for row in deck.rows}
    tilts = list(zip(*([points[name] for name in lane["cards"]] for lane in view["zones"]["lane"]), strict=True))
    won = tuple(sum(tilt[seat] == max(tilt) for tilt in tilts) for seat in range(view["seats"]))
    return Recount(tuple(seat for seat in range(view["seats"]) if won[seat] == max(won)), {"points": won})


JOUST = Variant(
    state=STATE,
    actions=ACTIONS,
    setup=setup,
    legal=legal,
    step=step,
    score=score,
    max_decisions=TILTS * KNIGHTS,
    phases=PHASES,
    recount=recount,
)
GAME = Game(id="joust", title="Joust", version=1, variants=(JOUST,), tables=(CARDS,), default_deck="tourney")

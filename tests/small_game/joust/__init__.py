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
    ask_everybody,
    card_at,
    deal,
    emit_line,
    enter,
    fill,
    move_picked,
    rule,
    shuffle,
    stage,
)

TILTS, KNIGHTS, LANCES = 3, 6, 40  # of a match, at most at a table, at most in a deck


class Places(Zones):
    hand = Zone(OWNER, per_seat=True, sorted=True)
    lane = Zone(EVERYONE, per_seat=True)
    stock = Zone(NOBODY)


class Acts(ActionSpace):
    lay = Verb((Argument("lance", LANCES, "card"),), "Lay {lance}")


ZONES, ACTIONS = Places(KNIGHTS), Acts()
STATE = StateSpec(seats=KNIGHTS, cards=LANCES, zones=ZONES)
CARDS = CardTable("cards.csv", PLAIN_COLUMNS, least=TILTS * KNIGHTS, most=LANCES)


@rule
def setup(state, deck, events):
    """Shuffle the lances, and deal three to each knight."""
    fill(state, ZONES.stock, deck.card_count)
    shuffle(state, deck, ZONES.stock)
    deal(state, ZONES.stock, ZONES.hand, TILTS)
    enter(state, PHASES.tilt)


@rule
def legal(state, deck, seat, actions):
    """Any lance in hand."""
    allow_cards(state, deck, actions, ZONES.hand + seat, 0, ACTIONS.lay)


@rule
def pick(state, deck, events, seat, action):
    """Pick a lance in secret."""
    stage(state, deck, seat, ZONES.hand + seat, argument_of(action))


@rule
def lay_open(state, deck, events):
    """Once all knights have picked, their lances lie open; another tilt follows, unless it was the last."""
    for knight in range(state.seats):
        move_picked(state, knight, ZONES.hand + knight, ZONES.lane + knight)
    state.turn += 1
    state.over = 1 if state.turn == TILTS else 0
    enter(state, PHASES.tilt)


class Course(Phases):
    tilt = Phase("Tilt", SECRET_TOGETHER, begin=ask_everybody, legal=legal, answer=pick, end=lay_open)


PHASES = Course()


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


JOUST = Variant(STATE, ACTIONS, setup, score=score, max_decisions=TILTS * KNIGHTS, phases=PHASES, recount=recount)
GAME = Game(id="joust", title="Joust", version=1, variants=(JOUST,), tables=(CARDS,), default_deck="tourney")

"""Errands: a tiny game whose cards stand in two tables, with a third of rows that are no cards; kept as a test.

The errands lie open in a row. For the first of them every knight lays an adventure in secret; the strongest takes it.
An adventure counts double if the errand names it, and one more in the category that the errand favours. Whoever takes
an errand says where the next one is, and pays the toll of that place at the end.
"""

from workbench.author import (
    EVERYONE,
    HEARD_BY_EVERYONE,
    NOBODY,
    OWNER,
    PLAIN_COLUMNS,
    SECRET_TOGETHER,
    ActionSpace,
    Argument,
    CardTable,
    Column,
    Field,
    Game,
    Measures,
    Phase,
    Phases,
    Ranking,
    Reason,
    Record,
    Recount,
    Reports,
    StateSpec,
    Variant,
    Verb,
    Zone,
    Zones,
    all_seats,
    allow_cards,
    allow_range,
    argument_of,
    ask,
    ask_seats,
    card_at,
    cards_in,
    deal,
    emit_line,
    enter,
    fill,
    move,
    move_picked,
    plain_arrays,
    rule,
    shuffle,
    stage,
    top_card,
)

SEATS, ROUNDS, DEALT, PLACES = 3, 3, 4, 2
ADVENTURES = CardTable(
    "adventures.csv",
    (*PLAIN_COLUMNS, Column("suit", "letter", "the category it is of")),
    least=SEATS * DEALT,
    most=20,
    noun="adventure",
)
ERRANDS = CardTable(
    "errands.csv",
    (
        Column("errand_id", "key", "a short id", required=True),
        Column("title", "name", "what it is called", required=True),
        Column("points", "number", "what it is worth", least=-999, most=999),
        Column("favours", "letter", "the category that counts one more"),
        Column("foe", "card", "the adventure that counts double"),
    ),
    least=ROUNDS,
    most=6,
    noun="errand",
)
LANDS = CardTable(
    "places.csv",
    (
        Column("place_id", "key", "a short id", required=True),
        Column("name", "name", "what it is called", required=True),
        Column("toll", "number", "what a visit costs"),
    ),
    least=PLACES,
    most=PLACES,
    noun="place",
    are_cards=False,
)
MOST_CARDS = ADVENTURES.most + ERRANDS.most


class ErrandZones(Zones):
    """Where cards lie."""

    hand = Zone(OWNER, per_seat=True, sorted=True)
    laid = Zone(EVERYONE, per_seat=True)
    won = Zone(EVERYONE, per_seat=True)
    errands = Zone(EVERYONE)
    stock = Zone(NOBODY)


ZONES = ErrandZones(SEATS)


class ErrandState(Record):
    """What a game remembers."""

    visits = Field("i2", (SEATS, PLACES), about="how often a seat has ridden to each place")


STATE = StateSpec(seats=SEATS, cards=MOST_CARDS, zones=ZONES, fields=ErrandState)


class ErrandActions(ActionSpace):
    """What a seat can do."""

    lay = Verb((Argument("card", MOST_CARDS, "card"),), "Lay {card}")
    ride = Verb((Argument("place", PLACES, "place"),), "Ride to {place}", HEARD_BY_EVERYONE, "{seat}: {place}.")


ACTIONS = ErrandActions()


class ErrandRanking(Ranking):
    """Why lines give points."""

    errand = Reason("point", "{source}")
    toll = Reason("derived", "toll at {other}", other="place")
    total = Reason("derived", "all points")


RANKING = ErrandRanking(chain=("total",))


@rule
def setup(state, deck, events):
    """Shuffle the errands and lay them open, shuffle the adventures and deal them."""
    fill(state, ZONES.stock, deck.card_count)
    for card in range(deck.card_count):
        if deck.table[deck.kind[card]] == 1:
            move(state, card, ZONES.errands)
    shuffle(state, deck, ZONES.errands)
    shuffle(state, deck, ZONES.stock)
    deal(state, ZONES.stock, ZONES.hand, DEALT)
    enter(state, PHASES.lay)


@rule
def ask_all(state, deck, events):
    """All lay an adventure at once."""
    ask_seats(state, all_seats(state))


@rule
def legal_adventures(state, deck, seat, actions):
    """Any adventure in hand."""
    allow_cards(state, deck, actions, ZONES.hand + seat, 0, ACTIONS.lay)


@rule
def lay(state, deck, events, seat, action):
    """Choose an adventure, which nobody sees before all have."""
    stage(state, deck, seat, ZONES.hand + seat, argument_of(action))


@rule
def settle(state, deck, events):
    """The strongest takes the first errand and rides on; of equals the one who sits first."""
    for knight in range(state.seats):
        move_picked(state, knight, ZONES.hand + knight, ZONES.laid + knight)
    errand = card_at(state, ZONES.errands, 0)
    best, winner = -1, 0
    for seat in range(state.seats):
        found = strength(deck, deck.kind[top_card(state, ZONES.laid + seat)], deck.kind[errand])
        if found > best:
            best, winner = found, seat
    move(state, errand, ZONES.won + winner)
    enter(state, PHASES.ride)
    ask(state, winner)


@rule
def legal_places(state, deck, seat, actions):
    """Any place."""
    allow_range(actions, ACTIONS.ride, PLACES)


@rule
def ride(state, deck, events, seat, action):
    """Pay a visit; after the last errand the game is over."""
    place = argument_of(action)
    state.visits[seat, place] += 1
    state.turn += 1
    state.over = int(state.turn == ROUNDS)


class ErrandPhases(Phases):
    """The course of a game."""

    lay = Phase("Lay an adventure", SECRET_TOGETHER, ask_all, legal_adventures, lay, settle)
    ride = Phase("Ride on", legal=legal_places, answer=ride, then="lay")


PHASES = ErrandPhases()


@rule
def strength(deck, adventure, errand):
    """What an adventure counts for an errand, both as kinds."""
    points = deck.points[adventure]
    if deck.foe[errand] == adventure:
        points = 2 * points
    if deck.favours[errand] >= 0 and deck.favours[errand] == deck.suit[adventure]:
        points = points + 1
    return points


@rule
def score(state, deck, lines):
    """What the errands are worth, less the tolls."""
    for seat in range(state.seats):
        total = 0
        for i in range(cards_in(state, ZONES.won + seat)):
            kind = deck.kind[card_at(state, ZONES.won + seat, i)]
            emit_line(lines, seat, -1, kind, -1, deck.points[kind], RANKING.errand)
            total += deck.points[kind]
        for place in range(PLACES):
            toll = deck.toll[place] * state.visits[seat, place]
            if toll > 0:
                emit_line(lines, seat, -1, 0, place, -toll, RANKING.toll)
                total -= toll
        emit_line(lines, seat, -1, -1, -1, total, RANKING.total)


def recount(view, deck):
    """Count the errands and the tolls again, by the names of what lies open."""
    points = {row["title"]: row["points"] for row in deck.tables[ERRANDS.file]}
    tolls = [row["toll"] or 0 for row in deck.tables[LANDS.file]]
    won = [sum(points[name] for name in zone["cards"]) for zone in view["zones"]["won"]]
    paid = [sum(map(int.__mul__, tolls, visits)) for visits in view["fields"]["visits"][: len(won)]]
    total = tuple(one - other for one, other in zip(won, paid, strict=True))
    winners = tuple(seat for seat, points in enumerate(total) if points == max(total))
    return Recount(winners, {"errand": tuple(won), "toll": tuple(-one for one in paid), "total": total})


def deck_arrays(deck):
    """The default arrays, and the toll of each place, whose rows are no cards."""
    return with_tolls(plain_arrays(deck), [int(row["toll"] or 0) for row in deck.tables[LANDS.file]])


def with_tolls(arrays, tolls):
    """Arrays of a deck with one more."""
    from collections import namedtuple

    import numpy as np

    parts = {**arrays._asdict(), "toll": np.array(tolls, np.int64)}
    return namedtuple("DeckArrays", parts)(**parts)


def without_points(arrays, kind):
    """The deck with a card that is worth nothing."""
    points = arrays.points.copy()
    points[kind] = 0
    return arrays._replace(points=points) if arrays.points[kind] else None


VARIANT = Variant(
    state=STATE,
    actions=ACTIONS,
    setup=setup,
    score=score,
    max_decisions=ROUNDS * (SEATS + 1),
    ranking=RANKING,
    phases=PHASES,
    recount=recount,
    measures=Measures(scored_at_end=True),
)
GAME = Game(
    id="errands",
    title="Errands",
    version=1,
    variants=(VARIANT,),
    tables=(ADVENTURES, ERRANDS, LANDS),
    deck_arrays=deck_arrays,
    default_deck="first",
    reports=Reports(worth={"points": without_points}),
)

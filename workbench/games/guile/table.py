"""What lies on the table in Guile, what a match remembers, what a seat can do, and what the log tells.

Positions are numbered clockwise from 0; even ones are of the first faction, odd ones of the second (GL-302).
A kind is a row of cards.csv, a knight a row of knights.csv, and r a round, counted from 0 in the record and from 1
in events.
"""

from __future__ import annotations

from workbench.author import (
    NOBODY,
    OWNER,
    PEOPLE_ONLY,
    ActionSpace,
    Argument,
    EventKind,
    EventKinds,
    Field,
    StateSpec,
    Verb,
    Zone,
    Zones,
)
from workbench.games.guile.deck import FACTIONS, KNIGHTS, MAX_CARDS
from workbench.games.guile.names import HouseRules
from workbench.games.guile.options import OPTIONS

SEATS = 2
HAND_SIZE = 4  # cards dealt to a seat, and knights of a faction (GL-003, GL-026)
CYCLE = KNIGHTS  # actions in a cycle (GL-042)
MOST_ROUNDS = 30  # the safety stop if rounds may be drawn (GL-316)


class GuileZones(Zones):
    """Where cards lie."""

    hand = Zone(OWNER, per_seat=True, sorted=True, about="cards a seat chooses from in the draft")
    kept = Zone(OWNER, per_seat=True, sorted=True, about="cards a seat has kept and not laid yet")
    position = Zone(NOBODY, about="the cards on the knights, by position", many=KNIGHTS)
    stock = Zone(NOBODY, about="cards not dealt yet")
    aside = Zone(NOBODY, about="cards not used in this round")


ZONES = GuileZones(SEATS)


class GuileState(HouseRules):
    """What a match remembers."""

    start_seat = Field(about="the start player's seat")
    faction_seat = Field("i2", (FACTIONS,), about="by faction: the seat that controls it", optional=True)
    knight_at = Field("i1", (KNIGHTS,), about="by position: the knight")
    sword = Field(about="the position the sword points at: the Start Knight")
    knight_errant = Field(about="the position at the turn card")
    actions_taken = Field(about="actions taken in this round, 0 to 16")
    coins_up = Field(about="1 in the second cycle")
    victory_cards = Field("i2", (SEATS,), about="by seat")
    chosen = Field("i1", (SEATS,), OWNER, "by seat: the kind it keeps in this pick", optional=True)
    plan = Field("i1", (SEATS, HAND_SIZE), OWNER, "the kind laid on a seat's i-th knight", optional=True)
    seen = Field("i4", (SEATS,), OWNER, "by seat: how many of each card it was shown in this round, as bits")
    rounds = Field(about="rounds scored so far; it is the row r of the round being played")
    round_start = Field("i1", (MOST_ROUNDS,), about="the position of the Start Knight in round r")
    peeks_made = Field("i1", (MOST_ROUNDS, SEATS), about="how many of a seat's actions were peeks")
    scored_kind = Field("i1", (MOST_ROUNDS, KNIGHTS), about="by position: the kind turned there", optional=True)
    influence = Field("i1", (MOST_ROUNDS, KNIGHTS), about="by position: what it was worth")
    why = Field("i1", (MOST_ROUNDS, KNIGHTS), about="by position: why, the reason of its line")
    decided_by = Field("i1", (MOST_ROUNDS,), about="one of DECIDED_BY")
    round_winner = Field("i1", (MOST_ROUNDS,), about="the seat that won, none or BOTH_WIN", optional=True)
    aside_shown = Field("i4", (MOST_ROUNDS,), about="how many of each card lay aside and were shown, as bits")


STATE = StateSpec(seats=SEATS, cards=MAX_CARDS, zones=ZONES, fields=GuileState, options=OPTIONS, frames=1)


KNIGHT, CARD = Argument("knight", KNIGHTS, "knight"), Argument("card", MAX_CARDS, "card")


class GuileActions(ActionSpace):
    """What a seat can do."""

    choose_faction = Verb((Argument("faction", FACTIONS, "category"),), "Choose {faction}", plain=True)
    start_at = Verb((KNIGHT,), "Begin with {knight}", plain=True)
    keep = Verb((CARD,), "Keep {card}")
    lay = Verb((KNIGHT, CARD), "Lay {card} on {knight}")
    take_back = Verb((KNIGHT,), "Take back the card on {knight}", use=PEOPLE_ONLY)
    done = Verb((), "Placement is done")
    peek = Verb((), "Peek")
    exchange = Verb((KNIGHT,), "Exchange with {knight}", plain=True)
    lay_back = Verb((), "Put the card back")


ACTIONS = GuileActions()
# A faction and a Start Knight; in each round three picks, four cards laid and done for both seats, 16 actions, and as
# many looks that end. Cards taken back are not counted: people may repeat that while their time lasts.
MOST_DECISIONS = 2 + MOST_ROUNDS * (SEATS * (HAND_SIZE - 1 + HAND_SIZE + 1) + 2 * 2 * CYCLE)


SEAT, FACTION, A_KNIGHT = ("seat", "seat"), ("faction", "category"), ("knight", "knight")
A_CARD, NUMBER = ("card", "card"), ("count", "number")
TURNED, WON = (A_KNIGHT, A_CARD, NUMBER), (NUMBER, SEAT)


class GuileEvents(EventKinds):
    """What the log tells."""

    turned_printed = EventKind("{card} lies on {knight}.", TURNED)
    turned_cancelled = EventKind("{card} lies on {knight}, but Morgana cancels it.", TURNED)
    turned_morgana_zero = EventKind("{card} lies on {knight}: it counts 0.", TURNED)
    turned_merlin_copy = EventKind("{card} lies on {knight}: it counts {count}, like the card across.", TURNED)
    turned_merlin_zero = EventKind("{card} lies on {knight}: it counts 0.", TURNED)
    turned_isolde_copy = EventKind("{card} lies on {knight}: it counts {count}, like the highest card.", TURNED)
    turned_isolde_zero = EventKind("{card} lies on {knight}: it counts 0 here.", TURNED)
    decided_total = EventKind("{seat} wins round {count}.", WON)
    decided_highest_card = EventKind("{seat} wins round {count} with the highest card.", WON)
    decided_dagger = EventKind("{seat} wins round {count} with the dagger.", WON)
    decided_drawn = EventKind("Round {count} is a tie.", (NUMBER,))
    start_player = EventKind("{seat} begins.", (SEAT,))
    faction = EventKind("{seat} leads {faction}.", (SEAT, FACTION))
    round_begins = EventKind("Round {count}: the sword points at {knight}.", (NUMBER, A_KNIGHT))
    passed = EventKind("Both players keep a card and pass {count:card} on.", (NUMBER,))
    laid = EventKind("All cards lie face down.")
    peeked = EventKind("{seat} peeks at the card on {knight}.", (SEAT, A_KNIGHT))
    saw = EventKind("You see {card} on {knight}.", (A_CARD, A_KNIGHT), fleeting=True)
    exchanged = EventKind("{seat} exchanges {knight} with {other}.", (SEAT, A_KNIGHT, ("other", "knight")))
    coins_up = EventKind("Second time round: the cycle card shows its coins.")
    totalled = EventKind("{faction} have {count} in all.", (FACTION, NUMBER))
    lay_aside = EventKind("{card} was left over.", (A_CARD,))
    match_won = EventKind("{seat} controls Camelot.", (SEAT,))
    match_drawn = EventKind("The match is a tie.")


EVENTS = GuileEvents()

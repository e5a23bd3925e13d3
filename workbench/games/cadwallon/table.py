"""What lies on the table in Guilds of Cadwallon, what a game remembers, and what a seat can do.

The city is nine cells in three rows, with twelve boulevards between them. Legend: cells 0 to 8 row by row from the top
left; boulevards 0 to 5 lie between cells side by side, 6 to 11 between one cell and the one below it.

    ENDS[boulevard]             the two cells that it lies between
    BOULEVARDS[cell, i]         the boulevards of a cell, -1 beyond its last
    ACROSS[cell, i]             the cell across each of them
    agents[boulevard, seat]     in the record: how many agents of a seat stand there
"""

from __future__ import annotations

import numpy as np

from workbench.author import (
    EVERYONE,
    HEARD_BY_ACTOR,
    NOBODY,
    OWNER,
    ActionSpace,
    Argument,
    EventKind,
    EventKinds,
    Field,
    StateSpec,
    Values,
    Verb,
    Zone,
    Zones,
)
from workbench.games.cadwallon.deck import (
    GUILDS,
    MAX_CARDS,
    MAX_DISTRICTS,
    MAX_KINDS,
)
from workbench.games.cadwallon.names import HouseRules
from workbench.games.cadwallon.options import MOST_GAMES, MOST_SEATS, MOST_STALLED, OPTIONS

CELLS, SIDE = 9, 3
CENTRE = 4
CORNER_BITS = sum(1 << cell for cell in (0, 2, 6, 8))
ENDS = np.array(
    [(cell, cell + 1) for cell in range(CELLS) if cell % SIDE < SIDE - 1]
    + [(cell, cell + SIDE) for cell in range(CELLS - SIDE)]
)
BOULEVARD_COUNT = len(ENDS)
ALL_BOULEVARDS = (1 << BOULEVARD_COUNT) - 1
CENTRE_BOULEVARDS = sum(1 << number for number, ends in enumerate(ENDS) if CENTRE in ends)
MOST_BOULEVARDS = 4  # of a cell


def _around(cell: int) -> list[tuple[int, int]]:
    """The boulevards of a cell, each with the cell across."""
    found = [(number, int(ends.sum()) - cell) for number, ends in enumerate(ENDS) if cell in ends]
    return found + [(-1, -1)] * (MOST_BOULEVARDS - len(found))


BOULEVARDS, ACROSS = np.moveaxis(np.array([_around(cell) for cell in range(CELLS)]), 2, 0).copy()
CELL_NAMES = ("top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right")
BOULEVARD_NAMES = tuple(f"{CELL_NAMES[first]} and {CELL_NAMES[second]}" for first, second in ENDS)
HIGHEST_SUPPORT = 3  # of a card, Ducal Herald included (CA-112)

# How a cell was judged (CA-062 to CA-067, CA-170 to CA-172).
JUDGED = Values("nobody", "most_support", "vote", "arbiter", "tie")
AGENTS = 6  # of each colour, whatever the number of players (CA-001, CA-145)
REMOVED_ACTIONS = 6  # that go back to the box (CA-026)


class CadwallonZones(Zones):
    """Where cards lie."""

    hand = Zone(OWNER, per_seat=True, sorted=True, about="action cards that others do not see")
    contracts = Zone(OWNER, per_seat=True, sorted=True, about="contracts dealt, then the one that is kept")
    looked = Zone(OWNER, per_seat=True, sorted=True, about="cards looked at with Tarot Mages")
    won = Zone(EVERYONE, per_seat=True, sorted=True, about="action cards in hand that lie open")
    played = Zone(EVERYONE, per_seat=True, about="action cards played")
    tableau = Zone(EVERYONE, per_seat=True, about="district cards won")
    cell = Zone(EVERYONE, about="the cells of the city", many=CELLS)
    stock = Zone(NOBODY, about="district cards not revealed yet")
    box = Zone(NOBODY, about="action cards removed before the game")
    out = Zone(EVERYONE, about="cards out of the game")
    condition_stock = Zone(NOBODY, about="condition cards not drawn")
    in_force = Zone(EVERYONE, about="the condition in force")
    contract_stock = Zone(NOBODY, about="contracts not dealt, or returned")
    shown = Zone(EVERYONE, per_seat=True, about="the contract kept, once it is shown")


ZONES = CadwallonZones(MOST_SEATS)


class CadwallonState(HouseRules):
    """What a game remembers, beside the house rules."""

    # The city (see city.py): agents by boulevard and seat, agents left, boulevards closed this round as bits
    agents = Field("i1", (BOULEVARD_COUNT, MOST_SEATS))
    supply = Field("i1", (MOST_SEATS,), about="agents left")
    closed = Field("i2")
    # By district card, for this round: support value added, 1 for support value 0, votes about it as bits of seats
    herald = Field("i1", (MAX_DISTRICTS,))
    scandal = Field("i1", (MAX_DISTRICTS,))
    votes = Field("i1", (MAX_DISTRICTS,))
    # The course of a game: games of the series that are over, rounds of this one that have begun, the kind of the
    # condition in force, the seat with the First Player card, the seat whose turn it is, action cards
    # played in this turn, cards that left the city in this round, rounds in a row in which none did
    games = Field("i1")
    rounds = Field(about="round")
    condition_now = Field(optional=True)
    first_seat = Field("i1")
    current = Field("i1")
    played_now = Field("i1")
    left_city = Field("i1")
    stalled = Field("i1")
    # Secret answers
    chosen = Field("i2", (MOST_SEATS,), OWNER, "the kind of the contract a seat keeps", optional=True)
    assignment = Field("i1", (MOST_SEATS, GUILDS), OWNER, "personalities a seat has assigned, by guild")
    # Control phases so far; the last one by cell: the kind that lay there, its support value, support by seat, who
    # won it, one of JUDGED; the agents that stood there then
    judged = Field()
    judged_kind = Field("i1", (CELLS,), optional=True)
    judged_value = Field("i1", (CELLS,))
    judged_support = Field("i1", (CELLS, MOST_SEATS))
    judged_winner = Field("i1", (CELLS,), optional=True)
    judged_how = Field("i1", (CELLS,))
    judged_agents = Field("i1", (BOULEVARD_COUNT, MOST_SEATS))
    # The finished games of the series (see scoring.py)
    held = Field("i1", (MOST_GAMES, MAX_DISTRICTS), optional=True)
    assigned = Field("i1", (MOST_GAMES, MOST_SEATS, GUILDS))
    contract_of = Field("i1", (MOST_GAMES, MOST_SEATS), optional=True)
    condition_of = Field("i1", (MOST_GAMES,), optional=True)
    # What reports are made of, by game: who began, rounds, cells by JUDGED
    first_of = Field("i1", (MOST_GAMES,))
    rounds_of = Field("i2", (MOST_GAMES,))
    cells_judged = Field("i2", (MOST_GAMES, len(JUDGED)))


STATE = StateSpec(seats=MOST_SEATS, cards=MAX_CARDS, zones=ZONES, fields=CadwallonState, options=OPTIONS, frames=1)


CARD, OWNED_BY = Argument("card", MAX_KINDS, "card"), Argument("owner", MOST_SEATS, "seat")
CELL = Argument("cell", CELLS, "choice", CELL_NAMES)
BOULEVARD = Argument("boulevard", BOULEVARD_COUNT, "choice", BOULEVARD_NAMES)


class CadwallonActions(ActionSpace):
    """What a seat can do."""

    keep = Verb((CARD,), "Keep {card}")
    place = Verb((BOULEVARD,), "Send an agent between {boulevard}", plain=True)
    play = Verb((CARD,), "Play {card}")
    skip = Verb((), "Play no card", plain=True)
    choose_card = Verb((CELL,), "Choose the card {cell}", plain=True)
    choose_boulevard = Verb((BOULEVARD,), "Choose the boulevard between {boulevard}", plain=True)
    choose_agent = Verb((BOULEVARD, OWNED_BY), "Choose the agent of {owner} between {boulevard}", plain=True)
    exchange = Verb((CARD, CELL), "Exchange {card} with the card {cell}")
    keep_cards = Verb((), "Exchange nothing")
    put_back = Verb((CARD,), "Put {card} back", HEARD_BY_ACTOR, "{seat} puts {card} back.")
    pardon = Verb((CARD,), "Remove {card}", plain=True)
    assign = Verb((Argument("guild", GUILDS, "category"),), "Assign a personality to {guild}")


ACTIONS = CadwallonActions()
PASS_VERBS = (
    ACTIONS.skip, ACTIONS.keep_cards, ACTIONS.keep, ACTIONS.put_back, ACTIONS.place, ACTIONS.assign,
    ACTIONS.choose_card, ACTIONS.choose_boulevard, ACTIONS.choose_agent, ACTIONS.pardon,
)  # fmt: skip
# In a round each boulevard takes an agent, after which as many action cards as there are may be refused or played; what
# action cards add is counted with them. Only a few rounds in a row may pass without a card leaving the city.
MOST_ROUNDS = (MAX_DISTRICTS + 1) * MOST_STALLED
MOST_DECISIONS = MOST_GAMES * (MOST_ROUNDS * 3 * (BOULEVARD_COUNT + 2) + 14 * 6 + MOST_SEATS * 8)


SEAT, WHO_ELSE, A_CARD, ANOTHER = ("seat", "seat"), ("other", "seat"), ("card", "card"), ("another", "card")
COUNT = ("count", "number")


class CadwallonEvents(EventKinds):
    """What the log tells."""

    game_begins = EventKind("Game {count} begins.", (COUNT,))
    condition = EventKind("This game is played with {card}.", (A_CARD,))
    first_player = EventKind("{seat} has the First Player card.", (SEAT,))
    dealt_action = EventKind("You are dealt {card}.", (A_CARD,))
    dealt_contract = EventKind("You are dealt the contract {card}.", (A_CARD,))
    contracts_kept = EventKind("Everybody keeps a contract.")
    round_begins = EventKind("Round {count} begins.", (COUNT,))
    reveals = EventKind("{card} is revealed.", (A_CARD,))
    places = EventKind("{seat} sends an agent between {card} and {another}.", (SEAT, A_CARD, ANOTHER))
    plays = EventKind("{seat} plays {card}.", (SEAT, A_CARD))
    swaps = EventKind("{seat} swaps {card} and {another}.", (SEAT, A_CARD, ANOTHER))
    closes = EventKind("{seat} closes the boulevard between {card} and {another}.", (SEAT, A_CARD, ANOTHER))
    evicts = EventKind("{seat} sends an agent of {other} home.", (SEAT, WHO_ELSE))
    crosses = EventKind("{seat} moves an agent between {card} and {another}.", (SEAT, A_CARD, ANOTHER))
    mistakes = EventKind("{seat} swaps an agent of {other} with one of {third}.",
                  (SEAT, WHO_ELSE, ("third", "seat")))  # fmt: skip
    praises = EventKind("{seat} adds 1 to the support value of {card}.", (SEAT, A_CARD))
    slanders = EventKind("{seat} makes {card} worth 0 support this round.", (SEAT, A_CARD))
    votes = EventKind("{seat} will win a tie about {card}.", (SEAT, A_CARD))
    pardons = EventKind("{seat} takes {card} out of the game.", (SEAT, A_CARD))
    looks = EventKind("{seat} looks at {count:card} of the deck.", (SEAT, COUNT))
    saw = EventKind("You see {card}.", (A_CARD,), fleeting=True)
    exchanges = EventKind("{seat} lays {card} into the city for {another}.", (SEAT, A_CARD, ANOTHER))
    wins_by_most_support = EventKind("{seat} wins {card} with {count} support.", (SEAT, A_CARD, COUNT))
    wins_by_vote = EventKind("{seat} wins {card} by Backroom Vote.", (SEAT, A_CARD, COUNT))
    wins_by_arbiter = EventKind("{seat} wins the tie about {card}.", (SEAT, A_CARD, COUNT))
    tie = EventKind("{card} stays: a tie with {count} support.", (A_CARD, COUNT))
    stays = EventKind("{card} stays: nobody has support there.", (A_CARD,))
    deck_too_short = EventKind("Too few cards are left to fill the city: the game ends.")
    stalled = EventKind("No card has left the city for {count:round}: the game ends.", (COUNT,))
    contract = EventKind("{seat} shows the contract {card}.", (SEAT, A_CARD))
    game_over = EventKind("Game {count} is over.", (COUNT,))


EVENTS = CadwallonEvents()
TOLD_OF_WINNER = EVENTS.numbers_of(JUDGED, "wins_by_{}")

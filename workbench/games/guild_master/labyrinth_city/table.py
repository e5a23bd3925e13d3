"""What lies on the table in Labyrinth City, what a game remembers, and what a seat can do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from workbench.author import (
    NOBODY,
    OWNER,
    PEOPLE_ONLY,
    Argument,
    EventKind,
    Field,
    StateSpec,
    Verb,
    Zone,
)
from workbench.games.guild_master.deck import MAX_CARDS
from workbench.games.guild_master.labyrinth_city.names import HouseRules
from workbench.games.guild_master.labyrinth_city.options import MAX_SEATS, MOST_ROUNDS, OPTIONS
from workbench.games.guild_master.options import MAX_SEATS as SMALLER
from workbench.games.guild_master.options import OFFER_STOP
from workbench.games.guild_master.player_interaction import table as interaction
from workbench.games.guild_master.table import A_CARD, SEAT

FEWEST_SEATS = 6
ONE_MORE, TWO_MORE = 6, 12  # of this many seats one gets a fourth card, or even a fifth (GM-237)
MAX_SPOTS = 2 * MAX_CARDS + 2  # a city touches the most empty cells when its cards lie in one line
SIDES = ("north", "east", "south", "west")


NEEDED = "hand offered built stock".split()
ON_THE_FLOOR = (
    "current own_partner own_wish_number own_wish_category category base_points active "
    "passed partner step offers_by wish_number wish_category own_answer own_favour favour answer_favour owes"
).split()


def _for_a_class(field: Field[Any]) -> Field[Any]:
    """A field of the smaller variants with room for every seat of this one."""
    return replace(field, shape=tuple(MAX_SEATS if size == SMALLER else size for size in field.shape))


class CityZones(interaction.InteractionZones, only=NEEDED):
    """Where cards lie."""

    left_out = Zone(NOBODY, about="cards that are not in this game")
    # A seat that answers an offer sees what it has put in there, because it knows these cards.
    answered = Zone(NOBODY, many=MAX_SEATS, about="cards put in against the offer of each seat")


ZONES = CityZones(MAX_SEATS)


class CityState(HouseRules, interaction.InteractionState, only=()):
    """What a game remembers."""

    of_the_floor = tuple(_for_a_class(field) for field in interaction.STATE.fields if field.name in ON_THE_FLOOR)
    first = Field(about="the seat that builds first in every round")
    stopped = Field("i8", about="the seats that are done trading, as bits")
    own_card = Field("i2", (MAX_SEATS,), OWNER, "the card that a seat is about to lay", optional=True, cards=True)
    own_spot = Field("i2", (MAX_SEATS,), OWNER, "the spot it has chosen for it", optional=True)
    laid = Field(about="how many cards the city has")
    city = Field("i2", (MAX_CARDS,), about="its cards in the order in which they were laid", cards=True)
    column = Field("i2", (MAX_CARDS,), about="how far east of the first card each lies")
    row = Field("i2", (MAX_CARDS,), about="how far south of the first card each lies")
    turns = Field("i1", (MAX_CARDS,), about="how many quarter turns clockwise each has made")
    reached = Field("i2", (MAX_CARDS,), about="the first card that roads reach from each over its owner's cards")
    open_ends = Field(about="how many of its roads lead out of it")
    spots = Field(about="how many empty cells touch the city")
    spot_column = Field("i2", (MAX_SPOTS,), about="how far east of the first card each of them is")
    spot_row = Field("i2", (MAX_SPOTS,), about="how far south of the first card each of them is")
    spot_beside = Field("i2", (MAX_SPOTS,), about="the card and the side by which each is named")
    spot_roads = Field("i1", (MAX_SPOTS,), about="the sides of each by which a road comes in, as bits")
    spot_blanks = Field("i1", (MAX_SPOTS,), about="the sides of each where a blank edge lies, as bits")


STATE = StateSpec(seats=MAX_SEATS, cards=MAX_CARDS, zones=ZONES, fields=CityState, options=OPTIONS, frames=1)


UNUSED_VERBS = ("draw", "bid", "vote_for")


def _with_all_seats(verb: Verb) -> Verb:
    """A verb of the smaller variants that can name every seat of this one."""
    size = {"seat": MAX_SEATS}
    arguments = (replace(argument, size=size.get(argument.type, argument.size)) for argument in verb.arguments)
    return replace(verb, arguments=tuple(arguments))


BESIDE = Argument("beside", MAX_CARDS, "choice", names=tuple(f"card {number + 1}" for number in range(MAX_CARDS)))
SIDE = Argument("side", len(SIDES), "choice", names=SIDES)
QUARTERS = Argument("quarters", 4, "choice", names=("as printed", "turned once", "turned twice", "turned three times"))


class CityActions(interaction.InteractionActions, only=()):
    """What a seat can do."""

    of_the_floor = tuple(_with_all_seats(verb) for verb in interaction.ACTIONS.verbs if verb.name not in UNUSED_VERBS)
    take_card = Verb((Argument("card", MAX_CARDS, "card"),), "Build {card}")
    lay_beside = Verb((BESIDE, SIDE), "Lay it {side} of {beside}")
    turn = Verb((QUARTERS,), "Lay it {quarters}")
    take_back = Verb((), "Choose again", use=PEOPLE_ONLY)
    stop = Verb((), "Stop building", plain=True)


ACTIONS = CityActions()
# Each round: what the floor allows a seat, for each seat, a category, and three steps for each card that is laid;
# not counting take_back, which people may repeat.
MOST_DECISIONS = MOST_ROUNDS * (
    MAX_SEATS * (OFFER_STOP * (4 * MAX_CARDS + 14) + MAX_SEATS * OFFER_STOP + 2) + 3 * MAX_CARDS
)


BESIDE_A_CARD = ("beside", "card")
ON_THE_FLOOR_TOLD = (
    "drew_card offer wish_number wish_category shown_card trade received_card round_begins floor_opens is_done answers "
    "declines would_owe owes_favour"
).split()


class CityEvents(interaction.InteractionEvents, only=ON_THE_FLOOR_TOLD):
    """What the log tells."""

    founds = EventKind("{seat} founds the city with {card}.", (SEAT, A_CARD))
    lays_north = EventKind("{seat} lays {card} north of {beside}.", (SEAT, A_CARD, BESIDE_A_CARD))
    lays_east = EventKind("{seat} lays {card} east of {beside}.", (SEAT, A_CARD, BESIDE_A_CARD))
    lays_south = EventKind("{seat} lays {card} south of {beside}.", (SEAT, A_CARD, BESIDE_A_CARD))
    lays_west = EventKind("{seat} lays {card} west of {beside}.", (SEAT, A_CARD, BESIDE_A_CARD))
    stops = EventKind("{seat} is done building.", (SEAT,))


EVENTS = CityEvents()
TOLD_OF_SIDE = EVENTS.numbers_of(SIDES, "lays_{}")

"""What lies on the table in Guild Master, what a game remembers, and what a seat can do."""

from __future__ import annotations

from workbench.author import (
    EVERYONE,
    HEARD_BY_EVERYONE,
    NOBODY,
    OWNER,
    PEOPLE_ONLY,
    PICKS,
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
from workbench.games.guild_master.deck import MAX_CARDS, MAX_CATEGORIES
from workbench.games.guild_master.names import HouseRules
from workbench.games.guild_master.options import MAX_SEATS, OFFER_STOP, OPTIONS, TURN_STOP

FULL_HAND = 5  # GM-034, GM-035

TRADE_STEPS = Values("choosing", "answering", "confirming")
ANY_CATEGORY = -1


class GuildMasterZones(Zones):
    """Where cards lie."""

    hand = Zone(OWNER, per_seat=True, sorted=True, about="cards a seat holds")
    offered = Zone(OWNER, per_seat=True, sorted=True, about="cards a seat has put into the open trade")
    built = Zone(EVERYONE, per_seat=True, sorted=True, about="cards a seat owns, face up before it")
    stock = Zone(NOBODY, about="cards not dealt yet")
    discard = Zone(EVERYONE, about="cards given up face up")
    face_down_discard = Zone(NOBODY, about="cards given up face down")


ZONES = GuildMasterZones(MAX_SEATS)


class GuildMasterState(HouseRules):
    """What a game remembers."""

    current = Field(about="the seat whose turn it is")
    first = Field(about="the seat that took the first turn")
    drawn = Field(about="cards drawn so far in this draw phase")
    trade_step = Field(about="one of TRADE_STEPS: choosing, answering or confirming")
    partner = Field(about="the seat an offer has been made to", optional=True)
    offers_made = Field(about="offers the seat on turn has made in this trade phase")
    wish_number = Field(about="the number of cards the open offer wishes for", optional=True)
    wish_category = Field(about="the category the open offer wishes for", optional=True)
    own_partner = Field("i2", (MAX_SEATS,), OWNER, "the seat that a seat will offer to", optional=True)
    own_wish_number = Field("i2", (MAX_SEATS,), OWNER, "the number a seat will wish for", optional=True)
    own_wish_category = Field("i2", (MAX_SEATS,), OWNER, "the category it will wish for", optional=True)
    category = Field(about="the category picked in this build phase", optional=True)
    base_points = Field("i2", (MAX_SEATS, MAX_CATEGORIES), about="base points so far (GM-055), bonuses aside")
    active = Field(about="1 once the seat on turn has drawn, traded, discarded or built")
    idle_turns = Field(about="turns in a row in which nothing was drawn, traded, discarded or built")


STATE = StateSpec(seats=MAX_SEATS, cards=MAX_CARDS, zones=ZONES, fields=GuildMasterState, options=OPTIONS, frames=1)


CARD, CATEGORY = Argument("card", MAX_CARDS, "card"), Argument("category", MAX_CATEGORIES, "category")


class GuildMasterActions(ActionSpace):
    """What a seat can do."""

    draw = Verb((Argument("count", FULL_HAND + 1),), "Draw {count}")
    offer_to = Verb((Argument("partner", MAX_SEATS, "seat"),), "Offer cards to {partner}")
    pick = Verb((CARD,), "Pick {card}", use=PICKS)
    put_back = Verb((CARD,), "Put back {card}", use=PEOPLE_ONLY)
    wish_number = Verb((Argument("number", FULL_HAND + 1),), "Wish for {number} in return", use=PEOPLE_ONLY)
    wish_category = Verb((CATEGORY,), "Wish for {category}", use=PEOPLE_ONLY)
    done = Verb((), "Done")
    decline = Verb((), "Decline the offer", HEARD_BY_EVERYONE, "{seat} says no.", plain=True)
    confirm = Verb((), "Confirm the trade")
    withdraw = Verb((), "Withdraw the offer", HEARD_BY_EVERYONE, "{seat} takes the offer back.")
    call_off = Verb((), "Choose another partner", use=PEOPLE_ONLY)
    end_trade = Verb((), "End trading", plain=True)
    build_category = Verb(
        (CATEGORY,), "Build {category}", HEARD_BY_EVERYONE, "{seat} chooses {category} for building.", plain=True
    )


ACTIONS = GuildMasterActions()
# Each turn: two draw phases, two trade phases of at most OFFER_STOP offers, a discard and a build phase; more
# offers, put_back, call_off and wishes are not counted, since people may repeat them.
MOST_DECISIONS = TURN_STOP * (2 * (FULL_HAND + 1) + 2 * (OFFER_STOP * (2 * MAX_CARDS + 4) + 1) + 11 + MAX_CARDS + 2)

# What a seat that is out of time does: the first of these verbs, of the game and its variants, that it may play.
PASSES = (
    "call_off leave answer_to decline withdraw end_trade done stop take_back draw bid vote_for pick build_category "
    "put_back"
).split()


def passes(actions: ActionSpace, *but_for: str) -> tuple[int, ...]:
    """Those of PASSES that a variant has, without some of them."""
    names = {verb.name for verb in actions.verbs} - {*but_for}
    return tuple(actions.first(name) for name in PASSES if name in names)


SEAT, PARTNER, A_CARD = ("seat", "seat"), ("partner", "seat"), ("card", "card")
NUMBER, LEFT, BACK = ("count", "number"), ("left", "number"), ("back", "number")


class GuildMasterEvents(EventKinds):
    """What the log tells."""

    turn_begins = EventKind("Turn {count}: {seat}.", (SEAT, NUMBER))
    drew = EventKind("{seat} draws {count:card}; {left} left in the stock.", (SEAT, NUMBER, LEFT))
    drew_card = EventKind("You draw {card}.", (SEAT, A_CARD))
    offer = EventKind("{seat} offers {partner} {count:card}.", (SEAT, PARTNER, NUMBER))
    wish_number = EventKind("{seat} asks for {count:card} in return.", (SEAT, NUMBER))
    wish_category = EventKind("{seat} asks for cards of {category}.", (SEAT, ("category", "category")))
    answer = EventKind("{seat} offers {count:card} in return.", (SEAT, NUMBER))
    shown_card = EventKind("{seat} puts {card} into the trade.", (SEAT, A_CARD))
    trade = EventKind("{seat} gives {partner} {count:card} for {back:card}.", (SEAT, PARTNER, NUMBER, BACK))
    received_card = EventKind("{seat} receives {card}.", (SEAT, A_CARD))
    discarded = EventKind("{seat} discards {count:card}.", (SEAT, NUMBER))
    discarded_card = EventKind("{seat} discards {card}.", (SEAT, A_CARD))
    built = EventKind("{seat} builds {count:card}.", (SEAT, NUMBER))
    built_card = EventKind("{seat} builds {card}.", (SEAT, A_CARD))
    last_card = EventKind("{seat} draws the last card of the stock.", (SEAT,))
    stalled = EventKind("Nothing has happened for {count:round}: the game ends.", (NUMBER,))
    stopped = EventKind("The game stops after {count:turn}.", (NUMBER,))


EVENTS = GuildMasterEvents()

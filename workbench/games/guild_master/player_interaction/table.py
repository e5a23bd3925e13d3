"""What lies on the table in Increased Player Interaction, what a game remembers, and what a seat can do."""

from __future__ import annotations

from workbench.author import (
    HEARD_BY_EVERYONE,
    NOBODY,
    OWNER,
    Argument,
    EventKind,
    Field,
    StateSpec,
    Verb,
    Zone,
)
from workbench.games.guild_master import table as base_game
from workbench.games.guild_master.deck import MAX_CARDS
from workbench.games.guild_master.options import MAX_SEATS, OFFER_STOP, TURN_STOP
from workbench.games.guild_master.player_interaction.names import HouseRules
from workbench.games.guild_master.player_interaction.options import OPTIONS
from workbench.games.guild_master.table import FULL_HAND, NUMBER, PARTNER, SEAT

MOST_ROUNDS = TURN_STOP // 2  # GM-289 counts turns of one seat; two play at least


KEPT_FIELDS = "current own_partner own_wish_number own_wish_category category base_points active idle_turns".split()


class InteractionZones(base_game.GuildMasterZones):
    """Where cards lie."""

    # A seat that answers an offer sees what it has put in there, because it knows these cards.
    answered = Zone(NOBODY, many=MAX_SEATS, about="cards put in against the offer of each seat")


ZONES = InteractionZones(MAX_SEATS)


class InteractionState(HouseRules, base_game.GuildMasterState, only=KEPT_FIELDS):
    """What a game remembers."""

    guildmaster = Field(about="the seat that won the last bid; the first seat before (GM-328)")
    drawn_by = Field("i2", (MAX_SEATS,), about="cards that each seat has drawn in this draw phase")
    own_number = Field("i2", (MAX_SEATS,), OWNER, "the number that a seat has chosen to draw or to bid")
    bids = Field("i2", (MAX_SEATS,), about="the bids of this round, once they are told", optional=True)
    tied = Field("i2", about="the seats that are tied in the bid, as bits; 0 without a tie")
    votes = Field("i2", (MAX_SEATS,), about="the seat that a seat has voted for", optional=True)
    stopped = Field("i2", about="the seats that draw no more in this phase or are done trading, as bits")
    passed = Field("i2", about="how many seats in a row have made no offer, where they offer in order")
    partner = Field("i2", (MAX_SEATS,), about="the seat that each has an open offer to", optional=True)  # type: ignore[assignment]
    step = Field("i2", (MAX_SEATS,), about="how far each open offer is: one of TRADE_STEPS")
    offers_by = Field("i2", (MAX_SEATS,), about="offers that each seat has made in this trade phase")
    wish_number = Field("i2", (MAX_SEATS,), about="the number each open offer wishes for", optional=True)  # type: ignore[assignment]
    wish_category = Field("i2", (MAX_SEATS,), about="the category that each wishes for", optional=True)  # type: ignore[assignment]
    own_answer = Field("i2", (MAX_SEATS,), OWNER, "the seat whose offer a seat will answer", optional=True)
    own_favour = Field("i2", (MAX_SEATS,), OWNER, "the favour that a seat will put into its offer or answer")
    favour = Field("i2", (MAX_SEATS,), about="the favour that each open offer speaks of")
    answer_favour = Field("i2", (MAX_SEATS,), about="the favour that the answer to each offer speaks of")
    owes = Field("i2", (MAX_SEATS, MAX_SEATS), about="how many favours a seat owes another")


STATE = StateSpec(seats=MAX_SEATS, cards=MAX_CARDS, zones=ZONES, fields=InteractionState, options=OPTIONS, frames=1)


PROMISE = Argument("favour", 3, "choice", names=("Owe nothing", "Owe a favour", "Ask a favour"))


class InteractionActions(base_game.GuildMasterActions):
    """What a seat can do."""

    decline = Verb((), "Decline the offer")  # an event tells whose offer, since several are open
    bid = Verb((Argument("count", MAX_CARDS + 1),), "Bid {count}")
    vote_for = Verb(
        (Argument("candidate", MAX_SEATS, "seat"),),
        "Vote for {candidate}",
        HEARD_BY_EVERYONE,
        "{seat} votes for {candidate}.",
    )
    answer_to = Verb((Argument("giver", MAX_SEATS, "seat"),), "Answer the offer of {giver}")
    leave = Verb((), "Leave it for now")
    promise = Verb((PROMISE,), "{favour}")


ACTIONS = InteractionActions()
# Each round: what the base game allows a seat, for each seat, and a bid, a vote and a payment.
MOST_DECISIONS = MOST_ROUNDS * MAX_SEATS * (
    2 * (FULL_HAND + 1) + 2 * (OFFER_STOP * (4 * MAX_CARDS + 11) + MAX_SEATS * OFFER_STOP) + 3 * (MAX_CARDS + 1) + 3
)  # fmt: skip


class InteractionEvents(base_game.GuildMasterEvents):
    """What the log tells."""

    round_begins = EventKind("Round {count}.", (NUMBER,))
    last_round = EventKind("The stock is empty: this round is the last.")
    bid = EventKind("{seat} bids {count:card}.", (SEAT, NUMBER))
    lot_falls = EventKind("They do not agree: the lot picks {seat}.", (SEAT,))
    guildmaster = EventKind("{seat} is Guildmaster with a bid of {count:card}.", (SEAT, NUMBER))
    floor_opens = EventKind("Trading is open: anybody may offer.", ())
    is_done = EventKind("{seat} is done trading.", (SEAT,))
    answers = EventKind("{seat} offers {partner} {count:card} in return.", (SEAT, PARTNER, NUMBER))
    declines = EventKind("{seat} says no to {partner}.", (SEAT, PARTNER))
    would_owe = EventKind("{seat} would owe {partner} a favour.", (SEAT, PARTNER))
    owes_favour = EventKind("{seat} owes {partner} a favour.", (SEAT, PARTNER))


EVENTS = InteractionEvents()

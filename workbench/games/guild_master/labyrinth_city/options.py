"""The options of Labyrinth City: those of the smaller variants that it has, some reworded, and its own."""

from __future__ import annotations

from dataclasses import replace

from workbench.author import Option, OptionGroup, Options
from workbench.games.guild_master.options import OPTIONS as BASE
from workbench.games.guild_master.player_interaction.options import FAVOURS, FLOOR

MAX_SEATS = 30  # GM-236
MOST_ROUNDS = 5

DEAL_SIZE, FIRST_SEAT = BASE.kept("deal_size", "first_seat")
IN_RECORD = (
    "deal_size city_rounds city_card_share first_seat favour_ledger city_title city_bonus trade_reveal "
    "trade_offer_cap bonus_sources excluded_cards trade_floor"
).split()  # saved matches know positions by it
OPTIONS = Options.grouped(
    IN_RECORD,
    OptionGroup.of(
        "The city",
        Option(
            "city_rounds",
            2,
            "Rounds, each of trading and building.",
            "GM-293",
            least=1,
            most=MOST_ROUNDS,
            question="How many rounds?",
            said="{n} rounds, each of trading and building.",
        ),
        Option(
            "city_card_share",
            75,
            "How many of a hundred cards are in the game, at least.",
            "GM-292",
            least=10,
            most=100,
            question="How many cards play?",
            said="Of a hundred cards {n} play.",
        ),
        Option.choice(
            "city_bonus",
            "Whether a bonus needs a road between its two cards that leaves its owner's cards nowhere.",
            "GM-295",
            "Must roads join the two cards of a bonus?",
            owned="A bonus counts wherever its owner's two cards lie.",
            road_linked="A bonus counts where a road joins the two cards over its owner's own.",
        ),
        Option.choice(
            "city_title",
            "What the title goes by: the most points in one category, or the most categories led.",
            "GM-294",
            "What does the title go by?",
            best_category="The most points in one guild win.",
            most_leads="Who leads the most guilds wins.",
        ),
    ),
    OptionGroup.of(
        "Drawing",
        replace(
            DEAL_SIZE,
            default=3,
            help="Cards dealt to each seat; a few get one or two more.",
            question="How many cards does each player get?",
            said="{n} cards each; a few get one or two more.",
        ),
        replace(
            FIRST_SEAT,
            help="The seat that builds first, counted from 0: 0 is Seat 1.",
            most=MAX_SEATS - 1,
            question="Who builds first?",
            said={
                "random": "The lot says who builds first.",
                "n": "Seat number {n} builds first (the first is 0).",
            },
        ),
    ),
    OptionGroup(
        "Trading",
        (*BASE.kept("trade_offer_cap", "trade_reveal"), FLOOR, replace(FAVOURS, default="on")),
    ),
    OptionGroup("Discarding and building", BASE.kept("bonus_sources")),
    OptionGroup("The cards", BASE.kept("excluded_cards")),
)

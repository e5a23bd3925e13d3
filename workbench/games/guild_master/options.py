"""The options of Guild Master, as people at the table agree on them; their numbers are in RULES.md."""

from __future__ import annotations

from workbench.author import Option, OptionGroup, Options
from workbench.games.guild_master.deck import without_cards

MAX_SEATS = 8
OFFER_STOP = 60  # the most offers that bots make in a trade phase; people have no limit (GM-211)
TURN_STOP = 1000  # GM-289

IN_RECORD = (
    "deal_size draw_rule draw_mode discard_max discard_visibility trade_reveal trade_offer_cap "
    "build_choice lead_ties equal_turns first_seat stall_rounds max_turns bonus_sources excluded_cards"
).split()  # saved matches know positions by it
OPTIONS = Options.grouped(
    IN_RECORD,
    OptionGroup.of(
        "Drawing",
        Option(
            "deal_size",
            5,
            "Cards dealt to each seat.",
            "GM-276",
            least=1,
            most=10,
            question="How many cards does each player get to begin with?",
            said="{n} cards to begin with.",
        ),
        Option.choice(
            "draw_rule",
            "Draw until the hand has five cards, or up to five cards whenever it has fewer than five.",
            "GM-277",
            "How many cards may one draw?",
            refill_to_five="Refill to five.",
            five_if_below="Up to five more whenever there are fewer than five.",
        ),
        Option.choice(
            "draw_mode",
            "Name the number of cards before seeing any, or decide after each card.",
            "GM-278",
            "When does one say how many cards one draws?",
            count="Say how many before you look.",
            one_by_one="Look at each before you take another.",
        ),
        Option(
            "first_seat",
            "random",
            "The seat that begins, counted from 0: 0 is Seat 1.",
            "GM-287",
            most=MAX_SEATS - 1,
            none="random",
            question="Who begins?",
            said={"random": "The lot says who begins.", "n": "Seat number {n} begins (the first is 0)."},
        ),
    ),
    OptionGroup.of(
        "Trading",
        Option(
            "trade_offer_cap",
            "none",
            "The most offers a seat makes in one trade phase.",
            "GM-283",
            most=OFFER_STOP,
            none="none",
            bots=3,
            question="How many offers in one trade?",
            said={"none": "As many offers as you like.", "n": "Offers in a trade: at most {n}."},
        ),
        Option.choice(
            "trade_reveal",
            "Who sees the cards of an offer and of its answer before they change hands.",
            "GM-282",
            "Who sees the cards of an offer?",
            to_partner="Only the partner sees the cards.",
            face_down="Nobody sees the cards before they swap.",
            public="Everybody sees the cards.",
        ),
    ),
    OptionGroup.of(
        "Discarding and building",
        Option(
            "discard_max",
            3,
            "The most cards a seat may give up in its discard phase.",
            "GM-279",
            most=10,
            question="How many cards may one give up?",
            said="Up to {n} away.",
        ),
        Option.choice(
            "discard_visibility",
            "Whether everybody sees what is discarded.",
            "GM-280",
            "Who sees what is given up?",
            face_up="Discards lie face up.",
            face_down="Discards lie face down.",
        ),
        Option.choice(
            "build_choice",
            "Build any of the matching cards, or all of them or none.",
            "GM-284",
            "What may one build?",
            any_subset="Build any that fit.",
            all_matching="Build all that fit, or none.",
        ),
        Option.choice(
            "bonus_sources",
            "Resolve misspelt bonus sources, or let only exact names count.",
            "GM-275",
            "Which sources of a bonus count?",
            resolved="Misspelt sources of bonuses count as what they mean.",
            printed="Only exact names of sources count.",
        ),
    ),
    OptionGroup.of(
        "Leading",
        Option.choice(
            "lead_ties",
            "Who gets a shared lead: every tied seat, or nobody.",
            "GM-285",
            "Who leads where several have the most points?",
            all_tied="Who shares the most points leads, too.",
            nobody="Where several have the most points, nobody leads.",
        ),
    ),
    OptionGroup.of(
        "The end",
        Option(
            "equal_turns",
            False,
            "Play the current round to its end when the stock is empty.",
            "GM-286",
            question="Does everybody have as many turns?",
            said={
                False: "The turn in which the stock runs out is the last.",
                True: "When the stock runs out, the round is played to its end.",
            },
        ),
        Option(
            "stall_rounds",
            3,
            "Rounds without any activity that end the game, a house rule.",
            "GM-288",
            least=1,
            most=100,
            question="After how many idle rounds is it over?",
            said="Idle rounds that end it, too: {n}.",
        ),
        Option(
            "max_turns",
            TURN_STOP,
            "Turns after which the game is stopped and scored.",
            "GM-289",
            least=1,
            most=TURN_STOP,
            question="After how many turns is it over at the latest?",
            said="It is over in any case after turn {n}.",
        ),
    ),
    OptionGroup.of(
        "The cards",
        Option(
            "excluded_cards",
            (),
            "Cards that are left out of the deck, by their ids.",
            "GM-273",
            cards=without_cards,
            question="Which cards are left out?",
            said={(): "All cards of the deck play.", "n": "Left out: {n}."},
        ),
    ),
)

"""The options of Guild Master in words, as people at the table agree on them; their numbers are in RULES.md."""

from __future__ import annotations

from workbench.author import HouseRule, HouseRules

HOUSE_RULES = (
    HouseRules(
        "Drawing",
        (
            HouseRule("deal_size", "How many cards does each player get to begin with?", "{n} cards to begin with."),
            HouseRule(
                "draw_rule",
                "How many cards may one draw?",
                {
                    "refill_to_five": "Refill to five.",
                    "five_if_below": "Up to five more whenever there are fewer than five.",
                },
            ),
            HouseRule(
                "draw_mode",
                "When does one say how many cards one draws?",
                {"count": "Say how many before you look.", "one_by_one": "Look at each before you take another."},
            ),
            HouseRule(
                "first_seat",
                "Who begins?",
                {"random": "The lot says who begins.", "n": "Seat number {n} begins (the first is 0)."},
            ),
        ),
    ),
    HouseRules(
        "Trading",
        (
            HouseRule(
                "trade_offer_cap",
                "How many offers in one trade?",
                {"none": "As many offers as you like.", "n": "Offers in a trade: at most {n}."},
            ),
            HouseRule(
                "trade_reveal",
                "Who sees the cards of an offer?",
                {
                    "to_partner": "Only the partner sees the cards.",
                    "face_down": "Nobody sees the cards before they swap.",
                    "public": "Everybody sees the cards.",
                },
            ),
        ),
    ),
    HouseRules(
        "Discarding and building",
        (
            HouseRule("discard_max", "How many cards may one give up?", "Up to {n} away."),
            HouseRule(
                "discard_visibility",
                "Who sees what is given up?",
                {"face_up": "Discards lie face up.", "face_down": "Discards lie face down."},
            ),
            HouseRule(
                "build_choice",
                "What may one build?",
                {"any_subset": "Build any that fit.", "all_matching": "Build all that fit, or none."},
            ),
            HouseRule(
                "bonus_sources",
                "Which sources of a bonus count?",
                {
                    "resolved": "Misspelt sources of bonuses count as what they mean.",
                    "printed": "Only exact names of sources count.",
                },
            ),
        ),
    ),
    HouseRules(
        "Leading",
        (
            HouseRule(
                "lead_ties",
                "Who leads where several have the most points?",
                {
                    "all_tied": "Who shares the most points leads, too.",
                    "nobody": "Where several have the most points, nobody leads.",
                },
            ),
        ),
    ),
    HouseRules(
        "The end",
        (
            HouseRule(
                "equal_turns",
                "Does everybody have as many turns?",
                {
                    False: "The turn in which the stock runs out is the last.",
                    True: "When the stock runs out, the round is played to its end.",
                },
            ),
            HouseRule(
                "stall_rounds",
                "After how many idle rounds is it over?",
                "Idle rounds that end it, too: {n}.",
            ),
            HouseRule(
                "max_turns", "After how many turns is it over at the latest?", "It is over in any case after turn {n}."
            ),
        ),
    ),
    HouseRules(
        "The cards",
        (
            HouseRule(
                "excluded_cards",
                "Which cards are left out?",
                {(): "All cards of the deck play.", "n": "Left out: {n}."},
            ),
        ),
    ),
)

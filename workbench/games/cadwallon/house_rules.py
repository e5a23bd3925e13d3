"""The options of Cadwallon in words, as people at the table agree on them; their numbers are in RULES.md."""

from __future__ import annotations

from workbench.author import HouseRule, HouseRules
from workbench.games.cadwallon.deck import CONDITION
from workbench.games.cadwallon.options import MOST_SEATS

HOUSE_RULES = (
    HouseRules(
        "Further cards",
        (
            HouseRule(
                "condition_cards",
                "Is there a condition?",
                {False: "No condition changes the rules.", True: "A condition card changes a rule for the whole game."},
            ),
            HouseRule(
                "condition",
                "Which condition?",
                {"random": "The lot draws the condition."}
                | {key: f"The condition, if there is one, is {key.replace('_', ' ').title()}." for key in CONDITION},
            ),
            HouseRule(
                "special_action_cards",
                "Does everybody begin with a secret action card?",
                {False: "Nobody begins with an action card.", True: "Everybody is dealt a secret action card."},
            ),
            HouseRule(
                "contract_cards",
                "Are there secret contracts?",
                {False: "There are no contracts.", True: "Everybody keeps a secret contract, which may give points."},
            ),
            HouseRule("contracts_dealt", "From how many contracts does one choose?", "Contracts to choose from: {n}."),
        ),
    ),
    HouseRules(
        "Who begins",
        (
            HouseRule(
                "first_player",
                "Who begins?",
                {"random": "The lot says who begins."}
                | {f"seat_{n}": f"Seat {n + 1} begins." for n in range(MOST_SEATS)},
            ),
        ),
    ),
    HouseRules(
        "Secrets and scores",
        (
            HouseRule(
                "won_actions",
                "Do action cards that were won lie open?",
                {
                    "open": "Action cards that were won lie open in the hand.",
                    "count_only": "Others see only how many action cards somebody has.",
                },
            ),
            HouseRule(
                "personality_assignment",
                "Who assigns personalities?",
                {
                    "best": "Personalities join the guilds in which they give most.",
                    "manual": "Their owner says which guild a personality joins.",
                },
            ),
        ),
    ),
    HouseRules(
        "The end",
        (
            HouseRule("series_games", "How many games are a series?", "Games of the series: {n}."),
            HouseRule(
                "stall_rounds",
                "When does a game end that stands still?",
                "Rounds without a card leaving the city that end the game: {n}.",
            ),
        ),
    ),
)

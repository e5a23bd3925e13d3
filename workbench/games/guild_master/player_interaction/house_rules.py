"""The options of Increased Player Interaction in words: those of the base game that it has, and its own."""

from __future__ import annotations

from workbench.author import HouseRule, HouseRules
from workbench.games.guild_master import house_rules as base_game
from workbench.games.guild_master.player_interaction.rules import OPTIONS

OWN = {
    "The Guildmaster": (
        HouseRule(
            "bid_cost",
            "Who pays for the title?",
            {
                "winner": "Who wins the title gives up the cards bid.",
                "all": "Everybody gives up the cards they bid.",
                "none": "Bids cost nothing.",
            },
        ),
        HouseRule(
            "bid_tie",
            "How is a tied bid decided?",
            {
                "majority": "More than half of the others decide a tie.",
                "plurality": "Most votes of the others decide a tie.",
                "unanimous": "All others must agree to decide a tie.",
                "random": "The lot decides a tie.",
            },
        ),
    ),
    "Trading": (
        HouseRule(
            "trade_floor",
            "Who may offer when?",
            {"open": "Anybody may offer at any time.", "in_order": "One after another may offer."},
        ),
        HouseRule(
            "favour_ledger",
            "Are favours written down?",
            {"on": "Favours are written down for all to read.", "off": "Favours are not written down."},
        ),
    ),
}


def _kept() -> dict[str, tuple[HouseRule, ...]]:
    """The rules of the base game for options that the variant has, by the titles of their groups."""
    options = [option.key for option in OPTIONS]
    groups = {
        group.title: tuple(rule for rule in group.rules if rule.option in options) for group in base_game.HOUSE_RULES
    }
    return {title: rules for title, rules in groups.items() if rules}


KEPT = _kept()
HOUSE_RULES = tuple(HouseRules(title, (*KEPT.get(title, ()), *OWN.get(title, ()))) for title in {**KEPT, **OWN})

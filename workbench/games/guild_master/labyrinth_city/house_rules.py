"""The options of Labyrinth City in words: those of the smaller variants that it has, and its own."""

from __future__ import annotations

from workbench.author import HouseRule, HouseRules
from workbench.games.guild_master.labyrinth_city.rules import OPTIONS
from workbench.games.guild_master.player_interaction import house_rules as interaction

OWN = {
    "The city": (
        HouseRule("city_rounds", "How many rounds?", "{n} rounds, each of trading and building."),
        HouseRule("city_card_share", "How many cards play?", "Of a hundred cards {n} play."),
        HouseRule(
            "city_bonus",
            "Must roads join the two cards of a bonus?",
            {
                "owned": "A bonus counts wherever its owner's two cards lie.",
                "road_linked": "A bonus counts where a road joins the two cards over its owner's own.",
            },
        ),
        HouseRule(
            "city_title",
            "What does the title go by?",
            {
                "best_category": "The most points in one guild win.",
                "most_leads": "Who leads the most guilds wins.",
            },
        ),
    ),
    "Drawing": (
        HouseRule("deal_size", "How many cards does each player get?", "{n} cards each; a few get one or two more."),
        HouseRule(
            "first_seat",
            "Who builds first?",
            {"random": "The lot says who builds first.", "n": "Seat number {n} builds first (the first is 0)."},
        ),
    ),
}


def _kept() -> dict[str, tuple[HouseRule, ...]]:
    """The rules of the smaller variants for options that this one has, but for its own words, by their groups."""
    own = {rule.option for rules in OWN.values() for rule in rules}
    options = {option.key for option in OPTIONS} - own
    groups = {
        group.title: tuple(rule for rule in group.rules if rule.option in options) for group in interaction.HOUSE_RULES
    }
    return {title: rules for title, rules in groups.items() if rules}


KEPT = _kept()
HOUSE_RULES = tuple(HouseRules(title, (*OWN.get(title, ()), *KEPT.get(title, ()))) for title in {**OWN, **KEPT})

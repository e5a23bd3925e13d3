"""What follows in a position of Guild Master, in each of its variants, from the cards that are built."""

from __future__ import annotations

from workbench.author import Positions, card_at, cards_in, rule
from workbench.games.guild_master.deck import GuildMasterDeck
from workbench.games.guild_master.table import ZONES, GuildMasterState


@rule(inlined=True)
def count_built(state: GuildMasterState, deck: GuildMasterDeck) -> None:
    """The base points of all cards that are built (GM-055)."""
    for seat in range(state.seats):
        for category in range(deck.category_count):
            state.base_points[seat, category] = 0
        for i in range(cards_in(state, ZONES.built + seat)):
            kind = deck.kind[card_at(state, ZONES.built + seat, i)]
            for letter in range(2):
                category = deck.resource[letter, kind]
                state.base_points[seat, category] += 1


POSITIONS = Positions(complete=count_built)

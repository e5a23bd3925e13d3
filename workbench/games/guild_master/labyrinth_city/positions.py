"""How the built cards lie in a position of Labyrinth City, and what is impossible."""

from __future__ import annotations

from typing import Any

from workbench.author import Positions, card_at, cards_in, rule
from workbench.games.guild_master.deck import GuildMasterDeck
from workbench.games.guild_master.labyrinth_city.options import MAX_SEATS
from workbench.games.guild_master.labyrinth_city.rules import fits, settle, turned
from workbench.games.guild_master.labyrinth_city.table import ZONES, CityState
from workbench.games.guild_master.positions import count_built


@rule(inlined=True)
def complete(state: CityState, deck: GuildMasterDeck) -> None:
    """Cards that are built and not in the city yet are laid, seat by seat, each in the first way that fits."""
    count_built(state, deck)
    for seat in range(state.seats):
        for i in range(cards_in(state, ZONES.built + seat)):
            card = card_at(state, ZONES.built + seat, i)
            if not is_in_city(state, card):
                lay_somewhere(state, card, deck.roads[deck.kind[card]])


@rule(inlined=True)
def is_in_city(state: CityState, card: int) -> bool:
    """Whether a card lies in the city."""
    for i in range(state.laid):
        if state.city[i] == card:
            return True
    return False


@rule(inlined=True)
def lay_somewhere(state: CityState, card: int, roads: int) -> None:
    """Lay a card in the first way that fits, one that leaves the city open if there is any (GM-247 to GM-249)."""
    if state.laid == 0:
        settle(state, card, -1, roads, 0)
        return
    for least in (1, 0):
        for spot in range(state.spots):
            for quarters in range(4):
                if fits(state, spot, turned(roads, quarters), least):
                    settle(state, card, spot, turned(roads, quarters), quarters)
                    return


def impossible(record: Any, deck: Any) -> str:
    """Built cards that have found no place in the city."""
    built = sum(record.counts[ZONES.built + seat] for seat in range(MAX_SEATS))
    if built != record.laid:
        return f"{built} cards are built, but {record.laid} of them fit together. Name others, or others first"
    return ""


POSITIONS = Positions(complete=complete, impossible=impossible)

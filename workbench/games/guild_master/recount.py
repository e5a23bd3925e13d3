"""The second scorer of Guild Master: counts every city again from the built cards, by the rulebook's words.

It shares nothing with `rules` and `scoring`: cards are rows of the deck, categories are letters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from workbench.author import Recount
from workbench.decks import Deck

City = list[Mapping[str, Any]]


def recount(view: dict[str, Any], deck: Deck) -> Recount:
    """The points, the leads and the winners of a finished match (GM-054 to GM-061, GM-322 to GM-327)."""
    rows = {row["name"]: row for row in deck.rows}
    cities = [[rows[name] for name in zone["cards"]] for zone in view["zones"]["built"]]
    source = {"resolved": "bonus_source", "printed": "bonus_source_printed"}[view["options"]["bonus_sources"]]
    bonuses = [_bonuses(city, source) for city in cities]
    points = [Counter(_letters(city)) + bonus for city, bonus in zip(cities, bonuses, strict=True)]
    leaders = [_leaders(points, category.letter) for category in deck.meta.categories]
    alone = Counter(seats[0] for seats in leaders if len(seats) == 1)
    shared = Counter(seat for seats in leaders if len(seats) > 1 for seat in seats)
    if view["options"]["lead_ties"] == "nobody":
        shared.clear()
    everybody = range(view["seats"])
    ranks = [(alone[seat] + shared[seat], alone[seat], points[seat].total(), -len(cities[seat])) for seat in everybody]
    return Recount(
        winners=tuple(seat for seat in everybody if ranks[seat] == max(ranks)),
        figures={
            "base_double": tuple(2 * sum(_is_double(row) for row in city) for city in cities),
            "base_split": tuple(2 * sum(not _is_double(row) for row in city) for city in cities),
            "bonus": tuple(bonus.total() for bonus in bonuses),
            "category_total": tuple(own.total() for own in points),
            "lead": tuple(alone[seat] for seat in everybody),
            "shared_lead": tuple(shared[seat] for seat in everybody),
            "lead_count": tuple(alone[seat] + shared[seat] for seat in everybody),
        },
    )


def _letters(city: City) -> str:
    return "".join(row["resources"] for row in city)


def _is_double(row: Mapping[str, Any]) -> bool:
    return row["resources"][0] == row["resources"][1]


def _bonuses(city: City, source: str) -> Counter[str]:
    """The bonus points of a city by category: of cards whose source is in the same city (GM-059, GM-323)."""
    owned = {row["name"] for row in city}
    return Counter(row["bonus_resource"] for row in city if row["bonus_resource"] and row[source] in owned)


def _leaders(points: list[Counter[str]], letter: str) -> list[int]:
    """The seats with the most points in a category, if anybody has one (GM-061, GM-325)."""
    best = max(own[letter] for own in points)
    return [seat for seat, own in enumerate(points) if own[letter] == best > 0]

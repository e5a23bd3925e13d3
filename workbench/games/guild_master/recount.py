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
STRAIGHT = "1010"  # the edges of a card that says nothing about roads


def recount(view: dict[str, Any], deck: Deck) -> Recount:
    """The points, the leads and the winners of a finished match (GM-054 to GM-061, GM-322 to GM-327)."""
    sheet = _count(view, deck, shared_leads=view["options"]["lead_ties"] == "all_tied")
    return Recount(_best(sheet, sheet["lead_count"]), _without_ties(sheet))


def recount_interaction(view: dict[str, Any], deck: Deck) -> Recount:
    """The same if the worst category counts as well (GM-217 to GM-221, GM-336, GM-337)."""
    sheet = _count(view, deck, shared_leads=True)
    worst = tuple(min(own[category.letter] for category in deck.meta.categories) for own in sheet["points"])
    scores = tuple(map(sum, zip(worst, sheet["lead_count"], strict=True)))
    figures = _without_ties(sheet) | {"worst_category": worst, "variant_score": scores}
    del figures["lead_count"]
    return Recount(_best(sheet, scores), figures)


def recount_city(view: dict[str, Any], deck: Deck) -> Recount:
    """The same if the most points in one category win, then those in the next best ones (GM-252, GM-608).

    By option the most categories led win (GM-294), and bonuses need a road between their cards (GM-295).
    """
    joined = _linked_bonuses(view, deck) if view["options"]["city_bonus"] == "road_linked" else None
    sheet = _count(view, deck, shared_leads=True, bonuses=joined)
    if view["options"]["city_title"] == "most_leads":
        return Recount(_best(sheet, sheet["lead_count"]), _without_ties(sheet) | {"title": sheet["lead_count"]})
    ranks = [sorted((own[c.letter] for c in deck.meta.categories), reverse=True) for own in sheet["points"]]
    kept = ("base_double", "base_split", "bonus", "category_total")
    figures = {name: sheet[name] for name in kept} | {
        name: tuple(rank[0] for rank in ranks) for name in ("title", "best_category")
    }
    return Recount(_best(sheet, tuple(ranks)), figures)


def _count(
    view: dict[str, Any], deck: Deck, shared_leads: bool, bonuses: list[Counter[str]] | None = None
) -> dict[str, Any]:
    """The figures of every seat, by the names of the score lines; its points by letter, and how many cards it built.

    Bonuses count if both cards are in the same city, unless they are given.
    """
    rows = {row["name"]: row for row in deck.rows}
    cities: list[City] = [[rows[name] for name in zone["cards"]] for zone in view["zones"]["built"]]
    bonuses = bonuses or [_bonuses(city, _source(view)) for city in cities]
    letters = ["".join(row["resources"] for row in city) for city in cities]
    points = [Counter(base) + bonus for base, bonus in zip(letters, bonuses, strict=True)]
    leaders = [_leaders(points, category.letter) for category in deck.meta.categories]
    alone = Counter(seats[0] for seats in leaders if len(seats) == 1)
    shared = Counter(seat for seats in leaders if len(seats) > 1 and shared_leads for seat in seats)
    doubles = [sum(row["resources"][0] == row["resources"][1] for row in city) for city in cities]
    everybody = range(view["seats"])
    return {
        "points": points,
        "cards": tuple(map(len, cities)),
        "base_double": tuple(2 * double for double in doubles),
        "base_split": tuple(2 * (len(city) - double) for city, double in zip(cities, doubles, strict=True)),
        "bonus": tuple(bonus.total() for bonus in bonuses),
        "category_total": tuple(own.total() for own in points),
        "lead": tuple(alone[seat] for seat in everybody),
        "shared_lead": tuple(shared[seat] for seat in everybody),
        "lead_count": tuple(alone[seat] + shared[seat] for seat in everybody),
    }


def _without_ties(sheet: dict[str, Any]) -> dict[str, tuple[int, ...]]:
    return {name: figures for name, figures in sheet.items() if name not in ("points", "cards")}


def _best(sheet: dict[str, Any], scores: tuple[Any, ...]) -> tuple[int, ...]:
    """The seats with the best score; ties by leads held alone, points, and fewer cards (GM-061, GM-221, GM-327)."""
    ranks = list(zip(scores, sheet["lead"], sheet["category_total"], (-cards for cards in sheet["cards"]), strict=True))
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


def _bonuses(city: City, source: str) -> Counter[str]:
    """The bonus points of a city by category: of cards whose source is in the same city (GM-059, GM-323)."""
    owned = {row["name"] for row in city}
    return Counter(row["bonus_resource"] for row in city if row["bonus_resource"] and row[source] in owned)


def _source(view: dict[str, Any]) -> str:
    """The column that names the source of a bonus."""
    return {"resolved": "bonus_source", "printed": "bonus_source_printed"}[view["options"]["bonus_sources"]]


def _linked_bonuses(view: dict[str, Any], deck: Deck) -> list[Counter[str]]:
    """The bonus points of every seat if a source must be reached by road over the seat's own cards (GM-295)."""
    fields, found = view["fields"], [Counter[str]() for _ in range(view["seats"])]
    rows = [deck.rows[int(deck.arrays.kind[card])] for card in fields["city"][: fields["laid"]]]
    owner = {name: seat for seat, zone in enumerate(view["zones"]["built"]) for name in zone["cards"]}
    at = {(fields["column"][i], fields["row"][i]): i for i in range(len(rows))}
    for number, row in enumerate(rows):
        seat = owner[row["name"]]
        reached = [number]
        for here in reached:  # grows while it is being walked through
            edges = str(rows[here]["road_edges_nesw"] or STRAIGHT)
            for side, (east, south) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
                beside = at.get((fields["column"][here] + east, fields["row"][here] + south))
                has_road = edges[(side - fields["turns"][here]) % 4] == "1"
                if has_road and beside is not None and beside not in reached and owner[rows[beside]["name"]] == seat:
                    reached.append(beside)
        if row["bonus_resource"] and row[_source(view)] in {rows[one]["name"] for one in reached}:
            found[seat][str(row["bonus_resource"])] += 1
    return found


def _leaders(points: list[Counter[str]], letter: str) -> list[int]:
    """The seats with the most points in a category, if anybody has one (GM-061, GM-325)."""
    best = max(own[letter] for own in points)
    return [seat for seat, own in enumerate(points) if own[letter] == best > 0]

"""The second scorer of Round Table Pledges, from what lies open at the end (RP-010)."""

from __future__ import annotations

from typing import Any

from workbench.author import Recount
from workbench.decks import Deck


def recount(view: dict[str, Any], deck: Deck) -> Recount:
    """Count the pledged cards of every seat by name."""
    rows = {row["name"]: row for row in deck.rows}
    omen = deck.meta.categories[view["fields"]["omen_shown"]].letter if view["over"] else None
    pledged = [[rows[name] for name in zone["cards"]] for zone in view["zones"]["pledged"]]
    totals = tuple(sum(int(row["points"]) + (row["resources"] == omen) for row in cards) for cards in pledged)
    sizes = tuple(map(len, pledged))
    best = max((total, -size) for total, size in zip(totals, sizes, strict=True))
    winners = tuple(seat for seat in range(view["seats"]) if (totals[seat], -sizes[seat]) == best)
    return Recount(winners, {"total": totals, "cards": sizes})

"""The second scorer of Quests: shields, ranks and winners counted again from the list of changes that lies open.

Plain Python, written apart from the rules: it starts from four Squires without shields, adds what the list says, hands
in the price of each promotion by itself, and does not look at the ranks and shields of the record.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.author import Recount
from workbench.games.quests.scoring import RANKING

PRICE_OF = {"Squire": 5, "Knight": 7, "Champion Knight": 10}
RANKS = [*PRICE_OF, "Knight of the Round Table"]
GAINS = ("quest", "recognition", "tournament", "tournament_bonus", "chivalrous_deed")
LOSSES = ("pox", "plague")


def recount(view: dict[str, Any], deck: Any) -> Recount:
    """The winners and the figures of a finished match, from what a spectator sees."""
    fields, seats = view["fields"], range(view["seats"])
    names = [reason.name for reason in RANKING.reasons]
    figures = {name: [0 for _ in seats] for name in (*GAINS, *LOSSES, "handed_in", "career")}
    held, rank = [0 for _ in seats], ["Squire" for _ in seats]
    for seat, amount, reason in _changes(fields, names):
        if reason == "handed_in":
            continue
        figures[reason][seat] += amount
        figures["career"][seat] += max(amount, 0)
        held[seat] += amount
        while rank[seat] in PRICE_OF and held[seat] >= PRICE_OF[rank[seat]]:
            held[seat] -= PRICE_OF[rank[seat]]
            figures["handed_in"][seat] -= PRICE_OF[rank[seat]]
            rank[seat] = RANKS[RANKS.index(rank[seat]) + 1]
    figures["shields"] = held
    figures["rank"] = [RANKS.index(one) for one in rank]
    winners = _winners(fields, held, figures["rank"])
    figures["won"] = [int(seat in winners and rank[seat] == RANKS[-1]) for seat in seats]
    figures["kept"] = [0 if won else shields for won, shields in zip(figures["won"], held, strict=True)]
    return Recount(winners, {name: tuple(found) for name, found in figures.items()})


def _changes(fields: dict[str, Any], names: list[str]) -> Iterator[tuple[int, int, str]]:
    """Seat, amount and reason of each change; what did not fit into the list comes last."""
    for i in range(fields["changes"]):
        reason = names[fields["change_reason"][i]]
        yield fields["change_seat"][i], fields["change_amount"][i], reason
    for seat, row in enumerate(fields["more"]):
        for reason, amount in enumerate(row):
            if amount:
                yield seat, amount, names[reason]


def _winners(fields: dict[str, Any], held: list[int], ranks: list[int]) -> tuple[int, ...]:
    """Who reached the top rank; of several, who won the final tournament; if nobody, the best by rank and shields."""
    risen = [seat for seat, rank in enumerate(ranks) if rank == len(RANKS) - 1]
    if len(risen) > 1 and fields["final"]:
        risen = [seat for seat in risen if (fields["won"] >> seat) & 1]
    if risen:
        return tuple(risen)
    best = max(zip(ranks, held, strict=True))
    return tuple(seat for seat, of in enumerate(zip(ranks, held, strict=True)) if of == best)

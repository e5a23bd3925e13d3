"""What goes from seat to seat in Quests of the Round Table: a sponsored quest, higher bids, Mordred."""

from __future__ import annotations

from workbench.author import Exchange, Exchanges

EXCHANGES = Exchanges(
    (
        Exchange("sponsorship", "joins", giver="sponsors.seat", taker="seat"),
        Exchange("higher bid", "bids", giver="seat", taker="bids.seat", until=("passes_test", "sponsors")),
        Exchange("Mordred", "gives_up", giver="seat", taker="other"),
    ),
    followed=("excalibur",),
)

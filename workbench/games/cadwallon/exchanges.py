"""What goes from seat to seat in Guilds of Cadwallon: agents that others send home or exchange."""

from __future__ import annotations

from workbench.author import Exchange, Exchanges

EXCHANGES = Exchanges(
    (
        Exchange("eviction", "evicts", giver="seat", taker="other"),
        Exchange("exchange of agents", "mistakes", giver="other", taker="third", mutual=True),
    )
)

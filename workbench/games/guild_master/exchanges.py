"""What goes from seat to seat in Guild Master: the cards of a trade."""

from __future__ import annotations

from workbench.author import Exchange, Exchanges

EXCHANGES = Exchanges((Exchange("trade", "trade", giver="seat", taker="partner", things="count", back="back"),))

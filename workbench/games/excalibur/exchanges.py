"""What goes from seat to seat in Excalibur: chips and whole hands; and the path of the sword."""

from __future__ import annotations

from workbench.author import Exchange, Exchanges

EXCHANGES = Exchanges(
    (
        Exchange("theft", "stole", giver="other", taker="seat", things="count"),
        Exchange("theft", "took_chip", giver="other", taker="seat"),
        Exchange("gift", "gave_swords", giver="seat", taker="other", things="count"),
        Exchange("return", "gave_back", giver="seat", taker="other"),
        Exchange("swap of hands", "swapped", giver="seat", taker="other", mutual=True),
        Exchange("hand passed on", "hands_passed", around=("to_the_left", "to_the_right")),
    ),
    followed=("excalibur",),
)

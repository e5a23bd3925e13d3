"""The second scorer of Excalibur: who has won, found again from the hands that lie open, by the rulebook's words.

It shares nothing with `rules` and `scoring`: chips are names of the deck's rows, hands are lists of names.
"""

from __future__ import annotations

from typing import Any

from workbench.author import Recount
from workbench.decks import Deck

RANK = {"win": 2, "tainted win": 1, "loss": 0, "ultimate loss": -1}
REASONS = {  # what happened to a seat -> its outcome
    "holds_excalibur": "win",
    "squire_of_winner": "win",
    "tainted": "tainted win",
    "no_excalibur": "loss",
    "loss": "loss",
    "holds_cursed_blade": "ultimate loss",
    "holds_both": "ultimate loss",
}


def recount(view: dict[str, Any], deck: Deck) -> Recount:
    """Every seat's outcome and the winners of a finished match (EX-011 to EX-014, EX-169, EX-170)."""
    effect = {str(row["name"]): str(row["effect"]) for row in deck.rows}
    hands = [{effect[name] for name in hand["cards"]} for hand in view["zones"]["open_hand"]]
    happened = [_what_happened(seat, hands, view["options"]["cursed_squire_wins"]) for seat in range(len(hands))]
    outcomes = [REASONS[reason] for reason in happened]
    worth = {outcome: view["options"][f"{outcome.replace(' ', '_')}_value"] for outcome in RANK}
    figures = {
        reason: tuple(worth[outcome] * (reason == found) for found in happened) for reason, outcome in REASONS.items()
    }
    figures["outcome"] = tuple(RANK[outcome] for outcome in outcomes)
    best = "win" if "win" in outcomes else "tainted win"
    winners = tuple(seat for seat, outcome in enumerate(outcomes) if outcome == best)
    return Recount(winners, figures)


def _what_happened(seat: int, hands: list[set[str]], cursed_squire_wins: bool) -> str:
    """Why a seat has won or lost; `hands` hold effects."""
    hand, left_neighbour = hands[seat], hands[(seat + 1) % len(hands)]
    squire = len(hands) > 3 and "squire_sword" in hand and "excalibur" in left_neighbour
    king_is_cursed = any({"excalibur", "cursed_blade"} <= other for other in hands)
    if king_is_cursed:
        return "holds_both" if "excalibur" in hand else "tainted"
    if "excalibur" in hand:
        return "holds_excalibur"
    if "cursed_blade" in hand and not (squire and cursed_squire_wins):
        return "holds_cursed_blade"
    if squire:
        return "squire_of_winner"
    return "loss" if any("excalibur" in other for other in hands) else "no_excalibur"

"""The bonuses in a studio: drawn when what they show changes, and not again for nothing."""

from __future__ import annotations

from workbench.decks import Deck, load_deck
from workbench.pages.guard import Guard
from workbench.widgets.studio.bonuses import BonusPart


def part() -> BonusPart:
    """A part of a page that nobody presses anything on."""
    guard = Guard(lambda notice: None, "")
    return BonusPart(guard(lambda _message: None, "hearing the page"), guard, "Bonuses")


def test_whatever_the_graph_shows_of_a_deck_is_drawn_anew_and_the_same_is_not() -> None:
    shown, deck = part(), load_deck("guild_master", "roman")
    shown.show(deck)
    drawn = shown.view.graph
    shown.show(Deck.from_dict(deck.to_dict()), stale="of the last whole deck")
    assert shown.view.graph is drawn
    assert shown.words.stale == "of the last whole deck"
    row = next(row for row in deck.rows if row["bonus_source"])
    shown.show(deck, [row["card_id"]])
    assert shown.view.graph is not drawn, "a card is marked"
    renamed = deck.edit(meta={"title": "Another town"})
    assert renamed == deck
    shown.show(deck)
    shown.show(renamed)
    assert "Another town" in shown.view.picture
    assert "Another town" in shown.words.html
    shown.show(deck.edit(change=[{"card_id": row["card_id"], "name": "Lighthouse of Ostia"}]))
    assert "Lighthouse" in " ".join(map(str, shown.view.nodes.values()))


def test_a_card_that_is_asked_is_told_to_whoever_wants_to_know_and_to_nobody_else() -> None:
    told: list[str] = []
    guard = Guard(lambda notice: None, "")
    shared = BonusPart(guard(lambda _message: None, "hearing the page"), guard, "Bonuses", ask_card=told.append)
    shared.view.hear({"type": "ask", "node": "mason"})
    assert (told, shared.view.chosen, shared.view.shared) == (["mason"], "mason", True)
    assert not part().view.shared

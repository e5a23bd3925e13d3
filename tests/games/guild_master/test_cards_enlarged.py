"""What a card of the hand says about itself now: what it would count, and how its categories would stand."""

from __future__ import annotations

import pytest

from workbench.kernel.scenes.scene import CardFace

from .table import NewTable, Table


def card(table: Table, title: str, seat: int = 0) -> CardFace:
    """A card of a seat's hand as its screen shows it."""
    hand = next(zone for zone in table.match.scene(seat).zones if zone.id == "hand")
    return next(face for face in hand.cards if face.title == title)


@pytest.mark.rule("GM-056", "GM-059")
def test_a_card_says_what_it_would_count_and_who_has_built_what_its_bonus_asks_for(new_table: NewTable) -> None:
    table = new_table(seats=3).put(hands={0: ["Tavern"]}, built={1: ["Brewer"], 2: ["Pub"]})
    assert card(table, "Tavern").here == (
        "2. Seat 2 has built Brewer, you have not. In Arts you would come to 2, as much as Seat 3."
    )
    assert card(table, "Tavern").rules == ("GM-056", "GM-059", "GM-301")


@pytest.mark.rule("GM-059")
def test_bonuses_that_a_card_brings_to_itself_and_to_others_are_counted(new_table: NewTable) -> None:
    own = new_table(seats=2).put(hands={0: ["Tavern"]}, built={0: ["Brewer"]})
    assert card(own, "Tavern").here == "3. You have built Brewer. In Arts you would come to 4 and lead."
    other = new_table(seats=2).put(hands={0: ["Brewer"]}, built={0: ["Tavern", "Pub"]})
    before = {group.title: dict(group.standing).get(0, 0) for group in _guilds(other)}
    total = int(card(other, "Brewer").here.split(".")[0])
    after = new_table(seats=2).put(hands={}, built={0: ["Tavern", "Pub", "Brewer"]})
    then = {group.title: dict(group.standing).get(0, 0) for group in _guilds(after)}
    assert total == sum(then.values()) - sum(before.values()) == 4


def _guilds(table: Table) -> tuple:
    return next(zone.groups for zone in table.match.scene(0).zones if zone.id == "guilds")


@pytest.mark.rule("GM-039")
def test_cards_of_others_say_nothing_of_hands(new_table: NewTable) -> None:
    table = new_table(seats=2).put(hands={0: ["Tavern"], 1: ["Brewer"]}, built={1: ["Pub"]})
    shown = [face for zone in table.match.scene(0).zones for face in zone.cards if face.here]
    assert [face.title for face in shown] == ["Tavern"]
    assert card(table, "Tavern").here.startswith("2. Nobody has built Brewer.")

"""A choice lies on what it concerns, in every phase of every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.scenes import every_moment
from workbench.kernel.registry import list_games

MOST_BUTTONS = 4  # below the sentence, as many as one reads at a glance


def things(scene: dict[str, Any]) -> set[str]:
    """Everything on a table that a choice may lie on."""
    found = {f"seat:{panel['seat']}" for panel in scene["seats"]}
    for zone in scene["zones"]:
        found.add(f"zone:{zone['id']}")
        found |= {f"card:{card['id']}" for card in zone["cards"]}
        found |= {f"group:{zone['id']}/{group['key']}" for group in zone["groups"]}
        found |= {f"edge:{zone['id']}/{edge['key']}" for edge in zone["edges"]}
    return found


def choices_of(scene: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All that can be chosen, what travels with a set included."""
    yield from scene["choices"]
    for extra in (scene["selection"] or {"extras": ()})["extras"]:
        yield from extra["choices"]


@pytest.mark.parametrize("game_id", list_games())
def test_what_can_be_chosen_lies_on_a_thing_of_the_table_or_is_one_of_few_buttons(game_id: str) -> None:
    asked = [moment for moment in every_moment(only=game_id) if moment.viewer == "asked"]
    assert asked
    for moment in asked:
        there = things(moment.scene)
        for choice in choices_of(moment.scene):
            where = [choice["on"]] if choice["on"] else choice["using"]
            assert there.issuperset(where), f"{moment.name}: {choice['label']} lies on {where}"
        buttons = [one["label"] for one in moment.scene["choices"] if not (one["on"] or one["using"] or one["aside"])]
        assert len(buttons) <= MOST_BUTTONS, f"{moment.name}: {buttons}"


@pytest.mark.parametrize("game_id", list_games())
def test_a_set_that_is_picked_has_a_sentence_that_names_its_cards(game_id: str) -> None:
    for moment in every_moment(only=game_id):
        if selection := moment.scene["selection"]:
            assert "{picked}" in selection["sentence"], moment.name
            assert selection["submit"], moment.name

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
    """All that can be chosen, including what travels with a set."""
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


def left_out(scene: dict[str, Any], kind: str, things_of: list[dict[str, Any]], where: str = "") -> list[str]:
    """The things of a zone that cannot be chosen though others can, and that do not say why."""
    offered = {thing for choice in choices_of(scene) for thing in (choice["on"], *choice["using"])}
    key = "id" if kind == "card" else "key"
    may = [thing.get("action") is not None or f"{kind}:{where}{thing[key]}" in offered for thing in things_of]
    silent = [thing for thing, one in zip(things_of, may, strict=True) if not (one or thing["why"])]
    return [str(thing.get("title") or thing[key]) for thing in silent] if any(may) else []


@pytest.mark.parametrize("game_id", list_games())
def test_what_cannot_be_chosen_while_its_like_can_says_why(game_id: str) -> None:
    """Cards of the hand, places of a ring or a board, and what joins them; what has been picked says so itself."""
    for moment in every_moment(only=game_id):
        for zone in moment.scene["zones"]:
            where = f"{zone['id']}/"
            if zone["layout"] == "hand":
                rest = [card for card in zone["cards"] if not card["selected"] and card["mark"] != "next"]
                assert not left_out(moment.scene, "card", rest), moment.name
            if zone["layout"] in ("ring", "board"):
                assert not left_out(moment.scene, "group", zone["groups"], where), moment.name
                free = [edge for edge in zone["edges"] if not edge["cards"]]
                assert not left_out(moment.scene, "edge", free, where), moment.name

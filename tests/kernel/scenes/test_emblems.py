"""The emblems of cards in scenes: every card that lies open has one, a card face down has none."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.example_game import PLAIN_DECK, known
from workbench.decks import Deck, load_deck
from workbench.heraldry import emblems
from workbench.kernel.scenes.plain import emblem_of, plain_face
from workbench.kernel.scenes.scene import CardFace
from workbench.play import Match

GAMES = ("excalibur", "guild_master", "guile")


def faces(match: Match, viewer: int | None) -> Iterator[CardFace]:
    """Every card that a scene draws."""
    scene = match.scene(viewer)
    zones = [*scene.zones, *([scene.reveal.zone] if scene.reveal else [])]
    for zone in zones:
        yield from zone.cards


@pytest.mark.parametrize("game", GAMES)
def test_open_cards_have_an_emblem_and_cards_face_down_have_none(game: str) -> None:
    match, chance = Match(game, seed=7), random.Random(7)
    seen = {True: 0, False: 0}
    for _ in range(200):
        for viewer in (None, 0, 1):
            for face in faces(match, viewer):
                seen[face.face_down] += 1
                assert (face.emblem in emblems()) == (not face.face_down and face.title != ""), face
                assert face.emblem == "" or not face.face_down
        if match.over:
            break
        seat = chance.choice(match.to_act)
        match.play(seat, chance.choice(match.legal(seat)))
    assert all(seen.values())


@pytest.mark.parametrize("game", GAMES)
def test_the_list_of_a_deck_has_the_last_word_on_the_emblem_of_a_card(game: str) -> None:
    deck = load_deck(game)
    key = deck.kinds[0].table.key_column
    changed: Deck = deck.edit(change=[{key: deck.kinds[0].key, "art": "bee"}])
    assert emblem_of(deck, 0) != "bee"
    assert emblem_of(changed, 0) == deck.game.studio.face(changed, 0).emblem == "bee"
    assert plain_face(changed, 0).emblem == "bee"


def test_a_game_without_the_column_has_emblems_as_well() -> None:
    with known():
        deck = load_deck("pledges", PLAIN_DECK)
        assert {plain_face(deck, kind).emblem for kind in range(len(deck.kinds))} <= set(emblems())

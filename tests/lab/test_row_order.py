"""The order of rows means nothing: a list in reverse order gives the same games on average."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.decks import Deck, load_deck
from workbench.kernel.registry import game as find_game
from workbench.lab.comparison import compare
from workbench.lab.figures import TO_CHOOSE_FROM, WITHOUT_CHOICE

GAMES = 4_000
SHORT = {"turn_limit": 8}
INTERACTION, CITY = ({"game_variant": variant} for variant in ("player_interaction", "labyrinth_city"))


def turned_round(game: str) -> Deck:
    """The usual deck of a game with the rows of its card tables the other way round; Guile's characters stay last."""
    deck = load_deck(game)
    values = {name: part for name, part in deck.to_dict().items() if name != "digest"}
    for table in find_game(game).tables:
        if table.are_cards:
            rows = list(values["tables"][table.file])
            moved = [row for row in rows if not row.get("character")]
            values["tables"] = values["tables"] | {
                table.file: moved[::-1] + [row for row in rows if row.get("character")]
            }
    return Deck.from_dict(values)


@pytest.mark.parametrize(
    ("game", "bots", "options"),
    [
        pytest.param("guild_master", "greedy", {}, marks=pytest.mark.slow),
        pytest.param("guild_master", "greedy", INTERACTION, marks=pytest.mark.slow),
        pytest.param("guild_master", "greedy", CITY, marks=pytest.mark.slow),
        pytest.param("excalibur", "greedy", {}, marks=pytest.mark.slow),
        ("guile", "bold", {}),
        pytest.param("guile", "greedy", {}, marks=pytest.mark.slow),
        pytest.param("quests", "greedy", SHORT, marks=pytest.mark.slow),
        pytest.param("cadwallon", "greedy", {}, marks=pytest.mark.slow),
    ],
)
def test_a_list_turned_round_shifts_no_figure_of_games_between_bots_that_think(
    game: str, bots: str, options: dict[str, Any]
) -> None:
    """Quests is played in short games: a bot thinks alike in each turn, whatever follows."""
    comparison = compare(load_deck(game), turned_round(game), games=GAMES, bots=bots, options=options)
    assert not comparison.same_games, "a pair of cards that are alike in all but their row is played in another order"
    assert {WITHOUT_CHOICE, TO_CHOOSE_FROM} <= set(comparison.figures.figure), "sets are picked in that order"
    assert comparison.figures[comparison.figures.shifted].empty
    assert comparison.cards[comparison.cards.shifted].empty

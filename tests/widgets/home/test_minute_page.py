"""A game in one minute as a page: five pictures with words, and the way to a first game."""

from __future__ import annotations

import pytest

from tests.servers import CHECKOUT
from workbench.play.store import MatchStore
from workbench.widgets import MinutePage
from workbench.widgets.home.reader import Reader

NOTEBOOKS = CHECKOUT / "notebooks"
GAMES = tuple(MinutePage(NOTEBOOKS).told)


def page(game: str = "") -> str:
    asked = {"game": game} if game else {}
    return str(MinutePage(NOTEBOOKS).drawn(Reader(MatchStore(), "/somewhere/", asked)))


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_told_in_five_moments_and_leads_to_the_others(game: str) -> None:
    drawn = page(game)
    assert drawn.count("<h2>") == 5
    assert "{" not in drawn, "options are filled in"
    for other in set(GAMES) - {game}:
        assert f'href="/somewhere/minute.ipynb?game={other}"' in drawn


def test_guile_leads_to_a_first_game_and_the_others_to_their_lobby() -> None:
    assert 'href="/somewhere/guile.ipynb?first=1"' in page("guile")
    assert 'href="/somewhere/quests.ipynb"' in page("quests")


def test_a_game_that_is_not_known_is_never_written_into_the_page() -> None:
    drawn = page("<script>")
    assert "<script>" not in drawn
    assert drawn.count("<h2>") == 5


def test_all_our_games_tell_it() -> None:
    assert set(GAMES) == {"guild_master", "guile", "excalibur", "quests", "cadwallon"}

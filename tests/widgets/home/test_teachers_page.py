"""The page for teachers, and the rules that it prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.servers import CHECKOUT
from workbench.kernel.registry import game, list_games
from workbench.play.store import MatchStore
from workbench.widgets import PrintedRules, TeachersPage
from workbench.widgets.home.home_page import TEACHING
from workbench.widgets.home.reader import Reader
from workbench.widgets.pages import RULE_ID

NOTEBOOKS = CHECKOUT / "notebooks"


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    return Reader(MatchStore(tmp_path))


def test_every_part_that_the_first_page_leads_to_is_there(reader: Reader) -> None:
    page = TeachersPage(NOTEBOOKS).drawn(reader)
    assert all(f'<h2 id="{key}">{title}</h2>' in page for key, title, _words in TEACHING)


def test_teachers_are_told_which_cards_are_called_otherwise_without_the_printed_names(reader: Reader) -> None:
    page = TeachersPage(NOTEBOOKS).drawn(reader)
    assert "stays: Dance Hall in Guild Master." in page
    assert "Brothel" not in page


def test_the_rules_of_every_game_can_be_printed(reader: Reader) -> None:
    page = TeachersPage(NOTEBOOKS).drawn(reader)
    assert all(f'href="rules.ipynb?game={game_id}"' in page for game_id in list_games())


@pytest.mark.parametrize("game_id", list_games())
def test_what_is_printed_has_every_rule_with_its_number(game_id: str, tmp_path: Path) -> None:
    page = PrintedRules(NOTEBOOKS).drawn(Reader(MatchStore(tmp_path), asked={"game": game_id}))
    numbered = set(re.findall(r"^\s*[-*] \*\*([A-Z]{2}-[0-9]{3})\*\*", game(game_id).rules, re.MULTILINE))
    assert len(numbered) > 50
    assert numbered <= set(re.findall(rf"<b>({RULE_ID.pattern})</b>", page))


def test_an_unknown_game_has_the_first_ones_rules_printed(reader: Reader) -> None:
    asked = Reader(reader.store, asked={"game": "<joust>"})
    assert PrintedRules(NOTEBOOKS).drawn(asked) == PrintedRules(NOTEBOOKS).drawn(reader)

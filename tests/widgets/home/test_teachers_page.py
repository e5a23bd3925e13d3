"""The page for teachers, and the rules that it prints."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.servers import CHECKOUT
from workbench.kernel.registry import game, list_games
from workbench.play.store import MatchStore
from workbench.widgets import PrintedRules, TeachersPage
from workbench.widgets.home.home_page import TEACHING
from workbench.widgets.home.lessons import all_lessons
from workbench.widgets.home.printed_rules import SHEETS
from workbench.widgets.home.reader import Network, Reader
from workbench.widgets.pages import RULE_ID
from workbench.widgets.parts import parts_style

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


def test_the_lesson_for_a_whole_class_stands_first_with_three_questions_and_its_minutes(reader: Reader) -> None:
    page = TeachersPage(NOTEBOOKS).drawn(reader)
    first = page[page.index("wb-lesson-first") : page.index("Other lessons")]
    assert first.index("Labyrinth City") < first.index("45 minutes")
    aims, plan = (re.findall(r"<li>(.*?)</li>", part) for part in first.split('class="wb-plan"'))
    assert len(aims) == 3
    assert all(aim.endswith("?") for aim in aims)
    assert [re.findall(r"<b>(\d+)</b>", step)[0] for step in plan] == ["0", "5", "13", "20", "22", "38"]
    assert 'href="any_game.ipynb?game=guild_master&amp;game_variant=labyrinth_city"' in first


def test_every_other_game_says_what_it_teaches_and_what_it_takes(reader: Reader) -> None:
    page = TeachersPage(NOTEBOOKS).drawn(reader)
    others = page[page.index("Other lessons") : page.index("wb-low")]
    for lesson in all_lessons(list_games().values())[1:]:
        assert lesson.teaches in others, lesson.title
        assert all(fact in others for fact in lesson.facts_in_short), lesson.title
        assert len(lesson.facts_in_short) == 3, lesson.title


def test_lines_about_the_network_are_ticked_once_they_hold(reader: Reader) -> None:
    alone = TeachersPage(NOTEBOOKS).drawn(replace(reader, network=Network("", 40, 40)))
    carried = TeachersPage(NOTEBOOKS).drawn(replace(reader, network=Network("http://10.0.0.7:8866/", 40, 1, True)))
    assert alone.count('class="wb-holds"') == 0
    assert carried.count('class="wb-holds"') == 3
    assert "This computer answers at 10.0.0.7:8866" in carried
    assert "Room for 40 screens, 1 is open" in carried


def test_the_rules_of_every_game_can_be_printed(reader: Reader) -> None:
    page = PrintedRules(NOTEBOOKS).drawn(reader)
    assert all(f'href="rules.ipynb?game={game_id}"' in page for game_id in list_games())
    assert 'href="rules.ipynb"' in TeachersPage(NOTEBOOKS).drawn(reader)


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_sheet_fills_one_page_of_paper(page: Page, reader: Reader, sheet: str) -> None:
    printed = PrintedRules(NOTEBOOKS)
    drawn = printed.drawn(replace(reader, asked={"sheet": sheet}))
    page.set_content(f"{parts_style(*printed.styles)}{drawn}")
    pages = re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))
    assert len(pages) == drawn.count("<article") >= len(list_games())


def test_numbered_rules_are_printed_on_few_pages(page: Page, reader: Reader) -> None:
    printed = PrintedRules(NOTEBOOKS)
    page.set_content(f"{parts_style(*printed.styles)}{printed.drawn(replace(reader, asked={'game': 'guile'}))}")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) <= 4


@pytest.mark.parametrize("game_id", list_games())
def test_what_is_printed_has_every_rule_with_its_number(game_id: str, tmp_path: Path) -> None:
    page = PrintedRules(NOTEBOOKS).drawn(Reader(MatchStore(tmp_path), asked={"game": game_id}))
    numbered = set(re.findall(r"^\s*[-*] \*\*([A-Z]{2}-[0-9]{3})\*\*", game(game_id).rules, re.MULTILINE))
    assert len(numbered) > 50
    assert numbered <= set(re.findall(rf"<b>({RULE_ID.pattern})</b>", page))


def test_an_unknown_game_has_the_first_ones_rules_printed(reader: Reader) -> None:
    asked = Reader(reader.store, asked={"game": "<joust>"})
    assert PrintedRules(NOTEBOOKS).drawn(asked) == PrintedRules(NOTEBOOKS).drawn(reader)

"""The emblems: each is one drawing in its box; the sheet shows them all; every card gets one of them."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from workbench.decks import load_deck
from workbench.heraldry import emblem, emblem_for, emblems, sheet, shuffled
from workbench.heraldry.__main__ import main
from workbench.heraldry.emblems import BOX, FAMILIES, outlines
from workbench.heraldry.guess import CATEGORIES, NEUTRAL, TITLES
from workbench.heraldry.tinctures import hatching
from workbench.storage.errors import DeckError

SVG = "{http://www.w3.org/2000/svg}"
DECKS = ("guild_master", "guile", "excalibur")


def test_there_are_sixty_emblems_of_four_families() -> None:
    assert len(emblems()) == 60
    assert {one.family for one in emblems().values()} == set(FAMILIES)


@pytest.mark.parametrize("name", emblems())
def test_a_drawing_is_closed_lines_that_stay_in_their_box_and_fill_it(name: str) -> None:
    course = emblem(name).course
    numbers = [number for line in outlines(course) for point in line for number in point]
    assert course.count("M") == course.count("Z") == len(outlines(course))
    assert 0 <= min(numbers) < 8
    assert BOX - 8 < max(numbers) <= BOX


def test_no_two_drawings_are_the_same() -> None:
    assert len({one.course for one in emblems().values()}) == len(emblems())


def test_a_path_with_another_command_is_refused() -> None:
    with pytest.raises(ValueError, match="M, L, Q, C and Z"):
        outlines("M0 0A1 1 0 0 1 3 3Z")


def test_a_curve_is_followed_and_ends_where_it_ends() -> None:
    (line,) = outlines("M0 0Q4 8 8 0Z")
    assert line[0] == (0, 0)
    assert line[-1] == (8, 0)
    assert line[3] == (4, 4)


def test_hatching_stays_inside_and_leaves_holes_blank() -> None:
    square = [(0.0, 0.0), (30.0, 0.0), (30.0, 30.0), (0.0, 30.0)]
    hole = [(10.0, 6.0), (20.0, 6.0), (20.0, 12.0), (10.0, 12.0)]
    assert hatching([square, hole], 0) == "M0 3L30 3M0 9L10 9M20 9L30 9M0 15L30 15M0 21L30 21M0 27L30 27"


# The sheet


def test_the_mixed_sheet_shows_every_emblem_once_without_a_name() -> None:
    root = ElementTree.fromstring(sheet(7))
    assert [path.get("d") for path in root.iter(f"{SVG}path")] == [one.course for one in shuffled(7)]
    assert [text.text for text in root.iter(f"{SVG}text")] == [str(number) for number in range(1, 61)]
    assert {one.name for one in shuffled(7)} == set(emblems())
    assert [one.name for one in shuffled(7)] != [one.name for one in shuffled(8)]


def test_an_order_is_the_same_on_every_machine() -> None:
    assert [one.name for one in shuffled(14)][:4] == ["snake", "moon", "stag", "windmill"]


def test_the_command_writes_the_sheet_with_names(tmp_path: Path) -> None:
    file = tmp_path / "sheet.svg"
    assert main(["sheet", str(file)]) == 0
    assert [text.text for text in ElementTree.parse(file).iter(f"{SVG}text")] == list(emblems())
    assert main(["sheet", str(file), "7"]) == 0
    assert file.read_text(encoding="utf-8") == sheet(7)
    assert main(["shet"]) == 2


# Guesses


def test_every_word_that_speaks_for_an_emblem_speaks_for_one_that_there_is() -> None:
    assert set(TITLES) | set(CATEGORIES) | set(NEUTRAL) <= set(emblems())


@pytest.mark.parametrize("game", DECKS)
def test_every_card_of_our_decks_is_spoken_for_by_its_title(game: str) -> None:
    for kind in load_deck(game).kinds:
        assert emblem_for(kind.name, "construction") == emblem_for(kind.name, "religion")
        assert emblem_for(kind.name) in emblems()


@pytest.mark.parametrize(
    ("title", "expected"),
    [("Beekeeper", "bee"), ("Merchant Fleet", "ship"), ("Cross Roads", "wheel"), ("Iron Mine", "pickaxe"),
     ("Wizards Tower", "tower"), ("Fisher King", "fish"), ("Sir Gawain", "two-headed-eagle")],
)  # fmt: skip
def test_a_title_speaks_for_its_emblem(title: str, expected: str) -> None:
    assert emblem_for(title) == expected


def test_a_category_speaks_where_the_title_does_not_and_else_a_title_keeps_its_emblem() -> None:
    assert emblem_for("Zzz", "Learning and education") == "book"
    assert emblem_for("Zzz") == emblem_for("Zzz", "Xxx") in NEUTRAL


def test_a_name_in_the_list_wins() -> None:
    assert emblem_for("Beekeeper", "Trade", "owl") == "owl"


def test_a_name_of_no_emblem_is_refused_with_names_that_are_near() -> None:
    with pytest.raises(DeckError, match=r"no emblem 'swrod'.*sword"):
        emblem_for("Beekeeper", art="swrod")

"""Lessons as data: what is written in the folders of games, and what a game without lessons has."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.kernel.registry import game, list_games
from workbench.storage.errors import DeclarationError
from workbench.widgets.home.lessons import FILE, all_lessons, lessons_of, town_picture


def test_a_plan_begins_at_once_goes_forward_and_ends_within_its_minutes() -> None:
    for lesson in all_lessons(list_games().values()):
        minutes = [step.minute for step in lesson.plan]
        assert minutes == sorted(set(minutes)), lesson.title
        assert minutes[0] == 0, lesson.title
        assert minutes[-1] < lesson.minutes, lesson.title
        assert all(question.endswith("?") for question in lesson.aims), lesson.title


def test_a_lesson_plays_a_variant_that_its_game_has() -> None:
    assert lessons_of(game("guild_master"))[0].played.title == "Labyrinth City"
    assert lessons_of(game("guild_master"))[1].played == game("guild_master").variants[0]


def test_a_game_without_a_lesson_has_one_of_what_its_tile_says(tmp_path: Path) -> None:
    (only,) = lessons_of(game("guile"), tmp_path)
    assert (only.title, only.minutes, only.age, only.plan) == ("Guile", 20, 8, ())
    assert only.teaches == game("guile").tile.pitch
    assert only.people == "2"
    assert lessons_of(game("guild_master"), tmp_path)[0].people == "2 to 8 at a table"


def test_an_unknown_key_of_a_lesson_is_refused_with_those_that_there_are(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('[[lessons]]\ntitle = "Guile"\nlenght = 45\n', encoding="utf-8")
    with pytest.raises(DeclarationError, match=r"lenght.*minutes"):
        lessons_of(game("guile"), tmp_path)


def test_roads_in_the_picture_of_a_town_meet_roads() -> None:
    lesson = all_lessons(list_games().values())[0]
    roads = {(int(x), int(y)): edges for x, y, _, _, edges in map(str.split, lesson.picture)}
    across = {"N": (0, -1, "S"), "E": (1, 0, "W"), "S": (0, 1, "N"), "W": (-1, 0, "E")}
    for (x, y), edges in roads.items():
        for edge, (right, down, other) in across.items():
            beside = roads.get((x + right, y + down))
            assert beside is None or (edge in edges) == (other in beside), (x, y, edge)
    assert town_picture(lesson).count("<circle") == 2 * len(roads)

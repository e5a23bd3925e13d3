"""docs/author.md: the list is made from the docstrings, every name is in it, its phases and effect are played."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from tests.author_page import BEGIN, END, GROUPS, PAGE, callable_name, first_sentence, written
from tests.docs_pages import Page, run_program, trimmed
from tests.servers import CHECKOUT
from workbench import author
from workbench.author import Field, Verb

TEXT = PAGE.read_text(encoding="utf-8")


def test_the_list_of_the_page_is_the_one_that_is_made_from_the_docstrings() -> None:
    inside = TEXT.partition(BEGIN)[2].partition(END)[0]
    assert inside.strip() == written().strip(), "write it anew with: python -m tests.author_page"


def test_every_name_of_the_module_stands_in_one_group_and_in_the_page() -> None:
    names = [name for _, names in GROUPS.values() for name in names.split()]
    assert sorted(names) == sorted(name for name in vars(author) if name != "annotations" and not name.startswith("_"))
    assert sorted(names) == sorted(author.__all__)
    for name in names:
        assert f"`{name}" in TEXT, name
        if callable_name(name):
            assert first_sentence(getattr(author, name)).endswith("."), name


def test_a_signature_shows_what_is_left_out_and_no_types() -> None:
    assert (
        "- `Field(dtype='i2', shape=(), seen_by=EVERYONE, about='', optional=False, cards=False, *, name='')`: One"
        in TEXT
    )
    assert "heard_by=HEARD_BY_NOBODY" in TEXT
    assert "`StateSpec(*, seats, cards, zones, fields=(), options=(), frames=4)`" in TEXT
    assert first_sentence(Verb) == "What a seat can do, with its arguments, its label and who hears of it."
    assert first_sentence(Field).startswith("One field of a record:")


@pytest.mark.slow
@pytest.mark.parametrize(("number", "game"), [(0, "joust"), (1, "kuhn")])
def test_the_phases_and_the_effect_of_the_page_are_played_and_pass_the_kit(
    number: int, game: str, tmp_path: Path
) -> None:
    page = Page("author.md")
    program = page.texts("python")[number]
    copytree(CHECKOUT / "tests" / "small_game" / game, tmp_path / game)
    printed = trimmed(run_program(tmp_path, program))
    assert printed == page.shown_after(program)
    assert printed.endswith("14 of 14 checks passed.\n")

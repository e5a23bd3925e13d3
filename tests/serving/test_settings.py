"""How the server is set up: here, which word of the navigation a notebook's page belongs to."""

from __future__ import annotations

import re

import pytest

from workbench.serving.settings import house_header


@pytest.mark.parametrize(
    ("notebook", "word"),
    [
        ("index.ipynb", "Play"),
        ("guile.ipynb", "Play"),
        ("deck_studio.ipynb", "Studio"),
        ("decks.ipynb", "Gallery"),
        ("variant.ipynb", "Gallery"),
        ("lab.ipynb", "Lab"),
        ("graphs.ipynb", "Lab"),
        ("rules.ipynb", "For teachers"),
    ],
)
def test_the_head_of_a_page_marks_the_word_it_belongs_to(notebook: str, word: str) -> None:
    links = re.findall(r"<a ([^>]*)>([^<]+)</a>", house_header(notebook))
    assert [said for look, said in links if 'aria-current="page"' in look] == [word]

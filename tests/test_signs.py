"""Invisible characters: kept where they are part of a spelling, removed where they are left over."""

from __future__ import annotations

import unicodedata

import pytest

from workbench.signs import printable, quoted, unseen, without_unseen

SPELT = (
    "👩\u200d🌾 Farmer",
    "👨\u200d👩\u200d👧\u200d👦",
    "🏴\u200d☠\ufe0f",
    "🏳\ufe0f\u200d🌈 Flag",
    "👩🏽\u200d🚒",
    "❤\ufe0f\u200d🔥",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "می\u200cخانه",
    "خانه\u200cها",
    "ه\u200d",
    "क्\u200dष",
    "क्\u200cष",
    "ശ്രീ ന്\u200d",
    "ක්\u200dර",
    "র\u200d্য",
    "ภาษา\u200bไทย",
    "ភាសា\u200bខ្មែរ",
)
LEFT_OVER = (
    "Mi\u200bll",
    "Mi\u200dll",
    "Mi\u200cll",
    "Mill\u200d",
    "\u200bMill",
    "Mill\u2060",
    "Mi\u00adll",
    "\u200e12",
    "mühle\u200c",
)


@pytest.mark.parametrize("text", SPELT)
def test_what_belongs_to_a_spelling_is_kept(text: str) -> None:
    assert printable(text) == text
    assert without_unseen(text) == text
    assert unseen(text) == []
    assert quoted(text) == f"'{text}'"


@pytest.mark.parametrize("text", LEFT_OVER)
def test_what_is_left_over_is_taken_out(text: str) -> None:
    plain = "".join(sign for sign in text if unicodedata.category(sign) != "Cf")
    assert without_unseen(text) == plain
    assert len(unseen(text)) == len(text) - len(plain) == 1
    assert printable(text).replace(" ", "") == plain
    assert "\\" in quoted(text)

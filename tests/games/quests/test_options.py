"""The options and the two presets, and where the rulebook says that they differ."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from workbench.games.quests import options
from workbench.games.quests.options import OPTIONS, PRESETS

RULES = (Path(options.__file__).parent / "RULES.md").read_text(encoding="utf-8")
SAID = {"yes": True, "no": False}


def test_each_preset_gives_options_values_that_they_have():
    known = {option.key: option for option in OPTIONS}
    for values in PRESETS.values():
        for key, value in values.items():
            assert known[key].encode(value) != known[key].encode(known[key].default), key


def test_the_rulebook_lists_where_the_presets_differ():
    defaults = {option.key: option.default for option in OPTIONS}
    rows = re.findall(r"^\| `(\w+)` \| (\S+) \| (\S+) \| QU", RULES, re.MULTILINE)
    told = {key: tuple(_value(cell) for cell in cells) for key, *cells in rows}
    assert told == {key: (defaults[key], value) for key, value in PRESETS["published"].items()}
    assert PRESETS["use_cases"] == {}


def _value(cell: str) -> object:
    text = cell.strip("`")
    return SAID.get(text, int(text) if text.isdigit() else text)


@pytest.mark.parametrize("option", list(OPTIONS), ids=lambda option: option.key)
def test_each_option_names_a_rule_that_is_told_and_is_named_where_it_counts(option):
    assert f"**{option.rule}**" in RULES
    assert f"`{option.key}`" in RULES

"""The options and the two presets, and where the rulebook says that they differ."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from workbench.games.quests import options
from workbench.games.quests.options import OPTIONS
from workbench.games.quests.options import RULES as PRESETS

RULES = (Path(options.__file__).parent / "RULES.md").read_text(encoding="utf-8")
SAID = {"yes": True, "no": False}


def test_the_defaults_are_the_preset_of_the_use_cases():
    defaults = {option.key: option.default for option in OPTIONS}
    assert PRESETS.values("use_cases").items() <= defaults.items()
    assert PRESETS.in_force(defaults).key == "use_cases"


def test_the_rulebook_lists_where_the_presets_differ():
    rows = re.findall(r"^\| `(\w+)` \| (\S+) \| (\S+) \| QU", RULES, re.MULTILINE)
    use_cases, published = PRESETS.values("use_cases"), PRESETS.values("published")
    assert {key: tuple(_value(cell) for cell in cells) for key, *cells in rows} == {
        key: (use_cases[key], published[key]) for key in use_cases
    }
    assert all(use_cases[key] != published[key] for key in use_cases)


def _value(cell: str) -> object:
    text = cell.strip("`")
    return SAID.get(text, int(text) if text.isdigit() else text)


@pytest.mark.parametrize("option", list(OPTIONS), ids=lambda option: option.key)
def test_each_option_names_a_rule_that_is_told_and_is_named_where_it_counts(option):
    assert f"**{option.rule}**" in RULES
    assert f"`{option.key}`" in RULES

"""The options and the presets, and that the rules mention each option."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.games.cadwallon import options
from workbench.games.cadwallon.options import OPTIONS
from workbench.games.cadwallon.options import RULES as PRESETS
from workbench.play import Match

RULES = (Path(options.__file__).parent / "RULES.md").read_text(encoding="utf-8")


@pytest.mark.rule("CA-022", "CA-023", "CA-024")
def test_the_defaults_are_the_base_game():
    defaults = {option.key: option.default for option in OPTIONS}
    assert PRESETS.values("base_game").items() <= defaults.items()
    assert PRESETS.in_force(defaults).key == "base_game"


@pytest.mark.parametrize("option", list(OPTIONS), ids=lambda option: option.key)
def test_each_option_names_a_rule_that_is_told_and_is_named_where_it_counts(option):
    assert f"**{option.rule}**" in RULES
    assert f"`{option.key}`" in RULES


@pytest.mark.rule("CA-022", "CA-091", "CA-095", "CA-099")
@pytest.mark.parametrize("preset", [preset.key for preset in PRESETS.presets])
def test_a_preset_sets_the_three_optional_rules(preset: str):
    match = Match("cadwallon", options={"rules": preset})
    assert PRESETS.values(preset).items() <= match.options.items()
    assert (match.state.condition_now >= 0) == PRESETS.values(preset)["condition_cards"]

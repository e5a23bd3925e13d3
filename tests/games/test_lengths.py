"""How long a match takes is what simulated matches say, not what somebody wished."""

from __future__ import annotations

import pytest

import workbench as wb
from workbench.kernel.options import Preset
from workbench.kernel.registry import list_games

DECLARED = [
    pytest.param(game.id, variant.key, preset, id=f"{game.id}-{variant.key}-{preset.key}")
    for game in list_games().values()
    for variant in game.variants
    for group in variant.presets
    for preset in group.presets
    if preset.decisions
]


def test_every_game_of_ours_declares_how_long_it_takes_at_each_number_of_seats() -> None:
    for variant in [variant for game in list_games().values() for variant in game.variants]:
        lengths = [preset for group in variant.presets for preset in group.presets if preset.decisions]
        assert lengths[0].key == "as_printed", variant.title
        assert all(set(preset.decisions) == set(variant.seats) for preset in lengths), variant.title
        assert all(preset.help for preset in lengths), variant.title


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "key", "preset"), DECLARED)
def test_the_declared_decisions_are_those_of_simulated_matches(game_id: str, key: str, preset: Preset) -> None:
    game = wb.game(game_id)
    variant = game.variant(key)
    options = {**preset.values, "game_variant": key}
    for seats in (variant.seats[0], variant.default_seats, variant.seats[-1]):
        report = wb.simulate(game_id, games=200, seats=seats, bots=game.usual_bot, seed=2, options=options)
        row = report.lengths.set_index("measure").loc["decisions"]
        assert preset.decisions[seats] == pytest.approx(row["median"], rel=0.15), (seats, row["median"])

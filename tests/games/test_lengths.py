"""How long a match takes is what simulated matches say, not what somebody wished."""

from __future__ import annotations

import pytest

import workbench as wb
from workbench.kernel.options import Preset
from workbench.kernel.registry import list_games

DECLARED = [
    pytest.param(game.id, preset, id=f"{game.id}-{preset.key}")
    for game in list_games().values()
    for group in game.variants[0].presets
    for preset in group.presets
    if preset.decisions
]


def test_every_game_of_ours_declares_how_long_it_takes_at_each_number_of_seats() -> None:
    for game in list_games().values():
        usual = game.variants[0]
        lengths = [preset for group in usual.presets for preset in group.presets if preset.decisions]
        assert lengths[0].key == "as_printed", game.id
        assert all(set(preset.decisions) == set(usual.seats) for preset in lengths), game.id
        assert all(preset.help for preset in lengths), game.id


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "preset"), DECLARED)
def test_the_declared_decisions_are_those_of_simulated_matches(game_id: str, preset: Preset) -> None:
    game = wb.game(game_id)
    for seats in (game.seats[0], game.variants[0].default_seats, game.seats[-1]):
        report = wb.simulate(game_id, games=200, seats=seats, bots=game.usual_bot, seed=2, options=dict(preset.values))
        row = report.lengths.set_index("measure").loc["decisions"]
        assert preset.decisions[seats] == pytest.approx(row["median"], rel=0.15), (seats, row["median"])

"""The stated length of a match comes from simulated matches, not from what somebody wished."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import workbench as wb
from benchmarks import lengths
from benchmarks.lengths import text_of
from tests.small_game.joust import GAME, JOUST, TILTS
from workbench.kernel.game import Game, Variant
from workbench.kernel.options import Preset, Presets
from workbench.kernel.registry import list_games, registered

LENGTHS = [
    (game, variant, group)
    for game in list_games().values()
    for variant in game.variants
    for group in variant.presets
    if group.measured is not None
]
MEASURED = [
    pytest.param(game, variant, group, preset, id=f"{game.id}-{variant.key}-{preset.key}")
    for game, variant, group in LENGTHS
    for preset in group.presets
]


def test_every_game_of_ours_says_how_long_it_takes_by_a_file_as_the_command_writes_it() -> None:
    assert [variant for _, variant, _ in LENGTHS] == [one for game in list_games().values() for one in game.variants]
    for game, variant, group in LENGTHS:
        assert group.presets[0].key == "as_printed", variant.title
        assert all(preset.help for preset in group.presets), variant.title
        assert group.measured.read_text(encoding="utf-8") == text_of(game, variant.decisions(group))


def test_the_command_writes_what_the_game_then_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lengths, "GAMES", 20)
    group = Presets("length", "Length", (Preset("as_printed", "As printed", {}),), measured=tmp_path / "lengths.toml")
    variant = replace(JOUST, presets=(group,))
    with registered(replace(GAME, variants=(variant,))):
        assert lengths.main(["joust"]) == 0
    assert capsys.readouterr().out == f"{group.measured}\n"
    assert variant.decisions(group) == {"as_printed": {seats: TILTS * seats for seats in variant.seats}}


def test_a_game_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        lengths.main(["guild"])
    assert "There is no game 'guild'" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize(("game", "variant", "group", "preset"), MEASURED)
def test_the_measured_decisions_are_those_of_simulated_matches(
    game: Game, variant: Variant, group: Presets, preset: Preset
) -> None:
    options = {**preset.values, "game_variant": variant.key}
    for seats in (variant.seats[0], variant.default_seats, variant.seats[-1]):
        report = wb.simulate(game, games=200, seats=seats, bots=game.usual_bot, seed=2, options=options)
        row = report.lengths.set_index("measure").loc["decisions"]
        assert variant.decisions(group)[preset.key][seats] == pytest.approx(row["median"], rel=0.15), seats

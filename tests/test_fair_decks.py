"""Decks made fair by symmetry, and what is planted in them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from benchmarks.fair_decks import FAIR, HARMLESS, PLANTS, Plant
from benchmarks.imbalances import Kept, Read, Size, says, table
from tests.lab.test_report import counted
from workbench.lab.findings import Finding
from workbench.lab.suspects import DEAD_CARDS, TURN_ORDER


@pytest.mark.parametrize("game", FAIR)
def test_the_cards_of_a_fair_deck_are_alike_to_the_rules(game: str) -> None:
    deck = FAIR[game]()
    kinds: dict[tuple[str, str], set[str]] = {}
    own = ("card_id", "chip_id", "name", "text", "note", "art", "road_class", "road_edges_nesw", "printed_facts")
    names = ("resources", "guild", "district_type", "status")  # each of them as often as the others
    names += ("value",) * (game == "guile")
    for kind in deck.kinds:
        sort = (kind.table.file, str(kind.row.get("type", kind.row.get("character") or kind.row.get("effect", ""))))
        cells = {column: cell for column, cell in kind.row.items() if column not in (*own, *names)}
        kinds.setdefault(sort, set()).add(repr(cells))
    planted = {"guild_master": "cards.csv", "guile": "cards.csv", "excalibur": "cards.csv", "quests": "adventure.csv"}
    file = planted.get(game, "district.csv")
    assert all(len(cells) == 1 for (table, sort), cells in kinds.items() if table == file and sort != "action")


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: f"{plant.game}, {plant.name}")
def test_what_is_planted_is_about_cards_of_the_deck_and_changes_it(plant: Plant) -> None:
    fair = FAIR[plant.game]()
    for seed in range(3):
        planted = plant.make(fair, Random(seed))
        assert set(planted.cards) <= {kind.key for kind in planted.deck.kinds}
        assert planted.cards
        assert planted.deck.digest != fair.digest


@pytest.mark.parametrize("game", FAIR)
def test_names_and_remarks_change_nothing_to_the_rules(game: str) -> None:
    fair = FAIR[game]()
    for change in ("renamed", "remarks"):
        changed = HARMLESS[change](fair, Random(1))
        assert all(np.array_equal(*parts) for parts in zip(fair.arrays, changed.arrays, strict=True))
    assert HARMLESS["moved"](fair, Random(1)).digest != fair.digest


def test_a_plant_is_said_by_the_finding_that_names_its_card() -> None:
    plant = next(plant for plant in PLANTS if plant.name == "bonus for one")
    planted = plant.make(FAIR["guild_master"](), Random(1))
    report = counted([0b0001] * 10)
    of_another = Finding(TURN_ORDER, "Turn order decides.", (), 0.1, 0.05, 0.15)
    of_it = Finding(DEAD_CARDS, "Hardly ever scored.", planted.cards, 0.0, 0.0, 0.01)
    report.__dict__["findings"] = (of_another,)
    assert says(report, planted) is None
    report.__dict__["findings"] = (of_another, of_it)
    assert says(report, planted) == of_it
    assert str(Size(0.031, 0.02, 0.042)) == "+3.1 (+2.0 to +4.2)"


def test_what_was_tried_in_parts_is_counted_together(tmp_path: Path) -> None:
    path, size = tmp_path / "tried.jsonl", Size(-0.04, -0.05, -0.03)
    Kept(path).add(Read("guile", "the one dagger", "too strong", "Stronger than others.", 1, size))
    Kept(path).add(Read("guile", "untouched", "", "", 2))
    kept = Kept(path)
    assert (list(kept.sizes.values()), len(kept.controls), kept.whole, kept.held) == ([0.04], 1, False, True)
    kept.add(Read("guile", "value 7", "", "", 2, Size(0.2, 0.1, 0.3)))
    assert not kept.held
    assert "1 of 2 are said; 0 of 1 controls are accused of anything." in table(kept)
    assert "3 to 4 of 100, 0 of 0" not in table(kept)
    assert "4 to 5 of 100, 1 of 1; 10 and more of 100, 0 of 1" in table(kept)

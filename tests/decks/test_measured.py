"""The table `measured` of a deck.toml: it is true of one list, goes where that list goes, and goes when it changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.flavours import Measured, with_figures
from tests.decks.conftest import SMALL_TOML, WriteDeck
from workbench.decks import Deck, load_deck
from workbench.decks.editor import DeckEditor
from workbench.decks.exchange import export, read_upload
from workbench.storage.errors import DeckError

FIGURES = {"turns": "7.5, 4 to 11", "dead_cards": 0}


@pytest.fixture
def measured(hamlet: Deck, write_deck: WriteDeck) -> Deck:
    """The small deck with figures that are true of it."""
    return load_deck(
        "guild_master", write_deck(toml=with_figures(SMALL_TOML, {"digest": hamlet.digest[:12], **FIGURES}))
    )


def figures(deck: Deck) -> dict[str, object]:
    """What is measured of a deck, except for its digest."""
    return {key: value for key, value in deck.meta.measured.items() if key != "digest"}


def test_figures_are_no_part_of_the_list(hamlet: Deck, measured: Deck) -> None:
    assert figures(measured) == FIGURES
    assert (measured, measured.digest) == (hamlet, hamlet.digest)
    assert not hamlet.diff(measured)


@pytest.mark.parametrize("kind", ["toml", "xlsx"])
def test_figures_go_out_and_come_back_with_their_list(measured: Deck, hamlet: Deck, kind: str, tmp_path: Path) -> None:
    name, data = export(measured, kind)
    assert read_upload(measured.game, name, data, hamlet).deck.meta == measured.meta
    assert load_deck("guild_master", measured.save(tmp_path / "kept")).meta == measured.meta
    assert Deck.from_dict(measured.to_dict()).meta == measured.meta


def test_figures_go_with_the_first_card_that_changes_and_stay_with_another_title(measured: Deck) -> None:
    assert figures(measured.edit(change=[{"card_id": "mill", "resources": "FT"}])) == {}
    assert figures(measured.edit(meta={"title": "Village"})) == FIGURES
    editor = DeckEditor(measured)
    editor.set_cells("cards.csv", [(editor.rows("cards.csv")[0].id, "resources", "TT")])
    assert figures(editor.deck) == {}
    editor.undo()
    assert figures(editor.deck) == FIGURES


def test_figures_of_another_list_are_left_out(write_deck: WriteDeck) -> None:
    stale = load_deck("guild_master", write_deck(toml=with_figures(SMALL_TOML, {"digest": "0" * 12, **FIGURES})))
    assert not stale.meta.measured


def test_a_figure_that_is_neither_text_nor_a_whole_number_is_a_problem(write_deck: WriteDeck) -> None:
    with pytest.raises(DeckError) as caught:
        load_deck("guild_master", write_deck(toml=f"{SMALL_TOML}\n[measured]\nturns = [7, 8]\n"))
    (found,) = caught.value.problems
    assert found.column == "measured turns"


def test_the_benchmark_writes_its_table_last_and_once() -> None:
    once = with_figures(SMALL_TOML, FIGURES)
    assert once.startswith(SMALL_TOML.rstrip())
    assert with_figures(once, {"turns": "8"}) == with_figures(SMALL_TOML, {"turns": "8"})


def test_the_benchmark_measures_what_the_decks_say() -> None:
    deck = load_deck("guild_master", "roman")
    told = Measured.of(deck, 4, compiled=False).figures
    assert set(told) - {"highest_impact"} == set(deck.meta.measured) - {"highest_impact"}
    assert told["digest"] == deck.meta.measured["digest"]
    assert told["points_by_category"] == deck.meta.measured["points_by_category"]

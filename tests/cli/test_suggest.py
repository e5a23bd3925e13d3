"""The command `workbench suggest`, as somebody types it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.typed import refused, said_by
from tests.example_game import PLAIN_DECK, known
from workbench.cli import main
from workbench.decks import load_deck


@pytest.fixture(autouse=True)
def pledges() -> Iterator[None]:
    """The example game, known while a test runs."""
    with known():
        yield


@pytest.fixture
def suggest(tmp_path: Path) -> tuple[str, ...]:
    """The command for a deck of two kinds of card, of which little can be edited."""
    deck = load_deck("pledges", PLAIN_DECK)
    few = deck.edit(remove=[str(row["card_id"]) for row in deck.rows[2:]]).save(tmp_path / "few")
    return ("suggest", "pledges", "--deck", str(few), "--games", "20", "--seats", "2", "--bots", "random")


def test_a_search_says_its_edits_and_what_they_bring(
    suggest: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    mended = tmp_path / "mended"
    said = said_by(capsys, *suggest, "--length", "1.5-2.2", "--edits", "1", "--table", "changes", "--save", str(mended))
    first, brackets, _, verdict, edit, *_ = said.splitlines()
    assert first.startswith("Round Table Pledges, deck few, 2 seats, seed 1: ")
    assert brackets == "in brackets: the 95% interval, each by itself"
    assert verdict == "1 edit reaches it: a game takes 1.5 to 2.2 turns."
    assert edit == "New rule: Rounds: 2. Before: Rounds: 3."
    assert re.search(r"\n *1 +Rounds of pledging\. +options +rounds +2\n", said)
    assert load_deck("pledges", mended).meta.options["rounds"] == 2


def test_a_search_as_json_holds_its_edits_figures_and_setting(
    suggest: tuple[str, ...], capsys: pytest.CaptureFixture
) -> None:
    found = json.loads(said_by(capsys, *suggest, "--length", "2.5-3.5", "--json", "-"))
    assert found["reached"] is True
    assert found["targets"] == ["a game takes 2.5 to 3.5 turns"]
    assert found["tables"]["changes"] == []
    assert [row["bot"] for row in found["tables"]["figures"]] == ["random", "eager"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "Nothing is to be reached"),
        (("--first-seat", "0"), "first_seat is 0.0"),
        (("--impact", "15"), "Round Table Pledges has no impact"),
        (("--win-rate", "eager,eager=50-60"), "Name two bots"),
        (("--length", "3-2"), "length is (3.0, 2.0)"),
        (("--length", "1-2", "--edits", "0"), "most_edits is 0"),
        (("--length", "1-2", "--json", "/no/such/folder/found.json"), "cannot be written"),
    ],
    ids=str,
)
def test_bad_input_is_refused_in_one_message(
    arguments: tuple[str, ...], told: str, suggest: tuple[str, ...], capsys: pytest.CaptureFixture
) -> None:
    assert told in refused(capsys, *suggest, *arguments)


@pytest.mark.parametrize("arguments", [("--length", "20"), ("--length", "a-b"), ("--impact", "much")], ids=str)
def test_what_is_no_number_is_refused_with_how_one_writes_it(
    arguments: tuple[str, ...], suggest: tuple[str, ...], capsys: pytest.CaptureFixture
) -> None:
    with pytest.raises(SystemExit) as left:
        main([*suggest, *arguments])
    assert left.value.code == 2
    assert re.search(r"e\.g\. (1\.5|20-26)", capsys.readouterr().err)

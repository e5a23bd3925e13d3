"""Joiners are part of spellings and of emoji: a deck keeps them wherever it goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.typed import said_by
from tests.test_signs import SPELT
from workbench.decks import Deck, load_deck
from workbench.decks.exchange import export, read_upload
from workbench.graphs import bonus_graph
from workbench.pen import clean
from workbench.storage.folders import STATE_VARIABLE


@pytest.fixture
def spelt() -> Deck:
    """A town whose cards have such names, and are each other's bonus sources."""
    town = load_deck("guild_master")
    rows = [
        {
            "card_id": f"c{number}",
            "name": name,
            "resources": "FF",
            "bonus_resource": "F",
            "bonus_source": SPELT[number - 1],
        }
        for number, name in enumerate(SPELT)
    ]
    values = town.to_dict() | {"tables": {"cards.csv": rows}}
    return Deck.from_dict({key: value for key, value in values.items() if key != "digest"})


@pytest.mark.parametrize("kind", ["csv", "toml", "xlsx"])
def test_a_deck_goes_into_a_file_and_comes_back_as_the_same(kind: str, spelt: Deck) -> None:
    name, data = export(spelt, kind)
    taken = read_upload(spelt.game, name, data, load_deck("guild_master") if kind != "csv" else spelt)
    assert taken.deck is not None, taken.findings
    assert taken.deck.digest == spelt.digest
    assert [row["name"] for row in taken.deck.rows] == list(SPELT)
    assert not taken.findings


def test_names_and_the_cells_that_name_them_are_kept_on_their_way_into_another_deck(spelt: Deck) -> None:
    taken = read_upload(spelt.game, "list.csv", export(spelt, "csv")[1], load_deck("guild_master"))
    assert taken.deck is not None
    assert [(row["name"], row["bonus_source"]) for row in taken.deck.rows] == [
        (row["name"], row["bonus_source"]) for row in spelt.rows
    ]
    assert not [finding for finding in taken.findings if finding.level != "note"]


def test_a_space_of_no_width_between_latin_letters_still_goes(spelt: Deck) -> None:
    data = "name,resources,bonus_resource,bonus_source\nMi\u200bll,FF,,\nBakery,FF,F,Mi\u200dll\n".encode()
    taken = read_upload(spelt.game, "list.csv", data, spelt)
    assert taken.deck is not None
    assert [(row["name"], row["bonus_source"]) for row in taken.deck.rows] == [("Mill", ""), ("Bakery", "Mill")]


def test_lint_lets_them_be(spelt: Deck) -> None:
    said = [str(finding) for finding in spelt.lint()]
    assert not [words for words in said if "nobody sees" in words]
    stray = spelt.edit(change=[{"card_id": "c0", "name": "Mi\u200dll"}])
    assert [finding for finding in stray.lint() if "nobody sees" in finding.text]


def test_pictures_show_them_whole(spelt: Deck) -> None:
    drawn = bonus_graph(spelt).picture()
    for name in SPELT:
        assert clean(name) == name
        assert name in drawn


def test_the_gallery_and_the_terminal_show_them_whole(
    spelt: Deck, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setenv(STATE_VARIABLE, str(tmp_path / "state"))
    folder = str(spelt.save(tmp_path / "spelt"))
    for number, name in enumerate(SPELT[:10]):
        said_by(capsys, "publish", folder, "--title", f"{name} {number}", "--author", name)
    listed = said_by(capsys, "gallery", "list")
    for number, name in enumerate(SPELT[:10]):
        assert f"{name} {number}" in listed

"""Variants are published, listed, moved and closed at the command line, and a stranger's text stays a text there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.typed import refused, said_by
from tests.gallery.injections import REFUSED, SHOWN
from workbench.decks import load_deck
from workbench.gallery import Gallery
from workbench.storage.folders import STATE_VARIABLE


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder of the test's own."""
    monkeypatch.setenv(STATE_VARIABLE, str(tmp_path / "state"))
    return tmp_path / "state"


def test_a_deck_is_published_listed_exported_imported_hidden_and_unpublished(
    capsys: pytest.CaptureFixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = said_by(capsys, "publish", "guild_master", "--title", "Pilgrim Town", "--author", "Chiara")
    assert "Published: Pilgrim Town, version 1, at /v/pilgrim-town in " in said
    said = said_by(capsys, "publish", "guild_master", "--of", "pilgrim-town", "--title", "Pilgrim City")
    assert "Pilgrim City, version 2, at /v/pilgrim-town" in said
    said_by(capsys, "publish", "guild_master", "--title", "Fork", "--from", "pilgrim-town")
    listed = said_by(capsys, "gallery", "list").splitlines()
    assert [line.split()[:2] for line in listed] == [["fork", "1"], ["pilgrim-town", "2"]]
    file = str(tmp_path / "town.json")
    assert "Written: " in said_by(capsys, "gallery", "export", file, "fork")
    monkeypatch.setenv(STATE_VARIABLE, str(tmp_path / "elsewhere"))
    for told in ("New: 2 variants, 3 versions. Here already: 0", "New: 0 variants, 0 versions. Here already: 3"):
        assert told in said_by(capsys, "gallery", "import", file)
    assert said_by(capsys, "gallery", "hide", "fork") == "/v/fork is hidden.\n"
    assert said_by(capsys, "gallery", "list").splitlines()[0].endswith("hidden")
    assert said_by(capsys, "gallery", "show", "fork") == "/v/fork can be seen again.\n"
    assert "is withdrawn" in said_by(capsys, "gallery", "unpublish", "fork", "pilgrim-town")
    assert said_by(capsys, "gallery", "list").count("withdrawn 2") == 2


@pytest.mark.slow
def test_variants_are_measured_once_and_a_copy_plays_as_what_it_was_made_from(capsys: pytest.CaptureFixture) -> None:
    said_by(capsys, "publish", "guile", "--title", "Copy")
    assert said_by(capsys, "gallery", "measure").startswith("/v/copy: To the rules both decks are the same")
    published = Gallery().publication("copy")
    kept = Gallery().measured(load_deck("guile"), published.deck)
    assert kept is not None
    assert kept.games == 10_000
    assert said_by(capsys, "gallery", "measure") == ""


def test_a_variant_knows_which_deck_it_was_made_from(capsys: pytest.CaptureFixture) -> None:
    said_by(capsys, "publish", "guild_master", "--title", "Town")
    parent = Gallery().publication("town").parent
    assert (parent.deck, parent.publication) == ("medieval", "")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["publish", "guild_master", "--of", "nothing"], "Nothing was published under 'nothing'"),
        (["publish", "guild_master", "--from", "../town"], "Nothing was published under '../town'"),
        (["publish", "guild_master", "--licence", "x" * 100], "licence: It is 100 characters long"),
        (["gallery", "list", "more"], "was given 1 names"),
        (["gallery", "export"], "was given 0 names"),
        (["gallery", "export", "x.json", "nothing"], "Nothing was published under 'nothing'"),
        (["gallery", "import", "nowhere.json"], "cannot be read"),
        (["gallery", "import", "/dev/zero"], "it is a device, not a file"),
        (["gallery", "hide", "nothing"], "Nothing was published under 'nothing'"),
        (["gallery", "unpublish", "nothing"], "Nothing was published under 'nothing'"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_message(capsys: pytest.CaptureFixture, typed: list[str], said: str) -> None:
    assert said in refused(capsys, *typed)


def test_an_export_never_overwrites_a_file(capsys: pytest.CaptureFixture, tmp_path: Path) -> None:
    said_by(capsys, "publish", "guile")
    file = tmp_path / "there.json"
    file.write_text("mine")
    assert "There is a file" in refused(capsys, "gallery", "export", str(file))
    assert file.read_text() == "mine"


def test_a_gallery_of_a_newer_workbench_is_refused_in_words(capsys: pytest.CaptureFixture, state: Path) -> None:
    said_by(capsys, "publish", "guile")
    file = state / "gallery.sqlite"
    data = file.read_bytes()
    newer = data[:60] + (99).to_bytes(4, "big") + data[64:]
    file.write_bytes(newer)
    for typed in (["gallery", "list"], ["publish", "guile"], ["gallery", "hide", "guile-classic"]):
        assert "is of a newer workbench (format 99" in refused(capsys, *typed)
    assert file.read_bytes() == newer


def test_nothing_that_is_written_moves_the_cursor_of_a_terminal(capsys: pytest.CaptureFixture) -> None:
    """Every text at once: each field of a variant is one of them."""
    for number in range(0, len(SHOWN) - 1, 2):
        texts = [f"--title={number} {SHOWN[number]}", f"--author={SHOWN[number + 1]}", f"--notes={SHOWN[number]}"]
        published = said_by(capsys, "publish", "guile", *texts)
        assert published.replace("\n", "").isprintable()
        assert published.startswith(f"Published: {number} ")
    listed = said_by(capsys, "gallery", "list")
    assert listed.replace("\n", "").isprintable()
    assert len(listed.splitlines()) == len(range(0, len(SHOWN) - 1, 2))


@pytest.mark.parametrize("text", [text for text in REFUSED if "\x00" not in text], ids=ascii)
@pytest.mark.parametrize("field", ["title", "line", "author", "licence"])
def test_controls_are_refused_in_every_text(capsys: pytest.CaptureFixture, field: str, text: str) -> None:
    said = refused(capsys, "publish", "guile", f"--{field}={text}")
    assert said.startswith(f"workbench: {field}: It holds")
    assert said.rstrip("\n").isprintable()

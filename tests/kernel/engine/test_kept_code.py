"""Machine code in folders: found whole or not at all, and never where others may write."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import pytest

from workbench.kernel.engine import kept_code
from workbench.kernel.engine.kept_code import (
    CODE,
    MANIFEST,
    Kept,
    UnsafeFolder,
    digest_of,
    in_turn,
    is_there,
    read_code,
    write_code,
)
from workbench.storage.folders import cache_folder, cache_folders

KEY, NAME = "a" * 24, "report-0123456789ab-native-0123456789ab"
POSIX = pytest.mark.skipif(os.name != "posix", reason="folders have no such rights here")


def kept(code: bytes = b"machine code", leans_on: tuple[tuple[str, str], ...] = ()) -> Kept:
    return Kept(code, digest_of(code), {"run_games": ("entry", "environment")}, leans_on)


def found(folder: Path) -> Kept | None:
    """The code that is read, if any; `is_there` must agree."""
    there = is_there([folder], KEY, "report", ["native-0123456789ab"])
    read = read_code([folder], KEY, [NAME])
    assert there is (read is not None)
    return read


def test_what_was_kept_is_found_as_it_was(tmp_path: Path) -> None:
    assert found(tmp_path) is None
    write_code(tmp_path, KEY, NAME, kept())
    assert found(tmp_path) == kept()
    assert read_code([tmp_path], "b" * 24, [NAME]) is None, "other rules have another fingerprint"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda code, manifest: code.unlink(),
        lambda code, manifest: manifest.unlink(),
        lambda code, manifest: code.write_bytes(code.read_bytes()[:-1]),
        lambda code, manifest: code.write_bytes(b"somebody else's"),
        lambda code, manifest: manifest.write_text(manifest.read_text()[:-9]),
        lambda code, manifest: manifest.write_text("[1, 2]"),
        lambda code, manifest: manifest.write_text("{}"),
        lambda code, manifest: manifest.write_bytes(b"\xff\xfe"),
    ],
    ids="no code, no manifest, half the code, other code, half a manifest, a list, nothing said, no text".split(", "),
)
def test_what_is_half_written_or_not_what_its_manifest_names_is_not_taken(spoil, tmp_path: Path) -> None:
    write_code(tmp_path, KEY, NAME, kept())
    spoil(tmp_path / KEY / f"{NAME}{CODE}", tmp_path / KEY / f"{NAME}{MANIFEST}")
    assert found(tmp_path) is None
    write_code(tmp_path, KEY, NAME, kept())
    assert found(tmp_path) == kept(), "it is made anew"


def test_code_is_there_only_with_all_that_it_leans_on(tmp_path: Path) -> None:
    below = "below-0123456789ab-native-0123456789ab"
    write_code(tmp_path, KEY, NAME, kept(leans_on=((below, digest_of(b"below")),)))
    assert not is_there([tmp_path], KEY, "report", ["native-0123456789ab"])
    write_code(tmp_path, KEY, below, kept(b"another one"))
    assert not is_there([tmp_path], KEY, "report", ["native-0123456789ab"])
    write_code(tmp_path, KEY, below, kept(b"below"))
    assert is_there([tmp_path], KEY, "report", ["native-0123456789ab"])


def test_of_several_folders_the_first_is_written_and_all_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, school = tmp_path / "own", tmp_path / "school"
    monkeypatch.setenv("WORKBENCH_CACHE", f"{own}{os.pathsep}{school}")
    assert cache_folders() == (own, school)
    assert cache_folder() == own
    write_code(school, KEY, NAME, kept())
    assert read_code(cache_folders(), KEY, [NAME]) == kept()
    assert is_there(cache_folders(), KEY, "report", ["native-0123456789ab"])
    write_code(own, KEY, NAME, kept(b"newer"))
    assert read_code(cache_folders(), KEY, [NAME]) == kept(b"newer")


def test_code_for_this_processor_comes_before_code_for_any(tmp_path: Path) -> None:
    own, school = tmp_path / "own", tmp_path / "school"
    generic = NAME.replace("native", "generic")
    write_code(own, KEY, generic, kept(b"any"))
    assert read_code([own, school], KEY, [NAME, generic]) == kept(b"any")
    write_code(school, KEY, NAME, kept(b"this"))
    assert read_code([own, school], KEY, [NAME, generic]) == kept(b"this")


@POSIX
@pytest.mark.parametrize("mode", [0o775, 0o757, 0o777])
def test_a_folder_into_which_others_may_write_is_refused_in_words(mode: int, tmp_path: Path) -> None:
    write_code(tmp_path, KEY, NAME, kept())
    (tmp_path / KEY).chmod(mode)
    kept_code._warn.cache_clear()
    with pytest.warns(UnsafeFolder, match=r"Others may write into .*chmod go-w.*WORKBENCH_CACHE"):
        assert read_code([tmp_path], KEY, [NAME]) is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not is_there([tmp_path], KEY, "report", ["native-0123456789ab"]), "it is said once"
        write_code(tmp_path, KEY, NAME, kept(b"newer"))
    (tmp_path / KEY).chmod(0o755)
    assert found(tmp_path) == kept(), "nothing was written there either"


@POSIX
def test_a_folder_of_somebody_else_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_code(tmp_path, KEY, NAME, kept())
    monkeypatch.setattr(kept_code, "_trusted", lambda: frozenset({(tmp_path / KEY).stat().st_uid + 1}))
    kept_code._warn.cache_clear()
    with pytest.warns(UnsafeFolder):
        assert read_code([tmp_path], KEY, [NAME]) is None


@POSIX
def test_folders_of_ours_can_be_written_by_us_alone_whatever_is_usual(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        write_code(tmp_path / "cache", KEY, NAME, kept())
    finally:
        os.umask(before)
    assert found(tmp_path / "cache") == kept()


def test_where_nothing_can_be_written_nothing_is_kept_and_nobody_waits(tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("no folder")
    with in_turn(tmp_path / "a file", KEY, "report"):
        write_code(tmp_path / "a file", KEY, NAME, kept())
    assert read_code([tmp_path / "a file"], KEY, [NAME]) is None

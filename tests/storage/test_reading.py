"""A file that somebody named is read; a pipe, a device or anything else that may never end is refused at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.disks import NO_FILES, put_no_file
from workbench.storage.reading import beginning_of

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes and devices lie in folders on POSIX systems")


def test_no_more_is_read_of_a_file_than_was_asked_for(tmp_path: Path) -> None:
    (tmp_path / "list").write_bytes(bytes(range(200)))
    assert beginning_of(tmp_path / "list", 201) == beginning_of(tmp_path / "list", 200) == bytes(range(200))
    assert beginning_of(tmp_path / "list", 3) == bytes(range(3))


def test_a_link_to_a_file_is_that_file(tmp_path: Path) -> None:
    (tmp_path / "list").write_bytes(b"a card")
    (tmp_path / "link").symlink_to("list")
    assert beginning_of(tmp_path / "link", 10) == b"a card"


@pytest.mark.parametrize("what", NO_FILES)
def test_what_is_no_file_is_refused_by_its_kind(what: str, tmp_path: Path) -> None:
    with pytest.raises(OSError, match=NO_FILES[what]):
        beginning_of(put_no_file(tmp_path / "list", what), 10)


def test_a_pipe_that_comes_into_the_place_of_a_file_is_refused_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "list").write_bytes(b"a card")

    def looked_at(path: Path) -> os.stat_result:
        found = os.lstat(path)
        path.unlink()
        os.mkfifo(path)
        return found

    monkeypatch.setattr(os, "stat", looked_at)
    with pytest.raises(OSError, match="it is a pipe"):
        beginning_of(tmp_path / "list", 10)
    monkeypatch.undo()


@pytest.mark.parametrize("stream", ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])
def test_what_is_piped_into_a_program_is_refused_while_it_is_still_open(stream: str) -> None:
    if not Path(stream).exists():
        pytest.skip(f"this system has no {stream}")
    program = f"from workbench.storage.reading import *; beginning_of(Path({stream!r}), 10)"
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as reader:
        assert reader.stderr is not None
        assert "it is a pipe, not a file" in reader.stderr.read()

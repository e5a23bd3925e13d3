"""A file is seen with its old or its new text, whatever happens while it is written."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.disks import room_for
from workbench.storage.writing import FOR_EVERYBODY, FOR_ITS_OWNER, add_whole, write_together, write_whole


def names(folder: Path) -> list[str]:
    """What lies in a folder, hidden files too."""
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("lasting", [True, False])
def test_a_text_is_put_in_place_byte_for_byte_and_nothing_is_left_beside(tmp_path: Path, lasting: bool) -> None:
    for text in ("one\n", "two\r\nlines, ✿\n", ""):
        write_whole(tmp_path / "a.txt", text, lasting=lasting)
        assert (tmp_path / "a.txt").read_bytes() == text.encode()
        assert names(tmp_path) == ["a.txt"]


@pytest.mark.skipif(os.name != "posix", reason="file modes are a POSIX notion")
@pytest.mark.parametrize("mode", [FOR_ITS_OWNER, FOR_EVERYBODY])
def test_the_mode_says_who_may_read_whatever_stood_there(tmp_path: Path, mode: int) -> None:
    (tmp_path / "a.txt").write_text("before")
    (tmp_path / "a.txt").chmod(0o666)
    write_whole(tmp_path / "a.txt", "after", mode)
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == mode


def test_a_text_that_cannot_be_written_out_leaves_the_old_one_and_nothing_beside(tmp_path: Path) -> None:
    write_whole(tmp_path / "a.txt", "before")
    with pytest.raises(ValueError, match="surrogates"):
        write_whole(tmp_path / "a.txt", "half\ud800")
    assert (tmp_path / "a.txt").read_text() == "before"
    assert names(tmp_path) == ["a.txt"]


def test_a_full_disk_leaves_the_old_texts_and_nothing_beside(tmp_path: Path) -> None:
    texts = {tmp_path / "a.txt": "a", tmp_path / "b.txt": "b"}
    write_together(texts)
    with room_for(1000), pytest.raises(OSError, match="too large"):
        write_together({tmp_path / "a.txt": "new", tmp_path / "b.txt": "x" * 5000})
    assert {path: path.read_text() for path in texts} == texts
    assert names(tmp_path) == ["a.txt", "b.txt"]


def test_a_text_is_added_at_the_end_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    for text in ("one\n", "", "✿ two\n"):
        add_whole(path, text)
    with room_for(1000), pytest.raises(OSError, match="too large"):
        add_whole(path, "x" * 5000)
    assert path.read_text(encoding="utf-8") == "one\n✿ two\n"
    assert names(tmp_path) == ["a.txt"]


def test_a_folder_that_is_not_there_is_an_error_and_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "nowhere" / "a.txt", "text")
    assert names(tmp_path) == []


def test_a_folder_in_the_place_of_the_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a.txt").mkdir()
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path / "a.txt", "text")
    assert names(tmp_path) == ["a.txt"]


WRITE_FOR_EVER = """
import sys
from pathlib import Path
from workbench.storage.writing import write_whole
number = 0
while True:
    number += 1
    write_whole(Path(sys.argv[1]), str(number % 10) * 200_000, lasting=False)
    if number == 3:
        print("writing", flush=True)
"""


def test_a_reader_and_a_killed_writer_never_see_or_leave_half_a_text(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    writer = subprocess.Popen([sys.executable, "-c", WRITE_FOR_EVER, str(path)], stdout=subprocess.PIPE, text=True)
    try:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "writing\n"
        seen = {path.read_text() for _ in range(50)}
    finally:
        writer.kill()
        writer.communicate()
    seen.add(path.read_text())
    assert all(text == text[0] * 200_000 for text in seen)


def test_two_writers_of_one_file_leave_one_of_their_texts(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    writers = [threading.Thread(target=write_whole, args=(path, sign * 50_000)) for sign in "abcdefgh"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    text = path.read_text()
    assert text == text[0] * 50_000
    assert names(tmp_path) == ["a.txt"]

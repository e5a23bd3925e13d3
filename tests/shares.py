"""Shares of the test files, so that slow ones can take turns: `pytest -m slow --share 2/3`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest


def share_of(files: Iterable[Path], share: str) -> set[Path]:
    """The files of one share: '2/3' is the second of three. Each file is in exactly one of them.

    Raises pytest.UsageError, which pytest shows as a sentence, if there is no such share.

    >>> sorted(file.name for file in share_of(map(Path, "abcd"), "1/3"))
    ['a', 'd']
    """
    found = re.fullmatch(r"(\d+)/(\d+)", share)
    part, parts = map(int, found.groups()) if found else (0, 0)
    if not 1 <= part <= parts:
        raise pytest.UsageError(f"--share is {share!r}; give a part and how many there are, such as 2/3")
    return set(sorted(set(files))[part - 1 :: parts])

"""Slow tests take turns, and none is ever left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shares import share_of

FILES = [Path(name) for name in "edcbaaf"]


@pytest.mark.parametrize("parts", [1, 2, 3, 6, 10])
def test_every_file_is_in_exactly_one_share(parts: int) -> None:
    shares = [share_of(FILES, f"{part}/{parts}") for part in range(1, parts + 1)]
    assert sorted(file for share in shares for file in share) == sorted(set(FILES))


@pytest.mark.parametrize("share", ["0/3", "4/3", "3", "a/b", "1/0", "-1/3", "1/3/5"])
def test_a_share_that_there_is_not_is_refused_in_words(share: str) -> None:
    with pytest.raises(pytest.UsageError, match=f"--share is '{share}'"):
        share_of(FILES, share)

"""Names that tell nothing of what they are made of."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.storage.secret import sealed


def test_a_name_stays_the_same_on_a_machine_and_means_nothing_on_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = []
    for machine in ("one", "other", "one"):
        monkeypatch.setenv("WORKBENCH_STATE", str(tmp_path / machine))
        names.append(sealed("seed 7"))
    assert names[0] == names[2] != names[1]


def test_where_nothing_can_be_kept_there_is_a_name_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("WORKBENCH_STATE", str(tmp_path / "file"))
    assert sealed("seed 7") == sealed("seed 7")

"""What the workbench remembers and what it can make again lie where the account or the environment says."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.storage.folders import CACHE_VARIABLE, STATE_VARIABLE, cache_folder, state_folder

FOLDERS = {STATE_VARIABLE: state_folder, CACHE_VARIABLE: cache_folder}


@pytest.mark.parametrize("variable", FOLDERS)
def test_the_environment_chooses_the_folder(variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, str(tmp_path / "elsewhere"))
    assert FOLDERS[variable]() == tmp_path / "elsewhere"


@pytest.mark.parametrize("variable", FOLDERS)
@pytest.mark.parametrize("given", [None, ""])
def test_otherwise_it_is_a_folder_of_the_account_named_after_the_program(
    variable: str, given: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(variable, raising=False)
    if given is not None:
        monkeypatch.setenv(variable, given)
    folder = FOLDERS[variable]()
    assert folder.is_absolute()
    assert "roundtable-workbench" in folder.parts


def test_what_is_remembered_never_lies_where_things_may_be_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(STATE_VARIABLE, raising=False)
    monkeypatch.delenv(CACHE_VARIABLE, raising=False)
    assert cache_folder() not in (state_folder(), *state_folder().parents)

"""The work on a page as it is kept: what is known to be on disk, who holds it, and how it is brought back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from workbench.decks.drafts import DraftStore
from workbench.storage.errors import DeckError, RoomError
from workbench.storage.kept import KeptWork


@pytest.fixture
def work(tmp_path: Path) -> KeptWork:
    """The work of one window."""
    return KeptWork(DraftStore, DraftStore(tmp_path))


def another_window(work: KeptWork) -> KeptWork:
    """A window that looks into the same folder."""
    assert work.store is not None
    return KeptWork(DraftStore, DraftStore(work.store.folder.parent))


def test_work_that_is_brought_back_elsewhere_is_written_here_no_more(work: KeptWork) -> None:
    work.write(lambda: {"step": 1})
    other = another_window(work)
    assert other.bring_back(work.id, lambda kept: kept["step"]) == 1
    assert work.check_holder()
    assert not work.check_holder(), "that is news once"
    with pytest.raises(RoomError, match="another window"):
        work.refuse_if_taken_over()
    with pytest.raises(DeckError, match="another window"):
        work.write(lambda: {"step": 2})
    assert work.behind
    other.write(lambda: {"step": 3})
    assert other.words(begun=True) == "Your deck is kept."


def test_what_cannot_be_taken_stays_whose_it_was(work: KeptWork) -> None:
    work.write(lambda: {"step": 1})
    other = another_window(work)
    before = other.id

    def refuse(_kept: dict[str, Any]) -> None:
        raise DeckError("It does not fit.")

    with pytest.raises(DeckError, match="not fit"):
        other.bring_back(work.id, refuse)
    work.refuse_if_taken_over()
    assert (other.id, other.written) == (before, False)


def test_a_fault_while_writing_leaves_the_last_steps_behind_until_they_are_written(work: KeptWork) -> None:
    assert work.words(begun=False) == "Nothing has been changed yet."
    with pytest.raises(ZeroDivisionError):
        work.write(lambda: {"step": 1 / 0})
    assert work.words(begun=True) == "Your deck is kept nowhere else than here."
    work.write(lambda: {"step": 1})
    with pytest.raises(ZeroDivisionError):
        work.write(lambda: {"step": 1 / 0})
    assert work.words(begun=True) == "Your deck is kept, but for the last steps."
    work.write(lambda: {"step": 2})
    assert not work.behind


def test_what_is_no_id_or_kept_nowhere_is_not_brought_back(work: KeptWork) -> None:
    with pytest.raises(DeckError, match="no valid draft"):
        work.bring_back("../elsewhere", dict)
    nowhere = KeptWork(DraftStore, None)
    nowhere.write(lambda: {"step": 1})
    assert not nowhere.written
    with pytest.raises(DeckError, match="autosave is off"):
        nowhere.bring_back(work.id, dict)

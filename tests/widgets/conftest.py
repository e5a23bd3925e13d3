"""A deck of unique card names, a record of all that a kernel tells its page, studios that end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import comm
import pytest
from comm.base_comm import BaseComm

from workbench.decks import Deck, load_deck
from workbench.widgets.studio.measuring import Measuring


@pytest.fixture(autouse=True)
def state_below_the_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches are kept below the test's own folder, never in the account's."""
    monkeypatch.setenv("WORKBENCH_STATE", str(tmp_path / "state"))


@pytest.fixture(scope="session")
def secret_deck() -> Deck:
    """A part of the medieval deck without bonuses and with names that occur in no other text: Secret000, Secret001, ...

    With a quarter of the cards a match goes through all its phases, and ends after a fifth of the acts.
    """
    deck = load_deck("guild_master").to_dict()
    rows = next(iter(deck["tables"].values()))
    rows[:] = rows[::4]
    for number, row in enumerate(rows):
        row["name"] = f"Secret{number:03}"
        row.update({key: "" for key in row if key.startswith("bonus") or key == "school_name"})
    del deck["digest"]
    return Deck.from_dict(deck)


class RecordingComm(BaseComm):
    """The connection to a page, with a record of everything that went through any of them."""

    told: list[Any] = []

    def publish_msg(
        self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **keys: Any
    ) -> None:
        """Remember instead of sending."""
        self.told.append(data or {})


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Everything that widgets made in the test tell their page."""
    RecordingComm.told = []
    monkeypatch.setattr(comm, "create_comm", RecordingComm)
    return RecordingComm.told


@pytest.fixture
def measurings(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Measuring]]:
    """What studios of the test measure in the background, in the order in which it began; it ends with the test."""
    made: list[Measuring] = []
    begin = Measuring.__init__

    def remember(self: Measuring, *given: Any, **named: Any) -> None:
        begin(self, *given, **named)
        made.append(self)

    monkeypatch.setattr(Measuring, "__init__", remember)
    yield made
    for measuring in made:
        measuring.close()

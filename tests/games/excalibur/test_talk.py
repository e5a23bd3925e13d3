"""Talk at the table: phrases that may be true or not, and that change nothing (EX-035, EX-226, EX-354)."""

from __future__ import annotations

import pytest

from .table import NewTable


@pytest.mark.rule("EX-035", "EX-354", "EX-016", "EX-226")
def test_a_seat_that_is_asked_may_claim_and_accuse_truly_or_not(new_table: NewTable) -> None:
    table = new_table(2, chat=True).put(["Excalibur, Spy", "Thief"], phase="play")
    before = (table.hands, table.asked, table.state.place.tobytes())
    for phrase in ("I hold Excalibur.", "I hold no sword.", "Seat 2 holds Excalibur."):
        assert f"Say: {phrase}" in table.may(0)
        table.by(0, f"Say: {phrase}")
        assert table.heard(f"Seat 1 says: {phrase}", 1)
    assert (table.hands, table.asked, table.state.place.tobytes()) == before
    assert table.may(0) == ["Play Spy"]


@pytest.mark.rule("EX-226", "EX-354")
def test_without_chat_nothing_can_be_said(new_table: NewTable) -> None:
    table = new_table(2, chat=False).put(["Excalibur, Spy", "Thief"], phase="play")
    assert table.may(0) == ["Play Spy"]

"""Fixtures of tests of a match."""

from __future__ import annotations

import pytest

from tests.play.matches import new_match
from workbench.play import Match


@pytest.fixture
def match() -> Match:
    """Seat 0 of three is about to trade."""
    return new_match()


@pytest.fixture
def offering(match: Match) -> Match:
    """Seat 0 is choosing what to offer to seat 1."""
    match.play(0, "Offer cards to Seat 2")
    return match

"""What is found out about a match goes on while its page answers, and ends with the page."""

from __future__ import annotations

import asyncio

import psutil

from workbench.pages.guard import Guard
from workbench.play import Match
from workbench.widgets.later import ExpectedLater


def children() -> set[psutil.Process]:
    """The processes below this one, those of other tests too."""
    return set(psutil.Process().children())


def test_the_search_for_the_expected_winner_goes_on_until_it_is_given_up() -> None:
    match = Match("guile", seed=1, options={"rounds_to_win": 1}, bots={0: "greedy", 1: "greedy"})
    match.play_bots()

    async def look() -> None:
        later = ExpectedLater(Guard(print, "Nothing is lost."), lambda *_: None)
        before = children()
        later.begin(match)
        (search,) = children() - before
        assert "workbench.lab.expecting" in search.cmdline()
        later.end()
        assert search not in children()

    asyncio.run(look())

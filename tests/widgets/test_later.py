"""What is found out about a match goes on while its page answers, and ends with the page."""

from __future__ import annotations

import asyncio
import gc

import psutil

from workbench.pages.guard import Guard
from workbench.play import Match
from workbench.widgets.later import ExpectedLater


def searches() -> list[psutil.Process]:
    """The processes that look for an expected winner, below this one."""
    return [one for one in psutil.Process().children() if "workbench.lab.expecting" in one.cmdline()]


def test_the_search_for_the_expected_winner_goes_on_until_it_is_given_up() -> None:
    match = Match("guile", seed=1, options={"rounds_to_win": 1}, bots={0: "greedy", 1: "greedy"})
    match.play_bots()

    async def look() -> None:
        later = ExpectedLater(Guard(print, "Nothing is lost."), lambda *_: None)
        later.begin(match)
        gc.collect()
        assert len(searches()) == 1
        later.end()
        assert searches() == []

    asyncio.run(look())

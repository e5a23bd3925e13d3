"""The worked examples of RULES.md whose cards are counted, with Tristan at 0 and Palamedes at 1."""

from __future__ import annotations

from typing import NamedTuple


class Example(NamedTuple):
    """The cards clockwise from 0, what they are worth, Arthur's and Mordred's totals, who wins and by which step."""

    laid: str
    worth: str
    totals: list[int]
    winner: int  # -1: nobody
    step: str


EXAMPLES = {
    "GL-700": Example("4 1 1 3 2 2 3 1", "4 1 1 3 2 2 3 1", [10, 7], 0, "total"),
    "GL-701": Example("4d 3 1 2 1 2 2 1", "4 3 1 2 1 2 2 1", [8, 8], 0, "highest_card"),
    "GL-702": Example("4d 4 1 2 2 1 3 3", "4 4 1 2 2 1 3 3", [10, 10], 0, "dagger"),
    "GL-703": Example("Is 1 4 3 2 2 1 3", "4 1 4 3 2 2 1 3", [11, 9], 0, "total"),
    "GL-704": Example("4 Is 1 3 2 2 1 1", "4 3 1 3 2 2 1 1", [8, 9], 1, "total"),
    "GL-705": Example("4 1 Is 3 2 2 1 1", "4 1 0 3 2 2 1 1", [7, 7], 0, "highest_card"),
    "GL-706": Example("4 Mo 1 3 2 2 1 1", "0 0 1 3 2 2 1 1", [4, 6], 1, "total"),
    "GL-707": Example("Me 1 2 3 4 2 1 1", "4 1 2 3 4 2 1 1", [11, 7], 0, "total"),
    "GL-708": Example("Me 1 2 3 4 Mo 1 1", "0 1 2 3 0 0 1 1", [3, 5], 1, "total"),
    "GL-709": Example("Is 1 2 3 Me 2 1 1", "2 1 2 3 0 2 1 1", [5, 7], 1, "total"),
    "GL-710": Example("Is 1 Me 2 1 2 4 3", "4 1 4 2 1 2 4 3", [13, 8], 0, "total"),
    "GL-711": Example("Is Mo 3 4 2 Me 1 2", "0 0 3 4 2 0 1 2", [6, 6], 1, "highest_card"),
    "GL-712": Example("Is 1 4 Mo 2 3 1 1", "2 1 0 0 2 3 1 1", [5, 5], 1, "highest_card"),
    "GL-713": Example("3 3 2 2 1 2 1 Is", "3 3 2 2 1 2 1 0", [7, 7], -1, "drawn"),
    "GL-714": Example("4d Mo 3 3 2 1 1 2", "0 0 3 3 2 1 1 2", [6, 6], -1, "drawn"),
    "GL-715": Example("Mo 1 2 2 1 1 3 4", "0 1 2 2 1 1 3 0", [6, 4], 0, "total"),
}

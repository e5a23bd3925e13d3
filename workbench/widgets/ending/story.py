"""The story of a match beside its result, as plain data: who was ahead, when that turned, why others did not win."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.lab.expected_winner import ExpectedWinner
from workbench.lab.stories import Story
from workbench.play.match import Match

ALONE, WITH_OTHERS = 2, 1


def story_of(match: Match, expected: ExpectedWinner | None = None) -> dict[str, Any]:
    """The story of a match for a page, with the expected winner if known."""
    story = Story(match, expected)
    return {
        "expected": _expected(story, expected) if expected is not None and len(expected.turns) > 1 else None,
        "ahead": _ahead(story) if story.told_apart else None,
        "changes": [{"turn": one.turn, "title": one.title, "text": one.text} for one in story.lead_changes],
        "turning": [
            {"turn": point.turn, "title": point.title, "text": point.text, "rule": point.rule}
            for point in story.turning_points
        ],
        "decided": list(story.what_decided),
        "why_not": [{"seat": seat, "name": story.names[seat], "text": text} for seat, text in story.why_not.items()],
    }


def _ahead(story: Story) -> dict[str, Any]:
    """A row for each seat from first to last, with a number per turn: 2 ahead alone, 1 ahead with others, 0 behind."""
    rows = _rows(story, lambda seat: [_how_far(seat, turn.ahead) for turn in story.turns])
    words = [
        f"{turn.number}: {', '.join(story.names[seat] for seat in turn.ahead) or 'nobody'}" for turn in story.turns
    ]
    return {
        "rows": rows,
        "first": story.turns[0].number,
        "words": f"Who was ahead after each turn. {'. '.join(words)}.",
    }


def _expected(story: Story, expected: ExpectedWinner) -> dict[str, Any]:
    """A row for each seat from first to last with its share of the win, from 0 to 1, at the end of each turn."""
    rows = _rows(story, lambda seat: [of_seats[seat] for of_seats in expected.shares])
    words = []
    for turn, of_seats in zip(expected.turns, expected.shares, strict=True):
        named = zip(story.names, of_seats, strict=True)
        words.append(f"{turn}: {', '.join(f'{name} {100 * share:.0f}' for name, share in named)}")
    picture = f"How many of 100 matches each would have won, after each turn. {'. '.join(words)}."
    return {"rows": rows, "first": expected.turns[0], "words": picture, "how": story.how_expected}


def _rows(story: Story, turns: Callable[[int], list[Any]]) -> list[dict[str, Any]]:
    """A row for each seat from first to last; `turns` gives what stands in it for each turn."""
    return [
        {"seat": seat, "name": story.names[seat], "won": seat in story.winners, "turns": turns(seat)}
        for place in story.places
        for seat in place
    ]


def _how_far(seat: int, ahead: tuple[int, ...]) -> int:
    if seat not in ahead:
        return 0
    return ALONE if len(ahead) == 1 else WITH_OTHERS

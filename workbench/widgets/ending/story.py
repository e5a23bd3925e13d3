"""The story of a match beside its result, as plain data: who was ahead, when it turned, why not the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.lab.stories import Story
    from workbench.play.match import Match

ALONE, WITH_OTHERS = 2, 1


def story_of(match: Match) -> dict[str, Any]:
    """What the story of a match has for a page; nothing is played for it."""
    from workbench.lab.stories import Story

    story = Story(match)
    return {
        "ahead": _ahead(story) if story.told_apart else None,
        "turning": [
            {"turn": point.turn, "title": point.title, "text": point.text, "rule": point.rule}
            for point in story.turning_points
        ],
        "decided": list(story.what_decided),
        "why_not": [{"seat": seat, "name": story.names[seat], "text": text} for seat, text in story.why_not.items()],
    }


def _ahead(story: Story) -> dict[str, Any]:
    """A row for each seat from first to last, a number for each turn: 2 alone in front, 1 with others, 0 behind."""
    rows = [
        {
            "seat": seat,
            "name": story.names[seat],
            "won": seat in story.match.winners,
            "turns": [_how_far(seat, turn.ahead) for turn in story.turns],
        }
        for place in story.places
        for seat in place
    ]
    words = [
        f"{turn.number}: {', '.join(story.names[seat] for seat in turn.ahead) or 'nobody'}" for turn in story.turns
    ]
    return {
        "rows": rows,
        "first": story.turns[0].number,
        "words": f"Who was ahead after each turn. {'. '.join(words)}.",
    }


def _how_far(seat: int, ahead: tuple[int, ...]) -> int:
    if seat not in ahead:
        return 0
    return ALONE if len(ahead) == 1 else WITH_OTHERS

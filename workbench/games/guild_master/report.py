"""The report tables of Guild Master's variants; each is made for its own variant, and None for any other.

Intervals take games as independent of each other. What the winners have is a mean over the winners of a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from workbench.author import report_table


def is_interaction(report: Any) -> bool:
    """Whether its games are of Increased Player Interaction."""
    return bool(report.plan.variant.key == "player_interaction")


def is_city(report: Any) -> bool:
    """Whether its games are of Labyrinth City."""
    return bool(report.plan.variant.key == "labyrinth_city")


def is_won_by_best_category(report: Any) -> bool:
    """Whether the most points in one category win, as in Labyrinth City unless people agree on the most leads."""
    return is_city(report) and bool(report.plan.options["city_title"] == "best_category")


@report_table("figure winners low high all all_low all_high", is_interaction)
def worst_and_leads(report: Any) -> Iterator[tuple[Any, ...]]:
    """Increased Player Interaction: what the scores of winners and of all seats are made of (GM-218 to GM-220)."""
    points = _points(report)
    most = points.max(axis=1, keepdims=True)
    leads = (points == most) & (most > 0)
    shared = leads & (leads.sum(axis=1, keepdims=True) > 1)
    figures = {
        "points in the worst category": points.min(axis=2),
        "categories led alone": (leads & ~shared).sum(axis=2),
        "leads shared": shared.sum(axis=2),
        "score": report.outcome.scores,
    }
    won = _won(report)
    for title, of_seats in figures.items():
        yield title, *report.mean(_of_winners(of_seats, won)), *report.mean(np.asarray(of_seats).mean(axis=1))


@report_table("category share low high", is_interaction)
def worst_categories(report: Any) -> Iterator[tuple[Any, ...]]:
    """Increased Player Interaction: how many of a hundred seats have their fewest points in each category (GM-606)."""
    points = _points(report)
    worst = points == points.min(axis=2, keepdims=True)
    names = [category.name for category in report.plan.deck.meta.categories]
    for number, name in enumerate(names):
        yield name, *report.mean(worst[:, :, number].mean(axis=1))


@report_table("category titles low high points", is_won_by_best_category)
def titles(report: Any) -> Iterator[tuple[Any, ...]]:
    """Labyrinth City: by which category the title went, and with how many points in it (GM-252).

    If a winner has several best categories, each counts as a part of one, and so does a shared win.
    """
    points, won = _points(report), _won(report)
    best = points == points.max(axis=2, keepdims=True)
    parts = won[:, :, None] * best / best.sum(axis=2, keepdims=True)
    for number, category in enumerate(report.plan.deck.meta.categories):
        of_game = parts[:, :, number]
        with_it = float(of_game.sum())
        mean = float((of_game * points[:, :, number]).sum() / with_it) if with_it else np.nan
        yield category.name, *report.share(with_it, len(points)), mean


@report_table("figure value low high", is_city)
def the_city(report: Any) -> Iterator[tuple[Any, ...]]:
    """Labyrinth City: how large it becomes, where its roads lead, and who owes favours at its end."""
    owed = np.stack([report.counted(f"owed_by_seat_{seat}") for seat in range(report.plan.seats)], axis=1)
    figures = {
        "cards laid": report.counted("cards_laid"),
        "cards left in hands": report.counted("cards_left"),
        "cards along the longest road": report.counted("longest_road"),
        "dead ends": report.counted("dead_ends"),
        "roads that lead out": report.counted("open_ends"),
        "favours owed by a seat": owed.mean(axis=1),
        "favours owed by a winner": _of_winners(owed, _won(report)),
    }
    for title, values in figures.items():
        yield title, *report.mean(values)


def _points(report: Any) -> np.ndarray:
    """The points of every seat in each category of the deck: games by seats by categories."""
    return np.asarray(report.outcome.points[:, :, : len(report.plan.deck.meta.categories)])


def _won(report: Any) -> np.ndarray:
    """Each seat's part of each game's win: games by seats."""
    winning = report.outcome.winning
    seats = np.stack([(winning >> seat) & 1 for seat in range(report.plan.seats)], axis=1)
    return np.asarray(seats / np.maximum(seats.sum(axis=1, keepdims=True), 1))


def _of_winners(of_seats: np.ndarray, won: np.ndarray) -> np.ndarray:
    """The mean of a figure over the winners of each game."""
    return np.asarray((of_seats * won).sum(axis=1))


REPORT_TABLES = {
    "Worst category and leads": worst_and_leads,
    "Whose worst category": worst_categories,
    "Titles by category": titles,
    "The city": the_city,
}

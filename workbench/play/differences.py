"""What has changed on a screen: the few changes that turn one piece of plain data into another.

A scene has hundreds of parts, and an act changes a handful. A change is a place, the keys and indexes that lead to it,
and what stands there now: `[["seats", 2, "state"], "ready"]`. A row that only grew, such as the log, has a third part
that says from where on it is new: `[["log"], ["Anna builds Port."], 17]`. Parts that both share are not looked into.
`workbench/widgets/differences.js` makes them on the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Place = tuple[str | int, ...]
Change = list[Any]  # [place, what stands there now], or [place, what has come, from where]


def differences(before: Any, now: Any) -> list[Change]:
    """The changes that turn `before` into `now`; both are plain data: dicts, lists or tuples, texts, numbers, None.

    What is equal in Python is not a change, so a part must not become True where it was 1.

    >>> differences({"turn": 1, "log": ["a"]}, {"turn": 2, "log": ["a", "b"]})
    [[['turn'], 2], [['log'], ['b'], 1]]
    >>> differences({"cards": ["a", "b"]}, {"cards": ["b"]})
    [[['cards'], ['b']]]
    """
    return list(_changes(before, now, ()))


def _changes(before: Any, now: Any, place: Place) -> Iterator[Change]:
    if before is now or before == now:  # told apart in C: an act leaves most parts as they are
        return
    if isinstance(before, dict) and isinstance(now, dict) and before.keys() == now.keys():
        for key in now:
            yield from _changes(before[key], now[key], (*place, key))
    elif isinstance(before, list | tuple) and isinstance(now, list | tuple):
        yield from _changes_in_row(before, now, place)
    else:
        yield [list(place), now]


def _changes_in_row(before: Any, now: Any, place: Place) -> Iterator[Change]:
    """Part by part if there are as many; what was added at the end; otherwise the whole row."""
    if len(before) == len(now):
        for index, pair in enumerate(zip(before, now, strict=True)):
            yield from _changes(*pair, (*place, index))
    elif 0 < len(before) < len(now) and before == now[: len(before)]:
        yield [list(place), list(now[len(before) :]), len(before)]
    else:
        yield [list(place), now]


def changed(before: Any, changes: list[Change]) -> Any:
    """What the changes make of plain data, which stays as it is; what they do not touch is shared.

    >>> changed({"turn": 1, "log": ["a"]}, [[["turn"], 2], [["log"], ["b"], 1]])
    {'turn': 2, 'log': ['a', 'b']}
    """
    for place, value, *begins in changes:
        before = _with(before, place, value, begins)
    return before


def _with(part: Any, place: list[Any], value: Any, begins: list[int]) -> Any:
    if not place:
        return [*part[: begins[0]], *value] if begins else value
    copy = dict(part) if isinstance(part, dict) else list(part)
    copy[place[0]] = _with(part[place[0]], place[1:], value, begins)
    return copy

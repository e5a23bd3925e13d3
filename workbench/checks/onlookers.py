"""What everybody and each seat sees of a match, act by act: pictures, and what changed between two of them.

A picture is path -> value. A seat's part of a change leaves out what the part for everybody already says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from workbench.play.match import Match
from workbench.play.seating import seat_name

EVERYBODY, SCORE_SHEET = "everybody", "score sheet"
GONE = {"gone": True}
NESTED = frozenset({dict, list})

Picture = dict[str, Any]
Pictures = Mapping[str, Picture]  # by onlooker


class Onlookers:
    """Everybody and each seat, looking at a match repeatedly."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.seats = {EVERYBODY: None, **{seat_name(seat): seat for seat in range(match.seats)}}
        self.heard = dict.fromkeys(self.seats, 0)

    def look(self) -> dict[str, Picture]:
        """What each onlooker sees now, with what it has heard since its last look, and the score sheet."""
        return {**{name: self._picture(name) for name in self.seats}, SCORE_SHEET: score_sheet(self.match)}

    def _picture(self, name: str) -> Picture:
        view = self.match.view(self.seats[name])
        log = view.pop("log")
        news = log[self.heard[name] :]
        self.heard[name] = len(log)
        return {**flat(view), **({"log": news} if news else {})}


def flat(value: Any, path: str = "") -> Picture:
    """Nested data by path, e.g. `zones.hand.0.cards`; a list of plain values stays one value.

    >>> flat({"stock": {"count": 2, "cards": [None, None]}, "scores": [[1, 0], [0, 3]]})
    {'stock.count': 2, 'stock.cards': ['2 unseen'], 'scores.0': [1, 0], 'scores.1': [0, 3]}
    """
    found: Picture = {}
    _flatten(value, path, found)
    return found


def _flatten(value: Any, path: str, found: Picture) -> None:
    """Write nested data by path into `found`; done for everything after each act, and so in C where possible."""
    parts: Iterable[tuple[Any, Any]]
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list) and not NESTED.isdisjoint(map(type, value)):
        parts = enumerate(value)
    else:
        found[path] = _without_unseen(value)
        return
    before = f"{path}." if path else ""
    for name, part in parts:
        if type(part) in NESTED:
            _flatten(part, f"{before}{name}", found)
        else:
            found[f"{before}{name}"] = part


def _without_unseen(value: Any) -> Any:
    """The value; in a list that ends in indistinguishable cards, their number replaces them."""
    if not isinstance(value, list) or not value or value[-1] is not None:
        return value
    seen = len(value)
    while seen and value[seen - 1] is None:
        seen -= 1
    return [*value[:seen], f"{len(value) - seen} unseen"]


def score_sheet(match: Match) -> Picture:
    """The score lines as (for whom, why and for what) -> points, rule and text."""
    sheet: Picture = {}
    copies: Counter[str] = Counter()
    for line in match.score_lines():
        parts = (f"round {line['round']}" if line["round"] else "", seat_name(line["seat"]), line["reason"])
        path = ", ".join(part for part in (*parts, line["category"], line["source"]) if part)
        copies[path] += 1
        numbered = path if copies[path] == 1 else f"{path} #{copies[path]}"
        sheet[numbered] = [line["points"], line["rule"], line["text"]]
    return sheet


def changed_parts(before: Pictures, after: Pictures) -> dict[str, Picture]:
    """What changed for each onlooker, without those for whom nothing changed."""
    parts: dict[str, Picture] = {}
    for name, picture in after.items():
        expected = _if_nothing_more(before.get(name, {}), parts, name)
        parts[name] = {path: value for path, value in picture.items() if expected.get(path, GONE) != value}
        parts[name] |= {path: GONE for path in expected if path not in picture}
    return {name: part for name, part in parts.items() if part}


def with_changes(before: Pictures, parts: Pictures, names: Iterable[str]) -> dict[str, Picture]:
    """What each of these onlookers sees once the parts have changed; the reverse of `changed_parts`."""
    return {name: _changed(_if_nothing_more(before.get(name, {}), parts, name), parts.get(name, {})) for name in names}


def _if_nothing_more(before: Picture, parts: Pictures, name: str) -> Picture:
    """What somebody would see if only the changes for everybody had happened; log lines are new only once."""
    quiet = dict(before)
    quiet.pop("log", None)
    return quiet if name in (EVERYBODY, SCORE_SHEET) else _changed(quiet, parts.get(EVERYBODY, {}))


def _changed(picture: Picture, changes: Picture) -> Picture:
    changed = {**picture, **changes}
    for path in [path for path, value in changes.items() if value == GONE]:
        del changed[path]
    return changed

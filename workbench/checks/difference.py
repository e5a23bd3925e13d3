"""Where two things that should be equal differ, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import takewhile
from typing import Any

from workbench.storage.errors import shown

KEPT = 20  # characters before the first difference


def first_difference(one: Any, other: Any, path: str = "") -> str:
    """The first place where two nested values differ, with both values; empty if they are equal.

    >>> first_difference({"hand": ["Inn"]}, {"hand": ["Mill"]})
    "hand[0]: 'Inn' and 'Mill'"
    """
    for name, mine, theirs in _parts(one, other):
        if mine != theirs:
            return first_difference(mine, theirs, f"{path}{name}")
    if one == other:
        return ""
    if isinstance(one, str) and isinstance(other, str):
        alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
        start = alike - KEPT
        one, other = (one, other) if start <= 0 else (f"…{one[start:]}", f"…{other[start:]}")
    return f"{path.lstrip('.') or 'it'}: {shown(one)} and {shown(other)}"


def _parts(one: Any, other: Any) -> list[tuple[str, Any, Any]]:
    """The parts of two values of the same form, as (name, part of the one, part of the other)."""
    if isinstance(one, Mapping) and isinstance(other, Mapping) and one.keys() == other.keys():
        return [(f".{key}", one[key], other[key]) for key in one]
    if is_dataclass(one) and type(one) is type(other):
        return [(f".{part.name}", getattr(one, part.name), getattr(other, part.name)) for part in fields(one)]
    if _is_list(one) and _is_list(other) and len(one) == len(other):
        return [(f"[{i}]", mine, theirs) for i, (mine, theirs) in enumerate(zip(one, other, strict=True))]
    return []


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))

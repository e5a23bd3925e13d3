"""Messages of pages for tests: the class of each type, and every way in which a part of one can be malformed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import strategies as st

from workbench.pages.messages import LARGEST_NUMBER, Message, read
from workbench.pages.page import Page
from workbench.storage.errors import RoomError

LONG = "x" * 6_000_000  # longer than any text that a page may send
MANY = 20_001  # more than any list that a page may send


def classes_of(page: type[Page]) -> dict[str, type[Message]]:
    """The classes of messages that a page hears, by the types that browsers send."""
    return {message.type: message for message in page.handlers}


def malformed(page: type[Page], samples: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, str, dict[str, Any]]]:
    """Every sample with one part too many, missing, of another kind, or too large: its type, the part, the message."""
    return list(_malformed(page, samples))


def _malformed(page: type[Page], samples: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for kind, known in classes_of(page).items():
        whole = {"type": kind, **samples[kind]}
        yield kind, "extra", whole | {"extra": 1}
        for part, field in known.model_fields.items():
            values = _wrong(whole[part])
            if field.is_required():
                yield kind, part, {key: value for key, value in whole.items() if key != part}
                values = [None, *values]
            for value in values:
                yield kind, part, whole | {part: value}


def _wrong(value: object) -> list[object]:
    """Values that cannot stand where `value` can."""
    if isinstance(value, bool):
        return [0, 1, "true", []]
    if isinstance(value, int):
        return [True, float(value), str(value), [value], -LARGEST_NUMBER, LARGEST_NUMBER + 1, 10**5000]
    if isinstance(value, str):
        return [7, True, [value], {}, value.encode(), "\ud800", LONG]
    assert isinstance(value, list)
    inner = [[*value[:-1], wrong] for wrong in (None, *_wrong(value[-1]))]
    return [7, "x", {}, [], value * MANY, {0: value[0]}, *inner]


def distorted(page: type[Page], values: st.SearchStrategy) -> st.SearchStrategy[dict[str, Any]]:
    """Messages of every type with arbitrary values in their parts, except in those that name the edit."""
    named = ("id", "revision")
    return st.one_of(
        st.fixed_dictionaries(
            {"type": st.just(kind)}, optional={part: values for part in known.model_fields if part not in named}
        )
        for kind, known in classes_of(page).items()
    )


def check_refusal(page: type[Page], kind: str, part: str, said: object) -> None:
    """A message is refused in one or two short sentences, which name its type and the part that is malformed."""
    with pytest.raises(RoomError) as refusal:
        read(page.heard, said)
    words = str(refusal.value)
    assert repr(kind) in words
    assert repr(part) in words
    assert len(words) < 200
    assert "\n" not in words

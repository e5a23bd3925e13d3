"""What has changed on a screen: a few changes, from which the page rebuilds the whole."""

from __future__ import annotations

import json
import random

from hypothesis import given
from hypothesis import strategies as st

from workbench.play import Match
from workbench.play.differences import changed, differences

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from(("", "a", "b")),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.sampled_from("abc"), part, max_size=3),
    max_leaves=12,
)


def as_sent(data: object) -> object:
    """Plain data as it arrives: tuples have become lists."""
    return json.loads(json.dumps(data))


@given(PLAIN, PLAIN)
def test_the_changes_make_one_of_the_other(before: object, now: object) -> None:
    kept = as_sent(before)
    made = changed(before, differences(before, now))
    assert made == now
    assert before == kept
    assert differences(now, as_sent(now)) == []


def test_a_row_that_grows_sends_what_is_new() -> None:
    assert differences({"log": ("a", "b")}, {"log": ("a", "b", "c")}) == [[["log"], ["c"], 2]]
    assert differences([1], []) == [[[], []]]


def test_an_act_among_thirty_sends_a_tenth_of_a_scene() -> None:
    match, chance = (
        Match("guild_master", seats=30, seed=7, options={"game_variant": "labyrinth_city"}),
        random.Random(7),
    )
    seen = [match.scene(seat).as_dict() for seat in range(3)]
    sent = whole = 0
    for _ in range(12):
        seat = chance.choice(match.to_act)
        match.play(seat, chance.choice(match.legal(seat)))
        for viewer in range(3):
            scene = match.scene(viewer).as_dict()
            changes = differences(seen[viewer], scene)
            assert as_sent(changed(seen[viewer], changes)) == as_sent(scene)
            sent, whole = sent + len(json.dumps(changes)), whole + len(json.dumps(scene))
            seen[viewer] = scene
    assert sent < whole / 10

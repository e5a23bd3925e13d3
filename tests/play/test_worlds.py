"""A fork of a match: a match of its own that is as far as the other."""

from __future__ import annotations

from tests.play.matches import new_match
from workbench.play import Match


def test_a_copy_has_scenes_of_its_own() -> None:
    match = new_match()
    scenes = [match.scene(seat) for seat in range(3)]
    copy = match.fork()
    copy.play(0, copy.legal(0)[0])
    assert copy.scene(0) == Match.from_dict(copy.to_dict()).scene(0) != scenes[0]
    assert match.redealt(0, 5).scene(1) != scenes[1], "the seat holds other cards there"
    assert all(match.scene(seat) is scene for seat, scene in enumerate(scenes))

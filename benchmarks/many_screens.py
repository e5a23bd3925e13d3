"""What the screens of thirty seats cost after one act: all their scenes, against one scene of such a match."""

from __future__ import annotations

import random

from benchmarks.measuring import Row, Spread, processor_time, ratios
from workbench.play import Match

SEATS, TARGET = 30, 5.0
ACTS = 18  # at which all scenes are made, spread over the match from its first trade to its last card


def many_screens(repeats: int) -> Row:
    """All 31 scenes of Labyrinth City with 30 seats after one act, and one of them, made in turns."""
    all_seconds, one_seconds = [], []
    for match in _positions(repeats):
        everybody = [None, *range(match.seats)]
        one, several = match.fork(), match.fork()  # copies keep no scenes
        seat = match.to_act[0]
        one_seconds.append(processor_time(lambda one=one, seat=seat: one.scene(seat).as_dict()))
        all_seconds.append(
            processor_time(lambda several=several, seats=everybody: [several.scene(seat).as_dict() for seat in seats])
        )
    share = ratios(all_seconds, one_seconds)
    return Row(
        "screens",
        "All scenes of Labyrinth City with 30 seats after one act, against one of them",
        Spread.of(all_seconds).text("ms", 1000),
        Spread.of(one_seconds).text("ms", 1000),
        share.text(),
        f"<= {TARGET}",
        share.median <= TARGET,
        (f"{len(all_seconds)} acts from the first trade to the last card; {SEATS + 1} scenes, the wall's among them.",),
    )


def _positions(repeats: int) -> list[Match]:
    """Positions of matches that bots play, at regular distances; the first is thrown away, since it loads and warms."""
    found = []
    for number in range(max(1, repeats // 5)):
        options = {"game_variant": "labyrinth_city"}
        bots = dict.fromkeys(range(SEATS), "greedy")
        match = Match("guild_master", seats=SEATS, seed=number, options=options, bots=bots)
        match.play_bots()
        acts = len(match.acts)
        chosen = [match.after(acts * (act + 1) // (ACTS + 1)) for act in range(ACTS)]
        random.Random(number).shuffle(chosen)
        found += chosen
    for viewer in (None, 0):
        found[0].scene(viewer).as_dict()
    return found

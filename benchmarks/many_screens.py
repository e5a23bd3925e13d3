"""What the screens of thirty seats cost after one act: all their scenes, against one scene of such a match."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.measuring import Row, Spread, processor_time, ratios
from workbench.play import Match

SEATS, TARGET = 30, 5.0
ACTS = 18  # at which all scenes are made, spread over the match from its first trade to its last card


def many_screens(repeats: int) -> Row:
    """All 31 scenes of Labyrinth City with 30 seats after one act, and one of them, in turns; prints are warm."""
    all_seconds, one_seconds = [], []
    for number, match in enumerate(_positions(repeats)):
        everybody = (None, *range(match.seats))
        _scenes_of(match, everybody)
        sides = [(all_seconds, everybody), (one_seconds, match.to_act[:1])]
        for seconds, viewers in sides if number % 2 else reversed(sides):
            seconds.append(_scenes_of(match, viewers))
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


def _scenes_of(match: Match, viewers: tuple[int | None, ...]) -> float:
    """The processor seconds of the scenes of some viewers, made of a copy, which keeps none."""
    copy = match.fork()
    return processor_time(lambda: [copy.scene(viewer).as_dict() for viewer in viewers])


def _positions(repeats: int) -> Iterator[Match]:
    """Positions of as many matches, which bots play, at regular distances."""
    for number in range(repeats):
        options = {"game_variant": "labyrinth_city"}
        bots = dict.fromkeys(range(SEATS), "greedy")
        match = Match("guild_master", seats=SEATS, seed=number, options=options, bots=bots)
        match.play_bots()
        for act in range(ACTS):
            yield match.after(len(match.acts) * (act + 1) // (ACTS + 1))

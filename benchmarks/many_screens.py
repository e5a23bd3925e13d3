"""What an act costs at a table of thirty seats: all their scenes, and the table's other work, against one scene."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.measuring import Row, Spread, processor_time, ratios
from workbench.play import Match
from workbench.play.device import PUBLIC_SCREEN
from workbench.play.differences import differences
from workbench.play.host import TableHost

SEATS, TARGET = 30, 5.0
ACTS = 18  # measured in each match, spread from its first trade to its last card
Viewers = tuple[int | None, ...]


def many_screens(repeats: int) -> Row:
    """All 31 scenes of Labyrinth City with 30 seats after one act, and one of them, in turn; `prints` is warm."""
    all_seconds, one_seconds, act_seconds = [], [], []
    for number, match in enumerate(_positions(repeats)):
        everybody = (None, *range(match.seats))
        _scenes_of(match, everybody)
        sides = [(all_seconds, everybody), (one_seconds, match.to_act[:1])]
        for seconds, viewers in sides if number % 2 else reversed(sides):
            seconds.append(_scenes_of(match, viewers))
        act_seconds.append(_act_of(match, everybody))
    share, whole = ratios(all_seconds, one_seconds), ratios(act_seconds, one_seconds)
    return Row(
        "screens",
        "All scenes of Labyrinth City with 30 seats after one act, against one of them",
        Spread.of(all_seconds).text("ms", 1000),
        Spread.of(one_seconds).text("ms", 1000),
        share.text(),
        f"<= {TARGET}",
        share.median <= TARGET,
        (
            f"{len(all_seconds)} acts from the first trade to the last card; {SEATS + 1} scenes, with the wall's.",
            f"With the act itself, what may be taken back and what has changed of each scene: "
            f"{Spread.of(act_seconds).text('ms', 1000)}, {whole.text()} times one scene.",
        ),
    )


def _scenes_of(match: Match, viewers: Viewers) -> float:
    """The processor seconds of some viewers' scenes, made from a copy of the match, which keeps none."""
    copy = match.fork()
    return processor_time(lambda: [copy.scene(viewer).as_dict() for viewer in viewers])


def _act_of(match: Match, viewers: Viewers) -> float:
    """The processor seconds of one act at a table of people, with everything its screens are then told."""
    copy = match.fork()
    copy.bots.clear()
    host = TableHost(copy, PUBLIC_SCREEN)
    host.bots.started = True
    seat = copy.to_act[0]
    action = copy.legal(seat)[0].id
    before = {viewer: host.scene(viewer) for viewer in viewers}
    told: list[tuple] = []

    def act() -> None:
        host.act(seat, (action,))
        told.append((host.can_undo, host.undo_refusal, host.can_redo, host.kept_words))
        for viewer in viewers:
            differences(before[viewer], host.scene(viewer))

    return processor_time(act)


def _positions(repeats: int) -> Iterator[Match]:
    """Positions at regular intervals in `repeats` matches played by bots."""
    for number in range(repeats):
        options = {"game_variant": "labyrinth_city"}
        bots = dict.fromkeys(range(SEATS), "greedy")
        match = Match("guild_master", seats=SEATS, seed=number, options=options, bots=bots)
        match.play_bots()
        for act in range(ACTS):
            yield match.after(len(match.acts) * (act + 1) // (ACTS + 1))

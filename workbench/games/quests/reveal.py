"""The last battle of Quests as a screen shows it: the cards of all turn together, and their points are added up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workbench.author import NONE, CardFace, Group, Reveal, SceneZone, Sight, Turned
from workbench.games.quests.centre import among
from workbench.games.quests.faces import card_face
from workbench.games.quests.names import OPTIONS
from workbench.games.quests.playing import FOES
from workbench.games.quests.table import MOST_IN_BATTLE, QuestsState

FOE_LANE = "stage"
NOTED = 2  # a battle is written down before its last window and when it is decided: both are one battle


def reveal(sight: Sight[QuestsState]) -> Reveal | None:
    """The cards of the last battle in lanes, a seat each, and the stage's; None before the first."""
    view = sight.view
    if not view.battle:
        return None
    rows = [] if view.battle_kind[FOES, 0] == NONE else [FOES]
    seats = [seat for seat in range(view.seats) if among(view.battle_seats, seat)]
    faces = {row: _faces(sight, row) for row in (*rows, *seats)}
    groups = tuple(_lane(sight, row) for row in faces)
    cards = tuple(face for row in faces for face in faces[row])
    title = "All show their cards for the stage." if rows else "All show their cards for the tournament."
    zone = SceneZone("battle", title, "lanes", None, len(cards), cards, groups)
    return Reveal(
        f"battle {(view.battle + 1) // NOTED}",
        title,
        zone,
        tuple(_steps(sight, faces)),
        outcome(sight),
        at_once="Show the cards",
    )


def _key(row: int) -> str:
    return FOE_LANE if row == FOES else str(row)


def _cards(sight: Sight[QuestsState], row: int) -> list[tuple[int, int]]:
    """Kinds and points of the cards that a row has in the battle."""
    view = sight.view
    numbers = range(MOST_IN_BATTLE)
    kinds = [view.battle_kind[row, i] for i in numbers]
    return [(kind, view.battle_points[row, i]) for i, kind in enumerate(kinds) if kind != NONE]


def _faces(sight: Sight[QuestsState], row: int) -> list[CardFace]:
    found = []
    for i, (kind, points) in enumerate(_cards(sight, row)):
        face = sight.printed(card_face, kind)
        words = f"{face.title}, {points} battle points"
        found.append(replace(face, id=f"battle-{row}-{i}", value=str(points), group=_key(row), description=words))
    return found


def _base(sight: Sight[QuestsState], row: int) -> int:
    """What the rank of a seat counts in the battle."""
    return int(sight.view.battle_total[row]) - sum(points for _, points in _cards(sight, row))


def _lane(sight: Sight[QuestsState], row: int) -> Group:
    total = sight.view.battle_total[row]
    if row == FOES:
        return Group(FOE_LANE, "The stage", total=str(total), badge="needed", emblem="helm")
    name = "You" if row == sight.seat else sight.naming("seat", row)
    state = "latest" if row in _best(sight) else "out"
    return Group(str(row), name, seat=row, total=str(total), badge=f"rank {_base(sight, row)}", state=state)


def _steps(sight: Sight[QuestsState], faces: dict[int, list[CardFace]]) -> Iterator[Turned]:
    """Card by card, one of every seat at once; all of the stage's with the first."""
    seats = [row for row in faces if row != FOES]
    totals = {row: _base(sight, row) for row in seats}
    foes = [face.id for face in faces.get(FOES, [])]
    for i in range(max(1, *(len(faces[row]) for row in seats), 0)):
        turned, said = [], []
        for row in seats:
            if i < len(faces[row]):
                face = faces[row][i]
                totals[row] += int(face.value)
                turned.append(face.id)
                said.append(f"{sight.naming('seat', row)}: {face.title} {face.value}, in all {totals[row]}.")
        if i == 0 and foes:
            said.insert(0, f"The stage has {sight.view.battle_total[FOES]}.")
            turned += foes
        words = " ".join(said) or "Nobody plays a card."
        yield Turned(turned[0] if turned else "", words, tuple(totals.items()), tuple(turned[1:]), "Card by card")


def _best(sight: Sight[QuestsState]) -> list[int]:
    """The seats that pass the stage, or whose total is highest."""
    view = sight.view
    seats = [seat for seat in range(view.seats) if among(view.battle_seats, seat)]
    if view.battle_kind[FOES, 0] == NONE:
        highest = max((view.battle_total[seat] for seat in seats), default=0)
        return [seat for seat in seats if view.battle_total[seat] == highest]
    least = view.battle_total[FOES] + (view.foe_tie == OPTIONS.foe_tie.foe_wins)
    return [seat for seat in seats if view.battle_total[seat] >= least]


def outcome(sight: Sight[QuestsState]) -> str:
    """Who passes, or who has the highest total."""
    view, best = sight.view, _best(sight)
    told = [f"{sight.naming('seat', seat)} {view.battle_total[seat]}" for seat in best]
    if view.battle_kind[FOES, 0] == NONE:
        most = max((view.battle_total[seat] for seat in best), default=0)
        who = " and ".join(sight.naming("seat", seat) for seat in best)
        return f"{who} has {most}, the highest total." if len(best) == 1 else f"{who} have {most} each: a tie."
    fallen = [seat for seat in range(view.seats) if among(view.battle_seats, seat) and seat not in best]
    out = [f"{sight.naming('seat', seat)} {view.battle_total[seat]}" for seat in fallen]
    needed = f"The stage has {view.battle_total[FOES]}."
    passed = f"Passed: {', '.join(told)}." if told else "Nobody passes."
    return " ".join(filter(None, (needed, passed, f"Out of the quest: {', '.join(out)}." if out else "")))

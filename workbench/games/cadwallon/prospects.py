"""What would happen if the round ended now: who wins each card, what it brings, and what one more agent gives.

The rules answer all of it, on a copy of what the seat sees. Contracts are left out, and so are secret cards of
other seats, since the view does not hold them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from workbench.author import CardFace, Sight, figure
from workbench.games.cadwallon.city import (
    card_in,
    count_support,
    how_judged,
    judge,
    rule_number,
    support_across,
    support_value,
    winner_of,
)
from workbench.games.cadwallon.deck import NUMBER, TYPE
from workbench.games.cadwallon.faces import MINUS, short_title, signed, type_of
from workbench.games.cadwallon.scoring import RANKING, card_points, score_seat
from workbench.games.cadwallon.table import CELLS, ENDS, JUDGED, SIDE, ZONES, CadwallonState

ACROSS_COUNT = CELLS - SIDE  # boulevards between cells side by side: the first ones
NOBODY = -1


def city_card(sight: Sight[CadwallonState], cell: int) -> int:
    """The card in a cell; -1 in a gap."""
    return sight.ask(card_in, sight.view, cell) if sight.view.counts[ZONES.cell[cell]] else NOBODY


def points_now(sight: Sight[CadwallonState], cell: int) -> str:
    """What the card in a cell counts by itself under the condition in force."""
    view, arrays = sight.view, sight.arrays
    kind = sight.kind(city_card(sight, cell))
    type_ = arrays.type[kind]
    if type_ == TYPE.guild:
        return str(sight.ask(card_points, view, arrays, view.games, kind))
    if type_ == TYPE.militia:
        return f"{MINUS}{arrays.penalty[kind] + number_now(sight, NUMBER.penalty_more)}"
    if type_ == TYPE.action:
        in_hand = number_now(sight, NUMBER.in_hand_points)
        return str(arrays.points[kind] if in_hand < 0 else in_hand)
    return ""


def support_now(sight: Sight[CadwallonState], cell: int) -> int:
    """The support value of the card in a cell, with all that changes it this round."""
    return sight.ask(support_value, sight.view, sight.arrays, cell)


def number_now(sight: Sight[CadwallonState], what: int) -> int:
    """A NUMBER of the rules under the condition in force."""
    return sight.ask(rule_number, sight.view, sight.arrays, what)


# Who wins what


def standing_at(sight: Sight[CadwallonState], cell: int) -> tuple[tuple[int, int], ...]:
    """Seats with support toward the card in a cell, the highest first."""
    found = np.zeros(sight.view.seats, np.int64)
    sight.ask(count_support, sight.view, sight.arrays, cell, found)
    return by_number([(seat, int(found[seat])) for seat in seats(sight)])


def by_number(found: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Pairs of a seat and a number above 0, the highest first."""
    return tuple(sorted((one for one in found if one[1]), key=lambda one: -one[1]))


def seats(sight: Sight[CadwallonState]) -> range:
    """All seats."""
    return range(sight.view.seats)


def verdict_at(sight: Sight[CadwallonState], cell: int) -> tuple[int, int]:
    """Who would win the card in a cell (-1 nobody), and one of JUDGED."""
    judged = sight.ask(judge, sight.view, sight.arrays, cell, np.zeros(sight.view.seats, np.int64))
    return sight.ask(winner_of, judged), sight.ask(how_judged, judged)


def worth_to(sight: Sight[CadwallonState], cell: int, seat: int) -> int:
    """How many more points a seat would have with the card in a cell."""
    changed, card = sight.view.copy(), city_card(sight, cell)
    changed.place[card] = (ZONES.won if type_of(sight, card) == TYPE.action else ZONES.tableau) + seat
    lines = sight.new_lines()
    sight.ask(score_seat, changed, sight.arrays, lines, sight.view.games, seat)
    now = (line["points"] for line in sight.lines_of(RANKING.total) if _is_now(sight, line, seat))
    return int(sight.ask(figure, lines, seat, RANKING.total) - sum(now))


def _is_now(sight: Sight[CadwallonState], line: dict[str, Any], seat: int) -> bool:
    """Whether a score line is one of a seat in the current game."""
    return bool(line["seat"] == seat and line["round"] == sight.view.games + 1)


def notes_of(how: int, winner: int, points: str = "") -> tuple[tuple[int, str], ...]:
    """What is said beside the shield of a card's winner: what it brings, and how it won if others had as much there."""
    by = {JUDGED.vote: "by vote", JUDGED.arbiter: "by arbiter"}.get(how, "")
    words = " ".join(filter(None, (points, by)))
    return ((winner, words),) if winner != NOBODY and words else ()


def outcome_at(sight: Sight[CadwallonState], cell: int) -> str:
    """Who would win the card in a cell and what that brings, as a sentence; empty while nobody has support there."""
    winner, how = verdict_at(sight, cell)
    if how == JUDGED.nobody:
        return ""
    most = standing_at(sight, cell)[0][1]
    if winner == NOBODY:
        return f"a tie at {most}: nobody would win it."
    you = winner == sight.seat
    who, lead = ("you", "lead") if you else (sight.naming("seat", winner), "leads")
    by = f"{lead} with {most}" if how == JUDGED.most_support else f"{'win' if you else 'wins'} the tie at {most}"
    return f"{who} {by}, and would have {signed(worth_to(sight, cell, winner))} points."


# Agents


def gives(sight: Sight[CadwallonState], boulevard: int) -> tuple[int, int]:
    """What one agent in a boulevard gives to the first of its cells and to the second."""
    one, other = (int(cell) for cell in ENDS[boulevard])
    view, arrays = sight.view, sight.arrays
    return (
        sight.ask(support_across, view, arrays, one, other),
        sight.ask(support_across, view, arrays, other, one),
    )


def agent_words(sight: Sight[CadwallonState], boulevard: int) -> str:
    """What an agent gains in a boulevard: "Here you gain 1 at the Goldsmiths above, 2 below."."""
    one, other = (the_name(sight, city_card(sight, int(cell))) for cell in ENDS[boulevard])
    first, second = gives(sight, boulevard)
    where, there = ("left", "right") if boulevard < ACROSS_COUNT else ("above", "below")
    at = "" if one == other else f" at {other}"
    return f"Here you gain {first} at {one} {where}, {second}{at} {there}."


def the_name(sight: Sight[CadwallonState], card: int) -> str:
    """What a district card is called in a sentence: "the Goldsmiths"."""
    title = short_title(sight.deck, sight.kind(card))
    type_ = type_of(sight, card)
    return title if type_ == TYPE.action else f"the {title if type_ == TYPE.guild else title.lower()}"


def agent_faces(sight: Sight[CadwallonState], agents: object, boulevard: int, mark: str = "") -> tuple[CardFace, ...]:
    """The agents in a boulevard, a disc for each seat, with their number if there is more than one (CA-105)."""
    found = ((seat, int(agents[boulevard, seat])) for seat in seats(sight))  # type: ignore[index]
    return tuple(
        CardFace(
            agent_id(boulevard, seat),
            sight.naming("seat", seat),
            value=str(number) if number > 1 else "",
            mark=mark,
            description=f"{'agent' if number == 1 else f'{number} agents'} of {sight.naming('seat', seat)}",
            owner=seat,
        )
        for seat, number in found
        if number
    )


def agent_id(boulevard: int, seat: int) -> str:
    """The id of the disc of a seat's agents in a boulevard."""
    return f"agent-{boulevard}-{seat}"

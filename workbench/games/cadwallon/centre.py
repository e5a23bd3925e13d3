"""The middle of the table of Cadwallon: nine cells with their cards, and twelve boulevards with their agents.

It shows what would happen if the round ended now: who wins each card, what it brings, and what one more agent gives.
The rules answer all of it, on a copy of what the seat sees. Contracts are left out, and so are secret cards of other
seats, since the view does not hold them. The last control phase is shown card by card: who wins it and why.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from workbench.author import (
    NONE,
    TARGET,
    CardFace,
    Edge,
    Group,
    Reveal,
    SceneZone,
    Sight,
    Turned,
    figure,
)
from workbench.games.cadwallon.actions import EFFECTS
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
from workbench.games.cadwallon.deck import ACTION, NUMBER, TYPE
from workbench.games.cadwallon.faces import (
    MINUS,
    background_of,
    card_face,
    emblem_on,
    sentence,
    short_title,
    signed,
    symbol_of,
    type_of,
    whole_face,
)
from workbench.games.cadwallon.options import MOST_SEATS
from workbench.games.cadwallon.scoring import RANKING, card_points, score_seat
from workbench.games.cadwallon.table import ACTIONS, BOULEVARD_COUNT, CELLS, ENDS, JUDGED, SIDE, ZONES, CadwallonState

CITY = "city"
SWAPS = (EFFECTS.new_markets, EFFECTS.grand_procession, EFFECTS.corner_deal)
CLOSED = "wall"  # the emblem of a boulevard that is closed
ACROSS_COUNT = CELLS - SIDE  # boulevards between cells side by side: the first ones


def number_now(sight: Sight[CadwallonState], what: int) -> int:
    """A NUMBER of the rules under the condition in force."""
    return sight.ask(rule_number, sight.view, sight.arrays, what)


# Cells


def city(sight: Sight[CadwallonState]) -> SceneZone:
    """The city as it is, with who would win each card if the round ended now."""
    lying = [cell for cell in range(CELLS) if city_card(sight, cell) != NONE]
    cells = tuple(
        _cell(sight, cell) if cell in lying else Group(str(cell), "no card", at=divmod(cell, SIDE))
        for cell in range(CELLS)
    )
    cards = tuple(_card(sight, cell) for cell in lying)
    edges = tuple(_boulevard(sight, number) for number in range(BOULEVARD_COUNT))
    return SceneZone(CITY, "The city", "board", None, len(cards), cards, cells, edges=edges)


def city_card(sight: Sight[CadwallonState], cell: int) -> int:
    """The card in a cell; NONE in a gap."""
    return sight.ask(card_in, sight.view, cell) if sight.view.counts[ZONES.cell[cell]] else NONE


def _cell_group(sight: Sight[CadwallonState], cell: int, kind: int, points: str, support: int) -> Group:
    """A cell with a card, before anything is said about who wins it."""
    return Group(
        str(cell),
        short_title(sight.deck, kind),
        symbol_of(sight.deck, kind),
        total=points,
        badge=background_of(sight.deck, kind),
        emblem=emblem_on(sight.deck, kind),
        at=divmod(cell, SIDE),
        value=str(support),
    )


def _cell(sight: Sight[CadwallonState], cell: int) -> Group:
    """A district card, who has how much support at it, and who would win it with how many points."""
    card = city_card(sight, cell)
    made = _cell_group(sight, cell, sight.kind(card), _points_now(sight, cell), _support_now(sight, cell))
    badge = ", ".join((made.badge, *_markers(sight, card)))
    state = "latest" if sight.effect in SWAPS and sight.on_top(TARGET) == cell else ""
    if sight.view.over == 1:
        return replace(made, badge=badge)
    winner, how = _verdict_at(sight, cell)
    points = "" if winner == NONE else signed(_worth_to(sight, cell, winner))
    return replace(
        made,
        badge=badge,
        state=state,
        standing=_standing_at(sight, cell),
        seat=None if winner == NONE else winner,
        notes=_notes_of(how, winner, points),
        why="The action card changes nothing here." if sight.leaves_out(ACTIONS.choose_card, cell) else "",
    )


def _markers(sight: Sight[CadwallonState], card: int) -> list[str]:
    """What action cards have done to a district card for this round."""
    view, found = sight.view, []
    if view.scandal[card]:
        found.append("scandal")
    elif view.herald[card]:
        found.append("herald")
    return found + [f"vote of {sight.naming('seat', s)}" for s in range(view.seats) if (view.votes[card] >> s) & 1]


def _card(sight: Sight[CadwallonState], cell: int) -> CardFace:
    """The card in a cell, as it is seen where it is enlarged."""
    card = city_card(sight, cell)
    words = [f"support {_support_now(sight, cell)} this round", *_markers(sight, card)]
    here = _outcome_at(sight, cell) if sight.view.over == 0 else ""
    face = whole_face(sight, card, here=f"{', '.join(words)}. {sentence(here)}".strip())
    return replace(face, group=str(cell), value=_points_now(sight, cell))


def _points_now(sight: Sight[CadwallonState], cell: int) -> str:
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


def _support_now(sight: Sight[CadwallonState], cell: int) -> int:
    """The support value of the card in a cell, with all that changes it this round."""
    return sight.ask(support_value, sight.view, sight.arrays, cell)


# Who wins what


def _standing_at(sight: Sight[CadwallonState], cell: int) -> tuple[tuple[int, int], ...]:
    """Seats with support toward the card in a cell, the highest first."""
    found = np.zeros(sight.view.seats, np.int64)
    sight.ask(count_support, sight.view, sight.arrays, cell, found)
    return _by_number(found.tolist())


def _by_number(found: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Seats with their numbers above 0, the highest first."""
    return tuple(sorted(((seat, number) for seat, number in enumerate(found) if number), key=lambda one: -one[1]))


def _verdict_at(sight: Sight[CadwallonState], cell: int) -> tuple[int, int]:
    """Who would win the card in a cell (NONE: nobody), and one of JUDGED."""
    judged = sight.ask(judge, sight.view, sight.arrays, cell, np.zeros(sight.view.seats, np.int64))
    return sight.ask(winner_of, judged), sight.ask(how_judged, judged)


def _worth_to(sight: Sight[CadwallonState], cell: int, seat: int) -> int:
    """How many more points a seat would have with the card in a cell."""
    changed, card = sight.view.copy(), city_card(sight, cell)
    changed.place[card] = (ZONES.won if type_of(sight, card) == TYPE.action else ZONES.tableau) + seat
    lines = sight.new_lines()
    sight.ask(score_seat, changed, sight.arrays, lines, sight.view.games, seat)
    here = (seat, sight.view.games + 1)
    now = (line["points"] for line in sight.lines_of(RANKING.total) if (line["seat"], line["round"]) == here)
    return int(sight.ask(figure, lines, seat, RANKING.total) - sum(now))


def _notes_of(how: int, winner: int, points: str) -> tuple[tuple[int, str], ...]:
    """What is said beside the shield of a card's winner: what it brings, and how it won if others had as much there."""
    by = {JUDGED.vote: "by vote", JUDGED.arbiter: "by arbiter"}.get(how, "")
    words = " ".join(filter(None, (points, by)))
    return ((winner, words),) if winner != NONE and words else ()


def _outcome_at(sight: Sight[CadwallonState], cell: int) -> str:
    """Who would win the card in a cell and what that brings, as a sentence; empty while nobody has support there."""
    winner, how = _verdict_at(sight, cell)
    if how == JUDGED.nobody:
        return ""
    most = _standing_at(sight, cell)[0][1]
    if winner == NONE:
        return f"a tie at {most}: nobody would win it."
    you = winner == sight.seat
    who, lead = ("you", "lead") if you else (sight.naming("seat", winner), "leads")
    by = f"{lead} with {most}" if how == JUDGED.most_support else f"{'win' if you else 'wins'} the tie at {most}"
    return f"{who} {by}, and would have {signed(_worth_to(sight, cell, winner))} points."


# Boulevards and agents


def _boulevard(sight: Sight[CadwallonState], number: int) -> Edge:
    """A boulevard: who stands there, that it is closed, or what an agent there would give the card on either side."""
    one, other = (int(cell) for cell in ENDS[number])
    view = sight.view
    made = Edge(str(number), (str(one), str(other)))
    agents = _agents(sight, view.agents, number, _mark(sight, number))
    if (view.closed >> number) & 1:
        why = "This boulevard is closed for this round." if sight.actions_of(ACTIONS.place) else ""
        return replace(made, cards=(*agents, _closed(sight, number)), why=why)
    if agents or NONE in (city_card(sight, one), city_card(sight, other)):
        return replace(made, cards=agents)
    return replace(made, ends=(str(_given(sight, one, other)), str(_given(sight, other, one))))


def _closed(sight: Sight[CadwallonState], number: int) -> CardFace:
    """What lies in a boulevard that is closed."""
    kind = list(sight.arrays.action).index(ACTION.barricade)
    words = "closed for this round"
    return CardFace(
        f"closed-{number}", sight.naming("card", kind), (symbol_of(sight.deck, kind),), text=words.capitalize(),
        emblem=CLOSED, description=words,
    )  # fmt: skip


def _mark(sight: Sight[CadwallonState], number: int) -> str:
    """Whether an agent of a boulevard has been chosen as the first target of an action card."""
    effect, target = sight.effect, sight.on_top(TARGET)
    if target < 0 or effect not in (EFFECTS.night_crossing, EFFECTS.mistaken_identity):
        return ""
    chosen = target // MOST_SEATS if effect == EFFECTS.mistaken_identity else target
    return "latest" if chosen == number else ""


def _given(sight: Sight[CadwallonState], cell: int, across: int) -> int:
    """What one agent between two cells gives to the first."""
    return sight.ask(support_across, sight.view, sight.arrays, cell, across)


def agent_words(sight: Sight[CadwallonState], boulevard: int) -> str:
    """What an agent gains in a boulevard: "Here you gain 1 at the Goldsmiths above, 2 below."."""
    one, other = (int(cell) for cell in ENDS[boulevard])
    here, across = the_name(sight, one), the_name(sight, other)
    where, there = ("left", "right") if boulevard < ACROSS_COUNT else ("above", "below")
    at = "" if here == across else f" at {across}"
    return f"Here you gain {_given(sight, one, other)} at {here} {where}, {_given(sight, other, one)}{at} {there}."


def the_name(sight: Sight[CadwallonState], cell: int) -> str:
    """What the card in a cell is called in a sentence: "the Goldsmiths"."""
    card = city_card(sight, cell)
    title, type_ = short_title(sight.deck, sight.kind(card)), type_of(sight, card)
    return title if type_ == TYPE.action else f"the {title if type_ == TYPE.guild else title.lower()}"


def _agents(sight: Sight[CadwallonState], agents: Any, boulevard: int, mark: str = "") -> tuple[CardFace, ...]:
    """The agents in a boulevard, a disc for each seat, with their number if there is more than one (CA-105)."""
    found = ((seat, int(agents[boulevard, seat])) for seat in range(sight.view.seats))
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


# The last control phase


def reveal(sight: Sight[CadwallonState]) -> Reveal | None:
    """The city as it was when the round ended, its cards judged one by one (CA-062, CA-169); None before the first."""
    view = sight.view
    if not view.judged:
        return None
    kinds, winners = ([int(one) for one in field] for field in (view.judged_kind, view.judged_winner))
    printed = [sight.printed(card_face, kind) for kind in kinds]
    cards = tuple(replace(face, id=f"judged-{cell}", group=str(cell)) for cell, face in enumerate(printed))
    cells = tuple(_judged_cell(sight, cell, face.value) for cell, face in enumerate(printed))
    edges = tuple(
        Edge(str(number), (str(one), str(other)), _agents(sight, view.judged_agents, number))
        for number, (one, other) in enumerate(ENDS)
    )
    zone = SceneZone("control", "The city", "board", None, CELLS, cards, cells, edges=edges)
    steps = tuple(
        Turned(card.id, _judged(sight, cell), button="Judge the next card") for cell, card in enumerate(cards)
    )
    won = [f"{sight.naming('seat', seat)} {winners.count(seat)}" for seat in range(view.seats)]
    stay = winners.count(NONE)
    outcome = f"Cards won: {', '.join(won)}.{f' In the city stay {stay}.' if stay else ''}"
    return Reveal(f"control {view.judged}: {kinds}", "All agents are sent. Who wins the cards?", zone, steps, outcome)


def _stood_at(sight: Sight[CadwallonState], cell: int) -> tuple[tuple[int, int], ...]:
    """Seats with support toward a card when it was judged, the highest first."""
    return _by_number(sight.view.judged_support[cell, seat] for seat in range(sight.view.seats))


def _judged_cell(sight: Sight[CadwallonState], cell: int, points: str) -> Group:
    view = sight.view
    how, winner = view.judged_how[cell], view.judged_winner[cell]
    made = _cell_group(sight, cell, view.judged_kind[cell], points, view.judged_value[cell])
    won = None if winner == NONE else winner
    words = "" if how == JUDGED.most_support else "wins"
    return replace(made, standing=_stood_at(sight, cell), seat=won, notes=_notes_of(how, winner, words))


def _judged(sight: Sight[CadwallonState], cell: int) -> str:
    """Who wins a card and with how much, or why it stays."""
    title, how = sight.naming("card", sight.view.judged_kind[cell]), sight.view.judged_how[cell]
    standing = _stood_at(sight, cell)
    if how == JUDGED.nobody:
        return f"{title} stays: nobody has support there."
    most = standing[0][1]
    tied = sight.names([seat for seat, number in standing if number == most])
    if how == JUDGED.tie:
        return f"{title} stays: {tied} tie with {most}."
    winner = sight.naming("seat", sight.view.judged_winner[cell])
    if how == JUDGED.most_support:
        others = ", ".join(f"{sight.naming('seat', seat)} {number}" for seat, number in standing[1:])
        return f"{winner} wins {title} with {most}{f'; {others}' if others else ''}."
    by = "by Backroom Vote" if how == JUDGED.vote else "by Ducal Arbiter"
    return f"{tied} tie for {title} with {most}; {winner} wins it {by}."

"""The middle of the table of Cadwallon: nine cells with their cards, and twelve boulevards with their agents."""

from __future__ import annotations

from dataclasses import replace

from workbench.author import EFFECT, TARGET, CardFace, Edge, Group, SceneZone, Sight, top_frame
from workbench.games.cadwallon.actions import EFFECTS
from workbench.games.cadwallon.deck import ACTION
from workbench.games.cadwallon.faces import (
    background_of,
    emblem_on,
    short_title,
    signed,
    symbol_of,
    whole_face,
)
from workbench.games.cadwallon.options import MOST_SEATS
from workbench.games.cadwallon.prospects import (
    NOBODY,
    agent_faces,
    city_card,
    gives,
    notes_of,
    outcome_at,
    points_now,
    seats,
    standing_at,
    support_now,
    verdict_at,
    worth_to,
)
from workbench.games.cadwallon.table import ACTIONS, BOULEVARD_COUNT, CELLS, ENDS, SIDE, CadwallonState

CITY = "city"
SWAPS = (EFFECTS.new_markets, EFFECTS.grand_procession, EFFECTS.corner_deal)
CLOSED = "wall"  # the emblem of a boulevard that is closed


def asked(sight: Sight[CadwallonState], seat: int) -> bool:
    """Whether a seat is to act."""
    return bool((sight.view.to_act >> seat) & 1 == 1)


def effect_now(sight: Sight[CadwallonState]) -> int:
    """The action card that is being carried out, -1 if there is none."""
    return sight.ask(top_frame, sight.view, EFFECT)


def first_target(sight: Sight[CadwallonState]) -> int:
    """The target that has been chosen for the action card being carried out, -1 before."""
    return sight.ask(top_frame, sight.view, TARGET)


def city(sight: Sight[CadwallonState]) -> SceneZone:
    """The city as it is, with who would win each card if the round ended now."""
    lying = [cell for cell in range(CELLS) if city_card(sight, cell) != NOBODY]
    cells = tuple(_cell(sight, cell) if cell in lying else _gap(cell) for cell in range(CELLS))
    cards = tuple(_card(sight, cell) for cell in lying)
    edges = tuple(_boulevard(sight, number) for number in range(BOULEVARD_COUNT))
    return SceneZone(CITY, "The city", "board", None, len(cards), cards, cells, edges=edges)


def cell_group(sight: Sight[CadwallonState], cell: int, kind: int, points: str, support: int) -> Group:
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


def _gap(cell: int) -> Group:
    return Group(str(cell), "no card", at=divmod(cell, SIDE))


def _cell(sight: Sight[CadwallonState], cell: int) -> Group:
    """A district card, who has how much support at it, and who would win it with how many points."""
    card = city_card(sight, cell)
    made = cell_group(sight, cell, sight.kind(card), points_now(sight, cell), support_now(sight, cell))
    badge = ", ".join((made.badge, *_markers(sight, card)))
    state = "latest" if effect_now(sight) in SWAPS and first_target(sight) == cell else ""
    if sight.view.over == 1:
        return replace(made, badge=badge)
    winner, how = verdict_at(sight, cell)
    points = "" if winner == NOBODY else signed(worth_to(sight, cell, winner))
    return replace(
        made,
        badge=badge,
        state=state,
        standing=standing_at(sight, cell),
        seat=None if winner == NOBODY else winner,
        notes=notes_of(how, winner, points),
        why="The action card changes nothing here." if sight.leaves_out(ACTIONS.choose_card, cell) else "",
    )


def _markers(sight: Sight[CadwallonState], card: int) -> list[str]:
    """What action cards have done to a district card for this round."""
    view, found = sight.view, []
    if view.scandal[card]:
        found.append("scandal")
    elif view.herald[card]:
        found.append("herald")
    return found + [f"vote of {sight.naming('seat', s)}" for s in seats(sight) if (view.votes[card] >> s) & 1]


def _card(sight: Sight[CadwallonState], cell: int) -> CardFace:
    """The card in a cell, as it is seen where it is enlarged."""
    card = city_card(sight, cell)
    words = [f"support {support_now(sight, cell)} this round", *_markers(sight, card)]
    here = outcome_at(sight, cell) if sight.view.over == 0 else ""
    face = whole_face(sight, card, here=f"{', '.join(words)}. {here[:1].upper()}{here[1:]}".strip())
    return replace(face, group=str(cell), value=points_now(sight, cell))


def _boulevard(sight: Sight[CadwallonState], number: int) -> Edge:
    """A boulevard: who stands there, that it is closed, or what an agent there would give the card on either side."""
    one, other = (int(cell) for cell in ENDS[number])
    view = sight.view
    made = Edge(str(number), (str(one), str(other)))
    agents = agent_faces(sight, view.agents, number, _mark(sight, number))
    if (view.closed >> number) & 1:
        why = "This boulevard is closed for this round." if sight.actions_of(ACTIONS.place) else ""
        return replace(made, cards=(*agents, _closed(sight, number)), why=why)
    if agents or NOBODY in (city_card(sight, one), city_card(sight, other)):
        return replace(made, cards=agents)
    first, second = gives(sight, number)
    return replace(made, ends=(str(first), str(second)))


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
    effect, target = effect_now(sight), first_target(sight)
    if target < 0 or effect not in (EFFECTS.night_crossing, EFFECTS.mistaken_identity):
        return ""
    chosen = target // MOST_SEATS if effect == EFFECTS.mistaken_identity else target
    return "latest" if chosen == number else ""

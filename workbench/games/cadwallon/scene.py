"""The city of Cadwallon as a screen shows it: nine cells with boulevards between them, the rest as it is declared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workbench.author import (
    CardFace,
    Choice,
    Edge,
    Group,
    Scene,
    SceneZone,
    SeatPanel,
    Sight,
    Symbol,
    plain_scene,
    question_of,
)
from workbench.games.cadwallon.city import BOULEVARD_COUNT, CELLS, ENDS, SIDE, support, support_across, support_value
from workbench.games.cadwallon.deck import TYPE
from workbench.games.cadwallon.rules import ACTIONS, PHASES, ZONES
from workbench.games.cadwallon.scoring import RANKING

CITY = "city"
ON_BOULEVARDS = {"place": "send", "choose_boulevard": "choose"}  # verb -> the short word on the boulevard
# Phase -> what is asked in it, and what helps to answer; an effect asks in the words of its row.
ASKED = {
    PHASES.contract_choice: ("Keep one contract.", "Only you see it until the game is over."),
    PHASES.place: ("Send an agent.", "An agent gives each card the support printed on the card across the boulevard."),
    PHASES.action: ("Play an action card, or none.", "A card that is played still counts its points."),
    PHASES.assign: (
        "Which guild does the personality join?",
        "The points of a guild count once for each of its cards.",
    ),
}
# The ground of cards that are of no guild.
GROUNDS = {TYPE.militia: "#1d1d1f", TYPE.action: "#1d6b3a", TYPE.personality: "#6a2a7b"}
ASIDE = (ZONES.box, ZONES.condition_stock, ZONES.contract_stock, ZONES.out)  # piles that nobody plays with


def scene(sight: Sight) -> Scene:
    """The scene of a seat, or of everybody for `seat=None`."""
    plain = plain_scene(sight)
    cells = {f"place-{ZONES.cell[cell]}": cell for cell in range(CELLS)}
    piles = {f"place-{place}" for place in ASIDE}
    others = (zone for zone in plain.zones if zone.id not in cells.keys() | piles and (zone.count or zone.cards))
    kept = tuple(part for zone in others for part in _laid_out(zone))
    lying = {cells[zone.id]: zone for zone in plain.zones if zone.id in cells}
    asked, hint = ASKED.get(sight.view.phase, ("", "")) if sight.actions and not question_of(sight) else ("", "")
    return replace(
        plain,
        seats=tuple(_panel(sight, panel) for panel in plain.seats),
        zones=(_city(sight, lying), *kept),
        choices=tuple(_choices(sight, plain)),
        prompt=asked,
        hint=hint,
    )


def _panel(sight: Sight, panel: SeatPanel) -> SeatPanel:
    """A seat with its guild points, as far as they lie open, and the agents that it may still send."""
    points = sum(line["points"] for line in sight.lines_of(RANKING.total) if line["seat"] == panel.seat)
    agents = int(sight.view.supply[panel.seat])
    return replace(panel, facts=(("points", str(points)), ("agents", str(agents))))


def _laid_out(zone: SceneZone) -> Iterator[SceneZone]:
    """What lies open before the seats lies before each of them; the rest as it is."""
    if zone.layout != "groups":
        yield zone
        return
    for group in zone.groups:
        cards = tuple(replace(card, group="", badge="") for card in zone.cards if card.group == group.key)
        if cards:
            title = f"{zone.title}: {group.title}"
            yield SceneZone(f"{zone.id}-{group.key}", title, "tokens", int(group.key), len(cards), cards)


def _city(sight: Sight, lying: dict[int, SceneZone]) -> SceneZone:
    groups = tuple(_cell(sight, cell, lying[cell]) for cell in range(CELLS))
    edges = tuple(_boulevard(sight, number) for number in range(BOULEVARD_COUNT))
    return SceneZone(CITY, "The city", "board", None, CELLS, (), groups, edges=edges)


def _cell(sight: Sight, cell: int, lies: SceneZone) -> Group:
    """A district card, with who has how much support beside it."""
    at = divmod(cell, SIDE)
    if not lies.cards:
        return Group(str(cell), "empty", at=at)
    face = lies.cards[0]
    arrays = sight.deck.arrays
    found = ((seat, int(sight.ask(support, sight.view, arrays, cell, seat))) for seat in range(sight.view.seats))
    standing = sorted((pair for pair in found if pair[1]), key=lambda pair: -pair[1])
    (card,) = sight.cards(ZONES.cell[cell])
    kind = int(arrays.kind[card])
    points = f"{int(arrays.points[kind]) - int(arrays.penalty[kind])}"
    ground = GROUNDS.get(int(arrays.type[kind]))
    symbol = Symbol("", "", ground, "") if ground else face.symbols[0]
    value = str(sight.ask(support_value, sight.view, arrays, cell))
    return Group(
        str(cell), face.title, symbol, points, standing=tuple(standing), emblem=face.emblem, at=at, value=value
    )


def _boulevard(sight: Sight, number: int) -> Edge:
    """A boulevard: who stands there, or what an agent there would give the card on either side."""
    first, second = (int(end) for end in ENDS[number])
    between = (str(first), str(second))
    standing = [seat for seat in range(sight.view.seats) if sight.view.agents[number, seat]]
    if standing:
        names = " and ".join(sight.naming("seat", seat) for seat in standing)
        agent = CardFace(f"agent-{number}", names, owner=standing[0], description=f"agent of {names}")
        return Edge(str(number), between, agent)
    if any(not sight.cards(ZONES.cell[cell]) for cell in (first, second)):
        return Edge(str(number), between)
    arrays = sight.deck.arrays
    gives = (int(sight.ask(support_across, sight.view, arrays, *pair)) for pair in ((first, second), (second, first)))
    there, here = gives
    return Edge(str(number), between, ends=(str(there), str(here)))


def _choices(sight: Sight, plain: Scene) -> Iterator[Choice]:
    """What may be chosen; what concerns a boulevard lies on it."""
    named = {action.id: action for action in sight.actions_of(ACTIONS.place, ACTIONS.choose_boulevard)}
    for choice in plain.choices:
        action = named.get(choice.action)
        if action is None:
            yield choice
        else:
            yield replace(choice, on=f"edge:{CITY}/{action.args[0]}", tab=ON_BOULEVARDS[action.verb], points=True)

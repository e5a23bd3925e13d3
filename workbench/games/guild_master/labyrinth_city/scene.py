"""The table of Labyrinth City: the open floor, then one city as a map, and what its roads join in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from workbench.author import (
    Action,
    CardFace,
    Choice,
    Group,
    Scene,
    SceneZone,
    SeatPanel,
    Sight,
    counted,
    listed,
)
from workbench.games.guild_master import scene as base_game
from workbench.games.guild_master.labyrinth_city import network
from workbench.games.guild_master.labyrinth_city.rules import PHASES
from workbench.games.guild_master.labyrinth_city.scoring import RANKING
from workbench.games.guild_master.labyrinth_city.table import ACTIONS, SIDES, ZONES, CityState
from workbench.games.guild_master.player_interaction import floor_scene
from workbench.games.guild_master.player_interaction.floor_scene import name_of
from workbench.games.guild_master.scene import in_cards

SMALL = (*base_game.SMALL, "Round ", " is done trading", " is done building", " would owe ")
COURSE = ("open_trade", "build", "placement")
STEPS = ("card", "place", "turn")
LINES = 5  # the most links and districts that are told
LEAST_ROWS, LEAST_COLUMNS = 6, 8  # of the map


def scene(sight: Sight[CityState]) -> Scene:
    """The scene of a seat, or of everybody for `seat=None`."""
    return floor_scene.scene(
        sight,
        sight.variant.title,
        COURSE,
        _message(sight),
        hint=_hint(sight),
        seats=floor_scene.panels(sight, _panel, _state),
        zones=tuple(_zones(sight)),
        choices=tuple(_choice(sight, action) for action in sight.actions if action.verb in base_game.BUTTONS),
        selection=floor_scene.selection(sight) if sight.view.phase == PHASES.open_trade else None,
        steps=_steps(sight),
        small=SMALL,
    )


# The city


def _city(sight: Sight[CityState]) -> SceneZone:
    """The map: every card where it lies, and the cells that may be chosen now."""
    cells = [*_laid(sight), *_free(sight)]
    top, left, rows, columns = _window([group.at for group in cells if group.at])
    groups = tuple(replace(cell, at=(cell.at[0] - top, cell.at[1] - left)) for cell in cells if cell.at)
    named = tuple(replace(cell, title=cell.title or network.cell_name(*cell.at)) for cell in groups if cell.at)
    faces = tuple(_face_in_city(sight, number) for number in range(sight.view.laid))
    size = (str(columns), str(rows))
    return SceneZone("city", "The city", "map", None, len(faces), faces, named, size)


def _window(cells: list[tuple[int, int]]) -> tuple[int, int, int, int]:
    """The part of the grid that is shown: its first row and column, and how many there are of each."""
    rows, columns = [row for row, _ in cells] or [0], [column for _, column in cells] or [0]
    high, wide = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
    top = min(rows) - max(0, LEAST_ROWS - high) // 2
    left = min(columns) - max(0, LEAST_COLUMNS - wide) // 2
    return top, left, max(high, LEAST_ROWS), max(wide, LEAST_COLUMNS)


def _laid(sight: Sight[CityState]) -> Iterator[Group]:
    """A cell with a card; its badge names the sides by which a road leads out of the city."""
    view = sight.view
    out = _roads_out(sight)
    for number, card in enumerate(network.city_of(view, sight.deck)):
        latest = "latest" if number == view.laid - 1 else ""
        sides = " ".join(out.get((card.row, card.column), ()))
        yield Group(f"card-{number}", "", seat=card.owner, at=(card.row, card.column), state=latest, badge=sides)


def _roads_out(sight: Sight[CityState]) -> dict[tuple[int, int], list[str]]:
    """The sides of each card by which a road leads out of the city."""
    view = sight.view
    out: dict[tuple[int, int], list[str]] = {}
    for spot in range(view.spots):
        for side, (down, across) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
            if (view.spot_roads[spot] >> side) & 1:
                beside = (view.spot_row[spot] + down, view.spot_column[spot] + across)
                out.setdefault(beside, []).append(SIDES[(side + 2) % 4])
    return out


def _free(sight: Sight[CityState]) -> Iterator[Group]:
    """The cells that roads lead to: those that may be chosen now are choices, the one that is chosen waits."""
    view = sight.view
    for spot in range(view.spots):
        if view.spot_roads[spot]:
            at = (view.spot_row[spot], view.spot_column[spot])
            chosen = sight.seat is not None and sight.actions and view.own_spot[sight.seat] == spot
            yield Group(f"spot-{view.spot_beside[spot]}", "", at=at, state="current" if chosen else "")


def _face_in_city(sight: Sight[CityState], number: int) -> CardFace:
    """A card of the city with its roads as they lie, for its cell."""
    card = sight.view.city[number]
    kind = sight.kind(card)
    face = base_game.table_face(sight, card)
    roads = network.edges_as_turned(sight.deck, kind, sight.view.turns[number])
    return replace(face, group=f"card-{number}", roads=roads, description=f"{face.description}; {_in_words(roads)}")


def _in_words(roads: str) -> str:
    """Which way roads lead from a card."""
    ways = [side for side, road in zip(SIDES, roads, strict=True) if road == "1"]
    return f"roads to the {listed(ways)}" if ways else "no roads"


# Zones


def _zones(sight: Sight[CityState]) -> Iterator[SceneZone]:
    view = sight.view
    if sight.seat is not None:
        yield _hand(sight, sight.seat)
    if view.phase == PHASES.open_trade:
        yield from floor_scene.zones(sight)
    else:
        if sight.actions_of(ACTIONS.build_category):
            yield sight.shared(base_game.guilds)
        elif turns := _turns(sight):
            yield SceneZone("turns", "How it may lie", "tokens", None, len(turns), turns, region="prompt")
        yield _city(sight) if sight.actions else sight.shared(_city)
    roads = floor_scene.beside(sight, "roads", "Roads", sight.view.open_ends, sight.shared(_road_facts))
    owed = floor_scene.favours(sight)
    yield from (*owed, roads) if sight.seat is None else (roads, *owed)  # a class reads first who owes whom (GM-514)


def _hand(sight: Sight[CityState], seat: int) -> SceneZone:
    """The cards that a seat holds, with their roads; the one that it is about to lay is marked."""
    zone = base_game.hand(sight, seat, building=ACTIONS.take_card in sight.verbs)
    cards = sight.cards(ZONES.hand + seat)
    faces = (_face_in_hand(sight, seat, face, card) for face, card in zip(zone.cards, cards, strict=True))
    return replace(zone, cards=tuple(faces))


def _face_in_hand(sight: Sight[CityState], seat: int, face: CardFace, card: int) -> CardFace:
    roads = network.edges_as_turned(sight.deck, sight.kind(card), 0)
    chosen = bool(sight.actions) and sight.view.own_card[seat] == card
    described = f"{face.description}; {_in_words(roads)}"
    left_out = sight.leaves_out(ACTIONS.take_card, sight.kind(card))
    why = face.why or ("Its roads fit nowhere in the city." if left_out else "")  # GM-247 to GM-250
    return replace(face, roads=roads, mark="next" if chosen else face.mark, description=described, here="", why=why)


def _turns(sight: Sight[CityState]) -> tuple[CardFace, ...]:
    """The card that is about to be laid, turned in every way in which it fits."""
    choices = sight.actions_of(ACTIONS.turn)
    if not choices or sight.seat is None:
        return ()
    card = sight.view.own_card[sight.seat]
    kind = sight.kind(card)
    face = base_game.table_face(sight, card)
    lying = ((action.args[0], network.edges_as_turned(sight.deck, kind, action.args[0])) for action in choices)
    return tuple(replace(face, id=f"turn-{q}", roads=roads, description=_in_words(roads)) for q, roads in lying)


def _road_facts(sight: Sight[CityState]) -> tuple[Group, ...]:
    """The network in words."""
    city = network.city_of(sight.view, sight.deck)
    lead_out = Group("open", "Roads that lead out of the city", total=str(sight.view.open_ends))
    if not city:
        return (lead_out,)
    graph = network.network(city)
    longest = network.longest_road(graph)
    ends = (city[longest[0]].title, city[longest[-1]].title)
    short = {category.letter: category.short for category in sight.deck.meta.categories}
    return (
        lead_out,
        Group("longest", f"Longest road, from {ends[0]} to {ends[1]}", total=in_cards(len(longest))),
        Group("dead", "Dead ends", total=str(len(network.dead_ends(graph)))),
        *(
            Group(f"district-{cards[0]}-{letter}", f"District of {short[letter]}", total=in_cards(len(cards)))
            for letter, cards in network.districts(graph)[:LINES]
        ),
        *(
            Group(f"link-{pair[0]}-{pair[1]}", sight.names(pair), total=counted(roads, "road"))
            for pair, roads in network.links(graph).most_common(LINES)
        ),
    )


# Seats


def _state(sight: Sight[CityState], seat: int) -> str:
    """What a seat is doing, in a few words."""
    return floor_scene.state(sight, seat) if sight.view.phase == PHASES.open_trade else ""


def _panel(sight: Sight[CityState], seat: int) -> SeatPanel:
    view, trading = sight.view, sight.view.phase == PHASES.open_trade
    made = floor_scene.panel(sight, seat, trading)
    best = sight.shared(_best_lines).get(seat)
    led = made.facts[0]  # what counts if the most guilds led win the title (GM-294)
    facts = (_best_guild(sight, best) if best else led, *made.facts[1:])
    builds = view.over == 0 and not trading and view.current == seat
    return replace(made, current=builds, facts=facts, state=_state(sight, seat))


def _best_lines(sight: Sight[CityState]) -> dict[int, dict[str, Any]]:
    """For each seat the line of the guild in which it has most."""
    return {line["seat"]: line for line in reversed(sight.lines_of(RANKING.best_category))}


def _best_guild(sight: Sight[CityState], line: dict[str, Any]) -> tuple[str, str]:
    """The guild in which a seat has most, in one short word, and how many points that is."""
    categories = {category.letter: category.short for category in sight.deck.meta.categories}
    word = categories.get(line["category"], "best") if line["points"] else "points"
    return word, str(line["points"])


# Sentences


def _steps(sight: Sight[CityState]) -> tuple[tuple[str, bool], ...]:
    """Card, place, turn: which of them is asked for."""
    if sight.view.phase != PHASES.placement or not sight.actions or sight.seat is None:
        return ()
    asked = 2 if sight.actions_of(ACTIONS.turn) else 1 if sight.actions_of(ACTIONS.lay_beside) else 0
    return tuple((words, number == asked) for number, words in enumerate(STEPS))


def _message(sight: Sight[CityState]) -> tuple[str, str]:
    """What is to be done or awaited: a first clause, and the sentence after it."""
    view = sight.view
    if view.over == 1:
        return "", base_game.who_won(sight)
    if view.phase == PHASES.open_trade:
        return floor_scene.message(sight)
    if view.phase == PHASES.build:
        return "", "For which guild do you build?" if sight.actions else floor_scene.awaited(sight)
    guild = sight.deck.meta.categories[view.category].short
    if not sight.actions:
        return "", f"{name_of(sight, view.current)} builds for {guild}: road must meet road."
    if sight.actions_of(ACTIONS.turn):
        return f"{_card_in_hand(sight)}.", "How does it lie?"
    if sight.actions_of(ACTIONS.lay_beside):
        return f"{_card_in_hand(sight)}.", "Where do you lay it?"
    if sight.actions_of(ACTIONS.take_card):
        return "", f"Which card of {guild} do you build?"
    return "", f"No card of {guild} in your hand fits the city."


def _card_in_hand(sight: Sight[CityState]) -> str:
    """The name of the card that is about to be laid."""
    return str(sight.deck.rows[sight.kind(sight.view.own_card[sight.asked_seat])]["name"])


def _hint(sight: Sight[CityState]) -> str:
    """What follows from the choice, in one small line."""
    view = sight.view
    if view.over == 1:
        return ""
    if view.phase == PHASES.open_trade:
        last = " This is the last round." if view.turn == view.city_rounds else ""
        done = floor_scene.done_so_far(sight)
        return floor_scene.hint(sight) or f"Offer to anybody; then each builds in turn. {done}{last}"
    roads = f"{view.open_ends} road{' leads' if view.open_ends == 1 else 's lead'} out of the city."
    first = "The first card may lie anywhere."
    return f"{roads if view.laid else first} What fits nowhere stays in the hand and counts nothing."


# What can be done


def _choice(sight: Sight[CityState], action: Action) -> Choice:
    group = base_game.BUTTONS[action.verb]
    if action.verb == "take_card":
        hand = sight.cards(ZONES.hand + sight.asked_seat)
        held = next(card for card in hand if sight.kind(card) == action.args[0])
        return Choice(action.id, action.label, group, on=f"card:{sight.face_id(held)}")
    if action.verb == "lay_beside":
        number, side = action.args
        label = f"Lay it {SIDES[side]} of {network.card_laid(sight.view, sight.deck, number).title}"
        return Choice(action.id, label, group, on=f"group:city/spot-{number * len(SIDES) + side}")
    if action.verb == "turn":
        only_way = len(sight.actions_of(ACTIONS.turn)) == 1
        return Choice(action.id, action.label, group, on=f"card:turn-{action.args[0]}", main=only_way)
    return floor_scene.choice(sight, action)

"""The table of Labyrinth City: the open floor, then one city as a map, and what its roads join in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from workbench.author import (
    NONE,
    Action,
    CardFace,
    Choice,
    Group,
    Scene,
    SceneZone,
    SeatPanel,
    Selection,
    Sight,
    counted,
    listed,
)
from workbench.games.guild_master.floor_scene import (
    FLOOR_BUTTONS,
    answer,
    answering,
    awaited,
    beside,
    declining,
    done_so_far,
    favours,
    floor_choice,
    floor_selection,
    hint_of_step,
    is_waited_for,
    message_on_the_floor,
    name_of,
    panels_on_the_floor,
    slips,
    state_on_the_floor,
)
from workbench.games.guild_master.labyrinth_city.network import (
    card_laid,
    cell_name,
    city_of,
    dead_ends,
    districts,
    edges_as_turned,
    links,
    longest_road,
    network,
)
from workbench.games.guild_master.labyrinth_city.rules import PHASES
from workbench.games.guild_master.labyrinth_city.scoring import RANKING
from workbench.games.guild_master.labyrinth_city.table import ACTIONS, SIDES, ZONES, CityState
from workbench.games.guild_master.scene import (
    SMALL as SMALL_IN_THE_BASE_GAME,
)
from workbench.games.guild_master.scene import (
    guilds,
    hand,
    in_cards,
    panel,
    table_face,
    who_won,
)

SMALL = (*SMALL_IN_THE_BASE_GAME, "Round ", " is done trading", " is done building", " would owe ")
COURSE = ("open_trade", "build", "placement")
STEPS = ("card", "place", "turn")
LINES = 5  # the most links and districts that are told
LEAST_ROWS, LEAST_COLUMNS = 6, 8  # of the map


def scene(sight: Sight[CityState]) -> Scene:
    """The scene of a seat, or of everybody for `seat=None`."""
    strong, sentence = _message(sight)
    return Scene(
        title=f"{sight.variant.title}: {sight.deck.meta.title}",
        seat=sight.seat,
        phase=PHASES[sight.view.phase].key,
        phases=tuple((key, PHASES.called(key).title) for key in COURSE),
        message=" ".join(filter(None, (strong, sentence))),
        prompt=sentence,
        strong=strong,
        hint=_hint(sight),
        over=sight.view.over == 1,
        seats=panels_on_the_floor(sight, _panel, _state),
        zones=tuple(_zones(sight)),
        choices=tuple(_choices(sight)),
        series=declining(sight),
        selection=_selection(sight),
        log=sight.log,
        steps=_steps(sight),
        small=SMALL,
    )


# The city


def _city(sight: Sight[CityState]) -> SceneZone:
    """The map: every card where it lies, and the cells that may be chosen now."""
    cells = [*_laid(sight), *_free(sight)]
    top, left, rows, columns = _window([group.at for group in cells if group.at])
    groups = tuple(replace(cell, at=(cell.at[0] - top, cell.at[1] - left)) for cell in cells if cell.at)
    named = tuple(replace(cell, title=cell.title or cell_name(*cell.at)) for cell in groups if cell.at)
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
    for number, card in enumerate(city_of(view, sight.deck)):
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
    face = table_face(sight, card)
    roads = edges_as_turned(sight.deck, kind, sight.view.turns[number])
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
        giver = answering(sight)
        if giver != NONE and sight.seat is not None:
            yield from answer(sight, giver, sight.seat)
        else:
            yield slips(sight)
            yield sight.shared(guilds)
    else:
        if sight.actions_of(ACTIONS.build_category):
            yield sight.shared(guilds)
        elif turns := _turns(sight):
            yield SceneZone("turns", "How it may lie", "tokens", None, len(turns), turns, region="prompt")
        yield _city(sight) if sight.actions else sight.shared(_city)
    yield from _beside(sight)


def _hand(sight: Sight[CityState], seat: int) -> SceneZone:
    """The cards that a seat holds, with their roads; the one that it is about to lay is marked."""
    zone = hand(sight, seat, building=ACTIONS.take_card in sight.verbs)
    cards = sight.cards(ZONES.hand + seat)
    faces = (_face_in_hand(sight, seat, face, card) for face, card in zip(zone.cards, cards, strict=True))
    return replace(zone, cards=tuple(faces))


def _face_in_hand(sight: Sight[CityState], seat: int, face: CardFace, card: int) -> CardFace:
    roads = edges_as_turned(sight.deck, sight.kind(card), 0)
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
    face = table_face(sight, card)
    lying = ((action.args[0], edges_as_turned(sight.deck, kind, action.args[0])) for action in choices)
    return tuple(replace(face, id=f"turn-{q}", roads=roads, description=_in_words(roads)) for q, roads in lying)


def _beside(sight: Sight[CityState]) -> Iterator[SceneZone]:
    """What stands beside the table: what the roads join, and who owes whom, which a class reads first (GM-514)."""
    roads = beside(sight, "roads", "Roads", sight.view.open_ends, sight.shared(_road_facts))
    owed = favours(sight)
    yield from (*owed, roads) if sight.seat is None else (roads, *owed)


def _road_facts(sight: Sight[CityState]) -> tuple[Group, ...]:
    """The network in words."""
    return tuple(_told_of_roads(sight))


def _told_of_roads(sight: Sight[CityState]) -> Iterator[Group]:
    city = city_of(sight.view, sight.deck)
    yield Group("open", "Roads that lead out of the city", total=str(sight.view.open_ends))
    if not city:
        return
    graph = network(city)
    longest = longest_road(graph)
    ends = (city[longest[0]].title, city[longest[-1]].title)
    yield Group("longest", f"Longest road, from {ends[0]} to {ends[1]}", total=in_cards(len(longest)))
    yield Group("dead", "Dead ends", total=str(len(dead_ends(graph))))
    short = {category.letter: category.short for category in sight.deck.meta.categories}
    for letter, cards in districts(graph)[:LINES]:
        yield Group(f"district-{cards[0]}-{letter}", f"District of {short[letter]}", total=in_cards(len(cards)))
    for (one, other), roads in links(graph).most_common(LINES):
        pair = f"{name_of(sight, one)} and {name_of(sight, other)}"
        yield Group(f"link-{one}-{other}", pair, total=counted(roads, "road"))


# Seats


def _state(sight: Sight[CityState], seat: int) -> str:
    """What a seat is doing, in a few words."""
    return state_on_the_floor(sight, seat) if sight.view.phase == PHASES.open_trade else ""


def _panel(sight: Sight[CityState], seat: int) -> SeatPanel:
    view = sight.view
    lying = [giver for giver in range(view.seats) if view.partner[giver] == seat]
    cards = view.counts[ZONES.hand + seat] + view.counts[ZONES.offered + seat]
    cards += sum(view.counts[ZONES.answered[giver]] for giver in lying)
    made = panel(sight, seat, cards)
    best = sight.shared(_best_lines).get(seat)
    led = made.facts[0]  # what counts if the most guilds led win the title (GM-294)
    builds = view.over == 0 and view.phase != PHASES.open_trade and view.current == seat
    to_act = made.to_act and (view.phase != PHASES.open_trade or is_waited_for(sight, seat))
    return replace(
        made,
        to_act=to_act,
        current=builds,
        facts=(_best_guild(sight, best) if best else led, ("cards", str(cards)), *made.facts[2:]),
        state=_state(sight, seat),
    )


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
        return "", who_won(sight)
    if view.phase == PHASES.open_trade:
        return message_on_the_floor(sight)
    if view.phase == PHASES.build:
        return "", "For which guild do you build?" if sight.actions else awaited(sight)
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
        return hint_of_step(sight) or f"Offer to anybody; then each builds in turn. {done_so_far(sight)}{last}"
    roads = f"{view.open_ends} road{' leads' if view.open_ends == 1 else 's lead'} out of the city."
    first = "The first card may lie anywhere."
    return f"{roads if view.laid else first} What fits nowhere stays in the hand and counts nothing."


# What can be done


BUTTONS = {
    **FLOOR_BUTTONS,
    "take_card": "Build",
    "lay_beside": "Place",
    "turn": "Turn",
    "take_back": "Build",
    "stop": "Build",
}


def _choices(sight: Sight[CityState]) -> Iterator[Choice]:
    for action in sight.actions:
        if action.verb in BUTTONS:
            yield _choice(sight, action)


def _choice(sight: Sight[CityState], action: Action) -> Choice:
    if action.verb == "take_card":
        held = sight.face_id(_held(sight, action.args[0]))
        return Choice(action.id, action.label, BUTTONS["take_card"], on=f"card:{held}")
    if action.verb == "lay_beside":
        beside = action.args[0] * len(SIDES) + action.args[1]
        return Choice(
            action.id, _cell_label(sight, *action.args), BUTTONS["lay_beside"], on=f"group:city/spot-{beside}"
        )
    if action.verb == "turn":
        return Choice(action.id, action.label, BUTTONS["turn"], on=f"card:turn-{action.args[0]}", main=_one_way(sight))
    if action.verb in ("take_back", "stop"):
        return Choice(action.id, action.label, BUTTONS[action.verb])
    return floor_choice(sight, action)


def _one_way(sight: Sight[CityState]) -> bool:
    """Whether the card fits in one way only."""
    return len(sight.actions_of(ACTIONS.turn)) == 1


def _held(sight: Sight[CityState], kind: int) -> int:
    """The first card of a kind in the hand of this screen's seat."""
    return next(card for card in sight.cards(ZONES.hand + sight.asked_seat) if sight.kind(card) == kind)


def _cell_label(sight: Sight[CityState], number: int, side: int) -> str:
    """A cell in words, by the card beside it."""
    return f"Lay it {SIDES[side]} of {card_laid(sight.view, sight.deck, number).title}"


def _selection(sight: Sight[CityState]) -> Selection | None:
    return floor_selection(sight) if sight.view.phase == PHASES.open_trade else None

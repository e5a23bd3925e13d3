"""The table of a game that draws none of its own: every zone as it is declared, every action as a button.

It is made from the declaration and a seat's view alone, so that a designer's game is on the screen before anything is
drawn for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from workbench.kernel.scene import CardFace, Choice, Scene, SceneZone, SeatPanel, Sight, Symbol
from workbench.kernel.state import EVERYONE, HIDDEN, Zone


def plain_scene(sight: Sight) -> Scene:
    """The scene of a seat, or of everybody for `seat=None`.

    A card in the seat's own hidden zones can be pressed where one action alone names it.
    """
    phases = sight.variant.phases
    return Scene(
        title=f"{sight.game.title}: {sight.deck.meta.title}",
        seat=sight.seat,
        phase=phases[sight.view.phase][0],
        phases=phases,
        message=_message(sight),
        over=sight.view.over == 1,
        seats=tuple(_panel(sight, seat) for seat in range(sight.view.seats)),
        zones=tuple(_zones(sight)),
        choices=tuple(Choice(action.id, action.label, _words(action.verb)) for action in sight.actions),
        log=sight.log,
    )


def _words(name: str) -> str:
    """A declared name as people read it: `face_down` is "Face down"."""
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


# Seats and messages


def _message(sight: Sight) -> str:
    if sight.view.over == 1:
        names = " and ".join(sight.naming("seat", seat) for seat in sight.winners)
        return f"{names} {'share the win' if len(sight.winners) > 1 else 'wins'}."
    phase = sight.variant.phases[sight.view.phase][1]
    if sight.actions:
        return f"{phase}: choose."
    asked = [sight.naming("seat", seat) for seat in range(sight.view.seats) if (sight.view.to_act >> seat) & 1]
    return f"{phase}: waiting for {' and '.join(asked)}."


def _panel(sight: Sight, seat: int) -> SeatPanel:
    """A seat, how many cards lie in each of its zones, and the figure by which one wins."""
    spec, ranking = sight.variant.state, sight.variant.ranking
    first = ranking.reasons[ranking.number(ranking.chain[0])]
    won = sum(line["points"] for line in sight.lines if line["reason"] == first.name and line["seat"] == seat)
    held = ((zone.name, sight.view.counts[spec.place(zone.name) + seat]) for zone in spec.zones if zone.per_seat)
    return SeatPanel(
        seat=seat,
        name=sight.naming("seat", seat),
        kind=sight.bots.get(seat, "human"),
        to_act=(sight.view.to_act >> seat) & 1 == 1,
        facts=tuple((_words(label), str(number)) for label, number in (*held, (first.told, won))),
    )


# Zones


def _zones(sight: Sight) -> Iterator[SceneZone]:
    """The seat's own zones, then those of the table, then those of the other seats as far as they show something."""
    spec = sight.variant.state
    places = [place for place in range(spec.places) if spec.place_owner[place] < sight.view.seats]
    own = [place for place in places if spec.place_owner[place] == sight.seat]
    shared = [place for place in places if spec.place_owner[place] < 0]
    others = [place for place in places if place not in own and place not in shared]
    for place in own:
        yield _own_zone(sight, place)
    for place in shared:
        yield _row(sight, place, "") if spec.place_zone[place].sorted else _pile(sight, place)
    for place in others:
        if spec.place_zone[place].seen_by == EVERYONE or sight.cards(place):
            yield _row(sight, place, f" of {sight.naming('seat', spec.place_owner[place])}")


def _zone(sight: Sight, place: int) -> Zone:
    return sight.variant.state.place_zone[place]


def _own_zone(sight: Sight, place: int) -> SceneZone:
    zone, cards = _zone(sight, place), sight.cards(place)
    pressed = {} if zone.seen_by == EVERYONE else _actions_by_kind(sight)
    faces = tuple(_face(sight, card, pressed.get(_kind(sight, card))) for card in cards)
    backs = _backs(place, sight.view.counts[place] - len(cards))
    look = "row" if zone.seen_by == EVERYONE else "hand"
    title = f"Your {zone.name.replace('_', ' ')}"
    return SceneZone(f"place-{place}", title, look, sight.seat, len(faces + backs), faces + backs)


def _row(sight: Sight, place: int, whose: str) -> SceneZone:
    """Cards side by side: those that the seat can tell, then the backs of the others."""
    faces = tuple(_face(sight, card) for card in sight.cards(place))
    cards = faces + _backs(place, sight.view.counts[place] - len(faces))
    owner = sight.variant.state.place_owner[place]
    title = f"{_words(_zone(sight, place).name)}{whose}"
    return SceneZone(f"place-{place}", title, "row", None if owner < 0 else owner, len(cards), cards)


def _pile(sight: Sight, place: int) -> SceneZone:
    """A pile of the table with its top card, face up if the seat can tell it."""
    count = sight.view.counts[place]
    top = sight.view.rows[place, count - 1] if count else HIDDEN
    cards = _backs(place, min(1, count)) if top == HIDDEN else (_face(sight, top),)
    return SceneZone(f"place-{place}", _words(_zone(sight, place).name), "pile", None, count, cards)


def _actions_by_kind(sight: Sight) -> dict[int, int]:
    """Kind of card -> the action that names it, where there is one alone."""
    named = defaultdict(list)
    for action in sight.actions:
        arguments = sight.variant.actions.verb(action.verb).arguments
        if [argument.kind for argument in arguments] == ["card"]:
            named[action.args[0]].append(action.id)
    return {kind: actions[0] for kind, actions in named.items() if len(actions) == 1}


# Cards


def _kind(sight: Sight, card: int) -> int:
    return int(sight.deck.arrays.kind[card])


def _face(sight: Sight, card: int, action: int | None = None) -> CardFace:
    """A card with the categories, numbers and choices of its row."""
    kind = _kind(sight, card)
    title, symbols, printed = sight.naming("card", kind), _symbols(sight, kind), _printed(sight, kind)
    picked = sight.view.staged[card] == 1
    return CardFace(
        id=f"card-{card}",
        title=title,
        symbols=symbols,
        text=", ".join(printed),
        action=action,
        selected=picked,
        badge="picked" if picked else "",
        description=", ".join((title, *(symbol.name for symbol in symbols), *printed, *(["picked"] if picked else []))),
    )


def _backs(place: int, number: int) -> tuple[CardFace, ...]:
    return tuple(CardFace(f"back-{place}-{i}", face_down=True, description="a face-down card") for i in range(number))


def _symbols(sight: Sight, kind: int) -> tuple[Symbol, ...]:
    row, categories = sight.deck.rows[kind], sight.deck.meta.categories
    lettered = [column.key for column in sight.game.tables[0].columns if column.kind in ("letters", "letter")]
    by_letter = {category.letter: category for category in categories}
    shown = [by_letter[letter] for key in lettered for letter in row[key]]
    return tuple(Symbol(category.letter, category.sign, category.colour, category.name) for category in shown)


def _printed(sight: Sight, kind: int) -> list[str]:
    """What a row says in numbers, choices, flags and names of other cards: `points 7`."""
    row, printed = sight.deck.rows[kind], []
    for column in sight.game.tables[0].columns:
        value = row[column.key]
        if column.kind == "flag" and value:
            printed.append(column.key.replace("_", " "))
        elif column.kind in ("number", "choice", "card") and column.key != "count" and value not in ("", None):
            printed.append(f"{column.key.replace('_', ' ')} {value}")
    return printed

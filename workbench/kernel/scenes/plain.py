"""The table of a game that draws none of its own: every zone as it is declared, every action as a button.

Fields that say what they are (`Field(about=...)`) are shown to those who may see them: what there is one of for each
seat beside the seat, the rest in the message.

It is made from the declaration and a seat's view alone, so that a designer's game is on the screen before anything is
drawn for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from workbench.heraldry.guess import emblem_for
from workbench.kernel.frames import ACTOR, COUNTER, EFFECT, STEP, TARGET
from workbench.kernel.scenes.scene import CardFace, Choice, Group, Scene, SceneZone, SeatPanel, Sight, Symbol
from workbench.kernel.state import EVERYONE, HIDDEN, NOBODY, NONE, Field, Zone
from workbench.kernel.tables import COUNT, NOTE, CardTable, Column


def plain_scene(sight: Sight[Any]) -> Scene:
    """The scene of a seat, or of everybody for `seat=None`.

    A card in the seat's own hidden zones can be pressed where only one action names it.
    """
    return replace(
        sight.scene,
        message=_message(sight),
        seats=tuple(_panel(sight, seat) for seat in range(sight.view.seats)),
        zones=tuple(_zones(sight)),
        choices=tuple(Choice(action.id, action.label, _words(action.verb)) for action in sight.actions),
    )


def _words(name: str) -> str:
    """A declared name as people read it: `face_down` is "Face down"."""
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


# Seats and messages


def _message(sight: Sight[Any]) -> str:
    if sight.view.over == 1:
        if not sight.winners:
            return "Nobody wins."
        names = " and ".join(sight.naming("seat", seat) for seat in sight.winners)
        return f"{names} {'share the win' if len(sight.winners) > 1 else 'wins'}."
    phase, asked = sight.variant.phases[sight.view.phase].title, sight.asked
    names = " and ".join(sight.naming("seat", seat) for seat in asked)
    if sight.actions and (question := question_of(sight)):
        return question
    if sight.actions:
        turn = "it is your turn" if len(asked) == 1 else "choose"
    else:
        turn = f"it is the turn of {names}" if len(asked) == 1 else f"waiting for {names}"
    shown = (field for field in _shown_fields(sight) if not _by_seat(sight, field))
    return " ".join((f"{phase}: {turn}.", *(f"{_words(field.about)}: {_shown(sight, field)}." for field in shown)))


def question_of(sight: Sight[Any]) -> str:
    """What the effect on top asks, in the words of its row; empty where no effect goes on, or its row has none."""
    view, top = sight.view, sight.view.frame_count - 1
    if top < 0 or not len(sight.variant.effects):
        return ""
    frame = {part: view.frames[top, part] for part in (EFFECT, STEP, ACTOR, TARGET, COUNTER)}
    questions = sight.variant.effects[frame[EFFECT]].questions
    question = questions[min(max(frame[STEP] - 1, 0), len(questions) - 1)]
    actor, target = (
        sight.naming("seat", frame[part]) if 0 <= frame[part] < view.seats else "" for part in (ACTOR, TARGET)
    )
    return str(question.format(actor=actor, target=target, counter=frame[COUNTER]))


def _shown_fields(sight: Sight[Any]) -> list[Field[Any]]:
    """The game's own fields that say what they are, and that somebody may see."""
    spec = sight.variant.state
    options = [option.key for option in spec.options]
    return [field for field in spec.fields if field.about and field.seen_by != NOBODY and field.name not in options]


def _by_seat(sight: Sight[Any], field: Field[Any]) -> bool:
    """Whether a field has a part for each seat: its first axis is as long as there may be seats."""
    return field.shape[:1] == (sight.variant.state.max_seats,)


def _shown(sight: Sight[Any], field: Field[Any], seat: int | None = None) -> str:
    """What a field holds, for one seat or as a whole."""
    value: Any = getattr(sight.view, field.name)
    value = value.tolist() if field.shape else value
    value = value if seat is None else value[seat]
    numbers = value if isinstance(value, list) else [value]
    return ", ".join("none" if field.optional and number == NONE else str(number) for number in numbers)


def _panel(sight: Sight[Any], seat: int) -> SeatPanel:
    """A seat, how many cards lie in each of its zones, its fields, and the figure by which one wins."""
    spec, ranking = sight.variant.state, sight.variant.ranking
    first = ranking.reasons[ranking.number(ranking.chain[0])]
    won = sum(line["points"] for line in sight.lines if line["reason"] == first.name and line["seat"] == seat)
    held = ((zone.name, sight.view.counts[spec.place(zone.name) + seat]) for zone in spec.zones if zone.per_seat)
    fields = (field for field in _shown_fields(sight) if _by_seat(sight, field))
    seen = (field for field in fields if field.seen_by == EVERYONE or seat == sight.seat)
    facts = ((field.about, _shown(sight, field, seat)) for field in seen)
    return replace(
        sight.panel(seat),
        current=sight.asked == [seat],
        facts=tuple((_words(label), str(number)) for label, number in (*held, *facts, (first.text, won))),
        held=None if seat == sight.seat else sum(_unseen(sight, seat)),
    )


def _unseen(sight: Sight[Any], seat: int) -> Iterator[int]:
    """How many cards lie in each of a seat's zones of which this screen shows none."""
    for zone in sight.variant.state.zones:
        place = _place(sight, zone, seat)
        if zone.per_seat and zone.seen_by != EVERYONE and not sight.cards(place):
            yield sight.view.counts[place]


# Zones


def _zones(sight: Sight[Any]) -> Iterator[SceneZone]:
    """What the seat holds, what lies on the table, what lies open before each seat, what it knows of others' hands."""
    zones = sight.variant.state.zones
    held = [zone for zone in zones if zone.per_seat and zone.seen_by != EVERYONE]
    if sight.seat is not None:
        for zone in held:
            yield _row(sight, zone, sight.seat)
    for zone in zones:
        if not zone.per_seat:
            for number in range(zone.many or 1):
                yield _row(sight, zone, number=number) if zone.sorted else _pile(sight, zone, number)
    for zone in zones:
        if zone.per_seat and zone.seen_by == EVERYONE:
            yield _open_zone(sight, zone)
    for seat in _seats(sight):
        for zone in held:
            if seat != sight.seat and sight.cards(_place(sight, zone, seat)):
                yield _row(sight, zone, seat)


def _seats(sight: Sight[Any]) -> list[int]:
    """All seats, this screen's own first."""
    return sorted(range(sight.view.seats), key=lambda seat: seat != sight.seat)


def _place(sight: Sight[Any], zone: Zone[Any], seat: int | None, number: int = 0) -> int:
    return int(sight.variant.state.place(zone.name)) + (seat or 0) + number


def _zone_title(sight: Sight[Any], zone: Zone[Any], seat: int | None, number: int) -> str:
    """A zone's name in words, with its owner or its number, which people count from 1."""
    if seat is not None and seat == sight.seat:
        return f"Your {zone.name.replace('_', ' ')}"
    if seat is not None:
        return f"{_words(zone.name)} of {sight.naming('seat', seat)}"
    return f"{_words(zone.name)} {number + 1}" if zone.many else _words(zone.name)


def _row(sight: Sight[Any], zone: Zone[Any], seat: int | None = None, number: int = 0) -> SceneZone:
    """Cards side by side: those that are known, then the backs of the others.

    A card in the screen's own hand can be pressed where only one action names its kind.
    """
    place, own = _place(sight, zone, seat, number), seat is not None and seat == sight.seat
    pressed = _actions_by_kind(sight) if own else {}
    faces = tuple(_face(sight, card, action=pressed.get(sight.kind(card))) for card in sight.cards(place))
    cards = faces + backs(place, sight.view.counts[place] - len(faces))
    title = _zone_title(sight, zone, seat, number)
    return SceneZone(f"place-{place}", title, "hand" if own else "row", seat, len(cards), cards)


def _open_zone(sight: Sight[Any], zone: Zone[Any]) -> SceneZone:
    """What lies open before the seats, seat by seat, in a few words."""
    groups = tuple(
        Group(str(seat), "You" if seat == sight.seat else sight.naming("seat", seat)) for seat in _seats(sight)
    )
    cards = tuple(
        _face(sight, card, group=str(seat)) for seat in _seats(sight) for card in sight.cards(_place(sight, zone, seat))
    )
    title = _words(zone.name)
    return SceneZone(f"place-{_place(sight, zone, None)}", title, "groups", None, len(cards), cards, groups)


def _pile(sight: Sight[Any], zone: Zone[Any], number: int = 0) -> SceneZone:
    """A pile of the table with its top card, face up if the seat can tell it."""
    place = _place(sight, zone, None, number)
    count = sight.view.counts[place]
    top = sight.view.rows[place, count - 1] if count else HIDDEN
    cards = backs(place, min(1, count)) if top == HIDDEN else (_face(sight, top),)
    title = _zone_title(sight, zone, None, number)
    return SceneZone(f"place-{place}", title, "pile", None, count, cards)


def _actions_by_kind(sight: Sight[Any]) -> dict[int, int]:
    """Kind of card -> the action that names it, where there is only one."""
    named = defaultdict(list)
    for action in sight.actions:
        arguments = sight.variant.actions.verb(action.verb).arguments
        if [argument.type for argument in arguments] == ["card"]:
            named[action.args[0]].append(action.id)
    return {kind: actions[0] for kind, actions in named.items() if len(actions) == 1}


# Cards


def plain_face(deck: Any, kind: int) -> CardFace:
    """A card with the categories, numbers and choices of its row."""
    of = deck.kinds[kind]
    return replace(row_face(deck, of.table, of.number), id=f"card-{kind}")


def emblem_of(deck: Any, kind: int) -> str:
    """The name of the emblem on a kind of card: the one that its list names, else one that fits its name."""
    of = deck.kinds[kind]
    return _emblem(deck, of.table, of.row)


def _emblem(deck: Any, table: CardTable, row: Mapping[str, Any]) -> str:
    named = [str(row[column.key]) for column in table.columns if column.type == "emblem"]
    return next(filter(None, named), "") or usual_emblem(deck, table, row)


def usual_emblem(deck: Any, table: CardTable, row: Mapping[str, Any]) -> str:
    """The name of the emblem on a card whose list names none: one that fits its name, otherwise its category's."""
    first = next(iter(_categories(deck, table.columns, row)), None)
    category, own = (first.name, first.own_emblem) if first else ("", "")
    return emblem_for(str(row[table.name_column]), category, of_category=own)


def row_face(deck: Any, table: CardTable, number: int) -> CardFace:
    """A row of any table of a deck as a card, with its categories, numbers and choices."""
    columns, row = table.columns, deck.tables[table.file][number]
    title = str(row[table.name_column])
    symbols = tuple(Symbol(one.letter, one.sign, one.colour, one.name) for one in _categories(deck, columns, row))
    printed = ", ".join(_printed(deck, columns, row))
    words = ", ".join(filter(None, (title, *(symbol.name for symbol in symbols), printed)))
    return CardFace(f"card-{number}", title, symbols, printed, description=words, emblem=_emblem(deck, table, row))


def _face(sight: Sight[Any], card: int, *, action: int | None = None, group: str = "") -> CardFace:
    """A card face up; among others of a group it is drawn small."""
    face = plain_face(sight.deck, sight.kind(card))
    picked = "picked" if sight.view.staged[card] != 0 else ""
    return replace(
        face,
        id=sight.face_id(card),
        text="" if group else face.text,
        group=group,
        action=action,
        selected=bool(picked),
        badge=face.text if group else picked,
        description=", ".join(filter(None, (face.description, picked))),
        rules=sight.rules_of(face.title),
    )


def backs(key: object, number: int, group: str = "") -> tuple[CardFace, ...]:
    """So many cards face down; `key` tells those of one place from others."""
    back = CardFace("", face_down=True, description="a face-down card", group=group)
    return tuple(replace(back, id=f"back-{key}-{i}") for i in range(number))


def _categories(deck: Any, columns: tuple[Column, ...], row: Mapping[str, Any]) -> list[Any]:
    lettered = [column.key for column in columns if column.type in ("letters", "letter")]
    by_letter = {category.letter: category for category in deck.meta.categories}
    return [by_letter[letter] for key in lettered for letter in row[key] if letter in by_letter]


def _printed(deck: Any, columns: tuple[Column, ...], row: Mapping[str, Any]) -> list[str]:
    """What a row says in numbers, choices, flags, names of other cards (`points 7`) and texts except the note."""
    printed = []
    for column in columns:
        value = row[column.key]
        if column.type == "flag" and value:
            printed.append(column.key.replace("_", " "))
        elif column.type in ("number", "choice", "card") and column.key != COUNT and value not in ("", None):
            printed.append(f"{column.key.replace('_', ' ')} {value}")
        elif column.type in ("keys", "condition") and value:
            printed.append(f"{column.key.replace('_', ' ')} {_in_names(deck, column, value)}")
        elif column.type == "text" and column.key != NOTE and value:
            printed.append(str(value))
    return printed


def _in_names(deck: Any, column: Column, text: str) -> str:
    """A list of ids or a condition with the names of the cards: `in play Queen Iseult`; otherwise the word itself."""
    names = {kind.key: kind.name for kind in deck.kinds}
    choice = column.choice_in(text).removesuffix(":").replace("_", " ")
    named = " and ".join(names.get(key, key) for key in column.keys_in(text))
    return " ".join(filter(None, (choice, named))) or text

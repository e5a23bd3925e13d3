"""Avalon as a screen shows it: one scene from one seat's sight.

Face-down chips of a region are numbered in their order; a number moves down when a chip before it leaves. What a seat
has seen is shown again only with the memory aid (EX-225, EX-511).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from workbench.decks.deck import Deck
from workbench.games.excalibur.deck import ON_REVEAL, SWORDS
from workbench.games.excalibur.message import message, part_of_frame
from workbench.games.excalibur.table import (
    ACTIONS,
    AVALON,
    BARONESS,
    DRAW,
    DRAWN,
    FIST,
    GAWAIN,
    HAND,
    HELD_OUT,
    MORDRED,
    OPEN_HAND,
    PERMANENT,
    PHASES,
    PLAY,
    PLAYED,
    REGION_NAMES,
    REGIONS,
    SAYINGS,
    SLOT_IN,
    SLOTS,
    SPY,
    TRASH,
    TURNED,
    UNSEEN,
)
from workbench.kernel.frames import ACTOR, EFFECT, TARGET
from workbench.kernel.scenes.scene import CardFace, Choice, Group, Scene, SceneZone, SeatPanel, Sight

AID_ON = 1  # of the option memory_aid
SWORD = "\N{CROSSED SWORDS}\N{VARIATION SELECTOR-15}"
SORTS = {**dict.fromkeys(SWORDS, "sword"), **dict.fromkeys(ON_REVEAL, "on reveal"), "fisher_king": "permanent"}


def scene(sight: Sight) -> Scene:
    """The scene of a seat, or of everybody for `seat=None`."""
    return Scene(
        title=f"{sight.game.title}: {sight.deck.meta.title}",
        seat=sight.seat,
        phase=PHASES[sight.view.phase][0],
        phases=PHASES if sight.view.over else PHASES[:-1],
        message=message(sight),
        over=sight.view.over == 1,
        seats=tuple(_panel(sight, seat) for seat in range(sight.view.seats)),
        zones=tuple(_zones(sight)),
        choices=(*_choices(sight), *_sayings(sight)),
        log=sight.log,
    )


# Chips


def chip_face(deck: Deck, kind: int) -> CardFace:
    """How a chip looks: its name, what sort of chip it is, and its effect in words."""
    row = deck.rows[kind]
    sort = SORTS.get(str(row["effect"]), "")
    male = "male figure" if row["male_art"] else ""
    words = ", ".join(filter(None, (str(row["name"]), sort, str(row["text"]), male)))
    return CardFace(
        f"card-{kind}", str(row["name"]), text=str(row["text"]), badge=sort, description=words, shape="chip"
    )


def _face(
    sight: Sight, card: int, key: str, *, group: str = "", badge: str = "", action: int | None = None, press: str = ""
) -> CardFace:
    """A chip face up, as `_face_of` shows its kind."""
    return _face_of(sight, _kind(sight, card), key, group=group, badge=badge, action=action, press=press)


def _face_of(
    sight: Sight, kind: int, key: str, *, group: str, badge: str, action: int | None = None, press: str = ""
) -> CardFace:
    """A kind of chip, without its text where it lies in a group; `press` says in words what pressing it does."""
    face = chip_face(sight.deck, kind)
    words = ", ".join(filter(None, (face.description, badge, press if action is not None else "")))
    text, shown = ("", badge) if group else (face.text, badge or face.badge)
    return replace(face, id=key, text=text, group=group, badge=shown, action=action, description=words)


def _back(
    key: str, words: str, group: str, badge: str = "", *, action: int | None = None, shape: str = "chip"
) -> CardFace:
    return CardFace(key, face_down=True, group=group, badge=badge, action=action, description=words, shape=shape)


def _kind(sight: Sight, card: int) -> int:
    return int(sight.deck.arrays.kind[card])


def _effect(sight: Sight, card: int) -> int:
    return int(sight.deck.arrays.effect[_kind(sight, card)])


def _pressed(sight: Sight, verb: str) -> dict[int, int]:
    """The first argument of each legal action of a verb -> the action."""
    return {action.args[0]: action.id for action in sight.actions_of(verb)}


# Effects that are being resolved


def _is_resolving(sight: Sight, card: int, seat: int) -> bool:
    frames = range(sight.view.frame_count)
    chips = [(part_of_frame(sight, EFFECT, i), part_of_frame(sight, ACTOR, i)) for i in frames]
    return (_effect(sight, card), seat) in chips


# Zones


def _zones(sight: Sight) -> Iterator[SceneZone]:
    if sight.view.over:
        yield _open_hands(sight)
    else:
        if sight.seat is not None:
            yield from _seen_hand(sight)
            yield _hand(sight, sight.seat)
        yield _table(sight)
    yield _avalon(sight)
    if sight.view.memory_aid == AID_ON and sight.seat is not None and not sight.view.over:
        yield from _known_hands(sight, sight.seat)
    yield _still_out_there(sight)
    yield _box(sight)


# verb -> in words, what pressing a chip of the own hand does
_PRESSES = {
    "play": "press to play it",
    "protect": "press to protect it",
    "give_back": "press to give it back",
    "trash": "press to trash it",
    "give": "press to give it",
}


def _hand(sight: Sight, seat: int) -> SceneZone:
    """The seat's own chips: the hand, what it has drawn for Morgana, what it holds out, and what Galahad protects."""
    hand, press = {}, ""
    for verb, words in _PRESSES.items():
        if sight.actions_of(verb):
            hand, press = _pressed(sight, verb), words
    drawn = _pressed(sight, "reveal")
    faces = _fist_marked(sight, seat, list(_held(sight, HAND + seat, "", hand, press)))
    faces += _held(sight, DRAWN + seat, "just drawn", drawn, "press to reveal it")
    unseen = range(sight.view.counts[UNSEEN + seat])
    faces += [_back(f"unseen-{i}", "a chip you drew and have not looked at", "", "drawn") for i in unseen]
    held_out = _pressed(sight, "take_sword_of").get(seat)
    taken = {} if held_out is None else {_kind(sight, card): held_out for card in sight.cards(HELD_OUT + seat)}
    faces += _held(sight, HELD_OUT + seat, "held out", taken, "press to take one of those you hold out, unseen")
    faces += _held(sight, FIST + seat, "protected", {}, "")
    return SceneZone("hand", "Your hand", "hand", seat, len(faces), tuple(faces))


def _held(sight: Sight, place: int, badge: str, pressed: dict[int, int], press: str) -> Iterator[CardFace]:
    for i, card in enumerate(sight.cards(place)):
        action = pressed.get(_kind(sight, card))
        yield _face(sight, card, f"held-{place}-{i}", badge=badge, action=action, press=press)


def _fist_marked(sight: Sight, seat: int, faces: list[CardFace]) -> list[CardFace]:
    """The hand with the chip marked that the fist has closed on."""
    chosen = sight.view.chosen[seat] - 1 if sight.view.phase == PLAY else -1
    if 0 <= chosen < len(sight.deck.rows):
        name = sight.naming("card", chosen)
        i = next(i for i, face in enumerate(faces) if face.title == name)
        faces[i] = replace(faces[i], badge="in your fist")
    return faces


def _seen_hand(sight: Sight) -> Iterator[SceneZone]:
    """The hand that Mordred or the Spy looks at, shown to its actor while it decides (EX-507)."""
    if not (sight.actions_of("swap") or sight.actions_of("show")):
        return
    target, shown = part_of_frame(sight, TARGET), _pressed(sight, "show")
    faces = tuple(_held(sight, HAND + target, "", shown, "press to show it to all"))
    yield SceneZone("seen-hand", f"The hand of {_owner(sight, target)}", "row", None, len(faces), faces)


def _table(sight: Sight) -> SceneZone:
    """What lies before each seat: its closed fist, played chips, permanents, swords held out, the last chip shown."""
    groups = tuple(_before(sight, seat) for seat in _seats(sight))
    cards = tuple(card for seat in _seats(sight) for card in _laid(sight, seat))
    return SceneZone("table", "On the table", "places", None, len(cards), cards, groups)


def _before(sight: Sight, seat: int) -> Group:
    badge = "crown" if seat == sight.view.crown else ""
    return Group(str(seat), _owner(sight, seat), total=_chips(_chips_held(sight, seat)), badge=badge)


def _laid(sight: Sight, seat: int) -> Iterator[CardFace]:
    view, key = sight.view, str(seat)
    choosing = view.phase == PLAY and (view.to_act >> seat) & 1 == 1
    if view.phase == PLAY and _chips_held(sight, seat):
        fist, shape = ("open", "open") if choosing else ("closed", "fist")
        yield _back(f"fist-{seat}", f"{fist} fist of {_owner(sight, seat)}", key, fist, shape=shape)
    yield from _faces_before(sight, seat, PLAYED, "take_played", "")
    yield from _faces_before(sight, seat, PERMANENT, "take_permanent", "permanent")
    if seat != sight.seat:
        action = _pressed(sight, "take_sword_of").get(seat)
        for i in range(view.counts[HELD_OUT + seat]):
            yield _back(f"out-{seat}-{i}", f"a sword that {_owner(sight, seat)} holds out", key, SWORD, action=action)
    if view.counts[FIST + seat]:
        yield _back(f"protected-{seat}", "a protected chip, in the fist", key, "protected", shape="fist")
    lies = [_kind(sight, card) + 1 for zone in (PLAYED, PERMANENT) for card in sight.cards(zone + seat)]
    if view.shown[seat] and view.phase != PLAY and view.shown[seat] not in lies:
        yield _shown_before(sight, seat)


def _faces_before(sight: Sight, seat: int, zone: int, verb: str, badge: str) -> Iterator[CardFace]:
    """What lies face up before a seat; the Black Knight takes any chip but one that is being resolved."""
    action = _pressed(sight, verb).get(seat)
    for i, card in enumerate(sight.cards(zone + seat)):
        resolving = zone == PLAYED and _is_resolving(sight, card, seat)
        shown, taken = ("resolving", None) if resolving else (badge, action)
        key = f"{verb}-{seat}-{i}"
        yield _face(sight, card, key, group=str(seat), badge=shown, action=taken, press="press to take it")


def _shown_before(sight: Sight, seat: int) -> CardFace:
    """What a seat has shown at the last reveal, once it lies there no more: all have seen it."""
    face = chip_face(sight.deck, int(sight.view.shown[seat]) - 1)
    when = "last round" if sight.view.phase == DRAW else "played"
    words = f"{face.title}, {'played in the last round' if when == 'last round' else 'played in this round'}"
    return CardFace(f"shown-{seat}", face.title, group=str(seat), badge=when, description=words, shape="spent")


# Avalon


def _avalon(sight: Sight) -> SceneZone:
    """The regions with their chips, slot by slot; a chip that may be drawn, turned up or taken can be pressed."""
    view = sight.view
    groups = tuple(
        Group(
            str(region), name.capitalize(), total=str(view.counts[AVALON + region]), badge=_region_badge(sight, region)
        )
        for region, name in enumerate(REGION_NAMES)
    )
    cards = tuple(card for region in range(REGIONS) for card in _region(sight, region))
    return SceneZone("avalon", f"Avalon, {_chips(len(cards))}", "places", None, len(cards), cards, groups)


def _region_badge(sight: Sight, region: int) -> str:
    if sight.view.final and sight.view.final_region == region:
        return "made this the final round" if not sight.view.over else "ended the game"
    return "" if sight.view.counts[AVALON + region] else "empty"


def _region(sight: Sight, region: int) -> Iterator[CardFace]:
    place, view, group = AVALON + region, sight.view, str(region)
    pressed, turned = _pressed(sight, f"slot_{region}"), _turned(sight, region)
    named = view.named[sight.seat] - 1 - SLOT_IN - region * SLOTS if sight.seat is not None else -1
    for i in range(view.counts[place]):
        key, known = f"slot-{region}-{i}", view.rows[place, i]
        if i in turned:
            badge, taken = f"turned {i + 1}", pressed.get(i)
            yield _face_of(sight, turned[i], key, group=group, badge=badge, action=taken, press="press to take it")
        elif view.memory_aid == AID_ON and 0 <= known < view.card_count:
            yield _face(sight, known, key, group=group, badge=f"you know {i + 1}", action=pressed.get(i))
        else:
            words = f"chip {i + 1} of {REGION_NAMES[region]}"
            mark, words = ("yours", f"{words}, named by you") if i == named else (str(i + 1), words)
            yield _back(key, words, group, mark, action=pressed.get(i))


def _turned(sight: Sight, region: int) -> dict[int, int]:
    """Slot -> the kind of the chip in it that Percival has turned up for all (EX-508)."""
    found = {}
    for i in range(TURNED):
        if sight.view.turned[i]:
            where, slot = divmod(int(sight.view.turned_slot[i]) - 1 - SLOT_IN, SLOTS)
            if where == region:
                found[slot] = int(sight.view.turned[i]) - 1
    return found


# What all know, and what the memory aid adds


def _open_hands(sight: Sight) -> SceneZone:
    """All hands at the end, swords first, with each seat's outcome and why (EX-514)."""
    groups, faces = [], []
    for seat in _seats(sight):
        groups.append(Group(str(seat), _owner(sight, seat), badge=_outcome(sight, seat)))
        held = [(_effect(sight, card) >= len(SWORDS), card) for card in sight.cards(OPEN_HAND + seat)]
        for i, (ordinary, card) in enumerate(sorted(held)):
            face = _face(sight, card, f"open-{seat}-{i}", group=str(seat), badge="" if ordinary else "sword")
            faces.append(replace(face, shape="spent") if ordinary else face)
    return SceneZone("open-hands", "All hands", "places", None, len(faces), tuple(faces), tuple(groups))


def _outcome(sight: Sight, seat: int) -> str:
    """A seat's outcome and why, in the words of its line."""
    return next(line["text"] for line in sight.lines if line["seat"] == seat)


def _known_hands(sight: Sight, seat: int) -> Iterator[SceneZone]:
    """What the seat knows of other hands."""
    groups, faces = [], []
    for other in _seats(sight):
        known = [] if other == seat else sight.cards(HAND + other)
        if known:
            groups.append(Group(str(other), _owner(sight, other)))
            faces += [_face(sight, card, f"known-{other}-{i}", group=str(other)) for i, card in enumerate(known)]
    if faces:
        title = "What you know of other hands"
        yield SceneZone("known-hands", title, "groups", None, len(faces), tuple(faces), tuple(groups))


def _box(sight: Sight) -> SceneZone:
    """Trashed chips, sorted by kind (EX-028, EX-504)."""
    counts = Counter(_kind(sight, card) for card in sight.cards(TRASH))
    return _counted(sight, counts, "box", "The box", "Trashed, out of play")


def _still_out_there(sight: Sight) -> SceneZone:
    """How many chips of each kind are neither trashed nor open before all."""
    arrays = sight.deck.arrays
    counts = Counter(int(kind) for kind in arrays.kind[: arrays.card_count])
    for place in (TRASH, *(zone + seat for zone in (PLAYED, PERMANENT, OPEN_HAND) for seat in range(sight.view.seats))):
        counts.subtract(_kind(sight, card) for card in sight.cards(place))
    where = "In Avalon" if sight.view.over else "In hands and in Avalon"
    return _counted(sight, +counts, "out-there", "Still out there", where)


def _counted(sight: Sight, counts: Counter[int], key: str, title: str, where: str) -> SceneZone:
    """Kinds of chips with their numbers."""
    faces = []
    for kind in sorted(counts):
        face = chip_face(sight.deck, kind)
        words = f"{counts[kind]} of {face.description}"
        badge = f"{counts[kind]}\N{MULTIPLICATION SIGN}"
        faces.append(replace(face, id=f"{key}-{kind}", text="", group=key, badge=badge, description=words))
    return SceneZone(key, title, "groups", None, counts.total(), tuple(faces), (Group(key, where),))


# Seats and messages


def _seats(sight: Sight) -> list[int]:
    """All seats clockwise, the screen's own one first."""
    first = sight.seat or 0
    return [(first + i) % sight.view.seats for i in range(sight.view.seats)]


def _owner(sight: Sight, seat: int) -> str:
    return "You" if seat == sight.seat else sight.naming("seat", seat)


def _chips_held(sight: Sight, seat: int) -> int:
    return sum(int(sight.view.counts[place + seat]) for place in (HAND, DRAWN, UNSEEN, HELD_OUT))


def _panel(sight: Sight, seat: int) -> SeatPanel:
    view = sight.view
    asked = (view.to_act >> seat) & 1 == 1
    return SeatPanel(
        seat=seat,
        name=sight.naming("seat", seat),
        kind=sight.bots.get(seat, "human"),
        to_act=asked,
        current=asked and view.phase not in (DRAW, PLAY),
        facts=tuple(_facts(sight, seat)),
    )


def _facts(sight: Sight, seat: int) -> Iterator[tuple[str, str]]:
    view = sight.view
    if view.over:
        yield "Outcome:", _outcome(sight, seat)
        return
    yield "Chips", str(_chips_held(sight, seat))
    place = (seat - view.crown) % view.seats + 1
    yield "Turn", "1, with the crown" if place == 1 else str(place)
    if view.counts[FIST + seat]:
        yield "Protected", "1"
    if (view.protected >> seat) & 1:
        yield "Fisher King:", "no steals this round"
    said = [view.said[seat, i] - 1 for i in range(SAYINGS) if view.said[seat, i]]
    if said:
        yield "Says:", _said(sight, said[-1])


def _said(sight: Sight, action: int) -> str:
    return ACTIONS.describe(action, sight.naming).label.removeprefix("Say: ")


# What can be done

# verb -> the heading its buttons stand under; what is done by pressing a chip needs none
_HEADINGS = {
    "region": "Draw from",
    "play_nothing": "Play",
    "flip": "Fisher King",
    "let_be": "Fisher King",
    "draw_chips": "From Avalon",
    "steal_from": "From a hand",
    **{f"place_{region}": f"Put into {name}" for region, name in enumerate(REGION_NAMES)},
    "left": "Direction",
    "right": "Direction",
    "name_seat": "Players",
    "stop": "Enough",
    "mix": "Region",
    "swap": "Hands",
    "keep": "Hands",
    "reveal_none": "Reveal",
}


def _choices(sight: Sight) -> Iterator[Choice]:
    for action in sight.actions:
        if action.verb in _HEADINGS:
            number = action.args[0] if action.args else -1
            hint = _hint(sight, action.verb, number)
            yield Choice(action.id, _label(sight, action.verb, number, action.label), _HEADINGS[action.verb], hint=hint)


def _label(sight: Sight, verb: str, number: int, label: str) -> str:
    """What a button says, where the effect makes plain what is meant."""
    if verb.startswith("place_"):
        return sight.naming("card", number)
    effect = part_of_frame(sight, EFFECT) if sight.view.frame_count else -1
    if verb == "stop":
        return {BARONESS: "Trash nothing", SPY: "Show nothing"}.get(effect, label)
    if verb == "name_seat" and effect in (MORDRED, SPY):
        return f"Look at the hand of {sight.naming('seat', number)}"
    if verb == "name_seat" and effect == GAWAIN:
        return f"Ask {sight.naming('seat', number)} for a sword"
    return label


def _hint(sight: Sight, verb: str, number: int) -> str:
    """How many chips there are, or who sits on that side."""
    if verb in ("steal_from", "name_seat"):
        return _chips(sight.view.counts[HAND + number])
    if verb in ("region", "mix"):
        return _chips(sight.view.counts[AVALON + number])
    if verb in ("left", "right") and sight.seat is not None:
        step = 1 if verb == "left" else -1
        return sight.naming("seat", (sight.seat + step) % sight.view.seats)
    return ""


def _chips(number: int) -> str:
    return "1 chip" if number == 1 else f"{number} chips"


def _sayings(sight: Sight) -> Iterator[Choice]:
    """Quick phrases; whether they are true is nobody's business but the speaker's (EX-035, EX-354)."""
    seat = sight.seat or 0
    left = sum(int(sight.view.said[seat, i] == 0) for i in range(SAYINGS))
    for action in sight.actions:
        if action.verb in ("say", "say_of"):
            heading = f"Of yourself ({left} more this round)" if action.verb == "say" else "Of others"
            yield Choice(action.id, action.label.removeprefix("Say: "), heading, aside=True)

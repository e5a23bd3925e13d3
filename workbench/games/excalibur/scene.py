"""Avalon as a screen shows it: one scene from one seat's sight.

Face-down chips of a region are numbered in their order; a number moves down when a chip before it leaves. What a seat
has seen is shown again only with the memory aid (EX-225, EX-511).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from workbench.decks.deck import Deck
from workbench.games.excalibur.deck import EFFECTS, ON_REVEAL, SWORDS
from workbench.games.excalibur.movements import chips_in_avalon, empty_regions_wanted
from workbench.games.excalibur.table import (
    AVALON,
    DRAW,
    DRAWN,
    FIST,
    GAME_OVER,
    HAND,
    HELD_OUT,
    OPEN_HAND,
    PERMANENT,
    PHASES,
    PLAY,
    PLAYED,
    REGION_NAMES,
    REGIONS,
    TRASH,
    TURNED,
)
from workbench.kernel.frames import ACTOR, COUNTER, EFFECT, TARGET, top_frame
from workbench.kernel.scene import CardFace, Choice, Group, Scene, SceneZone, SeatPanel, Sight

AID_ON = 1  # of the option memory_aid
KINDS = {**dict.fromkeys(SWORDS, "sword"), **dict.fromkeys(ON_REVEAL, "on reveal"), "fisher_king": "permanent"}
NARROWED = (
    "Where the rules say 'at any time', it is offered when the chips are resolved and before each steal (EX-336)."
)


def scene(sight: Sight) -> Scene:
    """The scene of a seat, or of everybody for `seat=None`."""
    return Scene(
        title=f"{sight.game.title}: {sight.deck.meta.title}",
        seat=sight.seat,
        phase=PHASES[sight.view.phase][0],
        phases=PHASES[:-1],
        message=_message(sight),
        over=sight.view.over == 1,
        seats=tuple(_panel(sight, seat) for seat in range(sight.view.seats)),
        zones=tuple(_zones(sight)),
        choices=tuple(_choices(sight)),
        log=sight.log,
    )


# Chips


def chip_face(deck: Deck, kind: int) -> CardFace:
    """How a chip looks: its name, what sort of chip it is, and its effect in words."""
    row = deck.rows[kind]
    sort = KINDS.get(str(row["effect"]), "")
    male = "male figure" if row["male_art"] else ""
    words = ", ".join(filter(None, (str(row["name"]), sort, str(row["text"]), male)))
    return CardFace(f"card-{kind}", str(row["name"]), text=str(row["text"]), badge=sort, description=words)


def _face(sight: Sight, card: int, *, group: str = "", badge: str = "", action: int | None = None) -> CardFace:
    face = chip_face(sight.deck, _kind(sight, card))
    text = "" if group else face.text
    words = ", ".join(filter(None, (face.description, badge)))
    shown = badge or ("" if group else face.badge)
    return replace(face, id=f"chip-{card}", text=text, group=group, badge=shown, action=action, description=words)


def _back(key: str, words: str, *, group: str = "", badge: str = "", action: int | None = None) -> CardFace:
    return CardFace(key, face_down=True, group=group, badge=badge, action=action, description=words)


def _kind(sight: Sight, card: int) -> int:
    return int(sight.deck.arrays.kind[card])


# Zones


def _zones(sight: Sight) -> Iterator[SceneZone]:
    if sight.seat is not None and not sight.view.over:
        yield _hand(sight, sight.seat)
    yield _table(sight)
    for region in range(REGIONS):
        yield _region(sight, region)
    if sight.view.over:
        yield _open_hands(sight)
    elif sight.view.memory_aid == AID_ON and sight.seat is not None:
        yield from _known_hands(sight, sight.seat)
    yield _box(sight)
    yield _still_out_there(sight)


# verb -> what pressing a chip of one's own does
_PRESSED = ("play", "protect", "give_back", "trash", "give", "reveal")


def _hand(sight: Sight, seat: int) -> SceneZone:
    """The seat's own chips: the hand, what it has drawn for Morgana, what it holds out, and what Galahad protects."""
    pressed = {action.args[0]: action.id for verb in _PRESSED for action in sight.actions_of(verb)}
    faces = []
    for place, badge in ((HAND, ""), (DRAWN, "just drawn"), (HELD_OUT, "held out"), (FIST, "protected")):
        for card in sight.cards(place + seat):
            faces.append(_face(sight, card, badge=badge, action=pressed.get(_kind(sight, card))))
    chosen = sight.view.chosen[seat] - 1 if sight.view.phase == PLAY else -1
    for i, face in enumerate(faces):
        if 0 <= chosen < len(sight.deck.rows) and face.title == sight.naming("card", chosen):
            faces[i] = replace(face, badge="in your fist")
            break
    return SceneZone("hand", "Your hand", "hand", seat, len(faces), tuple(faces))


def _table(sight: Sight) -> SceneZone:
    """What lies before each seat: the fist before the reveal, played chips, permanents."""
    groups, cards = [], []
    for seat in _seats(sight):
        key = str(seat)
        groups.append(Group(key, _owner(sight, seat), badge="crown" if seat == sight.view.crown else ""))
        if sight.view.phase == PLAY:
            chosen = not (sight.view.to_act >> seat) & 1
            cards.append(
                _back(f"fist-{seat}", f"fist of {_owner(sight, seat)}", group=key, badge="closed" if chosen else "open")
            )
        cards += [
            _face(sight, card, group=key, action=_taking(sight, "take_played", seat))
            for card in sight.cards(PLAYED + seat)
        ]
        cards += [
            _face(sight, card, group=key, badge="permanent", action=_taking(sight, "take_permanent", seat))
            for card in sight.cards(PERMANENT + seat)
        ]
        held = sight.view.counts[HELD_OUT + seat]
        cards += [
            _back(
                f"held-{seat}-{i}",
                "a sword, held out face down",
                group=key,
                action=_taking(sight, "take_sword_of", seat),
            )
            for i in range(held)
            if seat != sight.seat
        ]
        if sight.view.counts[FIST + seat]:
            cards.append(_back(f"protected-{seat}", "a protected chip", group=key, badge="protected"))
    return SceneZone("table", "On the table", "groups", None, len(cards), tuple(cards), tuple(groups))


def _taking(sight: Sight, verb: str, seat: int) -> int | None:
    return next((action.id for action in sight.actions_of(verb) if action.args[0] == seat), None)


def _region(sight: Sight, region: int) -> SceneZone:
    """A region's chips in their slots; a chip that may be drawn or turned can be pressed."""
    place, view = AVALON + region, sight.view
    pressed = {action.args[0]: action.id for action in sight.actions_of(f"slot_{region}")}
    turned = {view.turned[i] - 1 for i in range(TURNED)}
    taken = {action.args[0]: action.id for action in sight.actions_of("take_turned")}
    known = _slots_known(sight, place)
    faces = []
    for i in range(view.counts[place]):
        card = known.get(i)
        if card is not None and card in turned:
            faces.append(_face(sight, card, badge="turned up", action=taken.get(_kind(sight, card))))
        elif card is not None and view.memory_aid == AID_ON:
            faces.append(_face(sight, card, badge=f"you know {i + 1}", action=pressed.get(i)))
        else:
            faces.append(
                _back(
                    f"slot-{region}-{i}",
                    f"chip {i + 1} of the {REGION_NAMES[region]}",
                    badge=str(i + 1),
                    action=pressed.get(i),
                )
            )
    title = REGION_NAMES[region].capitalize()
    return SceneZone(f"region-{region}", title, "row", None, len(faces), tuple(faces))


def _slots_known(sight: Sight, place: int) -> dict[int, int]:
    """Slot -> the chip in it, where this screen's seat, or everybody, has seen it."""
    view = sight.view
    shown = {view.turned[i] - 1 for i in range(TURNED) if view.turned[i]}
    row = {i: view.rows[place, i] for i in range(view.counts[place])}
    return {i: card for i, card in row.items() if card < view.card_count or card in shown}


def _open_hands(sight: Sight) -> SceneZone:
    """All hands at the end (EX-514)."""
    groups = tuple(Group(str(seat), _owner(sight, seat), badge=_outcome(sight, seat)) for seat in _seats(sight))
    cards = tuple(
        _face(sight, card, group=str(seat)) for seat in _seats(sight) for card in sight.cards(OPEN_HAND + seat)
    )
    return SceneZone("open-hands", "All hands", "groups", None, len(cards), cards, groups)


def _known_hands(sight: Sight, seat: int) -> Iterator[SceneZone]:
    """What the seat knows of other hands."""
    groups, cards = [], []
    for other in _seats(sight):
        known = [] if other == seat else sight.cards(HAND + other)
        if known:
            groups.append(Group(str(other), _owner(sight, other)))
            cards += [_face(sight, card, group=str(other)) for card in known]
    if cards:
        yield SceneZone(
            "known-hands", "What you know of other hands", "groups", None, len(cards), tuple(cards), tuple(groups)
        )


def _box(sight: Sight) -> SceneZone:
    """Trashed chips, sorted by kind (EX-028, EX-504)."""
    counts = Counter(_kind(sight, card) for card in sight.cards(TRASH))
    faces = tuple(_counted(sight, kind, counts[kind], "trashed") for kind in sorted(counts))
    return SceneZone(
        "box", "Box of trashed chips", "groups", None, sum(counts.values()), faces, (Group("box", "Trashed"),)
    )


def _still_out_there(sight: Sight) -> SceneZone:
    """How many chips of each kind are neither trashed nor open on the table."""
    arrays = sight.deck.arrays
    counts = Counter(int(kind) for kind in arrays.kind[: arrays.card_count])
    for place in (TRASH, *(zone + seat for zone in (PLAYED, PERMANENT, OPEN_HAND) for seat in range(sight.view.seats))):
        counts.subtract(_kind(sight, card) for card in sight.cards(place))
    faces = tuple(_counted(sight, kind, counts[kind], "out there") for kind in sorted(counts) if counts[kind])
    number = sum(counts.values())
    return SceneZone(
        "out-there", "Still out there", "groups", None, number, faces, (Group("out", "In hands and Avalon"),)
    )


def _counted(sight: Sight, kind: int, number: int, words: str) -> CardFace:
    face = chip_face(sight.deck, kind)
    group = "box" if words == "trashed" else "out"
    return replace(
        face,
        id=f"{group}-{kind}",
        text="",
        group=group,
        badge=f"{number}x",
        description=f"{number} {face.title} {words}",
    )


# Seats and messages


def _seats(sight: Sight) -> list[int]:
    """All seats clockwise, the screen's own one first."""
    first = sight.seat or 0
    return [(first + i) % sight.view.seats for i in range(sight.view.seats)]


def _owner(sight: Sight, seat: int) -> str:
    return "You" if seat == sight.seat else sight.naming("seat", seat)


def _outcome(sight: Sight, seat: int) -> str:
    """Why the seat's outcome is what it is, from its lines."""
    return "; ".join(line["text"] for line in sight.lines if line["seat"] == seat and line["reason"] != "outcome")


def _panel(sight: Sight, seat: int) -> SeatPanel:
    view = sight.view
    place = (seat - view.crown) % view.seats + 1
    marks = [("Chips", str(view.counts[HAND + seat] + view.counts[DRAWN + seat] + view.counts[HELD_OUT + seat]))]
    if view.counts[FIST + seat]:
        marks.append(("Protected", "1"))
    if (view.protected >> seat) & 1:
        marks.append(("Fisher King", "no steals this round"))
    if view.over:
        marks = [("Outcome", _outcome(sight, seat))]
    else:
        marks.append(("Turn", "crown" if place == 1 else str(place)))
    asked = (view.to_act >> seat) & 1 == 1
    return SeatPanel(
        seat=seat,
        name=sight.naming("seat", seat),
        kind=sight.bots.get(seat, "human"),
        to_act=asked,
        current=asked and view.phase not in (DRAW, PLAY),
        facts=tuple(marks),
    )


def _message(sight: Sight) -> str:
    view = sight.view
    if view.phase == GAME_OVER:
        return _end(sight)
    words = _prompt(sight) if sight.actions else _waiting(sight)
    return f"{words} {_how_far(sight)}"


def _end(sight: Sight) -> str:
    if not sight.winners:
        return "Nobody holds Excalibur: everybody loses."
    names = " and ".join(sight.naming("seat", seat) for seat in sight.winners)
    tainted = any(line["reason"] == "tainted" for line in sight.lines)
    verb = "share a tainted win" if tainted and len(sight.winners) > 1 else "have a tainted win" if tainted else "win"
    return f"{names} {verb if len(sight.winners) > 1 else verb.replace('have', 'has').replace('win', 'wins', 1) if verb == 'win' else verb.replace('have', 'has')}."


def _how_far(sight: Sight) -> str:
    if sight.view.final:
        return "This is the final round."
    wanted = empty_regions_wanted(sight.view)
    regions = "a region is empty" if wanted == 1 else f"{wanted} regions are empty"
    return f"Round {sight.view.turn + 1}; the round in which {regions} is the last, {chips_in_avalon(sight.view)} chips left."


def _waiting(sight: Sight) -> str:
    view = sight.view
    asked = " and ".join(sight.naming("seat", seat) for seat in range(view.seats) if (view.to_act >> seat) & 1)
    return f"{PHASES[view.phase][1]}: waiting for {asked}."


def _prompt(sight: Sight) -> str:
    view = sight.view
    if view.frame_count == 0:
        return (
            "Draw: name a chip of Avalon."
            if view.phase == DRAW
            else "Choose the chip you play and close your fist on it."
        )
    effect, target = top_frame(view, EFFECT), top_frame(view, TARGET)
    if effect >= len(EFFECTS):
        return _prompt_of_part(sight, effect - len(EFFECTS), target)
    name = sight.naming("card", _kind_with(sight, effect))
    asked = {
        "galahad": "choose the chip of your hand that nothing touches this round.",
        "black_knight": "choose a played chip to take into your hand.",
        "baroness": "choose a chip of your hand to trash; swords stay.",
        "morgana": "reveal one of the two chips you drew, or none.",
        "arthur": "choose whose sword you take, unseen.",
        "caelia": "name up to two players; each trashes its chips with male figures.",
        "gawain": "pick a player, who gives you a sword if it has one.",
        "guinevere": "choose a region to mix, then up to two of the swords held out.",
        "percival": "turn up to four chips of Avalon up, then take one.",
        "mordred": "pick a player whose hand you look at; then swap hands or keep yours.",
        "spy": "pick a player whose hand you look at; then show one of its chips to all.",
        "thief": "choose whom you steal from; then another one.",
        "robyn_of_roxley": "choose whom you steal from, until you hold seven.",
    }.get(EFFECTS[effect], "point to the left or to the right.")
    if EFFECTS[effect] in ("artisan", "merchant", "peasant"):
        asked = "draw from Avalon, or choose whom you steal from."
    if EFFECTS[effect] == "gawain" and sight.seat != top_frame(view, ACTOR):
        asked = f"choose the sword you give {sight.naming('seat', top_frame(view, ACTOR))}."
    return f"{name}: {asked}"


def _kind_with(sight: Sight, effect: int) -> int:
    return next(kind for kind in range(len(sight.deck.rows)) if int(sight.deck.arrays.effect[kind]) == effect)


def _prompt_of_part(sight: Sight, part: int, target: int) -> str:
    left = top_frame(sight.view, COUNTER)
    if part == 0:
        return f"Draw a chip of Avalon{f', {left} to go' if left > 1 else ''}."
    if part == 2:
        where = "into any region" if target >= sight.view.seats else f"back to {sight.naming('seat', target)}"
        return f"Put a chip of your hand {where}{f', {left} to go' if left > 1 else ''}."
    return f"You may flip the Fisher King: face up, nobody steals from you in this round; face down, he is trashed. {NARROWED}"


# What can be done

# verb -> the heading its buttons stand under; chips that can be pressed need none
_BUTTONS = {
    "region": "Draw from",
    "play_nothing": "Play",
    "flip": "Fisher King",
    "let_be": "Fisher King",
    "draw_chips": "From where",
    "steal_from": "Steal",
    "place_0": "Left region",
    "place_1": "Middle region",
    "place_2": "Right region",
    "left": "Direction",
    "right": "Direction",
    "name_seat": "Name",
    "stop": "Enough",
    "mix": "Region",
    "swap": "Hands",
    "keep": "Hands",
    "show": "Show",
    "reveal_none": "Reveal",
}


def _choices(sight: Sight) -> Iterator[Choice]:
    for action in sight.actions:
        if action.verb in _BUTTONS:
            yield Choice(action.id, action.label, _BUTTONS[action.verb])

"""Avalon as a screen shows it: one scene from one seat's sight.

Face-down chips of a region keep their numbers and places, and a slot they have left stays empty (EX-300). What a seat
has seen is shown again only with the memory aid (EX-225, EX-511).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from workbench.author import (
    ACTOR,
    COUNTER,
    EFFECT,
    NONE,
    STEP,
    TARGET,
    CardFace,
    Choice,
    Group,
    Scene,
    SceneZone,
    SeatPanel,
    Sight,
    counted,
    effect_at_work,
    emblem_of,
    frame_at,
    listed,
    question_of,
)
from workbench.decks.deck import Deck
from workbench.games.excalibur import chips
from workbench.games.excalibur.chips import EFFECTS
from workbench.games.excalibur.chips_for_one import chip_to_take, is_resolving, turned_kind
from workbench.games.excalibur.movements import empty_regions_wanted, is_sword, is_sword_effect, slot_action
from workbench.games.excalibur.names import OPTIONS
from workbench.games.excalibur.options import MAX_SEATS
from workbench.games.excalibur.rules import PHASES
from workbench.games.excalibur.scoring import RANKING, holder
from workbench.games.excalibur.table import (
    ACTIONS,
    FILLED,
    FULL_HAND,
    HAND_SIZE,
    LEFT,
    REGION_NAMES,
    REGIONS,
    SAYINGS,
    SLOTS,
    TURNED,
    ZONES,
    ExcaliburState,
)

SWORD_SIGN = "\N{CROSSED SWORDS}\N{VARIATION SELECTOR-15}"
_SORT_OF = {  # effect -> what a chip says beside its name
    **{effect.name: "sword" for effect in chips.SWORDS},
    **{effect.name: "on reveal" for effect in chips.ON_REVEAL},
    "fisher_king": "permanent",
}
MAY_FLIP = (
    "You may flip the Fisher King: face up, nobody steals from you in this round; face down, he is trashed. "
    "The rules allow it at any time; here it is offered {windows} (EX-336)."
)
WINDOWS = {
    OPTIONS.fisher_king_windows.both: "when the resolving begins and before each steal",
    OPTIONS.fisher_king_windows.resolve_start: "when the resolving begins",
    OPTIONS.fisher_king_windows.before_steal: "before each steal",
}


def scene(sight: Sight[ExcaliburState]) -> Scene:
    """The scene of a seat, or of everybody for `seat=None`."""
    over, seats = sight.view.over == 1, range(sight.view.seats)
    strong, prompt, message = ("", "", _end(sight)) if over else _asked(sight)
    return replace(
        sight.scene,
        phases=PHASES.titles if over else PHASES.titles[:-1],
        message=message if over else f"{message} {_how_far(sight)}",
        prompt=prompt,
        strong=strong,
        hint="" if over else _how_far(sight),
        ready=tuple(seat for seat in seats if _state(sight, seat) == "ready"),
        seats=tuple(_panel(sight, seat) for seat in seats),
        zones=tuple(_zones(sight)),
        choices=(*_choices(sight), *_sayings(sight)),
        small=("Round ", "You draw ", " draws chip ", " uses ", " is trashed", " aims at "),
    )


# Chips


def chip_face(deck: Deck, kind: int) -> CardFace:
    """How a chip looks: its name, what sort of chip it is, and its effect in words."""
    row = deck.rows[kind]
    sort = _SORT_OF.get(str(row["effect"]), "")
    male = "male figure" if row["male_art"] else ""
    words = ", ".join(filter(None, (str(row["name"]), sort, str(row["text"]), male)))
    name, text, emblem = str(row["name"]), str(row["text"]), emblem_of(deck, kind)
    return CardFace(f"card-{kind}", name, text=text, badge=sort, description=words, shape="chip", emblem=emblem)


def _face(sight: Sight[ExcaliburState], kind: int, key: str, badge: str, group: str = "") -> CardFace:
    """A chip face up, without its text if it lies in a group."""
    face = chip_face(sight.deck, kind)
    text, shown = ("", badge) if group else (face.text, badge or face.badge)
    return replace(
        face,
        id=key,
        text=text,
        group=group,
        badge=shown,
        description=", ".join(filter(None, (face.description, badge))),
        shape="sword" if sight.ask(is_sword_effect, sight.arrays.effect[kind]) else face.shape,
        here=_here(sight, kind),
        rules=sight.rules_of(face.title),
    )


def _to_press(face: CardFace, action: int | None, press: str) -> CardFace:
    """A chip that can be pressed if there is an action; `press` says in words what that does."""
    return face if action is None else replace(face, action=action, description=f"{face.description}, {press}")


def _here(sight: Sight[ExcaliburState], kind: int) -> str:
    """How many chips of a kind there are, and how many of them are out of play."""
    copies = [sight.kind(card) for card in range(sight.arrays.card_count)].count(kind)
    trashed = [sight.kind(card) for card in sight.cards(ZONES.trash)].count(kind)
    if copies == 1:
        return "there is one, and it is in the box." if trashed else "there is one of them."
    return f"there are {copies} of them; {trashed or 'none'} of these {'is' if trashed == 1 else 'are'} in the box."


def _back(
    key: str, words: str, group: str, badge: str = "", *, action: int | None = None, shape: str = "chip"
) -> CardFace:
    return CardFace(key, face_down=True, group=group, badge=badge, action=action, description=words, shape=shape)


def _pressed(sight: Sight[ExcaliburState], verb: int) -> dict[int, int]:
    """The first argument of each legal action of a verb -> the action."""
    return {action.args[0]: action.id for action in sight.actions_of(verb)}


# Zones


def _zones(sight: Sight[ExcaliburState]) -> Iterator[SceneZone]:
    if sight.view.over:
        yield _open_hands(sight)
    else:
        if sight.seat is not None:
            yield from _seen_hand(sight)
            yield _hand(sight, sight.seat)
        yield _table(sight)
    yield _avalon(sight)
    if sight.view.memory_aid == OPTIONS.memory_aid.on and sight.seat is not None and not sight.view.over:
        yield from _known_hands(sight, sight.seat)
    yield _still_out_there(sight)
    trashed = Counter(sight.kind(card) for card in sight.cards(ZONES.trash))
    yield _counted(sight, trashed, "box", "The box", "Trashed, out of play")  # EX-028, EX-504


# verb -> in words, what pressing a chip of one's own hand does
_PRESSES = {
    ACTIONS.play: "press to play it",
    ACTIONS.protect: "press to protect it",
    ACTIONS.give_back: "press to give it back",
    ACTIONS.trash: "press to trash it",
    ACTIONS.give: "press to give it",
}


def _hand(sight: Sight[ExcaliburState], seat: int) -> SceneZone:
    """The seat's own chips: the hand, what it has drawn for Morgana, what it holds out, and what Galahad protects."""
    hand, press = {}, ""
    for verb, words in _PRESSES.items():
        if sight.actions_of(verb):
            hand, press = _pressed(sight, verb), words
    faces = list(_held(sight, ZONES.hand + seat, "", hand, press))
    chosen = sight.view.chosen[seat] if sight.view.phase == PHASES.play else NONE
    if 0 <= chosen < len(sight.deck.rows):
        i = [sight.kind(card) for card in sight.cards(ZONES.hand + seat)].index(chosen)
        faces[i] = replace(faces[i], badge="in your fist")
    faces += _held(sight, ZONES.drawn + seat, "just drawn", _pressed(sight, ACTIONS.reveal), "press to reveal it")
    unseen = range(sight.view.counts[ZONES.unseen + seat])
    faces += [_back(f"unseen-{i}", "a chip you drew and have not looked at", "", "drawn") for i in unseen]
    held_out = _pressed(sight, ACTIONS.take_sword_of).get(seat)
    taken = {} if held_out is None else {sight.kind(card): held_out for card in sight.cards(ZONES.held_out + seat)}
    faces += _held(sight, ZONES.held_out + seat, "held out", taken, "press to take one of those you hold out, unseen")
    faces += _held(sight, ZONES.fist + seat, "protected", {}, "")
    return SceneZone("hand", "Your hand", "hand", seat, len(faces), tuple(faces))


def _held(
    sight: Sight[ExcaliburState], place: int, badge: str, pressed: dict[int, int], press: str
) -> Iterator[CardFace]:
    for i, card in enumerate(sight.cards(place)):
        action = pressed.get(sight.kind(card))
        face = _to_press(_face(sight, sight.kind(card), f"held-{place}-{i}", badge), action, press)
        sword = face.shape == "sword"
        why = "A sword cannot be chosen here." if sword else "A sword has to be chosen, as long as you hold one."
        yield replace(face, why=why) if pressed and action is None else face


def _seen_hand(sight: Sight[ExcaliburState]) -> Iterator[SceneZone]:
    """The hand that Mordred or the Spy looks at, shown to its actor while it decides (EX-507)."""
    if not (sight.actions_of(ACTIONS.swap) or sight.actions_of(ACTIONS.show)):
        return
    target, shown = sight.on_top(TARGET), _pressed(sight, ACTIONS.show)
    faces = tuple(_held(sight, ZONES.hand + target, "", shown, "press to show it to all"))
    title = f"The hand of {_owner(sight, target)}"
    yield SceneZone("seen-hand", title, "row", None, len(faces), faces, listing=True)


def _table(sight: Sight[ExcaliburState]) -> SceneZone:
    """What lies before each seat: its closed fist, played chips, permanents, swords held out, the last chip shown."""
    groups = tuple(_before(sight, seat) for seat in _seats(sight))
    cards = tuple(card for seat in _seats(sight) for card in _laid(sight, seat))
    return SceneZone("table", "On the table", "places", None, len(cards), cards, groups, region="people")


def _before(sight: Sight[ExcaliburState], seat: int) -> Group:
    held, badge = counted(_chips_held(sight, seat), "chip"), "crown" if seat == sight.view.crown else ""
    return Group(str(seat), _owner(sight, seat), total=held, badge=badge, seat=seat)


def _laid(sight: Sight[ExcaliburState], seat: int) -> Iterator[CardFace]:
    view, key = sight.view, str(seat)
    choosing = view.phase == PHASES.play and seat in sight.asked
    if view.phase == PHASES.play and _chips_held(sight, seat):
        fist, shape = ("open", "open") if choosing else ("closed", "fist")
        yield _back(f"fist-{seat}", f"{fist} fist of {_owner(sight, seat)}", key, fist, shape=shape)
    yield from _faces_before(sight, seat, ZONES.played, ACTIONS.take_played, "")
    yield from _faces_before(sight, seat, ZONES.permanent, ACTIONS.take_permanent, "permanent")
    if seat != sight.seat:
        action = _pressed(sight, ACTIONS.take_sword_of).get(seat)
        for i in range(view.counts[ZONES.held_out + seat]):
            yield _back(
                f"out-{seat}-{i}", f"a sword that {_owner(sight, seat)} holds out", key, SWORD_SIGN, action=action
            )
    if view.counts[ZONES.fist + seat]:
        yield _back(f"protected-{seat}", "a protected chip, in the fist", key, "protected", shape="fist")
    lies = [sight.kind(card) for zone in (ZONES.played, ZONES.permanent) for card in sight.cards(zone + seat)]
    if view.shown[seat] != NONE and view.phase != PHASES.play and view.shown[seat] not in lies:
        yield _shown_before(sight, seat)


def _faces_before(sight: Sight[ExcaliburState], seat: int, zone: int, verb: int, badge: str) -> Iterator[CardFace]:
    """What lies face up before a seat; a chip that the Black Knight may take can be pressed, as can its copies."""
    action, taken = _pressed(sight, verb).get(seat), -1
    if action is not None:
        taken = sight.kind(sight.ask(chip_to_take, sight.view, sight.arrays, sight.asked_seat, zone + seat, seat))
    for i, card in enumerate(sight.cards(zone + seat)):
        effect: int = sight.arrays.effect[sight.kind(card)]
        # It is being resolved now, or as soon as what it has set off is over.
        at_work = resolving(sight) == (effect, seat) or sight.ask(is_resolving, sight.view, seat, effect)
        shown = "resolving" if zone == ZONES.played and at_work else badge
        pressed = action if sight.kind(card) == taken else None
        key = f"{'take_played' if zone == ZONES.played else 'take_permanent'}-{seat}-{i}"
        face = _to_press(_face(sight, sight.kind(card), key, shown, str(seat)), pressed, "press to take it")
        yield replace(face, mark="latest" if shown == "resolving" else "")


def _shown_before(sight: Sight[ExcaliburState], seat: int) -> CardFace:
    """What a seat showed at the last reveal, once it no longer lies there: all have seen it."""
    face = chip_face(sight.deck, sight.view.shown[seat])
    when = "last round" if sight.view.phase == PHASES.draw else "played"
    words = f"{face.title}, {'played in the last round' if when == 'last round' else 'played in this round'}"
    return replace(face, id=f"shown-{seat}", text="", group=str(seat), badge=when, description=words, shape="spent")


# Avalon


def _avalon(sight: Sight[ExcaliburState]) -> SceneZone:
    """The regions with their chips, slot by slot; a chip that may be drawn, turned up or taken can be pressed.

    What Percival has turned up is shown to all (EX-508).
    """
    chips = [sight.view.counts[ZONES.region_0 + region] for region in range(REGIONS)]
    groups = tuple(
        Group(str(region), name.capitalize(), total=str(chips[region]), badge=_region_badge(sight, region))
        for region, name in enumerate(REGION_NAMES)
    )
    cards = tuple(card for region in range(REGIONS) for card in _region(sight, region))
    return SceneZone("avalon", f"Avalon, {counted(sum(chips), 'chip')}", "places", None, sum(chips), cards, groups)


def _region_badge(sight: Sight[ExcaliburState], region: int) -> str:
    if sight.view.final and sight.view.final_region == region:
        return "made this the final round" if not sight.view.over else "ended the game"
    return "" if sight.view.counts[ZONES.region_0 + region] else "empty"


def _region(sight: Sight[ExcaliburState], region: int) -> Iterator[CardFace]:
    """The slots of a region, including empty ones: its place helps people to remember a chip (EX-300)."""
    position = 0
    for slot in range(SLOTS):
        key, group = f"slot-{region}-{slot}", str(region)
        if sight.view.slots[region, slot] == FILLED:
            yield _chip_in(sight, region, slot, sight.view.rows[ZONES.region_0 + region, position])
            position += 1
        elif sight.view.slots[region, slot] == LEFT:
            yield _back(key, f"slot {slot + 1} of {REGION_NAMES[region]}, empty", group, shape="hole")


def _chip_in(sight: Sight[ExcaliburState], region: int, i: int, known: int) -> CardFace:
    """The chip in a slot."""
    view, group, key, number = sight.view, str(region), f"slot-{region}-{i}", i + 1
    slot = sight.ask(slot_action, region, i)
    turned, action = sight.ask(turned_kind, view, slot), slot if slot in {one.id for one in sight.actions} else None
    if turned != NONE:
        return _to_press(_face(sight, turned, key, f"turned {number}", group), action, "press to take it")
    if view.memory_aid == OPTIONS.memory_aid.on and 0 <= known < view.card_count:
        return replace(_face(sight, sight.kind(known), key, f"you know {number}", group), action=action)
    named = sight.seat is not None and slot == view.named[sight.seat]
    words = f"chip {number} of {REGION_NAMES[region]}"
    mark, words = ("yours", f"{words}, named by you") if named else (str(number), words)
    return _back(key, words, group, mark, action=action)


# What all know, and what the memory aid adds


def _open_hands(sight: Sight[ExcaliburState]) -> SceneZone:
    """All hands at the end, swords first, with each seat's outcome and why (EX-514)."""
    groups, faces = [], []
    for seat in _seats(sight):
        groups.append(Group(str(seat), _owner(sight, seat), badge=_outcome(sight, seat), seat=seat))
        held = [(not sight.ask(is_sword, sight.arrays, card), card) for card in sight.cards(ZONES.open_hand + seat)]
        for i, (ordinary, card) in enumerate(sorted(held)):
            face = _face(sight, sight.kind(card), f"open-{seat}-{i}", "" if ordinary else "sword", str(seat))
            faces.append(replace(face, shape="spent") if ordinary else face)
    return SceneZone(
        "open-hands", "All hands", "places", None, len(faces), tuple(faces), tuple(groups), region="people"
    )


def _outcome(sight: Sight[ExcaliburState], seat: int) -> str:
    """A seat's outcome and why, in the words of its line."""
    return str(next(line["text"] for line in sight.lines if line["seat"] == seat))


def _known_hands(sight: Sight[ExcaliburState], seat: int) -> Iterator[SceneZone]:
    """What the seat knows of other hands."""
    groups, faces = [], []
    for other in _seats(sight):
        known = [] if other == seat else sight.cards(ZONES.hand + other)
        if known:
            groups.append(Group(str(other), _owner(sight, other)))
            kinds = enumerate(map(sight.kind, known))
            faces += [_face(sight, kind, f"known-{other}-{i}", "", str(other)) for i, kind in kinds]
    if faces:
        title = "What you know of other hands"
        yield SceneZone("known-hands", title, "groups", None, len(faces), tuple(faces), tuple(groups), listing=True)


def _still_out_there(sight: Sight[ExcaliburState]) -> SceneZone:
    """How many chips of each kind are neither trashed nor open before all."""
    counts = Counter(sight.kind(card) for card in range(sight.arrays.card_count))
    before_seats = (ZONES.played, ZONES.permanent, ZONES.open_hand)
    for place in (ZONES.trash, *(zone + seat for zone in before_seats for seat in range(sight.view.seats))):
        counts.subtract(sight.kind(card) for card in sight.cards(place))
    where = "In Avalon" if sight.view.over else "In hands and in Avalon"
    return _counted(sight, +counts, "out-there", "Still out there", where)


def _counted(sight: Sight[ExcaliburState], counts: Counter[int], key: str, title: str, where: str) -> SceneZone:
    """Kinds of chips with their numbers."""
    faces = []
    for kind in sorted(counts):
        face = chip_face(sight.deck, kind)
        words = f"{counts[kind]} of {face.description}"
        badge = f"{counts[kind]}\N{MULTIPLICATION SIGN}"
        faces.append(replace(face, id=f"{key}-{kind}", text="", group=key, badge=badge, description=words))
    total, groups = counts.total(), (Group(key, where),)
    return SceneZone(key, title, "groups", None, total, tuple(faces), groups, listing=True, region="piles")


# Seats and messages


def _seats(sight: Sight[ExcaliburState]) -> list[int]:
    """All seats clockwise, the screen's own one first."""
    first = sight.asked_seat
    return [(first + i) % sight.view.seats for i in range(sight.view.seats)]


def _owner(sight: Sight[ExcaliburState], seat: int) -> str:
    return "You" if seat == sight.seat else sight.naming("seat", seat)


def _chips_held(sight: Sight[ExcaliburState], seat: int) -> int:
    return _chips_unseen(sight, seat) + int(sight.view.counts[ZONES.held_out + seat])


def _chips_unseen(sight: Sight[ExcaliburState], seat: int) -> int:
    """How many chips a seat holds that the others cannot see."""
    return sum(sight.view.counts[place + seat] for place in (ZONES.hand, ZONES.drawn, ZONES.unseen))


def _panel(sight: Sight[ExcaliburState], seat: int) -> SeatPanel:
    view = sight.view
    return replace(
        sight.panel(seat),
        current=seat in sight.asked and view.phase not in (PHASES.draw, PHASES.play),
        facts=tuple(_facts(sight, seat)),
        held=None if seat == sight.seat else _chips_unseen(sight, seat),
        state=_state(sight, seat),
        marks=("crown",) if seat == view.crown and not view.over else (),
    )


def _state(sight: Sight[ExcaliburState], seat: int) -> str:
    """What a seat is doing, in a few words; at the end, how it fared."""
    view = sight.view
    if view.over:
        return "wins" if seat in sight.winners else "loses"
    if view.phase == PHASES.play:
        return "chooses" if seat in sight.asked else "ready"
    return ""


_ORDINALS = ("1st", "2nd", "3rd", *(f"{place}th" for place in range(4, MAX_SEATS + 1)))


def _facts(sight: Sight[ExcaliburState], seat: int) -> Iterator[tuple[str, str]]:
    view = sight.view
    if view.over:
        yield "Outcome:", _outcome(sight, seat)
        return
    yield "chips", str(_chips_held(sight, seat))
    place = (seat - view.crown) % view.seats + 1
    yield "to choose", _ORDINALS[place - 1]
    if view.counts[ZONES.fist + seat]:
        yield "Protected", "1"
    if seat in sight.seats_of(view.protected):
        yield "Fisher King:", "no steals this round"
    said = [view.said[seat, i] for i in range(SAYINGS) if view.said[seat, i] != NONE]
    if said:
        yield "Says:", ACTIONS.describe(said[-1], sight.naming).label.removeprefix("Say: ")


# What can be done

_PLACES = {getattr(ACTIONS, f"place_{region}"): region for region in range(REGIONS)}  # verb -> where a chip goes
# verb -> the heading above its buttons; what is done by pressing a chip needs none
_HEADINGS = {
    ACTIONS.region: "Draw from",
    ACTIONS.play_nothing: "Play",
    ACTIONS.flip: "Fisher King",
    ACTIONS.let_be: "Fisher King",
    ACTIONS.draw_chips: "From Avalon",
    ACTIONS.steal_from: "From a hand",
    **{verb: f"Put into {REGION_NAMES[region]}" for verb, region in _PLACES.items()},
    ACTIONS.left: "Direction",
    ACTIONS.right: "Direction",
    ACTIONS.name_seat: "Players",
    ACTIONS.stop: "Enough",
    ACTIONS.mix: "Region",
    ACTIONS.swap: "Hands",
    ACTIONS.keep: "Hands",
    ACTIONS.reveal_none: "Reveal",
}


def _choices(sight: Sight[ExcaliburState]) -> Iterator[Choice]:
    """What is done by a button, or by pressing what is no chip; to put a chip somewhere, one of its kind is pressed."""
    place = ZONES.hand + sight.asked_seat
    for action in sight.actions:
        verb, number = sight.verb_of(action), action.args[0] if action.args else -1
        if verb in _HEADINGS:
            label = _label(sight, verb, number, action.label)
            on, tab, hint = _thing(sight, verb, number, label)
            kinds = enumerate(map(sight.kind, sight.cards(place))) if verb in _PLACES else ()
            using = tuple(f"card:held-{place}-{i}" for i, kind in kinds if kind == number)
            yield Choice(action.id, label, _HEADINGS[verb], hint=hint, on=on, tab=tab, using=using)


def _thing(sight: Sight[ExcaliburState], verb: int, number: int, label: str) -> tuple[str, str, str]:
    """What a choice lies on, the short verb on it, and how many chips there are or who sits on that side.

    A button of its own lies on nothing.
    """
    if verb in (ACTIONS.steal_from, ACTIONS.name_seat):
        held = counted(sight.view.counts[ZONES.hand + number], "chip")
        return f"seat:{number}", "steal" if verb == ACTIONS.steal_from else "choose", held
    if verb in (ACTIONS.region, ACTIONS.mix):
        there = counted(sight.view.counts[ZONES.region_0 + number], "chip")
        return f"group:avalon/{number}", "draw" if verb == ACTIONS.region else "mix", there
    if verb in _PLACES:
        return f"group:avalon/{_PLACES[verb]}", "put here", ""
    if verb == ACTIONS.draw_chips:
        return "zone:avalon", label, ""
    if verb in (ACTIONS.left, ACTIONS.right) and sight.seat is not None:
        step = 1 if verb == ACTIONS.left else -1
        return "", "", sight.naming("seat", (sight.seat + step) % sight.view.seats)
    return "", "", ""


def _label(sight: Sight[ExcaliburState], verb: int, number: int, label: str) -> str:
    """What a button says, where the effect makes plain what is meant."""
    if verb in _PLACES:
        return sight.naming("card", number)
    effect = sight.effect if sight.view.frame_count else -1
    if verb == ACTIONS.stop:
        return {EFFECTS.baroness: "Trash nothing", EFFECTS.spy: "Show nothing"}.get(effect, label)
    if verb == ACTIONS.name_seat and effect in (EFFECTS.mordred, EFFECTS.spy):
        return f"Look at the hand of {sight.naming('seat', number)}"
    if verb == ACTIONS.name_seat and effect == EFFECTS.gawain:
        return f"Ask {sight.naming('seat', number)} for a sword"
    return label


def _sayings(sight: Sight[ExcaliburState]) -> Iterator[Choice]:
    """Quick phrases; whether they are true is nobody's business but the speaker's (EX-035, EX-354)."""
    seat = sight.asked_seat
    left = sum(int(sight.view.said[seat, i] == NONE) for i in range(SAYINGS))
    for action in sight.actions_of(ACTIONS.say, ACTIONS.say_of):
        heading = f"Of yourself ({left} more this round)" if sight.verb_of(action) == ACTIONS.say else "Of others"
        yield Choice(action.id, action.label.removeprefix("Say: "), heading, aside=True)


# What the screen says: what is asked and of whom, how far the game is, and how it ended


def _end(sight: Sight[ExcaliburState]) -> str:
    """Who has won and why, from the score lines."""
    by_reason = {
        reason: [sight.naming("seat", line["seat"]) for line in sight.lines_of(reason)]
        for reason in range(len(RANKING.reasons))
    }
    sentences = [f"{winner} holds Excalibur and wins." for winner in by_reason[RANKING.holds_excalibur]]
    sentences += [f"{squire}, the squire, wins too." for squire in by_reason[RANKING.squire_of_winner]]
    for both in by_reason[RANKING.holds_both]:
        sentences.append(f"{both} holds Excalibur and the Cursed Blade and loses worst of all.")
        share = "has" if len(sight.winners) == 1 else "share"
        sentences.append(f"{listed(by_reason[RANKING.tainted])} {share} the win, a tainted one.")
    if not sight.winners:
        sentences.append("Nobody holds Excalibur: everybody loses.")
    cursed = by_reason[RANKING.holds_cursed_blade]
    sentences += [f"{loser} holds the Cursed Blade and loses worst of all." for loser in cursed]
    if not by_reason[RANKING.holds_both] and not cursed:
        sentences.append(_where_it_is(sight, EFFECTS.cursed_blade))
    if not by_reason[RANKING.squire_of_winner]:
        sentences.append(_where_it_is(sight, EFFECTS.squire_sword))
    rounds = "one round" if sight.view.turn == 1 else f"{sight.view.turn} rounds"
    sentences.append(f"The game took {rounds}: {_what_made_it_final(sight)}.")
    return " ".join(filter(None, sentences))


def _where_it_is(sight: Sight[ExcaliburState], sword: int) -> str:
    """Who holds a sword, or that it lies in Avalon (EX-608); nothing for one that is not in the game."""
    arrays = sight.arrays
    kinds = [kind for kind in range(arrays.kind_count) if arrays.effect[kind] == sword]
    if not kinds or any(arrays.kind[card] in kinds for card in sight.cards(ZONES.trash)):
        return ""
    called, seat = _chip_named(sight, sword), sight.ask(holder, sight.view, arrays, sword)
    return f"The {called} lies in Avalon." if seat == NONE else f"{sight.naming('seat', seat)} holds the {called}."


def _what_made_it_final(sight: Sight[ExcaliburState]) -> str:
    """Whose movement emptied which region (EX-608)."""
    view = sight.view
    if view.final_seat == NONE:
        return "the deck was too small to fill the regions"
    how = "when drawing" if view.final_effect == NONE else f"with {_chip_named(sight, view.final_effect)}"
    wanted = sight.ask(empty_regions_wanted, view)
    others = "" if wanted == 1 else f", and {wanted} regions were empty"
    seat, region = sight.naming("seat", view.final_seat), REGION_NAMES[view.final_region]
    return f"{seat} took the last chip of {region} {how}{others}"


def _how_far(sight: Sight[ExcaliburState]) -> str:
    turn = sight.view.turn + 1
    if sight.view.final:
        return f"Round {turn} is the final round."
    wanted = sight.ask(empty_regions_wanted, sight.view)
    regions = "a region is" if wanted == 1 else f"{wanted} regions are"
    return f"Round {turn}; the game ends with the round in which {regions} empty."


def _waiting(sight: Sight[ExcaliburState]) -> str:
    view = sight.view
    asked = sight.names(sight.asked)
    if view.frame_count and sight.effect == EFFECTS.flip_offered:
        return f"{asked} may flip the Fisher King."
    chip = resolving(sight)
    if chip is None:
        return f"{PHASES[view.phase].title}: waiting for {asked}."
    effect, actor = chip
    return f"{sight.naming('seat', actor)} uses {_chip_named(sight, effect)}: waiting for {asked}."


def _asked(sight: Sight[ExcaliburState]) -> tuple[str, str, str]:
    """A first clause, the question that follows, and both in one sentence; for others who they are waiting for."""
    view, seat = sight.view, sight.asked_seat
    if not sight.actions:
        return "", _waiting(sight), _waiting(sight)
    if view.frame_count:
        chip, effect = resolving(sight), sight.effect
        strong = f"{_chip_named(sight, chip[0])}:" if chip else ""
        if effect == EFFECTS.flip_offered:
            may_flip = MAY_FLIP.format(windows=WINDOWS[view.fisher_king_windows])
            return strong, may_flip, may_flip
        is_part = effect in (EFFECTS.drawing, EFFECTS.placing)
        question = _prompt_of_part(sight) if is_part else _prompt_of_chip(sight, effect)
        return strong, question, f"{strong} {question}".strip()
    if view.phase == PHASES.draw:
        wanted = HAND_SIZE - view.counts[ZONES.hand + seat] - view.counts[ZONES.unseen + seat]
        whole = f"Draw: name a chip of Avalon, {'the last one' if wanted == 1 else f'{wanted} to go'}."
        return "Take a chip from Avalon.", "If somebody before you wants the same chip, you choose again.", whole
    if sight.actions_of(ACTIONS.play_nothing):
        nothing = "You hold nothing but swords: you play nothing."
        return "", nothing, nothing
    prompt = "Your fist closes on it; all fists open together."
    return "Play a chip.", prompt, "Choose the chip you play: your fist closes on it."


def _prompt_of_part(sight: Sight[ExcaliburState]) -> str:
    left, target = sight.on_top(COUNTER), sight.on_top(TARGET)
    more = f", {left} to go" if left > 1 else ""
    if sight.effect == EFFECTS.drawing:
        return f"draw a chip of Avalon{more}."
    if target < sight.view.seats:
        return f"choose the chip you give back to {sight.naming('seat', target)}."
    return f"put a chip of your hand into a region{more}."


def _prompt_of_chip(sight: Sight[ExcaliburState], effect: int) -> str:
    """What a chip asks: what its row says, but for those whose question depends on more than its frame."""
    at, target, first = sight.on_top(STEP) - 1, sight.on_top(TARGET), sight.on_top(STEP) == 1
    other = partial(sight.naming, "seat")
    if effect == EFFECTS.gawain and sight.seat != sight.on_top(ACTOR):
        return f"choose the sword you give {other(sight.on_top(ACTOR))}."
    if effect == EFFECTS.guinevere and not first:
        return f"choose whose sword goes unseen into {REGION_NAMES[target]}, {3 - at} at most, or no more."
    if effect == EFFECTS.percival:
        turned = sight.on_top(COUNTER)
        wanted = min(TURNED, sum(sight.view.counts[ZONES.region_0 + region] for region in range(REGIONS)))
        return f"turn up chip {turned + 1} of {wanted}." if at < TURNED else "take one of the chips turned up."
    if effect == EFFECTS.robyn_of_roxley:
        held = sight.view.counts[ZONES.hand + sight.on_top(ACTOR)]
        return f"choose whom you steal from; you hold {held} of {FULL_HAND} chips."
    if effect in (EFFECTS.artisan, EFFECTS.merchant, EFFECTS.peasant):
        sources = {ACTIONS.draw_chips: "draw from Avalon", ACTIONS.steal_from: "choose whom you steal from"}
        return f"{' or '.join(words for verb, words in sources.items() if sight.actions_of(verb))}."
    if effect == EFFECTS.caelia:
        return f"name up to two players; each trashes {_CAELIA_TRASHES[sight.view.male_art]}."
    return question_of(sight) or "choose."


_CAELIA_TRASHES = {
    OPTIONS.male_art.deck: "its chips with male figures",
    OPTIONS.male_art.none: "nothing: here no chip counts as male",
    OPTIONS.male_art.all: "all its chips but swords",
}


# Effects that are being resolved


def resolving(sight: Sight[ExcaliburState]) -> tuple[int, int] | None:
    """The effect of the chip that is being resolved, and its seat; None between chips."""
    frame = sight.ask(effect_at_work, sight.view)
    if frame < 0:
        return None
    return sight.ask(frame_at, sight.view, frame, EFFECT), sight.ask(frame_at, sight.view, frame, ACTOR)


def _chip_named(sight: Sight[ExcaliburState], effect: int) -> str:
    return str(sight.deck.rows[list(sight.arrays.effect).index(effect)]["name"])

"""The Round Table as a screen shows it: one scene from one seat's sight.

The knight at position 0 sits at the top for everybody, so that a class in front of a projector and the two players
speak of the same places.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workbench.author import (
    NONE,
    CardFace,
    Choice,
    Group,
    Reveal,
    Scene,
    SceneZone,
    SeatPanel,
    Sight,
    Symbol,
    Turned,
    counted,
    emblem_of,
)
from workbench.decks import Deck
from workbench.games.guile.deck import CAST, FACTIONS, KNIGHTS, KNIGHTS_FILE
from workbench.games.guile.names import OPTIONS
from workbench.games.guile.rules import PHASES, faction_of, position_of
from workbench.games.guile.scoring import (
    BOTH_WIN,
    DECIDED_BY,
    RANKING,
    faction_total,
    find_dagger,
    highest_position,
)
from workbench.games.guile.table import ACTIONS, CYCLE, HAND_SIZE, ZONES, GuileState

FIRST_CYCLE, SECOND_CYCLE = ("first_cycle", "First cycle"), ("second_cycle", "Second cycle")
AT_FIRST, IN_A_CYCLE = (PHASES.choose_faction, PHASES.choose_start_knight), (PHASES.act, PHASES.look)
SHORT_TITLES = {PHASES.choose_faction: "Factions", PHASES.choose_start_knight: "Start Knight"}
PRESSES = (
    (ACTIONS.peek, "press to peek"),
    (ACTIONS.lay_back, "press to put it back"),
    (ACTIONS.exchange, "press to exchange"),
    (ACTIONS.take_back, "press to take it back"),
)
Press = tuple[int | None, str]  # what pressing a card does: the action, and the words for it
NO_PRESS: Press = (None, "")
ARROWS = "↑↗→↘↓↙←↖"  # from the middle of the table to each position
DAGGER_SIGN = "†"
DAGGER_WORDS = "wins ties"  # on the card itself: sums and highest cards are equal then (GL-053)


def scene(sight: Sight[GuileState]) -> Scene:
    """The scene of a seat, or of everybody for `seat=None`."""
    strong, prompt = _short_message(sight)
    return replace(
        sight.scene,
        phase=_phase(sight)[0],
        phases=_phases(sight),
        message=_message(sight),
        prompt=prompt,
        strong=strong,
        seats=tuple(_panel(sight, seat) for seat in range(sight.view.seats)),
        zones=tuple(_zones(sight)),
        choices=tuple(_choices(sight)),
        reveal=_reveal(sight),
        small=("Both players ",),
    )


def _phase(sight: Sight[GuileState]) -> tuple[str, str]:
    if sight.view.phase in IN_A_CYCLE:
        return SECOND_CYCLE if sight.view.coins_up == 1 else FIRST_CYCLE
    return _step(sight.view.phase)


def _step(phase: int) -> tuple[str, str]:
    """A step of a round by its key and a short title."""
    return PHASES[phase].key, SHORT_TITLES.get(phase, PHASES[phase].title)


def _phases(sight: Sight[GuileState]) -> tuple[tuple[str, str], ...]:
    """The steps of a round; those of the whole match only before the first one."""
    steps = [PHASES.place] if sight.view.code_of_chivalry == 1 else [PHASES.draft, PHASES.place]
    if sight.view.phase in AT_FIRST:
        steps = [*AT_FIRST, *steps]
    return (*map(_step, steps), FIRST_CYCLE, SECOND_CYCLE)


# Cards


def card_face(deck: Deck, kind: int) -> CardFace:
    """How a card looks: influence by its value, a character by its name."""
    arrays, row = deck.arrays, deck.rows[kind]
    title, text = str(row["name"]), str(row["note"])
    if arrays.character[kind] == CAST.none:
        dagger = bool(arrays.dagger[kind])
        title = f"{arrays.value[kind]}{DAGGER_SIGN if dagger else ''}"
        text = "influence, with the dagger" if dagger else "influence"
    worth = DAGGER_WORDS if arrays.dagger[kind] else ""
    return CardFace(
        f"card-{kind}", title, text=text, worth=worth, description=str(row["name"]), emblem=emblem_of(deck, kind)
    )


def _face(
    sight: Sight[GuileState], kind: int, key: str, *, group: str = "", badge: str = "", press: Press = NO_PRESS
) -> CardFace:
    """A card face up."""
    face: CardFace = sight.printed(card_face, kind)
    action, press_words = press
    words = ", ".join(filter(None, (face.description, badge, press_words)))
    emblem = "dagger" if sight.arrays.dagger[kind] else face.emblem
    return replace(
        face,
        id=key,
        group=group,
        badge=badge,
        action=action,
        description=words,
        emblem=emblem,
        here=_here(sight.deck, kind),
        rules=_rules(sight, kind),
    )


def _here(deck: Deck, kind: int) -> str:
    """How an influence card compares with the others."""
    arrays = deck.arrays
    if arrays.character[kind] != CAST.none:
        return ""
    own, values = arrays.value[kind], arrays.value[arrays.kind[: arrays.influence_count]]
    more, as_much = (values > own).sum(), (values == own).sum()
    above = f"{more} count more" if more > 1 else f"{more or 'none'} counts more"
    return f"of the {len(values)} influence cards {above} than {own}; as much: {as_much}."


def _rules(sight: Sight[GuileState], kind: int) -> tuple[str, ...]:
    """The rules that an influence card counts by, or those that name a character."""
    arrays = sight.arrays
    if arrays.character[kind] != CAST.none:
        return sight.rules_of(str(sight.deck.rows[kind]["name"]))
    return ("GL-007", "GL-008", "GL-009") if arrays.dagger[kind] else ("GL-007", "GL-015")


def _name_at(sight: Sight[GuileState], position: int) -> str:
    return sight.naming("knight", sight.view.knight_at[position])


def _faction(sight: Sight[GuileState], faction: int) -> str:
    return sight.naming("category", faction)


# Zones


def _zones(sight: Sight[GuileState]) -> Iterator[SceneZone]:
    if sight.seat is not None and sight.view.phase in (PHASES.draft, PHASES.place):
        yield from _own_cards(sight, sight.seat)
    yield from _aside_of_last_round(sight)
    yield _round_table(sight)
    if sight.view.counts[ZONES.aside]:
        yield SceneZone("aside", "Aside", "pile", count=sight.view.counts[ZONES.aside])


def _own_cards(sight: Sight[GuileState], seat: int) -> Iterator[SceneZone]:
    """What a seat holds and has kept; it may look at both freely until all cards are laid (GL-306)."""
    kept = [sight.kind(card) for card in sight.cards(ZONES.kept + seat)]
    if sight.view.phase == PHASES.draft:
        faces = tuple(_draft_faces(sight, seat))
        yield SceneZone("hand", "Your hand", "hand", seat, len(faces), faces)
        shown = tuple(_face(sight, kind, f"kept-{i}") for i, kind in enumerate(kept))
        if shown:
            yield SceneZone("kept", "You have kept", "row", seat, len(shown), shown)
        return
    for i in range(HAND_SIZE):
        if sight.view.plan[seat, i] != NONE:
            kept.remove(sight.view.plan[seat, i])
    lay = {action.args[1]: action.id for action in sight.actions_of(ACTIONS.lay)}
    faces = tuple(
        _face(sight, kind, f"kept-{i}", press=(lay.get(kind), "press to lay it")) for i, kind in enumerate(kept)
    )
    yield SceneZone("kept", "Your cards to lay", "hand", seat, len(faces), faces)


def _draft_faces(sight: Sight[GuileState], seat: int) -> Iterator[CardFace]:
    keep = {action.args[0]: action.id for action in sight.actions_of(ACTIONS.keep)}
    chosen = sight.view.chosen[seat]
    for i, card in enumerate(sight.cards(ZONES.hand + seat)):
        kind = sight.kind(card)
        badge = "you keep it" if kind == chosen else ""
        chosen = -1 if kind == chosen else chosen
        press = (keep.get(kind), "press to keep it" if keep else "")
        yield _face(sight, kind, f"hand-{i}", badge=badge, press=press)


def _aside_of_last_round(sight: Sight[GuileState]) -> Iterator[SceneZone]:
    """The aside pile of the round just scored, where it is shown (GL-232)."""
    rounds = sight.view.rounds
    shown = rounds and sight.view.phase in (PHASES.draft, PHASES.place, PHASES.match_over)
    kinds = _aside_kinds(sight, rounds - 1) if shown else []
    faces = tuple(_face(sight, kind, f"aside-{i}") for i, kind in enumerate(kinds))
    if faces:
        yield SceneZone("aside_shown", f"Aside in round {rounds}", "row", None, len(faces), faces)


def _aside_kinds(sight: Sight[GuileState], r: int) -> list[int]:
    shown = sight.view.aside_shown[r]
    return [sight.kind(card) for card in range(sight.view.card_count) if (shown >> card) & 1]


def _round_table(sight: Sight[GuileState]) -> SceneZone:
    sword = NONE if sight.view.phase in AT_FIRST else sight.view.sword
    groups = tuple(
        replace(_knight(sight, position, sword), badge=next(_badges(sight, position, sword), ""))
        for position in range(KNIGHTS)
    )
    cards = tuple(card for position in range(KNIGHTS) if (card := _card_on(sight, position)) is not None)
    return SceneZone("round_table", "The Round Table", "ring", None, len(cards), cards, groups, _centre(sight))


def _key(position: int) -> str:
    return f"position-{position}"


def _symbol(sight: Sight[GuileState], faction: int) -> Symbol:
    declared = sight.deck.meta.categories[faction]
    return Symbol(declared.letter, declared.sign, declared.colour, declared.name)


def _emblem(sight: Sight[GuileState], faction: int) -> str:
    return str(sight.deck.meta.categories[faction].emblem)


def _knight(sight: Sight[GuileState], position: int, sword: int) -> Group:
    """A knight in his place, with his arms and the sign of his faction; the sword points at a position."""
    row = sight.deck.tables[KNIGHTS_FILE][sight.view.knight_at[position]]
    left_out = sight.leaves_out(ACTIONS.start_at, sight.view.knight_at[position])
    return Group(
        _key(position),
        str(row["name"]),
        _symbol(sight, position % FACTIONS),
        state="current" if position == sword else "",
        emblem=_emblem(sight, position % FACTIONS),
        arms=str(row["card_id"]),
        why="The Start Knight is one of your own faction." if left_out else "",  # GL-303
    )


def _badges(sight: Sight[GuileState], position: int, sword: int) -> Iterator[str]:
    """What marks a knight, the most pressing first; the centre, too, says where Excalibur points."""
    view = sight.view
    lays = sight.actions_of(ACTIONS.lay)
    if lays and position == position_of(view, lays[0].args[0]):
        yield "lay here"
    if view.phase in IN_A_CYCLE and position == view.knight_errant:
        yield "Knight-Errant"
    if position == sword:
        yield "Start Knight"


def _centre(sight: Sight[GuileState]) -> tuple[str, ...]:
    """The cycle card: which round and cycle, and where its sword points."""
    view = sight.view
    if view.phase in AT_FIRST:
        return ("The Round Table",)
    rounds = view.rounds + (view.over == 0)
    side = "Coins up" if view.coins_up == 1 else "Coins down"
    action = f", action {view.actions_taken % CYCLE + 1} of {CYCLE}" if view.phase in IN_A_CYCLE else ""
    return (f"Round {rounds}", f"{side}{action}", f"Excalibur {ARROWS[view.sword]}")


def _card_on(sight: Sight[GuileState], position: int) -> CardFace | None:
    """The card on a knight as this screen may show it, None if there is none."""
    view, group = sight.view, _key(position)
    if view.phase == PHASES.match_over:
        return _scored_face(sight, view.rounds - 1, position)
    press = _press(sight, position)
    if view.phase == PHASES.place:  # while a seat places its cards it may look at them (GL-306)
        own = sight.seat is not None and position % FACTIONS == faction_of(view, sight.seat)
        kind = view.plan[sight.asked_seat, position // FACTIONS] if own else NONE
        return None if kind == NONE else _face(sight, kind, group, group=group, press=press)
    if not view.counts[ZONES.position[position]]:
        return None
    known = sight.cards(ZONES.position[position])
    looks = sight.actions_of(ACTIONS.lay_back) and position == view.knight_errant
    if known and (looks or view.memory_aid == OPTIONS.memory_aid.on):
        badge = "" if looks else "you know"
        return _face(sight, sight.kind(known[0]), group, group=group, badge=badge, press=press)
    action, press_words = press
    words = ", ".join(filter(None, ("face-down card", press_words)))
    return CardFace(group, face_down=True, group=group, action=action, description=words)


def _press(sight: Sight[GuileState], position: int) -> Press:
    """What pressing the card on a knight does."""
    errant, knight = (sight.view.knight_at[place] for place in (sight.view.knight_errant, position))
    for verb, words in PRESSES:
        for action in sight.actions_of(verb):
            if knight == (action.args[0] if action.args else errant):
                return action.id, words
    return NO_PRESS


# The end of a round


def _reveal(sight: Sight[GuileState]) -> Reveal | None:
    """The cards of the last scored round, turned one by one from the Start Knight on (GL-048, GL-049)."""
    if not sight.view.rounds:
        return None
    r = sight.view.rounds - 1
    start = sight.view.round_start[r]
    positions = [(start + i) % KNIGHTS for i in range(KNIGHTS)]
    faces = tuple(_scored_face(sight, r, position) for position in range(KNIGHTS))
    centre = (f"Round {r + 1}", f"Excalibur {ARROWS[start]}")
    groups = tuple(_knight(sight, position, start) for position in range(KNIGHTS))
    zone = SceneZone("turned", "The Round Table", "ring", None, KNIGHTS, faces, groups, centre)
    steps = tuple(
        Turned(faces[position].id, *told, button=f"Turn {_name_at(sight, position)}'s card")
        for position, told in zip(positions, _said(sight, r), strict=True)
    )
    key = f"round {r + 1} from {start}: {[sight.view.scored_kind[r, position] for position in range(KNIGHTS)]}"
    return Reveal(key, f"Round {r + 1} is over: turn the cards one by one.", zone, steps, _outcome(sight, r))


def _scored_face(sight: Sight[GuileState], r: int, position: int) -> CardFace:
    why = sight.view.why[r, position]
    worth = "cancelled" if why == RANKING.cancelled else f"counts {sight.view.influence[r, position]}"
    badge = "" if why == RANKING.printed else worth
    return _face(sight, sight.view.scored_kind[r, position], f"turned-{position}", group=_key(position), badge=badge)


def _said(sight: Sight[GuileState], r: int) -> Iterator[tuple[str, tuple[tuple[int, int], ...]]]:
    """What is said of each card, with both totals as they grow, and those totals by the seats of the factions."""
    letters = [category.letter for category in sight.deck.meta.categories]
    totals = dict.fromkeys(letters, 0)
    for line in sight.lines:
        if line["round"] == r + 1 and line["level"] == "point":
            totals[line["category"]] += line["points"]
            sums = ", ".join(f"{_faction(sight, i)} {totals[letter]}" for i, letter in enumerate(letters))
            totals_of_seats = ((sight.view.faction_seat[i], totals[letter]) for i, letter in enumerate(letters))
            yield f"{line['text']}: {line['points']}. {sums}.", tuple(totals_of_seats)


def _outcome(sight: Sight[GuileState], r: int) -> str:
    """Who wins the round, by which step, and what else is shown then (GL-050 to GL-053)."""
    aside = [sight.naming("card", kind) for kind in _aside_kinds(sight, r)]
    lay_aside = f"Aside lay {', '.join(aside)}." if aside else ""
    end = _end(sight) if sight.view.over == 1 else ""
    return " ".join(filter(None, (_decision(sight, r), lay_aside, end)))


def _decision(sight: Sight[GuileState], r: int) -> str:
    view = sight.view
    totals = [faction_total(view, r, faction) for faction in range(FACTIONS)]
    equal = f"Both factions total {totals[0]}."
    step, winner = view.decided_by[r], view.round_winner[r]
    if step == DECIDED_BY.drawn:
        gain = {NONE: "nobody gains", BOTH_WIN: "each gains"}[winner]
        return f"{equal} The highest cards are equal and no dagger counts: the round is a tie, {gain} a victory card."
    wins = f"{sight.naming('seat', winner)} wins round {r + 1}"
    faction = faction_of(view, winner)
    if step == DECIDED_BY.highest_card:
        position, other = (highest_position(view, r, side) for side in (faction, 1 - faction))
        figures = f"{view.influence[r, position]} on {_name_at(sight, position)} against {view.influence[r, other]}"
        return f"{equal} {wins} by the highest card, {figures}."
    if step == DECIDED_BY.dagger:
        position = find_dagger(view, sight.arrays, r, faction)
        return f"{equal} The highest cards are equal too. {wins} by the dagger on {_name_at(sight, position)}."
    others = f"{_faction(sight, 1 - faction)} {totals[1 - faction]}"
    return f"{wins}: {_faction(sight, faction)} {totals[faction]}, {others}."


def _end(sight: Sight[GuileState]) -> str:
    cards = [int(number) for number in sight.view.victory_cards]
    if len(sight.winners) > 1:
        return f"It is a tie: {counted(cards[0], 'victory card')} each."
    winner, won = sight.naming("seat", sight.winners[0]), counted(max(cards), "victory card")
    return f"{winner} wins {won} to {min(cards)} and controls Camelot."


# Seats and messages


def _panel(sight: Sight[GuileState], seat: int) -> SeatPanel:
    view = sight.view
    faction = NONE if view.faction_seat[0] == NONE else faction_of(view, seat)
    played = () if faction == NONE else (("Faction", _faction(sight, faction)),)
    return replace(
        sight.panel(seat),
        current=seat in sight.asked and view.phase in IN_A_CYCLE,
        facts=(("rounds won", str(view.victory_cards[seat])), *played),
        side=None if faction == NONE else _side(sight, faction),
    )


def _side(sight: Sight[GuileState], faction: int) -> Group:
    symbol = _symbol(sight, faction)
    return Group(str(faction), symbol.name, symbol, emblem=_emblem(sight, faction))


def _short_message(sight: Sight[GuileState]) -> tuple[str, str]:
    """A first clause and the question that follows; empty if the message is as short."""
    view = sight.view
    if view.over == 1 or not sight.actions:
        return "", ""
    knight, rest = _name_at(sight, view.knight_errant), view.counts[ZONES.hand + sight.asked_seat] - 1
    return {
        PHASES.choose_faction: ("You begin.", "Which side do you take?"),
        PHASES.choose_start_knight: ("You begin.", "At whose place do both cycles of the first round start?"),
        PHASES.draft: ("Keep one card.", f"You pass the other {'one' if rest == 1 else rest} on."),
        PHASES.act: (f"{knight} is your Knight-Errant.", "Peek at his card, or exchange it with another."),
        PHASES.look: (f"This lies on {knight}.", "Remember it, then put it back."),
    }.get(view.phase, ("", ""))


def _message(sight: Sight[GuileState]) -> str:
    view = sight.view
    if view.over == 1:
        return _end(sight)
    if sight.actions:
        return _prompt(sight)
    asked = sight.names(sight.asked)
    knight = _name_at(sight, view.knight_errant)
    return {
        PHASES.choose_faction: f"{asked} is the start player and chooses a faction.",
        PHASES.choose_start_knight: f"{asked} chooses the Start Knight.",
        PHASES.draft: f"Draft: waiting for {asked} to keep a card.",
        PHASES.place: f"Placement: waiting for {asked}.",
        PHASES.act: f"{asked} acts with the Knight-Errant, {knight}.",
        PHASES.look: f"{asked} looks at the card on {knight}.",
    }[view.phase]


def _prompt(sight: Sight[GuileState]) -> str:
    view, knight = sight.view, _name_at(sight, sight.view.knight_errant)
    if view.phase == PHASES.draft:
        rest = view.counts[ZONES.hand + sight.asked_seat] - 1
        return f"Choose the card you keep; you pass the other {'one' if rest == 1 else rest} on."
    if view.phase == PHASES.place:
        lays = sight.actions_of(ACTIONS.lay)
        if not lays:
            return "All four cards lie. Take one back, or say that you are done."
        again = " A card that lies can be taken back." if sight.actions_of(ACTIONS.take_back) else ""
        return f"Choose the card for {sight.naming('knight', lays[0].args[0])}.{again}"
    return {
        PHASES.choose_faction: "You are the start player: choose your faction.",
        PHASES.choose_start_knight: "Choose your Start Knight: both cycles of the first round begin there.",
        PHASES.act: f"{knight} is your Knight-Errant: peek at his card, or exchange it with another.",
        PHASES.look: f"This is the card on {knight}. Remember it, then put it back.",
    }[view.phase]


# What can be done


def _choices(sight: Sight[GuileState]) -> Iterator[Choice]:
    knight = _name_at(sight, sight.view.knight_errant)
    for action in sight.actions:
        verb = sight.verb_of(action)
        if verb == ACTIONS.choose_faction:
            yield Choice(action.id, action.label, "Faction", _symbol(sight, action.args[0]))
        elif verb == ACTIONS.start_at:
            position = position_of(sight.view, action.args[0])
            symbol, on = _symbol(sight, position % FACTIONS), f"group:round_table/{_key(position)}"
            yield Choice(action.id, action.label, "Start Knight", symbol, on=on, tab="start here")
        elif verb == ACTIONS.peek:
            yield Choice(action.id, action.label, "Peek", hint=f"at the card on {knight}", main=True)
        elif verb == ACTIONS.exchange:
            position = position_of(sight.view, action.args[0])
            symbol, on = _symbol(sight, position % FACTIONS), f"card:{_key(position)}"
            yield Choice(action.id, action.label, "Exchange", symbol, on=on, tab="exchange")
        elif verb in (ACTIONS.lay_back, ACTIONS.done):
            yield Choice(action.id, action.label, main=True)

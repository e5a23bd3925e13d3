"""The table of Quests as a screen shows it: one scene from one seat's sight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workbench.author import NONE, CardFace, Group, Reveal, Scene, SceneZone, SeatPanel, Sight, Turned, backs, counted
from workbench.games.quests.asking import choices, hint, not_yet, pickable, prompt, selection, worth
from workbench.games.quests.battle import rank_points, stages_of
from workbench.games.quests.centre import RANKS, centre, in_tournament, is_sponsor_setting_up
from workbench.games.quests.deck import TYPE
from workbench.games.quests.faces import TYPE_TITLES, card_face, in_quest, table_face, type_of
from workbench.games.quests.names import OPTIONS
from workbench.games.quests.playing import FOES
from workbench.games.quests.rules import EFFECTS, PHASES
from workbench.games.quests.shields import price
from workbench.games.quests.table import ACTIONS, MOST_IN_BATTLE, ZONES, QuestsState

FOE_LANE = "stage"
NOTED = 2  # a battle is written down before its last window and when it is decided: both are one battle


def scene(sight: Sight[QuestsState]) -> Scene:
    """The scene of a seat, or of everybody for `seat=None`."""
    words = prompt(sight)
    return replace(
        sight.scene,
        title=sight.game.title,
        phases=((PHASES[sight.view.phase].key, _phase(sight)),),
        message=words,
        prompt=words,
        hint=hint(sight),
        seats=_panels(sight),
        zones=tuple(_zones(sight)),
        choices=tuple(choices(sight)),
        selection=selection(sight),
        reveal=_reveal(sight),
        worth=worth(sight),
        small=_SMALL,
        ready=sight.shared(_ready),
        not_yet=not_yet(sight),
    )


def _phase(sight: Sight[QuestsState]) -> str:
    """Where the game is, in a few words."""
    view = sight.view
    if view.over == 1:
        return PHASES[view.phase].title
    if in_quest(sight) and view.phase not in (PHASES.sponsor_offer, PHASES.sponsor_vote, PHASES.quest_end):
        if view.phase == PHASES.quest_setup:
            return "Quest: you sponsor it" if is_sponsor_setting_up(sight) else "Quest: it is set up"
        if view.phase in (PHASES.join_offer, PHASES.join_vote):
            return "Quest: who joins?"
        number = sight.ask(stages_of, view, sight.arrays)
        return f"Quest: stage {min(view.stage_now + 1, number)} of {number}"
    if in_tournament(sight) and view.phase != PHASES.entry_offer:
        return f"{'Final tournament' if view.final else 'Tournament'}: round {view.tie_round + 1}"
    return PHASES[view.phase].title


# Found in lines of the log that tell no story by themselves.
_SMALL = ("You are given ", "You see ", "Stage ", "A foe waits ", " is given ")


# Zones


def _zones(sight: Sight[QuestsState]) -> Iterator[SceneZone]:
    view = sight.view
    if sight.seat is not None:
        yield _hand(sight, sight.seat)
    yield from centre(sight)
    for seat in range(view.seats):
        yield _before(sight, seat) if seat == sight.seat else sight.shared(_before, seat)
    yield from sight.shared(_piles)


def _hand(sight: Sight[QuestsState], seat: int) -> SceneZone:
    """The cards of the hand, with those of no use now at the end; cards in a stage are no longer here."""
    held = sight.cards(ZONES.hand + seat)
    if is_sponsor_setting_up(sight):
        held = [card for card in held if not sight.view.staged[card]]
    picks = pickable(sight)
    why = {card: _why_not(sight, card) for card in held}
    ordered = sorted(held, key=lambda card: bool(why[card]) and card not in picks)
    owners = [None if type_of(sight, card) == TYPE.foe else seat for card in ordered]  # a foe counts as in a stage
    faces = tuple(
        table_face(sight, card, owner, action=picks.get(card), why="" if card in picks else why[card])
        for card, owner in zip(ordered, owners, strict=True)
    )
    return SceneZone("hand", "Your hand", "hand", seat, len(faces), faces)


def _why_not(sight: Sight[QuestsState], card: int) -> str:
    """Why a card of the hand is of no use to what is asked."""
    if not sight.actions or sight.effect in (EFFECTS.trim, EFFECTS.mordred_window, EFFECTS.prosperity):
        return ""
    type_, phase = type_of(sight, card), sight.view.phase
    if sight.effect == EFFECTS.kings_call_to_arms:
        return "" if card in pickable(sight) else "The King does not ask for this card."
    if phase == PHASES.quest_setup:
        if type_ in (TYPE.ally, TYPE.amour):
            return "Allies and amours are for those who fight, not for a stage."
        kinds = {action.args[1] for action in sight.actions_of(ACTIONS.place)}
        return "" if sight.kind(card) in kinds else _no_room(type_)
    if phase in (PHASES.stage_play, PHASES.tournament_play) and card not in pickable(sight):
        if type_ in (TYPE.foe, TYPE.test):
            return "Foes and tests are for whoever sponsors a quest."
        if type_ == TYPE.weapon and not sight.actions_of(ACTIONS.pick):
            return "No weapon helps in a test."
        if type_ == TYPE.amour:
            return "You have played as many amours as you may."
        return "Two weapons alike do not count together." if type_ == TYPE.weapon else ""
    return ""


def _no_room(type_: int) -> str:
    if type_ == TYPE.weapon:
        return "A weapon joins a foe, and no stage has two alike."
    return "Every stage has its foe or its test." if type_ == TYPE.foe else "The quest has its test."


def _before(sight: Sight[QuestsState], seat: int) -> SceneZone:
    """Allies and amours in play, and what a seat has played in the stage; in a tournament that lies in its lane."""
    own = in_tournament(sight) and seat in sight.seats_of(sight.view.contenders)
    places = (ZONES.tableau + seat,) if own else (ZONES.tableau + seat, ZONES.played + seat)
    cards = tuple(table_face(sight, card, seat) for place in places for card in sight.cards(place))
    title = "Before you" if seat == sight.seat else f"Before {sight.naming('seat', seat)}"
    words = tuple(f"{who} {stay}" for stay, who in _stay_out(sight, seat))
    shown = tuple(_staying_out(face) for face in cards) if words else cards
    return SceneZone(f"before-{seat}", title, "tokens", seat, len(cards), shown, centre=words)


def _staying_out(face: CardFace) -> CardFace:
    """An ally that takes no part in the fight: without a number, since it adds nothing to its owner's total."""
    if face.symbols[0].name != TYPE_TITLES[TYPE.ally]:
        return face
    words = f"{face.description}, stays out of the tournament"
    return replace(face, value="", mark="cannot", description=words, here="does not count in a tournament.")


def _stay_out(sight: Sight[QuestsState], seat: int) -> tuple[tuple[str, str], ...]:
    """The allies that do not count for those who fight in a tournament (QU-125): one by name, several together."""
    view = sight.view
    fights = in_tournament(sight) and seat in sight.seats_of(view.contenders)
    if not fights or view.table_allies_in_tournaments == 1:
        return ()
    allies = [card for card in sight.cards(ZONES.tableau + seat) if type_of(sight, card) == TYPE.ally]
    if len(allies) == 1:
        return (("stays out", sight.naming("card", sight.kind(allies[0]))),)
    return (("stay out", counted(len(allies), "ally", "allies")),) if allies else ()


def _piles(sight: Sight[QuestsState]) -> list[SceneZone]:
    view = sight.view
    stock, story = view.counts[ZONES.stock], view.counts[ZONES.story_stock]
    top = tuple(table_face(sight, card) for card in sight.cards(ZONES.discard)[-1:])
    count = view.counts[ZONES.covered] + view.counts[ZONES.discard]
    piles = [
        SceneZone("story_stock", "Story cards", "pile", None, story, backs("story", min(1, story))),
        SceneZone("stock", "Adventure cards", "pile", None, stock, backs("stock", min(1, stock))),
        SceneZone("discard", "Discards", "pile", None, count, top),
    ]
    if view.counts[ZONES.discard] and view.discard_pile == OPTIONS.discard_pile.open:
        piles.append(_discards(sight))
    return piles


def _discards(sight: Sight[QuestsState]) -> SceneZone:
    """All discarded adventure cards, to look through (QU-278)."""
    cards = sorted(sight.cards(ZONES.discard), key=lambda card: sight.kind(card))
    faces = tuple(
        replace(table_face(sight, card), id=f"discarded-{sight.face_id(card)}", group=TYPE_TITLES[type_of(sight, card)])
        for card in cards
    )
    groups = tuple(Group(title, title) for title in dict.fromkeys(face.group for face in faces))
    title = "All discards"
    return SceneZone("discards", title, "groups", None, len(cards), faces, groups, listing=True, region="piles")


# Seats


def _panels(sight: Sight[QuestsState]) -> tuple[SeatPanel, ...]:
    """The seats as everybody sees them; a seat sees its own cards in its hand."""
    panels = (sight.shared(_panel, seat) for seat in range(sight.view.seats))
    return tuple(replace(panel, held=None) if panel.seat == sight.seat else panel for panel in panels)


def _ready(sight: Sight[QuestsState]) -> tuple[int, ...]:
    """Who has chosen in secret and waits for the others."""
    view, everybody = sight.view, (1 << sight.view.seats) - 1
    if sight.effect >= 0 or not view.to_act:
        return ()
    choosing = {
        PHASES.stage_play: view.participants,
        PHASES.tournament_play: view.contenders,
        PHASES.sponsor_vote: everybody,
        PHASES.join_vote: everybody & ~(1 << max(0, view.sponsor)),
    }
    return tuple(sight.seats_of(choosing.get(view.phase, 0) & ~view.to_act))


def _panel(sight: Sight[QuestsState], seat: int) -> SeatPanel:
    view = sight.view
    rank = view.rank[seat]
    needed = sight.ask(price, rank)
    shields = f"{view.shields[seat]} of {needed}" if needed else str(view.shields[seat])
    return replace(
        sight.panel(seat),
        current=view.over == 0 and view.current == seat,
        facts=(
            ("shields", shields),
            (f"worth {sight.ask(rank_points, view, seat)}", RANKS[rank]),
            ("cards", str(view.counts[ZONES.hand + seat])),
            *_stay_out(sight, seat),
        ),
        held=view.counts[ZONES.hand + seat],
        state=_state(sight, seat),
    )


def _state(sight: Sight[QuestsState], seat: int) -> str:
    """One or two words for a seat's tab."""
    view = sight.view
    if view.over == 1:
        return "won" if seat in sight.winners else ""
    if seat in sight.asked:
        return ""
    if seat in sight.shared(_ready):
        return "ready"
    if in_quest(sight) and view.sponsor != NONE:
        return _state_in_quest(sight, seat)
    if in_tournament(sight):
        if seat in sight.seats_of(view.contenders):
            return "enters" if view.phase == PHASES.entry_offer else "fights"
        waits = view.phase == PHASES.entry_offer and seat in sight.seats_of(view.waiting)
        return "" if waits else "out"
    return ""


def _state_in_quest(sight: Sight[QuestsState], seat: int) -> str:
    view = sight.view
    if seat == view.sponsor:
        return "sponsor"
    if view.phase == PHASES.quest_end:
        return ""
    if view.phase in (PHASES.quest_setup, PHASES.join_vote):
        return "waits"
    if view.bidder == seat and view.bid:
        return f"bids {view.bid}"
    if seat in sight.seats_of(view.participants):
        return "in the quest"
    return "waits" if view.phase == PHASES.join_offer and seat in sight.seats_of(view.waiting) else "out"


# The last battle: the cards of all turn together, and their points are added up


def _reveal(sight: Sight[QuestsState]) -> Reveal | None:
    """The cards of the last battle in lanes, a seat each, and the stage's; None before the first."""
    view = sight.view
    if not view.battle:
        return None
    rows = [] if view.battle_kind[FOES, 0] == NONE else [FOES]
    seats = sight.seats_of(view.battle_seats)
    faces = {row: _battle_faces(sight, row) for row in (*rows, *seats)}
    ranks = {seat: int(view.battle_total[seat]) - sum(int(face.value) for face in faces[seat]) for seat in seats}
    groups = tuple(_battle_lane(sight, row, ranks) for row in faces)
    cards = tuple(face for row in faces for face in faces[row])
    title = "All show their cards for the stage." if rows else "All show their cards for the tournament."
    zone = SceneZone("battle", title, "lanes", None, len(cards), cards, groups)
    return Reveal(
        f"battle {(view.battle + 1) // NOTED}",
        title,
        zone,
        tuple(_steps(sight, faces, ranks)),
        _outcome(sight),
        at_once="Show the cards",
    )


def _battle_faces(sight: Sight[QuestsState], row: int) -> list[CardFace]:
    found, group = [], FOE_LANE if row == FOES else str(row)
    for i in range(MOST_IN_BATTLE):
        kind, points = sight.view.battle_kind[row, i], sight.view.battle_points[row, i]
        if kind != NONE:
            face = sight.printed(card_face, kind)
            words = f"{face.title}, {points} battle points"
            found.append(replace(face, id=f"battle-{row}-{i}", value=str(points), group=group, description=words))
    return found


def _battle_lane(sight: Sight[QuestsState], row: int, ranks: dict[int, int]) -> Group:
    total = sight.view.battle_total[row]
    if row == FOES:
        return Group(FOE_LANE, "The stage", total=str(total), badge="needed", emblem="helm")
    name = "You" if row == sight.seat else sight.naming("seat", row)
    state = "latest" if row in _best(sight) else "out"
    return Group(str(row), name, seat=row, total=str(total), badge=f"rank {ranks[row]}", state=state)


def _steps(sight: Sight[QuestsState], faces: dict[int, list[CardFace]], ranks: dict[int, int]) -> Iterator[Turned]:
    """Card by card, one of every seat at once; all of the stage's with the first."""
    totals = dict(ranks)
    foes = [face.id for face in faces.get(FOES, [])]
    for i in range(max(1, *(len(faces[row]) for row in totals), 0)):
        turned, said = [], []
        for row in totals:
            if i < len(faces[row]):
                face = faces[row][i]
                totals[row] += int(face.value)
                turned.append(face.id)
                said.append(f"{sight.naming('seat', row)}: {face.title} {face.value}, in all {totals[row]}.")
        if i == 0 and foes:
            said.insert(0, f"The stage has {sight.view.battle_total[FOES]}.")
            turned += foes
        words = " ".join(said) or "Nobody plays a card."
        yield Turned(turned[0] if turned else "", words, tuple(totals.items()), tuple(turned[1:]), "Card by card")


def _best(sight: Sight[QuestsState]) -> list[int]:
    """The seats that pass the stage, or whose total is highest."""
    view = sight.view
    seats = sight.seats_of(view.battle_seats)
    if view.battle_kind[FOES, 0] == NONE:
        least = max((view.battle_total[seat] for seat in seats), default=0)
    else:
        least = view.battle_total[FOES] + (view.foe_tie == OPTIONS.foe_tie.foe_wins)
    return [seat for seat in seats if view.battle_total[seat] >= least]


def _outcome(sight: Sight[QuestsState]) -> str:
    """Who passes, or who has the highest total."""
    view, best = sight.view, _best(sight)
    told = [f"{sight.naming('seat', seat)} {view.battle_total[seat]}" for seat in best]
    if view.battle_kind[FOES, 0] == NONE:
        most = max((view.battle_total[seat] for seat in best), default=0)
        who = " and ".join(sight.naming("seat", seat) for seat in best)
        return f"{who} has {most}, the highest total." if len(best) == 1 else f"{who} have {most} each: a tie."
    fallen = [seat for seat in sight.seats_of(view.battle_seats) if seat not in best]
    out = [f"{sight.naming('seat', seat)} {view.battle_total[seat]}" for seat in fallen]
    needed = f"The stage has {view.battle_total[FOES]}."
    passed = f"Passed: {', '.join(told)}." if told else "Nobody passes."
    return " ".join(filter(None, (needed, passed, f"Out of the quest: {', '.join(out)}." if out else "")))

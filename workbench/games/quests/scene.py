"""The table of Quests as a screen shows it: one scene from one seat's sight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workbench.author import NONE, CardFace, Group, Scene, SceneZone, SeatPanel, Sight, counted
from workbench.games.quests.asking import choices, hint, interrupts, not_yet, pickable, prompt, selection, worth
from workbench.games.quests.battle import rank_points
from workbench.games.quests.centre import (
    RANKS,
    among,
    asked,
    centre,
    in_quest,
    in_tournament,
    is_quest_over,
    is_sponsor_setting_up,
)
from workbench.games.quests.deck import TYPE
from workbench.games.quests.faces import TYPE_TITLES, backs, table_face, type_of
from workbench.games.quests.names import OPTIONS
from workbench.games.quests.reveal import reveal
from workbench.games.quests.rules import EFFECTS, PHASES
from workbench.games.quests.shields import price
from workbench.games.quests.table import ACTIONS, ZONES, QuestsState

SECRET = (PHASES.stage_play, PHASES.tournament_play, PHASES.sponsor_vote, PHASES.join_vote)


def scene(sight: Sight[QuestsState]) -> Scene:
    """The scene of a seat, or of everybody for `seat=None`."""
    words = prompt(sight)
    return Scene(
        title=sight.game.title,
        seat=sight.seat,
        phase=PHASES[sight.view.phase].key,
        phases=((PHASES[sight.view.phase].key, _phase(sight)),),
        message=words,
        prompt=words,
        hint=hint(sight),
        over=sight.view.over == 1,
        seats=_panels(sight),
        zones=tuple(_zones(sight)),
        choices=tuple(choices(sight)),
        selection=selection(sight),
        reveal=reveal(sight),
        log=sight.log,
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
        number = sight.arrays.stages[sight.kind(sight.cards(ZONES.story_card)[0])]
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
    faces = tuple(_held(sight, card, seat, picks, why[card]) for card in ordered)
    return SceneZone("hand", "Your hand", "hand", seat, len(faces), faces)


def _held(sight: Sight[QuestsState], card: int, seat: int, picks: dict[int, int], why: str) -> CardFace:
    """A card of the hand: a foe counts what it would in a stage."""
    owner = None if type_of(sight, card) == TYPE.foe else seat
    action = picks.get(card)
    return table_face(sight, card, owner, action=action, why="" if action is not None else why)


def _why_not(sight: Sight[QuestsState], card: int) -> str:
    """Why a card of the hand is of no use to what is asked."""
    if not sight.actions or interrupts(sight) in (EFFECTS.trim, EFFECTS.mordred_window, EFFECTS.prosperity):
        return ""
    type_, phase = type_of(sight, card), sight.view.phase
    if interrupts(sight) == EFFECTS.kings_call_to_arms:
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
    own = in_tournament(sight) and among(sight.view.contenders, seat)
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
    fights = in_tournament(sight) and among(view.contenders, seat)
    if not fights or view.table_allies_in_tournaments == 1:
        return ()
    allies = [card for card in sight.cards(ZONES.tableau + seat) if type_of(sight, card) == TYPE.ally]
    if len(allies) == 1:
        return (("stays out", sight.naming("card", sight.kind(allies[0]))),)
    return (("stay out", counted(len(allies), "ally", "allies")),) if allies else ()


def _piles(sight: Sight[QuestsState]) -> tuple[SceneZone, ...]:
    return tuple(_each_pile(sight))


def _each_pile(sight: Sight[QuestsState]) -> Iterator[SceneZone]:
    view = sight.view
    stock, story = view.counts[ZONES.stock], view.counts[ZONES.story_stock]
    yield SceneZone("story_stock", "Story cards", "pile", None, story, backs("story", min(1, story)))
    yield SceneZone("stock", "Adventure cards", "pile", None, stock, backs("stock", min(1, stock)))
    top = tuple(table_face(sight, card) for card in sight.cards(ZONES.discard)[-1:])
    count = view.counts[ZONES.covered] + view.counts[ZONES.discard]
    yield SceneZone("discard", "Discards", "pile", None, count, top)
    if view.counts[ZONES.discard] and view.discard_pile == OPTIONS.discard_pile.open:
        yield _discards(sight)


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
    """Who has chosen in secret."""
    return tuple(seat for seat in range(sight.view.seats) if _is_ready(sight, seat))


def _panel(sight: Sight[QuestsState], seat: int) -> SeatPanel:
    view = sight.view
    rank = view.rank[seat]
    needed = sight.ask(price, rank)
    shields = f"{view.shields[seat]} of {needed}" if needed else str(view.shields[seat])
    return SeatPanel(
        seat=seat,
        name=sight.naming("seat", seat),
        player=sight.bots.get(seat, "human"),
        to_act=asked(sight, seat),
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


def _is_ready(sight: Sight[QuestsState], seat: int) -> bool:
    """Whether a seat has chosen in secret and waits for the others."""
    view = sight.view
    if view.phase not in SECRET or interrupts(sight) >= 0 or asked(sight, seat) or not view.to_act:
        return False
    among_those = {
        PHASES.stage_play: view.participants,
        PHASES.tournament_play: view.contenders,
        PHASES.sponsor_vote: (1 << view.seats) - 1,
        PHASES.join_vote: ((1 << view.seats) - 1) & ~(1 << max(0, view.sponsor)),
    }[view.phase]
    return among(among_those, seat)


def _state(sight: Sight[QuestsState], seat: int) -> str:
    """One or two words for a seat's tab."""
    view = sight.view
    if view.over == 1:
        return "won" if seat in sight.winners else ""
    if asked(sight, seat):
        return ""
    if _is_ready(sight, seat):
        return "ready"
    if in_quest(sight) and view.sponsor != NONE:
        return _state_in_quest(sight, seat)
    if in_tournament(sight):
        if among(view.contenders, seat):
            return "enters" if view.phase == PHASES.entry_offer else "fights"
        waits = view.phase == PHASES.entry_offer and among(view.waiting, seat)
        return "" if waits else "out"
    return ""


def _state_in_quest(sight: Sight[QuestsState], seat: int) -> str:
    view = sight.view
    if seat == view.sponsor:
        return "sponsor"
    if is_quest_over(sight):
        return ""
    if view.phase == PHASES.quest_setup or view.phase == PHASES.join_vote:
        return "waits"
    if view.bidder == seat and view.bid:
        return f"bids {view.bid}"
    if among(view.participants, seat):
        return "in the quest"
    return "waits" if view.phase == PHASES.join_offer and among(view.waiting, seat) else "out"

"""The table of Cadwallon as a screen shows it: one scene from one seat's sight."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.author import CardFace, Scene, SceneZone, SeatPanel, Sight
from workbench.games.cadwallon.actions import EFFECTS
from workbench.games.cadwallon.asking import (
    CHOICE_PHASES,
    choices,
    hint,
    own_actions,
    prompt,
    strong,
    total_of,
)
from workbench.games.cadwallon.centre import asked, city, effect_now
from workbench.games.cadwallon.deck import TYPE
from workbench.games.cadwallon.faces import (
    MINUS,
    contract_face,
    held_face,
    is_reconstructed,
    type_of,
    whole_face,
    won_faces,
)
from workbench.games.cadwallon.prospects import seats
from workbench.games.cadwallon.reveal import reveal
from workbench.games.cadwallon.rules import PHASES
from workbench.games.cadwallon.table import ACTIONS, ZONES, CadwallonState

FIRST_PLAYER = "crown"  # the emblem of the First Player card
# Found in lines of the log that tell no story by themselves.
SMALL = (" is revealed.", "You see ", "You are dealt ", " has the First Player card.", " begins.", " stays: ")


def scene(sight: Sight[CadwallonState]) -> Scene:
    """The scene of a seat, or of everybody for `seat=None`."""
    key, words, clause = PHASES[sight.view.phase].key, prompt(sight), strong(sight)
    return Scene(
        title=f"{sight.game.title}{': a reconstruction' if is_reconstructed(sight.deck) else ''}",
        seat=sight.seat,
        phase=key,
        phases=((key, _phase(sight)),),
        message=f"{clause} {words}".strip(),
        prompt=words,
        strong=clause,
        hint=hint(sight),
        over=sight.view.over == 1,
        seats=tuple(_panel(sight, seat) for seat in seats(sight)),
        zones=tuple(_zones(sight)),
        choices=tuple(choices(sight)),
        reveal=reveal(sight),
        log=sight.log,
        ready=tuple(seat for seat in seats(sight) if _is_ready(sight, seat)),
        small=SMALL,
    )


def _phase(sight: Sight[CadwallonState]) -> str:
    """Where the game is, and the condition in force."""
    view = sight.view
    in_force = [sight.naming("card", sight.kind(card)) for card in sight.cards(ZONES.in_force)]
    dispatch = view.phase in (PHASES.place, PHASES.action)
    now = f"Round {view.rounds}{'' if in_force else ': dispatch'}" if dispatch else PHASES[view.phase].title
    game = f"Game {view.games + 1} of {view.series_games}" if view.series_games > 1 and view.over == 0 else ""
    return ", ".join(filter(None, (game, now, *in_force)))


# Zones


def _zones(sight: Sight[CadwallonState]) -> Iterator[SceneZone]:
    view = sight.view
    if sight.seat is not None:
        yield from _mine(sight, sight.seat)
    yield city(sight)
    yield from (_won(sight, seat) for seat in seats(sight) if seat != sight.seat)
    stock = view.counts[ZONES.stock]
    back = (CardFace("back-stock", face_down=True, description="a face-down card"),) if stock else ()
    yield SceneZone("stock", "to come", "pile", None, stock, back)
    in_force = tuple(whole_face(sight, card) for card in sight.cards(ZONES.in_force))
    if in_force:
        yield SceneZone("in_force", "In force", "tokens", None, 1, in_force, region="piles")


def _mine(sight: Sight[CadwallonState], seat: int) -> Iterator[SceneZone]:
    """What a seat holds: its cards, what it has won, and its agents to send."""
    faces, left = tuple(_hand(sight, seat)), sight.view.supply[seat]
    if faces:
        yield SceneZone("hand", "Your cards", "hand", seat, len(faces), faces)
    yield _won(sight, seat)
    agents = tuple(
        CardFace(f"agent-{i}", "agent", description="your agent, still to send", owner=seat) for i in range(left)
    )
    if agents:
        yield SceneZone("supply", "Your agents, still to send", "tokens", seat, left, agents)


def _hand(sight: Sight[CadwallonState], seat: int) -> Iterator[CardFace]:
    """The cards that a question is about, otherwise contracts and action cards."""
    looked = sight.cards(ZONES.looked + seat)
    if looked:
        yield from (whole_face(sight, card) for card in looked)
        return
    if sight.actions_of(ACTIONS.pardon):
        own = sight.cards(ZONES.tableau + seat)
        yield from (whole_face(sight, card) for card in own if type_of(sight, card) == TYPE.militia)
        return
    contracts = sight.cards(ZONES.contracts + seat)
    if sight.view.phase == PHASES.contract_choice:
        chosen = sight.view.chosen[seat]
        for card in contracts:
            yield held_face(sight, card, badge="you keep it" if sight.kind(card) == chosen else "")
        return
    secret = sight.cards(ZONES.hand + seat)
    for card in own_actions(sight):
        yield held_face(sight, card, badge="secret" if card in secret else "", why=_why_not(sight, card))
    yield from (contract_face(sight, card, seat) for card in contracts + sight.cards(ZONES.shown + seat))


def _why_not(sight: Sight[CadwallonState], card: int) -> str:
    """Why an action card cannot be played, while this seat may play one."""
    playable = [action.args[0] for action in sight.actions_of(ACTIONS.play)]
    if not sight.actions_of(ACTIONS.skip) or sight.kind(card) in playable:
        return ""
    return "There is nothing to play it on now."


def _won(sight: Sight[CadwallonState], seat: int) -> SceneZone:
    """What lies open before a seat, counted; the action cards in my own hand lie there."""
    places = (ZONES.tableau, ZONES.played, *(() if seat == sight.seat else (ZONES.won,)))
    count = sum(len(sight.cards(place + seat)) for place in places)
    title = "Before you" if seat == sight.seat else f"Before {sight.naming('seat', seat)}"
    return SceneZone(f"won-{seat}", title, "counts", seat, count, won_faces(sight, seat))


# Seats


def _panel(sight: Sight[CadwallonState], seat: int) -> SeatPanel:
    view = sight.view
    secret = view.counts[ZONES.hand + seat] + view.counts[ZONES.contracts + seat]
    first = seat == view.first_seat and view.over == 0
    return SeatPanel(
        seat=seat,
        name=sight.naming("seat", seat),
        player=sight.bots.get(seat, "human"),
        to_act=asked(sight, seat),
        current=view.over == 0 and view.current == seat and view.phase in (PHASES.place, PHASES.action),
        facts=(
            ("points", str(total_of(sight, seat)).replace("-", MINUS)),
            ("agents", str(view.supply[seat])),
            *((("secret cards", str(secret)),) if secret else ()),
            *((("First Player card", "the"),) if first else ()),
        ),
        held=None if seat == sight.seat else secret,
        state=_state(sight, seat),
        marks=(FIRST_PLAYER,) if first else (),
    )


def _is_ready(sight: Sight[CadwallonState], seat: int) -> bool:
    """Whether a seat has answered in secret and waits for the others."""
    return sight.view.phase in CHOICE_PHASES and sight.view.to_act != 0 and not asked(sight, seat)


def _state(sight: Sight[CadwallonState], seat: int) -> str:
    """One or two words for a seat's tab."""
    if sight.view.over == 1:
        return "won" if seat in sight.winners else ""
    if _is_ready(sight, seat):
        return "ready"
    looks = effect_now(sight) == EFFECTS.tarot_mages and asked(sight, seat) and seat != sight.seat
    return "looks" if looks else ""

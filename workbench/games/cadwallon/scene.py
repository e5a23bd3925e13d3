"""The table of Cadwallon as a screen shows it: one scene from one seat's sight.

What it asks is one sentence, a small line, and what may be pressed, with what that would bring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from workbench.author import TARGET, Action, CardFace, Choice, Scene, SceneZone, SeatPanel, Sight, question_of
from workbench.games.cadwallon.actions import EFFECT_OF_ACTION, EFFECTS
from workbench.games.cadwallon.centre import (
    CITY,
    agent_id,
    agent_words,
    city,
    city_card,
    number_now,
    reveal,
    the_name,
)
from workbench.games.cadwallon.deck import GUILDS, NUMBER, TYPE
from workbench.games.cadwallon.faces import (
    MINUS,
    PRINTED,
    contract_so_far,
    guild_token,
    held_face,
    sentence,
    signed,
    type_of,
    whole_face,
    won_faces,
)
from workbench.games.cadwallon.options import MOST_SEATS
from workbench.games.cadwallon.rules import PHASES
from workbench.games.cadwallon.scoring import RANKING, count_guilds, next_guild
from workbench.games.cadwallon.table import ACTIONS, ENDS, ZONES, CadwallonState

CHOICE_PHASES = (PHASES.contract_choice, PHASES.assign)
FIRST_PLAYER = "crown"  # the emblem of the First Player card
# Found in lines of the log that tell no story by themselves.
SMALL = (" is revealed.", "You see ", "You are dealt ", " has the First Player card.", " begins.", " stays: ")


def scene(sight: Sight[CadwallonState]) -> Scene:
    """The scene of a seat, or of everybody for `seat=None`."""
    key, words, clause = PHASES[sight.view.phase].key, prompt(sight), strong(sight)
    printed = all(kind.row["status"] == PRINTED for kind in sight.deck.kinds)  # CA-141
    return replace(
        sight.scene,
        title=f"{sight.game.title}{'' if printed else ': a reconstruction'}",
        phases=((key, _phase(sight)),),
        message=f"{clause} {words}".strip(),
        prompt=words,
        strong=clause,
        hint=hint(sight),
        seats=tuple(_panel(sight, seat) for seat in range(sight.view.seats)),
        zones=tuple(_zones(sight)),
        choices=tuple(choices(sight)),
        reveal=reveal(sight),
        ready=tuple(seat for seat in range(sight.view.seats) if _state(sight, seat) == "ready"),
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


# What is asked


def card_name(sight: Sight[CadwallonState], cell: int) -> str:
    """The whole name of the card in a cell."""
    return sight.naming("card", sight.kind(city_card(sight, cell)))


def between(sight: Sight[CadwallonState], boulevard: int) -> str:
    """A boulevard by the cards that it lies between."""
    return " and ".join(card_name(sight, int(cell)) for cell in ENDS[boulevard])


# The sentence


def strong(sight: Sight[CadwallonState]) -> str:
    """The first clause of the message; the question follows."""
    if sight.view.over == 1 or not sight.actions:
        return ""
    effect = sight.effect
    if effect >= 0:
        return f"{effect_title(sight, effect)}."
    return "Send an agent." if sight.view.phase == PHASES.place else ""


def effect_title(sight: Sight[CadwallonState], effect: int) -> str:
    """The name of the action card of an effect."""
    return sight.naming("card", list(sight.arrays.action).index(EFFECT_OF_ACTION.index(effect)))


def prompt(sight: Sight[CadwallonState]) -> str:
    """What this seat is to do, or what is awaited, or how the game ended."""
    view = sight.view
    if view.over == 1:
        together = "share the win" if len(sight.winners) > 1 else "wins"
        return f"{sight.names(sight.winners)} {together} with {total_of(sight, sight.winners[0])} points."
    if not sight.actions:
        return waiting(sight)
    if sight.effect >= 0:
        return question_of(sight)
    if view.phase == PHASES.place:
        return "Choose a boulevard."
    if view.phase == PHASES.action:
        can = sight.actions_of(ACTIONS.play)
        return "Do you play an action card?" if can else "None of your action cards can do anything now."
    if view.phase == PHASES.contract_choice:
        return "Which contract do you keep?"
    seat = sight.asked_seat
    left = sum(type_of(sight, card) == TYPE.personality for card in sight.cards(ZONES.tableau + seat))
    left -= sum(view.assignment[seat, guild] for guild in range(GUILDS))
    return f"Which guild does your personality join? {left} left."


def total_of(sight: Sight[CadwallonState], seat: int) -> int:
    """The points of a seat by what lies open, in a series those of all games."""
    return sum(line["points"] for line in sight.lines_of(RANKING.total) if line["seat"] == seat)


def waiting(sight: Sight[CadwallonState]) -> str:
    """Who the others are waiting for, and what for."""
    who, many = sight.names(sight.asked), len(sight.asked) > 1
    effect = sight.effect
    if effect >= 0:
        return f"{who} plays {effect_title(sight, effect)}."
    does = {
        PHASES.contract_choice: f"still {'choose' if many else 'chooses'} a contract",
        PHASES.place: "sends an agent",
        PHASES.action: "may play an action card",
        PHASES.assign: f"still {'assign' if many else 'assigns'} personalities",
    }
    return f"{who} {does.get(sight.view.phase, 'is to act')}."


def hint(sight: Sight[CadwallonState]) -> str:
    """A small line about what follows."""
    view, effect, target = sight.view, sight.effect, sight.on_top(TARGET)
    if view.over == 1:
        return "The score sheet says how; contracts and hands lie open now."
    if not sight.actions:
        return ""
    if effect == EFFECTS.tarot_mages:
        seen = "You alone see these cards. Press one of them, then the card in the city that it takes the place of."
        return seen if target < 0 else "The card that you put back last is drawn first."
    if effect >= 0:
        return "" if target < 0 else target_hint(sight, effect, target)
    return {
        PHASES.place: "An agent gives each card the support printed on the card across the boulevard.",
        PHASES.action: "Each is played once. It counts its points whether it is played or not.",
        PHASES.contract_choice: "It stays secret until the end, and costs nothing if you do not fulfil it.",
        PHASES.assign: f"A set counts its points times its cards, {number_now(sight, NUMBER.set_limit)} at most.",
    }.get(view.phase, "")


def target_hint(sight: Sight[CadwallonState], effect: int, target: int) -> str:
    """What has been chosen first."""
    if effect == EFFECTS.night_crossing:
        return f"Your agent between {between(sight, target)} moves."
    if effect == EFFECTS.mistaken_identity:
        owner = sight.naming("seat", target % MOST_SEATS)
        return f"The agent of {owner} between {between(sight, target // MOST_SEATS)} changes places."
    return f"{card_name(sight, target)} changes places. All agents stay where they are."


# What may be pressed


def choices(sight: Sight[CadwallonState]) -> Iterator[Choice]:
    """Everything that may be done, on the thing that it is done to."""
    for action in sight.actions:
        yield _CHOICES[sight.verb_of(action)](sight, action)


def _pointed(action: Action, on: str, heading: str, label: str, press: str, words: str, tab: str = "") -> Choice:
    """A choice that is pointed at first and then says what it does."""
    return Choice(action.id, label, heading, on=on, tab=tab, points=True, sentence=words, press=press)


def _on_card(sight: Sight[CadwallonState], cards: list[int], kind: int) -> str:
    """The first of some cards that is of a kind, as the name of a thing."""
    return f"card:{sight.face_id(next(card for card in cards if sight.kind(card) == kind))}"


def _text(sight: Sight[CadwallonState], kind: int) -> str:
    """What a card says, as a sentence."""
    return f"{sentence(str(sight.deck.kinds[kind].row['text']))}."


def own_actions(sight: Sight[CadwallonState]) -> list[int]:
    """The action cards in this seat's hand, the secret ones first."""
    seat = sight.asked_seat
    return sight.cards(ZONES.hand + seat) + sight.cards(ZONES.won + seat)


def _play(sight: Sight[CadwallonState], action: Action) -> Choice:
    kind = action.args[0]
    thing, press = _on_card(sight, own_actions(sight), kind), f"Play {sight.naming('card', kind)}"
    return _pointed(action, thing, "Play an action card", action.label, press, _text(sight, kind), "play")


def _refuse(sight: Sight[CadwallonState], action: Action) -> Choice:
    return Choice(action.id, action.label, "Or", main=not sight.actions_of(ACTIONS.play))


def _choose_card(sight: Sight[CadwallonState], action: Action) -> Choice:
    cell, effect = action.args[0], sight.effect
    title, first = card_name(sight, cell), sight.on_top(TARGET)
    tab, words = {
        EFFECTS.ducal_herald: ("raise", f"{title} has 1 more support value this round, 3 at most."),
        EFFECTS.scandal: ("slander", f"{title} has support value 0 this round."),
        EFFECTS.backroom_vote: ("vote", f"If you tie for {title} this round, you win it."),
    }.get(effect, ("swap", f"{title} changes places with another card."))
    if tab == "swap" and first >= 0:
        words = f"{title} and {card_name(sight, first)} change places; all agents stay."
    press, on = f"Choose {the_name(sight, cell)}", f"group:{CITY}/{cell}"
    return _pointed(action, on, effect_title(sight, effect), f"Choose {title}", press, words, tab)


def _choose_boulevard(sight: Sight[CadwallonState], action: Action) -> Choice:
    boulevard, effect = action.args[0], sight.effect
    where, on = between(sight, boulevard), f"edge:{CITY}/{boulevard}"
    heading = "Send an agent" if effect < 0 else effect_title(sight, effect)
    if effect == EFFECTS.barricade:
        label, press = f"Close the boulevard between {where}", "Close this boulevard"
        words = f"No agent enters between {where} this round."
    elif effect == EFFECTS.night_crossing and sight.on_top(TARGET) < 0:
        label, press = f"Take your agent between {where}", "Take this agent"
        words = f"Your agent between {where} moves to an empty boulevard."
        on = f"card:{agent_id(boulevard, sight.asked_seat)}"
    elif effect == EFFECTS.night_crossing:
        label, press, words = f"Move it between {where}", "Move it here", agent_words(sight, boulevard)
    else:
        label, press, words = f"Send an agent between {where}", "Send an agent here", agent_words(sight, boulevard)
    return _pointed(action, on, heading, label, press, words)


def _choose_agent(sight: Sight[CadwallonState], action: Action) -> Choice:
    boulevard, owner = action.args
    whose = "your agent" if owner == sight.seat else f"the agent of {sight.naming('seat', owner)}"
    where, effect = between(sight, boulevard), sight.effect
    if effect == EFFECTS.eviction:
        label, press = f"Send {whose} between {where} home", "Send it home"
        words = f"{sentence(whose)} between {where} goes home; it may be sent again."
    else:
        label, press = f"Choose {whose} between {where}", "Choose this agent"
        words = f"{sentence(whose)} between {where} changes places with another."
    on = f"card:{agent_id(boulevard, owner)}"
    return _pointed(action, on, effect_title(sight, effect), label, press, words)


def _exchange(sight: Sight[CadwallonState], action: Action) -> Choice:
    kind, cell = action.args
    title, leaving = sight.naming("card", kind), card_name(sight, cell)
    words = f"{title} comes into the city, and you take {leaving}; all see both."
    label = f"Exchange {title} with {leaving}"
    made = _pointed(action, f"group:{CITY}/{cell}", title, label, "Exchange them", words, "exchange")
    return replace(made, using=(_on_card(sight, sight.cards(ZONES.looked + sight.asked_seat), kind),))


def _put_back(sight: Sight[CadwallonState], action: Action) -> Choice:
    thing = _on_card(sight, sight.cards(ZONES.looked + sight.asked_seat), action.args[0])
    return Choice(action.id, action.label, "Put back", on=thing, tab="put back")


def _pardon(sight: Sight[CadwallonState], action: Action) -> Choice:
    kind = action.args[0]
    thing = _on_card(sight, sight.cards(ZONES.tableau + sight.asked_seat), kind)
    words = f"{sight.naming('card', kind)} leaves the game and counts for nothing."
    return _pointed(action, thing, "Amnesty", action.label, action.label, words, "remove")


def _keep(sight: Sight[CadwallonState], action: Action) -> Choice:
    kind = action.args[0]
    thing = _on_card(sight, sight.cards(ZONES.contracts + sight.asked_seat), kind)
    return _pointed(action, thing, "Contracts", action.label, "Keep this contract", _text(sight, kind), "keep")


def _assign(sight: Sight[CadwallonState], action: Action) -> Choice:
    """The guild of the best assignment is pointed at from the start; any other may be pressed instead."""
    guild, seat, view = action.args[0], sight.asked_seat, sight.view
    sums, cards = np.zeros((2, GUILDS), np.int64)
    sight.ask(count_guilds, view, sight.arrays, view.games, seat, sums, cards)
    name, more = sight.deck.meta.categories[guild].name, int(sums[guild])
    best = guild == sight.ask(next_guild, view, sight.arrays, seat)
    words = f"With the personality the set of {name} counts {more} more{': the best for you' if best else ''}."
    on, label = f"card:{guild_token(seat, guild)}", f"{name} {signed(more)}"
    made = _pointed(action, on, "Assign a personality", label, f"Assign it to {name}", words, signed(more))
    return replace(made, main=best)


_CHOICES: dict[int, Callable[[Sight[CadwallonState], Action], Choice]] = {
    ACTIONS.keep: _keep, ACTIONS.place: _choose_boulevard, ACTIONS.play: _play, ACTIONS.skip: _refuse,
    ACTIONS.choose_card: _choose_card, ACTIONS.choose_boulevard: _choose_boulevard,
    ACTIONS.choose_agent: _choose_agent, ACTIONS.exchange: _exchange, ACTIONS.keep_cards: _refuse,
    ACTIONS.put_back: _put_back, ACTIONS.pardon: _pardon, ACTIONS.assign: _assign,
}  # fmt: skip


# Zones


def _zones(sight: Sight[CadwallonState]) -> Iterator[SceneZone]:
    view = sight.view
    if sight.seat is not None:
        yield from _mine(sight, sight.seat)
    yield city(sight)
    yield from (_won(sight, seat) for seat in range(sight.view.seats) if seat != sight.seat)
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
    secret, playable = sight.cards(ZONES.hand + seat), [action.args[0] for action in sight.actions_of(ACTIONS.play)]
    for card in own_actions(sight):
        in_vain = sight.actions_of(ACTIONS.skip) and sight.kind(card) not in playable
        why = "There is nothing to play it on now." if in_vain else ""
        yield held_face(sight, card, badge="secret" if card in secret else "", why=why)
    why = "A contract is kept, not played." if sight.actions_of(ACTIONS.play) else ""
    for card in contracts + sight.cards(ZONES.shown + seat):
        so_far = contract_so_far(sight, sight.kind(card), seat)
        yield held_face(sight, card, badge="contract", why=why, here=f"{so_far}.")


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
    return replace(
        sight.panel(seat),
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


def _state(sight: Sight[CadwallonState], seat: int) -> str:
    """One or two words for a seat's tab."""
    if sight.view.over == 1:
        return "won" if seat in sight.winners else ""
    if sight.view.phase in CHOICE_PHASES and sight.view.to_act != 0 and seat not in sight.asked:
        return "ready"  # it has answered in secret and waits for the others
    looks = sight.effect == EFFECTS.tarot_mages and seat in sight.asked and seat != sight.seat
    return "looks" if looks else ""

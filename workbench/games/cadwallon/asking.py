"""What a screen of Cadwallon asks: one sentence, a small line, and what may be pressed, with what it would bring."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from workbench.author import Action, Choice, Sight, listed, question_of
from workbench.games.cadwallon.actions import EFFECT_OF_ACTION, EFFECTS
from workbench.games.cadwallon.centre import CITY, asked, effect_now, first_target
from workbench.games.cadwallon.deck import GUILDS, NUMBER, TYPE
from workbench.games.cadwallon.faces import guild_token, sentence, signed, type_of
from workbench.games.cadwallon.options import MOST_SEATS
from workbench.games.cadwallon.prospects import agent_id, agent_words, city_card, number_now, seats, the_name
from workbench.games.cadwallon.rules import PHASES
from workbench.games.cadwallon.scoring import count_guilds, next_guild
from workbench.games.cadwallon.table import ACTIONS, ENDS, ZONES, CadwallonState

CHOICE_PHASES = (PHASES.contract_choice, PHASES.assign)


def names(sight: Sight[CadwallonState], some: list[int]) -> str:
    """Names of seats in a sentence."""
    return listed([sight.naming("seat", seat) for seat in some])


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
    effect = effect_now(sight)
    if effect >= 0:
        return f"{effect_title(sight, effect)}."
    return "Send an agent." if sight.view.phase == PHASES.place else ""


def effect_title(sight: Sight[CadwallonState], effect: int) -> str:
    """The name of the action card of an effect."""
    action = EFFECT_OF_ACTION.index(effect)
    kind = next(k for k in range(len(sight.deck.kinds)) if sight.arrays.action[k] == action)
    return sight.naming("card", kind)


def prompt(sight: Sight[CadwallonState]) -> str:
    """What this seat is to do, or what is awaited, or how the game ended."""
    view = sight.view
    if view.over == 1:
        together = "share the win" if len(sight.winners) > 1 else "wins"
        return f"{names(sight, list(sight.winners))} {together} with {total_of(sight, sight.winners[0])} points."
    if not sight.actions:
        return waiting(sight)
    if effect_now(sight) >= 0:
        return question_of(sight)
    if view.phase == PHASES.place:
        return "Choose a boulevard."
    if view.phase == PHASES.action:
        can = sight.actions_of(ACTIONS.play)
        return "Do you play an action card?" if can else "None of your action cards can do anything now."
    if view.phase == PHASES.contract_choice:
        return "Which contract do you keep?"
    return f"Which guild does your personality join? {personalities_left(sight)} left."


def total_of(sight: Sight[CadwallonState], seat: int) -> int:
    """The points of a seat by what lies open, in a series those of all games."""
    return sum(line["points"] for line in sight.lines if line["seat"] == seat and line["reason"] == "total")


def personalities_left(sight: Sight[CadwallonState]) -> int:
    """How many personalities this seat has yet to assign."""
    view, seat = sight.view, sight.asked_seat
    held = sum(type_of(sight, card) == TYPE.personality for card in sight.cards(ZONES.tableau + seat))
    return held - sum(int(view.assignment[seat, guild]) for guild in range(GUILDS))


def waiting(sight: Sight[CadwallonState]) -> str:
    """Who the others are waiting for, and what for."""
    view = sight.view
    waited = [seat for seat in seats(sight) if asked(sight, seat)]
    who, many = names(sight, waited), len(waited) > 1
    effect = effect_now(sight)
    if effect >= 0:
        return f"{who} plays {effect_title(sight, effect)}."
    does = {
        PHASES.contract_choice: f"still {'choose' if many else 'chooses'} a contract",
        PHASES.place: "sends an agent",
        PHASES.action: "may play an action card",
        PHASES.assign: f"still {'assign' if many else 'assigns'} personalities",
    }
    return f"{who} {does.get(view.phase, 'is to act')}."


def hint(sight: Sight[CadwallonState]) -> str:
    """A small line about what follows."""
    view, effect = sight.view, effect_now(sight)
    if view.over == 1:
        return "The score sheet says how; contracts and hands lie open now."
    if not sight.actions:
        return ""
    if effect == EFFECTS.tarot_mages:
        seen = "You alone see these cards. Press one of them, then the card in the city that it takes the place of."
        return seen if first_target(sight) < 0 else "The card that you put back last is drawn first."
    if effect >= 0:
        return _target_hint(sight, effect)
    return {
        PHASES.place: "An agent gives each card the support printed on the card across the boulevard.",
        PHASES.action: "Each is played once. It counts its points whether it is played or not.",
        PHASES.contract_choice: "It stays secret until the end, and costs nothing if you do not fulfil it.",
        PHASES.assign: f"A set counts its points times its cards, {number_now(sight, NUMBER.set_limit)} at most.",
    }.get(view.phase, "")


def _target_hint(sight: Sight[CadwallonState], effect: int) -> str:
    """What has been chosen first, or what is chosen from."""
    target = first_target(sight)
    if target < 0:
        return ""
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


def _place(sight: Sight[CadwallonState], action: Action) -> Choice:
    boulevard = action.args[0]
    label, words = f"Send an agent between {between(sight, boulevard)}", agent_words(sight, boulevard)
    return _pointed(action, _edge(boulevard), "Send an agent", label, "Send an agent here", words)


def _edge(boulevard: int) -> str:
    return f"edge:{CITY}/{boulevard}"


def _cell(cell: int) -> str:
    return f"group:{CITY}/{cell}"


def _play(sight: Sight[CadwallonState], action: Action) -> Choice:
    kind = action.args[0]
    card = next(card for card in own_actions(sight) if sight.kind(card) == kind)
    press = f"Play {sight.naming('card', kind)}"
    thing = f"card:{sight.face_id(card)}"
    return _pointed(action, thing, "Play an action card", action.label, press, _text(sight, kind), "play")


def _text(sight: Sight[CadwallonState], kind: int) -> str:
    """What a card says, as a sentence."""
    return f"{sentence(str(sight.deck.kinds[kind].row['text']))}."


def own_actions(sight: Sight[CadwallonState]) -> list[int]:
    """The action cards in this seat's hand, the secret ones first."""
    seat = sight.asked_seat
    return sight.cards(ZONES.hand + seat) + sight.cards(ZONES.won + seat)


def _skip(sight: Sight[CadwallonState], action: Action) -> Choice:
    return Choice(action.id, action.label, "Or", main=not sight.actions_of(ACTIONS.play))


def _choose_card(sight: Sight[CadwallonState], action: Action) -> Choice:
    cell, effect = action.args[0], effect_now(sight)
    title, first = card_name(sight, cell), first_target(sight)
    tab, words = {
        EFFECTS.ducal_herald: ("raise", f"{title} has 1 more support value this round, 3 at most."),
        EFFECTS.scandal: ("slander", f"{title} has support value 0 this round."),
        EFFECTS.backroom_vote: ("vote", f"If you tie for {title} this round, you win it."),
    }.get(effect, ("swap", f"{title} changes places with another card."))
    if tab == "swap" and first >= 0:
        words = f"{title} and {card_name(sight, first)} change places; all agents stay."
    press = f"Choose {the_name(sight, city_card(sight, cell))}"
    return _pointed(action, _cell(cell), effect_title(sight, effect), f"Choose {title}", press, words, tab)


def _choose_boulevard(sight: Sight[CadwallonState], action: Action) -> Choice:
    boulevard, effect = action.args[0], effect_now(sight)
    where, on = between(sight, boulevard), _edge(boulevard)
    if effect == EFFECTS.barricade:
        label, press = f"Close the boulevard between {where}", "Close this boulevard"
        words = f"No agent enters between {where} this round."
    elif effect == EFFECTS.night_crossing and first_target(sight) < 0:
        label, press = f"Take your agent between {where}", "Take this agent"
        words, on = f"Your agent between {where} moves to an empty boulevard.", _agent(boulevard, sight.asked_seat)
    elif effect == EFFECTS.night_crossing:
        label, press, words = f"Move it between {where}", "Move it here", agent_words(sight, boulevard)
    else:
        label, press, words = f"Send an agent between {where}", "Send an agent here", agent_words(sight, boulevard)
    return _pointed(action, on, effect_title(sight, effect), label, press, words)


def _agent(boulevard: int, seat: int) -> str:
    return f"card:{agent_id(boulevard, seat)}"


def _choose_agent(sight: Sight[CadwallonState], action: Action) -> Choice:
    boulevard, owner = action.args
    whose = "your agent" if owner == sight.seat else f"the agent of {sight.naming('seat', owner)}"
    where, effect = between(sight, boulevard), effect_now(sight)
    if effect == EFFECTS.eviction:
        label, press = f"Send {whose} between {where} home", "Send it home"
        words = f"{sentence(whose)} between {where} goes home; it may be sent again."
    else:
        label, press = f"Choose {whose} between {where}", "Choose this agent"
        words = f"{sentence(whose)} between {where} changes places with another."
    return _pointed(action, _agent(boulevard, owner), effect_title(sight, effect), label, press, words)


def _looked_at(sight: Sight[CadwallonState], kind: int) -> str:
    """A card looked at with Tarot Mages, as the name of a thing."""
    looked = sight.cards(ZONES.looked + sight.asked_seat)
    return f"card:{sight.face_id(next(card for card in looked if sight.kind(card) == kind))}"


def _exchange(sight: Sight[CadwallonState], action: Action) -> Choice:
    kind, cell = action.args
    title, leaving = sight.naming("card", kind), card_name(sight, cell)
    words = f"{title} comes into the city, and you take {leaving}; all see both."
    label = f"Exchange {title} with {leaving}"
    made = _pointed(action, _cell(cell), title, label, "Exchange them", words, "exchange")
    return replace(made, using=(_looked_at(sight, kind),))


def _keep_cards(sight: Sight[CadwallonState], action: Action) -> Choice:
    return Choice(action.id, action.label, "Or", main=True)


def _put_back(sight: Sight[CadwallonState], action: Action) -> Choice:
    return Choice(action.id, action.label, "Put back", on=_looked_at(sight, action.args[0]), tab="put back")


def _pardon(sight: Sight[CadwallonState], action: Action) -> Choice:
    kind = action.args[0]
    own = sight.cards(ZONES.tableau + sight.asked_seat)
    card = next(card for card in own if sight.kind(card) == kind)
    words = f"{sight.naming('card', kind)} leaves the game and counts for nothing."
    return _pointed(action, f"card:{sight.face_id(card)}", "Amnesty", action.label, action.label, words, "remove")


def _keep(sight: Sight[CadwallonState], action: Action) -> Choice:
    kind = action.args[0]
    dealt = sight.cards(ZONES.contracts + sight.asked_seat)
    card = next(card for card in dealt if sight.kind(card) == kind)
    thing, words = f"card:{sight.face_id(card)}", _text(sight, kind)
    return _pointed(action, thing, "Contracts", action.label, "Keep this contract", words, "keep")


def _assign(sight: Sight[CadwallonState], action: Action) -> Choice:
    """The guild of the best assignment is pointed at from the start; any other may be pressed instead."""
    guild, seat = action.args[0], sight.asked_seat
    name, more = sight.deck.meta.categories[guild].name, set_sum(sight, guild)
    best = guild == sight.ask(next_guild, sight.view, sight.arrays, seat)
    words = f"With the personality the set of {name} counts {more} more{': the best for you' if best else ''}."
    on, label = f"card:{guild_token(seat, guild)}", f"{name} {signed(more)}"
    made = _pointed(action, on, "Assign a personality", label, f"Assign it to {name}", words, signed(more))
    return replace(made, main=best)


def set_sum(sight: Sight[CadwallonState], guild: int) -> int:
    """The points of this seat's guild cards of a guild: what one more card of the set brings."""
    sums, cards = np.zeros((2, GUILDS), np.int64)
    view = sight.view
    sight.ask(count_guilds, view, sight.arrays, view.games, sight.asked_seat, sums, cards)
    return int(sums[guild])


_CHOICES: dict[int, Callable[[Sight[CadwallonState], Action], Choice]] = {
    ACTIONS.keep: _keep, ACTIONS.place: _place, ACTIONS.play: _play, ACTIONS.skip: _skip,
    ACTIONS.choose_card: _choose_card, ACTIONS.choose_boulevard: _choose_boulevard,
    ACTIONS.choose_agent: _choose_agent, ACTIONS.exchange: _exchange, ACTIONS.keep_cards: _keep_cards,
    ACTIONS.put_back: _put_back, ACTIONS.pardon: _pardon, ACTIONS.assign: _assign,
}  # fmt: skip

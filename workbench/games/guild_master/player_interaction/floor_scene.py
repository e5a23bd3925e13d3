"""The open floor as a screen shows it: every offer a slip, an answer on the mat, and what each seat is doing.

It serves the variants in which all trade with all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from workbench.author import (
    NONE,
    Action,
    CardFace,
    Choice,
    Extra,
    Group,
    Scene,
    SceneZone,
    SeatPanel,
    Selection,
    Sight,
)
from workbench.games.guild_master import scene as base_game
from workbench.games.guild_master.player_interaction.floor import NO_FAVOUR, OWN_FAVOUR, THEIR_FAVOUR
from workbench.games.guild_master.player_interaction.table import InteractionState
from workbench.games.guild_master.table import TRADE_STEPS

MOST_NAMED = 3  # seats that still trade; more are counted
FEW_OFFERS = 2  # that can be declined one by one as well


def scene(
    sight: Sight[InteractionState], title: str, course: tuple[str, ...], message: tuple[str, str], **parts: Any
) -> Scene:
    """A scene with these parts; the message is a first clause and the sentence after it."""
    phases = sight.variant.phases
    strong, sentence = message
    return replace(
        sight.scene,
        title=f"{title}: {sight.deck.meta.title}",
        phases=tuple((key, phases.called(key).title) for key in course),
        message=" ".join(filter(None, message)),
        prompt=sentence,
        strong=strong,
        series=declining(sight),
        **parts,
    )


def name_of(sight: Sight[InteractionState], seat: int) -> str:
    return sight.naming("seat", seat)


def _offers(sight: Sight[InteractionState]) -> list[int]:
    """The seats that have an open offer, those that wait for this screen's seat first."""
    waits = sight.shared(_deciding)
    return sorted(waits, key=lambda giver: (waits[giver] != sight.seat, giver != sight.seat, giver))


def _deciding(sight: Sight[InteractionState]) -> dict[int, int]:
    """Who has to act in each open offer, by the seat that has made it."""
    view = sight.view
    givers = (seat for seat in range(view.seats) if view.partner[seat] != NONE and view.over == 0)
    return {giver: _decides(sight, giver) for giver in givers}


def _decides(sight: Sight[InteractionState], giver: int) -> int:
    """Who has to act in an offer: the partner answers, then the giver decides."""
    answering = sight.view.step[giver] == TRADE_STEPS.answering
    return int(sight.view.partner[giver] if answering else giver)


def waiting_for(sight: Sight[InteractionState], seat: int | None) -> list[int]:
    """The givers whose offers wait for an answer of a seat."""
    waits = sight.shared(_deciding)
    return [giver for giver in _offers(sight) if giver != seat and waits[giver] == seat]


def must_decide(sight: Sight[InteractionState], seat: int | None) -> bool:
    """Whether a seat has to agree to an answer or to call its offer off."""
    return seat is not None and sight.shared(_deciding).get(seat) == seat


def answering(sight: Sight[InteractionState]) -> int:
    """The seat whose offer this screen's seat is answering, or NONE."""
    return sight.view.own_answer[sight.seat] if sight.seat is not None and sight.actions else NONE


def zones(sight: Sight[InteractionState]) -> Iterator[SceneZone]:
    """The offer that is answered, or all open offers and the guilds."""
    giver = answering(sight)
    if giver != NONE and sight.seat is not None:
        yield from _answer(sight, giver, sight.seat)
    else:
        yield _slips(sight)
        yield sight.shared(base_game.guilds)


def _answer(sight: Sight[InteractionState], giver: int, seat: int) -> Iterator[SceneZone]:
    """The offer that is answered: what was put in against what is picked, and the guilds in question."""
    yield base_game.mat(sight, (giver, seat), (giver,))
    came, wished = sight.cards(sight.zones.offered + giver), sight.view.wish_category[giver]
    yield base_game.guilds(sight, base_game.in_question(sight, came, wished), (giver, wished), came)


def _slips(sight: Sight[InteractionState]) -> SceneZone:
    """Every open offer: who gives what to whom, what is asked for, and who has to act."""
    offers = _offers(sight)
    cards = tuple(face for giver in offers for face in _on_slip(sight, giver))
    groups = tuple(_slip(sight, giver) for giver in offers)
    return SceneZone("slips", "Open offers", "slips", None, len(cards), cards, groups, _own_offer(sight))


def _own_offer(sight: Sight[InteractionState]) -> tuple[str, ...]:
    """What stands where an offer of this screen's seat would lie."""
    if sight.seat is not None and sight.actions and sight.view.own_partner[sight.seat] != NONE:
        return (f"your offer to {name_of(sight, sight.view.own_partner[sight.seat])}: pick cards",)
    return ("your offer: press a banner",) if sight.actions_of(sight.space.offer_to) else ()


def _on_slip(sight: Sight[InteractionState], giver: int) -> Iterator[CardFace]:
    for face in base_game.lying(sight, sight.zones.offered + giver):
        yield replace(face, group=str(giver), id=f"{face.id}-of-{giver}" if face.face_down else face.id)
    for face in base_game.lying(sight, sight.zones.answered[giver]):
        yield replace(face, group=f"{giver}/back", id=f"{face.id}-for-{giver}" if face.face_down else face.id)


def _slip(sight: Sight[InteractionState], giver: int) -> Group:
    view, partner = sight.view, sight.view.partner[giver]
    who, whom = (("you" if seat == sight.seat else name_of(sight, seat)) for seat in (giver, partner))
    given = put_in_by_giver(sight, giver)
    if view.step[giver] == TRADE_STEPS.confirming:
        asked, state = f"for {put_in_by_partner(sight, giver)}", f"{name_of(sight, giver)} decides"
    else:
        wished = asked_for(sight, giver)
        given_away = "asks for nothing" if view.counts[sight.zones.offered + giver] else "asks for a gift"
        asked, state = f"asks for {wished}" if wished else given_away, f"{name_of(sight, partner)} answers"
    decides = _decides(sight, giver) == sight.seat
    return Group(
        key=str(giver),
        title=f"{who} to {whom}: {given}",
        seat=giver,
        between=(giver, partner),
        badge=asked,
        state="you decide" if decides else state,
    )


def owed_by_giver(sight: Sight[InteractionState], giver: int) -> int:
    """How many favours an open offer would make the offering seat owe."""
    view = sight.view
    return int(view.favour[giver] == OWN_FAVOUR) + int(view.answer_favour[giver] == THEIR_FAVOUR)


def with_favours(things: str, favours: int) -> str:
    """What a side of a trade puts in, in words, its favours included."""
    if not favours:
        return things
    owed = "a favour" if favours == 1 else f"{favours} favours"
    return f"{things} and {owed}" if things and things != "nothing" else owed


def put_in_by_giver(sight: Sight[InteractionState], giver: int) -> str:
    return with_favours(base_game.put_in(sight, sight.zones.offered + giver), owed_by_giver(sight, giver))


def put_in_by_partner(sight: Sight[InteractionState], giver: int) -> str:
    view = sight.view
    owed = int(view.favour[giver] == THEIR_FAVOUR) + int(view.answer_favour[giver] == OWN_FAVOUR)
    return with_favours(base_game.put_in(sight, sight.zones.answered[giver]), owed)


def asked_for(sight: Sight[InteractionState], giver: int) -> str:
    """What an offer asks for, in words; empty if nothing."""
    view = sight.view
    wished = base_game.in_wish(sight, view.wish_number[giver], view.wish_category[giver])
    return with_favours(wished, int(view.favour[giver] == THEIR_FAVOUR))


def state(sight: Sight[InteractionState], seat: int) -> str:
    """What a seat is doing on the floor, in a few words."""
    view = sight.view
    if seat != sight.seat and seat in waiting_for(sight, sight.seat):
        return "asks you" if asked_for(sight, seat) else "offers you"
    if must_decide(sight, seat):
        return "to decide"
    if waiting := len(waiting_for(sight, seat)):
        return "to answer" if waiting == 1 else f"{waiting} to answer"
    if seat in sight.seats_of(view.stopped):
        return "done"
    return "waits" if seat in _offers(sight) else ""


def panel(sight: Sight[InteractionState], seat: int, trading: bool) -> SeatPanel:
    """A seat with all the cards that it has put into trades; of those who trade at once, who is waited for acts."""
    view, places = sight.view, sight.zones
    answered = [places.answered[giver] for giver in range(view.seats) if view.partner[giver] == seat]
    cards = sum(view.counts[place] for place in (places.hand + seat, places.offered + seat, *answered))
    made = base_game.panel(sight, seat, cards)
    waited_for = not (trading and is_open(sight)) or waiting_for(sight, seat) or must_decide(sight, seat)
    return replace(made, to_act=made.to_act and bool(waited_for))


def panels(
    sight: Sight[InteractionState],
    panel: Callable[[Sight[Any], int], SeatPanel],
    state: Callable[[Sight[Any], int], str],
) -> tuple[SeatPanel, ...]:
    """The seats as everybody sees them, and on this screen its own seat and those that wait for its answer."""
    shown = [sight.shared(panel, seat) for seat in range(sight.view.seats)]
    if sight.seat is not None:
        for seat in {sight.seat, *waiting_for(sight, sight.seat)}:
            shown[seat] = base_game.own_panel(sight, shown[seat], state(sight, seat))
    return tuple(shown)


def message(sight: Sight[InteractionState]) -> tuple[str, str]:
    """What is to be done or awaited on the floor: a first clause, and the sentence after it."""
    view = sight.view
    if not sight.actions:
        if sight.seat is not None and is_open(sight) and sight.seat in sight.seats_of(view.stopped):
            return "You are done.", _still_trading(sight)
        return "", "Anybody may offer." if is_open(sight) else awaited(sight)
    giver = answering(sight)
    if giver != NONE:
        given, wished = put_in_by_giver(sight, giver), asked_for(sight, giver)
        asks = f" and asks for {wished}" if wished else ""
        return "", f"{name_of(sight, giver)} gives you {given}{asks}."
    if view.own_partner[sight.asked_seat] != NONE:
        return "", f"What do you offer {name_of(sight, view.own_partner[sight.asked_seat])}?"
    if sight.seat is not None and must_decide(sight, sight.seat):
        given, owed = put_in_by_partner(sight, sight.seat), owed_by_giver(sight, sight.seat)
        owing = f"; you would owe {with_favours('', owed)}" if owed else ""
        return f"{name_of(sight, view.partner[sight.seat])} gives you {given}{owing}.", "Do you agree?"
    waiting = waiting_for(sight, sight.seat)
    wait = "waits" if len(waiting) == 1 else "wait"
    strong = f"{sight.names(waiting)} {wait} for your answer." if waiting else _own_offer_waits(sight)
    if not is_open(sight):
        return strong, "Whom do you offer a trade?" if sight.actions_of(sight.space.offer_to) else ""
    return strong, "Anybody may offer."


def _still_trading(sight: Sight[InteractionState]) -> str:
    """Who is not done yet, in words."""
    others = sight.seats_of(~sight.view.stopped)
    if len(others) <= MOST_NAMED:
        return f"{sight.names(others)} still {'trades' if len(others) == 1 else 'trade'}."
    first, second, *more = others
    return f"{name_of(sight, first)}, {name_of(sight, second)} and {len(more)} others still trade."


def declining(sight: Sight[InteractionState]) -> tuple[tuple[str, tuple[tuple[int, ...], ...]], ...]:
    """Declining the offers that wait for this seat, with one press: one by one if they are few, and all of them."""
    answers = [(action.args[0], action.id) for action in sight.actions_of(sight.space.answer_to)]
    acts = {giver: ((action,), (sight.space.decline,)) for giver, action in answers}
    each = tuple((f"Decline {name_of(sight, giver)}", them) for giver, them in acts.items())
    all_of_them = tuple(act for them in acts.values() for act in them)
    some = each if len(each) <= FEW_OFFERS else ()
    return (*some, ("Decline all", all_of_them)) if len(each) > 1 else some


def _own_offer_waits(sight: Sight[InteractionState]) -> str:
    """Who an offer of this screen's seat is waiting for."""
    partner = NONE if sight.seat is None else sight.view.partner[sight.seat]
    return f"Your offer waits for {name_of(sight, partner)}." if partner != NONE else ""


def is_open(sight: Sight[InteractionState]) -> bool:
    """Whether all may offer at once."""
    return bool(sight.view.trade_floor == sight.variant.options.trade_floor.open)


def awaited(sight: Sight[InteractionState]) -> str:
    """Who everybody is waiting for."""
    view = sight.view
    title, names = sight.variant.phases[view.phase].title, sight.names(sight.asked)
    return f"{title}: waiting for {names}."


def hint(sight: Sight[InteractionState]) -> str:
    """What follows from a step of a trade, in one small line; empty if this seat is in the middle of none."""
    view = sight.view
    if answering(sight) != NONE:
        giver = name_of(sight, answering(sight))
        return f"You may give any cards of your hand, or none. {giver} then agrees or calls it off."
    if sight.actions and view.own_partner[sight.asked_seat] != NONE:
        return "Pick cards of your hand. Press a guild to say what you would like."
    if must_decide(sight, sight.seat):
        return "If you withdraw, every card goes back to its hand."
    if not is_open(sight):
        return f"{name_of(sight, view.current)} may offer now; the floor closes when all have passed in a row."
    return ""


def done_so_far(sight: Sight[InteractionState]) -> str:
    """How many seats are done trading, in words."""
    done = sight.seats_of(sight.view.stopped)
    return f"{len(done)} of {sight.view.seats} {'is' if len(done) == 1 else 'are'} done."


def choice(sight: Sight[InteractionState], action: Action) -> Choice:
    """One of what may be chosen on the floor, on the thing that it concerns or as a button."""
    group = base_game.BUTTONS[action.verb]
    if action.verb == "answer_to":
        giver = action.args[0]
        return Choice(action.id, action.label, group, on=f"group:slips/{giver}", tab=f"answer {name_of(sight, giver)}")
    if action.verb == "end_trade":
        return Choice(action.id, "I am done" if is_open(sight) else "Make no offer", group)
    return base_game.choice_of(sight, action)


# Favours


def selection(sight: Sight[InteractionState]) -> Selection | None:
    """The cards of an offer or an answer, and the favour that goes with them or stands for them (GM-413)."""
    if not base_game.chooses_cards(sight) and not sight.actions_of(sight.space.promise):
        return None
    giver = answering(sight)
    chosen = base_game.answer_selection(sight, giver) if giver != NONE else base_game.offer_selection(sight)
    other = giver if giver != NONE else sight.view.own_partner[sight.asked_seat]
    name = name_of(sight, other)
    owed = {NO_FAVOUR: "no favour", OWN_FAVOUR: f"you will owe {name} one", THEIR_FAVOUR: f"{name} will owe you one"}
    promises = tuple(Choice(action.id, owed[action.args[0]]) for action in sight.actions_of(sight.space.promise))
    favours = tuple(choice.action for choice in promises if choice.action != sight.space.promise + NO_FAVOUR)
    asked = Extra("promise", "A favour", promises, ", {chosen}", favours)
    return replace(chosen, extras=(*chosen.extras, asked)) if promises else chosen


def favours(sight: Sight[InteractionState], region: str = "piles") -> Iterator[SceneZone]:
    """The ledger, every line of it for everybody, if favours are written down (GM-296, GM-514).

    region: where it lies when a class watches.
    """
    if sight.view.favour_ledger == sight.variant.options.favour_ledger.on:
        lines, owed = sight.shared(_lines)
        zone = beside(sight, "favours", "Favours", owed, lines)
        yield zone if sight.seat is not None else replace(zone, region=region)


def beside(sight: Sight[InteractionState], key: str, title: str, count: int, lines: tuple[Group, ...]) -> SceneZone:
    """Lines beside the table: open when a class watches, otherwise folded."""
    folded = sight.seat is not None
    return SceneZone(
        key, title, "groups" if folded else "paper", None, count, (), lines, listing=folded, region="piles"
    )


def _lines(sight: Sight[InteractionState]) -> tuple[tuple[Group, ...], int]:
    """Who owes whom how many favours, most first, and how many there are in all."""
    seats, owes = range(sight.view.seats), sight.view.owes
    owed = [(owes[debtor, creditor], debtor, creditor) for debtor in seats for creditor in seats]
    lines = tuple(
        Group(f"{debtor}-{creditor}", f"{name_of(sight, debtor)} owes {name_of(sight, creditor)}", total=f"×{n}")
        for n, debtor, creditor in sorted(owed, key=lambda line: (-line[0], line[1:]))
        if n
    )
    return lines or (Group("none", "Nobody owes a favour."),), sum(n for n, _, _ in owed)

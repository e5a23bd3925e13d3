"""The table of Increased Player Interaction: bids, the open floor, and all that is chosen in secret together.

Hands, guilds, houses and piles are those of the base game's table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workbench.author import Action, CardFace, Choice, Group, Scene, SceneZone, SeatPanel, Selection, Sight, listed
from workbench.games.guild_master.player_interaction.rules import (
    ACTIONS,
    COURSE,
    OPTIONS,
    PHASES,
    TRADE_STEPS,
    ZONES,
    cards_to_pay,
    seats_that_draw,
    seats_with_cards,
)
from workbench.games.guild_master.player_interaction.scoring import RANKING
from workbench.games.guild_master.scene import (
    BUTTONS,
    answer_selection,
    build_selection,
    choice_of,
    chooses_cards,
    discard_selection,
    gives,
    guilds,
    hand,
    in_cards,
    in_question,
    in_wish,
    lying,
    offer_selection,
    open_things,
    panel,
    put_in,
    who_won,
)
from workbench.games.guild_master.scene import SMALL as SMALL_IN_THE_BASE_GAME

SMALL = (*SMALL_IN_THE_BASE_GAME, "Round ", " is done trading", " bids ", " votes for ", " answers ")
TRADES = (PHASES.trade_1, PHASES.trade_2)
DRAWS = (PHASES.draw_1, PHASES.draw_2)


def scene(sight: Sight) -> Scene:
    """The scene of a seat, or of everybody for `seat=None`."""
    strong, sentence = _message(sight)
    return Scene(
        title=f"{sight.game.title}: {sight.deck.meta.title}",
        seat=sight.seat,
        phase=PHASES[sight.view.phase].key,
        phases=tuple((key, PHASES.called(key).title) for key in COURSE),
        message=" ".join(filter(None, (strong, sentence))),
        prompt=sentence,
        strong=strong,
        hint=_hint(sight),
        over=sight.view.over == 1,
        seats=tuple(_panel(sight, seat) for seat in range(sight.view.seats)),
        zones=tuple(_zones(sight)),
        choices=tuple(_choices(sight)),
        selection=_selection(sight),
        log=sight.log,
        ready=_ready(sight),
        small=SMALL,
    )


def _seats(bits: int) -> list[int]:
    """The seats of a bit mask."""
    return [seat for seat in range(bits.bit_length()) if (bits >> seat) & 1]


def _names(sight: Sight, seats: list[int]) -> str:
    return listed([sight.naming("seat", seat) for seat in seats])


def _name(sight: Sight, seat: int) -> str:
    return sight.naming("seat", seat)


# The open floor


def _offers(sight: Sight) -> list[int]:
    """The seats that have an open offer, those that wait for this screen's seat first."""
    view = sight.view
    givers = [seat for seat in range(view.seats) if view.partner[seat] >= 0 and view.over == 0]
    return sorted(givers, key=lambda giver: (_decides(sight, giver) != sight.seat, giver != sight.seat, giver))


def _decides(sight: Sight, giver: int) -> int:
    """Who has to act in an offer: the partner answers, then the giver decides."""
    answering = sight.view.step[giver] == TRADE_STEPS.answering
    return int(sight.view.partner[giver] if answering else giver)


def _waiting_for(sight: Sight, seat: int | None) -> list[int]:
    """The givers whose offers wait for an answer of a seat."""
    return [giver for giver in _offers(sight) if giver != seat and _decides(sight, giver) == seat]


def _must_decide(sight: Sight, seat: int | None) -> bool:
    """Whether a seat has to agree to an answer or to call its offer off."""
    return seat is not None and seat in _offers(sight) and _decides(sight, seat) == seat


def _is_waited_for(sight: Sight, seat: int) -> bool:
    """Whether others wait for a seat in a trade: where all may offer, nobody else is on turn."""
    return not _is_open(sight) or bool(_waiting_for(sight, seat)) or _must_decide(sight, seat)


def _answering(sight: Sight) -> int:
    """The seat whose offer this screen's seat is answering, -1 if none."""
    return int(sight.view.own_answer[sight.seat]) if sight.seat is not None and sight.actions else -1


# Zones


def _zones(sight: Sight) -> Iterator[SceneZone]:
    if sight.seat is not None:
        yield hand(sight, sight.seat)
    giver = _answering(sight)
    if giver >= 0 and sight.seat is not None:
        yield from _answer(sight, giver, sight.seat)
    else:
        if sight.view.phase in TRADES:
            yield _slips(sight)
        if sight.actions_of(ACTIONS.bid):
            yield _bids(sight)
        yield guilds(sight)
    if sight.seat is None and sight.view.over == 0 and sight.view.guildmaster >= 0:
        yield from _bids_made(sight)
    yield from open_things(sight)


def _bids_made(sight: Sight) -> Iterator[SceneZone]:
    """What everybody has bid, on the ribbon that all look at."""
    bids = [(seat, int(sight.view.bids[seat])) for seat in range(sight.view.seats) if sight.view.bids[seat] >= 0]
    if bids:
        standing = tuple(sorted(bids, key=lambda one: -one[1]))
        group = Group("bids", "cards bid for Guildmaster", standing=standing, seat=int(sight.view.guildmaster))
        yield SceneZone("bids_made", group.title, "tally", groups=(group,), region="prompt")


def _bids(sight: Sight) -> SceneZone:
    """The numbers that this screen's seat may bid, and what each costs it if it wins."""
    numbers = [action.args[0] for action in sight.actions_of(ACTIONS.bid)]
    free = sight.view.bid_cost == OPTIONS.bid_cost.none
    groups = (Group(str(n), str(n), state="open", badge="free" if free or not n else f"pay {n}") for n in numbers)
    return SceneZone("bids", "Your bid", "track", groups=tuple(groups))


def _answer(sight: Sight, giver: int, seat: int) -> Iterator[SceneZone]:
    """The offer that is answered: what was put in against what is picked, and the guilds that are in question."""
    groups = tuple(Group(str(side), gives(sight, side), seat=side) for side in (giver, seat))
    cards = tuple(replace(face, group=str(giver)) for face in lying(sight, ZONES.offered + giver))
    yield SceneZone("offered", "The trade", "mat", None, len(cards), cards, groups)
    came, wished = sight.cards(ZONES.offered + giver), sight.view.wish_category[giver]
    yield guilds(sight, in_question(sight, came, wished), (giver, wished), came)


def _slips(sight: Sight) -> SceneZone:
    """Every open offer: who gives what to whom, what is asked for, and who has to act."""
    offers = _offers(sight)
    cards = tuple(face for giver in offers for face in _on_slip(sight, giver))
    groups = tuple(_slip(sight, giver) for giver in offers)
    return SceneZone("slips", "Open offers", "slips", None, len(cards), cards, groups, _own_offer(sight))


def _own_offer(sight: Sight) -> tuple[str, ...]:
    """What stands where an offer of this screen's seat would lie."""
    if sight.seat is not None and sight.actions and sight.view.own_partner[sight.seat] >= 0:
        return (f"your offer to {_name(sight, sight.view.own_partner[sight.seat])}: pick cards",)
    return ("your offer: press a banner",) if sight.actions_of(ACTIONS.offer_to) else ()


def _on_slip(sight: Sight, giver: int) -> Iterator[CardFace]:
    for face in lying(sight, ZONES.offered + giver):
        yield replace(face, group=str(giver), id=f"{face.id}-of-{giver}" if face.face_down else face.id)
    for face in lying(sight, ZONES.answered[giver]):
        yield replace(face, group=f"{giver}/back", id=f"{face.id}-for-{giver}" if face.face_down else face.id)


def _slip(sight: Sight, giver: int) -> Group:
    view, partner = sight.view, int(sight.view.partner[giver])
    who, whom = (("you" if seat == sight.seat else _name(sight, seat)) for seat in (giver, partner))
    given = put_in(sight, ZONES.offered + giver)
    if view.step[giver] == TRADE_STEPS.confirming:
        asked, state = f"for {put_in(sight, ZONES.answered[giver])}", f"{_name(sight, giver)} decides"
    else:
        wished = in_wish(sight, view.wish_number[giver], view.wish_category[giver])
        given_away = "asks for nothing" if view.counts[ZONES.offered + giver] else "asks for a gift"
        asked, state = f"asks for {wished}" if wished else given_away, f"{_name(sight, partner)} answers"
    decides = _decides(sight, giver) == sight.seat
    return Group(
        key=str(giver),
        title=f"{who} to {whom}: {given}",
        seat=giver,
        between=(giver, partner),
        badge=asked,
        state="you decide" if decides else state,
    )


# Seats


def _panel(sight: Sight, seat: int) -> SeatPanel:
    view = sight.view
    put_in_by = [giver for giver in range(view.seats) if view.partner[giver] == seat]
    cards = view.counts[ZONES.hand + seat] + view.counts[ZONES.offered + seat]
    cards += sum(view.counts[ZONES.answered[giver]] for giver in put_in_by)
    made = panel(sight, seat, cards)
    worst = sum(line["points"] for line in sight.lines_of(RANKING.worst_category) if line["seat"] == seat)
    score = sum(line["points"] for line in sight.lines_of(RANKING.variant_score) if line["seat"] == seat)
    is_guildmaster = view.over == 0 and view.guildmaster == seat and view.bids[seat] >= 0
    return replace(
        made,
        to_act=made.to_act and (view.phase not in TRADES or _is_waited_for(sight, seat)),
        facts=(*made.facts, ("worst guild", str(worst)), ("score", str(score))),
        state=_state(sight, seat) or ("guildmaster" if is_guildmaster else ""),
        marks=("mace",) if is_guildmaster else (),
    )


def _state(sight: Sight, seat: int) -> str:
    """What a seat is doing, in few words."""
    view = sight.view
    if view.over == 1:
        return ""
    if view.phase == PHASES.vote:
        if view.votes[seat] >= 0:
            return f"for {_name(sight, view.votes[seat])}"
        return f"bid {view.bids[seat]}"
    return _state_on_the_floor(sight, seat) if view.phase in TRADES else ""


def _state_on_the_floor(sight: Sight, seat: int) -> str:
    view = sight.view
    if seat != sight.seat and seat in _waiting_for(sight, sight.seat):
        wished = in_wish(sight, view.wish_number[seat], view.wish_category[seat])
        return "asks you" if wished else "offers you"
    if _must_decide(sight, seat):
        return "to decide"
    if waiting := len(_waiting_for(sight, seat)):
        return "to answer" if waiting == 1 else f"{waiting} to answer"
    if (int(view.stopped) >> seat) & 1:
        return "done"
    return "waits" if seat in _offers(sight) else ""


def _ready(sight: Sight) -> tuple[int, ...]:
    """Of those that choose in secret together, the seats that have chosen."""
    view = sight.view
    if view.phase in DRAWS and view.draw_mode == OPTIONS.draw_mode.count:
        asked = _seats(sight.ask(seats_that_draw, view))
    elif view.phase in (PHASES.bid, PHASES.discard, PHASES.build_cards):
        asked = _seats(sight.ask(seats_with_cards, view))
    elif view.phase == PHASES.pay_bid:
        asked = [seat for seat in range(view.seats) if sight.ask(cards_to_pay, view, seat) > 0]
    else:
        asked = []
    return tuple(seat for seat in asked if not (int(view.to_act) >> seat) & 1)


# Sentences


def _message(sight: Sight) -> tuple[str, str]:
    """What is to be done or awaited: a first clause, and the sentence after it."""
    view = sight.view
    if view.over == 1:
        return "", who_won(sight)
    if view.phase in TRADES:
        return _message_on_the_floor(sight)
    return "", _prompt(sight) if sight.actions else _awaited(sight)


def _awaited(sight: Sight) -> str:
    """Whom all wait for."""
    view = sight.view
    title, names = PHASES[view.phase].title, _names(sight, _seats(int(view.to_act)))
    return f"{title}: waiting for {names}."


def _prompt(sight: Sight) -> str:
    view = sight.view
    if view.phase in DRAWS:
        return f"Draw up to {in_cards(len(sight.actions) - 1)}."
    if view.phase == PHASES.bid:
        return "How many cards do you bid to be Guildmaster?"
    if view.phase == PHASES.vote:
        tied = _seats(int(view.tied))
        return f"{_names(sight, tied)} bid {view.bids[tied[0]]} each. Who shall be Guildmaster?"
    if view.phase == PHASES.pay_bid:
        return f"Pay for your bid: give up {in_cards(sight.ask(cards_to_pay, view, sight.seat))}."
    if view.phase == PHASES.discard:
        return f"Discard up to {in_cards(view.discard_max)}."
    if view.phase == PHASES.build:
        return "For which guild does everybody build?"
    return f"Build any cards of {sight.deck.meta.categories[view.category].short}."


def _message_on_the_floor(sight: Sight) -> tuple[str, str]:
    view = sight.view
    if not sight.actions:
        return "", "Anybody may offer." if _is_open(sight) else _awaited(sight)
    giver = _answering(sight)
    if giver >= 0:
        given, wished = (
            put_in(sight, ZONES.offered + giver),
            in_wish(sight, view.wish_number[giver], view.wish_category[giver]),
        )
        asks = f" and asks for {wished}" if wished else ""
        return "", f"{_name(sight, giver)} gives you {given}{asks}."
    if view.own_partner[sight.seat] >= 0:
        return "", f"What do you offer {_name(sight, view.own_partner[sight.seat])}?"
    if _must_decide(sight, sight.seat):
        given = put_in(sight, ZONES.answered[sight.seat])
        return f"{_name(sight, view.partner[sight.seat])} gives you {given}.", "Do you agree?"
    waiting = _waiting_for(sight, sight.seat)
    wait = "waits" if len(waiting) == 1 else "wait"
    strong = f"{_names(sight, waiting)} {wait} for your answer." if waiting else _own_offer_waits(sight)
    if not _is_open(sight):
        return strong, "Whom do you offer a trade?" if sight.actions_of(ACTIONS.offer_to) else ""
    return strong, "Anybody may offer."


def _own_offer_waits(sight: Sight) -> str:
    """Whom an offer of this screen's seat waits for."""
    partner = -1 if sight.seat is None else int(sight.view.partner[sight.seat])
    return f"Your offer waits for {_name(sight, partner)}." if partner >= 0 else ""


def _is_open(sight: Sight) -> bool:
    """Whether all may offer at once."""
    return sight.view.trade_floor == OPTIONS.trade_floor.open


def _hint(sight: Sight) -> str:
    """What follows from the choice, in one small line."""
    view = sight.view
    if view.over == 1:
        return ""
    if view.phase in TRADES:
        return _hint_on_the_floor(sight)
    if view.phase == PHASES.bid:
        return PRICES[view.bid_cost]
    if view.phase == PHASES.vote:
        return "Without an agreement chance decides."
    if view.phase == PHASES.build and not sight.actions:
        return f"{_name(sight, view.guildmaster)} is Guildmaster and picks for everybody."
    if view.phase in DRAWS:
        left = in_cards(view.counts[ZONES.stock])
        return f"Left to draw: {left}. The round in which the last one is drawn is the last."
    return ""


PRICES = {
    OPTIONS.bid_cost.none: "The highest bid wins the title, and nobody pays.",
    OPTIONS.bid_cost.winner: "The highest bid wins the title; who wins it gives up as many cards.",
    OPTIONS.bid_cost.all: "The highest bid wins the title; everybody gives up as many cards as they bid.",
}


def _hint_on_the_floor(sight: Sight) -> str:
    view = sight.view
    if _answering(sight) >= 0:
        giver = _name(sight, _answering(sight))
        return f"You may give any cards of your hand, or none. {giver} then agrees or calls it off."
    if sight.actions and sight.view.own_partner[sight.seat] >= 0:
        return "Pick cards of your hand. Press a guild to say what you would like."
    if _must_decide(sight, sight.seat):
        return "If you withdraw, every card goes back to its hand."
    if not _is_open(sight):
        return f"{_name(sight, view.current)} may offer now; the floor closes when all have passed in a row."
    done = _seats(int(view.stopped))
    so_far = f" {len(done)} of {view.seats} {'is' if len(done) == 1 else 'are'} done."
    if sight.seat is None:
        return f"{_name(sight, view.guildmaster)} is Guildmaster and will name the guild to build.{so_far}"
    return f"Each has one offer open at a time. The floor closes when all are done.{so_far if done else ''}"


# What can be done


_BUTTONS = {
    **BUTTONS,
    ACTIONS.bid: "Bid",
    ACTIONS.vote_for: "Vote for",
    ACTIONS.answer_to: "Answer",
    ACTIONS.leave: "Answer",
}


def _choices(sight: Sight) -> Iterator[Choice]:
    for action in sight.actions:
        verb = sight.verb_of(action)
        if verb in _BUTTONS:
            yield _choice(sight, action, verb)


def _choice(sight: Sight, action: Action, verb: int) -> Choice:
    group = _BUTTONS[verb]
    if verb == ACTIONS.bid:
        label = action.label if action.args[0] else "Bid nothing"
        return Choice(action.id, label, group, on=f"group:bids/{action.args[0]}")
    if verb == ACTIONS.vote_for:
        return Choice(action.id, action.label, group, on=f"seat:{action.args[0]}", tab="vote for")
    if verb == ACTIONS.answer_to:
        giver = action.args[0]
        return Choice(action.id, action.label, group, on=f"group:slips/{giver}", tab=f"answer {_name(sight, giver)}")
    if verb == ACTIONS.leave:
        return Choice(action.id, action.label, group)
    if verb == ACTIONS.end_trade:
        return Choice(action.id, "I am done" if _is_open(sight) else "Make no offer", group)
    return choice_of(sight, action, verb)


def _selection(sight: Sight) -> Selection | None:
    if not chooses_cards(sight):
        return None
    view = sight.view
    if view.phase == PHASES.discard:
        return discard_selection(sight)
    if view.phase == PHASES.build_cards:
        return build_selection(sight)
    if view.phase == PHASES.pay_bid:
        price = sight.ask(cards_to_pay, view, sight.seat)
        submit = (Choice(ACTIONS.done, "Pay", main=True),)
        return Selection(f"Choose {price} to give up", price, price, submit, sentence="You give up {picked}")
    giver = _answering(sight)
    return answer_selection(sight, giver) if giver >= 0 else offer_selection(sight)

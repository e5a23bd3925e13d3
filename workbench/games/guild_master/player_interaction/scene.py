"""The table of Increased Player Interaction: bids, the open floor, and all that is chosen in secret together.

Hands, guilds, houses and piles are those of the base game's table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workbench.author import NONE, Action, Choice, Group, Scene, SceneZone, SeatPanel, Selection, Sight
from workbench.games.guild_master.floor_scene import (
    FLOOR_BUTTONS,
    answer,
    answering,
    awaited,
    declining,
    done_so_far,
    favours,
    floor_choice,
    floor_selection,
    hint_of_step,
    is_waited_for,
    message_on_the_floor,
    name_of,
    names_of,
    panels_on_the_floor,
    seats_of,
    slips,
    state_on_the_floor,
)
from workbench.games.guild_master.player_interaction.names import OPTIONS
from workbench.games.guild_master.player_interaction.rules import (
    COURSE,
    PHASES,
    cards_to_pay,
    seats_that_draw,
    seats_with_cards,
)
from workbench.games.guild_master.player_interaction.scoring import RANKING
from workbench.games.guild_master.player_interaction.table import ACTIONS, InteractionState
from workbench.games.guild_master.scene import SMALL as SMALL_IN_THE_BASE_GAME
from workbench.games.guild_master.scene import (
    build_selection,
    chooses_cards,
    discard_selection,
    guilds,
    hand,
    in_cards,
    open_things,
    panel,
    who_won,
)

SMALL = (*SMALL_IN_THE_BASE_GAME, "Round ", " is done trading", " bids ", " votes for ", " would owe ")
TRADES = (PHASES.trade_1, PHASES.trade_2)
DRAWS = (PHASES.draw_1, PHASES.draw_2)


def scene(sight: Sight[InteractionState]) -> Scene:
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
        seats=panels_on_the_floor(sight, _panel, _state),
        zones=tuple(_zones(sight)),
        choices=tuple(_choices(sight)),
        series=declining(sight),
        selection=_selection(sight),
        log=sight.log,
        ready=_ready(sight),
        small=SMALL,
    )


# Zones


def _zones(sight: Sight[InteractionState]) -> Iterator[SceneZone]:
    if sight.seat is not None:
        yield hand(sight, sight.seat, building=sight.view.phase == PHASES.build_cards)
    giver = answering(sight)
    if giver != NONE and sight.seat is not None:
        yield from answer(sight, giver, sight.seat)
    else:
        if sight.view.phase in TRADES:
            yield slips(sight)
        if sight.actions_of(ACTIONS.bid):
            yield _bids(sight)
        yield sight.shared(guilds)
    if sight.seat is None and sight.view.over == 0 and sight.view.guildmaster >= 0:
        yield from _bids_made(sight)
    yield from open_things(sight)
    yield from favours(sight, "")


def _bids_made(sight: Sight[InteractionState]) -> Iterator[SceneZone]:
    """What everybody has bid, on the ribbon that all look at."""
    bids = [(seat, sight.view.bids[seat]) for seat in range(sight.view.seats) if sight.view.bids[seat] != NONE]
    if bids:
        standing = tuple(sorted(bids, key=lambda one: -one[1]))
        group = Group("bids", "cards bid for Guildmaster", standing=standing, seat=sight.view.guildmaster)
        yield SceneZone("bids_made", group.title, "tally", groups=(group,), region="prompt")


def _bids(sight: Sight[InteractionState]) -> SceneZone:
    """The numbers that this screen's seat may bid, and what each costs it if it wins."""
    numbers = [action.args[0] for action in sight.actions_of(ACTIONS.bid)]
    free = sight.view.bid_cost == OPTIONS.bid_cost.none
    groups = (Group(str(n), str(n), state="open", badge="free" if free or not n else f"pay {n}") for n in numbers)
    return SceneZone("bids", "Your bid", "track", groups=tuple(groups))


# Seats


def _panel(sight: Sight[InteractionState], seat: int) -> SeatPanel:
    view = sight.view
    put_in_by = [giver for giver in range(view.seats) if view.partner[giver] == seat]
    cards = view.counts[sight.zones.hand + seat] + view.counts[sight.zones.offered + seat]
    cards += sum(view.counts[sight.zones.answered[giver]] for giver in put_in_by)
    made = panel(sight, seat, cards)
    worst = sum(line["points"] for line in sight.lines_of(RANKING.worst_category) if line["seat"] == seat)
    score = sum(line["points"] for line in sight.lines_of(RANKING.variant_score) if line["seat"] == seat)
    return replace(
        made,
        to_act=made.to_act and (view.phase not in TRADES or is_waited_for(sight, seat)),
        facts=(*made.facts, ("worst guild", str(worst)), ("score", str(score))),
        state=_state(sight, seat),
        marks=("mace",) if _is_guildmaster(sight, seat) else (),
    )


def _is_guildmaster(sight: Sight[InteractionState], seat: int) -> bool:
    view = sight.view
    return bool(view.over == 0 and view.guildmaster == seat and view.bids[seat] != NONE)


def _state(sight: Sight[InteractionState], seat: int) -> str:
    """What a seat is doing, in a few words."""
    view, office = sight.view, "guildmaster" if _is_guildmaster(sight, seat) else ""
    if view.over == 1:
        return ""
    if view.phase == PHASES.vote:
        if view.votes[seat] != NONE:
            return f"for {name_of(sight, view.votes[seat])}"
        return f"bid {view.bids[seat]}"
    return (state_on_the_floor(sight, seat) if view.phase in TRADES else "") or office


def _ready(sight: Sight[InteractionState]) -> tuple[int, ...]:
    """The seats that have chosen, of those that choose in secret together."""
    view = sight.view
    if view.phase in DRAWS and view.draw_mode == OPTIONS.draw_mode.count:
        asked = seats_of(sight.ask(seats_that_draw, view))
    elif view.phase in (PHASES.bid, PHASES.discard, PHASES.build_cards):
        asked = seats_of(sight.ask(seats_with_cards, view))
    elif view.phase == PHASES.pay_bid:
        asked = [seat for seat in range(view.seats) if sight.ask(cards_to_pay, view, seat) > 0]
    else:
        asked = []
    return tuple(seat for seat in asked if not (view.to_act >> seat) & 1)


# Sentences


def _message(sight: Sight[InteractionState]) -> tuple[str, str]:
    """What is to be done or awaited: a first clause, and the sentence after it."""
    view = sight.view
    if view.over == 1:
        return "", who_won(sight)
    if view.phase in TRADES:
        return message_on_the_floor(sight)
    return "", _prompt(sight) if sight.actions else awaited(sight)


def _prompt(sight: Sight[InteractionState]) -> str:
    view = sight.view
    if view.phase in DRAWS:
        return f"Draw up to {in_cards(len(sight.actions) - 1)}."
    if view.phase == PHASES.bid:
        return "How many cards do you bid to be Guildmaster?"
    if view.phase == PHASES.vote:
        tied = seats_of(view.tied)
        return f"{names_of(sight, tied)} bid {view.bids[tied[0]]} each. Who shall be Guildmaster?"
    if view.phase == PHASES.pay_bid:
        return f"Pay for your bid: give up {in_cards(sight.ask(cards_to_pay, view, sight.asked_seat))}."
    if view.phase == PHASES.discard:
        return f"Discard up to {in_cards(view.discard_max)}."
    if view.phase == PHASES.build:
        return "For which guild does everybody build?"
    return f"Build any cards of {sight.deck.meta.categories[view.category].short}."


def _hint(sight: Sight[InteractionState]) -> str:
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
        return f"{name_of(sight, view.guildmaster)} is Guildmaster and picks for everybody."
    if view.phase in DRAWS:
        left = in_cards(view.counts[sight.zones.stock])
        return f"Left to draw: {left}. The round in which the last one is drawn is the last."
    return ""


PRICES = {
    OPTIONS.bid_cost.none: "The highest bid wins the title, and nobody pays.",
    OPTIONS.bid_cost.winner: "The highest bid wins the title; who wins it gives up as many cards.",
    OPTIONS.bid_cost.all: "The highest bid wins the title; everybody gives up as many cards as they bid.",
}


def _hint_on_the_floor(sight: Sight[InteractionState]) -> str:
    step = hint_of_step(sight)
    if step:
        return step
    if sight.seat is None:
        guildmaster = name_of(sight, sight.view.guildmaster)
        return f"{guildmaster} is Guildmaster and will name the guild to build. {done_so_far(sight)}"
    so_far = f" {done_so_far(sight)}" if sight.view.stopped else ""
    return f"Each has one offer open at a time. The floor closes when all are done.{so_far}"


# What can be done


_BUTTONS = {**FLOOR_BUTTONS, "bid": "Bid", "vote_for": "Vote for"}


def _choices(sight: Sight[InteractionState]) -> Iterator[Choice]:
    for action in sight.actions:
        if action.verb in _BUTTONS:
            yield _choice(sight, action)


def _choice(sight: Sight[InteractionState], action: Action) -> Choice:
    if action.verb == "bid":
        label = action.label if action.args[0] else "Bid nothing"
        return Choice(action.id, label, _BUTTONS["bid"], on=f"group:bids/{action.args[0]}")
    if action.verb == "vote_for":
        return Choice(action.id, action.label, _BUTTONS["vote_for"], on=f"seat:{action.args[0]}", tab="vote for")
    return floor_choice(sight, action)


def _selection(sight: Sight[InteractionState]) -> Selection | None:
    view = sight.view
    if view.phase in TRADES:
        return floor_selection(sight)
    if not chooses_cards(sight):
        return None
    if view.phase == PHASES.discard:
        return discard_selection(sight)
    if view.phase == PHASES.build_cards:
        return build_selection(sight)
    price = sight.ask(cards_to_pay, view, sight.asked_seat)
    submit = (Choice(ACTIONS.done, "Pay", main=True),)
    return Selection(f"Choose {price} to give up", price, price, submit, sentence="You give up {picked}")

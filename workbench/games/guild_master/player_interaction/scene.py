"""The table of Increased Player Interaction: bids, the open floor, and all that is chosen in secret together.

Hands, guilds, houses and piles are those of the base game's table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workbench.author import NONE, Action, Choice, Group, Scene, SceneZone, SeatPanel, Selection, Sight
from workbench.games.guild_master import scene as base_game
from workbench.games.guild_master.player_interaction import floor_scene
from workbench.games.guild_master.player_interaction.floor_scene import name_of
from workbench.games.guild_master.player_interaction.names import OPTIONS
from workbench.games.guild_master.player_interaction.rules import (
    COURSE,
    PHASES,
    cards_to_pay,
    seats_that_draw,
)
from workbench.games.guild_master.player_interaction.scoring import RANKING
from workbench.games.guild_master.player_interaction.table import ACTIONS, InteractionState
from workbench.games.guild_master.rules import seats_with_cards
from workbench.games.guild_master.scene import in_cards

SMALL = (*base_game.SMALL, "Round ", " is done trading", " bids ", " votes for ", " would owe ")
TRADES = (PHASES.trade_1, PHASES.trade_2)
DRAWS = (PHASES.draw_1, PHASES.draw_2)


def scene(sight: Sight[InteractionState]) -> Scene:
    """The scene of a seat, or of everybody for `seat=None`."""
    return floor_scene.scene(
        sight,
        sight.game.title,
        COURSE,
        _message(sight),
        hint=_hint(sight),
        seats=floor_scene.panels(sight, _panel, _state),
        zones=tuple(_zones(sight)),
        choices=tuple(_choice(sight, action) for action in sight.actions if action.verb in base_game.BUTTONS),
        selection=_selection(sight),
        ready=_ready(sight),
        small=SMALL,
    )


# Zones


def _zones(sight: Sight[InteractionState]) -> Iterator[SceneZone]:
    if sight.seat is not None:
        yield base_game.hand(sight, sight.seat, building=sight.view.phase == PHASES.build_cards)
    if sight.view.phase in TRADES:
        yield from floor_scene.zones(sight)
    else:
        if sight.actions_of(ACTIONS.bid):
            yield _bids(sight)
        yield sight.shared(base_game.guilds)
    if sight.seat is None and sight.view.over == 0 and sight.view.guildmaster >= 0:
        yield from _bids_made(sight)
    yield from base_game.open_things(sight)
    yield from floor_scene.favours(sight, "")


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
    made = floor_scene.panel(sight, seat, sight.view.phase in TRADES)
    worst = sum(line["points"] for line in sight.lines_of(RANKING.worst_category) if line["seat"] == seat)
    score = sum(line["points"] for line in sight.lines_of(RANKING.variant_score) if line["seat"] == seat)
    return replace(
        made,
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
    return (floor_scene.state(sight, seat) if view.phase in TRADES else "") or office


def _ready(sight: Sight[InteractionState]) -> tuple[int, ...]:
    """The seats that have chosen, of those that choose in secret together."""
    view = sight.view
    if view.phase in DRAWS and view.draw_mode == OPTIONS.draw_mode.count:
        asked = sight.seats_of(sight.ask(seats_that_draw, view))
    elif view.phase in (PHASES.bid, PHASES.discard, PHASES.build_cards):
        asked = sight.seats_of(sight.ask(seats_with_cards, view))
    elif view.phase == PHASES.pay_bid:
        asked = [seat for seat in range(view.seats) if sight.ask(cards_to_pay, view, seat) > 0]
    else:
        asked = []
    return tuple(seat for seat in asked if seat not in sight.asked)


# Sentences


def _message(sight: Sight[InteractionState]) -> tuple[str, str]:
    """What is to be done or awaited: a first clause, and the sentence after it."""
    view = sight.view
    if view.over == 1:
        return "", base_game.who_won(sight)
    if view.phase in TRADES:
        return floor_scene.message(sight)
    return "", _prompt(sight) if sight.actions else floor_scene.awaited(sight)


def _prompt(sight: Sight[InteractionState]) -> str:
    view = sight.view
    if view.phase in DRAWS:
        return f"Draw up to {in_cards(len(sight.actions) - 1)}."
    if view.phase == PHASES.bid:
        return "How many cards do you bid to be Guildmaster?"
    if view.phase == PHASES.vote:
        tied = sight.seats_of(view.tied)
        return f"{sight.names(tied)} bid {view.bids[tied[0]]} each. Who shall be Guildmaster?"
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
    step, done = floor_scene.hint(sight), floor_scene.done_so_far(sight)
    if step:
        return step
    if sight.seat is None:
        guildmaster = name_of(sight, sight.view.guildmaster)
        return f"{guildmaster} is Guildmaster and will name the guild to build. {done}"
    so_far = f" {done}" if sight.view.stopped else ""
    return f"Each has one offer open at a time. The floor closes when all are done.{so_far}"


# What can be done


def _choice(sight: Sight[InteractionState], action: Action) -> Choice:
    group = base_game.BUTTONS[action.verb]
    if action.verb == "bid":
        label = action.label if action.args[0] else "Bid nothing"
        return Choice(action.id, label, group, on=f"group:bids/{action.args[0]}")
    if action.verb == "vote_for":
        return Choice(action.id, action.label, group, on=f"seat:{action.args[0]}", tab="vote for")
    return floor_scene.choice(sight, action)


def _selection(sight: Sight[InteractionState]) -> Selection | None:
    view = sight.view
    if view.phase in TRADES:
        return floor_scene.selection(sight)
    if not base_game.chooses_cards(sight):
        return None
    if view.phase == PHASES.discard:
        return base_game.discard_selection(sight)
    if view.phase == PHASES.build_cards:
        return base_game.build_selection(sight)
    price = sight.ask(cards_to_pay, view, sight.asked_seat)
    submit = (Choice(ACTIONS.done, "Pay", main=True),)
    return Selection(f"Choose {price} to give up", price, price, submit, sentence="You give up {picked}")

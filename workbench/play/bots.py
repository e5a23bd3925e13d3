"""The bots of a match: whose turn it is among them, and what each chooses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.kernel.actions import PICKS
from workbench.kernel.asking import OPEN_FLOOR
from workbench.kernel.bots import EASY_BOT, slips
from workbench.kernel.chance import BOT_STREAM, LEVEL_STREAM, absorb, random_below, seed_generator
from workbench.kernel.engine.playout import RANDOM_BOT
from workbench.play.asking import refuse_unasked
from workbench.play.setup import check_seat
from workbench.play.standing import Standing


def next_bot(match: Standing) -> int | None:
    """The seat of the bot that is to act next; see `Match.next_bot`."""
    waiting = [seat for seat in match.to_act if seat in match.bots]
    if len(waiting) < 2 or match.variant.together(match.record) != OPEN_FLOOR:
        return waiting[0] if waiting else None
    acted = match.history.in_phase(match.record)
    fewest = min(acted.count(seat) for seat in waiting)
    draw = match.referee.actions.random_state
    seed_generator(draw, match.seed, len(match.acts), BOT_STREAM)
    left = [seat for seat in waiting if acted.count(seat) == fewest]
    return left[random_below(draw, len(left))]


def choice_at_once(match: Standing, seat: int, bot: str) -> list[int]:
    """The act that a bot would choose on a seat without a search; see `Match.choice_of_bot`."""
    player = match.game.player(bot)
    number = match.game.bot_number(bot if player in match.game.bots else match.game.usual_bot)

    def choose(record: Any, taken: int) -> int:
        at_random = player is EASY_BOT and slips(drawn_for(match, seat, taken))
        return match.referee.choice_of_bot(seat, RANDOM_BOT if at_random else number, record, taken)

    return act_of(match, seat, choose)


def act_of(match: Standing, seat: int, choose: Callable[[Any, int], int]) -> list[int]:
    """The act that a chooser makes on a seat, from a record and how many actions the seat has taken before."""
    refuse_unasked(match, check_seat(seat, match.seats))
    record, taken = for_bots(match, match.record), match.history.taken_by(seat)
    events = match.referee.engine.new_events()[0]
    chosen: list[int] = []
    while True:
        action = choose(record, taken + len(chosen))
        chosen.append(action)
        if match.variant.actions.verb(match.variant.actions.decode(action)[0]).use != PICKS:
            return chosen
        match.referee.take(record, seat, action, events)


def drawn_for(match: Standing, seat: int, taken: int) -> int:
    """32 random bits for a seat that has taken so many actions: of a level's own, whatever is hidden."""
    return absorb(0, match.seed, (taken << 8) + seat, LEVEL_STREAM)


def for_bots(match: Standing, record: Any) -> Any:
    """A copy of a record of this match with the options that bots play under: the host's."""
    copy = record.copy()
    for option in match.variant.options:
        if option.bots is not None and match.options[option.key] == option.default:
            setattr(copy, option.key, option.encode(option.bots))
    return copy

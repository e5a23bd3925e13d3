"""Secrecy: nothing that a seat is shown, may do, hears, exports or lets a bot do depends on what it cannot know.

A world is the same match with the cards and fields that a seat cannot know dealt anew (`Match.redealt`). Everything
the seat gets to see must be equal in both. Logs are tested forward: both worlds play the same acts; as long as
the seat's record of what it sees stays equal, so must what it hears. If only cards differ between the worlds,
no card has become visible and the same was heard, public fields must stay equal as well.

What a game declares open (a zone for everyone) or says openly (in a field and in the log) is taken at its word; only
the game's own tests of its information can question that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from workbench.checks.difference import first_difference
from workbench.checks.passing import seen_in_passing
from workbench.checks.trial import STRANGE, Broken, Trial, Tried, play_somehow, require_equal, shown_to
from workbench.kernel.state import EVERYONE
from workbench.play.history import Act
from workbench.play.match import Match
from workbench.play.seating import seat_name
from workbench.storage.errors import IllegalAction, OptionError

ACTS_AHEAD = 4
ITERATIONS = 2  # of a search; each plays a game to its end
SHOW_IT = (
    "If cards are turned up here and put away in the same step, lay them into a zone that is seen, or show(...) them, "
    "before they go."
)
OF_CARDS = ("place", "rows", "counts", "known")  # the fields that say where cards lie
MATCH_ITSELF = 0.5  # share of the pairs of worlds played on in which one is the match itself


def keeps_secrets(trial: Trial) -> None:
    """Compare, along a walk, what one viewer gets in this match and in worlds that it cannot tell apart."""
    searched = False
    for match in trial.walk(trial.match()):
        viewer = trial.chooser.choice([None, *range(match.seats)])
        for _ in range(trial.effort.worlds):
            world = match.redealt(viewer, trial.chooser.randrange(2**60))
            trial.tally["worlds"] += 1
            trial.tally["worlds that differ"] += _lying(world) != _lying(match)
            of_another_seed = world.fork()
            of_another_seed.seed = match.seed + 1  # nobody may see the seed, since all cards follow from it
            text = f"What {viewer_name(viewer)} is shown depends on what it cannot know"
            require_equal(shown_to(match, viewer), shown_to(of_another_seed, viewer), text, match)
            _compare_answers(match.fork(), world, viewer, trial)
        _compare_what_is_heard(match, viewer, trial)
        if not searched and viewer in match.to_act:  # at one position: a search plays many games to their end
            searched = _compare_searches(match, viewer, trial)


def something_was_hidden(tried: Tried, tally: Counter[Any]) -> None:
    """Worlds must have differed, otherwise nothing was tested, and a game that hides cards fails."""
    hides = any(zone.seen_by != EVERYONE for variant in tried.variants() for zone in variant.state.zones)
    if hides and tally["worlds"] and not tally["worlds that differ"]:
        raise Broken("Cards are hidden by declaration, but no determinization ever laid any of them otherwise.")


def viewer_name(viewer: int | None) -> str:
    """What a viewer is called in findings."""
    return "a spectator" if viewer is None else seat_name(viewer)


def _lying(match: Match) -> bytes:
    """The place of every card."""
    return _record(match)["place"].tobytes() + _record(match)["rows"].tobytes()


# What a position shows


def _compare_answers(match: Match, world: Match, viewer: int | None, trial: Trial) -> None:
    """Compare the refusals of a seat, what its time-out plays, and what each bot would do in it."""
    if viewer is None:
        return
    numbers = [trial.chooser.randrange(match.variant.actions.size) for _ in range(5)]
    tried: Any = trial.chooser.choice([*STRANGE, *numbers])
    _compare(f"the answer to {tried!r}", match, world, viewer, lambda one: one.play(viewer, tried))
    _compare("its time-out", match, world, viewer, lambda one: one.play_default(viewer))
    if viewer in match.to_act:
        for bot in match.game.bots:
            _compare(f"the bot {bot.name!r}", match, world, viewer, partial(_play_bot, seat=viewer, bot=bot.name))


def _compare_searches(match: Match, viewer: int, trial: Trial) -> bool:
    """Compare what a search in plain Python says about a seat's actions; returns whether there was any to search."""
    world = match.redealt(viewer, trial.chooser.randrange(2**60))
    here, there = (one.advise(viewer, ITERATIONS, compiled=False) for one in (match, world))
    text = f"For {viewer_name(viewer)}, what the hard bot finds depends on what it cannot know"
    require_equal(here, there, text, match)
    return here.iterations > 0


def _play_bot(match: Match, seat: int, bot: str) -> None:
    sitting = match.bots.get(seat)
    match.seat_bot(seat, bot)
    try:
        match.play_bot(seat)
    finally:
        match.seat_bot(seat, sitting)


def _compare(what: str, match: Match, world: Match, viewer: int, play: Callable[[Match], None]) -> None:
    text = f"For {viewer_name(viewer)}, {what} depends on what it cannot know"
    require_equal(_answer(match, play), _answer(world, play), text, match)


def _answer(match: Match, play: Callable[[Match], None]) -> Any:
    """The refusal in words, or the act that was played, which is then taken back."""
    try:
        play(match)
    except (IllegalAction, OptionError) as refusal:
        return str(refusal)
    act = match.acts[-1]
    match.undo()
    return act


# What is heard afterwards


def two_worlds(match: Match, viewer: int | None, trial: Trial) -> tuple[Match, Match]:
    """The match and a determinization of it; or two, with hidden fields equally unknown, in which only cards differ.

    Later chance that does not depend on cards has the same outcome in both.
    """
    here, there = (match.redealt(viewer, trial.chooser.randrange(2**60)) for _ in range(2))
    if trial.chooser.random() < MATCH_ITSELF:
        here = match.fork()
    for world in (here, there):
        for name in ("random_state", "shuffle_state", "decisions"):
            _record(world)[name] = _record(match)[name]
    return here, there


def _record(match: Match) -> Any:
    return match.record.buffer.view(match.variant.state.dtype)[0]


def _compare_what_is_heard(match: Match, viewer: int | None, trial: Trial) -> None:
    here, there = two_worlds(match, viewer, trial)
    heard = len(here.seat_log(viewer))
    only_cards_differ = _hidden_fields(here) == _hidden_fields(there)
    played = ""
    for _ in range(ACTS_AHEAD):
        if here.over:
            return
        before = here.fork(), there.fork()
        play_somehow(here, trial.chooser)
        act = here.acts[-1]
        played += f"; {seat_name(act.seat)} plays {here.wording.describe(act.actions[-1]).label!r}"
        try:
            there.play(act.seat, list(act.actions))
        except IllegalAction:
            return  # in that world the seat holds other cards
        trial.tally["acts in two worlds"] += 1
        new, other_new = (one.seat_log(viewer)[heard:] for one in (here, there))
        one, other = (world.observed(viewer).buffer for world in (here, there))
        if one.tobytes() == other.tobytes():
            if new == other_new:
                continue
            text = f"What {viewer_name(viewer)} hears depends on what its record does not show{played}: new log line"
            _require_equal_unless_seen((new, other_new), text, match, before, act, viewer)
        elif only_cards_differ and new == other_new:
            seen, other_seen = (_public_fields(one, viewer) for one in (here, there))
            if all(seen[name] == other_seen[name] for name in OF_CARDS):
                text = f"A field tells {viewer_name(viewer)} something about cards that it was not shown{played}"
                _require_equal_unless_seen((seen, other_seen), text, match, before, act, viewer)
        return


def _require_equal_unless_seen(
    pair: tuple[Any, Any], text: str, match: Match, before: tuple[Match, Match], act: Act, viewer: int | None
) -> None:
    """The viewer may tell two worlds apart from now on if it saw different cards in them during the act."""
    seen, other_seen = (seen_in_passing(world, act, viewer) for world in before)
    difference = first_difference(*pair)
    if seen == other_seen and difference:
        raise Broken(f"{text}: {difference}. {SHOW_IT}", match)


def _hidden_fields(match: Match) -> bytes:
    hidden = (part.name for part in match.variant.state.fields if part.seen_by != EVERYONE)
    return b"".join(_record(match)[name].tobytes() for name in hidden)


def _public_fields(match: Match, viewer: int | None) -> dict[str, Any]:
    view = match.observed(viewer).buffer.view(match.variant.state.dtype)[0]
    return {part.name: view[part.name].tolist() for part in match.variant.state.fields if part.seen_by == EVERYONE}

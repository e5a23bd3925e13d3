"""Declarations: every variant, option value and seat count plays, labels tell actions apart, every phase is reached."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from workbench.checks.scores import to_the_end
from workbench.checks.trial import Broken, Trial, Tried, require
from workbench.kernel.actions import PEOPLE_ONLY
from workbench.kernel.effects import nothing_allowed
from workbench.kernel.engine.failures import records_of
from workbench.kernel.engine.reading import misread
from workbench.kernel.engine.speeds import deck_parts, rules_of
from workbench.kernel.game import Game, Variant
from workbench.kernel.phases import Phase, nothing_happens
from workbench.kernel.scenes.scene import LARGE_LAYOUTS
from workbench.play.match import Match
from workbench.storage.errors import DeckError, IllegalAction, OptionError

WALKED = 40  # acts of a match in which screens and labels are checked before bots play it to the end


def plays_as_declared(trial: Trial) -> None:
    """Check labels, passes and screens along a walk, then let bots finish the match."""
    try:
        match = trial.match()
    except (OptionError, DeckError) as refusal:
        raise Broken(f"The setup {trial.setup} is refused: {refusal}") from None
    for _ in trial.walk(match, min(WALKED, trial.effort.acts)):
        _note(match, trial)
        for seat in match.to_act:
            _labels_differ(match, seat)
            _can_pass(match, seat)
            _screen_offers(match, seat)
        viewer = trial.chooser.choice([None, *range(match.seats)])
        json.dumps([match.scene(viewer).as_dict(), match.view(viewer)])  # a screen is plain data
        _layouts_are_declared(match, viewer)
    for _ in to_the_end(match, trial):
        _note(match, trial)
    for bot in match.bots.values():
        trial.tally[f"seats of {bot}"] += 1


def _note(match: Match, trial: Trial) -> None:
    trial.tally[match.variant.key, match.phase] += 1


def everything_was_reached(tried: Tried, tally: Counter[Any]) -> None:
    """The declaration is consistent and, if no seats or options were fixed, each phase was played."""
    for text in (*_misdeclared(tried.game), *_misread(tried)):
        raise Broken(text)
    for variant in tried.variants():
        expected = [phase.key for phase in variant.phases if _asks_or_ends(variant, phase)]
        unreached = [key for key in expected if not tally[variant.key, key]]
        if unreached and tried.seats is None and not tried.options:  # two seats need no vote, some options no trade
            raise Broken(f"{variant.title}: no match has reached the phase {', '.join(unreached)}.")
        tally["phases reached"] += sum(tally[variant.key, key] > 0 for key in expected)


def _asks_or_ends(variant: Variant, phase: Phase) -> bool:
    """Whether a match can rest in a phase: the phase asks somebody, or matches end in it."""
    silent = phase.legal is nothing_allowed and phase.begin is not nothing_happens
    return not (variant.phases.have_courses and silent)


def _misdeclared(game: Game) -> Iterator[str]:
    """What is wrong with a declaration, found without playing."""
    if [bot.name for bot in game.bots][:1] != ["random"]:
        yield "The first bot must be 'random': it plays any legal move."
    for variant in game.variants:
        yield from (f"The option {option.key!r} has no help." for option in variant.options if not option.help)


def _misread(tried: Tried) -> Iterator[str]:
    """What rules read or write although it does not exist, even if no match has reached it."""
    deck = {name: part.ndim > 0 for name, part in deck_parts(tried.deck.arrays).items()}
    for variant in tried.variants():
        records = records_of(variant, deck)
        for function in rules_of(variant):
            yield from map(str, misread(function, records))


def _labels_differ(match: Match, seat: int) -> None:
    by_label: dict[str, int] = {}
    for action in match.legal(seat):
        require(bool(action.label.strip()), f"The action {action.id} ({action.verb}) has no label.", match)
        other = by_label.setdefault(action.label, action.id)
        require(other == action.id, f"The actions {other} and {action.id} are both labelled {action.label!r}.", match)


def _can_pass(match: Match, seat: int) -> None:
    """A time-out finds something to play at every position."""
    try:
        match.fork().play_default(seat)
    except IllegalAction as refusal:
        raise Broken(f"A time-out of seat {seat + 1} finds nothing to play: {refusal}", match) from None


def _screen_offers(match: Match, seat: int) -> None:
    """A screen offers everything that its seat may do; correcting a choice may be left to the screen."""
    scene = match.scene(seat)
    cards = [card for zone in scene.zones for card in zone.cards]
    offered = {choice.action for choice in scene.choices} | {card.action for card in cards if card.action is not None}
    if scene.selection is not None:
        offered |= {choice.action for choice in scene.selection.submit}
        offered |= {choice.action for extra in scene.selection.extras for choice in extra.choices}
    for action in match.legal(seat):
        if match.variant.actions.verb(action.verb).use != PEOPLE_ONLY:
            require(action.id in offered, f"The screen of seat {seat + 1} does not offer {action.label!r}.", match)
    legal = {action.id for action in match.legal(seat)}
    closing = {choice.action for choice in scene.selection.submit} if scene.selection else set()
    strange = offered - legal - closing
    require(not strange, f"The screen of seat {seat + 1} offers what is not legal: {sorted(strange)}.", match)


def _layouts_are_declared(match: Match, viewer: int | None) -> None:
    """A page is sent only the code that draws the layouts declared by its game."""
    declared = match.variant.layouts
    scene = match.scene(viewer)
    zones = [*scene.zones, *([scene.reveal.zone] if scene.reveal else [])]
    for zone in zones:
        if zone.layout in LARGE_LAYOUTS and zone.layout not in declared:
            given = ", ".join(map(repr, declared)) or "none"
            text = f"The scene of {match.variant.title} shows {zone.title!r} with the layout {zone.layout!r}; "
            raise Broken(f"{text}its variant declares {given}. Add it to layouts=(...) of the Variant.", match)

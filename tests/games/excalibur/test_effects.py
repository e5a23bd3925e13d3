"""The sorts of effects that chips.py lists, compared with the rules below it, which name them again."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from tests.games.excalibur.table import Table
from workbench.author import (
    TARGET,
    Effect,
    Effects,
    all_seats,
    allow_seats,
    argument_of,
    ask,
    effect_at_work,
    rule,
    set_top_frame,
)
from workbench.decks import Deck, load_deck
from workbench.games.excalibur import GAME, chips, movements
from workbench.games.excalibur.chips import EFFECTS
from workbench.games.excalibur.movements import finish
from workbench.games.excalibur.report import COUNTERS, HOLDERS
from workbench.games.excalibur.table import ACTIONS
from workbench.kernel.engine.speeds import linked_plain
from workbench.kernel.frames import EFFECT
from workbench.kernel.registry import registered
from workbench.play import Match

ASKED = linked_plain(GAME.variant(), {"is_sword": movements.is_sword_effect, "effect_at_work": effect_at_work})


def named(effects: tuple) -> set[str]:
    """The names of the rows of one sort."""
    return {effect.name for effect in effects}


def at_work(*effects: str) -> int:
    """The frame of the chip that is being resolved when these effects are stacked in this order."""
    frames = {(i, EFFECT): getattr(EFFECTS, effect) for i, effect in enumerate(effects)}
    return ASKED["effect_at_work"](SimpleNamespace(frame_count=len(effects), frames=frames))


@pytest.mark.rule("EX-044")
def test_the_rules_know_the_swords_that_are_listed_and_no_others() -> None:
    swords = {effect.name for number, effect in enumerate(EFFECTS) if ASKED["is_sword"](number)}
    assert swords == named(chips.SWORDS)


@pytest.mark.rule("EX-057")
def test_what_acts_on_reveal_is_what_is_listed_so() -> None:
    assert named(tuple(EFFECTS[number] for number in chips.ACTING_ON_REVEAL)) == named(chips.ON_REVEAL)


def test_a_chip_is_at_work_below_whatever_has_a_frame_besides_the_chips() -> None:
    assert {effect.name for effect in EFFECTS if at_work(effect.name) < 0} == named(tuple(chips.Parts()))
    assert at_work() == -1
    assert at_work("morgana", "thief", "stealing", "flip_offered") == 1


@pytest.mark.rule("EX-608")
def test_each_sword_is_counted_under_its_own_name() -> None:
    counted = {list(COUNTERS)[counter]: EFFECTS[sword].name for counter, sword in HOLDERS}
    assert counted == {f"holder_of_{sword}": sword for sword in named(chips.SWORDS)}


# A row that somebody adds


@rule
def herald(state, deck, events, actor, step):
    """Ask whose name is called, twice; then the chip is trashed."""
    if step < 2:
        ask(state, actor)
    else:
        finish(state, deck, events)


@rule
def legal_names(state, deck, seat, actions):
    """Any seat."""
    allow_seats(actions, ACTIONS.name_seat, all_seats(state))


@rule
def call_name(state, deck, events, seat, action):
    """The seat that was named is the target."""
    set_top_frame(state, TARGET, argument_of(action))


HERALD = Effect(
    herald,
    legal_names,
    call_name,
    question=("name a player.", "name another player than {target}."),
    log="{actor} blows a horn.",
    name="herald",
)


def deck_with_a_herald() -> Deck:
    """The usual deck, whose Thief is a herald instead."""
    deck = load_deck("excalibur")
    effect = deck.arrays.effect.copy()
    effect[deck.names["card"].index("Thief")] = len(EFFECTS)
    vars(deck)["arrays"] = deck.arrays._replace(effect=effect)  # no list can name the row: it is this test's alone
    return deck


def test_a_row_that_is_added_brings_its_question_and_its_log_words_along() -> None:
    variant = replace(GAME.variant(), effects=Effects([*EFFECTS, HERALD]))
    with registered(replace(GAME, variants=(variant,))):
        begun = Match("excalibur", seats=2, seed=4, deck=deck_with_a_herald())
        match = Table(begun).put(["Thief", "Spirit"], phase="play").match
        match.play(0, "Play Thief")
        match.play(1, "Play Spirit")
        assert match.seat_log(None)[-1] == "Seat 1 blows a horn."
        assert (match.scene(0).strong, match.scene(0).prompt) == ("Thief:", "name a player.")
        match.play(0, "Name Seat 2")
        assert match.scene(0).prompt == "name another player than Seat 2."
        match.play(0, "Name Seat 1")
        assert match.state.frame_count == 1  # the next chip is at work

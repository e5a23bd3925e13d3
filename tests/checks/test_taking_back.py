"""Taking back: the kit plays every order of small set-ups, and notices what taking cards back leaves behind."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.checks.broken_rules import copy
from workbench.checks.taking_back import TakingBack
from workbench.checks.trial import EFFORTS, Broken, Setup, Trial
from workbench.decks import load_deck
from workbench.games.quests import GAME as QUESTS
from workbench.games.quests import quest
from workbench.games.quests.rules import PHASES
from workbench.games.quests.table import ACTIONS, ZONES
from workbench.kernel.actions import first_argument, second_argument, verb_of
from workbench.kernel.asking import ask
from workbench.kernel.cards import unstage
from workbench.kernel.game import Game
from workbench.kernel.phases import Phases
from workbench.kernel.registry import registered
from workbench.kernel.rule import rule
from workbench.play import Match

sound_set_up = copy(quest.set_up)


@rule
def set_up_card_by_card(state, deck, events, seat, action):
    """A foe is taken back without its weapons, as it once was."""
    if verb_of(action) == ACTIONS.take_back:
        n, kind = first_argument(action), second_argument(action)
        unstage(state, deck, seat, ZONES.hand + seat, kind, n + 1)
        ask(state, seat)
    else:
        sound_set_up(state, deck, events, seat, action)


def quests_of_old() -> Game:
    """Quests with that rule."""
    phases = [replace(one, answer=set_up_card_by_card) if one.key == "quest_setup" else one for one in PHASES]
    return replace(QUESTS, variants=(replace(QUESTS.variants[0], phases=Phases(phases)),))


def setting_up(game: Game, seed: int) -> Match:
    """A match in which somebody sets a quest up."""
    match = Match(game, seed=seed)
    while match.phase != "quest_setup":
        wanted = ("sponsor", "stay_out", "pass", "discard", "done", "leave_cards", "decline", "pick")
        legal = {action.verb: action for action in match.legal(match.to_act[0])}
        match.play(match.to_act[0], next(legal[verb] for verb in wanted if verb in legal))
    return match


def look(game: Game, seed: int) -> Trial:
    """Look at the set-ups of the first who sets a quest up."""
    trial = Trial(Setup(game, load_deck(game, "classic"), game.variants[0], 4), seed, replace(EFFORTS[0], positions=40))
    TakingBack(trial).look(setting_up(game, seed))
    return trial


def test_a_foe_taken_back_from_under_its_weapons_is_found_in_quests_as_it_was() -> None:
    old = quests_of_old()
    with registered(old), pytest.raises(Broken, match="what is left could not be picked so") as found:
        look(old, 5)
    assert found.value.match is not None
    labels = [found.value.match.wording.describe(act.actions[-1]).label for act in found.value.match.acts[-3:]]
    assert [label.split()[0] for label in labels] == ["Put", "Put", "Take"]


def test_quests_as_it_is_leaves_nothing_behind() -> None:
    assert look(QUESTS, 5).tally["set-ups after taking back"] > 10

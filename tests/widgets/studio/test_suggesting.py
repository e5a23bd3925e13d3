"""Edits that games have found for the deck on the desk: looked for, taken one by one, and taken back."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.decks import load_deck
from workbench.decks.deck_edit import card_edit
from workbench.lab.simulation import plan_run
from workbench.lab.suggest import Suggestion
from workbench.lab.suggestion_tables import Measured
from workbench.lab.targets import Figure, Target
from workbench.widgets import DeckStudio

PATIENCE = 300  # seconds: rules may have to be compiled first


@pytest.fixture
def studio() -> DeckStudio:
    """Guile on the desk."""
    return DeckStudio("guile", games=20, autosave=False)


def two_edits() -> Suggestion:
    """What a search may find: two edits of Guile, the second on top of the first."""
    deck = load_deck("guile")
    edits = (card_edit(deck, "influence_2", {"count": 2}), card_edit(deck, "influence_1", {"count": 2}))
    plan = plan_run(deck.game, games=20, deck=deck)
    target = Target("first_seat", -0.01, 0.01)
    shares = [Figure(share, share - 0.01, share + 0.01, 0.5) for share in (0.42, 0.46, 0.5)]
    steps = tuple((Measured(target, "greedy", *shares[n : n + 2], 20, 1),) for n in range(2))
    own = Measured(target, "greedy", shares[0], shares[2], 20, 1)
    mended = edits[1].applied(edits[0].applied(deck))
    return Suggestion(plan, (target,), edits, mended, True, (own,), steps)


def lay(studio: DeckStudio) -> None:
    """Let the studio have found two edits."""
    studio.suggesting.found = two_edits()
    studio.suggesting.show(studio.deck)


def told(studio: DeckStudio) -> dict[str, Any]:
    """What the page shows of edits."""
    return studio.suggesting.panel.state


def test_each_edit_says_what_it_brings_on_top_of_those_before(studio: DeckStudio) -> None:
    lay(studio)
    assert told(studio)["words"] == "2 edits reach it: who begins wins an even share, within 1.0 of 100 games."
    first, second = told(studio)["edits"]
    assert first["words"] == 'Put in 2 copies of "Influence 2" instead of 3.'
    assert first["brings"].startswith("Who begins wins 46.0 of 100 games")
    assert second["brings"].startswith("Who begins wins 50.0 of 100 games")
    assert (first["taken"], second["taken"]) == (False, False)


def test_an_edit_is_taken_alone_as_one_step_that_can_be_undone(studio: DeckStudio) -> None:
    lay(studio)
    opened = studio.deck.digest
    studio.hear({"type": "edit", "number": 1})
    assert studio.deck.digest == two_edits().edits[1].applied(load_deck("guile")).digest
    assert [edit["taken"] for edit in told(studio)["edits"]] == [False, True]
    assert studio.bar.state["note"] == 'Put in 2 copies of "Influence 1" instead of 3. Undo takes it back.'
    studio.hear({"type": "undo"})
    assert studio.deck.digest == opened
    assert [edit["taken"] for edit in told(studio)["edits"]] == [False, False]


def test_both_edits_make_the_deck_that_was_measured(studio: DeckStudio) -> None:
    lay(studio)
    for number in (0, 1):
        studio.hear({"type": "edit", "number": number})
    assert studio.deck.digest == studio.suggesting.found.deck.digest


def test_an_edit_of_a_card_that_is_gone_is_refused_and_changes_nothing(studio: DeckStudio) -> None:
    lay(studio)
    more = [{"card_id": "influence_1", "count": 6}]
    studio.editor.replace(studio.deck.edit(remove=["influence_2"], change=more), "Take it out")
    studio.show()
    before = studio.deck.digest
    studio.hear({"type": "edit", "number": 0})
    assert studio.deck.digest == before
    assert "influence_2" in studio.bar.state["error"]


def test_an_edit_that_nobody_has_found_is_refused(studio: DeckStudio) -> None:
    studio.hear({"type": "edit", "number": 0})
    assert studio.bar.state["error"] == "There is no edit 1 to take. Choose one of the 0 on the page."


def test_the_deck_of_another_game_brings_no_edits_of_this_one(studio: DeckStudio) -> None:
    lay(studio)
    studio.hear({"type": "open", "game": "excalibur", "deck": ""})
    assert told(studio)["edits"] == []


def test_a_search_that_was_given_up_shows_nothing(studio: DeckStudio) -> None:
    studio.hear({"type": "suggest", "aim": "first_seat"})
    assert told(studio)["working"]
    studio.hear({"type": "stop"})
    assert studio.suggesting.wait(PATIENCE)
    assert (told(studio)["working"], told(studio)["edits"], told(studio)["words"]) == (False, [], "")


@pytest.mark.slow
def test_edits_of_the_deck_on_the_desk_are_found_and_taken(studio: DeckStudio) -> None:
    studio.hear({"type": "suggest", "aim": "first_seat"})
    assert studio.suggesting.wait(PATIENCE)
    assert not told(studio)["working"]
    assert told(studio)["edits"], told(studio)["words"]
    for number in range(len(told(studio)["edits"])):
        studio.hear({"type": "edit", "number": number})
    assert studio.deck.digest == studio.suggesting.found.deck.digest
    assert all(edit["taken"] for edit in told(studio)["edits"])

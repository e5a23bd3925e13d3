"""Edits planted in the games' own decks, and how it is judged whether a comparison mentions them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from benchmarks.edits import (
    BEGIN,
    END,
    PAGE,
    Runs,
    Tried,
    drawn,
    harmless,
    holds,
    is_planted,
    largest,
    meant_by,
    says_edit,
    table,
)
from benchmarks.imbalances import Kept, Size
from benchmarks.planted_edits import HARMLESS, OWN_CARD, PLANTS, EditPlant, HarmlessEdit, PlantedEdit
from benchmarks.table import with_table
from tests.lab.test_shifts import of_card, row, with_rows
from workbench.decks import Deck, load_deck
from workbench.lab.comparison import Comparison, compare
from workbench.lab.edits import CHANGED

GOLD_MINE = {"card_id": "gold_mine", "resources": "RR"}


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: f"{plant.game}, {plant.group}")
def test_a_comparison_knows_the_planted_edit_by_its_decks(plant: EditPlant) -> None:
    for seed in range(3):
        planted = plant.make(Random(seed))
        edits = compare(planted.before, planted.after, games=1, bots="random").edits
        assert sum(is_planted(edit, planted) for edit in edits) == 1, planted.about
        other = planted.__class__(**{**vars(planted), "cards": ("another",)})
        assert not any(is_planted(edit, other) for edit in edits)


@pytest.mark.parametrize("number", range(len(HARMLESS)))
def test_a_harmless_edit_changes_a_deck_and_has_words(number: int) -> None:
    before, after, about = HARMLESS[number].make(Random(number))
    assert before.digest != after.digest
    assert about


def test_the_table_has_its_place_in_the_readme() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert "What comparisons say" in text.partition(BEGIN)[0]
    assert with_table(text, "new", BEGIN, END) != text


def planted_gold_mine() -> PlantedEdit:
    """A card of Guild Master that gives its points to another category."""
    deck = load_deck("guild_master")
    return PlantedEdit(deck, deck.edit(change=[GOLD_MINE]), "Gold Mine", CHANGED, ("gold_mine",), shifts=OWN_CARD)


def found(*cards: dict) -> Comparison:
    """A comparison in which these figures of cards have shifted."""
    planted = planted_gold_mine()
    return with_rows(planted.before, planted.after, [row("turns a game", 20, 30)], list(cards))


def test_an_edit_is_said_by_what_it_is_meant_to_shift_in_the_direction_that_was_measured() -> None:
    planted, more = planted_gold_mine(), of_card("gold_mine", "scored_share", 0.4, 0.5)
    said = says_edit(found(more), planted, found(more))
    assert said is not None
    assert said.cards == ("gold_mine",)
    assert says_edit(found(more), planted, found(of_card("gold_mine", "scored_share", 0.5, 0.4))) is None
    assert says_edit(found(of_card("moat", "scored_share", 0.4, 0.5)), planted, found(more)) is None, "another card"
    unsure = of_card("gold_mine", "scored_share", 0.4, 0.5) | {"low": -0.1}
    assert says_edit(found(more), planted, found(unsure)) is None, "nothing was measured"
    other = PlantedEdit(planted.before, planted.after, "Moat", CHANGED, ("moat",), shifts=OWN_CARD)
    assert says_edit(found(more), other, found(more)) is None, "another edit"


def test_the_size_of_an_edit_is_that_of_what_surely_shifts_most_of_what_it_is_meant_to_shift() -> None:
    cards = [of_card("gold_mine", "scored_share", 0.4, 0.5), of_card("gold_mine", "win_share", 0.25, 0.27)]
    rows = meant_by(planted_gold_mine(), found(*cards, of_card("moat", "scored_share", 0.9, 0.1)))
    assert set(rows) == {("gold_mine", "scored_share"), ("gold_mine", "win_share")}
    assert largest(rows).value == pytest.approx(0.1)
    turns = {("", "turns a game"): next(found().figures.itertuples())}
    assert largest(turns).value == pytest.approx(10 / 30), "of what is no share, relative"


class ByHand(Runs):
    """Games in which Gold Mine now scores so much more often, whatever is compared."""

    def __init__(self, *shifts: float) -> None:
        super().__init__(1, 1)
        self.shifts = iter(shifts)

    def compare(self, before: Deck, after: Deck) -> Comparison:
        return found(of_card("gold_mine", "scored_share", 0.4, 0.4 + next(self.shifts)))


def test_an_edit_is_drawn_again_that_shifts_little_or_was_tried() -> None:
    names = iter(("tried", "little", "enough"))
    plant = EditPlant(
        "guild_master", "a card is changed", lambda random: replace(planted_gold_mine(), about=next(names))
    )
    drew = drawn([plant], Random(1), ByHand(0.01, 0.05), {("a card is changed", "guild_master", "tried")})
    assert (drew[1].about, drew[3].value) == ("enough", pytest.approx(0.05))
    same = EditPlant("guild_master", "a card is changed", lambda random: planted_gold_mine())
    with pytest.raises(ValueError, match="another seed"):
        drawn([same], Random(1), ByHand(), {("a card is changed", "guild_master", "Gold Mine")})


@pytest.mark.slow
def test_a_harmless_edit_that_must_be_measured_is_drawn_until_nothing_shifts() -> None:
    deck = load_deck("guild_master")
    strong = deck.edit(change=[GOLD_MINE])
    renamed = deck.edit(change=[{"card_id": "moat", "name": "Ditch"}])
    tried = iter([(deck, strong, "strong"), (deck, renamed, "renamed")])
    found_at = harmless(HarmlessEdit(lambda random: next(tried), measured=True), Random(1), Runs(1, 2_000))
    assert found_at == (deck, renamed, "renamed")


def test_each_seed_has_to_be_said_often_enough_and_nothing_harmless_may_be_an_alarm(tmp_path: Path) -> None:
    kept, size = Kept(tmp_path / "tried.jsonl", Tried), Size(0.04, 0.03, 0.05)
    for seed in (1, 2):
        for number in range(20):
            said = "Moat is gone." if number < 18 else ""
            kept.add(Tried("guild_master", f"card {number}", "anything", said, seed, size, "a card is gone"))
        kept.add(Tried("guile", "every card renamed", "", "", seed))
    assert holds(kept)
    text = table(kept)
    assert "| a card is gone | guild_master | 36 of 40 | 4.0 | card 0 | Moat is gone. |" in text
    assert "Seed 2: 18 of 20 edits are said; 0 of 1 harmless ones alarm." in text
    assert text.count("- not said: guild_master, card 18") == 2
    again = Kept(kept.path, Tried)
    assert again.read == kept.read
    again.add(Tried("guile", "rows in another order", "card", "Influence 4 now scores.", 2))
    assert not holds(again)
    assert "**alarm**: guile, rows in another order: Influence 4 now scores." in table(again)
    kept.read[0] = Tried("guild_master", "card 0", "", "", 1, size, "a card is gone")
    assert not holds(kept), "with the first seed 17 are said"

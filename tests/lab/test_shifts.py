"""What shifts from one deck to another, in sentences that speak of the edit first."""

from __future__ import annotations

import re
from copy import copy
from typing import Any

import pandas
import pytest

from workbench.decks import Deck, load_deck
from workbench.lab.comparison import Comparison, compare
from workbench.lab.findings import MOST_FINDINGS, Finding
from workbench.lab.pages import comparison_html
from workbench.lab.shifts import SHIFTED_CARD, SHIFTED_FIGURE, SHIFTED_WINS, shifts_of

Row = dict[str, Any]
CERTAIN = 1e-12  # the chance of what is surely no accident


@pytest.fixture(scope="module")
def edited() -> Comparison:
    """The effect of a card giving two points of another category."""
    deck = load_deck("guild_master")
    return compare(deck, deck.edit(change=[{"card_id": "gold_mine", "resources": "RR"}]), games=2_000, seats=4, seed=1)


def row(figure: str, before: float, after: float, chance: float = CERTAIN, **more: Any) -> Row:
    """A row of a table of a comparison whose interval is a tenth of its difference wide on either side."""
    difference = after - before
    low, high = sorted((0.9 * difference, 1.1 * difference))
    values = {"figure": figure, "before": before, "after": after, "difference": difference, "low": low, "high": high}
    return {**values, "chance": chance, "shifted": chance < 0.05, **more}


def of_card(card: str, figure: str, before: float, after: float, chance: float = CERTAIN) -> Row:
    return row(figure, before, after, chance, card_id=card, card=card.replace("_", " ").title(), change="")


def with_rows(before: Deck, after: Deck, figures: list[Row], cards: list[Row] | None = None) -> Comparison:
    """A comparison of two decks with figures made by hand."""
    comparison = compare(before, after, games=1, bots="random")
    columns = list(of_card("moat", "points", 0, 0))
    tables = {"figures": pandas.DataFrame(figures or [row("turns", 1, 1, 1.0)])}
    tables["cards"] = pandas.DataFrame(cards or [], columns=columns)
    comparison.__dict__ |= tables
    return comparison


def guild_master(figures: list[Row], cards: list[Row] | None = None, **edit: Any) -> Comparison:
    """A comparison with figures made by hand, where Gold Mine is edited if nothing else is."""
    deck = load_deck("guild_master")
    edit = edit or {"change": [{"card_id": "gold_mine", "resources": "RR"}]}
    return with_rows(deck, deck.edit(**edit), figures, cards)


# What is said first


def test_a_comparison_says_first_what_became_of_the_edited_card(edited: Comparison) -> None:
    first = edited.findings[0]
    assert (first.kind, first.cards, first.figure) == (SHIFTED_CARD, ("gold_mine",), "scored_share")
    assert [edit.cards for edit in first.edits] == [("gold_mine",)]
    assert re.fullmatch(r"Gold Mine now scores in [\d.]+ of 100 games, before [\d.]+\.", first.text)
    rows = edited.cards.set_index(["card_id", "figure"])
    assert f"{100 * rows.loc[('gold_mine', 'scored_share'), 'after']:.1f}" in first.text
    said = first.text.replace("Gold Mine", "Gold Mine (resources RR, before TT)")
    assert edited.verdict.startswith(f"{said} No shift in who wins"), "it is not said twice which card was edited"
    assert edited.verdict in comparison_html(edited)


def test_who_wins_comes_first_then_what_was_edited_then_other_cards_then_other_figures() -> None:
    figures = [row("turns a game", 20, 30), row("win share, the one who begins", 0.31, 0.33)]
    cards = [of_card("moat", "scored_share", 0.6, 0.2), of_card("gold_mine", "scored_share", 0.4, 0.45)]
    found = guild_master(figures, cards).findings
    assert [finding.kind for finding in found] == [SHIFTED_WINS, SHIFTED_CARD, SHIFTED_CARD, SHIFTED_FIGURE]
    assert [finding.cards for finding in found] == [(), ("gold_mine",), ("moat",), ()]
    assert [finding.figure for finding in found][-1] == "turns a game"
    assert found[0].text == "The one who begins now wins 33.0 of 100 games, before 31.0."
    assert found[-1].text == "Turns a game: now 30.00, before 20.00."


def test_shares_are_said_with_what_they_are_shares_of() -> None:
    shares = ("turns until it is decided", "decided by half-time")
    figures = [row(figure, 0.3, 0.3 + more) for figure, more in zip(shares, (0.2, 0.1), strict=True)]
    assert [finding.text for finding in guild_master([*figures, row("lead changes a game", 4, 4.1)]).findings] == [
        "Turns until it is decided: now 50.0 of 100 turns, before 30.0.",
        "Decided by half-time: now 40.0 of 100 games, before 30.0.",
        "Lead changes a game: now 4.10, before 4.00.",
    ]


def test_of_the_same_sort_what_surely_shifts_most_stands_first_and_numbers_by_how_much_of_them() -> None:
    cards = [of_card("moat", "scored_share", 0.6, 0.5), of_card("inn", "scored_share", 0.6, 0.3)]
    wide = of_card("arena", "scored_share", 0.1, 0.6) | {"low": 0.01, "high": 0.99}
    assert [finding.cards for finding in guild_master([], [*cards, wide]).findings] == [("inn",), ("moat",), ("arena",)]
    figures = [row("decisions a game", 500, 520), row("turns a game", 20, 30)]
    assert [finding.figure for finding in guild_master(figures).findings] == ["turns a game", "decisions a game"]


def test_who_wins_is_said_once_by_turn_order_and_once_by_seat() -> None:
    shares = {
        "the one who begins": 0.35,
        "place 2 in turn order": 0.27,
        "seat 0 (greedy)": 0.26,
        "seat 1 (greedy)": 0.20,
    }
    figures = [row(f"win share, {who}", 0.25, after) for who, after in shares.items()]
    texts = [finding.text for finding in guild_master(figures).findings]
    assert texts == [
        "The one who begins now wins 35.0 of 100 games, before 25.0.",
        "Seat 2 (greedy) now wins 20.0 of 100 games, before 25.0.",
    ]


def test_there_are_five_findings_at_most_and_one_of_each_other_card() -> None:
    cards = [
        of_card(card, figure, 0.2, 0.4)
        for card in ("moat", "inn", "arena", "palace", "castle", "quarry")
        for figure in ("scored_share", "win_share")
    ]
    found = guild_master([], cards).findings
    assert len(found) == MOST_FINDINGS
    assert len({finding.cards for finding in found}) == MOST_FINDINGS


# What is certain enough to be said


def test_what_one_asks_first_does_not_drown_in_what_one_does_not_ask() -> None:
    others = [of_card(f"card_{number}", "scored_share", 0.5, 0.51, 0.9) for number in range(500)]
    chance = 0.004
    own = of_card("gold_mine", "scored_share", 0.4, 0.5, chance)
    assert [finding.cards for finding in guild_master([], [*others, own]).findings] == [("gold_mine",)]
    other = of_card("moat", "scored_share", 0.4, 0.5, chance)
    assert guild_master([], [*others, other]).findings == ()


def test_a_sentence_asks_for_more_than_a_mark_in_a_table() -> None:
    marked = guild_master([], [of_card("gold_mine", "scored_share", 0.4, 0.5, 0.02)])
    assert marked.cards.shifted.all()
    assert marked.findings == ()
    assert marked.verdict.startswith("Gold Mine is changed: resources RR, before TT. Nothing shifted beyond doubt.")


def test_what_reads_the_same_before_and_after_is_not_said() -> None:
    cards = [of_card("gold_mine", "scored_share", 3.37, 3.41), of_card("gold_mine", "win_share", 0.2501, 0.2503)]
    assert guild_master([], cards).findings == ()
    cards = [of_card("gold_mine", "scored_share", 3.37, 3.51)]
    assert guild_master([], cards).findings[0].text == "Gold Mine now scores 3.5 times a game, before 3.4."


# By which edit it shifted


def test_a_category_made_thin_is_said_with_its_own_figures_before_its_cards() -> None:
    deck = load_deck("guild_master")
    taken = [entry["card_id"] for entry in deck.rows if entry["resources"] == "MM"][:4]
    change = [
        {"card_id": card, "resources": letters} for card, letters in zip(taken, ("II", "AA", "FF", "TT"), strict=True)
    ]
    name = "Military and fortifications"
    figures = [row(f"{name}: points of a seat", 3.1, 2.0), row("Public health: points of a seat", 3.0, 2.0)]
    figures.append(row(f"{name}: one seat leads alone", 0.92, 0.83))
    found = guild_master(figures, [of_card(taken[0], "scored_share", 0.6, 0.2)], change=change).findings
    assert [finding.text for finding in found[:2]] == [
        f"A seat now has 2.0 points of {name}, before 3.1.",
        f"One seat alone now leads {name} in 83.0 of 100 games, before 92.0.",
    ]
    assert [edit.category for edit in found[0].edits] == ["M"]
    assert found[2].cards == (taken[0],)
    assert found[3].figure == "Public health: points of a seat"


def test_of_several_edited_cards_each_has_its_own_shift_and_all_have_what_else_shifts() -> None:
    change = [{"card_id": "gold_mine", "resources": "RR"}, {"card_id": "inn", "resources": "LI"}]
    cards = [
        of_card(card, "scored_share", 0.4, after) for card, after in (("inn", 0.6), ("gold_mine", 0.5), ("moat", 0.2))
    ]
    found = guild_master([], cards, change=change).findings
    by = [{card for edit in finding.edits for card in edit.cards} for finding in found]
    assert by == [{"inn"}, {"gold_mine"}, {"gold_mine", "inn"}]


def test_a_rule_that_favours_a_seat_is_said_with_who_wins_by_it() -> None:
    deck = load_deck("guile")
    figures = [row("win share, seat 0 (greedy)", 0.49, 0.41), row("win share, seat 1 (greedy)", 0.51, 0.58)]
    comparison = with_rows(deck, deck.edit(meta={"options": {"start_player": "seat_0"}}), figures)
    (found,) = comparison.findings
    assert (found.kind, found.figure) == (SHIFTED_WINS, "win share, seat 0 (greedy)")
    assert [edit.option for edit in found.edits] == ["start_player"]
    assert comparison.verdict == "New rule: Seat 1 begins. Seat 1 (greedy) now wins 41.0 of 100 games, before 49.0."


def guile_with_cast(change: Row, cards: list[Row]) -> tuple[Finding, ...]:
    """What is found where a card is changed and Isolde and Merlin are in the deck."""
    deck = load_deck("guile").edit(meta={"options": {"extended_cast": True}})
    return with_rows(deck, deck.edit(change=[change]), [], cards).findings


def test_a_card_that_copies_another_one_is_said_with_what_it_copies() -> None:
    cards = [of_card("isolde", "points", 1.0, 1.6), of_card("merlin", "impact of effect", 0.12, 0.06)]
    cards += [of_card("influence_1", "points", 3.0, 2.5), of_card("influence_2", "scored_share", 0.5, 0.6)]
    found = guile_with_cast({"card_id": "influence_4", "value": 7}, cards)
    assert [finding.text for finding in found] == [
        "Isolde now gives 1.6 points, before 1.0; it copies the highest card of a side.",
        "Merlin now brings 6.0 wins in 100 games by its effect, before 12.0; it copies the card across.",
        "Influence 2 now scores in 60.0 of 100 games, before 50.0.",
    ]
    assert {edit.cards for finding in found for edit in finding.edits} == {("influence_4",)}


# The verdict


def test_decks_that_play_alike_are_played_once() -> None:
    deck = load_deck("guild_master")
    progress: list[tuple[int, int]] = []
    other = deck.edit(change=[{"card_id": "moat", "name": "Ditch"}])
    comparison = compare(
        deck, other, games=300, seats=2, bots="random", on_progress=lambda *counts: progress.append(counts)
    )
    assert comparison.verdict == "To the rules both decks are the same: no game differs."
    assert comparison.findings == ()
    assert comparison.after.study is comparison.before.study
    assert comparison.after.deck_digest == other.digest
    assert progress[-1] == (300, 600), "the other 300 are the same games"


def test_a_verdict_says_first_what_was_edited_also_where_nothing_shifted() -> None:
    deck = load_deck("guild_master")
    verdict = compare(deck, deck.edit(remove=["moat"]), games=60, seats=2, bots="random").verdict
    assert verdict.startswith("Moat is gone. Nothing shifted beyond doubt. No shift in who wins is larger than ")


def test_a_verdict_says_how_large_a_shift_in_who_wins_may_be_unless_it_says_one(edited: Comparison) -> None:
    calm = copy(edited)
    calm.__dict__ |= {"findings": ()}
    calm.__dict__.pop("verdict_parts", None)
    assert re.search(
        r"Nothing shifted beyond doubt\. No shift in who wins is larger than [\d.]+ in 100 games\.$", calm.verdict
    )
    shifted = guild_master([row("win share, the one who begins", 0.31, 0.33)])
    assert shifted.verdict_parts[1] == ""
    assert shifts_of(shifted) == shifted.findings

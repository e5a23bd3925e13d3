"""The lines of the score sheet (GL-600 to GL-604)."""

from __future__ import annotations

import pytest

from workbench.games.guile.report import COUNTERS
from workbench.games.guile.scoring import DECIDED_BY, RANKING, TOLD_OF_CARD, TOLD_OF_ROUND
from workbench.games.guile.table import EVENTS

from .table import KNIGHTS, NewTable


def texts(lines: list[dict]) -> list[str]:
    return [line["text"] for line in lines]


WHY = ("printed", "cancelled", "morgana_zero", "merlin_copy", "merlin_zero", "isolde_copy", "isolde_zero")


@pytest.mark.rule("GL-600", "GL-602", "GL-603")
def test_whatever_a_card_counts_and_however_a_round_is_decided_has_its_line_in_the_log_and_its_counter() -> None:
    for why in WHY:
        assert TOLD_OF_CARD[getattr(RANKING, why)] == getattr(EVENTS, f"turned_{why}")
    for step, name in enumerate(DECIDED_BY):
        assert TOLD_OF_ROUND[step] == getattr(EVENTS, f"decided_{name}")
        assert getattr(COUNTERS, name) == COUNTERS.total + step


@pytest.mark.rule("GL-600")
@pytest.mark.parametrize("sword", [0, 6])
def test_eight_lines_say_what_each_card_is_worth_and_why_in_the_order_of_turning(
    new_table: NewTable, sword: int
) -> None:
    table = new_table(extended_cast=True).last_action("Is Mo 3 4 Me 2 1 2", sword=sword).peek()
    told = [
        ("A", 0, "Isolde", 0, "cancelled", "Isolde on Sir Tristan is cancelled by Morgana"),
        ("M", 1, "Morgana", 0, "morgana_zero", "Morgana on Sir Palamedes is worth 0"),
        ("A", 0, "Influence 3", 3, "printed", "Influence 3 on Sir Lancelot"),
        ("M", 1, "Influence 4", 4, "printed", "Influence 4 on Sir Agravaine"),
        ("A", 0, "Merlin", 0, "merlin_zero", "Merlin on Sir Galahad finds nothing to copy across"),
        ("M", 1, "Influence 2", 2, "printed", "Influence 2 on Sir Meleagant"),
        ("A", 0, "Influence 1", 1, "printed", "Influence 1 on Sir Gawain"),
        ("M", 1, "Influence 2", 2, "printed", "Influence 2 on Sir Accolon"),
    ]
    lines = table.lines(round_number=1)[:8]
    found = [
        (line["category"], line["seat"], line["source"], line["points"], line["reason"], line["text"]) for line in lines
    ]
    assert found == told[sword:] + told[:sword]
    assert {line["level"] for line in lines} == {"point"}


@pytest.mark.rule("GL-600")
def test_copies_say_what_they_copied(new_table: NewTable) -> None:
    table = new_table(extended_cast=True).last_action("4 Is 3 2 Me 1 2 1").peek()
    assert ("Merlin on Sir Galahad copies the card across", 4) in [
        (line["text"], line["points"]) for line in table.lines("merlin_copy")
    ]
    assert [(line["text"], line["points"]) for line in table.lines("isolde_copy")] == [
        ("Isolde on Sir Palamedes copies the highest card", 2)
    ]
    table = new_table(extended_cast=True).last_action("4 1 Is 3 2 2 1 1").peek()
    assert texts(table.lines("isolde_zero")) == ["Isolde on Sir Lancelot is worth 0 there"]


@pytest.mark.rule("GL-601")
def test_a_line_for_the_total_of_each_faction(new_table: NewTable) -> None:
    table = new_table(faction_choice="seat_0_mordred").last_action("4 1 1 3 2 2 3 1").peek()
    found = [(line["category"], line["seat"], line["points"], line["text"]) for line in table.lines("faction_total")]
    assert found == [("A", 1, 10, "total of King Arthur's allies"), ("M", 0, 7, "total of Sir Mordred's pawns")]


@pytest.mark.rule("GL-602", "GL-603")
@pytest.mark.parametrize(
    ("laid", "tie", "victory"),
    [
        ("4 1 1 3 2 2 3 1", [], [("victory_by_total", 0, 1)]),
        ("4d 3 1 2 1 2 2 1", ["highest_card"] * 2, [("victory_by_highest_card", 0, 1)]),
        ("4d 4 1 2 2 1 3 3", ["highest_card"] * 2 + ["dagger"], [("victory_by_dagger", 0, 1)]),
        ("3 3 2 2 1 2 1 Is", ["highest_card"] * 2, [("drawn_round", 0, 0), ("drawn_round", 1, 0)]),
    ],
)
def test_tie_lines_stand_only_where_they_were_needed(
    new_table: NewTable, laid: str, tie: list[str], victory: list[tuple]
) -> None:
    table = new_table(extended_cast=True).last_action(laid).peek()
    lines = table.lines(round_number=1)[10:]
    assert [line["reason"] for line in lines[: len(tie)]] == tie
    assert [(line["reason"], line["seat"], line["points"]) for line in lines[len(tie) :]] == victory


@pytest.mark.rule("GL-602")
def test_tie_lines_name_the_cards_compared(new_table: NewTable) -> None:
    table = new_table().last_action("1 3 4d 2 2 1 3 4").peek()
    assert table.outcome() == (0, "dagger")
    assert [(line["text"], line["points"]) for line in table.lines("highest_card")] == [
        ("tie-break: the highest card, Influence 4 dagger on Sir Lancelot", 4),
        ("tie-break: the highest card, Influence 4 on Sir Accolon", 4),
    ]
    assert texts(table.lines("dagger")) == ["tie-break: the dagger, Influence 4 dagger on Sir Lancelot"]


@pytest.mark.rule("GL-602", "GL-229")
def test_a_drawn_round_that_counts_for_both_gives_both_a_victory_card(new_table: NewTable) -> None:
    table = new_table(extended_cast=True, drawn_round="count_for_both").draw_round()
    assert [(line["seat"], line["points"]) for line in table.lines("drawn_round")] == [(0, 1), (1, 1)]
    assert [line["points"] for line in table.lines("victory_cards")] == [1, 1]


@pytest.mark.rule("GL-603", "GL-604")
def test_lines_of_a_match_belong_to_their_rounds_and_the_last_ones_to_the_match(new_table: NewTable) -> None:
    table = new_table().win_round(0).win_round(1)
    assert [line["round"] for line in table.lines("victory_by_total")] == [1, 2]
    assert [line["seat"] for line in table.lines("victory_by_total")] == [0, 1]
    assert [(line["round"], line["points"]) for line in table.lines("victory_cards")] == [(0, 1), (0, 1)]
    assert table.lines("match_won") == []
    table.win_round(1)
    assert [line["points"] for line in table.lines("victory_cards", 0)] == [1, 2]
    (won,) = table.lines("match_won", 0)
    assert (won["seat"], won["points"], won["text"]) == (1, 1, "controls Camelot")
    assert table.lines("match_drawn") == []


@pytest.mark.rule("GL-604")
def test_a_drawn_match_says_so(new_table: NewTable) -> None:
    table = new_table(extended_cast=True, drawn_round="count_for_none_move_on", rounds_to_win=1).draw_round()
    assert [(line["seat"], line["text"]) for line in table.lines("match_drawn")] == [
        (0, "the match is drawn"),
        (1, "the match is drawn"),
    ]
    assert table.lines("match_won") == []


@pytest.mark.rule("GL-600", "GL-601", "GL-602", "GL-603", "GL-604")
def test_a_line_names_a_card_and_a_faction_only_if_it_is_about_them(new_table: NewTable) -> None:
    won = new_table(rounds_to_win=1).last_action("4d 4 1 2 2 1 3 3").peek()
    drawn = new_table(extended_cast=True, drawn_round="count_for_none_move_on", rounds_to_win=1).draw_round()
    named = {
        line["reason"]: [column for column in ("source", "category") if line[column]]
        for line in [*won.lines(), *drawn.lines()]
    }
    of_cards = {reason: ["source", "category"] for reason in ("printed", "isolde_zero", "highest_card", "dagger")}
    of_the_match = ("victory_by_dagger", "drawn_round", "victory_cards", "match_won", "match_drawn")
    assert named == of_cards | {"faction_total": ["category"]} | {reason: [] for reason in of_the_match}


@pytest.mark.rule("GL-604", "GL-508")
def test_the_sheet_is_the_same_for_everybody_and_empty_before_the_first_round_ends(new_table: NewTable) -> None:
    table = new_table().put("4 1 1 3 2 2 3 1")
    assert [line["reason"] for line in table.lines()] == ["victory_cards"] * 2
    table.last_action("4 1 1 3 2 2 3 1").peek()
    assert len(table.lines(round_number=1)) == 11
    assert all(name in " ".join(texts(table.lines())) for name in KNIGHTS)

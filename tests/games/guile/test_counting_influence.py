"""Counting influence: totals, tie-breaks, the extended cast, and the worked examples (GL-048 to GL-053, GL-203 on)."""

from __future__ import annotations

import pytest

from workbench.play import Match

from .examples import EXAMPLES
from .table import AT_THE_TABLE, KNIGHTS, NewTable, Table


@pytest.mark.rule("GL-700", "GL-701", "GL-702", "GL-703", "GL-704", "GL-705", "GL-706", "GL-707")
@pytest.mark.rule("GL-708", "GL-709", "GL-710", "GL-711", "GL-712", "GL-713", "GL-714", "GL-715")
@pytest.mark.rule("GL-050", "GL-052", "GL-053", "GL-205", "GL-206", "GL-207", "GL-208", "GL-209", "GL-210")
@pytest.mark.rule("GL-310", "GL-311", "GL-312", "GL-313", "GL-315")
@pytest.mark.parametrize("sword", [0, 5])
@pytest.mark.parametrize("example", EXAMPLES)
def test_worked_example(new_table: NewTable, example: str, sword: int) -> None:
    laid, worth, totals, winner, step = EXAMPLES[example]
    table = new_table(extended_cast=True).last_action(laid, sword=sword).peek()
    assert (table.worth(), table.totals(), table.outcome()) == (worth, totals, (winner, step))
    assert table.victory_cards == [int(winner == 0), int(winner == 1)]


REASONS = {
    "GL-703": {0: "isolde_copy"},
    "GL-704": {1: "isolde_copy"},
    "GL-705": {2: "isolde_zero"},
    "GL-706": {0: "cancelled", 1: "morgana_zero"},
    "GL-707": {0: "merlin_copy"},
    "GL-708": {0: "merlin_zero", 4: "cancelled", 5: "morgana_zero"},
    "GL-709": {0: "isolde_copy", 4: "merlin_zero"},
    "GL-710": {0: "isolde_copy", 2: "merlin_copy"},
    "GL-711": {0: "cancelled", 1: "morgana_zero", 5: "merlin_zero"},
    "GL-712": {0: "isolde_copy", 2: "cancelled", 3: "morgana_zero"},
    "GL-713": {7: "isolde_zero"},
    "GL-714": {0: "cancelled", 1: "morgana_zero"},
    "GL-715": {7: "cancelled", 0: "morgana_zero"},
}


@pytest.mark.rule("GL-600", "GL-210", "GL-313")
@pytest.mark.parametrize("example", EXAMPLES)
def test_why_each_card_is_worth_what_it_is(new_table: NewTable, example: str) -> None:
    table = new_table(extended_cast=True).last_action(EXAMPLES[example].laid).peek()
    assert table.why() == [REASONS.get(example, {}).get(position, "printed") for position in range(8)]


@pytest.mark.rule("GL-712", "GL-230")
def test_isolde_may_copy_what_is_printed_though_it_is_cancelled(new_table: NewTable) -> None:
    table = new_table(extended_cast=True, isolde_source="printed").last_action("Is 1 4 Mo 2 3 1 1").peek()
    assert (table.worth(), table.totals(), table.outcome()) == ("4 1 0 0 2 3 1 1", [7, 5], (0, "total"))


@pytest.mark.rule("GL-048", "GL-049", "GL-508")
@pytest.mark.parametrize("sword", [0, 3])
def test_all_cards_are_turned_one_by_one_from_the_start_knight_clockwise(new_table: NewTable, sword: int) -> None:
    laid = "4 1 1 3 2 2 3 1".split()
    table = new_table().last_action(" ".join(laid), sword=sword).peek()
    order = [(sword + i) % 8 for i in range(8)]
    turned = [f"Influence {laid[position]} lies on {KNIGHTS[position]}." for position in order]
    totals = ["King Arthur's allies have 10 in all.", "Sir Mordred's pawns have 7 in all.", "Seat 1 wins round 1."]
    for viewer in (None, 0, 1):
        log = table.match.seat_log(viewer)
        start = log.index(turned[0])
        assert log[start : start + 11] == turned + totals
    fields = table.match.view(None)["fields"]
    assert [table.short[kind] for kind in fields["scored_kind"][0]] == laid
    assert fields["round_start"][0] == sword


@pytest.mark.rule("GL-508", "GL-204")
def test_what_the_characters_do_is_told_when_influence_is_counted(new_table: NewTable) -> None:
    table = new_table(extended_cast=True).last_action("Is Mo 3 4 Me 2 1 2").peek()
    log = table.match.seat_log(1)
    assert "Isolde lies on Sir Tristan, but Morgana cancels it." in log
    assert "Morgana lies on Sir Palamedes: it counts 0." in log
    assert "Merlin lies on Sir Galahad: it counts 0." in log
    table = new_table(extended_cast=True).last_action("4 Is 3 2 Me 1 2 1").peek()
    assert "Isolde lies on Sir Palamedes: it counts 2, like the highest card." in table.match.seat_log(0)
    assert "Merlin lies on Sir Galahad: it counts 4, like the card across." in table.match.seat_log(0)
    table = new_table(extended_cast=True).last_action("4 1 Is 3 2 2 1 1").peek()
    assert "Isolde lies on Sir Lancelot: it counts 0 here." in table.match.seat_log(0)


@pytest.mark.rule("GL-204")
def test_characters_do_nothing_before_influence_is_counted(new_table: NewTable) -> None:
    table = new_table(extended_cast=True).put("4 Mo Is 3 2 Me 1 1")
    table.exchange(1)  # Morgana moves to Tristan and back: only where she lies at the end matters
    while table.state.rounds == 0:
        assert not table.state.influence.any()
        if table.state.actions_taken == 8:
            table.exchange(1)
        else:
            table.peek()
    assert table.laid.split(" ")[0] == ""
    assert table.worth() == "0 0 0 3 2 0 1 1"
    assert table.why()[:2] == ["cancelled", "morgana_zero"]


@pytest.mark.rule("GL-051", "GL-015")
@pytest.mark.parametrize("choice", ["seat_0_arthur", "seat_0_mordred"])
@pytest.mark.parametrize(("laid", "faction"), [("4 1 1 3 2 2 3 1", 0), ("1 4 3 1 2 2 1 3", 1)])
def test_the_seat_of_the_better_faction_gains_a_victory_card(
    new_table: NewTable, choice: str, laid: str, faction: int
) -> None:
    table = new_table(faction_choice=choice).last_action(laid).peek()
    winner = faction if choice == "seat_0_arthur" else 1 - faction
    assert table.victory_cards == [int(seat == winner) for seat in (0, 1)]
    assert table.outcome() == (winner, "total")


@pytest.mark.rule("GL-052")
def test_the_highest_card_does_not_matter_if_the_totals_differ(new_table: NewTable) -> None:
    assert new_table().last_action("4 3 1 3 1 2 1 2").peek().outcome() == (1, "total")  # 7 to 10


@pytest.mark.rule("GL-053")
@pytest.mark.parametrize(("laid", "winner"), [("4d 4 1 2 2 1 3 3", 0), ("4 4d 1 2 2 1 3 3", 1)])
def test_the_dagger_wins_for_the_faction_on_whose_knight_it_lies(new_table: NewTable, laid: str, winner: int) -> None:
    assert new_table().last_action(laid).peek().outcome() == (winner, "dagger")


@pytest.mark.rule("GL-053")
def test_the_dagger_does_not_matter_before_it_is_needed(new_table: NewTable) -> None:
    assert new_table().last_action("1 4d 4 2 2 1 3 2").peek().outcome() == (0, "total")  # 10 to 9
    assert new_table(extended_cast=True).last_action("4 4d Mo 3 1 2 3 1").peek().totals() == [8, 6]


@pytest.mark.rule("GL-317")
def test_the_tie_break_compares_resolved_cards(new_table: NewTable) -> None:
    table = new_table(extended_cast=True).last_action("4 Mo 2 3 2 1 1 1").peek()  # the cancelled 4 is not the highest
    assert (table.worth(), table.outcome()) == ("0 0 2 3 2 1 1 1", (1, "highest_card"))
    table = new_table(extended_cast=True, isolde_source="printed").last_action("Is 3 4 Mo 1 2 1 1").peek()
    assert (table.worth(), table.outcome()) == ("4 3 0 0 1 2 1 1", (0, "highest_card"))  # Isolde's 4 is the highest


@pytest.mark.rule("GL-311")
@pytest.mark.parametrize("position", range(8))
def test_isolde_is_worth_something_with_tristan_and_palamedes_alone(new_table: NewTable, position: int) -> None:
    laid = "4 3 2 1 2 1 2 1".split()
    laid[position] = "Is"
    table = new_table(extended_cast=True).last_action(" ".join(laid)).peek()
    expected = {0: (2, "isolde_copy"), 1: (1, "isolde_copy")}.get(position, (0, "isolde_zero"))
    assert (table.state.influence[0, position], table.why()[position]) == expected


@pytest.mark.rule("GL-205", "GL-206")
@pytest.mark.parametrize("lover", ["Sir Tristan", "Sir Palamedes"])
@pytest.mark.parametrize("seed", range(6))
def test_isolde_copies_the_highest_of_that_faction_wherever_its_knight_sits(lover: str, seed: int) -> None:
    options = {**AT_THE_TABLE, "table_order": "shuffled", "extended_cast": True}
    table = Table(Match("guile", seed=seed, options=options))
    here = table.knights().index(lover)
    laid = "4 1 4d 1 2 1 3 2".split()  # the other faction has the 4s
    laid = laid[1:] + laid[:1] if here % 2 == 0 else laid
    laid[here], laid[(here + 2) % 8] = "Is", "3"
    table.last_action(" ".join(laid)).peek()
    assert (table.state.influence[0, here], table.why()[here]) == (3, "isolde_copy")


@pytest.mark.rule("GL-207", "GL-314")
@pytest.mark.parametrize("position", range(8))
def test_morgana_cancels_the_card_counter_clockwise_which_is_the_other_factions(
    new_table: NewTable, position: int
) -> None:
    laid = "4 3 2 1 2 1 2 1".split()
    laid[position] = "Mo"
    table = new_table(extended_cast=True).last_action(" ".join(laid)).peek()
    cancelled = [here for here, reason in enumerate(table.why()) if reason == "cancelled"]
    assert cancelled == [(position - 1) % 8]
    assert cancelled[0] % 2 != position % 2
    assert table.state.influence[0, [position, *cancelled]].tolist() == [0, 0]


@pytest.mark.rule("GL-209", "GL-314")
@pytest.mark.parametrize("position", range(8))
def test_merlin_copies_the_card_across_which_is_his_own_factions(new_table: NewTable, position: int) -> None:
    laid = ["1"] * 8
    laid[position] = "Me"
    across = (position + 4) % 8
    laid[across] = "4"
    for i, letters in enumerate(("2", "2", "2", "3")):
        laid[(position + (1, 2, 3, 5)[i]) % 8] = letters
    laid[(position + 6) % 8], laid[(position + 7) % 8] = "1", "1"
    table = new_table(extended_cast=True).last_action(" ".join(laid)).peek()
    assert (table.state.influence[0, position], table.why()[position]) == (4, "merlin_copy")
    assert across % 2 == position % 2


@pytest.mark.rule("GL-313")
def test_merlin_does_not_copy_the_dagger(new_table: NewTable) -> None:
    table = new_table(extended_cast=True).last_action("Me 4 1 3 4d 1 1 2").peek()
    assert (table.worth(), table.totals()) == ("4 4 1 3 4 1 1 2", [10, 10])
    assert table.outcome() == (0, "dagger")
    assert [line["source"] for line in table.lines("dagger")] == ["Influence 4 dagger"]


@pytest.mark.rule("GL-312")
def test_a_cancelled_character_does_nothing(new_table: NewTable) -> None:
    table = new_table(extended_cast=True).last_action("Is Mo 3 1 2 3 1 2").peek()
    assert table.why()[0] == "cancelled"
    table = new_table(extended_cast=True).last_action("Me Mo 3 1 2 3 1 2").peek()
    assert (table.worth().split()[0], table.why()[0]) == ("0", "cancelled")


@pytest.mark.rule("GL-019", "GL-051")
@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_do_not_depend_on_which_seat_has_which_faction(new_table: NewTable, example: str) -> None:
    laid, worth, totals, winner, step = EXAMPLES[example]
    table = new_table(extended_cast=True, faction_choice="seat_0_mordred").last_action(laid).peek()
    assert (table.worth(), table.totals()) == (worth, totals)
    assert table.outcome() == (winner if winner < 0 else 1 - winner, step)

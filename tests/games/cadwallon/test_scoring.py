"""What cards are worth at the end: sets, assignments, action cards, militia, ties."""

from __future__ import annotations

import pytest

from .conftest import NewTable
from .table import BLUE, BOARD, RED, YELLOW, Table

ALL_USURERS = "US1 US2 US3 US4"
CITY = "US2 BL1 P2 M2 A02 GO2 AR1 AR3 M4"


def ended(new_table: NewTable, cards: str, condition: str = "", **options) -> Table:
    """A game that is over, in which Red has these cards; action cards among them were played."""
    table = new_table(condition, **options)
    played = [card for card in cards.split() if card[0] == "A" and card[1].isdigit()]
    table.owns(RED, " ".join(card for card in cards.split() if card not in played))
    return table.has_played(RED, " ".join(played)).finish()


@pytest.mark.rule("CA-077", "CA-081", "CA-084", "CA-085", "CA-086", "CA-087", "CA-088", "CA-089", "CA-090", "CA-020")
def test_the_scoring_example_of_the_rulebook_comes_to_12(new_table: NewTable):
    table = ended(new_table, "US1 US4 GO3 P1 A03 M1 M2")
    assert [table.figure(reason) for reason in ("guild_set", "base", "actions", "militia")] == [14, 14, 2, -4]
    assert table.figure("total") == 12


@pytest.mark.rule("CA-081", "CA-174")
def test_with_the_personality_at_the_goldsmiths_it_comes_to_10(new_table: NewTable):
    table = new_table(personality_assignment="manual").owns(RED, "US1 US4 GO3 P1 M1 M2").has_played(RED, "A03")
    table.say(assignment={RED: {2: 1}}).finish()
    assert (table.figure("total"), table.figure("best_assignment")) == (10, 12)


@pytest.mark.rule("CA-080", "CA-081", "CA-084")
def test_the_sheet_names_each_card_under_its_guild_and_each_personality_where_it_was_assigned(new_table: NewTable):
    table = new_table(personality_assignment="manual").owns(RED, "US1 US4 GO3 P1 P2")
    lines = table.say(assignment={RED: {0: 1, 2: 1}}).finish().match.score_lines()
    asked = ("guild_points", "golden_points", "personality", "guild_set", "base")
    sheet = [(line["reason"], line["category"], line["source"], line["points"]) for line in lines
             if line["seat"] == RED and line["reason"] in asked]  # fmt: skip
    assert sheet == [
        ("guild_points", "U", "Usurers member 1", 1),
        ("guild_points", "U", "Usurers member 4", 3),
        ("guild_points", "G", "Goldsmiths member 3", 2),
        ("personality", "U", "Personality 1", 0),
        ("personality", "G", "Personality 2", 0),
        ("guild_set", "U", "", 12),
        ("guild_set", "G", "", 4),
        ("base", "", "", 16),
    ]


@pytest.mark.rule("CA-081", "CA-174")
def test_while_a_game_goes_on_personalities_count_where_they_give_most(new_table: NewTable):
    for assignment in ("best", "manual"):
        table = new_table(personality_assignment=assignment).city(CITY).owns(RED, "US1 US4 P1")
        assert table.figure("base") == 12
        assert "best_assignment" not in {line["reason"] for line in table.match.score_lines()}


@pytest.mark.rule("CA-174")
def test_what_would_have_been_best_is_said_only_to_those_who_assign_by_themselves(new_table: NewTable):
    said = [
        {
            line["reason"]
            for line in new_table(personality_assignment=one).owns(RED, "US1 P1").finish().match.score_lines()
        }
        for one in ("best", "manual")
    ]
    assert ["best_assignment" in reasons for reasons in said] == [False, True]


@pytest.mark.rule("CA-080", "CA-101")
def test_what_is_of_the_whole_game_stands_under_no_guild(new_table: NewTable):
    lines = ended(new_table, "US1 US4 GO3 P1 A03 M1 M2").match.score_lines()
    whole = [line for line in lines if line["reason"] in ("total", "crests", "militia", "actions")]
    assert {line["category"] for line in whole} == {""}


@pytest.mark.rule("CA-080", "CA-084")
def test_each_guild_is_counted_for_itself(new_table: NewTable):
    assert ended(new_table, "US4 BL4 GO4 AR4").figure("base") == 12
    assert ended(new_table, "US4 US3").figure("base") == 10


@pytest.mark.rule("CA-082", "CA-083", "CA-174", "CA-175")
@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("US1 US2 US3 BL4 P1", 19),
        ("US1 US2 US3 BL4 P1 P2", 22),
        ("US1 US2 US3 US4 BL1 P1 P2", 31),
        ("US4 BL1 BL3 P1 P2", 15),
        ("GO4 AR1 P1 P2 P3 P4", 14),
        ("P1 P2", 0),
        (ALL_USURERS, 28),
        (f"{ALL_USURERS} P1", 28),
    ],
)
def test_personalities_are_assigned_for_the_best(new_table: NewTable, cards: str, points: int):
    table = ended(new_table, cards)
    assert table.figure("base") == points
    assert sum(table.record.assigned[0, RED, guild] for guild in range(4)) == cards.count("P")


@pytest.mark.rule("CA-126", "CA-083")
def test_great_houses_have_five_cards(new_table: NewTable):
    assert ended(new_table, f"{ALL_USURERS} P1", "great_houses").figure("base") == 35
    assert ended(new_table, f"{ALL_USURERS} P1 P2", "great_houses").figure("base") == 35


@pytest.mark.rule("CA-089", "CA-117", "CA-118", "CA-021")
@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("US1", (0, 0, 0)),
        ("M4", (-2, -2, -3)),
        ("M1 M4", (-6, -3, -10)),
        ("M1 M2 M3", (-9, -3, -18)),
        ("M1 M2 M3 M4 M5", (-35, -7, -60)),
    ],
)
def test_penalties_are_multiplied_by_the_militia(new_table: NewTable, cards: str, points: tuple[int, int, int]):
    for condition, expected in zip(("", "tax_year", "martial_law"), points, strict=True):
        assert ended(new_table, cards, condition).figure("militia") == expected


@pytest.mark.rule("CA-087", "CA-088", "CA-059", "CA-122", "CA-019")
def test_action_cards_count_played_or_not(new_table: NewTable):
    for condition, points in (("", 10), ("paper_war", 9)):
        table = new_table(condition).has_played(RED, "A01 A02 A03").holds(RED, "A04 A05").finish()
        assert table.figure("actions") == points


@pytest.mark.rule("CA-120")
def test_a_city_charter_rewards_a_card_of_each_guild(new_table: NewTable):
    assert ended(new_table, "US1 BL1 GO1 AR1", "city_charter").figure("total") == 10
    assert ended(new_table, "US1 BL1 GO1 P1", "city_charter").figure("condition") == 0
    assert ended(new_table, "US1 BL1 GO1 AR1").figure("total") == 4


@pytest.mark.rule("CA-121")
def test_a_golden_season_adds_a_point_to_each_goldsmith_before_the_product(new_table: NewTable):
    assert ended(new_table, "GO1 GO4 US1 P1", "golden_season").figure("base") == 19
    assert ended(new_table, "GO1 GO4 US1 P1").figure("base") == 13


@pytest.mark.rule("CA-176", "CA-016", "CA-013", "CA-177", "CA-175")
def test_only_guild_cards_have_crests(new_table: NewTable):
    table = ended(new_table, "US1 US2 BL1 P1 P2 M1 A03")
    assert table.figure("crests") == 2
    assert ended(new_table, "P1 P2 M1 A03").figure("crests") == 0


@pytest.mark.rule("CA-179")
def test_a_total_may_be_less_than_nothing(new_table: NewTable):
    assert ended(new_table, "M1 M4").figure("total") == -6


@pytest.mark.rule("CA-078")
def test_most_points_win(new_table: NewTable):
    table = new_table().owns(RED, "US4").owns(BLUE, "GO4 GO3").owns(YELLOW, "AR4 BL1").finish()
    assert table.figures("total") == [3, 10, 4]
    assert table.match.winners == (BLUE,)


@pytest.mark.rule("CA-079")
def test_among_equals_more_crests_win(new_table: NewTable):
    table = new_table().owns(RED, "US1 US2").owns(BLUE, "GO4 AR1").owns(YELLOW, "BL4").finish()
    assert table.figures("total") == [4, 4, 3]
    assert table.match.winners == (BLUE,)


@pytest.mark.rule("CA-178", "CA-079")
def test_a_tie_in_crests_too_is_a_shared_win(new_table: NewTable):
    table = new_table().owns(RED, "US4 BL1").owns(BLUE, "GO4 AR1").owns(YELLOW, "AR2 GO1 BL2").finish()
    assert table.figures("total") == [4, 4, 3]
    assert table.match.winners == (RED, BLUE)


@pytest.mark.rule("CA-149")
def test_what_lies_in_the_city_and_in_the_deck_counts_for_nobody(new_table: NewTable):
    assert new_table().city(BOARD).finish().figures("total") == [0, 0, 0]


@pytest.mark.rule("CA-180", "CA-087")
def test_a_special_action_card_counts_though_it_was_never_played(new_table: NewTable):
    table = new_table(special_action_cards=True).holds_secretly(RED, "A05").finish()
    assert table.figure("actions") == 2


@pytest.mark.rule("CA-081", "CA-082", "CA-175", "CA-174")
def test_owners_may_assign_by_themselves_in_secret(new_table: NewTable):
    table = new_table(personality_assignment="manual").city(BOARD.replace("P1", "A09"))
    table.owns(RED, f"{ALL_USURERS} P1 P2").owns(BLUE, "P3 M1").stock(0)
    table.begin("assign")
    assert (table.match.phase, table.match.to_act) == ("assign", (RED, BLUE))
    assert table.legal("assign", RED) == [(1,), (2,), (3,)]  # the Usurers are full
    before = table.match.view(BLUE)["fields"]["assignment"]
    table.play("assign", 1, seat=RED)
    assert table.match.view(BLUE)["fields"]["assignment"] == before
    table.play("assign", 0, seat=BLUE).play("assign", 3, seat=RED)
    assert table.match.over
    assigned = [[int(table.record.assigned[0, seat, guild]) for guild in range(4)] for seat in (RED, BLUE)]
    assert assigned == [[0, 1, 0, 1], [1, 0, 0, 0]]
    assert table.figure("base") == 28


@pytest.mark.rule("CA-101", "CA-120", "CA-139")
def test_a_complete_score_with_options(new_table: NewTable):
    table = new_table("city_charter", contract_cards=True).keeps(RED, "K11")
    table.owns(RED, "US4 US1 BL2 GO3 AR1 P4 M1").has_played(RED, "A03").finish()
    figures = {reason: table.figure(reason) for reason in ("base", "actions", "militia", "condition", "contract")}
    assert figures == {"base": 16, "actions": 2, "militia": -1, "condition": 6, "contract": 4}
    assert (table.figure("total"), table.figure("crests")) == (27, 4)

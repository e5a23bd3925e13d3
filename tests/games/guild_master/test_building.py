"""The build phase (GM-045 to GM-051, GM-318 to GM-321) and the option that concerns it."""

from __future__ import annotations

from itertools import combinations

import pytest

from workbench.storage.errors import IllegalAction

from .table import NewTable, Table

HAND = ["Carpenter", "Mason", "Weaver", "Port"]  # CI, CC, II, TT
LETTERS = list("FTCRGMPALI")


def building(new_table: NewTable, **options: object) -> Table:
    return new_table(3, **options).put(hands={0: HAND, 1: ["Quarry", "Pub"]}, built={0: ["Moat"]}, phase="build")


def ways_to_build(table: Table, letter: str) -> set[frozenset[str]]:
    """Every set of cards that can be built, found by trying each subset of the hand."""
    ways = set()
    for count in range(len(HAND) + 1):
        for names in combinations(HAND, count):
            try:
                table.build(0, letter, names)
            except IllegalAction:
                pass
            else:
                ways.add(frozenset(table.built(0) - {"Moat"}))
            while table.phase != "build" or table.current != 0 or not table.may(0, "build_category"):
                table.match.undo()
    return ways


@pytest.mark.rule("GM-045", "GM-318", "GM-410")
def test_one_category_is_named_and_it_must_be(new_table: NewTable) -> None:
    table = building(new_table)
    assert table.verbs(0) == {"build_category"}
    assert table.may(0, "build_category") == LETTERS
    table.play(0, "build_category", "C")
    assert table.may(0, "build_category") == []
    with pytest.raises(IllegalAction):
        table.play(0, "build_category", "I")
    table.submit(0, "pick", ["Mason"], "done")
    assert (table.phase, table.current) == ("draw_1", 1)


@pytest.mark.rule("GM-046")
def test_a_card_that_cannot_be_built_says_why_on_the_screen(new_table: NewTable) -> None:
    table = building(new_table)
    assert why_not(table) == dict.fromkeys(HAND, "")
    table.play(0, "build_category", "C")
    no_points = "It has no points in Building."
    assert why_not(table) == {"Carpenter": "", "Mason": "", "Weaver": no_points, "Port": no_points}
    assert set(why_not(table, seat=1).values()) == {""}  # it is not asked


def why_not(table: Table, seat: int = 0) -> dict[str, str]:
    """What each card of a seat's hand says about why it cannot be taken."""
    (hand,) = [zone for zone in table.match.scene(seat).zones if zone.layout == "hand"]
    return {card.title: card.why for card in hand.cards}


@pytest.mark.rule("GM-045", "GM-047")
def test_a_seat_without_cards_still_names_a_category(new_table: NewTable) -> None:
    table = new_table(3).put(hands={1: ["Pub"]}, phase="build")
    assert table.may(0, "build_category") == LETTERS
    assert table.build(0, "R").current == 1


@pytest.mark.rule("GM-046")
@pytest.mark.parametrize(
    ("letter", "matching"), [("C", {"Carpenter", "Mason"}), ("I", {"Carpenter", "Weaver"}), ("T", {"Port"})]
)
def test_only_cards_with_the_letter_are_built(new_table: NewTable, letter: str, matching: set[str]) -> None:
    table = building(new_table).play(0, "build_category", letter)
    assert set(table.may(0, "pick")) == matching
    for name in {*HAND, "Quarry", "Moat"} - matching:
        with pytest.raises(IllegalAction):
            table.play(0, "pick", name)


@pytest.mark.rule("GM-047", "GM-318")
@pytest.mark.parametrize("letter", ["C", "R"])
def test_a_seat_may_build_nothing(new_table: NewTable, letter: str) -> None:
    table = building(new_table).build(0, letter)
    assert table.built(0) == {"Moat"}
    assert table.hand(0) == set(HAND)
    assert table.current == 1


@pytest.mark.rule("GM-318")
@pytest.mark.parametrize("letter", LETTERS)
def test_any_category_may_be_named(new_table: NewTable, letter: str) -> None:
    table = building(new_table).build(0, letter)
    assert table.current == 1


@pytest.mark.rule("GM-319", "GM-715", "GM-716", "GM-284")
@pytest.mark.parametrize("choice", ["any_subset", "all_matching"])
def test_the_ways_to_build(new_table: NewTable, choice: str) -> None:
    table = building(new_table, build_choice=choice)
    nothing, one, other, both = (
        frozenset(),
        frozenset({"Carpenter"}),
        frozenset({"Mason"}),
        frozenset({"Carpenter", "Mason"}),
    )
    assert ways_to_build(table, "C") == ({nothing, one, other, both} if choice == "any_subset" else {nothing, both})
    assert ways_to_build(table, "R") == {nothing}
    assert ways_to_build(table, "T") == {nothing, frozenset({"Port"})}


@pytest.mark.rule("GM-319")
def test_building_costs_nothing(new_table: NewTable) -> None:
    table = building(new_table)
    stock = table.stock
    table.build(0, "C", ["Mason", "Carpenter"])
    assert table.hand(0) == {"Weaver", "Port"}
    assert table.stock == stock
    assert table.discards == set()


@pytest.mark.rule("GM-320", "GM-057")
@pytest.mark.parametrize("letter", ["C", "I"])
def test_a_split_card_is_built_for_either_letter_and_pays_both(new_table: NewTable, letter: str) -> None:
    table = building(new_table).build(0, letter, ["Carpenter"])
    assert table.totals(0) == {"C": 1, "I": 1, "M": 2}


@pytest.mark.rule("GM-048", "GM-502", "GM-411")
def test_built_cards_lie_open_before_their_builder(new_table: NewTable) -> None:
    table = building(new_table).build(0, "C", ["Mason"])
    for viewer in (None, 0, 1, 2):
        match = table.match
        assert sorted(match.view(viewer)["zones"]["built"][0]["cards"]) == ["Mason", "Moat"]
        assert any("builds" in line and "Mason" in line for line in match.seat_log(viewer))
        assert "Mason" in str(match.scene(viewer).as_dict()["zones"])


@pytest.mark.rule("GM-049", "GM-050")
def test_built_cards_belong_to_their_builder_and_count(new_table: NewTable) -> None:
    table = building(new_table)
    assert table.totals(0) == {"M": 2}
    table.build(0, "C", ["Mason"])
    assert [table.built(seat) for seat in range(3)] == [{"Moat", "Mason"}, set(), set()]
    assert [table.totals(seat) for seat in range(3)] == [{"M": 2, "C": 2}, {}, {}]


@pytest.mark.rule("GM-050")
def test_cards_built_in_the_last_turn_count_at_the_end(new_table: NewTable) -> None:
    table = new_table(3).put(hands={0: ["Mason"], 1: ["Pub"]}, built={1: ["Port"]}, stock=[], phase="build")
    table.build(0, "C", ["Mason"])
    assert table.match.over
    assert [table.totals(seat) for seat in range(3)] == [{"C": 2}, {"T": 2}, {}]


@pytest.mark.rule("GM-051")
def test_the_others_build_nothing(new_table: NewTable) -> None:
    table = building(new_table)
    table.play(0, "build_category", "C")
    assert table.match.legal(1) == []
    table.submit(0, "pick", ["Mason"], "done")
    assert table.built(1) == set()
    assert table.hand(1) == {"Quarry", "Pub"}


@pytest.mark.rule("GM-321", "GM-310")
@pytest.mark.parametrize("seed", range(1, 5))
def test_what_is_built_stays_with_its_builder_to_the_end(new_table: NewTable, seed: int) -> None:
    table = new_table(3, seed=seed).seat_bots()
    built = [table.built(seat) for seat in range(3)]
    grew = 0
    for _seat in table.bot_acts():
        now = [table.built(seat) for seat in range(3)]
        assert all(before <= after for before, after in zip(built, now, strict=True))
        grew += now != built
        built = now
    assert grew


@pytest.mark.rule("GM-410", "GM-510")
def test_everybody_learns_the_named_category(new_table: NewTable) -> None:
    table = building(new_table).play(0, "build_category", "I")
    for viewer in (None, 0, 1, 2):
        assert table.match.view(viewer)["fields"]["category"] == LETTERS.index("I")
        assert any("Industry" in line for line in table.match.seat_log(viewer))


@pytest.mark.rule("GM-411")
def test_choosing_what_to_build_shows_nothing(new_table: NewTable) -> None:
    table = building(new_table).play(0, "build_category", "C")
    before = [table.match.view(viewer) for viewer in (None, 1, 2)]
    table.play(0, "pick", "Mason").play(0, "pick", "Carpenter").play(0, "put_back", "Mason")
    assert [table.match.view(viewer) for viewer in (None, 1, 2)] == before
    assert table.match.view(0)["picked"] == ["Carpenter"]
    assert table.play(0, "done").built(0) == {"Moat", "Carpenter"}


@pytest.mark.rule("GM-411", "GM-501", "GM-047")
@pytest.mark.parametrize("choice", ["any_subset", "all_matching"])
def test_who_builds_nothing_does_not_show_whether_it_could(new_table: NewTable, choice: str) -> None:
    shown = []
    for hand in (["Mason", "Port"], ["Weaver", "Port"]):
        table = new_table(3, build_choice=choice).put(hands={0: hand, 1: ["Pub"]}, phase="build")
        table.play(0, "build_category", "C")
        shown.append([(table.match.view(viewer), table.match.scene(viewer)) for viewer in (None, 1, 2)])
    assert shown[0] == shown[1]

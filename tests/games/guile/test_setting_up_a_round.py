"""Setting up a round: the deal, the draft and the placement (GL-025 to GL-033)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from workbench.games.guile import rules
from workbench.play import Match
from workbench.storage.errors import IllegalAction

from .table import AT_THE_TABLE, NewTable, Table


def begun(table: Table) -> Table:
    """The table after the Start Knight is chosen."""
    return table.play(0, "start_at", 0)


# Dealing


@pytest.mark.rule("GL-025")
def test_every_card_comes_to_every_place_equally_often() -> None:
    found: Counter[tuple[int, int]] = Counter()
    options = {**AT_THE_TABLE, "start_knight": "random"}
    for seed in range(500):
        state = Match("guile", seed=seed, options=options).state
        found.update((card, int(state.place[card])) for card in range(10))
    shares = {rules.ZONES.hand: 200, rules.ZONES.hand + 1: 200, rules.ZONES.aside: 100}
    deviation = sum((found[card, place] - share) ** 2 / share for card in range(10) for place, share in shares.items())
    assert {place for _card, place in found} == set(shares)
    assert deviation < 45  # 18 degrees of freedom; once in 2,000 by chance, and the seeds are fixed


@pytest.mark.rule("GL-026", "GL-027", "GL-403")
@pytest.mark.parametrize(("options", "aside"), [({}, 2), ({"extended_cast": True}, 5)])
def test_each_seat_is_dealt_four_and_the_rest_lies_aside(new_table: NewTable, options: dict, aside: int) -> None:
    table = begun(new_table(**options))
    for viewer in (None, 0, 1):
        zones = table.match.view(viewer)["zones"]
        assert [hand["count"] for hand in zones["hand"]] == [4, 4]
        assert (zones["aside"]["count"], zones["stock"]["count"]) == (aside, 0)
        assert zones["aside"]["cards"] == [None] * aside


@pytest.mark.rule("GL-027")
def test_the_cards_aside_stay_there_until_the_round_is_over(new_table: NewTable) -> None:
    table = begun(new_table()).seat_bots()
    aside = table.aside
    for _ in table.bot_acts():
        if table.state.rounds > 0:
            break
        assert table.aside == aside


@pytest.mark.rule("GL-211")
def test_of_thirteen_cards_five_lie_aside(new_table: NewTable) -> None:
    table = begun(new_table(extended_cast=True))
    assert (table.state.card_count, len(table.aside)) == (13, 5)


@pytest.mark.rule("GL-304", "GL-054")
def test_all_cards_of_a_round_are_shuffled_for_the_next_those_aside_as_well() -> None:
    in_hand: Counter[str] = Counter()
    for seed in range(200):
        table = Table(Match("guile", seed=seed, options=AT_THE_TABLE)).set_up()
        table.last_action("2 1 2 3 2 3 1 4d").peek()
        assert table.phase == "draft"
        in_hand.update(table.hand(0))
        assert sorted(table.hand(0) + table.hand(1) + table.aside) == sorted("1 1 1 2 2 2 3 3 4 4d".split())
    # The 4 and a 1 lay aside, the others on the knights; each is as likely as any to be in a hand of four out of ten.
    assert 50 < in_hand["4"] < 110
    assert 50 < in_hand["4d"] < 110


# The draft


@pytest.mark.rule("GL-028", "GL-029", "GL-404")
def test_a_seat_keeps_one_card_and_passes_the_others_on(new_table: NewTable) -> None:
    table = new_table().put_hands("1 2 3 4", "1 2 3 4d")
    assert table.may(0, "keep") == [f"Keep Influence {value}" for value in (1, 2, 3, 4)]
    table.keep(0, "2")
    assert (table.phase, table.match.to_act) == ("draft", (1,))
    assert table.hand(0) == ["1", "2", "3", "4"]  # nothing moves before both have chosen
    assert table.match.view(0)["fields"]["chosen"] == table.short.index("2")
    table.keep(1, "4d")
    assert table.match.view(0)["fields"]["chosen"] == -1
    assert (table.kept(0), table.kept(1)) == (["2"], ["4d"])
    assert (table.hand(0), table.hand(1)) == (["1", "2", "3"], ["1", "3", "4"])


@pytest.mark.rule("GL-030", "GL-305")
@pytest.mark.parametrize("seed", range(5))
def test_seats_choose_among_four_three_and_two_and_keep_the_last_card(seed: int) -> None:
    table = begun(Table(Match("guile", seed=seed, options=AT_THE_TABLE)))
    sizes = []
    while table.phase == "draft":
        assert table.match.to_act == (0, 1)
        hands = [table.hand(0), table.hand(1)]
        sizes.append([len(hand) for hand in hands])
        for seat in (0, 1):
            assert len(table.may(seat, "keep")) == len(set(hands[seat]))
            table.match.play(seat, table.match.legal(seat)[-1])
    assert sizes == [[4, 4], [3, 3], [2, 2]]
    assert [len(table.kept(seat)) for seat in (0, 1)] == [4, 4]
    assert table.hand(0) == table.hand(1) == []
    assert sorted(table.kept(0) + table.kept(1) + table.aside) == sorted("1 1 1 2 2 2 3 3 4 4d".split())


@pytest.mark.rule("GL-719")
def test_example_of_a_draft(new_table: NewTable) -> None:
    table = new_table().put_hands("1 2 3 4", "1 2 3 4d")
    sizes = [len(table.hand(0))]
    for first, second in (("4", "4d"), ("3", "3"), ("2", "2")):
        table.keep_both(first, second)
        sizes.append(len(table.hand(0)) or 1)
    assert sizes == [4, 3, 2, 1]
    assert (table.kept(0), table.kept(1)) == (["1", "2", "3", "4"], ["1", "2", "3", "4d"])


@pytest.mark.rule("GL-404")
def test_the_order_in_which_seats_choose_makes_no_difference(new_table: NewTable) -> None:
    tables = []
    for order in ((0, 1), (1, 0)):
        table = new_table().put_hands("1 1 2 4", "2 3 3 4d")
        for picks in ({0: "2", 1: "3"}, {0: "4d", 1: "1"}, {0: "1", 1: "2"}):
            for seat in order:
                table.keep(seat, picks[seat])
        tables.append(table)
    first, second = ([table.match.view(viewer) for viewer in (None, 0, 1)] for table in tables)
    assert first == second


@pytest.mark.rule("GL-200", "GL-202", "GL-220")
def test_in_the_code_of_chivalry_seats_keep_what_they_are_dealt(new_table: NewTable) -> None:
    with_draft, without = (begun(new_table(code_of_chivalry=code)) for code in (False, True))
    assert (with_draft.phase, without.phase) == ("draft", "place")
    assert [without.kept(seat) for seat in (0, 1)] == [with_draft.hand(seat) for seat in (0, 1)]
    assert without.aside == with_draft.aside
    phases = {without.phase for _ in without.seat_bots().bot_acts()}
    assert phases == {"place", "act", "look"}
    assert without.state.turn == 16 * without.state.rounds


@pytest.mark.rule("GL-212")
def test_both_variants_combine(new_table: NewTable) -> None:
    table = begun(new_table(code_of_chivalry=True, extended_cast=True))
    assert (table.phase, len(table.kept(0)), len(table.aside)) == ("place", 4, 5)
    assert [None for _ in table.seat_bots().bot_acts()]
    assert table.match.over


# Placement


def placement(new_table: NewTable) -> Table:
    """A table at which seat 0 has kept 1 2 3 4 and seat 1 1 2 3 4d."""
    return new_table().put_kept("1 2 3 4", "1 2 3 4d")


@pytest.mark.rule("GL-031", "GL-306", "GL-502")
def test_a_seat_sees_its_kept_cards_until_they_are_laid(new_table: NewTable) -> None:
    table = placement(new_table)
    names = ["Influence 1", "Influence 2", "Influence 3", "Influence 4"]
    assert table.match.view(0)["zones"]["kept"][0]["cards"] == names
    table.lay_all(0, "1 2 3 4")
    assert table.match.view(0)["zones"]["kept"][0]["cards"] == names
    table.lay_all(1, "1 2 3 4d")
    assert table.match.view(0)["zones"]["kept"][0] == {"count": 0, "cards": []}


@pytest.mark.rule("GL-032", "GL-405")
def test_a_seat_lays_one_card_on_each_of_its_own_knights_in_any_of_24_ways(new_table: NewTable) -> None:
    start = placement(new_table)
    ways = set()
    for letters in permutations("1234"):
        table = Table(start.match.fork())
        for i, one in enumerate(letters):
            knight = f"on {('Sir Tristan', 'Sir Lancelot', 'Sir Galahad', 'Sir Gawain')[i]}"
            assert all(label.endswith(knight) for label in table.may(0, "lay"))
            assert len(table.may(0, "lay")) == 4 - i
            assert "done" not in table.verbs(0)
            table.lay(0, 2 * i, one)
        table.play(0, "done").lay_all(1, "1 2 3 4d")
        assert table.laid.split()[::2] == list(letters)
        assert table.laid.split()[1::2] == ["1", "2", "3", "4d"]
        ways.add(table.laid)
    assert len(ways) == 24


@pytest.mark.rule("GL-032")
def test_copies_of_a_card_are_laid_as_often_as_they_were_kept(new_table: NewTable) -> None:
    table = new_table().put_kept("1 1 2 2", "1 3 3 4")
    offered = []
    for position, letters in ((0, "1"), (2, "2"), (4, "1"), (6, "2")):
        offered.append([label.split(" on ")[0] for label in table.may(0, "lay")])
        table.lay(0, position, letters)
    both, last = ["Lay Influence 1", "Lay Influence 2"], ["Lay Influence 2"]
    assert offered == [both, both, both, last]


@pytest.mark.rule("GL-032", "GL-405")
def test_a_card_may_be_taken_back_until_the_seat_is_done(new_table: NewTable) -> None:
    table = placement(new_table)
    table.lay(0, 0, "4").lay(0, 2, "3").lay(0, 4, "2")
    assert table.may(0, "take_back") == [
        f"Take back the card on {name}" for name in ("Sir Tristan", "Sir Lancelot", "Sir Galahad")
    ]
    table.play(0, "take_back", table.knight_at(2))
    assert table.may(0, "lay") == ["Lay Influence 1 on Sir Lancelot", "Lay Influence 3 on Sir Lancelot"]
    table.lay(0, 2, "1").lay(0, 6, "3").play(0, "done")
    assert table.match.to_act == (1,)
    with pytest.raises(IllegalAction):
        table.play(0, "take_back", table.knight_at(0))
    table.lay_all(1, "1 2 3 4d")
    assert table.laid.split()[::2] == ["4", "1", "2", "3"]


@pytest.mark.rule("GL-032", "GL-405")
@pytest.mark.parametrize("letters", ["1", "4"])
def test_the_first_card_of_the_list_is_taken_back_like_any_other(new_table: NewTable, letters: str) -> None:
    table = placement(new_table).lay(0, 0, letters)
    assert table.may(0, "take_back") == ["Take back the card on Sir Tristan"]


@pytest.mark.rule("GL-404", "GL-501")
def test_no_choice_of_a_round_is_left_over_in_the_next(new_table: NewTable) -> None:
    table = begun(new_table())
    for won_by in (0, 1):
        assert [table.match.view(seat)["fields"]["chosen"] for seat in (0, 1)] == [-1, -1]
        table.set_up()
        assert [table.match.view(seat)["fields"]["chosen"] for seat in (0, 1)] == [-1, -1]
        table.win_round(won_by)
    assert table.phase == "draft"


@pytest.mark.rule("GL-033", "GL-405")
def test_the_other_seat_learns_that_placement_is_done_and_nothing_else(new_table: NewTable) -> None:
    before = placement(new_table).match.view(1)
    afterwards = []
    for letters in ("1 2 3 4", "4 3 2 1", "2 4 1 3"):
        table = placement(new_table)
        for position, one in zip((0, 2, 4, 6), letters.split(), strict=True):
            table.lay(0, position, one)
            assert table.match.view(1) == before
        table.play(0, "done")
        assert table.match.view(1) == {**before, "to_act": [1]}
        afterwards.append(table.lay_all(1, "1 2 3 4d").match.view(1))
    assert afterwards[0] == afterwards[1] == afterwards[2]


@pytest.mark.rule("GL-403", "GL-404", "GL-405")
def test_everybody_hears_alike_how_a_round_is_set_up(new_table: NewTable) -> None:
    table = begun(new_table()).set_up()
    told = [
        "Round 1: the sword points at Sir Tristan.",
        *(f"Both players keep a card and pass {cards} on." for cards in ("3 cards", "2 cards", "1 card")),
        "All cards lie face down.",
    ]
    for viewer in (None, 0, 1):
        assert table.match.seat_log(viewer)[-5:] == table.match.screen_log(viewer)[-5:] == told


@pytest.mark.rule("GL-032")
def test_nobody_can_act_before_both_have_laid_all_their_cards(new_table: NewTable) -> None:
    table = placement(new_table).lay_all(1, "4d 3 2 1")
    assert table.laid == " ".join([""] * 8)
    assert (table.phase, table.match.to_act) == ("place", (0,))
    table.lay_all(0, "1 2 3 4")
    assert table.laid == "1 4d 2 3 3 2 4 1"
    assert (table.phase, table.match.to_act) == ("act", (0,))

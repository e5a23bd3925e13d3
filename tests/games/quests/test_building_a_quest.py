"""Which set-ups are legal and which hands can make one: the worked examples QG-03 and QG-04, and every small hand."""

from __future__ import annotations

import random
from itertools import combinations, pairwise, permutations, product

import pytest

from workbench.games.quests import battle
from workbench.play import Match

from .conftest import NewTable
from .table import STATE, Table

FOREST, DRAGON = "Journey through the Enchanted Forest", "Slay the Dragon"
BOARS, SAXONS = "Boar Hunt", "Repel the Saxon Raiders"


def built(table: Table, stages: str) -> tuple[bool, int]:
    """Whether each card of a set-up may be placed, and its first fault: `Boar+Sword / Giant`."""
    groups = [group.split("+") for group in stages.split(" / ")]
    table.hold(0, *(name for group in groups for name in group))
    for stage, group in enumerate(groups):
        for name in group:
            if not table.ask("may_place", 0, stage, name):
                return False, stage
            table.place(0, stage, name)
    return True, table.ask("first_fault", 0)


@pytest.mark.rule("QU-050", "QU-051", "QU-052", "QU-053", "QU-054", "QU-056", "QU-057", "QU-058", "QU-229")
@pytest.mark.parametrize(
    ("quest", "stages", "verdict"),
    [
        (FOREST, "Thieves+Dagger / Test of Valor / Evil Knight", (True, -1)),
        (DRAGON, "Boar+Sword / Saxon Knight / Dragon", (True, 1)),
        (DRAGON, "Robber Knight / Dragon / Giant+Lance", (True, 2)),
        (BOARS, "Test of Valor / Test of Temptation", (False, 1)),
        (BOARS, "Boar+Sword+Sword / Giant", (False, 0)),
        (BOARS, "Boar+Sword / Saxon Knight+Sword+Horse", (True, -1)),
        (BOARS, "Test of Valor+Dagger / Giant", (False, 0)),
        (SAXONS, "Saxons+Dagger / Saxon Knight", (True, 1)),
        (FOREST, "Evil Knight / Test of Valor / Evil Knight", (True, 2)),
        (FOREST, "Thieves / Boar", (True, 1)),
        (FOREST, "Boar / Giant", (True, 2)),
    ],
)
def test_a_set_up_is_legal_or_its_first_fault_is_known(
    new_table: NewTable, quest: str, stages: str, verdict: tuple[bool, int]
):
    assert built(new_table(quest), stages) == verdict


@pytest.mark.rule("QU-055", "QU-054")
def test_nothing_but_foes_weapons_and_tests_is_placed(new_table: NewTable):
    table = new_table(BOARS).hold(0, "Merlin", "Amour", "Sword", "Boar")
    assert [table.ask("may_place", 0, 0, name) for name in ("Merlin", "Amour", "Sword")] == [False] * 3
    assert table.place(0, 0, "Boar").ask("may_place", 0, 0, "Sword")


@pytest.mark.rule("QU-056", "QU-058")
def test_options_let_stages_fall_and_tests_follow_each_other(new_table: NewTable):
    assert built(new_table(BOARS, rising_stages=False), "Giant / Boar") == (True, -1)
    assert built(new_table(BOARS, max_tests=2), "Test of Valor / Test of Temptation") == (True, -1)


@pytest.mark.rule("QU-225")
@pytest.mark.parametrize(
    ("hand", "quest", "able"),
    [
        ("Thieves, Thieves, Dagger, Test of Valor", DRAGON, True),
        ("Thieves, Thieves, Test of Valor", DRAGON, False),
        ("Boar, Thieves", BOARS, True),
        ("Boar, Thieves", SAXONS, False),
        ("Saxons, Saxon Knight", SAXONS, True),
        ("Test of Valor, Test of Temptation, Excalibur, Lance", BOARS, False),
    ],
)
def test_only_who_can_build_a_legal_quest_may_sponsor(new_table: NewTable, hand: str, quest: str, able: bool):
    assert new_table(quest).hold(0, *hand.split(", ")).ask("can_sponsor", 0) == able


SMALL = ("Thieves", "Boar", "Saxons", "Saxon Knight", "Dagger", "Sword", "Horse", "Battle-ax", "Test of Valor")


def hands(number: int) -> list[list[str]]:
    """Hands of few foes and weapons, in which totals are often equal."""
    draw = random.Random(5)
    return [[draw.choice(SMALL) for _ in range(draw.randint(2, 6))] for _ in range(number)]


def brute_force(hand: list[str], stages: int) -> bool:
    """Whether a hand makes this many rising stages on a quest that names none of these foes, found by trying all."""
    worth = {"Thieves": 5, "Boar": 5, "Saxons": 10, "Saxon Knight": 15}
    arms = {"Dagger": 5, "Sword": 10, "Horse": 10, "Battle-ax": 15}
    foes = [name for name in hand if name in worth]
    weapons = [name for name in hand if name in arms]
    needed = stages - min(1, hand.count("Test of Valor"))
    for chosen in combinations(foes, needed):
        for spread in product(range(needed + 1), repeat=len(weapons)):
            groups = [[w for w, to in zip(weapons, spread, strict=True) if to == g] for g in range(needed)]
            if any(len(set(group)) < len(group) for group in groups):
                continue
            totals = [worth[foe] + sum(map(arms.get, group)) for foe, group in zip(chosen, groups, strict=True)]
            if len(set(totals)) == needed:
                return True
    return False


@pytest.mark.rule("QU-225")
def test_who_can_sponsor_is_what_trying_every_set_up_finds(new_table: NewTable):
    found = set()
    for hand in hands(150):
        table = new_table("Vanquish King Arthur's Enemies").hold(0, *hand)
        able = brute_force(hand, 3)
        assert table.ask("can_sponsor", 0) == able, hand
        found.add(able)
    assert found == {True, False}


def completions(table: Table, hand: list[str]) -> bool:
    """Follow every placement that a computer player is offered; each must lead to a legal set-up."""
    if table.ask("first_fault", 0) == -1:
        return True
    ways = 0
    record, kinds = table.state, table.arrays.kind
    cards = [int(record.rows[STATE.zones.hand, i]) for i in range(len(hand))]
    for i, card in enumerate(cards):
        earlier = [c for c in cards[:i] if kinds[c] == kinds[card] and record.staged[c] == 0]
        if record.staged[card] or earlier or not table.ask("completes", 0, i):
            continue
        begins = table.arrays.type[kinds[card]] != 0  # no weapon
        last = table.match.referee.engine.linked(battle.last_stage)(record, 0)
        record.staged[card] = last + 1 + int(begins)
        assert completions(table, hand), hand
        record.staged[card] = 0
        ways += 1
    return ways > 0


@pytest.mark.rule("QU-225", "QU-228")
def test_every_placement_offered_to_a_computer_player_can_be_completed(new_table: NewTable):
    for hand in hands(60):
        table = new_table("Vanquish King Arthur's Enemies").hold(0, *hand)
        assert completions(table, hand) == table.ask("can_sponsor", 0), hand


@pytest.mark.rule("QU-228")
def test_a_set_up_out_of_order_is_not_gone_on_with(new_table: NewTable):
    gap = new_table(FOREST).hold(0, "Boar", "Giant", "Dragon").place(0, 1, "Boar")
    assert not gap.ask("completes", 0, 1)
    falling = new_table(FOREST).hold(0, "Boar", "Giant", "Dragon").place(0, 0, "Giant").place(0, 1, "Boar")
    assert not falling.ask("completes", 0, 2)
    assert new_table(FOREST).hold(0, "Boar", "Giant", "Dragon").place(0, 0, "Boar").ask("completes", 0, 1)


def test_the_order_of_a_hand_does_not_matter(new_table: NewTable):
    for hand in permutations(["Thieves", "Thieves", "Dagger", "Test of Valor"]):
        assert new_table(DRAGON).hold(0, *hand).ask("can_sponsor", 0)


# What can be set, whatever a person has placed and taken back on the way


WORTH = {"Thieves": 5, "Saxon Knight": 15, "Dagger": 5, "Sword": 10}
SetUp = tuple[tuple[str, ...], ...]


def set_up_of(table: Table, stages: int) -> SetUp:
    """The cards that seat 0 has placed, by stage."""
    groups: list[list[str]] = [[] for _ in range(stages)]
    for i in range(int(table.state.counts[STATE.zones.hand])):
        card = int(table.state.rows[STATE.zones.hand, i])
        if table.state.staged[card]:
            groups[int(table.state.staged[card]) - 1].append(table.names[table.arrays.kind[card]])
    return tuple(map(tuple, groups))


def may_be_set(groups: SetUp) -> bool:
    """Whether a set-up is legal by the rulebook: one foe or test a stage, weapons with foes, one test, rising."""
    totals = []
    for group in groups:
        foes = [name for name in group if name in ("Thieves", "Saxon Knight")]
        tests = [name for name in group if name.startswith("Test of")]
        weapons = [name for name in group if name in ("Dagger", "Sword")]
        if len(foes) + len(tests) != 1 or (weapons and not foes) or len(set(weapons)) < len(weapons):
            return False
        totals += [sum(WORTH[name] for name in group)] if foes else []
    tests_in_all = sum(name.startswith("Test of") for group in groups for name in group)
    return tests_in_all <= 1 and all(one < other for one, other in pairwise(totals))


def set_ups_of_people(table: Table, stages: int) -> dict[SetUp, bool]:
    """Every set-up that seat 0 reaches by placing and taking back in any order; whether it may be set."""
    found: dict[SetUp, bool] = {}
    waiting = [table.match]
    while waiting:
        table.match = waiting.pop()
        here = set_up_of(table, stages)
        if here in found:
            continue
        actions = table.match.legal(0)
        found[here] = any(action.verb == "confirm" for action in actions)
        for action in actions:
            if action.verb in ("place", "take_back", "start_over"):
                following = table.match.fork()
                following.play(0, action)
                waiting.append(following)
    return found


@pytest.mark.rule("QU-050", "QU-051", "QU-053", "QU-054", "QU-056", "QU-058", "QU-228")
@pytest.mark.parametrize(
    "hand", ["Thieves, Saxon Knight, Sword, Test of Valor", "Thieves, Sword, Dagger, Saxon Knight"]
)
def test_in_whatever_order_cards_are_placed_and_taken_back_what_may_be_set_is_legal(new_table: NewTable, hand: str):
    table = new_table(BOARS).hold(0, *hand.split(", ")).begin("quest_setup", sponsor=0, turn=1)
    found = set_ups_of_people(table, 2)
    assert {groups: may for groups, may in found.items() if may != may_be_set(groups)} == {}
    assert set(found.values()) == {True, False}


@pytest.mark.rule("QU-051", "QU-054", "QU-228")
def test_a_foe_is_taken_back_with_its_weapons_so_that_a_test_in_its_place_stands_alone():
    match = Match("quests", seats=3, seed=14)
    for seat in (1, 2, 0):
        match.play(seat, "Stay out")
    match.play(2, "Sponsor the quest")
    places = ("Put Saxon Knight into stage 1", "Put Lance into stage 1", "Take Saxon Knight back from stage 1")
    for label in (*places, "Put Test of Morgan Le Fey into stage 1", "Put Saxon Knight into stage 2"):
        match.play(2, label)
    assert "Take Lance back from stage 1" not in [action.label for action in match.legal(2)]
    match.play(2, "Set the quest")
    assert [stage["count"] for stage in match.view(None)["zones"]["stage"]][:2] == [1, 1]

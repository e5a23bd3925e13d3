"""The cards of the published game, and what is wrong or odd about a list."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.decks import Deck
from workbench.games.quests.deck import EVENT, TYPE, WHEN, WORTH, bars, bonuses
from workbench.storage.errors import DeckError


def cards_of(deck: Deck, type_: str) -> list[Any]:
    """The rows of a type."""
    return [row for row in deck.rows if row["type"] == type_]


def count_of(deck: Deck, type_: str) -> tuple[int, int]:
    """How many names and how many cards there are of a type."""
    rows = cards_of(deck, type_)
    return len(rows), sum(int(row["count"] or 1) for row in rows)


@pytest.mark.rule("QU-002", "QU-003")
def test_there_are_125_adventure_and_28_story_cards(classic: Deck):
    counted = {type_: count_of(classic, type_) for type_ in TYPE}
    assert counted == {
        "weapon": (6, 49),
        "foe": (11, 50),
        "test": (4, 8),
        "ally": (10, 10),
        "amour": (1, 8),
        "quest": (10, 13),
        "tournament": (4, 4),
        "event": (8, 11),
    }
    arrays = classic.arrays
    assert (arrays.card_count, arrays.adventure_count, arrays.kind_count) == (153, 125, 54)
    assert arrays.kind[124] == 31  # the last amour; story cards follow
    assert arrays.type[arrays.kind[125]] == TYPE.quest


WEAPONS = {"Excalibur": (30, 2), "Lance": (20, 6), "Battle-ax": (15, 8), "Sword": (10, 16), "Horse": (10, 11)}
WEAPONS |= {"Dagger": (5, 6)}
FOES = {  # battle points, those of a named foe, copies
    "Dragon": (50, 70, 1), "Giant": (40, None, 2), "Mordred": (30, None, 4), "Green Knight": (25, 40, 2),
    "Black Knight": (25, 35, 3), "Evil Knight": (20, 30, 6), "Saxon Knight": (15, 25, 8),
    "Robber Knight": (15, None, 7), "Saxons": (10, 20, 5), "Boar": (5, 15, 4), "Thieves": (5, None, 8),
}  # fmt: skip


@pytest.mark.rule("QU-166", "QU-167", "QU-168", "QU-169", "QU-170", "QU-171")
def test_weapons_have_their_battle_points(classic: Deck):
    assert {row["name"]: (row["bp"], row["count"]) for row in cards_of(classic, "weapon")} == WEAPONS


@pytest.mark.rule("QU-172", "QU-173", "QU-174", "QU-175", "QU-176", "QU-177", "QU-178", "QU-179", "QU-180", "QU-181")
@pytest.mark.rule("QU-182")
def test_foes_have_one_or_two_battle_points(classic: Deck):
    rows = cards_of(classic, "foe")
    assert {row["name"]: (row["bp"], row["bp_high"], row["count"]) for row in rows} == FOES
    assert all(bool(row["bp_high"]) == (row["bp_high_when"] == "named_by_quest") for row in rows)
    assert [row["name"] for row in rows if row["ability"]] == ["Mordred"]


ALLIES = {
    "Sir Galahad": (15, None, "", None, None, ""),
    "Sir Lancelot": (15, 25, "quest:defend_the_queens_honor", None, None, ""),
    "King Arthur": (10, None, "", 2, None, ""),
    "Sir Tristan": (10, 20, "in_play:queen_iseult", None, None, ""),
    "King Pellinore": (10, None, "", None, 4, "quest:search_for_the_questing_beast"),
    "Sir Gawain": (10, 20, "quest:test_of_the_green_knight", None, None, ""),
    "Sir Percival": (5, 20, "quest:search_for_the_holy_grail", None, None, ""),
    "Queen Guinevere": (0, None, "", 3, None, ""),
    "Queen Iseult": (0, None, "", 2, 4, "in_play:sir_tristan"),
    "Merlin": (0, None, "", None, None, ""),
}


@pytest.mark.rule("QU-187", "QU-188", "QU-189", "QU-190", "QU-191", "QU-192", "QU-193", "QU-194", "QU-195", "QU-196")
@pytest.mark.rule("QU-197")
def test_allies_and_amours_have_battle_points_and_free_bids(classic: Deck):
    columns = ("bp", "bp_high", "bp_high_when", "bids", "bids_high", "bids_high_when")
    assert {row["name"]: tuple(row[key] for key in columns) for row in cards_of(classic, "ally")} == ALLIES
    assert [row["name"] for row in cards_of(classic, "ally") if row["ability"]] == ["Merlin"]
    (amour,) = cards_of(classic, "amour")
    assert (amour["bp"], amour["bids"], amour["count"]) == (10, 1, 8)


QUESTS = {
    "Search for the Holy Grail": (5, "all"), "Test of the Green Knight": (4, "green_knight"),
    "Search for the Questing Beast": (4, ""), "Defend the Queen's Honor": (4, "all"),
    "Rescue the Fair Maiden": (3, "black_knight"), "Journey through the Enchanted Forest": (3, "evil_knight"),
    "Vanquish King Arthur's Enemies": (3, ""), "Slay the Dragon": (3, "dragon"), "Boar Hunt": (2, "boar"),
    "Repel the Saxon Raiders": (2, "saxons|saxon_knight"),
}  # fmt: skip


@pytest.mark.rule("QU-152", "QU-153", "QU-154", "QU-155", "QU-156", "QU-157", "QU-158", "QU-159", "QU-160", "QU-161")
def test_quests_have_stages_and_name_foes(classic: Deck):
    assert {row["name"]: (row["stages"], row["named_foes"]) for row in cards_of(classic, "quest")} == QUESTS
    names = [kind.name for kind in classic.kinds]
    named = classic.arrays.names_foe[names.index("Search for the Holy Grail")]
    assert named.sum() == len(FOES)
    assert classic.arrays.names_foe[names.index("Boar Hunt")].tolist().index(1) == names.index("Boar")


@pytest.mark.rule("QU-162", "QU-163", "QU-164", "QU-165")
def test_tournaments_have_bonus_shields(classic: Deck):
    bonus = {row["name"].split()[-1]: row["bonus_shields"] for row in cards_of(classic, "tournament")}
    assert bonus == {"Camelot": 3, "Orkney": 2, "Tintagel": 1, "York": 0}


def test_each_event_has_an_effect_of_its_own(classic: Deck):
    effects = [int(classic.arrays.event[kind]) for kind, row in enumerate(classic.rows) if row["type"] == "event"]
    assert sorted(effects) == list(range(1, len(tuple(EVENT))))


def test_conditions_are_kinds_in_the_arrays(classic: Deck):
    arrays, names = classic.arrays, [kind.name for kind in classic.kinds]
    tristan, beast = names.index("Sir Tristan"), names.index("Test of the Questing Beast")
    assert (arrays.bp_high_when[tristan], names[arrays.bp_high_with[tristan]]) == (WHEN.in_play, "Queen Iseult")
    assert (arrays.min_bid[beast], names[arrays.min_bid_with[beast]]) == (4, "Search for the Questing Beast")
    assert arrays.min_bid_with[names.index("Test of Morgan Le Fey")] == -1


@pytest.mark.rule("QU-217")
@pytest.mark.parametrize(
    ("key", "other", "title"),
    [
        ("queens_favor", "Queen's Favour", "Queen's Favor"),
        ("defend_the_queens_honor", "Defend the Queen's Honour", "Defend the Queen's Honor"),
        ("test_of_morgan_le_fey", "Test of Morgan Le Fay", "Test of Morgan Le Fey"),
        ("king_pellinore", "Sir Pellinore", "King Pellinore"),
    ],
)
def test_other_spellings_are_read_as_the_cards_have_them(classic: Deck, key: str, other: str, title: str):
    assert classic.edit(change=[{"card_id": key, "name": other}]) == classic
    assert title in {kind.name for kind in classic.kinds}


def test_nothing_is_wrong_with_the_published_list(classic: Deck):
    found = [finding for finding in classic.lint() if finding.level != "note"]
    assert found == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"card_id": "boar_hunt", "named_foes": "boar|sword"}, "'sword' is no foe but of the type weapon"),
        ({"card_id": "sir_gawain", "bp_high_when": "quest:boar"}, "'boar' is no quest but of the type foe"),
        ({"card_id": "sir_tristan", "bp_high_when": "in_play:sword"}, "of the type weapon and never lies in play"),
        ({"card_id": "boar_hunt", "stages": ""}, "A quest needs a number of stages"),
        ({"card_id": "pox", "effect": ""}, "An event needs an effect"),
        ({"card_id": "sir_gawain", "bp_high_when": "quest:grail"}, "'grail' is not the id of a card"),
        ({"card_id": "sir_gawain", "bids_high_when": "named_by_quest"}, "is no condition of this column"),
        ({"card_id": "boar_hunt", "stages": 6}, "'6' is not a whole number from 1 to 5"),
    ],
)
def test_a_list_that_cannot_be_played_is_refused(classic: Deck, change: dict[str, Any], words: str):
    with pytest.raises(DeckError, match=words):
        classic.edit(change=[change])


@pytest.mark.parametrize(
    ("change", "level", "words"),
    [
        ({"card_id": "giant", "bp_high": 60}, "warning", "Nothing says when bp_high counts"),
        ({"card_id": "sir_gawain", "bp_high": ""}, "warning", "A condition, but no bp_high that it is for"),
        ({"card_id": "sword", "bids": 2}, "warning", "A card of the type weapon has no use for bids"),
        ({"card_id": "pox", "stages": 2}, "warning", "A card of the type event has no use for stages"),
        ({"card_id": "boar", "ability": "preview_stage"}, "warning", "Only an ally in play can look at a stage"),
        ({"card_id": "boar_hunt", "named_foes": ""}, None, ""),
        ({"card_id": "boar_hunt", "named_foes": "thieves"}, "note", "Thieves is no stronger where a quest names it"),
    ],
)
def test_what_is_odd_about_a_list_is_said(classic: Deck, change: dict[str, Any], level: str | None, words: str):
    before = {finding.text for finding in classic.lint()}
    found = [finding for finding in classic.edit(change=[change]).lint() if finding.text not in before]
    assert [(one.level, words in one.text) for one in found] == ([(level, True)] if level else [])


def test_a_foe_that_no_quest_names_any_more_and_a_quest_that_nobody_can_build_are_found(classic: Deck):
    every = [str(row["card_id"]) for row in cards_of(classic, "quest") if row["named_foes"] == "all"]
    unnamed = classic.edit(change=[{"card_id": key, "named_foes": ""} for key in [*every, "slay_the_dragon"]])
    assert "No quest names it, so its higher value never counts." in {finding.text for finding in unnamed.lint()}
    foes = [str(row["card_id"]) for row in cards_of(classic, "foe")]
    named = [str(row["card_id"]) for row in cards_of(classic, "quest")]
    kept = ("dragon", "giant")
    few = classic.edit(
        remove=[key for key in foes if key not in kept],
        change=[{"card_id": key, "named_foes": ""} for key in named],
    )
    warned = [finding.key for finding in few.lint() if "Nobody can build it" in finding.text]
    assert warned == ["search_for_the_holy_grail"]  # three foes and a test


def test_what_is_stronger_beside_another_card_is_a_bonus(classic: Deck):
    names = [kind.name for kind in classic.kinds]
    pairs = {(names[bonus.card], bonus.named) for bonus in bonuses(classic)}
    assert ("Sir Tristan", "Queen Iseult") in pairs
    assert ("Boar", "Boar Hunt") in pairs
    assert "Search for the Holy Grail" not in {named for card, named in pairs if card != "Sir Percival"}


def test_the_balance_of_a_list_shows_types_and_battle_points(classic: Deck):
    shown = {(bar.part, bar.label): bar.value for bar in bars(classic)}
    assert shown[("adventure cards", "weapon")] == 49
    assert shown[("story cards", "event")] == 11
    assert shown[("weapons by battle points", "10 battle points")] == 27


def test_the_worth_of_a_card_is_taken_away_from_it_alone(classic: Deck):
    arrays, names = classic.arrays, [kind.name for kind in classic.kinds]
    tristan = names.index("Sir Tristan")
    without = WORTH["battle points"](arrays, tristan)
    assert (without.bp[tristan], without.bp_high[tristan], without.bp[names.index("Sword")]) == (0, 0, 10)
    assert WORTH["free bids"](arrays, tristan) is None

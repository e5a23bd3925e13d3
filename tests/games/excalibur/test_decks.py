"""The list of chips: what the classic one holds, what is refused, what is pointed out."""

from __future__ import annotations

import pytest

from workbench.decks import load_deck
from workbench.games.excalibur.chips import EFFECTS
from workbench.games.excalibur.deck import EFFECT_NAMES, bars, deck_arrays, key_chips
from workbench.games.excalibur.table import MAX_CARDS, MOST_MORGANAS
from workbench.play import Match
from workbench.storage.errors import DeckError

from .table import USUAL, Table

CLASSIC = load_deck("excalibur", "classic")
COPIES = {
    "Artisan": 5, "Baroness": 4, "Merchant": 7, "Peasant": 8, "Priest": 5, "Spirit": 5, "Spy": 3, "Thief": 6,
}  # fmt: skip


def odd(deck) -> list[str]:
    """What lint says about a deck."""
    return [f"{finding.level}: {finding.text}" for finding in deck.lint()]


@pytest.mark.rule("EX-100")
def test_there_are_62_chips_of_27_kinds_19_of_them_single() -> None:
    counts = {row["name"]: int(row["count"] or 1) for row in CLASSIC.rows}
    assert (sum(counts.values()), len(counts)) == (62, 27)
    assert {name: count for name, count in counts.items() if count > 1} == COPIES
    assert sorted(row["effect"] for row in CLASSIC.rows) == sorted(EFFECT_NAMES)


@pytest.mark.rule("EX-340", "EX-216")
def test_37_chips_show_a_male_figure_and_no_sword_does() -> None:
    male = {row["name"]: int(row["count"] or 1) for row in CLASSIC.rows if row["male_art"]}
    assert sum(male.values()) == 37
    assert {"Arthur", "Thief", "Merchant", "Peasant", "Priest", "Uther", "Merlin"} <= set(male)
    assert not {"Excalibur", "Cursed Blade", "Squire Sword", "Spy", "Spirit", "Baroness", "Guinevere"} & set(male)


@pytest.mark.rule("EX-611")
def test_the_pictures_of_balance_count_every_chip_by_sort_and_by_figure() -> None:
    shown = {bar.label: int(bar.value) for bar in bars(CLASSIC)}
    assert shown == {"swords": 3, "on reveal": 4, "resolved in turn": 55, "male figures": 37, "others": 25}
    fewer = CLASSIC.edit(change=[{"chip_id": "thief", "count": 1}])
    changed = {bar.label: int(bar.value) for bar in bars(fewer)}
    assert changed == {**shown, "resolved in turn": 50, "male figures": 32}


def test_the_classic_deck_has_nothing_to_point_out() -> None:
    assert odd(CLASSIC) == []


def test_the_arrays_hold_what_the_list_says() -> None:
    arrays = deck_arrays(CLASSIC)
    names = [str(row["name"]) for row in CLASSIC.rows]
    assert (arrays.card_count, arrays.kind_count) == (62, 27)
    assert arrays.kind.tolist()[62:] == [-1] * (MAX_CARDS - 62)
    chips = [names[kind] for kind in arrays.kind[:62]]
    assert [chips[card] for card in key_chips(arrays)] == ["Excalibur", "Cursed Blade"]
    assert {name: chips.count(name) for name in COPIES} == COPIES
    assert [EFFECTS[effect].name for effect in arrays.effect[:27]] == [row["effect"] for row in CLASSIC.rows]


@pytest.mark.parametrize(
    ("edit", "text"),
    [
        ({"remove": ["excalibur"]}, "There are 0 chips with the effect excalibur"),
        ({"remove": ["cursed_blade"]}, "There are 0 chips with the effect cursed_blade"),
        ({"change": [{"chip_id": "excalibur", "count": 2}]}, "There are 2 chips with the effect excalibur"),
        ({"change": [{"chip_id": "squire_sword", "count": 2}]}, "There are 2 chips with the effect squire_sword"),
        ({"change": [{"chip_id": "thief", "effect": "excalibur"}]}, "There are 7 chips with the effect excalibur"),
        ({"change": [{"chip_id": "thief", "effect": "wizard"}]}, "effect"),
        ({"change": [{"chip_id": "thief", "count": 30}]}, "80"),
        (
            {"add": [{"chip_id": f"chip_{i}", "name": f"Chip {i}", "effect": "spy"} for i in range(14)]},
            "The list has 41 kinds of chips",
        ),
    ],
    ids=["no Excalibur", "no Cursed Blade", "two", "two squires", "a second row", "strange", "too many", "kinds"],
)
def test_a_deck_that_cannot_be_played_is_refused(edit: dict, text: str) -> None:
    with pytest.raises(DeckError, match=text):
        CLASSIC.edit(**edit)


def test_a_male_sword_is_pointed_out_and_a_deck_without_squire_is_not() -> None:
    male = CLASSIC.edit(change=[{"chip_id": "squire_sword", "male_art": 1}])
    assert odd(male) == ["warning: Squire Sword shows a male figure, but swords are never trashed."]
    assert not any("squire" in finding.lower() for finding in odd(CLASSIC.edit(remove=["squire_sword"])))


@pytest.mark.rule("EX-037")
def test_what_a_chip_does_is_its_effect_and_never_its_printed_text() -> None:
    lies = [{"chip_id": row["chip_id"], "text": "Steal seven chips and win."} for row in CLASSIC.rows]
    logs = []
    for deck in (CLASSIC, CLASSIC.edit(change=lies)):
        match = Match("excalibur", seats=4, seed=3, deck=deck, bots=dict.fromkeys(range(4), "greedy"))
        match.play_bots()
        logs.append(match.log)
    assert logs[0] == logs[1]


def test_more_morganas_than_the_table_can_follow_are_an_error_and_as_many_as_it_can_are_none() -> None:
    fewer_thieves = {"chip_id": "thief", "count": 1}
    deck = CLASSIC.edit(change=[{"chip_id": "morgana", "count": MOST_MORGANAS}, fewer_thieves])
    assert [finding for finding in deck.lint() if finding.level == "error"] == []
    with pytest.raises(DeckError, match=f"Keep at most {MOST_MORGANAS} of them"):
        CLASSIC.edit(change=[{"chip_id": "morgana", "count": MOST_MORGANAS + 1}, fewer_thieves])


def test_as_many_morganas_as_are_allowed_reveal_one_another_and_the_last_one_steals() -> None:
    deck = CLASSIC.edit(change=[{"chip_id": "morgana", "count": MOST_MORGANAS}, {"chip_id": "thief", "count": 1}])
    table = Table(Match("excalibur", seats=2, seed=1, deck=deck, options=USUAL))
    drawn = ", ".join(["Morgana"] * (MOST_MORGANAS - 1) + ["Thief"])
    table.put(["", "Spy"], played={0: "Morgana"}, permanents={1: "Fisher King"}, regions=(drawn, 20, 3))
    table.act("Let the Fisher King be")
    for revealed in ["Morgana"] * (MOST_MORGANAS - 1) + ["Thief"]:
        table.draw((1, 1), (2, 1)).act(f"Reveal {revealed}")
    table.act("Steal from Seat 2")
    assert table.acting == 1
    table.act("Let the Fisher King be")
    assert sorted(table.trashed) == ["Morgana of Seat 1"] * MOST_MORGANAS + ["Thief of Seat 1"]

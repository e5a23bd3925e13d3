"""The emblems: each is one drawing in its box; the sheet shows them all; every card gets one of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from workbench.decks import load_deck
from workbench.heraldry import Charge, arms_of, emblem, emblem_for, emblem_for_category, emblems, sheet, shuffled
from workbench.heraldry.__main__ import main
from workbench.heraldry.bearers import SEAT_EMBLEMS
from workbench.heraldry.emblems import BOX, FAMILIES, MILIEUS, SIGNS, outlines
from workbench.heraldry.guess import BEGIN_OTHERS, CATEGORIES, NEUTRAL, TITLES
from workbench.heraldry.tinctures import hatching
from workbench.kernel.registry import list_games
from workbench.kernel.scenes.plain import emblem_of
from workbench.storage.errors import DeckError

SVG = "{http://www.w3.org/2000/svg}"
DECKS = ("guild_master", "guile", "excalibur")


def test_there_are_a_hundred_emblems_of_five_families_and_one_family_for_other_milieus() -> None:
    families = Counter(one.family for one in emblems().values())
    assert set(families) == set(FAMILIES)
    assert families.total() - families[MILIEUS] == 100
    assert families[MILIEUS] == 46


@pytest.mark.parametrize("name", emblems())
def test_a_drawing_is_closed_lines_that_stay_in_their_box_and_fill_it(name: str) -> None:
    course = emblem(name).course
    numbers = [number for line in outlines(course) for point in line for number in point]
    assert course.count("M") == course.count("Z") == len(outlines(course))
    assert 0 <= min(numbers) < 8
    assert BOX - 8 < max(numbers) <= BOX


def test_no_two_drawings_are_the_same() -> None:
    assert len({one.course for one in emblems().values()}) == len(emblems())


def test_a_path_with_another_command_is_refused() -> None:
    with pytest.raises(ValueError, match="M, L, Q, C and Z"):
        outlines("M0 0A1 1 0 0 1 3 3Z")


def test_a_curve_is_followed_and_ends_where_it_ends() -> None:
    (line,) = outlines("M0 0Q4 8 8 0Z")
    assert line[0] == (0, 0)
    assert line[-1] == (8, 0)
    assert line[3] == (4, 4)


def test_hatching_stays_inside_and_leaves_holes_blank() -> None:
    square = [(0.0, 0.0), (30.0, 0.0), (30.0, 30.0), (0.0, 30.0)]
    hole = [(10.0, 6.0), (20.0, 6.0), (20.0, 12.0), (10.0, 12.0)]
    assert hatching([square, hole], 0) == "M0 3L30 3M0 9L10 9M20 9L30 9M0 15L30 15M0 21L30 21M0 27L30 27"


# The sheet


def test_the_mixed_sheet_shows_every_emblem_once_without_a_name() -> None:
    root = ElementTree.fromstring(sheet(7))
    assert [path.get("d") for path in root.iter(f"{SVG}path")] == [one.course for one in shuffled(7)]
    assert [text.text for text in root.iter(f"{SVG}text")] == [str(number) for number in range(1, len(emblems()) + 1)]
    assert {one.name for one in shuffled(7)} == set(emblems())
    assert [one.name for one in shuffled(7)] != [one.name for one in shuffled(8)]


def test_an_order_is_the_same_on_every_machine() -> None:
    assert [one.name for one in shuffled(14)][:4] == ["atom", "ball", "lock", "camel"]


def test_the_command_writes_the_sheet_with_names(tmp_path: Path) -> None:
    file = tmp_path / "sheet.svg"
    assert main(["sheet", str(file)]) == 0
    assert [text.text for text in ElementTree.parse(file).iter(f"{SVG}text")] == list(emblems())
    assert main(["sheet", str(file), "7"]) == 0
    assert file.read_text(encoding="utf-8") == sheet(7)
    assert main(["shet"]) == 2


# Guesses


def test_every_word_that_speaks_for_an_emblem_speaks_for_one_that_there_is() -> None:
    assert set(TITLES) | set(CATEGORIES) | set(NEUTRAL) | set(BEGIN_OTHERS) <= set(emblems())


@pytest.mark.parametrize("game", DECKS)
def test_every_card_of_our_decks_is_spoken_for_by_its_title(game: str) -> None:
    for kind in load_deck(game).kinds:
        assert emblem_for(kind.name, "construction") == emblem_for(kind.name, "religion")
        assert emblem_for(kind.name) in emblems()


@pytest.mark.parametrize(
    ("title", "expected"),
    [("Beekeeper", "bee"), ("Merchant Fleet", "ship"), ("Cross Roads", "cart"), ("Iron Mine", "pickaxe"),
     ("Wizards Tower", "star"), ("Fisher King", "hook"), ("Battle-ax", "axe"), ("Sir Gawain", "two-headed-eagle")],
)  # fmt: skip
def test_a_title_speaks_for_its_emblem(title: str, expected: str) -> None:
    assert emblem_for(title) == expected


def test_an_emblem_of_another_milieu_is_on_no_coat_of_arms_and_speaks_for_no_longer_word() -> None:
    milieus = {one.name for one in emblems().values() if one.family == MILIEUS}
    for seed in range(300):
        assert not milieus & {part.emblem for part in arms_of(seed).parts if isinstance(part, Charge)}
    for title in ("Cartographer", "Ballroom", "Hatchery", "Tankard", "Dropwort", "Lamprey", "Planer"):
        assert emblem_for(title) not in milieus
    assert [emblem_for(title) for title in ("Rocket Pad", "Robotics", "Camel Driver")] == ["rocket", "robot", "camel"]


def test_a_category_speaks_where_the_title_does_not_and_else_a_title_keeps_its_emblem() -> None:
    assert emblem_for("Zzz", "Learning and education") == "book"
    assert emblem_for("Zzz") == emblem_for("Zzz", "Xxx") in NEUTRAL


def test_a_name_in_the_list_wins() -> None:
    assert emblem_for("Beekeeper", "Trade", "owl") == "owl"


def test_a_name_of_no_emblem_is_refused_with_names_that_are_near() -> None:
    with pytest.raises(DeckError, match=r"no emblem 'swrod'.*sword"):
        emblem_for("Beekeeper", art="swrod")


# What an emblem means at a table


def shown(game: str) -> dict[str, set[str]]:
    """The emblem of each card of a game's own deck, with the cards that show it."""
    deck = load_deck(game)
    found: dict[str, set[str]] = {}
    for number, kind in enumerate(deck.kinds):
        found.setdefault(emblem_of(deck, number), set()).add(kind.name)
    return found


def of_categories(game: str) -> dict[str, str]:
    """The emblem of each category of a game's own deck, by its letter."""
    return {category.letter: emblem_for_category(category.name) for category in load_deck(game).meta.categories}


@pytest.mark.parametrize("game", DECKS)
def test_what_is_on_the_cloth_of_a_person_is_on_no_card_and_no_category_at_a_table_of_up_to_eight(game: str) -> None:
    persons = set(SEAT_EMBLEMS[: max(list_games()[game].seats)])
    assert persons & {*shown(game), *of_categories(game).values()} == set()


@pytest.mark.parametrize("game", DECKS)
def test_no_emblem_is_that_of_two_categories_or_of_one_and_a_card_of_another(game: str) -> None:
    own = of_categories(game)
    assert len(set(own.values())) == len(own)
    deck = load_deck(game)
    for letter, name in own.items():
        for number, kind in enumerate(deck.kinds):
            if emblem_of(deck, number) == name:
                letters = "".join(kind.row[one.key] for one in kind.table.columns if one.type.startswith("letter"))
                assert letter in letters, f"{kind.name} is none of {letter}"


def test_every_chip_of_excalibur_has_an_emblem_of_its_own() -> None:
    assert [cards for cards in shown("excalibur").values() if len(cards) > 1] == []


def test_no_emblem_of_guile_is_on_two_cards_but_those_that_differ_in_their_number() -> None:
    assert [min(cards) for cards in shown("guile").values() if len(cards) > 1] == ["Influence 1"]


def test_each_seat_has_an_emblem_of_its_own_and_the_crown_is_nobodys() -> None:
    assert len(set(SEAT_EMBLEMS)) == len(SEAT_EMBLEMS) == 30
    assert SEAT_EMBLEMS[3] == "griffin"
    assert {"crown", "castle", "tick", "lock"} & set(SEAT_EMBLEMS) == set()


def test_a_sign_is_said_by_a_screen_alone() -> None:
    signs = {one.name for one in emblems().values() if one.family == SIGNS}
    assert signs == {"tick", "swap", "turn", "lock", "exclamation"}
    for seed in range(300):
        assert not signs & {part.emblem for part in arms_of(seed).parts if isinstance(part, Charge)}
    for name in signs:
        assert emblem_for(name.title()) not in signs


WEAPONS_AND_FOES = """
    Excalibur sword-in-stone, Lance lance, Battle-ax axe, Sword sword, Horse horse, Dagger dagger, Dragon dragon,
    Giant giant, Mordred snake, Green Knight leaf, Black Knight helm, Evil Knight mace, Saxon Knight round-shield,
    Robber Knight purse, Saxons round-shield, Boar boar, Thieves hood"""
ALLIES_AND_TESTS = """
    Sir Galahad cross, Sir Lancelot gonfanon, King Arthur crown, Sir Tristan harp, King Pellinore horn,
    Sir Gawain two-headed-eagle, Sir Percival chalice, Queen Guinevere rose, Queen Iseult bottle, Merlin cauldron,
    Amour ring, Test of Valor chapel-door, Test of Temptation chapel-door, Test of Morgan Le Fey chapel-door,
    Test of the Questing Beast chapel-door"""
STORIES = """
    Search for the Holy Grail chalice, Test of the Green Knight leaf, Search for the Questing Beast beast,
    Defend the Queen's Honor glove, Rescue the Fair Maiden unicorn, Journey through the Enchanted Forest pine,
    Vanquish King Arthur's Enemies crossed-swords, Slay the Dragon dragon, Boar Hunt boar,
    Repel the Saxon Raiders round-shield, Tournament at Camelot castle, Tournament at Orkney ship,
    Tournament at Tintagel mountain, Tournament at York church, King's Recognition scroll, Queen's Favor fleur-de-lis,
    Court Called to Camelot tower, Pox mortar, Plague skull, Chivalrous Deed star,
    Prosperity Throughout the Realm wheat, King's Call to Arms banner"""


def named(text: str) -> dict[str, str]:
    """Titles with the emblems behind them."""
    return dict(entry.split("\n")[-1].strip().rsplit(" ", 1) for entry in text.split(","))


@pytest.mark.parametrize("titles", [WEAPONS_AND_FOES, ALLIES_AND_TESTS, STORIES])
def test_the_cards_of_quests_are_spoken_for_by_their_titles(titles: str) -> None:
    expected = named(titles)
    assert {title: emblem_for(title) for title in expected} == expected
    assert not set(expected.values()) & set(SEAT_EMBLEMS[:4]), "no card shows what is on the cloth of a person"


def test_an_emblem_of_quests_is_shared_by_those_alone_who_belong_together() -> None:
    every = named(f"{WEAPONS_AND_FOES},{ALLIES_AND_TESTS},{STORIES}")
    shared = {name for name in every.values() if list(every.values()).count(name) > 1}
    assert shared == {"leaf", "round-shield", "boar", "dragon", "chalice", "chapel-door"}

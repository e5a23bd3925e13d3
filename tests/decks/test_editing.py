"""Edits, differences and files: a new deck each time, the old one as it was."""

from __future__ import annotations

import pickle
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from tests.decks.conftest import HEROES, WriteDeck
from workbench.decks import Deck, load_deck
from workbench.decks.edit import key_from_name
from workbench.kernel.game import Game
from workbench.kernel.registry import registered
from workbench.storage.errors import DeckError


def test_a_change_makes_a_new_deck_and_leaves_the_old_one(hamlet: Deck) -> None:
    before = hamlet.to_dict()
    changed = hamlet.edit(change=[{"card_id": "mill", "resources": "FT"}])
    assert changed.rows[0]["resources"] == "FT"
    assert changed != hamlet
    assert changed.digest != hamlet.digest
    assert hamlet.to_dict() == before


@pytest.mark.rule("GM-062")
def test_cards_can_be_added_removed_and_changed(hamlet: Deck) -> None:
    deck = hamlet.edit(
        add=[{"name": "King's Inn", "resources": "TT"}],
        remove=["road"],
        change=[{"card_id": "bakery", "note": "smells good"}],
    )
    assert [row["card_id"] for row in deck.rows] == ["mill", "bakery", "kings_inn"]
    assert deck.rows[1]["note"] == "smells good"


@pytest.mark.rule("GM-065", "GM-260", "GM-261")
def test_a_flavour_renames_cards_and_has_its_own_categories_and_size(medieval: Deck) -> None:
    rows = [{"name": "Aqua Marcia", "resources": "WW"}, {"name": "Thermae", "resources": "WB", "bonus_resource": "W"}]
    rows[1] |= {"bonus_source": "Aqua Marcia", "bonus_source_printed": "Aqua Marcia"}
    roman = medieval.edit(
        remove=[row["card_id"] for row in medieval.rows],
        add=rows,
        categories=[
            {"letter": "W", "name": "Water", "sign": "≈", "colour": "#0b5c8a"},
            {"letter": "B", "name": "Building", "sign": "⌂", "colour": "#7a4a22"},
        ],
        meta={"title": "Roman town", "declared_count": 2},
        name="roman",
    )
    assert [finding.key for finding in roman.lint() if "cannot be played" not in finding.text] == []
    assert (roman.arrays.card_count, roman.arrays.category_count) == (2, 2)
    assert roman.arrays.points[:2, :2].tolist() == [[2, 0], [1, 1]]
    assert roman.arrays.bonus_source[:, 1].tolist() == [0, 0]
    assert (roman.name, roman.meta.title) == ("roman", "Roman town")


@pytest.mark.rule("GM-062", "GM-066", "GM-261")
def test_a_card_can_be_renamed_and_its_name_is_followed(medieval: Deck) -> None:
    renamed = medieval.edit(change=[{"card_id": "castle", "name": "Fort"}])
    followers = [row for row in renamed.rows if row["bonus_source"] == "Fort"]
    assert {row["card_id"] for row in followers} == {"guard_tower", "dungeon"}
    assert {row["bonus_source_printed"] for row in followers} == {"Fort"}
    assert all((new == old).all() for new, old in zip(renamed.arrays[3:], medieval.arrays[3:], strict=True))


def test_two_cards_can_change_names_with_each_other(hamlet: Deck) -> None:
    deck = hamlet.edit(change=[{"card_id": "mill", "name": "Road"}, {"card_id": "road", "name": "Mill"}])
    assert [row["name"] for row in deck.rows] == ["Road", "Bakery", "Mill"]
    assert deck.rows[1]["bonus_source"] == "Road"


def test_a_misprinted_source_stays_as_printed_when_its_card_is_renamed(medieval: Deck) -> None:
    renamed = medieval.edit(change=[{"card_id": "brewer", "name": "Brewster"}])
    tavern = next(row for row in renamed.rows if row["card_id"] == "tavern")
    assert (tavern["bonus_source_printed"], tavern["bonus_source"]) == ("Brewery", "Brewster")


@pytest.mark.rule("GM-262")
@pytest.mark.parametrize(
    ("edit", "words"),
    [
        ({"change": [{"card_id": "mill", "name": "Road"}]}, "'Road' is in row"),
        ({"add": [{"card_id": "mill", "name": "Mill 2", "resources": "FF"}]}, "'mill' is in row 2"),
        ({"change": [{"card_id": "mill", "resources": "FZ"}]}, "'Z' in 'FZ'"),
        ({"change": [{"card_id": "bakery", "bonus_resource": "Z"}]}, "'Z' in 'Z'"),
        ({"change": [{"card_id": "bakery", "bonus_source": "Tower"}]}, "'Tower' is not the name of a card"),
        ({"change": [{"card_id": "bakery", "bonus_source": "Bakery"}]}, "names itself"),
        ({"remove": ["mill"]}, "'Mill' is not the name of a card"),
        ({"remove": ["mil"]}, "Did you mean 'mill'?"),
        ({"change": [{"card_id": "rode", "resources": "TT"}]}, "Did you mean 'road'?"),
        (
            {"change": [{"resources": "TT"}]},
            "{'resources': 'TT'} names no card. Fix: Give a mapping",
        ),
        (
            {"change": ["road"]},
            "The change 'road' names no card. Fix: Give a mapping of column to value with the card_id",
        ),
        ({"change": [{"card_id": 5}]}, "no card with the card_id 5."),
        ({"change": [{"card_id": "road", "colour": "red"}]}, "no column 'colour'"),
        ({"change": [{"card_id": "road", "name": ["Road"]}]}, "where text or a whole number belongs"),
        ({"add": ["Inn"]}, "'Inn' is not a row"),
        ({"add": [{"name": "Inn"}]}, "The cell is empty"),
        ({"meta": {"game": "guile"}}, "for the game 'guile'"),
        ({"meta": {"titel": "Hamlet"}}, "Did you mean 'title'?"),
        ({"meta": {"options": {"nonsense": 1}}}, "nonsense"),
        ({"categories": []}, "Add [[categories]]"),
        ({"categories": [5]}, "a table"),
        ({"remove": ["mill", "bakery", "road"]}, "The deck has 0 cards"),
    ],
)
def test_an_edit_that_would_break_the_deck_is_refused_and_changes_nothing(hamlet: Deck, edit: dict, words: str) -> None:
    before = hamlet.to_dict()
    with pytest.raises(DeckError) as caught:
        hamlet.edit(**edit)
    assert words in str(caught.value)
    assert "was not made" in str(caught.value)
    assert caught.value.problems
    assert hamlet.to_dict() == before


@pytest.mark.parametrize(
    "edit", [{"change": [{"card_id": "sir_tristan", "faction": "A"}]}, {"remove": ["sir_tristan"]}]
)
def test_an_edit_of_another_table_says_which_and_how_to_edit_it(edit: dict) -> None:
    with pytest.raises(DeckError) as caught:
        load_deck("guile").edit(**edit)
    (found,) = caught.value.problems
    assert found.text == "'sir_tristan' (knight) is in knights.csv; this edit is of cards.csv."
    assert found.fix == "Edit it with table='knights.csv'."
    assert found.place == "cards.csv, card_id"


def test_an_id_that_no_table_of_cards_has_is_reported_with_all_their_files(tmp_path: Path) -> None:
    foes = replace(HEROES, file="foes.csv", noun="foe")
    with registered(Game("saga", "Saga", 1, (), (HEROES, foes), lambda deck: len(deck.rows), "first")):
        for file, text in (("deck.toml", 'title="S"\ngame="saga"'), ("heroes.csv", "key,title,strength\na,A,1\n")):
            (tmp_path / file).write_text(text)
        (tmp_path / "foes.csv").write_text("key,title,strength\nmordred,M,1\n")
        with pytest.raises(DeckError) as caught:
            load_deck("saga", tmp_path).edit(change=[{"key": "mordret"}])
    (found,) = caught.value.problems
    assert (found.place, found.file) == ("heroes.csv or foes.csv, key", "")
    assert found.text == "There is no card or foe with the key 'mordret'. Did you mean 'mordred'?"


def test_removing_a_source_works_when_its_bonus_is_marked_as_missing(hamlet: Deck) -> None:
    deck = hamlet.edit(remove=["mill"], change=[{"card_id": "bakery", "bonus_source": None}])
    assert [finding.key for finding in deck.lint() if finding.row] == ["bakery"]


def test_ids_are_made_from_names() -> None:
    assert key_from_name("Château d'Eau", []) == "chateau_deau"
    assert key_from_name("Mill", ["mill", "mill_2"]) == "mill_3"
    assert key_from_name("城", []) == "card"


def test_what_a_deck_hands_out_cannot_change_it(hamlet: Deck) -> None:
    digest, before = hamlet.digest, hamlet.to_dict()
    hamlet.to_dict()["meta"]["categories"][0]["letter"] = "Z"
    hamlet.to_dict()["tables"]["cards.csv"][0]["name"] = "Tower"
    hamlet.cards.insert(0, "extra", 1)
    dict(hamlet.rows[0])["name"] = "Tower"
    with pytest.raises(TypeError):
        hamlet.rows[0]["name"] = "Tower"  # type: ignore[index]
    with pytest.raises(TypeError):
        hamlet.tables["cards.csv"][0]["name"] = "Tower"  # type: ignore[index]
    with pytest.raises(TypeError):
        hamlet.tables["cards.csv"] = ()  # type: ignore[index]
    with pytest.raises(TypeError):
        hamlet.meta.options["deal_size"] = 3  # type: ignore[index]
    with pytest.raises(AttributeError):
        hamlet.name = "other"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        hamlet.digest = "0" * 64  # type: ignore[misc]
    assert hamlet.to_dict() == before
    assert Deck.from_dict(before).digest == digest


def test_the_digest_is_that_of_the_content(hamlet: Deck, medieval: Deck) -> None:
    same = hamlet.edit(meta={"title": "Other", "notes": "words", "version": 2}, name="other")
    assert same == hamlet
    assert hash(same) == hash(hamlet)
    rows = [dict(row) for row in hamlet.rows]
    turned = hamlet.edit(remove=[row["card_id"] for row in rows], add=[rows[2], rows[0], rows[1]])
    categories = [category.model_dump() for category in hamlet.meta.categories]
    others = [
        turned,
        medieval,
        hamlet.edit(categories=categories[::-1]),
        hamlet.edit(meta={"options": {"deal_size": 4}}),
        hamlet.edit(change=[{"card_id": "road", "note": ""}]),
    ]
    assert len({deck.digest for deck in [hamlet, *others]}) == len(others) + 1


def test_a_deck_survives_pickling_for_other_processes(hamlet: Deck) -> None:
    copy = pickle.loads(pickle.dumps(hamlet))
    assert copy == hamlet
    assert copy.to_dict() == hamlet.to_dict()


def test_cards_are_a_table_with_a_row_per_kind(medieval: Deck) -> None:
    assert len(medieval.cards) == 113
    assert medieval.cards.set_index("card_id").loc["graveyard", "bonus_resource"] == "R"


def test_a_deck_shows_itself_without_taking_names_for_markup(hamlet: Deck) -> None:
    html = hamlet.edit(meta={"title": "<script>alert(1)</script>"})._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert "3 cards" in html
    assert "guild_master/hamlet" in repr(hamlet)


def test_a_deck_shows_its_authors_where_it_names_any(hamlet: Deck) -> None:
    assert "3 cards, by Ada &amp; Bo, Cy<br>" in hamlet.edit(meta={"authors": ["Ada & Bo", "Cy"]})._repr_html_()
    assert "3 cards<br>" in hamlet.edit(meta={"authors": []})._repr_html_()


def test_a_difference_lists_added_removed_and_changed_cards(hamlet: Deck) -> None:
    new = hamlet.edit(
        add=[{"name": "Inn", "resources": "TT"}],
        remove=["road"],
        change=[{"card_id": "mill", "resources": "FT", "note": "big"}],
        meta={"title": "Village", "options": {"deal_size": 4}},
    )
    diff = hamlet.diff(new)
    assert [card.key for card in diff.added] == ["inn"]
    assert [card.key for card in diff.removed] == ["road"]
    assert [(card.key, dict(card.columns), card.text_only) for card in diff.changed] == [
        ("mill", {"resources": ("FF", "FT"), "note": ("", "big")}, False)
    ]
    assert diff.meta == {"title": ("Hamlet", "Village"), "options deal_size": (None, 4)}
    assert not diff.text_only
    assert str(diff).splitlines() == [
        "+ Inn (inn)",
        "- Road (road)",
        "~ Mill (mill): resources: 'FF' -> 'FT', note: '' -> 'big'",
        "deck.toml title: 'Hamlet' -> 'Village'",
        "deck.toml options deal_size: None -> 4",
    ]


def test_a_difference_of_words_only_is_marked(hamlet: Deck) -> None:
    diff = hamlet.diff(hamlet.edit(change=[{"card_id": "mill", "name": "Windmill", "note": "x"}], meta={"notes": "y"}))
    assert {card.key: card.text_only for card in diff.changed} == {"mill": True, "bakery": True}
    assert diff.text_only
    assert "(text only)" in str(diff)


def test_a_changed_printed_source_is_more_than_words(hamlet: Deck) -> None:
    diff = hamlet.diff(hamlet.edit(change=[{"card_id": "bakery", "bonus_source_printed": "Milll"}]))
    assert [card.text_only for card in diff.changed] == [False]


def test_a_difference_shows_categories_and_order(hamlet: Deck) -> None:
    categories = [category.model_dump() for category in hamlet.meta.categories]
    renamed = hamlet.edit(categories=[categories[0] | {"name": "Meals"}, categories[1]])
    assert list(hamlet.diff(renamed).meta) == ["category F"]
    assert hamlet.diff(hamlet.edit(categories=categories[::-1])).meta == {"category order": ("FT", "TF")}
    rows = [dict(row) for row in hamlet.rows]
    turned = hamlet.edit(remove=[row["card_id"] for row in rows], add=rows[::-1])
    assert hamlet.diff(turned).moved
    assert not hamlet.diff(turned).changed


def test_no_difference_is_false(hamlet: Deck) -> None:
    assert not hamlet.diff(hamlet)
    assert str(hamlet.diff(hamlet)) == "No difference."


def test_decks_of_two_games_are_not_compared(hamlet: Deck, saga: Game, tmp_path: Path) -> None:
    for file, text in (("deck.toml", 'title="S"\ngame="saga"'), ("heroes.csv", "key,title,strength\na,A,1\n")):
        (tmp_path / file).write_text(text)
    (tmp_path / "places.csv").write_text("key\n")
    with pytest.raises(DeckError, match="two decks of one game"):
        hamlet.diff(load_deck("saga", tmp_path))


def test_a_saved_deck_reads_back_the_same(medieval: Deck, tmp_path: Path) -> None:
    folder = medieval.save(tmp_path / "new" / "town")
    again = load_deck("guild_master", folder)
    assert again == medieval
    assert again.meta == medieval.meta
    assert again.rows == medieval.rows
    assert again.name == "town"


def test_saving_writes_the_packaged_table_byte_for_byte(medieval: Deck, tmp_path: Path) -> None:
    from workbench.decks import packaged_decks_folder

    folder = medieval.save(tmp_path / "town")
    packaged = packaged_decks_folder() / "guild_master" / "medieval" / "cards.csv"
    assert (folder / "cards.csv").read_bytes() == packaged.read_bytes()


def test_saving_over_a_deck_replaces_it_and_leaves_other_files(hamlet: Deck, write_deck: WriteDeck) -> None:
    folder = write_deck()
    (folder / "README.md").write_text("mine")
    changed = hamlet.edit(change=[{"card_id": "mill", "count": 2}])
    assert changed.save(folder / "deck.toml") == folder
    assert load_deck("guild_master", folder) == changed
    assert sorted(path.name for path in folder.iterdir()) == ["README.md", "cards.csv", "deck.toml"]
    assert stat.S_IMODE((folder / "cards.csv").stat().st_mode) == 0o644


def test_a_folder_of_other_things_is_not_written_into(hamlet: Deck, tmp_path: Path) -> None:
    folder = tmp_path / "thesis"
    folder.mkdir()
    (folder / "chapter.txt").write_text("years of work")
    with pytest.raises(DeckError, match="holds other things"):
        hamlet.save(folder)
    assert [path.name for path in folder.iterdir()] == ["chapter.txt"]


def test_a_deck_is_not_saved_where_a_file_stands(hamlet: Deck, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for target in (tmp_path / "file", tmp_path / "file" / "deeper"):
        with pytest.raises(DeckError, match="cannot be saved"):
            hamlet.save(target)


@pytest.mark.parametrize("file", ["cards.csv", "deck.toml"])
def test_a_save_that_cannot_replace_a_file_leaves_all_as_it_was(hamlet: Deck, write_deck: WriteDeck, file: str) -> None:
    folder = write_deck()
    (folder / file).unlink()
    (folder / file).mkdir()
    other = folder / ("deck.toml" if file == "cards.csv" else "cards.csv")
    before = other.read_bytes()
    with pytest.raises(DeckError, match=f"a folder is called {file}"):
        hamlet.edit(meta={"title": "Village"}, change=[{"card_id": "mill", "count": 2}]).save(folder)
    assert other.read_bytes() == before
    assert sorted(path.name for path in folder.iterdir()) == ["cards.csv", "deck.toml"]

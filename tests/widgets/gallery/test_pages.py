"""The pages of variants say what was published, lead where they should, and show whatever strangers write as text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.gallery.injections import PATHS, SHOWN
from tests.widgets.gallery.reading import Read, addresses_of
from workbench.decks import Deck, load_deck
from workbench.gallery import About, Gallery, Measured, Parent
from workbench.kernel.registry import list_games
from workbench.lab.comparison import compare
from workbench.pen import Drawn, clean
from workbench.play.store import MatchStore
from workbench.serving.addresses import code_as_svg
from workbench.storage.errors import WorkbenchError
from workbench.widgets.gallery.cards import MOST_CHANGES
from workbench.widgets.gallery.decks_page import DecksPage
from workbench.widgets.gallery.family import family_section
from workbench.widgets.gallery.gallery_page import AT_ONCE, MOST_DECKS, GalleryPage
from workbench.widgets.gallery.measured import figures_in_words, measured_of
from workbench.widgets.gallery.shown import all_decks, find, of_any_deck, of_deck
from workbench.widgets.gallery.single_page import LARGEST_PAGE, single_page
from workbench.widgets.gallery.variant_page import Place, open_graph, variant_page
from workbench.widgets.home.home_page import HomePage
from workbench.widgets.home.reader import Reader

MEDIEVAL, CLASSIC = load_deck("guild_master"), load_deck("guile")
PLACE = Place("/voila/render/", "/", "http://127.0.0.1:8866/v/town", Drawn(code_as_svg("http://127.0.0.1:8866/v/town")))
HARMLESS = "harmless"
Shape = list[tuple[str, tuple[str, ...]]]


@pytest.fixture
def gallery(tmp_path: Path) -> Gallery:
    """An empty gallery."""
    return Gallery(tmp_path / "gallery.sqlite")


def town(**cells: str) -> Deck:
    """The medieval town with another inn."""
    return MEDIEVAL.edit(change=[{"card_id": "inn", "name": "Hospice", "resources": "AR", **cells}])


def page_of(gallery: Gallery, address: str, number: int | None = None) -> str:
    """A variant's page as the server draws it."""
    shown = find(gallery, address, number)
    family = family_section(gallery, shown, PLACE.top)
    return f"{open_graph(shown, PLACE.link)}{variant_page(shown, PLACE, family)}"


def gallery_of(gallery: Gallery, **asked: str) -> str:
    """The gallery's page as the server draws it."""
    return str(GalleryPage().drawn(Reader(MatchStore(), "/voila/render/", asked, "main", "/", gallery)))


# ---------------------------------------------------------------- what they say


def test_a_variant_says_what_is_different_who_made_it_and_how_to_play(gallery: Gallery) -> None:
    gallery.publish(town(), About(title="Pilgrim Town", line="They come.", author="Chiara"), Parent.of_deck(MEDIEVAL))
    page = Read(page_of(gallery, "pilgrim-town"))
    for words in (
        "A variant of Medieval town for Guild Master",
        "by Chiara, shared ",
        "after a card list by Lloyd Krassner",
        "these changes: CC BY-SA 4.0",
        "They come.",
        "One card is different of 113",
        "was Inn",
        "The other 112 cards are those of Medieval town.",
        "How to play Guild Master",
        "Who was made from whom",
    ):
        assert words in page.text, words
    ways = addresses_of(page)
    for way in (
        "/v/guild_master.medieval",
        "/voila/render/variant.ipynb?variant=pilgrim-town&version=1",
        "/voila/render/deck_studio.ipynb?variant=pilgrim-town&version=1",
        "/v/pilgrim-town/1/deck.xlsx",
        "/v/pilgrim-town/1/cards.csv",
    ):
        assert way in ways, way


def test_what_games_told_of_a_variant_stands_on_its_page(gallery: Gallery) -> None:
    gallery.publish(town(), {"title": "Town", "author": "Chiara"}, Parent.of_deck(MEDIEVAL))
    before = Read(page_of(gallery, "town"))
    assert "wb-verdict" not in str(before.values)
    verdict = "Hospice now scores in 56.0 of 100 games, before 42.0."
    measured = Measured(games=10_000, verdict=verdict, findings=("And more.",), scored={"inn": (0.42, 0.56)})
    gallery.keep_measured(MEDIEVAL, town(), measured)
    page = Read(page_of(gallery, "town"))
    assert verdict in page.text
    assert "What 10,000 games of bots with each list say" in page.text
    assert "And more." in page.text
    assert "56 of 100, before 42" in page.text
    often = Measured(games=10_000, verdict=verdict, findings=(), scored={"inn": (0.9, 3.865)})
    gallery.keep_measured(MEDIEVAL, town(), often)
    assert "3.9 times a game, before 0.9" in Read(page_of(gallery, "town")).text
    gallery.keep_measured(MEDIEVAL, town(), measured)
    assert "of 113. How often each scores, in 100 games" in page.text
    gallery.publish(town(resources="RR"), {"title": "Town", "author": "Chiara"}, Parent.of_deck(MEDIEVAL))
    assert verdict not in Read(page_of(gallery, "town")).text


def test_a_deck_of_the_workbench_says_what_was_measured_of_it_and_a_variant_only_what_was_of_itself(
    gallery: Gallery,
) -> None:
    told = " ".join(figures_in_words(MEDIEVAL))
    assert told in Read(page_of(gallery, "guild_master.medieval")).text
    gallery.publish(town(), {"title": "Town", "author": "Chiara"}, Parent.of_deck(MEDIEVAL))
    assert "four bots" not in Read(page_of(gallery, "town")).text
    unmeasured = of_any_deck(MEDIEVAL.edit(meta={"measured": {}}))
    assert "wb-verdict" not in str(variant_page(unmeasured, PLACE))


def test_a_page_keeps_what_a_real_comparison_tells() -> None:
    measured = measured_of(compare(MEDIEVAL, town(), games=60, threads=1))
    assert measured.games == 60
    assert measured.verdict.endswith(" in 100 games.")
    assert set(measured.scored) == {"inn"}
    assert Measured.read(measured.model_dump_json()) == measured


def test_a_deck_of_the_workbench_says_what_was_measured_of_it(gallery: Gallery) -> None:
    assert "In 10,000 games between four bots:" in Read(page_of(gallery, "guild_master.roman")).text


def test_two_lists_stand_side_by_side_for_a_variant_too(gallery: Gallery) -> None:
    gallery.publish(town(), {"title": "Town"}, Parent.of_deck(MEDIEVAL))
    (way,) = [way for way in addresses_of(Read(page_of(gallery, "town"))) if "decks.ipynb" in way]
    assert way == "/voila/render/decks.ipynb?deck=town&beside=guild_master.medieval"
    asked = {"deck": "town/1", "beside": "guild_master.medieval"}
    page = Read(str(DecksPage().drawn(Reader(MatchStore(), "/voila/render/", asked, "main", "/", gallery))))
    assert "Town beside Medieval town" in page.text
    assert "112 cards have the same name in both." in page.text
    assert "/voila/render/variant.ipynb?variant=town&version=1" in addresses_of(page)


def test_an_old_version_leads_to_the_newest(gallery: Gallery) -> None:
    gallery.publish(town(), {"title": "Town"})
    gallery.publish(town(resources="RR"), {"title": "Town"})
    old, new = Read(page_of(gallery, "town", 1)), Read(page_of(gallery, "town"))
    assert "version 1 of 2" in old.text
    assert "/v/town" in addresses_of(old)
    assert "the newest" not in new.text


def test_a_copy_says_so_and_a_parent_that_is_not_here_is_named(gallery: Gallery) -> None:
    first = gallery.publish(MEDIEVAL, {"title": "Copy"}, Parent.of_deck(MEDIEVAL))
    assert "A copy of Medieval town so far" in page_of(gallery, "copy")
    gallery.publish(town(), {"title": "Child"}, Parent.of_publication(first))
    gallery.hide("copy")
    page = Read(page_of(gallery, "child"))
    assert f"What it was made from is not here: Copy ({MEDIEVAL.digest[:12]})." in page.text
    assert "One card is different" not in page.text


def test_what_differs_from_a_parent_that_was_taken_back_stays_on_the_page(gallery: Gallery) -> None:
    first = gallery.publish(MEDIEVAL, {"title": "Copy"}, Parent.of_deck(MEDIEVAL))
    gallery.publish(town(), {"title": "Child"}, Parent.of_publication(first))
    gallery.withdraw("copy")
    page = page_of(gallery, "child")
    assert "One card is different" in Read(page).text
    assert 'href="/v/copy' not in page


def test_many_changes_are_counted(gallery: Gallery) -> None:
    changed = MEDIEVAL.edit(change=[{"card_id": row["card_id"], "resources": "RR"} for row in MEDIEVAL.rows[:13]])
    gallery.publish(changed, {"title": "Many"}, Parent.of_deck(MEDIEVAL))
    page = Read(page_of(gallery, "many"))
    assert page.text.count("same name") == MOST_CHANGES
    different = sum(row["resources"] != "RR" for row in MEDIEVAL.rows[:13])
    assert f"And {different - MOST_CHANGES} more." in page.text


def test_new_and_lost_cards_and_rules_are_told(gallery: Gallery) -> None:
    deck = MEDIEVAL.edit(
        add=[{"card_id": "abbey", "name": "Abbey", "resources": "RR"}],
        remove=["vineyard"],
        meta={"options": {"deal_size": 4}},
    )
    gallery.publish(deck, {"title": "Abbey"}, Parent.of_deck(MEDIEVAL))
    page = Read(page_of(gallery, "abbey"))
    assert "Abbeyis new" in page.text
    assert "Vineyardis gone" in page.text
    assert "options deal_size: 4" in page.text


def test_an_unlisted_parent_is_named_and_not_linked(gallery: Gallery) -> None:
    secret = gallery.publish(town(), {"title": "Secret"}, unlisted=True)
    gallery.publish(MEDIEVAL, {"title": "Open"}, Parent.of_publication(secret))
    page = page_of(gallery, "open")
    assert "A variant of Secret" in Read(page).text
    assert secret.slug not in page
    assert 'content="noindex"' in page_of(gallery, secret.slug)
    assert 'content="noindex"' not in page


@pytest.mark.parametrize(("game_id", "name"), list(all_decks()))
def test_every_deck_of_the_workbench_has_a_page(gallery: Gallery, game_id: str, name: str) -> None:
    page = Read(page_of(gallery, f"{game_id}.{name}"))
    deck = load_deck(game_id, name)
    assert deck.meta.title in page.text
    assert sum("wb-printed" in value for attribute, value in page.values if attribute == "class") == len(deck.kinds)


@pytest.mark.parametrize("address", [*PATHS, "guild_master.nothing", "nothing.medieval", "guild_master.medieval/1"])
def test_an_address_that_names_nothing_is_refused(gallery: Gallery, address: str) -> None:
    with pytest.raises(WorkbenchError):
        find(gallery, address)


def test_the_tree_names_every_step_and_what_differs(gallery: Gallery) -> None:
    first = gallery.publish(town(), {"title": "First", "author": "Ann"}, Parent.of_deck(MEDIEVAL))
    second = gallery.publish(town(resources="RR"), {"title": "Second"}, Parent.of_publication(first))
    gallery.publish(town(resources="GG"), {"title": "Third"}, Parent.of_publication(second))
    family = Read(str(family_section(gallery, find(gallery, "second"), "/")))
    lines = [word for word in ("Medieval town", "First by Ann", "Second", "Third") if word in family.text]
    assert lines == ["Medieval town", "First by Ann", "Second", "Third"]
    assert family.text.count("One card is different") == 3
    assert addresses_of(family) == ["/v/guild_master.medieval", "/v/first/1", "/v/third/1"]


# ---------------------------------------------------------------- the gallery


def ways_in(gallery: Gallery, **asked: str) -> list[str]:
    """What the gallery's page leads to, from top to bottom."""
    return [way[3:] for way in addresses_of(Read(gallery_of(gallery, **asked))) if way.startswith("/v/")]


def test_the_gallery_shows_what_people_have_made_before_the_decks_of_the_workbench(gallery: Gallery) -> None:
    gallery.publish(town(), {"title": "Pilgrim Town"})
    first, *decks = ways_in(gallery)
    assert first == "pilgrim-town"
    assert decks == [f"{game}.{name}" for game, name in all_decks()][:MOST_DECKS]
    assert f"All {len(list(all_decks()))}, side by side" in gallery_of(gallery)


def test_the_gallery_is_searched_by_title_author_card_and_game(gallery: Gallery) -> None:
    gallery.publish(town(), {"title": "Pilgrim Town", "author": "Chiara"})
    gallery.publish(CLASSIC, {"title": "Knights"})
    assert ways_in(gallery, search="hospice") == ["pilgrim-town"]
    assert ways_in(gallery, search="chiara") == ["pilgrim-town"]
    assert ways_in(gallery, game="guile") == ["knights", "guile.classic", "guile.great_hall"]
    assert "Nothing fits nobody wrote this" in gallery_of(gallery, search="nobody wrote this")
    assert ways_in(gallery, game="../x", order="x", page="-1")[:2] == ["knights", "pilgrim-town"]


def test_the_exact_title_comes_first_then_other_titles_then_authors_and_cards_as_headings_say(gallery: Gallery) -> None:
    gallery.publish(CLASSIC, {"title": "Hospice"})
    gallery.publish(CLASSIC, {"title": "The Old Hospice"})
    gallery.publish(CLASSIC, {"title": "Knights", "author": "Hospice School"})
    gallery.publish(town(), {"title": "Pilgrims"})
    assert ways_in(gallery, search="hospice") == ["hospice", "the-old-hospice", "pilgrims", "knights"]
    page = Read(gallery_of(gallery, search="hospice")).text
    assert "Two variants are called hospice" in page
    assert "Two more have it inside" in page


def test_neighbours_in_the_gallery_never_have_the_same_ground(gallery: Gallery) -> None:
    for number in range(AT_ONCE):
        gallery.publish(CLASSIC, {"title": f"Variant {number}", "emblem": ("shell", "key")[number // 3 % 2]})
    grounds = re.findall(r'class="wb-cover"[^>]*><rect[^>]*fill="(#\w+)"', gallery_of(gallery))[:AT_ONCE]
    assert len(grounds) == AT_ONCE
    for columns in (1, 3, 5):
        assert all(one != below for one, below in zip(grounds, grounds[columns:], strict=False)), columns


def test_many_variants_are_leafed_through(gallery: Gallery) -> None:
    for number in range(AT_ONCE + 1):
        gallery.publish(CLASSIC, {"title": f"Variant {number}"})
    first, second = (Read(gallery_of(gallery, page=page, game="guile")) for page in ("1", "2"))
    assert "Page 1 of 2" in first.text
    assert [way for way in addresses_of(second) if way.startswith("/v/")] == ["/v/variant-0"]


def test_a_damaged_gallery_keeps_no_page_from_being_shown(gallery: Gallery) -> None:
    gallery.file.write_bytes(b"x" * 100)
    assert "is damaged" in Read(gallery_of(gallery)).text
    home = HomePage().drawn(Reader(MatchStore(), "/", {}, "main", "/", gallery))
    assert "What shall we play?" in home


def test_what_was_published_last_is_on_the_first_page(gallery: Gallery) -> None:
    reader = Reader(MatchStore(), "/voila/render/", {}, "main", "/", gallery)
    assert "Yours could be the first." in Read(str(HomePage().drawn(reader))).text
    gallery.publish(CLASSIC, {"title": "Knights"})
    page = Read(str(HomePage().drawn(reader)))
    assert "Yours could be the first." not in page.text
    assert "/v/knights" in addresses_of(page)


# ---------------------------------------------------------------- one page without a server


@pytest.mark.parametrize("game_id", list(list_games()))
def test_one_page_holds_the_cards_and_asks_for_nothing(game_id: str) -> None:
    shown = of_any_deck(load_deck(game_id))
    text = single_page(shown)
    page = Read(text)
    assert len(text.encode()) < LARGEST_PAGE
    assert [tag for tag, _names in page.shape if tag in ("script", "iframe", "form", "object", "embed")] == []
    assert {way for way in addresses_of(page) if not way.startswith("data:")} == set()
    assert "url(http" not in text
    assert f"How to play {shown.deck.game.title}" in page.text


# ---------------------------------------------------------------- injections


@pytest.fixture(scope="module")
def harmless(tmp_path_factory: pytest.TempPathFactory) -> list[Shape]:
    """The shapes of pages on which nobody has written anything odd."""
    return shapes(tmp_path_factory.mktemp("harmless"), HARMLESS)


@pytest.mark.parametrize("text", SHOWN, ids=ascii)
def test_whatever_a_stranger_writes_is_text_on_every_page(tmp_path: Path, text: str, harmless: list[Shape]) -> None:
    """The same elements with the same attributes as with a harmless text, and the text is read."""
    assert shapes(tmp_path, text) == harmless


def without_arms(page: str) -> str:
    """A page without the shields of authors, which differ for every name and hold no text."""
    shields = re.findall(r'<svg class="wb-shield".*?</svg>', page)
    assert all(Read(shield).text == "" for shield in shields)
    return re.sub(r'<svg class="wb-shield".*?</svg>', "", page)


def shape_of(page: str) -> Shape:
    """What a page consists of; fails if anything of it runs."""
    read = Read(without_arms(page))
    assert all(not way.lower().lstrip().startswith("javascript") for way in addresses_of(read))
    assert read.others == []
    return read.shape


def shapes(folder: Path, text: str) -> list[Shape]:
    """What the pages of a variant consist of when each of its texts is the given one."""
    gallery = Gallery(folder / "gallery.sqlite")
    deck = CLASSIC.edit(change=[{"card_id": "isolde", "name": f"x {text}"[:80].strip()}])
    about = About(title=text.strip() or "x", line=text, author=text, notes=f"x {text}", licence=text)
    parent = gallery.publish(CLASSIC, about, Parent.of_deck(CLASSIC))
    slug = gallery.publish(deck, {**about.model_dump(), "title": f"2 {text}"}, Parent.of_publication(parent)).slug
    variant, single = page_of(gallery, slug), single_page(find(gallery, slug))
    home = str(HomePage().drawn(Reader(MatchStore(), "", {}, "main", "/", gallery)))
    assert clean(text).strip() in Read(without_arms(variant)).text
    assert " ".join(clean(text).split()) in " ".join(Read(without_arms(single)).text.split())
    return [shape_of(page) for page in (variant, single, home)]


def test_whatever_strangers_write_is_text_in_the_gallery(tmp_path: Path) -> None:
    """All of them are published in one; what somebody searches for is looked at in tests/serving/test_variants.py."""
    found = []
    for name, texts in (("odd", SHOWN), ("harmless", [HARMLESS] * len(SHOWN))):
        gallery = Gallery(tmp_path / f"{name}.sqlite")
        for number, text in enumerate(texts):
            said = {"title": f"{number} {text}"[:80], "line": text, "author": text, "notes": text, "licence": text}
            gallery.publish(CLASSIC, said, Parent.of_deck(CLASSIC))
        pages = [gallery_of(gallery, game="guile", page=str(page)) for page in range(1, 2 + len(SHOWN) // AT_ONCE)]
        found.append([shape_of(page) for page in pages])
    assert found[0] == found[1]


@pytest.mark.parametrize("text", SHOWN, ids=ascii)
def test_an_address_in_a_code_or_a_link_is_text(text: str) -> None:
    code = code_as_svg(f"http://127.0.0.1/v/{text}")
    read = Read(code)
    assert [tag for tag, _names in read.shape] == ["svg", "title", "path", "path"]


def test_a_deck_without_a_name_of_its_own_is_shown_beside_the_games_own() -> None:
    shown = of_any_deck(town())
    assert (shown.before, shown.parent.title) == (MEDIEVAL, MEDIEVAL.meta.title)
    assert of_deck("guild_master", "medieval").parent is None

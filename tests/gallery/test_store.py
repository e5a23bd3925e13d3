"""What was published is there for ever under its address, whole and unchanged, whatever happens beside it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.publishing import PUBLISH, faults_of, kill_while_publishing
from tests.disks import room_for, without_permission
from workbench.decks import Deck, load_deck
from workbench.gallery import About, Gallery, Measured, Parent
from workbench.gallery.publication import LONGEST_NOTES, about_from
from workbench.gallery.slugs import is_slug, slug_of
from workbench.gallery.store import MOST_OF_A_SPACE, GalleryFile
from workbench.storage.errors import GalleryError
from workbench.storage.folders import GALLERY_VARIABLE, LIMIT_VARIABLE, STATE_VARIABLE

CLASSIC = load_deck("guile")
PILGRIMS = About(title="Pilgrim Town", line="Pilgrims come.", author="Chiara", notes="first\nsecond")


def test_a_publication_comes_back_as_it_was_said(gallery: Gallery, pilgrims: Deck, medieval: Deck) -> None:
    published = gallery.publish(pilgrims, PILGRIMS, Parent.of_deck(medieval))
    again = Gallery(gallery.file).publication("pilgrim-town")
    assert (again.slug, again.number, again.id) == ("pilgrim-town", 1, published.id)
    assert again.deck == pilgrims
    assert again.about == PILGRIMS.model_copy(update={"emblem": again.about.emblem})
    assert gallery.parent_deck(again) == medieval


def test_the_cover_shows_the_emblem_of_a_card_that_was_changed(
    gallery: Gallery, pilgrims: Deck, medieval: Deck
) -> None:
    published = gallery.publish(pilgrims, PILGRIMS, Parent.of_deck(medieval))
    changed = [change.key for change in medieval.diff(pilgrims).changed]
    numbers = [number for number, row in enumerate(pilgrims.rows) if row["card_id"] in changed]
    assert published.about.emblem in {pilgrims.game.studio.face(pilgrims, number).emblem for number in numbers}


def test_the_same_title_again_is_the_next_version_and_old_ones_stay(gallery: Gallery, pilgrims: Deck) -> None:
    first = gallery.publish(pilgrims, PILGRIMS)
    second = gallery.publish(pilgrims.edit(change=[{"card_id": "papermill", "resources": "FF"}]), PILGRIMS)
    renamed = gallery.publish(pilgrims, {"title": "Pilgrim City"}, of="pilgrim-town")
    assert [first.number, second.number, renamed.number] == [1, 2, 3]
    assert {first.slug, second.slug, renamed.slug} == {"pilgrim-town"}
    assert gallery.publication("pilgrim-town").about.title == "Pilgrim City"
    assert gallery.publication("pilgrim-town", 1).id == first.id
    assert gallery.versions("pilgrim-town") == (1, 2, 3)
    assert gallery.variant("pilgrim-town").newest == 3


def test_what_is_as_it_was_published_last_is_not_published_twice(gallery: Gallery, pilgrims: Deck) -> None:
    first = gallery.publish(pilgrims, PILGRIMS)
    assert gallery.publish(pilgrims, PILGRIMS).id == first.id
    assert gallery.versions("pilgrim-town") == (1,)


def test_two_variants_of_one_title_have_two_addresses(gallery: Gallery, pilgrims: Deck) -> None:
    slugs = [Gallery(gallery.file, owner).publish(pilgrims, PILGRIMS).slug for owner in ("a" * 32, "b" * 32, "")]
    assert slugs == ["pilgrim-town", "pilgrim-town-2", "pilgrim-town-3"]


def test_an_unlisted_variant_is_found_by_its_address_alone(gallery: Gallery, pilgrims: Deck) -> None:
    published = gallery.publish(pilgrims, PILGRIMS, unlisted=True)
    assert "pilgrim" not in published.slug
    assert len(published.slug) == 16
    assert (gallery.variants(), gallery.count()) == ((), 0)
    assert gallery.publication(published.slug).deck == pilgrims
    assert gallery.publish(pilgrims, PILGRIMS).slug == "pilgrim-town", "listed, it is another variant"


def test_only_the_space_that_published_goes_on_with_a_variant_or_withdraws_it(gallery: Gallery, pilgrims: Deck) -> None:
    mine, yours = Gallery(gallery.file, "a" * 32), Gallery(gallery.file, "b" * 32)
    mine.publish(pilgrims, PILGRIMS)
    with pytest.raises(GalleryError, match="published by somebody else"):
        yours.withdraw("pilgrim-town")
    with pytest.raises(GalleryError, match="published by somebody else"):
        yours.publish(pilgrims, PILGRIMS, of="pilgrim-town")
    assert [one.slug for one in mine.own()] == ["pilgrim-town"]
    assert yours.own() == ()
    assert mine.withdraw("pilgrim-town").withdrawn


def test_a_withdrawn_variant_leaves_a_tombstone_and_nothing_else(gallery: Gallery, pilgrims: Deck) -> None:
    published = gallery.publish(pilgrims, PILGRIMS)
    gallery.publish(pilgrims, {"title": "Fork"}, Parent.of_publication(published))
    gallery.withdraw("pilgrim-town")
    with pytest.raises(GalleryError, match="was withdrawn by the one who published it"):
        gallery.publication("pilgrim-town")
    assert gallery.variant("pilgrim-town").title == ""
    assert gallery.versions("pilgrim-town") == ()
    assert gallery.by_id(published.id) is None
    assert b"Pilgrims come." not in dumped(gallery)
    assert gallery.publish(pilgrims, PILGRIMS).slug == "pilgrim-town-2", "its address is never another variant's"


def test_cards_of_what_was_taken_back_stay_as_long_as_something_was_made_from_it(
    gallery: Gallery, pilgrims: Deck
) -> None:
    published = gallery.publish(pilgrims, PILGRIMS)
    fork = gallery.publish(pilgrims, {"title": "Fork"}, Parent.of_publication(published))
    gallery.withdraw("pilgrim-town")
    assert gallery.parent_deck(fork) == published.deck
    gallery.withdraw("fork")
    assert gallery.parent_deck(fork) is None
    assert published.deck.digest.encode() not in dumped(gallery)


def test_cards_that_the_host_has_hidden_are_not_kept(gallery: Gallery, pilgrims: Deck) -> None:
    published = gallery.publish(pilgrims, PILGRIMS)
    fork = gallery.publish(pilgrims, {"title": "Fork"}, Parent.of_publication(published))
    gallery.hide("pilgrim-town")
    gallery.withdraw("pilgrim-town")
    assert gallery.parent_deck(fork) is None


def test_an_address_is_made_of_the_title_as_long_as_nobody_has_it(gallery: Gallery, pilgrims: Deck) -> None:
    assert gallery.address_for("Pilgrim Town") == "pilgrim-town"
    gallery.publish(pilgrims, PILGRIMS)
    assert gallery.address_for("Pilgrim Town") == "pilgrim-town-2"
    assert gallery.address_for("Pilgrim Town", of="pilgrim-town") == "pilgrim-town"


def dumped(gallery: Gallery) -> bytes:
    """All that a gallery still says."""
    with closing(sqlite3.connect(gallery.file)) as connection:
        return "\n".join(connection.iterdump()).encode()


def test_the_host_hides_and_shows_again(gallery: Gallery, pilgrims: Deck) -> None:
    gallery.publish(pilgrims, PILGRIMS)
    gallery.hide("pilgrim-town")
    assert gallery.variants() == ()
    with pytest.raises(GalleryError, match="hidden by the host"):
        gallery.publication("pilgrim-town", 1)
    gallery.hide("pilgrim-town", hidden=False)
    assert gallery.publication("pilgrim-town").deck == pilgrims


def test_forks_are_counted_as_variants_and_not_as_versions(gallery: Gallery, pilgrims: Deck) -> None:
    published = gallery.publish(pilgrims, PILGRIMS)
    made_from = Parent.of_publication(published)
    for title in ("One", "Two", "Two"):
        gallery.publish(pilgrims, {"title": title, "notes": str(gallery.count())}, made_from)
    gallery.publish(pilgrims, {"title": "Pilgrim Town", "notes": "from itself"}, made_from)
    assert gallery.variant("pilgrim-town").forks == 2
    assert gallery.variants(order="forks")[0].slug == "pilgrim-town"
    gallery.withdraw("two")
    assert gallery.variant("pilgrim-town").forks == 1


def test_a_search_looks_into_titles_authors_and_names_of_cards(
    gallery: Gallery, pilgrims: Deck, medieval: Deck
) -> None:
    gallery.publish(pilgrims, PILGRIMS)
    gallery.publish(medieval, {"title": "As printed", "author": "Zoë"})
    gallery.publish(load_deck("guile"), {"title": "Knights"})

    def found(search: str, game_id: str = "") -> set[str]:
        assert gallery.count(search, game_id) == len(gallery.variants(search, game_id))
        return {one.slug for one in gallery.variants(search, game_id)}

    assert found("HOSPICE") == {"pilgrim-town"}
    assert found("zoë mill") == {"as-printed"}
    assert found("", "guile") == {"knights"}
    assert found("100%_' OR 1=1 --") == set()
    with pytest.raises(GalleryError, match="There is no order"):
        gallery.variants(order="newest; DROP TABLE variants")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "title: It is missing"),
        ({"title": " "}, "title: It is empty"),
        ({"title": "a\nb"}, "title: It holds a line break"),
        ({"title": "x" * 81}, "title: It is 81 characters long"),
        ({"title": "a\x1b[2J"}, "title: It holds the unprintable character U\\+001B"),
        ({"title": 7}, "title: 7 was given where text belongs"),
        ({"title": "a", "notes": "x" * (LONGEST_NOTES + 1)}, "notes: They are 2,001 characters long"),
        ({"title": "a", "language": "../de"}, "language: '../de' is no tag of a language"),
        ({"title": "a", "emblem": "../../etc/passwd"}, "emblem: '../../etc/passwd' is not the name"),
        ({"title": "a", "script": "x"}, "script: There is no such field"),
    ],
)
def test_what_is_said_of_a_variant_is_refused_in_words(given: dict, said: str) -> None:
    with pytest.raises(GalleryError, match=said):
        about_from(given)


# ---------------------------------------------------------------- limits


def test_a_visitor_publishes_as_much_as_a_space_has_room_for(
    tmp_path: Path, pilgrims: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(GALLERY_VARIABLE, str(tmp_path / "shared.sqlite"))
    monkeypatch.setenv(STATE_VARIABLE, str(tmp_path / "spaces" / ("1" * 32)))
    Gallery(tmp_path / "measured.sqlite").publish(pilgrims, {"title": "One"})
    with closing(sqlite3.connect(tmp_path / "measured.sqlite")) as measured:
        (size,) = measured.execute("SELECT length(content) FROM publications").fetchone()
    monkeypatch.setenv(LIMIT_VARIABLE, str(5 * size // 2))
    gallery = Gallery()
    assert gallery.file == tmp_path / "shared.sqlite"
    assert gallery.owner not in ("", "1" * 32), "who reads the file cannot take the space's place"
    gallery.publish(pilgrims, {"title": "One"})
    gallery.publish(pilgrims, {"title": "Two"})
    with pytest.raises(GalleryError, match="there is no room for it"):
        gallery.publish(pilgrims, {"title": "Three"})
    assert gallery.count() == 2
    monkeypatch.setenv(STATE_VARIABLE, str(tmp_path / "spaces" / ("2" * 32)))
    Gallery().publish(pilgrims, {"title": "Three"})
    monkeypatch.setenv(LIMIT_VARIABLE, "0")
    with pytest.raises(GalleryError, match="there is no room for it"):
        Gallery().publish(pilgrims, {"title": "Four"})


def test_a_visitor_has_so_many_variants_at_most(tmp_path: Path, gallery: Gallery) -> None:
    visitor, deck = Gallery(gallery.file, "a" * 32), load_deck("guile")
    for number in range(MOST_OF_A_SPACE):
        visitor.publish(deck, {"title": f"Variant {number}"})
    with pytest.raises(GalleryError, match="the most there may be"):
        visitor.publish(deck, {"title": "One more"})
    assert visitor.publish(deck, {"title": "Variant 0", "notes": "a next version"}).number == 2


# ---------------------------------------------------------------- files that are not as they should be


def test_looking_into_a_gallery_makes_no_file(gallery: Gallery) -> None:
    assert (gallery.variants(), gallery.count(), gallery.all(), gallery.variant("a")) == ((), 0, (), None)
    with pytest.raises(GalleryError, match="Nothing was published"):
        gallery.publication("a")
    assert not gallery.file.exists()


def uses(gallery: Gallery, deck: Deck) -> list:
    """All that anybody may do with a gallery."""
    return [
        lambda: gallery.variants(),
        lambda: gallery.publication("pilgrim-town"),
        lambda: gallery.publish(deck, {"title": "Another"}),
        lambda: gallery.withdraw("pilgrim-town"),
        lambda: gallery.hide("pilgrim-town"),
    ]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda data: b"x" * 100, "is damaged: it is no database"),
        (lambda data: data[:5000], "is damaged"),
        (lambda data: data[:100] + b"\xff" * 2000 + data[2100:], "is damaged"),
        (
            lambda data: data[:60] + (len(GalleryFile.versions) + 1).to_bytes(4, "big") + data[64:],
            "of a newer workbench",
        ),
        (lambda data: data[:68] + (GalleryFile.application + 1).to_bytes(4, "big") + data[72:], "of another program"),
    ],
    ids=["no database", "cut", "overwritten", "newer", "strange"],
)
def test_a_damaged_newer_or_strange_file_is_refused_and_not_touched(
    gallery: Gallery, pilgrims: Deck, spoil, said: str
) -> None:
    gallery.publish(pilgrims, PILGRIMS)
    spoilt = spoil(gallery.file.read_bytes())
    gallery.file.write_bytes(spoilt)
    for use in uses(Gallery(gallery.file), pilgrims):
        with pytest.raises(GalleryError, match=said):
            use()
    assert gallery.file.read_bytes() == spoilt


def test_a_text_that_was_changed_in_the_file_is_not_shown(gallery: Gallery, pilgrims: Deck) -> None:
    gallery.publish(pilgrims, PILGRIMS)
    gallery.file.write_bytes(gallery.file.read_bytes().replace(b"Pilgrims come.", b"Pilgrims went."))
    with pytest.raises(GalleryError, match="was changed after it was published"):
        gallery.publication("pilgrim-town").deck  # noqa: B018


def test_even_sql_cannot_change_or_drop_a_publication(gallery: Gallery, pilgrims: Deck) -> None:
    gallery.publish(pilgrims, PILGRIMS)
    with closing(sqlite3.connect(gallery.file)) as connection:
        for statement in ("UPDATE publications SET number = 2", "DELETE FROM publications"):
            with pytest.raises(sqlite3.IntegrityError, match="a publication"):
                connection.execute(statement)


def test_a_folder_that_cannot_be_written_is_said(gallery: Gallery, pilgrims: Deck) -> None:
    gallery.file.parent.chmod(0o555)
    try:
        with without_permission(), pytest.raises(GalleryError, match="cannot be used"):
            gallery.publish(pilgrims, PILGRIMS)
    finally:
        gallery.file.parent.chmod(0o755)


def test_on_a_full_disk_nothing_is_published_and_nothing_lost(gallery: Gallery, pilgrims: Deck) -> None:
    gallery.publish(pilgrims, PILGRIMS)
    with room_for(gallery.file.stat().st_size // 4):
        for number in range(5):
            with pytest.raises(GalleryError, match=r"cannot be used: .* Nothing was changed"):
                gallery.publish(pilgrims, {"title": f"Full {number}"})
    assert [one.slug for one in gallery.variants()] == ["pilgrim-town"]
    assert gallery.publication("pilgrim-town").deck == pilgrims
    assert gallery.publish(pilgrims, {"title": "Full 0"}).slug == "full-0"


# ---------------------------------------------------------------- at once, and killed


def test_two_who_publish_at_once_lose_nothing(gallery: Gallery) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", PUBLISH, str(gallery.file), str(first), "20", "0"],
            stdout=subprocess.PIPE,
            text=True,
        )
        for first in (0, 10_000)
    ]
    for process in processes:
        assert "refused" not in process.communicate(timeout=300)[0]
        assert process.returncode == 0
    assert faults_of(gallery.file, {}) == []
    assert sum(len(gallery.versions(one.slug)) for one in gallery.all()) == 40


def test_who_is_killed_while_publishing_has_published_whole_or_not_at_all(tmp_path: Path) -> None:
    outcome = kill_while_publishing(tmp_path, pairs=2)  # benchmarks.sharing kills a hundred
    assert outcome.faults == []
    assert outcome.kills == 4
    assert outcome.published > 0


# ---------------------------------------------------------------- properties


TEXTS = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=40).filter(str.strip)


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(titles=st.lists(TEXTS, min_size=1, max_size=5), author=TEXTS)
def test_any_title_gets_an_address_of_its_own_and_stays_as_it_is(
    tmp_path_factory: pytest.TempPathFactory, titles: list[str], author: str
) -> None:
    gallery = Gallery(tmp_path_factory.mktemp("gallery") / "gallery.sqlite")
    deck = load_deck("guile")
    published = [gallery.publish(deck, {"title": title, "author": author}) for title in titles]
    for one in published:
        assert is_slug(one.slug)
        assert gallery.publication(one.slug, one.number).id == one.id
    different = {one.about.title for one in published}
    assert gallery.count() == len({one.slug for one in published}) == len(different)
    assert {gallery.publication(one.slug).about.author for one in published} == {published[0].about.author}


@given(title=st.text(max_size=200))
def test_a_slug_is_never_a_path(title: str) -> None:
    assert is_slug(slug_of(title))


# ---------------------------------------------------------------- what games told, and older files


def test_what_more_games_told_takes_the_place_of_what_fewer_did(gallery: Gallery) -> None:
    other = CLASSIC.edit(change=[{"card_id": "isolde", "name": "Iseult"}])
    assert gallery.measured(CLASSIC, other) is None
    for games, expected in ((100, 100), (60, 100), (200, 200)):
        gallery.keep_measured(CLASSIC, other, Measured(games=games, verdict="Nothing."))
        kept = gallery.measured(CLASSIC, other)
        assert kept is not None
        assert kept.games == expected
    assert gallery.measured(other, CLASSIC) is None


def test_figures_that_are_damaged_are_none(gallery: Gallery) -> None:
    gallery.keep_measured(CLASSIC, CLASSIC, Measured(games=1, verdict="x"))
    with sqlite3.connect(gallery.file) as connection:
        connection.execute("UPDATE measured SET content = '{\"games\": -1}'")
    assert gallery.measured(CLASSIC, CLASSIC) is None


def test_the_number_of_listed_variants_is_that_of_a_count(gallery: Gallery) -> None:
    def counted() -> tuple[int, int, int]:
        listed = gallery.variants(most=100)
        assert gallery.count() == len(listed)
        return gallery.count(), gallery.count(game_id="guile"), gallery.count(game_id="quests")

    slugs = [gallery.publish(CLASSIC, {"title": f"Variant {number}"}).slug for number in range(3)]
    gallery.publish(CLASSIC, {"title": "Secret"}, unlisted=True)
    assert counted() == (3, 3, 0)
    gallery.hide(slugs[0])
    assert counted() == (2, 2, 0)
    gallery.withdraw(slugs[0])
    gallery.withdraw(slugs[1])
    assert counted() == (1, 1, 0)
    gallery.hide(slugs[0], hidden=False)
    assert counted() == (1, 1, 0)
    gallery.publish(CLASSIC, {"title": "Variant 2", "line": "Again."})
    assert counted() == (1, 1, 0)


def test_a_gallery_of_the_first_format_is_read_as_it_is_and_brought_up_to_date_by_the_next_change(
    gallery: Gallery,
) -> None:
    gallery.publish(CLASSIC, {"title": "Old"})
    gallery.publish(CLASSIC, {"title": "Hidden"})
    gallery.hide("hidden")
    with sqlite3.connect(gallery.file) as connection:
        for name in ("a_variant_is_listed", "a_listed_variant_changes"):
            connection.execute(f"DROP TRIGGER {name}")
        for name in ("listed", "measured", "lists"):
            connection.execute(f"DROP TABLE {name}")
        connection.execute("PRAGMA user_version = 1")
    assert gallery.count() == 1
    assert gallery.measured(CLASSIC, CLASSIC) is None
    assert sqlite3.connect(gallery.file).execute("PRAGMA user_version").fetchone() == (1,)
    gallery.publish(CLASSIC, {"title": "New"})
    assert sqlite3.connect(gallery.file).execute("PRAGMA user_version").fetchone() == (len(GalleryFile.versions),)
    assert gallery.count() == gallery.count(game_id="guile") == 2
    assert gallery.publication("old").deck == CLASSIC

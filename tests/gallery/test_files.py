"""A file carries variants with what they were made from, is checked whole, and may be imported any number of times."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.disks import room_for
from workbench.decks import Deck, load_deck
from workbench.gallery import Gallery, Parent
from workbench.gallery.files import FORMAT, export, import_file
from workbench.storage.errors import GalleryError


@pytest.fixture
def elsewhere(tmp_path: Path) -> Gallery:
    """The gallery of another machine."""
    return Gallery(tmp_path / "elsewhere" / "gallery.sqlite")


@pytest.fixture
def family(gallery: Gallery, medieval: Deck, pilgrims: Deck) -> Gallery:
    """A gallery of three generations, a stranger and an unlisted one."""
    first = gallery.publish(pilgrims, {"title": "First"}, Parent.of_deck(medieval))
    second = gallery.publish(pilgrims, {"title": "Second"}, Parent.of_publication(first))
    gallery.publish(pilgrims, {"title": "Second", "notes": "again"}, Parent.of_publication(second))
    third = gallery.publish(pilgrims, {"title": "Third"}, Parent.of_publication(gallery.publication("second")))
    gallery.publish(pilgrims, {"title": "Secret"}, Parent.of_publication(third), unlisted=True)
    gallery.publish(load_deck("guile"), {"title": "Stranger"})
    return gallery


def told(gallery: Gallery) -> list[tuple]:
    """All that a gallery holds, except who has published it."""
    variants = sorted(gallery.all(), key=lambda one: one.key)
    return [(one, [content.text() for content in gallery.contents(one.key)]) for one in variants]


def signed(variants: object, **more: object) -> bytes:
    """A file of these variants whose digest is right."""
    content = json.dumps(variants, sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(content.encode()).hexdigest()
    return json.dumps({"format": FORMAT, "version": 1, "digest": digest, "variants": variants, **more}).encode()


def sent(data: bytes) -> list[dict]:
    """The variants of a file."""
    return json.loads(data)["variants"]


def test_a_whole_gallery_comes_back_elsewhere_and_importing_twice_changes_nothing(
    family: Gallery, elsewhere: Gallery
) -> None:
    family.hide("stranger")
    family.withdraw("third")
    data = export(family)
    first = import_file(elsewhere, data)
    assert (first.variants, first.versions, first.known, first.left_out) == (5, 5, 0, ())
    assert told(elsewhere) == told(family)
    before = elsewhere.file.read_bytes()
    again = import_file(elsewhere, data)
    assert (again.variants, again.versions, again.known) == (0, 0, 5)
    assert elsewhere.file.read_bytes() == before
    assert export(elsewhere) == data
    assert import_file(family, data).versions == 0


def test_a_hidden_variant_that_comes_from_elsewhere_is_counted_once_it_is_shown(
    gallery: Gallery, elsewhere: Gallery
) -> None:
    gallery.publish(load_deck("guile"), {"title": "Alone"})
    gallery.hide("alone")
    import_file(elsewhere, export(gallery))
    assert elsewhere.count() == 0
    elsewhere.hide("alone", hidden=False)
    assert elsewhere.count() == 1


def test_one_variant_brings_what_it_was_made_from_and_nothing_else(family: Gallery, elsewhere: Gallery) -> None:
    import_file(elsewhere, export(family, ["third"]))
    assert {one.slug for one in elsewhere.all()} == {"first", "second", "third"}
    third = elsewhere.publication("third")
    assert elsewhere.by_id(third.parent.publication)[1].about.notes == "again"
    assert elsewhere.variant("first").forks == 1


def test_what_only_a_host_knows_is_in_a_whole_export_alone(gallery: Gallery, pilgrims: Deck) -> None:
    Gallery(gallery.file, "a" * 32).publish(pilgrims, {"title": "Mine"})
    assert b"a" * 32 in export(gallery)
    assert b"a" * 32 not in export(gallery, ["mine"])


def test_an_owner_comes_back_with_a_backup(gallery: Gallery, elsewhere: Gallery, pilgrims: Deck) -> None:
    Gallery(gallery.file, "a" * 32).publish(pilgrims, {"title": "Mine"})
    import_file(elsewhere, export(gallery))
    assert [one.slug for one in Gallery(elsewhere.file, "a" * 32).own()] == ["mine"]


def test_an_unlisted_ancestor_goes_only_if_it_is_named(family: Gallery, pilgrims: Deck) -> None:
    (secret,) = [one for one in family.all() if one.unlisted]
    made_from = Parent.of_publication(family.publication(secret.slug))
    family.publish(pilgrims, {"title": "Open"}, made_from)
    assert secret.slug.encode() not in export(family, ["open"])
    assert secret.slug.encode() in export(family, ["open", secret.slug])


def test_an_address_that_is_taken_becomes_another_one(family: Gallery, elsewhere: Gallery, pilgrims: Deck) -> None:
    mine = elsewhere.publish(pilgrims, {"title": "First"})
    import_file(elsewhere, export(family, ["first"]))
    assert elsewhere.publication("first").id == mine.id
    assert elsewhere.publication("first-2").id == family.publication("first").id


def test_later_versions_are_added_to_those_that_are_here(family: Gallery, elsewhere: Gallery, pilgrims: Deck) -> None:
    import_file(elsewhere, export(family))
    family.publish(pilgrims, {"title": "First", "notes": "more"})
    found = import_file(elsewhere, export(family, ["first"]))
    assert (found.variants, found.versions, found.known) == (0, 1, 1)
    assert elsewhere.publication("first").about.notes == "more"


def test_an_older_file_leaves_the_newest_version_alone(family: Gallery, elsewhere: Gallery, pilgrims: Deck) -> None:
    old = export(family, ["first"])
    family.publish(pilgrims, {"title": "First", "notes": "more"})
    import_file(elsewhere, old)
    import_file(elsewhere, export(family, ["first"]))
    import_file(elsewhere, old)
    assert elsewhere.publication("first").about.notes == "more"


def test_what_was_withdrawn_here_stays_away(family: Gallery) -> None:
    data = export(family, ["first"])
    family.withdraw("first")
    assert import_file(family, data).left_out == (
        f"first was withdrawn here on {family.variant('first').withdrawn[:10]}, so it stays away.",
    )
    assert family.variant("first").withdrawn


def test_a_game_that_is_not_installed_is_left_out(gallery: Gallery, elsewhere: Gallery, pilgrims: Deck) -> None:
    gallery.publish(pilgrims, {"title": "Town"})
    (variant,) = sent(export(gallery))
    variant["game"] = variant["publications"][0]["deck"]["game"] = "jousting"
    found = import_file(elsewhere, signed([variant]))
    assert found.left_out == ("town is for the game 'jousting', which is not installed here.",)
    assert elsewhere.all() == ()


def spoilt(**more: object):
    """A way to change the first variant of a file."""
    return lambda variant: variant.update(more)


def in_version(**more: object):
    """A way to change the first version of the first variant of a file."""
    return lambda variant: variant["publications"][0].update(more)


def without_cards(variant: dict) -> None:
    variant["publications"][0]["deck"]["tables"] = {"cards.csv": []}


def with_another_card(variant: dict) -> None:
    variant["publications"][0]["deck"]["tables"]["cards.csv"][0]["resources"] = "GG"


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (spoilt(slug="../../etc/passwd"), "slug: '../../etc/passwd'"),
        (spoilt(slug="<script>"), "slug"),
        (spoilt(key="x"), "is no key of a variant"),
        (spoilt(owner="me"), "owner"),
        (spoilt(withdrawn="yesterday"), "withdrawn"),
        (spoilt(publications=[]), "has no version"),
        (spoilt(script="x"), "no such field"),
        (in_version(number=0), "number"),
        (in_version(number=10**9), "number"),
        (in_version(published_at="now"), "is no moment"),
        (in_version(variant="b" * 32), "a version of another variant"),
        (in_version(about={"title": "a\x1b[2J"}), "unprintable"),
        (in_version(parent={"title": "x", "digest": "y"}), "digest"),
        (in_version(deck={"game": "guild_master"}), "has other parts than"),
        (without_cards, "Town"),
        (with_another_card, "digest does not fit"),
    ],
)
def test_a_variant_that_does_not_fit_keeps_the_whole_file_out(
    gallery: Gallery, elsewhere: Gallery, pilgrims: Deck, spoil, said: str
) -> None:
    gallery.publish(pilgrims, {"title": "Town"})
    gallery.publish(pilgrims, {"title": "Untouched"})
    variants = sent(export(gallery, ["town", "untouched"]))
    spoil(next(one for one in variants if one["slug"] == "town"))
    with pytest.raises(GalleryError, match=said):
        import_file(elsewhere, signed(variants))
    assert not elsewhere.file.exists()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no file of a gallery"),
        (b"\xff\xfe", "no file of a gallery"),
        (b"[" * 100_000, "no file of a gallery"),
        (b"[]", "no file of a gallery"),
        (b'{"format": "other"}', "no file of a gallery"),
        (signed([], version=2), "has format 2; this workbench reads 1"),
        (signed([], digest="0"), "was changed or damaged"),
        (signed({}), "holds no list"),
        (signed([7]), "does not fit"),
    ],
)
def test_what_is_no_file_of_a_gallery_is_refused_in_one_sentence(elsewhere: Gallery, data: bytes, said: str) -> None:
    with pytest.raises(GalleryError, match=said):
        import_file(elsewhere, data)
    assert not elsewhere.file.exists()


def test_on_a_full_disk_nothing_of_a_file_is_taken_in(family: Gallery, elsewhere: Gallery, pilgrims: Deck) -> None:
    elsewhere.publish(pilgrims, {"title": "Here before"})
    data = export(family)
    with room_for(20_000), pytest.raises(GalleryError, match="Nothing was changed"):
        import_file(elsewhere, data)
    assert [one.slug for one in elsewhere.all()] == ["here-before"]


@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(
    steps=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 5), st.booleans()), min_size=1, max_size=10),
    cut=st.integers(0, 5),
)
def test_files_in_any_order_and_any_number_lead_to_the_same_gallery(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[int, int, bool]], cut: int
) -> None:
    folder = tmp_path_factory.mktemp("galleries")
    gallery, deck = Gallery(folder / "one.sqlite"), load_deck("guile")
    files = []
    for number, (variant, parent, unlisted) in enumerate(steps):
        known = gallery.variants()
        made_from = Parent.of_publication(gallery.publication(known[parent % len(known)].slug)) if known else None
        title = {"title": f"Variant {variant}", "notes": str(number)}
        files.append(gallery.publish(deck, title, made_from, unlisted=unlisted and number > 0).slug)
    other = Gallery(folder / "two.sqlite")
    for slug in reversed(files[:cut]):
        import_file(other, export(gallery, [slug]))
    import_file(other, export(gallery))
    assert told(other) == told(gallery)

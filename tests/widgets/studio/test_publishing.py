"""What a designer publishes in the studio is what stands in the gallery; a refusal is told and keeps what was typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from workbench.decks import load_deck
from workbench.gallery import Gallery, Parent
from workbench.heraldry.emblems import emblem, emblems
from workbench.widgets import DeckStudio
from workbench.widgets.studio.layout import PUBLISH
from workbench.widgets.studio.publishing import NO_NAME, NOT_WHOLE

TOLD = {
    "line": "One line.",
    "author": "Ann",
    "notes": "two\nlines",
    "licence": "CC0",
    "language": "de",
    "emblem": "shell",
}


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder of the test's own."""
    monkeypatch.setenv("WORKBENCH_STATE", str(tmp_path))
    return tmp_path


@pytest.fixture
def studio() -> DeckStudio:
    """A studio turned to its tab of publishing."""
    studio = DeckStudio("guild_master", games=60)
    studio.layout.tabs.selected_index = PUBLISH
    return studio


def publish(studio: DeckStudio, title: str, of: str = "", unlisted: bool = False, **more: str) -> dict[str, Any]:
    """Press Publish and return what the form says then."""
    studio.hear({"type": "publish", "title": title, **TOLD, **more, "of": of, "unlisted": unlisted})
    return studio.publishing.form.state


def write(studio: DeckStudio, text: str) -> None:
    """Write into the first card's resources."""
    row = studio.editor.rows("cards.csv")[0].id
    studio.editor.set_cells("cards.csv", [(row, "resources", text)])
    studio.show()


def test_share_in_the_bar_turns_to_the_form() -> None:
    studio = DeckStudio("guild_master", games=60)
    assert studio.publishing.form.state == {}
    studio.hear({"type": "share"})
    assert studio.layout.tabs.selected_index == PUBLISH
    assert studio.publishing.form.state, "it is filled"


def test_what_is_typed_and_the_list_as_it_is_are_published(studio: DeckStudio) -> None:
    write(studio, "GG")
    form = publish(studio, "Noble Town")
    assert form["error"] == ""
    assert form["note"] == "Published as version 1 of Noble Town: /v/noble-town"
    published = Gallery().publication("noble-town")
    assert published.deck == studio.deck
    assert {key: getattr(published.about, key) for key in TOLD} == TOLD
    assert published.parent == Parent.of_deck(load_deck("guild_master"))


def test_the_next_press_is_the_next_version_even_under_another_title(studio: DeckStudio) -> None:
    form = publish(studio, "Town")
    assert form["of"] == "town"
    write(studio, "GG")
    assert "version 2 of City" in publish(studio, "City", of=form["of"])["note"]
    assert dict(studio.publishing.form.state["choices"])["town"] == "version 3 of City"


def test_what_will_be_public_and_what_is_odd_is_shown_before(studio: DeckStudio) -> None:
    write(studio, "GG")
    assert "It says that it was made from Medieval town." in studio.publishing.public.html
    assert "Lloyd Krassner" in studio.publishing.public.html
    assert "rt-diff" in studio.publishing.public.html
    assert "rt-finding" in studio.publishing.odd.html


def preview(studio: DeckStudio, title: str, of: str = "", unlisted: bool = False, **more: str) -> str:
    """Type something into the form and return the address at which the list would be found then."""
    told = {key: value for key, value in {**TOLD, **more}.items() if key not in ("notes", "language")}
    studio.hear({"type": "preview", "title": title, **told, "of": of, "unlisted": unlisted})
    return studio.publishing.form.state["address"]


def test_what_is_typed_is_seen_as_others_will_see_it_before_anything_is_public(studio: DeckStudio) -> None:
    address = preview(studio, "Noble <b>Town</b>", author="Chiara", emblem="key")
    page = studio.publishing.public.html
    assert address == "Its address: /v/noble-b-town-b"
    assert "Noble &lt;b&gt;Town&lt;/b&gt;" in page
    assert "by <b>Chiara</b>" in page
    assert emblem("key").course in page
    assert Gallery().count() == 0


def test_the_address_is_made_of_the_title_as_long_as_nobody_has_it(studio: DeckStudio) -> None:
    publish(studio, "Town")
    assert preview(studio, "Town").endswith("/v/town-2")
    assert preview(studio, "Town", of="town").endswith("/v/town")
    assert "drawn by lot" in preview(studio, "Town", unlisted=True)


def test_nothing_is_published_without_a_name(studio: DeckStudio) -> None:
    assert publish(studio, "Town", author=" ")["error"] == NO_NAME
    assert Gallery().count() == 0


def test_emblems_of_cards_that_differ_are_proposed_first(studio: DeckStudio) -> None:
    names = [name for name, _ in studio.publishing.form.state["emblems"]]
    assert names[0] == studio.publishing.form.state["fields"]["emblem"]
    assert sorted(names) == sorted(emblems())


def test_a_list_with_an_error_cannot_be_published(studio: DeckStudio) -> None:
    write(studio, "QQ")
    assert studio.publishing.form.state["ready"] == NOT_WHOLE
    publish(studio, "Town")
    assert "nothing was published" in studio.lines.error
    assert Gallery().count() == 0


@pytest.mark.parametrize(
    ("title", "more", "said"),
    [
        ("", {}, "title: It is empty"),
        ("a\x1bb", {}, "title: It holds the unprintable character"),
        ("a", {"line": "x" * 300}, "line: It is 300 characters long"),
        ("a", {"language": "<b>"}, "language: '<b>' is no tag of a language"),
        ("a", {"emblem": "../x"}, "emblem: '../x' is not the name"),
    ],
)
def test_what_is_refused_is_said_in_the_form_and_stays_typed(
    studio: DeckStudio, title: str, more: dict[str, str], said: str
) -> None:
    form = publish(studio, title, **more)
    assert form["error"].startswith(said)
    assert form["fields"]["author"] == "Ann"
    assert Gallery().count() == 0
    assert publish(studio, "Town")["error"] == ""


def test_somebody_elses_variant_is_not_gone_on_with(studio: DeckStudio, state: Path) -> None:
    Gallery(owner="b" * 32).publish(studio.deck, {"title": "Theirs"})
    studio.publishing.gallery = Gallery(owner="a" * 32)
    assert "published by somebody else" in publish(studio, "Mine", of="theirs")["error"]
    assert Gallery().versions("theirs") == (1,)


def test_what_was_published_is_listed_and_taken_back(studio: DeckStudio) -> None:
    publish(studio, "Town")
    write(studio, "GG")
    own = publish(studio, "Town", of="town")["own"]
    assert [(one["slug"], one["title"], one["newest"]) for one in own] == [("town", "Town", 2)]
    studio.hear({"type": "take_back", "slug": "town"})
    form = studio.publishing.form.state
    assert form["note"] == "Taken back: nobody sees a version of it any more, and /v/town says so."
    assert (form["own"], form["of"], form["link"]) == ([], "", "")
    assert Gallery().variant("town").withdrawn
    studio.hear({"type": "take_back", "slug": "town"})
    assert "was withdrawn already" in studio.publishing.form.state["error"]


def test_nobody_takes_back_what_somebody_else_has_published(studio: DeckStudio) -> None:
    Gallery(owner="b" * 32).publish(studio.deck, {"title": "Theirs"})
    studio.publishing.gallery = Gallery(owner="a" * 32)
    studio.hear({"type": "take_back", "slug": "theirs"})
    assert "published by somebody else" in studio.publishing.form.state["error"]
    assert studio.publishing.form.state["own"] == []
    assert Gallery().versions("theirs") == (1,)


def test_a_damaged_gallery_is_said_and_the_studio_goes_on(studio: DeckStudio, state: Path) -> None:
    (state / "gallery.sqlite").write_bytes(b"x" * 100)
    assert "is damaged" in publish(studio, "Town")["error"]
    write(studio, "GG")
    assert studio.deck.rows[0]["resources"] == "GG"


def test_a_fork_names_what_it_was_made_from_also_after_a_reload(
    studio: DeckStudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(studio, "Town")
    monkeypatch.setenv("QUERY_STRING", "variant=town&version=1")
    fork = DeckStudio(games=60)
    assert fork.deck == studio.deck
    write(fork, "MM")
    again = DeckStudio(games=60)
    again.hear({"type": "hello", "id": fork.kept.id, "names": []})
    again.layout.tabs.selected_index = PUBLISH
    publish(again, "Fork")
    assert Gallery().publication("fork").parent == Parent.of_publication(Gallery().publication("town"))
    assert Gallery().variant("town").forks == 1


@pytest.mark.parametrize("asked", ["nothing", "../../etc/passwd", "<script>", "town/1", "guild_master.nothing"])
def test_an_address_that_names_no_variant_opens_the_usual_deck_and_says_so(
    monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    monkeypatch.setenv("QUERY_STRING", f"variant={asked}")
    studio = DeckStudio(games=60)
    studio.hear({"type": "hello", "id": "", "names": []})
    assert studio.deck == load_deck("guild_master")
    assert studio.bar.state["error"]


def test_a_deck_opened_from_the_list_is_the_parent(studio: DeckStudio) -> None:
    studio.hear({"type": "open", "game": "guile", "deck": ""})
    publish(studio, "Knights")
    assert Gallery().publication("knights").parent == Parent.of_deck(load_deck("guile"))

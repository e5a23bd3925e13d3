"""The addresses of variants: pages and files for anybody, without a kernel or a cookie, and nothing but those."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.e2e.accessibility import serious_findings
from tests.gallery.injections import CONTROLS, HEADERS, PATHS, SCRIPTS, SHOWN
from tests.servers import RunningServer, running_dashboards
from tests.serving.visitors import Visitor
from tests.widgets.gallery.reading import Read, addresses_of
from workbench.cli import main
from workbench.decks import load_deck
from workbench.decks.exchange import read_upload
from workbench.gallery import About, Gallery, Parent

ADDRESSES = (*PATHS, *SCRIPTS, *HEADERS, *(text for text in CONTROLS if text.isascii()))
MEDIEVAL, CLASSIC = load_deck("guild_master"), load_deck("guile")
# Every run looks where there is least room; the slow tests look at every page and size.
SIZES = [((360, 740),), pytest.param(((1366, 768), (1920, 1080)), marks=pytest.mark.slow)]
TOWN = MEDIEVAL.edit(change=[{"card_id": "inn", "name": "Hospice", "resources": "AR"}])


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a server."""
    return tmp_path_factory.mktemp("variants")


@pytest.fixture(scope="module")
def gallery(place: Path) -> Gallery:
    """The gallery of the server, as its host sees it."""
    return Gallery(place / "workbench" / "gallery.sqlite")


@pytest.fixture(scope="module")
def server(place: Path, gallery: Gallery) -> Iterator[RunningServer]:
    """A shared server with some variants."""
    about = About(title="Pilgrim Town", line='They "come" & <go>.', author="Chiara")
    first = gallery.publish(TOWN, about, Parent.of_deck(MEDIEVAL))
    gallery.publish(TOWN.edit(change=[{"card_id": "inn", "resources": "RR"}]), about, Parent.of_deck(MEDIEVAL))
    gallery.publish(TOWN, {"title": "Fork"}, Parent.of_publication(first))
    for slug in ("gone", "hidden"):
        gallery.publish(CLASSIC, {"title": slug})
    gallery.withdraw("gone")
    gallery.hide("hidden")
    for number, text in enumerate(SHOWN):
        said = {"title": f"{number} {text}"[:80], "line": text, "author": text, "notes": text, "licence": text}
        gallery.publish(CLASSIC, said, Parent.of_deck(CLASSIC))
    with running_dashboards(None, place, "--shared") as running:
        yield running


def test_a_variant_is_shown_to_anybody_without_cookie_or_kernel(server: RunningServer) -> None:
    visitor = Visitor(server)
    for path in ("/v/pilgrim-town", "/v/pilgrim-town/1", "/v/guild_master.medieval"):
        answer = visitor.ask(path, Sec_Fetch_Site="cross-site", Referer="https://elsewhere.test/")
        assert answer.status == 200
        assert b"Hospice" in answer.body or "medieval" in path
        assert visitor.cookies == {}
        assert "set-cookie" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "same-origin"
    assert server.kernels() == []


def test_the_address_leads_to_the_newest_and_a_number_to_that_version_for_ever(server: RunningServer) -> None:
    visitor = Visitor(server)
    assert b"version 2 of 2" in visitor.ask("/v/pilgrim-town").body
    assert b"version 1 of 2" in visitor.ask("/v/pilgrim-town/1").body


def test_a_link_shows_its_title_and_one_line_elsewhere(server: RunningServer) -> None:
    body = Visitor(server).ask("/v/pilgrim-town").body.decode()
    assert '<meta property="og:title" content="Pilgrim Town, a variant of Guild Master">' in body
    assert '<meta property="og:description" content="They &quot;come&quot; &amp; &lt;go&gt;.">' in body
    assert f'<meta property="og:url" content="{server.url}v/pilgrim-town">' in body


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/v/gone", 410, "was withdrawn by the one who published it"),
        ("/v/gone/1", 410, "was withdrawn by the one who published it"),
        ("/v/hidden", 404, "is hidden by the host"),
        ("/v/hidden/1/deck.toml", 404, "is hidden by the host"),
        ("/v/nothing", 404, "Nothing was published under"),
        ("/v/pilgrim-town/3", 404, "has no version 3"),
        ("/v/pilgrim-town/999999", 404, "has no version 999999"),
        ("/v/nothing.medieval", 404, "There is no deck"),
    ],
)
def test_where_nothing_is_to_be_seen_that_is_said(server: RunningServer, path: str, status: int, said: str) -> None:
    answer = Visitor(server).ask(path)
    assert (answer.status, said in answer.body.decode()) == (status, True)


def test_the_deck_is_fetched_as_a_file_and_is_the_same(server: RunningServer) -> None:
    visitor = Visitor(server)
    for name, kind in (("deck.toml", "toml"), ("deck.xlsx", "xlsx"), ("cards.csv", "csv")):
        answer = visitor.ask(f"/v/pilgrim-town/1/{name}")
        assert answer.status == 200
        assert answer.headers["content-disposition"].startswith('attachment; filename="pilgrim-town')
        taken = read_upload(MEDIEVAL.game, f"list.{kind}", answer.body, MEDIEVAL)
        assert taken.deck == TOWN, name


@pytest.mark.parametrize("name", ["deck.csv", "deck.exe", "knights.csv", "deck.toml.bak", "deck.", "__init__.py"])
def test_no_other_file_is_handed_out(server: RunningServer, name: str) -> None:
    assert Visitor(server).ask(f"/v/pilgrim-town/1/{name}").status == 404


@pytest.mark.parametrize("text", ADDRESSES, ids=ascii)
def test_an_address_that_a_stranger_makes_up_leads_nowhere(server: RunningServer, text: str) -> None:
    for path in (f"/v/{quote(text, safe='')}", f"/v/pilgrim-town/{quote(text, safe='')}"):
        answer = Visitor(server).ask(path)
        assert answer.status in (400, 404), path
        assert "hit" not in answer.headers.get("set-cookie", "")
        assert "location" not in answer.headers
        assert b"<script>window.hit" not in answer.body
        assert b"root:" not in answer.body


@pytest.mark.parametrize("asked", ["search={0}", "game={0}&order={0}&page={0}"])
def test_what_is_asked_of_the_gallery_is_text(server: RunningServer, asked: str) -> None:
    for text in SHOWN:
        answer = Visitor(server).ask(f"/voila/render/gallery.ipynb?{asked.format(quote(text, safe=''))}")
        assert answer.status == 200, text
        assert b"<script>window.hit" not in answer.body, text
        read = Read(answer.body.decode().partition("<main")[2].partition("</main>")[0])
        assert read.shape, "the part of the page that strangers write"
        assert read.others == [], text
        assert not any(way.lower().lstrip().startswith("javascript") for way in addresses_of(read)), text


def test_a_stranger_who_names_another_host_is_shown_that_as_text(server: RunningServer) -> None:
    answer = Visitor(server).ask("/v/pilgrim-town", Host='x.test"><script>window.hit=1</script>')
    assert b"<script>window.hit" not in answer.body


def test_texts_of_strangers_run_nowhere(server: RunningServer, new_page: Callable[..., Any]) -> None:
    page = new_page(width=1366, height=768)
    for number in range(0, len(SHOWN), 9):
        for path in (f"v/{number_slug(server, number)}", f"voila/render/gallery.ipynb?page={1 + number // 12}"):
            page.goto(f"{server.url}{path}")
            assert page.evaluate("window.hit") is None
            assert page.locator("h1").count() == 1
    assert page.errors == []


def number_slug(server: RunningServer, number: int) -> str:
    """The address of the variant of one injection."""
    found = Visitor(server).ask(f"/voila/render/gallery.ipynb?search={number}&order=title").body.decode()
    return next(part.partition('"')[0] for part in found.split('href="/v/')[1:] if part.startswith(f"{number}"))


@pytest.mark.parametrize("sizes", SIZES, ids=["phone", "desk and projector"])
@pytest.mark.parametrize(
    "path",
    [
        "v/pilgrim-town",
        pytest.param("v/gone", marks=pytest.mark.slow),
        pytest.param("v/quests.classic", marks=pytest.mark.slow),
        "voila/render/gallery.ipynb",
    ],
)
def test_a_page_fits_its_window_and_keeps_nobody_out(
    server: RunningServer, page: Any, path: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    page.goto(f"{server.url}{path}")
    assert page.get_by_role("heading", level=1).count() == 1
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), width
        if width != 1366:  # what axe looks at is between them there
            assert serious_findings(page) == [], width
    assert page.errors == []


def test_the_link_is_copied_and_cards_are_leafed_through_without_a_script(
    server: RunningServer, new_page: Callable[..., Any]
) -> None:
    """Without a script there is no button for the link either."""
    page = new_page(width=1366, height=768, permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{server.url}v/pilgrim-town")
    page.get_by_role("button", name="Copy the link").click()
    page.get_by_text("Copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == f"{server.url}v/pilgrim-town"
    assert page.errors == []
    refused = (
        "navigator.clipboard.writeText = () => Promise.reject(new Error('no')); document.execCommand = () => false"
    )
    page.evaluate(f"() => {{ {refused}; }}")
    page.get_by_role("button", name="Copy the link").click()
    page.get_by_text("The address is marked: press Ctrl+C").wait_for()
    assert page.evaluate("getSelection().toString()") == f"{server.url}v/pilgrim-town"
    still = new_page(width=1366, height=768, java_script_enabled=False)
    still.goto(f"{server.url}v/pilgrim-town")
    assert not still.locator(".wb-copy").is_visible()
    assert still.locator(".wb-printed:visible").count() == len(TOWN.kinds)
    still.get_by_label("Religion").check()
    religious = sum("R" in str(row["resources"]) for row in TOWN.rows)
    assert still.locator(".wb-printed:visible").count() == religious


@pytest.mark.slow  # what stands on it: widgets/gallery/test_pages.py
def test_one_page_is_opened_from_disk(tmp_path: Path, new_page: Callable[..., Any]) -> None:
    file = tmp_path / "town.html"
    assert main(["page", "guild_master", str(file), "--games", "20"]) == 0
    assert file.stat().st_size < 1_500_000
    page = new_page(width=1366, height=768)
    page.goto(file.as_uri())
    assert page.get_by_role("heading", level=1).inner_text() == "Medieval town"
    assert page.get_by_text("What happens in 20 games").is_visible()
    assert page.locator("svg[role=img]:visible").count() > 3
    assert page.requests == [file.as_uri()]
    page.requests.clear()  # a file is not a host, so it must not be reported as a foreign one
    assert serious_findings(page) == []
    page.get_by_label("Trade").check()
    assert 0 < page.locator(".wb-printed:visible").count() < len(MEDIEVAL.kinds)

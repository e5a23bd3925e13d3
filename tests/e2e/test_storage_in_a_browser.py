"""What a page keeps in its browser, and where storage is forbidden or full: browser_storage.js on a plain page."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import workbench
from tests.e2e.storages import FORBIDDEN, FULL

ROOT = Path(workbench.__file__).parent
MODULE = "browser_storage.js"
DO = """async ([name, ...given]) => {
  const storage = await import("/browser_storage.js");
  if (!window.heard) {
    window.heard = [];
    storage.whenUnkept((words) => window.heard.push(words));
  }
  return storage[name](...given);
}"""
STORAGES = {"forbidden": FORBIDDEN, "full": FULL}


def test_one_module_of_ours_touches_the_browsers_storage() -> None:
    touching = [
        path.name for path in ROOT.rglob("*.js") if re.search(r"(local|session)Storage", path.read_text("utf-8"))
    ]
    assert touching == [MODULE]


@pytest.fixture
def opened(new_page: Callable[..., Any], address: str) -> Callable[[str], Any]:
    """Open a page of our origin, after this script."""

    def make(script: str) -> Any:
        page = new_page()
        page.add_init_script(script)
        page.goto(f"{address}table/table.css")
        return page

    return make


def do(page: Any, name: str, *given: str) -> Any:
    """Call a function of the module."""
    return page.evaluate(DO, [name, *given])


@pytest.mark.parametrize("storage", STORAGES)
def test_what_a_tab_must_find_again_is_there_after_it_was_loaded_anew(
    opened: Callable[[str], Any], storage: str
) -> None:
    page = opened(STORAGES[storage])
    assert do(page, "read", "tab", "match") == ""
    for text in ("first", "second"):
        do(page, "write", "tab", "match", text)
        do(page, "write", "tab", "seat", "secret")
    page.reload()
    assert (do(page, "read", "tab", "match"), do(page, "read", "tab", "seat")) == ("second", "secret")
    do(page, "write", "tab", "match", "")
    page.reload()
    assert (do(page, "read", "tab", "match"), do(page, "read", "tab", "seat")) == ("", "secret")
    assert page.errors == []
    assert page.evaluate("window.heard") == [], "nothing is lost that the tab would have kept"


@pytest.mark.parametrize("storage", STORAGES)
def test_what_the_browser_cannot_keep_is_said_once(opened: Callable[[str], Any], storage: str) -> None:
    page = opened(STORAGES[storage])
    for text in ("first", "second"):
        do(page, "write", "browser", "match", text)
    assert len(page.evaluate("window.heard")) == 1
    assert "save it as a file" in page.evaluate("window.heard[0]")
    page.reload()
    do(page, "write", "browser", "match", "third")
    assert page.evaluate("window.heard") == [], "nor again when the page is loaded anew"
    assert do(page, "read", "browser", "match") == ""
    assert page.errors == []


def test_an_older_text_goes_where_the_new_one_has_no_room(bare_page: Any, address: str) -> None:
    bare_page.goto(f"{address}table/table.css")
    for place in ("tab", "browser"):
        do(bare_page, "write", place, "match", "old")
    bare_page.evaluate("void (window.usual = Storage.prototype.setItem)")
    bare_page.evaluate(f"{FULL} 0")
    for place in ("tab", "browser"):
        do(bare_page, "write", place, "match", "new")
    bare_page.evaluate("void (Storage.prototype.setItem = window.usual)")
    assert (do(bare_page, "read", "tab", "match"), do(bare_page, "read", "browser", "match")) == ("new", "")
    do(bare_page, "write", "tab", "match", "newest")
    assert do(bare_page, "read", "tab", "match") == "newest"
    assert bare_page.evaluate("sessionStorage.getItem('match')") == "newest"
    assert "newest" not in bare_page.evaluate("JSON.stringify(history.state)")


def test_what_is_a_tabs_own_is_in_no_storage_that_others_read(bare_page: Any, address: str) -> None:
    bare_page.goto(f"{address}table/table.css")
    do(bare_page, "write", "tab", "seat", "secret")
    assert bare_page.evaluate("[localStorage.length, sessionStorage.getItem('seat')]") == [0, "secret"]
    assert "secret" not in bare_page.evaluate("JSON.stringify(history.state ?? {})")

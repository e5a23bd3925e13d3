"""What keys mean, asked of keys.js in a browser with tables of layouts; then in the grid, in find and in the lobby."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.harness import answer_with, fresh, sent
from tests.e2e.test_card_grid_in_a_browser import GridPage
from workbench.widgets import PlayApp

NAME, COMMAND, LETTER, WRITES = range(4)
INPUT_METHOD = 229

# Layout, what the key gives, where it is, and the letter whose shortcut is Ctrl with this key.
SHORTCUTS = [
    ("QWERTY", "z", "KeyZ", "z"),
    ("QWERTY, capitals locked", "Z", "KeyZ", "z"),
    ("QWERTZ", "z", "KeyY", "z"),
    ("QWERTZ", "y", "KeyZ", "y"),
    ("AZERTY", "z", "KeyW", "z"),
    ("AZERTY", "w", "KeyZ", "w"),
    ("AZERTY", ",", "KeyM", ""),
    ("Dvorak", "z", "Slash", "z"),
    ("Dvorak", ";", "KeyZ", ""),
    ("Dvorak", "f", "KeyY", "f"),
    ("Dvorak", "u", "KeyF", "u"),
    ("Dvorak", "'", "KeyQ", ""),
    ("Colemak", "t", "KeyF", "t"),
    ("bépo", "à", "KeyZ", ""),
    ("bépo", "Dead", "KeyY", ""),
    ("Turkish F", "ğ", "KeyE", ""),
    ("Russian", "я", "KeyZ", "z"),
    ("Russian, shifted", "Я", "KeyZ", "z"),
    ("Russian", "х", "BracketLeft", ""),
    ("Ukrainian", "і", "KeyS", "s"),
    ("Serbian", "з", "KeyY", "y"),
    ("Greek", "ζ", "KeyZ", "z"),
    ("Greek", "φ", "KeyF", "f"),
    ("Hebrew", "ז", "KeyZ", "z"),
    ("Hebrew", "ש", "KeyA", "a"),
    ("Arabic", "ئ", "KeyZ", "z"),
    ("Arabic, shifted", "~", "KeyZ", "z"),
    ("Arabic, two letters on one key", "لا", "KeyB", "b"),
    ("Persian", "ط", "KeyZ", "z"),
    ("Thai", "ผ", "KeyZ", "z"),
    ("Hindi", "ग", "KeyI", "i"),
    ("Georgian", "ზ", "KeyZ", "z"),
    ("Armenian", "զ", "KeyZ", "z"),
    ("Korean", "ㅋ", "KeyZ", "z"),
    ("Bopomofo", "ㄈ", "KeyZ", "z"),
    ("Japanese, full width", "ｚ", "KeyZ", "z"),
    ("Chinese, as Windows says it", "Process", "KeyZ", "z"),
    ("any", "Enter", "Enter", ""),
    ("any", "1", "Digit1", ""),
]

# What writes, and so begins an edit: the event and why.
WRITING: list[tuple[dict[str, Any], str]] = [
    ({"key": "a"}, "a letter"),
    ({"key": "A", "shiftKey": True}, "a capital"),
    ({"key": "5"}, "a digit"),
    ({"key": " "}, "the space"),
    ({"key": "я"}, "Cyrillic"),
    ({"key": "لا"}, "two letters on one key"),
    ({"key": "क्ष"}, "three signs on one key"),
    ({"key": "😀"}, "an emoji"),
    ({"key": "ś", "altKey": True}, "Polish on a Mac"),
    ({"key": "@", "altKey": True}, "German on a Mac"),
    ({"key": "Œ", "altKey": True, "shiftKey": True}, "French on a Mac"),
    ({"key": "\u00a0", "altKey": True}, "a space that does not break, on a Mac"),
    ({"key": "ś", "ctrlKey": True, "altKey": True}, "AltGr on Windows"),
    ({"key": "ż", "ctrlKey": True, "altKey": True, "altGraph": True}, "AltGr on Windows, which says so"),
    ({"key": "€", "altGraph": True}, "AltGr on Linux"),
    ({"key": "q", "altGraph": True, "ctrlKey": True, "altKey": True}, "a Latin letter behind AltGr"),
    ({"key": "1", "code": "Numpad1", "altKey": True}, "the number of a sign on Windows"),
    ({"key": "Dead"}, "a dead key"),
    ({"key": "Dead", "altKey": True}, "Option with E on a Mac"),
    ({"key": "Dead", "ctrlKey": True, "altKey": True}, "a dead key behind AltGr"),
    ({"key": "Process", "keyCode": INPUT_METHOD}, "an input method"),
    ({"key": "Unidentified", "keyCode": INPUT_METHOD}, "an input method of a tablet"),
    ({"key": "n", "keyCode": INPUT_METHOD}, "an input method in Safari"),
]
SILENT: list[tuple[dict[str, Any], str]] = [
    ({"key": "F2"}, "a key with a name"),
    ({"key": "Enter"}, "Enter"),
    ({"key": "Shift", "shiftKey": True}, "Shift alone"),
    ({"key": "Alt", "altKey": True}, "Option alone"),
    ({"key": "AltGraph", "ctrlKey": True, "altKey": True}, "AltGr alone"),
    ({"key": "CapsLock"}, "capitals locked"),
    ({"key": "Unidentified"}, "a key that nobody knows"),
    ({"key": "z", "ctrlKey": True}, "a shortcut"),
    ({"key": "я", "code": "KeyZ", "ctrlKey": True}, "a Cyrillic shortcut"),
    ({"key": "z", "metaKey": True}, "a shortcut on a Mac"),
    ({"key": "ƒ", "metaKey": True, "altKey": True}, "Cmd and Option with F"),
    ({"key": "f", "altKey": True}, "a menu of the browser"),
    ({"key": "1", "code": "Digit1", "altKey": True}, "another tab"),
    ({"key": " ", "altKey": True}, "the menu of the window"),
    ({"key": "Dead", "ctrlKey": True}, "Ctrl with a dead key"),
    ({"key": "Enter", "keyCode": INPUT_METHOD}, "the last Enter of an input method"),
]


def meanings(page: Any, address: str, presses: list[dict[str, Any]]) -> list[Any]:
    """What keys.js says of each: name, command, plain letter, and whether it writes."""
    if page.url != f"{address}keys":
        page.goto(f"{address}keys")
    return page.evaluate("window.meanings", presses)


def test_a_shortcut_is_by_the_letter_if_it_is_latin_and_else_by_its_place(bare_page: Any, address: str) -> None:
    for held in ("ctrlKey", "metaKey"):
        presses = [{"key": key, "code": code, held: True} for _layout, key, code, _ in SHORTCUTS]
        said = meanings(bare_page, address, presses)
        found = [(*case[:3], one[COMMAND]) for case, one in zip(SHORTCUTS, said, strict=True)]
        assert found == SHORTCUTS, held
        assert not any(one[LETTER] or one[WRITES] for one in said)


def test_a_letter_alone_is_found_in_the_same_way(bare_page: Any, address: str) -> None:
    presses = [{"key": key, "code": code} for _layout, key, code, _ in SHORTCUTS]
    said = meanings(bare_page, address, presses)
    assert [(*case[:3], one[LETTER]) for case, one in zip(SHORTCUTS, said, strict=True)] == SHORTCUTS
    assert not any(one[COMMAND] for one in said)


def test_alt_graph_makes_no_shortcut(bare_page: Any, address: str) -> None:
    held = [{"ctrlKey": True, "altKey": True}, {"altGraph": True}, {"altKey": True}, {"ctrlKey": True, "metaKey": True}]
    said = meanings(bare_page, address, [{"key": key, "code": "KeyZ", **one} for key in "zżя" for one in held])
    assert not any(one[COMMAND] or one[LETTER] for one in said)


def test_whatever_can_be_printed_writes_and_nothing_else(bare_page: Any, address: str) -> None:
    said = meanings(bare_page, address, [about for about, _why in [*WRITING, *SILENT]])
    writing = [why for (_about, why), one in zip([*WRITING, *SILENT], said, strict=True) if one[WRITES]]
    assert writing == [why for _about, why in WRITING]


def test_a_key_is_nobody_elses_while_an_input_method_uses_it(bare_page: Any, address: str) -> None:
    keys = ["Enter", "Escape", "Tab", "ArrowDown", " "]
    using: list[dict[str, Any]] = [{}, {"isComposing": True}, {"keyCode": INPUT_METHOD}]
    said = meanings(bare_page, address, [{"key": key, **how} for how in using for key in keys])
    assert [one[NAME] for one in said] == [*keys, *[""] * 10]


# ---------------------------------------------------------------- in the grid


@pytest.fixture
def grid(bare_page: Any, address: str) -> GridPage:
    return GridPage(bare_page, address)


def pressed(page: Any, **about: Any) -> None:
    """A key as a script presses it, which can be any key of any keyboard."""
    page.evaluate(
        """about => document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...about }))""",
        about,
    )


def really_pressed(page: Any, **about: Any) -> None:
    """A key as the browser hears it from a keyboard."""
    session = page.context.new_cdp_session(page)
    for kind in ("keyDown", "keyUp"):
        session.send("Input.dispatchKeyEvent", {"type": kind, **about})
    session.detach()


ALT, CONTROL = 1, 2


def test_a_letter_with_option_or_altgr_begins_an_edit_and_is_kept(grid: GridPage) -> None:
    key = {"key": "ś", "code": "KeyS", "text": "ś"}
    for press in (
        lambda: really_pressed(grid.page, modifiers=ALT, **key),
        lambda: really_pressed(grid.page, modifiers=ALT | CONTROL, **key),
        lambda: pressed(grid.page, key="ś", altKey=True),
    ):
        grid.cell("Farmland", "Note").click()
        press()
        grid.keys.type("wit")
        grid.press("Enter")
        assert grid.text("Farmland", "note") == "świt"
        grid.press("Control+z")
        assert grid.text("Farmland", "note") == ""


def test_a_dead_key_and_an_input_method_begin_an_edit(grid: GridPage) -> None:
    for about in ({"key": "Dead", "altKey": True}, {"key": "Process"}, {"key": "n", "keyCode": INPUT_METHOD}):
        grid.cell("Farmland", "Name").click()
        pressed(grid.page, **about)
        grid.keys.insert_text("écluse")
        grid.press("Enter")
        assert "écluse" in grid.names(), about
        grid.press("Control+z")


def test_a_key_that_began_an_edit_and_wrote_nothing_loses_nothing(grid: GridPage) -> None:
    for column in ("Name", "Road class"):
        grid.cell("Farmland", column).click()
        pressed(grid.page, key="Dead")
        assert grid.page.locator(".rt-field").count() == 1
        grid.press("Tab")
    assert "Farmland" in grid.names()
    assert grid.editor.undo_label == ""
    grid.cell("Farmland", "Road class").click()
    grid.press("x", "Backspace", "Tab")
    assert grid.text("Farmland", "road_class") == "", "what was typed and taken back empties the cell"


def test_undo_redo_and_find_are_pressed_in_any_layout(grid: GridPage) -> None:
    for key, shifted in (("я", "Я"), ("ئ", "~")):
        grid.cell("Farmland", "Note").click()
        grid.keys.type("new")
        grid.press("Enter")
        pressed(grid.page, key=key, code="KeyZ", ctrlKey=True)
        assert grid.text("Farmland", "note") == "", key
        pressed(grid.page, key=shifted, code="KeyZ", ctrlKey=True, shiftKey=True)
        assert grid.text("Farmland", "note") == "new", key
        grid.press("Control+z")
    pressed(grid.page, key="а", code="KeyF", ctrlKey=True)
    assert grid.page.get_by_role("searchbox", name="Find in this table").is_visible()


def test_the_last_enter_of_an_input_method_stays_in_the_field(grid: GridPage) -> None:
    grid.cell("Farmland", "Note").click()
    grid.press("F2")
    grid.keys.type("河")
    pressed(grid.page, key="Enter", keyCode=INPUT_METHOD)
    pressed(grid.page, key="Escape", isComposing=True)
    assert grid.page.locator(".rt-field").input_value() == "河"
    grid.press("Enter")
    assert grid.text("Farmland", "note") == "河"


def test_the_last_enter_of_an_input_method_stays_in_find(grid: GridPage) -> None:
    grid.cell("Cross Roads", "Name").click()
    grid.press("Control+f")
    grid.keys.type("o")
    before = grid.page.locator(".rt-found-count").inner_text()
    pressed(grid.page, key="Enter", keyCode=INPUT_METHOD)
    pressed(grid.page, key="Escape", keyCode=INPUT_METHOD)
    assert grid.page.locator(".rt-found-count").inner_text() == before
    grid.press("Enter")
    assert grid.page.locator(".rt-found-count").inner_text() != before


# ---------------------------------------------------------------- in the lobby


@pytest.fixture
def lobby(bare_page: Any, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PlayApp:
    """The lobby of Guild Master, shown on the page and not dealt yet."""
    monkeypatch.setenv("WORKBENCH_STATE", str(tmp_path))
    app = PlayApp("guild_master", lobby=True, pace=0)
    app.hear({"type": "hello", "id": ""})

    def hear(message: object) -> dict[str, Any]:
        app.lobby.hear(message)
        return app.lobby.widget.state

    answer_with(bare_page, hear)
    fresh(bare_page, f"{address}lobby")
    bare_page.evaluate("state => window.show(JSON.parse(state))", json.dumps(app.lobby.widget.state))
    return app


def test_the_last_enter_of_an_input_method_stays_in_a_name(lobby: PlayApp, bare_page: Any) -> None:
    page = bare_page
    page.get_by_label("Name of Seat 1", exact=True).click()
    page.keyboard.type("花子")
    pressed(page, key="Enter", keyCode=INPUT_METHOD)
    pressed(page, key="Enter", keyCode=INPUT_METHOD, ctrlKey=True)
    assert page.evaluate("document.activeElement.value") == "花子"
    assert sent(page) == []
    page.keyboard.press("Enter")
    assert sent(page) == [{"type": "name", "seat": 0, "name": "花子"}]


def test_a_name_is_not_drawn_anew_while_an_input_method_writes_it(lobby: PlayApp, bare_page: Any) -> None:
    page = bare_page
    page.get_by_label("Name of Seat 1", exact=True).click()
    session = page.context.new_cdp_session(page)
    composed = {"selectionStart": 2, "selectionEnd": 2}
    session.send("Input.imeSetComposition", {"text": "はな", **composed})
    page.keyboard.up("n")
    page.evaluate("written = document.activeElement")
    lobby.hear({"type": "sit_down", "bot": ""})
    state = json.dumps(lobby.lobby.widget.state)
    page.evaluate("state => window.answer(JSON.parse(state))", state)
    assert page.evaluate("document.activeElement === written && written.isConnected")
    session.send("Input.insertText", {"text": "花子"})
    page.locator("[data-key='name:0']").and_(page.locator(":focus")).wait_for()
    assert page.evaluate("document.activeElement.value") == "花子"

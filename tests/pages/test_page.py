"""The kit of pages: hearing without a widget, refusing, noting, ignoring; and what every message says about itself."""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import workbench.widgets
from tests.docs_pages import Page as DocsPage
from tests.docs_pages import run_program
from workbench.decks.drafts import DraftStore
from workbench.pages.guard import NOT_KEPT, Guard
from workbench.pages.keeping import BrowserMemory, KeepingPage
from workbench.pages.messages import Message, Ping, Redo, Undo, Word
from workbench.pages.page import Page, handles
from workbench.storage.errors import RoomError
from workbench.storage.store import KeptWork


class Write(Message, type="write", doing="writing on the board", at="board"):
    """Write a word on the board."""

    word: Word


class Look(Message, type="look", doing="looking at a word", quiet=True):
    """Somebody looks at a word."""

    number: int


class Board(Page):
    """A board on which words stand, without a widget: what it tells its browser is put into `told`."""

    ignores = (Redo,)

    def __init__(self) -> None:
        self.told: list[tuple[str, str, str]] = []
        self.words: list[str] = []
        super().__init__(Guard(self.tell, "The board stays."))

    @handles
    def _write(self, message: Write) -> str:
        if message.word in self.words:
            raise RoomError("It stands there already.")
        self.words.append(message.word)
        return f"{message.word} stands on the board."

    @handles
    def _look(self, message: Look) -> None:
        self.words[message.number]

    @handles
    def _undo(self, _message: Undo) -> None:
        self.words.pop()

    def show_lines(self) -> None:
        """Tell the browser what is said of the last step."""
        self.told.append((self.lines.note, self.lines.error, self.lines.at))

    def tell(self, notice: str) -> None:
        """Put a notice on the page."""
        self.lines.refuse(notice)
        self.show_lines()


class LoudBoard(Board):
    """A board on which everything is written large."""

    @handles
    def _write(self, message: Write) -> str:
        return super()._write(message.model_copy(update={"word": message.word.upper()}))


def test_the_program_of_the_docs_prints_what_they_say(tmp_path: Path) -> None:
    page = DocsPage("writing-a-page.md")
    (program,) = page.texts("python")
    assert run_program(tmp_path, program) == page.shown_after(program)


def test_a_page_notes_what_was_done_and_says_a_refusal_where_it_was_asked() -> None:
    board = Board()
    board.hear({"type": "write", "word": "Tor"})
    board.hear({"type": "write", "word": "Tor"})
    board.hear({"type": "write"})
    assert board.words == ["Tor"]
    assert board.told == [
        ("Tor stands on the board.", "", ""),
        ("", "It stands there already.", "board"),
        ("", "A message 'write' lacks its part 'word'.", "board"),
    ]
    assert board.lines.error_at("board")
    assert not board.lines.error_at("")


def test_a_page_hears_what_it_has_handlers_for_and_leaves_aside_what_it_ignores() -> None:
    board = Board()
    board.hear({"type": "write", "word": "Tor"})
    board.hear({"type": "redo"})
    assert board.lines.note, "what is left aside changes nothing"
    board.hear({"type": "ping"})
    types = "'write', 'look', 'undo', 'redo'"
    assert board.lines.error == f"There is no message type 'ping'. The types are: {types}."
    board.hear({"type": "redo", "extra": 1})
    assert "no part 'extra'" in board.lines.error, "nonsense is refused all the same"


def test_a_quiet_message_leaves_the_lines_alone_and_any_other_clears_them() -> None:
    board = Board()
    board.hear({"type": "write", "word": "Tor"})
    board.hear({"type": "look", "number": 0})
    assert board.lines.note
    board.hear({"type": "undo"})
    assert not board.lines.note


@pytest.mark.parametrize("text", ["", "[", "nonsense", "7", "[" * 100_000, b"\xff", json.dumps({"type": ["write"]})])
def test_whatever_a_socket_brings_is_heard_or_refused(text: str | bytes) -> None:
    board = Board()
    board.hear_text(text)
    assert board.lines.error.startswith(("A message is an object with a type", "There is no message type"))
    board.hear_text('{"type": "write", "word": "Tor"}')
    assert board.words == ["Tor"]


def test_a_fault_ends_in_one_notice_that_says_what_the_message_had_asked_for(caplog: pytest.LogCaptureFixture) -> None:
    board = Board()
    board.hear({"type": "look", "number": 7})
    ((_, notice, _),) = board.told
    assert "went wrong in the workbench while looking at a word" in notice
    assert notice.endswith("The board stays.")
    assert "IndexError" in caplog.text


def test_a_page_may_do_otherwise_what_its_base_class_hears() -> None:
    board = LoudBoard()
    board.hear({"type": "write", "word": "Tor"})
    assert board.words == ["TOR"]
    assert LoudBoard.heard.keys() == Board.heard.keys()


# ---------------------------------------------------------------- pages whose work is kept


class KeptBoard(KeepingPage):
    """A page whose work is kept; `told` is what its browser was sent."""

    def __init__(self, folder: Path) -> None:
        self.told: list[dict[str, Any]] = []
        kept = KeptWork(DraftStore, DraftStore(folder))
        super().__init__(BrowserMemory(kept, "board", self.told.append, "All stays."), pytest.fail)

    def show_lines(self) -> None:
        """Tell the browser whether another window has the work."""
        self.told.append({"taken_over": self.memory.kept.taken_over})


def test_a_browser_is_told_once_what_to_come_back_with_and_learns_by_a_ping_who_took_it(tmp_path: Path) -> None:
    board, memory = KeptBoard(tmp_path), KeptBoard(tmp_path).memory
    board.memory.tell()
    assert board.told == [], "there is nothing to bring back"
    board.memory.kept.write(lambda: {"word": "Tor"})
    assert board.memory.stays() == NOT_KEPT, "the browser could not come back yet"
    board.memory.tell()
    board.memory.tell()
    assert board.told == [{"type": "keep", "slot": "board", "id": board.memory.kept.id}]
    assert board.memory.stays().startswith("All stays.")
    memory.kept.bring_back(board.memory.kept.id, dict)
    board.hear({"type": "ping"})
    board.hear({"type": "ping"})
    assert board.told[1:] == [{"type": "pong"}, {"taken_over": True}, {"type": "pong"}]


# ---------------------------------------------------------------- all messages


def all_messages(kind: type[Message] = Message) -> Iterator[type[Message]]:
    """Every class of messages that has a type."""
    for below in kind.__subclasses__():
        yield from [below] if below.type else []
        yield from all_messages(below)


def test_every_message_of_ours_says_on_its_class_what_it_asks_for() -> None:
    for module in pkgutil.walk_packages(workbench.widgets.__path__, "workbench.widgets."):
        if module.name.endswith(".messages"):
            importlib.import_module(module.name)
    ours = [message for message in all_messages() if message.__module__.startswith("workbench.")]
    assert Ping in ours
    assert len(ours) > 50
    for message in ours:
        assert getattr(message, "doing", ""), message

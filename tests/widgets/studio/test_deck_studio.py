"""DeckStudio from Python's side: what it shows of a deck, what it hears, what it keeps."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from workbench.decks import Deck, load_deck
from workbench.decks.exchange import deck_csv, read_upload
from workbench.lab import live, study
from workbench.lab.findings import findings_of
from workbench.storage.errors import OptionError
from workbench.widgets import DeckStudio
from workbench.widgets.grid.card_grid import CardGrid
from workbench.widgets.grid.deck_fields import DeckFields
from workbench.widgets.grid.measured import DECIDES, OWNERS_WIN, SCORES
from workbench.widgets.studio import judgement
from workbench.widgets.studio.bonuses import BonusPart
from workbench.widgets.studio.figures import FIRST, card_buttons
from workbench.widgets.studio.judgement import Baseline
from workbench.widgets.studio.layout import BONUSES, DECK, PLAY
from workbench.widgets.studio.report import STILL_STUDYING, ReportPanel
from workbench.widgets.studio.versions import VersionsPanel

PATIENCE = 120
CARDS_FILE = "cards.csv"
COUNTED = re.compile(r'data-games="(\d+)"')


def set_cell(studio: DeckStudio, row: int, column: str, text: str, file: str = CARDS_FILE) -> None:
    """Write a cell as the grid's page does; `row` counts from 0."""
    cell = [studio.editor.rows(file)[row].id, column, text]
    message = {"type": "set", "id": "test", "revision": studio.editor.revision, "file": file, "cells": [cell]}
    studio.grid.hear(message)
    assert not studio.grid.grid["refused"], studio.grid.grid["status"]


def cell(studio: DeckStudio, row: int, column: str) -> str:
    """The text of a cell."""
    return studio.editor.rows(CARDS_FILE)[row].cells[column]


def decks_shown(studio: DeckStudio) -> set[str]:
    """The digests of the decks that the report beside the cards is about."""
    return set(re.findall(r'data-deck="(\w+)"', "".join(studio.report.parts[name].html for name in FIRST)))


def upload(studio: DeckStudio, name: str, data: bytes) -> None:
    """Choose a file on the page."""
    studio.hear({"type": "import", "name": name, "data": b64encode(data).decode()})


async def until(studio: DeckStudio, done: Callable[[], bool]) -> None:
    """Wait for what the threads of a studio bring about."""
    news = asyncio.Event()
    watched = [studio.report.head, studio.versions.sides, *studio.report.parts.values()]
    for widget in watched:
        widget.observe(lambda _change: news.set())
    while not done():
        news.clear()
        await asyncio.wait_for(news.wait(), PATIENCE)


async def measured(studio: DeckStudio) -> None:
    """Wait until the newest report is on the page."""
    await until(studio, lambda: studio.report.fresh and studio.report.head.status["mood"] == "fresh")


def test_nothing_is_measured_before_a_page_says_something_even_what_is_refused() -> None:
    async def work() -> None:
        studio = DeckStudio("guild_master", games=60)
        assert studio.report.measuring.state is None
        assert "Nothing has been measured yet" in studio.report.head.status["verdict"]
        studio.hear({"type": "hello", "id": "../nobody's"})
        assert "kept no valid draft" in studio.bar.state["error"]
        await measured(studio)
        studio.report.measuring.close()

    asyncio.run(work())


# ---------------------------------------------------------------- one redraw of each part


def edit_a_cell(studio: DeckStudio) -> None:
    """Edit a cell as the page of the grid does."""
    set_cell(studio, 3, "resources", "TT")


def undo_in_the_bar(studio: DeckStudio) -> None:
    """Undo as the page of the studio does."""
    studio.hear({"type": "undo"})


def undo_in_the_grid(studio: DeckStudio) -> None:
    """Undo as the page of the grid does."""
    studio.grid.hear({"type": "undo", "id": "test", "revision": studio.editor.revision})


def change_an_option(studio: DeckStudio) -> None:
    """Change an option as the page of the deck's fields does."""
    message = {"type": "option", "id": "test", "revision": studio.editor.revision, "key": "deal_size", "text": "6"}
    studio.fields.hear(message)
    assert not studio.fields.fields["refused"], studio.fields.fields["status"]


BUILDS = [
    (CardGrid, "_state"), (CardGrid, "_face"), (DeckFields, "_state"), (DeckStudio, "_show_bar"),
    (Baseline, "find"), (Baseline, "_found"), (judgement, "findings_html"),
    (judgement, "bars_html"), (ReportPanel, "measure"), (ReportPanel, "show_request"),
    (VersionsPanel, "show"), (DeckStudio, "_keep"), (DeckStudio, "to_dict"),
]  # fmt: skip


@pytest.mark.parametrize("baseline", ["opened", "step", "saved"])
@pytest.mark.parametrize("edit", [edit_a_cell, undo_in_the_bar, undo_in_the_grid, change_an_option])
def test_an_edit_builds_each_part_of_the_page_once(
    make: Callable[..., DeckStudio],
    monkeypatch: pytest.MonkeyPatch,
    told: list[Any],
    edit: Callable[[DeckStudio], None],
    baseline: str,
) -> None:
    studio = make()
    set_cell(studio, 3, "resources", "GG")
    studio.hear({"type": "save", "note": ""})
    studio.hear({"type": "baseline", "id": baseline})
    studio.grid.hear({"type": "look", "file": CARDS_FILE, "row": studio.editor.rows(CARDS_FILE)[3].id})
    before, built = studio.deck, Counter[str]()
    for owner, name in BUILDS:
        monkeypatch.setattr(owner, name, counted(getattr(owner, name), name, built))
    told.clear()
    edit(studio)
    assert studio.deck != before
    assert built == Counter(name for _, name in BUILDS)
    sent = Counter(part for message in told for part in message.get("state", ()))
    assert sent["grid"] == sent["fields"] == 1


def test_the_bonuses_are_drawn_while_somebody_looks_at_them(
    make: Callable[..., DeckStudio], monkeypatch: pytest.MonkeyPatch
) -> None:
    built = Counter[str]()
    monkeypatch.setattr(BonusPart, "_draw", counted(BonusPart._draw, "drawn", built))
    studio = make()
    set_cell(studio, 3, "resources", "GG")
    assert not built
    studio.layout.tabs.selected_index = BONUSES
    assert "Medieval town" in studio.bonuses.words.html
    assert built["drawn"] == 1
    set_cell(studio, 3, "resources", "TT")
    assert built["drawn"] == 2
    studio.layout.tabs.selected_index = 0
    set_cell(studio, 3, "resources", "MM")
    assert built["drawn"] == 2


def test_one_card_is_selected_in_the_table_in_piles_and_on_the_map_of_bonuses(make: Callable[..., DeckStudio]) -> None:
    studio = make()
    told: list[dict[str, Any]] = []
    studio.grid.send = told.append  # type: ignore[method-assign]
    rows = studio.editor.rows(CARDS_FILE)
    studio.grid.hear({"type": "look", "file": CARDS_FILE, "row": rows[3].id})
    studio.layout.tabs.selected_index = BONUSES
    assert not studio.grid.in_sight
    assert studio.bonuses.view.chosen == rows[3].cells["card_id"]
    studio.bonuses.view.hear({"type": "ask", "node": rows[7].cells["card_id"]})
    assert studio.grid.face["row"] == rows[7].id
    studio.layout.tabs.selected_index = 0
    assert studio.grid.in_sight
    assert told == [{"type": "select", "file": CARDS_FILE, "row": rows[7].id}]


def test_a_card_that_is_moved_to_another_pile_is_an_edit_like_any_other(make: Callable[..., DeckStudio]) -> None:
    studio = make()
    before, row = studio.deck, studio.editor.rows(CARDS_FILE)[3]
    studio.grid.hear({"type": "lay", "piles": True})
    edit = {"type": "set", "id": "test", "revision": studio.editor.revision, "file": CARDS_FILE, "sound": True}
    studio.grid.hear({**edit, "cells": [[row.id, "resources", "GG"]]})
    assert studio.bar.state["undo"] == "Irrigation, resources: FF → GG"
    assert studio.deck != before
    assert studio.report.head.status["mood"] != "fresh"
    assert (
        studio.kept.store.read(studio.kept.id)["works"]["guild_master"]["editor"]["tables"][CARDS_FILE][3]["resources"]
        == "GG"
    )
    studio.hear({"type": "undo"})
    assert studio.deck == before


def counted(build: Callable[..., Any], name: str, built: Counter[str]) -> Callable[..., Any]:
    """A function that counts how often it is called, and does what `build` does."""

    def count(*given: Any, **named: Any) -> Any:
        built[name] += 1
        return build(*given, **named)

    return count


# ---------------------------------------------------------------- changing a card


def test_a_step_is_judged_at_once_and_measured_in_the_background(make: Callable[..., DeckStudio]) -> None:
    async def work() -> None:
        studio = make()
        await measured(studio)
        before = studio.judgement.bars.html, studio.report.parts["overview"].html
        set_cell(studio, 3, "resources", "GG")
        assert studio.judgement.bars.html != before[0], "the bars are there at once"
        assert "was 33" in studio.judgement.bars.html
        assert all(studio.report.parts[name].stale for name in FIRST)
        assert studio.report.head.status["mood"] == "working"
        assert studio.report.parts["overview"].html == before[1], "what is out of date stays in sight"
        await measured(studio)
        assert not any(studio.report.parts[name].stale for name in FIRST)
        assert "Difference" in studio.report.parts["glance"].html
        assert "<svg" in studio.report.parts["change"].html
        assert studio.deck.digest[:12] in studio.report.parts["change"].html

    asyncio.run(work())


@pytest.mark.slow  # on a page: tests/e2e/test_card_grid_in_a_browser.py
def test_each_card_says_in_the_grid_what_was_measured_of_it_and_was_before(make: Callable[..., DeckStudio]) -> None:
    def measured_of_all(studio: DeckStudio) -> dict[str, float]:
        """Card id -> how often it scores in 100 games, once all of them are played; empty until then."""
        state = studio.report.measuring.state
        if state is None or state.report is None or not state.fresh or not state.whole:
            return {}
        shares = zip(studio.deck.kinds, state.report.cards.scored_share, strict=True)
        return {kind.key: pytest.approx(100 * share, abs=0.051) for kind, share in shares}

    def shown(studio: DeckStudio, column: str = SCORES) -> dict[str, list[float]]:
        """Card id -> what the grid shows of it in a column."""
        ids = {str(row.id): row.cells["card_id"] for row in studio.editor.rows(CARDS_FILE)}
        files = studio.grid.measured.get("files", {})
        return {ids[row]: told[column] for row, told in files.get(CARDS_FILE, {}).items() if column in told}

    def now(studio: DeckStudio) -> dict[str, float]:
        return {key: told[0] for key, told in shown(studio).items()}

    async def work() -> None:
        studio = make(games=2_000)
        await until(studio, lambda: bool(shown(studio)) and now(studio) == measured_of_all(studio))
        assert all(told[3] is None for told in shown(studio).values()), "there is no deck before"
        earlier, key = now(studio), studio.editor.rows(CARDS_FILE)[3].cells["card_id"]
        set_cell(studio, 3, "resources", "GG")
        assert studio.grid.measured["stale"]
        await until(studio, lambda: now(studio) == measured_of_all(studio) and shown(studio)[key][3] is not None)
        await until(studio, lambda: any(told[3] is not None for told in shown(studio, DECIDES).values()))
        assert not studio.grid.measured["stale"]
        _, low, high, before, shift = shown(studio)[key]
        assert low < now(studio)[key] < high
        assert before == earlier[key]
        state = studio.report.measuring.state
        assert state is not None
        assert state.comparison is not None
        cards = state.comparison.cards
        (row,) = cards[(cards.card_id == key) & (cards.figure == "scored_share")].itertuples()
        assert shift == (np.sign(row.difference) if row.shifted else 0)
        for column, figure in ((DECIDES, "impact of points"), (OWNERS_WIN, "win_share")):
            of = cards[cards.figure == figure].set_index("card_id")
            told = shown(studio, column)
            assert set(told) == set(of.index[of.after.notna()])
            for card, (share, *_, was, moved) in told.items():
                assert share == pytest.approx(100 * of.after[card], abs=0.051)
                assert was == pytest.approx(100 * of.before[card], abs=0.051)
                assert moved == (np.sign(of.difference[card]) if of.shifted[card] else 0)

    asyncio.run(work())


def test_what_only_a_study_finds_is_said_beside_the_cards_too(make: Callable[..., DeckStudio]) -> None:
    async def work() -> None:
        studio = make("guile", games=1_000)
        await until(studio, lambda: "Stronger than others" in studio.report.parts["overview"].html)
        state = studio.report.measuring.state
        assert state is not None
        assert state.report is not None
        assert not any("Stronger" in finding.text for finding in findings_of(state.report, studied=False))
        words = state.report.study_words
        await until(studio, lambda: words in studio.report.parts["impact"].html)

    asyncio.run(work())


@pytest.mark.slow
def test_the_words_above_the_figures_say_that_more_games_are_studied(
    make: Callable[..., DeckStudio], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (live, study):
        monkeypatch.setattr(module, "STUDIED", 250)

    async def work() -> None:
        studio = make("excalibur", games=500)
        await until(studio, lambda: STILL_STUDYING in studio.report.head.status["words"])
        state = studio.report.measuring.state
        assert state is not None
        assert (state.studied, state.whole) == (True, False)
        await until(studio, lambda: "Studied: the first 250 games" in studio.report.parts["impact"].html)
        await until(studio, lambda: not studio.report.head.status["words"].endswith(STILL_STUDYING))
        assert studio.report.head.status["mood"] == "fresh"
        await until(studio, lambda: "Studied: the first 500 games" in studio.report.parts["impact"].html)

    asyncio.run(work())


def test_what_is_of_the_deck_before_an_edit_is_never_called_fresh(make: Callable[..., DeckStudio]) -> None:
    async def work() -> None:
        studio = make()
        await measured(studio)
        for text in ("GG", "TT", "FC"):
            set_cell(studio, 3, "resources", text)
            set_cell(studio, 4, "resources", text)
            assert not studio.report.fresh
            await measured(studio)
            assert decks_shown(studio) == {studio.deck.digest}

    asyncio.run(work())


def test_cells_that_are_no_deck_leave_the_last_good_deck_measured_and_playable(
    make: Callable[..., DeckStudio],
) -> None:
    async def work() -> None:
        studio = make()
        good = studio.deck
        await measured(studio)
        set_cell(studio, 3, "resources", "QQ")
        assert studio.deck is good
        assert studio.report.head.status["mood"] == "unsound"
        assert "last whole list" in studio.report.head.status["words"]
        assert "1 error" in studio.judgement.findings.html
        assert studio.judgement.bars.stale
        studio.hear({"type": "play"})
        assert studio.played.app is not None
        assert studio.played.app.match.deck.as_printed() == good
        set_cell(studio, 3, "resources", "GG")
        assert not studio.judgement.bars.stale
        assert studio.deck != good
        await measured(studio)

    asyncio.run(work())


def test_undo_and_redo_bring_the_figures_along(make: Callable[..., DeckStudio]) -> None:
    async def work() -> None:
        studio = make()
        opened = studio.deck
        set_cell(studio, 3, "resources", "GG")
        edited = studio.deck
        studio.hear({"type": "undo"})
        assert studio.deck == opened
        assert "FF → GG" in studio.lines.note
        await measured(studio)
        assert decks_shown(studio) == {opened.digest}
        studio.hear({"type": "redo"})
        assert studio.deck == edited
        await measured(studio)
        assert decks_shown(studio) == {edited.digest}

    asyncio.run(work())


def test_a_deck_that_cannot_be_played_by_so_many_says_so(make: Callable[..., DeckStudio]) -> None:
    async def work() -> None:
        studio = make()
        await measured(studio)
        ids = [row.id for row in studio.editor.rows(CARDS_FILE)]
        studio.editor.delete_rows(CARDS_FILE, ids[8:])
        for row in studio.editor.rows(CARDS_FILE):
            blank = [(row.id, column, "") for column in ("bonus_resource", "bonus_source_printed", "bonus_source")]
            studio.editor.set_cells(CARDS_FILE, blank)
        studio.show()
        assert studio.editor.whole, studio.editor.problems
        await until(studio, lambda: studio.report.head.status["mood"] == "failed")
        assert "cards" in studio.report.head.status["error"]
        assert studio.report.parts["change"].stale

    asyncio.run(work())


def test_what_has_not_changed_is_not_sent_again(make: Callable[..., DeckStudio], told: list[Any]) -> None:
    async def work() -> None:
        studio = make()
        await measured(studio)
        await until(studio, lambda: not any(part.stale for part in studio.report.parts.values()))
        told.clear()
        studio.show()
        await asyncio.sleep(0)
        assert [message for message in told if message.get("state")] == []

    asyncio.run(work())


@pytest.mark.slow
def test_of_a_long_run_numbers_and_pictures_are_always_of_the_games_that_are_named(
    make: Callable[..., DeckStudio], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is on the page whenever its words name a number of games, one look after the other."""
    for module in (live, study):
        monkeypatch.setattr(module, "STUDIED", 250)
    monkeypatch.setattr(study, "PRECISE", 1.0)
    seen: list[tuple[str, set[int]]] = []

    async def work() -> None:
        studio = make(games=40_000, seats=2, bots="random")

        def look() -> bool:
            html = "".join(studio.report.parts[name].html for name in FIRST)
            words, games = studio.report.head.status["words"], {int(count) for count in COUNTED.findall(html)}
            if (words, games) not in seen:
                seen.append((words, games))
            return studio.report.head.status["mood"] == "fresh"

        await until(studio, look)

    asyncio.run(work())
    named = {"first 500 of": 500, "first 10,000 of": 10_000, "Up to date: 40,000": 40_000}
    looks = [next((count for words, count in named.items() if words in said), 0) for said, _ in seen]
    assert sorted({*looks} - {0}) == [500, 10_000, 40_000]
    assert all(games == {look} for look, (_, games) in zip(looks, seen, strict=True) if look)


def test_the_baseline_can_be_the_deck_before_the_last_edit(make: Callable[..., DeckStudio]) -> None:
    async def work() -> None:
        studio = make()
        set_cell(studio, 3, "resources", "GG")
        before = studio.deck
        set_cell(studio, 4, "resources", "GG")
        studio.hear({"type": "baseline", "id": "step"})
        await measured(studio)
        state = studio.report.measuring.state
        assert state is not None
        assert state.comparison is not None
        assert state.comparison.before.plan.deck == before
        assert "before the last edit" in studio.report.head.status["words"]
        studio.hear({"type": "baseline", "id": "nothing"})
        assert "no such deck" in studio.lines.error
        assert studio.baseline.id == "step"

    asyncio.run(work())


def test_how_games_are_played_can_be_chosen_and_nonsense_changes_nothing(make: Callable[..., DeckStudio]) -> None:
    studio = make()
    studio.hear({"type": "measure", "seats": 2, "bots": ["random", "greedy"], "games": 50, "seed": "9"})
    assert studio.lines.error == ""
    assert studio.report.plan is not None
    assert (studio.report.plan.seats, studio.report.plan.bots, studio.report.plan.seed) == (2, ("random", "greedy"), 9)
    request = studio.report.request
    for wrong in (
        {"seats": 40, "bots": ["greedy"]},
        {"seats": 2, "bots": ["nobody"]},
        {"seats": 3, "bots": ["greedy", "random"]},
        {"seats": 2, "bots": []},
    ):
        studio.hear({"type": "measure", "games": 50, "seed": "9", **wrong})
        assert studio.lines.error
        assert studio.report.request == request
    studio.hear({"type": "measure", "seats": 2, "bots": ["greedy"], "games": 50, "seed": "by chance"})
    assert "whole number" in studio.lines.error


def test_an_option_of_the_deck_is_measured_with_it(make: Callable[..., DeckStudio]) -> None:
    studio = make()
    studio.editor.set_option("deal_size", 6)
    studio.show()
    assert studio.report.plan is not None
    assert studio.report.plan.options["deal_size"] == 6


# ---------------------------------------------------------------- files


def test_a_damaged_list_is_listed_and_the_deck_stays(make: Callable[..., DeckStudio]) -> None:
    studio = make()
    set_cell(studio, 3, "resources", "GG")
    deck, undo = studio.deck, studio.editor.undo_label
    table = studio.game.tables[0]
    text = deck_csv(deck, table).decode("utf-8-sig")
    upload(studio, "broken.csv", text.replace("Moat", "").encode())
    assert "stays as it was" in studio.lines.error
    assert studio.deck is deck
    assert studio.editor.undo_label == undo
    assert "Fix:" in studio.files.part.html
    assert studio.bar.state["offer"]
    studio.hear({"type": "take"})
    assert not studio.editor.whole
    assert studio.deck is deck, "the last good deck stays measured"
    studio.hear({"type": "undo"})
    assert studio.editor.whole


def test_a_file_that_is_no_list_is_refused_in_words(make: Callable[..., DeckStudio]) -> None:
    studio = make()
    deck = studio.deck
    for data in (b"", b"\x00\xff" * 50, b"%PDF-1.4", b"name;points\nA;1\n", b"[cards", "∞".encode()):
        studio.lines.error = ""
        upload(studio, "strange.csv", data)
        assert studio.lines.error, data
        assert studio.deck is deck
        assert studio.editor.undo_label == ""


def test_a_file_that_arrives_damaged_is_refused(make: Callable[..., DeckStudio]) -> None:
    studio = make()
    for data in ("not base64!", "YQ", "YQ==YQ", "Ａ" * 8, "YQ==∞", "é", "\0"):
        studio.lines.error = ""
        studio.hear({"type": "import", "name": "list.csv", "data": data})
        assert studio.lines.error == "The file arrived damaged. Choose it again.", data
        assert studio.editor.undo_label == ""


def test_a_good_list_is_taken_over_and_undone_in_one_step(make: Callable[..., DeckStudio]) -> None:
    studio = make()
    opened = studio.deck
    other = opened.edit(change=[{"card_id": "irrigation", "resources": "GG"}])
    upload(studio, "mine.csv", deck_csv(other, studio.game.tables[0]))
    assert studio.lines.error == ""
    assert studio.deck == other
    studio.hear({"type": "undo"})
    assert studio.deck == opened


@pytest.mark.parametrize("kind", ["csv:cards.csv", "toml", "xlsx"])
def test_what_is_saved_as_a_file_is_the_deck(make: Callable[..., DeckStudio], told: list[Any], kind: str) -> None:
    studio = make()
    set_cell(studio, 3, "resources", "GG")
    studio.hear({"type": "export", "kind": kind})
    (file,) = [message["content"] for message in told if message.get("content", {}).get("type") == "file"]
    read = read_upload(studio.game, file["name"], b64decode(file["data"]), studio.work.opened)
    assert read.deck == studio.deck
    assert file["name"] in studio.lines.note
    studio.hear({"type": "export", "kind": "docx"})
    assert "docx" in studio.lines.error


# ---------------------------------------------------------------- playing


def test_the_unsaved_list_is_played(make: Callable[..., DeckStudio]) -> None:
    studio = make()
    set_cell(studio, 3, "resources", "GG")
    studio.hear({"type": "play"})
    assert studio.layout.tabs.selected_index == PLAY
    first = studio.played.app
    assert first is not None
    assert first.match.deck.as_printed() == studio.deck
    assert sorted(first.match.bots) == list(range(1, first.match.seats))
    assert "as it is now" in studio.played.words.html
    set_cell(studio, 3, "resources", "TT")
    assert "has been changed since" in studio.played.words.html
    assert first.match.deck != studio.deck, "a game that goes on keeps its deck"
    studio.hear({"type": "play"})
    assert studio.played.app is not first
    assert studio.played.app is not None
    assert studio.played.app.match.deck.as_printed() == studio.deck


# ---------------------------------------------------------------- keeping


def test_a_new_kernel_finds_the_cells_again_right_or_wrong(make: Callable[..., DeckStudio]) -> None:
    studio = make()
    set_cell(studio, 3, "resources", "GG")
    set_cell(studio, 4, "resources", "QQ")
    studio.hear({"type": "open", "game": "guile", "deck": ""})
    again = make()
    assert again.memory.slot == studio.memory.slot
    again.hear({"type": "hello", "id": studio.kept.id})
    assert again.game.id == "guile"
    again.hear({"type": "open", "game": "guild_master", "deck": ""})
    assert cell(again, 3, "resources") == "GG"
    assert cell(again, 4, "resources") == "QQ"
    assert not again.editor.whole
    assert again.deck == studio.desks.works["guild_master"].editor.deck
    assert again.work.opened == load_deck("guild_master")


def test_a_draft_of_the_same_good_deck_is_measured_again(make: Callable[..., DeckStudio]) -> None:
    async def work() -> None:
        studio = make()
        set_cell(studio, 3, "resources", "QQ")
        await asyncio.sleep(0)  # the draft is kept once what changed is on its way to the page
        again = make()
        await measured(again)
        again.hear({"type": "hello", "id": studio.kept.id})
        assert not again.editor.whole
        again.hear({"type": "undo"})
        set_cell(again, 3, "resources", "FF")
        await measured(again)

    asyncio.run(work())


def test_one_holder_keeps_a_deck_and_the_other_is_warned(make: Callable[..., DeckStudio]) -> None:
    studio = make()
    set_cell(studio, 3, "resources", "GG")
    again = make()
    again.hear({"type": "hello", "id": studio.kept.id})
    assert cell(again, 3, "resources") == "GG"
    studio.hear({"type": "ping"})
    assert studio.kept.taken_over
    assert "another window" in studio.bar.state["error"]
    assert studio.layout.tabs.layout.display == "none"
    studio.hear({"type": "undo"})
    set_cell(studio, 3, "resources", "TT")
    third = make()
    third.hear({"type": "hello", "id": studio.kept.id})
    assert cell(third, 3, "resources") == "GG", "what the older window did is not kept"


def test_a_step_in_a_window_that_holds_the_deck_no_longer_says_so(make: Callable[..., DeckStudio]) -> None:
    studio = make()
    set_cell(studio, 3, "resources", "GG")
    make().hear({"type": "hello", "id": studio.kept.id})
    set_cell(studio, 3, "resources", "TT")
    assert studio.kept.taken_over
    assert "another window" in studio.bar.state["error"]


def test_a_page_that_comes_back_to_its_own_kernel_loses_nothing(make: Callable[..., DeckStudio]) -> None:
    studio = make()
    set_cell(studio, 3, "resources", "GG")
    studio.hear({"type": "hello", "id": studio.kept.id})
    assert studio.editor.undo_label
    assert cell(studio, 3, "resources") == "GG"


def test_an_edit_is_said_to_be_kept_once_it_is_and_not_before(make: Callable[..., DeckStudio]) -> None:
    async def work() -> None:
        studio = make()
        assert studio.bar.state["kept_words"] == "Nothing has been changed yet."
        for letters in ("GG", "TT"):
            set_cell(studio, 3, "resources", letters)
            assert studio.bar.state["kept"] == ""
            await asyncio.sleep(0)
            assert studio.bar.state["kept"] == "kept"
            assert studio.bar.state["kept_words"] == "Your deck is kept."
            again = make()
            again.hear({"type": "hello", "id": studio.kept.id})
            assert cell(again, 3, "resources") == letters
            studio.kept.store.claim(studio.kept.id)  # type: ignore[union-attr]

    asyncio.run(work())


def test_a_studio_that_nobody_touched_keeps_nothing(make: Callable[..., DeckStudio]) -> None:
    studio = make()
    studio.hear({"type": "hello", "id": ""})
    assert studio.kept.store is not None
    assert not studio.kept.store.path(studio.kept.id).exists()


@pytest.mark.parametrize("kept", ["../../etc/passwd", "0" * 32, 7])
def test_a_browser_that_keeps_nonsense_gets_the_deck_as_saved(make: Callable[..., DeckStudio], kept: Any) -> None:
    studio = make()
    studio.hear({"type": "hello", "id": kept})
    assert studio.lines.error
    assert studio.deck == load_deck("guild_master")


@pytest.mark.parametrize("part", ["works", "game", "request", "baseline"])
@pytest.mark.parametrize("value", [None, 7, "guile", {}, {"guile": {}}, {"guild_master": {"editor": {}, "opened": 3}}])
def test_a_damaged_draft_leaves_the_deck_as_saved(make: Callable[..., DeckStudio], part: str, value: Any) -> None:
    studio = make()
    set_cell(studio, 3, "resources", "GG")
    assert studio.kept.store is not None
    studio.kept.store.write(studio.kept.id, {**studio.to_dict(), part: value})
    again = make()
    again.hear({"type": "hello", "id": studio.kept.id})
    assert again.lines.note or again.lines.error
    assert "went wrong" not in again.lines.error
    assert again.report.plan is not None


# ---------------------------------------------------------------- versions


def test_a_version_is_saved_compared_and_brought_back(make: Callable[..., DeckStudio]) -> None:
    async def work() -> None:
        studio = make()
        set_cell(studio, 3, "resources", "GG")
        await until(studio, lambda: studio.report.wins)
        studio.hear({"type": "save", "note": "more government"})
        assert "version 1" in studio.lines.note
        kept = studio.deck
        set_cell(studio, 5, "name", "Vinery")
        studio.hear({"type": "save", "note": ""})
        first, second = studio.versions.kept
        assert first.wins.startswith("In turn order, seats win ")
        assert (second.changed, second.wins) == ("Vinery is changed.", ""), "it was saved before it was measured"
        studio.hear({"type": "compare", "id": "opened", "other": "now"})
        assert "text only" in studio.versions.differences.html
        assert "Vinery" in studio.versions.differences.html
        await until(studio, lambda: "Before" in studio.versions.sides.html)
        studio.hear({"type": "baseline", "id": "saved"})
        assert studio.baseline.title == "the version saved last"
        assert studio.baseline.deck == studio.versions.deck("version:2")
        studio.hear({"type": "restore", "number": 1})
        assert studio.deck == kept
        studio.hear({"type": "undo"})
        assert cell(studio, 5, "name") == "Vinery"
        studio.hear({"type": "restore", "number": 3})
        assert "no such version" in studio.lines.error

    asyncio.run(work())


def test_a_version_damaged_on_disk_is_reported_and_no_longer_compared_with(make: Callable[..., DeckStudio]) -> None:
    studio = make()
    set_cell(studio, 3, "resources", "GG")
    studio.hear({"type": "save", "note": ""})
    again = make()
    again.hear({"type": "ping"})
    assert again.versions._versions is not None
    table = again.versions._versions.path(1) / CARDS_FILE
    table.write_text(table.read_text(encoding="utf-8").replace("Irrigation", "Ditches"), encoding="utf-8")
    again.hear({"type": "baseline", "id": "saved"})
    assert "Version 1" in again.lines.error
    assert again.baseline.id == "opened"
    assert again.baseline.deck == again.work.opened


def test_cells_that_are_no_deck_are_no_version(make: Callable[..., DeckStudio]) -> None:
    studio = make()
    set_cell(studio, 3, "resources", "QQ")
    studio.hear({"type": "save", "note": ""})
    assert "Mend" in studio.lines.error
    assert studio.versions.kept == ()


# ---------------------------------------------------------------- games, decks, pages


def test_another_game_is_opened_beside_this_one(make: Callable[..., DeckStudio]) -> None:
    studio = make()
    set_cell(studio, 3, "resources", "GG")
    studio.hear({"type": "open", "game": "guile", "deck": ""})
    assert studio.game.id == "guile"
    assert [table["file"] for table in studio.grid.grid["tables"]] == ["cards.csv", "knights.csv"]
    studio.hear({"type": "open", "game": "guild_master", "deck": ""})
    assert cell(studio, 3, "resources") == "GG"
    studio.hear({"type": "open", "game": "chess", "deck": ""})
    assert "chess" in studio.lines.error
    assert studio.game.id == "guild_master"


def test_options_of_one_game_are_not_those_of_another(make: Callable[..., DeckStudio]) -> None:
    studio = make(options={"deal_size": 6})
    studio.hear({"type": "open", "game": "guile", "deck": ""})
    assert studio.game.id == "guile", studio.lines.error
    studio.hear({"type": "open", "game": "guild_master", "deck": ""})
    assert studio.report.plan is not None
    assert studio.report.plan.options["deal_size"] == 6


def test_a_deck_opened_again_is_one_step(make: Callable[..., DeckStudio]) -> None:
    studio = make()
    set_cell(studio, 3, "resources", "GG")
    edited = studio.deck
    studio.hear({"type": "open", "game": "guild_master", "deck": "medieval"})
    assert studio.deck == load_deck("guild_master", "medieval")
    studio.hear({"type": "undo"})
    assert studio.deck == edited


def test_the_address_of_the_page_chooses_the_game(
    make: Callable[..., DeckStudio], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUERY_STRING", "voila=1&game=guile")
    assert make(None).game.id == "guile"
    for nothing in ("", "voila=1&game="):
        monkeypatch.setenv("QUERY_STRING", nothing)
        studio = make(None)
        assert (studio.game.id, studio.bar.state["error"]) == ("guild_master", "")


def test_an_address_that_names_an_unknown_game_is_told_so_when_its_page_comes(
    make: Callable[..., DeckStudio], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUERY_STRING", "game=guil")
    studio = make(None)
    studio.hear({"type": "hello", "id": ""})
    told = studio.bar.state["error"]
    assert "There is no game 'guil'. Choose one of: " in told
    assert "Did you mean 'guile'?" in told
    studio.hear({"type": "open", "game": "guile", "deck": ""})
    assert (studio.game.id, studio.bar.state["error"]) == ("guile", "")


def test_a_finding_leads_to_its_cell(make: Callable[..., DeckStudio], told: list[Any]) -> None:
    studio = make()
    set_cell(studio, 3, "resources", "QQ")
    place = re.search(r'data-file="cards.csv" data-row="5" data-column="resources"', studio.judgement.findings.html)
    assert place
    studio.hear({"type": "go", "file": CARDS_FILE, "row": 5, "column": "resources"})
    shown = [message["content"] for message in told if message.get("content", {}).get("type") == "show"]
    assert shown[-1]["row"] == studio.editor.rows(CARDS_FILE)[3].id
    studio.hear({"type": "go", "file": "deck.toml", "row": 0, "column": "declared_count"})
    assert studio.layout.tabs.selected_index == DECK


def test_the_name_of_a_card_that_stands_out_leads_to_the_card(make: Callable[..., DeckStudio], told: list[Any]) -> None:
    studio = make()
    moat = card_buttons(studio.deck)["moat"]
    assert moat.name == "Moat"
    place = re.search(r'class="rt-finding" data-file="([^"]*)" data-row="([^"]*)" data-column="([^"]*)"', moat.html)
    assert place
    assert '<button type="button" class="rt-finding-place">Moat</button>' in moat.html
    studio.hear({"type": "go", "file": place[1], "row": int(place[2]), "column": place[3]})
    shown = [message["content"] for message in told if message.get("content", {}).get("type") == "show"]
    row = next(row for row in studio.editor.rows(CARDS_FILE) if row.id == shown[-1]["row"])
    assert "moat" in row.cells.values()


OUT_OF_ORDER: list[Any] = [
    None,
    {"type": "open"},
    {"type": "open", "game": "guild_master", "deck": "/etc"},
    {"type": "open", "game": "guild_master", "deck": "../guile/classic"},
    {"type": "import", "name": "x", "data": 5},
    {"type": "measure", "seats": True, "bots": ["greedy"], "games": 5, "seed": "1"},
    {"type": "restore", "number": "1"},
    {"type": "take"},
    {"type": "compare", "id": "now", "other": "version:9"},
    {"type": "save", "note": "x" * 5000},
    {"type": "undo", "extra": 1},
    {"type": "__init__"},
]


def test_what_should_stand_in_a_place_is_written_by_one_press_and_undone_by_one(
    make: Callable[..., DeckStudio],
) -> None:
    studio = make()
    printed = {one.row: one.instead for one in studio.editor.findings if one.column == "bonus_source_printed"}
    shown = studio.judgement.findings.html
    assert shown.count('class="rt-mend"') == len(printed) + 1, "and how many cards there are"
    assert "Write 113" in shown
    (tavern,) = (row for row, instead in printed.items() if instead == "Brewer" and row == 48)
    studio.hear({"type": "mend", "places": [[CARDS_FILE, tavern, "bonus_source_printed"]]})
    assert studio.editor.rows(CARDS_FILE)[tavern - 2].cells["bonus_source_printed"] == "Brewer"
    assert studio.lines.note == "Mend cards.csv row 48 (Tavern), bonus_source_printed. Undo brings it back."
    left = [[CARDS_FILE, row, "bonus_source_printed"] for row in printed if row != tavern]
    studio.hear({"type": "mend", "places": [*left, ["deck.toml", 0, "declared_count"]]})
    assert studio.editor.meta["declared_count"] == 113
    assert all(one.instead == "" for one in studio.editor.findings)
    assert 'class="rt-mend"' not in studio.judgement.findings.html
    studio.hear({"type": "mend", "places": left})
    assert studio.lines.error == "The list has changed since. Look at what is odd again, and mend what is left."
    studio.hear({"type": "undo"})
    assert {one.row for one in studio.editor.findings if one.column == "bonus_source_printed"} == printed.keys() - {48}
    assert studio.editor.meta["declared_count"] == 116


def test_a_message_out_of_order_changes_nothing(make: Callable[..., DeckStudio]) -> None:
    studio = make()
    set_cell(studio, 3, "resources", "GG")
    kept = json.dumps(studio.to_dict())
    for said in OUT_OF_ORDER:
        studio.lines.error = ""
        studio.hear(said)
        assert studio.lines.error, said
        assert json.dumps(studio.to_dict()) == kept, said


def test_what_a_page_writes_into_a_trait_is_dropped(make: Callable[..., DeckStudio], told: list[Any]) -> None:
    studio = make()
    forged = {"state": {"taken_over": True}, "html": "<b>forged</b>", "status": {}, "_esm": "export default {}"}
    for widget in (studio.bar, studio.judgement.findings, studio.report.head, studio.versions.list):
        widget.comm.handle_msg({"content": {"data": {"method": "update", "state": forged}}, "buffers": []})
    assert studio.bar.state["game"] == "guild_master"
    assert "forged" not in studio.judgement.findings.html
    assert studio.report.head.status


def test_every_text_of_a_deck_is_escaped(make: Callable[..., DeckStudio]) -> None:
    async def work() -> None:
        values = load_deck("guild_master").to_dict()
        del values["digest"]
        values["meta"]["title"] = "<script>alert(1)</script>"
        rows = values["tables"][CARDS_FILE]
        pointed_to = {row["bonus_source"] for row in rows}
        number = next(number for number, row in enumerate(rows) if row["name"] not in pointed_to)
        rows[number]["name"] = "<img src=x onerror=alert(2)>"
        studio = make(deck=Deck.from_dict(values))
        await measured(studio)
        set_cell(studio, number, "resources", "QQ")
        set_cell(studio, number, "resources", "GG")
        studio.hear({"type": "compare", "id": "opened", "other": "now"})
        await measured(studio)
        await until(studio, lambda: not studio.report.parts["cards"].stale)
        await until(studio, lambda: "Before" in studio.versions.sides.html)
        studio.layout.tabs.selected_index = BONUSES
        assert studio.bonuses.words.html
        parts = [
            *studio.report.parts.values(),
            studio.judgement.findings,
            studio.judgement.bars,
            studio.bonuses.words,
            studio.played.words,
        ]
        for part in [*parts, studio.versions.differences, studio.versions.sides]:
            assert "<script" not in part.html, part.title
            assert "<img" not in part.html, part.title

    asyncio.run(work())


def test_a_fault_of_ours_is_reported_in_words(
    make: Callable[..., DeckStudio], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    studio = make()
    monkeypatch.setattr(judgement, "bars_html", lambda *_given: 1 / 0)
    set_cell(studio, 3, "resources", "GG")
    assert "went wrong" in studio.bar.state["error"]
    assert "ZeroDivisionError" in caplog.text
    studio.hear({"type": "undo"})
    assert "went wrong" in studio.bar.state["error"]


def test_a_request_that_cannot_be_is_refused_when_the_studio_is_made() -> None:
    with pytest.raises(OptionError):
        DeckStudio("guild_master", seats=40, autosave=False)
    with pytest.raises(OptionError):
        DeckStudio("guild_master", bots="nobody", autosave=False)


def test_the_module_is_light() -> None:
    source = (
        "import sys, workbench.widgets.studio.deck_studio\n"
        "print([name for name in ('pandas', 'numba', 'networkx', 'openpyxl') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

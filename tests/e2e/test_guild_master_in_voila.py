"""Guild Master's dashboard in Voila, played by people with a real browser."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import nbformat
import psutil
import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.bidders import Bidder
from tests.e2e.people import Person, choose, open_hand
from tests.e2e.waiting import wait_for, wait_until
from tests.servers import RunningServer, running_dashboards
from workbench.play.replay import MOST_BYTES

PHONE, DESK = (360, 740), (1366, 768)
NOTHING_IS_SQUEEZED = """() => {
  const fields = [...document.querySelectorAll(".wb-lobby :is(select, input:not([type]), button)")];
  const high = fields.filter((field) => field.checkVisibility()).map((field) => field.getBoundingClientRect().height);
  return high.length > 6 && Math.min(...high) >= 24;
}"""
BUSY_TABLE = """
import ipywidgets, time
from workbench.widgets import PlayApp
app = PlayApp("guild_master", seats=2, seed=7, pace=0)
def work(button):
    time.sleep(1.5)
    button.description = "Done"
work_button = ipywidgets.Button(description="Work for long")
work_button.on_click(work)
ipywidgets.VBox([work_button, app.view])
"""
RETURNS_EVERY = 5_000  # milliseconds between two looks of return.js; the page's clock is put forward by them
IMPATIENT_TABLE = BUSY_TABLE.replace("def work", "app.table.beat = 300\ndef work")  # milliseconds between pings
NOTE_WHO_IS_AWAY = """() => {
  window.awayFor = 0;
  const note = () => { window.awayFor += document.querySelectorAll(".rt-away, .rt-lost:not([hidden])").length; };
  new MutationObserver(note).observe(document.body, { attributes: true, subtree: true });
}"""


@pytest.fixture(scope="module")
def person(dashboards: RunningServer, shared_pages: Callable[..., Any]) -> Person:
    """Somebody who has opened the dashboard and begins one match after the other there."""
    page = shared_pages()
    page.goto(dashboards.notebook("guild_master.ipynb"))
    return Person(page)


def test_a_trade_is_offered_and_answered(person: Person) -> None:
    page = person.page
    person.start_match(seats=2, seed=7)
    while not page.get_by_role("button", name="Offer cards to Bors").count():
        person.act()
        person.wait_until_asked()
    page.get_by_role("button", name="Offer cards to Bors").press("Enter")
    offer = page.get_by_role("button", name="Make the offer")
    page.locator(".rt-layout-hand button.rt-card").first.wait_for()
    given = person.hand()[0]
    page.locator(".rt-layout-hand button.rt-card").first.press("Enter")
    page.locator(".rt-message").get_by_text(f"You offer Bors {given}").wait_for()
    offer.click()
    log = page.get_by_role("log")
    log.get_by_text("Seat 1 offers Bors 1 card.").last.wait_for()
    log.get_by_text(f"Seat 1 puts {given} into the trade.").last.wait_for()
    log.get_by_text("Bors says no.").or_(log.get_by_text(re.compile(r"Bors offers .* in return"))).last.wait_for()


def test_a_refreshed_page_finds_its_match_again(person: Person) -> None:
    page = person.page
    person.start_match(seats=2, seed=7)
    person.play(acts=3)
    person.wait_until_asked()
    hand, log = person.hand(), page.get_by_role("log").locator("p").all_text_contents()
    page.reload()
    page.locator(".rt-said-words", has_text="Your match was brought back").wait_for(state="attached")
    person.wait_until_asked()
    wait_for(page, lambda: person.hand() == hand)
    wait_for(page, lambda: page.get_by_role("log").locator("p").all_text_contents() == log)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("menuitem", name="Redo", disabled=False).wait_for()
    page.keyboard.press("Escape")


def test_undo_and_redo_go_back_and_forth(person: Person) -> None:
    page = person.page
    person.start_match(seats=2, seed=7)
    person.wait_until_asked()
    before, message = person.hand(), page.locator(".rt-message").inner_text()
    person.act()
    person.wait_until_asked()
    after = page.locator(".rt-message").inner_text()
    page.get_by_role("button", name="Undo").click()
    page.get_by_text(message, exact=True).wait_for()
    wait_for(page, lambda: person.hand() == before)
    choose(page, "Redo")
    page.get_by_text(after, exact=True).wait_for()


@pytest.mark.slow  # tests/widgets/table/test_play_app.py refuses files, test_bar_in_a_browser.py chooses one
def test_a_match_is_saved_and_a_tampered_file_is_refused(person: Person, tmp_path: Path) -> None:
    page = person.page
    person.start_match(seats=2, seed=7)
    person.play(acts=5)
    person.wait_until_asked()
    hand = person.hand()
    with page.expect_download() as download:
        choose(page, "Save as a file")
    saved = tmp_path / "match.json"
    download.value.save_as(saved)
    person.play(acts=3)
    person.wait_until_asked()
    now = person.hand()

    tampered = tmp_path / "tampered.json"
    tampered.write_text(json.dumps(json.loads(saved.read_text(encoding="utf-8")) | {"seed": 8}), encoding="utf-8")
    large = tmp_path / "large.json"
    large.write_text(" " * (MOST_BYTES + 1), encoding="utf-8")
    for file, words in ((tampered, "changed"), (large, "at most")):
        page.locator(".rt-file").set_input_files(file)
        page.locator(".rt-notice").get_by_text(words).wait_for()
        assert person.hand() == now
    page.locator(".rt-file").set_input_files(saved)
    page.locator(".rt-said-words", has_text="Loaded match.json.").wait_for(state="attached")
    wait_for(page, lambda: person.hand() == hand)


@pytest.mark.slow
def test_the_device_is_passed_under_a_cover_by_the_names_that_were_typed_once(person: Person) -> None:
    page = person.page
    person.start_match(seats=3, people=(0, 1), seed=7, names=("Anna", "Anna"))
    passed = []
    while len(passed) < 4:
        person.wait_until_asked()
        cover = page.locator(".rt-cover:not([hidden])")
        if cover.count():
            passed.append(cover.locator("h3").inner_text())
            assert person.hand() == []
            assert page.locator(".rt-layout-hand").count() == 0
            person.say_ready()
            wait_for(page, person.hand)
        else:
            person.act()
    assert set(passed) == {"Pass the device to Anna", "Pass the device to Anna B."}
    assert page.locator(".rt-seat strong:first-child").first.inner_text() in ("Anna", "Anna B.", "Cador")
    page.locator("[aria-label*='bot: plays to lead']").first.wait_for()
    page.keyboard.press("s")
    page.get_by_text("Anna B.: every line").wait_for()
    page.reload()
    page.locator(".rt-said-words", has_text="Your match was brought back").wait_for(state="attached")
    page.get_by_role("log").get_by_text("Anna").first.wait_for()


@pytest.mark.slow
def test_hands_open_in_windows_beside_a_public_screen(person: Person) -> None:
    page = person.page
    person.start_match(seats=2, people=(0, 1), seed=7, screen="public screen")
    people = [open_hand(page, seat) for seat in (0, 1)]
    assert serious_findings(people[0].page) == []
    acting = people[seat_to_act(person)]
    for _ in range(6):
        acting.page.bring_to_front()
        acting.wait_until_asked()
        acting.act()
        assert person.hand() == []
        assert page.locator(".rt-ask:not([hidden])").count() == 0
        acting = people[seat_to_act(acting)]
    hands = [one.hand() for one in people]
    assert not set(hands[0]) & set(hands[1])
    shown = page.locator(".rt-table .rt-title").all_inner_texts()
    assert not set(shown) & {*hands[0], *hands[1]}

    people[0].page.reload()
    people[0].page.wait_for_selector(".rt-layout-hand")
    wait_for(people[0].page, lambda: people[0].hand() == hands[0], "a window keeps its seat when it is refreshed")

    people[1].page.close()
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("menu").get_by_text("window closed").wait_for()
    page.get_by_role("menuitem", name="New window for Seat 2").click()
    again = open_hand(page, 1)
    wait_for(again.page, lambda: again.hand() == hands[1])

    page.reload()
    page.locator(".rt-said-words", has_text="Your match was brought back").wait_for(state="attached")
    assert person.hand() == []
    back = open_hand(page, 0)
    wait_for(back.page, lambda: back.hand() == hands[0], "the public screen comes back as one")
    assert page.locator(".rt-layout-hand").count() == 0
    for one in (people[0], again, back):
        one.page.close()  # else the screen stays behind these pages, where little of it is drawn


def seat_to_act(person: Person) -> int:
    """The seat that a screen says is to act."""
    return int(person.page.locator(".rt-seat.rt-to-act").first.get_attribute("data-seat"))


def folder_of(place: Path, cell: str) -> Path:
    """A folder with one notebook of one code cell."""
    folder = place / "notebooks"
    folder.mkdir()
    kernel = {"name": "python3", "display_name": "Python 3"}
    notebook = nbformat.v4.new_notebook(metadata={"title": "Table", "kernelspec": kernel})
    notebook.cells = [nbformat.v4.new_markdown_cell("# Table"), nbformat.v4.new_code_cell(cell)]
    nbformat.write(notebook, folder / "index.ipynb")
    return folder


@pytest.mark.slow
def test_on_a_phone_axe_finds_nothing_serious_on_any_page(person: Person) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    page, wide = person.page, person.page.viewport_size
    person.start_match(seats=2, seed=7)
    page.set_viewport_size({"width": 1920, "height": 1080})
    wait_until(page, "document.documentElement.scrollWidth <= 1920")
    page.set_viewport_size({"width": 360, "height": 740})
    wait_until(page, "document.documentElement.scrollWidth <= 360")
    for name, place in (
        ("Score so far", ".rt-score"),
        ("How the game goes", ".rt-graphs-page"),
        ("New game", ".wb-lobby"),
    ):
        choose(page, name)
        page.locator(f"{place}:visible").wait_for()
        assert serious_findings(page) == [], name
        if place == ".wb-lobby":
            wait_until(page, NOTHING_IS_SQUEEZED)
        else:
            page.keyboard.press("Escape")
            page.locator(f"{place}:visible").wait_for(state="detached")
    page.get_by_role("button", name="Back to the match").click()
    page.locator(".wb-lobby").wait_for(state="hidden")
    page.set_viewport_size(wide)


# ---------------------------------------------------------------- Increased Player Interaction


def sized(page: Any, size: tuple[int, int]) -> None:
    """Give the window another size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})


@pytest.mark.slow
def test_a_whole_match_against_bots_ends_with_worst_guilds_and_leads(person: Person) -> None:
    bidder, page = Bidder(person.page), person.page
    bidder.start_variant(seats=3, seed=7, max_turns=5)
    assert bidder.play() > 4
    page.keyboard.press("s")
    page.get_by_text("Seat 1: every line").wait_for()
    page.get_by_text("Seat 1: every line").click()
    page.get_by_text("worst: ").first.wait_for()
    assert page.errors == []


@pytest.mark.slow
def test_two_people_at_one_device_trade_on_the_open_floor(person: Person) -> None:
    """Whoever holds the device keeps it until done; the other then sees the offer as a slip and answers it."""
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    bidder, page = Bidder(person.page), person.page
    bidder.start_variant(seats=2, people=(0, 1), seed=7, bid_cost="none")
    bidder.play_until("Anybody may offer.")
    given = bidder.hand()[0]
    page.get_by_role("button", name="Offer cards to Seat 1").press("Enter")  # whoever bid last holds the device
    page.locator(".rt-layout-hand button.rt-card").first.press("Enter")
    page.locator(".rt-message").get_by_text(f"You offer Seat 1 {given}").wait_for()
    page.get_by_role("button", name="Make the offer").click()
    page.locator(".rt-slip .rt-slip-state").get_by_text("Seat 1 answers").wait_for()
    page.locator(".rt-cover:not([hidden])").wait_for(state="detached")
    bidder.act()
    bidder.say_ready()
    bidder.wait_until_asked()
    slip = page.get_by_role("button", name="Answer the offer of Seat 2")
    wait_for(page, lambda: given in slip.get_attribute("aria-label"))
    sized(page, PHONE)
    wait_until(page, "document.documentElement.scrollWidth <= innerWidth")
    assert serious_findings(page) == []
    sized(page, DESK)
    slip.press("Enter")
    page.locator(".rt-message").get_by_text(f"Seat 2 gives you {given}").wait_for()
    page.get_by_role("button", name="Give nothing for it").click()
    page.locator(".rt-message").get_by_text(f"Seat 2 gives you {given}").wait_for(state="detached")
    bidder.play_until("Do you agree?")
    page.get_by_role("button", name="Confirm the trade").click()
    page.get_by_role("log").get_by_text("Seat 2 gives Seat 1 1 card for no cards.").last.wait_for(state="attached")
    assert page.errors == []


# ---------------------------------------------------------------- beyond the page


@pytest.mark.slow  # names that a page remembers: tests/widgets/table/test_play_app.py
def test_whoever_was_named_here_is_named_in_the_lobby_of_another_game(
    person: Person, dashboards: RunningServer
) -> None:
    page = person.page
    person.start_match(seats=2, names=("Anna",))
    page.goto(dashboards.notebook("guile.ipynb"))
    person.open_lobby()
    wait_for(page, lambda: page.get_by_label("Name of Seat 1", exact=True).input_value() == "Anna")
    assert page.errors == []


def away(page: Any) -> Any:
    """What a page says while nobody answers."""
    return page.get_by_role("alert").filter(has_text="The connection is lost.")


def test_a_page_says_what_is_kept_whenever_nothing_answers_and_brings_its_match_back_by_itself(
    serve_dashboards: Callable[[Path], RunningServer], page: Any, tmp_path: Path
) -> None:
    """The table pings three times a second: by silence alone, a busy kernel would count as away within the first."""
    server = serve_dashboards(folder_of(tmp_path, IMPATIENT_TABLE))
    page.clock.install()
    page.goto(server.notebook("index.ipynb"))
    person, silence = Person(page), away(page)
    person.wait_until_asked()
    server.process.send_signal(signal.SIGSTOP)
    silence.get_by_text("Nothing has been played yet.").wait_for()
    page.locator(".rt-stage.rt-away .rt-table[inert]").wait_for()
    assert silence.evaluate("alert => alert.closest('[inert]') === null"), "what says so can be heard and pressed"
    server.process.send_signal(signal.SIGCONT)
    silence.wait_for(state="hidden")

    page.evaluate(NOTE_WHO_IS_AWAY)
    page.get_by_role("button", name="Work for long").dispatch_event("click")  # the stage lies over it
    page.get_by_role("button", name="Done").wait_for()
    assert page.evaluate("window.awayFor") == 0, "a kernel that is busy is not away"

    person.play(acts=3)
    person.wait_until_asked()
    hand = person.hand()
    with page.expect_response(lambda answer: "/api/kernels/" in answer.url and answer.status == 404):
        for process in psutil.Process(server.process.pid).children(recursive=True):
            process.kill()
    page.clock.fast_forward(RETURNS_EVERY)
    page.locator(".rt-said-words", has_text="Your match was brought back").wait_for(state="attached")
    wait_for(page, lambda: person.hand() == hand)


@pytest.mark.slow  # the test above kills the kernel alone, and stops the server for a while
def test_a_table_whose_server_is_killed_is_locked_until_another_server_brings_its_match_back(
    page: Any, tmp_path: Path
) -> None:
    """Even where the kernel was busy, and long before its next ping."""
    folder = folder_of(tmp_path, BUSY_TABLE)
    page.clock.install()
    with running_dashboards(folder, tmp_path) as server:
        page.goto(server.notebook("index.ipynb"))
        person = Person(page)
        person.play(acts=3)
        person.wait_until_asked()
        hand, asked, port = person.hand(), person.question(), urlsplit(server.url).port
        page.get_by_role("button", name="Work for long").dispatch_event("click")
        for process in (server.process, *server.kernels()):
            process.kill()
        away(page).get_by_text("Your place and your cards are kept.").wait_for()
        page.locator(".rt-stage.rt-away .rt-table[inert]").wait_for()
        assert not page.evaluate(
            "() => { const choice = document.querySelector('.rt-stage button.rt-card, .rt-choice, .rt-submit');"
            " choice.focus(); return document.activeElement === choice; }"
        ), "neither by mouse nor by keyboard anything can be pressed that would vanish"
        server.process.wait()
    with running_dashboards(folder, tmp_path, "--port", str(port)):
        page.clock.fast_forward(RETURNS_EVERY)
        page.locator(".rt-said-words", has_text="Your match was brought back").wait_for(state="attached")
        person.wait_until_asked()
        wait_for(page, lambda: (person.hand(), person.question() != "0") == (hand, asked != "0"))
        page.locator(".rt-away, [inert]").first.wait_for(state="detached")
        person.act()

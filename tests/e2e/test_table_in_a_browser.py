"""table.js alone: what it draws, how it is worked by mouse and keyboard, and what data cannot do to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.harness import fresh, resized, sent, show, weighed
from tests.e2e.waiting import wait_until
from tests.widgets.sample_scene import sample_scene
from workbench.kernel.scenes.scene import CardFace, Choice, LogNote, SceneZone
from workbench.play import Match

FILLED = ":fullscreen"


@pytest.fixture
def table(bare_page: Any, address: str) -> Any:
    fresh(bare_page, address)
    show(bare_page, scene(asked=1))
    return bare_page


def scene(seat: int | None = 0, asked: int = 1, **changed: Any) -> dict[str, Any]:
    """The sample scene, with parts of it changed."""
    return replace(sample_scene(seat), **changed).as_dict() | {"asked": asked}


def lines(page: Any) -> list[str]:
    """The lines of the log."""
    return [text.strip() for text in page.get_by_role("log").locator("p").all_inner_texts()]


def large_type(page: Any) -> Any:
    """The switch for large type, in the menu."""
    page.locator("[data-key=menu]").click()
    return page.get_by_role("menuitemcheckbox", name="Larger type")


def focused(page: Any) -> str:
    """The name of what has the focus."""
    return page.evaluate("document.activeElement.getAttribute('aria-label') || document.activeElement.textContent")


def card(page: Any, title: str) -> Any:
    """A card of the hand."""
    return page.locator(".rt-own").get_by_role("button", name=title)


# ---------------------------------------------------------------- drawing


def test_everything_of_a_scene_is_on_the_page(table: Any) -> None:
    shown = sample_scene(0)
    for zone in shown.zones:
        assert table.locator(f"[data-zone='{zone.id}']").count() == 1
    for panel in shown.seats:
        assert table.locator(f".rt-seat[data-seat='{panel.seat}']").inner_text().startswith(panel.name)
    assert table.locator(".rt-phase[aria-current=step]").inner_text() == "First trade"
    assert lines(table) == list(shown.log)
    assert table.locator(".rt-message").inner_text() == shown.message
    assert table.errors == []
    assert table.console_errors == []


def test_as_a_list_every_choice_stands_in_words_under_its_heading(table: Any) -> None:
    assert table.locator(".rt-list *").count() == 0
    choices = (
        Choice(50, "End trading", "Or"),
        Choice(51, "Offer cards to Seat 2", "Partner", on="seat:1", tab="offer"),
    )
    show(table, scene(asked=2, choices=choices, selection=None))
    table.get_by_role("button", name="As a list").click()
    assert table.locator(".rt-list h3").all_inner_texts() == ["Or", "Partner"]
    table.locator(".rt-list").get_by_role("button", name="Offer cards to Seat 2").click()
    assert sent(table) == [{"type": "act", "actions": [51], "asked": 2}]
    table.get_by_role("button", name="Close the list").click()
    assert table.locator(".rt-list *").count() == 0


def test_a_category_is_never_told_by_colour_alone(table: Any) -> None:
    for symbol in table.locator(".rt-symbol").all():
        assert symbol.locator(".rt-letter").inner_text()


def test_every_open_card_shows_its_emblem_to_the_eye_alone(table: Any) -> None:
    shown = sample_scene(0)
    open_cards = [face for zone in shown.zones if zone.layout == "hand" for face in zone.cards]
    drawn = table.locator(".rt-own .rt-card .rt-emblem")
    assert open_cards
    assert drawn.count() == len(open_cards)
    assert drawn.evaluate_all("all => all.every((one) => one.getAttribute('aria-hidden') === 'true')")
    paths = table.evaluate("async () => Object.fromEntries((await import('/emblems.js')).PATHS)")
    courses = drawn.locator("path").evaluate_all("all => all.map((one) => one.getAttribute('d'))")
    assert courses == [paths[face.emblem] for face in open_cards]


@pytest.mark.parametrize("width", [360, pytest.param(1920, marks=pytest.mark.slow)])
def test_an_emblem_takes_at_most_half_of_its_card_and_covers_no_title(table: Any, width: int) -> None:
    resized(table, width)
    shares = table.locator(".rt-own .rt-picture > .rt-emblem").evaluate_all("""all => all.map((emblem) => {
      const of = emblem.closest(".rt-card");
      const [own, card, title] = [emblem, of, of.querySelector(".rt-title")]
        .map((one) => one.getBoundingClientRect());
      const apart = own.right <= title.left + 1 || own.left >= title.right - 1
        || own.bottom <= title.top + 1 || own.top >= title.bottom - 1;
      return [(own.width * own.height) / (card.width * card.height), own.width, apart];
    })""")
    assert shares
    for share, wide, apart in shares:
        assert 0 < share <= 1 / 2
        assert wide >= 12
        assert apart


def test_backs_show_no_emblem_and_all_the_same_mark(table: Any) -> None:
    back = CardFace("back", face_down=True)
    zone = SceneZone("stock", "Stock", "row", None, 2, (back, replace(back, id="other", emblem="lion")))
    show(table, scene(asked=2, zones=(zone,), selection=None))
    backs = table.locator(".rt-back")
    assert backs.count() == 2
    assert backs.locator("svg").count() == 0
    one, other = backs.evaluate_all("all => all.map((one) => JSON.stringify(getComputedStyle(one, '::after').border))")
    assert one == other
    assert "solid" in one


def test_an_emblem_that_a_page_does_not_know_is_left_out(table: Any) -> None:
    for asked, name in enumerate(("", "lyon", "__proto__", "<svg onload=alert(1)>"), start=2):
        zone = SceneZone("own", "Own", "row", None, 1, (CardFace("one", f"One {asked}", emblem=name),))
        show(table, scene(asked=asked, zones=(zone,), selection=None))
        assert table.locator(".rt-card").inner_text() == f"One {asked}", name
        assert table.locator(".rt-card svg").count() == 0, name
        assert table.errors == [], name


def test_a_spectator_sees_no_hand_and_no_buttons(table: Any) -> None:
    show(table, scene(None, asked=0))
    assert table.get_by_role("region", name="Your hand").count() == 0
    assert table.get_by_role("region", name="Your move").count() == 0
    assert table.locator("button.rt-card").count() == 0


NEWS = (
    {"actor": 1, "sentence": "Seat 2 builds Inn and takes Food from you.", "emblem": "wheat", "colour": "#4c7a34"},
    {"actor": 2, "sentence": "Seat 3 declines.", "emblem": "", "colour": ""},
)


def test_who_takes_the_device_is_told_what_is_new_before_any_card_is_on_the_page(table: Any) -> None:
    show(table, scene(None, asked=0), cover={"seat": 0, "title": "Pass the device to Seat 1", "button": "I am Seat 1"})
    assert table.locator(".rt-cover h3").inner_text() == "Pass the device to Seat 1"
    show(table, scene(0, asked=2) | {"news": NEWS})
    assert table.locator(".rt-news p").all_inner_texts() == [news["sentence"] for news in NEWS]
    assert table.locator(".rt-own *, .rt-ask *, .rt-seats *").count() == 0
    table.get_by_role("button", name="To the table").click()
    assert table.locator(".rt-cover").is_hidden()
    assert card(table, "Herbalist").count() == 1
    show(table, scene(0, asked=3) | {"news": NEWS})
    assert table.locator(".rt-cover").is_hidden()


def test_without_news_a_lifted_cover_shows_the_table(table: Any) -> None:
    show(table, scene(None, asked=0), cover={"seat": 0, "title": "Pass the device to Seat 1", "button": "I am Seat 1"})
    show(table, scene(0, asked=2) | {"news": []})
    assert card(table, "Herbalist").count() == 1


def test_the_log_stands_turn_by_turn_with_what_is_new_and_what_only_some_can_read(table: Any) -> None:
    log = ("Turn 1: Seat 2.", "Seat 2 builds Inn.", "Seat 3 gives you Mill.", "Seat 1 draws 2.")
    notes = (
        (1, 1, (1,), False, (), 1),
        (1, 1, (1,), False, (), 1),
        (1, 1, (2, 0), True, (2,), 1),
        (2, 0, (0,), False, (), 2),
    )
    planted = scene(log=log, notes=tuple(LogNote(*note) for note in notes)) | {"since": 2}
    show(table, planted)
    table.locator(".rt-story").click()
    assert table.locator(".rt-log-lines h4").all_inner_texts() == ["Round 1, turn 1: Seat 2", "Round 2, turn 2: Seat 1"]
    tops = [heading.bounding_box()["y"] for heading in table.locator(".rt-log-lines h4").all()]
    assert tops[1] < tops[0], "the newest turn stands on top"
    assert table.locator(".rt-log-lines .rt-new").count() == 2
    assert "Only you and Seat 3 can read this." in table.locator(".rt-private").inner_text()
    table.locator(".rt-filters").get_by_role("button", name="Seat 3").click()
    left = table.locator(".rt-log-lines p:visible").all_inner_texts()
    assert left == ["Seat 3 gives you Mill.\nOnly you and Seat 3 can read this."]
    assert "1 of 4 lines" in table.locator(".rt-log .rt-filtered").inner_text()


def test_the_log_opens_at_its_newest_line_and_its_oldest_can_be_scrolled_to(table: Any) -> None:
    told = tuple(f"Ann does thing {number}." for number in range(80))
    turns = tuple((number, 0, (0,), False, ()) for number in range(80))
    show(table, scene(log=told, notes=turns))
    table.locator("[data-key='log']").press("Enter")
    newest, oldest = (table.locator(".rt-log-lines").get_by_text(f"thing {number}.") for number in (79, 0))
    inside = "one => { const line = one.getBoundingClientRect(); return line.top >= 0 && line.bottom <= innerHeight; }"
    assert newest.evaluate(inside)
    oldest.scroll_into_view_if_needed()
    assert oldest.evaluate(inside)


def test_a_cover_asks_the_seat_by_name(table: Any) -> None:
    show(table, scene(None, asked=0), cover={"seat": 1, "title": "Pass the device to Seat 2", "button": "Show my hand"})
    table.get_by_role("button", name="Show my hand").click()
    assert sent(table) == [{"type": "ready", "seat": 1}]


def test_the_page_never_scrolls_sideways(table: Any) -> None:
    for large in (False, True):
        if large:
            large_type(table).click()
            table.keyboard.press("Escape")
        for width in (360, 768, 1920):
            show(resized(table, width, 740), scene())
            assert table.evaluate("document.documentElement.scrollWidth") <= width, (width, large)


def test_large_type_is_larger_and_remembered(table: Any, address: str) -> None:
    size = "getComputedStyle(document.querySelector('.rt-message')).fontSize"
    before = float(table.evaluate(size).removesuffix("px"))
    large_type(table).click()
    assert float(table.evaluate(size).removesuffix("px")) > 1.2 * before
    table.goto(address)
    show(table, scene())
    assert large_type(table).get_attribute("aria-checked") == "true"


def test_a_button_fills_the_screen_and_a_key_gives_it_back(table: Any) -> None:
    table.locator("[data-key=menu]").click()
    table.get_by_role("menuitem", name="Full screen").click()
    table.locator(FILLED).first.wait_for()
    table.keyboard.press("f")
    table.locator(FILLED).first.wait_for(state="detached")


def test_a_key_fills_the_screen(table: Any) -> None:
    table.locator("[data-key=menu]").press("f")
    table.locator(FILLED).first.wait_for()
    table.evaluate("document.exitFullscreen()")


def test_nothing_moves_for_those_who_asked_for_stillness(table: Any) -> None:
    """Three dots move while somebody thinks; that cards stay still too is tested where they travel."""
    seats = [panel | {"to_act": panel["seat"] == 1, "player": "greedy"} for panel in scene()["seats"]]
    show(table, scene(asked=2) | {"seats": seats})
    moving = "all => all.map((one) => getComputedStyle(one).animationName)"
    dots = table.locator(".rt-dots i")
    assert set(dots.evaluate_all(moving)) == {"rt-thinking"}
    table.emulate_media(reduced_motion="reduce")
    try:
        assert set(dots.evaluate_all(moving)) == {"none"}
    finally:
        table.emulate_media(reduced_motion="no-preference")


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.slow)])
def test_axe_finds_nothing_serious(table: Any, seat: int | None, width: int) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    show(resized(table, width), scene(seat, asked=2), notice="That may not be done.")
    assert serious_findings(table) == []


# ---------------------------------------------------------------- data is only text


def test_data_never_becomes_markup(table: Any) -> None:
    evil = "<img src=x onerror='window.hurt=1'><b>bold</b>"
    shown = sample_scene(0)
    hand = shown.zones[0]
    cards = tuple(replace(face, title=evil, text=evil, description=evil, badge=evil) for face in hand.cards)
    zones = (replace(hand, title=evil, cards=cards), *shown.zones[1:])
    show(table, scene(asked=2, title=evil, message=evil, log=(evil,), zones=zones), notice=evil)
    assert table.locator("img").count() == 0
    assert table.locator("b", has_text="bold").locator("xpath=self::*[normalize-space()='bold']").count() == 0
    assert table.evaluate("window.hurt") is None
    assert table.locator(".rt-message").inner_text() == evil


def test_a_colour_that_is_none_becomes_grey(table: Any) -> None:
    hand = sample_scene(0).zones[0]
    symbol = table.locator(".rt-own .rt-symbol").first
    ground = "symbol => getComputedStyle(symbol).backgroundColor"
    none = ("url(http://192.0.2.1/x.png)", "red;background:url(http://192.0.2.1/)", "", "#12", "#12345g")
    for asked, colour in enumerate(none, start=2):
        assert symbol.evaluate(ground) != "rgb(118, 118, 118)"
        planted = tuple(
            replace(face, symbols=tuple(replace(s, colour=colour) for s in face.symbols)) for face in hand.cards
        )
        show(table, scene(asked=asked, zones=(replace(hand, cards=planted),)))
        assert symbol.evaluate(ground) == "rgb(118, 118, 118)", colour
        show(table, scene(asked=asked))


# ---------------------------------------------------------------- choosing


def test_a_set_is_picked_in_any_order_and_sent_as_one_act(table: Any) -> None:
    card(table, "Herbalist").click()
    card(table, "Trade route").click()
    table.get_by_label("You would like").select_option("learning and education")
    table.get_by_role("button", name="Offer to seat 3").click()
    assert sent(table) == [{"type": "act", "actions": [10, 13, 68, 42], "asked": 1}]


def test_a_card_picked_twice_is_not_picked(table: Any) -> None:
    card(table, "Herbalist").click()
    assert card(table, "Herbalist").get_attribute("aria-pressed") == "true"
    card(table, "Herbalist").click()
    assert card(table, "Herbalist").get_attribute("aria-pressed") == "false"
    assert table.locator(".rt-picked").inner_text() == "0 picked (1 to 5)"


def test_only_a_fitting_number_of_cards_can_be_picked_and_sent(table: Any) -> None:
    limits = replace(sample_scene(0).selection, least=1, most=2)
    show(table, scene(asked=2, selection=limits))
    offer = table.get_by_role("button", name="Offer to seat 2")
    fitting = []
    for title in ("Trade route", "Carpenter", "Graveyard"):
        fitting.append(offer.is_enabled())
        card(table, title).click()
    fitting.append(offer.is_enabled())
    assert fitting == [False, True, True, True]
    assert card(table, "Graveyard").get_attribute("aria-pressed") == "false"
    assert table.get_by_role("alert").inner_text() == "You may pick at most 2 cards. Put one back first."


def test_a_choice_is_sent_at_once(table: Any) -> None:
    table.get_by_role("button", name="End trading").click()
    assert sent(table) == [{"type": "act", "actions": [50], "asked": 1}]


def test_a_card_without_a_set_is_an_act_of_its_own(table: Any) -> None:
    show(table, scene(asked=2, selection=None))
    card(table, "Graveyard").click()
    assert sent(table) == [{"type": "act", "actions": [12], "asked": 2}]


def test_picks_outlive_news_but_not_another_question(table: Any) -> None:
    card(table, "Herbalist").click()
    show(table, scene(asked=1, log=("Seat 2 sneezes.",)))
    assert card(table, "Herbalist").get_attribute("aria-pressed") == "true"
    show(table, scene(asked=2))
    assert card(table, "Herbalist").get_attribute("aria-pressed") == "false"


def test_cards_staged_already_are_picked(table: Any) -> None:
    shown = sample_scene(0)
    hand = shown.zones[0]
    staged = (replace(hand.cards[0], selected=True), *hand.cards[1:])
    show(table, scene(asked=2, zones=(replace(hand, cards=staged), *shown.zones[1:])))
    assert card(table, "Trade route").get_attribute("aria-pressed") == "true"


def test_what_is_picked_is_asked_about_and_its_answer_stands_in_the_small_line(table: Any) -> None:
    card(table, "Herbalist").click()
    card(table, "Carpenter").click()
    wait_until(table, "() => window.sent.at(-1)?.actions.length > 2")  # on a slow machine each pick is weighed
    assert weighed(table)[-1] == {"type": "weigh", "actions": [11, 13, 41], "asked": 1}
    answer = {"asked": 1, "actions": [11, 13, 41], "sentence": "That makes 4 in health.", "numbers": {}}
    show(table, scene(), answer=answer)
    assert table.locator(".rt-small-line").inner_text() == "That makes 4 in health."
    card(table, "Carpenter").click()
    assert table.locator(".rt-small-line").inner_text() != "That makes 4 in health.", "that was of another set"
    assert sent(table) == []


def test_picking_never_waits_for_an_answer(table: Any) -> None:
    card(table, "Herbalist").click()
    table.get_by_role("button", name="Offer to seat 2").click()
    assert sent(table) == [{"type": "act", "actions": [13, 41], "asked": 1}]


# ---------------------------------------------------------------- keyboard and screen reader


def test_a_zone_is_one_tab_stop_with_arrow_keys_inside(table: Any) -> None:
    card(table, "Trade route").focus()
    walked = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft"):
        table.keyboard.press(key)
        walked.append(focused(table).split(":")[0])
    assert walked == [
        "Carpenter",
        "Graveyard",
        "Carpenter",
        "Printing Press",
        "Printing Press",
        "Trade route",
        "Trade route",
    ]
    table.keyboard.press("Tab")
    assert table.evaluate("document.activeElement.closest('.rt-own')") is None
    table.keyboard.press("Shift+Tab")
    assert focused(table).startswith("Trade route")


def test_arrows_up_and_down_go_to_the_next_line_of_the_list(table: Any) -> None:
    table.get_by_role("button", name="As a list").click()
    table.locator(".rt-pick").first.focus()
    first = focused(table)
    table.keyboard.press("ArrowDown")
    across = "document.activeElement.getBoundingClientRect().left"
    assert focused(table) != first
    assert table.evaluate(across) == table.locator(".rt-pick").first.bounding_box()["x"]
    table.keyboard.press("ArrowUp")
    assert focused(table) == first


def test_an_offer_is_made_by_keyboard_alone(table: Any) -> None:
    table.keyboard.press("Tab")
    while focused(table).split(":")[0] != "Trade route":
        table.keyboard.press("Tab")
    table.keyboard.press("Space")
    table.keyboard.press("ArrowRight")
    table.keyboard.press("Enter")
    while focused(table) != "Offer to seat 2":
        table.keyboard.press("Tab")
    table.keyboard.press("ArrowRight")
    table.keyboard.press("Enter")
    assert sent(table) == [{"type": "act", "actions": [10, 11, 42], "asked": 1}]


def test_focus_is_seen(table: Any) -> None:
    table.keyboard.press("Tab")
    card(table, "Trade route").focus()
    table.keyboard.press("ArrowRight")
    style = table.evaluate(
        "getComputedStyle(document.activeElement).outlineStyle + getComputedStyle(document.activeElement).outlineWidth"
    )
    assert style == "solid3px"


def test_news_leaves_the_focus_where_it_was(table: Any) -> None:
    card(table, "Carpenter").focus()
    show(table, scene(asked=1, log=("Seat 2 sneezes.",)))
    assert focused(table).startswith("Carpenter")


def test_when_the_focused_button_goes_the_next_thing_to_do_has_the_focus(table: Any) -> None:
    table.get_by_role("button", name="End trading").focus()
    show(table, scene(asked=2, choices=()))
    assert focused(table).startswith("Trade route")
    show(table, scene(None, asked=0))
    assert table.evaluate("document.activeElement.className").startswith("rt-message")


def test_the_log_is_read_line_by_line_as_it_grows(table: Any) -> None:
    five = tuple(f"Line {number}." for number in range(5))
    show(table, scene(log=five[:3]))
    table.evaluate("window.first = document.querySelectorAll('.rt-log-lines p')[1]")
    show(table, scene(log=five[1:]))
    assert lines(table) == list(five[1:])
    assert table.evaluate("window.first === document.querySelectorAll('.rt-log-lines p')[0]"), (
        "old lines are not read again"
    )
    show(table, scene(log=("Undone.",)))
    assert lines(table) == ["Undone."]


def test_cards_have_names_for_screen_readers(table: Any) -> None:
    names = table.locator(".rt-card").evaluate_all("cards => cards.map(card => card.getAttribute('aria-label'))")
    assert all(names)
    assert "Carpenter: construction and materials and industry and crafts. +C with Lumbermill" in names


# ---------------------------------------------------------------- a card enlarged


def with_words() -> dict[str, Any]:
    """The sample, with what its first card counts and by which rules."""
    shown = sample_scene(0)
    hand = shown.zones[0]
    first = replace(hand.cards[0], worth="2 Trade", here="3. You have built Cross Roads.", rules=("GM-056", "GM-059"))
    return scene(zones=(replace(hand, cards=(first, *hand.cards[1:])), *shown.zones[1:]))


def enlarged(page: Any) -> Any:
    """The card that is shown large."""
    return page.get_by_role("dialog")


def test_the_key_i_enlarges_a_card_with_its_words_what_it_counts_and_its_rules(table: Any) -> None:
    show(table, with_words())
    card(table, "Trade route").focus()
    table.keyboard.press("i")
    text = enlarged(table).inner_text()
    shown = ("Trade route", "2 Trade.", "+T with Cross Roads", "Here and now: 3. You have built", "GM-056, GM-059")
    for words in shown:
        assert words in text
    assert card(table, "Trade route").get_attribute("aria-pressed") == "false"
    table.keyboard.press("Escape")
    assert enlarged(table).count() == 0
    assert focused(table).startswith("Trade route")


def test_a_long_press_enlarges_a_card_and_does_not_choose_it(table: Any) -> None:
    box = card(table, "Herbalist").bounding_box()
    table.mouse.move(box["x"] + 20, box["y"] + 20)
    table.mouse.down()
    enlarged(table).wait_for()
    table.mouse.up()
    assert "Herbalist" in enlarged(table).inner_text()
    enlarged(table).get_by_role("button", name="Close").click()
    assert enlarged(table).count() == 0
    assert card(table, "Herbalist").get_attribute("aria-pressed") == "false"
    card(table, "Herbalist").click()
    assert card(table, "Herbalist").get_attribute("aria-pressed") == "true"


def test_the_right_key_of_the_mouse_enlarges_a_choice_and_a_plain_press_what_is_none(table: Any) -> None:
    card(table, "Carpenter").click(button="right")
    assert "Carpenter" in enlarged(table).inner_text()
    table.keyboard.press("Escape")
    table.locator(".rt-open").get_by_role("img", name="Cross Roads").first.click()
    assert "Cross Roads" in enlarged(table).inner_text()
    assert sent(table) == []


def test_a_card_face_down_is_not_enlarged(table: Any) -> None:
    backs = SceneZone("row", "A row", "row", None, 1, (CardFace("back", face_down=True),))
    show(table, scene(zones=(backs,), selection=None))
    table.locator(".rt-back").click()
    assert enlarged(table).count() == 0


def test_an_enlarged_card_that_leaves_the_table_is_put_away(table: Any) -> None:
    card(table, "Carpenter").click(button="right")
    show(table, scene(zones=(), selection=None))
    enlarged(table).wait_for(state="detached")
    assert table.errors == []


@pytest.mark.parametrize("width", [360, pytest.param(1366, marks=pytest.mark.slow)])
def test_axe_finds_nothing_serious_about_an_enlarged_card(table: Any, width: int) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    show(resized(table, width), with_words())
    card(table, "Trade route").click(button="right")
    assert serious_findings(table) == []


# ---------------------------------------------------------------- which arms a seat bears

DRAWN_ARMS = """async () => {
  const { ARMS } = await import("/arms.js");
  const { PATHS } = await import("/emblems.js");
  const drawn = [...document.querySelectorAll("#table path")].map((path) => path.getAttribute("d"));
  const cloth = (field) => document.querySelectorAll(`.rt-field-${field}, .rt-of-${field}`).length;
  return [0, 1, 2, 3].map((number) => {
    const [[field], [, emblem]] = ARMS.get(String(number));
    return [drawn.filter((course) => course === PATHS.get(emblem)).length, cloth(field)];
  });
}"""
FURTHER_TABLES = (
    ("cadwallon", "base_game", 4),
    ("excalibur", "base_game", 4),
    ("guild_master", "base_game", 4),
    ("guild_master", "labyrinth_city", 6),
)


@pytest.mark.parametrize(
    ("game", "variant", "seats"),
    [
        ("quests", "base_game", 4),
        *(pytest.param(*further, marks=pytest.mark.slow) for further in FURTHER_TABLES),
    ],
)
def test_whatever_shows_the_arms_of_a_seat_shows_those_that_the_scene_says(
    bare_page: Any, address: str, game: str, variant: str, seats: int
) -> None:
    """Guile is left out, since its knights bear lions as well."""
    bots = dict.fromkeys(range(seats), "greedy")
    match = Match(game, seats=seats, seed=3, bots=bots, options={"game_variant": variant})
    for _ in range(70 if variant == "labyrinth_city" else 14):
        match.play_bot(match.to_act[0])
    fresh(bare_page, address)

    def arms(*numbers: int) -> list[list[int]]:
        told = replace(match.scene(0), arms=numbers).as_dict() | {"asked": 0}
        show(bare_page, told)
        on_table = bare_page.evaluate(DRAWN_ARMS)
        show(bare_page, told, cover={"seat": 1, "title": "Pass the device on", "button": "Here I am"})
        return [[*counts, *more] for counts, more in zip(on_table, bare_page.evaluate(DRAWN_ARMS), strict=True)]

    plain = arms()
    assert all(counts[0] and counts[2] for counts in plain[:seats]), (
        "every seat is shown, on the table and on the cover"
    )
    assert arms(0, 1, 2, 3) == plain, "a scene that says nothing of arms gives each seat its own"
    assert arms(2, 3, 1, 0) == [plain[seat] for seat in (3, 2, 0, 1)]

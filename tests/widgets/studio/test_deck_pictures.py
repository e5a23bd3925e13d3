"""The bars of a deck's balance and the list of findings, as HTML."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.small_game.joust import GAME as JOUST
from workbench.decks import Deck, Finding, load_deck
from workbench.kernel.registry import registered
from workbench.widgets.studio.deck_pictures import MOST_SHOWN, bars_html, findings_counted, findings_html

TOURNEY = JOUST.folder / "decks" / "tourney"
EVIL = "<script>alert(1)</script>\"' onload=x"
PAGE = '<!doctype html><html lang="en"><title>Deck</title><body style="margin: 12px"><main>{}</main></body></html>'


class Reader(HTMLParser):
    """What a page says: the attributes of every element, and the text of every list item and heading."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element and begin its text."""
        self.elements.append((tag, {key: value or "" for key, value in attrs}))
        self._open.append(tag)
        self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        self._open.pop()

    def handle_data(self, data: str) -> None:
        """Text belongs to every element that is open."""
        if "style" not in self._open:
            for tag in set(self._open):
                self.texts[tag][-1] += data

    def classed(self, name: str) -> list[dict[str, str]]:
        """The attributes of every element of a class."""
        return [found for _, found in self.elements if name in found.get("class", "").split()]


@pytest.fixture(scope="module")
def medieval() -> Deck:
    return load_deck("guild_master")


@pytest.fixture(scope="module")
def edited(medieval: Deck) -> Deck:
    """The mason turned to religion, and a source taken away."""
    lost = {"card_id": "cathedral", "bonus_source": "", "bonus_source_printed": "Heaven"}
    return medieval.edit(change=[{"card_id": "mason", "resources": "RR"}, lost])


# ---------------------------------------------------------------- bars


@pytest.mark.rule("GM-022", "GM-023")
def test_every_bar_says_sign_letter_name_number_and_share(medieval: Deck) -> None:
    said = Reader(bars_html(medieval))
    assert said.texts["h4"] == ["Base points", "Bonus points"]
    assert said.texts["li"][:4] == [
        "✿ F Food and agriculture33 · 146 %",
        "⇄ T Trade and transport38 · 168 % fat",
        "⌂ C Construction and materials13 · 58 %",
        "☩ R Religion and church9 · 40 % thin",
    ]
    assert said.texts["p"] == [
        "226 in all. The dashed line is an even share (100 %): 22.6.",
        "62 in all. The dashed line is an even share (100 %): 6.2.",
    ]


def test_bars_are_as_long_as_their_numbers_and_have_the_colour_of_their_category(medieval: Deck) -> None:
    styles = [found["style"] for found in Reader(bars_html(medieval)).classed("rt-bar-length")]
    assert styles[0] == "width:75.0%;background:#3f6b1f"  # 33 of 44
    assert styles[9] == "width:100.0%;background:#9a4a00"
    even = [found["style"] for found in Reader(bars_html(medieval)).classed("rt-bar-even")]
    assert even == ["left:51.4%"] * 10 + ["left:44.3%"] * 10


def test_after_an_edit_a_tick_and_a_word_say_where_a_bar_stood(medieval: Deck, edited: Deck) -> None:
    said = Reader(bars_html(edited, medieval))
    assert said.texts["li"][2:4] == [
        "⌂ C Construction and materials11 (was 13) · 49 % thin",
        "☩ R Religion and church11 (was 9) · 49 % thin",
    ]
    assert (
        said.texts["li"][13]
        == "☩ R Religion and church2 (was 3) · 33 %and 1 that nobody can have: the source is missing"
    )
    assert [found["style"] for found in said.classed("rt-bar-before")] == ["left:29.5%", "left:20.5%", "left:21.4%"]
    assert said.texts["p"][1].startswith("61 in all (was 62).")
    assert not Reader(bars_html(medieval, medieval)).classed("rt-bar-before")


def test_bars_that_are_no_categories_have_no_even_share() -> None:
    said = Reader(bars_html(load_deck("guile")))
    assert said.texts["h4"] == ["Influence cards", "Influence in all", "Knights"]
    assert said.texts["li"][:2] == ["influence 13", "influence 23"]
    assert said.texts["p"][:2] == ["10 in all.", "23 in all."]
    assert len(said.classed("rt-bar-even")) == 2


def test_a_deck_without_categories_has_a_sentence_instead_of_bars() -> None:
    with registered(JOUST):
        deck = load_deck("joust", TOURNEY)
        assert Reader(bars_html(deck)).texts["p"] == ["There is nothing to weigh: the deck has no categories."]


def test_a_category_taken_out_is_said_to_be_gone(medieval: Deck) -> None:
    without = medieval.edit(
        categories=[entry.model_dump() for entry in medieval.meta.categories if entry.letter != "R"],
        change=[
            {"card_id": row["card_id"], "resources": str(row["resources"]).replace("R", "P"), "bonus_resource": letter}
            for row in medieval.rows
            if "R" in f"{row['resources']}{row['bonus_resource']}"
            for letter in [str(row["bonus_resource"]).replace("R", "P")]
        ],
    )
    assert "Gone: Religion and church (was 9)." in Reader(bars_html(without, medieval)).texts["p"][0]


def test_names_of_categories_stay_text(medieval: Deck) -> None:
    listed = [entry.model_dump() for entry in medieval.meta.categories]
    listed[0] |= {"name": EVIL, "sign": "<b>"}
    html = bars_html(medieval.edit(categories=listed), medieval)
    assert "<script" not in html
    assert "<b>" not in html
    assert Reader(html).texts["li"][0].startswith(f"<b> F {EVIL}")


# ---------------------------------------------------------------- findings


def test_findings_stand_by_level_with_place_text_and_fix(medieval: Deck) -> None:
    findings = medieval.lint()
    said = Reader(findings_html(findings))
    assert said.texts["h4"] == ["▲ 5 warnings", "● 5 notes"]
    each = [f"{entry.place}{entry.text} Fix: {entry.fix}" for entry in findings]
    together = "Four cards print another name than that of their bonus's source."
    assert said.texts["li"] == [each[0], together, *each[1:]]


def test_findings_of_one_kind_are_one_line_that_opens_to_each_and_mends_all(medieval: Deck) -> None:
    alike = [Finding("error", f"row {row}", "Q is no category.", "Write another.", row=row) for row in range(12)]
    said = Reader(findings_html([*alike, *medieval.lint()], buttons=True))
    assert said.texts["summary"] == [
        "Q is no category. (twelve times)",
        "Four cards print another name than that of their bonus's source.",
    ]
    every = [words for words in said.texts["button"] if words.startswith("Mend all")]
    assert every == ["Mend all five", "Mend all four"], "of the level, and of its one kind"
    assert len(said.classed("rt-finding")) == 12 + len(medieval.lint())


def test_a_finding_carries_its_place_for_a_screen_that_jumps_there(medieval: Deck) -> None:
    tavern = Reader(findings_html(medieval.lint(), buttons=True)).classed("rt-finding")[1]
    place = {"data-file": "cards.csv", "data-row": "48", "data-column": "bonus_source_printed", "data-key": "tavern"}
    assert {key: tavern[key] for key in place} == place


def test_places_are_buttons_only_where_something_listens(medieval: Deck) -> None:
    found = medieval.lint()
    pressed = Reader(findings_html(found, buttons=True)).texts["button"]
    assert [words for words in pressed if words in {one.place for one in found}] == [one.place for one in found]
    mends = [f"Write {one.instead}" for one in found if one.instead != ""]
    mending = [words for words in pressed if words not in {one.place for one in found}]
    assert mending == ["Mend all five", *mends, "Mend all four"]
    assert "button" not in Reader(findings_html(medieval.lint())).texts


def test_errors_stand_first_and_one_is_one() -> None:
    note, error = Finding("note", "a", "b", "c"), Finding("error", "", "b", "c")
    said = Reader(findings_html([note, error]))
    assert said.texts["h4"] == ["✖ 1 error", "● 1 note"]
    assert said.texts["li"] == ["The deckb Fix: c", "ab Fix: c"]
    assert findings_counted([note, error, note]) == "1 error, 2 notes."


def test_nothing_found_is_a_sentence() -> None:
    assert Reader(findings_html([])).texts["p"] == ["✓ Nothing is wrong or odd."]


def test_what_is_odd_since_the_deck_before_comes_first(medieval: Deck) -> None:
    edited = medieval.edit(change=[{"card_id": "graveyard", "bonus_source_printed": "Nobody"}])
    html = findings_html(edited.lint(), before=medieval.lint(), since="Medieval town as opened")
    said = Reader(html)
    assert said.texts["p"] == ["Since Medieval town as opened", "In that list already"]
    assert len(said.classed("rt-finding")) == len(edited.lint())
    assert "Nobody" in html.split("In that list already")[0]
    assert "Nobody" not in html.split("In that list already")[1]
    alike = findings_html(medieval.lint(), before=medieval.lint(), since="Medieval town as opened")
    assert alike == findings_html(medieval.lint()), "nothing is new"


def test_of_very_many_findings_the_first_are_listed_and_the_rest_is_counted() -> None:
    findings = [Finding("error", f"cards.csv row {row}", "b", "c", "cards.csv", row) for row in range(2, 5002)]
    said = Reader(findings_html(findings))
    assert said.texts["h4"] == ["✖ 5000 errors"]
    assert said.texts["summary"] == ["b (5000 times)"]
    assert len(said.classed("rt-finding")) == MOST_SHOWN
    assert said.texts["p"] == [f"And {5000 - MOST_SHOWN} more; they show when these are mended."]


def test_findings_stay_text() -> None:
    html = findings_html([Finding("error", EVIL, EVIL, EVIL, EVIL, 2, EVIL, EVIL)], buttons=True)
    assert "<script" not in html
    (found,) = Reader(html).classed("rt-finding")
    assert found["data-file"] == found["data-key"] == EVIL
    assert set(found) == {"class", "data-file", "data-row", "data-column", "data-key"}


def test_nothing_is_fetched_from_elsewhere(edited: Deck, medieval: Deck) -> None:
    html = bars_html(edited, medieval) + findings_html(edited.lint())
    assert not re.search(r"(src|url\(|@import|href)", html)


# ---------------------------------------------------------------- in a browser

BOXES = """
() => [...document.querySelectorAll(".rt-balance-bar")].map((bar) => [...bar.children].map((part) => {
  const box = part.getBoundingClientRect();
  return [box.left, box.top, box.right, box.bottom];
}))
"""


@pytest.mark.parametrize("width", [360, 760, 1920])
def test_bars_and_findings_fit_the_screen_and_the_bars_of_a_picture_begin_below_one_another(
    new_page: Callable[..., Any], medieval: Deck, edited: Deck, width: int
) -> None:
    page = new_page(width=width, height=900)
    page.set_content(PAGE.format(bars_html(edited, medieval) + findings_html(edited.lint(), buttons=True)))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    bars = page.evaluate(BOXES)
    assert len(bars) == 20
    for part in (bars[:10], bars[10:]):
        assert len({round(room[0]) for _, room, *_ in part}) == 1
        assert len({round(room[2]) for _, room, *_ in part}) == 1
    for parts in bars:
        for index, (left, top, right, bottom) in enumerate(parts):
            assert 0 <= left < right <= width
            for other in parts[index + 1 :]:
                assert other[0] >= right or other[2] <= left or other[1] >= bottom - 1 or other[3] <= top + 1
    assert serious_findings(page) == []

"""Cards in piles in a browser: dragged, sent by keys, refused; one selection with the table; drawn only if changed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.harness import resized, sent
from tests.e2e.test_card_grid_in_a_browser import KNIGHTS, SHORT, GridPage
from tests.two_tables import GAME as ERRANDS
from workbench.kernel.registry import registered
from workbench.widgets.grid.measured import SCORES


class PilesPage(GridPage):
    """The page of a grid whose cards lie in piles."""

    def __init__(self, page: Any, address: str, game: str = "guild_master") -> None:
        super().__init__(page, address, game)
        self.turn_to("Piles")

    def turn_to(self, view: str) -> None:
        """Look at the table, or at piles, with all that Python tells of them."""
        self.page.get_by_role("button", name=view, exact=True).click()
        if view == "Piles":
            self.page.locator(".rt-strip .rt-emblem").first.wait_for()

    @property
    def ways(self) -> dict[str, list[str]]:
        """What the cards can be laid by, in groups."""
        found = "groups => groups.map(group => [group.label, [...group.children].map(one => one.textContent)])"
        return dict(self.page.locator(".rt-laid-by optgroup").evaluate_all(found))

    def lay_by(self, way: str) -> None:
        """Lay the piles by something else."""
        self.page.get_by_label("Laid by").select_option(label=way)

    def pile(self, title: str) -> Any:
        """A pile by its title."""
        return self.page.locator(".rt-pile").filter(has=self.page.locator(f'h4 > span:last-child:text-is("{title}")'))

    def titles(self) -> list[str]:
        """The titles of all piles."""
        return self.page.locator(".rt-pile h4 > span:last-child").all_inner_texts()

    def cards(self, title: str) -> list[str]:
        """The names of the cards of a pile."""
        return self.pile(title).locator(".rt-strip-name").all_inner_texts()

    def card(self, name: str, pile: str) -> Any:
        """A card in a pile."""
        return self.pile(pile).locator(".rt-strip").filter(has=self.page.get_by_text(name, exact=True))

    def place(self, title: str) -> Any:
        """A place that a card can be sent to."""
        return self.page.get_by_role("menuitem", name=title)

    def selected(self) -> list[str]:
        """The names of the cards that are selected among the piles, once for each pile."""
        return self.page.locator(".rt-strip[aria-current=true] .rt-strip-name").all_inner_texts()

    def begin_drag(self, card: Any) -> None:
        """Pick up a card with the mouse."""
        box = card.bounding_box()
        self.page.mouse.move(box["x"] + 20, box["y"] + 10)
        self.page.mouse.down()
        self.page.mouse.move(box["x"] + 30, box["y"] + 20)

    def drop_on(self, aim: Any) -> None:
        """Drop it on something."""
        aim.hover(force=True, position={"x": 20, "y": 12})
        self.page.mouse.up()
        self.settle()


@pytest.fixture
def piles(bare_page: Any, address: str) -> PilesPage:
    return PilesPage(bare_page, address, SHORT)


@pytest.fixture
def guile(bare_page: Any, address: str) -> PilesPage:
    return PilesPage(bare_page, address, "guile")


# ---------------------------------------------------------------- what lies where


WAYS = {
    "guild_master": {
        "By category": ["Resources", "Bonus resource", "Road class", "Road edges nesw"],
        "By bonuses": ["Bonus chains"],
    },
    "guile": {"By category": ["Dagger"], "By worth": ["Value"]},
    "excalibur": {"By category": ["Male art"]},
    "quests": {"By category": ["Type"], "By worth": ["Bp", "Bp high", "Bids"], "By bonuses": ["Bonus chains"]},
    "cadwallon": {"By category": ["Type", "Guild", "District type"], "By worth": ["Points", "Penalty", "Support"]},
}


@pytest.mark.parametrize(
    ("game", "ways"),
    [
        (game, ways) if game == "quests" else pytest.param(game, ways, marks=pytest.mark.slow)
        for game, ways in WAYS.items()
    ],
)
def test_the_columns_of_a_list_say_by_what_it_can_be_laid(
    game: str, ways: dict[str, list[str]], bare_page: Any, address: str
) -> None:
    assert PilesPage(bare_page, address, game).ways == ways


def test_every_card_lies_in_the_piles_of_its_categories(piles: PilesPage) -> None:
    rows = piles.editor.rows("cards.csv")
    for category in piles.editor.deck.meta.categories:
        wanted = [row.cells["name"] for row in rows if category.letter in row.cells["resources"]]
        assert piles.cards(category.short) == wanted
        assert piles.pile(category.short).locator(".rt-pile-count").text_content() == f"{len(wanted)} in this pile"


def test_worths_that_no_card_has_are_piles_too_where_they_are_few(guile: PilesPage) -> None:
    guile.lay_by("Value")
    assert guile.titles() == ["0", "1", "2", "3", "4", "No value"]
    assert guile.cards("4") == ["Influence 4", "Influence 4 dagger"]


def test_a_chain_begins_with_the_card_that_gives_and_has_the_others_behind_it(piles: PilesPage) -> None:
    piles.lay_by("Bonus chains")
    assert piles.cards("Quarry to Gatehouse")[:2] == ["Quarry", "Mason"]
    assert sum(map(len, map(piles.cards, piles.titles()))) == len(piles.editor.rows("cards.csv"))


def test_what_was_measured_lies_in_bands_and_is_not_changed_by_dragging(piles: PilesPage) -> None:
    rows = piles.editor.rows("cards.csv")
    figures = {
        row.cells["card_id"]: {SCORES: (20 + 7 * number % 50, None, None, None, 0)} for number, row in enumerate(rows)
    }
    piles.widget.show_measured(figures, True)
    piles.push()
    piles.lay_by("Scores")
    assert piles.titles() == ["20 to 29", "30 to 39", "40 to 49", "50 to 59", "60 to 69"]
    before = piles.editor.revision
    piles.begin_drag(piles.card("Cross Roads", "20 to 29"))
    piles.drop_on(piles.pile("30 to 39"))
    assert "What was measured follows from play." in piles.status
    assert piles.editor.revision == before


def test_a_table_whose_rows_have_nothing_in_common_says_so(bare_page: Any, address: str) -> None:
    with registered(ERRANDS):
        errands = PilesPage(bare_page, address, ERRANDS.id)
        assert errands.ways == {"By category": ["Suit"], "By bonuses": ["Bonus chains"]}
        errands.page.get_by_role("tab", name="Places").click()
        assert errands.page.locator(".rt-no-piles").inner_text().startswith("No two cards of this table have anything")
        assert not errands.page.get_by_label("Laid by").is_visible()


# ---------------------------------------------------------------- moving


def test_a_card_is_dragged_to_another_pile_in_one_step(piles: PilesPage) -> None:
    piles.begin_drag(piles.card("Irrigation", "Food"))
    piles.place("Trade").wait_for()
    piles.drop_on(piles.pile("Trade"))
    assert piles.text("Irrigation", "resources") == "TT"
    assert "Irrigation" in piles.cards("Trade")
    assert "Irrigation" not in piles.cards("Food")
    assert piles.status == "Irrigation, resources: FF → TT."
    assert piles.selected() == ["Irrigation"]
    piles.press("Control+z")
    assert piles.text("Irrigation", "resources") == "FF"
    assert "Irrigation" in piles.cards("Food")


def test_a_card_of_two_categories_changes_the_one_that_it_is_taken_from(piles: PilesPage) -> None:
    assert piles.text("Stables", "resources") == "MT"
    piles.begin_drag(piles.card("Stables", "Trade"))
    piles.drop_on(piles.place("Food"))
    assert piles.text("Stables", "resources") == "MF"
    assert piles.page.get_by_role("menu").count() == 0


def test_escape_gives_a_drag_up(piles: PilesPage) -> None:
    piles.begin_drag(piles.card("Irrigation", "Food"))
    piles.place("Trade").wait_for()
    piles.press("Escape")
    assert piles.page.get_by_role("menu").count() == 0
    piles.page.mouse.up()
    assert piles.text("Irrigation", "resources") == "FF"


def test_a_card_is_sent_to_another_pile_by_keys_alone(piles: PilesPage) -> None:
    piles.page.locator('.rt-strip[tabindex="0"]').focus()
    piles.press("ArrowLeft", "Home", "ArrowDown", "Enter")
    assert piles.page.get_by_role("menu", name="Irrigation, from Food to").is_visible()
    piles.press("ArrowRight", "Enter")
    assert piles.text("Irrigation", "resources") == "CC"
    focused = piles.page.evaluate(
        "[document.activeElement.innerText, document.activeElement.closest('section').dataset.pile]"
    )
    assert focused == ["Irrigation", "C"]
    piles.press("Enter", "Escape")
    assert piles.page.evaluate("document.activeElement.innerText") == "Irrigation"


def test_a_second_press_asks_where_a_card_is_to_go_and_a_first_one_selects_it(piles: PilesPage) -> None:
    piles.card("Irrigation", "Food").click()
    assert piles.page.get_by_role("menu").count() == 0
    piles.card("Irrigation", "Food").click()
    piles.place("Trade").click()
    assert piles.text("Irrigation", "resources") == "TT"
    piles.page.get_by_role("button", name="Move card").click()
    piles.place("Food").click()
    assert piles.text("Irrigation", "resources") == "FF"


@pytest.mark.parametrize(("width", "height"), [(360, 740), pytest.param(1366, 768, marks=pytest.mark.slow)])
def test_the_card_that_is_asked_about_stays_in_sight_above_the_places(
    width: int, height: int, bare_page: Any, address: str
) -> None:
    piles = PilesPage(resized(bare_page, width, height), address, SHORT)
    piles.card("Warehouses", "Trade").focus()
    piles.press("Enter")
    card, places = (
        piles.page.locator(part).bounding_box() for part in (".rt-strip[aria-current=true]", ".rt-pile-places")
    )
    assert 0 <= card["y"] <= card["y"] + card["height"] <= places["y"]
    assert places["y"] + places["height"] <= height


def test_a_move_that_would_make_the_list_wrong_is_refused_in_words(guile: PilesPage) -> None:
    guile.page.get_by_role("tab", name="Knights").click()
    before = guile.editor.to_dict()
    guile.card("Sir Tristan", "Arthur").click()
    guile.press("Enter", "Enter")
    assert guile.text("Sir Tristan", "faction", KNIGHTS) == "A"
    assert "Faction A has 3 knights, M 5. Give each of them 4." in guile.status
    assert "Sir Tristan" in guile.cards("Arthur")
    assert guile.editor.to_dict() == before


def test_the_piles_stay_laid_as_they_were_though_their_last_card_has_left(guile: PilesPage) -> None:
    assert guile.titles() == ["Dagger", "No dagger"]
    guile.card("Influence 4 dagger", "Dagger").click()
    guile.press("Enter", "Enter")
    assert guile.text("Influence 4 dagger", "dagger") == "0"
    assert guile.titles() == ["Dagger", "No dagger"]
    assert guile.cards("Dagger") == []


def test_a_chain_is_not_changed_and_says_so(piles: PilesPage) -> None:
    piles.lay_by("Bonus chains")
    assert not piles.page.get_by_role("button", name="Move card").is_visible()
    piles.card("Mason", "Quarry to Gatehouse").click()
    piles.press("Enter")
    assert piles.status.startswith("A chain follows from the bonuses.")


def test_a_finger_drags_a_card_by_its_grip_and_scrolls_elsewhere(bare_page: Any, address: str) -> None:
    page = resized(bare_page, 360, 740)
    device = page.context.new_cdp_session(page)
    device.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        piles = PilesPage(page, address, SHORT)
        piles.card("Irrigation", "Food").scroll_into_view_if_needed()
        box = piles.card("Irrigation", "Food").locator(".rt-grip").bounding_box()
        assert min(box["width"], box["height"]) >= 24
        at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        touch(device, "touchStart", at[0] + 70, at[1])
        touch(device, "touchMove", at[0] + 82, at[1])
        assert piles.page.locator(".rt-strip-held").count() == 0
        touch(device, "touchEnd")
        touch(device, "touchStart", *at)
        for step in (12, 24):
            touch(device, "touchMove", at[0], at[1] + step)
        aim = piles.place("Trade").bounding_box()
        touch(device, "touchMove", aim["x"] + 20, aim["y"] + 20)
        piles.page.locator(".rt-held-over").wait_for()
        touch(device, "touchEnd")
        assert piles.text("Irrigation", "resources") == "TT"
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        assert page.locator(".rt-strip").first.evaluate("strip => getComputedStyle(strip).touchAction") == "auto"
    finally:
        device.send("Emulation.setTouchEmulationEnabled", {"enabled": False})


def touch(device: Any, kind: str, *at: float) -> None:
    """A finger on the page."""
    points = [dict(zip("xy", at, strict=True))] if at else []
    device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


# ---------------------------------------------------------------- one list, one selection


def test_the_selected_card_is_the_same_in_table_and_piles(piles: PilesPage) -> None:
    piles.card("Stables", "Trade").click()
    assert piles.selected() == ["Stables", "Stables"], "it lies in two piles"
    piles.page.locator(".rt-face").get_by_text("Stables").wait_for()
    piles.turn_to("Table")
    piles.page.locator('td[tabindex="0"]').focus()
    assert piles.focused() == "Stables: Resources"
    piles.press("ArrowDown")
    below = piles.focused().partition(":")[0]
    piles.turn_to("Piles")
    assert set(piles.selected()) == {below}


def test_a_card_of_another_table_is_selected_in_its_own(bare_page: Any, address: str) -> None:
    quests = PilesPage(bare_page, address, "quests")
    quests.lay_by("Bonus chains")
    before = quests.titles()
    title = next(title for title in before if "Rescue the Fair Maiden" in quests.cards(title))
    quests.card("Rescue the Fair Maiden", title).click()
    assert quests.page.get_by_role("tab", selected=True).inner_text() == "Story (22)"
    assert quests.selected() == ["Rescue the Fair Maiden"]
    assert quests.titles() == before, "the piles stay as they were laid"
    quests.turn_to("Table")
    assert quests.page.locator('.rt-panel:not([hidden]) tr:has(td[tabindex="0"]) .rt-name').inner_text() == (
        "Rescue the Fair Maiden"
    )


def test_whoever_goes_to_a_cell_sees_the_table(piles: PilesPage) -> None:
    row = piles.editor.rows("cards.csv")[5]
    piles.page.evaluate("row => window.showCell('cards.csv', row, 'name')", row.id)
    assert piles.focused() == f"{row.cells['name']}: Name"
    piles.turn_to("Piles")
    assert piles.selected() == [row.cells["name"]]


def test_a_pile_is_made_anew_only_if_what_it_shows_has_changed(piles: PilesPage) -> None:
    piles.page.locator(".rt-pile").evaluate_all("piles => piles.forEach(pile => (pile.mine = true))")
    piles.card("Irrigation", "Food").click()
    piles.press("Enter", "Enter")
    piles.settle()
    anew = piles.page.locator(".rt-pile").evaluate_all(
        "piles => piles.filter(one => !one.mine).map(one => one.dataset.pile)"
    )
    assert anew == ["F", "T"]


def test_nothing_is_asked_or_drawn_before_somebody_looks_at_piles(bare_page: Any, address: str) -> None:
    grid = GridPage(bare_page, address)
    grid.settle()
    assert "lay" not in [message["type"] for message in sent(grid.page)]
    assert grid.page.locator(".rt-pile").count() == 0
    assert grid.widget.piles == {}


# ---------------------------------------------------------------- looking


@pytest.mark.parametrize(
    ("width", "game", "way"),
    [
        (360, SHORT, "Bonus chains"),
        pytest.param(360, "guild_master", "Bonus chains", marks=pytest.mark.slow),
        pytest.param(1366, "guile", "Value", marks=pytest.mark.slow),
    ],
)
def test_axe_finds_nothing_and_nothing_is_wider_than_the_page(
    width: int, game: str, way: str, bare_page: Any, address: str
) -> None:
    piles = PilesPage(resized(bare_page, width, 768), address, game)
    piles.lay_by(way)
    piles.page.locator(".rt-strip").nth(2).click()
    piles.press("Enter")
    assert serious_findings(piles.page) == []
    assert piles.page.evaluate("document.documentElement.scrollWidth") == width


def test_piles_stay_off_paper_and_the_table_is_printed(piles: PilesPage) -> None:
    piles.page.emulate_media(media="print")
    try:
        assert not piles.page.locator(".rt-piles").is_visible()
        assert piles.page.get_by_role("grid", name="Cards").is_visible()
    finally:
        piles.page.emulate_media(media="screen")

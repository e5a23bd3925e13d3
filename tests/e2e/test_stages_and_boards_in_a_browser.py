"""table.js alone: planted scenes of stages, a board and a trade, as future games lay them on the same table."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.harness import fresh, resized, sent, show
from tests.widgets.sample_scene import CATEGORIES, sample_scene
from workbench.kernel.scenes.scene import CardFace, Choice, Edge, Group, Reveal, Scene, SceneZone, Turned


@pytest.fixture
def table(bare_page: Any, address: str) -> Any:
    fresh(bare_page, address)
    return bare_page


def scene(*zones: SceneZone, choices: tuple[Choice, ...] = ()) -> dict[str, Any]:
    """The sample of four seats with other zones in the middle."""
    seats = sample_scene(0).seats
    phases = (("quest", "Quest"),)
    return Scene("Planted", 0, "quest", phases, "Choose.", seats=seats, zones=zones, choices=choices).as_dict() | {
        "asked": 1
    }


def stages() -> SceneZone:
    """A quest: one stage past, one fought, one to come."""
    groups = (
        Group("1", "Stage 1", total="15", standing=((0, 1), (1, 1)), state="past"),
        Group("2", "Stage 2", total="25", standing=((0, 30),), state="current", fault="not over 15"),
        Group("3", "Stage 3", badge="3 cards", state="ahead"),
    )
    foes = (
        CardFace("robber", "Robber Knight", value="15", emblem="horse", group="1"),
        CardFace("saxon", "Saxon Knight", value="15", emblem="helm", group="2"),
        CardFace("back", face_down=True, group="3"),
    )
    return SceneZone("quest", "The quest", "stages", None, 3, foes, groups)


def board() -> SceneZone:
    """Four districts in a square, with four boulevards, on one of which an agent lies."""
    places = ((0, 0), (0, 1), (1, 0), (1, 1))
    symbols = tuple(CATEGORIES.values())
    cells = tuple(
        Group(f"{row}{column}", f"District {row}{column}", symbols[number], "2", standing=((1, 3),), at=(row, column))
        for number, (row, column) in enumerate(places)
    )
    agent = CardFace("agent", "Agent", emblem="key", description="an agent of Seat 2")
    edges = (
        Edge("north", ("00", "01"), (agent,)),
        Edge("west", ("00", "10"), ends=("1", "2")),
        Edge("east", ("01", "11"), ends=("3", "1"), why="It is full."),
        Edge("south", ("10", "11")),
    )
    return SceneZone("city", "The city", "board", groups=cells, edges=edges)


def test_the_stage_that_is_fought_is_the_largest_and_is_said_to_be_the_current_one(table: Any) -> None:
    show(table, scene(stages()))
    steps = table.locator(".rt-step")
    assert steps.evaluate_all("all => all.map((one) => one.getAttribute('aria-current'))") == [None, "step", None]
    sizes = [step.bounding_box()["width"] for step in steps.all()]
    assert sizes[1] == max(sizes)
    assert table.get_by_role("img", name="Stage 2: you 30; 25; not over 15").count() == 1
    assert steps.nth(2).locator(".rt-back").inner_text() == ""


def test_a_stage_is_chosen_where_it_lies(table: Any) -> None:
    show(table, scene(stages(), choices=(Choice(7, "Play to stage 2", on="group:quest/2", tab="play"),)))
    table.locator(".rt-frame .rt-stage-title").get_by_text("Stage 2").click()
    assert sent(table) == [{"type": "act", "actions": [7], "asked": 1}]


def test_cells_lie_in_rows_and_columns_with_edges_between_them(table: Any) -> None:
    show(table, scene(board()))
    boxes = [cell.bounding_box() for cell in table.locator(".rt-cell").all()]
    assert boxes[0]["y"] == boxes[1]["y"] < boxes[2]["y"] == boxes[3]["y"]
    assert boxes[0]["x"] == boxes[2]["x"] < boxes[1]["x"] == boxes[3]["x"]
    rows, columns = (
        table.locator(".rt-board").evaluate("(board, name) => board.style.getPropertyValue(name)", name)
        for name in ("--rows", "--columns")
    )
    assert (rows, columns) == ("2", "2"), "no row and no column is empty"
    north = table.get_by_role("group", name="District 00 and District 01").bounding_box()
    assert boxes[0]["x"] + boxes[0]["width"] <= north["x"] < north["x"] + north["width"] <= boxes[1]["x"]
    assert table.get_by_role("img", name="an agent of Seat 2").is_visible()


def test_an_edge_that_cannot_be_taken_back_is_pointed_at_first(table: Any) -> None:
    choice = Choice(9, "Send an agent here", on="edge:city/west", points=True)
    show(table, scene(board(), choices=(choice,)))
    table.get_by_role("button", name="Send an agent here: District 00 and District 10").click()
    assert sent(table) == []
    assert table.locator(".rt-edge.rt-pointed").count() == 1
    table.locator(".rt-ask").get_by_role("button", name="Send an agent here").click()
    assert sent(table) == [{"type": "act", "actions": [9], "asked": 1}]


def city(free: tuple[int, ...] = tuple(range(12))) -> tuple[SceneZone, tuple[Choice, ...]]:
    """Nine districts with twelve boulevards between them; those that are not free hold an agent of Seat 3."""
    symbols = tuple(CATEGORIES.values())
    places = [(row, column) for row in range(3) for column in range(3)]
    cells = tuple(
        Group(f"{row}{column}", f"District {row}{column}", symbols[3 * row + column], str(row - column), "harbour",
              standing=((1, 3), (2, 3)) if row == 1 else ((0, 2),) if row else (), emblem="castle", at=(row, column),
              value="2")
        for row, column in places
    )  # fmt: skip
    joined = [(one, other) for one in places for other in places if sum(other) - sum(one) == 1
              and abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1]  # fmt: skip
    agent = CardFace("agent", description="an agent of Seat 3", owner=2)
    edges = tuple(
        Edge(
            str(number), tuple(f"{row}{column}" for row, column in pair), () if number in free else (agent,), ("1", "2")
        )
        for number, pair in enumerate(joined)
    )
    choices = tuple(
        Choice(100 + number, "Send an agent here", on=f"edge:city/{number}", points=True, hint=f"Boulevard {number}.")
        for number in free
    )
    return SceneZone("city", "The city", "board", groups=cells, edges=edges), choices


SIZES = [(360, 740), *(pytest.param(size, marks=pytest.mark.slow) for size in [(1366, 768), (1920, 1080)])]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_all_twelve_boulevards_are_targets_of_a_finger_and_cover_no_number(table: Any, size: tuple[int, int]) -> None:
    page = resized(table, *size)
    zone, choices = city()
    show(page, scene(zone, choices=choices))
    assert page.locator("button.rt-edge").count() == 12
    faults = page.evaluate(BOARD_LOOK)
    assert faults == []
    for number in range(12):
        page.locator(f"[data-key='edge:city/{number}']").click()
        assert page.locator(".rt-edge.rt-pointed").get_attribute("data-key") == f"edge:city/{number}"
        assert page.locator(".rt-touched").count() == 2
        assert page.locator(".rt-small-line").inner_text() == f"Boulevard {number}."
    page.locator(".rt-ask").get_by_role("button", name="Send an agent here").click()
    assert sent(page) == [{"type": "act", "actions": [111], "asked": 1}]


BOARD_LOOK = """() => {
  const faults = [];
  const board = document.querySelector(".rt-field").getBoundingClientRect();
  const texts = ".rt-total, .rt-support, .rt-rest > span";
  const numbers = [...document.querySelectorAll(texts)].map((one) => [one.textContent, one.getBoundingClientRect()]);
  for (const edge of document.querySelectorAll("button.rt-edge")) {
    const own = edge.getBoundingClientRect();
    const grown = getComputedStyle(edge, "::before");
    const wide = own.width - 2 * Math.min(0, parseFloat(grown.left));
    const high = own.height - 2 * Math.min(0, parseFloat(grown.top));
    if (Math.min(wide, high) < 39) faults.push(`${edge.dataset.key} is ${wide} by ${high}`);
    if (own.left < board.left || own.right > board.right || own.top < board.top || own.bottom > board.bottom)
      faults.push(`${edge.dataset.key} leaves the field`);
    for (const [text, box] of numbers)
      if (Math.min(own.right, box.right) - Math.max(own.left, box.left) > 1
        && Math.min(own.bottom, box.bottom) - Math.max(own.top, box.top) > 1)
        faults.push(`${edge.dataset.key} covers ${text}`);
  }
  return faults;
}"""


def test_arrow_keys_go_from_boulevard_to_boulevard_where_they_point(table: Any) -> None:
    zone, choices = city()
    show(table, scene(zone, choices=choices))
    board = table.locator("button.rt-edge[tabindex='0']")
    assert board.count() == 1, "the board is one tab stop"
    board.focus()
    middle = "(() => { const box = document.activeElement.getBoundingClientRect();"
    middle += " return [box.left + box.width / 2, box.top + box.height / 2]; })()"
    start = table.evaluate(middle)
    reached = {table.evaluate("document.activeElement.dataset.key")}
    for key, axis, sign in (("ArrowRight", 0, 1), ("ArrowDown", 1, 1), ("ArrowLeft", 0, -1), ("ArrowUp", 1, -1)):
        table.keyboard.press(key)
        now = table.evaluate(middle)
        assert sign * (now[axis] - start[axis]) > 0, key
        start = now
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp") * 4:
        table.keyboard.press(key)
        reached.add(table.evaluate("document.activeElement.dataset.key"))
    assert all(key.startswith("edge:") for key in reached)
    table.keyboard.press("Enter")
    pointed = table.locator(".rt-edge.rt-pointed").get_attribute("data-key")
    table.keyboard.press("Enter")
    assert sent(table) == [{"type": "act", "actions": [100 + int(pointed.split("/")[1])], "asked": 1}]


def test_whoever_comes_back_to_a_board_finds_what_can_be_chosen(table: Any) -> None:
    zone, choices = city()
    show(table, scene(zone, choices=choices))
    played, *rest = choices
    table.locator(f"[data-action='{played.action}']").focus()
    is_full = tuple(
        replace(edge, why="It is full.") if f"edge:city/{edge.key}" == played.on else edge for edge in zone.edges
    )
    show(table, scene(replace(zone, edges=is_full), choices=tuple(rest[-1:])))
    table.keyboard.press("Shift+Tab")
    table.keyboard.press("Tab")
    assert table.evaluate("document.activeElement.dataset.action") == str(rest[-1].action)


def test_an_agent_on_a_boulevard_shows_whose_it_is(table: Any) -> None:
    zone, choices = city(free=(0, 5))
    show(table, scene(zone, choices=choices))
    assert table.locator(".rt-agent").count() == 10
    agent = table.locator(".rt-agent").first
    assert agent.get_attribute("aria-label") == "an agent of Seat 3"
    assert "rt-field-vert" in agent.get_attribute("class")
    assert agent.locator(".rt-emblem").count() == 1


def held(number: int, *cards: CardFace, free: tuple[int, ...] = ()) -> tuple[SceneZone, tuple[Choice, ...]]:
    """The city with cards on one boulevard."""
    zone, choices = city(free=free)
    edges = tuple(replace(edge, cards=cards) if edge.key == str(number) else edge for edge in zone.edges)
    return replace(zone, edges=edges), choices


AGENTS = tuple(
    CardFace(f"agent-{seat}", value=str(seat), description=f"agents of {seat}", owner=seat) for seat in (1, 2)
)


def test_one_of_several_agents_on_a_boulevard_is_chosen_by_itself(table: Any) -> None:
    zone, _ = held(0, *AGENTS)
    choice = Choice(5, "Send it home", on="card:agent-2", points=True, sentence="It goes home.", press="Home")
    show(table, scene(zone, choices=(choice,)))
    edge = table.get_by_role("group", name="District 00 and District 01")
    assert edge.locator(".rt-agent").count() == 2
    edge.get_by_role("button", name="agents of 2: Send it home").click()
    assert table.locator(".rt-touched").count() == 2
    assert table.locator(".rt-message").inner_text() == "It goes home."
    table.locator(".rt-ask").get_by_role("button", name="Home", exact=True).click()
    assert sent(table) == [{"type": "act", "actions": [5], "asked": 1}]


def test_a_boulevard_on_which_agents_stand_is_one_button_that_names_them(table: Any) -> None:
    zone, _ = held(0, *AGENTS)
    show(table, scene(zone, choices=(Choice(6, "Send another", on="edge:city/0"),)))
    table.get_by_role("button", name="Send another: District 00 and District 01, agents of 1, agents of 2").click()
    assert sent(table) == [{"type": "act", "actions": [6], "asked": 1}]


def test_a_cell_says_who_wins_it_what_that_brings_and_that_others_tie(table: Any) -> None:
    zone, _ = city()
    groups = (
        replace(zone.groups[0], standing=((1, 3), (2, 2)), seat=1, notes=((1, "+4"),)),
        replace(zone.groups[1], standing=((1, 3), (2, 3)), seat=2, notes=((2, "−1 by vote"),)),
        replace(zone.groups[2], standing=((1, 3), (2, 3))),
        *zone.groups[3:],
    )
    show(table, scene(replace(zone, groups=groups)))
    standing = table.locator(".rt-rest")
    assert standing.nth(0).locator(".rt-best").inner_text().split() == ["3", "+4"]
    assert standing.nth(1).locator(".rt-best .rt-costs").inner_text() == "−1 by vote"
    assert standing.nth(1).locator(".rt-tie").count() == 0
    assert standing.nth(2).locator(".rt-best").count() == 0
    assert standing.nth(2).locator(".rt-tie").inner_text() == "a tie"
    assert (
        table.get_by_role("img", name="District 00: Seat 2 3, Seat 3 2; harbour; 0; support 2; Seat 2: +4").count() == 1
    )


def test_the_card_of_a_cell_is_seen_large_where_the_cell_is_pressed(table: Any) -> None:
    zone, _ = city()
    card = CardFace("one", "Usurers member 4", text="Noble", here="Seat 2 leads.", group="00")
    show(table, scene(replace(zone, cards=(card,))))
    assert table.locator(".rt-board .rt-card").count() == 0
    table.get_by_role("img", name="Usurers member 4").click()
    assert "Here and now: Seat 2 leads." in table.locator("dialog.rt-large").inner_text()


def test_cards_of_a_board_are_judged_one_by_one_and_their_winner_waits(table: Any) -> None:
    zone, _ = city()
    faces = tuple(CardFace(f"judged-{group.key}", group.title, group=group.key) for group in zone.groups[:2])
    groups = tuple(replace(group, standing=((1, 3),), seat=1, notes=((1, "wins"),)) for group in zone.groups[:2])
    judged = replace(zone, id="judged", cards=faces, groups=groups, edges=())
    steps = tuple(Turned(face.id, f"{face.title} is won.", button="Judge the next card") for face in faces)
    coming = asdict(Reveal("control 1", "Who wins?", judged, steps, "Two cards."))
    show(table, scene(zone))
    show(table, scene(zone) | {"reveal": coming})
    notes = table.locator(".rt-brings")
    assert notes.count() == 0
    table.get_by_role("button", name="Judge the next card").click()
    assert notes.count() == 1
    assert table.locator(".rt-cell.rt-latest").get_attribute("data-key") == "group:judged/00"
    assert table.locator(".rt-cell.rt-next").get_attribute("data-key") == "group:judged/01"
    table.get_by_role("button", name="All at once").click()
    assert notes.count() == 2
    assert table.locator(".rt-message").inner_text() == "Two cards."


def test_what_is_counted_before_a_person_shows_how_many_and_dulls_what_is_not_there(table: Any) -> None:
    zone, _ = city()
    tokens = (CardFace("a", "Usurers", value="2"), CardFace("b", "Blades", mark="none"))
    counts = tuple(SceneZone(f"won-{seat}", "Before them", "counts", seat, 2, tokens) for seat in (0, 1))
    show(table, scene(zone, *counts))
    assert table.locator(".rt-layout-counts").count() == 2
    assert table.locator(".rt-layout-counts .rt-is-none").count() == 2
    assert table.locator(".rt-self .rt-layout-counts .rt-value").inner_text() == "2"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_banners_around_a_board_that_all_look_at_hang_above_the_ribbon(table: Any, seats: int) -> None:
    zone, _ = city()
    show(table, scene(zone) | {"seat": None, "seats": scene(zone)["seats"][:seats]})
    banners = table.locator(".rt-seats .rt-banner")
    assert banners.count() == seats
    top = table.locator(".rt-prompt").bounding_box()["y"]
    for number in range(seats):
        box = banners.nth(number).bounding_box()
        assert box["y"] + box["height"] <= top


def test_steps_of_an_act_and_who_is_ready_stand_in_the_ribbon(table: Any) -> None:
    zone, choices = city()
    planted = scene(zone, choices=choices) | {"steps": [["card", False], ["place", True]], "ready": [1, 3]}
    show(table, planted)
    assert table.locator(".rt-act-steps li").all_inner_texts() == ["card", "place"]
    assert table.locator(".rt-act-steps [aria-current=step]").inner_text() == "place"
    assert table.locator(".rt-asked li").count() == 3, "those who are ready, and the one that still chooses"
    assert table.locator(".rt-asked .rt-tick").count() == 2
    assert "Seat 2 is ready" in table.locator(".rt-asked").inner_text()


@pytest.mark.parametrize("focus", ["seat:1", "group:city/11", "card:agent"])
def test_the_thing_to_look_at_is_marked(table: Any, focus: str) -> None:
    zone, choices = city(free=(0,))
    show(table, scene(zone, choices=choices) | {"focus": focus})
    assert table.locator(".rt-looked-at").count() == (11 if focus == "card:agent" else 1)


def test_what_cannot_be_chosen_says_why(table: Any) -> None:
    show(table, scene(board()))
    table.get_by_role("button", name="It is full.").click()
    assert table.get_by_role("alert").inner_text() == "It is full."
    assert sent(table) == []


@pytest.mark.parametrize("planted", [stages(), board()], ids=lambda zone: zone.layout)
def test_axe_finds_nothing_serious(table: Any, planted: SceneZone) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    show(table, scene(planted))
    assert serious_findings(table) == []

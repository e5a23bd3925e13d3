"""The pictures of HOW_TO_PLAY.md, README.md and the studio's page: drawn by the real scripts, matches from seeds.

    python -m tests.table_pictures [game ...]

makes them again, as WebP, in the `pictures` folder of each game (of all games, README and studio, if none is named).
"""

from __future__ import annotations

import sys
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.conftest import CHROMIUM_ARGUMENTS, find_chromium
from tests.e2e.designers import Designer
from tests.e2e.harness import running_harness, show
from tests.e2e.test_piles_in_a_browser import PilesPage
from tests.servers import CHECKOUT, running_dashboards
from workbench.kernel.registry import game as find_game
from workbench.play.host import TableHost
from workbench.play.match import Match

QUALITY = 0.8
TO_WEBP = """async ([content, quality]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${content}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}"""


@dataclass(frozen=True)
class Picture:
    """A part of a table, as soon as bots have made so many acts and Seat 1 is asked in a phase."""

    name: str
    seats: int
    acts: int
    phase: str
    part: str
    width: int = 1366
    height: int = 768
    seed: int = 7
    margin: int = 0  # pixels around the part


IN_README = Picture("README", 4, 150, "build", ".rt-table")
PICTURES = {
    "guild_master": (
        Picture("table", 2, 100, "build", ".rt-round"),
        Picture("hand", 2, 0, "trade_1", ".rt-own"),
    ),
    "guile": (
        Picture("table", 2, 18, "act", ".rt-round"),
        Picture("hand", 2, 2, "draft", ".rt-layout-hand", margin=6),
    ),
    "excalibur": (
        Picture("table", 4, 40, "resolve", ".rt-round .rt-layout-places"),
        Picture("hand", 4, 0, "play", ".rt-own"),
    ),
    "quests": (
        Picture("table", 4, 53, "stage_play", ".rt-round", seed=3),
        Picture("hand", 4, 53, "stage_play", ".rt-own", seed=3),
    ),
    "cadwallon": (
        Picture("table", 3, 8, "place", ".rt-round", 1100, 620),
        Picture("hand", 3, 8, "place", ".rt-table", 900, 520),
    ),
}


def scene_of(game_id: str, picture: Picture) -> dict[str, Any]:
    """What Seat 1's screen shows when the picture is taken."""
    match = Match(game_id, seats=picture.seats, seed=picture.seed, bots=dict.fromkeys(range(picture.seats), "greedy"))
    while len(match.acts) < picture.acts or 0 not in match.to_act or match.phase != picture.phase:
        match.play_bot(match.to_act[0])
    match.seat_bot(0, None)
    return TableHost(match).scene(0)


def take(page: Any, address: str, game_id: str, picture: Picture) -> bytes:
    """The picture, as WebP."""
    page.set_viewport_size({"width": picture.width, "height": picture.height})
    page.goto(address)
    show(page, scene_of(game_id, picture))
    box, margin = page.locator(picture.part).first.bounding_box(), picture.margin
    box |= {side: box[side] - margin for side in ("x", "y")}
    box |= {side: box[side] + 2 * margin for side in ("width", "height")}
    return webp(page, page.screenshot(clip=box, full_page=True, animations="disabled"))


def webp(page: Any, content: bytes) -> bytes:
    """A picture as WebP."""
    return b64decode(page.evaluate(TO_WEBP, [b64encode(content).decode(), QUALITY]))


def take_piles(page: Any, address: str) -> bytes:
    """The cards of a list in piles, one of them on its way."""
    page.set_viewport_size({"width": 1000, "height": 640})
    piles = PilesPage(page, address)
    piles.begin_drag(piles.card("Irrigation", "Food"))
    piles.pile("Building").hover(force=True, position={"x": 60, "y": 120})
    return webp(page, piles.page.locator(".rt-work").screenshot(animations="disabled"))


def take_studio(page: Any, studio: str) -> dict[str, bytes]:
    """The studio with a changed card: as a whole, its versions, the picker of emblems, and on a phone."""
    designer = Designer(page)
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(studio)
    designer.wait_for_cards()
    page.get_by_role("button", name="Close the hints").click()
    designer.wait_until_fresh()
    designer.save_version("as printed")
    designer.turn_to("Cards")
    before = designer.digest()
    designer.write("Gold Mine", "Resources", "RR")
    designer.wait_until_measured(before)
    taken = {"studio": webp(page, page.screenshot(animations="disabled"))}
    designer.save_version("Gold Mine for religion")
    taken["studio-versions"] = webp(page, page.locator(".rt-tabs:not(.rt-proof)").screenshot(animations="disabled"))
    designer.turn_to("Cards")
    designer.cell("Gold Mine", "Art").dblclick()
    taken["emblem-picker"] = webp(page, page.locator(".rt-work").screenshot(animations="disabled"))
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator(".rt-bar").first.scroll_into_view_if_needed()
    taken["studio-phone"] = webp(page, page.screenshot(animations="disabled"))
    return taken


def main(games: Sequence[str]) -> int:
    """Make the pictures of the games that are named, or of all."""
    from playwright.sync_api import sync_playwright

    with running_harness() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_ARGUMENTS)
        page = browser.new_page()
        for game_id in games or PICTURES:
            folder = find_game(game_id).folder / "pictures"
            folder.mkdir(exist_ok=True)
            for picture in PICTURES[game_id]:
                (folder / f"{picture.name}.webp").write_bytes(take(page, address, game_id, picture))
        if not games:
            page.set_viewport_size({"width": IN_README.width, "height": IN_README.height})
            show(page, scene_of("guild_master", IN_README))
            page.screenshot(path=CHECKOUT / "docs" / "guild_master.png", animations="disabled")
            (CHECKOUT / "docs" / "piles.webp").write_bytes(take_piles(page, address))
            with TemporaryDirectory() as folder, running_dashboards(None, Path(folder)) as server:
                for name, content in take_studio(browser.new_page(), server.notebook("deck_studio.ipynb")).items():
                    (CHECKOUT / "docs" / f"{name}.webp").write_bytes(content)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

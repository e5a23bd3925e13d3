"""What a table's widgets add to a page reveals nothing that its viewer cannot know either."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workbench.checks.difference import first_difference
from workbench.checks.whole_pages import exchanged, page_of
from workbench.play.device import ONE_DEVICE, PUBLIC_SCREEN
from workbench.widgets import PlayApp

SEED = 987654321
OF_EVERY_WIDGET = ("layout", "_esm", "_css")  # the same for every position, or a name by which widgets know each other


def traits(widget: Any) -> list[str]:
    """All that a page is told by a widget and those in it, as texts."""
    inside = [one for child in getattr(widget, "children", ()) for one in traits(child)]
    return [json.dumps(widget.get_state(), default=str), *inside]


def whole_page(app: PlayApp) -> dict[str, Any]:
    """What play hands to the page, and what the widgets of the table make of it."""
    session = {part: value for part, value in app.table.state.items() if part != "windows"}
    table = {name: value for name, value in app.table.get_state().items() if name not in (*OF_EVERY_WIDGET, "state")}
    return {**page_of(app.host, app.host.viewer), "session": session, "table": table, "texts": _html(app.tabs)}


def _html(widget: Any) -> list[str]:
    """The texts of pages over the table, such as the score's."""
    own = [widget.value] if type(widget).__name__ == "HTML" else []
    return own + [text for child in getattr(widget, "children", ()) for text in _html(child)]


def opened(game: str, screen: str, **wanted: Any) -> PlayApp:
    app = PlayApp(game, seats=2, you=[0, 1], seed=4, screen=screen, autosave=False, **wanted)
    app.host.start()
    return app


@pytest.mark.parametrize("wanted", [{}, {"lobby": True}, {"you": [0, 1]}])
def test_the_seed_that_a_host_gave_is_on_no_page(wanted: dict[str, Any]) -> None:
    app = PlayApp("guile", seed=SEED, autosave=False, **wanted)
    pages = traits(app.view)
    app.hear({"type": "hello", "id": "", "host": "127.0.0.1"})
    pages += traits(app.view)
    app.new_game()
    assert not [page for page in [*pages, *traits(app.view)] if str(SEED) in page]
    app.close()


@pytest.mark.rule("GM-406")
def test_a_public_screen_shows_nothing_of_an_offer_that_is_prepared() -> None:
    app = opened("guild_master", PUBLIC_SCREEN, options={"first_seat": 0})
    match = app.match
    while match.phase != "trade_1":
        app.host.act(match.to_act[0], (match.legal(match.to_act[0])[0].id,))
    before = whole_page(app)
    app.host.act(0, (match.variant.actions.encode("offer_to", 1),))
    assert first_difference(before, whole_page(app)) == ""
    app.close()


@pytest.mark.parametrize("screen", [ONE_DEVICE, PUBLIC_SCREEN])
def test_copies_of_a_card_in_each_others_place_make_the_same_page(screen: str) -> None:
    pages = []
    for swapped in (False, True):
        app = opened("guile", screen)
        kinds = app.match.referee.arrays.kind
        app.host.match = exchanged(app.match, 3, 5) if swapped else app.match
        assert kinds[3] == kinds[5]
        for _ in range(12):
            if app.host.cover is not None:
                app.host.ready(app.host.cover)
            seat = app.match.to_act[0]
            app.host.act(seat, (app.match.legal(seat)[0].id,))
            app.show()
            pages.append(whole_page(app))
        app.close()
    for one, other in zip(pages[:12], pages[12:], strict=True):
        assert first_difference(one, other) == ""

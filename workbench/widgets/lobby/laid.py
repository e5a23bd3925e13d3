"""A lobby that opens with the match that lies on its table, instead of the usual table of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.lobby.table_plan import plan_of

if TYPE_CHECKING:
    from workbench.widgets.table.play_app import PlayApp


def lay_in_lobby(app: PlayApp) -> PlayApp:
    """Lay people, cards and rules of the match on a table into its lobby; the table."""
    app.lobby.take(plan_of(app.match, app.host.screen, app.host.bots.pace, None))
    return app

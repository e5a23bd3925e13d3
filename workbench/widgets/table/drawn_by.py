"""The scripts and style sheets that draw a table: what every game needs, and only one game's large layouts."""

from __future__ import annotations

from workbench.kernel.game import Game
from workbench.kernel.scenes.scene import LARGE_LAYOUTS
from workbench.widgets.script import script, style

FIRST = ("table", "bar", "drawer", "people", "cards", "centre", "things")
LAST = ("enlarged", "coach")
# Files of large layouts, in the order of their style sheets -> the layouts that they draw.
LARGE = {
    "stages": ("stages", "story", "lanes", "track"),
    "board": ("board",),
    "map": ("map",),
    "slips": ("slips",),
}


def large_files(game: Game | None) -> tuple[str, ...]:
    """The files of the large layouts of all variants of a game, so that a table can switch between variants.

    Without a game: all of them.

    >>> from workbench.games.quests import GAME
    >>> large_files(GAME)
    ('stages',)
    """
    layouts = set(LARGE_LAYOUTS) if game is None else {one for variant in game.variants for one in variant.layouts}
    return tuple(file for file, drawn in LARGE.items() if layouts.intersection(drawn))


def style_names(game: Game | None = None) -> tuple[str, ...]:
    """The names of the style sheets of a game's table, in their order."""
    return tuple(f"table/{name}.css" for name in (*FIRST, *large_files(game), *LAST))


def table_script(game: Game | None, entry: str = "table/table.js") -> str:
    """A script that draws a game's table, with all that it needs but the emblems of its deck (see `emblems_of`)."""
    return script(entry, *(f"table/{name}.js" for name in large_files(game)), few_emblems=True)


def table_style(game: Game | None, *also: str) -> str:
    """The style of a game's table, followed by further style sheets."""
    return style(*style_names(game), *also)

"""A game in one minute, for people waiting for play to begin: five moments, each a picture of signs and two sentences.

They stand in `one_minute.toml` in the folder of the game, by variant; a variant without its own moments uses those
of the first. A moment has a `title`, `words` (in which options such as {rounds_to_win} are filled in), the `rules`
behind it, and a `picture`: a row of signs with words or arrows between them.
"""

from __future__ import annotations

from typing import Any

from workbench.rooms.setting import Setting
from workbench.widgets.emblem_script import emblem_paths, few_emblems

FILE = "one_minute.toml"
BESIDE = {"book", "robot", "quill"}  # the emblems of the other things to do until play begins


def moments(setting: Setting) -> list[dict[str, Any]]:
    """The moments of the variant that a room plays; none if the game has not written any.

    >>> [moment["title"] for moment in moments(Setting.of("guile"))][3]
    'Your turn: peek or swap'
    """
    written = setting.game.written(FILE)
    own = written.get(setting.variant.key, written.get(setting.game.variants[0].key, []))
    return [{**moment, "words": moment["words"].format(**setting.options)} for moment in own]


def one_minute(setting: Setting) -> dict[str, Any]:
    """The moments, and the emblems that a page of this room needs for them."""
    told = moments(setting)
    signs = [sign for moment in told for sign in moment["picture"] if isinstance(sign, dict)]
    names = BESIDE | {sign.get("emblem", "") for sign in signs}
    emblems = {name: path for name, path in emblem_paths().items() if name in names and name not in few_emblems()}
    return {"moments": told, "emblems": emblems}

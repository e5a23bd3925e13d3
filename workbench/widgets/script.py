"""Scripts of widgets: an anywidget is one file, so what a script imports from others of ours travels inside it.

Scripts and style sheets are named by their paths in this folder, such as `table/table.js`.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

from workbench.widgets.emblem_script import emblem_script

EMBLEMS = "emblems.js"  # no file: made from the drawings
HERE = Path(__file__).resolve().parent
IMPORT = re.compile(r'(?<=from )"(\.\.?/[a-z_/]+\.js)"')


def source(name: str) -> str:
    """The text of one of our files as the browser fetches it; the script of the emblems is made."""
    return emblem_script() if name == EMBLEMS else (HERE / name).read_text(encoding="utf-8")


@cache
def script(name: str) -> str:
    """The text of one of our scripts; where it imports another one, that one's text is a data URL there.

    On a page of our own the browser fetches the files themselves, so that no script needs to know of this.
    """
    text = source(name)
    return IMPORT.sub(lambda found: f'"{_data_url(normpath(join(dirname(name), found[1])))}"', text)


def _data_url(name: str) -> str:
    return f"data:text/javascript;base64,{b64encode(script(name).encode()).decode()}"


@cache
def style(*names: str) -> str:
    """The text of our style sheets, one after the other."""
    return "\n".join(map(source, names))

"""Scripts of widgets: an anywidget is one file, so what a script imports from others of ours travels inside it.

Scripts and style sheets are named by their paths in this folder, such as `table/table.js`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

from workbench.widgets.arms_script import arms_script, ordinaries_script
from workbench.widgets.emblem_script import emblem_script, few_emblem_script

EMBLEMS, FEW_EMBLEMS, ARMS, ORDINARIES = (
    "emblems.js",
    "few_emblems.js",
    "arms.js",
    "ordinaries.js",
)  # made from the drawings
MADE = {EMBLEMS: emblem_script, FEW_EMBLEMS: few_emblem_script, ARMS: arms_script, ORDINARIES: ordinaries_script}
HERE = Path(__file__).resolve().parent
IMPORT = re.compile(r'^import (\w+|\{[^}]*\}) from "(\.\.?/[a-z_/]+\.js)";$', re.MULTILINE)
# What readers of the source need and browsers do not: comments that have lines of their own, and types of parts.
BLOCK = r"/\*(?:(?!\*/).)*\*/"
COMMENT = re.compile(
    rf"^[ \t]*(?:{BLOCK}|//[^\n]*)\n|/\*\* @(?:type|param) (?:(?!\*/).)*\*/ ?", re.MULTILINE | re.DOTALL
)
STYLE_COMMENT = re.compile(r"[ \t]*/\*.*?\*/\n?", re.DOTALL)
INDENT = re.compile(r"^\s+", re.MULTILINE)
# Spaces of a rule that no browser needs.
LOOSE = re.compile(r"(?<=[:;{]) | (?=\})|(?<=[\d)]) (?=\* (?:var|[\d(]))|(?<=[\d)] \*) (?=var|[\d(])")
EXPORT = re.compile(r"^export (default |(?=(?:async )?(?:function|const|class) (\w+)))", re.MULTILINE)


def source(name: str) -> str:
    """The text of one of our files as the browser fetches it; the scripts of emblems and arms are made."""
    return MADE[name]() if name in MADE else (HERE / name).read_text(encoding="utf-8")


@cache
def script(name: str, *also: str, few_emblems: bool = False) -> str:
    """The text of one of our scripts, after all that it imports: each of those once, as the result of a function.

    `also` are scripts that it does not import, and that run before it, such as the layouts of one game. With
    `few_emblems` it brings those that every table shows, and has to learn others. A page may as well fetch the files
    themselves, so that no script needs to know of this.
    """
    *brought, own = in_order(name, *also)
    return _without_comments("\n".join([*(_as_constant(one, few_emblems) for one in brought), _with_constants(own)]))


def _without_comments(text: str) -> str:
    """A script as a browser needs it.

    >>> _without_comments("  // why\\n  f(/** @type {Card} */ (card));\\n")
    'f((card));\\n'
    """
    return INDENT.sub("", COMMENT.sub("", text))


def in_order(name: str, *also: str) -> list[str]:
    """A script, all that it imports and other scripts, each after those that it imports itself; the script is last."""
    order: dict[str, None] = {}

    def bring(wanted: str, importers: tuple[str, ...]) -> None:
        if wanted in importers:
            raise ValueError(f"Scripts may not import each other in a circle: {', '.join((*importers, wanted))}.")
        for _, path in IMPORT.findall(source(wanted)):
            if (found := _found(wanted, path)) not in order:
                bring(found, (*importers, wanted))
        order[wanted] = None

    for wanted in (*also, name):
        if wanted not in order:
            bring(wanted, ())
    return [*(one for one in order if one != name), name]


def _found(importer: str, path: str) -> str:
    return normpath(join(dirname(importer), path))


def _constant(name: str) -> str:
    return "of_" + re.sub(r"\W", "_", name.removesuffix(".js"))


def _with_constants(name: str) -> str:
    """The text of a script whose imports are parts of constants."""

    def taken(found: re.Match[str]) -> str:
        names = found[1].replace(" as ", ": ") if found[1].startswith("{") else f"{{ default: {found[1]} }}"
        return f"const {names} = {_constant(_found(name, found[2]))};"

    return IMPORT.sub(taken, source(name))


def _as_constant(name: str, few_emblems: bool = False) -> str:
    """A script as a constant that holds what it exports."""
    text = _with_constants(FEW_EMBLEMS if few_emblems and name == EMBLEMS else name)
    exported = [named or "default: byDefault" for _, named in EXPORT.findall(text)]
    body = EXPORT.sub(lambda found: "const byDefault = " if found[1].strip() else "", text)
    return f"const {_constant(name)} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();"


@cache
def style(*names: str) -> str:
    """The text of our style sheets, one after the other, without comments and what else a browser does not need."""
    return LOOSE.sub("", INDENT.sub("", STYLE_COMMENT.sub("", "\n".join(map(source, names)))))

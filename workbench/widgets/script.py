"""Scripts of widgets: an anywidget is one file, so a script contains what it imports from our other scripts.

Scripts and style sheets are named by their paths in this folder, such as `table/table.js`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

from workbench.widgets.arms_script import arms_script, ordinaries_script
from workbench.widgets.emblem_script import emblem_script, few_emblem_script
from workbench.widgets.modules import Import, Module, module_of, refused

EMBLEMS, FEW_EMBLEMS = "emblems.js", "few_emblems.js"
MADE = {  # from the drawings
    EMBLEMS: emblem_script,
    FEW_EMBLEMS: few_emblem_script,
    "arms.js": arms_script,
    "ordinaries.js": ordinaries_script,
}
HERE = Path(__file__).resolve().parent
STYLE_COMMENT = re.compile(r"[ \t]*/\*.*?\*/\n?", re.DOTALL)
INDENT = re.compile(r"^\s+", re.MULTILINE)
# Spaces in a CSS rule that no browser needs.
LOOSE = re.compile(r"(?<=[:;{]) | (?=\})|(?<=[\d)]) (?=\* (?:var|[\d(]))|(?<=[\d)] \*) (?=var|[\d(])")


def source(name: str) -> str:
    """The text of one of our files as the browser fetches it; the scripts of emblems and arms are generated."""
    return MADE[name]() if name in MADE else (HERE / name).read_text(encoding="utf-8")


@cache
def script(name: str, *also: str, few_emblems: bool = False) -> str:
    """The text of one of our scripts, after everything that it imports: each import once, as a function's result.

    `also` are scripts that it does not import but that run before it, such as the layouts of one game. With
    `few_emblems` it contains only the emblems that every table shows, and has to learn others. A page may also fetch
    the files themselves, so no script needs to know about bundles.
    """
    *brought, own = in_order(name, *also)
    texts = [_constant(one, FEW_EMBLEMS if few_emblems and one == EMBLEMS else one) for one in brought]
    return "".join([*texts, _taken(own), _module(own).text])


@cache
def _module(name: str) -> Module:
    """One of our scripts, read once."""
    return module_of(name, source(name))


def in_order(name: str, *also: str) -> list[str]:
    """A script, everything that it imports, and other scripts, each after its own imports; the script is last.

    Raises ValueError for an import that cannot be followed.
    """
    order: dict[str, None] = {}

    def bring(wanted: str, importers: tuple[str, ...]) -> None:
        for one in _module(wanted).imports:
            found = _found(wanted, one)
            if found in (wanted, *importers):
                circle = ", ".join((*importers, wanted, found))
                raise refused(
                    wanted, one.line, f"scripts import in a circle: {circle}. Move what both need into a third."
                )
            if found not in order:
                bring(found, (*importers, wanted))
            _refuse_missing_parts(wanted, one, found)
        order[wanted] = None

    for wanted in (*also, name):
        if wanted not in order:
            bring(wanted, ())
    return [*(one for one in order if one != name), name]


def _found(importer: str, one: Import) -> str:
    """The script to which an import refers."""
    found = normpath(join(dirname(importer), one.path))
    if found not in MADE and not (HERE / found).is_file():
        raise refused(importer, one.line, f"there is no script {found}. Mend the path `{one.path}`.")
    return found


def _refuse_missing_parts(importer: str, one: Import, found: str) -> None:
    """Refuse an import of parts that the imported script does not export."""
    exports = _module(found).exports
    if missing := [part for part in one.parts if part not in exports]:
        raise refused(importer, one.line, f"{found} exports no {', '.join(missing)}, only {', '.join(exports)}.")


def _named(name: str) -> str:
    """The constant that holds what a script exports."""
    return "of_" + re.sub(r"\W", "_", name.removesuffix(".js"))


def _taken(name: str) -> str:
    """What a script imports, taken from constants."""
    imports = _module(name).imports
    return "".join(f"const {one.taken} = {_named(_found(name, one))};\n" for one in imports if one.taken)


def _constant(name: str, read: str) -> str:
    """A script as a constant that holds its exports; `read` is the file whose text is used."""
    module = _module(read)
    exported = ", ".join(key if key == own else f"{key}: {own}" for key, own in module.exports.items())
    return f"const {_named(name)} = (() => {{\n{_taken(read)}{module.body}\nreturn {{ {exported} }};\n}})();\n"


@cache
def style(*names: str) -> str:
    """The text of our style sheets, in order, without comments and anything else that browsers do not need."""
    return LOOSE.sub("", INDENT.sub("", STYLE_COMMENT.sub("", "\n".join(map(source, names)))))

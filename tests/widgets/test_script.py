"""Scripts of widgets: what they bring along, and what none of them does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from workbench.widgets.modules import module_of
from workbench.widgets.script import HERE, _module, in_order, script, source, style

SCRIPTS = sorted(HERE.rglob("*.js"))
NAMES = [path.relative_to(HERE).as_posix() for path in SCRIPTS]
DECLARED = re.compile(r"^export (?:async )?(?:function|const|class) (\w+)", re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_a_script_brings_along_what_it_imports_once(name: str) -> None:
    whole = script(name)
    *brought, own = in_order(name)
    assert own == name
    assert ' from "' not in whole
    assert len(set(brought)) == len(brought)
    for other in brought:
        constant = re.sub(r"\W", "_", other.removesuffix(".js"))
        assert whole.count(f"const of_{constant} = (() => {{") == 1
        for declared in DECLARED.findall(source(other)):
            assert re.search(rf"^(?:async )?(?:function|const|class) {declared}\b", whole, re.MULTILINE)
    assert len(re.findall(r"^export ", whole, re.MULTILINE)) == len(re.findall(r"^export ", source(name), re.MULTILINE))
    assert not re.search(r"^\s*(//|/?\*)|/\*\*", whole, re.MULTILINE), "comments stay at home"


def test_a_script_is_looked_for_from_where_its_importer_lies() -> None:
    """table/table.js and grid/card_grid.js import from their own room and from the folder around it."""
    assert {"card_face.js", "table/moves.js"} < set(in_order("table/table.js"))
    assert {"card_face.js", "grid/find.js"} < set(in_order("grid/card_grid.js"))


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """Writes scripts, and puts the first of them into a bundle."""
    monkeypatch.setattr("workbench.widgets.script.HERE", tmp_path)

    def bundle(**texts: str) -> str:
        for name, text in texts.items():
            (tmp_path / f"{name}.js").write_text(text, encoding="utf-8")
        return script(f"{next(iter(texts))}.js")

    for kept in (script, _module):
        kept.cache_clear()
    yield bundle
    for kept in (script, _module):
        kept.cache_clear()


OTHER = {"other": "export const a = 1, b = 2;\nexport default [a];\n"}


def test_every_kind_of_import_and_export_that_is_understood(planted: Callable[..., str]) -> None:
    whole = planted(
        one='import "./none.js"; import list, { a, b as c } from "./other.js";\n'
        'import run, { d, K } from "./two.js";\nexport { a as e, run };\n',
        none="f();\n",
        two="export async function d() {}\nexport class K {}\nexport default function g() {}\ng();\n",
        **OTHER,
    )
    assert whole == (
        "const of_none = (() => {\nf();\n\nreturn {  };\n})();\n"
        "const of_other = (() => {\nconst a = 1, b = 2;\nconst byDefault = [a];\n\n"
        "return { a, b, default: byDefault };\n})();\n"
        "const of_two = (() => {\nasync function d() {}\nclass K {}\nfunction g() {}\ng();\n\n"
        "return { d, K, default: g };\n})();\n"
        "const { default: list, a, b: c } = of_other;\nconst { default: run, d, K } = of_two;\n"
        "export { a as e, run };\n"
    )


@pytest.mark.parametrize(("text", "said"), {
    'f();\nimport * as all from "./other.js";': r"line 2: `import \* as all .* takes a whole file. Import the parts",
    'import { a } from "react";': r"line 1: .* is not one of our files. Begin its path with ./ or ../",
    'import { a } from "./other.js" with { type: "json" };': "line 1: .* has attributes",
    'import { a } from "./gone.js";': r"line 1: there is no script gone.js. Mend the path `./gone.js`",
    'import { a, z } from "./other.js";': "line 1: other.js exports no z, only a, b, default",
    'f();\nf(await import("./other.js"));': r"line 2: `import\(.*\)` loads a file later. Write an import at the top",
    "f(import.meta.url);": "line 1: `import.meta` means another file in a bundle",
    'if (b) {\n  import a from "./other.js";\n}': "line 2: .* stands inside a block. Write it at the top",
    "if (b) {\n  export const c = 1;\n}": "line 2: .* stands inside a block. Write it at the top",
    'export * from "./other.js";': "line 1: .* hands on parts of another file. Import them, then export",
    'export * as all from "./other.js";': "line 1: .* hands on parts of another file",
    'export { a } from "./other.js";': "line 1: .* hands on parts of another file",
    "export default function () {}": "line 1: .* has no name. Give it one",
    "export default class {}": "line 1: .* has no name",
    "export let a = 1;": "line 1: .* may change after it is exported. Export a const, a function or a class",
    "export var a = 1;": "line 1: .* may change",
    "export const { a } = b;": "line 1: .* takes a value apart. Export each name by itself",
    "a();\n\nconst b = (;\n": "line 3: `.*` cannot be read. Correct the JavaScript",
    "function f() {\n  a();\n": "line 2: here `}` is missing",
}.items())  # fmt: skip
def test_what_cannot_go_into_a_bundle_is_refused_with_its_line(
    text: str, said: str, planted: Callable[..., str]
) -> None:
    with pytest.raises(ValueError, match=rf"^one\.js, {said}"):
        planted(one=text, **OTHER)


def test_scripts_that_import_each_other_are_told_apart(planted: Callable[..., str]) -> None:
    with pytest.raises(ValueError, match=r"^two\.js, line 2: .* circle: one\.js, two\.js, one\.js\. Move"):
        planted(one='import { two } from "./two.js";', two='f();\nimport { one } from "./one.js";')


def test_style_sheets_stand_one_after_the_other() -> None:
    both = style("table/table.css", "grid/editing.css")
    assert both == f"{style('table/table.css')}{style('grid/editing.css')}"
    assert "/*" not in both
    for name in ("table/table.css", "grid/editing.css"):
        rules = re.findall(r"^[^\s/@*][^{}]*\{", source(name), re.MULTILINE)
        assert rules
        assert all(rule in both for rule in rules if "/*" not in rule)


def test_texts_that_look_like_comments_or_indents_stay() -> None:
    kept = 'const address = "https://a.b";\nconst many = `\n  /* all */\n`, more = "a\\\n  b", sign = /\\/*/;\n'
    assert module_of("one.js", kept).text == kept


def test_comments_and_indents_stay_at_home_and_part_what_they_parted() -> None:
    for text, sent in {
        "/**\n * Why.\n */\nlet a = /** @type {B} */ (c); // d\n": "let a = (c);\n",
        "if (a) {\n\n  // why\n  b();\n}\n": "if (a) {\nb();\n}\n",
        "return/* so */a;": "return a;",
        "a = b +/* so */+ c;": "a = b + + c;",
        "return /* so\n */ a;": "return \n a;",
        "let a = `${/** @type {B} */ (c)}`;": "let a = `${(c)}`;",
    }.items():
        assert module_of("one.js", text).text == sent


@pytest.mark.parametrize("name", NAMES)
def test_no_script_makes_markup_of_data(name: str) -> None:
    text = source(name)
    assert not any(way in text for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("))

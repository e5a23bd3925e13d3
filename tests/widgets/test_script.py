"""Scripts of widgets: what they bring along, and what none of them does."""

from __future__ import annotations

import re

import pytest

from workbench.widgets.script import HERE, _without_comments, in_order, script, source, style

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


def test_scripts_that_import_each_other_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {"one.js": 'import { two } from "./two.js";', "two.js": 'import { one } from "./one.js";'}
    monkeypatch.setattr("workbench.widgets.script.source", texts.__getitem__)
    with pytest.raises(ValueError, match=r"one\.js, two\.js, one\.js"):
        in_order("one.js")


def test_style_sheets_stand_one_after_the_other() -> None:
    both = style("table/table.css", "grid/editing.css")
    assert both == f"{style('table/table.css')}{style('grid/editing.css')}"
    assert "/*" not in both
    for name in ("table/table.css", "grid/editing.css"):
        rules = re.findall(r"^[^\s/@*][^{}]*\{", source(name), re.MULTILINE)
        assert rules
        assert all(rule in both for rule in rules if "/*" not in rule)


def test_texts_that_look_like_comments_stay() -> None:
    kept = 'const address = "https://a.b"; // why\nconst many = "/* all */";\n'
    assert _without_comments(kept) == kept
    assert _without_comments("/**\n * Why.\n */\nlet a = /** @type {B} */ (c); // d\n") == "let a = (c); // d\n"


@pytest.mark.parametrize("name", NAMES)
def test_no_script_makes_markup_of_data(name: str) -> None:
    text = source(name)
    assert not any(way in text for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("))

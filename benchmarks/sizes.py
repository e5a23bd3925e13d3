"""How large the games are as programs: `python -m benchmarks.sizes` writes a table into benchmarks/README.md."""

from __future__ import annotations

import argparse
import ast
import io
import sys
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from benchmarks.mutation.running import rule_modules
from benchmarks.planted_faults import row
from benchmarks.table import README, with_table

GAMES = Path(__file__).resolve().parents[1] / "workbench" / "games"
BEGIN, END = "<!-- sizes: written by python -m benchmarks.sizes -->", "<!-- end of sizes -->"
LAYOUT = (
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER,
)  # fmt: skip
HEAD = ("game", "Python files", "code lines", "rule modules", "their code lines", "of those imports", "names imported")


def code_lines(source: str) -> int:
    """How many lines hold code: no blank ones, comments and docstrings."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    held = {line for token in tokens if token.type not in LAYOUT for line in range(token.start[0], token.end[0] + 1)}
    told = {line for node in ast.walk(ast.parse(source)) if _is_docstring(node) for line in _lines(node)}
    return len(held - told)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _lines(node: ast.AST) -> range:
    return range(node.lineno, node.end_lineno + 1)  # type: ignore[attr-defined]


def imports(tree: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    """The statements that import at the top of a module; what every module imports of the future is not counted."""
    for node in tree.body:
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and node.module != "__future__"):
            yield node


def names_from_outside(trees: Iterable[ast.Module], package: str) -> set[tuple[str, str]]:
    """The names that modules import from anywhere but their own game, each once."""
    return {
        (getattr(node, "module", None) or "", alias.name)
        for tree in trees
        for node in imports(tree)
        for alias in node.names
        if not (isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").startswith(package)))
    }


def measured(folder: Path) -> str:
    """A line of the table."""
    package = f"workbench.games.{folder.name}"
    sources = {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))}
    trees = {name: ast.parse(source) for name, source in sources.items()}
    modules = rule_modules(folder, package)
    rules = [trees[module] for module in modules]
    lines = sum(code_lines(sources[module]) for module in modules)
    importing = sum(len(_lines(node)) for tree in rules for node in imports(tree))
    by_rules, by_all = (len(names_from_outside(some, package)) for some in (rules, trees.values()))
    return row(
        folder.name,
        len(trees),
        f"{sum(map(code_lines, sources.values())):,}",
        len(rules),
        f"{lines:,}",
        f"{importing / lines:.1%}",
        f"{by_rules} in rules, {by_all} in all",
    )


def main(given: Sequence[str] | None = None) -> int:
    """Measure all games and write the table."""
    argparse.ArgumentParser(prog="python -m benchmarks.sizes", description=__doc__).parse_args(given)
    folders = sorted(path.parent for path in GAMES.glob("*/rules.py"))
    table = "\n".join([row(*HEAD), f"|{'---|' * len(HEAD)}", *map(measured, folders)])
    README.write_text(with_table(README.read_text(encoding="utf-8"), table, BEGIN, END), encoding="utf-8")
    print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())

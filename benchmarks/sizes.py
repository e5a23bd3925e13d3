"""How large the house and its games are as programs: `python -m benchmarks.sizes` writes two tables into
benchmarks/README.md.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from benchmarks.earlier import earlier_checkout
from benchmarks.mutation.running import rule_modules
from benchmarks.planted_faults import row
from benchmarks.table import README, with_table

HOUSE = Path(__file__).resolve().parents[1] / "workbench"
GAMES = HOUSE / "games"
BEFORE = "71a9e5b"  # the commit that a severe reviewer read
LONG = 50  # lines of a function, without its docstring
CONVERTED = re.compile(r"int\((state|deck|view|lines|actions)\b[^()=<>&|]*\)")
HOUSE_BEGIN, HOUSE_END = "<!-- house: written by python -m benchmarks.sizes -->", "<!-- end of house -->"
BEGIN, END = "<!-- sizes: written by python -m benchmarks.sizes -->", "<!-- end of sizes -->"
LAYOUT = (
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER,
)  # fmt: skip
HEAD = ("game", "Python files", "code lines", "rule modules", "their code lines", "of those imports", "names imported")


def code_lines(source: str) -> int:
    """The number of lines that hold code, without blank lines, comments and docstrings."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    held = {line for token in tokens if token.type not in LAYOUT for line in range(token.start[0], token.end[0] + 1)}
    told = {line for node in ast.walk(ast.parse(source)) if _is_docstring(node) for line in _lines(node)}
    return len(held - told)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _lines(node: ast.AST) -> range:
    return range(node.lineno, node.end_lineno + 1)  # type: ignore[attr-defined]


def imports(tree: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    """The import statements at the top of a module, except those from `__future__`."""
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


def functions_of(tree: ast.Module) -> list[ast.FunctionDef]:
    """The functions and methods of a module."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def is_rule(function: ast.FunctionDef) -> bool:
    """Whether a function is marked as a rule."""
    return any(ast.unparse(mark).partition("(")[0] == "rule" for mark in function.decorator_list)


def circle_of(folder: Path) -> int:
    """The size of the largest set of files that import each other, directly or indirectly, even for types alone."""
    from networkx import strongly_connected_components

    from tests.test_rooms import imports_of

    return max(map(len, strongly_connected_components(imports_of(folder))))


def house(folder: Path) -> dict[str, int]:
    """The counts of a whole package, by what is counted."""
    sources = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))]
    trees = [ast.parse(source) for source in sources]
    functions = [function for tree in trees for function in functions_of(tree)]
    rules = [function for function in functions if is_rule(function)]
    arguments = [argument for rule in rules for argument in rule.args.args]
    return {
        "Python files": len(sources),
        "code lines": sum(map(code_lines, sources)),
        "functions": len(functions),
        f"functions over {LONG} lines": sum(code_lines(ast.unparse(function)) > LONG for function in functions),
        "rules": len(rules),
        "parameters of rules without a type": sum(argument.annotation is None for argument in arguments),
        "`int(...)` in rules around what a record or a deck holds": sum(
            bool(CONVERTED.fullmatch(ast.unparse(node)))
            for rule in rules for node in ast.walk(rule) if isinstance(node, ast.Call)
        ),
        "files in the largest circle of imports": circle_of(folder),
    }  # fmt: skip


def lines_in_both(folder: Path, earlier: Path) -> Iterator[int]:
    """The code lines of each file of a package that is in the house and was in an earlier one."""
    for file in (path.relative_to(earlier) for path in earlier.rglob("*.py")):
        if (HOUSE / file).is_file():
            yield code_lines((folder / file).read_text(encoding="utf-8"))


def house_table() -> str:
    """The house at an earlier commit and now, or only now if no repository here has that commit."""
    now = house(HOUSE)
    with earlier_checkout(BEFORE) as checkout:
        before = house(checkout / "workbench") if checkout else {}
        if checkout:
            for counts, folder in ((before, checkout / "workbench"), (now, HOUSE)):
                counts["code lines in the files that are in both"] = sum(lines_in_both(folder, checkout / "workbench"))
    lines = [row(what, f"{before[what]:,}" if what in before else "", f"{number:,}") for what, number in now.items()]
    return "\n".join([row("`workbench`", f"at {BEFORE}", "now"), "|---|---|---|", *lines])


def main(given: Sequence[str] | None = None) -> int:
    """Measure the house and all games and write the tables."""
    argparse.ArgumentParser(prog="python -m benchmarks.sizes", description=__doc__).parse_args(given)
    folders = sorted(path.parent for path in GAMES.glob("*/rules.py"))
    table = "\n".join([row(*HEAD), f"|{'---|' * len(HEAD)}", *map(measured, folders)])
    whole = house_table()
    text = with_table(README.read_text(encoding="utf-8"), table, BEGIN, END)
    README.write_text(with_table(text, whole, HOUSE_BEGIN, HOUSE_END), encoding="utf-8")
    print(whole, table, sep="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

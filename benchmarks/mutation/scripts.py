"""Mutants of scripts, made by replacing what a regular expression finds in a line of JavaScript."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from benchmarks.mutation.mutants import DECLARATIONS, Mutant

# Name -> what is looked for, and what replaces it.
CHANGES = {
    "EqualNotEqual": (r"===", "!=="),
    "NotEqualEqual": (r"!==", "==="),
    "AndOr": (r" && ", " || "),
    "OrAnd": (r" \|\| ", " && "),
    "LessOrEqual": (r" < ", " <= "),
    "LessNotLess": (r" < ", " >= "),
    "MoreOrEqual": (r" > ", " >= "),
    "MoreNotMore": (r" > ", " <= "),
    "AddSubtract": (r" \+ (?=[\w(])", " - "),
    "SubtractAdd": (r" - (?=[\w(])", " + "),
    "TrueFalse": (r"\btrue\b", "false"),
    "FalseTrue": (r"\bfalse\b", "true"),
    "WithoutNot": (r"!(?=[\w(])", ""),
    "OneMore": (r"(?<![\w.'\"#-])\d+(?![\w.'\"%])", "{+1}"),
    "EarlyReturn": (r"\breturn;", ""),
    # A whole line that does something: a call, or a change to something that exists.
    "WithoutStatement": (r"(?<=^)(\s*)(?!return\b|const\b|let\b|throw\b)[\w.]+(\(.*\)|( [+-]?= | \?\?= ).+);$", r"\1;"),
}
FUNCTION = re.compile(
    r"^(?:export )?(?:default )?(?:async )?function\*? (\w+)|^  (?:static |async |get |set )*#?(\w+)\(.*\) \{$"
)
TEXT = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|//.*$")


def script_mutants(file: str, source: str) -> list[Mutant]:
    """Every mutant of a script; comments, imports and texts stay as they are.

    >>> [mutant.after for mutant in script_mutants("a.js", "function f(a) {\\n  return a === 1;\\n}\\n")]
    ['  return a !== 1;', '  return a === 2;']
    """
    found, twins = [], Counter[tuple[str, str, str]]()
    lines = source.split("\n")
    function, quoted = DECLARATIONS, False
    for number, line in enumerate(lines):
        if begins := FUNCTION.match(line):
            function = begins[1] or begins[2]
        if quoted or _says_nothing(line):
            quoted ^= line.count("`") % 2 == 1
            continue
        quoted ^= line.count("`") % 2 == 1
        for name, changed in _changes(line):
            twin = twins[function, line, changed]
            twins[function, line, changed] += 1
            whole = "\n".join([*lines[:number], changed, *lines[number + 1 :]])
            found.append(Mutant(file, function, name, number + 1, line, changed, twin, whole))
    return found


def _says_nothing(line: str) -> bool:
    return line.lstrip().startswith(("//", "*", "/*", "import ", "export {", "} from"))


def _changes(line: str) -> Iterator[tuple[str, str]]:
    """Each (operator, changed line)."""
    texts = [match.span() for match in TEXT.finditer(line)]
    for name, (pattern, instead) in CHANGES.items():
        for match in re.finditer(pattern, line):
            if any(first <= match.start() < last for first, last in texts):
                continue
            new = str(int(match[0]) + 1) if instead == "{+1}" else match.expand(instead)
            yield name, line[: match.start()] + new + line[match.end() :]

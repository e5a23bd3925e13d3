"""All mutants of a module's source, and a sample of them that is spread over its functions."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator

from benchmarks.mutation.operators import following_names, operators, worth_trying

DECLARATIONS = "declarations"  # what is outside all functions: options, zones, verbs, limits


@dataclass(frozen=True)
class Mutant:
    """A module with one small change.

    `line` is where the change begins, `before` and `after` are the lines that differ, and `twin` numbers the
    mutants of a function that read the same in different places.
    """

    module: str
    function: str
    operator: str
    line: int
    before: str
    after: str
    twin: int
    source: str = field(repr=False, compare=False)

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """What stays the same when lines above it come and go."""
        return self.module, self.function, self.before, self.after, self.twin

    @property
    def file(self) -> str:
        """The file of the module."""
        return self.module if self.module.endswith(".js") else f"{self.module}.py"

    @property
    def place(self) -> str:
        """The file, the line and the function, and which of its twins this is."""
        return f"{self.file}:{self.line} {self.function}" + (f" ({self.twin + 1})" if self.twin else "")

    @property
    def difference(self) -> str:
        """The lines that differ, as a patch shows them."""
        return "\n".join(
            sign + line for sign, lines in (("-", self.before), ("+", self.after)) for line in lines.split("\n")
        )


def all_mutants(module: str, source: str, neighbours: Sequence[str] = ()) -> list[Mutant]:
    """Every mutant of a module; `neighbours` are sources that read names of the same declarations.

    Mutants that differ from the module or from another mutant only in layout are left out. Texts, annotations and
    decorators stay as they are.
    """
    kinds = operators(following_names([source, *neighbours]))
    found, twins, line, start = [], Counter[tuple](), 1, 0
    for function, head, text in _parts(source):
        for operator, changed in _changes(head + text, kinds):
            mutated = changed[len(head) :]
            first, before, after = changed_lines(text, mutated)
            twin = twins[function, before, after]
            twins[function, before, after] += 1
            whole = source[:start] + mutated + source[start + len(text) :]
            found.append(Mutant(module, function, operator, line + first, before, after, twin, whole))
        line += text.count("\n")
        start += len(text)
    return found


def _parts(source: str) -> Iterator[tuple[str, str, str]]:
    """The name, the head that must stand before it, and the text of each function, method and other statement."""
    for statement in get_ast(source).children:
        definition = _definition(statement)
        if definition.type != "classdef" or definition.children[-1].type != "suite":
            yield _name(statement), "", statement.get_code()
            continue
        whole, suite = statement.get_code(), definition.children[-1]
        yield DECLARATIONS, "", whole[: len(whole) - len(suite.get_code())] + suite.children[0].get_code()
        for part in suite.children[1:]:
            inside = _name(part)
            name = definition.name.value + ("" if inside == DECLARATIONS else f".{inside}")
            yield name, "class _:\n", part.get_code()


def _definition(statement: Any) -> Any:
    """A statement without its decorators."""
    while statement.type in ("decorated", "async_stmt", "async_funcdef"):
        statement = statement.children[-1]
    return statement


def _name(statement: Any) -> str:
    definition = _definition(statement)
    return definition.name.value if definition.type in ("funcdef", "classdef") else DECLARATIONS


def _changes(text: str, kinds: Sequence[Operator]) -> Iterator[tuple[str, str]]:
    """Each (operator, changed text) of a statement."""
    try:
        tree, seen = get_ast(text), {_meaning(text)}
    except SyntaxError:  # the head of a class without its body
        return
    statement = tree.children[0]
    inside = _part_to_change(statement)
    if inside is None:
        return
    for operator in kinds:
        places = [node for node in ast_nodes(tree) for _ in operator.mutation_positions(node)]
        for number, node in enumerate(places):
            if not inside.start_pos <= node.start_pos < inside.end_pos or not worth_trying(operator, node):
                continue
            mutated = mutate_code(text, operator, number)
            try:
                meaning = _meaning(mutated)
            except SyntaxError:  # an operator has made invalid Python at a place that it does not know
                continue
            if meaning not in seen:
                seen.add(meaning)
                yield type(operator).__name__, mutated


def _part_to_change(statement: Any) -> Any:
    """The body of a function, or the whole of a declaration; None for what decides nothing."""
    statement = _definition(statement)
    if statement.type in ("funcdef", "classdef"):
        return statement.children[-1]
    if statement.type == "simple_stmt" and statement.children[0].type == "expr_stmt":
        # Names that are merely numbered: A, B = range(2).
        return None if statement.get_code().rpartition("=")[2].strip().startswith("range(") else statement
    return None


def _meaning(text: str) -> str:
    """A piece of source without its layout."""
    return ast.dump(ast.parse(text))


def changed_lines(old: str, new: str) -> tuple[int, str, str]:
    """The number of lines before two texts begin to differ, and the lines of each that differ.

    >>> changed_lines("a\\nb\\nc\\n", "a\\nB\\nc\\n")
    (1, 'b', 'B')
    """
    one, other = old.split("\n"), new.split("\n")
    first = next(number for number, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1])
    while one and other and one[-1] == other[-1]:
        one.pop()
        other.pop()
    return first, "\n".join(one[first:]), "\n".join(other[first:])


def sample(mutants: Sequence[Mutant], size: int, seed: int) -> list[Mutant]:
    """Choose mutants at random so that each function has its share, and at least one if the size allows it.

    The next mutant always comes from the function with the most mutants per one chosen so far (the method of Adams).
    What is chosen from one function does not depend on the others, and a smaller sample is the beginning of a larger
    one.
    """
    of_function: dict[tuple[str, str], list[Mutant]] = {}
    for mutant in mutants:
        of_function.setdefault((mutant.module, mutant.function), []).append(mutant)
    lots = {name: random.Random(f"{seed} {name}") for name in of_function}
    order = {name: lot.random() for name, lot in lots.items()}
    waiting = {name: lots[name].sample(found, len(found)) for name, found in of_function.items()}
    chosen: list[Mutant] = []
    taken = Counter[tuple[str, str]]()

    def claim(name: tuple[str, str]) -> tuple[float, float]:
        return len(of_function[name]) / taken[name] if taken[name] else float("inf"), order[name]

    while len(chosen) < min(size, len(mutants)):
        name = max((name for name in waiting if waiting[name]), key=claim)
        taken[name] += 1
        chosen.append(waiting[name].pop())
    return chosen

"""The internals of Numba that we rely on; a new Numba that moves one fails here, by name, before a game does."""

from __future__ import annotations

import inspect
import re
from importlib.metadata import version
from pathlib import Path
from types import FunctionType

import numba
import numpy as np
import pytest

import workbench
from workbench.kernel.engine import compiler
from workbench.kernel.engine.compiler import GENERIC, RELIED_ON, Target, part_of, record_in, targets, types_of


def test_numba_still_has_what_is_relied_on() -> None:
    moved = []
    for owner, names in RELIED_ON.items():
        for name, parameters in names.items():
            found = getattr(owner, name, None)
            here = f"{owner.__module__}.{owner.__qualname__}.{name}"
            if found is None:
                moved.append(f"{here} is gone")
            elif parameters is not None and tuple(inspect.signature(found).parameters) != parameters:
                moved.append(f"{here} takes {inspect.signature(found)}")
    assert moved == [], f"Numba {version('numba')}"


def test_the_versions_are_those_that_were_tried() -> None:
    said = re.findall(r"Numba (\d+\.\d+) and llvmlite (\d+\.\d+)", compiler.__doc__ or "")
    assert said == [(version("numba").rpartition(".")[0], version("llvmlite").rpartition(".")[0])], (
        "try the new one (tests/kernel/engine, python -m benchmarks compile c), then say so in compiler.py"
    )


def test_what_numba_compiles_in_its_own_way_may_call_rules_and_what_they_call() -> None:
    inner = part_of(lambda number: number + 1, inlined=False)
    outer = part_of(lambda number: 2 * inner(number), inlined=False)
    assert numba.njit(lambda number: outer(number) + inner(number))(3) == 12


def ways_up(stairs: int, stride: int = 2) -> int:
    """In how many ways one can climb stairs in strides of 1 to `stride` steps."""
    if stairs == 0:
        return 1
    ways = 0
    for step in range(1, min(stride, stairs) + 1):
        ways += ways_up(stairs - step, stride)
    return ways


def test_a_rule_may_call_itself_and_is_compiled_once_for_it() -> None:
    """With a number written in the rule, a narrow one, and one that is left out."""
    climbing = FunctionType(ways_up.__code__, {}, "ways_up", ways_up.__defaults__)
    rule = climbing.__globals__["ways_up"] = part_of(climbing, inlined=False)
    assert numba.njit(lambda stairs: (rule(4), rule(np.uint8(stairs)), rule(stairs, 3)))(4) == (
        ways_up(4),
        ways_up(4),
        ways_up(4, 3),
    )
    assert len(rule.overloads) == 1


def test_nothing_else_imports_numba_or_llvmlite() -> None:
    source = Path(workbench.__file__).parent
    importing = [
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        if re.search(r"^\s*(from|import) (numba|llvmlite)", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert importing == ["kernel/engine/compiler.py"]


def test_code_runs_that_was_made_for_this_processor_or_for_any_of_its_kind() -> None:
    native, generic = targets()
    assert native.triple == generic.triple
    assert native.processor != GENERIC
    assert generic == Target(native.triple, GENERIC, "")
    assert native.key.startswith("native-")
    assert generic.key.startswith("generic-")


@pytest.mark.parametrize(("values", "field"), [((1, 2), "decks"), (("a text",), "decks")])
def test_only_records_have_the_dtype_of_a_record(values: tuple, field: str) -> None:
    assert [record_in(kind, field) for kind in types_of(values)] == [None] * len(values)

"""Rule functions read without running them: names that nobody has declared, and what only plain Python can do."""

from __future__ import annotations

import builtins
import dis
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

from workbench.storage.errors import file_of, one_of

KERNEL = "workbench.kernel"
WRITING = ("STORE_ATTR", "DELETE_ATTR")
ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD", *WRITING)
# Instructions of Python that make what compiled rules have no use for.
MAKES = {
    "BUILD_MAP": "a dictionary",
    "BUILD_CONST_KEY_MAP": "a dictionary",
    "MAP_ADD": "a dictionary",
    "BUILD_LIST": "a list",
    "LIST_APPEND": "a list",
    "BUILD_SET": "a set",
    "SET_ADD": "a set",
    "BUILD_STRING": "a text",
    "FORMAT_VALUE": "a text",
    "FORMAT_SIMPLE": "a text",
    "IMPORT_NAME": "an import",
    "YIELD_VALUE": "a generator",
    "BEFORE_WITH": "a with block",
}
WHOLE_SLICE = (
    "several places of an array are written at once, which takes the compiler more than all the rest of a rule; "
    "write a loop that writes one place at a time: array[i] = ..."
)


@dataclass(frozen=True)
class Misread:
    """Something in a rule that cannot work: where it is, and what is wrong with it."""

    place: str
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


def line_in(function: Any, line: int) -> str:
    """A line of a rule as error texts name it."""
    return f"{file_of(function.__code__.co_filename)} line {line}, in {function.__name__}"


def is_heading(function: FunctionType, line: int) -> bool:
    """Whether a line is above the body of a rule: its mark, or its `def`."""
    body = [_line(instruction) for instruction in dis.get_instructions(function) if instruction.opname != "RESUME"]
    return line < min(body)


def misread(function: FunctionType, records: Mapping[str, Mapping[str, bool]], unknown: str = "") -> Iterator[Misread]:
    """What a linked rule function reads or writes that does not exist.

    `records` are the fields of the records by the names that rules give them, each True if it is an array. `unknown`
    is an attribute that is known to be missing from some record.
    """
    parameters = function.__code__.co_varnames[: function.__code__.co_argcount]
    before: Any = None  # the local name, or the module of declared names, that was read last
    made_slice = False
    for instruction in dis.get_instructions(function):
        if instruction.opname == "STORE_SLICE" or (made_slice and instruction.opname == "STORE_SUBSCR"):
            yield Misread(line_in(function, _line(instruction)), WHOLE_SLICE)
        made_slice = instruction.opname == "BUILD_SLICE"
        if instruction.opname == "COPY":  # `state.coins += 1` reads and writes a field of what was read before
            continue
        place = line_in(function, _line(instruction))
        here, before = before, None
        if instruction.opname.startswith("LOAD_FAST"):
            name = instruction.argval
            before = name[-1] if isinstance(name, tuple) else name
        elif instruction.opname == "LOAD_GLOBAL":
            before = function.__globals__.get(instruction.argval)
            if text := _wrong_global(function, instruction.argval):
                yield Misread(place, text)
        elif instruction.opname in ATTRIBUTES and isinstance(here, ModuleType):
            before = getattr(here, instruction.argval, None)
            if before is None:
                yield Misread(place, no_name(here, instruction.argval))
        elif instruction.opname in ATTRIBUTES and isinstance(here, str) and here in parameters:
            text = _wrong_field(here, instruction, records.get(here), unknown)
            if text:
                yield Misread(place, text)


def no_name(names: ModuleType, name: str) -> str:
    """A sentence that says that a name is not among declared names, as rules read them."""
    return one_of(name, [known for known in vars(names) if not known.startswith("__")], names.__name__)


def _wrong_global(function: FunctionType, name: str) -> str:
    """What is wrong with a name that a rule takes from its module; empty if nothing."""
    value = function.__globals__.get(name, getattr(builtins, name, None))
    if value is None and name not in function.__globals__ and not hasattr(builtins, name):
        return f"nothing is called {name!r} here. Is it misspelt, or not imported?"
    if isinstance(value, FunctionType) and not getattr(value, "__rule__", False):
        return f"{name} is no rule function; write @rule above it, so that rules can call it."
    return ""


def _wrong_field(record: str, instruction: dis.Instruction, fields: Mapping[str, bool] | None, unknown: str) -> str:
    """What is wrong with a part of a record that a rule reads or writes; empty if nothing."""
    name = instruction.argval
    if fields is None:
        return f"There is no field of the {record} {name!r}." if name == unknown else ""
    if name not in fields:
        return one_of(name, fields, f"field of the {record}")
    if instruction.opname in WRITING and fields[name]:
        return f"{record}.{name} is an array; write into one place of it: {record}.{name}[...] = ..., not over it."
    return ""


def makes(function: FunctionType) -> Iterator[tuple[int, str]]:
    """What a rule makes that is not a number, each with its line: lists, dictionaries, texts except those it raises."""
    instructions = [(_line(instruction), instruction) for instruction in dis.get_instructions(function)]
    raised: set[int] = set()
    for line, instruction in instructions:
        if instruction.opname == "RAISE_VARARGS":
            raised.update(range(line, ((instruction.positions and instruction.positions.end_lineno) or 0) + 1))
    for line, instruction in instructions:
        is_text = instruction.opname == "LOAD_CONST" and isinstance(instruction.argval, str)
        what = "a text" if is_text else MAKES.get(instruction.opname)
        if what is not None and line not in raised:
            yield line, what


def _line(instruction: dis.Instruction) -> int:
    return (instruction.positions and instruction.positions.lineno) or 0

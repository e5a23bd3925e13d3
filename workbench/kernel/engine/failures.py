"""What goes wrong in a rule, said in one message: the line of the game, the rule, and what rules may use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FrameType, FunctionType, ModuleType
from typing import Any

import numpy as np

from workbench.kernel.engine.reading import Misread, is_heading, line_in, makes, misread, no_name
from workbench.kernel.events import EVENTS_DTYPE
from workbench.kernel.game import Variant
from workbench.kernel.scoring import LINES_DTYPE
from workbench.kernel.state import PlainRecord
from workbench.storage.errors import RuleError, WorkbenchError, frames_of, place_in, shown

MAY_USE = "Rules use whole numbers, the record, the deck and other rule functions"
NO_ATTRIBUTE = re.compile(r"'(\w+)' object has no attribute '(\w+)'")
# What plain Python says of a record -> what it means.
MEANS = {
    "memoryview: invalid value for format": "the number does not fit into the field; declare it with a larger dtype",
    "memoryview: invalid type for format": "what is written into the record is no whole number; to divide, write //",
    "index out of bounds on dimension": "there is no such place, seat or position in the record",
    "memoryview: invalid slice key": "the position in the record is no whole number",
}


class Guarded:
    """A function of an engine whose failures become one RuleError; everything else of it is the function's own."""

    __slots__ = ("explain", "function")

    def __init__(self, function: Callable[..., Any], explain: Callable[[Exception], RuleError]) -> None:
        self.function, self.explain = function, explain

    def __call__(self, *arguments: Any) -> Any:
        """Call the function; raises RuleError."""
        try:
            return self.function(*arguments)
        except WorkbenchError:
            raise
        except Exception as fault:
            failure = self.explain(fault)
        raise failure

    def __getattr__(self, name: str) -> Any:
        return getattr(self.function, name)


# Plain Python


def plain_failure(fault: Exception, variant: Variant) -> RuleError:
    """The message for what a rule has raised in plain Python: the last line of a game that was carried out."""
    frames = list(frames_of(fault))
    place = place_in(frames)
    rule = next((f", in {frame.f_code.co_name}" for frame, line in frames if place_in([(frame, line)])), "")
    where = f"{place}{rule}" if place else f"The rules of {variant.title}"
    return RuleError(f"{where}: {_explained(fault, frames[0][0])}")


def _explained(fault: Exception, frame: FrameType) -> str:
    """What went wrong, in words that say how to mend it where they are known."""
    text = str(fault)
    if isinstance(fault, AttributeError) and isinstance(fault.obj, ModuleType):
        return no_name(fault.obj, fault.name or "")
    for said, meaning in MEANS.items():
        if text.startswith(said):
            return f"{type(fault).__name__}: {meaning}"
    if found := NO_ATTRIBUTE.search(text):  # written, since what is read says it itself
        for value in frame.f_locals.values():
            if isinstance(value, PlainRecord) and type(value).__name__ == found[1]:
                return value.no_field(found[2])
    return text if isinstance(fault, AttributeError) else f"{type(fault).__name__}: {text}"


# Compiled


def compiled_failure(fault: Exception, variant: Variant, functions: list[FunctionType]) -> RuleError:
    """The message for what the compiler, or a compiled rule, has raised."""
    wrong = _read_again(variant, functions, fault)
    if wrong is not None:
        return RuleError(f"{wrong} {MAY_USE}.")
    if not type(fault).__module__.startswith("numba"):
        text = f"A rule of {variant.title} fails when compiled: {type(fault).__name__}: {str(fault)[:200]}"
        return RuleError(f"{text}. In plain Python (compiled=False, or the kit) the message names its line.")
    place = next(_places(str(fault), functions), None)
    if place is None:
        return RuleError(f"The rules of {variant.title} do not compile: {_gist(str(fault))}. {MAY_USE}.")
    function, line = place
    made = dict(reversed(list(makes(function))))  # line -> what is made there first
    if is_heading(function, line):  # the compiler blames the function as a whole
        line = next(iter(reversed(made)), line)
    what = f"this makes {made[line]}" if line in made else _gist(str(fault))
    return RuleError(f"{line_in(function, line)}: {what}. {MAY_USE}.")


def records_of(variant: Variant, deck: Mapping[str, bool] | None = None) -> dict[str, Mapping[str, bool]]:
    """The fields of the records that rules are handed, by the names they give them; True for an array."""
    state, actions = variant.state.dtype, variant.actions.list_dtype
    named = {"state": state, "view": state, "events": EVENTS_DTYPE, "lines": LINES_DTYPE, "actions": actions}
    records: dict[str, Mapping[str, bool]] = {name: _fields(dtype) for name, dtype in named.items()}
    return records if deck is None else {**records, "deck": deck}


def _fields(dtype: np.dtype) -> dict[str, bool]:
    return {name: dtype[name].subdtype is not None for name in dtype.names or ()}


def _read_again(variant: Variant, functions: list[FunctionType], fault: Exception) -> Misread | None:
    """The first thing in the rules that cannot compile, or None if reading them finds nothing."""
    missing = str(fault.args[0]) if isinstance(fault, KeyError) and fault.args else ""
    records = records_of(variant)
    return next((wrong for function in functions for wrong in misread(function, records, missing)), None)


def _places(message: str, functions: list[FunctionType]) -> Iterator[tuple[FunctionType, int]]:
    """The lines of the game that the compiler names, the innermost first."""
    for file, line in re.findall(r'File "(.+?)", line (\d+):', message):
        path = Path(file).resolve()
        for function in functions:
            code = function.__code__
            lines = [number for _, _, number in code.co_lines() if number]
            if path == Path(code.co_filename).resolve() and min(lines) <= int(line) <= max(lines):
                yield function, int(line)


def _gist(message: str) -> str:
    """What the compiler says, without its own workings."""
    if found := re.search(r"to signature '(.*?)' due to \"TypeError: (.*?)\"", message):
        return f"the rule that is called here takes {found[1]}: {found[2]}"
    said = re.sub(r"Record\(\[.*?\], \d+, True\)", "record", message)
    lines = [line for line in said.splitlines() if line and not line.startswith(("Failed in", "During:", "File "))]
    return shown(lines[0] if lines else message, 200).strip("'\"")

"""Numba's inside: how rules become machine code. What relies on how Numba works within stands here and nowhere else.

Numba optimizes and emits each function by itself, with all that it calls linked in again, and opens each to Python.
Of a game only a few functions are called from Python, its *doors*. So here

- what only compiled code calls is a `Part`: it is typed and lowered to LLVM's language, and no more;
- doors that are wanted together become one `Whole`: their parts are linked once, optimized once and emitted once;
- a whole calls what another one has emitted before, and does not emit it again.

This relies on what Numba 0.68 and llvmlite 0.50 do and do not promise; RELIED_ON has the names:

- a compiler that is given to `njit(pipeline_class=...)` may bring the library that its function is lowered into;
- a caller adds the library of what it calls by `add_linking_library`, and asks it for `_get_module_for_linking`;
- code generators make libraries of their `_library_class`;
- `get_executable` asks a library and a description for symbols, and `set_env` notes an environment in emitted code;
- a dispatcher asks its `compile` for what it has no code for, and its compiler's `fold_argument_types` for the types
  of a call, also of a rule that calls itself; it takes machine code by `_insert`;
- a library that is handed object code before it is finalized loads it and emits nothing.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import types
from numba.core.base import BaseContext
from numba.core.codegen import Codegen, CPUCodegen, CPUCodeLibrary, JITCodeLibrary, JITCPUCodegen, JitEngine
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.cpu import CPUContext
from numba.core.dispatcher import Dispatcher
from numba.core.environment import Environment, lookup_environment
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys  # type: ignore[attr-defined]
from numba.core.sigutils import normalize_signature
from numba.np.numpy_support import as_dtype

GENERIC = "generic"  # what LLVM calls a processor that has no more than all of its kind
ENVIRONMENTS = "_ZN08NumbaEnv"  # how their symbols begin

# Owner -> what is used of it, as a name and, for a method, its parameters.
RELIED_ON: dict[Any, dict[str, tuple[str, ...] | None]] = {
    Compiler: {"compile_extra": ("self", "func")},
    CPUCodeLibrary: {
        "_get_module_for_linking": ("self",),
        "_optimize_final_module": ("self",),
        "_finalize_final_module": ("self",),
        "add_linking_library": ("self", "library"),
        "finalize": ("self",),
    },
    JITCodeLibrary: {
        "get_pointer_to_function": ("self", "name"),
        "enable_object_caching": ("self",),
        "_get_compiled_object": ("self",),
        "_set_compiled_object": ("self", "value"),
        "_raise_if_finalized": ("self",),
    },
    JitEngine: {"is_symbol_defined": ("self", "name")},
    Codegen: {"create_library": ("self", "name", "kwargs")},
    CPUCodegen: {"magic_tuple": ("self",)},
    JITCPUCodegen: {"_library_class": None, "set_env": ("self", "env_name", "env")},
    CPUContext: {"get_executable": ("self", "library", "fndesc", "env")},
    BaseContext: {"refresh": ("self",)},
    Dispatcher: {
        "compile": ("self", "sig"),
        "fold_argument_types": ("self", "args", "kws"),
        "_insert": None,
    },
    Environment: {"from_fndesc": ("fndesc",)},
}


# Parts


class NoEngine:
    """The code generator as a part shows it: nothing is emitted, so there is no place for an environment."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: the environment is noted in the whole."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)


class Part(JITCodeLibrary):
    """The code of one function, and which libraries it calls; it is neither optimized nor emitted by itself."""

    _shared_module: Any
    inlined = True  # whether it becomes part of its callers; else a whole may offer it to others

    @property
    def codegen(self) -> Any:
        """See NoEngine."""
        return NoEngine(self._codegen)

    def finalize(self) -> None:
        """Take no more. What several parts bring is the same in each, and is linked once."""
        self._raise_if_finalized()
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = llvm.Linkage.linkonce_odr
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """0: there is no machine code."""
        return 0

    def _get_module_for_linking(self) -> Any:
        """The function with all that it calls, for a caller that Numba compiles in its own way."""
        self._ensure_finalized()
        if self._shared_module is None:
            module = self._final_module.clone()
            for library in reached(self._linking_libraries):
                module.link_in(_own_module(library), preserve=True)
            self._shared_module = module
        return self._shared_module


class PartCompiler(Compiler):
    """Numba's compiler, but that it makes parts."""

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        """Compile a function into a part of its name."""
        part = Part(self.state.targetctx.codegen(), function.__qualname__)
        part.inlined = self.state.flags.forceinline
        self.state.library = part
        return super().compile_extra(function)


def reached(libraries: Iterable[Any], known: Callable[[Any], bool] = lambda library: False) -> list[Any]:
    """These libraries and those that they call, each once and after one that calls it; not beyond those `known`."""
    found: dict[int, Any] = {}
    waiting = list(libraries)
    while waiting:
        library = waiting.pop()
        if id(library) not in found:
            found[id(library)] = library
            if isinstance(library, Part) and not known(library):
                waiting += library._linking_libraries
    return list(found.values())


def _own_module(library: Any) -> Any:
    """What a library brings: a part its own function, a library of Numba's all that it calls as well."""
    return library._final_module if isinstance(library, Part) else library._get_module_for_linking()


@contextmanager
def _only_parts() -> Iterator[None]:
    """Let what Numba itself compiles for a rule (`max`, `int`) be parts too; no other thread compiles meanwhile."""
    with global_compiler_lock:
        context = cpu_target.target_context
        context.refresh()
        rtsys.initialize(context)  # what counts references must be emitted, whoever asks for it first
        codegen = context.codegen()
        codegen._library_class = Part
        try:
            yield
        finally:
            del codegen._library_class


# Dispatchers


def part_of(function: Callable[..., Any], *, inlined: bool) -> Any:
    """A dispatcher for a rule that only compiled code calls."""
    dispatcher = numba.njit(  # type: ignore[call-overload]
        nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=True, forceinline=inlined, pipeline_class=PartCompiler
    )(function)
    dispatcher.__rule__ = True
    _widen_calls(dispatcher)
    return dispatcher


def _widen(kind: Any) -> Any:
    if isinstance(kind, types.Omitted):  # an argument left out becomes the number that stands for it
        kind = types.int64
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) else kind


def _widen_calls(dispatcher: Any) -> None:
    """Let calls between rules compile `dispatcher` once, for int64, not for each constant and width.

    Numba would compile `push_frame(state, THIEF, ...)` again for each constant; a trial of Excalibur compiled
    `push_frame` nine times.
    """
    compiler = dispatcher._compiler
    fold = compiler.fold_argument_types

    def fold_widened(arguments: Any, keywords: Any) -> Any:
        signature, folded = fold(arguments, keywords)
        return signature, tuple(map(_widen, folded))

    compiler.fold_argument_types = fold_widened


class Door:
    """By this Python calls a compiled rule: a function that does nothing but call it.

    `make(name, signature)` is asked for what a call with new types needs; it ends in `lead_to`.
    """

    def __init__(self, rule: Any, name: str, make: Callable[[str, tuple[Any, ...]], None]) -> None:
        code = rule.py_func.__code__
        self.rule, self.name, self.parameters = rule, name, code.co_varnames[: code.co_argcount]
        self.entries: dict[tuple[Any, ...], Any] = {}
        arguments = ", ".join(self.parameters)
        scope: dict[str, Any] = {"__name__": __name__, "rule": rule}
        exec(compile(f"def {name}({arguments}):\n    return rule({arguments})", f"<door {name}>", "exec"), scope)
        scope[name].__qualname__ = f"door_{rule.py_func.__qualname__}"
        self.dispatcher = numba.njit(nogil=True, no_cfunc_wrapper=True, pipeline_class=PartCompiler)(scope[name])  # type: ignore[call-overload]
        self._lower = self.dispatcher._compiler.compile

        def entry(signature: Any) -> Any:
            kinds, _ = normalize_signature(signature)
            if kinds not in self.entries:
                make(name, kinds)
            return self.entries[kinds]

        self.dispatcher.compile = entry

    def __call__(self, *arguments: Any) -> Any:
        return self.dispatcher(*arguments)

    def lowered(self, kinds: tuple[Any, ...]) -> Any:
        """Numba's result of typing and lowering it, and all that it calls; its library is a part."""
        return self._lower(kinds, None)

    def lead_to(self, library: Any, symbols: tuple[str, str], kinds: tuple[Any, ...]) -> None:
        """Let calls with these types go into a library: `symbols` are those of the entry and of its environment."""
        entry, environment_name = symbols
        environment = Environment(sys.modules[__name__].__dict__)
        environment.env_name = environment_name
        description = SimpleNamespace(
            qualname=self.name,
            llvm_cpython_wrapper_name=entry,
            env_name=environment_name,
            lookup_module=lambda: sys.modules[__name__],
        )
        function = cpu_target.target_context.get_executable(library, description, environment)
        self.dispatcher._insert([kind._code for kind in kinds], function, False)
        self.entries[kinds] = function


def types_of(values: Sequence[Any]) -> tuple[Any, ...]:
    """How Numba types what Python hands to a door."""
    return tuple(numba.typeof(value) for value in values)


def record_in(kind: Any, field: str) -> np.dtype | None:
    """The dtype of a record, an array of records, or of that in a NamedTuple's `field`; None for other types."""
    if isinstance(kind, types.NamedTuple):
        kind = kind.types[kind.fields.index(field)] if field in kind.fields else None
    if isinstance(kind, types.Array):
        kind = kind.dtype
    return as_dtype(kind) if isinstance(kind, types.Record) else None


# Wholes


class Emitted(NamedTuple):
    """Machine code: an object file, and of each door the symbols of its entry and of its environment."""

    code: bytes
    symbols: dict[str, tuple[str, str]]


@dataclass(eq=False)
class Whole:
    """Doors that were made together, and the wholes they call; `offered` are the parts that others may call."""

    library: Any
    emitted: Emitted
    leans_on: tuple[Whole, ...] = ()
    offered: frozenset[int] = frozenset()
    parts: tuple[Any, ...] = ()  # kept alive, so that no other part gets the number of one that is offered


def emit(
    wanted: Mapping[str, tuple[Door, tuple[Any, ...]]], title: str, before: Sequence[Whole], *, offer: bool
) -> Whole:
    """Make doors, each for the types given with it, and let them call what the wholes `before` offer.

    With `offer`, later ones may call what in this whole is a function of its own.
    """
    offering = {part: whole for whole in before for part in whole.offered}
    with _only_parts():
        results = {name: door.lowered(kinds) for name, (door, kinds) in wanted.items()}
    libraries = reached((result.library for result in results.values()), lambda part: id(part) in offering)
    leans_on = {id(offering[id(library)]): offering[id(library)] for library in libraries if id(library) in offering}
    own = [library for library in libraries if id(library) not in offering]
    symbols = {
        name: (result.fndesc.llvm_cpython_wrapper_name, result.fndesc.env_name) for name, result in results.items()
    }
    whole = JITCodeLibrary(cpu_target.target_context.codegen(), title)
    whole.enable_object_caching()
    kept = {entry for entry, _ in symbols.values()}
    offered = [part for part in own if offer and isinstance(part, Part) and not part.inlined]
    for library in [*offered, *(result.library for result in results.values())]:
        kept |= _visible(library)
    for library in own:
        whole._final_module.link_in(_own_module(library), preserve=True)
    for function in whole._final_module.functions:
        if not function.is_declaration and function.name not in kept:
            function.linkage = llvm.Linkage.internal
    whole._optimize_final_module()
    whole._final_module.verify()
    _require_empty_environments(whole._final_module)
    whole._finalize_final_module()
    emitted = Emitted(bytes(whole._get_compiled_object()), symbols)
    return Whole(whole, emitted, tuple(leans_on.values()), frozenset(map(id, offered)), tuple(offered))


def _visible(part: Part) -> set[str]:
    """Let a part's functions be seen from outside, before it is linked: who is unseen is left out if nobody asks."""
    names = set()
    for function in part._final_module.functions:
        if not function.is_declaration:
            function.linkage = llvm.Linkage.external
            names.add(function.name)
    return names


def _require_empty_environments(module: Any) -> None:
    """What rules may do needs nothing of Python's; else the code that is kept would have to bring it."""
    for variable in module.global_variables:
        if variable.name.startswith(ENVIRONMENTS):
            environment = lookup_environment(variable.name)
            assert environment is None or not environment.consts, f"{variable.name} has {environment.consts}"


def load(emitted: Emitted, title: str) -> Any:
    """The library of machine code that was emitted before, here or in another process."""
    with global_compiler_lock:
        context = cpu_target.target_context
        context.refresh()
        library = JITCodeLibrary(context.codegen(), title)
        library.enable_object_caching()
        library._set_compiled_object(emitted.code)
        library._finalize_final_module()
        library._codegen._engine._defined_symbols.update(entry for entry, _ in emitted.symbols.values())
        return library


# Processors


class Target(NamedTuple):
    """Which processors code is for: their kind, the name of one or GENERIC, and what it can do beyond that."""

    triple: str
    processor: str
    features: str

    @property
    def key(self) -> str:
        """A short name, for files."""
        digest = hashlib.sha256(repr(tuple(self)).encode()).hexdigest()[:12]
        return f"{'generic' if self.processor == GENERIC else 'native'}-{digest}"


def targets() -> list[Target]:
    """Those whose code runs in this process: first what it compiles for, then any processor of the same kind."""
    native = Target(*cpu_target.target_context.codegen().magic_tuple())
    return list(dict.fromkeys([native, Target(native.triple, GENERIC, "")]))

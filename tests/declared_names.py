"""The options, phases and effects of a game by name, for type checkers: `names.pyi` beside each `names.py`.

The choices of an option are texts, and rules that stand in several files read phases and effects before the file that
declares these is there. So nothing but a stub can say which there are.

    python -m tests.declared_names

writes the stubs; a test compares them with what the games declare.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from tests.servers import CHECKOUT
from workbench.kernel.game import Variant
from workbench.kernel.names import attribute
from workbench.kernel.options import Options
from workbench.kernel.phases import Phase
from workbench.kernel.registry import list_games

HOUSE_RULES = "HouseRules"  # the options as fields of a record
HEAD = "# Written by python -m tests.declared_names from what the game declares.\n"


def stubs() -> Iterator[tuple[Path, str]]:
    """Each stub of the workbench's games and what it has to say."""
    for game in (one for one in list_games().values() if one.folder.is_relative_to(CHECKOUT)):
        for file in sorted(game.folder.rglob("names.py")):
            module = import_module(".".join(file.relative_to(CHECKOUT).with_suffix("").parts))
            (variant,) = [one for one in game.variants if one.options is module.OPTIONS]
            head = f"{HEAD}\nfrom workbench.author import Record\n" if HOUSE_RULES in module.__all__ else HEAD
            yield file.with_suffix(".pyi"), head + "".join(_stub(name, variant) for name in module.__all__)


def _stub(name: str, variant: Variant) -> str:
    if name == HOUSE_RULES:
        return _class(f"{HOUSE_RULES}(Record)", {option.key: "int" for option in variant.options})
    if name == "OPTIONS":
        return _options(variant.options)
    declared = variant.phases if name == "PHASES" else variant.effects
    numbers = {attribute(one.key if isinstance(one, Phase) else one.name): "int" for one in declared}
    return _class(type(declared).__name__, numbers, name)


def _options(options: Options) -> str:
    """A class for the choices of each option that has some, and one for all options."""
    named = {
        option.key: [attribute(name) for name in (*option.choices, option.none) if name.isidentifier()]
        for option in options
    }
    kinds = {key: "".join(word.title() for word in key.split("_")) for key, names in named.items() if names}
    choices = (_class(kind, dict.fromkeys(named[key], "int")) for key, kind in kinds.items())
    return "".join(choices) + _class("OptionsByName", kinds, "OPTIONS")


def _class(kind: str, parts: dict[str, str], instance: str = "") -> str:
    body = "".join(f"    {name}: {of}\n" for name, of in parts.items())
    return f"\nclass {kind}:\n{body}" + (f"\n{instance}: {kind}\n" if instance else "")


if __name__ == "__main__":
    for path, text in stubs():
        path.write_text(text, encoding="utf-8")

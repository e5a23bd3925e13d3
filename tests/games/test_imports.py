"""Our games are written as any author writes one: against `workbench.author`, not against what stands below it."""

from __future__ import annotations

from tests.servers import CHECKOUT
from tests.test_rooms import imports_of

BELOW = ("workbench.kernel", "workbench.storage")


def within(file: str, *packages: str) -> bool:
    """Whether a file is one of these packages or lies in one."""
    return any(f"{file}.".startswith(f"{package}.") for package in packages)


def test_no_file_of_a_game_imports_the_kernel_or_the_storage_directly() -> None:
    imports = imports_of(CHECKOUT / "workbench").edges
    by_games = [(file, imported) for file, imported in imports if within(file, "workbench.games")]
    assert ("workbench.games.guile.rules", "workbench.author") in by_games, "the imports of games are looked at"
    assert [(file, imported) for file, imported in by_games if within(imported, *BELOW)] == []

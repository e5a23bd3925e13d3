"""The options of Labyrinth City, as rules and screens name them.

A type checker finds every name in names.pyi, which `python -m tests.declared_names` writes.
"""

from workbench.games.guild_master.labyrinth_city.options import OPTIONS

__all__ = ["OPTIONS"]

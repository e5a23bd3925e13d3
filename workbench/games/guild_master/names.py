"""The options of Guild Master, as rules and screens name them.

A type checker finds every name in names.pyi, which `python -m tests.declared_names` writes.
"""

from workbench.games.guild_master.options import OPTIONS

__all__ = ["OPTIONS"]

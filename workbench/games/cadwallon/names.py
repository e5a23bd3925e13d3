"""The options of Guilds of Cadwallon, as rules and screens name them.

A type checker finds every name in names.pyi, which `python -m tests.declared_names` writes.
"""

from workbench.games.cadwallon.options import OPTIONS

__all__ = ["OPTIONS"]

"""The house rules of Guilds of Cadwallon, as rules and screens name them.

A type checker finds every name in names.pyi, which `python -m tests.declared_names` writes.
"""

from workbench.author import Record
from workbench.games.cadwallon.options import OPTIONS

__all__ = ["OPTIONS", "HouseRules"]


class HouseRules(Record):
    """The house rules of a match, as numbers in its record."""

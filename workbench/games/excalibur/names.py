"""The options and effects of chips of Excalibur, as rules and screens name them.

The rows of the effects are in chips.py, which imports the files that read them.
A type checker finds every name in names.pyi, which `python -m tests.declared_names` writes.
"""

from workbench.author import EFFECTS, Record
from workbench.games.excalibur.options import OPTIONS

__all__ = ["EFFECTS", "OPTIONS", "HouseRules"]


class HouseRules(Record):
    """The house rules of a match, as numbers in its record."""

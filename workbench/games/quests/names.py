"""The house rules, phases and effects of Quests of the Round Table, as rules and screens name them.

The rows of the last two are in rules.py, which imports the files that read them.
A type checker finds every name in names.pyi, which `python -m tests.declared_names` writes.
"""

from workbench.author import EFFECTS, PHASES, Record
from workbench.games.quests.options import OPTIONS

__all__ = ["EFFECTS", "OPTIONS", "PHASES", "HouseRules"]


class HouseRules(Record):
    """The house rules of a match, as numbers in its record."""

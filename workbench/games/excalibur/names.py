"""The options and effects of chips of Excalibur by name, and the options as numbers of the record.

The rows of the effects are in chips.py, which imports the files that read them.
A type checker finds every name in names.pyi, which `python -m tests.declared_names` writes.
"""

from workbench.author import EFFECTS
from workbench.games.excalibur.options import OPTIONS

HouseRules = OPTIONS.as_numbers

__all__ = ["EFFECTS", "OPTIONS", "HouseRules"]

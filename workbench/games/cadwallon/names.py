"""The options and effects of action cards of Guilds of Cadwallon, as rules and screens name them.

The rows of the effects are in rules.py, which imports the files that read them.
A type checker finds every name in names.pyi, which `python -m tests.declared_names` writes.
"""

from workbench.author import EFFECTS
from workbench.games.cadwallon.options import OPTIONS

__all__ = ["EFFECTS", "OPTIONS"]

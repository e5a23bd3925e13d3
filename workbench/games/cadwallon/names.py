"""The options of Guilds of Cadwallon by name, and the options as numbers of the record.

A type checker finds every name in names.pyi, which `python -m tests.declared_names` writes.
"""

from workbench.games.cadwallon.options import OPTIONS

HouseRules = OPTIONS.as_numbers

__all__ = ["OPTIONS", "HouseRules"]

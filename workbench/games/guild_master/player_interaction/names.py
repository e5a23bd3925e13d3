"""The options of Increased Player Interaction, as rules and screens name them.

A type checker finds every name in names.pyi, which `python -m tests.declared_names` writes.
"""

from workbench.games.guild_master.player_interaction.options import OPTIONS

__all__ = ["OPTIONS"]

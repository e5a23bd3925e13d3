"""Playing: matches with undo, save, load and replay; the host of a table, and what a player's screen may say to it."""

from workbench.play.match import Match, position

__all__ = ["Match", "position"]

"""Playing: matches with undo, save, load and replay."""

from workbench.play.match import Match

__all__ = ["Match"]

"""What the page of a graph may say."""

from __future__ import annotations

from typing import Literal

from workbench.pages.messages import Message, Word


class Stand(Message):
    """Open what a node stands for, such as a position on a table."""

    type: Literal["stand"]
    node: Word
    doing = "opening a position"


class WriteFile(Message):
    """Write the graph as text for other programs; `ending` says which."""

    type: Literal["write"]
    ending: Literal[".graphml", ".dot"]
    doing = "writing a graph as a file"

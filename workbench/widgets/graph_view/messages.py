"""The messages that the page of a graph may send."""

from __future__ import annotations

from typing import Literal

from workbench.pages.messages import Message, Word


class Stand(Message, doing="opening a position"):
    """Open what a node stands for, such as a position on a table."""

    type: Literal["stand"]
    node: Word


class Ask(Message, doing="asking a node", quiet=True):
    """Ask about a node, on a page where something else also shows what it stands for."""

    type: Literal["ask"]
    node: Word


class WriteFile(Message, doing="writing a graph as a file"):
    """Write the graph as text for other programs; `ending` says which."""

    type: Literal["write"]
    ending: Literal[".graphml", ".dot"]

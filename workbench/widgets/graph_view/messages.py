"""The messages that the page of a graph may send."""

from __future__ import annotations

from typing import Literal

from workbench.pages.messages import Message, Word


class Stand(Message, type="stand", doing="opening a position"):
    """Open what a node stands for, such as a position on a table."""

    node: Word


class Ask(Message, type="ask", doing="asking a node", quiet=True):
    """Ask about a node, on a page where something else also shows what it stands for."""

    node: Word


class WriteFile(Message, type="write", doing="writing a graph as a file"):
    """Write the graph as text for other programs; `ending` says which."""

    ending: Literal[".graphml", ".dot"]

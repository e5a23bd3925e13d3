"""A graph of the workbench as a file: a picture (SVG, PNG), or data for other programs (GraphML, DOT)."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Any

import networkx

from workbench.graphs.drawn import DrawnGraph
from workbench.storage.errors import OptionError, one_of

DOTS_PER_PIXEL = 2.0  # of a PNG, so that it can be printed


def export(graph: Any, path: str | PathLike[str]) -> Path:
    """Write a graph to a file, whose ending decides the kind: .svg, .png, .graphml or .dot.

    Raises OptionError for another ending. A PNG needs the package vl-convert-python (`pip install vl-convert-python`).
    """
    file = Path(path)
    kind = file.suffix.lower()
    if kind not in WRITERS:
        raise OptionError(one_of(kind or "no ending", list(WRITERS), "the ending of a graph's file"))
    file.write_bytes(WRITERS[kind](graph))
    return file


def text_of(graph: networkx.DiGraph, ending: str) -> str:
    """A graph in a form that other programs read: the content of a file with this ending, .graphml or .dot.

    >>> text_of(networkx.DiGraph([("deal", "trade")]), ".dot").splitlines()[-2]
    '  "deal" -> "trade" [];'
    """
    return WRITERS[ending](graph).decode()


def _png(graph: DrawnGraph) -> bytes:
    try:
        import vl_convert
    except ImportError:
        raise OptionError("A PNG needs vl-convert-python: pip install vl-convert-python. Or write .svg.") from None
    return bytes(vl_convert.svg_to_png(str(graph.picture()), scale=DOTS_PER_PIXEL))


def _dot(graph: networkx.DiGraph) -> bytes:
    """A graph in the language of Graphviz; its grammar is at https://graphviz.org/doc/info/lang.html."""
    plain = in_plain_words(graph)
    lines = [f"  {_quoted(str(node))} [{_attributes(facts)}];" for node, facts in plain.nodes(data=True)]
    lines += [
        f"  {_quoted(str(here))} -> {_quoted(str(there))} [{_attributes(facts)}];"
        for here, there, facts in plain.edges(data=True)
    ]
    return "\n".join(["digraph {", *lines, "}", ""]).encode()


def _attributes(facts: dict[str, Any]) -> str:
    named = {"label": facts["name"], **facts} if "name" in facts else facts
    named = {"label": facts["title"], **named} if "title" in facts else named
    return ", ".join(f"{key}={_quoted(str(value))}" for key, value in named.items())


def _quoted(words: str) -> str:
    """A text in quotation marks as DOT reads it.

    >>> _quoted('say "A"')
    '"say \\\\"A\\\\""'
    """
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def in_plain_words(graph: networkx.DiGraph) -> networkx.DiGraph:
    """A copy whose attributes are only numbers, texts and booleans, as files can hold them."""
    plain = networkx.DiGraph()
    plain.add_nodes_from((node, _plain(facts)) for node, facts in graph.nodes(data=True))
    plain.add_edges_from((here, there, _plain(facts)) for here, there, facts in graph.edges(data=True))
    return plain


def _plain(facts: dict[str, Any]) -> dict[str, Any]:
    return {
        key: value if isinstance(value, (bool, int, float, str)) else _as_text(value) for key, value in facts.items()
    }


def _as_text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, dict):
        return ", ".join(f"{key} {number:.4g}" for key, number in value.items())
    return ", ".join(f"{one:.4g}" if isinstance(one, float) else str(one) for one in value)


WRITERS: dict[str, Callable[[Any], bytes]] = {
    ".svg": lambda graph: str(graph.picture()).encode(),
    ".png": _png,
    ".graphml": lambda graph: "\n".join(networkx.generate_graphml(in_plain_words(graph))).encode(),
    ".dot": _dot,
}

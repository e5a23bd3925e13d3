"""Modules of JavaScript as a parser reads them: what each imports, what it exports, and its text without comments.

Only imports and exports are read from the syntax tree. Each kind of import or export is either understood or refused,
so that none enters a bundle unnoticed.
"""

from __future__ import annotations

import re
from functools import cache
from textwrap import shorten
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Query

    Found = dict[str, list[Node]]

WANTED = """
(import_statement) @import (export_statement) @export (comment) @comment (template_string (string_fragment) @kept)
(call_expression function: (import)) @call (meta_property) @meta
"""
LINE_START = re.compile(rb"(?<=[^\\]\n)\s+|\A\s+")  # also blank lines, but not text continued after a backslash
OPENING = b" \t([{,"  # after one of these a comment separates nothing
BY_DEFAULT = "byDefault"  # the name given to a default export without a name
NAMELESS = ("function_expression", "generator_function", "class")

Edit = tuple[int, int, bytes]  # start and end in bytes, and the replacement


class Import(NamedTuple):
    """One import: its path, its line, the parts that it names, and the pattern that takes them from an object."""

    path: str
    line: int
    parts: tuple[str, ...] = ()
    taken: str = ""  # the pattern of a declaration, such as `{ a, b: c }`


class Module(NamedTuple):
    """A script as read. `exports` maps what it exports to its name inside.

    text: the code with its exports, without imports. body: the code without either.
    """

    imports: tuple[Import, ...]
    exports: dict[str, str]
    text: str
    body: str


def module_of(name: str, text: str) -> Module:
    """Read a script of ours.

    >>> module_of("one.js", 'import { a as b } from "./two.js"; // why\\nexport const c = b;\\n')[:2]
    ((Import(path='./two.js', line=1, parts=('a',), taken='{ a: b }'),), {'c': 'c'})

    Raises ValueError, with the file, the line and what to write instead, for code that cannot be put into a bundle.
    """
    from tree_sitter import QueryCursor

    source = text.encode()
    parser, query = _parser_and_query()
    root = parser.parse(source).root_node
    if root.has_error:
        wrong = _first_error(root)
        what = f"here `{wrong.type}` is missing" if wrong.is_missing else f"{_shown(wrong)} cannot be read"
        raise refused(name, _line(wrong), f"{what}. Correct the JavaScript.")
    captured = QueryCursor(query).captures(root)
    found = {what: sorted(nodes, key=lambda node: node.start_byte) for what, nodes in captured.items()}
    _refuse_misplaced(name, found)
    imports = tuple(_import(name, node) for node in found.get("import", []))
    exports = {key: own for node in found.get("export", []) for key, own in _exported(name, node).items()}
    edits, marks = _edits(source, found), [_without_export(node) for node in found.get("export", [])]
    return Module(imports, exports, _edited(source, edits), _edited(source, edits + marks))


def refused(name: str, line: int, text: str) -> ValueError:
    """The error for a script that cannot be put into a bundle."""
    return ValueError(f"{name}, line {line}: {text}")


def _refused(name: str, node: Node, text: str) -> ValueError:
    """The error for a piece of code, which it shows first."""
    return refused(name, _line(node), f"{_shown(node)} {text}")


@cache
def _parser_and_query() -> tuple[Parser, Query]:
    """Load both when a script is first needed, as the light paths need none."""
    import tree_sitter_javascript
    from tree_sitter import Language, Parser, Query

    language = Language(tree_sitter_javascript.language())
    return Parser(language), Query(language, WANTED)


# ---------------------------------------------------------------- imports and exports


def _refuse_misplaced(name: str, found: Found) -> None:
    for node in [*found.get("import", []), *found.get("export", [])]:
        if node.parent and node.parent.type != "program":
            raise _refused(name, node, "stands inside a block. Write it at the top of the file.")
    for node in found.get("call", []):
        raise _refused(name, node, "loads a file later. Write an import at the top of the file.")
    for node in found.get("meta", []):
        if node.text == b"import.meta":
            raise _refused(name, node, "means another file in a bundle. Pass what is needed as an argument.")


def _import(name: str, node: Node) -> Import:
    """What one import asks for."""
    path = _text(node.child_by_field_name("source"))[1:-1]
    if not path.startswith(("./", "../")):
        raise _refused(name, node, "is not one of our files. Begin its path with ./ or ../")
    if any(child.type == "import_attribute" for child in node.children):
        raise _refused(name, node, "has attributes. Import a script, without them.")
    pairs: list[tuple[str, str]] = []
    for part in [part for clause in node.children if clause.type == "import_clause" for part in _inside(clause)]:
        if part.type == "namespace_import":
            raise _refused(name, node, "takes a whole file. Import the parts that are wanted: { a, b }.")
        pairs += [("default", _text(part))] if part.type == "identifier" else _listed(part)
    taken = ", ".join(part if part == own else f"{part}: {own}" for part, own in pairs)
    return Import(path, _line(node), tuple(part for part, _ in pairs), f"{{ {taken} }}" if pairs else "")


def _exported(name: str, node: Node) -> dict[str, str]:
    """What one export exports -> its name in the file."""
    if node.child_by_field_name("source"):
        raise _refused(name, node, "hands on parts of another file. Import them, then export { a, b }.")
    if value := node.child_by_field_name("value"):
        if value.type in NAMELESS:
            raise _refused(name, node, "has no name. Give it one.")
        return {"default": BY_DEFAULT}
    if declared := node.child_by_field_name("declaration"):
        names = _declared(name, declared)
        by_default = any(child.type == "default" for child in node.children)
        return {"default": names[0]} if by_default else {one: one for one in names}
    return {exported: own for listed in _inside(node) for own, exported in _listed(listed)}


def _declared(name: str, node: Node) -> list[str]:
    """The names that an exported declaration defines."""
    if named := node.child_by_field_name("name"):
        return [_text(named)]
    if not _text(node).startswith("const"):
        raise _refused(name, node, "may change after it is exported. Export a const, a function or a class.")
    names = [one.child_by_field_name("name") for one in _inside(node)]
    if any(one and one.type != "identifier" for one in names):
        raise _refused(name, node, "takes a value apart. Export each name by itself: const a = b.a.")
    return [_text(one) for one in names]


def _listed(listed: Node) -> list[tuple[str, str]]:
    """The pairs of a list such as `{ a, b as c }`: what stands before `as`, and what stands after it."""
    names = [(one.child_by_field_name("name"), one.child_by_field_name("alias")) for one in _inside(listed)]
    return [(_text(one), _text(alias or one)) for one, alias in names]


# ---------------------------------------------------------------- texts


def _edits(source: bytes, found: Found) -> list[Edit]:
    """The edits that remove what a browser does not need: imports, comments and indents, but none inside a string."""
    edits = [(match.start(), match.end(), b"") for match in LINE_START.finditer(source)]
    edits += [(node.start_byte, node.end_byte, node.text or b"") for node in found.get("kept", [])]
    edits += [_without_lines(source, node) for node in found.get("import", [])]
    return edits + [_without_comment(source, node) for node in found.get("comment", [])]


def _without_lines(source: bytes, node: Node) -> Edit:
    """Remove something that stands on lines of its own, and the blank lines after it."""
    return node.start_byte, len(source) - len(source[node.end_byte :].lstrip()), b""


def _without_comment(source: bytes, node: Node) -> Edit:
    """Remove a comment; its two sides stay separate, by a line break if it has several lines."""
    start, end = node.start_byte, node.end_byte
    before = source[source.rfind(b"\n", 0, start) + 1 : start]
    if not before.strip():
        return _without_lines(source, node)
    if source[end : end + 1] in b"\n":
        return start - len(before) + len(before.rstrip()), end, b""
    if b"\n" in source[start:end]:
        return start, end, b"\n"
    parts = before[-1:] not in OPENING
    return start, end if parts else end + (source[end : end + 1] == b" "), b" " * parts


def _without_export(node: Node) -> Edit:
    """Make an export a plain declaration; a list of exports declares nothing and is removed."""
    if value := node.child_by_field_name("value"):
        return node.start_byte, value.start_byte, f"const {BY_DEFAULT} = ".encode()
    declared = node.child_by_field_name("declaration")
    return node.start_byte, declared.start_byte if declared else node.end_byte, b""


def _edited(source: bytes, edits: list[Edit]) -> str:
    """A text after edits; an edit that begins inside another one is dropped."""
    pieces, at = [], 0
    for start, end, instead in sorted(edits):
        if start >= at:
            pieces += [source[at:start], instead]
            at = end
    return b"".join([*pieces, source[at:]]).decode()


# ---------------------------------------------------------------- places


def _first_error(node: Node) -> Node:
    """The innermost part of a tree that cannot be read."""
    worse = next((child for child in node.children if child.has_error or child.is_missing), None)
    return node if worse is None else _first_error(worse)


def _inside(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type != "comment"]


def _text(node: Node | None) -> str:
    return node.text.decode() if node and node.text else ""


def _line(node: Node) -> int:
    return node.start_point.row + 1


def _shown(node: Node) -> str:
    """The beginning of a piece of code, for an error."""
    return f"`{shorten(_text(node), 60, placeholder=' …')}`"

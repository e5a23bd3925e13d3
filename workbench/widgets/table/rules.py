"""The rules of a game as plain data, which rulebook.js draws: how to play, then sections of numbered rules.

A page has a `title`, `how_to_play` (blocks), `sections` (each with a `title`, its `blocks`, and whether it is of the
`house`) and `phases` (the rules of each phase, by its key). A block has a `kind`: `text`, `rule` (with its id in
`rule`), `item`, `code` and `heading` have `runs`, `table` has `rows` of cells that are runs, and `picture` has a
`source` and `words`. A run is a `text` with a `look` (empty, strong, emphasis, code) and the `rule` that it cites,
or "".
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any

from workbench.kernel.game import Game, Variant
from workbench.kernel.options import Presets
from workbench.kernel.phases import Phase
from workbench.widgets.pages import RULE_ID
from workbench.widgets.parts import PRINTED_RULES

Token = dict[str, Any]
Run = dict[str, str]
Block = dict[str, Any]

PICTURES = {".webp": "image/webp", ".png": "image/png"}
HOUSE = ("Options", "Optional", "House rules", "The two presets")  # how optional sections begin
LEAST_ALIKE = 4  # letters that a phase and a section must share: "Draw", "Drawing"
LOOKS = {"strong": "strong", "emphasis": "emphasis", "codespan": "code"}
STEP = re.compile(r"([A-Z][a-z ]+): ")  # how the first rule of a step of a turn begins
NUMBERED = re.compile(rf"({RULE_ID.pattern})\s*$")


def rules_page(game: Game, variant: Variant | None = None, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The page of a game's rules; for a match it begins with the preset in force and where the presets differ."""
    presets = variant.presets if variant else ()
    sections: list[dict[str, Any]] = [_preset_section(group, options or {}) for group in presets]
    sections.append({"title": "About these rules", "blocks": []})
    for token in _tokens(game.rules):
        level = token["attrs"]["level"] if token["type"] == "heading" else 0
        if level == 2:
            sections.append({"title": _plain(token["children"]), "blocks": []})
        elif level != 1:
            sections[-1]["blocks"].extend(_blocks(token, game.folder))
    filled = [{"house": section["title"].startswith(HOUSE)} | section for section in sections if section["blocks"]]
    return {
        "title": game.title,
        "how_to_play": [block for token in _tokens(game.how_to_play) for block in _blocks(token, game.folder)],
        "sections": filled,
        "phases": rules_of_phases(variant, filled) if variant else {},
        "printed": f"{PRINTED_RULES}?game={game.id}" if variant else "",
    }


def rules_of_phases(variant: Variant, sections: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """The rules of each phase by its key: those cited by its rule functions and by functions that these call.

    If none cites any, the rules of the sections that share a word with the phase's title; otherwise those from the
    rule that begins with the title as a step ("Draw: all do so at the same time") up to the next step.
    """
    return {
        phase.key: _cited_by(phase) or _titled_alike(phase.title, sections) or _of_step(phase.title, sections)
        for phase in variant.phases
    }


def _cited_by(phase: Phase) -> list[str]:
    own = [part for part in (phase.begin, phase.legal, phase.answer, phase.end) if isinstance(part, FunctionType)]
    called = [part.__globals__.get(name) for part in own for name in part.__code__.co_names]
    functions = [*own, *(part for part in called if isinstance(part, FunctionType))]
    return list(dict.fromkeys(rule for part in functions for rule in RULE_ID.findall(part.__doc__ or "")))


def _titled_alike(title: str, sections: Sequence[Mapping[str, Any]]) -> list[str]:
    stems = {word[:LEAST_ALIKE].lower() for word in title.split() if len(word) >= LEAST_ALIKE}
    alike = [
        section for section in sections if stems & {word[:LEAST_ALIKE].lower() for word in section["title"].split()}
    ]
    return [block["rule"] for section in alike for block in section["blocks"] if block["kind"] == "rule"]


def _of_step(title: str, sections: Sequence[Mapping[str, Any]]) -> list[str]:
    found: list[str] = []
    for section in sections:
        step = ""
        for block in section["blocks"]:
            if block["kind"] == "rule":
                begins = STEP.match(block["runs"][0]["text"])
                step = begins[1] if begins else step
                found += [block["rule"]] if step == title else []
    return found


def _preset_section(group: Presets, options: Mapping[str, Any]) -> dict[str, Any]:
    """The preset by which a match is played, and where the presets differ from each other."""
    chosen = group.in_force(options)
    by = f"{chosen.title}." if chosen else "options of its own, none of the sets below."
    keys = [key for key in group.presets[0].values if len({preset.values[key] for preset in group.presets}) > 1]
    head = ["option", *(preset.title for preset in group.presets), "this match"]
    rows = [[key, *(preset.values[key] for preset in group.presets), options.get(key, "")] for key in keys]
    table = [head, *([shown_value(cell) for cell in row] for row in rows)]
    blocks = [
        {"kind": "text", "runs": [_run(f"{group.help} This match is played by: "), _run(by, "strong")]},
        {"kind": "table", "rows": [[[_run(cell)] for cell in row] for row in table]},
    ]
    return {"title": f"{group.title} of this match", "house": True, "blocks": blocks}


def shown_value(value: object) -> str:
    """The value of an option as shown to people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")


def _tokens(markdown: str) -> list[Token]:
    import mistune

    found = mistune.create_markdown(renderer="ast", plugins=["table"])(markdown)
    return found if isinstance(found, list) else []


# ---------------------------------------------------------------- blocks


def _blocks(token: Token, folder: Path) -> Iterator[Block]:
    """The blocks of a token; a token without a form of its own here stays text."""
    kind, children = token["type"], token.get("children", [])
    if kind == "table":
        yield {"kind": "table", "rows": [[list(_runs(cell["children"])) for cell in row] for row in _rows(token)]}
    elif kind == "list":
        for item in children:
            yield from _item(item, folder)
    elif kind == "block_quote":
        for child in children:
            yield from _blocks(child, folder)
    elif kind == "heading":
        yield {"kind": "heading", "runs": list(_runs(children))}
    elif kind == "paragraph" and [child["type"] for child in children] == ["image"]:
        yield _picture(children[0], folder)
    elif children:
        yield {"kind": "text", "runs": list(_runs(children))}
    elif token.get("raw", "").strip():
        look = "code" if kind == "block_code" else ""
        yield {"kind": look or "text", "runs": [_run(token["raw"].strip(), look)]}


def _rows(table: Token) -> Iterator[list[Token]]:
    for part in table["children"]:
        if part["type"] == "table_head":
            yield part["children"]
        else:
            yield from (row["children"] for row in part["children"])


def _item(item: Token, folder: Path) -> Iterator[Block]:
    """A list item, as a rule if it begins with an id in bold, and the blocks inside it."""
    first, *rest = item["children"] or [{"type": "blank_line"}]
    if first["type"] not in ("block_text", "paragraph"):
        first, rest = {"children": []}, item["children"]
    runs = list(_runs(first["children"]))
    numbered = NUMBERED.fullmatch(runs[0]["text"]) if runs and runs[0]["look"] == "strong" else None
    if numbered:
        rest_of_line = [{**runs[1], "text": runs[1]["text"].lstrip()}, *runs[2:]] if runs[1:] else []
        yield {"kind": "rule", "rule": numbered[1], "runs": rest_of_line}
    elif runs:
        yield {"kind": "item", "runs": runs}
    for child in rest:
        yield from _blocks(child, folder)


def _picture(image: Token, folder: Path) -> Block:
    """A picture from the game's folder, embedded in the page; only its words if there is no such file."""
    words = _plain(image["children"])
    file = (folder / image["attrs"]["url"]).resolve()
    kind = PICTURES.get(file.suffix)
    if kind is None or not file.is_relative_to(folder.resolve()) or not file.is_file():
        return {"kind": "text", "runs": [_run(words)]}
    return {
        "kind": "picture",
        "source": f"data:{kind};base64,{b64encode(file.read_bytes()).decode()}",
        "words": words,
    }


# ---------------------------------------------------------------- runs


def _runs(tokens: list[Token], look: str = "") -> Iterator[Run]:
    for token in tokens:
        kind = token["type"]
        if kind in ("softbreak", "linebreak"):
            yield _run(" ", look)
        elif "children" in token:
            yield from _runs(token["children"], LOOKS.get(kind, look))
        else:
            yield from _cited(token.get("raw", ""), LOOKS.get(kind, look))


def _cited(text: str, look: str) -> Iterator[Run]:
    """A text split where it cites rules."""
    for part in re.split(f"({RULE_ID.pattern})", text):
        if part:
            yield _run(part, look, part if RULE_ID.fullmatch(part) else "")


def _run(text: str, look: str = "", rule: str = "") -> Run:
    return {"text": text, "look": look, "rule": rule}


def _plain(tokens: list[Token]) -> str:
    return "".join(run["text"] for run in _runs(tokens))

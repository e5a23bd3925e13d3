"""The fields of what a deck says about itself: its title and notes, its categories, and the rules that it sets.

As in the grid of its cards (card_grid.py), the editor holds the deck, its judgement and its history; the page sends
edits, which are answered as described in editor_widget.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from string import ascii_uppercase
from typing import Any

import traitlets

from workbench.decks.cells import mappings
from workbench.decks.editor import DeckEditor
from workbench.decks.finding import Finding
from workbench.decks.model import NUMBER, short_of
from workbench.decks.reading import TOML_FILE
from workbench.heraldry import emblem_for_category
from workbench.kernel.options import Option
from workbench.pages.page import handles
from workbench.storage.errors import DeckError
from workbench.widgets.grid import messages
from workbench.widgets.grid.card_grid import readable
from workbench.widgets.grid.editor_widget import EditorWidget
from workbench.widgets.script import script, style

PARTS = ("letter", "name", "short", "sign", "colour", "emblem")  # of a category
BY_NAME = ("short", "emblem")  # derived from the name of a category if they are empty
NEW_SIGN = "◆"
# Dark enough for white letters, and as distinct to colour-blind people as ten colours can be.
COLOURS = {
    "#3f6b1f": "green",
    "#0b5c8a": "blue",
    "#7a4a22": "brown",
    "#6a2c91": "violet",
    "#8a1538": "crimson",
    "#3d4650": "slate",
    "#00695c": "teal",
    "#b0186a": "pink",
    "#2b3a9b": "indigo",
    "#9a4a00": "orange",
}
META = {  # key -> the type of its field, and what is said about it
    "title": ("line", "the name of the deck, as lists and reports show it"),
    "version": ("number", "a whole number that grows with every edition you hand out"),
    "authors": ("lines", "who made the list, one name a line"),
    "licence": ("text", "what others may do with it, and whose the texts are"),
    "notes": ("text", "for readers of the list: sources, aims, what is still open"),
    "declared_count": ("number", "how many cards you mean to have; lint says if the list has more or fewer"),
}
YES_OR_NO = (("true", "yes"), ("false", "no"))


class DeckFields(EditorWidget):
    """The fields of the deck that `editor` holds, including those of its categories and its rules.

    >>> from workbench.decks import load_deck
    >>> fields = DeckFields(DeckEditor(load_deck("guile")))
    >>> [category["name"] for category in fields.fields["categories"]]
    ["King Arthur's allies", "Sir Mordred's pawns"]
    """

    _esm = script("grid/deck_fields.js")
    _css = style("card_face.css", "grid/editing.css", "grid/deck_fields.css")
    fields = traitlets.Dict().tag(sync=True)
    shown, what = "fields", "deck"

    # ------------------------------------------------------------ showing

    def _state(self) -> dict[str, Any]:
        editor, meta = self.editor, self.editor.meta
        options = meta.get("options")
        options = options if isinstance(options, dict) else {}
        columns = chain.from_iterable(table.columns for table in editor.game.tables)
        about = [finding for finding in editor.findings if finding.file == TOML_FILE]
        return {
            "meta": [
                {
                    "key": key,
                    "title": readable(key),
                    "help": help_,
                    "type": type_,
                    "text": _text(meta.get(key)),
                    "choices": [],
                    "findings": _about(about, key),
                }
                for key, (type_, help_) in META.items()
            ],
            "categories": self._categories(mappings(meta.get("categories")), about),
            "lettered": any(column.type in ("letters", "letter") for column in columns),
            "room": editor.game.studio.most_categories,
            "colours": list(COLOURS.items()),
            "about_categories": _about(about, "categories", whole=True),
            "options": [
                _option(option, options.get(option.key)) | {"findings": _about(about, f"options {option.key}")}
                for option in editor.game.options
            ],
        }

    def _categories(self, categories: list[Mapping[str, Any]], about: list[Finding]) -> list[dict[str, Any]]:
        """The categories: their parts as they are, each one's emblem, and how many rows have its letter."""
        counts = self.editor.letter_counts()
        shown = []
        for number, category in enumerate(categories, start=1):
            parts = {part: _text(category.get(part)) for part in PARTS}
            by_name = {"usual": emblem_for_category(parts["name"]), "usual_short": short_of(parts["name"])}
            said = by_name | {"cards": counts[parts["letter"].strip()]}
            shown.append(parts | said | {"findings": _about(about, f"categories number {number}")})
        return shown

    # ------------------------------------------------------------ what each message does; the words to show then

    @handles
    def _set_meta(self, message: messages.SetMeta) -> None:
        type_ = META.get(message.key, ("line", ""))[0]
        self.editor.set_meta(message.key, _value(type_, message.text))

    @handles
    def _set_option(self, message: messages.SetOption) -> None:
        declared = {option.key: option for option in self.editor.game.options}
        self.editor.set_option(message.key, _option_value(declared.get(message.key), message.text))

    @handles
    def _set_category(self, message: messages.SetCategory) -> None:
        if message.key not in PARTS:
            raise DeckError(f"A category has no {message.key[:40]!r}. It has: {', '.join(PARTS)}.")
        categories = _categories(self.editor, message.number)
        categories[message.number] |= {message.key: message.text}
        if message.key in BY_NAME and not message.text.strip():
            del categories[message.number][message.key]
        self.editor.set_categories(categories, if_sound=True)

    @handles
    def _add_category(self, _message: messages.AddCategory) -> None:
        categories = _categories(self.editor)
        self.editor.set_categories([*categories, _new_category(categories)], if_sound=True)

    @handles
    def _delete_category(self, message: messages.DeleteCategory) -> str:
        self.editor.remove_category(message.number)
        return f"{self.editor.undo_label}. Undo brings it back."

    @handles
    def _move_category(self, message: messages.MoveCategory) -> None:
        categories = _categories(self.editor, message.number)
        moved = categories.pop(message.number)
        place = min(max(message.number + message.by, 0), len(categories))
        self.editor.set_categories([*categories[:place], moved, *categories[place:]])


def _new_category(categories: list[dict[str, str]]) -> dict[str, str]:
    """A new, valid category: with a free letter, and a colour that no other has."""
    letters = {str(category.get("letter")) for category in categories}
    colours = {str(category.get("colour")).lower() for category in categories}
    letter = next((letter for letter in ascii_uppercase if letter not in letters), "")
    colour = next((colour for colour in COLOURS if colour not in colours), [*COLOURS][len(colours) % len(COLOURS)])
    return {"letter": letter, "name": f"Category {letter}".strip(), "sign": NEW_SIGN, "colour": colour}


def _categories(editor: DeckEditor, number: int = -1) -> list[dict[str, str]]:
    """The categories as they are; DeckError if there is none with that number."""
    categories = [dict(category) for category in mappings(editor.meta.get("categories"))]
    if number >= len(categories):
        raise DeckError(f"There is no category number {number + 1} any more. Look at the categories again.")
    return categories


# Values and texts


def _text(value: object) -> str:
    """The text that a field shows for a value of deck.toml, even a wrong one."""
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return "\n".join(str(part) for part in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value(type_: str, text: str) -> object:
    """The value in deck.toml for the text of a field; text that does not fit stays, to be shown as wrong."""
    if type_ == "lines":
        return [line.strip() for line in text.splitlines() if line.strip()]
    if type_ == "number":
        text = text.strip()
        return int(text) if NUMBER.fullmatch(text) else text or None
    return text.strip()


def _option_value(option: Option | None, text: str) -> object:
    """The value in deck.toml for the text of an option's field; None leaves it to the game."""
    if not text:
        return None
    if option is not None and isinstance(option.default, bool):
        return {"true": True, "false": False}.get(text, text)
    return text if option is None or option.choices or option.cards is not None else _value("number", text)


def _option(option: Option, value: object) -> dict[str, Any]:
    """The field of an option; empty means that the deck leaves it to the game."""
    choices = [(choice, readable(choice)) for choice in option.choices]
    if isinstance(option.default, bool):
        choices = list(YES_OR_NO)
    usual = dict(choices).get(_text(option.default), option.default_text)
    word = f", or {option.none!r}" if option.none else ""
    bounds = "" if choices else f" From {option.least} to {option.most}{word}."
    if option.cards is not None:
        bounds = f" {option.bounds.capitalize()}."
    text = _text(value)
    if choices and text and text not in dict(choices):
        choices.append((text, text))  # what is wrong stays visible
    return {
        "key": option.key,
        "title": readable(option.key),
        "help": option.help + bounds,
        "type": "choice" if choices else "line" if option.cards is not None else "number",
        "text": text,
        "choices": [["", f"as in the rules ({usual})"], *map(list, choices)] if choices else [],
        "usual": usual,
    }


def _about(findings: list[Finding], column: str, whole: bool = False) -> list[dict[str, str]]:
    """The findings about a line of deck.toml; `whole`: about the line itself, not its parts."""
    mine = [finding for finding in findings if _fits(finding.column, column, whole)]
    return [
        {"level": finding.level, "text": finding.text, "fix": finding.fix, "part": finding.column} for finding in mine
    ]


def _fits(place: str, column: str, whole: bool) -> bool:
    return place == column or (not whole and place.startswith(f"{column} "))

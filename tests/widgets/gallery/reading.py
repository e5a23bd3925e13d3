"""HTML as a browser parses it: which elements with which attributes, and what is read."""

from __future__ import annotations

from html.parser import HTMLParser


class Read(HTMLParser):
    """A parsed page: `shape` is every element with the names of its attributes, in order."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.shape: list[tuple[str, tuple[str, ...]]] = []
        self.text = ""
        self.values: list[tuple[str, str]] = []
        self.others: list[str] = []  # comments, declarations
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        self.shape.append((tag, tuple(name for name, _value in attrs)))
        self.values += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        """Text, also that of style sheets."""
        self.text += data

    def handle_comment(self, data: str) -> None:
        """A comment."""
        self.others.append(data)


def addresses_of(page: Read) -> list[str]:
    """Where a page leads to and what it fetches."""
    return [value for name, value in page.values if name in ("href", "src", "action", "formaction", "xlink:href")]

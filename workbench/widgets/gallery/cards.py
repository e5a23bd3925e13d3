"""The cards of a deck as HTML: faces to leaf through, and the cards that differ from the deck before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from workbench.decks import CardChange, Deck
from workbench.decks.diff import DeckDiff
from workbench.gallery import Measured
from workbench.kernel.scenes.scene import CardFace, Symbol
from workbench.kernel.words import in_words, listed
from workbench.pen import Drawn, element, style_sheet, void
from workbench.widgets.parts import card_art, card_coins

MOST_CHANGES = 8  # shown as cards; the others are counted
LONGEST_CELL = 60  # characters of a text cell in a list of changes


@dataclass(frozen=True)
class Changed:
    """A card that differs: its faces before and now, each None if there is none."""

    change: CardChange
    before: CardFace | None
    now: CardFace | None


# ---------------------------------------------------------------- faces


def faces_of(deck: Deck) -> list[CardFace]:
    """The face of every kind of card."""
    return [deck.game.studio.face(deck, kind) for kind in range(len(deck.kinds))]


def words_of(face: CardFace) -> str:
    """What a card says besides its name."""
    rest = face.description.removeprefix(face.title).lstrip(":, ")
    return face.worth or (rest if len(rest) <= LONGEST_CELL or not face.text else face.text)


def printed_card(face: CardFace, look: str = "") -> Drawn:
    """A card with its name and its words."""
    parts = [*_pictured(face), element("b", face.title, class_="wb-card-name")]
    words = [element("span", words_of(face), class_="wb-card-words")] if words_of(face) else []
    return element("li", *parts, *words, class_=f"wb-printed {look}".strip())


def _pictured(face: CardFace) -> list[Drawn]:
    value = [element("i", face.value, class_="wb-card-value")] if face.value else []
    return [card_art(face, *value), card_coins(face, aria_hidden="true")]


# ---------------------------------------------------------------- leafing


@lru_cache(maxsize=32)  # saves half the time of a page that a whole class opens at once
def leafing(deck: Deck, title: str = "Leaf through its cards", key: str = "wb") -> Drawn:
    """All cards in a row to leaf through; a choice of categories needs no script.

    `key` tells it apart from others on the same page.
    """
    faces = faces_of(deck)
    groups = list(dict.fromkeys(symbol for face in faces for symbol in face.symbols if symbol.letter))
    chosen = [element("label", _radio(key, "all", True), "All")] if len(groups) > 1 else []
    for number, symbol in enumerate(groups if chosen else ()):
        chosen.append(element("label", _radio(key, f"c{number}"), category_badge(symbol), short(deck, symbol)))
    marks = {symbol: f"wb-of-c{number}" for number, symbol in enumerate(groups)}
    cards = [printed_card(face, " ".join(dict.fromkeys(filter(None, map(marks.get, face.symbols))))) for face in faces]
    hiding = "".join(
        f".wb-leaf:has(#{key}-c{number}:checked) .wb-printed:not(.wb-of-c{number}){{display:none}}"
        for number in range(len(groups) if chosen else 0)
    )
    filters = element("fieldset", element("legend", "Show", class_="wb-unseen"), *chosen, class_="wb-filter")
    head = element("div", element("h2", title, id=f"{key}-leaf"), filters, class_="wb-leaf-head")
    strip = element("ul", *cards, class_="wb-strip", tabindex=0, aria_labelledby=f"{key}-leaf")
    return element("section", head, strip, style_sheet(hiding), class_="wb-leaf", aria_labelledby=f"{key}-leaf")


def short(deck: Deck, symbol: Symbol) -> str:
    """The name of a category for where there is little room."""
    return next((one.short for one in deck.meta.categories if one.letter == symbol.letter), symbol.name)


def _radio(key: str, of: str, checked: bool = False) -> Drawn:
    mark = "" if checked else None
    return void("input", type="radio", name=f"{key}-group", id=f"{key}-{of}", checked=mark, value=of)


def category_badge(symbol: Symbol) -> Drawn:
    """A category as its letter and sign on its colour."""
    sign = [element("i", symbol.sign, aria_hidden="true")] if symbol.sign else []
    return element("span", *sign, symbol.letter, class_="wb-cat", style=f"--c:{symbol.colour}")


# ---------------------------------------------------------------- what is different


def changed_cards(before: Deck, deck: Deck, difference: DeckDiff) -> list[Changed]:
    """The cards that differ: changed ones first, then new ones, then those that are gone.

    A card that was only moved counts as the same, as does one in which only a remark or another card's name is new.
    """
    old, new = _by_key(before), _by_key(deck)
    changes = [*difference.changed, *difference.added, *difference.removed]
    changes = [one for one in changes if not one.text_only or deck.game.table(one.file).name_column in one.columns]
    return [
        Changed(change, old.get((change.file, change.key)), new.get((change.file, change.key))) for change in changes
    ]


def _by_key(deck: Deck) -> dict[tuple[str, str], CardFace]:
    faces = faces_of(deck)
    return {(kind.table.file, str(kind.row[kind.table.key_column])): faces[i] for i, kind in enumerate(deck.kinds)}


def changes_section(
    before: Deck, deck: Deck, title: str, measured: Measured | None = None, ways: Sequence[Drawn] = ()
) -> Drawn:
    """What differs from the deck before, as cards and in words; `title` is the name of that deck.

    If measured, it says how often each card scores; `ways` are links to more.
    """
    difference = before.diff(deck)
    cards = changed_cards(before, deck, difference)
    count = len(cards)
    scored = measured.scored if measured is not None else {}
    shown = sorted(cards, key=lambda card: -_shift(scored, card))[:MOST_CHANGES] if count > MOST_CHANGES else cards
    lines = [element("li", *_told(deck, card, scored)) for card in shown]
    if count > MOST_CHANGES:
        lines.append(element("li", element("p", f"And {count - MOST_CHANGES} more."), class_="wb-rest"))
    rules = [line for line in difference.lines if line.card.startswith(("options", "category"))]
    rule_lines = [element("li", f"{line.card} {line.column}: ", *_pair(line.before, line.after)) for line in rules]
    rest = len(deck.kinds) - sum(card.now is not None for card in cards)
    if not count and not rule_lines:
        return element("section", element("h2", f"A copy of {title} so far"), class_="wb-changes")
    if count and rest > 0:
        others = element("p", "The other ", element("b", f"{rest} cards"), f" are those of {title}.")
        lines.append(element("li", others, *ways, class_="wb-rest"))
    of = f" of {len(deck.kinds)}{'. How often each scores, in 100 games' if scored else ''}"
    head = element("h2", different(count), element("span", of, class_="wb-soft"), id="wb-changes")
    both = [element("ul", *lines, class_="wb-changed")] if lines else []
    both += [element("ul", *rule_lines, class_="wb-changed-rules")] if rule_lines else []
    return element("section", head, *both, class_="wb-changes", aria_labelledby="wb-changes")


def different(count: int) -> str:
    """How many cards are different, in words.

    >>> different(1), different(7), different(40)
    ('One card is different', 'Seven cards are different', '40 cards are different')
    """
    number = in_words(count).capitalize()
    return f"{number} card is different" if count == 1 else f"{number} cards are different"


def _shift(scored: Mapping[str, tuple[float, float]], card: Changed) -> float:
    """How much the rate at which a card scores has changed."""
    before, now = scored.get(card.change.key, (0.0, 0.0))
    return abs(now - before)


def _scores(scored: Mapping[str, tuple[float, float]], card: Changed) -> list[Drawn]:
    """How often a card scores, if that was measured: in how many of 100 games, or how many times a game."""
    if card.change.key not in scored:
        return []
    shares = scored[card.change.key]
    several = max(shares) > 1
    before, now = (f"{share:.1f}" if several else f"{100 * share:.0f}" for share in shares)
    words = [
        element("b", now),
        " times a game" if several else " of 100",
        element("span", f", before {before}", class_="wb-soft"),
    ]
    return [element("p", *words, class_="wb-scores")]


def _told(deck: Deck, card: Changed, scored: Mapping[str, tuple[float, float]]) -> list[Drawn]:
    """A card that differs, as HTML: its picture, its name, what it was, and what is new on it."""
    face = card.now or card.before
    picture = [element("span", *_pictured(face), class_="wb-mini", aria_hidden="true")] if face is not None else []
    if card.now is None and card.before is not None:
        words = [element("b", card.change.name), element("p", "is gone", class_="wb-soft")]
    elif card.before is None and card.now is not None:
        words = [
            element("b", card.now.title),
            element("p", "is new", class_="wb-soft"),
            element("p", words_of(card.now)),
        ]
    else:
        words = [element("b", card.change.name), _was(card), *_cells(deck, card), *_scores(scored, card)]
    return [*picture, element("div", *words)]


def _was(card: Changed) -> Drawn:
    if "name" not in card.change.columns:
        return element("p", "same name", class_="wb-soft")
    return element("p", "was ", element("s", str(card.change.columns["name"][0])), class_="wb-soft")


def _cells(deck: Deck, card: Changed) -> list[Drawn]:
    """The coins before and now, and every other cell that differs."""
    before, now = card.before, card.now
    parts = []
    seen = {"name", deck.game.table(card.change.file).name_column}
    if before is not None and now is not None and before.symbols != now.symbols:
        pair = [_symbols(deck, face.symbols, look) for face, look in ((before, "wb-old"), (now, ""))]
        parts.append(element("p", pair[0], element("span", " → ", aria_label="becomes", role="img"), pair[1]))
        seen |= {column for column, pair in card.change.columns.items() if _are_letters(deck, pair)}
    for column, (old, new) in card.change.columns.items():
        if column not in seen:
            parts.append(element("p", f"{column.replace('_', ' ')}: ", *_pair(str(old or ""), str(new or ""))))
    return parts


def _are_letters(deck: Deck, pair: Sequence[object]) -> bool:
    letters = {category.letter for category in deck.meta.categories}
    return all(set(str(text)) <= letters for text in pair)


def _symbols(deck: Deck, symbols: Iterable[Symbol], look: str) -> Drawn:
    found = list(symbols)
    names = listed([short(deck, one) for one in found]) or "nothing"
    badges = [category_badge(one) for one in found]
    words = element("span", names, class_="wb-unseen")
    return element("span", element("span", *badges, aria_hidden="true"), words, class_=f"wb-cats {look}".strip())


def _pair(before: str, after: str) -> list[Drawn]:
    old, new = (text if len(text) <= LONGEST_CELL else f"{text[: LONGEST_CELL - 1]}…" for text in (before, after))
    return [element("b", new or "nothing"), element("span", f", before {old or 'nothing'}", class_="wb-soft")]

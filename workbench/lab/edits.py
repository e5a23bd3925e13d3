"""What was edited between the two decks of a comparison: single cards, categories by several of them, rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from workbench.decks.balance import balance
from workbench.kernel.tables import COUNT, CardTable
from workbench.kernel.words import LISTED, capital, counted, in_states, in_words, listed

if TYPE_CHECKING:
    from workbench.decks.diff import CardChange, DeckDiff, Pair
    from workbench.lab.simulation import Plan

GONE, NEW, CHANGED, THIN, FAT, RULE = "gone", "new", "changed", "thin", "fat", "rule"
OF_CARDS = (GONE, NEW, CHANGED)
THINNED, FATTENED = 3 / 4, 4 / 3  # of what a category had: with less it was made thin, with more fat
SEVERAL = 2  # cards that make a category thin or fat together; one alone is spoken of itself
TOLD_CELLS = 2  # of a changed card; with more, it only says that it is changed
TELLING = ("number", "flag", "choice", "letter", "letters", "card")  # types of columns whose cells can be told


class Edit(NamedTuple):
    """One thing that was edited, and what there is to say of it alone.

    `cards` are the ids of the cards (or other rows of a deck) that it is about, `category` the letter of the category
    that they make thin or fat together, `option` the key of a rule. `name` is what it is called, `words` what became
    of it.
    """

    kind: str
    name: str
    words: str
    cards: tuple[str, ...] = ()
    category: str = ""
    option: str = ""


def edits_of(diff: DeckDiff, before: Plan, after: Plan) -> tuple[Edit, ...]:
    """What was edited, except for words that no rule looks at: categories, then cards, then rules.

    A card that makes a category thin or fat together with others is spoken of in that category alone.
    """
    changes = [
        (kind, card)
        for kind, cards in ((GONE, diff.removed), (NEW, diff.added), (CHANGED, diff.changed))
        for card in cards
        if not card.text_only
    ]
    categories = list(_categories([card for _, card in changes], before, after))
    told = {key for edit in categories for key in edit.cards}
    tables = {table.file: table for table in after.game.tables}
    cards = [
        Edit(kind, card.name, _became(kind, card, tables[card.file]), (card.key,))
        for kind, card in changes
        if card.key not in told
    ]
    return (*categories, *cards, *_rules(before, after))


def edit_words(edits: tuple[Edit, ...]) -> str:
    """What was edited, in sentences: categories, cards that are gone, new or changed, the rules that hold now."""
    sentences = _of_categories([edit for edit in edits if edit.category])
    cards = [edit for edit in edits if edit.kind in OF_CARDS]
    if len(cards) == 1:
        sentences.append(f"{cards[0].name} is {cards[0].words}.")
    elif said := in_states([([edit.name for edit in cards if edit.kind == kind], kind) for kind in OF_CARDS], "card"):
        sentences.append(f"{capital(said)}.")
    rules = [edit for edit in edits if edit.option]
    if len(rules) > LISTED:
        sentences.append(f"{counted(len(rules), 'rule')} are set otherwise.")
    else:
        sentences += [f"New rule: {edit.words}" for edit in rules]
    return " ".join(sentences)


def _of_categories(categories: list[Edit]) -> list[str]:
    """A sentence about the categories that were made thin or fat; for a single one, with how thin or fat."""
    if len(categories) > LISTED:
        return [f"{counted(len(categories), 'category', 'categories')} are made thin or fat."]
    if len(categories) == 1:
        return [f"{categories[0].name} {categories[0].words}."]
    made = listed([f"{edit.name} {edit.kind}" for edit in categories[1:]])
    return [f"{edit.name} is made {edit.kind}, {made}." for edit in categories[:1]]


# Cards


def _became(kind: str, card: CardChange, table: CardTable) -> str:
    """What became of a card: gone, new, or changed, with how many copies or with the cells that can be told.

    >>> from workbench.decks import load_deck
    >>> from workbench.decks.diff import CardChange
    >>> table = load_deck("guile").game.tables[0]
    >>> _became(CHANGED, CardChange("cards.csv", "influence_4", "Influence 4", {"value": (4, 5)}), table)
    'changed: value 5, before 4'
    """
    if kind in (GONE, NEW):
        old, new = card.columns.get(COUNT, (1, 1))
        copies = int(str((old if kind == GONE else new) or 1))
        return kind if copies == 1 else f"{kind}, {in_words(copies)} copies"
    cells = [_cell(table, key, pair) for key, pair in card.columns.items()]
    told = [cell for cell in cells if cell]
    return f"{kind}: {listed(told)}" if 0 < len(told) <= TOLD_CELLS else kind


def _cell(table: CardTable, key: str, pair: Pair) -> str:
    """What a cell says now and said before; empty if that is not short.

    >>> from workbench.decks import load_deck
    >>> _cell(load_deck("quests").game.tables[0], "bp_high", (20, 25))
    'battle points high 25, before 20'
    """
    column = table.column(key)
    if column.type not in TELLING:
        return ""
    old, new = ("none" if value in ("", None) else str(value).replace("_", " ") for value in pair)
    return f"{table.in_words(key)} {new}, before {old}"


# Categories


def _categories(changes: list[CardChange], before: Plan, after: Plan) -> Iterator[Edit]:
    """Categories that several cards make thin or fat, by what the deck is judged by."""
    if len(changes) < SEVERAL:
        return
    part = next((part for part in balance(after.deck, before.deck) if part.by_category), None)
    for bar in part.bars if part is not None else ():
        kind = _made(bar.before or 0.0, bar.value)
        cards = tuple(card.key for card in changes if _touches(card, bar.letter, after))
        if kind and part is not None and len(cards) >= SEVERAL:
            by = f"{bar.value:g} {part.title}, before {bar.before or 0:g}"
            words = f"is made {kind} by {counted(len(cards), 'card')}: {by}"
            yield Edit(kind, bar.label, words, cards, category=bar.letter)


def _made(before: float, after: float) -> str:
    """Whether so much less or more of a category makes it thin or fat.

    >>> _made(8, 4), _made(8, 7), _made(8, 12)
    ('thin', '', 'fat')
    """
    if after < THINNED * before:
        return THIN
    return FAT if after > FATTENED * before else ""


def _touches(card: CardChange, letter: str, plan: Plan) -> bool:
    """Whether an edit takes something from a category or gives it something."""
    table = next(table for table in plan.game.tables if table.file == card.file)
    row = next((row for row in plan.deck.tables[card.file] if str(row[table.key_column]) == card.key), {})
    letters = [column.key for column in table.columns if column.type in ("letter", "letters")]
    return any(letter in str(value) for key in letters for value in card.columns.get(key, (row.get(key, ""),)))


# Rules


def _rules(before: Plan, after: Plan) -> Iterator[Edit]:
    """The options that are set differently, each with the sentence of the house rule that holds now."""
    old = before.options
    for option in after.variant.options:
        now = after.options[option.key]
        if option.key in old and old[option.key] != now:
            yield Edit(RULE, option.asked, option.sentence(now), option=option.key)

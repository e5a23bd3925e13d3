"""What was edited between the two decks of a comparison: single cards, categories by several of them, rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from workbench.decks.balance import balance
from workbench.kernel.tables import COUNT, CardTable
from workbench.kernel.words import LISTED, counted, in_states, in_words, listed

if TYPE_CHECKING:
    from workbench.decks.diff import CardChange, Pair
    from workbench.lab.comparison import Comparison

GONE, NEW, CHANGED, THIN, FAT, RULE = "gone", "new", "changed", "thin", "fat", "rule"
OF_CARDS = (GONE, NEW, CHANGED)
THINNED, FATTENED = 3 / 4, 4 / 3  # of what a category had: with less it was made thin, with more fat
SEVERAL = 2  # cards that make a category thin or fat together; one alone is spoken of itself
TOLD_CELLS = 2  # of a changed card; of more it only says that it is changed
TELLING = ("number", "flag", "choice", "letter", "letters", "card")  # types of columns whose cells can be told
SHORT_HELP = 2  # words: a help this short is what the column is called


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


def edits_of(comparison: Comparison) -> tuple[Edit, ...]:
    """What was edited, but for words that no rule looks at: categories, then cards, then rules.

    A card that makes a category thin or fat together with others is spoken of in that category alone.
    """
    diff = comparison.diff
    changes = [
        (kind, card)
        for kind, cards in ((GONE, diff.removed), (NEW, diff.added), (CHANGED, diff.changed))
        for card in cards
        if not card.text_only
    ]
    categories = list(_categories(comparison, [card for _, card in changes]))
    told = {key for edit in categories for key in edit.cards}
    tables = {table.file: table for table in comparison.after.plan.game.tables}
    cards = [
        Edit(kind, card.name, _became(kind, card, tables[card.file]), (card.key,))
        for kind, card in changes
        if card.key not in told
    ]
    return (*categories, *cards, *_rules(comparison))


def edit_words(edits: tuple[Edit, ...]) -> str:
    """What was edited, in sentences: categories, cards that are gone, new or changed, the rules that hold now."""
    sentences = _of_categories([edit for edit in edits if edit.category])
    cards = [edit for edit in edits if edit.kind in OF_CARDS]
    if len(cards) == 1:
        sentences.append(f"{cards[0].name} is {cards[0].words}.")
    else:
        sentences += _together(cards)
    rules = [edit for edit in edits if edit.option]
    if len(rules) > LISTED:
        sentences.append(f"{counted(len(rules), 'rule')} are set otherwise.")
    else:
        sentences += [f"New rule: {edit.words}" for edit in rules]
    return " ".join(sentences)


def _of_categories(categories: list[Edit]) -> list[str]:
    """A sentence of the categories that were made thin or fat; of one alone with how thin or fat."""
    if len(categories) > LISTED:
        return [f"{counted(len(categories), 'category', 'categories')} are made thin or fat."]
    if len(categories) == 1:
        return [f"{categories[0].name} {categories[0].words}."]
    made = listed([f"{edit.name} {edit.kind}" for edit in categories[1:]])
    return [f"{edit.name} is made {edit.kind}, {made}." for edit in categories[:1]]


def _together(cards: list[Edit]) -> list[str]:
    """A sentence of several cards: those that are gone, those that are new, those that are changed."""
    said = in_states([([edit.name for edit in cards if edit.kind == kind], kind) for kind in OF_CARDS], "card")
    return [f"{said[:1].upper()}{said[1:]}."] if said else []


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
    """What a cell says now and said before; empty where that is no short thing.

    >>> from workbench.decks import load_deck
    >>> _cell(load_deck("quests").game.tables[0], "bp_high", (20, 25))
    'battle points high 25, before 20'
    """
    column = table.column(key)
    if column.type not in TELLING:
        return ""
    called = {other.key: other.help for other in table.columns if len(other.help.split()) <= SHORT_HELP}
    name = called.get(key) or " ".join(called.get(part, part) for part in key.split("_"))
    old, new = ("none" if value in ("", None) else str(value).replace("_", " ") for value in pair)
    return f"{name} {new}, before {old}"


# Categories


def _categories(comparison: Comparison, changes: list[CardChange]) -> Iterator[Edit]:
    """Categories that several cards make thin or fat, by what the deck is judged by."""
    if len(changes) < SEVERAL:
        return
    before, after = comparison.before.plan.deck, comparison.after.plan.deck
    part = next((part for part in balance(after, before) if part.by_category), None)
    for bar in part.bars if part is not None else ():
        kind = _made(bar.before or 0.0, bar.value)
        cards = tuple(card.key for card in changes if _touches(card, bar.letter, comparison))
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


def _touches(card: CardChange, letter: str, comparison: Comparison) -> bool:
    """Whether an edit takes something from a category or gives it something."""
    table = next(table for table in comparison.after.plan.game.tables if table.file == card.file)
    row = _row(card, comparison)
    letters = [column.key for column in table.columns if column.type in ("letter", "letters")]
    return any(letter in str(value) for key in letters for value in card.columns.get(key, (row.get(key, ""),)))


def _row(card: CardChange, comparison: Comparison) -> Mapping[str, object]:
    """The row of a card as it is now; empty where it is gone."""
    plan = comparison.after.plan
    table = next(table for table in plan.game.tables if table.file == card.file)
    rows = plan.deck.tables[card.file]
    return next((row for row in rows if str(row[table.key_column]) == card.key), {})


# Rules


def _rules(comparison: Comparison) -> Iterator[Edit]:
    """The options that are set otherwise, each with the sentence of the house rule that holds now."""
    before, plan = comparison.before.plan.options, comparison.after.plan
    for option in plan.variant.options:
        now = plan.options[option.key]
        if option.key in before and before[option.key] != now:
            yield Edit(RULE, option.asked, option.sentence(now), option=option.key)

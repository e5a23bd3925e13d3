"""What shifts from one deck to another, in sentences: first by what was edited, then what else.

A comparison tests hundreds of figures, so sentences must be so clear that the chance of any accidental one is
FALSE_ALARMS (Holm 1979). Half of it goes to who wins and to what was edited itself, the other half to all else, so that
what one asks first does not drown in the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from workbench.kernel.words import capital, counted
from workbench.lab import figures
from workbench.lab.edits import CHANGED, Edit, edit_words
from workbench.lab.figures import IMPACT_OF, WIN_SHARE, is_impact, is_share, of_100
from workbench.lab.findings import FALSE_ALARMS, MOST_FINDINGS, Finding
from workbench.lab.intervals import beyond_doubt

if TYPE_CHECKING:
    from workbench.lab.comparison_tables import ComparisonTables

FEWEST_TOLD = 3  # games of which a verdict says how large a shift may have stayed unseen
WHO_WINS, OF_EDITED, OF_CARD, OF_GAME = range(4)  # what is told first; of the same, what shifts most
ASKED_FIRST = (WHO_WINS, OF_EDITED)
SHIFTED_WINS, SHIFTED_CARD, SHIFTED_FIGURE = "who wins", "card", "figure"
SCORED, POINTS_EACH = "scored_share", "points"  # figures of cards; the latter is told only of cards that copy others
CARD_SHIFTS = {  # what a figure of a card is called in a sentence; others are not told
    SCORED: "{card} now scores in {after} of 100 games, before {before}",
    POINTS_EACH: "{card} now gives {after} points, before {before}",
    "bonus_share": "the bonus of {card} now pays in {after} of 100 scorings, before {before}",
    "win_share": "who scores with {card} now wins {after} of 100 games, before {before}",
}
OFTEN_SHIFT = "{card} now scores {after} times a game, before {before}"  # of what scores more than once
IMPACT_SHIFT = "{card} now brings {after} wins in 100 games by its {worth}, before {before}"
WINS_SHIFT = "{name} now wins {after} of 100 games, before {before}"
FIGURE_SHIFT = "{name}: now {after}, before {before}"
SHARE_SHIFT = "{name}: now {after} of 100 {of}, before {before}"
CATEGORY_SHIFTS = {  # what the figures of a category are called in a sentence
    figures.POINTS: "a seat now has {after} points of {name}, before {before}",
    figures.LEADS_ALONE: "one seat alone now leads {name} in {after} of 100 games, before {before}",
}


class Claim(NamedTuple):
    """What a sentence says of a row of a comparison's tables that has shifted.

    Of claims with the same `topic` one is told; `edits` are those by which it shifts; `copies` is what a card copies.
    """

    rank: int
    kind: str
    topic: tuple[str, ...]
    row: Any
    edits: tuple[Edit, ...]
    copies: str = ""

    @property
    def is_seen(self) -> bool:
        """Whether its sentence shows a difference; what reads the same before and after is not worth telling."""
        return _number(self.row, self.row.after) != _number(self.row, self.row.before)

    @property
    def finding(self) -> Finding:
        """What is said of it."""
        row, of_card = self.row, self.kind == SHIFTED_CARD
        said = _card_sentence(row, self.copies) if of_card else _figure_sentence(row)
        cards = (row.card_id,) if of_card else ()
        return Finding(self.kind, said, cards, row.difference, row.low, row.high, row.figure, self.edits)


def shifts_of(comparison: ComparisonTables) -> tuple[Finding, ...]:
    """What has shifted, at most MOST_FINDINGS: who wins, then what was edited, then other cards and other figures."""
    if comparison.same_games:
        return ()
    told: dict[tuple[str, ...], Claim] = {}
    for claim in sorted(_clear(comparison), key=lambda claim: (claim.rank, -sure_size(claim.row))):
        if claim.is_seen:
            told.setdefault(claim.topic, claim)
    return tuple(claim.finding for claim in list(told.values())[:MOST_FINDINGS])


class Verdict(NamedTuple):
    """The first thing to know about a comparison; if no shift in who wins is seen, how large an unseen one may be."""

    first: str
    unseen: str = ""

    @property
    def words(self) -> str:
        """Both parts, one after the other."""
        return " ".join(filter(None, self))


def verdict_of(comparison: ComparisonTables, found: Sequence[Finding]) -> Verdict:
    """The verdict of a comparison with what was `found` to shift in it.

    What was edited comes first; where the first finding is about the one card that was changed, it says so itself.
    """
    if comparison.same_games:
        return Verdict("To the rules both decks are the same: no game differs.")
    first = _first_words(comparison.edits, found)
    if any(finding.kind == SHIFTED_WINS for finding in found):
        return Verdict(first)
    wins = comparison.figures[comparison.figures.figure.str.startswith(WIN_SHARE)]
    unseen = float(np.abs(wins[["low", "high"]]).fillna(1.0).to_numpy().max(initial=0.0))
    if comparison.games < FEWEST_TOLD or unseen >= 1:
        games = counted(comparison.games, "game")
        return Verdict(first, f"{games} cannot tell how large a shift in who wins there is.")
    return Verdict(first, f"No shift in who wins is larger than {of_100(unseen)} in 100 games.")


def _first_words(edits: tuple[Edit, ...], found: Sequence[Finding]) -> str:
    """What was edited and the first finding: `Moat (resources MC, before MM) now scores ...` of a single change."""
    if len(edits) == 1 and edits[0].kind == CHANGED and found and edits[0].cards == found[0].cards:
        name, _, cells = edits[0].name, *edits[0].words.partition(": ")[1:]
        return found[0].text.replace(name, f"{name} ({cells})" if cells else name, 1)
    text = found[0].text if found else "Nothing shifted beyond doubt."
    return " ".join(filter(None, (edit_words(edits), text)))


# What could be said, and what is clear of it


def _clear(comparison: ComparisonTables) -> Iterator[Claim]:
    """What has shifted beyond doubt, of all that could be said; what one asks first is tested by itself."""
    games, cards = comparison.figures, comparison.cards
    games, cards = games[games.difference.notna()], cards[cards.difference.notna() & _is_told(comparison)]
    claims = [_claim_of_games(row, comparison) for row in games.itertuples()]
    claims += [_claim_of_card(row, comparison) for row in cards.itertuples()]
    for asked in (True, False):
        family = [claim for claim in claims if (claim.rank in ASKED_FIRST) == asked]
        stands = beyond_doubt([claim.row.chance for claim in family], min(comparison.doubt, FALSE_ALARMS) / 2)
        yield from compress(family, stands)


def _is_told(comparison: ComparisonTables) -> np.ndarray:
    """Which rows of the table of cards a sentence can tell; points only of cards that copy others."""
    cards = comparison.cards
    copies = cards.card_id.isin(_copies(comparison))
    told = cards.figure.isin(CARD_SHIFTS) & ((cards.figure != POINTS_EACH) | copies)
    return np.asarray(told | cards.figure.str.startswith(IMPACT_OF), bool)


def _claim_of_games(row: Any, comparison: ComparisonTables) -> Claim:
    """What is said of who wins, by turn order and by seat, or of another figure of games."""
    if row.figure.startswith(WIN_SHARE):
        topic = (SHIFTED_WINS, "seats" if ", seat " in row.figure else "order")
        return Claim(WHO_WINS, SHIFTED_WINS, topic, row, comparison.edits)
    edit = _by_category_figure(comparison).get(row.figure)
    if edit is not None:
        return Claim(OF_EDITED, SHIFTED_FIGURE, (row.figure,), row, (edit,))
    return Claim(OF_GAME, SHIFTED_FIGURE, (row.figure,), row, comparison.edits)


def _claim_of_card(row: Any, comparison: ComparisonTables) -> Claim:
    """What is said of a card: each figure of one that was edited or copies others, one of any other card.

    A card that was edited to make a category thin or fat is spoken of after that category.
    """
    own = tuple(edit for edit in comparison.edits if row.card_id in edit.cards)
    copied = _copies(comparison).get(row.card_id, "")
    if copied or any(not edit.category for edit in own):
        topic = (row.card_id, row.figure)
        return Claim(OF_EDITED, SHIFTED_CARD, topic, row, own or comparison.edits, copied)
    return Claim(OF_CARD, SHIFTED_CARD, (row.card_id,), row, own or comparison.edits)


def _copies(comparison: ComparisonTables) -> dict[str, str]:
    """The cards that copy others, with what they copy, where anything that they could copy was edited."""
    return comparison.copiers if any(edit.cards for edit in comparison.edits) else {}


def _by_category_figure(comparison: ComparisonTables) -> dict[str, Edit]:
    """The figures of categories that were made thin or fat, each with that edit."""
    names = {category.letter: category.name for category in comparison.after.plan.deck.meta.categories}
    return {
        figure: edit
        for edit in comparison.edits
        if edit.category
        for figure in figures.category_figures(names[edit.category])
    }


def sure_size(row: Any) -> float:
    """How much surely shifted: the end of an interval that is nearer to nothing; relatively, if it is not a share."""
    sure = min(abs(row.low), abs(row.high)) if row.low > 0 or row.high < 0 else 0.0
    return sure if is_told_of_100(row) else sure / (max(abs(row.before), abs(row.after)) or 1.0)


def is_told_of_100(row: Any) -> bool:
    """Whether a sentence says so many of 100; several seats may score with copies of a card, then it does not."""
    if row.figure == SCORED:
        return max(row.after, row.before) <= 1
    return is_share(row.figure) or is_impact(row.figure) or row.figure in figures.SHARES


# Sentences


def _card_sentence(row: Any, copies: str) -> str:
    """What a card does now and did before. `copies`: what it copies, in words."""
    if is_impact(row.figure):
        pattern = IMPACT_SHIFT
    else:
        pattern = CARD_SHIFTS[row.figure] if row.figure != SCORED or is_told_of_100(row) else OFTEN_SHIFT
    worth = row.figure.removeprefix(IMPACT_OF)
    text = pattern.format(card=row.card, worth=worth, after=_number(row, row.after), before=_number(row, row.before))
    return f"{capital(text)}; it {copies}." if copies else f"{capital(text)}."


def _figure_sentence(row: Any) -> str:
    """What a figure of games is now and was before."""
    label = figures.counted_from_one(row.figure)
    name, _, of_category = label.rpartition(": ")
    if of_category in CATEGORY_SHIFTS:
        pattern = CATEGORY_SHIFTS[of_category]
    elif label.startswith(f"{WIN_SHARE}, "):
        pattern, name = WINS_SHIFT, figures.whose_wins(row.figure)
    else:
        pattern, name = SHARE_SHIFT if is_told_of_100(row) else FIGURE_SHIFT, label
    after, before = _number(row, row.after), _number(row, row.before)
    return f"{capital(pattern.format(name=name, of=figures.share_of(row.figure), after=after, before=before))}."


def _number(row: Any, value: float) -> str:
    """A figure as a sentence has it: of 100, or with as many digits as tell something."""
    if is_told_of_100(row):
        return of_100(value)
    roughly = row.figure in (SCORED, POINTS_EACH) or row.figure.endswith(f": {figures.POINTS}")
    return f"{value:.1f}" if roughly else f"{value:.2f}"

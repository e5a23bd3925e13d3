"""The findings of bots' games about a deck, in words, from the table `measured` of its deck.toml, and its balance."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workbench.decks import Deck
from workbench.decks.balance import BalanceBar, BalancePart, balance
from workbench.gallery.measured import LONGEST_SENTENCE, MOST_CARDS, MOST_SENTENCES, Measured
from workbench.kernel.words import in_words, listed
from workbench.pen import Drawn, group, line, picture, rectangle, text

if TYPE_CHECKING:
    from workbench.lab.comparison import Comparison

GAMES = re.compile(r"(?P<games>[0-9]{1,9}) by (?P<bot>\S+) at (?P<seats>[0-9]{1,2}) seats")
TURNS = re.compile(r"(?P<usual>[0-9]+\.[0-9]), (?P<few>[0-9]+) to (?P<many>[0-9]+) in nine games of ten")
SHARES = re.compile(r"[01]\.[0-9]{3}(?: [01]\.[0-9]{3})*")
IMPACT = re.compile(r"(?P<share>[01]\.[0-9]{3}) \([01]\.[0-9]{3} to [01]\.[0-9]{3}\), (?P<worth>.+?) of (?P<card>.+)")
NOTHING_FOUND = "none but turn order"  # as deck.toml says it
PLAIN = "#96703f"  # for a bar of no category
SCORED = "scored_share"  # the figure of a card: how often it scores a game
HIGH, STEP, BAR, FOOT = 46, 24, 18, 16  # of the strip


def figures_in_words(deck: Deck) -> list[str]:
    """What was measured of a deck, in sentences; empty if nothing was, or if its cards have changed since.

    >>> from workbench.decks import load_deck
    >>> figures_in_words(load_deck("guild_master", "roman"))[0]
    'In 10,000 games between four bots:'
    """
    measured = {key: str(value) for key, value in deck.meta.measured.items()}
    games = GAMES.match(measured.get("games", ""))
    if games is None:
        return []
    seats = int(games["seats"])
    number = in_words(seats)
    told = [_turns(measured), _wins(measured, seats), _impact(measured), _findings(measured)]
    return [f"In {int(games['games']):,} games between {number} bots:", *filter(None, told)]


def _turns(measured: dict[str, str]) -> str:
    """How long a game lasts."""
    found = TURNS.match(measured.get("turns", ""))
    if found is None:
        return ""
    if found["few"] == found["many"]:
        return f"{found['few']} turns."
    return f"{float(found['usual']):.0f} turns, {found['few']} to {found['many']} in nine games of ten."


def _wins(measured: dict[str, str], seats: int) -> str:
    """How often each seat wins, in the order of the table."""
    told = measured.get("wins_by_seat", "")
    shares = told.split() if SHARES.fullmatch(told) else []
    if len(shares) != seats:
        return ""
    return f"In order of seat they win {listed([of_100(float(share)) for share in shares])} of 100 games."


def _impact(measured: dict[str, str]) -> str:
    """The card with the greatest impact, in words."""
    found = IMPACT.match(measured.get("highest_impact", ""))
    if found is None:
        return ""
    return f"{found['card']} decides most: {of_100(float(found['share']))} of 100 games, by its {found['worth']}."


def _findings(measured: dict[str, str]) -> str:
    """What the report finds against the deck."""
    found = measured.get("findings", "")
    return "No finding stands against it but turn order, which no list can mend." if found == NOTHING_FOUND else found


def of_100(share: float) -> str:
    """A share as a number out of 100.

    >>> of_100(0.259)
    '26'
    """
    return f"{100 * share:.0f}"


def measured_of(comparison: Comparison) -> Measured:
    """What a page keeps of a comparison: its verdict, what else has shifted, and how often edited cards score."""
    others = [finding.text for finding in comparison.findings[1:]]
    rows = comparison.cards
    rows = rows[(rows.figure == SCORED) & (rows.change != "")].dropna(subset=["before", "after"])
    rows = rows[rows[["before", "after"]].max(axis=1) <= 1].head(MOST_CARDS)  # copies that score together have no share
    return Measured(
        games=comparison.games,
        verdict=comparison.verdict[:LONGEST_SENTENCE],
        findings=tuple(text[:LONGEST_SENTENCE] for text in others[:MOST_SENTENCES]),
        scored={row.card_id: (row.before, row.after) for row in rows.itertuples()},
    )


# ---------------------------------------------------------------- the balance


def judged_part(deck: Deck) -> BalancePart | None:
    """What a deck's balance is judged by: the bars of its categories, or the first bars that its game declares."""
    parts = balance(deck)
    return next((part for part in parts if part.by_category), next(iter(parts), None))


def balance_strip(deck: Deck) -> Drawn:
    """A bar for each category, as high as what its cards give, and a line at the height where all would be equal."""
    part = judged_part(deck)
    if part is None or not part.bars:
        return Drawn("")
    most = max(bar.value for bar in part.bars) or 1
    colours = {category.letter: category.colour for category in deck.meta.categories}
    bars = [
        _bar(STEP * place, HIGH * bar.value / most, colours.get(bar.letter, PLAIN), bar)
        for place, bar in enumerate(part.bars)
    ]
    even, width = HIGH - HIGH * part.even_share / most, STEP * len(part.bars)
    across = line((0, even), (width, even), stroke="#2b2118", stroke_width=1, stroke_dasharray="3 3")
    box = (width, HIGH + FOOT)
    name, told = f"Balance of {deck.meta.title}", balance_in_words(part)
    return picture(name, told, *bars, across, box=box, class_="wb-strip-of")


def _bar(left: float, high: float, colour: str, bar: BalanceBar) -> Drawn:
    drawn = [rectangle(left + (STEP - BAR) / 2, HIGH - high, BAR, high, fill=colour)]
    if bar.letter:
        middle, foot = left + STEP / 2, HIGH + FOOT - 3
        drawn.append(text(bar.letter, middle, foot, font_size=11, font_weight=700, text_anchor="middle", fill=colour))
    return group(*drawn)


def balance_in_words(part: BalancePart) -> str:
    """The balance in words, for those who cannot see the strip."""
    bars = [f"{bar.label} {bar.value:g}{f', {bar.mark}' if bar.mark else ''}" for bar in part.bars]
    return f"{part.title[:1].upper()}{part.title[1:]}: {'; '.join(bars)}. Even would be {part.even_share:.1f}."

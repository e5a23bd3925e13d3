"""What the lab tells as HTML, from a report to a suggestion: pictures first, tables behind them, all texts escaped.

The parts of a report (PARTS) can be drawn one by one, so that a screen draws what is looked at. What the figures mean
is in docs/reports.md.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from workbench.kernel.words import capital, counted
from workbench.lab import pictures
from workbench.lab.figures import DEAD, OVERCOME, SCORE_SPREAD, SHARED_WINS, WINNER_SCORE, is_share, place_in_order
from workbench.lab.findings import findings_of, nothing_found
from workbench.lab.intervals import EMPTY_BECAUSE
from workbench.lab.pictures import interval, number, percent, seats_counted, signed
from workbench.lab.shifts import shifts_of, verdict_of
from workbench.lab.which_matters import ASPECTS, in_words, shown_figure
from workbench.pen import Drawn, element, elements, joined, rules_beside, style_sheet, table
from workbench.play.seating import seat_name

if TYPE_CHECKING:
    import pandas

    from workbench.lab.comparison_tables import ComparisonTables
    from workbench.lab.findings import Finding
    from workbench.lab.report_tables import ReportTables
    from workbench.lab.simulation import Plan
    from workbench.lab.suggestion_tables import SuggestionTables
    from workbench.lab.sweep_tables import SweepTables
    from workbench.lab.tournament_tables import TournamentTables

PARTS: Mapping[str, str] = {
    "change": "Before and after the edit",
    "overview": "Who wins, how long, how close",
    "leads": "Who is ahead",
    "choices": "What there is to choose from",
    "impact": "What each card decides",
    "cards": "Bonuses and dead cards",
    "game": "What this game counts",
}


class CardName(NamedTuple):
    """A card's name, and the HTML that stands for it in a sentence."""

    name: str
    html: Drawn


FIRST_PARTS = ("change", "overview")  # what a refreshed screen shows before anybody asks for more

STYLE = style_sheet(rules_beside(__file__, "report.css"))


def report_html(
    report: ReportTables,
    comparison: ComparisonTables | None = None,
    study: bool = True,
    *,
    parts: Iterable[str] | None = None,
) -> Drawn:
    """A whole report, or the `parts` of it that are named (keys of PARTS).

    Without `study` nothing is shown that would have the games studied.
    """
    wanted = parts_of(report, comparison, study) if parts is None else tuple(parts)
    return _page(
        "Report",
        findings_html(
            findings_of(report, study), nothing_found(report), card_links(report) if "cards" in wanted else {}
        ),
        about_html(report, study),
        _parts(*(part_html(key, report, comparison, study) for key in wanted)),
    )


def comparison_html(comparison: ComparisonTables) -> Drawn:
    """A whole comparison: what shifts, what differs in the decks, and both reports side by side."""
    both = [
        element("div", element("h3", word), about_html(report), _pictures(_overview(report, True)))
        for word, report in (("Before", comparison.before), ("After", comparison.after))
    ]
    differences = element("div", comparison.diff._repr_html_(), class_="rt-numbers", tabindex=0)
    changes = element("section", element("h3", "What differs in the decks"), differences)
    change = part_html("change", comparison.after, comparison, comparison.studied)
    return _page("Comparison", _parts(change, changes), element("div", *both, class_="rt-both"))


def tournament_html(tournament: TournamentTables) -> Drawn:
    """A whole tournament: who is ahead of whom, the ratings, and who beats whom."""
    ratings = [
        (row.bot, signed(row.rating, 0), interval(row.low, row.high, 0), f"{row.games:,}", number(row.won))
        for row in tournament.ratings.itertuples()
    ]
    beats = [
        (row.bot, row.other, *_share(row.share, row.low, row.high), f"{row.games:,}", "yes" if row.ahead else "")
        for row in tournament.beats.itertuples()
    ]
    strength = _figure(
        "Ratings",
        "Who is 400 points above another wins ten games for each that the other wins.",
        pictures.ratings(tournament),
        _table("Ratings", ("Bot", "Rating", "Interval", "Games", "Won"), ratings),
    )
    duels = _figure(
        "Who beats whom",
        "Of the games that one of the two won, the share of the one named first.",
        pictures.who_beats_whom(tournament),
        _table("Who beats whom", ("Bot", "Against", "Wins", "Interval", "Games", "Ahead"), beats),
    )
    about = f"{tournament.title} · {options_text(tournament.plan)}. Intervals are 95% intervals."
    return _page("Tournament", _said_first(tournament.text), _about(about), _pictures([strength, duels]))


def sweep_html(sweep: SweepTables) -> Drawn:
    """A whole sweep: what matters in sentences, what each value does, and what two do together."""
    figures = [
        figure
        for figure in dict.fromkeys(shown_figure(sweep, about) for about in ASPECTS.values())
        for figure in _swept(sweep, figure)
    ]
    about = (
        f"{sweep.title} · {options_text(sweep.plan)}. Intervals are 95% intervals, each by itself; those of the "
        "sentences allow for having been picked out."
    )
    return _page("Sweep", _said_first(in_words(sweep)), _about(about), _pictures(figures))


def suggestion_html(found: SuggestionTables) -> Drawn:
    """A whole suggestion: whether the targets are reached, the edits one by one, and the figures before and after."""
    edits = elements("li", [edit.words for edit in found.edits])
    rows = [
        (one.target.words, one.bot, one.told(one.before), one.told(one.after), f"{one.games:,}", one.verdict)
        for one in found.measured
    ]
    head = ("Target", "Bot", "Before", "After", "Games", "")
    about = (
        f"{found.title} · {options_text(found.plan)}. In brackets: the 95% interval, each by itself, of games that the "
        "search has not seen."
    )
    return _page(
        "Suggestion",
        element("p", found.verdict, class_="rt-nothing" if found.reached else "rt-said-first"),
        element("ol", edits) if edits else "",
        _table("Before and after", head, rows),
        _about(about),
    )


def _swept(sweep: SweepTables, figure: str) -> Iterator[Drawn]:
    """What values do to a figure, each alone and two together."""
    head = ("Figure", "Before", "After", "Difference", "Interval", "Games", "")
    alone, two = [], []
    for effect in sweep.main_effects:
        ((factor, value, first),) = sweep.values_of(effect)
        words = f"{value.words} (in place of: {first.words})"
        alone += [(f"{factor}: {value.text}", words, *_shift_cells(effect))] * (effect.figure == figure)
    for effect in sweep.interactions:
        values = [f"{factor}: {value.text}" for factor, value, _ in sweep.values_of(effect)]
        two += [(*values, *_shift_cells(effect))] * (effect.figure == figure)
    yield _figure(
        seats_counted(figure),
        "What each value does in place of the first.",
        pictures.main_effects(sweep, figure),
        _table(figure, ("Swept", "In words", *head), alone),
    )
    if two:
        yield _figure(
            f"{seats_counted(figure)}: two together",
            "What the first does without the other and with it, and by how much that differs.",
            pictures.together(sweep, figure),
            _table(figure, ("Swept", "Beside", *head), two),
        )


def parts_of(report: ReportTables, comparison: ComparisonTables | None = None, study: bool = True) -> tuple[str, ...]:
    """The keys of the parts that this report has something for, in the order of a screen."""
    game = report.plan.game
    impact, own = study and game.reports.worth, game.reports.tables
    there = {"change": comparison is not None, "choices": study, "impact": impact, "game": own}
    return tuple(key for key in PARTS if there.get(key, True))


def part_html(
    key: str,
    report: ReportTables,
    comparison: ComparisonTables | None = None,
    study: bool = True,
    cards: Mapping[str, CardName] = MappingProxyType({}),
) -> Drawn:
    """One part of a report: its heading and its pictures, each with its table; nothing for a change of nothing.

    `cards`: see `findings_html`.
    """
    if key == "change":
        figures = list(_change(comparison)) if comparison is not None else []
    else:
        figures = list(_PARTS[key](report, study))
    if not figures:
        return joined()
    said = verdict_html(comparison, cards) if key == "change" and comparison is not None else ""
    return element("section", element("h3", PARTS[key]), said, _pictures(figures), data_part=key)


def verdict_html(comparison: ComparisonTables, cards: Mapping[str, CardName] = MappingProxyType({})) -> Drawn:
    """What an edit did, in a sentence, and what else shifted."""
    findings = shifts_of(comparison)
    verdict = verdict_of(comparison, findings).words
    if not findings:
        return findings_html((), verdict)
    first, *others = findings
    return findings_html((first._replace(text=verdict), *others), "", cards)


def findings_html(
    findings: Sequence[Finding], nothing: str, cards: Mapping[str, CardName] = MappingProxyType({})
) -> Drawn:
    """What stands out, the most important first; `nothing` is said where nothing does.

    `cards` has, by id, what stands for the name of a card that a sentence is about: a link to it, for instance.
    """
    if not findings:
        return element("p", nothing, class_="rt-nothing")
    sentences = [
        element(
            "li",
            _with_cards(found.text, [cards[card] for card in found.cards if card in cards]),
            data_kind=found.kind,
        )
        for found in findings
    ]
    return element("ul", *sentences, class_="rt-findings", aria_label="What stands out")


def _with_cards(text: str, cards: Sequence[CardName]) -> Drawn:
    """A sentence with its cards' names as they are to be drawn; of names that contain others the longest counts."""
    drawn = {card.name: card.html for card in cards}
    if not drawn:
        return joined(text)
    names = "|".join(re.escape(name) for name in sorted(drawn, key=len, reverse=True))
    return joined(*(drawn.get(part, part) for part in re.split(rf"(?<!\w)({names})(?!\w)", text)))


def card_links(report: ReportTables) -> dict[str, CardName]:
    """Links to the rows of the table of cards, by the cards' ids."""
    return {
        kind.key: CardName(kind.name, element("a", kind.name, href=f"#{_row_of(report, kind.key)}"))
        for kind in report.plan.deck.kinds
    }


def _row_of(report: ReportTables, card: str) -> str:
    """The id of a card's row on the page; a page may show the reports of several decks."""
    return f"card-{report.deck_digest[:8]}-{card}"


def about_html(report: ReportTables, study: bool = False) -> Drawn:
    """What the figures belong to, in one line: enough to play the same games again."""
    plan = report.plan
    game, variant = plan.game.title, plan.variant.title
    bots = ", ".join(f"{count} × {bot}" for bot, count in Counter(report.bots).items())
    told = [f"{plan.seats} seats", f"bots: {bots}", f"seed {report.seed}", options_text(plan)]
    if study:
        closer = "leads, choices and impact" if plan.game.reports.worth else "leads and choices"
        told.append(f"{closer} of the first {counted(report.study.games, 'game')}")
    return _about(
        element("strong", counted(report.games, "game")),
        f" of {variant if variant.startswith(game) else f'{game}, {variant}'} · deck {plan.deck.meta.title} ",
        element("code", report.deck_digest[:12]),
        f" · {' · '.join(told)}. Intervals are 95% intervals, {EMPTY_BECAUSE}.",
    )


def options_text(plan: Plan) -> str:
    """The options that differ from what a host finds set, in words.

    >>> options_text(plan)  # doctest: +SKIP
    'options: deal_size 6'
    """
    usual = {option.key: option.default for option in plan.variant.options}
    changed = [f"{key} {value}" for key, value in plan.options.items() if value != usual.get(key)]
    return f"options: {', '.join(changed)}" if changed else "options as they are by default"


def _said_first(sentence: str) -> Drawn:
    return element("p", sentence, class_="rt-said-first")


def _about(*words: str) -> Drawn:
    return element("p", *words, class_="rt-about")


def _pictures(figures: Iterable[str]) -> Drawn:
    return element("div", *figures, class_="rt-pictures")


def _parts(*parts: str) -> Drawn:
    return element("div", *parts, class_="rt-parts")


def _page(label: str, *parts: str) -> Drawn:
    return joined(STYLE, element("div", *parts, class_="rt-report", role="region", aria_label=label))


# ---------------------------------------------------------------- parts


def _overview(report: ReportTables, study: bool) -> Iterator[Drawn]:
    yield _figure(
        "Win share of each seat",
        "A shared win counts as a fraction. An interval that leaves out the dashed line is no accident.",
        pictures.win_shares(report),
        _seats_table(report),
    )
    if not report.order.empty:
        rows = [
            (capital(place_in_order(row.place - 1)), *_share(row.win_share, row.low, row.high))
            for row in report.order.itertuples()
        ]
        yield _figure(
            "Win share in turn order",
            "By who began the game, whichever seat it was.",
            pictures.order_shares(report),
            _table("Turn order", ("Place", "Wins", "Interval"), rows),
        )
    yield from _roles(report)
    yield _figure(
        "Length of games",
        "How many turns games took.",
        pictures.length(report),
        _lengths_table(report),
    )
    yield _figure(
        "Score spread",
        "By how much the best score was above the lowest: close games have a small one.",
        pictures.score_spread(report),
        _values_table("Scores", report.summary().loc[[WINNER_SCORE, SCORE_SPREAD, SHARED_WINS]]),
    )


def _roles(report: ReportTables) -> Iterator[Drawn]:
    """Win shares of the roles that the game gives its seats."""
    for role, of_role in report.roles.groupby("role", sort=False):
        rows = [
            (capital(row.name), *_share(row.win_share, row.low, row.high), percent(row.usual))
            for row in of_role.itertuples(index=False)
        ]
        yield _figure(
            f"Win share by {role}",
            "Usual is how often seats win that have the same places in turn order.",
            pictures.role_shares(str(role), of_role, report),
            _table(capital(str(role)), (capital(str(role)), "Wins", "Interval", "Usual"), rows),
        )


def _leads(report: ReportTables, study: bool) -> Iterator[Drawn]:
    if report.plan.deck.meta.categories:
        yield _figure(
            "Category leads",
            "How often one seat alone has most points in a category at the end, and whether that wins the game.",
            pictures.category_leads(report),
            _categories_table(report),
        )
    if not study:
        return
    if report.leads.empty:
        yield element("p", report.leads_words)
        return
    numbers = _values_table(f"Of the first {counted(report.study.games, 'game')}", report.leads)
    yield _figure(
        "When games are decided",
        "From then on nobody was ahead of those who won. Ahead is who would win if the game ended now.",
        pictures.decided(report),
        numbers,
    )
    yield _figure(
        "Lead changes",
        "How often those who were ahead lost the lead to others; who draws level with them does not take it.",
        pictures.lead_changes(report),
        numbers,
    )
    yield _figure(
        "Comebacks",
        "Won by one seat that was not among the leaders when half of the turns were over.",
        pictures.comebacks(report),
        numbers,
    )
    if OVERCOME in report.leads.index:  # where the first figure that decides tells it
        yield _figure(
            "How far behind winners were",
            f"The furthest that the winner of a game was ever behind, in {pictures.score_unit(report)}.",
            pictures.overcome(report),
            numbers,
        )


def _choices(report: ReportTables, study: bool) -> Iterator[Drawn]:
    if not study:
        return
    rows = [
        (
            seats_counted(row.name), number(row.decisions), *_share(row.forced_share, row.low, row.high),
            number(row.choices), interval(row.choices_low, row.choices_high),
        )
        for row in report.choices.itertuples(index=False)
    ]  # fmt: skip
    head = ("", "Decisions a game", "Without a choice", "Interval", "Actions to choose from", "Interval")
    yield _figure(
        "Decisions without a choice",
        f"{report.choices_words} A set of cards that is chosen card by card is one decision; the length of games "
        "counts each card.",
        pictures.choices(report),
        _table(f"Of the first {counted(report.study.games, 'game')}", head, rows),
    )


def _impact(report: ReportTables, study: bool) -> Iterator[Drawn]:
    if not study:
        return
    known = pictures.known_impacts(report)
    rows = []
    for row in known.itertuples():
        naive = (row.built_minus_not, row.built_minus_not_low, row.built_minus_not_high)
        caused = _more_wins(row.impact, row.low, row.high)
        rows.append((row.card, row.worth, *caused, *_more_wins(*naive), f"{row.games:,}"))
    head = ("Card", "Worth", "Impact", "Interval", "Built minus not", "Interval", "Games that tell")
    unknown = len(report.impact) - len(known)
    more = f" Of the worth of {unknown} more, no game tells anything." if unknown else ""
    yield _figure(
        "Card impact",
        "Of 100 games in which one seat alone has the card, how many it owes to its worth: the same games counted "
        "with and without it. An edit may do something else, since players then choose otherwise: compare. "
        "How its owners fared (◇) mixes in who builds it and what they would have built instead."
        f"{more} {report.study_words}",
        pictures.impact(report),
        _table("Impact in wins of 100 games", head, rows),
    )


def _cards(report: ReportTables, study: bool) -> Iterator[Drawn]:
    if report.plan.deck.bonuses:
        bonuses = [
            (row.card, *_share(row.bonus_share, row.bonus_low, row.bonus_high), f"{row.scored:,}")
            for row in pictures.bonus_cards(report).itertuples()
        ]
        yield _figure(
            "Bonuses completed",
            "How often the card that completes the bonus was there too when the card scored.",
            pictures.bonus_completion(report),
            _table("Bonuses", ("Card", "Completed", "Interval", "Times it scored"), bonuses),
        )
    least = report.cards.assign(left_out=report.cards.games == 0)
    least = least.sort_values(["left_out", "scored_share"], kind="stable")
    scored = [
        (
            row.card, number(100 * row.scored_share), "not in play" if not row.games else "dead" if row.dead else "",
            number(row.points), percent(row.win_share) if row.scored else "–",
        )
        for row in least.itertuples()
    ]  # fmt: skip
    ids = [_row_of(report, report.plan.deck.kinds[number].key) for number in least.index]
    yield _figure(
        "Cards that score least",
        "How many seats score with a card, in 100 games. It is called dead if that is surely fewer than "
        f"{100 * DEAD:g}.",
        pictures.dead_cards(report),
        _table("Cards", ("Card", "Scores in 100 games", "", "Points each time", "Its owners win"), scored, ids),
    )


def _change(comparison: ComparisonTables) -> Iterator[Drawn]:
    rows = list(comparison.figures.itertuples())
    shares, others = ([_shift_cells(row) for row in rows if is_share(row.figure) == share] for share in (True, False))
    head = ("Figure", "Before", "After", "Difference", "Interval", "Games", "")
    cards = [
        (row.card, row.change, row.figure.replace("_", " "), *pictures.shift_words(row, 100), _shifted(row))
        for row in comparison.clearest_cards.itertuples()
    ]
    card_head = ("Card", "Edit", "Figure", "Before", "After", "Difference", "Interval", "")
    said = ["Both decks played the same games; what the edit does not touch drops out."]
    if comparison.studied:
        said.append(f"Who was ahead, choices and impact: of the first {counted(comparison.studied_games, 'game')}.")
        said.append("Choices take a set of cards as one decision, decisions a game count each card.")
    yield _figure(
        "Shares",
        " ".join([*said, *comparison.remarks]),
        pictures.share_shifts(comparison),
        _table("Shares", head, shares),
    )
    yield _figure(
        "Other figures",
        "Each to a scale of its own.",
        pictures.number_shifts(comparison),
        _table("Figures", head, others),
    )
    yield _figure(
        "Cards",
        "The line leads from before to after. Edited cards come first, then those that changed most clearly.",
        pictures.card_shifts(comparison),
        _table("Cards, in 100 games", card_head, cards),
    )


def _game(report: ReportTables, study: bool) -> Iterator[Drawn]:
    """The tables that the game declares for its own questions."""
    for title, told in report.tables.items():
        rows = [
            [number(cell, 3) if isinstance(cell, float) else str(cell) for cell in row]
            for row in told.itertuples(index=False)
        ]
        heading = element("figcaption", element("h4", title))
        yield element("figure", heading, _table(title, list(map(str, told.columns)), rows), class_="rt-wide")


_PARTS: Mapping[str, Callable[[Any, bool], Iterator[Drawn]]] = {
    "overview": _overview,
    "leads": _leads,
    "choices": _choices,
    "impact": _impact,
    "cards": _cards,
    "game": _game,
}


# ---------------------------------------------------------------- tables


def _seats_table(report: ReportTables) -> Drawn:
    rows = [
        (
            seat_name(row.seat), row.bot, *_share(row.win_share, row.low, row.high), number(row.wins),
            number(row.score), interval(row.score_low, row.score_high), number(row.points),
        )
        for row in report.seats.itertuples()
    ]  # fmt: skip
    return _table("Seats", ("Seat", "Bot", "Wins", "Interval", "Games", "Score", "Interval", "Points"), rows)


def _lengths_table(report: ReportTables) -> Drawn:
    rows = [
        (row.measure, number(row.mean), interval(row.low, row.high), *(f"{value:g}" for value in row[5:]))
        for row in report.lengths.itertuples()
    ]
    head = ("", "Mean", "Interval", "Least", "5 % below", "Median", "5 % above", "Most")
    return _table("Length", head, rows)


def _values_table(caption: str, figures: pandas.DataFrame) -> Drawn:
    """A table of figures by their names, each with its value, low and high."""
    rows = []
    for figure, value, low, high in figures.itertuples():
        told = _share(value, low, high) if is_share(figure) else (number(value), interval(low, high))
        rows.append((seats_counted(figure), *told))
    return _table(caption, ("", "Value", "Interval"), rows)


def _categories_table(report: ReportTables) -> Drawn:
    points = report.categories.set_index("category")
    rows = []
    for row in report.category_leads.itertuples():
        mean, name = points.loc[row.category], f"{row.category} {row.name}"
        led, wins = _share(row.led_share, row.low, row.high), _share(row.win_share, row.win_low, row.win_high)
        rows.append((name, *led, number(row.margin), *wins, number(mean.points), percent(mean.empty_share)))
    head = ("Category", "Led alone", "Interval", "By", "Leader wins", "Interval", "Points a seat", "Nobody has any")
    return _table("Categories", head, rows)


def _shift_cells(row: Any) -> tuple[str, ...]:
    words = pictures.shift_words(row, 100 if is_share(row.figure) else 1)
    return (seats_counted(row.figure), *words, f"{row.games:,}", _shifted(row))


def _shifted(row: Any) -> str:
    return "shifted" if row.shifted else ""


def _share(share: float, low: float, high: float) -> tuple[str, str]:
    """A share and its interval, in percent."""
    return percent(share), interval(100 * low, 100 * high)


def _more_wins(share: float, low: float, high: float) -> tuple[str, str]:
    """A difference of shares and its interval, in wins of 100 games."""
    return signed(100 * share), interval(100 * low, 100 * high)


def _figure(heading: str, sentence: str, picture: Drawn, numbers: Drawn) -> Drawn:
    said = element("figcaption", element("h4", heading), element("p", sentence.strip()))
    behind = [element("details", element("summary", f"{heading}: the numbers"), numbers)] if numbers else []
    return element("figure", said, picture, *behind)


def _table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]], ids: Sequence[str] = ()) -> Drawn:
    """A table whose first column heads its rows, which scrolls by itself and by keyboard; nothing without rows.

    `ids` are those of its rows on the page, where sentences lead to them.
    """
    if not rows:
        return joined()
    body = [
        element("tr", element("th", str(first), scope="row"), elements("td", map(str, rest)), id=one or None)
        for one, (first, *rest) in zip(ids or [""] * len(rows), rows, strict=True)
    ]
    return element("div", table(head, body), class_="rt-numbers", role="group", aria_label=caption, tabindex=0)

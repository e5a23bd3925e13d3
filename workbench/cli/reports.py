"""Reports of the lab as text, JSON and CSV."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from workbench.kernel.words import counted
from workbench.storage.errors import OptionError, one_of

if TYPE_CHECKING:
    import pandas

    from workbench.kernel.game import Game
    from workbench.lab import Report
    from workbench.lab.comparison import Comparison
    from workbench.lab.studies import Answer
    from workbench.lab.suggest import Suggestion
    from workbench.lab.sweep import Sweep
    from workbench.lab.tournament import Tournament

REPORT_TABLES = ("seats", "order", "lengths", "categories", "category_leads", "cards", "leads", "choices", "impact")
TOURNAMENT_TABLES = ("ratings", "beats")
SWEEP_TABLES = ("effects", "pairs", "figures")
SUGGESTION_TABLES = ("changes", "figures")
MOST_IMPACTS = 5  # cards at either end of the impact table that a report prints
IMPACT_MEANS = (
    "impact: of the games in which one seat alone has a card, the share that it owes to the card's worth; what an edit "
    "would do is another matter, for which compare both decks"
)
AHEAD_MEANS = "ahead: who would win if the game ended now; decided: from when on nobody was ahead of those who won"
CHOICES_MEAN = (
    "forced_share: of the decisions, those in which one action alone was allowed; choices: how many were allowed in "
    "the others; a set of cards that is chosen card by card is one decision, of which lengths count each card"
)
SCORED_SHARE_MEANS = (
    "scored_share: how many seats score with a card, a game; impact: of the games in which one seat alone has it, the "
    "share that it owes to the card's worth"
)


def table_names(game: Game) -> tuple[str, ...]:
    """The tables in the report of a game: those of every game, then its own by title."""
    return (*REPORT_TABLES, *game.reports.tables)


def tables_played(report: Report) -> tuple[str, ...]:
    """The tables of `table_names` that the variant played has."""
    return (*REPORT_TABLES, *report.tables)


def table_of(report: Report, name: str) -> pandas.DataFrame:
    """A table of a report by its name, without an index; raises OptionError if the variant played has no such table."""
    if name not in tables_played(report):
        raise OptionError(one_of(name, tables_played(report), f"table of {report.plan.variant.title}"))
    table: pandas.DataFrame = getattr(report, name) if name in REPORT_TABLES else report.tables[name]
    return table.reset_index(drop=table.index.name is None or table.index.name in table.columns)


def report_as_json(report: Report) -> str:
    """What was played, and every table."""
    about = {
        "game": report.plan.game.id,
        "deck": report.plan.deck.name,
        "deck_digest": report.deck_digest,
        "games": report.games,
        "seats": report.plan.seats,
        "bots": list(report.bots),
        "seed": report.seed,
        "options": report.options,
    }
    return as_json(about, {name: table_of(report, name) for name in tables_played(report)})


def as_json(about: Mapping[str, Any], tables: Mapping[str, pandas.DataFrame]) -> str:
    """What was played, and its tables."""
    import json

    content = {name: json.loads(table.to_json(orient="records")) for name, table in tables.items()}
    return json.dumps({**about, "tables": content}, indent=1) + "\n"


def as_csv(table: pandas.DataFrame) -> str:
    """A table as CSV, written so that no spreadsheet calculates the name of a card, a bot or a deck."""
    from workbench.decks.exchange.exporting import uncalculated

    return str(table.map(uncalculated).to_csv(index=False))


def report_text(report: Report, table: str | None) -> str:
    """The run in a sentence and the figures that matter first, then `table`, or the tables that tell most.

    Tables are printed under their names, the game's own after those of every game.
    """
    from workbench.lab.figures import counted_from_one
    from workbench.lab.findings import findings_of, nothing_found
    from workbench.lab.intervals import EMPTY_BECAUSE

    plan = report.plan
    stopped = f" (stopped early; {report.asked:,} were asked for)" if report.games < report.asked else ""
    games = f"{counted(report.games, 'game')}{stopped}, {plan.seats} seats, seed {plan.seed}"
    about = f"{plan.game.title}, deck {plan.deck.name}: {games}"
    figures = report.summary().rename(index=counted_from_one).to_string(float_format="{:.3f}".format, na_rep="")
    if table:
        texts = [printed(table, table_of(report, table))]
    else:
        usual = ["categories", "category_leads"] if plan.deck.meta.categories else []
        texts = [printed(name, table_of(report, name)) for name in usual]
        texts += closer_look(report)
        if report.tables and report.whole is not report:
            texts.append(f"The game's own tables are of the first {report.whole.games:,} games.")
        texts += [printed(title, own) for title, own in report.tables.items()]
    found = "\n".join(f"- {found.text}" for found in findings_of(report, report.compiled)) or nothing_found(report)
    return "\n\n".join([f"{about}\nlow and high: the 95% interval, {EMPTY_BECAUSE}", found, figures, *texts])


def closer_look(report: Report) -> list[str]:
    """Who was ahead, what there was to choose from, the cards that decide most and least, and those that hardly score.

    Without compiled rules, the first three would take longer than the run itself, so they are left out.
    """
    texts = []
    if report.compiled:
        studied = f"({counted(report.study.games, 'game')} studied)"
        if report.leads.empty:
            texts += [report.leads_words]
        else:
            texts += [printed(f"leads {studied}", table_of(report, "leads")), f"{report.leads_words}\n{AHEAD_MEANS}"]
        texts += [printed(f"choices {studied}", table_of(report, "choices")), f"{report.choices_words}\n{CHOICES_MEAN}"]
        texts += [f"{report.study_words}\n{IMPACT_MEANS}"] * (len(report.impact) > 0)
        texts += [impacts_text(worth, impacts) for worth, impacts in report.impact.groupby("worth", sort=False)]
    if dead := list(report.cards[report.cards.dead].card):
        texts.append(f"Cards that hardly ever score: {', '.join(dead)}")
    return texts


def impacts_text(worth: str, impacts: pandas.DataFrame) -> str:
    """The cards with the largest and the smallest impact of a worth."""
    table = impacts.drop(columns=["worth", "built_minus_not_low", "built_minus_not_high"])
    table = table.sort_values("impact", ascending=False, kind="stable")
    title = f"impact of {worth}"
    if len(table) > 2 * MOST_IMPACTS:
        title += f", the largest and the smallest of {len(table)} (--table impact prints them all)"
        table = table.iloc[[*range(MOST_IMPACTS), *range(-MOST_IMPACTS, 0)]]
    return printed(title, table)


def tournament_text(played: Tournament, table: str | None) -> str:
    """What was played, who is ahead of whom in a sentence, and both tables or the named one."""
    names = [table] if table else TOURNAMENT_TABLES
    texts = [printed("who beats whom" if name == "beats" else name, tournament_table(played, name)) for name in names]
    return "\n\n".join([f"{played.title}\nlow and high: the 95% interval", played.text, *texts])


def tournament_table(played: Tournament, table: str) -> pandas.DataFrame:
    """A table of a tournament for printing: ratings in whole points, yes where a bot is ahead, otherwise nothing."""
    if table == "ratings":
        return played.ratings.round({"rating": 0, "low": 0, "high": 0}).astype({"rating": int, "low": int, "high": int})
    return with_marks(played.beats, "ahead")


def answer_text(answer: Answer) -> str:
    """The answer in a sentence, the games it rests on, and its table."""
    study = answer.study
    asked = f"{study.game}, {study.seats} seats, {', '.join(study.bots)}, seed {study.seed}"
    played = f"{counted(answer.played, 'game')} of {asked}; low and high: the 95% interval"
    sentences = f"{answer.sentence}\n{answer.more}"
    return "\n\n".join([sentences, played, printed("what it stands on", as_typed(answer.frame))])


def sweep_text(swept: Sweep, table: str | None) -> str:
    """What was played, what matters in sentences, and the named table, or the effects and pairs that shift."""
    texts = [f"{swept.title}\nlow and high: the 95% interval, each by itself", swept.text]
    if table:
        whole = as_typed(getattr(swept, table))
        return "\n\n".join([*texts, printed(table, with_marks(whole) if "shifted" in whole else whole)])
    for name in ("effects", "pairs"):
        whole = getattr(swept, name)
        shifted = whole[whole.shifted].drop(columns="shifted")
        if len(shifted):
            title = f"{name} that shift something (--table {name} prints all {len(whole)} rows)"
            texts.append(printed(title, as_typed(shifted)))
    return "\n\n".join(texts)


def suggestion_text(found: Suggestion, table: str | None) -> str:
    """What was searched, the edits and their effects in sentences, and the named table."""
    texts = [f"{found.title}\nin brackets: the 95% interval, each by itself", "\n".join(found.sentences)]
    if table:
        texts.append(printed(table, as_typed(getattr(found, table))))
    return "\n\n".join(texts)


def as_typed(table: pandas.DataFrame) -> pandas.DataFrame:
    """A table with option values as they are typed: true, not True."""
    return table.map(lambda value: str(value).lower() if value is True or value is False else value)


def comparison_text(comparison: Comparison) -> str:
    """What differs between two decks, what that shifts in the figures, and the cards for which something shifted."""
    plan = comparison.after.plan
    games = f"{counted(comparison.games, 'game')}, {plan.seats} seats, seed {plan.seed}"
    about = f"{plan.game.title}: {games}, played with both decks\nlow and high: the 95% interval of the difference"
    figures = comparison.figures
    said = [comparison.verdict, *(f"- {found.text}" for found in comparison.findings[1:])]
    texts = ["\n".join(said), about, str(comparison.diff), *comparison.remarks]
    texts.append(printed("figures", with_marks(figures).drop(columns=["chance"])))
    shifted = comparison.cards[comparison.cards.shifted]
    if len(shifted):
        texts.append(SCORED_SHARE_MEANS)
        texts.append(printed("cards", with_marks(shifted).drop(columns=["card_id", "chance", "shifted"])))
    return "\n\n".join(texts)


def with_marks(table: pandas.DataFrame, column: str = "shifted") -> pandas.DataFrame:
    """The table with yes where something holds, otherwise nothing."""
    return table.assign(**{column: table[column].map({True: "yes", False: ""})})


def printed(title: str, table: pandas.DataFrame) -> str:
    """A table below its title; people count seats from 1, tables from 0."""
    from workbench.lab.figures import counted_from_one

    if "seat" in table:
        table = table.assign(seat=table.seat + 1)
    if "figure" in table:
        table = table.assign(figure=table.figure.map(counted_from_one))
    title = title.replace("_", " ")
    return f"{title[:1].upper()}{title[1:]}\n{table.to_string(index=False, float_format='{:.3f}'.format, na_rep='')}"

"""The commands that play many games between bots."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from workbench.cli import reports
from workbench.cli.arguments import (
    DECK,
    GAME,
    OPTION,
    SAME_SEED,
    SEATS,
    SETTING,
    TWO_DECKS,
    bots_of_cells,
    bots_of_seats,
    deck_called,
    decks_given,
    home_written_out,
    of_100_games,
    options_of,
    two_bots_and_a_window,
    whole_number,
    whole_numbers,
    window,
    words,
)
from workbench.cli.command import Argument, argument, command
from workbench.cli.long_work import Progress, stopping_early
from workbench.storage.errors import OptionError, one_of, reason_of, shown_path


def how_many_games(usual: int, what: str) -> Argument:
    """The argument that says how many games are played."""
    told = f"{what} (default: %(default)s)"
    return argument("--games", type=whole_number, default=usual, metavar="N", help=told)


WHO_COMPUTES = (
    argument("--threads", type=whole_number, metavar="N", help="how many threads (default: one a core)"),
    argument("--scheduler", metavar="ADDRESS", help="let the Dask cluster play that has its scheduler there"),
)
SIZE_OF_A_RUN = (
    how_many_games(10_000, "how many games"),
    argument(
        "--bots",
        type=bots_of_seats,
        metavar="NAME",
        help="one bot for all seats, or one a seat with commas (default: the game's best)",
    ),
    *WHO_COMPUTES,
)
KEEP = argument("--keep", metavar="FILE", help="add what is played to this file as it ends; play none that is there")
WHERE_TO = (
    argument("--json", metavar="FILE", help="write every table as JSON; - prints it instead of the tables"),
    argument("--csv", metavar="FILE", help="write one table as CSV; - prints it instead of the tables"),
)


def one_table(tables: Sequence[str], does: str) -> Argument:
    """The argument that names one of the tables of a run."""
    return argument("--table", choices=tables, metavar="NAME", help=f"{does}; one of {', '.join(tables)}")


@command(
    GAME,
    DECK,
    *SETTING,
    *SIZE_OF_A_RUN,
    *WHERE_TO,
    argument(
        "--table",
        metavar="NAME",
        help="print this table alone, write it instead of the seats; one of "
        f"{', '.join(reports.REPORT_TABLES)}, or of the game's own",
    ),
)
def simulate(options: Namespace) -> int:
    """Play many games between bots and report who wins.

    Shares are followed by their 95% intervals. The same seed gives the same report
    on any number of threads. The first run of a game compiles it, which takes a
    while; `workbench warm` does so ahead. Ctrl-C stops early and reports the games
    played by then.

    examples:
      workbench simulate guild_master --games 10000 --bots greedy --seed 1
      workbench simulate guild_master --seats 2 --bots greedy,random --csv seats.csv
    """
    from workbench import lab

    refuse_an_unknown_table(options.game, options.table)
    with long_run(options) as how:
        report = lab.simulate(options.game, deck=options.deck, **how)
        if options.json:
            write_out(options.json, reports.report_as_json(report))
        if options.csv:
            write_out(options.csv, reports.as_csv(reports.table_of(report, options.table or "seats")))
        text = "" if "-" in (options.json, options.csv) else reports.report_text(report, options.table)
    return tell(text)


@command(
    *TWO_DECKS,
    *SETTING,
    *SIZE_OF_A_RUN,
)
def compare(options: Namespace) -> int:
    """Play the same games with two decks and report what shifts.

    {HOW_DECKS_ARE_CALLED}

    Both decks meet the same chances, so that a small change shows: differences are
    means over the pairs of games, followed by their 95% intervals. What is marked
    as shifted is so beyond doubt, though many figures are looked at. Ctrl-C stops
    early and compares the games that both have by then.

    examples:
      workbench compare guild_master my-decks/town --seats 3
      workbench compare guild_master@2 guild_master@5 --games 20000 --seed 1
    """
    from workbench.lab import comparison

    before, after = deck_called(options.before), deck_called(options.after)
    with long_run(options) as how:
        text = reports.comparison_text(comparison.compare(before, after, **how))
    return tell(text)


@command(
    GAME,
    DECK,
    SEATS,
    SAME_SEED,
    OPTION,
    how_many_games(1_000, "how many deals, each played by every table in every rotation of its seats"),
    argument("--bots", type=words, metavar="NAMES", help="two bots or more, with commas (default: all of the game)"),
    KEEP,
    *WHO_COMPUTES,
    *WHERE_TO,
    one_table(reports.TOURNAMENT_TABLES, "print this table alone, write it instead of the ratings"),
)
def tournament(options: Namespace) -> int:
    """Let bots meet on the same deals and report who is stronger.

    Each table plays the same deals, each of them in every rotation of its seats.
    Who is 400 points above another wins ten games for each that the other wins.
    Each two bots are taken to have shared one deal more, so that a bot which wins
    all its games has a rating. Figures are followed by their 95% intervals. Ctrl-C
    stops early and reports the deals that all tables have by then.

    examples:
      workbench tournament guile --bots random,greedy,bold --seed 1
      workbench tournament guild_master --seats 4 --games 500 --json cup.json
    """
    from workbench.lab.tournament import tournament

    with long_run(options) as how:
        played = tournament(options.game, deck=options.deck, keep=options.keep, **how)
        text = written_and_told(options, played, reports.TOURNAMENT_TABLES, reports.tournament_text)
    return tell(text)


@command(
    GAME,
    argument("--decks", type=decks_given, metavar="DECKS", help="names of decks or their folders, with commas"),
    argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUES",
        dest="options",
        help="values of an option of the game, or a preset, with commas; may be given several times",
    ),
    argument("--seats", type=whole_numbers, metavar="NUMBERS", help="how many seats, with commas"),
    argument("--bots", type=bots_of_cells, metavar="NAMES", help="bots with commas; one a seat with + between them"),
    how_many_games(1_000, "games a cell"),
    SAME_SEED,
    argument("--alone", action="store_true", help="change each value alone, beside the first of all others"),
    argument("--sample", type=whole_number, metavar="N", help="play so many of the combinations, drawn by the seed"),
    KEEP,
    *WHO_COMPUTES,
    *WHERE_TO,
    one_table(reports.SWEEP_TABLES, "print this table whole, write it instead of the effects"),
)
def sweep(options: Namespace) -> int:
    """Play the same games with other rules, decks, bots or seats: what matters.

    Several values stand with commas between them; the others are held against the
    first. Every combination is played, a cell, all of them on the same seeds. With
    --keep each cell is written to a file as it ends, and the same command goes on
    from there, even if it was killed. Ctrl-C stops early and reports the cells that
    are done by then. What is said to matter does beyond doubt, though many figures
    are looked at.

    examples:
      workbench sweep guild_master --option discard_max=3,0 --option deal_size=5,7
      workbench sweep guile --bots greedy,bold+greedy --keep cells.jsonl
      workbench sweep quests --option foe_tie=player_passes,foe_wins --alone
    """
    from workbench.lab.sweep import sweep

    with long_run(options) as how:
        values = {key: words(value) for key, value in how.pop("options").items()}
        how |= {name: getattr(options, name) for name in ("decks", "alone", "sample", "keep")}
        swept = sweep(options.game, values, **how)
        text = written_and_told(options, swept, reports.SWEEP_TABLES, reports.sweep_text)
    return tell(text)


@command(
    argument("file", metavar="FILE", help="a study, as the lab saves it"),
    argument("--csv", metavar="FILE", help="write the table of the answer as CSV; - prints it instead"),
)
def study(options: Namespace) -> int:
    """Answer a question that was saved on the page of the lab.

    The file holds the question, game, cards, rules, bots and seed, so that the
    answer is the same wherever it is asked again. Of many games early answers are
    told, too. Ctrl-C stops early and answers from the games played by then.

    examples:
      workbench study guile-seats.json
      workbench study guile-rules.json --csv rules.csv
    """
    import threading
    from pathlib import Path

    from workbench.lab.studies import LONGEST_FILE, read_study
    from workbench.storage.reading import beginning_of

    refuse_a_place_without_a_folder(options.csv)
    try:
        text = beginning_of(Path(home_written_out(options.file)), LONGEST_FILE + 1).decode()
    except (OSError, ValueError) as problem:
        why = reason_of(problem)
        raise OptionError(f"{shown_path(options.file)} cannot be read: {why}. Name a file of the lab.") from None
    asked, progress, cancel = read_study(text), Progress(), threading.Event()
    with stopping_early(cancel), progress:
        for games in asked.looks:
            answer = asked.answer(
                games, on_progress=lambda done, total: progress.say(f"{done:,} of {total:,} games"), cancel=cancel
            )
            if games < asked.games and not cancel.is_set():
                progress.say(f"{games:,} games so far: {answer.sentence}")
    if options.csv:
        write_out(options.csv, answer.csv)
    if options.csv != "-":
        print(reports.answer_text(answer))
    return 0


@command(
    GAME,
    DECK,
    argument(
        "--first-seat",
        type=of_100_games,
        metavar="GAMES",
        help="who begins wins an even share, within so many of 100 games",
    ),
    argument("--impact", type=of_100_games, metavar="WINS", help="no card brings more wins in 100 games than that"),
    argument("--length", type=window, metavar="FROM-TO", help="how many turns a game takes"),
    argument(
        "--win-rate",
        type=two_bots_and_a_window,
        action="append",
        metavar="BOT,BOT=FROM-TO",
        help="how many of 100 games the first bot wins against the second; may be given several times",
    ),
    argument("--edits", type=whole_number, default=3, metavar="N", help="how many at most (default: %(default)s)"),
    how_many_games(10_000, "games of the last measurement"),
    SEATS,
    argument("--bots", metavar="NAME", help="the bot that has all seats (default: the game's best)"),
    argument("--second-bot", metavar="NAME", help="the bot by which it is measured too (default: another of the game)"),
    SAME_SEED,
    OPTION,
    argument("--save", type=home_written_out, metavar="FOLDER", help="save the deck with the edits in a new folder"),
    *WHO_COMPUTES,
    *WHERE_TO,
    one_table(reports.SUGGESTION_TABLES, "print this table too, write it instead of the changes"),
)
def suggest(options: Namespace) -> int:
    """Find the fewest edits by which a deck reaches what is asked for.

    Edits are other points, copies, letters and bonuses of cards, and other options.
    Give one target or several. Lists of edits play the same games; what comes in
    first is measured anew in games that the search has not seen and with a second
    bot. Where nothing reaches the targets it says so and tells the closest list. An
    option that is given with --option stays. Ctrl-C ends early with the best that
    was measured by then.

    examples:
      workbench suggest guild_master --first-seat 1
      workbench suggest guild_master --deck my-decks/town --impact 15 --save mended
      workbench suggest quests --length 20-26 --edits 2
      workbench suggest guile --win-rate greedy,bold=55-70
    """
    from workbench.lab.suggest import suggest

    targets = {name: getattr(options, name) for name in ("first_seat", "impact", "length")}
    with long_run(options) as how:
        found = suggest(
            options.game, options.deck, **targets, win_rates=dict(options.win_rate or ()) or None,
            most_edits=options.edits, second_bot=options.second_bot, **how,
        )  # fmt: skip
        if options.save is not None and found.edits:
            found.deck.save(options.save)
        text = written_and_told(options, found, reports.SUGGESTION_TABLES, reports.suggestion_text)
    return tell(text)


def written_and_told(
    options: Namespace, measured: Any, tables: Sequence[str], text: Callable[[Any, str | None], str]
) -> str:
    """Write the results as the command line says; returns the text to print, empty if standard output has them."""
    if options.json:
        about = {**measured.about, "text": measured.text}
        write_out(options.json, reports.as_json(about, {name: getattr(measured, name) for name in tables}))
    if options.csv:
        write_out(options.csv, reports.as_csv(getattr(measured, options.table or tables[0])))
    return "" if "-" in (options.json, options.csv) else text(measured, options.table)


def tell(text: str) -> int:
    """Print a text, unless standard output has the results; the exit code."""
    if text:
        print(text)
    return 0


@contextmanager
def long_run(options: Namespace) -> Iterator[dict[str, Any]]:
    """The settings of a run from the command line; within the block, progress is shown and Ctrl-C ends it early.

    Raises OptionError if the results could not be written.
    """
    import threading

    for place in (vars(options).get("json"), vars(options).get("csv")):
        refuse_a_place_without_a_folder(place)
    progress, cancel = Progress(), threading.Event()
    if options.games > 0:
        progress.say(f"{options.games:,} games: getting ready (the first time, a game is compiled) ...")
    with cluster_at(options.scheduler) as client, stopping_early(cancel), progress:
        yield {
            "client": client,
            "games": options.games,
            "seats": options.seats,
            "bots": options.bots,
            "seed": options.seed,
            "options": options_of(options.options),
            "threads": options.threads,
            "on_progress": lambda done, total: progress.say(f"{done:,} of {total:,} games"),
            "cancel": cancel,
        }


@contextmanager
def cluster_at(address: str | None) -> Iterator[Any]:
    """A client of the cluster whose scheduler has this address, None without one; its warnings are printed at the end.

    Raises ClusterError.
    """
    if address is None:
        yield None
        return
    import logging
    import warnings

    from workbench.lab.cluster import ClusterWarning, connected

    logging.disable(logging.ERROR)  # Dask logs pages; what matters is said in one sentence
    try:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always", ClusterWarning)
            with connected(address) as client:
                yield client
    finally:
        logging.disable(logging.NOTSET)
    for warning in said:
        if isinstance(warning.message, ClusterWarning):
            print(f"workbench: {warning.message}", file=sys.stderr)


def refuse_an_unknown_table(game: str, table: str | None) -> None:
    """Raise OptionError, before long work begins, for a table that does not exist."""
    from workbench.kernel.registry import game as find_game

    found = find_game(game)
    if table is not None and table not in reports.table_names(found):
        raise OptionError(one_of(table, reports.table_names(found), f"table of {found.title}"))


def refuse_a_place_without_a_folder(place: str | None) -> None:
    """Raise OptionError, before long work begins, if its results could not be written."""
    if place and place != "-" and not os.path.isdir(home_written_out(place).parent):
        raise OptionError(f"{shown_path(place)} cannot be written: its folder is not there. Name another file.")


def write_out(place: str, text: str) -> None:
    """Write to a file, or to the standard output for `-`; raises OptionError."""
    if place == "-":
        sys.stdout.write(text)
        return
    try:
        home_written_out(place).write_text(text, encoding="utf-8")
    except OSError as problem:
        raise OptionError(f"{shown_path(place)} cannot be written: {problem.strerror}. Name another file.") from None
    print(f"Written: {place}", file=sys.stderr)

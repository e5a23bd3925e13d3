"""The command `workbench`: serve the dashboards, play in the terminal, simulate, lint, warm, list.

Nothing heavy is imported before a command needs it, so that `workbench --help` answers at once.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.kernel.errors import DeckError, OptionError, WorkbenchError, one_of, shown

if TYPE_CHECKING:
    import threading

    import pandas

    from workbench.decks import Deck, Finding
    from workbench.kernel.game import Game, Option
    from workbench.lab import Report
    from workbench.lab.comparison import Comparison
    from workbench.play.match import Match

DISTRIBUTION = "roundtable-workbench"
DEFAULT_PORT = 8866
USUAL_PEOPLE = "1"
REFUSED = 2
HAS_ERRORS = DIFFERENT = 1
INTERRUPTED = 130
REPORT_TABLES = ("seats", "lengths", "categories", "category_leads", "cards", "leads", "impact")
MOST_IMPACTS = 5  # cards at either end of the table of impact that a report prints

DESCRIPTION = "Medieval tabletop games to play, edit and measure. Without a command, the dashboards are served."
EXAMPLES = """\
examples:
  workbench                                    open the dashboards in the browser
  workbench --port 9000 --no-browser           the same, elsewhere and quietly
  workbench play guild_master                  a match in the terminal
  workbench simulate guild_master --games 10000 --seats 4
  workbench lint decks/guild_master/medieval   what is wrong or odd about a card list

`workbench COMMAND --help` explains a command."""


HOW_DECKS_ARE_CALLED = (
    "A deck is GAME for the game's own, GAME/DECK for another, either with @NUMBER\n"
    "for a version that was saved of it; or it is the path of a deck's folder."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process by default); the exit code.

    0: done; 1: lint or a check found errors, or two decks differ; 2: refused, with one message that says why;
    130: interrupted.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    options = build_parser().parse_args(with_default_command(given))
    try:
        return options.run(options)
    except WorkbenchError as problem:
        print(f"workbench: {problem}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output, `head` for instance, has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def with_default_command(given: list[str]) -> list[str]:
    """`workbench` alone, or with options only, serves."""
    asks_about_the_command = given[:1] in (["-h"], ["--help"], ["--version"])
    if not asks_about_the_command and (not given or given[0].startswith("-")):
        return ["serve", *given]
    return given


# What the command line looks like


class ShowVersion(argparse.Action):
    """Prints the version, which is looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        """Print and leave."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version(DISTRIBUTION)
        except PackageNotFoundError:
            number = "(not installed)"
        print(f"workbench {number}")
        parser.exit()


def build_parser() -> argparse.ArgumentParser:
    """The command line as declared."""
    parser = argparse.ArgumentParser(
        prog="workbench",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=ShowVersion, nargs=0, help="show the version and leave")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_serve(commands)
    add_play(commands)
    add_simulate(commands)
    add_compare(commands)
    add_lint(commands)
    add_diff(commands)
    add_versions(commands)
    add_convert(commands)
    add_check(commands)
    add_golden(commands)
    add_warm(commands)
    add_games(commands)
    return parser


def add_command(
    commands: argparse._SubParsersAction, name: str, run: Callable[[argparse.Namespace], int], summary: str, more: str
) -> argparse.ArgumentParser:
    """A command with its one-line summary, its explanation and the function that runs it."""
    command: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=more,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.set_defaults(run=run)
    return command


def add_serve(commands: argparse._SubParsersAction) -> None:
    """Declare `workbench serve`."""
    serve = add_command(
        commands,
        "serve",
        run_serve,
        "serve notebooks as dashboards and open the browser",
        "Only this machine can reach the server unless --host says otherwise. When the\n"
        "port is taken, the next free one is used and the address is printed. Ctrl-C\n"
        "ends the server and all it started.",
    )
    serve.add_argument("folder", nargs="?", type=Path, help="a folder of notebooks (default: the workbench's own)")
    serve.add_argument(
        "--host",
        default="127.0.0.1",
        help="the address to listen on; 0.0.0.0 for the whole network (default: %(default)s)",
    )
    serve.add_argument(
        "--port",
        type=port_number,
        default=DEFAULT_PORT,
        help="the port; 0 lets the system choose (default: %(default)s)",
    )
    serve.add_argument("--no-browser", action="store_true", help="do not open the browser")


def add_match_options(command: argparse.ArgumentParser) -> None:
    """Declare what a match and a simulation have in common."""
    command.add_argument("game", metavar="GAME", help="the game's name, as `workbench games` lists it")
    command.add_argument("--deck", metavar="DECK", help="a deck's name, or its folder (default: the game's own)")
    add_setting(command)


def add_setting(command: argparse.ArgumentParser) -> None:
    """Declare how games are set up, whatever the deck."""
    command.add_argument(
        "--seats", type=whole_number, metavar="N", help="how many seats (default: the game's usual number)"
    )
    command.add_argument("--seed", type=whole_number, metavar="N", help="the same seed gives the same chances")
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        dest="options",
        help="set an option of the game; may be given several times (`workbench games GAME` lists them)",
    )


def add_play(commands: argparse._SubParsersAction) -> None:
    """Declare `workbench play`."""
    play = add_command(
        commands,
        "play",
        run_play,
        "play a match in the terminal",
        "examples:\n"
        "  workbench play guild_master\n"
        "  workbench play guild_master --seats 3 --people 1,2   two people and a bot\n"
        "  workbench play --load evening.json                   go on with a saved match\n\n"
        "People share the keyboard, and a cover hides each hand. In the match, type help.",
    )
    add_match_options(play)
    game = next(action for action in play._actions if action.dest == "game")
    game.nargs = "?"
    play.add_argument(
        "--people", metavar="SEATS", help=f"seats that people play, counted from 1 (default: {USUAL_PEOPLE})"
    )
    play.add_argument(
        "--bots",
        metavar="NAME",
        help="the bot for the other seats, or one a seat with commas (default: the game's best)",
    )
    play.add_argument("--load", type=Path, metavar="FILE", help="go on with a match that `save` wrote")


def add_simulate(commands: argparse._SubParsersAction) -> None:
    """Declare `workbench simulate`."""
    simulate = add_command(
        commands,
        "simulate",
        run_simulate,
        "play many games between bots and report who wins",
        "Shares are followed by their 95% intervals. The same seed gives the same report\n"
        "on any number of threads. The first run of a game compiles it, which takes a\n"
        "while; `workbench warm` does so ahead. Ctrl-C stops early and reports the games\n"
        "played by then.\n\n"
        "examples:\n"
        "  workbench simulate guild_master --games 10000 --bots greedy --seed 1\n"
        "  workbench simulate guild_master --seats 2 --bots greedy,random --csv seats.csv",
    )
    add_match_options(simulate)
    add_size_of_a_run(simulate)
    simulate.add_argument("--json", metavar="FILE", help="write every table as JSON; - prints it instead of the tables")
    simulate.add_argument("--csv", metavar="FILE", help="write one table as CSV; - prints it instead of the tables")
    simulate.add_argument(
        "--table",
        metavar="NAME",
        help="print this table alone, write it instead of the seats; one of "
        f"{', '.join(REPORT_TABLES)}, or of the game's own",
    )


def add_size_of_a_run(command: argparse.ArgumentParser) -> None:
    """Declare how many games are played, by whom, and on how many threads."""
    command.add_argument(
        "--games", type=whole_number, default=10_000, metavar="N", help="how many games (default: %(default)s)"
    )
    command.add_argument(
        "--bots",
        metavar="NAME",
        help="one bot for all seats, or one a seat with commas (default: the game's best)",
    )
    command.add_argument("--threads", type=whole_number, metavar="N", help="how many threads (default: one a core)")


def add_compare(commands: argparse._SubParsersAction) -> None:
    """Declare `workbench compare`."""
    compare = add_command(
        commands,
        "compare",
        run_compare,
        "play the same games with two decks and report what shifts",
        f"{HOW_DECKS_ARE_CALLED}\n\n"
        "Both decks meet the same chances, so that a small change shows: differences are\n"
        "means over the pairs of games, followed by their 95% intervals. What is marked\n"
        "as shifted is so beyond doubt, though many figures are looked at. Ctrl-C stops\n"
        "early and compares the games that both have by then.\n\n"
        "examples:\n"
        "  workbench compare guild_master my-decks/town --seats 3\n"
        "  workbench compare guild_master@2 guild_master@5 --games 20000 --seed 1",
    )
    compare.add_argument("before", metavar="DECK_A", help="the deck before")
    compare.add_argument("after", metavar="DECK_B", help="the deck after")
    add_setting(compare)
    add_size_of_a_run(compare)


def add_lint(commands: argparse._SubParsersAction) -> None:
    """Declare `workbench lint`."""
    lint = add_command(
        commands,
        "lint",
        run_lint,
        "say what is wrong or odd about a card list",
        "Errors keep a deck from loading, warnings are likely slips, notes are legal but\n"
        "odd. The exit code is 1 when there are errors.\n\n"
        "examples:\n"
        "  workbench lint guild_master                  the game's own deck\n"
        "  workbench lint decks/guild_master/medieval   a deck's folder, or its deck.toml",
    )
    lint.add_argument("target", metavar="GAME_OR_DECK", help="a game's name, or the path of a deck")
    lint.add_argument("--deck", metavar="NAME", help="one of the game's decks instead of its own")
    lint.add_argument(
        "--level", choices=["error", "warning", "note"], default="note", help="the least level shown (default: note)"
    )


def add_diff(commands: argparse._SubParsersAction) -> None:
    """Declare `workbench diff`."""
    diff = add_command(
        commands,
        "diff",
        run_diff,
        "show what two card lists differ in",
        f"{HOW_DECKS_ARE_CALLED}\n\n"
        "+ added   - removed   ~ changed   ^ moved   (text only): no rule looks at it\n\n"
        "The exit code is 1 when they differ.\n\n"
        "examples:\n"
        "  workbench diff guild_master my-decks/town      the game's own deck and yours\n"
        "  workbench diff guild_master@2 guild_master@5   two versions of a deck",
    )
    diff.add_argument("before", metavar="DECK_A", help="the deck before")
    diff.add_argument("after", metavar="DECK_B", help="the deck after")


def add_versions(commands: argparse._SubParsersAction) -> None:
    """Declare `workbench versions`."""
    versions = add_command(
        commands,
        "versions",
        run_versions,
        "list the versions that were saved of a game's decks",
        "Versions are saved in the deck studio. Each is a folder with a deck in it.\n\n"
        "examples:\n"
        "  workbench versions guild_master\n"
        "  workbench diff guild_master/medieval@1 guild_master/medieval@2",
    )
    versions.add_argument("game", metavar="GAME", help="the game's name, as `workbench games` lists it")


def add_convert(commands: argparse._SubParsersAction) -> None:
    """Declare `workbench convert`."""
    convert = add_command(
        commands,
        "convert",
        run_convert,
        "turn a deck into a CSV, TOML or XLSX file, or such a file into a deck",
        f"{HOW_DECKS_ARE_CALLED}\n\n"
        "A file becomes the deck in a folder: a new one, or one whose deck it changes.\n"
        "What the file does not say is that deck's, or the game's own deck's. What was\n"
        "mended is listed; with errors nothing is written, and the exit code is 1.\n\n"
        "examples:\n"
        "  workbench convert guild_master town.xlsx\n"
        "  workbench convert guile knights.csv --table knights.csv\n"
        "  workbench convert town.xlsx my-decks/town --game guild_master",
    )
    convert.add_argument("source", metavar="FROM", help="a deck, or a CSV, TOML or XLSX file")
    convert.add_argument("target", metavar="TO", help="a file that is not there yet, or the folder of a deck")
    convert.add_argument("--game", metavar="GAME", help="the game that the deck of a file is for")
    convert.add_argument("--table", metavar="FILE", help="the table that a CSV is to hold (default: the first)")


def add_check(commands: argparse._SubParsersAction) -> None:
    """Declare `workbench check`."""
    check = add_command(
        commands,
        "check",
        run_check,
        "put a game through the conformance kit",
        "examples:\n"
        "  workbench check guile\n"
        "  workbench check guile --effort 1 --save found\n"
        "  workbench check guile --only secrecy --only scores\n\n"
        "Exit code 1 if a check fails; --save keeps the matches that show it.",
    )
    check.add_argument("game", metavar="GAME", help="the game's name, as `workbench games` lists it")
    check.add_argument(
        "--effort", type=whole_number, default=0, metavar="N", help="0: seconds, 1: minutes, 2: a night (default: 0)"
    )
    check.add_argument("--deck", metavar="DECK", help="a deck's name, or its folder (default: the game's own)")
    check.add_argument("--only", action="append", metavar="CHECK", help="this check only; may be given several times")
    check.add_argument("--save", type=Path, metavar="FOLDER", help="write the matches that show a failure there")


def add_golden(commands: argparse._SubParsersAction) -> None:
    """Declare `workbench golden`."""
    golden = add_command(
        commands,
        "golden",
        run_golden,
        "play a game's golden matches again, or record them",
        "A golden match is a recorded one that must go on being played alike, with every\n"
        "view and score. Exit code 1 if one is not, or is missing. Recording is refused\n"
        "while rules have changed and the game's version has not.\n\n"
        "examples:\n"
        "  workbench golden guile\n"
        "  workbench golden guile --record   after new matches, or a new version",
    )
    golden.add_argument("game", metavar="GAME", help="the game's name, as `workbench games` lists it")
    golden.add_argument("--record", action="store_true", help="record what is declared and missing, or outdated")


def add_warm(commands: argparse._SubParsersAction) -> None:
    """Declare `workbench warm`."""
    warm = add_command(
        commands,
        "warm",
        run_warm,
        "compile the games ahead of time",
        "What is compiled stays on disk; the first simulation need not wait for it.",
    )
    warm.add_argument("game", nargs="?", metavar="GAME", help="one game (default: all of them)")


def add_games(commands: argparse._SubParsersAction) -> None:
    """Declare `workbench games`."""
    games = add_command(
        commands,
        "games",
        run_games,
        "list the games, or one game's options, bots and decks",
        "example:\n  workbench games guild_master",
    )
    games.add_argument("game", nargs="?", metavar="GAME", help="one game, in detail")


# Reading what was given


def whole_number(text: str) -> int:
    """A whole number of any size; which ones fit is known where it is used."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number; write it in digits, e.g. 10000") from None


def port_number(text: str) -> int:
    """A port from 0 to 65535."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port; give a whole number from 0 to 65535")
    return int(text)


def options_of(pairs: Sequence[str]) -> dict[str, str]:
    """The options given as KEY=VALUE; raises OptionError."""
    chosen: dict[str, str] = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key.strip():
            raise OptionError(f"--option {pair!r} is not of the form KEY=VALUE, e.g. --option lead_ties=nobody.")
        chosen[key.strip()] = value.strip()
    return chosen


def people_of(text: str, seats: int) -> list[int]:
    """The seats that people play, from 0, out of a list counted from 1; raises OptionError."""
    from workbench.terminal import number_up_to

    numbers = [number_up_to(seats, word) for word in text.replace(",", " ").split()]
    if not numbers or None in numbers:
        raise OptionError(
            f"--people is {shown(text)}. Give seats from 1 to {seats} with commas between them, e.g. 1,3."
        )
    return sorted({number - 1 for number in numbers if number is not None})


def bots_of(text: str | None, usual: str, seats: Sequence[int]) -> dict[int, str]:
    """A bot for each of these seats; raises OptionError when one a seat is given and their number does not fit."""
    names = (text or usual).replace(",", " ").split()
    if len(names) == 1:
        names *= len(seats)
    if len(names) != len(seats):
        raise OptionError(f"--bots names {len(names)} bots for {len(seats)} seats. Name one, or one a seat.")
    return dict(zip(seats, names, strict=True))


def home_written_out(path: str | Path) -> Path:
    """The path with ~ written out; the ~ of an unknown user stays, so that the path is reported as missing."""
    return Path(os.path.expanduser(path))


def deck_given(text: str) -> str | Path:
    """A deck's name as it is, anything that looks like a path as a path."""
    return (
        home_written_out(text) if any(sign in text for sign in ("/", os.sep, "~")) or text.endswith(".toml") else text
    )


# The commands


def run_serve(options: argparse.Namespace) -> int:
    """Serve the dashboards until Ctrl-C."""
    from workbench.serving.notebooks import notebooks_folder

    folder = notebooks_folder() if options.folder is None else home_written_out(options.folder).resolve()
    if not folder.is_dir():
        raise OptionError(f"There is no folder {str(options.folder)!r} to serve. Name a folder with notebooks in it.")
    if not (folder / "index.ipynb").is_file():
        raise OptionError(f"{folder} has no index.ipynb, which is the first page. Add one, or name another folder.")

    from workbench.serving.server import DashboardServer, open_in_browser

    server = DashboardServer(folder, options.host, options.port)

    def started(address: str) -> None:
        if options.port not in (0, server.port):
            print(f"Port {options.port} is taken; using {server.port}.", flush=True)
        print(f"The table is set: {address}\nPress Ctrl-C to end.", flush=True)
        if not options.no_browser:
            open_in_browser(address)

    server.serve(started)
    print("The dashboards have ended.", flush=True)
    return 0


def run_play(options: argparse.Namespace) -> int:
    """Play a match at the keyboard."""
    from workbench.play.match import Match
    from workbench.terminal import TerminalGame

    if options.load:
        refuse_settings_of_a_saved_match(options)
        match = Match.load(options.load)
        people = [seat for seat in range(match.seats) if seat not in match.bots] or [0]
    elif options.game:
        match = new_match(options)
        people = [seat for seat in range(match.seats) if seat not in match.bots]
    else:
        raise OptionError("Name a game (`workbench games` lists them), or a saved match with --load FILE.")
    TerminalGame(match, people).run()
    return 0


def refuse_settings_of_a_saved_match(options: argparse.Namespace) -> None:
    """Raise OptionError when something is set that the file already decides."""
    decided = {
        "GAME": options.game, "--seats": options.seats, "--seed": options.seed, "--deck": options.deck,
        "--option": options.options or None, "--people": options.people, "--bots": options.bots,
    }  # fmt: skip
    given = [name for name, value in decided.items() if value is not None]
    if given:
        raise OptionError(f"--load takes up a match as it was saved; leave out {', '.join(given)}.")


def new_match(options: argparse.Namespace) -> Match:
    """The match that the command line describes, with bots on the seats that people leave."""
    from workbench.play.match import Match

    match = Match(
        options.game,
        seats=options.seats,
        seed=options.seed,
        deck=deck_given(options.deck) if options.deck else None,
        options=options_of(options.options),
    )
    people = people_of(USUAL_PEOPLE if options.people is None else options.people, match.seats)
    rest = [seat for seat in range(match.seats) if seat not in people]
    for seat, bot in bots_of(options.bots, match.game.usual_bot, rest).items():
        match.seat_bot(seat, bot)
    return match


def run_simulate(options: argparse.Namespace) -> int:
    """Play many games between bots and print the report."""
    from workbench.lab import simulate

    refuse_an_unknown_table(options.game, options.table)
    for place in (options.json, options.csv):
        refuse_a_place_without_a_folder(place)
    with long_run(options) as how:
        report = simulate(options.game, deck=deck_given(options.deck) if options.deck else None, **how)
        write_report(report, options)
        text = "" if "-" in (options.json, options.csv) else report_text(report, options.table)
    if text:
        print(text)
    return 0


def run_compare(options: argparse.Namespace) -> int:
    """Play the same games with two decks and print what shifts."""
    from workbench.lab.comparison import compare

    before, after = deck_called(options.before), deck_called(options.after)
    with long_run(options) as how:
        text = comparison_text(compare(before, after, **how))
    print(text)
    return 0


@contextmanager
def long_run(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """What the command line says about a run, to be played meanwhile: how far it is is said, Ctrl-C ends it early."""
    import threading

    names = None if options.bots is None else options.bots.replace(",", " ").split()
    progress, cancel = Progress(), threading.Event()
    if options.games > 0:
        progress.say(f"{options.games:,} games: getting ready (the first time, a game is compiled) ...")
    with stopping_early(cancel), progress:
        yield {
            "games": options.games,
            "seats": options.seats,
            "bots": names[0] if names and len(names) == 1 else names,
            "seed": options.seed,
            "options": options_of(options.options),
            "threads": options.threads,
            "on_progress": lambda done, total: progress.say(f"{done:,} of {total:,} games"),
            "cancel": cancel,
        }


def write_report(report: Report, options: argparse.Namespace) -> None:
    """The files that were asked for."""
    if options.json:
        import json

        tables = {
            name: json.loads(table_of(report, name).to_json(orient="records")) for name in table_names(report.plan.game)
        }
        about = {
            "game": report.plan.game.id,
            "deck": report.plan.deck.name,
            "deck_digest": report.deck_digest,
            "games": report.games,
            "seats": report.plan.seats,
            "bots": list(report.bots),
            "seed": report.seed,
            "options": report.options,
            "tables": tables,
        }
        write_out(options.json, json.dumps(about, indent=1) + "\n")
    if options.csv:
        write_out(options.csv, table_of(report, options.table or "seats").to_csv(index=False))


def table_names(game: Game) -> tuple[str, ...]:
    """The tables that the report of a game has: those of every game, then its own by title."""
    return (*REPORT_TABLES, *game.report_tables)


def refuse_an_unknown_table(game: str, table: str | None) -> None:
    """Raise OptionError before a long work for a table that is not there."""
    from workbench.kernel.game import game as find_game

    found = find_game(game)
    if table is not None and table not in table_names(found):
        raise OptionError(one_of(table, table_names(found), f"table of {found.title}"))


def table_of(report: Report, name: str) -> pandas.DataFrame:
    """A table of a report by its name, without an index."""
    table: pandas.DataFrame = getattr(report, name) if name in REPORT_TABLES else report.tables[name]
    return table.reset_index(drop=table.index.name is None or table.index.name in table.columns)


def printed(title: str, table: pandas.DataFrame) -> str:
    """A table below its title."""
    title = title.replace("_", " ")
    return f"{title[:1].upper()}{title[1:]}\n{table.to_string(index=False, float_format='{:.3f}'.format, na_rep='')}"


def report_text(report: Report, table: str | None) -> str:
    """The run in a sentence and the figures one looks at first, then `table`, or those that tell most.

    Tables are printed under their names, the game's own after those of every game.
    """
    plan = report.plan
    stopped = f" (stopped early; {report.asked:,} were asked for)" if report.games < report.asked else ""
    games = f"{report.games:,} games{stopped}, {plan.seats} seats, seed {plan.seed}"
    about = f"{plan.game.title}, deck {plan.deck.name}: {games}"
    figures = report.summary().to_string(float_format="{:.3f}".format)
    if table:
        texts = [printed(table, table_of(report, table))]
    else:
        usual = ["categories", "category_leads"] if plan.deck.meta.categories else []
        texts = [printed(name, table_of(report, name)) for name in usual]
        texts += closer_look(report)
        texts += [printed(title, own) for title, own in report.tables.items()]
    return "\n\n".join([f"{about}\nlow and high: the 95% interval", figures, *texts])


def closer_look(report: Report) -> list[str]:
    """Who was ahead, the cards that decide most and least, and those that hardly ever score.

    Without compiled rules the first two would take longer than the run itself, so they are left out.
    """
    texts = []
    if report.compiled:
        texts.append(printed(f"leads ({report.study.games:,} games studied)", table_of(report, "leads")))
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


def comparison_text(comparison: Comparison) -> str:
    """What differs in two decks, what that shifts in the figures, and the cards for which something shifted."""
    plan = comparison.after.plan
    games = f"{comparison.games:,} games, {plan.seats} seats, seed {plan.seed}"
    about = f"{plan.game.title}: {games}, played with both decks\nlow and high: the 95% interval of the difference"
    figures = comparison.figures
    texts = [about, str(comparison.diff), *comparison.remarks, printed("figures", with_marks(figures))]
    shifted = comparison.cards[comparison.cards.shifted]
    if len(shifted):
        texts.append(printed("cards", with_marks(shifted).drop(columns=["card_id", "shifted"])))
    return "\n\n".join(texts)


def with_marks(table: pandas.DataFrame) -> pandas.DataFrame:
    """The table with yes where something shifted, and nothing elsewhere."""
    return table.assign(shifted=table.shifted.map({True: "yes", False: ""}))


def refuse_a_place_without_a_folder(place: str | None) -> None:
    """Raise OptionError before a long work whose outcome could not be written."""
    if place and place != "-" and not home_written_out(place).parent.is_dir():
        raise OptionError(f"{place!r} cannot be written: its folder is not there. Name another file.")


def write_out(place: str, text: str) -> None:
    """Write to a file, or to the standard output for `-`; raises OptionError."""
    if place == "-":
        sys.stdout.write(text)
        return
    try:
        home_written_out(place).write_text(text, encoding="utf-8")
    except OSError as problem:
        raise OptionError(f"{place!r} cannot be written: {problem.strerror}. Name another file.") from None
    print(f"Written: {place}", file=sys.stderr)


def run_lint(options: argparse.Namespace) -> int:
    """Print the findings about a deck."""
    from workbench.decks.finding import LEVELS

    try:
        deck = deck_to_lint(options.target, options.deck)
        findings: Sequence[Finding] = deck.lint()
        name = f"{deck.game_id}/{deck.name}"
    except DeckError as problem:
        if not problem.problems:
            raise
        findings, name = problem.problems, options.target
    print_findings([one for one in findings if LEVELS.index(one.level) <= LEVELS.index(options.level)])
    counts = {level: sum(finding.level == level for finding in findings) for level in LEVELS}
    print(f"{name}: " + ", ".join(f"{count} {level}{'' if count == 1 else 's'}" for level, count in counts.items()))
    return HAS_ERRORS if counts["error"] else 0


def print_findings(findings: Sequence[Finding]) -> None:
    """Each finding with its level, place and fix."""
    for finding in findings:
        print(f"{finding.level:<8}{finding.place}\n        {finding.text}\n        Fix: {finding.fix}")


def deck_to_lint(target: str, deck: str | None) -> Deck:
    """The deck of a game, or the one that `target` calls; raises DeckError or OptionError."""
    from workbench.decks import load_deck

    return load_deck(target, deck_given(deck)) if deck else deck_called(target)


def deck_called(text: str) -> Deck:
    """The deck that `text` calls, as HOW_DECKS_ARE_CALLED says; raises DeckError or OptionError."""
    from workbench.decks.folders import NAME, load_deck
    from workbench.kernel.game import games

    path = home_written_out(text)
    if text and text not in games() and os.path.exists(path):  # unlike Path.exists, it takes a name of any length
        return load_deck(game_named_in(path), path)
    called, sign, number = text.rpartition("@") if re.search(r"@[0-9]{1,9}$", text) else (text, "", "")
    game_id, slash, name = called.partition("/")
    if slash and (game_id not in games() or not (sign or NAME.fullmatch(name))):
        raise DeckError(f"There is no deck {shown(text)}.\n{HOW_DECKS_ARE_CALLED}")
    if sign:
        from workbench.decks.versions import Versions
        from workbench.kernel.game import game as find_game

        return Versions(game_id, name or find_game(game_id).default_deck).load(int(number))
    return load_deck(game_id, name or None)


def game_named_in(path: Path) -> str:
    """The game that a deck.toml says its deck is for; raises DeckError."""
    import tomllib

    file = path if path.is_file() else path / "deck.toml"
    try:
        return str(tomllib.loads(file.read_text(encoding="utf-8"))["game"])
    except OSError as problem:
        raise DeckError(f"{file} cannot be read: {problem.strerror}. Name the folder that holds a deck.toml.") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        fix = "" if file.name == "deck.toml" else " Name the folder that holds a deck.toml."
        raise DeckError(f"{file} is not a TOML file in UTF-8: {problem}.{fix}") from None
    except KeyError:
        raise DeckError(f'{file} does not say which game it is for. Add a line like: game = "guild_master"') from None


def run_diff(options: argparse.Namespace) -> int:
    """Print what two decks differ in."""
    diff = deck_called(options.before).diff(deck_called(options.after))
    print(diff)
    if diff and diff.text_only:
        print("The game plays as before: no rule looks at what differs.")
    return DIFFERENT if diff else 0


def run_versions(options: argparse.Namespace) -> int:
    """List the versions of every deck of a game that has some."""
    from workbench.decks.versions import Versions, versioned_decks

    names = versioned_decks(options.game)
    if not names:
        print(f"No versions were saved of a deck of {options.game}. The deck studio saves them.")
    for name in names:
        versions = Versions(options.game, name)
        print(f"{options.game}/{in_one_line(name)}   in {versions.folder}")
        for version in versions.list():
            hour = version.saved_at[:16].replace("T", " ")
            print(f"  @{version.number:<4} {hour}  {in_one_line(version.title)}  {in_one_line(version.note)}".rstrip())
        for damage in versions.damaged():
            print(f"  {damage}")
    return 0


def run_convert(options: argparse.Namespace) -> int:
    """Write a deck as a file, or a file as a deck."""
    source, target = home_written_out(options.source), home_written_out(options.target)
    if os.path.isfile(source) and source.name != "deck.toml":
        return take_in(source, target, options.game)
    deck = deck_called(options.source)
    hand_out(deck, target, options.table)
    print(f"Written: {options.target}, {deck!r}")
    return 0


def hand_out(deck: Deck, target: Path, table: str | None) -> None:
    """Write a deck as a new file of the kind that its name says; raises DeckError."""
    from workbench.decks.exchange import export

    _, data = export(deck, target.suffix.lower().removeprefix("."), table)
    try:
        with open(target, "xb") as file:
            file.write(data)
    except FileExistsError:
        raise DeckError(f"There is a file {str(target)!r} already. Name another one, or remove it first.") from None
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise DeckError(f"{str(target)[:200]!r} cannot be written: {reason}. Name another file.") from None


def take_in(source: Path, target: Path, game_id: str | None) -> int:
    """Write the deck that a file holds into a folder, unless it has errors; prints what was found. Raises DeckError."""
    from workbench.decks.exchange import LARGEST_FILE, read_upload

    current = deck_to_change(target, game_id)
    try:
        with open(source, "rb") as file:
            taken = read_upload(current.game, source.name, file.read(LARGEST_FILE + 1), current)
    except OSError as problem:
        raise DeckError(f"{str(source)!r} cannot be read: {problem.strerror}. Check the file's permissions.") from None
    except DeckError as problem:
        print_findings(problem.problems)
        return HAS_ERRORS
    print_findings(taken.findings)
    if taken.deck is None:
        print(f"Nothing was written: {source.name} is no deck of {current.game.title} yet.")
        return HAS_ERRORS
    print(f"Written: {taken.deck.save(target)}, {taken.deck!r}")
    return 0


def deck_to_change(folder: Path, game_id: str | None) -> Deck:
    """The deck in a folder, or that of the game where there is none yet; raises DeckError or OptionError."""
    from workbench.decks import load_deck

    if not os.path.isfile(folder / "deck.toml"):
        if game_id is None:
            raise DeckError("Say which game the deck is for, with --game. `workbench games` lists them.")
        return load_deck(game_id)
    own = game_named_in(folder)
    if game_id not in (None, own):
        raise DeckError(f"The deck in {str(folder)!r} is for {own!r}. Name another folder, or leave out --game.")
    return load_deck(own, folder)


def in_one_line(text: str) -> str:
    """A text as one line of a list: no line breaks, and nothing that moves a terminal's cursor."""
    return "".join(sign if sign.isprintable() else " " for sign in " ".join(text.split()))


def run_check(options: argparse.Namespace) -> int:
    """Check a game and print what was found."""
    from workbench.checks import check_game

    deck = None if options.deck is None else deck_given(options.deck)
    with Progress() as progress:
        report = check_game(
            options.game,
            options.effort,
            deck=deck,
            checks=options.only,
            on_progress=lambda check, done, total: progress.say(f"{check}: {done} of {total} matches"),
        )
    print(report)
    if options.save is not None:
        for path in report.save(home_written_out(options.save)):
            print(f"The match that fails is kept in {path}.")
    return 0 if report.passed else HAS_ERRORS


def run_golden(options: argparse.Namespace) -> int:
    """Record a game's golden matches if asked, then play them all again."""
    from workbench.checks.golden import faults, golden_matches, record
    from workbench.kernel.game import game as find_game

    game = find_game(options.game)
    for path in record(game) if options.record else ():
        print(f"Recorded: {path.name}")
    found = faults(game)
    for fault in found:
        print(fault)
    print(f"{game.title}. Golden matches: {len(golden_matches(game))}; faults: {len(found)}.")
    return HAS_ERRORS if found else 0


def run_warm(options: argparse.Namespace) -> int:
    """Compile the games, or one of them."""
    from workbench.kernel.game import game as find_game
    from workbench.kernel.game import games
    from workbench.lab import warm

    chosen = [find_game(options.game)] if options.game else list(games().values())
    for game in chosen:
        with Progress() as progress:
            warm(game, lambda variant, done, total: progress.say(f"{variant}: {done} of {total} compiled"))
        print(f"{game.title} is compiled.")
    return 0


def run_games(options: argparse.Namespace) -> int:
    """List the games, or show one."""
    from workbench.kernel.game import game as find_game
    from workbench.kernel.game import games, seat_counts

    if options.game:
        print(game_text(find_game(options.game)))
        return 0
    known = games()
    wide = max((len(game_id) for game_id in known), default=0)
    for game_id, game in known.items():
        print(f"{game_id:<{wide}}  {game.title}, {seat_counts(game.seats)}")
    return 0


def game_text(game: Game) -> str:
    """A game's seats, decks, bots and options, from its declaration."""
    from workbench.decks import list_decks
    from workbench.kernel.game import seat_counts

    decks = [f"{name} (its own)" if name == game.default_deck else name for name in list_decks(game)]
    lines = [game.title, "=" * len(game.title), f"decks   {', '.join(decks)}", "bots"]
    lines += [f"  {bot.name:<10} {bot.about}" for bot in game.bots]
    for variant in game.variants:
        lines.append(f"{variant.key}: {variant.title}, {seat_counts(variant.seats)}")
        for option in variant.options:
            lines += [f"  {option.key}={str(option.default).lower()}", f"      {option_text(option)}"]
    return "\n".join(lines)


def option_text(option: Option) -> str:
    """What an option does and what it may be."""
    if isinstance(option.default, bool):
        values = "true, false"
    elif option.choices:
        values = ", ".join(option.choices)
    else:
        values = f"{option.least} to {option.most}" + (f" or {option.none}" if option.none else "")
    return f"{option.help} [{values}]"


# Long work


class Progress:
    """A line on the standard error that says how far a long work is; only where a person can see it."""

    def __init__(self) -> None:
        self.seen = sys.stderr.isatty()
        self.said = ""

    def __enter__(self) -> Progress:
        return self

    def say(self, text: str) -> None:
        """Put `text` in place of what was said last."""
        if self.seen and text != self.said:
            print(f"\r{text:<{len(self.said)}}", end="", file=sys.stderr, flush=True)
            self.said = text

    def __exit__(self, *_: object) -> None:
        if self.said:
            print("\r" + " " * len(self.said) + "\r", end="", file=sys.stderr, flush=True)


@contextmanager
def stopping_early(cancel: threading.Event) -> Iterator[None]:
    """The first Ctrl-C asks the work to end with what it has; the second ends it at once."""

    def ask(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        cancel.set()

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)

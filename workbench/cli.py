"""The command `workbench`: serve the dashboards, play in the terminal, simulate, lint."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from workbench.kernel.errors import OptionError, WorkbenchError

DEFAULT_PORT = 8866


def main(arguments: list[str] | None = None) -> int:
    """Run the command with these arguments (those of the process by default); the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    parser = build_parser()
    options = parser.parse_args(with_default_command(given))
    try:
        return options.run(options)
    except WorkbenchError as problem:
        print(f"workbench: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def with_default_command(given: list[str]) -> list[str]:
    """`workbench` alone, or with options only, serves."""
    asks_about_the_command = given and given[0] in ("-h", "--help", "--version")
    if not asks_about_the_command and (not given or given[0].startswith("-")):
        return ["serve", *given]
    return given


def build_parser() -> argparse.ArgumentParser:
    """The command line as declared."""
    parser = argparse.ArgumentParser(prog="workbench", description="Medieval tabletop games in Jupyter.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_serve(commands)
    return parser


def add_serve(commands: argparse._SubParsersAction) -> None:
    """`workbench serve`."""
    serve = commands.add_parser("serve", help="show the notebooks as dashboards in the browser")
    serve.add_argument("folder", nargs="?", type=Path)
    serve.add_argument("--host", default="127.0.0.1")
    serve.add_argument("--port", type=int, default=DEFAULT_PORT)
    serve.add_argument("--no-browser", action="store_true")
    serve.set_defaults(run=run_serve)


def run_serve(options: argparse.Namespace) -> int:
    """Serve the dashboards until Ctrl-C."""
    from workbench.serving.notebooks import notebooks_folder

    folder = notebooks_folder() if options.folder is None else options.folder.resolve()
    if not folder.is_dir():
        raise OptionError(f"There is no folder {str(options.folder)!r} to serve. Name a folder with notebooks in it.")

    from workbench.serving.server import DashboardServer, open_in_browser

    def started(address: str) -> None:
        print(f"The round table is set: {address}", flush=True)
        print("Press Ctrl-C to end.", flush=True)
        if not options.no_browser:
            open_in_browser(address)

    DashboardServer(folder, options.host, options.port).serve(started)
    print("The dashboards have ended.", flush=True)
    return 0

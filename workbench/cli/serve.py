"""The command that serves notebooks as dashboards."""

from __future__ import annotations

import argparse
import os
import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from workbench.cli.arguments import DECK, GAME, OPTION, home_written_out, options_of
from workbench.cli.command import argument, command
from workbench.serving.limits import KERNELS, KERNELS_OF_A_VISITOR
from workbench.storage.errors import OptionError, shown, shown_path

if TYPE_CHECKING:
    from workbench.serving.server import DashboardServer

DEFAULT_PORT = 8866


def port_number(text: str) -> int:
    """A port from 0 to 65535."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a port; give a whole number from 0 to 65535")
    return int(text)


def show_to_the_network(address: str) -> None:
    """Print the address for other machines, also as a code for phones, and what it opens to whom."""
    from workbench.serving.addresses import WHOM_IT_OPENS_TO, code_as_text

    print(f"For everybody in your network: {address}\n\n{_printable(code_as_text(address))}")
    print(f"{WHOM_IT_OPENS_TO}\nFor a projector: {address}share\n")


def _printable(code: str) -> str:
    """A drawn code; nothing if the terminal's encoding lacks its blocks."""
    try:
        code.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ""
    return code


def how_many(text: str) -> int:
    """A whole number from 1 up."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{shown(text)} is no number of dashboards; give a whole number from 1 up")
    return int(text)


def path_before(text: str) -> str:
    """A path with a slash at both ends, under which a proxy shows the first page."""
    from workbench.serving.way_in import OWN, as_prefix

    prefix = as_prefix(text)
    if prefix is None:
        raise argparse.ArgumentTypeError(f"{shown(text)} is no path of an address; give one such as /workbench/")
    if prefix.split("/")[1] in OWN:
        ours = f"/{prefix.split('/')[1]}/"
        raise argparse.ArgumentTypeError(f"addresses of the server itself begin with {ours}; give another path")
    return prefix


HOST = argument(
    "--host",
    default="127.0.0.1",
    help="the address to listen on; 0.0.0.0 for the whole network (default: %(default)s)",
)
PORT = argument(
    "--port",
    type=port_number,
    default=DEFAULT_PORT,
    help="the port; 0 lets the system choose (default: %(default)s)",
)
NO_BROWSER = argument("--no-browser", action="store_true", help="do not open the browser")


@command(
    argument("folder", nargs="?", type=home_written_out, help="a folder of notebooks (default: the workbench's own)"),
    HOST,
    PORT,
    argument(
        "--base-url",
        type=path_before,
        default="/",
        metavar="PATH",
        help="the path below which a proxy shows the first page, such as /workbench/ "
        "(not needed where the proxy says it by X-Forwarded-Prefix)",
    ),
    argument(
        "--shared",
        action="store_true",
        help="tell visitors apart, each with a space of their own, though only this machine can reach the server "
        "(always so where others can), for instance behind a proxy",
    ),
    argument(
        "--kernels",
        type=how_many,
        default=KERNELS,
        help="the most dashboards that are open at once; each takes 65 to 240 MB (default: %(default)s)",
    ),
    argument(
        "--kernels-per-visitor",
        type=how_many,
        default=KERNELS_OF_A_VISITOR,
        help="the most of them for one visitor of a shared server (default: %(default)s)",
    ),
    NO_BROWSER,
    argument(
        "--no-warm",
        action="store_true",
        help="compile no game in the background (as WORKBENCH_WARM=no in the environment); a first report waits then",
    ),
)
def serve(options: Namespace) -> int:
    """Serve notebooks as dashboards and open the browser.

    Only this machine can reach the server unless --host says otherwise: 0.0.0.0
    opens it to everybody in your network, and prints their address and a QR code.
    When the port is taken, the next free one is used and the address is printed.
    Ctrl-C ends the server and all it started.
    """
    from workbench.serving.notebooks import notebooks_folder

    folder = notebooks_folder() if options.folder is None else options.folder.resolve()
    if not os.path.isdir(folder):  # unlike Path.is_dir, returns False for a name that is too long
        raise OptionError(
            f"There is no folder {shown_path(options.folder)} to serve. Name a folder with notebooks in it."
        )
    if not (folder / "index.ipynb").is_file():
        raise OptionError(
            f"{shown_path(folder)} has no index.ipynb, which is the first page. Add one, or name another folder."
        )

    from workbench.serving.making_ready import wanted
    from workbench.serving.server import DashboardServer, open_in_browser

    server = DashboardServer(
        folder,
        options.host,
        options.port,
        options.shared,
        options.kernels,
        options.kernels_per_visitor,
        compile_ahead=wanted() and not options.no_warm,
        base_url=options.base_url,
    )

    def started(address: str) -> None:
        if options.port not in (0, server.port):
            print(f"Port {options.port} is taken; using {server.port}.", flush=True)
        if server.network_address:
            show_to_the_network(server.network_address)
        print(f"The table is set: {address}")
        if options.shared or server.network_address:
            print(f"Rooms are opened with a key, for you alone: {opening_address(server, address)}")
        print("Press Ctrl-C to end.", flush=True)
        if not options.no_browser:
            open_in_browser(address)

    server.serve(started)
    print("The dashboards have ended.", flush=True)
    return 0


def opening_address(server: DashboardServer, address: str) -> str:
    """The address where a host opens rooms, with the key that no request reveals."""
    return f"{server.network_address or address}rooms#{server.rooms.key}"


@command(
    argument(*GAME.names, nargs="?", **GAME.settings),
    DECK,
    OPTION,
    argument("--places", type=how_many, metavar="N", help="for how many people (default: as many as usually play)"),
    argument("--tables", type=how_many, metavar="N", help="at how many (default: as few as give each a seat)"),
    HOST,
    PORT,
    NO_BROWSER,
)
def room(options: Namespace) -> int:
    """Open a room, in which a class plays from its phones.

    examples:
      workbench room guild_master                  on this machine, to try it
      workbench room guild_master --host 0.0.0.0   for everybody in your network
      workbench room guild_master --option game_variant=labyrinth_city --places 30
      workbench room guile --places 30             at fifteen tables, two by two

    The wall shows a code; phones open the address that stands beside it. Rooms
    that were open when the server ended are there again: without a game, they
    alone are served.
    """
    from workbench.serving.notebooks import notebooks_folder
    from workbench.serving.server import DashboardServer, open_in_browser

    setting = None
    if options.game is not None:
        from workbench.rooms.setting import Setting

        setting = Setting.of(options.game, options.places, options.deck, options_of(options.options), options.tables)
    server = DashboardServer(notebooks_folder(), options.host, options.port)

    def started(address: str) -> None:
        rooms = server.rooms
        for code in rooms.open_rooms:
            print(f"Room {code} is open again.")
        if setting is not None:
            opened, key = rooms.open(setting)
            host = f"{address}host/{opened.code}#{key}"
            print(f"For phones: {rooms.address}r/{opened.code}   (the code is {opened.code})")
            if server.network_address:
                from workbench.serving.addresses import code_as_text

                print(_printable(code_as_text(f"{rooms.address}r/{opened.code}")))
            print(f"For the wall: {address}screen/{opened.code}\nFor you alone: {host}")
            if not options.no_browser:
                open_in_browser(host)
        if server.network_address:
            print(f"More rooms are opened with a key, for you alone: {opening_address(server, address)}")
        print("Press Ctrl-C to end; the room is kept.", flush=True)

    server.serve(started)
    print("The rooms have ended. They are there again at the next start.", flush=True)
    return 0

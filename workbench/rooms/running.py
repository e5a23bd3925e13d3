"""The room server that runs on this machine, found by notebooks and other processes of the same person."""

from __future__ import annotations

import atexit
import contextlib
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from workbench.rooms.setting import Setting
from workbench.storage.errors import RoomError
from workbench.storage.folders import state_folder
from workbench.storage.writing import write_whole

FILE = "rooms_server.json"  # in the state folder, readable by its owner alone
PATIENCE = 30.0  # seconds to wait until a started server answers
ANSWERS_WITHIN = 5.0


@dataclass(frozen=True)
class RunningServer:
    """Where a server of rooms is, such as http://127.0.0.1:8866/, and the key that opens rooms there."""

    address: str
    key: str

    def note(self) -> None:
        """Let other processes of the same person find it."""
        folder = state_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / FILE
        with contextlib.suppress(OSError):
            write_whole(path, json.dumps({"address": self.address, "key": self.key}))

    def forget(self) -> None:
        """Remove the note, as the server ends."""
        if found_server(answering=False) == self:
            with contextlib.suppress(OSError):
                (state_folder() / FILE).unlink()

    @property
    def answers(self) -> bool:
        """Whether the server is there."""
        try:
            with urlopen(f"{self.address}join/code.css", timeout=ANSWERS_WITHIN) as answer:
                return answer.status == 200
        except (OSError, ValueError):
            return False

    def open(self, setting: Setting) -> OpenedRoom:
        """A new room there; RoomError says why there is none."""
        body = json.dumps({"setting": setting.as_dict(), "key": self.key}).encode()
        origin = self.address.rstrip("/").split("/", 3)
        request = Request(f"{self.address}rooms", body, {"Origin": "/".join(origin[:3])}, method="POST")
        try:
            with urlopen(request, timeout=PATIENCE) as answer:
                told = json.load(answer)
        except HTTPError as refusal:
            with contextlib.suppress(ValueError, AttributeError):
                raise RoomError(str(json.load(refusal)["error"])) from None
            raise RoomError(f"The server at {self.address} opens no room ({refusal.code}).") from None
        except (URLError, OSError, ValueError) as fault:
            raise RoomError(f"The server at {self.address} does not answer ({fault}). Start it again.") from None
        return OpenedRoom(self.address, told["code"], f"{self.address}{told['host']}")


@dataclass(frozen=True)
class OpenedRoom:
    """A room that was opened on a server; `host` is only for whoever leads it."""

    server: str
    code: str
    host: str

    @property
    def wall(self) -> str:
        """The page that the class looks at."""
        return f"{self.server}screen/{self.code}"


def found_server(answering: bool = True) -> RunningServer | None:
    """The server of this person's rooms that runs on this machine; None if there is none."""
    try:
        told = json.loads((state_folder() / FILE).read_text(encoding="utf-8"))
        server = RunningServer(str(told["address"]), str(told["key"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return server if not answering or server.answers else None


def start_server(host: str = "127.0.0.1") -> RunningServer:
    """Start `workbench room` as a process of its own, which ends with this one; RoomError if it does not answer.

    Its rooms are kept, and come back when it is next started.
    """
    command = [sys.executable, "-m", "workbench", "room", "--no-browser", "--host", host]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
    atexit.register(process.terminate)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        if server := found_server():
            return server
        time.sleep(0.1)
    process.terminate()
    raise RoomError(
        "No server of rooms could be started here. Start `workbench room` in a terminal, and run this again."
    )

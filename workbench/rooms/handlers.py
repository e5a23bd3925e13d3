"""The addresses of rooms: plain pages for phones, walls and hosts, and the sockets that bring them news."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from typing import Any
from urllib.parse import urlsplit

from tornado.web import HTTPError, RequestHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from workbench.kernel.game import Game, Variant
from workbench.kernel.registry import list_games
from workbench.pages.guard import MATCH_STAYS, fault_notice
from workbench.rooms.codes import read_code
from workbench.rooms.files import file_of
from workbench.rooms.one_minute import one_minute
from workbench.rooms.pages import LOST, CheckPage, HostPage, PhonePage, RoomPage, WallPage
from workbench.rooms.practice_page import PracticePage, can_practise
from workbench.rooms.room import CLOSED, NO, PLAYING, ROOM_CLOSED, YES, Room
from workbench.rooms.rooms import Rooms
from workbench.rooms.setting import MOST_PEOPLE, Setting
from workbench.serving.addresses import code_as_svg
from workbench.storage.errors import RoomError, WorkbenchError
from workbench.widgets.answering import keep_apart
from workbench.widgets.nearby import is_loopback
from workbench.widgets.script import script, source, style
from workbench.widgets.table.drawn_by import table_script, table_style
from workbench.widgets.table.rules import rules_page

CODE = r"([A-Za-z]{5})"
LARGEST = 4096  # bytes that a page may send at once
LARGEST_SETTING = 2_000_000  # of a game with its cards
LONGEST_REASON = 120  # bytes, for closing a socket
LATER = 1013  # closes a socket that may be tried again (RFC 6455 and its registry)
MOST_SOCKETS = 400  # in all rooms together
BROKEN = 500  # from this status up the fault is ours
PHONE, WALL, HOST = "phone", "wall", "host"
PLACES = (("r", PHONE, PhonePage), ("screen", WALL, WallPage), ("host", HOST, HostPage))  # path, files and page
MORE_STYLES = {
    PHONE: ("room/check.css", "room/minute.css", "room/talk.css"),
    WALL: ("room/check_wall.css", "room/talk.css"),
    HOST: ("room/check.css", "room/check_desk.css"),
}
NO_ROOM = "There is no such room."
NOT_YOURS = "Your teacher says that this is not your place. Choose another name."
REFUSED = {
    400: "This page has sent what a room cannot read. Load it again.",
    403: "This is not allowed from here. Open the page by the address that stands on the wall.",
    429: "Too many codes were wrong. Wait a minute, then look at the wall.",
}


class OfRooms(RequestHandler):
    """What answers and sockets share: the rooms, where a request comes from, and that it comes by a name of ours."""

    def initialize(self, rooms: Rooms, shared: bool) -> None:
        """`shared`: other machines can reach this server, under any name."""
        self.rooms, self.shared = rooms, shared
        self.sender = self.request.remote_ip or ""

    def prepare(self) -> None:
        """Answer 403 to a request that came by a foreign name (DNS rebinding), if only this machine may ask."""
        if not self.shared and not is_loopback(urlsplit(f"//{self.request.host}").hostname or ""):
            raise HTTPError(403)


class RoomHandler(OfRooms):
    """What all answers share: strict headers, no traces in caches or other pages, no traceback."""

    framed_by = "'none'"  # which pages may show this one

    def set_default_headers(self) -> None:
        """Allow our own files and our own socket only, and no frames but those of this page."""
        keep_apart(self, self.framed_by)

    def check_xsrf_cookie(self) -> None:
        """Do nothing: there are no cookies, and the origin is checked instead."""

    def write_error(self, status_code: int, **_more: Any) -> None:
        """One line instead of a traceback, which is in the log."""
        words = fault_notice("answering", MATCH_STAYS) if status_code >= BROKEN else REFUSED.get(status_code, NO_ROOM)
        self.finish({"error": words})

    def room(self, code: str, closed: bool = False) -> Room:
        """The room of a code; 404 if there is none, 429 for an address that has asked for too many missing rooms.

        `closed`: a closed room too, as long as one of its pages is open.
        """
        if self.rooms.wrong.wait(self.sender):
            raise HTTPError(429)
        code = read_code(code)
        room = self.rooms.by_code(code) or (self.rooms.open_rooms.get(code) if closed else None)
        if room is None:
            self.rooms.note_wrong(code, self.sender)
            raise HTTPError(404)
        return room

    def page(self, name: str, **put: str) -> None:
        """Answer with a page of ours; only letters and digits are put into it."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        text = source(f"room/{name}.html")
        for place, words in put.items():
            assert words.isalnum() or not words
            text = text.replace(place, words)
        self.write(text)


class Code(RoomHandler):
    """Where the code of a room is typed."""

    def get(self) -> None:
        """The page."""
        self.page("code", WRONG="", WAIT="")


class PlainFile(RoomHandler):
    """Script and style of a page that belongs to no room."""

    def get(self, name: str, kind: str) -> None:
        """The script or the style."""
        styles = ("parts.css", "room/room.css", "room/phone.css")
        answer_file(self, kind, script(f"room/{name}.js", few_emblems=True) if kind == "js" else style(*styles))


class RoomPageHandler(RoomHandler):
    """A page of a room. It takes no seat: programs open links, too."""

    def initialize(self, rooms: Rooms, shared: bool, name: str = PHONE) -> None:
        """`name` says which page."""
        super().initialize(rooms, shared)
        self.name = name
        if name == WALL:  # a notebook of this machine shows it in a cell
            self.framed_by = "'self' http://127.0.0.1:* http://localhost:*"
            self.set_default_headers()

    def get(self, code: str) -> None:
        """The page; if there is no such room, one to type the code again."""
        try:
            room = self.room(code)
        except HTTPError as refusal:
            self.set_status(refusal.status_code)
            waiting = str(round(self.rooms.wrong.wait(self.sender)) or "")
            self.page("code", WRONG=code.upper(), WAIT=waiting)
            return
        if code != room.code:
            self.redirect(room.code)
        else:
            self.page(self.name, CODE=room.code)


class RoomFile(RoomHandler):
    """The script and the style of a page of a room."""

    def get(self, code: str, name: str, kind: str) -> None:
        """The script or the style, including what draws the game of the room."""
        game, file = self.room(code).setting.game, f"room/{name}.{kind}"
        styles = ("parts.css", "room/room.css", file, *MORE_STYLES[name])
        if name == HOST:
            text = script(file, few_emblems=True) if kind == "js" else style(*styles)
        else:
            text = table_script(game, file) if kind == "js" else table_style(game, *styles)
        answer_file(self, kind, text)


def answer_file(handler: RoomHandler, kind: str, text: str) -> None:
    """Answer with a script or a style, which a browser may keep if it asks each time whether it is still current."""
    handler.set_header("Cache-Control", "no-cache")
    handler.set_header("Content-Type", f"text/{'javascript' if kind == 'js' else 'css'}; charset=utf-8")
    handler.write(text)


class QRCode(RoomHandler):
    """The address of a room as a QR code."""

    def get(self, code: str) -> None:
        """The picture."""
        room = self.room(code)
        self.set_header("Content-Type", "image/svg+xml")
        root = self.rooms.address or f"{self.request.protocol}://{self.request.host}/"
        drawn = code_as_svg(f"{root}r/{room.code}")
        self.write(drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))


class About(RoomHandler):
    """What a phone is told before anybody sits down with it."""

    def get(self, code: str) -> None:
        """The room, and the arms and ways that are left."""
        room = self.room(code)
        self.write({"room": room.told(None), **left(room)})


def left(room: Room) -> dict[str, Any]:
    """The arms that are free, and the ways in once a match is under way: a bot's seat, one to share, watching."""
    free = room.free_places if room.stage == PLAYING else []
    return {
        "free_arms": room.people.free_arms(room.most_arms),
        "most_arms": room.most_arms,
        "free_seats": [{"table": table, "seat": seat} for table, seat in free],
    }


class GameFile(RoomHandler):
    """What a phone may learn of the room's game: all rules, what to do until play begins, or what may be said."""

    def get(self, code: str, name: str) -> None:
        """The data that rulebook.js, waiting.js and talk.js draw."""
        room = self.room(code)
        setting = room.setting
        self.set_header("Cache-Control", "no-cache")
        if name == "rules":
            self.write(rules_page(setting.game, setting.variant, setting.options))
        elif name == "minute":
            self.write({**one_minute(setting), "practice": can_practise(setting)})
        else:
            self.write({"phrases": room.talk.phrases, "kinds": room.talk.kinds})


class Given(RoomHandler):
    """A handler of what a page has posted."""

    most_bytes = LARGEST

    def given(self, *keys: str) -> dict[str, Any]:
        """The parts of the JSON object that a page of ours has posted; 400 for anything else, 403 for other pages."""
        if urlsplit(self.request.headers.get("Origin", "")).netloc.lower() != self.request.host.lower():
            raise HTTPError(403)
        try:
            found = json.loads(self.request.body) if len(self.request.body) <= self.most_bytes else None
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or not set(found) <= set(keys):
            raise HTTPError(400)
        return found

    def refuse(self, words: str, at: str, **more: Any) -> None:
        """Say why nothing was done, and beside which part of the page to show it."""
        self.set_status(409)
        self.write({"error": words, "at": at, **more})


class Join(Given):
    """Sitting down."""

    def post(self, code: str) -> None:
        """Answer with the secret of a new place, or why there is none."""
        room = self.room(code)
        given = self.given("name", "arms", "way")
        name, arms = given.get("name"), given.get("arms")
        arms = arms if isinstance(arms, int) and not isinstance(arms, bool) else None
        try:
            person, secret = room.join(name, arms, given.get("way", "sit"))  # type: ignore[arg-type]
            self.write({"secret": secret, "name": person.name, "id": person.id})
        except WorkbenchError as refusal:
            taken = isinstance(name, str) and room.people.called(name) is not None
            otherwise = {"suggestion": room.people.free_name(str(name).strip())} if taken else {}
            self.refuse(str(refusal), self._place(room, taken), **otherwise, **left(room))

    def _place(self, room: Room, taken: bool) -> str:
        if room.stage == CLOSED:
            return "closed"
        if room.check is not None:
            return "check"
        if taken:
            return "taken"
        return "full" if room.stage == PLAYING or len(room.people.playing) >= room.setting.places else "name"


class ComeBack(Given):
    """Taking one's seat on another device: by the host's nod, or by a single-use code."""

    def post(self, code: str) -> None:
        """Answer with a ticket for fetching the host's answer or, for a single-use code, the new secret at once."""
        room, given = self.room(code), self.given("name", "code")
        name, once = given.get("name"), given.get("code")
        try:
            if isinstance(once, str):
                self.write({"secret": self._secret(room, name, once)})
            else:
                self.write({"ticket": room.ask_back(name)})  # type: ignore[arg-type]
        except WorkbenchError as refusal:
            self.refuse(str(refusal), "code" if once else "name")

    def _secret(self, room: Room, name: Any, once: str) -> str:
        if self.rooms.wrong.wait(self.sender):
            raise RoomError("Too many codes were wrong. Wait a minute, then ask your teacher for another one.")
        try:
            return room.back_by_code(name, once)
        except RoomError:
            self.rooms.wrong.note(self.sender)
            raise


class Answer(RoomHandler):
    """What the host has said to somebody who asks for their seat on another device."""

    def get(self, code: str, ticket: str) -> None:
        """Answer `asked`, `no`, or `yes` with the new secret, which is given once."""
        room = self.room(code)
        ask = room.asks.get(ticket)
        if ask is None:
            raise HTTPError(404)
        more = {YES: {"secret": ask.secret}, NO: {"error": NOT_YOURS}}.get(ask.answer, {})
        self.write({"state": ask.answer, **more})
        if not ask.waits:
            del room.asks[ticket]


class OpenRoom(Given):
    """Opening a room: from the lobby if only this machine can reach the server, otherwise with the server's key."""

    most_bytes = LARGEST_SETTING

    def get(self) -> None:
        """The page on which a host describes the room."""
        self.page("open")

    def post(self) -> None:
        """Open a room with the lobby's setting, or a game as printed, and say where the host finds it."""
        given = self.given("setting", "key", "game", "variant", "places")
        here = not self.shared and is_loopback(self.sender)
        if not here and not self.rooms.is_host(given.get("key")):
            raise HTTPError(403)
        try:
            room, key = self.rooms.open(self._setting(given))
        except WorkbenchError as refusal:
            self.refuse(str(refusal), "setting")
        else:
            self.write({"code": room.code, "host": f"host/{room.code}#{key}"})

    def _setting(self, given: dict[str, Any]) -> Setting:
        if "game" not in given:
            return Setting.from_dict(given.get("setting"))  # type: ignore[arg-type]
        game, variant, places = (given.get(key) for key in ("game", "variant", "places"))
        if not (isinstance(game, str) and isinstance(variant, str) and type(places) is int):
            raise HTTPError(400)
        return Setting.of(game, places, options={"game_variant": variant})


class Playable(RoomHandler):
    """The games that a host chooses from."""

    def get(self) -> None:
        """Each game and variant, with the number of people at a table, and the most people in a room."""
        games = [playable(game, variant) for game in list_games().values() for variant in game.variants]
        self.write({"games": games, "most_people": MOST_PEOPLE})


def playable(game: Game, variant: Variant) -> dict[str, Any]:
    """A game as a host chooses it."""
    title = game.title if variant is game.variants[0] else f"{game.title}: {variant.title}"
    seats = {"most": variant.seats.stop - 1, "usual": variant.default_seats}
    return {"game": game.id, "variant": variant.key, "title": title, **seats}


class HostFile(Given):
    """A file that the host takes home; the key is posted, so that it stands in no address."""

    def post(self, code: str, name: str) -> None:
        """The file; 403 without the key."""
        room, given = self.room(code, closed=True), self.given("key", "arms")
        if not room.is_host(given.get("key")):
            raise HTTPError(403)
        try:
            kind, content = file_of(room, name, given.get("arms") is True)
        except WorkbenchError as refusal:
            self.refuse(str(refusal), "files")
        else:
            self.set_header("Content-Type", kind)
            self.write(content)


# ---------------------------------------------------------------- sockets


class RoomSocket(OfRooms, WebSocketHandler):
    """The connection between a page and its browser."""

    ping_interval = 20  # seconds
    max_message_size = LARGEST  # of one message; a longer one ends the socket

    def initialize(self, rooms: Rooms, shared: bool, kind: type[RoomPage]) -> None:  # type: ignore[override]
        """`kind` is the kind of page."""
        super().initialize(rooms, shared)
        self.kind = kind
        self.speech: RoomPage | None = None
        self.pace = Pace()

    def head(self, _code: str) -> None:
        """Answer as GET does for a request that opens no socket."""
        self.set_status(400)
        self.finish('Can "Upgrade" only to "WebSocket".')

    def check_origin(self, origin: str) -> bool:
        """Accept only our own pages, under the name by which the browser finds us."""
        return urlsplit(origin).netloc.lower() == self.request.host.lower()

    @property
    def is_here(self) -> bool:
        """Whether the browser runs on this machine, whatever name it uses for it."""
        return is_loopback(self.sender) or self.sender == urlsplit(self.rooms.address).hostname

    def open(self, code: str) -> None:
        """Stay silent until the page says who it is; send it away if there is no such room or too many pages."""
        self.set_nodelay(True)
        if self.rooms.wrong.wait(self.sender):  # whatever the code is: a page that has a place tries again later
            return self.close(LATER, "Too many codes were wrong. Wait a minute.")
        room = self.rooms.by_code(code.upper())
        if room is None:
            self.rooms.note_wrong(code.upper(), self.sender)
            return self.close(LOST, ROOM_CLOSED)
        if sum(len(one.pages) for one in self.rooms.open_rooms.values()) >= MOST_SOCKETS:
            return self.close(LOST, "Too many pages are open. Close one.")
        self.speech = self.kind(room, self)

    async def on_message(self, message: str | bytes) -> None:
        """Hear a message; a sender that floods the room has to wait, and is then sent away."""
        if self.speech is None:
            return
        if self.pace.too_fast():
            return self.close(LOST, "This page has sent too much. Open it again.")
        await self.pace.wait()
        if self.speech is not None:  # the page may have gone in the meantime
            self.speech.hear_text(message)

    def send(self, **content: Any) -> None:
        """Send a message if the browser is still there."""
        with contextlib.suppress(WebSocketClosedError):
            self.write_message(json.dumps(content, ensure_ascii=False, separators=(",", ":")))

    def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close the socket; the reason is cut short if needed."""
        super().close(code, reason.encode()[:LONGEST_REASON].decode(errors="ignore") if reason else None)

    def on_close(self) -> None:
        """The place is kept; its page may come back."""
        if self.speech is not None:
            self.speech.closed()
            self.speech = None


class Pace:
    """How fast a page sends: `FREE` messages at once and `STEADY` a second after that; more are made to wait."""

    FREE, STEADY, LONGEST_WAIT, DROPPED = 40.0, 15.0, 2.0, 400.0

    def __init__(self) -> None:
        self._left, self._seen, self._late = self.FREE, time.monotonic(), 0.0

    def too_fast(self) -> bool:
        """Count a message, and say whether so many have had to wait that this cannot be a page of ours."""
        now = time.monotonic()
        self._left = min(self.FREE, self._left + (now - self._seen) * self.STEADY)
        self._seen = now
        self._left -= 1.0
        self._late = self._late + 1.0 if self._left < 0 else 0.0
        return self._late > self.DROPPED

    async def wait(self) -> None:
        """Wait as long as the sender was too fast."""
        if self._left < 0:
            await asyncio.sleep(min(-self._left / self.STEADY, self.LONGEST_WAIT))


def room_handlers(rooms: Rooms, at: Any, shared: bool) -> list[tuple[Any, ...]]:
    """The addresses of rooms, below that of the server."""
    given = {"rooms": rooms, "shared": shared}
    return [
        (at("/rooms"), OpenRoom, given),
        (at("/join"), Code, given),
        (at(r"/(?:\w+/)?join/(code)\.(js|css)"), PlainFile, given),
        (at(r"/rooms/(open)\.(js|css)"), PlainFile, given),
        (at(r"/rooms/games\.json"), Playable, given),
        *((at(rf"/{place}/{CODE}"), RoomPageHandler, {**given, "name": name}) for place, name, _ in PLACES),
        *((at(rf"/{place}/{CODE}/({name})\.(js|css)"), RoomFile, given) for place, name, _ in PLACES),
        *((at(rf"/{place}/{CODE}/socket"), RoomSocket, {**given, "kind": kind}) for place, _, kind in PLACES),
        (at(rf"/screen/{CODE}/qr\.svg"), QRCode, given),
        (at(rf"/host/{CODE}/files/([a-z]+\.[a-z]+)"), HostFile, given),
        (at(rf"/r/{CODE}/about"), About, given),
        (at(rf"/r/{CODE}/(rules|minute|talk)\.json"), GameFile, given),
        (at(rf"/r/{CODE}/join"), Join, given),
        (at(rf"/r/{CODE}/back"), ComeBack, given),
        (at(rf"/r/{CODE}/back/([\w-]{{20,80}})"), Answer, given),
        (at(rf"/r/{CODE}/check"), RoomSocket, {**given, "kind": CheckPage}),
        (at(rf"/r/{CODE}/practice"), RoomSocket, {**given, "kind": PracticePage}),
    ]

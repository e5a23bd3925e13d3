"""Playing a game in a notebook or a dashboard: the table, its score, its rules and its log on one screen."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import singledispatchmethod
from mimetypes import guess_type
from typing import TYPE_CHECKING, Any

import ipywidgets

from workbench.decks import Deck
from workbench.kernel.registry import game as find_game
from workbench.play.host import ONE_DEVICE, PUBLIC_SCREEN, SCREENS, TableHost
from workbench.play.match import Match
from workbench.play.messages import (
    Act,
    Draw,
    Hello,
    Load,
    Message,
    Ping,
    Ready,
    Redo,
    Rule,
    Save,
    Undo,
    Weigh,
    Window,
    read_message,
)
from workbench.play.replay import MOST_BYTES
from workbench.play.setup import check_deck
from workbench.play.store import MatchStore
from workbench.storage.errors import OptionError, WorkbenchError, shown
from workbench.storage.secret import sealed
from workbench.storage.store import is_kept_id
from workbench.widgets import pages
from workbench.widgets.address import asked_for, in_dashboard
from workbench.widgets.ending.ending import Ending
from workbench.widgets.faults import MATCH_STAYS, NOT_KEPT, RELOAD, Guard
from workbench.widgets.lobby.lobby import COVERED, NOT_HERE, Lobby
from workbench.widgets.lobby.table_plan import plan_of
from workbench.widgets.nearby import opened_here
from workbench.widgets.table.rules import rules_page
from workbench.widgets.table.widgets import RulesWidget, SessionBar, TableWidget

if TYPE_CHECKING:
    from workbench.widgets.graph_view.match_graphs import MatchGraphs
    from workbench.widgets.table.seat_windows import SeatWindows

TABLE, SCORE, RULES, LOG, NEW_GAME = range(5)
TAB_TITLES = ("Table", "Score", "Rules", "Log", "New game")
USUAL_PACE = 0.3
LEAST_HEIGHT = 352  # pixels; below it hand and choices have no room


class PlayApp:
    """One match on the screen, with bots on the seats that nobody plays.

    >>> app = PlayApp("guild_master", seats=3, you=0, bots="greedy", seed=7, autosave=False)
    >>> app
    <PlayApp guild_master: 3 seats>
    >>> app.match.bots
    {1: 'greedy', 2: 'greedy'}

    `you` is the seat that a person plays, or several seats, or None for bots only. `bots` is one bot's
    name or a name for each seat, the game's usual bot by default. `names` are the people's, by seat or in the order of
    the seats; without them those that were typed last in this browser. `screen` is "one device" (with several
    people a cover hides each hand until its seat is ready) or "public screen" (hands open in windows of
    their own). `pace` is the number of seconds a bot waits before it acts. `autosave=False` keeps nothing on disk.
    Several people take back only what has shown nobody anything; `free_undo=True`, for a teacher, lets them take back
    everything, and marks the match as practice once they did. Somebody alone with bots always may. `height` is that of
    the whole screen in pixels; without it a dashboard fills the window, and a notebook's cell what the window leaves.
    A deck that is given by its name is played in a school's words, where it has any; a Deck is played as it is.
    `lobby` says whether the page opens with the question who plays; left out, a dashboard does if nothing but the game
    has been said, and a match that its browser has to go on with comes before it.
    """

    def __init__(
        self,
        game_id: str,
        seats: int | None = None,
        you: int | Iterable[int] | None = 0,
        bots: str | Mapping[int, str] | None = None,
        seed: int | None = None,
        deck: Deck | str | None = None,
        options: Mapping[str, Any] | None = None,
        autosave: bool = True,
        screen: str = ONE_DEVICE,
        pace: float = USUAL_PACE,
        free_undo: bool = False,
        height: int | None = None,
        names: Mapping[int, str] | Sequence[str | None] | None = None,
        lobby: bool | None = None,
    ) -> None:
        said = (seats, bots, seed, deck, options, names) != (None,) * 6 or you != 0 or screen != ONE_DEVICE
        if screen not in SCREENS:
            raise OptionError(f"There is no screen {shown(screen)}. Choose one of: {', '.join(SCREENS)}.")
        if height is not None and (isinstance(height, bool) or not isinstance(height, int) or height < LEAST_HEIGHT):
            raise OptionError(f"height is {shown(height)}. Give at least {LEAST_HEIGHT} pixels, or None.")
        if not isinstance(deck, Deck):
            deck = check_deck(find_game(game_id), deck).in_school_words()
        match = Match(game_id, seats=seats, seed=seed, deck=deck, options=options, names=names)
        for seat, bot in seated_bots(match, you, match.game.usual_bot if bots is None else bots).items():
            match.seat_bot(seat, bot)
        self.guard = Guard(self._tell, self._stays)
        self.hear = self.guard(self._hear)
        changed = self.guard(self.show)
        self.host = TableHost(match, screen, pace, MatchStore() if autosave else None, changed, free_undo)
        self.note, self.error, self.notice = "", "", ""
        self._told_id = ""
        self.slot = slot_of(match, seed, screen, autosave)
        self._windows: SeatWindows | None = None
        self.table = TableWidget(self.hear)
        self.session = SessionBar(self.hear)
        self.score, self.log = ipywidgets.HTML(), ipywidgets.HTML()
        self.rules = RulesWidget(self.hear)
        self._rules_options: dict[str, Any] = {}
        plan = plan_of(match, screen, pace, seed)
        self.lobby = Lobby(plan, self.new_game, self._leave_lobby, self.guard, keeps=autosave)
        self.in_lobby = (in_dashboard() and not said) if lobby is None else lobby
        if self.in_lobby:
            self.lobby.take_usual()
        files = self._save_file, self._save_sheet
        self.ending = Ending(self._play_again, self._open_lobby, *files, self._refuse, self.guard)
        self.graphs: MatchGraphs | None = None  # made when somebody turns to the log
        self._log_tab = ipywidgets.Box([self.log])
        self._make_tabs(NEW_GAME if self.in_lobby else TABLE)
        self.view = ipywidgets.VBox([self.session, self.tabs])
        self.view.add_class("rt-stage")
        self.view.layout.min_height = f"{LEAST_HEIGHT}px"
        if height is not None:
            self.view.layout.height = f"{height}px"
        self.show()

    def _make_tabs(self, turned_to: int) -> None:
        """Make the tabs of the page: table, score, rules, log with its graphs, and the lobby."""
        game, score = ipywidgets.Box([self.table, self.ending.widget]), ipywidgets.Box([self.ending.widget, self.score])
        for box, look in ((game, "rt-game"), (score, "rt-score"), (self._log_tab, "rt-log-tab")):
            box.add_class(look)
        children = [game, score, self.rules, self._log_tab, self.lobby.widget]
        self.tabs = ipywidgets.Tab(children, titles=TAB_TITLES, selected_index=turned_to)
        self.tabs.add_class("rt-tabs")
        self.tabs.observe(self.guard(lambda _change: self._show_tab(), "turning to a tab"), "selected_index")

    @property
    def match(self) -> Match:
        """The match on the table."""
        return self.host.match

    # ------------------------------------------------------------ showing

    def show(self) -> None:
        """Bring every part of the screen up to date."""
        if self.host.taken_over:
            self.error = MatchStore.elsewhere
            if self._windows is not None:
                self._windows.close("This match goes on in another window; open your hand again from there.")
                self._windows = None
        self.guard.each(
            {
                "telling the browser which match this is": self._tell_kept_id,
                "showing the table": self._show_table,
                "showing the bar above the table": self.show_windows,
                "showing hands in their windows": self._push,
                "showing how the match has ended": self._show_ending,
                "showing a tab": self._show_tab,
            }
        )

    def _show_table(self) -> None:
        self.table.show(self.host.scene(self.host.viewer), self.notice, self._cover())

    def _show_ending(self) -> None:
        """How the match has ended, in the table's place; while it goes on, how it stands for those who ask for it."""
        if self.match.over or self.tabs.selected_index == SCORE:
            self.ending.show(self.match, self.host.id if self.host.kept else "", self.host.seconds)
        else:
            self.ending.leave()

    def _push(self) -> None:
        if self._windows is not None:
            self._windows.push()

    def _tell(self, notice: str) -> None:
        """Put a notice on the page, whatever else of it can no longer be shown, and let people undo."""
        self.note, self.error, self.notice = "", notice, ""
        self.table.notice = ""
        steps = {"can_undo": self.host.can_undo, "can_redo": self.host.can_redo}
        self.session.state = {**self.session.state, **steps, "note": "", "error": notice}

    def _stays(self) -> str:
        return NOT_KEPT if self.host.unkept or self._untold else MATCH_STAYS + (RELOAD if self.host.store else "")

    def _tell_kept_id(self) -> None:
        """Let the browser remember the match as soon as there is something to bring back."""
        if self._untold:
            self.session.send({"type": "keep", "slot": self.slot, "id": self.host.id})
            self._told_id = self.host.id

    @property
    def _untold(self) -> bool:
        return self.host.kept and self.host.id != self._told_id

    def show_windows(self) -> None:
        """Bring the bar above the table up to date."""
        match, drawing = self.match, self.match.variant.drawing
        self.session.state = {
            "slot": self.slot,
            "can_undo": self.host.can_undo,
            "can_redo": self.host.can_redo,
            "practice": match.practice,
            "undo_refusal": self.host.undo_refusal,
            "note": self.note,
            "error": self.error or self.host.fault,
            "kept_words": self.host.kept_words,
            "largest_file": MOST_BYTES,
            "windows": self._seat_windows(),
            "drawing": {"title": drawing.title, "kinds": list(drawing.kinds)} if drawing else None,
        }

    def _seat_windows(self) -> list[dict[str, Any]]:
        if self.host.screen != PUBLIC_SCREEN or not self.host.started or self.host.taken_over:
            return []
        if self._windows is None:
            from workbench.widgets.table.seat_windows import SeatWindows

            self._windows = SeatWindows(self.host, self.guard(self.show_windows, "showing who sits where"))
        return self._windows.describe()

    def _cover(self) -> dict[str, Any]:
        seat = self.host.cover
        if seat is None:
            return {}
        name = self.match.seat_names[seat]
        return {"seat": seat, "title": f"Pass the device to {name}", "button": f"I am {name}: go on"}

    def _show_tab(self) -> None:
        """Make the page that is looked at; the others are made when somebody turns to them.

        A seat's log leaves the page with its tab, so that the next seat does not find it there.
        """
        selected = self.tabs.selected_index
        self._mark_lobby(selected == NEW_GAME)
        if selected != LOG:
            self.log.value = ""
        if selected == SCORE:
            self._show_ending()
            self.score.value = pages.score_page(self.match)
        elif selected == RULES:
            self._show_rules()
        elif selected == LOG:
            self.log.value = pages.log_page(self.match.screen_log(self.host.viewer))
            self._show_graphs()

    def _show_graphs(self) -> None:
        """Where the match is among the phases of its game, and what feeds what, beside its log."""
        if self.graphs is None:
            from workbench.widgets.graph_view.match_graphs import MatchGraphs

            self.graphs = MatchGraphs(self.guard)
            self._log_tab.children = (self.log, self.graphs.box)
        self.graphs.follow(self.match)

    def _mark_lobby(self, opened: bool) -> None:
        """The lobby has the whole page: the tabs and tools of the table are not seen beside it."""
        if opened:
            self.view.add_class("rt-in-lobby")
            self.lobby.in_play = self.host.started
            self.lobby.look_into_studio()
            self.lobby.show()
        else:
            self.view.remove_class("rt-in-lobby")

    def _leave_lobby(self, to: str) -> None:
        """Turn to the table, or to the rules."""
        self.tabs.selected_index = RULES if to == "rules" else TABLE

    def _show_rules(self) -> None:
        """The rules, made once for each set of options that a match is played with."""
        options = dict(self.match.options)
        if not self.rules.page or options != self._rules_options:
            self._rules_options = options
            self.rules.page = rules_page(self.match.game, self.match.variant.presets, options)

    # ------------------------------------------------------------ hearing

    def _hear(self, raw: object) -> None:
        """Do what a message of the page asks for; a refused one changes nothing but the line that says why."""
        try:
            message = read_message(raw)
            if not isinstance(message, (Ping, Weigh)):
                self.note, self.error, self.notice = "", "", ""
            self._do(message)
        except WorkbenchError as refusal:
            if isinstance(raw, dict) and raw.get("type") in ("act", "ready"):
                self.notice = str(refusal)
            else:
                self.error = str(refusal)
            self.show()

    @singledispatchmethod
    def _do(self, message: Message) -> None:
        """Do what a message asks for; how is found by its class."""
        raise NotImplementedError(message)

    @_do.register
    def _ping(self, _message: Ping) -> None:
        self.session.send({"type": "pong"})
        before = self.host.taken_over
        self.host.check_holder()
        if self.host.taken_over != before:
            self.show()

    @_do.register
    def _act(self, message: Act) -> None:
        self.host.act(self.host.viewer, message.actions, message.asked)

    @_do.register
    def _weigh(self, message: Weigh) -> None:
        self.table.answer = self.host.weigh(self.host.viewer, message.actions, message.asked)

    @_do.register
    def _ready(self, message: Ready) -> None:
        self.host.ready(message.seat)

    @_do.register
    def _undo(self, _message: Undo) -> None:
        self.host.undo()

    @_do.register
    def _redo(self, _message: Redo) -> None:
        self.host.redo()

    @_do.register
    def _save(self, _message: Save) -> None:
        self._save_file()

    def _save_file(self) -> None:
        """Send the match to the page as a file."""
        content = json.dumps(self.match.to_dict())
        name = f"{self.match.game.id}-turn-{self.match.turn}.json"
        self.session.send({"type": "file", "name": name, "text": content})
        self.note = f"Saved as {name}. The file holds every hand: keep it closed until the match is over."
        self.show()

    def _save_sheet(self, kind: str) -> None:
        """Send how the match has ended to the page as a file for a spreadsheet, as this screen tells it."""
        from workbench.widgets.ending.sheet_file import sheet_file

        self._send_file(*sheet_file(self.match, kind, self.host.viewer, self.host.seconds))

    def _send_file(self, name: str, content: bytes) -> None:
        kind = guess_type(name)[0] or "application/octet-stream"
        self.session.send({"type": "file", "name": name, "data": b64encode(content).decode(), "kind": kind})
        self.note = f"Saved as {name}."
        self.show()

    @_do.register
    def _draw(self, message: Draw) -> None:
        """Send a drawing of what lies on the table to the page as a file."""
        drawing = self.match.variant.drawing
        if drawing is None or message.kind not in drawing.kinds:
            kinds = ", ".join(drawing.kinds) if drawing else "none"
            raise OptionError(f"There is no drawing {shown(message.kind)} of this table. Its kinds are: {kinds}.")
        content = drawing.kinds[message.kind](self.match)
        self._send_file(f"{self.match.variant.key}-turn-{self.match.turn}{message.kind}", content)

    @_do.register
    def _load(self, message: Load) -> None:
        self.host.load(message.text, message.name)
        self._match_replaced(f"Loaded {message.name}.")

    @_do.register
    def _window(self, message: Window) -> None:
        if self._windows is not None and message.seat in self.host.humans:
            self._windows.reissue(message.seat)
        self.show()

    @_do.register
    def _rule(self, message: Rule) -> None:
        self.tabs.selected_index = RULES
        self.rules.open_rule(message.rule)

    @_do.register
    def _hello(self, message: Hello) -> None:
        """A page has come: bring back the match its browser played, unless it is on the table already."""
        fresh = not self.host.started and not self.match.acts
        back = False
        try:
            back = fresh and self._bring_back(asked_for("match") or message.id)
        except WorkbenchError as fault:
            self.error = f"{fault} A new match has begun."
        finally:
            self._lay_hands(opened_here(message.host))
            self.lobby.remember(message.names)
            if fresh and not back and not self.match.names:
                self._call_people(message.names)
            self._leave_lobby_for_match(back)
        self._match_replaced(self.note)

    def _lay_hands(self, here: bool) -> None:
        """Offer windows for hands on this machine alone; elsewhere hands that lay in windows lie on the screen."""
        self.lobby.offer_windows(here)
        if here or self.host.screen != PUBLIC_SCREEN:
            return
        if self._windows is not None:
            self._windows.close(NOT_HERE)
            self._windows = None
        self.host.lay_hands_on_screen()
        self.note = f"{self.note} {NOT_HERE} {COVERED}".strip()

    def _bring_back(self, match_id: str) -> bool:
        """Whether the match of this id lies on the table now; raises ReplayError, and refuses what is no id."""
        if not match_id or self.host.store is None:
            return False
        if not is_kept_id(match_id):
            self.error = "This browser kept no valid match id. A new match has begun."
            return False
        self.host.resume(match_id)
        self.note = "Your match was brought back. For another one turn to New game."
        return True

    def _leave_lobby_for_match(self, back: bool) -> None:
        """Begin, unless the lobby is open: it stays open where no match that goes on was brought back."""
        if self.in_lobby and back and (not self.match.over or asked_for("match")):
            self.in_lobby = False
            self.tabs.selected_index = TABLE
        if not self.in_lobby:
            self.host.start()

    def _call_people(self, names: Sequence[str]) -> None:
        """Call the people by names that the browser kept, seat by seat."""
        try:
            self.match.name_seats({seat: names[seat] for seat in self.host.humans if seat < len(names)})
        except OptionError as refusal:
            self.error = f"{self.error} {refusal}".strip()

    def new_game(self) -> None:
        """Start the match that the lobby has planned; WorkbenchError leaves the present match as it is."""
        self.note, self.error, self.notice = "", "", ""
        plan = self.lobby.plan
        match = plan.match()
        self.host.pace, self.host.started, self.in_lobby = plan.pace, True, False
        self.host.replace(match, plan.screen)
        self.session.send({"type": "names", "names": [place.name for place in plan.places]})
        self._match_replaced("A new match has begun.")
        self.tabs.selected_index = TABLE

    def _play_again(self) -> None:
        """Deal again to the same people, with the same cards and rules."""
        self.lobby.take(plan_of(self.match, self.host.screen, self.host.pace, None))
        self.new_game()

    def _open_lobby(self) -> None:
        self.tabs.selected_index = NEW_GAME

    def _refuse(self, refusal: str) -> None:
        """Say above the table why something was not done."""
        self.note, self.error = "", refusal
        self.show_windows()

    def _match_replaced(self, note: str) -> None:
        self.note = note
        if self.host.started:
            self.lobby.take(plan_of(self.match, self.host.screen, self.host.pace, None))
        if self._windows is not None:
            self._windows.free_seats()
        self.show()

    def close(self) -> None:
        """Take the match off the screen: its bots stop, and its windows are sent away."""
        self.host.taken_over = True
        if self._windows is not None:
            self._windows.close("Another match has begun.")
        inside = self.table, self.ending.widget, self.score, self.log, *([self.graphs] if self.graphs else [])
        for part in (*inside, *self.tabs.children, self.tabs, self.session, self.view):
            part.close()

    # ------------------------------------------------------------ notebooks

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Any:
        bundle = self.view._repr_mimebundle_(include=include, exclude=exclude)
        content = bundle[0] if isinstance(bundle, tuple) else bundle
        return content | {"text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<PlayApp {self.match.game.id}: {self.match.seats} seats>"


def seated_bots(match: Match, you: int | Iterable[int] | None, bots: str | Mapping[int, str]) -> dict[int, str]:
    """Which bot sits where, when `you` play some seats; OptionError for a seat that does not exist."""
    people = () if you is None else (you,) if isinstance(you, int) else tuple(you)
    for seat in people:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < match.seats:
            raise OptionError(f"You cannot play seat {shown(seat)}. This match has seats 0 to {match.seats - 1}.")
    others = [seat for seat in range(match.seats) if seat not in people]
    if isinstance(bots, str):
        return dict.fromkeys(others, bots)
    missing = [seat for seat in others if seat not in bots]
    if missing:
        raise OptionError(f"Nobody plays seat {missing[0]}. Name it in `you`, or give it a bot in `bots`.")
    return {seat: bots[seat] for seat in others}


def slot_of(match: Match, seed: int | None, screen: str, lasting: bool) -> str:
    """Where a browser remembers its match: the same for every page that asks for the same table.

    It is sealed, since a seed that somebody chose could be guessed from it.
    """
    asked = [match.seats, sorted(match.bots.items()), seed, match.deck.digest, sorted(match.options.items()), screen]
    asked += [sorted(match.names.items())] if match.names else []
    return f"{match.game.id}-{sealed(json.dumps(asked), lasting)}"

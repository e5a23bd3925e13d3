"""Playing a game in a notebook or a dashboard: the table, its score, its rules and its log on one screen."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from mimetypes import guess_type
from typing import Any, Self

import ipywidgets

from workbench.decks import Deck
from workbench.kernel.registry import game as find_game
from workbench.pages.guard import MATCH_STAYS
from workbench.pages.keeping import BrowserMemory, KeepingPage
from workbench.pages.messages import Act, Hello, Redo, Save, Series, Undo, Weigh
from workbench.pages.page import handles
from workbench.play.bot_turns import PACES, USUAL_PACE
from workbench.play.device import ONE_DEVICE, PUBLIC_SCREEN, SCREENS
from workbench.play.first_game import FirstGame
from workbench.play.host import TableHost
from workbench.play.match import Match
from workbench.play.replay import MOST_BYTES
from workbench.play.setup import check_deck
from workbench.play.store import MatchStore
from workbench.storage.errors import OptionError, WorkbenchError, shown
from workbench.storage.secret import sealed
from workbench.widgets import pages
from workbench.widgets.address import asked_for, in_dashboard, way_to
from workbench.widgets.ending.ending import Ending
from workbench.widgets.lobby.lobby import COVERED, NOT_HERE, Lobby
from workbench.widgets.lobby.table_plan import plan_of
from workbench.widgets.nearby import opened_here
from workbench.widgets.parts import MATCHES, REPLAY
from workbench.widgets.table import messages
from workbench.widgets.table.beside import BesideTable
from workbench.widgets.table.seat_windows import SeatWindows
from workbench.widgets.table.widgets import TableWidget

AT_THE_TABLE = Act.at
TABLE, SCORE, GRAPHS, NEW_GAME = range(4)
PAGES = ("table", "score", "graphs", "lobby")  # their names on the page
LEAST_HEIGHT = 352  # pixels; with less, hand and choices have no room


class PlayApp(KeepingPage):
    """One match on the screen, with bots on the seats that no person plays.

    >>> app = PlayApp("guild_master", seats=3, you=0, bots="greedy", seed=7, autosave=False)
    >>> app
    <PlayApp guild_master: 3 seats>
    >>> app.match.bots
    {1: 'greedy', 2: 'greedy'}

    `you` is the seat that a person plays, or several seats, or None for bots only. `bots` is one bot's name or a name
    for each seat, by default the game's usual bot. `names` are the people's, by seat or in the order of the seats; by
    default those last typed in this browser. `screen` is "one device" (with several people, a cover hides each hand
    until its seat is ready) or "public screen" (hands open in windows of their own). `pace` is the number of seconds a
    bot waits before it acts. `autosave=False` keeps nothing on disk. Several people can take back only what has shown
    nobody anything; `free_undo=True`, for a teacher, lets them take back everything, and doing so marks the match as
    practice. Somebody alone with bots can always do so. `height` is that of the whole screen in pixels; by default a
    dashboard fills the window, and a notebook's cell the rest of its window. A deck given by name is played in a
    school's words, if it has any; a Deck is played as it is. `lobby` says whether the page opens with the question who
    plays; by default, a dashboard does if only the game is given, unless its browser has a match to go on with.
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
        said = any(one is not None for one in (seats, bots, seed, deck, options, names))
        said = said or you != 0 or screen != ONE_DEVICE
        if screen not in SCREENS:
            raise OptionError(f"There is no screen {shown(screen)}. Choose one of: {', '.join(SCREENS)}.")
        if height is not None and (isinstance(height, bool) or not isinstance(height, int) or height < LEAST_HEIGHT):
            raise OptionError(f"height is {shown(height)}. Give at least {LEAST_HEIGHT} pixels, or None.")
        if not isinstance(deck, Deck):
            deck = check_deck(find_game(game_id), deck).in_school_words()
        first = FirstGame.of(find_game(game_id)) if asked_for("first") and not said else None
        if first is not None:
            seed, lobby = first.seed, False
        match = Match(game_id, seats=seats, seed=seed, deck=deck, options=options, names=names)
        for seat, bot in seated_bots(match, you, match.game.usual_bot if bots is None else bots).items():
            match.seat_bot(seat, bot)
        self.host = TableHost(match, screen, pace, MatchStore() if autosave else None, free_undo=free_undo)
        super().__init__(
            BrowserMemory(
                self.host.kept,
                slot_of(match, seed, screen, autosave),
                lambda told: self.table.send(told),
                MATCH_STAYS,
            ),
            self._tell,
        )
        if first is not None:
            self.host.begin_first_game(first)
            match = self.match
        self.host.changed = self.guard(self.show, "showing the match")
        self._windows = SeatWindows(self.host, self.guard(self.show_state, "showing who sits where"))
        self.table = TableWidget(self.hear, match.game)
        self.beside = BesideTable(self.table, self.guard)
        plan = plan_of(match, screen, pace, seed)
        self.lobby = Lobby(plan, self.new_game, self._leave_lobby, self.guard, keeps=autosave)
        self.lobby.first = (in_dashboard() and not said) if lobby is None else lobby
        if self.lobby.first:
            self.lobby.take_usual()
            self._take_again()
        self.ending = Ending(self.hear)
        self._make_tabs(NEW_GAME if self.lobby.first else TABLE)
        self.view = ipywidgets.VBox([self.tabs])
        self.view.add_class("rt-stage")
        self.view.layout.min_height = f"{LEAST_HEIGHT}px"
        if height is not None:
            self.view.layout.height = f"{height}px"
        self.show()

    def _make_tabs(self, turned_to: int) -> None:
        """Make the pages: the table, what opens over it (its score, its graphs), and the lobby.

        Their own row of tabs is hidden: the table's menu opens them.
        """
        beside, ending = self.beside, self.ending.widget
        game, score = ipywidgets.Box([self.table, ending]), ipywidgets.Box([ending, beside.score])
        for box, look in ((game, "rt-game"), (score, "rt-score"), (beside.graphs_box, "rt-graphs-page")):
            box.add_class(look)
        children = [game, score, beside.graphs_box, self.lobby.widget]
        self.tabs = ipywidgets.Tab(children, titles=PAGES, selected_index=turned_to)
        self.tabs.add_class("rt-tabs")
        self.tabs.observe(self.guard(lambda _change: self._show_tab(), "turning to a page"), "selected_index")

    @property
    def match(self) -> Match:
        """The match on the table."""
        return self.host.match

    # ------------------------------------------------------------ showing

    def show(self) -> None:
        """Bring every part of the screen up to date."""
        if self.host.kept.taken_over:
            self._windows.close("This match goes on in another window; open your hand again from there.")
        self.guard.each(
            {
                "telling the browser which match this is": self.memory.tell,
                "showing the table": self._show_table,
                "showing the bar of the table": self.show_state,
                "showing hands in their windows": self._windows.push,
                "showing how the match has ended": self._show_ending,
                "showing what lies over the table": self._show_tab,
                "showing the rules": lambda: self.beside.show_changed_rules(self.match),
            }
        )

    def _show_table(self) -> None:
        scene = self.host.scene(self.host.viewer)
        self.table.show(self.match.deck, scene, self.lines.error_at(AT_THE_TABLE), self._cover())

    def _show_ending(self) -> None:
        """Show how the match ended, in the table's place; while it is in progress, how it stands, if somebody asks."""
        if self.match.over or self.tabs.selected_index == SCORE:
            self.ending.show(self.match, self.host.kept.id if self.host.kept.written else "", self.host.clock.seconds)
        else:
            self.ending.leave()

    def _tell(self, notice: str) -> None:
        """Show a notice on the page, even if other parts can no longer be shown, and let people undo."""
        self.lines.refuse(notice)
        self.table.notice = ""
        steps = {"can_undo": self.host.can_undo, "can_redo": self.host.can_redo}
        self.table.state = {**self.table.state, **steps, "note": "", "error": notice}

    def show_lines(self) -> None:
        """Say what was done, or why something was not, above the table or on it."""
        self.show()

    def show_state(self) -> None:
        """Tell the page what its bar, its menu and its messages say."""
        match, drawing = self.match, self.match.variant.drawing
        self.table.state = {
            "slot": self.memory.slot,
            "can_undo": self.host.can_undo,
            "can_redo": self.host.can_redo,
            "phase": match.phase,
            "practice": match.practice,
            "undo_refusal": self.host.undo_refusal,
            "note": self.lines.note,
            "error": MatchStore.elsewhere if self.host.kept.taken_over else self.lines.error_at("") or self.host.fault,
            "kept": self.host.kept.written and not self.host.kept.behind,
            "kept_words": self.host.kept_words,
            "largest_file": MOST_BYTES,
            "windows": self._seat_windows(),
            "ways": self._ways(),
            "drawing": {"title": drawing.title, "kinds": list(drawing.kinds)} if drawing else None,
            "glossary": list(match.game.glossary.items()),
            "shows": {
                "turn": self.host.help.may_show_turn,
                "hint": self.host.help.may_show_turn,
                "round": self.host.help.may_show_round,
            },
            "paces": list(PACES.items()) if match.bots else [],
            "pace": self.host.bots.pace,
        }

    def _ways(self) -> list[tuple[str, str, str]]:
        """The links to pages beside this one, each with a remark: the replay, and all matches."""
        replay = way_to(REPLAY, self.host.kept.id) if self.host.kept.written else ""
        ways = ("Replay", replay, "" if self.match.over else "what all see"), ("Our matches", way_to(MATCHES), "")
        return [way for way in ways if way[1]]

    def _seat_windows(self) -> list[dict[str, Any]]:
        if self.host.screen != PUBLIC_SCREEN or not self.host.bots.started or self.host.kept.taken_over:
            return []
        return self._windows.describe()

    def _cover(self) -> dict[str, Any]:
        seat = self.host.cover
        if seat is None:
            return {}
        name = self.match.seat_names[seat]
        return {"seat": seat, "title": f"Pass the device to {name}", "button": f"I am {name}: go on"}

    def _show_tab(self) -> None:
        """Make the page being looked at; others are made when somebody opens them."""
        selected = self.tabs.selected_index
        if selected == NEW_GAME:
            self.view.add_class("rt-in-lobby")  # it has the whole page, without anything of the table beside it
            self.lobby.in_play = self.host.bots.started
            self.lobby.look_into_studio()
            self.lobby.show()
        else:
            self.view.remove_class("rt-in-lobby")
        self.table.opened = PAGES[selected]
        if selected == SCORE:
            self._show_ending()
            self.beside.score.value = pages.score_page(self.match)
        elif selected == GRAPHS:
            self.beside.show_graphs(self.match)

    def _leave_lobby(self, to: str) -> None:
        """Turn to the table, or to the rules."""
        self.tabs.selected_index = TABLE
        if to == "rules":
            self.beside.open_rule(self.match)

    # ------------------------------------------------------------ hearing

    @handles
    def _act(self, message: Act) -> None:
        self.host.act(self.host.viewer, message.actions, message.asked)

    @handles
    def _act_series(self, message: Series) -> None:
        self.host.act_series(self.host.viewer, message.number, message.asked)

    @handles
    def _weigh(self, message: Weigh) -> None:
        self.table.answer = self.host.weigh(self.host.viewer, message.actions, message.asked)

    @handles
    def _ready(self, message: messages.Ready) -> None:
        self.host.ready(message.seat)

    @handles
    def _whole_scene(self, _message: messages.WholeScene) -> None:
        self.table.send_scene()

    @handles
    def _undo(self, _message: Undo) -> None:
        self.host.undo()

    @handles
    def _redo(self, _message: Redo) -> None:
        self.host.redo()

    @handles
    def _way(self, message: messages.Way) -> None:
        ways = {
            "turn": self.host.help.show_turn,
            "round": self.host.help.show_round,
            "hint": self.host.help.give_hint,
            "stop": self.host.help.stop,
            "alone": self.host.help.go_on_alone,
            "first_game": self._begin_first_game,
        }
        ways[message.to]()

    def _begin_first_game(self) -> None:
        self.host.begin_first_game(FirstGame.of(self.match.game))
        self._match_replaced("")

    @handles
    def _set_pace(self, message: messages.BotsPace) -> str:
        self.host.bots.pace, words = list(PACES.items())[message.number]
        self.host.keep()
        self.show_state()
        return f"Bots play {words}."

    @handles
    def _save(self, _message: Save) -> str:
        """Send the match to the page as a file."""
        content = json.dumps(self.match.to_dict())
        name = f"{self.match.game.id}-turn-{self.match.turn}.json"
        self.table.send({"type": "file", "name": name, "text": content})
        return f"Saved as {name}. The file holds every hand: keep it closed until the match is over."

    @handles
    def _save_sheet(self, message: messages.SaveSheet) -> str:
        """Send the result of the match to the page as a spreadsheet file, as this screen tells it."""
        from workbench.widgets.ending.sheet_file import sheet_file

        return self._send_file(*sheet_file(self.match, message.kind, self.host.viewer, self.host.clock.seconds))

    def _send_file(self, name: str, content: bytes) -> str:
        kind = guess_type(name)[0] or "application/octet-stream"
        self.table.send({"type": "file", "name": name, "data": b64encode(content).decode(), "kind": kind})
        return f"Saved as {name}."

    @handles
    def _draw(self, message: messages.Draw) -> str:
        """Send a drawing of what lies on the table to the page as a file."""
        drawing = self.match.variant.drawing
        if drawing is None or message.kind not in drawing.kinds:
            kinds = ", ".join(drawing.kinds) if drawing else "none"
            raise OptionError(f"There is no drawing {shown(message.kind)} of this table. Its kinds are: {kinds}.")
        content = drawing.kinds[message.kind](self.match)
        return self._send_file(f"{self.match.variant.key}-turn-{self.match.turn}{message.kind}", content)

    @handles
    def _load(self, message: messages.Load) -> None:
        self.host.load(message.text, message.name)
        self._match_replaced(f"Loaded {message.name}.")

    @handles
    def _window(self, message: messages.Window) -> None:
        if message.seat in self.host.humans:
            self._windows.reissue(message.seat)
        self.show()

    @handles
    def _rule(self, message: messages.Rule) -> None:
        self.beside.open_rule(self.match, message.rule)

    @handles
    def _turn(self, message: messages.Turn) -> None:
        if message.to == "rules":
            self.beside.open_rule(self.match)
        else:
            self.tabs.selected_index = PAGES.index(message.to)

    @handles
    def _hello(self, message: Hello) -> None:
        """Bring back the match that the browser of a new page played, unless it is on the table already."""
        led = self.host.help.guide is not None
        fresh = not self.host.bots.started and (led or not self.match.acts)
        back = False
        try:
            back = fresh and not asked_for("again") and self._bring_back(asked_for("match") or message.id)
            if back and led and self.match.over:
                self._begin_first_game()
        except WorkbenchError as fault:
            self.lines.error = f"{fault} A new match has begun."
        finally:
            self._lay_hands(opened_here(message.host))
            self.lobby.remember(message.names)
            if fresh and not back and not self.match.names:
                self._call_people(message.names)
            self._leave_lobby_for_match(back)
        self._match_replaced(self.lines.note)

    def _lay_hands(self, here: bool) -> None:
        """Offer windows for hands only on this machine; elsewhere, hands that lay in windows go onto the screen."""
        self.lobby.offer_windows(here)
        if here or self.host.screen != PUBLIC_SCREEN:
            return
        self._windows.close(NOT_HERE)
        self.host.lay_hands_on_screen()
        self.lines.note = f"{self.lines.note} {NOT_HERE} {COVERED}".strip()

    def _bring_back(self, match_id: str) -> bool:
        """Bring back a match; return whether it is on the table now. Raises ReplayError, and refuses an invalid id."""
        if not match_id or self.host.kept.store is None:
            return False
        self.host.resume(match_id)
        self.lines.note = "Your match was brought back. New game in the menu begins another one."
        return True

    def _leave_lobby_for_match(self, back: bool) -> None:
        """Begin, unless the lobby is open and no unfinished match was brought back."""
        if self.lobby.first and back and (not self.match.over or asked_for("match")):
            self.lobby.first = False
            self.tabs.selected_index = TABLE
        if not self.lobby.first:
            self.host.start()

    def _call_people(self, names: Sequence[str]) -> None:
        """Call the people by names that the browser kept, seat by seat."""
        try:
            self.match.name_seats({seat: names[seat] for seat in self.host.humans if seat < len(names)})
        except OptionError as refusal:
            self.lines.error = f"{self.lines.error} {refusal}".strip()

    def new_game(self) -> None:
        """Start the match planned in the lobby; WorkbenchError leaves the present match as it is."""
        self.lines.clear()
        plan = self.lobby.plan
        match = plan.match()
        self.host.bots.pace, self.host.bots.started, self.lobby.first = plan.pace, True, False
        self.host.replace(match, plan.screen)
        self.table.send({"type": "names", "names": [place.name for place in plan.places]})
        self._match_replaced("A new match has begun.")
        self.tabs.selected_index = TABLE

    def lay_in_lobby(self, match: Match | None = None) -> Self:
        """Copy people, cards and rules of a match, by default the one on the table, into the lobby; return this app."""
        laid = self.match if match is None else match
        self.lobby.take(plan_of(laid, self.host.screen, self.host.bots.pace, None))
        return self

    def _take_again(self) -> None:
        """Copy people, cards and rules of the kept match that the address names (`?again=`) into the lobby."""
        if not (match_id := asked_for("again")):
            return
        try:
            match = Match.from_dict(MatchStore().read(match_id).get("match"))
        except WorkbenchError as refusal:
            self.lines.error = str(refusal)
            return
        if match.game.id == self.match.game.id:
            self.lay_in_lobby(match)

    @handles
    def _play_again(self, _message: messages.PlayAgain) -> None:
        """Deal again to the same people, with the same cards and rules."""
        self.lay_in_lobby()
        self.new_game()

    @handles
    def _open_lobby(self, _message: messages.NewGame) -> None:
        self.tabs.selected_index = NEW_GAME

    def _match_replaced(self, note: str) -> None:
        self.lines.note = note
        if self.host.bots.started:
            self.lay_in_lobby()
        self._windows.free_seats()
        self.show()

    def close(self) -> None:
        """Take the match off the screen: its bots stop, and its windows are sent away."""
        self.host.kept.taken_over = True
        self._windows.close("Another match has begun.")
        inside = self.table, self.ending.widget, self.beside
        for part in (*inside, *self.tabs.children, self.tabs, self.view):
            part.close()

    # ------------------------------------------------------------ notebooks

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Any:
        return self.view._repr_mimebundle_(include=include, exclude=exclude) | {"text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<PlayApp {self.match.game.id}: {self.match.seats} seats>"


def seated_bots(match: Match, you: int | Iterable[int] | None, bots: str | Mapping[int, str]) -> dict[int, str]:
    """Which bot sits where if `you` play some seats; OptionError for a seat that does not exist."""
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
    """The slot in which a browser remembers its match: the same for every page that asks for the same table.

    It is sealed, since a chosen seed could be guessed from it.
    """
    asked = [match.seats, sorted(match.bots.items()), seed, match.deck.digest, sorted(match.options.items()), screen]
    asked += [sorted(match.names.items())] if match.names else []
    return f"{match.game.id}-{sealed(json.dumps(asked), lasting)}"

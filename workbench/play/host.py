"""One match on one machine: who sits where, whose hand may be shown, who acts, and what is kept.

The host knows nothing of widgets. Screens ask it for scenes and pass on what people do; it calls
`changed` whenever a screen has something new to show.
"""

from __future__ import annotations

import contextlib
import logging
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import uuid4

from workbench.play import replay
from workbench.play.bot_turns import SEE_LOG, BotTurns
from workbench.play.device import ONE_DEVICE, SCREENS, Device, HostedTable
from workbench.play.first_game import FirstGame
from workbench.play.foresight import foresee
from workbench.play.help import Help
from workbench.play.match import Match
from workbench.play.revealing import NO_REDO, Step, next_step
from workbench.play.store import MatchStore, about_match
from workbench.storage.errors import IllegalAction, ReplayError, RoomError

LONGEST_THOUGHT = 600  # seconds without a step after which nobody is taken to sit at the table


class Clock:
    """Counts the `seconds` that a match has been played, without pauses; None where its beginning was not seen.

    ended: when the match was over, as an ISO date and time; empty while it goes on.
    """

    def __init__(self, seconds: float | None) -> None:
        self.seconds, self.ended = seconds, ""
        self.wait()

    def wait(self) -> None:
        """What has passed since the last step was no play."""
        self._last_step = time.monotonic()

    def note_end(self, over: bool) -> None:
        """Note whether the match is over, and since when."""
        self.ended = (self.ended or datetime.now().isoformat(timespec="seconds")) if over else ""

    def count(self, begun: bool) -> None:
        """Add the time since the last step, if play had begun; nobody knows how much of a long pause was play."""
        if self.seconds is not None and begun:
            self.seconds += min(time.monotonic() - self._last_step, LONGEST_THOUGHT)
        self.wait()


class TableHost(HostedTable):
    """Runs a match for people at one machine and the bots that sit with them.

    On one device a single human is always shown; several humans see their hand only after saying that
    they are ready (`cover` names the seat that is waited for). On a public screen the shared page
    never shows a hand and takes no acts: those come from the seats' own windows.

    Several people take back only what everybody can tell to have revealed nothing; somebody alone with bots, or people
    with `free_undo`, take back anything, and the match is marked as practice once that had revealed something.
    """

    def __init__(
        self,
        match: Match,
        screen: str = ONE_DEVICE,
        pace: float = 0.0,
        store: MatchStore | None = None,
        changed: Callable[[], None] = lambda: None,
        free_undo: bool = False,
    ) -> None:
        super().__init__(changed, store)
        self.free_undo = free_undo
        self.bots = BotTurns(self, pace)
        self._begin(match, screen, 0.0)

    def _begin(self, match: Match, screen: str, seconds: float | None) -> None:
        self.match, self.screen, self.device = match, screen, Device()
        self.clock = Clock(seconds)
        self.help = Help(self, self.bots)  # for whoever is shown on the shared page
        self._judged: tuple[Match, int, dict[int | None, Step | None]] = (match, -1, {})  # what viewers may take back
        match.origin = match.origin or self.kept.id or uuid4().hex
        self.settle_device()

    # ------------------------------------------------------------ who sits, who sees

    def lay_hands_on_screen(self) -> None:
        """From now on hands lie on the shared page, covered until their seats are ready."""
        self.screen = ONE_DEVICE
        self.settle_device()

    def scene(self, seat: int | None) -> dict[str, Any]:
        """What a seat may see, as plain data.

        `dealt` numbers the match among those of this table, and `asked` the question put to the seat; the last `since`
        lines of the log begin with its last act; `news` tells somebody who has just taken the device what has happened
        meanwhile.
        """
        since = self.match.lines_since_act(seat)
        news: list[Any] = []
        if seat is not None and self.device.taken == (seat, self.match.revision):
            news += map(asdict, self.match.news(seat))
        scene = self.match.scene(seat).as_dict()
        scene |= {"dealt": len(self.earlier) + 1, "asked": self.question(seat), "since": since, "news": news}
        scene |= self.help.told(seat, scene)
        if self.match.practice and self.match.over:
            scene["message"] = f"{scene['message']} This was a practice match."
        return scene

    # ------------------------------------------------------------ acts

    def act(self, seat: int | None, actions: tuple[int, ...], asked: int | None = None) -> None:
        """One act of a person, of one action or of a set; refused without any change if it is not legal."""
        if seat is None:
            raise RoomError("This screen plays for nobody; act in the window of a seat.")
        if seat not in self.humans:
            name = self.match.naming("seat", seat)
            raise RoomError(f"{name} is played by a bot. Act for a seat that a person plays.")
        if asked is not None and asked != self.question(seat):
            raise IllegalAction("The table has moved on since you pressed. Look again and choose.")
        self.help.check(seat, actions)
        self.play(seat, actions)

    def act_series(self, seat: int | None, number: int, asked: int) -> None:
        """The acts of a series that the scene of a seat offers, until one cannot be taken any more."""
        series = () if seat is None else self.match.scene(seat).series
        if number >= len(series):
            raise IllegalAction("The table has moved on since you pressed. Look again and choose.")
        first, *others = series[number][1]
        self.act(seat, first, asked)
        with contextlib.suppress(IllegalAction):
            for actions in others:
                self.act(seat, actions)

    def play(self, seat: int, actions: Sequence[int]) -> None:
        """Play an act of a seat, whoever has chosen it."""
        self.kept.refuse_if_taken_over()
        self.match.play(seat, actions[0] if len(actions) == 1 else list(actions))
        self._moved()

    def weigh(self, seat: int | None, actions: tuple[int, ...], asked: int) -> dict[str, Any]:
        """What an act would lead to, as plain data; nothing but the question is in it if it may not be played now."""
        answer: dict[str, Any] = {"asked": asked, "actions": list(actions)}
        if seat in self.humans and asked == self.question(seat) and asked:
            with contextlib.suppress(IllegalAction):
                answer |= asdict(foresee(self.match, seat, actions))
        return answer

    @property
    def is_shared(self) -> bool:
        """Whether several people sit here who may not take back everything."""
        return len(self.humans) > 1 and not self.free_undo

    @property
    def _last_step(self) -> int:
        """How many acts there have been since the last one of a person, that one included; 0 if no person has acted.

        Bots would only do again what they did alone.
        """
        number = self.match.history.last_of(self.humans)
        return 0 if number is None else len(self.match.acts) - number

    def _step(self, viewer: int | None) -> Step | None:
        """What a viewer of a shared table would take back, judged once for each revision of the match."""
        if self._judged[0] is not self.match or self._judged[1] != self.match.revision:
            self._judged = self.match, self.match.revision, {}
        steps = self._judged[2]
        if viewer not in steps:
            steps[viewer] = next_step(self.match, self.humans, viewer)
        return steps[viewer]

    def undo_refusal_for(self, viewer: int | None) -> str:
        """Why a viewer (None: the page that all look at) cannot take back the last step; empty if it can.

        Empty as well if there is none.
        """
        step = self._step(viewer) if self.is_shared else None
        return step.refusal if step else ""

    def may_undo(self, viewer: int | None) -> bool:
        """Whether a viewer (None: the page that all look at) may take a step of a person back."""
        if not self.is_shared:
            return self._last_step > 0
        step = self._step(viewer)
        return step is not None and not step.refusal

    @property
    def undo_refusal(self) -> str:
        """Why the last step cannot be taken back on the shared page although there is one; empty if it can."""
        return self.undo_refusal_for(self.viewer)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step of a person that may be taken back on the shared page."""
        return self.may_undo(self.viewer)

    @property
    def can_redo(self) -> bool:
        """Whether there is something to play again; never among several people, since any act would end that unseen."""
        return not self.is_shared and self.match.can_redo

    def undo(self) -> None:
        """Take back on the shared page what `undo_for` whoever is shown there takes back."""
        self.undo_for(self.viewer)

    def undo_for(self, viewer: int | None) -> None:
        """Take back everything since the last act of a person, that act included; RoomError if it may not be.

        Among several people it is the last step that this viewer may take back (see revealing.py).
        """
        self.help.stop()
        self.kept.refuse_if_taken_over()
        if refusal := self.undo_refusal_for(viewer):
            raise RoomError(refusal)
        if not self.is_shared:
            self._go_back()
        elif step := self._step(viewer):
            self.match.take_back(step)
        self._moved()

    def _go_back(self) -> None:
        """Take back the last step of whoever may take back anything, who practises if it has revealed something."""
        acts = self._last_step
        if self.match.revealed(acts):
            self.match.practice = True
        for _ in range(acts):
            self.match.undo()

    def redo(self) -> None:
        """Play again what was taken back, up to the next act of a person, if anything was; RoomError among several."""
        if not self.match.can_redo:
            return
        self.help.stop()
        self.kept.refuse_if_taken_over()
        if self.is_shared:
            raise RoomError(NO_REDO)
        while self.match.can_redo:
            self.match.redo()
            if self.due:
                break
        self._moved()

    def _moved(self) -> None:
        self.fault = ""
        self.settle()
        self.bots.wake()

    def settle(self) -> None:
        """Settle what is kept, whom the page shows, and what screens show, each whatever becomes of the others.

        The step has been made and bots go on after it, so nothing is raised; a fault is remembered.
        """
        self.clock.count(self.bots.started)
        self.keep()
        for showing in (self.settle_device, self.changed):
            try:
                showing()
            except Exception:
                _log().exception("The table could not be shown.")
                self.fault = f"The table could not be shown as it is now; {SEE_LOG}. Undo, or start a new game."

    # ------------------------------------------------------------ bots

    def start(self) -> None:
        """Let the bots play; called when the first screen is there to see them."""
        if not self.bots.started:
            self.clock.wait()
        self.bots.started = True
        self.bots.wake()

    # ------------------------------------------------------------ keeping and bringing back

    def keep(self) -> None:
        """Write a match that has begun where a new kernel finds it; a fault is remembered and play goes on."""
        if not self.bots.started or not (self.kept.written or self.earlier or self._has_begun()):
            return
        try:
            self.kept.write(self._to_dict)
            self.fault = ""
        except ReplayError as fault:
            self.fault = str(fault)
        except Exception:
            _log().exception("The match could not be kept.")
            self.fault = f"The match could not be kept; {SEE_LOG}. Save it as a file before you reload this page."

    def _has_begun(self) -> bool:
        """Whether anything has been played; among several people anything that anybody else has noticed."""
        acts = range(len(self.match.acts))
        return any(map(self.match.has_been_noticed, acts)) if self.is_shared else bool(acts)

    @property
    def kept_words(self) -> str:
        """What is kept by now, for whoever is cut off from this kernel."""
        return self.kept.words(begun=self._has_begun())

    def _to_dict(self) -> dict[str, Any]:
        """What is kept of a table: its match, what is said of it, and how it is played."""
        self.clock.note_end(self.match.over)
        about = about_match(self.match, self.clock.ended, self.clock.seconds)
        table: dict[str, Any] = {"screen": self.screen, "pace": self.bots.pace, "seconds": self.clock.seconds}
        if self.help.guide is not None:
            table["first_game"] = True
        return {"about": about, "match": self.match.to_dict(), **table}

    def resume(self, match_id: str) -> None:
        """Bring a kept match back; ReplayError leaves the present one as it is."""
        match, table = self.kept.bring_back(match_id, lambda kept: (self._of_this_game(kept.get("match")), kept))
        if not match.returns:  # otherwise everybody has read of it
            self._own_up(match, match_id)
        screen, pace, seconds = table.get("screen"), table.get("pace"), table.get("seconds")
        if isinstance(pace, (int, float)) and 0 <= pace <= 10:
            self.bots.pace = float(pace)
        played = float(seconds) if isinstance(seconds, (int, float)) and 0 <= seconds < math.inf else None
        self._put(match, screen if screen in SCREENS else self.screen, played, ended_of(table))
        if table.get("first_game") is True:
            self.help.lead(FirstGame.of(match.game))

    def load(self, text: str, name: str) -> None:
        """Play on from the text of a saved file; ReplayError leaves the present match as it is."""
        match = self._of_this_game(replay.parse(text.encode("utf-8", "surrogatepass"), name))
        self._own_up(match)
        self.replace(match, self.screen, seconds=None)

    def _own_up(self, match: Match, match_id: str | None = None) -> None:
        """Say in the log of a match that several people go on with if it was played further, here or as it is kept.

        Otherwise saving, looking and loading would be a free look. It is not refused, since a class may have to go
        back to its file, but everybody reads of it, and the match is practice from then on. That is said whatever was
        seen meanwhile, so that it tells nobody whether anything was.
        """
        if len([seat for seat in range(match.seats) if seat not in match.bots]) < 2 or not match.origin:
            return
        acts = replay.acts_of(match)
        courses = [replay.acts_of(self.match)] if self.match.origin == match.origin and match_id != self.kept.id else []
        if isinstance(self.kept.store, MatchStore):
            courses += self.kept.store.courses(match.origin, match_id or "")
        if any(course != acts[: len(course)] for course in courses):
            match.go_back_here()

    def _of_this_game(self, record: object) -> Match:
        """The match of a record; ReplayError if it is not of this table's game."""
        match = Match.from_dict(record)
        if match.game.id != self.match.game.id:
            raise ReplayError(
                f"This is a match of {match.game.title}; this table plays {self.match.game.title}. "
                f"Open it on the page of {match.game.title}."
            )
        return match

    def begin_first_game(self, first: FirstGame) -> None:
        """Deal a first game, with help, to somebody alone with a bot."""
        self.replace(first.deal(), ONE_DEVICE)
        self.help.lead(first)
        self.changed()

    def replace(self, match: Match, screen: str, seconds: float | None = 0.0) -> None:
        """Put another match on the table; it is kept from the start, since somebody asked for it."""
        self.kept.begin()
        self._put(match, screen, seconds)

    def _put(self, match: Match, screen: str, seconds: float | None, ended: str = "") -> None:
        self.earlier.append(self.match.questions)
        self.help.stop()
        self._begin(match, screen, seconds)
        self.clock.ended = ended
        self._moved()


def ended_of(kept: Mapping[str, Any]) -> str:
    """When a kept match was over, as it is said beside it; empty where that is not said."""
    about = kept.get("about")
    ended = about.get("ended") if isinstance(about, Mapping) else ""
    return ended if isinstance(ended, str) else ""


def _log() -> logging.Logger:
    return logging.getLogger(__name__)

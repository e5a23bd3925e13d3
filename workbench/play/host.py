"""One match on one machine: who sits where, whose hand may be shown, who acts, and what is kept.

The host knows nothing of widgets. Screens ask it for scenes and pass on what people do; it calls
`changed` whenever a screen has something new to show.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import Callable
from dataclasses import asdict
from itertools import zip_longest
from typing import Any
from uuid import uuid4

from workbench.play import replay
from workbench.play.foresight import foresee
from workbench.play.match import Match
from workbench.play.store import MatchStore, about_match
from workbench.play.taking_back import Step, is_noticed, next_step
from workbench.storage.errors import IllegalAction, ReplayError, RoomError

ONE_DEVICE, PUBLIC_SCREEN = "one device", "public screen"
SCREENS = (ONE_DEVICE, PUBLIC_SCREEN)
BREATH_SECONDS = 0.05  # how long bots without a pace may play before screens are shown something
LONGEST_THOUGHT = 600  # seconds without a step after which nobody is taken to sit at the table
SEE_LOG = "the log of the kernel says why"


class TableHost:
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
        self.free_undo = free_undo
        self.store = store
        self.changed = changed
        self.pace = pace
        self.started = False
        self._earlier_questions: list[int] = []  # put to each seat, of matches that lay on this table before
        self._dealt = 1  # which match of this table it is
        self._bots: asyncio.Task[None] | None = None
        self.fault = ""  # why the match could not be kept or shown, or a bot could not play
        self._begin(match, screen, store.new_id() if store else "", 0.0)

    def _begin(self, match: Match, screen: str, match_id: str, seconds: float | None) -> None:
        self.match = match
        self.screen = screen
        self.id = match_id
        match.origin = match.origin or match_id or uuid4().hex
        self.seconds = seconds  # that people and bots have played it; None where its beginning was not seen
        self._last_moved = time.monotonic()
        self.viewer: int | None = None
        self.cover: int | None = None
        self.taken_over = False
        self.kept = False
        self.unkept = False  # whether the last steps could not be written
        self._judged: tuple[Match, int, dict[int | None, Step | None]] = (match, -1, {})  # what viewers may take back
        self._revealed = ""  # the key of what the screens have revealed last
        self._taken = (-1, -1)  # who has taken the device last, and at which revision of the match
        self._settle_viewer()

    # ------------------------------------------------------------ who sits, who sees

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats that people play."""
        return tuple(seat for seat in range(self.match.seats) if seat not in self.match.bots)

    @property
    def due(self) -> tuple[int, ...]:
        """The people who may act now."""
        return tuple(seat for seat in self.match.to_act if seat not in self.match.bots)

    def _name(self, seat: int) -> str:
        return self.match.naming("seat", seat)

    def _settle_viewer(self) -> None:
        """Decide whose hand the shared page shows; cover it when somebody else is to act, or all look at a reveal."""
        self.cover = None
        if self.screen == PUBLIC_SCREEN or not self.humans:
            self.viewer = None
        elif len(self.humans) == 1:
            self.viewer = self.humans[0]
        elif self.match.over:
            self.viewer = None
        elif self.due and self.viewer not in self.due:
            self._cover_hand()
        if self._reveals() and self.viewer is not None and len(self.humans) > 1:
            self._cover_hand()

    def _cover_hand(self) -> None:
        self.viewer, self.cover = None, next(iter(self.due), None)

    def _reveals(self) -> bool:
        """Whether the scene that is shown reveals what screens have not revealed yet."""
        before, self._revealed = self._revealed, self.match.scene(self.viewer).reveal_key
        return self._revealed not in ("", before)

    def lay_hands_on_screen(self) -> None:
        """From now on hands lie on the shared page, covered until their seats are ready."""
        self.screen = ONE_DEVICE
        self._settle_viewer()

    def ready(self, seat: int) -> None:
        """The seat that the cover names says that it holds the device."""
        if seat != self.cover:
            asked = "no hand is covered" if self.cover is None else f"the device is for {self._name(self.cover)}"
            raise RoomError(f"{self._name(seat)} need not be ready: {asked}. Look at the table again.")
        self.viewer, self.cover = seat, None
        self._taken = (seat, self.match.revision)
        self.changed()

    def scene(self, seat: int | None) -> dict[str, Any]:
        """What a seat may see, as plain data.

        `dealt` numbers the match among those of this table, and `asked` the question put to the seat; the last `since`
        lines of the log begin with its last act; `news` tells somebody who has just taken the device what has happened
        meanwhile.
        """
        since = self.match.lines_since_act(seat)
        news: dict[str, Any] = {"dealt": self._dealt, "asked": self.question(seat), "since": since, "news": []}
        if seat is not None and (seat, self.match.revision) == self._taken:
            news["news"] = [asdict(sentence) for sentence in self.match.news(seat)]
        scene = self.match.scene(seat).as_dict() | news
        if self.match.practice and self.match.over:
            scene["message"] = f"{scene['message']} This was a practice match."
        return scene

    def question(self, seat: int | None) -> int:
        """The number of the question put to a seat, which no other question to it has; 0 while it is not asked."""
        if seat is None or seat not in self.match.to_act:
            return 0
        return sum([*self._earlier_questions[seat : seat + 1], self.match.questions[seat]])

    # ------------------------------------------------------------ acts

    def act(self, seat: int | None, actions: tuple[int, ...], asked: int | None = None) -> None:
        """One act of a person, of one action or of a set; refused without any change if it is not legal."""
        if seat is None:
            raise RoomError("This screen plays for nobody; act in the window of a seat.")
        if seat not in self.humans:
            raise RoomError(f"{self._name(seat)} is played by a bot. Act for a seat that a person plays.")
        if asked is not None and asked != self.question(seat):
            raise IllegalAction("The table has moved on since you pressed. Look again and choose.")
        self._refuse_if_taken_over()
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
        """How many acts there are since the last one of a person, it included; 0 if no person has acted.

        What bots did alone they would only do again.
        """
        acts = enumerate(reversed(self.match.acts), start=1)
        return next((number for number, act in acts if act.seat not in self.match.bots), 0)

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

        Among several people it is the last step that this viewer may take back (see taking_back.py).
        """
        self._refuse_if_taken_over()
        if refusal := self.undo_refusal_for(viewer):
            raise RoomError(refusal)
        step = self._step(viewer) if self.is_shared else None
        if step is not None and step.alone:
            self.match.take_out(step.act)
        else:
            self._go_back(len(self.match.acts) - step.act if step else 0 if self.is_shared else self._last_step)
        self._moved()

    def _go_back(self, acts: int) -> None:
        """Take back the last acts; whoever may take back anything practises if they have revealed something."""
        if not self.is_shared and self.match.revealed(acts):
            self.match.practice = True
        for _ in range(acts):
            self.match.undo()

    def redo(self) -> None:
        """Play again what was taken back, up to the next act of a person; RoomError among several people."""
        self._refuse_if_taken_over()
        if self.is_shared and self.match.can_redo:
            raise RoomError("Among several people nothing is played again by itself. Act once more.")
        while self.match.can_redo:
            self.match.redo()
            if self.due:
                break
        self._moved()

    def _moved(self) -> None:
        self.fault = ""
        self._settle()
        self.wake_bots()

    def _settle(self) -> None:
        """What is kept, whom the page shows, and what screens show: each is settled whatever befalls the others.

        The step has been made and bots go on after it, so that nothing is raised; a fault is remembered.
        """
        self._count_time()
        self.keep()
        for showing in (self._settle_viewer, self.changed):
            try:
                showing()
            except Exception:
                _log().exception("The table could not be shown.")
                self.fault = f"The table could not be shown as it is now; {SEE_LOG}. Undo, or start a new game."

    def _count_time(self) -> None:
        """Add the time since the last step; of a long pause nobody knows how much of it was play."""
        now = time.monotonic()
        if self.seconds is not None and self.started:
            self.seconds += min(now - self._last_moved, LONGEST_THOUGHT)
        self._last_moved = now

    # ------------------------------------------------------------ bots

    def start(self) -> None:
        """Let the bots play; called when the first screen is there to see them."""
        self._last_moved = self._last_moved if self.started else time.monotonic()
        self.started = True
        self.wake_bots()

    def _bot_due(self) -> int | None:
        if not self.started or self.taken_over or self.match.over:
            return None
        return self.match.next_bot

    def wake_bots(self) -> None:
        """Let bots that are to act play, beside the event loop's other work where there is one."""
        if self._bot_due() is None or (self._bots is not None and not self._bots.done()):
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            while (seat := self._bot_due()) is not None:
                self.match.play_bot(seat)
            self._settle()
            return
        self._bots = loop.create_task(self._play_bots())
        self._bots.add_done_callback(self._bots_ended)

    async def _play_bots(self) -> None:
        loop = asyncio.get_running_loop()
        shown = loop.time()
        while self._bot_due() is not None:
            await asyncio.sleep(self.pace)
            seat = self._bot_due()
            if seat is None:  # undone or replaced meanwhile
                break
            self.match.play_bot(seat)
            if self.pace or self._bot_due() is None or loop.time() - shown > BREATH_SECONDS:
                self._settle()
                shown = loop.time()

    def _bots_ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            _log().error("A bot could not play.", exc_info=task.exception())
            self.fault = f"A bot could not play; {SEE_LOG}. Undo, or start a new game."
            self.changed()

    # ------------------------------------------------------------ keeping and bringing back

    def keep(self) -> None:
        """Write a match that has begun where a new kernel finds it; a fault is remembered and play goes on."""
        if self.store is None or not self.started or not (self.kept or self._has_begun()):
            return
        self.unkept = True
        try:
            table = {"screen": self.screen, "pace": self.pace, "seconds": self.seconds}
            content = {"match": self.match.to_dict(), **table}
            self.store.write(self.id, {"about": about_match(self.match), **content})
            self.kept, self.unkept, self.fault = True, False, ""
        except ReplayError as fault:
            self.fault = str(fault)
            self.check_holder()
        except Exception:
            _log().exception("The match could not be kept.")
            self.fault = f"The match could not be kept; {SEE_LOG}. Save it as a file before you reload this page."

    def _has_begun(self) -> bool:
        """Whether anything has been played; among several people anything that anybody else has noticed."""
        acts = range(len(self.match.acts))
        return any(is_noticed(self.match, number) for number in acts) if self.is_shared else bool(acts)

    @property
    def kept_words(self) -> str:
        """What is kept by now, for whoever is cut off from this kernel."""
        if not self.kept:
            return "This match is kept nowhere else than here." if self._has_begun() else "Nothing has been played yet."
        if self.unkept:
            return "Your place and your cards are kept, but for the last steps."
        return "Your place and your cards are kept."

    def check_holder(self) -> None:
        """Notice that the match was brought back elsewhere; from then on nothing is played here."""
        self.taken_over = self.store is not None and self.started and not self.store.holds(self.id)

    def _refuse_if_taken_over(self) -> None:
        self.check_holder()
        if self.taken_over:
            raise RoomError(MatchStore.elsewhere)

    def resume(self, match_id: str) -> None:
        """Bring a kept match back; ReplayError leaves the present one as it is."""
        if self.store is None:
            raise ReplayError("This table keeps no matches (autosave is off). Load a saved file instead.")
        kept = self.store.read(match_id)
        screen, pace, seconds = kept.get("screen"), kept.get("pace"), kept.get("seconds")
        match = Match.from_dict(kept.get("match"))
        self._refuse_other_game(match)
        if not match.returns:  # else everybody has read of it
            self._own_up(match, match_id)
        self.store.claim(match_id)
        if isinstance(pace, (int, float)) and 0 <= pace <= 10:
            self.pace = float(pace)
        played = float(seconds) if isinstance(seconds, (int, float)) and 0 <= seconds < math.inf else None
        self.replace(match, screen if screen in SCREENS else self.screen, match_id, played)

    def load(self, text: str, name: str) -> None:
        """Play on from the text of a saved file; ReplayError leaves the present match as it is."""
        match = Match.from_dict(replay.parse(text.encode("utf-8", "surrogatepass"), name))
        self._refuse_other_game(match)
        self._own_up(match)
        self.replace(match, self.screen, seconds=None)

    def _own_up(self, match: Match, match_id: str | None = None) -> None:
        """Say in the log of a match that several people go on with if it was played further, here or as it is kept.

        Otherwise save, a look and load would be a look for nothing. It is not refused, since a class may have to go
        back to its file, but everybody reads of it, and the match is practice from then on. That is said whatever was
        seen meanwhile, so that it tells nobody whether anything was.
        """
        if len([seat for seat in range(match.seats) if seat not in match.bots]) < 2 or not match.origin:
            return
        acts = [[act.seat, list(act.actions)] for act in match.acts]
        here = [[act.seat, list(act.actions)] for act in self.match.acts]
        courses = [here] if self.match.origin == match.origin and match_id != self.id else []
        courses += self.store.courses(match.origin, match_id or "") if self.store else []
        if any(course != acts[: len(course)] for course in courses):
            match.go_back_here()

    def _refuse_other_game(self, match: Match) -> None:
        if match.game.id != self.match.game.id:
            raise ReplayError(
                f"This is a match of {match.game.title}; this table plays {self.match.game.title}. "
                f"Open it on the page of {match.game.title}."
            )

    def replace(self, match: Match, screen: str, match_id: str | None = None, seconds: float | None = 0.0) -> None:
        """Put another match on the table; it is kept from the start, since somebody asked for it."""
        asked = zip_longest(self._earlier_questions, self.match.questions, fillvalue=0)
        self._earlier_questions = [sum(numbers) for numbers in asked]
        self._dealt += 1
        self._begin(match, screen, match_id or (self.store.new_id() if self.store else ""), seconds)
        self.kept = True
        self._moved()


def _log() -> logging.Logger:
    return logging.getLogger(__name__)

"""What helps the person at a table: the marks of a first game, a hint, a turn that a bot plays, the last round."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from workbench.play.bot_turns import SEE_LOG, USUAL_PACE, BotTurns
from workbench.play.device import HostedTable
from workbench.play.first_game import SEAT, FirstGame, mark_at, offering
from workbench.play.match import Match
from workbench.storage.errors import IllegalAction, RoomError, WorkbenchError

NOT_YET = "A hint can be given to somebody whose turn it is. Wait until it is yours."
ONE_AT_A_TIME = threading.Lock()  # of all that look ahead for a hint: a class has thirty phones, a server few cores
SECONDS = 2.0  # for each act that is shown
WAIT = 0.1  # seconds between two looks at whether the seat is asked again
MOST_ACTS = 12  # that are shown of one turn; in a longer one the person goes on
SHOWN, AGAIN = "So a bot would play it:", "Once again:"  # what the ribbon begins with
STOP = [["Stop", "stop"]]  # the way back to the table, as a button of the ribbon


class Showing:
    """Shows something step by step to one seat of a host's table, until it is over or somebody stops it."""

    def __init__(self, host: HostedTable, seat: int) -> None:
        self.host, self.seat = host, seat
        self.steps = 0  # shown so far
        self.seconds = SECONDS
        self.task: asyncio.Task[None] | None = None

    def begin(self, ended: Callable[[], None]) -> None:
        """Show it and call `ended` at its end; RoomError outside a running kernel, where nobody would see it."""
        try:
            self.task = asyncio.get_running_loop().create_task(self._run(ended))
        except RuntimeError:
            raise RoomError("Turns are shown on a page that is open, in a notebook or a dashboard.") from None

    def stop(self) -> None:
        """Leave the table as it is now."""
        if self.task is not None:
            self.task.cancel()

    async def _run(self, ended: Callable[[], None]) -> None:
        try:
            while self.goes_on():
                if not self.find_step():
                    await asyncio.sleep(WAIT)
                    continue
                self.steps += 1
                self.host.changed()
                await asyncio.sleep(self.seconds)
                self.take_step()
        except WorkbenchError as refusal:  # the match goes on in another window
            self.host.fault = str(refusal)
        except Exception:
            logging.getLogger(__name__).exception("A turn could not be shown.")
            self.host.fault = f"The turn could not be shown; {SEE_LOG}. Go on yourself."
        finally:
            ended()

    def goes_on(self) -> bool:
        """Whether it is not over yet."""
        raise NotImplementedError

    def find_step(self) -> bool:
        """Find the next step; whether it can be shown now, and does not wait for somebody else."""
        return True

    def take_step(self) -> None:
        """Do what has been shown."""
        raise NotImplementedError

    def told(self, scene: dict[str, Any]) -> dict[str, Any]:
        """What the seat's scene says instead meanwhile."""
        raise NotImplementedError


class TurnShown(Showing):
    """The bot of the game plays the turn of a person, each act named before it is done."""

    def __init__(self, host: HostedTable, seat: int) -> None:
        super().__init__(host, seat)
        self.turn = host.match.turn
        self.chosen: list[int] = []

    def goes_on(self) -> bool:
        """Whether it is the turn in which it began, and the page still shows the seat."""
        match = self.host.match
        same = match.turn == self.turn and self.host.viewer == self.seat
        return same and not match.over and self.steps < MOST_ACTS

    def find_step(self) -> bool:
        """Let the bot choose, where the seat is asked."""
        match = self.host.match
        asked = self.seat in match.to_act
        self.chosen = match.choice_of_bot(self.seat, match.game.usual_bot) if asked else []
        return asked

    def take_step(self) -> None:
        """Play what was named; where somebody else has changed the table meanwhile, another act is looked for."""
        chosen, self.chosen = self.chosen, []
        with suppress(IllegalAction):
            self.host.play(self.seat, chosen)

    def told(self, scene: dict[str, Any]) -> dict[str, Any]:
        """The act that comes next, named at the things that it is about."""
        told = {**offering(scene, self.chosen), "ways": STOP, "strong": SHOWN, "prompt": "", "hint": ""}
        if self.chosen:
            words = self.host.match.words_of(self.chosen)
            told |= {"mark": mark_at(f"{words}.", self.chosen, self.steps), "prompt": f"{words}."}
        return told


class RoundShown(Showing):
    """What has happened since the last act of a seat, act by act, as that seat saw it."""

    def __init__(self, host: HostedTable, seat: int) -> None:
        super().__init__(host, seat)
        self.until = len(host.match.acts)
        self.past: Match = host.match.after(host.match.history.last_of([seat], self.until - 1) or 0)

    def goes_on(self) -> bool:
        """Whether an act of it has not been shown."""
        return len(self.past.acts) < self.until and self.past.can_redo

    def take_step(self) -> None:
        """Play the next act that others could notice again."""
        while self.past.redo() and self.goes_on():
            number = len(self.past.acts) - 1
            if self.past.acts[number].seat == self.seat or self.past.has_been_noticed(number):
                break

    def told(self, scene: dict[str, Any]) -> dict[str, Any]:
        """The table as it was, with what had happened last as its sentence; nothing can be pressed."""
        past = self.past.scene(self.seat).as_dict()
        log = self.past.screen_log(self.seat)
        said = {"strong": AGAIN, "prompt": log[-1] if log else "", "hint": "", "ways": STOP}
        return {**past, **offering(past, []), "selection": None, "reveal": None, **said}


@dataclass(frozen=True)
class HintGiven:
    """What a seat was advised to do when it was asked a question, by its number, and why."""

    asked: int
    act: list[int]
    words: str

    @property
    def told(self) -> dict[str, Any]:
        """What the seat's scene says as well: the hint, at the things that it is about."""
        return {"mark": mark_at(self.words, self.act, 1), "ways": STOP}


class Help:
    """The help that whoever is shown on the shared page of a host's table has with the match that lies there.

    `guide` leads through a first game, `showing` is what the page shows instead of asking; each is None where there is
    none. `hints` tell the seats that asked for one what an act would come to, as long as they are asked the same; only
    they are for seats with a device of their own, too.
    """

    def __init__(self, host: HostedTable, bots: BotTurns) -> None:
        self.host, self.bots = host, bots
        self.guide: FirstGame | None = None
        self.showing: Showing | None = None
        self.hints: dict[int, HintGiven] = {}
        self._looking_ahead: set[int] = set()  # the seats for which a hint is being found

    def told(self, seat: int | None, scene: dict[str, Any]) -> dict[str, Any]:
        """What the scene of a seat says as well, or instead."""
        plain: dict[str, Any] = {"mark": None, "ways": []}
        if self.showing is not None and self.showing.seat == seat:
            return plain | self.showing.told(scene)
        hint = None if seat is None else self.hints.get(seat)
        if hint is not None and hint.asked == self.host.question(seat):
            return plain | hint.told
        if self.guide is not None and seat == SEAT:
            return plain | self.guide.told(self.host.match, scene)
        return plain

    def check(self, seat: int, actions: Sequence[int]) -> None:
        """Raise IllegalAction for an act of a seat that is shown something, or led to another one."""
        if self.showing is not None and self.showing.seat == seat:
            raise IllegalAction("A turn is being shown. Stop it to choose yourself.")
        if self.guide is not None:
            self.guide.check(self.host.match, actions)

    # ------------------------------------------------------------ a first game

    def lead(self, first: FirstGame) -> None:
        """Lead whoever plays the first game that lies on the table."""
        self.guide, self.bots.pace = first, first.seconds

    def go_on_alone(self) -> None:
        """From now on the match is one like any other."""
        self.guide, self.bots.pace = None, USUAL_PACE
        self.host.settle()

    # ------------------------------------------------------------ what is shown

    @property
    def may_show_turn(self) -> bool:
        """Whether a bot can play a turn for whoever is shown on the shared page."""
        return self.host.viewer in self.host.due and self.guide is None

    @property
    def may_show_round(self) -> bool:
        """Whether anything has happened that whoever is shown on the shared page can see again."""
        return self.host.viewer is not None and bool(self.host.match.acts) and self.guide is None

    def show_turn(self) -> None:
        """Let a bot play the turn of whoever the shared page shows, each act named; RoomError if it is not theirs."""
        viewer = self.host.viewer
        if viewer is None or not self.may_show_turn:
            raise RoomError("A turn can be shown to somebody whose turn it is. Wait until it is yours.")
        self._show(TurnShown(self.host, viewer))

    def give_hint(self) -> None:
        """Say what a search finds best for whoever the shared page shows, and why; RoomError if not their turn."""
        viewer = self.host.viewer
        if viewer is None or not self.may_show_turn:
            raise RoomError(NOT_YET)
        self.stop()
        self.take_hint(viewer, self.host.question(viewer), self.host.match.hint(viewer))

    def look_ahead(self, seat: int, tell: Callable[..., None]) -> None:
        """Find a hint for a seat with a device of its own, in a thread, so that no other device waits for it.

        `tell` takes what was found to the table, for `take_hint`; RoomError if it is not the turn of the seat.
        """
        if seat not in self.host.due:
            raise RoomError(NOT_YET)
        if seat in self._looking_ahead:
            return
        self._looking_ahead.add(seat)
        match, asked = self.host.match.fork(), self.host.question(seat)

        def look() -> None:
            try:
                with ONE_AT_A_TIME:
                    found: tuple[list[int], str] | Exception = match.hint(seat)
            except Exception as fault:  # it is told where the page's guard hears of it
                found = fault
            tell(seat, asked, found)

        threading.Thread(target=look, name="hint", daemon=True).start()

    def take_hint(self, seat: int, asked: int, found: tuple[list[int], str] | Exception) -> None:
        """Tell a seat the hint that was found for it, if it is still asked the same."""
        self._looking_ahead.discard(seat)
        if isinstance(found, Exception):
            raise found
        if self.host.question(seat) == asked:
            self.hints[seat] = HintGiven(asked, *found)
            self.host.changed()

    def drop_hint(self, seat: int) -> None:
        """A seat has read its hint."""
        if self.hints.pop(seat, None) is not None:
            self.host.changed()

    def show_round(self) -> None:
        """Show what has happened since the last act of whoever the shared page shows; RoomError if nothing has."""
        viewer = self.host.viewer
        if viewer is None or not self.may_show_round:
            raise RoomError("Nothing has been played yet that could be seen again.")
        self._show(RoundShown(self.host, viewer))

    def _show(self, showing: Showing) -> None:
        self.stop()
        showing.begin(lambda: self._shown(showing))
        self.showing = showing

    def _shown(self, showing: Showing) -> None:
        """Something has been shown to its end; if something else is shown by now, that goes on."""
        if self.showing is showing:
            self.showing = None
            self.host.changed()

    def stop(self) -> None:
        """Leave what is shown, wherever it is."""
        if self.showing is not None:
            self.showing.stop()
            self.showing = None
            self.host.changed()
        if self.hints:
            self.hints = {}
            self.host.changed()

"""What a table shows instead of asking: how a bot would play a person's turn, and the last round once again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from workbench.play.bot_turns import SEE_LOG
from workbench.play.match import Match
from workbench.storage.errors import IllegalAction, RoomError, WorkbenchError

if TYPE_CHECKING:
    from workbench.play.device import HostedTable

SECONDS = 2.0  # for each act that is shown
WAIT = 0.1  # seconds between two looks at whether the seat is asked again
MOST_ACTS = 12  # that are shown of one turn; in a longer one the person goes on
SHOWN, AGAIN = "So a bot would play it:", "Once again:"  # what the ribbon begins with
STOP = [["Stop", "stop"]]  # the way back to the table, as a button of the ribbon


def mark_at(words: str, actions: Sequence[int], number: int, of: int = 0) -> dict[str, Any]:
    """A mark as plain data: what it says, the actions at whose things it points, and its number, of so many."""
    return {"words": words, "at": list(actions), "number": number, "of": of}


def offering(scene: dict[str, Any], actions: Collection[int]) -> dict[str, Any]:
    """The parts of a scene that offer choices, with these alone."""
    zones = [
        {**zone, "cards": [card if card["action"] in actions else {**card, "action": None} for card in zone["cards"]]}
        for zone in scene["zones"]
    ]
    return {"choices": [one for one in scene["choices"] if one["action"] in actions], "zones": zones}


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
        raise NotImplementedError

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

    def find_step(self) -> bool:
        """What has been played waits for nobody."""
        return True

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

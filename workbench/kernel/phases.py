"""The phases of a variant as rows of a table: what begins each, what is legal, what an answer does, where it leads.

The kernel runs the loop. A seat that has answered is no longer asked, unless the answer asks it again. While nobody is
asked, the effect on top goes on (see effects.py), or a phase that has been entered begins, or the phase ends. So a game
needs no chain of tests for which phase it is. A game with a `legal` and a `step` of its own declares keys and titles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from workbench.kernel.arrays import ActionList, AnyDeck
from workbench.kernel.asking import OPEN_FLOOR, TOGETHER, is_asked
from workbench.kernel.declared import check_each, check_is_one_of, check_parts, check_rule
from workbench.kernel.effects import (
    ANSWER,
    LEGAL,
    answer_effect,
    carry_on_effect,
    legal_for_effect,
    nothing_allowed,
    nothing_answered,
)
from workbench.kernel.events import Events
from workbench.kernel.names import Declaration, Rows, attribute, in_order
from workbench.kernel.rule import Bound, rule
from workbench.kernel.state import Record, seat_bit
from workbench.storage.errors import DeclarationError, one_of

COURSE = "state, deck, events"  # what the functions that begin and end a phase are handed
MOST_STEPS = 10_000  # of the loop in which nobody is asked: more would go on for ever
FOR_EVER = (
    "nobody is asked, and the game goes on for ever. An effect ends with pop_frame, a phase with enter, a game with "
    "state.over = 1"
)


@rule(inlined=True)
def nothing_happens(state: Record, deck: AnyDeck, events: Events) -> None:
    """A phase that begins with nothing by itself, or asks nobody when it ends."""


@dataclass(frozen=True)
class Phase(Declaration[int]):
    """One phase: its title, the key that it is declared by, and its course as rule functions.

    together: SECRET_TOGETHER or OPEN_FLOOR where several seats act at once.
    begin: `(state, deck, events)` begins it: it says or does what happens now, and asks seats with `ask`.
    legal: `(state, deck, seat, actions)` lists what a seat that is asked may do.
    answer: `(state, deck, events, seat, action)` carries out what that seat has chosen.
    end: `(state, deck, events)` once nobody is asked: it asks the next seat, or goes on with `enter`.
    then: the key of the phase that follows where nothing has to be decided; without an `end` of its own.
    """

    NAME: ClassVar[str] = "key"

    title: str
    together: str = ""
    begin: Callable[..., Any] = nothing_happens
    legal: Callable[..., Any] = nothing_allowed
    answer: Callable[..., Any] = nothing_answered
    end: Callable[..., Any] = nothing_happens
    then: str = ""
    key: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        check_parts(self, self.key)
        check_is_one_of(f"{self.called('phase')}: together", self.together, TOGETHER)
        slots = (("begin", COURSE), ("legal", LEGAL), ("answer", ANSWER), ("end", COURSE))
        for slot, parameters in slots:
            check_rule(f"{self.called('phase')}: {slot}", getattr(self, slot), parameters)
        if self.then and self.end is not nothing_happens:
            raise DeclarationError(
                f"{self.called('phase')} has an end, which says what follows, and then={self.then!r}"
            )


class Phases(Rows[Phase]):
    """The phases of a variant in order.

    phases: those of a variant that makes its own from others'; otherwise those that the class declares.

    >>> class Course(Phases):
    ...     draw = Phase("Draw")
    ...     build = Phase("Build")
    >>> phases = Course()
    >>> phases.build, phases[1].title, [phase.key for phase in phases]
    (1, 'Build', ['draw', 'build'])
    """

    def __init__(self, phases: Sequence[Phase] | None = None) -> None:
        self._rows = check_each("phases", self._declared if phases is None else phases, Phase)
        self._declare("phase", in_order((phase.key for phase in self._rows), "phase"))
        for phase in self._rows:
            if phase.then and attribute(phase.then) not in self._numbers:
                raise DeclarationError(one_of(phase.then, [one.key for one in self], f"phase after {phase.key!r}"))

    def called(self, key: str) -> Phase:
        """The phase with a key."""
        return self._rows[int(self._numbers[attribute(key)])]

    @property
    def titles(self) -> tuple[tuple[str, str], ...]:
        """Key and title of each phase, as a scene holds them."""
        return tuple((phase.key, phase.title) for phase in self._rows)

    @cached_property
    def are_open(self) -> np.ndarray:
        """1 for phases on the open floor, by number, int64."""
        return np.array([phase.together == OPEN_FLOOR for phase in self._rows], np.int64)

    @property
    def have_courses(self) -> bool:
        """Whether the kernel runs the loop: some phase says what is legal in it."""
        return any(phase.legal is not nothing_allowed for phase in self._rows)


PLAY = Phases([Phase("Play", key="play")])  # of a game that declares none

# Rules that are written for the phases of the variant at hand (see engine/generated.py); each looks for the row of the
# phase that the record is in and calls its function.
begin_phase: Any = Bound("begin_phase")
legal_in_phase: Any = Bound("legal_in_phase")
answer_in_phase: Any = Bound("answer_in_phase")
end_phase: Any = Bound("end_phase")


@rule(inlined=True)
def enter(state: Record, phase: int) -> None:
    """Go to a phase, also to the same one again; it begins as soon as nobody is asked and no effect goes on."""
    state.phase = phase
    state.entered = 1


@rule(inlined=True)
def legal_by_phase(state: Record, deck: AnyDeck, seat: int, actions: ActionList) -> None:
    """List what a seat may do: what the effect on top asks it, or else the phase."""
    if is_asked(state, seat):
        if state.frame_count > 0:
            legal_for_effect(state, deck, seat, actions)
        else:
            legal_in_phase(state, deck, seat, actions)


@rule(inlined=True)
def step_by_phase(state: Record, deck: AnyDeck, events: Events, seat: int, action: int) -> None:
    """Carry out a legal action as the effect on top says, or else the phase; then the game goes on."""
    state.to_act &= ~seat_bit(seat)
    if state.frame_count > 0:
        answer_effect(state, deck, events, seat, action)
    else:
        state.entered = 0  # what enters a phase may ask in its place
        answer_in_phase(state, deck, events, seat, action)
    if state.to_act == 0:  # mostly somebody is asked: measured, asking it here too makes a playout faster
        go_on(state, deck, events)


@rule(inlined=True)
def go_on(state: Record, deck: AnyDeck, events: Events) -> None:
    """While nobody is asked: the effect on top goes on, or a phase that has been entered begins, or the phase ends."""
    steps = 0
    while state.to_act == 0 and state.over == 0:
        if state.frame_count > 0:
            carry_on_effect(state, deck, events)
        elif state.entered == 1:
            state.entered = 0
            begin_phase(state, deck, events)
        else:
            end_phase(state, deck, events)
        steps += 1
        if steps > MOST_STEPS:
            raise RecursionError(FOR_EVER)

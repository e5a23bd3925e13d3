"""Effects of cards as rows of a table: a name, and a rule function for each thing that an effect does.

An effect that is being carried out is the frame on top (see frames.py). The kernel finds its row and calls its
functions; the table is linked into both speeds, so a game needs no chain of tests for which effect it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from workbench.kernel.arrays import ActionList, AnyDeck
from workbench.kernel.asking import TOGETHER
from workbench.kernel.declared import check_each, check_is_one_of, check_named, check_parts, check_rule
from workbench.kernel.events import EventKind, Events
from workbench.kernel.frames import EFFECT, frame_at, frames
from workbench.kernel.names import Declaration, Rows, in_order
from workbench.kernel.rule import Bound, rule
from workbench.kernel.state import Record

# What the functions of a row are handed.
CARRY_ON, LEGAL, ANSWER, CAN_BEGIN = (
    "state, deck, events, actor, step",
    "state, deck, seat, actions",
    "state, deck, events, seat, action",
    "state, deck, seat, effect",
)

SMALL_WORDS = ("a", "and", "at", "for", "in", "of", "on", "the", "to", "with")  # in the middle of a title


@rule(inlined=True)
def nothing_further(state: Record, deck: AnyDeck, events: Events, actor: int, step: int) -> None:
    """An effect that does nothing by itself."""


@rule(inlined=True)
def nothing_allowed(state: Record, deck: AnyDeck, seat: int, actions: ActionList) -> None:
    """An effect that asks nobody."""


@rule(inlined=True)
def nothing_answered(state: Record, deck: AnyDeck, events: Events, seat: int, action: int) -> None:
    """An effect that needs no answer carried out, or asks nobody."""


@rule(inlined=True)
def always(state: Record, deck: AnyDeck, seat: int, effect: int) -> int:
    """An effect that a seat can begin at any time."""
    return True


@dataclass(frozen=True)
class Effect(Declaration[int]):
    """One effect: its name, and what it does, as rule functions.

    carry_on: `(state, deck, events, actor, step)` takes it one step further, counted from 0; it asks a seat, pushes
        another effect, or ends with `pop_frame`.
    legal: `(state, deck, seat, actions)` lists what the seat that it asks may do.
    answer: `(state, deck, events, seat, action)` carries out what that seat has chosen.
    can_begin: `(state, deck, seat, effect)` whether a seat could begin it now: there is something to do it to. Rows may
        share it, since the effect's number is handed to it; rules ask with `can_begin_effect`.
    together: SECRET_TOGETHER or OPEN_FLOOR where it asks several seats at once.
    question: what the seat that it asks reads, a sentence or one for each time that it asks; {actor} and {target} stand
        for seats, {counter} for the COUNTER of its frame. Screens read it with `question_of`.
    log: what everybody reads in the log when it begins, such as "{actor} calls for swords."
    part: whether it is a part of what other effects do and not a card's own; see `effect_at_work`.
    """

    carry_on: Callable[..., Any] = nothing_further
    legal: Callable[..., Any] = nothing_allowed
    answer: Callable[..., Any] = nothing_answered
    together: str = ""
    question: str | tuple[str, ...] = ""
    log: str = ""
    part: bool = False
    can_begin: Callable[..., Any] = always
    name: str = field(default="", kw_only=True)

    @property
    def title(self) -> str:
        """Its name as words: capitals as on a card, but small for what is only a part of other effects.

        >>> Effect(name="lady_of_the_lake").title, Effect(name="flip_offered", part=True).title
        ('Lady of the Lake', 'flip offered')
        """
        words = self.name.split("_")
        if self.part:
            return " ".join(words)
        return " ".join(
            word if place and word in SMALL_WORDS else word.capitalize() for place, word in enumerate(words)
        )

    def __post_init__(self) -> None:
        check_parts(self, self.name)
        for question in self.questions:
            check_named(f"{self.called('effect')}: question", question, ("actor", "target", "counter"))
        check_named(f"{self.called('effect')}: log", self.log, ("actor",))
        check_is_one_of(f"{self.called('effect')}: together", self.together, TOGETHER)
        slots = (("carry_on", CARRY_ON), ("legal", LEGAL), ("answer", ANSWER), ("can_begin", CAN_BEGIN))
        for slot, parameters in slots:
            check_rule(f"{self.called('effect')}: {slot}", getattr(self, slot), parameters)

    @property
    def questions(self) -> tuple[str, ...]:
        """What it asks the first time, the second time and so on; the last one stands for all that follow."""
        return (self.question,) if isinstance(self.question, str) else self.question

    def beginning(self) -> EventKind:
        """The event by which the log tells that it begins."""
        return EventKind(self.log, (("actor", "seat"),), name=f"{self.name}_begins")


class Effects(Rows[Effect]):
    """The effects of a variant in order, numbered from 0: rules read `EFFECTS.thief`, frames hold the number.

    effects: those that are put together from several files; otherwise those that the class declares.

    >>> class Tricks(Effects):
    ...     thief = Effect()
    ...     spy = Effect()
    >>> effects = Tricks()
    >>> effects.spy, [effect.name for effect in effects]
    (1, ['thief', 'spy'])
    """

    def __init__(self, effects: Sequence[Effect] | None = None) -> None:
        self._rows = check_each("effects", self._declared if effects is None else effects, Effect)
        self._declare("effect", in_order((effect.name for effect in self._rows), "effect"))

    @cached_property
    def is_part(self) -> np.ndarray:
        """1 for effects that are a part of others, by number, int64; never empty."""
        return np.array([effect.part for effect in self._rows] or [False], np.int64)


NO_EFFECTS = Effects()

# Rules that are written for the table of the variant at hand (see engine/generated.py): the effect on top goes one step
# further (state, deck, events); what the seat that it asks may do is listed (state, deck, seat, actions); what that
# seat has chosen is carried out (state, deck, events, seat, action); whether a seat could begin an effect (state, deck,
# seat, effect).
carry_on_effect: Any = Bound("carry_on_effect")
legal_for_effect: Any = Bound("legal_for_effect")
answer_effect: Any = Bound("answer_effect")
can_begin_effect: Callable[..., bool] = Bound("can_begin_effect")
IS_PART: Any = Bound("IS_PART")  # effect -> 1 if it is a part of others


@rule
def effect_at_work(state: Record) -> int:
    """The frame of the card that is being carried out, the innermost that is no part of another; -1 if there is none.

    Its parts are read with `frame_at`.
    """
    for i in range(frames(state) - 1, -1, -1):
        if IS_PART[frame_at(state, i, EFFECT)] == 0:
            return i
    return -1

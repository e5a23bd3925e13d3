"""The phases of a variant, declared once: rules read the number of each, screens its title."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from workbench.kernel.declared import check_each, check_is_one_of
from workbench.kernel.names import Names, attribute, in_order

# Several seats act at once. In secret together: in any order with the same outcome, nothing seen before the
# last is in, chance drawn only then. On the open floor: the order matters and is public.
SECRET_TOGETHER, OPEN_FLOOR = "secret_together", "open_floor"
TOGETHER = {SECRET_TOGETHER: "SECRET_TOGETHER", OPEN_FLOOR: "OPEN_FLOOR", "": "nothing where one seat acts at a time"}


class Phase(NamedTuple):
    """A phase by its key and title; `together` is SECRET_TOGETHER or OPEN_FLOOR where several seats act at once."""

    key: str
    title: str
    together: str = ""


class Phases(Names):
    """The phases of a variant in order.

    >>> phases = Phases([Phase("draw", "Draw"), Phase("build", "Build")])
    >>> phases.build, phases[1].title, [phase.key for phase in phases]
    (1, 'Build', ['draw', 'build'])
    """

    def __init__(self, phases: Sequence[Phase]) -> None:
        self._phases = check_each("phases", phases, Phase)
        for phase in self._phases:
            check_is_one_of(f"phase {phase.key!r}: together", phase.together, TOGETHER)
        self._declare("phase", in_order((phase.key for phase in self._phases), "phase"))

    def __iter__(self) -> Iterator[Phase]:
        return iter(self._phases)

    def __len__(self) -> int:
        return len(self._phases)

    def __getitem__(self, number: int) -> Phase:
        return self._phases[number]

    def called(self, key: str) -> Phase:
        """The phase with a key."""
        return self._phases[self._numbers[attribute(key)]]

    @property
    def titles(self) -> tuple[tuple[str, str], ...]:
        """Key and title of each phase, as a scene holds them."""
        return tuple((phase.key, phase.title) for phase in self._phases)


PLAY = Phases([Phase("play", "Play")])  # of a game that declares none

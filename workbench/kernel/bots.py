"""Computer players by name: those that a game declares, and two levels that every game has beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from workbench.kernel.arrays import ActionList, AnyDeck
from workbench.kernel.declared import check_each, check_parts
from workbench.kernel.names import Declaration, Rows, in_order
from workbench.kernel.rule import rule
from workbench.kernel.state import Record

GREEDY = "greedy"  # what the thinking bot of a game is called
EASY, NORMAL, HARD = "easy", "normal", "hard"  # how good a player is, in words


@dataclass(frozen=True)
class Bot(Declaration[int]):
    """A computer player by name, with what it does in one sentence, and its manner in few words for its seat."""

    about: str
    manner: str = ""  # "plays for points"; its name if empty
    name: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        check_parts(self, self.name)


class Bots(Rows[Bot]):
    """The computer players of a game in order, the random one first; `choose` is given the number of one.

    >>> class Players(Bots):
    ...     random = Bot("Plays any legal move.")
    ...     greedy = Bot("Thinks.")
    >>> bots = Players()
    >>> bots.greedy, [bot.name for bot in bots]
    (1, ['random', 'greedy'])
    """

    def __init__(self, bots: Sequence[Bot] | None = None) -> None:
        self._rows = check_each("bots", self._declared if bots is None else bots, Bot)
        self._declare("bot", in_order((bot.name for bot in self._rows), "bot"))


BOTS = Bots([Bot("Plays any legal move, each kind of move equally often.", "at random", name="random")])

EASY_BOT = Bot("Plays as the usual bot does, but one action in three at random.", "often at random", name=EASY)
HARD_BOT = Bot("Plays on in hundreds of worlds that it cannot tell from the true one.", "looks ahead", name=HARD)
AT_RANDOM = 3  # one in so many actions of the easy bot


def slips(drawn: int) -> bool:
    """Whether the easy bot plays at random, by a number that was drawn for its action.

    >>> [slips(drawn) for drawn in range(4)]
    [True, False, False, True]
    """
    return drawn % AT_RANDOM == 0


@rule(inlined=True)
def first_listed(bot: int, view: Record, deck: AnyDeck, seat: int, actions: ActionList) -> int:
    """What a bot that a game has not written does: the first action listed."""
    return 0

"""Where running matches are kept, so that a refreshed page or a restarted kernel finds its match again.

Beside each match stands what a page says of it without playing it again: its game, its people, and how far it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from workbench.play.replay import MOST_BYTES
from workbench.storage.errors import ReplayError
from workbench.storage.reading import beginning_of
from workbench.storage.store import Store

if TYPE_CHECKING:
    from workbench.play.match import Match

LOOKED_THROUGH = 12  # the newest matches, among which one that goes on is looked for
Seats = Annotated[tuple[int, ...], Field(strict=False)]


class AboutMatch(BaseModel):
    """What is said of a kept match: `to_act` are the seats that may act, `version` is that of the game's rules."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")

    game: str
    version: int
    names: Annotated[tuple[str, ...], Field(strict=False)]
    bots: Seats
    turn: int
    phase: str
    to_act: Seats
    over: bool
    origin: str = ""  # where the match began
    arms: Seats = ()  # of each seat; empty in what was kept before people chose colours


def about_match(match: Match) -> dict[str, Any]:
    """What stands beside a match that is kept."""
    return AboutMatch(
        game=match.game.id,
        version=match.game.version,
        names=match.seat_names,
        bots=tuple(sorted(match.bots)),
        turn=int(match.turn),
        phase=match.variant.phases.called(match.phase).title,
        to_act=match.to_act,
        over=match.over,
        origin=match.origin,
        arms=match.arms,
    ).model_dump(mode="json")


class MatchStore(Store):
    """A folder of running matches; refusals are ReplayErrors.

    >>> import tempfile
    >>> from pathlib import Path
    >>> store = MatchStore(Path(tempfile.mkdtemp()))
    >>> match_id = store.new_id()
    >>> store.write(match_id, {"turn": 3})
    >>> store.read(match_id)
    {'turn': 3}
    """

    kind = "match"
    place = "autosave"
    file_format = "roundtable-workbench autosave"
    most_bytes = MOST_BYTES
    usually_kept = 500
    refusal = ReplayError
    elsewhere = "This match goes on in another window. Reload this page to bring it back here."
    again = "Start a new game"
    otherwise = "Start a new game or load a file"
    this = "This match"
    yours = "Your place and your cards are"
    not_begun = "Nothing has been played yet."
    no_id = "This browser kept no valid match id."

    def courses(self, origin: str, but_for: str) -> Iterator[list[Any]]:
        """The acts of each kept match that began at a table, but for one, by its id; nothing is replayed."""
        for match_id in self.newest_first():
            with suppress(ReplayError, OSError):
                other = match_id == but_for or origin.encode() not in beginning_of(self.path(match_id), self.most_bytes)
                kept = {} if other else self.read(match_id)
                about, match = kept.get("about"), kept.get("match")
                if isinstance(about, dict) and isinstance(match, dict) and about.get("origin") == origin:
                    yield match["acts"]

    def goes_on(self) -> tuple[str, AboutMatch] | None:
        """The match that was played last and is not over, by its id; None if there is none. Nothing is replayed."""
        for match_id, about in self.newest():
            if not about.over:
                return match_id, about
        return None

    def newest(self) -> Iterator[tuple[str, AboutMatch]]:
        """The matches that were played last, by their ids, with what is said of them; nothing is replayed."""
        for match_id in islice(self.newest_first(), LOOKED_THROUGH):
            try:
                yield match_id, AboutMatch.model_validate(self.read(match_id).get("about"))
            except (ReplayError, ValidationError):  # damaged, or kept before anything was said beside matches
                continue

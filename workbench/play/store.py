"""Where matches are kept, so that a refreshed page or a restarted kernel finds its match again, and people find theirs.

Beside each match stands what a page says of it without playing it again: its game, its people, how far it is, and once
it is over, when that was and how it ended. The first matches to make room for others are those that are over.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from workbench.kernel.game import Game
from workbench.play.match import Match
from workbench.play.replay import MOST_BYTES
from workbench.storage.errors import ReplayError
from workbench.storage.reading import beginning_of
from workbench.storage.store import Store

LOOKED_THROUGH = 12  # the newest matches, among which one that goes on is looked for
ABOUT_BYTES = 64_000  # at the beginning of a file, in which what is said of its match has room
ABOUT = b'"about":'  # stands there first: no text in JSON has a quotation mark of its own
Seats = Annotated[tuple[int, ...], Field(strict=False)]


class HowItEnded(BaseModel):
    """A match that is over in words: who won, by what, and who was ahead after each turn.

    ahead: of each seat a figure for each turn: 2 ahead alone, 1 with others, 0 behind; empty where nobody can tell.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")

    title: str
    by: str
    ahead: Annotated[tuple[str, ...], Field(strict=False)] = ()


class AboutMatch(BaseModel):
    """What is said of a kept match: `to_act` are the seats that may act, `version` is that of the game's rules.

    ended: when it was over, as an ISO date and time; seconds: how long it was played, where that is known; told: how it
    ended, once somebody has looked that up.
    """

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
    in_position: bool = False  # whether it began in one that was put together
    arms: Seats = ()  # of each seat; empty in what was kept before people chose colours
    ended: str = ""
    seconds: float | None = None
    told: HowItEnded | None = None

    def opens_in(self, game: Game) -> bool:
        """Whether the match can be played again by the rules of its game as they are here."""
        return game.plays_alike(self.version) and (self.version == game.version or not self.in_position)


class KeptMatch(NamedTuple):
    """A match that is kept, with when it was written last, in seconds since 1970."""

    id: str
    about: AboutMatch
    written: float


def about_match(match: Match, ended: str = "", seconds: float | None = None) -> dict[str, Any]:
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
        in_position=match.position is not None,
        arms=match.arms,
        ended=ended,
        seconds=seconds,
    ).model_dump(mode="json")


class MatchStore(Store):
    """A folder of matches; refusals are ReplayErrors. The match that was over longest ago makes room for a new one.

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
    usually_kept = 200
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
        return next((one for one in self.newest() if not one[1].over), None)

    def newest(self, number: int = LOOKED_THROUGH) -> Iterator[tuple[str, AboutMatch]]:
        """The matches that were played last, by their ids, with what is said of them; nothing is replayed."""
        for match_id in islice(self.newest_first(), number):
            if (about := self._about(match_id)) is not None:
                yield match_id, about

    def all(self) -> list[KeptMatch]:
        """All matches beside which something stands, the one written last first; nothing is replayed."""
        found = []
        for match_id, about in self.newest(self.kept):
            with suppress(OSError):  # another process removed it
                found.append(KeptMatch(match_id, about, self.path(match_id).stat().st_mtime))
        return found

    def tell(self, match_id: str, told: HowItEnded) -> None:
        """Keep beside a match how it ended; it stays whose it is and as old as it is. Nothing is done if it changed."""
        path = self.path(match_id)
        with suppress(ReplayError, OSError):
            before = path.stat()
            content = self.read(match_id)
            about = content["about"] if isinstance(content.get("about"), Mapping) else {}
            if about.get("over") is True and path.stat().st_mtime_ns == before.st_mtime_ns:
                self._write_file(path, self._text({**content, "about": {**about, "told": told.model_dump()}}))
                os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    def first_out(self, dated: list[tuple[int, Path]]) -> list[tuple[int, Path]]:
        """Those that are over make room first, those written longest ago before others."""
        return sorted(dated, key=lambda one: (about := self._about(one[1].stem)) is None or not about.over)

    def _about(self, match_id: str) -> AboutMatch | None:
        """What is said of a match, read without the match itself; None if nothing readable stands beside it."""
        try:
            begins = beginning_of(self.path(match_id), ABOUT_BYTES)
            said, _end = json.JSONDecoder().raw_decode(begins.partition(ABOUT)[2].decode("utf-8", "replace").lstrip())
            return AboutMatch.model_validate(said)
        except (ReplayError, OSError, ValueError, RecursionError):
            return None  # damaged, or kept before anything was said of matches

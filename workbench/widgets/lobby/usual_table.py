"""The usual table of each game: the choices in its lobby, kept until somebody forgets them."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from workbench.decks import load_deck
from workbench.kernel.game import Game
from workbench.play.seating import colours_given
from workbench.play.setup import complete_options
from workbench.storage.errors import OptionError, WorkbenchError
from workbench.storage.store import Store
from workbench.widgets.lobby.table_plan import Place, TablePlan

MOST_BYTES = 100_000
MOST_PLACES = 64


class UsualStore(Store):
    """A folder of usual tables, one per game; it refuses with OptionError."""

    kind = "usual table"
    place = "usual"
    file_format = "roundtable-workbench usual table"
    most_bytes = MOST_BYTES
    usually_kept = 100
    refusal = OptionError
    elsewhere = "The usual table was changed in another window. Choose it again to keep this one."
    again = "Set the table anew"
    otherwise = "Set the table anew"


class Kept(BaseModel):
    """A usual table as it is kept."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    variant: str
    deck: str
    bots: Annotated[tuple[str, ...], Field(strict=False, max_length=MOST_PLACES)]
    names: Annotated[tuple[str, ...], Field(strict=False, max_length=MOST_PLACES)]
    options: dict[str, bool | int | str | Annotated[tuple[str, ...], Field(strict=False)]]
    screen: str
    pace: Annotated[float, Field(ge=0, le=10)]
    school_words: bool = True
    colours: Annotated[tuple[int | None, ...], Field(strict=False, max_length=MOST_PLACES)] = ()


class UsualTables:
    """The usual tables of whoever plays here; `keeps` says whether they may be kept on disk."""

    def __init__(self, keeps: bool = True) -> None:
        self.keeps = keeps

    def of(self, game: Game) -> TablePlan | None:
        """The usual table of a game; None if none was kept, or if it can no longer be set."""
        try:
            kept = Kept.model_validate(UsualStore().read(_id_of(game.id)))
            variant = game.variant(kept.variant)
            deck = load_deck(game, kept.deck or None)
            colours = (*kept.colours, *[None] * len(kept.bots))
            places = tuple(map(Place, kept.bots, kept.names, colours))
            plan = TablePlan(
                game, variant, deck, places, complete_options(variant, deck.meta.options, kept.options), pace=kept.pace
            )
            plan = plan.with_words(kept.school_words)
            for place in places:
                plan.check_bot(place.bot)
            colours_given(plan.colours, len(places), variant.colours)
            return plan.with_screen(kept.screen) if len(places) <= variant.seats[-1] else None
        except (WorkbenchError, ValidationError):
            return None

    def keep(self, plan: TablePlan, deck: str) -> None:
        """Keep a table as the usual one of its game, if allowed; OptionError if it cannot be written."""
        if not self.keeps:
            return
        store = UsualStore()
        kept: dict[str, Any] = Kept(
            variant=plan.variant.key,
            deck=deck,
            bots=tuple(place.bot for place in plan.places),
            names=tuple(place.name for place in plan.places),
            options=dict(plan.options),
            screen=plan.screen,
            pace=float(plan.pace),
            school_words=plan.school_words,
            colours=tuple(place.colour for place in plan.places),
        ).model_dump(mode="json")
        store.claim(_id_of(plan.game.id))
        store.write(_id_of(plan.game.id), kept)

    def forget(self, game_id: str) -> None:
        """Stop keeping a usual table of a game."""
        store = UsualStore()
        store.claim(_id_of(game_id))
        store.forget(_id_of(game_id))


def _id_of(game_id: str) -> str:
    """The id under which the one table of a game is kept."""
    return sha256(game_id.encode()).hexdigest()[:32]

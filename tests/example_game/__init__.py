"""Round Table Pledges: a sixth game that touches nothing outside its own folder (see RULES.md).

`with known():` makes it known to the workbench for a while; fixtures do so for a package of tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.example_game.deck import TABLES, deck_arrays, lint
from tests.example_game.recount import recount
from tests.example_game.report import pledging
from tests.example_game.rules import (
    ACTIONS,
    EVENTS,
    GREAT_ACTIONS,
    GREAT_STATE,
    PHASES,
    RANKING,
    STATE,
    choose,
    count,
    give_to_hall,
    legal,
    nothing_more,
    possible,
    score,
    setup,
    step,
)
from tests.example_game.scene import scene
from workbench.author import Bot, Bots, Game, Measures, Reports, Studio, Variant
from workbench.kernel.registry import registered

PLAIN_DECK = Path(__file__).parent / "decks" / "plain"


def _variant(key: str, title: str, seats: range, state, actions, what_follows) -> Variant:
    return Variant(
        key=key,
        title=title,
        seats=seats,
        default_seats=4,
        state=state,
        actions=actions,
        events=EVENTS,
        ranking=RANKING,
        phases=PHASES,
        setup=setup,
        legal=legal,
        step=step,
        score=score,
        choose=choose,
        pass_verbs=(
            ACTIONS.pass_,
            ACTIONS.done,
            ACTIONS.let_be,
            ACTIONS.peek_stock,
            ACTIONS.pick,
            ACTIONS.swear,
        ),
        max_decisions=4000,
        possible=possible,
        bindings={"after_reveal": what_follows},
        recount=recount,
        measures=Measures(counters=("pledged", "left_in_stock"), count=count),
    )


GAME = Game(
    id="pledges",
    title="Round Table Pledges",
    version=1,
    variants=(
        _variant("round_table", "Round Table Pledges", range(2, 6), STATE, ACTIONS, nothing_more),
        _variant("great_hall", "Pledges in the Great Hall", range(3, 13), GREAT_STATE, GREAT_ACTIONS, give_to_hall),
    ),
    tables=TABLES,
    deck_arrays=deck_arrays,
    default_deck="plain",
    bots=Bots(
        (
            Bot("Plays any legal move, each kind of move equally often.", name="random"),
            Bot("Pledges its dearest cards.", name="eager"),
        )
    ),
    scene=scene,
    studio=Studio(lint=lint, most_categories=3),
    reports=Reports(tables={"Pledging": pledging}),
)


@contextmanager
def known() -> Iterator[Game]:
    """Make the example game known by its id; one block may lie within another."""
    with registered(GAME) as game:
        yield game

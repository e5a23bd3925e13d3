"""Guile: a game of memory and bluff at the Round Table (see RULES.md)."""

from __future__ import annotations

from workbench.author import Game, Measures, Mechanism, Reports, Studio, Tile, Variant
from workbench.games.guile import report
from workbench.games.guile.bots import BOTS, choose
from workbench.games.guile.cover import cover
from workbench.games.guile.deck import FACTIONS, TABLES, WORTH, bars, copies_of, deck_arrays, lint
from workbench.games.guile.exchanges import EXCHANGES
from workbench.games.guile.lengths import LENGTHS, SECONDS
from workbench.games.guile.positions import POSITIONS
from workbench.games.guile.recount import recount
from workbench.games.guile.rules import PHASES, check_table, possible, setup
from workbench.games.guile.scene import card_face, scene
from workbench.games.guile.scoring import RANKING, score
from workbench.games.guile.table import ACTIONS, EVENTS, MOST_DECISIONS, STATE

GAME = Game(
    id="guile",
    title="Guile",
    version=4,
    played_alike_since=3,
    variants=(
        Variant(
            title="Guile",
            state=STATE,
            actions=ACTIONS,
            events=EVENTS,
            ranking=RANKING,
            phases=PHASES,
            round_of=lambda record: record.rounds + (record.over == 0),
            setup=setup,
            score=score,
            choose=choose,
            pass_verbs=(
                ACTIONS.lay_back,
                ACTIONS.peek,
                ACTIONS.keep,
                ACTIONS.done,
                ACTIONS.lay,
                ACTIONS.choose_faction,
                ACTIONS.start_at,
            ),
            max_decisions=MOST_DECISIONS,
            possible=possible,
            presets=(LENGTHS,),
            seconds=SECONDS,
            check=check_table,
            recount=recount,
            measures=Measures(
                counters=report.COUNTERS,
                count=report.count,
                first_seat=report.first_in_turn_order,
                mechanisms=(Mechanism("peeks", "peek", "peek"), Mechanism("exchanges cards", "exchange", "exchange")),
            ),
            positions=POSITIONS,
            exchanges=EXCHANGES,
            layouts=(),
        ),
    ),
    tables=TABLES,
    deck_arrays=deck_arrays,
    default_deck="classic",
    bots=BOTS,
    scene=scene,
    studio=Studio(lint=lint, face=card_face, bars=bars, most_categories=FACTIONS),
    reports=Reports(
        worth=WORTH,
        copies=copies_of,
        roles={"faction": report.factions},
        tables=report.REPORT_TABLES,
    ),
    tile=Tile("Eight knights, eight hidden cards. Remember, bluff, turn them over.", age=8, cover=cover, place=2),
)

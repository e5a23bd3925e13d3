"""Excalibur: trickery with round chips, by Roxley Games (see RULES.md)."""

from __future__ import annotations

from workbench.author import Game, Measures, Mechanism, Reports, Studio, Tile, Variant
from workbench.games.excalibur.bots import BOTS, choose
from workbench.games.excalibur.chips import EFFECTS
from workbench.games.excalibur.cover import cover
from workbench.games.excalibur.deck import TABLES, WORTH, bars, deck_arrays, key_chips, lint
from workbench.games.excalibur.exchanges import EXCHANGES
from workbench.games.excalibur.lengths import LENGTHS, SECONDS
from workbench.games.excalibur.positions import POSITIONS
from workbench.games.excalibur.recount import recount
from workbench.games.excalibur.report import COUNTERS, REPORT_TABLES, count, first_in_turn_order
from workbench.games.excalibur.rules import PHASES, check_table, legal, setup, step
from workbench.games.excalibur.scene import chip_face, scene
from workbench.games.excalibur.scoring import RANKING, score
from workbench.games.excalibur.table import ACTIONS, EVENTS, MOST_DECISIONS, STATE

GAME = Game(
    id="excalibur",
    title="Excalibur",
    version=4,
    played_alike_since=3,
    variants=(
        Variant(
            title="Excalibur",
            default_seats=4,
            state=STATE,
            actions=ACTIONS,
            events=EVENTS,
            effects=EFFECTS,
            ranking=RANKING,
            phases=PHASES,
            round_of=lambda record: record.turn + (record.over == 0),
            setup=setup,
            legal=legal,
            step=step,
            score=score,
            choose=choose,
            max_decisions=MOST_DECISIONS,
            presets=(LENGTHS,),
            seconds=SECONDS,
            check=check_table,
            recount=recount,
            measures=Measures(
                dealt_apart=key_chips,
                counters=COUNTERS,
                count=count,
                first_seat=first_in_turn_order,
                mechanisms=(Mechanism("steals a chip", "steal_from", "steal_from"),),
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
    studio=Studio(lint=lint, face=chip_face, bars=bars),
    reports=Reports(worth=WORTH, tables=REPORT_TABLES),
    tile=Tile("Everyone wants the sword. Close your fist and lie well.", age=8, cover=cover, place=3),
)

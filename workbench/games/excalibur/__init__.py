"""Excalibur: trickery with round chips, by Roxley Games (see RULES.md)."""

from __future__ import annotations

from workbench.games.excalibur.bots import BOTS, choose
from workbench.games.excalibur.deck import TABLES, WORTH, bars, deck_arrays, key_chips, lint
from workbench.games.excalibur.recount import recount
from workbench.games.excalibur.report import COUNTERS, REPORT_TABLES, count
from workbench.games.excalibur.rules import check_table, legal, setup, step
from workbench.games.excalibur.scene import chip_face, scene
from workbench.games.excalibur.scoring import RANKING, score
from workbench.games.excalibur.table import ACTIONS, EVENTS, MAX_SEATS, MOST_DECISIONS, PHASES, STATE, TOGETHER
from workbench.kernel.actions import PEOPLE_ONLY
from workbench.kernel.game import Game, Measures, Reports, Studio, Variant

GAME = Game(
    id="excalibur",
    title="Excalibur",
    version=1,
    variants=(
        Variant(
            title="Excalibur",
            seats=range(2, MAX_SEATS + 1),
            default_seats=4,
            state=STATE,
            actions=ACTIONS,
            events=EVENTS,
            ranking=RANKING,
            phases=PHASES,
            setup=setup,
            legal=legal,
            step=step,
            score=score,
            choose=choose,
            max_decisions=MOST_DECISIONS,
            together=TOGETHER,
            pass_verbs=tuple(verb.name for verb in reversed(ACTIONS.verbs) if verb.use != PEOPLE_ONLY),
            check=check_table,
            recount=recount,
            measures=Measures(dealt_apart=key_chips, counters=COUNTERS, count=count),
            inlined=False,
        ),
    ),
    tables=TABLES,
    deck_arrays=deck_arrays,
    default_deck="classic",
    bots=BOTS,
    scene=scene,
    studio=Studio(lint=lint, face=chip_face, bars=bars),
    reports=Reports(worth=WORTH, tables=REPORT_TABLES),
)

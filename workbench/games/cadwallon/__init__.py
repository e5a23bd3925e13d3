"""Guilds of Cadwallon: agents in the boulevards between nine district cards, and sets of guild members."""

from __future__ import annotations

from workbench.author import Game, Measures, Mechanism, Reports, Studio, Tile, Variant
from workbench.games.cadwallon.actions import EFFECTS
from workbench.games.cadwallon.bots import BOTS, choose
from workbench.games.cadwallon.cover import cover
from workbench.games.cadwallon.deck import GUILDS, TABLES, WORTH, bars, deck_arrays, lint
from workbench.games.cadwallon.exchanges import EXCHANGES
from workbench.games.cadwallon.faces import card_face
from workbench.games.cadwallon.lengths import LENGTHS, SECONDS
from workbench.games.cadwallon.options import MOST_SEATS, RULES
from workbench.games.cadwallon.positions import POSITIONS
from workbench.games.cadwallon.recount import recount
from workbench.games.cadwallon.report import COUNTERS, REPORT_TABLES, count, first_in_turn_order
from workbench.games.cadwallon.rules import PHASES, check_table, setup
from workbench.games.cadwallon.scene import scene
from workbench.games.cadwallon.scoring import RANKING, score
from workbench.games.cadwallon.table import ACTIONS, EVENTS, MOST_DECISIONS, PASS_VERBS, STATE

GAME = Game(
    id="cadwallon",
    title="Guilds of Cadwallon",
    version=3,
    played_alike_since=2,
    variants=(
        Variant(
            title="Guilds of Cadwallon",
            colours=MOST_SEATS,
            default_seats=MOST_SEATS,
            state=STATE,
            actions=ACTIONS,
            events=EVENTS,
            effects=EFFECTS,
            ranking=RANKING,
            phases=PHASES,
            round_of=lambda record: record.rounds,
            setup=setup,
            score=score,
            choose=choose,
            pass_verbs=PASS_VERBS,
            max_decisions=MOST_DECISIONS,
            presets=(LENGTHS, RULES),
            seconds=SECONDS,
            check=check_table,
            recount=recount,
            measures=Measures(
                counters=COUNTERS,
                count=count,
                first_seat=first_in_turn_order,
                scored_at_end=True,
                mechanisms=(Mechanism("plays an action card", "play", "play"),),
            ),
            positions=POSITIONS,
            exchanges=EXCHANGES,
            layouts=("board",),
        ),
    ),
    tables=TABLES,
    deck_arrays=deck_arrays,
    default_deck="reconstruction",
    bots=BOTS,
    scene=scene,
    studio=Studio(lint=lint, face=card_face, bars=bars, most_categories=GUILDS),
    reports=Reports(worth=WORTH, tables=REPORT_TABLES),
    tile=Tile("Send your agents between the houses, and win the quarter.", age=12, cover=cover, place=5),
)

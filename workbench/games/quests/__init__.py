"""Quests of the Round Table: quests and tournaments for shields, from Squire to Knight of the Round Table."""

from __future__ import annotations

from workbench.author import Game, Measures, Mechanism, Reports, Studio, Tile, Variant
from workbench.games.quests.bots import BOTS, choose
from workbench.games.quests.cover import cover
from workbench.games.quests.deck import TABLES, WORTH, bars, bonuses, deck_arrays, lint
from workbench.games.quests.exchanges import EXCHANGES
from workbench.games.quests.faces import card_face
from workbench.games.quests.lengths import LENGTHS, SECONDS
from workbench.games.quests.options import MOST_SEATS, RULES
from workbench.games.quests.positions import POSITIONS
from workbench.games.quests.recount import recount
from workbench.games.quests.report import COUNTERS, REPORT_TABLES, count, first_in_turn_order
from workbench.games.quests.rules import EFFECTS, PHASES, check_table, setup
from workbench.games.quests.scene import scene
from workbench.games.quests.scoring import RANKING, score
from workbench.games.quests.table import ACTIONS, EVENTS, MOST_DECISIONS, PASS_VERBS, STATE

GAME = Game(
    id="quests",
    title="Quests of the Round Table",
    version=4,
    played_alike_since=3,
    variants=(
        Variant(
            title="Quests of the Round Table",
            default_seats=MOST_SEATS,
            state=STATE,
            actions=ACTIONS,
            events=EVENTS,
            effects=EFFECTS,
            ranking=RANKING,
            phases=PHASES,
            setup=setup,
            score=score,
            choose=choose,
            pass_verbs=PASS_VERBS,
            max_decisions=MOST_DECISIONS,
            presets=(RULES, LENGTHS),
            seconds=SECONDS,
            check=check_table,
            recount=recount,
            measures=Measures(
                counters=COUNTERS,
                count=count,
                first_seat=first_in_turn_order,
                mechanisms=(
                    Mechanism("sponsors a quest", "sponsor", "sponsor"),
                    Mechanism("joins a quest", "join", "join"),
                    Mechanism("enters a tournament", "enter", "enter"),
                    Mechanism("bids in a test", "bid", "bid"),
                ),
            ),
            positions=POSITIONS,
            exchanges=EXCHANGES,
            layouts=("stages", "story", "track", "lanes"),
        ),
    ),
    tables=TABLES,
    deck_arrays=deck_arrays,
    default_deck="classic",
    bots=BOTS,
    scene=scene,
    studio=Studio(lint=lint, face=card_face, bonuses=bonuses, bars=bars),
    reports=Reports(worth=WORTH, tables=REPORT_TABLES),
    tile=Tile("Squire today, knight by nightfall.", age=10, cover=cover, place=4),
)

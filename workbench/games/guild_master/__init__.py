"""Guild Master: trade and build in a medieval town (see RULES.md)."""

from __future__ import annotations

from workbench.author import Game, Measures, Mechanism, Reports, Studio, Tile, Variant
from workbench.games.guild_master import deck
from workbench.games.guild_master.bots import BOTS, choose
from workbench.games.guild_master.cover import cover
from workbench.games.guild_master.exchanges import EXCHANGES
from workbench.games.guild_master.labyrinth_city import LABYRINTH_CITY
from workbench.games.guild_master.lengths import LENGTHS, SECONDS
from workbench.games.guild_master.player_interaction import PLAYER_INTERACTION
from workbench.games.guild_master.positions import POSITIONS
from workbench.games.guild_master.recount import recount
from workbench.games.guild_master.report import REPORT_TABLES
from workbench.games.guild_master.rules import PHASES, check_table, setup
from workbench.games.guild_master.scene import scene, studio_face
from workbench.games.guild_master.scoring import RANKING, outcome, score, tie_break_figure
from workbench.games.guild_master.table import ACTIONS, EVENTS, MOST_DECISIONS, STATE, passes

GAME = Game(
    id="guild_master",
    title="Guild Master",
    version=5,
    played_alike_since=4,
    variants=(
        Variant(
            title="Guild Master, base game",
            pitch="One after the other: draw, trade, build.",
            default_seats=4,
            state=STATE,
            actions=ACTIONS,
            events=EVENTS,
            ranking=RANKING,
            phases=PHASES,
            setup=setup,
            score=score,
            choose=choose,
            pass_verbs=passes(ACTIONS, "pick"),
            max_decisions=MOST_DECISIONS,
            presets=(LENGTHS,),
            seconds=SECONDS,
            check=check_table,
            recount=recount,
            measures=Measures(
                scored_at_end=True,
                tie_break=tie_break_figure,
                outcome=outcome,
                mechanisms=(Mechanism("trades", "offer_to", "confirm"),),
            ),
            positions=POSITIONS,
            exchanges=EXCHANGES,
            layouts=(),
        ),
        PLAYER_INTERACTION,
        LABYRINTH_CITY,
    ),
    tables=deck.TABLES,
    deck_arrays=deck.deck_arrays,
    default_deck="medieval",
    bots=BOTS,
    scene=scene,
    studio=Studio(deck.lint, studio_face, bonuses=deck.bonuses, bars=deck.bars, most_categories=deck.MAX_CATEGORIES),
    reports=Reports(deck.WORTH, chain=deck.without_chain, tables=REPORT_TABLES),
    tile=Tile("Trade, build, and lead more of the town than anybody else.", age=10, cover=cover, place=1),
)

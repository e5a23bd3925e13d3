"""Increased Player Interaction, a variant of Guild Master (see its RULES.md)."""

from __future__ import annotations

from workbench.author import Measures, Mechanism, Variant
from workbench.games.guild_master.exchanges import EXCHANGES
from workbench.games.guild_master.player_interaction.bots import choose
from workbench.games.guild_master.player_interaction.lengths import LENGTHS, SECONDS
from workbench.games.guild_master.player_interaction.rules import PHASES, setup
from workbench.games.guild_master.player_interaction.scene import scene
from workbench.games.guild_master.player_interaction.scoring import RANKING, outcome, score
from workbench.games.guild_master.player_interaction.table import ACTIONS, EVENTS, MOST_DECISIONS, STATE
from workbench.games.guild_master.positions import POSITIONS
from workbench.games.guild_master.recount import recount_interaction
from workbench.games.guild_master.rules import check_deal
from workbench.games.guild_master.scoring import tie_break_figure
from workbench.games.guild_master.table import passes

PLAYER_INTERACTION = Variant(
    key="player_interaction",
    title="Increased Player Interaction",
    pitch="All trade at once; a Guildmaster says what is built.",
    default_seats=4,
    state=STATE,
    actions=ACTIONS,
    events=EVENTS,
    ranking=RANKING,
    phases=PHASES,
    round_of=lambda record: record.turn,
    setup=setup,
    score=score,
    choose=choose,
    pass_verbs=passes(ACTIONS),
    max_decisions=MOST_DECISIONS,
    presets=(LENGTHS,),
    seconds=SECONDS,
    check=check_deal,
    recount=recount_interaction,
    scene=scene,
    measures=Measures(
        scored_at_end=True,
        tie_break=tie_break_figure,
        outcome=outcome,
        mechanisms=(Mechanism("trades", "offer_to", "confirm"),),
    ),
    positions=POSITIONS,
    exchanges=EXCHANGES,
    layouts=("slips", "track"),
)

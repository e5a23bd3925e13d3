"""Labyrinth City, the variant of Guild Master for a whole class (see its RULES.md)."""

from __future__ import annotations

from workbench.author import Drawing, Measures, Mechanism, Variant
from workbench.games.guild_master.exchanges import EXCHANGES
from workbench.games.guild_master.labyrinth_city.bots import choose
from workbench.games.guild_master.labyrinth_city.city_map import WRITERS
from workbench.games.guild_master.labyrinth_city.counting import COUNTERS, count
from workbench.games.guild_master.labyrinth_city.lengths import LENGTHS, SECONDS
from workbench.games.guild_master.labyrinth_city.options import MAX_SEATS
from workbench.games.guild_master.labyrinth_city.positions import POSITIONS
from workbench.games.guild_master.labyrinth_city.rules import PHASES, check_city, first_in_turn_order, setup
from workbench.games.guild_master.labyrinth_city.scene import scene
from workbench.games.guild_master.labyrinth_city.scoring import RANKING, outcome, score, tie_break_figure
from workbench.games.guild_master.labyrinth_city.table import ACTIONS, EVENTS, FEWEST_SEATS, MOST_DECISIONS, STATE
from workbench.games.guild_master.recount import recount_city
from workbench.games.guild_master.table import passes

LABYRINTH_CITY = Variant(
    key="labyrinth_city",
    title="Labyrinth City",
    pitch="A class of 6 to 30 builds one city; all trade at once.",
    seats=range(FEWEST_SEATS, MAX_SEATS + 1),
    default_seats=24,
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
    check=check_city,
    recount=recount_city,
    scene=scene,
    measures=Measures(
        counters=COUNTERS,
        count=count,
        first_seat=first_in_turn_order,
        scored_at_end=True,
        tie_break=tie_break_figure,
        outcome=outcome,
        mechanisms=(Mechanism("trades", "offer_to", "confirm"),),
    ),
    positions=POSITIONS,
    exchanges=EXCHANGES,
    layouts=("map", "slips"),
    drawing=Drawing("the map", WRITERS),
)

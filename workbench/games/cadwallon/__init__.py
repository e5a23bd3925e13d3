"""Guilds of Cadwallon: agents in the boulevards between nine district cards, and sets of guild members."""

from __future__ import annotations

from workbench.author import Game, Studio, Variant
from workbench.games.cadwallon.deck import GUILDS, TABLES, bars, deck_arrays, lint
from workbench.games.cadwallon.options import MOST_SEATS, RULES
from workbench.games.cadwallon.rules import (
    ACTIONS,
    EFFECTS,
    EVENTS,
    MOST_DECISIONS,
    PASS_VERBS,
    PHASES,
    STATE,
    check_table,
    setup,
)
from workbench.games.cadwallon.scoring import RANKING, score

GAME = Game(
    id="cadwallon",
    title="Guilds of Cadwallon",
    version=1,
    variants=(
        Variant(
            key="base_game",
            title="Guilds of Cadwallon",
            seats=range(2, MOST_SEATS + 1),
            default_seats=MOST_SEATS,
            state=STATE,
            actions=ACTIONS,
            events=EVENTS,
            effects=EFFECTS,
            ranking=RANKING,
            phases=PHASES,
            setup=setup,
            score=score,
            pass_verbs=PASS_VERBS,
            max_decisions=MOST_DECISIONS,
            presets=(RULES,),
            check=check_table,
        ),
    ),
    tables=TABLES,
    deck_arrays=deck_arrays,
    default_deck="reconstruction",
    studio=Studio(lint=lint, bars=bars, most_categories=GUILDS),
)

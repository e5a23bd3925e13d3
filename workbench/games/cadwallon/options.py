"""The options of Guilds of Cadwallon, and the presets for its optional rules."""

from __future__ import annotations

from workbench.author import Option, Options, Preset, Presets
from workbench.games.cadwallon.deck import CONDITION

MOST_SEATS = 4
SEAT_NAMES = tuple(f"seat_{seat}" for seat in range(MOST_SEATS))
MOST_GAMES = 12  # of a series: as many as there are condition cards
MOST_STALLED = 9

OPTIONS = Options(
    (
        Option("condition_cards", False, "A condition card changes a rule for the whole game.", "CA-091"),
        Option("special_action_cards", False, "Everybody is dealt a secret action card.", "CA-095"),
        Option("contract_cards", False, "Everybody keeps a secret contract, which may give points.", "CA-099"),
        Option("condition", "random", "Which condition is in force.", "CA-092", ("random", *CONDITION)),
        Option("contracts_dealt", 2, "Contracts to choose one from.", "CA-099", least=1, most=3),
        Option("first_player", "random", "Who begins: seat_0 is Seat 1.", "CA-146", ("random", *SEAT_NAMES)),
        Option(
            "personality_assignment",
            "best",
            "Who assigns personalities: the best sets by themselves, or their owner.",
            "CA-174",
            ("best", "manual"),
        ),
        Option(
            "won_actions", "open", "Whether action cards won lie open in their hand.", "CA-159", ("open", "count_only")
        ),
        Option(
            "stall_rounds",
            3,
            "Rounds in a row without a card leaving the city that end the game.",
            "CA-152",
            least=1,
            most=MOST_STALLED,
        ),
        Option(
            "series_games", 1, "Games of a series, which the sum of points wins.", "CA-183", least=1, most=MOST_GAMES
        ),
    )
)
BASE_GAME = {"condition_cards": False, "special_action_cards": False, "contract_cards": False}
RULES = Presets(
    "rules",
    "Optional rules",
    (
        Preset("base_game", "Base game", BASE_GAME),
        Preset("conditions", "A condition card", {**BASE_GAME, "condition_cards": True}),
        Preset("secrets", "Secret cards", {**BASE_GAME, "special_action_cards": True, "contract_cards": True}),
        Preset("all", "All of them", dict.fromkeys(BASE_GAME, True)),
    ),
    "Which of the optional rules are played.",
)

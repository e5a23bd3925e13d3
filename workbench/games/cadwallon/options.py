"""The options of Guilds of Cadwallon, and the presets for its optional rules."""

from __future__ import annotations

from workbench.author import Option, OptionGroup, Options, Preset, Presets
from workbench.games.cadwallon.deck import CONDITION

MOST_SEATS = 4
MOST_GAMES = 12  # of a series: as many as there are condition cards
MOST_STALLED = 9


def _further_cards(key: str, what_holds: str, rule: str, question: str, without: str) -> Option:
    """Whether some cards are played with; at first they are not."""
    return Option(key, False, what_holds, rule, question=question, said={False: without, True: what_holds})


IN_RECORD = (
    "condition_cards special_action_cards contract_cards condition contracts_dealt first_player "
    "personality_assignment won_actions stall_rounds series_games"
).split()  # saved matches know positions by it
OPTIONS = Options.grouped(
    IN_RECORD,
    OptionGroup.of(
        "Further cards",
        _further_cards(
            "condition_cards",
            "A condition card changes a rule for the whole game.",
            "CA-091",
            "Is there a condition?",
            "No condition changes the rules.",
        ),
        Option.choice(
            "condition",
            "Which condition is in force.",
            "CA-092",
            "Which condition?",
            random="The lot draws the condition.",
            **{key: f"The condition, if there is one, is {key.replace('_', ' ').title()}." for key in CONDITION},
        ),
        _further_cards(
            "special_action_cards",
            "Everybody is dealt a secret action card.",
            "CA-095",
            "Does everybody begin with a secret action card?",
            "Nobody begins with an action card.",
        ),
        _further_cards(
            "contract_cards",
            "Everybody keeps a secret contract, which may give points.",
            "CA-099",
            "Are there secret contracts?",
            "There are no contracts.",
        ),
        Option(
            "contracts_dealt",
            2,
            "Contracts to choose one from.",
            "CA-099",
            least=1,
            most=3,
            question="From how many contracts does one choose?",
            said="Contracts to choose from: {n}.",
        ),
    ),
    OptionGroup.of(
        "Who begins",
        Option.choice(
            "first_player",
            "Who begins: seat_0 is Seat 1.",
            "CA-146",
            "Who begins?",
            random="The lot says who begins.",
            **{f"seat_{n}": f"Seat {n + 1} begins." for n in range(MOST_SEATS)},
        ),
    ),
    OptionGroup.of(
        "Secrets and scores",
        Option.choice(
            "won_actions",
            "Whether action cards won lie open in their hand.",
            "CA-159",
            "Do action cards that were won lie open?",
            open="Action cards that were won lie open in the hand.",
            count_only="Others see only how many action cards somebody has.",
        ),
        Option.choice(
            "personality_assignment",
            "Who assigns personalities: the best sets by themselves, or their owner.",
            "CA-174",
            "Who assigns personalities?",
            best="Personalities join the guilds in which they give most.",
            manual="Their owner says which guild a personality joins.",
        ),
    ),
    OptionGroup.of(
        "The end",
        Option(
            "series_games",
            1,
            "Games of a series, which the sum of points wins.",
            "CA-183",
            least=1,
            most=MOST_GAMES,
            question="How many games are a series?",
            said="Games of the series: {n}.",
        ),
        Option(
            "stall_rounds",
            3,
            "Rounds in a row without a card leaving the city that end the game.",
            "CA-152",
            least=1,
            most=MOST_STALLED,
            question="When does a game end that stands still?",
            said="Rounds without a card leaving the city that end the game: {n}.",
        ),
    ),
)
CHOICE_OF_CONDITION = OPTIONS.condition.numbers_of(CONDITION)
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

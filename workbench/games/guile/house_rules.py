"""The options of Guile in words, as people at the table agree on them; their numbers are in RULES.md."""

from __future__ import annotations

from workbench.author import HouseRule, HouseRules

HOUSE_RULES = (
    HouseRules(
        "The match",
        (
            HouseRule("rounds_to_win", "How many victory cards win?", "Victory cards to win: {n}."),
            HouseRule(
                "code_of_chivalry",
                "Is there a draft?",
                {
                    False: "Four times you keep one card and pass the others on.",
                    True: "You keep the four cards that you are dealt.",
                },
            ),
            HouseRule(
                "extended_cast",
                "Who is among the cards?",
                {False: "The ten influence cards alone.", True: "Isolde, Morgana and Merlin are shuffled in."},
            ),
        ),
    ),
    HouseRules(
        "Who begins",
        (
            HouseRule(
                "start_player",
                "Who begins?",
                {"random": "The lot says who begins.", "seat_0": "Seat 1 begins.", "seat_1": "Seat 2 begins."},
            ),
            HouseRule(
                "faction_choice",
                "Who has which knights?",
                {
                    "start_player": "Who begins chooses a side.",
                    "seat_0_arthur": "Seat 1 has Arthur's knights.",
                    "seat_0_mordred": "Seat 1 has Mordred's knights.",
                },
            ),
            HouseRule(
                "table_order",
                "In which order do the knights sit?",
                {
                    "shuffled": "The knights sit in an order drawn by lot.",
                    "listed": "The knights sit in the order of the list.",
                },
            ),
            HouseRule(
                "start_knight",
                "Who finds the first Start Knight?",
                {
                    "chosen": "Who begins names the first Start Knight.",
                    "random": "The lot names the first Start Knight.",
                },
            ),
        ),
    ),
    HouseRules(
        "Counting",
        (
            HouseRule(
                "drawn_round",
                "What follows a drawn round?",
                {
                    "replay": "A drawn round is played again.",
                    "count_for_both": "A drawn round counts for both.",
                    "count_for_none_move_on": "A drawn round counts for nobody, and the match goes on.",
                },
            ),
            HouseRule(
                "isolde_source",
                "Which values does Isolde copy?",
                {
                    "resolved": "Isolde copies what cards are worth in the end.",
                    "printed": "Isolde copies what is printed.",
                },
            ),
        ),
    ),
    HouseRules(
        "Memory",
        (
            HouseRule(
                "memory_aid",
                "Does the screen remember for you?",
                {"off": "Remember for yourself what you have seen.", "on": "The screen shows what its player knows."},
            ),
            HouseRule(
                "show_aside",
                "When is the pile aside shown?",
                {"never": "The pile aside is never shown.", "after_round": "The pile aside is shown after each round."},
            ),
        ),
    ),
)

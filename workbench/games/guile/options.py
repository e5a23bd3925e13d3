"""The options of Guile, as people at the table agree on them; their numbers are in RULES.md."""

from __future__ import annotations

from workbench.author import Option, OptionGroup, Options

IN_RECORD = (
    "code_of_chivalry extended_cast rounds_to_win start_player faction_choice table_order start_knight "
    "drawn_round isolde_source memory_aid show_aside"
).split()  # saved matches know positions by it
OPTIONS = Options(
    (
        OptionGroup(
            "The match",
            (
                Option(
                    "rounds_to_win",
                    2,
                    "Victory cards that win the match.",
                    "GL-222",
                    least=1,
                    most=5,
                    question="How many victory cards win?",
                    said="Victory cards to win: {n}.",
                ),
                Option(
                    "code_of_chivalry",
                    False,
                    "Play without the draft: keep the four cards you are dealt.",
                    "GL-220",
                    question="Is there a draft?",
                    said={
                        False: "Four times you keep one card and pass the others on.",
                        True: "You keep the four cards that you are dealt.",
                    },
                ),
                Option(
                    "extended_cast",
                    False,
                    "Shuffle Isolde, Morgana and Merlin into the influence cards.",
                    "GL-221",
                    question="Who is among the cards?",
                    said={False: "The ten influence cards alone.", True: "Isolde, Morgana and Merlin are shuffled in."},
                ),
            ),
        ),
        OptionGroup(
            "Who begins",
            (
                Option(
                    "start_player",
                    "random",
                    "Who begins: seat_0 is Seat 1.",
                    "GL-223",
                    question="Who begins?",
                    said={"random": "The lot says who begins.", "seat_0": "Seat 1 begins.", "seat_1": "Seat 2 begins."},
                ),
                Option(
                    "faction_choice",
                    "start_player",
                    "Who chooses a faction, or which one Seat 1 has.",
                    "GL-224",
                    question="Who has which knights?",
                    said={
                        "start_player": "Who begins chooses a side.",
                        "seat_0_arthur": "Seat 1 has Arthur's knights.",
                        "seat_0_mordred": "Seat 1 has Mordred's knights.",
                    },
                ),
                Option(
                    "table_order",
                    "shuffled",
                    "The knights' order inside each faction.",
                    "GL-225",
                    question="In which order do the knights sit?",
                    said={
                        "shuffled": "The knights sit in an order drawn by lot.",
                        "listed": "The knights sit in the order of the list.",
                    },
                ),
                Option(
                    "start_knight",
                    "chosen",
                    "Who finds the first Start Knight.",
                    "GL-226",
                    question="Who finds the first Start Knight?",
                    said={
                        "chosen": "Who begins names the first Start Knight.",
                        "random": "The lot names the first Start Knight.",
                    },
                ),
            ),
        ),
        OptionGroup(
            "Counting",
            (
                Option(
                    "drawn_round",
                    "replay",
                    "What follows a drawn round.",
                    "GL-229",
                    question="What follows a drawn round?",
                    said={
                        "replay": "A drawn round is played again.",
                        "count_for_both": "A drawn round counts for both.",
                        "count_for_none_move_on": "A drawn round counts for nobody, and the match goes on.",
                    },
                ),
                Option(
                    "isolde_source",
                    "resolved",
                    "Which values Isolde copies.",
                    "GL-230",
                    question="Which values does Isolde copy?",
                    said={
                        "resolved": "Isolde copies what cards are worth in the end.",
                        "printed": "Isolde copies what is printed.",
                    },
                ),
            ),
        ),
        OptionGroup(
            "Memory",
            (
                Option(
                    "memory_aid",
                    "off",
                    "Show on its screen what a seat knows.",
                    "GL-231",
                    question="Does the screen remember for you?",
                    said={
                        "off": "Remember for yourself what you have seen.",
                        "on": "The screen shows what its player knows.",
                    },
                ),
                Option(
                    "show_aside",
                    "never",
                    "When the aside pile is shown.",
                    "GL-232",
                    question="When is the pile aside shown?",
                    said={
                        "never": "The pile aside is never shown.",
                        "after_round": "The pile aside is shown after each round.",
                    },
                ),
            ),
        ),
    ),
    IN_RECORD,
)

"""The options of Guile, as people at the table agree on them; their numbers are in RULES.md."""

from __future__ import annotations

from workbench.author import Option, OptionGroup, Options

IN_RECORD = (
    "code_of_chivalry extended_cast rounds_to_win start_player faction_choice table_order start_knight "
    "drawn_round isolde_source memory_aid show_aside"
).split()  # saved matches know positions by it
OPTIONS = Options.grouped(
    IN_RECORD,
    OptionGroup.of(
        "The match",
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
    OptionGroup.of(
        "Who begins",
        Option.choice(
            "start_player",
            "Who begins: seat_0 is Seat 1.",
            "GL-223",
            "Who begins?",
            random="The lot says who begins.",
            seat_0="Seat 1 begins.",
            seat_1="Seat 2 begins.",
        ),
        Option.choice(
            "faction_choice",
            "Who chooses a faction, or which one Seat 1 has.",
            "GL-224",
            "Who has which knights?",
            start_player="Who begins chooses a side.",
            seat_0_arthur="Seat 1 has Arthur's knights.",
            seat_0_mordred="Seat 1 has Mordred's knights.",
        ),
        Option.choice(
            "table_order",
            "The knights' order inside each faction.",
            "GL-225",
            "In which order do the knights sit?",
            shuffled="The knights sit in an order drawn by lot.",
            listed="The knights sit in the order of the list.",
        ),
        Option.choice(
            "start_knight",
            "Who finds the first Start Knight.",
            "GL-226",
            "Who finds the first Start Knight?",
            chosen="Who begins names the first Start Knight.",
            random="The lot names the first Start Knight.",
        ),
    ),
    OptionGroup.of(
        "Counting",
        Option.choice(
            "drawn_round",
            "What follows a drawn round.",
            "GL-229",
            "What follows a drawn round?",
            replay="A drawn round is played again.",
            count_for_both="A drawn round counts for both.",
            count_for_none_move_on="A drawn round counts for nobody, and the match goes on.",
        ),
        Option.choice(
            "isolde_source",
            "Which values Isolde copies.",
            "GL-230",
            "Which values does Isolde copy?",
            resolved="Isolde copies what cards are worth in the end.",
            printed="Isolde copies what is printed.",
        ),
    ),
    OptionGroup.of(
        "Memory",
        Option.choice(
            "memory_aid",
            "Show on its screen what a seat knows.",
            "GL-231",
            "Does the screen remember for you?",
            off="Remember for yourself what you have seen.",
            on="The screen shows what its player knows.",
        ),
        Option.choice(
            "show_aside",
            "When the aside pile is shown.",
            "GL-232",
            "When is the pile aside shown?",
            never="The pile aside is never shown.",
            after_round="The pile aside is shown after each round.",
        ),
    ),
)

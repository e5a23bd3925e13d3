"""The options of Excalibur, as people at the table agree on them; their numbers are in RULES.md."""

from __future__ import annotations

from workbench.author import Option, OptionGroup, Options

MAX_SEATS = 8

MOST_VALUE = 1000  # of an outcome, in percent of a win (EX-227)
ENDS = (
    ("win", 100, "a win"), ("tainted_win", 50, "a tainted win"), ("loss", 0, "a loss"),
    ("ultimate_loss", -100, "the ultimate loss"),
)  # fmt: skip


def _worth(outcome: str, percent: int, words: str) -> Option:
    """What an outcome is worth to ratings."""
    return Option(
        f"{outcome}_value",
        percent,
        f"What {words} is worth to ratings, in percent of a win.",
        "EX-227",
        least=-MOST_VALUE,
        most=MOST_VALUE,
        question=f"{words[:1].upper()}{words[1:]}?",
        said=f"{words[:1].upper()}{words[1:]} counts {{n}}.",
    )


IN_RECORD = (
    "crown_start final_threshold draw_order draw_sight avalon_choice male_art flip_chance "
    "fisher_king_windows fisher_king_blocks_arthur black_knight_targets caelia_self "
    "squire_sword_small_table cursed_squire_wins spy_must_show chat memory_aid win_value "
    "tainted_win_value loss_value ultimate_loss_value"
).split()  # saved matches know positions by it
OPTIONS = Options.grouped(
    IN_RECORD,
    OptionGroup.of(
        "Beginning and end",
        Option(
            "final_threshold",
            "auto",
            "Empty regions that make a round the final one.",
            "EX-212",
            question="How many empty regions make a round the last?",
            said={
                "auto": "As many empty regions as the table of the rules says make a round the last.",
                "1": "One empty region makes a round the last.",
                "2": "Two empty regions make a round the last.",
                "3": "Three empty regions make a round the last.",
            },
        ),
        Option.choice(
            "crown_start",
            "Who has the crown first: seat_0 is Seat 1.",
            "EX-211",
            "Who has the crown first?",
            random="The lot says who has the crown first.",
            **{f"seat_{seat}": f"Seat {seat + 1} has the crown first." for seat in range(MAX_SEATS)},
        ),
    ),
    OptionGroup.of(
        "Drawing",
        Option.choice(
            "draw_order",
            "How hands are filled.",
            "EX-213",
            "In which order are hands filled?",
            simultaneous="All fill their hands at once.",
            one_each="One chip each, in turn.",
            seat_by_seat="One player after the other fills their hand.",
        ),
        Option.choice(
            "draw_sight",
            "A drawn chip is seen at once, or when all of a draw are taken.",
            "EX-214",
            "When does one look at a drawn chip?",
            each_chip="Look at each chip as you draw it.",
            after_all="Look when all are drawn.",
        ),
        Option.choice(
            "avalon_choice",
            "Draw a certain chip of a region, or a random one.",
            "EX-215",
            "What does one choose in Avalon?",
            slot="Choose a certain chip of a region.",
            region="Choose a region, and the lot gives a chip.",
        ),
    ),
    OptionGroup.of(
        "Chips",
        Option.choice(
            "male_art",
            "Which chips show a male figure: those the deck says, none, or all but swords.",
            "EX-216",
            "Which chips show a man?",
            deck="The deck says which chips show a man.",
            none="No chip shows a man.",
            all="All chips but swords show a man.",
        ),
        Option(
            "flip_chance",
            50,
            "Chance in percent that a flipped chip lands face up.",
            "EX-217",
            most=100,
            question="How often does a flipped chip land face up?",
            said="A flipped chip lands face up {n} times in 100.",
        ),
        Option.choice(
            "squire_sword_small_table",
            "The Squire Sword with two or three seats.",
            "EX-222",
            "What of the Squire Sword at a small table?",
            in_pool="The Squire Sword is in the pool at every table.",
            removed="With two or three players the Squire Sword is left out.",
        ),
        Option(
            "cursed_squire_wins",
            False,
            "The Cursed Blade leaves the squire's win alone.",
            "EX-223",
            question="Does the Cursed Blade taint a squire's win?",
            said={
                False: "The Cursed Blade taints a squire's win, too.",
                True: "The Cursed Blade leaves a squire's win alone.",
            },
        ),
        Option(
            "spy_must_show",
            True,
            "The Spy must show a chip of the hand.",
            "EX-224",
            question="May one refuse the Spy?",
            said={False: "One may refuse to show the Spy a chip.", True: "The Spy is shown a chip."},
        ),
    ),
    OptionGroup.of(
        "Knights and ladies",
        Option.choice(
            "fisher_king_windows",
            "When the Fisher King may be flipped.",
            "EX-218",
            "When may the Fisher King be flipped?",
            both="The Fisher King may be flipped at the start and before a steal.",
            resolve_start="The Fisher King may be flipped at the start only.",
            before_steal="The Fisher King may be flipped before a steal only.",
        ),
        Option(
            "fisher_king_blocks_arthur",
            True,
            "Against Arthur a protected seat holds out no sword.",
            "EX-219",
            question="Does he protect from Arthur?",
            said={False: "He does not protect from Arthur.", True: "He protects from Arthur, too."},
        ),
        Option.choice(
            "black_knight_targets",
            "Whose chips the Black Knight takes.",
            "EX-220",
            "Whose chips does the Black Knight take?",
            any="The Black Knight takes anybody's chips.",
            others="The Black Knight takes chips of others.",
        ),
        Option(
            "caelia_self",
            False,
            "Caelia may name her own player.",
            "EX-221",
            question="May Caelia name her own player?",
            said={False: "Caelia names another.", True: "Caelia may name her own player."},
        ),
    ),
    OptionGroup.of(
        "Talk and memory",
        Option(
            "chat",
            True,
            "People may say phrases, true or not, when they are asked: three a round.",
            "EX-226",
            question="May people say phrases on the screen?",
            said={
                False: "Talk aloud; the screen has no phrases.",
                True: "Say phrases on the screen, true or not, three a round.",
            },
        ),
        Option.choice(
            "memory_aid",
            "Show on its screen what a seat knows.",
            "EX-225",
            "Does the screen remember for you?",
            off="Remember for yourself what you have seen.",
            on="The screen shows what its player knows.",
        ),
    ),
    OptionGroup("What an end is worth to ratings", tuple(_worth(*end) for end in ENDS)),
)

"""The options of Excalibur in words, as people at the table agree on them; their numbers are in RULES.md."""

from __future__ import annotations

from workbench.author import HouseRule, HouseRules

HOUSE_RULES = (
    HouseRules(
        "Beginning and end",
        (
            HouseRule(
                "final_threshold",
                "How many empty regions make a round the last?",
                {
                    "auto": "As many empty regions as the table of the rules says make a round the last.",
                    "1": "One empty region makes a round the last.",
                    "2": "Two empty regions make a round the last.",
                    "3": "Three empty regions make a round the last.",
                },
            ),
            HouseRule(
                "crown_start",
                "Who has the crown first?",
                {
                    "random": "The lot says who has the crown first.",
                    "seat_0": "Seat 1 has the crown first.",
                    "seat_1": "Seat 2 has the crown first.",
                    "seat_2": "Seat 3 has the crown first.",
                    "seat_3": "Seat 4 has the crown first.",
                    "seat_4": "Seat 5 has the crown first.",
                    "seat_5": "Seat 6 has the crown first.",
                    "seat_6": "Seat 7 has the crown first.",
                    "seat_7": "Seat 8 has the crown first.",
                },
            ),
        ),
    ),
    HouseRules(
        "Drawing",
        (
            HouseRule(
                "draw_order",
                "In which order are hands filled?",
                {
                    "simultaneous": "All fill their hands at once.",
                    "one_each": "One chip each, in turn.",
                    "seat_by_seat": "One player after the other fills their hand.",
                },
            ),
            HouseRule(
                "draw_sight",
                "When does one look at a drawn chip?",
                {"each_chip": "Look at each chip as you draw it.", "after_all": "Look when all are drawn."},
            ),
            HouseRule(
                "avalon_choice",
                "What does one choose in Avalon?",
                {"slot": "Choose a certain chip of a region.", "region": "Choose a region, and the lot gives a chip."},
            ),
        ),
    ),
    HouseRules(
        "Chips",
        (
            HouseRule(
                "male_art",
                "Which chips show a man?",
                {
                    "deck": "The deck says which chips show a man.",
                    "none": "No chip shows a man.",
                    "all": "All chips but swords show a man.",
                },
            ),
            HouseRule(
                "flip_chance",
                "How often does a flipped chip land face up?",
                "A flipped chip lands face up {n} times in 100.",
            ),
            HouseRule(
                "squire_sword_small_table",
                "What of the Squire Sword at a small table?",
                {
                    "in_pool": "The Squire Sword is in the pool at every table.",
                    "removed": "With two or three players the Squire Sword is left out.",
                },
            ),
            HouseRule(
                "cursed_squire_wins",
                "Does the Cursed Blade taint a squire's win?",
                {
                    False: "The Cursed Blade taints a squire's win, too.",
                    True: "The Cursed Blade leaves a squire's win alone.",
                },
            ),
            HouseRule(
                "spy_must_show",
                "May one refuse the Spy?",
                {False: "One may refuse to show the Spy a chip.", True: "The Spy is shown a chip."},
            ),
        ),
    ),
    HouseRules(
        "Knights and ladies",
        (
            HouseRule(
                "fisher_king_windows",
                "When may the Fisher King be flipped?",
                {
                    "both": "The Fisher King may be flipped at the start and before a steal.",
                    "resolve_start": "The Fisher King may be flipped at the start only.",
                    "before_steal": "The Fisher King may be flipped before a steal only.",
                },
            ),
            HouseRule(
                "fisher_king_blocks_arthur",
                "Does he protect from Arthur?",
                {False: "He does not protect from Arthur.", True: "He protects from Arthur, too."},
            ),
            HouseRule(
                "black_knight_targets",
                "Whose chips does the Black Knight take?",
                {"any": "The Black Knight takes anybody's chips.", "others": "The Black Knight takes chips of others."},
            ),
            HouseRule(
                "caelia_self",
                "May Caelia name her own player?",
                {False: "Caelia names another.", True: "Caelia may name her own player."},
            ),
        ),
    ),
    HouseRules(
        "Talk and memory",
        (
            HouseRule(
                "chat",
                "May people say phrases on the screen?",
                {
                    False: "Talk aloud; the screen has no phrases.",
                    True: "Say phrases on the screen, true or not, three a round.",
                },
            ),
            HouseRule(
                "memory_aid",
                "Does the screen remember for you?",
                {"off": "Remember for yourself what you have seen.", "on": "The screen shows what its player knows."},
            ),
        ),
    ),
    HouseRules(
        "What an end is worth to ratings",
        (
            HouseRule("win_value", "A win?", "A win counts {n}."),
            HouseRule("tainted_win_value", "A tainted win?", "A tainted win counts {n}."),
            HouseRule("loss_value", "A loss?", "A loss counts {n}."),
            HouseRule("ultimate_loss_value", "The ultimate loss?", "The ultimate loss counts {n}."),
        ),
    ),
)

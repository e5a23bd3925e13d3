"""The options of Quests of the Round Table, and the two presets that fill those in which its sources differ.

The sources are the use cases that a class wrote for the game, and the published rulebook. The defaults are those of the
use cases.
"""

from __future__ import annotations

from workbench.author import Option, Options, Preset, Presets

MOST_SEATS = 4
SEAT_NAMES = tuple(f"seat_{seat}" for seat in range(MOST_SEATS))
MOST_HELD = 20  # the largest hand limit that can be chosen
MOST_TURNS = 400  # after which a game stops that nobody wins

OPTIONS = Options(
    (
        # Who begins and who is next
        Option("first_player", "random", "Who draws the first story card.", "QU-026", ("random", "left_of_dealer")),
        Option("dealer_seat", "last", "Who deals: seat_0 is Seat 1.", "QU-027", ("last", *SEAT_NAMES)),
        Option("next_player", "clockwise", "Who draws the next story card.", "QU-210", ("clockwise", "random")),
        Option(
            "after_quest",
            "left_of_sponsor",
            "Who draws after a sponsored quest.",
            "QU-038",
            ("left_of_sponsor", "left_of_drawer"),
        ),
        Option(
            "turn_limit",
            "none",
            "Story cards after which the game stops.",
            "QU-223",
            least=1,
            most=MOST_TURNS,
            none="none",
        ),
        # Hands
        Option("hand_limit", 12, "Adventure cards a hand may hold.", "QU-010", least=1, most=MOST_HELD),
        Option(
            "starting_hand",
            12,
            "Adventure cards dealt, up to the limit of a hand.",
            "QU-008",
            least=1,
            most=MOST_HELD,
        ),
        Option(
            "over_limit_timing",
            "at_once",
            "When a hand over the limit is trimmed.",
            "QU-012",
            ("at_once", "end_of_turn"),
        ),
        Option("adventure_reshuffle", True, "Shuffle the adventure discards when the stock is empty.", "QU-041"),
        # Sponsoring
        Option(
            "sponsor_order",
            "drawer_first",
            "How seats are asked to sponsor.",
            "QU-230",
            ("drawer_first", "all_at_once"),
        ),
        Option("rising_stages", True, "The totals of foe stages must rise.", "QU-056"),
        Option("max_tests", 1, "Tests a quest may hold.", "QU-058", least=0, most=5),
        Option("join_order", "in_turn", "How seats are asked to join a quest.", "QU-231", ("in_turn", "all_at_once")),
        # Stages
        Option(
            "stage_reveal", "cards", "What is shown of a stage before cards are chosen.", "QU-069", ("cards", "kind")
        ),
        Option("foe_tie", "player_passes", "Who wins at equal totals.", "QU-095", ("player_passes", "foe_wins")),
        Option("cards_per_passed_stage", 0, "Cards drawn for a stage passed.", "QU-091", least=0, most=1),
        Option("card_after_last_stage", False, "Draw that card after the last stage too.", "QU-235"),
        Option("cleanup", "by_kind", "What is discarded after a stage.", "QU-085", ("by_kind", "all_at_once")),
        Option(
            "amour_limit",
            1,
            "Amours a seat may play in a quest or tournament.",
            "QU-079",
            least=1,
            most=8,
            none="unlimited",
        ),
        Option(
            "pair_scope", "anyone", "Where the other of a pair of allies counts.", "QU-239", ("anyone", "same_owner")
        ),
        # Tests
        Option("bidding", "repeated", "How often a participant bids.", "QU-243", ("repeated", "single_round")),
        Option("first_bid_minimum", 1, "The first bid in a test without a minimum.", "QU-246", least=1, most=MOST_HELD),
        Option(
            "lone_bid_minimum", 3, "What a lone participant bids in such a test.", "QU-106", least=1, most=MOST_HELD
        ),
        Option("free_bids", True, "Allies and amours give free bids.", "QU-105"),
        # Tournaments
        Option("table_allies_in_tournaments", False, "Allies that lay in play before count as well.", "QU-125"),
        Option(
            "tournament_tie_rounds",
            "until_decided",
            "How often a tie is fought out.",
            "QU-131",
            ("until_decided", "one"),
        ),
        Option("tie_round_draw", False, "Draw a card for a tie round.", "QU-254"),
        Option("shared_win_bonus", True, "Winners who share a tournament have its bonus too.", "QU-134"),
        Option("lone_entrant", "not_held", "What a lone entrant gets.", "QU-118", ("not_held", "walkover")),
        # Events
        Option("prosperity", "must_draw", "Whether Prosperity may be refused.", "QU-150", ("must_draw", "may_draw")),
        Option(
            "shield_loss",
            "floor_zero",
            "Losing more shields than are held.",
            "QU-222",
            ("floor_zero", "all_or_nothing"),
        ),
        Option(
            "recognition",
            "until_completed",
            "How long a King's Recognition waits.",
            "QU-260",
            ("until_completed", "next_quest_card"),
        ),
        Option("recognition_stacks", True, "Two waiting King's Recognitions give four shields.", "QU-261"),
        # What is open
        Option(
            "stage_counts",
            "public",
            "Whether all see how many cards a stage has.",
            "QU-279",
            ("public", "hidden"),
        ),
        Option("discard_pile", "open", "What is seen of the discards.", "QU-278", ("open", "top_card")),
        # Abilities
        Option(
            "mordred_windows",
            "stage_start",
            "When Mordred may be given up.",
            "QU-267",
            ("off", "stage_start", "every_step"),
        ),
        Option("merlin_preview", True, "Merlin may look at a stage.", "QU-204"),
        # The end
        Option(
            "simultaneous_winners",
            "final_tournament",
            "What decides among several winners.",
            "QU-206",
            ("final_tournament", "shared"),
        ),
        Option("top_rank_bp", 20, "What a Knight of the Round Table is worth.", "QU-258", least=0, most=99),
    )
)

RULES = Presets(
    "rules",
    "Rules",
    (
        Preset(
            "use_cases",
            "Use cases",
            {
                "first_player": "random",
                "stage_reveal": "cards",
                "cards_per_passed_stage": 0,
                "table_allies_in_tournaments": False,
                "tournament_tie_rounds": "until_decided",
                "shared_win_bonus": True,
                "prosperity": "must_draw",
                "mordred_windows": "stage_start",
            },
        ),
        Preset(
            "published",
            "Published rules",
            {
                "first_player": "left_of_dealer",
                "stage_reveal": "kind",
                "cards_per_passed_stage": 1,
                "table_allies_in_tournaments": True,
                "tournament_tie_rounds": "one",
                "shared_win_bonus": False,
                "prosperity": "may_draw",
                "mordred_windows": "every_step",
            },
        ),
    ),
    "Which of the two sources of the game holds where they differ.",
)

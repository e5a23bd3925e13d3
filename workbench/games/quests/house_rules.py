"""The options of Quests in words, as people at the table agree on them; their numbers are in RULES.md."""

from __future__ import annotations

from workbench.author import HouseRule, HouseRules

HOUSE_RULES = (
    HouseRules(
        "Who begins",
        (
            HouseRule(
                "first_player",
                "Who draws the first story card?",
                {"random": "The lot says who begins.", "left_of_dealer": "Who sits left of the dealer begins."},
            ),
            HouseRule(
                "dealer_seat",
                "Who deals?",
                {
                    "last": "The last player deals.",
                    "seat_0": "Seat 1 deals.",
                    "seat_1": "Seat 2 deals.",
                    "seat_2": "Seat 3 deals.",
                    "seat_3": "Seat 4 deals.",
                },
            ),
            HouseRule(
                "next_player",
                "Who draws the next story card?",
                {
                    "clockwise": "Story cards are drawn clockwise.",
                    "random": "The lot says who draws the next story card.",
                },
            ),
            HouseRule(
                "after_quest",
                "Who draws after a quest?",
                {
                    "left_of_sponsor": "After a quest the player left of the sponsor draws.",
                    "left_of_drawer": "After a quest the player left of the one who drew it draws.",
                },
            ),
        ),
    ),
    HouseRules(
        "Hands",
        (
            HouseRule("starting_hand", "How many cards does a player get?", "{n} cards to begin with."),
            HouseRule("hand_limit", "How many cards may a hand hold?", "At most {n} in a hand."),
            HouseRule(
                "over_limit_timing",
                "When is a hand trimmed?",
                {
                    "at_once": "A hand that is too large is trimmed at once.",
                    "end_of_turn": "A hand that is too large is trimmed when the turn ends.",
                },
            ),
            HouseRule(
                "adventure_reshuffle",
                "What if the stock runs out?",
                {False: "Discards stay where they are.", True: "Discards are shuffled when the stock is empty."},
            ),
            HouseRule(
                "discard_pile",
                "What is seen of the discards?",
                {
                    "open": "All may look through the discards.",
                    "top_card": "Only the top of a discard pile is seen.",
                },
            ),
        ),
    ),
    HouseRules(
        "Sponsoring",
        (
            HouseRule(
                "sponsor_order",
                "How are players asked to sponsor?",
                {"drawer_first": "Who drew the quest is asked first.", "all_at_once": "All are asked at once."},
            ),
            HouseRule(
                "rising_stages",
                "Must stages get harder?",
                {False: "Stages need not get harder.", True: "Each foe is harder than the one before."},
            ),
            HouseRule("max_tests", "How many tests in a quest?", "Tests in a quest: at most {n}."),
            HouseRule(
                "join_order",
                "How are players asked to join?",
                {"in_turn": "Players join one after the other.", "all_at_once": "All say at once whether they join."},
            ),
        ),
    ),
    HouseRules(
        "Stages",
        (
            HouseRule(
                "stage_reveal",
                "What is shown of a stage before cards are chosen?",
                {"cards": "The cards of a stage are seen first.", "kind": "Only foe or test is told of a stage."},
            ),
            HouseRule(
                "foe_tie",
                "Who wins at equal totals?",
                {"player_passes": "At equal totals the player passes.", "foe_wins": "At equal totals the foe wins."},
            ),
            HouseRule(
                "stage_counts",
                "Who sees how many cards a stage has?",
                {
                    "public": "All see how many cards a stage has.",
                    "hidden": "Nobody sees how many cards a stage has.",
                },
            ),
            HouseRule("cards_per_passed_stage", "How many cards for a stage passed?", "Cards for a stage passed: {n}."),
            HouseRule(
                "card_after_last_stage",
                "After the last stage, too?",
                {False: "None of them after the last stage.", True: "Such a card after the last stage, too."},
            ),
            HouseRule(
                "cleanup",
                "What is discarded after a stage?",
                {
                    "by_kind": "Weapons go after a stage, amours after the quest.",
                    "all_at_once": "All goes after a stage.",
                },
            ),
            HouseRule(
                "amour_limit",
                "How many amours?",
                {"unlimited": "As many amours as you have.", "n": "Amours in a quest or tournament: at most {n}."},
            ),
            HouseRule(
                "pair_scope",
                "Where does the other of a pair of allies count?",
                {
                    "anyone": "Pairs of allies count wherever both are.",
                    "same_owner": "Pairs of allies count for one who has both.",
                },
            ),
        ),
    ),
    HouseRules(
        "Tests",
        (
            HouseRule(
                "bidding",
                "How often does one bid?",
                {"repeated": "Bidding goes on until one is left.", "single_round": "Each bids once."},
            ),
            HouseRule("first_bid_minimum", "What is the least first bid?", "The first bid is at least {n}."),
            HouseRule("lone_bid_minimum", "What does somebody alone bid?", "Somebody alone bids at least {n}."),
            HouseRule(
                "free_bids",
                "Do allies and amours bid?",
                {False: "Only cards of the hand are bid.", True: "Allies and amours give free bids."},
            ),
        ),
    ),
    HouseRules(
        "Tournaments",
        (
            HouseRule(
                "table_allies_in_tournaments",
                "Do allies that lie in play count?",
                {False: "Allies of before do not count.", True: "Allies that lie in play count."},
            ),
            HouseRule(
                "tournament_tie_rounds",
                "How often is a tie fought out?",
                {"until_decided": "A tie is fought out until it is decided.", "one": "A tie is fought out once."},
            ),
            HouseRule(
                "tie_round_draw",
                "Is a card drawn for it?",
                {False: "No card is drawn for it.", True: "Each draws a card for it."},
            ),
            HouseRule(
                "shared_win_bonus",
                "Do those who share a win have its bonus?",
                {False: "Who shares a win goes without its bonus.", True: "Who shares a win has its bonus, too."},
            ),
            HouseRule(
                "lone_entrant",
                "What of somebody who enters alone?",
                {
                    "not_held": "With one entrant there is no tournament.",
                    "walkover": "Somebody who enters alone wins it.",
                },
            ),
        ),
    ),
    HouseRules(
        "Events and abilities",
        (
            HouseRule(
                "prosperity",
                "May Prosperity be refused?",
                {"must_draw": "All draw for Prosperity.", "may_draw": "Who likes draws for Prosperity."},
            ),
            HouseRule(
                "shield_loss",
                "What if one has too few shields to lose?",
                {"floor_zero": "One loses what one has.", "all_or_nothing": "Who has too few shields loses none."},
            ),
            HouseRule(
                "recognition",
                "How long does a King's Recognition wait?",
                {
                    "until_completed": "A King's Recognition waits for a quest that is completed.",
                    "next_quest_card": "A King's Recognition waits for the next quest only.",
                },
            ),
            HouseRule(
                "recognition_stacks",
                "Do two of them add up?",
                {False: "Two of them count once.", True: "Two of them give four shields."},
            ),
            HouseRule(
                "mordred_windows",
                "When may Mordred be given up?",
                {
                    "off": "Mordred is never given up.",
                    "stage_start": "Mordred may be given up as a stage begins.",
                    "every_step": "Mordred may be given up at every step.",
                },
            ),
            HouseRule(
                "merlin_preview",
                "May Merlin look at a stage?",
                {False: "Merlin looks at nothing.", True: "Merlin may look at a stage."},
            ),
        ),
    ),
    HouseRules(
        "The end",
        (
            HouseRule(
                "simultaneous_winners",
                "What if several win at once?",
                {
                    "final_tournament": "A last tournament decides among several winners.",
                    "shared": "Several winners share the win.",
                },
            ),
            HouseRule(
                "turn_limit",
                "After how many story cards is it over?",
                {"none": "It goes on until somebody wins.", "n": "It is over after story card {n}."},
            ),
            HouseRule(
                "top_rank_bp",
                "What is a Knight of the Round Table worth in battle?",
                "A Knight of the Round Table is worth {n} in battle.",
            ),
        ),
    ),
)

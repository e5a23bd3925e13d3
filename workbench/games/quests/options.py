"""The options of Quests of the Round Table, and the two presets that fill those in which its sources differ.

The sources are the use cases that a class wrote for the game, and the published rulebook. The defaults are those of the
use cases.
"""

from __future__ import annotations

from workbench.author import Option, OptionGroup, Options, Preset, Presets

MOST_SEATS = 4
MOST_HELD = 20  # the largest hand limit that can be chosen
MOST_TURNS = 400  # after which a game that nobody has won stops


IN_RECORD = (
    "first_player dealer_seat next_player after_quest turn_limit hand_limit starting_hand "
    "over_limit_timing adventure_reshuffle sponsor_order rising_stages max_tests join_order stage_reveal "
    "foe_tie cards_per_passed_stage card_after_last_stage cleanup amour_limit pair_scope bidding "
    "first_bid_minimum lone_bid_minimum free_bids table_allies_in_tournaments tournament_tie_rounds "
    "tie_round_draw shared_win_bonus lone_entrant prosperity shield_loss recognition recognition_stacks "
    "stage_counts discard_pile mordred_windows merlin_preview simultaneous_winners top_rank_bp"
).split()  # saved matches know positions by it
OPTIONS = Options(
    (
        OptionGroup(
            "Who begins",
            (
                Option.choice(
                    "first_player",
                    "Who draws the first story card.",
                    "QU-026",
                    "Who draws the first story card?",
                    random="The lot says who begins.",
                    left_of_dealer="Who sits left of the dealer begins.",
                ),
                Option.choice(
                    "dealer_seat",
                    "Who deals: seat_0 is Seat 1.",
                    "QU-027",
                    "Who deals?",
                    last="The last player deals.",
                    **{f"seat_{seat}": f"Seat {seat + 1} deals." for seat in range(MOST_SEATS)},
                ),
                Option.choice(
                    "next_player",
                    "Who draws the next story card.",
                    "QU-210",
                    "Who draws the next story card?",
                    clockwise="Story cards are drawn clockwise.",
                    random="The lot says who draws the next story card.",
                ),
                Option.choice(
                    "after_quest",
                    "Who draws after a sponsored quest.",
                    "QU-038",
                    "Who draws after a quest?",
                    left_of_sponsor="After a quest the player left of the sponsor draws.",
                    left_of_drawer="After a quest the player left of the one who drew it draws.",
                ),
            ),
        ),
        OptionGroup(
            "Hands",
            (
                Option(
                    "starting_hand",
                    12,
                    "Adventure cards dealt, up to the limit of a hand.",
                    "QU-008",
                    least=1,
                    most=MOST_HELD,
                    question="How many cards does a player get?",
                    said="{n} cards to begin with.",
                ),
                Option(
                    "hand_limit",
                    12,
                    "Adventure cards a hand may hold.",
                    "QU-010",
                    least=1,
                    most=MOST_HELD,
                    question="How many cards may a hand hold?",
                    said="At most {n} in a hand.",
                ),
                Option.choice(
                    "over_limit_timing",
                    "When a hand over the limit is trimmed.",
                    "QU-012",
                    "When is a hand trimmed?",
                    at_once="A hand that is too large is trimmed at once.",
                    end_of_turn="A hand that is too large is trimmed when the turn ends.",
                ),
                Option(
                    "adventure_reshuffle",
                    True,
                    "Shuffle the adventure discards when the stock is empty.",
                    "QU-041",
                    question="What if the stock runs out?",
                    said={
                        False: "Discards stay where they are.",
                        True: "Discards are shuffled when the stock is empty.",
                    },
                ),
                Option.choice(
                    "discard_pile",
                    "What is seen of the discards.",
                    "QU-278",
                    "What is seen of the discards?",
                    open="All may look through the discards.",
                    top_card="Only the top of a discard pile is seen.",
                ),
            ),
        ),
        OptionGroup(
            "Sponsoring",
            (
                Option.choice(
                    "sponsor_order",
                    "How seats are asked to sponsor.",
                    "QU-230",
                    "How are players asked to sponsor?",
                    drawer_first="Who drew the quest is asked first.",
                    all_at_once="All are asked at once.",
                ),
                Option(
                    "rising_stages",
                    True,
                    "The totals of foe stages must rise.",
                    "QU-056",
                    question="Must stages get harder?",
                    said={False: "Stages need not get harder.", True: "Each foe is harder than the one before."},
                ),
                Option(
                    "max_tests",
                    1,
                    "Tests a quest may hold.",
                    "QU-058",
                    least=0,
                    most=5,
                    question="How many tests in a quest?",
                    said="Tests in a quest: at most {n}.",
                ),
                Option.choice(
                    "join_order",
                    "How seats are asked to join a quest.",
                    "QU-231",
                    "How are players asked to join?",
                    in_turn="Players join one after the other.",
                    all_at_once="All say at once whether they join.",
                ),
            ),
        ),
        OptionGroup(
            "Stages",
            (
                Option.choice(
                    "stage_reveal",
                    "What is shown of a stage before cards are chosen.",
                    "QU-069",
                    "What is shown of a stage before cards are chosen?",
                    cards="The cards of a stage are seen first.",
                    kind="Only foe or test is told of a stage.",
                ),
                Option.choice(
                    "foe_tie",
                    "Who wins at equal totals.",
                    "QU-095",
                    "Who wins at equal totals?",
                    player_passes="At equal totals the player passes.",
                    foe_wins="At equal totals the foe wins.",
                ),
                Option.choice(
                    "stage_counts",
                    "Whether all see how many cards a stage has.",
                    "QU-279",
                    "Who sees how many cards a stage has?",
                    public="All see how many cards a stage has.",
                    hidden="Nobody sees how many cards a stage has.",
                ),
                Option(
                    "cards_per_passed_stage",
                    0,
                    "Cards drawn for a stage passed.",
                    "QU-091",
                    least=0,
                    most=1,
                    question="How many cards for a stage passed?",
                    said="Cards for a stage passed: {n}.",
                ),
                Option(
                    "card_after_last_stage",
                    False,
                    "Draw that card after the last stage too.",
                    "QU-235",
                    question="After the last stage, too?",
                    said={False: "None of them after the last stage.", True: "Such a card after the last stage, too."},
                ),
                Option.choice(
                    "cleanup",
                    "What is discarded after a stage.",
                    "QU-085",
                    "What is discarded after a stage?",
                    by_kind="Weapons go after a stage, amours after the quest.",
                    all_at_once="All goes after a stage.",
                ),
                Option(
                    "amour_limit",
                    1,
                    "Amours a seat may play in a quest or tournament.",
                    "QU-079",
                    least=1,
                    most=8,
                    none="unlimited",
                    question="How many amours?",
                    said={
                        "unlimited": "As many amours as you have.",
                        "n": "Amours in a quest or tournament: at most {n}.",
                    },
                ),
                Option.choice(
                    "pair_scope",
                    "Where the other of a pair of allies counts.",
                    "QU-239",
                    "Where does the other of a pair of allies count?",
                    anyone="Pairs of allies count wherever both are.",
                    same_owner="Pairs of allies count for one who has both.",
                ),
            ),
        ),
        OptionGroup(
            "Tests",
            (
                Option.choice(
                    "bidding",
                    "How often a participant bids.",
                    "QU-243",
                    "How often does one bid?",
                    repeated="Bidding goes on until one is left.",
                    single_round="Each bids once.",
                ),
                Option(
                    "first_bid_minimum",
                    1,
                    "The first bid in a test without a minimum.",
                    "QU-246",
                    least=1,
                    most=MOST_HELD,
                    question="What is the least first bid?",
                    said="The first bid is at least {n}.",
                ),
                Option(
                    "lone_bid_minimum",
                    3,
                    "What a lone participant bids in such a test.",
                    "QU-106",
                    least=1,
                    most=MOST_HELD,
                    question="What does somebody alone bid?",
                    said="Somebody alone bids at least {n}.",
                ),
                Option(
                    "free_bids",
                    True,
                    "Allies and amours give free bids.",
                    "QU-105",
                    question="Do allies and amours bid?",
                    said={False: "Only cards of the hand are bid.", True: "Allies and amours give free bids."},
                ),
            ),
        ),
        OptionGroup(
            "Tournaments",
            (
                Option(
                    "table_allies_in_tournaments",
                    False,
                    "Allies that lay in play before count as well.",
                    "QU-125",
                    question="Do allies that lie in play count?",
                    said={False: "Allies of before do not count.", True: "Allies that lie in play count."},
                ),
                Option.choice(
                    "tournament_tie_rounds",
                    "How often a tie is fought out.",
                    "QU-131",
                    "How often is a tie fought out?",
                    until_decided="A tie is fought out until it is decided.",
                    one="A tie is fought out once.",
                ),
                Option(
                    "tie_round_draw",
                    False,
                    "Draw a card for a tie round.",
                    "QU-254",
                    question="Is a card drawn for it?",
                    said={False: "No card is drawn for it.", True: "Each draws a card for it."},
                ),
                Option(
                    "shared_win_bonus",
                    True,
                    "Winners who share a tournament have its bonus too.",
                    "QU-134",
                    question="Do those who share a win have its bonus?",
                    said={
                        False: "Who shares a win goes without its bonus.",
                        True: "Who shares a win has its bonus, too.",
                    },
                ),
                Option.choice(
                    "lone_entrant",
                    "What a lone entrant gets.",
                    "QU-118",
                    "What of somebody who enters alone?",
                    not_held="With one entrant there is no tournament.",
                    walkover="Somebody who enters alone wins it.",
                ),
            ),
        ),
        OptionGroup(
            "Events and abilities",
            (
                Option.choice(
                    "prosperity",
                    "Whether Prosperity may be refused.",
                    "QU-150",
                    "May Prosperity be refused?",
                    must_draw="All draw for Prosperity.",
                    may_draw="Who likes draws for Prosperity.",
                ),
                Option.choice(
                    "shield_loss",
                    "Losing more shields than are held.",
                    "QU-222",
                    "What if one has too few shields to lose?",
                    floor_zero="One loses what one has.",
                    all_or_nothing="Who has too few shields loses none.",
                ),
                Option.choice(
                    "recognition",
                    "How long a King's Recognition waits.",
                    "QU-260",
                    "How long does a King's Recognition wait?",
                    until_completed="A King's Recognition waits for a quest that is completed.",
                    next_quest_card="A King's Recognition waits for the next quest only.",
                ),
                Option(
                    "recognition_stacks",
                    True,
                    "Two waiting King's Recognitions give four shields.",
                    "QU-261",
                    question="Do two of them add up?",
                    said={False: "Two of them count once.", True: "Two of them give four shields."},
                ),
                Option.choice(
                    "mordred_windows",
                    "When Mordred may be given up.",
                    "QU-267",
                    "When may Mordred be given up?",
                    default="stage_start",
                    off="Mordred is never given up.",
                    stage_start="Mordred may be given up as a stage begins.",
                    every_step="Mordred may be given up at every step.",
                ),
                Option(
                    "merlin_preview",
                    True,
                    "Merlin may look at a stage.",
                    "QU-204",
                    question="May Merlin look at a stage?",
                    said={False: "Merlin looks at nothing.", True: "Merlin may look at a stage."},
                ),
            ),
        ),
        OptionGroup(
            "The end",
            (
                Option.choice(
                    "simultaneous_winners",
                    "What decides among several winners.",
                    "QU-206",
                    "What if several win at once?",
                    final_tournament="A last tournament decides among several winners.",
                    shared="Several winners share the win.",
                ),
                Option(
                    "turn_limit",
                    "none",
                    "Story cards after which the game stops.",
                    "QU-223",
                    least=1,
                    most=MOST_TURNS,
                    none="none",
                    question="After how many story cards is it over?",
                    said={"none": "It goes on until somebody wins.", "n": "It is over after story card {n}."},
                ),
                Option(
                    "top_rank_bp",
                    20,
                    "What a Knight of the Round Table is worth.",
                    "QU-258",
                    least=0,
                    most=99,
                    question="What is a Knight of the Round Table worth in battle?",
                    said="A Knight of the Round Table is worth {n} in battle.",
                ),
            ),
        ),
    ),
    IN_RECORD,
)

PUBLISHED = {
    "first_player": "left_of_dealer",
    "stage_reveal": "kind",
    "cards_per_passed_stage": 1,
    "table_allies_in_tournaments": True,
    "tournament_tie_rounds": "one",
    "shared_win_bonus": False,
    "prosperity": "may_draw",
    "mordred_windows": "every_step",
}
RULES = Presets(
    "rules",
    "Rules",
    (
        Preset("use_cases", "Use cases", {option.key: option.default for option in OPTIONS.kept(*PUBLISHED)}),
        Preset("published", "Published rules", PUBLISHED),
    ),
    "Which of the two sources of the game holds where they differ.",
)

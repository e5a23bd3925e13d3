# Written by python -m tests.declared_names from what the game declares.

from workbench.author import Record

class QuestsEffects:
    mordred_window: int
    trim: int
    chivalrous_deed: int
    pox: int
    plague: int
    kings_recognition: int
    queens_favor: int
    court_called_to_camelot: int
    kings_call_to_arms: int
    prosperity: int

EFFECTS: QuestsEffects

class FirstPlayer:
    random: int
    left_of_dealer: int

class DealerSeat:
    last: int
    seat_0: int
    seat_1: int
    seat_2: int
    seat_3: int

class NextPlayer:
    clockwise: int
    random: int

class AfterQuest:
    left_of_sponsor: int
    left_of_drawer: int

class TurnLimit:
    none: int

class OverLimitTiming:
    at_once: int
    end_of_turn: int

class SponsorOrder:
    drawer_first: int
    all_at_once: int

class JoinOrder:
    in_turn: int
    all_at_once: int

class StageReveal:
    cards: int
    kind: int

class FoeTie:
    player_passes: int
    foe_wins: int

class Cleanup:
    by_kind: int
    all_at_once: int

class AmourLimit:
    unlimited: int

class PairScope:
    anyone: int
    same_owner: int

class Bidding:
    repeated: int
    single_round: int

class TournamentTieRounds:
    until_decided: int
    one: int

class LoneEntrant:
    not_held: int
    walkover: int

class Prosperity:
    must_draw: int
    may_draw: int

class ShieldLoss:
    floor_zero: int
    all_or_nothing: int

class Recognition:
    until_completed: int
    next_quest_card: int

class StageCounts:
    public: int
    hidden: int

class DiscardPile:
    open: int
    top_card: int

class MordredWindows:
    off: int
    stage_start: int
    every_step: int

class SimultaneousWinners:
    final_tournament: int
    shared: int

class OptionsByName:
    first_player: FirstPlayer
    dealer_seat: DealerSeat
    next_player: NextPlayer
    after_quest: AfterQuest
    turn_limit: TurnLimit
    over_limit_timing: OverLimitTiming
    sponsor_order: SponsorOrder
    join_order: JoinOrder
    stage_reveal: StageReveal
    foe_tie: FoeTie
    cleanup: Cleanup
    amour_limit: AmourLimit
    pair_scope: PairScope
    bidding: Bidding
    tournament_tie_rounds: TournamentTieRounds
    lone_entrant: LoneEntrant
    prosperity: Prosperity
    shield_loss: ShieldLoss
    recognition: Recognition
    stage_counts: StageCounts
    discard_pile: DiscardPile
    mordred_windows: MordredWindows
    simultaneous_winners: SimultaneousWinners

OPTIONS: OptionsByName

class QuestsPhases:
    turn_start: int
    story_draw: int
    sponsor_offer: int
    sponsor_vote: int
    quest_setup: int
    join_offer: int
    join_vote: int
    quest_deal: int
    stage_start: int
    stage_merlin: int
    stage_play: int
    stage_window: int
    stage_evaluate: int
    bid_window: int
    bidding: int
    lone_bid: int
    bid_payment: int
    test_end: int
    quest_end: int
    entry_offer: int
    tournament_deal: int
    tournament_start: int
    tournament_play: int
    tournament_window: int
    tournament_evaluate: int
    tournament_award: int
    event: int
    turn_end: int
    final_tournament: int
    game_over: int

PHASES: QuestsPhases

class HouseRules(Record):
    first_player: int
    dealer_seat: int
    next_player: int
    after_quest: int
    turn_limit: int
    hand_limit: int
    starting_hand: int
    over_limit_timing: int
    adventure_reshuffle: int
    sponsor_order: int
    rising_stages: int
    max_tests: int
    join_order: int
    stage_reveal: int
    foe_tie: int
    cards_per_passed_stage: int
    card_after_last_stage: int
    cleanup: int
    amour_limit: int
    pair_scope: int
    bidding: int
    first_bid_minimum: int
    lone_bid_minimum: int
    free_bids: int
    table_allies_in_tournaments: int
    tournament_tie_rounds: int
    tie_round_draw: int
    shared_win_bonus: int
    lone_entrant: int
    prosperity: int
    shield_loss: int
    recognition: int
    recognition_stacks: int
    stage_counts: int
    discard_pile: int
    mordred_windows: int
    merlin_preview: int
    simultaneous_winners: int
    top_rank_bp: int

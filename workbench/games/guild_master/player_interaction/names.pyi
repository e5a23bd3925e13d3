# Written by python -m tests.declared_names from what the game declares.

from workbench.author import Record

class DrawRule:
    refill_to_five: int
    five_if_below: int

class DrawMode:
    count: int
    one_by_one: int

class DiscardVisibility:
    face_up: int
    face_down: int

class TradeReveal:
    to_partner: int
    face_down: int
    public: int

class TradeOfferCap:
    none: int

class BuildChoice:
    any_subset: int
    all_matching: int

class BonusSources:
    resolved: int
    printed: int

class TradeFloor:
    open: int
    in_order: int

class FavourLedger:
    off: int
    on: int

class BidCost:
    none: int
    winner: int
    all: int

class BidTie:
    majority: int
    plurality: int
    unanimous: int
    random: int

class OptionsByName:
    draw_rule: DrawRule
    draw_mode: DrawMode
    discard_visibility: DiscardVisibility
    trade_reveal: TradeReveal
    trade_offer_cap: TradeOfferCap
    build_choice: BuildChoice
    bonus_sources: BonusSources
    trade_floor: TradeFloor
    favour_ledger: FavourLedger
    bid_cost: BidCost
    bid_tie: BidTie

OPTIONS: OptionsByName

class HouseRules(Record):
    deal_size: int
    draw_rule: int
    draw_mode: int
    discard_max: int
    discard_visibility: int
    trade_reveal: int
    trade_offer_cap: int
    build_choice: int
    stall_rounds: int
    max_turns: int
    bonus_sources: int
    excluded_cards: int
    trade_floor: int
    favour_ledger: int
    bid_cost: int
    bid_tie: int

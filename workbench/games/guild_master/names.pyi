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

class LeadTies:
    all_tied: int
    nobody: int

class FirstSeat:
    random: int

class BonusSources:
    resolved: int
    printed: int

class OptionsByName:
    draw_rule: DrawRule
    draw_mode: DrawMode
    discard_visibility: DiscardVisibility
    trade_reveal: TradeReveal
    trade_offer_cap: TradeOfferCap
    build_choice: BuildChoice
    lead_ties: LeadTies
    first_seat: FirstSeat
    bonus_sources: BonusSources

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
    lead_ties: int
    equal_turns: int
    first_seat: int
    stall_rounds: int
    max_turns: int
    bonus_sources: int
    excluded_cards: int

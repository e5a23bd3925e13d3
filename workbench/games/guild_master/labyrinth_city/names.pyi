# Written by python -m tests.declared_names from what the game declares.

from workbench.author import Record

class FirstSeat:
    random: int

class FavourLedger:
    off: int
    on: int

class CityTitle:
    best_category: int
    most_leads: int

class CityBonus:
    owned: int
    road_linked: int

class TradeReveal:
    to_partner: int
    face_down: int
    public: int

class TradeOfferCap:
    none: int

class BonusSources:
    resolved: int
    printed: int

class TradeFloor:
    open: int
    in_order: int

class OptionsByName:
    first_seat: FirstSeat
    favour_ledger: FavourLedger
    city_title: CityTitle
    city_bonus: CityBonus
    trade_reveal: TradeReveal
    trade_offer_cap: TradeOfferCap
    bonus_sources: BonusSources
    trade_floor: TradeFloor

OPTIONS: OptionsByName

class HouseRules(Record):
    deal_size: int
    city_rounds: int
    city_card_share: int
    first_seat: int
    favour_ledger: int
    city_title: int
    city_bonus: int
    trade_reveal: int
    trade_offer_cap: int
    bonus_sources: int
    excluded_cards: int
    trade_floor: int

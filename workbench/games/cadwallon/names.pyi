# Written by python -m tests.declared_names from what the game declares.

from workbench.author import Record

class Condition:
    random: int
    tax_year: int
    martial_law: int
    festival: int
    city_charter: int
    golden_season: int
    paper_war: int
    ducal_arbiter: int
    long_session: int
    curfew: int
    great_houses: int
    gated_centre: int
    corner_markets: int

class FirstPlayer:
    random: int
    seat_0: int
    seat_1: int
    seat_2: int
    seat_3: int

class PersonalityAssignment:
    best: int
    manual: int

class WonActions:
    open: int
    count_only: int

class OptionsByName:
    condition: Condition
    first_player: FirstPlayer
    personality_assignment: PersonalityAssignment
    won_actions: WonActions

OPTIONS: OptionsByName

class HouseRules(Record):
    condition_cards: int
    special_action_cards: int
    contract_cards: int
    condition: int
    contracts_dealt: int
    first_player: int
    personality_assignment: int
    won_actions: int
    stall_rounds: int
    series_games: int

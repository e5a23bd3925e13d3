# Written by python -m tests.declared_names from what the game declares.

from workbench.author import Record

class StartPlayer:
    random: int
    seat_0: int
    seat_1: int

class FactionChoice:
    start_player: int
    seat_0_arthur: int
    seat_0_mordred: int

class TableOrder:
    shuffled: int
    listed: int

class StartKnight:
    chosen: int
    random: int

class DrawnRound:
    replay: int
    count_for_both: int
    count_for_none_move_on: int

class IsoldeSource:
    resolved: int
    printed: int

class MemoryAid:
    off: int
    on: int

class ShowAside:
    never: int
    after_round: int

class OptionsByName:
    start_player: StartPlayer
    faction_choice: FactionChoice
    table_order: TableOrder
    start_knight: StartKnight
    drawn_round: DrawnRound
    isolde_source: IsoldeSource
    memory_aid: MemoryAid
    show_aside: ShowAside

OPTIONS: OptionsByName

class HouseRules(Record):
    code_of_chivalry: int
    extended_cast: int
    rounds_to_win: int
    start_player: int
    faction_choice: int
    table_order: int
    start_knight: int
    drawn_round: int
    isolde_source: int
    memory_aid: int
    show_aside: int

# Written by python -m tests.declared_names from what the game declares.

from workbench.author import Record

class ExcaliburEffects:
    excalibur: int
    cursed_blade: int
    squire_sword: int
    galahad: int
    black_knight: int
    lancelot: int
    fisher_king: int
    arthur: int
    artisan: int
    baroness: int
    caelia: int
    gawain: int
    green_knight: int
    guinevere: int
    lady_of_the_lake: int
    merchant: int
    merlin: int
    mordred: int
    morgana: int
    peasant: int
    percival: int
    priest: int
    robyn_of_roxley: int
    spirit: int
    spy: int
    thief: int
    uther: int
    no_effect: int
    drawing: int
    stealing: int
    placing: int
    flip_offered: int
    flips_offered: int

EFFECTS: ExcaliburEffects

class CrownStart:
    random: int
    seat_0: int
    seat_1: int
    seat_2: int
    seat_3: int
    seat_4: int
    seat_5: int
    seat_6: int
    seat_7: int

class FinalThreshold:
    auto: int

class DrawOrder:
    simultaneous: int
    one_each: int
    seat_by_seat: int

class DrawSight:
    each_chip: int
    after_all: int

class AvalonChoice:
    slot: int
    region: int

class MaleArt:
    deck: int
    none: int
    all: int

class FisherKingWindows:
    both: int
    resolve_start: int
    before_steal: int

class BlackKnightTargets:
    any: int
    others: int

class SquireSwordSmallTable:
    in_pool: int
    removed: int

class MemoryAid:
    off: int
    on: int

class OptionsByName:
    crown_start: CrownStart
    final_threshold: FinalThreshold
    draw_order: DrawOrder
    draw_sight: DrawSight
    avalon_choice: AvalonChoice
    male_art: MaleArt
    fisher_king_windows: FisherKingWindows
    black_knight_targets: BlackKnightTargets
    squire_sword_small_table: SquireSwordSmallTable
    memory_aid: MemoryAid

OPTIONS: OptionsByName

class HouseRules(Record):
    crown_start: int
    final_threshold: int
    draw_order: int
    draw_sight: int
    avalon_choice: int
    male_art: int
    flip_chance: int
    fisher_king_windows: int
    fisher_king_blocks_arthur: int
    black_knight_targets: int
    caelia_self: int
    squire_sword_small_table: int
    cursed_squire_wins: int
    spy_must_show: int
    chat: int
    memory_aid: int
    win_value: int
    tainted_win_value: int
    loss_value: int
    ultimate_loss_value: int

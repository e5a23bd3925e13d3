"""The table of Excalibur: its record, what a seat can do, what is told. The rules that use them stand in rules.py.

Seats are numbered clockwise from 0; the left neighbour of seat s is s + 1 (see Terms in RULES.md). A kind is a row of
cards.csv; an effect is one of EFFECTS in deck.py; an offset counts seats from the crown, clockwise.
"""

from __future__ import annotations

from workbench.games.excalibur.deck import EFFECTS, MAX_CARDS, MAX_KINDS, MOST_MORGANAS, ON_REVEAL, SWORDS
from workbench.kernel.actions import PEOPLE_ONLY, TOLD_TO_EVERYONE, ActionSpace, Argument, Verb
from workbench.kernel.events import EventKind, EventKinds
from workbench.kernel.game import SECRET_TOGETHER
from workbench.kernel.options import Option
from workbench.kernel.state import EVERYONE, NOBODY, OWNER, Field, StateSpec, Zone

MAX_SEATS = 8
HAND_SIZE = 4  # chips to which the draw step fills a hand (EX-019)
REGIONS = 3
SLOTS = MAX_CARDS
TURNED = 4  # chips that Percival turns up (EX-151)
FULL_HAND = 7  # where Robyn stops (EX-158)
MOST_VALUE = 1000  # of an outcome, in percent of a win (EX-227)
SAYINGS = 3  # how often a seat may speak in a round, so that every game ends

DRAW, PLAY, REVEAL, RESOLVE, GAME_OVER = range(5)
PHASES = (
    ("draw", "Draw"),
    ("play", "Play"),
    ("reveal", "Reveal"),
    ("resolve", "Resolve"),
    ("game_over", "Game over"),
)
TOGETHER = {"draw": SECRET_TOGETHER, "play": SECRET_TOGETHER}

(
    EXCALIBUR, CURSED_BLADE, SQUIRE_SWORD, GALAHAD, BLACK_KNIGHT, LANCELOT, FISHER_KING, ARTHUR, ARTISAN, BARONESS,
    CAELIA, GAWAIN, GREEN_KNIGHT, GUINEVERE, LADY_OF_THE_LAKE, MERCHANT, MERLIN, MORDRED, MORGANA, PEASANT, PERCIVAL,
    PRIEST, ROBYN, SPIRIT, SPY, THIEF, UTHER,
) = range(len(EFFECTS))  # fmt: skip
LAST_SWORD, LAST_ON_REVEAL = len(SWORDS) - 1, len(SWORDS) + len(ON_REVEAL) - 1
# A chip that a measurement has robbed of its effect; then what stands in a frame of its own besides the chips:
NO_EFFECT, DRAWING, STEALING, PLACING, FLIP_OFFERED, FLIPS_OFFERED = range(len(EFFECTS), len(EFFECTS) + 6)

RANDOM_CROWN = 0  # of the option crown_start, whose choice i is otherwise seat i - 1
SIMULTANEOUS, ONE_EACH, SEAT_BY_SEAT = range(3)
SLOT, REGION = range(2)
BOTH_WINDOWS, AT_RESOLVE, BEFORE_STEAL = range(3)
ANY, OTHERS = range(2)
EACH_CHIP, AFTER_ALL = range(2)
OF_THE_DECK, NO_MALE, ALL_MALE = range(3)
IN_POOL, REMOVED = range(2)
AUTO = 0

OPTIONS = (
    Option(
        "crown_start", "random", "Who has the crown first: seat_0 is Seat 1.", "EX-211",
        ("random", *(f"seat_{seat}" for seat in range(MAX_SEATS))),
    ),
    Option(
        "final_threshold", "auto", "Empty regions that make a round the final one.", "EX-212", ("auto", "1", "2", "3")
    ),
    Option(
        "draw_order", "simultaneous", "How hands are filled.", "EX-213", ("simultaneous", "one_each", "seat_by_seat")
    ),
    Option(
        "draw_sight", "each_chip", "A drawn chip is seen at once, or when all of a draw are taken.", "EX-214",
        ("each_chip", "after_all"),
    ),
    Option("avalon_choice", "slot", "Draw a certain chip of a region, or a random one.", "EX-215", ("slot", "region")),
    Option(
        "male_art", "deck", "Which chips show a male figure: those the deck says, none, or all but swords.", "EX-216",
        ("deck", "none", "all"),
    ),
    Option("flip_chance", 50, "Chance in percent that a flipped chip lands face up.", "EX-217", least=0, most=100),
    Option(
        "fisher_king_windows", "both", "When the Fisher King may be flipped.", "EX-218",
        ("both", "resolve_start", "before_steal"),
    ),
    Option("fisher_king_blocks_arthur", True, "Against Arthur a protected seat holds out no sword.", "EX-219"),
    Option("black_knight_targets", "any", "Whose chips the Black Knight takes.", "EX-220", ("any", "others")),
    Option("caelia_self", False, "Caelia may name her own player.", "EX-221"),
    Option(
        "squire_sword_small_table", "in_pool", "The Squire Sword with two or three seats.", "EX-222",
        ("in_pool", "removed"),
    ),
    Option("cursed_squire_wins", False, "The Cursed Blade leaves the squire's win alone.", "EX-223"),
    Option("spy_must_show", True, "The Spy must show a chip of the hand.", "EX-224"),
    Option("chat", True, "People may say phrases, true or not, when they are asked: three a round.", "EX-226"),
    Option("memory_aid", "off", "Show on its screen what a seat knows.", "EX-225", ("off", "on")),
    *(
        Option(
            f"{outcome}_value", worth, f"What {words} is worth to ratings, in percent of a win.", "EX-227",
            least=-MOST_VALUE, most=MOST_VALUE,
        )
        for outcome, worth, words in (
            ("win", 100, "a win"), ("tainted_win", 50, "a tainted win"), ("loss", 0, "a loss"),
            ("ultimate_loss", -100, "the ultimate loss"),
        )
    ),
)  # fmt: skip

STATE = StateSpec(
    seats=MAX_SEATS,
    cards=MAX_CARDS,
    zones=(
        Zone("hand", OWNER, per_seat=True, sorted=True, about="chips a seat holds"),
        Zone("drawn", OWNER, per_seat=True, sorted=True, about="chips on their way to a hand"),
        Zone("unseen", NOBODY, per_seat=True, about="chips drawn that are looked at when the draw is over"),
        Zone("held_out", OWNER, per_seat=True, sorted=True, about="swords held out"),
        Zone("fist", OWNER, per_seat=True, sorted=True, about="the chip under Galahad's protection"),
        Zone("played", EVERYONE, per_seat=True, about="played chips that are not resolved yet"),
        Zone("permanent", EVERYONE, per_seat=True, about="permanents in play"),
        Zone("open_hand", EVERYONE, per_seat=True, sorted=True, about="hands as they lie open at the end"),
        Zone("trash", EVERYONE, sorted=True, about="chips out of play"),
        *(Zone(f"region_{region}", NOBODY, about="a region of Avalon, slot by slot") for region in range(REGIONS)),
    ),
    fields=(
        Field("crown", about="the seat with the crown"),
        Field("final", about="1 once the round is the final one"),
        Field("final_region", "i2", (), about="the region that was empty then, -1 before"),
        Field("final_seat", about="the seat that drew its last chip; -1 before, and if the deck was too small"),
        Field("final_effect", about="the effect by which it was drawn, plus 1; 0 in the draw step"),
        Field("cursor", about="the offset of the next seat of the draw, reveal or resolve step"),
        Field("named", "i2", (MAX_SEATS,), OWNER, "the slot or region a seat has named in the draw step, plus 1"),
        Field(
            "chosen", "i2", (MAX_SEATS,), OWNER, "the kind a seat has chosen to play, plus 1; NOTHING_CHOSEN", unknown=0
        ),
        Field("protected", "i2", (), about="by bits: the seats that the Fisher King protects in this round"),
        Field("resolved", "i1", (MAX_KINDS, MAX_SEATS), about="by kind and seat: how many chips took effect"),
        Field("turned", "i2", (TURNED,), about="the kinds of the chips that Percival has turned up, plus 1"),
        Field("turned_slot", "i2", (TURNED,), about="the actions that name their slots, plus 1"),
        Field("swords_out", "i2", (MAX_SEATS,), about="how many swords each seat held out or gave the last time"),
        Field("huzzah", about="1 if the last Priest drew a sword"),
        Field("shown", "i2", (MAX_SEATS,), about="the kind each seat showed in the last reveal, plus 1; 0 for none"),
        Field("said", "i2", (MAX_SEATS, SAYINGS), about="what each seat said in this round, as actions plus 1"),
    ),
    options=OPTIONS,
    frames=MOST_MORGANAS + 3,  # the chip that the last one reveals, its steal, the flip offered then
)
HAND, DRAWN, UNSEEN, HELD_OUT, FIST = (STATE.place(name) for name in ("hand", "drawn", "unseen", "held_out", "fist"))
PLAYED, PERMANENT, TRASH, AVALON = (STATE.place(name) for name in ("played", "permanent", "trash", "region_0"))
OPEN_HAND = STATE.place("open_hand")
NOTHING_CHOSEN = MAX_KINDS + 1
FIRST_CARD_NAMED = 1000  # while slots are handed out, `named` is the chip plus this

CHIP, SEAT, SLOT_OF_REGION = (
    Argument("card", MAX_KINDS, "card"),
    Argument("other", MAX_SEATS, "seat"),
    Argument("slot", SLOTS, "choice", tuple(str(slot + 1) for slot in range(SLOTS))),
)
REGION_NAMES = tuple(f"region {region + 1}" for region in range(REGIONS))
A_REGION = Argument("region", REGIONS, "choice", REGION_NAMES)
CLAIMS = (
    "I hold Excalibur.",
    "I hold the Cursed Blade.",
    "I hold the Squire Sword.",
    "I hold no sword.",
    "Steal from me!",
    "Leave me alone!",
    "That is not true.",
)
CHARGES = ("holds Excalibur.", "holds the Cursed Blade.")
CHARGES_EACH = len(CHARGES)
ACTIONS = ActionSpace(
    (
        *(
            Verb(f"slot_{region}", (SLOT_OF_REGION,), f"Chip {{slot}} of {REGION_NAMES[region]}")
            for region in range(REGIONS)
        ),
        Verb("region", (A_REGION,), "A chip of {region}"),
        Verb("play", (CHIP,), "Play {card}"),
        Verb("play_nothing", (), "Play nothing"),
        Verb("flip", (), "Flip the Fisher King"),
        Verb("let_be", (), "Let the Fisher King be"),
        Verb("protect", (CHIP,), "Protect {card}"),
        Verb("take_played", (SEAT,), "Take the played chip of {other}"),
        Verb("take_permanent", (SEAT,), "Take the permanent of {other}"),
        Verb("draw_chips", (), "Draw"),
        Verb("steal_from", (SEAT,), "Steal from {other}"),
        Verb("give_back", (CHIP,), "Give back {card}"),
        *(Verb(f"place_{region}", (CHIP,), f"Put {{card}} into {REGION_NAMES[region]}") for region in range(REGIONS)),
        Verb("trash", (CHIP,), "Trash {card}"),
        Verb("left", (), "To the left"),
        Verb("right", (), "To the right"),
        Verb("name_seat", (SEAT,), "Name {other}"),
        Verb("stop", (), "No more"),
        Verb("give", (CHIP,), "Give {card}"),
        Verb("mix", (A_REGION,), "Mix {region}"),
        Verb("take_sword_of", (SEAT,), "Take a sword of {other}"),
        Verb("swap", (), "Swap hands"),
        Verb("keep", (), "Keep your hand"),
        Verb("show", (CHIP,), "Show {card}"),
        Verb("reveal", (CHIP,), "Reveal {card}"),
        Verb("reveal_none", (), "Reveal none"),
        Verb(
            "say", (Argument("claim", len(CLAIMS), "choice", CLAIMS),), "Say: {claim}", TOLD_TO_EVERYONE,
            "{seat} says: {claim}", PEOPLE_ONLY,
        ),
        Verb(
            "say_of", (SEAT, Argument("charge", len(CHARGES), "choice", CHARGES)), "Say: {other} {charge}",
            TOLD_TO_EVERYONE, "{seat} says: {other} {charge}", PEOPLE_ONLY,
        ),
    )
)  # fmt: skip
SLOT_IN, NAME_REGION, PLAY_CHIP, PLAY_NOTHING = ACTIONS.numbers("slot_0", "region", "play", "play_nothing")
FLIP, LET_BE, PROTECT, TAKE_PLAYED, TAKE_PERMANENT = ACTIONS.numbers(
    "flip", "let_be", "protect", "take_played", "take_permanent"
)
DRAW_CHIPS, STEAL_FROM, GIVE_BACK, PLACE_IN, TRASH_CHIP = ACTIONS.numbers(
    "draw_chips", "steal_from", "give_back", "place_0", "trash"
)
LEFT, RIGHT, NAME_SEAT, STOP, GIVE = ACTIONS.numbers("left", "right", "name_seat", "stop", "give")
MIX, TAKE_SWORD_OF, SWAP, KEEP = ACTIONS.numbers("mix", "take_sword_of", "swap", "keep")
SHOW, REVEAL_CHIP, REVEAL_NONE = ACTIONS.numbers("show", "reveal", "reveal_none")
SAY, SAY_OF = ACTIONS.numbers("say", "say_of")

# A round trashes a chip at least, so there are no more rounds than chips; in it a seat names as many slots as seats may
# clash over, plays, speaks, and answers its chip: the longest, Robyn, steals once for each chip there is.
MOST_DECISIONS = MAX_CARDS * MAX_SEATS * (HAND_SIZE * MAX_SEATS + 1 + SAYINGS + 24)

WHO, OTHER, WHAT, HOW_MANY, SLOT_TOLD, WHERE = (
    ("seat", "seat"),
    ("other", "seat"),
    ("card", "card"),
    ("count", "number"),
    ("slot", "number"),
    ("region", "number"),
)
EVENTS = EventKinds(
    (
        EventKind("crown", "{seat} has the crown.", (WHO,)),
        EventKind("round_begins", "Round {count}.", (HOW_MANY,)),
        EventKind("drew", "{seat} draws chip {slot} of region {region}.", (WHO, SLOT_TOLD, WHERE)),
        EventKind("you_drew", "You draw {card}.", (WHAT,)),
        EventKind("clashed", "{seat} names again.", (WHO,)),
        EventKind("final_round", "Region {region} is empty: this is the final round.", (WHERE,)),
        EventKind("played", "{seat} plays {card}.", (WHO, WHAT)),
        EventKind("played_nothing", "{seat} plays nothing.", (WHO,)),
        EventKind("resolves", "{seat} resolves {card}.", (WHO, WHAT)),
        EventKind("trashed", "{card} of {seat} is trashed.", (WHO, WHAT)),
        EventKind("landed_up", "{card} of {seat} lands face up.", (WHO, WHAT)),
        EventKind("landed_down", "{card} of {seat} lands face down.", (WHO, WHAT)),
        EventKind("stays", "{card} stays with {seat}.", (WHO, WHAT)),
        EventKind("protects", "{seat} closes the fist on a chip.", (WHO,)),
        EventKind("opens_fist", "{seat} opens the fist.", (WHO,)),
        EventKind("shielded", "Nobody steals from {seat} in this round.", (WHO,)),
        EventKind("took_chip", "{seat} takes {card} of {other}.", (WHO, WHAT, OTHER)),
        EventKind("aims_at", "{seat} aims at {other}.", (WHO, OTHER)),
        EventKind("stole", "{seat} steals {count} from {other}.", (WHO, HOW_MANY, OTHER)),
        EventKind("you_stole", "You steal {card}.", (WHAT,)),
        EventKind("you_lost", "{seat} steals your {card}.", (WHO, WHAT)),
        EventKind("placed", "{seat} puts a chip into region {region}.", (WHO, WHERE)),
        EventKind("you_placed", "You put {card} into region {region}.", (WHAT, WHERE)),
        EventKind("gave_back", "{seat} gives a chip back to {other}.", (WHO, OTHER)),
        EventKind("you_got", "You get {card} from {seat}.", (WHO, WHAT)),
        EventKind("held_out", "{seat} holds out {count}.", (WHO, HOW_MANY)),
        EventKind("gave_swords", "{seat} gives swords to {other}: {count}.", (WHO, HOW_MANY, OTHER)),
        EventKind("put_sword", "{seat} puts a sword of {other} into region {region}.", (WHO, OTHER, WHERE)),
        EventKind("no_sword", "{seat} has no sword.", (WHO,)),
        EventKind("to_the_left", "{seat} points to the left.", (WHO,)),
        EventKind("to_the_right", "{seat} points to the right.", (WHO,)),
        EventKind("hands_passed", "All hands are passed on."),
        EventKind("looked", "{seat} looks at the hand of {other}.", (WHO, OTHER)),
        EventKind("you_saw", "You see {card} of {other}.", (WHAT, OTHER), fleeting=True),
        EventKind("showed", "{seat} shows {card} of {other}.", (WHO, WHAT, OTHER)),
        EventKind("swapped", "{seat} swaps hands with {other}.", (WHO, OTHER)),
        EventKind("kept_hand", "{seat} keeps the hand.", (WHO,)),
        EventKind("mixed", "{seat} mixes region {region}.", (WHO, WHERE)),
        EventKind("turned_up", "Chip {slot} of region {region} is {card}.", (SLOT_TOLD, WHERE, WHAT)),
        EventKind("took_turned", "{seat} takes {card}, chip {slot} of region {region}.", (WHO, WHAT, SLOT_TOLD, WHERE)),
        EventKind("huzzah", "{seat} calls: Huzzah!", (WHO,)),
        EventKind("held_at_end", "{seat} holds {card} at the end.", (WHO, WHAT)),
        EventKind("in_avalon_at_end", "{card} lies in Avalon at the end.", (WHAT,)),
    )
)
(
    HAS_CROWN, ROUND_BEGINS, DREW, YOU_DREW, CLASHED, FINAL_ROUND, HAS_PLAYED, PLAYED_NOTHING, RESOLVES, TRASHED,
    LANDED_UP, LANDED_DOWN, STAYS, PROTECTS, OPENS_FIST, SHIELDED, TOOK_CHIP, AIMS_AT, STOLE, YOU_STOLE, YOU_LOST,
    PLACED, YOU_PLACED, GAVE_BACK, YOU_GOT, HOLDS_OUT, GAVE_SWORDS, PUT_SWORD, NO_SWORD, TO_THE_LEFT, TO_THE_RIGHT,
    HANDS_PASSED, LOOKED, YOU_SAW, SHOWED, SWAPPED, KEPT_HAND, MIXED, TURNED_UP, TOOK_TURNED, HUZZAH, HELD_AT_END,
    IN_AVALON_AT_END,
) = EVENTS.numbers(*(kind.name for kind in EVENTS.kinds))  # fmt: skip

"""What lies on the table in Excalibur, what a game remembers, and what a seat can do."""

from __future__ import annotations

from typing import NamedTuple

from workbench.author import (
    EVERYONE,
    HEARD_BY_EVERYONE,
    NOBODY,
    OWNER,
    PEOPLE_ONLY,
    ActionSpace,
    Argument,
    EventKind,
    EventKinds,
    Field,
    InPlay,
    Numbers,
    StateSpec,
    Verb,
    Zone,
    Zones,
)
from workbench.games.excalibur.names import HouseRules
from workbench.games.excalibur.options import MAX_SEATS, OPTIONS

MAX_CARDS = 80
MAX_KINDS = 40
MOST_MORGANAS = 9  # each may reveal the next, and the table keeps a frame for each
REGIONS = 3
SLOTS = MAX_CARDS
HAND_SIZE = 4  # chips to which the draw step fills a hand (EX-019)
FULL_HAND = 7  # where Robyn stops (EX-158)
TURNED = 4  # chips that Percival turns up (EX-151)
NO_SLOT, FILLED, LEFT = 0, 1, -1  # of a slot: beyond the last one, holding a chip, left by one (EX-300)
NO_TARGET = -1
AVALON_CHOSEN = MAX_SEATS  # as a TARGET: the chips come from Avalon
SAYINGS = 3  # how often a seat may speak in a round, so that every game ends


class DeckArrays(NamedTuple):
    """A deck as the rules see it; whole numbers, padded to the declared maxima.

    card            index of a physical chip; copies of a kind are neighbours
    kind            index of a row of the list

    card_count, kind_count      chips and kinds in use
    kind[card]                  -> kind; -1 beyond card_count
    effect[kind]                -> number of a row of EFFECTS in chips.py
    male_art[kind]              -> 1 if Caelia trashes it (EX-113, EX-340)
    key_chip[i]                 -> the card that is Excalibur (0) and the Cursed Blade (1): KEY_CHIPS
    """

    card_count: int
    kind_count: int
    kind: Numbers
    effect: Numbers
    male_art: Numbers
    key_chip: Numbers


class ExcaliburDeck(DeckArrays, InPlay):
    """The deck as the rules read it: its arrays, and those that are added to every deck."""


class ExcaliburZones(Zones):
    """Where cards lie."""

    hand = Zone(OWNER, per_seat=True, sorted=True, about="chips a seat holds")
    drawn = Zone(OWNER, per_seat=True, sorted=True, about="chips on their way to a hand")
    unseen = Zone(NOBODY, per_seat=True, about="chips drawn that are looked at when the draw is over")
    held_out = Zone(OWNER, per_seat=True, sorted=True, about="swords held out")
    fist = Zone(OWNER, per_seat=True, sorted=True, about="the chip under Galahad's protection")
    played = Zone(EVERYONE, per_seat=True, about="played chips that are not resolved yet")
    permanent = Zone(EVERYONE, per_seat=True, about="permanents in play")
    open_hand = Zone(EVERYONE, per_seat=True, sorted=True, about="hands as they lie open at the end")
    trash = Zone(EVERYONE, sorted=True, about="chips out of play")
    region_0 = Zone(NOBODY, about="a region of Avalon, slot by slot")
    region_1 = Zone(NOBODY, about="a region of Avalon, slot by slot")
    region_2 = Zone(NOBODY, about="a region of Avalon, slot by slot")


ZONES = ExcaliburZones(MAX_SEATS)


class ExcaliburState(HouseRules):
    """What a game remembers, beside the house rules."""

    crown = Field(about="the seat with the crown")
    final = Field(about="1 once the round is the final one")
    final_region = Field(about="the region that was empty then", optional=True)
    final_seat = Field(about="the seat that drew its last chip; none if the deck was too small", optional=True)
    final_effect = Field(about="the effect by which it was drawn; none in the draw step", optional=True)
    cursor = Field(about="the offset of the next seat of the draw, reveal or resolve step")
    named = Field("i2", (MAX_SEATS,), OWNER, "the slot or region a seat has named in the draw step", optional=True)
    chosen = Field("i2", (MAX_SEATS,), OWNER, "the kind a seat has chosen to play, or NO_CHIP", optional=True)
    slots = Field("i1", (REGIONS, SLOTS), about="by region and slot: NO_SLOT, FILLED or LEFT")
    protected = Field("i2", (), about="by bits: the seats that the Fisher King protects in this round")
    resolved = Field("i1", (MAX_KINDS, MAX_SEATS), about="by kind and seat: how many chips took effect")
    turned = Field("i2", (TURNED,), about="the kinds of the chips that Percival has turned up", optional=True)
    turned_slot = Field("i2", (TURNED,), about="the actions that name their slots", optional=True)
    swords_out = Field("i2", (MAX_SEATS,), about="how many swords each seat held out or gave the last time")
    huzzah = Field(about="1 if the last Priest drew a sword")
    shown = Field("i2", (MAX_SEATS,), about="the kind each seat showed in the last reveal", optional=True)
    said = Field("i2", (MAX_SEATS, SAYINGS), about="what each seat said in this round, as actions", optional=True)


# the chip that the last one reveals, its steal, the flip offered then
STATE = StateSpec(
    seats=MAX_SEATS, cards=MAX_CARDS, zones=ZONES, fields=ExcaliburState, options=OPTIONS, frames=MOST_MORGANAS + 3
)
NO_CHIP = MAX_KINDS  # `chosen` of a seat that plays none

CHIP, SEAT = Argument("card", MAX_KINDS, "card"), Argument("other", MAX_SEATS, "seat")
SLOT_OF_REGION = Argument("slot", SLOTS, "choice", tuple(str(slot + 1) for slot in range(SLOTS)))
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


class ExcaliburActions(ActionSpace):
    """What a seat can do."""

    slot_0 = Verb((SLOT_OF_REGION,), "Chip {slot} of region 1")
    slot_1 = Verb((SLOT_OF_REGION,), "Chip {slot} of region 2")
    slot_2 = Verb((SLOT_OF_REGION,), "Chip {slot} of region 3")
    region = Verb((A_REGION,), "A chip of {region}")
    play = Verb((CHIP,), "Play {card}")
    play_nothing = Verb((), "Play nothing")
    flip = Verb((), "Flip the Fisher King")
    let_be = Verb((), "Let the Fisher King be")
    protect = Verb((CHIP,), "Protect {card}")
    take_played = Verb((SEAT,), "Take the played chip of {other}")
    take_permanent = Verb((SEAT,), "Take the permanent of {other}")
    draw_chips = Verb((), "Draw")
    steal_from = Verb((SEAT,), "Steal from {other}")
    give_back = Verb((CHIP,), "Give back {card}")
    place_0 = Verb((CHIP,), "Put {card} into region 1")
    place_1 = Verb((CHIP,), "Put {card} into region 2")
    place_2 = Verb((CHIP,), "Put {card} into region 3")
    trash = Verb((CHIP,), "Trash {card}")
    left = Verb((), "To the left")
    right = Verb((), "To the right")
    name_seat = Verb((SEAT,), "Name {other}")
    stop = Verb((), "No more")
    give = Verb((CHIP,), "Give {card}")
    mix = Verb((A_REGION,), "Mix {region}")
    take_sword_of = Verb((SEAT,), "Take a sword of {other}")
    swap = Verb((), "Swap hands")
    keep = Verb((), "Keep your hand")
    show = Verb((CHIP,), "Show {card}")
    reveal = Verb((CHIP,), "Reveal {card}")
    reveal_none = Verb((), "Reveal none")
    say = Verb(
            (Argument("claim", len(CLAIMS), "choice", CLAIMS),), "Say: {claim}", HEARD_BY_EVERYONE,
            "{seat} says: {claim}", PEOPLE_ONLY,
        )  # fmt: skip
    say_of = Verb(
            (SEAT, Argument("charge", len(CHARGES), "choice", CHARGES)), "Say: {other} {charge}",
            HEARD_BY_EVERYONE, "{seat} says: {other} {charge}", PEOPLE_ONLY,
        )  # fmt: skip


ACTIONS = ExcaliburActions()
FIRST_CARD_NAMED = ACTIONS.size  # while slots are handed out, `named` is the chip plus this, and so no action
# A round trashes a chip or more, so there are no more rounds than chips; in it a seat names as many slots as seats may
# clash over, plays, speaks, and answers its chip: the longest, Robyn, steals once for each chip there is.
MOST_DECISIONS = MAX_CARDS * MAX_SEATS * (HAND_SIZE * MAX_SEATS + 1 + SAYINGS + 24)

WHO, OTHER, WHAT = ("seat", "seat"), ("other", "seat"), ("card", "card")
HOW_MANY, SLOT_TOLD, WHERE = ("count", "number"), ("slot", "number"), ("region", "number")


class ExcaliburEvents(EventKinds):
    """What the log tells."""

    crown = EventKind("{seat} has the crown.", (WHO,))
    round_begins = EventKind("Round {count}.", (HOW_MANY,))
    drew = EventKind("{seat} draws chip {slot} from region {region}.", (WHO, SLOT_TOLD, WHERE))
    you_drew = EventKind("You draw {card}.", (WHAT,))
    clashed = EventKind("{seat} must choose again.", (WHO,))
    final_round = EventKind("Region {region} is empty: this is the final round.", (WHERE,))
    played = EventKind("{seat} plays {card}.", (WHO, WHAT))
    played_nothing = EventKind("{seat} plays nothing.", (WHO,))
    resolves = EventKind("{seat} uses {card}.", (WHO, WHAT))
    trashed = EventKind("{seat}'s {card} is trashed.", (WHO, WHAT))
    landed_up = EventKind("{seat}'s {card} lands face up.", (WHO, WHAT))
    landed_down = EventKind("{seat}'s {card} lands face down.", (WHO, WHAT))
    stays = EventKind("{card} stays with {seat}.", (WHO, WHAT))
    protects = EventKind("{seat} closes a fist around a chip.", (WHO,))
    opens_fist = EventKind("{seat} opens the fist again.", (WHO,))
    shielded = EventKind("Nobody steals from {seat} in this round.", (WHO,))
    took_chip = EventKind("{seat} takes {card} from {other}.", (WHO, WHAT, OTHER))
    aims_at = EventKind("{seat} aims at {other}.", (WHO, OTHER))
    stole = EventKind("{seat} steals {count:chip} from {other}.", (WHO, HOW_MANY, OTHER))
    you_stole = EventKind("You steal {card}.", (WHAT,))
    you_lost = EventKind("{seat} steals your {card}.", (WHO, WHAT))
    placed = EventKind("{seat} puts a chip into region {region}.", (WHO, WHERE))
    you_placed = EventKind("You put {card} into region {region}.", (WHAT, WHERE))
    gave_back = EventKind("{seat} gives a chip back to {other}.", (WHO, OTHER))
    you_got = EventKind("You get {card} from {seat}.", (WHO, WHAT))
    held_out = EventKind("{seat} holds out {count:sword}.", (WHO, HOW_MANY))
    gave_swords = EventKind("{seat} gives {other} {count:sword}.", (WHO, HOW_MANY, OTHER))
    put_sword = EventKind("{seat} puts a sword of {other} into region {region}.", (WHO, OTHER, WHERE))
    no_sword = EventKind("{seat} has no sword.", (WHO,))
    to_the_left = EventKind("{seat} points to the left.", (WHO,))
    to_the_right = EventKind("{seat} points to the right.", (WHO,))
    hands_passed = EventKind("All hands are passed on.")
    looked = EventKind("{seat} looks at the hand of {other}.", (WHO, OTHER))
    you_saw = EventKind("You see {card} in the hand of {other}.", (WHAT, OTHER), fleeting=True)
    showed = EventKind("{seat} shows {card} from the hand of {other}.", (WHO, WHAT, OTHER))
    swapped = EventKind("{seat} swaps hands with {other}.", (WHO, OTHER))
    kept_hand = EventKind("{seat} does not swap hands.", (WHO,))
    mixed = EventKind("{seat} mixes region {region}.", (WHO, WHERE))
    turned_up = EventKind("Chip {slot} of region {region} is {card}.", (SLOT_TOLD, WHERE, WHAT))
    took_turned = EventKind("{seat} takes {card}, chip {slot} of region {region}.", (WHO, WHAT, SLOT_TOLD, WHERE))
    huzzah = EventKind("{seat} calls: Huzzah!", (WHO,))
    held_at_end = EventKind("{seat} holds {card} at the end.", (WHO, WHAT))
    in_avalon_at_end = EventKind("{card} lies in Avalon at the end.", (WHAT,))


EVENTS = ExcaliburEvents()

"""What lies on the table in Quests of the Round Table, what a game remembers, and what a seat can do."""

from __future__ import annotations

from workbench.author import (
    EVERYONE,
    NOBODY,
    OWNER,
    PEOPLE_ONLY,
    PICKS,
    ActionSpace,
    Argument,
    EventKind,
    EventKinds,
    Field,
    StateSpec,
    Verb,
    Zone,
    Zones,
)
from workbench.games.quests.deck import (
    MAX_ADVENTURE_KINDS,
    MAX_CARDS,
    MOST_STAGES,
)
from workbench.games.quests.names import HouseRules
from workbench.games.quests.options import MOST_SEATS, MOST_TURNS, OPTIONS
from workbench.games.quests.scoring import REASONS

MOST_IN_BATTLE = 16  # cards of a seat that a battle shows
MOST_CHANGES = 240
MOST_BID = 64  # a capacity never comes near it


class QuestsZones(Zones):
    """Where cards lie."""

    hand = Zone(OWNER, per_seat=True, sorted=True, about="adventure cards in hand")
    tableau = Zone(EVERYONE, per_seat=True, about="allies and amours in play")
    played = Zone(EVERYONE, per_seat=True, about="cards shown in this stage or tournament")
    stage = Zone(NOBODY, about="the groups of a quest, face down", many=MOST_STAGES)
    sealed = Zone(OWNER, per_seat=True, sorted=True, about="the groups of a quest, face down together by option")
    turned = Zone(EVERYONE, about="the groups of a quest, turned up", many=MOST_STAGES)
    stock = Zone(NOBODY, about="adventure cards not drawn yet")
    discard = Zone(EVERYONE, about="adventure discard pile")
    covered = Zone(NOBODY, about="adventure discards under the top one, where only that is seen")
    story_stock = Zone(NOBODY, about="story cards not drawn yet")
    story_card = Zone(EVERYONE, about="the story card in play")
    story_discard = Zone(EVERYONE, about="story discard pile")
    story_covered = Zone(NOBODY, about="story discards under the top one, where only that is seen")


ZONES = QuestsZones(MOST_SEATS)


class QuestsState(HouseRules):
    """What a game remembers."""

    # Seats
    rank = Field("i1", (MOST_SEATS,), about="promotions: 0 Squire to 3 Knight of the Round Table")
    shields = Field("i2", (MOST_SEATS,), about="shields held")
    current = Field("i1", (), about="the seat that draws the story card")
    # Asking
    waiting = Field("i1", (), about="by bits: the seats that are still to be asked in this phase")
    answer = Field("i1", (MOST_SEATS,), OWNER, "an answer that is heard with the others: YES or NO; 0 before")
    # A quest
    willing = Field("i1", (), about="by bits: the seats that would sponsor the quest, where all answer together")
    sponsor = Field("i1", (), about="the seat that sponsors the quest", optional=True)
    participants = Field("i1", (), about="by bits: the seats that are in the quest")
    stage_now = Field("i1", (), about="the stage being played, from 0")
    test_now = Field("i1", (), about="1 if the stage being played is a test, which is always told")
    cards_set = Field("i2", (), about="cards that the sponsor has used")
    looked = Field("i1", (), about="by bits: the seats that have looked at a stage in this quest")
    looked_at = Field("i1", (MOST_SEATS,), about="the stage a seat has looked at in this quest", optional=True)
    bid = Field("i2", (), about="the bid that stands")
    bidder = Field("i1", (), about="the seat whose bid stands", optional=True)
    speaker = Field("i1", (), about="the seat that was asked last for a bid", optional=True)
    to_pay = Field("i2", (), about="cards that the highest bidder discards")
    amours_gone = Field("i1", (MOST_SEATS,), about="amours played in this quest or tournament and discarded again")
    # A tournament
    contenders = Field("i1", (), about="by bits: the seats that fight in this round")
    entrants = Field("i1", (), about="how many have entered the tournament")
    tie_round = Field("i1", (), about="how often a tie has been fought out in it")
    played_now = Field("i1", (), about="by bits: the seats that played a card in this round")
    final = Field("i1", (), about="1 in the final tournament among several winners")
    # Waiting and winning
    pending_recognition = Field("i1", (), about="King's Recognition cards that wait for a completed quest")
    risen = Field("i1", (), about="by bits: the seats that reached the top rank on this story card")
    won = Field("i1", (), about="by bits: the seats that have won")
    # The last battle (see playing.py)
    battle = Field("i2")
    battle_seats = Field("i1")
    battle_kind = Field("i1", (MOST_SEATS + 1, MOST_IN_BATTLE), optional=True)
    battle_points = Field("i2", (MOST_SEATS + 1, MOST_IN_BATTLE))
    battle_total = Field("i2", (MOST_SEATS + 1,))
    # What the score and the reports are made of (see shields.py)
    changes = Field("i2")
    change_turn = Field("i2", (MOST_CHANGES,))
    change_seat = Field("i1", (MOST_CHANGES,))
    change_amount = Field("i1", (MOST_CHANGES,))
    change_reason = Field("i1", (MOST_CHANGES,))
    change_source = Field("i2", (MOST_CHANGES,))
    more = Field("i2", (MOST_SEATS, REASONS))
    used = Field("u1", (MAX_ADVENTURE_KINDS, MOST_SEATS))
    times_sponsored = Field("i2", (MOST_SEATS,))
    cards_used = Field("i2", (MOST_SEATS,))
    cards_received = Field("i2", (MOST_SEATS,))
    shields_given = Field("i2", (MOST_SEATS,))
    trimmed = Field("i2", (MOST_SEATS,))


# an event, the window or the trimming that interrupts it
STATE = StateSpec(seats=MOST_SEATS, cards=MAX_CARDS, zones=ZONES, fields=QuestsState, options=OPTIONS, frames=3)


CARD, OTHER = Argument("card", MAX_ADVENTURE_KINDS, "card"), Argument("other", MOST_SEATS, "seat")
STAGE = Argument("stage", MOST_STAGES, "choice", tuple(str(n + 1) for n in range(MOST_STAGES)))


class QuestsActions(ActionSpace):
    """What a seat can do."""

    sponsor = Verb((), "Sponsor the quest", plain=True)
    decline = Verb((), "Decline", plain=True)
    place = Verb((STAGE, CARD), "Put {card} into stage {stage}")
    take_back = Verb((STAGE, CARD), "Take {card} back from stage {stage}", use=PEOPLE_ONLY)
    start_over = Verb((), "Take all cards back")
    confirm = Verb((), "Set the quest")
    set_for_me = Verb((), "Set the quest for me", use=PEOPLE_ONLY)
    join = Verb((), "Join the quest", plain=True)
    enter = Verb((), "Enter the tournament", plain=True)
    stay_out = Verb((), "Stay out", plain=True)
    use_mordred = Verb((OTHER, CARD), "Give up Mordred against {card} of {other}")
    look = Verb((STAGE,), "Look at stage {stage}")
    keep_look = Verb((), "Do not look yet")
    pick = Verb((CARD,), "Take {card}", use=PICKS)
    put_back = Verb((CARD,), "Put {card} back", use=PEOPLE_ONLY)
    done = Verb((), "Done")
    bid = Verb((Argument("bid", MOST_BID),), "Bid {bid}", plain=True)
    pass_ = Verb((), "Pass", plain=True)
    drop_out = Verb((), "Drop out", plain=True)
    put_into_play = Verb((CARD,), "Put {card} into play")
    discard = Verb((CARD,), "Discard {card}")
    take_cards = Verb((), "Take two cards")
    leave_cards = Verb((), "Leave them", plain=True)


ACTIONS = QuestsActions()
PASS_VERBS = (
    ACTIONS.done, ACTIONS.pass_, ACTIONS.confirm, ACTIONS.set_for_me, ACTIONS.decline, ACTIONS.stay_out,
    ACTIONS.keep_look, ACTIONS.drop_out, ACTIONS.leave_cards, ACTIONS.discard, ACTIONS.pick, ACTIONS.place,
    ACTIONS.start_over,
)  # fmt: skip
# A story card asks each seat twice, has a set-up of the whole deck at most, and for each stage a window before each of
# its bids, in which every card may be given up; a bid is higher than the one before.
MOST_DECISIONS = MOST_TURNS * (4 * MOST_SEATS + 3 * MAX_CARDS + MOST_STAGES * (MOST_BID + 8) * 4 * MOST_SEATS)


SEAT, WHO_ELSE, A_CARD, COUNT = ("seat", "seat"), ("other", "seat"), ("card", "card"), ("count", "number")
STAGE_NUMBER, AGAINST = ("stage", "number"), ("against", "number")


class QuestsEvents(EventKinds):
    """What the log tells."""

    story = EventKind("{seat} draws {card}.", (SEAT, A_CARD))
    declines = EventKind("{seat} does not sponsor the quest.", (SEAT,))
    willing = EventKind("{seat} would sponsor the quest.", (SEAT,))
    sponsors = EventKind("{seat} sponsors the quest of {count:stage}.", (SEAT, COUNT))
    nobody_sponsors = EventKind("Nobody sponsors the quest.")
    set_up = EventKind("{seat} lays {count:card} for stage {stage}.", (SEAT, STAGE_NUMBER, COUNT))
    sets_quest = EventKind("{seat} sets the quest.", (SEAT,))
    joins = EventKind("{seat} joins the quest.", (SEAT,))
    stays_out = EventKind("{seat} stays out.", (SEAT,))
    drew = EventKind("{seat} is given {count:card}.", (SEAT, COUNT))
    you_drew = EventKind("You are given {card}.", (A_CARD,))
    reshuffled = EventKind("The discarded adventure cards are shuffled into a new stock.")
    group_card = EventKind("Stage {stage}: {card}.", (A_CARD, STAGE_NUMBER))
    foe_ahead = EventKind("A foe waits in stage {stage}.", (STAGE_NUMBER,))
    looks = EventKind("{seat} looks at stage {stage} with Merlin.", (SEAT, STAGE_NUMBER))
    saw = EventKind("You see {card} in stage {stage}.", (A_CARD, STAGE_NUMBER))
    plays = EventKind("{seat} plays {card}.", (SEAT, A_CARD))
    plays_nothing = EventKind("{seat} plays nothing.", (SEAT,))
    passes = EventKind("{seat} passes the stage, {count:point} to {against}.", (SEAT, COUNT, AGAINST))
    falls = EventKind("{seat} is out of the quest, {count:point} to {against}.", (SEAT, COUNT, AGAINST))
    bids = EventKind("{seat} bids {count}.", (SEAT, COUNT))
    passes_bid = EventKind("{seat} bids no more and is out of the quest.", (SEAT,))
    passes_test = EventKind("{seat} passes the test and discards {count:card}.", (SEAT, COUNT))
    discards = EventKind("{seat} discards {card}.", (SEAT, A_CARD))
    puts_into_play = EventKind("{seat} puts {card} into play.", (SEAT, A_CARD))
    gives_up = EventKind("{seat} gives up {card}, and {victim} of {other} must leave.",
                  (SEAT, A_CARD, ("victim", "card"), WHO_ELSE))  # fmt: skip
    completes = EventKind("{seat} completes the quest.", (SEAT,))
    nobody_completes = EventKind("Nobody completes the quest.")
    enters = EventKind("{seat} enters the tournament.", (SEAT,))
    not_held = EventKind("There is no tournament: too few enter.")
    totals = EventKind("{seat} has {count:point}.", (SEAT, COUNT))
    ties = EventKind("{seat} is level and fights again.", (SEAT,))
    wins_tournament = EventKind("{seat} wins the tournament.", (SEAT,))
    court_called = EventKind("All allies leave for Camelot.")
    recognition_waits = EventKind("Extra shields wait for the next completed quest ({count:card}).", (COUNT,))
    leaves_cards = EventKind("{seat} takes no cards.", (SEAT,))
    gains = EventKind("{seat} receives {count:shield}.", (SEAT, COUNT))
    loses = EventKind("{seat} loses {count:shield}.", (SEAT, COUNT))
    becomes_knight = EventKind("{seat} becomes a Knight.", (SEAT,))
    becomes_champion_knight = EventKind("{seat} becomes a Champion Knight.", (SEAT,))
    becomes_knight_of_the_round_table = EventKind("{seat} becomes a Knight of the Round Table.", (SEAT,))
    final_tournament = EventKind("A final tournament decides among those who rose together.")
    wins = EventKind("{seat} wins the game.", (SEAT,))
    time_is_up = EventKind("The last turn has been played.")


EVENTS = QuestsEvents()

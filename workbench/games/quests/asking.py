"""What a screen of Quests asks: one sentence, a small line, what may be pressed, and the set that may be picked."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.author import NONE, Action, Choice, Selection, Sight, counted, listed, move
from workbench.games.quests.battle import amours_played, capacity, cards_to_pay, first_fault, player_total, stages_of
from workbench.games.quests.centre import (
    is_sponsor_setting_up,
    rank_words,
    stage_cards,
    stage_total,
    test_in_play,
    total_before,
)
from workbench.games.quests.deck import TYPE
from workbench.games.quests.faces import in_quest, points_of, type_of
from workbench.games.quests.names import OPTIONS
from workbench.games.quests.rules import EFFECTS, PHASES, arms_due
from workbench.games.quests.table import ACTIONS, ZONES, QuestsState

# Why even a seat without a Mordred is asked (QU-270).
ASKED_ANYWAY = "Somebody else has an ally, so you are asked too: nobody learns who holds Mordred."
PICKED = (ACTIONS.pick, ACTIONS.put_back, ACTIONS.done)


def story_title(sight: Sight[QuestsState]) -> str:
    """The name of the story card in play."""
    cards = sight.cards(ZONES.story_card)
    return sight.naming("card", sight.kind(cards[0])) if cards else "the story"


# The sentence


def prompt(sight: Sight[QuestsState]) -> str:
    """What this seat is to do, or what is awaited, or how the game ended."""
    view = sight.view
    if view.over == 1:
        if not sight.winners:
            return "The game is over; nobody has become a Knight of the Round Table."
        wins = "is a Knight of the Round Table and wins the game" if len(sight.winners) == 1 else "share the win"
        return f"{sight.names(sight.winners)} {wins}."
    if not sight.actions:
        return waiting(sight)
    return _asked_in_effect(sight) or _asked_in_phase(sight)


def _asked_in_effect(sight: Sight[QuestsState]) -> str:
    view, effect = sight.view, sight.effect
    if effect == EFFECTS.mordred_window:
        can = sight.actions_of(ACTIONS.use_mordred)
        return "Do you give up Mordred to remove an ally?" if can else "You hold no Mordred to remove an ally with."
    if effect == EFFECTS.trim:
        over = view.counts[ZONES.hand + sight.asked_seat] - view.hand_limit
        return f"You hold {counted(over, 'card')} too many."
    if effect == EFFECTS.kings_call_to_arms:
        arms = _arms(sight)
        return f"The King calls: give {arms}." if arms else "The King calls, but you have nothing to give."
    if effect == EFFECTS.prosperity:
        return "Do you take two cards?"
    return ""


def _arms(sight: Sight[QuestsState]) -> str:
    """What this seat gives to the King, in words."""
    if any(type_of(sight, card) == TYPE.weapon for card in sight.cards(ZONES.hand + sight.asked_seat)):
        return "one weapon"
    foes = sight.ask(arms_due, sight.view, sight.arrays, sight.asked_seat)
    return counted(foes, "foe") if foes else ""


def _asked_in_phase(sight: Sight[QuestsState]) -> str:
    view, phase, story = sight.view, sight.view.phase, story_title(sight)
    fixed = {
        PHASES.sponsor_offer: f"Do you sponsor {story}?",
        PHASES.sponsor_vote: f"Do you sponsor {story}?",
        PHASES.join_offer: f"Do you join {story}?",
        PHASES.join_vote: f"Do you join {story}?",
        PHASES.stage_merlin: "Merlin may look at one stage.",
        PHASES.bid_payment: f"You have won the test: pay {counted(view.to_pay, 'card')}.",
        PHASES.entry_offer: f"Do you enter the {story}?",
    }
    if phase in fixed:
        return fixed[phase]
    if phase == PHASES.quest_setup:
        return setup_words(sight)
    if phase in (PHASES.bidding, PHASES.lone_bid):
        return _bid_words(sight)
    against = "You are tied and fight again." if view.tie_round else "What do you fight with?"
    if phase == PHASES.stage_play:
        if test_in_play(sight) >= 0:
            return f"Stage {view.stage_now + 1} is a test. Do you play an ally or an amour first?"
        against = _foe_has(sight) or f"A foe waits in stage {view.stage_now + 1}."
    return f"{against} You have {sight.ask(player_total, view, sight.arrays, sight.asked_seat)} so far."


def _bid_words(sight: Sight[QuestsState]) -> str:
    """The bid that stands, and what the least one that this seat may make would cost."""
    view, alone = sight.view, sight.view.phase == PHASES.lone_bid
    may = [action.args[0] for action in sight.actions_of(ACTIONS.bid)]
    if alone and not may:
        return "You are alone and cannot bid enough."
    stands = f"{sight.naming('seat', view.bidder)} bids {view.bid}." if view.bidder != NONE else "Nobody has bid yet."
    who = "You are alone in the test." if alone else stands
    if not may:
        return f"{who} You cannot bid more."
    number = sight.ask(cards_to_pay, view, sight.arrays, sight.asked_seat, may[0])
    return f"{who} With {may[0]} you would pay {counted(number, 'card') if number else 'nothing'}."


def _foe_has(sight: Sight[QuestsState]) -> str:
    """The foe of the stage with the total: "The Saxons have 20."; empty where there is none that can be told."""
    n = sight.view.stage_now
    total = stage_total(sight, n)
    if sight.view.phase != PHASES.stage_play or total is None:
        return ""
    foes = [card for card in sight.cards(ZONES.turned[n]) if type_of(sight, card) == TYPE.foe]
    who = f"The {sight.naming('card', sight.kind(foes[0]))}" if foes else f"Stage {n + 1}"
    return f"{who} {'have' if who.endswith('s') else 'has'} {total}."


def setup_words(sight: Sight[QuestsState]) -> str:
    """What is still wrong with the set-up, or that it may be set."""
    view = sight.view
    n = sight.ask(first_fault, view, sight.arrays, view.sponsor)
    if n < 0:
        return "The quest can be set."
    total = stage_total(sight, n)
    if total is None:
        return f"Stage {n + 1} needs a foe or a test."
    return f"Stage {n + 1} has {total} and must have more than {total_before(sight, n)}."


def waiting(sight: Sight[QuestsState]) -> str:
    """Who the others are waiting for, and what for."""
    view, phase = sight.view, sight.view.phase
    ending = "" if len(sight.asked) > 1 else "s"  # of what they do
    in_effect = {
        EFFECTS.mordred_window: "may give up Mordred now",
        EFFECTS.trim: f"hold{ending} too many cards",
        EFFECTS.kings_call_to_arms: f"still choose{ending} what to give to the King",
        EFFECTS.prosperity: "may take two cards",
    }
    in_phase = {
        PHASES.sponsor_offer: f"decides whether to sponsor {story_title(sight)}",
        PHASES.sponsor_vote: f"decide{ending} whether to sponsor {story_title(sight)}",
        PHASES.quest_setup: "sets the quest up",
        PHASES.join_offer: "decides whether to join",
        PHASES.join_vote: f"decide{ending} whether to join",
        PHASES.stage_merlin: "may look at a stage with Merlin",
        PHASES.stage_play: f"still choose{ending} cards for the stage",
        PHASES.bidding: "is to bid",
        PHASES.lone_bid: "is alone in the test",
        PHASES.bid_payment: f"has won the test and pays {counted(view.to_pay, 'card')}",
        PHASES.entry_offer: "decides whether to enter the tournament",
        PHASES.tournament_play: f"still choose{ending} cards for the tournament",
    }
    does = in_effect.get(sight.effect) or in_phase.get(phase, "is to act")
    return f"{sight.names(sight.asked)} {does}."


# The small line


def hint(sight: Sight[QuestsState]) -> str:
    """What follows from the choice."""
    view, phase, effect = sight.view, sight.view.phase, sight.effect
    if not sight.actions:
        return ""
    if effect == EFFECTS.mordred_window:
        can = sight.actions_of(ACTIONS.use_mordred)
        return "Mordred and the ally are both discarded." if can else ASKED_ANYWAY
    if effect == EFFECTS.trim:
        return f"A hand holds {view.hand_limit} at most. Press a card to discard it; an ally may go into play instead."
    if effect >= 0:
        return ""
    number = sight.ask(stages_of, view, sight.arrays) if in_quest(sight) else 0
    stages, shields = counted(number, "stage"), counted(number, "shield")
    if phase in (PHASES.sponsor_offer, PHASES.sponsor_vote) and not sight.actions_of(ACTIONS.sponsor):
        return f"No {stages} can be set from your hand, so you can only decline. Nobody else is told why."
    fixed = {
        PHASES.sponsor_offer: f"You set {stages}, each stronger than the last, and are given cards later.",
        PHASES.sponsor_vote: f"All answer at once. You would set {stages} from your hand.",
        PHASES.join_offer: f"You are given a card. Passing {stages} brings {shields}.",
        PHASES.join_vote: f"All answer at once. Passing {stages} brings {shields}.",
        PHASES.stage_merlin: "You alone see its cards; once in a quest.",
        PHASES.bid_payment: "Pick the cards that you discard.",
        PHASES.entry_offer: "You are given a card. The highest total wins a shield for each who enters, and the bonus.",
    }
    if phase in fixed:
        return fixed[phase]
    if phase == PHASES.quest_setup:
        return "Press a card, then its stage. A card in a stage is taken back, a foe with its weapons."
    if phase in (PHASES.bidding, PHASES.lone_bid):
        return f"Only the highest bidder pays, less the free bids. You can bid up to {_reach(sight)}."
    return _what_counts(sight)


def _reach(sight: Sight[QuestsState]) -> str:
    """How high this seat can bid, and with what: "11: 7 cards and 4 free"."""
    seat = sight.asked_seat
    most, held = sight.ask(capacity, sight.view, sight.arrays, seat), sight.view.counts[ZONES.hand + seat]
    return f"{most}: {counted(held, 'card')} and {most - held} free" if most > held else str(most)


def _what_counts(sight: Sight[QuestsState]) -> str:
    """What this seat's total is made of, and how much is enough."""
    view, seat = sight.view, sight.asked_seat
    parts = [rank_words(sight, seat)]
    places = [ZONES.played + seat]
    if in_quest(sight) or view.table_allies_in_tournaments == 1:
        places.insert(0, ZONES.tableau + seat)
    for card in (card for place in places for card in sight.cards(place)):
        points = points_of(sight, sight.kind(card), seat)
        if points:
            parts.append(f"{sight.naming('card', sight.kind(card))} {points}")
    if view.phase == PHASES.tournament_play:
        return f"{', '.join(parts)}. All turn their cards together; the highest total wins."
    if test_in_play(sight) >= 0:
        return "Allies and amours give free bids. Weapons are of no use in a test."
    even = view.foe_tie == OPTIONS.foe_tie.player_passes
    enough = "As much as the stage is enough." if even else "You need more than the stage."
    return f"{', '.join(parts)}. {enough}"


# What may be pressed

# verb -> the heading above its buttons
_HEADINGS = {
    ACTIONS.sponsor: "Sponsor", ACTIONS.decline: "Sponsor",
    ACTIONS.confirm: "The quest", ACTIONS.set_for_me: "The quest", ACTIONS.start_over: "The quest",
    ACTIONS.join: "Join", ACTIONS.enter: "Enter", ACTIONS.stay_out: "Or", ACTIONS.use_mordred: "Mordred",
    ACTIONS.look: "Look at", ACTIONS.keep_look: "Look at", ACTIONS.bid: "Bid", ACTIONS.pass_: "Or",
    ACTIONS.drop_out: "Or", ACTIONS.discard: "Discard", ACTIONS.put_into_play: "Put into play",
    ACTIONS.take_cards: "Prosperity", ACTIONS.leave_cards: "Prosperity",
}  # fmt: skip
_MAIN = (ACTIONS.sponsor, ACTIONS.confirm, ACTIONS.join, ACTIONS.enter, ACTIONS.take_cards)
_LABELS = {
    ACTIONS.start_over: "Clear all", ACTIONS.set_for_me: "Set for me",
    ACTIONS.drop_out: "Leave the quest", ACTIONS.pass_: "Leave the quest",
}  # fmt: skip


def choices(sight: Sight[QuestsState]) -> Iterator[Choice]:
    """Everything except the cards to be picked for a set."""
    for action in sight.actions:
        verb = sight.verb_of(action)
        if verb in PICKED:
            continue
        if verb == ACTIONS.place:
            yield _place(sight, action)
        elif verb == ACTIONS.take_back:
            stage, kind = action.args
            card = next(one for one in stage_cards(sight, stage) if sight.kind(int(one.id[5:])) == kind)
            yield Choice(action.id, action.label, f"Stage {stage + 1}", on=f"card:{card.id}", tab="×")
        elif verb in (ACTIONS.discard, ACTIONS.put_into_play):
            yield Choice(action.id, action.label, _HEADINGS[verb], main=verb == ACTIONS.discard,
                         using=_held(sight, action.args[0]))  # fmt: skip
        else:
            yield _plain(sight, action, verb)


def _plain(sight: Sight[QuestsState], action: Action, verb: int) -> Choice:
    """A choice that lies on one thing, or on none."""
    heading = _HEADINGS[verb]
    if verb == ACTIONS.bid:
        first = action.id == sight.actions_of(ACTIONS.bid)[0].id
        return Choice(action.id, action.label, heading, on=f"group:bids/{action.args[0]}", main=first, points=True)
    if verb == ACTIONS.look:
        return Choice(action.id, action.label, heading, on=f"group:stages/{action.args[0]}", tab="look")
    if verb == ACTIONS.use_mordred:
        other, kind = action.args
        places = (ZONES.tableau + other, ZONES.played + other)
        victim = next(card for place in places for card in sight.cards(place) if sight.kind(card) == kind)
        return Choice(action.id, action.label, heading, on=f"card:{sight.face_id(victim)}", tab="×", points=True)
    label, main = _LABELS.get(verb, action.label), verb in _MAIN
    if verb == ACTIONS.pass_ and sight.effect == EFFECTS.mordred_window:
        main = not sight.actions_of(ACTIONS.use_mordred)
        label = "Go on" if main else "Keep Mordred"
    return Choice(action.id, label, heading, main=main)


def _place(sight: Sight[QuestsState], action: Action) -> Choice:
    """A card for a stage, and the total it brings the stage to."""
    stage, kind = action.args
    test = sight.arrays.type[kind] == TYPE.test
    points = points_of(sight, kind, None)
    return Choice(
        action.id,
        action.label,
        f"Stage {stage + 1}",
        on=f"group:stages/{stage}",
        tab="test" if test else f"+{points}",
        then="" if test else f"makes {(stage_total(sight, stage) or 0) + points}",
        using=_held(sight, kind),
    )


def _held(sight: Sight[QuestsState], kind: int) -> tuple[str, ...]:
    """The cards of a kind in this seat's hand that are not in a stage."""
    held = sight.cards(ZONES.hand + sight.asked_seat)
    left = [card for card in held if sight.kind(card) == kind and not sight.view.staged[card]]
    return tuple(f"card:{sight.face_id(card)}" for card in left)


def not_yet(sight: Sight[QuestsState]) -> tuple[tuple[str, str], ...]:
    """Says that a quest with a fault cannot be set, and why."""
    if not is_sponsor_setting_up(sight) or sight.actions_of(ACTIONS.confirm) or not sight.actions:
        return ()
    return (("Set the quest", setup_words(sight)),)


# The set that may be picked


def pickable(sight: Sight[QuestsState]) -> dict[int, int]:
    """Cards of the hand -> the action that picks each; no more of a kind than may be played at once."""
    if sight.seat is None:
        return {}
    actions = {action.args[0]: action.id for action in sight.actions_of(ACTIONS.pick)}
    once = sight.view.phase in (PHASES.stage_play, PHASES.tournament_play) and sight.effect < 0
    found: dict[int, int] = {}
    for card in sight.cards(ZONES.hand + sight.seat):
        kind = sight.kind(card)
        again = sum(sight.kind(other) == kind for other in found)
        if kind in actions and not (once and again >= _most_alike(sight, kind)):
            found[card] = actions[kind]
    return found


def _most_alike(sight: Sight[QuestsState], kind: int) -> int:
    """How many cards of a kind may be played at once (QU-078, QU-079)."""
    view, seat, type_ = sight.view, sight.asked_seat, sight.arrays.type[kind]
    if type_ == TYPE.weapon:
        return 1
    if type_ == TYPE.amour and view.amour_limit >= 0:
        return max(0, int(view.amour_limit) - sight.ask(amours_played, view, sight.arrays, seat))
    return 99


def selection(sight: Sight[QuestsState]) -> Selection | None:
    """Cards to play, to pay or to give."""
    if sight.seat is None or not sight.verbs & set(PICKED):
        return None
    view, hand = sight.view, len(pickable(sight))
    if sight.effect == EFFECTS.kings_call_to_arms:
        number = sight.ask(arms_due, view, sight.arrays, sight.seat)
        submit = Choice(ACTIONS.done, "Give to the King", main=True)
        return Selection("Choose what to give", number, number, (submit,), sentence="You give {picked}", none="Go on")
    if view.phase == PHASES.bid_payment:
        number = view.to_pay
        submit = Choice(ACTIONS.done, "Pay", main=True)
        return Selection("Choose what to pay with", number, number, (submit,), sentence="You pay with {picked}")
    base = sight.ask(player_total, view, sight.arrays, sight.seat)
    submit = Choice(ACTIONS.done, "Play", main=True)
    sentence = "You play {picked}" if _pairs_in_hand(sight) else "With {picked} you have {total}"
    if view.phase == PHASES.stage_play and test_in_play(sight) >= 0:
        sentence = "You play {picked} before the test"
    elif foe := _foe_has(sight):
        sentence = f"{foe} {sentence}"
    return Selection("Choose what to play", 0, hand, (submit,), sentence=sentence, none="Play nothing", base=base)


def _pairs_in_hand(sight: Sight[QuestsState]) -> bool:
    """Whether one card of the hand would make another count more, so that values are not simply added up."""
    kinds = {sight.kind(card) for card in sight.cards(ZONES.hand + sight.asked_seat)}
    with_other = sight.arrays.bp_high_with
    return any(with_other[kind] in kinds for kind in kinds)


def worth(sight: Sight[QuestsState]) -> str:
    """What the picked cards come to, counted by the rules, where one makes another count more."""
    view, seat = sight.view, sight.seat
    if seat is None or view.phase not in (PHASES.stage_play, PHASES.tournament_play) or not _pairs_in_hand(sight):
        return ""
    picked = [card for card in sight.cards(ZONES.hand + seat) if view.staged[card]]
    if not picked:
        return ""
    played = view.copy()
    for card in picked:
        played.staged[card] = 0
        sight.ask(move, played, card, ZONES.played + seat)
    total = sight.ask(player_total, played, sight.arrays, seat)
    return f"With {listed([sight.naming('card', sight.kind(card)) for card in picked])} you have {total}."

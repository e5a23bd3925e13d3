"""The middle of the table of Quests: the story card, and the stages, the bids or the lanes of a tournament below it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workbench.author import NONE, CardFace, Group, SceneZone, Sight
from workbench.games.quests.battle import (
    capacity,
    cards_to_pay,
    first_fault,
    free_bids,
    group_number,
    group_place,
    group_total,
    least_bid,
    player_total,
    rank_points,
    stages_of,
    story_in_play,
)
from workbench.games.quests.deck import TYPE
from workbench.games.quests.faces import backs, points_of, quest_of_table, table_face, type_of
from workbench.games.quests.rules import PHASES
from workbench.games.quests.table import ACTIONS, ZONES, QuestsState

RANKS = ("Squire", "Knight", "Champion", "Round Table")
BIDDING = (PHASES.bid_window, PHASES.bidding, PHASES.lone_bid, PHASES.bid_payment)
JOINING = (PHASES.join_offer, PHASES.join_vote)
ENTERING = (PHASES.entry_offer,)
LEAST_ON_TRACK = 6


def centre(sight: Sight[QuestsState]) -> Iterator[SceneZone]:
    """What all share."""
    if sight.view.counts[ZONES.story_card]:
        yield sight.shared(_story)
    if in_quest(sight) and sight.view.sponsor != NONE and not is_quest_over(sight):
        yield stages(sight)
        if bids(sight):
            yield track(sight)
    elif in_tournament(sight):
        yield lanes(sight)


def _story(sight: Sight[QuestsState]) -> SceneZone:
    story = tuple(table_face(sight, card) for card in sight.cards(ZONES.story_card))
    return SceneZone("story", "Story card", "story", None, 1, story)


def asked(sight: Sight[QuestsState], seat: int) -> bool:
    """Whether a seat is to act."""
    return bool((sight.view.to_act >> seat) & 1 == 1)


def among(seats: int, seat: int) -> bool:
    """Whether a seat is among those of a bit mask."""
    return (int(seats) >> seat) & 1 == 1


def in_quest(sight: Sight[QuestsState]) -> bool:
    """Whether a quest is in play."""
    return bool(sight.shared(quest_of_table) >= 0)


def is_quest_over(sight: Sight[QuestsState]) -> bool:
    """Whether the cards of the quest have been discarded and only its story card is left."""
    return bool(sight.view.phase == PHASES.quest_end)


def in_tournament(sight: Sight[QuestsState]) -> bool:
    """Whether a tournament is in play, including the final one."""
    return bool(sight.shared(_in_tournament))


def _in_tournament(sight: Sight[QuestsState]) -> bool:
    in_play = sight.ask(story_in_play, sight.view, sight.arrays, TYPE.tournament) >= 0
    return bool((in_play or sight.view.final) and sight.view.over == 0)


def is_sponsor_setting_up(sight: Sight[QuestsState]) -> bool:
    """Whether this screen's seat is setting the quest up."""
    return bool(sight.view.phase == PHASES.quest_setup and sight.seat == sight.view.sponsor)


def rank_words(sight: Sight[QuestsState], seat: int) -> str:
    """A rank with its worth: "Knight 10"."""
    return f"{RANKS[sight.view.rank[seat]]} {sight.ask(rank_points, sight.view, seat)}"


# The stages of a quest


def stages(sight: Sight[QuestsState]) -> SceneZone:
    """The groups of the quest in order; while they are being set up, only their sponsor sees them."""
    number = sight.ask(stages_of, sight.view, sight.arrays)
    groups = tuple(_stage(sight, n) for n in range(number))
    cards = tuple(face for n in range(number) for face in stage_cards(sight, n))
    rises = "must rise" if is_sponsor_setting_up(sight) and sight.view.rising_stages == 1 else ""
    return SceneZone("stages", "The stages", "stages", None, len(cards), cards, groups, (rises,) if rises else ())


def stage_cards(sight: Sight[QuestsState], n: int) -> tuple[CardFace, ...]:
    """The cards of a stage as far as this screen can tell them."""
    view, group = sight.view, str(n)
    if is_sponsor_setting_up(sight):
        held = foes_first(sight, sight.cards(ZONES.hand + view.sponsor))
        return tuple(table_face(sight, card, group=group) for card in held if view.staged[card] == n + 1)
    known, count = group_seen(sight, n)
    faces = tuple(replace(table_face(sight, card, group=group), selected=False) for card in foes_first(sight, known))
    return faces + backs(f"stage-{n}", 1 if count is None else count - len(faces), group)


def group_seen(sight: Sight[QuestsState], n: int) -> tuple[list[int], int | None]:
    """The cards of a stage that this screen can tell, and how many there are; None if it cannot tell that (QU-279)."""
    view, seat = sight.view, sight.seat
    place, number = sight.ask(group_place, view, n), sight.ask(group_number, view, n)
    cards = sight.cards(place)
    if not number:
        return cards, view.counts[place]
    if seat == view.sponsor:
        cards = [card for card in cards if view.staged[card] == number]
        return cards, len(cards)
    if seat is not None and view.looked_at[seat] == n:
        return cards, len(cards)
    return [], None


def foes_first(sight: Sight[QuestsState], cards: list[int]) -> list[int]:
    """The cards of a stage as people lay them: weapons last."""
    return sorted(cards, key=lambda card: type_of(sight, card) == TYPE.weapon)


def stage_total(sight: Sight[QuestsState], n: int) -> int | None:
    """Battle points of a stage, if this screen can tell all its cards; None for a test."""
    view, arrays = sight.view, sight.arrays
    if is_sponsor_setting_up(sight):
        place, picked = ZONES.hand + view.sponsor, n + 1
        cards = [card for card in sight.cards(place) if view.staged[card] == picked]
    else:
        picked = 0
        cards, count = group_seen(sight, n)
        if count is None or len(cards) < count:
            return None
    if not cards or any(type_of(sight, card) == TYPE.test for card in cards):
        return None
    if picked:
        return sight.ask(group_total, view, arrays, place, picked)
    return sum(points_of(sight, sight.kind(card), None) for card in cards)


def _stage(sight: Sight[QuestsState], n: int) -> Group:
    view = sight.view
    title = f"Stage {n + 1}"
    if is_sponsor_setting_up(sight):
        return _stage_being_set(sight, n, title)
    if view.phase == PHASES.quest_setup:
        return Group(str(n), title, state="ahead", badge="not set yet")
    seen, count = group_seen(sight, n)
    total = stage_total(sight, n)
    begun = view.phase not in (*JOINING, PHASES.quest_setup)
    now = view.stage_now
    state = "past" if begun and n < now else "current" if begun and n == now else "ahead"
    cards = "face down" if count is None else "1 card" if count == 1 else f"{count} cards"
    is_test = total is None and bool(seen) and type_of(sight, seen[0]) == TYPE.test
    passed = tuple((seat, 0) for seat in range(view.seats) if among(view.participants, seat))
    if state == "current":
        notes = _fighters(sight, is_test)
        badge = "" if total is not None or is_test else "a foe waits"
        words = "" if is_test else f"{total}" if total is not None else cards
        return Group(
            str(n), f"{title}: a test" if is_test else title, total=words, state=state, notes=notes, badge=badge
        )
    words = f"{total}" if total is not None else "a test" if is_test else cards
    return Group(str(n), title, total=words, state=state, standing=passed if state == "past" else ())


def _fighters(sight: Sight[QuestsState], is_test: bool) -> tuple[tuple[int, str], ...]:
    """Who is in the stage, what each has lying open, and whether each has chosen."""
    view, found = sight.view, []
    if is_test and bids(sight):
        return _bidders(sight)
    for seat in range(view.seats):
        if among(view.participants, seat):
            total = sight.ask(player_total, view, sight.arrays, seat)
            words = "" if is_test else str(total)
            if view.phase == PHASES.stage_play and seat != sight.seat:
                words = "chooses" if asked(sight, seat) else "ready"
            found.append((seat, f"{words} you".strip() if seat == sight.seat else words))
    return tuple(found)


def _stage_being_set(sight: Sight[QuestsState], n: int, title: str) -> Group:
    total = stage_total(sight, n)
    cards = stage_cards(sight, n)
    words = "a test" if cards and total is None else "" if total is None else str(total)
    return Group(str(n), title, total=words, fault=fault_of(sight, n), badge="" if cards else "a foe or a test first")


def fault_of(sight: Sight[QuestsState], n: int) -> str:
    """What is wrong with a stage that has cards, as a short clause."""
    view = sight.view
    fault = sight.ask(first_fault, view, sight.arrays, view.sponsor)
    total = stage_total(sight, n)
    if fault != n or total is None:
        return ""
    before = [other for m in range(n) if (other := stage_total(sight, m)) is not None]
    return f"not over {before[-1]}" if before else ""


# The bids of a test


def bids(sight: Sight[QuestsState]) -> bool:
    """Whether bids are being made in the test that is in play."""
    return sight.view.phase in BIDDING and test_in_play(sight) >= 0


def test_in_play(sight: Sight[QuestsState]) -> int:
    """The kind of the test of the stage being played; -1 if it is not a test."""
    cards = sight.cards(ZONES.turned[sight.view.stage_now])
    return sight.kind(cards[0]) if cards and type_of(sight, cards[0]) == TYPE.test else -1


def _bidders(sight: Sight[QuestsState]) -> tuple[tuple[int, str], ...]:
    """Who bids, clockwise from the sponsor's left, and how each one stands."""
    view, found = sight.view, []
    for i in range(1, view.seats):
        seat = (view.sponsor + i) % view.seats
        if among(view.participants, seat):
            words = f"bids {view.bid}" if seat == view.bidder else "waits"
            if asked(sight, seat):
                words = "your bid" if seat == sight.seat else "to bid"
            if view.phase == PHASES.bid_payment and seat == view.bidder:
                words = f"pays {view.to_pay}"
            found.append((seat, words))
    return tuple(found)


def track(sight: Sight[QuestsState]) -> SceneZone:
    """The numbers that may be bid, and what each would cost this seat."""
    view, seat = sight.view, sight.seat
    may = [action.args[0] for action in sight.actions_of(ACTIONS.bid)]
    reach = 0 if seat is None or not among(view.participants, seat) else capacity_of(sight, seat)
    most = max([LEAST_ON_TRACK, view.bid + 1, reach, *may])
    return SceneZone("bids", "Bids", "track", groups=tuple(_number(sight, n, may, reach) for n in range(1, most + 1)))


def capacity_of(sight: Sight[QuestsState], seat: int) -> int:
    return sight.ask(capacity, sight.view, sight.arrays, seat)


def cost(sight: Sight[QuestsState], bid: int) -> int:
    """Cards that this seat would pay for a bid."""
    return sight.ask(cards_to_pay, sight.view, sight.arrays, sight.asked_seat, bid)


def _number(sight: Sight[QuestsState], n: int, may: list[int], reach: int) -> Group:
    view = sight.view
    standing = n == view.bid and view.bidder != NONE
    free = 0 < n <= reach and sight.seat is not None and n <= sight.ask(free_bids, view, sight.arrays, sight.seat)
    words = "free" if free else f"pay {cost(sight, n)}" if n <= reach else ""
    if standing:
        return Group(str(n), str(n), state="standing", seat=view.bidder, badge=sight.naming("seat", view.bidder))
    state = "open" if n in may else "free" if free else "beyond"
    return Group(str(n), str(n), state=state, badge=words, why=_why_not(sight, n, may, reach))


def _why_not(sight: Sight[QuestsState], n: int, may: list[int], reach: int) -> str:
    """Why a number cannot be bid, while this seat bids."""
    if n in may or not sight.actions_of(ACTIONS.pass_, ACTIONS.drop_out):
        return ""
    if n > reach:
        return f"You can bid {reach} at most: your cards in hand and your free bids."
    lone = sight.view.phase == PHASES.lone_bid
    least = sight.ask(least_bid, sight.view, sight.arrays, test_in_play(sight), lone)
    if lone:
        return f"Alone in the test you bid exactly {least}."
    return f"A bid is at least {max(least, sight.view.bid + 1)} now."


# A tournament


def lanes(sight: Sight[QuestsState]) -> SceneZone:
    """A lane for each who fights, with the cards that lie open."""
    view = sight.view
    seats = [seat for seat in range(view.seats) if among(view.contenders, seat)]
    cards = tuple(
        table_face(sight, card, seat, group=str(seat)) for seat in seats for card in sight.cards(ZONES.played + seat)
    )
    return SceneZone("lanes", "The tournament", "lanes", None, len(cards), cards, tuple(_lane(sight, s) for s in seats))


def _lane(sight: Sight[QuestsState], seat: int) -> Group:
    view = sight.view
    name = "You" if seat == sight.seat else sight.naming("seat", seat)
    badge = rank_words(sight, seat)
    if view.table_allies_in_tournaments == 1 and view.counts[ZONES.tableau + seat]:
        badge += " and allies"
    if view.phase in ENTERING:
        return Group(str(seat), name, seat=seat, badge=badge, total="enters")
    if view.phase == PHASES.tournament_play and not asked(sight, seat):
        badge += ", ready"
    return Group(str(seat), name, seat=seat, badge=badge, total=str(sight.ask(player_total, view, sight.arrays, seat)))

"""The middle of the table of Quests: the story card, and the stages, the bids or the lanes of a tournament below it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workbench.author import NONE, CardFace, Group, SceneZone, Sight, backs, counted
from workbench.games.quests.battle import (
    capacity,
    cards_to_pay,
    first_fault,
    free_bids,
    group_number,
    group_place,
    least_bid,
    player_total,
    rank_points,
    stages_of,
    story_in_play,
)
from workbench.games.quests.deck import TYPE
from workbench.games.quests.faces import in_quest, points_of, table_face, type_of
from workbench.games.quests.rules import PHASES
from workbench.games.quests.table import ACTIONS, ZONES, QuestsState

RANKS = ("Squire", "Knight", "Champion", "Round Table")
LEAST_ON_TRACK = 6


def centre(sight: Sight[QuestsState]) -> Iterator[SceneZone]:
    """What all share."""
    if sight.view.counts[ZONES.story_card]:
        yield sight.shared(_story)
    if in_quest(sight) and sight.view.sponsor != NONE and sight.view.phase != PHASES.quest_end:
        yield stages(sight)
        if bids(sight):
            yield track(sight)
    elif in_tournament(sight):
        yield lanes(sight)


def _story(sight: Sight[QuestsState]) -> SceneZone:
    story = tuple(table_face(sight, card) for card in sight.cards(ZONES.story_card))
    return SceneZone("story", "Story card", "story", None, 1, story)


def in_tournament(sight: Sight[QuestsState]) -> bool:
    """Whether a tournament is in play, including the final one."""
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
    rises = ("must rise",) if is_sponsor_setting_up(sight) and sight.view.rising_stages == 1 else ()
    return SceneZone("stages", "The stages", "stages", None, len(cards), cards, groups, rises)


def stage_cards(sight: Sight[QuestsState], n: int) -> tuple[CardFace, ...]:
    """The cards of a stage as far as this screen can tell them."""
    known, count = group_seen(sight, n)
    weapons_last = sorted(known, key=lambda card: type_of(sight, card) == TYPE.weapon)  # as people lay them
    faces = tuple(table_face(sight, card, group=str(n)) for card in weapons_last)
    if not is_sponsor_setting_up(sight):
        faces = tuple(replace(face, selected=False) for face in faces)
    return faces + backs(f"stage-{n}", 1 if count is None else count - len(faces), str(n))


def group_seen(sight: Sight[QuestsState], n: int) -> tuple[list[int], int | None]:
    """The cards of a stage that this screen can tell, and how many there are; None if it cannot tell that (QU-279)."""
    view, seat = sight.view, sight.seat
    if is_sponsor_setting_up(sight):
        cards = [card for card in sight.cards(ZONES.hand + view.sponsor) if view.staged[card] == n + 1]
        return cards, len(cards)
    place, number = sight.ask(group_place, view, n), sight.ask(group_number, view, n)
    cards = sight.cards(place)
    if not number:
        return cards, view.counts[place]
    if seat == view.sponsor:
        cards = [card for card in cards if view.staged[card] == number]
    elif seat is None or view.looked_at[seat] != n:
        return [], None
    return cards, len(cards)


def stage_total(sight: Sight[QuestsState], n: int) -> int | None:
    """Battle points of a stage, if this screen can tell all its cards; None for a test."""
    cards, count = group_seen(sight, n)
    if not cards or len(cards) != count or any(type_of(sight, card) == TYPE.test for card in cards):
        return None
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
    now = NONE if view.phase in (PHASES.join_offer, PHASES.join_vote) else view.stage_now
    state = "past" if n < now else "current" if n == now else "ahead"
    is_test = total is None and bool(seen) and type_of(sight, seen[0]) == TYPE.test
    words = "face down" if count is None else counted(count, "card")
    badge = ""
    if total is not None:
        words = str(total)
    elif is_test:
        words = "a test"
    elif state == "current":
        badge = "a foe waits"
    if state == "current":
        if is_test:
            title, words = f"{title}: a test", ""
        notes = _bidders(sight) if is_test and bids(sight) else _fighters(sight, is_test)
        return Group(str(n), title, total=words, state=state, notes=tuple(notes), badge=badge)
    passed = sight.seats_of(view.participants) if state == "past" else ()
    return Group(str(n), title, total=words, state=state, standing=tuple((seat, 0) for seat in passed))


def _fighters(sight: Sight[QuestsState], is_test: bool) -> Iterator[tuple[int, str]]:
    """Who is in the stage, what each has lying open, and whether each has chosen."""
    view = sight.view
    for seat in sight.seats_of(view.participants):
        words = "" if is_test else str(sight.ask(player_total, view, sight.arrays, seat))
        if view.phase == PHASES.stage_play and seat != sight.seat:
            words = "chooses" if seat in sight.asked else "ready"
        yield seat, f"{words} you".strip() if seat == sight.seat else words


def _stage_being_set(sight: Sight[QuestsState], n: int, title: str) -> Group:
    total = stage_total(sight, n)
    if total is not None:
        has_fault = sight.ask(first_fault, sight.view, sight.arrays, sight.view.sponsor) == n
        return Group(str(n), title, total=str(total), fault=f"not over {total_before(sight, n)}" if has_fault else "")
    if group_seen(sight, n)[0]:
        return Group(str(n), title, total="a test")
    return Group(str(n), title, badge="a foe or a test first")


def total_before(sight: Sight[QuestsState], n: int) -> int:
    """Battle points of the last foe before a stage of the set-up that does not rise."""
    return next(total for m in range(n - 1, -1, -1) if (total := stage_total(sight, m)) is not None)


# The bids of a test


def bids(sight: Sight[QuestsState]) -> bool:
    """Whether bids are being made in the test that is in play."""
    return PHASES.bid_window <= sight.view.phase <= PHASES.bid_payment and test_in_play(sight) >= 0


def test_in_play(sight: Sight[QuestsState]) -> int:
    """The kind of the test of the stage being played; -1 if it is not a test."""
    cards = sight.cards(ZONES.turned[sight.view.stage_now])
    return sight.kind(cards[0]) if cards and type_of(sight, cards[0]) == TYPE.test else -1


def _bidders(sight: Sight[QuestsState]) -> Iterator[tuple[int, str]]:
    """Who bids, clockwise from the sponsor's left, and how each one stands."""
    view = sight.view
    for i in range(1, view.seats):
        seat = (view.sponsor + i) % view.seats
        if seat in sight.seats_of(view.participants):
            words = f"bids {view.bid}" if seat == view.bidder else "waits"
            if seat in sight.asked:
                words = "your bid" if seat == sight.seat else "to bid"
            if view.phase == PHASES.bid_payment and seat == view.bidder:
                words = f"pays {view.to_pay}"
            yield seat, words


def track(sight: Sight[QuestsState]) -> SceneZone:
    """The numbers that may be bid, and what each would cost this seat."""
    view, seat = sight.view, sight.seat
    may = [action.args[0] for action in sight.actions_of(ACTIONS.bid)]
    takes_part = seat is not None and seat in sight.seats_of(view.participants)
    reach = sight.ask(capacity, view, sight.arrays, sight.asked_seat) if takes_part else 0
    most = max([LEAST_ON_TRACK, view.bid + 1, reach, *may])
    return SceneZone("bids", "Bids", "track", groups=tuple(_number(sight, n, may, reach) for n in range(1, most + 1)))


def _number(sight: Sight[QuestsState], n: int, may: list[int], reach: int) -> Group:
    view = sight.view
    if n == view.bid and view.bidder != NONE:
        return Group(str(n), str(n), state="standing", seat=view.bidder, badge=sight.naming("seat", view.bidder))
    free = n <= min(reach, sight.ask(free_bids, view, sight.arrays, sight.asked_seat))
    cost = sight.ask(cards_to_pay, view, sight.arrays, sight.asked_seat, n)
    words = "free" if free else f"pay {cost}" if n <= reach else ""
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
    seats = sight.seats_of(view.contenders)
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
    if view.phase == PHASES.entry_offer:
        return Group(str(seat), name, seat=seat, badge=badge, total="enters")
    if view.phase == PHASES.tournament_play and seat not in sight.asked:
        badge += ", ready"
    return Group(str(seat), name, seat=seat, badge=badge, total=str(sight.ask(player_total, view, sight.arrays, seat)))

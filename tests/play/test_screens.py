"""Scenes are made when they are looked at, and kept until something changes."""

from __future__ import annotations

import gc
import json
import random
import weakref
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import workbench as wb
from tests.example_game import PLAIN_DECK, known
from tests.play.players import with_counted_scenes
from workbench.checks.whole_pages import exchanged
from workbench.decks import load_deck
from workbench.kernel.game import Game
from workbench.kernel.scenes.scene import Scene, Sight
from workbench.kernel.state import EVERYONE, NOBODY, OWNER
from workbench.play import Match
from workbench.play.seating import seat_name
from workbench.play.setup import plain_options
from workbench.storage.errors import IllegalAction, OptionError


def take_step(match: Match, step: str, chance: random.Random) -> bool:
    """Whether the step has changed anything that a screen shows."""
    if step in ("undo", "redo"):
        return getattr(match, step)()
    if step == "another player":
        match.seat_bot(chance.randrange(match.seats), chance.choice([None, "random", "greedy"]))
    elif match.over:
        return False
    elif step == "refused":
        with pytest.raises(IllegalAction):
            match.play(match.to_act[0], "no such action")
        return False
    elif bots := [seat for seat in match.to_act if seat in match.bots]:
        match.play_bot(bots[0])
    else:
        seat = chance.choice(match.to_act)
        match.play(seat, chance.choice(match.legal(seat)))
    return True


@settings(max_examples=30)
@given(
    game=st.sampled_from(["guild_master", "guile", "excalibur"]),
    steps=st.lists(st.sampled_from(["act", "act", "act", "undo", "redo", "another player", "refused"]), max_size=25),
    chance=st.randoms(use_true_random=False),
)
def test_a_scene_is_kept_until_something_changes_and_never_longer(
    game: str, steps: list[str], chance: random.Random
) -> None:
    match = Match(game, seats=2, seed=7)
    for step in steps:
        scenes, revision = [match.scene(viewer) for viewer in (None, 0, 1)], match.revision
        changed = take_step(match, step, chance)
        assert match.revision > revision if changed else match.revision == revision
        fresh = Match.from_dict(match.to_dict())
        for viewer, before in zip((None, 0, 1), scenes, strict=True):
            assert match.scene(viewer) == fresh.scene(viewer)
            assert (match.scene(viewer) is before) != changed


def test_each_scene_is_built_when_it_is_looked_at_first() -> None:
    game, built = with_counted_scenes("guile")
    match = Match(game, seats=2, seed=7)
    assert built == []
    for viewer in (0, None, 0, np.int64(1), None):
        match.scene(viewer)
    assert built == [0, None, 1]
    with pytest.raises(OptionError, match="There is no seat True"):
        match.scene(True)


def test_what_is_alike_on_all_screens_is_made_once_an_act_from_what_everybody_sees() -> None:
    game, made = wb.game("guile"), []

    def rounds(sight: Sight, more: int) -> str:
        made.append(sight.seat)
        return f"{int(sight.view.turn) + more} rounds"

    def scene(sight: Sight) -> Scene:
        return replace(game.scene(sight), hint=sight.shared(rounds, 1), worth=sight.shared(rounds, 2))

    match = Match(replace(game, scene=scene), seats=2, seed=7)
    hints = {match.scene(viewer).hint for viewer in (0, 1, None)}
    assert made == [None, None], "once for each argument, and never from a seat's view"
    assert len(hints) == 1
    match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    match.scene(1)
    assert made == [None] * 4


def test_plain_scenes_hold_what_they_share_once() -> None:
    match = Match("guild_master", seats=6, seed=7, options={"game_variant": "labyrinth_city"})
    mine, theirs = match.scene(0).as_dict(), match.scene(1).as_dict()
    assert mine["seats"][5] is theirs["seats"][5], "the banner of a third seat"
    assert mine["seats"][0] != theirs["seats"][0], "whose hand it shows is a seat's own"


@pytest.mark.parametrize("game", sorted(wb.list_games()))
def test_a_match_that_nobody_holds_is_gone_at_once_though_it_was_looked_at(game: str) -> None:
    match = Match(game, seed=7)
    for _ in range(3):
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[0])
        assert [match.scene(viewer).title and match.view(viewer) for viewer in (None, 0, 1)]
        assert len(match.news(seat)) <= 1
    left = weakref.ref(match)
    gc.disable()
    try:
        del match
        assert left() is None
    finally:
        gc.enable()


# A view is made from the variant's declaration: every field and zone by who may see it, nothing else.


ENGINE_ROOM = {
    "random_state", "shuffle_state", "entered", "known", "place", "staged", "rows", "counts", "frames", "decisions",
    "staged_last", "staged_end",
}  # fmt: skip


@pytest.fixture(scope="module")
def example() -> Iterator[Game]:
    """The example game of these tests, known to the workbench for a while."""
    with known() as game:
        yield game


def played(acts: int, **given: Any) -> Match:
    match = Match("guild_master", **{"seats": 3, "seed": 4, **given})
    for seat in range(match.seats):
        match.seat_bot(seat, "random")
    for _ in range(acts):
        if not match.over:
            match.play_bot(match.to_act[0])
    return match


def kind_of(match: Match, card: int) -> int:
    return int(match.deck.arrays.kind[card])


def names_at(match: Match, place: int) -> list[str]:
    """The names of the cards that lie in a place, looked up by the host."""
    state, rows = match.state, match.deck.rows
    return [rows[kind_of(match, int(state.rows[place, i]))]["name"] for i in range(int(state.counts[place]))]


VIEWERS = [None, 0, 1, 2]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_view_says_where_the_match_stands(viewer: int | None) -> None:
    match = played(25)
    view = match.view(viewer)
    assert view["game"] == "guild_master"
    assert view["variant"] == "base_game"
    assert (view["seat"], view["seats"], view["turn"]) == (viewer, 3, match.turn)
    assert view["phase"] == match.phase in [phase.key for phase in match.variant.phases]
    assert (view["to_act"], view["over"], view["winners"]) == (list(match.to_act), False, [])
    assert view["options"] == plain_options(match.options)
    assert view["log"] == match.seat_log(viewer)
    assert view["legal"] == ([] if viewer is None else [action.label for action in match.legal(viewer)])


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("acts", [0, 7, 40, 5000])
def test_a_view_is_plain_data(viewer: int | None, acts: int) -> None:
    view = played(acts).view(viewer)
    assert json.loads(json.dumps(view)) == view
    assert plain(view)


def plain(value: Any) -> bool:
    """Whether all of it is of Python's own types, not NumPy's."""
    if type(value) is dict:
        return all(type(key) is str and plain(part) for key, part in value.items())
    if type(value) is list:
        return all(map(plain, value))
    return value is None or type(value) in (str, int, bool, float)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_field_is_shown_to_whom_it_is_declared_for(viewer: int | None) -> None:
    match = played(30)
    shown, state = match.view(viewer)["fields"], match.state
    options = {option.key for option in match.variant.state.options}
    told_otherwise = {"to_act", "phase", "over", "seats", "turn", "card_count", "frame_count", "staged_count"}
    for field in match.variant.state.fields:
        if field.name in ENGINE_ROOM | options | told_otherwise:
            assert field.name not in shown
        elif field.seen_by == EVERYONE:
            assert shown[field.name] == getattr(state, field.name).tolist()
        elif field.seen_by == OWNER:
            assert shown[field.name] == (None if viewer is None else getattr(state, field.name)[viewer].tolist())
        else:
            assert field.name not in shown


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("acts", [0, 35, 5000])
def test_every_zone_is_counted_for_all_and_open_to_whom_it_is_declared_for(viewer: int | None, acts: int) -> None:
    match = played(acts, options={"discard_visibility": "face_down", "trade_offer_cap": 0})
    spec, zones = match.variant.state, match.view(viewer)["zones"]
    assert set(zones) == {zone.name for zone in spec.zones}
    for zone in spec.zones:
        entries = zones[zone.name] if zone.per_seat else [zones[zone.name]]
        assert len(entries) == (match.seats if zone.per_seat else 1)
        for owner, entry in enumerate(entries):
            lying = names_at(match, spec.place(zone.name) + owner)
            assert entry["count"] == len(lying) == len(entry["cards"])
            if zone.seen_by == EVERYONE or (zone.seen_by == OWNER and owner == viewer):
                assert entry["cards"] == lying
            elif zone.name == "stock" or zone.seen_by == OWNER:
                assert entry["cards"] == [None] * len(lying)
            else:
                assert set(entry["cards"]) - {None} <= set(lying)


def test_a_spectator_sees_no_hand_and_is_offered_nothing() -> None:
    view = played(30).view(None)
    assert {name for hand in view["zones"]["hand"] for name in hand["cards"]} <= {None}
    assert view["legal"] == view["picked"] == []
    assert set(view["zones"]["stock"]["cards"]) == {None}


def test_cards_that_a_seat_knows_come_first_and_the_rest_are_unknown() -> None:
    match = Match("guild_master", seats=3, seed=4, options={"first_seat": 0})
    match.play(0, "Offer cards to Seat 2")
    picks = [action for action in match.legal(0) if action.verb == "pick"][1:3]
    match.play(0, [*picks, "Done"])
    match.play(1, "Decline the offer")
    names = [pick.label.removeprefix("Pick ") for pick in picks]
    assert match.view(1)["zones"]["hand"][0] == {"count": 5, "cards": [*names, None, None, None]}
    assert match.view(2)["zones"]["hand"][0] == {"count": 5, "cards": [None] * 5}
    assert match.view(None)["zones"]["hand"][0] == {"count": 5, "cards": [None] * 5}


def test_picked_cards_and_wishes_are_shown_to_their_owner_alone() -> None:
    match = Match("guild_master", seats=3, seed=4, options={"first_seat": 1})
    match.play(1, "Offer cards to Seat 1")
    before = [match.view(viewer) for viewer in (None, 0, 2)]
    pick = next(action for action in match.legal(1) if action.verb == "pick")
    match.play(1, pick)
    match.play(1, "Wish for 3 in return")
    assert match.view(1)["picked"] == [pick.label.removeprefix("Pick ")]
    assert match.view(1)["fields"]["own_wish_number"] == 3
    assert [match.view(viewer) for viewer in (None, 0, 2)] == before


def test_an_option_is_shown_by_its_words_and_not_again_as_a_field() -> None:
    view = Match("guild_master", seats=3, seed=4, options={"draw_mode": "one_by_one", "first_seat": 2}).view(1)
    assert view["options"]["draw_mode"] == "one_by_one"
    assert view["options"]["first_seat"] == 2
    assert view["options"]["trade_offer_cap"] == "none"
    assert not set(view["options"]) & set(view["fields"])


def test_what_is_shown_follows_the_declaration_and_nothing_else() -> None:
    """The same match with hands declared open, and with a public field declared nobody's."""
    match = played(30)
    spec = match.variant.state
    zones = tuple(replace(zone, seen_by=EVERYONE) if zone.name == "hand" else zone for zone in spec.zones)
    own = [field for field in spec.fields if field.name in ("current", "first", "drawn", "trade_step", "partner")]
    names = [field.name for field in spec.fields]
    start, stop = names.index("current"), names.index("staged_count")
    fields = [replace(field, seen_by=NOBODY) if field in own else field for field in spec.fields[start:stop]]
    other = type(spec)(
        seats=spec.max_seats, cards=spec.max_cards, zones=zones, fields=fields, options=spec.options, frames=1
    )
    assert other.dtype == spec.dtype
    variant = replace(match.variant, state=other)
    game = replace(match.game, variants=(variant,))
    opened = Match(game, seats=3, seed=4, deck=match.deck)
    for act in match.acts:
        opened.play(act.seat, act.actions)
    view = opened.view(None)
    hand = other.place("hand")
    assert [entry["cards"] for entry in view["zones"]["hand"]] == [names_at(opened, hand + seat) for seat in range(3)]
    assert {field.name for field in own}.isdisjoint(view["fields"])


def test_views_of_any_game_are_made_so(example: Game) -> None:
    """The example game of the kernel's tests: several variants, seats that act together, owners' fields."""
    for variant in example.variants:
        match = Match(example, seed=3, deck=PLAIN_DECK, options={"game_variant": variant.key})
        for viewer in (None, *range(match.seats)):
            view = match.view(viewer)
            assert json.loads(json.dumps(view)) == view
            assert set(view["zones"]) == {zone.name for zone in variant.state.zones}
            for zone in variant.state.zones:
                if zone.seen_by == NOBODY:
                    entries = view["zones"][zone.name] if zone.per_seat else [view["zones"][zone.name]]
                    assert all(set(entry["cards"]) <= {None} for entry in entries)


def test_seats_are_counted_from_one_on_screens() -> None:
    assert [seat_name(seat) for seat in (0, 7)] == ["Seat 1", "Seat 8"]


def test_a_view_tells_no_copy_of_a_card_in_the_city_from_another() -> None:
    printed = load_deck("guild_master")
    ids = [row["card_id"] for row in printed.tables["cards.csv"]]
    plain = {"count": 3, "bonus_resource": "", "bonus_source": "", "bonus_source_printed": ""}
    deck = printed.edit(remove=ids[40:], change=[{"card_id": card, **plain} for card in ids[:40]])
    match = Match("guild_master", seats=6, deck=deck, seed=4, options={"game_variant": "labyrinth_city"})
    for seat in range(6):
        match.seat_bot(seat, "greedy")
    while match.state["laid"] < 6:
        match.play_bot(match.next_bot)
    laid, kind = int(match.state["laid"]), list(match.referee.arrays.kind)
    city = match.state["city"][:laid].tolist()
    first = [kind.index(kind[card]) for card in city]
    assert city != first, "a later copy lies there"
    assert match.view(None)["fields"]["city"][:laid] == first
    later = next(card for card, one in zip(city, first, strict=True) if card != one)
    other = exchanged(match, later, kind.index(kind[later]))
    assert other.state["city"].tolist() != match.state["city"].tolist()
    for viewer in (None, *range(6)):
        assert other.view(viewer)["fields"] == match.view(viewer)["fields"]

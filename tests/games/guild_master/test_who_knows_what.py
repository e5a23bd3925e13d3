"""Who may know what, looked for in views, scenes, exports, logs, undo and error texts (GM-500 to GM-513)."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from workbench.kernel.engine.speeds import plain_engine
from workbench.kernel.scenes.scene import CardFace
from workbench.kernel.state import SPECTATOR
from workbench.play import Match
from workbench.storage.errors import IllegalAction

from .table import NewTable, Table

VIEWERS = (None, 0, 1, 2)
SEED = 918273645546


def everything_shown(match: Match, viewer: int | None) -> str:
    """All that a viewer can get hold of, as text."""
    parts: list[Any] = [match.view(viewer), match.scene(viewer).as_dict(), match.seat_log(viewer), match.score_lines()]
    if viewer is not None:
        parts += [match.legal(viewer), {key: value for key, value in match.export(viewer).items() if key != "deck"}]
    return json.dumps(parts, default=str, ensure_ascii=False)


def names_in_view(table: Table, viewer: int | None) -> list[str]:
    """The cards that a viewer can identify, wherever they lie."""
    zones = table.match.view(viewer)["zones"].values()
    entries = [entry for zone in zones for entry in (zone if isinstance(zone, list) else [zone])]
    return [name for entry in entries for name in entry["cards"] if name]


def names_shown(table: Table, viewer: int | None) -> set[str]:
    """The cards that a viewer is shown by name, in its view or on its screen (a bonus text names cards too)."""
    faces = [face for zone in table.match.scene(viewer).zones for face in zone.cards if not face.face_down]
    return {*names_in_view(table, viewer), *(face.title for face in faces)}


def another_world(table: Table, viewer: int | None, seed: int) -> Match:
    """The match as it would be if the cards that a viewer cannot identify lay elsewhere."""
    match = table.match
    spec, engine = match.variant.state, plain_engine(match.variant)
    world = spec.record()
    raw = match.record.buffer
    seat = SPECTATOR if viewer is None else viewer
    hidden, generator = (spec.hidden, spec.empty, match.referee.arrays, seat), [seed | 1, seed]
    engine.redeal(match.record, raw, world, world.buffer, *hidden, generator)
    other = Match(
        "guild_master", seats=match.seats, seed=match.seed, deck=match.deck, options=match.options, bots=match.bots
    )
    other.record = world
    other.told = match.told
    return other


@pytest.mark.slow  # the kit checks this for every game
@pytest.mark.rule("GM-500", "GM-501", "GM-503", "GM-504", "GM-039")
@pytest.mark.parametrize(
    "options", [{}, {"discard_visibility": "face_down", "trade_reveal": "face_down"}], ids=["open", "closed"]
)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_if_hidden_cards_lay_otherwise_a_viewer_would_see_the_same(
    new_table: NewTable, viewer: int | None, options: dict[str, str]
) -> None:
    table = new_table(3, seed=2, **options).seat_bots()
    changed = looked = 0
    for _seat in table.bot_acts():
        if looked == 60:
            break
        if len(table.match.acts) % 5:
            continue
        looked += 1
        other = another_world(table, viewer, looked)
        changed += not np.array_equal(other.state["place"], table.match.state["place"])
        assert other.view(viewer) == table.match.view(viewer)
        assert other.scene(viewer) == table.match.scene(viewer)
        if viewer is not None:
            assert other.legal(viewer) == table.match.legal(viewer)
            assert other.export(viewer) == table.match.export(viewer)
    assert changed > looked / 2


@pytest.mark.rule("GM-500")
def test_neither_the_seed_nor_the_order_of_the_stock_is_shown(new_table: NewTable) -> None:
    table = new_table(3, seed=SEED).seat_bots()
    generators: set[str] = set()
    for _act, _seat in zip(range(30), table.bot_acts(), strict=False):
        for name in ("random_state", "shuffle_state"):
            generators |= {str(number) for number in table.match.state[name].tolist()}
        for viewer in VIEWERS:
            shown = everything_shown(table.match, viewer)
            assert str(SEED) not in shown
            assert not any(number in shown for number in generators if len(number) > 6)
            assert "random_state" not in shown
            assert "shuffle_state" not in shown
            stock = table.match.view(viewer)["zones"]["stock"]
            assert stock == {"count": len(table.stock), "cards": [None] * len(table.stock)}


@pytest.mark.rule("GM-500", "GM-026")
def test_the_number_of_cards_in_the_stock_is_shown_to_all(new_table: NewTable) -> None:
    table = new_table(3).put(hands={0: ["Mason"]}, stock=17)
    for viewer in VIEWERS:
        pile = next(zone for zone in table.match.scene(viewer).zones if zone.id == "stock")
        assert pile.count == table.match.view(viewer)["zones"]["stock"]["count"] == 17
        assert all(face.face_down and not face.title for face in pile.cards)


@pytest.mark.rule("GM-501", "GM-039")
def test_a_hand_is_seen_by_its_owner_and_counted_by_all(new_table: NewTable) -> None:
    hands = {0: ["Mason", "Port"], 1: ["Pub"], 2: ["Moat", "Temple", "Shrine"]}
    table = new_table(3).put(hands=hands)
    for viewer in VIEWERS:
        shown = table.match.view(viewer)["zones"]["hand"]
        for seat, names in hands.items():
            assert shown[seat]["count"] == len(names)
            assert set(shown[seat]["cards"]) == (set(names) if viewer == seat else {None})
        assert names_shown(table, viewer) == (set() if viewer is None else set(hands[viewer]))
        shown_hands = [zone.owner for zone in table.match.scene(viewer).zones if zone.layout == "hand"]
        assert shown_hands == ([] if viewer is None else [viewer])


@pytest.mark.rule("GM-501", "GM-503")
def test_a_spectator_is_shown_cities_and_open_discards_only(new_table: NewTable) -> None:
    table = new_table(3, seed=5).seat_bots()
    for _seat in table.bot_acts():
        public = {name for seat in range(3) for name in table.built(seat)} | table.discards
        assert set(names_in_view(table, None)) == public
    assert public
    assert "You draw" not in " ".join(table.match.seat_log(None))


@pytest.mark.rule("GM-501")
def test_the_first_deal_is_told_to_each_seat_alone(new_table: NewTable) -> None:
    table = new_table(3)
    for viewer in VIEWERS:
        heard = " ".join(table.match.seat_log(viewer))
        for seat in range(3):
            assert all((f"{name}." in heard) == (viewer == seat) for name in table.hand(seat))


@pytest.mark.rule("GM-501")
def test_error_texts_tell_nothing_of_other_hands(new_table: NewTable) -> None:
    texts = []
    for hand in (["Mason", "Port"], ["Moat", "Temple"]):
        table = new_table(3).put(hands={0: hand, 1: ["Pub", "Inn"], 2: ["Arena"]}, phase="trade_1")
        told = []
        attempts: list[Any] = [(1, "Pick Mason"), (1, table.action("pick", "Moat")), (2, 3), (1, [0, 1]), (2, "x")]
        for seat, action in attempts:
            with pytest.raises(IllegalAction) as refusal:
                table.match.play(seat, action)
            told.append(str(refusal.value))
        table.play(0, "offer_to", 1).play(0, "done")
        for action in (table.action("pick", "Mason"), table.action("pick", "Moat"), "Pick Port", 10**9, -1):
            with pytest.raises(IllegalAction) as refusal:
                table.match.play(1, action)
            told.append(str(refusal.value))
        texts.append(told)
    assert texts[0] == texts[1]


@pytest.mark.rule("GM-501", "GM-504")
def test_undo_leaves_no_trace_of_what_was_taken_back(new_table: NewTable) -> None:
    table = new_table(3, discard_max=2).put(hands={0: ["Mason", "Port"], 1: ["Pub"]}, phase="trade_1")
    before = {viewer: everything_shown(table.match, viewer) for viewer in VIEWERS}
    acts = len(table.match.acts)
    table.trade(0, 1, ["Port"], ["Pub"]).play(0, "end_trade").discard(0, ["Pub"]).play(0, "draw", 2)
    assert {viewer: everything_shown(table.match, viewer) for viewer in VIEWERS} != before
    while len(table.match.acts) > acts:
        assert table.match.undo()
    assert {viewer: everything_shown(table.match, viewer) for viewer in VIEWERS} == before


@pytest.mark.rule("GM-502")
def test_built_cards_are_shown_to_all_with_points_and_bonus(new_table: NewTable) -> None:
    table = new_table(3).put(built={0: ["Graveyard", "Castle"], 2: ["Temple"]}, hands={1: ["Pub"]})
    for viewer in VIEWERS:
        zones = {zone.id: zone for zone in table.match.scene(viewer).zones}
        faces = {face.title: face for face in zones["built-0"].cards}
        assert set(faces) == {"Graveyard", "Castle"}
        assert [symbol.letter for symbol in faces["Graveyard"].symbols] == ["P", "P"]
        assert sorted(symbol.letter for symbol in faces["Castle"].symbols) == ["G", "M"]
        assert "R" in faces["Graveyard"].text
        assert "Cathedral" in faces["Graveyard"].text
        assert [face.title for face in zones["built-2"].cards] == ["Temple"]


@pytest.mark.rule("GM-503")
@pytest.mark.parametrize("visibility", ["face_up", "face_down"])
def test_the_number_of_discards_is_always_public(new_table: NewTable, visibility: str) -> None:
    hand = ["Mason", "Port", "Moat"]
    table = new_table(3, discard_visibility=visibility).put(hands={0: hand}, phase="discard").discard(0, hand[:2])
    for viewer in VIEWERS:
        zones = table.match.view(viewer)["zones"]
        assert zones["discard"]["count"] + zones["face_down_discard"]["count"] == 2
        piles = [zone for zone in table.match.scene(viewer).zones if "discard" in zone.id]
        assert sum(pile.count for pile in piles) == 2
        shown = names_shown(table, viewer) & set(hand[:2])
        # Whoever discarded them knows them anyway.
        assert shown == (set(hand[:2]) if visibility == "face_up" or viewer == 0 else set())


@pytest.mark.rule("GM-504")
def test_third_seats_see_backs_in_an_open_trade(new_table: NewTable) -> None:
    table = new_table(3).put(hands={0: ["Mason", "Port"], 1: ["Pub"], 2: ["Inn"]}, phase="trade_1")
    table.offer(0, 1, ["Port", "Mason"], wish_category="A").answer(1, ["Pub"])
    for viewer in (None, 2):
        assert [face.face_down for face in offered(table, viewer, 0)] == [True, True]
        assert [face.title for face in offered(table, viewer, 1)] == [""]
        assert "asks for Arts" in table.match.scene(viewer).message
    for viewer in (0, 1):
        assert {face.title for face in offered(table, viewer, 0)} == {"Port", "Mason"}
        assert [face.title for face in offered(table, viewer, 1)] == ["Pub"]


def offered(table: Table, viewer: int | None, seat: int) -> list[CardFace]:
    """The cards that a seat has laid on the mat, as a viewer sees them."""
    mat = next(zone for zone in table.match.scene(viewer).zones if zone.id == "offered")
    return [face for face in mat.cards if face.group == str(seat)]


@pytest.mark.rule("GM-505", "GM-504")
@pytest.mark.parametrize("then", ["decline", "withdraw", "confirm"])
def test_only_the_two_partners_logs_ever_name_the_cards(new_table: NewTable, then: str) -> None:
    table = new_table(4, seed=3).put(hands={0: ["Mason", "Port"], 1: ["Pub"], 2: ["Inn"]}, phase="trade_1")
    heard = {viewer: len(table.match.seat_log(viewer)) for viewer in (None, 0, 1, 2, 3)}
    table.offer(0, 1, ["Port"])
    if then == "decline":
        table.play(1, then)
    else:
        table.answer(1, ["Pub"]).play(0, then)
    table.pass_to("build", 0)
    for viewer, count in heard.items():
        words = " ".join(table.match.seat_log(viewer)[count:])
        assert ("Port" in words) == (viewer in (0, 1))
        assert ("Pub" in words) == (viewer in (0, 1) and then != "decline")


@pytest.mark.rule("GM-506")
def test_drawn_cards_change_nothing_that_others_see_but_numbers(new_table: NewTable) -> None:
    shown = []
    for stock in (["Pub", "Inn", "Arena"], ["Arena", "Temple", "Pub"]):
        table = new_table(3).put(hands={0: ["Mason"], 1: ["Moat"]}, stock=stock).play(0, "draw", 2)
        assert table.hand(0) == {"Mason", *stock[:2]}
        shown.append([everything_shown(table.match, viewer) for viewer in (None, 1, 2)])
    assert shown[0] == shown[1]


@pytest.mark.rule("GM-512", "GM-501")
@pytest.mark.parametrize("seed", range(3))
def test_what_a_seat_has_not_seen_is_everything_but_its_hand_the_cities_and_the_discards(
    new_table: NewTable, seed: int
) -> None:
    table = new_table(3, seed=seed, trade_offer_cap=0).seat_bots("greedy")
    for _seat in table.bot_acts():
        seen = {card for seat in range(3) for card in table.built(seat)} | table.discards
        for viewer in (0, 1, 2):
            assert sorted(names_in_view(table, viewer)) == sorted(seen | table.hand(viewer))


@pytest.mark.rule("GM-513")
def test_hands_stay_hidden_after_the_end(new_table: NewTable) -> None:
    hands = {0: ["Mason", "Port"], 1: ["Pub"], 2: ["Moat", "Temple"]}
    table = new_table(3).put(hands=hands, built={1: ["Shrine"]}, stock=[]).pass_to("game_over")
    for viewer in VIEWERS:
        own = [] if viewer is None else hands[viewer]
        assert names_shown(table, viewer) == {"Shrine", *own}
        assert [entry["count"] for entry in table.match.view(viewer)["zones"]["hand"]] == [2, 1, 2]
    named = {line["source"] for line in table.match.score_lines()}
    assert named == {"", "Shrine"}


@pytest.mark.rule("GM-510")
def test_the_named_category_is_announced_even_if_nothing_is_built(new_table: NewTable) -> None:
    table = new_table(3).put(hands={0: ["Mason"], 1: ["Pub"]}, phase="build").build(0, "R")
    for viewer in VIEWERS:
        assert any("Seat 1" in line and "Religion" in line for line in table.match.seat_log(viewer))


@pytest.mark.rule("GM-500", "GM-501")
@pytest.mark.parametrize("seat", range(3))
def test_an_export_holds_the_seats_own_view_and_no_acts(new_table: NewTable, seat: int) -> None:
    table = new_table(3, seed=SEED).seat_bots()
    assert len(list(zip(range(40), table.bot_acts(), strict=False))) == 40
    export = table.match.export(seat)
    assert export["view"] == table.match.view(seat)
    assert {"seed", "acts", "record", "checksum"}.isdisjoint(export)
    assert str(SEED) not in json.dumps(export, default=str)

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.example_game import GAME
from tests.kernel.tables import Table, as_dict, assert_cards_agree, linked
from workbench.kernel import cards
from workbench.kernel.engine.speeds import plain_engine
from workbench.kernel.options import Option
from workbench.kernel.rule import rule
from workbench.kernel.state import (
    EVERYONE,
    HIDDEN,
    MAX_CARDS,
    NOBODY,
    NONE,
    OUT_OF_GAME,
    OWNER,
    SPECTATOR,
    Field,
    StateSpec,
    Zone,
)

POSITIONS = st.fixed_dictionaries(
    {
        "variant": st.sampled_from([variant.key for variant in GAME.variants]),
        "seats": st.integers(3, 5),
        "seed": st.integers(0, 10_000),
        "steps": st.integers(0, 150),
        "open_oaths": st.booleans(),
    }
)


def position(variant: str, seats: int, seed: int, steps: int, open_oaths: bool) -> Table:
    """A game of random play, stopped somewhere."""
    table = Table(plain_engine(GAME.variant(variant)))
    return table.begin(seats=seats, seed=seed, open_oaths=open_oaths).wandered(seed, steps)


def owned_by(spec: StateSpec, place: int, seat: int) -> bool:
    return seat >= 0 and spec.place_owner[place] == seat


def open_to(spec: StateSpec, place: int, seat: int) -> bool:
    """Whether a place lies open to a seat by its declaration."""
    zone = spec.place_zone[place]
    return zone.seen_by == EVERYONE or (zone.seen_by == OWNER and owned_by(spec, place, seat))


# The record


def test_fields_start_where_numpy_says_and_read_as_python_numbers():
    spec = StateSpec(
        seats=3,
        cards=5,
        zones=(Zone(NOBODY, name="stock"),),
        fields=(
            Field("i1", name="small"),
            Field("i4", (2, 3), name="grid"),
            Field("f8", name="share"),
            Field("i8", (2,), name="big"),
        ),
        options=(Option("rounds", 3, "Rounds.", least=1, most=5),),
    )
    state = spec.record()
    state.small, state.share, state.rounds = -7, 0.25, 4
    state.grid[1, 2], state.big[1] = 123456, -(2**62)
    state.place[4] = 250
    record = as_dict(spec, state.buffer.tobytes())
    assert (record["small"], record["share"], record["rounds"]) == (-7, 0.25, 4)
    assert record["grid"].tolist() == [[0, 0, 0], [0, 0, 123456]]
    assert record["big"].tolist() == [0, -(2**62)]
    assert record["place"].tolist() == [0, 0, 0, 0, 250]
    assert type(state.small) is int
    assert type(state.grid[1, 2]) is int


def test_a_copied_record_is_another_record():
    spec = StateSpec(seats=2, cards=2, zones=(Zone(NOBODY, name="stock"),))
    state = spec.record()
    copy = state.copy()
    copy.turn = 5
    assert (state.turn, copy.turn) == (0, 5)


def test_a_number_that_does_not_fit_is_refused_in_plain_python():
    state = StateSpec(
        seats=2, cards=2, zones=(Zone(NOBODY, name="stock"),), fields=(Field("i1", name="small"),)
    ).record()
    with pytest.raises(ValueError, match="format"):
        state.small = 200


def test_sorted_zones_come_first_and_places_follow_the_seats():
    spec = StateSpec(
        seats=3,
        cards=9,
        zones=(
            Zone(NOBODY, name="stock"),
            Zone(OWNER, per_seat=True, sorted=True, name="hand"),
            Zone(EVERYONE, name="row"),
        ),
    )
    assert [spec.place(name) for name in ("hand", "stock", "row")] == [0, 3, 4]
    assert (spec.places, spec.sorted_places) == (5, 3)
    assert spec.place_owner == [0, 1, 2, -1, -1]
    assert [zone.name for zone in spec.place_zone] == ["hand"] * 3 + ["stock", "row"]
    assert list(spec.place_seen()) == [OWNER] * 3 + [NOBODY, EVERYONE]


def test_a_zone_with_many_places_is_read_by_number():
    spec = StateSpec(
        seats=2,
        cards=9,
        zones=(Zone(NOBODY, name="stock"), Zone(NOBODY, many=3, name="stage"), Zone(EVERYONE, name="row")),
    )
    assert spec.zones.stage == (1, 2, 3)
    assert (spec.zones.stage[2], spec.zones.row, spec.places) == (3, 4, 5)
    assert [spec.place_name(place) for place in range(spec.places)] == ["stock", "stage 0", "stage 1", "stage 2", "row"]
    assert spec.place_owner == [-1] * 5


def test_a_zone_is_for_each_seat_or_has_many_places():
    with pytest.raises(ValueError, match="'stage' is per_seat and many=3; choose one"):
        Zone(EVERYONE, per_seat=True, many=3, name="stage")


@pytest.mark.parametrize("seats", [2, 15, 16, 60])
def test_what_is_known_has_a_bit_for_every_seat(seats):
    spec = StateSpec(seats=seats, cards=2, zones=(Zone(NOBODY, name="stock"),))
    state = spec.record()
    state.known[1] = 1 << (seats - 1)
    state.to_act = 1 << (seats - 1)
    assert as_dict(spec, state.buffer.tobytes())["known"].tolist() == [0, 1 << (seats - 1)]


@pytest.mark.parametrize("cards", [0, MAX_CARDS + 1])
def test_a_card_count_that_no_record_holds_is_refused(cards):
    with pytest.raises(ValueError, match=f"cards of a record is {cards}; expected .*, 1 to {MAX_CARDS}"):
        StateSpec(seats=2, cards=cards, zones=())


def test_a_zone_seen_by_its_owner_needs_one():
    with pytest.raises(ValueError, match="'hand' is seen by its owner"):
        StateSpec(seats=2, cards=4, zones=(Zone(OWNER, name="hand"),))


@pytest.mark.parametrize("shape", [(), (3,), (3, 2)])
def test_a_field_seen_by_its_owner_has_one_entry_for_each_seat(shape):
    with pytest.raises(ValueError, match="'oath' is seen by its owner"):
        StateSpec(
            seats=2, cards=4, zones=(Zone(NOBODY, name="stock"),), fields=(Field("i2", shape, OWNER, name="oath"),)
        )


def test_two_parts_of_one_name_are_refused():
    with pytest.raises(ValueError, match="place"):
        StateSpec(seats=2, cards=4, zones=(Zone(NOBODY, name="stock"),), fields=(Field(name="place"),))


# What a seat sees


@settings(max_examples=60)
@given(POSITIONS)
def test_a_seat_sees_every_field_exactly_as_declared(where):
    table = position(**where)
    spec, whole = table.spec, as_dict(table.spec, table.copy())
    for seat in table.viewers():
        seen = as_dict(spec, table.view(seat))
        for field in spec.fields:
            if field.name in ("known", "place", "staged", "rows"):
                continue  # cards: see the next test
            if field.seen_by == EVERYONE:
                assert np.array_equal(seen[field.name], whole[field.name]), field.name
            elif field.seen_by == NOBODY:
                assert (seen[field.name] == -1).all(), field.name
            else:
                for owner in range(spec.max_seats):
                    expected = whole[field.name][owner] if owner == seat else -1
                    assert (seen[field.name][owner] == expected).all(), (field.name, owner)


@settings(max_examples=60)
@given(POSITIONS)
def test_a_seat_sees_every_card_exactly_as_declared(where):
    table = position(**where)
    spec, whole = table.spec, as_dict(table.spec, table.copy())
    for seat in table.viewers():
        seen = as_dict(spec, table.view(seat))
        for card in range(int(whole["card_count"])):
            place = int(whole["place"][card])
            knows = seat >= 0 and bool(int(whole["known"][card]) >> seat & 1)
            assert seen["place"][card] == (place if open_to(spec, place, seat) or knows else HIDDEN)
            assert seen["known"][card] == (1 << seat if knows else 0), "what others know is no business of a seat"
            assert seen["staged"][card] == (whole["staged"][card] if owned_by(spec, place, seat) else 0)
        for place in range(spec.places):
            for i in range(int(whole["counts"][place])):
                card = int(whole["rows"][place, i])
                knows = seat >= 0 and bool(int(whole["known"][card]) >> seat & 1)
                in_known_pile = knows and not spec.place_zone[place].sorted
                expected = card if open_to(spec, place, seat) or in_known_pile else HIDDEN
                assert seen["rows"][place, i] == expected


@settings(max_examples=40)
@given(POSITIONS, st.integers(0, 2**32))
def test_bytes_that_a_seat_may_not_see_never_show_in_its_view(where, noise_seed):
    table = position(**where)
    spec, whole = table.spec, table.copy()
    noise = np.random.default_rng(noise_seed).integers(0, 256, len(whole), np.uint8)
    rows = spec.dtype.fields["rows"][1]
    noise[rows:] = 0  # cards are kept whole: their hidden order is varied by re-deals
    counted = spec.dtype.fields["staged_count"]
    noise[counted[1] : counted[1] + counted[0].itemsize] = 0  # it always agrees with the cards that are picked
    for seat in table.viewers():
        before = table.put(whole).view(seat)
        hidden = spec.hidden[seat].view(np.uint8)
        table.put((np.frombuffer(whole, np.uint8) ^ (noise & hidden)).tobytes())
        assert table.view(seat) == before
    table.put(whole)


def test_a_spectator_sees_no_picks_even_of_cards_on_the_table():
    spec = StateSpec(seats=2, cards=3, zones=(Zone(EVERYONE, sorted=True, name="row"),))
    variant = replace(GAME.variants[0], state=spec, seats=range(2, 3), default_seats=2)
    table = Table(plain_engine(variant))
    table.state.seats, table.state.card_count, table.state.staged[1], table.state.staged_count[0] = 2, 3, 1, 1
    for seat in (1, SPECTATOR):
        assert as_dict(spec, table.view(seat))["staged"].tolist() == [0, 0, 0]


def test_a_secret_pick_changes_no_other_view(table: Table):
    table.begin(seats=4, seed=3)
    for seat in range(4):
        table.take(seat, table.legal(seat)[0])
    before = {seat: table.view(seat) for seat in table.viewers()}
    table.take(2, "pick", table.variant.actions.decode(table.legal(2)[0])[1][0])
    for seat in table.viewers():
        assert (table.view(seat) == before[seat]) == (seat != 2)


# Other worlds


@settings(max_examples=60)
@given(POSITIONS, st.integers(0, 2**62))
def test_a_seat_cannot_tell_a_redealt_world_from_its_own(where, seed):
    table = position(**where)
    whole = table.copy()
    for seat in table.viewers():
        view = table.put(whole).view(seat)
        world = table.redealt(seat, seed)
        assert_cards_agree(table.spec, world)
        assert table.put(world).view(seat) == view
        known = as_dict(table.spec, world)["known"]
        assert not (known & ~(1 << seat if seat >= 0 else 0)).any(), "what others know is forgotten"


@settings(max_examples=60)
@given(POSITIONS, st.integers(0, 2**62), st.integers(0, 2**62))
def test_a_redeal_depends_on_nothing_but_the_view_and_the_generator(where, first_seed, second_seed):
    table = position(**where)
    whole = table.copy()
    for seat in table.viewers():
        other = table.put(whole).redealt(seat, first_seed)
        from_the_truth = table.redealt(seat, second_seed)
        assert table.put(other).redealt(seat, second_seed) == from_the_truth
        assert table.dealt_world(seat, second_seed) == table.put(whole).dealt_world(seat, second_seed)


def test_hidden_cards_do_change_places(table: Table):
    for steps in (0, 10, 60):
        table.begin(seats=4, seed=5).wandered(5, steps)
        truth = as_dict(table.spec, table.copy())
        for seat in table.viewers():
            worlds = [as_dict(table.spec, table.redealt(seat, seed)) for seed in range(30)]
            unseen = [card for card in range(60) if as_dict(table.spec, table.view(seat))["place"][card] == HIDDEN]
            assert len(unseen) > 10
            moved = {card for world in worlds for card in unseen if world["place"][card] != truth["place"][card]}
            assert len(moved) > len(unseen) * 0.8
            assert len({world["rows"].tobytes() for world in worlds}) == len(worlds)
            for generator in ("random_state", "shuffle_state"):
                found = {tuple(world[generator]) for world in worlds}
                assert len(found) == len(worlds)
                assert tuple(truth[generator]) not in found


def test_the_next_shuffle_falls_in_any_way_in_redealt_worlds(table: Table):
    table.begin(seats=3, seed=8)
    clear_table, fill, shuffle = (linked(part, table.spec) for part in (cards.clear_table, cards.fill, cards.shuffle))
    pile, whole, bottom = table.spec.place("stock"), table.copy(), []
    for seed in range(1200):
        table.put(table.put(whole).redealt(0, seed))
        clear_table(table.state)
        fill(table.state, pile, 6)  # so that all worlds differ in nothing but their generators
        shuffle(table.state, table.deck, pile)
        bottom.append(int(table.state.rows[pile, 0]))
    counts = np.bincount(bottom, minlength=6)
    assert ((counts - 200) ** 2 / 200).sum() < 35.9  # which chi-square exceeds once in a million


def test_every_hidden_card_is_equally_likely_in_a_hidden_slot(table: Table):
    table.begin(seats=3, seed=8)
    stock, hand = table.spec.place("stock"), table.spec.place("hand")
    unseen = [card for card in range(60) if as_dict(table.spec, table.view(0))["place"][card] == HIDDEN]
    deals = 2_000
    tops, held = np.zeros(60), np.zeros(60)
    for seed in range(deals):
        world = as_dict(table.spec, table.redealt(0, seed))
        tops[world["rows"][stock, world["counts"][stock] - 1]] += 1
        held[world["rows"][hand + 1, : world["counts"][hand + 1]]] += 1
    for counts, drawn in ((tops, 1), (held, 4)):
        expected = deals * drawn / len(unseen)
        assert counts.sum() == deals * drawn == counts[unseen].sum()
        assert (counts[unseen] > 0).all(), "any hidden card may lie there, the one that does lie there too"
        assert ((counts[unseen] - expected) ** 2 / expected).sum() < 130  # 55 degrees of freedom, one in a million


def test_an_optional_field_holds_nothing_until_a_rule_writes_it(both_speeds: tuple[Table, Table]):
    for table in both_speeds:
        table.begin(seats=3, seed=1)
        assert set(table.state.oath.tolist()) == {NONE}
        table.take(0, table.legal(0)[0])
        assert table.state.oath.tolist().count(NONE) == table.spec.max_seats - 1
        table.begin(seats=3, seed=1)
        assert set(table.state.oath.tolist()) == {NONE}, "nothing is left of the game before"


def test_a_card_that_no_setup_lays_anywhere_is_out_of_the_game(both_speeds: tuple[Table, Table]):
    for table in both_speeds:
        table.begin(seats=3, seed=1)
        assert set(table.state.place[table.state.card_count :].tolist()) == {OUT_OF_GAME}


def test_a_world_keeps_what_the_seat_knows_and_forgets_what_others_know(table: Table):
    table.begin(seats=4, seed=1, open_oaths=True)
    for seat in range(4):
        table.take(seat, table.legal(seat)[0])
    sworn = table.spec.place("sworn")
    oaths = [int(table.state.rows[sworn + seat, 0]) for seat in range(4)]
    world = as_dict(table.spec, table.redealt(1, 4))
    assert [int(world["rows"][sworn + seat, 0]) for seat in range(4)] == oaths
    assert all(world["known"] & ~(1 << 1) == 0)
    assert world["oath"].tolist()[:4] == [-1, int(table.state.oath[1]), -1, -1], "what is hidden holds nothing"
    unknowing = as_dict(table.spec, table.redealt(SPECTATOR, 4))
    assert [int(unknowing["rows"][sworn + seat, 0]) for seat in range(4)] != oaths


def test_a_dealt_world_is_one_that_is_publicly_possible(table: Table):
    """A seat that pledged nothing holds no Grail card; plain re-deals would often give it one."""
    found_a_proof = False
    for seed in range(40):
        table.begin(seats=4, seed=seed)
        for seat, action in table.wander(seed):
            proven = [other for other in range(4) if table.state.without_grail[other] == 1]
            if not proven or (seat, action) == (proven[0], 0):
                continue
            watcher = (proven[0] + 1) % 4
            worlds = [table.dealt_world(watcher, n) for n in range(5)]
            assert all(found and table_possible(table, world, watcher) for found, world in worlds)
            redeals = [table.redealt(watcher, n) for n in range(60)]
            found_a_proof = found_a_proof or not all(table_possible(table, world, watcher) for world in redeals)
            break
        if found_a_proof:
            return
    pytest.fail("no position was met in which a re-deal breaks a public proof")


def table_possible(table: Table, world: bytes, seat: int) -> bool:
    """No seat holds a Grail card that is proven to hold none, by the deck's own list."""
    record = as_dict(table.spec, world)
    hand = table.spec.place("hand")
    grail = {card for card in range(60) if table.deck.category[table.deck.kind[card]] == 0}
    return not any(
        record["without_grail"][other]
        and grail & set(record["rows"][hand + other, : record["counts"][hand + other]].tolist())
        for other in range(int(record["seats"]))
    )


@rule
def never_possible(state, deck, seat):
    """No world at all."""
    return False


def test_dealing_gives_up_after_a_bounded_number_of_worlds():
    table = Table(plain_engine(replace(GAME.variants[0], possible=never_possible))).begin(seed=2)
    found, world = table.dealt_world(1, 6)
    assert not found
    assert_cards_agree(table.spec, world)
    assert table.view(1) == table.put(world).view(1), "even then it is a world the seat cannot tell apart"


def test_without_a_proof_every_redeal_is_a_possible_world():
    table = Table(plain_engine(replace(GAME.variants[0], possible=None))).begin(seed=2)
    assert table.dealt_world(1, 6) == (True, table.redealt(1, 6))


@settings(max_examples=60)
@given(POSITIONS)
def test_every_card_lies_in_exactly_one_place_all_game_long(where):
    table = position(**where)
    assert_cards_agree(table.spec, table.copy())
    whole = as_dict(table.spec, table.copy())
    for seat in range(int(whole["seats"])):
        hand = table.spec.place("hand") + seat
        assert whole["staged_count"][seat] == (whole["staged"][whole["place"] == hand] == 1).sum()
    assert whole["staged"].sum() == whole["staged_count"].sum()
    stale = as_dict(table.spec, table.copy())
    for place in range(table.spec.places):
        assert not stale["rows"][place, stale["counts"][place] :].any(), "nothing is left behind a row's end"


def test_a_card_that_is_out_of_the_game_is_seen_there_by_all(table: Table):
    table.begin(seats=3)
    table.state.place[63] = OUT_OF_GAME
    for seat in table.viewers():
        view: Any = table.observed(seat)[0]
        assert view.place[63] == OUT_OF_GAME

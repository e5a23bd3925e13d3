"""What a seat is shown as numbers and as words: all that it sees, and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import numpy as np

from tests.interop.conftest import Setting
from tests.interop.worlds import redealt, wander
from workbench.interop.openspiel import load
from workbench.interop.pettingzoo import env
from workbench.interop.table import Table
from workbench.kernel.state import EVERYONE, OWNER
from workbench.play import Match


def test_no_observation_tells_apart_what_the_seat_cannot_tell_apart(setting: Setting) -> None:
    world = env(setting.game, seats=setting.seats, deck=setting.deck, options=setting.options)
    state = load(setting.game, seats=setting.seats, deck=setting.deck, options=setting.options).new_initial_state()
    state.apply_action(0)
    world.reset(seed=3)
    changed = 0
    for position in islice(wander(setting.table(), 3, 500), 0, None, 41):
        for seat in range(setting.seats):
            shown = []
            for here in (position, redealt(setting.table(), position, seat, len(position))):
                changed += here != position
                world._position = state.position = here
                seen = world.observe(f"seat_{seat}")
                shown.append(
                    (
                        seen["observation"].tobytes(),
                        seen["action_mask"].tobytes(),
                        state.observation_string(seat),
                        state.observation_tensor(seat),
                        state.information_state_string(seat),
                    )
                )
            assert shown[0] == shown[1]
    assert changed > 0


def heard(happened: list, viewer: int) -> list:
    """What a seat is told."""
    return [told.event for told in happened if told.heard_by(viewer)]


def test_what_a_seat_remembers_is_what_it_saw_and_did_and_heard(setting: Setting) -> None:
    """Two games in worlds that a seat cannot tell apart, until it is shown a difference; then two others."""
    chooser = random.Random(11)
    table = setting.table()
    game = load(setting.game, seats=setting.seats, deck=setting.deck, options=setting.options)
    here = game.new_initial_state()
    here.apply_action(11)
    viewer, there, compared, others = 0, here, 0, 0
    for _ in range(300):
        if here.is_terminal():
            break
        if there is here:
            viewer, there = chooser.randrange(setting.seats), here.clone()
            there.position = redealt(table, here.position, viewer, chooser.randrange(2**60))
        seat, possible = here.current_player(), [here.legal_actions(), there.legal_actions()]
        if seat == viewer:
            assert possible[0] == possible[1]
        action = chooser.choice(possible[0])
        other = action if seat == viewer or chooser.random() < 0.5 else chooser.choice(possible[1])
        if other not in possible[1]:
            other = chooser.choice(possible[1])
        told = [heard(table.take(one.position, what)[1], viewer) for one, what in ((here, action), (there, other))]
        here.apply_action(action)
        there.apply_action(other)
        alike = told[0] == told[1] and here.current_player() == there.current_player()
        if alike and here.observation_string(viewer) == there.observation_string(viewer):
            assert here.information_state_string(viewer) == there.information_state_string(viewer)
            compared += 1
            others += seat != viewer
        else:
            there = here
    assert compared > 5
    assert others > 0


def test_what_others_choose_at_the_same_time_is_seen_by_nobody(pledges: Table) -> None:
    start = pledges.begin(seed=4)[0]
    assert pledges.asked(start) == 0
    after = [pledges.take(start, action)[0] for action in pledges.legal(start)]
    assert len(after) > 1
    assert {pledges.asked(position) for position in after} == {1}
    for seat in (1, 2):
        assert len({pledges.observation(position, seat).tobytes() for position in after}) == 1
    assert len({pledges.observation(position, 0).tobytes() for position in after}) == len(after)


def test_how_many_secret_choices_another_made_is_remembered_by_nobody(pledges: Table) -> None:
    state = load("pledges", seats=3, deck=pledges.plan.deck).new_initial_state()
    state.apply_action(4)
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    assert state.current_player() == 0
    choosing, done = [state], []
    while choosing:
        one = choosing.pop()
        for after in map(one.child, one.legal_actions()):
            (choosing if after.current_player() == 0 else done).append(after)
    assert len({one.move_number() for one in done}) > 1
    for seat in (1, 2):
        assert len({one.information_state_string(seat) for one in done}) == 1


def test_a_seat_remembers_whatever_it_did(setting: Setting) -> None:
    chooser = random.Random(2)
    game = load(setting.game, seats=setting.seats, deck=setting.deck, options=setting.options)
    state = game.new_initial_state()
    state.apply_action(2)
    while not state.is_terminal() and state.move_number() < 60:
        seat, before = state.current_player(), state.memories
        after = [state.child(action).memories[seat] for action in state.legal_actions()]
        assert len({before[seat], *after}) == len(after) + 1
        state.apply_action(chooser.choice(state.legal_actions()))


def test_a_seat_remembers_what_it_saw_when_it_acted(pledges: Table) -> None:
    game = load("pledges", seats=3, deck=pledges.plan.deck)
    remembered = {}
    for seed in range(30):
        state = game.new_initial_state()
        state.apply_action(seed)
        assert state.memories == (b"",) * 3
        hand, action = state.observation_string(0), 0
        if action in state.legal_actions():
            state.apply_action(action)
            remembered[hand] = state.memories[0]
    assert len(remembered) > 3
    assert len(set(remembered.values())) == len(remembered)


def lying_here(table: Table, numbers: np.ndarray) -> dict[str, Counter]:
    """The cards that an observation shows in each place."""
    layout = table.layout
    rows = numbers[layout.slices["lying"]].reshape(len(layout.places), -1)
    spec = table.variant.state
    shown: dict[str, Counter] = {}
    for place, row in zip(layout.places, rows, strict=True):
        shown[spec.place_name(place)] = Counter(
            {kind: int(count) for kind, count in zip(layout.kinds, row, strict=True) if count}
        )
    return shown


def seen_in_a_match(match: Match, seat: int) -> dict[str, Counter]:
    """The cards that a match's view shows in each place."""
    shown: dict[str, Counter] = {}
    for zone, entries in match.view(seat)["zones"].items():
        several = isinstance(entries, list)
        for number, entry in enumerate(entries if several else [entries]):
            shown[f"{zone} {number}" if several else zone] = Counter(card for card in entry["cards"] if card)
    return shown


def expected_piles(table: Table, match: Match, seat: int) -> list[int]:
    """The kinds, plus 1, that a seat may know in each pile, from the whole record."""
    state, spec, kind = match.state, table.variant.state, table.plan.deck.arrays.kind
    expected = []
    for place in [place for place in table.layout.places if not spec.place_zone[place].sorted]:
        seen_by, owner = spec.place_zone[place].seen_by, spec.place_owner[place]
        sees = seen_by == EVERYONE or (seen_by == OWNER and owner == seat)
        row = [int(card) for card in state["rows"][place][: state["counts"][place]]]
        known = [int(kind[card]) + 1 if sees or (int(state["known"][card]) >> seat) & 1 else 0 for card in row]
        expected += known + [0] * (int((kind >= 0).sum()) - len(row))
    return expected


def test_an_observation_shows_the_cards_that_a_screen_shows(setting: Setting) -> None:
    table, chooser = setting.table(), random.Random(5)
    everything = {**table.plan.options, **setting.options}
    match = Match(setting.game, seats=setting.seats, seed=5, deck=setting.deck, options=everything)
    position = table.begin(seed=5)[0]
    for turn in range(300):
        if table.asked(position) is None:
            break
        if turn % 23 == 0:
            for seat in range(setting.seats):
                numbers = table.observation(position, seat)
                assert lying_here(table, numbers) == seen_in_a_match(match, seat)
                assert numbers[table.layout.slices["piles"]].tolist() == expected_piles(table, match, seat)
        action = chooser.choice(table.legal(position))
        match.play(table.asked(position), action)
        position = table.take(position, action)[0]
    assert position == match.record.buffer.tobytes()


def test_every_number_has_a_name_and_bounds(setting: Setting) -> None:
    table = setting.table()
    layout = table.layout
    assert len(set(layout.names)) == len(layout.names) == layout.size
    covered = [number for part in layout.slices.values() for number in range(part.start, part.stop)]
    assert covered == list(range(layout.size))
    for position in islice(wander(table, 6, 400), 0, None, 19):
        numbers = table.observation(position, setting.seats - 1)
        assert (numbers >= layout.low).all()
        assert (numbers <= layout.high).all()


def test_words_name_what_is_not_zero(pledges: Table) -> None:
    position = pledges.begin(seed=1)[0]
    words = pledges.observation_in_words(position, 2)
    assert words.startswith("seat 2 1, to_act 0 1, to_act 1 1, to_act 2 1, phase swear 1, ")
    hand = [word for word in words.split(", ") if word.startswith("lying hand 2 ")]
    assert sum(int(word[-1]) for word in hand) == 4
    assert "lying hand 1" not in words
    assert "omen_shown -1" in words


def test_an_observation_is_not_to_be_written_to(pledges: Table) -> None:
    numbers = pledges.observation(pledges.begin(seed=1)[0], 0)
    assert not numbers.flags.writeable

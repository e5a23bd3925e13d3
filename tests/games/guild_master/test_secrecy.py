"""What a seat sees, may do, hears and chooses does not depend on cards it cannot know."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.games.guild_master import rules
from workbench.play import Match

from .decks import MEDIEVAL, tables

quick = settings(max_examples=12)
seeds = st.integers(0, 2**62)


def people(match: Match, chooser: random.Random, acts: int) -> Iterator[None]:
    """Play as people do, cards put back, wishes and called-off offers included; stops before each act."""
    for _ in range(acts):
        if match.over:
            return
        yield
        seat = chooser.choice(match.to_act)
        if chooser.random() < 0.3:
            match.seat_bot(seat, chooser.choice(["random", "greedy"]))
            match.play_bot(seat)
            match.seat_bot(seat, None)
        else:
            verbs: dict[str, list] = {}
            for action in match.legal(seat):
                verbs.setdefault(action.verb, []).append(action)
            match.play(seat, chooser.choice(verbs[chooser.choice(sorted(verbs))]))


def everything_shown(match: Match, viewer: int | None) -> dict:
    """All that the public methods tell a viewer."""
    shown = {"view": match.view(viewer), "scene": match.scene(viewer), "log": match.seat_log(viewer)}
    if viewer is not None:
        shown |= {"legal": match.legal(viewer), "export": match.export(viewer)}
    return {**shown, "lines": match.score_lines(), "to_act": match.to_act, "winners": match.winners}


def hidden_cards(match: Match, viewer: int | None) -> list[int]:
    """Where each card lies whose place a viewer is not shown."""
    shown = match.observed(viewer)
    places = match.state["place"]
    return [int(places[card]) if shown.place[card] == 255 else -1 for card in range(len(places))]


def bot_choices(match: Match, seat: int) -> dict[str, tuple[int, ...]]:
    """What each kind of bot would do in a seat."""
    chosen = {}
    for bot in ("greedy", "random"):
        match.seat_bot(seat, bot)
        match.play_bot(seat)
        chosen[bot] = match.acts[-1].actions
        match.undo()
        match.seat_bot(seat, None)
    return chosen


@pytest.mark.rule("GM-500", "GM-501", "GM-503", "GM-504", "GM-505")
@quick
@given(table=tables(), seed=seeds, start=st.integers(0, 120))
def test_nothing_a_viewer_is_shown_depends_on_cards_it_cannot_know(table: tuple, seed: int, start: int) -> None:
    deck, seats, options = table
    chooser = random.Random(seed)
    match = Match("guild_master", seats=seats, seed=seed, deck=deck, options=options)
    for acts, _ in enumerate(people(match, chooser, start + 12)):
        if acts >= start and acts % 4 == 0:
            viewer = chooser.choice([None, *range(seats)])
            other = match.redealt(viewer, chooser.randrange(2**60))
            assert everything_shown(other, viewer) == everything_shown(match, viewer)


@quick
@given(table=tables(), seed=seeds, start=st.integers(0, 120))
def test_no_bot_chooses_by_cards_it_cannot_know(table: tuple, seed: int, start: int) -> None:
    deck, seats, options = table
    chooser = random.Random(seed)
    match = Match("guild_master", seats=seats, seed=seed, deck=deck, options=options)
    for acts, _ in enumerate(people(match, chooser, start + 12)):
        if acts >= start and acts % 3 == 0:
            seat = match.to_act[0]
            assert bot_choices(match.redealt(seat, chooser.randrange(2**60)), seat) == bot_choices(match, seat)


def has_chosen_in_secret(match: Match, seat: int) -> bool:
    """Whether a seat has picked cards or a wish that its next act will tell."""
    state = match.state
    return state.staged_count[seat] > 0 or max(state.own_wish_number[seat], state.own_wish_category[seat]) >= 0


def tells_nothing_new(match: Match, seat: int, viewer: int | None) -> list[int]:
    """The acts of a seat that, by the rules, show the viewer no card and no choice that it did not know."""
    kept = []
    for action in match.legal(seat):
        if action.verb == "draw" and seat == viewer:
            continue
        if action.verb == "confirm" and match.options["trade_reveal"] == "face_down":
            continue
        if action.verb == "done" and seat != viewer and has_chosen_in_secret(match, seat):
            continue
        kept.append(action.id)
    return kept


@pytest.mark.rule("GM-501", "GM-504", "GM-506")
@quick
@given(table=tables(), seed=seeds, start=st.integers(0, 120))
def test_what_happens_next_is_told_alike_in_every_world(table: tuple, seed: int, start: int) -> None:
    deck, seats, options = table
    chooser = random.Random(seed)
    match = Match("guild_master", seats=seats, seed=seed, deck=deck, options=options)
    for acts, _ in enumerate(people(match, chooser, start + 16)):
        if acts < start or acts % 2:
            continue
        seat = match.to_act[0]
        viewer = chooser.choice([None, seat, *range(seats)])
        other = match.redealt(viewer, chooser.randrange(2**60))
        possible = {action.id for action in other.legal(seat)}
        for action in [one for one in tells_nothing_new(match, seat, viewer) if one in possible][-6:]:
            match.play(seat, action)
            other.play(seat, action)
            assert everything_shown(other, viewer) == everything_shown(match, viewer)
            assert match.undo()
            assert other.undo()


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_hidden_cards_do_change_and_each_may_lie_in_any_hidden_place(viewer: int | None) -> None:
    match = Match("guild_master", seats=3, seed=5, deck=MEDIEVAL)
    for _ in people(match, random.Random(5), 60):
        pass
    here = hidden_cards(match, viewer)
    worlds = [hidden_cards(match.redealt(viewer, seed), viewer) for seed in range(400)]
    assert all(world != here for world in worlds)
    assert len({tuple(world) for world in worlds}) == len(worlds)
    hands = {rules.ZONES.hand + seat for seat in range(3) if seat != viewer}
    unknown = [card for card, place in enumerate(here) if place >= 0]
    assert len(unknown) > 40
    places = np.array(worlds)[:, unknown]
    assert {place for place in here if place >= 0} > hands
    for place in {*hands, rules.ZONES.stock}:  # each card is sometimes there, none always
        share = (places == place).mean(axis=0)
        assert 0 < share.min() < share.max() < 1
    assert (places >= 0).all(), "a card that was hidden is hidden in every world"


def test_hidden_cards_lie_in_the_same_numbers_everywhere() -> None:
    match = Match("guild_master", seats=4, seed=6, deck=MEDIEVAL)
    for _ in people(match, random.Random(6), 40):
        viewer = match.to_act[0]
        other = match.redealt(viewer, len(match.acts))
        assert sorted(hidden_cards(other, viewer)) == sorted(hidden_cards(match, viewer))
        assert other.state["counts"].tolist() == match.state["counts"].tolist()


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_shown_names_no_card_whose_place_is_hidden(seed: int) -> None:
    match = Match("guild_master", seats=3, seed=seed, deck=MEDIEVAL)
    names = [row["name"] for row in MEDIEVAL.rows]
    bonus_texts = {row["name"]: (row["bonus_source"], row["bonus_source_printed"]) for row in MEDIEVAL.rows}
    for acts, _ in enumerate(people(match, random.Random(seed), 90)):
        if acts % 9:
            continue
        for viewer in (None, 0, 1, 2):
            hidden = {names[card] for card, place in enumerate(hidden_cards(match, viewer)) if place >= 0}
            view = match.view(viewer)
            shown = json.dumps([view["zones"], view["fields"], view["picked"], view["legal"]], ensure_ascii=False)
            told = {name for name in hidden if json.dumps(name, ensure_ascii=False) in shown}
            told |= {name for name in hidden if any(label.endswith(f" {name}") for label in view["legal"])}
            assert told == set()
            faces = [face for zone in match.scene(viewer).zones for face in zone.cards]
            assert {face.title for face in faces} & hidden == set()
            allowed = {source for face in faces for source in bonus_texts.get(face.title, ())}
            mentioned = {name for name in hidden for face in faces if name in face.text}
            assert mentioned <= {name for name in hidden if any(name in source for source in allowed)}


@pytest.mark.parametrize("count", [1, 3])
def test_a_refused_act_tells_nothing_of_cards_it_would_have_drawn(count: int) -> None:
    """A list is refused before its second action if the first one draws, or the refusal would name drawn cards."""
    told = set()
    for seed in range(30):
        match = Match("guild_master", seats=2, seed=seed, deck=MEDIEVAL, options={"deal_size": 1, "first_seat": 0})
        assert match.phase == "draw_1"
        before = match.state.tobytes()
        with pytest.raises(Exception, match="ends an act") as refusal:
            match.play(0, [f"Draw {count}", "Offer cards to Seat 2", "nothing"])
        told.add(str(refusal.value))
        assert match.state.tobytes() == before
    assert len(told) == 1

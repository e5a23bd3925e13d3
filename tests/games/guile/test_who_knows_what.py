"""Who may know what, looked for in views, logs, screens, exports and other worlds (GL-400 on, GL-500 on)."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.checks.whole_pages import exchanged
from workbench.games.guile import rules
from workbench.play import Match

from .decks import deals
from .table import NewTable, Table

VIEWERS = (None, 0, 1)
SEED = 918273645546
quick = settings(max_examples=15)
seeds = st.integers(0, 2**62)


def people(match: Match, chooser: random.Random) -> Iterator[None]:
    """Play as people do, cards taken back included; stops before each act."""
    while not match.over:
        yield
        seat = chooser.choice(match.to_act)
        verbs: dict[str, list] = {}
        for action in match.legal(seat):
            verbs.setdefault(action.verb, []).append(action)
        if "take_back" in verbs and chooser.random() < 0.8:
            del verbs["take_back"]
        match.play(seat, chooser.choice(verbs[chooser.choice(sorted(verbs))]))


def everything_shown(match: Match, viewer: int | None) -> dict[str, Any]:
    """All that the public methods tell a viewer."""
    shown: dict[str, Any] = {
        "view": match.view(viewer), "scene": match.scene(viewer), "log": match.seat_log(viewer),
        "screen": match.screen_log(viewer), "lines": match.score_lines(), "to_act": match.to_act,
    }  # fmt: skip
    if viewer is not None:
        shown |= {"legal": match.legal(viewer), "export": match.export(viewer)}
    return shown


def where(match: Match) -> list[int]:
    return match.state.place.tolist()


@pytest.mark.slow  # the kit checks this for every game
@pytest.mark.rule("GL-501", "GL-502", "GL-503", "GL-504", "GL-505", "GL-506", "GL-507", "GL-511")
@quick
@given(deal=deals(), seed=seeds, viewer=st.sampled_from(VIEWERS))
def test_a_viewer_would_notice_nothing_if_the_cards_it_has_not_seen_lay_otherwise(
    deal: tuple, seed: int, viewer: int | None
) -> None:
    deck, options = deal
    match = Match("guile", seed=seed, deck=deck, options=options)
    chooser = random.Random(seed)
    differ = 0
    for acts, _ in enumerate(people(match, chooser)):
        if acts > 120:
            break
        if acts % 4 == 0:
            other = match.redealt(viewer, chooser.randrange(2**60))
            differ += where(other) != where(match)
            assert everything_shown(other, viewer) == everything_shown(match, viewer)
    assert differ


@pytest.mark.rule("GL-501", "GL-504", "GL-506", "GL-511")
@quick
@given(deal=deals(), seed=seeds, viewer=st.sampled_from(VIEWERS))
def test_what_happens_next_is_told_alike_in_every_world(deal: tuple, seed: int, viewer: int | None) -> None:
    """In another world the other seat holds other cards, so only what it does without showing one is compared."""
    deck, options = deal
    match = Match("guile", seed=seed, deck=deck, options=options)
    chooser = random.Random(seed)
    for acts, _ in enumerate(people(match, chooser)):
        if acts > 60:
            break
        if acts % 2 or match.phase not in ("act", "look") or match.state.actions_taken == 15:
            continue
        seat = match.to_act[0]
        other = match.redealt(viewer, chooser.randrange(2**60))
        for action in match.legal(seat):
            if action.verb == "peek" and seat == viewer:
                continue
            match.play(seat, action)
            other.play(seat, action)
            assert everything_shown(other, viewer) == everything_shown(match, viewer)
            assert match.undo()
            assert other.undo()


def test_other_worlds_differ_in_every_card_the_seat_has_not_seen(new_table: NewTable) -> None:
    table = new_table().put("4 1 1 3 2 2 3 1")
    worlds = [Table(table.match.redealt(0, seed)) for seed in range(200)]
    for position in range(8):
        assert len({world.laid.split()[position] for world in worlds}) == 5
    assert len({tuple(world.aside) for world in worlds}) > 10


@pytest.mark.rule("GL-501", "GL-404")
def test_a_hand_is_seen_by_its_holder_and_remembered_by_who_passed_it_on(new_table: NewTable) -> None:
    table = new_table().put_hands("1 2 3 4", "1 2 3 4d")

    def hands(viewer: int | None) -> list[list[str | None]]:
        return [hand["cards"] for hand in table.match.view(viewer)["zones"]["hand"]]

    own = [f"Influence {value}" for value in (1, 2, 3, 4)]
    assert hands(0) == [own, [None] * 4]
    assert hands(1) == [[None] * 4, [*own[:3], "Influence 4 dagger"]]
    assert hands(None) == [[None] * 4] * 2
    table.keep_both("4", "4d")
    assert hands(0) == hands(1) == [own[:3], own[:3]]
    assert hands(None) == [[None] * 3] * 2


@pytest.mark.rule("GL-404")
def test_what_a_seat_keeps_is_seen_when_the_hand_comes_back_and_not_before(new_table: NewTable) -> None:
    table = new_table().put_hands("1 2 3 4", "1 2 3 4d").keep_both("4", "4d")
    before = table.match.view(1)
    for letters in ("1", "2", "3"):
        other = Table(table.match.fork()).keep(0, letters)
        assert other.match.view(1) == {**before, "to_act": [1]}
    table.keep_both("2", "3")
    kept = [zone["cards"] for zone in table.match.view(1)["zones"]["kept"]]
    assert kept == [["Influence 2", None], ["Influence 3", "Influence 4 dagger"]]
    assert table.match.view(None)["zones"]["kept"][0]["cards"] == [None, None]


@pytest.mark.rule("GL-510")
@pytest.mark.parametrize("seed", range(8))
def test_after_a_draft_a_seat_has_seen_seven_cards_three_of_them_the_other_seats(seed: int) -> None:
    table = Table(Match("guile", seed=seed))
    while table.phase != "place":
        seat = table.match.to_act[0]
        table.match.play(seat, random.Random(seed).choice(table.match.legal(seat)))
    for seat in (0, 1):
        seen = table.shown(seat)
        assert len(seen) == 7
        others = table.match.view(seat)["zones"]["kept"][1 - seat]["cards"]
        assert (len(others), others.count(None)) == (4, 1)
        assert not Counter(seen) - Counter(table.kept(0) + table.kept(1))


@pytest.mark.rule("GL-510")
def test_in_the_code_of_chivalry_a_seat_has_seen_its_own_four(new_table: NewTable) -> None:
    table = new_table(code_of_chivalry=True).play(0, "start_at", 0)
    for seat in (0, 1):
        assert int(table.state.seen[seat]).bit_count() == 4
        assert table.match.view(seat)["zones"]["kept"][1 - seat]["cards"] == [None] * 4


@pytest.mark.rule("GL-502", "GL-405", "GL-507")
def test_a_seat_knows_where_its_own_cards_lie_and_not_where_the_other_seats_do(new_table: NewTable) -> None:
    table = new_table().put_hands("1 2 3 4", "1 2 3 4d")
    for letters in (("4", "4d"), ("3", "3"), ("2", "2")):
        table.keep_both(*letters)
    table.lay_all(0, "1 2 3 4").lay_all(1, "4d 3 2 1")
    assert table.seen_on_knights(0) == ["1", None, "2", None, "3", None, "4", None]
    assert table.seen_on_knights(1) == [None, "4d", None, "3", None, "2", None, "1"]
    assert table.seen_on_knights(None) == [None] * 8


@pytest.mark.rule("GL-507", "GL-506")
def test_what_a_seat_has_seen_is_followed_through_exchanges(new_table: NewTable) -> None:
    table = new_table().put("4 1 1 3 2 2 3 1")
    table.peek()  # seat 0 sees the 4 at 0
    table.exchange(0)  # seat 1 swaps 1 and 0, unseen
    assert table.seen_on_knights(0) == [None, "4", *[None] * 6]
    table.exchange(1)  # seat 0 swaps 2 and 1
    table.exchange(2)  # seat 1 swaps 3 and 2
    assert table.laid == "1 1 3 4 2 2 3 1"
    assert table.seen_on_knights(0) == [None, None, None, "4", *[None] * 4]
    assert table.seen_on_knights(1) == [None] * 8


@pytest.mark.rule("GL-507")
def test_nobody_learns_what_the_other_seat_has_seen(new_table: NewTable) -> None:
    table = new_table().put("4 1 1 3 2 2 3 1").peek()
    fields = {viewer: table.match.view(viewer)["fields"]["seen"] for viewer in VIEWERS}
    assert fields[None] is None
    assert fields[0].bit_count() == 1
    assert fields[1] == 0
    assert not (table.match.observed(1).known[int(table.state["rows"][rules.ZONES.position[0], 0])])


@pytest.mark.rule("GL-507", "GL-503")
def test_other_worlds_never_lay_aside_what_the_seat_has_seen() -> None:
    for seed in range(6):
        table = Table(Match("guile", seed=seed))
        table.set_up()
        seen = table.shown(0)
        assert len(seen) == 7
        every = Counter(table.short[int(kind)] for kind in table.match.deck.arrays.kind[:10])
        for world in range(30):
            aside = Table(table.match.redealt(0, world)).aside
            assert not Counter(seen) - (every - Counter(aside))


@pytest.mark.rule("GL-507", "GL-036")
@pytest.mark.parametrize("bot", ["greedy", "bold"])
def test_a_copy_that_was_out_of_sight_is_not_known_again(new_table: NewTable, bot: str) -> None:
    """A seat has seen one 2 in the draft: whether it peeks at that one or at another, it is told the same."""
    told = []
    for swapped in (False, True):
        table = new_table().put("2 1 1 3 2 4 3 1", seen={0: 1 << 3})
        table = (
            Table(exchanged(table.match, 3, 5)) if swapped else table
        )  # the 2 on the first knight, and the one aside
        views = [table.peek().match.view(0)]
        while table.acting != 0 or table.state.actions_taken < 8:
            table.exchange((int(table.state.knight_errant) + 3) % 8)
            views.append(table.match.view(0))
        table.match.seat_bot(0, bot)
        table.match.play_bot(0)
        told.append([*views, table.match.view(0)])
    assert told[0] == told[1]


@pytest.mark.rule("GL-404", "GL-405", "GL-511")
def test_another_world_in_which_the_other_seats_choice_is_unknown_is_played_on(new_table: NewTable) -> None:
    table = new_table().put_hands("1 2 3 4", "1 2 3 4d").keep(1, "3")
    for seed in range(10):
        world = Table(table.match.redealt(0, seed)).keep(0, "2")
        assert (world.kept(0), len(world.kept(1)), len(world.hand(0)), len(world.hand(1))) == (["2"], 1, 3, 3)
    table.put_kept("1 2 3 4", "1 2 3 4d").lay_all(1, "4d 3 2 1")
    for seed in range(10):
        world = Table(table.match.redealt(0, seed)).lay_all(0, "4 3 2 1")
        assert world.laid.split()[::2] == ["4", "3", "2", "1"]
        assert sorted([*world.laid.split(), *world.aside]) == sorted("1 1 1 2 2 2 3 3 4 4d".split())
        assert world.phase == "act"


@pytest.mark.rule("GL-503", "GL-403")
def test_nobody_is_shown_the_cards_aside_while_the_round_lasts(new_table: NewTable) -> None:
    table = new_table(show_aside="after_round").set_up().seat_bots()
    for _ in table.bot_acts():
        if table.state.rounds > 0:
            break
        for viewer in VIEWERS:
            assert table.match.view(viewer)["zones"]["aside"] == {"count": 2, "cards": [None, None]}


@pytest.mark.rule("GL-504", "GL-505", "GL-507", "GL-231")
def test_a_screen_shows_a_card_on_a_knight_only_while_a_peek_lasts_or_as_a_memory_aid(new_table: NewTable) -> None:
    for aid, remembered in (("off", []), ("on", ["Influence 4"])):
        table = new_table(memory_aid=aid).put("4 1 1 3 2 2 3 1")
        assert [faces_up(table, viewer) for viewer in VIEWERS] == [[], [], []]
        table.play(0, "peek")
        assert [faces_up(table, viewer) for viewer in VIEWERS] == [[], ["Influence 4"], []]
        table.play(0, "lay_back")
        assert [faces_up(table, viewer) for viewer in VIEWERS] == [[], remembered, []]
        table.exchange(0)
        assert [faces_up(table, viewer) for viewer in VIEWERS] == [[], remembered, []]
        assert not any("You see" in line for line in table.match.screen_log(0))


def faces_up(table: Table, viewer: int | None) -> list[str]:
    """The cards that a screen shows face up, as it describes them."""
    faces = [face for zone in table.match.scene(viewer).zones for face in zone.cards if not face.face_down]
    return [face.description.split(",")[0] for face in faces]


@pytest.mark.rule("GL-505")
def test_the_refusal_of_a_peek_and_of_anything_else_names_no_card(new_table: NewTable) -> None:
    table = new_table().put("4 1 1 3 2 2 3 1")
    for seat in (0, 1):
        with pytest.raises(Exception, match="may not") as refusal:
            table.match.play(seat, "Keep Influence 4")
        assert "Influence" not in str(refusal.value).replace("'Keep Influence 4'", "")


@pytest.mark.rule("GL-509")
def test_neither_seed_nor_generator_nor_the_order_of_the_deck_is_shown() -> None:
    table = Table(Match("guile", seed=SEED, bots={0: "random", 1: "random"}))
    for _ in table.bot_acts():
        generator = [int(number) for number in (*table.state.random_state, *table.state.shuffle_state)]
        for viewer in VIEWERS:
            shown = json.dumps(everything_shown(table.match, viewer), default=str)
            assert str(SEED) not in shown
            assert not any(str(number) in shown for number in generator if number > 10**6)
            observed = table.match.observed(viewer)
            assert {*observed.random_state, *observed.shuffle_state} == {-1}
        if len(table.match.acts) > 40:
            break


@pytest.mark.rule("GL-500")
def test_what_lies_open_is_the_same_for_everybody_at_all_times() -> None:
    public = ("knight_at", "sword", "knight_errant", "faction_seat", "coins_up", "victory_cards", "actions_taken")
    table = Table(Match("guile", seed=3)).seat_bots()
    for _ in table.bot_acts():
        views = [table.match.view(viewer)["fields"] for viewer in VIEWERS]
        for name in public:
            value = table.state[name]
            assert [view[name] for view in views] == [value.tolist()] * 3

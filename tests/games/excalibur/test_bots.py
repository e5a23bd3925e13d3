"""The computer players of Excalibur: legal, honest about what they know, sensible, and the same at both speeds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench import simulate
from workbench.checks.trial import option_values
from workbench.games.excalibur import bots
from workbench.games.excalibur import rules as places
from workbench.kernel.actions import PEOPLE_ONLY
from workbench.play import Match

from ..speeds import play_out
from .decks import CLASSIC, begin, deals
from .table import NewTable, Table

NAMES = [bot.name for bot in bots.BOTS]
FLAVOURS: list[dict[str, Any]] = [
    {},
    {"draw_order": "one_each", "draw_sight": "after_all", "fisher_king_windows": "before_steal"},
    {"avalon_choice": "region", "caelia_self": True, "black_knight_targets": "any", "spy_must_show": False},
]
SHARE_OF_ONE = {2: 0.7, 4: 0.38, 8: 0.185}  # seats -> what one greedy wins against random; even is 1/2, 1/4, 1/8
quick = settings(max_examples=10)
seeds = st.integers(0, 2**62)


def played_by(bot: str, **settings: Any) -> Match:
    """A whole match between bots of one kind."""
    match = Match("excalibur", **settings)
    for seat in range(match.seats):
        match.seat_bot(seat, bot)
    match.play_bots()
    return match


# Any table


@quick
@given(deal=deals(), seed=seeds, data=st.data())
def test_bots_play_any_deck_and_options_to_the_end(deal: tuple, seed: int, data: st.DataObject) -> None:
    match = begin(deal, seed)
    for seat in range(match.seats):
        match.seat_bot(seat, data.draw(st.sampled_from(NAMES)))
    match.play_bots()
    assert match.over
    assert match.to_act == ()


EVERY_VALUE = [(option.key, value) for option in places.OPTIONS for value in option_values(option)]


@pytest.mark.parametrize(("key", "value"), EVERY_VALUE, ids=str)
def test_bots_play_every_value_of_every_option(key: str, value: Any) -> None:
    match = Match("excalibur", seats=8, seed=3, options={key: value})
    for seat in range(8):
        match.seat_bot(seat, NAMES[seat % 2])
    match.play_bots()
    assert match.over
    assert match.options[key] == value


@pytest.mark.rule("EX-226")
@pytest.mark.parametrize("bot", NAMES)
def test_bots_do_not_talk(bot: str) -> None:
    match = played_by(bot, seats=3, seed=3, options={"chat": True})
    assert all(match.variant.actions.verb(action.verb).use != PEOPLE_ONLY for _, action in match.log)


@pytest.mark.slow
@pytest.mark.parametrize("bot", NAMES)
@pytest.mark.parametrize("seats", [2, 5, 8])
@pytest.mark.parametrize("options", FLAVOURS, ids=str)
def test_bots_choose_alike_at_both_speeds(bot: str, seats: int, options: dict) -> None:
    for index in range(3):
        plain, compiled = (
            play_out(CLASSIC, seats, options, [bot] * seats, 4, index, compiled=speed) for speed in (False, True)
        )
        assert plain == compiled
        assert plain.over


@pytest.mark.parametrize("bot", NAMES)
def test_the_same_match_is_played_again_by_the_same_bots(bot: str) -> None:
    played = [played_by(bot, seats=4, seed=seed).acts for seed in (9, 9, 10)]
    assert played[0] == played[1] != played[2]


# Nothing but what the seat knows


@pytest.mark.slow  # the kit checks this for every game
@pytest.mark.rule("EX-505", "EX-511", "EX-512")
@pytest.mark.parametrize("bot", NAMES)
@pytest.mark.parametrize("options", FLAVOURS, ids=str)
def test_a_choice_is_the_same_in_every_world_that_the_seat_cannot_tell_from_this_one(bot: str, options: dict) -> None:
    match = Match("excalibur", seats=4, seed=5, options=options)
    for seat in range(4):
        match.seat_bot(seat, bot)
    moved = 0
    while not match.over:
        seat = match.to_act[0]
        worlds = [match.redealt(seat, seed) for seed in range(3)]
        match.play_bot(seat)
        for world in worlds:
            moved += world.state.tobytes() != match.state.tobytes()
            world.play_bot(seat)
            assert world.acts[-1] == match.acts[-1]
    assert moved > 50


# What greedy does with a position


def greedy(table: Table, seat: int | None = None) -> str:
    """The label of what greedy does, in the seat that is asked."""
    seat = table.acting if seat is None else seat
    table.match.seat_bot(seat, "greedy")
    table.match.play_bot(seat)
    return str(table.match.log[-1][1].label)


def goes_on(table: Table, *labels: str) -> None:
    """Greedy does these things, one after the other."""
    assert [greedy(table) for _ in labels] == list(labels)


def knowing(table: Table, name: str, holder: int, seat: int = 0) -> Table:
    """Let a seat know of a chip in another seat's hand."""
    return table.let_see(seat, name, places.ZONES.hand + holder)


@pytest.mark.parametrize("region", range(3))
def test_it_draws_excalibur_from_a_slot_that_it_knows(new_table: NewTable, region: int) -> None:
    filled: list[str | int] = [9, 9, 9]
    filled[region] = "Spy, Excalibur, Spy"
    for known in (False, True):
        table = new_table(2).put(["Arthur", "Uther, Merlin, Lancelot, Gawain"], regions=filled)
        if known:
            table.let_see(0, "Excalibur", places.ZONES.region_0 + region)
        assert (greedy(table) == f"Chip 2 of region {region + 1}") == known


def test_it_draws_from_a_region_where_it_knows_excalibur_to_be(new_table: NewTable) -> None:
    for known, region in ((False, 1), (True, 2)):
        table = new_table(2, avalon_choice="region").put(["", "Uther, Merlin"], regions=(6, "Spy, Excalibur", 5))
        if known:
            table.let_see(0, "Excalibur", places.ZONES.region_0 + 1)
        assert greedy(table, 0) == f"A chip of region {region}"


def test_it_leaves_the_cursed_blade_where_it_knows_it(new_table: NewTable) -> None:
    for seed in range(10):
        table = new_table(2, seed=seed).put(["", "Uther"], regions=("Spy, Cursed Blade", "", ""))
        table.let_see(0, "Cursed Blade", places.ZONES.region_0)
        assert greedy(table, 0) == "Chip 1 of region 1"


@pytest.mark.rule("EX-039")
def test_it_draws_from_the_fullest_region_and_with_excalibur_from_the_emptiest(new_table: NewTable) -> None:
    for hand, region in (("Spy", 2), ("Excalibur", 3)):
        drawn = set()
        for seed in range(20):
            table = new_table(2, seed=seed).put([hand, "Uther"], regions=(5, 7, 4))
            drawn.add(greedy(table, 0))
        assert len(drawn) > 2, "any slot of it"
        assert {label.split(" of ")[1] for label in drawn} == {f"region {region}"}


@pytest.mark.parametrize(
    ("hand", "chip"),
    [
        ("Excalibur, Galahad, Uther, Merlin", "Galahad"),
        ("Excalibur, Uther, Spy, Merlin", "Spy"),
        ("Green Knight, Galahad, Spy, Thief", "Green Knight"),
        ("Cursed Blade, Green Knight, Artisan, Spy", "Artisan"),
    ],
)
def test_it_plays_the_chip_that_serves_best(new_table: NewTable, hand: str, chip: str) -> None:
    assert greedy(new_table(2).put([hand, "Peasant"], phase="play"), 0) == f"Play {chip}"


@pytest.mark.parametrize("hand", ["Excalibur, Merlin, Green Knight", "Spy, Excalibur, Cursed Blade, Squire Sword"])
def test_it_protects_excalibur_with_galahad(new_table: NewTable, hand: str) -> None:
    assert greedy(new_table(2).put([hand, "Spy"], played={0: "Galahad"})) == "Protect Excalibur"


def test_it_never_protects_the_cursed_blade_with_galahad(new_table: NewTable) -> None:
    assert greedy(new_table(2).put(["Spy, Cursed Blade", "Spy"], played={0: "Galahad"})) == "Protect Spy"


# Stealing, drawing and putting back


@pytest.mark.parametrize("chip", ["Peasant", "Merchant", "Artisan", "Thief", "Robyn of Roxley"])
def test_it_steals_from_the_seat_that_it_knows_to_hold_excalibur(new_table: NewTable, chip: str) -> None:
    for known, target in ((False, 2), (True, 3)):
        table = new_table(4).put(["Spy", "Arthur, Uther, Gawain, Merlin", "Excalibur", "Spy"], played={0: chip})
        if known:
            knowing(table, "Excalibur", 2)
        assert greedy(table) == f"Steal from Seat {target}"


@pytest.mark.parametrize("chip", ["Thief", "Robyn of Roxley"])
def test_it_does_not_steal_from_the_seat_that_it_knows_to_hold_the_cursed_blade(new_table: NewTable, chip: str) -> None:
    table = new_table(3).put(["", "Cursed Blade, Uther, Gawain, Merlin", "Spy"], played={0: chip})
    assert greedy(knowing(table, "Cursed Blade", 1)) == "Steal from Seat 3"


@pytest.mark.parametrize("chip", ["Peasant", "Merchant", "Artisan"])
def test_it_draws_rather_than_steals_when_it_knows_excalibur_in_avalon(new_table: NewTable, chip: str) -> None:
    for known, does in ((False, "Steal from Seat 2"), (True, "Draw")):
        table = new_table(2).put(["Spy", "Uther, Gawain, Merlin"], played={0: chip}, regions=(6, "Spy, Excalibur", 6))
        if known:
            table.let_see(0, "Excalibur", places.ZONES.region_0 + 1)
        assert greedy(table) == does
    goes_on(table, "Chip 2 of region 2")


@pytest.mark.rule("EX-038")
@pytest.mark.parametrize("chip", ["Peasant", "Merchant"])
def test_it_gives_the_cursed_blade_back(new_table: NewTable, chip: str) -> None:
    for hand in ("Cursed Blade, Galahad", "Cursed Blade, Excalibur"):
        table = new_table(2).put([hand, "Spy, Arthur, Uther"], played={0: chip}).act("Steal from Seat 2")
        assert greedy(table) == "Give back Cursed Blade"


@pytest.mark.parametrize("chip", ["Peasant", "Merchant", "Artisan"])
def test_it_places_the_cursed_blade_away_into_avalon(new_table: NewTable, chip: str) -> None:
    placed = set()
    for seed in range(20):
        table = new_table(2, seed=seed).put(["Cursed Blade, Galahad, Excalibur", "Spy"], played={0: chip})
        table.act("Draw").draw(*[(1, 1)] * (1 if chip == "Peasant" else 2))
        placed.add(greedy(table))
        if chip == "Artisan":
            assert not greedy(table).startswith("Put Excalibur ")
    assert placed == {f"Put Cursed Blade into region {region}" for region in (1, 2, 3)}


def test_it_gives_gawain_the_cursed_blade_and_excalibur_last(new_table: NewTable) -> None:
    for hand, gift in (
        ("Excalibur, Squire Sword, Cursed Blade", "Cursed Blade"),
        ("Excalibur, Squire Sword", "Squire Sword"),
    ):
        table = new_table(2).put(["", hand], played={0: "Gawain"}).act("Name Seat 2")
        assert greedy(table) == f"Give {gift}"


def test_it_trashes_the_chip_that_serves_least(new_table: NewTable) -> None:
    for hand, trashed in (("Galahad, Arthur", "Galahad"), ("Galahad, Arthur, Excalibur, Merlin", "Merlin")):
        table = new_table(2).put([hand, ""], played={0: "Baroness"}, regions=("Priest, Thief, Spy", 6, 6))
        table.draw((1, 1), (1, 1))
        assert greedy(table) == f"Trash {trashed}"


# Naming players


@pytest.mark.parametrize("chip", ["Gawain", "Mordred"])
def test_it_names_the_seat_that_it_knows_to_hold_excalibur(new_table: NewTable, chip: str) -> None:
    table = new_table(3).put(["Spy", "Uther, Arthur, Merlin", "Excalibur"], played={0: chip})
    assert greedy(knowing(table, "Excalibur", 2)) == "Name Seat 3"


@pytest.mark.parametrize(
    ("own", "other", "does"),
    [
        ("Excalibur", "Spy", "Keep your hand"),
        ("Excalibur, Cursed Blade", "Spy", "Keep your hand"),
        ("Excalibur", "Cursed Blade, Squire Sword", "Keep your hand"),
        ("Spy", "Thief", "Keep your hand"),
        ("Spy", "Cursed Blade", "Keep your hand"),
        ("Spy", "Excalibur, Cursed Blade", "Keep your hand"),
        ("Spy", "Excalibur", "Swap hands"),
        ("Cursed Blade", "Spy", "Swap hands"),
        ("Cursed Blade", "Excalibur", "Swap hands"),
    ],
)
def test_it_swaps_with_mordred_for_excalibur_or_out_of_the_cursed_blade_but_never_excalibur_away(
    new_table: NewTable, own: str, other: str, does: str
) -> None:
    assert greedy(new_table(2).put([own, other], played={0: "Mordred"}).act("Name Seat 2")) == does


def test_it_stops_with_caelia_when_only_the_player_of_the_cursed_blade_is_left(new_table: NewTable) -> None:
    table = new_table(3).put(["Spy", "Thief, Arthur", "Cursed Blade, Spy"], played={0: "Caelia"})
    goes_on(knowing(table, "Cursed Blade", 2), "Name Seat 2", "No more")


@pytest.mark.rule("EX-221")
@pytest.mark.parametrize("own", ["Excalibur, Thief, Thief, Thief, Thief", "Thief, Thief, Thief, Thief, Thief"])
def test_it_does_not_name_itself_with_caelia(new_table: NewTable, own: str) -> None:
    table = new_table(2, caelia_self=True).put([own, "Peasant"], played={0: "Caelia"})
    goes_on(table, "Name Seat 2", "No more")


def test_it_shows_a_sword_with_the_spy(new_table: NewTable) -> None:
    table = new_table(2).put(["", "Arthur, Excalibur, Uther"], played={0: "Spy"}).act("Name Seat 2")
    assert greedy(table) == "Show Excalibur"


# Chips on the table and in Avalon


@pytest.mark.rule("EX-124")
@pytest.mark.parametrize("hand", ["Excalibur", "Excalibur, Cursed Blade", "Cursed Blade", "Squire Sword", "Spy"])
def test_it_flips_the_fisher_king_exactly_when_it_holds_excalibur(new_table: NewTable, hand: str) -> None:
    flipped = "Flip the Fisher King" if "Excalibur" in hand else "Let the Fisher King be"
    for windows in ("resolve_start", "before_steal"):
        table = new_table(2, fisher_king_windows=windows)
        table.put([hand, ""], played={1: "Thief"}, permanents={0: "Fisher King"})
        if windows == "before_steal":
            table.act("Steal from Seat 1")
        assert greedy(table) == flipped


@pytest.mark.parametrize(("own", "taken"), [("Spy", "Green Knight"), ("Excalibur", "Galahad")])
def test_it_takes_with_percival_the_turned_chip_that_is_worth_most(new_table: NewTable, own: str, taken: str) -> None:
    regions = ("Galahad, Uther", "Spy", "Green Knight")
    table = new_table(2).put([own, "Thief"], played={0: "Percival"}, regions=regions)
    table.draw((1, 1), (1, 2), (2, 1), (3, 1))
    greedy(table)
    assert sorted(table.hand(0)) == sorted([own, taken])


def test_it_turns_an_excalibur_that_it_knows_with_percival_and_takes_it(new_table: NewTable) -> None:
    table = new_table(2).put(
        ["Spy", "Thief"], played={0: "Percival"}, regions=(8, "Arthur, Uther, Excalibur", "Green Knight")
    )
    table.let_see(0, "Excalibur", places.ZONES.region_0 + 1)
    goes_on(table, "Chip 3 of region 2")
    table.draw((2, 1), (2, 2), (3, 1))
    goes_on(table, "Chip 3 of region 2")
    assert "Excalibur" in table.hand(0)


def test_it_takes_with_percival_any_excalibur_that_turns_up_and_never_the_cursed_blade(new_table: NewTable) -> None:
    for regions, taken in (("Excalibur, Cursed Blade, Arthur", "Excalibur"), ("Cursed Blade, Galahad", "Galahad")):
        table = new_table(2).put(["Spy", ""], played={0: "Percival"}, regions=(regions, "", ""))
        table.draw(*((1, slot + 1) for slot in range(len(table.region(0)))))
        greedy(table)
        assert taken in table.hand(0)


@pytest.mark.parametrize(
    ("hand", "drawn", "does"),
    [
        ("Spy", "Green Knight, Galahad", "Reveal Green Knight"),
        ("Spy", "Galahad, Guinevere", "Reveal none"),
        ("Excalibur", "Uther, Merlin", "Reveal none"),
        ("Cursed Blade", "Artisan, Green Knight", "Reveal Artisan"),
        ("Spy", "Excalibur, Uther", "Reveal none"),
        ("Spy", "Excalibur, Galahad", "Reveal Galahad"),
        ("Spy", "Cursed Blade, Uther", "Reveal Uther"),
    ],
)
def test_it_reveals_with_morgana_what_serves_and_else_none(
    new_table: NewTable, hand: str, drawn: str, does: str
) -> None:
    table = new_table(2).put([hand, "Thief, Peasant"], played={0: "Morgana"}, regions=(f"{drawn}, Spy", 6, 6))
    assert greedy(table.draw((1, 1), (1, 1))) == does


@pytest.mark.parametrize(
    ("own", "played", "does"),
    [
        ("Spy", "Green Knight", "Take the played chip of Seat 2"),
        ("Spy", "Merchant", "Take the played chip of Seat 2"),
        ("Spy", "Uther", "Take the played chip of Seat 2"),
        ("Spy", "Guinevere", "Take the permanent of Seat 3"),
        ("Excalibur", "Green Knight", "Take the permanent of Seat 3"),
    ],
)
def test_it_takes_with_the_black_knight_the_chip_that_serves_best(
    new_table: NewTable, own: str, played: str, does: str
) -> None:
    table = new_table(3, flip_chance=100)
    table.put([own], played={0: "Black Knight", 1: played}, permanents={2: "Fisher King"})
    assert greedy(table) == does


def test_it_takes_its_own_fisher_king_only_where_there_is_nothing_else(new_table: NewTable) -> None:
    table = new_table(3, flip_chance=100)
    table.put(["Excalibur", "Spy"], played={0: "Black Knight", 1: "Merlin"}, permanents={0: "Fisher King"})
    assert "Take the permanent of Seat 1" in table.may()
    assert greedy(table) == "Take the played chip of Seat 2"


@pytest.mark.rule("EX-316")
@pytest.mark.parametrize(("hand", "target"), [("Spy", 2), ("Cursed Blade", 3)])
def test_it_names_a_protected_seat_rather_than_the_one_that_it_knows_to_hold_the_cursed_blade(
    new_table: NewTable, hand: str, target: int
) -> None:
    table = new_table(3, flip_chance=100).put(
        ["", hand, "Uther, Merlin"], played={0: "Thief"}, permanents={2: "Fisher King"}
    )
    table.act("Flip the Fisher King")
    if hand == "Cursed Blade":
        knowing(table, "Cursed Blade", 1)
    assert greedy(table) == f"Steal from Seat {target}"


# Swords and directions


@pytest.mark.parametrize("chip", ["Arthur", "Guinevere"])
def test_it_takes_the_held_out_excalibur_and_leaves_the_cursed_blade(new_table: NewTable, chip: str) -> None:
    for seed in range(5):
        table = new_table(4, seed=seed).put(["Spy", "Cursed Blade", "Squire Sword", "Excalibur"], played={0: chip})
        if chip == "Guinevere":
            table.act("Mix region 1")
        for name, holder in (("Cursed Blade", 1), ("Excalibur", 3)):
            table.let_see(0, name, places.ZONES.held_out + holder)
        assert greedy(table) == "Take a sword of Seat 4"
        if chip == "Guinevere":
            goes_on(table, "Take a sword of Seat 3")


def test_it_would_rather_take_an_unknown_sword_than_the_cursed_blade_with_arthur(new_table: NewTable) -> None:
    for seed in range(5):
        table = new_table(3, seed=seed).put(["Spy", "Cursed Blade", "Squire Sword"], played={0: "Arthur"})
        table.let_see(0, "Cursed Blade", places.ZONES.held_out + 1)
        assert greedy(table) == "Take a sword of Seat 3"


@pytest.mark.parametrize(
    ("own", "does"),
    [
        ("Cursed Blade", ["Take a sword of Seat 1", "Take a sword of Seat 2"]),
        ("Excalibur", ["Take a sword of Seat 2", "No more"]),
        ("Excalibur, Cursed Blade", ["Take a sword of Seat 2", "No more"]),
    ],
)
def test_it_puts_its_cursed_blade_away_with_guinevere_and_never_its_excalibur(
    new_table: NewTable, own: str, does: list[str]
) -> None:
    table = new_table(2).put([own, "Squire Sword"], played={0: "Guinevere"}).act("Mix region 2")
    goes_on(table, *does)


def test_it_mixes_swords_into_the_fullest_region_with_guinevere(new_table: NewTable) -> None:
    for seed in range(5):
        table = new_table(2, seed=seed).put(["Spy", "Excalibur"], played={0: "Guinevere"}, regions=(5, 7, 4))
        assert greedy(table) == "Mix region 2"


@pytest.mark.rule("EX-322")
@pytest.mark.parametrize(
    ("chip", "holder", "towards", "away"),
    [
        ("Uther", 1, "right", "left"),
        ("Uther", 3, "left", "right"),
        ("Lady of the Lake", 1, "right", "left"),
        ("Lady of the Lake", 3, "left", "right"),
        ("Spirit", 1, "left", "right"),
        ("Spirit", 3, "right", "left"),
    ],
)
def test_it_points_so_that_excalibur_comes_to_it_and_the_cursed_blade_does_not(
    new_table: NewTable, chip: str, holder: int, towards: str, away: str
) -> None:
    for name, way in (("Excalibur", towards), ("Cursed Blade", away)):
        for seed in range(5):
            hands = {0: "Spy", 1: "Spy", 2: "Thief", 3: "Thief", holder: name}
            table = new_table(4, seed=seed).put(hands, played={0: chip})
            assert greedy(knowing(table, name, holder)) == f"To the {way}"
            assert (name in table.hand(0)) == (name == "Excalibur")


def test_it_passes_excalibur_on_to_the_player_of_the_cursed_blade(new_table: NewTable) -> None:
    for holder, way in ((1, "left"), (2, "right")):
        for seed in range(5):
            hands = {0: "Excalibur", 1: "Spy", 2: "Spy", holder: "Cursed Blade"}
            table = new_table(3, seed=seed).put(hands, played={0: "Uther"})
            assert greedy(knowing(table, "Cursed Blade", holder)) == f"To the {way}"


# Strength


@pytest.mark.slow
@pytest.mark.parametrize("seats", SHARE_OF_ONE)
def test_greedy_wins_clearly_more_than_its_share_against_random(seats: int) -> None:
    for place in (0, seats - 1):
        names = ["random"] * seats
        names[place] = "greedy"
        report = simulate("excalibur", games=10_000, seats=seats, bots=names, seed=11)
        assert report.seats.low[place] > SHARE_OF_ONE[seats]


@pytest.mark.slow
@pytest.mark.parametrize("bot", NAMES)
@pytest.mark.parametrize("seats", SHARE_OF_ONE)
def test_seats_are_alike_when_all_play_alike_with_a_random_crown(bot: str, seats: int) -> None:
    shares = simulate("excalibur", games=10_000, seats=seats, bots=bot, seed=2).seats.win_share
    assert (abs(shares - shares.mean()) < 0.02).all()  # four standard errors or more

"""Who sits at a table: what seats are called, what cannot be a name, and where names never appear."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.docs_pages import Page, run_program
from workbench.kernel.registry import game as find_game
from workbench.kernel.registry import list_games
from workbench.play import Match, replay
from workbench.play.seating import (
    BOT_NAMES,
    LONGEST_NAME,
    arms_at_table,
    colours_given,
    names_at_table,
    names_given,
    numbered,
    with_one_stop,
)
from workbench.storage.errors import DeclarationError, OptionError, ReplayError

GAMES = sorted(list_games())


def table(**given: Any) -> Match:
    """Two people, one of whom has a name, and two bots."""
    return Match(
        "guild_master", **{"seats": 4, "seed": 7, "names": {0: "Anna"}, "bots": {2: "greedy", 3: "random"}} | given
    )


def test_people_are_called_by_their_names_bots_by_their_own_and_others_by_their_seats() -> None:
    assert table().seat_names == ("Anna", "Seat 2", "Cador", "Dinadan")
    assert Match("guile", seats=2, seed=1).seat_names == ("Seat 1", "Seat 2")


def test_names_are_given_by_seat_or_in_the_order_of_the_seats() -> None:
    assert names_given({2: "Ben", 0: "Anna"}, 3) == names_given(["Anna", None, "Ben"], 3) == {0: "Anna", 2: "Ben"}
    assert names_given(("Anna", ""), 3) == {0: "Anna"}
    assert names_given(None, 3) == {}
    assert names_given({np.int64(1): "Ben"}, 3) == {1: "Ben"}


def test_a_name_is_one_line_of_composed_letters() -> None:
    assert names_given(["  Jose\N{COMBINING ACUTE ACCENT}  María "], 2) == {0: "José María"}
    assert names_given(["李雷", "محمد", "O'Neill-Smith", "🦊"], 4)[3] == "🦊"


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Anna", "Anna", "Anna"], ["Anna", "Anna B.", "Anna C."]),
        (["Anna", "ANNA"], ["Anna", "ANNA B."]),
        (["Anna", "Ａｎｎａ"], ["Anna", "Ａｎｎａ B."]),
        (["Anna", "An\N{ZERO WIDTH JOINER}na"], ["Anna", "An\N{ZERO WIDTH JOINER}na B."]),
        (["Anna", "Anna", "Anna B."], ["Anna", "Anna C.", "Anna B."]),
        (["Seat 2", None, "Ben"], ["Seat 2 B.", "Seat 2", "Ben"]),
    ],
)
def test_two_people_of_one_name_are_told_apart_by_a_letter(names: list, told: list[str]) -> None:
    assert list(table(seats=len(names), names=names, bots=None).seat_names) == told


def test_a_whole_class_of_one_name_is_told_apart() -> None:
    assert len(set(names_given(["Anna"] * 64, 64).values())) == 64


@given(st.lists(st.sampled_from(["Anna", "anna", "Anna B.", "Seat 1", "Seat 3", "Bors", "Cador", ""]), max_size=4))
def test_no_two_seats_are_called_alike_and_no_bot_like_a_person(names: list[str]) -> None:
    match = table(names=names)
    assert len({name.casefold() for name in match.seat_names}) == 4
    again = Match.from_dict(match.to_dict())
    assert again.seat_names == match.seat_names, "a name that was told apart stays as it is"


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("Anna", "Give a mapping from seat to name, or a list"),
        (7, "Give a mapping from seat to name, or a list"),
        (["Anna"] * 5, "There are 5 names for 4 seats"),
        ({4: "Anna"}, "There is no seat 4 to name"),
        ({-1: "Anna"}, "There is no seat -1 to name"),
        ({True: "Anna"}, "There is no seat True to name"),
        ({"0": "Anna"}, "There is no seat '0' to name"),
        ([7], "The name of Seat 1 is 7. Give a text"),
        ([b"Anna"], "Give a text"),
        ([np.zeros(2)], "Give a text"),
        ([["Anna"]], "Give a text"),
        (["", "   "], "The name of Seat 2 is '   '. Give at least one letter"),
        (["-- !"], "Give at least one letter"),
        (["An\nna"], r"U\+000A"),
        (["An\x1b[2Jna"], r"U\+001B"),
        (["An\x00na"], r"U\+0000"),
        (["An\N{RIGHT-TO-LEFT OVERRIDE}na"], r"U\+202E"),
        (["An\ud800na"], r"U\+D800"),
        (["A" * (LONGEST_NAME + 1)], "has 41 letters .* at most 40"),
    ],
)
def test_what_is_no_name_is_refused_and_changes_nothing(names: Any, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        table(names=names)
    match = table()
    with pytest.raises(OptionError, match=said):
        match.name_seats(names)
    assert match.names == {0: "Anna"}
    assert match.seat_names == table().seat_names


def test_the_longest_name_is_taken() -> None:
    assert table(names=["A" * LONGEST_NAME]).seat_names[0] == "A" * LONGEST_NAME


# Bots


@pytest.mark.parametrize("game_id", GAMES)
def test_no_bot_has_the_name_of_a_card_or_of_a_person(game_id: str) -> None:
    match = Match(game_id, seed=1, names=[BOT_NAMES[1]])
    for seat in range(1, match.seats):
        match.seat_bot(seat, "random")
    words = {word for names in match.deck.names.values() for name in names for word in name.split()}
    own = set(match.seat_names[1:])
    assert own <= set(BOT_NAMES) - words - {BOT_NAMES[1]}
    assert len(own) == match.seats - 1


def test_there_is_a_name_for_every_bot_of_the_largest_table() -> None:
    assert len(set(BOT_NAMES)) == len(BOT_NAMES) >= 40


def test_where_cards_have_the_names_of_bots_the_bots_without_one_are_called_by_their_seats() -> None:
    assert names_at_table(3, {}, {0, 1, 2}, BOT_NAMES[2:]) == (*BOT_NAMES[:2], "Seat 3")


def test_the_name_of_a_bot_stays_while_others_come_and_go() -> None:
    match = table()
    match.seat_bot(1, "random")
    assert match.seat_names == ("Anna", "Bors", "Cador", "Dinadan")
    match.seat_bot(2, None)
    assert match.seat_names == ("Anna", "Bors", "Seat 3", "Dinadan")


def test_a_bot_that_plays_for_somebody_leaves_the_name() -> None:
    match = table()
    match.seat_bot(0, "greedy")
    assert match.seat_names[0] == "Anna"
    assert match.scene(1).seats[0].player == "plays to lead"


@pytest.mark.parametrize("game_id", GAMES)
def test_every_bot_says_what_it_is_like(game_id: str) -> None:
    match = Match(game_id, seed=1)
    for bot in match.game.bots:
        match.seat_bot(0, bot.name)
        said = match.scene(None).seats[0].player
        assert said == bot.manner
        assert 0 < len(said) <= 24
        assert said != bot.name, "in words, not by the name that programs use"


# Where names are read


def test_names_stand_in_the_log_in_labels_in_prompts_and_in_scores() -> None:
    match = table(names=["Anna", "Ben"], options={"first_seat": 0})
    assert match.view(1)["log"][-1] == "Turn 1: Anna."
    assert "Offer cards to Ben" in match.view(0)["legal"]
    assert "Anna" in match.scene(1).message
    assert [panel.name for panel in match.scene(None).seats] == ["Anna", "Ben", "Cador", "Dinadan"]
    match.play(0, "offer cards to ben")
    assert match.export(1)["names"] == ["Anna", "Ben", "Cador", "Dinadan"]


def test_a_new_name_is_in_what_the_log_has_told_already() -> None:
    match = table(options={"first_seat": 0})
    before = match.revision
    match.name_seats(["Beatrix", "Ben"])
    assert match.view(1)["log"][-1] == "Turn 1: Beatrix."
    assert "Offer cards to Ben" in match.view(0)["legal"]
    assert match.revision > before
    match.name_seats(match.names)
    assert match.revision == before + 1, "the same names change nothing"


def test_a_sentence_ends_with_one_full_stop() -> None:
    match = table(names=["Anna", "Anna"], options={"first_seat": 1})
    assert match.view(None)["log"][-1] == "Turn 1: Anna B."
    assert ".." not in match.scene(0).message
    assert with_one_stop("Wait ... for Anna B..") == "Wait ... for Anna B."


# Where names stay


def test_names_are_saved_and_come_back() -> None:
    match = table(names=["Anna", "Anna"])
    match.play_bots()
    data = match.to_dict()
    assert data["names"] == {"0": "Anna", "1": "Anna B."}
    again = Match.from_dict(data)
    assert again.seat_names == match.seat_names
    assert [again.seat_log(seat) for seat in range(4)] == [match.seat_log(seat) for seat in range(4)]


def test_a_file_without_names_is_the_one_it_was_and_loads() -> None:
    match = table(names=None)
    data = match.to_dict()
    assert "names" not in data
    assert Match.from_dict(data).seat_names == ("Seat 1", "Seat 2", "Cador", "Dinadan")


@pytest.mark.parametrize("names", [7, "Anna", [], ["Anna"], {"9": "Anna"}, {"x": "Anna"}, {"0": 7}, {"0": "\x00"}])
def test_names_in_a_file_are_read_as_names_that_are_typed(names: Any) -> None:
    data = table().to_dict() | {"names": names}
    data["checksum"] = replay.checksum(data)
    with pytest.raises(ReplayError, match="names in this match cannot be used"):
        Match.from_dict(data)


def test_forks_and_other_worlds_keep_the_names() -> None:
    match = table()
    fork = match.fork()
    assert fork.seat_names == match.redealt(0, 3).seat_names == match.seat_names
    fork.name_seats(["Zoe"])
    assert match.seat_names[0] == "Anna"
    assert match.names == {0: "Anna"}
    assert "Zoe" not in " ".join(match.seat_log(None))


@pytest.mark.parametrize("game_id", GAMES)
def test_names_change_neither_the_record_nor_chance_nor_what_bots_do(game_id: str) -> None:
    def played(names: Any) -> Match:
        match = Match(game_id, seats=2, seed=5, names=names, bots={0: "random", 1: "greedy"})
        match.play_bots()
        return match

    plain, named = played(None), played(["Anna", "Zoe"])
    assert named.state.tobytes() == plain.state.tobytes()
    assert named.acts == plain.acts


def test_a_match_may_call_every_seat_by_its_number() -> None:
    assert table(names=numbered(4)).seat_names == ("Seat 1", "Seat 2", "Seat 3", "Seat 4")


@pytest.mark.parametrize("program", Page("at-the-table.md").texts("python"))
def test_the_page_about_the_table_shows_what_its_programs_print(tmp_path: Path, program: str) -> None:
    assert run_program(tmp_path, program) == Page("at-the-table.md").shown_after(program)


# ---------------------------------------------------------------- colours


@given(st.data())
def test_no_two_seats_bear_the_same_arms_and_who_has_chosen_has_what_was_chosen(data: Any) -> None:
    seats = data.draw(st.integers(2, 8))
    many = data.draw(st.integers(seats, 9))
    numbers = data.draw(st.lists(st.integers(0, many - 1), unique=True, max_size=seats))
    chosen = dict(zip(data.draw(st.permutations(range(seats))), numbers, strict=False))
    assert colours_given(chosen, seats, many) == chosen
    arms = arms_at_table(seats, chosen)
    assert len(set(arms)) == seats
    assert chosen == {seat: arms[seat] for seat in chosen}
    assert all(arms[seat] == seat for seat in range(seats) if seat not in chosen and seat not in numbers)


@pytest.mark.parametrize("game_id", [game_id for game_id in GAMES if game_id != "cadwallon"])
def test_where_nobody_chooses_a_colour_each_seat_has_its_own(game_id: str) -> None:
    match = Match(game_id, seats=2)
    assert match.arms == match.scene(0).arms == (0, 1)
    with pytest.raises(OptionError, match="Nobody chooses a colour"):
        Match(game_id, seats=2, colours={0: 1})


def test_a_fork_keeps_its_colours_when_others_are_chosen() -> None:
    match = Match("cadwallon", seats=2, colours={0: 3})
    fork = match.fork()
    shown = match.scene(0)
    match.colour_seats({1: 0})
    assert (fork.arms, match.arms, match.scene(0).arms) == ((3, 1), (1, 0), (1, 0))
    assert shown.arms == (3, 1)


def test_a_game_has_no_fewer_colours_than_seats() -> None:
    with pytest.raises(DeclarationError, match="colours is 3"):
        replace(find_game("cadwallon").variant(), colours=3)

"""Studies: what answers a question about a game, how a study is written down, and what is not a study."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.kernel.registry import game as find_game
from workbench.lab import studies
from workbench.lab.studies import (
    BOTS,
    EARLY_LOOKS,
    EDITS,
    RULES,
    SEATS,
    Study,
    house_rules,
    places_in_words,
    read_study,
)
from workbench.storage.errors import OptionError


def of_guile(question: str, games: int, **more: Any) -> Study:
    """A study of Guile."""
    bots = ("random", "greedy") if question == BOTS else ("greedy",)
    return Study(**{"question": question, "game": "guile", "bots": bots, "seats": 2, "games": games} | more)


def test_who_wins_is_told_by_when_seats_play_against_an_even_share() -> None:
    answer = of_guile(SEATS, 400, options={"start_player": "seat_0"}).answer(compiled=True)
    assert [row.label for row in answer.rows] == ["Who begins", "Who comes last"]
    first, last = answer.rows
    assert answer.line == 50.0
    assert first.value + last.value == pytest.approx(100)
    order = answer.result.order
    assert [first.value, first.low, first.high] == [100 * order.iloc[0][part] for part in ("win_share", "low", "high")]
    assert first.sure
    assert answer.sentence == f"Who begins wins {first.value:.0f} of 100 games, who comes last {last.value:.0f}."


def test_few_games_prove_nothing_and_say_so() -> None:
    answer = of_guile(SEATS, 20).answer(compiled=False)
    assert not any(row.sure for row in answer.rows)
    assert answer.sentence == "Nobody gains by when they play, as far as 20 games can tell."
    assert answer.wide > 10


def test_where_several_begin_at_once_seats_are_told_apart_by_their_numbers() -> None:
    rows = [studies.Row(f"Seat {seat}", "", share, share - 2, share + 2, True) for seat, share in ((1, 40), (2, 60))]
    assert studies.said_of_seats(rows, 100, by_order=False) == "Seat 2 wins 60 of 100 games, Seat 1 40."


def test_shares_that_differ_from_the_line_by_less_than_chance_are_not_beyond_doubt() -> None:
    assert studies.apart_from([[30, 28, 32], [26, 22, 30], [25, 25, 25], [30, 30, 30]], 25.0) == [
        True,
        False,
        False,
        True,
    ]


def test_bots_meet_each_other_and_the_strongest_comes_first() -> None:
    answer = of_guile(BOTS, 60).answer(compiled=True)
    assert [name for name, _ in answer.bots] == ["Greedy", "Random"]
    won, lost = answer.duels
    assert (won.bot, won.other, won.ahead, lost.ahead) == ("Greedy", "Random", True, False)
    assert won.value + lost.value == pytest.approx(100)
    assert answer.sentence == f"Greedy beats random in {won.value:.0f} of 100 games."
    assert answer.played == 60 * 2


def test_bots_of_which_none_is_proven_to_be_stronger_are_said_to_be_so() -> None:
    answer = of_guile(BOTS, 1).answer(compiled=False)
    assert answer.sentence == "No bot is stronger than another beyond doubt, as far as 2 games can tell."


def test_every_house_rule_is_changed_alone_and_held_against_the_game_without_it() -> None:
    study = of_guile(RULES, 4)
    answer = study.answer(compiled=True)
    changed = sum(len(values) - 1 for values in house_rules(study).values())
    assert len(answer.rows) == changed
    assert answer.played == 4 * (changed + 1)
    assert {row.words.partition(":")[0] for row in answer.rows} == {"in place of"}
    assert answer.sentence == "No house rule is proven to change who wins in 4 games of each."
    assert answer.line_words.endswith("without a change")


def test_a_rule_that_is_proven_to_matter_is_named_with_what_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "house_rules", lambda study: {"start_player": ["seat_0", "seat_1"]})
    answer = of_guile(RULES, 400).answer(compiled=True)
    (row,) = answer.rows
    assert row.sure
    assert answer.sentence.startswith("Seat 2 begins: seat 1 (greedy) then wins ")
    assert answer.sentence.endswith(f"before {answer.line:.0f}.")


def test_a_deck_that_is_as_it_should_be_needs_no_edit() -> None:
    study = Study(question=EDITS, game="excalibur", bots=("greedy",), seats=3, games=20, aim="impact")
    answer = study.answer(compiled=True)
    assert answer.sentence == "No edit is needed: no card brings more than 15.0 wins in 100 games."
    assert [row.label for row in answer.rows] == ["As it is"]
    assert (answer.line, answer.line_words, answer.mended) == (15.0, "the bound", None)
    assert study.looks == (20,)


@pytest.mark.slow
def test_what_should_be_changed_is_told_edit_by_edit_with_what_each_brings() -> None:
    answer = of_guile(EDITS, 3_000).answer(compiled=True)
    before, *after = answer.rows
    assert not before.sure
    assert after[-1].sure
    assert answer.line == 50.0
    found = answer.result
    assert [row.label for row in after] == [edit.words for edit in found.edits]
    assert answer.mended.digest == found.deck.digest
    assert answer.sentence.endswith(
        f"do it: who begins wins {after[-1].value:.0f} of 100 games, before {before.value:.0f}."
    ) or answer.sentence.startswith("1 edit does it: who begins wins ")
    assert answer.csv.splitlines()[0] == "edit,name,place,key,before,after"


def test_rules_that_cannot_be_played_at_so_many_seats_are_left_out() -> None:
    of_four = Study(question=RULES, game="excalibur", bots=("greedy",), seats=4, games=10)
    assert house_rules(of_four)["crown_start"] == ["random", "seat_0", "seat_1", "seat_2", "seat_3"]


def test_rules_that_name_cards_are_left_out() -> None:
    options = find_game("guild_master").variants[0].options
    study = Study(question=RULES, game="guild_master", bots=("greedy",), seats=4, games=10)
    with_cards = {option.key for option in options if option.cards is not None}
    assert with_cards
    assert not with_cards & house_rules(study).keys()


def test_what_a_study_has_chosen_is_what_others_are_held_against() -> None:
    assert house_rules(of_guile(RULES, 10, options={"code_of_chivalry": True}))["code_of_chivalry"] == [True, False]


@pytest.mark.parametrize(
    ("games", "looks"), [(100, (100,)), (500, (500,)), (600, (500, 600)), (9_000, (*EARLY_LOOKS, 9_000))]
)
def test_a_study_is_answered_early_on_and_once_all_is_played(games: int, looks: tuple[int, ...]) -> None:
    assert of_guile(SEATS, games).looks == looks


def test_early_looks_are_of_the_first_games_of_the_same_study() -> None:
    study = of_guile(SEATS, 60)
    assert (
        study.answer(20, compiled=False).result.outcome.turns.tolist()
        == (study.answer(compiled=False).result.outcome.turns.tolist()[:20])
    )


@pytest.mark.parametrize("seats", range(2, 11))
def test_each_place_in_turn_order_has_a_name_of_its_own(seats: int) -> None:
    names = places_in_words(seats)
    assert len(set(names)) == len(names) == seats


def test_a_study_that_is_written_down_is_answered_alike() -> None:
    study = of_guile(SEATS, 30, seed=5, deck="great_hall", options={"extended_cast": True, "rounds_to_win": 1})
    again = read_study(study.text())
    assert again == study
    assert again.answer(compiled=False).rows == study.answer(compiled=False).rows


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it is not the JSON of one"),
        ("{", "it is not the JSON of one"),
        ("[]", "it is not the JSON of one"),
        ('{"study": 1}', "question is missing"),
        ('{"study": 2, "question": "seats", "game": "guile", "bots": ["x"], "seats": 2, "games": 1}', "study is 2"),
        ('{"question": "luck", "game": "guile", "bots": ["greedy"], "seats": 2, "games": 1}', "question is 'luck'"),
        ('{"question": "seats", "game": "guile", "bots": ["greedy"], "seats": 2, "games": 0}', "games is 0"),
        ('{"question": "seats", "game": "guile", "bots": [], "seats": 2, "games": 1}', "bots is []"),
        ('{"question": "seats", "game": "guile", "bots": ["greedy"], "seats": 2, "games": 1, "x": 1}', "a part 'x'"),
        (" " * (studies.LONGEST_FILE + 1), "it has 100,001 letters"),
    ],
)  # fmt: skip
def test_what_is_no_study_is_refused_in_words(text: str, said: str) -> None:
    with pytest.raises(OptionError, match="This is no study: ") as refused:
        read_study(text)
    assert said in str(refused.value)


def test_a_study_of_what_there_is_not_is_refused_as_elsewhere() -> None:
    with pytest.raises(OptionError, match="There is no game 'gile'"):
        of_guile(SEATS, 5, game="gile").answer(compiled=False)
    with pytest.raises(OptionError, match="rounds_to_win"):
        of_guile(SEATS, 5, options={"rounds_to_win": 0}).answer(compiled=False)

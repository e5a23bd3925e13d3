"""The page of the lab: what is offered, what is asked, how answers come, and what is kept of them."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from workbench.decks import load_deck
from workbench.decks.exchange import read_upload
from workbench.kernel.registry import game as find_game
from workbench.kernel.registry import list_games
from workbench.lab.studies import BOTS, EDITS, QUESTIONS, RULES, SEATS, Study, read_study
from workbench.widgets import LabPage

PATIENCE = 300  # seconds: rules may have to be compiled first


@pytest.fixture
def page() -> LabPage:
    """The lab, opened with Guile."""
    page = LabPage("guile")
    page.sent: list[Any] = []
    page.send = page.sent.append
    return page


def tell(page: LabPage, kind: str, **parts: Any) -> None:
    """Say something as the page in a browser would."""
    page.hear({"type": kind, **parts})


def answered(page: LabPage, games: int = 20, **more: Any) -> None:
    """Let the page answer a small study to its end."""
    study = Study(**{"question": SEATS, "game": "guile", "bots": ("greedy",), "seats": 2, "games": games} | more)
    tell(page, "open", text=study.text())
    assert page.wait(PATIENCE)
    assert page.state["error"] == ""


@pytest.mark.parametrize("game", sorted(list_games()))
@pytest.mark.parametrize("question", QUESTIONS)
def test_each_question_can_be_asked_about_each_game_as_it_opens(game: str, question: str) -> None:
    page = LabPage(game)
    tell(page, "choose", part="question", value=question)
    study = page.study
    assert (study.question, study.game, study.deck) == (question, game, find_game(game).default_deck)
    assert study.seats in page.variant.seats
    assert len(study.bots) == (len(page.game.bots) if question == BOTS else 1)
    assert read_study(study.text()) == study


def test_another_game_brings_its_own_cards_rules_and_seats(page: LabPage) -> None:
    tell(page, "choose", part="rules", value="1")
    tell(page, "choose", part="game", value="quests")
    assert page.state["chosen"]["rules"] == "0"
    assert page.study.deck == "classic"
    assert [value for value, _ in page.state["choices"]["seats"]] == ["2", "3", "4"]


def test_what_is_not_offered_is_refused_and_changes_nothing(page: LabPage) -> None:
    before = dict(page.chosen)
    tell(page, "choose", part="deck", value="../secret")
    assert page.chosen == before
    assert "There is no deck '../secret'" in page.state["error"]


def test_games_are_played_and_answered_in_a_sentence(page: LabPage) -> None:
    answered(page)
    told = page.state["answer"]
    assert not page.state["working"]
    assert (told["games"], told["sentence"]) == (20, "Nobody gains by when they play, as far as 20 games can tell.")
    assert [row["label"] for row in told["rows"]] == ["Who begins", "Who comes last"]
    assert told["of"] == "greedy; 2 seats; seed 1"
    assert page.state["before"] == [f"Guile: {told['sentence']}"]


def test_each_row_keeps_where_it_lay_after_fewer_games(page: LabPage) -> None:
    answered(page, games=600)
    told = page.state["answer"]
    assert told["looks"] == [500, 600]
    for row in told["rows"]:
        ((low, high),) = row["early"]
        assert high - low > row["high"] - row["low"]


def test_who_beats_whom_and_what_rules_do_come_as_they_were_found(page: LabPage) -> None:
    answered(page, question=BOTS, bots=("random", "greedy"))
    assert [bot for bot, _ in page.state["answer"]["bots"]] == ["Greedy", "Random"]
    answered(page, question=RULES, games=2)
    assert page.state["answer"]["rows"][0]["words"].startswith("in place of: ")


def test_an_answer_of_before_is_shown_again_with_what_was_asked(page: LabPage) -> None:
    answered(page)
    answered(page, question=BOTS, bots=("random", "greedy"), games=10)
    tell(page, "answer", number=0)
    assert page.state["answer"]["question"] == SEATS
    assert (page.study.question, page.study.games) == (SEATS, 20)
    tell(page, "answer", number=2)
    assert page.state["error"] == "There is no answer 3. Choose one of the 2 on the page."


def test_an_answer_is_held_against_one_of_before(page: LabPage) -> None:
    answered(page)
    first = [row["value"] for row in page.state["answer"]["rows"]]
    answered(page, seed=2)
    assert [row["was"] for row in page.state["answer"]["rows"]] == [None, None]
    tell(page, "against", number=0)
    assert [row["was"] for row in page.state["answer"]["rows"]] == first
    tell(page, "against", number=-1)
    assert [row["was"] for row in page.state["answer"]["rows"]] == [None, None]


def test_a_study_is_saved_and_asked_again_with_its_seed(page: LabPage) -> None:
    answered(page, seed=7, options={"rounds_to_win": 1})
    rows = page.state["answer"]["rows"]
    tell(page, "save")
    file = page.sent[-1]
    assert file["name"] == "guile-seats.json"
    text = b64decode(file["data"]).decode()
    assert (json.loads(text)["seed"], page.study.seed) == (7, 7)
    other = LabPage("quests")
    tell(other, "open", text=text)
    assert other.wait(PATIENCE)
    assert other.state["answer"]["rows"] == rows
    assert other.study == page.study


def test_the_figures_are_saved_as_a_table(page: LabPage) -> None:
    tell(page, "export")
    assert page.state["error"] == "Nothing is answered yet. Play the games first."
    answered(page)
    tell(page, "export")
    assert page.sent[-1]["name"] == "guile-seats.csv"
    assert b64decode(page.sent[-1]["data"]).decode().splitlines()[0] == "place,wins,win_share,low,high"


def test_what_edits_are_to_bring_is_chosen_only_where_edits_are_asked_for(page: LabPage) -> None:
    assert "aim" not in page.state["choices"]
    tell(page, "choose", part="question", value=EDITS)
    tell(page, "choose", part="aim", value="impact")
    assert page.study.aim == "impact"
    tell(page, "deck")
    assert page.state["error"] == "Nothing is answered yet. Play the games first."
    answered(page)
    tell(page, "deck")
    assert page.state["error"].startswith("The answer has no edits.")


@pytest.mark.slow
def test_the_deck_with_the_edits_is_saved_as_the_studio_opens_it(page: LabPage) -> None:
    answered(page, question=EDITS, games=2_000)
    assert page.state["answer"]["mended"]
    tell(page, "deck")
    file = page.sent[-1]
    assert file["name"] == "classic.xlsx"
    opened = read_upload(page.game, file["name"], b64decode(file["data"]), load_deck("guile"))
    assert opened.deck.digest == page.answer.mended.digest


def test_all_numbers_are_those_of_the_answer_and_fold_away(page: LabPage) -> None:
    answered(page)
    tell(page, "numbers")
    assert page.state["numbers"]
    assert "20 games" in page.numbers.value
    tell(page, "numbers")
    assert page.numbers.value == ""


def test_what_is_no_study_leaves_the_page_as_it_was(page: LabPage) -> None:
    answered(page)
    before = page.state["answer"]
    for text in ("", '{"question": "seats", "game": "gile", "bots": ["greedy"], "seats": 2, "games": 1}'):
        tell(page, "open", text=text)
        assert page.state["error"]
        assert page.state["answer"] == before


def test_a_study_may_name_decks_and_never_paths(page: LabPage, tmp_path: Path) -> None:
    load_deck("guile").save(tmp_path / "mine")
    study = Study(question=SEATS, game="guile", bots=("greedy",), seats=2, games=5, deck=str(tmp_path / "mine"))
    tell(page, "open", text=study.text())
    assert page.state["error"].startswith("There is no deck ")
    assert not page.state["working"]


def test_a_study_that_cannot_be_played_says_why(page: LabPage) -> None:
    study = Study(question=SEATS, game="guile", bots=("greedy",), seats=2, games=5, options={"rounds_to_win": 0})
    tell(page, "open", text=study.text())
    assert page.wait(PATIENCE)
    assert "rounds_to_win" in page.state["error"]
    assert not page.state["working"]


def test_who_stops_early_keeps_what_is_known_by_then(page: LabPage) -> None:
    tell(page, "stop")
    assert page.state["note"] == "Ended."
    answered(page)
    tell(page, "run")
    tell(page, "stop")
    assert page.wait(PATIENCE)
    assert not page.state["working"]
    assert page.state["before"][0] == "Guile: Nobody gains by when they play, as far as 20 games can tell."

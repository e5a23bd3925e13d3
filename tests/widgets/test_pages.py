"""Score, rules and log as pages: complete, and made of text only."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.example_game import PLAIN_DECK, known
from workbench.decks import load_deck
from workbench.play.match import Match
from workbench.widgets import pages

EVIL = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def finished() -> Match:
    match = Match("guild_master", seats=3, seed=7, bots=dict.fromkeys(range(3), "greedy"))
    match.play_bots()
    return match


def test_every_score_line_with_points_is_on_the_page(finished: Match) -> None:
    html = pages.score_page(finished)
    for line in finished.score_lines():
        if line["points"]:
            assert f">{line['text']}</td>" in html
            assert f' data-rule="{line["rule"]}">{line["rule"]}</a></td>' in html


@pytest.fixture(scope="module")
def camelot() -> Match:
    """A finished match of a game that is played in rounds."""
    match = Match("guile", seats=2, seed=3, bots={0: "random", 1: "random"})
    match.play_bots()
    return match


def test_every_line_of_a_round_stands_in_the_order_in_which_it_was_counted(camelot: Match) -> None:
    html = unescape(pages.score_page(camelot))
    for number in (1, 2):
        listed = html.split(f"Lines of round {number}<")[1].split("</table>")[0]
        shown = re.findall(r'<td class="">([^<]*)</td><td class="number">(-?\d+)</td>', listed)
        lines = [line for line in camelot.score_lines() if line["round"] == number]
        assert [(text, int(points)) for text, points in shown] == [(line["text"], line["points"]) for line in lines]


@pytest.mark.parametrize(("seed", "nobody"), [(0, False), (20, True)])
def test_a_game_without_points_lists_its_lines_seat_by_seat(seed: int, nobody: bool) -> None:
    match = Match("excalibur", seats=8, seed=seed, bots=dict.fromkeys(range(8), "random"))
    match.play_bots()
    html = unescape(pages.score_page(match))
    for line in match.score_lines():
        below = html.split(f"Lines of {match.seat_names[line['seat']]}<")[1].split("</table>")[0]
        assert line["text"] in below
    assert ("Nobody wins." in html) == nobody == (match.winners == ())


def test_before_anything_is_counted_everybody_is_ahead_and_no_line_is_listed() -> None:
    html = pages.score_page(Match("guile", seats=2, seed=3))
    assert "<details>" not in html
    assert "Ahead now: Seat 1 and Seat 2." in html


def test_the_verdict_names_the_winners_of_the_match() -> None:
    for seed in range(12):
        match = Match("guild_master", seats=4, seed=seed, bots=dict.fromkeys(range(4), "greedy"))
        match.play_bots()
        html = pages.score_page(match)
        names = " and ".join(match.seat_names[seat] for seat in match.winners)
        assert f"<strong>{names} {'wins' if len(match.winners) == 1 else 'share the win'}.</strong>" in html
        steps = re.findall(r'class="lead">([^<]*)</td></tr>', html)
        assert steps[-1] == names, "the last step of the chain leaves the winners"


def test_steps_of_the_chain_that_were_not_needed_are_said_to_be(finished: Match) -> None:
    chain = len(finished.variant.ranking.chain)
    needed = sum(
        any(line["reason"] == reason for line in finished.score_lines()) for reason in finished.variant.ranking.chain
    )
    assert pages.score_page(finished).count("not needed") == chain - needed > 0


def test_seats_without_a_point_are_all_ahead() -> None:
    html = pages.score_page(Match("guild_master", seats=2, seed=1))
    assert "Ahead now: Seat 1 and Seat 2." in html


def test_the_chain_of_another_game_leaves_its_winners() -> None:
    """Here the fewest cards break a tie, and a seat may have none."""
    with known():
        for seed in range(12):
            match = Match("pledges", seats=3, seed=seed, deck=PLAIN_DECK)
            for seat in range(3):
                match.seat_bot(seat, match.game.bots[0].name)
            match.play_bots()
            names = " and ".join(match.seat_names[seat] for seat in match.winners)
            assert re.findall(r'class="lead">([^<]*)</td></tr>', pages.score_page(match))[-1] == names


def test_names_in_a_deck_and_of_people_never_become_markup() -> None:
    deck = load_deck("guild_master")
    content = deck.to_dict()
    del content["digest"]
    content["meta"]["categories"][0]["name"] = EVIL[:40]
    deck = type(deck).from_dict(content)
    match = Match("guild_master", seats=2, seed=3, deck=deck, bots={0: "greedy", 1: "greedy"}, names=[EVIL])
    match.play_bots()
    assert EVIL not in pages.score_page(match)
    assert EVIL not in pages.table(EVIL, [EVIL], [[(EVIL, EVIL), (EVIL, '"><b>')]])


def test_a_rule_that_is_cited_opens_the_rules_and_what_looks_like_one_does_not() -> None:
    html = pages.table("Rules", ["What"], [[("As GM-021 says", ""), ("XGM-0210", ""), (EVIL, "")]])
    assert 'As <a href="#rule-GM-021" data-rule="GM-021">GM-021</a> says' in html
    assert html.count("<a ") == 1


def test_nothing_in_the_pages_is_fetched_from_elsewhere(finished: Match) -> None:
    html = pages.score_page(finished)
    assert not re.search(r"(src|url\(|@import)", html)

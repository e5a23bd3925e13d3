"""What the lab tells of Excalibur: who ends with which sword, how games end, and what each chip does to winning."""

from __future__ import annotations

import numpy as np
import pytest

from workbench import load_deck, simulate
from workbench.games.excalibur import GAME
from workbench.games.excalibur.chips import EFFECTS
from workbench.games.excalibur.deck import EFFECT_NAMES, SWORDS
from workbench.games.excalibur.report import CHAOS, OTHER_TABLES, length_by_players
from workbench.games.excalibur.table import ZONES
from workbench.kernel.chance import BOT_STREAM, seed_generator
from workbench.kernel.engine.speeds import plain_engine
from workbench.lab import Report
from workbench.lab.simulation import How
from workbench.lab.study import study, worths_of

GAMES = 120
CLASSIC = load_deck("excalibur")


@pytest.fixture(scope="module")
def report() -> Report:
    bots = ["greedy", "random", "greedy", "random"]
    return simulate("excalibur", games=GAMES, seats=4, bots=bots, seed=5, compiled=False)


def test_how_games_end_is_what_their_outcomes_say(report: Report) -> None:
    scores = report.outcome.scores
    tainted, chaos = (scores == 1).any(axis=1), (scores < 1).all(axis=1)
    squire = (scores == 2).sum(axis=1) == 2
    expected = [GAMES - tainted.sum() - chaos.sum() - squire.sum(), squire.sum(), tainted.sum(), chaos.sum()]
    table = report.tables["How games end"]
    assert table["end"].tolist() == ["one winner", "winner and squire", "tainted win", CHAOS]
    assert table["games"].tolist() == expected
    assert min(expected) > 0, "all four came up"


def test_games_that_nobody_wins_are_no_shared_wins(report: Report) -> None:
    winners = (report.outcome.scores > 0).sum(axis=1)
    assert (winners == 0).any()
    assert report.summary().loc["shared wins", "value"] == pytest.approx((winners > 1).mean())
    assert report.wins.sum() == pytest.approx((winners > 0).sum())


@pytest.mark.rule("EX-227")
def test_what_a_seat_of_each_bot_comes_to_is_counted_from_its_outcomes(report: Report) -> None:
    table, scores = report.tables["Outcomes of each bot"].set_index("bot"), report.outcome.scores
    worth = {2: 100, 1: 50, 0: 0, -1: -100}
    for bot, seats in {"greedy": [0, 2], "random": [1, 3]}.items():
        own = scores[:, seats]
        shares = [(own == rank).mean() for rank in worth]
        assert min(shares) > 0, "all four came up"
        assert table.loc[bot, ["win", "tainted_win", "loss", "ultimate_loss"]].tolist() == pytest.approx(shares)
        values = np.vectorize(worth.get)(own).mean(axis=1)
        assert table.loc[bot, ["value", "low", "high"]].tolist() == pytest.approx(report.mean(values))
        assert table.loc[bot, "seats"] == 2


def test_every_sword_ends_with_a_seat_or_in_avalon(report: Report) -> None:
    table = report.tables["Who ends with which sword"]
    assert table.groupby("sword")["games"].sum().tolist() == [GAMES] * len(SWORDS)
    assert table[table.holder == "Avalon"]["even_share"].tolist() == [0] * len(SWORDS)
    chaos = report.tables["How games end"]["games"].iloc[-1]
    lost = table[(table.sword == "excalibur") & (table.holder == "Avalon")]["games"].item()
    assert lost == chaos, "the kingdom is in chaos where nobody holds Excalibur (EX-012)"


@pytest.mark.slow
def test_the_length_of_games_is_reported_for_each_number_of_players(report: Report) -> None:
    own = report.tables["Length by players"]
    assert own.seats.tolist() == [4], "in plain Python only its own"
    assert own.rounds.item() == pytest.approx(report.outcome.turns.mean())
    report.compiled = True
    try:
        table = length_by_players(report).set_index("seats")
        two = report.again(seats=2, games=OTHER_TABLES)
    finally:
        report.compiled = False
    assert table.index.tolist() == list(range(2, 9))
    assert table.games.tolist() == [OTHER_TABLES] * 2 + [GAMES] + [OTHER_TABLES] * 4
    assert table.rounds.is_monotonic_decreasing, "more players empty Avalon sooner"
    assert table.loc[2, "rounds"] == pytest.approx(two.outcome.turns.mean())
    assert two.bots == ("greedy", "greedy"), "where several bots play, the game's usual one does elsewhere"


@pytest.mark.slow
def test_the_page_does_not_draw_leads_where_outcomes_fall_at_the_end(report: Report) -> None:
    short = simulate("excalibur", games=8, seats=4, seed=5, compiled=False)
    assert short.leads.empty
    page = short._repr_html_()
    assert "Nobody is ahead before the end of this game" in page
    assert "Lead changes" not in page


def test_greedy_holds_excalibur_more_often_than_random(report: Report) -> None:
    table = report.tables["Who ends with which sword"].set_index(["sword", "holder"])
    assert table.loc[("excalibur", "greedy"), "games"] > table.loc[("excalibur", "random"), "games"]
    assert report.seats.win_share[[0, 2]].sum() > report.seats.win_share[[1, 3]].sum()


def test_a_card_counts_for_the_seats_on_whose_side_it_took_effect(report: Report) -> None:
    cards = report.cards.set_index("card")
    assert cards.loc["Peasant", "scored"] > cards.loc["Arthur", "scored"] > 0
    held = report.tables["Who ends with which sword"]
    for sword in ("Excalibur", "Cursed Blade", "Squire Sword"):
        named = held[(held.sword == sword.lower()) & (held.holder != "Avalon")]
        assert cards.loc[sword, "scored"] == named.games.sum(), "swords are never played, they count where they end"
    assert not cards.dead.any()
    assert (cards.points == 0).all()


@pytest.mark.rule("EX-610")
def test_every_chip_but_the_swords_has_an_effect_that_can_be_taken_away() -> None:
    worths = worths_of(CLASSIC)
    robbed = {CLASSIC.rows[worth.kind]["effect"] for worth, _ in worths}
    assert robbed == set(EFFECT_NAMES) - set(SWORDS)
    for worth, without in worths:
        assert (without.effect != CLASSIC.arrays.effect).nonzero()[0].tolist() == [worth.kind]


@pytest.mark.rule("EX-610")
def test_chips_without_effect_are_played_and_trashed_and_move_nothing() -> None:
    variant = GAME.variants[0]
    engine = plain_engine(variant)
    effect = CLASSIC.arrays.effect.copy()
    effect[~np.isin(effect, [getattr(EFFECTS, sword) for sword in SWORDS])] = EFFECTS.no_effect
    deck = engine.deck(CLASSIC.arrays._replace(effect=effect))[0]
    believed = engine.deck(CLASSIC.arrays)[0]
    state, view, actions, events = (
        engine.new_states()[0][0],
        engine.new_states()[0][0],
        engine.new_actions()[0],
        engine.new_events()[0],
    )
    options = np.array([option.encode(option.default) for option in variant.options], np.int64)
    engine.begin(state, state.buffer, deck, events, 4, options, 3, 0)
    dealt = {card: state.place[card] - ZONES.hand for card in CLASSIC.arrays.key_chip.tolist()}
    seed_generator(actions.random_state, 3, 0, BOT_STREAM)
    engine.play_game(
        state, state.buffer, view, view.buffer, variant.state.hidden, deck, believed, events, [1] * 4, actions,
        np.zeros((0, 2), np.int32), variant.max_decisions,
    )  # fmt: skip
    resolved = sum(state.resolved[kind, seat] for kind in range(len(CLASSIC.rows)) for seat in range(4))
    assert state.over == 1
    assert state.counts[ZONES.trash] == resolved == 4 * state.turn, (
        "each seat plays one chip a round, and it is trashed"
    )
    assert {card: state.place[card] - ZONES.open_hand for card in dealt} == dealt, "no sword has changed hands"
    assert sum(state.counts[ZONES.region_0 + region] for region in range(3)) > 0


@pytest.mark.slow
def test_what_an_effect_does_to_winning_is_found_by_playing_without_it() -> None:
    plan = simulate("excalibur", games=4, seats=3, bots="greedy", seed=2, compiled=False).plan
    found = study(plan, 4, How(compiled=False))
    assert found.impacts[:, 0].max() == 4, "some kind of chip took effect unequally in every game"
    assert (found.impacts[:, 0] >= 0).all()
    assert np.isfinite(found.impacts).all()

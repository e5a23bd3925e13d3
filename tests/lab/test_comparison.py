"""Two decks on the same seeds: exact where nothing differs, narrow where little does, right as often as said."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import workbench as wb
from workbench.decks import Deck
from workbench.lab import simulate
from workbench.lab import study as studies
from workbench.lab.comparison import Comparison
from workbench.lab.comparison_tables import CardFigure, difference_of
from workbench.lab.figures import WITHOUT_CHOICE
from workbench.lab.intervals import beyond_doubt, mean_interval, paired_difference
from workbench.lab.simulation import CHUNK
from workbench.storage.errors import DeckError, OptionError

GAMES = 2_000
FIGURES = ["figure", "before", "after", "difference", "low", "high", "games", "chance", "shifted"]


def deck() -> Deck:
    return wb.load_deck("guild_master")


def run(deck_a: Deck, deck_b: Deck, games: int = GAMES, **given: Any) -> Comparison:
    return wb.compare(deck_a, deck_b, games, **{"seats": 3, "bots": "greedy", "seed": 5, **given})


def one_point_edit() -> Deck:
    """The moat gives a point in building instead of its second one in defence."""
    return deck().edit(change=[{"card_id": "moat", "resources": "MC"}])


def shuffled(seed: int) -> Deck:
    """The same cards in another order: the same game, played with other chances."""
    values = deck().to_dict()
    np.random.default_rng(seed).shuffle(values["tables"]["cards.csv"])
    return Deck.from_dict({key: value for key, value in values.items() if key != "digest"})


@pytest.fixture(scope="module")
def small() -> Comparison:
    """The effect of a change of one point."""
    return run(deck(), one_point_edit())


@pytest.fixture(scope="module")
def strong() -> Comparison:
    """The effect of ten more cards giving two points in defence."""
    others = [row["card_id"] for row in deck().rows if "M" not in str(row["resources"]) and not row["bonus_resource"]]
    changes = [{"card_id": card, "resources": "MM"} for card in others[:10]]
    return run(deck(), deck().edit(change=changes))


def figure(comparison: Comparison, name: str) -> Any:
    """The row of a figure."""
    return comparison.figures.set_index("figure").loc[name]


# What is told


def test_the_figures_have_the_columns_that_were_promised(small: Comparison) -> None:
    assert list(small.figures.columns) == FIGURES
    figures = set(small.figures.figure)
    assert {f"win share, seat {seat} (greedy)" for seat in range(3)} <= figures
    assert {"turns a game", "decisions a game", "score of a winner", "score spread", "shared wins"} <= figures
    assert {"lead changes a game", "comebacks", "points behind that a winner overcame"} <= figures
    for category in deck().meta.categories:
        assert {f"{category.name}: points of a seat", f"{category.name}: one seat leads alone"} <= figures


def test_before_and_after_are_the_figures_of_the_two_reports(small: Comparison) -> None:
    for side, report in (("before", small.before), ("after", small.after)):
        values = small.figures.set_index("figure")[side]
        summary = report.summary()
        for name in values.index.intersection(summary.index):
            assert values[name] == pytest.approx(summary.value[name]), name
        for row in report.leads.itertuples():
            assert values[row.Index] == pytest.approx(row.value), row.Index
        for points, leads in zip(report.categories.itertuples(), report.category_leads.itertuples(), strict=True):
            assert values[f"{points.name}: points of a seat"] == pytest.approx(points.points)
            assert values[f"{leads.name}: one seat leads alone"] == pytest.approx(leads.led_share)


def test_a_difference_is_after_less_before_and_lies_in_its_interval(small: Comparison, strong: Comparison) -> None:
    for table in (small.figures, strong.figures, small.cards, strong.cards):
        known = table.dropna()
        assert len(known) > 20
        assert np.allclose(known.difference, known.after - known.before)
        assert (known.low <= known.difference).all()
        assert (known.difference <= known.high).all()


def test_figures_of_who_was_ahead_say_how_many_games_were_studied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "STUDIED", 250)
    monkeypatch.setattr(studies, "PRECISE", 1.0)
    comparison = run(deck(), one_point_edit(), 600)
    assert figure(comparison, "comebacks").games == 250
    assert figure(comparison, "turns a game").games == 600
    assert comparison.studied_games == comparison.about["studied_games"] == 250


def test_a_comparison_can_leave_the_study_out(small: Comparison) -> None:
    quick = Comparison.of(small.before, small.after, studied=False)
    assert "comebacks" not in set(quick.figures.figure)
    assert not quick.cards.figure.str.startswith("impact").any()
    assert quick.about["studied_games"] == 0
    assert figure(quick, "turns a game").equals(figure(small, "turns a game"))


def test_what_is_compared_can_be_played_again(small: Comparison) -> None:
    about = small.about
    assert (about["games"], about["seats"], about["seed"], about["bots"]) == (GAMES, 3, 5, ("greedy",) * 3)
    assert about["deck_digest_before"] == deck().digest
    assert about["deck_digest_after"] == one_point_edit().digest
    assert about["options_before"] == small.before.options
    assert repr(small) == f"<Comparison guild_master/base_game: 1 difference, {GAMES:,} games, 3 seats, seed 5>"
    alone = simulate("guild_master", games=GAMES, seats=3, bots="greedy", seed=5, deck=one_point_edit())
    assert np.array_equal(alone.outcome.points, small.after.outcome.points)


# Nothing differs


@pytest.mark.parametrize(
    "other",
    [deck(), deck().edit(change=[{"card_id": "moat", "name": "Ditch"}], meta={"title": "Town"})],
    ids=["itself", "words"],
)
def test_between_decks_that_play_alike_every_difference_is_exactly_0(other: Deck) -> None:
    comparison = run(deck(), other, 300)
    for table in (comparison.figures, comparison.cards):
        known = table.dropna()
        assert len(known) > 20
        assert (known[["difference", "low", "high"]] == 0).all(axis=None)
        assert not table.shifted.any()


def test_a_change_that_no_game_shows_is_not_certain_to_do_nothing() -> None:
    for row in deck().rows:
        other = deck().edit(change=[{"card_id": row["card_id"], "resources": "MC"}])
        comparison = run(deck(), other, 2, bots="random")
        if np.array_equal(comparison.before.outcome.points, comparison.after.outcome.points):
            break
    assert not comparison.same_games
    row = figure(comparison, "turns a game")
    assert row.difference == 0
    assert row.low < 0 < row.high


# Little differs


def test_pairing_narrows_the_interval_of_every_seat_category_and_length(small: Comparison) -> None:
    narrower = 0
    for row in small.figures.itertuples():
        before, after = (
            next(part.values for key, part in report.by_game(studied=True) if part.label == row.figure)
            for report in (small.before, small.after)
        )
        if row.figure == WITHOUT_CHOICE:
            assert not before.any(), "of nothing there is no interval that could be narrowed"
            continue
        unpaired = np.hypot(*(np.subtract(*mean_interval(values)[:0:-1]) for values in (before, after)))
        assert row.high - row.low < unpaired, row.figure
        narrower += row.high - row.low < 0.9 * unpaired
    assert narrower > 10


def test_pairing_narrows_the_interval_of_what_a_card_does(small: Comparison) -> None:
    cards = small.cards[small.cards.figure == "scored_share"]
    unpaired = 2 * 1.96 * np.sqrt((cards.before * (1 - cards.before) + cards.after * (1 - cards.after)) / GAMES)
    assert ((cards.high - cards.low) < unpaired).mean() > 0.9
    assert np.median((cards.high - cards.low) / unpaired) < 0.8


# Much differs


def test_a_planted_strong_edit_is_found_with_the_right_sign(strong: Comparison) -> None:
    row = figure(strong, "Military and fortifications: points of a seat")
    assert row.shifted
    assert 0.5 < row.low < row.difference < row.high
    others = [f"{category.name}: points of a seat" for category in deck().meta.categories if category.letter != "M"]
    assert sum(figure(strong, name).difference < 0 for name in others) > len(others) / 2
    back = figure(Comparison.of(strong.after, strong.before), "Military and fortifications: points of a seat")
    assert back.difference == -row.difference
    assert (back.low, back.high) == pytest.approx((-row.high, -row.low))


def test_the_changed_cards_are_marked(strong: Comparison) -> None:
    changed = set(strong.cards[strong.cards.change == "changed"].card_id)
    assert changed == {card.key for card in strong.diff.changed}
    assert len(changed) == 10
    assert set(strong.cards[~strong.cards.card_id.isin(changed)].change) == {""}


# How often intervals are right


@pytest.mark.slow
def test_intervals_of_decks_that_are_equal_but_for_their_order_miss_0_no_oftener_than_they_say() -> None:
    covered: dict[str, int] = {}
    marked = 0
    seeds = range(200)
    for seed in seeds:
        report, other = (
            simulate("guild_master", games=60, seats=2, bots="greedy", seed=seed, deck=cards, compiled=True)
            for cards in (deck(), shuffled(seed))
        )
        table = Comparison.of(report, other, studied=False).figures
        marked += bool(table.shifted.any())
        for row in table.itertuples():
            covered[row.figure] = covered.get(row.figure, 0) + bool(row.low <= 0 <= row.high)
    for name in ("win share, seat 0 (greedy)", "turns a game", "decisions a game", "score spread"):
        assert covered[name] >= 178, name  # most games are the same; less by chance once in ten thousand
    assert min(covered.values()) >= 176, covered
    assert marked <= 23  # of 200 tables, 10 expected at most


@pytest.mark.parametrize(("up", "down"), [(0.004, 0.002), (0.1, 0.05), (0.0, 0.006), (0.3, 0.3)])
def test_intervals_of_pairs_cover_a_known_difference(up: float, down: float) -> None:
    dice = np.random.default_rng(7)
    games, covered, runs = 1_000, 0, 1_000
    for _ in range(runs):
        drawn = dice.random(games)
        after = (drawn < up).astype(float)
        before = (drawn > 1 - down).astype(float)
        found = paired_difference(before, after)
        covered += found.low <= up - down <= found.high
    assert 0.91 * runs <= covered <= 0.995 * runs  # where six games of a thousand differ, all one way, it is 0.92


def test_intervals_of_ratios_by_chunks_cover_a_known_difference() -> None:
    dice = np.random.default_rng(8)
    covered, unpaired, runs, chunks = 0, 0, 1_000, 10
    for _ in range(runs):
        scored = dice.binomial(CHUNK, 0.3, chunks).astype(float)
        won = dice.binomial(scored.astype(int), 0.4).astype(float)
        more = won + dice.binomial((scored - won).astype(int), 0.05)
        sides = np.stack([won, more], axis=1)
        before, after = CardFigure.ratios(sides, np.stack([scored, scored], axis=1))
        found = difference_of(before, after, False)
        covered += found.low <= 0.03 <= found.high
        apart = difference_of(before, after._replace(values=after.values[:-1]), False)
        unpaired += apart.low <= 0.03 <= apart.high
        assert apart.high - apart.low > found.high - found.low
    assert 0.92 * runs <= covered <= 0.985 * runs
    assert unpaired >= 0.985 * runs, "as if independent is too wide, not too narrow"


@pytest.mark.parametrize(("rising", "certain"), [(0, False), (5, False), (6, True), (40, True)])
def test_five_games_that_rise_are_chance_and_six_are_not(rising: int, certain: bool) -> None:
    found = paired_difference(np.zeros(10_000), np.arange(10_000) < rising)
    assert (found.low > 0) is certain
    assert found.low <= found.value == rising / 10_000 <= found.high
    assert (found.chance < 0.05) is certain


def test_the_units_of_a_figure_do_not_matter() -> None:
    dice = np.random.default_rng(9)
    before, after = dice.integers(0, 9, 50), dice.integers(0, 9, 50)
    one, ten = paired_difference(before, after), paired_difference(10 * before, 10 * after)
    assert np.allclose(np.array(ten[:3]), 10 * np.array(one[:3]))
    assert ten.chance == pytest.approx(one.chance)


def test_intervals_of_few_pairs_are_those_of_student() -> None:
    values = np.arange(40.0)
    found = paired_difference(np.zeros(40), values, unit=0)
    half = 2.0227 * values.std(ddof=1) / np.sqrt(40)  # the 97.5% point of t with 39 degrees of freedom
    assert found.high - found.value == pytest.approx(half, rel=1e-3)


def test_of_many_findings_those_beyond_doubt_stand() -> None:
    assert beyond_doubt([]) == []
    assert beyond_doubt([0.011, 0.03, 0.005, 0.9]) == [True, False, True, False]
    assert beyond_doubt([0.01, 0.04, 0.03, 0.005]) == [True, False, False, True], "Holm (1979): 0.03 > 0.05 / 2"
    dice = np.random.default_rng(3)
    assert sum(any(beyond_doubt(list(dice.random(30)))) for _ in range(2_000)) <= 130  # 100 expected


# One side only


def with_another_category() -> Deck:
    """A deck with another category, a card of it, and without a card that nothing points to."""
    whole = deck()
    sources = {row["bonus_source"] for row in whole.rows}
    gone = next(row["card_id"] for row in whole.rows if row["name"] not in sources)
    more = {"letter": "X", "name": "<b>Magic</b>", "sign": "*", "colour": "#123456"}
    return whole.edit(
        add=[{"name": "Wand & <i>Co</i>", "resources": "XX"}],
        remove=[gone],
        categories=[*(category.model_dump() for category in whole.meta.categories), more],
        meta={"options": {"deal_size": 4}},
    )


@pytest.fixture(scope="module")
def one_sided() -> Comparison:
    """Decks that differ in categories, cards and options."""
    return run(deck(), with_another_category(), 600)


def test_a_category_of_one_side_is_said_and_has_no_difference(one_sided: Comparison) -> None:
    assert "Only the second deck has the category <b>Magic</b> (X)." in one_sided.remarks
    row = figure(one_sided, "<b>Magic</b>: points of a seat")
    assert np.isnan(row.before)
    assert row.after > 0
    assert np.isnan([row.difference, row.low, row.high]).all()
    assert not row.shifted
    back = Comparison.of(one_sided.after, one_sided.before)
    assert "Only the first deck has the category <b>Magic</b> (X)." in back.remarks
    assert np.isnan(figure(back, "<b>Magic</b>: points of a seat").after)


def test_an_option_that_a_deck_sets_is_said(one_sided: Comparison) -> None:
    assert "The decks set the option deal_size apart: 5, then 4." in one_sided.remarks


def test_added_and_removed_cards_have_one_side(one_sided: Comparison) -> None:
    cards = one_sided.cards
    added, removed = (cards[cards.change == change] for change in ("added", "removed"))
    assert set(added.card) == {"Wand & <i>Co</i>"}
    assert added.before.isna().all()
    assert added.difference.isna().all()
    assert added.set_index("figure").after["scored_share"] > 0
    assert len(set(removed.card_id)) == 1
    assert removed.after.isna().all()
    assert not cards[cards.difference.isna()].shifted.any()


def test_cards_are_matched_by_their_ids_wherever_they_stand() -> None:
    other = shuffled(1)
    comparison = run(deck(), other, 500)
    cards = comparison.cards[comparison.cards.figure == "scored_share"].set_index("card_id")
    for report, side in ((comparison.before, "before"), (comparison.after, "after")):
        for row, card in zip(report.plan.deck.rows, report.cards.itertuples(), strict=True):
            assert cards[side][row["card_id"]] == pytest.approx(card.scored_share)
            assert cards.card[row["card_id"]] == row["name"]


def test_what_cards_did_is_what_the_reports_say(small: Comparison) -> None:
    ids = [row["card_id"] for row in deck().rows]
    after = small.cards.set_index(["card_id", "figure"]).after
    for card, row in zip(ids, small.after.cards.itertuples(), strict=True):
        for name in ("scored_share", "points", "bonus_share", "win_share"):
            assert after[card, name] == pytest.approx(getattr(row, name))
    impact = small.after.impact.set_index(["card", "worth"])
    assert after["moat", "impact of points"] == pytest.approx(impact.impact["Moat", "points"])


def test_nothing_in_a_deck_becomes_html(one_sided: Comparison) -> None:
    html = one_sided._repr_html_()
    assert "&lt;b&gt;Magic" in html
    assert "<b>Magic" not in html
    assert "<i>Co" not in html
    assert "<td>NaN</td>" not in html


# Not the same games


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"seats": 2}, "seats 3 and 2"),
        ({"bots": ["greedy", "random", "greedy"]}, "bots greedy, greedy, greedy and greedy, random, greedy"),
        ({"seed": 6}, "seed 5 and 6"),
        ({"options": {"deal_size": 4}}, "option deal_size 5 and 4"),
    ],
    ids=lambda given: str(given),
)
def test_reports_of_other_games_are_refused_with_what_differs(other: dict[str, Any], says: str) -> None:
    given: dict[str, Any] = {"games": 3, "seats": 3, "bots": "greedy", "seed": 5, "compiled": False}
    with pytest.raises(OptionError, match=says):
        Comparison.of(simulate("guild_master", **given), simulate("guild_master", **{**given, **other}))


def test_decks_of_two_games_are_refused_before_a_game_is_played() -> None:
    played: list[int] = []
    with pytest.raises(DeckError, match=r"'guild_master'.*'guile'"):
        wb.compare(deck(), wb.load_deck("guile"), on_progress=lambda done, total: played.append(done))
    with pytest.raises(OptionError, match=r"'medieval' is no deck.*load_deck"):
        wb.compare("medieval", deck())  # type: ignore[arg-type]
    assert not played


def test_a_wrong_argument_is_refused_as_simulate_does() -> None:
    with pytest.raises(OptionError, match=r"9 seats.*2 to 8"):
        run(deck(), deck(), seats=9)
    with pytest.raises(OptionError, match="number of games is 0"):
        run(deck(), deck(), games=0)


# Runs that were cut short


def test_reports_of_different_lengths_are_compared_over_the_games_of_both(small: Comparison) -> None:
    short = Comparison.of(run(deck(), deck(), 300).before, small.after)
    both = run(deck(), one_point_edit(), 300)
    assert short.games == Comparison.of(small.before, both.after).games == 300
    shared = ~short.figures.figure.isin(["lead changes a game", "comebacks", "points behind that a winner overcame"])
    assert short.figures[shared].equals(both.figures[shared])
    known = short.cards[short.cards.figure == "scored_share"]
    assert (known.low < known.difference).all(), "as if independent"


def test_progress_counts_the_games_of_both_and_a_cancellation_leaves_what_both_have() -> None:
    told: list[tuple[int, int]] = []
    cancel = threading.Event()

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        if done >= 2 * CHUNK:
            cancel.set()

    comparison = run(deck(), one_point_edit(), 20 * CHUNK, threads=1, cancel=cancel, on_progress=progress)
    assert {total for _, total in told} == {40 * CHUNK}
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert 0 < comparison.games < 20 * CHUNK
    assert not comparison.figures.difference.isna().any()


def test_one_game_can_be_compared() -> None:
    comparison = run(deck(), one_point_edit(), 1)
    assert len(comparison.figures) > 20
    assert comparison.figures.low.isna().all(), "of one pair of games nothing is known but its difference"
    assert comparison.figures.difference.notna().all()
    assert comparison.cards[comparison.cards.figure == "scored_share"].low.isna().all(), "of one chunk nothing is known"
    assert comparison._repr_html_()

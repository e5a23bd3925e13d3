"""What stands out in a report, in sentences."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tests.lab.test_report import counted
from workbench.decks import Deck, load_deck
from workbench.kernel.engine.bundles import StudiedGames
from workbench.kernel.engine.study import TAKEN, TURNS_NOTED
from workbench.lab.findings import MOST_FINDINGS, Finding, findings_of, nothing_found
from workbench.lab.pages import CardName, findings_html, report_html
from workbench.lab.report import Report, simulate
from workbench.lab.study import Study
from workbench.lab.suspects import (
    DEAD_CARDS,
    EMPTY_CATEGORY,
    IDLE_BONUS,
    LEVEL_CATEGORY,
    ONE_CARD,
    OWNERS_LOSE,
    OWNERS_WIN,
    ROLE,
    RUNAWAY_LEADER,
    SEAT,
    TOO_LONG,
    TOO_SHORT,
    TOO_STRONG,
    TURN_ORDER,
    UNUSED_MECHANISM,
    WRONG_TEXT,
    usual_decisions,
)
from workbench.pen import element

OF_WINS = {TURN_ORDER, SEAT}
OWNERS = {OWNERS_WIN, OWNERS_LOSE}


def by_luck(games: int, seats: int, seed: int, weights: list[float] | None = None, hidden: bool = False) -> Report:
    """A report of games that chance alone decides: `weights` by place in turn order, begun by any seat if `hidden`."""
    random = np.random.default_rng(seed)
    began = random.integers(seats, size=games) if hidden else np.zeros(games, np.int64)
    places = random.choice(seats, size=games, p=weights)
    return counted((1 << (began + places) % seats).tolist(), seats, began.tolist())


def who_wins(report: Report) -> list[str]:
    """The kinds of findings about who wins; games of luck have cards that never score."""
    return [finding.kind for finding in findings_of(report, studied=False) if finding.kind in OF_WINS]


@pytest.fixture(scope="module")
def medieval() -> Report:
    """The printed deck, in which the shares of seats hide the effect of the turn order."""
    return simulate("guild_master", games=4_000, seats=4, seed=3)


def test_a_turn_order_that_the_shares_of_seats_hide_is_said_first(medieval: Report) -> None:
    first = medieval.findings[0]
    assert first.kind == TURN_ORDER
    begins, last = medieval.order.win_share.iloc[[0, -1]]
    assert f"who begins wins {100 * begins:.1f} of 100 games, who comes last {100 * last:.1f}" in first.text
    assert "Shares of seats hide it" in first.text
    assert first.low <= first.effect <= first.high
    assert abs(first.effect) == pytest.approx(max(abs(medieval.order.win_share - 0.25)))
    assert not any(abs(row.win_share - 0.25) > 0.03 for row in medieval.seats.itertuples())


def test_of_games_that_one_seat_always_begins_nothing_is_hidden() -> None:
    report = by_luck(4_000, 4, 1, [0.31, 0.25, 0.24, 0.20])
    assert who_wins(report) == [TURN_ORDER], "and the same is not said again of seats"
    assert "hide" not in findings_of(report, studied=False)[0].text


def test_a_turn_order_that_differs_by_less_than_two_points_decides_nothing() -> None:
    """However many games there are: the first share is told from an even one beyond doubt."""
    report = by_luck(400_000, 4, 1, [0.255, 0.25, 0.25, 0.245])
    assert abs(report.order.win_share - 0.25).max() > 5 * 0.25 * 400_000**-0.5
    assert who_wins(report) == []
    assert who_wins(by_luck(400_000, 4, 1, [0.265, 0.25, 0.25, 0.235])) == [TURN_ORDER]


@pytest.mark.parametrize(("number", "most"), [(100, 2), pytest.param(200, 3, marks=pytest.mark.slow)])
def test_chance_alone_is_no_finding(number: int, most: int) -> None:
    reports = [by_luck(1_000, 4, seed, hidden=True) for seed in range(number)]
    assert sum(bool(who_wins(report)) for report in reports) <= most, "at most 1 of 100 is to be expected"
    unseen = max(reports[0].order.high - reports[0].order.win_share)
    assert nothing_found(reports[0]).startswith("Nothing stands out in 1,000 games. A share of wins is known to ")
    assert f"{100 * unseen:.1f} in 100 games" in nothing_found(reports[0])


def test_a_seat_that_wins_more_is_said_where_nobody_begins() -> None:
    random = np.random.default_rng(2)
    winners = random.choice(3, size=2_000, p=[0.5, 0.25, 0.25])
    report = counted((1 << winners).tolist(), 3, [-1] * 2_000)
    assert who_wins(report) == [SEAT]
    assert "Seat 1 wins" in findings_of(report, studied=False)[0].text


def test_bots_of_different_strength_are_no_finding() -> None:
    report = simulate("guild_master", games=1_000, seats=2, bots=["greedy", "random"], seed=4, compiled=True)
    assert abs(report.seats.win_share.iloc[0] - 0.5) > 0.2
    assert not who_wins(report)


def with_roles(wins: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> Report:
    """4,000 games of Guile decided by luck: who wins follows from who began and who had the first faction."""
    random = np.random.default_rng(8)
    began, first = random.integers(2, size=(2, 4_000))
    won = random.random(4_000) < wins(began, first)
    report = simulate("guile", games=1, seed=1, compiled=False)
    names = list(report.plan.variant.measures.counters)
    games = np.zeros((4_000, len(names)), np.int64)
    games[:, names.index("start_seat")] = began
    games[:, names.index("start_faction")] = np.where(first == began, 0, 1)
    alike = ("decisions", "turns", "scores", "points")
    repeated = {name: np.repeat(getattr(report.outcome, name), 4_000, axis=0) for name in alike}
    outcome = report.outcome._replace(began=began, winning=np.where(won, 1, 2), counted=games, **repeated)
    return Report(replace(report.plan, games=4_000), outcome)


def test_a_role_that_wins_more_often_is_said() -> None:
    report = with_roles(lambda began, first: np.where(first == 0, 0.57, 0.43))
    found = next(finding for finding in findings_of(report, studied=False) if finding.kind == ROLE)
    allies = report.roles.iloc[0]
    assert allies.win_share > 0.54
    assert found.text.startswith("The faction one has decides: King Arthur's allies (")
    assert f"({100 * allies.win_share:.1f} of 100 games, {100 * allies.usual:.1f} is usual)" in found.text
    assert found.shift > 0
    assert "Win share by faction" in report_html(report, study=False, parts=["overview"])


def test_a_role_is_not_blamed_for_the_turn_order_it_goes_with() -> None:
    report = with_roles(lambda began, first: np.where(began == 0, 0.6, 0.4))
    kinds = [finding.kind for finding in findings_of(report, studied=False)]
    assert TURN_ORDER in kinds
    assert ROLE not in kinds
    report.outcome.counted[:, list(report.plan.variant.measures.counters).index("start_faction")] = 0
    together = Report(report.plan, report.outcome)
    assert together.roles.win_share.iloc[0] > 0.57, "who begins has the first faction, always"
    assert together.roles.usual.iloc[0] == pytest.approx(together.roles.win_share.iloc[0])
    assert ROLE not in [finding.kind for finding in findings_of(together, studied=False)]


def test_a_card_that_decides_more_than_cards_of_its_points_is_named(medieval: Report) -> None:
    assert not [finding for finding in medieval.findings if finding.kind == TOO_STRONG]
    guile = simulate("guile", games=2_000, seed=3)
    strong = next(finding for finding in guile.findings if finding.kind == TOO_STRONG)
    row = guile.impact.set_index(["card", "worth"]).loc[("Influence 4 dagger", "influence")]
    assert strong.cards[0] == next(kind.key for kind in guile.plan.deck.kinds if kind.name == "Influence 4 dagger")
    assert f"Influence 4 dagger ({100 * row.impact:.1f} wins in 100 games" in strong.text


def with_owners(share: float, usual: float = 0.25, scored: int = 4_000) -> Report:
    """Games of luck in which seats that score with the Moat win this often, and with any other card as usual."""
    report = by_luck(4_000, 4, 1, hidden=True)
    random, kinds = np.random.default_rng(5), report.plan.deck.kinds
    for number, kind in enumerate(kinds):
        won = random.binomial(scored, share if kind.key == "moat" else usual)
        report.outcome.cards[number, :6] = (scored, 2 * scored, 0, won, scored, report.games)
    return report


@pytest.mark.parametrize(("share", "kind"), [(0.31, OWNERS_WIN), (0.19, OWNERS_LOSE)])
def test_a_card_whose_owners_win_more_or_less_often_than_those_of_others_is_named(share: float, kind: str) -> None:
    report = with_owners(share)
    found = [finding for finding in findings_of(report, studied=False) if finding.kind in (OWNERS_WIN, OWNERS_LOSE)]
    assert [finding.kind for finding in found] == [kind]
    assert found[0].cards == ("moat",)
    won = report.cards.set_index("card").loc["Moat"].win_share
    assert f"Moat ({100 * won:.1f} of 100 games, " in found[0].text
    assert found[0].low < found[0].effect < found[0].high


def test_where_all_owners_win_as_often_or_bots_differ_no_card_is_named_for_them() -> None:
    for report in (with_owners(0.25), with_owners(0.255)):
        assert not [finding for finding in findings_of(report, studied=False) if finding.kind in OWNERS]
    mixed = with_owners(0.4)
    mixed.bots = ("greedy", "random", "greedy", "random")
    assert not [finding for finding in findings_of(mixed, studied=False) if finding.kind in OWNERS]


def with_dead_cards() -> Report:
    """Games in which the last card of the list is the only one that ever scores."""
    report = counted([0b0001] * 500)
    report.outcome.cards[len(report.plan.deck.kinds) - 1, :2] = (300, 600)
    return report


def test_cards_that_never_score_are_named_unless_no_card_of_their_sort_does() -> None:
    report = counted([0b0001] * 500)
    assert DEAD_CARDS not in [finding.kind for finding in findings_of(report, studied=False)]
    report = with_dead_cards()
    dead = next(finding for finding in findings_of(report, studied=False) if finding.kind == DEAD_CARDS)
    assert len(dead.cards) == int(report.cards.dead.sum()) > 100
    assert f"and {len(dead.cards) - 3} more." in dead.text


def test_of_bonuses_that_hardly_ever_pay_the_one_that_pays_least_stands_first() -> None:
    report = counted([0b0001] * 2_000)
    first, *_, last = sorted({bonus.card for bonus in report.plan.deck.bonuses})
    for number, completed in ((first, 4), (last, 2)):
        report.outcome.cards[number, [0, 4]] = 1_000, completed
    (idle,) = [finding for finding in findings_of(report, studied=False) if finding.kind == IDLE_BONUS]
    least, more = report.plan.deck.kinds[last], report.plan.deck.kinds[first]
    assert idle.text.endswith(f"in fewer than 2 of 100 scorings: {least.name} and {more.name}.")
    assert (idle.cards, idle.effect) == ((least.key, more.key), 0.002)


def test_cards_that_are_worth_nothing_by_themselves_are_not_called_dead() -> None:
    cadwallon = simulate("cadwallon", games=300, seats=4, seed=1, compiled=False, bots="random")
    conditions = cadwallon.cards[~cadwallon.cards.can_score].card.tolist()
    assert "Tax Year" in conditions
    assert not cadwallon.cards[cadwallon.cards.card.isin(conditions)].dead.any()
    assert cadwallon.cards.set_index("card").games["Land Register"] == 0, "contracts are not played with"
    assert not any("Tax Year" in finding.text for finding in findings_of(cadwallon, studied=False))


def test_a_category_in_which_nobody_has_anything_is_said() -> None:
    report = counted([0b0001] * 500)
    empty = next(finding for finding in findings_of(report, studied=False) if finding.kind == EMPTY_CATEGORY)
    assert "100.0 of 100 games" in empty.text


def with_study(report: Report, led: dict[str, tuple[int, int]], traded: int = 400, could: int = 400) -> Report:
    """The report with a study of 400 games: of the games in which one seat alone had a card, those it led in."""
    kinds = {kind.key: number for number, kind in enumerate(report.plan.deck.kinds)}
    verbs = [verb.name for verb in report.plan.variant.actions.verbs]
    used, leading = np.zeros((400, len(verbs)), np.uint8), np.zeros((len(kinds), 16, 2), np.int64)
    used[:could, verbs.index("offer_to")] = TAKEN
    used[:traded, verbs.index("confirm")] = TAKEN
    for card, counts in led.items():
        leading[kinds[card], 3] = counts
    part = StudiedGames.empty(400, 4, phases=1, categories=0, kinds=0, verbs=0, worths=0)._replace(
        leaders=np.ones((400, TURNS_NOTED), np.int64), winning=np.ones(400, np.int64), used=used, leading=leading
    )
    report.study = Study([], [part])
    return report


def kinds_in(report: Report) -> dict[str, Finding]:
    """What is found in a report, by kind; the first of each."""
    return {finding.kind: finding for finding in reversed(findings_of(report))}


USUAL_LEADS = {"moat": (300, 150), "arena": (300, 200), "palace": (300, 130), "castle": (300, 170)}


def test_a_card_whose_owner_leads_its_category_is_said_to_decide_it() -> None:
    found = kinds_in(with_study(counted([1, 2, 4, 8] * 100), {**USUAL_LEADS, "mason": (300, 297)}))[ONE_CARD]
    assert found.cards == ("mason",)
    assert "One card decides who leads a category: Mason in " in found.text
    assert "(99.0 of 100 games)" in found.text
    assert found.low < found.effect == 0.99 < found.high
    for others in ({"mason": (300, 275)}, {"mason": (20, 20)}):  # by chance; in too few games to tell
        assert ONE_CARD not in kinds_in(with_study(counted([1, 2, 4, 8] * 100), USUAL_LEADS | others))


def test_where_owners_lead_their_category_anyway_no_card_decides_it() -> None:
    sides = dict.fromkeys(USUAL_LEADS, (300, 300))
    assert ONE_CARD not in kinds_in(with_study(counted([1, 2, 4, 8] * 100), sides))


def test_what_hardly_anybody_does_is_said_of_games_in_which_somebody_could() -> None:
    found = kinds_in(with_study(counted([1, 2, 4, 8] * 100), {}, traded=4))[UNUSED_MECHANISM]
    assert found.text == "Hardly anybody trades (1.0 of 100 games)."
    assert found.effect == 0.01
    for traded, could in ((30, 400), (0, 20), (0, 0)):
        report = with_study(counted([1, 2, 4, 8] * 100), {}, traded, could)
        assert UNUSED_MECHANISM not in kinds_in(report), "often enough, or hardly ever allowed"


@pytest.mark.parametrize(("decisions", "kind"), [(285, TOO_SHORT), (295, ""), (581, ""), (1160, ""), (1170, TOO_LONG)])
def test_games_of_another_length_than_usual_are_said(decisions: int, kind: str) -> None:
    report = counted([1, 2, 4, 8] * 100)
    assert usual_decisions(report) == 581
    report.outcome.decisions[:] = decisions
    found = {finding.kind for finding in findings_of(report, studied=False)} & {TOO_SHORT, TOO_LONG}
    assert found == ({kind} if kind else set())
    report.bots = ("random",) * 4
    assert not {finding.kind for finding in findings_of(report, studied=False)} & {TOO_SHORT, TOO_LONG}


def without_bonuses(deck: Deck) -> list[dict[str, str]]:
    """The changes of a deck of Guild Master that leave no card a bonus."""
    none = {"bonus_resource": "", "bonus_source": "", "bonus_source_printed": ""}
    return [{"card_id": row["card_id"], **none} for row in deck.rows]


def test_a_thin_deck_is_named_as_the_reason_of_short_games() -> None:
    deck = load_deck("guild_master")
    thin = deck.edit(change=without_bonuses(deck)[:40], remove=[row["card_id"] for row in deck.rows[40:]])
    report = simulate("guild_master", games=200, seats=4, deck=thin, seed=1)
    short = next(finding for finding in findings_of(report, studied=False) if finding.kind == TOO_SHORT)
    assert short.effect > 0.9
    assert "of 100 take less than half of what is usual, 581 decisions or about 50 minutes." in short.text
    assert short.text.endswith("The deck is thin: 40 cards, where the game's own has 113.")


def test_a_text_that_another_effect_has_is_named() -> None:
    deck = load_deck("excalibur")
    report = simulate("excalibur", games=40, seats=3, bots="random", seed=1, compiled=False, deck=deck)
    assert WRONG_TEXT not in [finding.kind for finding in findings_of(report, studied=False)]
    other = deck.edit(change=[{"chip_id": "spy", "effect": "thief"}])
    report = simulate("excalibur", games=40, seats=3, bots="random", seed=1, compiled=False, deck=other)
    wrong = next(finding for finding in findings_of(report, studied=False) if finding.kind == WRONG_TEXT)
    assert wrong.cards == ("spy",)
    assert (wrong.effect, wrong.low, wrong.high) == (1, 1, 1)
    assert "Spy (it acts as thief, its text as spy)" in wrong.text


def test_a_category_that_hardly_ever_one_seat_alone_leads_is_said() -> None:
    report = counted([1, 2, 4, 8] * 100)
    report.outcome.points[:, :, :10] = 3
    report.outcome.points[:, 0, 1:10] = 4
    report.outcome.points[300:, 0, 0] = 4
    found = next(finding for finding in findings_of(report, studied=False) if finding.kind == LEVEL_CATEGORY)
    name = report.plan.deck.meta.categories[0].name
    assert found.text == f"Hardly ever one seat alone has most at the end in {name} (25.0 of 100 games)."


def test_a_card_that_many_bonuses_need_is_named_for_its_chain() -> None:
    deck = load_deck("guild_master")
    plain = without_bonuses(deck)
    for cells in plain[:40]:
        if cells["card_id"] != "moat":
            cells |= {"bonus_resource": "M", "bonus_source": "Moat", "bonus_source_printed": "Moat"}
    report = simulate("guild_master", games=2_000, seats=4, deck=deck.edit(change=plain), seed=1)
    strong = next(finding for finding in report.findings if finding.kind == TOO_STRONG)
    assert "moat" in strong.cards
    assert "wins in 100 games by its chain" in strong.text


def test_there_are_five_findings_at_most_and_those_about_who_wins_come_first(medieval: Report) -> None:
    for report in (medieval, counted([0b0001] * 500)):
        found = report.findings if report is medieval else findings_of(report, studied=False)
        assert len(found) <= MOST_FINDINGS
        assert [finding.shift for finding in found] == sorted((finding.shift for finding in found), reverse=True)
    assert RUNAWAY_LEADER not in [finding.kind for finding in medieval.findings]


def test_a_page_begins_with_what_stands_out(medieval: Report) -> None:
    page = report_html(medieval, study=False, parts=["overview"])
    assert page.index("Turn order decides") < page.index("4,000 games")
    assert "Win share in turn order" in page
    calm = simulate("excalibur", games=200, seats=3, bots="random", seed=1, compiled=False)
    assert "Nothing stands out in 200 games." in report_html(calm, study=False, parts=["overview"])


def test_names_of_cards_in_sentences_lead_to_their_rows() -> None:
    page = report_html(with_dead_cards(), study=False, parts=["overview", "cards"])
    links = re.findall(r'<a href="#([^"]+)">Arena</a>', page)
    assert len(links) == 1
    assert f'<tr id="{links[0]}"><th scope="row">Arena</th>' in page


def test_of_two_names_the_longer_one_is_drawn_and_everything_else_is_escaped() -> None:
    cards = {"four": CardName("Four", element("b", "4")), "dagger": CardName("Four & dagger", element("b", "4d"))}
    finding = Finding(DEAD_CARDS, "Odd: Four & dagger, Four, Fourteen < 15.", ("dagger", "four"), 0.0, 0.0, 0.0)
    assert "Odd: <b>4d</b>, <b>4</b>, Fourteen &lt; 15." in findings_html([finding], "", cards)

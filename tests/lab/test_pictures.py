"""Pictures of reports and comparisons: whole SVGs with the numbers of the tables, harmless, readable by everybody."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import copy
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tests.example_game as example_game
from tests.e2e.accessibility import serious_findings
from workbench import load_deck
from workbench.decks import Deck
from workbench.lab import pages, pictures
from workbench.lab.comparison import Comparison
from workbench.lab.drawings import (
    ACCENT,
    LARGE,
    LONGEST,
    MARGIN,
    PALE,
    SMALL,
    WIDTH,
    Column,
    Dot,
    Line,
    Row,
    Scale,
    columns_drawing,
    printable,
    rows_drawing,
)
from workbench.lab.figures import is_share
from workbench.lab.report import Report, simulate
from workbench.pen import text_width
from workbench.serving.settings import CONTENT_SECURITY_POLICY

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert('x')</script> & \"https://evil.example\" ]]> <!--"
OF_REPORT: tuple[Callable[..., str], ...] = (
    pictures.win_shares, pictures.length, pictures.score_spread, pictures.lead_changes, pictures.comebacks,
    pictures.decided, pictures.choices, pictures.overcome, pictures.category_leads, pictures.bonus_completion,
    pictures.dead_cards, pictures.impact,
)  # fmt: skip
OF_COMPARISON: tuple[Callable[..., str], ...] = (pictures.share_shifts, pictures.number_shifts, pictures.card_shifts)


@pytest.fixture(scope="module")
def town() -> Deck:
    return load_deck("guild_master")


@pytest.fixture(scope="module")
def report(town: Deck) -> Report:
    return simulate("guild_master", games=500, seats=4, deck=town, seed=3)


@pytest.fixture(scope="module")
def comparison(report: Report, town: Deck) -> Comparison:
    """Four fortifications are schools after the edit: some figures rise, some fall. One has a hostile name."""
    change = [{"card_id": card, "resources": "LL"} for card in ("stone_walls", "guard_tower", "gatehouse")]
    changed = town.edit(change=[{"card_id": "moat", "name": HOSTILE, "resources": "LL"}, *change])
    return Comparison.of(report, simulate("guild_master", games=500, seats=4, deck=changed, seed=3))


@pytest.fixture(scope="module")
def guile() -> Report:
    return simulate("guile", games=200, seed=1)


@pytest.fixture(scope="module")
def pledges() -> Iterator[Report]:
    with example_game.known():
        yield simulate("pledges", games=20, seats=3, seed=1, deck=example_game.PLAIN_DECK, compiled=False)


@pytest.fixture(scope="module")
def one_game() -> Report:
    return simulate("guild_master", games=1, seats=3, seed=1, compiled=False)


def all_pictures(report: Report, comparison: Comparison | None = None) -> list[str]:
    of_comparison = [draw(comparison) for draw in OF_COMPARISON] if comparison is not None else []
    return [draw(report) for draw in OF_REPORT] + of_comparison


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def texts(svg: str) -> list[str]:
    """The text in a picture that everybody sees."""
    return ["".join(found.itertext()) for found in parsed(svg).iter(f"{SVG}text")]


# ---------------------------------------------------------------- what a picture is


@pytest.mark.parametrize("which", ["report", "guile", "pledges", "one_game"])
def test_every_picture_is_one_named_and_described_image(which: str, request: pytest.FixtureRequest) -> None:
    for svg in all_pictures(request.getfixturevalue(which)):
        root = parsed(svg)
        assert root.get("role") == "img"
        assert [child.tag for child in root] == [f"{SVG}title", f"{SVG}desc", f"{SVG}g"]
        assert root[0].text
        assert root[1].text
        assert root[2].get("aria-hidden") == "true", "nothing inside is read out part by part"


def test_nothing_in_a_picture_points_anywhere_or_has_an_id(report: Report, comparison: Comparison) -> None:
    for svg in all_pictures(report, comparison):
        for element in parsed(svg).iter():
            names = {name.split("}")[-1] for name in element.attrib}
            assert not names & {"id", "href", "src", "style"}, element.attrib
            assert not [name for name in names if name.startswith("on")]
            assert not any("http" in value or "url(" in value for value in element.attrib.values())
    for svg in all_pictures(report):
        assert svg.count("http") == svg.count("http://www.w3.org/2000/svg") == 1


@pytest.mark.parametrize("width", [300, WIDTH, 700])
def test_a_picture_is_as_wide_as_asked_for_and_holds_its_texts(report: Report, width: int) -> None:
    for draw in OF_REPORT:
        svg = draw(report, width)
        root = parsed(svg)
        _, _, wide, high = map(float, root.attrib["viewBox"].split())
        assert wide == width
        for text in root.iter(f"{SVG}text"):
            if "x" in text.attrib:
                assert 0 <= float(text.attrib["x"]) <= wide
                assert 0 <= float(text.attrib["y"]) <= high


def test_the_same_report_is_drawn_alike_every_time(report: Report) -> None:
    assert all_pictures(report) == all_pictures(report)


# ---------------------------------------------------------------- the numbers


def test_win_shares_are_those_of_the_table(report: Report) -> None:
    seen = texts(pictures.win_shares(report))
    for row in report.seats.itertuples():
        assert f"Seat {row.seat + 1} (greedy)" in seen
        assert f"{100 * row.win_share:.1f} % ({100 * row.low:.1f} to {100 * row.high:.1f})" in seen
    assert "┆ an even share, 25.0 %" in seen


def test_a_seat_that_never_wins_is_drawn_too() -> None:
    report = simulate("guild_master", games=5, seats=2, bots=["greedy", "random"], seed=1, compiled=False)
    assert report.seats.win_share[1] == 0
    assert any(text.startswith("0.0 % (0.0 to ") for text in texts(pictures.win_shares(report)))


def drawn(svg: str, tag: str, colour: str) -> list[dict[str, str]]:
    """The marks of one colour."""
    return [
        found.attrib for found in parsed(svg).iter(f"{SVG}{tag}") if colour in (found.get("fill"), found.get("stroke"))
    ]


def numbers(mark: dict[str, str], *names: str) -> tuple[float, ...]:
    """Some attributes of a mark."""
    return tuple(float(mark[name]) for name in names)


def below(svg: str) -> dict[float, str]:
    """The numbers below a drawing, by where they stand."""
    marks = [found for found in parsed(svg).iter(f"{SVG}text") if found.get("text-anchor") == "middle"]
    lowest = sorted({float(mark.attrib["y"]) for mark in marks})[-2]  # lower still stands what they count
    return {float(mark.attrib["x"]): mark.text or "" for mark in marks if float(mark.attrib["y"]) == lowest}


def read(text: str) -> float:
    """A number as people write it."""
    return float(text.replace("−", "-").replace(",", ""))


def test_dots_intervals_and_bars_stand_where_their_numbers_are() -> None:
    rows = [
        Row("first", "", (Dot(10, 4, 12),), bar=20, colour="#123456"),
        Row("second", "", (Dot(20, 19, 40, "diamond"),), bar=10, colour="#123456"),
    ]
    svg = rows_drawing("Dots", rows, axis="numbers")
    numbered = {read(text): x for x, text in below(svg).items()}
    zero, unit = numbered[0], (numbered[40] - numbered[0]) / 40
    assert numbered == {number: pytest.approx(zero + number * unit) for number in (0, 10, 20, 30, 40)}
    ends = [numbers(interval, "x1", "x2") for interval in drawn(svg, "line", ACCENT)]
    assert ends == [pytest.approx((zero + low * unit, zero + high * unit)) for low, high in ((4, 12), (19, 40))]
    (dot,), (diamond,) = drawn(svg, "circle", ACCENT), drawn(svg, "path", ACCENT)
    assert float(dot["cx"]) == pytest.approx(zero + 10 * unit)
    xs = [float(x) for x, _ in corners(diamond)]
    assert (min(xs) + max(xs)) / 2 == pytest.approx(zero + 20 * unit, abs=0.01)
    bars = [numbers(bar, "x", "width") for bar in drawn(svg, "rect", "#123456")]
    assert bars == [pytest.approx((zero, 20 * unit)), pytest.approx((zero, 10 * unit))]


def corners(mark: dict[str, str]) -> list[tuple[float, float]]:
    """The corners of a path."""
    return [(float(x), float(y)) for x, y in re.findall(r"([-\d.]+) ([-\d.]+)", mark["d"])]


def test_columns_are_as_high_as_often_their_numbers_came_up() -> None:
    svg = columns_drawing("Columns", [Column(1, 1, 0.25), Column(2, 2, 0.75)], axis="numbers", at=1.75)
    columns = [numbers(column, "x", "width", "y", "height") for column in drawn(svg, "rect", PALE)]
    assert [height for *_, height in columns] == [pytest.approx(100 / 3, rel=1e-4), 100]
    assert len({y + height for *_, y, height in columns}) == 1, "they stand on one line"
    assert list(below(svg).values()) == ["1", "2"]
    assert list(below(svg)) == [pytest.approx(x + width / 2) for x, width, *_ in columns]


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.sampled_from([300, WIDTH, 700]))
def test_the_numbers_below_a_drawing_are_few_and_round_and_stand_where_they_belong(
    low: float, span: float, width: int
) -> None:
    scale = Scale.around([low, low + span], width)
    ticks = scale.ticks(5)
    assert 3 <= len(ticks) <= 9
    values = [read(text) for _, text in ticks]
    steps = [after - before for before, after in pairwise(values)]
    assert steps == pytest.approx([steps[0]] * len(steps), rel=1e-6)
    assert f"{steps[0]:.0e}"[0] in "125"
    for (x, _), value in zip(ticks, values, strict=True):
        assert -1e-6 <= x <= width + 1e-6
        assert x == pytest.approx(scale.at(value), abs=0.01)


def test_a_number_below_a_drawing_is_never_cut_off() -> None:
    for top in (1.0, 1e3, 2e6, 1e9):
        svg = rows_drawing("Large", [Row("one", "", (Dot(top, -top, top),))], axis="numbers")
        for x, text in below(svg).items():
            half = text_width(text, SMALL) / 2
            assert x - half >= -MARGIN
            assert x + half <= WIDTH - MARGIN


def test_values_that_are_all_alike_stand_in_the_middle() -> None:
    svg = rows_drawing("Alike", [Row("one", "", (Dot(7, 7, 7),))], axis="numbers", lines=[Line(7)])
    (dot,) = drawn(svg, "circle", ACCENT)
    assert float(dot["cx"]) == (WIDTH - 2 * MARGIN) / 2
    assert drawn(svg, "line", ACCENT) == [], "an interval of one number is none"
    assert "7.0" in below(svg).values()


def test_a_dot_without_an_interval_is_drawn_alone() -> None:
    nan = float("nan")
    assert Scale.around([nan, 8, 10], WIDTH) == Scale.around([8, 10], WIDTH)
    svg = rows_drawing("Alone", [Row("one", "", (Dot(7, nan, nan),)), Row("two", "", (Dot(9, 8, 10),))], axis="numbers")
    assert len(drawn(svg, "circle", ACCENT)) == 2
    assert len(drawn(svg, "line", ACCENT)) == 1
    assert "nan" not in svg


def test_what_is_cut_or_not_written_at_all_appears_beside_the_pointer(report: Report) -> None:
    shown = [title.text for title in parsed(pictures.category_leads(report)).iter(f"{SVG}title")]
    for category in report.plan.deck.meta.categories:
        assert any(text and f"{category.letter} {category.name}: led " in text for text in shown)
    columns = pictures.columns_of(report.outcome.turns)
    shown = [title.text for title in parsed(pictures.length(report)).iter(f"{SVG}title")]
    assert shown[1:] == [f"{column.start}: {100 * column.height:.0f} %" for column in columns]
    written = sum(column.written for column in columns)
    assert not all(column.written for column in pictures.columns_of(np.repeat(np.arange(20, 60), 5))), "too narrow"
    assert len([text for text in texts(pictures.length(report)) if text.endswith(" %")]) == written


@pytest.mark.parametrize("note", ["", "w" * 60])
def test_a_label_and_a_note_leave_their_number_its_room(note: str) -> None:
    svg = rows_drawing("Long", [Row("W" * 60, "+0.1 (−0.1 to 0.2)", note=note)], axis="numbers")
    by_height: dict[str, float] = {}
    for text in parsed(svg).iter(f"{SVG}text"):
        height = text.attrib["y"]
        by_height[height] = by_height.get(height, 0) + text_width(text.text or "", int(text.get("font-size", LARGE)))
    assert len(by_height) == 3 + bool(note), "a row, numbers and what they count"
    assert max(by_height.values()) <= WIDTH - 2 * MARGIN


@pytest.mark.parametrize(
    ("draw", "values"),
    [
        (pictures.length, lambda report: report.outcome.turns),
        (pictures.score_spread, lambda report: np.ptp(report.outcome.scores, axis=1)),
        (pictures.lead_changes, lambda report: report.study.lead_changes),
        (pictures.overcome, lambda report: report.study.overcome),
    ],
)
def test_a_distribution_has_its_mean_and_every_game(draw: Any, values: Any, report: Report) -> None:
    counted = values(report)
    assert any(text.startswith(f"┆ mean {counted.mean():.1f} (") for text in texts(draw(report)))
    columns = pictures.columns_of(counted)
    assert sum(column.height for column in columns) == pytest.approx(1)
    for column in columns:
        assert column.height == pytest.approx(np.mean((counted >= column.start) & (counted <= column.end)))


def test_a_wide_distribution_has_few_columns_that_hold_several_numbers() -> None:
    columns = pictures.columns_of(np.array([3, 1000]))
    assert len(columns) <= pictures.MOST_COLUMNS
    assert columns[0].start == 3
    assert columns[-1].start <= 1000 <= columns[-1].end
    assert all(after.start == before.end + 1 for before, after in pairwise(columns))


def test_category_leads_carry_sign_letter_and_colour(report: Report) -> None:
    svg = pictures.category_leads(report)
    seen = texts(svg)
    for row, category in zip(report.category_leads.itertuples(), report.plan.deck.meta.categories, strict=True):
        assert any(text.startswith(f"{category.sign} {category.letter} {category.name[:8]}") for text in seen)
        assert category.colour in svg
        assert f"led {100 * row.led_share:.0f} %, wins {100 * row.win_share:.0f} %" in seen


def test_the_cards_that_decide_most_and_least_are_pictured_and_all_stand_in_the_table(report: Report) -> None:
    seen = texts(pictures.impact(report))
    impact = report.impact.sort_values("impact", ascending=False)
    for row in (impact.iloc[0], impact.iloc[-1]):
        assert f"{row.card} · {row.worth}" in seen
    assert seen.index(f"{impact.iloc[0].card} · {impact.iloc[0].worth}") < seen.index(
        f"… {len(pictures.known_impacts(report)) - 2 * pictures.MOST_CARDS} between these …"
    )
    assert f"+{100 * impact.iloc[0].impact:.1f}" in " ".join(seen)
    table = pages.part_html("impact", report)
    assert table.count('<th scope="row">') == len(pictures.known_impacts(report))


@pytest.mark.parametrize(("more", "said"), [(0, []), (1, []), (2, ["… 2 between these …"])])
def test_what_stands_between_the_most_and_the_least_is_counted_where_that_saves_a_row(more: int, said: list) -> None:
    rows = [Row(str(number), "") for number in range(2 * pictures.MOST_CARDS + more)]
    shown = pictures.both_ends(rows)
    assert [row.label for row in shown if row not in rows] == said
    assert [row for row in shown if row in rows] == (
        [*rows[: pictures.MOST_CARDS], *rows[-pictures.MOST_CARDS :]] if said else rows
    )


def test_a_worth_that_no_game_tells_of_is_not_pictured(one_game: Report, guile: Report) -> None:
    assert texts(pictures.impact(one_game)) == ["No game tells what a card's worth does."]
    assert "Of the worth of 3 more, no game tells anything." in pages.part_html("impact", guile)


def test_how_often_a_card_scores_lies_in_its_interval_though_several_seats_score_with_it(guile: Report) -> None:
    cards = guile.cards
    assert (cards.scored_share > 1).any(), "both seats score with most cards"
    assert ((cards.scored_low <= cards.scored_share) & (cards.scored_share <= cards.scored_high)).all()
    rows = cards[cards.games > 0].sort_values("scored_share", kind="stable").head(pictures.MOST_CARDS)
    lines = drawn(pictures.dead_cards(guile), "line", ACCENT)
    assert len(lines) == (rows.scored_high > rows.scored_low).sum() > 0


def test_dead_cards_are_marked_by_a_word_as_well_as_a_shape(town: Deck) -> None:
    short = simulate("guild_master", games=200, seats=2, deck=town, seed=1, options={"max_turns": 1})
    dead = short.cards[short.cards.dead].sort_values("scored_share", kind="stable").iloc[0]
    seen = texts(pictures.dead_cards(short))
    assert dead.card in seen
    assert f"✚ dead, {pictures.number(100 * dead.scored_share)}" in seen


def test_only_cards_with_a_bonus_are_asked_for_it(report: Report, guile: Report) -> None:
    with_bonus = {bonus.card for bonus in report.plan.game.studio.bonuses(report.plan.deck)}
    assert set(pictures.bonus_cards(report).index) <= with_bonus
    assert texts(pictures.bonus_completion(guile)) == ["No card with a bonus has scored."]


def test_a_deck_without_categories_says_so() -> None:
    report = simulate("excalibur", games=1, seats=3, seed=1, compiled=False)
    assert texts(pictures.category_leads(report)) == ["This deck has no categories."]
    assert "Category leads" not in pages.part_html("leads", report, study=False)


# ---------------------------------------------------------------- before and after


def test_differences_are_those_of_the_comparison(comparison: Comparison) -> None:
    seen = " ".join(texts(pictures.share_shifts(comparison)) + texts(pictures.number_shifts(comparison)))
    for row in pictures.shown_shifts(comparison.figures).itertuples():
        if is_share(row.figure) and not row.figure.endswith("leads alone"):
            assert pictures.seats_counted(row.figure) in seen
            assert pictures.signed(100 * row.difference) in seen


def test_the_figures_of_the_whole_game_and_all_that_shifted_are_pictured(comparison: Comparison) -> None:
    figures = comparison.figures
    names = tuple(category.name for category in comparison.after.plan.deck.meta.categories)
    whole = figures[~figures.figure.str.startswith(names)]
    shown = set(pictures.shown_shifts(figures).figure)
    assert len(whole) > pictures.MOST_SHIFTS
    assert set(whole.figure) | set(figures[figures.shifted].figure) == shown < set(figures.figure)


def test_what_shifted_is_marked_by_shape_and_sign_and_word(comparison: Comparison) -> None:
    shifted = comparison.figures[comparison.figures.shifted]
    assert len(shifted), "the edit makes a difference"
    svg = pictures.number_shifts(comparison)
    shown = [row for row in shifted.itertuples() if not is_share(row.figure)]
    ups = sum(row.difference > 0 for row in shown)
    assert 0 < ups < len(shown), "something rises and something falls"
    arrows = [text[:3] for text in texts(svg) if text[0] in "▲▼" and "(" in text]
    assert (arrows.count("▲ +"), arrows.count("▼ −")) == (ups, len(shown) - ups)
    heights = [[y for _, y in corners(triangle)] for triangle in drawn(svg, "path", ACCENT)]
    pointing_up = [sorted(ys)[1] == max(ys) for ys in heights]
    assert (pointing_up.count(True), len(pointing_up)) == (ups, len(shown))
    assert pages.part_html("change", comparison.after, comparison).count("<td>shifted</td>") >= len(shifted)


def test_a_comparison_tells_how_many_games_were_looked_at_closely(comparison: Comparison) -> None:
    assert "of the first 500 games." in pages.part_html("change", comparison.after, comparison)
    unstudied = Comparison.of(comparison.before, comparison.after, studied=False)
    html = pages.part_html("change", unstudied.after, unstudied)
    assert "of the first" not in html
    assert "impact of" not in html
    assert "scored share" in html


def test_equal_decks_show_no_difference(report: Report) -> None:
    same = Comparison.of(report, report)
    assert not [text for text in texts(pictures.share_shifts(same)) if text.startswith(("▲ +", "▼ −"))]
    assert "0.0 (0.0 to 0.0)" in texts(pictures.share_shifts(same))


def test_a_column_of_one_number_is_described_by_that_number(report: Report) -> None:
    told = parsed(pictures.lead_changes(report)).findtext(f"{SVG}desc", "")
    columns = re.findall(r"\. ([\d.]+)(?: to ([\d.]+))?: ", told)
    assert columns
    assert all(first != last for first, last in columns)


def test_a_table_tells_shares_in_hundredths_and_other_figures_as_they_are(report: Report) -> None:
    told = dict(re.findall(r'<th scope="row">([^<]*)</th><td>([^<]*)</td>', pages.report_html(report)))
    assert re.fullmatch(r"[\d.]+ %", told["Shared wins"])
    assert re.fullmatch(r"[\d.]+", told["Score spread"])


def test_shares_are_told_in_hundredths_and_other_figures_as_they_are(report: Report) -> None:
    same = Comparison.of(report, report)
    for draw, unit in ((pictures.share_shifts, " %"), (pictures.number_shifts, "")):
        notes = [text for text in texts(draw(same)) if " before, " in text]
        assert notes
        assert all(re.fullmatch(rf"[\d.,]+{unit} before, [\d.,]+{unit} after", note) for note in notes)


# ---------------------------------------------------------------- hostile texts


def test_hostile_names_stay_text(comparison: Comparison) -> None:
    report = comparison.after
    for svg in all_pictures(report, comparison):
        assert "<script" not in svg
        parsed(svg)
    html = pages.report_html(report, comparison)
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert "<script" not in pages.comparison_html(comparison)


@pytest.mark.parametrize("name", ["\x00\x0b\ud800", "a\nb", "‮" + "x" * 5000, HOSTILE, ""])
def test_any_text_can_be_drawn(name: str) -> None:
    svg = rows_drawing(name, [Row(name, name, (Dot(1, 0, 2),), note=name)], axis="numbers", key=[name])
    parsed(svg)
    assert all(len(text) <= LONGEST for text in texts(svg))
    assert len(printable(name)) <= LONGEST


# ---------------------------------------------------------------- the page


def test_a_report_tells_what_its_figures_belong_to(report: Report) -> None:
    about = pages.about_html(report, study=True)
    for told in ("500 games", report.deck_digest[:12], "4 seats", "4 × greedy", "seed 3", "trade_offer_cap 3"):
        assert told in about
    assert report.deck_digest not in about


def test_parts_are_drawn_one_by_one(report: Report, comparison: Comparison) -> None:
    whole = pages.report_html(report, comparison)
    keys = re.findall(r'data-part="(\w+)"', whole)
    assert keys == ["change", "overview", "leads", "choices", "impact", "cards"]
    for key in keys:
        assert pages.part_html(key, report, comparison) in whole
    first = pages.report_html(report, comparison, parts=pages.FIRST_PARTS)
    assert re.findall(r'data-part="(\w+)"', first) == ["change", "overview"]


def test_without_a_study_none_is_made() -> None:
    report = simulate("guild_master", games=2, seats=2, seed=1, compiled=False)
    html = pages.report_html(report, study=False) + report._repr_html_()
    assert "study" not in vars(report)
    assert "Comebacks" not in html
    assert "without a choice" not in html
    assert "Category leads" in html


def test_games_are_decided_in_a_tenth_of_their_turns(report: Report) -> None:
    svg, study = pictures.decided(report), report.study
    parts = study.decided / study.turns
    told = [title.text for title in parsed(svg).iter(f"{SVG}title")]
    for tenth in range(10):
        share = float(np.mean((parts > tenth / 10) & (parts <= (tenth + 1) / 10)))
        assert any(f"{100 * share:.0f} %" in str(text) and f"{10 * tenth + 1}" in str(text) for text in told), tenth
    assert f"mean {100 * parts.mean():.1f}" in "".join(texts(svg))


def test_phases_are_shown_in_which_most_is_decided_and_the_others_counted(report: Report) -> None:
    assert "more phases" not in "".join(texts(pictures.choices(report)))
    phases = report.choices[report.choices.of == "phase"]
    shown = [text for text in texts(pictures.choices(report)) if text in [*phases.name, report.plan.game.title]]
    assert shown == [report.plan.game.title, *phases.name]
    many = copy(report)
    twice = [
        phases.assign(name=phases.name + word, decisions=phases.decisions + more)
        for word, more in (("", 0), (" too", 1))
    ]
    vars(many)["choices"] = pandas.concat([report.choices.head(1), *twice], ignore_index=True)
    said = texts(pictures.choices(many))
    assert f"{2 * len(phases) - 8} more phases have fewer decisions" in "".join(said)
    assert "First draw" not in said, "of those with fewest"


def test_a_games_own_tables_stand_at_the_end(pledges: Report) -> None:
    html = pages.report_html(pledges)
    assert html.index("Length of games") < html.index("<h4>Pledging</h4>")


class Structure(HTMLParser):
    """Whether every tag that opens closes."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("which", ["report", "guile", "pledges", "one_game"])
def test_a_whole_report_is_whole_html(which: str, request: pytest.FixtureRequest) -> None:
    structure = Structure()
    structure.feed(pages.report_html(request.getfixturevalue(which)))
    assert structure.open == []


def test_pandas_waits_until_a_picture_is_wanted() -> None:
    program = "import sys; import workbench.lab.pages; assert 'pandas' not in sys.modules, sorted(sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)


# ---------------------------------------------------------------- on a screen

# The texts that stick out of their picture or overlap another text of their row or of the numbers below.
MISPLACED = """
() => [...document.querySelectorAll("svg.rt-picture")].flatMap((svg) => {
  const around = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()]);
  const out = texts.filter(([, box]) => box.left < around.left || box.right > around.right
    || box.top < around.top || box.bottom > around.bottom);
  const pairs = texts.flatMap((one, index) => texts.slice(index + 1).map((other) => [one, other]));
  const overlapping = pairs.filter(([[, a], [, b]]) => a.left < b.right && b.left < a.right
    && Math.abs(a.top + a.height / 2 - b.top - b.height / 2) < a.height / 2);
  return [...out.map(([text]) => text), ...overlapping.map(([[one], [other]]) => `${one} on ${other}`)];
})
"""


@pytest.mark.parametrize("width", [360, pytest.param(1920, marks=pytest.mark.slow)])
def test_everybody_can_read_it_on_any_screen(new_page: Any, report: Report, comparison: Comparison, width: int) -> None:
    page = new_page(width=width, height=900)
    body = pages.report_html(report, comparison)
    page.route(
        "http://127.0.0.1:1/",
        lambda route: route.fulfill(
            content_type="text/html; charset=utf-8",
            headers={"Content-Security-Policy": CONTENT_SECURITY_POLICY},
            body='<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width">'
            f'<title>Report</title><link rel="icon" href="data:,"></head><body><main><h1>R</h1><h2>R</h2>{body}</main>',
        ),
    )
    page.goto("http://127.0.0.1:1/")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.get_by_role("img", name="Win share of each seat").is_visible()
    assert page.locator("svg.rt-picture text").count() > 200
    assert page.evaluate(MISPLACED) == []
    page.locator("summary").first.click()
    assert page.get_by_role("group", name="Shares").is_visible()
    assert serious_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.requests == ["http://127.0.0.1:1/"]
    assert page.errors == page.console_errors == []

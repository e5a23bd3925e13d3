"""Coats of arms: what a seed makes obeys the rule of tincture; words and pictures say the same everywhere."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.docs_pages import Page, run_program
from tests.servers import CHECKOUT
from workbench.heraldry import (
    KNIGHTS,
    Arms,
    Charge,
    Field,
    Ordinary,
    arms_of,
    blazon,
    emblems,
    knight_arms,
    obeys_tincture,
    seat_arms,
    seat_colour,
    shield,
)  # fmt: skip
from workbench.heraldry.arms import WORDS
from workbench.heraldry.bearers import SEATS
from workbench.heraldry.emblems import outlines
from workbench.heraldry.shapes import DIVISIONS, HIGH, ORDINARIES, OUTLINE, WIDE, field_course, ordinary_course
from workbench.heraldry.tinctures import ANGLES, COLOURS, METALS, PAINT

SVG = "{http://www.w3.org/2000/svg}"
SEEDS = st.integers() | st.text()


@given(SEEDS)
def test_arms_of_a_seed_obey_the_rule_of_tincture(seed: int | str) -> None:
    arms = arms_of(seed)
    assert obeys_tincture(arms)
    assert arms == arms_of(seed)
    assert len(set(arms.field.tinctures)) == len(arms.field.tinctures)
    assert all(part.emblem in emblems() for part in arms.parts if isinstance(part, Charge))


@pytest.mark.parametrize("arms", [
    Arms(Field(("or",)), (Charge("lion", "argent"),)),
    Arms(Field(("vert",)), (Ordinary("chief", "gules"),)),
    Arms(Field(("vert",)), (Ordinary("pale", "or"), Charge("key", "argent", 1, "pale"))),
    Arms(Field(("vert", "or"), "per pale"), (Charge("key", "argent"),)),
])  # fmt: skip
def test_metal_on_metal_and_colour_on_colour_are_noticed(arms: Arms) -> None:
    assert not obeys_tincture(arms)


def test_seeds_make_many_different_arms() -> None:
    made = [arms_of(seed) for seed in range(1000)]
    assert len(set(made)) > 900
    assert {part.kind for arms in made for part in arms.parts if isinstance(part, Ordinary)} >= {"chief", "pale"}
    assert {arms.field.division for arms in made} >= {"", "per pale", "quarterly"}


def test_a_seed_makes_the_same_arms_in_another_process() -> None:
    program = "from workbench.heraldry import arms_of, blazon; print(*map(blazon, map(arms_of, range(9))), sep='|')"
    done = subprocess.run([sys.executable, "-c", program], cwd=CHECKOUT, capture_output=True, text=True, check=True)
    assert done.stdout.strip().split("|") == [blazon(arms_of(seed)) for seed in range(9)]
    assert blazon(arms_of(0)) == "Per fess azure and gules, a purse or"


# Words


@pytest.mark.parametrize(
    ("arms", "words"),
    [
        (Arms(Field(("azure",)), (Charge("crown", "or", 3),)), "Azure, three crowns or"),
        (Arms(Field(("or",)), (Charge("anchor", "sable"), Ordinary("chief", "gules"))),
         "Or, an anchor sable, a chief gules"),
        (Arms(Field(("vert",)), (Ordinary("fess", "or"), Charge("bee", "vert", 1, "fess"))),
         "Vert, on a fess or a bee vert"),
        (Arms(Field(("gules", "azure"), "per pale"), (Charge("scales", "or"),)),
         "Per pale gules and azure, a pair of scales or"),
    ],
)  # fmt: skip
def test_arms_are_blazoned_field_first_and_tincture_last(arms: Arms, words: str) -> None:
    assert blazon(arms) == words


def test_words_are_kept_for_emblems_that_there_are() -> None:
    assert set(WORDS) <= set(emblems())


# Pictures


@given(SEEDS)
def test_a_shield_is_one_picture_described_by_its_blazon_and_without_ids(seed: int | str) -> None:
    root = ElementTree.fromstring(shield(arms_of(seed), "Seat"))
    assert [part.text for part in root[:2]] == ["Seat", blazon(arms_of(seed))]
    assert root.get("role") == "img"
    assert all(part.get("id") is None for part in root.iter())
    for path in root.iter(f"{SVG}path"):
        for x, y in (point for line in outlines(path.get("d", "")) for point in line):
            assert 0 <= x <= WIDE
            assert 0 <= y <= HIGH


@pytest.mark.parametrize("course", [
    *(ordinary_course(kind) for kind in ORDINARIES),
    *(course for name in DIVISIONS for course, _ in field_course(name, ("or", "vert"))),
])  # fmt: skip
def test_divisions_and_ordinaries_stay_within_the_outline(course: str) -> None:
    (outline,) = outlines(OUTLINE)
    edges = list(zip(outline, [*outline[1:], outline[0]], strict=True))
    assert course
    for x, y in (point for line in outlines(course) for point in line):
        assert min((c - a) * (y - b) - (d - b) * (x - a) for (a, b), (c, d) in edges) >= -1


def test_every_tincture_has_its_own_hatching() -> None:
    assert set(PAINT) == set(ANGLES) == {*METALS, *COLOURS}
    assert len({ANGLES[colour] for colour in COLOURS}) == len(COLOURS)
    drawn = {tincture: shield(Arms(Field((tincture,)))) for tincture in PAINT}
    for tincture, drawing in drawn.items():
        grey = drawing.replace(PAINT[tincture], "grey")
        assert not any(grey == other.replace(PAINT[name], "grey") for name, other in drawn.items() if name != tincture)


# Seats and knights


def test_seats_have_different_arms_and_different_emblems() -> None:
    arms = [seat_arms(seat) for seat in range(SEATS)]
    assert len(set(arms)) == SEATS == 30
    assert all(map(obeys_tincture, arms))
    charges = {part.emblem for one in arms for part in one.parts if isinstance(part, Charge)}
    assert len(charges) == SEATS, "told apart in grey"


@pytest.mark.parametrize("seat", range(SEATS))
def test_a_seat_has_its_colour_in_its_arms_and_its_neighbour_another(seat: int) -> None:
    assert seat_colour(seat) in shield(seat_arms(seat))
    assert seat_colour(seat) != seat_colour((seat + 1) % SEATS)


@pytest.mark.parametrize("seat", [-1, 30])
def test_a_seat_that_no_table_has_is_refused(seat: int) -> None:
    with pytest.raises(ValueError, match="seats 0 to 29"):
        seat_arms(seat)


def test_every_knight_of_guile_has_arms_and_invented_ones_say_so() -> None:
    with (CHECKOUT / "decks" / "guile" / "classic" / "knights.csv").open(encoding="utf-8") as file:
        assert {row["card_id"] for row in csv.DictReader(file)} == set(KNIGHTS)
    assert {name for name, bearer in KNIGHTS.items() if bearer.invented} == {"sir_meleagant", "sir_accolon"}
    assert len({bearer.arms for bearer in KNIGHTS.values()}) == len(KNIGHTS)
    assert blazon(knight_arms("sir_tristan")) == "Vert, a lion rampant or"
    assert blazon(knight_arms("sir_palamedes")) == "Chequy argent and sable"


def test_the_page_on_heraldry_shows_what_its_program_prints(tmp_path: Path) -> None:
    page = Page("heraldry.md")
    (program,) = page.texts("python")
    assert run_program(tmp_path, program) == page.shown_after(program)

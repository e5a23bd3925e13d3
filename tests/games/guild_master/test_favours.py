"""The favour ledger of both variants with an open floor (GM-242, GM-296, GM-413, GM-514)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from workbench.games.guild_master import GAME
from workbench.play import Match
from workbench.storage.errors import IllegalAction

from .labyrinth_city.table import Class
from .player_interaction.table import Round

HANDS = {0: ["Mason", "Port"], 1: ["Moat", "Docks"], 2: ["Castle"]}
OWES_NOTHING, OWES, ASKS = 0, 1, 2  # what whoever offers or answers says
NewFloor = Callable[..., Any]


@pytest.fixture(params=["labyrinth_city", "player_interaction"])
def new_floor(request: pytest.FixtureRequest) -> NewFloor:
    """A floor on which favours are written down: `new_floor(hands)`."""

    def make(hands: Any = HANDS, **options: Any) -> Any:
        chosen = {"game_variant": request.param, "favour_ledger": "on", **options}
        match = Match("guild_master", seats=6, seed=7, options=chosen)
        if request.param == "labyrinth_city":
            return Class(match).lay(hands)
        return Round(match).lay(hands, "trade_1")

    return make


def offers(table: Any, giver: int, partner: int, names: list[str], favour: int = OWES_NOTHING) -> None:
    table.play(giver, "offer_to", partner).play(giver, "promise", favour).submit(giver, "pick", names, "done")


def answers(table: Any, seat: int, giver: int, names: list[str], favour: int = OWES_NOTHING) -> None:
    table.play(seat, "answer_to", giver).play(seat, "promise", favour).submit(seat, "pick", names, "done")


def owed(table: Any) -> dict[tuple[int, int], int]:
    """Who owes whom how many favours."""
    owes = table.match.state["owes"]
    return {(int(i), int(j)): int(owes[i, j]) for i, j in zip(*owes.nonzero(), strict=True)}


def ledger(table: Any, seat: int | None) -> list[tuple[str, str]]:
    """The lines that a screen shows."""
    (zone,) = [zone for zone in table.match.scene(seat).zones if zone.id == "favours"]
    return [(group.title, group.total) for group in zone.groups]


@pytest.mark.rule("GM-413", "GM-242")
@pytest.mark.parametrize("cards", [[], ["Mason"]])
@pytest.mark.parametrize(("favour", "line"), [(OWES, (0, 1)), (ASKS, (1, 0))])
def test_a_favour_that_the_offering_seat_puts_in_is_written_down_once_both_agree(
    new_floor: NewFloor, cards: list[str], favour: int, line: tuple[int, int]
) -> None:
    table = new_floor()
    offers(table, 0, 1, cards, favour)
    assert not owed(table)
    answers(table, 1, 0, [])
    assert not owed(table)
    table.play(0, "confirm")
    assert owed(table) == {line: 1}


@pytest.mark.rule("GM-413", "GM-242")
@pytest.mark.parametrize("cards", [[], ["Mason"]])
@pytest.mark.parametrize(("favour", "line"), [(OWES, (1, 0)), (ASKS, (0, 1))])
def test_a_favour_that_the_answering_seat_puts_in_is_written_down_once_both_agree(
    new_floor: NewFloor, cards: list[str], favour: int, line: tuple[int, int]
) -> None:
    table = new_floor()
    offers(table, 0, 1, cards)
    answers(table, 1, 0, [], favour)
    assert not owed(table)
    table.play(0, "confirm")
    assert owed(table) == {line: 1}
    assert table.hand(1) == {"Moat", "Docks", *cards}


@pytest.mark.rule("GM-413")
def test_each_side_may_put_one_in(new_floor: NewFloor) -> None:
    table = new_floor()
    offers(table, 0, 1, ["Mason"], OWES)
    answers(table, 1, 0, ["Moat"], ASKS)
    slip = next(group for zone in table.match.scene(None).zones if zone.id == "slips" for group in zone.groups)
    assert slip.title.endswith("1 card and 2 favours")
    table.play(0, "confirm")
    assert owed(table) == {(0, 1): 2}


@pytest.mark.rule("GM-413", "GM-311")
def test_a_favour_alone_is_no_trade(new_floor: NewFloor) -> None:
    table = new_floor()
    offers(table, 0, 1, [], ASKS)
    answers(table, 1, 0, [])
    table.play(0, "confirm")
    told = " ".join(table.match.seat_log(None))
    names = [table.match.naming("seat", seat) for seat in (0, 1)]
    assert f"{names[1]} owes {names[0]} a favour." in told
    assert " gives " not in told
    assert table.match.state["active"] == 0


@pytest.mark.rule("GM-311")
def test_nothing_for_nothing_and_no_favour_is_refused(new_floor: NewFloor) -> None:
    table = new_floor()
    offers(table, 0, 1, [])
    table.play(1, "answer_to", 0)
    with pytest.raises(IllegalAction):
        table.play(1, "done")
    table.play(1, "promise", OWES).play(1, "promise", OWES_NOTHING)
    assert "done" not in table.verbs(1)


@pytest.mark.rule("GM-413")
@pytest.mark.parametrize("giver", [3, 4])
def test_seats_without_cards_may_agree_on_a_favour(new_floor: NewFloor, giver: int) -> None:
    table = new_floor()
    table.play(giver, "offer_to", 5)
    assert "done" not in table.verbs(giver)
    table.play(giver, "promise", OWES).play(giver, "done")
    answers(table, 5, giver, [])
    table.play(giver, "confirm")
    assert owed(table) == {(giver, 5): 1}


@pytest.mark.rule("GM-413", "GM-242")
@pytest.mark.parametrize("ending", ["decline", "withdraw", "withdraw answered"])
def test_what_was_spoken_of_is_forgotten_where_nothing_comes_of_it(new_floor: NewFloor, ending: str) -> None:
    table = new_floor()
    offers(table, 0, 1, ["Mason"], ASKS)
    assert list(table.match.view(None)["fields"]["favour"])[:2] == [ASKS, 0]
    if ending == "withdraw answered":
        answers(table, 1, 0, [], OWES)
        assert table.match.view(None)["fields"]["answer_favour"][0] == OWES
    if ending == "decline":
        table.play(1, "answer_to", 0).play(1, "promise", OWES).play(1, "decline")
    else:
        table.play(0, "withdraw")
    for fields in (table.match.view(None)["fields"], table.match.view(0)["fields"], table.match.view(1)["fields"]):
        assert not any(fields["favour"])
        assert not any(fields["answer_favour"])
    assert not table.match.state["own_favour"].any()
    table.offer(0, 1, ["Mason"]).reply(1, 0).play(0, "confirm")
    assert not owed(table)


@pytest.mark.rule("GM-413")
@pytest.mark.parametrize("step", ["call_off", "leave"])
def test_a_favour_that_was_being_prepared_is_forgotten_with_the_rest(new_floor: NewFloor, step: str) -> None:
    table = new_floor()
    offers(table, 2, 0, ["Castle"])
    table.play(0, *(("offer_to", 1) if step == "call_off" else ("answer_to", 2))).play(0, "promise", OWES).play(0, step)
    assert not table.match.state["own_favour"].any()


@pytest.mark.parametrize("giver", [3, 4])
def test_a_bot_without_cards_that_has_begun_an_offer_makes_it(new_floor: NewFloor, giver: int) -> None:
    table = new_floor().play(giver, "offer_to", 5)
    assert table.bot_verbs(giver) == {"promise"}, "who may leave it again and again never ends"
    table.play(giver, "promise", ASKS)
    assert table.bot_verbs(giver) == {"done"}


@pytest.mark.rule("GM-514")
@pytest.mark.parametrize("lines", [0, 1, 6, 12])
def test_everybody_reads_every_line(new_floor: NewFloor, lines: int) -> None:
    table = new_floor()
    pairs = [(one, other) for one in range(6) for other in range(6) if one != other][:lines]
    for one, other in pairs:
        offers(table, one, other, [], OWES)
        answers(table, other, one, [])
        table.play(one, "confirm")
    names = [table.match.naming("seat", seat) for seat in range(6)]
    expected = [(f"{names[one]} owes {names[other]}", "×1") for one, other in pairs] or [("Nobody owes a favour.", "")]
    assert [ledger(table, seat) for seat in (None, *range(6))] == [expected] * 7


@pytest.mark.rule("GM-514")
def test_a_spectator_of_a_whole_class_reads_every_line() -> None:
    bots = dict.fromkeys(range(8), "greedy")
    match = Match("guild_master", seats=8, seed=4, options={"game_variant": "labyrinth_city"}, bots=bots)
    match.play_bots()
    lines = int((match.state["owes"] > 0).sum())
    assert lines > 5
    for seat in (None, 3):
        (zone,) = [zone for zone in match.scene(seat).zones if zone.id == "favours"]
        assert len(zone.groups) == lines


@pytest.mark.rule("GM-296")
def test_the_ledger_is_kept_in_the_city_and_elsewhere_where_it_is_chosen(new_floor: NewFloor) -> None:
    defaults = {
        variant.key: option.default
        for variant in GAME.variants
        for option in variant.options
        if option.key == "favour_ledger"
    }
    assert defaults == {"player_interaction": "off", "labyrinth_city": "on"}
    table = new_floor(favour_ledger="off").play(0, "offer_to", 1)
    assert "promise" not in table.verbs(0)
    assert "favours" not in {zone.id for zone in table.match.scene(None).zones}
    table.submit(0, "pick", ["Mason"], "done").play(1, "answer_to", 0)
    assert "promise" not in table.verbs(1)
    assert table.may(3, "offer_to") == [0, 1, 2], "two seats without cards have nothing to trade"


@pytest.mark.rule("GM-413")
def test_a_screen_offers_the_favour_with_both_sides_cards_and_tells_what_is_owed(new_floor: NewFloor) -> None:
    table = new_floor()
    one, other = (table.match.naming("seat", seat) for seat in (0, 1))
    table.play(0, "offer_to", 1)
    asked = table.match.scene(0).selection.extras[-1]
    assert [choice.label for choice in asked.choices] == [
        "no favour", f"you will owe {other} one", f"{other} will owe you one",
    ]  # fmt: skip
    assert asked.enough == tuple(choice.action for choice in asked.choices[1:])
    table.play(0, "promise", ASKS).submit(0, "pick", ["Mason"], "done").play(1, "answer_to", 0)
    scene = table.match.scene(1)
    assert scene.message == f"{one} gives you Mason and asks for a favour."
    asked = scene.selection.extras[-1]
    assert [choice.label for choice in asked.choices] == [
        "no favour", f"you will owe {one} one", f"{one} will owe you one",
    ]  # fmt: skip
    table.play(1, "promise", ASKS).submit(1, "pick", ["Moat"], "done")
    assert f"{other} gives you Moat and a favour; you would owe a favour." in table.match.scene(0).message

"""Cards that are left out before the deck is shuffled (GM-273, GM-062, GM-066)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import workbench as wb
from workbench.games.guild_master import GAME
from workbench.storage.errors import DeckError, OptionError
from workbench.widgets.lobby.table_plan import plan_of

LEFT_OUT = ("brothel", "cross_roads")
VARIANTS = pytest.mark.parametrize("variant", [variant.key for variant in GAME.variants])


def match_without(cards: Any = LEFT_OUT, variant: str = "base_game", **how: Any) -> wb.Match:
    return wb.Match("guild_master", seed=3, options={"game_variant": variant, "excluded_cards": cards}, **how)


@VARIANTS
@pytest.mark.rule("GM-273", "GM-062", "GM-066")
def test_the_cards_are_not_in_the_game(variant: str) -> None:
    match = match_without(variant=variant)
    assert match.options["excluded_cards"] == LEFT_OUT
    assert not {"Brothel", "Cross Roads"} & {row["name"] for row in match.deck.rows}
    assert int(match.state["card_count"]) == 111
    assert "Trade route" in {row["name"] for row in match.deck.rows}, "it has lost the source of its bonus alone"
    for seat in range(match.seats):
        match.seat_bot(seat, "greedy")
    match.play_bots()
    assert match.over


@pytest.mark.rule("GM-273")
@pytest.mark.parametrize("given", [["cross_roads", "brothel"], "brothel, cross_roads", "cross_roads brothel", LEFT_OUT])
def test_they_are_given_as_a_list_or_in_words(given: Any) -> None:
    assert match_without(given).options["excluded_cards"] == LEFT_OUT


@pytest.mark.rule("GM-273")
def test_nothing_is_left_out_unless_it_is_chosen() -> None:
    plain = wb.Match("guild_master", seed=3)
    assert plain.options["excluded_cards"] == ()
    assert plain.deck is plain.whole_deck
    assert match_without(()).deck.digest == plain.deck.digest


@pytest.mark.rule("GM-273")
def test_the_other_cards_are_shuffled_as_they_would_be_with_all() -> None:
    def stock(match: wb.Match) -> list[str]:
        place = match.variant.state.zones.stock
        cards = match.state["rows"][place][: int(match.state["counts"][place])]
        return [str(match.deck.rows[int(card)]["name"]) for card in cards]

    whole, less = stock(wb.Match("guild_master", seed=3)), stock(match_without())
    assert [name for name in whole if name in less][:80] == [name for name in less if name in whole][:80]


@pytest.mark.rule("GM-273")
@pytest.mark.parametrize("given", ["brothle", ["brothel", 3], 7, None, "Cross Roads"])
def test_what_is_no_card_is_refused(given: Any) -> None:
    with pytest.raises(OptionError, match=r"brothle|excluded_cards|Cross"):
        match_without(given)


@pytest.mark.rule("GM-273", "GM-308")
def test_too_few_cards_are_refused() -> None:
    every = [row["card_id"] for row in wb.load_deck("guild_master").rows]
    for cards in (every, every[15:]):
        with pytest.raises(DeckError):
            match_without(cards, seats=4)


@pytest.mark.rule("GM-273")
def test_a_saved_match_and_one_made_of_another_leave_the_same_cards_out(tmp_path: Path) -> None:
    match = match_without()
    match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    match.save(tmp_path / "match.json")
    loaded = wb.Match.load(tmp_path / "match.json")
    assert loaded.options == match.options
    assert loaded.state.tobytes() == match.state.tobytes()
    again = wb.Match("guild_master", seed=3, deck=match.deck, options=match.options)
    assert again.deck.digest == match.deck.digest
    plan = plan_of(match, "one", 0.0, None)
    assert len(plan.with_option("excluded_cards", "").match().deck.rows) == 113


@pytest.mark.rule("GM-273")
def test_a_deck_may_leave_cards_out_by_itself_and_the_host_takes_them_back() -> None:
    deck = wb.load_deck("guild_master").edit(meta={"options": {"excluded_cards": "brothel"}})
    options = {"excluded_cards": ()}
    assert len(wb.Match("guild_master", deck=deck).deck.rows) == 112
    assert len(wb.Match("guild_master", deck=deck, options=options).deck.rows) == 113


@pytest.mark.rule("GM-273")
def test_the_lab_knows_nothing_of_them() -> None:
    options = {"excluded_cards": list(LEFT_OUT), "max_turns": 4}
    report = wb.simulate("guild_master", games=4, seats=3, seed=2, options=options)
    assert not {"Brothel", "Cross Roads"} & set(report.cards["card"])
    match = report.match(1)
    assert match.options["excluded_cards"] == LEFT_OUT

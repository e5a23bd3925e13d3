"""Positions that are put together: what is said of them holds, what no play leads to is refused, and they play on."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import workbench as wb
from tests import example_game
from tests.docs_pages import Page
from workbench.author import Positions, rule
from workbench.kernel.conservation import cards_in_play, fault_of_cards
from workbench.kernel.registry import list_games, registered
from workbench.kernel.state import OUT_OF_GAME
from workbench.play import Match, position
from workbench.play.positions import Position

VARIANTS = [(key, variant.key) for key, game in list_games().items() for variant in game.variants]
AT_THE_TABLE = {"start_player": "seat_0", "faction_choice": "seat_0_arthur"}
LAID = ["Influence 4", "Influence 3", 1, 1, 1, 1, 1, 1]


def guile(**said: Any) -> Position:
    """Eight cards on the knights of Guile."""
    return position("guile", seed=7, options=AT_THE_TABLE).cleared().table(position=LAID, aside=..., **said)


def quests(**said: Any) -> Position:
    """A test of a quest in which all others take part."""
    laid = position("quests", seats=3, seed=1).table(story_card="Boar Hunt", stage=["Test of Valor", "Giant"])
    return laid.table(sponsor=0, participants={1, 2}, test_now=1, **said)


def saved(match: Match) -> Match:
    """The match as it comes back from a file."""
    return Match.from_dict(json.loads(json.dumps(match.to_dict())))


# What is said holds


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_a_position_of_which_nothing_is_said_is_the_beginning_of_a_match(game: str, variant: str) -> None:
    begun = Match(game, seed=5, options={"game_variant": variant})
    match = position(game, seed=5, options={"game_variant": variant}).match()
    complete = match.variant.positions.complete
    if complete is not None:  # it changes nothing that is right already
        record = begun.record.copy()
        begun.referee.engine.linked(complete)(record, begun.referee.arrays)
        assert record.buffer.tobytes() == begun.record.buffer.tobytes()
    assert (match.state.tobytes(), match.to_act, match.log) == (begun.state.tobytes(), begun.to_act, [])


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_no_zone_has_the_name_of_a_field_so_that_a_word_means_one_thing(game: str, variant: str) -> None:
    words = position(game, options={"game_variant": variant}).words
    assert not set(words.zones) & set(words.fields)


def test_a_zone_holds_exactly_what_is_named_and_other_hands_are_dealt() -> None:
    begun = Match("guild_master", seed=3, seats=3)
    match = position("guild_master", seed=3, seats=3).seat(0, hand="Mason, Port").match()
    assert match.view(0)["zones"]["hand"][0] == {"count": 2, "cards": ["Mason", "Port"]}
    before = [set(begun.view(seat)["zones"]["hand"][seat]["cards"]) for seat in (1, 2)]
    after = [set(match.view(seat)["zones"]["hand"][seat]["cards"]) for seat in (1, 2)]
    assert after == [cards - {"Mason", "Port"} for cards in before]
    assert cards_in_play(match.state) == cards_in_play(begun.state)
    assert fault_of_cards(match.state, match.variant.state) == ""


def test_the_last_card_of_a_pile_is_its_top_and_is_drawn_first() -> None:
    stocked = (
        position("guild_master", seats=2, seed=1).cleared().table(stock=[..., "Mason", "Port"], first=0, current=0)
    )
    match = stocked.seat(0, hand="Pub").phase("draw_1").match()
    match.play(0, "Draw 1")
    assert sorted(match.view(0)["zones"]["hand"][0]["cards"]) == ["Port", "Pub"]


def test_numbers_stand_for_any_cards_and_dots_for_all_others() -> None:
    match = guile().phase("act").match()
    zones = match.view(None)["zones"]
    assert ([one["count"] for one in zones["position"]], zones["aside"]["count"]) == ([1] * 8, 2)
    others = guile().phase("act").match()
    assert others.state.tobytes() == match.state.tobytes(), "the seed decides which cards they are"


def test_cards_of_another_list_lie_on_their_own_pile() -> None:
    match = position("quests", seats=3, seed=2).cleared().table(story_card="Boar Hunt", discard=3)
    match = match.phase("join_offer", asked=[0]).match()
    counts = {name: zone["count"] for name, zone in match.view(None)["zones"].items() if isinstance(zone, dict)}
    assert (counts["stock"], counts["discard"], counts["story_stock"], counts["story_card"]) == (122, 3, 27, 1)


def test_only_what_is_named_is_in_play() -> None:
    match = position("guild_master", seats=2, seed=1).only_named().seat(0, hand="Mason").table(stock=5).match()
    assert cards_in_play(match.state) == 6
    assert match.view(None)["zones"]["discard"]["count"] == 0
    assert fault_of_cards(match.state, match.variant.state) == ""


def test_a_field_takes_numbers_lists_parts_and_sets_of_seats() -> None:
    said = position("quests", seats=3, seed=2).table(shields={1: 4}, rank=[0, 1, 2], participants={0, 2}, bid=7)
    fields = said.seat(2, shields=2).match().view(None)["fields"]
    assert (fields["shields"][:3], fields["rank"][:3]) == ([0, 4, 2], [0, 1, 2])
    assert (fields["participants"], fields["bid"]) == (0b101, 7)


def test_a_field_of_several_numbers_for_each_seat_is_given_by_seat() -> None:
    said = position("guile", seed=7, options=AT_THE_TABLE).seat(0, plan=[-1, -1, -1, -1])
    assert said.match().state.plan[0].tolist() == [-1, -1, -1, -1]


def test_an_optional_field_is_emptied_with_none_and_no_other() -> None:
    said = position("quests", seats=3, seed=2).table(sponsor=1)
    assert said.table(sponsor=None, looked_at={1: None}).match().state.sponsor == -1
    with pytest.raises(wb.PositionError, match=r"bid is to be None\. Give a whole number"):
        position("quests", seats=3, seed=2).table(bid=None)


def test_a_card_has_its_name_or_its_id() -> None:
    for called in ("Influence 4 dagger", "influence_4_dagger"):
        laid = position("guile", seed=7, options=AT_THE_TABLE).cleared()
        match = laid.table(position={**dict.fromkeys(range(8), 1), 0: called}, aside=...).phase("act").match()
        match.play(0, "Peek")
        assert (
            match.seat_log(0)[-1]
            == "You see Influence 4 dagger on " + match.naming("knight", match.state.knight_at[0]) + "."
        )


def test_a_seat_knows_and_picks_what_is_said_and_nobody_else_sees_it() -> None:
    match = guile().knows(1, position={0: "Influence 4"}).phase("act").match()
    seen = [match.view(viewer)["zones"]["position"][0]["cards"] for viewer in (None, 0, 1)]
    assert seen == [[None], [None], ["Influence 4"]]
    empty = position("guild_master", seats=2, seed=1, options={"first_seat": 0}).cleared()
    match = empty.seat(0, hand="Mason, Port, Pub").phase("discard").match()
    picked = position(match).picks(0, hand="Port").match()
    assert [picked.view(viewer)["picked"] for viewer in (None, 0, 1)] == [[], ["Port"], []]
    picked.play(0, "Done")
    assert picked.view(None)["zones"]["discard"]["cards"] == ["Port"]


def test_cards_that_were_picked_are_picked_no_more_where_a_hand_is_named_anew() -> None:
    empty = position("guild_master", seats=2, seed=1, options={"first_seat": 0}).cleared()
    match = empty.seat(0, hand="Mason, Port, Pub").phase("discard").match()
    match.play(0, "Pick Port")
    other = position(match).seat(0, hand="Mason, Inn").match()
    assert (other.view(0)["picked"], other.view(0)["zones"]["hand"][0]["cards"]) == ([], ["Inn", "Mason"][::-1])
    assert position(match).seat(1, hand="Castle").match().view(0)["picked"] == ["Port"]


def test_one_thing_is_changed_in_the_midst_of_a_match() -> None:
    match = guile().phase("act").match()
    match.play(0, "Peek")
    changed = position(match).table(victory_cards=[1, 0]).match()
    assert position(match).phase("act").match().seat_log(None) == [], "nothing is told of how the match began"
    assert (changed.phase, changed.to_act, changed.state.known.tolist()) == ("look", (0,), match.state.known.tolist())
    assert changed.view(None)["fields"]["victory_cards"] == [1, 0]
    assert match.view(None)["fields"]["victory_cards"] == [0, 0]


def test_each_word_answers_another_position() -> None:
    laid = guile()
    early, late = laid.phase("act"), laid.table(actions_taken=15).phase("act")
    assert [one.match().view(None)["fields"]["actions_taken"] for one in (early, late, early)] == [0, 15, 0]
    with pytest.raises(wb.PositionError):
        laid.table(position={0: "Excalibur"})
    assert laid.phase("act").match().state.tobytes() == early.match().state.tobytes()


def test_a_card_is_taken_from_its_pile_before_it_is_taken_from_a_hand() -> None:
    for seed in range(5):
        named = "Sword, Sword, Horse, Thieves, Dagger, Battle-ax, Lance, Robber Knight"
        match = position("quests", seats=3, seed=seed).seat(0, hand=named).match()
        held, dealt = (
            [hand["count"] for hand in one.view(None)["zones"]["hand"]]
            for one in (match, Match("quests", seats=3, seed=seed))
        )
        assert held == [8, *dealt[1:]]


def test_what_is_said_as_it_is_changes_nothing() -> None:
    match = Match("quests", seats=3, seed=4)
    hands = [match.view(seat)["zones"]["hand"][seat]["cards"] for seat in range(3)]
    again = position(match).table(hand=hands, current=match.state.current).match()
    assert again.state.tobytes() == match.state.tobytes()
    swapped = position(match).table(hand=[hands[1], hands[0], hands[2]]).match()
    stock = match.variant.state.place("stock")
    assert swapped.state.rows[stock].tolist() == match.state.rows[stock].tolist(), "nothing came back to the pile"


def test_a_pile_is_a_hidden_place_and_is_shuffled_by_the_seed() -> None:
    orders = []
    for seed in (1, 2):
        names = [kind.name for kind in wb.load_deck("guild_master").kinds][:60]
        discarded = position("guild_master", seats=2, seed=seed).only_named().table(stock=0, discard=names).match()
        match = position(discarded).cleared().match()
        zones = match.view(None)["zones"]
        assert (zones["stock"]["count"], zones["discard"]["count"]) == (60, 0)
        row = match.state.rows[match.variant.state.place("stock")]
        orders.append([int(card) for card in row[:60]])
    for order in orders:
        assert sorted(order) != order


def test_who_knew_a_card_does_not_know_it_where_it_is_laid_now() -> None:
    laid = position("guild_master", seats=3, seed=1).cleared().seat(0, hand="Mason, Port")
    match = laid.knows(1, hand={0: "Mason"}).phase("draw_1").match()
    assert match.view(1)["zones"]["hand"][0]["cards"] == ["Mason", None]
    for said in ({2: "Mason"}, {0: "Port", 2: "Mason"}):
        moved = position(match).table(hand=said).match()
        assert moved.view(1)["zones"]["hand"][2]["cards"] == [None]
    stayed = position(match).seat(0, hand="Mason, Pub").match()
    assert stayed.view(1)["zones"]["hand"][0]["cards"] == ["Mason", None]


def test_a_name_may_have_a_comma_in_it() -> None:
    deck = wb.load_deck("guile").edit(change=[{"card_id": "influence_4", "name": "Influence 4, bent"}])
    laid = position("guile", seed=7, deck=deck, options=AT_THE_TABLE).cleared()
    for named in ("Influence 4, bent", ["Influence 4, bent"]):
        match = laid.table(position={**dict.fromkeys(range(8), 1), 0: named}, aside=...).phase("act").match()
        assert match.naming("card", match.deck.arrays.kind[match.state.rows[match.state.place.tolist().index(4)][0]])


# What it answers


def test_the_log_begins_with_what_the_phase_tells_and_the_first_questions_are_new() -> None:
    match = Match("quests", seats=3, seed=4)
    match.practice, match.origin = True, "a table"
    begun = position(match).phase("turn_start").match()
    assert begun.seat_log(None)[0].startswith("Seat ")
    assert set(begun.seat_log(None)) <= {line for line in begun.seat_log(None) if "is dealt" not in line}
    assert begun.questions == tuple(int(seat in begun.to_act) for seat in range(3))
    assert (begun.practice, begun.origin, match.practice) == (False, "", True)


def test_a_match_that_is_over_is_played_on_from_another_position() -> None:
    match = guile(actions_taken=15).phase("act").match()
    for seat in (0, 1):
        match.seat_bot(seat, "random")
    match.play_bots()
    assert match.over
    again = position(match).cleared().table(position=LAID, aside=..., sword=0, actions_taken=0).phase("act").match()
    assert (again.over, again.to_act) == (False, (0,))


def test_the_match_is_played_taken_back_and_scored_like_any_other() -> None:
    match = guile(sword=1, actions_taken=15).phase("act").match()
    assert (match.seat_log(None), match.acts, match.undo()) == ([], [], False)
    before = match.state.tobytes()
    match.play(0, "Peek")
    match.play(0, "Put the card back")
    assert match.view(None)["fields"]["rounds"] == 1
    assert [line["points"] for line in match.score_lines() if line["reason"] == "faction_total"] != []
    assert match.undo()
    assert match.undo()
    assert match.state.tobytes() == before
    assert match.redo()
    match.seat_bot(0, "greedy")
    match.seat_bot(1, "random")
    match.play_bots()
    assert match.over
    assert match.winners


def test_a_saved_match_holds_what_was_said_and_is_put_together_again() -> None:
    match = guile().knows(1, position={0: "Influence 4"}).phase("act").match()
    match.play(0, "Peek")
    assert saved(match).state.tobytes() == match.state.tobytes()
    assert saved(match).view(1) == match.view(1)
    again = position(match).table(victory_cards=[1, 0]).match()
    again.play(0, "Put the card back")
    assert saved(again).state.tobytes() == again.state.tobytes()
    free = position("guild_master", seats=2, seed=1).only_named().seat(0, hand="Mason").table(stock=5)
    picked = free.picks(0, hand="Mason").phase("trade_1", asked=[0]).match()
    assert saved(picked).state.tobytes() == picked.state.tobytes()
    assert "position" not in Match("guile", seed=1).to_dict()


def test_a_saved_position_that_was_changed_is_refused() -> None:
    from workbench.play.replay import checksum

    data = json.loads(json.dumps(guile().phase("act").match().to_dict()))
    said = data["position"]
    for wrong in (
        None, [], 7, {**said, "phase": "nowhere"}, {**said, "table": {"hnd": 1}}, {**said, "others": "gone"},
        {**said, "knows": {"x": {}}}, {**said, "picks": {"0": 3}}, {**said, "asked": 3}, {**said, "after": [1]},
        {**said, "table": {**said["table"], "position": {"0": ["isolde", "isolde"]}}},
    ):  # fmt: skip
        changed = {**data, "position": wrong}
        changed["checksum"] = checksum(changed)
        with pytest.raises(wb.ReplayError):
            Match.from_dict(changed)


# What is refused


@pytest.mark.parametrize(("said", "text"), [
    (lambda: guile(hnd="Influence 4"), "There is no zone or field of Guile 'hnd'.*Did you mean 'hand'"),
    (lambda: guile(hand={0: "Influence 44"}), "hand 0: classic has no card 'Influence 44'. Did you mean 'Influence 4'"),
    (lambda: guile(hand={2: "Influence 4"}), "There is no hand 2. They are numbered from 0 to 1"),
    (lambda: guile(hand="Influence 4"), "there are 2. Give the cards of each in a list"),
    (lambda: guile(hand=["", "", ""]), "hand is given 3 times; there are 2"),
    (lambda: guile(stock=3.5), "stock is to hold 3.5. Give names of cards"),
    (lambda: guile(stock=[True]), "stock is to hold True. Give names of cards"),
    (lambda: guile(sword="north"), "sword is to be 'north'. Give a whole number"),
    (lambda: guile(sword=40_000), "sword is to be 40000. Give a number from -32768 to 32767"),
    (lambda: guile(knight_at=[1, 2]), "knight_at is given 2 values. Give 8, or some"),
    (lambda: guile(knight_at=3), "knight_at is to be 3, but it holds 8 numbers. Give a list, or some"),
    (lambda: guile(plan=3), "plan is to be 3, but it holds 2 times 4 numbers. Give a list, or some"),
    (lambda: guile(knight_at={8: 1}), "There is no knight_at 8. They are numbered from 0 to 7"),
    (lambda: guile(to_act=1), "'to_act' cannot be given like this. Say it with phase"),
    (lambda: guile(rounds_to_win=1), "'rounds_to_win' is an option. Give it where the position begins"),
    (lambda: guile().seat(0, sword=1), "'sword' is not one of each seat. Say it with table"),
    (lambda: guile().seat(0, stock=1), "'stock' is not one of each seat. Say it with table"),
    (lambda: guile().phase("acting"), "There is no phase of Guile 'acting'.*Did you mean 'act'"),
    (lambda: guile().knows(0, positions=1), "There is no zone of Guile 'positions'"),
    (lambda: guile().knows(0, position={0: 1}), "knows and picks single cards, not 1. Give their names"),
    (lambda: guile().picks(0, 0, hand="Influence 4"), "The set is 0. Sets are numbered from 1"),
    (lambda: guile().knows(0, position={1: "Influence 1"}).match(), "Seat 0 knows 'Influence 1' in position 1, but"),
    (lambda: guile().picks(0, hand="Influence 1").match(), "Seat 0 has picked 'Influence 1' in hand 0, but"),
    (lambda: guile(hand={0: "Isolde"}).match(), "hand 0 is to hold 'Isolde', which is not played with here"),
    (lambda: guile(hand={0: "Influence 4"}).match(), "but all 1 in this deck are named already"),
    (lambda: guile().seat(0, seen=7).phase("act").match(), "what seat 0 was shown does not fit it"),
    (lambda: quests(stage_now=9).phase("stage_start").match(), "the rules cannot go on from it: .*IndexError"),
    (lambda: guile(rounds=1, why={0: {0: 99}}).phase("act").match(), "the rules cannot go on from it"),
    (lambda: position("guild_master", seed=1).table(category=99).phase("build", asked=[0]).match(), "the rules cannot"),
    (lambda: guile(stock=30).match(), "stock is to hold 30 cards; "),
    (lambda: position("guile", seed=1).table(stock="Influence 4").match(), "stock is given, so that 9 other cards"),
    (lambda: guile().phase("match_over").match(), "the rules cannot go on from it: .* goes on for ever"),
    (lambda: guile().phase("act", asked=[1]).phase("look", asked=[]).match(), "nobody is asked"),
    (lambda: position("guild_master").table(current=9).phase("draw_1").match(), "nobody is asked in the phase"),
    (lambda: position("guild_master").table(first=9, current=99).phase("build").match(), "the rules cannot"),
])  # fmt: skip
def test_what_cannot_be_is_refused_with_what_was_given_and_what_to_give(said: Any, text: str) -> None:
    with pytest.raises(wb.PositionError, match=text):
        said()


@rule
def lose_a_card(state, deck):
    """A rule that breaks what holds of all records."""
    state.place[0] = OUT_OF_GAME


def test_what_a_game_completes_is_checked_as_records_are() -> None:
    guile_game = wb.game("guile")
    variant = replace(guile_game.variant(), positions=Positions(complete=lose_a_card))
    refused = pytest.raises(wb.PositionError, match=r"card 0 lies in .*, but its place says 254")
    with registered(replace(guile_game, variants=(variant,))), refused:
        guile().phase("act").match()


def test_a_seat_and_a_deck_that_there_are_not_are_refused_as_elsewhere() -> None:
    with pytest.raises(wb.OptionError, match="There is no seat 2"):
        guile().seat(2, hand="Influence 4")
    with pytest.raises(wb.OptionError, match="There is no game 'gulie'"):
        position("gulie")
    with pytest.raises(wb.OptionError, match="seats cannot be given with a match"):
        position(Match("guile", seed=1), seats=2)


def test_two_cards_of_one_name_need_their_ids() -> None:
    words = position("guile", seed=1).words
    words.ids["Influence 4"] = ["influence_4", "influence_4_dagger"]
    with pytest.raises(wb.PositionError, match=r"2 cards are called 'Influence 4'\. Give the id of one: inf"):
        words.cards("Influence 4", "hand 0")


def test_a_game_that_does_not_say_how_a_phase_begins_is_asked_in_the_midst_of_one() -> None:
    with example_game.known():
        begun = Match("pledges", seats=3, seed=1)
        with pytest.raises(wb.PositionError, match=r"Name the seats that are asked: phase\('\w+', asked=\[0\]\)"):
            position("pledges", seats=3, seed=1).phase(begun.phase).match()
        match = position("pledges", seats=3, seed=1).phase(begun.phase, asked=begun.to_act).match()
        assert match.state.tobytes() == begun.state.tobytes()


def test_the_page_of_the_docs_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    page = Page("positions.md")
    for program in page.texts("python"):
        exec(compile(program, "positions.md", "exec"), {})
        assert capsys.readouterr().out == page.shown_after(program)

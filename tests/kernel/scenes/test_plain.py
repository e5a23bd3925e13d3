"""The table of a game that draws none of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest

from tests.example_game import GAME as PLEDGES
from tests.small_game.joust import GAME
from tests.small_game.kuhn import GAME as KUHN
from tests.small_game.kuhn import Pot
from workbench.kernel.game import Game
from workbench.kernel.registry import registered
from workbench.kernel.scenes.plain import plain_scene, row_face
from workbench.kernel.scenes.scene import Scene, SceneZone
from workbench.kernel.scoring import Ranking, Reason
from workbench.kernel.state import NOBODY, OWNER, Field, StateSpec
from workbench.kernel.tables import PLAIN_COLUMNS, CardTable, Column
from workbench.play import Match, position


@pytest.fixture(autouse=True)
def joust() -> Iterator[Game]:
    """The small game, known while a test runs."""
    with registered(GAME) as found:
        yield found


@pytest.fixture
def tilt() -> Match:
    """A joust of three; seats 1 and 2 have laid in the second tilt, seat 3 has not."""
    match = Match("joust", seats=3, seed=1)
    for seat in (0, 1, 2, 0, 1):
        match.play(seat, match.legal(seat)[0])
    return match


def held_twice(match: Match) -> str | None:
    """What the first seat holds two cards of, if anything."""
    hand = match.view(0)["zones"]["hand"][0]["cards"]
    return next((name for name in hand if hand.count(name) > 1), None)


def zone_of(scene: Scene, title: str) -> SceneZone:
    """The zone with a title."""
    return next(zone for zone in scene.zones if zone.title == title)


def test_where_the_ranking_asks_for_more_than_anybody_has_nobody_wins():
    ranking = Ranking([Reason("point", "points", name="points")], ("points",), least=9_999)
    harsh = replace(GAME, variants=(replace(GAME.variants[0], ranking=ranking),))
    with registered(harsh):
        match = Match("joust", seed=1)
        for seat in range(match.seats):
            match.seat_bot(seat, "random")
        match.play_bots()
        assert match.scene(None).message == "Nobody wins."


def test_a_seat_sees_its_hand_then_the_table_then_what_the_others_show(tilt: Match):
    scene = tilt.scene(2)
    titles = [(zone.title, zone.layout) for zone in scene.zones]
    assert titles == [
        ("Your hand", "hand"),
        ("Stock", "pile"),
        ("Lane", "groups"),
    ]
    assert [card.title for card in zone_of(scene, "Your hand").cards] == tilt.view(2)["zones"]["hand"][2]["cards"]


def test_a_spectator_sees_no_hand(tilt: Match):
    scene = tilt.scene(None)
    assert [zone.title for zone in scene.zones] == ["Stock", "Lane"]
    assert scene.choices == ()


def test_what_lies_open_before_the_seats_stands_seat_by_seat_the_own_one_first(tilt: Match):
    lane = zone_of(tilt.scene(2), "Lane")
    assert [(group.key, group.title) for group in lane.groups] == [("2", "You"), ("0", "Seat 1"), ("1", "Seat 2")]
    laid = [zone["cards"] for zone in tilt.view(2)["zones"]["lane"]]
    assert [[card.title for card in lane.cards if card.group == str(seat)] for seat in range(3)] == laid
    assert all(card.badge.startswith("points ") and not card.text for card in lane.cards)
    assert [group.title for group in zone_of(tilt.scene(None), "Lane").groups] == ["Seat 1", "Seat 2", "Seat 3"]


def test_a_pile_is_a_count_and_its_top_card(tilt: Match):
    stock = zone_of(tilt.scene(2), "Stock")
    assert stock.count == tilt.view(2)["zones"]["stock"]["count"] == 14
    assert [card.face_down for card in stock.cards] == [True]


def test_every_action_is_a_button_and_a_card_of_the_hand_can_be_pressed(tilt: Match):
    scene = tilt.scene(2)
    assert [(choice.action, choice.label) for choice in scene.choices] == [
        (action.id, action.label) for action in tilt.legal(2)
    ]
    assert [card.action for card in zone_of(scene, "Your hand").cards] == [action.id for action in tilt.legal(2)]
    assert all(card.action is None for card in zone_of(scene, "Lane").cards)


def test_a_card_that_lies_open_is_no_button_though_the_hand_holds_its_like():
    deals = (Match("joust", seats=3, seed=seed) for seed in range(100))
    match, lance = next((match, name) for match in deals if (name := held_twice(match)))
    twice = next(action for action in match.legal(0) if action.label == f"Lay {lance}")
    match.play(0, twice)
    for seat in (1, 2):
        match.play(seat, match.legal(seat)[0])
    scene = match.scene(0)
    assert twice.id in [card.action for card in zone_of(scene, "Your hand").cards]
    assert [card.action for card in zone_of(scene, "Lane").cards] == [None, None, None]


def test_a_picked_card_is_marked_for_its_seat_alone(tilt: Match):
    marked = [card.badge for card in zone_of(tilt.scene(0), "Your hand").cards]
    assert sorted(marked) == ["", "picked"]
    assert not any("picked" in card.description for zone in tilt.scene(2).zones for card in zone.cards)


def test_a_card_says_what_its_row_says(tilt: Match):
    card = zone_of(tilt.scene(2), "Your hand").cards[0]
    points = {row["name"]: row["points"] for row in tilt.deck.rows}
    assert card.text == f"points {points[card.title]}"
    assert card.description == f"{card.title}, {card.text}"


def test_a_seat_shows_how_many_cards_it_has_and_its_score(tilt: Match):
    won = [sum(line["points"] for line in tilt.score_lines() if line["seat"] == seat) for seat in range(3)]
    assert sum(won) >= 1
    for panel, points in zip(tilt.scene(2).seats, won, strict=True):
        assert panel.facts == (("Hand", "2"), ("Lane", "1"), ("Points", str(points)))
    assert [panel.to_act for panel in tilt.scene(2).seats] == [False, False, True]


def test_the_message_asks_waits_and_names_the_winners(tilt: Match):
    assert Match("joust", seats=3, seed=1).scene(2).message == "Tilt: choose."
    assert Match("joust", seats=3, seed=1).scene(None).message == "Tilt: waiting for Seat 1 and Seat 2 and Seat 3."
    assert tilt.scene(2).message == "Tilt: it is your turn."
    assert tilt.scene(0).message == "Tilt: it is the turn of Seat 3."
    for seat in range(3):
        tilt.seat_bot(seat, "random")
    tilt.play_bots()
    names = " and ".join(tilt.seat_names[seat] for seat in tilt.winners)
    assert tilt.scene(0).message == f"{names} {'share the win' if len(tilt.winners) > 1 else 'wins'}."
    assert tilt.scene(0).over


# A game with symbols, flags, known cards and sets


@pytest.fixture
def pledges() -> Iterator[Match]:
    """The example game on a plain table, four seats, before anybody has sworn."""
    with registered(replace(PLEDGES, scene=plain_scene)):
        yield Match("pledges", seats=4, seed=3, options={"open_oaths": True})


def swear(match: Match) -> Match:
    for seat in match.to_act:
        match.play(seat, match.legal(seat)[0])
    return match


def test_a_card_wears_its_categories_and_says_its_flags(pledges: Match):
    scene = pledges.scene(0)
    rows = {row["name"]: row for row in pledges.deck.rows}
    for card in zone_of(scene, "Your hand").cards:
        row = rows[card.title]
        assert "".join(symbol.letter for symbol in card.symbols) == row["resources"]
        assert card.text == f"points {row['points']}" + (", seer" if row["seer"] else "")


def test_hidden_cards_of_others_are_drawn_as_far_as_the_seat_knows_one(pledges: Match):
    assert "Sworn of Seat 2" not in [zone.title for zone in pledges.scene(0).zones]
    swear(pledges)
    shown = zone_of(pledges.scene(0), "Sworn of Seat 2")
    assert [card.title for card in shown.cards] == pledges.view(1)["zones"]["sworn"][1]["cards"]
    assert "Hand of Seat 2" not in [zone.title for zone in pledges.scene(0).zones]


def test_a_card_that_two_actions_name_is_no_button_itself(pledges: Match):
    deals = (Match("pledges", seats=4, seed=seed, options={"open_oaths": True}) for seed in range(100))
    pledges, twice = next((match, name) for match in deals if (name := held_twice(swear(match))))
    pledges.play(0, f"Pick {twice}")
    scene = pledges.scene(0)
    assert {f"Pick {twice}", f"Put back {twice}"} <= {choice.label for choice in scene.choices}
    assert all(card.action is None for card in zone_of(scene, "Your hand").cards if card.title == twice)
    assert [choice.group for choice in scene.choices] == [
        {"pick": "Pick", "put_back": "Put back", "done": "Done"}[action.verb] for action in pledges.legal(0)
    ]


# Fields, texts and turns


def test_the_seat_alone_asked_is_on_turn(tilt: Match):
    assert [panel.current for panel in tilt.scene(None).seats] == [False, False, True]
    assert not any(panel.current for panel in Match("joust", seats=3, seed=1).scene(0).seats)


STREET = Field(about="street", name="street")
GUESSED = Field("i2", (2,), OWNER, about="your guess", optional=True, name="guessed")
LEVY = Field("i2", (3,), about="levy", name="levy")
SILENT, UNSEEN = Field(name="silent"), Field(seen_by=NOBODY, about="never to be seen", name="unseen")


@pytest.fixture
def betting() -> Iterator[Match]:
    """Kuhn poker with more fields, as it stands after a bet."""
    variant = KUHN.variants[0]
    fields = (Pot.paid, STREET, GUESSED, LEVY, SILENT, UNSEEN)
    state = StateSpec(seats=2, cards=3, zones=tuple(variant.state.zones), fields=fields)
    with registered(replace(KUHN, variants=(replace(variant, state=state),))):
        match = Match("kuhn", seed=1)
        match.play(0, "Bet a chip")
        yield position(match).table(street=4, guessed={1: 7}, levy={2: 9}).match()


def test_a_public_field_of_each_seat_stands_beside_it_under_what_it_is_about(betting: Match):
    for seat in (None, 0, 1):
        panels = betting.scene(seat).seats
        assert [dict(panel.facts)["Chips in the pot"] for panel in panels] == ["2", "1"]


def test_a_field_of_its_owner_stands_beside_that_seat_on_its_own_screen(betting: Match):
    shown = {
        seat: [dict(panel.facts).get("Your guess") for panel in betting.scene(seat).seats] for seat in (None, 0, 1)
    }
    assert shown == {None: [None, None], 0: ["none", None], 1: [None, "7"]}


def test_a_field_of_the_table_stands_in_the_message_and_one_that_says_nothing_or_is_hidden_nowhere(betting: Match):
    assert betting.scene(1).message == "Play: it is your turn. Street: 4. Levy: 0, 0, 9."
    first, own = ([label for label, _ in panel.facts] for panel in betting.scene(1).seats)
    assert first == ["Hand", "Shown", "Chips in the pot", "Points"]
    assert own == ["Hand", "Shown", "Chips in the pot", "Your guess", "Points"]


def test_an_option_is_no_fact_of_the_table(pledges: Match):
    assert pledges.variant.options[0].help
    assert pledges.variant.options[0].help not in pledges.scene(0).message


def test_a_card_says_its_texts_but_for_the_remark_of_the_list():
    columns = (*PLAIN_COLUMNS, Column("effect", "text", "what it does"), Column("note", "text", "a remark"))
    table = CardTable("cards.csv", columns, 1, 3)
    row = {"name": "King", "points": 3, "count": 1, "effect": "Wins.", "note": "drawn twice", "card_id": "king"}
    deck = SimpleNamespace(tables={"cards.csv": [row]}, meta=SimpleNamespace(categories=()))
    assert row_face(deck, table, 0).text == "points 3, Wins."


def test_the_small_game_draws_no_table_of_its_own():
    assert GAME.scene is plain_scene

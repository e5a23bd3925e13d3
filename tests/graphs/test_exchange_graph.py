"""The exchange graph: what went from seat to seat in a match, compared with the positions of that match."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from xml.etree import ElementTree

import networkx
import pytest

from workbench.graphs import exchange_graph
from workbench.graphs.exchanges import CARD, TABLE, ExchangeGraph
from workbench.graphs.exporting import in_plain_words, text_of
from workbench.heraldry import seat_colour
from workbench.kernel.events import EventKind, EventKinds
from workbench.kernel.exchanges import Exchange, Exchanges
from workbench.kernel.registry import game as find_game
from workbench.kernel.registry import list_games
from workbench.play import Match
from workbench.storage.errors import DeclarationError


def played(game: str, seed: int = 3, acts: int | None = None) -> Match:
    """A match between bots, whole or of so many acts."""
    found = find_game(game)
    seats = found.variants[0].default_seats
    match = Match(game, seed=seed, seats=seats, bots=dict.fromkeys(range(seats), found.usual_bot))
    while not match.over and (acts is None or len(match.acts) < acts):
        match.play_bot(match.to_act[0])
    return match


def carried(match: Match, zone: str) -> Counter[tuple[int, int]]:
    """How many cards went from a zone of one seat to the same zone of another within one act, by pair of seats."""
    spec = match.variant.state
    first = spec.place(zone)
    found: Counter[tuple[int, int]] = Counter()
    for before, after in pairwise([moment.record for moment in match.positions()]):
        for card in range(before.card_count):
            giver, taker = before.place[card] - first, after.place[card] - first
            if giver != taker and 0 <= giver < match.seats and 0 <= taker < match.seats:
                found[giver, taker] += 1
    return found


@pytest.mark.parametrize("seed", [1, 3, 8])
def test_every_card_that_changed_hands_in_a_trade_is_counted(seed: int) -> None:
    match = played("guild_master", seed)
    spec = match.variant.state
    went: Counter[tuple[int, int]] = Counter()
    for before, after in pairwise([moment.record for moment in match.positions()]):
        for card in range(before.card_count):
            then, now = before.place[card], after.place[card]
            owners = [spec.place_owner[place] if place < spec.places else -1 for place in (then, now)]
            if owners[0] != owners[1] and min(owners) >= 0:
                went[owners[0], owners[1]] += 1
    graph = exchange_graph(match)
    assert went
    assert went == {pair: graph.given(*pair) for pair in graph.edges}
    assert graph.kinds == ("trade",)


def test_in_guile_each_seat_passes_its_hand_to_the_other() -> None:
    """Three cards a round, then two, then one; the last of them is laid in the same act."""
    match = played("guile")
    graph, carried_on = exchange_graph(match), carried(match, "hand")
    rounds = len({passage.turn for passage in graph.passages})
    for pair in ((0, 1), (1, 0)):
        assert graph.given(*pair) % 6 == 0
        assert graph.given(*pair) * 5 == carried_on[pair] * 6
    assert rounds


def test_hands_are_passed_to_the_side_that_was_pointed_to() -> None:
    """EX-135: the Lady of the Lake; what everybody passed lies in the next hand after that act."""
    seen = set()
    for seed in range(12):
        match = played("excalibur", seed)
        positions = [moment.record for moment in match.positions()]
        hand = match.variant.state.place("hand")
        for passage in exchange_graph(match).passages:
            if passage.kind != "hand passed on":
                continue
            before, after = positions[passage.act], positions[passage.act + 1]
            held = [card for card in range(before.card_count) if before.place[card] == hand + passage.giver]
            moved = [after.place[card] - hand for card in held if after.place[card] != before.place[card]]
            assert set(moved) <= {passage.taker}
            seen.add((passage.taker - passage.giver) % match.seats if moved else 0)
    assert {1, 3} <= seen, "to the left and to the right"


def test_the_way_of_excalibur_is_that_of_its_holder() -> None:
    match = played("excalibur")
    graph = exchange_graph(match)
    ways = [passage for passage in graph.passages if passage.kind == CARD]
    assert ways
    assert all(earlier.taker == later.giver for earlier, later in pairwise(ways))
    kind = next(number for number, kind in enumerate(match.deck.kinds) if kind.key == "excalibur")
    card = match.deck.arrays.kind.tolist().index(kind)
    holder = match.variant.state.place_owner[match.positions()[-1].record.place[card]]
    assert ways[-1].taker == (holder if holder >= 0 else TABLE)
    assert graph.in_words()[-1].startswith("Excalibur: ")


def test_while_a_match_goes_on_nothing_hidden_is_told() -> None:
    match = played("excalibur", acts=60)
    assert not match.over
    assert CARD not in exchange_graph(match).kinds, "hands are hidden, and so is whether Excalibur is in one"


def test_a_bid_goes_against_the_one_before_it_and_a_sponsor_gives_to_who_joins() -> None:
    match = played("quests")
    graph = exchange_graph(match)
    assert {"sponsorship", "higher bid"} <= set(graph.kinds)
    for passage in graph.passages:
        acted = match.seat_names[passage.taker if passage.kind == "sponsorship" else passage.giver]
        assert passage.kind == CARD or passage.said.startswith(acted)


@pytest.mark.parametrize("game", list_games())
def test_every_game_draws_its_own_and_files_hold_it(game: str) -> None:
    graph = exchange_graph(played(game))
    drawn = ElementTree.fromstring(graph.picture())
    assert {part.get("data-key") for part in drawn.iter() if part.get("data-key")} == set(map(str, graph))
    assert {part.get("data-edge") for part in drawn.iter() if part.get("data-edge")} == {
        f"{giver} > {taker}" for giver, taker in graph.edges
    }
    assert "nan" not in graph.picture()
    assert set(graph.said_of()) == set(graph)
    assert set(in_plain_words(graph)) == set(graph)
    assert text_of(graph, ".dot").count("->") == graph.number_of_edges()


def test_a_match_in_which_nothing_was_exchanged_is_drawn_and_says_so() -> None:
    graph = exchange_graph(Match("guild_master", seats=2, seed=1))
    assert networkx.is_empty(graph)
    assert graph.in_words() == ["Exchanges in Guild Master: nothing went from seat to seat."]
    assert graph.picture().startswith("<svg")
    assert isinstance(graph.copy(), ExchangeGraph)


def test_an_exchange_that_names_what_there_is_not_is_refused() -> None:
    events = EventKinds([EventKind("{seat} gives.", (("seat", "seat"), ("other", "seat")), name="gave")])
    Exchanges((Exchange("gift", "gave", "seat", "other"),)).check(events)
    for wrong in (
        Exchange("gift", "gives", "seat", "other"),
        Exchange("gift", "gave", "seat", "friend"),
        Exchange("gift", "gave", "took.seat", "other"),
    ):
        with pytest.raises(DeclarationError, match="gift"):
            Exchanges((wrong,)).check(events)
    with pytest.raises(DeclarationError, match="around"):
        Exchange("gift", "gave")


def test_a_seat_is_drawn_in_the_colour_that_was_chosen() -> None:
    graph = exchange_graph(Match("cadwallon", seats=2, seed=1, colours={0: 3}))
    assert [f'fill="{seat_colour(number)}"' in graph.picture() for number in range(4)] == [False, True, False, True]
    assert graph.until(0).picture().count(f'fill="{seat_colour(3)}"') == 1

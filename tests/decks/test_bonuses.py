"""Rings and chains of bonuses, for any way in which cards may name one another."""

from __future__ import annotations

import itertools

import networkx
from hypothesis import given
from hypothesis import strategies as st

from workbench.decks import Deck
from workbench.decks.bonuses import bonus_sources, chains, chains_to, linked, rings

CARDS = 9
one_source = st.lists(st.none() | st.integers(0, CARDS - 1), min_size=CARDS, max_size=CARDS).map(
    lambda sources: {card: [] if source in (None, card) else [source] for card, source in enumerate(sources)}
)
many_sources = st.lists(st.sets(st.integers(0, CARDS - 1), max_size=4), min_size=CARDS, max_size=CARDS).map(
    lambda sources: {card: sorted(given - {card}) for card, given in enumerate(sources)}
)


def graph_of(sources: dict[int, list[int]]) -> networkx.DiGraph:
    """An edge from each card to its source, as networkx would be asked."""
    return networkx.DiGraph({card: list(given) for card, given in sources.items()})


def without_cuts(sources: dict[int, list[int]]) -> dict[int, list[int]]:
    """The sources without the bonus that closes each ring."""
    cuts = {(ring[-1], ring[0]) for ring in rings(sources)}
    return {card: [source for source in given if (card, source) not in cuts] for card, given in sources.items()}


@given(one_source)
def test_where_a_card_has_one_source_at_most_every_ring_is_found_once(sources: dict[int, list[int]]) -> None:
    found = rings(sources)
    assert sorted(map(frozenset, found), key=sorted) == sorted(
        map(frozenset, networkx.simple_cycles(graph_of(sources))), key=sorted
    )


@given(one_source | many_sources)
def test_a_ring_is_made_of_bonuses_from_card_to_card(sources: dict[int, list[int]]) -> None:
    for ring in rings(sources):
        assert len(set(ring)) == len(ring) >= 2
        for card, source in zip(ring, (*ring[1:], ring[0]), strict=True):
            assert source in sources[card]


@given(one_source | many_sources)
def test_with_the_closing_bonus_of_every_ring_cut_none_is_left(sources: dict[int, list[int]]) -> None:
    assert networkx.is_directed_acyclic_graph(graph_of(without_cuts(sources)))


@given(one_source | many_sources)
def test_the_chain_to_a_card_is_the_longest_there_is(sources: dict[int, list[int]]) -> None:
    forward = without_cuts(sources)
    found = chains_to(sources)
    assert set(found) == set(sources)
    for card, chain in found.items():
        assert chain[-1] == card
        for source, following in itertools.pairwise(chain):
            assert source in forward[following]
        below = networkx.descendants(graph_of(forward), card) | {card}
        assert len(chain) == networkx.dag_longest_path_length(graph_of(forward).subgraph(below)) + 1


@given(one_source | many_sources)
def test_every_card_with_a_bonus_stands_in_a_chain_and_long_ones_come_first(sources: dict[int, list[int]]) -> None:
    found = chains(sources)
    forward = without_cuts(sources)
    assert {card for chain in found for card in chain} >= {card for card, given in forward.items() if given}
    assert [len(chain) for chain in found] == sorted(map(len, found), reverse=True)
    assert len({chain[-1] for chain in found}) == len(found)


def test_the_longest_chain_of_the_medieval_deck_has_six_cards(medieval: Deck) -> None:
    names = [str(row["name"]) for row in medieval.rows]
    longest, *others = chains(bonus_sources(medieval))
    assert [names[card] for card in longest] == [
        "Fishing Village", "Dye Maker", "Printing Press", "Library", "University", "Sage",
    ]  # fmt: skip
    assert max(map(len, others)) == 4
    assert rings(bonus_sources(medieval)) == []


def test_a_missing_source_is_the_source_of_nothing(hamlet: Deck) -> None:
    deck = hamlet.edit(change=[{"card_id": "bakery", "bonus_source": "", "bonus_source_printed": "Windmill"}])
    assert bonus_sources(hamlet) == {0: [], 1: [0], 2: []}
    assert bonus_sources(deck) == {0: [], 1: [], 2: []}


@given(many_sources)
def test_every_card_with_a_bonus_is_in_one_group_behind_those_that_lead_to_it(sources: dict[int, list[int]]) -> None:
    groups, leading = linked(sources), chains_to(sources)
    together = networkx.connected_components(graph_of(sources).to_undirected())
    assert sorted(map(sorted, groups)) == sorted(sorted(group) for group in together if len(group) > 1)
    assert [len(group) for group in groups] == sorted(map(len, groups), reverse=True)
    for group in groups:
        for place, card in enumerate(group):
            assert set(leading[card][:-1]) <= set(group[:place]), "what leads to a card stands before it"

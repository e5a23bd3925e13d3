"""What a game gets when it declares only its rules and its card list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.example_game import GAME as PLEDGES
from tests.example_game import PLAIN_DECK
from tests.small_game.joust import GAME
from tests.small_game.kuhn import KUHN
from workbench.decks import Deck, list_decks, load_deck
from workbench.kernel.actions import PEOPLE_ONLY, ActionSpace, Verb
from workbench.kernel.chance import OF_CARDS
from workbench.kernel.defaults import LARGEST, plain_arrays
from workbench.kernel.game import Game
from workbench.kernel.phases import PLAY
from workbench.kernel.registry import game, register, registered, unregister
from workbench.kernel.rule import rule
from workbench.kernel.scenes.plain import plain_scene
from workbench.kernel.scoring import MOST_POINTS, POINTS
from workbench.kernel.tables import CardTable, Column
from workbench.play import Match
from workbench.storage.errors import DeckError, OptionError

KEY = Column("card_id", "key", "a short id", required=True)
NAME = Column("name", "name", "the name", required=True)


@pytest.fixture(autouse=True)
def joust() -> Iterator[Game]:
    """The small game, known while a test runs."""
    with registered(GAME) as found:
        yield found


def deck_of(columns: tuple[Column, ...], *rows: dict[str, Any], categories: str = "") -> Deck:
    """A deck of a game with a card table of its own."""
    table = CardTable("cards.csv", (KEY, NAME, *columns), least=1, most=5)
    register(replace(GAME, tables=(table,)))
    meta = {
        "title": "Made",
        "game": "joust",
        "categories": [{"letter": one, "name": one * 2, "sign": "✿", "colour": "#3f6b1f"} for one in categories],
    }
    cards = [{"card_id": f"c{i}", "name": f"Card {i}", **row} for i, row in enumerate(rows)]
    return Deck.from_dict({"format": 1, "game": "joust", "name": "made", "meta": meta, "tables": {"cards.csv": cards}})


# Variants


def test_a_variant_that_declares_no_more_has_seats_phases_and_a_ranking():
    variant = KUHN
    assert (variant.key, variant.title) == ("base_game", "Base game")
    assert variant.seats == range(2, variant.state.max_seats + 1)
    assert variant.default_seats == 2
    assert variant.phases is PLAY
    assert PLAY.titles == (("play", "Play"),)
    assert variant.events.kinds == ()
    assert variant.ranking is MOST_POINTS
    assert variant.ranking.reasons[POINTS].name == variant.ranking.chain[0]


def test_what_a_variant_declares_stands():
    variant = replace(GAME.variants[0], seats=range(3, 5), default_seats=4)
    assert (variant.seats, variant.default_seats) == (range(3, 5), 4)
    actions = PLEDGES.variants[0].actions
    assert PLEDGES.variants[0].passes[:2] == (actions.pass_, actions.done)
    assert PLEDGES.variants[0].default_seats == 4
    assert PLEDGES.variants[0].ranking is not MOST_POINTS


@pytest.mark.parametrize("name", ["setup", "legal", "step", "score", "choose"])
def test_a_function_that_is_not_marked_as_a_rule_is_refused(name):
    def unmarked(*arguments):
        return 0

    with pytest.raises(ValueError, match=f"Base game: {name} is no rule function; write @rule above it"):
        replace(GAME.variants[0], **{name: unmarked})


def test_a_time_out_plays_the_verb_declared_last_if_nothing_is_said():
    talk = Verb((), "Talk", use=PEOPLE_ONLY, name="talk")
    actions = ActionSpace((Verb((), "Draw", name="draw"), Verb((), "Stop", name="stop"), talk))
    assert replace(GAME.variants[0], actions=actions, pass_verbs=()).passes == (actions.stop, actions.draw)


def test_a_time_out_of_a_game_that_names_no_pass_finds_something_to_play():
    match = Match("joust", seed=1)
    match.play_default(0)
    assert match.to_act == (1,)


# Games


def test_a_game_that_declares_no_more_has_the_random_bot_and_a_plain_table():
    assert [bot.name for bot in GAME.bots] == ["random"]
    assert GAME.scene is plain_scene
    assert GAME.deck_arrays is plain_arrays
    assert PLEDGES.scene is not plain_scene


def test_a_deck_may_not_hold_more_cards_than_a_record():
    table = replace(GAME.tables[0], most=41)
    with pytest.raises(ValueError, match=r"cards\.csv may list 41 cards, but a record of Joust holds 40"):
        replace(GAME, tables=(table,))


def test_the_rules_of_a_game_in_one_file_are_what_it_says_at_its_top():
    assert GAME.rules.startswith("Joust: three tilts")


def test_a_game_of_a_notebook_lies_in_the_working_folder_and_has_no_rules_yet(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scope: dict[str, Any] = {"__name__": "__main__", "__doc__": "Automatically created module"}
    exec(compile("def setup(state, deck, events): pass", "/tmp/ipykernel_1/2.py", "exec"), scope)
    noted = replace(GAME, variants=(replace(GAME.variants[0], setup=rule(scope["setup"])),))
    assert noted.folder == tmp_path
    assert noted.rules == f"The rules of Joust are not written down. Write them into {tmp_path / 'RULES.md'}."
    (tmp_path / "RULES.md").write_text("# Ours", encoding="utf-8")
    assert noted.rules == "# Ours"


def test_a_game_that_nobody_has_registered_says_how_it_becomes_known():
    unregister("joust")
    with pytest.raises(OptionError, match=r"Joust is not known by its id 'joust' yet. Call .*register\(\.\.\.\)"):
        Match(GAME)
    register(GAME)
    assert game(GAME) is GAME


def test_the_decks_of_an_outside_game_lie_beside_its_files():
    assert list_decks("joust") == ("tourney",)
    assert load_deck("joust").meta.title == "A Small Tourney"
    register(PLEDGES)
    assert load_deck("pledges") == load_deck("pledges", PLAIN_DECK)


def test_the_decks_of_a_packaged_game_lie_with_the_others():
    assert {"medieval", "roman"} <= set(list_decks("guild_master"))


# A deck's arrays


def test_copies_of_a_card_are_neighbours_and_the_rest_of_the_record_is_empty():
    count = Column("count", "number", "copies", least=1, most=5)
    arrays = deck_of((count,), {"count": 2}, {}).arrays
    assert (arrays.card_count, arrays.kind_count) == (3, 2)
    assert arrays.kind.tolist() == [0, 0, 1, -1, -1]
    assert "count" not in arrays._fields


def test_each_column_but_names_and_texts_becomes_an_array_by_kind():
    columns = (
        Column("worth", "number", "worth", least=-9, most=9),
        Column("royal", "flag", "royal blood"),
        Column("rank", "choice", "rank", choices=("squire", "knight")),
        Column("suit", "letter", "suit"),
        Column("letters", "letters", "letters", length=2),
        Column("liege", "card", "whom the card serves"),
        Column("note", "text", "a remark"),
    )
    full = {"worth": -3, "royal": 1, "rank": "knight", "suit": "B", "letters": "AB", "liege": "Card 1", "note": "tall"}
    arrays = deck_of(columns, full, {}, categories="AB").arrays
    assert arrays._fields == ("card_count", "kind_count", "kind", *(column.key for column in columns[:-1]), *OF_CARDS)
    for name, expected in (
        ("worth", [-3, 0, 0, 0, 0]),
        ("royal", [1, 0, 0, 0, 0]),
        ("rank", [1, -1, -1, -1, -1]),
        ("suit", [1, -1, -1, -1, -1]),
        ("liege", [1, -1, -1, -1, -1]),
        ("letters", [[0, -1, -1, -1, -1], [1, -1, -1, -1, -1]]),
    ):
        array = getattr(arrays, name)
        assert array.dtype == np.int64
        assert array.tolist() == expected, name


@pytest.mark.parametrize("key", ["kind", "card_count", "first_card", "copies", "identity"])
def test_a_column_may_not_have_the_name_of_an_array_that_every_deck_has(key):
    with pytest.raises(ValueError, match=f"every deck has an array '{key}'"):
        _ = deck_of((Column(key, "number", "a number"),), {}).arrays


@pytest.mark.parametrize(("worth", "fits"), [(LARGEST, True), (LARGEST + 1, False), (-LARGEST - 1, False)])
def test_a_number_that_rules_could_not_read_is_refused(worth, fits):
    deck = deck_of((Column("worth", "number", "worth"),), {"worth": worth})
    if fits:
        assert deck.arrays.worth[0] == worth
    else:
        with pytest.raises(DeckError, match=f"worth is {worth} in the deck 'made'. Give a number up to {LARGEST}."):
            _ = deck.arrays

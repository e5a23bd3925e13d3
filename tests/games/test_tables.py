"""What a game's table declares for rules and for a type checker is what the record and the deck have."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import textwrap
from typing import get_type_hints

import pytest

import workbench as wb
from workbench.decks import load_deck
from workbench.games.cadwallon.actions import EFFECT_OF_ACTION
from workbench.games.cadwallon.options import CHOICE_OF_CONDITION
from workbench.games.cadwallon.table import JUDGED, TOLD_OF_WINNER, CadwallonState
from workbench.games.excalibur.table import ExcaliburState
from workbench.games.guild_master.labyrinth_city.table import TOLD_OF_SIDE, CityState
from workbench.games.guild_master.player_interaction.table import InteractionState
from workbench.games.guild_master.table import GuildMasterState
from workbench.games.guile.table import GuileState
from workbench.games.quests.battle import RANK
from workbench.games.quests.deck import EVENT
from workbench.games.quests.rules import EFFECT_OF_EVENT
from workbench.games.quests.shields import TOLD_OF_RANK
from workbench.games.quests.table import QuestsState
from workbench.kernel.arrays import AnyDeck, InPlay
from workbench.kernel.engine.speeds import deck_parts, rules_of
from workbench.kernel.game import Variant
from workbench.kernel.state import NONE, Record

RECORDS = {
    "cadwallon base_game": CadwallonState,
    "excalibur base_game": ExcaliburState,
    "guild_master base_game": GuildMasterState,
    "guild_master player_interaction": InteractionState,
    "guild_master labyrinth_city": CityState,
    "guile base_game": GuileState,
    "quests base_game": QuestsState,
}
DECKS = {"cadwallon": "deck", "excalibur": "table", "guild_master": "deck", "guile": "deck", "quests": "deck"}


def variants() -> list[tuple[str, Variant]]:
    """Every variant of every game, by its name."""
    return [(f"{game} {variant.key}", variant) for game in wb.list_games() for variant in wb.game(game).variants]


@pytest.mark.parametrize(("name", "variant"), variants(), ids=lambda part: part if isinstance(part, str) else "")
def test_a_record_names_the_house_rules_of_its_variant_and_no_others(name: str, variant: Variant) -> None:
    names = importlib.import_module(RECORDS[name].__module__.replace(".table", ".names"))
    assert RECORDS[name].__bases__[0] is names.HouseRules
    assert names.OPTIONS is variant.options  # names.pyi lists them; see test_declared_names.py
    assert "__annotations__" not in vars(RECORDS[name])


@pytest.mark.parametrize(("name", "variant"), variants(), ids=lambda part: part if isinstance(part, str) else "")
def test_a_record_declares_the_fields_of_its_variant(name: str, variant: Variant) -> None:
    declared = {field.name for field in RECORDS[name].declared()}
    general = {*Record.__annotations__, *(option.key for option in variant.options)}
    assert declared == {field.name for field in variant.state.fields} - general


@pytest.mark.parametrize("game", DECKS)
def test_a_deck_that_is_played_with_has_what_its_type_says(game: str) -> None:
    module = importlib.import_module(f"workbench.games.{game}.{DECKS[game]}")
    (kind,) = (one for one in vars(module).values() if isinstance(one, type) and InPlay in one.__bases__)
    there = set(deck_parts(load_deck(game, wb.game(game).default_deck).arrays))
    assert set(get_type_hints(kind)) == there
    properties = {name for name, part in vars(AnyDeck).items() if isinstance(part, property)}
    assert {*properties, *get_type_hints(AnyDeck)} <= there


def needless(source: str) -> list[str]:
    """Where a rule converts what is a whole number already: `int(...)` around what a record or a deck holds."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    named = [ast.unparse(call) for call in calls if ast.unparse(call.func) == "int"]
    return [call for call in named if re.fullmatch(r"int\((state|deck|view|lines|actions)\b[^()=<>&|]*\)", call)]


@pytest.mark.parametrize(("name", "variant"), variants())
def test_a_rule_reads_whole_numbers_as_they_are(name: str, variant: Variant) -> None:
    assert needless("seat = int(state.dealer) + int(deck.kind[card]) + int(state.over == 1)") == [
        "int(state.dealer)",
        "int(deck.kind[card])",
    ]
    found = {rule.__qualname__: needless(textwrap.dedent(inspect.getsource(rule))) for rule in rules_of(variant)}
    assert {rule: calls for rule, calls in found.items() if calls} == {}, name


def test_what_follows_another_declaration_has_a_name_for_all_of_it_that_needs_one() -> None:
    assert NONE not in EFFECT_OF_ACTION
    assert NONE not in CHOICE_OF_CONDITION
    assert NONE not in TOLD_OF_SIDE
    assert [name for name, told in zip(EVENT, EFFECT_OF_EVENT, strict=True) if told == NONE] == ["none"]
    assert [name for name, told in zip(RANK, TOLD_OF_RANK, strict=True) if told == NONE] == ["squire"]
    assert [name for name, told in zip(JUDGED, TOLD_OF_WINNER, strict=True) if told == NONE] == ["nobody", "tie"]

"""However long a given value is, the error that refuses it stays short."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import workbench as wb
from tests.cli.typed import MEDIEVAL
from workbench.cli import main
from workbench.decks.editor import DeckEditor
from workbench.decks.exchange import export, read_upload
from workbench.decks.versions import Versions
from workbench.pages.messages import read
from workbench.storage.errors import WorkbenchError
from workbench.terminal import item_labelled
from workbench.widgets import DeckStudio, PlayApp
from workbench.widgets.grid.card_grid import CardGrid
from workbench.widgets.grid.deck_fields import DeckFields

LONG = 100_000
MOST_QUOTED = 200
GAME = "guild_master"
MEDIEVAL_DICT = wb.load_deck(GAME).to_dict()


def with_card(**cells: str) -> dict[str, Any]:
    """The medieval deck as data, its first card changed."""
    tables = {file: [dict(row) for row in rows] for file, rows in MEDIEVAL_DICT["tables"].items()}
    tables["cards.csv"][0] |= cells
    return {**MEDIEVAL_DICT, "tables": tables, "digest": ""}


def with_meta(**values: Any) -> dict[str, Any]:
    """The medieval deck as data, its deck.toml changed."""
    return {**MEDIEVAL_DICT, "meta": MEDIEVAL_DICT["meta"] | values, "digest": ""}


def uploaded(text: str) -> object:
    """What a file with this text becomes; an error in the list is raised like one in the file."""
    deck = wb.load_deck(GAME)
    found = read_upload(deck.game, "list.csv", text.encode(), deck).findings[0]
    raise WorkbenchError(str(found))


REFUSED: dict[str, Callable[[str], object]] = {
    "game": wb.game,
    "bot": lambda x: wb.Match(GAME, bots={0: x}),
    "seats": lambda x: wb.Match(GAME, seats=x),
    "seed": lambda x: wb.Match(GAME, seed=x),
    "option": lambda x: wb.Match(GAME, options={x: 1}),
    "value of an option": lambda x: wb.Match(GAME, options={"deal_size": x}),
    "choice of an option": lambda x: wb.Match(GAME, options={"lead_ties": x}),
    "action": lambda x: wb.Match(GAME, seed=1).play(0, x),
    "actions": lambda x: wb.Match(GAME, seed=1).play(0, [x]),
    "seat": lambda x: wb.Match(GAME, seed=1).view(x),
    "saved match": wb.Match.load,
    "place of a match": lambda x: wb.Match(GAME, seed=1).save(f"no/{x}"),
    "format of a match": lambda x: wb.Match.from_dict({"format": "roundtable-workbench match", "format_version": x}),
    "deck": lambda x: wb.load_deck(GAME, x),
    "folder of a deck": lambda x: wb.load_deck(GAME, Path(x)),
    "deck that climbs": lambda x: wb.load_deck(GAME, f"../{x}"),
    "place of a deck": lambda x: wb.load_deck(GAME).save(f"/dev/null/{x}"),
    "format of a deck": lambda x: wb.Deck.from_dict({"format": x}),
    "game of a deck": lambda x: wb.Deck.from_dict({"format": 1, "game": x}),
    "name of a deck": lambda x: wb.Deck.from_dict({**MEDIEVAL_DICT, "name": x, "digest": ""}),
    "table of a deck": lambda x: wb.Deck.from_dict({**MEDIEVAL_DICT, "tables": {x: []}}),
    "id": lambda x: wb.Deck.from_dict(with_card(card_id=x)),
    "name": lambda x: wb.Deck.from_dict(with_card(name=x)),
    "letters": lambda x: wb.Deck.from_dict(with_card(resources=x)),
    "source of a bonus": lambda x: wb.Deck.from_dict(with_card(bonus_source=x)),
    "printed source of a bonus": lambda x: wb.Deck.from_dict(
        with_card(bonus_source_printed=x[:3999], bonus_resource="")
    ),
    "column": lambda x: wb.Deck.from_dict(with_card(**{x: "1"})),
    "key of a deck.toml": lambda x: wb.Deck.from_dict(with_meta(**{x: 1})),
    "value of a deck.toml": lambda x: wb.Deck.from_dict(with_meta(version=x)),
    "option of a deck.toml": lambda x: wb.Deck.from_dict(with_meta(options={x: 1})),
    "value of an option of a deck.toml": lambda x: wb.Deck.from_dict(with_meta(options={"deal_size": x})),
    "letter of a category": lambda x: wb.Deck.from_dict(with_meta(categories=[{"letter": x}])),
    "edited card": lambda x: wb.load_deck(GAME).edit(remove=[x]),
    "edited column": lambda x: wb.load_deck(GAME).edit(change=[{"card_id": "moat", x: "1"}]),
    "edited table": lambda x: wb.load_deck(GAME).edit(remove=["moat"], table=x),
    "added card": lambda x: wb.load_deck(GAME).edit(add=[x]),
    "cell": lambda x: DeckEditor(wb.load_deck(GAME)).set_cells("cards.csv", [(1, x, "x")]),
    "line of a deck.toml": lambda x: DeckEditor(wb.load_deck(GAME)).set_meta(x, "x"),
    "kind of a file": lambda x: export(wb.load_deck(GAME), x),
    "table of a file": lambda x: export(wb.load_deck(GAME), "csv", x),
    "header of an uploaded list": lambda x: uploaded(f"{x},b\n1,2\n"),
    "column of an uploaded list": lambda x: uploaded(f"card_id,name,resources,{x}\nroad,Road,QQ\n"),
    "letters of an uploaded list": lambda x: uploaded(f"card_id,name,resources\nroad,Road,{x}\n"),
    "name in an uploaded list": lambda x: uploaded(f"card_id,name,resources\nroad,{x},QQ\n"),
    "formula in an uploaded list": lambda x: uploaded(f"card_id,name,resources\nroad,Road,={x}\n"),
    "key of an uploaded TOML": lambda x: uploaded(f"title = 'x'\n{x} = 1\n"),
    "key twice in an uploaded TOML": lambda x: read_upload(
        wb.game(GAME), "a.toml", f"[{x}]\n[{x}]\n".encode(), wb.load_deck(GAME)
    ),
    "name of versions": lambda x: Versions(GAME, x).load(1),
    "number of a version": lambda x: Versions(GAME, "medieval", Path("/nowhere")).load(x),
    "games": lambda x: wb.simulate(GAME, games=x),
    "bots": lambda x: wb.simulate(GAME, games=1, bots=x),
    "check": lambda x: wb.check_game(GAME, checks=[x]),
    "what is typed in a match": lambda x: item_labelled(x, []),
    "message": lambda x: read(PlayApp.heard, x),
    "type of a message": lambda x: read(PlayApp.heard, {"type": x}),
    "part of a message": lambda x: read(PlayApp.heard, {"type": "act", "actions": x}),
    "part of a part of a message": lambda x: read(PlayApp.heard, {"type": "act", "actions": [x]}),
    "unknown part of a message": lambda x: read(PlayApp.heard, {"type": "undo", x: 1}),
    "too long part of a message": lambda x: read(PlayApp.heard, {"type": "hello", "id": x * 300}),
    "message of a grid": lambda x: read(CardGrid.heard, {"type": "set", "id": "1", "revision": x}),
    "cells in a message of a grid": lambda x: read(
        CardGrid.heard,
        {"type": "set", "id": "1", "revision": 1, "file": "cards.csv", "cells": [[x, x, x]]},
    ),
    "type of a message of the fields": lambda x: read(DeckFields.heard, {"type": x}),
    "seed in a message of a studio": lambda x: read(
        DeckStudio.heard, {"type": "measure", "seats": 3, "bots": ["a"], "games": 1, "seed": x[:200]}
    ),
}


def refusal(use: Callable[[str], object], given: str) -> str:
    with pytest.raises(WorkbenchError) as refused:
        use(given)
    return str(refused.value)


@pytest.mark.parametrize("what", REFUSED)
@pytest.mark.parametrize("sign", ["?", "x", "é "])
def test_an_error_quotes_little_of_a_long_value(
    what: str, sign: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    short, long = (refusal(REFUSED[what], (sign * count)[:count]) for count in (7, LONG))
    assert len(long) <= len(short) + MOST_QUOTED, long[:2000]


TYPED: dict[str, Callable[[str], list[str]]] = {
    "a command": lambda x: [x],
    "an unknown option": lambda x: ["play", GAME, f"--{x}"],
    "an argument too many": lambda x: ["play", GAME, x],
    "a number": lambda x: ["play", GAME, "--seats", x],
    "a number with its option": lambda x: ["play", GAME, f"--seats={x}"],
    "a port": lambda x: ["--port", x],
    "a choice": lambda x: ["lint", GAME, "--level", x],
    "a game": lambda x: ["play", x],
    "a deck": lambda x: ["lint", x],
    "the path of a deck": lambda x: ["lint", f"./{x}"],
    "a deck of a game": lambda x: ["play", GAME, "--deck", x],
    "an option": lambda x: ["play", GAME, "--option", x],
    "a value of an option": lambda x: ["play", GAME, "--option", f"lead_ties={x}"],
    "people": lambda x: ["play", GAME, "--people", x],
    "a saved match": lambda x: ["play", "--load", x],
    "a file to convert": lambda x: ["convert", x, "town.csv"],
    "a file to write": lambda x: ["convert", GAME, f"no/{x}.csv"],
    "a folder to write": lambda x: ["convert", str(MEDIEVAL / "cards.csv"), f"/dev/null/{x}", "--game", GAME],
    "a folder to serve": lambda x: ["serve", x],
    "a table": lambda x: ["simulate", GAME, "--csv", "-", "--table", x],
    "a file for a table": lambda x: ["simulate", GAME, "--csv", f"no/{x}"],
    "a check": lambda x: ["check", GAME, "--only", x],
}


@pytest.mark.parametrize("what", TYPED)
def test_the_command_quotes_little_of_what_was_typed(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = []
    for count in (7, LONG):
        with contextlib.redirect_stderr(io.StringIO()) as stream, contextlib.suppress(SystemExit):
            assert main(TYPED[what]("x" * count)) == 2
        said.append(stream.getvalue())
    assert said[0]
    assert len(said[1]) <= len(said[0]) + MOST_QUOTED, said[1][:2000]

"""The rules as the page gets them: every rule, how to play, and nothing but text and the game's own pictures."""

from __future__ import annotations

import re
from base64 import b64decode
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import workbench as wb
from tests.example_game import GAME
from workbench.kernel.registry import game as find_game
from workbench.kernel.registry import list_games
from workbench.widgets import PlayApp
from workbench.widgets.table.play_app import SCORE
from workbench.widgets.table.rules import rules_of_phases, rules_page

GAMES = sorted(wb.list_games())
MOST_WORDS, MOST_BYTES = 150, 60_000


def page_of(rules: str, how_to_play: str = "", folder: Path = Path()) -> dict[str, Any]:
    """The page of a game that says this."""
    return rules_page(SimpleNamespace(title="Joust", rules=rules, how_to_play=how_to_play, folder=folder))


def blocks_of(page: dict[str, Any]) -> list[dict[str, Any]]:
    return [block for section in page["sections"] for block in section["blocks"]]


def words_of(runs: list[dict[str, str]]) -> str:
    return "".join(run["text"] for run in runs)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_rule_of_the_ledger_is_on_the_page_once_and_in_order(game_id: str) -> None:
    rules = find_game(game_id).rules
    written = re.findall(r"(?m)^- \*\*([A-Z]{2}-\d{3})\*\*", rules)
    assert len(written) > 100
    assert [block["rule"] for block in blocks_of(rules_page(find_game(game_id))) if block["kind"] == "rule"] == written


@pytest.mark.parametrize("game_id", GAMES)
def test_no_word_of_the_rules_is_lost(game_id: str) -> None:
    game = find_game(game_id)
    page = rules_page(game)
    said = {
        "".join(block.get("rule", "") + words_of(block.get("runs", []))).replace(" ", "") for block in blocks_of(page)
    }
    for line in re.findall(r"(?m)^- (\*\*[A-Z]{2}-\d{3}\*\* .*(?:\n  .*)*)", game.rules):
        assert re.sub(r"[\s*`]", "", line) in {re.sub(r"[\s*`]", "", one) for one in said}


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_says_how_to_play_on_half_a_page_that_cites_its_rules(game_id: str) -> None:
    page = rules_page(find_game(game_id))
    runs = [run for block in page["how_to_play"] if block["kind"] == "text" for run in block["runs"]]
    assert next(run["text"] for run in runs if run["look"] == "strong") == "Goal."
    assert 80 < len("".join(run["text"] for run in runs if not run["rule"]).split()) <= MOST_WORDS + 15  # and brackets
    cited = {run["rule"] for run in runs if run["rule"]}
    assert len(cited) > 8
    assert cited <= {block["rule"] for block in blocks_of(page) if block["kind"] == "rule"}


@pytest.mark.parametrize("game_id", GAMES)
def test_its_pictures_are_small_and_described(game_id: str) -> None:
    pictures = [block for block in rules_page(find_game(game_id))["how_to_play"] if block["kind"] == "picture"]
    assert len(pictures) == 2
    for picture in pictures:
        kind, content = picture["source"].split(",")
        assert kind == "data:image/webp;base64"
        assert len(b64decode(content)) < MOST_BYTES
        assert len(picture["words"].split()) > 5


def test_a_game_without_half_a_page_has_its_rules_alone() -> None:
    page = rules_page(GAME)
    assert page["how_to_play"] == []
    assert any(block.get("rule") == "RP-001" for block in blocks_of(page))


def test_half_a_page_lies_beside_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(GAME)
    monkeypatch.setitem(game.__dict__, "folder", tmp_path)
    assert game.how_to_play == ""
    (tmp_path / "HOW_TO_PLAY.md").write_text("Pledge. Peek.", encoding="utf-8")
    assert game.how_to_play == "Pledge. Peek."


def test_markup_is_text_and_no_address_leaves_the_page() -> None:
    evil = "<script>alert(1)</script>\n\n[press](javascript:alert(1)) ![look](http://192.0.2.1/x.png)\n\n<b>bold</b>"
    blocks = blocks_of(page_of(evil, evil))
    assert [words_of(block["runs"]) for block in blocks] == ["<script>alert(1)</script>", "press look", "<b>bold</b>"]
    assert "192.0.2.1" not in str(page_of(evil, evil))
    assert "javascript" not in str(page_of(evil, evil))


@pytest.mark.parametrize("address", ["../secret.png", "gone.webp", "notes.txt", "http://192.0.2.1/x.png"])
def test_a_picture_that_is_none_of_the_games_becomes_its_words(tmp_path: Path, address: str) -> None:
    (tmp_path / "secret.png").write_bytes(b"secret")
    folder = tmp_path / "joust"
    folder.mkdir()
    (folder / "notes.txt").write_text("notes")
    (block,) = page_of("", f"![a lance]({address})", folder)["how_to_play"]
    assert (block["kind"], words_of(block["runs"])) == ("text", "a lance")


def test_tables_lists_code_and_headings_keep_their_shape() -> None:
    page = page_of(
        "# Joust\n\n## Blows\n\n### Hard\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n  - two\n\n```\nx\n```"
    )
    assert [section["title"] for section in page["sections"]] == ["Blows"]
    kinds = [block["kind"] for block in blocks_of(page)]
    assert kinds == ["heading", "table", "item", "item", "code"]
    assert [[words_of(cell) for cell in row] for row in blocks_of(page)[1]["rows"]] == [["a", "b"], ["1", "2"]]


# ---------------------------------------------------------------- of a phase


def rules_of(game_id: str, variant: int = 0) -> dict[str, list[str]]:
    """The rules of each phase, as the page tells them."""
    game = find_game(game_id)
    return rules_page(game, game.variants[variant])["phases"]


def test_the_rules_of_a_phase_are_those_that_its_functions_cite() -> None:
    trade, draw = rules_of("guild_master")["trade_1"], rules_of("guild_master")["draw_1"]
    assert {"GM-037", "GM-038", "GM-311"} <= set(trade)
    assert "GM-037" not in draw
    assert "GM-032" in draw
    assert set(rules_of("guild_master", 2)["placement"]) >= {"GM-246", "GM-249"}


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_every_rule_of_a_phase_stands_on_the_page(game_id: str) -> None:
    page = rules_page(find_game(game_id), find_game(game_id).variants[0])
    numbers = {block.get("rule") for section in page["sections"] for block in section["blocks"]}
    for phase, rules in page["phases"].items():
        assert set(rules) <= numbers, phase


def test_where_no_function_cites_rules_sections_that_are_called_alike_stand_for_them_or_their_steps() -> None:
    told = ["Nobody sees it.", "Odd: one begins.", "Then another.", "Pass: the crown goes on."]
    sections = [
        {"title": "Drawing chips", "blocks": [{"kind": "rule", "rule": "XX-001", "runs": [{"text": "Two."}]}]},
        {
            "title": "A round",
            "blocks": [
                {"kind": "rule", "rule": f"XX-01{number}", "runs": [{"text": text}]} for number, text in enumerate(told)
            ],
        },
        {"title": "The end", "blocks": []},
    ]
    bare = SimpleNamespace(begin=None, legal=None, answer=None, end=None)
    phases = [
        SimpleNamespace(key="draw", title="First draw", **vars(bare)),
        SimpleNamespace(key="x", title="Odd", **vars(bare)),
        SimpleNamespace(key="y", title="Over", **vars(bare)),
    ]
    found = rules_of_phases(SimpleNamespace(phases=phases), sections)
    assert found == {"draw": ["XX-001"], "x": ["XX-011", "XX-012"], "y": []}


def test_every_phase_in_which_somebody_acts_has_its_rules() -> None:
    for game in map(find_game, list_games()):
        for variant in game.variants:
            phases = rules_page(game, variant)["phases"]
            assert [key for key, rules in phases.items() if not rules and key != "game_over"] == [], variant.title


# ---------------------------------------------------------------- beside the table


def test_the_page_is_made_when_somebody_looks() -> None:
    app = PlayApp("guild_master", autosave=False)
    assert app.table.page == {}
    app.hear({"type": "turn", "to": "rules"})
    assert app.table.wanted == {"rule": "", "request": 1}
    assert app.table.page["title"] == "Guild Master"


def test_a_rule_that_is_pressed_elsewhere_opens_the_rules_there() -> None:
    app = PlayApp("guild_master", autosave=False)
    app.tabs.selected_index = SCORE
    app.hear({"type": "rule", "rule": "GM-021"})
    assert app.tabs.selected_index == SCORE, "the score stays where it is"
    assert app.table.page
    assert app.table.wanted == {"rule": "GM-021", "request": 1}
    app.hear({"type": "rule", "rule": "GM-021"})
    assert app.table.wanted == {"rule": "GM-021", "request": 2}, "the same rule is gone to once more"


def test_the_page_says_which_preset_a_match_is_played_by_and_where_the_presets_differ() -> None:
    game = find_game("quests")
    variant = game.variant()
    for options, said in (({}, "Use cases."), (variant.presets[0].values("published"), "Published rules.")):
        all_options = wb.Match("quests", seats=3, options=options).options
        first = rules_page(game, variant, all_options)["sections"][0]
        assert first["title"] == "Rules of this match"
        text, table = first["blocks"]
        assert words_of(text["runs"]).endswith(f"This match is played by: {said}")
        rows = {words_of(row[0]): [words_of(cell) for cell in row[1:]] for row in table["rows"]}
        assert rows["stage reveal"] == ["cards", "kind", str(all_options["stage_reveal"])]
        assert len(rows) == 1 + len(variant.presets[0].presets[0].values)
    own = rules_page(game, variant, {**all_options, "stage_reveal": "cards"})["sections"][0]["blocks"][0]
    assert "options of its own" in words_of(own["runs"])

"""A page that is told only what has changed of its scene draws the same as a page that is told the whole."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import pytest

from tests.e2e.harness import fresh
from workbench.play.differences import differences
from workbench.play.match import Match

MADE = """
async (told) => {
  const { changed } = await import("/differences.js");
  const [first, ...steps] = JSON.parse(told);
  const kept = JSON.stringify(first);
  const scenes = [];
  steps.reduce((scene, changes) => {
    scenes.push(changed(scene, changes));
    return scenes.at(-1);
  }, first);
  return { scenes, untouched: kept === JSON.stringify(first) };
}
"""
# A table as a notebook shows it, by a model that keeps what it is told and what is sent.
MODEL = """
async (scene) => {
  const table = (await import("/table/table.js")).default;
  const [values, heard, sent] = [{ scene, step: { number: scene.step, changes: [] } }, {}, []];
  const set = (news) => {
    Object.assign(values, news);
    const events = [...Object.keys(news).map((key) => `change:${key}`), "change"];
    for (const name of events) (heard[name] ?? []).forEach((hear) => hear());
  };
  const on = (name, hear) => (heard[name] ??= []).push(hear);
  const model = { get: (name) => values[name], set, on, send: (message) => sent.push(message) };
  table.render({ model, el: document.getElementById("table") });
  Object.assign(window, { model, told: sent });
}
"""
MESSAGE = "() => document.querySelector('.rt-message').textContent"


@pytest.fixture
def page(bare_page: Any, address: str) -> Any:
    fresh(bare_page, address)
    return bare_page


def scenes_of(match: Match, acts: int) -> list[dict[str, Any]]:
    """What a seat is shown after each of the first acts, as it arrives, with the numbers of the scenes."""
    chance, found = random.Random(5), []
    for number in range(acts):
        found.append(json.loads(json.dumps({**match.scene(1).as_dict(), "step": number + 1})))
        seat = chance.choice(match.to_act)
        match.play(seat, chance.choice(match.legal(seat)))
    return found


def test_a_page_makes_each_scene_of_the_one_before(page: Any) -> None:
    scenes = scenes_of(Match("guild_master", seats=4, seed=7), 40)
    steps = [differences(before, now) for before, now in pairwise(scenes)]
    made = page.evaluate(MADE, json.dumps([scenes[0], *steps]))
    assert made["scenes"] == scenes[1:]
    assert made["untouched"], "what is drawn is never changed under the drawing"


def test_a_table_follows_the_steps_and_asks_for_the_whole_where_one_is_missing(page: Any) -> None:
    first, second, third = scenes_of(Match("guile", seats=2, seed=7), 3)
    page.evaluate(MODEL, first)
    step = {"number": 2, "changes": differences(first, second)}
    assert 0 < len(step["changes"]) < 20
    page.evaluate("(step) => window.model.set({ step })", step)
    assert page.evaluate("window.model.get('scene')") == second
    page.evaluate("(step) => window.model.set({ step })", {"number": 4, "changes": [[["prompt"], "never"]]})
    assert page.evaluate("window.told.filter(({ type }) => type === 'whole').length") == 1
    page.evaluate("(scene) => window.model.set({ scene })", {**third, "step": 4})
    page.evaluate(
        "(step) => window.model.set({ step })", {"number": 5, "changes": [[["prompt"], "Go on"], [["step"], 5]]}
    )
    assert "Go on" in page.evaluate(MESSAGE)

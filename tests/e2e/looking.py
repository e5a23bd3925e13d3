"""What can be measured on a drawn table: overflow, overlap, texts that are cut, the size of type, contrast."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

LEAST_TYPE = 12  # pixels
LEAST_TARGET = 24  # pixels
HERE = Path(__file__).parent
MEASURE = (HERE / "measure.js").read_text(encoding="utf-8")
CONTRAST = (HERE / "contrast.js").read_text(encoding="utf-8")
SETTLE = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const ends = (one) => Number.isFinite(one.effect?.getComputedTiming().endTime);
  await frame();
  for (const one of document.getAnimations().filter(ends)) one.finish();
  await frame();
}"""
# What is measured stays on the page, where the contrast is told by it. `strange` says whether there is a text of a
# kind (its classes, those of what it lies in, and all their grounds) whose contrast this page has not told yet.
LOOK = f"""
window.settle = {SETTLE};
window.measured = (limits) => ({MEASURE[MEASURE.index("({") :].rstrip()})(limits);
window.contrasts = {CONTRAST[CONTRAST.index("async") :].rstrip()};
window.known = new Set();
const loose = new CSSStyleSheet(); // so that elementsFromPoint finds everything
loose.replaceSync("*, *::before, *::after {{ pointer-events: auto !important; }}");
window.look = async (limits) => {{
  await window.settle();
  document.adoptedStyleSheets.push(loose);
  const {{ faults, texts }} = window.measured(limits);
  document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(loose), 1);
  const kinds = texts.map(({{ kind, colour }}) => kind + colour);
  const strange = kinds.some((one) => !window.known.has(one));
  [window.texts, window.kinds] = [texts, kinds];
  return {{ faults, strange }};
}};
window.lookAtScenes = async (scenes, limits) => {{
  const found = [];
  for (const scene of scenes) {{
    window.show(scene);
    found.push((await window.look(limits)).faults);
  }}
  return found;
}};
"""
WITHOUT_TEXTS = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { color: transparent !important; transition: none !important; }");
  document.adoptedStyleSheets.push(sheet);
}"""
ANOTHER_SHEET = """(rules) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet];
}"""
CONTRASTS = """async (picture) => {
  document.adoptedStyleSheets.pop();
  for (const one of window.kinds) window.known.add(one);
  return window.contrasts({ picture, texts: window.texts });
}"""


def spoil(page: Any, rules: str) -> None:
    """Lay rules of style over a page, as a fault that shall be found would; without rules it is as it was."""
    page.evaluate(ANOTHER_SHEET, rules)


def _ready(page: Any) -> None:
    """The page has what is needed to look at it, which a page that was opened anew has not."""
    if not page.evaluate("Boolean(window.look)"):
        page.evaluate(f"() => {{ {LOOK} }}")


def limits(within: str) -> dict[str, Any]:
    """What is too small, and of what."""
    return {"leastType": LEAST_TYPE, "leastTarget": LEAST_TARGET, "within": within}


def faults_of(page: Any, *, contrast: bool = True, again: bool = True, within: str = ".rt-table") -> list[str]:
    """What is wrong with the table, or another part of the page, as it is drawn now, one line each.

    The contrast is told only where asked for; unless `again`, only if there is a text of a kind that it was not yet
    told of on this page, since a picture takes longer than all the rest.
    """
    _ready(page)
    found = page.evaluate("(limits) => window.look(limits)", limits(within))
    return found["faults"] + (pale(page) if contrast and (again or found["strange"]) else [])


def pale(page: Any) -> list[str]:
    """Which of the texts that were just measured the ground under them does not let one read."""
    if not hasattr(page, "eyes"):
        page.eyes = page.context.new_cdp_session(page)
    page.evaluate(WITHOUT_TEXTS)
    # Playwright's own picture shows the same, and is packed small, which takes longest.
    picture = page.eyes.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
    return page.evaluate(CONTRASTS, picture["data"])


def faults_of_scenes(page: Any, scenes: Iterable[dict[str, Any]]) -> list[list[str]]:
    """What is wrong with each of some scenes, but for the contrast; they are drawn one after the other at one go."""
    _ready(page)
    told = json.dumps([[*scenes], limits(".rt-table")])
    return json.loads(page.evaluate("async (told) => JSON.stringify(await lookAtScenes(...JSON.parse(told)))", told))

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
# kind (its classes, those of what it lies in up to the ground that covers all others, and their grounds) whose
# contrast this page has not told yet. On a page that is only looked at, everything stays loose: to loosen it and
# back is to work out all styles anew, which takes as long as to measure.
LOOK = f"""
window.settle = {SETTLE};
window.measured = (limits) => ({MEASURE[MEASURE.index("({") :].rstrip()})(limits);
window.contrasts = {CONTRAST[CONTRAST.index("async") :].rstrip()};
window.known = new Set();
const loose = new CSSStyleSheet(); // so that elementsFromPoint finds everything
loose.replaceSync("*, *::before, *::after {{ pointer-events: auto !important; }}");
window.loosen = () => {{
  if (document.adoptedStyleSheets.includes(loose)) return () => {{}};
  document.adoptedStyleSheets.push(loose);
  return () => void document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(loose), 1);
}};
window.look = async (limits) => {{
  await window.settle();
  const tighten = window.loosen();
  const {{ faults, texts }} = window.measured(limits);
  tighten();
  const kinds = texts.map(({{ kind, colour, large }}) => kind + colour + large);
  const strange = kinds.some((one) => !window.known.has(one));
  [window.texts, window.kinds] = [texts, kinds];
  return {{ faults, strange }};
}};
window.lookAtScenes = async (scenes, limits) => {{
  const [found, tighten] = [[], window.loosen()];
  for (const scene of scenes) {{
    window.show(scene);
    found.push((await window.look(limits)).faults);
  }}
  tighten();
  return found;
}};
"""
# What is measured need not be painted.
ONLY_LOOKED_AT = """() => {
  window.loosen();
  window.unpainted = true;
  document.documentElement.style.opacity = 0;
}"""
WITHOUT_TEXTS = """() => {
  document.documentElement.style.opacity = "";
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
  if (window.unpainted) document.documentElement.style.opacity = 0;
  for (const one of window.kinds) window.known.add(one);
  return window.contrasts({ picture, texts: window.texts });
}"""


def spoil(page: Any, rules: str) -> None:
    """Lay rules of style over a page, as a fault that shall be found would; without rules it is as it was."""
    page.evaluate(ANOTHER_SHEET, rules)


def only_look(page: Any) -> None:
    """From now on, until it is opened anew, the page is looked at and reached by keys alone."""
    _ready(page)
    page.evaluate(ONLY_LOOKED_AT)


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

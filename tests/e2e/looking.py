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
# The measurements stay on the page, where the contrast is computed from them. `strange` says whether there is a text
# of a kind (its classes, those of what it lies in up to the ground that covers all others, and their grounds) whose
# contrast this page has not computed yet. On a page that is only looked at, everything stays loose: loosening it and
# undoing that recomputes all styles, which takes as long as measuring.
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
    """Apply rules of style to a page, as a fault that has to be found would; without rules the page is as it was."""
    page.evaluate(ANOTHER_SHEET, rules)


def only_look(page: Any) -> None:
    """From now on, until it is opened again, the page is only looked at and used by keyboard."""
    _ready(page)
    page.evaluate(ONLY_LOOKED_AT)


def _ready(page: Any) -> None:
    """Give the page what is needed to look at it, which a newly opened page lacks."""
    if not page.evaluate("Boolean(window.look)"):
        page.evaluate(f"() => {{ {LOOK} }}")


def limits(within: str) -> dict[str, Any]:
    """The least sizes, and the part of the page that they apply to."""
    return {"leastType": LEAST_TYPE, "leastTarget": LEAST_TARGET, "within": within}


def faults_of(page: Any, *, contrast: bool = True, again: bool = True, within: str = ".rt-table") -> list[str]:
    """What is wrong with the table, or another part of the page, as it is drawn now, one line each.

    Contrast is checked only where asked for; unless `again`, only if there is a text of a kind not yet checked on this
    page, since a picture takes longer than all the rest.
    """
    _ready(page)
    found = page.evaluate("(limits) => window.look(limits)", limits(within))
    return found["faults"] + (pale(page) if contrast and (again or found["strange"]) else [])


def pale(page: Any) -> list[str]:
    """Which of the texts just measured cannot be read on the ground under them."""
    if not hasattr(page, "eyes"):
        page.eyes = page.context.new_cdp_session(page)
    page.evaluate(WITHOUT_TEXTS)
    # Playwright's own picture shows the same but is packed small, which takes longest.
    picture = page.eyes.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
    return page.evaluate(CONTRASTS, picture["data"])


def faults_of_scenes(page: Any, scenes: Iterable[dict[str, Any]]) -> list[list[str]]:
    """What is wrong with each of some scenes, contrast aside; they are drawn one after the other in one call."""
    _ready(page)
    told = json.dumps([[*scenes], limits(".rt-table")])
    return json.loads(page.evaluate("async (told) => JSON.stringify(await lookAtScenes(...JSON.parse(told)))", told))

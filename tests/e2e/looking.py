"""What can be measured on a drawn table: overflow, overlap, texts that are cut, the size of type, contrast."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

LEAST_TYPE = 12  # pixels
LEAST_TARGET = 24  # pixels
HERE = Path(__file__).parent
MEASURE = (HERE / "measure.js").read_text(encoding="utf-8")
CONTRAST = (HERE / "contrast.js").read_text(encoding="utf-8")
WITHOUT_TEXTS = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { color: transparent !important; transition: none !important; }");
  document.adoptedStyleSheets.push(sheet);
}"""
STILL = """() => {
  const ends = (one) => Number.isFinite(one.effect?.getComputedTiming().endTime);
  const moving = document.getAnimations().filter(ends);
  return Promise.all(moving.map((one) => one.finished.catch(() => null))).then(() => true);
}"""
ANOTHER_SHEET = """(rules) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet];
}"""
WITH_TEXTS = "() => void document.adoptedStyleSheets.pop()"


def spoil(page: Any, rules: str) -> None:
    """Lay rules of style over a page, as a fault that shall be found would."""
    page.evaluate(ANOTHER_SHEET, rules)


def faults_of(page: Any, *, contrast: bool = True, within: str = ".rt-table") -> list[str]:
    """What is wrong with the table, or another part of the page, as it is drawn now, one line each."""
    limits = {"leastType": LEAST_TYPE, "leastTarget": LEAST_TARGET, "within": within}
    page.evaluate(STILL)
    found = page.evaluate(f"(limits) => ({MEASURE[MEASURE.index('({') :].rstrip()})(limits)", limits)
    if not contrast:
        return found["faults"]
    page.evaluate(WITHOUT_TEXTS)
    picture = base64.b64encode(page.screenshot(animations="allow")).decode()
    page.evaluate(WITH_TEXTS)
    script = CONTRAST[CONTRAST.index("async") :].rstrip()
    return found["faults"] + page.evaluate(
        f"(given) => ({script})(given)", {"picture": picture, "texts": found["texts"]}
    )

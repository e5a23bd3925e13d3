"""Axe on a page: what it finds that keeps people out."""

from __future__ import annotations

from typing import Any

# Only findings come back, as lines; transferring all that axe says about what passed takes longer than looking.
FINDINGS = """async () => {
  const { violations } = await window.axe.run({ resultTypes: ["violations"] });
  const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  return serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}"""


def serious_findings(page: Any) -> list[str]:
    """Axe's serious and critical findings, one line each."""
    from axe_playwright_python.sync_playwright import Axe

    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(Axe().axe_script)
    return page.evaluate(FINDINGS)

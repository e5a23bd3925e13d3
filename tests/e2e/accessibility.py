"""Axe on a page: what it finds that keeps people out."""

from __future__ import annotations

from typing import Any


def serious_findings(page: Any) -> list[str]:
    """Axe's serious and critical findings, one line each."""
    from axe_playwright_python.sync_playwright import Axe

    violations = Axe().run(page).response["violations"]
    return [
        f"{found['id']}: {node['html'][:120]}"
        for found in violations
        if found["impact"] in ("serious", "critical")
        for node in found["nodes"]
    ]

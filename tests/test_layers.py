"""Every test belongs to a layer, and every layer has its share of the time that all may take."""

from __future__ import annotations

import re

from tests.layers import CHECKOUT, LAYERS, layer_of, shares

MINUTES, CORES = 8, 2


def test_every_layer_has_a_share_and_together_they_fill_the_time() -> None:
    assert shares().keys() == LAYERS.keys()
    assert sum(shares().values()) == 60 * MINUTES * CORES


def test_every_pattern_finds_a_file_of_its_layer() -> None:
    files = [path.relative_to(CHECKOUT).as_posix() for path in (CHECKOUT / "tests").rglob("test_*.py")]
    assert {layer_of(file) for file in files} == set(LAYERS)
    assert [layer_of(f"tests/{name}") for name in ("serving/test_sockets.py", "e2e/test_stage.py")] == [
        "Voila",
        "pages",
    ]


def test_ci_asks_for_what_contributing_says() -> None:
    said = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert re.search(rf"at most {MINUTES} minutes on {['one', 'two'][CORES - 1]} quick cores", said)

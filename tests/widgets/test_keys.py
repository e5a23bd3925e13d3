"""One script decides what a key means; tests/e2e/test_keys_in_a_browser.py shows that it does."""

from __future__ import annotations

import re

import pytest

from workbench.widgets.script import HERE, in_order

KEYS = "keys.js"
LISTENS = re.compile(r'"key(?:down|up|press)", ')
# A letter compared with, or a key read from, a keyboard event.
READS = re.compile(
    r"\bevent\.(?:key|keyCode|charCode|which|isComposing)\b|"
    r"\"key(?:down|up|press)\", \(?\{|"
    r"\{[^}()]*\b(?:key|code)\b[^}()]*\b(?:shiftKey|ctrlKey|altKey|metaKey)\b[^}()]*\}|"
    r"\bkey(?:\.toLowerCase\(\))? [=!]==? \"[A-Za-z]\"|\.includes\(event\.key"
)
SCRIPTS = sorted(path.relative_to(HERE).as_posix() for path in HERE.rglob("*.js") if path.name != KEYS)


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_reads_a_key_itself(name: str) -> None:
    text = (HERE / name).read_text(encoding="utf-8")
    assert [found[0] for found in READS.finditer(text)] == []
    if LISTENS.search(text) and "keyup" not in text:
        assert KEYS in in_order(name)

"""The numbered rules of a game's rulebook, and which of them speak of a card: those that begin with its name."""

from __future__ import annotations

import re

NUMBERED = re.compile(r"^- \*\*([A-Z]+-\d+)\*\* (.*)$", re.MULTILINE)


def numbered_rules(rulebook: str) -> dict[str, str]:
    """Id -> the first line of each numbered rule, in order, without an article and marks at its beginning.

    >>> numbered_rules("- **XY-001** The *Merchant*: draw two.")
    {'XY-001': 'Merchant*: draw two.'}
    """
    return {rule: text.removeprefix("The ").lstrip("*") for rule, text in NUMBERED.findall(rulebook)}


def rules_about(rules: dict[str, str], name: str) -> tuple[str, ...]:
    """The ids of the rules that begin with a name.

    >>> rules_about({"XY-001": "Merchant*: draw two.", "XY-002": "Then return one."}, "Merchant")
    ('XY-001',)
    """
    end = len(name)
    return tuple(rule for rule, text in rules.items() if text.startswith(name) and not text[end : end + 1].isalnum())

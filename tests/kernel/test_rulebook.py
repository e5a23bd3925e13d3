"""Rules about a card are found in the rulebook by the card's name."""

from __future__ import annotations

from workbench.kernel.rulebook import numbered_rules, rules_about

BOOK = """# A game

- **XY-001** *Spy*, chip: look at a hand.
- **XY-002** The Spying never ends.
- **XY-003** The Spy's player goes on.
- A line without a number about the Spy.
"""


def test_rules_are_numbered_lines_of_the_book() -> None:
    assert list(numbered_rules(BOOK)) == ["XY-001", "XY-002", "XY-003"]


def test_a_rule_is_about_a_card_if_it_begins_with_its_whole_name() -> None:
    assert rules_about(numbered_rules(BOOK), "Spy") == ("XY-001", "XY-003")
    assert rules_about(numbered_rules(BOOK), "Thief") == ()

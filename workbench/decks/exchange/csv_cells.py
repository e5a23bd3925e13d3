"""What the text of one CSV cell reveals about what a spreadsheet did to it."""

from __future__ import annotations

import re

from workbench.decks.exchange.sheet import DATE, FAULT, MENDED, Mark, quoted, what_a_date_was

ANSWER_OF_A_FORMULA = re.compile(r"#[A-ZÄÉÍÓÖÜß¡¿0-9/_]{2,18}[!?]|#N/A|#N/D|#NV|#####+|Err:[0-9]{3}")
TEXT_AS_FORMULA = re.compile(r'[=＝]"([^"]*)"')
BEGINS_FORMULA = "[=+@＝＋＠－-]"  # spreadsheets treat the wide signs of East Asian keyboards as the narrow ones
CALCULATED = re.compile(f"'*{BEGINS_FORMULA}")  # how text that would be calculated begins, with any apostrophes
NOT_CALCULATED = re.compile(f"'+{BEGINS_FORMULA}")
MONTHS = {  # as spreadsheets of several languages shorten them
    name: number
    for number, names in enumerate(
        "jan janv ene gen;feb fév febr;mar mär mrz mars maart;apr avr abr;may mai maj mei mag;jun juin giu;"
        "jul juil lug;aug août ago;sep sept set;oct okt ott;nov;dec dez déc dic".split(";"),
        start=1,
    )
    for name in names.split()
}
NAMES = "|".join(MONTHS)
DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?P<year>[0-9]{4})-(?P<month>[0-9]{1,2})-(?P<day>[0-9]{1,2})(?:[ T]00:00(?::00)?)?",
        r"(?P<month>[0-9]{1,2})(?P<sign>[./])(?P<day>[0-9]{1,2})(?P=sign)(?P<year>[0-9]{4}|[0-9]{2})",
        rf"(?P<day>[0-9]{{1,2}})[-. ]{{1,2}}(?P<month>{NAMES})\.?(?:[-. ](?P<year>[0-9]{{4}}|[0-9]{{2}}))?",
        rf"(?P<month>{NAMES})[-. ]{{1,2}}(?P<year>[0-9]{{2}})",
    )
)


def read_cell(text: str) -> tuple[str, Mark | None]:
    """The text that a cell means, and a mark if a spreadsheet may have turned it into something else.

    >>> read_cell("'=1+1"), read_cell("#REF!")[1].kind
    (('=1+1', None), 'fault')
    """
    stripped = text.strip()
    if stripped.startswith(("=", "＝")):
        return _formula(stripped)
    if NOT_CALCULATED.match(stripped):
        return stripped[1:], None
    if ANSWER_OF_A_FORMULA.fullmatch(stripped):
        said = f"The cell holds {quoted(stripped)}, which a spreadsheet writes where a formula fails."
        return stripped, Mark(FAULT, said, "Mend the formula, or write the value itself.")
    return text, _date(stripped)


def _formula(text: str) -> tuple[str, Mark]:
    inner = TEXT_AS_FORMULA.fullmatch(text)
    if inner:
        return inner[1], Mark(MENDED, "A formula that stands for a text was read as that text", text)
    said = f"The cell holds the formula {quoted(text)}; a CSV has no results of formulas."
    fix = "Paste it as a value before you save. Text that begins with = is written '= in a CSV."
    return text, Mark(FAULT, said, fix)


def _date(text: str) -> Mark | None:
    found = next((match for pattern in DATES if (match := pattern.fullmatch(text))), None)
    if found is None:
        return None
    parts = found.groupdict()
    word = parts["month"].lower()
    month, day = int(word) if word.isdecimal() else MONTHS[word], int(parts.get("day") or 1)
    if month > 12:
        month, day = day, month
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return Mark(DATE, what_a_date_was(day, month, parts["year"] if "day" not in parts else ""), text)

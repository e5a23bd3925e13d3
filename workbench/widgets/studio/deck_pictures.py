"""What the studio shows of a deck immediately, as HTML with every text escaped: its balance, and lint's findings.

Nothing is conveyed by colour alone, every number is also text, and everything fits on a phone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence

from workbench.decks import Deck
from workbench.decks.balance import BalanceBar, BalancePart, balance
from workbench.decks.finding import LEVELS, Finding
from workbench.kernel.words import in_words
from workbench.pen import Drawn, element, elements, joined, style_sheet
from workbench.widgets.script import style

MOST_SHOWN = 100  # findings of one level; nobody reads all that is wrong with a paste of 5,000 rows
PLACE = "rt-finding-place"  # the class of elements that name the place of a finding
LEVEL_SIGNS = {"error": "✖", "warning": "▲", "note": "●"}
LEVEL_COUNTS = {"error": "errors", "warning": "warnings", "note": "notes"}

BARS_STYLE = style_sheet(style("studio/balance.css"))


def bars_html(deck: Deck, before: Deck | None = None) -> Drawn:
    """The bars of a deck's balance, each with a tick at its value in the deck `before` an edit."""
    parts = [_part(deck, part) for part in balance(deck, before)]
    nothing = element("p", "There is nothing to weigh: the deck has no categories.")
    return joined(BARS_STYLE, element("div", *(parts or [nothing]), class_="rt-balance"))


def _part(deck: Deck, part: BalancePart) -> Drawn:
    longest = max([1, *(max(bar.value, bar.before or 0) for bar in part.bars)])
    looks = {category.letter: (category.sign, category.colour) for category in deck.meta.categories}
    bars = element("ul", *(_bar(bar, part, longest, looks.get(bar.letter)) for bar in part.bars))
    title = part.title[:1].upper() + part.title[1:]
    sentences = [f"{_number(part.total)} in all{_was(part.total, part.before)}."]
    if part.by_category:
        sentences.append(f"The dashed line is an even share (100 %): {part.even_share:.1f}.")
    sentences += [f"Gone: {label} (was {_number(value)})." for label, value in part.gone]
    return element("section", element("h4", title), bars, element("p", " ".join(sentences)), aria_label=title)


def _bar(bar: BalanceBar, part: BalancePart, longest: float, look: tuple[str, str] | None) -> Drawn:
    sign, colour = look or ("", "")
    chip = [_span("chip", f"{sign} {bar.letter}", f"background:{colour}"), " "] if look else []
    share = f" · {100 * bar.value / part.even_share:.0f} %" if part.by_category and part.even_share else ""
    mark = [" ", _span("mark", bar.mark)] if bar.mark else []
    number = [element("strong", _number(bar.value)), _was(bar.value, bar.before), share, *mark]
    return element(
        "li",
        element("span", *chip, bar.label, class_="rt-bar-label"),
        element("span", *_lines(bar, part, longest, colour), class_="rt-bar-track", aria_hidden="true"),
        element("span", *number, class_="rt-bar-number"),
        *([_span("more", bar.note)] if bar.note else []),
        class_="rt-balance-bar",
    )


def _lines(bar: BalanceBar, part: BalancePart, longest: float, colour: str) -> Iterator[Drawn]:
    """A bar as long as its value, with marks to compare it with: an even share, and the value before."""
    fill = f";background:{colour}" if colour else ""
    yield _span("length", "", f"width:{100 * max(bar.value, 0) / longest:.1f}%{fill}")
    if part.by_category:
        yield _span("even", "", f"left:{100 * part.even_share / longest:.1f}%")
    if bar.before is not None and bar.before != bar.value:
        yield _span("before", "", f"left:{100 * max(bar.before, 0) / longest:.1f}%")


def _span(kind: str, words: str, style: str | None = None) -> Drawn:
    return element("span", words, class_=f"rt-bar-{kind}", style=style)


def _was(value: float, before: float | None) -> str:
    return "" if before is None or before == value else f" (was {_number(before)})"


def _number(value: float) -> str:
    """A number as people write it, without needless decimals.

    >>> _number(3.0), _number(2.5)
    ('3', '2.5')
    """
    return f"{value:g}" if value == int(value) else f"{value:.1f}"


# ---------------------------------------------------------------- findings


FINDINGS_STYLE = style_sheet(style("studio/findings.css"))


def findings_html(
    findings: Iterable[Finding], *, buttons: bool = False, before: Iterable[Finding] = (), since: str = ""
) -> Drawn:
    """Findings by level, each with its place, what is wrong, and how to mend it.

    Every finding carries its place as data-file, data-row, data-column and data-key. With `buttons` its place is a
    button, for a screen that jumps there, and another button writes what should stand there. `since` names in words
    what the deck is compared with; findings that are not among `before`, the findings of that deck, then come first.
    """
    found = list(findings)
    if not found:
        return _lint(element("p", "✓ Nothing is wrong or odd."))
    known = {_said(finding) for finding in before}
    new = [finding for finding in found if _said(finding) not in known]
    if not since or not new:
        return _lint(_levels(found, buttons))
    old = [finding for finding in found if _said(finding) in known]
    groups = [(f"Since {since}", new), *([("In that list already", old)] if old else [])]
    return _lint(
        *(joined(element("p", title, class_="rt-lint-group"), _levels(some, buttons)) for title, some in groups)
    )


def _lint(*parts: str) -> Drawn:
    return joined(FINDINGS_STYLE, element("div", *parts, class_="rt-lint"))


def _said(finding: Finding) -> tuple[str, str, str]:
    """The parts of a finding that stay the same when its row moves."""
    return finding.level, finding.column, finding.text


def _levels(findings: Sequence[Finding], buttons: bool) -> Drawn:
    by_level = [(level, [entry for entry in findings if entry.level == level]) for level in LEVELS]
    return joined(*(_level(level, some, buttons) for level, some in by_level if some))


def findings_counted(findings: Iterable[Finding]) -> str:
    """How many findings there are of each level, in words.

    >>> findings_counted([])
    'Nothing is wrong or odd.'
    """
    levels = [finding.level for finding in findings]
    counts = [(levels.count(level), level) for level in LEVELS]
    words = [f"{count} {level if count == 1 else LEVEL_COUNTS[level]}" for count, level in counts if count]
    return ", ".join(words) + "." if words else "Nothing is wrong or odd."


def _level(level: str, findings: Sequence[Finding], buttons: bool) -> Drawn:
    word = level if len(findings) == 1 else LEVEL_COUNTS[level]
    many = Counter(map(_kind, findings))
    kinds: dict[Hashable, list[Finding]] = {}
    for finding in findings[:MOST_SHOWN]:
        kinds.setdefault(_kind(finding), []).append(finding)
    items = [_kind_html(some, many[kind], buttons) for kind, some in kinds.items()]
    more = len(findings) - MOST_SHOWN
    rest = [element("p", f"And {more} more; they show when these are mended.")] if more > 0 else []
    every = _mend_all(findings[:MOST_SHOWN]) if buttons and len(kinds) > 1 else ""
    title = element("h4", f"{LEVEL_SIGNS[level]} {len(findings)} {word}", every)
    return element("section", title, element("ul", *items), *rest)


def _kind(finding: Finding) -> Hashable:
    """The parts that are the same in all findings that share a sentence."""
    return (finding.together, "") if finding.together else ("", finding.text)


def _kind_html(findings: Sequence[Finding], many: int, buttons: bool) -> Drawn:
    """Findings of one kind, with their number, as one line that unfolds to each of them; a single one as it is."""
    if len(findings) == 1:
        return _finding(findings[0], buttons)
    first, number = findings[0], in_words(many)
    words = f"{number[:1].upper()}{number[1:]} {first.together}" if first.together else f"{first.text} ({number} times)"
    items = element("ul", *(_finding(finding, buttons) for finding in findings))
    every = _mend_all(findings) if buttons else ""
    opened = element("details", element("summary", words), items)
    return element("li", opened, every, class_=f"rt-together rt-{first.level}")


def _mend_all(findings: Sequence[Finding]) -> Drawn:
    """The button that mends several findings with known fixes at once; empty for a single one."""
    mended = sum(finding.instead != "" for finding in findings)
    words = [f"Mend all {in_words(mended)}"] if mended > 1 else []
    return elements("button", words, type="button", class_="rt-mend-all")


def _finding(finding: Finding, buttons: bool) -> Drawn:
    row = str(finding.row or "")
    where = {"data-file": finding.file, "data-row": row, "data-column": finding.column, "data-key": finding.key}
    place = finding.place or "The deck"
    named = element("button", place, type="button", class_=PLACE) if buttons else element("span", place, class_=PLACE)
    fix = element("span", f"Fix: {finding.fix}", class_="rt-finding-fix")
    mends = [f"Write {finding.instead}"] if buttons and finding.instead != "" else []
    mend = elements("button", mends, type="button", class_="rt-mend")
    return element("li", named, f"{finding.text} ", fix, mend, class_=f"rt-finding rt-{finding.level}", **where)

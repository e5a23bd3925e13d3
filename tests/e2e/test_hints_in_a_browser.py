"""The hints of a designer's first visit: hints.js on a plain page."""

from __future__ import annotations

from typing import Any

SHOW = """async () => {
  const { showHints } = await import("/studio/hints.js");
  const bar = document.createElement("div");
  document.body.replaceChildren(bar);
  showHints(bar);
}"""


def test_three_hints_are_read_once_and_never_again(bare_page: Any) -> None:
    bare_page.evaluate(SHOW)
    said = []
    for _ in range(2):
        said.append(bare_page.inner_text(".rt-hints p"))
        bare_page.click(".rt-hints button:text-is('Next')")
    said.append(bare_page.inner_text(".rt-hints p"))
    assert [words[:7] for words in said] == ["1 of 3:", "2 of 3:", "3 of 3:"]
    assert not bare_page.is_visible(".rt-hints button:text-is('Next')")
    bare_page.click(".rt-hints button:text-is('Close the hints')")
    assert not bare_page.locator(".rt-hints").count()
    bare_page.evaluate(SHOW)
    assert not bare_page.locator(".rt-hints").count()


def test_who_closes_the_first_hint_has_seen_them_all(bare_page: Any) -> None:
    bare_page.evaluate(SHOW)
    bare_page.click(".rt-hints button:text-is('Close the hints')")
    bare_page.evaluate(SHOW)
    assert not bare_page.locator(".rt-hints").count()

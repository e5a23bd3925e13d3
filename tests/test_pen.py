"""The pen: whatever it is given, it draws one whole SVG in which every text is text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from tests.docs_pages import Page, run_program
from tests.servers import CHECKOUT
from workbench import pen

SVG = "{http://www.w3.org/2000/svg}"
ANY_TEXT = st.text(st.characters(), max_size=30)  # any characters, including those that XML forbids
HOSTILE = "<script>alert(1)</script> & \"'/> ]]> <!--"


def parsed(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing)


def a_picture(*parts: str) -> ElementTree.Element:
    return parsed(pen.picture("Name", "Words.", *parts, box=(40, 30)))


def test_a_picture_is_one_image_with_a_name_and_a_description() -> None:
    root = a_picture(pen.circle(1, 2, 3))
    assert (root.tag, root.get("role"), root.get("viewBox")) == (f"{SVG}svg", "img", "0 0 40 30")
    assert [(part.tag, part.text) for part in root] == [
        (f"{SVG}title", "Name"), (f"{SVG}desc", "Words."), (f"{SVG}circle", None),
    ]  # fmt: skip


@given(ANY_TEXT)
def test_any_text_stays_text_wherever_it_is_put(words: str) -> None:
    drawing = pen.picture(words, words, pen.group(pen.title(words), pen.text(words, 1, 2, class_=words)), box=(9, 9))
    root = parsed(drawing)
    assert [element.tag.removeprefix(SVG) for element in root.iter()] == ["svg", "title", "desc", "g", "title", "text"]
    shown = pen.clean(words)
    assert [element.text or "" for element in root.iter() if len(element) == 0] == [shown] * 4
    (text,) = root.iter(f"{SVG}text")
    assert text.get("class") == shown


def test_only_what_the_pen_has_drawn_is_put_in_as_it_is() -> None:
    (group,) = a_picture(pen.group(pen.circle(1, 2, 3), HOSTILE, "<circle/>" + pen.circle(4, 5, 6))).iter(f"{SVG}g")
    assert [part.tag for part in group] == [f"{SVG}circle"]
    assert group[0].tail == HOSTILE + "<circle/>" + pen.circle(4, 5, 6)


def test_attributes_are_named_as_in_python_and_may_be_left_out() -> None:
    drawing = pen.path("M0 0L1 1", class_="rt-line", stroke_width=1.5, textLength="7", fill=None, aria_label=HOSTILE)
    assert parsed(drawing).attrib == {
        "d": "M0 0L1 1", "class": "rt-line", "stroke-width": "1.5", "textLength": "7", "aria-label": HOSTILE,
    }  # fmt: skip


def test_each_element_lies_where_it_was_put() -> None:
    parts = [
        pen.line((1, 2), (3.25, 4)),
        pen.rectangle(1, 2, 3, 4.5),
        pen.circle(1 / 3, 2, 3),
        pen.text("x", 1, 2),
    ]
    assert [(part.tag.removeprefix(SVG), part.attrib) for part in map(parsed, parts)] == [
        ("line", {"x1": "1", "y1": "2", "x2": "3.25", "y2": "4"}),
        ("rect", {"x": "1", "y": "2", "width": "3", "height": "4.5"}),
        ("circle", {"cx": "0.333333", "cy": "2", "r": "3"}),
        ("text", {"x": "1", "y": "2"}),
    ]


def test_a_picture_shows_itself_in_a_notebook() -> None:
    picture = pen.picture("Name", "Words.", box=(1, 1))
    assert picture._repr_html_() == picture
    assert type(picture._repr_html_()) is str


@given(ANY_TEXT, st.floats(0, 200))
def test_a_text_is_cut_to_its_room_and_says_so(words: str, room: float) -> None:
    short = pen.cut(words, room, 12)
    if pen.text_width(words, 12) <= room:
        assert short == words
    else:
        assert short.endswith("…")
        assert words.startswith(short[:-1])
        assert short == "…" or pen.text_width(short, 12) <= room


def test_the_page_on_pictures_shows_what_its_program_prints(tmp_path: Path) -> None:
    page = Page("pictures.md")
    (program,) = page.texts("python")
    assert run_program(tmp_path, program) == page.shown_after(program)


# The pen alone makes markup.

ESCAPING = {"html.escape", "xml.sax.saxutils", "markupsafe", "tornado.escape.xhtml_escape"}
TAGS = (
    "a b br button code details div em figure h[1-6] input i img li link meta nav ol p path script section small span"
)
TAGS += " span strong style summary svg table tbody td text th thead title tr ul"
MARKUP = re.compile(rf"</?(?:{'|'.join(TAGS.split())})(?:\s[^<>]*)?/?>")


def markup_by_hand(text: str) -> Iterator[tuple[int, str]]:
    """What a module itself escapes or writes as markup, with the line: imports that escape, and tags in its texts."""
    tree = ast.parse(text)
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names = {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
            yield from ((node.lineno, name) for name in names & ESCAPING)
        elif isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names if alias.name in {"html", *ESCAPING})
        elif isinstance(node, ast.JoinedStr):
            whole = "".join(part.value if isinstance(part, ast.Constant) else "x" for part in node.values)
            yield from ((node.lineno, tag) for tag in MARKUP.findall(whole)[:1])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield from ((node.lineno, tag) for tag in MARKUP.findall(node.value)[:1])


def test_no_other_module_escapes_texts_or_writes_markup() -> None:
    found = {}
    for path in (CHECKOUT / "workbench").rglob("*.py"):
        if path.name != "pen.py" and (by_hand := list(markup_by_hand(path.read_text(encoding="utf-8")))):
            found[path.relative_to(CHECKOUT).as_posix()] = by_hand
    assert found == {}


def test_markup_by_hand_is_found_however_it_is_written() -> None:
    for text in ("from html import escape", "import html", "from xml.sax import saxutils", "a = f'<p>{b}</p>'",
                 "a = f'<li class=\"{b}\">'", "a = '<br>'", "a = f'{b}</td>'", "a = '<a href=%s>' % b"):  # fmt: skip
        assert list(markup_by_hand(text)), text
    for text in ('"""A <b> in words."""', "a = f'<id of {b}>'", "re.compile('(?P<day>.)')", "a = b < c > d"):
        assert not list(markup_by_hand(text)), text

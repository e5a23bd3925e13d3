"""Workbooks for tests: written as spreadsheet programs write them, results of formulas included."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

Cells = Iterable[Sequence[object]]


def workbook(sheets: Mapping[str, Cells], change: Callable[[Worksheet], None] | None = None) -> bytes:
    """A workbook of these sheets; `change` may merge cells, hide rows and the like in the first of them."""
    book = Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    if change is not None:
        change(book.worksheets[0])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def with_part(data: bytes, change: Callable[[str], str], part: str = "xl/worksheets/sheet1.xml") -> bytes:
    """A workbook with one of its parts changed."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {info.filename: archive.read(info) for info in archive.infolist()}
    before = parts[part].decode()
    after = change(before)
    assert after != before
    return packed(parts | {part: after.encode()})


def with_results(data: bytes, results: Mapping[str, str], kind: str = "") -> bytes:
    """A workbook whose formulas have these last results; `kind` is what XLSX calls their type, str for text."""

    def calculate(text: str) -> str:
        for formula, result in results.items():
            calculated = f"<f>{formula.removeprefix('=')}</f><v>{result}</v>"
            text = text.replace(f"<f>{formula.removeprefix('=')}</f><v></v>", calculated)
            text = text.replace(f"<f>{formula.removeprefix('=')}</f><v />", calculated)
            if kind:
                start = text.rindex("<c ", 0, text.index(calculated))
                text = f'{text[:start]}<c t="{kind}" {text[start + 3 :]}'
        return text

    return with_part(data, calculate)


def with_shared_strings(data: bytes) -> bytes:
    """A workbook as Excel writes it: text in a part of its own, in pieces of several formats, some with its reading."""
    strings: list[str] = []

    def share(found: re.Match[str]) -> str:
        whole = re.sub("<[^>]*>", "", found[3])
        pieces = f"<r><t>{whole[:2]}</t></r><r><rPr><b/></rPr><t xml:space='preserve'>{whole[2:]}</t></r>"
        reading = "<rPh sb='0' eb='1'><t>reading</t></rPh>"
        strings.append(f"<si>{pieces}{reading}</si>" if len(strings) % 2 else f"<si><t>{whole}</t></si>")
        return f'<c{found[1]} t="s"{found[2]}><v>{len(strings) - 1}</v></c>'

    inline = re.compile(r'<c([^>]*) t="inlineStr"([^>]*)><is>(.*?)</is></c>', re.DOTALL)
    data = with_part(data, lambda xml: inline.sub(share, xml))
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"
    relation = f'<Relationship Id="strings" Type="{kind}" Target="sharedStrings.xml"/>'
    data = with_part(
        data, lambda xml: xml.replace("</Relationships>", f"{relation}</Relationships>"), "xl/_rels/workbook.xml.rels"
    )
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {info.filename: archive.read(info) for info in archive.infolist()}
    return packed(parts | {"xl/sharedStrings.xml": f"<sst>{''.join(strings)}</sst>".encode()})


def packed(parts: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of these parts."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()

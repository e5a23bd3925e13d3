"""XLSX: the text of every cell of a workbook's sheets, and what is odd about some of them.

The XML is read here in one pass for the formula of each cell and the formula's last result, and for which rows are
hidden and which cells merged; openpyxl, which writes our workbooks, needs several readings for all of that.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, time
from xml.etree import ElementTree
from xml.parsers import expat

from workbench.decks.exchange.sheet import (
    DATE,
    FAULT,
    MENDED,
    MOST_COLUMNS,
    MOST_ROWS,
    Mark,
    Sheet,
    quoted,
    refuse,
    rows_in_words,
    what_a_date_was,
)
from workbench.storage.errors import DeckError

# How much reading a workbook may cost: ten kilobytes can unpack to a thousandfold, or be read a thousand times.
LEAST_ROOM, ROOM_A_BYTE, MOST_ROOM = 1024 * 1024, 50, 64 * 1024 * 1024
BYTES_A_STEP, BYTES_A_CHARACTER = 6, 4
A_PART, AN_ELEMENT, A_PLACE = 500, 4, 1  # steps, a step being about a microsecond
LARGEST_PART = 8 * 1024 * 1024
COPY_IT = "Copy the card list alone into a new workbook."
SPENT = {  # what a workbook has used up -> why it is refused
    "bytes": "it unpacks to far more than card lists do",
    "characters": "its cells repeat one long text after the other",
    "steps": "it has far more rows, cells or parts than card lists have",
}
LONGEST_FORMAT = 255  # characters of a number's format; no program writes more
LONGEST_TITLE = 100  # of a sheet; programs write up to 31
OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
PACKED = b"PK"
TRUE = ("1", "true")
SAVE_AGAIN = "Save it again as XLSX or CSV."
OTHER_ARCHIVES = (  # a part that reveals what an archive is
    ("xl/workbook.bin", "a binary Excel workbook (.xlsb)"),
    ("content.xml", "an OpenDocument file (.ods)"),
    ("Index/Document.iwa", "a Numbers document"),
    ("word/document.xml", "a text document (.docx)"),
    ("ppt/presentation.xml", "a presentation (.pptx)"),
)
ESCAPED = re.compile(r"_x005F_(?=x[0-9A-Fa-f]{4}_)|_x(00[01][0-9A-Fa-f]|FFF[EF])_")
NEEDS_ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)|[\ufffe\uffff]")


def read_workbook(label: str, data: bytes) -> list[Sheet]:
    """The sheets of a workbook in order; raises DeckError if it is no workbook, damaged, protected or far too big."""
    if data.startswith(OLD_OFFICE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise refuse(label, "The workbook is protected by a password.", f"Take the password off. {SAVE_AGAIN}")
        fix = f"Open it in a spreadsheet program. {SAVE_AGAIN}"
        raise refuse(label, "This is an old Office file, such as .xls.", fix)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _Workbook(label, archive, Room(label, len(data))).sheets()
    except DeckError:
        raise
    except Exception as error:  # damaged and hostile archives can raise anything
        text = f"The workbook is damaged: {str(error)[:100] or type(error).__name__}."
        raise refuse(label, text, f"Open it in a spreadsheet program. {SAVE_AGAIN}") from None


def escaped(text: str) -> str:
    """Text as a workbook holds it: there `_x0041_` stands for a character.

    >>> escaped("_x0041_"), unescaped(escaped("_x0041_"))
    ('_x005F_x0041_', '_x0041_')
    """
    return NEEDS_ESCAPE.sub(lambda found: f"_x{ord(found[0]):04X}_", text)


def unescaped(text: str) -> str:
    """The text that a workbook means, with plain line breaks."""
    text = ESCAPED.sub(lambda found: chr(int(found[1], 16)) if found[1] else "_", text) if "_x" in text else text
    return text.replace("\r\n", "\n").replace("\r", "\n")


class Room:
    """The remaining budget of a file: the bytes it may unpack to, the characters of its cells, and its steps.

    A larger file gets a larger budget, so that a small one costs little, whatever is packed in it.
    """

    def __init__(self, label: str, packed: int) -> None:
        most = min(LEAST_ROOM + ROOM_A_BYTE * packed, MOST_ROOM)
        self.label = label
        self.left = {"bytes": most, "characters": most // BYTES_A_CHARACTER, "steps": most // BYTES_A_STEP}

    def spend(self, what: str, count: int) -> None:
        """Count unpacked bytes, characters of a cell (once for each), or steps; raises DeckError if none are left."""
        self.left[what] -= count
        if self.left[what] < 0:
            raise refuse(self.label, f"The workbook is far too big: {SPENT[what]}.", COPY_IT)


def _local(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _elements(part: bytes, room: Room, *names: str) -> Iterator[ElementTree.Element]:
    """The elements with these names, one after the other; each is dropped once it has been seen."""
    above: list[ElementTree.Element] = []
    inside = 0
    for event, element in ElementTree.iterparse(io.BytesIO(part), ("start", "end")):
        wanted = _local(element) in names
        if event == "start":
            room.spend("steps", AN_ELEMENT)
            above.append(element)
            inside += wanted
            continue
        above.pop()
        inside -= wanted
        if wanted:
            yield element
        if above and not inside:
            above[-1].remove(element)


def _refuse_declarations(part: bytes) -> None:
    """Raise ValueError for XML that declares a document type: it can expand without limit, and no workbook has one."""

    def refuse_it(*_: object) -> None:
        raise ValueError("it declares a document type, as no workbook does")

    def begin(*_: object) -> None:
        parser.StartElementHandler = None
        begun.append(True)

    begun: list[bool] = []
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse_it
    parser.StartElementHandler = begin
    stream = io.BytesIO(part)
    while not begun and (piece := stream.read(4096)):
        parser.Parse(piece)
    if not begun:
        parser.Parse(b"", True)


def _place_of(reference: str) -> tuple[int, int]:
    """Row and column of a cell's name, counted from 0."""
    from openpyxl.utils.cell import coordinate_to_tuple

    row, column = coordinate_to_tuple(reference)
    return row - 1, column - 1


@dataclass
class _Workbook:
    """A workbook whose parts are read when needed."""

    label: str
    archive: zipfile.ZipFile
    room: Room
    strings: list[str] = field(default_factory=list)
    date_styles: frozenset[int] = frozenset()
    epoch: date | None = None

    def sheets(self) -> list[Sheet]:
        from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH

        path = self._workbook_path()
        book = self._tree(path)
        related = self._related(path)
        for kind, target in related.values():
            if kind == "sharedStrings":
                self.strings += [_text_of(element) for element in _elements(self._part(target), self.room, "si")]
        self._read_styles(related)
        since_1904 = any(_local(element) == "workbookPr" and element.get("date1904") in TRUE for element in book)
        self.epoch = MAC_EPOCH if since_1904 else WINDOWS_EPOCH
        found = []
        for element in book.iter():
            if _local(element) == "sheet":
                key = next((value for name, value in element.attrib.items() if name.endswith("}id")), "")
                kind, target = related.get(key, ("", ""))
                if kind == "worksheet":
                    hidden = element.get("state", "visible") != "visible"
                    found.append(self._read_sheet(element.get("name", "")[:LONGEST_TITLE], target, hidden))
        return found

    # The parts

    def _workbook_path(self) -> str:
        names = set(self.archive.namelist())
        if any(info.flag_bits & 1 for info in self.archive.infolist()):
            raise refuse(self.label, "The archive is protected by a password.", f"Take the password off. {SAVE_AGAIN}")
        for part, what in OTHER_ARCHIVES:
            if part in names:
                fix = f"Open it in the program it was made with. {SAVE_AGAIN}"
                raise refuse(self.label, f"This is {what}, no XLSX workbook.", fix)
        if "_rels/.rels" in names:
            for kind, target in self._related("").values():
                if kind == "officeDocument" and target in names:
                    return target
        if "xl/workbook.xml" in names:
            return "xl/workbook.xml"
        raise refuse(self.label, "This is an archive of other files, no XLSX workbook.", "Give the file itself.")

    def _part(self, path: str) -> bytes:
        """A part, unpacked; the size that the archive states is trusted only if it is too large."""
        info = self.archive.getinfo(path)
        if info.file_size > LARGEST_PART:
            text = f"The workbook is far too big: {posixpath.basename(path)} has {info.file_size // 1024 // 1024:,} MB."
            raise refuse(self.label, text, COPY_IT)
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # others unpack without a limit
            raise ValueError("it is packed as no workbook is")
        self.room.spend("steps", A_PART)
        with self.archive.open(info) as stream:
            part = stream.read(self.room.left["bytes"] + 1)
        self.room.spend("bytes", len(part))
        _refuse_declarations(part)
        return part

    def _tree(self, path: str) -> ElementTree.Element:
        events = ElementTree.iterparse(io.BytesIO(self._part(path)), ("start",))
        for _ in events:
            self.room.spend("steps", AN_ELEMENT)
        return events.root  # type: ignore[attr-defined]

    def _related(self, path: str) -> dict[str, tuple[str, str]]:
        """What a part refers to: id -> (last word of its type, path of the other part)."""
        folder, name = posixpath.split(path)
        found = {}
        for element in self._tree(posixpath.join(folder, "_rels", f"{name}.rels")):
            target = posixpath.normpath(posixpath.join("/", folder, element.get("Target", ""))).lstrip("/")
            found[element.get("Id", "")] = (element.get("Type", "").rpartition("/")[2], target)
        return found

    def _read_styles(self, related: Mapping[str, tuple[str, str]]) -> None:
        from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format

        for kind, target in related.values():
            if kind != "styles":
                continue
            formats = dict(BUILTIN_FORMATS)
            root = self._tree(target)
            for element in root.iter():
                if _local(element) == "numFmt":
                    self.room.spend("steps", LONGEST_FORMAT)
                    formats[int(element.get("numFmtId", 0))] = element.get("formatCode", "")[:LONGEST_FORMAT]
            of_dates = {number for number, code in formats.items() if is_date_format(code)}
            cells = next((element for element in root if _local(element) == "cellXfs"), ())
            numbers = (int(style.get("numFmtId", 0)) for style in cells)
            self.date_styles = frozenset(style for style, number in enumerate(numbers) if number in of_dates)

    # A sheet

    def _read_sheet(self, title: str, path: str, hidden: bool) -> Sheet:
        sheet = Sheet(f"{self.label}, sheet {title}", title, [], hidden=hidden)
        hidden_rows: list[int] = []
        merged: list[str] = []
        number = -1  # of the row, counted from 0
        for element in _elements(self._part(path), self.room, "row", "mergeCell", "col"):
            match _local(element):
                case "row":
                    number = int(element.get("r", number + 2)) - 1
                    if number < 0:
                        raise ValueError("rows are counted from 1")
                    if number >= MOST_ROWS and len(element):
                        sheet.say("warning", f"What is below row {MOST_ROWS:,} was left out.", "Take it out.")
                        break
                    if number < MOST_ROWS and self._read_row(sheet, number, element) and element.get("hidden") in TRUE:
                        hidden_rows.append(number + 1)
                case "mergeCell":
                    merged.append(element.get("ref", ""))
                case "col" if element.get("hidden") in TRUE:
                    first, last = int(element.get("min", 1)), int(element.get("max", 1))
                    places = range(max(first, 1) - 1, min(last, MOST_COLUMNS))
                    self.room.spend("steps", A_PLACE * len(places))
                    sheet.hidden_columns.update(places)
        if hidden_rows:
            text = f"Hidden rows were read like the others: {rows_in_words(hidden_rows)}."
            sheet.say("warning", text, "Delete them if they are not meant.", hidden_rows[0])
        for reference in merged[:1000]:
            self._fill_merged(sheet, reference)
        return sheet

    def _read_row(self, sheet: Sheet, number: int, row: ElementTree.Element) -> bool:
        """Read the cells of a row into the sheet; returns whether it has any."""
        cells: dict[int, str] = {}
        column = -1
        for element in row:
            column = _place_of(element.get("r", ""))[1] if element.get("r") else column + 1
            text, mark = self._read_cell(element)
            if mark is not None:
                sheet.marks[number, column] = mark
            if text or mark is not None:
                self.room.spend("characters", len(text))
                cells[column] = text
            if element.get("t", "n") in ("n", "b") and mark is None:
                if text in ("TRUE", "FALSE"):
                    sheet.values[number, column] = text == "TRUE"
                elif re.fullmatch(r"-?[0-9]{1,9}", text):
                    sheet.values[number, column] = int(text)
        if any(column >= MOST_COLUMNS for column in cells):
            sheet.too_wide.append(number + 1)
        used = [column for column in cells if column < MOST_COLUMNS]
        if not used:
            return False
        added = max(number + 1 - len(sheet.rows), 0)
        self.room.spend("steps", A_PLACE * (added + max(used) + 1))
        sheet.rows += [[] for _ in range(added)]
        sheet.rows[number] = [cells.get(column, "") for column in range(max(used) + 1)]
        return True

    def _fill_merged(self, sheet: Sheet, reference: str) -> None:
        """A cell merged over several rows counts for each of them that has other cells."""
        first, _, last = reference.partition(":")
        (top, left), (bottom, right) = _place_of(first), _place_of(last or first)
        text = sheet.rows[top][left] if top < len(sheet.rows) and left < len(sheet.rows[top]) else ""
        if not text or left >= MOST_COLUMNS:
            return
        below = range(top + 1, min(bottom + 1, len(sheet.rows)))
        self.room.spend("steps", A_PLACE * len(below))
        for number in below:
            cells = sheet.rows[number]
            if any(cells):
                self.room.spend("characters", len(text))
                cells += [""] * (left + 1 - len(cells))
                cells[left] = text
                sheet.marks[number, left] = Mark(MENDED, "A cell merged over several rows counts for each", "")
        if right > left:
            sheet.merged.append((top, reference))

    def _read_cell(self, element: ElementTree.Element) -> tuple[str, Mark | None]:
        children = {_local(child): child for child in element}
        kind = element.get("t", "n")
        stored = children["v"].text if "v" in children else None
        formula = f"={children['f'].text or '...'}" if "f" in children else ""
        if formula and not stored and kind != "str":
            text = f"The formula {quoted(formula)} has no stored result."
            fix = "Open the file in a spreadsheet program and save it there, or paste the values."
            return formula, Mark(FAULT, text, fix)
        if kind == "e":
            failed = f"formula {quoted(formula)} fails" if formula else "cell holds the answer of a failed formula"
            return stored or "", Mark(FAULT, f"The {failed}: {stored}.", "Mend the formula, or write the value itself.")
        text, mark = self._value(element, kind, stored or "", children)
        if formula and mark is None:
            mark = Mark(MENDED, "The last result of a formula was taken", formula)
        return text, mark

    def _value(
        self, element: ElementTree.Element, kind: str, stored: str, children: Mapping[str, ElementTree.Element]
    ) -> tuple[str, Mark | None]:
        if kind == "inlineStr":
            return _text_of(children["is"]) if "is" in children else "", None
        if not stored:
            return "", None
        match kind:
            case "s":
                return self.strings[int(stored)], None
            case "str":
                return unescaped(stored), None
            case "b":
                return ("TRUE" if stored.strip() in TRUE else "FALSE"), None
            case "d":
                return stored, _mark_of_day(date.fromisoformat(stored[:10]))
        number = float(stored)
        if int(element.get("s", 0)) in self.date_styles:
            return self._date(number)
        return (str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)), None

    def _date(self, number: float) -> tuple[str, Mark | None]:
        from openpyxl.utils.datetime import from_excel

        found = from_excel(number, self.epoch)
        if isinstance(found, date):
            return f"{found:%Y-%m-%d}", _mark_of_day(found)
        text = f"{found:%H:%M}" if isinstance(found, time) else str(found)
        return text, Mark(DATE, quoted(text), text)


def _mark_of_day(day: date) -> Mark:
    return Mark(DATE, what_a_date_was(day.day, day.month), day.isoformat())


def _text_of(element: ElementTree.Element) -> str:
    """The text in an element, without pronunciation guides."""
    kinds = {child: _local(child) for child in element}
    parts = (
        child.text or "" if kind == "t" else _text_of(child) for child, kind in kinds.items() if kind in ("t", "r")
    )
    return unescaped("".join(parts))

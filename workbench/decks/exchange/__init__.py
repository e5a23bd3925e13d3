"""Decks to and from the files that people exchange: CSV, TOML and XLSX.

    taken = read_upload(game, "list.csv", data, deck)
    name, data = export(deck, "xlsx")

importing.py    an uploaded file -> a draft, with what was mended and what is wrong
text_files.py   bytes -> text, and text with separators -> a sheet
csv_cells.py    what the text of a CSV cell tells
workbooks.py    XLSX -> sheets
sheet.py        a sheet: the text of every cell, with what is odd about some of them
deck_sheets.py  the sheets of a workbook that say what deck.toml says
headers.py      which row holds the column names, and which table they belong to
tables.py       a sheet -> the rows of a table
mending.py      what a spreadsheet did to a cell, undone where there is no doubt
upload.py       the draft as far as it has come, and what came of it in the end
exporting.py    a deck -> CSV, TOML, XLSX

The reader of deck folders (`load_deck`) stays strict: what lies in a folder was written by us, or by somebody
who knows the format. Here anything may arrive, and DeckError is all that may be raised.
"""

from __future__ import annotations

from workbench.decks.exchange.exporting import KINDS, deck_csv, deck_toml, deck_xlsx, export
from workbench.decks.exchange.importing import read_upload
from workbench.decks.exchange.sheet import LARGEST_FILE
from workbench.decks.exchange.upload import Import

__all__ = ["KINDS", "LARGEST_FILE", "Import", "deck_csv", "deck_toml", "deck_xlsx", "export", "read_upload"]

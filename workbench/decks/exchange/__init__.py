"""Decks to and from the files that people exchange: CSV, TOML and XLSX.

    taken = read_upload(game, "list.csv", data, deck)
    name, data = export(deck, "xlsx")

importing.py       what an uploaded file is, and which part of a deck each of its parts holds
upload.py          the draft so far, and the outcome
encodings.py       bytes -> text
text_files.py      text with separators -> a sheet
csv_cells.py       what the text of a CSV cell reveals
workbooks.py       XLSX -> sheets
deck_sheets.py     the sheets of a workbook that say what deck.toml says
sheet.py           a sheet: the text of every cell, with what is odd about some of them
headers.py         which row holds the column names, and which table they belong to
counts.py          which column holds the number of copies, and how people write it
lists.py           which lists are in a sheet, in a workbook and among pasted cells, and which of them belong together
table_in_sheet.py  a table in a sheet, and what is found about it
columns.py         what is odd about its columns
tables.py          a table in a sheet -> the rows of a draft, with ids for cards without one
mending.py         undoes what a spreadsheet did to a cell, if the original is certain
exporting.py       a deck -> CSV, TOML, XLSX

The reader of deck folders (`load_deck`) stays strict: a folder was written by us, or by somebody
who knows the format. Here anything may arrive, and only DeckError may be raised.
"""

from __future__ import annotations

from workbench.decks.exchange.exporting import KINDS, deck_csv, deck_toml, deck_xlsx, export
from workbench.decks.exchange.importing import read_upload
from workbench.decks.exchange.sheet import LARGEST_FILE
from workbench.decks.exchange.upload import Import

__all__ = ["KINDS", "LARGEST_FILE", "Import", "deck_csv", "deck_toml", "deck_xlsx", "export", "read_upload"]

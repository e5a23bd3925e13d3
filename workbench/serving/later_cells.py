"""Notebook cells with the tag `later`: in a dashboard they run after the page is drawn."""

from __future__ import annotations

from typing import Any

from nbconvert.preprocessors import Preprocessor

from workbench.widgets.later_cell import TAG


class LaterCells(Preprocessor):
    """Replaces each code cell with the tag by a widget that runs the cell once the page is drawn."""

    enabled = True

    def preprocess_cell(self, cell: Any, resources: Any, index: int) -> tuple[Any, Any]:
        """The cell, or the one that stands in for it."""
        if cell.cell_type == "code" and TAG in cell.metadata.get("tags", ()):
            cell.source = f"from workbench.widgets.later_cell import LaterCell\n\nLaterCell({cell.source!r})"
        return cell, resources

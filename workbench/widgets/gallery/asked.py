"""The variant that the address of a page names: `variant.ipynb?variant=pilgrim-town&version=3`."""

from __future__ import annotations

from workbench.gallery import Gallery
from workbench.storage.errors import WorkbenchError
from workbench.widgets.address import asked_for
from workbench.widgets.gallery.shown import Shown, find_any


def asked_variant() -> tuple[Shown | None, str]:
    """The variant that the page's address names, if any, and if it is missing, why."""
    address, version = asked_for("variant"), asked_for("version")
    if not address:
        return None, ""
    try:
        return find_any(Gallery(), f"{address}/{version}"), ""
    except WorkbenchError as refusal:
        return None, str(refusal)

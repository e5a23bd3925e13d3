"""Where the notebooks are: beside the package in a checkout, inside it in an installed wheel."""

from __future__ import annotations

from pathlib import Path

from workbench.storage.errors import OptionError

PACKAGE = Path(__file__).resolve().parent.parent


def notebooks_folder() -> Path:
    """The folder with the notebooks that came with this copy of the workbench; raises OptionError."""
    for folder in (PACKAGE / "_notebooks", PACKAGE.parent / "notebooks"):
        if (folder / "index.ipynb").is_file():
            return folder
    raise OptionError(
        f"No notebooks were found in {PACKAGE / '_notebooks'} or {PACKAGE.parent / 'notebooks'}. "
        "Install the package again, or name a folder with: workbench serve FOLDER"
    )

"""A throw-away folder of notebooks, so that the server is tested and not a game; one server for all tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest

from tests.servers import RunningServer, running_dashboards

BUTTON = """
import ipywidgets
button, label = ipywidgets.Button(description="Press me"), ipywidgets.Label("not pressed")
button.on_click(lambda _: setattr(label, "value", "pressed"))
ipywidgets.VBox([button, label])
"""
CARD = '''
import anywidget, traitlets
class Card(anywidget.AnyWidget):
    _esm = """
    export default { render({ model, el }) {
      const card = document.createElement("button");
      const draw = () => { card.textContent = `Knight ${model.get("points")}, doubled ${model.get("doubled")}`; };
      card.addEventListener("click", () => { model.set("points", model.get("points") + 1); model.save_changes(); });
      model.on("change:doubled", draw);
      draw();
      el.append(card);
    } };
    """
    points = traitlets.Int(3).tag(sync=True)
    doubled = traitlets.Int(6).tag(sync=True)
    @traitlets.observe("points")
    def double(self, change): self.doubled = 2 * change.new
Card()
'''


def write_notebook(path: Path, title: str, *cells: str) -> None:
    """A notebook with a heading, a link home and these code cells."""
    notebook = nbformat.v4.new_notebook(metadata={"title": title})
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
    heading = nbformat.v4.new_markdown_cell(f"# {title}\n\n[Other](other.ipynb)")
    notebook.cells = [heading, *map(nbformat.v4.new_code_cell, cells)]
    nbformat.write(notebook, path)


KEEPS = """
from workbench.play.store import MatchStore
store = MatchStore()
kept = sorted(path.stem for path in store.folder.glob("*.json"))
store.write(store.new_id(), {})
print("before:", *kept)
"""


@pytest.fixture(scope="session")
def notebooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a few notebooks, and files beside them that nobody may read.

    keeps.ipynb keeps a match each time, and says which were kept before; quiet.ipynb has nothing to run.
    """
    folder = tmp_path_factory.mktemp("notebooks")
    write_notebook(folder / "index.ipynb", "Front door", BUTTON)
    write_notebook(folder / "other.ipynb", "Other", CARD)
    write_notebook(folder / "broken.ipynb", "Broken", "raise ValueError('a secret of the host')")
    write_notebook(folder / "keeps.ipynb", "Keeps", KEEPS)
    write_notebook(folder / "quiet.ipynb", "Quiet")
    (folder / "secret.txt").write_text("not for visitors")
    (folder / "secret.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    return folder


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The server's folder, in which it keeps its state."""
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="session")
def server(notebooks: Path, place: Path) -> Iterator[RunningServer]:
    """One server on that folder, which no test ends."""
    with running_dashboards(notebooks, place) as running:
        yield running

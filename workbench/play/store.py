"""Where running matches are kept, so that a refreshed page or a restarted kernel finds its match again."""

from __future__ import annotations

from workbench.play.replay import MOST_BYTES
from workbench.storage.errors import ReplayError
from workbench.storage.store import Store


class MatchStore(Store):
    """A folder of running matches; refusals are ReplayErrors.

    >>> import tempfile
    >>> from pathlib import Path
    >>> store = MatchStore(Path(tempfile.mkdtemp()))
    >>> match_id = store.new_id()
    >>> store.write(match_id, {"turn": 3})
    >>> store.read(match_id)
    {'turn': 3}
    """

    kind = "match"
    place = "autosave"
    file_format = "roundtable-workbench autosave"
    most_bytes = MOST_BYTES
    usually_kept = 500
    refusal = ReplayError
    elsewhere = "This match goes on in another window. Reload this page to bring it back here."
    again = "Start a new game"
    otherwise = "Start a new game or load a file"

"""Our games for other engines: `workbench.interop.pettingzoo.env` and `workbench.interop.openspiel.load`.

Both need the extra `[interop]`; `docs/interop.md` shows how to train an agent with each.
"""

from __future__ import annotations

from workbench.storage.errors import WorkbenchError


class MissingPackage(WorkbenchError, ModuleNotFoundError):
    """A package that only another engine needs is not installed."""

    def __init__(self, missing: ModuleNotFoundError, title: str) -> None:
        super().__init__(
            f"{title} is not installed: there is no package {missing.name!r}. "
            "Install it with: pip install 'roundtable-workbench[interop]'"
        )
        self.name = missing.name

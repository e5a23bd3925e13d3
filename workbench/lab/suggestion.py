"""A suggestion as a user holds it."""

from __future__ import annotations

from workbench.lab.suggestion_tables import SuggestionTables


class Suggestion(SuggestionTables):
    """A list of edits, what games say of it, and how it is shown."""

    def _repr_html_(self) -> str:
        """The edits, with the figures before and after."""
        from workbench.lab.pages import suggestion_html

        return suggestion_html(self)

"""What goes from seat to seat in Guile: the hands of the draft."""

from __future__ import annotations

from workbench.author import Exchange, Exchanges

EXCHANGES = Exchanges((Exchange("draft", "passed", things="count", around=("passed",)),))

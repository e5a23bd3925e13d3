"""The report table of Round Table Pledges."""

from __future__ import annotations

from typing import Any

from workbench.lab.intervals import mean_interval


def pledging(report: Any) -> Any:
    """How many cards were pledged in a game, by how full the stock was left."""
    import pandas

    pledged, left = report.counted("pledged"), report.counted("left_in_stock")
    rows = [
        (f"{least} to {least + 9} left", *mean_interval(pledged[(left >= least) & (left < least + 10)]))
        for least in range(0, 60, 10)
        if ((left >= least) & (left < least + 10)).any()
    ]
    return pandas.DataFrame(rows, columns=["stock", "pledged", "low", "high"])

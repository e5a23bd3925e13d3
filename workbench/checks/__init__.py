"""The conformance kit for any game, and golden matches.

    report = check_game("guile")        # every check by name; draws itself as text and in a notebook

trial.py           what a check is, and the setups and walks on which it runs
secrecy.py, whole_pages.py, conservation.py, legality.py, determinism.py, history.py, aliasing.py, speeds.py, scores.py,
termination.py, simultaneity.py, declarations.py, shuffling.py, row_order.py      one check each
kit.py             check_game
report.py          the results of a run
golden.py          golden matches, recorded with every view and score
"""

from __future__ import annotations

from workbench.checks.kit import CHECKS, check_game
from workbench.checks.report import CheckFailed, CheckReport, Failure, Result

__all__ = ["CHECKS", "CheckFailed", "CheckReport", "Failure", "Result", "check_game"]

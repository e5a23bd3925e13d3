"""The lab: many games at once, and what they tell."""

from workbench.lab.report import Report
from workbench.lab.simulation import simulate, warm

__all__ = ["Report", "simulate", "warm"]

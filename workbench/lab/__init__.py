"""The lab: many games at once, and what they tell."""

from workbench.lab.report import Report, simulate
from workbench.lab.warming import warm

__all__ = ["Report", "simulate", "warm"]

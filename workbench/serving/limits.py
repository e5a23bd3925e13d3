"""How much one server offers at once; the command line gives the same numbers."""

from __future__ import annotations

KERNELS = 40  # dashboards open at once: enough for a class, in 3 GB
KERNELS_OF_A_VISITOR = 6  # of them, on a shared server

"""How much one server gives at once; the command line says the same numbers."""

from __future__ import annotations

KERNELS = 40  # dashboards that are open at once: a class, in 3 GB
KERNELS_OF_A_VISITOR = 6  # of them, on a shared server

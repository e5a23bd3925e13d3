"""The measurements behind performance claims: `python -m benchmarks` measures ratios in one run (see README.md)."""

"""What performance claims rest on: `python -m benchmarks` measures ratios in one run (see README.md)."""

"""`python -m workbench.heraldry sheet FILE.svg [SEED]`: the sheet of all emblems, named, or mixed by a seed."""

from __future__ import annotations

import sys
from pathlib import Path

from workbench.heraldry.sheet import sheet


def main(words: list[str]) -> int:
    """Write the sheet that a command line asks for; 2 if it asks for something else."""
    match words:
        case ["sheet", file]:
            Path(file).write_text(sheet(), encoding="utf-8")
        case ["sheet", file, seed] if seed.isdecimal():
            Path(file).write_text(sheet(int(seed)), encoding="utf-8")
        case _:
            sys.stderr.write(f"{__doc__}\n")
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

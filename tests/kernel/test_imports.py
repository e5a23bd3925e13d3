from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import workbench.kernel

HEAVY = ("ipywidgets", "matplotlib", "networkx", "numba", "pandas", "pydantic", "voila")
ROOT = Path(workbench.kernel.__path__[0])
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts) for path in ROOT.rglob("*.py") if path.stem != "__init__"
)

PLAY_IN_PLAIN_PYTHON = """
from tests.example_game import GAME
from workbench.kernel.engine.speeds import plain_engine
engine = plain_engine(GAME.variants[0])
"""


def heavy_after(program: str) -> list[str]:
    """The heavy packages that a fresh process has imported after running a program."""
    report = f"import sys; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", f"{program}\n{report}"], capture_output=True, text=True, check=True)
    return eval(done.stdout)


def test_the_kernel_without_its_compiler_and_a_plain_engine_import_nothing_heavy():
    imports = "\n".join(f"import workbench.kernel.{module}" for module in MODULES if module != "engine.compiler")
    assert heavy_after(imports + PLAY_IN_PLAIN_PYTHON) == []


def test_a_heavy_import_would_be_noticed():
    assert heavy_after("import numba") == ["numba"]


@pytest.mark.parametrize("module", MODULES)
def test_every_module_of_the_kernel_says_what_it_is_for(module: str):
    source = (ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
    assert source.startswith('"""')

"""The project as a whole: how it is installed, checked and laid out."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
import yaml

from tests.servers import CHECKOUT, environment_for_servers
from workbench.kernel.registry import list_games

NOTEBOOKS = sorted((CHECKOUT / "notebooks").glob("*.ipynb"))
LONGEST_CELL = 10

# The few packages that conda-forge lists under another name than PyPI.
CONDA_NAMES = {"build": "python-build", "jupyter-core": "jupyter_core", "jupyter-server": "jupyter_server"}


def run(*command: str | Path, cwd: Path = CHECKOUT, **more: str) -> str:
    """What a command prints; the test fails with that output if the command fails."""
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, env=os.environ | more, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def module(*words: str) -> list[str]:
    """The command that runs a tool of this environment."""
    return [sys.executable, "-m", *words]


@pytest.fixture(scope="module")
def project() -> dict:
    """pyproject.toml."""
    return tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))


def readme_command(mark: str) -> str:
    """The block of the README that follows a mark."""
    text = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    found = re.findall(rf"^<!-- {mark} -->\n```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(found) == 1
    return found[0].rstrip("\n")


# The sources


def test_the_linter_finds_nothing() -> None:
    run(*module("ruff", "check", "--no-cache", "."))


def test_every_file_is_formatted() -> None:
    run(*module("ruff", "format", "--no-cache", "--check", "."))


def test_no_import_goes_up_a_floor() -> None:
    run(Path(sys.executable).with_name("lint-imports"), "--no-cache")


def test_every_package_that_is_imported_is_declared(project: dict) -> None:
    extras = project["project"]["optional-dependencies"]
    lines = [*project["project"]["dependencies"], *(line for name in extras if name != "dev" for line in extras[name])]
    declared = {re.split(r"[<>=\[]", line)[0].replace("-", "_") for line in lines}
    declared |= {
        "pydantic_core",
        "pyspiel",
        "IPython",
        "vl_convert",
        "fpdf",
    }  # of pydantic, open_spiel, ipython, vl-convert-python, fpdf2
    known = declared | set(sys.stdlib_module_names) | {"workbench"}
    strangers = set()
    for source in (CHECKOUT / "workbench").rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            else:
                continue
            strangers |= {(source.name, name) for name in names if name.split(".")[0] not in known}
    assert strangers == set()


# The notebooks


# Each cell of each notebook, in one shell per notebook; tests/serving runs them through a kernel.
IN_ONE_PROCESS = """
import json, os, sys
from pathlib import Path
from IPython.core.interactiveshell import InteractiveShell

for name in sys.argv[1:]:
    shell = InteractiveShell()
    os.chdir(Path(name).parent)
    for cell in json.loads(Path(name).read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            try:
                shell.run_cell("".join(cell["source"])).raise_error()
            except BaseException:
                sys.stderr.write(f"{name} fails in this cell:\\n" + "".join(cell["source"]) + "\\n")
                raise
    print(name, flush=True)
"""


# Quick tests of pages open these through a kernel, so that here they run in the slow tests only.
OPENED = {"any_game", "deck_studio", "graphs", "lab", "replay", *list_games()}


@pytest.mark.parametrize("opened", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["others", "opened"])
def test_each_notebook_runs_from_top_to_bottom(opened: bool, tmp_path: Path) -> None:
    notebooks = [path for path in NOTEBOOKS if (path.stem in OPENED) == opened]
    state = environment_for_servers(tmp_path)
    said = run(sys.executable, "-c", IN_ONE_PROCESS, *notebooks, WORKBENCH_STATE=state["WORKBENCH_STATE"])
    assert [line for line in said.splitlines() if line.endswith(".ipynb")] == [str(path) for path in notebooks]


def test_notebooks_are_committed_without_outputs() -> None:
    run(*module("nbstripout", "--verify", "--dry-run", *map(str, NOTEBOOKS)))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_is_thin(notebook: Path) -> None:
    content = json.loads(notebook.read_text(encoding="utf-8"))
    cells = content["cells"]
    assert content["metadata"]["title"]
    assert "".join(cells[0]["source"]).startswith("# "), "a notebook begins with its title"
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert code, "a notebook shows something"
    assert max(source.count("\n") + 1 for source in code) <= LONGEST_CELL


# The environment


def test_conda_installs_what_pip_installs(project: dict) -> None:
    def plain(line: str) -> str:
        return line.replace(" ", "")

    wanted = set()
    for line in project["project"]["dependencies"] + project["project"]["optional-dependencies"]["dev"]:
        name = re.split(r"[<>=]", line)[0]
        wanted.add(plain(line.replace(name, CONDA_NAMES.get(name, name), 1)))
    wanted.add("python" + project["project"]["requires-python"])

    environment = yaml.safe_load((CHECKOUT / "environment.yml").read_text(encoding="utf-8"))
    listed = environment["dependencies"]
    by_pip = next(entry["pip"] for entry in listed if isinstance(entry, dict))
    given = {plain(entry) for entry in listed if isinstance(entry, str)} | set(map(plain, by_pip))
    assert given - {"pip", "-e."} == wanted


def test_the_readme_sets_up_with_one_line_each() -> None:
    serve, test = readme_command("serve"), readme_command("test")
    assert "\n" not in serve
    assert "\n" not in test
    for command in (serve, test):
        assert command.startswith("python3 -m venv .venv && "), "a system Python may refuse to install into itself"
    assert serve.endswith(".venv/bin/workbench")
    assert test.endswith(".venv/bin/python -m pytest -n auto --dist loadfile")


def test_ci_runs_the_test_command_of_the_readme() -> None:
    assert run("bash", ".ci/run", "--show") == readme_command("test") + "\n"


# The wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    run(*module("build", "--wheel", "--no-isolation", "--outdir", str(folder), str(CHECKOUT)), cwd=folder)
    return next(folder.glob("*.whl"))


def source_files(folder: str) -> set[str]:
    """The files of a folder that belong to the project, relative to the checkout."""
    listed = run("git", "ls-files", "--cached", "--others", "--exclude-standard", folder).splitlines()
    return {name for name in listed if (CHECKOUT / name).is_file()}


def test_the_wheel_carries_every_file_of_the_package_and_decks_and_notebooks(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    decks = {name.replace("decks/", "workbench/_decks/", 1) for name in source_files("decks")}
    notebooks = {name.replace("notebooks/", "workbench/_notebooks/", 1) for name in source_files("notebooks")}
    assert decks
    assert notebooks
    assert (source_files("workbench") | decks | notebooks) - inside == set()


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment that has the wheel; dependencies are looked up in the running environment after it."""
    folder = tmp_path_factory.mktemp("fresh") / "venv"
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    own = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip())
    run(*module("pip", "--python", str(python), "install", "--no-deps", "--no-index", "-q", str(wheel)), cwd=folder)
    # A path that a .pth file adds is searched last, and the .pth files of that folder (an editable
    # install of this checkout among them) are not followed.
    around = {str(Path(module.__file__).parents[1]) for module in (pytest, yaml) if module.__file__}
    (own / "dependencies.pth").write_text("\n".join(sorted(around)) + "\n", encoding="utf-8")
    return folder


PLAY_A_MATCH = """
import workbench as wb
from workbench.serving.notebooks import notebooks_folder
match = wb.Match("guild_master", seats=4, seed=7, bots=dict.fromkeys(range(4), "greedy"))
while not match.over:
    match.play_bot(match.to_act[0])
print(wb.__file__, match.deck.name, len(match.winners), notebooks_folder(), sep="\\n")
"""


def test_a_match_is_played_from_the_installed_wheel(installed: Path, tmp_path: Path) -> None:
    printed = run(installed / "bin" / "python", "-c", PLAY_A_MATCH, cwd=tmp_path, PYTHONPATH="")
    package, deck, winners, notebooks = printed.split()
    assert Path(package).is_relative_to(installed)
    assert Path(notebooks).is_relative_to(installed)
    assert deck == "medieval"
    assert int(winners) >= 1


def test_the_installed_command_says_its_version(installed: Path, tmp_path: Path, project: dict) -> None:
    printed = run(installed / "bin" / "workbench", "--version", cwd=tmp_path, PYTHONPATH="")
    assert printed.strip() == f"workbench {project['project']['version']}"

"""Pages of the docs whose blocks are files, programs and what they print."""

from __future__ import annotations

import ast
import io
import os
import re
import subprocess
import sys
import tokenize
from dataclasses import dataclass
from pathlib import Path

from tests.servers import CHECKOUT, environment_for_servers


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    language: str
    text: str


class Page:
    """A page of the docs by its file name."""

    def __init__(self, name: str) -> None:
        self.text = (CHECKOUT / "docs" / name).read_text(encoding="utf-8")
        found = re.findall(r"^```(\w+)\n(.*?)^```$", self.text, re.MULTILINE | re.DOTALL)
        self.blocks = [Block(*parts) for parts in found]

    def texts(self, language: str) -> list[str]:
        """The blocks of a language, in order."""
        return [block.text for block in self.blocks if block.language == language]

    def shown_after(self, program: str) -> str:
        """The output that the page shows for a program."""
        place = self.blocks.index(Block("python", program))
        assert self.blocks[place + 1].language == "text"
        return self.blocks[place + 1].text


def run(folder: Path, *command: str | Path, typed: str = "", path: Path | None = None) -> str:
    """What a command of this Python prints in a folder; the test fails with that output if the command fails."""
    environment = environment_for_servers(folder)
    if path is not None:
        environment["PYTHONPATH"] = os.pathsep.join([str(path), environment["PYTHONPATH"]])
    words = [sys.executable, *map(str, command)]
    done = subprocess.run(words, cwd=folder, env=environment, input=typed, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def run_program(folder: Path, program: str) -> str:
    """What a program of a page prints, run as the page says."""
    (folder / "try_it.py").write_text(program, encoding="utf-8")
    return run(folder, "try_it.py")


def trimmed(output: str) -> str:
    """An output without blanks at the ends of its lines."""
    return re.sub(r" +$", "", output, flags=re.MULTILINE)


def changed(source: str, diff: str) -> str:
    """A file with a diff applied: each run of removed lines is replaced by the added lines that follow it."""
    for old, new in re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)+)", diff, re.MULTILINE):
        gone, come = (re.sub(r"^[-+]", "", lines, flags=re.MULTILINE) for lines in (old, new))
        assert source.count(gone) == 1, gone
        source = source.replace(gone, come)
    return source


def lines_of_code(source: str) -> set[int]:
    """The numbers of the lines that hold code: not those that are blank, a comment, a docstring or an import."""
    nodes = list(ast.walk(ast.parse(source)))
    documented = (ast.Module, ast.FunctionDef, ast.ClassDef)
    left_out = [node for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom))]
    left_out += [node.body[0] for node in nodes if isinstance(node, documented) and ast.get_docstring(node) is not None]
    other = {line for node in left_out for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    nothing = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {token.start[0] for token in tokens if token.type not in nothing} - other

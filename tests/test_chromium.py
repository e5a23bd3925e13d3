"""The Chromium of the tests ends with them, however it was started."""

from __future__ import annotations

from pathlib import Path

import psutil

from tests.chromium import RunningChromium


def test_nothing_goes_on_that_a_shell_has_started(tmp_path: Path) -> None:
    """As Debian starts it: from a shell that does not exec what it starts."""
    started = tmp_path / "started"
    script = tmp_path / "chromium"
    lines = f"sleep 600 & echo $! > {started}\necho DevTools listening on ws://there >&2\nwait\n"
    script.write_text(f"#!/bin/sh -e\n{lines}")
    script.chmod(0o700)
    running = RunningChromium()
    assert running.address(str(script)) == "ws://there"
    begun = psutil.Process(int(started.read_text()))
    running.end()
    begun.wait(20)  # it fails with psutil.TimeoutExpired

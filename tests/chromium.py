"""One Chromium for a whole run of tests, as a process of its own that the driver of each module connects to.

Starting one takes seconds. A driver, which speaks to it, must not outlive a module (see `playwright_driver`).
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterable

# The shell comes first: without windows and menus a page of ours costs it half the processor time (measured).
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# The options with which Playwright starts a Chromium, as far as a page notices them or they spare the machine work.
AS_PLAYWRIGHT_STARTS_IT = [
    "--headless",
    "--no-startup-window",
    "--hide-scrollbars",
    "--mute-audio",
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
    "--force-color-profile=srgb",
    "--allow-pre-commit-input",
    "--disable-back-forward-cache",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-breakpad",
    "--disable-component-extensions-with-background-pages",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-field-trial-config",
    "--disable-hang-monitor",
    "--disable-infobars",
    "--disable-ipc-flooding-protection",
    "--disable-popup-blocking",
    "--disable-prompt-on-repost",
    "--disable-search-engine-choice-screen",
    "--disable-stack-profiler",
    "--enable-unsafe-swiftshader",
    "--metrics-recording-only",
    "--no-default-browser-check",
    "--no-service-autorun",
    "--password-store=basic",
    "--use-mock-keychain",
    "--unsafely-disable-devtools-self-xss-warnings",
    "--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,"
    "AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch",
    "--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies",
]
SECONDS_TO_START = 60
SECONDS_TO_END = 30


def find_chromium() -> str | None:
    """The path of a Chromium: the one that is named, else one in PATH."""
    return os.environ.get("WORKBENCH_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def _first_address(said: Iterable[str], log: list[str]) -> str | None:
    """The first address that a Chromium names; None if it ends without one."""
    for line in said:
        log.append(line)
        if "DevTools listening on " in line:
            return line.split()[-1]
    return None


def _listen(said: Iterable[str]) -> None:
    """Keep reading, or the process would block for ever on its output."""
    for _ in said:
        pass


class RunningChromium:
    """A Chromium that listens on a free port of 127.0.0.1, with an empty profile; started when first asked for."""

    def __init__(self) -> None:
        self._process: subprocess.Popen | None = None
        self._profile = ""

    def address(self, path: str) -> str:
        """The address at which it listens; it is started if it is not there or has ended."""
        if self._process is None or self._process.poll() is not None:
            self.end()
            self._address = self._start(path)
        return self._address

    def _start(self, path: str) -> str:
        self._profile = tempfile.mkdtemp(prefix="chromium-of-tests-")
        command = [path, *AS_PLAYWRIGHT_STARTS_IT, *CHROMIUM_ARGUMENTS, f"--user-data-dir={self._profile}"]
        command += ["--remote-debugging-address=127.0.0.1", "--remote-debugging-port=0"]
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        self._process, log = process, list[str]()
        watchdog = threading.Timer(SECONDS_TO_START, self._send, [signal.SIGKILL])
        watchdog.start()
        assert process.stderr is not None
        address = _first_address(process.stderr, log)
        watchdog.cancel()
        assert address, f"{' '.join(command)} did not start:\n{''.join(log)}"
        threading.Thread(target=_listen, args=(process.stderr,), daemon=True).start()
        return address

    def _send(self, number: int) -> None:
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)

    def end(self) -> None:
        """End it if it is running, and remove its profile.

        Debian starts one through a shell that waits for it: a signal goes to both, and to all that they have started.
        """
        if self._process is not None:
            self._send(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(SECONDS_TO_END)
            self._send(signal.SIGKILL)
            self._process.wait()
        self._process = None
        if self._profile:
            shutil.rmtree(self._profile, ignore_errors=True)

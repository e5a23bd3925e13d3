"""SIGKILL in the middle of publishing: what was reported as published is there, once and whole; nothing else is.

python -m benchmarks.sharing        # 100 of them, an eighth on a full disk, after its other kills
"""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from workbench.gallery import Gallery

TOGETHER = 10  # pairs that publish into one gallery before the next one is used, since each check reads all of it
FULL_BYTES = 120_000  # more than a gallery has at first, less than it soon has
DECKS = "from workbench.decks import load_deck; deck = load_deck('guile')"
PUBLISH = f"""
import sys, resource
from pathlib import Path
from workbench.gallery import About, Gallery
from workbench.storage.errors import GalleryError
{DECKS}
file, (first, number, most_bytes) = Path(sys.argv[1]), map(int, sys.argv[2:])
if most_bytes:
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, resource.RLIM_INFINITY))
print("ready", flush=True)
for note in range(first, first + number):
    try:
        done = Gallery(file).publish(deck, About(title=f"Variant {{note % 7}}", notes=str(note)))
        print("[%d, \\"%s\\", \\"%s\\"]" % (note, done.slug, done.id), flush=True)
    except GalleryError as refusal:
        print("refused", flush=True)
        if most_bytes:
            break
"""


@dataclass
class Killed:
    """The outcome: how many processes were killed, what they had reported, and what is wrong with the gallery."""

    kills: int = 0
    published: int = 0
    refused: int = 0
    seconds: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def kill_while_publishing(folder: Path, pairs: int, seed: int = 1) -> Killed:
    """Kill pairs of processes that publish into one gallery, and check it after each pair."""
    chance, outcome = random.Random(seed), Killed()
    said: dict[str, tuple[str, str]] = {}
    for attempt in range(pairs):
        file = folder / f"gallery_{attempt // TOGETHER}.sqlite"
        if attempt % TOGETHER == 0:
            said = {}
        full = attempt % 8 == 7
        most = (file.stat().st_size if file.exists() else 0) + FULL_BYTES if full else 0
        first = attempt * 20_000
        others = [_publisher(file, first, most), _publisher(file, first + 10_000, 0)]
        time.sleep(chance.random() * 0.4)
        for process in others:
            process.send_signal(signal.SIGKILL)
        for process in others:
            lines = process.communicate()[0].splitlines()
            outcome.refused += lines.count("refused")
            for line in lines:
                with suppress(ValueError, TypeError):  # the end of a line that was cut off
                    note, slug, publication_id = json.loads(line)
                    said[publication_id] = (slug, str(note))
                    outcome.published += 1
            outcome.kills += 1
        start = time.monotonic()
        outcome.faults += [f"{attempt}: {fault}" for fault in faults_of(file, said)]
        outcome.seconds.append(time.monotonic() - start)
    return outcome


def _publisher(file: Path, first: int, most_bytes: int) -> subprocess.Popen:
    command = [sys.executable, "-c", PUBLISH, str(file), str(first), "10000", str(most_bytes)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    return process


def faults_of(file: Path, said: dict[str, tuple[str, str]]) -> list[str]:
    """What is lost, doubled or half written of the publications reported as made."""
    gallery, faults = Gallery(file), []
    there: Counter[str] = Counter()
    for variant in gallery.all():
        numbers = gallery.versions(variant.slug)
        if numbers != tuple(range(1, len(numbers) + 1)) or variant.newest != len(numbers):
            faults.append(f"{variant.slug} has the versions {numbers}, and {variant.newest} is said to be the newest")
        for number in numbers:
            publication = gallery.publication(variant.slug, number)
            if publication.deck.digest != publication.digest:
                faults.append(f"{variant.slug}/{number} holds another deck")
            there[publication.about.notes] += 1
            if publication.id in said and said[publication.id] != (variant.slug, publication.about.notes):
                faults.append(f"{variant.slug}/{number} is another publication than was said")
    faults += [f"{note} was lost" for _slug, note in said.values() if not there[note]]
    faults += [f"{note} is there {times} times" for note, times in there.items() if times > 1]
    return faults

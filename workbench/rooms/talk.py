"""Talk in a room: short phrases, chosen and never typed. They are shown for a moment and not kept.

A game declares its phrases in `talk.toml` in its folder: `phrases`, in which {seat} is somebody at the table and {kind}
a kind of card of the deck; `called`, how to say kinds that are not said by name alone; and `options`, with which
the game makes way for this talk. Other games use phrases that fit any game, and have no talk until the host allows it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from workbench.decks import Deck
from workbench.rooms.people import Person
from workbench.rooms.setting import Setting
from workbench.storage.errors import RoomError

FILE = "talk.toml"
ANY_GAME = ("Well played.", "Good luck!", "It is your turn, {seat}.", "One moment, please.", "Thank you.", "Oh no!")
EVERY_SECONDS = 4.0  # at most one phrase per person
OFF = "No talk in this game."
SOON = "One phrase every few seconds. Wait a moment."


def kinds_said(deck: Deck, called: dict[str, str]) -> list[str]:
    """How each kind of card is said: by its name, or as one of several.

    >>> deck = Setting.of("excalibur").deck
    >>> [said for said in kinds_said(deck, {"Cursed Blade": "the Cursed Blade"}) if "r" in said][:4]
    ['Arthur', 'an artisan', 'a baroness', 'the Cursed Blade']
    """
    said = {}
    for number, kind in enumerate(deck.kinds):
        name = deck.game.studio.face(deck, number).title
        article = "an" if name[:1].lower() in "aeiou" else "a"
        several = (kind.row.get("count") or 1) > 1
        said[name] = called.get(name, f"{article} {name.lower()}" if several else name)
    return list(said.values())


@dataclass
class Talk:
    """Who may say what in a room. `options` make way for talk in its matches; `muted` holds people's numbers."""

    phrases: tuple[str, ...]
    kinds: list[str]
    on: bool
    options: dict[str, Any] = field(default_factory=dict)
    muted: set[int] = field(default_factory=set)
    _said: dict[int, float] = field(default_factory=dict)  # when somebody last spoke, in monotonic seconds

    @classmethod
    def of(cls, setting: Setting) -> Talk:
        """The talk of a room at its beginning: on if the game depends on it."""
        declared = setting.game.written(FILE)
        phrases = tuple(declared.get("phrases", ANY_GAME))
        asked = any("{kind}" in phrase for phrase in phrases)
        kinds = kinds_said(setting.deck, declared.get("called", {})) if asked else []
        return cls(phrases, kinds, on="phrases" in declared, options=declared.get("options", {}))

    def told(self) -> dict[str, Any]:
        """What all pages are told."""
        return {"on": self.on, "muted": sorted(self.muted)}

    def mute(self, people: list[Person], on: bool) -> None:
        """Close the talk of those who share a seat, or open it again."""
        numbers = {person.id for person in people}
        self.muted = self.muted | numbers if on else self.muted - numbers

    def say(self, person: int, phrase: int, seat: str | None, kind: int | None, teacher: str) -> str:
        """The words of the phrase that somebody says; RoomError says why they may not."""
        if not self.on:
            raise RoomError(OFF)
        if person in self.muted:
            raise RoomError(f"{teacher or 'Your teacher'} has closed your talk.")
        words = self._words(phrase, seat, kind)
        now = time.monotonic()
        if now - self._said.get(person, -EVERY_SECONDS) < EVERY_SECONDS:
            raise RoomError(SOON)
        self._said[person] = now
        return words

    def _words(self, phrase: int, seat: str | None, kind: int | None) -> str:
        if not 0 <= phrase < len(self.phrases):
            raise RoomError(f"There is no phrase {phrase}. Choose among those that are shown.")
        words = self.phrases[phrase]
        said = self.kinds[kind] if kind is not None and 0 <= kind < len(self.kinds) else None
        for place, given in (("{seat}", seat), ("{kind}", said)):
            if (place in words) != (given is not None):
                raise RoomError("This phrase does not say that. Choose among those that are shown.")
            words = words.replace(place, given or "")
        return words

"""Golden matches: matches recorded with every view and score, which today's rules must still play the same way.

A game's golden matches lie in its folder `golden`, one JSON Lines file each. The first line is the setup of the
match. Then comes a line for the beginning and one for each act: who did what, and what has changed for
everybody, for each seat and on the score sheet, as path -> value; `log` holds the new lines. A seat's part leaves out
what the part for everybody already says. The last line says how the match ended.

`matches.toml` beside them declares what is recorded:

    [[match]]
    title = "two_seats"              # the name of the file
    variant = "base_game"
    seats = 2
    seed = 1
    bots = { 0 = "greedy" }          # the other seats play at random, from everything that people may do
    options = { max_turns = 6 }
"""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from workbench.checks.onlookers import GONE, Onlookers, Picture, changed_parts, flat, with_changes
from workbench.checks.trial import any_action
from workbench.kernel.game import Game, Variant
from workbench.kernel.registry import game as find_game
from workbench.play import replay
from workbench.play.match import Match
from workbench.play.seating import numbered, seat_name
from workbench.storage.errors import OptionError, ReplayError, WorkbenchError, shown

FORMAT = "roundtable-workbench golden match"
FORMAT_VERSION = 1
DECLARATIONS = "matches.toml"
TITLE = re.compile(r"[a-z0-9_]+")

Line = dict[str, Any]


# Recording


@dataclass(frozen=True)
class Declared:
    """A golden match as `matches.toml` declares it; see the module's docstring."""

    title: str
    variant: str
    seats: int
    seed: int
    bots: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    deck: str | None = None

    def check(self) -> None:
        """Raise TypeError if a text, mapping or seat is something else."""
        if not isinstance(self.title, str) or not isinstance(self.variant, str):
            raise TypeError(f"title and variant are texts, not {shown(self.title)} and {shown(self.variant)}")
        if not isinstance(self.options, dict) or not isinstance(self.bots, dict):
            raise TypeError(f"options and bots are tables, not {shown(self.options)} and {shown(self.bots)}")
        if strange := [seat for seat in self.bots if not seat.isdecimal()]:
            raise TypeError(f"bots are named by seat, counted from 0, not by {shown(strange[0])}")

    def match(self, game: Game) -> Match:
        """The match at its beginning; raises OptionError or DeckError."""
        return Match(
            game,
            seats=self.seats,
            seed=self.seed,
            deck=self.deck,
            options={**self.options, "game_variant": self.variant},
            bots={int(seat): bot for seat, bot in self.bots.items()},
            names=numbered(self.seats),
        )


def declared_matches(game: Game) -> list[Declared]:
    """The golden matches that a game declares, by default two for each variant; raises OptionError."""
    file = golden_folder(game) / DECLARATIONS
    if not file.is_file():
        return [match for variant in game.variants for match in _usual_matches(game, variant)]
    try:
        entries = tomllib.loads(file.read_text(encoding="utf-8")).get("match", [])
        declared = [Declared(**entry) for entry in entries]
        for match in declared:
            match.check()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, TypeError, ValueError) as problem:
        known = ", ".join(part.name for part in fields(Declared))
        raise OptionError(f"{file}: {problem}. Expected [[match]] entries with {known}.") from None
    titles = [match.title for match in declared]
    for title in titles:
        if not TITLE.fullmatch(title) or titles.count(title) > 1:
            raise OptionError(f"{file}: a title names one file, in small letters, digits and _; not {shown(title)}.")
    return declared


def _usual_matches(game: Game, variant: Variant) -> list[Declared]:
    bots = {str(seat): game.usual_bot for seat in range(variant.default_seats)}
    return [
        Declared(f"{variant.key}_bots", variant.key, variant.default_seats, seed=1, bots=bots),
        Declared(f"{variant.key}_by_lot", variant.key, variant.seats[0], seed=2),
    ]


def golden_folder(game: Game) -> Path:
    """The folder of a game's golden matches."""
    return game.folder / "golden"


def golden_matches(game: Game) -> list[Path]:
    """The files of a game's golden matches."""
    return sorted(golden_folder(game).glob("*.jsonl"))


def record(game: Game) -> list[Path]:
    """Record the declared matches that are missing, changed or of another version; returns the files written.

    Raises ReplayError, and writes nothing, if a golden match of the present version now plays differently.
    """
    old = {path: read(path)[0] for path in golden_matches(game)}
    current = [path for path, setup in old.items() if setup.get("game_version") == game.version]
    changed = [f"{path.name}: {found[0]}" for path in current if (found := check(path))]
    if changed:
        raise ReplayError(
            f"The rules of {game.title} have changed, but its version is still {game.version}:\n"
            + "\n".join(f"  {line}" for line in changed)
            + "\nNothing was recorded. Mend the rules, or raise `version` in the game's GAME and record again."
        )
    new: dict[Path, str] = {}
    for declared in declared_matches(game):
        path = golden_folder(game) / f"{declared.title}.jsonl"
        match = declared.match(game)
        if path not in current or not _is_set_up_alike(old[path], match):
            new[path] = "".join(f"{_as_json(line)}\n" for line in _played(match))
    for path, text in new.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return list(new)


def _is_set_up_alike(setup: Line, match: Match) -> bool:
    """Whether a recorded setup is that of a match; the cards of its deck may have been edited since."""
    now = replay.setup_as_dict(match)
    decks = {"deck", "deck_digest"}
    return setup["deck"]["name"] == match.deck.name and all(setup[key] == now[key] for key in now.keys() - decks)


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _played(match: Match) -> Iterator[Line]:
    """The lines of a match, which is played from beginning to end."""
    yield {"format": FORMAT, "format_version": FORMAT_VERSION, **replay.setup_as_dict(match)}
    onlookers = Onlookers(match)
    seen = onlookers.look()
    yield {"act": 0, **changed_parts({}, seen)}
    chooser = random.Random(match.seed)
    while not match.over:
        seat = chooser.choice(match.to_act)
        if seat in match.bots:
            match.play_bot(seat)
        else:
            match.play(seat, any_action(match.legal(seat), chooser))
        before, seen = seen, onlookers.look()
        act = match.acts[-1]
        labelled = [[action, _label(match, action)] for action in act.actions]
        yield {"act": len(match.acts), "seat": act.seat, "actions": labelled, **changed_parts(before, seen)}
    yield ending(match)


def ending(match: Match) -> Line:
    """How a match stands: its winners, its record, and the points of each seat for each reason to score."""
    figures: dict[str, list[int]] = {}
    for line in match.score_lines():
        figures.setdefault(line["reason"], [0] * match.seats)[line["seat"]] += line["points"]
    return {"winners": list(match.winners), "record": replay.record_digest(match), "scores": figures}


def _label(match: Match, action: int) -> str:
    return match.variant.actions.describe(action, match.naming).label


# Comparing


def read(path: Path) -> list[Line]:
    """The lines of a golden match; raises ReplayError."""
    again = "Restore it, or remove it and record it again."
    try:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").strip().split("\n")]
    except (OSError, ValueError, RecursionError) as problem:
        raise ReplayError(f"{path} cannot be read: {problem}. {again}") from None
    if len(lines) < 3 or not all(isinstance(line, dict) for line in lines) or lines[0].get("format") != FORMAT:
        raise ReplayError(f"{path} is no golden match: expected a setup, the acts and an end, a line each. {again}")
    for number, line in enumerate(lines[1:-1]):
        if not _is_act(line, number):
            raise ReplayError(f"{path} is damaged: line {number + 2} is not act {number}. {again}")
    if lines[0].get("format_version") != FORMAT_VERSION:
        raise ReplayError(f"{path} has format {shown(lines[0].get('format_version'))}, not {FORMAT_VERSION}. {again}")
    return lines


def _is_act(line: Line, number: int) -> bool:
    """Whether a line has the form of an act or, for number 0, of the beginning."""
    parts = dict(line)
    if parts.pop("act", None) != number:
        return False
    actions, seat = parts.pop("actions", []), parts.pop("seat", 0)
    if not isinstance(actions, list) or not isinstance(seat, int) or bool(actions) != (number > 0):
        return False
    are_actions = all(isinstance(one, list) and list(map(type, one)) == [int, str] for one in actions)
    return are_actions and all(isinstance(part, dict) for part in parts.values())


def check(path: Path) -> list[str]:
    """Where today's rules first depart from a recorded golden match, in words; empty if nowhere."""
    try:
        setup, *acts, end = read(path)
        game, version = find_game(setup.get("game")), setup.get("game_version")  # type: ignore[arg-type]
        if version != game.version:
            again = f"Record it again: workbench golden {game.id} --record"
            return [f"It was recorded with version {shown(version)} of {game.title}; here is {game.version}. {again}"]
        match = replay.match_from_setup(Match, setup)
        match.name_seats(numbered(match.seats))
    except WorkbenchError as problem:
        return [str(problem)]
    return _replayed(match, acts, end)


def _replayed(match: Match, lines: list[Line], end: Line) -> list[str]:
    onlookers = Onlookers(match)
    recorded: dict[str, Picture] = {}
    for line in lines:
        where = "At the beginning"
        if actions := line.get("actions"):
            where = f"After act {line['act']} ({seat_name(line['seat'])}: {'; '.join(label for _, label in actions)})"
            if problem := _refused(match, line):
                return [f"{where}: {problem}"]
        present = onlookers.look()
        recorded = with_changes(recorded, line, present)
        found = [text for name in present for text in _differences(name, recorded[name], present[name])]
        if found:
            return [f"{where}, {text}" for text in found]
    return [f"At the end, {text}" for text in _differences("the outcome", flat(end), flat(ending(match)))]


def _refused(match: Match, line: Line) -> str:
    """Why an act cannot be played as recorded; empty if it was played."""
    for action, label in line["actions"]:
        now = _label(match, action) if 0 <= action < match.variant.actions.size else "no action"
        if now != label:
            return f"action {action} was {shown(label)} and is {shown(now)} now."
    try:
        match.play(line["seat"], [action for action, _ in line["actions"]])
    except WorkbenchError as problem:
        return f"this is not legal any more: {problem}"
    return ""


def _differences(name: str, recorded: Picture, present: Picture) -> list[str]:
    """Where two pictures differ, in words."""
    if recorded == present:
        return []
    paths = [path for path in {**recorded, **present} if recorded.get(path, GONE) != present.get(path, GONE)]
    return [f"{name}: {path} was {_said(recorded, path)} and is {_said(present, path)} now." for path in paths]


def _said(picture: Picture, path: str) -> str:
    return _as_json(picture[path]) if path in picture else "not there"


def faults(game: Game) -> list[str]:
    """Everything that is wrong with a game's golden matches, in words: missing ones, undeclared ones, differences."""
    found = []
    paths = golden_matches(game)
    declared = {f"{match.title}.jsonl": match for match in declared_matches(game)}
    again = f"Record it: workbench golden {game.id} --record"
    for variant in game.variants:
        if not any(match.variant == variant.key for match in declared.values()):
            found.append(f"{variant.title} has no golden match. Declare one in {DECLARATIONS} and record it.")
    for name in declared.keys() - {path.name for path in paths}:
        found.append(f"{name} is declared and not there. {again}")
    for path in paths:
        if path.name not in declared:
            found.append(f"{path.name} is not declared. Declare it in {DECLARATIONS}, or remove it.")
        found += [f"{path.name}: {difference}" for difference in check(path)]
    return found

"""Matches as files: JSON that holds the deck, the options, the seed and every act, and is replayed when read.

A file carries a checksum of its content and of the record it ends in, so that a changed file or a
changed rule is noticed; a match of an older version that is played alike is replayed without comparing its record. A
seat's export holds its own view and log, never the seed or the acts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.decks import Deck
from workbench.kernel.registry import game as find_game
from workbench.play.setup import check_seat, plain_options
from workbench.storage.errors import LONGEST_PATH, ReplayError, WorkbenchError, reason_of, shown, shown_path
from workbench.storage.reading import beginning_of
from workbench.storage.writing import write_whole

if TYPE_CHECKING:
    from workbench.play.match import Match

FORMAT = "roundtable-workbench match"
EXPORT_FORMAT = "roundtable-workbench seat"
FORMAT_VERSION = 1
PUBLIC_SETUP = ("game", "game_version", "variant", "options", "deck", "deck_digest")  # what every seat knows of it
MOST_BYTES = 4_000_000  # of a match as a file, wherever one is read

_SETUP = {
    "game": str,
    "game_version": int,
    "variant": str,
    "seats": int,
    "seed": int,
    "options": dict,
    "bots": dict,
    "deck": dict,
    "deck_digest": str,
}
_KEYS = {"format": str, "format_version": int, **_SETUP, "acts": list, "record": str, "checksum": str}


def checksum(data: dict[str, Any]) -> str:
    """The SHA-256 of everything in a saved match but the checksum itself."""
    content = {key: value for key, value in data.items() if key != "checksum"}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def record_digest(match: Match) -> str:
    """The SHA-256 of the record a match has reached."""
    return hashlib.sha256(match.state.tobytes()).hexdigest()


def setup_as_dict(match: Match) -> dict[str, Any]:
    """What a match was set up with, as JSON-ready data."""
    return {
        "game": match.game.id,
        "game_version": match.game.version,
        "variant": match.variant.key,
        "seats": match.seats,
        "seed": match.seed,
        **({"number": match.number} if match.number else {}),
        "options": plain_options(match.options),
        "bots": {str(seat): bot for seat, bot in match.bots.items()},
        "deck": match.whole_deck.to_dict(),
        "deck_digest": match.whole_deck.digest,
    }


def acts_of(match: Match) -> list[list[Any]]:
    """The acts of a match as they are written down."""
    return [[act.seat, list(act.actions)] for act in match.acts]


def match_as_dict(match: Match) -> dict[str, Any]:
    """The whole match as JSON-ready data, hidden cards included."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        **setup_as_dict(match),
        "acts": acts_of(match),
        "record": record_digest(match),
    }
    if match.position is not None:
        data["position"] = match.position
    if match.names:
        data["names"] = {str(seat): name for seat, name in match.names.items()}
    if match.colours:
        data["colours"] = {str(seat): colour for seat, colour in match.colours.items()}
    if match.practice:
        data["practice"] = True
    if match.origin:
        data["origin"] = match.origin
    if match.returns:
        data["returns"] = list(match.returns)
    data["checksum"] = checksum(data)
    return data


def match_from_dict(match_class: type[Match], data: Any) -> Match:
    """Replay a saved match; raises ReplayError and says what is wrong with it."""
    _check_form(data)
    match = match_from_setup(match_class, data)
    if "position" in data:
        match = _put(match, data["position"])
    _seat_people(match.name_seats, data.get("names", {}), "names")
    _seat_people(match.colour_seats, data.get("colours", {}), "colours")
    _replay(match, data["acts"], data.get("returns", []))
    match.practice = "practice" in data
    match.origin = data.get("origin", "")
    if data["game_version"] == match.game.version and record_digest(match) != data["record"]:
        raise _not_as_saved("Replayed, this match ends in another position than it was saved in.")
    return match


def match_from_setup(match_class: type[Match], data: dict[str, Any]) -> Match:
    """A match at its beginning, set up as `setup_as_dict` says; raises ReplayError."""
    _check_keys(data, _SETUP)
    _check_game_version(data)
    try:
        deck = Deck.from_dict(data["deck"])
        if deck.digest != data["deck_digest"]:
            raise _not_as_saved("The deck in this file is not the one the match was played with.")
        return match_class(
            data["game"],
            seats=data["seats"],
            seed=data["seed"],
            deck=deck,
            options={**data["options"], "game_variant": data["variant"]},
            bots={int(seat): bot for seat, bot in data["bots"].items()},
            number=data.get("number", 0),
        )
    except ReplayError:
        raise
    except (WorkbenchError, ValueError) as problem:
        raise ReplayError(f"This match cannot be set up again: {problem}") from None


def _put(match: Match, position: Any) -> Match:
    """A match that begins in a position that was put together; raises ReplayError."""
    try:
        return match.in_position(position)
    except WorkbenchError:  # its text may say where cards lie, and everybody may be looking
        raise _not_as_saved("The position this match begins in cannot be built again.") from None


def _seat_people(tell: Callable[[Any], None], given: Any, what: str) -> None:
    """Tell a match what the people of a saved one are called, or what their colours are; raises ReplayError."""
    try:
        tell({int(seat): one for seat, one in given.items()})
    except (WorkbenchError, AttributeError, ValueError) as problem:
        raise _not_as_saved(f"The {what} in this match cannot be used: {problem}") from None


def _check_form(data: Any) -> None:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ReplayError(f"This is not a saved match. Expected a JSON object with format {FORMAT!r}.")
    version = data.get("format_version")
    if isinstance(version, int) and not isinstance(version, bool) and version > FORMAT_VERSION:
        raise ReplayError(
            f"This match was saved in format {shown(version)}; this workbench reads up to {FORMAT_VERSION}. Update it."
        )
    if version != FORMAT_VERSION or isinstance(version, bool):
        raise _not_as_saved(f"The format version is {shown(version)}. Expected {FORMAT_VERSION}.")
    _check_keys(data, _KEYS)
    if data.get("practice", True) is not True:
        raise _not_as_saved(f"The practice mark is {shown(data['practice'])}. Expected true, or no mark.")
    if not isinstance(data.get("origin", ""), str):
        raise _not_as_saved(f"The origin is {shown(data['origin'])}. Expected a text.")
    returns = data.get("returns", [])
    if not isinstance(returns, list) or not all(type(one) is int and 0 <= one <= len(data["acts"]) for one in returns):
        raise _not_as_saved(f"The returns are {shown(returns)}. Expected numbers of acts.")
    try:
        unchanged = checksum(data) == data["checksum"]
    except (TypeError, ValueError, RecursionError):  # not JSON, so not what a match was saved as
        unchanged = False
    if not unchanged:
        raise _not_as_saved("This match was changed after it was saved (its checksum is wrong).")


def _not_as_saved(words: str) -> ReplayError:
    return ReplayError(f"{words} Use an unchanged copy.")


def _check_keys(data: dict[str, Any], expected: dict[str, type]) -> None:
    for key, kind in expected.items():
        if not isinstance(data.get(key), kind) or (kind is int and isinstance(data[key], bool)):
            raise _not_as_saved(f"The saved match has no proper {key!r} (expected {kind.__name__}).")


def _check_game_version(data: dict[str, Any]) -> None:
    try:
        game = find_game(data["game"])
    except WorkbenchError as problem:
        raise ReplayError(f"The game of this match is not here. {problem}") from None
    saved, ours = data["game_version"], game.version
    if saved != ours and ("position" in data or not game.plays_alike(saved)):  # a position names fields of the record
        raise ReplayError(
            f"This match was played by version {shown(saved)} of {game.title}; here is version {ours}. "
            f"{'Update the workbench.' if saved > ours else 'Open it with the workbench it was saved with.'}"
        )


def _replay(match: Match, acts: list[Any], returns: list[int]) -> None:
    for number, act in enumerate(acts, start=1):
        _say_returns(match, returns)
        which = f"Act {number} of {len(acts)}"
        if not _is_act(act):
            raise ReplayError(f"{which} is {shown(act)}. Expected a seat and a list of action numbers.")
        try:
            match.play(act[0], act[1])
        except WorkbenchError:  # its text may name cards of a hand, and everybody may be looking
            raise _not_as_saved(f"{which} cannot be replayed: it is not legal there.") from None
    _say_returns(match, returns)


def _say_returns(match: Match, returns: list[int]) -> None:
    """Say where people went back to the position that the match has reached."""
    for _ in range(returns.count(len(match.acts))):
        match.go_back_here()


def _is_act(act: Any) -> bool:
    return (
        isinstance(act, list)
        and len(act) == 2
        and isinstance(act[1], list)
        and all(isinstance(number, int) and not isinstance(number, bool) for number in (act[0], *act[1]))
    )


def save(match: Match, path: str | PathLike[str]) -> None:
    """Write a match to a JSON file: the host's, since it holds the seed; raises ReplayError.

    A saved match that is there already is replaced, by a complete one; any other file is left as it is.
    """
    target = _path(path)
    text = json.dumps(match_as_dict(match), indent=1, ensure_ascii=False)
    try:
        _keep_what_is_no_match(target)
        write_whole(target, text)
    except (OSError, ValueError) as problem:
        raise ReplayError(
            f"The match cannot be written to {shown_path(target)}: {reason_of(problem)}. "
            "Give the path of a file in a folder that exists and can be written."
        ) from None


def _path(path: Any) -> Path:
    try:
        return Path(path)
    except TypeError:
        raise ReplayError(f"{shown(path)} is no path. Give the path of a file, e.g. 'match.json'.") from None


def _keep_what_is_no_match(target: Path) -> None:
    try:
        beginning = beginning_of(target, 200)
    except FileNotFoundError:
        return
    if beginning and FORMAT.encode() not in beginning:
        raise ReplayError(f"{shown_path(target)} holds no saved match and is left as it is. Choose another name.")


def load(match_class: type[Match], path: str | PathLike[str]) -> Match:
    """Read and replay a saved match; raises ReplayError."""
    source = _path(path)
    try:
        raw = beginning_of(source, MOST_BYTES + 1)
    except (OSError, ValueError) as problem:
        raise ReplayError(
            f"{shown_path(source)} cannot be read: {reason_of(problem)}. Give the path of a saved match."
        ) from None
    return match_from_dict(match_class, parse(raw, str(source)))


def parse(raw: bytes, name: str) -> Any:
    """The JSON in a file's bytes; raises ReplayError."""
    name = name[:LONGEST_PATH]
    if len(raw) > MOST_BYTES:
        raise ReplayError(f"{name} is too large: a saved match has at most {MOST_BYTES:,} bytes. Choose another file.")
    try:
        return json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError) as problem:
        raise ReplayError(f"{name} is not a saved match: {problem}. Choose a file that the workbench saved.") from None


def seat_export(match: Match, seat: int) -> dict[str, Any]:
    """What a seat may keep of a match: its view and log, and the public setup; nothing hidden from it."""
    check_seat(seat, match.seats)
    setup = setup_as_dict(match)
    return {
        "format": EXPORT_FORMAT,
        "format_version": FORMAT_VERSION,
        **{part: setup[part] for part in PUBLIC_SETUP},
        "names": list(match.seat_names),
        "view": match.view(seat),
    }

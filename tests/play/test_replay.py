"""Matches as files: what is saved is read back alike, and everything else is refused by ReplayError."""

from __future__ import annotations

import copy
import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import workbench as wb
from tests.disks import NO_FILES, put_no_file
from workbench.play import Match, position, replay
from workbench.storage.errors import ReplayError

quick = settings(max_examples=60)
Change = Callable[[dict[str, Any]], Any]


def played(acts: int = 40, **given: Any) -> Match:
    """A match after this many acts of its bots."""
    match = Match("guild_master", **{"seats": 3, "seed": 11, "bots": {0: "random", 1: "random", 2: "greedy"}, **given})
    for _ in range(acts):
        if not match.over:
            match.play_bot(match.to_act[0])
    return match


def known_of(match: Match) -> tuple:
    """Everything a match is."""
    return (
        match.state.tobytes(),
        match.log,
        match.acts,
        match.winners,
        [match.seat_log(viewer) for viewer in (None, *range(match.seats))],
        [match.view(viewer) for viewer in (None, *range(match.seats))],
        match.score_lines(),
        (match.game, match.variant, match.deck, match.seats, match.seed, match.options, match.bots),
    )


@pytest.fixture(scope="module")
def saved() -> dict[str, Any]:
    """A saved match as data; change copies of it only."""
    return json.loads(json.dumps(played(12).to_dict()))


def resealed(data: dict[str, Any]) -> dict[str, Any]:
    """The data with the checksum of somebody who knows how to make one."""
    data["checksum"] = replay.checksum(data)
    return data


def refusal(data: Any) -> str:
    """The sentence with which data are refused."""
    with pytest.raises(ReplayError) as refused:
        Match.from_dict(data)
    return str(refused.value)


# There and back


@pytest.mark.parametrize("acts", [0, 1, 40, 10_000])
def test_what_is_saved_is_loaded_alike(tmp_path: Path, acts: int) -> None:
    match = played(acts, options={"trade_reveal": "face_down", "draw_mode": "one_by_one", "trade_offer_cap": 4})
    assert match.over == (acts == 10_000)
    match.save(tmp_path / "match.json")
    loaded = Match.load(tmp_path / "match.json")
    assert known_of(loaded) == known_of(match)
    assert json.dumps(loaded.to_dict()) == json.dumps(match.to_dict())
    loaded.save(str(tmp_path / "again.json"))
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "match.json").read_bytes()


def test_a_match_of_an_edited_deck_is_loaded_with_that_deck(tmp_path: Path) -> None:
    deck = wb.load_deck("guild_master").edit(change=[{"card_id": "moat", "name": "Möat ✿", "resources": "CC"}])
    match = played(20, deck=deck)
    match.save(tmp_path / "match.json")
    loaded = Match.load(tmp_path / "match.json")
    assert loaded.deck == deck
    assert loaded.deck != wb.load_deck("guild_master")
    assert known_of(loaded) == known_of(match)


def test_a_loaded_match_goes_on(tmp_path: Path) -> None:
    match = played(30)
    match.save(tmp_path / "match.json")
    loaded = Match.load(tmp_path / "match.json")
    for _ in range(5):
        assert loaded.undo()
    assert known_of(loaded) == known_of(played(25))
    for _ in range(5):
        assert loaded.redo()
    match.play_bots()
    loaded.play_bots()
    assert match.over
    assert known_of(loaded) == known_of(match)


def test_cards_picked_but_not_submitted_are_kept() -> None:
    match = Match("guild_master", seats=2, seed=1, options={"first_seat": 0})
    match.play(0, "Offer cards to Seat 2")
    match.play(0, [action for action in match.legal(0) if action.verb == "pick"][1])
    loaded = Match.from_dict(match.to_dict())
    assert known_of(loaded) == known_of(match)
    assert loaded.view(0)["picked"] == match.view(0)["picked"] != []


def test_undone_acts_are_not_saved() -> None:
    match = played(10)
    match.undo()
    loaded = Match.from_dict(match.to_dict())
    assert len(loaded.acts) == 9
    assert not loaded.can_redo


def test_the_file_is_json_with_versions_digests_and_the_deck(tmp_path: Path) -> None:
    match = played(3)
    match.save(tmp_path / "match.json")
    data = json.loads((tmp_path / "match.json").read_text(encoding="utf-8"))
    assert (data["format"], data["format_version"]) == ("roundtable-workbench match", 1), "as users have kept theirs"
    assert (data["game"], data["game_version"], data["variant"]) == ("guild_master", match.game.version, "base_game")
    assert data["deck_digest"] == match.deck.digest == wb.Deck.from_dict(data["deck"]).digest
    assert data == match.to_dict()


def test_loading_does_not_change_the_data(saved: dict[str, Any]) -> None:
    before = copy.deepcopy(saved)
    Match.from_dict(saved)
    assert saved == before


# The file on disk


def test_saving_replaces_the_file_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    played(2).save(path)
    played(5).save(path)
    assert len(Match.load(path).acts) == 5
    assert os.listdir(tmp_path) == ["match.json"]


def test_a_file_that_is_no_saved_match_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "accounts"
    path.write_text("root:x:0:0:root:/root:/bin/bash", encoding="utf-8")
    with pytest.raises(ReplayError, match=r"accounts.* holds no saved match and is left as it is"):
        played(5).save(path)
    assert path.read_text(encoding="utf-8").startswith("root:")
    path.write_text("", encoding="utf-8")
    played(5).save(path)
    assert len(Match.load(path).acts) == 5


def test_a_save_that_breaks_off_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.json"
    played(5).save(path)
    before = path.read_bytes()

    def fail(source: Any, target: Any) -> None:
        assert Match.load(source), "the new file is complete before it takes the old one's place"
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(ReplayError, match=r"match\.json.*No space left"):
        played(6).save(path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["match.json"]


@pytest.mark.parametrize("name", ["missing/match.json", ".", "nul\0byte.json", "x" * 300])
def test_a_path_that_cannot_be_written_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ReplayError, match=r"cannot be written to .* Give the path of a file") as refused:
        played(1).save(tmp_path / name)
    assert os.listdir(tmp_path) == []
    assert "Errno" not in str(refused.value)


def test_a_saved_match_is_for_the_host_alone(tmp_path: Path) -> None:
    played(1).save(tmp_path / "match.json")
    assert stat.S_IMODE((tmp_path / "match.json").stat().st_mode) & 0o077 == 0


@pytest.mark.parametrize("name", ["missing.json", "missing/match.json", ".", "nul\0byte.json", "x" * 300])
def test_a_path_that_cannot_be_read_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ReplayError, match=r"cannot be read: .* Give the path of a saved match"):
        Match.load(tmp_path / name)


@pytest.mark.parametrize("path", [None, 3, b"match.json", ["match.json"]])
def test_what_is_no_path_is_refused(path: Any) -> None:
    with pytest.raises(ReplayError, match="is no path"):
        Match.load(path)
    with pytest.raises(ReplayError, match="is no path"):
        played(1).save(path)


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices lie in folders on POSIX systems")
@pytest.mark.parametrize("what", NO_FILES)
def test_what_is_no_file_is_neither_read_nor_replaced(tmp_path: Path, what: str) -> None:
    given = put_no_file(tmp_path / "match.json", what)
    before = os.lstat(given)
    with pytest.raises(ReplayError, match=f"cannot be read: {NO_FILES[what]}. Give the path of a saved match"):
        Match.load(given)
    with pytest.raises(ReplayError, match=f"cannot be written to .*{NO_FILES[what]}"):
        played(1).save(given)
    assert os.path.samestat(os.lstat(given), before)


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    with path.open("wb") as file:
        file.truncate(replay.MOST_BYTES * 50)
    with pytest.raises(ReplayError, match=r"too large: .*4,000,000 bytes"):
        Match.load(path)


CONTENTS = {
    "empty": b"",
    "not JSON": b"{'seats': 3}",
    "not UTF-8": b'{"format": "\xff\xfe"}',
    "UTF-16": '{"format": "x"}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf{}",
    "nested without end": b"[" * 200_000,
    "a number without end": b'{"seed": ' + b"9" * 10_000 + b"}",
    "a list": b"[1, 2]",
    "a word": b'"roundtable-workbench match"',
    "null": b"null",
    "another file": b'{"format": "roundtable-workbench seat", "format_version": 1}',
    "a picture": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
}


@pytest.mark.parametrize("content", CONTENTS.values(), ids=CONTENTS.keys())
def test_a_file_that_is_no_match_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(content)
    with pytest.raises(ReplayError) as refused:
        Match.load(path)
    assert "saved" in str(refused.value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("share", [0.01, 0.3, 0.6, 0.95, 0.9999])
def test_a_file_that_was_cut_off_is_refused(tmp_path: Path, share: float) -> None:
    path = tmp_path / "match.json"
    played(12).save(path)
    raw = path.read_bytes()
    path.write_bytes(raw[: int(len(raw) * share)])
    with pytest.raises(ReplayError, match="is not a saved match"):
        Match.load(path)


# Tampering

TAMPERING: dict[str, Any] = {
    "format": "roundtable-workbench seat", "format_version": 0, "game": "guile", "game_version": 0,
    "variant": "labyrinth_city", "seats": 4, "seed": 12, "options": {"deal_size": 4}, "bots": {}, "deck": {},
    "deck_digest": "0" * 64, "acts": [], "record": "0" * 64,
}  # fmt: skip


def test_every_part_of_a_saved_match_is_tampered_with(saved: dict[str, Any]) -> None:
    assert {*TAMPERING, "checksum"} == set(saved)


@pytest.mark.parametrize("key", TAMPERING)
def test_any_part_that_was_changed_is_noticed(saved: dict[str, Any], key: str) -> None:
    changed = {**saved, key: TAMPERING[key]}
    said = refusal(changed)
    if key not in ("format", "format_version"):
        assert "was changed after it was saved" in said


# Who sits as a bot decides nothing that happened, so that a resealed file may seat others.
@pytest.mark.parametrize("key", [key for key in TAMPERING if key != "bots"])
def test_any_part_that_was_changed_is_noticed_even_with_a_new_checksum(saved: dict[str, Any], key: str) -> None:
    refusal(resealed({**saved, key: TAMPERING[key]}))


@pytest.mark.parametrize("key", [*TAMPERING, "checksum"])
@pytest.mark.parametrize("value", [None, 5.5, True, "", [], {}, -1, [[]], {"0": 0}], ids=repr)
def test_a_part_of_the_wrong_kind_is_refused(saved: dict[str, Any], key: str, value: Any) -> None:
    changed = {**saved, key: value}
    if changed != saved and (key, value) not in [("bots", {}), ("options", {})]:
        refusal(resealed(changed) if key != "checksum" else changed)
    without = {name: part for name, part in saved.items() if name != key}
    refusal(resealed(without) if key != "checksum" else without)


def act(number: int, change: Callable[[list], Any]) -> Change:
    return lambda data: change(data["acts"][number])


def another_card(acts: list) -> None:
    """Pick another card where the first set is picked: an action that comes to nothing may change with no effect."""
    picked = next(one for one in acts if len(one[1]) > 1)
    picked[1][0] += 1


ACT_CHANGES: dict[str, Change] = {
    "another seat": act(3, lambda one: one.__setitem__(0, (one[0] + 1) % 3)),
    "no seat": act(3, lambda one: one.__setitem__(0, None)),
    "seat true": act(3, lambda one: one.__setitem__(0, True)),
    "seat 9": act(3, lambda one: one.__setitem__(0, 9)),
    "another card": lambda data: another_card(data["acts"]),
    "an unknown action": act(3, lambda one: one[1].__setitem__(0, 10**6)),
    "a label": act(3, lambda one: one[1].__setitem__(0, "End trading")),
    "a number as text": act(3, lambda one: one[1].__setitem__(0, str(one[1][0]))),
    "a fraction": act(3, lambda one: one[1].__setitem__(0, one[1][0] + 0.5)),
    "a whole number as a fraction": act(3, lambda one: one[1].__setitem__(0, float(one[1][0]))),
    "no actions": act(3, lambda one: one[1].clear()),
    "actions missing": act(3, lambda one: one.pop()),
    "one more part": act(3, lambda one: one.append(1)),
    "digits for actions": act(3, lambda one: one.__setitem__(1, "12")),
    "an act dropped": lambda data: data["acts"].pop(),
    "an act twice": lambda data: data["acts"].append(data["acts"][-1]),
    "acts exchanged": lambda data: data["acts"].insert(2, data["acts"].pop(5)),
    "two acts in one": lambda data: data["acts"][0][1].extend(data["acts"].pop(1)[1]),
    "a word for an act": lambda data: data["acts"].__setitem__(2, "ab"),
    "null for an act": lambda data: data["acts"].__setitem__(2, None),
}  # fmt: skip


@pytest.mark.parametrize("reseal", [False, True], ids=["old checksum", "new checksum"])
@pytest.mark.parametrize("change", ACT_CHANGES.values(), ids=ACT_CHANGES.keys())
def test_a_changed_act_is_noticed(saved: dict[str, Any], change: Change, reseal: bool) -> None:
    changed = copy.deepcopy(saved)
    change(changed)
    said = refusal(resealed(changed) if reseal else changed)
    if reseal:
        assert "cannot be replayed" in said or "Expected a seat and" in said or "ends in another position" in said
    else:
        assert "was changed after it was saved" in said


def test_a_refused_act_is_named_by_its_number(saved: dict[str, Any]) -> None:
    changed = copy.deepcopy(saved)
    changed["acts"][4][1] = [10**6]
    assert f"Act 5 of {len(saved['acts'])} cannot be replayed" in refusal(resealed(changed))


def test_a_refused_act_names_no_card_of_a_hand() -> None:
    """A public screen shows the refusal of a file."""
    match = Match("guild_master", seats=2, seed=3, options={"first_seat": 0})
    while not any(action.verb == "pick" for action in match.legal(match.to_act[0])):
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    hand = match.view(match.to_act[0])["zones"]["hand"][match.to_act[0]]["cards"]
    match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    data = match.to_dict()
    data["acts"][-1][1] = [10**6]
    said = refusal(resealed(data))
    assert hand
    assert not [name for name in hand if name in said]


DECK_CHANGES: dict[str, Change] = {
    "a card's resources": lambda deck: deck["tables"]["cards.csv"][0].__setitem__("resources", "CC"),
    "a card's name": lambda deck: deck["tables"]["cards.csv"][0].__setitem__("name", "Fort Knox"),
    "a card less": lambda deck: deck["tables"]["cards.csv"].pop(7),
    "cards exchanged": lambda deck: deck["tables"]["cards.csv"].insert(0, deck["tables"]["cards.csv"].pop()),
    "a category": lambda deck: deck["meta"]["categories"].pop(),
    "another game": lambda deck: deck.__setitem__("game", "guile"),
    "no table": lambda deck: deck["tables"].clear(),
    "no meta": lambda deck: deck.__setitem__("meta", None),
    "a newer format": lambda deck: deck.__setitem__("format", 99),
}


@pytest.mark.parametrize("reseal", ["old checksum", "new checksum", "new checksum and no digest of its own"])
@pytest.mark.parametrize("change", DECK_CHANGES.values(), ids=DECK_CHANGES.keys())
def test_a_changed_deck_is_noticed(saved: dict[str, Any], change: Change, reseal: str) -> None:
    changed = copy.deepcopy(saved)
    change(changed["deck"])
    if "digest" in reseal:
        changed["deck"].pop("digest")
    said = refusal(changed if reseal == "old checksum" else resealed(changed))
    assert "changed after it was saved" in said or "deck" in said.lower()


def test_another_deck_is_noticed_though_all_its_digests_fit(saved: dict[str, Any]) -> None:
    deck = wb.load_deck("guild_master").edit(remove=["moat"])
    changed = {**copy.deepcopy(saved), "deck": deck.to_dict(), "deck_digest": deck.digest}
    said = refusal(resealed(changed))
    assert "cannot be replayed" in said or "ends in another position" in said


def test_a_match_of_a_newer_format_says_so(saved: dict[str, Any]) -> None:
    said = refusal({"format": replay.FORMAT, "format_version": replay.FORMAT_VERSION + 1, "moves": {}})
    assert f"format {replay.FORMAT_VERSION + 1}" in said
    assert "Update" in said


def test_a_match_of_a_newer_game_says_so_even_if_it_has_options_of_its_own(saved: dict[str, Any]) -> None:
    version = saved["game_version"]
    options = {**saved["options"], "guild_wars": True}
    said = refusal(resealed({**saved, "game_version": version + 1, "options": options, "variant": "wars"}))
    for word in (f"version {version + 1}", "Guild Master", f"version {version}", "Update the workbench"):
        assert word in said


def test_a_match_of_an_older_game_says_so(saved: dict[str, Any]) -> None:
    assert "workbench it was saved with" in refusal(resealed({**saved, "game_version": 0}))


def test_a_match_of_an_older_game_that_is_played_alike_is_opened_whatever_its_record_was(saved: dict[str, Any]) -> None:
    game = wb.game("guild_master")
    since = game.played_alike_since
    assert 0 < since < game.version
    older = {**saved, "game_version": since, "record": "0" * 64}
    assert Match.from_dict(resealed(older)).acts == Match.from_dict(saved).acts
    assert "another position" in refusal(resealed({**saved, "record": "0" * 64}))
    assert "workbench it was saved with" in refusal(resealed({**older, "game_version": since - 1}))
    begun = position("guild_master", seats=2, seed=1).seat(0, hand="Moat").match().to_dict()
    assert "workbench it was saved with" in refusal(resealed({**begun, "game_version": since}))


def test_a_match_of_a_game_that_is_not_here_says_so(saved: dict[str, Any]) -> None:
    assert "'chess'" in refusal(resealed({**saved, "game": "chess"}))


def test_a_rule_that_has_changed_meanwhile_is_noticed(saved: dict[str, Any]) -> None:
    assert "another position" in refusal(resealed({**saved, "record": "ab" * 32}))


@pytest.mark.parametrize("bots", [{"x": "greedy"}, {"9": "greedy"}, {"0": "gredy"}, {"0": 5}, {"-1": "greedy"}])
def test_bots_that_cannot_sit_there_are_refused(saved: dict[str, Any], bots: dict) -> None:
    assert "cannot be set up again" in refusal(resealed({**saved, "bots": bots}))


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.integers(-3, 600), st.floats(), st.text(max_size=6)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=6), inner, max_size=3)),
    max_leaves=6,
)


def put_somewhere(data: Any, draw: Callable, value: Any) -> None:
    """Write `value` at some place in nested data."""
    keys = sorted(data) if isinstance(data, dict) else list(range(len(data)))
    key = draw(st.sampled_from(keys))
    if isinstance(data[key], (dict, list)) and data[key] and draw(st.booleans()):
        put_somewhere(data[key], draw, value)
    else:
        data[key] = value


@quick
@given(data=st.data(), value=json_values, reseal=st.booleans())
def test_whatever_stands_anywhere_in_a_saved_match_nothing_but_replay_error_is_raised(
    saved: dict[str, Any], data: st.DataObject, value: Any, reseal: bool
) -> None:
    changed = copy.deepcopy(saved)
    put_somewhere(changed, data.draw, value)
    if reseal:
        resealed(changed)
    try:
        loaded = Match.from_dict(changed)
    except ReplayError:
        return
    assert loaded.state.tobytes() == Match.from_dict(saved).state.tobytes()


@quick
@given(data=json_values)
def test_any_data_but_a_saved_match_are_refused(data: Any) -> None:
    assert "not a saved match" in refusal(data)


@quick
@given(start=st.integers(0, 10_000), length=st.integers(0, 60), piece=st.binary(max_size=20))
def test_a_file_with_other_bytes_anywhere_is_refused(
    tmp_path_factory: pytest.TempPathFactory, saved: dict[str, Any], start: int, length: int, piece: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "spoilt.json"
    raw = json.dumps(saved, indent=1).encode()
    start = len(raw) * start // 10_000
    path.write_bytes(raw[:start] + piece + raw[start + length :])
    try:
        loaded = Match.load(path)
    except ReplayError:
        return
    assert loaded.to_dict() == saved, "only what means the same is read"


@pytest.mark.parametrize(
    "value", [{1, 2}, object(), float("nan"), 10**5000, b"x", {1: 2, "a": 3}], ids=lambda v: type(v).__name__
)
def test_what_no_json_holds_is_refused_too(saved: dict[str, Any], value: Any) -> None:
    for key in ("seed", "options", "acts", "more"):
        refusal({**saved, key: value})


# A seat's own record


@pytest.mark.parametrize("seat", range(3))
def test_an_export_is_no_match_that_can_be_loaded(tmp_path: Path, seat: int) -> None:
    export = json.loads(json.dumps(played(20).export(seat)))
    assert refusal(export).startswith("This is not a saved match")
    assert {"seed", "acts", "record", "checksum", "bots"}.isdisjoint(export)
    assert export["deck_digest"] == wb.load_deck("guild_master").digest


def test_exports_differ_by_what_seats_have_seen() -> None:
    exports = [played(20).export(seat) for seat in range(3)]
    assert exports[0]["view"]["zones"] != exports[1]["view"]["zones"]
    for seat, export in enumerate(exports):
        hands = export["view"]["zones"]["hand"]
        assert None not in hands[seat]["cards"]
        assert export["view"]["log"] == played(20).seat_log(seat)


# ---------------------------------------------------------------- colours


def test_the_colours_that_were_chosen_come_back_and_older_files_have_none(tmp_path: Path) -> None:
    match = Match("cadwallon", seats=3, seed=2, colours={1: 3}, names=["Anna"])
    match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    match.save(tmp_path / "match.json")
    again = Match.load(tmp_path / "match.json")
    assert (again.colours, again.arms, again.names) == ({1: 3}, (0, 3, 2), {0: "Anna"})
    older = Match("cadwallon", seats=3, seed=2).to_dict()
    assert "colours" not in older
    assert Match.from_dict(older).arms == (0, 1, 2)


@pytest.mark.parametrize(
    "colours", [["1"], None, {"a": 1}, {"1": 4}, {"1": "red"}, {"0": 1, "1": 1}, {"3": 0}, {"1": True}, {"1": 1.5}, 7]
)
def test_colours_that_cannot_be_are_refused(colours: Any) -> None:
    data = Match("cadwallon", seats=3, seed=2).to_dict()
    assert "colours" in refusal(resealed(data | {"colours": colours}))


def test_colours_in_a_match_of_a_game_without_any_are_refused(saved: dict[str, Any]) -> None:
    assert "Nobody chooses a colour" in refusal(resealed(copy.deepcopy(saved) | {"colours": {"0": 1}}))

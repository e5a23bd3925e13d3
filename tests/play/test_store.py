"""The words in which the store of matches refuses; how it keeps them is tested with `workbench.storage.store`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from workbench.play import Match, position
from workbench.play.host import TableHost
from workbench.play.replay import MOST_BYTES
from workbench.play.store import AboutMatch, HowItEnded, MatchStore, about_match
from workbench.storage.errors import ReplayError


@pytest.fixture
def store(tmp_path: Path) -> MatchStore:
    return MatchStore(tmp_path)


def test_a_match_is_kept_in_the_midst_of_play(store: MatchStore, tmp_path: Path) -> None:
    match = Match("guild_master", seats=2, seed=1, bots={0: "greedy", 1: "greedy"})
    for _ in range(5):
        match.play_bot(match.to_act[0])
    match_id = store.new_id()
    store.write(match_id, {"match": match.to_dict()})
    again = Match.from_dict(MatchStore(tmp_path).read(match_id)["match"])
    assert again.state.tobytes() == match.state.tobytes()


def test_what_stands_beside_a_match_says_how_far_it_is(store: MatchStore) -> None:
    match = Match("guile", seed=1, bots={1: "greedy"}, names=["Anna"])
    store.write(store.new_id(), {"about": about_match(match)})
    found = store.goes_on()
    assert found is not None
    _match_id, about = found
    assert (about.game, about.names, about.bots, about.turn, about.to_act) == ("guile", match.seat_names, (1,), 0, (0,))
    assert about.phase == match.variant.phases.called(match.phase).title


def test_what_began_in_a_position_opens_only_in_the_version_that_it_was_kept_in() -> None:
    match = Match("guile", seed=1)
    newer = replace(match.game, version=match.game.version + 1, played_alike_since=match.game.version)
    for begun, opens in ((match, True), (position(match).match(), False)):
        about = AboutMatch.model_validate(about_match(begun))
        assert about.opens_in(match.game)
        assert about.opens_in(newer) is opens
        assert not about.opens_in(replace(newer, played_alike_since=newer.version))


def test_where_nothing_is_kept_nothing_goes_on(store: MatchStore) -> None:
    assert store.goes_on() is None


def test_each_refusal_says_what_to_do_next(store: MatchStore, tmp_path: Path) -> None:
    match_id = store.new_id()
    with pytest.raises(ReplayError, match=rf"^No match is kept under {match_id} any more\. Start a new game\.$"):
        store.read(match_id)
    store.write(match_id, {})
    path = store.path(match_id)
    record = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(record | {"version": 2}), encoding="utf-8")
    with pytest.raises(ReplayError, match=r"Use the newer program, or start a new game\.$"):
        store.read(match_id)
    path.write_text("{", encoding="utf-8")
    with pytest.raises(ReplayError, match=r"damaged: .* Start a new game or load a file\.$"):
        store.read(match_id)
    MatchStore(tmp_path).claim(match_id)
    with pytest.raises(ReplayError, match=r"^This match goes on in another window\. Reload this page to bring it back"):
        store.write(match_id, {})


def test_a_kept_match_may_be_as_large_as_a_saved_one() -> None:
    assert MatchStore.most_bytes == MOST_BYTES


def test_matches_kept_by_earlier_versions_of_the_program_are_found(tmp_path: Path) -> None:
    folder = tmp_path / "autosave"
    folder.mkdir()
    kept = {"format": "roundtable-workbench autosave", "version": 1, "content": {"turn": 3}}
    (folder / f"{'0' * 32}.json").write_text(json.dumps(kept), encoding="utf-8")
    assert MatchStore(tmp_path).read("0" * 32) == {"turn": 3}


def over(match: Match) -> Match:
    """The match once bots have played it to its end."""
    for seat in range(match.seats):
        match.seat_bot(seat, match.game.usual_bot)
    match.play_bots()
    return match


def put(store: MatchStore, match: Match) -> str:
    """Keep a match as a table does, once somebody has acted in it; its id."""
    if not match.over:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    host = TableHost(match, store=store)
    host.start()
    host.keep()
    return host.kept.id


def test_the_match_that_was_over_longest_ago_makes_room_first(tmp_path: Path) -> None:
    store = MatchStore(tmp_path, kept=3)
    running = put(store, Match("guile", seed=1))
    first, second = (put(store, over(Match("guile", seed=seed))) for seed in (2, 3))
    newer = put(store, Match("guile", seed=4))
    assert [kept.id for kept in store.all()] == [newer, second, running]
    with pytest.raises(ReplayError, match="No match is kept"):
        store.read(first)
    last = put(store, Match("guile", seed=5))
    assert [kept.id for kept in store.all()] == [last, newer, running]
    assert put(store, Match("guile", seed=6)) in [kept.id for kept in store.all()]
    assert running not in [kept.id for kept in store.all()], "where none is over, the one played longest ago goes"


def test_two_hundred_matches_are_kept() -> None:
    assert MatchStore.usually_kept == 200


def test_a_name_cannot_make_a_match_look_over(store: MatchStore) -> None:
    names = ['"over":true', '},"about":{"over":true']
    match_id = put(store, Match("guile", seats=2, seed=1, names=names))
    (kept,) = store.all()
    assert (kept.id, kept.about.over, kept.about.names) == (match_id, False, tuple(names))


def test_how_a_match_ended_is_kept_beside_it_and_makes_it_no_younger(store: MatchStore, tmp_path: Path) -> None:
    match_id = put(store, over(Match("guile", seats=2, seed=1)))
    newer = put(store, Match("guile", seed=2))
    (_, before) = store.all()
    told = HowItEnded(title="Anna wins Camelot", by="Two to none.", ahead=("02", "00"))
    MatchStore(tmp_path).tell(match_id, told)
    assert [kept.id for kept in store.all()] == [newer, match_id]
    (_, after) = store.all()
    assert (after.about, after.written) == (before.about.model_copy(update={"told": told}), before.written)
    assert store.holds(match_id)
    assert after.about.ended
    store.tell(newer, told)
    assert store.all()[0].about.told is None, "a match that goes on has not ended"
    store.tell("0" * 32, told)


def test_when_a_match_was_over_is_not_changed_by_looking_at_it_again(store: MatchStore, tmp_path: Path) -> None:
    match = over(Match("guile", seats=2, seed=1))
    match_id = put(store, match)
    content = store.read(match_id)
    content["about"]["ended"] = "2031-01-02T03:04:05"
    store.write(match_id, content)
    again = TableHost(Match("guile", seats=2), store=MatchStore(tmp_path))
    again.start()
    again.resume(match_id)
    assert store.all()[0].about.ended == "2031-01-02T03:04:05"
    again.match.undo()
    again.keep()
    assert store.all()[0].about.ended == ""

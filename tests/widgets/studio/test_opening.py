"""What a studio opens with: what it is given, else what the address of its page names."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.decks import load_deck
from workbench.play.match import Match
from workbench.play.store import MatchStore
from workbench.storage.errors import DeckError, OptionError
from workbench.widgets.studio.opening import opening


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder of the test's own, and an address that names nothing."""
    monkeypatch.setenv("WORKBENCH_STATE", str(tmp_path))
    monkeypatch.delenv("QUERY_STRING", raising=False)
    return tmp_path


def test_what_is_given_is_opened_whatever_the_address_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUERY_STRING", "game=excalibur&match=none&variant=none")
    deck = load_deck("guile")
    assert opening(None, deck) == opening("guile", deck) == (deck, None, "")
    assert opening("quests", "short")[0] == load_deck("quests", "short")


def test_a_deck_of_another_game_than_the_one_that_is_named_is_refused() -> None:
    with pytest.raises(DeckError, match=r"is a deck of Guile, not of Excalibur\. Give a deck of Excalibur\."):
        opening("excalibur", load_deck("guile"))
    with pytest.raises(OptionError, match="There is no game"):
        opening("chess", None)


def test_an_address_names_a_game_or_a_match_and_what_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert opening(None, None) == (load_deck("guild_master"), None, "")
    monkeypatch.setenv("QUERY_STRING", "game=guile")
    assert opening(None, None)[0] == load_deck("guile")
    assert opening(None, "great_hall")[0] == load_deck("guile", "great_hall")
    monkeypatch.setenv("QUERY_STRING", "game=guile&match=1f&variant=nobodys")
    opened, _, astray = opening(None, None)
    assert opened == load_deck("guile")
    assert "nobodys" in astray
    monkeypatch.setenv("QUERY_STRING", "game=guile&match=1f")
    assert opening(None, None)[2].startswith("The deck of that match cannot be opened.")


def test_the_deck_of_a_kept_match_is_opened_as_it_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("guile", seed=1, deck=load_deck("guile", "great_hall"))
    MatchStore().write("1f" * 16, {"about": {}, "match": match.to_dict()})
    monkeypatch.setenv("QUERY_STRING", f"match={'1f' * 16}")
    assert opening(None, None)[0] == match.deck.as_printed()

"""Properties of decks under arbitrary input."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path
from unicodedata import normalize

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.decks.conftest import SMALL_CSV, SMALL_TOML
from workbench.decks import Deck, load_deck
from workbench.storage.errors import DeckError

BASE = {
    "format": 1,
    "game": "guild_master",
    "name": "base",
    "meta": {
        "title": "Base",
        "game": "guild_master",
        "categories": [
            {"letter": letter, "name": f"Category {letter}", "sign": letter, "colour": "#333333"} for letter in "FT"
        ],
    },
    "tables": {
        "cards.csv": [
            {"card_id": "mill", "name": "Mill", "resources": "FF"},
            {"card_id": "bakery", "name": "Bakery", "resources": "FT", "bonus_resource": "F", "bonus_source": "Mill"},
        ]
    },
}
quick = settings(max_examples=60)


def load_or_refuse(toml: bytes, cards: bytes) -> Deck | None:
    """The deck of two files, or None if it is refused; anything but DeckError escapes and fails the test."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "deck.toml").write_bytes(toml)
        (folder / "cards.csv").write_bytes(cards)
        try:
            return load_deck("guild_master", folder)
        except DeckError:
            return None


def spoilt(text: str) -> st.SearchStrategy[bytes]:
    """The bytes of `text` with a piece replaced by arbitrary bytes."""
    data = text.encode()
    return st.builds(
        lambda start, length, piece: data[:start] + piece + data[start + length :],
        st.integers(0, len(data)),
        st.integers(0, 40),
        st.one_of(st.binary(max_size=20), st.text(max_size=20).map(lambda piece: piece.encode("utf-8", "replace"))),
    )


@quick
@given(cards=st.one_of(st.binary(max_size=300), spoilt(SMALL_CSV)))
def test_arbitrary_bytes_as_cards_raise_nothing_but_deck_error(cards: bytes) -> None:
    load_or_refuse(SMALL_TOML.encode(), cards)


@quick
@given(toml=st.one_of(st.binary(max_size=300), spoilt(SMALL_TOML)))
def test_arbitrary_bytes_as_deck_toml_raise_nothing_but_deck_error(toml: bytes) -> None:
    load_or_refuse(toml, SMALL_CSV.encode())


json = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)),
    max_leaves=8,
)


@quick
@given(values=json, key=st.sampled_from([*BASE, "meta.title", "meta.categories", "meta.options", "tables.cards.csv"]))
def test_arbitrary_json_as_a_deck_raises_nothing_but_deck_error(values: object, key: str) -> None:
    first, _, second = key.partition(".")
    spoilt_dict = BASE | {first: BASE[first] | {second: values} if second else values}  # type: ignore[operator]
    for given_values in (values, spoilt_dict):
        try:
            Deck.from_dict(given_values)  # type: ignore[arg-type]
        except DeckError:
            continue


words = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=30).filter(
    lambda word: word.strip() not in ("", "Mill", "Bakery")
)
remarks = st.text(st.characters(exclude_categories=("Cs", "Cc"), include_characters='\n\t"'), max_size=60)


def stored_name(card: dict) -> str:
    """The name as a deck keeps it."""
    return normalize("NFC", card["name"]).strip()


cards = st.fixed_dictionaries(
    {"name": words, "resources": st.text("FT", min_size=2, max_size=2), "note": remarks, "count": st.integers(1, 3)}
)


@quick
@given(
    added=st.lists(cards, max_size=8, unique_by=stored_name),
    title=words,
    notes=remarks,
    resources=st.sampled_from(["FF", "FT", "TT"]),
)
def test_an_edited_deck_round_trips_and_the_old_one_stays(
    added: list[dict], title: str, notes: str, resources: str
) -> None:
    base = Deck.from_dict(BASE)
    before, digest = base.to_dict(), base.digest
    deck = base.edit(
        add=added, change=[{"card_id": "mill", "resources": resources}], meta={"title": title, "notes": notes}
    )
    with tempfile.TemporaryDirectory() as place:
        loaded = load_deck("guild_master", deck.save(Path(place) / "deck"))
    assert loaded == deck == Deck.from_dict(deck.to_dict())
    assert loaded.meta == deck.meta
    assert not deck.diff(loaded)
    assert base.to_dict() == before
    assert Deck.from_dict(before).digest == digest
    assert {finding.level for finding in deck.lint()} <= {"warning", "note"}


@quick
@given(
    change=st.lists(st.dictionaries(st.sampled_from(["card_id", "name", "resources", "bonus_source", "x"]), json)),
    remove=st.lists(st.one_of(st.text(max_size=5), st.sampled_from(["mill", "bakery"])), max_size=3),
    meta=st.dictionaries(st.text(max_size=8), json, max_size=3),
)
def test_an_arbitrary_edit_raises_nothing_but_deck_error(change: list, remove: list, meta: dict) -> None:
    base = Deck.from_dict(BASE)
    before = base.to_dict()
    with suppress(DeckError):
        base.edit(change=change, remove=remove, meta=meta)
    assert base.to_dict() == before

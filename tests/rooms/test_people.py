"""People of a room are told apart, known by their secrets alone, and share seats."""

from __future__ import annotations

import pytest

from workbench.rooms.codes import LETTERS, digest, new_code, new_secret, opens, read_code
from workbench.rooms.people import People, Person, arms_by_seat, read_name, shared_name
from workbench.storage.errors import RoomError


def people(*names: str) -> People:
    return People({i: Person(i, name, i - 1, digest(f"secret {i}")) for i, name in enumerate(names, start=1)})


def test_a_code_is_read_as_people_type_it() -> None:
    assert read_code(" kehta") == read_code("KEH-TA") == "KEHTA"
    for typed in ("KEHT", "KEHTAA", "KEHT4", "KEHTÄ", "", None, 5, "<b>x"):
        with pytest.raises(RoomError, match="is no code of a room"):
            read_code(typed)


def test_codes_have_no_letters_that_look_alike_and_are_no_open_room_s() -> None:
    assert not set("BDGIJLOQSUVZ0158") & set(LETTERS)
    taken = {new_code(()) for _ in range(50)}
    assert new_code(taken) not in taken


def test_secrets_have_more_than_128_bits_and_open_nothing_else() -> None:
    made = {new_secret() for _ in range(100)}
    assert len(made) == 100
    assert all(len(secret) >= 43 for secret in made)  # 256 bits in letters of 6
    secret = made.pop()
    assert opens(secret, digest(secret))
    assert not any(opens(other, digest(secret)) for other in (*made, "", secret[:-1], None, 7, [], "\ud800", "x" * 500))


def test_people_are_known_by_their_own_secret_alone() -> None:
    room = people("Mia", "Finn")
    assert [person.name for person in map(room.known_by, ("secret 1", "secret 2")) if person] == ["Mia", "Finn"]
    assert room.known_by("secret 3") is None
    room.change(1, gone=True)
    assert room.known_by("secret 1") is None


@pytest.mark.parametrize("name", ["mia", " MIA ", "Ｍia", "Mi\u200da"])
def test_names_that_people_take_for_the_same_are_the_same(name: str) -> None:
    found = people("Mia").called(name.strip())
    assert found is not None
    assert found.id == 1


def test_whoever_has_the_name_of_another_is_offered_a_letter() -> None:
    assert people("Mia").free_name("Mia") == "Mia B."
    assert people("Mia", "Mia B.").free_name("Mia") == "Mia C."
    assert people("Mia").free_name("Zoe") == "Zoe"


@pytest.mark.parametrize("name", ["", "  ", "\u202eaiM", "x" * 41, None, 7, "..."])
def test_what_is_no_name_is_refused_in_words(name: object) -> None:
    with pytest.raises(RoomError, match=r"^Your name"):
        read_name(name)


def test_at_most_twelve_free_arms_are_offered_and_none_that_is_borne() -> None:
    free = people("Mia", "Finn").free_arms()
    assert free == list(range(2, 14))
    assert people("Mia", "Finn").free_arms(most=3) == [2]


def test_two_seats_never_bear_the_same_arms_and_a_shared_seat_those_of_who_came_first() -> None:
    sharing = [Person(1, "Mia", 4, "", 0, 0), Person(2, "Finn", 5, "", 0, 0), Person(3, "Zoe", 4, "", 0, 1)]
    assert arms_by_seat(sharing) == {0: 4}


def test_many_who_share_a_seat_are_counted() -> None:
    assert shared_name(["Mia", "Finn"]) == "Mia, Finn"
    assert shared_name(["Bartholomew-Alexander", "Charlotte-Amelia", "Finn"]) == "Bartholomew-Alexander and 2 more"

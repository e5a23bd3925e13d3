"""Small pieces of the sentences that screens say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def listed(words: Sequence[str]) -> str:
    """Names, or other words, one after the other as in a sentence; empty for none.

    >>> listed(["Anna", "Ben", "Chiara"]), listed(["Anna"])
    ('Anna, Ben and Chiara', 'Anna')
    """
    return ", ".join([*words[:-2], " and ".join(words[-2:])])


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def in_words(number: int) -> str:
    """A number as one writes it: up to twelve as a word.

    >>> in_words(7), in_words(30)
    ('seven', '30')
    """
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def counted(number: int, one: str, many: str = "") -> str:
    """So many things in words; without `many` the name of one takes an s.

    >>> counted(1, "shield"), counted(0, "shield"), counted(1200, "city", "cities")
    ('1 shield', '0 shields', '1,200 cities')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def capital(words: str) -> str:
    """The words with a capital letter in front.

    >>> capital("place 3 in turn order")
    'Place 3 in turn order'
    """
    return words[:1].upper() + words[1:]


LISTED = 3  # of several things, this many are named; more are only counted


def listed_or_counted(names: Sequence[str], one: str) -> str:
    """Few things by their names, many by how many they are.

    >>> listed_or_counted(["Moat", "Inn"], "card"), listed_or_counted(["Moat", "Inn", "Mill", "Port"], "card")
    ('Moat and Inn', '4 cards')
    """
    return listed(names) if len(names) <= LISTED else counted(len(names), one)


def in_states(states: Iterable[tuple[Sequence[str], str]], one: str) -> str:
    """What became of several things: those of each state by their names or, if many, by how many; empty for none.

    >>> in_states([(["Moat"], "gone"), ([], "new"), (["Inn", "Mill"], "changed")], "card")
    'Moat is gone; Inn and Mill are changed'
    """
    return "; ".join(
        f"{listed_or_counted(names, one)} {'is' if len(names) == 1 else 'are'} {state}"
        for names, state in states
        if names
    )


def roughly(seconds: float) -> str:
    """A time in words, no more exact than it is known.

    >>> roughly(3), roughly(22), roughly(80), roughly(170)
    ('a few seconds', 'about 20 seconds', 'about a minute', 'about 3 minutes')
    """
    if seconds < 7.5:
        return "a few seconds"
    if seconds < 55:
        return f"about {5 * round(seconds / 5)} seconds"
    minutes = round(seconds / 60)
    return "about a minute" if minutes <= 1 else f"about {minutes} minutes"

"""Coats of arms: made from a seed by the rule of tincture, put into words, and drawn with hatching.

The rule: no metal on metal and no colour on colour. The fields of old arms, chequered ones for instance, and what lies
over all are free of it, as heralds allow. Hatching is Petra Sancta's: it tells tinctures apart in grey, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from workbench.heraldry.emblems import MILIEUS, SIGNS, WRITTEN, emblem, emblems
from workbench.heraldry.shapes import HIGH, WIDE, charge_places, field_course, ordinary_course
from workbench.heraldry.tinctures import COLOURS, METALS, inked, painted
from workbench.pen import Drawn, Picture, path, picture

PARTED = ("per pale", "per fess", "per bend", "per saltire", "quarterly")  # what a charge may lie on
CHARGED = ("", "", "chief", "bordure", "pale", "fess")  # what a seed may lay on a field, beside a charge
WORDS: Mapping[str, Sequence[str]] = WRITTEN["blazon"]  # emblem -> one of it and several
NUMBERS = {2: "two", 3: "three"}


@dataclass(frozen=True)
class Field:
    """What everything else lies on: of one tincture, or divided between two."""

    tinctures: tuple[str, ...]
    division: str = ""


@dataclass(frozen=True)
class Ordinary:
    """A band or a border; `over` lies over all, and so is free of the rule of tincture."""

    kind: str
    tincture: str
    over: bool = False


@dataclass(frozen=True)
class Charge:
    """An emblem, once or three times; `on` is the ordinary it lies on, or empty for the field."""

    emblem: str
    tincture: str
    number: int = 1
    on: str = ""


@dataclass(frozen=True)
class Arms:
    """A coat of arms: a field and what lies on it, in the order in which it is blazoned and painted."""

    field: Field
    parts: tuple[Ordinary | Charge, ...] = ()


def arms_of(seed: int | str) -> Arms:
    """The arms of a seed, the same on every machine; they obey the rule of tincture."""
    numbers = iter(sha256(str(seed).encode()).digest())
    metal, other = _two(METALS, next(numbers), 0)
    colour, second = _two(COLOURS, next(numbers), next(numbers))
    if next(numbers) % 2:
        metal, other, colour, second = colour, second, metal, other
    borne = tuple(name for name, one in emblems().items() if one.family not in (MILIEUS, SIGNS))
    name = _one(borne, next(numbers) * 256 + next(numbers))
    if next(numbers) % 3 == 0:
        field = Field((colour, second), _one(PARTED, next(numbers)))
        return Arms(field, (Charge(name, metal),))
    kind = _one(CHARGED, next(numbers))
    number = 3 if kind == "" and next(numbers) % 2 else 1
    return laid_out(colour, metal, kind, name, number)


def laid_out(ground: str, mark: str, kind: str, name: str, number: int = 1) -> Arms:
    """Arms of two tinctures: a charge on the field, and a chief, a bordure, or a pale or a fess below the charge."""
    if kind in ("pale", "fess"):
        return Arms(Field((ground,)), (Ordinary(kind, mark), Charge(name, ground, 1, kind)))
    border = (Ordinary(kind, mark),) if kind else ()
    return Arms(Field((ground,)), (Charge(name, mark, number), *border))


def obeys_tincture(arms: Arms) -> bool:
    """Whether no metal lies on metal and no colour on colour."""
    below: dict[str, tuple[str, ...]] = {"": arms.field.tinctures}
    for part in arms.parts:
        ground = below[part.on] if isinstance(part, Charge) else below[""]
        if isinstance(part, Ordinary):
            below[part.kind] = (part.tincture,)
        free = isinstance(part, Ordinary) and part.over
        if not free and any((part.tincture in METALS) == (under in METALS) for under in ground):
            return False
    return True


def _one(names: tuple[str, ...], number: int) -> str:
    return names[number % len(names)]


def _two(names: tuple[str, ...], number: int, step: int) -> tuple[str, str]:
    """Two different ones."""
    first = number % len(names)
    return names[first], names[(first + 1 + step % (len(names) - 1)) % len(names)]


# ---------------------------------------------------------------- words


def blazon(arms: Arms) -> str:
    """Arms in the words of heralds: the field first, of each part the tincture last.

    >>> blazon(Arms(Field(("azure",)), (Charge("lion", "or"),)))
    'Azure, a lion rampant or'
    """
    both = " and ".join(arms.field.tinctures)
    words = [f"{arms.field.division} {both}" if arms.field.division else both]
    held = next((part for part in arms.parts if isinstance(part, Charge) and part.on), None)
    for part in arms.parts:
        if isinstance(part, Charge):
            if part is not held:
                words.append(f"{_charge_words(part)} {part.tincture}")
        elif held and held.on == part.kind:
            words.append(f"on a {part.kind} {part.tincture} {_charge_words(held)} {held.tincture}")
        else:
            many = part.kind.startswith("three")
            words.append(f"{'' if many else 'a '}{part.kind} {part.tincture}{' overall' if part.over else ''}")
    sentence = ", ".join(words)
    return sentence[:1].upper() + sentence[1:]


def _charge_words(charge: Charge) -> str:
    article = "an" if charge.emblem[0] in "aeiou" else "a"
    usual = (f"{article} {charge.emblem}", f"{charge.emblem}s")
    single, many = WORDS.get(charge.emblem, usual)
    return single if charge.number == 1 else f"{NUMBERS[charge.number]} {many}"


# ---------------------------------------------------------------- pictures


def shield(arms: Arms, name: str = "Coat of arms", width: float | str | None = None) -> Picture:
    """The shield of arms as one picture, whose description is the blazon; as wide as `width`, in pixels or em."""
    return picture(name, blazon(arms), *shield_parts(arms), box=(WIDE, HIGH), width=width)


def shield_parts(arms: Arms) -> list[Drawn]:
    """What a shield is painted of, one part over the other, for a picture that has others beside it."""
    kinds = [part.kind for part in arms.parts if isinstance(part, Ordinary)]
    parts = [painted(course, tincture) for course, tincture in field_course(arms.field.division, arms.field.tinctures)]
    for part in arms.parts:
        if isinstance(part, Ordinary):
            parts.append(painted(ordinary_course(part.kind), part.tincture))
        else:
            course, places = emblem(part.emblem).course, charge_places(part.number, part.on, kinds)
            parts += [painted(course, part.tincture, place) for place in places]
    return [*parts, path(field_course("", ("argent",))[0][0], fill="none", stroke=inked(), stroke_width=2.5)]

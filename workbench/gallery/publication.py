"""One publication of a variant: a deck, what its author says about it, and what it was made from. It never changes."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from workbench.decks import Deck
from workbench.decks.model import FilledLine, clean, refuse
from workbench.decks.model import line as short_line
from workbench.heraldry.emblems import emblems
from workbench.storage.errors import DeckError, GalleryError, belongs, shown

LONGEST_LINE = 160  # characters of the line that describes a variant
LONGEST_NOTES = 2000
MOST_VERSIONS = 999
LONGEST_CONTENT = 2_000_000  # characters of a publication
KEYS_OF_A_DECK = {"format": 0, "game": 0, "name": 0, "digest": 0, "meta": 0, "tables": 0}.keys()
USUAL_LICENCE = "CC BY-SA 4.0"
USUAL_LANGUAGE = "en"
AnyModel = TypeVar("AnyModel", bound=BaseModel)


def _notes(value: str) -> str:
    value = clean(value)
    if len(value) > LONGEST_NOTES:
        refuse(f"They are {len(value):,} characters long.", f"Keep them within {LONGEST_NOTES:,} characters.")
    return value


def _emblem(value: str) -> str:
    if value and value not in emblems():
        refuse(f"{shown(value, 40)} is not the name of an emblem.", "Choose one of the list, or none.")
    return value


def fitting(pattern: str, longest: int, what: str, fix: str) -> AfterValidator:
    """Refuse a text that does not fit a pattern, and say what it is none of, quoting up to so many characters."""

    def check(value: str) -> str:
        if not re.fullmatch(pattern, value):
            refuse(f"{shown(value, longest)} is no {what}.", fix)
        return value

    return AfterValidator(check)


def _moment(value: str) -> str:
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None or len(value) > 40:
        refuse(f"{shown(value, 40)} is no moment.", "Write one as 2031-05-01T12:00:00+00:00.")
    return value


Digest = Annotated[str, fitting("(?:[0-9a-f]{64})?", 20, "digest", "A digest has 64 hexadecimal digits.")]
Key = Annotated[str, fitting("[0-9a-f]{32}", 20, "key of a variant", "A key has 32 hexadecimal digits.")]
TAG = "[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}"
Language = Annotated[str, fitting(TAG, 40, "tag of a language", "Write one such as en, de or pt-BR.")]
Moment = Annotated[str, AfterValidator(_moment)]


class About(BaseModel):
    """What an author says about a variant; every text is plain text.

    emblem: what the cover shows; empty leaves it to the cards.

    >>> About(title="Pilgrim Town").licence
    'CC BY-SA 4.0'
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    title: FilledLine
    line: Annotated[str, AfterValidator(partial(short_line, longest=LONGEST_LINE))] = ""
    author: Annotated[str, AfterValidator(short_line)] = ""
    notes: Annotated[str, AfterValidator(_notes)] = ""
    licence: Annotated[str, AfterValidator(short_line)] = USUAL_LICENCE
    language: Language = USUAL_LANGUAGE
    emblem: Annotated[str, AfterValidator(_emblem)] = ""


class Parent(BaseModel):
    """What a variant was made from: another publication, or a deck that comes with the workbench or a package.

    digest: that of the parent's cards, so that a parent that is not here can be named.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    title: FilledLine
    digest: Digest
    publication: Digest = ""
    deck: Annotated[str, AfterValidator(short_line)] = ""

    @classmethod
    def of_deck(cls, deck: Deck) -> Parent:
        """A deck of the game, by its name."""
        return cls(title=deck.meta.title, digest=deck.digest, deck=deck.name)

    @classmethod
    def of_publication(cls, publication: Publication) -> Parent:
        """A publication that is in the gallery."""
        return cls(title=publication.about.title, digest=publication.digest, publication=publication.id)


class Content(BaseModel):
    """The unchanging part of a publication, as it is stored and sent; its digest is the publication's id."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    variant: Key
    number: Annotated[int, Field(ge=1, le=MOST_VERSIONS)]
    published_at: Moment
    about: About
    parent: Parent | None
    deck: dict[str, Any]

    def text(self) -> str:
        """The content as text; equal for equal content."""
        return json.dumps(self.model_dump(), sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True)
class Publication:
    """A publication and its address here.

    id: the digest of its content, the same on every machine. text: its content.
    """

    slug: str
    id: str
    text: str

    @cached_property
    def content(self) -> Content:
        """Its content; raises GalleryError if that is not what was published."""
        if hashlib.sha256(self.text.encode()).hexdigest() != self.id:
            raise GalleryError(f"The variant {self.slug} was changed after it was published. Import it again.")
        return checked(Content, json.loads(self.text))

    @property
    def number(self) -> int:
        """Which version of the variant it is, counted from 1."""
        return self.content.number

    @property
    def published_at(self) -> str:
        """When it was published (UTC, ISO 8601)."""
        return self.content.published_at

    @property
    def about(self) -> About:
        """What its author says about it."""
        return self.content.about

    @property
    def parent(self) -> Parent | None:
        """What it was made from, if that is known."""
        return self.content.parent

    @property
    def game_id(self) -> str:
        """The id of its game."""
        return str(self.content.deck.get("game"))

    @property
    def digest(self) -> str:
        """The digest of its cards."""
        return str(self.content.deck.get("digest"))

    @cached_property
    def deck(self) -> Deck:
        """Its cards and rules; raises DeckError if its game is not here."""
        return Deck.from_dict(self.content.deck)


def about_from(values: Mapping[str, object]) -> About:
    """What an author has typed, checked; raises a GalleryError that names the field and says how to mend it.

    >>> about_from({"title": " "})
    Traceback (most recent call last):
    ...
    workbench.storage.errors.GalleryError: title: It is empty. Fill it in.
    """
    return checked(About, dict(values))


def checked(kind: type[AnyModel], values: object, what: str = "") -> AnyModel:
    """Values of a model; raises a GalleryError that begins with `what` and names the first fault."""
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        raise GalleryError(f"{what}{_first_fault(error)}") from None


def checked_deck(content: Content) -> Deck:
    """The deck of a content; raises GalleryError if it is no deck, or gives a digest that is not its own."""
    if content.deck.keys() != KEYS_OF_A_DECK:
        raise GalleryError(f"The deck of {content.about.title!r} has other parts than {', '.join(KEYS_OF_A_DECK)}.")
    try:
        return Deck.from_dict(content.deck)
    except DeckError as error:
        raise GalleryError(f"{content.about.title!r}: {str(error).splitlines()[0]}") from None


def _first_fault(error: ValidationError) -> str:
    """The first fault, in words: where it is, what is wrong, and what belongs there."""
    fault = error.errors()[0]
    place = " ".join(str(part)[:40] for part in fault["loc"]) or "the whole"
    if fault["type"] == "deck":
        return f"{place}: {fault['ctx']['text']} {fault['ctx']['fix']}"
    if fault["type"] == "missing":
        return f"{place}: It is missing. Add it."
    if fault["type"] == "extra_forbidden":
        return f"{place}: There is no such field here. Leave it out."
    return f"{place}: {shown(fault['input'], 40)} was given where {belongs(fault)} belongs."

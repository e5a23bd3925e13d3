"""Exchange of variants between machines: one checked file with one or many of them, and what they were made from.

A file is read whole and checked before anything is imported, and everything is imported together or not at all.
What is here already is recognised by its digest, so a file can be imported any number of times.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from workbench.decks import Deck
from workbench.gallery.publication import LONGEST_CONTENT, Content, Key, Moment, checked, checked_deck, fitting
from workbench.gallery.slugs import SLUG, secret_slug, slugs_for
from workbench.gallery.store import Gallery, Variant, add_publication, add_variant, count_forks, free_slug
from workbench.kernel.registry import list_games
from workbench.storage.errors import GalleryError, shown

FORMAT = "roundtable-workbench gallery"
FORMAT_VERSION = 1
LARGEST_FILE = 1_000_000_000  # bytes
HOW_TO_GET_ONE = "Give a file that `workbench gallery export` has written."


class SentVariant(BaseModel):
    """A variant as a file holds it; what only its host needs to know is included only in an export of the gallery."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    key: Key
    slug: Annotated[str, fitting(SLUG, 40, "slug", "Slugs have small letters, digits and hyphens.")]
    game: Annotated[str, Field(max_length=80)]
    unlisted: bool = False
    hidden: bool = False
    withdrawn: Moment | Literal[""] = ""
    owner: Key | Literal[""] = ""
    publications: list[Content] = []


@dataclass(frozen=True)
class Imported:
    """The outcome of an import: how many variants and versions are new, how many versions were here already.

    left_out: a sentence for each variant that was not imported, which says why.
    """

    variants: int
    versions: int
    known: int
    left_out: tuple[str, ...]


# ---------------------------------------------------------------- out


def export(gallery: Gallery, slugs: Iterable[str] = ()) -> bytes:
    """The file of some variants and all that they were made from; of the whole gallery if none is named."""
    wanted = list(dict.fromkeys(slugs))
    sent = _with_ancestors(gallery, wanted) if wanted else gallery.all()
    variants = [_sent(gallery, variant, whole=not wanted).model_dump() for variant in sent]
    content = json.dumps(variants, sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(content.encode()).hexdigest()
    about = f'"format":{json.dumps(FORMAT)},"version":{FORMAT_VERSION},"digest":"{digest}"'
    return f'{{{about},"variants":{content}}}\n'.encode()


def _with_ancestors(gallery: Gallery, slugs: Sequence[str]) -> list[Variant]:
    """Variants by their addresses, each after those from which it was made; unlisted ones only if they are named."""
    found: dict[str, Variant] = {}

    def bring(variant: Variant) -> None:
        if variant.key in found:
            return
        found[variant.key] = variant
        for number in gallery.versions(variant.slug):
            parent = gallery.publication(variant.slug, number).parent
            made_from = gallery.by_id(parent.publication) if parent and parent.publication else None
            if made_from and not made_from[0].unlisted:
                bring(made_from[0])

    for slug in slugs:
        gallery.publication(slug)  # raises and says why if there is nothing to send
        variant = gallery.variant(slug)
        assert variant is not None
        bring(variant)
    return list(reversed(found.values()))


def _sent(gallery: Gallery, variant: Variant, whole: bool) -> SentVariant:
    return SentVariant(
        key=variant.key,
        slug=variant.slug,
        game=variant.game_id,
        unlisted=variant.unlisted,
        hidden=whole and variant.hidden,
        withdrawn=variant.withdrawn if whole else "",
        owner=gallery.owner_of(variant.key) if whole else "",
        publications=gallery.contents(variant.key),
    )


# ---------------------------------------------------------------- in


def import_file(gallery: Gallery, data: bytes) -> Imported:
    """Import the variants of a file; raises GalleryError, and imports nothing, if anything in it does not fit."""
    variants = _read(data)
    of_known_games = (one for one in variants if one.game in list_games())
    decks = {id(content): checked_deck(content) for one in of_known_games for content in one.publications}
    new_variants = new_versions = known = 0
    left_out = []
    with gallery.database.writing() as connection:
        for variant in variants:
            row = connection.execute("SELECT * FROM variants WHERE key = ?", (variant.key,)).fetchone()
            reason = _reason_to_leave_out(variant, row["withdrawn"] if row else "")
            if reason:
                left_out.append(reason)
                continue
            if row is None:
                slug = free_slug(connection, _slugs(variant))
                add_variant(connection, **variant.model_dump(exclude={"publications"}) | {"slug": slug})
                new_variants += 1
            else:
                slug = row["slug"]
            added = _add_versions(connection, variant, slug, decks)
            new_versions += added
            known += len(variant.publications) - added
    return Imported(new_variants, new_versions, known, tuple(left_out))


def _read(data: bytes) -> list[SentVariant]:
    """The variants of a file, checked except for their decks."""
    try:
        given = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        raise GalleryError(f"This is no file of a gallery, or a damaged one. {HOW_TO_GET_ONE}") from None
    if not isinstance(given, dict) or given.get("format") != FORMAT:
        raise GalleryError(f"This is no file of a gallery. {HOW_TO_GET_ONE}")
    if given.get("version") != FORMAT_VERSION:
        raise GalleryError(
            f"The file has format {shown(given.get('version'), 40)}; this workbench reads {FORMAT_VERSION}. "
            "Update the workbench."
        )
    variants = given.get("variants")
    content = json.dumps(variants, sort_keys=True, separators=(",", ":"))
    if hashlib.sha256(content.encode()).hexdigest() != given.get("digest"):
        raise GalleryError(f"The file was changed or damaged: its digest does not fit its content. {HOW_TO_GET_ONE}")
    if not isinstance(variants, list):
        raise GalleryError(f"The file holds no list of variants. {HOW_TO_GET_ONE}")
    return [_checked(values) for values in variants]


def _checked(values: Any) -> SentVariant:
    variant = checked(SentVariant, values, "A variant of the file does not fit: ")
    numbers = [content.number for content in variant.publications]
    for content in variant.publications:
        if content.variant != variant.key or content.deck.get("game") != variant.game:
            raise GalleryError(f"In the file, {variant.slug} has a version of another variant.")
        if len(content.text()) > LONGEST_CONTENT:
            raise GalleryError(f"In the file, a version of {variant.slug} is longer than {LONGEST_CONTENT:,} bytes.")
    if len(set(numbers)) < len(numbers) or bool(numbers) == bool(variant.withdrawn):
        raise GalleryError(f"In the file, {variant.slug} has no version, or one of them twice.")
    return variant


def _reason_to_leave_out(variant: SentVariant, withdrawn: str) -> str:
    if withdrawn and variant.publications:
        return f"{variant.slug} was withdrawn here on {withdrawn[:10]}, so it stays away."
    if variant.game not in list_games():
        return f"{variant.slug} is for the game {shown(variant.game, 40)}, which is not installed here."
    return ""


def _slugs(variant: SentVariant) -> Iterable[str]:
    """The addresses that a variant from elsewhere may have here: first its own, if that is free."""
    yield variant.slug
    if variant.unlisted:
        yield from (secret_slug() for _ in range(9))
    yield from slugs_for(variant.publications[-1].about.title if variant.publications else variant.slug)


def _add_versions(connection: Any, variant: SentVariant, slug: str, decks: Mapping[int, Deck]) -> int:
    """Add the versions of a variant that are not here yet; returns how many."""
    query = "SELECT number, content FROM publications WHERE variant = ?"
    here = dict(map(tuple, connection.execute(query, (variant.key,))))
    added = []
    for content in sorted(variant.publications, key=lambda content: content.number):
        if content.number not in here:
            added.append(add_publication(connection, content, slug, decks[id(content)]).id)
        elif here[content.number] != content.text():
            raise GalleryError(
                f"Version {content.number} of {slug} differs from the one that is here, so nothing was taken in."
            )
    count_forks(connection, added)
    return len(added)

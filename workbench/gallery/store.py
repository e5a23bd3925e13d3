"""Gallery: publish a deck as a variant, find variants, hide and withdraw them."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from workbench.decks import Deck, load_deck
from workbench.gallery.cover import usual_emblem
from workbench.gallery.measured import Measured
from workbench.gallery.publication import (
    LONGEST_CONTENT,
    MOST_VERSIONS,
    About,
    Content,
    Parent,
    Publication,
    about_from,
)
from workbench.gallery.slugs import is_slug, secret_slug, slug_of, slugs_for
from workbench.storage.database import Database, scripts_in
from workbench.storage.errors import GalleryError, WorkbenchError, shown
from workbench.storage.folders import GALLERY_FILE, GALLERY_VARIABLE, bytes_free, state_folder

HOST = ""  # the owner of what is published on the command line, or if there is only one space
MOST_OF_A_SPACE = 100  # variants published by one visitor
ORDERS = {
    "newest": "published_at DESC, slug",
    "forks": "forks DESC, published_at DESC, slug",
    "title": "title COLLATE NOCASE, slug",
}
LISTED = "hidden = 0 AND unlisted = 0 AND withdrawn = ''"
TITLE = "substr(words, 1, instr(words, char(10)) - 1)"  # as it is searched for: the first line of what is
LONGEST_SEARCH = 100


@dataclass(frozen=True)
class Variant:
    """What a list shows of a variant, taken from its newest version unless it is withdrawn.

    withdrawn: when it was withdrawn, empty if it was not. owned: whether it was published by the viewing space.
    """

    key: str
    slug: str
    game_id: str
    unlisted: bool
    hidden: bool
    withdrawn: str
    newest: int
    published_at: str
    title: str
    line: str
    author: str
    emblem: str
    forks: int
    owned: bool = False

    @property
    def open(self) -> bool:
        """Whether somebody who has its address may see it."""
        return not self.hidden and not self.withdrawn


class GalleryFile(Database):
    """The file of a gallery; its tables are in schema/."""

    application = 0x57424741  # "WBGA"
    versions = scripts_in(Path(__file__).with_name("schema"))
    refusal = GalleryError
    called = "gallery"
    advice = "Move it away, and bring back what `workbench gallery export` wrote with `workbench gallery import`."


class Gallery:
    """The published variants in a file, as one space sees them; by default that of this process.

    owner: the space that publishes; empty for the host, who may withdraw anything.

    >>> import tempfile
    >>> from workbench.decks import load_deck
    >>> gallery = Gallery(Path(tempfile.mkdtemp()) / "gallery.sqlite")
    >>> gallery.publish(load_deck("guile"), About(title="Guile as printed")).slug
    'guile-as-printed'
    >>> gallery.publication("guile-as-printed").deck == load_deck("guile")
    True
    """

    def __init__(self, file: Path | None = None, owner: str | None = None) -> None:
        given = os.environ.get(GALLERY_VARIABLE, "")
        self.file = file or (Path(given) if given else state_folder() / GALLERY_FILE)
        self.owner = owner if owner is not None else (owner_of(state_folder().name) if given else HOST)
        self.database = GalleryFile(self.file)

    # ------------------------------------------------------------ publishing

    def publish(
        self,
        deck: Deck,
        about: About | Mapping[str, object],
        parent: Parent | None = None,
        *,
        unlisted: bool = False,
        of: str = "",
    ) -> Publication:
        """Publish a deck; raises GalleryError if there is no room, or `of` is not a variant of this space.

        It becomes the next version of the variant `of`, or of the one that this space has published under that title;
        otherwise a new variant. If nothing has changed since the last publication, that one is returned.
        """
        about = about if isinstance(about, About) else about_from(about)
        if not about.emblem:
            about = about.model_copy(update={"emblem": usual_emblem(deck, self.deck_of(deck.game_id, parent))})
        deck = deck.edit(meta={"title": about.title}, name="variant")
        with self.database.writing() as connection:
            row = self._to_continue(connection, deck, about, of, unlisted)
            content = Content(
                variant=row["key"] if row else secrets.token_hex(16),
                number=row["newest"] + 1 if row else 1,
                published_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
                about=about,
                parent=parent,
                deck=deck.to_dict(),
            )
            if row is not None:
                last = self._read(connection, row["slug"], row["key"], row["newest"])
                if _said(last.content) == _said(content):
                    return last
            self._refuse_without_room(connection, content, new=row is None)
            slug = row["slug"] if row else self._free_slug(connection, about.title, unlisted)
            if row is None:
                new = {"key": content.variant, "slug": slug, "game": deck.game_id}
                add_variant(connection, **new, owner=self.owner, unlisted=unlisted)
            return add_publication(connection, content, slug, deck)

    def _to_continue(
        self, connection: sqlite3.Connection, deck: Deck, about: About, of: str, unlisted: bool
    ) -> sqlite3.Row | None:
        """The variant of which a deck becomes the next version."""
        if not of:
            wanted = (self.owner, deck.game_id, about.title, unlisted)
            query = "SELECT * FROM variants WHERE owner = ? AND game = ? AND title = ? AND unlisted = ?"
            return connection.execute(f"{query} AND withdrawn = '' ORDER BY published_at DESC", wanted).fetchone()
        row = self._own_row(connection, of)
        if row["game"] != deck.game_id:
            raise GalleryError(f"{of} is a variant of {row['game']}, and this deck is of {deck.game_id}.")
        if row["newest"] >= MOST_VERSIONS:
            raise GalleryError(f"{of} has {MOST_VERSIONS} versions, the most there may be. Publish a new variant.")
        return row

    def _refuse_without_room(self, connection: sqlite3.Connection, content: Content, new: bool) -> None:
        size = len(content.text())
        if size > LONGEST_CONTENT:
            raise GalleryError(f"The variant fills {size:,} bytes, and {LONGEST_CONTENT:,} are the most.")
        if self.owner == HOST:
            return
        query = "SELECT count(*), total(length(content)) FROM publications JOIN variants ON variant = key"
        _number, kept = connection.execute(f"{query} WHERE owner = ?", (self.owner,)).fetchone()
        (variants,) = connection.execute("SELECT count(*) FROM variants WHERE owner = ?", (self.owner,)).fetchone()
        if new and variants >= MOST_OF_A_SPACE:
            raise GalleryError(
                f"You have published {variants} variants, the most there may be. Publish a next version of one of them."
            )
        if size > bytes_free(state_folder()) - kept:
            raise GalleryError(
                "Nothing was published: there is no room for it beside what you have kept and published already. "
                "Save the deck as a file."
            )

    def _free_slug(self, connection: sqlite3.Connection, title: str, unlisted: bool) -> str:
        return free_slug(connection, (secret_slug() for _ in range(9)) if unlisted else slugs_for(title))

    def address_for(self, title: str, of: str = "") -> str:
        """The address that a listed variant with this title would get; for a new version, that of its variant."""
        with self.database.reading() as connection:
            if of or connection is None:
                return of or slug_of(title)
            return self._free_slug(connection, title, unlisted=False)

    # ------------------------------------------------------------ finding

    def variant(self, slug: str) -> Variant | None:
        """The variant under an address, even if it is hidden or withdrawn; None if there never was one."""
        rows = self._rows("SELECT * FROM variants WHERE slug = ?", slug) if is_slug(slug) else []
        return self._variant(rows[0]) if rows else None

    def publication(self, slug: str, number: int | None = None) -> Publication:
        """The newest publication under an address, or the one with a number; raises GalleryError if there is none."""
        with self.database.reading() as connection:
            query = "SELECT * FROM variants WHERE slug = ?"
            row = connection and is_slug(slug) and connection.execute(query, (slug,)).fetchone()
            if not connection or not row:
                raise GalleryError(f"Nothing was published under {shown(slug)}. Look into the gallery.")
            if row["withdrawn"]:
                on = row["withdrawn"][:10]
                raise GalleryError(f"{slug} was withdrawn by the one who published it, on {on}.")
            if row["hidden"]:
                raise GalleryError(f"{slug} is hidden by the host of this gallery.")
            return self._read(connection, slug, row["key"], row["newest"] if number is None else number)

    def versions(self, slug: str) -> tuple[int, ...]:
        """The numbers of the versions under an address, oldest first."""
        query = "SELECT number FROM publications JOIN variants ON variant = key WHERE slug = ? ORDER BY number"
        return tuple(row["number"] for row in self._rows(query, slug))

    def by_id(self, publication_id: str) -> tuple[Variant, Publication] | None:
        """A publication by its id, with its variant; None if it is not here or no longer shown."""
        query = "SELECT variants.*, content FROM publications JOIN variants ON variant = key WHERE id = ?"
        for row in self._rows(f"{query} AND NOT hidden AND withdrawn = ''", publication_id):
            return self._variant(row), Publication(row["slug"], publication_id, row["content"])
        return None

    def variants(
        self, search: str = "", game_id: str = "", order: str = "newest", start: int = 0, most: int = 24
    ) -> tuple[Variant, ...]:
        """Some of the listed variants; every word of `search` is in the title, author, line or a card's name.

        Those with exactly that title come first, then those with every word in their title.
        """
        if order not in ORDERS:
            raise GalleryError(f"There is no order {shown(order)}. Choose {', '.join(ORDERS)}.")
        where, values = _wanted(search, game_id)
        rank, ranked = _rank(search)
        query = f"SELECT * FROM variants WHERE {where} ORDER BY {rank}{ORDERS[order]} LIMIT ? OFFSET ?"
        return tuple(map(self._variant, self._rows(query, *values, *ranked, most, start)))

    def count(self, search: str = "", game_id: str = "", in_title: bool = False) -> int:
        """How many listed variants match; `in_title`: how many of them have every word in their title."""
        where, values = _wanted(search, game_id)
        if in_title:
            where, values = " AND ".join([where, *_in_title(search)]), [*values, *_words(search)]
        with self.database.reading() as connection:
            if connection is None:
                return 0
            if not search.strip() and self.database.is_of_now(connection):
                query = "SELECT coalesce(sum(number), 0) FROM listed WHERE ? IN ('', game)"
                return connection.execute(query, (game_id,)).fetchone()[0]
            return connection.execute(f"SELECT count(*) FROM variants WHERE {where}", values).fetchone()[0]

    def all(self) -> tuple[Variant, ...]:
        """Every variant, including unlisted, hidden and withdrawn ones, for the host."""
        return tuple(map(self._variant, self._rows(f"SELECT * FROM variants ORDER BY {ORDERS['newest']}")))

    def children(self, slug: str) -> list[tuple[Variant, Publication]]:
        """The variants made from one, each with the newest of its versions that were made from it; oldest first."""
        query = (
            "SELECT maker.*, child.id, child.content, max(child.number) FROM variants own "
            "JOIN publications made ON made.variant = own.key "
            "JOIN publications child ON child.parent = made.id AND child.variant <> own.key "
            "JOIN variants maker ON maker.key = child.variant "
            "WHERE own.slug = ? AND maker.hidden = 0 GROUP BY maker.key ORDER BY maker.published_at LIMIT 100"
        )
        rows = self._rows(query, slug)
        return [(self._variant(row), Publication(row["slug"], row["id"], row["content"])) for row in rows]

    def contents(self, key: str) -> list[Content]:
        """The contents of all versions of a variant, oldest first."""
        rows = self._rows("SELECT id, content FROM publications WHERE variant = ? ORDER BY number", key)
        return [Publication(key, row["id"], row["content"]).content for row in rows]

    def owner_of(self, key: str) -> str:
        """The space that has published a variant; empty for the host."""
        return next((row["owner"] for row in self._rows("SELECT owner FROM variants WHERE key = ?", key)), HOST)

    def own(self, game_id: str = "") -> tuple[Variant, ...]:
        """The variants of the space that are neither withdrawn nor hidden, newest first."""
        query = f"SELECT * FROM variants WHERE owner = ? ORDER BY {ORDERS['newest']}"
        published = map(self._variant, self._rows(query, self.owner))
        return tuple(one for one in published if one.open and game_id in ("", one.game_id))

    def parent_deck(self, publication: Publication) -> Deck | None:
        """The deck that a publication was made from; None if it is not here, or has changed."""
        return self.deck_of(publication.game_id, publication.parent)

    def deck_of(self, game_id: str, parent: Parent | None) -> Deck | None:
        """The deck that a variant of a game was made from; None if it is not here, or has changed."""
        if parent is None:
            return None
        try:
            if parent.publication:
                found = self.by_id(parent.publication)
                return found[1].deck if found else self._list_of(parent.publication)
            deck = load_deck(game_id, parent.deck)
        except WorkbenchError:
            return None
        return deck if deck.digest == parent.digest else None

    def _list_of(self, publication_id: str) -> Deck | None:
        """The cards of a withdrawn publication, if something was made from it."""
        with self.database.reading() as connection:
            if connection is None or not self.database.is_of_now(connection):
                return None
            query = "SELECT deck FROM lists WHERE publication = ?"
            row = connection.execute(query, (publication_id,)).fetchone()
            return Deck.from_dict(json.loads(row["deck"])) if row else None

    # ------------------------------------------------------------ measured

    def keep_measured(self, before: Deck, deck: Deck, measured: Measured) -> None:
        """Store what games revealed about a deck against another one, replacing the result of fewer games."""
        with self.database.writing() as connection:
            known = self._measured(connection, before, deck)
            if known is None or known.games <= measured.games:
                values = (before.digest, deck.digest, measured.model_dump_json())
                connection.execute("INSERT OR REPLACE INTO measured VALUES (?, ?, ?)", values)

    def measured(self, before: Deck, deck: Deck) -> Measured | None:
        """What games revealed about a deck against another one; None if nobody has measured it."""
        with self.database.reading() as connection:
            if connection is None or not self.database.is_of_now(connection):
                return None
            return self._measured(connection, before, deck)

    def _measured(self, connection: sqlite3.Connection, before: Deck, deck: Deck) -> Measured | None:
        query = "SELECT content FROM measured WHERE before = ? AND deck = ?"
        row = connection.execute(query, (before.digest, deck.digest)).fetchone()
        return Measured.read(row["content"]) if row else None

    # ------------------------------------------------------------ closing

    def hide(self, slug: str, hidden: bool = True) -> Variant:
        """Hide a variant, or show it again; callers see to it that only the host does."""
        with self.database.writing() as connection:
            self._row(connection, slug)
            connection.execute("UPDATE variants SET hidden = ? WHERE slug = ?", (hidden, slug))
            return self._variant(self._row(connection, slug))

    def withdraw(self, slug: str) -> Variant:
        """Withdraw a variant of this space: every version is deleted, and its address says so forever.

        Only the cards of versions from which something was made stay, so that it can still say what differs.
        """
        with self.database.writing() as connection:
            row = self._own_row(connection, slug)
            now = datetime.now(UTC).isoformat(timespec="milliseconds")
            parents = connection.execute("SELECT parent FROM publications WHERE variant = ?", (row["key"],)).fetchall()
            emptied = (
                "title = '', line = '', author = '', emblem = '', words = '', "
                "published_at = '', newest = 0, forks = 0, withdrawn = ?"
            )
            connection.execute(f"UPDATE variants SET {emptied} WHERE key = ?", (now, row["key"]))
            if not row["hidden"]:
                keep_lists(connection, row["key"])
            connection.execute("DELETE FROM publications WHERE variant = ?", (row["key"],))
            connection.execute("DELETE FROM lists WHERE publication NOT IN (SELECT parent FROM publications)")
            count_forks(connection, (parent for (parent,) in parents))
            return self._variant(self._row(connection, slug))

    # ------------------------------------------------------------ rows

    def _rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        """The rows that a query finds; none if nothing has been published yet."""
        with self.database.reading() as connection:
            return connection.execute(query, values).fetchall() if connection else []

    def _row(self, connection: sqlite3.Connection, slug: str) -> sqlite3.Row:
        row = connection.execute("SELECT * FROM variants WHERE slug = ?", (slug,)).fetchone()
        if row is None:
            raise GalleryError(f"Nothing was published under {shown(slug)}. `workbench gallery list` shows what was.")
        return row

    def _own_row(self, connection: sqlite3.Connection, slug: str) -> sqlite3.Row:
        row = self._row(connection, slug)
        if self.owner not in (HOST, row["owner"]):
            raise GalleryError(f"{slug} was published by somebody else. Fork it and publish a variant of your own.")
        if row["withdrawn"]:
            raise GalleryError(f"{slug} was withdrawn already. Publish a new variant.")
        return row

    def _read(self, connection: sqlite3.Connection, slug: str, key: str, number: int) -> Publication:
        query = "SELECT id, content FROM publications WHERE variant = ? AND number = ?"
        row = connection.execute(query, (key, number)).fetchone()
        if row is None:
            raise GalleryError(f"{slug} has no version {shown(number)}. Open it without a number for the newest.")
        return Publication(slug, row["id"], row["content"])

    def _variant(self, row: sqlite3.Row) -> Variant:
        texts = (row["newest"], row["published_at"], row["title"], row["line"], row["author"], row["emblem"])
        marks = bool(row["unlisted"]), bool(row["hidden"]), row["withdrawn"]
        owned = self.owner in (HOST, row["owner"])
        return Variant(row["key"], row["slug"], row["game"], *marks, *texts, row["forks"], owned)

    def __repr__(self) -> str:
        return f"<Gallery: {self.count()} variants in {self.file}>"


def owner_of(space: str) -> str:
    """The name of a space in the gallery, from which nobody can take the space's place."""
    return hashlib.sha256(f"space {space}".encode()).hexdigest()[:32]


def add_variant(connection: sqlite3.Connection, **values: object) -> None:
    """Add a new variant with these values of its columns, still without a version."""
    columns, marks = ", ".join(values), ", ".join("?" for _ in values)
    connection.execute("INSERT OR IGNORE INTO listed VALUES (?, 0)", (values["game"],))  # what is hidden may be shown
    connection.execute(f"INSERT INTO variants ({columns}) VALUES ({marks})", tuple(values.values()))


def add_publication(connection: sqlite3.Connection, content: Content, slug: str, deck: Deck) -> Publication:
    """Add a version of a variant; lists show the newest one."""
    text = content.text()
    publication = Publication(slug, hashlib.sha256(text.encode()).hexdigest(), text)
    parent = content.parent.publication if content.parent else ""
    values = (publication.id, content.variant, content.number, parent, text)
    connection.execute("INSERT INTO publications VALUES (?, ?, ?, ?, ?)", values)
    about = content.about
    shown_values = (content.number, content.published_at, about.title, about.line, about.author)
    connection.execute(
        "UPDATE variants SET newest = ?, published_at = ?, title = ?, line = ?, author = ?, emblem = ?, words = ? "
        "WHERE key = ? AND newest < ?",
        (*shown_values, about.emblem, searched(about, deck), content.variant, content.number),
    )
    count_forks(connection, [parent, publication.id])
    return publication


def keep_lists(connection: sqlite3.Connection, variant: str) -> None:
    """Save the cards of those versions of a variant from which others were made."""
    query = "SELECT id, content FROM publications own WHERE variant = ? AND EXISTS ("
    query += "SELECT 1 FROM publications child WHERE child.parent = own.id AND child.variant <> own.variant)"
    for publication_id, content in connection.execute(query, (variant,)).fetchall():
        deck = json.dumps(json.loads(content)["deck"])
        connection.execute("INSERT OR REPLACE INTO lists VALUES (?, ?)", (publication_id, deck))


def count_forks(connection: sqlite3.Connection, publications: Iterable[str]) -> None:
    """Update how many other variants were made from the variants of some publications."""
    for publication_id in publications:
        connection.execute(
            "UPDATE variants SET forks = (SELECT count(DISTINCT child.variant) FROM publications own "
            "JOIN publications child ON child.parent = own.id AND child.variant <> own.variant "
            "WHERE own.variant = variants.key) WHERE key = (SELECT variant FROM publications WHERE id = ?)",
            (publication_id,),
        )


def free_slug(connection: sqlite3.Connection, wanted: Iterable[str]) -> str:
    """The first of some slugs that no variant has or ever had."""
    for slug in wanted:
        if connection.execute("SELECT 1 FROM variants WHERE slug = ?", (slug,)).fetchone() is None:
            return slug
    raise GalleryError("No free address was found. Publish it again.")


def searched(about: About, deck: Deck) -> str:
    """The text that a search looks through: title, author, line and the names of the cards."""
    return "\n".join([about.title, about.author, about.line, *(kind.name for kind in deck.kinds)]).casefold()


def _wanted(search: str, game_id: str) -> tuple[str, list[str]]:
    """The condition of a list, and its values."""
    words, of_game = _words(search), [game_id] if game_id else []
    conditions = [LISTED, *["game = ?" for _ in of_game], *["instr(words, ?) > 0" for _ in words]]
    return " AND ".join(conditions), [*of_game, *words]


def _words(search: str) -> list[str]:
    return search[:LONGEST_SEARCH].casefold().split()


def _in_title(search: str) -> list[str]:
    """The conditions that put each word in the title."""
    return [f"instr({TITLE}, ?) > 0" for _ in _words(search)]


def _rank(search: str) -> tuple[str, list[str]]:
    """The first sort key of a list, and its values; empty without a search."""
    words = _words(search)
    if not words:
        return "", []
    titled = " AND ".join(_in_title(search))
    return f"CASE WHEN {TITLE} = ? THEN 0 WHEN {titled} THEN 1 ELSE 2 END, ", [" ".join(words), *words]


def _said(content: Content) -> dict[str, object]:
    """What a publication says, apart from its date and version number."""
    return content.model_dump(exclude={"number", "published_at"})

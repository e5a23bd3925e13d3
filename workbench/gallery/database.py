"""The file of the gallery: its tables, and the error text if it cannot be used."""

from __future__ import annotations

from workbench.storage.database import Database
from workbench.storage.errors import GalleryError

FIRST_VERSION = """
CREATE TABLE variants (
    key TEXT PRIMARY KEY,           -- the same on every machine
    slug TEXT NOT NULL UNIQUE,      -- its address on this one
    game TEXT NOT NULL,
    owner TEXT NOT NULL,            -- the space that published it; empty for the host's
    unlisted INTEGER NOT NULL,
    hidden INTEGER NOT NULL DEFAULT 0,
    withdrawn TEXT NOT NULL DEFAULT '',
    newest INTEGER NOT NULL DEFAULT 0,  -- and of the newest version, to be listed by:
    published_at TEXT NOT NULL DEFAULT '',
    title TEXT NOT NULL DEFAULT '',
    line TEXT NOT NULL DEFAULT '',
    author TEXT NOT NULL DEFAULT '',
    emblem TEXT NOT NULL DEFAULT '',
    words TEXT NOT NULL DEFAULT '',     -- what a search looks into
    forks INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE publications (
    id TEXT PRIMARY KEY,            -- sha256 of the content
    variant TEXT NOT NULL REFERENCES variants (key),
    number INTEGER NOT NULL,
    parent TEXT NOT NULL,           -- the id of another publication, which need not be here
    content TEXT NOT NULL,
    UNIQUE (variant, number)
);
CREATE INDEX by_date ON variants (published_at DESC) WHERE hidden = 0 AND unlisted = 0 AND withdrawn = '';
CREATE INDEX by_forks ON variants (forks DESC, published_at DESC) WHERE hidden = 0 AND unlisted = 0 AND withdrawn = '';
CREATE INDEX by_owner ON variants (owner);
CREATE INDEX by_parent ON publications (parent);
CREATE TRIGGER a_publication_never_changes BEFORE UPDATE ON publications
    BEGIN SELECT RAISE(ABORT, 'a publication never changes'); END;
CREATE TRIGGER only_what_is_withdrawn_goes BEFORE DELETE ON publications
    WHEN (SELECT withdrawn FROM variants WHERE key = OLD.variant) = ''
    BEGIN SELECT RAISE(ABORT, 'a publication is there for ever'); END;
"""
SECOND_VERSION = """
CREATE TABLE listed (               -- how many variants of each game are listed, so that nobody counts ten thousand
    game TEXT PRIMARY KEY,
    number INTEGER NOT NULL
);
INSERT INTO listed SELECT game, count(*) FROM variants
    WHERE hidden = 0 AND unlisted = 0 AND withdrawn = '' GROUP BY game;
CREATE TRIGGER a_variant_is_listed AFTER INSERT ON variants
    WHEN NEW.hidden = 0 AND NEW.unlisted = 0 AND NEW.withdrawn = ''
    BEGIN
        INSERT INTO listed VALUES (NEW.game, 1) ON CONFLICT (game) DO UPDATE SET number = number + 1;
    END;
CREATE TRIGGER a_listed_variant_changes AFTER UPDATE OF hidden, unlisted, withdrawn ON variants
    BEGIN
        UPDATE listed SET number = number
            - (OLD.hidden = 0 AND OLD.unlisted = 0 AND OLD.withdrawn = '')
            + (NEW.hidden = 0 AND NEW.unlisted = 0 AND NEW.withdrawn = '')
            WHERE game = NEW.game;
    END;
CREATE TABLE measured (             -- what games told of a deck against the one that it was made from, by digests
    before TEXT NOT NULL,
    deck TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (before, deck)
);
"""
THIRD_VERSION = """
CREATE TABLE lists (                -- cards of what was taken back, for those who made something from it
    publication TEXT PRIMARY KEY,   -- its id
    deck TEXT NOT NULL
);
"""


class GalleryFile(Database):
    """The file of a gallery."""

    application = 0x57424741  # "WBGA"
    versions = (FIRST_VERSION, SECOND_VERSION, THIRD_VERSION)
    refusal = GalleryError
    called = "gallery"
    advice = "Move it away, and bring back what `workbench gallery export` wrote with `workbench gallery import`."

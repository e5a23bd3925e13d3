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

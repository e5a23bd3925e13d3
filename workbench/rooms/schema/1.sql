CREATE TABLE rooms (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL,             -- that is free again once the room is closed
    opened REAL NOT NULL,           -- seconds since 1970
    closed REAL
);
CREATE UNIQUE INDEX open_codes ON rooms (code) WHERE closed IS NULL;
CREATE TABLE happenings (
    room INTEGER NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,        -- from 1 on, without a gap
    at REAL NOT NULL,
    kind TEXT NOT NULL,
    content TEXT NOT NULL,          -- JSON
    PRIMARY KEY (room, number)
) WITHOUT ROWID;
CREATE TRIGGER what_has_happened_never_changes BEFORE UPDATE ON happenings
    BEGIN SELECT RAISE(ABORT, 'what has happened never changes'); END;

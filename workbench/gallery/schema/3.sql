CREATE TABLE lists (                -- cards of what was taken back, for those who made something from it
    publication TEXT PRIMARY KEY,   -- its id
    deck TEXT NOT NULL
);

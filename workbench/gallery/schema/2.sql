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

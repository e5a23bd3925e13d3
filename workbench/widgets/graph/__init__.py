"""The page on which a class explores the graphs of a game, and the replay of a match."""

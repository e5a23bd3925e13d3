"""The page on which a class asks the graphs of a game, and the replay of a match."""

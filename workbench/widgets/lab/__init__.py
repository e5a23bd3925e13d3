"""The page of the lab, which answers questions about a game by playing it."""

"""The page of the lab, on which questions about a game are answered by playing it."""

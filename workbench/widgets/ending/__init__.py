"""The end of a game: who won, by what, what the score is made of, and what to do next."""

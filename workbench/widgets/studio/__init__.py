"""The designer's studio: a deck with its judgement, its report, its versions, and a game played with it."""

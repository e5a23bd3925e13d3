"""The lobby: who plays, with which cards, how long, by which house rules, and where the hands lie."""

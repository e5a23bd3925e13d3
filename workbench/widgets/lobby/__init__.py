"""The lobby: who plays, with which cards, for how long, by which house rules, and where the hands lie."""

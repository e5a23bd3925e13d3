"""Our own games, one folder each; the registry finds them by looking here."""

"""A match on the screen: the table, the bar above it, the form for a new game, and the windows for hands."""

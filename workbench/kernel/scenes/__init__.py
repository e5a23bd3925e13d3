"""What a screen shows, as plain data, and the scene of a game that draws none of its own."""

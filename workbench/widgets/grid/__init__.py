"""A deck on the screen, to be edited: the grid of its cards, and the fields of what it says of itself."""

"""A deck on the screen, for editing: the grid of its cards, and the fields of what it says about itself."""

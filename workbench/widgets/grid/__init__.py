"""A deck on the screen, to edit: the grid of its cards, and the fields of what it says about itself."""

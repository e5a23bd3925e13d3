"""The view of one graph, to be zoomed and asked; and those of a match that goes on."""

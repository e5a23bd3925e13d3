"""The view of one graph, to zoom and to ask, and the graphs of a match that goes on."""

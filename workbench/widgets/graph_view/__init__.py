"""The view of one graph, to zoom and explore, and the graphs of a match in progress."""

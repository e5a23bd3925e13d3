"""One widget for every graph of the workbench, the page on which a class asks them, and the replay of a match."""

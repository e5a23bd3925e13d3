"""One widget for every graph of the workbench, and the page on which a class asks them."""

"""What people have published, on the screen: the gallery, a variant's page, and the same page as a file of its own."""

"""Published variants on the screen: the gallery, a variant's page, and the same page as a single file."""

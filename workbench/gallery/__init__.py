"""The gallery: variants that people have published, each known by a short address and never changed again.

    gallery = Gallery()
    published = gallery.publish(deck, About(title="Pilgrim Town", author="Chiara"), parent=Parent.of_deck(medieval))
    gallery.publication(published.slug).deck

publication.py  what is said of a variant, what it was made from, and one publication of it, which never changes
measured.py     what games told of a variant against what it was made from
slugs.py        the short names that addresses are made of
database.py     the SQLite file: opened, checked, made anew; a damaged or newer one is not touched
store.py        Gallery: publish, find, hide, withdraw
files.py        one or many variants with their ancestry as one checked file
ancestry.py     who was made from whom, and what differs on the way
cover.py        the cover of a variant, drawn from its emblem
"""

from __future__ import annotations

from workbench.gallery.measured import Measured
from workbench.gallery.publication import About, Parent, Publication
from workbench.gallery.store import Gallery, Variant

__all__ = ["About", "Gallery", "Measured", "Parent", "Publication", "Variant"]

"""The gallery: variants that people have published, each with a short address and never changed again.

    gallery = Gallery()
    published = gallery.publish(deck, About(title="Pilgrim Town", author="Chiara"), parent=Parent.of_deck(medieval))
    gallery.publication(published.slug).deck

publication.py  the description and origin of a variant, and one publication of it, which never changes
measured.py     what games revealed about a variant, compared with what it was made from
slugs.py        the short names that addresses are made of
schema/         the tables of its SQLite file, what each version adds
store.py        Gallery: publish, find, hide, withdraw
files.py        one or many variants and their ancestry in one checked file
ancestry.py     which variant was made from which, and what differs at each step
cover.py        the cover of a variant, drawn from its emblem
"""

from __future__ import annotations

from workbench.gallery.measured import Measured
from workbench.gallery.publication import About, Parent, Publication
from workbench.gallery.store import Gallery, Variant

__all__ = ["About", "Gallery", "Measured", "Parent", "Publication", "Variant"]

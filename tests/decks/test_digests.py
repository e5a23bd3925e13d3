"""The digests of the packaged decks: saved matches and reports carry them, so that code may never change them."""

from __future__ import annotations

import pytest

from workbench.decks import load_deck

# Another digest is right where a card list was edited; then write it here.
DIGESTS = {
    "guild_master": "cc2d56ae1e6ef41699512f21f324f59513703ad5b09e8c74bb91864ac0d97a03",
    "guile": "168ee4151138e0a979f09054f3bdb999239c1e4c77958c1057b56ce41de0d1a4",
    "excalibur": "9c31016d2171b8f0bac36d1a6b26daffb63450d82e4332c05bde781a5eaf1acb",
}


@pytest.mark.parametrize("game", DIGESTS)
def test_the_digest_of_a_deck_stays_what_it_was(game: str) -> None:
    assert load_deck(game).digest == DIGESTS[game]

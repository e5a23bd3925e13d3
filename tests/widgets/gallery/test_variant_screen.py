"""A variant's screen: its table stands beside its cards, and what it refuses is said above its tabs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.widgets.gallery.reading import Read, addresses_of
from workbench.widgets.gallery.variant_screen import VariantScreen


@pytest.fixture
def kept_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The gallery lies below the test's own folder."""
    monkeypatch.setenv("WORKBENCH_STATE", str(tmp_path / "state"))


@pytest.mark.usefixtures("kept_here")
def test_on_a_dashboard_its_cards_lead_to_the_studio_and_to_no_table_beside_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0.5")
    screen = VariantScreen("guile.classic", games=60)
    assert screen.play.host.match.deck.digest == screen.shown.deck.digest
    ways = addresses_of(Read(screen.cards.value))
    assert "deck_studio.ipynb?variant=guile.classic" in ways
    assert not any(way.startswith("variant.ipynb") for way in ways)


@pytest.mark.usefixtures("kept_here")
def test_what_it_refuses_is_said_above_its_tabs() -> None:
    screen = VariantScreen("guile.classic", games=60)
    assert screen.notice.value == ""
    screen.hear({"type": "baseline", "id": "<b>"})
    refused = "There is no such deck to compare with. Choose one of the list."
    assert screen.notice.value == f'<p role="alert"><strong>{refused}</strong></p>'


@pytest.mark.usefixtures("kept_here")
def test_a_notebook_is_given_the_view_and_who_reads_text_its_name() -> None:
    screen = VariantScreen("guile.classic", games=60)
    shown = screen._repr_mimebundle_()
    assert shown["application/vnd.jupyter.widget-view+json"]["model_id"] == screen.play.view.model_id
    assert shown["text/plain"] == "<VariantScreen guile.classic>"

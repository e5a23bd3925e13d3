"""Publishing the deck being edited: its description, what will be public, and its address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from workbench.decks import Deck, Finding
from workbench.gallery import About, Gallery, Parent, Variant
from workbench.gallery.cover import emblems_of
from workbench.gallery.publication import USUAL_LANGUAGE, USUAL_LICENCE
from workbench.heraldry.emblems import emblems
from workbench.pages.guard import Handler
from workbench.pen import Drawn, element
from workbench.storage.errors import WorkbenchError
from workbench.widgets.address import in_dashboard
from workbench.widgets.gallery.measured import measured_of
from workbench.widgets.gallery.shown import PUBLIC, Shown
from workbench.widgets.gallery.variant_page import STYLES, preview_of
from workbench.widgets.parts import VARIANT, parts_style
from workbench.widgets.studio.deck_pictures import findings_html
from workbench.widgets.studio.messages import Preview, Publish
from workbench.widgets.studio.report import ReportPanel
from workbench.widgets.studio.widgets import Part, PublishForm

NEW = ""
TO_THE_TOP = "../../"  # from where the server shows a notebook
NO_NAME = "Who has made it? Write your name as readers see it: a first name or a class is enough."
NOT_WHOLE = "The cells are no whole list now. Mend what is listed beside the cards; then it can be published."


class PublishPanel:
    """The form, the differences from the deck's parent, and what is odd about the deck."""

    def __init__(self, hear: Handler) -> None:
        self.gallery = Gallery()
        self.fields: dict[str, str] = {}
        self.of, self.unlisted = NEW, False
        self.form = PublishForm(hear)
        self._say()
        self.public = Part(hear, title="What will be public")
        self.odd = Part(hear, title="What is wrong or odd")

    def show(self, deck: Deck, whole: bool, parent: Parent | None, findings: Iterable[Finding]) -> None:
        """Bring the panel up to date with the deck; what was typed stays."""
        before = self.gallery.deck_of(deck.game_id, parent)
        fields = {"licence": USUAL_LICENCE, "language": USUAL_LANGUAGE, "title": deck.meta.title} | self.fields
        own_emblems = list(dict.fromkeys(emblems_of(deck, before)))
        fields.setdefault("emblem", next(iter(own_emblems), ""))
        own = self._own(deck)
        next_versions = [(one.slug, f"version {one.newest + 1} of {one.title}") for one in own]
        choices = [(NEW, "a variant of its own"), *next_versions]
        ordered = dict.fromkeys([*own_emblems, *sorted(emblems())])
        self.form.state = {
            "fields": fields,
            "emblems": [(name, name.replace("-", " ")) for name in ordered],
            "choices": choices,
            "of": self.of if self.of in dict(choices) else NEW,
            "unlisted": self.unlisted,
            "ready": "" if whole else NOT_WHOLE,
            **self._said,
            "address": self._address(fields["title"]),
            "own": [
                {"slug": one.slug, "title": one.title, "newest": one.newest, "link": _page(one.slug)} for one in own
            ],
        }
        self.public.show(public_html(deck, parent, before, fields))
        self.odd.show(findings_html(findings))

    def preview(self, message: Preview, deck: Deck, parent: Parent | None) -> None:
        """Show how others would see the deck with what is typed so far, and at which address."""
        self.fields |= message.model_dump(exclude={"of", "unlisted"})
        self.of, self.unlisted = message.of, message.unlisted
        before = self.gallery.deck_of(deck.game_id, parent)
        self.form.state = self.form.state | {"address": self._address(message.title)}
        self.public.show(public_html(deck, parent, before, self.fields))

    def _address(self, title: str) -> str:
        """The address of the deck to be published, in words."""
        if self.unlisted and not self.of:
            return f"Its address is drawn by lot: /{PUBLIC}/…"
        try:
            return f"Its address: /{PUBLIC}/{self.gallery.address_for(title, self.of)}"
        except WorkbenchError as damaged:
            return str(damaged)

    def publish(self, message: Publish, deck: Deck, parent: Parent | None, report: ReportPanel) -> None:
        """Publish the deck as the form says; the form shows any refusal and keeps what was typed.

        The report's comparison of the deck with its parent goes onto its page.
        """
        about = message.model_dump(exclude={"of", "unlisted"})
        self.fields, self.of, self.unlisted = about, message.of, message.unlisted
        self._say()
        if not message.author.strip():
            return self._say(error=NO_NAME)
        try:
            published = self.gallery.publish(deck, about, parent, of=message.of, unlisted=message.unlisted)
        except WorkbenchError as refusal:
            return self._say(error=str(refusal))
        before = self.gallery.deck_of(deck.game_id, parent)
        if before is not None:
            keep_measured(self.gallery, before, published.deck, report)
        self.of = published.slug
        note = f"Published as version {published.number} of {published.about.title}: /{PUBLIC}/{published.slug}"
        self._say(note=note, link=_page(published.slug), play=f"{VARIANT}?variant={published.slug}")

    def take_back(self, slug: str) -> None:
        """Withdraw a variant of this space, with all its versions; the form shows any refusal."""
        self._say()
        try:
            taken = self.gallery.withdraw(slug)
        except WorkbenchError as refusal:
            return self._say(error=str(refusal))
        self._say(note=f"Taken back: nobody sees a version of it any more, and /{PUBLIC}/{taken.slug} says so.")

    def _say(self, error: str = "", note: str = "", link: str = "", play: str = "") -> None:
        """Say in the form what was done, with links to the page of the variant and to a table, or why it was not."""
        told = "Open its page" if link else ""
        self._said = {"error": error, "note": note, "link": link, "told": told, "play": play}

    def _own(self, deck: Deck) -> list[Variant]:
        try:
            return list(self.gallery.own(deck.game_id))
        except WorkbenchError as damaged:
            self._said["error"] = str(damaged)
            return []


def _page(slug: str) -> str:
    """The way from the studio to the page of a variant."""
    return f"{TO_THE_TOP}{PUBLIC}/{slug}" if in_dashboard() else f"{VARIANT}?variant={slug}"


def keep_measured(gallery: Gallery, before: Deck, deck: Deck, report: ReportPanel) -> bool:
    """Keep what the report says about a variant, if anything, for its page; return whether that was done."""
    comparison = report.comparison_with(before, deck)
    if comparison is None:
        return False
    with suppress(WorkbenchError):  # the variant is published even so, and can be measured again
        gallery.keep_measured(before, deck, measured_of(comparison))
    return True


def public_html(deck: Deck, parent: Parent | None, before: Deck | None, fields: Mapping[str, str]) -> str:
    """What everybody will be able to read: the page as others see it, in words, and as a table of what differs."""
    typed: dict[str, Any] = {"line": "", "author": "", "notes": "", "emblem": "", **fields}
    about = About.model_construct(**typed)  # not validated: somebody is still typing
    today = datetime.now(UTC).isoformat(timespec="seconds")
    shown = Shown("", deck, about, number=1, published_at=today, parent=parent, before=before)
    made_from = f"It says that it was made from {parent.title}." if parent else ""
    authors = f"It credits {', '.join(deck.meta.authors)}." if deck.meta.authors else ""
    words = (
        f"Public are the cards, the categories and the rules that this deck sets, and what is typed here. {made_from} "
        f"{authors} Not public are your drafts, your matches and anything else about you."
    )
    table = Drawn(before.diff(deck)._repr_html_()) if before is not None else Drawn("")
    differs = element("details", element("summary", "What differs, as a table"), table) if table else Drawn("")
    return f"{parts_style(*STYLES)}{preview_of(shown)}{element('p', ' '.join(words.split()))}{differs}"

"""The commands that publish variants and look after the gallery."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.arguments import deck_called, home_written_out, whole_number
from workbench.cli.command import argument, command
from workbench.cli.decks import in_one_line, write_new
from workbench.storage.errors import GalleryError, reason_of, shown_path
from workbench.storage.reading import beginning_of

if TYPE_CHECKING:
    from workbench.decks import Deck
    from workbench.gallery import Gallery, Parent
    from workbench.widgets.gallery.shown import Shown


FEW_GAMES = 200  # games that plain Python plays in less time than compiling the rules takes
WHAT = ("list", "export", "import", "measure", "hide", "show", "unpublish")


@command(
    argument("deck", metavar="DECK", help="the deck to publish"),
    argument("--title", default="", help="what the variant is called (default: the deck's title)"),
    argument("--line", default="", help="what it is, in one line"),
    argument("--author", default="", help="whose changes these are"),
    argument("--notes", default="", help="what else readers should know"),
    argument("--licence", metavar="NAME", help="the licence of the changes (default: CC BY-SA 4.0)"),
    argument("--language", metavar="TAG", help="the language of its texts, such as de (default: en)"),
    argument("--emblem", default="", metavar="NAME", help="what the cover shows (default: that of a changed card)"),
    argument("--of", default="", metavar="SLUG", help="the variant of which this is the next version"),
    argument(
        "--from",
        default="",
        dest="made_from",
        metavar="SLUG_OR_DECK",
        help="what it was made from: a variant, or a deck of the game (default: the game's own)",
    ),
    argument("--unlisted", action="store_true", help="only those who have its address find it"),
)
def publish(options: Namespace) -> int:
    """Publish a deck as a variant in the gallery.

    {HOW_DECKS_ARE_CALLED}

    It gets a short address, /v/SLUG, and never changes. The same title again, or
    --of, publishes its next version: the address leads to the newest one, and
    /v/SLUG/3 to the third. A deck with errors is refused.

    examples:
      workbench publish my-decks/town --title Pilgrims --author Chiara
      workbench publish my-decks/town --of pilgrims --title Pilgrim-Town
    """
    from workbench.gallery import Gallery
    from workbench.gallery.publication import about_from

    deck, gallery = deck_called(options.deck), Gallery()
    given = {key: getattr(options, key) for key in ("line", "author", "notes", "emblem", "licence", "language")}
    about = about_from({"title": options.title or deck.meta.title} | {key: text for key, text in given.items() if text})
    parent = parent_of(deck, options.made_from, gallery)
    published = gallery.publish(deck, about, parent, unlisted=options.unlisted, of=options.of)
    title = in_one_line(published.about.title)
    print(f"Published: {title}, version {published.number}, at /v/{published.slug} in {gallery.file}")
    return 0


def parent_of(deck: Deck, made_from: str, gallery: Gallery) -> Parent | None:
    """What a deck was made from: the variant or deck that is named, otherwise the game's own deck."""
    from workbench.decks import list_decks, load_deck
    from workbench.gallery import Parent

    if made_from and made_from not in list_decks(deck.game):
        return Parent.of_publication(gallery.publication(made_from))
    own = load_deck(deck.game, made_from or None)
    return Parent.of_deck(own)


@command(
    argument("deed", metavar="WHAT", choices=WHAT, help="see below"),
    argument("names", metavar="FILE_OR_SLUG", nargs="*", help="a file, then slugs, as the deed needs them"),
)
def gallery(options: Namespace) -> int:
    """List, export, import, measure, hide or unpublish variants.

    list               every variant, unlisted, hidden and withdrawn ones too
    export FILE [SLUG] the variants named, with what they were made from; all of
                       them, and who published them, where none is named: a backup
    import FILE        take in what is not here yet; twice changes nothing
    measure [SLUG]     play 10,000 games with what it was made from and with it, for
                       its page; all that nobody has measured where none is named
    hide SLUG          nobody sees it any more; show SLUG is the way back
    unpublish SLUG     its versions go, and its address says so for ever

    examples:
      workbench gallery list
      workbench gallery export town.json pilgrims
      workbench gallery import town.json
    """
    from workbench.gallery import Gallery

    here, names = Gallery(), options.names
    needed = {"list": range(1), "measure": range(1000), "import": range(1, 2)}.get(options.deed, range(1, 1000))
    if len(names) not in needed:
        raise GalleryError(f"`workbench gallery {options.deed}` was given {len(names)} names. See its --help.")
    DEEDS[options.deed](here, names)
    return 0


def list_variants(here: Gallery, _names: list[str]) -> None:
    """Print each variant on one line."""
    variants = here.all()
    if not variants:
        print(f"Nothing was published yet in {here.file}. `workbench publish` and the deck studio do so.")
    for one in variants:
        marks = [word for word, holds in (("unlisted", one.unlisted), ("hidden", one.hidden)) if holds]
        marks += [f"withdrawn {one.withdrawn[:10]}"] if one.withdrawn else []
        told = f"{one.title}{f', by {one.author}' if one.author else ''}" if not one.withdrawn else ""
        parts = [
            f"{one.slug:<32}",
            f"{one.newest:>3}",
            f"{one.published_at[:10]:<10}",
            one.game_id,
            in_one_line(told),
            *marks,
        ]
        print("  ".join(parts).rstrip())


def export_variants(here: Gallery, names: list[str]) -> None:
    """Write variants into a new file."""
    from workbench.gallery.files import export

    write_and_say(home_written_out(names[0]), export(here, names[1:]))


def import_variants(here: Gallery, names: list[str]) -> None:
    """Import the variants of a file, and print what was new."""
    from workbench.gallery.files import LARGEST_FILE, import_file

    source = home_written_out(names[0])
    try:
        data = beginning_of(source, LARGEST_FILE + 1)
    except (OSError, ValueError) as problem:
        raise GalleryError(f"{shown_path(source)} cannot be read: {reason_of(problem)}. Name another file.") from None
    if len(data) > LARGEST_FILE:
        raise GalleryError(f"{shown_path(source)} has more than {LARGEST_FILE:,} bytes. Export fewer variants at once.")
    found = import_file(here, data)
    print(f"New: {found.variants} variants, {found.versions} versions. Here already: {found.known} versions.")
    for sentence in found.left_out:
        print(f"Left out: {in_one_line(sentence)}")


@command(
    argument("deck", metavar="DECK_OR_SLUG", help="a deck, or a variant of the gallery"),
    argument("target", metavar="FILE", nargs="?", help="a file that is not there yet (default: named after the deck)"),
    argument(
        "--games", type=whole_number, default=2_000, help="games of the report; 0 for none (default: %(default)s)"
    ),
)
def page(options: Namespace) -> int:
    """Write a deck or a variant as one web page that needs no server.

    {HOW_DECKS_ARE_CALLED}
    SLUG is that of a variant in the gallery, with /3 for its third version.

    The page holds the cards, how to play, the graph of bonuses and a report. It
    runs nothing and asks for nothing: mail it, or put it on any web space.

    examples:
      workbench page guild_master
      workbench page my-decks/town town.html --games 2000
    """
    from workbench.widgets.gallery.single_page import single_page

    shown = deck_or_variant(options.deck)
    target = home_written_out(options.target or f"{shown.deck.name}.html")
    if os.path.lexists(target):
        raise GalleryError(f"There is a file {shown_path(target)} already. Name another one.")
    report = None
    if options.games:
        from workbench import lab

        compiled = options.games > FEW_GAMES
        report = lab.simulate(shown.deck.game, deck=shown.deck, games=options.games, compiled=compiled)
    write_and_say(target, single_page(shown, report).encode())
    return 0


def deck_or_variant(text: str) -> Shown:
    """The variant of a slug, otherwise the deck that `text` names."""
    from workbench.gallery import Gallery
    from workbench.kernel.registry import list_games
    from workbench.widgets.gallery.shown import find_any, of_any_deck

    slug, here = text.partition("/")[0], Gallery()
    if text not in list_games() and not os.path.exists(home_written_out(text)) and here.variant(slug) is not None:
        return find_any(here, text)
    return of_any_deck(deck_called(text))


def write_and_say(target: Path, data: bytes) -> None:
    """Write a new file, and print how long it is; raises GalleryError if it exists."""
    write_new(target, data, GalleryError, "Name another one.")
    print(f"Written: {shown_path(target)}, {len(data):,} bytes")


def measure_variants(here: Gallery, names: list[str]) -> None:
    """Measure variants against what they were made from, and store the results that their pages show."""
    from workbench.lab.comparison import compare
    from workbench.widgets.gallery.measured import measured_of
    from workbench.widgets.gallery.shown import find

    for slug in names or [one.slug for one in here.all() if one.open]:
        shown = find(here, slug)
        if shown.before is None:
            print(f"/v/{slug}: what it was made from is not here, so there is nothing to measure it against.")
        elif shown.measured is None or names:
            measured = measured_of(compare(shown.before, shown.deck))
            here.keep_measured(shown.before, shown.deck, measured)
            print(f"/v/{slug}: {in_one_line(measured.verdict)}")


def mark_variants(here: Gallery, names: list[str], deed: str) -> None:
    """Hide variants from everybody, show them again, or withdraw them."""
    for slug in names:
        variant = here.withdraw(slug) if deed == "unpublish" else here.hide(slug, hidden=deed == "hide")
        print(f"/v/{variant.slug} {MARKS[deed]}.")


MARKS = {"hide": "is hidden", "show": "can be seen again", "unpublish": "is withdrawn, and its address says so"}
DEEDS: dict[str, Callable[[Gallery, list[str]], None]] = {
    "list": list_variants,
    "export": export_variants,
    "import": import_variants,
    "measure": measure_variants,
    **{deed: partial(mark_variants, deed=deed) for deed in MARKS},
}

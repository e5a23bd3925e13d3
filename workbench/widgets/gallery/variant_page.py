"""A variant's page, drawn without cookie or kernel by the server, and as a file by `workbench page`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from urllib.parse import urlencode

from workbench.gallery.cover import TALL, tall_cover
from workbench.heraldry import arms_of
from workbench.kernel.registry import game as find_game
from workbench.kernel.words import listed
from workbench.pen import Drawn, element, joined, void
from workbench.widgets.gallery.cards import changes_section, different, leafing
from workbench.widgets.gallery.measured import figures_in_words
from workbench.widgets.gallery.shown import PUBLIC, Shown
from workbench.widgets.home.sheets import blocks_in_print
from workbench.widgets.parts import DECKS, GALLERY, STUDIO, VARIANT, cover_picture, header, link, shield_picture
from workbench.widgets.script import script
from workbench.widgets.table.rules import rules_page

STYLES = ("gallery/variant.css",)
COPY_SCRIPT = "gallery/copy_link.js"
LOOK = "look"  # in a variant's dashboard address: measure it, do not play it
LONGEST_DESCRIPTION = 300


@dataclass(frozen=True)
class Place:
    """Where a page is read from.

    notebooks: leads to the notebooks; top: to the address above /v/. link: the full address of the page; code: a QR
    code of it; both are empty if there is no address to share. plays: whether the page leads to a table.
    """

    notebooks: str = ""
    top: str = "/"
    link: str = ""
    code: str = ""
    plays: bool = True


def window_title(shown: Shown) -> str:
    """The title of the window of a variant's page."""
    return f"{shown.about.title}, a variant of {shown.deck.game.title}"


def description(shown: Shown) -> str:
    """A variant in one line, for a preview of a link to it."""
    if shown.about.line:
        return shown.about.line
    by = f"By {shown.about.author}. " if shown.about.author else ""
    difference = shown.difference
    if difference is None or shown.parent is None:
        return f"{by}{len(shown.deck.kinds)} cards for {shown.deck.game.title}."[:LONGEST_DESCRIPTION]
    count = len(difference.changed) + len(difference.added) + len(difference.removed)
    return f"{by}{different(count)} from {shown.parent.title}."[:LONGEST_DESCRIPTION]


def open_graph(shown: Shown, link: str = "") -> Drawn:
    """What a messenger or another site shows of a link: a title and one line."""
    told = {"og:type": "website", "og:site_name": "The Round Table Workbench", "og:title": window_title(shown)}
    told |= {"og:description": description(shown), "og:locale": shown.about.language.replace("-", "_")}
    told |= {"og:url": link} if link else {}
    metas = [void("meta", property=name, content=text) for name, text in told.items()]
    metas.append(void("meta", name="description", content=description(shown)))
    if shown.unlisted:
        metas.append(void("meta", name="robots", content="noindex"))
    return joined(*metas)


def variant_page(shown: Shown, place: Place, *more: Drawn) -> Drawn:
    """The page as its reader meets it, with further sections at its end."""
    page = element("main", *content_of(shown, place), *more, class_="wb-variant")
    return element("div", header("gallery", place.notebooks), page, class_="wb wb-page")


def preview_of(shown: Shown) -> Drawn:
    """The head of the page of a variant not yet published, and the differences, without any buttons."""
    place = Place(top="", plays=False)
    parts = [element("section", _cover(shown), _told(shown, place), class_="wb-head")]
    if shown.parent is not None and shown.before is not None:
        parts.append(_changes(shown, place))
    page = element("div", *parts, class_="wb-variant wb-preview")
    return element("div", page, class_="wb wb-page")


def content_of(shown: Shown, place: Place) -> list[Drawn]:
    """The page without its frame: what it is, what is different, its cards, and how to play."""
    parts = [element("section", _cover(shown), _told(shown, place), _share(place), class_="wb-head")]
    if shown.parent is not None:
        parts.append(_changes(shown, place))
    parts.append(leafing(shown.deck))
    if shown.about.notes:
        notes = [element("p", line) for line in shown.about.notes.split("\n") if line.strip()]
        parts.append(element("section", element("h2", "Notes"), *notes, class_="wb-notes", lang=_language(shown)))
    parts.append(_how_to_play(shown.deck.game_id))
    return parts


def _language(shown: Shown) -> str | None:
    """The language of the author's texts, if it is not that of the page."""
    return None if shown.about.language == "en" else shown.about.language


def _cover(shown: Shown) -> Drawn:
    return element("div", cover_picture(tall_cover(shown.about.emblem), TALL, "wb-book"), class_="wb-cov")


def _told(shown: Shown, place: Place) -> Drawn:
    parts = [_kick(shown, place), element("h1", shown.about.title, lang=_language(shown)), _by(shown)]
    if shown.about.line:
        parts.append(element("p", shown.about.line, class_="wb-pitch", lang=_language(shown)))
    return element("div", *parts, *_verdict(shown), _acts(shown, place), class_="wb-tell")


def _verdict(shown: Shown) -> list[Drawn]:
    """What games say about it: compared with its parent or, for a deck of the workbench, on its own."""
    if shown.measured is not None:
        measured = shown.measured
        told = [element("p", measured.verdict)]
        summary = element("summary", f"What {measured.games:,} games of bots with each list say")
        more = measured.findings or ("Nothing else has shifted beyond doubt.",)
        told.append(element("details", summary, element("ul", *[element("li", words) for words in more])))
    else:
        words = figures_in_words(shown.deck) if shown.published is None else []
        told = [element("p", " ".join(words))] if words else []
    return [element("div", *told, class_="wb-verdict")] if told else []


def _kick(shown: Shown, place: Place) -> Drawn:
    """What it was made from, and which version it is."""
    game = f" for {shown.deck.game.title}"
    if shown.parent is None:
        words: list[str] = [f"Cards{game}"]
    elif shown.parent_address and place.top:
        link = element("a", shown.parent.title, href=f"{place.top}{PUBLIC}/{shown.parent_address}")
        words = ["A variant of ", link, game]
    else:
        words = [f"A variant of {shown.parent.title}{game}"]
    if len(shown.numbers) > 1 and place.top:
        words += [f" · version {shown.number} of {shown.numbers[-1]}"]
        if shown.number < shown.numbers[-1]:
            words += [" · ", element("a", "the newest", href=f"{place.top}{PUBLIC}/{shown.address}")]
    return element("p", *words, class_="wb-kick")


def _by(shown: Shown) -> Drawn:
    about, lines = shown.about, []
    day = day_of(shown.published_at)
    first = [*(["by ", element("b", about.author)] if about.author else []), f"{', ' * bool(about.author)}shared {day}"]
    if shown.number:
        lines.append(element("span", *first))
        authors = listed(shown.deck.meta.authors)
        credit = f"after a card list by {authors}" if authors else ""
        licence = f"{'; ' * bool(credit)}these changes: {about.licence}" if about.licence else ""
        lines.append(element("span", f"{credit}{licence}", class_="wb-soft"))
    else:
        lines.append(element("span", f"by {about.author}" if about.author else shown.deck.game.title))
        lines.append(element("span", about.licence, class_="wb-soft"))
    arms = [shield_picture(arms_of(about.author))] if shown.number and about.author else []
    return element("div", *arms, element("p", *lines), class_="wb-by")


def by_line(shown: Shown) -> str:
    """A variant's game and author in a few words."""
    by = f", by {shown.about.author}" if shown.about.author else ""
    return f"{len(shown.deck.kinds)} kinds of cards for {shown.deck.game.title}{by}"


def day_of(moment: str) -> str:
    """The date of a moment, in words.

    >>> day_of("2031-05-01T12:00:00+00:00")
    '1 May 2031'
    """
    try:
        day = datetime.fromisoformat(moment)
    except ValueError:
        return ""
    return f"{day.day} {day:%B %Y}"


def _acts(shown: Shown, place: Place) -> Drawn:
    """What to do with the variant, the main button first."""
    if not place.top:
        return Drawn("")
    asked = f"variant={shown.address}" + (f"&version={shown.number}" if shown.number else "")
    play = element("a", "Play it now", class_="wb-button wb-main", href=f"{place.notebooks}{VARIANT}?{asked}")
    fork = element("a", "Fork it into the studio", class_="wb-button", href=f"{place.notebooks}{STUDIO}?{asked}")
    report = f"{place.notebooks}{VARIANT}?{asked}&{LOOK}=report"
    look = element("a", "Report and graphs", class_="wb-button", href=report)
    path = f"{place.top}{shown.path}"
    kinds = [("toml", "TOML"), ("xlsx", "XLSX"), *((f"{table.file}", table.file) for table in shown.deck.game.tables)]
    main = [play] if place.plays else []
    files = [element("a", word, href=f"{path}/{kind if '.' in kind else f'deck.{kind}'}") for kind, word in kinds]
    download = element("details", element("summary", "Download", class_="wb-button"), element("p", *files))
    return element("div", *main, fork, *([look] if place.plays else []), download, class_="wb-acts")


def _share(place: Place) -> Drawn:
    """The address in large type, with a code for phones and a copy button that its script makes visible."""
    if not place.link:
        return Drawn("")
    host, stroke, path = place.link.partition("://")[2].partition("/")
    code = element("div", place.code, class_="wb-qr")
    copy = element("button", "Copy the link", type="button", class_="wb-copy", data_link=place.link, hidden="")
    told = element("span", role="status", class_="wb-soft")
    copies = element("script", Drawn(script(COPY_SCRIPT)), type="module")  # the page fetches nothing
    address = element("b", element("span", host), element("span", f"{stroke}{path}"))
    return element("aside", code, address, copy, told, copies, class_="wb-share", aria_label="The address of this page")


def _changes(shown: Shown, place: Place) -> Drawn:
    assert shown.parent is not None
    if shown.before is not None:
        return changes_section(
            shown.before, shown.deck, shown.parent.title, shown.measured, _side_by_side(shown, place)
        )
    missing = f"{shown.parent.title} ({shown.parent.digest[:12]})"
    words = f"What it was made from is not here: {missing}. So nothing can be said of what differs."
    return element("section", element("p", words, class_="wb-soft"), class_="wb-changes")


def _side_by_side(shown: Shown, place: Place) -> list[Drawn]:
    """A link to both lists, card by card."""
    if not (place.top and shown.parent_address):
        return []
    way = f"{place.notebooks}{DECKS}?{urlencode({'deck': shown.address, 'beside': shown.parent_address})}"
    return [link("See the two lists side by side", way)]


@cache
def _how_to_play(game_id: str) -> Drawn:
    game = find_game(game_id)
    # Pictures use the game's own cards.
    blocks = [block for block in rules_page(game)["how_to_play"] if block["kind"] != "picture"]
    head = element("h2", f"How to play {game.title}")
    return element("section", head, *blocks_in_print(blocks), class_="wb-how")


def gallery_link(place: Place) -> Drawn:
    """A link to all variants."""
    return element("a", "The gallery", href=f"{place.notebooks}{GALLERY}")

"""Parts that several pages share, as HTML: the header, a banner with arms, a shield, a game's cover, a fan of cards.

`parts.css` dresses them; everything of ours lies in an element of the class `wb`. Texts are escaped by the pen.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, radians, sin

from workbench.decks import Deck, load_deck
from workbench.heraldry import arms_of, emblem, seat_arms
from workbench.heraldry.arms import Arms, Charge, shield_parts
from workbench.heraldry.covers import COVER, ground, on_cover, shield_on_cover
from workbench.heraldry.emblems import BOX, emblems
from workbench.heraldry.shapes import HIGH, WIDE
from workbench.kernel.game import Game
from workbench.kernel.scenes.scene import CardFace
from workbench.kernel.words import listed
from workbench.pen import Drawn, circle, element, style_sheet
from workbench.storage.errors import WorkbenchError
from workbench.widgets.script import style

HOME, STUDIO, TEACHERS = "index.ipynb", "deck_studio.ipynb", "teachers.ipynb"
GALLERY, VARIANT, DECKS = "gallery.ipynb", "variant.ipynb", "decks.ipynb"
PRINTED_RULES, MATCHES, REPLAY = "rules.ipynb", "matches.ipynb", "replay.ipynb"
MINUTE, GRAPHS_PAGE, LAB = "minute.ipynb", "graphs.ipynb", "lab.ipynb"
PAGES = (
    ("play", "Play", HOME),
    ("studio", "Studio", STUDIO),
    ("lab", "Lab", LAB),
    ("gallery", "Gallery", GALLERY),
    ("teachers", "For teachers", TEACHERS),
)
GROUNDS = ("#24492f", "#5e1a1e", "#1c3863", "#52306b", "#30302b", "#5b3a1c")  # of covers for games that draw none
PLAIN = "#5c4d3c"  # background of a card without a category
MOST_EMBLEMS = 6  # on such a cover
PEOPLE_AT_THE_TABLE = 8  # little people around the mark of the house


def parts_style(*more: str) -> Drawn:
    """The style sheet of the parts, followed by others of ours, for a notebook's page."""
    return style_sheet(style("parts.css", *more))


def header(here: str, prefix: str = "", join: str = "") -> Drawn:
    """The header of every page: the house, and links to its rooms; `prefix` leads to the notebooks.

    join: where to type the code of a room; without it there is no such link.
    """
    links = [
        element("a", title, href=f"{prefix}{file}", target="_self", aria_current="page" if key == here else None)
        for key, title, file in PAGES
    ]
    name = element("span", "The Round Table ", element("em", "Workbench"))
    brand = element("a", mark(), name, class_="wb-brand", href=f"{prefix}{HOME}", target="_self")
    way_in = [link("Join with a code", join, "wb-button wb-join")] if join else []
    return element("header", brand, element("nav", *links, aria_label="Main"), *way_in, class_="wb-top")


def mark() -> Drawn:
    """The sign of the house: a round table and the people around it."""
    table = circle(32, 32, 20, fill="none", stroke="currentColor", stroke_width=4.5)
    angles = [radians(22.5 + 360 / PEOPLE_AT_THE_TABLE * seat) for seat in range(PEOPLE_AT_THE_TABLE)]
    people = [circle(round(32 + 28 * cos(a), 1), round(32 + 28 * sin(a), 1), 3.4, fill="currentColor") for a in angles]
    middle = circle(32, 32, 6.5, fill="currentColor")
    return element("svg", table, middle, *people, class_="wb-mark", viewBox="0 0 64 64", aria_hidden="true")


# ---------------------------------------------------------------- people


@dataclass(frozen=True)
class Cloth:
    """What a seat's banner shows: the tincture of its cloth, and its charge with the charge's tincture."""

    field: str
    charge: str
    emblem: str


def cloth_of(number: int) -> Cloth:
    """The cloth for the arms with this number (`Match.arms` gives the number of each seat)."""
    arms = seat_arms(number)
    charge = next(part for part in arms.parts if isinstance(part, Charge))
    return Cloth(arms.field.tinctures[0], charge.tincture, charge.emblem)


def banner(number: int, *inside: str) -> Drawn:
    """The banner for the arms with this number; `inside` stands on the cloth below the charge."""
    cloth = cloth_of(number)
    made = element("div", emblem_picture(cloth.emblem, "wb-charge"), *inside, class_="wb-cloth")
    return element("div", made, class_=f"wb-banner wb-{cloth.field} wb-on-{cloth.charge}")


def shield_picture(arms: Arms) -> Drawn:
    """A shield beside a name, without a description, as the name says everything."""
    return element("svg", *shield_parts(arms), class_="wb-shield", viewBox=f"0 0 {WIDE} {HIGH}", aria_hidden="true")


def emblem_picture(name: str, look: str = "wb-emblem") -> Drawn:
    """An emblem in the colour of the text around it."""
    drawn = emblem(name).drawn(0, 0, BOX, fill="currentColor")
    return element("svg", drawn, class_=look, viewBox=f"0 0 {BOX} {BOX}", aria_hidden="true")


# ---------------------------------------------------------------- games and cards


def cover_of(game: Game) -> Drawn:
    """The cover of a game: its own drawing, or one made of the emblems of its cards."""
    return cover_picture(cover_inside(game), COVER)


def cover_picture(drawn: Drawn, box: tuple[float, float], look: str = "wb-cover") -> Drawn:
    """A drawing of the size of a box as a cover that fills its place; what it covers is named beside it."""
    fit = {"viewBox": f"0 0 {box[0]} {box[1]}", "preserveAspectRatio": "xMidYMid slice"}
    return element("svg", drawn, class_=look, **fit, aria_hidden="true")


def cover_inside(game: Game) -> Drawn:
    """The drawing on the cover of a game."""
    return plain_cover(game) if game.tile.cover is None else game.tile.cover()


def plain_cover(game: Game) -> Drawn:
    """The emblems of the first cards of a game's deck, no two alike; the game's arms if no deck shows any."""
    colour = GROUNDS[zlib.crc32(game.id.encode()) % len(GROUNDS)]
    names = list(dict.fromkeys(face.emblem for face in faces(game) if face.emblem in emblems()))[:MOST_EMBLEMS]
    if not names:
        return ground(colour, shield_on_cover(arms_of(game.title), 105, 53, 90))
    columns = min(3, len(names))
    left, top = (COVER[0] - columns * 90 + 22) / 2, 31 if len(names) > 3 else 73
    placed = [on_cover(name, left + 90 * (i % 3), top + 88 * (i // 3), 68) for i, name in enumerate(names)]
    return ground(colour, *placed)


def usual_deck(game: Game) -> Deck | None:
    """The usual deck of a game in a school's words; None if none can be read."""
    try:
        return load_deck(game).in_school_words()
    except WorkbenchError:
        return None


def words_for_school(games: Iterable[Game]) -> str:
    """The cards that have a name for pupils, by that name; empty if no list needs any."""
    return listed(
        [
            f"{listed([deck.meta.school_words[key] for key in deck.meta.printed_words])} in {game.title}"
            for game in games
            if (deck := usual_deck(game)) and deck.meta.printed_words
        ]
    )


def faces(game: Game) -> list[CardFace]:
    """The faces of the cards of a game's usual deck in a school's words; empty if no deck can be read."""
    deck = usual_deck(game)
    try:
        return [] if deck is None else [game.studio.face(deck, kind) for kind in range(len(deck.names["card"]))]
    except KeyError:
        return []


def three_of(cards: Sequence[CardFace]) -> list[CardFace]:
    """Three cards for a fan, each from a different group if there are enough."""
    by_group = {(face.symbols[0].name if face.symbols else face.title): face for face in reversed(cards)}
    return list(reversed(by_group.values()))[:3]


def fan(cards: Sequence[CardFace]) -> Drawn:
    """A fan of some cards: a picture of a deck, which is named beside it."""
    return element("span", *map(small_card, cards), class_="wb-fan", aria_hidden="true")


def small_card(face: CardFace) -> Drawn:
    """A card so small that it shows only its emblem, its coins and its name."""
    name = element("b", face.title, class_="wb-card-name")
    return element("span", card_art(face), card_coins(face), name, class_="wb-card")


def card_art(face: CardFace, *inside: Drawn) -> Drawn:
    """The emblem of a card on the colours of its categories; `inside` stands on it."""
    colours = [symbol.colour for symbol in face.symbols] or [PLAIN]
    picture = emblem_picture(face.emblem) if face.emblem in emblems() else Drawn("")
    return element("span", picture, *inside, class_="wb-art", style=f"--a:{colours[0]};--b:{colours[-1]}")


def card_coins(face: CardFace, **look: str) -> Drawn:
    """The letters of a card's categories as coins."""
    lettered = [symbol for symbol in face.symbols if symbol.letter]
    coins = [element("i", one.letter, class_="wb-coin", style=f"--c:{one.colour}") for one in lettered]
    return element("span", *coins, class_="wb-coins", **look)


def link(words: str, href: str, look: str | None = None) -> Drawn:
    """A link to another page of ours, which takes the place of this one."""
    return element("a", words, href=href, target="_self", class_=look)

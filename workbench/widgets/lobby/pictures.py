"""The pictures of a lobby: a table set for a number of people, and a deck as a hand of three of its cards."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

from workbench.decks import Deck
from workbench.heraldry.emblems import emblem, emblems
from workbench.heraldry.shapes import OUTLINE
from workbench.heraldry.tinctures import PAINT
from workbench.kernel.scenes.scene import CardFace
from workbench.pen import FONT, Drawn, Picture, circle, group, path, picture, rectangle, text
from workbench.widgets.parts import cloth_of, mark, three_of

RIM, WALNUT, TOP, INLAY, RING = "#3a2314", "#5d3a22", "#74492b", "#c79a58", "#8a5d38"
BACK, EDGE, GOLD, PAPER, INK = "#284a5c", "#f3e2bd", "#f6c544", "#fcf6e8", "#241a12"
RED = "#7a2e1d"
BOX = (260, 266)
MIDDLE, SHIELDS, HANDS, SHIELD = (130, 134), 104, 66, 40
MOST_CARDS = 5  # in a hand, as many as fit
FAN = (150, 116)
TURNED = (-16, 0, 16)


def mark_picture() -> Picture:
    """The sign of the house, in its red."""
    return picture("The house", "A round table and the people around it.", group(mark(), color=RED), box=(64, 64))


def set_table(arms: Sequence[int]) -> Picture:
    """A round table with the shields of its seats and their hands, seat 1 below and the others clockwise.

    arms: the number of the arms of each seat.
    """
    (x, y), seats = MIDDLE, len(arms)
    wood = [circle(x, y + 4, 96, fill=RIM), circle(x, y, 96, fill=WALNUT)]
    top = [circle(x, y, 88, fill=TOP, stroke=INLAY, stroke_width=2), circle(x, y, 34, fill="none", stroke=RING)]
    stock = [_back(x - 7 + 7 * number, y + 2 - 2 * number, 26, 37) for number in range(3)]
    places = [part for seat, number in enumerate(arms) for part in _place(seat, seats, number)]
    name = f"A table for {seats}"
    return picture(name, f"A round table with {seats} shields around it.", *wood, *top, *stock, *places, box=BOX)


def _place(seat: int, seats: int, arms: int) -> list[Drawn]:
    """The shield of a seat with the arms of this number, and the hand in front of it."""
    angle = 180 + 360 * seat / seats
    cards = min(MOST_CARDS, 1 + 24 // seats)
    hand = [_hand_card(angle + 6 * (number - (cards - 1) / 2)) for number in range(cards)]
    x, y = _at(angle, SHIELDS)
    size = SHIELD if seats <= 8 else SHIELD * 8 / seats
    return [
        *hand,
        group(*_shield(arms), transform=f"translate({x - size / 2:g} {y - size * 0.6:g}) scale({size / 100:g})"),
    ]


def _shield(number: int) -> list[Drawn]:
    """A shield without hatching: field and charge."""
    cloth = cloth_of(number)
    field = path(OUTLINE, fill=PAINT[cloth.field], stroke=INK, stroke_width=4)
    return [field, emblem(cloth.emblem).drawn(20, 20, 60, fill=PAINT[cloth.charge])]


def _at(angle: float, distance: float) -> tuple[float, float]:
    """The point at an angle, clockwise from the top, and a distance from the middle of the table."""
    x, y = MIDDLE
    return x + distance * sin(radians(angle)), y - distance * cos(radians(angle))


def _hand_card(angle: float) -> Drawn:
    x, y = _at(angle, HANDS)
    return group(_back(0, 0, 10, 15), transform=f"translate({x:.1f} {y:.1f}) rotate({angle:g})")


def _back(x: float, y: float, wide: float, high: float) -> Drawn:
    back = rectangle(
        x - wide / 2, y - high / 2, wide, high, rx=wide / 9, fill=BACK, stroke=EDGE, stroke_width=wide / 14
    )
    return group(back, circle(x, y, wide / 4, fill="none", stroke=GOLD, stroke_width=wide / 18))


def deck_fan(deck: Deck) -> Picture:
    """Three cards of a deck, each from a different group if there are enough."""
    faces = [deck.game.studio.face(deck, kind) for kind in range(len(deck.names["card"]))]
    cards = three_of(faces)
    turned = TURNED if len(cards) == len(TURNED) else (0,) * len(cards)
    order = [0, 2, 1] if len(cards) == len(TURNED) else range(len(cards))
    drawn = [group(*_card(cards[number]), transform=_held(turned[number])) for number in order]
    return picture(deck.meta.title, "Three of its cards.", *drawn, box=FAN)


def _held(angle: float) -> str:
    return f"translate({FAN[0] / 2 - 30:g} 14) rotate({angle:g} 30 118)"


def _card(face: CardFace) -> list[Drawn]:
    """A card of 60 by 84: emblem and coins."""
    colours = [symbol.colour for symbol in face.symbols] or ["#5c4d3c"]
    art = [rectangle(4, 4, 52, 58, rx=3, fill=colours[0])]
    if colours[-1] != colours[0]:
        art.append(path("M56 4V62H4Z", fill=colours[-1]))
    if face.emblem in emblems():
        art.append(emblem(face.emblem).drawn(10, 9, 40, fill=PAPER))
    lettered = [symbol for symbol in face.symbols if symbol.letter][:3]
    left = 30 - 10 * (len(lettered) - 1)
    coins = [part for place, one in enumerate(lettered) for part in _coin(left + 20 * place, one.letter, one.colour)]
    return [rectangle(0.8, 0.8, 58.4, 82.4, rx=4, fill=PAPER, stroke=RIM, stroke_width=1.6), *art, *coins]


def _coin(x: float, letter: str, colour: str) -> list[Drawn]:
    words = text(letter, x, 68, font_size=11, font_weight="bold", text_anchor="middle", font_family=FONT, fill="#fff")
    return [circle(x, 64, 9, fill=colour, stroke=PAPER, stroke_width=1.6), words]

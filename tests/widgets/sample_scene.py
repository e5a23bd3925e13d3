"""A table as the screen has to draw it: four seats, a hand with picks, built cities, piles, a trade, a log."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from workbench.heraldry import emblem_for
from workbench.kernel.scenes.scene import (
    CardFace,
    Choice,
    Extra,
    Group,
    Reveal,
    Scene,
    SceneZone,
    SeatPanel,
    Selection,
    Symbol,
    Turned,
)

CATEGORIES = {
    "F": Symbol("F", "❦", "#4c7a34", "food and agriculture"),
    "T": Symbol("T", "⚖", "#8a5a00", "trade and transport"),
    "C": Symbol("C", "⚒", "#6d5847", "construction and materials"),
    "R": Symbol("R", "✝", "#6a4c93", "religion and church"),
    "G": Symbol("G", "♛", "#8c1d40", "government and nobility"),
    "M": Symbol("M", "⚔", "#444c56", "military and fortifications"),
    "P": Symbol("P", "✚", "#c2185b", "public health"),
    "A": Symbol("A", "♫", "#e0a100", "arts and entertainment"),
    "L": Symbol("L", "✎", "#1a5fb4", "learning and education"),
    "I": Symbol("I", "⚙", "#00695c", "industry and crafts"),
}
CARDS = {
    "trade_route": ("Trade route", "TT", "+T with Cross Roads"),
    "cross_roads": ("Cross Roads", "TT", ""),
    "graveyard": ("Graveyard", "PP", "+R with Cathedral"),
    "carpenter": ("Carpenter", "CI", "+C with Lumbermill"),
    "herbalist": ("Herbalist", "IP", ""),
    "printing_press": ("Printing Press", "LI", "+L with Papermill"),
    "fishing_village": ("Fishing Village", "FF", ""),
}
PHASES = (
    ("draw_1", "First draw"),
    ("trade_1", "First trade"),
    ("discard", "Discard"),
    ("draw_2", "Second draw"),
    ("trade_2", "Second trade"),
    ("build", "Build"),
)

KNIGHTS = ("Bors", "Agravaine", "Percival", "Mador", "Lamorak", "Meleagant", "Gareth", "Accolon")


def card(key: str, action: int | None = None, group: str = "", badge: str = "") -> CardFace:
    """A face-up card of the sample."""
    title, letters, text = CARDS[key]
    symbols = tuple(CATEGORIES[letter] for letter in letters)
    words = f"{title}: {' and '.join(symbol.name for symbol in symbols)}. {text}".strip()
    emblem = emblem_for(title)
    return CardFace(
        key, title, symbols, text, group=group, action=action, badge=badge, description=words, emblem=emblem
    )


def city(owner: int, title: str, built: dict[str, tuple[str, ...]]) -> SceneZone:
    """A built area under its ten categories."""
    cards = tuple(card(key, group=letter) for letter, keys in built.items() for key in keys)
    groups = tuple(
        Group(
            letter,
            symbol.name.split(" ")[0],
            symbol,
            str(2 * len(built.get(letter, ()))),
            "lead" if letter in built else "",
        )
        for letter, symbol in CATEGORIES.items()
    )
    return SceneZone(f"built_{owner}", title, "groups", owner, len(cards), cards, groups)


def sample_scene(seat: int | None = 0) -> Scene:
    """Seat 0 makes an offer in its first trade phase; a spectator sees the same table without the hand."""
    own = seat == 0
    hand = ("trade_route", "carpenter", "graveyard", "herbalist", "printing_press")
    zones = [
        SceneZone("stock", "Stock", "pile", count=61),
        SceneZone("discard", "Discard pile", "pile", count=7, cards=(card("fishing_village"),)),
        city(0, "Your city" if own else "City of seat 1", {"T": ("cross_roads",), "F": ("fishing_village",)}),
        city(1, "City of seat 2", {"P": ("graveyard", "herbalist"), "L": ("printing_press",)}),
        city(2, "City of seat 3", {}),
        city(3, "City of seat 4", {"I": ("carpenter",)}),
    ]
    if own:
        zones.insert(
            0, SceneZone("hand", "Your hand", "hand", 0, 5, tuple(card(key, 10 + n) for n, key in enumerate(hand)))
        )
    wishes = Extra(
        "wish", "You would like", tuple(Choice(60 + n, s.name, symbol=s) for n, s in enumerate(CATEGORIES.values()))
    )
    submit = tuple(Choice(40 + n, f"Offer to seat {n + 1}") for n in (1, 2, 3))
    return Scene(
        title="Guild Master",
        seat=seat,
        phase="trade_1",
        phases=PHASES,
        message="Offer cards to another seat, or end trading." if own else "Seat 1 is trading.",
        seats=tuple(
            SeatPanel(
                n,
                f"Seat {n + 1}",
                "human" if n == 0 else "greedy",
                n == 0,
                n == 0,
                (("hand", "5"), ("built", "2"), ("leads", "3")),
            )
            for n in range(4)
        ),
        zones=tuple(zones),
        choices=(Choice(50, "End trading", "Or"),) if own else (),
        selection=Selection("Pick cards to offer", 1, 5, submit, (wishes,)) if own else None,
        log=("Seat 4 built 1 card in industry and crafts.", "Seat 1 drew 2 cards."),
    )


def round_table(faces: tuple[CardFace, ...]) -> SceneZone:
    """Eight knights in a circle with a card each."""
    sides = (CATEGORIES["G"], CATEGORIES["M"])
    badges = {2: "Knight-Errant", 5: "Start Knight"}
    groups = tuple(
        Group(f"place_{place}", knight, sides[place % 2], badge=badges.get(place, ""))
        for place, knight in enumerate(KNIGHTS)
    )
    return SceneZone("knights", "Round Table", "ring", None, 8, faces, groups, ("Coins down", "Excalibur ↘"))


def ring_scene(seat: int | None = 0, reveal: Reveal | None = None, **changed: Any) -> Scene:
    """Eight knights with a face-down card each; seat 0 may press any of them."""
    own = seat == 0
    backs = tuple(
        CardFace(f"back_{place}", face_down=True, group=f"place_{place}", action=20 + place if own else None)
        for place in range(8)
    )
    scene = sample_scene(seat)
    return replace(
        scene,
        zones=(round_table(backs), SceneZone("aside", "Aside", "pile", count=2)),
        choices=tuple(Choice(20 + place, f"Exchange with {name}", "Act") for place, name in enumerate(KNIGHTS) if own),
        selection=None,
        reveal=reveal,
        **changed,
    )


def sample_reveal(key: str = "round 1") -> Reveal:
    """Eight cards to turn, one knight after the other."""
    faces = tuple(
        CardFace(
            f"card_{place}",
            str(place % 4 + 1),
            group=f"place_{place}",
            badge="copied" if place == 3 else "",
            description=f"A card of {place % 4 + 1}",
        )
        for place in range(8)
    )
    steps = tuple(Turned(f"card_{place}", f"{name} counts {place % 4 + 1}.") for place, name in enumerate(KNIGHTS))
    zone = replace(round_table(faces), id="turned")
    return Reveal(key, "The cards of round 1 are turned.", zone, steps, "Seat 2 wins the round.")


def places_scene(**changed: Any) -> Scene:
    """Two regions of face-down chips, a third one empty, a fist, a chip, and what may be said beside the game."""
    regions = tuple(Group(f"region-{i}", f"Region {i + 1}", total=str(count)) for i, count in enumerate((3, 2, 0)))
    backs = tuple(
        CardFace(
            f"slot-{i}-{slot}", face_down=True, group=f"region-{i}", badge=str(slot + 1), action=10 * i + slot,
            description=f"chip {slot + 1} of region {i + 1}", shape="chip",
        )
        for i, count in enumerate((3, 2))
        for slot in range(count)
    )  # fmt: skip
    fist = CardFace("fist", face_down=True, group="seat", badge="closed", description="closed fist", shape="fist")
    spy = CardFace("spy", "Spy", text="Look at a hand.", description="Spy, look at a hand", shape="chip")
    zones = (
        SceneZone("hand", "Your hand", "hand", 0, 1, (spy,)),
        SceneZone("table", "On the table", "places", cards=(fist,), groups=(Group("seat", "Seat 2", badge="crown"),)),
        SceneZone("avalon", "Avalon", "places", cards=backs, groups=regions),
    )
    said = (Choice(90, "I hold no sword.", "Of yourself", aside=True), Choice(91, "You do.", "Of others", aside=True))
    scene = Scene("Excalibur", 0, "draw", (("draw", "Draw"),), "Name a chip.", zones=zones, choices=said)
    return replace(scene, **changed)

"""A waiting match as a table in the hall: its people, how far it is, and the way back to it."""

from __future__ import annotations

from workbench.kernel.words import in_words, listed
from workbench.pen import Drawn, element
from workbench.play.store import AboutMatch
from workbench.widgets.home.catalogue import Catalogue, with_query
from workbench.widgets.home.reader import AboutRoom
from workbench.widgets.parts import banner

MOST_BANNERS = 4  # more people are counted
MOST_NAMED = 3  # of those who are to act


def match_that_waits(
    catalogue: Catalogue, match_id: str, about: AboutMatch, prefix: str, *more: Drawn, main: bool = True
) -> Drawn:
    """The table of a match; `main` says whether its button is the gold one, `more` stands below its words."""
    game = catalogue.games[about.game]
    page = catalogue.pages[about.game]
    if not about.opens_in(game):
        told = ["This match is of an older version of its rules, which are not played any more."]
        button = hall_button("Start anew", f"{prefix}{page}", main)
    else:
        names = [about.names[seat] for seat in about.to_act if seat < len(about.names)]
        people = listed(names) if len(names) <= MOST_NAMED else f"{in_words(len(names))} people"
        told = [f"Turn {about.turn}, {about.phase}." if about.turn else f"{about.phase}."]
        told += [f"It is up to {people}."] if names else []
        words = "Back to the table" if main else "Go on"
        button = hall_button(words, f"{prefix}{with_query(page, 'match', match_id)}", main)
    lines = [element("p", line) for line in told]
    where = element("div", element("h2", game.title), *lines, *more, class_="wb-where")
    return element("div", _people(about), where, button, class_="wb-again wb-hall")


def room_that_waits(about: AboutRoom, top: str, *more: Drawn) -> Drawn:
    """The room of a class, and the way back to its host's page; `top` leads to where the server answers for rooms."""
    people = [
        element("li", banner(arms), element("span", name), class_="wb-turn" if asked else None)
        for name, arms, asked in about.people[:MOST_BANNERS]
    ]
    lines = [element("p", line) for line in about.lines]
    where = element("div", element("h2", f"Room {about.code}"), *lines, *more, class_="wb-where")
    button = hall_button("Back to the room", f"{top}host/{about.code}")
    hung = [element("ul", *people, class_="wb-people", aria_label="In the room")] if people else []
    return element("div", *hung, where, button, class_="wb-again wb-hall")


def hall_button(words: str, address: str, main: bool = True) -> Drawn:
    """A way out of the hall; the main one is gold."""
    return element("a", words, class_=f"wb-button{' wb-main' if main else ''}", href=address, target="_self")


def _people(about: AboutMatch) -> Drawn:
    """The banners of the people there: banners of those who are to act hang lower, and none of these is left out."""
    order = [*about.to_act, *(seat for seat in range(len(about.names)) if seat not in about.to_act)]
    shown = sorted(order[:MOST_BANNERS])
    more = len(about.names) - len(shown)
    due = {seat: "wb-turn" if seat in about.to_act else None for seat in shown}
    arms = dict(enumerate(about.arms))
    people = [
        element("li", banner(arms.get(seat, seat)), element("span", about.names[seat]), class_=look)
        for seat, look in due.items()
    ]
    others = [element("li", element("span", f"and {more} more"))] if more else []
    return element("ul", *people, *others, class_="wb-people", aria_label="At the table")

"""The form for a new game, made from what the game declares: seats, bots, options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any

import ipywidgets

from workbench.kernel.errors import OptionError
from workbench.kernel.game import Game, Option
from workbench.play.views import seat_name
from workbench.widgets.host import ONE_DEVICE, PUBLIC_SCREEN

HUMAN = ""
SCREEN_CHOICES = (("one device", ONE_DEVICE), ("public screen", PUBLIC_SCREEN))
SCREEN_HELP = (
    "One device: several people pass it on, and a cover hides each hand until its seat is ready. "
    "Public screen: this page shows what everybody may see, and each hand opens in a window of its own."
)
PACES = (("at once", 0.0), ("quick", 0.3), ("slow", 1.2))
WIDE = {"description_width": "10em"}


@dataclass(frozen=True)
class Wanted:
    """What the form asks for."""

    seats: int
    bots: dict[int, str]
    seed: int | None
    options: dict[str, Any]
    screen: str
    pace: float


def narrow() -> ipywidgets.Layout:
    """The width of one control; each control has a layout of its own."""
    return ipywidgets.Layout(width="26em", max_width="calc(100% - 6px)")


def option_field(option: Option, value: object) -> ipywidgets.DOMWidget:
    """The control for one declared option."""
    title = option.key.replace("_", " ")
    shared = {"description": title, "style": WIDE, "layout": narrow()}
    if isinstance(option.default, bool):
        return ipywidgets.Dropdown(options=[("no", False), ("yes", True)], value=value, **shared)
    if option.none:
        return ipywidgets.Text(value=str(value), placeholder=option.none, **shared)
    if option.choices:
        return ipywidgets.Dropdown(options=[(name.replace("_", " "), name) for name in option.choices], value=value, **shared)
    return ipywidgets.BoundedIntText(value=value, min=option.least, max=option.most, **shared)


def with_help(control: ipywidgets.DOMWidget, text: str) -> ipywidgets.HBox:
    """A control with a line about it beside it, or below it on a narrow page."""
    layout = ipywidgets.Layout(flex_flow="row wrap", align_items="center")
    return ipywidgets.HBox([control, ipywidgets.HTML(escape(text))], layout=layout)


class NewGameForm:
    """The controls and what they ask for; `start` is called with the form when its button is pressed."""

    def __init__(self, game: Game, wanted: Wanted, start: Callable[[], None]) -> None:
        self.options = game.options
        bots = [("a person", HUMAN), *((f"bot: {bot.name}", bot.name) for bot in game.bots)]
        self.count = ipywidgets.Dropdown(
            options=list(game.seats), value=wanted.seats, description="seats", style=WIDE, layout=narrow()
        )
        self.players = [
            ipywidgets.Dropdown(
                options=bots, value=wanted.bots.get(seat, HUMAN), description=seat_name(seat), style=WIDE, layout=narrow()
            )
            for seat in range(max(game.seats))
        ]
        self.screen = ipywidgets.Dropdown(
            options=SCREEN_CHOICES, value=wanted.screen, description="screen", style=WIDE, layout=narrow()
        )
        paces = PACES if wanted.pace in dict(PACES).values() else (*PACES, (f"{wanted.pace:g} s", wanted.pace))
        self.pace = ipywidgets.Dropdown(options=paces, value=wanted.pace, description="bots play", style=WIDE, layout=narrow())
        self.seed = ipywidgets.Text(
            value="" if wanted.seed is None else str(wanted.seed),
            description="seed",
            placeholder="by chance",
            style=WIDE,
            layout=narrow(),
        )
        self.fields = {option.key: option_field(option, wanted.options[option.key]) for option in game.options}
        self.button = ipywidgets.Button(description="Start a new game", button_style="primary")
        self.button.on_click(lambda _button: start())
        self.count.observe(lambda _change: self._show_players(), "value")
        self._show_players()
        self.view = ipywidgets.VBox(self._rows())

    def _rows(self) -> list[ipywidgets.Widget]:
        table = [self.count, *self.players, with_help(self.screen, SCREEN_HELP), self.pace, self.seed, self.button]
        options = [with_help(self.fields[option.key], option.help) for option in self.options]
        return [*table, ipywidgets.HTML("<h3>Options</h3>"), *options]

    def _show_players(self) -> None:
        for seat, player in enumerate(self.players):
            player.layout.display = None if seat < self.count.value else "none"

    def wanted(self) -> Wanted:
        """What the form asks for now; OptionError if the seed is no number (other values are checked by the match)."""
        text = self.seed.value.strip()
        if text and not (text.isascii() and text.isdigit()):
            raise OptionError(f"The seed is {text[:40]!r}. Give a whole number, or leave it empty.")
        seats = int(self.count.value)
        bots = {seat: player.value for seat, player in enumerate(self.players[:seats]) if player.value != HUMAN}
        return Wanted(
            seats=seats,
            bots=bots,
            seed=int(text) if text else None,
            options={key: field.value for key, field in self.fields.items()},
            screen=self.screen.value,
            pace=float(self.pace.value),
        )

"""The form for a new game, made from what the game declares: seats, bots, options."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import ipywidgets

from workbench.kernel.bots import Bot
from workbench.kernel.game import Game, Variant
from workbench.kernel.options import Option, Presets
from workbench.play.host import ONE_DEVICE, PUBLIC_SCREEN
from workbench.play.seating import seat_name
from workbench.storage.errors import OptionError
from workbench.widgets.faults import Guard

HUMAN = ""
OWN = ""  # options that are none of the presets
SCREEN_CHOICES = (("one device", ONE_DEVICE), ("public screen", PUBLIC_SCREEN))
SCREEN_HELP = (
    "One device: several people pass it on, and a cover hides each hand until its seat is ready. "
    "Public screen: this page shows what everybody may see, and each hand opens in a window of its own on this machine."
)
PACES = (("at once", 0.0), ("quick", 0.3), ("slow", 1.2))
WIDE = {"description_width": "14em"}


@dataclass(frozen=True)
class Wanted:
    """What the form asks for."""

    seats: int
    bots: dict[int, str]
    seed: int | None
    options: dict[str, Any]
    screen: str
    pace: float
    names: dict[int, str]


def narrow() -> ipywidgets.Layout:
    """The width of one control; each control has a layout of its own."""
    return ipywidgets.Layout(width="30em", max_width="calc(100% - 6px)")


def choice(title: str, options: Sequence[Any], value: object) -> ipywidgets.Dropdown:
    """A drop-down with its title."""
    return ipywidgets.Dropdown(options=options, value=value, description=title, style=WIDE, layout=narrow())


def option_field(option: Option, value: object) -> ipywidgets.DOMWidget:
    """The control for one declared option."""
    title = option.key.replace("_", " ")
    if isinstance(option.default, bool):
        return choice(title, [("no", False), ("yes", True)], value)
    if option.choices:
        return choice(title, [(name.replace("_", " "), name) for name in option.choices], value)
    if option.none:
        return ipywidgets.Text(value=str(value), placeholder=option.none, **_titled(title))
    return ipywidgets.BoundedIntText(value=value, min=option.least, max=option.most, **_titled(title))


def _titled(title: str) -> dict[str, Any]:
    """What every control has that is no drop-down."""
    return {"description": title, "style": WIDE, "layout": narrow()}


def _described(bot: Bot) -> str:
    """A computer player as it is chosen: by its name and by what it is like."""
    return f"bot: {bot.name}, {bot.manner}" if bot.manner else f"bot: {bot.name}"


def beside(*controls: ipywidgets.DOMWidget) -> ipywidgets.HBox:
    """Controls side by side, or one below the other on a narrow page."""
    return ipywidgets.HBox(controls, layout=ipywidgets.Layout(flex_flow="row wrap", align_items="center"))


def with_help(control: ipywidgets.DOMWidget, text: str) -> ipywidgets.HBox:
    """A control with a line about it."""
    return beside(control, ipywidgets.HTML(escape(text)))


class NewGameForm:
    """The controls and what they ask for; `start` is called when the form's button is pressed."""

    def __init__(self, game: Game, variant: Variant, wanted: Wanted, start: Callable[[], None], guard: Guard) -> None:
        self.options = variant.options
        bots = [("a person", HUMAN), *((_described(bot), bot.name) for bot in game.bots)]
        self.count = choice("seats", list(variant.seats), wanted.seats)
        self.players = [
            choice(seat_name(seat), bots, wanted.bots.get(seat, HUMAN)) for seat in range(max(variant.seats))
        ]
        self.names = [
            ipywidgets.Text(value=wanted.names.get(seat, ""), **_titled(f"name of {seat_name(seat)}"))
            for seat in range(max(variant.seats))
        ]
        self.screen = choice("screen", SCREEN_CHOICES, wanted.screen)
        known = wanted.pace in dict(PACES).values()
        self.pace = choice("bots play", PACES if known else (*PACES, (f"{wanted.pace:g} s", wanted.pace)), wanted.pace)
        seed = "" if wanted.seed is None else str(wanted.seed)
        self.seed = ipywidgets.Text(value=seed, placeholder="by chance", **_titled("seed"))
        self.fields = {option.key: option_field(option, wanted.options[option.key]) for option in variant.options}
        self.groups = variant.presets
        self.presets = {group.key: self._preset_field(group) for group in self.groups}
        for group in self.groups:
            self._follow(group, guard)
        self.button = ipywidgets.Button(description="Start a new game", button_style="primary")
        self.button.on_click(guard(lambda _button: start(), "starting a new game"))
        for control in (self.count, *self.players):
            control.observe(guard(lambda _change: self._show_players(), "showing the seats of a new game"), "value")
        self._show_players()
        self.view = ipywidgets.VBox(self._rows())
        self.view.add_class("rt-new-game")

    def _rows(self) -> list[ipywidgets.Widget]:
        seats = [beside(player, name) for player, name in zip(self.players, self.names, strict=True)]
        table = [self.count, *seats, with_help(self.screen, SCREEN_HELP), self.pace, self.seed, self.button]
        presets = [with_help(self.presets[group.key], group.help) for group in self.groups]
        options = [with_help(self.fields[option.key], option.help) for option in self.options]
        return [*table, ipywidgets.HTML("<h3>Options</h3>"), *presets, *options]

    def _preset_field(self, group: Presets) -> ipywidgets.Dropdown:
        """Sets of options to choose from; it says which of them the fields below are."""
        offered = [(preset.title, preset.key) for preset in group.presets]
        return choice(group.title, [*offered, ("as chosen below", OWN)], self._in_force(group))

    def _in_force(self, group: Presets) -> str:
        preset = group.in_force({key: field.value for key, field in self.fields.items()})
        return preset.key if preset else OWN

    def _follow(self, group: Presets, guard: Guard) -> None:
        """A preset fills the fields of its options; a field that is changed may make them somebody's own."""
        preset = self.presets[group.key]
        preset.observe(guard(lambda _change: self._fill(group), "filling in a set of options"), "value")
        for key in group.presets[0].values:
            self.fields[key].observe(guard(lambda _change: self._recognise(group), "looking at the options"), "value")

    def _fill(self, group: Presets) -> None:
        chosen = self.presets[group.key].value
        if chosen == OWN:
            return
        with contextlib.ExitStack() as held:
            values = group.values(chosen)
            for key in values:
                held.enter_context(self.fields[key].hold_trait_notifications())
            for key, value in values.items():
                self.fields[key].value = value

    def _recognise(self, group: Presets) -> None:
        self.presets[group.key].value = self._in_force(group)

    def _show_players(self) -> None:
        """Show the seats that are wanted, and the names of people; a bot has one of its own."""
        for seat, (player, name) in enumerate(zip(self.players, self.names, strict=True)):
            sits = seat < self.count.value
            player.layout.display = None if sits else "none"
            name.layout.display = None if sits and player.value == HUMAN else "none"

    def remember(self, names: Sequence[str]) -> None:
        """Put names that were typed before, seat by seat, where none stands yet."""
        for field, name in zip(self.names, names, strict=False):
            field.value = field.value or name

    def typed_names(self) -> list[str]:
        """What stands in the fields for names, seat by seat."""
        return [field.value for field in self.names]

    def wanted(self) -> Wanted:
        """What the form asks for now; OptionError if the seed is no number (other values are checked by the match)."""
        text = self.seed.value.strip()
        if text and not re.fullmatch("[0-9]{1,40}", text):
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
            names={seat: self.names[seat].value for seat in range(seats) if seat not in bots},
        )

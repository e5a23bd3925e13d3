"""The lobby on the screen: it hears its page, changes the plan, and tells the page what to show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from workbench.heraldry import emblem, seat_arms_plainly
from workbench.kernel.options import Option, OptionGroup
from workbench.kernel.words import in_words
from workbench.pages.guard import Guard
from workbench.pages.messages import Message
from workbench.pages.page import Page, handles
from workbench.play.bot_turns import PACES
from workbench.play.device import ONE_DEVICE, PUBLIC_SCREEN
from workbench.storage.errors import OptionError
from workbench.widgets.lobby import messages
from workbench.widgets.lobby.decks import LobbyDecks, picture_source
from workbench.widgets.lobby.pictures import mark_picture, set_table
from workbench.widgets.lobby.table_plan import PHONES, TablePlan
from workbench.widgets.lobby.usual_table import UsualTables
from workbench.widgets.nearby import is_visitors, opens_rooms
from workbench.widgets.one_way import StateWidget
from workbench.widgets.parts import PAGES, cloth_of
from workbench.widgets.script import script, style

SCREENS = (
    (PHONES, "On phones", "The wall shows a code to join"),
    (ONE_DEVICE, "On this screen", "Pass it on; hands stay covered"),
    (PUBLIC_SCREEN, "In windows of their own", "On this machine; this screen shows no hand"),
)
NOT_HERE = "Hands open in windows of their own only where the page was opened on the machine that serves it."
COVERED = "Here they lie on this screen, each covered until its seat is ready."
NO_ROOMS = "Where `workbench` serves this page on this machine, and in the notebook for classes"
OTHER_WAYS = "Only on the machine that serves this page, opened there at 127.0.0.1; here, pass the device on"

CHANGES: dict[type[Message], Callable[[TablePlan, Any], TablePlan]] = {  # messages that change the plan at once
    messages.Sit: lambda plan, said: plan.with_one_more(said.bot),
    messages.Fill: lambda plan, said: plan.filled(said.bot),
    messages.Names: lambda plan, said: plan.with_people_named(said.seat, said.names),
    messages.Leave: lambda plan, said: plan.without(said.seat),
    messages.Name: lambda plan, said: plan.named(said.seat, said.name),
    messages.Player: lambda plan, said: plan.played_by(said.seat, said.bot),
    messages.Colour: lambda plan, said: plan.coloured(said.seat, said.colour),
    messages.Words: lambda plan, said: plan.with_words(said.school),
    messages.ChooseVariant: lambda plan, said: plan.with_variant(said.variant),
    messages.ChoosePreset: lambda plan, said: plan.with_preset(said.group, said.preset),
    messages.SetOption: lambda plan, said: plan.with_option(said.option, said.value),
    messages.AsPrinted: lambda plan, said: plan.as_printed(),
    messages.People: lambda plan, said: plan.with_people(said.people),
    messages.AtTables: lambda plan, said: plan.with_tables(said.tables),
    messages.Pace: lambda plan, said: replace(plan, pace=said.seconds),
    messages.Seed: lambda plan, said: plan.with_seed(said.seed),
}


class LobbyWidget(StateWidget):
    """Shows `state`, the choices and what has been chosen, and reports new choices."""

    _esm = script("lobby/lobby.js")
    _css = style("parts.css", "lobby/lobby.css")


class Lobby(Page):
    """A lobby: `plan` holds the choices, `deal` begins the match, `leave` goes to the table or to the rules.

    keeps: whether "our usual table" may be kept on disk.
    """

    def __init__(
        self, plan: TablePlan, deal: Callable[[], None], leave: Callable[[str], None], guard: Guard, keeps: bool = True
    ) -> None:
        super().__init__(guard)
        self.plan = replace(plan, host_seed=plan.seed)
        self.deal, self.leave = deal, leave
        self.opened = False  # whether a page has come and there is nothing to bring back first
        self.in_play = False  # whether there is a match to go back to
        self.windows = True  # whether hands may lie in windows, until a page says that it was opened elsewhere
        self.first = False  # whether the page opens with the lobby, before any match
        self.usual = UsualTables(keeps)
        self.decks = LobbyDecks(plan.deck)
        self.widget = LobbyWidget(self.hear)
        self.show()

    # ------------------------------------------------------------ hearing

    @handles
    def _change_plan(self, message: messages.Change) -> None:
        self.plan = CHANGES[type(message)](self.plan, message)

    @handles
    def _choose_deck(self, message: messages.ChooseDeck) -> None:
        self.plan = self.plan.with_deck(self.decks.deck(self.plan.game, message.deck))

    @handles
    def _choose_screen(self, message: messages.ChooseScreen) -> None:
        if message.screen == PHONES and not opens_rooms():
            raise OptionError(f"Hands lie on phones only here: {NO_ROOMS[0].lower()}{NO_ROOMS[1:]}.")
        if message.screen == PUBLIC_SCREEN and not self.windows:
            raise OptionError(f"{NOT_HERE} Leave the hands on this screen, or open this page there at 127.0.0.1.")
        self.plan = self.plan.with_screen(message.screen)

    @handles
    def _usual(self, message: messages.Usual) -> None:
        if not message.kept:
            self.usual.forget(self.plan.game.id)
        else:
            self.usual.keep(self.plan, self.decks.kept_key(self.plan.deck))

    @handles
    def _deal(self, _message: messages.Deal) -> None:
        if self.plan.screen == PHONES:
            self.widget.send({"type": "open_room", "setting": self.plan.setting().as_dict()})
            return
        if self.plan.missing:
            raise OptionError(self.plan.sentence)
        self.deal()
        if self.usual.of(self.plan.game) is not None:
            self.usual.keep(self.plan, self.decks.kept_key(self.plan.deck))

    @handles
    def _back(self, _message: messages.Back) -> None:
        self.leave("table")

    @handles
    def _how_to_play(self, _message: messages.HowToPlay) -> None:
        self.leave("rules")

    def done(self, _message: Message, _note: str) -> None:
        """Show what has been chosen."""
        self.show()

    def refuse(self, words: str, message: Message | type[Message] | None) -> None:
        """Say what is refused, beside the part that asked for it."""
        place = message.option if isinstance(message, messages.SetOption) else message.at if message else ""
        self.lines.refuse(words, place)
        self.show()

    # ------------------------------------------------------------ what there is to choose from

    def remember(self, names: Sequence[str]) -> None:
        """Fill in the names typed earlier in the page that has come, where there are none yet."""
        self.opened = True
        self.look_into_studio()
        self.plan = self.plan.with_names(names)
        self.show()

    def offer_windows(self, offered: bool) -> None:
        """Set whether hands may lie in windows of their own, which only this machine can open."""
        self.windows = offered
        self.take(self.plan)

    def look_into_studio(self) -> None:
        """Let people play with the list that is being edited in the studio."""
        if self.usual.keeps:
            self.decks.look_into_studio(self.plan.game)

    def take(self, plan: TablePlan) -> None:
        """Show another plan, such as that of a match that was brought back."""
        screen = plan.screen if self._can(plan.screen) else ONE_DEVICE
        self.plan = replace(plan, screen=screen, remembered=self.plan.remembered, host_seed=self.plan.host_seed)
        self.decks.lay_out(plan.deck)
        self.show()

    def take_usual(self) -> None:
        """Show the usual table of the game, if one was kept and can still be set."""
        kept = self.usual.of(self.plan.game)
        if kept is not None:
            self.take(kept)

    # ------------------------------------------------------------ showing

    def show(self) -> None:
        """Bring the page up to date."""
        plan = self.plan
        self.widget.state = {
            "opened": self.opened,
            "title": plan.game.title,
            "mark": picture_source(mark_picture()),
            "ways": [[title, file] for _, title, file in PAGES],
            "variants": [[one.key, one.title, one.key == plan.variant.key, one.pitch] for one in plan.game.variants],
            "seats": [self._seat(seat) for seat in range(len(plan.places))],
            "bots": [[name, f"bot, {title}"] for name, title in plan.game.player_titles().items()],
            "usual_bot": plan.game.usual_bot,
            "filling": plan.filling,
            "free": plan.variant.seats[-1] - len(plan.places),
            "decks": self.decks.choices(plan.deck),
            "words": plan.words,
            "school_words": plan.school_words,
            "lengths": self._lengths(),
            "presets": self._presets(),
            "groups": [self._group(group) for group in plan.variant.options.groups],
            "changed": bool(plan.changed),
            "more": self._more(),
            "screens": [self._screen(*one) for one in SCREENS if one[0] != PHONES or not is_visitors()],
            "join": is_visitors(),
            "picture": picture_source(set_table(plan.arms)),
            "company": plan.company,
            "sentence": plan.sentence,
            "minutes": 0 if plan.missing else plan.minutes,
            "ready": plan.screen == PHONES or not plan.missing,
            "people": plan.on_phones if plan.screen == PHONES else 0,
            "tables": self._tables() if plan.screen == PHONES else [],
            "in_play": self.in_play,
            "usual": self.usual.of(plan.game) is not None,
            "may_keep": self.usual.keeps,
            "error": self.lines.error,
            "error_at": self.lines.at,
        }

    def _tables(self) -> list[dict[str, Any]]:
        """The numbers of tables at which people with phones may sit."""
        plan = self.plan
        return [
            {
                "number": number,
                "title": f"{in_words(number).capitalize()} {'table' if number == 1 else 'tables'}",
                "words": plan.together(number),
                "people": sizes,
                "chosen": number == plan.tables,
            }
            for number, sizes in plan.ways_to_sit.items()
        ]

    def _screen(self, key: str, title: str, words: str) -> dict[str, Any]:
        can, chosen = self._can(key), key == self.plan.screen
        otherwise = NO_ROOMS if key == PHONES else OTHER_WAYS
        return {"key": key, "title": title, "words": words if can else otherwise, "chosen": chosen, "can": can}

    def _can(self, screen: str) -> bool:
        """Whether hands may lie on a screen."""
        return opens_rooms() if screen == PHONES else self.windows or screen != PUBLIC_SCREEN

    def _seat(self, seat: int) -> dict[str, Any]:
        place, cloth = self.plan.places[seat], cloth_of(self.plan.arms[seat])
        return {
            "seat": seat,
            "number": seat + 1,
            "called": self.plan.called[seat],
            "name": place.name,
            "bot": place.bot,
            "field": cloth.field,
            "charge": cloth.charge,
            "course": emblem(cloth.emblem).course,
            "colours": [] if place.bot else self._colours(seat),
        }

    def _colours(self, seat: int) -> list[list[Any]]:
        """A person's colours to choose from, as [number, words, whether it is theirs]; a taken one says whose it is."""
        plan, found = self.plan, []
        for number in range(plan.variant.colours):
            whose = plan.arms.index(number) if number in plan.arms else seat
            swap = "" if whose == seat else f" (swap with {plan.called[whose]})"
            found.append([number, f"{seat_arms_plainly(number)}{swap}", number == plan.arms[seat]])
        return found

    def _lengths(self) -> dict[str, Any]:
        """The lengths of play to choose from; `own` says that rules have been changed since."""
        group, plan = self.plan.lengths, self.plan
        if group is None:
            return {"key": "", "own": False, "presets": []}
        presets = [
            {
                "key": preset.key,
                "title": preset.title,
                "help": preset.help,
                "minutes": plan.variant.minutes(preset.values, len(plan.places)),
                "chosen": plan.length is preset,
            }
            for preset in group.presets
        ]
        return {"key": group.key, "own": plan.length is None, "presets": presets}

    def _presets(self) -> list[dict[str, Any]]:
        """The other sets of options, such as the sources of the rules."""
        shown = []
        for group in self.plan.variant.presets:
            if group is not self.plan.lengths:
                force = group.in_force(self.plan.options)
                choices = [[preset.key, preset.title, preset is force] for preset in group.presets]
                title = force.title if force else "our own"
                shown.append(
                    {"key": group.key, "title": group.title, "help": group.help, "choices": choices, "told": title}
                )
        return shown

    def _group(self, group: OptionGroup) -> dict[str, Any]:
        keys = {option.key for option in group.options}
        rules = [self._rule(option) for option in group.options]
        changed = bool(keys & self.plan.changed)
        return {"title": group.title, "told": self.plan.told(group), "changed": changed, "rules": rules}

    def _rule(self, option: Option) -> dict[str, Any]:
        value = self.plan.options[option.key]
        number = not isinstance(option.default, bool) and not option.choices
        bounds = f"from {option.least} to {option.most}"
        return {
            "key": option.key,
            "question": option.asked,
            "rule": option.rule,
            "value": value,
            "number": number,
            "least": option.least,
            "most": option.most,
            "word": [option.none, option.sentence(option.none)] if option.none else [],
            "choices": [] if number else [[one, option.sentence(one)] for one in option.offered],
            "changed": option.key in self.plan.changed,
            "help": "" if not number else option.bounds if option.cards is not None else bounds,
        }

    def _more(self) -> dict[str, Any]:
        """What is not a rule: how fast bots play, and the seed of chance."""
        plan = self.plan
        paces = {seconds: f"Bots play {words}." for seconds, words in PACES.items()}
        paces.setdefault(plan.pace, f"Bots wait {plan.pace:g} seconds.")
        drawn = f"The deal is number {plan.seed}." if plan.seed else "Everything is drawn by lot."
        chance = "The deal has a number." if plan.is_seed_of_host else drawn
        seed = "" if plan.is_seed_of_host else plan.seed
        return {"paces": list(paces.items()), "pace": plan.pace, "seed": seed, "told": f"{paces[plan.pace]} {chance}"}

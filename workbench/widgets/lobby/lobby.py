"""The lobby on the screen: it hears what its page asks for, changes the plan, and tells the page what it shows."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, singledispatchmethod
from typing import Any

from workbench.decks import Deck, list_decks, load_deck
from workbench.heraldry import seat_arms_plainly
from workbench.kernel.bots import Bot
from workbench.kernel.house_rules import HouseRule, HouseRules, values_of
from workbench.kernel.options import Option
from workbench.kernel.registry import game as find_game
from workbench.kernel.tables import copies
from workbench.play.host import ONE_DEVICE, PUBLIC_SCREEN
from workbench.play.messages import Message
from workbench.storage.errors import OptionError, WorkbenchError, one_of
from workbench.widgets.faults import Guard
from workbench.widgets.lobby.messages import (
    AsPrinted,
    Back,
    ChooseDeck,
    ChoosePreset,
    ChooseScreen,
    ChooseVariant,
    Colour,
    Deal,
    HowToPlay,
    Leave,
    Name,
    Pace,
    Player,
    Seed,
    SetOption,
    Sit,
    Usual,
    Words,
    read_message,
)
from workbench.widgets.lobby.pictures import deck_fan, mark_picture, set_table
from workbench.widgets.lobby.studio_deck import deck_in_the_studio
from workbench.widgets.lobby.table_plan import TablePlan
from workbench.widgets.lobby.usual_table import UsualTables
from workbench.widgets.lobby.widgets import LobbyWidget
from workbench.widgets.parts import GALLERY, HOME, STUDIO, TEACHERS, cloth_of, emblem_course

SCREENS = (
    (ONE_DEVICE, "On this screen", "Pass it on; hands stay covered"),
    (PUBLIC_SCREEN, "In windows of their own", "On this machine; this screen shows no hand"),
)
NOT_HERE = "Hands open in windows of their own only where the page was opened on the machine that serves it."
COVERED = "Here they lie on this screen, each covered until its seat is ready."
OTHER_WAYS = "Only on the machine that serves this page, opened there at 127.0.0.1; here, pass the device on"
PACES = ((0.0, "Bots play at once."), (0.3, "Bots play quickly."), (1.2, "Bots take their time."))
OWN_DECK, STUDIO_DECK = "own", "studio"  # the keys of decks in none of the folders: on the table, in the studio
WHERE_IT_LIES = {OWN_DECK: "as it lies on this table", STUDIO_DECK: "as it lies in the studio, not saved yet"}


class Lobby:
    """A lobby: `plan` is what has been chosen, `deal` begins its match, `leave` goes to the table or to the rules.

    keeps: whether "our usual table" may be kept on disk.
    """

    def __init__(
        self, plan: TablePlan, deal: Callable[[], None], leave: Callable[[str], None], guard: Guard, keeps: bool = True
    ) -> None:
        self.plan, self.error, self.error_at = plan, "", ""
        self.given_seed = plan.seed  # by whoever opened the page, who may not want all that look at it to know it
        self.deal, self.leave = deal, leave
        self.opened = False  # a page has come, and nothing is to be brought back before it
        self.in_play = False  # whether a match goes on that one can go back to
        self.windows = True  # whether hands may lie in windows: no page has said yet that it was opened elsewhere
        self.usual = UsualTables()
        self.keeps = keeps
        self.studio_deck: Deck | None = None
        self.own_deck: Deck | None = None if self._key_of(plan.deck) else plan.deck
        self.hear = guard(self._hear)
        self.widget = LobbyWidget(self.hear)
        self.show()

    # ------------------------------------------------------------ hearing

    def _hear(self, raw: object) -> None:
        """Do what the page asks for; what is refused changes nothing and is said where it was asked."""
        self.error, self.error_at = "", ""
        try:
            message = read_message(raw)
            self.error_at = _place_of(message)
            self._do(message)
        except WorkbenchError as refusal:
            self.error = str(refusal)
        self.show()

    @singledispatchmethod
    def _do(self, message: Message) -> None:
        """Do what a message asks for; how is found by its class."""
        raise NotImplementedError(message)

    @_do.register
    def _sit(self, message: Sit) -> None:
        self.plan = self.plan.with_one_more(message.bot)

    @_do.register
    def _leave_seat(self, message: Leave) -> None:
        self.plan = self.plan.without(message.seat)

    @_do.register
    def _name(self, message: Name) -> None:
        self.plan = self.plan.named(message.seat, message.name)

    @_do.register
    def _player(self, message: Player) -> None:
        self.plan = self.plan.played_by(message.seat, message.bot)

    @_do.register
    def _colour(self, message: Colour) -> None:
        self.plan = self.plan.coloured(message.seat, message.colour)

    @_do.register
    def _choose_deck(self, message: ChooseDeck) -> None:
        self.plan = self.plan.with_deck(self._deck(message.deck))

    @_do.register
    def _words(self, message: Words) -> None:
        self.plan = self.plan.with_words(message.school)

    @_do.register
    def _choose_variant(self, message: ChooseVariant) -> None:
        self.plan = self.plan.with_variant(message.variant)

    @_do.register
    def _choose_preset(self, message: ChoosePreset) -> None:
        self.plan = self.plan.with_preset(message.group, message.preset)

    @_do.register
    def _set_option(self, message: SetOption) -> None:
        self.plan = self.plan.with_option(message.option, message.value)

    @_do.register
    def _as_printed(self, _message: AsPrinted) -> None:
        self.plan = self.plan.as_printed()

    @_do.register
    def _choose_screen(self, message: ChooseScreen) -> None:
        if message.screen == PUBLIC_SCREEN and not self.windows:
            raise OptionError(f"{NOT_HERE} Leave the hands on this screen, or open this page there at 127.0.0.1.")
        self.plan = self.plan.with_screen(message.screen)

    @_do.register
    def _pace(self, message: Pace) -> None:
        self.plan = self.plan.with_pace(message.seconds)

    @_do.register
    def _seed(self, message: Seed) -> None:
        self.plan = self.plan.with_seed(message.seed)

    @_do.register
    def _usual(self, message: Usual) -> None:
        if not message.kept:
            self.usual.forget(self.plan.game.id)
        elif self.keeps:
            self.usual.keep(self.plan, self._kept_key())

    @_do.register
    def _deal(self, _message: Deal) -> None:
        if self.plan.missing:
            raise OptionError(self.plan.sentence)
        self.deal()
        if self.usual.of(self.plan.game) is not None and self.keeps:
            self.usual.keep(self.plan, self._kept_key())

    @_do.register
    def _back(self, _message: Back) -> None:
        self.leave("table")

    @_do.register
    def _how_to_play(self, _message: HowToPlay) -> None:
        self.leave("rules")

    # ------------------------------------------------------------ what is there to choose from

    def remember(self, names: Sequence[str]) -> None:
        """A page has come: put names that were typed before in it where none stands yet."""
        self.opened = True
        self.look_into_studio()
        self.plan = self.plan.with_names(names)
        self.show()

    def offer_windows(self, offered: bool) -> None:
        """Whether hands may lie in windows of their own, which lead to this machine alone."""
        self.windows = offered
        self.take(self.plan)

    def look_into_studio(self) -> None:
        """Let people play with the list that somebody changes in the studio."""
        self.studio_deck = deck_in_the_studio(self.plan.game.id) if self.keeps else None

    def take(self, plan: TablePlan) -> None:
        """Show another plan, such as that of a match that was brought back."""
        screen = plan.screen if self.windows else ONE_DEVICE
        self.plan = replace(plan, screen=screen, remembered=self.plan.remembered)
        self.own_deck = self.own_deck if self._key_of(plan.deck) else plan.deck
        self.show()

    def take_usual(self) -> None:
        """Show the usual table of the game, if one was kept and can still be set."""
        kept = self.usual.of(self.plan.game)
        if kept is not None:
            self.take(kept)

    def _deck(self, key: str) -> Deck:
        if key == OWN_DECK and self.own_deck is not None:
            return self.own_deck
        if key == STUDIO_DECK and self.studio_deck is not None:
            return self.studio_deck
        names = list_decks(self.plan.game)
        if key not in names:
            raise OptionError(one_of(key, names, f"deck of {self.plan.game.title}"))
        return load_deck(self.plan.game, key)

    def _key_of(self, deck: Deck) -> str:
        """The name of a deck among those of the game, or of the one in the studio; empty for one of somebody's own."""
        if deck.as_printed() == self.studio_deck:
            return STUDIO_DECK
        for name, found in decks_of(self.plan.game.id).items():
            if isinstance(found, Deck) and found == deck.as_printed():
                return name
        return ""

    def _kept_key(self) -> str:
        """The deck of a usual table; empty, for the usual one, where it lies in none of the folders."""
        key = self._key_of(self.plan.deck)
        return "" if key == STUDIO_DECK else key

    # ------------------------------------------------------------ showing

    def show(self) -> None:
        """Bring the page up to date."""
        plan = self.plan
        self.widget.state = {
            "opened": self.opened,
            "title": plan.game.title,
            "mark": picture_source(mark_picture()),
            "ways": [["Play", HOME], ["Studio", STUDIO], ["Gallery", GALLERY], ["For teachers", TEACHERS]],
            "variants": [[one.key, one.title, one.key == plan.variant.key] for one in plan.game.variants],
            "seats": [self._seat(seat) for seat in range(len(plan.places))],
            "bots": [[bot.name, described(bot)] for bot in plan.game.bots],
            "usual_bot": plan.game.usual_bot,
            "free": plan.variant.seats[-1] - len(plan.places),
            "decks": self._decks(),
            "words": plan.words,
            "school_words": plan.school_words,
            "lengths": self._lengths(),
            "presets": self._presets(),
            "groups": [self._group(group) for group in plan.house_rules],
            "changed": bool(plan.changed),
            "more": self._more(),
            "screens": [self._screen(*one) for one in SCREENS],
            "picture": picture_source(set_table(plan.arms)),
            "company": plan.company,
            "sentence": plan.sentence,
            "minutes": 0 if plan.missing else plan.minutes,
            "ready": not plan.missing,
            "in_play": self.in_play,
            "usual": self.usual.of(plan.game) is not None,
            "may_keep": self.keeps,
            "error": self.error,
            "error_at": self.error_at,
        }

    def _screen(self, key: str, title: str, words: str) -> dict[str, Any]:
        can = self.windows or key != PUBLIC_SCREEN
        chosen = key == self.plan.screen
        return {"key": key, "title": title, "words": words if can else OTHER_WAYS, "chosen": chosen, "can": can}

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
            "course": emblem_course(cloth.emblem),
            "colours": [] if place.bot else self._colours(seat),
        }

    def _colours(self, seat: int) -> list[list[Any]]:
        """What a person has to choose from as [number, words, whether it is theirs]; of a taken one it says whose."""
        plan, found = self.plan, []
        for number in range(plan.variant.colours):
            whose = plan.arms.index(number) if number in plan.arms else seat
            swap = "" if whose == seat else f" (swap with {plan.called[whose]})"
            found.append([number, f"{seat_arms_plainly(number)}{swap}", number == plan.arms[seat]])
        return found

    def _decks(self) -> list[dict[str, Any]]:
        """Every deck of the game, the one that is changed in the studio, and one of somebody's own on the table."""
        chosen = self._key_of(self.plan.deck) or OWN_DECK
        found: dict[str, Deck | str] = dict(decks_of(self.plan.game.id))
        if self.studio_deck is not None:
            found[STUDIO_DECK] = self.studio_deck
        if self.own_deck is not None:
            found[OWN_DECK] = self.own_deck
        return [deck_choice(key, deck, key == chosen) for key, deck in found.items()]

    def _lengths(self) -> dict[str, Any]:
        """How long people may play; `own` says that rules were changed since."""
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

    def _group(self, group: HouseRules) -> dict[str, Any]:
        keys = {rule.option for rule in group.rules}
        rules = [self._rule(rule) for rule in group.rules]
        changed = bool(keys & self.plan.changed)
        return {"title": group.title, "told": self.plan.told(group), "changed": changed, "rules": rules}

    def _rule(self, rule: HouseRule) -> dict[str, Any]:
        option = next(one for one in self.plan.variant.options if one.key == rule.option)
        value = self.plan.options[option.key]
        number = not isinstance(option.default, bool) and not option.choices
        return {
            "key": option.key,
            "question": rule.question,
            "rule": option.rule,
            "value": value,
            "number": number,
            "least": option.least,
            "most": option.most,
            "word": [option.none, rule.sentence(option.none)] if option.none else [],
            "choices": [] if number else [[one, rule.sentence(one)] for one in values_of(option)],
            "changed": option.key in self.plan.changed,
            "help": number_help(option) if number else "",
        }

    def _more(self) -> dict[str, Any]:
        """What is no rule: how fast bots play, and what chance follows from."""
        plan = self.plan
        paces = list(PACES) if plan.pace in dict(PACES) else [*PACES, (plan.pace, f"Bots wait {plan.pace:g} seconds.")]
        told = dict(paces)[plan.pace]
        given = plan.seed != "" and plan.seed == self.given_seed
        chance = "A seed is given." if given else f"Seed {plan.seed}." if plan.seed else "Everything is drawn by lot."
        return {"paces": paces, "pace": plan.pace, "seed": "" if given else plan.seed, "told": f"{told} {chance}"}


def number_help(option: Option) -> str:
    """Which numbers an option takes."""
    return option.bounds if option.cards is not None else f"from {option.least} to {option.most}"


def described(bot: Bot) -> str:
    """A bot as it is chosen: what it is like."""
    return f"bot, {bot.manner}" if bot.manner else f"bot, {bot.name}"


def _place_of(message: Message) -> str:
    """Beside which part of the page a refusal of a message is said."""
    if isinstance(message, SetOption):
        return message.option
    if isinstance(message, (Sit, Leave, Name, Player, Colour)):
        return "seats"
    return "decks" if isinstance(message, ChooseDeck) else "more" if isinstance(message, (Seed, Pace)) else ""


@lru_cache(maxsize=32)
def decks_of(game_id: str) -> dict[str, Deck | str]:
    """The decks of a game by name, its usual one first; a text says why one cannot be chosen."""
    found: dict[str, Deck | str] = {}
    usual = find_game(game_id).default_deck
    for name in sorted(list_decks(game_id), key=lambda name: name != usual):
        try:
            found[name] = load_deck(game_id, name)
        except WorkbenchError as problem:
            found[name] = str(problem).splitlines()[0]
    return found


def deck_choice(key: str, deck: Deck | str, chosen: bool) -> dict[str, Any]:
    """A deck as it is chosen: by its picture, its title, and who made it."""
    if isinstance(deck, str):
        title = key.replace("_", " ").capitalize()
        return {"key": key, "title": title, "lines": [deck], "picture": "", "chosen": False, "can": False}
    authors = ", ".join(deck.meta.authors)
    count = f"{sum(copies(row) for row in deck.rows)} cards"
    lines = [authors, count] if authors else [count]
    return {
        "key": key,
        "title": deck.meta.title,
        "lines": [WHERE_IT_LIES[key], count] if key in WHERE_IT_LIES else lines,
        "picture": _picture_of(key, deck),
        "chosen": chosen,
        "can": True,
    }


def _picture_of(key: str, deck: Deck) -> str:
    """Three cards of a deck; of those in folders it is drawn once."""
    if key in WHERE_IT_LIES:
        return picture_source(deck_fan(deck.in_school_words()))
    return _fan_source(deck.game_id, key, deck.digest)


@lru_cache(maxsize=64)
def _fan_source(game_id: str, key: str, _digest: str) -> str:
    deck = decks_of(game_id)[key]
    return picture_source(deck_fan(deck.in_school_words())) if isinstance(deck, Deck) else ""


def picture_source(drawn: str) -> str:
    """A picture as the source of an image."""
    return f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}" if drawn else ""

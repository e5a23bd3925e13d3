"""The choices of a lobby so far: who sits where, with which cards, by which rules. It knows nothing about pages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from workbench.decks import Deck
from workbench.kernel.game import Game, Variant
from workbench.kernel.options import OptionGroup, Preset, Presets
from workbench.kernel.words import in_words, listed
from workbench.play.bot_turns import USUAL_PACE
from workbench.play.device import ONE_DEVICE, PUBLIC_SCREEN
from workbench.play.match import Match
from workbench.play.seating import arms_at_table, colours_given, names_at_table, names_given
from workbench.play.setup import complete_options
from workbench.rooms.setting import Setting, fewest_tables, shared_out
from workbench.storage.errors import OptionError, one_of

PERSON = ""  # in place of a bot's name
MOST_NAMED = 2  # bots; more are counted
PHONES = "phones"  # the screen of hands that lie on phones, in a room
SCREENS = (ONE_DEVICE, PUBLIC_SCREEN, PHONES)
MOST_ON_PHONES = 60
SMALLEST_GROUP = 2  # people at a table, if several numbers of tables can be chosen
TOLD = 2  # rules of a group that are shown even if unchanged


@dataclass(frozen=True)
class Place:
    """A seat of the plan: the bot that plays it, or a person and their name; and the colour, if chosen."""

    bot: str = PERSON
    name: str = ""
    colour: int | None = None


@dataclass(frozen=True)
class Phones:
    """How many people have phones (0: one for each seat), and at how many tables (0: as few as give each a seat)."""

    people: int = 0
    tables: int = 0


@dataclass(frozen=True)
class TablePlan:
    """A table being set; every change makes another plan, and an impossible change raises OptionError.

    deck: the deck to play with, in a school's words if `school_words` is set; options: every option with its value.
    """

    game: Game
    variant: Variant
    deck: Deck
    places: tuple[Place, ...]
    options: Mapping[str, Any]
    screen: str = ONE_DEVICE
    pace: float = USUAL_PACE
    seed: str = ""
    school_words: bool = True
    phones: Phones = Phones()  # if people play with phones
    remembered: tuple[str, ...] = field(default=(), compare=False)  # names typed before, seat by seat
    host_seed: str = field(default="", compare=False)  # given when the page was opened: not all who look may know it

    @property
    def is_seed_of_host(self) -> bool:
        """Whether the seed is one that no page may show."""
        return self.seed != "" and self.seed == self.host_seed

    # ------------------------------------------------------------ who plays

    def with_one_more(self, bot: str) -> TablePlan:
        """The plan with one more bot or person."""
        most = self.variant.seats[-1]
        if len(self.places) >= most:
            raise OptionError(f"{self.game.title} seats {most} at most. Let somebody leave first.")
        self.check_bot(bot)
        number = len(self.places)
        name = self.remembered[number] if bot == PERSON and number < len(self.remembered) else ""
        return replace(self, places=(*self.places, Place(bot, name)))

    @property
    def filling(self) -> int:
        """How many bots fill the table: up to its usual number of seats or, if these are taken, all seats."""
        seats = len(self.places)
        usual = self.variant.default_seats
        return (usual if seats < usual else self.variant.seats[-1]) - seats

    def filled(self, bot: str) -> TablePlan:
        """The plan with a bot on each of the seats counted by `filling`."""
        self.check_bot(bot)
        return replace(self, places=(*self.places, *[Place(bot)] * self.filling))

    def with_people_named(self, seat: int, names: Sequence[str]) -> TablePlan:
        """The plan with a person for each name, from a seat on; those without a seat yet sit down."""
        written = [name.strip() for name in names if name.strip()]
        most = self.variant.seats[-1]
        if seat + len(written) > most:
            raise OptionError(
                f"The list has {len(written)} names, and {self.game.title} has {most - seat} seats from there on. "
                "Shorten the list, or play at several tables with phones."
            )
        names_given(dict(enumerate(written, start=seat)), max(len(self.places), seat + len(written)))
        places = list(self.places)
        for number, name in enumerate(written, start=seat):
            places[number : number + 1] = [Place(PERSON, name, places[number].colour if number < len(places) else None)]
        return replace(self, places=tuple(places))

    def without(self, seat: int) -> TablePlan:
        """The plan with one seat fewer; those behind it move up."""
        self._check_seat(seat)
        return replace(self, places=self.places[:seat] + self.places[seat + 1 :])

    def named(self, seat: int, name: str) -> TablePlan:
        """The plan with another name for the person in a seat."""
        self._check_seat(seat)
        names_given({seat: name.strip()}, len(self.places))
        return self._placed(seat, replace(self.places[seat], name=name.strip()))

    def played_by(self, seat: int, bot: str) -> TablePlan:
        """The plan with a bot, or a person, on a seat."""
        self._check_seat(seat)
        self.check_bot(bot)
        return self._placed(seat, replace(self.places[seat], bot=bot))

    def coloured(self, seat: int, colour: int) -> TablePlan:
        """The plan with another colour for the person in a seat; whoever had it takes the one that this seat had."""
        self._check_seat(seat)
        if self.places[seat].bot != PERSON:
            raise OptionError(f"{self.called[seat]} is a bot. Bots take the colours that people leave.")
        colours_given({seat: colour}, len(self.places), self.variant.colours)
        arms, places = self.arms, list(self.places)
        if colour in arms:
            other = arms.index(colour)
            places[other] = replace(places[other], colour=arms[seat])
        places[seat] = replace(places[seat], colour=colour)
        return replace(self, places=tuple(places))

    def with_names(self, names: Sequence[str]) -> TablePlan:
        """The plan with names typed before, where there are none yet."""
        typed = [name if is_a_name(name) else "" for name in names]
        known = [*typed, *[""] * len(self.places)]
        places = tuple(replace(place, name=place.name or known[seat]) for seat, place in enumerate(self.places))
        return replace(self, places=places, remembered=tuple(typed))

    def _placed(self, seat: int, place: Place) -> TablePlan:
        return replace(self, places=(*self.places[:seat], place, *self.places[seat + 1 :]))

    def _check_seat(self, seat: int) -> None:
        if seat >= len(self.places):
            raise OptionError(f"There is no seat {seat} at this table. It has {len(self.places)}.")

    def check_bot(self, bot: str) -> None:
        """Raise OptionError for a bot that the game does not have; a person is always welcome."""
        if bot != PERSON:
            self.game.player(bot)

    @property
    def bots(self) -> dict[int, str]:
        """The bots by their seats."""
        return {seat: place.bot for seat, place in enumerate(self.places) if place.bot != PERSON}

    @property
    def names(self) -> dict[int, str]:
        """The people's names by their seats."""
        return {seat: place.name for seat, place in enumerate(self.places) if place.bot == PERSON and place.name}

    @property
    def colours(self) -> dict[int, int]:
        """The chosen colours, by seat; empty if the game offers none."""
        settled = {seat: place.colour for seat, place in enumerate(self.places) if place.colour is not None}
        return settled if self.variant.colours else {}

    @property
    def arms(self) -> tuple[int, ...]:
        """The number of the arms that each seat will bear."""
        return arms_at_table(len(self.places), self.colours)

    @property
    def called(self) -> tuple[str, ...]:
        """What each seat will be called."""
        on_cards = (name for names in self.deck.names.values() for name in names)
        seats = len(self.places)
        return names_at_table(seats, names_given(self.names, seats), self.bots, on_cards)

    @property
    def missing(self) -> int:
        """How many more people or bots have to sit down before cards can be dealt."""
        return max(0, self.variant.seats[0] - len(self.places))

    # ------------------------------------------------------------ rules

    @property
    def printed(self) -> dict[str, Any]:
        """Every option with the value that it has if nobody changes any."""
        return complete_options(self.variant, self.deck.meta.options)

    @property
    def changed(self) -> set[str]:
        """The options that are not as printed and not set by a chosen set of options."""
        printed = self.printed
        for group in self.variant.presets:
            preset = group.in_force(self.options)
            printed |= {} if preset is None else dict(preset.values)
        return {key for key, value in self.options.items() if value != printed[key]}

    @property
    def lengths(self) -> Presets | None:
        """The sets of options that say how long people play."""
        return next((group for group in self.variant.presets if any(self.variant.decisions(group).values())), None)

    @property
    def length(self) -> Preset | None:
        """The set in force; None once a rule has been changed."""
        return None if self.lengths is None or self.changed else self.lengths.in_force(self.options)

    def told(self, group: OptionGroup) -> str:
        """The rules to show of a group: its first ones, and those that somebody has changed."""
        shown = [
            option
            for number, option in enumerate(group.options)
            if number < TOLD or self.options[option.key] != self.printed[option.key]
        ]
        return " ".join(option.sentence(self.options[option.key]) for option in shown)

    def with_option(self, key: str, value: object) -> TablePlan:
        """The plan with another value of an option."""
        return replace(self, options=complete_options(self.variant, self.options, {key: value}))

    def with_preset(self, group: str, preset: str) -> TablePlan:
        """The plan with a set of options; a set of lengths drops changes of other options."""
        if group not in [one.key for one in self.variant.presets]:
            raise OptionError(one_of(group, [one.key for one in self.variant.presets], "group of sets of options"))
        return replace(self, options=complete_options(self.variant, self.options, {group: preset}))

    def as_printed(self) -> TablePlan:
        """The plan with no rule changed; the length that was chosen stays."""
        return replace(self, options=self.printed)

    def with_variant(self, key: str) -> TablePlan:
        """The plan for another variant of the game, as printed; people for whom it has no seat leave."""
        variant = self.game.variant(key)
        places = self.places[: variant.seats[-1]]
        options = complete_options(variant, self.deck.meta.options)
        return replace(self, variant=variant, options=options, places=places)

    def with_deck(self, deck: Deck) -> TablePlan:
        """The plan with other cards; a deck may bring options of its own."""
        told = deck.in_school_words() if self.school_words else deck.as_printed()
        touched = {key: value for key, value in self.options.items() if value != self.printed[key]}
        return replace(self, deck=told, options=complete_options(self.variant, deck.meta.options, touched))

    def with_words(self, school: bool) -> TablePlan:
        """The plan with cards named as in a classroom, or as their list prints them."""
        return replace(self, school_words=school).with_deck(self.deck)

    @property
    def words(self) -> str:
        """How cards are named, in a sentence; empty if the deck has no other words for any card."""
        school = self.deck.in_school_words()
        names = [school.meta.school_words[key] for key in school.meta.printed_words]
        if not names:
            return ""
        if not self.school_words:
            return "As the list is printed, with names that are not meant for a classroom."
        other = "another name" if len(names) == 1 else "other names"
        return f"In a school's words: the printed list has {other} for {listed(names)}."

    def with_screen(self, screen: str) -> TablePlan:
        """The plan with the hands elsewhere."""
        if screen not in SCREENS:
            raise OptionError(one_of(screen, SCREENS, "screen"))
        return replace(self, screen=screen)

    @property
    def on_phones(self) -> int:
        """How many people a room would be for."""
        return self.phones.people or len(self.places)

    def with_people(self, people: int) -> TablePlan:
        """The plan with this many phones."""
        if not 1 <= people <= MOST_ON_PHONES:
            raise OptionError(f"A room is for 1 to {MOST_ON_PHONES} people, not for {people}.")
        return replace(self, phones=Phones(people))

    @property
    def fewest_tables(self) -> int:
        """The smallest number of tables that gives everybody with a phone a seat."""
        return fewest_tables(self.variant, self.on_phones)

    @property
    def tables(self) -> int:
        """How many tables people with phones sit at."""
        return self.phones.tables if self.phones.tables in self.ways_to_sit else self.fewest_tables

    @property
    def ways_to_sit(self) -> dict[int, list[int]]:
        """Numbers of tables to choose from, each with how many sit at them: the fewest, one more, and a single one."""
        more = self.fewest_tables + 1
        sizes = {tables: shared_out(self.on_phones, tables) for tables in (more, self.fewest_tables, 1)}
        if min(sizes[more]) < max(self.variant.seats.start, SMALLEST_GROUP):
            del sizes[more]
        return sizes

    def with_tables(self, tables: int) -> TablePlan:
        """The plan with people seated at this many tables with their phones."""
        if tables not in self.ways_to_sit:
            raise OptionError(one_of(tables, self.ways_to_sit, "number of tables"))
        return replace(self, phones=replace(self.phones, tables=tables))

    def with_seed(self, seed: str) -> TablePlan:
        """The plan with another seed; empty leaves it to chance."""
        text = seed.strip()
        if text and not re.fullmatch("[0-9]{1,40}", text):
            raise OptionError(f"The number of the deal is {text[:40]!r}. Give a whole number, or leave it empty.")
        return replace(self, seed=text)

    # ------------------------------------------------------------ all of it

    @property
    def minutes(self) -> int:
        """About how many minutes people will play; 0 if unknown."""
        return self.variant.minutes(self.options, len(self.places))

    @property
    def sentence(self) -> str:
        """The table in one sentence."""
        if self.screen == PHONES:
            at = f" at {in_words(self.tables)} tables" if self.tables > 1 else ""
            return f"Up to {self.on_phones} people{at}, {self.deck.meta.title}, {self._by_rules}."
        if self.missing:
            return f"{in_words(self.missing).capitalize()} more {'has' if self.missing == 1 else 'have'} to sit down."
        return f"{self.company}, {self.deck.meta.title}, {self._by_rules}."

    @property
    def _by_rules(self) -> str:
        return "by our own rules" if self.changed else (self.length.title.lower() if self.length else "as printed")

    @property
    def company(self) -> str:
        """Who plays, in words: people are counted, and a few bots are named."""
        people = len(self.places) - len(self.bots)
        called = self.called
        bots = [called[seat] for seat in self.bots]
        some = [f"{in_words(people)} {'person' if people == 1 else 'people'}"] if people else []
        joined = listed([*some, *(bots if len(bots) <= MOST_NAMED else [f"{in_words(len(bots))} bots"])])
        return joined[:1].upper() + joined[1:]

    def together(self, tables: int) -> str:
        """How people with phones sit at this many tables, in words."""
        if tables > 1:
            few, many = min(self.ways_to_sit[tables]), max(self.ways_to_sit[tables])
            each = in_words(few) if few == many else f"{in_words(few)} or {in_words(many)}"
            bot = ", one with a bot" if few < self.variant.seats.start else ""
            return f"{each} at each{bot}, by lot"
        seats = self.setting().seats_for(self.on_phones)
        if self.on_phones > seats:
            return f"{in_words(seats)} seats; some are shared"
        bots = seats - self.on_phones
        return f"{in_words(seats)} seats" + (f", {in_words(bots)} of them for bots" if bots else "")

    def setting(self) -> Setting:
        """The setting of a room that plays this plan."""
        return Setting(self.game, self.variant, self.deck, dict(self.options), self.on_phones, self.tables)

    def match(self) -> Match:
        """The match of this plan; raises OptionError or DeckError if it is impossible."""
        return Match(
            self.game,
            seats=len(self.places),
            seed=int(self.seed) if self.seed else None,
            deck=self.deck,
            options={"game_variant": self.variant.key, **self.options},
            bots=self.bots,
            names=self.names,
            colours=self.colours,
        )


def is_a_name(text: str) -> bool:
    """Whether this can be somebody's name."""
    try:
        return bool(names_given([text], 1))
    except OptionError:
        return False


def plan_of(match: Match, screen: str, pace: float, seed: int | None) -> TablePlan:
    """The plan of a match on a table."""
    places = tuple(
        Place(match.bots.get(seat, PERSON), match.names.get(seat, ""), match.colours.get(seat))
        for seat in range(match.seats)
    )
    text = "" if seed is None else str(seed)
    school = match.whole_deck == match.whole_deck.in_school_words()
    return TablePlan(
        match.game, match.variant, match.whole_deck, places, dict(match.options), screen, pace, text, school
    )

"""Choices the host makes before a match; each is a field of the record as well."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from workbench.kernel.declared import check_each, check_least, check_named, check_parts
from workbench.kernel.names import Names, Rows, check_field_name, in_order, one_named
from workbench.storage.errors import DeclarationError, OptionError, shown

LEAST, MOST = -32_768, 32_767  # an option is a field of 16 bits


@dataclass(frozen=True)
class Option:
    """A choice the host makes before a match; in the record it is a field of the same name.

    A choice option has `choices` (stored as the index of the choice); a number option has `least`
    and `most` (stored as it is). `none` is a word that stands for -1 ("no limit"). `bots` is the
    value used for bots and simulations where the default suits people only. An option with `cards` is a list of card
    ids that begins empty, in words with commas between: the function of that name turns a deck and these ids into the
    deck that is played with; the record holds how many there are.

    question: what one decides with it; `help` without one.
    said: what holds, in a sentence: for each value; for a number one text with {n} in it, or that under "n" beside the
        sentence for the word that stands for no number. Of a choice option it may stand for `choices`, in their order.

    Raises DeclarationError.

    >>> size = Option("deal_size", 5, "Cards dealt.", least=1, most=9, said="{n} cards to begin with.")
    >>> size.sentence(5), size.asked
    ('5 cards to begin with.', 'Cards dealt.')
    """

    key: str
    default: str | int | bool | tuple[str, ...]
    help: str
    rule: str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    none: str = ""
    bots: str | int | bool | None = None
    cards: Callable[[Any, tuple[str, ...]], Any] | None = None  # (deck, ids) -> Deck
    question: str = ""
    said: str | Mapping[Any, str] = ""

    def __post_init__(self) -> None:
        check_parts(self, self.key)
        check_field_name("option", self.key)
        if isinstance(self.default, str) and not (self.choices or self.none) and isinstance(self.said, Mapping):
            object.__setattr__(self, "choices", tuple(self.said))
        for what, bound in (("least", self.least), ("most", self.most)):
            check_least(f"option {self.key!r}: {what}", bound, LEAST, MOST)
        for what, value in (("default", self.default), ("bots", self.bots)):
            try:
                if value is not None:
                    self.encode(value)
            except OptionError as refusal:
                raise DeclarationError(f"option {self.key!r}: its {what} does not fit it. {refusal}") from None
        for text in [self.said] if isinstance(self.said, str) else self.said.values():
            check_named(f"option {self.key!r}: said", text, ["n"])
        for value in self.offered:
            if not self.sentence(value):
                raise DeclarationError(f"option {self.key!r}: no sentence says what {value!r} means")

    @classmethod
    def choice(cls, key: str, help: str, rule: str, question: str, /, default: str = "", **said: str) -> Option:
        """An option with choices, each with its sentence; the first is the default unless `default` names another.

        >>> sight = Option.choice(
        ...     "sight", "What is seen.", "", "What is seen?", all="All is seen.", top="Only the top."
        ... )
        >>> sight.default, sight.choices, sight.sentence("top")
        ('all', ('all', 'top'), 'Only the top.')
        """
        return cls(key, default or next(iter(said)), help, rule, question=question, said=said)

    @property
    def asked(self) -> str:
        """What one decides with it."""
        return self.question or self.help

    @property
    def offered(self) -> tuple[Any, ...]:
        """The values that a page offers one by one; of a number one that stands for all."""
        if isinstance(self.default, bool):
            return (False, True)
        if self.choices:
            return self.choices
        if self.cards is not None:
            return ((), ("a_card",))
        return (*([self.none] if self.none else []), self.most)

    def sentence(self, value: object) -> str:
        """What holds with a value, in the words of its key where the game has found no better ones."""
        told = ", ".join(value) if isinstance(value, tuple) else value
        if not self.said:
            plain = {False: "no", True: "yes"}[value] if isinstance(value, bool) else str(told).replace("_", " ")
            return f"{self.key.replace('_', ' ').capitalize()}: {plain}."
        if isinstance(self.said, str):
            return self.said.format(n=told)
        return self.said.get(value, self.said.get("n", "")).format(n=told)

    def encode(self, value: object) -> int:
        """The number the record holds for `value`; raises OptionError."""
        if self.cards is not None:
            return len(self.card_ids(value))
        if isinstance(self.default, bool):
            if isinstance(value, str) and value.lower() in ("true", "false"):
                value = value.lower() == "true"
            if not isinstance(value, bool):
                raise OptionError(f"Option {self.key!r} is {shown(value)}. Choose true or false.")
            return int(value)
        if self.none and isinstance(value, str) and value.lower() == self.none:
            return -1
        if self.choices:
            numbers = {choice: number for number, choice in enumerate(self.choices)}
            return one_named(value, numbers, f"value of option {self.key!r}")
        expected = f"a whole number from {self.least} to {self.most}" + (f" or {self.none!r}" if self.none else "")
        try:
            number = int(str(value))
        except ValueError:
            raise OptionError(f"Option {self.key!r} is {shown(value)}. Give {expected}.") from None
        if not self.least <= number <= self.most:
            raise OptionError(f"Option {self.key!r} is {shown(number)}. Give {expected}.")
        return number

    def settled(self, value: object) -> str | int | bool | tuple[str, ...]:
        """A value in the form that matches and reports have it in; raises OptionError."""
        return self.card_ids(value) if self.cards is not None else self.decode(self.encode(value))

    @property
    def default_text(self) -> str:
        """The default as one types it."""
        return ", ".join(self.default) if isinstance(self.default, tuple) else str(self.default).lower()

    @property
    def bounds(self) -> str:
        """What may be given where there are no choices, in words."""
        if self.cards is not None:
            return "ids of cards, with commas between"
        return f"{self.least} to {self.most}" + (f" or {self.none}" if self.none else "")

    def card_ids(self, value: object) -> tuple[str, ...]:
        """Card ids, each once, in alphabetical order."""
        given = re.split(r"[\s,，;]+", value.strip()) if isinstance(value, str) else value
        if not isinstance(given, (list, tuple)) or not all(isinstance(one, str) for one in given):
            raise OptionError(f"Option {self.key!r} is {shown(value)}. Give {self.bounds}, or a list of them.")
        return tuple(sorted({one for one in given if one}))

    def decode(self, number: int) -> str | int | bool:
        """The value that `encode` turned into `number`."""
        if isinstance(self.default, bool):
            return bool(number)
        if self.none and number == -1:
            return self.none
        if self.choices:
            return self.choices[number]
        return int(number)


def check_seat(options: Mapping[str, Any], key: str, otherwise: str, seats: int) -> None:
    """Refuse an option that names a seat which does not play, such as `seat_3`; raises OptionError."""
    chosen = options[key]
    if chosen != otherwise and int(chosen.removeprefix("seat_")) >= seats:
        raise OptionError(
            f"Option {key!r} is {chosen!r}, but seats 0 to {seats - 1} play. Choose one of them, or {otherwise!r}."
        )


class Choices(Names):
    """The choices of an option by name: `OPTIONS.draw_mode.count` is the number that the record holds for it."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> int: ...

    def __init__(self, option: Option) -> None:
        named = in_order(option.choices, f"choice of option {option.key!r}")
        if option.none:
            named[option.none] = -1
        self._declare("choice", {name: number for name, number in named.items() if name.isidentifier()})


@dataclass(frozen=True)
class OptionGroup:
    """Options that belong together, under a title: house rules as people at a table go through them."""

    title: str
    options: tuple[Option, ...]

    def __post_init__(self) -> None:
        check_parts(self, self.title)

    @classmethod
    def of(cls, title: str, *options: Option) -> Self:
        """A group of these options: `OptionGroup.of("The end", turns, rounds)`."""
        return cls(title, options)


class Options(Rows[Option]):
    """The options of a variant in order, alone or in groups; rules read the choices of each by name.

    groups: those declared, and under "More" the options that stand alone.
    in_record: their keys in the order of their fields in the record, where that is not the one in which people go
        through them: a saved match knows its last position by it.

    >>> options = Options([Option("draw_mode", "count", "How to draw.", choices=("count", "one_by_one"))])
    >>> options.draw_mode.one_by_one, [option.key for option in options]
    (1, ['draw_mode'])
    """

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Choices: ...

    def __init__(self, options: Sequence[Option | OptionGroup] = (), in_record: Sequence[str] = ()) -> None:
        declared = check_each("options", options, Option | OptionGroup)
        groups = tuple(one for one in declared if isinstance(one, OptionGroup))
        alone = tuple(one for one in declared if isinstance(one, Option))
        self.groups = (*groups, OptionGroup("More", alone)) if alone else groups
        self._rows = tuple(
            option for one in declared for option in (one.options if isinstance(one, OptionGroup) else (one,))
        )
        in_order((option.key for option in self._rows), "option")
        if in_record:
            if sorted(in_record) != sorted(option.key for option in self._rows):
                raise DeclarationError("options: in_record names other options than those declared; name each once")
            self._rows = self.kept(*in_record)
        self._declare("option", {option.key: Choices(option) for option in self._rows})

    @classmethod
    def grouped(cls, in_record: Sequence[str], *groups: Option | OptionGroup) -> Self:
        """Options in groups, and their keys in the order of their fields in the record."""
        return cls(groups, in_record)

    def kept(self, *keys: str) -> tuple[Option, ...]:
        """Options by their keys, for a variant that has them too; raises DeclarationError for one that is not there."""
        known = {option.key: option for option in self}
        missing = [key for key in keys if key not in known]
        if missing:
            raise DeclarationError(f"there is no option {missing[0]!r}; declared are {', '.join(known)}")
        return tuple(known[key] for key in keys)


@dataclass(frozen=True)
class Preset:
    """One named set of option values: its key, its title, and the value of each option that it sets.

    help: the set in one sentence.
    decisions: how many a match has by the number of its seats: the median of simulated matches of the usual bot.
        Together with the seconds that a variant declares for one it says how long people will play. Left out where
        the presets have a `measured` file.
    """

    key: str
    title: str
    values: Mapping[str, Any]
    help: str = ""
    decisions: Mapping[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_parts(self, self.key)
        for seats, decisions in self.decisions.items():
            check_least(f"preset {self.key!r}: decisions of {seats} seats", decisions, 1)


@dataclass(frozen=True)
class Presets:
    """Sets of values of the same options to choose from: `options={"rules": "published"}` sets them all at once.

    key: the name by which one is chosen, beside the options; an option that is given too wins over it.
    measured: the TOML file with the decisions of each preset, a table of numbers of seats (see `Variant.decisions`).
    Raises DeclarationError where the presets are not all of the same options, or have decisions beside their file.

    >>> short, long = Preset("short", "Short", {"rounds": 1}), Preset("long", "Long", {"rounds": 3})
    >>> lengths = Presets("length", "Length", (short, long))
    >>> lengths.values("long"), lengths.in_force({"rounds": 1}).title, lengths.in_force({"rounds": 2})
    ({'rounds': 3}, 'Short', None)
    """

    key: str
    title: str
    presets: tuple[Preset, ...]
    help: str = ""
    measured: Path | None = None

    def __post_init__(self) -> None:
        check_parts(self, self.key)
        check_field_name("presets", self.key)
        check_least(f"presets {self.key!r}: how many there are", len(self.presets), 1)
        in_order((preset.key for preset in self.presets), f"preset of {self.key!r}")
        for preset in self.presets:
            if self.measured is not None and preset.decisions:
                raise DeclarationError(f"preset {preset.key!r} has decisions; leave them to {self.measured}")
            odd = sorted(set(preset.values) ^ set(self.presets[0].values))
            if odd:
                both = f"{self.presets[0].key!r} and {preset.key!r}"
                raise DeclarationError(f"presets {self.key!r}: only one of {both} sets {odd[0]!r}; give it in each")

    @classmethod
    def of_lengths(cls, file: str, *presets: Preset) -> Self:
        """How long people play, as a file declares it; the decisions of each preset are in the TOML file beside it."""
        return cls("length", "Length", presets, "How long people play.", measured=Path(file).with_suffix(".toml"))

    def values(self, key: Any) -> dict[str, Any]:
        """The option values of the preset with this key; raises OptionError."""
        return dict(one_named(key, {preset.key: preset for preset in self.presets}, f"value of {self.key!r}").values)

    def in_force(self, options: Mapping[str, Any]) -> Preset | None:
        """The preset whose values these options all have; None if they are somebody's own."""
        return next((one for one in self.presets if one.values.items() <= dict(options).items()), None)

"""Choices the host makes before a match; each is a field of the record as well."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.storage.errors import OptionError, one_of, shown


@dataclass(frozen=True)
class Option:
    """A choice the host makes before a match; in the record it is a field of the same name.

    A choice option has `choices` (stored as the index of the choice); a number option has `least`
    and `most` (stored as it is). `none` is a word that stands for -1 ("no limit"). `bots` is the
    value used for bots and simulations where the default suits people only.
    """

    key: str
    default: str | int | bool
    help: str
    rule: str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    none: str = ""
    bots: str | int | bool | None = None

    def encode(self, value: object) -> int:
        """The number the record holds for `value`; raises OptionError."""
        if isinstance(self.default, bool):
            if isinstance(value, str) and value.lower() in ("true", "false"):
                value = value.lower() == "true"
            if not isinstance(value, bool):
                raise OptionError(f"Option {self.key!r} is {shown(value)}. Choose true or false.")
            return int(value)
        if self.none and isinstance(value, str) and value.lower() == self.none:
            return -1
        if self.choices:
            if not isinstance(value, str) or value not in self.choices:
                raise OptionError(one_of(value, self.choices, f"value of option {self.key!r}"))
            return self.choices.index(value)
        expected = f"a whole number from {self.least} to {self.most}" + (f" or {self.none!r}" if self.none else "")
        if isinstance(value, bool):
            raise OptionError(f"Option {self.key!r} is {shown(value)}. Give {expected}.")
        try:
            number = int(value) if isinstance(value, int) else int(str(value))
        except ValueError:
            raise OptionError(f"Option {self.key!r} is {shown(value)}. Give {expected}.") from None
        if not self.least <= number <= self.most:
            raise OptionError(f"Option {self.key!r} is {shown(number)}. Give {expected}.")
        return number

    def decode(self, number: int) -> str | int | bool:
        """The value that `encode` turned into `number`."""
        if isinstance(self.default, bool):
            return bool(number)
        if self.none and number == -1:
            return self.none
        if self.choices:
            return self.choices[number]
        return int(number)

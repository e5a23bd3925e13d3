"""The options of a variant in words: grouped, each with its question, and a sentence for what holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workbench.kernel.declared import check_each, check_is_one_of, check_named, check_parts
from workbench.kernel.options import Option, Options
from workbench.storage.errors import DeclarationError


@dataclass(frozen=True)
class HouseRule:
    """One option as people speak of it.

    option: its key.
    question: what one decides with it.
    said: what holds, in a sentence: for each value; for a number one text with {n} in it, or that under "n" beside the
        sentence for the word that stands for no number.

    >>> HouseRule("deal_size", "How many cards does a seat get?", "{n} cards to begin with.").sentence(5)
    '5 cards to begin with.'
    """

    option: str
    question: str
    said: str | Mapping[Any, str]

    def __post_init__(self) -> None:
        check_parts(self, self.option)
        for text in [self.said] if isinstance(self.said, str) else self.said.values():
            check_named(f"house rule {self.option!r}", text, ["n"])

    def sentence(self, value: object) -> str:
        """What holds with a value of the option."""
        told = ", ".join(value) if isinstance(value, tuple) else value
        if isinstance(self.said, str):
            return self.said.format(n=told)
        return self.said.get(value, self.said.get("n", "")).format(n=told)


@dataclass(frozen=True)
class HouseRules:
    """Options that belong together, under a title."""

    title: str
    rules: tuple[HouseRule, ...]

    def __post_init__(self) -> None:
        check_parts(self, self.title)
        check_each(f"house rules {self.title!r}", self.rules, HouseRule)


def check_house_rules(groups: tuple[HouseRules, ...], options: Options) -> None:
    """Raise DeclarationError for a rule of an option that there is not, and for a value without a sentence."""
    declared = {option.key: option for option in options}
    for group in groups:
        for rule in group.rules:
            check_is_one_of(f"house rules {group.title!r}: option", rule.option, list(declared))
            for value in values_of(declared[rule.option]):
                if not rule.sentence(value):
                    raise DeclarationError(f"house rule {rule.option!r}: no sentence says what {value!r} means")


def values_of(option: Option) -> tuple[Any, ...]:
    """The values of an option that a page offers one by one; of a number one that stands for all."""
    if isinstance(option.default, bool):
        return (False, True)
    if option.choices:
        return option.choices
    if option.cards is not None:
        return ((), ("a_card",))
    return (*([option.none] if option.none else []), option.most)


def all_house_rules(groups: tuple[HouseRules, ...], options: Options) -> tuple[HouseRules, ...]:
    """The groups, and in one more the options that none of them has, in the words of their keys."""
    named = {rule.option for group in groups for rule in group.rules}
    others = tuple(_plain_rule(option) for option in options if option.key not in named)
    return (*groups, HouseRules("More", others)) if others else groups


def _plain_rule(option: Option) -> HouseRule:
    """An option in the words of its key, for a game that has found no better ones."""
    words = option.key.replace("_", " ").capitalize()
    if isinstance(option.default, bool):
        return HouseRule(option.key, option.help, {False: f"{words}: no.", True: f"{words}: yes."})
    if option.choices:
        plain = {choice: choice.replace("_", " ") for choice in option.choices}
        return HouseRule(option.key, option.help, {choice: f"{words}: {plain[choice]}." for choice in plain})
    said = {"n": f"{words}: {{n}}."} | ({option.none: f"{words}: {option.none}."} if option.none else {})
    return HouseRule(option.key, option.help, said)

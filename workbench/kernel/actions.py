"""Actions are small whole numbers; an ActionSpace turns them into verbs with arguments and labels, and back.

A game's `legal` lists a seat's actions in an action list, with `allow`, `allow_range`, `allow_each` and
`allow_seats`, verb by verb in ascending order. Legend of an action list:

    list[i], count           the actions, and how many
    verb_start[g], verbs     where the actions of the g-th listed verb begin, and how many verbs are listed;
                             verb_start[verbs] is count
    listing                  1 if the actions are written out; 0 if whole verbs may be left as a source, since a
                             random choice needs one of them only
    source[g], first[g], row[g], start[g]   where a verb's actions come from: WRITTEN, from list; SINGLE, first alone,
                             which is soonest at hand; CONSECUTIVE, from first on; or a ROW of cards, from start on,
                             each added to first
    verb                     the verb of the last action listed
    people                   1 to list everything that people may do, 0 only what bots use
    last_pick, last_pick_at  for bots: the highest kind picked so far, and the position after it; sets are picked in
                             ascending order
    random_state[2]          the bots' own generator
    notes[512]               room for a bot's own sums while it decides
    served, last_seat        on the open floor: the seats that have acted in this round of it, as bits, and the last one
    tie_words[2]             what bots decide by between equals, the same to the end of a match
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, product
from math import prod
from typing import Any

import numpy as np

from workbench.kernel.arrays import ActionList
from workbench.kernel.declared import check_each, check_is_one_of, check_least, check_named, check_parts
from workbench.kernel.names import Declaration, Names, check_name, in_order
from workbench.kernel.rule import Bound, index, rule
from workbench.kernel.state import PlainRecord, Record, plain_record_class
from workbench.storage.errors import DeclarationError, WorkbenchError

# Who hears that an action was taken: nobody (the rules say what follows), everyone, or the acting seat alone.
HEARD_BY_NOBODY, HEARD_BY_EVERYONE, HEARD_BY_ACTOR = 0, 1, 2
WRITTEN, SINGLE, CONSECUTIVE, ROW = 0, 1, 2, 3
# How bots and playouts use a verb: like any other; to pick in ascending order; not at all (for people only).
ORDINARY, PICKS, PEOPLE_ONLY = 0, 1, 2
AUDIENCES = {
    HEARD_BY_NOBODY: "HEARD_BY_NOBODY",
    HEARD_BY_EVERYONE: "HEARD_BY_EVERYONE",
    HEARD_BY_ACTOR: "HEARD_BY_ACTOR",
}
USES = {ORDINARY: "ORDINARY", PICKS: "PICKS", PEOPLE_ONLY: "PEOPLE_ONLY"}
MOST_ACTIONS = 32_000  # their numbers are kept in 16 bits


@dataclass(frozen=True)
class Argument:
    """An argument of a verb: a whole number from 0 to size - 1, which names something of a `type`.

    type: `card` (a kind of card), `seat`, `category`, `number`, `choice` with its `names`, or what a row of a table
    of the game is called. Raises DeclarationError.
    """

    name: str
    size: int
    type: str = "number"
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_parts(self, self.name)
        check_name("argument", self.name)
        check_least(f"argument {self.name!r}: size", self.size, 1)
        if (self.type == "choice" or self.names) and len(self.names) != self.size:
            text = f"it has {self.size} values and {len(self.names)} names"
            raise DeclarationError(f"argument {self.name!r}: {text}; give a name to each value")


@dataclass(frozen=True)
class Verb(Declaration[int]):
    """What a seat can do, with its arguments, its label and who hears of it.

    `label` and `log` name arguments in braces (`"Lay {lance}"`), `log` the acting {seat} as well.
    `plain`: everybody sees what is done by it, and can tell whether that has shown anybody anything; acts of it may be
    taken back at a table of several people as long as it has not. Raises DeclarationError.
    """

    arguments: tuple[Argument, ...] = ()
    label: str = ""
    heard_by: int = HEARD_BY_NOBODY
    log: str = ""  # the line in the log, e.g. "{seat} draws {count}"
    use: int = ORDINARY
    plain: bool = False
    name: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        check_parts(self, self.name)
        check_is_one_of(f"{self.called('verb')}: heard_by", self.heard_by, AUDIENCES)
        check_is_one_of(f"{self.called('verb')}: use", self.use, USES)
        named = in_order((argument.name for argument in self.arguments), f"{self.called('verb')}: argument")
        check_named(f"the label of the {self.called('verb')}", self.label, named)
        check_named(f"the log line of the {self.called('verb')}", self.log, ["seat", *named])


@dataclass(frozen=True)
class Action:
    """One legal action: its number, verb, arguments and label."""

    id: int
    verb: str
    args: tuple[int, ...]
    label: str


class ActionSpace(Names):
    """All actions of a variant, numbered verb by verb in the order declared; a verb is known by its first action.

    verbs: those of a variant that makes its own from others'; otherwise those that the class declares.

    >>> class Actions(ActionSpace):
    ...     draw = Verb((Argument("count", 6),), "Draw {count}")
    ...     done = Verb((), "Done")
    >>> space = Actions()
    >>> space.size, space.done, space.decode(space.draw + 4)
    (7, 6, ('draw', (4,)))
    >>> space.encode("draw", 4)
    4
    """

    def __init__(self, verbs: Sequence[Verb] | None = None) -> None:
        self.verbs = check_each("verbs", self._declared if verbs is None else verbs, Verb)
        self._number = in_order((verb.name for verb in self.verbs), "verb")
        sizes = [prod(argument.size for argument in verb.arguments) for verb in self.verbs]
        firsts = list(accumulate(sizes, initial=0))
        self.size = firsts.pop()
        if self.size > MOST_ACTIONS:
            largest = self.verbs[sizes.index(max(sizes))]
            text = f"they come to {self.size:,} actions, most of them of {largest.name!r}; {MOST_ACTIONS:,} have room"
            raise DeclarationError(f"verbs: {text}. Split it into verbs with fewer arguments each")
        self.verb_numbers = np.repeat(np.arange(len(sizes), dtype=np.int16), sizes)  # action -> verb number
        self.verb_starts = np.repeat(np.array(firsts, np.int16), sizes)  # action -> the first action of its verb
        self.first_of_verb = np.array(firsts, np.int64)  # verb number -> its first action
        self.use = np.array([verb.use for verb in self.verbs], np.int16)  # verb number -> use
        self.heard_by = np.array([verb.heard_by for verb in self.verbs], np.int16)  # verb number -> audience
        # Verb number -> how many actions share the value of its first argument.
        self.sharing = np.array([prod(a.size for a in verb.arguments[1:]) for verb in self.verbs], np.int64)
        arguments, shared = np.arange(self.size) - self.verb_starts, np.repeat(self.sharing, sizes)
        self.first_arguments = (arguments // shared).astype(np.int16)  # action -> the value of its first argument
        self.second_arguments = (arguments % shared).astype(np.int16)
        self._declare("verb", dict(zip(self._number, firsts, strict=True)))

    @cached_property
    def list_dtype(self) -> np.dtype:
        """The layout of an action list."""
        fields = [("random_state", "i8", (2,)), *((name, "i8") for name in ("count", "verbs", "verb", "people"))]
        room = [
            ("last_pick", "i8"),
            ("last_pick_at", "i8"),
            ("listing", "i8"),
            *((name, "i2", (len(self.verbs) + 1,)) for name in ("verb_start", "source", "first", "row", "start")),
            ("list", "i2", (self.size + 2,)),
            ("notes", "i2", (512,)),
            ("served", "i8"),
            ("last_seat", "i8"),
            ("tie_words", "i8", (2,)),
        ]
        return np.dtype([*fields, *room], align=True)

    @cached_property
    def list_record(self) -> type[PlainRecord]:
        """The class of an action list in plain Python."""
        return plain_record_class(self.list_dtype, "Actions")

    def first(self, verb: str) -> int:
        """The number of the first action of the verb with this name."""
        return int(self.first_of_verb[self._number[verb]])

    def encode(self, verb: str, *args: int) -> int:
        """The number of a verb with arguments."""
        declared = self.verbs[self.verb_number(verb)].arguments
        number = 0
        for argument, value in zip(declared, args, strict=True):
            if not 0 <= value < argument.size:
                raise WorkbenchError(f"{verb}: {argument.name} is {value}; expected 0 to {argument.size - 1}.")
            number = number * argument.size + int(value)
        return self.first(verb) + number

    def decode(self, action: int) -> tuple[str, tuple[int, ...]]:
        """The verb and arguments of an action number."""
        verb = self.verbs[int(self.verb_numbers[action])]
        rest = int(action) - int(self.verb_starts[action])
        args: list[int] = []
        for argument in reversed(verb.arguments):
            rest, value = divmod(rest, argument.size)
            args.insert(0, value)
        return verb.name, tuple(args)

    def verb_number(self, name: str) -> int:
        """The place of a verb in the declaration."""
        return self._number[name]

    def verb(self, name: str) -> Verb:
        """The verb called `name`."""
        return self.verbs[self.verb_number(name)]

    def describe(self, action: int, naming: Callable[[str, int], str]) -> Action:
        """The action with its label; `naming(kind, number)` names cards, seats and categories."""
        name, args = self.decode(action)
        verb = self.verb(name)
        return Action(int(action), name, args, verb.label.format(**self._named(verb, args, naming)))

    def tell(self, action: int, seat: int, naming: Callable[[str, int], str]) -> str:
        """The log line that says that a seat took an action; empty if the verb tells nothing."""
        name, args = self.decode(action)
        verb = self.verb(name)
        return verb.log.format(seat=naming("seat", seat), **self._named(verb, args, naming))

    @staticmethod
    def _named(verb: Verb, args: tuple[int, ...], naming: Callable[[str, int], str]) -> dict[str, str]:
        return {
            argument.name: argument.names[value] if argument.names else naming(argument.type, value)
            for argument, value in zip(verb.arguments, args, strict=True)
        }

    def __iter__(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        for verb in self.verbs:
            for args in product(*(range(argument.size) for argument in verb.arguments)):
                yield verb.name, args


VERB_OF = Bound("VERB_OF")  # action -> verb number
USE = Bound("USE")  # verb number -> ORDINARY, PICKS or PEOPLE_ONLY
VERB_START = Bound("VERB_START")  # action -> the first action of its verb
SHARING = Bound("SHARING")  # verb number -> how many actions share the value of its first argument
FIRST_ARGUMENT: Any = Bound("FIRST_ARGUMENT")  # action -> the value of its first argument
SECOND_ARGUMENT: Any = Bound("SECOND_ARGUMENT")  # action -> that of its second; looked up, since dividing takes longer


@rule(inlined=True)
def verb_of(action: int) -> int:
    """The verb of an action, as rules know it: `verb_of(action) == ACTIONS.pick`."""
    return int(VERB_START[index(action)])


@rule(inlined=True)
def argument_of(action: int) -> int:
    """The argument of an action whose verb has one."""
    return action - int(VERB_START[index(action)])


@rule(inlined=True)
def first_argument(action: int) -> int:
    """The first argument of an action whose verb has two."""
    return int(FIRST_ARGUMENT[index(action)])


@rule(inlined=True)
def second_argument(action: int) -> int:
    """The second argument of an action whose verb has two."""
    return int(SECOND_ARGUMENT[index(action)])


@rule(inlined=True)
def action_with(verb: int, first: int, second: int) -> int:
    """The action of a verb with two arguments."""
    return verb + first * SHARING[VERB_OF[index(verb)]] + second


@rule(inlined=True)
def clear_actions(actions: ActionList, people: int, listing: int, last_pick: int, last_pick_at: int) -> None:
    """Begin a list of actions."""
    actions.count = 0
    actions.verbs = 0
    actions.verb = -1
    actions.people = people
    actions.listing = listing
    actions.last_pick = last_pick
    actions.last_pick_at = last_pick_at


@rule(inlined=True)
def allow(actions: ActionList, action: int) -> None:
    """List a legal action, unless it is one that bots do not use and the list is for a bot."""
    verb = int(VERB_OF[index(action)])
    if actions.people == 0 and USE[index(verb)] == PEOPLE_ONLY:
        return
    if actions.people == 0 and USE[index(verb)] == PICKS and argument_of(action) < actions.last_pick:
        return
    here = actions.count
    if verb == actions.verb:
        if actions.source[index(actions.verbs - 1)] > SINGLE:
            raise ValueError("A verb's actions come from one allow_range, one allow_cards, or from allow alone.")
        actions.source[index(actions.verbs - 1)] = WRITTEN
    else:
        actions.source[index(actions.verbs)] = SINGLE
        actions.first[index(actions.verbs)] = action
        actions.verbs += 1
        actions.verb = verb
    actions.list[index(here)] = action
    actions.count = here + 1
    actions.verb_start[index(actions.verbs)] = here + 1


@rule(inlined=True)
def end_verb(actions: ActionList, source: int, first: int, count: int) -> None:
    """Close the actions of one verb, which bring their number up to `count`."""
    if count > actions.count:
        actions.source[index(actions.verbs)] = source
        actions.first[index(actions.verbs)] = first
        actions.verbs += 1
        actions.verb = int(VERB_OF[index(first)])
        actions.count = count
        actions.verb_start[index(actions.verbs)] = count


@rule(inlined=True)
def allow_range(actions: ActionList, first: int, number: int) -> None:
    """List `number` legal actions of one verb that picks nothing, from `first` on."""
    if number <= 0 or (actions.people == 0 and USE[VERB_OF[index(first)]] == PEOPLE_ONLY):
        return
    here = actions.count
    if actions.listing == 0:
        end_verb(actions, CONSECUTIVE, first, here + number)
        return
    for i in range(number):
        actions.list[here + i] = first + i
    end_verb(actions, WRITTEN, first, here + number)


@rule(inlined=True)
def allow_each(actions: ActionList, first: int, numbers: int) -> None:
    """List the action of one verb, which picks nothing, for each number of a bit mask; `first` is the one for 0."""
    if actions.people == 0 and USE[VERB_OF[index(first)]] == PEOPLE_ONLY:
        return
    here = actions.count
    number = 0
    while numbers >> number != 0:
        # Written always and kept or not: no branch that a processor could guess wrongly.
        actions.list[index(here)] = first + number
        here += (numbers >> number) & 1
        number += 1
    end_verb(actions, WRITTEN, first, here)


@rule(inlined=True)
def allow_seats(actions: ActionList, first: int, seats: int) -> None:
    """List the action of one verb, which picks nothing, for each seat of a bit mask; `first` is the one for seat 0."""
    allow_each(actions, first, seats)


@rule(inlined=True)
def nth_action(state: Record, actions: ActionList, verb: int, i: int) -> int:
    """The i-th action of a listed verb, written out or not."""
    first, at = actions.first[index(verb)], actions.start[index(verb)] + i
    if actions.source[index(verb)] == ROW:
        return first + state.rows[index(actions.row[index(verb)]), index(at)]
    if actions.source[index(verb)] == SINGLE:
        return first
    if actions.source[index(verb)] == CONSECUTIVE:
        return first + i
    return actions.list[index(actions.verb_start[index(verb)] + i)]

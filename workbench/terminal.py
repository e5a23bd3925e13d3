"""A match in the terminal: a Scene drawn as text, and a prompt that plays it.

Only the scene of the seat at the keyboard is ever drawn, so a hidden hand cannot be printed.
"""

from __future__ import annotations

import os
import re
import shutil
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from workbench.kernel.scenes.scene import CardFace, Choice, Group, Scene, SceneZone, SeatPanel
from workbench.play.match import Match
from workbench.play.revealing import NO_REDO, next_step
from workbench.storage.errors import IllegalAction, WorkbenchError, shown

HELP = """\
To act, type a number from the list, or the words behind it.
To choose several cards, type all their numbers in one line, and then the number of what
to do with them, e.g.  1 4 9

  look            draw the table again
  score           the points so far; score 2, or score Anna, lists every point of that seat
  log             what has happened, as your seat saw it
  rules           the rules; rules trade finds the lines with that word
  undo, redo      take your last act back, with the bots' answers to it; play it again
  save FILE       keep the match in a file; workbench play --load FILE takes it up again
  help            this text
  quit            end without saving"""

LOG_LINES = 8
TIED = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class Item:
    """A numbered line of the list: a card to pick, an extra, a way to submit the set, or a plain choice."""

    number: int
    action: int
    label: str
    role: str  # card, extra, submit, choice
    card: str = ""  # the id of the card


def numbered(scene: Scene) -> list[Item]:
    """Everything that the scene lets its seat do, numbered from 1: cards, extras, ways to submit, then choices.

    A card that does the same as a choice has the choice's number.
    """
    found: list[tuple[int, str, str, str]] = []
    chosen = {choice.action for choice in scene.choices}
    for zone in scene.zones:
        cards = [card for card in zone.cards if card.action not in chosen]
        found += [
            (card.action, card.title or card.description, "card", card.id) for card in cards if card.action is not None
        ]
    if scene.selection:
        for extra in scene.selection.extras:
            found += [(choice.action, choice.label, "extra", "") for choice in extra.choices]
        found += [(choice.action, choice.label, "submit", "") for choice in scene.selection.submit]
    found += [(choice.action, choice.label, "choice", "") for choice in scene.choices]
    return [Item(number, *entry) for number, entry in enumerate(found, start=1)]


# Reading what was typed


def act_of(typed: str, items: Sequence[Item]) -> list[int]:
    """The actions that a line of numbers, or one label, stands for; raises IllegalAction.

    Numbers of cards come first and in ascending order of their actions, then extras, then what submits them.
    """
    words = re.sub("[,，]", " ", typed).split()
    if words and all(word.isdecimal() for word in words):
        chosen = [item_numbered(word, items) for word in words]
    else:
        chosen = [item_labelled(typed, items)]
    if len(set(chosen)) < len(chosen):
        raise IllegalAction("A number is in that line twice. Type each number once.")
    return as_one_act(chosen, items)


def item_numbered(word: str, items: Sequence[Item]) -> Item:
    """The item whose number these digits write; raises IllegalAction."""
    number = number_up_to(len(items), word)
    if number is None:
        raise IllegalAction(f"There is no number {word[:20]} in the list. Choose 1 to {len(items)}, or type help.")
    return items[number - 1]


def number_up_to(most: int, word: str) -> int | None:
    """The number from 1 to `most` that a word writes; None if it writes none.

    >>> number_up_to(8, "7"), number_up_to(8, "9"), number_up_to(8, "seven")
    (7, None, None)
    """
    digits = word.lstrip("0")
    fits = digits.isdecimal() and len(digits) <= len(str(most)) and 1 <= int(digits) <= most
    return int(digits) if fits else None


def item_labelled(typed: str, items: Sequence[Item]) -> Item:
    """The item with this label, or the only one that begins with it; raises IllegalAction."""
    wanted = " ".join(typed.lower().split())
    labels = [(item, item.label.lower()) for item in items]
    exact = [item for item, label in labels if label == wanted]
    near = exact or [item for item, label in labels if label.startswith(wanted)]
    if len({item.action for item in near}) == 1:
        return near[0]
    if near:
        fitting = "; ".join(f"{item.number} {item.label}" for item in near[:6])
        raise IllegalAction(f"{shown(typed)} fits several lines: {fitting}. Type the number.")
    raise IllegalAction(f"{shown(typed)} is neither a number, nor a line of the list, nor a command. Type help.")


def as_one_act(chosen: list[Item], items: Sequence[Item]) -> list[int]:
    """The chosen items in the order in which the rules take them; raises IllegalAction."""
    of_role = {
        role: sorted(item.action for item in chosen if item.role == role) for role in ("card", "extra", "submit")
    }
    plain = [item for item in chosen if item.role == "choice"]
    if plain:
        if len(chosen) > 1:
            raise IllegalAction(f"{plain[0].label!r} is done alone. Type only its number, {plain[0].number}.")
        return [plain[0].action]
    ways = [item for item in items if item.role == "submit"]
    if not of_role["submit"]:
        if len(ways) > 1:
            listed = "; ".join(f"{item.number} {item.label}" for item in ways)
            raise IllegalAction(f"Say in the same line what to do with the cards: {listed}.")
        of_role["submit"] = [item.action for item in ways]
    if len(of_role["submit"]) > 1:
        raise IllegalAction("Only one thing can be done with the cards. Type one of the numbers that say what to do.")
    return of_role["card"] + of_role["extra"] + of_role["submit"]


# Drawing


def drawn(scene: Scene, width: int) -> str:
    """The scene as text, with the numbers of `numbered`."""
    items = numbered(scene)
    number_of = {(item.action, item.card): item.number for item in items if item.role in ("card", "choice")}
    blocks = [heading(scene), "\n".join(seat_line(panel, scene.seat) for panel in scene.seats)]
    names = {panel.seat: panel.name for panel in scene.seats}
    blocks += [zone_block(zone, number_of, width, names) for zone in scene.zones]
    lines = [f"  {line}" for line in scene.log[-LOG_LINES:]]
    blocks.append("\n".join(["Lately", *lines]) if lines else "")
    blocks.append(textwrap.fill(scene.message, width))
    blocks.append(choices_block(scene, items, width))
    return "\n\n".join(block for block in blocks if block)


def heading(scene: Scene) -> str:
    """Title and phase, e.g. `Guild Master · Second trade`."""
    phase = dict(scene.phases).get(scene.phase, scene.phase)
    title = f"{scene.title} · {phase}" if phase else scene.title
    return f"{title}\n{'═' * len(title)}"


def seat_line(panel: SeatPanel, own: int | None) -> str:
    """Who plays a seat, what everybody knows about it, whose turn it is: `▸ Seat 1 (you)   hand 5 · built 2`."""
    who = "you" if panel.seat == own else "person" if panel.player == "human" else f"bot: {panel.player}"
    facts = " · ".join(f"{label} {value}" for label, value in panel.facts)
    return f"{'▸' if panel.to_act else ' '} {panel.name} ({who})  {facts}".rstrip()


def zone_block(zone: SceneZone, number_of: dict[tuple[int, str], int], width: int, names: Mapping[int, str]) -> str:
    """A zone: a hand card by card, a built area by its headings, a pile in one line."""
    count = zone.count or len(zone.cards)
    if zone.layout == "pile":
        top = f", on top: {card_line(zone.cards[-1])}" if zone.cards and not zone.cards[-1].face_down else ""
        return f"{zone.title}: {count}{top}"
    if zone.layout == "tally":
        return "\n".join([zone.title, *(standing_line(group, names) for group in zone.groups)])
    if zone.layout == "tokens":
        laid = ", ".join(cards_in_runs(zone.cards, number_of)) or "nothing"
        return wrapped(f"{zone.title}: {laid}", width)
    if zone.layout == "groups":
        return "\n".join([zone.title, *group_lines(zone, number_of, width)])
    if zone.layout == "ring":
        return "\n".join([" · ".join((zone.title, *zone.centre)), *ring_lines(zone, number_of)])
    if zone.layout in ("places", "mat", "stages", "board", "map"):
        return "\n".join([zone.title, *place_lines(zone, number_of, width)])
    if zone.cards and all(card.face_down for card in zone.cards):
        return f"{zone.title}: {count} face down"
    lines = [f"{number_of_card(card, number_of):>4}  {card_line(card)}" for card in zone.cards]
    return "\n".join([zone.title, *(lines or ["      nothing"])])


def standing_line(group: Group, names: Mapping[int, str]) -> str:
    """Who leads, with how much, and who follows: `F Food [5 if built]: Seat 1 4, Seat 2 1`."""
    standing = ", ".join(f"{names[seat]} {number}" for seat, number in group.standing) or "nobody"
    return f"  {signed(group)}: {standing}"


def signed(group: Group) -> str:
    """The heading of a group with its sign and its marks: `F Food [5 if built]`."""
    return f"{group.symbol.letter} {marked(group)}" if group.symbol else marked(group)


def marked(group: Group) -> str:
    """The heading of a group with its marks."""
    marks = ", ".join(filter(None, [group.total, group.badge]))
    return f"{group.title} [{marks}]" if marks else group.title


def group_lines(zone: SceneZone, number_of: dict[tuple[int, str], int], width: int) -> Iterator[str]:
    """One line per heading that has something under it."""
    for group in zone.groups:
        cards = [card for card in zone.cards if card.group == group.key]
        if not cards:
            continue
        names = ", ".join(f"{number_of_card(card, number_of)}{TIED}{card_line(card)}".strip() for card in cards)
        yield wrapped(f"  {signed(group)}: {names}", width)
    if not zone.cards:
        yield "      nothing"


def place_lines(zone: SceneZone, number_of: dict[tuple[int, str], int], width: int) -> Iterator[str]:
    """One line per place, empty ones too."""
    for group in zone.groups:
        cards = [card for card in zone.cards if card.group == group.key]
        laid = ", ".join(cards_in_runs(cards, number_of)) or "nothing"
        yield wrapped(f"  {marked(group)}: {laid}", width)


def cards_in_runs(cards: Sequence[CardFace], number_of: dict[tuple[int, str], int]) -> Iterator[str]:
    """Cards one by one, except that consecutively numbered backs become one: `21–39 (face down 1–19)`."""
    for counted, run in groupby(cards, lambda card: card.face_down and card.badge.isdecimal()):
        together = list(run)
        if not counted:
            lying = (card for card in together if card.shape != "hole")
            yield from (f"{number_of_card(card, number_of)}{TIED}{card_line(card)}".strip() for card in lying)
            continue
        ends = (together[0], together[-1])
        numbers, badges = ([number_of_card(card, number_of) for card in ends], [card.badge for card in ends])
        yield f"{from_to(numbers)}{TIED}(face{TIED}down{TIED}{from_to(badges)})".strip(f" {TIED}")


def from_to(ends: Sequence[str]) -> str:
    """`1–19`, or a single number alone."""
    return "–".join(dict.fromkeys(ends))


def ring_lines(zone: SceneZone, number_of: dict[tuple[int, str], int]) -> Iterator[str]:
    """One line per place, clockwise from the top, even for a place without a card."""
    for group in zone.groups:
        cards = [card for card in zone.cards if card.group == group.key]
        numbers = ", ".join(number_of_card(card, number_of) for card in cards)
        laid = ", ".join(card_line(card) for card in cards)
        yield f"{numbers:>4}  {signed(group)}{': ' if laid else ''}{laid}"


def wrapped(text: str, width: int) -> str:
    """A text wrapped into lines; a number stays with the word it stands for."""
    return textwrap.fill(text, width, subsequent_indent="      ").replace(TIED, " ")


def number_of_card(card: CardFace, number_of: dict[tuple[int, str], int]) -> str:
    """The number that picks the card, or nothing."""
    if card.action is None:
        return ""
    return str(number_of.get((card.action, card.id)) or number_of[card.action, ""])


def card_line(card: CardFace) -> str:
    """A card in a few words: `Graveyard [PP] +R with Cathedral`."""
    if card.face_down:
        return f"({card.badge or 'face down'})"
    letters = "".join(symbol.letter for symbol in card.symbols)
    parts = [card.title, f"[{letters}]" if letters else "", card.text, f"({card.badge})" if card.badge else ""]
    return " ".join(filter(None, parts)) + (" *chosen*" if card.selected else "")


def choices_block(scene: Scene, items: Sequence[Item], width: int) -> str:
    """The numbered list of what the seat may do, apart from picking cards; each drop-down in one paragraph."""
    numbers = {(item.action, item.role): item.number for item in items}
    lines = []
    if scene.selection:
        lines.append(scene.selection.prompt)
        for extra in scene.selection.extras:
            offered = [f"{numbers[choice.action, 'extra']}{TIED}{choice.label}" for choice in extra.choices]
            lines.append(wrapped(f"{extra.label}: {' · '.join(offered)}", width))
        lines += [choice_line(numbers[choice.action, "submit"], choice) for choice in scene.selection.submit]
    groups: dict[str, list[Choice]] = {}
    for choice in scene.choices:
        groups.setdefault(choice.group, []).append(choice)
    headed = sum(not choices[0].aside for choices in groups.values()) > 1
    for title, choices in groups.items():
        if choices[0].aside:
            offered = [f"{numbers[choice.action, 'choice']}{TIED}{choice.label}" for choice in choices]
            lines.append(wrapped(f"Say {title.lower()}: {' · '.join(offered)}", width))
        else:
            lines += [title] if headed and title else []
            lines += [choice_line(numbers[choice.action, "choice"], choice) for choice in choices]
    return "\n".join(lines)


def choice_line(number: int, choice: Choice) -> str:
    """A button as a line: `  12  End trading (your turn goes on)`."""
    return f"{number:>4}  {choice.label}{f' ({choice.hint})' if choice.hint else ''}"


def score_table(match: Match) -> str:
    """Points so far by round and category, then every other figure that the game computes from them."""
    lines = match.score_lines()
    names = match.seat_names
    rounds = sorted({line["round"] for line in lines} - {0})
    rows: list[tuple[str, list[int]]] = []
    for number in (*rounds, 0):
        begun = f"Round {number}: " if number else ""
        here = [line for line in lines if line["round"] == number]
        rows += [(begun + title, figures) for title, figures in score_rows(match, here)]
    if not rows:
        return "Nobody has a point yet."
    wide, narrow = max(len(title) for title, _ in rows), max(10, *(len(name) + 2 for name in names))
    table = [" " * wide + "".join(f"{name:>{narrow}}" for name in names)]
    table += [f"{title:<{wide}}" + "".join(f"{figure:>{narrow}}" for figure in figures) for title, figures in rows]
    return "\n".join(table)


def score_rows(match: Match, lines: list[dict[str, Any]]) -> Iterator[tuple[str, list[int]]]:
    """A title and a figure for each seat: the categories that have points, then what follows from them."""

    def figures_of(**wanted: str) -> list[int]:
        of_seats = [{**wanted, "seat": seat}.items() for seat in range(match.seats)]
        return [sum(line["points"] for line in lines if line.items() >= one) for one in of_seats]

    titles = {category.letter: f"{category.letter} {category.name}" for category in match.deck.meta.categories}
    for letter, title in {**titles, "": "points"}.items():
        figures = figures_of(level="point", category=letter)
        if any(figures):
            yield title, figures
    texts = dict.fromkeys(line["text"] for line in lines if line["level"] == "derived" and not line["category"])
    for text in texts:
        yield text, figures_of(text=text)


def seat_score(match: Match, seat: int) -> str:
    """Every score line of a seat, in the order in which the rules count them."""
    lines = [line for line in match.score_lines() if line["seat"] == seat]
    if not lines:
        return "No points yet."
    return "\n".join(
        f"{line['points']:>4}  {line['category'] or '·'}  {line['text']}  {line['rule']}" for line in lines
    )


def result(match: Match) -> str:
    """Who has won."""
    names = match.seat_names
    winners = [names[seat] for seat in match.winners]
    if not winners:
        return "Nobody wins."
    return f"{winners[0]} wins." if len(winners) == 1 else f"{' and '.join(winners)} share the win."


# The prompt


EMPTY_SCREEN = "\033[2J\033[3J\033[H"


class TerminalGame:
    """Plays a match at a keyboard; `people` are the seats that sit there, the others are bots."""

    def __init__(
        self,
        match: Match,
        people: Sequence[int],
        read: Callable[[str], str] = input,
        write: Callable[[str], None] = print,
    ) -> None:
        self.match = match
        self.people = tuple(people)
        self.read = read
        self.write = write
        self.seat: int | None = None
        self.covered = len(self.people) > 1
        self.revealed = match.scene(None).reveal_key  # what was revealed last
        self.commands: dict[str, Callable[[str], None]] = {
            "look": lambda _: self.look(),
            "score": self.score,
            "log": lambda _: self.write("\n".join(self.match.scene(self.seat).log) or "Nothing has happened yet."),
            "rules": self.rules,
            "undo": lambda _: self.undo(),
            "redo": lambda _: self.redo(),
            "save": self.save,
            "help": lambda _: self.write(HELP),
        }

    @property
    def width(self) -> int:
        """How many characters a line may have."""
        return min(shutil.get_terminal_size().columns, 110)

    def run(self) -> None:
        """Play to the end, or until the person quits or the input ends."""
        self.write("Type help for what you can do.\n")
        try:
            while not self.match.over:
                waiting = [seat for seat in self.match.to_act if seat in self.people]
                if waiting:
                    self.take_turn(waiting[0])
                else:
                    self.match.play_bot(self.match.to_act[0])
            self.tell_reveal(None)
        except (EOFError, KeyboardInterrupt):
            self.write("\nThe match ends here and is not kept; save FILE keeps one.")
            return
        self.write(f"{drawn(self.match.scene(None), self.width)}\n\n{score_table(self.match)}\n\n{result(self.match)}")

    def take_turn(self, seat: int) -> None:
        """Draw the table for a seat and read lines until it has acted."""
        if self.covered and (seat != self.seat or self.match.scene(seat).reveal_key != self.revealed):
            self.pass_the_keyboard(seat)
        elif any(kind.fleeting for kind in self.match.variant.events.kinds):
            self.write(EMPTY_SCREEN)  # in a game of memory, nothing shown before may stay above
        self.tell_reveal(seat)
        self.seat = seat
        self.look()
        while not self.obey(self.read(f"\n{self.match.seat_names[seat]}> ").strip()):
            pass

    def pass_the_keyboard(self, seat: int) -> None:
        """Hide what the last person saw, and say what everybody may hear, before the next one sits down."""
        self.write(EMPTY_SCREEN)
        self.tell_reveal(seat)
        self.read(f"{self.match.seat_names[seat]}, press Enter when nobody else is looking. ")

    def tell_reveal(self, seat: int | None) -> None:
        """Turn the cards of a new reveal, all at once, before a seat's table is drawn."""
        scene, reveal = self.match.scene(seat), self.match.scene(seat).reveal
        if reveal is not None and scene.reveal_key != self.revealed:
            said = [f"  {step.said}" for step in reveal.steps]
            self.write("\n".join([reveal.title, *said, reveal.outcome, ""]))
        self.revealed = scene.reveal_key

    def obey(self, line: str) -> bool:
        """Do what a line says; True if the table has changed."""
        word, _, rest = line.partition(" ")
        if not line:
            return False
        if word.lower() in ("quit", "exit"):
            raise EOFError
        before = self.match.revision
        try:
            if word.lower() in self.commands:
                self.commands[word.lower()](rest.strip())
            else:
                assert self.seat is not None
                self.match.play(self.seat, act_of(line, numbered(self.match.scene(self.seat))))
        except WorkbenchError as problem:
            self.write(str(problem))
        return self.match.revision != before

    def look(self) -> None:
        """Draw the table as the seat at the keyboard sees it."""
        self.write(drawn(self.match.scene(self.seat), self.width))

    def score(self, seat: str) -> None:
        """The score table, or every line of one seat, given by its number or its name."""
        if not seat:
            self.write(score_table(self.match))
            return
        called = {name.casefold(): number for number, name in enumerate(self.match.seat_names, start=1)}
        number = called.get(seat.casefold()) or number_up_to(self.match.seats, seat)
        if number is not None:
            self.write(seat_score(self.match, number - 1))
            return
        wanted = f"Type score, or score with a name or a number from 1 to {self.match.seats}."
        self.write(f"There is no seat {seat[:20]!r}. {wanted}")

    def rules(self, wanted: str) -> None:
        """The rules, or only the lines that mention something."""
        text = re.sub(r"\*\*|`", "", self.match.game.rules)
        if not wanted:
            self.write(text)
            return
        paragraphs = re.split(r"\n(?=- |#)|\n\n", text)
        found = [part.strip() for part in paragraphs if wanted.lower() in part.lower() and not part.startswith("#")]
        self.write("\n".join(found) or f"The rules do not speak of {wanted!r}.")

    def undo(self) -> None:
        """Take back everything from a person's last act on; with several people, only what nobody can have seen."""
        if len(self.people) > 1:
            step = next_step(self.match, self.people, self.seat)
            if step is None:
                self.write("There is nothing to take back.")
            elif step.refusal:
                self.write(step.refusal)
            else:
                self.match.take_back(step)
            return
        last = self.match.history.last_of(self.people)
        if last is None:
            self.write("There is nothing of yours to take back.")
            return
        while len(self.match.acts) > last:
            self.match.undo()

    def redo(self) -> None:
        """Play an undone act again, and what the bots did after it; with several people nothing can be redone."""
        if len(self.people) > 1:
            self.write(NO_REDO)
            return
        if not self.match.redo():
            self.write("There is nothing to play again.")
        while self.match.can_redo and not any(seat in self.people for seat in self.match.to_act):
            self.match.redo()

    def save(self, file: str) -> None:
        """Keep the match in a file."""
        if not file:
            self.write("Say where: save FILE")
            return
        self.match.save(os.path.expanduser(file))
        self.write(f"Saved in {file}.")

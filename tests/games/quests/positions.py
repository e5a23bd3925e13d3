"""A table that tests of Quests put into a position by the names of cards, ask rules of, and drive by labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.games.quests import GAME, battle, rules
from workbench.games.quests.deck import TYPE
from workbench.kernel import cards, phases
from workbench.kernel.engine.speeds import linked_plain
from workbench.play import Match

STATE, ZONES, PHASES = rules.STATE, rules.ZONES, rules.PHASES
OPTIONS = STATE.options
NOBODY = -1

# The functions that build a position are the rules' own, linked to Quests as plain Python.
ASKED = linked_plain(
    GAME.variant(),
    {name: value for name, value in vars(battle).items() if getattr(value, "__rule__", False)}
    | {name: getattr(cards, name) for name in ("clear_table", "fill", "move", "known_to")}
    | {"enter": phases.enter, "go_on": phases.go_on},
)


def bits(seats: Sequence[int]) -> int:
    """Seats as the bits of a mask."""
    return sum(1 << seat for seat in seats)


def split(written: str, by: str) -> list[str]:
    """The parts of a written list."""
    return [part.strip() for part in written.split(by) if part.strip()]


class Table:
    """A match in a position: `Table(Match("quests"), "Boar Hunt").hold(0, "Boar", "Sword").ask("can_sponsor", 0)`.

    At first all adventure cards lie in the stock and all story cards in theirs, the quests on top, so that after
    whatever is played a quest comes up and somebody is asked.
    """

    def __init__(self, match: Match, story: str = "") -> None:
        self.match, self.deck = match, match.deck
        self.record = match.record  # there is no public way to cheat
        self.arrays = match.referee.arrays
        self.names = [kind.name for kind in match.deck.kinds]
        self.kinds = {name: number for number, name in enumerate(self.names)}
        ASKED["clear_table"](self.record)
        ASKED["fill"](self.record, ZONES.stock, int(self.arrays.card_count))
        for quests in (False, True):
            for card in range(int(self.arrays.adventure_count), int(self.arrays.card_count)):
                if (self.arrays.type[self.arrays.kind[card]] == TYPE.quest) == quests:
                    ASKED["move"](self.record, card, ZONES.story_stock)
        self.record.current = self.record.turn = self.record.to_act = 0
        match.told.lines.clear()
        match.referee.events.count = 0
        match.revise()
        if story:
            self.lay(ZONES.story_card, story)

    # Positions

    def _find(self, name: str, places: Sequence[int]) -> int:
        kind = self.kinds[name]
        for card in range(int(self.arrays.first_card[kind]), self.record.card_count):
            if self.arrays.kind[card] == kind and self.record.place[card] in places and self.record.staged[card] == 0:
                return card
        raise AssertionError(f"{name} lies elsewhere already, or is not in this deck")

    def lay(self, place: int, *names: str) -> Table:
        """Lay cards that are still in a stock into a place, or on top of that stock."""
        for name in names:
            ASKED["move"](self.record, self._find(name, (ZONES.stock, ZONES.story_stock)), place)
        return self

    def hold(self, seat: int, *names: str) -> Table:
        """Give cards to a hand."""
        return self.lay(ZONES.hand + seat, *names)

    def before(self, seat: int, *names: str) -> Table:
        """Lay cards before a seat."""
        return self.lay(ZONES.tableau + seat, *names)

    def play(self, seat: int, *names: str) -> Table:
        """Cards that a seat has played in this stage."""
        return self.lay(ZONES.played + seat, *names)

    def coming(self, *names: str) -> Table:
        """Lay adventure cards on the stock, so that the first is drawn first."""
        for name in reversed(names):
            card = self._find(name, (ZONES.stock,))
            ASKED["move"](self.record, card, ZONES.discard)
            ASKED["move"](self.record, card, ZONES.stock)
        return self

    def all_but(self, place: int, number: int, to: int) -> Table:
        """Move the cards of a place elsewhere until so many are left."""
        while int(self.record.counts[place]) > number:
            ASKED["move"](self.record, int(self.record.rows[place, 0]), to)
        return self

    def rank(self, seat: int, rank: str, shields: int = 0) -> Table:
        """Give a seat a rank and shields."""
        self.record.rank[seat] = getattr(battle.RANK, rank)
        self.record.shields[seat] = shields
        return self

    def place(self, seat: int, stage: int, *names: str) -> Table:
        """Pick cards that a seat holds for a stage, counted from 0."""
        for name in names:
            self.record.staged[self._find(name, (ZONES.hand + seat,))] = stage + 1
        return self

    # The course of the game

    def begin(self, phase: str, **fields: int) -> Table:
        """Enter a phase and go on until somebody is asked."""
        self.record.to_act = 0
        for field, value in fields.items():
            setattr(self.record, field, value)
        ASKED["enter"](self.record, getattr(PHASES, phase))
        ASKED["go_on"](self.record, self.arrays, self.match.referee.events)
        self.match.told.hear(self.match)
        self.match.referee.events.count = 0
        self.match.revise()
        return self

    def turn(self, story: str, *, drawer: int = 0) -> Table:
        """Let a seat's turn begin and this story card be drawn; one that was in play is discarded."""
        self.all_but(ZONES.story_card, 0, ZONES.story_discard)
        for card in range(int(self.arrays.adventure_count), int(self.arrays.card_count)):
            if self.arrays.kind[card] == self.kinds[story] and self.record.place[card] == ZONES.story_stock:
                ASKED["move"](self.record, card, ZONES.story_discard)
                ASKED["move"](self.record, card, ZONES.story_stock)
                break
        return self.begin("turn_start", current=drawer)

    def quest(
        self,
        story: str,
        groups: str,
        *,
        joined: Sequence[int] = (0, 1, 2),
        sponsor: int = 3,
        drawer: int = 0,
        at: str = "stage_start",
        stage: int = 0,
    ) -> Table:
        """A quest that is set up, `"Boar+Sword / Giant"`, with its participants; stages before one are over."""
        self.all_but(ZONES.story_card, 0, ZONES.story_discard).lay(ZONES.story_card, story)
        used = 0
        for n, group in enumerate(split(groups, "/")):
            place = ZONES.turned[n] if n < stage else ZONES.stage[n]
            self.lay(place, *split(group, "+"))
            used += len(split(group, "+"))
            for i in range(int(self.record.counts[place]) - 1, -1, -1):
                card = int(self.record.rows[place, i])
                ASKED["known_to"](self.record, card, 1 << sponsor)
                if n >= stage and self.match.options["stage_counts"] == "hidden":
                    ASKED["known_to"](self.record, card, 0)
                    ASKED["move"](self.record, card, ZONES.sealed + sponsor)
                    self.record.staged[card] = n + 1
                    self.record.staged_count[sponsor] += 1
        test = int(split(groups, "/")[stage].startswith("Test of"))
        fields = {"sponsor": sponsor, "participants": bits(joined), "stage_now": stage, "test_now": test}
        fields["cards_set"] = used
        return self.begin(at, current=drawer, turn=1, **fields)

    def tournament(self, story: str, *, entered: Sequence[int], drawer: int = 0, at: str = "tournament_start") -> Table:
        """A tournament with its entrants, before they choose."""
        self.lay(ZONES.story_card, story)
        return self.begin(at, current=drawer, turn=1, contenders=bits(entered), entrants=len(entered))

    # Acting

    def act(self, seat: int, *labels: str) -> Table:
        """Do what these labels say, one after the other."""
        for label in labels:
            self.match.play(seat, label)
        return self

    def choose(self, seat: int, cards: str = "") -> Table:
        """Take cards and be done."""
        return self.act(seat, *[f"Take {name}" for name in split(cards, ",")], "Done")

    def choose_all(self, *cards: str) -> Table:
        """Let the seats that are asked choose, in their order."""
        for seat, written in zip(self.match.to_act, cards, strict=True):
            self.choose(seat, written)
        return self

    def pass_windows(self) -> Table:
        """Let nobody give up Mordred."""
        while self.state.frame_count and self.labels(self.asked[0])[-1] == "Pass":
            self.act(self.asked[0], "Pass")
        return self

    def labels(self, seat: int) -> list[str]:
        """What a seat may do."""
        return [action.label for action in self.match.legal(seat)]

    def verbs(self, seat: int) -> set[str]:
        """The verbs of what a seat may do."""
        return {action.verb for action in self.match.legal(seat)}

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that are asked."""
        return self.match.to_act

    @property
    def phase(self) -> str:
        """The phase the match is in."""
        return self.match.phase

    # What lies where

    @property
    def state(self) -> Any:
        """The record as it is now; refused acts may have put another in place of the first."""
        return self.match.record

    def at(self, place: int) -> list[str]:
        """The names of the cards of a place."""
        record = self.state
        return [self.names[self.arrays.kind[record.rows[place, i]]] for i in range(int(record.counts[place]))]

    def hand(self, seat: int) -> list[str]:
        """The cards a seat holds."""
        return self.at(ZONES.hand + seat)

    def tableau(self, seat: int) -> list[str]:
        """What lies before a seat."""
        return self.at(ZONES.tableau + seat)

    @property
    def discard(self) -> list[str]:
        """The adventure discards."""
        return self.at(ZONES.discard)

    @property
    def held(self) -> list[int]:
        """The numbers of cards in the hands."""
        return [len(self.hand(seat)) for seat in range(self.match.seats)]

    @property
    def shields(self) -> list[int]:
        """The shields the seats hold."""
        return [int(self.state.shields[seat]) for seat in range(self.match.seats)]

    def standing(self, seat: int) -> tuple[str, int]:
        """The rank and the shields of a seat."""
        rank = ("Squire", "Knight", "Champion Knight", "Knight of the Round Table")[int(self.state.rank[seat])]
        return rank, int(self.state.shields[seat])

    def members(self, field: str) -> tuple[int, ...]:
        """The seats of a mask of the record."""
        return tuple(seat for seat in range(self.match.seats) if (int(getattr(self.state, field)) >> seat) & 1)

    def log(self, viewer: int | None = None) -> list[str]:
        """What a seat, or everybody, is told."""
        return self.match.seat_log(viewer)

    def told(self, *words: str, viewer: int | None = None) -> list[str]:
        """The lines of the log that have one of these words."""
        return [line for line in self.log(viewer) if any(word in line for word in words)]

    def seen(self, viewer: int | None, zone: str) -> Any:
        """A zone of the view of a seat, or of everybody."""
        return self.match.view(viewer)["zones"][zone]

    # Rules that are asked

    def ask_without_deck(self, rule_name: str, *arguments: int) -> Any:
        """What a rule that needs no deck says of this position."""
        return ASKED[rule_name](self.state, *arguments)

    def ask(self, rule_name: str, *arguments: Any) -> Any:
        """What a rule says of this position; names of cards stand for their kinds."""
        numbers = [self.kinds[one] if isinstance(one, str) else one for one in arguments]
        return ASKED[rule_name](self.state, self.arrays, *numbers)

"""A table that tests of Guile's rules put into a position and drive by positions and short names of cards.

Cards are written as in the worked examples of RULES.md: `4 Mo 1 3 2 2 1 1` clockwise from position 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from workbench.games.guile import rules, scoring
from workbench.play import Match, position

from ..laid import Driven

# Seat 0 begins and has Arthur's knights, who sit as listed: Tristan at 0, Palamedes at 1.
AT_THE_TABLE = {"start_player": "seat_0", "faction_choice": "seat_0_arthur", "table_order": "listed"}
KNIGHTS = [
    "Sir Tristan", "Sir Palamedes", "Sir Lancelot", "Sir Agravaine",
    "Sir Galahad", "Sir Meleagant", "Sir Gawain", "Sir Accolon",
]  # fmt: skip
LONG = {
    "1": "Influence 1", "2": "Influence 2", "3": "Influence 3", "4": "Influence 4", "4d": "Influence 4 dagger",
    "Is": "Isolde", "Mo": "Morgana", "Me": "Merlin",
}  # fmt: skip
SHORT = {name: letters for letters, name in LONG.items()}


class Table(Driven):
    """A match driven by position and short name: `table.put("4 1 1 3 2 2 3 1").exchange(5)`."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.names = [str(row["name"]) for row in match.deck.rows]
        self.short = [SHORT.get(name, name) for name in self.names]

    # Positions

    def put(self, laid: str, *, errant: int = 0, actions: int = 0, known: bool = False, **said: Any) -> Table:
        """Lay eight cards on the knights; the Knight-Errant acts, after this many actions in this round.

        known: both seats know all these cards. The other arguments describe the table.
        """
        cards = dict(enumerate(LONG[letters] for letters in laid.split()))
        placed = position(self.match).cleared().table(position=cards)
        for seat in (0, 1) if known else ():
            placed = placed.knows(seat, position=cards)
        turn_card = {"sword": (errant - actions) % 8, "actions_taken": actions}
        self.match = placed.table(**{"aside": ..., **turn_card, **said}).phase("act").match()
        return self

    def last_action(self, laid: str, *, sword: int = 0, **said: Any) -> Table:
        """Lay eight cards for the last action of a round."""
        return self.put(laid, errant=(sword + 7) % 8, actions=15, **said)

    def put_hands(self, first: str, second: str) -> Table:
        """Deal these hands for a draft."""
        return self._hand_out("draft", "hand", first, second)

    def put_kept(self, first: str, second: str, **said: Any) -> Table:
        """Begin the placement with these cards kept by the seats."""
        return self._hand_out("place", "kept", first, second, **said)

    def _hand_out(self, phase: str, zone: str, first: str, second: str, **said: Any) -> Table:
        cards = [[LONG[letters] for letters in of_seat.split()] for of_seat in (first, second)]
        placed = position(self.match).cleared().table(**{zone: cards}, aside=..., **said)
        self.match = placed.phase(phase).match()
        return self

    def shown(self, seat: int) -> list[str]:
        """The cards that a seat was shown in this round, in their order."""
        kinds, seen = self.match.deck.arrays.kind, int(self.state.seen[seat])
        return [self.short[int(kinds[card])] for card in range(self.state.card_count) if seen >> card & 1]

    # What lies where

    def cards_at(self, place: int) -> list[str]:
        """The short names of the cards of a place."""
        state, kinds = self.state, self.match.deck.arrays.kind
        return [self.short[int(kinds[state["rows"][place, i]])] for i in range(int(state["counts"][place]))]

    def hand(self, seat: int) -> list[str]:
        return self.cards_at(rules.ZONES.hand + seat)

    def kept(self, seat: int) -> list[str]:
        return self.cards_at(rules.ZONES.kept + seat)

    @property
    def aside(self) -> list[str]:
        return self.cards_at(rules.ZONES.aside)

    @property
    def laid(self) -> str:
        """The cards on the knights, clockwise from position 0."""
        return " ".join(",".join(self.cards_at(place)) for place in rules.ZONES.position)

    def knights(self) -> list[str]:
        """The knights by position."""
        return [self.match.naming("knight", int(knight)) for knight in self.state.knight_at]

    def seen_on_knights(self, viewer: int | None) -> list[str | None]:
        """What a viewer's view says of the cards on the knights."""
        zones = self.match.view(viewer)["zones"]
        found = (place["cards"] for place in zones["position"])
        return [SHORT.get(here[0], here[0]) if here else None for here in found]

    # What may be done

    def may(self, seat: int, verb: str) -> list[str]:
        """The labels of what a seat may do by a verb."""
        return [action.label for action in self.match.legal(seat) if action.verb == verb]

    # Acting

    def play(self, seat: int, verb: str, *args: int) -> Table:
        self.match.play(seat, self.match.variant.actions.encode(verb, *args))
        return self

    def knight_at(self, number: int) -> int:
        return int(self.state.knight_at[number])

    def keep(self, seat: int, letters: str) -> Table:
        return self.play(seat, "keep", self.short.index(letters))

    def keep_both(self, first: str, second: str) -> Table:
        return self.keep(0, first).keep(1, second)

    def lay(self, seat: int, number: int, letters: str) -> Table:
        return self.play(seat, "lay", self.knight_at(number), self.short.index(letters))

    def lay_all(self, seat: int, letters: str) -> Table:
        """Lay four cards on a seat's knights from the lowest position on, and be done."""
        own = [number for number in range(8) if self.state.faction_seat[number % 2] == seat]
        for number, one in zip(own, letters.split(), strict=True):
            self.lay(seat, number, one)
        return self.play(seat, "done")

    def exchange(self, number: int) -> Table:
        return self.play(self.acting, "exchange", self.knight_at(number))

    def peek(self) -> Table:
        """Peek and put the card back."""
        seat = self.acting
        return self.play(seat, "peek").play(seat, "lay_back")

    def peek_to_the_end(self) -> Table:
        """Let every seat peek until the round is over; the cards stay where they are."""
        played = int(self.state.rounds)
        while int(self.state.rounds) == played:
            self.peek()
        return self

    def set_up(self) -> Table:
        """Play whatever comes before the actions: always the first legal action, taking no card back."""
        while self.phase not in ("act", "match_over"):
            seat = self.match.to_act[0]
            legal = [action for action in self.match.legal(seat) if action.verb != "take_back"]
            self.match.play(seat, legal[0])
        return self

    def win_round(self, seat: int) -> Table:
        """Let a seat (None: nobody) win the round being played."""
        self.set_up()
        best = "4 1 4d 1 3 1 3 2" if seat == 0 else "1 4 1 4d 1 3 2 3"
        return self.last_action(best, sword=int(self.state.sword)).peek()

    def draw_round(self) -> Table:
        """Let the round being played be drawn; this needs the extended cast."""
        self.set_up()
        return self.last_action("3 3 2 2 1 2 1 Is", sword=int(self.state.sword)).peek()

    def bot_acts(self, most: int = 20_000) -> Iterator[int]:
        """Let the bots play to the end; yield the seat that is about to act before each act."""
        for _ in range(most):
            if self.match.over:
                return
            seat = self.match.to_act[0]
            yield seat
            self.match.play_bot(seat)
        raise AssertionError(f"the match goes on after {most} acts")

    # The outcome of a round

    def worth(self, r: int = 0) -> str:
        """What the cards of a round were worth, clockwise from position 0."""
        return " ".join(str(points) for points in self.state.influence[r].tolist())

    def why(self, r: int = 0) -> list[str]:
        return [scoring.RANKING.reasons[reason].name for reason in self.state.why[r].tolist()]

    def outcome(self, r: int = 0) -> tuple[int, str]:
        """Who won a round (-1: nobody, 2: both) and the step that decided."""
        step = ("total", "highest_card", "dagger", "drawn")[int(self.state.decided_by[r])]
        return int(self.state.round_winner[r]), step

    def lines(self, reason: str | None = None, round_number: int | None = None) -> list[dict[str, Any]]:
        return [
            line
            for line in self.match.score_lines()
            if reason in (None, line["reason"]) and round_number in (None, line["round"])
        ]

    def totals(self, r: int = 0) -> list[int]:
        """The totals of both factions in a round, as the score sheet has them."""
        return [line["points"] for line in self.lines("faction_total", r + 1)]

    @property
    def victory_cards(self) -> list[int]:
        return self.state.victory_cards.tolist()


NewTable = Callable[..., Table]

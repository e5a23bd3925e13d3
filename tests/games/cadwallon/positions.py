"""A table that tests of Cadwallon put into a position by short names of cards, ask rules of, and drive by actions.

Cards are written short: `US4` is the fourth Usurers card (`g_us4` in the list), `M2` militia 2, `P1` personality 1,
`A02` Tarot Mages, `K03` a contract. Seats are Red, Blue, Yellow and Green, 0 to 3.
"""

from __future__ import annotations

from typing import Any

from workbench.games.cadwallon import GAME, actions, city, rules, scoring
from workbench.kernel import cards, phases
from workbench.kernel.engine.speeds import linked_plain
from workbench.kernel.frames import push_frame
from workbench.play import Match

STATE, ZONES, PHASES, ACTIONS = rules.STATE, rules.ZONES, rules.PHASES, rules.ACTIONS
OPTIONS = STATE.options
RED, BLUE, YELLOW, GREEN = range(4)
COLOURS = "RBYG"
NOBODY = -1
# The board of the ledger's example CG-03, and the agents on it by boulevard.
BOARD = "US4 BL1 P1  M2 A02 GO2  AR1 AR3 M4"
AGENTS = "Y R B R Y B R B Y R Y B"

# The functions that build a position are the rules' own, linked to Cadwallon as plain Python.
ASKED = linked_plain(
    GAME.variant(),
    {
        name: value
        for module in (city, scoring, actions, rules)
        for name, value in vars(module).items()
        if getattr(value, "__rule__", False)
    }
    | {name: getattr(cards, name) for name in ("move", "show", "lose_track")}
    | {"push_frame": push_frame, "go_on": phases.go_on},
)


def key_of(short: str) -> str:
    """The id of a card in the lists."""
    if short[0] in "MPACK" and short[1].isdigit():
        return f"{short[0]}_{short[1:]}".lower()
    return f"g_{short}".lower()


class Table:
    """A match in a position: `Table(Match("cadwallon")).city(BOARD).agents(AGENTS).turn(BLUE)`."""

    def __init__(self, match: Match) -> None:
        self.match, self.deck = match, match.deck
        self.record = match.record  # there is no public way to cheat
        self.arrays = match.referee.arrays
        self.keys = [kind.key for kind in match.deck.kinds]
        for card in range(int(self.arrays.district_count)):
            ASKED["move"](self.record, card, ZONES.stock)
        self.record.to_act = 0
        self.first(RED)

    def _revised(self) -> Table:
        self.match.revise()
        return self

    # Positions

    def card(self, short: str) -> int:
        """The card of a short name."""
        return int(self.arrays.first_card[self.keys.index(key_of(short))])

    def kind(self, short: str) -> int:
        """The kind of a short name."""
        return self.keys.index(key_of(short))

    def short(self, card: int) -> str:
        """The short name of a card."""
        return self.short_of_kind(int(self.arrays.kind[card]))

    def short_of_kind(self, kind: int) -> str:
        """The short name of a kind."""
        return self.keys[kind].upper().removeprefix("G_").replace("_", "")

    def lay(self, place: int, *names: str) -> Table:
        """Lay cards into a place, wherever they lie."""
        for name in names:
            ASKED["move"](self.record, self.card(name), place)
        return self._revised()

    def city(self, board: str) -> Table:
        """Lay nine cards into the cells."""
        for cell, name in enumerate(board.split()):
            self.lay(ZONES.cell[cell], name)
        return self

    def agents(self, standing: str) -> Table:
        """Let agents stand by boulevard: letters of colours, several in one word, `-` for none."""
        for boulevard, word in enumerate(standing.split()):
            for colour in word.replace("-", ""):
                ASKED["place_agent"](self.record, COLOURS.index(colour), boulevard)
        return self._revised()

    def owns(self, seat: int, cards_of_seat: str) -> Table:
        """Lay cards before a seat."""
        return self.lay(ZONES.tableau + seat, *cards_of_seat.split())

    def holds(self, seat: int, cards_of_seat: str) -> Table:
        """Give won action cards to a seat."""
        return self.lay(ZONES.won + seat, *cards_of_seat.split())

    def holds_secretly(self, seat: int, card: str) -> Table:
        """Give a seat a special action card."""
        return self.lay(ZONES.hand + seat, card)

    def has_played(self, seat: int, cards_of_seat: str) -> Table:
        """Action cards that a seat has played."""
        return self.lay(ZONES.played + seat, *cards_of_seat.split())

    def keeps(self, seat: int, contract: str) -> Table:
        """Let a seat have kept a contract, and no other."""
        while self.record.counts[ZONES.contracts + seat]:
            ASKED["move"](self.record, int(self.record.rows[ZONES.contracts + seat, 0]), ZONES.contract_stock)
        return self.lay(ZONES.contracts + seat, contract)

    def stock(self, number: int, *on_top: str) -> Table:
        """Leave so many cards in the deck, the last one named on top; the others are out of the game."""
        for name in on_top:
            ASKED["move"](self.record, self.card(name), ZONES.out)
        while self.record.counts[ZONES.stock] > number - len(on_top):
            ASKED["move"](self.record, int(self.record.rows[ZONES.stock, 0]), ZONES.out)
        return self.lay(ZONES.stock, *on_top)

    def first(self, seat: int) -> Table:
        """Who has the First Player card."""
        self.record.first_seat = seat
        return self._revised()

    def turn(self, seat: int) -> Table:
        """It is the turn of a seat, which places an agent."""
        return self._in_phase(PHASES.place, seat)

    def action(self, seat: int) -> Table:
        """A seat has placed its agent and may play a card."""
        return self._in_phase(PHASES.action, seat)

    def assigning(self, seat: int) -> Table:
        """A seat assigns its personalities at the end."""
        return self._in_phase(PHASES.assign, seat)

    def _in_phase(self, phase: int, seat: int) -> Table:
        self.record.frame_count = 0
        self.record.current, self.record.played_now = seat, 0
        self.record.phase, self.record.entered, self.record.to_act = phase, 0, 1 << seat
        return self._revised()

    # Driving

    def play(self, verb: str, *args: int, seat: int | None = None) -> Table:
        """Let the seat that is asked do something."""
        asked = self.match.to_act[0] if seat is None else seat
        self.match.play(asked, self.match.variant.actions.encode(verb, *args))
        return self

    def play_card(self, short: str) -> Table:
        """Play an action card."""
        return self.play("play", self.kind(short))

    def legal(self, verb: str, seat: int | None = None) -> list[tuple[int, ...]]:
        """The arguments with which a verb is legal for the seat that is asked."""
        asked = self.match.to_act[0] if seat is None else seat
        return [action.args for action in self.match.legal(asked) if action.verb == verb]

    def playable(self) -> list[str]:
        """The action cards that the seat that is asked can play."""
        return [self.short_of_kind(kind) for (kind,) in self.legal("play")]

    def control(self) -> Table:
        """Decide all nine cards."""
        ASKED["control"](self.record, self.arrays, self.match.referee.events)
        return self._revised()

    def finish(self) -> Table:
        """The game is over; who has no contract where everybody needs one gets any."""
        for seat in range(self.match.seats):
            if self.record.contract_cards and not self.record.counts[ZONES.contracts + seat]:
                ASKED["move"](self.record, int(self.record.rows[ZONES.contract_stock, 0]), ZONES.contracts + seat)
        ASKED["end_game"](self.record, self.arrays, self.match.referee.events)
        if self.record.games == self.record.series_games:
            self.record.over = 1
        return self._revised()

    # Asking

    def ask(self, name: str, *args: Any) -> Any:
        """What a rule says; `state` and `deck` are those of the table."""
        return ASKED[name](self.record, self.arrays, *args)

    def supports(self, cell: int) -> list[int]:
        """The support of each seat in a cell."""
        found = [0] * self.match.seats
        self.ask("count_support", cell, found)
        return found

    def winner(self, cell: int) -> int:
        """Who would win a cell; -1 nobody."""
        return int(self.ask("judge", cell, [0] * self.match.seats)) // 8 - 1

    def winners(self) -> list[int]:
        """Who would win each cell."""
        return [self.winner(cell) for cell in range(city.CELLS)]

    def decided(self) -> list[str]:
        """The cards of the nine cells as the last control phase found them."""
        return [
            self.keys[int(kind) - 1].upper().removeprefix("G_").replace("_", "") for kind in self.record.judged_kind
        ]

    def decided_supports(self, cell: int) -> list[int]:
        """The support of each seat in a cell in the last control phase."""
        return [int(self.record.judged_support[cell, seat]) for seat in range(self.match.seats)]

    def decided_winners(self) -> list[int]:
        """Who won each cell in the last control phase; -1 nobody."""
        return [int(winner) for winner in self.record.judged_winner]

    def at(self, place: int) -> list[str]:
        """The cards of a place."""
        return [self.short(int(self.record.rows[place, i])) for i in range(int(self.record.counts[place]))]

    def in_city(self) -> list[str]:
        """The card of each cell; empty for a gap."""
        return [(self.at(place) or [""])[0] for place in ZONES.cell]

    def standing(self, boulevard: int) -> str:
        """The agents in a boulevard, by colour."""
        return "".join(COLOURS[seat] * int(self.record.agents[boulevard, seat]) for seat in range(self.match.seats))

    def figures(self, reason: str) -> list[int]:
        """What each seat has on the score sheet for a reason."""
        lines = self.match.wording.score(self.match.referee.score(self.record))
        return [
            sum(line["points"] for line in lines if line["seat"] == seat and line["reason"] == reason)
            for seat in range(self.match.seats)
        ]

    def figure(self, reason: str, seat: int = RED) -> int:
        """What a seat has on the score sheet for a reason."""
        return self.figures(reason)[seat]

"""A Cadwallon table that tests set up by short names of cards, ask what rules say, and drive by actions.

Cards are written short: `US4` is the fourth Usurers card (`g_us4` in the list), `M2` militia 2, `P1` personality 1,
`A02` Tarot Mages, `K03` a contract. Seats are Red, Blue, Yellow and Green, 0 to 3.
"""

from __future__ import annotations

from typing import Any, Self

from workbench.games.cadwallon import city, rules
from workbench.games.cadwallon.table import CELLS
from workbench.play import Match, position
from workbench.play.positions import Position

from ..laid import Laid

ZONES = rules.ZONES
RED, BLUE, YELLOW, GREEN = range(4)
COLOURS = "RBYG"
NOBODY = -1
# The board of the ledger's example CG-03, and the agents on it by boulevard.
BOARD = "US4 BL1 P1  M2 A02 GO2  AR1 AR3 M4"
AGENTS = "Y R B R Y B R B Y R Y B"


def key_of(short: str) -> str:
    """The id of a card in the lists."""
    if short[0] in "MPACK" and short[1].isdigit():
        return f"{short[0]}_{short[1:]}".lower()
    return f"g_{short}".lower()


class Table(Laid):
    """A match in a position: `Table(Match("cadwallon")).city(BOARD).agents(AGENTS).turn(BLUE)`."""

    def __init__(self, match: Match) -> None:
        said = position(match).table(cell=dict.fromkeys(range(CELLS), ""), box="", first_seat=RED)
        if match.options["contract_cards"]:
            said = said.table(contracts=[1] * match.seats)
        super().__init__(said)
        self.keys = [kind.key for kind in match.deck.kinds]

    # Positions

    def completed(self, said: Position) -> Position:
        """If no phase begins, Red may play a card."""
        return said.phase("action", asked=[RED]) if "box" in said.cards and not said.key else said

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

    def lay(self, place: int, *names: str) -> Self:
        """Lay cards into a place, from wherever they lie."""
        keys = list(map(key_of, names))
        for zone, places in self.pending.cards.items():
            left = {number: [key for key in cards if key not in keys] for number, cards in places.items()}
            self.say(**{zone: left})
        zone, number = self.where(place)
        here = [key for key in self.lying(zone, number) if key not in keys]
        return self.say(**{zone: {number: [*here, *keys]}})

    def city(self, board: str) -> Table:
        """Lay nine cards into the cells."""
        for cell, name in enumerate(board.split()):
            self.lay(ZONES.cell[cell], name)
        return self

    def agents(self, standing: str) -> Table:
        """Place agents by boulevard: letters of colours, several in one word, `-` for none."""
        pending = self.pending
        agents = [list(row) for row in pending.fields.get("agents", pending.start.state.agents.tolist())]
        for boulevard, word in enumerate(standing.split()):
            for colour in word.replace("-", ""):
                agents[boulevard][COLOURS.index(colour)] += 1
        return self.say(agents=agents)

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
        """Make a contract the only one that a seat has kept."""
        return self.say(contracts={seat: key_of(contract)})

    def stock(self, number: int, *on_top: str) -> Table:
        """Leave this many cards in the deck, the last one named on top; the others are out of the game."""
        return self.say(stock=[number - len(on_top), *map(key_of, on_top)], out=[*self.lying("out"), ...])

    def first(self, seat: int) -> Table:
        """Who has the First Player card."""
        return self.say(first_seat=seat)

    def turn(self, seat: int) -> Table:
        """It is the turn of a seat, which places an agent."""
        return self._in_phase("place", seat)

    def action(self, seat: int) -> Table:
        """A seat has placed its agent and may play a card."""
        return self._in_phase("action", seat)

    def assigning(self, seat: int) -> Table:
        """A seat assigns its personalities at the end."""
        return self._in_phase("assign", seat)

    def _in_phase(self, phase: str, seat: int) -> Table:
        return self.begin(phase, [seat], current=seat, played_now=0)

    # Driving

    def play(self, verb: str, *args: int, seat: int | None = None) -> Table:
        """Act for the seat that is asked."""
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
        """Decide all nine cards; the next round begins."""
        return self.begin("control")

    def finish(self) -> Table:
        """End the game; whoever has to assign a personality takes the first legal action."""
        self.begin("assign")
        while self.match.to_act:
            self.match.play(self.match.to_act[0], self.match.legal(self.match.to_act[0])[0])
        return self

    # Asking

    @property
    def record(self) -> Any:
        """The record as it is now."""
        return self.state

    def ask(self, name: str, *args: Any) -> Any:
        """What a rule says with the table's `state` and `deck`."""
        return self.match.referee.engine.linked(getattr(city, name))(self.record, self.arrays, *args)

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
        return [self.winner(cell) for cell in range(CELLS)]

    def decided(self) -> list[str]:
        """The cards of the nine cells as the last control phase found them."""
        return [self.keys[int(kind)].upper().removeprefix("G_").replace("_", "") for kind in self.record.judged_kind]

    def decided_supports(self, cell: int) -> list[int]:
        """The support of each seat in a cell in the last control phase."""
        return [int(self.record.judged_support[cell, seat]) for seat in range(self.seats)]

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
        return "".join(COLOURS[seat] * int(self.record.agents[boulevard, seat]) for seat in range(self.seats))

    def figures(self, reason: str) -> list[int]:
        """What each seat has on the score sheet for a reason."""
        lines = self.match.wording.score(self.match.referee.score(self.record))
        return [
            sum(line["points"] for line in lines if line["seat"] == seat and line["reason"] == reason)
            for seat in range(self.seats)
        ]

    def figure(self, reason: str, seat: int = RED) -> int:
        """What a seat has on the score sheet for a reason."""
        return self.figures(reason)[seat]

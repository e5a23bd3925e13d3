"""A table of Increased Player Interaction that tests put into a position and drive by verbs and card names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ..table import Table

PLAIN_HANDS = {0: ["Mason", "Port", "Quarry"], 1: ["Moat", "Docks"], 2: ["Castle", "Temple"], 3: ["Pub"]}


class Round(Table):
    """A match of the variant, in which a round can begin with any phase."""

    def lay(
        self,
        hands: Mapping[int, Sequence[str]] | None = None,
        phase: str = "draw_1",
        *,
        built: Mapping[int, Sequence[str]] | None = None,
        stock: Sequence[str] | int | None = None,
        discards: Sequence[str] = (),
        guildmaster: int = 0,
    ) -> Round:
        """Lay the cards out anew, name a Guildmaster and let a phase begin."""
        plain = {seat: names for seat, names in PLAIN_HANDS.items() if seat < self.match.seats}
        held = plain if hands is None else hands
        return self.lay_out(phase, **self._piles(held, built or {}, stock, discards), guildmaster=guildmaster)

    @property
    def guildmaster(self) -> int:
        return int(self.match.state.guildmaster)

    @property
    def asked(self) -> set[int]:
        return set(self.match.to_act)

    def told(self, seat: int | None = None) -> str:
        """All that a seat has read so far."""
        return " ".join(self.match.seat_log(seat))

    def bid(self, *bids: int) -> Round:
        """One bid for each seat that is asked, in order."""
        for seat, number in zip(sorted(self.asked), bids, strict=True):
            self.play(seat, "bid", number)
        return self

    def vote(self, votes: Mapping[int, int]) -> Round:
        for seat, candidate in votes.items():
            self.play(seat, "vote_for", candidate)
        return self

    def reply(self, seat: int, giver: int, names: Sequence[str] = ()) -> Round:
        """Answer the offer of a seat with cards."""
        self.play(seat, "answer_to", giver).submit(seat, "pick", names, "done")
        return self

    def swap(self, giver: int, partner: int, given: Sequence[str], received: Sequence[str]) -> Round:
        """A whole trade: offered, answered, confirmed."""
        self.offer(giver, partner, given)
        self.reply(partner, giver, received).play(giver, "confirm")
        return self

    def close(self) -> Round:
        """Everybody is done trading."""
        while self.phase in ("trade_1", "trade_2") and self.asked:
            self.play(min(self.asked), "end_trade")
        return self

    def choose(self, seat: int, names: Sequence[str] = ()) -> Round:
        """Choose a set of cards."""
        self.submit(seat, "pick", names, "done")
        return self

    def default_acts(self, most: int = 5000) -> Iterator[str]:
        """Let everybody do what a seat out of time does, until the match is over; yield the phase before each act."""
        for _ in range(most):
            if self.match.over:
                return
            yield self.phase
            self.match.play_default(self.match.to_act[0])
        raise AssertionError(f"the game goes on after {most} acts")


NewRound = Callable[..., Round]

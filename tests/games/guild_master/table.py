"""A table that tests of Guild Master's rules put into a position and drive by verbs and card names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Self

from workbench.games.guild_master import rules
from workbench.kernel.actions import Action
from workbench.play import Match, position

from ..laid import Driven

PASSES = ("end_trade", "decline", "withdraw", "done")


class Table(Driven):
    """A match driven by seat, verb and name: `table.play(0, "pick", "Mason")`."""

    def __init__(self, match: Match) -> None:
        self.match = self.start = match
        self.names = [str(row["name"]) for row in match.deck.rows]
        self.cards = [self.names[kind] for kind in match.deck.arrays.kind[: match.deck.arrays.card_count]]
        self.letters = [category.letter for category in match.deck.meta.categories]

    # Positions

    def put(
        self,
        *,
        hands: Mapping[int, Sequence[str]] | None = None,
        built: Mapping[int, Sequence[str]] | None = None,
        stock: Sequence[str] | int | None = None,
        discards: Sequence[str] = (),
        current: int = 0,
        first: int | None = None,
        phase: str = "draw_1",
    ) -> Table:
        """Lay the cards out anew and let a seat's turn begin with a phase (or the next in which it has a choice).

        `stock` names the cards in the order in which they are drawn, or says how many (40, if the deck has
        them); hands that are not given are empty; all other cards are out of the game.
        """
        first = current if first is None else first
        laid = self._piles(hands or {}, built or {}, stock, discards)
        return self.lay_out(phase, **laid, current=current, first=first)

    def _piles(
        self,
        hands: Mapping[int, Sequence[str]],
        built: Mapping[int, Sequence[str]],
        stock: Sequence[str] | int | None,
        discards: Sequence[str],
    ) -> dict[str, Any]:
        """What the zones hold, the stock in the order in which it is drawn."""
        if stock is None:
            named = len(discards) + sum(len(names) for names in (*hands.values(), *built.values()))
            stock = min(40, len(self.cards) - named)
        stock = stock if isinstance(stock, int) else stock[::-1]
        return {"hand": hands, "built": built, "stock": stock, "discard": discards}

    def lay_out(self, phase: str, **said: Any) -> Self:
        """Let a phase begin with the table as described; all other cards are out of the game."""
        self.match = position(self.start).only_named().table(**said).phase(phase).match()
        return self

    # What lies where

    def cards_at(self, place: int) -> list[str]:
        """The names of the cards of a place, bottom first."""
        state = self.match.state
        return [self.cards[int(state["rows"][place, i])] for i in range(int(state["counts"][place]))]

    def hand(self, seat: int) -> set[str]:
        return set(self.cards_at(rules.ZONES.hand + seat))

    def built(self, seat: int) -> set[str]:
        return set(self.cards_at(rules.ZONES.built + seat))

    @property
    def discards(self) -> set[str]:
        return set(self.cards_at(rules.ZONES.discard)) | set(self.cards_at(rules.ZONES.face_down_discard))

    @property
    def stock(self) -> list[str]:
        """The stock in the order in which it is drawn."""
        return self.cards_at(rules.ZONES.stock)[::-1]

    @property
    def current(self) -> int:
        return int(self.match.state.current)

    def everything(self) -> bytes:
        """All bytes of the record, to see that nothing changed."""
        return self.match.state.tobytes()

    # What may be done

    def may(self, seat: int, verb: str) -> list[str | int]:
        """What a verb may be done with now: names for cards, letters for categories, numbers; [] if it may not."""
        return [self._argument(action) for action in self.match.legal(seat) if action.verb == verb]

    def bot_verbs(self, seat: int) -> set[str]:
        """The verbs that the rules let a bot use there, whatever else it is asked to keep to."""
        return {action.verb for action in self.bot_actions(seat)}

    def bot_actions(self, seat: int) -> list[Action]:
        """The actions that a bot chooses from."""
        match = self.match
        actions = match.referee.engine.new_actions()[0]
        match.referee.engine.list_actions(match.record, match.referee.arrays, seat, actions, 0, 1)
        listed = actions.list[: actions.count]
        return [match.variant.actions.describe(int(action), match.naming) for action in listed]

    def _argument(self, action: Action) -> str | int:
        if not action.args:
            return ""
        kind = self.match.variant.actions.verb(action.verb).arguments[0].type
        return {"card": self.names, "category": self.letters}.get(kind, range(1000))[action.args[0]]

    def action(self, verb: str, argument: str | int = "") -> int:
        """The number of an action, legal or not."""
        space = self.match.variant.actions
        if argument == "":
            return space.encode(verb)
        kind = space.verb(verb).arguments[0].type
        named = {"card": self.names, "category": self.letters}.get(kind, range(1000))
        return space.encode(verb, named.index(argument))  # type: ignore[attr-defined]

    # Acting

    def play(self, seat: int, verb: str, argument: str | int = "") -> Table:
        self.match.play(seat, self.action(verb, argument))
        return self

    def submit(self, seat: int, verb: str, names: Sequence[str], then: str) -> Table:
        """Pick cards and submit them as one act, in ascending order as a screen does."""
        self.match.play(seat, [*sorted(self.action(verb, name) for name in names), self.action(then)])
        return self

    def offer(
        self,
        seat: int,
        partner: int,
        names: Sequence[str] = (),
        wish_number: int | None = None,
        wish_category: str | None = None,
    ) -> Table:
        """Make an offer to a partner."""
        self.play(seat, "offer_to", partner)
        for name in names:
            self.play(seat, "pick", name)
        if wish_number is not None:
            self.play(seat, "wish_number", wish_number)
        if wish_category is not None:
            self.play(seat, "wish_category", wish_category)
        return self.play(seat, "done")

    def answer(self, partner: int, names: Sequence[str] = ()) -> Table:
        return self.submit(partner, "pick", names, "done")

    def trade(self, seat: int, partner: int, given: Sequence[str], received: Sequence[str]) -> Table:
        """A whole trade: offered, answered, confirmed."""
        return self.offer(seat, partner, given).answer(partner, received).play(seat, "confirm")

    def discard(self, seat: int, names: Sequence[str]) -> Table:
        return self.submit(seat, "pick", names, "done")

    def build(self, seat: int, letter: str, names: Sequence[str] = ()) -> Table:
        return self.play(seat, "build_category", letter).submit(seat, "pick", names, "done")

    def bot_acts(self, most: int = 20_000) -> Iterator[int]:
        """Let the bots play to the end; yield the seat that acted after each act."""
        for _ in range(most):
            if self.match.over:
                return
            seat = self.match.to_act[0]
            self.match.play_bot(seat)
            yield seat
        raise AssertionError(f"the game goes on after {most} acts")

    def pass_on(self) -> Table:
        """Do as little as possible for whoever is asked first."""
        seat = self.match.to_act[0]
        verbs = self.verbs(seat)
        if "draw" in verbs:
            return self.play(seat, "draw", 0)
        for verb in PASSES:
            if verb in verbs:
                return self.play(seat, verb)
        return self.play(seat, "build_category", self.letters[0])

    def pass_to(self, phase: str, seat: int | None = None) -> Table:
        """Pass until a phase (of a seat's turn) is reached, or the match is over."""
        for _ in range(2000):
            if self.match.over or (self.phase == phase and seat in (None, self.current)):
                break
            self.pass_on()
        assert self.phase == phase, f"reached {self.phase} of seat {self.current}, not {phase} of seat {seat}"
        return self

    # Scores

    def lines(self, reason: str | None = None, seat: int | None = None) -> list[dict[str, Any]]:
        return [
            line
            for line in self.match.score_lines()
            if reason in (None, line["reason"]) and seat in (None, line["seat"])
        ]

    def totals(self, seat: int) -> dict[str, int]:
        """A seat's category scores that are not zero, by letter."""
        return {line["category"]: line["points"] for line in self.lines("category_total", seat) if line["points"]}

    def leads(self) -> list[int]:
        """How many categories each seat leads."""
        return [line["points"] for line in self.lines("lead_count")]


NewTable = Callable[..., Table]

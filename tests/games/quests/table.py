"""A Quests table that tests set up by the names of cards, ask what rules say, and drive by labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from workbench.games.quests import battle, rules
from workbench.games.quests.table import STATE, ZONES
from workbench.play import Match, position
from workbench.play.positions import Position

from ..laid import Laid

PHASES = rules.PHASES
OPTIONS = STATE.options
NOBODY = -1


def split(written: str, by: str) -> list[str]:
    """The parts of a written list."""
    return [part.strip() for part in written.split(by) if part.strip()]


class Table(Laid):
    """A match in a position: `Table(Match("quests"), "Boar Hunt").hold(0, "Boar", "Sword").ask("can_sponsor", 0)`.

    At first all adventure cards lie in the stock and all story cards in theirs, the quests on top, so that
    whatever is played, a quest comes up and somebody is asked. What is said before a phase begins goes to the
    builder; if no phase begins, seat 0 is asked whether it joins a quest or enters a tournament.
    """

    def __init__(self, match: Match, story: str = "") -> None:
        super().__init__(position(match).cleared().table(current=0, turn=0))
        self.names = [kind.name for kind in match.deck.kinds]
        self.kinds = {name: number for number, name in enumerate(self.names)}
        cards = [self.names[kind] for kind in self.arrays.kind[: int(self.arrays.card_count)]]
        quests = [name for name in cards if match.deck.rows[self.kinds[name]]["type"] == "quest"]
        self.stories = cards[int(self.arrays.adventure_count) :]
        others = [name for name in self.stories if name not in quests]
        self.piles = {"stock": cards[: int(self.arrays.adventure_count)], "story_stock": [*others, *quests]}
        self.on_top: dict[str, list[str]] = {}
        if story:
            self.lay(ZONES.story_card, story)

    # Positions

    def completed(self, said: Position) -> Position:
        """If no phase begins, seat 0 is asked; the stocks lie in their order."""
        if said.others and not said.key:
            if not said.cards.get("story_card"):
                said = said.table(story_card="Boar Hunt")
            (story,) = said.cards["story_card"][0]
            type_ = self.deck.rows[said.words.kinds[str(story)]]["type"]
            said = said.phase("entry_offer" if type_ == "tournament" else "join_offer", asked=[0])
        for pile in self.piles:
            if pile in self.on_top or (said.others and pile not in said.cards):
                said = said.table(**{pile: self._pile(said, pile)})
        self.on_top = {}
        return said

    def _pile(self, said: Position, pile: str) -> list[Any]:
        """A stock in its order, without what is named elsewhere."""
        on_top = self.on_top.get(pile, [])
        elsewhere = [cards for zone, places in said.cards.items() if zone != pile for cards in places.values()]
        if not said.others or (pile == "stock" and any("..." in cards for cards in elsewhere)):
            return [..., *on_top] if not said.others else on_top
        named = Counter(key for cards in (*elsewhere, said.words.cards(on_top, pile)) for key in cards)
        keys = Counter(key for name in self.piles[pile] for key in said.words.cards(name, pile))
        return [*(keys - named).elements(), *on_top]

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
        self.on_top["stock"] = list(reversed(names))
        return self

    def rank(self, seat: int, rank: str, shields: int = 0) -> Table:
        """Give a seat a rank and shields."""
        return self.say(rank={seat: getattr(battle.RANK, rank)}, shields={seat: shields})

    def place(self, seat: int, stage: int, *names: str) -> Table:
        """Pick cards that a seat holds for a stage, counted from 0."""
        before = self.pending.picked.get(seat, {}).get(stage + 1, {}).get("hand", {}).get(seat, ())
        self.said = self.pending.picks(seat, stage + 1, hand=[*before, *names])
        return self

    # The course of the game

    def put_away(self) -> Table:
        """Discard the story card that is in play."""
        here = self.lying("story_card")
        return self.say(story_card="").lay(ZONES.story_discard, *here)

    def turn(self, story: str, *, drawer: int = 0) -> Table:
        """Let a seat's turn begin and this story card be drawn; one that was in play is discarded."""
        self.put_away()
        self.on_top["story_stock"] = [story]
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
        """A quest that is set up, `"Boar+Sword / Giant"`, with its participants; stages before `stage` are over."""
        self.put_away().lay(ZONES.story_card, story)
        laid = [split(group, "+") for group in split(groups, "/")]
        self.say(turned=dict(enumerate(laid[:stage])))
        if self.pending.start.options["stage_counts"] == "hidden":
            self.say(sealed={sponsor: [name for group in laid[stage:] for name in group]})
            for n, group in enumerate(laid[stage:], stage + 1):
                self.said = self.pending.picks(sponsor, n, sealed=group)
        else:
            self.say(stage=dict(enumerate(laid[stage:], stage)))
        return self.begin(at, current=drawer, turn=1, sponsor=sponsor, participants=set(joined), stage_now=stage)

    def tournament(self, story: str, *, entered: Sequence[int], drawer: int = 0, at: str = "tournament_start") -> Table:
        """A tournament with its entrants, before they choose."""
        self.lay(ZONES.story_card, story)
        return self.begin(at, current=drawer, turn=1, contenders=set(entered), entrants=len(entered))

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

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that are asked."""
        return self.match.to_act

    # What lies where

    def at(self, place: int) -> list[str]:
        """The names of the cards of a place."""
        kinds, record = self.arrays.kind, self.state
        return [self.names[kinds[record.rows[place, i]]] for i in range(int(record.counts[place]))]

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
        return [len(self.hand(seat)) for seat in range(self.seats)]

    @property
    def shields(self) -> list[int]:
        """The shields the seats hold."""
        return [int(self.state.shields[seat]) for seat in range(self.seats)]

    def standing(self, seat: int) -> tuple[str, int]:
        """The rank and the shields of a seat."""
        rank = ("Squire", "Knight", "Champion Knight", "Knight of the Round Table")[int(self.state.rank[seat])]
        return rank, int(self.state.shields[seat])

    def members(self, field: str) -> tuple[int, ...]:
        """The seats of a mask of the record."""
        return tuple(seat for seat in range(self.seats) if (int(getattr(self.state, field)) >> seat) & 1)

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

    def ask(self, rule_name: str, *arguments: Any) -> Any:
        """What a rule says of this position; names of cards stand for their kinds."""
        numbers = [self.kinds[one] if isinstance(one, str) else one for one in arguments]
        return self.match.referee.engine.linked(getattr(battle, rule_name))(self.state, self.arrays, *numbers)

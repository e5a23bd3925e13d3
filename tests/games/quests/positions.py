"""A table that tests of Quests put into a position by the names of cards, and the rules that they ask there."""

from __future__ import annotations

from typing import Any

from workbench.author import (
    EVERYONE,
    NOBODY,
    OWNER,
    ActionSpace,
    Field,
    Game,
    StateSpec,
    Studio,
    Variant,
    Verb,
    Zone,
    allow,
    clear_table,
    rule,
)
from workbench.games.quests import battle
from workbench.games.quests.deck import MAX_CARDS, MOST_STAGES, TABLES, bars, bonuses, deck_arrays, lint
from workbench.games.quests.options import MOST_SEATS, OPTIONS, RULES
from workbench.kernel import cards
from workbench.kernel.engine.speeds import linked_plain, plain_engine

STATE = StateSpec(
    seats=MOST_SEATS,
    cards=MAX_CARDS,
    zones=(
        Zone("hand", OWNER, per_seat=True, sorted=True),
        Zone("tableau", EVERYONE, per_seat=True),
        Zone("played", EVERYONE, per_seat=True),
        Zone("stage", NOBODY, many=MOST_STAGES),
        Zone("story_card", EVERYONE),
        Zone("stock", NOBODY),
    ),
    fields=(Field("rank", "i1", (MOST_SEATS,), about="by seat: one of RANK"),),
    options=OPTIONS,
)
ACTIONS = ActionSpace([Verb("wait", (), "Wait")])


@rule
def setup(state, deck, events):
    """Lay nothing."""
    clear_table(state)
    state.to_act = 1


@rule
def legal(state, deck, seat, actions):
    """Only to wait."""
    allow(actions, ACTIONS.wait)


@rule
def step(state, deck, events, seat, action):
    """The end."""
    state.to_act = 0
    state.over = 1


@rule
def score(state, deck, lines):
    """Nothing."""


GAME = Game(
    id="quests",
    title="Quests of the Round Table",
    version=1,
    variants=(
        Variant(
            state=STATE,
            actions=ACTIONS,
            setup=setup,
            legal=legal,
            step=step,
            score=score,
            max_decisions=1,
            seats=range(2, MOST_SEATS + 1),
            presets=(RULES,),
        ),
    ),
    tables=TABLES,
    deck_arrays=deck_arrays,
    default_deck="classic",
    studio=Studio(lint=lint, bonuses=bonuses, bars=bars),
)
ASKED = linked_plain(
    GAME.variant(),
    {name: value for name, value in vars(battle).items() if getattr(value, "__rule__", False)}
    | {"clear_table": cards.clear_table, "fill": cards.fill, "move": cards.move, "stage": cards.stage},
)


class Table:
    """A record put into a position: `Table(deck, "Boar Hunt").hold(0, "Boar", "Sword").ask("can_sponsor", 0)`."""

    def __init__(self, deck: Any, story: str = "", seats: int = 4, **options: Any) -> None:
        engine = plain_engine(GAME.variant())
        self.deck = deck
        self.record = engine.new_states()[0][0]
        self.arrays = engine.deck(deck.arrays)[0]
        self.kinds = {kind.name: number for number, kind in enumerate(deck.kinds)}
        ASKED["clear_table"](self.record)
        ASKED["fill"](self.record, STATE.zones.stock, self.arrays.card_count)
        self.record.seats = seats
        for option in OPTIONS:
            setattr(self.record, option.key, option.encode(options.get(option.key, option.default)))
        if story:
            self.lay(STATE.zones.story_card, story)

    def lay(self, place: int, *names: str) -> Table:
        """Lay cards that are still in the stock into a place."""
        for name in names:
            card = next(
                card
                for card in range(self.record.card_count)
                if self.arrays.kind[card] == self.kinds[name] and self.record.place[card] == STATE.zones.stock
            )
            ASKED["move"](self.record, card, place)
        return self

    def hold(self, seat: int, *names: str) -> Table:
        """Give cards to a hand."""
        return self.lay(STATE.zones.hand + seat, *names)

    def before(self, seat: int, *names: str) -> Table:
        """Lay cards before a seat."""
        return self.lay(STATE.zones.tableau + seat, *names)

    def play(self, seat: int, *names: str) -> Table:
        """Cards that a seat has played in this stage."""
        return self.lay(STATE.zones.played + seat, *names)

    def rank(self, seat: int, rank: str) -> Table:
        """Give a seat a rank."""
        self.record.rank[seat] = getattr(battle.RANK, rank)
        return self

    def place(self, seat: int, stage: int, *names: str) -> Table:
        """Pick cards that a seat holds for a stage, counted from 0."""
        for name in names:
            place = STATE.zones.hand + seat
            card = next(
                card
                for card in range(self.record.card_count)
                if self.arrays.kind[card] == self.kinds[name]
                and self.record.place[card] == place
                and self.record.staged[card] == 0
            )
            self.record.staged[card] = stage + 1
        return self

    def ask_without_deck(self, rule_name: str, *arguments: int) -> Any:
        """What a rule that needs no deck says of this position."""
        return ASKED[rule_name](self.record, *arguments)

    def ask(self, rule_name: str, *arguments: Any) -> Any:
        """What a rule says of this position; names of cards stand for their kinds."""
        numbers = [self.kinds[one] if isinstance(one, str) else one for one in arguments]
        return ASKED[rule_name](self.record, self.arrays, *numbers)

"""A match: one table playing one game, with its whole history.

(deck, options, seats, seed, acts) is the whole game; everything else is derived from it. An act is
what one seat does at once: a single action, or a set chosen card by card and submitted together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.heraldry.bearers import SEATS as ARMS
from workbench.kernel.actions import Action
from workbench.kernel.asking import OPEN_FLOOR
from workbench.kernel.game import Game, Variant
from workbench.kernel.registry import game as find_game
from workbench.play import asking, bots, history, news, replay, revealing, score_sheet, screens, tree_search, worlds
from workbench.play.history import Act, History, Moment
from workbench.play.log import Log, LogLine
from workbench.play.referee import Referee
from workbench.play.screens import Screens
from workbench.play.seating import arms_at_table, colours_given, names_at_table, names_given, numbered
from workbench.play.setup import (
    check_deck,
    check_seat,
    check_seats,
    check_seed,
    complete_options,
    deck_in_play,
    options_given,
)
from workbench.play.wording import Wording
from workbench.storage.errors import IllegalAction, OptionError, shown

if TYPE_CHECKING:
    from workbench.decks import Deck


class Match:
    """A match of a game.

    >>> match = Match("guild_master", seats=2, seed=7)
    >>> seat = match.to_act[0]
    >>> match.play(seat, match.legal(seat)[0])
    >>> match.undo()
    True

    `seats` defaults to the variant's usual number, `seed` to a random one, `deck` to the game's default
    deck (a Deck, a name or a path); `options` may hold `game_variant`; `bots` maps seats to the bots that play them;
    `names` are the people's, by seat or in the order of the seats, and `colours` what they chose, by seat (see
    seating.py); `number` says which game of a run from that seed it is (see `Report.match`). Raises OptionError or
    DeckError.

    `revision` grows with every act, with every one that is taken back, and when a seat gets another player; between
    two of these every scene stays the same. `questions` says how often each seat has been asked something.
    `practice` is set once an act that had revealed something was taken back at a table; saved matches keep it, and
    so do they `origin`, the id of the table at which a match began, and `returns`: after how many acts people went back
    to where it stood then, by a file, although they had played on.

    Its parts: `record` is the position, which rules alone write into, and the `referee` says what they make of any;
    `wording` is what things are called, `told` the log, `history` the acts and the moments before them, `screens` what
    has been made to be looked at in this revision. They are the host's: hidden cards can be read from them.
    A method written as `name = part.name` is a function of that file, which takes the match first.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        seed: int | None = None,
        deck: Deck | str | PathLike | None = None,
        options: Mapping[str, Any] | None = None,
        bots: Mapping[int, str] | None = None,
        names: Mapping[int, str] | Sequence[str | None] | None = None,
        number: int = 0,
        colours: Mapping[int, int] | None = None,
    ) -> None:
        self.game = find_game(game)
        chosen = options_given(options)
        self.variant: Variant = self.game.variant(chosen.pop("game_variant", None))
        self.deck = check_deck(self.game, deck)
        self.seats = check_seats(self.variant, seats)
        self.seed, self.number = check_seed(seed), check_seed(number)
        self.options = complete_options(self.variant, self.deck.meta.options, chosen)
        self.whole_deck, self.deck = self.deck, deck_in_play(self.deck, self.variant, self.options)
        if self.variant.check is not None:
            self.variant.check(self.deck, self.seats, self.options)
        self.revision = 0
        self.told, self.history, self.screens = Log(), History(), Screens()
        self.bots: dict[int, str] = {}
        self.names: dict[int, str] = {}  # of people
        self.wording = Wording(self.variant, self.deck, numbered(self.seats))
        self.arms = tuple(range(self.seats))  # that each seat bears, as heraldry numbers them
        self.name_seats(names)
        self.colour_seats(colours)
        if bots is not None and not isinstance(bots, Mapping):
            raise OptionError(f"The bots are {shown(bots)}. Give a mapping from seat to the name of a bot.")
        for seat, bot in (bots or {}).items():
            self.seat_bot(seat, bot)
        self.referee = Referee(self.game, self.variant, self.deck, self.seats, self.seed, self.number)
        self.practice = False
        self.origin = ""
        self.returns: list[int] = []
        self.record = self.referee.begin(self.options)
        self.told.hear(self)
        self.questions = (0,) * self.seats
        asking.ask(self, still=())

    # Who sits there

    def seat_bot(self, seat: int, bot: str | None) -> None:
        """Let a bot play a seat from now on; None gives the seat back to a person."""
        check_seat(seat, self.seats)
        if bot is None:
            self.bots.pop(seat, None)
        else:
            self.bots[seat] = self.game.player(bot).name
        self._call_seats()
        self.revise()

    def name_seats(self, names: Mapping[int, str] | Sequence[str | None] | None) -> None:
        """Call the people by these names from now on, also in what the log has told already; raises OptionError."""
        self.names = names_given(names, self.seats)
        self._call_seats()

    def colour_seats(self, colours: Mapping[int, int] | None) -> None:
        """Let people have these colours from now on, and the other seats what is left; raises OptionError."""
        self.colours = colours_given(colours, self.seats, self.variant.colours)
        self._bear(self.colours)

    def arm_seats(self, arms: Mapping[int, int]) -> None:
        """Let people bear these arms from now on, of which there are 30, and the other seats what is left.

        Where the seats of a game have colours, arms are colours; raises OptionError.
        """
        if self.variant.colours:
            return self.colour_seats(arms)
        self._bear(colours_given(arms, self.seats, ARMS))

    def _bear(self, arms: Mapping[int, int]) -> None:
        borne = arms_at_table(self.seats, arms)
        if borne != self.arms:
            self.arms = borne
            self.revise()

    def _call_seats(self) -> None:
        """Settle what the seats are called; whatever was worded with other names is worded anew."""
        on_cards = (name for names in self.deck.names.values() for name in names)
        called = names_at_table(self.seats, self.names, self.bots, on_cards)
        if called != self.seat_names:
            self.wording = Wording(self.variant, self.deck, called)
            self.told.reword(self.wording)
            self.revise()

    @property
    def seat_names(self) -> tuple[str, ...]:
        """What each seat is called."""
        return self.wording.seat_names

    # How far the match is

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return self.referee.asked(self.record)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.record.over == 1

    @property
    def phase(self) -> str:
        """The key of the phase the match is in."""
        return self.variant.phases[self.record.phase].key

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return self.record.turn

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, computed from the score lines; empty while the match goes on."""
        if not self.over:
            return ()
        return self.referee.winners(self.referee.score(self.record))

    @property
    def state(self) -> np.record:
        """The whole record, hidden cards included: the host's alone. A copy; changing it changes nothing."""
        raw = self.record.buffer.copy()
        return raw.view(self.variant.state.dtype).view(np.recarray)[0]

    @property
    def log_lines(self) -> tuple[LogLine, ...]:
        """Every line of the log with who hears it: the host's; see `seat_log` for a seat's."""
        return tuple(self.told.lines)

    @property
    def acts(self) -> list[Act]:
        """Every act in order: the host's alone."""
        return self.history.acts

    @property
    def log(self) -> list[tuple[int, Action]]:
        """Every (seat, action) in order, picks included: the host's alone."""
        return [(act.seat, self.wording.describe(action)) for act in self.acts for action in act.actions]

    def naming(self, kind: str, number: int) -> str:
        """The name of a card (or of a row of another table of the deck), seat, category or number."""
        return self.wording.naming(kind, number)

    # Acting

    def legal(self, seat: int) -> list[Action]:
        """The actions a seat may take now, in ascending order; empty if it is not asked."""
        numbers = self.referee.legal(check_seat(seat, self.seats), self.record)
        return [self.wording.describe(number) for number in numbers]

    def play(self, seat: int, action: Action | int | str | Sequence[Action | int | str]) -> None:
        """Play an action, given as an Action, its id or its label; several in a list are one act.

        A list is a set with what submits it: only picks, put-backs and wishes may come before the last.
        Raises IllegalAction if the seat may not do that now; then nothing has changed.
        """
        seat = check_seat(seat, self.seats)
        wanted = list(action) if isinstance(action, (list, tuple)) else [action]
        if not wanted:
            raise IllegalAction(f"{self.seat_names[seat]} submitted nothing. Submit at least one action.")
        before, lines = self.record.copy(), len(self.told.lines)
        numbers: list[int] = []
        try:
            for one in wanted:
                if numbers:
                    asking.refuse_after(self, numbers[-1])
                number = asking.find(self, seat, one)
                self._take(seat, number)
                numbers.append(number)
        except BaseException:
            self.record = before
            del self.told.lines[lines:]
            raise
        self.history.add(Act(seat, tuple(numbers)), Moment(before, lines, self.questions))
        asking.ask(self, asking.still_asked(self, before, seat))

    def _take(self, seat: int, action: int) -> None:
        before = self.record.turn, self.variant.round_at(self.record)
        self.referee.take(self.record, seat, action)
        self.told.hear(self, *before)

    play_default = asking.play_default

    def revise(self) -> None:
        """Have all that is shown made anew, since something has changed."""
        self.revision += 1
        self.screens = Screens(self.screens.prints)

    @property
    def can_undo(self) -> bool:
        """Whether there is an act to take back."""
        return bool(self.acts)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone act to play again."""
        return bool(self.history.undone)

    def undo(self) -> bool:
        """Take back the last act, whatever it revealed: the host's; False if there is none."""
        if not self.acts:
            return False
        moment = self.history.take_back()
        still = [seat for seat in self.to_act if self.questions[seat] == moment.questions[seat]]
        self.record = moment.record.copy()  # forks share the moment
        self.told.take_back(moment.log_lines)
        asking.ask(self, still)
        return True

    def redo(self) -> bool:
        """Play the last undone act again; False if there is none."""
        if not self.can_redo:
            return False
        *undone, act = self.history.undone
        self.play(act.seat, act.actions)
        self.history.undone = undone
        return True

    # Bots, and what a search advises: see bots.py and tree_search.py

    play_bot = bots.play_bot
    play_bots = bots.play_bots
    choice_of_bot = bots.choice_of_bot
    for_bots = bots.for_bots
    act_by_search = tree_search.act_by_search
    advise = tree_search.advise
    explained = tree_search.explained
    hint = tree_search.hint

    @property
    def can_search(self) -> bool:
        """Whether compiled rules are at hand to search with; until then the hard bot plays as the usual one does.

        In plain Python it would try each action hardly once, and keep everybody waiting at whose server it sits.
        """
        return tree_search.engine_at_hand(self).compiled

    @property
    def next_bot(self) -> int | None:
        """The seat of the bot that is to act next, None if no bot is asked.

        On the open floor each acts once, in an order drawn anew each round; elsewhere it is the lowest seat.
        """
        return bots.next_bot(self)

    @property
    def floor_acts(self) -> int:
        """How many acts there have been in this phase where all may act again and again; 0 in other phases."""
        return len(self.history.in_phase(self.record)) if self.variant.together(self.record) == OPEN_FLOOR else 0

    def actions_for_bots(self, seat: int, record: Any) -> list[int]:
        """The numbers of the actions that a bot chooses from on a seat in a position of this match."""
        return self.referee.legal_for_bots(seat, record)

    def words_of(self, actions: Sequence[int]) -> str:
        """An act in words: its actions one after the other.

        >>> match = Match("guile", seed=5)
        >>> match.words_of([action.id for action in match.legal(match.to_act[0])])
        "Choose King Arthur's allies, then choose Sir Mordred's pawns"
        """
        return self.wording.act(actions)

    # Its history: see history.py and revealing.py

    positions = history.positions
    around = history.around
    after = history.after
    take_out = history.take_out
    go_back_here = history.go_back_here
    revealed = revealing.revealed
    has_revealed = revealing.has_revealed
    has_been_noticed = revealing.has_been_noticed

    # What a seat sees: see screens.py and news.py

    observed = screens.observed
    view = screens.view
    scene = screens.scene
    seat_log = screens.seat_log
    screen_log = screens.screen_log
    lines_since_act = news.lines_since_act
    news = news.news

    def observed_record(self, record: Any, viewer: int) -> Any:
        """What a viewer (a seat, or SPECTATOR) sees of a record of this match, as a record."""
        return self.referee.observe(record, viewer)

    # Its scores: see score_sheet.py

    score_lines = score_sheet.score_lines
    lines_of = score_sheet.lines_of
    scores = score_sheet.scores
    figures = score_sheet.figures
    points = score_sheet.points
    winners_by = score_sheet.winners_by
    winners_with = score_sheet.winners_with

    # Files

    def to_dict(self) -> dict[str, Any]:
        """The whole match as JSON-ready data, hidden cards included."""
        return replay.match_as_dict(self)

    @classmethod
    def from_dict(cls, data: Any) -> Match:
        """The match of `to_dict`, replayed act by act; raises ReplayError."""
        return replay.match_from_dict(cls, data)

    def save(self, path: str | PathLike) -> None:
        """Write the match to a JSON file: the host's, since it holds the seed."""
        replay.save(self, path)

    @classmethod
    def load(cls, path: str | PathLike) -> Match:
        """Read a match that `save` wrote; raises ReplayError."""
        return replay.load(cls, path)

    def export(self, seat: int) -> dict[str, Any]:
        """A seat's own record of the match: its view, its log, the deck; nothing hidden from it."""
        return replay.seat_export(self, check_seat(seat, self.seats))

    # What if: see worlds.py

    fork = worlds.fork
    at = worlds.at
    redealt = worlds.redealt

    def redealt_record(self, record: Any, viewer: int, seed: int, number: int) -> Any:
        """A record that a viewer (a seat, or SPECTATOR) cannot tell from another; chance has a `number` of its own."""
        return self.referee.redeal(record, viewer, seed, number)

    def __repr__(self) -> str:
        where = f"turn {self.turn}, {self.phase}{', practice' if self.practice else ''}"
        return f"<Match {self.game.id}/{self.variant.key}: {self.seats} seats, {where}>"

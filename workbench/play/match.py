"""A match: one table playing one game, with its whole history.

(deck, options, seats, seed, acts) is the whole game; everything else is derived from it. An act is
what one seat does at once: a single action, or a set chosen card by card and submitted together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from workbench.heraldry.bearers import SEATS as ARMS
from workbench.kernel.actions import Action
from workbench.kernel.bots import HARD_BOT
from workbench.kernel.events import EVERYONE_HEARS, TAKEN
from workbench.kernel.game import Game, Variant
from workbench.kernel.registry import game as find_game
from workbench.play import asking, bots, news, replay, revealing, score_sheet, screens, tree_search, worlds
from workbench.play.history import WENT_BACK, Act, History, Moment
from workbench.play.log import Log, LogLine
from workbench.play.positions import Position, in_position
from workbench.play.referee import Referee
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
from workbench.play.standing import Screens, Standing
from workbench.play.wording import Wording
from workbench.storage.errors import IllegalAction, OptionError, shown

if TYPE_CHECKING:
    from workbench.decks import Deck


class Match(Standing):
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
    `practice` is set once an act that had revealed something was taken back at a table; saved matches keep it, and also
    `origin`, the id of the table at which a match began, and `returns`: after how many acts people went back to where
    it stood then, by a file, although they had played on. `position` is what was said of the position in which it
    began, if that was put together (see `position`).

    Its parts: `record` is the position, which only rules write into, and the `referee` says what they make of any;
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
        deck: Deck | str | PathLike[str] | None = None,
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
        self.position: dict[str, Any] | None = None
        self.returns: list[int] = []
        self.record = self.referee.begin(self.options)
        self.told.hear(self.referee, self.record, self.wording)
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
        """Call the people by these names from now on, even in what the log has told already; raises OptionError."""
        self.names = names_given(names, self.seats)
        self._call_seats()

    def colour_seats(self, colours: Mapping[int, int] | None) -> None:
        """Let people have these colours from now on, and the other seats what is left; raises OptionError."""
        self.colours = colours_given(colours, self.seats, self.variant.colours)
        self._bear(self.colours)

    def arm_seats(self, arms: Mapping[int, int]) -> None:
        """Let people bear these arms (there are 30) from now on, and the other seats what is left.

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

    # Acting

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
        self.told.hear(self.referee, self.record, self.wording, *before)

    def play_default(self, seat: int) -> None:
        """Play the declared legal pass for a seat that has run out of time."""
        asking.refuse_unasked(self, check_seat(seat, self.seats))
        legal = self.legal(seat)
        verbs = [self.variant.actions.decode(verb)[0] for verb in self.variant.passes]
        for verb in verbs:
            for action in legal:
                if action.verb == verb:
                    return self.play(seat, action)
        passes = ", ".join(verbs)
        raise IllegalAction(
            f"{self.seat_names[seat]} cannot pass in the phase {self.phase!r} (with {passes}). Play an action."
        )

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

    def take_out(self, number: int) -> None:
        """Take back one act, by its number, and none of those after it, which nobody but their seats has noticed.

        Raises IllegalAction, and changes nothing, if they do not stand without it.
        """
        acts = self.history.acts
        other, seat = self.fork(), acts[number].seat
        while len(other.acts) > number:
            other.undo()
        for act in acts[number + 1 :]:
            other.play(act.seat, act.actions)
        asked = zip(self.questions, other.questions, strict=True)
        other.questions = tuple(now if one == seat else was for one, (was, now) in enumerate(asked))
        other.revision = self.revision + 1
        self.__dict__.update(other.__dict__)

    def go_back_here(self) -> None:
        """Say in everybody's log, for good, that the match had been played further and was brought back to here."""
        self.returns.append(len(self.acts))
        self.practice = True
        turn, number = int(self.record.turn), self.variant.round_at(self.record)
        self.told.lines.append(LogLine(EVERYONE_HEARS, TAKEN, (), WENT_BACK, turn=turn, round=number))
        self.revise()

    def after(self, acts: int) -> Match:
        """The match as it was after so many acts, to be looked at or played on; what came later can be redone."""
        other = self.fork()
        while len(other.acts) > max(acts, 0):
            other.undo()
        while len(other.acts) < acts and other.redo():
            pass
        return other

    # Bots, and what a search advises: see bots.py and tree_search.py

    def play_bots(self) -> None:
        """Let bots play until a person is asked or the match is over."""
        while not self.over and (seat := self.next_bot) is not None:
            self.play_bot(seat)

    def play_bot(self, seat: int) -> None:
        """Let the bot of a seat play one act, a whole set included.

        Raises OptionError if no bot sits there and IllegalAction if the seat may not act.
        """
        check_seat(seat, self.seats)
        if seat not in self.bots:
            raise OptionError(
                f"{self.seat_names[seat]} is played by a person. Seat a bot with match.seat_bot({seat}, name)."
            )
        self.play(seat, self.choice_of_bot(seat, self.bots[seat]))

    def choice_of_bot(self, seat: int, bot: str) -> list[int]:
        """The act that a bot would choose on a seat, a whole set included; a person's seat may be tried too.

        Raises OptionError for a bot that the game does not have and IllegalAction if the seat may not act.
        """
        player = self.game.player(bot)
        if player is HARD_BOT and self.can_search:
            return self.act_by_search(seat)
        return bots.choice_at_once(self, seat, bot)

    for_bots = bots.for_bots
    act_by_search = tree_search.act_by_search
    advise = tree_search.advise
    explained = tree_search.explained
    hint = tree_search.hint

    @property
    def can_search(self) -> bool:
        """Whether compiled rules are at hand to search with; until then the hard bot plays as the usual one does.

        In plain Python it would hardly try each action once, and keep everybody on its server waiting.
        """
        return tree_search.engine_at_hand(self).compiled

    @property
    def next_bot(self) -> int | None:
        """The seat of the bot that is to act next, None if no bot is asked.

        On the open floor each acts once, in an order drawn anew each round; elsewhere it is the lowest seat.
        """
        return bots.next_bot(self)

    # What its acts have revealed: see revealing.py

    revealed = revealing.revealed
    has_revealed = revealing.has_revealed
    has_been_noticed = revealing.has_been_noticed

    # What a seat sees: see screens.py and news.py

    view = screens.view
    scene = screens.scene
    seat_log = screens.seat_log
    screen_log = screens.screen_log
    lines_since_act = news.lines_since_act
    news = news.news

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

    def save(self, path: str | PathLike[str]) -> None:
        """Write the match to a JSON file: the host's, since it holds the seed."""
        replay.save(self, path)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Match:
        """Read a match that `save` wrote; raises ReplayError."""
        return replay.load(cls, path)

    def export(self, seat: int) -> dict[str, Any]:
        """A seat's own record of the match: its view, its log, the deck; nothing hidden from it."""
        return replay.seat_export(self, check_seat(seat, self.seats))

    # What if: see worlds.py

    at = worlds.at
    in_position = in_position
    redealt = worlds.redealt

    def __repr__(self) -> str:
        where = f"turn {self.turn}, {self.phase}{', practice' if self.practice else ''}"
        return f"<Match {self.game.id}/{self.variant.key}: {self.seats} seats, {where}>"


def position(game: str | Game | Match, **setup: Any) -> Position:
    """A position of a game, to be put together by the names of its zones, fields and phases; `match()` plays on.

    `setup` is what Match takes: seats, seed, deck, options and so on; what is not said of the position is as at the
    beginning of such a match. Given a match, it is as it stands there. Raises OptionError or DeckError, its words
    PositionError.

    >>> begun = position("guile", options={"faction_choice": "seat_0_arthur"}).cleared()
    >>> laid = begun.table(position=["Influence 4", "Influence 2", 1, 1, 1, 1, 1, 1], aside=..., sword=2)
    >>> match = laid.phase("act").match()
    >>> match.to_act, match.view(None)["zones"]["aside"]["count"]
    ((0,), 2)
    """
    if not isinstance(game, Match):
        return Position(Match(game, **setup))
    if setup:
        raise OptionError(f"{', '.join(setup)} cannot be given with a match, which has its own. Leave them out.")
    return Position(game)

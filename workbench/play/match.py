"""A match: one table playing one game, with its whole history.

(deck, options, seats, seed, acts) is the whole game; everything else is derived from it. An act is
what one seat does at once: a single action, or a set chosen card by card and submitted together.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

from workbench.kernel.actions import Action
from workbench.kernel.bots import HARD_BOT
from workbench.kernel.events import EVERYONE_HEARS, TAKEN
from workbench.kernel.game import Game
from workbench.play import asking, bots, news, replay, revealing, score_sheet, screens, tree_search
from workbench.play.history import WENT_BACK, Act, Moment
from workbench.play.log import LogLine
from workbench.play.positions import Position, in_position
from workbench.play.setup import check_seat
from workbench.play.standing import Standing
from workbench.storage.errors import IllegalAction, OptionError


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
        self.ask(asking.still_asked(self, before, seat))

    def _take(self, seat: int, action: int) -> None:
        before = self.record.turn, self.variant.round_at(self.record)
        self.referee.take(self.record, seat, action)
        self.told.hear(self.referee, self.record, self.wording, *before)

    def play_default(self, seat: int) -> None:
        """Play the declared legal pass for a seat that has run out of time."""
        asking.refuse_unasked(self, check_seat(seat, self.seats))
        legal = self.legal(seat)
        verbs = [self.variant.actions.decode(verb)[0] for verb in self.variant.passes]
        if passes := [action for verb in verbs for action in legal if action.verb == verb]:
            return self.play(seat, passes[0])
        phase = f"{self.phase!r} (with {', '.join(verbs)})"
        raise IllegalAction(f"{self.seat_names[seat]} cannot pass in the phase {phase}. Play an action.")

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
        self.ask(still)
        return True

    def take_back(self, step: revealing.Step) -> None:
        """Take back a step that several people may take back."""
        if step.alone:
            return self.take_out(step.act)
        while len(self.acts) > step.act:
            self.undo()

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

    # Files: see replay.py

    to_dict = replay.match_as_dict
    save = replay.save
    export = replay.seat_export

    @classmethod
    def from_dict(cls, data: Any) -> Match:
        """The match of `to_dict`, replayed act by act; raises ReplayError."""
        return replay.match_from_dict(cls, data)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Match:
        """Read a match that `save` wrote; raises ReplayError."""
        return replay.load(cls, path)

    in_position = in_position

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

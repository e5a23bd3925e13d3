"""A match: one table playing one game, with its whole history.

(deck, options, seats, seed, acts) is the whole game; everything else is derived from it. An act is
what one seat does at once: a single action, or a set chosen card by card and submitted together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.heraldry.bearers import SEATS as ARMS
from workbench.kernel.actions import ORDINARY, PICKS, Action
from workbench.kernel.asking import OPEN_FLOOR, SECRET_TOGETHER
from workbench.kernel.bots import EASY_BOT, HARD_BOT, slips
from workbench.kernel.chance import BOT_STREAM, LEVEL_STREAM, absorb, random_below, seed_generator
from workbench.kernel.engine.playout import RANDOM_BOT
from workbench.kernel.game import Game, Variant
from workbench.kernel.registry import game as find_game
from workbench.kernel.scenes.scene import LogNote, Scene, Sight
from workbench.kernel.scoring import emit_line
from workbench.kernel.state import SPECTATOR, PlainRecord
from workbench.play import history, news, replay, revealing
from workbench.play.history import Act, History, Moment
from workbench.play.log import Log, LogLine
from workbench.play.news import note_of
from workbench.play.referee import Referee
from workbench.play.seating import (
    arms_at_table,
    colours_given,
    names_at_table,
    names_given,
    numbered,
    with_one_stop,
)
from workbench.play.setup import (
    check_deck,
    check_seat,
    check_seats,
    check_seed,
    complete_options,
    deck_in_play,
    options_given,
    plain_options,
)
from workbench.play.views import view_as_dict
from workbench.play.wording import Wording
from workbench.storage.errors import IllegalAction, OptionError, shown

if TYPE_CHECKING:
    import pandas

    from workbench.decks import Deck
    from workbench.play.tree_search import Advice


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
        self._scenes: dict[int | None, Scene] = {}  # of this revision, by viewer
        self._prints: dict[Any, Any] = {}  # what scenes need for the whole match: what cards print, linked rules
        self._public_sight: Sight | None = None  # of this revision
        self._public_notes: dict[int, LogNote] | None = None  # of this revision, by the identity of their lines
        self.told, self.history = Log(), History()
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
        self._ask(still=())

    # Setting up

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
                    self._refuse_after(numbers[-1])
                number = self._find(seat, one)
                self._take(seat, number)
                numbers.append(number)
        except BaseException:
            self.record = before
            del self.told.lines[lines:]
            raise
        self.history.add(Act(seat, tuple(numbers)), Moment(before, lines, self.questions))
        self._ask(self._still_asked(before, seat))

    def _still_asked(self, before: PlainRecord, seat: int) -> list[int]:
        """Who still chooses as before an act of another seat: those that choose secretly together with it.

        So nobody loses the cards picked, and no act is refused, because another seat was quicker. On the open floor
        it is those that can still do all that they could.
        """
        together = self.variant.together(before)
        others = [other for other in self.referee.asked(before) if other != seat]
        if together == OPEN_FLOOR:
            still = set(self.to_act)
            return [other for other in others if other in still and self._can_still(other, before)]
        return others if together == SECRET_TOGETHER else []

    def _can_still(self, seat: int, before: PlainRecord) -> bool:
        """Whether all is still legal for a seat that was legal before."""
        return set(self.referee.legal(seat, before)) <= set(self.referee.legal(seat, self.record))

    def _ask(self, still: Sequence[int]) -> None:
        """Put a new question to the seats that may act now, but for those that `still` have theirs.

        Counted seat by seat, so that the numbers tell nothing of how often others act in secret.
        """
        new = set(self.to_act).difference(still)
        self.questions = tuple(number + (seat in new) for seat, number in enumerate(self.questions))
        self.revise()

    def revise(self) -> None:
        """Have all that is shown made anew, since something has changed."""
        self.revision += 1
        self._scenes, self._public_sight, self._public_notes = {}, None, None

    def _refuse_after(self, action: int) -> None:
        """Refuse to go on with an act after an action that others feel or that draws a card.

        A refusal further on would take it back, but not what the seat has learnt by then.
        """
        described = self.wording.describe(action)
        if self.variant.actions.verb(described.verb).use == ORDINARY:
            raise IllegalAction(f"{described.label!r} ends an act. Play what follows it as an act of its own.")

    def _refuse_unasked(self, seat: int) -> None:
        if self.over:
            raise IllegalAction("The match is over; no seat may act. Start a new match, or undo.")
        if seat not in self.to_act:
            asked = ", ".join(self.seat_names[other] for other in self.to_act)
            raise IllegalAction(with_one_stop(f"{self.seat_names[seat]} may not act now. It is up to {asked}."))

    def _find(self, seat: int, wanted: Any) -> int:
        self._refuse_unasked(seat)
        numbers = self.referee.legal(seat, self.record)
        number = wanted.id if isinstance(wanted, Action) else wanted
        if isinstance(number, str):
            number = self._labelled(number, numbers)
        if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or int(number) not in numbers:
            given = shown(wanted.label if isinstance(wanted, Action) else wanted)
            labels_now = [self.wording.describe(one).label for one in numbers]
            raise IllegalAction(
                f"{self.seat_names[seat]} may not do {given} in the phase {self.phase!r}. "
                f"Legal now: {'; '.join(labels_now[:12])}{'; …' if len(labels_now) > 12 else ''}."
            )
        return int(number)

    def _labelled(self, label: str, numbers: list[int]) -> int:
        """The action with a label; capitals count only where two labels differ in nothing else. -1 if there is none."""
        labels = {self.wording.describe(one).label: one for one in numbers}
        if label in labels:
            return labels[label]
        wanted = label.strip().lower()
        alike = [one for known, one in labels.items() if known.lower() == wanted]
        return alike[0] if len(alike) == 1 else -1

    def _take(self, seat: int, action: int) -> None:
        before = self.record.turn, self.variant.round_at(self.record)
        self.referee.take(self.record, seat, action)
        self.told.hear(self, *before)

    def play_default(self, seat: int) -> None:
        """Play the declared legal pass for a seat that has run out of time."""
        self._refuse_unasked(check_seat(seat, self.seats))
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

    # Bots

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
        """The act that a bot would choose on a seat, a whole set included; a person's seat may be tried so as well.

        Raises OptionError for a bot that the game does not have and IllegalAction if the seat may not act.
        """
        player = self.game.player(bot)
        if player is HARD_BOT and self.can_search:
            return self.act_by_search(seat)
        number = self.game.bot_number(bot if player in self.game.bots else self.game.usual_bot)

        def choose(record: Any, taken: int) -> int:
            at_random = player is EASY_BOT and slips(self._drawn_for(seat, taken))
            return self.referee.choice_of_bot(seat, RANDOM_BOT if at_random else number, record, taken)

        return self._act_of(seat, choose)

    @property
    def can_search(self) -> bool:
        """Whether compiled rules are at hand to search with; until then the hard bot plays as the usual one does.

        In plain Python it would try each action hardly once, and keep everybody waiting at whose server it sits.
        """
        from workbench.play.tree_search import engine_at_hand

        return engine_at_hand(self).compiled

    def act_by_search(self, seat: int, iterations: int | None = None, compiled: bool | None = None) -> list[int]:
        """The act that a search chooses on a seat, a whole set included; see `advise`."""
        return self._searched(seat, iterations, compiled)[0]

    def hint(self, seat: int, iterations: int | None = None, compiled: bool | None = None) -> tuple[list[int], str]:
        """The act that a search chooses on a seat, and why: how often it wins, and the next best; see `advise`.

        >>> match = Match("guile", seed=5)
        >>> act, words = match.hint(match.to_act[0], iterations=2, compiled=False)
        >>> words.startswith(match.words_of(act))
        True
        """
        act, advice = self._searched(seat, iterations, compiled)
        return act, advice.in_words([self.words_of(act), *self._labels_of(advice)[1:]])

    def _searched(self, seat: int, iterations: int | None, compiled: bool | None) -> tuple[list[int], Advice]:
        """The act that a search chooses on a seat, and what it said of the first of its actions."""
        from workbench.play.tree_search import weigh

        told: list[Advice] = []

        def choose(record: Any, taken: int) -> int:
            told.append(weigh(self, seat, record, self._drawn_for(seat, taken), iterations, compiled=compiled))
            return told[-1].best.action

        return self._act_of(seat, choose), told[0]

    def _drawn_for(self, seat: int, taken: int) -> int:
        """32 random bits for a seat that has taken so many actions: of a level's own, whatever is hidden."""
        return absorb(0, self.seed, (taken << 8) + seat, LEVEL_STREAM)

    def _act_of(self, seat: int, choose: Callable[[Any, int], int]) -> list[int]:
        """The act that a chooser makes on a seat, from a record and how many actions the seat has taken before."""
        self._refuse_unasked(check_seat(seat, self.seats))
        record = self.for_bots(self.record)
        events = self.referee.engine.new_events()[0]
        taken = self.history.taken_by(seat)
        chosen: list[int] = []
        while True:
            action = choose(record, taken + len(chosen))
            chosen.append(action)
            if self.variant.actions.verb(self.variant.actions.decode(action)[0]).use != PICKS:
                return chosen
            self.referee.take(record, seat, action, events)

    def advise(
        self,
        seat: int,
        iterations: int | None = None,
        seconds: float | None = None,
        seed: int = 1,
        compiled: bool | None = None,
        mixed: int = 0,
    ) -> Advice:
        """What each action of a seat comes to, found by searching many worlds that it cannot tell from this one.

        It searches for so many iterations (by default 300, or a few in plain Python), or for so many seconds; where
        only iterations are given, equal seeds give equal advice. Compiled rules are used where they are at hand. In
        play-outs all seats play as the game's usual bot does, but with a chance of `mixed` in a hundred at random.
        Raises OptionError, and IllegalAction if the seat may not act. Source: see workbench.kernel.engine.tree_search.

        >>> match = Match("guile", seed=5)
        >>> advice = match.advise(match.to_act[0], iterations=4, compiled=False)
        >>> advice.iterations, sum(one.visits for one in advice.weighed)
        (4, 4)
        """
        from workbench.play.tree_search import weigh

        self._refuse_unasked(check_seat(seat, self.seats))
        return weigh(self, seat, self.for_bots(self.record), check_seed(seed), iterations, seconds, compiled, mixed)

    def explained(self, advice: Advice) -> str:
        """An advice in words: the action to take, how often it wins, and the next best.

        >>> match = Match("guile", seed=5)
        >>> match.explained(match.advise(match.to_act[0], iterations=2, compiled=False)).count("wins")
        1
        """
        return advice.in_words(self._labels_of(advice))

    def _labels_of(self, advice: Advice) -> list[str]:
        return [self.wording.describe(one.action).label for one in advice.weighed]

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

    @property
    def next_bot(self) -> int | None:
        """The seat of the bot that is to act next, None if no bot is asked.

        On the open floor each acts once, in an order drawn anew each round; elsewhere it is the lowest seat.
        """
        waiting = [seat for seat in self.to_act if seat in self.bots]
        if len(waiting) < 2 or self.variant.together(self.record) != OPEN_FLOOR:
            return waiting[0] if waiting else None
        acted = self.history.in_phase(self.record)
        fewest = min(acted.count(seat) for seat in waiting)
        draw = self.referee.actions.random_state
        seed_generator(draw, self.seed, len(self.acts), BOT_STREAM)
        left = [seat for seat in waiting if acted.count(seat) == fewest]
        return left[random_below(draw, len(left))]

    @property
    def floor_acts(self) -> int:
        """How many acts there have been in this phase where all may act again and again; 0 in other phases."""
        return len(self.history.in_phase(self.record)) if self.variant.together(self.record) == OPEN_FLOOR else 0

    def play_bots(self) -> None:
        """Let bots play until a person is asked or the match is over."""
        while not self.over and (seat := self.next_bot) is not None:
            self.play_bot(seat)

    def for_bots(self, record: Any) -> Any:
        """A copy of a record of this match with the options that bots play under: the host's."""
        copy = record.copy()
        for option in self.variant.options:
            if option.bots is not None and self.options[option.key] == option.default:
                setattr(copy, option.key, option.encode(option.bots))
        return copy

    # History

    @property
    def can_undo(self) -> bool:
        """Whether there is an act to take back."""
        return bool(self.acts)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone act to play again."""
        return bool(self.history.undone)

    revealed = revealing.revealed
    has_revealed = revealing.has_revealed
    has_been_noticed = revealing.has_been_noticed

    def undo(self) -> bool:
        """Take back the last act, whatever it revealed: the host's; False if there is none."""
        if not self.acts:
            return False
        moment = self.history.take_back()
        still = [seat for seat in self.to_act if self.questions[seat] == moment.questions[seat]]
        self.record = moment.record.copy()  # forks share the moment
        self.told.take_back(moment.log_lines)
        self._ask(still)
        return True

    def redo(self) -> bool:
        """Play the last undone act again; False if there is none."""
        if not self.can_redo:
            return False
        *undone, act = self.history.undone
        self.play(act.seat, act.actions)
        self.history.undone = undone
        return True

    positions = history.positions
    around = history.around
    after = history.after
    take_out = history.take_out
    go_back_here = history.go_back_here

    # What a seat sees

    def observed(self, seat: int | None) -> Any:
        """What a seat sees, as a record; None: a spectator."""
        return self.observed_record(self.record, SPECTATOR if seat is None else check_seat(seat, self.seats))

    def observed_record(self, record: Any, viewer: int) -> Any:
        """What a viewer (a seat, or SPECTATOR) sees of a record of this match, as a record."""
        return self.referee.observe(record, viewer)

    def seat_log(self, seat: int | None) -> list[str]:
        """The log as a seat hears it; None: as everybody hears it."""
        return [line.text for line in self.told.to(self._viewer(seat))]

    def screen_log(self, seat: int | None) -> list[str]:
        """The log as a screen lists it: without what the seat may look at only once."""
        return [line.text for line in self.told.shown_to(self._viewer(seat))]

    lines_since_act = news.lines_since_act
    news = news.news

    def _notes(self, seat: int | None) -> tuple[LogNote, ...]:
        if self._public_notes is None:  # a line that everybody hears is noted alike on every screen
            self._public_notes = {id(line): self._note(line, None) for line in self.told.shown_to(None)}
        public = self._public_notes
        return tuple(public.get(id(line)) or self._note(line, seat) for line in self.told.shown_to(seat))

    def _note(self, line: LogLine, seat: int | None) -> LogNote:
        return note_of(line, self.told.whose.get(line.turn), seat, self.seats)

    def _viewer(self, seat: int | None) -> int | None:
        return None if seat is None else check_seat(seat, self.seats)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat may see, as plain data; None: a spectator."""
        view = self.observed(seat)
        actions = [] if seat is None else [action.label for action in self.legal(seat)]
        return {
            "game": self.game.id,
            "variant": self.variant.key,
            "seat": seat,
            "seats": self.seats,
            "phase": self.phase,
            "turn": self.turn,
            "to_act": list(self.to_act),
            "over": self.over,
            "winners": list(self.winners),
            "options": plain_options(self.options),
            **view_as_dict(self.variant, view, self.referee.arrays, self.wording.naming, seat),
            "legal": actions,
            "log": self.seat_log(seat),
        }

    def scene(self, seat: int | None) -> Scene:
        """What a seat's screen shows; None: the projector's. It is built once for each revision of the match."""
        viewer = None if seat is None else check_seat(seat, self.seats)
        if viewer not in self._scenes:
            self._scenes[viewer] = self._new_scene(viewer)
        return self._scenes[viewer]

    def _new_scene(self, seat: int | None) -> Scene:
        scene = (self.variant.scene or self.game.scene)(self._public if seat is None else self._sight(seat))
        return replace(scene, message=with_one_stop(scene.message), notes=self._notes(seat), arms=self.arms)

    @property
    def _public(self) -> Sight:
        """What a spectator's scene is made from; every seat's scene shares parts that are made from it."""
        if self._public_sight is None:
            self._public_sight = self._sight(None)
        return self._public_sight

    def _sight(self, seat: int | None) -> Sight:
        view, referee, wording = self.observed(seat), self.referee, self.wording
        return Sight(
            game=self.game,
            variant=self.variant,
            deck=self.deck,
            seat=seat,
            view=view,
            actions=() if seat is None else tuple(self.legal(seat)),
            score=lambda: tuple(wording.score(referee.score(view))),
            log=tuple(self.screen_log(seat)),
            naming=wording.naming,
            bots={seat: self._manner(bot) for seat, bot in self.bots.items()},
            winners=self.winners,
            linked=referee.engine.linked,
            new_lines=referee.new_lines,
            everybody=None if seat is None else self._public,
            prints=self._prints,
        )

    def _manner(self, bot: str) -> str:
        """How a bot plays, in few words."""
        player = self.game.player(bot)
        return player.manner or player.name.replace("_", " ")

    # Scores

    def score_lines(self) -> list[dict[str, Any]]:
        """Every score line so far, from what lies open: what `scores` has as a DataFrame."""
        return self.wording.score(self.referee.score(self.observed(None)))

    def lines_of(self, record: Any) -> list[dict[str, Any]]:
        """The score lines of a position of this match (see `positions`), from what lay open in it."""
        return self.wording.score(self.referee.score(self.observed_record(record, SPECTATOR)))

    def figures(self, record: Any = None) -> list[tuple[int, ...]]:
        """For each reason of the chain the figure of every seat, of a position of this match or as it is now.

        From what lies open; also of seats whom the reason was not needed to tell from the winners.
        """
        view = self.observed_record(self.record if record is None else record, SPECTATOR)
        lines, tie_break = self.referee.score(view), self.variant.measures.tie_break
        found: dict[tuple[int, int], int] = {}
        for i in range(lines.count):
            about = (int(lines.reason[i]), int(lines.seat[i]))
            found[about] = found.get(about, 0) + int(lines.points[i])
        rest = self.referee.engine.linked(tie_break) if tie_break else lambda _state, _lines, _seat, _reason: 0
        return [
            tuple(
                found[reason, seat] if (reason, seat) in found else int(rest(view, lines, seat, reason))
                for seat in range(self.seats)
            )
            for reason in self.variant.ranking.chain_numbers.tolist()
        ]

    def winners_with(self, arrays: Any) -> tuple[int, ...]:
        """Who wins the match as it has ended if it is counted with another deck's arrays; nothing of it changes.

        What was decided under way stays as it was.
        """
        return self.referee.winners(self.referee.score(self.record, arrays))

    def points(self, arrays: Any = None) -> dict[tuple[int, int], int]:
        """The points of each (seat, category) that has any as the match stands, hidden cards included: the host's.

        They are counted with another deck's arrays where these are given.
        """
        lines = self.referee.score(self.record, arrays)
        of_card, found = self.variant.ranking.is_of_card.tolist(), dict[tuple[int, int], int]()
        counted = zip(lines.seat, lines.category, lines.points, lines.reason, strict=True)
        for seat, category, points, reason in islice(counted, lines.count):
            if of_card[reason]:
                found[seat, category] = found.get((seat, category), 0) + points
        return found

    def winners_by(self, points: Mapping[tuple[int, int], int]) -> tuple[int, ...]:
        """Who wins the match as it stands if each (seat, category) had so many points, by the game's own `outcome`."""
        outcome = self.variant.measures.outcome
        assert outcome is not None
        lines = self.referee.new_lines()
        reason = int(self.variant.ranking.is_of_card.argmax())  # any: an outcome goes by seat and category
        for (seat, category), number in points.items():
            emit_line(lines, seat, category, -1, -1, number, reason)
        self.referee.engine.linked(outcome)(self.record, self.referee.arrays, lines)
        return self.referee.winners(lines)

    def scores(self) -> pandas.DataFrame:
        """The score lines as a DataFrame: round (0: the whole match), seat, category, source, points, and why."""
        import pandas

        columns = ["round", "seat", "category", "source", "points", "level", "reason", "rule", "text"]
        return pandas.DataFrame(self.score_lines(), columns=columns)

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

    # Other worlds

    def fork(self) -> Match:
        """A match of its own that is as far as this one, history included."""
        other = Match.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.record = self.record.copy()
        other.referee = self.referee.fork()
        other.options, other.bots, other._scenes = dict(self.options), dict(self.bots), {}
        other._public_sight = other._public_notes = None
        other.names = dict(self.names)
        other.told, other.history, other.returns = self.told.fork(), self.history.fork(), list(self.returns)
        return other

    def at(self, record: Any) -> Match:
        """The match with another position, to be looked at or played on; its history stays, so it cannot be saved."""
        other = self.fork()
        other.record = self.variant.state.record(record.buffer.copy())
        for option in self.variant.options:
            setattr(other.record, option.key, getattr(self.record, option.key))
        other.questions = (0,) * self.seats
        other._ask(still=())
        return other

    def redealt(self, seat: int | None, seed: int) -> Match:
        """Another world that a seat (None: a spectator) cannot tell from this one: what it cannot know lies otherwise.

        What is publicly proven is respected as far as a bounded number of deals finds such a world. The history
        stays that of this match, so the other one can be played on but not saved.
        """
        other = self.fork()
        viewer = SPECTATOR if seat is None else check_seat(seat, self.seats)
        other.record = self.redealt_record(self.record, viewer, check_seed(seed), 0)
        return other

    def redealt_record(self, record: Any, viewer: int, seed: int, number: int) -> Any:
        """A record that a viewer (a seat, or SPECTATOR) cannot tell from another; chance has a `number` of its own."""
        return self.referee.redeal(record, viewer, seed, number)

    def __repr__(self) -> str:
        where = f"turn {self.turn}, {self.phase}{', practice' if self.practice else ''}"
        return f"<Match {self.game.id}/{self.variant.key}: {self.seats} seats, {where}>"

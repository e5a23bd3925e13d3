"""Suggestions: the shortest list of edits by which a deck reaches its targets.

A search races lists of one edit, then of two, and so on: the edits of what stands out in a report, and other values of
options. What comes in first is measured anew, on seeds that the search has not seen and with a second bot, and only
what holds there is an answer; otherwise the closest list is, and it says that the targets are not reached.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import pairwise
from math import inf
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.decks import Deck
from workbench.decks.deck_edit import DeckEdit
from workbench.kernel.game import Game
from workbench.kernel.registry import game as find_game
from workbench.lab.candidates import Candidates
from workbench.lab.racing import Entrant, entered, expected_games, race
from workbench.lab.simulation import How, check_number, has_levels, number_of_player
from workbench.lab.suggestion_tables import Measured, SuggestionTables
from workbench.lab.targets import (
    IMPACT,
    LENGTH,
    WIN_RATE,
    Samples,
    Target,
    clearly_behind,
    kept_length,
    off,
    targets_of,
)
from workbench.lab.trials import Stopped, Trials, impacts_in
from workbench.play.setup import check_deck, check_seed, options_given
from workbench.storage.errors import OptionError, shown

if TYPE_CHECKING:
    from distributed import Client

MOST_EDITS = 5
MOST_GAMES, LEAST_GAMES = 100_000, 20
REPORTED_PART = 2  # of the games, in the report that says what to try
LEADING = 8  # impacts that a race asks for, beside those of edited cards
BEAM = 3  # lists that are made longer
POOL = 12  # edits that came in first before, which are added to others
ADDED = 24  # edits of what stands out beside a list, which are added to it
MOST_FIRST = 150  # lists of one edit
OF_IMPACT = 48  # where impacts are asked for, which take a study of each
REFINEMENTS = 3  # races with numbers in between
REFINED = 3  # lists for which numbers in between are tried
VERIFIED = 3  # the most lists of a length that are measured anew
SECOND_PART = 2  # of the games, with the second bot
FEW = 200  # games with a second bot that takes its time
EDIT_WORTH = 0.5  # steps by which a list with one more edit must be closer, if none reaches the targets
RANDOM = "random"


class Suggestion(SuggestionTables):
    """A list of edits, what games say of it, and how it is shown."""

    def _repr_html_(self) -> str:
        """The edits, with the figures before and after."""
        from workbench.lab.pages import suggestion_html

        return suggestion_html(self)


def suggest(
    game: str | Game,
    deck: Deck | str | PathLike[str] | None = None,
    *,
    first_seat: float | None = None,
    impact: float | None = None,
    length: Sequence[float] | None = None,
    win_rates: Mapping[tuple[str, str], Sequence[float]] | None = None,
    most_edits: int = 3,
    games: int = 10_000,
    seats: int | None = None,
    bots: str | None = None,
    second_bot: str | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | None = 1,
    threads: int | None = None,
    compiled: bool | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: threading.Event | None = None,
    client: Client | None = None,
) -> Suggestion:
    """Find the shortest list of edits by which a deck reaches targets: other points, copies, bonuses, options.

    `first_seat=0.01`: who begins wins an even share, within one of 100 games. `impact=0.15`: no card's impact is
    larger. `length=(20, 26)`: a game takes so many turns. `win_rates={("greedy", "random"): (0.6, 0.9)}`: of games
    between two bots the first wins such a share.
    At most `most_edits` are tried together. What is shown was measured anew in `games` games that the search has not
    seen, and in half as many with the `second_bot`, by default one of the game's own. `options` that are given stay.
    `on_progress(done, total)` counts games, which may be fewer than was thought; setting `cancel` ends early
    with the best that was measured by then. The other arguments are those of `simulate`; the seed None draws one.
    Raises OptionError, also for a target that the game has no figure for, DeckError or ClusterError.

    >>> suggest("guile", first_seat=0.01, seats=2, games=40_000)  # doctest: +SKIP
    """
    found = find_game(game)
    targets = targets_of(found, first_seat, impact, length, win_rates)
    main, second = check_bots(found, bots, second_bot)
    most_edits = check_number("most_edits", most_edits, 1, MOST_EDITS)
    games = check_number("games", games, LEAST_GAMES, MOST_GAMES)
    how = How(threads, compiled, on_progress, cancel, client)
    chosen = options_given(options)
    trials = Trials(found, targets, seats, chosen, how)
    fixed = given_keys(found, chosen)
    return Search(trials, check_deck(found, deck), main, second, games, check_seed(seed), fixed).run(most_edits)


def check_bots(game: Game, bots: Any, second_bot: Any) -> tuple[str, str]:
    """The bot that plays, and the second one; raises OptionError."""
    main = game.usual_bot if bots is None else bots
    if not isinstance(main, str):
        raise OptionError(f"The bots are {shown(bots)}. Give the name of one bot, which has all seats.")
    others = [bot.name for bot in game.bots if bot.name != main]
    second = second_bot
    if second is None:
        second = next((name for name in others if name != RANDOM), others[0] if others else main)
    for name in (main, second):
        number_of_player(game, name)
    return main, second


def given_keys(game: Game, options: Mapping[str, Any]) -> set[str]:
    """The options that somebody gave, one by one or by a preset, which therefore stay as they are."""
    presets = {group.key: group for group in game.variant(options.get("game_variant")).presets}
    return {
        key for name, value in options.items() for key in (presets[name].values(value) if name in presets else [name])
    }


class Search:
    """A search for edits of a deck, round by round; `seeds` are drawn one after the other from the seed."""

    def __init__(
        self, trials: Trials, deck: Deck, bots: str, second: str, games: int, seed: int, fixed: Set[str]
    ) -> None:
        self.trials, self.deck, self.bots, self.second, self.games = trials, deck, bots, second, games
        self.seed, self.fixed = seed, fixed
        self.seeds = seeds_from(seed)
        self.raced: set[frozenset[Any]] = set()  # what the lists raced so far write
        self.leading: list[str] = []  # cards with the largest impacts, the only ones a race asks about
        self.best: Suggestion | None = None
        self.best_off = inf

    def run(self, most_edits: int) -> Suggestion:
        """The answer; raises OptionError if it was cancelled before anything was measured."""
        try:
            self.candidates = self._candidates(self.deck)
            self._keep_length()
            answer = self._verified(Entrant((), self.deck))
            ranking, leading = list[Entrant](), list[Entrant]()
            while not answer.reached and len(leading) < most_edits:
                ranking = self._race(self._lists(ranking))
                if not ranking:
                    break
                leading.append(ranking[0])
                answer = self._first_that_holds(ranking) or answer
            answer = self._step_by_step(answer if answer.reached else self._closest(leading))
        except Stopped:
            if self.best is None:
                raise OptionError("The search was cancelled before anything was measured. Start it again.") from None
            return replace(self.best, tried=len(self.raced), played=self.trials.played, cancelled=True)
        return replace(answer, tried=len(self.raced), played=self.trials.played)

    # Which lists are tried

    def _lists(self, ranking: Sequence[Entrant]) -> list[Entrant]:
        """The lists of one edit, or those of the last race with one more."""
        lists: list[tuple[DeckEdit, ...]] = []
        if not ranking:
            lists += [(edit,) for edit in self._first_edits()]
            return entered(self.trials, self.deck, lists, self.bots)
        known = {(edit.place, *edit.after.values()): edit for one in ranking for edit in one.edits}
        before = list(known.values())[: BEAM + POOL]
        for parent in ranking[:BEAM]:
            added = [*before, *self._candidates(parent.deck).of_cards()[:ADDED]]
            places = {edit.place for edit in parent.edits}
            lists += [(*parent.edits, edit) for edit in added if edit.place not in places]
        return entered(self.trials, self.deck, lists, self.bots)

    def _keep_length(self) -> None:
        """Make sure that a game takes about as long as before, unless somebody asks for another length."""
        trials = self.trials
        if all(target.kind != LENGTH for target in trials.targets):
            trials.targets = (*trials.targets, kept_length(float(self.candidates.report.outcome.turns.mean())))

    def _first_edits(self) -> list[DeckEdit]:
        """Edits of the cards that stand out, then of options; where impacts are asked for, if there is room."""
        cards, options = self.candidates.of_cards(), self.candidates.of_options()
        if self._asks_for_impact:
            return [*cards, *options][:OF_IMPACT]
        return [*cards[: max(MOST_FIRST // 2, MOST_FIRST - len(options))], *options][:MOST_FIRST]

    def _candidates(self, deck: Deck) -> Candidates:
        """What to try with a deck, by a report of some games of it."""
        size, seed = max(self.games // REPORTED_PART, 1), next(self.seeds)
        report = self.trials.report(deck, self.bots, seed, size, self._asks_for_impact)
        leading: list[str] = []
        if self._asks_for_impact:
            names = {kind.name: kind.key for kind in deck.kinds}
            ranked = impacts_in(report.study, deck).ranked
            leading = list(dict.fromkeys(names[card] for (card, _), _ in ranked))
            self.leading = list(dict.fromkeys([*self.leading, *leading[:LEADING]]))
        return Candidates(report, self.fixed, leading[:BEAM], self._asks_for_impact)

    @property
    def _asks_for_impact(self) -> bool:
        return any(target.kind == IMPACT for target in self.trials.targets)

    # Racing and measuring anew

    def _race(self, entrants: Sequence[Entrant]) -> list[Entrant]:
        """All lists as they came in, then with numbers in between where none is near enough."""
        if not entrants:
            return []
        ranking = self._raced(entrants)
        for _ in range(REFINEMENTS):
            new = self._in_between(ranking)
            if not ranking[0].off or not new:
                break
            ranking = [*self._raced([*ranking[:REFINED], *new]), *ranking[REFINED:]]
        return ranking

    def _in_between(self, ranking: Sequence[Entrant]) -> list[Entrant]:
        """The first lists with other numbers in their last edits, near those that were tried."""
        tried = [edit for one in ranking for edit in one.edits]
        lists = [
            (*one.edits[:-1], edit)
            for one in ranking[:REFINED]
            if one.off
            for edit in self.candidates.between(one.edits[-1], tried)
        ]
        return entered(self.trials, self.deck, lists, self.bots)

    def _raced(self, entrants: Sequence[Entrant]) -> list[Entrant]:
        trials = self.trials
        trials.expected = trials.played + expected_games(len(entrants), self.games) + 3 * self.games
        self.raced |= {entrant.written for entrant in entrants}
        return race(trials, entrants, self.bots, self.seeds, self.games, self.leading or None)

    def _first_that_holds(self, ranking: Sequence[Entrant]) -> Suggestion | None:
        """The first list that reaches the targets in other games too: with both bots, or else with the first alone."""
        held: Suggestion | None = None
        for entrant in [one for one in ranking if one.may_reach][:VERIFIED]:
            found = self._shortened(self._verified(entrant))
            if found.with_both:
                return found
            held = held or (found if found.reached else None)
        return held

    def _shortened(self, found: Suggestion) -> Suggestion:
        """What reaches the targets, or that without an edit which it does not need."""
        if not found.reached or len(found.edits) < 2:
            return found
        lists = [tuple(other for other in found.edits if other is not edit) for edit in found.edits]
        for fewer in entered(self.trials, self.deck, lists, self.bots):
            without = self._verified(fewer)
            if without.reached and without.with_both >= found.with_both:
                return self._shortened(without)
        return found

    def _closest(self, leading: Sequence[Entrant]) -> Suggestion:
        """What is closest by fresh games, of the lists of each length that came in first and what was measured anew."""
        for entrant in leading:
            self._verified(entrant)
        assert self.best is not None
        return self.best

    def _verified(self, entrant: Entrant) -> Suggestion:
        """A list measured anew, on a seed of its own, with both bots, beside the deck as it is."""
        trials, seed = self.trials, next(self.seeds)
        trials.expected = max(trials.expected, trials.played + 3 * self.games)
        both = [trials.samples(deck, self.bots, seed, self.games) for deck in self._both(entrant)]
        measured = self._told(self.bots, both, self.games, seed)
        reached = all(one.reached for one in measured)
        targets = self._for_second
        if targets and self.second != self.bots:
            games = min(self.games // SECOND_PART, FEW if has_levels(trials.game, [self.second]) else MOST_GAMES)
            others = [trials.samples(deck, self.second, seed, games, targets) for deck in self._both(entrant)]
            measured += [one._replace(second=True) for one in self._told(self.second, others, games, seed)]
            judged = [
                {target: told for target, told in of.items() if target.kind != LENGTH} for of in (others[-1], others[0])
            ]  # how long it plays is its own
            reached = reached and not clearly_behind(*judged)
        found = Suggestion(
            trials.plan(self.deck, self.bots, self.seed, self.games), trials.targets, entrant.edits, entrant.deck,
            reached, tuple(measured),
        )  # fmt: skip
        closer = not entrant.edits or clearly_behind(both[0], both[-1])
        far = off(both[-1]) + EDIT_WORTH * len(entrant.edits)
        if reached or (closer and far < self.best_off):
            self.best, self.best_off = found, far
        return found

    def _step_by_step(self, found: Suggestion) -> Suggestion:
        """A suggestion with what each of its edits does, in the games in which all of them were measured anew."""
        own = [one for one in found.measured if not one.second]
        if len(found.edits) < 2:
            return replace(found, steps=(tuple(own),) * len(found.edits))
        seed, games = own[0].seed, own[0].games
        told = [self.trials.samples(deck, self.bots, seed, games) for deck in (self.deck, *found.decks)]
        return replace(found, steps=tuple(tuple(self._told(self.bots, pair, games, seed)) for pair in pairwise(told)))

    def _both(self, entrant: Entrant) -> list[Deck]:
        """The deck as it is and with the edits; once where there are none."""
        return [self.deck, entrant.deck] if entrant.edits else [self.deck]

    @property
    def _for_second(self) -> list[Target]:
        """What the second bot is asked for: a win rate has bots of its own, and levels cannot be studied."""
        slow = has_levels(self.trials.game, [self.second])
        return [
            target
            for target in self.trials.targets
            if not target.kept and target.kind != WIN_RATE and not (slow and target.kind == IMPACT)
        ]

    def _told(self, bot: str, both: Sequence[Samples], games: int, seed: int) -> list[Measured]:
        before, after = both[0], both[-1]
        return [
            Measured(target, " and ".join(target.bots) or bot, before[target].figure, after[target].figure, games, seed)
            for target in after
        ]


def seeds_from(seed: int) -> Iterator[int]:
    """Seeds that are drawn one after the other from a single seed."""
    drawn = np.random.default_rng(seed)
    while True:
        yield int(drawn.integers(1 << 62))

"""Studies: a question about a game that is answered from ever more games; one that is written down can be run again.

Four questions are asked: who wins by when they play, which bot is best, which house rule matters, and what should be
changed. They stand on reports, tournaments, sweeps and suggestions; an answer says what one reads first of them, and
has them whole.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import erfc, isnan, sqrt
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from workbench.decks import Deck, load_deck
from workbench.kernel.game import Game, Variant
from workbench.kernel.registry import game as find_game
from workbench.kernel.words import counted
from workbench.lab.figures import whose_wins
from workbench.lab.intervals import NORMAL_95, beyond_doubt
from workbench.lab.report import Report, simulate
from workbench.lab.simulation import plan_run
from workbench.lab.suggest import Suggestion, suggest
from workbench.lab.sweep import Sweep, sweep
from workbench.lab.sweep_tables import Effect
from workbench.lab.targets import AIMS, FIRST_SEAT, Aim, Figure
from workbench.lab.tournament import Tournament, tournament
from workbench.lab.tournament_tables import in_words
from workbench.lab.which_matters import clearest_first, of_length, of_wins, shown_figure
from workbench.storage.errors import OptionError, belongs, shown

if TYPE_CHECKING:
    import pandas

SEATS, BOTS, RULES, EDITS = "seats", "bots", "rules", "edits"
QUESTIONS = {
    SEATS: "Who wins?",
    BOTS: "Which bot is best?",
    RULES: "Which house rule matters?",
    EDITS: "What should I change?",
}
EARLY_LOOKS = (500, 2_000)  # games after which a study says what is known by then
MOST_GAMES = 100_000
LONGEST_FILE = 100_000  # letters
ORDINALS = ("Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth")

Question = Literal["seats", "bots", "rules", "edits"]
Name = Annotated[str, Field(max_length=200)]
Result = Report | Tournament | Sweep | Suggestion


class Study(BaseModel):
    """What is asked of which game, with which cards, rules and bots, and of how many games.

    `deck` is the name of a list, the game's usual one where it is empty. `bots` are who sits at the table, or who meet
    each other if they are what is asked about. `games` are played of each thing that is compared, from `seed` on.
    `aim` is what edits are to bring, one of AIMS, where these are what is asked for.

    >>> Study(question="seats", game="guile", bots=("greedy",), seats=2, games=40).looks
    (40,)
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    study: Literal[1] = 1  # the format of the file
    question: Question
    game: Name
    deck: Name = ""
    options: dict[Name, Name | int | bool] = {}
    bots: Annotated[tuple[Name, ...], Field(strict=False, min_length=1, max_length=20)]
    seats: int = Field(ge=2, le=64)
    games: int = Field(ge=1, le=MOST_GAMES)
    seed: int = Field(default=1, ge=0, le=2**53)
    aim: Aim = "first_seat"

    @property
    def variant(self) -> Variant:
        """The variant of the game that is played; raises OptionError if there is none."""
        key = self.options.get("game_variant")
        return find_game(self.game).variant(None if key is None else str(key))

    @property
    def looks(self) -> tuple[int, ...]:
        """After how many games it is answered: early on, and once all are played."""
        early = EARLY_LOOKS if self.question != EDITS else ()  # a search answers once it has ended
        return (*(games for games in early if games < self.games), self.games)

    def text(self) -> str:
        """The study as a file, which `read_study` reads."""
        return f"{self.model_dump_json(indent=1)}\n"

    def answer(
        self,
        games: int | None = None,
        *,
        compiled: bool | None = None,
        on_progress: Callable[[int, int], None] | None = None,
        cancel: threading.Event | None = None,
    ) -> Answer:
        """What so many of its games say, all by default; the other arguments are those of `simulate`.

        Raises OptionError and DeckError.

        >>> study = Study(question="seats", game="guile", bots=("greedy",), seats=2, games=20)
        >>> study.answer(compiled=False).sentence
        'Nobody gains by when they play, as far as 20 games can tell.'
        """
        how = {"compiled": compiled, "on_progress": on_progress, "cancel": cancel}
        return ASKED[self.question](self, find_game(self.game), self.games if games is None else games, how)


def read_study(text: str) -> Study:
    """The study that a file holds; raises OptionError, which says what is wrong with it.

    >>> read_study('{"study": 1}')
    Traceback (most recent call last):
    ...
    workbench.storage.errors.OptionError: This is no study: question is missing. Save one in the lab, and open it.
    """
    if len(text) > LONGEST_FILE:
        raise OptionError(f"This is no study: it has {len(text):,} letters, at most {LONGEST_FILE:,} are read.")
    try:
        return Study.model_validate_json(text)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        part = ".".join(map(str, fault["loc"]))
        if fault["type"] == "missing":
            why = f"{part} is missing"
        elif not part or fault["type"] == "extra_forbidden":
            why = f"it has a part {shown(part)} that no study has" if part else "it is not the JSON of one"
        else:
            why = f"{part} is {shown(fault['input'], 40)}; give {belongs(fault)}"
        raise OptionError(f"This is no study: {why}. Save one in the lab, and open it.") from None


class Row(NamedTuple):
    """A thing that is compared: its figure of 100 games with its interval, and whether it differs beyond doubt."""

    label: str
    words: str
    value: float
    low: float
    high: float
    sure: bool
    note: str = ""


class Duel(NamedTuple):
    """How many of 100 games that either of two bots won the first one won; whether it is ahead beyond doubt."""

    bot: str
    other: str
    value: float
    low: float
    high: float
    ahead: bool


@dataclass(frozen=True)
class Answer:
    """What the games of a study say: in a sentence, and what that stands on.

    `games` are those of each thing compared and `played` all of them. `rows` are compared with `line`, and `line_words`
    say what that is; `bots` are the labels and words of those in `duels`, the strongest first. `result` is the report,
    tournament or sweep, `frame` its table.
    """

    study: Study
    games: int
    played: int
    sentence: str
    more: str
    result: Result = field(repr=False)
    frame: pandas.DataFrame = field(repr=False, compare=False)
    line: float = 0.0
    line_words: str = ""
    rows: tuple[Row, ...] = ()
    bots: tuple[tuple[str, str], ...] = ()
    duels: tuple[Duel, ...] = ()

    @property
    def mended(self) -> Deck | None:
        """The deck with all edits of the answer; None where there are none."""
        return self.result.deck if isinstance(self.result, Suggestion) and self.result.edits else None

    @property
    def csv(self) -> str:
        """The table as a file, in which no spreadsheet calculates anything."""
        from workbench.decks.exchange.exporting import uncalculated

        return str(self.frame.map(uncalculated).to_csv(index=False))

    @property
    def wide(self) -> float:
        """How sure the widest figure is: half of its interval, of 100 games."""
        compared: list[Row | Duel] = [*self.rows, *self.duels]
        return max([(one.high - one.low) / 2 for one in compared], default=0.0)


# ---------------------------------------------------------------- who wins


def _who_wins(study: Study, game: Game, games: int, how: Mapping[str, Any]) -> Answer:
    report = simulate(
        game, games=games, seats=study.seats, bots=_seated(study), seed=study.seed, deck=_deck(study, game),
        options=study.options, **how,
    )  # fmt: skip
    by_order = not report.order.empty
    frame = report.order if by_order else report.seats
    shares = frame[["win_share", "low", "high"]].to_numpy() * 100
    line = 100 / study.seats
    sure = apart_from(shares.tolist(), line)
    labels = places_in_words(study.seats) if by_order else [f"Seat {seat + 1}" for seat in range(study.seats)]
    rows = tuple(
        Row(label, "", share, low, high, one)
        for label, (share, low, high), one in zip(labels, shares.tolist(), sure, strict=True)
    )
    lasts = f"A game takes {report.outcome.turns.mean():.1f} turns."
    return Answer(
        study, report.games, report.games, said_of_seats(rows, report.games, by_order), lasts, report, frame,
        line, "an even share", rows,
    )  # fmt: skip


def places_in_words(seats: int) -> list[str]:
    """What two seats or more are called by when they play.

    >>> places_in_words(4)
    ['Who begins', 'Second', 'Third', 'Who comes last']
    """
    return ["Who begins", *ORDINALS[: seats - 2], "Who comes last"]


def said_of_seats(rows: Sequence[Row], games: int, by_order: bool) -> str:
    """Who wins most and least often, or that no row is proven to differ from an even share.

    >>> said_of_seats(
    ...     [Row("Who begins", "", 31.2, 30, 33, True), Row("Who comes last", "", 19, 18, 20, True)], 500, True
    ... )
    'Who begins wins 31 of 100 games, who comes last 19.'
    """
    if not any(row.sure for row in rows):
        by = "by when they play" if by_order else "by where they sit"
        return f"Nobody gains {by}, as far as {counted(games, 'game')} can tell."
    first, *_, last = rows if by_order else sorted(rows, key=lambda row: -row.value)
    return f"{first.label} wins {first.value:.0f} of 100 games, {_low_first(last.label)} {last.value:.0f}."


def _low_first(words: str) -> str:
    return words if words.startswith("Seat ") else words[:1].lower() + words[1:]


def apart_from(shares: Sequence[Sequence[float]], line: float) -> list[bool]:
    """Which shares, each with low and high, differ from a line beyond doubt, all of them together."""

    def chance(share: float, low: float, high: float) -> float:
        spread = (high - low) / (2 * NORMAL_95)
        return erfc(abs(share - line) / spread / sqrt(2)) if spread > 0 else float(share == line)

    return beyond_doubt([chance(*row) for row in shares])


# ---------------------------------------------------------------- which bot is best


def _which_bot(study: Study, game: Game, games: int, how: Mapping[str, Any]) -> Answer:
    cup = tournament(
        game, list(study.bots), games=games, seats=study.seats, deck=_deck(study, game), options=study.options,
        seed=study.seed, **how,
    )  # fmt: skip
    label = {name: name.capitalize() for name in study.bots}
    duels = tuple(
        Duel(label[row.bot], label[row.other], 100 * row.share, 100 * row.low, 100 * row.high, row.ahead)
        for row in cup.beats.itertuples()
        if not isnan(row.share)
    )
    ranked = [label[name] for name in cup.ratings.bot]
    proven = [duel for duel in duels if duel.ahead]
    more = in_words(ranked, {(duel.bot, duel.other) for duel in proven})
    said = f"No bot is stronger than another beyond doubt, as far as {counted(cup.games, 'game')} can tell."
    if proven:
        first = proven[0]
        said = f"{first.bot} beats {_low_first(first.other)} in {first.value:.0f} of 100 games."
    manners = {bot.name: bot.manner for bot in game.players}
    bots = tuple((label[name], manners.get(name, "")) for name in cup.ratings.bot)
    return Answer(study, cup.deals, cup.games, said, more, cup, cup.beats, bots=bots, duels=duels)


# ---------------------------------------------------------------- which house rule matters


def _which_rule(study: Study, game: Game, games: int, how: Mapping[str, Any]) -> Answer:
    swept = sweep(
        game, house_rules(study), decks=[_deck(study, game)], bots=[_seated(study)], seats=study.seats, games=games,
        alone=True, seed=study.seed, **how,
    )  # fmt: skip
    figure = shown_figure(swept)
    shown_effects = [effect for effect in swept.main_effects if effect.figure == figure]
    lengths = {effect.asked.of: effect for effect in swept.main_effects if of_length(effect)}
    line = 100 * shown_effects[0].before
    ordered = sorted(shown_effects, key=lambda effect: (not effect.shifted, -abs(effect.difference)))
    rows = tuple(_row_of_rule(swept, effect, lengths.get(effect.asked.of)) for effect in ordered)
    said = f"No house rule is proven to change who wins in {counted(games, 'game')} of each."
    if (most := _clearest(swept, of_wins)) is not None:
        wins = f"{whose_wins(most.figure)} then wins {100 * most.after:.0f} of 100 games"
        said = f"{_value_of(swept, most)}: {wins}, before {100 * most.before:.0f}."
    more = "No house rule is proven to change how long a game lasts."
    if (longest := _clearest(swept, of_length)) is not None:
        more = f"{_value_of(swept, longest)}: a game takes {longest.after:.1f} turns, before {longest.before:.1f}."
    return Answer(
        study, swept.games, swept.games * len(swept.cells), said, more, swept, swept.effects, line,
        f"{whose_wins(figure)}, without a change", rows,
    )  # fmt: skip


def _clearest(swept: Sweep, about: Callable[[Effect], bool]) -> Effect | None:
    """What changes an aspect most clearly, of all that is proven to change it."""
    return next((effect for effect in clearest_first(filter(about, swept.main_effects)) if effect.shifted), None)


def _value_of(swept: Sweep, effect: Effect) -> str:
    ((_, value, _),) = swept.values_of(effect)
    return value.words


def _row_of_rule(swept: Sweep, effect: Effect, length: Effect | None) -> Row:
    ((_, value, first),) = swept.values_of(effect)
    low, high = (100 * (effect.before + end) for end in (effect.low, effect.high))
    lasts = f"{length.after:.1f} turns, before {length.before:.1f}" if length is not None and length.shifted else ""
    return Row(value.words, f"in place of: {first.words}", 100 * effect.after, low, high, effect.shifted, lasts)


def house_rules(study: Study) -> dict[str, Any]:
    """The options of a study's game, each with its value in the study and all others that a page offers for it.

    What cannot be played at so many seats, and what deals with cards by name, is left out.

    >>> study = Study(question="rules", game="guile", bots=("greedy",), seats=2, games=10)
    >>> house_rules(study)["code_of_chivalry"]
    [False, True]
    """
    deck = _deck(study, find_game(study.game))
    swept: dict[str, Any] = dict(study.options)
    for option in study.variant.options:
        if option.cards is not None:
            continue
        usual = study.options.get(option.key, option.default if option.bots is None else option.bots)
        others = [
            value for value in option.offered if value != usual and _can_be_played(study, deck, option.key, value)
        ]
        if others:
            swept[option.key] = [usual, *others]
    return swept


def _can_be_played(study: Study, deck: Deck, key: str, value: Any) -> bool:
    options = {**study.options, key: value}
    try:
        plan_run(
            deck.game, games=1, seats=study.seats, bots=_seated(study), seed=study.seed, deck=deck, options=options
        )
    except OptionError:
        return False
    return True


# ---------------------------------------------------------------- what should be changed


def _what_to_change(study: Study, game: Game, games: int, how: Mapping[str, Any]) -> Answer:
    target: dict[str, Any] = {study.aim: AIMS[study.aim][1]}
    found = suggest(
        game, _deck(study, game), games=games, seats=study.seats, bots=_seated(study), options=study.options,
        seed=study.seed, **target, **how,
    )  # fmt: skip
    own = next(one for one in found.measured if one.target.kind == study.aim and one.bot in ("", study.bots[0]))
    asked = [next(one for one in step if one.target.kind == study.aim) for step in found.steps]
    rows = [_row_of_figure("As it is", "", own.before, own.target.holds(own.before))]
    for edit, step in zip(found.edits, asked or [own] * len(found.edits), strict=True):
        words = "with those above" if len(rows) > 1 else ""
        rows.append(_row_of_figure(edit.words, words, step.after, step.target.holds(step.after)))
    said = found.verdict
    if found.reached and found.edits:
        does = counted(len(found.edits), "edit does", "edits do")
        said = f"{does} it: {_figure_said(study.aim, own.after)}, before {100 * own.before.value:.0f}."
    more = " ".join(sentence for sentence in found.sentences if sentence.startswith(("With ", "Measured anew")))
    line, line_words = AIMS[study.aim][1], "the bound"
    if study.aim == FIRST_SEAT:
        line, line_words = own.after.even, "an even share"
    return Answer(study, own.games, found.played, said, more, found, found.changes, 100 * line, line_words, tuple(rows))


def _row_of_figure(label: str, words: str, figure: Figure, holds: bool) -> Row:
    about = f"most by {figure.about}" if figure.about else ""
    value, low, high = (100 * share for share in figure[:3])
    return Row(label, "; ".join(filter(None, [words, about])), value, low, high, holds)


def _figure_said(aim: str, figure: Figure) -> str:
    if aim == FIRST_SEAT:
        return f"who begins wins {100 * figure.value:.0f} of 100 games"
    return f"no card brings more than {100 * figure.value:.0f} wins in 100 games"


def _seated(study: Study) -> Any:
    """Who sits at the table: one bot on all seats, or a bot for each."""
    return study.bots[0] if len(study.bots) == 1 else list(study.bots)


def _deck(study: Study, game: Game) -> Deck:
    return load_deck(game, study.deck or None)


ASKED: dict[str, Callable[[Study, Game, int, Mapping[str, Any]], Answer]] = {
    SEATS: _who_wins,
    BOTS: _which_bot,
    RULES: _which_rule,
    EDITS: _what_to_change,
}

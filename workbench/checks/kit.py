"""The conformance kit: `check_game` puts a game through every check and keeps the smallest counter-example for each."""

from __future__ import annotations

import itertools
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from workbench import kernel
from workbench.checks import (
    aliasing,
    conservation,
    declarations,
    determinism,
    history,
    legality,
    row_order,
    scores,
    secrecy,
    shuffling,
    simultaneity,
    speeds,
    termination,
    whole_pages,
)
from workbench.checks.report import CheckReport, Failure, Result
from workbench.checks.time_limit import TooLong, time_limit
from workbench.checks.trial import (
    EFFORTS,
    Broken,
    Check,
    Trial,
    Tried,
    every_option_value,
    first_setups,
    usual_setups,
)
from workbench.kernel.game import Game
from workbench.kernel.registry import game as find_game
from workbench.kernel.registry import registered
from workbench.kernel.words import counted
from workbench.play.setup import check_deck, complete_options, options_given
from workbench.storage.errors import OptionError, RuleError, one_of, shown

if TYPE_CHECKING:
    from workbench.decks import Deck

CHECKS = (
    Check(
        "secrecy",
        "Nothing a seat is shown, hears, may do or lets a bot do depends on what it cannot know.",
        secrecy.keeps_secrets,
        conclude=secrecy.something_was_hidden,
    ),
    Check(
        "whole pages",
        "Of positions that a seat cannot tell apart, its page is told the same.",
        whole_pages.tell_nothing_apart,
    ),
    Check("conservation", "Every card lies in one place; none comes or goes.", conservation.keeps_cards),
    Check(
        "legality",
        "Legal actions are sorted, unique and all apply, the rest is refused; taking back leaves what is legal.",
        legality.keeps_to_the_legal,
    ),
    Check("determinism", "Setup, seed and acts decide everything.", determinism.is_determined),
    Check("history", "Undo, redo, saving and loading lead to the same bytes.", history.remembers),
    Check("aliasing", "What a match hands out is the caller's own.", aliasing.keeps_its_own),
    Check("two speeds", "Plain Python and compiled code agree.", speeds.runs_equal_at_both_speeds),
    Check("scores", "A second scorer finds the same figures and winners.", scores.counts_right),
    Check("termination", "The declared maximum of decisions holds, also when everybody stalls.", termination.ends),
    Check(
        "simultaneity",
        "What is chosen secretly together has the same outcome in any order.",
        simultaneity.holds_in_any_order,
    ),
    Check(
        "declarations",
        "Every variant, option value and seat count plays; labels differ; every phase is reached.",
        declarations.plays_as_declared,
        every_option_value,
        declarations.everything_was_reached,
    ),
    Check("fair shuffle", "Every card is equally likely to be dealt anywhere.", shuffling.is_fair, first_setups),
    Check(
        "row order",
        "The order of a list's rows means nothing to bots.",
        row_order.means_nothing,
        row_order.first_variant,
    ),
)
Progress = Callable[[str, int, int], None]  # (check, done, total)
LONGEST_STEP = 120  # seconds, after which a step counts as endless
KERNEL = Path(kernel.__file__).parent
MORE_MATCHES = 4  # times as many if matches are so short that there is little to check
MORE_EXAMPLES = 12  # trials, with the first that fails, in search of a smaller counter-example


def check_game(
    game: str | Game,
    effort: int = 0,
    *,
    deck: Deck | str | PathLike[str] | None = None,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    checks: Sequence[str] | None = None,
    strict: bool = False,
    on_progress: Progress | None = None,
) -> CheckReport:
    """Put a game through the conformance kit: a game by its id, or a Game that is not registered yet.

    `effort` is 0 (seconds), 1 (a minute or two) or 2 (a long night). `seats` is the only number of seats to try; by
    default each variant is tried at few, usual and many. `options`, which may name presets, hold in every match; by
    default each value of each option is tried. `checks` names the checks to run; all by default.
    `on_progress(check, done, total)` is called before each trial; in a notebook it is a line below the cell by default.
    With `strict`, a failure raises CheckFailed. The result is the same each time. Raises OptionError or DeckError.

    >>> report = check_game("guild_master", checks=["conservation"])
    >>> report["conservation"].passed
    True
    """
    found = game if isinstance(game, Game) else find_game(game)
    if isinstance(effort, bool) or not isinstance(effort, int) or not 0 <= effort < len(EFFORTS):
        raise OptionError(f"The effort is {shown(effort)}. Give a whole number from 0 to {len(EFFORTS) - 1}.")
    chosen, progress = _chosen(checks), on_progress or usual_progress()
    with registered(found):  # decks and saved matches find their game by its id
        cards = check_deck(found, deck)
        tried = Tried(found, cards, EFFORTS[effort], seats, tuple(options_given(options).items()))
        if not tried.variants():
            counts = sorted({count for variant in found.variants for count in variant.seats})
            fix = f"Give a whole number from {counts[0]} to {counts[-1]}, or leave it out."
            raise OptionError(f"No variant of {found.title} has {shown(seats)} seats. {fix}")
        for variant in tried.variants():
            complete_options(variant, dict(tried.options))
        results = [run_check(check, tried, progress) for check in chosen]
    report = CheckReport(found, effort, tuple(results))
    if strict:
        report.require()
    return report


def usual_progress() -> Progress:
    """In a notebook, a line below the cell that is replaced as the work goes on; nothing elsewhere."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None or not hasattr(shell, "kernel"):
        return lambda check, done, total: None
    from IPython.display import DisplayHandle

    line = cast("Any", DisplayHandle)()
    line.display({"text/plain": "The checks begin."}, raw=True)

    def show(check: str, done: int, total: int) -> None:
        line.update({"text/plain": f"{check}: {done} of {total} matches"}, raw=True)

    return show


def _chosen(names: Sequence[str] | None) -> list[Check]:
    known = [check.name for check in CHECKS]
    if isinstance(names, str):
        names = [names]
    if names is not None and (not isinstance(names, (list, tuple)) or not names):
        raise OptionError(f"The checks are {shown(names)}. Give a list of names, or leave it out for all of them.")
    for name in names or ():
        if name not in known:
            raise OptionError(one_of(name, known, "check"))
    return [check for check in CHECKS if names is None or check.name in names]


def run_check(check: Check, tried: Tried, on_progress: Progress) -> Result:
    """Run a check on all its setups; once it has failed, look a little longer for a smaller example."""
    tally: Counter[Any] = Counter()
    setups = list(check.setups(tried))
    effort = tried.effort
    few = check.setups is usual_setups and 0 < len(setups) < effort.setups  # in that case each is played more often
    enough = ceil(effort.matches * effort.setups / len(setups)) if few else effort.matches
    total = len(setups) * (MORE_MATCHES * enough if few else enough)
    failure: Failure | None = None
    left = MORE_EXAMPLES
    # Each setup in turn has its own seed, since all setups would be dealt alike with a common one.
    for done, setup in enumerate(itertools.islice(itertools.cycle(setups), total)):
        if done >= len(setups) * enough and tally["positions"] >= effort.acts * effort.setups:
            break
        on_progress(check.name, done, total)
        found = _try(check, Trial(setup, done + 1, effort, tally))
        if found is not None and (failure is None or _size(found) < _size(failure)):
            failure = found
        if failure is not None:
            left -= 1
            if left == 0 or _size(failure) == 0 or failure.endless:
                break
    on_progress(check.name, total, total)
    if failure is None:
        try:
            check.conclude(tried, tally)
        except Broken as broken:
            failure = Failure(broken.text, "", None)
    counted = {what: number for what, number in sorted(tally.items(), key=str) if isinstance(what, str)}
    return Result(check.name, check.about, counted, failure)


def _size(failure: Failure) -> int:
    return 0 if failure.match is None else len(failure.match.acts)


def _try(check: Check, trial: Trial) -> Failure | None:
    """Run one trial; whatever goes wrong in it is a finding."""
    table = str(trial.setup)
    try:
        with time_limit(LONGEST_STEP) as begin_anew:
            trial.goes_on = begin_anew
            check.run(trial)
    except Broken as broken:
        return Failure(broken.text, table, broken.match)
    except TooLong as fault:
        text = f"A step did not end within {counted(LONGEST_STEP, 'second')}{_where(fault)}."
        return Failure(text, table, trial.latest, endless=True)
    except RuleError as fault:
        return Failure(f"Playing it fails: {fault}", table, trial.latest)
    except Exception as fault:
        return Failure(f"Playing it fails{_where(fault)}: {type(fault).__name__}: {fault}", table, trial.latest)
    return None


def _where(fault: BaseException) -> str:
    """The line being executed: the last one outside the kernel, which only does what rules tell it."""
    lines = traceback.extract_tb(fault.__traceback__)
    last = next((line for line in reversed(lines) if KERNEL not in Path(line.filename).parents), lines[-1])
    return f" in {last.name}, {Path(last.filename).name} line {last.lineno}"

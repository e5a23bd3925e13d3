"""Scores: a second scorer, written independently of the rules, finds the same points and winners from open cards."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.small_games import finished_matches
from workbench.checks.trial import Broken, Trial, position, require, require_equal
from workbench.play.match import Match


def counts_right(trial: Trial) -> None:
    """Score a match along the way and at its end, and compare with the game's second scorer.

    In a small game, every course of some deals is compared as well.
    """
    match = trial.match()
    for _ in trial.walk(match, trial.effort.acts // 4):
        _scoring_changes_nothing(match)
    for _ in to_the_end(match, trial):
        pass
    _scoring_changes_nothing(match)
    for finished in (match, *finished_matches(trial)):
        whole = finished.wording.score(finished.referee.score(finished.record))
        text = "At the end, the lines from what lies open are not all lines"
        require_equal(finished.score_lines(), whole, text, finished)
        _counted_again(finished, trial)


def to_the_end(match: Match, trial: Trial) -> Iterator[Match]:
    """Let randomly chosen bots finish the match; yield it after each of their acts."""
    for seat in range(match.seats):
        match.seat_bot(seat, trial.chooser.choice(match.game.bots).name)
    for _ in range(match.variant.max_decisions):
        if match.over:
            return
        match.play_bot(trial.chooser.choice(match.to_act))
        trial.goes_on()
        yield match
    raise Broken(f"The match is not over after the declared maximum of {match.variant.max_decisions} decisions.", match)


def _scoring_changes_nothing(match: Match) -> None:
    before = position(match)
    match.referee.score(match.record)
    lines = match.score_lines()
    require_equal(match.score_lines(), lines, "Scored twice, the match has other lines", match)
    require(position(match) == before, "Scoring has changed the match.", match)


def _counted_again(match: Match, trial: Trial) -> None:
    variant = match.variant
    if variant.recount is None:
        raise Broken(f"{variant.title} has no second scorer. Write one and declare it as Variant(recount=...).", match)
    recount = variant.recount(match.view(None), match.deck)
    missing = set(variant.ranking.chain[:1]) - set(recount.figures)
    require(not missing, f"The second scorer does not count {', '.join(sorted(missing))}, by which one wins.", match)
    for reason, figures in recount.figures.items():
        lines = [line for line in match.score_lines() if line["reason"] == reason]
        sums = tuple(sum(line["points"] for line in lines if line["seat"] == seat) for seat in range(match.seats))
        trial.tally["figures counted again"] += len(sums)
        require_equal(sums, tuple(figures), f"{reason}: the score lines and the second scorer differ, by seat", match)
    require_equal(match.winners, tuple(recount.winners), "The winners and those of the second scorer differ", match)

"""The report beside the cards: what is measured, what it is compared with, and its parts on the page."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.decks import Deck
from workbench.kernel.engine.speeds import compiling_takes
from workbench.kernel.game import Variant
from workbench.kernel.words import counted, roughly
from workbench.lab.comparison import Comparison
from workbench.lab.live import LiveState
from workbench.lab.simulation import Plan, plan_run
from workbench.pages.guard import Guard, Handler
from workbench.storage.errors import WorkbenchError
from workbench.widgets.grid.measured import Figures
from workbench.widgets.studio.figures import CHANGE, OF_CARDS, TITLES
from workbench.widgets.studio.measuring import Measuring
from workbench.widgets.studio.messages import Measure
from workbench.widgets.studio.widgets import LAST_WHOLE, OUT_OF_DATE, Part, ReportHead

if TYPE_CHECKING:
    from distributed import Client

FOR_A_PAGE = 10_000  # enough games for what a variant's page says about it
NOT_STUDIED = " Who was ahead, and what each card decides, is still being worked out."
STILL_STUDYING = " More games are being studied, until they tell well enough what each card decides."
USUAL_GAMES = (1_000, 2_000, 10_000, 50_000, 100_000)


@dataclass(frozen=True)
class ReportRequest:
    """How the games of a report are played; `options` override the deck's own."""

    seats: int | None = None
    bots: tuple[str, ...] | str | None = None
    games: int = 10_000
    seed: int = 1
    options: Mapping[str, Any] | None = None

    def plan(self, deck: Deck) -> Plan:
        """The run that measures a deck; raises OptionError or DeckError."""
        return plan_run(
            deck.game,
            games=self.games,
            seats=self.seats,
            bots=list(self.bots) if isinstance(self.bots, tuple) else self.bots,
            seed=self.seed,
            deck=deck,
            options=self.options,
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values that JSON can hold, without the options, which are given when the studio is made."""
        return {"seats": self.seats, "bots": self.bots, "games": self.games, "seed": self.seed}

    def kept(self, values: object, deck: Deck) -> ReportRequest:
        """The request that `to_dict` wrote, with the options of this one; this request itself if they do not fit."""
        values = values if isinstance(values, dict) else {}
        bots = values.get("bots")
        seated = tuple(bots) if isinstance(bots, list) else bots
        try:
            request = ReportRequest(values["seats"], seated, values["games"], values["seed"], self.options)
            request.plan(deck)
        except (KeyError, WorkbenchError):
            return self
        return request


class ReportPanel:
    """The live report on the deck being edited, beside the same games with a baseline deck.

    `shown()` is called each time news is on the screen.
    """

    def __init__(
        self,
        request: ReportRequest,
        hear: Handler,
        guard: Guard,
        shown: Callable[[], None],
        client: Client | None = None,
    ) -> None:
        self.request = request
        self._shown = shown
        self.head = ReportHead(hear)
        self.parts = {name: Part(hear, title=title, folds=name != CHANGE) for name, title in TITLES.items()}
        self.measuring = Measuring(guard(self.show, "showing the report"), client=client)
        self.plan: Plan | None = None
        self.watched = False  # whether a page shows it; otherwise nothing is played
        self._variant_told: Variant | None = None  # the variant whose compile time `_told` gives
        self._told = ""
        self._against = ""  # what it is compared with, in words
        self._unsound = 0  # problems in the cells, which keep them from being measured
        self.show()

    @property
    def of_cards(self) -> tuple[dict[str, Figures], bool]:
        """The measurements of each card (see `CardGrid.show_measured`), and whether they are of the present deck."""
        told = self.measuring.parts.get(OF_CARDS, "")
        return (json.loads(told) if told else {}), self.measuring.fresh([OF_CARDS]) and not self._unsound

    @property
    def wins(self) -> str:
        """Who wins with the present deck, if that has been measured."""
        state = self.measuring.state
        if not self.fresh or state is None or state.report is None or state.stand_in:
            return ""
        return f"{state.report.order_words} ({counted(state.report.games, 'game')})"

    @property
    def fresh(self) -> bool:
        """Whether what is on the screen is of the present deck."""
        return self.measuring.fresh()

    def comparison_with(self, before: Deck, deck: Deck) -> Comparison | None:
        """The complete comparison of two decks with the usual bots and rules, if that was measured last."""
        state = self.measuring.state
        if state is None or state.comparison is None or not state.fresh or not state.whole or state.stand_in:
            return None
        plans = state.comparison.before.plan, state.comparison.after.plan
        usual = [plan_run(one.game, games=FOR_A_PAGE, deck=one) for one in (before, deck)]
        same = [
            (plan.deck, plan.seats, plan.bots, dict(plan.options)) == (one.deck, one.seats, one.bots, dict(one.options))
            for plan, one in zip(plans, usual, strict=True)
        ]
        return state.comparison if all(same) and state.comparison.games >= FOR_A_PAGE else None

    def measure(self, deck: Deck, baseline: Deck | None, against: str, unsound: int) -> None:
        """Request the figures of a deck and of a baseline; what is on the screen is stale until they arrive."""
        self._against, self._unsound = against, unsound
        try:
            self.plan = self.request.plan(deck)
            before = self.request.plan(baseline) if baseline is not None and baseline != deck else None
            if self.watched:
                self.measuring.want(self.plan, before)
        except WorkbenchError as refusal:
            self.measuring.refuse(refusal)
        self.show()

    def change(self, message: Measure) -> None:
        """Change how games are played; a request that cannot be planned changes nothing."""
        assert self.plan is not None
        bots = message.bots[0] if len(set(message.bots)) == 1 else message.bots
        request = ReportRequest(message.seats, bots, message.games, int(message.seed), self.request.options)
        request.plan(self.plan.deck)
        self.request = request

    # ------------------------------------------------------------ showing

    def show(self) -> None:
        """Bring the report on the screen up to date."""
        state = self.measuring.state
        for name, part in self.parts.items():
            age = LAST_WHOLE if self._unsound else ""
            part.show(self.measuring.parts.get(name, ""), age if self.measuring.fresh([name]) else OUT_OF_DATE)
        self.head.status = self._status()
        self.head.progress = state.done / state.total if state is not None and state.total else 1.0
        if state is not None:
            self._shown()

    def _status(self) -> dict[str, str]:
        plan, state = self.plan, self.measuring.state
        error = self.measuring.fault or (state.error if state is not None else "")
        if error:
            return _told("The deck as it is now cannot be measured.", "", "failed", error)
        if state is None or plan is None:
            return _told("Nothing has been measured yet.", "", "working")
        if self._unsound:
            wrong = f"The cells are no whole list now ({self._unsound} to mend)."
            return _told(wrong, "The figures, the bars, the graph and the game are of the last whole list.", "unsound")
        mood = "stand-in" if state.stand_in else "fresh" if self.fresh else "working"
        return _told(self._verdict(plan, state), self._words(plan, state), mood)

    def _verdict(self, plan: Plan, state: LiveState) -> str:
        """What to say first about the present deck."""
        if state.report is None or not self.fresh:
            return f"Playing {plan.deck.meta.title} as it is now …"
        if state.comparison is None:
            games = counted(state.report.games, "game")
            return f"{plan.deck.meta.title} as it is: {games} say who wins and which cards matter."
        return state.comparison.verdict_parts[0]

    def _words(self, plan: Plan, state: LiveState) -> str:
        if state.stand_in and state.report is not None and state.report.compiled:
            return (
                f"The first {state.report.games:,} of {plan.games:,} games with the list as it is now. The figures "
                "narrow when the others have been played."
            )
        if state.stand_in and state.report is not None:
            return (
                f"The rules are being compiled. {self._patience(plan)} Until then these figures are of "
                f"{state.report.games:,} games in plain Python, with wide intervals; the full report replaces them by "
                "itself."
            )
        if not self.fresh:
            return f"{plan.games:,} games are played. What is marked is of the list before the last edit."
        more = "" if state.whole else STILL_STUDYING if state.studied else NOT_STUDIED
        also = "" if state.comparison is None else state.comparison.verdict_parts[1]
        fresh = f"Up to date: {plan.games:,} games of the list as it is now, compared with {self._against}.{more}"
        return f"{also} {fresh}".strip()

    def _patience(self, plan: Plan) -> str:
        """How long compiling may take; worked out once per variant, since every update asks for it."""
        if plan.variant is not self._variant_told:
            self._variant_told, seconds = plan.variant, compiling_takes(plan.variant)
            self._told = f"That may take {roughly(seconds)}, longer on a busy machine."
        return self._told

    def show_request(self, baselines: Sequence[tuple[str, str]], baseline: str) -> None:
        """Bring the choices of what is measured up to date."""
        plan = self.plan
        if plan is None:
            return
        games = sorted({*USUAL_GAMES, plan.games})
        self.head.request = {
            "baselines": [list(choice) for choice in baselines],
            "baseline": baseline,
            "seats": [[str(count), str(count)] for count in plan.variant.seats],
            "seat_count": plan.seats,
            "bots": [[bot.name, bot.name] for bot in plan.game.bots],
            "seated": list(plan.bots),
            "games": [[str(count), f"{count:,}"] for count in games],
            "game_count": plan.games,
            "seed": str(plan.seed),
        }


def _told(verdict: str, words: str, mood: str, error: str = "") -> dict[str, str]:
    """What the head of a report says: the verdict, its freshness in words and as a mood, and what went wrong."""
    return {"verdict": verdict, "words": words, "error": error, "mood": mood}

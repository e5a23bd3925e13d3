"""The page of the lab: a question about a game, a sentence that answers it, and the evidence."""

from __future__ import annotations

import threading
import time
from base64 import b64encode
from collections.abc import Callable
from typing import Any, cast, get_args

import ipywidgets
import traitlets

from workbench.decks import list_decks
from workbench.kernel.game import Game, Variant
from workbench.kernel.registry import game as find_game
from workbench.kernel.registry import list_games
from workbench.kernel.words import counted
from workbench.lab.compiling import RUNS_AND_STUDIES, CompiledApart
from workbench.lab.studies import BOTS, EDITS, QUESTIONS, SEATS, Answer, Question, Study, read_study
from workbench.lab.targets import AIMS, Aim
from workbench.pages.guard import Guard
from workbench.pages.messages import Save
from workbench.pages.page import Page, handles
from workbench.storage.errors import OptionError, WorkbenchError, one_of
from workbench.widgets.address import asked_or_usual_game
from workbench.widgets.graph.state_graphs import rules_of
from workbench.widgets.lab import messages
from workbench.widgets.one_way import OneWayWidget
from workbench.widgets.script import script, style

STAYS = "Nothing is lost: the answers of before are still there. Ask again."
GAMES = (500, 2_000, 10_000, 50_000)
USUAL_GAMES = 2_000
FEW = 50  # games that plain Python plays while the rules are compiled
TOLD_EVERY = 0.25  # seconds between two checks of a study's progress
MOST_ANSWERS = 20  # earlier answers kept on the page
BESIDE = ","  # separates bots that are chosen together
SHOWN = ("games", "played", "sentence", "more", "wide", "line", "line_words")  # of an answer, as it is
Choices = list[list[str]]


class LabPage(Page, OneWayWidget):
    """Questions about a game, answered by playing it between bots; without a game, the one in the page's address.

    `state` is all that the page shows: the choices and what is chosen, how far the games are, the answer so far with
    what was known after fewer games, and earlier answers. `box` holds the page and, once somebody asks for all numbers,
    the whole report, tournament or sweep below it.

    >>> page = LabPage("guile")
    >>> page.study.question, page.study.seats, page.study.bots
    ('seats', 2, ('greedy',))
    """

    _esm = script("lab/lab.js")
    _css = style("parts.css", "tool_bar.css", "lab/lab.css")
    state = traitlets.Dict().tag(sync=True)

    def __init__(self, game_id: str | Game | None = None) -> None:
        game, astray = asked_or_usual_game() if game_id is None else (find_game(game_id), "")
        Page.__init__(self, Guard(self._complain, STAYS))
        OneWayWidget.__init__(self, self.hear)
        self.chosen: dict[str, str] = {"question": SEATS, "games": str(USUAL_GAMES), "aim": next(iter(AIMS))}
        self._seed = 1
        self.looks: list[Answer] = []  # from the games being played, or played last
        self.answers: list[Answer] = []  # of complete studies, or of those ended early
        self.against = -1
        self._cancel: threading.Event | None = None
        self._progress = (0, 0)
        self._waits = ""
        self._compiled = CompiledApart()
        self._settled = threading.Event()
        self.numbers = ipywidgets.HTML()
        self.box = ipywidgets.VBox([self, self.numbers])
        self.box.add_class("rt-lab")
        self._turn_to(game)
        self.lines.refuse(astray)
        self.show()

    def _repr_mimebundle_(self, **given: Any) -> Any:
        return self.box._repr_mimebundle_(**given)

    # ------------------------------------------------------------ what is asked

    def _turn_to(self, game: Game) -> None:
        """Ask about a game as it is usually played."""
        self.game = game
        self._rules = rules_of(game)
        self.chosen |= {"game": game.id, "rules": "0", "deck": game.default_deck}
        self._mend()

    def _mend(self) -> None:
        """Make all choices fit together."""
        usual = {"seats": str(self.variant.default_seats), "bots": self.game.usual_bot}
        if self.chosen["question"] == BOTS:
            usual = {"seats": str(min(self.variant.seats)), "bots": self._all_kinds}
        for part, value in usual.items():
            if self.chosen.get(part) not in [key for key, _ in self._usual_choices(part)]:
                self.chosen[part] = value

    def _take(self, study: Study) -> None:
        """Choose what a study asks, even if the page does not offer it."""
        self._turn_to(find_game(study.game))
        if study.options not in [options for _, options in self._rules]:
            self._rules = [*self._rules, ("Those of the study", dict(study.options))]
        rules = next(place for place, (_, options) in enumerate(self._rules) if options == study.options)
        self.chosen |= {
            "question": study.question,
            "deck": study.deck or self.game.default_deck,
            "rules": str(rules),
            "bots": BESIDE.join(study.bots),
            "seats": str(study.seats),
            "games": str(study.games),
            "aim": study.aim,
        }
        self._seed = study.seed

    @property
    def _all_kinds(self) -> str:
        return BESIDE.join(bot.name for bot in self.game.bots)

    @property
    def options(self) -> dict[str, Any]:
        """The options of the chosen rules."""
        return self._rules[int(self.chosen["rules"])][1]

    @property
    def variant(self) -> Variant:
        """The variant to which these options belong."""
        return self.game.variant(self.options.get("game_variant"))

    def choices(self, part: str) -> Choices:
        """The choices of a part, each with its words, including those of a study that was opened."""
        offered = self._usual_choices(part)
        chosen = self.chosen.get(part, "")
        if chosen and chosen not in [key for key, _ in offered]:
            offered.append([chosen, chosen.replace(BESIDE, ", ")])
        return offered

    def _usual_choices(self, part: str) -> Choices:
        if part == "question":
            return [[key, words] for key, words in QUESTIONS.items()]
        if part == "game":
            return [[key, game.title] for key, game in list_games().items()]
        if part == "deck":
            return [[name, name.replace("_", " ").capitalize()] for name in list_decks(self.game)]
        if part == "rules":
            return [[str(place), title] for place, (title, _) in enumerate(self._rules)]
        if part == "seats":
            return [[str(seats), counted(seats, "seat")] for seats in self.variant.seats]
        if part == "aim":
            return [[aim, words] for aim, (words, _) in AIMS.items()]
        if part == "games":
            return [[str(games), f"{games:,}"] for games in GAMES]
        if self.chosen["question"] == BOTS:
            return [[self._all_kinds, "All kinds, each against each"]]
        return [[bot.name, f"{bot.name.capitalize()}: {bot.manner}"] for bot in self.game.bots]

    @property
    def study(self) -> Study:
        """The present choices, as a study."""
        chosen = self.chosen
        return Study(
            question=cast("Question", chosen["question"]),
            game=chosen["game"],
            deck=chosen["deck"],
            options=self.options,
            bots=tuple(chosen["bots"].split(BESIDE)),
            seats=int(chosen["seats"]),
            games=int(chosen["games"]),
            seed=self._seed,
            aim=cast("Aim", chosen["aim"]),
        )

    @handles
    def _choose(self, message: messages.Choose) -> None:
        offered = [key for key, _ in self.choices(message.part)]
        if message.value not in offered:
            raise OptionError(one_of(message.value, offered, message.part))
        if message.part == "game":
            self._end()
            self._turn_to(find_game(message.value))
        else:
            self.chosen[message.part] = message.value
            self._mend()
        self.show()

    # ------------------------------------------------------------ games, in a thread

    @handles
    def _run(self, message: messages.Run) -> None:
        self._begin(self.study, self.variant)

    @handles
    def _stop(self, message: messages.Stop) -> str:
        self._end()
        return "Ended early: what stands here is of the games played by then." if self.looks else "Ended."

    def _begin(self, study: Study, variant: Variant) -> None:
        self._end()
        self.looks, self._progress, self._waits, self.numbers.value = [], (0, study.games), "", ""
        cancel = self._cancel = threading.Event()
        self._settled.clear()
        news = self.guard(self._news, "showing an answer").from_threads()
        threading.Thread(target=self._work, args=(study, variant, cancel, news), name="a study", daemon=True).start()
        self.show()

    def _end(self) -> None:
        """Play no more games; what is known by then is kept."""
        if self._cancel is not None and not self._cancel.is_set():
            self._cancel.set()
            self._keep()
        self._cancel = None

    def _keep(self) -> None:
        if self.looks:
            self.answers = [*self.answers, self.looks[-1]][-MOST_ANSWERS:]

    def wait(self, seconds: float) -> bool:
        """Wait until no games are being played; return whether that is so."""
        return self._settled.wait(seconds)

    def _work(self, study: Study, variant: Variant, cancel: threading.Event, news: Callable[..., None]) -> None:
        """Answer a study after more and more games; plain Python plays a few while the rules are compiled."""
        told = time.monotonic()

        def progress(done: int, total: int) -> None:
            nonlocal told
            if time.monotonic() - told >= TOLD_EVERY:
                told = time.monotonic()
                news(cancel, None, (done, total), "")

        def meanwhile() -> None:
            waits = "The rules are being compiled; that takes a minute or so."
            news(cancel, None, (0, study.games), waits)
            if study.question != EDITS:  # a search needs more games than plain Python plays meanwhile
                news(cancel, study.answer(min(FEW, study.games), compiled=False, cancel=cancel), None, waits)

        try:
            self._compiled.see_to(self.game, variant, RUNS_AND_STUDIES, cancel, meanwhile)
            for games in study.looks:
                if cancel.is_set():
                    return
                answer = study.answer(games, compiled=True, on_progress=progress, cancel=cancel)
                news(cancel, answer, None, "")
            news(cancel, None, None, "done")
        except WorkbenchError as problem:
            news(cancel, problem, None, "")
        finally:
            self._settled.set()

    def _news(self, cancel: threading.Event, answer: Answer | WorkbenchError | None, progress: Any, words: str) -> None:
        """Show what the games say by now, unless their study was given up."""
        if cancel.is_set() or cancel is not self._cancel:
            return
        if isinstance(answer, WorkbenchError):
            self._cancel = None
            raise answer
        if answer is not None:
            self.looks.append(answer)
        if words == "done":
            self._cancel = None
            self._keep()
        else:
            self._progress, self._waits = progress or self._progress, words
        self.show()

    # ------------------------------------------------------------ files, and answers of before

    @handles
    def _save(self, message: Save) -> str:
        study = self.study if self.answer is None else self.answer.study
        name = f"{study.game}-{study.question}.json"
        self._bring(name, study.text().encode(), "application/json")
        return f"Saved as {name}."

    @handles
    def _export(self, message: messages.ExportFigures) -> str:
        answer = self._answer_there_is()
        name = f"{answer.study.game}-{answer.study.question}.csv"
        self._bring(name, answer.csv.encode(), "text/csv")
        return f"Saved as {name}."

    @handles
    def _save_deck(self, message: messages.SaveDeck) -> str:
        from workbench.decks.exchange import export
        from workbench.widgets.studio.files import MEDIA_TYPES

        deck = self._answer_there_is().mended
        if deck is None:
            raise OptionError("The answer has no edits. Ask what should be changed, and play the games first.")
        name, data = export(deck, "xlsx")
        self._bring(name, data, MEDIA_TYPES["xlsx"])
        return f"Saved as {name}; in the studio, File and then Open a file lays it on the desk."

    def _bring(self, name: str, data: bytes, kind: str) -> None:
        self.send({"type": "file", "name": name, "data": b64encode(data).decode(), "kind": kind})

    @handles
    def _open(self, message: messages.OpenStudy) -> None:
        study = read_study(message.text)
        variant, decks = study.variant, list_decks(study.game)  # this first checks whether there is such a game
        if study.deck and study.deck not in decks:  # a page may name decks, never paths
            raise OptionError(one_of(study.deck, decks, "deck"))
        self._take(study)
        self._begin(study, variant)

    @handles
    def _show_answer(self, message: messages.ShowAnswer) -> None:
        self._end()
        self.looks, self.numbers.value = [self._of_before(message.number)], ""
        self._take(self.looks[0].study)
        self.show()

    @handles
    def _hold_against(self, message: messages.HoldAgainst) -> None:
        if message.number >= 0:
            self._of_before(message.number)
        self.against = message.number
        self.show()

    @handles
    def _show_numbers(self, message: messages.ShowNumbers) -> None:
        self.numbers.value = "" if self.numbers.value else self._answer_there_is().result._repr_html_()
        self.show()

    @property
    def answer(self) -> Answer | None:
        """The answer that is shown."""
        return self.looks[-1] if self.looks else None

    def _answer_there_is(self) -> Answer:
        if self.answer is None:
            raise OptionError("Nothing is answered yet. Play the games first.")
        return self.answer

    def _of_before(self, number: int) -> Answer:
        if number >= len(self.answers):
            raise OptionError(f"There is no answer {number + 1}. Choose one of the {len(self.answers)} on the page.")
        return self.answers[number]

    # ------------------------------------------------------------ the page

    def show(self) -> None:
        """Bring the page up to date."""
        self.state = {
            "chosen": dict(self.chosen),
            "choices": {
                part: self.choices(part)
                for part in get_args(messages.Part)
                if part != "aim" or self.chosen["question"] == EDITS
            },
            "working": self._cancel is not None,
            "progress": list(self._progress),
            "waits": self._waits,
            "answer": self._answer_told(),
            "before": [f"{find_game(one.study.game).title}: {one.sentence}" for one in self.answers],
            "against": self.against,
            "numbers": bool(self.numbers.value),
            "note": self.lines.note,
            "error": self.lines.error,
        }

    def show_lines(self) -> None:
        """Say how the last step turned out."""
        self.show()

    def _complain(self, words: str) -> None:
        self.lines.refuse(words)
        self.show()

    def _answer_told(self) -> dict[str, Any] | None:
        """The answer, with each row's value after fewer games and in the answer it is compared with."""
        answer = self.answer
        if answer is None:
            return None
        early = [{row.label: row for row in look.rows} for look in self.looks[:-1]]
        held = self.answers[self.against] if 0 <= self.against < len(self.answers) else None
        was = {} if held is None else {row.label: row.value for row in held.rows}
        return {
            **{name: getattr(answer, name) for name in SHOWN},
            "question": answer.study.question,
            "asked": answer.study.games,
            "of": f"{', '.join(answer.study.bots)}; {counted(answer.study.seats, 'seat')}; seed {answer.study.seed}",
            "looks": [look.games for look in self.looks],
            "rows": [
                {
                    **row._asdict(),
                    "early": [[look[row.label].low, look[row.label].high] for look in early if row.label in look],
                    "was": was.get(row.label),
                }
                for row in answer.rows
            ],
            "bots": [list(bot) for bot in answer.bots],
            "duels": [duel._asdict() for duel in answer.duels],
            "mended": answer.mended is not None,
        }

"""What a screen shows: a Scene is plain data, made from a seat's view and drawn by one renderer.

Nothing here knows of browsers. `Scene.as_dict()` is JSON; the same scene is drawn in a notebook,
on a phone and in the terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar

from workbench.kernel.actions import Action
from workbench.kernel.frames import EFFECT, top_frame
from workbench.kernel.rulebook import rules_about
from workbench.kernel.state import HIDDEN, Record
from workbench.kernel.words import listed

# What draws these is sent only to the pages of games that declare them (`Variant.layouts`).
Made = TypeVar("Made")  # what a part of a scene is
Seen = TypeVar("Seen", bound=Record, covariant=True)  # the record of a game as a seat sees it
Asked = ParamSpec("Asked")  # what a rule is asked with
Answer = TypeVar("Answer")
LARGE_LAYOUTS = ("board", "lanes", "map", "slips", "stages", "story", "track")


@dataclass(frozen=True)
class Symbol:
    """A category or suit as a card prints it: never colour alone, always letter and sign as well.

    On a table, where its name stands too, its emblem stands for it, or its sign if it has none.
    """

    letter: str
    sign: str
    colour: str
    name: str
    emblem: str = ""


@dataclass(frozen=True)
class CardFace:
    """One card as it is drawn; `face_down` cards carry no title, symbols, text or emblem.

    emblem: the name of one of `workbench.heraldry`; a screen that does not know it leaves it out.
    shape: empty for a card; `chip` is a round one, `sword` a chip of a sword, `spent` a chip done with, `fist` a closed
    fist, `open` an open one, `hole` a place that a chip has left.
    value: the one number that the card counts, on its corner; worth: the first line of its text, such as "2 Food".
    mark: `latest` (just turned or played), `next`, `spent`, `cannot` (it cannot be taken now), `none` (there is none of
    what it counts), or empty.
    why: why it cannot be taken now; such a card is dulled, and says so when it is pressed.
    here: what it counts here and now, with numbers from the table; rules: the ids of the rules that it plays by. Both
    are shown beside the card where it is enlarged. owner: the seat that it stands for, as an agent does; it is drawn as
    a disc with that seat's arms. roads: four of 0 and 1 for its edges from north clockwise, as it is turned: where
    roads leave it, which are drawn over its picture.
    """

    id: str
    title: str = ""
    symbols: tuple[Symbol, ...] = ()
    text: str = ""
    face_down: bool = False
    group: str = ""
    action: int | None = None  # the action that picks this card, if it may be picked now
    selected: bool = False  # staged already (another device may have staged it)
    badge: str = ""
    description: str = ""  # the whole card in words, for screen readers
    shape: str = ""
    emblem: str = ""
    value: str = ""
    mark: str = ""
    worth: str = ""
    why: str = ""
    here: str = ""
    rules: tuple[str, ...] = ()
    owner: int | None = None
    roads: str = ""


@dataclass(frozen=True)
class Group:
    """A heading inside a zone with the cards whose group it is: one category of a built city, one place of a ring.

    standing: pairs of a seat and its number, highest first; a screen draws them as the shields of the seats.
    state: of a stage, `past`, `current` or `ahead`; of a cell, `latest`. at: row and column of a cell of a `board`,
    counted from 0. emblem: a name of an emblem; arms: the name of a knight's coat of arms, both of
    `workbench.heraldry`. seat: whose group it is; of a cell, who wins it as things are. fault: a short clause about
    what is wrong with it. why: why it cannot be chosen now. notes: pairs of a seat and what is to be said of it here,
    such as a bid or what the cell would bring it, in the order in which they are read. value: of a cell, how much
    support it gives, beside the `total` of points that it is worth.
    between: of a slip, the seats that offer and are offered; `badge` is what is asked for, `state` who has to act.
    """

    key: str
    title: str
    symbol: Symbol | None = None
    total: str = ""
    badge: str = ""
    standing: tuple[tuple[int, int], ...] = ()
    state: str = ""
    emblem: str = ""
    arms: str = ""
    seat: int | None = None
    at: tuple[int, int] | None = None
    fault: str = ""
    why: str = ""
    notes: tuple[tuple[int, str], ...] = ()
    value: str = ""
    between: tuple[int, int] | None = None


@dataclass(frozen=True)
class Edge:
    """What joins two groups of a `board`: cards that lie there, such as agents, and a text for each of its ends."""

    key: str
    between: tuple[str, str]
    cards: tuple[CardFace, ...] = ()
    ends: tuple[str, str] = ("", "")
    why: str = ""


@dataclass(frozen=True)
class SceneZone:
    """Cards that lie together.

    layout: `hand` (own cards in a row), `row`, `groups` (cards under headings), `pile` (a count and at most its top
    card), `tokens` (cards as the smallest open things, such as what somebody has built, with `centre` beside them),
    `counts` (a token for each sort of thing, its value how many there are), `grid`; and in the middle of the table
    `ring` (groups in a circle, clockwise from the top, with `centre` in the middle), `places` (groups side by side,
    empty ones too), `tally` (a column a group: its emblem, and who leads with how much), `stages` (groups in order, one
    of them current; those without a state are being built, with `centre` between two of them), `story` (one card in
    whole), `track` (numbers in order: each `free`, `standing`, `open` or `beyond`), `lanes` (a group a seat: what each
    shows), `mat` (two groups: who gives what), `slips` (a group an open offer; the cards of `KEY/back` come back for
    those of `KEY`), `board` (groups are cells, joined by `edges`; a card of a cell is what it is enlarged to), `map`
    (groups are cells of a map that grows, with or without a card; a cell's `seat` is the card's owner, its `badge`
    names the sides by which roads lead out of the map; `centre` says how many columns and rows are shown), `paper`
    (lines to be read beside the table: groups with their totals).
    region: which part of the table it is: `centre`, `people` (before its owner), `mine`, `piles`, or
    `prompt` (small, beside the sentence, a `tally` as who has how much); empty: what fits its layout and owner.
    listing: whether it lists cards that lie elsewhere; no card travels to it or from it.
    """

    id: str
    title: str
    layout: str
    owner: int | None = None
    count: int = 0
    cards: tuple[CardFace, ...] = ()
    groups: tuple[Group, ...] = ()
    centre: tuple[str, ...] = ()
    listing: bool = False
    region: str = ""
    edges: tuple[Edge, ...] = ()

    @cached_property
    def plain(self) -> dict[str, Any]:
        """The zone as JSON-ready plain data, made once for all scenes that share it."""
        return _as_plain_data(SceneZone)(self)


@dataclass(frozen=True)
class Turned:
    """One step of a reveal: the card that is turned face up, what is said then, and the totals of seats so far.

    also: further cards that are turned at the same time. button: what the button says that turns them, such as "Turn
    Sir Lancelot's card"; empty: "Turn the next card".
    """

    card: str
    said: str
    totals: tuple[tuple[int, int], ...] = ()
    also: tuple[str, ...] = ()
    button: str = ""


@dataclass(frozen=True)
class Reveal:
    """Cards that people turn one by one before the screen goes on; a screen shows each `key` once.

    `zone` has every card face up; the screen draws those face down whose step has not come. The cards of a `board` lie
    open all the time; what waits is who wins each. `outcome` is said last. Without cards nothing waits to be turned.
    at_once: what the main button says that turns all together; empty: the main button turns them one by one.
    """

    key: str
    title: str
    zone: SceneZone
    steps: tuple[Turned, ...]
    outcome: str
    at_once: str = ""


@dataclass(frozen=True)
class Choice:
    """What may be chosen: plays one action. An `aside` is said beside the game, out of the way of moves.

    on: the thing that it concerns, which becomes a button: `card:ID`, `seat:N`, `group:ZONE/KEY`, `edge:ZONE/KEY`,
    `zone:ZONE`; empty: a button below the sentence. tab: the short verb on that thing. then: what it brings, in a
    few words on the thing. main: the button that most will press; at most one.
    points: whether the first press only points at the thing, and a second one, or the main button, does it; what is
    main too is pointed at from the start. sentence: what is said while it is pointed at, in place of the prompt;
    press: what the button that does it is called then, where that is shorter than the label. using: the cards of
    which one is pressed first, as in `card:ID`; only then is the choice offered.
    """

    action: int
    label: str
    group: str = ""
    symbol: Symbol | None = None
    hint: str = ""
    aside: bool = False
    on: str = ""
    tab: str = ""
    then: str = ""
    main: bool = False
    points: bool = False
    using: tuple[str, ...] = ()
    sentence: str = ""
    press: str = ""


@dataclass(frozen=True)
class Extra:
    """What may travel with a submitted set, e.g. the wish of a trade offer: chosen on things, or from a drop-down.

    clause: what is added to the sentence of the selection, with the choice as `{chosen}`.
    enough: the actions of those choices with which the set may be sent though it has fewer cards than it otherwise
    takes.
    """

    key: str
    label: str
    choices: tuple[Choice, ...]
    clause: str = ""
    enough: tuple[int, ...] = ()


@dataclass(frozen=True)
class Selection:
    """Choosing a set: pick cards in any order, then submit them together with one of `submit`.

    sentence: what takes the place of the scene's sentence while cards are picked, with their names as `{picked}` and,
    as `{total}`, `base` and the values on them added up.
    none: what the first of `submit` is called while nothing is picked, if that may be sent: "Build nothing".
    """

    prompt: str
    least: int
    most: int
    submit: tuple[Choice, ...]
    extras: tuple[Extra, ...] = ()
    sentence: str = ""
    none: str = ""
    base: int = 0


@dataclass(frozen=True)
class SeatPanel:
    """One seat as everybody sees it.

    facts: what its banner says, the first two; the rest is for readers of the whole panel.
    held: how many cards it holds that the scene draws in no zone; None if it draws them, or if nobody may know.
    side: the side that it plays, where sides matter more than people, with its total.
    state: one or two words for the banner's tab, such as "ready"; empty: what `to_act` and `current` say.
    marks: emblems put on the banner, such as the crown.
    """

    seat: int
    name: str
    player: str = "human"  # human, or how the bot that plays it plays, in a few words
    to_act: bool = False
    current: bool = False
    facts: tuple[tuple[str, str], ...] = ()  # (label, value), e.g. ("hand", "5")
    held: int | None = None
    state: str = ""
    marks: tuple[str, ...] = ()
    side: Group | None = None

    @cached_property
    def plain(self) -> dict[str, Any]:
        """The panel as JSON-ready plain data, made once for all scenes that share it."""
        return _as_plain_data(SeatPanel)(self)


class LogNote(NamedTuple):
    """What a screen knows of a line of the log beside its words.

    turn: the turn it was told in, 0 before the first; whose: the seat whose turn that is, if it is one's. seats: those
    that the line concerns, the acting one first. private: whether not everybody can read it; hearers: who can, beside
    the seat whose screen this is. round: the one it was told in, 0 before the first.
    """

    turn: int
    whose: int | None
    seats: tuple[int, ...]
    private: bool = False
    hearers: tuple[int, ...] = ()
    round: int = 0


@dataclass(frozen=True)
class Scene:
    """All that one seat's screen shows (seat None: a spectator or the projector).

    message: one sentence about what is to be done, or how the match ended; prompt: what a drawn table says instead,
    where that can be shorter; strong: a first clause, set before it in bold; hint: one small line below it.
    story: the last event as a pair of the seat that did it, or None, and a sentence; without one, the last line of the
    log. focus: the thing to look at now, named as in `Choice.on`. steps: the parts of an act, such as card and place,
    each with whether it is the one that is asked for now. ready: of those who choose secretly at once, the
    seats that have chosen. not_yet: buttons that will stand below the sentence, each with the reason why not now.
    series: acts one after the other by one press, each with its words.
    worth: what the cards that this seat has picked come to, where the numbers of the scene do not say it. small: words
    in lines of the log that are no news by themselves. notes: one for each line of the log; arms: for each seat the
    number of the arms that it bears, as `seat_arms` of `workbench.heraldry` counts them. The match writes both.
    """

    title: str
    seat: int | None
    phase: str
    phases: tuple[tuple[str, str], ...]  # (key, title) in order
    message: str
    over: bool = False
    seats: tuple[SeatPanel, ...] = ()
    zones: tuple[SceneZone, ...] = ()
    choices: tuple[Choice, ...] = ()
    selection: Selection | None = None
    reveal: Reveal | None = None
    log: tuple[str, ...] = field(default=())
    prompt: str = ""
    strong: str = ""
    hint: str = ""
    story: tuple[int | None, str] | None = None
    focus: str = ""
    steps: tuple[tuple[str, bool], ...] = ()
    ready: tuple[int, ...] = ()
    not_yet: tuple[tuple[str, str], ...] = ()
    series: tuple[tuple[str, tuple[tuple[int, ...], ...]], ...] = ()
    worth: str = ""
    small: tuple[str, ...] = ()
    notes: tuple[LogNote, ...] = ()
    arms: tuple[int, ...] = ()

    @property
    def reveal_key(self) -> str:
        """The key of what it reveals, empty if that is nothing; the same in the scene of every seat."""
        return self.reveal.key if self.reveal else ""

    def as_dict(self) -> dict[str, Any]:
        """The scene as JSON-ready plain data; what several scenes share is the same object in each of them."""
        parts = {"seats": tuple(seat.plain for seat in self.seats), "zones": tuple(zone.plain for zone in self.zones)}
        return (
            _as_plain_data(Scene)(self, exclude={*parts, "log", "notes"})
            | parts
            | {"log": self.log, "notes": self.notes}
        )


@cache
def _as_plain_data(kind: type) -> Callable[..., dict[str, Any]]:
    # Fifteen times as fast as dataclasses.asdict, which copies deeply; where there is a deck, pydantic is loaded.
    from pydantic import TypeAdapter

    return partial(TypeAdapter(kind).dump_python, warnings="none")


@dataclass(frozen=True)
class Sight(Generic[Seen]):
    """What a game's scene is made from: one seat's observed record and the names of things.

    `view` is an observed record (hidden parts read as -1 or HIDDEN), `arrays` are those of the deck as rules read them,
    `score` counts the score lines of what lies open, `naming(kind, number)` names cards, seats, categories and numbers,
    `bots` says how the seats that bots play do so, in a few words; `new_lines` makes an empty score sheet, for what
    a rule would write on it if things were different. `everybody` is what a spectator's scene is made from; None in
    that one itself. `prints` keeps what the deck prints and the rules that were asked, for all scenes of a match.
    """

    game: Any
    variant: Any
    deck: Any
    seat: int | None
    view: Seen
    arrays: Any
    actions: tuple[Action, ...]
    score: Callable[[], tuple[dict[str, Any], ...]]
    log: tuple[str, ...]
    naming: Callable[[str, int], str]
    bots: Mapping[int, str]
    winners: tuple[int, ...]
    linked: Callable[[Callable[..., Any]], Callable[..., Any]]  # a rule function -> the same, linked to the variant
    new_lines: Callable[[], Any]
    everybody: Sight[Seen] | None = None
    prints: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)
    _shared: dict[tuple[Any, ...], Any] = field(init=False, default_factory=dict, repr=False, compare=False)

    def shared(self, part: Callable[..., Made], *arguments: Any) -> Made:
        """A part of the scene that looks alike on every screen, made once an act: `sight.shared(card_of_story, 3)`.

        It is made from what everybody sees, whoever's scene it is in, so that nobody's secret can be in it.
        """
        source, key = self.everybody or self, (part, *arguments)
        if key not in source._shared:
            source._shared[key] = part(source, *arguments)
        made: Made = source._shared[key]
        return made

    def printed(self, face: Callable[..., Made], *arguments: Any) -> Made:
        """What is printed on a card, made once a match from its deck alone: `sight.printed(card_face, kind)`."""
        if (key := (face, *arguments)) not in self.prints:
            self.prints[key] = face(self.deck, *arguments)
        made: Made = self.prints[key]
        return made

    @cached_property
    def lines(self) -> tuple[dict[str, Any], ...]:
        """The score lines, counted when a scene asks for them."""
        return self.score()

    def on_top(self, part: int) -> int:
        """A part of the effect that goes on, as of a frame: `sight.on_top(TARGET)`; -1 where none does."""
        return self.ask(top_frame, self.view, part)

    @property
    def effect(self) -> int:
        """The effect that goes on, -1 where none does."""
        return self.on_top(EFFECT)

    @property
    def asked_seat(self) -> int:
        """The seat whose screen it is; the first for a spectator, whom nobody asks."""
        return self.seat or 0

    @property
    def scene(self) -> Scene:
        """What every scene says of a match; a game fills in the rest: `replace(sight.scene, message="Choose.")`."""
        phases, over = self.variant.phases, self.view.over == 1
        phase = phases[self.view.phase].key
        return Scene(self.title, self.seat, phase, phases.titles, message="", over=over, log=self.log)

    def panel(self, seat: int) -> SeatPanel:
        """What every panel says of a seat; a game fills in the rest: `replace(sight.panel(seat), facts=facts)`."""
        return SeatPanel(seat, self.naming("seat", seat), self.bots.get(seat, "human"), to_act=seat in self.asked)

    @cached_property
    def asked(self) -> list[int]:
        """The seats that are to act."""
        return self.seats_of(self.view.to_act)

    def seats_of(self, bits: int) -> list[int]:
        """The seats of a bit mask, such as a field of the record."""
        return [seat for seat in range(self.view.seats) if (int(bits) >> seat) & 1]

    def names(self, seats: Iterable[int]) -> str:
        """Names of seats in a sentence."""
        return listed([self.naming("seat", seat) for seat in seats])

    def kind(self, card: int) -> int:
        """The kind of a card."""
        kind: int = self.arrays.kind[card]
        return kind

    def ask(self, rule: Callable[Asked, Answer], *arguments: Asked.args, **named: Asked.kwargs) -> Answer:
        """What a rule answers, where a screen says what rules compute: `sight.ask(is_sword, sight.arrays, card)`."""
        if rule not in self.prints:
            self.prints[rule] = self.linked(rule)
        answer: Answer = self.prints[rule](*arguments, **named)
        return answer

    @property
    def title(self) -> str:
        """What is played: the game, and the deck where it has another name."""
        return ": ".join(dict.fromkeys((self.game.title, self.deck.meta.title)))

    @property
    def zones(self) -> Any:
        """The places of the variant at hand, for scenes that serve several: `sight.zones.hand`."""
        return self.variant.state.zones

    @property
    def space(self) -> Any:
        """The actions of the variant at hand, for scenes that serve several: `sight.space.pick`."""
        return self.variant.actions

    @property
    def verbs(self) -> set[int]:
        """The verbs of the legal actions, each known by its first action: `ACTIONS.draw in sight.verbs`."""
        return set(self._by_verb)

    def verb_of(self, action: Action) -> int:
        """The verb of an action, known by its first action."""
        return int(self.variant.actions.verb_starts[action.id])

    def actions_of(self, *verbs: int) -> tuple[Action, ...]:
        """The legal actions of verbs: `sight.actions_of(ACTIONS.play)`."""
        return tuple(action for verb in sorted(verbs) for action in self._by_verb.get(verb, ()))

    def leaves_out(self, verb: int, argument: int) -> bool:
        """Whether a verb can be played now, but not with this first argument, so that a thing has to say why.

        `sight.leaves_out(ACTIONS.start_at, knight)`
        """
        offered = {action.args[0] for action in self.actions_of(verb)}
        return bool(offered) and argument not in offered

    @cached_property
    def _by_verb(self) -> dict[int, list[Action]]:
        found: dict[int, list[Action]] = {}
        for action in self.actions:
            found.setdefault(self.verb_of(action), []).append(action)
        return found

    def lines_of(self, *reasons: int) -> tuple[dict[str, Any], ...]:
        """The score lines with reasons: `sight.lines_of(RANKING.lead)`."""
        names = {self.variant.ranking.reasons[reason].name for reason in reasons}
        if len(names) == 1:
            return tuple(self._lines_by_reason.get(names.pop(), ()))
        return tuple(line for line in self.lines if line["reason"] in names)

    @cached_property
    def _lines_by_reason(self) -> dict[str, list[dict[str, Any]]]:
        found: dict[str, list[dict[str, Any]]] = {}
        for line in self.lines:
            found.setdefault(line["reason"], []).append(line)
        return found

    def rules_of(self, name: str) -> tuple[str, ...]:
        """The ids of the rules of the rulebook that begin with the name of a card."""
        if (key := (rules_about, name)) not in self.prints:
            self.prints[key] = rules_about(self.game.numbered_rules, name)
        return tuple(self.prints[key])

    def cards(self, place: int) -> list[int]:
        """The cards this seat can tell in a place, in card order or from bottom to top."""
        size = self.view.counts[place]
        row = [self.view.rows[place, i] for i in range(size)]
        if HIDDEN in row:
            return [card for card in range(self.view.card_count) if self.view.place[card] == place]
        return row

    def face_id(self, card: int) -> str:
        """What the face of a card is called on this screen: `card-7`.

        Copies of one card are told apart by where they lie, not by which they are: nobody recognizes a card that was
        out of sight.
        """
        return f"card-{self._called.get(card, card)}"

    @cached_property
    def _called(self) -> dict[int, int]:
        """Card that this seat can tell -> the number it has on the screen, where there are copies of any."""
        kinds = self.deck.arrays.kind.tolist()
        called: dict[int, int] = {}
        following: dict[int, int] = {}  # kind -> the number of its next copy
        for card in self._in_places(kinds) if self.view.card_count > len(self.deck.kinds) else ():
            called[card] = following.get(kinds[card], kinds.index(kinds[card]))
            following[kinds[card]] = called[card] + 1
        return called

    def _in_places(self, kinds: list[int]) -> Iterator[int]:
        """Every card that this seat can tell, place by place; copies in one place as they lie there."""
        cards_of: dict[int, list[int]] = {}
        for card, place in zip(range(self.view.card_count), self.view.place, strict=False):
            if place < len(self.view.counts):  # neither hidden nor out of the game
                cards_of.setdefault(place, []).append(card)
        for place, cards in sorted(cards_of.items()):
            copies = len(cards) > len({kinds[card] for card in cards})
            yield from self.cards(place) if copies else cards

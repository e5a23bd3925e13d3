"""Faults planted on purpose: the example game, broken in one way each, and the check of the kit that must catch it.

    with FAULTS[0].planted() as game:
        report = check_game(game, deck=PLAIN_DECK)

Most faults replace one rule (see `broken_rules.py`) or one declaration of the example game. The others patch one
function of the workbench for as long as the block lasts, in this process and in those forked from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import Any
from unittest.mock import patch

import numpy as np

from tests.checks import broken_rules as wrong
from tests.example_game import GAME as SOUND
from tests.example_game import rules
from tests.example_game.recount import recount
from tests.example_game.scene import scene
from workbench.checks import kit
from workbench.kernel import cards, chance, events, scoring
from workbench.kernel.actions import HEARD_BY_EVERYONE, ORDINARY, ActionSpace
from workbench.kernel.engine import speeds, tree_search
from workbench.kernel.engine.linking import link
from workbench.kernel.game import Game
from workbench.kernel.phases import Phase, Phases
from workbench.kernel.registry import registered
from workbench.kernel.rule import Bound, rule
from workbench.kernel.scenes.scene import Scene, SceneZone, Sight
from workbench.kernel.scoring import Ranking, Recount
from workbench.kernel.state import StateSpec
from workbench.play import asking, replay
from workbench.play.match import Match
from workbench.storage.errors import IllegalAction


@dataclass(frozen=True)
class Fault:
    """One way to break a game.

    `says` is part of what the check tells about it. `beyond_engines` marks faults in what PettingZoo and OpenSpiel
    do not have at all: screens, logs in words, bots, undo, files.
    """

    name: str
    about: str
    check: str
    says: str
    break_it: Callable[[], AbstractContextManager[Game]]
    beyond_engines: bool = False

    @contextmanager
    def planted(self) -> Iterator[Game]:
        """The broken game, broken and known by its id within the block only."""
        with self.break_it() as game, registered(game):
            yield game

    def __str__(self) -> str:
        return self.name


# Ways to break it


class _Unfilled(dict):
    """The bindings of a game that is linked before it is bound."""

    def __missing__(self, name: str) -> Bound:
        return Bound(name)


RULES = ("setup", "legal", "step", "score", "choose", "possible")


def broken(instead: Mapping[Callable, Callable] | None = None, **declared: Any) -> Game:
    """The base variant of the example game with some rules in the place of others, or declared otherwise."""
    sound, swapped = SOUND.variants[0], dict(instead or {})
    entries = {**{name: getattr(sound, name) for name in RULES}, "count": sound.measures.count}
    entries = {name: swapped.get(entry, entry) for name, entry in entries.items()}
    linked = link(entries, _Unfilled(), rule, swapped)
    measures = replace(sound.measures, count=linked.pop("count"))
    return replace(SOUND, variants=(replace(sound, **{**linked, "measures": measures, **declared}),))


def rules_with(instead: Mapping[Callable, Callable], **declared: Any) -> Callable[[], AbstractContextManager[Game]]:
    """A fault of rules."""
    return lambda: nullcontext(broken(instead, **declared))


def declared(**otherwise: Any) -> Callable[[], AbstractContextManager[Game]]:
    """A fault of a variant's declaration."""
    return lambda: nullcontext(broken(**otherwise))


def workbench_with(owner: Any, name: str, function: Any) -> Callable[[], AbstractContextManager[Game]]:
    """A fault of the workbench: a function of it that is replaced for a while."""

    @contextmanager
    def break_it() -> Iterator[Game]:
        with patch.object(owner, name, function):
            yield broken()

    return break_it


def verbs_with(name: str, **changes: Any) -> ActionSpace:
    """The actions of the example game, with one verb declared otherwise."""
    return ActionSpace([replace(verb, **changes) if verb.name == name else verb for verb in rules.ACTIONS.verbs])


def phases_with(key: str, **changes: Any) -> Phases:
    """The phases of the example game, with one declared otherwise."""
    return Phases([replace(phase, **changes) if phase.key == key else phase for phase in rules.PHASES])


# Faults that need more than one line


def state_with_open_hands() -> StateSpec:
    """The mask that hides hands has a hole."""
    spec = rules.state_spec(5)
    start = spec.dtype.fields["rows"][1] + spec.place("hand") * spec.max_cards
    spec.hidden.view(np.uint8)[:, start : start + spec.max_seats * spec.max_cards] = 0
    return spec


def scene_of_the_record(match: Match, seat: int | None) -> Scene:
    with patch.object(Match, "observed", lambda match, seat: match.record):
        return sound_scene(match, seat)


def find_and_explain(match: Match, seat: int, wanted: Any) -> int:
    try:
        return sound_find(match, seat, wanted)
    except IllegalAction as refusal:
        raise IllegalAction(f"{refusal} The record is {match.state['rows'].tolist()}.") from None


def find_a_draw(match: Match, seat: int, wanted: Any) -> int:
    if match.phase == "market" and seat in match.to_act and wanted == rules.ACTIONS.draw:
        return rules.ACTIONS.draw
    return sound_find(match, seat, wanted)


def find_any_number(match: Match, seat: int, wanted: Any) -> int:
    if isinstance(wanted, int) and 0 <= wanted < match.variant.actions.size:
        return wanted
    return sound_find(match, seat, wanted)


def play_and_keep(match: Match, seat: int, action: Any) -> None:
    """When a set is refused, what stands before the refused part stays done."""
    try:
        sound_play(match, seat, action)
    except IllegalAction:
        if isinstance(action, list):
            sound_play(match, seat, action[0])
        raise


def export_with_a_digest(match: Match, seat: int) -> dict[str, Any]:
    return {**sound_export(match, seat), "record": replay.record_digest(match)}


def export_with_the_seed(match: Match, seat: int) -> dict[str, Any]:
    return {**sound_export(match, seat), "seed": match.seed}


def undo_without_the_log(match: Match) -> bool:
    told = list(match.told.lines)
    undone = sound_undo(match)
    match.told.lines[:] = told
    return undone


def undo_without_the_dice(match: Match) -> bool:
    value, carry = match.record.random_state
    undone = sound_undo(match)
    match.record.random_state[0], match.record.random_state[1] = value, carry
    return undone


def saved_without_options(match: Match) -> dict[str, Any]:
    data = {**sound_saved(match), "options": {}}
    return {**data, "checksum": replay.checksum(data)}


def fork_with_one_log(match: Match) -> Match:
    other = sound_fork(match)
    other.told.lines = match.told.lines
    return other


def view_with_the_options(match: Match, seat: int | None) -> dict[str, Any]:
    return {**sound_view(match, seat), "options": match.options}


def legal_from_a_cache(match: Match, seat: int) -> list[Any]:
    position = (seat, match.variant.key, match.state.tobytes())
    return _legal.setdefault(position, sound_legal(match, seat))


_legal: dict[Any, list[Any]] = {}
sound_scene, sound_find, sound_play, sound_undo = Match.scene, asking.find, Match.play, Match.undo
sound_fork, sound_view, sound_legal = Match.fork, Match.view, Match.legal
sound_export, sound_saved = replay.seat_export, replay.match_as_dict

_choices: list[Any] = []


def scene_with_one_list(sight: Sight) -> Scene:
    """All scenes share one list of choices."""
    _choices[:] = scene(sight).choices
    return replace(scene(sight), choices=_choices)


def scene_without_burying(sight: Sight) -> Scene:
    drawn = scene(sight)
    return replace(drawn, choices=tuple(choice for choice in drawn.choices if choice.group != "bury"))


def scene_with_a_map(sight: Sight) -> Scene:
    drawn = scene(sight)
    return replace(drawn, zones=(*drawn.zones, SceneZone("land", "The land", "map")))


def recount_without_the_omen(view: dict[str, Any], deck: Any) -> Recount:
    return recount({**view, "over": False}, deck)


def bot_that_sees_the_record() -> Iterator[Game]:
    with patch.dict(speeds.ENTRIES, bot_action=wrong.bot_action_from_the_record):
        yield broken(choose=wrong.choose_by_the_stock)


def search_that_sees_all() -> Iterator[Game]:
    with patch.object(tree_search, "deal_own_world", wrong.deal_the_true_world):
        yield broken()


def copies_by_their_numbers() -> Iterator[Game]:
    with patch.object(Sight, "face_id", lambda _sight, card: f"card-{card}"):
        yield broken()


def endless_step() -> Iterator[Game]:
    with patch.object(kit, "LONGEST_STEP", 1):  # nobody waits two minutes for it
        yield broken({rules.advance: wrong.advance_within_the_peek})


def two_tables() -> AbstractContextManager[Game]:
    base, hall = SOUND.variants
    bindings = {**hall.bindings, "after_reveal": wrong.guest_at_two_tables}
    return nullcontext(replace(SOUND, variants=(base, replace(hall, bindings=bindings))))


def with_scene(broken_scene: Callable[[Sight], Scene]) -> Callable[[], AbstractContextManager[Game]]:
    """A fault of the game's scene."""
    return lambda: nullcontext(replace(broken(), scene=broken_scene))


SECRECY = [
    Fault(
        "open hands",
        "Views show the hands of all seats: the mask that hides them has a hole.",
        "secrecy",
        "zones.hand",
        lambda: nullcontext(broken(state=state_with_open_hands())),
    ),
    Fault(
        "scene of the record",
        "Scenes are made from the whole record, not from what the seat sees.",
        "secrecy",
        "scene",
        workbench_with(Match, "scene", scene_of_the_record),
        beyond_engines=True,
    ),
    Fault(
        "told to all",
        "The event that names a drawn card goes to everybody.",
        "secrecy",
        "new log line",
        rules_with({events.both: wrong.everybody}),
    ),
    Fault(
        "legal by a hand",
        "What a seat may do depends on the hand of the next seat.",
        "secrecy",
        "legal",
        rules_with({rules.legal_pledge: wrong.pledge_list_by_the_next_hand}),
    ),
    Fault(
        "legal by the stock",
        "Drawing is offered only while the top card of the stock is worth it.",
        "secrecy",
        "legal",
        rules_with({rules.legal_market: wrong.market_list_by_the_stock}),
    ),
    Fault(
        "telling label",
        "The label of an action names the card on top of the stock.",
        "secrecy",
        "Take",
        rules_with(
            {
                rules.legal_market: wrong.market_list_that_names_the_top,
                rules.trade: wrong.trade_that_takes_the_top,
            },
            actions=wrong.TELLING_ACTIONS,
        ),
    ),
    Fault(
        "telling refusal",
        "The text of a refusal holds the record.",
        "secrecy",
        "the answer to",
        workbench_with(asking, "find", find_and_explain),
        beyond_engines=True,
    ),
    Fault(
        "bot that sees all",
        "A bot is handed the record and looks at the stock before it draws.",
        "secrecy",
        "the bot 'eager'",
        contextmanager(bot_that_sees_the_record),
        beyond_engines=True,
    ),
    Fault(
        "search that sees all",
        "The search of the hard bot plays on in the true world.",
        "secrecy",
        "what the hard bot finds",
        contextmanager(search_that_sees_all),
        beyond_engines=True,
    ),
    Fault(
        "field from a hand",
        "A public field, what is proven of a seat, is computed from its hand.",
        "secrecy",
        "without_grail",
        rules_with({rules.trade: wrong.trade_that_proves_too_much}),
    ),
    Fault(
        "not asked",
        "Seats that have no choice are not asked, so everybody learns what they hold.",
        "secrecy",
        "to_act: ",
        rules_with({rules.advance: wrong.advance_past_those_without_a_choice}),
    ),
    Fault(
        "export with a digest",
        "A seat's export holds a digest of the whole record, which lets people test guesses.",
        "secrecy",
        "export.record",
        workbench_with(Match, "export", export_with_a_digest),
        beyond_engines=True,
    ),
    Fault(
        "export with the seed",
        "A seat's export holds the seed, from which all cards follow.",
        "secrecy",
        "export.seed",
        workbench_with(Match, "export", export_with_the_seed),
        beyond_engines=True,
    ),
]

CONSERVATION = [
    Fault(
        "vanished card",
        "With each draw a card leaves the game.",
        "conservation",
        "cards were in play",
        rules_with({rules.trade: wrong.trade_that_burns_a_card}),
    ),
    Fault(
        "duplicated card",
        "In the second variant, a card given away also stays with its seat.",
        "conservation",
        "lies in pledged 0, but its place says",
        two_tables,
    ),
    Fault(
        "card left behind",
        "A card that has left a row can still be read behind its end.",
        "conservation",
        "is a card that has left",
        rules_with({cards.move: wrong.move_that_leaves_something_behind}),
    ),
    Fault(
        "telling order",
        "Hands keep the order in which their cards came.",
        "conservation",
        "are not in order",
        rules_with({cards.put: wrong.put_on_top}),
    ),
    Fault(
        "stale picks",
        "The count of picked cards is not cleared after a reveal.",
        "conservation",
        "are counted",
        rules_with({cards.unstage_all: wrong.picks_stay}),
    ),
    Fault(
        "rules write into the deck",
        "A card's points fall when it is drawn, in the deck itself.",
        "conservation",
        "written into the deck",
        rules_with({rules.trade: wrong.trade_that_spends_points}),
    ),
    Fault(
        "changing option",
        "A rule adds a round by changing the option.",
        "conservation",
        "the option 'rounds'",
        rules_with({rules.end_round: wrong.end_round_with_one_more}),
    ),
]

LEGALITY = [
    Fault(
        "unsorted list",
        "The legal actions are listed out of order.",
        "legality",
        "are not ascending and unique",
        rules_with({rules.legal_market: wrong.market_list_out_of_order}),
    ),
    Fault(
        "action listed twice",
        "An action is listed twice.",
        "legality",
        "are not ascending and unique",
        rules_with({rules.legal_market: wrong.market_list_with_two_passes}),
    ),
    Fault(
        "no way out",
        "A seat is asked, but nothing is legal.",
        "legality",
        "is asked, but may do nothing",
        rules_with({rules.legal_market: wrong.market_list_without_a_way_out}),
    ),
    Fault(
        "legal action that fails",
        "A card that is picked already can be picked again, and is not found.",
        "legality",
        "IndexError",
        rules_with({rules.legal_pledge: wrong.pledge_list_with_what_is_picked}),
    ),
    Fault(
        "legal for others",
        "Seats that have passed still have legal actions.",
        "legality",
        "is not asked, but has legal actions",
        rules_with({rules.legal: wrong.legal_for_all}),
    ),
    Fault(
        "illegal action accepted",
        "A seat may draw however much it has drawn.",
        "legality",
        "which is not in its list",
        workbench_with(asking, "find", find_a_draw),
        beyond_engines=True,
    ),
    Fault(
        "numbers are believed",
        "Any number is carried out without a look at the list.",
        "legality",
        "instead of a refusal",
        workbench_with(asking, "find", find_any_number),
        beyond_engines=True,
    ),
    Fault(
        "half a set",
        "When a set is refused, its first part stays done.",
        "legality",
        "has changed the match",
        workbench_with(Match, "play", play_and_keep),
        beyond_engines=True,
    ),
    Fault(
        "nobody asked",
        "When the last has acted, the rules do not go on.",
        "legality",
        "Nobody may act",
        rules_with({rules.step: wrong.step_without_going_on}),
    ),
]

TAKING_BACK = [
    Fault(
        "left behind",
        "A second card may be pledged only with a Grail card, which can then be taken back.",
        "legality",
        "what is left could not be picked so",
        rules_with({rules.legal_pledge: wrong.pledge_list_led_by_a_grail}),
        beyond_engines=True,
    ),
    Fault(
        "stale last pick",
        "Of the kind picked last nothing is picked again, not even when it has been put back.",
        "legality",
        "may do something else now than had it picked the rest alone",
        rules_with({rules.legal_pledge: wrong.pledge_list_without_the_last, cards.unstage: wrong.unstage_and_remember}),
        beyond_engines=True,
    ),
]

DETERMINISM = [
    Fault(
        "unseeded randomness",
        "Cards are shuffled with Python's own random numbers.",
        "determinism",
        "end differently",
        rules_with({chance.random_word: wrong.random_word_without_a_seed}),
    ),
    Fault(
        "remembered between games",
        "The omen depends on how many games were set up before.",
        "determinism",
        "record.omen",
        rules_with({rules.setup: wrong.setup_with_the_next_omen}),
    ),
]

HISTORY = [
    Fault(
        "forgetful undo",
        "Undo does not take back the log.",
        "history",
        "undone, the match differs",
        workbench_with(Match, "undo", undo_without_the_log),
        beyond_engines=True,
    ),
    Fault(
        "undo keeps the dice",
        "Undo does not take back chance, so drawing again brings another card.",
        "history",
        "random_state",
        workbench_with(Match, "undo", undo_without_the_dice),
        beyond_engines=True,
    ),
    Fault(
        "state beside the record",
        "A rule counts in a list of its module, which undo cannot take back.",
        "history",
        "done again, ends differently",
        rules_with({rules.trade: wrong.trade_counted_beside_the_record}),
    ),
    Fault(
        "options not saved",
        "A saved match forgets its options.",
        "history",
        "Replay",
        workbench_with(replay, "match_as_dict", saved_without_options),
        beyond_engines=True,
    ),
]

ALIASING = [
    Fault(
        "stale alias",
        "All scenes share one list of choices.",
        "aliasing",
        "changes when the match goes on",
        with_scene(scene_with_one_list),
        beyond_engines=True,
    ),
    Fault(
        "cached list",
        "The list of legal actions is handed out again after its owner has changed it.",
        "aliasing",
        "legal",
        workbench_with(Match, "legal", legal_from_a_cache),
        beyond_engines=True,
    ),
    Fault(
        "live options",
        "Views hand out the options of the match itself.",
        "aliasing",
        "options",
        workbench_with(Match, "view", view_with_the_options),
        beyond_engines=True,
    ),
    Fault(
        "copies share a log",
        "A copy of a match writes into the log of the match.",
        "aliasing",
        "a copy of",
        workbench_with(Match, "fork", fork_with_one_log),
        beyond_engines=True,
    ),
]

TWO_SPEEDS = [
    Fault(
        "large product",
        "A product needs more than 64 bits, which only plain Python has.",
        "two speeds",
        "After setting up, the two speeds differ in their record",
        rules_with({rules.setup: wrong.setup_with_a_large_product}),
    ),
]

SCORES = [
    Fault(
        "doubled score",
        "The point for the omen is counted twice.",
        "scores",
        "total: the score lines and the second scorer differ",
        rules_with({scoring.emit_line: wrong.omen_line_twice}),
    ),
    Fault(
        "wrong winner",
        "The fewest points win.",
        "scores",
        "The winners and those of the second scorer differ",
        declared(ranking=Ranking(rules.RANKING.reasons, rules.RANKING.chain, fewest=("total", "cards"))),
    ),
    Fault(
        "score that plays",
        "Scoring turns the omen up.",
        "scores",
        "Scoring has changed the match",
        rules_with({rules.score: wrong.score_that_turns_the_omen_up}),
    ),
    Fault(
        "score of hidden cards",
        "Cards left in hands count, though nobody can see them.",
        "scores",
        "the lines from what lies open are not all lines",
        rules_with({rules.score: wrong.score_of_hands}),
    ),
    Fault(
        "second scorer astray",
        "The second scorer forgets the omen.",
        "scores",
        "total: the score lines and the second scorer differ",
        declared(recount=recount_without_the_omen),
        beyond_engines=True,
    ),
]

TERMINATION = [
    Fault(
        "endless step",
        "A step goes round in a loop for ever.",
        "termination",
        "did not end within",
        contextmanager(endless_step),
    ),
    Fault(
        "endless passing",
        "The market begins again until the stock is empty, even if all pass.",
        "termination",
        "the same position comes again",
        rules_with({rules.end_round: wrong.end_round_when_the_stock_is_empty}),
    ),
    Fault(
        "endless picking",
        "Bots may put back what they pick, again and again.",
        "termination",
        "the same position comes again",
        declared(actions=verbs_with("put_back", use=ORDINARY)),
    ),
    Fault(
        "longer than declared",
        "Matches are longer than the declared maximum.",
        "termination",
        "not over after the declared maximum of 20 decisions",
        declared(max_decisions=20),
    ),
]

SIMULTANEITY = [
    Fault(
        "order counts",
        "Whoever swears first draws first, in a phase declared secret together.",
        "simultaneity",
        "the outcome",
        rules_with({rules.swear: wrong.swear_and_draw}),
    ),
    Fault(
        "noticed too early",
        "That a seat pledges nothing is public before all have chosen.",
        "simultaneity",
        "without_grail",
        rules_with({rules.pledge: wrong.pledge_that_proves_at_once}),
    ),
    Fault(
        "told too early",
        "The log tells everybody which card a seat has sworn.",
        "simultaneity",
        "before all have",
        declared(actions=verbs_with("swear", heard_by=HEARD_BY_EVERYONE, log="{seat} swears {card}.")),
    ),
    Fault(
        "too soon",
        "The pledges are revealed when the first seat has chosen.",
        "simultaneity",
        "had chosen",
        rules_with({rules.pledge: wrong.pledge_until_the_first_is_done}),
    ),
    Fault(
        "undeclared together",
        "Several seats act at once in a phase that is not declared so.",
        "simultaneity",
        "is not declared together",
        declared(phases=phases_with("market", together="")),
    ),
]

DECLARATIONS = [
    Fault(
        "label collision",
        "Picking a card and putting it back have the same label.",
        "declarations",
        "are both labelled",
        declared(actions=verbs_with("put_back", label="Pick {card}")),
    ),
    Fault(
        "phase never reached",
        "A phase is declared that the rules never enter.",
        "declarations",
        "no match has reached the phase council",
        declared(phases=Phases([*rules.PHASES, Phase("Council", key="council")])),
    ),
    Fault(
        "option value that breaks",
        "A cap of 0 divides by zero.",
        "declarations",
        "ZeroDivisionError",
        rules_with({rules.legal_market: wrong.market_list_by_shares}),
    ),
    Fault(
        "no pass",
        "A seat that has run out of time finds nothing to play.",
        "declarations",
        "finds nothing to play",
        declared(
            pass_verbs=(
                rules.ACTIONS.pass_,
                rules.ACTIONS.done,
                rules.ACTIONS.let_be,
                rules.ACTIONS.peek_stock,
                rules.ACTIONS.pick,
            )
        ),
        beyond_engines=True,
    ),
    Fault(
        "button missing",
        "The screen does not offer an action that is legal.",
        "declarations",
        "does not offer",
        with_scene(scene_without_burying),
        beyond_engines=True,
    ),
    Fault(
        "layout undeclared",
        "A scene shows a map, and the variant declares no layout.",
        "declarations",
        "shows 'The land' with the layout 'map'; its variant declares none",
        lambda: nullcontext(replace(broken(layouts=()), scene=scene_with_a_map)),
        beyond_engines=True,
    ),
]

FAIR_SHUFFLE = [
    Fault(
        "swap with any",
        "The shuffle swaps each card with any other.",
        "fair shuffle",
        "The deal is not fair",
        rules_with({cards.shuffle: wrong.shuffle_with_any}),
    ),
    Fault(
        "last card stays",
        "The shuffle begins one card too late.",
        "fair shuffle",
        "The deal is not fair",
        rules_with({cards.shuffle: wrong.shuffle_all_but_the_last}),
    ),
    Fault(
        "only cut",
        "The stock is cut, not shuffled.",
        "fair shuffle",
        "lay in a row",
        rules_with({cards.shuffle: wrong.cut}),
    ),
    Fault(
        "pairs stay together",
        "Cards are shuffled in pairs.",
        "fair shuffle",
        "The deal is not fair",
        rules_with({cards.shuffle: wrong.shuffle_pairs}),
    ),
]

ROW_ORDER = [
    Fault(
        "first in the list",
        "A bot pledges what comes first in the card list.",
        "row order",
        "Cards that come later in the list score less often",
        declared(choose=wrong.choose_what_comes_first),
        beyond_engines=True,
    ),
]

WHOLE_PAGES = [
    Fault(
        "copies by numbers",
        "A screen calls each copy of a card by its own number, which tells it from the others.",
        "whole pages",
        "tells two positions apart that it cannot know",
        contextmanager(copies_by_their_numbers),
        beyond_engines=True,
    ),
]

FAULTS = (
    *SECRECY,
    *WHOLE_PAGES,
    *CONSERVATION,
    *LEGALITY,
    *TAKING_BACK,
    *DETERMINISM,
    *HISTORY,
    *ALIASING,
    *TWO_SPEEDS,
    *SCORES,
    *TERMINATION,
    *SIMULTANEITY,
    *DECLARATIONS,
    *FAIR_SHUFFLE,
    *ROW_ORDER,
)

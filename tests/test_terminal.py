"""A match at the keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.play.players import with_counted_scenes
from tests.widgets.sample_scene import KNIGHTS, places_scene, ring_scene, sample_scene
from workbench.play.match import Match
from workbench.storage.errors import IllegalAction
from workbench.terminal import TerminalGame, act_of, drawn, numbered, result


def number_of(label: str) -> int:
    """The number in front of a line of the sample scene."""
    return next(item.number for item in numbered(sample_scene()) if item.label == label)


def action_of(label: str) -> int:
    """The action behind a line of the sample scene."""
    return next(item.action for item in numbered(sample_scene()) if item.label == label)


class Keyboard:
    """A person who types prepared lines, or lines that a function makes out of what is on the screen."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines: Iterator[str] = iter(lines)
        self.screen: list[str] = []

    def read(self, prompt: str) -> str:
        """The next line; the end of the input after the last."""
        self.screen.append(prompt)
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None

    @property
    def shown(self) -> str:
        """Everything that was on the screen."""
        return "\n".join(self.screen)


def at_keyboard(match: Match, people: Iterable[int], lines: Iterable[str]) -> str:
    """Play with these lines and return what was on the screen."""
    keyboard = Keyboard(lines)
    TerminalGame(match, list(people), keyboard.read, keyboard.screen.append).run()
    return keyboard.shown


@pytest.fixture
def match() -> Match:
    """Three seats, the first of them a person's, up to that person's first decision."""
    match = Match("guild_master", seats=3, seed=5, bots={1: "greedy", 2: "greedy"})
    match.play_bots()
    return match


# Numbers and labels


def test_cards_are_numbered_before_the_ways_to_submit_them() -> None:
    roles = [item.role for item in numbered(sample_scene())]
    assert roles == sorted(roles, key=["card", "extra", "submit", "choice"].index)
    assert [item.number for item in numbered(sample_scene())] == list(range(1, len(roles) + 1))


def test_several_numbers_are_one_act_in_the_order_of_the_rules() -> None:
    items = numbered(sample_scene())
    typed = f"{number_of('Offer to seat 2')} {number_of('Graveyard')}, {number_of('Trade route')}"
    expected = sorted([action_of("Graveyard"), action_of("Trade route")]) + [action_of("Offer to seat 2")]
    assert act_of(typed, items) == expected


def test_a_line_may_be_typed_as_its_words_or_their_beginning() -> None:
    items = numbered(sample_scene())
    assert act_of("  offer to SEAT 3 ", items) == [action_of("Offer to seat 3")]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("0", "no number 0"),
        ("999", "no number 999"),
        ("٠", "no number"),
        ("9" * 5000, "no number 99999"),
        ("1 1", "in that line twice"),
        ("offer", "fits several"),
        ("dance", "neither a number"),
        ("1 2", "what to do with the cards"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_a_reason(typed: str, told: str) -> None:
    with pytest.raises(IllegalAction, match=told):
        act_of(typed, numbered(sample_scene()))


def test_two_ways_to_submit_are_refused() -> None:
    typed = f"1 {number_of('Offer to seat 2')} {number_of('Offer to seat 3')}"
    with pytest.raises(IllegalAction, match="Only one thing"):
        act_of(typed, numbered(sample_scene()))


# What is drawn


@pytest.mark.parametrize("width", [40, 80, 110])
def test_every_number_stands_in_the_drawing(width: int) -> None:
    scene = sample_scene()
    text = drawn(scene, width)
    for item in numbered(scene):
        first_word = item.label.split()[0]
        assert any(
            f"{item.number}  {first_word}" in line or f"{item.number} {first_word}" in line
            for line in text.splitlines()
        )


def test_a_round_table_is_drawn_place_by_place_with_one_number_for_a_card_and_its_choice() -> None:
    scene = ring_scene()
    lines = drawn(scene, 80).splitlines()
    begin = lines.index("Round Table · Coins down · Excalibur ↘")
    assert lines[begin + 1 : begin + 4] == [
        "   1  G Bors: (face down)",
        "   2  M Agravaine: (face down)",
        "   3  G Percival [Knight-Errant]: (face down)",
    ]
    items = numbered(scene)
    assert [item.label for item in items] == [f"Exchange with {knight}" for knight in KNIGHTS]
    assert act_of("3", items) == [22]


def test_places_are_drawn_in_a_line_each_with_backs_that_lie_together_as_one_and_phrases_in_a_paragraph() -> None:
    scene = places_scene()
    lines = drawn(scene, 80).splitlines()
    begin = lines.index("Avalon")
    assert lines[begin + 1 : begin + 4] == [
        "  Region 1 [3]: 1–3 (face down 1–3)",
        "  Region 2 [2]: 4–5 (face down 1–2)",
        "  Region 3 [0]: nothing",
    ]
    assert "  Seat 2 [crown]: (closed)" in lines
    assert "Say of yourself: 6 I hold no sword." in lines
    items = numbered(scene)
    assert act_of("5", items) == act_of("chip 2 of region 2", items) == [11]
    assert act_of("I hold no sword.", items) == [90]


def test_copies_of_a_card_have_a_number_each() -> None:
    hand = sample_scene().zones[0]
    copies = (hand.cards[0], replace(hand.cards[0], id="copy"))
    text = drawn(replace(sample_scene(), zones=(replace(hand, cards=copies),)), 80)
    assert "   1  Trade route" in text
    assert "   2  Trade route" in text


def camelot(people: Iterable[int]) -> list[str]:
    """What was on the screen in a match of Guile in which people play whatever their list offers first."""
    match = Match("guile", seats=2, seed=4)
    for seat in {0, 1} - set(people):
        match.seat_bot(seat, "random")
    screen: list[str] = []

    def read(prompt: str) -> str:
        if "press Enter" in prompt:
            screen.append(prompt)
            return ""
        (seat,) = [seat for seat in (0, 1) if prompt.strip() == f"Seat {seat + 1}>"]
        items = numbered(match.scene(seat))
        wanted = [item for item in items if item.label == "Placement is done"] or items
        return str(wanted[0].number)

    TerminalGame(match, list(people), read, screen.append).run()
    assert match.over
    return screen


@pytest.mark.parametrize("people", [[0], [0, 1]])
def test_the_cards_of_a_round_are_turned_in_lines_before_the_table_is_drawn(people: list[int]) -> None:
    screen = camelot(people)
    told = [number for number, text in enumerate(screen) if "turn the cards one by one" in text]
    assert len(told) >= 2, "each round once"
    lines = screen[told[0]].splitlines()
    assert len([line for line in lines if line.startswith("  ")]) == 8
    assert lines[9].startswith("Seat ")
    assert "Round 2" not in "".join(screen[: told[0]])
    assert "Round 2" in "".join(screen[told[0] :])


def test_people_who_share_the_keyboard_see_a_reveal_before_the_next_hand() -> None:
    screen = camelot([0, 1])
    told = [number for number, text in enumerate(screen) if "turn the cards one by one" in text]
    assert len(told) == 3, "so that each seat once acted last and is asked again"
    for number in told[:-1]:
        assert screen[number - 1].startswith("\033[2J")
        assert "press Enter" in screen[number + 1]
        assert "Your hand" in screen[number + 2]


def test_the_score_of_a_game_of_rounds_is_listed_round_by_round() -> None:
    match = Match("guile", seats=2, seed=4, bots={0: "random", 1: "random"})
    match.play_bots()
    table = at_keyboard(match, [], [])
    assert re.search(r"^Round 1: A King Arthur's allies +\d+ +\d+$", table, re.MULTILINE)
    assert re.search(r"^Round 2: a victory card: [\w ]+ +\d+ +\d+$", table, re.MULTILINE)
    assert re.search(r"^victory cards +\d+ +\d+$", table, re.MULTILINE)


def test_a_hand_that_is_not_ones_own_is_never_on_the_screen(match: Match) -> None:
    hands = {seat: {card["name"] for card in hidden_hand(match, seat)} for seat in (1, 2)}
    assert all(hands.values())
    seen = at_keyboard(match, [0], ["look", "log", "score", "help"])
    open_cards = set(names_in(match.view(0)))
    for hand in hands.values():
        for name in hand - open_cards:
            assert f" {name} [" not in seen


def hidden_hand(match: Match, seat: int) -> list[dict]:
    """The cards in a seat's hand, as that seat sees them."""
    zone = next(zone for zone in match.scene(seat).zones if zone.layout == "hand" and zone.owner == seat)
    return [{"name": card.title} for card in zone.cards]


def names_in(view: object) -> Iterator[str]:
    """Every text in a view."""
    if isinstance(view, str):
        yield view
    elif isinstance(view, dict):
        for value in view.values():
            yield from names_in(value)
    elif isinstance(view, list | tuple):
        for value in view:
            yield from names_in(value)


# Playing


def chooser(match: Match, pick: Callable[[Match, int], str]) -> Iterator[str]:
    """Lines made while the match goes on."""
    while not match.over:
        seat = next(seat for seat in match.to_act if seat not in match.bots)
        yield pick(match, seat)


def submit_nothing_or_the_last(match: Match, seat: int) -> str:
    """The number of the last line: to submit an empty selection, or to move on."""
    return str(len(numbered(match.scene(seat))))


def submit_every_card(match: Match, seat: int) -> str:
    """All the cards that may be picked, submitted in the first way; else the last line."""
    items = numbered(match.scene(seat))
    cards = [str(item.number) for item in items if item.role == "card"]
    ways = [str(item.number) for item in items if item.role == "submit"]
    scene = match.scene(seat)
    if cards and ways and scene.selection and match.phase not in ("trade_1", "trade_2"):
        return " ".join([*cards[: scene.selection.most], ways[0]])
    return str(len(items))


@pytest.mark.parametrize("pick", [submit_nothing_or_the_last, submit_every_card])
@pytest.mark.parametrize("people", [[0], [0, 2]])
def test_a_match_is_played_to_its_end_by_numbers(pick: Callable[[Match, int], str], people: list[int]) -> None:
    match = Match("guild_master", seats=3, seed=5, options={"max_turns": 12})
    for seat in {0, 1, 2} - set(people):
        match.seat_bot(seat, "greedy")

    keyboard = Keyboard(chooser(match, pick))
    game = TerminalGame(match, people, keyboard.read, keyboard.screen.append)
    game.covered = False
    game.run()
    assert match.over
    assert "wins." in keyboard.shown or "share the win" in keyboard.shown


@pytest.mark.parametrize("people", [[0], [0, 1]])
def test_an_act_at_the_keyboard_builds_the_one_scene_that_is_drawn_next(people: list[int]) -> None:
    game, built = with_counted_scenes("guild_master")
    match = Match(game, seats=2, seed=5, options={"max_turns": 6})
    for seat in {0, 1} - set(people):
        match.seat_bot(seat, "greedy")
    turns: list[tuple[int, list[int | None]]] = []

    def pick(match: Match, seat: int) -> str:
        turns.append((seat, built.copy()))
        built.clear()
        return submit_nothing_or_the_last(match, seat) if len(turns) % 2 else "look"

    keyboard = Keyboard(chooser(match, pick))
    game_of_people = TerminalGame(match, people, keyboard.read, keyboard.screen.append)
    game_of_people.covered = False
    game_of_people.run()
    assert match.over
    assert turns[0][1] == [None, turns[0][0]], "what lies behind before the first turn is not revealed"
    assert turns[1:] == [(seat, [seat] if after_an_act % 2 else []) for after_an_act, (seat, _) in enumerate(turns)][1:]


def test_an_illegal_line_changes_nothing_and_says_why(match: Match) -> None:
    before = match.to_dict()
    seen = at_keyboard(match, [0], ["999", "dance", "1 2"])
    assert match.to_dict() == before
    assert "no number 999" in seen
    assert seen.count("Stock") == 1, "the table is not drawn again"


def test_undo_takes_back_the_persons_act_and_the_bots_answers_to_it(match: Match) -> None:
    before = match.to_dict()
    last = str(len(numbered(match.scene(0))))
    seen = at_keyboard(match, [0], [last, "undo"])
    assert match.to_dict() == before
    assert seen.count("First trade") >= 2


def test_redo_plays_the_undone_act_again(match: Match) -> None:
    last = str(len(numbered(match.scene(0))))
    at_keyboard(match, [0], [last])
    after = match.to_dict()
    at_keyboard(match, [0], ["undo", "redo"])
    assert match.to_dict() == after


def test_undo_before_the_first_act_of_a_person_is_refused_kindly(match: Match) -> None:
    before = match.to_dict()
    assert "nothing of yours" in at_keyboard(match, [0], ["undo"])
    assert match.to_dict() == before


def test_a_match_may_end_without_a_winner() -> None:
    ends = []
    for seed in (0, 20):
        match = Match("excalibur", seats=8, seed=seed, bots=dict.fromkeys(range(8), "random"))
        match.play_bots()
        ends.append((match.winners, result(match)))
    assert {told for winners, told in ends if not winners} == {"Nobody wins."}
    assert all(told != "Nobody wins." for winners, told in ends if winners)


def test_a_saved_match_goes_on_where_it_was(match: Match, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    assert f"Saved in {file}" in at_keyboard(match, [0], [f"save {file}"])
    assert Match.load(file).scene(0) == match.scene(0)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("save", "save FILE"),
        ("save /no/such/folder/x.json", "/no/such/folder"),
        ("save ~nobody-of-that-name/x.json", "~nobody-of-that-name"),
    ],
)
def test_a_match_that_cannot_be_saved_goes_on(match: Match, line: str, told: str) -> None:
    assert told in at_keyboard(match, [0], [line, "look"])


def test_rules_can_be_searched(match: Match) -> None:
    seen = at_keyboard(match, [0], ["rules GM-025", "rules quidditch"])
    assert "Deal five to each seat" in seen
    assert "do not speak of 'quidditch'" in seen


def test_the_score_of_one_seat_lists_every_line(match: Match) -> None:
    seen = at_keyboard(match, [0], ["score", "score 3", "score 9", "score " + "9" * 5000])
    for line in match.score_lines():
        if line["seat"] == 2:
            assert line["text"] in seen
    assert "There is no seat '9'" in seen


def test_people_who_share_the_keyboard_see_an_empty_screen_between_them() -> None:
    match = Match("guild_master", seats=2, seed=5)
    first = match.to_act[0]
    lines = [submit_nothing_or_the_last(match, first)]
    keyboard = Keyboard(lines)
    game = TerminalGame(match, [0, 1], keyboard.read, keyboard.screen.append)
    game.seat = 1 - first
    game.run()
    asked = next(place for place, text in enumerate(keyboard.screen) if "press Enter" in text)
    assert "\033[2J" in keyboard.screen[asked - 1]
    assert not any("Your hand" in text for text in keyboard.screen[:asked])


def test_people_who_share_the_keyboard_see_no_hand_before_somebody_sits_down() -> None:
    match = Match("guild_master", seats=2, seed=5)
    keyboard = Keyboard([])
    TerminalGame(match, [match.to_act[0], 1 - match.to_act[0]], keyboard.read, keyboard.screen.append).run()
    assert any("press Enter" in text for text in keyboard.screen)
    assert not any("Your hand" in text for text in keyboard.screen)


def test_who_leads_a_guild_stands_first_with_the_number() -> None:
    match = Match("guild_master", seats=2, seed=5, bots={0: "greedy", 1: "greedy"})
    match.play_bots()
    assert re.search(r"^  F Food: (Aldith|Bors) \d+", drawn(match.scene(None), 80), re.MULTILINE)

"""A game as an OpenSpiel game, with one chance node at the root, which picks the seed that decides all chance.

    from workbench.interop.openspiel import load
    game = load("guild_master", seats=2)
    state = game.new_initial_state()
    state.apply_action(7)                          # the seed: what Match(seed=7) deals
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    print(state.returns())

- Outcome i of the chance node is the seed i; all `seeds` are equally likely. Later shuffles and throws also follow
  from the seed, so that a state can be saved, cloned and replayed.
- Player 0 is the seat that screens call Seat 1. If several seats may act at once, they are asked in order of seats;
  what one has chosen appears in nothing that the others can read. Actions have the numbers of the workbench; sets are
  picked one by one in ascending order, as bots pick them, so that every tree is finite.
- `observation_tensor` and `observation_string` are what the seat sees now (see `Layout`; `game.layout`).
  `information_state_string` adds a digest of all it has seen when it was asked, done and heard: perfect recall.
  There is no `information_state_tensor`; it would be useless for a game of a thousand decisions.
- At the end every loser pays 1 and the winners share it: zero-sum for any number of players, from -1 to players - 1.
  If nobody wins, nobody pays.
- `pyspiel.load_game("workbench_guild_master(players=2,seeds=100,options=max_turns:40)")` works as well once this module
  is imported, and a saved state can be read by any process that has imported it. The game's string, and with it every
  pickled game and state, contains a custom deck as a whole, packed into letters and digits.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

import numpy as np

from workbench.decks import Deck, list_decks
from workbench.interop import MissingPackage
from workbench.interop.observation import Layout
from workbench.interop.table import Happened, Table
from workbench.kernel.game import Game
from workbench.kernel.registry import game as find_game
from workbench.kernel.registry import list_games
from workbench.play.setup import check_deck, check_seats, options_given
from workbench.storage.errors import DeckError, OptionError, shown

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise MissingPackage(missing, "OpenSpiel") from None

MOST_SEEDS = 1_000_000
USUAL_SEEDS = 1000
# Names that OpenSpiel's game strings carry unchanged: texts, not numbers, without characters that have a meaning there.
_PLAIN_NAME = re.compile(r"[A-Za-z][\w.-]*")
_PACKED = "deck_"  # beginning of the name of a packed deck; the start of its digest and the deck itself follow
_LARGEST_DECK = 4 * 1024 * 1024  # as JSON
_decks: dict[str, Deck] = {}  # decks that this process has packed or unpacked, by their names in game strings


def load(
    game: str | Game,
    *,
    seats: int | None = None,
    deck: Deck | str | PathLike[str] | None = None,
    options: Mapping[str, Any] | None = None,
    seeds: int = USUAL_SEEDS,
) -> TableGame:
    """An OpenSpiel game whose chance node picks one of `seeds` seeds.

    `options` may hold `game_variant`, as for a Match. The last Game loaded under an id is the one that OpenSpiel
    finds by its name. Raises OptionError or DeckError.

    >>> game = load("guild_master", seats=2, seeds=10)
    >>> state = game.new_initial_state()
    >>> state.apply_action(7)
    >>> state.current_player(), state.action_to_string(state.legal_actions()[-1])
    (0, 'End trading')
    """
    found = find_game(game)
    chosen = options_given(options)
    parameters = {
        "players": check_seats(found.variant(chosen.get("game_variant")), seats),
        "seeds": _check_seeds(seeds),
        "deck": _deck_name(found, deck),
        "options": ";".join(f"{key}:{value}" for key, value in chosen.items()),
    }
    return register(found)(parameters)


def register(game: Game) -> type[TableGame]:
    """Let OpenSpiel find a game as `workbench_<id>`; returns the class of its OpenSpiel games."""
    # A class, as OpenSpiel's own games are: it is kept beyond the end of Python, where a function would be freed.
    kind = type("TableGame", (TableGame,), {"game": game})
    pyspiel.register_game(_game_type(game), kind)
    return kind


def _check_seeds(seeds: Any) -> int:
    if isinstance(seeds, bool) or not isinstance(seeds, (int, np.integer)) or not 1 <= seeds <= MOST_SEEDS:
        raise OptionError(f"The number of seeds is {shown(seeds)}. Give a whole number from 1 to {MOST_SEEDS:,}.")
    return int(seeds)


def _options_in(text: str) -> dict[str, str]:
    """The options that a game string carries, e.g. `rounds:3;warding:sure`."""
    pairs = (pair.partition(":") for pair in text.split(";") if pair)
    return {key.strip(): value.strip() for key, _, value in pairs}


def _deck_name(game: Game, deck: Deck | str | PathLike[str] | None) -> str:
    """A deck's name in a game string: its own name, or else the start of its digest and the deck itself, packed."""
    if deck is None or (isinstance(deck, str) and _PLAIN_NAME.fullmatch(deck) and deck in list_decks(game)):
        return deck or ""
    found = check_deck(game, deck)
    data = zlib.compress(json.dumps(found.to_dict(), separators=(",", ":")).encode(), 9)
    name = f"{_PACKED}{found.digest[:16]}.{base64.urlsafe_b64encode(data).decode().rstrip('=')}"
    _decks[name] = found
    return name


def _deck_named(name: str) -> Deck | str | None:
    """The deck that a game string names or contains; None for the default deck. Raises DeckError for a damaged one."""
    if not name.startswith(_PACKED) or "." not in name:
        return name or None
    if name not in _decks:
        _decks[name] = Deck.from_dict(_unpacked(name.partition(".")[2]))
    return _decks[name]


def _unpacked(text: str) -> Any:
    try:
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), _LARGEST_DECK)
        return json.loads(data)
    except (ValueError, zlib.error):
        raise DeckError("The game's string holds a damaged deck. Make it with `load(game, deck=...)`.") from None


def _game_type(game: Game) -> Any:
    return pyspiel.GameType(
        short_name=f"workbench_{game.id}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=min(variant.seats.start for variant in game.variants),
        max_num_players=max(variant.seats.stop - 1 for variant in game.variants),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        default_loadable=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": 0, "seeds": USUAL_SEEDS, "deck": "", "options": ""},
    )


class TableGame(pyspiel.Game):
    """The OpenSpiel game that `load` makes; `register` makes a class for each of ours."""

    game: Game

    def __init__(self, parameters: dict[str, Any]) -> None:
        table = self.table = Table(
            self.game,
            seats=parameters["players"] or None,
            deck=_deck_named(parameters["deck"]),
            options=_options_in(parameters["options"]),
        )
        self.seeds = _check_seeds(parameters["seeds"])
        info = pyspiel.GameInfo(
            num_distinct_actions=table.variant.actions.size,
            max_chance_outcomes=self.seeds,
            num_players=table.seats,
            min_utility=-1.0,
            max_utility=float(max(table.seats - 1, 0)),
            utility_sum=0.0,
            max_game_length=table.variant.max_decisions,
        )
        super().__init__(_game_type(self.game), info, parameters)

    def __reduce__(self) -> tuple[Any, ...]:
        """Games are pickled as their strings, as states are; the strings contain a custom deck."""
        return _game_in, (str(self),)

    @property
    def layout(self) -> Layout:
        """What each number of an observation means."""
        return self.table.layout

    def new_initial_state(self) -> TableState:
        """The state before the seed is picked."""
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The seed is picked once."""
        return 1

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer | None:
        """The observer with which OpenSpiel reads observations; None for kinds other than its two usual ones."""
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self.table, kind.perfect_recall)


class TableState(pyspiel.State):
    """A state of a TableGame.

    Its attributes are plain data: OpenSpiel copies them when it clones a state, and pickles them when it saves one.
    """

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.position = b""
        self.player = int(pyspiel.PlayerId.CHANCE)
        self.memories = (b"",) * game.table.seats  # seat -> a digest of what it has seen, done and heard

    @property
    def _table(self) -> Table:
        return self.get_game().table

    # Playing

    def current_player(self) -> int:
        """The seat that is asked, or OpenSpiel's numbers for chance and the end."""
        return self.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.player == pyspiel.PlayerId.TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every seed, equally likely."""
        seeds = self.get_game().seeds
        return [(seed, 1 / seeds) for seed in range(seeds)]

    def _legal_actions(self, player: int) -> list[int]:
        return self._table.legal(self.position)

    def _apply_action(self, action: int) -> None:
        if not self.position:
            self.position, happened = self._table.begin(action)
        else:
            seat, seen = self.player, self._table.observation(self.position, self.player)
            self.position, happened = self._table.take(self.position, action)
            self._remember(seat, seen.tobytes() + repr(action).encode())
        self._hear(happened)
        asked = self._table.asked(self.position)
        self.player = int(pyspiel.PlayerId.TERMINAL) if asked is None else asked

    def _hear(self, happened: Sequence[Happened]) -> None:
        for one in happened:
            for seat in range(self._table.seats):
                if one.heard_by(seat):
                    self._remember(seat, repr(one.event).encode())

    def _remember(self, seat: int, what: bytes) -> None:
        memories = list(self.memories)
        memories[seat] = _digest(memories[seat] + what)
        self.memories = tuple(memories)

    def returns(self) -> list[float]:
        """What each seat has won; 0 before the end."""
        return self._table.rewards(self.position) if self.is_terminal() else [0.0] * self._table.seats

    # Seeing

    def _action_to_string(self, player: int, action: int) -> str:
        return f"seed {action}" if player == pyspiel.PlayerId.CHANCE else self._table.label(action)

    def __str__(self) -> str:
        if not self.position:
            return "Before the seed is picked."
        return f"{self._table.text(self.position)}\n{_digest(self.position).hex()}"


class Observer:
    """How OpenSpiel reads what a seat sees now or, if it recalls, everything the seat knows."""

    def __init__(self, table: Table, recalls: bool) -> None:
        self._table, self._recalls = table, recalls
        self.tensor = None if recalls else np.zeros(table.layout.size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        """Write what a player sees into `tensor`."""
        if self.tensor is not None:
            self.tensor[:] = self._table.observation(state.position, player) if state.position else 0

    def string_from(self, state: TableState, player: int) -> str:
        """What a player sees, in words; if the observer recalls, preceded by a digest of what it knows from before."""
        if not state.position:
            return ""
        seen = self._table.observation_in_words(state.position, player)
        return f"{state.memories[player].hex()} {seen}" if self._recalls else seen


def _game_in(text: str) -> Any:
    return pyspiel.load_game(text)


def _digest(what: bytes) -> bytes:
    return hashlib.blake2b(what, digest_size=16).digest()


for _game in list_games().values():
    register(_game)

"""The rows of the table, each a function that measures its two sides in turn; see README.md for what they say."""

from __future__ import annotations

import copy
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.c_program import CProgram, compiler, differences
from benchmarks.compiling import as_quick, compiling
from benchmarks.fresh import compile_time, import_time
from benchmarks.galleries import gallery_screens
from benchmarks.home import first_paint
from benchmarks.many_screens import many_screens
from benchmarks.measuring import Row, Spread, elapsed_time, in_turn, processor_time, ratios
from benchmarks.openings import first_graph, openings
from benchmarks.redraw import redraw
from benchmarks.studio import slow_studio, studio_edits
from workbench.games.guile.scoring import DECIDED_BY
from workbench.kernel.chance import BOT_STREAM, seed_generator
from workbench.kernel.engine.speeds import compiled_engine, plain_engine
from workbench.kernel.registry import game as find_game
from workbench.lab.positions import Search
from workbench.lab.report import Report, simulate
from workbench.lab.simulation import Plan, plan_run, play_games
from workbench.play import Match

SEED = 2026


def play(plan: Plan, threads: int = 1, *, compiled: bool = True) -> Any:
    """Play a run without preparing or reporting anything; returns the Outcome of all games."""
    engine = compiled_engine(plan.variant) if compiled else plain_engine(plan.variant)
    return Report.of(plan, play_games(plan, engine, threads)).outcome


def against_c(repeats: int) -> Row:
    """Compiled random playouts, one thread, against the C program, one thread; results equal game by game."""
    plan = plan_run("guild_master", games=4000, seats=4, bots="random", seed=SEED)
    if compiler() is None:
        return Row("c", "Random games against C", "-", "no C compiler (cc) on this machine", "-", ">= 0.4")
    outcomes: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        program = CProgram.build(Path(folder), plan.deck)
        offers = int(plan.options["trade_offer_cap"])

        def in_c() -> float:
            outcomes["c"], seconds = program.play(seed=SEED, first=0, games=plan.games, seats=plan.seats, offers=offers)
            return seconds

        def ours() -> float:
            return processor_time(lambda: outcomes.update(ours=play(plan)))

        their_times, our_times = in_turn((in_c, ours), repeats)
    if differing := differences(outcomes["c"], outcomes["ours"]):
        raise AssertionError(f"The C program and the compiled rules differ in {', '.join(differing)}.")
    decisions = int(outcomes["ours"].decisions.sum())
    share = ratios(their_times, our_times)
    return Row(
        "c",
        "Random games, compiled, against hand-written C; one thread each",
        Spread.of(our_times).text("ns a decision", 1e9 / decisions),
        Spread.of(their_times).text("ns a decision in C", 1e9 / decisions),
        share.text(),
        ">= 0.4",
        share.median >= 0.4,
        (
            f"Equal game by game on {plan.games:,} shared seeds: winners, decisions, turns, leads, points by category.",
            f"{decisions / plan.games:,.0f} decisions a game, so {plan.games / statistics.median(our_times):,.0f} "
            f"games a second compiled and {plan.games / statistics.median(their_times):,.0f} in C.",
        ),
    )


def _spin() -> Callable[[int], int]:
    """A compiled loop that touches no memory: what two threads can gain on this machine at the moment."""
    import numba

    @numba.njit(nogil=True)
    def spin(rounds: int) -> int:
        word = 1
        for i in range(rounds):
            word = (word * 2147483085 + i) & 0xFFFFFFFFFFF
        return word

    return spin


def two_threads(repeats: int) -> Row:
    """Two threads against one, by the clock, beside a control that any two cores should double."""
    plan = plan_run("guild_master", games=8000, seats=4, bots="random", seed=SEED)
    spin = _spin()
    rounds = 800_000_000

    def control() -> None:
        workers = [threading.Thread(target=spin, args=(rounds // 2,)) for _ in range(2)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()

    spin(1)
    one, two, spin_one, spin_two = in_turn(
        (
            lambda: elapsed_time(lambda: play(plan, 1)),
            lambda: elapsed_time(lambda: play(plan, 2)),
            lambda: elapsed_time(lambda: spin(rounds)),
            lambda: elapsed_time(control),
        ),
        repeats,
    )
    alone = statistics.median(_without_waiting(plan, 1) for _ in range(repeats))
    together = statistics.median(_without_waiting(plan, 2) for _ in range(repeats))
    gain, possible = ratios(one, two), ratios(spin_one, spin_two)
    return Row(
        "threads",
        "Random games, compiled: two threads against one, by the clock",
        Spread.of(two).text("s"),
        Spread.of(one).text("s"),
        gain.text(),
        ">= 1.7",
        gain.median >= 1.7,
        (
            f"Control in the same run: an empty compiled loop on two threads gains {possible.text()}; "
            "no program gains more on this machine as busy as it was.",
            f"Leaving out the time in which a thread was ready and had no core: {alone / together:.2f}.",
        ),
    )


def _waited() -> float:
    """The seconds that this thread was ready to run but had no core, as Linux counts them; 0 elsewhere."""
    counts = Path("/proc/thread-self/schedstat")
    return int(counts.read_text().split()[1]) / 1e9 if counts.exists() else 0.0


def _without_waiting(plan: Plan, threads: int) -> float:
    """The clock seconds that each thread of a run spends in compiled games, less the time that it waited for a core.

    Waiting for anything else, such as a lock that another thread holds, counts.
    """
    engine = compiled_engine(plan.variant)
    busy: dict[int, float] = {}

    def run_games(*arguments: Any) -> None:
        waited, start = _waited(), time.perf_counter()
        engine.run_games(*arguments)
        taken = time.perf_counter() - start - (_waited() - waited)
        busy[threading.get_ident()] = busy.get(threading.get_ident(), 0.0) + taken

    timed = replace(engine, functions={**engine.functions, "run_games": run_games})
    play_games(plan, timed, threads)
    # On a busy machine one thread may get more chunks than the other, so the sum is shared evenly.
    return sum(busy.values()) / threads


def greedy_report(repeats: int) -> Row:
    """10,000 greedy games at four seats, summarised: what a designer waits for after an edit."""

    def run(threads: int) -> float:
        def work() -> None:
            simulate("guild_master", games=10_000, seats=4, bots="greedy", seed=SEED, threads=threads).summary()

        return elapsed_time(work)

    one, two = in_turn((lambda: run(1), lambda: run(2)), repeats)
    processor = processor_time(lambda: run(2))
    return Row(
        "greedy",
        "10,000 greedy games with summary, warm, by the clock: two threads against one",
        Spread.of(two).text("s"),
        Spread.of(one).text("s"),
        ratios(one, two).text(),
        "<= 1 s",
        statistics.median(two) <= 1.0,
        (f"{processor:.2f} s of processor time in all; half of it is what two free cores need.",),
    )


def guile_rounds(repeats: int) -> Row:
    """Random matches of Guile, compiled: rounds a second on two threads and on one, scored and counted."""
    plan = plan_run("guile", games=20_000, bots="random", seed=SEED)
    report = Report(plan, play(plan))
    rounds = sum(int(report.counted(step).sum()) for step in DECIDED_BY)
    one, two = in_turn(
        (lambda: elapsed_time(lambda: play(plan, 1)), lambda: elapsed_time(lambda: play(plan, 2))), repeats
    )
    decisions = int(report.outcome.decisions.sum())
    return Row(
        "guile",
        "Random rounds of Guile, compiled, by the clock: two threads against one",
        Spread.of([rounds / seconds for seconds in two]).text("rounds a second"),
        Spread.of([rounds / seconds for seconds in one]).text("rounds a second"),
        ratios(one, two).text(),
        ">= 300,000 a second",
        rounds / statistics.median(two) >= 300_000,
        (
            f"{rounds:,} rounds of {decisions / rounds:.1f} decisions, looks that end included; "
            f"{1e9 * statistics.median(one) / decisions:.0f} ns a decision on one thread.",
        ),
    )


def positions_found(repeats: int) -> Row:
    """Positions of Guile searched, compiled and in plain Python, on one thread, and kept as those of a graph are."""
    match = Match("guile", seed=SEED, bots={0: "greedy", 1: "greedy"})
    while match.phase != "act":
        match.play_bot(match.to_act[0])
    begins = np.array([match.for_bots(match.positions()[-1].record).buffer])
    found: dict[str, int] = {}

    def look(name: str, engine: Any, depth: int) -> float:
        search = Search(match, engine, most=10**6)
        search.begin(begins)
        seconds = processor_time(lambda: search.look(depth))
        found[name] = sum(len(ways) for ways in search.ways.values())
        return seconds

    variant = match.variant
    compiled, plain = in_turn(
        (lambda: look("compiled", compiled_engine(variant), 5), lambda: look("plain", plain_engine(variant), 3)),
        repeats,
    )
    ours = [found["compiled"] / seconds for seconds in compiled]
    theirs = [found["plain"] / seconds for seconds in plain]
    return Row(
        "positions",
        "Positions of Guile found and kept, each once: compiled against plain Python, one thread",
        Spread.of(ours).text("a second"),
        Spread.of(theirs).text("a second"),
        ratios(ours, theirs).text(),
        ">= 100,000 a second",
        statistics.median(ours) >= 100_000,
        (f"{found['compiled']:,} ways on from positions within 5 decisions; in plain Python {found['plain']:,} in 3.",),
    )


def excalibur_games(repeats: int) -> Row:
    """Random games of Excalibur at four seats on two threads and on one; and how long its rules take to compile."""
    plan = plan_run("excalibur", games=20_000, seats=4, bots="random", seed=SEED)
    one, two = in_turn(
        (lambda: elapsed_time(lambda: play(plan, 1)), lambda: elapsed_time(lambda: play(plan, 2))), repeats
    )
    with tempfile.TemporaryDirectory() as cache:
        first, load = compile_time(cache, "excalibur"), compile_time(cache, "excalibur")
    games = plan.games / statistics.median(two)
    reached = games >= 15_000 and first["clock"] <= 40 and load["clock"] <= 1
    return Row(
        "excalibur",
        "Random games of Excalibur at four seats, compiled, by the clock: two threads against one",
        Spread.of([plan.games / seconds for seconds in two]).text("games a second"),
        Spread.of([plan.games / seconds for seconds in one]).text("games a second"),
        ratios(one, two).text(),
        ">= 15,000 a second, <= 40 s and <= 1 s to compile and load",
        reached,
        (
            f"By the clock: {first['clock']:.1f} s to compile {first['functions']} functions once, "
            f"{load['clock']:.2f} s from the disk cache.",
            "Compiled after edits of the chip list (a changed chip, four kinds fewer, ten more): "
            f"{first['after_edits'] + load['after_edits']}.",
        ),
    )


def quests_games(repeats: int) -> Row:
    """Games of Quests at four seats, random against greedy, on two threads; and how long its rules take to compile."""
    edits = "the adventure cards (a changed card, three kinds fewer, ten more)"
    return by_two_bots("quests", "Quests", 6_000, {"greedy": 5_000, "random": 2_000}, edits, repeats)


def cadwallon_games(repeats: int) -> Row:
    """Games of Cadwallon at four seats, random against greedy, on two threads; and how long it takes to compile."""
    edits = "the card lists (changed values, conditions and contracts fewer, a card twice)"
    return by_two_bots("cadwallon", "Cadwallon", 6_000, {"random": 20_000}, edits, repeats)


def interaction(repeats: int) -> Row:
    """Random games of Increased Player Interaction at four seats, compiled, against those of the base game."""
    plans = [
        plan_run("guild_master", games=2000, seats=4, bots="random", seed=SEED, options={"game_variant": key})
        for key in ("player_interaction", "base_game")
    ]
    variant, base = in_turn([lambda plan=plan: processor_time(lambda: play(plan)) for plan in plans], repeats)
    share = ratios(base, variant)
    return Row(
        "interaction",
        "Random games of Increased Player Interaction at four seats, compiled, against the base game; one thread each",
        Spread.of([plans[0].games / seconds for seconds in variant]).text("games a second"),
        Spread.of([plans[1].games / seconds for seconds in base]).text("games a second"),
        share.text(),
        ">= 0.3",
        share.median >= 0.3,
    )


def city(repeats: int) -> Row:
    """Random games of Labyrinth City at 24 seats, compiled, against those of the base game at four."""
    class_of, base_game = (
        plan_run("guild_master", games=2000, seats=seats, bots="random", seed=SEED, options={"game_variant": key})
        for key, seats in (("labyrinth_city", 24), ("base_game", 4))
    )
    ours, base = in_turn(
        [lambda plan=plan: processor_time(lambda: play(plan)) for plan in (class_of, base_game)], repeats
    )
    share = ratios(base, ours)
    return Row(
        "city",
        "Random games of Labyrinth City at 24 seats, compiled, against the base game at four; one thread each",
        Spread.of([class_of.games / seconds for seconds in ours]).text("games a second"),
        Spread.of([base_game.games / seconds for seconds in base]).text("games a second"),
        share.text(),
        ">= 0.01",
        share.median >= 0.01,
    )


def by_two_bots(game: str, title: str, games: int, least: dict[str, int], edits: str, repeats: int) -> Row:
    """Games at four seats, random against greedy, on two threads; the first compile of the rules and their loading.

    `least`: bot -> the wanted games a second, greedy first.
    """
    plans = {bot: plan_run(game, games=games, seats=4, bots=bot, seed=SEED) for bot in ("random", "greedy")}
    busy: dict[str, list[float]] = {bot: [] for bot in plans}

    def timed(bot: str) -> float:
        clocks: list[float] = []
        busy[bot].append(processor_time(lambda: clocks.append(elapsed_time(lambda: play(plans[bot], 2)))))
        return clocks[0]

    random, greedy = in_turn([lambda bot=bot: timed(bot) for bot in plans], repeats)
    of_a_core = {bot: games / statistics.median(seconds[1:]) for bot, seconds in busy.items()}  # the first run warms up
    with tempfile.TemporaryDirectory() as cache:
        first, load = compile_time(cache, game), compile_time(cache, game)
    of = {"greedy": statistics.median(greedy), "random": statistics.median(random)}
    reached = all(games / of[bot] >= wanted for bot, wanted in least.items())
    wanted = " and ".join(f">= {number:,}" for number in least.values())
    bots = f"{title} at four seats, compiled, two threads, by the clock: greedy against random"
    return Row(
        game,
        f"Games of {bots}",
        Spread.of([games / seconds for seconds in greedy]).text("games a second"),
        Spread.of([games / seconds for seconds in random]).text("games a second"),
        ratios(random, greedy).text(),
        f"{wanted} a second{'' if len(least) > 1 else ' at random'}, <= 40 s and <= 1 s to compile and load",
        reached and first["clock"] <= 40 and load["clock"] <= 1,
        (
            f"By the clock: {first['clock']:.1f} s to compile {first['functions']} functions once, "
            f"{load['clock']:.2f} s from the disk cache; of one core's time {first['processor']:.1f} s and "
            f"{load['processor']:.2f} s.",
            f"In a second of one core's time {of_a_core['greedy']:,.0f} games of greedy bots and "
            f"{of_a_core['random']:,.0f} of random ones.",
            f"Compiled after edits of {edits}: {first['after_edits'] + load['after_edits']}.",
        ),
    )


def plain_python(repeats: int) -> Row:
    """Random games in plain Python against compiled, from the same source and with equal results."""
    plan = plan_run("guild_master", games=4, seats=4, bots="random", seed=SEED)
    many = replace(plan, games=2000)
    outcomes: dict[str, Any] = {}

    def plain() -> float:
        seconds = processor_time(lambda: outcomes.update(plain=play(plan, compiled=False)))
        return seconds / int(outcomes["plain"].decisions.sum())

    def compiled() -> float:
        seconds = processor_time(lambda: outcomes.update(compiled=play(many)))
        return seconds / int(outcomes["compiled"].decisions.sum())

    plain_times, compiled_times = in_turn((plain, compiled), repeats)
    for name in ("winning", "decisions", "turns", "scores", "points"):
        if not np.array_equal(getattr(outcomes["plain"], name), getattr(outcomes["compiled"], name)[: plan.games]):
            raise AssertionError(f"Plain and compiled games differ in {name}.")
    return Row(
        "plain",
        "Random games: compiled against plain Python, one source",
        Spread.of(compiled_times).text("ns a decision", 1e9),
        Spread.of(plain_times).text("µs a decision", 1e6),
        ratios(plain_times, compiled_times).text(),
    )


def plain_decision(repeats: int) -> Row:
    """One decision in plain Python: by the bare rules, and with what a match puts around them."""
    bare = [statistics.median(_bare_decisions()) for _ in range(repeats)]
    whole = [statistics.median(_match_decisions()) for _ in range(repeats)]
    return Row(
        "decision",
        "A decision in plain Python: the rules alone, against a person's move in a match",
        Spread.of(bare).text("ms", 1000),
        Spread.of(whole).text("ms with Match", 1000),
        ratios(whole, bare).text(),
        "<= 0.3 ms",
        statistics.median(bare) <= 0.3e-3,
        (
            "Medians over the decisions of a random game. Alone: list the legal actions, choose, step. "
            "With Match: `legal` with labels and `play` with its check, log, events and undo.",
        ),
    )


def _bare_decisions() -> list[float]:
    """The seconds of each decision of a random game at four seats, by the rules alone."""
    plan = plan_run("guild_master", games=1, seats=4, bots="random", seed=SEED)
    engine = plain_engine(plan.variant)
    state, deck = plan.variant.state.record(), engine.deck(plan.deck.arrays)[0]
    events, actions = engine.new_events()[0], engine.new_actions()[0]
    options = [option.encode(plan.options[option.key]) for option in plan.variant.state.options]
    engine.begin(state, state.buffer, deck, events, plan.seats, options, SEED, 0)
    seed_generator(actions.random_state, SEED, 0, BOT_STREAM)
    times = []
    while state.over == 0:
        start = time.perf_counter()
        seat = (state.to_act & -state.to_act).bit_length() - 1
        engine.take(state, deck, events, seat, engine.random_bot(state, deck, seat, actions))
        times.append(time.perf_counter() - start)
    return times


def _match_decisions() -> list[float]:
    """The seconds of each move of a match at four seats in which people play at random."""
    match = Match("guild_master", seats=4, seed=SEED)
    chance = np.random.default_rng(SEED)
    times = []
    while not match.over and len(times) < 1000:
        seat = match.to_act[0]
        start = time.perf_counter()
        actions = match.legal(seat)
        match.play(seat, actions[int(chance.integers(len(actions)))])
        times.append(time.perf_counter() - start)
    return times


def imports(repeats: int) -> Row:
    """Importing the workbench in a fresh process, against importing NumPy alone."""
    heavy: set[str] = set()

    def seconds(statement: str, ours: bool = False) -> float:
        measured = import_time(statement)
        heavy.update(measured["heavy"] if ours else ())
        return measured["processor"]

    used = "from workbench import Match, load_deck; Match('guild_master', seats=4, seed=1)"
    package, match, numpy = in_turn(
        (
            lambda: seconds("import workbench", True),
            lambda: seconds(used, True),
            lambda: seconds("import numpy"),
        ),
        repeats,
    )
    return Row(
        "import",
        "`import workbench` against `import numpy`, fresh processes",
        Spread.of(package).text("s"),
        Spread.of(numpy).text("s for NumPy"),
        ratios(package, numpy).text(),
        "<= 0.25 s",
        statistics.median(package) <= 0.25 and not heavy,
        (
            f"Import, then a match on the table: {Spread.of(match).text('s')}. Names are loaded when first used.",
            f"Of numba, pandas and ipywidgets it loads {', '.join(sorted(heavy)) or 'none'}.",
        ),
    )


def state_copy(repeats: int) -> Row:
    """Copying a state: one record against a deep copy of a dict with the same content."""
    variant = find_game("guild_master").variant()
    match = Match("guild_master", seats=4, seed=SEED)
    record = match.state
    words = np.frombuffer(record.tobytes(), np.int64).copy()
    same = _as_dict(record, variant.state.places)
    times = 20_000

    def records() -> float:
        return processor_time(lambda: [words.copy() for _ in range(times)]) / times

    def dicts() -> float:
        return processor_time(lambda: [copy.deepcopy(same) for _ in range(times // 100)]) / (times // 100)

    copy_compiled = _compiled_copies()
    other = np.empty_like(words)

    def compiled() -> float:
        return processor_time(lambda: copy_compiled(words, other, 100 * times)) / (100 * times)

    record_times, dict_times, compiled_times = in_turn((records, dicts, compiled), repeats)
    in_compiled_code = Spread.of([1 / seconds for seconds in compiled_times]).text("million a second", 1e-6)
    return Row(
        "copy",
        f"Copying a state of {words.nbytes:,} bytes in plain Python against copy.deepcopy of the same as a dict",
        Spread.of([1 / seconds for seconds in record_times]).text("million a second", 1e-6),
        Spread.of([1 / seconds for seconds in dict_times]).text("thousand a second", 1e-3),
        ratios(dict_times, record_times).text(),
        notes=(f"Within compiled code: {in_compiled_code}.",),
    )


def _as_dict(record: Any, places: int) -> dict[str, Any]:
    """A state as plain Python objects: whole numbers, lists, and a list of the cards in each place."""
    same = {
        name: record[name].tolist() for name in record.dtype.names if name not in ("rows", "place", "known", "staged")
    }
    cards = int(record["card_count"])
    same.update({name: record[name][:cards].tolist() for name in ("place", "known", "staged")})
    same["rows"] = [record["rows"][place][: int(record["counts"][place])].tolist() for place in range(places)]
    return same


def _compiled_copies() -> Callable[[np.ndarray, np.ndarray, int], int]:
    import numba

    @numba.njit(nogil=True)
    def copies(words: np.ndarray, other: np.ndarray, times: int) -> int:
        total = 0
        for i in range(times):
            words[1] = i  # so that no copy can be optimized away
            other[:] = words
            total += other[1]
        return total

    return copies


ROWS: dict[str, Callable[[int], Row]] = {
    "c": against_c,
    "threads": two_threads,
    "greedy": greedy_report,
    "guile": guile_rounds,
    "positions": positions_found,
    "excalibur": excalibur_games,
    "quests": quests_games,
    "cadwallon": cadwallon_games,
    "interaction": interaction,
    "city": city,
    "plain": plain_python,
    "decision": plain_decision,
    "import": imports,
    "copy": state_copy,
    "compile": compiling,
    "as_quick": as_quick,
    "home": first_paint,
    "openings": openings,
    "first_graph": first_graph,
    "redraw": redraw,
    "screens": many_screens,
    "studio": studio_edits,
    "slow_studio": slow_studio,
    "gallery": gallery_screens,
}

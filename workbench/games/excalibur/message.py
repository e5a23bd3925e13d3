"""What the screen says above Avalon: what is asked and of whom, how far the game is, and how it ended."""

from __future__ import annotations

from functools import partial

from workbench.games.excalibur.deck import EFFECTS
from workbench.games.excalibur.movements import empty_regions_wanted
from workbench.games.excalibur.scoring import (
    HOLDS_BOTH,
    HOLDS_CURSED_BLADE,
    HOLDS_EXCALIBUR,
    RANKING,
    SQUIRE_OF_WINNER,
    SWORD,
    TAINTED,
)
from workbench.games.excalibur.table import (
    ARTHUR,
    ARTISAN,
    AVALON,
    BARONESS,
    BLACK_KNIGHT,
    CAELIA,
    CURSED_BLADE,
    DRAW,
    DRAWING,
    FLIP_OFFERED,
    FULL_HAND,
    GALAHAD,
    GAWAIN,
    GUINEVERE,
    HAND,
    HAND_SIZE,
    LADY_OF_THE_LAKE,
    MERCHANT,
    MORDRED,
    MORGANA,
    PEASANT,
    PERCIVAL,
    PHASES,
    PLACING,
    REGION_NAMES,
    REGIONS,
    ROBYN,
    SPIRIT,
    SPY,
    SQUIRE_SWORD,
    THIEF,
    TRASH,
    TURNED,
    UNSEEN,
    UTHER,
)
from workbench.kernel.frames import ACTOR, COUNTER, EFFECT, STEP, TARGET
from workbench.kernel.scenes.scene import Sight

MAY_FLIP = (
    "You may flip the Fisher King: face up, nobody steals from you in this round; face down, he is trashed. "
    "The rules allow it at any time; here it is offered {windows} (EX-336)."
)
WINDOWS = ("when the resolving begins and before each steal", "when the resolving begins", "before each steal")


def message(sight: Sight) -> str:
    """The line above the table, for the seat of the screen or for everybody."""
    if sight.view.over:
        return _end(sight)
    return f"{_prompt(sight) if sight.actions else _waiting(sight)} {_how_far(sight)}"


def _end(sight: Sight) -> str:
    """Who has won and why, from the score lines."""
    by_reason = {reason: _seats_with(sight, reason) for reason in range(len(RANKING.reasons))}
    told = []
    for winner in by_reason[HOLDS_EXCALIBUR]:
        told.append(f"{winner} holds Excalibur and wins.")
    for squire in by_reason[SQUIRE_OF_WINNER]:
        told.append(f"{squire}, the squire, wins too.")
    for holder in by_reason[HOLDS_BOTH]:
        told.append(f"{holder} holds Excalibur and the Cursed Blade, the ultimate loss.")
        told.append(f"{_listed(by_reason[TAINTED])} {'has' if len(sight.winners) == 1 else 'share'} a tainted win.")
    if not sight.winners:
        told.append("Nobody holds Excalibur: everybody loses.")
    for holder in by_reason[HOLDS_CURSED_BLADE]:
        told.append(f"{holder} holds the Cursed Blade and is the ultimate loser.")
    if not by_reason[HOLDS_BOTH] and not by_reason[HOLDS_CURSED_BLADE]:
        told.append(_where_it_is(sight, CURSED_BLADE))
    if not by_reason[SQUIRE_OF_WINNER]:
        told.append(_where_it_is(sight, SQUIRE_SWORD))
    rounds = "one round" if sight.view.turn == 1 else f"{sight.view.turn} rounds"
    told.append(f"The game took {rounds}: {_what_made_it_final(sight)}.")
    return " ".join(filter(None, told))


def _where_it_is(sight: Sight, sword: int) -> str:
    """Who holds a sword, or that it lies in Avalon (EX-608); nothing of one that is not played with."""
    arrays, name = sight.deck.arrays, RANKING.reasons[SWORD].name
    kinds = [kind for kind in range(arrays.kind_count) if arrays.effect[kind] == sword]
    if not kinds or any(arrays.kind[card] in kinds for card in sight.cards(TRASH)):
        return ""
    called = str(sight.deck.rows[kinds[0]]["name"])
    for line in sight.lines:
        if line["reason"] == name and line["source"] == called:
            return f"{sight.naming('seat', line['seat'])} holds the {called}."
    return f"The {called} lies in Avalon."


def _what_made_it_final(sight: Sight) -> str:
    """Whose movement emptied which region (EX-608)."""
    view = sight.view
    if view.final_seat < 0:
        return "the deck was too small to fill the regions"
    how = f"while resolving {_chip_named(sight, view.final_effect - 1)}" if view.final_effect else "in the draw step"
    wanted = empty_regions_wanted(view)
    others = "" if wanted == 1 else f", and {wanted} regions were empty"
    return (
        f"{sight.naming('seat', view.final_seat)} took the last chip of {REGION_NAMES[view.final_region]} {how}{others}"
    )


def _seats_with(sight: Sight, reason: int) -> list[str]:
    name = RANKING.reasons[reason].name
    return [sight.naming("seat", line["seat"]) for line in sight.lines if line["reason"] == name]


def _listed(names: list[str]) -> str:
    return ", ".join([*names[:-2], " and ".join(names[-2:])])


def _how_far(sight: Sight) -> str:
    turn = sight.view.turn + 1
    if sight.view.final:
        return f"Round {turn} is the final round."
    wanted = empty_regions_wanted(sight.view)
    regions = "a region is" if wanted == 1 else f"{wanted} regions are"
    return f"Round {turn}; the game ends with the round in which {regions} empty."


def _waiting(sight: Sight) -> str:
    view = sight.view
    names = [sight.naming("seat", seat) for seat in range(view.seats) if (view.to_act >> seat) & 1]
    asked = _listed(names)
    if view.frame_count and part_of_frame(sight, EFFECT) == FLIP_OFFERED:
        return f"{asked} may flip the Fisher King."
    chip = resolving(sight)
    if chip is None:
        return f"{PHASES[view.phase][1]}: waiting for {asked}."
    effect, actor = chip
    return f"{sight.naming('seat', actor)} resolves {_chip_named(sight, effect)}: waiting for {asked}."


def _prompt(sight: Sight) -> str:
    """What the seat of this screen is asked."""
    view = sight.view
    if not view.frame_count:
        return _prompt_of_step(sight)
    effect = part_of_frame(sight, EFFECT)
    if effect == FLIP_OFFERED:
        return MAY_FLIP.format(windows=WINDOWS[view.fisher_king_windows])
    chip = resolving(sight)
    asked = _prompt_of_part(sight) if effect in (DRAWING, PLACING) else _prompt_of_chip(sight, effect)
    return f"{_chip_named(sight, chip[0])}: {asked}" if chip else asked


def _prompt_of_step(sight: Sight) -> str:
    seat = sight.seat or 0
    if sight.view.phase == DRAW:
        wanted = HAND_SIZE - sight.view.counts[HAND + seat] - sight.view.counts[UNSEEN + seat]
        return f"Draw: name a chip of Avalon, {'the last one' if wanted == 1 else f'{wanted} to go'}."
    if sight.actions_of("play_nothing"):
        return "You hold nothing but swords: you play nothing."
    return "Choose the chip you play: your fist closes on it."


def _prompt_of_part(sight: Sight) -> str:
    left, target = part_of_frame(sight, COUNTER), part_of_frame(sight, TARGET)
    more = f", {left} to go" if left > 1 else ""
    if part_of_frame(sight, EFFECT) == DRAWING:
        return f"draw a chip of Avalon{more}."
    if target < sight.view.seats:
        return f"choose the chip you give back to {sight.naming('seat', target)}."
    return f"put a chip of your hand into a region{more}."


def _prompt_of_chip(sight: Sight, effect: int) -> str:
    at, target, first = part_of_frame(sight, STEP) - 1, part_of_frame(sight, TARGET), part_of_frame(sight, STEP) == 1
    other = partial(sight.naming, "seat")
    if effect == GAWAIN and sight.seat != part_of_frame(sight, ACTOR):
        return f"choose the sword you give {other(part_of_frame(sight, ACTOR))}."
    if effect == GUINEVERE and not first:
        return f"choose whose sword goes unseen into {REGION_NAMES[target]}, {3 - at} at most, or no more."
    if effect == PERCIVAL:
        turned = part_of_frame(sight, COUNTER)
        wanted = min(TURNED, sum(sight.view.counts[AVALON + region] for region in range(REGIONS)))
        return f"turn up chip {turned + 1} of {wanted}." if at < TURNED else "take one of the chips turned up."
    if effect == ROBYN:
        held = sight.view.counts[HAND + part_of_frame(sight, ACTOR)]
        return f"choose whom you steal from; you hold {held} of {FULL_HAND} chips."
    if effect == THIEF:
        return "choose whom you steal from." if first else f"steal from another player than {other(target)}."
    if effect == MORDRED and not first:
        return f"this is the hand of {other(target)}. Swap it for yours, or keep yours."
    if effect == SPY and not first:
        return f"this is the hand of {other(target)}. Press the chip that you show to all."
    if effect in (ARTISAN, MERCHANT, PEASANT):
        sources = {"draw_chips": "draw from Avalon", "steal_from": "choose whom you steal from"}
        return f"{' or '.join(words for verb, words in sources.items() if sight.actions_of(verb))}."
    if effect == CAELIA:
        return f"name up to two players; each trashes {_CAELIA_TRASHES[sight.view.male_art]}."
    return _ASKED[effect]


_CAELIA_TRASHES = ("its chips with male figures", "nothing: here no chip counts as male", "all its chips but swords")
_POINT = "point to the left or to the right: "
_ASKED = {
    GALAHAD: "choose the chip of your hand that nothing touches in this round.",
    BLACK_KNIGHT: "choose the chip on the table that you take into your hand.",
    BARONESS: "choose the chip of your hand that you trash, but no sword.",
    MORGANA: "reveal one of the two chips you drew, or none.",
    LADY_OF_THE_LAKE: f"{_POINT}all hands are passed on.",
    SPIRIT: f"{_POINT}everybody steals a chip from the neighbour on that side.",
    UTHER: f"{_POINT}all swords are passed on.",
    ARTHUR: "choose whose sword you take, unseen.",
    GAWAIN: "pick a player, who gives you a sword if there is one in its hand.",
    GUINEVERE: "choose the region that you mix.",
    MORDRED: "pick the player whose hand you look at.",
    SPY: "pick the player whose hand you look at.",
}


# Effects that are being resolved


def part_of_frame(sight: Sight, part: int, below: int = 0) -> int:
    """A part of the effect on top, or of one below it."""
    return int(sight.view.frames[sight.view.frame_count - 1 - below, part])


def resolving(sight: Sight) -> tuple[int, int] | None:
    """The effect of the chip that is being resolved, and its seat; None between chips."""
    for below in range(sight.view.frame_count):
        if part_of_frame(sight, EFFECT, below) < len(EFFECTS):
            return part_of_frame(sight, EFFECT, below), part_of_frame(sight, ACTOR, below)
    return None


def _chip_named(sight: Sight, effect: int) -> str:
    kinds = range(len(sight.deck.rows))
    return next(str(sight.deck.rows[kind]["name"]) for kind in kinds if sight.deck.arrays.effect[kind] == effect)

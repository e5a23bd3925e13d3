"""What each chip does, one row an effect: how it goes on, what it asks, how it is answered (EX-101 to EX-174).

An effect is a frame: its first function takes it one step further whenever nobody is asked, its last one writes a
decision into it. An effect that needs another one first (draw two, steal one, is the Fisher King flipped?) puts that
one's frame on top; what it brings is added to the COUNTER of the frame below.
"""

from __future__ import annotations

from workbench.author import Effect, Effects, Events, rule
from workbench.games.excalibur import chips_for_all as many
from workbench.games.excalibur import chips_for_one as one
from workbench.games.excalibur.movements import finish, legal_slots
from workbench.games.excalibur.table import ExcaliburDeck, ExcaliburState


@rule
def no_effect(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """The chip is trashed, and nothing else happens."""
    finish(state, deck, events)


POINT = "point to the left or to the right: "


class Swords(Effects):
    """Held, never played."""

    excalibur = Effect()
    cursed_blade = Effect()
    squire_sword = Effect()


class OnReveal(Effects):
    """They act as soon as they are shown (EX-057)."""

    galahad = Effect(
        one.galahad,
        one.legal_protection,
        one.protect,
        question="choose the chip of your hand that nothing touches in this round.",
    )
    black_knight = Effect(
        one.black_knight,
        one.legal_black_knight,
        one.take_from_table,
        question="choose the chip on the table that you take into your hand.",
    )
    lancelot = Effect(one.lancelot)
    fisher_king = Effect(one.fisher_king)


class InTurn(Effects):
    """They act when they are resolved."""

    arthur = Effect(
        many.arthur,
        many.legal_held_out,
        many.take_held_out,
        question="choose whose sword you take, unseen.",
    )
    artisan = Effect(one.exchange_chips, one.legal_source, one.choose_source)
    baroness = Effect(
        one.draw_two_then_ask,
        one.legal_trashing,
        one.trash_named,
        question="choose the chip of your hand that you trash, but no sword.",
    )
    caelia = Effect(many.caelia, many.legal_caelia, many.answer_caelia)
    gawain = Effect(
        many.gawain,
        many.legal_gawain,
        many.answer_gawain,
        question="pick a player, who gives you a sword if there is one in its hand.",
    )
    green_knight = Effect(many.demand_swords)
    guinevere = Effect(
        many.guinevere,
        many.legal_guinevere,
        many.answer_guinevere,
        question="choose the region that you mix.",
    )
    lady_of_the_lake = Effect(
        many.lady_of_the_lake,
        many.legal_pointing,
        many.answer_point,
        question=f"{POINT}all hands are passed on.",
    )
    merchant = Effect(one.exchange_chips, one.legal_source, one.choose_source)
    merlin = Effect(many.demand_swords)
    mordred = Effect(
        many.look_at_hand,
        many.legal_mordred,
        many.answer_mordred,
        question=(
            "pick the player whose hand you look at.",
            "this is the hand of {target}. Swap it for yours, or keep yours.",
        ),
    )
    morgana = Effect(
        one.draw_two_then_ask,
        one.legal_reveal,
        one.reveal_drawn,
        question="reveal one of the two chips you drew, or none.",
    )
    peasant = Effect(one.exchange_chips, one.legal_source, one.choose_source)
    percival = Effect(one.percival, one.legal_percival, one.answer_percival)
    priest = Effect(one.priest)
    robyn_of_roxley = Effect(one.robyn_of_roxley, one.legal_any_victim, one.choose_source)
    spirit = Effect(
        many.spirit,
        many.legal_pointing,
        many.answer_point,
        question=f"{POINT}everybody steals a chip from the neighbour on that side.",
    )
    spy = Effect(
        many.look_at_hand,
        many.legal_spy,
        many.answer_spy,
        question=(
            "pick the player whose hand you look at.",
            "this is the hand of {target}. Press the chip that you show to all.",
        ),
    )
    thief = Effect(
        one.thief,
        one.legal_other_victims,
        one.choose_source,
        question=("choose whom you steal from.", "steal from another player than {target}."),
    )
    uther = Effect(
        many.uther,
        many.legal_pointing,
        many.answer_point,
        question=f"{POINT}all swords are passed on.",
    )


class Parts(Effects):
    """A chip that a measurement has robbed of its effect; then what else has a frame of its own."""

    no_effect = Effect(no_effect, part=True)
    drawing = Effect(one.drawing, legal_slots, one.draw_named, part=True)
    stealing = Effect(one.stealing, part=True)
    placing = Effect(one.placing, one.legal_placing, one.put_back, part=True)
    flip_offered = Effect(one.flip_offered, one.legal_flip, one.answer_flip, part=True)
    flips_offered = Effect(one.flips_offered, part=True)


class ExcaliburEffects(Swords, OnReveal, InTurn, Parts):
    """All of them, in the order of their numbers."""


EFFECTS = ExcaliburEffects()
SWORDS, ON_REVEAL, IN_TURN = tuple(Swords()), tuple(OnReveal()), tuple(InTurn())
ACTING_ON_REVEAL = tuple(getattr(EFFECTS, effect.name) for effect in ON_REVEAL)

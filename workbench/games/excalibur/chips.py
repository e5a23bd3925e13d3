"""What each chip does, one row an effect: how it goes on, what it asks, how it is answered (EX-101 to EX-174).

An effect is a frame: its first function takes it one step further whenever nobody is asked, its last one writes a
decision into it. An effect that needs another one first (draw two, steal one, is the Fisher King flipped?) puts that
one's frame on top; what it brings is added to the COUNTER of the frame below.
"""

from __future__ import annotations

from workbench.author import Effect, Effects, rule
from workbench.games.excalibur import chips_for_all as many
from workbench.games.excalibur import chips_for_one as one
from workbench.games.excalibur.movements import finish, legal_slots


@rule(inlined=False)
def no_effect(state, deck, events, actor, step):
    """The chip is trashed, and nothing else happens."""
    finish(state, deck, events)


WHOSE_HAND = "pick the player whose hand you look at."
POINT = "point to the left or to the right: "
SWORDS = (Effect("excalibur"), Effect("cursed_blade"), Effect("squire_sword"))  # held, never played
ON_REVEAL = (  # they act as soon as they are shown (EX-057)
    Effect(
        "galahad",
        one.galahad,
        one.legal_protection,
        one.protect,
        question="choose the chip of your hand that nothing touches in this round.",
    ),
    Effect(
        "black_knight",
        one.black_knight,
        one.legal_black_knight,
        one.take_from_table,
        question="choose the chip on the table that you take into your hand.",
    ),
    Effect("lancelot", one.lancelot),
    Effect("fisher_king", one.fisher_king),
)
IN_TURN = (  # they act when they are resolved
    Effect(
        "arthur",
        many.arthur,
        many.legal_held_out,
        many.take_held_out,
        question="choose whose sword you take, unseen.",
    ),
    Effect("artisan", one.exchange_chips, one.legal_source, one.choose_source),
    Effect(
        "baroness",
        one.baroness,
        one.legal_trashing,
        one.trash_named,
        question="choose the chip of your hand that you trash, but no sword.",
    ),
    Effect("caelia", many.caelia, many.legal_caelia, many.answer_caelia),
    Effect(
        "gawain",
        many.gawain,
        many.legal_gawain,
        many.answer_gawain,
        question="pick a player, who gives you a sword if there is one in its hand.",
    ),
    Effect("green_knight", many.demand_swords),
    Effect(
        "guinevere",
        many.guinevere,
        many.legal_guinevere,
        many.answer_guinevere,
        question="choose the region that you mix.",
    ),
    Effect(
        "lady_of_the_lake",
        many.lady_of_the_lake,
        many.legal_pointing,
        many.answer_point,
        question=f"{POINT}all hands are passed on.",
    ),
    Effect("merchant", one.exchange_chips, one.legal_source, one.choose_source),
    Effect("merlin", many.demand_swords),
    Effect(
        "mordred",
        many.look_at_hand,
        many.legal_mordred,
        many.answer_mordred,
        question=(
            "pick the player whose hand you look at.",
            "this is the hand of {target}. Swap it for yours, or keep yours.",
        ),
    ),
    Effect(
        "morgana",
        one.morgana,
        one.legal_reveal,
        one.reveal_drawn,
        question="reveal one of the two chips you drew, or none.",
    ),
    Effect("peasant", one.exchange_chips, one.legal_source, one.choose_source),
    Effect("percival", one.percival, one.legal_percival, one.answer_percival),
    Effect("priest", one.priest),
    Effect("robyn_of_roxley", one.robyn_of_roxley, one.legal_any_victim, one.choose_source),
    Effect(
        "spirit",
        many.spirit,
        many.legal_pointing,
        many.answer_point,
        question=f"{POINT}everybody steals a chip from the neighbour on that side.",
    ),
    Effect(
        "spy",
        many.look_at_hand,
        many.legal_spy,
        many.answer_spy,
        question=(
            "pick the player whose hand you look at.",
            "this is the hand of {target}. Press the chip that you show to all.",
        ),
    ),
    Effect(
        "thief",
        one.thief,
        one.legal_other_victims,
        one.choose_source,
        question=("choose whom you steal from.", "steal from another player than {target}."),
    ),
    Effect(
        "uther",
        many.uther,
        many.legal_pointing,
        many.answer_point,
        question=f"{POINT}all swords are passed on.",
    ),
)
PARTS = (  # a chip that a measurement has robbed of its effect; then what has a frame of its own besides the chips
    Effect("no_effect", no_effect, part=True),
    Effect("drawing", one.drawing, legal_slots, one.draw_named, part=True),
    Effect("stealing", one.stealing, part=True),
    Effect("placing", one.placing, one.legal_placing, one.put_back, part=True),
    Effect("flip_offered", one.flip_offered, one.legal_flip, one.answer_flip, part=True),
    Effect("flips_offered", one.flips_offered, part=True),
)
EFFECTS = Effects((*SWORDS, *ON_REVEAL, *IN_TURN, *PARTS))
ACTING_ON_REVEAL = tuple(getattr(EFFECTS, effect.name) for effect in ON_REVEAL)

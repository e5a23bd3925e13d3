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


SWORDS = (Effect("excalibur"), Effect("cursed_blade"), Effect("squire_sword"))  # held, never played
ON_REVEAL = (  # they act as soon as they are shown (EX-057)
    Effect("galahad", one.galahad, one.legal_protection, one.protect),
    Effect("black_knight", one.black_knight, one.legal_black_knight, one.take_from_table),
    Effect("lancelot", one.lancelot),
    Effect("fisher_king", one.fisher_king),
)
IN_TURN = (  # they act when they are resolved
    Effect("arthur", many.arthur, many.legal_held_out, many.take_held_out),
    Effect("artisan", one.exchange_chips, one.legal_source, one.choose_source),
    Effect("baroness", one.baroness, one.legal_trashing, one.trash_named),
    Effect("caelia", many.caelia, many.legal_caelia, many.answer_caelia),
    Effect("gawain", many.gawain, many.legal_gawain, many.answer_gawain),
    Effect("green_knight", many.demand_swords),
    Effect("guinevere", many.guinevere, many.legal_guinevere, many.answer_guinevere),
    Effect("lady_of_the_lake", many.lady_of_the_lake, many.legal_pointing, many.answer_point),
    Effect("merchant", one.exchange_chips, one.legal_source, one.choose_source),
    Effect("merlin", many.demand_swords),
    Effect("mordred", many.look_at_hand, many.legal_mordred, many.answer_mordred),
    Effect("morgana", one.morgana, one.legal_reveal, one.reveal_drawn),
    Effect("peasant", one.exchange_chips, one.legal_source, one.choose_source),
    Effect("percival", one.percival, one.legal_percival, one.answer_percival),
    Effect("priest", one.priest),
    Effect("robyn_of_roxley", one.robyn_of_roxley, one.legal_any_victim, one.choose_source),
    Effect("spirit", many.spirit, many.legal_pointing, many.answer_point),
    Effect("spy", many.look_at_hand, many.legal_spy, many.answer_spy),
    Effect("thief", one.thief, one.legal_other_victims, one.choose_source),
    Effect("uther", many.uther, many.legal_pointing, many.answer_point),
)
PARTS = (  # a chip that a measurement has robbed of its effect; then what has a frame of its own besides the chips
    Effect("no_effect", no_effect),
    Effect("drawing", one.drawing, legal_slots, one.draw_named),
    Effect("stealing", one.stealing),
    Effect("placing", one.placing, one.legal_placing, one.put_back),
    Effect("flip_offered", one.flip_offered, one.legal_flip, one.answer_flip),
    Effect("flips_offered", one.flips_offered),
)
EFFECTS = Effects((*SWORDS, *ON_REVEAL, *IN_TURN, *PARTS))
ACTING_ON_REVEAL = tuple(getattr(EFFECTS, effect.name) for effect in ON_REVEAL)

"""Rules are linked with the declarations of the variant at hand, wherever they are written."""

from __future__ import annotations

from types import FunctionType

from workbench.games.guild_master import GAME
from workbench.games.guild_master import rules as base_game
from workbench.kernel.engine.speeds import linked_plain


def test_a_rule_of_another_variants_file_reads_the_names_of_the_variant_at_hand() -> None:
    """A hand of the base game has 8 places, one of Labyrinth City 30; their rules are in one file."""
    here = {"ACTIONS": base_game.ACTIONS, "ZONES": base_game.ZONES, "TRADE_STEPS": base_game.TRADE_STEPS}
    read = FunctionType(
        (lambda: (ACTIONS.pick, ZONES.built, TRADE_STEPS.confirming)).__code__,  # type: ignore[name-defined]  # noqa: F821
        here,
    )
    read.__rule__ = read.__inlined__ = True  # type: ignore[attr-defined]
    found = {variant.key: linked_plain(variant, {"read": read})["read"]() for variant in GAME.variants}
    expected = {
        variant.key: (variant.actions.pick, variant.state.zones.built, base_game.TRADE_STEPS.confirming)
        for variant in GAME.variants
    }
    assert found == expected
    assert found["base_game"] != found["labyrinth_city"]

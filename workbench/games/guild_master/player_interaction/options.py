"""The options of Increased Player Interaction: those of the base game that it has, and its own.

Nobody is on turn, and shared leads always count (GM-220), so three options of the base game have no place here.
"""

from __future__ import annotations

from workbench.author import Option, OptionGroup, Options
from workbench.games.guild_master.options import OPTIONS as BASE

FLOOR = Option.choice(
    "trade_floor",
    "Trade all at once, or let seats make offers one after another.",
    "GM-274",
    "Who may offer when?",
    open="Anybody may offer at any time.",
    in_order="One after another may offer.",
)
FAVOURS = Option.choice(
    "favour_ledger",
    "Whether seats may promise favours when they trade; all read who owes whom.",
    "GM-296",
    "Are favours written down?",
    off="Favours are not written down.",
    on="Favours are written down for all to read.",
)
IN_RECORD = (
    "deal_size draw_rule draw_mode discard_max discard_visibility trade_reveal trade_offer_cap "
    "build_choice stall_rounds max_turns bonus_sources excluded_cards trade_floor favour_ledger bid_cost "
    "bid_tie"
).split()  # saved matches know positions by it
OPTIONS = Options.grouped(
    IN_RECORD,
    OptionGroup("Drawing", BASE.kept("deal_size", "draw_rule", "draw_mode")),
    OptionGroup("Trading", (*BASE.kept("trade_offer_cap", "trade_reveal"), FLOOR, FAVOURS)),
    OptionGroup(
        "Discarding and building", BASE.kept("discard_max", "discard_visibility", "build_choice", "bonus_sources")
    ),
    OptionGroup("The end", BASE.kept("stall_rounds", "max_turns")),
    OptionGroup("The cards", BASE.kept("excluded_cards")),
    OptionGroup.of(
        "The Guildmaster",
        Option.choice(
            "bid_cost",
            "Who gives up the cards bid for the title of Guildmaster.",
            "GM-290",
            "Who pays for the title?",
            default="winner",
            none="Bids cost nothing.",
            winner="Who wins the title gives up the cards bid.",
            all="Everybody gives up the cards they bid.",
        ),
        Option.choice(
            "bid_tie",
            "How the seats outside a tied bid agree on a Guildmaster; at random they are not asked.",
            "GM-291",
            "How is a tied bid decided?",
            majority="More than half of the others decide a tie.",
            plurality="Most votes of the others decide a tie.",
            unanimous="All others must agree to decide a tie.",
            random="The lot decides a tie.",
        ),
    ),
)

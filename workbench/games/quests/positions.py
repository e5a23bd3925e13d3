"""What follows in a position of Quests from where the cards lie, and what is impossible."""

from __future__ import annotations

from typing import Any

from workbench.author import NONE, Positions, card_at, cards_in, rule, show
from workbench.games.quests.deck import MOST_STAGES, QuestsDeck
from workbench.games.quests.quest import is_test
from workbench.games.quests.rules import PHASES
from workbench.games.quests.table import ZONES, QuestsState


@rule(inlined=True)
def complete(state: QuestsState, deck: QuestsDeck) -> None:
    """The sponsor knows the groups and has used their cards; all know whether the stage is a test."""
    if state.sponsor == NONE:
        return
    sponsor = state.sponsor
    state.cards_set = cards_in(state, ZONES.sealed + sponsor)
    for n in range(MOST_STAGES):
        for place in (ZONES.stage[n], ZONES.turned[n]):
            state.cards_set += cards_in(state, place)
            for i in range(cards_in(state, place)):
                show(state, card_at(state, place, i), sponsor)
    state.test_now = int(is_test(state, deck, state.stage_now))


def impossible(record: Any, deck: Any) -> str:
    """A quest or a tournament without its card, a sponsor in its own quest."""
    lying = [record.rows[ZONES.story_card, i] for i in range(record.counts[ZONES.story_card])]
    story = [deck.rows[deck.arrays.kind[card]]["type"] for card in lying]
    if PHASES.sponsor_offer <= record.phase <= PHASES.quest_end and story != ["quest"]:
        return "a quest is played with its card. Give it as story_card"
    if PHASES.entry_offer <= record.phase <= PHASES.tournament_award and not record.final and story != ["tournament"]:
        return "a tournament is played with its card. Give it as story_card"
    if PHASES.quest_deal <= record.phase <= PHASES.quest_end and record.sponsor == NONE:
        return "a quest has a sponsor. Give sponsor"
    if PHASES.quest_deal <= record.phase <= PHASES.quest_end and record.participants >> record.sponsor & 1:
        return "nobody takes part in the quest that it sponsors. Leave the sponsor out of participants"
    return ""


POSITIONS = Positions(complete=complete, impossible=impossible)

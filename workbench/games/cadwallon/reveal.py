"""The last control phase of Cadwallon as a screen shows it: card by card, who wins it and why."""

from __future__ import annotations

from dataclasses import replace

from workbench.author import NONE, CardFace, Edge, Group, Reveal, SceneZone, Sight, Turned
from workbench.games.cadwallon.asking import names
from workbench.games.cadwallon.centre import cell_group
from workbench.games.cadwallon.faces import card_face
from workbench.games.cadwallon.prospects import NOBODY, agent_faces, by_number, notes_of, seats
from workbench.games.cadwallon.table import BOULEVARD_COUNT, CELLS, ENDS, JUDGED, CadwallonState

TITLE = "All agents are sent. Who wins the cards?"
JUDGE = "Judge the next card"


def reveal(sight: Sight[CadwallonState]) -> Reveal | None:
    """The city as it was when the round ended, its cards judged one by one (CA-062, CA-169); None before the first."""
    view = sight.view
    if not view.judged:
        return None
    cards = tuple(_face(sight, cell) for cell in range(CELLS))
    cells = tuple(_cell(sight, cell) for cell in range(CELLS))
    edges = tuple(_boulevard(sight, number) for number in range(BOULEVARD_COUNT))
    zone = SceneZone("control", "The city", "board", None, CELLS, cards, cells, edges=edges)
    steps = tuple(Turned(cards[cell].id, _said(sight, cell), button=JUDGE) for cell in range(CELLS))
    key = f"control {view.judged}: {[int(kind) for kind in view.judged_kind]}"
    return Reveal(key, TITLE, zone, steps, _outcome(sight))


def _kind(sight: Sight[CadwallonState], cell: int) -> int:
    return int(sight.view.judged_kind[cell])


def _face(sight: Sight[CadwallonState], cell: int) -> CardFace:
    return replace(sight.printed(card_face, _kind(sight, cell)), id=f"judged-{cell}", group=str(cell))


def _standing(sight: Sight[CadwallonState], cell: int) -> tuple[tuple[int, int], ...]:
    """Seats with support toward a card when it was judged, the highest first."""
    return by_number([(seat, sight.view.judged_support[cell, seat]) for seat in seats(sight)])


def _cell(sight: Sight[CadwallonState], cell: int) -> Group:
    how, winner = sight.view.judged_how[cell], sight.view.judged_winner[cell]
    kind = _kind(sight, cell)
    made = cell_group(sight, cell, kind, sight.printed(card_face, kind).value, sight.view.judged_value[cell])
    won = None if winner == NOBODY else winner
    words = "" if how == JUDGED.most_support else "wins"
    return replace(made, standing=_standing(sight, cell), seat=won, notes=notes_of(how, winner, words))


def _boulevard(sight: Sight[CadwallonState], number: int) -> Edge:
    one, other = (str(cell) for cell in ENDS[number])
    return Edge(str(number), (one, other), agent_faces(sight, sight.view.judged_agents, number))


def _said(sight: Sight[CadwallonState], cell: int) -> str:
    """Who wins a card and with how much, or why it stays."""
    title, how = sight.naming("card", _kind(sight, cell)), sight.view.judged_how[cell]
    standing = _standing(sight, cell)
    if how == JUDGED.nobody:
        return f"{title} stays: nobody has support there."
    most = standing[0][1]
    tied = names(sight, [seat for seat, number in standing if number == most])
    if how == JUDGED.tie:
        return f"{title} stays: {tied} tie with {most}."
    winner = sight.naming("seat", sight.view.judged_winner[cell])
    if how == JUDGED.most_support:
        others = ", ".join(f"{sight.naming('seat', seat)} {number}" for seat, number in standing[1:])
        return f"{winner} wins {title} with {most}{f'; {others}' if others else ''}."
    by = "by Backroom Vote" if how == JUDGED.vote else "by Ducal Arbiter"
    return f"{tied} tie for {title} with {most}; {winner} wins it {by}."


def _outcome(sight: Sight[CadwallonState]) -> str:
    """How many cards everybody has won."""
    winners = [int(winner) for winner in sight.view.judged_winner]
    won = [f"{sight.naming('seat', seat)} {winners.count(seat)}" for seat in seats(sight)]
    stay = winners.count(NONE)
    return f"Cards won: {', '.join(won)}.{f' In the city stay {stay}.' if stay else ''}"

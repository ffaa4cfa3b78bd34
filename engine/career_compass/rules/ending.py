"""End the game: most cards win (rules 3 and 4; B16)."""

from engine.career_compass.cards import LEVELS
from engine.career_compass.state import Prompt, State


def end_game(g: State, reason: str) -> None:
    """Name the winners: the seats with the most cards, or by house rule the most levels of the joker skill among
    them."""
    best = max(map(len, g.packs))
    winners = tuple([seat for seat, pack in enumerate(g.packs) if len(pack) == best])
    if g.table.settings.ties == "joker_sum" and len(winners) > 1:
        levels = LEVELS[g.joker]
        sums = {seat: sum(levels[card] for card in g.packs[seat]) for seat in winners}
        most = max(sums.values())
        winners = tuple(seat for seat in winners if sums[seat] == most)
    g.winners = winners
    if g.events is not None:
        g.events.append(("ended", winners, best, reason))
    g.reason = reason
    g.over = True
    g.decision = Prompt.OVER

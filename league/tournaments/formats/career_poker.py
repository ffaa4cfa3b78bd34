"""An evening of Career Poker: drawn like a Swiss round, but positions carry over, and seats follow them."""

from engine.translatable import said
from games.rules import career_poker
from league.tournaments.formats.format import Format


def _other_system(stage: str) -> str:
    return said("{stage} carries positions from round to round, which only Career Poker has.", stage=stage)


CAREER_POKER = Format(
    key="career_poker",
    name=said("Career Poker evening"),
    text=said("For Career Poker only: positions carry over from round to round, from boss to dishwasher."),
    method="career_poker",
    drawn_from="positions",
    system=career_poker.ID,
    other_system=said("A Career Poker evening is played with Career Poker; choose that game or another plan."),
    other_system_at_start=_other_system,
)

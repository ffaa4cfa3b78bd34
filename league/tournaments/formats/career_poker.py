"""An evening of Career Poker: drawn like a Swiss round, but positions carry over, and seats follow them."""

from games.rules import career_poker
from league.tournaments.formats.format import Format

CAREER_POKER = Format(
    key="career_poker",
    name="Career Poker evening",
    text="For Career Poker alone: positions carry over from round to round, from boss to dishwasher.",
    method="career_poker",
    drawn_from="positions",
    system=career_poker.ID,
    other_system="A Career Poker evening is played with Career Poker; choose that game or another plan.",
    other_system_at_start="carries positions from round to round, which only Career Poker has.",
)
